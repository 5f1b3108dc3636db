package gf

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"muster/catalog"
	"muster/rules"
)

// A Source is an army book with what its options cost to the cent.
type Source struct {
	*catalog.Book
	// Exact returns what an option costs a unit; ok is false if that is unknown.
	Exact func(o *catalog.Option, u *catalog.Unit) (points float64, ok bool)
}

// Fit finds the terms of a release from its books: those with which the prices that
// the books state differ least from what the form makes of them, most of all those
// to the cent. The same books in the same order always give the same terms.
func Fit(sources []Source, system, release string) *Prices {
	f := newFitter(sources)
	for i := range sources {
		f.read(&sources[i])
	}
	for i := range f.equations {
		f.equations[i].touch(f)
	}
	for f.rebase() { // what rules are paid by, and then the numbers, until neither changes
		f.solve()
	}
	return f.prices(sources, system, release)
}

// An equation is one price that a book states.
type equation struct {
	before, after *loadout // before is nil for a unit
	want          float64
	terms         []number
}

// price is what the terms make of it.
func (e *equation) price(t *tables, v []float64) float64 {
	p := e.after.total(t, v)
	if e.before != nil {
		p -= e.before.total(t, v)
	}
	return p
}

// toTheCent reports whether the price is of an option, whose prices are to the
// cent; those of units are rounded to 5 points.
func (e *equation) toTheCent() bool { return e.before != nil }

// touch settles which terms the equation asks for.
func (e *equation) touch(f *fitter) {
	e.terms = e.after.terms(&f.t, e.terms[:0])
	if e.before != nil {
		e.terms = e.before.terms(&f.t, e.terms)
	}
	slices.Sort(e.terms)
	e.terms = slices.DeleteFunc(slices.Compact(e.terms), func(n number) bool { return f.fixed[n] })
}

// weight is how much an equation counts that is r off: little if it is far off, so
// that what the form does not know about leaves the rest alone. Near the end, what
// is points off counts for next to nothing.
func (e *equation) weight(r float64, late bool) float64 {
	if e.toTheCent() {
		w := 1 / max(abs(r), .005)
		if late {
			w /= 1 + 4*r*r
		}
		return w
	}
	return 1 / max(abs(r), 1) / (1 + .005*e.want)
}

// A fitter finds terms from equations.
type fitter struct {
	t         tables
	names     []string
	start, v  []float64
	fixed     []bool // what the other numbers are measured by
	index     map[string]number
	bases     map[string]basis    // of rules, by key
	keys      map[string]*meaning // the same
	atoms     map[string]*atom    // of rules' terms, by name
	equations []equation
	rounds    int
}

func newFitter(sources []Source) *fitter {
	f := &fitter{index: map[string]number{}, bases: map[string]basis{}, keys: map[string]*meaning{}, atoms: map[string]*atom{}}
	rows := rowsOf(sources)
	f.t = layout(func(name string) number { return f.term(name, starting(name), isUnit[name]) }, func(table string) []int { return rows[table] })
	return f
}

// term returns the place of a term, which is made where there is none.
func (f *fitter) term(name string, start float64, fixed bool) number {
	if n, ok := f.index[name]; ok {
		return n
	}
	n := number(len(f.names))
	f.index[name] = n
	f.names, f.start, f.v, f.fixed = append(f.names, name), append(f.start, start), append(f.v, start), append(f.fixed, fixed)
	return n
}

// isUnit are the rows that others are measured by, and what is no term of a price.
var isUnit = map[string]bool{
	"hit 2": true, "ap 0": true, "range 0": true, "deadly 1": true, "blast 1": true, "tough 1": true,
	"range of units": true, "range of options": true,
}

// starting is where the search for a number begins: about what the dice say.
func starting(name string) float64 {
	what, of, _ := strings.Cut(name, " ")
	n := 0.0
	fmt.Sscan(of, &n)
	switch what {
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
	}
	return map[string]float64{"aura squad": 12, "aura member": 1.5, "aura attacks": 1}[name] + map[bool]float64{true: 1}[what == "cover"]
}

// rowsOf lists the numbers that tables have rows for: those of weapons in the books,
// and of wounds those that are often enough, since the prices of units are rounded.
func rowsOf(sources []Source) map[string][]int {
	count := map[string]map[int]int{"range": {0: enough}, "deadly": {1: enough}, "blast": {1: enough}, "tough": {1: enough}}
	for _, s := range sources {
		set := s.RuleSet(nil)
		see := func(uses []rules.Use, onWeapon bool) {
			for _, use := range uses {
				m := understand(set, use.Name, onWeapon)
				for name, v := range map[string]rules.Value{"deadly": m.deadly, "blast": m.blast, "tough": m.tough} {
					if v.Set {
						count[name][v.Of(use)]++
					}
				}
			}
		}
		weapons := func(all []catalog.Weapon) {
			for i := range all {
				for _, mode := range all[i].Modes() {
					count["range"][mode.Range]++
					see(mode.Rules, true)
				}
			}
		}
		gear := func(g *catalog.Gear) {
			see(g.Rules, false)
			weapons(g.Weapons)
			for i := range g.Items {
				weapons(g.Items[i].Weapons)
			}
		}
		for i := range s.Units {
			gear(&s.Units[i].Gear)
		}
		for _, c := range s.Choices() {
			gear(&c.Option.Gear)
		}
	}
	rows := map[string][]int{}
	for name, all := range count {
		for _, n := range slices.Sorted(maps.Keys(all)) {
			if all[n] >= enough || name != "tough" {
				rows[name] = append(rows[name], n)
			}
		}
	}
	return rows
}

// attack makes the term of what a rule does to attacks.
func (f *fitter) attack(m *meaning, a *atom) (number, bool) {
	start := 0.0
	if isStructural(a.kind) {
		start = 1
	}
	name := attackTerm(m, a)
	f.atoms[name] = a
	return f.term(name, start, false), true
}

// paid makes the term of what else a rule does.
func (f *fitter) paid(m *meaning) (number, basis, bool) {
	f.keys[m.key] = m
	if f.bases[m.key] == "" {
		f.bases[m.key] = perTough
		if !m.complete {
			f.bases[m.key] = perSpeed
		}
	}
	return f.term(bodyTerm(m.key, f.bases[m.key]), 0, false), f.bases[m.key], true
}

func (f *fitter) alike(m *meaning, hero bool) bool { return alike(m, hero) }

// read collects the equations of a book.
func (f *fitter) read(s *Source) {
	r := newReader(s.RuleSet(nil), f, &f.t)
	for i := range s.Units {
		u := &s.Units[i]
		k := kitOf(u)
		f.equations = append(f.equations, equation{after: r.load(k), want: float64(u.Cost.Points)})
		sections := s.Sections(u)
		for _, section := range sections {
			for j := range section.Options {
				o := &section.Options[j]
				want, ok := s.Exact(o, u)
				if !ok {
					continue
				}
				if before, after, ok := k.choose(sections, section, o); ok {
					e := equation{before: r.load(before), after: r.load(after), want: want}
					cancel(e.before, e.after)
					f.equations = append(f.equations, e)
				}
			}
		}
	}
}

// solve brings the terms to where the prices differ least: steps of least squares,
// in which equations count the less the farther they are off.
func (f *fitter) solve() {
	place, free := make([]int, len(f.v)), 0
	for i := range f.v {
		if place[i] = -1; !f.fixed[i] {
			place[i] = free
			free++
		}
	}
	matrix := make([][]float64, free)
	for i := range matrix {
		matrix[i] = make([]float64, i+1)
	}
	right := make([]float64, free)
	for round := range 40 {
		clear(right)
		for i := range matrix {
			clear(matrix[i])
		}
		for i := range f.equations {
			f.equations[i].enter(f, place, matrix, right)
		}
		for i, p := range place {
			if p >= 0 { // what few equations speak of stays near its start
				const ridge = .02
				matrix[p][p] = (matrix[p][p] + ridge) * (1 + 1e-3*math.Pow(.5, float64(round)))
				right[p] += ridge * (f.start[i] - f.v[i])
			}
		}
		change, most := cholesky(matrix, right), 0.0
		for i, p := range place {
			if p >= 0 {
				step := max(-.5, min(.5, change[p]))
				f.v[i] += step
				most = max(most, abs(step))
			}
		}
		if most < 1e-3 {
			return
		}
	}
}

// enter adds an equation to the sums of least squares.
func (e *equation) enter(f *fitter, place []int, matrix [][]float64, right []float64) {
	p := e.price(&f.t, f.v)
	r := e.want - p
	weight := e.weight(r, f.rounds > 1)
	var at []int
	var slopes []float64
	for _, n := range e.terms {
		if d := f.slope(e, n, p); abs(d) > 1e-7 {
			at, slopes = append(at, place[n]), append(slopes, d)
		}
	}
	for a, x := range at {
		right[x] += weight * slopes[a] * r
		for b, y := range at[:a+1] {
			matrix[max(x, y)][min(x, y)] += weight * slopes[a] * slopes[b]
		}
	}
}

// slope is how an equation's price p changes with a term.
func (f *fitter) slope(e *equation, n number, p float64) float64 {
	const step = 1e-5
	was := f.v[n]
	f.v[n] = was + step
	d := (e.price(&f.t, f.v) - p) / step
	f.v[n] = was
	return d
}

// cholesky solves a·x = b of a symmetric positive matrix, of which the lower half
// is given and used up.
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

// A payment is a place where an equation pays a rule by a basis.
type payment struct {
	e    *equation
	l    *loadout
	r    *rate
	sign float64
}

// rebase lets every rule be paid by what fits its prices best, all else as it is,
// and reports whether that is something new.
func (f *fitter) rebase() bool {
	payments := map[number][]payment{}
	for i := range f.equations {
		e := &f.equations[i]
		for _, side := range []struct {
			l    *loadout
			sign float64
		}{{e.after, 1}, {e.before, -1}} {
			if side.l == nil {
				continue
			}
			for j := range side.l.rates {
				if r := &side.l.rates[j]; r.attacks == nil {
					payments[r.term] = append(payments[r.term], payment{e, side.l, r, side.sign})
				}
			}
		}
	}
	changed := f.rounds == 0
	for _, term := range slices.Sorted(maps.Keys(payments)) {
		changed = f.repay(term, payments[term]) || changed
	}
	f.rounds++
	return changed && f.rounds <= 5
}

// repay finds what a rule is paid by best, and reports whether that is new.
func (f *fitter) repay(term number, all []payment) bool {
	old := all[0].r.by
	var order []*equation
	rest := map[*equation]float64{} // what is left for the rule to explain
	for _, p := range all {
		if _, ok := rest[p.e]; !ok {
			rest[p.e] = p.e.want - p.e.price(&f.t, f.v)
			order = append(order, p.e)
		}
	}
	was := f.v[term]
	for _, p := range all {
		rest[p.e] += p.sign * f.t.paid(f.v, p.r, p.l)
	}
	f.v[term] = 1
	prefer := old
	if f.rounds == 0 {
		prefer = f.likely(strings.TrimSuffix(f.names[term], ": per "+string(old)), order)
	}
	best, least, value := old, math.Inf(1), was
	for _, by := range bases {
		slopes := map[*equation]float64{}
		for _, p := range all {
			r := *p.r
			r.by = by
			slopes[p.e] += p.sign * f.t.paid(f.v, &r, p.l)
		}
		v, loss := middle(order, rest, slopes)
		if by != prefer {
			loss = loss*1.02 + .01 // of what is as good, what is likely
		}
		if loss < least {
			best, least, value = by, loss, v
		}
	}
	f.v[term] = was
	if best == old {
		return false
	}
	key := strings.TrimSuffix(f.names[term], ": per "+string(old))
	f.bases[key] = best
	n := f.term(bodyTerm(key, best), 0, false)
	f.v[n] = value
	for _, p := range all {
		p.r.by, p.r.term = best, n
		p.e.touch(f)
	}
	return true
}

// likely is what a rule is paid by if its prices do not tell: what only single
// options give is an aura or the like, of whose effects nothing more is known; else
// where it has no effects it is about how models move.
func (f *fitter) likely(key string, order []*equation) basis {
	m := f.keys[key]
	ofUnits := slices.ContainsFunc(order, func(e *equation) bool { return !e.toTheCent() })
	switch {
	case m.inner != nil || !ofUnits && !m.complete || slices.ContainsFunc(m.effects, func(e rules.Effect) bool { return e.To != "" }):
		return perUnit
	case !m.complete:
		return perSpeed
	}
	return perTough
}

// middle is the number with which slopes come nearest to what equations leave, and
// how far they are off then. Units count a fiftieth of options.
func middle(order []*equation, rest, slopes map[*equation]float64) (value, loss float64) {
	var points []weighted
	for _, e := range order {
		if d := slopes[e]; abs(d) > 1e-9 {
			points = append(points, weighted{rest[e] / d, abs(d) * e.share()})
		}
	}
	value = quantile(points, .5)
	for _, e := range order {
		loss += abs(rest[e]-slopes[e]*value) * e.share()
	}
	return value, loss
}

func (e *equation) share() float64 {
	if e.toTheCent() {
		return 1
	}
	return .02
}

// A weighted is a number with its weight.
type weighted struct{ value, weight float64 }

// quantile is the number below which that share of the weights lies; 0 of none.
func quantile(points []weighted, share float64) float64 {
	slices.SortStableFunc(points, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
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
