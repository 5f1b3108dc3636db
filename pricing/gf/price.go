package gf

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"muster/catalog"
	"muster/pricing"
	"muster/rules"
)

// An Estimate is what a unit or an option should cost.
type Estimate struct {
	Exact      decimal.Decimal // points to the cent; nothing if a rule has no price
	Points     int             // as books round
	Low, High  int             // nine in ten are within, as books round
	Confidence Confidence
	Steps      []pricing.Step // the parts that are known, summed up
	Unknown    []string       // the rules without a price
	Guesses    []string       // terms that fewer than five prices speak of
}

// A Pricer prices what is in one army book. It is for one goroutine.
type Pricer struct {
	book   *catalog.Book
	lookup *lookup
	reader *reader
}

// NewPricer returns a pricer of a book for a game that may use it; nil for the book's own.
func NewPricer(p *Prices, b *catalog.Book, game *rules.System) *Pricer {
	l := newLookup(p)
	return &Pricer{b, l, newReader(b.RuleSet(game), l, &p.tables)}
}

// Unit prices a unit of the book without upgrades.
func (p *Pricer) Unit(u *catalog.Unit) Estimate {
	return p.estimate(nil, p.reader.load(kitOf(u)))
}

// Option prices an option for a unit: what it gives, less what it takes.
func (p *Pricer) Option(u *catalog.Unit, s *catalog.Section, o *catalog.Option) Estimate {
	before, after, ok := kitOf(u).choose(p.book.Sections(u), s, o)
	if !ok {
		return Estimate{Confidence: Unknown, Unknown: []string{s.Label}}
	}
	return p.estimate(p.reader.load(before), p.reader.load(after))
}

// A Taken is an option that a unit chose, so many times.
type Taken struct {
	Section *catalog.Section
	Option  *catalog.Option
	Count   int
}

// With prices a unit with the upgrades that were chosen for it, in their order.
func (p *Pricer) With(u *catalog.Unit, chosen []Taken) Estimate {
	k := kitOf(u)
	for _, c := range chosen {
		for range max(1, c.Count) {
			if _, after, ok := k.choose(p.book.Sections(u), c.Section, c.Option); ok {
				k = after
			}
		}
	}
	return p.estimate(nil, p.reader.load(k))
}

// estimate is the price of a loadout, less that of another.
func (p *Pricer) estimate(before, after *loadout) Estimate {
	t, v := p.reader.tables, p.lookup.values
	e := Estimate{Unknown: missed(before, after)}
	parts := after.partsOf(t, v)
	if before != nil {
		parts = less(parts, before.partsOf(t, v))
	}
	total := decimal.Zero
	for i, part := range parts {
		amount := decimal.NewFromFloat(part.value).Round(4)
		if before != nil && amount.Round(2).IsZero() {
			continue
		}
		total = total.Add(amount)
		step := pricing.Step{Operator: "+", Value: total.Round(2), Terms: []pricing.Term{{Amount: amount.Round(2), Label: part.what}}}
		if i == 0 {
			step.Operator = ""
		}
		e.Steps = append(e.Steps, step)
	}
	if len(e.Unknown) > 0 {
		e.Confidence = Unknown
		return e
	}
	e.Exact = total.Round(2)
	e.Points = rounded(e.Exact)
	p.bound(&e, before, after)
	return e
}

// missed lists the rules without a price that a price needs: all of a unit, and of
// an option those that it gives or takes, and those of the unit that may change with
// its weapons or its models.
func missed(before, after *loadout) (names []string) {
	add := func(m missing) {
		if !slices.Contains(names, m.name) {
			names = append(names, m.name)
		}
	}
	if before == nil {
		for _, m := range after.unknown {
			add(m)
		}
		return names
	}
	models := !slices.Equal(before.who, after.who) || before.defense != after.defense
	for _, m := range after.unknown {
		if m.attacks && after.rearmed(before) || m.models && models || !slices.Contains(before.unknown, m) {
			add(m)
		}
	}
	for _, m := range before.unknown {
		if !slices.Contains(after.unknown, m) {
			add(m)
		}
	}
	return names
}

// rearmed reports whether the weapons are others.
func (l *loadout) rearmed(other *loadout) bool {
	return !slices.EqualFunc(l.weapons, other.weapons, func(a, b weapon) bool { return a.equal(&b) })
}

// bound says how sure an estimate is, and within which range.
func (p *Pricer) bound(e *Estimate, before, after *loadout) {
	if before != nil {
		cancel(before, after)
	}
	t, v := p.reader.tables, slices.Clone(p.lookup.values)
	price := func() float64 {
		if before == nil {
			return after.total(t, v)
		}
		return after.total(t, v) - before.total(t, v)
	}
	terms := after.terms(t, nil)
	if before != nil {
		terms = before.terms(t, terms)
	}
	slices.Sort(terms)
	at, squares := price(), 0.0
	e.Confidence = Exact
	for _, n := range slices.Compact(terms) {
		term := &p.lookup.terms[n]
		if term.Confidence == Exact {
			continue
		}
		was := v[n]
		v[n] = was + max(term.Spread, 1e-4)
		change := abs(price() - at)
		v[n] = was
		if change < 1e-9 {
			continue
		}
		squares += change * change
		e.Confidence = Fitted
		if term.Confidence == Guess {
			e.Guesses = append(e.Guesses, term.Name)
		}
	}
	wide := max(2.5, 2.5*math.Sqrt(squares)) // of spreads that half are within, to what nine in ten are within
	switch {
	case e.Confidence == Exact:
		wide = .01
	case before == nil:
		wide = max(wide, abs(at)*v[t.unitRange])
	default:
		wide = max(wide, v[t.optionRange])
	}
	exact, _ := e.Exact.Float64()
	e.Low, e.High = rounded(decimal.NewFromFloat(exact-wide)), rounded(decimal.NewFromFloat(exact+wide))
}

// rounded rounds as books do: to 5, and what costs anything to 5 at least.
func rounded(points decimal.Decimal) int {
	five := decimal.NewFromInt(5)
	n := int(points.Div(five).Add(decimal.New(5, -1)).Floor().IntPart()) * 5
	if n == 0 && points.Round(2).IsPositive() {
		return 5
	}
	return n
}

// A worth is a part of a price by its name.
type worth struct {
	what  string
	value float64
}

// partsOf are the parts of a price that have a name.
func (l *loadout) partsOf(t *tables, v []float64) []worth {
	parts := []worth{{l.bodyName(), t.body(v, l.who, l.quality, l.defense)}}
	add := func(what string, value float64) {
		for i := range parts {
			if parts[i].what == what {
				parts[i].value += value
				return
			}
		}
		parts = append(parts, worth{what, value})
	}
	for i := range l.weapons {
		add(l.carried[i].String(), t.attacks(v, &l.weapons[i], l.quality, nil))
	}
	for _, r := range l.rules {
		if r.measures[0] == r.measures[1] && r.rates[0] == r.rates[1] {
			continue // nothing of it has a price
		}
		sum := 0.0
		for i := range l.weapons {
			sum += t.added(v, &l.weapons[i], l.quality, l.measures[r.measures[0]:r.measures[1]])
		}
		for i := r.rates[0]; i < r.rates[1]; i++ {
			sum += t.paid(v, &l.rates[i], l)
		}
		add(r.what, sum)
	}
	return parts
}

// less takes parts from others of the same name.
func less(parts, other []worth) []worth {
	for i, o := range other {
		at := slices.IndexFunc(parts, func(w worth) bool { return w.what == o.what })
		if i == 0 { // models, whatever they are now
			at = 0
		}
		if at < 0 {
			parts = append(parts, worth{"without " + o.what, -o.value})
			continue
		}
		parts[at].value -= o.value
	}
	return parts
}

// bodyName writes the unit's models.
func (l *loadout) bodyName() string {
	var words []string
	for _, m := range l.who {
		s := fmt.Sprintf("%d models", m.count)
		if m.count == 1 {
			s = "1 model"
		}
		if m.tough > 1 {
			s += fmt.Sprintf(" of %d wounds", m.tough)
		}
		words = append(words, s)
	}
	return fmt.Sprintf("%s, Quality %d+, Defense %d+", strings.Join(words, " and "), l.quality, l.defense)
}

// terms collects the terms that a loadout may ask for.
func (l *loadout) terms(t *tables, all []number) []number {
	see := func(terms ...number) { all = append(all, terms...) }
	row := func(b between) { see(b.low, b.high) }
	curve := func(ap int) { see(t.ap[min(max(ap, 0), maxAP)], t.cover[min(max(ap, 0), maxAP)]) }
	measures := func(w *weapon, quality int, all []measure) {
		for i := range all {
			m := &all[i]
			see(m.term)
			switch m.kind {
			case byHit:
				see(t.hit[bounded(quality-m.amount)])
			case byAP, bySixAP:
				curve(w.ap + m.amount)
			case byCover:
				curve(w.ap)
			case byRange:
				row(t.ranges.at(w.inches + m.amount))
			}
		}
	}
	see(t.scale, t.defense[l.defense], t.quality[l.quality], t.hit[l.quality])
	for i := range l.weapons {
		w := &l.weapons[i]
		see(t.hit[w.of(l.quality)], t.ap[min(max(w.ap, 0), maxAP)])
		row(w.reach)
		row(w.deadly)
		row(w.blast)
		if w.bursts {
			curve(w.ap)
		}
		measures(w, w.of(l.quality), w.rules)
		measures(w, w.of(l.quality), l.measures)
	}
	for _, m := range l.who {
		row(t.tough.at(m.tough))
	}
	for i := range l.rates {
		r := &l.rates[i]
		if r.attacks != nil {
			see(t.squad, t.squadAttacks, t.hit[squadQuality], t.ap[0])
			for _, inches := range squadWeapon {
				w := weapon{inches: inches, reach: t.ranges.at(inches)}
				row(w.reach)
				measures(&w, squadQuality, r.attacks)
			}
			continue
		}
		see(r.term)
		see(t.squad, t.member, t.hit[squadQuality], t.hit[squadQuality-1])
		see(t.hit[max(2, l.defense-1)], t.hit[l.defense], t.hit[3], t.hit[4])
		for _, m := range r.who {
			row(t.tough.at(m.tough))
		}
	}
	return all
}
