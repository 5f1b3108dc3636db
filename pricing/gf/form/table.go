package form

import (
	"cmp"
	"fmt"
	"slices"
)

// A TermID is the index of a term of the price formula in Prices.Terms.
type TermID int32

// TermValues holds the values of all terms, and may record the terms that are used.
type TermValues struct {
	ByTerm    []float64 // by TermID
	usedTerms []bool    // whether At was called for each term, by TermID; nil if uses are not recorded
}

// At returns the value of a term.
func (v *TermValues) At(id TermID) float64 {
	if v.usedTerms != nil {
		v.usedTerms[id] = true
	}
	return v.ByTerm[id]
}

// withoutRecording returns the same values, but does not record the terms that are used.
func (v *TermValues) withoutRecording() *TermValues {
	if v.usedTerms == nil {
		return v
	}
	return &TermValues{ByTerm: v.ByTerm}
}

// TermsUsedBy calls price, and returns the ids of the terms that it used, in ascending order.
func (v *TermValues) TermsUsedBy(price func(v *TermValues) float64) (ids []TermID) {
	noting := &TermValues{v.ByTerm, make([]bool, len(v.ByTerm))}
	price(noting)
	for id, used := range noting.usedTerms {
		if used {
			ids = append(ids, TermID(id))
		}
	}
	return ids
}

// Tables holds the ids of the terms for a unit's profile and its weapons, on which every price
// depends.
type Tables struct {
	// factors on the price of an aura: for a hero's squad, for the bearer's own unit, for changes
	// to attacks
	SquadAuraFactor, MemberAuraFactor, AttackAuraFactor TermID
	// half the width of the price range of estimates: as a share for units, in points for options
	UnitPriceRange, OptionPriceRange TermID

	pointsPerHit        TermID            // points for a melee hit that is certain and has AP 0
	hitTerms            [7]TermID         // factor for hitting, by the Quality needed to hit, 2 to 6
	apTerms, coverTerms [maxAP + 1]TermID // factors for AP and for ignoring cover, by AP
	// worth of a wound, by the model's Defense and Quality, 2 to 6
	defenseTerms, qualityTerms                      [7]TermID
	rangeTerms, deadlyTerms, blastTerms, toughTerms termTable
}

// maxAP is the highest AP with a term of its own; higher AP counts as this.
const maxAP = 5

// NewTables returns the tables of terms. find returns the id of the term with a name; rows returns
// the numbers for which a table has a term: 12 and 24 for "range 12" and "range 24".
func NewTables(find func(name string) TermID, rows func(table string) []int) (t Tables) {
	t.pointsPerHit = find("scale")
	for q := 2; q <= 6; q++ {
		t.hitTerms[q] = find(fmt.Sprint("hit ", q))
		t.qualityTerms[q], t.defenseTerms[q] = find(fmt.Sprint("quality ", q)), find(fmt.Sprint("defense ", q))
	}
	for x := range t.apTerms {
		t.apTerms[x], t.coverTerms[x] = find(fmt.Sprint("ap ", x)), find(fmt.Sprint("cover ", x))
	}
	for i, table := range []*termTable{&t.rangeTerms, &t.deadlyTerms, &t.blastTerms, &t.toughTerms} {
		name := []string{"range", "deadly", "blast", "tough"}[i]
		for _, n := range rows(name) {
			table.add(n, find(fmt.Sprint(name, " ", n)))
		}
	}
	t.SquadAuraFactor, t.MemberAuraFactor, t.AttackAuraFactor = find("aura squad"), find("aura member"), find("aura attacks")
	t.UnitPriceRange, t.OptionPriceRange = find("range of units"), find("range of options")
	return t
}

// A termTable maps some numbers, such as inches or ratings, to terms, sorted by number.
type termTable []termRow

// A termRow is the term for one number of a table.
type termRow struct {
	number int
	term   TermID
}

// add adds the term for a number.
func (t *termTable) add(key int, term TermID) {
	i, _ := t.search(key)
	*t = slices.Insert(*t, i, termRow{key, term})
}

// search returns the index of the row for a number, or the index at which such a row belongs.
func (t termTable) search(key int) (i int, found bool) {
	return slices.BinarySearchFunc(t, key, func(r termRow, key int) int { return cmp.Compare(r.number, key) })
}

// interpolate returns the interpolation for a number: linear between two rows, or an extrapolation
// from the last two. The table must have at least one row.
func (t termTable) interpolate(key int) interpolation {
	i, found := t.search(key)
	if found {
		return interpolation{low: t[i].term, high: t[i].term}
	}
	if len(t) == 1 {
		return interpolation{low: t[0].term, high: t[0].term}
	}
	i = min(max(i, 1), len(t)-1)
	low, high := t[i-1], t[i]
	return interpolation{low.term, high.term, float64(key-low.number) / float64(high.number-low.number)}
}

// An interpolation lies between the terms of two rows of a table.
type interpolation struct {
	low, high TermID
	share     float64 // weight of high, 0 to 1 between the rows
}

// value returns the interpolated value.
func (e interpolation) value(v *TermValues) float64 {
	low := v.At(e.low)
	return low + e.share*(v.At(e.high)-low)
}
