package gf

import (
	"math"
	"slices"

	"github.com/shopspring/decimal"

	"muster/catalog"
	"muster/pricing"
	"muster/pricing/gf/form"
	"muster/rules"
)

// An Estimate is the estimated price of a unit or an option.
type Estimate struct {
	ExactPoints   decimal.Decimal // points to the cent; 0 if any rule has no price
	Points        int             // rounded as in books
	Low, High     int             // nine in ten prices lie in this range; rounded as in books
	Confidence    Confidence
	Steps         []pricing.Step // calculation of the known parts of the price
	UnpricedRules []string       // names of the rules without a price
	GuessedTerms  []string       // names of the terms that follow from fewer than five prices
	// TermAndRuleNames is set only for the exact price of an option. It names the terms on which
	// the price depends and the rules of the unit, sorted, as Doubt names them.
	TermAndRuleNames []string
}

// A Pricer estimates the prices of units and options of one army book. It is not safe for
// concurrent use.
type Pricer struct {
	book   *catalog.Book
	lookup *termLookup
	reader *form.LoadoutReader
}

// NewPricer returns a pricer for a book. game is the game system whose rules apply; nil means the
// book's own.
func NewPricer(p *Prices, b *catalog.Book, game *rules.System) *Pricer {
	l := newTermLookup(p)
	return &Pricer{b, l, form.NewLoadoutReader(b.RuleSet(game), l, &p.tables)}
}

// Unit prices a unit of the book without upgrades.
func (p *Pricer) Unit(u *catalog.Unit) Estimate {
	return p.estimate(nil, p.reader.ReadKit(form.KitOf(u)))
}

// Option prices an option for a unit: the price of the unit with the option, minus the price
// without it.
func (p *Pricer) Option(u *catalog.Unit, s *catalog.Section, o *catalog.Option) Estimate {
	before, after, ok := form.KitOf(u).Choose(p.book.Sections(u), s, o)
	if !ok {
		return Estimate{Confidence: Unknown, UnpricedRules: []string{s.Label}}
	}
	return p.estimate(p.reader.ReadKit(before), p.reader.ReadKit(after))
}

// A TakenOption is an option chosen for a unit, with the number of times that it is taken.
type TakenOption struct {
	Section *catalog.Section
	Option  *catalog.Option
	Count   int
}

// UnitWithOptions prices a unit with options, which are applied in the given order.
func (p *Pricer) UnitWithOptions(u *catalog.Unit, chosen []TakenOption) Estimate {
	k := form.KitOf(u)
	for _, c := range chosen {
		for range max(1, c.Count) {
			if _, after, ok := k.Choose(p.book.Sections(u), c.Section, c.Option); ok {
				k = after
			}
		}
	}
	return p.estimate(nil, p.reader.ReadKit(k))
}

// estimate returns the price of the loadout after, minus the price of before unless that is nil.
func (p *Pricer) estimate(before, after *form.Loadout) Estimate {
	e := Estimate{UnpricedRules: form.UnpricedRules(before, after)}
	total := decimal.Zero
	for i, part := range form.PriceParts(before, after, &p.lookup.tables, &form.TermValues{ByTerm: p.lookup.values}) {
		amount := decimal.NewFromFloat(part.Points).Round(4)
		cents := amount.Round(2)
		if before != nil && cents.IsZero() {
			continue
		}
		total = total.Add(amount)
		step := pricing.Step{
			Operator: "+", Value: total.Round(2),
			Terms: []pricing.Term{{Amount: cents, Label: part.Label}},
		}
		if i == 0 {
			step.Operator = ""
		}
		e.Steps = append(e.Steps, step)
	}
	if len(e.UnpricedRules) > 0 {
		e.Confidence = Unknown
		return e
	}
	e.ExactPoints = total.Round(2)
	e.Points = roundPrice(e.ExactPoints)
	p.setPriceRange(&e, before, after)
	return e
}

// setPriceRange sets the confidence of an estimate, and its price range from the uncertainty of the
// terms that it depends on.
func (p *Pricer) setPriceRange(e *Estimate, before, after *form.Loadout) {
	if before != nil {
		form.RemoveCommonParts(before, after)
	}
	t, v := &p.lookup.tables, &form.TermValues{ByTerm: p.lookup.values}
	price := func(v *form.TermValues) float64 {
		if before == nil {
			return after.Total(t, v)
		}
		return after.Total(t, v) - before.Total(t, v)
	}
	points, squares := price(v), 0.0
	e.Confidence = Exact
	used := v.TermsUsedBy(price)
	e.TermAndRuleNames = slices.Grow([]string(nil), len(used))
	for _, id := range used {
		term := &p.lookup.terms[id]
		value := v.ByTerm[id]
		v.ByTerm[id] = value + max(term.MedianDeviation, 1e-4)
		change := abs(price(v) - points)
		v.ByTerm[id] = value
		if change < 1e-9 {
			continue
		}
		if e.TermAndRuleNames = append(e.TermAndRuleNames, term.Name); term.Confidence == Exact {
			continue
		}
		squares += change * change
		e.Confidence = Fitted
		if term.Confidence == Guess {
			e.GuessedTerms = append(e.GuessedTerms, term.Name)
		}
	}
	p.applyDoubts(e, before, after)
	const toNinety = 2.5 // from a spread that half of the prices are within, to one for nine in ten
	spread := max(toNinety, toNinety*math.Sqrt(squares))
	switch {
	case e.Confidence == Exact:
		spread = .01
	case before == nil:
		spread = max(spread, abs(points)*v.At(t.UnitPriceRange))
	default:
		spread = max(spread, v.At(t.OptionPriceRange))
	}
	exact, _ := e.ExactPoints.Float64()
	e.Low, e.High = roundPrice(decimal.NewFromFloat(exact-spread)), roundPrice(decimal.NewFromFloat(exact+spread))
}

// applyDoubts lowers the confidence of an option's estimate from Exact to Fitted if a Doubt (terms
// that gave wrong prices before) applies to it.
func (p *Pricer) applyDoubts(e *Estimate, before, after *form.Loadout) {
	if before == nil || e.Confidence != Exact {
		e.TermAndRuleNames = nil
		return
	}
	for _, key := range slices.Concat(before.RuleKeys(), after.RuleKeys()) {
		e.TermAndRuleNames = append(e.TermAndRuleNames, "rule "+key)
	}
	slices.Sort(e.TermAndRuleNames)
	e.TermAndRuleNames = slices.Compact(e.TermAndRuleNames)
	covers := func(d Doubt) bool { return d.AppliesTo(e.TermAndRuleNames) }
	if before.HasInteractingRules() || after.HasInteractingRules() || slices.ContainsFunc(p.lookup.Doubts, covers) {
		e.Confidence, e.TermAndRuleNames = Fitted, nil
	}
}

// roundPrice rounds points as books do: to a multiple of 5, but a positive price to at least 5.
func roundPrice(points decimal.Decimal) int {
	five := decimal.NewFromInt(5)
	n := int(points.Div(five).Add(decimal.New(5, -1)).Floor().IntPart()) * 5
	if n == 0 && points.Round(2).IsPositive() {
		return 5
	}
	return n
}
