package gf_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"muster/catalog"
	"muster/catalog/catalogtest"
	"muster/pricing/gf"
)

// army is a book with one unit of a Quality, its rules and weapons, and options.
func army(t testing.TB, quality int, ownRules, rules, weapons, options string) *catalog.Book {
	t.Helper()
	text := fmt.Sprintf(`muster: book/1
id: test
system: gf-3
name: Test
rules:
  - {name: Mend, summary: Mends.}
%s
units:
  - {id: unit, name: Unit, size: 1, quality: %d, defense: 4, cost: 50, rules: [%s], weapons: [%s], upgrades: [a]}
upgrades:
  - id: a
    sections:
      - {label: Replace Heavy Pistol, kind: replace, affects: 1, targets: [Heavy Pistol], options: [{id: plasma, name: Plasma Pistol, cost: 5, weapons: [{name: Plasma Pistol, range: 12, attacks: 1, rules: [AP(4)]}]}]}
      - {label: Replace CCW, kind: replace, affects: 1, targets: [CCW], options: [{id: fist, name: Fist, cost: 10, weapons: [{name: Fist, attacks: 2, rules: [AP(4)]}]}]}
      - {label: Upgrade with, kind: upgrade, options: [{id: mend, name: Medic, cost: 40, rules: [Mend]}%s]}
`, ownRules, quality, rules, weapons, options)
	book, err := catalog.Read("test.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return book
}

const arms = `{name: Heavy Pistol, range: 12, attacks: 1, rules: [AP(1)]}, {name: CCW, attacks: 2}`

func prices(t testing.TB) *gf.Prices {
	t.Helper()
	p, ok := gf.PricesOf("gf-3")
	if !ok {
		t.Fatal("no prices of gf-3")
	}
	return p
}

func option(t *testing.T, b *catalog.Book, id string) gf.Estimate {
	t.Helper()
	u := &b.Units[0]
	c, ok := b.Option(u, id)
	if !ok {
		t.Fatalf("no option %s", id)
	}
	return gf.NewPricer(prices(t), b, nil).Option(u, c.Section, c.Option)
}

// The prices to the cent are those that the release's books state.
func TestPricesToTheCentAreThoseOfTheRelease(t *testing.T) {
	for _, c := range []struct {
		quality      int
		option, want string
	}{
		{4, "plasma", "4.45"}, {5, "fist", "8.40"}, {4, "fist", "12.60"}, {3, "fist", "16.80"}, {4, "mend", "40.01"}, {3, "mend", "40.01"},
	} {
		e := option(t, army(t, c.quality, "", "", arms, ""), c.option)
		if got := e.ExactPoints.StringFixed(2); got != c.want || e.Confidence != gf.Exact {
			t.Errorf("%s at Quality %d+ costs %s (%s), not %s", c.option, c.quality, got, e.Confidence, c.want)
		}
	}
}

// A price is exact only if its terms are exact together: not for a weapon with rules of its own
// that a rule of the unit changes, nor beside a rule that prices to the cent have contradicted.
func TestAPriceIsExactOnlyWhereItsTermsHoldTogether(t *testing.T) {
	const blade = ", {id: blade, name: Blade, cost: 5, weapons: [{name: Blade, attacks: 2, rules: [Rending]}]}"
	const gun = ", {id: gun, name: Gun, cost: 5, weapons: [{name: Gun, range: 24, attacks: 2}]}"
	for _, c := range []struct {
		rules, option string
		want          gf.Confidence
	}{
		{"", "blade", gf.Exact}, {"Furious", "blade", gf.Fitted}, {"", "gun", gf.Exact}, {"Furious", "gun", gf.Exact}, {"Aircraft", "gun", gf.Fitted},
	} {
		e := option(t, army(t, 4, "", c.rules, arms, blade+gun), c.option)
		if e.Confidence != c.want || c.want == gf.Fitted && e.High-e.Low < 5 {
			t.Errorf("%s of a unit with %q: %s, %d to %d", c.option, c.rules, e.Confidence, e.Low, e.High)
		}
	}
}

func TestARuleWithoutAPriceIsNamedAndHasNoNumber(t *testing.T) {
	book := army(t, 4, "  - {name: Mystery, summary: Nobody can read this one.}", "Mystery", arms, ", {id: other, name: Other, cost: 5, rules: [Mystery]}")
	e := gf.NewPricer(prices(t), book, nil).Unit(&book.Units[0])
	if e.Confidence != gf.Unknown || strings.Join(e.UnpricedRules, " ") != "Mystery" || !e.ExactPoints.IsZero() || e.Points != 0 {
		t.Errorf("the unit: %s, %v, %v points", e.Confidence, e.UnpricedRules, e.Points)
	}
	if len(e.Steps) < 3 {
		t.Errorf("what is known is not said: %v", e.Steps)
	}
	if o := option(t, book, "fist"); o.Confidence != gf.Unknown {
		t.Errorf("a weapon of a unit with a rule that nobody can read is priced: %s", o.ExactPoints)
	}
	report := e.Report()
	if report.EstimatedPoints != nil || report.ExactPoints != "" || report.Low != nil {
		t.Errorf("the report of a price with an unknown rule has a number")
	}
}

// A rule of one's own has the price of those that do the same, and a price with a
// range where no rule does quite the same.
func TestARuleOfOnesOwnIsPricedByItsEffects(t *testing.T) {
	price := func(rule, effects string) gf.Estimate {
		own := ""
		if effects != "" {
			own = "  - {name: " + rule + ", summary: Own., effects: [" + effects + "]}"
		}
		book := army(t, 4, own, rule, arms, "")
		return gf.NewPricer(prices(t), book, nil).Unit(&book.Units[0])
	}
	furious, own := price("Furious", ""), price("Onrush", "{when: {charging: true}, on: six-to-hit, extra-hits: 1}")
	if !own.ExactPoints.Equal(furious.ExactPoints) {
		t.Errorf("a rule like Furious costs %s, Furious %s", own.ExactPoints, furious.ExactPoints)
	}
	plain := price("Hero", "")
	for _, c := range []struct{ name, effects string }{
		{"one AP more in melee", "{when: {melee: true}, ap: 1}"},
		{"a better roll after standing", "{when: {shooting: true, moved: false}, to-hit: 1}"},
		{"re-rolled blocks in melee", "{when: {melee: true}, reroll-blocks: 6}"},
		{"a better block under fire", "{when: {shooting: true}, block: 1}"},
		{"two better blocks", "{block: 2}"},
		{"a ward on a four", "{ward: 4}"},
		{"an aura of hits", "{to: unit, when: {melee: true}, on: six-to-hit, extra-hits: 1}"},
	} {
		e := price("Own", c.effects)
		if e.Confidence != gf.Fitted || e.Low >= e.High || e.Points < e.Low || e.Points > e.High {
			t.Errorf("%s: %s, %d points, %d to %d, unknown %v", c.name, e.Confidence, e.Points, e.Low, e.High, e.UnpricedRules)
		}
		if !e.ExactPoints.GreaterThan(plain.ExactPoints) {
			t.Errorf("%s: costs %s, no more than without it (%s)", c.name, e.ExactPoints, plain.ExactPoints)
		}
	}
}

func TestStepsSumUpToThePrice(t *testing.T) {
	for _, file := range []string{"gf-3/steel-wardens.yaml", "gf-3/brine-choir.yaml"} {
		for _, u := range gf.PriceBook(prices(t), catalogtest.Book(t, file), nil).Units {
			check := func(what string, r gf.PriceReport) {
				if r.Confidence == gf.Unknown {
					return
				}
				sum := "0.00"
				if len(r.Steps) > 0 {
					sum = r.Steps[len(r.Steps)-1].Value
				}
				if sum != r.ExactPoints {
					t.Errorf("%s: %s of the parts, %s as a whole", what, sum, r.ExactPoints)
				}
				if *r.Low > *r.EstimatedPoints || *r.EstimatedPoints > *r.High {
					t.Errorf("%s: %d is not in %d to %d", what, *r.EstimatedPoints, *r.Low, *r.High)
				}
			}
			check(u.Name, u.PriceReport)
			for _, o := range u.Options {
				check(u.Name+", "+o.Text, o.PriceReport)
			}
		}
	}
}

// A price that is not exact has a range of at least the width in which nine in ten prices of other
// books lay: a share of a unit's points, some points of an option (docs/dev/points.md).
func TestARangeHoldsNineInTenPrices(t *testing.T) {
	width := map[string]float64{}
	for _, term := range prices(t).Terms {
		width[term.Name] = term.Value
	}
	book := catalogtest.Book(t, "gf-3/steel-wardens.yaml")
	const rounded = 2.5 // points by which each end is rounded at most
	narrow := func(r gf.PriceReport, share, points float64) bool {
		exact, err := strconv.ParseFloat(r.ExactPoints, 64)
		if err != nil || r.Confidence == gf.Exact {
			return false
		}
		half := max(share*exact, points) - rounded
		// no price above 0 is below 5
		return float64(*r.Low) > max(5, exact-half) || float64(*r.High) < exact+half
	}
	for _, u := range gf.PriceBook(prices(t), book, nil).Units {
		if narrow(u.PriceReport, width["range of units"], 0) {
			t.Errorf("%s: %s lies in %d to %d", u.Name, u.ExactPoints, *u.Low, *u.High)
		}
		for _, o := range u.Options {
			if narrow(o.PriceReport, 0, width["range of options"]) {
				t.Errorf("%s, %s: %s lies in %d to %d", u.Name, o.Text, o.ExactPoints, *o.Low, *o.High)
			}
		}
	}
}

// Every number either has five prices or says that it is a guess, and none runs away.
func TestEveryTermHasFivePricesOrIsAGuess(t *testing.T) {
	p := prices(t)
	for _, term := range p.Terms {
		switch {
		case term.PriceCount < 5 && term.Confidence == gf.Fitted:
			t.Errorf("%s is fitted to %d prices", term.Name, term.PriceCount)
		case term.Value < -13 || term.Value > 30:
			t.Errorf("%s is %v", term.Name, term.Value)
		}
	}
	if len(p.Terms) < 150 || p.BookCount < 2 || p.OptionCount < 1000 {
		t.Errorf("%d terms of %d books and %d options", len(p.Terms), p.BookCount, p.OptionCount)
	}
}

func TestAGameOfNoReleaseHasNoPrices(t *testing.T) {
	if _, ok := gf.PricesOf("gf-2.7"); ok {
		t.Error("a system without prices has some")
	}
}

func BenchmarkPriceBook(b *testing.B) {
	book, p := catalogtest.Book(b, "gf-3/steel-wardens.yaml"), prices(b)
	b.ReportAllocs()
	for b.Loop() {
		gf.PriceBook(p, book, nil)
	}
}
