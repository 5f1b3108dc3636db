package gf

import (
	"fmt"
	"slices"
	"strings"

	"muster/catalog"
)

// OpenSection is a section of a unit's upgrades with the state of its options.
type OpenSection struct {
	Section       *catalog.Section
	ChosenCount   int  // number of choices made in it
	MaxChosen     int  // maximum number of choices, including those made; 0 for no limit
	OncePerOption bool // each of its options can be chosen once only
	// WhyNot is a short reason why nothing can be chosen; "" if something is or can be chosen.
	WhyNot  string
	Options []OpenOption
	// GivenBy lists the options of other sections that give equipment which the section replaces or
	// upgrades, and which the unit has by no other way. Only OpenUpgrades sets it.
	GivenBy []*catalog.Option
}

// OpenOption is an option with its price for the unit, the number of times that it is chosen, and
// the number of further choices; WhyNot is the reason if there are none.
type OpenOption struct {
	Option      *catalog.Option
	Cost        int
	ChosenCount int
	ChoicesLeft int
	WhyNot      string
	// SwapFrom is the most often chosen option of the section that could be exchanged for this one,
	// if this one cannot be added; else nil. Only OpenUpgrades sets it.
	SwapFrom *OpenOption
}

// OpenUpgrades lists the upgrades of a unit of the list in the book's order, including those that
// can no longer be chosen. It is nil for an unknown id.
func (a *Army) OpenUpgrades(id string) []OpenSection {
	u := a.Unit(id)
	if u == nil {
		return nil
	}
	all := a.OpenSectionsOf(u)
	for i := range all {
		a.findSwaps(u, &all[i])
		for _, t := range all[i].Section.TargetGear {
			if !providesGear(&u.BookUnit.Gear, t) {
				all[i].GivenBy = append(all[i].GivenBy, optionsGiving(u.Book, u.BookUnit, all[i].Section, t)...)
			}
		}
	}
	return all
}

// findSwaps sets SwapFrom of each option that cannot be chosen because of another choice in the
// section.
func (a *Army) findSwaps(u *Unit, open *OpenSection) {
	if open.ChosenCount == 0 || open.OncePerOption {
		return
	}
	without := map[*OpenOption]*assembly{} // the unit with one less of an option
	for i := range open.Options {
		o := &open.Options[i]
		if o.ChoicesLeft > 0 {
			continue
		}
		var from *OpenOption
		for j := range open.Options {
			if other := &open.Options[j]; other != o && other.ChosenCount > 0 &&
				(from == nil || other.ChosenCount > from.ChosenCount) {
				from = other
			}
		}
		if from == nil {
			continue
		}
		if without[from] == nil {
			without[from] = a.withOneChoiceLess(u, from.Option.ID)
		}
		if without[from].choicesLeftFor(catalog.Choice{Section: open.Section, Option: o.Option}).count > 0 {
			o.SwapFrom = from
		}
	}
}

// withOneChoiceLess returns a unit without the last choice of an option.
func (a *Army) withOneChoiceLess(u *Unit, option string) *assembly {
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
	less := assemble(u.Book, u.Book.RuleSet(a.Game), u.BookUnit)
	less.applyEntry(&list, u.index)
	return less
}

// OpenSectionsOf lists the upgrades of one of the army's units, as OpenUpgrades does, but without
// SwapFrom.
func (a *Army) OpenSectionsOf(u *Unit) []OpenSection {
	state, _ := a.assemblyOf(u.index) // its book has it
	return state.openSections()
}

func (a *assembly) openSections() []OpenSection {
	var all []OpenSection
	for _, s := range a.book.Sections(a.bookUnit) {
		open := OpenSection{Section: s}
		for i := range s.Options {
			o := &s.Options[i]
			c := catalog.Choice{Section: s, Option: o}
			r := a.choicesLeftFor(c)
			option := OpenOption{Option: o, Cost: o.CostFor(a.bookUnit.ID), ChoicesLeft: r.count}
			open.ChosenCount, option.ChosenCount = a.countChoicesMade(c)
			if r.count == 0 {
				option.WhyNot = a.limitText(c, r)
			}
			open.Options = append(open.Options, option)
		}
		r := a.choicesLeftIn(s)
		open.OncePerOption = r.maxima.perOption == 1
		if r.count < unlimitedChoices-open.ChosenCount {
			open.MaxChosen = open.ChosenCount + max(0, r.count)
		}
		if r.count <= 0 && open.ChosenCount == 0 {
			open.WhyNot = a.missingGearText(s)
		}
		all = append(all, open)
	}
	return all
}

// missingGearText names briefly the equipment that a section replaces or upgrades and the unit
// lacks, or the options that provide it.
func (a *assembly) missingGearText(s *catalog.Section) string {
	for _, t := range s.TargetGear {
		all, free := a.countPieces(t)
		switch n := piecesPerChoice(s, t); {
		case free >= n:
			continue
		case all >= n:
			return fmt.Sprintf("each %s carries an upgrade already", t)
		}
		var names []string
		for _, o := range optionsGiving(a.book, a.bookUnit, s, t) {
			if !slices.Contains(names, o.Name) {
				names = append(names, o.Name)
			}
		}
		if len(names) == 0 {
			return fmt.Sprintf("the unit has no %s left", t)
		}
		return "first take " + strings.Join(names, " or ")
	}
	return ""
}

// optionsGiving returns the options of a unit that provide the equipment that a target of section s
// names, without those of s.
func optionsGiving(book *catalog.Book, unit *catalog.Unit, s *catalog.Section, t catalog.Target) (all []*catalog.Option) {
	for _, other := range book.Sections(unit) {
		for i := range other.Options {
			if o := &other.Options[i]; other != s && providesGear(&o.Gear, t) {
				all = append(all, o)
			}
		}
	}
	return all
}

// providesGear reports whether gear has the equipment that a target names.
func providesGear(gear *catalog.Gear, t catalog.Target) bool {
	return slices.ContainsFunc(gear.Weapons, func(w catalog.Weapon) bool { return w.NameKey() == t.NameKey() }) ||
		slices.ContainsFunc(gear.Items, func(item catalog.Item) bool {
			return item.NameKey() == t.NameKey() ||
				slices.ContainsFunc(item.Weapons, func(w catalog.Weapon) bool { return w.NameKey() == t.NameKey() })
		})
}
