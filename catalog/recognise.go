package catalog

import (
	"slices"
	"strings"
)

// RecogniseOption returns the option of a unit that corresponds to was, an option in another
// version of the book; ok is false if there is none. It looks for the same imported id (Source),
// then for the same words, then for the same name with another profile, each first in the same
// section. It uses the book's own ids if was has no Source, or if all else fails. Empty fields of
// was are unknown, since a list may state ids alone.
func (b *Book) RecogniseOption(u *Unit, was Choice) (now Choice, ok bool) {
	all := b.UnitChoices(u)
	for n := 0; n < matchTestCount && !ok; n++ {
		now, ok = was.matchByTest(n, all, func(*Option) bool { return true })
	}
	return now, ok
}

// matchTestCount is the number of tests by which matchByTest compares options.
const matchTestCount = 11

// matchByTest returns the choice in among with an option that passes free and corresponds to c by
// the n-th test. The tests go from the most to the least reliable.
func (c Choice) matchByTest(n int, among []Choice, free func(*Option) bool) (now Choice, ok bool) {
	o := c.Option
	own := func(other *Option) bool { return other.ID == o.ID }
	tests := [...]func(*Option) bool{
		func(other *Option) bool { return o.Source != "" && other.Source == o.Source },
		func(other *Option) bool { return o.Source == "" && own(other) },
		func(other *Option) bool { return o.Name != "" && o.Alike(other) },
		func(other *Option) bool { return o.Name != "" && MatchKey(o.Name) == MatchKey(other.Name) },
		own,
	}
	if test := n / 2; test < len(tests) {
		i := slices.IndexFunc(among, func(other Choice) bool {
			return free(other.Option) && (n%2 == 1 || c.sameSection(other)) && tests[test](other.Option)
		})
		if i < 0 {
			return Choice{}, false
		}
		return among[i], true
	}
	return onlyMatch(among, func(other Choice) bool {
		return free(other.Option) && (o.Name != "" && cutBrackets(o.Name) == cutBrackets(other.Option.Name) ||
			o.Name == "" && cutIDSuffix(o.ID) == cutIDSuffix(other.Option.ID))
	})
}

// onlyMatch returns the one choice that passes a test; ok is false if none or several do.
func onlyMatch(among []Choice, test func(Choice) bool) (found Choice, ok bool) {
	for _, c := range among {
		if !test(c) {
			continue
		}
		if ok {
			return Choice{}, false
		}
		found, ok = c, true
	}
	return found, ok
}

// sameSection reports whether two versions of a book offer the choices in the same section.
func (c Choice) sameSection(other Choice) bool {
	a, b := c.Section, other.Section
	return a != nil && (a.Source != "" && a.Source == b.Source || a.Label != "" && MatchKey(a.Label) == MatchKey(b.Label))
}

// Alike reports whether two options have the same name and give the same gear.
func (o *Option) Alike(other *Option) bool {
	if cutBrackets(o.Name) != cutBrackets(other.Name) {
		return false
	}
	if o.IsEmpty() && other.IsEmpty() {
		return MatchKey(o.Name) == MatchKey(other.Name)
	}
	return len(Loadout{Gear: o.Gear}.Changes(Loadout{Gear: other.Gear})) == 0
}

// IsEmpty reports whether there is no gear.
func (g *Gear) IsEmpty() bool { return len(g.Rules)+len(g.Weapons)+len(g.Items) == 0 }

// cutBrackets returns an option's name for comparing names, without any text in brackets.
func cutBrackets(name string) string {
	name, _, _ = strings.Cut(name, " (")
	return MatchKey(name)
}

// cutIDSuffix returns an option's id without the suffix that distinguishes options of the same
// name: energy-sword-for-shield, energy-sword-2.
func cutIDSuffix(id string) string {
	id, _, _ = strings.Cut(id, "-for-")
	if at := strings.LastIndexByte(id, '-'); at > 0 && strings.Trim(id[at+1:], "0123456789") == "" {
		return id[:at]
	}
	return id
}
