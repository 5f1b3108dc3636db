package preview

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"muster/builder/gf"
	"muster/builder/odds"
	combat "muster/rules/gf"
	"muster/schema"
)

// MatchUp compares the units of a list with those of the question's foe, or with its targets, at
// distances in inches. Shooting and charging are as in a table; errors are those of Ask.
func MatchUp(ctx context.Context, list odds.List, q odds.Question, distances []int) (*odds.MatchUp, error) {
	army := list.List().(*gf.Army)
	a, err := odds.Find[combat.Scenario, combat.Result](list, &q, odds.Sides[Combatant]{
		Own: func(odds.List) ([]Combatant, error) { return Units(army), nil }, Foes: targetsOf,
		Bench: func(doc *schema.Document) ([]Combatant, error) { return Bench(doc, army.Game) },
	})
	if err != nil {
		return nil, err
	}
	numbered(army, a.Units)
	if q.Foe.List != nil {
		numbered(q.Foe.List.List().(*gf.Army), a.Targets)
	}
	onOneTable(a.Units, a.Targets)
	m := odds.Match[Combatant, combat.Scenario, combat.Result]{
		Mine: a.Units, Theirs: a.Targets, Harmless: q.Foe.List == nil, Distances: distances, Covered: q.Cover != "",
		About: func(u *Combatant) (string, string, int) { return u.ID, u.Name, u.Points },
		Alike: sameButName,
		Try: func(unit, target *Combatant) (all []Pair, err error) {
			fight := func(mode combat.Mode, distance int) error {
				p, err := Fight(army.Game, unit, target, scenario(&q, mode, distance))
				all = append(all, p)
				return err
			}
			if reach, _ := unit.Reach(); reach > 0 {
				bands := unit.distances(target)
				for _, inches := range distances {
					as := inches // the odds are the same up to the end of the band
					if i, _ := slices.BinarySearch(bands, inches); i < len(bands) {
						as = bands[i]
					}
					if n := len(all); n > 0 && all[n-1].Scenario.Distance == as {
						all = append(all, all[n-1])
					} else if err := fight(combat.Shooting, as); err != nil {
						return nil, err
					}
					all[len(all)-1].From = fmt.Sprintf("%d\"", inches)
				}
			}
			if unit.canCharge(target) {
				err = fight(combat.Melee, distances[0])
			}
			return all, err
		},
		Mode: func(p *Pair) odds.Mode {
			if p.Scenario.Mode == combat.Melee {
				return odds.Charging
			}
			return odds.Shooting
		},
		Repeat: func(p *Pair) (odds.Repeated, error) { return Repeat(ctx, army.Game, p) },
	}
	return m.Run(ctx)
}

// sameButName reports whether two units of a list differ in their names only.
func sameButName(a, b *Combatant) bool {
	if a.Points != b.Points || a.Side.Models() != b.Side.Models() {
		return false
	}
	x, y := *a, *b
	for _, u := range []*Combatant{&x, &y} {
		u.ID, u.Name, u.With, u.Side.Name = "", "", nil, ""
	}
	return reflect.DeepEqual(x, y)
}

// numbered gives units the names that they have in their list, where those of one name are numbered.
func numbered(army *gf.Army, units []Combatant) {
	names := army.Names()
	for i := range units {
		u := &units[i]
		u.Name = names[u.ID] + strings.TrimPrefix(u.Name, army.Unit(u.ID).Name) // with its hero's
	}
}
