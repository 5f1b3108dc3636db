package builder

import (
	"cmp"
	"slices"
	"strings"

	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/table"
	stored "muster/catalog/fad"
	fight "muster/rules/fad"
)

// LinkChoices holds the candidates for one kind of link of a unit: "join", "combine", "in". For the
// target (a transport, or a unit that heroes join) they are the units that can be linked to it.
type LinkChoices struct {
	Key    string
	With   []table.Unit // units that it is or can be linked to
	Linked []string     // ids of the units that it is linked to
	// Not lists candidates of the right kind that cannot be linked, with the reasons.
	Not []Unlinkable
}

// Unlinkable is a unit that cannot be linked, with the reason.
type Unlinkable struct {
	table.Unit
	Why string
}

// Links returns the candidates for each kind of link of a unit, including present links. Each
// was tried and causes no error of its own.
func Links(r Roster, id string) []LinkChoices {
	return links(r, id, func(u table.Unit) (from, to string) { return id, u.ID })
}

// LinkedTo returns the units that are or can be linked to a unit, by kind of link.
func LinkedTo(r Roster, id string) []LinkChoices {
	return links(r, id, func(u table.Unit) (from, to string) { return u.ID, id })
}

// mostJudged limits the number of units judged in a search for link candidates, repeats included.
const mostJudged = 200_000

func links(r Roster, id string, way func(other table.Unit) (from, to string)) []LinkChoices {
	places := map[string]int{} // in the file; its order stays
	for i, id := range slices.Backward(IDs(r.Document())) {
		places[id] = i
	}
	if _, there := places[id]; !there {
		return nil
	}
	units := slices.DeleteFunc(slices.Clone(r.Units()),
		func(u table.Unit) bool { _, there := places[u.ID]; return u.ID == id || !there })
	slices.SortStableFunc(units, func(a, b table.Unit) int { return cmp.Compare(places[a.ID], places[b.ID]) })
	var all []LinkChoices
	linker, judged := r.linker(), 0
	for k := range linkKinds {
		kind := &linkKinds[k]
		one := LinkChoices{Key: kind.key}
		for _, u := range units {
			from, to := way(u)
			if r.Document().At("units", places[from], kind.key).Text() == to {
				one.With, one.Linked = append(one.With, u), append(one.Linked, u.ID)
				continue
			}
			if !linker.linkable(kind.key, from, to) {
				continue
			}
			if judged > mostJudged {
				one.Not = append(one.Not,
					Unlinkable{u, "it was not tried, for too many units of the list are linked with each other"})
				continue
			}
			f, refused, n := kind.refused(linker, places[from], to)
			if judged += n; refused {
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

// refused returns the finding that prevents a link of the i-th unit of a list to another, without
// findings that the unit has anyway, and the number of units judged.
func (k *linkKind) refused(l linker, i int, to string) (f finding.Finding, refused bool, judged int) {
	brought, judged := l.tryLink(i, k.key, to)
	f, refused = finding.FirstError(brought, k.guards...)
	return f, refused, judged
}

// grimdarkLinker tries links in a list of Grimdark Future.
type grimdarkLinker struct {
	*gf.Parts
	units map[string]*gf.Unit
}

func (g grimdark) linker() linker {
	l := grimdarkLinker{g.Parts(), make(map[string]*gf.Unit, len(g.Army.Units))}
	for _, u := range slices.Backward(g.Army.Units) {
		l.units[u.ID] = u
	}
	return l
}

func (l grimdarkLinker) linkable(key, from, to string) bool {
	u, other := l.units[from], l.units[to]
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

func (l grimdarkLinker) tryLink(i int, key, to string) ([]finding.Finding, int) {
	return l.Link(i, key, to)
}

func (g grimdark) Seats(id string) (taken, all int) {
	for _, t := range g.Army.Brief().Transports {
		if t.ID == id {
			return t.Used, t.Spaces
		}
	}
	return 0, 0
}

// forceLinker tries links in a list of Fast and Dirty.
type forceLinker struct {
	list   *fad.List
	units  map[string]*stored.Unit
	aboard map[string][]int // by the vehicle's id, in the list's order
}

func (f force) linker() linker {
	l := forceLinker{f.Army.List, map[string]*stored.Unit{}, map[string][]int{}}
	for i := range l.list.Units {
		u := &l.list.Units[i]
		if _, twice := l.units[u.ID]; !twice {
			l.units[u.ID] = u
		}
		l.aboard[u.In] = append(l.aboard[u.In], i)
	}
	return l
}

func (l forceLinker) linkable(key, from, to string) bool {
	u, other := l.units[from], l.units[to]
	return key == "in" && u != nil && other != nil && u.Kind != fight.Vehicle && other.Kind == fight.Vehicle
}

// brings judges the vehicle, the unit, and the vehicle's passengers in a list of their own: the
// rules for transport depend on no other units.
func (l forceLinker) tryLink(i int, key, to string) ([]finding.Finding, int) {
	list, unit := *l.list, l.list.Units[i]
	list.Plan, list.Creation, list.Units = nil, nil, []stored.Unit{*l.units[to]}
	for _, n := range l.aboard[to] {
		if n != i {
			list.Units = append(list.Units, l.list.Units[n])
		}
	}
	linked := func(to string) []finding.Finding {
		one := list
		unit.In = to
		one.Units = append(slices.Clip(list.Units), unit)
		return one.Check()
	}
	return finding.Compare(linked(""), linked(to)).Caused(), len(list.Units) + 1
}

func (f force) Seats(id string) (taken, all int) {
	if u := f.Army.Unit(id); u != nil && u.IsVehicle() {
		return u.Riding, u.Unit.Capacity
	}
	return 0, 0
}
