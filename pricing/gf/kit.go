package gf

import (
	"slices"

	"muster/catalog"
	"muster/rules"
)

// A kit is all that a unit has, before its rules are understood.
type kit struct {
	size, quality, defense int
	weapons                []carried
	items                  []owned
	rules                  []had
}

// A carried is a weapon with how many there are of it.
type carried struct {
	catalog.Weapon
	count int
	more  []rules.Use // rules that an option puts onto it
}

// An owned is an item with how many there are of it.
type owned struct {
	*catalog.Item
	count int
}

// A had is a rule of so many models; of 0 if of all.
type had struct {
	rules.Use
	models int
}

// kitOf is the kit of a unit without upgrades.
func kitOf(u *catalog.Unit) *kit {
	k := &kit{size: max(1, u.Size), quality: u.Quality, defense: u.Defense}
	k.take(&u.Gear, 1)
	k.rules = k.rules[:0]
	k.give(u.Rules, k.size)
	return k
}

// take adds what gear holds, so many times.
func (k *kit) take(g *catalog.Gear, times int) {
	for _, w := range g.Weapons {
		k.weapons = append(k.weapons, carried{Weapon: w, count: w.Count * times})
	}
	for i := range g.Items {
		k.items = append(k.items, owned{&g.Items[i], max(1, g.Items[i].Count) * times})
	}
	k.give(g.Rules, times)
}

func (k *kit) give(uses []rules.Use, models int) {
	if models >= k.size {
		models = 0
	}
	for _, use := range uses {
		k.rules = append(k.rules, had{use, models})
	}
}

// clone is a copy that may be changed.
func (k *kit) clone() *kit {
	other := *k
	other.weapons, other.items, other.rules = slices.Clone(k.weapons), slices.Clone(k.items), slices.Clone(k.rules)
	return &other
}

// has returns how many there are of what has a name.
func (k *kit) has(key string) (n int) {
	for i := range k.weapons {
		if k.weapons[i].Key() == key {
			n += k.weapons[i].count
		}
	}
	for _, it := range k.items {
		if it.Key() == key {
			n += it.count
			continue
		}
		for j := range it.Weapons {
			if it.Weapons[j].Key() == key {
				n += it.Weapons[j].Count * it.count
			}
		}
	}
	return n
}

// drop takes so many of what has a name away.
func (k *kit) drop(key string, count int) {
	for i := range k.weapons {
		if w := &k.weapons[i]; w.Key() == key && count > 0 {
			n := min(count, w.count)
			w.count -= n
			count -= n
		}
	}
	for i := range k.items {
		it := &k.items[i]
		if it.Key() == key {
			n := min(count, it.count)
			it.count -= n
			count -= n
			continue
		}
		for _, w := range it.Weapons {
			if w.Key() == key && count > 0 {
				n := min(count, w.Count*it.count)
				k.weapons = append(k.weapons, carried{Weapon: w, count: -n})
				count -= n
			}
		}
	}
}

// equip adds what a section's target names, from the options that give it, until
// there are as many as are asked for.
func (k *kit) equip(sections []*catalog.Section, t *catalog.Target) bool {
	for _, s := range sections {
		for i := range s.Options {
			o := &s.Options[i]
			for _, w := range o.Weapons {
				if w.Key() == t.Key() {
					k.weapons = append(k.weapons, carried{Weapon: w, count: t.Count})
					return true
				}
			}
			for j := range o.Items {
				it := &o.Items[j]
				if it.Key() == t.Key() {
					k.items = append(k.items, owned{it, t.Count})
					return true
				}
				for _, w := range it.Weapons {
					if w.Key() == t.Key() {
						k.weapons = append(k.weapons, carried{Weapon: w, count: t.Count})
						return true
					}
				}
			}
		}
	}
	return false
}

// choose is what the unit has without and with an option; ok is false if nothing
// in the book has what the option builds on.
func (k *kit) choose(sections []*catalog.Section, s *catalog.Section, o *catalog.Option) (before, after *kit, ok bool) {
	before = k.clone()
	for i := range s.Targets {
		t := &s.Targets[i]
		if before.has(t.Key()) < t.Count && !before.equip(sections, t) {
			return nil, nil, false
		}
	}
	after = before.clone()
	times := 1
	if s.Affects.Word == catalog.All {
		times = k.size
	}
	if s.Kind == catalog.Replace {
		for i := range s.Targets {
			t := &s.Targets[i]
			n := t.Count
			if s.Affects.Word == catalog.All {
				times = max(1, before.has(t.Key())/t.Count)
				n = times * t.Count
			}
			after.drop(t.Key(), n)
		}
	}
	if s.Kind != catalog.Replace && len(s.Targets) > 0 && len(o.Weapons)+len(o.Items) == 0 {
		n := s.Targets[0].Count
		if s.Affects.Word == catalog.All {
			n = before.has(s.Targets[0].Key())
		}
		if after.attach(s.Targets[0].Key(), n, o.Rules) {
			return before, after, true
		}
	}
	after.take(&o.Gear, times)
	return before, after, true
}

// attach puts rules onto weapons of a name, and reports whether there are any.
func (k *kit) attach(key string, count int, uses []rules.Use) bool {
	for i := range k.weapons {
		w := &k.weapons[i]
		if w.Key() != key || w.count == 0 {
			continue
		}
		better := *w
		better.count, better.more = min(count, w.count), uses
		k.weapons[i].count -= better.count
		k.weapons = append(k.weapons, better)
		return true
	}
	return false
}
