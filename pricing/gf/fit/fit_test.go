package fit_test

import (
	"bytes"
	"math"
	"testing"

	"muster/catalog"
	"muster/catalog/catalogtest"
	"muster/pricing/gf"
	"muster/pricing/gf/fit"
	"muster/schema"
)

// made are the shipped books with costs that the shipped prices make, to the cent.
func made(t *testing.T) (sources []fit.PricedBook) {
	t.Helper()
	p, ok := gf.PricesOf("gf-3")
	if !ok {
		t.Fatal("no prices of gf-3")
	}
	for _, file := range []string{"gf-3/brine-choir.yaml", "gf-3/steel-wardens.yaml"} {
		book := catalogtest.Book(t, file)
		exact := map[[2]string]float64{}
		for i, u := range gf.PriceBook(p, book, nil).Units {
			if u.EstimatedPoints != nil {
				book.Units[i].Cost.Points = *u.EstimatedPoints
			}
			for _, o := range u.Options {
				if o.ExactPoints != "" {
					exact[[2]string{u.ID, o.ID}], _ = o.Estimate.ExactPoints.Float64()
				}
			}
		}
		sources = append(sources, fit.PricedBook{Book: book, ExactPrice: func(o *catalog.Option, u *catalog.Unit) (float64, bool) {
			points, ok := exact[[2]string{u.ID, o.ID}]
			return points, ok
		}})
	}
	return sources
}

// right is the share of prices to the cent that prices give back.
func right(p *gf.Prices, sources []fit.PricedBook) float64 {
	all, same := 0, 0
	for _, s := range sources {
		pricer := gf.NewPricer(p, s.Book, nil)
		for i := range s.Units {
			u := &s.Units[i]
			for _, section := range s.Sections(u) {
				for j := range section.Options {
					o := &section.Options[j]
					want, ok := s.ExactPrice(o, u)
					if !ok {
						continue
					}
					all++
					e := pricer.Option(u, section, o)
					if got, _ := e.ExactPoints.Float64(); e.Confidence != gf.Unknown && math.Abs(got-want) < .025 {
						same++
					}
				}
			}
		}
	}
	return float64(same) / float64(all)
}

// Books whose prices were made by the form give back the prices that made them, but
// for some rules that two small books have once or twice; and always the same.
func TestFitFindsThePricesThatTheFormMade(t *testing.T) {
	sources := made(t)
	fitted := fit.Fit(sources, "gf-3", "test")
	if got := right(fitted, sources); got < .85 {
		t.Errorf("%.1f %% of the prices are found", 100*got)
	}
	again := fit.Fit(made(t), "gf-3", "test")
	if !bytes.Equal(schema.Write("points/1", fitted, nil), schema.Write("points/1", again, nil)) {
		t.Error("the same books make other prices")
	}
}

// A price that is far off leaves the others where they are, and no number runs away.
func TestOnePriceDoesNotMoveTheOthers(t *testing.T) {
	honest, sources := made(t), made(t)
	exact, wrong := sources[1].ExactPrice, 0
	sources[1].ExactPrice = func(o *catalog.Option, u *catalog.Unit) (float64, bool) {
		points, ok := exact(o, u)
		if ok && o.ID == "plasma-sword" {
			wrong++
			points -= 1000
		}
		return points, ok
	}
	fitted := fit.Fit(sources, "gf-3", "test")
	if got := right(fitted, honest); wrong == 0 || got < .8 {
		t.Errorf("%.1f %% of the prices are found with %d wrong ones", 100*got, wrong)
	}
	for _, term := range fitted.Terms {
		if math.Abs(term.Value) > 30 {
			t.Errorf("%s ran away to %v", term.Name, term.Value)
		}
	}
}

func TestFamiliesAreSisterBooks(t *testing.T) {
	sources := made(t)
	twins := append(sources, sources[0])
	families := fit.RelatedBooks(twins)
	if len(families) != 2 || len(families[0]) != 2 || families[0][0] != 0 || families[0][1] != 2 {
		t.Errorf("the families are %v", families)
	}
}

// What is held out is priced by the others alone.
func TestHoldoutsCountWhatHasNoPrice(t *testing.T) {
	for _, h := range fit.CrossValidate(made(t), [][]int{{0}, {1}}, "gf-3", "test") {
		if len(h.UnitErrors.AbsErrors)+h.UnpricedUnits == 0 || h.UnpricedUnits == 0 || len(h.OptionErrors.AbsErrors) == 0 {
			t.Errorf("%s: %d units priced, %d not, %d options", h.BookIDs, len(h.UnitErrors.AbsErrors), h.UnpricedUnits,
				len(h.OptionErrors.AbsErrors))
		}
		if h.PricedUnitsWithCommonRules > h.UnitsWithCommonRules {
			t.Errorf("%s: %d of %d are priced", h.BookIDs, h.PricedUnitsWithCommonRules, h.UnitsWithCommonRules)
		}
	}
}

// An option that gives nothing and costs something makes no other price doubtful.
func TestAPriceForNothingDoubtsNothing(t *testing.T) {
	sources := made(t)
	book, err := catalog.Read("own.yaml", []byte(`muster: book/1
id: own
system: gf-3
name: Own
units:
  - {id: u, name: U, size: 5, quality: 4, defense: 4, cost: 100, weapons: [{name: Rifle, count: 5, range: 24, attacks: 1}], upgrades: [p]}
upgrades:
  - id: p
    sections:
      - {label: Upgrade with, kind: upgrade, options: [{id: flag, name: Flag, cost: 5}]}
`))
	if err != nil {
		t.Fatal(err)
	}
	sources = append(sources, fit.PricedBook{Book: book, ExactPrice: func(*catalog.Option, *catalog.Unit) (float64, bool) { return 5, true }})
	for _, d := range fit.Fit(sources, "gf-3", "test").Doubts {
		if d.Term == "" {
			t.Errorf("all prices are in doubt: %+v", d)
		}
	}
}
