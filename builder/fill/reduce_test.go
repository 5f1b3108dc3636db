package fill_test

import (
	"testing"

	"muster/builder"
	"muster/builder/fill"
	"muster/builder/odds"
)

// A smaller copy is legal, costs no more than it may, and what it leaves out adds up. Of eight units
// without upgrades it keeps those that are worth the most together, or nearly so.
func TestASmallerCopyKeepsWhatIsWorthMost(t *testing.T) {
	if testing.Short() {
		t.Skip("it values every set of eight units")
	}
	const units = "{id: a, unit: line-squad}, {id: b, unit: breachers}, {id: c, unit: tower-hounds}, {id: d, unit: far-sights}, " +
		"{id: e, unit: gun-teams}, {id: f, unit: trail-riders}, {id: g, unit: sentry-walker}, {id: h, unit: captain, join: a}"
	list, library := own[0].list(t, 2000, units)
	worth := func(r builder.Roster) float64 {
		all, err := fill.Fill(t.Context(), r, fill.Question{MaxAnswers: 1, UpgradesOnly: true, KeepUnits: builder.UnitIDs(r.Document())})
		if err != nil {
			t.Fatal(err)
		}
		return all.CurrentValue
	}
	ids := builder.UnitIDs(list.Document())
	for _, points := range []int{1000, 500, 750} {
		session, cuts, err := fill.Reduce(t.Context(), list, library, points, odds.Foe{Name: odds.TypicalTargetsName})
		if err != nil {
			t.Fatal(err)
		}
		now, freed := session.Now(), 0
		for _, c := range cuts {
			freed += c.Points
		}
		if now.Points() > points || now.PointsLimit() != points || !builder.Legal(now) || freed != list.Points()-now.Points() {
			t.Errorf("%d points: %d of %d, legal: %v, freed %d with %v", points, now.Points(), now.PointsLimit(), builder.Legal(now), freed, builder.CutTexts(cuts))
		}
		best := 0.
		for kept := range 1 << len(ids) {
			one, _ := own[0].list(t, points, units)
			s := builder.NewSession(one, library)
			s.Force = true
			for i, id := range ids {
				if kept>>i&1 == 0 {
					if _, err := s.Do(builder.Remove{ID: id}); err != nil {
						t.Fatal(err)
					}
				}
			}
			if s.Now().Points() <= points && builder.Legal(s.Now()) {
				best = max(best, worth(s.Now()))
			}
		}
		if got := worth(now); got < 0.95*best {
			t.Errorf("%d points: the copy is worth %g, where %g is to be had; without %v", points, got, best, builder.CutTexts(cuts))
		}
	}
}
