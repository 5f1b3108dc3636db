package gf

import (
	"slices"
	"strconv"
	"strings"

	"muster/catalog"
	"muster/rules"
)

// finish turns an assembly into the unit that takes the field.
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
	u.Weapons = take(&a.slab.weapons, weapons)
	if items > 0 {
		u.Items = take(&a.slab.items, items)
	}
	for i := range a.pool {
		p := &a.pool[i]
		switch {
		case p.count == 0:
		case p.weapon != nil && len(p.weapon.Profiles) == 0: // as nearly all are
			u.Weapons = mergeWeapon(u.Weapons, Weapon{Name: p.weapon.Name, Count: p.count, Range: p.weapon.Range, Attacks: p.weapon.Attacks, Rules: p.weapon.Rules})
		case p.weapon != nil:
			for _, w := range modesOf(p.weapon) {
				w.Count = p.count
				u.Weapons = mergeWeapon(u.Weapons, w)
			}
		case p.item != nil:
			u.Items = mergeItem(u.Items,
				Item{Name: p.item.Name, Count: p.count, Rules: p.item.Rules, Base: p.item.Base})
		}
	}
}

// body fills in a unit from an assembly, rules included, weapons and items not.
func (a *assembly) body(u *Unit) {
	*u = Unit{
		Book: a.book, Of: a.of, Name: a.of.Name, Cost: a.cost,
		Models: a.models, Quality: a.of.Quality, Defense: a.of.Defense,
		Chosen: a.chosen, Tough: 1,
	}
	uses := 0
	for i := range a.pool {
		switch p := &a.pool[i]; {
		case p.count == 0 || p.some || p.weapon != nil:
		case p.item != nil:
			uses += len(p.item.Rules)
		default:
			uses++
		}
	}
	u.Rules = take(&a.slab.rules, uses)
	for i := range a.pool {
		switch p := &a.pool[i]; {
		case p.count == 0 || p.weapon != nil:
		case p.item != nil:
			a.addRules(u, p, p.item.Rules...)
		default:
			a.addRules(u, p, p.rule)
		}
	}
	a.settle(u)
}

// modesOf returns a weapon of several profiles as it attacks, each of them apart.
func modesOf(of *catalog.Weapon) []Weapon {
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
	if !p.some {
		u.Rules = a.times(u.Rules, uses, p.each)
		return
	}
	own := a.times(nil, uses, p.each)
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

// times adds uses to all, n times over.
func (a *assembly) times(all, uses []rules.Use, n int) []rules.Use {
	for range n {
		for _, r := range uses {
			all = a.combine(all, r)
		}
	}
	return all
}

// combine adds a rule to those that there are: ratings of the same rule add
// up, or the highest counts, and a rule without a rating is there once
// (docs/rules-notes.md, Upgrades).
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

// settle sets the effects of the unit's rules on list building.
func (a *assembly) settle(u *Unit) {
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
			u.cast(e, r, u.Models)
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
					u.cast(e, r, group.Count)
				}
			}
		}
		group.Tough = max(1, base+own)
	}
}

// Pooled is how many of its spell tokens the unit has for each of its models that
// lives, together, for a round; 0 for tokens that are a model's own.
func (u *Unit) Pooled() int {
	if u.pooled == 0 || u.pooled != u.Tokens {
		return 0
	}
	return u.pooled / max(1, u.Models)
}

// cast counts the spell tokens that an effect of so many models' rule gives:
// to each of them, or to the unit together.
func (u *Unit) cast(e *rules.Effect, r rules.Use, models int) {
	if e.To == rules.ToUnit {
		u.pooled += models * e.Tokens.ForUse(r)
		u.Tokens = max(u.Tokens, u.pooled)
		return
	}
	u.Tokens = max(u.Tokens, e.Tokens.ForUse(r))
}
