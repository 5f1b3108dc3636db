package fit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"muster/pricing/gf"
	"muster/pricing/gf/form"
)

// prices returns the terms in the form of a price file, each with its evidence.
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
		t := gf.Term{Name: name, Value: roundForFile(f.values.ByTerm[i]), Equations: w.count, Confidence: gf.Guess}
		t.Spread = roundForFile(quantile(w.errors, .5))
		switch {
		case f.fixed[i]:
			t.Confidence, t.Spread = gf.Exact, 0
		case w.count == 0:
			if t.IsRule() {
				continue // of a basis that was replaced
			}
		case w.cents >= gf.EnoughPrices && 2*w.cents >= w.options:
			t.Confidence = gf.Exact
		case w.count >= gf.EnoughPrices:
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

// rank returns a term's place in the file: terms of the formula, then of the typical fights that units
// are valued in, then of rules.
func rank(t *gf.Term) int {
	switch {
	case strings.HasPrefix(t.Name, "scene"):
		return 1
	case t.IsRule():
		return 2
	}
	return 0
}

// maxCentError is the largest difference, in points, from a price that counts as equal to the cent.
const maxCentError = .015

// evidence sums up the equations that depend on a term.
type evidence struct {
	count, options int        // equations, and those of options among them
	cents          int        // options with an error of at most maxCentError
	errors         []weighted // absolute errors with their weights
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
		w.count++
		if e.toTheCent() {
			w.options++
			if r < maxCentError {
				w.cents++
			}
		}
		w.errors = append(w.errors, weighted{r / d, d * e.importance()})
	}
}

// roundForFile rounds a number to five decimals.
func roundForFile(x float64) float64 { return math.Round(x*1e5) / 1e5 }

// sceneTerms returns the terms of conditions: the median share of a rule's worth that is left under
// them.
func (f *fitter) sceneTerms(terms []gf.Term) []gf.Term {
	by := map[string][]gf.Term{}
	var names []string
	for _, t := range terms {
		a := f.atoms[t.Name]
		if a == nil || !a.Kind.IsStructural() || t.Equations < gf.EnoughPrices {
			continue
		}
		name := form.SceneTerm(a.Scene)
		if by[name] == nil {
			names = append(names, name)
		}
		by[name] = append(by[name], t)
	}
	slices.Sort(names)
	all := merged(names, by)
	other := map[string][]gf.Term{}
	for _, t := range all {
		if t.Name != form.SceneTerm("{}") {
			other[form.OtherScenes] = append(other[form.OtherScenes], t)
		}
	}
	for name := range other {
		all = append(all, merged([]string{name}, other)...)
	}
	return all
}

// amountTerms returns the terms of effects by their amount, derived from rules that have no other
// effects.
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
	return merged(names, by)
}

// merged returns one term for each name from several with that name: the median of their values
// weighted by equations, with their differences as its spread.
func merged(names []string, by map[string][]gf.Term) (all []gf.Term) {
	for _, name := range names {
		m := gf.Term{Name: name, Confidence: gf.Fitted}
		var values, errors []weighted
		for _, t := range by[name] {
			m.Equations += t.Equations
			values = append(values, weighted{t.Value, float64(t.Equations)})
		}
		m.Value = quantile(values, .5)
		for _, t := range by[name] {
			errors = append(errors, weighted{max(math.Abs(t.Value-m.Value), t.Spread), float64(t.Equations)})
		}
		m.Spread = roundForFile(max(quantile(errors, .75), .1*math.Abs(m.Value)))
		all = append(all, m)
	}
	return all
}
