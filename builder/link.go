package builder

import (
	"cmp"
	"slices"
	"strings"

	"muster/builder/fad"
	"muster/builder/finding"
	fight "muster/rules/fad"
)

// LinkChoices are the units with which one can be linked in one way, as its key
// in the file names it: "join", "combine", "in". Of the other side of a link, a
// transport's or that of a unit that heroes join, they are those that can be linked to
// it.
type LinkChoices struct {
	Key    string
	With   []Unit   // those that it can be linked to, and those that it is
	Linked []string // the ids of those that it is
	// Not are others of the kind to which it cannot be linked, and why.
	Not []Unlinkable
}

// Unlinkable is a unit that another cannot be linked to, and why.
type Unlinkable struct {
	Unit
	Why string
}

// Links lists the ways in which a unit can be linked to others of its list, or
// is. Each was tried, and causes no error of its own.
func Links(r Roster, id string) []LinkChoices {
	return links(r, id, func(u Unit) (from, to string) { return id, u.ID })
}

// LinkedTo lists the ways in which others of the list can be linked to a unit, or are.
func LinkedTo(r Roster, id string) []LinkChoices {
	return links(r, id, func(u Unit) (from, to string) { return u.ID, id })
}

func links(r Roster, id string, way func(other Unit) (from, to string)) []LinkChoices {
	ids := IDs(r.Document()) // whose order stays, whatever is linked
	if !slices.Contains(ids, id) {
		return nil
	}
	units := r.Units()
	slices.SortStableFunc(units, func(a, b Unit) int { return cmp.Compare(slices.Index(ids, a.ID), slices.Index(ids, b.ID)) })
	var all []LinkChoices
	for k := range linkKinds {
		kind := &linkKinds[k]
		one := LinkChoices{Key: kind.key}
		var bare Roster // the list without the link, of the last unit that was looked at
		last := ""
		for _, u := range units {
			from, to := way(u)
			i := slices.Index(ids, from)
			if u.ID == id || i < 0 {
				continue
			}
			if r.Document().At("units", i, kind.key).Text() == to {
				one.With, one.Linked = append(one.With, u), append(one.Linked, u.ID)
				continue
			}
			if !r.linkable(kind.key, from, to) {
				continue
			}
			if last != from {
				bare, last = r.linked(i, kind.key, ""), from
			}
			if f, refused := kind.refused(r, bare, i, to); refused {
				why, _, _ := strings.Cut(f.Message, "; ")
				one.Not = append(one.Not, Unlinkable{u, why})
				continue
			}
			one.With = append(one.With, u)
		}
		if one.With != nil || one.Not != nil {
			all = append(all, one)
		}
	}
	return all
}

// refused is what keeps the i-th unit of a list from being linked with another, beside
// what is wrong with the list without any such link of it.
func (k *linkKind) refused(r, bare Roster, i int, to string) (finding.Finding, bool) {
	return finding.FirstError(finding.Compare(bare.Findings(), r.linked(i, k.key, to).Findings()).Brought(), k.guards...)
}

func (g grimdark) linkable(key, from, to string) bool {
	u, other := g.Unit(from), g.Unit(to)
	switch {
	case u == nil || other == nil:
		return false
	case key == "join":
		return u.Hero && !other.Hero
	case key == "combine":
		return u.Of == other.Of
	}
	return other.Transport > 0
}

func (g grimdark) linked(i int, key, to string) Roster { return grimdark{g.Linked(i, key, to)} }

func (g grimdark) Seats(id string) (taken, all int) {
	for _, t := range g.Army.Brief().Transports {
		if t.ID == id {
			return t.Used, t.Spaces
		}
	}
	return 0, 0
}

func (f force) linkable(key, from, to string) bool {
	u, other := f.Army.List.Unit(from), f.Army.List.Unit(to)
	return key == "in" && u != nil && other != nil && u.Kind != fight.Vehicle && other.Kind == fight.Vehicle
}

func (f force) linked(i int, key, to string) Roster {
	list := *f.Army.List
	list.Units = slices.Clone(list.Units)
	list.Units[i].In = to
	return force{&fad.Army{List: &list, Findings: list.Check()}}
}

func (f force) Seats(id string) (taken, all int) {
	if u := f.Army.Unit(id); u != nil && u.IsVehicle() {
		return u.Riding, u.Unit.Capacity
	}
	return 0, 0
}
