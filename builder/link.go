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

// LinkChoices holds the candidates for one kind of link of a unit: "join", "combine", "in". In the
// result of LinkedTo, they are the units that can link to it.
type LinkChoices struct {
	Key       string
	Linkable  []table.Unit // units that it is or can be linked with
	LinkedIDs []string     // ids of the units that it is linked with
	// Unlinkable lists candidates of the right kind that cannot be linked, with the reasons.
	Unlinkable []Unlinkable
}

// Unlinkable is a unit that cannot be linked, with the reason.
type Unlinkable struct {
	table.Unit
	WhyNot string
}

// Links returns the candidates for each kind of link of a unit, including present links. Each
// was tried and causes no error of its own.
func Links(r Roster, id string) []LinkChoices {
	return linkChoices(r, id, func(u table.Unit) (from, to string) { return id, u.ID })
}

// LinkedTo returns, for each kind of link, the units that are or can be linked to the unit with an
// id.
func LinkedTo(r Roster, id string) []LinkChoices {
	return linkChoices(r, id, func(u table.Unit) (from, to string) { return u.ID, id })
}

// maxLinkJudgements limits the work of a search for units to link: the number of units judged, each
// time that one is judged.
const maxLinkJudgements = 200_000

func linkChoices(r Roster, id string, way func(other table.Unit) (from, to string)) []LinkChoices {
	places := map[string]int{} // in the file; its order stays
	for i, id := range slices.Backward(UnitIDs(r.Document())) {
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
				one.Linkable, one.LinkedIDs = append(one.Linkable, u), append(one.LinkedIDs, u.ID)
				continue
			}
			if !linker.linkable(kind.key, from, to) {
				continue
			}
			if judged > maxLinkJudgements {
				one.Unlinkable = append(one.Unlinkable,
					Unlinkable{u, "it was not tried, for too many units of the list are linked with each other"})
				continue
			}
			f, refused, n := kind.linkRefusal(linker, places[from], to)
			if judged += n; refused {
				why, _, _ := strings.Cut(f.Message, "; ")
				one.Unlinkable = append(one.Unlinkable, Unlinkable{u, why})
				continue
			}
			one.Linkable = append(one.Linkable, u)
		}
		if one.Linkable != nil || one.Unlinkable != nil {
			all = append(all, one)
		}
	}
	return all
}

// linkRefusal returns the finding that forbids the i-th unit of a list a link to the unit with id
// to. It ignores findings that the unit has without the link. judged is the number of units judged.
func (k *linkKind) linkRefusal(l linker, i int, to string) (f finding.Finding, refused bool, judged int) {
	brought, judged := l.tryLink(i, k.key, to)
	f, refused = finding.FirstError(brought, k.forbiddenCodes...)
	return f, refused, judged
}

// gfLinker tries links in a list of Grimdark Future.
type gfLinker struct {
	*gf.ChangeJudge
	units map[string]*gf.Unit
}

func (g gfRoster) linker() linker {
	l := gfLinker{g.ChangeJudge(), make(map[string]*gf.Unit, len(g.Army.Units))}
	for _, u := range slices.Backward(g.Army.Units) {
		l.units[u.ID] = u
	}
	return l
}

func (l gfLinker) linkable(key, from, to string) bool {
	u, other := l.units[from], l.units[to]
	switch {
	case u == nil || other == nil:
		return false
	case key == "join":
		return u.IsHero && !other.IsHero
	case key == "combine":
		return u.BookUnit == other.BookUnit
	}
	return other.TransportSpaces > 0
}

func (l gfLinker) tryLink(i int, key, to string) ([]finding.Finding, int) {
	return l.LinkFindings(i, key, to)
}

func (g gfRoster) TransportSpaces(id string) (taken, all int) {
	for _, t := range g.Army.Brief().Transports {
		if t.ID == id {
			return t.UsedSpaces, t.Spaces
		}
	}
	return 0, 0
}

// fadLinker tries links in a list of Fast and Dirty.
type fadLinker struct {
	list       *fad.List
	units      map[string]*stored.Unit
	passengers map[string][]int // indices of passengers by the vehicle's id, in the list's order
}

func (f fadRoster) linker() linker {
	l := fadLinker{f.Army.List, map[string]*stored.Unit{}, map[string][]int{}}
	for i := range l.list.Units {
		u := &l.list.Units[i]
		if _, twice := l.units[u.ID]; !twice {
			l.units[u.ID] = u
		}
		l.passengers[u.InTransport] = append(l.passengers[u.InTransport], i)
	}
	return l
}

func (l fadLinker) linkable(key, from, to string) bool {
	u, other := l.units[from], l.units[to]
	return key == "in" && u != nil && other != nil && u.Kind != fight.Vehicle && other.Kind == fight.Vehicle
}

// tryLink judges the vehicle, the unit, and the vehicle's passengers in a list of their own, since
// the rules for transport depend on no other units.
func (l fadLinker) tryLink(i int, key, to string) ([]finding.Finding, int) {
	list, unit := *l.list, l.list.Units[i]
	list.Platoons, list.Creations, list.Units = nil, nil, []stored.Unit{*l.units[to]}
	for _, n := range l.passengers[to] {
		if n != i {
			list.Units = append(list.Units, l.list.Units[n])
		}
	}
	linked := func(to string) []finding.Finding {
		one := list
		unit.InTransport = to
		one.Units = append(slices.Clip(list.Units), unit)
		return one.Check()
	}
	return finding.Compare(linked(""), linked(to)).NewOrWorse(), len(list.Units) + 1
}

func (f fadRoster) TransportSpaces(id string) (taken, all int) {
	if u := f.Army.Unit(id); u != nil && u.IsVehicle() {
		return u.PassengerFigures, u.Unit.PassengerCapacity
	}
	return 0, 0
}
