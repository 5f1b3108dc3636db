package fad

import (
	"fmt"
	"slices"

	"muster/rules/dice"
)

// Sample fights a duel n times with dice and returns the frequencies of its outcomes.
// The same duel, number and seed give the same result on every machine. A probability p
// in the result has the standard error √(p(1−p)/n). No duel is too large for it. It
// shares the steps of the attack with Odds but no arithmetic, so each checks the other.
//
// It returns an error if n is not positive or if Check refuses the duel.
func Sample(d Duel, n int, seed uint64) (Result, error) {
	if n < 1 {
		return Result{}, fmt.Errorf("a duel must be fought at least once, not %d times", n)
	}
	if err := Check(&d); err != nil {
		return Result{}, err
	}
	a := newAttack(&d)
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

// A sampler fights an attack repeatedly and counts the outcomes.
type sampler struct {
	*attack
	dice             *dice.Roller
	r                Result
	attacker, target sampled
}

// sampled is a side's state in the current fight, and its counts so far.
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
		s.vehicleAssault()
	default:
		s.countPinned(s.fire(&s.attacker, &s.target))
		s.target.countWounded()
	}
	s.countLosses(&s.attacker)
	s.countLosses(&s.target)
}

// passes rolls a test and reports whether it succeeds. A test without dice always
// does.
func (s *sampler) passes(t *test) bool { return t.dice == 0 || t.roll(s.dice) >= passesNeeded }

// fire rolls the volley. It reports whether it was fired, and whether its Fire Effect
// pins.
func (s *sampler) fire(by, at *sampled) (fired, pins bool) {
	v, hits, blow := &s.volley, 0, 0
	passed := len(v.fires) > 0 && s.passes(&v.arrival)
	if passed && v.aim.dice > 0 {
		passes := v.aim.roll(s.dice)
		passed, blow = passes >= passesNeeded, passes/testDice // a bullseye if all pass
	}
	for i := range v.fires {
		f, blast := &v.fires[i], 0
		if passed && f.ranging.dice > 0 {
			blast = f.ranging.roll(s.dice)
		}
		if !passed || f.ranging.dice > 0 && blast < passesNeeded {
			continue
		}
		fired = true
		effect, back := f.roll(s.dice, blast)
		pins = pins || f.pins || s.pin != nil && effect > s.pin.level
		n := max(0, effect/f.perHit)
		hits += n
		s.strike(at, n, &f.blows[blow])
		s.strike(by, back, &f.back)
	}
	at.countHits(hits)
	return fired, pins
}

// roll rolls a fire and returns its Fire Effect and the number of dice that backfire.
// A blast rolls the given number of D6; it is 0 for other fires.
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
	if effect += total; f.partner != nil {
		beside, _ := f.partner.roll(r)
		effect += beside
	}
	add(f.extraDice)
	return effect, back
}

// countPinned counts a pinned target; in crossfire the target tests.
func (s *sampler) countPinned(fired, pins bool) {
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
func (s *sampled) countHits(hits int) { s.o.Hits.PMF = addAt(s.o.Hits.PMF, hits, 1) }

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
		on.state = on.body.afterKills(on.state, kills-w.spare[s.dice.Roll()])
	case on.Kind != Vehicle && w.pairs:
		s.hitInPairs(on, hits, w)
	default:
		for range hits {
			s.hit(on, w.roll(s.dice))
		}
	}
}

// hit applies the result of one hit to a side.
func (s *sampler) hit(on *sampled, what harm) {
	switch {
	case what == noHarm:
	case on.Kind == Vehicle:
		on.markers++
		on.damaged, on.critical = on.damaged || what == minorHarm, on.critical || what == majorHarm
	case what == minorHarm:
		on.state = on.body.states[on.state].minor
	default:
		on.state = on.body.states[on.state].major
	}
}

// hitInPairs applies hits two to a figure.
func (s *sampler) hitInPairs(on *sampled, hits int, w *blow) {
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
		if b.stateOf == nil { // figures of one point
			fell += min(lost, 1)
			continue
		}
		left := b.states[on.state].left
		on.state = b.stateWith(losePoints(left, slices.Index(left, begun[k]), lost))
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
	onA, onT := s.kills(is.targetRolls, kills[end].target, c.attacker.save), s.kills(is.attackerRolls, kills[end].attacker, c.target.save)
	if a.state = a.body.afterKills(a.state, onA); end == overrun {
		a.state = a.body.wipedOut()
	}
	if t.state = t.body.afterKills(t.state, onT); end == overruns {
		t.state = t.body.wipedOut()
	}
}

// kills makes kill rolls and returns the number of kills that are not saved.
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

// vehicleAssault fights the assault of figures on a vehicle.
func (s *sampler) vehicleAssault() {
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
			s.hit(t, minorHarm)
		}
	}
}

// countLosses counts a side's casualties and tests its morale.
func (s *sampler) countLosses(side *sampled) {
	if side.Kind == Vehicle {
		s.activate(side)
		return
	}
	o, fallen := side.o, side.body.states[side.state].fallen
	o.Casualties.PMF[fallen]++
	if fallen == side.Figures {
		o.Destroyed++
	}
	if fallen < side.breakPoint || side.unbroken {
		return
	}
	o.Broken++
	if fallen < side.Figures {
		count(side.morale.roll(s.dice), &o.Routed, &o.FallsBack, &o.Rallied)
	}
}

// count adds one to the outcome of a test with no pass, one pass or more.
func count(passes int, none, one, more *float64) {
	*[]*float64{none, one, more}[min(passes, passesNeeded)]++
}

// activate counts a vehicle's damage and rolls for its next activation.
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
	case side.markers >= side.destroyedAt:
		o.Destroyed++
		o.Lost++
		return
	case s.swarm == nil && !side.unbroken && side.markers >= side.breakPoint && !s.passes(&side.morale):
		o.Lost++ // its crew bails out
		return
	}
	count(side.repair[critical].roll(s.dice), &o.Lost, &o.OutOfAction, &o.Repaired)
}

// divide turns counts into frequencies.
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
