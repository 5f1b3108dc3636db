package form

import (
	"cmp"
	"fmt"
	"slices"
)

// A TermID is the index of a term among those of a release.
type TermID int32

// Values holds the values of all terms, by TermID.
type Values struct {
	Of   []float64
	used []bool // the terms that At was asked for; nil: they are not noted
}

// At returns the value of a term.
func (v *Values) At(id TermID) float64 {
	if v.used != nil {
		v.used[id] = true
	}
	return v.Of[id]
}

// unnoted returns the values without a note of those asked for.
func (v *Values) unnoted() *Values {
	if v.used == nil {
		return v
	}
	return &Values{Of: v.Of}
}

// UsedBy returns the terms that a price depends on, in order.
func (v *Values) UsedBy(price func(v *Values) float64) (ids []TermID) {
	noting := &Values{v.Of, make([]bool, len(v.Of))}
	price(noting)
	for id, used := range noting.used {
		if used {
			ids = append(ids, TermID(id))
		}
	}
	return ids
}

// Tables maps profiles to the terms of every price.
type Tables struct {
	Squad, Member, SquadAttacks TermID // of auras
	UnitRange, OptionRange      TermID

	scale                        TermID // points of a sure hit in melee without AP
	hit                          [7]TermID
	ap, cover                    [maxAP + 1]TermID
	defense, quality             [7]TermID
	ranges, deadly, blast, tough table
}

// maxAP is the highest AP with a term; more counts as much.
const maxAP = 5

// NewTables looks up the terms of every price by name. rows lists the numbers with a row in a table: "range" has the
// terms "range 12", "range 24", ….
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
	t.Squad, t.Member, t.SquadAttacks = find("aura squad"), find("aura member"), find("aura attacks")
	t.UnitRange, t.OptionRange = find("range of units"), find("range of options")
	return t
}

// A table is terms by a whole number, such as inches or a rating.
type table []row

type row struct {
	key  int
	term TermID
}

func (t *table) add(key int, term TermID) {
	i, _ := t.search(key)
	*t = slices.Insert(*t, i, row{key, term})
}

func (t table) search(key int) (i int, found bool) {
	return slices.BinarySearchFunc(t, key, func(r row, key int) int { return cmp.Compare(r.key, key) })
}

// interpolate returns the entry of a number by linear interpolation between rows, or by extrapolation from the
// last two. A table has a row at least.
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
	return entry{low.term, high.term, float64(key-low.key) / float64(high.key-low.key)}
}

// An entry is a value of a table, interpolated between two rows.
type entry struct {
	low, high TermID
	share     float64 // of high
}

func (e entry) value(v *Values) float64 {
	low := v.At(e.low)
	return low + e.share*(v.At(e.high)-low)
}
