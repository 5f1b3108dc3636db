package gf

import (
	"cmp"
	"slices"

	"muster/rules"
	combat "muster/rules/gf"
)

// Side returns the group at the beginning of a fight: both halves of a combined pair, every
// upgrade, and the joined hero (of several, an illegal case, the first).
//
// Every model has its own equipment: models without upgrades die first, then in ascending order
// of the points paid for them (docs/rules-notes.md, Fights). Equipment without a known bearer
// is carried by the squad as a whole. Defense is that of the worst protected model.
func (g *Group) Side(game *rules.System) combat.Side {
	u := g.Unit
	set := u.Book.RuleSet(game)
	side := combat.Side{Name: u.Name, Set: set, Quality: u.Quality, Rules: u.Rules}
	var models []model
	var loose []Weapon
	for _, half := range g.Halves {
		some, rest := half.individuals(u.Rules)
		for i := range some {
			side.Defense = max(side.Defense, defenseWith(set, half.Defense, some[i].given))
		}
		if models == nil {
			models = some
		} else {
			models = append(models, some...)
		}
		for _, w := range rest {
			loose = mergeWeapon(loose, w)
		}
	}
	slices.SortStableFunc(models, func(a, b model) int {
		return cmp.Or(cmp.Compare(min(a.optionCount, 1), min(b.optionCount, 1)), cmp.Compare(a.paid, b.paid))
	})
	for i := range models {
		m := &models[i]
		if n := len(side.Groups); n > 0 && m.alike(&models[i-1]) {
			side.Groups[n-1].Models++
			continue
		}
		side.Groups = append(side.Groups, combat.Group{Models: 1, Rules: m.rules, Weapons: inFight(m.weapons)})
	}
	for _, group := range side.Groups {
		for i := range group.Weapons {
			group.Weapons[i].Count *= group.Models
		}
	}
	side.Weapons = inFight(loose)
	if len(side.Groups) == 1 {
		side.Weapons, side.Groups[0].Weapons = append(side.Groups[0].Weapons, side.Weapons...), nil
	}
	if len(g.Heroes) > 0 {
		h := g.Heroes[0]
		side.Hero = &combat.Hero{
			Name: h.Name, Quality: h.Quality, Defense: h.Defense, Rules: h.Rules,
			Weapons: inFight(h.Weapons),
		}
	}
	return side
}

func inFight(weapons []Weapon) []combat.Weapon {
	all := slices.Grow([]combat.Weapon(nil), len(weapons))
	for _, w := range weapons {
		all = append(all, combat.Weapon{Name: w.Name, Count: w.Count, Range: w.Range, Attacks: w.Attacks, Rules: w.Rules, OneOf: w.OneOf})
	}
	return all
}

// armour is the Defense of models, before and after equipment that changes it.
type armour struct{ defense, improved int }

// add adds the effect of a rule that the models have.
func (a *armour) add(e *rules.Effect, r rules.Use) {
	a.improved += e.Defense.ForUse(r)
	if e.DefenseIs.Set {
		a.defense = min(a.defense, e.DefenseIs.ForUse(r))
	}
}

func (a armour) result() int { return min(6, max(2, a.defense-a.improved)) }

// defenseWith returns the Defense after the equipment in uses.
func defenseWith(set *rules.Set, defense int, uses []rules.Use) int {
	all := armour{defense: defense}
	for _, r := range uses {
		if rule := set.Find(r.Name); rule != nil {
			for i := range rule.Effects {
				all.add(&rule.Effects[i], r)
			}
		}
	}
	return all.result()
}
