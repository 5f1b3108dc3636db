package fad

import (
	"fmt"
	"slices"

	"muster/rules/dice"
)

// Sample fights a duel n times with dice and returns how often everything
// happened. The same duel, number and seed give the same result on every
// machine. A probability p in the result has the standard error √(p(1−p)/n). No
// duel is too large for it.
//
// It returns an error if n is not positive, or for a duel that cannot be fought.
func Sample(d Duel, n int, seed uint64) (Result, error) {
	if n < 1 {
		return Result{}, fmt.Errorf("a duel must be fought at least once, not %d times", n)
	}
	if err := Check(&d); err != nil {
		return Result{}, err
	}
	s := newSampler(newAttack(d), seed)
	for range n {
		s.fight()
	}
	return s.result(n), nil
}

// A source is random bits (SplitMix64).
//
// For more information, see https://doi.org/10.1145/2714064.2660195.
type source uint64

func (s *source) bits() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// A loaded die shows each number with a chance of its own (the alias method).
//
// For more information, see https://en.wikipedia.org/wiki/Alias_method.
type loaded struct {
	faces []face
	first int // what the first face shows; each shows one more than that before
}

// A face is kept with keep of 2³² chances, and turned to another otherwise.
type face struct{ keep, other uint32 }

// load makes a die of chances, which need not sum to 1.
func load(chances ...float64) loaded {
	l := loaded{}
	for len(chances) > 1 && chances[0] <= 0 {
		chances = chances[1:]
		l.first++
	}
	left := slices.Clone(chances)
	l.faces = make([]face, len(left))
	share := dice.PMF(left).Total() / float64(len(left))
	var small, large []int
	for i, p := range left {
		l.faces[i].other, left[i] = uint32(i), max(p, 0)
		if p < share {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		low, high := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		l.faces[low] = face{keep: uint32(left[low] / share * (1<<32 - 1)), other: uint32(high)}
		if left[high] -= share - left[low]; left[high] < share {
			large = large[:len(large)-1]
			small = append(small, high)
		}
	}
	return l
}

// roll throws the die with 64 random bits.
func (l *loaded) roll(bits uint64) int {
	i := bits >> 32 * uint64(len(l.faces)) >> 32
	if f := l.faces[i]; uint32(bits) >= f.keep {
		i = uint64(f.other)
	}
	return l.first + int(i)
}

// yesNo is a die that shows 1 with a chance, else 0.
func yesNo(chance float64) loaded { return load(1-chance, chance) }

// A sampler fights an attack over and over, and counts in its result.
type sampler struct {
	*attack
	source           source
	r                Result
	attacker, target sampled

	aim      loaded // the ordinary shot, the bullseye, nothing
	fires    []sampledFire
	pinned   int
	launched loaded
	clashes  []*sampledClash // by the attacker's figures, and the target's
	ends     [endings]int
	nerve    loaded
	contact  [6]loaded // figures that hit a vehicle, by the die of its defence
	keep     loaded
}

// sampled is a side in the fight that goes on, and what is counted of it.
type sampled struct {
	*party
	o *Outcome

	state int // of figures
	marks int // of a vehicle: damaged, critical, and marked for each marker
	hits  dice.PMF
	// ended counts how fights left it: by the figures that fell, or by its marks.
	ended   []int
	wounded dice.PMF
}

// Of what hits do to a vehicle: each marker counts as marked.
const (
	damaged = 1 << iota
	critical
	marked
)

// A sampledFire is a fire with its dice loaded.
type sampledFire struct {
	*fire
	dice  loaded // a place among falls
	falls []fall
	blows [2]sampledBlow
	back  sampledBlow
}

// A fall is one way in which the dice of a fire can fall.
type fall struct {
	hits, back int
	over       int // 1 if they pin, or make a test of it
}

// A sampledBlow is a blow with dice for what so many hits do, loaded when they are
// first rolled: to figures by their state and the hits, to a vehicle by the hits.
type sampledBlow struct {
	*blow
	dice [][]*loaded
	one  loaded // one hit: nothing, hurt, hurt by far
}

// A sampledClash is a clash with its dice loaded: the ending, and at each the
// kills on either side.
type sampledClash struct {
	end              loaded
	attacker, target [endings]loaded
}

func newSampler(a *attack, seed uint64) *sampler {
	s := &sampler{attack: a, source: source(seed), r: a.result()}
	s.attacker, s.target = newSampled(&a.attacker, &s.r.Attacker), newSampled(&a.target, &s.r.Target)
	v := &a.volley
	s.aim = load(v.fired-v.bullseye, v.bullseye, 1-v.fired)
	for i := range v.fires {
		s.fires = append(s.fires, a.sampledFire(&v.fires[i]))
	}
	if a.charge != nil {
		s.launched, s.clashes = yesNo(a.charge.launched), make([]*sampledClash, (a.Attacker.Figures+1)*(a.Target.Figures+1))
	}
	if w := a.swarm; w != nil {
		s.nerve, s.keep = yesNo(w.nerve), yesNo(w.keep)
		for i, p := range w.hits {
			s.contact[i] = load(dice.Binomial(w.contact, p)...)
		}
	}
	return s
}

func newSampled(p *party, o *Outcome) sampled {
	s := sampled{party: p, o: o, ended: make([]int, p.Figures+1)}
	if p.Kind == Vehicle { // one that attacks is never out
		s.ended = make([]int, (p.out+1)*marked)
	}
	if o.Has.Wounded {
		s.wounded = make(dice.PMF, p.Figures+1)
	}
	return s
}

func (a *attack) sampledFire(f *fire) sampledFire {
	s := sampledFire{fire: f, back: newSampledBlow(&f.back)}
	var chances []float64
	for back, totals := range f.total {
		for total, p := range totals {
			effect := total + f.base
			fall := fall{hits: max(0, effect/f.perHit), back: back}
			if f.pins || a.Scenario.Crossfire || a.pin != nil && effect > a.pin.level {
				fall.over = 1
			}
			chances, s.falls = append(chances, p), append(s.falls, fall)
		}
	}
	s.dice = load(chances...)
	for i := range f.blows {
		s.blows[i] = newSampledBlow(&f.blows[i])
	}
	return s
}

func newSampledBlow(w *blow) sampledBlow {
	return sampledBlow{blow: w, one: load(1-w.minor-w.major, w.minor, w.major)}
}

// die is the die for what hits do to a side: the state of figures after them, or
// the marks of a vehicle.
func (w *sampledBlow) die(on *sampled, hits int) *loaded {
	if on.state < len(w.dice) && hits < len(w.dice[on.state]) {
		if l := w.dice[on.state][hits]; l != nil {
			return l
		}
	}
	for len(w.dice) <= on.state {
		w.dice = append(w.dice, nil)
	}
	row := &w.dice[on.state]
	for len(*row) <= hits {
		*row = append(*row, nil)
	}
	after := add(nil, on.state, 1)
	if on.Kind != Vehicle {
		after = on.body.hit(after, dice.Point(hits), *w.blow)
	} else {
		for range hits {
			next := make(dice.PMF, len(after)+2*marked)
			for i, p := range after {
				next[i] += p * (1 - w.minor - w.major)
				next[i+marked|damaged] += p * w.minor
				next[i+marked|critical] += p * w.major
			}
			after = next
		}
	}
	l := load(after...)
	(*row)[hits] = &l
	return &l
}

func (s *sampler) roll(l *loaded) int { return l.roll(s.source.bits()) }

// fight fights the duel once.
func (s *sampler) fight() {
	a, t := &s.attacker, &s.target
	a.state, t.state, t.marks = 0, 0, 0
	switch {
	case s.charge != nil:
		s.assault()
	case s.swarm != nil:
		s.contacts()
	default:
		s.fire(a, t)
		t.wound()
	}
	a.end()
	t.end()
}

// wound counts the wounded.
func (s *sampled) wound() {
	if s.wounded != nil {
		s.wounded[s.body.states[s.state].wounded]++
	}
}

// end counts how the fight left a side.
func (s *sampled) end() {
	if s.Kind == Vehicle {
		s.ended[min(s.marks, s.out*marked|s.marks&(damaged|critical))]++
	} else {
		s.ended[s.body.states[s.state].fallen]++
	}
}

// fire fires the volley.
func (s *sampler) fire(by, at *sampled) {
	hits, over := 0, 0
	if aim := s.roll(&s.aim); aim < 2 {
		for i := range s.fires {
			f := &s.fires[i]
			fall := &f.falls[s.roll(&f.dice)]
			hits += fall.hits
			over |= fall.over
			s.strike(at, fall.hits, &f.blows[aim])
			s.strike(by, fall.back, &f.back)
		}
	}
	at.hit(hits)
	s.pinned += over
}

// hit counts the hits on a side.
func (s *sampled) hit(hits int) {
	for len(s.hits) <= hits {
		s.hits = append(s.hits, 0)
	}
	s.hits[hits]++
}

// strike deals hits to a side.
func (s *sampler) strike(on *sampled, hits int, w *sampledBlow) {
	switch {
	case hits == 0:
	case on.Kind == Vehicle:
		what := s.roll(w.die(on, hits))
		on.marks = (on.marks&^(marked-1) + what) | on.marks&(marked-1)
	case w.pairs && on.body.known != nil: // more states than can be listed
		s.deal(on, hits, w)
	default:
		on.state = s.roll(w.die(on, hits))
	}
}

// deal gives hits two to a figure, where figures have points.
func (s *sampler) deal(on *sampled, hits int, w *sampledBlow) {
	b := on.body
	pairs, odd := b.pairs(on.state, hits)
	begun := b.states[on.state].left
	for k := range pairs {
		hits, lost := 2, 0
		if k == pairs-1 {
			hits += odd
		}
		for range hits {
			lost += s.roll(&w.one)
		}
		left := b.states[on.state].left
		on.state = b.find(hurt(left, slices.Index(left, begun[k]), lost))
	}
}

// assault fights the free shot and the close assault.
func (s *sampler) assault() {
	a, t := &s.attacker, &s.target
	launched := s.roll(&s.launched) == 1
	if s.Scenario.FreeShot != nil {
		if launched {
			s.fire(t, a)
		} else {
			a.hit(0)
		}
		a.wound()
	}
	figures, left := a.body.standing(a.state), t.body.standing(t.state)
	if !launched || figures == 0 || left == 0 {
		return
	}
	c := s.clash(figures, left)
	end := ending(s.roll(&c.end))
	s.ends[end]++
	onA, onT := s.roll(&c.target[end]), s.roll(&c.attacker[end])
	if a.state = a.body.after(a.state, onA); end == overrun {
		a.state = a.body.gone()
	}
	if t.state = t.body.after(t.state, onT); end == overruns {
		t.state = t.body.gone()
	}
}

// clash is the clash of so many figures, loaded when it is first met.
func (s *sampler) clash(figures, left int) *sampledClash {
	at := figures*(s.Target.Figures+1) + left
	if c := s.clashes[at]; c != nil {
		return c
	}
	is := s.charge.clash(figures, left)
	c := &sampledClash{end: load(is.ends[:]...)}
	for end, need := range kills {
		c.attacker[end] = load(dice.Binomial(is.attacker, die(need.attacker)*s.charge.target.keep)...)
		c.target[end] = load(dice.Binomial(is.target, die(need.target)*s.charge.attacker.keep)...)
	}
	s.clashes[at] = c
	return c
}

// contacts fights the assault of figures on a vehicle.
func (s *sampler) contacts() {
	t := &s.target
	hits := 0
	if s.roll(&s.nerve) == 1 {
		hits = s.roll(&s.contact[s.source.bits()>>32*6>>32])
	}
	t.hit(hits)
	for range hits {
		t.marks = t.marks + s.roll(&s.keep)*marked
	}
	if t.marks > 0 {
		t.marks |= damaged
	}
}

// result makes frequencies of what was counted in n fights. Tests that end a fight
// are rolled here, for all fights that ended alike.
func (s *sampler) result(n int) Result {
	r := &s.r
	count := func(o *float64, ends ...ending) {
		for _, end := range ends {
			*o += float64(s.ends[end])
		}
	}
	count(&r.Attacker.Wins, overruns, wins)
	count(&r.Attacker.Overrun, overruns)
	count(&r.Target.Wins, overrun, loses)
	count(&r.Target.Overrun, overrun)
	count(&r.Draw, draws)
	r.Draw /= float64(n)
	if s.pin != nil {
		r.Target.Pinned = float64(s.pinned)
		if s.Scenario.Crossfire {
			passed, failed := yesNo(s.pin.fails), 0
			for range s.pinned {
				failed += s.roll(&passed)
			}
			r.Target.Pinned = float64(failed)
		}
	}
	for _, side := range []*sampled{&s.attacker, &s.target} {
		if side.Kind == Vehicle {
			s.activate(side)
		} else {
			s.suffer(side)
		}
		side.o.divide(n)
	}
	return *r
}

// suffer counts what a side of figures lost, and tests its morale.
func (s *sampler) suffer(side *sampled) {
	o := side.o
	o.Hits.PMF, o.Wounded.PMF = side.hits, side.wounded
	o.Casualties.PMF = make(dice.PMF, len(side.ended))
	for fallen, times := range side.ended {
		o.Casualties.PMF[fallen] = float64(times)
		if fallen < side.breaks || side.unbroken {
			continue
		}
		o.Broken += float64(times)
		if fallen < side.Figures {
			routed, falls, rallied := s.tests(side.morale, times)
			o.Routed, o.FallsBack, o.Rallied = o.Routed+float64(routed), o.FallsBack+float64(falls), o.Rallied+float64(rallied)
		}
	}
	o.Destroyed = o.Casualties.PMF[side.Figures]
}

// activate counts what became of a vehicle, and rolls for its next activation.
func (s *sampler) activate(side *sampled) {
	o := side.o
	o.Hits.PMF = side.hits
	underFire := s.swarm == nil
	for marks, times := range side.ended {
		o.Damaged += float64(times * (marks & damaged / damaged))
		o.Critical += float64(times * (marks & critical / critical))
		switch n := marks / marked; {
		case n == 0:
			continue
		case n >= side.out:
			o.Destroyed += float64(times)
			o.Lost += float64(times)
			continue
		case underFire && !side.unbroken && n >= side.breaks:
			none, single, rallied := s.tests(side.morale, times)
			o.Lost += float64(none + single)
			times = rallied
		}
		lost, out, repaired := s.tests(side.repair[marks&critical/critical], times)
		o.Lost, o.OutOfAction, o.Repaired = o.Lost+float64(lost), o.OutOfAction+float64(out), o.Repaired+float64(repaired)
	}
}

// tests makes so many tests and counts those of no pass, one, and more.
func (s *sampler) tests(passes dice.PMF, times int) (none, single, more int) {
	test, counts := load(passes...), [testDice + 1]int{}
	for range times {
		counts[s.roll(&test)]++
	}
	return counts[0], counts[1], counts[2] + counts[3]
}

// divide makes frequencies of what was counted.
func (u *Outcome) divide(n int) {
	for _, p := range []*float64{
		&u.Destroyed, &u.Pinned, &u.Broken, &u.Rallied, &u.FallsBack, &u.Routed,
		&u.Damaged, &u.Critical, &u.Repaired, &u.OutOfAction, &u.Lost, &u.Wins, &u.Overrun,
	} {
		*p /= float64(n)
	}
	for _, s := range []*dice.Spread{&u.Hits, &u.Casualties, &u.Wounded} {
		for i := range s.PMF {
			s.PMF[i] /= float64(n)
		}
		*s = s.PMF.Spread()
	}
}
