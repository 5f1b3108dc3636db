package gf

import (
	"slices"
	"strconv"
	"strings"

	"muster/catalog"
	"muster/rules"
)

// finish sets u to the finished unit.
func (a *assembly) finish(u *Unit) {
	a.body(u)
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

// body sets the fields of a unit from an assembly, including rules, but not weapons and items.
func (a *assembly) body(u *Unit) {
	*u = Unit{
		Book: a.book, Of: a.of, Name: a.of.Name, Cost: a.cost,
		Models: a.models, Quality: a.of.Quality, Defense: a.of.Defense,
		Chosen: a.chosen, Tough: 1,
	}
	uses := 0
	for i := range a.pool {
		switch p := &a.pool[i]; {
		case p.count == 0 || p.partial || p.weapon != nil:
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

// profilesOf returns each profile of a weapon as a weapon of its own.
func profilesOf(of *catalog.Weapon) []Weapon {
	var modes []Weapon
	for _, m := range of.Modes() {
		modes = append(modes,
			Weapon{Name: m.Name, Count: m.Count, Range: m.Range, Attacks: m.Attacks, Rules: m.Rules, OneOf: of.Name})
	}
	return modes
}

// addRules gives a piece's rules to the unit, or to the models that carry it.
func (a *assembly) addRules(u *Unit, p *piece, uses ...rules.Use) {
	if len(uses) == 0 {
		return
	}
	if !p.partial {
		u.Rules = a.repeatUses(u.Rules, uses, p.each)
		return
	}
	own := a.repeatUses(nil, uses, p.each)
	count, from := min((p.count+p.each-1)/p.each, a.models), p.rule.String()
	if p.item != nil {
		from = p.item.Name
	}
	for i := range u.Some {
		if u.Some[i].From == from && slices.Equal(u.Some[i].Rules, own) {
			u.Some[i].Count = min(u.Some[i].Count+count, a.models)
			return
		}
	}
	u.Some = append(u.Some, ModelRules{Count: count, Rules: own, From: from})
}

// repeatUses adds uses to all n times.
func (a *assembly) repeatUses(all, uses []rules.Use, n int) []rules.Use {
	for range n {
		for _, r := range uses {
			all = a.combine(all, r)
		}
	}
	return all
}

// combine adds a rule to others: ratings of the same rule are added up or the highest counts; a
// rule without a rating is kept once (docs/rules-notes.md, Upgrades).
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
		if rule := a.set.Find(r.Name); rule != nil && rule.Combine == rules.CombineHighest {
			sum = max(have, more)
		}
		all[i].Rating = strconv.Itoa(sum)
		return all
	}
	return append(all, r)
}

// setListEffects sets the effects of the unit's rules on list building.
func (a *assembly) setListEffects(u *Unit) {
	worn := armour{defense: u.Defense}
	for _, r := range u.Rules {
		rule := a.set.Find(r.Name)
		if rule == nil {
			continue
		}
		for i := range rule.Effects {
			e := &rule.Effects[i]
			worn.add(e, r)
			u.Hero = u.Hero || e.Hero
			if e.Tough.Set {
				u.Tough = max(u.Tough, e.Tough.ForUse(r))
			}
			if e.Transport.Set {
				u.Transport += e.Transport.ForUse(r)
			}
			u.addTokens(e, r, u.Models)
			if e.PerList.Set {
				u.PerList, u.perListBy = e.PerList.ForUse(r), r.Name
			}
		}
	}
	u.Defense = worn.result()
	base := 0
	if u.Tough > 1 {
		base = u.Tough
	}
	for i := range u.Some {
		group := &u.Some[i]
		own := 0
		for _, r := range group.Rules {
			if rule := a.set.Find(r.Name); rule != nil {
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

// Pooled returns the number of spell tokens per living model and round that the unit has in common;
// 0 if each model has its own.
func (u *Unit) Pooled() int {
	if u.pooled == 0 || u.pooled != u.Tokens {
		return 0
	}
	return u.pooled / max(1, u.Models)
}

// addTokens adds the spell tokens of an effect: to each of the models with its rule, or to the unit
// in common.
func (u *Unit) addTokens(e *rules.Effect, r rules.Use, models int) {
	if e.To == rules.ToUnit {
		u.pooled += models * e.Tokens.ForUse(r)
		u.Tokens = max(u.Tokens, u.pooled)
		return
	}
	u.Tokens = max(u.Tokens, e.Tokens.ForUse(r))
}
