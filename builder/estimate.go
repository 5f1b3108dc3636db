package builder

import (
	estimates "muster/pricing/gf"
)

// An Estimator is a roster that estimates fair costs of its units, independently of the prices in
// books.
type Estimator interface {
	// Estimate estimates the cost of a unit with its upgrades. release names the release of the
	// game whose prices it uses; ok is false if muster has no prices for the unit's book.
	Estimate(id string) (e estimates.Estimate, release string, ok bool)
	// Estimable reports whether muster has prices for the unit's book.
	Estimable(id string) bool
}

func (g gfRoster) Estimable(id string) bool {
	u := g.Unit(id)
	if u == nil || u.BookUnit == nil || u.Book == nil {
		return false
	}
	_, ok := estimates.PricesOf(u.Book.System)
	return ok
}

func (g gfRoster) Estimate(id string) (e estimates.Estimate, release string, ok bool) {
	if !g.Estimable(id) {
		return e, "", false
	}
	u := g.Unit(id)
	prices, _ := estimates.PricesOf(u.Book.System)
	var chosen []estimates.TakenOption
	for _, c := range u.ChosenOptions {
		chosen = append(chosen, estimates.TakenOption{Section: c.Section, Option: c.Option, Count: c.Count})
	}
	return estimates.NewPricer(prices, u.Book, nil).UnitWithOptions(u.BookUnit, chosen), prices.Release, true
}
