package gf

import (
	"slices"
	"strconv"
	"strings"

	"muster/catalog"
	"muster/rules"
)

// setUnitWithGear sets u to the unit with all its upgrades.
func (a *assembly) setUnitWithGear(u *Unit) {
	a.setUnitFields(u)
	weapons, items := 0, 0
	for i := range a.gearPool {
		switch p := &a.gearPool[i]; {
		case p.count == 0:
		case p.weapon != nil:
			weapons++
		case p.item != nil:
			items++
		}
	}
	u.Weapons = emptySlice(&a.memory.weapons, weapons)
	if items > 0 {
		u.Items = emptySlice(&a.memory.items, items)
	}
	for i := range a.gearPool {
		p := &a.gearPool[i]
		switch {
		case p.count == 0:
		case p.weapon != nil && len(p.weapon.Profiles) == 0: // as nearly all are
			u.Weapons = mergeWeapon(u.Weapons, Weapon{Name: p.weapon.Name, Count: p.count, Range: p.weapon.Range, Attacks: p.weapon.Attacks, Rules: p.weapon.Rules})
		case p.weapon != nil:
			for _, w := range weaponProfiles(p.weapon) {
				w.Count = p.count
				u.Weapons = mergeWeapon(u.Weapons, w)
			}
		case p.item != nil:
			u.Items = mergeItem(u.Items,
				Item{Name: p.item.Name, Count: p.count, Rules: p.item.Rules, Base: p.item.Base})
		}
	}
}

// setUnitFields sets the fields of a unit from an assembly, including rules, but not weapons and
// items.
func (a *assembly) setUnitFields(u *Unit) {
	*u = Unit{
		Book: a.book, BookUnit: a.bookUnit, Name: a.bookUnit.Name, Cost: a.cost,
		Models: a.modelCount, Quality: a.bookUnit.Quality, Defense: a.bookUnit.Defense,
		ChosenOptions: a.chosenOptions, Tough: 1,
	}
	uses := 0
	for i := range a.gearPool {
		switch p := &a.gearPool[i]; {
		case p.count == 0 || p.someModelsOnly || p.weapon != nil:
		case p.item != nil:
			uses += len(p.item.Rules)
		default:
			uses++
		}
	}
	u.Rules = emptySlice(&a.memory.rules, uses)
	for i := range a.gearPool {
		switch p := &a.gearPool[i]; {
		case p.count == 0 || p.weapon != nil:
		case p.item != nil:
			a.addPieceRules(u, p, p.item.Rules...)
		default:
			a.addPieceRules(u, p, p.rule)
		}
	}
	a.setListBuildingEffects(u)
}

// weaponProfiles returns each profile of a weapon as a separate weapon.
func weaponProfiles(of *catalog.Weapon) []Weapon {
	var modes []Weapon
	for _, m := range of.AttackModes() {
		modes = append(modes,
			Weapon{Name: m.Name, Count: m.Count, Range: m.Range, Attacks: m.Attacks, Rules: m.Rules, ProfileOf: of.Name})
	}
	return modes
}

// addPieceRules gives a piece's rules to the unit, or to the models that carry it.
func (a *assembly) addPieceRules(u *Unit, p *gearPiece, uses ...rules.Use) {
	if len(uses) == 0 {
		return
	}
	if !p.someModelsOnly {
		u.Rules = a.addRepeatedRules(u.Rules, uses, p.perModel)
		return
	}
	own := a.addRepeatedRules(nil, uses, p.perModel)
	count, from := min((p.count+p.perModel-1)/p.perModel, a.modelCount), p.rule.String()
	if p.item != nil {
		from = p.item.Name
	}
	for i := range u.PartialRules {
		if u.PartialRules[i].Source == from && slices.Equal(u.PartialRules[i].Rules, own) {
			u.PartialRules[i].Count = min(u.PartialRules[i].Count+count, a.modelCount)
			return
		}
	}
	u.PartialRules = append(u.PartialRules, ModelRules{Count: count, Rules: own, Source: from})
}

// addRepeatedRules adds the rules in uses n times to the rules all, combining equal rules, and
// returns the result.
func (a *assembly) addRepeatedRules(all, uses []rules.Use, n int) []rules.Use {
	for range n {
		for _, r := range uses {
			all = a.combineRule(all, r)
		}
	}
	return all
}

// combineRule returns the rules all with a rule added. Ratings of equal rules are added up, or the
// highest counts; a rule without a rating is kept once (docs/rules-notes.md, Upgrades).
func (a *assembly) combineRule(all []rules.Use, r rules.Use) []rules.Use {
	for i := range all {
		if !strings.EqualFold(all[i].Name, r.Name) {
			continue
		}
		if all[i].Rating == r.Rating && r.Rating == "" {
			return all
		}
		have, isNumber := all[i].RatingNumber()
		more, isToo := r.RatingNumber()
		if !isNumber || !isToo {
			if all[i].Rating == r.Rating {
				return all
			}
			continue
		}
		sum := have + more
		if rule := a.ruleSet.Find(r.Name); rule != nil && rule.Combine == rules.CombineHighest {
			sum = max(have, more)
		}
		all[i].Rating = strconv.Itoa(sum)
		return all
	}
	return append(all, r)
}

// setListBuildingEffects sets the effects of the unit's rules on list building.
func (a *assembly) setListBuildingEffects(u *Unit) {
	worn := defenseSum{base: u.Defense}
	for _, r := range u.Rules {
		rule := a.ruleSet.Find(r.Name)
		if rule == nil {
			continue
		}
		for i := range rule.Effects {
			e := &rule.Effects[i]
			worn.addEffect(e, r)
			u.IsHero = u.IsHero || e.MakesHero
			if e.Tough.IsSet {
				u.Tough = max(u.Tough, e.Tough.NumberForRating(r))
			}
			if e.Transport.IsSet {
				u.TransportSpaces += e.Transport.NumberForRating(r)
			}
			u.addSpellTokens(e, r, u.Models)
			if e.MaxPerList.IsSet {
				u.MaxPerList, u.maxPerListRule = e.MaxPerList.NumberForRating(r), r.Name
			}
		}
	}
	u.Defense = worn.total()
	base := 0
	if u.Tough > 1 {
		base = u.Tough
	}
	for i := range u.PartialRules {
		group := &u.PartialRules[i]
		own := 0
		for _, r := range group.Rules {
			if rule := a.ruleSet.Find(r.Name); rule != nil {
				for j := range rule.Effects {
					e := &rule.Effects[j]
					own += e.Tough.NumberForRating(r)
					u.addSpellTokens(e, r, group.Count)
				}
			}
		}
		group.Tough = max(1, base+own)
	}
}

// PooledSpellTokens returns the number of spell tokens per round and living model that the unit
// holds in common; 0 if each model has its own.
func (u *Unit) PooledSpellTokens() int {
	if u.pooledSpellTokens == 0 || u.pooledSpellTokens != u.SpellTokens {
		return 0
	}
	return u.pooledSpellTokens / max(1, u.Models)
}

// addSpellTokens adds the spell tokens of an effect: to each of the models with its rule, or to the
// unit in common.
func (u *Unit) addSpellTokens(e *rules.Effect, r rules.Use, models int) {
	if e.Receivers == rules.ToUnit {
		u.pooledSpellTokens += models * e.SpellTokens.NumberForRating(r)
		u.SpellTokens = max(u.SpellTokens, u.pooledSpellTokens)
		return
	}
	u.SpellTokens = max(u.SpellTokens, e.SpellTokens.NumberForRating(r))
}
