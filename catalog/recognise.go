package catalog

import (
	"slices"
	"strings"
)

// Recognise returns the option of a unit that an option of another version of the book has become;
// ok is false for one that is gone. It is the one with the same id of elsewhere, else with the same
// words, else with the same name and another profile; each is looked for in the same section first.
// The book's own ids decide where was has no id of elsewhere, and at last. What is not known of was
// is left empty: a list may state ids alone. free, unless nil, reports whether an option may be
// taken.
func (b *Book) Recognise(u *Unit, was Choice, free func(*Option) bool) (now Choice, ok bool) {
	var open []Choice
	for _, s := range b.Sections(u) {
		for i := range s.Options {
			if free == nil || free(&s.Options[i]) {
				open = append(open, Choice{s, &s.Options[i]})
			}
		}
	}
	o := was.Option
	elsewhere := func(c Choice) bool { return o.Source != "" && c.Option.Source == o.Source }
	own := func(c Choice) bool { return c.Option.ID == o.ID }
	tests := []func(Choice) bool{
		elsewhere,
		func(c Choice) bool { return o.Source == "" && own(c) },
		func(c Choice) bool { return o.Name != "" && o.Alike(c.Option) },
		func(c Choice) bool { return o.Name != "" && MatchKey(o.Name) == MatchKey(c.Option.Name) },
		own,
	}
	for _, test := range tests {
		within := func(c Choice) bool { return was.sameSection(c) && test(c) }
		for _, test := range []func(Choice) bool{within, test} {
			if i := slices.IndexFunc(open, test); i >= 0 {
				return open[i], true
			}
		}
	}
	return only(open, func(c Choice) bool {
		return o.Name != "" && bareName(o.Name) == bareName(c.Option.Name) ||
			o.Name == "" && bareID(o.ID) == bareID(c.Option.ID)
	})
}

// only returns the one choice that passes a test; ok is false if none or several do.
func only(among []Choice, test func(Choice) bool) (found Choice, ok bool) {
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

// Alike reports whether the option is called like another and gives the same.
func (o *Option) Alike(other *Option) bool {
	if bareName(o.Name) != bareName(other.Name) {
		return false
	}
	if o.IsEmpty() && other.IsEmpty() {
		return MatchKey(o.Name) == MatchKey(other.Name)
	}
	return len(Loadout{Gear: o.Gear}.Changes(Loadout{Gear: other.Gear})) == 0
}

// IsEmpty reports whether there is no gear.
func (g *Gear) IsEmpty() bool { return len(g.Rules)+len(g.Weapons)+len(g.Items) == 0 }

// bareName is an option's name in the form for comparing names, without brackets.
func bareName(name string) string {
	name, _, _ = strings.Cut(name, " (")
	return MatchKey(name)
}

// bareID is an option's id without what tells it from others of its name: energy-sword-for-shield,
// energy-sword-2.
func bareID(id string) string {
	id, _, _ = strings.Cut(id, "-for-")
	if at := strings.LastIndexByte(id, '-'); at > 0 && strings.Trim(id[at+1:], "0123456789") == "" {
		return id[:at]
	}
	return id
}
