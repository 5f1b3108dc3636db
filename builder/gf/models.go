package gf

import (
	"cmp"
	"slices"

	"muster/catalog"
	"muster/rules"
)

// A model is a single model of a unit, with its equipment.
type model struct {
	unit        *assembly
	index       int // index among the unit's models
	optionCount int // number of its options
	paidPoints  int // points paid for its options
	rules       []rules.Use
	itemRules   []rules.Use // the rules of some models that it has, from equipment
	weapons     []Weapon
	extraWounds int // wounds that its equipment adds to those of the unit's other models
}

// equalInFight reports whether two models are equal in a fight.
func (m *model) equalInFight(o *model) bool {
	return slices.Equal(m.rules, o.rules) && slices.EqualFunc(m.weapons, o.weapons, func(v, w Weapon) bool {
		return v.Count == w.Count && equalExceptCount(&v, &w)
	})
}

// singleModels returns the models of a unit one by one, models without upgrades first, and the
// weapons without a known bearer. common holds the rules that all models of both halves of a pair
// have.
func (u *Unit) singleModels(common []rules.Use) (models []model, loose []Weapon) {
	a := new(assembly)
	a.reset(u.Book, nil, u.BookUnit, u.Models)
	for _, c := range u.ChosenOptions {
		a.chooseOption(catalog.Choice{Section: c.Section, Option: c.Option}, c.Count)
	}
	models = make([]model, u.Models)
	for i := range models {
		m := &models[i]
		m.unit, m.index = a, i
		for _, r := range u.Rules {
			if !slices.Contains(common, r) {
				m.rules = append(m.rules, r)
			}
		}
	}
	for _, t := range a.modelChoices {
		models[t.modelIndex].optionCount++
		models[t.modelIndex].paidPoints += t.points
	}
	for _, some := range u.PartialRules {
		for _, m := range pickBearers(models, catalog.MatchKey(some.Source), min(some.Count, len(models))) {
			m.rules = append(m.rules, some.Rules...)
			m.itemRules = append(m.itemRules, some.Rules...)
			m.extraWounds += u.addedWounds(some)
		}
	}
	for _, w := range u.Weapons {
		if left := giveToBearers(models, w); left > 0 {
			w.Count = left
			loose = append(loose, w)
		}
	}
	return models, loose
}

// carries reports whether the model has the equipment with a key, among the equipment that some
// models lack.
func (m *model) carries(key string) bool {
	for i := range m.unit.gearPool {
		p := &m.unit.gearPool[i]
		if m.unit.heldCount(i, m.index) == 0 || m.unit.isCommonRule(p) {
			continue
		}
		if p.key == key || p.key == "" && catalog.MatchKey(p.rule.String()) == key {
			return true
		}
	}
	return false
}

// carriesItem reports whether the model has an item with a name.
func (m *model) carriesItem(name string) bool {
	for i := range m.unit.gearPool {
		if p := &m.unit.gearPool[i]; p.item != nil && p.key == catalog.MatchKey(name) && m.unit.heldCount(i, m.index) > 0 {
			return true
		}
	}
	return false
}

// pickBearers returns n of the models: first those that have the equipment with a key, then those
// with the fewest rules from their own equipment.
func pickBearers(models []model, key string, n int) []*model {
	lacks := func(m *model) int {
		if m.carries(key) {
			return 0
		}
		return 1
	}
	all := make([]*model, len(models))
	for i := range models {
		all[i] = &models[i]
	}
	slices.SortStableFunc(all, func(a, b *model) int {
		return cmp.Or(cmp.Compare(lacks(a), lacks(b)), cmp.Compare(len(a.itemRules), len(b.itemRules)))
	})
	return all[:n]
}

// giveToBearers gives copies of a weapon to the models that bear it, and returns the number of
// copies left over.
func giveToBearers(models []model, w Weapon) (left int) {
	left = w.Count
	for i := len(models) - 1; i >= 0 && left > 0; i-- {
		m, part := &models[i], w
		part.Count = 0
		for k := range m.unit.gearPool {
			if p := &m.unit.gearPool[k]; p.weapon != nil && m.unit.heldCount(k, i) > 0 && p.matchesWeapon(&w) {
				part.Count += m.unit.heldCount(k, i)
			}
		}
		if part.Count = min(part.Count, left); part.Count > 0 {
			m.weapons = append(m.weapons, part)
			left -= part.Count
		}
	}
	return left
}

// matchesWeapon reports whether the weapon is the piece, or one of its profiles.
func (p *gearPiece) matchesWeapon(w *Weapon) bool {
	of := p.weapon
	if len(of.Profiles) == 0 {
		return equalExceptCount(w, &Weapon{Name: of.Name, Range: of.Range, Attacks: of.Attacks, Rules: of.Rules})
	}
	return of.Name == w.ProfileOf && slices.ContainsFunc(weaponProfiles(of), func(m Weapon) bool { return equalExceptCount(&m, w) })
}

// addedWounds returns the wounds that the rules of some models give them in addition to the unit's.
func (u *Unit) addedWounds(some ModelRules) int {
	if some.Tough == u.Tough {
		return 0
	}
	if u.Tough > 1 {
		return some.Tough - u.Tough
	}
	return some.Tough
}
