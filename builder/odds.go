package builder

import (
	"fmt"
	"slices"

	"muster/builder/fad"
	forcepreview "muster/builder/fad/preview"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	forcecombat "muster/rules/fad"
	combat "muster/rules/gf"
)

// Odds are what the units of a list can expect to do to targets, fresh and in
// the open.
type Odds struct {
	What    string   // what is expected: "wounds"
	About   string   // how the figures are meant, a sentence
	Targets []string // by name
	Units   []UnitOdds
}

// UnitOdds are what one unit can expect to do.
type UnitOdds struct {
	ID, Name    string
	Ways        []Way    // in which it can hurt any target
	NotModelled []string // what it has that the odds leave out
}

// A Way is a way to fight: shooting from a distance, charging.
type Way struct {
	Name     string // "Charge"
	Expected []Expected
	Best     int // the place of the target of which most points are destroyed
}

// Expected is what is expected to happen to one target.
type Expected struct {
	Text   string  // "3.1" wounds, or "24%" for a chance; "" for what cannot be done
	Share  float64 // of the target that is destroyed, from 0 to 1
	Per100 float64 // its points that 100 points of the unit destroy
}

// armyOdds are the odds of a list that fights with dice for each attack: from
// where all weapons of a unit reach and from where the longest reaches, both by
// their printed ranges, and charging.
func armyOdds(a *gf.Army) (Odds, error) {
	odds := Odds{What: "wounds", About: "Expected wounds are exact, against fresh units in the open; * marks the target of which most points are destroyed, and bars the share of the target."}
	targets, err := preview.Bench(a.Game)
	if err != nil {
		return odds, err
	}
	table, err := preview.Matrix(a.Game, preview.Units(a), targets, preview.Options{})
	if err != nil {
		return odds, err
	}
	for _, t := range targets {
		odds.Targets = append(odds.Targets, t.Name)
	}
	expected := func(p *preview.Pair) Expected {
		wounds := p.Result.Target.Wounds
		return Expected{fmt.Sprintf("%.1f", wounds.Mean), wounds.Mean / float64(max(1, len(wounds.PMF)-1)), p.Per100}
	}
	for i := range table.Units {
		u := &table.Units[i]
		near, far := table.Shooting[i], []preview.Pair(nil)
		if reach := u.LongestReach(); len(near) > 0 && reach > near[0].Scenario.Distance {
			for j := range targets {
				p, err := preview.Fight(a.Game, u, &targets[j], combat.Scenario{Mode: combat.Shooting, Distance: reach, InSight: true})
				if err != nil {
					return odds, err
				}
				far = append(far, p)
			}
		}
		one := UnitOdds{ID: u.ID, Name: u.Name, NotModelled: preview.NotModelled(slices.Concat(near, far, table.Melee[i]))}
		for _, pairs := range [][]preview.Pair{near, far, table.Melee[i]} {
			name := "Charge"
			if len(pairs) > 0 && pairs[0].Scenario.Mode == combat.Shooting {
				name = fmt.Sprintf("Shoot %d″", pairs[0].Scenario.Distance)
			}
			one.add(name, preview.Best(pairs), len(pairs), func(i int) Expected { return expected(&pairs[i]) })
		}
		odds.Units = append(odds.Units, one)
	}
	return odds, nil
}

// forceOdds are the odds of a list that fights with Fire Effect: figures that
// fall, and of a vehicle the chance that it is lost by its next activation.
func forceOdds(a *fad.Army) (Odds, error) {
	odds := Odds{What: "losses", About: "Expected losses are exact, against fresh units in the open, from where all weapons reach; % is the chance that a vehicle is lost; * marks the target of which most points are destroyed, and bars the share of the target."}
	targets, err := forcepreview.Bench()
	if err != nil {
		return odds, err
	}
	table, err := forcepreview.Matrix(forcepreview.Units(a), targets, forcepreview.Options{})
	if err != nil {
		return odds, err
	}
	for _, t := range targets {
		odds.Targets = append(odds.Targets, t.Name)
	}
	expected := func(p *forcepreview.Pair) Expected {
		if p.Unit == nil {
			return Expected{}
		}
		side, target := &p.Against.Side, &p.Result.Target
		if side.Kind == forcecombat.Vehicle {
			return Expected{fmt.Sprintf("%.0f%%", 100*target.Lost), target.Lost, p.Per100}
		}
		return Expected{fmt.Sprintf("%.1f", target.Casualties.Mean), target.Casualties.Mean / float64(max(1, side.Figures)), p.Per100}
	}
	for i := range table.Units {
		u := &table.Units[i]
		if u.With == "" {
			odds.Units = append(odds.Units, UnitOdds{ID: u.ID, Name: u.Name, NotModelled: u.NotModelled})
		}
		one, with := &odds.Units[len(odds.Units)-1], "" // who has a partner comes after the unit alone
		if partner := a.Unit(u.With); partner != nil {
			with = " with " + partner.Title()
		}
		for j, pairs := range [][]forcepreview.Pair{table.Fire[i], table.Assault[i]} {
			one.add([]string{"Fire", "Assault"}[j]+with, forcepreview.Best(pairs), len(pairs), func(i int) Expected { return expected(&pairs[i]) })
		}
	}
	return odds, nil
}

// add adds a way to fight that hurts at least one target.
func (u *UnitOdds) add(way string, best, targets int, expected func(target int) Expected) {
	if best < 0 {
		return
	}
	w := Way{Name: way, Best: best}
	for i := range targets {
		w.Expected = append(w.Expected, expected(i))
	}
	u.Ways = append(u.Ways, w)
}
