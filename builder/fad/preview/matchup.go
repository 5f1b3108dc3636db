package preview

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"muster/builder/fad"
	"muster/builder/odds"
	combat "muster/rules/fad"
)

// MatchUp compares the units of a force with those of the question's foe, or with its targets. Fire
// and assaults are computed as for a table; errors are those of Ask.
func MatchUp(ctx context.Context, list odds.List, q odds.Question, distances []int) (*odds.MatchUp, error) {
	a, err := odds.Find[combat.Scenario, combat.Result](list, &q, odds.Sides[Combatant]{
		Own:   func(odds.List) ([]Combatant, error) { return withoutPartners(list.List().(*fad.Army)), nil },
		Foes:  func(foe odds.List) []Combatant { return withoutPartners(foe.List().(*fad.Army)) },
		Bench: Bench,
	})
	if err != nil {
		return nil, err
	}
	setListNames(list, a.Units)
	if q.Foe.List != nil {
		setListNames(q.Foe.List, a.Targets)
	}
	m := odds.Match[Combatant, combat.Scenario, combat.Result]{
		Mine: a.Units, Theirs: a.Targets, Harmless: q.Foe.List == nil,
		Distances: distances, Covered: q.Cover != "" && q.Cover != string(combat.Open),
		CanBeFought: func(u *Combatant) bool { return u.Side.Kind != combat.Artillery },
		About:       func(u *Combatant) (string, string, int) { return u.ID, u.Name, u.Points },
		Alike:       equal,
		Try: func(unit, target *Combatant) (all []Pair, err error) {
			var to [2]Pair
			for i, inches := range distances {
				at := odds.Question{Distance: inches, Cover: q.Cover, Moved: q.Moved}
				if i > 0 { // it charges from wherever it is
					at.Mode = odds.Shooting
				}
				to[fire] = Pair{}
				if err := unit.best(target, &at, []*Pair{&to[fire], &to[assault]}, func(*Pair) error { return nil }); err != nil {
					return nil, err
				}
				if to[fire].Unit != nil {
					all = append(all, to[fire])
				}
			}
			if to[assault].Unit != nil {
				all = append(all, to[assault])
			}
			return all, nil
		},
		Mode: func(p *Pair) odds.Mode {
			if assaults(p) {
				return odds.Charging
			}
			return odds.Shooting
		},
		Repeat: attacksNeeded,
	}
	return m.Run(ctx)
}

// withoutPartners returns the units of a force, each without its partner. Artillery attacks from
// off the table.
func withoutPartners(army *fad.Army) []Combatant {
	return slices.DeleteFunc(Units(army), func(u Combatant) bool { return u.With != "" })
}

// setListNames gives units their names in the list, in which equal names have numbers.
func setListNames(list odds.List, units []Combatant) {
	names := list.List().(*fad.Army).Names()
	for i := range units {
		units[i].Name = names[units[i].ID]
	}
}

// equal reports whether two units of a force differ only in their names.
func equal(a, b *Combatant) bool {
	if a.Points != b.Points || a.Side.Figures != b.Side.Figures {
		return false
	}
	x, y := *a, *b
	for _, u := range []*Combatant{&x, &y} {
		u.ID, u.Name, u.Side.Name, u.Officer, u.profile, u.Notes = "", "", "", "", nil, nil
	}
	return reflect.DeepEqual(x, y)
}

// attacksNeeded returns the mean number of attacks until the target is broken or destroyed, and
// until it is destroyed.
func attacksNeeded(p *Pair) (mean odds.Repeated, err error) {
	d := combat.Duel{Tables: p.Unit.Tables, Scenario: p.Scenario, Attacker: p.Unit.Side, Target: p.Against.Side}
	if assaults(p) {
		mean.Half, mean.Destroyed, err = combat.AssaultsLast(d, p.Against.afterLosses)
	} else if mean.Half, err = combat.Lasts(d); err == nil {
		mean.Destroyed, err = combat.LastsWhole(d)
	}
	if err != nil {
		err = fmt.Errorf("%s against %s: %w", p.Unit.Name, p.Against.Name, err)
	}
	return mean, err
}

// afterLosses returns the unit after the loss of a number of figures, each from the largest
// remaining group.
func (u *Combatant) afterLosses(fallen int) combat.Side {
	if fallen == 0 {
		return u.Side
	}
	left := make([]int, len(u.profile.Figures))
	for i, f := range u.profile.Figures {
		left[i] = f.Count
	}
	for range fallen {
		left[slices.Index(left, slices.Max(left))]--
	}
	i := u.army.List.Index(u.ID)
	if one := unit(u.army, i, u.Tables, map[string]odds.Standing{u.ID: {Left: left}}); len(one) > 0 && u.Side.Kind.HasFigures() {
		return one[0].Side
	}
	side := u.Side
	side.Figures, side.Fallen = side.Figures-fallen, side.Fallen+fallen
	return side
}
