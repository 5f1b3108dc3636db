package form

import (
	"slices"

	"muster/catalog"
	"muster/rules"
)

// A Kit is everything that a unit has: its models, weapons, items and rules, by name.
type Kit struct {
	modelCount, quality, defense int // modelCount is the number of models
	weapons                      []heldWeapon
	items                        []heldItem
	rules                        []heldRule
}

// A heldWeapon is a weapon of a kit and the number of its copies.
type heldWeapon struct {
	catalog.Weapon
	count      int
	addedRules []rules.Use // rules that options add to it
}

// A heldItem is an item of a kit and the number of its copies.
type heldItem struct {
	*catalog.Item
	count int
}

// A heldRule is a rule that some or all of a unit's models have.
type heldRule struct {
	rules.Use
	modelCount int // number of models that have it; 0 for all
}

// KitOf returns the models, weapons, items and rules of a unit without upgrades.
func KitOf(u *catalog.Unit) *Kit {
	k := &Kit{modelCount: max(1, u.Size), quality: u.Quality, defense: u.Defense}
	k.addGear(&u.Gear, 1)
	k.rules = k.rules[:0]
	k.addRules(u.Rules, k.modelCount)
	return k
}

// addGear adds gear to the kit a number of times.
func (k *Kit) addGear(g *catalog.Gear, times int) {
	for _, w := range g.Weapons {
		k.weapons = append(k.weapons, heldWeapon{Weapon: w, count: w.Count * times})
	}
	for i := range g.Items {
		k.items = append(k.items, heldItem{&g.Items[i], max(1, g.Items[i].Count) * times})
	}
	k.addRules(g.Rules, times)
}

// addRules adds rules that a number of models have; 0 for all.
func (k *Kit) addRules(uses []rules.Use, models int) {
	if models >= k.modelCount {
		models = 0
	}
	for _, use := range uses {
		k.rules = append(k.rules, heldRule{use, models})
	}
}

// clone returns a copy of the kit that may be changed.
func (k *Kit) clone() *Kit {
	other := *k
	other.weapons, other.items, other.rules = slices.Clone(k.weapons), slices.Clone(k.items), slices.Clone(k.rules)
	return &other
}

// countGear returns the number of weapons and items in the kit with a name, given as its key.
func (k *Kit) countGear(key string) (n int) {
	for i := range k.weapons {
		if k.weapons[i].NameKey() == key {
			n += k.weapons[i].count
		}
	}
	for _, it := range k.items {
		if it.NameKey() == key {
			n += it.count
			continue
		}
		for j := range it.Weapons {
			if it.Weapons[j].NameKey() == key {
				n += it.Weapons[j].Count * it.count
			}
		}
	}
	return n
}

// remove takes away at most count of the kit's weapons and items with a name, given as its key.
func (k *Kit) remove(key string, count int) {
	for i := range k.weapons {
		if w := &k.weapons[i]; w.NameKey() == key && count > 0 {
			n := min(count, w.count)
			w.count -= n
			count -= n
		}
	}
	for i := range k.items {
		it := &k.items[i]
		if it.NameKey() == key {
			n := min(count, it.count)
			it.count -= n
			count -= n
			continue
		}
		for _, w := range it.Weapons {
			if w.NameKey() == key && count > 0 {
				n := min(count, w.Count*it.count)
				k.weapons = append(k.weapons, heldWeapon{Weapon: w, count: -n})
				count -= n
			}
		}
	}
}

// addMissingTarget adds the weapon or item that a section of options replaces or upgrades, taken
// from another option that gives it. It reports whether there is such an option.
func (k *Kit) addMissingTarget(sections []*catalog.Section, t *catalog.Target) bool {
	for _, s := range sections {
		for i := range s.Options {
			o := &s.Options[i]
			for _, w := range o.Weapons {
				if w.NameKey() == t.NameKey() {
					k.weapons = append(k.weapons, heldWeapon{Weapon: w, count: t.Count})
					return true
				}
			}
			for j := range o.Items {
				it := &o.Items[j]
				if it.NameKey() == t.NameKey() {
					k.items = append(k.items, heldItem{it, t.Count})
					return true
				}
				for _, w := range it.Weapons {
					if w.NameKey() == t.NameKey() {
						k.weapons = append(k.weapons, heldWeapon{Weapon: w, count: t.Count})
						return true
					}
				}
			}
		}
	}
	return false
}

// Choose returns the kits without and with an option. If the option replaces or upgrades something
// that the unit lacks, both kits first get another option that gives it; ok is false if no option
// does.
func (k *Kit) Choose(sections []*catalog.Section, s *catalog.Section, o *catalog.Option) (before, after *Kit, ok bool) {
	before = k.clone()
	for i := range s.TargetGear {
		t := &s.TargetGear[i]
		if before.countGear(t.NameKey()) < t.Count && !before.addMissingTarget(sections, t) {
			return nil, nil, false
		}
	}
	after = before.clone()
	times := 1
	if s.ModelQuantity.Kind == catalog.AllQuantity {
		times = k.modelCount
	}
	if s.Kind == catalog.Replace {
		for i := range s.TargetGear {
			t := &s.TargetGear[i]
			n := t.Count
			if s.ModelQuantity.Kind == catalog.AllQuantity {
				times = max(1, before.countGear(t.NameKey())/t.Count)
				n = times * t.Count
			}
			after.remove(t.NameKey(), n)
		}
	}
	if s.Kind != catalog.Replace && len(s.TargetGear) > 0 && len(o.Weapons)+len(o.Items) == 0 {
		n := s.TargetGear[0].Count
		if s.ModelQuantity.Kind == catalog.AllQuantity {
			n = before.countGear(s.TargetGear[0].NameKey())
		}
		if after.attachRules(s.TargetGear[0].NameKey(), n, o.Rules) {
			return before, after, true
		}
	}
	after.addGear(&o.Gear, times)
	return before, after, true
}

// attachRules adds rules to at most count of the kit's weapons with a name, given as its key, and
// reports whether there are such weapons.
func (k *Kit) attachRules(key string, count int, uses []rules.Use) bool {
	for i := range k.weapons {
		w := &k.weapons[i]
		if w.NameKey() != key || w.count == 0 {
			continue
		}
		better := *w
		better.count, better.addedRules = min(count, w.count), uses
		k.weapons[i].count -= better.count
		k.weapons = append(k.weapons, better)
		return true
	}
	return false
}
