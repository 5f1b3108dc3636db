package gf

import (
	"cmp"
	"maps"
	"slices"

	"muster/builder/finding"
)

// A ChangeJudge judges changes to some of an army's units without judging the whole army again. The
// findings about a unit depend only on the units linked with it, directly or indirectly, and on
// what all other units use of the list's limits.
type ChangeJudge struct {
	army          *Army
	indexByID     map[string]int // index of the first entry with each id
	units         []*Unit        // by index of the unit's entry; nil if no book has the unit
	linkedIndices map[int][]int  // for each entry, the indices of entries linked with it in either direction
	armyUsage     limitUsage
}

// limitUsage is the part of a list's limits that some of its units use.
type limitUsage struct {
	heroCount, unitCount int
	copyCounts           map[kindKey]int
}

// A kindKey identifies a kind of unit: the ids of a book and of a unit in it.
type kindKey struct{ book, unit string }

func (u *Unit) kindKey() kindKey { return kindKey{u.Book.ID, u.BookUnit.ID} }

// Index returns the index of the unit's entry in its list.
func (u *Unit) Index() int { return u.index }

// ChangeJudge returns a judge of changes to parts of the army.
func (a *Army) ChangeJudge() *ChangeJudge {
	n := len(a.List.Units)
	p := &ChangeJudge{army: a, indexByID: make(map[string]int, n), units: make([]*Unit, n), linkedIndices: map[int][]int{}}
	for i := range a.List.Units {
		if _, twice := p.indexByID[a.List.Units[i].ID]; !twice {
			p.indexByID[a.List.Units[i].ID] = i
		}
	}
	for i := range a.List.Units {
		for _, to := range p.linkedEntries(&a.List.Units[i]) {
			p.linkedIndices[i], p.linkedIndices[to] = append(p.linkedIndices[i], to), append(p.linkedIndices[to], i)
		}
	}
	for _, u := range a.Units {
		p.units[u.index] = u
	}
	p.armyUsage = countLimitUsage(a.groupsBeforeJoins)
	return p
}

// linkedEntries lists the indices of the units to which an entry has links.
func (p *ChangeJudge) linkedEntries(e *Entry) (places []int) {
	for _, id := range [...]string{e.CombineWith, e.JoinTo, e.InTransport} {
		if at, ok := p.indexByID[id]; ok && id != "" {
			places = append(places, at)
		}
	}
	return places
}

// countLimitUsage counts heroes, units and copies among groups, by the rules of force organisation.
func countLimitUsage(bodies []*Group) limitUsage {
	u := limitUsage{unitCount: len(groupsCountedAsUnits(bodies)), copyCounts: map[kindKey]int{}}
	for _, k := range countKinds(bodies) {
		u.copyCounts[k.first.kindKey()] = k.copyCount
	}
	for _, body := range bodies {
		if body.Unit.IsHero {
			u.heroCount++
		}
	}
	return u
}

// allLinkedEntries lists the indices of some entries and of all entries linked with them, directly
// or indirectly, in list order.
func (p *ChangeJudge) allLinkedEntries(places []int) []int {
	seen := map[int]bool{}
	for open := slices.Clone(places); len(open) > 0; {
		at := open[len(open)-1]
		if open = open[:len(open)-1]; !seen[at] {
			seen[at] = true
			open = append(open, p.linkedIndices[at]...)
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// WithChanges returns an army of the changed entries, given by index, and of all units linked with
// them before or after the change. The index after the last stands for a new entry. The army's
// points are those of the whole list.
func (p *ChangeJudge) WithChanges(changes map[int]Entry) *Army {
	var places []int
	for at, e := range changes {
		places = append(append(places, at), p.linkedEntries(&e)...)
	}
	return p.buildPart(p.allLinkedEntries(places), changes)
}

// buildPart returns an army of only the units with the given indices, with changes to some of their
// entries. The other units of the list count towards its limits.
func (p *ChangeJudge) buildPart(places []int, changes map[int]Entry) *Army {
	whole := p.army.List
	list := *whole
	list.Units, list.indicesInWholeList, list.GeneralID = make([]Entry, len(places)), places, ""
	now := &Army{
		List: &list, Game: p.army.Game, Books: p.army.Books, Points: p.army.Points,
		wholeListLimitUsage: &p.armyUsage,
	}
	var bodies []*Group
	for n, at := range places {
		var u Unit
		var was Entry
		if at < len(whole.Units) {
			was = whole.Units[at]
		}
		if at < len(whole.Units) && p.units[at] != nil {
			u = *p.units[at]
			if body := p.army.groupOfEntry[at]; !slices.Contains(bodies, body) {
				bodies = append(bodies, body)
			}
		}
		e, changed := changes[at]
		if !changed {
			e = was
		}
		if list.Units[n] = e; e.ID == whole.GeneralID {
			list.GeneralID = e.ID
		}
		if now.Points -= u.Cost; e.BookUnitID != was.BookUnitID || e.Book != was.Book ||
			!slices.Equal(e.Upgrades, was.Upgrades) {
			u = now.buildUnit(n)
		}
		if now.Points += u.Cost; u.BookUnit != nil {
			u.Entry, u.list, u.index = &list.Units[n], &list, n
			now.Units = append(now.Units, &u)
		}
	}
	now.limitUsageBeforeChange = countLimitUsage(bodies)
	now.groupAndJudge(map[string]*Unit{})
	return now
}

// usageOutsidePart returns the numbers of heroes and units of the list that are not in this part of
// it. It does not count copies; countAllKinds does.
func (a *Army) usageOutsidePart() limitUsage {
	if a.wholeListLimitUsage == nil {
		return limitUsage{}
	}
	return limitUsage{heroCount: a.wholeListLimitUsage.heroCount - a.limitUsageBeforeChange.heroCount, unitCount: a.wholeListLimitUsage.unitCount - a.limitUsageBeforeChange.unitCount}
}

// countAllKinds counts the copies of each unit in the whole list, even if the army is only a part
// of it.
func (a *Army) countAllKinds() unitKinds {
	counted := countKinds(a.groupsBeforeJoins)
	for i := range counted {
		if k := &counted[i]; a.wholeListLimitUsage != nil {
			k.copyCount += a.wholeListLimitUsage.copyCounts[k.first.kindKey()] - a.limitUsageBeforeChange.copyCounts[k.first.kindKey()]
		}
	}
	return counted
}

// buildUnit builds the unit of the list's i-th entry and adds findings on its upgrades to the army.
// It returns the zero value if no book has the unit.
func (a *Army) buildUnit(i int) (u Unit) {
	entry := &a.List.Units[i]
	book, of := a.findBookUnit(entry)
	if of == nil {
		return u
	}
	unit := assemble(book, book.RuleSet(a.Game), of)
	a.Findings = append(a.Findings, unit.applyEntry(a.List, i)...)
	unit.setUnitWithGear(&u)
	u.ID, u.Name = entry.ID, cmp.Or(entry.Name, u.Name)
	return u
}

// NewFindings returns the findings of an army made by WithChanges that the unchanged list does not
// have.
func (p *ChangeJudge) NewFindings(now *Army) []finding.Finding {
	old := slices.DeleteFunc(slices.Clone(now.List.indicesInWholeList), func(at int) bool { return at == len(p.units) })
	return finding.Compare(p.buildPart(old, nil).Findings, now.Findings).NewOrWorse()
}

// LinkFindings returns the findings that are new if the list's i-th unit gets a link to the unit
// with id to, compared with the list without such a link. judged is the number of units judged.
func (p *ChangeJudge) LinkFindings(i int, key, to string) (brought []finding.Finding, judged int) {
	places := []int{i}
	if at, ok := p.indexByID[to]; ok {
		places = append(places, at)
	}
	places = p.allLinkedEntries(places)
	linked := func(to string) []finding.Finding {
		e := p.army.List.Units[i]
		switch key {
		case "combine":
			e.CombineWith = to
		case "join":
			e.JoinTo = to
		case "in":
			e.InTransport = to
		}
		return p.buildPart(places, map[int]Entry{i: e}).Findings
	}
	return finding.Compare(linked(""), linked(to)).NewOrWorse(), len(places)
}
