package builder

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/catalog"
	"muster/convert"
	"muster/report"
)

// A ListDiff holds the differences between two lists. Units are compared by their ids
// in the lists. Lists without an army book in common have no unit in common.
type ListDiff struct {
	Points       [2]int          `json:"points"`  // points of the first and of the second list
	ChangedUnits []gf.UnitChange `json:"units"`   // units in both lists with differences
	Added        []string        `json:"added"`   // ids of the units that only the second list has
	Removed      []string        `json:"removed"` // ids of the units that only the first list has
}

// IsEmpty reports whether nothing differs.
func (d *ListDiff) IsEmpty() bool {
	return len(d.ChangedUnits)+len(d.Added)+len(d.Removed) == 0 && d.Points[0] == d.Points[1]
}

// CompareLists returns the differences between two lists.
func CompareLists(was, now Roster) *ListDiff {
	d := &ListDiff{
		Points: [2]int{was.Points(), now.Points()}, ChangedUnits: []gf.UnitChange{},
		Added: []string{}, Removed: []string{},
	}
	before, after := ActiveUnitIDs(was), ActiveUnitIDs(now)
	price, priced := prices(was), prices(now)
	olds, news := unitsByID(was), unitsByID(now)
	apart := haveNoCommonBook(was, now)
	for _, id := range before {
		if apart || !slices.Contains(after, id) {
			d.Removed = append(d.Removed, id)
			continue
		}
		a, b := price[id], priced[id]
		c := gf.UnitChange{ID: id, Name: cmp.Or(b.Name, a.Name, id), PointsBeforeAfter: [2]int{a.Points, b.Points}, Changes: unitDifferences(was, now, id, [2]*table.Unit{olds[id], news[id]})}
		if len(c.Changes) > 0 || a.Points != b.Points {
			d.ChangedUnits = append(d.ChangedUnits, c)
		}
	}
	for _, id := range after {
		if apart || !slices.Contains(before, id) {
			d.Added = append(d.Added, id)
		}
	}
	return d
}

// haveNoCommonBook reports whether two lists have army books, but none in common.
func haveNoCommonBook(was, now Roster) bool {
	ids := func(r Roster) []string {
		return convert.All(r.BookReports(), func(b finding.Book) string { return b.ID })
	}
	old, books := ids(was), ids(now)
	common := func(book string) bool { return slices.Contains(books, book) }
	return len(old) > 0 && len(books) > 0 && !slices.ContainsFunc(old, common)
}

// Doc reports the differences. gone lists the units that only the first list has, added the units
// that only the second has.
func (d *ListDiff) Doc(gone, added report.List) *report.Doc {
	doc := &report.Doc{}
	if d.IsEmpty() {
		doc.Add(report.SingleLine("Nothing differs."))
		return doc
	}
	doc.Add(report.SingleLine(fmt.Sprintf("%d → %d points", d.Points[0], d.Points[1])))
	for _, c := range d.ChangedUnits {
		doc.Add(changeDoc(c))
	}
	for _, alone := range []report.List{added, gone} {
		if len(alone.Items) > 0 {
			doc.Add(alone)
		}
	}
	return doc
}

// changeDoc reports the differences of a unit of a list.
func changeDoc(c gf.UnitChange) *report.Doc {
	doc := &report.Doc{ID: c.ID, Title: c.Name, IsListEntry: true, Facts: []string{pointsChangeText(c.PointsBeforeAfter)}}
	doc.Add(report.List{Items: c.Changes, Indent: 4, HangingIndent: 2})
	return doc
}

// pointsChangeText writes points before and after: "5 → 10 points".
func pointsChangeText(points [2]int) string {
	if points[0] == points[1] {
		return fmt.Sprintf("%d points", points[1])
	}
	return fmt.Sprintf("%d → %d points", points[0], points[1])
}

// addNames adds a list of names under a title, unless there are none.
func addNames(doc *report.Doc, title string, names []string) {
	if len(names) > 0 {
		doc.Add(report.List{Title: title, Items: names})
	}
}

// BooksDoc reports the differences between two versions of an army book.
func BooksDoc(old, now *catalog.Book, d *catalog.Diff) *report.Doc {
	title := func(b *catalog.Book) string { return strings.TrimSpace(b.Name + " " + b.Version) }
	doc := &report.Doc{Title: title(old) + " → " + title(now)}
	if d.IsEmpty() {
		doc.Add(report.SingleLine("Nothing differs in points or on the table."))
		return doc
	}
	doc.Add(report.SingleLine(fmt.Sprintf("Units that differ: %d of %d", len(d.ChangedUnits), len(old.UnitIDs()))))
	for _, u := range d.ChangedUnits {
		unit, changes := &report.Doc{ID: u.ID, Title: u.Name}, slices.Clone(u.Changes)
		if u.CostBeforeAfter != [2]int{} { // designs have none of their own
			unit.Facts = []string{pointsChangeText(u.CostBeforeAfter)}
		}
		changes = append(changes, convert.All(u.Options, catalog.OptionDiff.String)...)
		unit.Add(report.List{Items: changes, Indent: 2, HangingIndent: 2})
		doc.Add(unit)
	}
	addNames(doc, "New units", d.AddedIDs)
	addNames(doc, "Units that are gone", d.RemovedIDs)
	addNames(doc, "Rules", catalog.NameDiffTexts(d.Rules))
	addNames(doc, "Spells", catalog.NameDiffTexts(d.Spells))
	return doc
}

// prices returns the prices of a list's units, by id.
func prices(r Roster) map[string]Price {
	byID := map[string]Price{}
	for _, p := range r.Prices() {
		byID[p.ID] = p
	}
	return byID
}

// unitsByID returns a list's units by their ids; nil for Grimdark Future, which compares units by
// their books.
func unitsByID(r Roster) map[string]*table.Unit {
	if _, ok := r.(gfRoster); ok {
		return nil
	}
	units := r.Units()
	byID := make(map[string]*table.Unit, len(units))
	for i := range units {
		byID[units[i].ID] = &units[i]
	}
	return byID
}

// unitDifferences describes the differences of the unit with an id. onTable holds both units; nil
// if unitsByID has none.
func unitDifferences(was, now Roster, id string, onTable [2]*table.Unit) []string {
	said := []string{}
	a, ok := was.(gfRoster)
	if b, both := now.(gfRoster); ok && both {
		x, y := a.Unit(id), b.Unit(id)
		switch {
		case x != nil && y != nil:
			return x.Differences(y)
		case x != nil:
			return append(said, "its book does not have it")
		case y != nil:
			return append(said, "its book has it now")
		}
		return said
	}
	x, y := onTable[0], onTable[1]
	if x == nil || y == nil || was.Game().Family != now.Game().Family {
		return append(said, "of another game")
	}
	for _, fact := range CompareStats(x, y) {
		switch {
		case fact[1] == fact[2]:
		case fact[2] == "":
			said = append(said, fmt.Sprintf("%s was %s", fact[0], fact[1]))
		case fact[1] == "":
			said = append(said, fmt.Sprintf("%s is %s", fact[0], fact[2]))
		default:
			said = append(said, fmt.Sprintf("%s %s → %s", fact[0], fact[1], fact[2]))
		}
	}
	return said
}

// CompareStats compares two units. Each entry holds a label and the values of both units, "" for a
// unit without it.
func CompareStats(x, y *table.Unit) [][3]string {
	var all [][3]string
	for i, u := range []*table.Unit{x, y} {
		for _, fact := range comparedStats(u) {
			at := slices.IndexFunc(all, func(row [3]string) bool { return row[0] == fact.Label })
			if at < 0 {
				at, all = len(all), append(all, [3]string{fact.Label})
			}
			all[at][i+1] = fact.Value
		}
	}
	return slices.DeleteFunc(all, func(row [3]string) bool { return row[1] == "" && row[2] == "" })
}

// UnitOf returns the unit of a list with an id, or nil.
func UnitOf(r Roster, id string) *table.Unit {
	units := r.Units()
	if i := slices.IndexFunc(units, func(u table.Unit) bool { return u.ID == id }); i >= 0 {
		return &units[i]
	}
	return nil
}

// comparedStats returns a unit's profile, gear and rules for the comparison of units from different
// lists.
func comparedStats(u *table.Unit) []table.Stat {
	all := []table.Stat{
		{Label: "kind", Value: strings.Join(u.KindAndTraits, ", ")},
		{Label: u.ModelWord() + "s", Value: fmt.Sprint(u.Models)},
	}
	all = append(all, u.Stats...)
	weapons := make([]string, len(u.Weapons))
	for i := range u.Weapons {
		w := &u.Weapons[i]
		weapons[i] = fmt.Sprintf("%s (%s)", table.NameWithCount(w.Count, w.Name), w.ProfileLine())
	}
	return append(all,
		table.Stat{Label: "weapons", Value: strings.Join(weapons, ", ")},
		table.Stat{Label: "rules", Value: strings.Join(u.Abilities, ", ")},
		table.Stat{Label: "besides", Value: strings.Join(u.Gear, ", ")})
}
