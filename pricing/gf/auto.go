package gf

import (
	"fmt"
	"strings"

	"muster/catalog"
)

// EstimateUnit estimates the cost of a unit whose book says "cost: auto"; why explains a missing
// estimate. It is a catalog.Estimator.
func EstimateUnit(b *catalog.Book, u *catalog.Unit) (points int, why string) {
	p, ok := PricesOf(b.System)
	if !ok {
		return 0, fmt.Sprintf("there are no prices for %s", b.System)
	}
	e := NewPricer(p, b, nil).Unit(u)
	if e.Confidence == Unknown {
		return 0, fmt.Sprintf("the prices of %s have none for %s", p.Release, strings.Join(e.Unknown, ", "))
	}
	return e.Points, ""
}
