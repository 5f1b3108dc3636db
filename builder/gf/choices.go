package gf

import "muster/catalog"

// Open is a section of a unit's upgrades with what can still be chosen in it.
type Open struct {
	Section *catalog.Section
	Options []OpenOption
}

// OpenOption is an option with its price for the unit and how often it can
// still be chosen; Why says what stands in the way when it cannot.
type OpenOption struct {
	Option *catalog.Option
	Cost   int
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
			if r.count == 0 {
				option.Why = a.why(c, r)
			}
			open.Options = append(open.Options, option)
		}
		all = append(all, open)
	}
	return all
}
