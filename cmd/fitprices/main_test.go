package main

import (
	"testing"

	"muster/pricing/gf"
	"muster/schema/schematest"
)

// published reads the books that the shipped prices were read off.
func published(t testing.TB) (sources []gf.Source) {
	t.Helper()
	for _, file := range schematest.RealBooks(t, "gf-3.5.3/*.json") {
		s, err := read(file)
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
	p, ok := gf.Of("gf-3")
	if !ok {
		t.Fatal("no prices ship")
	}
	var h gf.Holdout
	for _, s := range published(t) {
		h.Judge(p, &s, nil)
	}
	options := float64(len(h.Options.Off))
	if got := h.Units.Quantile(.5); got > .01 {
		t.Errorf("half of the units are %.2f %% off or more", 100*got)
	}
	if got := h.Options.Quantile(.75); got > .02 {
		t.Errorf("a quarter of the options is %.2f points off or more", got)
	}
	if got := float64(h.Options.Equal) / options; got < .88 {
		t.Errorf("%.1f %% of the options are equal after rounding", 100*got)
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
	shipped, ok := gf.Of("gf-3")
	if !ok {
		t.Fatal("no prices ship")
	}
	made := gf.Fit(published(t), "gf-3", shipped.Release)
	if len(made.Terms) != len(shipped.Terms) {
		t.Fatalf("%d terms, not %d", len(made.Terms), len(shipped.Terms))
	}
	for i, term := range shipped.Terms {
		if term.Name != "range of units" && term.Name != "range of options" && made.Terms[i] != term {
			t.Errorf("%+v is shipped, and the books make %+v", term, made.Terms[i])
		}
	}
}
