package form

import (
	"cmp"
	"fmt"
	"slices"
)

// A TermID is the index of a term among the terms of a release.
type TermID int32

// Values holds the values of all terms, and may record which terms are used.
type Values struct {
	ByTerm []float64 // by TermID
	used   []bool    // whether At was called for a term, by TermID; nil if calls are not recorded
}

// At returns the value of a term.
func (v *Values) At(id TermID) float64 {
	if v.used != nil {
		v.used[id] = true
	}
	return v.ByTerm[id]
}

// unrecorded returns the same values without a record of calls.
func (v *Values) unrecorded() *Values {
	if v.used == nil {
		return v
	}
	return &Values{ByTerm: v.ByTerm}
}

// UsedBy returns the terms that the function price uses, in ascending order.
func (v *Values) UsedBy(price func(v *Values) float64) (ids []TermID) {
	noting := &Values{v.ByTerm, make([]bool, len(v.ByTerm))}
	price(noting)
	for id, used := range noting.used {
		if used {
			ids = append(ids, TermID(id))
		}
	}
	return ids
}

// Tables holds the terms that every price depends on.
type Tables struct {
	SquadAura, MemberAura, AttackAura TermID // for auras
	// half the width of the range of estimates: as a share for units, in points for options
	UnitRange, OptionRange TermID

	scale                        TermID            // points for a melee hit that is certain and has AP 0
	hit                          [7]TermID         // by the Quality that hits, 2 to 6
	ap, cover                    [maxAP + 1]TermID // by AP
	defense, quality             [7]TermID         // by the number that succeeds, 2 to 6
	ranges, deadly, blast, tough table
}

// maxAP is the highest AP with a term; higher AP counts the same.
const maxAP = 5

// NewTables returns the tables of terms; find returns the term with a name, and rows the numbers
// for which a table has a term: 12 and 24 for "range 12" and "range 24".
func NewTables(find func(name string) TermID, rows func(table string) []int) (t Tables) {
	t.scale = find("scale")
	for q := 2; q <= 6; q++ {
		t.hit[q] = find(fmt.Sprint("hit ", q))
		t.quality[q], t.defense[q] = find(fmt.Sprint("quality ", q)), find(fmt.Sprint("defense ", q))
	}
	for x := range t.ap {
		t.ap[x], t.cover[x] = find(fmt.Sprint("ap ", x)), find(fmt.Sprint("cover ", x))
	}
	for i, table := range []*table{&t.ranges, &t.deadly, &t.blast, &t.tough} {
		name := []string{"range", "deadly", "blast", "tough"}[i]
		for _, n := range rows(name) {
			table.add(n, find(fmt.Sprint(name, " ", n)))
		}
	}
	t.SquadAura, t.MemberAura, t.AttackAura = find("aura squad"), find("aura member"), find("aura attacks")
	t.UnitRange, t.OptionRange = find("range of units"), find("range of options")
	return t
}

// A table maps some numbers, such as inches or ratings, to terms, in ascending order.
type table []row

// A row is the term for one number.
type row struct {
	number int
	term   TermID
}

// add adds a row to the table.
func (t *table) add(key int, term TermID) {
	i, _ := t.search(key)
	*t = slices.Insert(*t, i, row{key, term})
}

// search returns the index of the row for a number, or the index at which such a row belongs.
func (t table) search(key int) (i int, found bool) {
	return slices.BinarySearchFunc(t, key, func(r row, key int) int { return cmp.Compare(r.number, key) })
}

// interpolate returns the entry for a number by linear interpolation between two rows, or by
// extrapolation from the last two. The table must have at least one row.
func (t table) interpolate(key int) entry {
	i, found := t.search(key)
	if found {
		return entry{low: t[i].term, high: t[i].term}
	}
	if len(t) == 1 {
		return entry{low: t[0].term, high: t[0].term}
	}
	i = min(max(i, 1), len(t)-1)
	low, high := t[i-1], t[i]
	return entry{low.term, high.term, float64(key-low.number) / float64(high.number-low.number)}
}

// An entry is a value between two rows of a table.
type entry struct {
	low, high TermID
	share     float64 // weight of high, 0 to 1 between the rows
}

// value returns the value of the entry.
func (e entry) value(v *Values) float64 {
	low := v.At(e.low)
	return low + e.share*(v.At(e.high)-low)
}
