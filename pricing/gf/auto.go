package gf

import (
	"fmt"
	"strings"

	"muster/catalog"
)

// EstimateUnit estimates the cost of a unit whose book states "cost: auto"; why says why there is
// no estimate. Its signature is catalog.Estimator.
func EstimateUnit(b *catalog.Book, u *catalog.Unit) (points int, why string) {
	p, ok := PricesOf(b.System)
	if !ok {
		return 0, fmt.Sprintf("there are no prices for %s", b.System)
	}
	e := NewPricer(p, b, nil).Unit(u)
	if e.Confidence == Unknown {
		return 0, fmt.Sprintf("the prices of %s have none for %s", p.Release, strings.Join(e.UnpricedRules, ", "))
	}
	return e.Points, ""
}
