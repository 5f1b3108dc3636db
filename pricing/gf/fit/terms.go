package fit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"muster/pricing/gf"
	"muster/pricing/gf/form"
)

// prices returns the terms for a file, each with its evidence.
func (f *fitter) prices(sources []Source, system, release string) *gf.Prices {
	p := &gf.Prices{System: system, Release: release, Books: len(sources)}
	for _, s := range sources {
		p.Units += len(s.Units)
	}
	found := make([]evidence, len(f.v.Of))
	for i := range f.equations {
		e := &f.equations[i]
		if e.toTheCent() {
			p.Options++
		}
		f.note(e, found)
	}
	for i, name := range f.names {
		w := &found[i]
		t := gf.Term{Name: name, Value: digits(f.v.Of[i]), Equations: w.count, Confidence: gf.Guess}
		t.Spread = digits(quantile(w.errors, .5))
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
	p.Terms = append(p.Terms, f.scenes(p.Terms)...)
	p.Terms = append(p.Terms, f.likes(p.Terms)...)
	slices.SortStableFunc(p.Terms, func(a, b gf.Term) int {
		return cmp.Or(cmp.Compare(rank(&a), rank(&b)), strings.Compare(a.Name, b.Name))
	})
	if err := p.Index(); err != nil {
		panic(err) // the fitter makes all terms that the form has
	}
	p.Doubts = doubts(p, sources)
	return p
}

// rank orders the terms: of the form, of scenes, of rules.
func rank(t *gf.Term) int {
	switch {
	case strings.HasPrefix(t.Name, "scene"):
		return 1
	case t.IsRule():
		return 2
	}
	return 0
}

// aCent is the largest error, in points, of a price to the cent.
const aCent = .015

// Evidence sums up the equations that depend on a term.
type evidence struct {
	count, options int
	cents          int // options with an error under a cent and a half
	errors         []weighted
}

// note adds an equation to the evidence of its terms.
func (f *fitter) note(e *equation, found []evidence) {
	p := e.price(&f.t, &f.v)
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
			if r < aCent {
				w.cents++
			}
		}
		w.errors = append(w.errors, weighted{r / d, d * e.importance()})
	}
}

// digits rounds a number for a file.
func digits(x float64) float64 { return math.Round(x*1e5) / 1e5 }

// scenes returns the terms of conditions: the median share of a rule's worth that they leave.
func (f *fitter) scenes(terms []gf.Term) []gf.Term {
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

// likes returns the terms of effects by their amount, from rules without other effects.
func (f *fitter) likes(terms []gf.Term) []gf.Term {
	by := map[string][]gf.Term{}
	var names []string
	for _, t := range terms {
		key, basis, ok := strings.Cut(t.Name, ": per ")
		m := f.meanings[key]
		if !ok || m == nil || !m.Complete || len(m.Atoms) > 0 || len(m.Effects) != 1 || t.Equations < gf.EnoughPrices {
			continue
		}
		name, amount := form.Alike(m.Effects[0])
		if amount == 0 {
			continue
		}
		name = "like " + name + ": per " + basis
		t.Value, t.Spread = digits(t.Value/amount), digits(t.Spread/math.Abs(amount))
		if by[name] == nil {
			names = append(names, name)
		}
		by[name] = append(by[name], t)
	}
	slices.Sort(names)
	return merged(names, by)
}

// merged returns one term for several of a name: the median of their values weighted by equations, with their
// differences as its spread.
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
		m.Spread = digits(max(quantile(errors, .75), .1*math.Abs(m.Value)))
		all = append(all, m)
	}
	return all
}
