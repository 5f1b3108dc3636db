package preview

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/builder/odds"
	"muster/report"
	"muster/rules"
	combat "muster/rules/gf"
)

// measure is a column with a number for each attack.
type measure = odds.Measure[*Pair]

// The columns that most tables have.
var (
	woundsColumn       = odds.MeanColumn("Wounds", func(p *Pair) float64 { return p.Result.Target.Wounds.Mean })
	modelsLostColumn   = odds.MeanColumn("Models lost", func(p *Pair) float64 { return p.Result.Target.ModelsLost.Mean })
	deadColumn         = odds.ChanceColumn("Dead", func(p *Pair) float64 { return p.Result.Target.Destroyed })
	pointsPer100Column = measure{Name: "Per 100", Kind: odds.WorthCell, Value: func(p *Pair) float64 { return p.LostPer100 }}
)

// shakenColumn returns the column with the chance that the target becomes shaken, named by the
// edition's word.
func shakenColumn(game *rules.System) measure {
	return odds.ChanceColumn(game.Terms["shaken"], func(p *Pair) float64 { return p.Result.Target.Shaken })
}

// answerForUnit answers with everything that a single unit can do, and returns its attacks.
func (a *inquiry) answerForUnit(ctx context.Context) ([]Pair, error) {
	u := &a.Units[0]
	var all []Pair
	best := map[combat.Mode]Pair{}
	var kept odds.DistributionLimit
	for i := range a.Targets {
		pairs, err := PreviewAll(ctx, a.army.Game, u, &a.Targets[i], a.Question)
		if err != nil {
			return nil, err
		}
		for j := range pairs {
			p := &pairs[j]
			if mode := p.Scenario.Mode; p.LostPer100 > best[mode].LostPer100 {
				best[mode] = *p
			}
			if err := kept.CountFight(a.KeepResults || len(a.Targets) == 1, spreadsOf(p)...); err != nil {
				return nil, err
			}
		}
		all = append(all, pairs...)
	}
	pairsIn := func(mode combat.Mode) []Pair {
		return slices.DeleteFunc(slices.Clone(all), func(p Pair) bool { return p.Scenario.Mode != mode })
	}
	shots, charges := pairsIn(combat.Shooting), pairsIn(combat.Melee)
	shooting, err := a.shootingTable(ctx, shots)
	if err != nil {
		return nil, err
	}
	s := a.beginSection(u.Name, u.ID, fmt.Sprintf("%d points", u.Points))
	s.Profile = fmt.Sprintf("%s, Quality %d+, Defense %d+%s", finding.CountText(u.Side.Models(), "model"), u.Side.Quality,
		u.Side.Defense, a.circumstancesText(" · "))
	s.Tables = []odds.Table{shooting, a.chargeTable(charges), a.abilityTable(pairsIn(combat.Ability))}
	if len(all) > 0 {
		s.SignsLegend = "DEAD: destroyed to the last model. PER 100: the target's points that 100 points of this unit are expected to destroy, without routs; * is the best."
	}
	s.Spreads = a.attackSpreads(best, charges)
	if a.AsksForMode(odds.Charging) {
		s.Remarks = a.chargeRemarks(nil) // of itself its table says it
	}
	s.Remarks = append(s.Remarks, ruleRemarks(all)...)
	return a.addAskedUnit(u, all), nil
}

// attackTable returns a table with a row for each attack. lead returns the first cells of the row
// with an index.
func (a *inquiry) attackTable(columns []report.Column, pairs []Pair, lead func(i int) []report.Cell,
	measures ...measure,
) odds.Table {
	t := odds.NewTable(columns, measures...)
	best := odds.BestAttack(pairs)
	for i := range pairs {
		p := &pairs[i]
		a.AddRow(&t, p, a.actionText(p), i == best, lead(i), odds.RowCells(measures, p))
	}
	return t
}

// shootingTable returns a table of shooting from every distance at which the odds change.
func (a *inquiry) shootingTable(ctx context.Context, pairs []Pair) (odds.Table, error) {
	covered := make(map[*Pair]float64, len(pairs))
	inCover := measure{Kind: odds.MeanCell}
	if a.Cover == "" {
		inCover.Name, inCover.Value = "In cover", func(p *Pair) float64 { return covered[p] }
		for i := range pairs {
			if err := ctx.Err(); err != nil {
				return odds.Table{}, err
			}
			s := pairs[i].Scenario
			s.TargetInCover = true
			p, err := PreviewAttack(a.army.Game, pairs[i].Unit, pairs[i].Target, s)
			if err != nil {
				return odds.Table{}, err
			}
			covered[&pairs[i]] = p.Result.Target.Wounds.Mean
		}
	}
	t := a.attackTable([]report.Column{odds.NameColumn("Shooting at"), {Name: "Range", Kind: report.NumberColumn}},
		pairs,
		func(i int) []report.Cell {
			name := report.Cell{Text: pairs[i].Target.Name}
			if i > 0 && pairs[i-1].Target == pairs[i].Target {
				name.Text = ""
			}
			return []report.Cell{name, {Text: a.distanceText(&pairs[i])}}
		}, woundsColumn, modelsLostColumn, inCover, deadColumn, shakenColumn(a.army.Game), pointsPer100Column)
	if a.AsksForMode(odds.Shooting) {
		t.EmptyText = "It has no ranged weapons."
	}
	return t, nil
}

// chargeTable returns a table of charges, including how the targets strike back.
func (a *inquiry) chargeTable(pairs []Pair) odds.Table {
	t := a.attackTable([]report.Column{odds.NameColumn("Charging")}, pairs, func(i int) []report.Cell {
		p := &pairs[i]
		name := report.Cell{Text: p.Target.Name}
		switch last := i == len(pairs)-1 || pairs[i+1].Target != p.Target; {
		case a.Distance > 0 || p.Scenario.Distance == 0: // no distance matters
		case p.LowerDistance == 0:
			name.Suffix = " " + a.distanceText(p)
		case last:
			name = report.Cell{Suffix: fmt.Sprintf("  from over %d\"", p.LowerDistance)}
		default:
			name = report.Cell{Suffix: "  from " + a.distanceText(p)}
		}
		return []report.Cell{name}
	},
		odds.MeanColumn("Deals", func(p *Pair) float64 { return p.Result.Target.Wounds.Mean }),
		odds.MeanColumn("Takes", func(p *Pair) float64 { return p.Result.Attacker.Wounds.Mean }),
		odds.ChanceColumn("Wins", func(p *Pair) float64 { return p.Result.Attacker.Wins }),
		odds.ChanceColumn("Draws", func(p *Pair) float64 { return p.Result.Draw }),
		odds.ChanceColumn("Loses", func(p *Pair) float64 { return p.Result.Target.Wins }),
		deadColumn, odds.ChanceColumn("Routed", func(p *Pair) float64 { return p.Result.Target.Routed }), pointsPer100Column)
	if !a.AsksForMode(odds.Charging) {
		return t
	}
	if by := a.Units[0].ruleForbidding(rules.ActionCharge); by != "" {
		t.EmptyText = "It cannot charge: " + by + "."
		return t
	}
	for i := range a.Targets {
		if target := &a.Targets[i]; !a.Units[0].canCharge(target) {
			at, _ := slices.BinarySearchFunc(t.Attacks, i, func(r odds.AttackRow, i int) int {
				return cmp.Compare(r.TargetIndex, i)
			})
			cells := slices.Repeat([]report.Cell{{Text: odds.Dash}}, len(t.Columns))
			cells[0].Text = target.Name
			t.Rows = slices.Insert(t.Rows, at, report.Row{Cells: cells})
			about := odds.AttackRow{TargetIndex: i, Action: "charging", Effects: make([]odds.Effect, 1)}
			t.Attacks = slices.Insert(t.Attacks, at, about)
		}
	}
	return t
}

// abilityTable returns a table of the unit's abilities, each used once.
func (a *inquiry) abilityTable(pairs []Pair) odds.Table {
	return a.attackTable([]report.Column{odds.NameColumn("Using"), odds.NameColumn("On")}, pairs,
		func(i int) []report.Cell {
			return []report.Cell{{Text: a.actionText(&pairs[i])}, {Text: pairs[i].Target.Name}}
		}, woundsColumn, modelsLostColumn, deadColumn, shakenColumn(a.army.Game))
}

// actionText describes an attack in a few words.
func (a *inquiry) actionText(p *Pair) string {
	switch {
	case p.Scenario.Mode == combat.Shooting:
		return "shooting " + a.distanceText(p)
	case p.Scenario.Mode == combat.Ability && p.Unit.CastsSpell(p.Scenario.AbilityRule):
		return p.Scenario.AbilityRule.String() + ", if cast"
	case p.Scenario.Mode == combat.Ability:
		return p.Scenario.AbilityRule.String()
	case a.Distance > 0 || p.Scenario.Distance == 0:
		return "charging"
	}
	return "charging " + a.distanceText(p)
}

// distanceText returns the range of distances with the same odds, such as 12"-24".
func (a *inquiry) distanceText(p *Pair) string {
	return a.DistanceText(p.LowerDistance, p.Scenario.Distance)
}

// attackSpreads returns the distributions of wounds: against a single target, of both sides for
// shooting and for charging; against several, of the target for the attack that destroys most.
func (a *inquiry) attackSpreads(best map[combat.Mode]Pair, charges []Pair) []odds.Spread {
	var all []odds.Spread
	most := best[combat.Shooting]
	if len(a.Targets) > 1 {
		if charge := best[combat.Melee]; charge.LostPer100 > most.LostPer100 {
			most = charge
		}
		charges = nil
	}
	if most.Unit != nil {
		all = append(all, a.woundsSpread(&most))
	}
	for i := range charges {
		p := &charges[i]
		all = append(all, a.woundsSpread(p), odds.Spread{
			Title: fmt.Sprintf("Wounds on %s, charging", p.Unit.Name), Spread: p.Result.Attacker.Wounds,
			Outcomes: outcomeTable(a.army.Game, p),
		})
	}
	return all
}

// woundsSpread returns the distribution of the wounds of one attack.
func (a *inquiry) woundsSpread(p *Pair) odds.Spread {
	how := "charging"
	if p.Scenario.Mode == combat.Shooting {
		how = "shooting from " + a.distanceText(p)
	}
	return odds.Spread{Title: fmt.Sprintf("Wounds on %s, %s", p.Target.Name, how), Spread: p.Result.Target.Wounds}
}

// outcomeTable returns a table of the outcomes of a fight for both sides.
func outcomeTable(game *rules.System, p *Pair) *report.Table {
	measures := outcomeColumns(game.Terms["shaken"], "Wounds", "Models lost", "Dead", "Tests", "Routed", "Wins")
	return odds.OutcomeTable(measures, []string{p.Unit.Name, p.Target.Name}, &p.Result.Attacker, &p.Result.Target)
}

// outcomeColumns returns the columns for one side's outcome. shaken is the edition's word; names
// are the names of the other columns, and the last two are for melee only.
func outcomeColumns(shaken string, names ...string) []odds.Measure[*combat.Outcome] {
	return []odds.Measure[*combat.Outcome]{
		odds.MeanColumn(names[0], func(o *combat.Outcome) float64 { return o.Wounds.Mean }),
		odds.MeanColumn(names[1], func(o *combat.Outcome) float64 { return o.ModelsLost.Mean }),
		odds.ChanceColumn(names[2], func(o *combat.Outcome) float64 { return o.Destroyed }),
		odds.ChanceColumn(names[3], func(o *combat.Outcome) float64 { return o.MoraleTests }),
		odds.ChanceColumn(shaken, func(o *combat.Outcome) float64 { return o.Shaken }),
		odds.ChanceColumn(names[4], func(o *combat.Outcome) float64 { return o.Routed }),
		odds.ChanceColumn(names[5], func(o *combat.Outcome) float64 { return o.Wins }),
	}
}
