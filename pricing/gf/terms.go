package gf

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// prices are the terms as a file has them, with what is known of each.
func (f *fitter) prices(sources []Source, system, release string) *Prices {
	p := &Prices{System: system, Release: release, Books: len(sources)}
	for _, s := range sources {
		p.Units += len(s.Units)
	}
	found := make([]evidence, len(f.v))
	for i := range f.equations {
		e := &f.equations[i]
		if e.toTheCent() {
			p.Options++
		}
		f.note(e, found)
	}
	for i, name := range f.names {
		w := &found[i]
		t := Term{Name: name, Value: digits(f.v[i]), Equations: w.count, Spread: digits(quantile(w.off, .5)), Confidence: Guess}
		switch {
		case f.fixed[i]:
			t.Confidence, t.Spread = Exact, 0
		case w.count == 0:
			if t.isRule() {
				continue // what a rule is not paid by any more
			}
		case w.cents >= enough && 2*w.cents >= w.options:
			t.Confidence = Exact
		case w.count >= enough:
			t.Confidence = Fitted
		}
		p.Terms = append(p.Terms, t)
	}
	p.Terms = append(p.Terms, f.scenes(p.Terms)...)
	p.Terms = append(p.Terms, f.likes(p.Terms)...)
	slices.SortStableFunc(p.Terms, func(a, b Term) int {
		return cmp.Or(cmp.Compare(rank(&a), rank(&b)), strings.Compare(a.Name, b.Name))
	})
	if err := p.index(); err != nil {
		panic(err) // the fitter makes all terms that the form has
	}
	return p
}

// rank puts the terms of the form before those of rules.
func rank(t *Term) int {
	switch {
	case strings.HasPrefix(t.Name, "scene"):
		return 1
	case t.isRule():
		return 2
	}
	return 0
}

// Evidence is what equations say of one term.
type evidence struct {
	count, options int
	cents          int // options that are right to the cent
	off            []weighted
}

// note adds what an equation says of its terms.
func (f *fitter) note(e *equation, found []evidence) {
	p := e.price(&f.t, f.v)
	r := abs(e.want - p)
	for _, n := range e.terms {
		d := abs(f.slope(e, n, p))
		if d < 1e-6 {
			continue
		}
		w := &found[n]
		w.count++
		if e.toTheCent() {
			w.options++
			if r < .015 {
				w.cents++
			}
		}
		w.off = append(w.off, weighted{r / d, d * e.share()})
	}
}

// digits is what of a number is worth writing.
func digits(x float64) float64 { return math.Round(x*1e5) / 1e5 }

// scenes are what conditions leave of a rule's worth: the middle of the rules that
// have them and are worth all of it without.
func (f *fitter) scenes(terms []Term) []Term {
	by := map[string][]Term{}
	var names []string
	for _, t := range terms {
		a := f.atoms[t.Name]
		if a == nil || !isStructural(a.kind) || t.Equations < enough {
			continue
		}
		name := sceneTerm(a)
		if by[name] == nil {
			names = append(names, name)
		}
		by[name] = append(by[name], t)
	}
	slices.Sort(names)
	all := merged(names, by)
	other := map[string][]Term{}
	for _, t := range all {
		if t.Name != "scene {}" {
			other[anyScene] = append(other[anyScene], t)
		}
	}
	for name := range other {
		all = append(all, merged([]string{name}, other)...)
	}
	return all
}

// likes are the worth of effects by their number, from rules that do nothing else.
func (f *fitter) likes(terms []Term) []Term {
	by := map[string][]Term{}
	var names []string
	for _, t := range terms {
		key, basis, ok := strings.Cut(t.Name, ": per ")
		m := f.keys[key]
		if !ok || m == nil || !m.complete || len(m.atoms) > 0 || len(m.effects) != 1 || t.Equations < enough {
			continue
		}
		name, amount := like(m.effects[0])
		if amount == 0 {
			continue
		}
		name = "like " + name + ": per " + basis
		t.Value, t.Spread = digits(t.Value/amount), digits(t.Spread/abs(amount))
		if by[name] == nil {
			names = append(names, name)
		}
		by[name] = append(by[name], t)
	}
	slices.Sort(names)
	return merged(names, by)
}

// merged makes one term of several: the middle of their values by their equations,
// as unsure as they differ.
func merged(names []string, by map[string][]Term) (all []Term) {
	for _, name := range names {
		m := Term{Name: name, Confidence: Fitted}
		var values, off []weighted
		for _, t := range by[name] {
			m.Equations += t.Equations
			values = append(values, weighted{t.Value, float64(t.Equations)})
		}
		m.Value = quantile(values, .5)
		for _, t := range by[name] {
			off = append(off, weighted{max(abs(t.Value-m.Value), t.Spread), float64(t.Equations)})
		}
		m.Spread = digits(max(quantile(off, .75), .1*abs(m.Value)))
		all = append(all, m)
	}
	return all
}
