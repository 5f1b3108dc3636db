package main

import (
	"math"
	"slices"
	"testing"

	"muster/pricing/gf"
	"muster/pricing/gf/fit"
	"muster/schema/schematest"
)

// published reads the books that the shipped prices were read off.
func published(t testing.TB) (sources []fit.PricedBook) {
	t.Helper()
	for _, file := range schematest.RealBooks(t, "gf-3.5.3/*.json") {
		s, err := readBook(file)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, s)
	}
	return sources
}

// The shipped prices hold for the books that they were read off.
func TestShippedPricesAreThoseOfRealBooks(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads thirty books")
	}
	p, ok := gf.PricesOf("gf-3")
	if !ok {
		t.Fatal("no prices ship")
	}
	var h fit.Holdout
	for _, s := range published(t) {
		h.AddBook(p, &s, nil)
	}
	options := float64(len(h.OptionErrors.AbsErrors))
	if got := h.UnitErrors.Quantile(.5); got > .01 {
		t.Errorf("half of the units are %.2f %% off or more", 100*got)
	}
	if got := h.OptionErrors.Quantile(.75); got > .02 {
		t.Errorf("a quarter of the options is %.2f points off or more", got)
	}
	if got := float64(h.OptionErrors.SamePriceCount) / options; got < .88 {
		t.Errorf("%.1f %% of the options are equal after rounding", 100*got)
	}
	t.Logf("of %d options %d are called exact, %d wrongly; of the others %d are in their range",
		len(h.OptionErrors.AbsErrors), h.OptionErrors.CalledExactCount, h.OptionErrors.WrongExactCount, h.OptionErrors.StatedInRangeCount-h.OptionErrors.CalledExactCount)
	if o := &h.OptionErrors; 1000*o.WrongExactCount > o.CalledExactCount || o.CalledExactCount < len(o.AbsErrors)/2 {
		t.Errorf("of %d options called exact %d are more than a cent off", o.CalledExactCount, o.WrongExactCount)
	}
	if o := &h.OptionErrors; 100*(o.StatedInRangeCount-o.CalledExactCount) < 95*(len(o.AbsErrors)-o.CalledExactCount) {
		t.Errorf("of %d fitted options %d are in their range", len(o.AbsErrors)-o.CalledExactCount, o.StatedInRangeCount-o.CalledExactCount)
	}
	// A boost of shooting that only units without guns can take tells nothing of its price.
	if h.UnpricedUnits+h.UnpricedOptions > 2 {
		t.Errorf("%d units and %d options have no price", h.UnpricedUnits, h.UnpricedOptions)
	}
}

// The same books make the shipped file, but for the ranges that are measured by
// holding books out.
func TestRealBooksMakeTheShippedFile(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads the prices off thirty books")
	}
	shipped, ok := gf.PricesOf("gf-3")
	if !ok {
		t.Fatal("no prices ship")
	}
	made := fit.Fit(published(t), "gf-3", shipped.Release)
	if len(made.Terms) != len(shipped.Terms) {
		t.Fatalf("%d terms, not %d", len(made.Terms), len(shipped.Terms))
	}
	if !slices.Equal(made.Doubts, shipped.Doubts) {
		t.Errorf("the books make other doubts: %v, not %v", made.Doubts, shipped.Doubts)
	}
	for i, term := range shipped.Terms {
		if term.Name != "range of units" && term.Name != "range of options" && made.Terms[i] != term {
			t.Errorf("%+v is shipped, and the books make %+v", term, made.Terms[i])
		}
	}
}

// At the shipped prices our own book costs what the form of docs/dev/points.md comes to by
// hand; a rule that no price is known of has none.
func TestInventedBookAtTheShippedPrices(t *testing.T) {
	s, err := readBook("../../armyforge/testdata/ember-tide.json")
	if err != nil {
		t.Fatal(err)
	}
	prices, _ := gf.PricesOf("gf-3")
	pricer := gf.NewPricer(prices, s.Book, nil)
	const step, hit3, hit4, hit5 = 7.41, 2. / 3, 1. / 2, 1. / 3
	const ap1, ap2, deadly3 = 1.5, 1.95, 2.5
	divers := 5 * step * ((.79566 - .05459) + 2*hit4 + hit4)
	for _, c := range []struct {
		unit, option string
		want         float64 // -1 for no price
	}{
		{"ember-divers", "two-pistols", 0},                          // two attacks at half the range
		{"ember-divers", "flare-thrower", step * (3*hit5 - 2*hit4)}, // it hits one worse
		{"ember-divers", "cutlass", step * (2*hit4 - hit4)},
		{"ember-divers", "charge", step * .5 * hit4 * deadly3},
		{"ember-divers", "bayonet", step * hit4 * ap1},
		{"ember-divers", "flotsam", -1},
		{"ember-divers", "gong", -1},
		{"vent-captain", "steam-lance", step * (.75*2*(hit3+.1197) - hit3)}, // the table has .1197 for no Regeneration
		{"vent-captain", "cable-winch", step * 2 * hit3 * ap1},
		{"kiln-tenders", "pick", 3 * step * 2 * hit4 * (ap2 - ap1)},
		{"kiln-tenders", "hot-coals", step * .5 * hit4},
		{"trench-crawler", "crab-claw", -1}, // nothing says what Kiln Breaker is worth
		{"trench-crawler", "", -1},
	} {
		u := s.Unit(c.unit)
		e := pricer.Unit(u)
		if c.option != "" {
			o, ok := s.Option(u, c.option)
			if !ok {
				t.Fatalf("%s has no option %s", c.unit, c.option)
			}
			e = pricer.Option(u, o.Section, o.Option)
		}
		got, _ := e.ExactPoints.Float64()
		if e.Confidence == gf.Unknown {
			got = -1
		}
		if math.Abs(got-c.want) > .02 {
			t.Errorf("%s, %s: %.3f, by hand %.3f", c.unit, c.option, got, c.want)
		}
	}
	whole, _ := pricer.Unit(s.Unit("ember-divers")).ExactPoints.Float64()
	saltHide := 5 * step * .625 // the table has .625 for each wound
	if math.Abs(whole-divers-saltHide) > .1 {
		t.Errorf("five divers cost %.2f, by hand %.2f and Salt Hide", whole, divers)
	}
}
