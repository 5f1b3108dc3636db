// Package fit finds the terms of prices (package gf) from army books: by iteratively reweighted least squares on the
// prices that the books state.
package fit

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"muster/catalog"
	"muster/pricing/gf"
	"muster/pricing/gf/form"
	"muster/rules"
)

// A PricedBook is an army book with exact prices of its options, from which the price formula is
// fitted.
type PricedBook struct {
	*catalog.Book
	// ExactPrice returns the price of an option for a unit, in points and to the cent; ok is false
	// if it is unknown.
	ExactPrice func(o *catalog.Option, u *catalog.Unit) (points float64, ok bool)
}

// Fit finds the values of the price formula's terms for a release of the army books. It minimises
// the differences between the stated prices and the formula's prices, above all for prices to the
// cent. The same books in the same order always give the same terms.
func Fit(sources []PricedBook, system, release string) *gf.Prices {
	f := newFitter(sources)
	for i := range sources {
		f.addBook(&sources[i])
	}
	for i := range f.equations {
		f.equations[i].collectTerms(f)
	}
	for f.chooseMultipliers() { // alternately the bases of rules and the values of terms, until neither changes
		f.solveTerms()
	}
	return f.prices(sources, system, release)
}

// An equation says that the formula's price of a unit or an option equals its stated price.
type equation struct {
	// the unit without and with the option; before is nil for the price of a unit
	before, after *form.Loadout
	statedPrice   float64       // the stated price in points
	terms         []form.TermID // free terms on which the price depends
}

// price returns the formula's price in points.
func (e *equation) price(t *form.Tables, v *form.TermValues) float64 {
	p := e.after.Total(t, v)
	if e.before != nil {
		p -= e.before.Total(t, v)
	}
	return p
}

// isStatedToCent reports whether the price is stated to the cent: prices of options are, prices of
// units are rounded to 5 points.
func (e *equation) isStatedToCent() bool { return e.before != nil }

// collectTerms sets terms to the free terms of the price formula on which the equation depends.
func (e *equation) collectTerms(f *fitter) {
	e.terms = f.termValues.TermsUsedBy(func(v *form.TermValues) float64 { return e.price(&f.tables, v) })
	e.terms = slices.DeleteFunc(e.terms, func(id form.TermID) bool { return f.isTermFixed[id] })
}

// weight returns the weight of the equation in the fit, given its residual r in points. It is small
// for a large residual, so that effects unknown to the formula do not disturb the other terms. late
// is set in the last rounds of the fit: then the weight of an option with a large residual falls
// faster.
func (e *equation) weight(r float64, late bool) float64 {
	if e.isStatedToCent() {
		w := 1 / max(math.Abs(r), .005)
		if late {
			w /= 1 + 4*r*r
		}
		return w
	}
	return 1 / max(math.Abs(r), 1) / (1 + .005*e.statedPrice)
}

// multiplierWeight returns the weight of the equation when the multipliers of rules' prices are
// chosen: 1 for an option, a fiftieth for a unit.
func (e *equation) multiplierWeight() float64 {
	if e.isStatedToCent() {
		return 1
	}
	return .02
}

// A fitter finds the values of the price formula's terms from equations. It implements
// form.TermFinder.
type fitter struct {
	tables        form.Tables
	termNames     []string  // names of terms, by form.TermID
	startValues   []float64 // value of each term before the fit, by form.TermID
	termValues    form.TermValues
	isTermFixed   []bool                        // whether the term's value is given and not fitted, by form.TermID
	termIDs       map[string]form.TermID        // by the name of the term
	multipliers   map[string]form.Multiplier    // chosen multipliers of rules' prices, by Meaning.TermKey
	meanings      map[string]*form.Meaning      // meanings of rules, by Meaning.TermKey
	attackChanges map[string]*form.AttackChange // changes to attacks, by the name of their term
	equations     []equation
	roundsDone    int // number of times that chooseMultipliers and solveTerms have run
}

// newFitter returns a fitter with the terms of the formula's tables, and without equations.
func newFitter(sources []PricedBook) *fitter {
	f := &fitter{
		termIDs: map[string]form.TermID{}, multipliers: map[string]form.Multiplier{},
		meanings: map[string]*form.Meaning{}, attackChanges: map[string]*form.AttackChange{},
	}
	rows := numbersByTable(sources)
	f.tables = form.NewTables(
		func(name string) form.TermID { return f.termID(name, termStartValue(name), fixedTerms[name]) },
		func(table string) []int { return rows[table] })
	return f
}

// termID returns the id of the term with a name. If there is none, it adds the term with a start
// value.
func (f *fitter) termID(name string, start float64, fixed bool) form.TermID {
	if id, ok := f.termIDs[name]; ok {
		return id
	}
	id := form.TermID(len(f.termNames))
	f.termIDs[name] = id
	f.termNames, f.startValues, f.isTermFixed = append(f.termNames, name), append(f.startValues, start), append(f.isTermFixed, fixed)
	f.termValues.ByTerm = append(f.termValues.ByTerm, start)
	return id
}

// fixedTerms holds the terms whose value is given and not fitted: the standards of comparison (a
// hit on 2+ has the factor 1), and terms on which no price depends.
var fixedTerms = map[string]bool{
	"hit 2": true, "ap 0": true, "range 0": true, "deadly 1": true, "blast 1": true, "tough 1": true,
	"range of units": true, "range of options": true,
}

// termStartValue returns the value from which the fit of a term starts: about its worth by the
// probabilities of dice.
func termStartValue(name string) float64 {
	table, key, _ := strings.Cut(name, " ")
	n := 0.0
	fmt.Sscan(key, &n)
	switch table {
	case "scale":
		return 7
	case "hit":
		return (7 - n) / 5
	case "quality":
		return (4 - n) / 10
	case "defense":
		return (8 - n) / 6
	case "ap":
		return 1 + .4*n
	case "range":
		if n > 0 {
			return max(.5, n/12)
		}
		return 1
	case "deadly", "blast":
		return n
	case "tough":
		return min(1, n) + min(.2, n-1) + .02*(n-1)
	case "cover":
		return 1
	}
	return map[string]float64{"aura squad": 12, "aura member": 1.5, "aura attacks": 1}[name]
}

// numbersByTable returns the numbers (inches, ratings) for which each table of the price formula
// gets a term: all numbers of weapons in the books, but only common numbers of Tough, since the
// prices of units are rounded.
func numbersByTable(sources []PricedBook) map[string][]int {
	count := map[string]map[int]int{
		"range": {0: gf.MinPricesForFit}, "deadly": {1: gf.MinPricesForFit}, "blast": {1: gf.MinPricesForFit},
		"tough": {1: gf.MinPricesForFit},
	}
	for i := range sources {
		countTableNumbers(&sources[i], count)
	}
	rows := map[string][]int{}
	for name, all := range count {
		for _, n := range slices.Sorted(maps.Keys(all)) {
			if all[n] >= gf.MinPricesForFit || name != "tough" {
				rows[name] = append(rows[name], n)
			}
		}
	}
	return rows
}

// countTableNumbers counts how often a book uses each number of a table of the price formula, such
// as range 24: it adds to count[table][number].
func countTableNumbers(s *PricedBook, count map[string]map[int]int) {
	set := s.RuleSet(nil)
	addRules := func(uses []rules.Use, onWeapon bool) {
		for _, use := range uses {
			for name, v := range form.UnderstandRule(set, use.Name, onWeapon).ProfileNumbers() {
				if v.IsSet {
					count[name][v.NumberForRating(use)]++
				}
			}
		}
	}
	addWeapons := func(all []catalog.Weapon) {
		for i := range all {
			for _, mode := range all[i].AttackModes() {
				count["range"][mode.Range]++
				addRules(mode.Rules, true)
			}
		}
	}
	addGear := func(g *catalog.Gear) {
		addRules(g.Rules, false)
		addWeapons(g.Weapons)
		for i := range g.Items {
			addWeapons(g.Items[i].Weapons)
		}
	}
	for i := range s.Units {
		addGear(&s.Units[i].Gear)
	}
	for _, c := range s.Choices() {
		addGear(&c.Option.Gear)
	}
}

// AttackTerm returns the term of a rule's change to attacks, and adds the term if there is none. It
// implements form.TermFinder.
func (f *fitter) AttackTerm(m *form.Meaning, a *form.AttackChange) (form.TermID, bool) {
	start := 0.0
	if a.Kind.HasCalculatedWorth() {
		start = 1
	}
	name := form.AttackTermName(m, a)
	f.attackChanges[name] = a
	return f.termID(name, start, false), true
}

// NonAttackTerm returns the term for a rule's effects outside attacks with the multiplier of its
// price, and adds the term if there is none. It implements form.TermFinder.
func (f *fitter) NonAttackTerm(m *form.Meaning) (form.TermID, form.Multiplier, bool) {
	f.meanings[m.TermKey] = m
	if f.multipliers[m.TermKey] == "" {
		f.multipliers[m.TermKey] = form.PerTough
		if !m.AllEffectsKnown {
			f.multipliers[m.TermKey] = form.PerSpeed
		}
	}
	return f.termID(form.NonAttackTermName(m.TermKey, f.multipliers[m.TermKey]), 0, false), f.multipliers[m.TermKey], true
}

// PricedAsGivenRule reports whether a rule costs as much as the rule that it gives to others. It
// implements form.TermFinder.
func (f *fitter) PricedAsGivenRule(m *form.Meaning, hero bool) bool { return m.PricedAsGivenRule(hero) }

// addBook adds an equation for each stated price of a book.
func (f *fitter) addBook(s *PricedBook) {
	r := form.NewLoadoutReader(s.RuleSet(nil), f, &f.tables)
	for i := range s.Units {
		u := &s.Units[i]
		k := form.KitOf(u)
		f.equations = append(f.equations, equation{after: r.ReadKit(k), statedPrice: float64(u.Cost.Points)})
		sections := s.Sections(u)
		for _, section := range sections {
			for j := range section.Options {
				o := &section.Options[j]
				stated, ok := s.ExactPrice(o, u)
				if !ok {
					continue
				}
				if before, after, ok := k.Choose(sections, section, o); ok {
					e := equation{before: r.ReadKit(before), after: r.ReadKit(after), statedPrice: stated}
					form.RemoveCommonParts(e.before, e.after)
					f.equations = append(f.equations, e)
				}
			}
		}
	}
}

// normalEquations are the normal equations of one step of least squares: matrix·x = rightSide. Only
// the lower half of the symmetric matrix is stored.
type normalEquations struct {
	columnByTerm []int // the column of the matrix for each term, by form.TermID; -1 for a fixed term
	matrix       [][]float64
	rightSide    []float64
}

// newNormalEquations returns normal equations with all coefficients 0.
func (f *fitter) newNormalEquations() *normalEquations {
	s := &normalEquations{columnByTerm: make([]int, len(f.termValues.ByTerm))}
	free := 0
	for i := range s.columnByTerm {
		if s.columnByTerm[i] = -1; !f.isTermFixed[i] {
			s.columnByTerm[i] = free
			free++
		}
	}
	s.matrix, s.rightSide = make([][]float64, free), make([]float64, free)
	for i := range s.matrix {
		s.matrix[i] = make([]float64, i+1)
	}
	return s
}

// solveTerms finds the values of the free terms with the least differences by iteratively
// reweighted least squares: each step linearises the prices and weights the equations by their
// residuals (Gauss-Newton, with a ridge and bounded steps).
func (f *fitter) solveTerms() {
	s := f.newNormalEquations()
	for round := range 40 {
		clear(s.rightSide)
		for i := range s.matrix {
			clear(s.matrix[i])
		}
		for i := range f.equations {
			f.addToEquations(&f.equations[i], s)
		}
		for i, c := range s.columnByTerm {
			if c >= 0 { // terms of few equations stay near their start
				const ridge = .02
				s.matrix[c][c] = (s.matrix[c][c] + ridge) * (1 + 1e-3*math.Pow(.5, float64(round)))
				s.rightSide[c] += ridge * (f.startValues[i] - f.termValues.ByTerm[i])
			}
		}
		change, largest := cholesky(s.matrix, s.rightSide), 0.0
		for i, c := range s.columnByTerm {
			if c >= 0 {
				step := max(-.5, min(.5, change[c]))
				f.termValues.ByTerm[i] += step
				largest = max(largest, math.Abs(step))
			}
		}
		if largest < 1e-3 {
			return
		}
	}
}

// addToEquations adds equation e, linearised at the present values of the terms, to the normal
// equations.
func (f *fitter) addToEquations(e *equation, s *normalEquations) {
	p := e.price(&f.tables, &f.termValues)
	residual := e.statedPrice - p
	weight := e.weight(residual, f.roundsDone > 1)
	var columns []int
	var slopes []float64
	for _, id := range e.terms {
		if d := f.priceSlope(e, id, p); math.Abs(d) > 1e-7 {
			columns, slopes = append(columns, s.columnByTerm[id]), append(slopes, d)
		}
	}
	for a, x := range columns {
		s.rightSide[x] += weight * slopes[a] * residual
		for b, y := range columns[:a+1] {
			s.matrix[max(x, y)][min(x, y)] += weight * slopes[a] * slopes[b]
		}
	}
}

// priceSlope returns the derivative of an equation's price with respect to a term, as a finite
// difference; p is the price at the term's present value.
func (f *fitter) priceSlope(e *equation, id form.TermID, p float64) float64 {
	const step = 1e-5
	value := f.termValues.ByTerm[id]
	f.termValues.ByTerm[id] = value + step
	d := (e.price(&f.tables, &f.termValues) - p) / step
	f.termValues.ByTerm[id] = value
	return d
}

// cholesky solves a·x = b by Cholesky decomposition. a is the lower half of a symmetric positive
// definite matrix; it is overwritten.
func cholesky(a [][]float64, b []float64) []float64 {
	for i := range a {
		for j := 0; j <= i; j++ {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	x := slices.Clone(b)
	for i := range x {
		for k := range i {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		for k := i + 1; k < len(x); k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}

// A priceOccurrence is one occurrence of the price of a rule's effects outside attacks
// (form.NonAttackPrice) in an equation.
type priceOccurrence struct {
	equation *equation
	loadout  *form.Loadout
	price    *form.NonAttackPrice
	sign     float64 // 1 if it occurs in the loadout after, -1 if in the loadout before
}

// chooseMultipliers gives each rule's price the multiplier (form.Multiplier) that fits the stated
// prices best, with all else unchanged. It reports whether any multiplier has changed.
func (f *fitter) chooseMultipliers() bool {
	payments := map[form.TermID][]priceOccurrence{}
	for i := range f.equations {
		e := &f.equations[i]
		for _, side := range []struct {
			loadout *form.Loadout
			sign    float64
		}{{e.after, 1}, {e.before, -1}} {
			if side.loadout == nil {
				continue
			}
			for j := range side.loadout.NonAttackPrices {
				if r := &side.loadout.NonAttackPrices[j]; r.AttackChanges == nil {
					payments[r.Term] = append(payments[r.Term], priceOccurrence{e, side.loadout, r, side.sign})
				}
			}
		}
	}
	changed := f.roundsDone == 0
	for _, term := range slices.Sorted(maps.Keys(payments)) {
		changed = f.chooseMultiplier(term, payments[term]) || changed
	}
	f.roundsDone++
	return changed && f.roundsDone <= 5
}

// chooseMultiplier gives the price of the rule with a term the multiplier with the least weighted
// sum of absolute residuals. It reports whether that is a new one. The old multiplier wins close
// ties; in the first round the usual one does.
func (f *fitter) chooseMultiplier(term form.TermID, all []priceOccurrence) bool {
	old := all[0].price.Multiplier
	key := strings.TrimSuffix(f.termNames[term], ": per "+string(old))
	var order []*equation
	residuals := map[*equation]float64{} // without the rule
	for _, p := range all {
		if _, ok := residuals[p.equation]; !ok {
			residuals[p.equation] = p.equation.statedPrice - p.equation.price(&f.tables, &f.termValues)
			order = append(order, p.equation)
		}
	}
	was := f.termValues.ByTerm[term]
	for _, p := range all {
		residuals[p.equation] += p.sign * f.tables.NonAttackWorth(&f.termValues, p.price, p.loadout)
	}
	f.termValues.ByTerm[term] = 1
	preferred := old
	if f.roundsDone == 0 {
		preferred = usualMultiplier(f.meanings[key], order)
	}
	best, least, value := old, math.Inf(1), was
	for _, by := range form.AllMultipliers {
		slopes := map[*equation]float64{}
		for _, p := range all {
			r := *p.price
			r.Multiplier = by
			slopes[p.equation] += p.sign * f.tables.NonAttackWorth(&f.termValues, &r, p.loadout)
		}
		v, loss := weightedMedian(order, residuals, slopes)
		if by != preferred {
			loss = loss*1.02 + .01
		}
		if loss < least {
			best, least, value = by, loss, v
		}
	}
	f.termValues.ByTerm[term] = was
	if best == old {
		return false
	}
	f.multipliers[key] = best
	id := f.termID(form.NonAttackTermName(key, best), 0, false)
	f.termValues.ByTerm[id] = value
	for _, p := range all {
		p.price.Multiplier, p.price.Term = best, id
		p.equation.collectTerms(f)
	}
	return true
}

// usualMultiplier returns the multiplier for a rule's price if the stated prices do not decide it.
// A rule given by single options counts as an aura; a rule without known effects counts as a rule
// about movement.
func usualMultiplier(m *form.Meaning, order []*equation) form.Multiplier {
	ofUnits := slices.ContainsFunc(order, func(e *equation) bool { return !e.isStatedToCent() })
	givesAway := slices.ContainsFunc(m.Effects, func(e rules.Effect) bool { return e.Receivers != "" })
	switch {
	case m.SoleGivenRule != nil || !ofUnits && !m.AllEffectsKnown || givesAway:
		return form.PerUnit
	case !m.AllEffectsKnown:
		return form.PerSpeed
	}
	return form.PerTough
}

// weightedMedian returns the value that minimises the weighted sum of |residual − slope·value|, and
// that sum. The value is the weighted median of residual/slope.
func weightedMedian(order []*equation, residuals, slopes map[*equation]float64) (value, loss float64) {
	var points []weightedValue
	for _, e := range order {
		if d := slopes[e]; math.Abs(d) > 1e-9 {
			points = append(points, weightedValue{residuals[e] / d, math.Abs(d) * e.multiplierWeight()})
		}
	}
	value = quantile(points, .5)
	for _, e := range order {
		loss += math.Abs(residuals[e]-slopes[e]*value) * e.multiplierWeight()
	}
	return value, loss
}

// A weightedValue is a number with its weight.
type weightedValue struct{ value, weight float64 }

// quantile returns the weighted quantile of points, share 0 to 1; 0 if there are no points.
func quantile(points []weightedValue, share float64) float64 {
	slices.SortStableFunc(points, func(a, b weightedValue) int { return cmp.Compare(a.value, b.value) })
	total, sum := 0.0, 0.0
	for _, p := range points {
		total += p.weight
	}
	for _, p := range points {
		if sum += p.weight; sum >= total*share {
			return p.value
		}
	}
	return 0
}
