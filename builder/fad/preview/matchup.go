package preview

import (
	"context"
	"slices"

	"muster/builder/fad"
	"muster/builder/odds"
	combat "muster/rules/fad"
)

// MatchUp holds the units of a force against those of the question's foe, a force too. Firing and
// assaults are as in a table; only fire is repeated. Errors are those of Ask.
func MatchUp(ctx context.Context, list odds.List, q odds.Question, distances []int) (*odds.MatchUp, error) {
	if err := q.Foe.RequireList(); err != nil {
		return nil, err
	}
	a, err := odds.Find[combat.Scenario, combat.Result](list, &q, odds.Sides[Combatant]{
		Own:  func(odds.List) ([]Combatant, error) { return alone(list.List().(*fad.Army)), nil },
		Foes: func(foe odds.List) []Combatant { return alone(foe.List().(*fad.Army)) },
	})
	if err != nil {
		return nil, err
	}
	m := odds.Match[Combatant, combat.Scenario, combat.Result]{
		Mine: a.Units, Theirs: a.Targets, Distances: distances, Covered: q.Cover != "" && q.Cover != string(combat.Open),
		Fought: func(u *Combatant) bool { return u.Side.Kind != combat.Artillery },
		About:  func(u *Combatant) (string, string, int) { return u.ID, u.Name, u.Points },
		Attacks: func(units, targets []Combatant, distance int) ([][][]Pair, error) {
			return Matrix(ctx, units, targets, &odds.Question{Distance: distance, Cover: q.Cover, Moved: q.Moved})
		},
		Mode: func(p *Pair) odds.Mode {
			if assaults(p) {
				return odds.Charging
			}
			return odds.Shooting
		},
		Repeat: repeat,
	}
	return m.Run()
}

// alone returns the units of a force without partners. Artillery attacks from off the table.
func alone(army *fad.Army) []Combatant {
	return slices.DeleteFunc(Units(army), func(u Combatant) bool { return u.With != "" })
}

// repeat returns the mean activations of fire until its target is broken, and until it is
// destroyed.
func repeat(p *Pair) (mean odds.Repeated, ok bool, err error) {
	if assaults(p) {
		return mean, false, nil
	}
	d := combat.Duel{Tables: p.Unit.Tables, Scenario: p.Scenario, Attacker: p.Unit.Side, Target: p.Against.Side}
	if mean.Half, err = combat.Lasts(d); err == nil {
		mean.Destroyed, err = combat.LastsWhole(d)
	}
	return mean, err == nil, err
}
