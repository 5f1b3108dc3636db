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
	s := &sampler{attack: a, roller: dice.NewRoller(seed), result: a.emptyResult()}
	s.attacker, s.target = newSampledSide(&a.attacker, &s.result.Attacker), newSampledSide(&a.target, &s.result.Target)
	for range n {
		s.fightOnce()
	}
	s.result.Draw /= float64(n)
	s.attacker.outcome.toFrequencies(n)
	s.target.outcome.toFrequencies(n)
	return s.result, nil
}

// A sampler rolls a duel repeatedly and counts the outcomes.
type sampler struct {
	*attack
	roller           *dice.Roller
	result           Result
	attacker, target sampledSide
}

// A sampledSide is a side's state in the current fight, and its counts so far.
type sampledSide struct {
	*party
	outcome *Outcome

	figureState                int // index in losses.states, for a side of figures
	damageMarkers              int // damage markers on a vehicle
	tookMinorHit, tookMajorHit bool
}

func newSampledSide(p *party, o *Outcome) sampledSide {
	if p.Kind != Vehicle {
		o.Casualties.PMF = make(dice.PMF, p.Figures+1)
	}
	if o.ApplicableNumbers.Wounded {
		o.Wounded.PMF = make(dice.PMF, p.Figures+1)
	}
	return sampledSide{party: p, outcome: o}
}

// fightOnce fights the duel once.
func (s *sampler) fightOnce() {
	for _, side := range []*sampledSide{&s.attacker, &s.target} {
		side.figureState, side.damageMarkers, side.tookMinorHit, side.tookMajorHit = 0, 0, false, false
	}
	switch {
	case s.charge != nil:
		s.assault()
	case s.assaultOnVehicle != nil:
		s.vehicleAssault()
	default:
		s.countPinned(s.fireVolley(&s.attacker, &s.target))
		s.target.countWounded()
	}
	s.countLosses(&s.attacker)
	s.countLosses(&s.target)
}

// passesTest rolls a test and reports whether it succeeds. A test without dice always succeeds.
func (s *sampler) passesTest(t *qualityTest) bool {
	return t.dice == 0 || t.roll(s.roller) >= passesNeeded
}

// fireVolley rolls the volley. It reports whether the volley was fired, and whether its Fire Effect
// pins.
func (s *sampler) fireVolley(by, at *sampledSide) (fired, pins bool) {
	v, hits, blow := &s.volley, 0, 0
	passed := len(v.fires) > 0 && s.passesTest(&v.arrivalTest)
	if passed && v.aimTest.dice > 0 {
		passes := v.aimTest.roll(s.roller)
		passed, blow = passes >= passesNeeded, passes/dicePerTest // a bullseye if all pass
	}
	for i := range v.fires {
		f, blast := &v.fires[i], 0
		if passed && f.rangingTest.dice > 0 {
			blast = f.rangingTest.roll(s.roller)
		}
		if !passed || f.rangingTest.dice > 0 && blast < passesNeeded {
			continue
		}
		fired = true
		effect, back := f.rollFireEffect(s.roller, blast)
		pins = pins || f.pinsTarget || s.pinConditions != nil && effect > s.pinConditions.maxFireEffect
		n := max(0, effect/f.pointsPerHit)
		hits += n
		s.dealHits(at, n, &f.hitEffects[blow])
		s.dealHits(by, back, &f.backfireEffect)
	}
	at.countHits(hits)
	return fired, pins
}

// rollFireEffect rolls a fire and returns its Fire Effect and the number of dice that backfire.
// blast is the number of D6 of a blast; 0 for other fires.
func (f *fire) rollFireEffect(r *dice.Roller, blast int) (effect, back int) {
	add := func(n int) {
		for range n {
			effect += r.Roll()
		}
	}
	effect = f.modifier
	if blast > 0 {
		add(blast)
		return effect, 0
	}
	total, back := f.dice.roll(r)
	if effect += total; f.partnerDice != nil {
		beside, _ := f.partnerDice.roll(r)
		effect += beside
	}
	add(f.extraFireDice)
	return effect, back
}

// countPinned counts the target as pinned if the fire pins it or, in crossfire, if its test fails.
func (s *sampler) countPinned(fired, pins bool) {
	if s.pinConditions == nil || !fired {
		return
	}
	if s.Scenario.UsesCrossfire {
		pins = !s.passesTest(&s.pinConditions.crossfireTest)
	}
	if pins {
		s.target.outcome.Pinned++
	}
}

// countHits counts the hits on a side.
func (s *sampledSide) countHits(hits int) {
	s.outcome.Hits.PMF = addChanceAt(s.outcome.Hits.PMF, hits, 1)
}

// countWounded counts the casualties of a side that were only wounded, if the fight tells them from
// the dead.
func (s *sampledSide) countWounded() {
	if s.outcome.Wounded.PMF != nil {
		s.outcome.Wounded.PMF[s.losses.states[s.figureState].wounded]++
	}
}

// dealHits rolls the effects of hits on a side.
func (s *sampler) dealHits(on *sampledSide, hits int, w *hitEffect) {
	switch {
	case hits == 0:
	case on.Kind != Vehicle && w.wastedHitsByDie != nil:
		kills := 0
		for range hits {
			if !rollSave(s.roller, int(w.saveRoll)) {
				kills++
			}
		}
		on.figureState = on.losses.afterKills(on.figureState, kills-w.wastedHitsByDie[s.roller.Roll()])
	case on.Kind != Vehicle && w.twoHitsPerFigure:
		s.dealPairs(on, hits, w)
	default:
		for range hits {
			s.applyHit(on, w.rollDamage(s.roller))
		}
	}
}

// applyHit applies the result of one hit to a side.
func (s *sampler) applyHit(on *sampledSide, what hitResult) {
	switch {
	case what == noDamage:
	case on.Kind == Vehicle:
		on.damageMarkers++
		on.tookMinorHit, on.tookMajorHit = on.tookMinorHit || what == minorHit, on.tookMajorHit || what == majorHit
	case what == minorHit:
		on.figureState = on.losses.states[on.figureState].afterMinorHit
	default:
		on.figureState = on.losses.states[on.figureState].afterMajorHit
	}
}

// dealPairs deals hits to the figures of a side, two to each figure, and rolls their effects.
func (s *sampler) dealPairs(on *sampledSide, hits int, w *hitEffect) {
	b := on.losses
	pairs, odd := b.pairHits(on.figureState, hits)
	begun, fell := b.states[on.figureState].pointsLeft, 0
	for k := range pairs {
		hits, lost := 2, 0
		if k == pairs-1 {
			hits += odd
		}
		for range hits {
			lost += int(w.rollDamage(s.roller))
		}
		if b.stateByPoints == nil { // figures of one point
			fell += min(lost, 1)
			continue
		}
		left := b.states[on.figureState].pointsLeft
		on.figureState = b.stateWithPoints(losePoints(left, slices.Index(left, begun[k]), lost))
	}
	on.figureState = min(on.figureState+fell, len(b.states)-1)
}

// assault fights the free shot and the close assault.
func (s *sampler) assault() {
	a, t, c := &s.attacker, &s.target, s.charge
	launched := s.passesTest(&c.chargeTest)
	if s.Scenario.FreeShot != nil {
		if launched {
			s.fireVolley(t, a)
		} else {
			a.countHits(0)
		}
		a.countWounded()
	}
	figures, left := a.losses.figuresLeft(a.figureState), t.losses.figuresLeft(t.figureState)
	if !launched || figures == 0 || left == 0 {
		return
	}
	is := c.bonusesAndKillRolls(figures, left)
	one, _ := c.attacker.dice.roll(s.roller)
	other, _ := c.target.dice.roll(s.roller)
	end := endingByTotals(one+is.attackerTotalBonus, other+is.targetTotalBonus)
	s.countEnding(end)
	onA, onT := s.rollKills(is.targetKillRolls, minKillRolls[end].target, c.attacker.saveRoll), s.rollKills(is.attackerKillRolls, minKillRolls[end].attacker, c.target.saveRoll)
	if a.figureState = a.losses.afterKills(a.figureState, onA); end == targetOverruns {
		a.figureState = a.losses.wipedOutState()
	}
	if t.figureState = t.losses.afterKills(t.figureState, onT); end == attackerOverruns {
		t.figureState = t.losses.wipedOutState()
	}
}

// rollKills makes kill rolls and returns the number of kills that are not saved.
func (s *sampler) rollKills(rolls, need, save int) (n int) {
	for range rolls {
		if s.roller.Roll() >= need && !rollSave(s.roller, save) {
			n++
		}
	}
	return n
}

// countEnding counts the ending of a close assault.
func (s *sampler) countEnding(end assaultEnding) {
	switch a, t := s.attacker.outcome, s.target.outcome; end {
	case attackerOverruns:
		a.Overrun++
		a.Wins++
	case attackerWins:
		a.Wins++
	case assaultDrawn:
		s.result.Draw++
	case targetWins:
		t.Wins++
	case targetOverruns:
		t.Overrun++
		t.Wins++
	}
}

// vehicleAssault fights the assault of figures on a vehicle.
func (s *sampler) vehicleAssault() {
	t, w, hits, launched := &s.target, s.assaultOnVehicle, 0, true
	for range w.nerveTestCount {
		launched = launched && w.nerveTest.roll(s.roller) >= w.neededPasses
	}
	if launched {
		hits = rollsAtLeast(s.roller, w.contactFigures, w.hitMargin+s.roller.Roll())
	}
	t.countHits(hits)
	for range hits {
		if !rollSave(s.roller, w.saveRoll) {
			s.applyHit(t, minorHit)
		}
	}
}

// countLosses counts a side's casualties and tests its morale.
func (s *sampler) countLosses(side *sampledSide) {
	if side.Kind == Vehicle {
		s.rollNextActivation(side)
		return
	}
	o, fallen := side.outcome, side.losses.states[side.figureState].fallen
	o.Casualties.PMF[fallen]++
	if fallen == side.Figures {
		o.Destroyed++
	}
	if fallen < side.breakPoint || side.neverBreaks {
		return
	}
	o.Broken++
	if fallen < side.Figures {
		countTest(side.moraleTest.roll(s.roller), &o.Routed, &o.FallsBack, &o.Rallied)
	}
}

// countTest adds one to the outcome of a test with no pass, one pass or more.
func countTest(passes int, none, one, more *float64) {
	*[]*float64{none, one, more}[min(passes, passesNeeded)]++
}

// rollNextActivation counts a vehicle's damage and rolls for its next activation.
func (s *sampler) rollNextActivation(side *sampledSide) {
	o := side.outcome
	if side.tookMinorHit {
		o.Damaged++
	}
	critical := 0
	if side.tookMajorHit {
		critical = 1
		o.CriticallyHit++
	}
	switch {
	case side.damageMarkers == 0:
		return
	case side.damageMarkers >= side.markersToDestroy:
		o.Destroyed++
		o.VehicleLost++
		return
	case s.assaultOnVehicle == nil && !side.neverBreaks && side.damageMarkers >= side.breakPoint &&
		!s.passesTest(&side.moraleTest):
		o.VehicleLost++ // its crew bails out
		return
	}
	countTest(side.repairTests[critical].roll(s.roller), &o.VehicleLost, &o.OutOfAction, &o.Repaired)
}

// toFrequencies turns counts into frequencies.
func (u *Outcome) toFrequencies(n int) {
	for _, p := range []*float64{
		&u.Destroyed, &u.Pinned, &u.Broken, &u.Rallied, &u.FallsBack, &u.Routed,
		&u.Damaged, &u.CriticallyHit, &u.Repaired, &u.OutOfAction, &u.VehicleLost, &u.Wins, &u.Overrun,
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
