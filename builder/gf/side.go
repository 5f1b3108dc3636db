package gf

import (
	"cmp"
	"slices"

	"muster/rules"
	combat "muster/rules/gf"
)

// Side returns the group at the beginning of a fight: both halves of a combined pair, with every
// upgrade and the joined hero (the first one if there are several, which is illegal). Every model
// has its own equipment: models without upgrades die first, then models in ascending order of the
// points paid for upgrades (docs/rules-notes.md, Fights). The squad as a whole carries equipment
// without a known bearer. Its Defense is the Defense of the worst protected model.
func (g *Group) Side(game *rules.System) combat.Side {
	u := g.Unit
	set := u.Book.RuleSet(game)
	side := combat.Side{Name: u.Name, RuleSet: set, Quality: u.Quality, Rules: u.Rules}
	var models []model
	for _, half := range g.Halves {
		some, rest := half.singleModels(u.Rules)
		for i := range some {
			side.Defense = max(side.Defense, defenseWithRules(set, half.Defense, some[i].itemRules))
		}
		if models == nil {
			models = some
		} else {
			models = append(models, some...)
		}
		for _, w := range rest {
			side.Weapons = mergeWeapon(side.Weapons, w)
		}
	}
	slices.SortStableFunc(models, func(a, b model) int {
		return cmp.Or(cmp.Compare(min(a.optionCount, 1), min(b.optionCount, 1)), cmp.Compare(a.paidPoints, b.paidPoints))
	})
	for i := range models {
		m := &models[i]
		if n := len(side.Groups); n > 0 && m.equalInFight(&models[i-1]) {
			side.Groups[n-1].Models++
			continue
		}
		side.Groups = append(side.Groups, combat.Group{Models: 1, Rules: m.rules, Weapons: slices.Clone(m.weapons)})
	}
	for _, group := range side.Groups {
		for i := range group.Weapons {
			group.Weapons[i].Count *= group.Models
		}
	}
	if len(side.Groups) == 1 {
		side.Weapons, side.Groups[0].Weapons = append(side.Groups[0].Weapons, side.Weapons...), nil
	}
	if len(g.Heroes) > 0 {
		h := g.Heroes[0]
		side.Hero = &combat.Hero{
			Name: h.Name, Quality: h.Quality, Defense: h.Defense, Rules: h.Rules,
			Weapons: slices.Clone(h.Weapons),
		}
	}
	return side
}

// defenseSum adds up the effects of equipment on a model's Defense.
type defenseSum struct{ base, bonus int }

// addEffect adds an effect of a rule that the model has.
func (a *defenseSum) addEffect(e *rules.Effect, r rules.Use) {
	a.bonus += e.Defense.NumberForRating(r)
	if e.FixedDefense.IsSet {
		a.base = min(a.base, e.FixedDefense.NumberForRating(r))
	}
}

func (a defenseSum) total() int { return min(6, max(2, a.base-a.bonus)) }

// defenseWithRules returns the Defense, from 2 to 6, of a model with the rules in uses.
func defenseWithRules(set *rules.Set, defense int, uses []rules.Use) int {
	all := defenseSum{base: defense}
	for _, r := range uses {
		if rule := set.Find(r.Name); rule != nil {
			for i := range rule.Effects {
				all.addEffect(&rule.Effects[i], r)
			}
		}
	}
	return all.total()
}
