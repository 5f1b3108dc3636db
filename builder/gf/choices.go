package gf

import (
	"fmt"
	"slices"
	"strings"

	"muster/catalog"
)

// Open is a section of a unit's upgrades with the state of its options.
type Open struct {
	Section *catalog.Section
	Chosen  int  // number of choices made in it
	Most    int  // limit of choices, including those made; 0 for no limit
	Once    bool // each of its options can be chosen once only
	// Why is a short reason why nothing can be chosen; "" if something is or can be chosen.
	Why     string
	Options []OpenOption
}

// OpenOption is an option with its price for the unit, its count, and the number of further
// choices; Why is the reason if that is 0.
type OpenOption struct {
	Option *catalog.Option
	Cost   int
	Chosen int
	Left   int
	Why    string
	// SwapFrom is the most often chosen option of the section that could be exchanged for this one, if
	// this one cannot be added; else nil. Only Army.Open sets it.
	SwapFrom *OpenOption
}

// Open lists the upgrades of a unit of the list in the book's order, including those that can no
// longer be chosen. It is nil for an unknown id.
func (a *Army) Open(id string) []Open {
	u := a.Unit(id)
	if u == nil {
		return nil
	}
	all := a.OpenTo(u)
	for i := range all {
		a.findFrom(u, &all[i])
	}
	return all
}

// findFrom sets From of the options that another choice in the section blocks.
func (a *Army) findFrom(u *Unit, open *Open) {
	if open.Chosen == 0 || open.Once {
		return
	}
	without := map[*OpenOption]*assembly{} // the unit with one less of an option
	for i := range open.Options {
		o := &open.Options[i]
		if o.Left > 0 {
			continue
		}
		var from *OpenOption
		for j := range open.Options {
			if other := &open.Options[j]; other != o && other.Chosen > 0 && (from == nil || other.Chosen > from.Chosen) {
				from = other
			}
		}
		if from == nil {
			continue
		}
		if without[from] == nil {
			without[from] = a.withOneLess(u, from.Option.ID)
		}
		if without[from].roomFor(catalog.Choice{Section: open.Section, Option: o.Option}).count > 0 {
			o.SwapFrom = from
		}
	}
}

// withOneLess returns a unit without its last choice of an option.
func (a *Army) withOneLess(u *Unit, option string) *assembly {
	list := *a.List
	list.Units = slices.Clone(list.Units)
	upgrades := slices.Clone(list.Units[u.index].Upgrades)
	for i, c := range slices.Backward(upgrades) {
		if c.Option == option {
			if upgrades[i].Count--; upgrades[i].Count == 0 {
				upgrades = slices.Delete(upgrades, i, i+1)
			}
			break
		}
	}
	list.Units[u.index].Upgrades = upgrades
	less := assemble(u.Book, u.Book.RuleSet(a.Game), u.Of)
	less.applyEntry(&list, u.index)
	return less
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
				option.Why = a.limitText(c, r)
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

// missing names briefly the missing parts of a section, or the options that provide them.
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
