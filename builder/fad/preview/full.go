package preview

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"muster/builder/odds"
	combat "muster/rules/fad"
)

// measure is a column about one attack.
type measure = odds.Measure[*Pair]

// mean returns a measure of the target: a mean number. chance returns a probability.
func mean(name string, of func(*combat.Outcome) float64) measure {
	return odds.MeanOf(name, func(p *Pair) float64 { return of(&p.Result.Target) })
}

func chance(name string, of func(*combat.Outcome) float64) measure {
	return odds.ChanceOf(name, func(p *Pair) float64 { return of(&p.Result.Target) })
}

// The columns of most tables.
var (
	hits    = mean("Hits", func(o *combat.Outcome) float64 { return o.Hits.Mean })
	damaged = chance("Damaged", func(o *combat.Outcome) float64 { return o.Damaged })
	out     = chance("Out", func(o *combat.Outcome) float64 { return o.OutOfAction })
	lost    = chance("Lost", func(o *combat.Outcome) float64 { return o.Lost })
	worth   = measure{Name: "Per 100", Kind: odds.Worth, Of: func(p *Pair) float64 { return p.Per100 }}
)

// full answers the question for one unit, alone and with its partner, with all its actions.
func (a *asked) full(ctx context.Context) ([]Pair, error) {
	var all []Pair
	var kept odds.Kept
	for i := range a.Units {
		u := &a.Units[i]
		var pairs, shots, charges []Pair
		var best Pair
		for j := range a.Targets {
			more, err := Try(ctx, u, &a.Targets[j], a.Question)
			if err != nil {
				return nil, err
			}
			for k := range more {
				if p := &more[k]; p.Per100 > best.Per100 {
					best = *p
				}
				if err := kept.Add(a.Report || len(a.Targets) == 1, spreadsOf(&more[k])...); err != nil {
					return nil, err
				}
			}
			pairs = append(pairs, more...)
		}
		for _, p := range pairs {
			if assaults(&p) {
				charges = append(charges, p)
			} else {
				shots = append(shots, p)
			}
		}
		s := a.Section(u.Name, a.List.Game().Name, u.ID, fmt.Sprintf("%d points", u.Points))
		s.Tables = append(a.volleys(shots), a.charges(charges)...)
		if len(pairs) > 0 {
			if len(covers(a.Question)) > 1 {
				s.Key = "Columns with / hold open ground, partial and heavy cover, if they differ. "
				s.BarKey = "The bars are in the open; all else is among the figures."
			}
			s.Key += "RALLY, BACK, ROUT: what becomes of the broken, " + a.coverNote() + ". OUT: still out of action next activation; LOST: destroyed then, or before. PER 100: points destroyed for 100 points, " +
				a.coverNote() + ", without routs; * is the best."
		}
		s.Spreads = a.spreads(u, &best)
		s.Asides = u.asides("", pairs)
		all = append(all, pairs...)
	}
	return all, nil
}

// volleys returns tables of fire at figures and at vehicles, with a row for each cover.
func (a *asked) volleys(shots []Pair) []odds.Table {
	each := len(covers(a.Question))
	inCovers := [2][]measure{
		{hits, mean("Killed", func(o *combat.Outcome) float64 { return o.Casualties.Mean })},
		{hits, damaged, chance("Critical", func(o *combat.Outcome) float64 { return o.Critical }), out, lost},
	}
	inOne := [2][]measure{
		{
			worth, chance("Pinned", func(o *combat.Outcome) float64 { return o.Pinned }),
			chance("Broken", func(o *combat.Outcome) float64 { return o.Broken }),
			chance("Rally", func(o *combat.Outcome) float64 { return o.Rallied }),
			chance("Back", func(o *combat.Outcome) float64 { return o.FallsBack }),
			chance("Rout", func(o *combat.Outcome) float64 { return o.Routed }),
			chance("Dead", func(o *combat.Outcome) float64 { return o.Destroyed }),
		},
		{worth},
	}
	var tables [2]odds.Table
	for i := range tables {
		tables[i].Columns = odds.Measured(odds.Measured([]odds.Column{{Name: "Fire at", Kind: odds.Name}, {Name: "Range"}, {Name: "How"}}, inCovers[i]), inOne[i])
	}
	best, before := odds.Best(shots), ""
	for i := 0; i+each <= len(shots); i += each {
		p := &shots[i]
		if p.Scenario.Mode == combat.Blast && p.Scenario.Moved && !a.Moved {
			continue // it blasts as well as one that has not moved, which has a row
		}
		if p.Scenario.Mode == combat.All && slices.ContainsFunc(shots, func(o Pair) bool {
			return o.Scenario.Mode == combat.Blast && o.Against == p.Against && o.Scenario.Cover == p.Scenario.Cover &&
				sameOdds([]Pair{*p}, []Pair{o})
		}) {
			continue // no other weapon reaches, so that the row of the blast says it
		}
		inEach := make([]*Pair, each)
		for j := range inEach {
			inEach[j] = &shots[i+j]
		}
		name := p.Against.Name
		if p.Scenario.Facing != "" {
			name += ", " + string(p.Scenario.Facing)
		}
		label := name
		if name == before {
			label = ""
		}
		before = name
		at := 0
		if p.Result.Target.Has.Vehicle {
			at = 1
		}
		row := a.row(p, best >= i && best < i+each, []odds.Cell{{Text: label}, {Text: a.bandText(p)}, {Text: fireText(p)}},
			odds.Cells(inCovers[at], inEach...), odds.Cells(inOne[at], p))
		tables[at].Rows = append(tables[at].Rows, row)
	}
	if len(shots) == 0 && a.AsksFor(odds.Shooting) {
		tables[1].Empty = "It has nothing to shoot with."
	}
	return tables[:]
}

// charges returns tables of assaults and the defenders' answer.
func (a *asked) charges(charges []Pair) []odds.Table {
	ofBoth := []measure{
		mean("Kills", func(o *combat.Outcome) float64 { return o.Casualties.Mean }),
		odds.MeanOf("Loses", func(p *Pair) float64 { return p.Result.Attacker.Casualties.Mean }),
		odds.ChanceOf("Wins", func(p *Pair) float64 { return p.Result.Attacker.Wins }),
		odds.ChanceOf("Draw", func(p *Pair) float64 { return p.Result.Draw }),
		odds.ChanceOf("Overruns", func(p *Pair) float64 { return p.Result.Attacker.Overrun }),
		chance("Overrun", func(o *combat.Outcome) float64 { return o.Overrun }), worth,
	}
	ofVehicles := []measure{hits, damaged, out, lost, worth}
	figures := odds.Table{Columns: odds.Measured([]odds.Column{{Name: "Charging", Kind: odds.Name}, {}}, ofBoth)}
	vehicles := odds.Table{Columns: odds.Measured([]odds.Column{{Name: "Assaulting", Kind: odds.Name}}, ofVehicles)}
	best := odds.Best(charges)
	for i := range charges {
		p := &charges[i]
		name, free := p.Against.Name, ""
		if p.Result.Target.Has.Vehicle {
			vehicles.Rows = append(vehicles.Rows,
				a.row(p, i == best, []odds.Cell{{Text: name}}, odds.Cells(ofVehicles, p)))
			continue
		}
		if p.Scenario.FreeShot != nil {
			name, free = "", "free shot"
		}
		figures.Rows = append(figures.Rows,
			a.row(p, i == best, []odds.Cell{{Text: name}, {Text: free}}, odds.Cells(ofBoth, p)))
	}
	return []odds.Table{figures, vehicles}
}

// row returns the first cells of an attack's row. It is drawn as a bar, except for fire after a
// move if the unit could use Open Fire instead.
func (a *asked) row(p *Pair, best bool, cells ...[]odds.Cell) odds.Row {
	row := a.Row(p, a.actionText(p), best, cells...)
	row.Bar = a.Moved || !p.Scenario.Moved
	return row
}

// actionText describes the unit's action in a few words.
func (a *asked) actionText(p *Pair) string {
	s := &p.Scenario
	switch {
	case s.FreeShot != nil:
		return "assault, free shot"
	case assaults(p):
		return "assault"
	case s.Mode == combat.Blast && s.Distance == 0:
		return "blast"
	case s.Mode == combat.Blast:
		return "blast, " + a.bandText(p)
	case s.Mode == combat.All:
		return "all, " + a.bandText(p)
	}
	return strings.TrimSpace(string(s.Facing) + " " + a.bandText(p))
}

// spreads returns the distribution of the losses in the most destructive case; for an assault on
// the only target, those of both sides.
func (a *asked) spreads(u *Combatant, p *Pair) []odds.Spread {
	if p.Unit == nil {
		return nil
	}
	var all []odds.Spread
	add := func(s odds.Spread) {
		if !odds.Certain(s.Spread) {
			all = append(all, s)
		}
	}
	if p.Result.Target.Has.Vehicle {
		add(odds.Spread{Title: fmt.Sprintf("Hits on %s, %s", p.Against.Name, a.attackText(p)), Spread: p.Result.Target.Hits})
	} else {
		add(odds.Spread{
			Title:  fmt.Sprintf("Figures lost by %s, %s", p.Against.Name, a.attackText(p)),
			Spread: p.Result.Target.Casualties,
		})
	}
	if len(a.Targets) == 1 && assaults(p) {
		add(odds.Spread{Title: "Figures lost by " + u.Name, Spread: p.Result.Attacker.Casualties})
	}
	return all
}

// attackText describes in a few words how the unit attacks the target.
func (a *asked) attackText(p *Pair) string {
	switch {
	case p.Scenario.FreeShot != nil:
		return "charged, after the free shot"
	case p.Scenario.Mode == combat.CloseAssault:
		return "charged"
	case p.Scenario.Mode == combat.VehicleAssault:
		return "assaulted"
	}
	return a.bandText(p) + " " + fireText(p)
}

// fireText describes how the unit fires: moving, or with Open Fire.
func fireText(p *Pair) string {
	what := ""
	switch {
	case p.Scenario.Mode == combat.Blast:
		what = "blast"
	case p.Scenario.Mode == combat.All:
		what = "all"
	}
	if p.Scenario.OpenFire {
		what = strings.TrimSpace(what + " open fire")
	}
	if p.Scenario.Moved {
		what = strings.TrimSpace(what + " moved")
	}
	return what
}

// bandText returns the range of distances with the same odds.
func (a *asked) bandText(p *Pair) string {
	if p.Scenario.Distance == 0 {
		return "any"
	}
	return a.Band(p.Over, p.Scenario.Distance)
}
