package builder

import (
	estimates "muster/pricing/gf"
)

// An Estimator is a roster that knows what its units should cost, whatever their
// books say.
type Estimator interface {
	// Estimate prices a unit with its upgrades by the prices of a release. Ok is
	// false where no release has prices for the unit's book.
	Estimate(id string) (e estimates.Estimate, release string, ok bool)
	// Estimable reports whether a release has prices for the unit's book.
	Estimable(id string) bool
}

func (g grimdark) Estimable(id string) bool {
	u := g.Unit(id)
	if u == nil || u.Of == nil || u.Book == nil {
		return false
	}
	_, ok := estimates.Of(u.Book.System)
	return ok
}

func (g grimdark) Estimate(id string) (e estimates.Estimate, release string, ok bool) {
	if !g.Estimable(id) {
		return e, "", false
	}
	u := g.Unit(id)
	prices, _ := estimates.Of(u.Book.System)
	var chosen []estimates.Taken
	for _, c := range u.Chosen {
		chosen = append(chosen, estimates.Taken{Section: c.Section, Option: c.Option, Count: c.Count})
	}
	return estimates.NewPricer(prices, u.Book, nil).With(u.Of, chosen), prices.Release, true
}
