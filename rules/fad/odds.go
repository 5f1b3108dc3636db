package fad

import (
	"math"

	"muster/rules/dice"
)

// Odds returns the exact result of a duel. It returns an error if Check refuses the
// duel or if the units are too large (CodeTooLarge).
func Odds(d Duel) (Result, error) {
	if err := Check(&d); err != nil {
		return Result{}, err
	}
	if err := tooLarge(&d); err != nil {
		return Result{}, err
	}
	a := newAttack(&d)
	r := a.emptyResult()
	switch {
	case a.charge != nil:
		a.setAssault(&r)
	case a.assaultOnVehicle != nil:
		a.setVehicleAssault(&r)
	default:
		a.setShooting(&r)
	}
	return r, nil
}

// setShooting sets the result of a duel in which the attacker only shoots or blasts.
func (a *attack) setShooting(r *Result) {
	v := a.volley.odds()
	r.Target.Hits = v.hits().Spread()
	if a.Target.Kind == Vehicle {
		a.attacker.setLosses(v.shooterStates(a.attacker.losses), &r.Attacker)
		a.setVehicleDamage(&v, &r.Target)
		return
	}
	joint := v.jointStates(a.attacker.losses, a.target.losses)
	a.attacker.setLosses(rowTotals(joint), &r.Attacker)
	a.target.setLosses(columnTotals(joint), &r.Target)
	switch {
	case a.pinConditions == nil:
	case a.Scenario.UsesCrossfire:
		r.Target.Pinned = v.rangedInChance() * (1 - a.pinConditions.crossfireTest.odds().AtLeast(passesNeeded))
	default:
		r.Target.Pinned = v.pinChance(a.pinConditions.maxFireEffect)
	}
}

// volleyOdds holds the probabilities for the steps of a volley.
type volleyOdds struct {
	fires []fireOdds
	// firedChance is the probability that the volley is fired, that is passes its tests;
	// bullseyeChance is the probability that it is fired and is a bullseye, with 1 more damage.
	firedChance, bullseyeChance float64
}

// fireOdds holds the probabilities for one fire's roll. totals[n] is the distribution of the dice's
// total if n dice backfire, multiplied by the probability of n; missedChance is the probability
// that a blast does not range in.
type fireOdds struct {
	*fire
	totalsByBackfires []dice.PMF
	missedChance      float64
}

// odds returns the probabilities for the steps of a volley.
func (v *volley) odds() volleyOdds {
	o := volleyOdds{firedChance: 1}
	if len(v.fires) == 0 {
		return volleyOdds{}
	}
	if v.arrivalTest.dice > 0 {
		o.firedChance = v.arrivalTest.odds().AtLeast(passesNeeded)
	}
	if v.aimTest.dice > 0 {
		p := v.aimTest.odds()
		o.firedChance, o.bullseyeChance = p.AtLeast(passesNeeded), p[dicePerTest]
	}
	o.fires = make([]fireOdds, len(v.fires))
	for i := range v.fires {
		o.fires[i] = v.fires[i].odds()
	}
	return o
}

// rangedInChance returns the probability that at least one fire of the volley is fired; a blast
// that does not range in is not.
func (v *volleyOdds) rangedInChance() float64 {
	none := 1.0
	for i := range v.fires {
		none *= v.fires[i].missedChance
	}
	return v.firedChance * (1 - none)
}

// odds returns the probabilities for one fire's roll.
func (f *fire) odds() fireOdds {
	o := fireOdds{fire: f}
	if f.rangingTest.dice > 0 {
		p, sum := f.rangingTest.odds(), dice.NewSums(dice.Die(6), 6*dicePerTest, dice.Zeros)
		var blast dice.PMF
		for k := passesNeeded; k <= dicePerTest; k++ {
			blast = addWeighted(blast, sum.OfCopies(k), p[k])
		}
		o.totalsByBackfires, o.missedChance = []dice.PMF{blast}, 1-p.AtLeast(passesNeeded)
		return o
	}
	if f.dice.backfiresUpTo > 0 && f.dice.fixedTotal == 0 {
		o.totalsByBackfires = f.dice.oddsByBackfires()
	} else {
		o.totalsByBackfires = []dice.PMF{f.dice.odds()}
	}
	for i := range o.totalsByBackfires {
		if f.partnerDice != nil {
			o.totalsByBackfires[i] = dice.Sum(o.totalsByBackfires[i], f.partnerDice.odds())
		}
		if f.extraFireDice > 0 {
			o.totalsByBackfires[i] = dice.Sum(o.totalsByBackfires[i], dice.SumOfCopies(dice.Die(6), f.extraFireDice, 6*f.extraFireDice, dice.Zeros))
		}
	}
	return o
}

// hits returns the distribution of the number of a volley's hits, before saves.
func (v *volleyOdds) hits() dice.PMF {
	all := dice.Constant(0)
	for i := range v.fires {
		all = dice.Sum(all, v.fires[i].hitsPMF())
	}
	return addWeighted(dice.PMF{1 - v.firedChance}, all, v.firedChance)
}

// hitsPMF returns the distribution of the number of a fire's hits, for all numbers of backfires
// together.
func (f *fireOdds) hitsPMF() (all dice.PMF) {
	for n := range f.totalsByBackfires {
		all = addWeighted(all, f.hitsWithBackfires(n), 1)
	}
	return all
}

// pinChance returns the probability that a volley pins its target: by a Fire Effect above level, or
// by a weapon that always pins.
func (v *volleyOdds) pinChance(level int) float64 {
	none := 1.0
	for i := range v.fires {
		f := &v.fires[i]
		p := 0.0
		for _, total := range f.totalsByBackfires {
			p += f.chanceAbove(total, level)
		}
		if f.pinsTarget {
			p = 1 - f.missedChance
		}
		none *= 1 - p
	}
	return v.firedChance * (1 - none)
}

// aimChances returns the probabilities of an ordinary shot and of a bullseye.
func (v *volleyOdds) aimChances() [2]float64 {
	return [2]float64{v.firedChance - v.bullseyeChance, v.bullseyeChance}
}

// jointStates returns the joint distribution of the shooter's loss states (rows) and the target's
// (columns) after a volley. Only backfires of the first fire change the shooter's state.
func (v *volleyOdds) jointStates(own, body *lossStates) []dice.PMF {
	joint := make([]dice.PMF, len(own.states))
	joint[0] = dice.PMF{1 - v.firedChance}
	for aim, weight := range v.aimChances() {
		if weight <= 0 {
			continue
		}
		first := &v.fires[0]
		for n := range first.totalsByBackfires {
			after := body.afterHits(body.unhurtPMF(), first.hitsWithBackfires(n), first.hitEffects[aim])
			for i := range v.fires[1:] {
				fire := &v.fires[i+1]
				after = body.afterHits(after, fire.hitsWithBackfires(0), fire.hitEffects[aim])
			}
			for i, p := range own.afterBackfires(n, first) {
				if p > 0 {
					joint = growRows(joint, i)
					joint[i] = addWeighted(joint[i], after, weight*p)
				}
			}
		}
	}
	return joint
}

// afterBackfires returns the distribution of the shooter's loss states after n of its dice
// backfired.
func (b *lossStates) afterBackfires(n int, f *fireOdds) dice.PMF {
	if n == 0 {
		return b.unhurtPMF()
	}
	return b.afterHits(b.unhurtPMF(), dice.Constant(n), f.backfireEffect)
}

// shooterStates returns the distribution of the shooter's loss states after a volley at a vehicle.
func (v *volleyOdds) shooterStates(own *lossStates) dice.PMF {
	if len(v.fires) != 1 {
		return own.unhurtPMF()
	}
	p := dice.PMF{1 - v.firedChance}
	for n, total := range v.fires[0].totalsByBackfires {
		p = addWeighted(p, own.afterBackfires(n, &v.fires[0]), v.firedChance*total.Total())
	}
	return p
}

// growRows adds empty rows to a joint distribution until it has a row with index at.
func growRows(joint []dice.PMF, at int) []dice.PMF {
	for len(joint) <= at {
		joint = append(joint, nil)
	}
	return joint
}

// rowTotals returns the marginal distribution of the shooter's states.
func rowTotals(joint []dice.PMF) dice.PMF {
	p := make(dice.PMF, len(joint))
	for i, row := range joint {
		p[i] = row.Total()
	}
	return p
}

// columnTotals returns the marginal distribution of the target's states.
func columnTotals(joint []dice.PMF) dice.PMF {
	var p dice.PMF
	for _, row := range joint {
		p = addWeighted(p, row, 1)
	}
	return p
}

// setLosses sets a side's casualties and the results of its morale test in o, given the
// distribution of its loss states. A unit that is wiped out counts as broken but does not test.
func (p *party) setLosses(states dice.PMF, o *Outcome) {
	if p.Kind == Vehicle {
		return
	}
	casualties, wounded := p.losses.casualties(states)
	o.Casualties = casualties.Spread()
	o.Destroyed = casualties[p.Figures]
	if o.ApplicableNumbers.Wounded {
		o.Wounded = wounded.Spread()
	}
	if p.neverBreaks {
		return
	}
	o.Broken = casualties.AtLeast(p.breakPoint)
	left := o.Broken - o.Destroyed
	passes := p.moraleTest.odds()
	o.Rallied, o.FallsBack, o.Routed = left*passes.AtLeast(passesNeeded), left*passes[1], left*passes[0]
}

// setAssault sets the result of a close assault on figures.
func (a *attack) setAssault(r *Result) {
	c := &chargeOdds{
		charge: a.charge, chargeChance: 1,
		attackerDice: a.charge.attacker.dice.odds(), targetDice: a.charge.target.dice.odds(),
	}
	if c.chargeTest.dice > 0 {
		c.chargeChance = c.chargeTest.odds().AtLeast(passesNeeded)
	}
	attacker, target := a.attacker.losses, a.target.losses
	// joint holds, for each state of the target, the attacker's states after the free
	// shot.
	joint := []dice.PMF{attacker.unhurtPMF()}
	if a.Scenario.FreeShot != nil {
		shot := a.volley.odds()
		joint = shot.jointStates(target, attacker)
		r.Attacker.Hits = addWeighted(dice.PMF{1 - c.chargeChance}, shot.hits(), c.chargeChance).Spread()
	}
	ends := finalStates{make(dice.PMF, len(attacker.states)), make(dice.PMF, len(target.states))}
	ends.attacker[0], ends.target[0] = 1-c.chargeChance, 1-c.chargeChance
	shot := columnTotals(joint)
	for at, row := range joint {
		left := target.figuresLeft(at)
		// States with equal numbers of figures share one assaultCounts.
		byLeft := make([]dice.PMF, a.Attacker.Figures+1)
		for i, p := range row {
			if p > 0 {
				byLeft[attacker.figuresLeft(i)] = addChanceAt(byLeft[attacker.figuresLeft(i)], i, p)
			}
		}
		for figures, states := range byLeft {
			p := states.Total()
			if p == 0 {
				continue
			}
			if figures == 0 || left == 0 {
				ends.attacker = addWeighted(ends.attacker, states, c.chargeChance)
				ends.target = addChanceAt(ends.target, at, c.chargeChance*p)
				continue
			}
			c.addOutcomes(c.bonusesAndKillRolls(figures, left), states, at, r, &ends)
		}
	}
	a.attacker.setLosses(ends.attacker, &r.Attacker)
	a.target.setLosses(ends.target, &r.Target)
	if r.Attacker.ApplicableNumbers.Wounded { // only the free shot wounds
		_, wounded := attacker.casualties(shot)
		r.Attacker.Wounded = addWeighted(dice.PMF{1 - c.chargeChance}, wounded, c.chargeChance).Spread()
	}
}

// chargeOdds holds the distributions of both sides' dice in a charge; chargeChance is the
// probability that the charge happens, that is passes its test.
type chargeOdds struct {
	*charge
	chargeChance             float64
	attackerDice, targetDice dice.PMF
}

// endingChances returns the probability of each ending of a close assault; is holds the bonuses
// that are added to the dice.
func (c *chargeOdds) endingChances(is assaultCounts) (ends [endingCount]float64) {
	for i, pi := range c.attackerDice {
		for j, pj := range c.targetDice {
			if pi*pj > 0 {
				ends[endingByTotals(i+is.attackerTotalBonus, j+is.targetTotalBonus)] += pi * pj
			}
		}
	}
	return ends
}

// finalStates holds the distributions of both sides' loss states after an assault.
type finalStates struct{ attacker, target dice.PMF }

// addOutcomes adds the outcomes of a close assault to the result and to the final states. states is
// the distribution of the attacker's loss states, all with the same number of figures; at is the
// target's loss state.
func (c *chargeOdds) addOutcomes(is assaultCounts, states dice.PMF, at int, r *Result, ends *finalStates) {
	attacker, target := c.attacker.losses, c.target.losses
	p, all := c.chargeChance*states.Total(), c.endingChances(is)
	r.Attacker.Wins += p * (all[attackerOverruns] + all[attackerWins])
	r.Target.Wins += p * (all[targetOverruns] + all[targetWins])
	r.Attacker.Overrun += p * all[attackerOverruns]
	r.Target.Overrun += p * all[targetOverruns]
	r.Draw += p * all[assaultDrawn]
	for end, pe := range all {
		if pe == 0 {
			continue
		}
		if assaultEnding(end) == targetOverruns {
			ends.attacker = addChanceAt(ends.attacker, attacker.wipedOutState(), p*pe)
		} else {
			killed := dieChance(minKillRolls[end].target) * unsavedChance(c.attacker.saveRoll)
			after := attacker.afterKillRolls(append(dice.PMF{}, states...), is.targetKillRolls, killed)
			ends.attacker = addWeighted(ends.attacker, after, c.chargeChance*pe)
		}
		if assaultEnding(end) == attackerOverruns {
			ends.target = addChanceAt(ends.target, target.wipedOutState(), p*pe)
		} else {
			killed := dieChance(minKillRolls[end].attacker) * unsavedChance(c.target.saveRoll)
			ends.target = addWeighted(ends.target, target.afterKillRolls(addChanceAt(nil, at, 1), is.attackerKillRolls, killed), p*pe)
		}
	}
}

// hits returns the distribution of the number of effective hits by the figures that assault a
// vehicle; each hit is effective with probability counts.
func (s *vehicleAssault) hits(counts float64) dice.PMF {
	nerve := s.nervePassChance()
	hits := make(dice.PMF, s.contactFigures+1)
	hits[0] = 1 - nerve
	for defence := 1; defence <= 6; defence++ { // the vehicle rolls one die against all
		hits = addWeighted(hits, dice.Binomial(s.contactFigures, dieChance(s.hitMargin+defence)*counts), nerve/6)
	}
	return hits
}

// setVehicleAssault sets the result of an assault of figures on a vehicle.
func (a *attack) setVehicleAssault(r *Result) {
	s := a.assaultOnVehicle
	hits, damage := s.hits(1), s.hits(unsavedChance(s.saveRoll))
	m := newMarkerOdds(a.target.markersToDestroy)
	for k, p := range damage {
		m[0][min(k, a.target.markersToDestroy)] += p
	}
	o := &r.Target
	o.Hits = hits.Spread()
	o.Damaged = damage.AtLeast(1)
	a.target.setNextActivation(m, false, o)
	a.attacker.setLosses(a.attacker.losses.unhurtPMF(), &r.Attacker)
}

// setVehicleDamage sets in o the damage by a volley at a vehicle, and the results of the vehicle's
// next activation.
func (a *attack) setVehicleDamage(v *volleyOdds, o *Outcome) {
	all := newMarkerOdds(a.target.markersToDestroy)
	unhurt, uncritical := 1-v.firedChance, 1-v.firedChance
	for aim, weight := range v.aimChances() {
		if weight <= 0 {
			continue
		}
		m := newMarkerOdds(a.target.markersToDestroy)
		m[0][0] = 1
		none, noCritical := 1.0, 1.0
		for i := range v.fires {
			hits := v.fires[i].hitsPMF()
			minor, major := v.fires[i].hitEffects[aim].odds()
			m = m.afterHits(hits, minor, major)
			none *= noHitSucceedsChance(hits, minor)
			noCritical *= noHitSucceedsChance(hits, major)
		}
		all.addWeighted(m, weight)
		unhurt += weight * none
		uncritical += weight * noCritical
	}
	all[0][0] += 1 - v.firedChance
	o.Damaged, o.CriticallyHit = zeroIfRounding(1-unhurt), zeroIfRounding(1-uncritical)
	a.target.setNextActivation(all, true, o)
}

// zeroIfRounding returns p, or 0 if p is so small that it is a rounding error.
func zeroIfRounding(p float64) float64 {
	if p < 1e-15 {
		return 0
	}
	return p
}

// noHitSucceedsChance returns the probability that none of the hits succeeds; hits is the
// distribution of their number, and each succeeds with probability p.
func noHitSucceedsChance(hits dice.PMF, p float64) float64 {
	none := 0.0
	for h, ph := range hits {
		none += ph * math.Pow(1-p, float64(h))
	}
	return none
}

// markerOdds holds the distributions of the number of a vehicle's damage markers: [0] without and
// [1] with a critical hit. Numbers are capped at the number that destroys the vehicle.
type markerOdds [2]dice.PMF

// newMarkerOdds returns marker distributions that are 0 everywhere, for up to out markers.
func newMarkerOdds(out int) *markerOdds {
	both := make(dice.PMF, 2*(out+1))
	return &markerOdds{both[: out+1 : out+1], both[out+1:]}
}

func (m *markerOdds) addWeighted(other *markerOdds, weight float64) {
	for i := range m {
		for k, p := range other[i] {
			m[i][k] += weight * p
		}
	}
}

// afterHits returns the marker distributions after a number of hits with the distribution hits;
// damaging and critical are the probabilities that a hit damages and that it is critical.
func (m *markerOdds) afterHits(hits dice.PMF, damaging, critical float64) *markerOdds {
	out := len(m[0]) - 1
	after := newMarkerOdds(out)
	for h := len(hits) - 1; h >= 0; h-- {
		once := newMarkerOdds(out)
		for i := range after {
			for k, p := range after[i] {
				once[i][k] += p * (1 - damaging - critical)
				once[i][min(k+1, out)] += p * damaging
				once[1][min(k+1, out)] += p * critical
			}
		}
		once.addWeighted(m, hits[h])
		after = once
	}
	return after
}

// setNextActivation sets in o the results of a vehicle's next activation. Under fire the vehicle
// tests its morale first; then it tries to repair its damage.
func (p *party) setNextActivation(m *markerOdds, underFire bool, o *Outcome) {
	o.Destroyed = m[0][p.markersToDestroy] + m[1][p.markersToDestroy]
	o.VehicleLost = o.Destroyed
	tests, rallies := underFire && !p.neverBreaks, 1.0
	if tests {
		passes := p.moraleTest.odds()
		rallies = passes.AtLeast(passesNeeded)
	}
	for critical, marked := range m {
		repair := p.repairTests[critical].odds()
		for k := 1; k < p.markersToDestroy; k++ {
			left := marked[k]
			if tests && k >= p.breakPoint {
				o.VehicleLost += left * (1 - rallies) // a damaged vehicle's crew bails out
				left *= rallies
			}
			o.Repaired += left * repair.AtLeast(passesNeeded)
			o.OutOfAction += left * repair[1]
			o.VehicleLost += left * repair[0]
		}
	}
}

// hitsWithBackfires returns the distribution of the number of a fire's hits if n dice backfire,
// multiplied by the probability of n.
func (f *fireOdds) hitsWithBackfires(n int) dice.PMF {
	total := f.totalsByBackfires[n]
	most := max(0, (len(total)-1+f.modifier)/f.pointsPerHit)
	hits := make(dice.PMF, most+1)
	for d, p := range total {
		hits[max(0, (d+f.modifier)/f.pointsPerHit)] += p
	}
	hits[0] += f.missedChance
	return hits
}

// chanceAbove returns the probability that the fire's Fire Effect exceeds a number; total is the
// distribution of its dice's total.
func (f *fireOdds) chanceAbove(total dice.PMF, number int) float64 {
	p := 0.0
	for d, pd := range total {
		if d+f.modifier > number {
			p += pd
		}
	}
	return p
}
