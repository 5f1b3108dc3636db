package preview

import (
	"maps"
	"slices"

	"muster/builder/odds"
	"muster/rules"
	combat "muster/rules/gf"
)

// survivingUnits returns the units in their present state in a game, without destroyed ones. now
// holds the states by unit id.
func survivingUnits(units []Combatant, game *rules.System, now map[string]odds.UnitState) []Combatant {
	var all []Combatant
	for _, u := range units {
		s, there := now[u.ID]
		if !there {
			all = append(all, u)
			continue
		}
		u.Side = remainingSide(u.Side, game, &s)
		u.applyTokens(&s)
		if u.Side.Models() > 0 {
			all = append(all, u)
		}
	}
	return all
}

// applyTokens makes the unit use the rules for which it has tokens, and notes the rules for which
// enemies placed tokens on it.
func (u *Combatant) applyTokens(s *odds.UnitState) {
	u.enemyRules = s.EnemyUsedRules
	if len(s.UsedRules) == 0 {
		return
	}
	own := u.rules()
	for _, use := range s.UsedRules {
		if slices.ContainsFunc(own, func(l combat.LentRule) bool {
			return rules.SameName(l.Use.Name, use.Name) && slices.ContainsFunc(ruleOf(l).Effects, isOptional)
		}) {
			u.useRule(use)
		}
	}
}

// withRulesAgainst returns the unit as it fights an enemy: with the rules for which its side placed
// tokens on that enemy.
func (u *Combatant) withRulesAgainst(enemy *Combatant) *Combatant {
	if len(enemy.enemyRules) == 0 {
		return u
	}
	one := *u
	for _, use := range enemy.enemyRules {
		for _, has := range u.lentRules {
			if rules.SameName(has.Use.Name, use.Name) {
				one.borrowRule(has, use)
			}
		}
	}
	return &one
}

// remainingSide returns the living models of a side, with the weapons that they still have. It
// ignores wounds on a model that does not die next, such as a hero whose squad lives, because a
// fight cannot represent them.
func remainingSide(side combat.Side, game *rules.System, s *odds.UnitState) combat.Side {
	tough := side.ToughByGroup(game)
	at := func(numbers []int, i, otherwise int) int {
		if i < len(numbers) {
			return min(max(numbers[i], 0), otherwise)
		}
		return otherwise
	}
	side.Rules = slices.Concat(side.Rules, s.ExtraRules)
	if side.Hero != nil {
		hero := *side.Hero
		hero.Rules = slices.Concat(hero.Rules, s.ExtraRules)
		hero.Weapons = unspentWeapons(hero.Weapons, maps.Clone(s.SpentWeapons[1]))
		side.Hero = &hero
	}
	side.Shaken, side.Fatigued, side.StartModels = s.IsInState(rules.ShakenState), s.IsInState(rules.FatiguedState), side.Models()
	if hero := side.Hero; hero != nil && at(s.ModelsLeft, len(side.Groups), 1) == 0 {
		side.Hero = nil
	}
	var groups []combat.Group
	squad, alive, first := 0, 0, -1
	for i, g := range side.Groups {
		n := at(s.ModelsLeft, i, g.Models)
		squad, alive = squad+g.Models, alive+n
		if n > 0 && (first < 0 || tough[i] < tough[first]) {
			first = i
		}
	}
	for i, g := range side.Groups {
		n := at(s.ModelsLeft, i, g.Models)
		if n == 0 {
			continue
		}
		if hurt := woundsOfDamagedModel(s, i, tough); hurt > 0 && tough[i] == tough[first] && side.WoundsTaken == 0 {
			if side.WoundsTaken = hurt; i != first { // the model that is hurt dies next
				groups, n = slices.Insert(groups, 0, withModelCount(g, 1)), n-1
			}
		}
		if n > 0 {
			groups = append(groups, withModelCount(g, n))
		}
	}
	if alive > 0 {
		spent := maps.Clone(s.SpentWeapons[0])
		side.Weapons, side.Groups = unspentWeapons(carriedWeapons(side.Weapons, alive, squad), spent), groups
		for i := range groups {
			groups[i].Weapons = unspentWeapons(groups[i].Weapons, spent)
		}
		return side
	}
	if hero := side.Hero; hero != nil { // he fights on by himself
		return combat.Side{
			Name: hero.Name, RuleSet: side.RuleSet, Quality: hero.Quality, Defense: hero.Defense, Rules: hero.Rules,
			Weapons: hero.Weapons, Groups: []combat.Group{{Models: 1}}, UsedRules: side.UsedRules, LentRules: side.LentRules,
			Fatigued: side.Fatigued, Shaken: side.Shaken, StartModels: side.StartModels, WoundsTaken: woundsOfDamagedModel(s, len(side.Groups), tough),
		}
	}
	side.Groups = nil
	return side
}

// woundsOfDamagedModel returns the wounds taken by the damaged model among the models of a kind.
func woundsOfDamagedModel(s *odds.UnitState, kind int, tough []int) int {
	if kind < len(s.Wounds) {
		return min(max(s.Wounds[kind], 0), tough[kind]-1)
	}
	return 0
}

// withModelCount returns a copy of a group with another number of models.
func withModelCount(g combat.Group, models int) combat.Group {
	g.Weapons = carriedWeapons(g.Weapons, models, g.Models)
	g.Models = models
	return g
}

// WeaponsOfModels returns the number of copies of a weapon that k models carry, if n models have
// count copies in all. Copies that not every model has are lost last (docs/rules-notes.md, Fights).
func WeaponsOfModels(count, k, n int) int { return k*(count/n) + min(k, count%n) }

// carriedWeapons returns the weapons that k of the n models of a squad carry.
func carriedWeapons(weapons []combat.Weapon, k, n int) []combat.Weapon {
	var all []combat.Weapon
	for _, w := range weapons {
		if w.Count = WeaponsOfModels(w.Count, k, n); w.Count > 0 {
			all = append(all, w)
		}
	}
	return all
}

// unspentWeapons returns the weapons that are not used up. spent holds the numbers of used copies
// by name; it is reduced by the copies left out.
func unspentWeapons(weapons []combat.Weapon, spent map[string]int) []combat.Weapon {
	if len(spent) == 0 {
		return weapons
	}
	var all []combat.Weapon
	for _, w := range weapons {
		n := min(spent[w.Name], w.Count)
		spent[w.Name] -= n
		if w.Count -= n; w.Count > 0 {
			all = append(all, w)
		}
	}
	return all
}

// MoraleTest returns the morale test of a unit in its present state, without an enemy's influence;
// nil if the unit cannot fight.
func MoraleTest(u *Combatant, game *rules.System, s odds.UnitState) *combat.MoraleTestDice {
	side := remainingSide(u.Side, game, &s)
	if side.Models() == 0 {
		return nil
	}
	t, err := combat.MoraleTest(game, side)
	if err != nil {
		return nil
	}
	return t
}
