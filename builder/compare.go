package builder

import (
	"cmp"
	"fmt"
	"slices"

	"muster/builder/gf"
)

// A ListDiff is what differs between two lists. Units are compared by their ids
// in the lists.
type ListDiff struct {
	Points  [2]int      `json:"points"`
	Units   []gf.Change `json:"units"`   // in both, and different
	Added   []string    `json:"added"`   // ids
	Removed []string    `json:"removed"` // ids
}

// Same reports that nothing differs.
func (d *ListDiff) Same() bool {
	return len(d.Units)+len(d.Added)+len(d.Removed) == 0 && d.Points[0] == d.Points[1]
}

// CompareLists finds what differs between two lists.
func CompareLists(was, now Roster) *ListDiff {
	d := &ListDiff{Points: [2]int{was.Points(), now.Points()}, Units: []gf.Change{}, Added: []string{}, Removed: []string{}}
	before, after := IDs(was.Document()), IDs(now.Document())
	price, priced := prices(was), prices(now)
	for _, id := range before {
		if !slices.Contains(after, id) {
			d.Removed = append(d.Removed, id)
			continue
		}
		a, b := price[id], priced[id]
		c := gf.Change{ID: id, Name: cmp.Or(b.Name, a.Name, id), Points: [2]int{a.Points, b.Points}, Changes: compareUnits(was, now, id)}
		if len(c.Changes) > 0 || a.Points != b.Points {
			d.Units = append(d.Units, c)
		}
	}
	for _, id := range after {
		if !slices.Contains(before, id) {
			d.Added = append(d.Added, id)
		}
	}
	return d
}

func prices(r Roster) map[string]Price {
	byID := map[string]Price{}
	for _, p := range r.Prices() {
		byID[p.ID] = p
	}
	return byID
}

// compareUnits says what differs in the unit of an id.
func compareUnits(was, now Roster, id string) []string {
	said := []string{}
	a, ok := was.(grimdark)
	if b, both := now.(grimdark); ok && both {
		x, y := a.Unit(id), b.Unit(id)
		switch {
		case x != nil && y != nil:
			return x.Differs(y)
		case x != nil:
			return append(said, "its book does not have it")
		case y != nil:
			return append(said, "its book has it now")
		}
		return said
	}
	x, ok := was.(Comparer)
	y, both := now.(Comparer)
	if !ok || !both {
		return append(said, "of another game")
	}
	rows := y.Compare(id)
	for i, row := range x.Compare(id) {
		if other := rows[i]; row.Value != other.Value && row.Label != "points" { // which stand beside it
			said = append(said, fmt.Sprintf("%s %s → %s", row.Label, row.Value, other.Value))
		}
	}
	return said
}
