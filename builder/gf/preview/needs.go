package preview

import (
	"cmp"
	"context"
	"slices"

	"muster/builder/odds"
	combat "muster/rules/gf"
)

// needs answers what the dice of each unit need against the first target.
func (a *asked) needs(ctx context.Context) error {
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

// needsOf returns the needs of one unit. A weapon that reaches less far than the question's
// distance shoots from as far as it reaches.
func (a *asked) needsOf(u, target *Combatant) (odds.Needs, error) {
	n := odds.Needs{Unit: u.ID, Distance: cmp.Or(a.Distance, WorthDistance)}
	fight := func(mode combat.Mode, distance int) (float64, error) {
		s := scenario(a.Question, mode, (u.scale || target.scale).Rules(distance))
		x, err := combat.Expect(combat.Duel{System: a.army.Game, Scenario: s, Attacker: u.meets(target).Side, Target: target.meets(u).Side})
		if err != nil {
			return 0, cannotFight(u, target, err)
		}
		for _, need := range x.Needs {
			if one := odds.Need(need); !slices.ContainsFunc(n.Weapons, func(o odds.Need) bool {
				return o.Weapon == one.Weapon && o.Melee == one.Melee && o.Hero == one.Hero
			}) {
				n.Weapons = append(n.Weapons, one)
			}
		}
		return x.Mean, nil
	}
	if all, _ := u.Reach(); all > 0 {
		distances := []int{n.Distance}
		for _, d := range slices.Backward(u.distances(target)) {
			if d < n.Distance {
				distances = append(distances, d)
			}
		}
		for i, d := range distances {
			if i > 0 && !u.lacks(n.Weapons) {
				break
			}
			mean, err := fight(combat.Shooting, d)
			if err != nil {
				return n, err
			}
			if i == 0 {
				n.Shoots = mean
			}
		}
	}
	if u.charges(target) {
		mean, err := fight(combat.Melee, n.Distance)
		if err != nil {
			return n, err
		}
		n.Charges = mean
	}
	return n, nil
}

// lacks reports whether a weapon that shoots is not among those whose needs are known.
func (u *Combatant) lacks(known []odds.Need) bool {
	all, heros := u.weapons(), 0
	if u.Side.Hero != nil {
		heros = len(u.Side.Hero.Weapons)
	}
	for i, w := range all {
		if w.Range > 0 && !slices.ContainsFunc(known, func(n odds.Need) bool {
			return n.Weapon == w.Name && !n.Melee && n.Hero == (i >= len(all)-heros)
		}) {
			return true
		}
	}
	return false
}
