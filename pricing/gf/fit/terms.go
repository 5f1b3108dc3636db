package fit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"muster/pricing/gf"
	"muster/pricing/gf/form"
)

// prices returns the terms as the contents of a price file, each with its evidence.
func (f *fitter) prices(sources []Source, system, release string) *gf.Prices {
	p := &gf.Prices{System: system, Release: release, Books: len(sources)}
	for _, s := range sources {
		p.Units += len(s.Units)
	}
	found := make([]evidence, len(f.values.ByTerm))
	for i := range f.equations {
		e := &f.equations[i]
		if e.toTheCent() {
			p.Options++
		}
		f.addEvidence(e, found)
	}
	for i, name := range f.names {
		w := &found[i]
		t := gf.Term{Name: name, Value: roundForFile(f.values.ByTerm[i]), Equations: w.equations, Confidence: gf.Guess}
		t.Spread = roundForFile(quantile(w.errors, .5))
		switch {
		case f.isFixed[i]:
			t.Confidence, t.Spread = gf.Exact, 0
		case w.equations == 0:
			if t.IsRule() {
				continue // of a basis that was replaced
			}
		case w.rightOptions >= gf.EnoughPrices && 2*w.rightOptions >= w.optionEquations:
			t.Confidence = gf.Exact
		case w.equations >= gf.EnoughPrices:
			t.Confidence = gf.Fitted
		}
		p.Terms = append(p.Terms, t)
	}
	p.Terms = append(p.Terms, f.sceneTerms(p.Terms)...)
	p.Terms = append(p.Terms, f.amountTerms(p.Terms)...)
	slices.SortStableFunc(p.Terms, func(a, b gf.Term) int {
		return cmp.Or(cmp.Compare(rank(&a), rank(&b)), strings.Compare(a.Name, b.Name))
	})
	if err := p.Prepare(); err != nil {
		panic(err) // the fitter makes all terms that the form has
	}
	p.Doubts = doubts(p, sources)
	return p
}

// rank returns a term's place in the price file: first terms of the formula, then terms of
// conditions, then terms of rules.
func rank(t *gf.Term) int {
	switch {
	case strings.HasPrefix(t.Name, "scene"):
		return 1
	case t.IsRule():
		return 2
	}
	return 0
}

// maxCentError is the largest error, in points, of a price that counts as right to the cent.
const maxCentError = .015

// evidence sums up the equations that depend on a term.
type evidence struct {
	equations, optionEquations int             // number of equations, and of those the number for options
	rightOptions               int             // number of options with an error of at most maxCentError
	errors                     []weightedValue // absolute errors with their weights
}

// addEvidence adds an equation to the evidence of its terms.
func (f *fitter) addEvidence(e *equation, found []evidence) {
	p := e.price(&f.tables, &f.values)
	r := math.Abs(e.stated - p)
	for _, n := range e.terms {
		d := math.Abs(f.slope(e, n, p))
		if d < 1e-6 {
			continue
		}
		w := &found[n]
		w.equations++
		if e.toTheCent() {
			w.optionEquations++
			if r < maxCentError {
				w.rightOptions++
			}
		}
		w.errors = append(w.errors, weightedValue{r / d, d * e.importance()})
	}
}

// roundForFile rounds a number to five decimals, as price files state it.
func roundForFile(x float64) float64 { return math.Round(x*1e5) / 1e5 }

// sceneTerms returns the terms of conditions: the median share of a rule's worth that it keeps
// under the conditions.
func (f *fitter) sceneTerms(terms []gf.Term) []gf.Term {
	by := map[string][]gf.Term{}
	var names []string
	for _, t := range terms {
		a := f.atoms[t.Name]
		if a == nil || !a.Kind.IsStructural() || t.Equations < gf.EnoughPrices {
			continue
		}
		name := form.SceneTerm(a.Conditions)
		if by[name] == nil {
			names = append(names, name)
		}
		by[name] = append(by[name], t)
	}
	slices.Sort(names)
	all := mergeTerms(names, by)
	other := map[string][]gf.Term{}
	for _, t := range all {
		if t.Name != form.SceneTerm("{}") {
			other[form.OtherScenesTerm] = append(other[form.OtherScenesTerm], t)
		}
	}
	for name := range other {
		all = append(all, mergeTerms([]string{name}, other)...)
	}
	return all
}

// amountTerms returns the terms of effects per unit of their amount, derived from rules that have
// only one effect.
func (f *fitter) amountTerms(terms []gf.Term) []gf.Term {
	by := map[string][]gf.Term{}
	var names []string
	for _, t := range terms {
		key, basis, ok := strings.Cut(t.Name, ": per ")
		m := f.meanings[key]
		if !ok || m == nil || !m.Complete || len(m.Atoms) > 0 || len(m.Effects) != 1 || t.Equations < gf.EnoughPrices {
			continue
		}
		name, amount := form.WithoutNumber(m.Effects[0])
		if amount == 0 {
			continue
		}
		name = "like " + name + ": per " + basis
		t.Value, t.Spread = roundForFile(t.Value/amount), roundForFile(t.Spread/math.Abs(amount))
		if by[name] == nil {
			names = append(names, name)
		}
		by[name] = append(by[name], t)
	}
	slices.Sort(names)
	return mergeTerms(names, by)
}

// mergeTerms returns one term for each name, made from all terms with that name: the median of
// their values weighted by equations, with their differences as its spread.
func mergeTerms(names []string, by map[string][]gf.Term) (all []gf.Term) {
	for _, name := range names {
		m := gf.Term{Name: name, Confidence: gf.Fitted}
		var values, errors []weightedValue
		for _, t := range by[name] {
			m.Equations += t.Equations
			values = append(values, weightedValue{t.Value, float64(t.Equations)})
		}
		m.Value = quantile(values, .5)
		for _, t := range by[name] {
			errors = append(errors, weightedValue{max(math.Abs(t.Value-m.Value), t.Spread), float64(t.Equations)})
		}
		m.Spread = roundForFile(max(quantile(errors, .75), .1*math.Abs(m.Value)))
		all = append(all, m)
	}
	return all
}
