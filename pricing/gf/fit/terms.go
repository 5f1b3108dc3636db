package fit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"muster/pricing/gf"
	"muster/pricing/gf/form"
)

// prices returns the fitted terms as the contents of a price file, each with the number of prices
// behind it and its spread.
func (f *fitter) prices(sources []PricedBook, system, release string) *gf.Prices {
	p := &gf.Prices{System: system, Release: release, BookCount: len(sources)}
	for _, s := range sources {
		p.UnitCount += len(s.Units)
	}
	found := make([]termEvidence, len(f.termValues.ByTerm))
	for i := range f.equations {
		e := &f.equations[i]
		if e.isStatedToCent() {
			p.OptionCount++
		}
		f.addEvidence(e, found)
	}
	for i, name := range f.termNames {
		w := &found[i]
		t := gf.Term{
			Name: name, Value: roundForFile(f.termValues.ByTerm[i]), PriceCount: w.equationCount,
			Confidence: gf.Guess,
		}
		t.MedianDeviation = roundForFile(quantile(w.priceErrors, .5))
		switch {
		case f.isTermFixed[i]:
			t.Confidence, t.MedianDeviation = gf.Exact, 0
		case w.equationCount == 0:
			if t.IsRule() {
				continue // of a basis that was replaced
			}
		case w.rightOptionCount >= gf.MinPricesForFit && 2*w.rightOptionCount >= w.optionCount:
			t.Confidence = gf.Exact
		case w.equationCount >= gf.MinPricesForFit:
			t.Confidence = gf.Fitted
		}
		p.Terms = append(p.Terms, t)
	}
	p.Terms = append(p.Terms, f.conditionTerms(p.Terms)...)
	p.Terms = append(p.Terms, f.singleEffectTerms(p.Terms)...)
	slices.SortStableFunc(p.Terms, func(a, b gf.Term) int {
		return cmp.Or(cmp.Compare(termFileOrder(&a), termFileOrder(&b)), strings.Compare(a.Name, b.Name))
	})
	if err := p.PrepareTables(); err != nil {
		panic(err) // the fitter makes all terms that the form has
	}
	p.Doubts = findDoubts(p, sources)
	return p
}

// termFileOrder returns 0, 1 or 2 for the order of terms in the price file: first terms of the
// formula's tables, then terms of conditions, then terms of rules.
func termFileOrder(t *gf.Term) int {
	switch {
	case strings.HasPrefix(t.Name, "scene"):
		return 1
	case t.IsRule():
		return 2
	}
	return 0
}

// rightPriceTolerance is the largest error, in points, with which an estimate still counts as right
// to the cent.
const rightPriceTolerance = .015

// termEvidence sums up the equations that depend on one term.
type termEvidence struct {
	// number of equations, and number of these that state the price of an option
	equationCount, optionCount int
	rightOptionCount           int             // number of options with an error of at most rightPriceTolerance
	priceErrors                []weightedValue // absolute errors with their weights
}

// addEvidence adds an equation to the evidence of each of its terms; found is indexed by
// form.TermID.
func (f *fitter) addEvidence(e *equation, found []termEvidence) {
	p := e.price(&f.tables, &f.termValues)
	r := math.Abs(e.statedPrice - p)
	for _, n := range e.terms {
		d := math.Abs(f.priceSlope(e, n, p))
		if d < 1e-6 {
			continue
		}
		w := &found[n]
		w.equationCount++
		if e.isStatedToCent() {
			w.optionCount++
			if r < rightPriceTolerance {
				w.rightOptionCount++
			}
		}
		w.priceErrors = append(w.priceErrors, weightedValue{r / d, d * e.multiplierWeight()})
	}
}

// roundForFile rounds a number to five decimals, as price files state it.
func roundForFile(x float64) float64 { return math.Round(x*1e5) / 1e5 }

// conditionTerms returns the terms of conditions, such as charging: the median share of a rule's
// worth that is left if the rule applies only under the conditions.
func (f *fitter) conditionTerms(terms []gf.Term) []gf.Term {
	by := map[string][]gf.Term{}
	var names []string
	for _, t := range terms {
		a := f.attackChanges[t.Name]
		if a == nil || !a.Kind.HasCalculatedWorth() || t.PriceCount < gf.MinPricesForFit {
			continue
		}
		name := form.ConditionTerm(a.Conditions)
		if by[name] == nil {
			names = append(names, name)
		}
		by[name] = append(by[name], t)
	}
	slices.Sort(names)
	all := mergeTerms(names, by)
	other := map[string][]gf.Term{}
	for _, t := range all {
		if t.Name != form.ConditionTerm("{}") {
			other[form.OtherConditionsTerm] = append(other[form.OtherConditionsTerm], t)
		}
	}
	for name := range other {
		all = append(all, mergeTerms([]string{name}, other)...)
	}
	return all
}

// singleEffectTerms returns, for each kind of effect, a term for an amount of 1 (1 more AP),
// derived from rules that have only this effect.
func (f *fitter) singleEffectTerms(terms []gf.Term) []gf.Term {
	by := map[string][]gf.Term{}
	var names []string
	for _, t := range terms {
		key, basis, ok := strings.Cut(t.Name, ": per ")
		m := f.meanings[key]
		if !ok || m == nil || !m.AllEffectsKnown || len(m.AttackChanges) > 0 || len(m.Effects) != 1 ||
			t.PriceCount < gf.MinPricesForFit {
			continue
		}
		name, amount := form.TextWithoutNumber(m.Effects[0])
		if amount == 0 {
			continue
		}
		name = "like " + name + ": per " + basis
		t.Value, t.MedianDeviation = roundForFile(t.Value/amount), roundForFile(t.MedianDeviation/math.Abs(amount))
		if by[name] == nil {
			names = append(names, name)
		}
		by[name] = append(by[name], t)
	}
	slices.Sort(names)
	return mergeTerms(names, by)
}

// mergeTerms returns one term for each name, made from all terms with that name: their median
// value, weighted by equations, and their differences as its spread.
func mergeTerms(names []string, by map[string][]gf.Term) (all []gf.Term) {
	for _, name := range names {
		m := gf.Term{Name: name, Confidence: gf.Fitted}
		var values, errors []weightedValue
		for _, t := range by[name] {
			m.PriceCount += t.PriceCount
			values = append(values, weightedValue{t.Value, float64(t.PriceCount)})
		}
		m.Value = quantile(values, .5)
		for _, t := range by[name] {
			errors = append(errors, weightedValue{max(math.Abs(t.Value-m.Value), t.MedianDeviation), float64(t.PriceCount)})
		}
		m.MedianDeviation = roundForFile(max(quantile(errors, .75), .1*math.Abs(m.Value)))
		all = append(all, m)
	}
	return all
}
