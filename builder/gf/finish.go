package gf

import (
	"slices"
	"strconv"
	"strings"

	"muster/catalog"
	"muster/rules"
)

// setUnit sets u to the unit with all its upgrades.
func (a *assembly) setUnit(u *Unit) {
	a.setFields(u)
	weapons, items := 0, 0
	for i := range a.pool {
		switch p := &a.pool[i]; {
		case p.count == 0:
		case p.weapon != nil:
			weapons++
		case p.item != nil:
			items++
		}
	}
	u.Weapons = emptySlice(&a.slab.weapons, weapons)
	if items > 0 {
		u.Items = emptySlice(&a.slab.items, items)
	}
	for i := range a.pool {
		p := &a.pool[i]
		switch {
		case p.count == 0:
		case p.weapon != nil && len(p.weapon.Profiles) == 0: // as nearly all are
			u.Weapons = mergeWeapon(u.Weapons, Weapon{Name: p.weapon.Name, Count: p.count, Range: p.weapon.Range, Attacks: p.weapon.Attacks, Rules: p.weapon.Rules})
		case p.weapon != nil:
			for _, w := range profilesOf(p.weapon) {
				w.Count = p.count
				u.Weapons = mergeWeapon(u.Weapons, w)
			}
		case p.item != nil:
			u.Items = mergeItem(u.Items,
				Item{Name: p.item.Name, Count: p.count, Rules: p.item.Rules, Base: p.item.Base})
		}
	}
}

// setFields sets the fields of a unit from an assembly, including rules, but not weapons and items.
func (a *assembly) setFields(u *Unit) {
	*u = Unit{
		Book: a.book, BookUnit: a.bookUnit, Name: a.bookUnit.Name, Cost: a.cost,
		Models: a.modelCount, Quality: a.bookUnit.Quality, Defense: a.bookUnit.Defense,
		Chosen: a.chosen, Tough: 1,
	}
	uses := 0
	for i := range a.pool {
		switch p := &a.pool[i]; {
		case p.count == 0 || p.ofSomeModels || p.weapon != nil:
		case p.item != nil:
			uses += len(p.item.Rules)
		default:
			uses++
		}
	}
	u.Rules = emptySlice(&a.slab.rules, uses)
	for i := range a.pool {
		switch p := &a.pool[i]; {
		case p.count == 0 || p.weapon != nil:
		case p.item != nil:
			a.addRules(u, p, p.item.Rules...)
		default:
			a.addRules(u, p, p.rule)
		}
	}
	a.setListEffects(u)
}

// profilesOf returns each profile of a weapon as a separate weapon.
func profilesOf(of *catalog.Weapon) []Weapon {
	var modes []Weapon
	for _, m := range of.Modes() {
		modes = append(modes,
			Weapon{Name: m.Name, Count: m.Count, Range: m.Range, Attacks: m.Attacks, Rules: m.Rules, ProfileOf: of.Name})
	}
	return modes
}

// addRules gives a piece's rules to the unit, or to the models that carry it.
func (a *assembly) addRules(u *Unit, p *piece, uses ...rules.Use) {
	if len(uses) == 0 {
		return
	}
	if !p.ofSomeModels {
		u.Rules = a.repeatUses(u.Rules, uses, p.perModel)
		return
	}
	own := a.repeatUses(nil, uses, p.perModel)
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

// repeatUses adds the rules in uses n times to the rules all, combining equal rules, and returns
// the result.
func (a *assembly) repeatUses(all, uses []rules.Use, n int) []rules.Use {
	for range n {
		for _, r := range uses {
			all = a.combine(all, r)
		}
	}
	return all
}

// combine returns the rules all with a rule added. Ratings of equal rules are added up, or the
// highest counts; a rule without a rating is kept once (docs/rules-notes.md, Upgrades).
func (a *assembly) combine(all []rules.Use, r rules.Use) []rules.Use {
	for i := range all {
		if !strings.EqualFold(all[i].Name, r.Name) {
			continue
		}
		if all[i].Rating == r.Rating && r.Rating == "" {
			return all
		}
		have, isNumber := all[i].Number()
		more, isToo := r.Number()
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

// setListEffects sets the effects of the unit's rules on list building.
func (a *assembly) setListEffects(u *Unit) {
	worn := defenseSum{base: u.Defense}
	for _, r := range u.Rules {
		rule := a.ruleSet.Find(r.Name)
		if rule == nil {
			continue
		}
		for i := range rule.Effects {
			e := &rule.Effects[i]
			worn.add(e, r)
			u.Hero = u.Hero || e.Hero
			if e.Tough.IsSet {
				u.Tough = max(u.Tough, e.Tough.ForUse(r))
			}
			if e.Transport.IsSet {
				u.TransportSpaces += e.Transport.ForUse(r)
			}
			u.addTokens(e, r, u.Models)
			if e.MaxPerList.IsSet {
				u.MaxPerList, u.maxPerListRule = e.MaxPerList.ForUse(r), r.Name
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
					own += e.Tough.ForUse(r)
					u.addTokens(e, r, group.Count)
				}
			}
		}
		group.Tough = max(1, base+own)
	}
}

// PooledTokens returns the number of spell tokens per round and living model that the unit holds
// in common; 0 if each model has its own.
func (u *Unit) PooledTokens() int {
	if u.pooledTokens == 0 || u.pooledTokens != u.Tokens {
		return 0
	}
	return u.pooledTokens / max(1, u.Models)
}

// addTokens adds the spell tokens of an effect: to each of the models with its rule, or to the unit
// in common.
func (u *Unit) addTokens(e *rules.Effect, r rules.Use, models int) {
	if e.Receivers == rules.ToUnit {
		u.pooledTokens += models * e.SpellTokens.ForUse(r)
		u.Tokens = max(u.Tokens, u.pooledTokens)
		return
	}
	u.Tokens = max(u.Tokens, e.SpellTokens.ForUse(r))
}
