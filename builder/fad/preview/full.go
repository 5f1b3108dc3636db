package preview

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"muster/builder/odds"
	"muster/report"
	combat "muster/rules/fad"
)

// A measure is a column of a table, with a number about each attack.
type measure = odds.Measure[*Pair]

// meanColumn returns a column with a mean of what an attack does to its target.
func meanColumn(name string, of func(*combat.Outcome) float64) measure {
	return odds.MeanColumn(name, func(p *Pair) float64 { return of(&p.Result.Target) })
}

// chanceColumn returns a column with a probability of what an attack does to its target.
func chanceColumn(name string, of func(*combat.Outcome) float64) measure {
	return odds.ChanceColumn(name, func(p *Pair) float64 { return of(&p.Result.Target) })
}

// The columns that several tables have.
var (
	hitsColumn            = meanColumn("Hits", func(o *combat.Outcome) float64 { return o.Hits.Mean })
	damagedColumn         = chanceColumn("Damaged", func(o *combat.Outcome) float64 { return o.Damaged })
	outOfActionColumn     = chanceColumn("Out", func(o *combat.Outcome) float64 { return o.OutOfAction })
	lostColumn            = chanceColumn("Lost", func(o *combat.Outcome) float64 { return o.VehicleLost })
	destroyedPer100Column = measure{Name: "Per 100", Kind: odds.WorthCell, Value: func(p *Pair) float64 { return p.LostPer100 }}
)

// answerUnit answers the question for one unit, alone and with its partner, with all its actions.
func (a *unitQuestion) answerUnit(ctx context.Context) ([]Pair, error) {
	var all []Pair
	var kept odds.DistributionLimit
	for i := range a.Units {
		u := &a.Units[i]
		var pairs, shots, charges []Pair
		var best Pair
		for j := range a.Targets {
			more, err := AllAttacks(ctx, u, &a.Targets[j], a.Question)
			if err != nil {
				return nil, err
			}
			for k := range more {
				if p := &more[k]; p.LostPer100 > best.LostPer100 {
					best = *p
				}
				if err := kept.CountFight(a.KeepResults || len(a.Targets) == 1, spreadsOf(&more[k])...); err != nil {
					return nil, err
				}
			}
			pairs = append(pairs, more...)
		}
		for _, p := range pairs {
			if isAssault(&p) {
				charges = append(charges, p)
			} else {
				shots = append(shots, p)
			}
		}
		s := a.Section(u.Name, a.List.Game().Name, u.ID, fmt.Sprintf("%d points", u.Points))
		s.Tables = append(a.fireTables(shots), a.chargeTables(charges)...)
		if len(pairs) > 0 {
			if len(coversToShow(a.Question)) > 1 {
				s.SignsLegend = "Columns with / hold open ground, partial and heavy cover, if they differ. "
				s.BarsLegend = "The bars are in the open; all else is among the figures."
			}
			s.SignsLegend += "RALLY, BACK, ROUT: what becomes of the broken, " + a.coverNote() + ". OUT: still out of action next activation; LOST: destroyed then, or before. PER 100: points destroyed for 100 points, " +
				a.coverNote() + ", without routs; * is the best."
		}
		s.Spreads = a.lossSpreads(u, &best)
		s.Remarks = u.sideNotes("", pairs)
		all = append(all, pairs...)
	}
	return all, nil
}

// fireTables returns tables of fire at figures and at vehicles, with a row for each cover.
func (a *unitQuestion) fireTables(shots []Pair) []odds.Table {
	each := len(coversToShow(a.Question))
	inCovers := [2][]measure{
		{hitsColumn, meanColumn("Killed", func(o *combat.Outcome) float64 { return o.Casualties.Mean })},
		{hitsColumn, damagedColumn, chanceColumn("Critical", func(o *combat.Outcome) float64 { return o.CriticallyHit }), outOfActionColumn, lostColumn},
	}
	inOne := [2][]measure{
		{
			destroyedPer100Column, chanceColumn("Pinned", func(o *combat.Outcome) float64 { return o.Pinned }),
			chanceColumn("Broken", func(o *combat.Outcome) float64 { return o.Broken }),
			chanceColumn("Rally", func(o *combat.Outcome) float64 { return o.Rallied }),
			chanceColumn("Back", func(o *combat.Outcome) float64 { return o.FallsBack }),
			chanceColumn("Rout", func(o *combat.Outcome) float64 { return o.Routed }),
			chanceColumn("Dead", func(o *combat.Outcome) float64 { return o.Destroyed }),
		},
		{destroyedPer100Column},
	}
	var tables [2]odds.Table
	for i := range tables {
		tables[i] = odds.NewTable([]report.Column{odds.NameColumn("Fire at"), {Name: "Range"}, {Name: "How"}},
			slices.Concat(inCovers[i], inOne[i])...)
	}
	best, before := odds.BestAttack(shots), ""
	for i := 0; i+each <= len(shots); i += each {
		p := &shots[i]
		if p.Scenario.Mode == combat.Blast && p.Scenario.ShooterMoved && !a.Moved {
			continue // it blasts as well as one that has not moved, which has a row
		}
		if p.Scenario.Mode == combat.AllFire && slices.ContainsFunc(shots, func(o Pair) bool {
			return o.Scenario.Mode == combat.Blast && o.Target == p.Target && o.Scenario.Cover == p.Scenario.Cover &&
				sameOdds([]Pair{*p}, []Pair{o})
		}) {
			continue // no other weapon reaches, so that the row of the blast says it
		}
		inEach := make([]*Pair, each)
		for j := range inEach {
			inEach[j] = &shots[i+j]
		}
		name := p.Target.Name
		if p.Scenario.Facing != "" {
			name += ", " + string(p.Scenario.Facing)
		}
		label := name
		if name == before {
			label = ""
		}
		before = name
		at := 0
		if p.Result.Target.ApplicableNumbers.Vehicle {
			at = 1
		}
		a.addRow(&tables[at], p, best >= i && best < i+each,
			[]report.Cell{{Text: label}, {Text: a.rangeText(p)}, {Text: fireText(p)}},
			odds.RowCells(inCovers[at], inEach...), odds.RowCells(inOne[at], p))
	}
	if len(shots) == 0 && a.AsksForMode(odds.Shooting) {
		tables[1].EmptyText = "It has nothing to shoot with."
	}
	return tables[:]
}

// chargeTables returns tables of assaults and the defenders' answer.
func (a *unitQuestion) chargeTables(charges []Pair) []odds.Table {
	ofBoth := []measure{
		meanColumn("Kills", func(o *combat.Outcome) float64 { return o.Casualties.Mean }),
		odds.MeanColumn("Loses", func(p *Pair) float64 { return p.Result.Attacker.Casualties.Mean }),
		odds.ChanceColumn("Wins", func(p *Pair) float64 { return p.Result.Attacker.Wins }),
		odds.ChanceColumn("Draw", func(p *Pair) float64 { return p.Result.Draw }),
		odds.ChanceColumn("Overruns", func(p *Pair) float64 { return p.Result.Attacker.Overrun }),
		chanceColumn("Overrun", func(o *combat.Outcome) float64 { return o.Overrun }), destroyedPer100Column,
	}
	ofVehicles := []measure{hitsColumn, damagedColumn, outOfActionColumn, lostColumn, destroyedPer100Column}
	figures := odds.NewTable([]report.Column{odds.NameColumn("Charging"), {}}, ofBoth...)
	vehicles := odds.NewTable([]report.Column{odds.NameColumn("Assaulting")}, ofVehicles...)
	best := odds.BestAttack(charges)
	for i := range charges {
		p := &charges[i]
		name, free := p.Target.Name, ""
		if p.Result.Target.ApplicableNumbers.Vehicle {
			a.addRow(&vehicles, p, i == best, []report.Cell{{Text: name}}, odds.RowCells(ofVehicles, p))
			continue
		}
		if p.Scenario.FreeShot != nil {
			name, free = "", "free shot"
		}
		a.addRow(&figures, p, i == best, []report.Cell{{Text: name}, {Text: free}}, odds.RowCells(ofBoth, p))
	}
	return []odds.Table{figures, vehicles}
}

// addRow adds the row of an attack to a table; best marks the best attack. The row is drawn as a
// bar, except for fire after a move if the unit could use Open Fire instead.
func (a *unitQuestion) addRow(t *odds.Table, p *Pair, best bool, cells ...[]report.Cell) {
	a.AddRow(t, p, a.actionText(p), best, cells...).DrawBar = a.Moved || !p.Scenario.ShooterMoved
}

// actionText describes the unit's action in a few words.
func (a *unitQuestion) actionText(p *Pair) string {
	s := &p.Scenario
	switch {
	case s.FreeShot != nil:
		return "assault, free shot"
	case isAssault(p):
		return "assault"
	case s.Mode == combat.Blast && s.Distance == 0:
		return "blast"
	case s.Mode == combat.Blast:
		return "blast, " + a.rangeText(p)
	case s.Mode == combat.AllFire:
		return "all, " + a.rangeText(p)
	}
	return strings.TrimSpace(string(s.Facing) + " " + a.rangeText(p))
}

// lossSpreads returns the distribution of the losses in the most destructive attack; for an assault
// on the only target, the distributions of both sides.
func (a *unitQuestion) lossSpreads(u *Combatant, p *Pair) []odds.Spread {
	if p.Unit == nil {
		return nil
	}
	var all []odds.Spread
	add := func(s odds.Spread) {
		if !odds.IsCertain(s.Spread) {
			all = append(all, s)
		}
	}
	if p.Result.Target.ApplicableNumbers.Vehicle {
		add(odds.Spread{Title: fmt.Sprintf("Hits on %s, %s", p.Target.Name, a.attackText(p)), Spread: p.Result.Target.Hits})
	} else {
		add(odds.Spread{
			Title:  fmt.Sprintf("Figures lost by %s, %s", p.Target.Name, a.attackText(p)),
			Spread: p.Result.Target.Casualties,
		})
	}
	if len(a.Targets) == 1 && isAssault(p) {
		add(odds.Spread{Title: "Figures lost by " + u.Name, Spread: p.Result.Attacker.Casualties})
	}
	return all
}

// attackText describes in a few words how the unit attacks the target.
func (a *unitQuestion) attackText(p *Pair) string {
	switch {
	case p.Scenario.FreeShot != nil:
		return "charged, after the free shot"
	case p.Scenario.Mode == combat.CloseAssault:
		return "charged"
	case p.Scenario.Mode == combat.VehicleAssault:
		return "assaulted"
	}
	return a.rangeText(p) + " " + fireText(p)
}

// fireText describes how the unit fires: moving, or with Open Fire.
func fireText(p *Pair) string {
	what := ""
	switch {
	case p.Scenario.Mode == combat.Blast:
		what = "blast"
	case p.Scenario.Mode == combat.AllFire:
		what = "all"
	}
	if p.Scenario.OpenFire {
		what = strings.TrimSpace(what + " open fire")
	}
	if p.Scenario.ShooterMoved {
		what = strings.TrimSpace(what + " moved")
	}
	return what
}

// rangeText returns the range of distances at which an attack has the same odds.
func (a *unitQuestion) rangeText(p *Pair) string {
	if p.Scenario.Distance == 0 {
		return "any"
	}
	return a.DistanceText(p.LowerDistance, p.Scenario.Distance)
}
