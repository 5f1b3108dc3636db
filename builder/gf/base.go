package gf

import (
	"slices"
	"strconv"

	"muster/rules"
)

// Wounds lists how many wounds each model of the unit takes, the least first.
func (u *Unit) Wounds() []int {
	wounds := make([]int, u.Models)
	for i := range wounds {
		wounds[i] = u.Tough
	}
	at := u.Models
	for _, some := range u.Some {
		if some.Tough == u.Tough {
			continue
		}
		for range some.Count {
			if at == 0 {
				break
			}
			at--
			wounds[at] = some.Tough
		}
	}
	slices.Sort(wounds)
	return wounds
}

// OneBase returns the unit as one base that stands for all its models: each
// weapon has the attacks of all its copies, and the base takes as many wounds
// as the models together, so as many as there are models if none is tougher
// (GF 2.7, Small Scale; docs/rules-notes.md, Lists). Rules of some of the models stay with
// how many of them had them.
func (u *Unit) OneBase(game *rules.System) *Unit {
	base := *u
	base.Models, base.Tough = 1, 0
	for _, w := range u.Wounds() {
		base.Tough += w
	}
	base.Weapons = slices.Clone(u.Weapons)
	for i := range base.Weapons {
		w := &base.Weapons[i]
		w.Count, w.Attacks = 1, w.Attacks*w.Count
	}
	base.Rules = withTough(u.Rules, base.Tough, u.Book.RuleSet(game))
	return &base
}

// withTough gives the rule that makes models tough another rating.
func withTough(uses []rules.Use, tough int, set *rules.Set) []rules.Use {
	changed := slices.Clone(uses)
	for i, use := range changed {
		rule := set.Find(use.Name)
		if rule != nil && slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Tough.X }) {
			changed[i].Rating = strconv.Itoa(tough)
		}
	}
	return changed
}
