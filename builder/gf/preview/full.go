package preview

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/builder/odds"
	"muster/rules"
	combat "muster/rules/gf"
)

// measure is a column of a table with a number for each attack.
type measure = odds.Measure[*Pair]

// The columns of most tables.
var (
	wounds = odds.MeanOf("Wounds", func(p *Pair) float64 { return p.Result.Target.Wounds.Mean })
	lost   = odds.MeanOf("Models lost", func(p *Pair) float64 { return p.Result.Target.ModelsLost.Mean })
	dead   = odds.ChanceOf("Dead", func(p *Pair) float64 { return p.Result.Target.Destroyed })
	worth  = measure{Name: "Per 100", Kind: odds.Worth, Of: func(p *Pair) float64 { return p.Per100 }}
)

// shaken is the column with the chance that the target becomes shaken, in the edition's word.
func shaken(game *rules.System) measure {
	return odds.ChanceOf(game.Words["shaken"], func(p *Pair) float64 { return p.Result.Target.Shaken })
}

// full answers with everything that one unit can do, and returns its attacks.
func (a *asked) full(ctx context.Context) ([]Pair, error) {
	u := &a.Units[0]
	var all []Pair
	best := map[combat.Mode]Pair{}
	var kept odds.Kept
	for i := range a.Targets {
		pairs, err := Try(ctx, a.army.Game, u, &a.Targets[i], a.Question)
		if err != nil {
			return nil, err
		}
		for j := range pairs {
			p := &pairs[j]
			if mode := p.Scenario.Mode; p.Per100 > best[mode].Per100 {
				best[mode] = *p
			}
			if err := kept.Add(a.Report || len(a.Targets) == 1, spreadsOf(p)...); err != nil {
				return nil, err
			}
		}
		all = append(all, pairs...)
	}
	of := func(mode combat.Mode) []Pair {
		return slices.DeleteFunc(slices.Clone(all), func(p Pair) bool { return p.Scenario.Mode != mode })
	}
	shots, charges := of(combat.Shooting), of(combat.Melee)
	shooting, err := a.shooting(ctx, shots)
	if err != nil {
		return nil, err
	}
	s := a.section(u.Name, u.ID, fmt.Sprintf("%d points", u.Points))
	s.Profile = fmt.Sprintf("%s, Quality %d+, Defense %d+%s", finding.Count(u.Side.Models(), "model"), u.Side.Quality,
		u.Side.Defense, a.circumstances(" · "))
	s.Tables = []odds.Table{shooting, a.charging(charges), a.abilityTable(of(combat.Ability))}
	if len(all) > 0 {
		s.Key = "DEAD: destroyed to the last model. PER 100: the target's points that 100 points of this unit are expected to destroy, without routs; * is the best."
	}
	s.Spreads = a.spreads(best, charges)
	if a.AsksFor(odds.Charging) {
		s.Asides = a.uncharged(nil) // of itself its table says it
	}
	s.Asides = append(s.Asides, ruleRemarks(all)...)
	return a.addSubject(u, all), nil
}

// attackTable returns a table with a row for each attack. lead returns the first cells of a row.
func (a *asked) attackTable(columns []odds.Column, pairs []Pair, lead func(i int) []odds.Cell,
	measures ...measure,
) odds.Table {
	t := odds.Table{Columns: odds.Measured(columns, measures)}
	best := odds.Best(pairs)
	marked := measures[len(measures)-1].Kind == odds.Worth
	for i := range pairs {
		p := &pairs[i]
		t.Rows = append(t.Rows, a.Row(p, a.action(p), marked && i == best, lead(i), odds.Cells(measures, p)))
	}
	return t
}

// shooting returns a table of shooting from every distance at which the odds change.
func (a *asked) shooting(ctx context.Context, pairs []Pair) (odds.Table, error) {
	covered := make(map[*Pair]float64, len(pairs))
	inCover := measure{Kind: odds.Mean}
	if a.Cover == "" {
		inCover.Name, inCover.Of = "In cover", func(p *Pair) float64 { return covered[p] }
		for i := range pairs {
			if err := ctx.Err(); err != nil {
				return odds.Table{}, err
			}
			s := pairs[i].Scenario
			s.Cover = true
			p, err := Fight(a.army.Game, pairs[i].Unit, pairs[i].Against, s)
			if err != nil {
				return odds.Table{}, err
			}
			covered[&pairs[i]] = p.Result.Target.Wounds.Mean
		}
	}
	t := a.attackTable([]odds.Column{{Name: "Shooting at", Kind: odds.Name}, {Name: "Range", Kind: odds.Range}}, pairs,
		func(i int) []odds.Cell {
			name := odds.Cell{Text: pairs[i].Against.Name}
			if i > 0 && pairs[i-1].Against == pairs[i].Against {
				name.Text = ""
			}
			return []odds.Cell{name, {Text: a.band(&pairs[i])}}
		}, wounds, lost, inCover, dead, shaken(a.army.Game), worth)
	if a.AsksFor(odds.Shooting) {
		t.Empty = "It has no ranged weapons."
	}
	return t, nil
}

// charging returns a table of charges, with how the targets strike back.
func (a *asked) charging(pairs []Pair) odds.Table {
	t := a.attackTable([]odds.Column{{Name: "Charging", Kind: odds.Name}}, pairs, func(i int) []odds.Cell {
		p := &pairs[i]
		name := odds.Cell{Text: p.Against.Name}
		switch last := i == len(pairs)-1 || pairs[i+1].Against != p.Against; {
		case a.Distance > 0 || p.Scenario.Distance == 0: // no distance matters
		case p.Over == 0:
			name.More = " " + a.band(p)
		case last:
			name = odds.Cell{More: fmt.Sprintf("  from over %d\"", p.Over)}
		default:
			name = odds.Cell{More: "  from " + a.band(p)}
		}
		return []odds.Cell{name}
	},
		odds.MeanOf("Deals", func(p *Pair) float64 { return p.Result.Target.Wounds.Mean }),
		odds.MeanOf("Takes", func(p *Pair) float64 { return p.Result.Attacker.Wounds.Mean }),
		odds.ChanceOf("Wins", func(p *Pair) float64 { return p.Result.Attacker.Wins }),
		odds.ChanceOf("Draws", func(p *Pair) float64 { return p.Result.Draw }),
		odds.ChanceOf("Loses", func(p *Pair) float64 { return p.Result.Target.Wins }),
		dead, odds.ChanceOf("Routed", func(p *Pair) float64 { return p.Result.Target.Routed }), worth)
	if !a.AsksFor(odds.Charging) {
		return t
	}
	if by := a.Units[0].forbids(rules.CannotCharge); by != "" {
		t.Empty = "It cannot charge: " + by + "."
		return t
	}
	for i := range a.Targets {
		if target := &a.Targets[i]; !a.Units[0].canCharge(target) {
			row := odds.Row{
				Target: i, Way: "charging", Cells: []odds.Cell{{Text: target.Name}},
				Effects: make([]odds.Effect, 1),
			}
			for range t.Columns[1:] {
				row.Cells = append(row.Cells, odds.Cell{Text: odds.Dash})
			}
			t.Rows = append(t.Rows, row)
		}
	}
	slices.SortStableFunc(t.Rows, func(a, b odds.Row) int { return cmp.Compare(a.Target, b.Target) })
	return t
}

// abilityTable returns a table of the unit's abilities, each used once.
func (a *asked) abilityTable(pairs []Pair) odds.Table {
	return a.attackTable([]odds.Column{{Name: "Using", Kind: odds.Name}, {Name: "On", Kind: odds.Name}}, pairs,
		func(i int) []odds.Cell {
			return []odds.Cell{{Text: a.action(&pairs[i])}, {Text: pairs[i].Against.Name}}
		}, wounds, lost, dead, shaken(a.army.Game))
}

// action describes an attack in a few words.
func (a *asked) action(p *Pair) string {
	switch {
	case p.Scenario.Mode == combat.Shooting:
		return "shooting " + a.band(p)
	case p.Scenario.Mode == combat.Ability && p.Unit.Casts(p.Scenario.Use):
		return p.Scenario.Use.String() + ", if cast"
	case p.Scenario.Mode == combat.Ability:
		return p.Scenario.Use.String()
	case a.Distance > 0 || p.Scenario.Distance == 0:
		return "charging"
	}
	return "charging " + a.band(p)
}

// band returns the range of distances with the same odds, such as 12"-24".
func (a *asked) band(p *Pair) string { return a.Band(p.Over, p.Scenario.Distance) }

// spreads returns the distributions of wounds. Against a single target they are for shooting and
// for charging, of both sides; otherwise for the attack that destroys most.
func (a *asked) spreads(best map[combat.Mode]Pair, charges []Pair) []odds.Spread {
	var all []odds.Spread
	most := best[combat.Shooting]
	if len(a.Targets) > 1 {
		if charge := best[combat.Melee]; charge.Per100 > most.Per100 {
			most = charge
		}
		charges = nil
	}
	if most.Unit != nil {
		all = append(all, a.spread(&most))
	}
	for i := range charges {
		p := &charges[i]
		all = append(all, a.spread(p), odds.Spread{
			Title: fmt.Sprintf("Wounds on %s, charging", p.Unit.Name), Spread: p.Result.Attacker.Wounds,
			Fight: outcomes(a.army.Game, p),
		})
	}
	return all
}

// spread returns the distribution of the wounds of one attack.
func (a *asked) spread(p *Pair) odds.Spread {
	how := "charging"
	if p.Scenario.Mode == combat.Shooting {
		how = "shooting from " + a.band(p)
	}
	return odds.Spread{Title: fmt.Sprintf("Wounds on %s, %s", p.Against.Name, how), Spread: p.Result.Target.Wounds}
}

// outcomes returns a table of the outcomes of a fight for both sides.
func outcomes(game *rules.System, p *Pair) *odds.Table {
	measures := fates(game.Words["shaken"], "Wounds", "Models lost", "Dead", "Tests", "Routed", "Wins")
	t := odds.OutcomeTable(measures, []string{p.Unit.Name, p.Against.Name}, &p.Result.Attacker, &p.Result.Target)
	return &t
}

// fates returns the columns for a side's outcome. shaken is the edition's word; names are those of
// the other columns, of which the last two are for melee.
func fates(shaken string, names ...string) []odds.Measure[*combat.Outcome] {
	return []odds.Measure[*combat.Outcome]{
		odds.MeanOf(names[0], func(o *combat.Outcome) float64 { return o.Wounds.Mean }),
		odds.MeanOf(names[1], func(o *combat.Outcome) float64 { return o.ModelsLost.Mean }),
		odds.ChanceOf(names[2], func(o *combat.Outcome) float64 { return o.Destroyed }),
		odds.ChanceOf(names[3], func(o *combat.Outcome) float64 { return o.Tests }),
		odds.ChanceOf(shaken, func(o *combat.Outcome) float64 { return o.Shaken }),
		odds.ChanceOf(names[4], func(o *combat.Outcome) float64 { return o.Routed }),
		odds.ChanceOf(names[5], func(o *combat.Outcome) float64 { return o.Wins }),
	}
}
