package gf

import (
	"fmt"
	"slices"
	"strings"

	"muster/catalog"
)

// Open is a section of a unit's upgrades with the options still open in it.
type Open struct {
	Section *catalog.Section
	Chosen  int  // choices made in it
	Most    int  // choices that fit, those made among them; 0 for any number
	Once    bool // none of its options can be chosen twice
	// Why says in a few words why nothing of it can be chosen and nothing is; "" if
	// that is not so.
	Why     string
	Options []OpenOption
}

// OpenOption is an option with its price for the unit, its count, and the number of further
// times that it can be chosen; Why gives the reason if that is 0.
type OpenOption struct {
	Option *catalog.Option
	Cost   int
	Chosen int
	Left   int
	Why    string
}

// Open lists the upgrades of a unit of the list, those that can still be
// chosen and those that cannot, in the book's order. It is nil for an id that
// is not in the list.
func (a *Army) Open(id string) []Open {
	u := a.Unit(id)
	if u == nil {
		return nil
	}
	return a.OpenTo(u)
}

// OpenTo returns Open for one of the army's units.
func (a *Army) OpenTo(u *Unit) []Open {
	state, _ := a.assembly(u.index) // its book has it
	return state.open()
}

func (a *assembly) open() []Open {
	var all []Open
	for _, s := range a.book.Sections(a.of) {
		open := Open{Section: s}
		for i := range s.Options {
			o := &s.Options[i]
			c := catalog.Choice{Section: s, Option: o}
			r := a.roomFor(c)
			option := OpenOption{Option: o, Cost: o.CostFor(a.of.ID), Left: r.count}
			open.Chosen, option.Chosen = a.uses(c)
			if r.count == 0 {
				option.Why = a.why(c, r)
			}
			open.Options = append(open.Options, option)
		}
		r := a.roomIn(s)
		open.Once = r.limits.each == 1
		if r.count < unlimited-open.Chosen {
			open.Most = open.Chosen + max(0, r.count)
		}
		if r.count <= 0 && open.Chosen == 0 {
			open.Why = a.missing(s)
		}
		all = append(all, open)
	}
	return all
}

// missing says briefly what a section lacks, or names the options that provide it.
func (a *assembly) missing(s *catalog.Section) string {
	for _, t := range s.Targets {
		all, free := a.count(t)
		switch n := need(s, t); {
		case free >= n:
			continue
		case all >= n:
			return fmt.Sprintf("each %s carries an upgrade already", t)
		}
		var names []string
		for _, other := range a.book.Sections(a.of) {
			for i := range other.Options {
				if o := &other.Options[i]; other != s && gives(o, t) && !slices.Contains(names, o.Name) {
					names = append(names, o.Name)
				}
			}
		}
		if len(names) == 0 {
			return fmt.Sprintf("the unit has no %s left", t)
		}
		return "first take " + strings.Join(names, " or ")
	}
	return ""
}

// gives reports whether an option provides the equipment that a target names.
func gives(o *catalog.Option, t catalog.Target) bool {
	return slices.ContainsFunc(o.Weapons, func(w catalog.Weapon) bool { return w.Key() == t.Key() }) ||
		slices.ContainsFunc(o.Items, func(item catalog.Item) bool {
			return item.Key() == t.Key() ||
				slices.ContainsFunc(item.Weapons, func(w catalog.Weapon) bool { return w.Key() == t.Key() })
		})
}
