package preview

import (
	"cmp"
	"context"
	"slices"

	"muster/builder/odds"
	combat "muster/rules/gf"
)

// addNeeds adds to the answer what the dice of each unit need against the first target.
func (a *inquiry) addNeeds(ctx context.Context) error {
	for i := range a.Units {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := a.needsOf(&a.Units[i], &a.Targets[0])
		if err != nil {
			return err
		}
		a.Answer.Needs = append(a.Answer.Needs, n)
	}
	return nil
}

// needsOf returns what the dice of a unit need. A weapon with a range shorter than the question's
// distance shoots from its maximum range.
func (a *inquiry) needsOf(u, target *Combatant) (odds.Needs, error) {
	n := odds.Needs{UnitID: u.ID, Distance: cmp.Or(a.Distance, WorthDistance)}
	fight := func(mode combat.Mode, distance int) (float64, error) {
		s := scenario(a.Question, mode, (u.scale || target.scale).ToRules(distance))
		x, err := combat.Expect(combat.Duel{
			System: a.army.Game, Scenario: s, Attacker: u.fighting(target).Side,
			Target: target.fighting(u).Side,
		})
		if err != nil {
			return 0, cannotFight(u, target, err)
		}
		for _, need := range x.Needs {
			if one := odds.Need(need); !slices.ContainsFunc(n.Weapons, func(o odds.Need) bool {
				return o.Weapon == one.Weapon && o.IsMelee == one.IsMelee && o.CarriedByHero == one.CarriedByHero
			}) {
				n.Weapons = append(n.Weapons, one)
			}
		}
		return x.Mean, nil
	}
	if all, _ := u.RangeLimits(); all > 0 {
		distances := []int{n.Distance}
		for _, d := range slices.Backward(u.distances(target)) {
			if d < n.Distance {
				distances = append(distances, d)
			}
		}
		for i, d := range distances {
			if i > 0 && !u.hasOtherShots(n.Weapons) {
				break
			}
			mean, err := fight(combat.Shooting, d)
			if err != nil {
				return n, err
			}
			if i == 0 {
				n.ShootingWounds = mean
			}
		}
	}
	if u.canCharge(target) {
		mean, err := fight(combat.Melee, n.Distance)
		if err != nil {
			return n, err
		}
		n.ChargingWounds = mean
	}
	return n, nil
}

// hasOtherShots reports whether a ranged weapon of the unit is missing from the known needs.
func (u *Combatant) hasOtherShots(known []odds.Need) bool {
	all, heros := u.weapons(), 0
	if u.Side.Hero != nil {
		heros = len(u.Side.Hero.Weapons)
	}
	for i, w := range all {
		if w.Range > 0 && !slices.ContainsFunc(known, func(n odds.Need) bool {
			return n.Weapon == w.Name && !n.IsMelee && n.CarriedByHero == (i >= len(all)-heros)
		}) {
			return true
		}
	}
	return false
}
