package preview

import (
	"context"

	"muster/builder/gf"
	"muster/builder/odds"
	combat "muster/rules/gf"
)

// MatchUp holds the units of a list against those of the question's foe, a list too. Shooting and
// charging are as in a table; errors are those of Ask.
func MatchUp(ctx context.Context, list odds.List, q odds.Question, distances []int) (*odds.MatchUp, error) {
	if err := q.Foe.RequireList(); err != nil {
		return nil, err
	}
	army := list.List().(*gf.Army)
	a, err := odds.Find[combat.Scenario, combat.Result](list, &q, odds.Sides[Combatant]{
		Own: func(odds.List) ([]Combatant, error) { return Units(army), nil }, Foes: foes,
	})
	if err != nil {
		return nil, err
	}
	onOneTable(a.Units, a.Targets)
	m := odds.Match[Combatant, combat.Scenario, combat.Result]{
		Mine: a.Units, Theirs: a.Targets, Distances: distances, Covered: q.Cover != "",
		About: func(u *Combatant) (string, string, int) { return u.ID, u.Name, u.Points },
		Attacks: func(units, targets []Combatant, distance int) ([][][]Pair, error) {
			return Matrix(ctx, army.Game, units, targets, &odds.Question{Distance: distance, Cover: q.Cover, Moved: q.Moved})
		},
		Mode: func(p *Pair) odds.Mode {
			if p.Scenario.Mode == combat.Melee {
				return odds.Charging
			}
			return odds.Shooting
		},
		Repeat: func(p *Pair) (odds.Repeated, bool, error) {
			mean, err := Repeat(ctx, army.Game, p)
			return mean, true, err
		},
	}
	return m.Run()
}
