package gf

import (
	"cmp"
	"slices"
)

// A table is numbers by a whole number, such as inches or a rating.
type table []row

type row struct {
	of   int
	term number
}

func (t *table) add(of int, term number) {
	at, _ := t.find(of)
	*t = slices.Insert(*t, at, row{of, term})
}

func (t table) find(of int) (int, bool) {
	return slices.BinarySearchFunc(t, of, func(r row, of int) int { return cmp.Compare(r.of, of) })
}

// at returns the place of a number: in a row, between two, or as far past the
// last as the last two show. A table has a row at least.
func (t table) at(of int) between {
	i, found := t.find(of)
	if found {
		return between{low: t[i].term, high: t[i].term}
	}
	if len(t) == 1 {
		return between{low: t[0].term, high: t[0].term}
	}
	i = min(max(i, 1), len(t)-1)
	low, high := t[i-1], t[i]
	return between{low.term, high.term, float64(of-low.of) / float64(high.of-low.of)}
}

// between is the number of a row, or of a place between two.
type between struct {
	low, high number
	share     float64 // of high
}

func (b between) of(v []float64) float64 {
	return v[b.low] + b.share*(v[b.high]-v[b.low])
}
