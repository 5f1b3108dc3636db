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

// MatchUp compares the units of a list with the foe's units, or with the targets, at distances in
// inches. Shooting and charging are as in a table. It fails like Ask.
func MatchUp(ctx context.Context, list odds.List, q odds.Question, distances []int) (*odds.MatchUp, error) {
	army := list.GameList().(*gf.Army)
	a, err := odds.NewInquiry[combat.Scenario, combat.Result](list, &q, odds.SideFuncs[Combatant]{
		OwnUnits: func(odds.List) ([]Combatant, error) { return Combatants(army), nil }, FoeUnits: targetsOf,
		TypicalTargets: func(doc *schema.Document) ([]Combatant, error) { return TypicalTargets(doc, army.Game) },
	})
	if err != nil {
		return nil, err
	}
	nameUnits(army, a.Units)
	if q.Foe.List != nil {
		nameUnits(q.Foe.List.GameList().(*gf.Army), a.Targets)
	}
	unifyDistanceScale(a.Units, a.Targets)
	m := odds.MatchUpMaker[Combatant, combat.Scenario, combat.Result]{
		OwnUnits: a.Units, FoeUnits: a.Targets, FoesHarmless: q.Foe.List == nil, Distances: distances, InCover: q.Cover != "",
		Identify: func(u *Combatant) (string, string, int) { return u.ID, u.Name, u.Points },
		SameOdds: sameButName,
		Attacks: func(unit, target *Combatant) (all []Pair, err error) {
			fight := func(mode combat.Mode, distance int) error {
				p, err := PreviewAttack(army.Game, unit, target, scenarioOf(&q, mode, distance))
				all = append(all, p)
				return err
			}
			if reach, _ := unit.WeaponRangeLimits(); reach > 0 {
				bands := unit.distancesChangingOdds(target)
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
					all[len(all)-1].DistanceText = fmt.Sprintf("%d\"", inches)
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
		AttacksNeeded: func(p *Pair) (odds.AttacksNeeded, error) { return MeanAttacksNeeded(ctx, army.Game, p) },
	}
	return m.Run(ctx)
}

// sameButName reports whether two units of a list differ at most in their names and ids.
func sameButName(a, b *Combatant) bool {
	if a.Points != b.Points || a.Side.Models() != b.Side.Models() {
		return false
	}
	x, y := *a, *b
	for _, u := range []*Combatant{&x, &y} {
		u.ID, u.Name, u.PartnerIDs, u.Side.Name = "", "", nil, ""
	}
	return reflect.DeepEqual(x, y)
}

// nameUnits gives units the names that they have in their list, with numbers where several units
// have one name.
func nameUnits(army *gf.Army, units []Combatant) {
	names := army.Names()
	for i := range units {
		u := &units[i]
		u.Name = names[u.ID] + strings.TrimPrefix(u.Name, army.Unit(u.ID).Name) // with its hero's
	}
}
