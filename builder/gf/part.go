package gf

import (
	"cmp"
	"maps"
	"slices"

	"muster/builder/finding"
)

// Parts judges changes to some of an army's units without the others: a unit's findings depend only
// on the units linked with it, directly or indirectly, and on the others' use of the list's limits.
type Parts struct {
	army      *Army
	byID      map[string]int // index of the first entry with each id
	units     []*Unit        // by the index of their entries; nil for units that no book has
	links     map[int][]int  // indices of the entries linked with each entry, in either direction
	armyUsage usage
}

// usage is the share of a list's limits that some of its units use.
type usage struct {
	heroes, units int
	copies        map[kindKey]int
}

// A kindKey identifies a kind of unit: the ids of a book and of a unit in it.
type kindKey struct{ book, unit string }

func (u *Unit) kindKey() kindKey { return kindKey{u.Book.ID, u.Of.ID} }

// Index returns the index of the unit's entry in its list.
func (u *Unit) Index() int { return u.index }

// Parts prepares an army for changes to parts of it.
func (a *Army) Parts() *Parts {
	n := len(a.List.Units)
	p := &Parts{army: a, byID: make(map[string]int, n), units: make([]*Unit, n), links: map[int][]int{}}
	for i := range a.List.Units {
		if _, twice := p.byID[a.List.Units[i].ID]; !twice {
			p.byID[a.List.Units[i].ID] = i
		}
	}
	for i := range a.List.Units {
		for _, to := range p.linked(&a.List.Units[i]) {
			p.links[i], p.links[to] = append(p.links[i], to), append(p.links[to], i)
		}
	}
	for _, u := range a.Units {
		p.units[u.index] = u
	}
	p.armyUsage = countUsage(a.bodies)
	return p
}

// linked lists the indices of the units that an entry names in links.
func (p *Parts) linked(e *Entry) (places []int) {
	for _, id := range [...]string{e.Combine, e.Join, e.In} {
		if at, ok := p.byID[id]; ok && id != "" {
			places = append(places, at)
		}
	}
	return places
}

// countUsage counts bodies as force organisation does.
func countUsage(bodies []*Group) usage {
	u := usage{units: len(standing(bodies)), copies: map[kindKey]int{}}
	for _, k := range countKinds(bodies) {
		u.copies[k.of.kindKey()] = k.copies
	}
	for _, body := range bodies {
		if body.Unit.Hero {
			u.heroes++
		}
	}
	return u
}

// group lists the indices of some entries and of all entries linked with them, directly or
// indirectly, in list order.
func (p *Parts) group(places []int) []int {
	seen := map[int]bool{}
	for open := slices.Clone(places); len(open) > 0; {
		at := open[len(open)-1]
		if open = open[:len(open)-1]; !seen[at] {
			seen[at] = true
			open = append(open, p.links[at]...)
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// With returns the army of the changed entries (by index) and of all units that they are or were
// linked with. The index after the last is a new entry. The army's points are those of the whole
// list.
func (p *Parts) With(changes map[int]Entry) *Army {
	var places []int
	for at, e := range changes {
		places = append(append(places, at), p.linked(&e)...)
	}
	return p.build(p.group(places), changes)
}

// build returns an army of the units with some indices, with some entries changed. Its limits are
// those that the other units leave.
func (p *Parts) build(places []int, changes map[int]Entry) *Army {
	whole := p.army.List
	list := *whole
	list.Units, list.indices, list.General = make([]Entry, len(places)), places, ""
	now := &Army{List: &list, Game: p.army.Game, Books: p.army.Books, Points: p.army.Points, wholeUsage: &p.armyUsage}
	var bodies []*Group
	for n, at := range places {
		var u Unit
		var was Entry
		if at < len(whole.Units) {
			was = whole.Units[at]
		}
		if at < len(whole.Units) && p.units[at] != nil {
			u = *p.units[at]
			if body := p.army.bodyOf[at]; !slices.Contains(bodies, body) {
				bodies = append(bodies, body)
			}
		}
		e, changed := changes[at]
		if !changed {
			e = was
		}
		if list.Units[n] = e; e.ID == whole.General {
			list.General = e.ID
		}
		if now.Points -= u.Cost; e.Unit != was.Unit || e.Book != was.Book || !slices.Equal(e.Upgrades, was.Upgrades) {
			u = now.unit(n)
		}
		if now.Points += u.Cost; u.Of != nil {
			u.Entry, u.list, u.index = &list.Units[n], &list, n
			now.Units = append(now.Units, &u)
		}
	}
	now.usageBefore = countUsage(bodies)
	now.link(map[string]*Unit{})
	return now
}

// others returns the use of the list's limits by units outside the part, except for copies: see
// counted.
func (a *Army) others() usage {
	if a.wholeUsage == nil {
		return usage{}
	}
	return usage{heroes: a.wholeUsage.heroes - a.usageBefore.heroes, units: a.wholeUsage.units - a.usageBefore.units}
}

// counted counts units by kind, including those outside the part.
func (a *Army) counted() kinds {
	counted := countKinds(a.bodies)
	for i := range counted {
		if k := &counted[i]; a.wholeUsage != nil {
			k.copies += a.wholeUsage.copies[k.of.kindKey()] - a.usageBefore.copies[k.of.kindKey()]
		}
	}
	return counted
}

// unit builds the list's i-th entry and adds the findings on its upgrades to the army's. It
// returns the zero value if no book has the unit.
func (a *Army) unit(i int) (u Unit) {
	entry := &a.List.Units[i]
	book, of := a.find(entry)
	if of == nil {
		return u
	}
	unit := assemble(book, book.RuleSet(a.Game), of)
	a.Findings = append(a.Findings, unit.applyEntry(a.List, i)...)
	unit.finish(&u)
	u.ID, u.Name = entry.ID, cmp.Or(entry.Name, u.Name)
	return u
}

// NewFindings returns the findings of an army made by With that the unchanged list did not have.
func (p *Parts) NewFindings(now *Army) []finding.Finding {
	old := slices.DeleteFunc(slices.Clone(now.List.indices), func(at int) bool { return at == len(p.units) })
	return finding.Compare(p.build(old, nil).Findings, now.Findings).Caused()
}

// Link returns the new findings if the list's i-th unit gets a link to the unit with an id,
// compared with the list without the link, and the number of units judged.
func (p *Parts) Link(i int, key, to string) (brought []finding.Finding, judged int) {
	places := []int{i}
	if at, ok := p.byID[to]; ok {
		places = append(places, at)
	}
	places = p.group(places)
	linked := func(to string) []finding.Finding {
		e := p.army.List.Units[i]
		switch key {
		case "combine":
			e.Combine = to
		case "join":
			e.Join = to
		case "in":
			e.In = to
		}
		return p.build(places, map[int]Entry{i: e}).Findings
	}
	return finding.Compare(linked(""), linked(to)).Caused(), len(places)
}
