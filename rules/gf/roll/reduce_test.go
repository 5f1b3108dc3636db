package roll_test

import (
	"reflect"
	"slices"

	"muster/rules"
	"muster/rules/gf"
)

// reduce makes a duel smaller, a step at a time, as long as it keeps its fault:
// what is left is worth working out by hand.
func reduce(d gf.Duel, house []rules.Rule, faulty func(gf.Duel) bool) (gf.Duel, []rules.Rule) {
	for changed := true; changed; {
		changed = false
		for step := 0; ; step++ {
			smaller, fewer := copyDuel(d), copyRules(house)
			n := step
			if !simplify(reflect.ValueOf(&smaller).Elem(), &n) && !simplify(reflect.ValueOf(&fewer).Elem(), &n) {
				break // there are no more steps
			}
			set := rules.NewSet(copyRules(fewer), d.System.Set())
			smaller.Attacker.Set, smaller.Target.Set = set, set
			if len(smaller.Attacker.Groups) > 0 && len(smaller.Target.Groups) > 0 && faulty(smaller) {
				d, house, changed = smaller, fewer, true
				step--
			}
		}
	}
	return d, house
}

// simplify takes the n-th of the steps that make a value smaller, counting n
// down on the way, and tells whether there was one.
func simplify(v reflect.Value, n *int) bool {
	take := func() bool {
		*n--
		return *n < 0
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			switch v.Type().Field(i).Name {
			case "System", "Set", "Quality", "Defense", "Start", "Needs", "Ward", "Regeneration", "RepeatMorale",
				"EnemyTough", "EnemyDefense", "RerollBlocks", "Name", "Mode", "Rating", "Rated", "Summary", "Combine", "Origin", "Source", "Unread", "X", "On", "Of", "Picks":
				continue
			}
			if simplify(v.Field(i), n) {
				return true
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if take() {
				v.Set(reflect.AppendSlice(v.Slice(0, i), v.Slice(i+1, v.Len())))
				return true
			}
			if simplify(v.Index(i), n) {
				return true
			}
		}
	case reflect.Pointer:
		if v.IsNil() {
			return false
		}
		if take() {
			v.SetZero()
			return true
		}
		return v.Elem().Kind() == reflect.Struct && simplify(v.Elem(), n)
	case reflect.Int:
		if v.Int() > 1 && take() {
			v.SetInt(v.Int() - 1)
			return true
		}
	case reflect.Bool:
		if v.Bool() && take() {
			v.SetBool(false)
			return true
		}
	}
	return false
}

// copyDuel copies a duel with all that it holds.
func copyDuel(d gf.Duel) gf.Duel {
	for _, s := range []*gf.Side{&d.Attacker, &d.Target} {
		s.Rules, s.Weapons, s.Groups = slices.Clone(s.Rules), copyWeapons(s.Weapons), slices.Clone(s.Groups)
		for i := range s.Groups {
			g := &s.Groups[i]
			g.Rules, g.Weapons = slices.Clone(g.Rules), copyWeapons(g.Weapons)
		}
		if s.Hero != nil {
			h := *s.Hero
			h.Rules, h.Weapons = slices.Clone(h.Rules), copyWeapons(h.Weapons)
			s.Hero = &h
		}
	}
	return d
}

func copyWeapons(weapons []gf.Weapon) []gf.Weapon {
	weapons = slices.Clone(weapons)
	for i := range weapons {
		weapons[i].Rules = slices.Clone(weapons[i].Rules)
	}
	return weapons
}

func copyRules(all []rules.Rule) []rules.Rule {
	all = slices.Clone(all)
	for i := range all {
		all[i].Effects = slices.Clone(all[i].Effects)
		for j := range all[i].Effects {
			e := &all[i].Effects[j]
			e.Gives, e.Ignore, e.IgnoreRules = slices.Clone(e.Gives), slices.Clone(e.Ignore), slices.Clone(e.IgnoreRules)
		}
	}
	return all
}
