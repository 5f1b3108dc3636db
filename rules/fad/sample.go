package fad

import (
	"fmt"
	"slices"

	"muster/rules/dice"
)

// Sample fights a duel n times with dice and returns how often everything
// happened. The same duel, number and seed give the same result on every
// machine. A probability p in the result has the standard error √(p(1−p)/n). No
// duel is too large for it. It shares the steps of the attack with Odds and none of
// its arithmetic, so that either checks the other.
//
// It returns an error if n is not positive, or for a duel that cannot be fought.
func Sample(d Duel, n int, seed uint64) (Result, error) {
	if n < 1 {
		return Result{}, fmt.Errorf("a duel must be fought at least once, not %d times", n)
	}
	if err := Check(&d); err != nil {
		return Result{}, err
	}
	a := newAttack(d)
	s := &sampler{attack: a, dice: dice.NewRoller(seed), r: a.result()}
	s.attacker, s.target = newSampled(&a.attacker, &s.r.Attacker), newSampled(&a.target, &s.r.Target)
	for range n {
		s.fight()
	}
	s.r.Draw /= float64(n)
	s.attacker.o.divide(n)
	s.target.o.divide(n)
	return s.r, nil
}

// A sampler fights an attack over and over, and counts in its result.
type sampler struct {
	*attack
	dice             *dice.Roller
	r                Result
	attacker, target sampled
}

// sampled is a side in the fight that goes on, and what is counted of it.
type sampled struct {
	*party
	o *Outcome

	state             int // of figures
	markers           int // of a vehicle
	damaged, critical bool
}

func newSampled(p *party, o *Outcome) sampled {
	if p.Kind != Vehicle {
		o.Casualties.PMF = make(dice.PMF, p.Figures+1)
	}
	if o.Has.Wounded {
		o.Wounded.PMF = make(dice.PMF, p.Figures+1)
	}
	return sampled{party: p, o: o}
}

// fight fights the duel once.
func (s *sampler) fight() {
	for _, side := range []*sampled{&s.attacker, &s.target} {
		side.state, side.markers, side.damaged, side.critical = 0, 0, false, false
	}
	switch {
	case s.charge != nil:
		s.assault()
	case s.swarm != nil:
		s.contacts()
	default:
		s.pinning(s.fire(&s.attacker, &s.target))
		s.target.countWounded()
	}
	s.suffer(&s.attacker)
	s.suffer(&s.target)
}

// passes rolls a test and reports whether it has the passes that it needs; one
// without dice is none.
func (s *sampler) passes(t *test) bool { return t.dice == 0 || t.roll(s.dice) >= needed }

// fire fires the volley. It reports whether it was fired, and whether its Fire Effect
// pins.
func (s *sampler) fire(by, at *sampled) (fired, pins bool) {
	v, passes := &s.volley, 0
	if fired = len(v.fires) > 0 && s.passes(&v.arrives); fired && v.aim.dice > 0 {
		passes = v.aim.roll(s.dice)
		fired = passes >= needed
	}
	if !fired {
		at.countHits(0)
		return false, false
	}
	hits, blow, blast := 0, 0, passes
	if v.sniper {
		blow, blast = passes/testDice, 0 // a bullseye if all pass
	}
	for i := range v.fires {
		f := &v.fires[i]
		effect, back := f.roll(s.dice, blast)
		pins = pins || f.pins || s.pin != nil && effect > s.pin.level
		n := max(0, effect/f.perHit)
		hits += n
		s.strike(at, n, &f.blows[blow])
		s.strike(by, back, &f.back)
	}
	at.countHits(hits)
	return true, pins
}

// roll rolls a fire's Fire Effect, of a blast with so many D6, and returns how many
// dice backfire.
func (f *fire) roll(r *dice.Roller, blast int) (effect, back int) {
	add := func(n int) {
		for range n {
			effect += r.Roll()
		}
	}
	effect = f.base
	if blast > 0 {
		add(blast)
		return effect, 0
	}
	total, back := f.dice.roll(r)
	if effect += total; f.beside != nil {
		beside, _ := f.beside.roll(r)
		effect += beside
	}
	add(f.more)
	return effect, back
}

// pinning counts a volley that pins, in crossfire by a test.
func (s *sampler) pinning(fired, pins bool) {
	if s.pin == nil || !fired {
		return
	}
	if s.Scenario.Crossfire {
		pins = !s.passes(&s.pin.test)
	}
	if pins {
		s.target.o.Pinned++
	}
}

// countHits counts the hits on a side.
func (s *sampled) countHits(hits int) { s.o.Hits.PMF = add(s.o.Hits.PMF, hits, 1) }

// countWounded counts the wounded of a side.
func (s *sampled) countWounded() {
	if s.o.Wounded.PMF != nil {
		s.o.Wounded.PMF[s.body.states[s.state].wounded]++
	}
}

// strike deals hits to a side.
func (s *sampler) strike(on *sampled, hits int, w *blow) {
	switch {
	case hits == 0:
	case on.Kind != Vehicle && w.spare != nil:
		kills := 0
		for range hits {
			if !isSaved(s.dice, int(w.save)) {
				kills++
			}
		}
		on.state = on.body.after(on.state, kills-w.spare[s.dice.Roll()])
	case on.Kind != Vehicle && w.pairs:
		s.deal(on, hits, w)
	default:
		for range hits {
			s.hit(on, w.roll(s.dice))
		}
	}
}

// hit does to a side what one hit does.
func (s *sampler) hit(on *sampled, what harm) {
	switch {
	case what == unhurt:
	case on.Kind == Vehicle:
		on.markers++
		on.damaged, on.critical = on.damaged || what == hurt, on.critical || what == badlyHurt
	case what == hurt:
		on.state = on.body.states[on.state].minor
	default:
		on.state = on.body.states[on.state].major
	}
}

// deal gives hits two to a figure.
func (s *sampler) deal(on *sampled, hits int, w *blow) {
	b := on.body
	pairs, odd := b.pairs(on.state, hits)
	begun, fell := b.states[on.state].left, 0
	for k := range pairs {
		hits, lost := 2, 0
		if k == pairs-1 {
			hits += odd
		}
		for range hits {
			lost += int(w.roll(s.dice))
		}
		if b.known == nil { // figures of one point
			fell += min(lost, 1)
			continue
		}
		left := b.states[on.state].left
		on.state = b.find(wound(left, slices.Index(left, begun[k]), lost))
	}
	on.state = min(on.state+fell, len(b.states)-1)
}

// assault fights the free shot and the close assault.
func (s *sampler) assault() {
	a, t, c := &s.attacker, &s.target, s.charge
	launched := s.passes(&c.test)
	if s.Scenario.FreeShot != nil {
		if launched {
			s.fire(t, a)
		} else {
			a.countHits(0)
		}
		a.countWounded()
	}
	figures, left := a.body.standing(a.state), t.body.standing(t.state)
	if !launched || figures == 0 || left == 0 {
		return
	}
	is := c.clash(figures, left)
	one, _ := c.attacker.dice.roll(s.dice)
	other, _ := c.target.dice.roll(s.dice)
	end := endingOf(one+is.attackerBonus, other+is.targetBonus)
	s.countEnding(end)
	onA, onT := s.kills(is.target, kills[end].target, c.attacker.save), s.kills(is.attacker, kills[end].attacker, c.target.save)
	if a.state = a.body.after(a.state, onA); end == overrun {
		a.state = a.body.gone()
	}
	if t.state = t.body.after(t.state, onT); end == overruns {
		t.state = t.body.gone()
	}
}

// kills makes so many kill rolls against a save and returns how many kill.
func (s *sampler) kills(rolls, need, save int) (n int) {
	for range rolls {
		if s.dice.Roll() >= need && !isSaved(s.dice, save) {
			n++
		}
	}
	return n
}

// countEnding counts an ending of a close assault.
func (s *sampler) countEnding(end ending) {
	switch a, t := s.attacker.o, s.target.o; end {
	case overruns:
		a.Overrun++
		a.Wins++
	case wins:
		a.Wins++
	case draws:
		s.r.Draw++
	case loses:
		t.Wins++
	case overrun:
		t.Overrun++
		t.Wins++
	}
}

// contacts fights the assault of figures on a vehicle.
func (s *sampler) contacts() {
	t, w, hits, launched := &s.target, s.swarm, 0, true
	for range w.tests {
		launched = launched && w.test.roll(s.dice) >= w.needs
	}
	if launched {
		hits = atLeast(s.dice, w.contact, w.number+s.dice.Roll())
	}
	t.countHits(hits)
	for range hits {
		if !isSaved(s.dice, w.save) {
			s.hit(t, hurt)
		}
	}
}

// suffer counts what a side of figures lost, and tests its morale.
func (s *sampler) suffer(side *sampled) {
	if side.Kind == Vehicle {
		s.activate(side)
		return
	}
	o, fallen := side.o, side.body.states[side.state].fallen
	o.Casualties.PMF[fallen]++
	if fallen == side.Figures {
		o.Destroyed++
	}
	if fallen < side.breaks || side.unbroken {
		return
	}
	o.Broken++
	if fallen < side.Figures {
		count(side.morale.roll(s.dice), &o.Routed, &o.FallsBack, &o.Rallied)
	}
}

// count adds to what comes of no pass of a test, of one, or of more.
func count(passes int, none, one, more *float64) {
	*[]*float64{none, one, more}[min(passes, needed)]++
}

// activate counts what became of a vehicle, and rolls for its next activation.
func (s *sampler) activate(side *sampled) {
	o := side.o
	if side.damaged {
		o.Damaged++
	}
	critical := 0
	if side.critical {
		critical = 1
		o.Critical++
	}
	switch {
	case side.markers == 0:
		return
	case side.markers >= side.out:
		o.Destroyed++
		o.Lost++
		return
	case s.swarm == nil && !side.unbroken && side.markers >= side.breaks && !s.passes(&side.morale):
		o.Lost++ // its crew bails out
		return
	}
	count(side.repair[critical].roll(s.dice), &o.Lost, &o.OutOfAction, &o.Repaired)
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
