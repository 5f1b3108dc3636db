package preview

import (
	"cmp"
	"context"
	"slices"

	"muster/builder/odds"
	combat "muster/rules/gf"
)

// addNeededRolls adds to the answer the dice results that each unit needs to hit the first target,
// and that the target needs to block.
func (a *inquiry) addNeededRolls(ctx context.Context) error {
	for i := range a.Units {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := a.neededRollsOf(&a.Units[i], &a.Targets[0])
		if err != nil {
			return err
		}
		a.Answer.NeededRolls = append(a.Answer.NeededRolls, n)
	}
	return nil
}

// neededRollsOf returns the dice results that a unit needs to hit a target, and that the target
// needs to block. A weapon with a range shorter than the question's distance shoots from its
// maximum range.
func (a *inquiry) neededRollsOf(u, target *Combatant) (odds.NeededRolls, error) {
	n := odds.NeededRolls{UnitID: u.ID, Distance: cmp.Or(a.Distance, WorthDistance)}
	fight := func(mode combat.Mode, distance int) (float64, error) {
		s := scenarioOf(a.Question, mode, (u.distanceScale || target.distanceScale).ToRules(distance))
		x, err := combat.ExpectWounds(combat.Duel{
			System: a.army.Game, Scenario: s, Attacker: u.withRulesAgainst(target).Side,
			Target: target.withRulesAgainst(u).Side,
		})
		if err != nil {
			return 0, cannotFight(u, target, err)
		}
		for _, need := range x.NeededDice {
			if one := odds.WeaponRolls(need); !slices.ContainsFunc(n.Weapons, func(o odds.WeaponRolls) bool {
				return o.Weapon == one.Weapon && o.IsMelee == one.IsMelee && o.CarriedByHero == one.CarriedByHero
			}) {
				n.Weapons = append(n.Weapons, one)
			}
		}
		return x.MeanWounds, nil
	}
	if all, _ := u.WeaponRangeLimits(); all > 0 {
		distances := []int{n.Distance}
		for _, d := range slices.Backward(u.distancesChangingOdds(target)) {
			if d < n.Distance {
				distances = append(distances, d)
			}
		}
		for i, d := range distances {
			if i > 0 && !u.hasUnlistedRangedWeapon(n.Weapons) {
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

// hasUnlistedRangedWeapon reports whether the unit has a ranged weapon that is missing from known,
// the rolls listed so far.
func (u *Combatant) hasUnlistedRangedWeapon(known []odds.WeaponRolls) bool {
	all, heros := u.weapons(), 0
	if u.Side.Hero != nil {
		heros = len(u.Side.Hero.Weapons)
	}
	for i, w := range all {
		if w.Range > 0 && !slices.ContainsFunc(known, func(n odds.WeaponRolls) bool {
			return n.Weapon == w.Name && !n.IsMelee && n.CarriedByHero == (i >= len(all)-heros)
		}) {
			return true
		}
	}
	return false
}
