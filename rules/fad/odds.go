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
	r := a.result()
	switch {
	case a.charge != nil:
		a.assault(&r)
	case a.swarm != nil:
		a.vehicleAssault(&r)
	default:
		a.shooting(&r)
	}
	return r, nil
}

// shooting sets the result of the attacker's volley or blast.
func (a *attack) shooting(r *Result) {
	v := a.volley.odds()
	r.Target.Hits = v.hits().Spread()
	if a.Target.Kind == Vehicle {
		a.attacker.setLosses(v.backfire(a.attacker.body), &r.Attacker)
		a.vehicleDamage(&v, &r.Target)
		return
	}
	joint := v.strike(a.attacker.body, a.target.body)
	a.attacker.setLosses(rowTotals(joint), &r.Attacker)
	a.target.setLosses(columnTotals(joint), &r.Target)
	switch {
	case a.pin == nil:
	case a.Scenario.Crossfire:
		r.Target.Pinned = v.rangedIn() * (1 - a.pin.test.odds().AtLeast(passesNeeded))
	default:
		r.Target.Pinned = v.pinned(a.pin.level)
	}
}

// volleyOdds holds the probabilities of a volley's steps.
type volleyOdds struct {
	fires []fireOdds
	// fired is the probability that the volley passes its tests; bullseye that it is
	// fired with 1 more damage.
	fired, bullseye float64
}

// fireOdds holds the probabilities of a fire's roll. total[n] is the distribution of
// the dice if n of them backfire, times the probability of n; missed is the
// probability that a blast does not range in.
type fireOdds struct {
	*fire
	total  []dice.PMF
	missed float64
}

// odds returns the probabilities of a volley.
func (v *volley) odds() volleyOdds {
	o := volleyOdds{fired: 1}
	if len(v.fires) == 0 {
		return volleyOdds{}
	}
	if v.arrival.dice > 0 {
		o.fired = v.arrival.odds().AtLeast(passesNeeded)
	}
	if v.aim.dice > 0 {
		p := v.aim.odds()
		o.fired, o.bullseye = p.AtLeast(passesNeeded), p[testDice]
	}
	o.fires = make([]fireOdds, len(v.fires))
	for i := range v.fires {
		o.fires[i] = v.fires[i].odds()
	}
	return o
}

// rangedIn returns the probability that anything is fired.
func (v *volleyOdds) rangedIn() float64 {
	none := 1.0
	for i := range v.fires {
		none *= v.fires[i].missed
	}
	return v.fired * (1 - none)
}

// odds returns the probabilities of a fire.
func (f *fire) odds() fireOdds {
	o := fireOdds{fire: f}
	if f.ranging.dice > 0 {
		p, sum := f.ranging.odds(), dice.NewSums(dice.Die(6), 6*testDice, dice.Make)
		var blast dice.PMF
		for k := passesNeeded; k <= testDice; k++ {
			blast = addWeighted(blast, sum.At(k), p[k])
		}
		o.total, o.missed = []dice.PMF{blast}, 1-p.AtLeast(passesNeeded)
		return o
	}
	if f.dice.backfires > 0 && f.dice.fixed == 0 {
		o.total = f.dice.oddsByBackfires()
	} else {
		o.total = []dice.PMF{f.dice.odds()}
	}
	for i := range o.total {
		if f.partner != nil {
			o.total[i] = dice.Sum(o.total[i], f.partner.odds())
		}
		if f.extraDice > 0 {
			o.total[i] = dice.Sum(o.total[i], dice.Times(dice.Die(6), f.extraDice, 6*f.extraDice, dice.Make))
		}
	}
	return o
}

// hits returns the distribution of a volley's hits, before saves.
func (v *volleyOdds) hits() dice.PMF {
	all := dice.Point(0)
	for i := range v.fires {
		all = dice.Sum(all, v.fires[i].allHits())
	}
	return addWeighted(dice.PMF{1 - v.fired}, all, v.fired)
}

// allHits returns the distribution of a fire's hits, summed over backfires.
func (f *fireOdds) allHits() (all dice.PMF) {
	for n := range f.total {
		all = addWeighted(all, f.hits(n), 1)
	}
	return all
}

// pinned returns the probability that a volley's Fire Effect exceeds a pin level.
func (v *volleyOdds) pinned(level int) float64 {
	none := 1.0
	for i := range v.fires {
		f := &v.fires[i]
		p := 0.0
		for _, total := range f.total {
			p += f.above(total, level)
		}
		if f.pins {
			p = 1 - f.missed
		}
		none *= 1 - p
	}
	return v.fired * (1 - none)
}

// hitChances returns the probabilities of an ordinary shot and of a bullseye.
func (v *volleyOdds) hitChances() [2]float64 { return [2]float64{v.fired - v.bullseye, v.bullseye} }

// strike returns the joint distribution of the shooter's state (rows) and the target's
// (columns). The shooter's state changes only by backfires of the first fire.
func (v *volleyOdds) strike(own, body *body) []dice.PMF {
	joint := make([]dice.PMF, len(own.states))
	joint[0] = dice.PMF{1 - v.fired}
	for aim, weight := range v.hitChances() {
		if weight <= 0 {
			continue
		}
		first := &v.fires[0]
		for n := range first.total {
			after := body.hit(body.unhurt(), first.hits(n), first.blows[aim])
			for i := range v.fires[1:] {
				fire := &v.fires[i+1]
				after = body.hit(after, fire.hits(0), fire.blows[aim])
			}
			for i, p := range own.backfires(n, first) {
				if p > 0 {
					joint = growTo(joint, i)
					joint[i] = addWeighted(joint[i], after, weight*p)
				}
			}
		}
	}
	return joint
}

// backfires returns the shooter's states after n of its dice backfired.
func (b *body) backfires(n int, f *fireOdds) dice.PMF {
	if n == 0 {
		return b.unhurt()
	}
	return b.hit(b.unhurt(), dice.Point(n), f.back)
}

// backfire returns the shooter's states after a volley at a vehicle.
func (v *volleyOdds) backfire(own *body) dice.PMF {
	if len(v.fires) != 1 {
		return own.unhurt()
	}
	p := dice.PMF{1 - v.fired}
	for n, total := range v.fires[0].total {
		p = addWeighted(p, own.backfires(n, &v.fires[0]), v.fired*total.Total())
	}
	return p
}

func growTo(joint []dice.PMF, at int) []dice.PMF {
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

// setLosses sets a side's casualties and the results of its morale test. A unit that is
// wiped out counts as broken but does not test.
func (p *party) setLosses(states dice.PMF, o *Outcome) {
	if p.Kind == Vehicle {
		return
	}
	casualties, wounded := p.body.figuresOf(states)
	o.Casualties = casualties.Spread()
	o.Destroyed = casualties[p.Figures]
	if o.Has.Wounded {
		o.Wounded = wounded.Spread()
	}
	if p.unbroken {
		return
	}
	o.Broken = casualties.AtLeast(p.breakPoint)
	left := o.Broken - o.Destroyed
	passes := p.morale.odds()
	o.Rallied, o.FallsBack, o.Routed = left*passes.AtLeast(passesNeeded), left*passes[1], left*passes[0]
}

// assault sets the result of a close assault on figures.
func (a *attack) assault(r *Result) {
	c := &chargeOdds{
		charge: a.charge, launched: 1,
		attackerDice: a.charge.attacker.dice.odds(), targetDice: a.charge.target.dice.odds(),
	}
	if c.test.dice > 0 {
		c.launched = c.test.odds().AtLeast(passesNeeded)
	}
	attacker, target := a.attacker.body, a.target.body
	// joint holds, for each state of the target, the attacker's states after the free
	// shot.
	joint := []dice.PMF{attacker.unhurt()}
	if a.Scenario.FreeShot != nil {
		shot := a.volley.odds()
		joint = shot.strike(target, attacker)
		r.Attacker.Hits = addWeighted(dice.PMF{1 - c.launched}, shot.hits(), c.launched).Spread()
	}
	ends := finalStates{make(dice.PMF, len(attacker.states)), make(dice.PMF, len(target.states))}
	ends.attacker[0], ends.target[0] = 1-c.launched, 1-c.launched
	shot := columnTotals(joint)
	for at, row := range joint {
		left := target.standing(at)
		// States with equal numbers of figures share one clash.
		byLeft := make([]dice.PMF, a.Attacker.Figures+1)
		for i, p := range row {
			if p > 0 {
				byLeft[attacker.standing(i)] = addAt(byLeft[attacker.standing(i)], i, p)
			}
		}
		for figures, states := range byLeft {
			p := states.Total()
			if p == 0 {
				continue
			}
			if figures == 0 || left == 0 {
				ends.attacker = addWeighted(ends.attacker, states, c.launched)
				ends.target = addAt(ends.target, at, c.launched*p)
				continue
			}
			c.addClash(c.clash(figures, left), states, at, r, &ends)
		}
	}
	a.attacker.setLosses(ends.attacker, &r.Attacker)
	a.target.setLosses(ends.target, &r.Target)
	if r.Attacker.Has.Wounded { // only the free shot wounds
		_, wounded := attacker.figuresOf(shot)
		r.Attacker.Wounded = addWeighted(dice.PMF{1 - c.launched}, wounded, c.launched).Spread()
	}
}

// chargeOdds holds the distributions of a charge's dice; launched is the probability
// that its test passes.
type chargeOdds struct {
	*charge
	launched                 float64
	attackerDice, targetDice dice.PMF
}

// endings returns the probability of each ending of a clash.
func (c *chargeOdds) endings(is clash) (ends [endings]float64) {
	for i, pi := range c.attackerDice {
		for j, pj := range c.targetDice {
			if pi*pj > 0 {
				ends[endingOf(i+is.attackerBonus, j+is.targetBonus)] += pi * pj
			}
		}
	}
	return ends
}

// finalStates holds both sides' states after an assault.
type finalStates struct{ attacker, target dice.PMF }

// addClash adds a clash to the result and the final states: the attacker's states have
// equal numbers of figures, the target is in state at.
func (c *chargeOdds) addClash(is clash, states dice.PMF, at int, r *Result, ends *finalStates) {
	attacker, target := c.attacker.body, c.target.body
	p, all := c.launched*states.Total(), c.endings(is)
	r.Attacker.Wins += p * (all[overruns] + all[wins])
	r.Target.Wins += p * (all[overrun] + all[loses])
	r.Attacker.Overrun += p * all[overruns]
	r.Target.Overrun += p * all[overrun]
	r.Draw += p * all[draws]
	for end, pe := range all {
		if pe == 0 {
			continue
		}
		if ending(end) == overrun {
			ends.attacker = addAt(ends.attacker, attacker.wipedOut(), p*pe)
		} else {
			killed := die(kills[end].target) * unsaved(c.attacker.save)
			after := attacker.killRolls(append(dice.PMF{}, states...), is.targetRolls, killed)
			ends.attacker = addWeighted(ends.attacker, after, c.launched*pe)
		}
		if ending(end) == overruns {
			ends.target = addAt(ends.target, target.wipedOut(), p*pe)
		} else {
			killed := die(kills[end].attacker) * unsaved(c.target.save)
			ends.target = addWeighted(ends.target, target.killRolls(addAt(nil, at, 1), is.attackerRolls, killed), p*pe)
		}
	}
}

// hits returns the chances of the figures' hits, each of which counts with a chance.
func (s *swarm) hits(counts float64) dice.PMF {
	nerve := s.chance()
	hits := make(dice.PMF, s.contact+1)
	hits[0] = 1 - nerve
	for defence := 1; defence <= 6; defence++ { // the vehicle rolls one die against all
		hits = addWeighted(hits, dice.Binomial(s.contact, die(s.number+defence)*counts), nerve/6)
	}
	return hits
}

// vehicleAssault sets the result of an assault of figures on a vehicle.
func (a *attack) vehicleAssault(r *Result) {
	s := a.swarm
	hits, damage := s.hits(1), s.hits(unsaved(s.save))
	m := newMarkers(a.target.destroyedAt)
	for k, p := range damage {
		m[0][min(k, a.target.destroyedAt)] += p
	}
	o := &r.Target
	o.Hits = hits.Spread()
	o.Damaged = damage.AtLeast(1)
	a.target.activate(m, false, o)
	a.attacker.setLosses(a.attacker.body.unhurt(), &r.Attacker)
}

// vehicleDamage sets the damage of a volley at a vehicle and the results of the vehicle's next
// activation.
func (a *attack) vehicleDamage(v *volleyOdds, o *Outcome) {
	all := newMarkers(a.target.destroyedAt)
	unhurt, uncritical := 1-v.fired, 1-v.fired
	for aim, weight := range v.hitChances() {
		if weight <= 0 {
			continue
		}
		m := newMarkers(a.target.destroyedAt)
		m[0][0] = 1
		none, noCritical := 1.0, 1.0
		for i := range v.fires {
			hits := v.fires[i].allHits()
			minor, major := v.fires[i].blows[aim].odds()
			m = m.hit(hits, minor, major)
			none *= noneSucceed(hits, minor)
			noCritical *= noneSucceed(hits, major)
		}
		all.add(m, weight)
		unhurt += weight * none
		uncritical += weight * noCritical
	}
	all[0][0] += 1 - v.fired
	o.Damaged, o.Critical = dropRounding(1-unhurt), dropRounding(1-uncritical)
	a.target.activate(all, true, o)
}

// dropRounding returns p, or 0 for a p that is only rounding error.
func dropRounding(p float64) float64 {
	if p < 1e-15 {
		return 0
	}
	return p
}

// noneSucceed returns the probability that no hit succeeds if each does with probability p.
func noneSucceed(hits dice.PMF, p float64) float64 {
	none := 0.0
	for h, ph := range hits {
		none += ph * math.Pow(1-p, float64(h))
	}
	return none
}

// markers holds the distributions of a vehicle's markers without and with a critical
// hit. Counts are capped at the number that destroys it.
type markers [2]dice.PMF

func newMarkers(out int) *markers {
	both := make(dice.PMF, 2*(out+1))
	return &markers{both[: out+1 : out+1], both[out+1:]}
}

func (m *markers) add(other *markers, weight float64) {
	for i := range m {
		for k, p := range other[i] {
			m[i][k] += weight * p
		}
	}
}

// hit returns the markers after a number of hits.
func (m *markers) hit(hits dice.PMF, damaging, critical float64) *markers {
	out := len(m[0]) - 1
	after := newMarkers(out)
	for h := len(hits) - 1; h >= 0; h-- {
		once := newMarkers(out)
		for i := range after {
			for k, p := range after[i] {
				once[i][k] += p * (1 - damaging - critical)
				once[i][min(k+1, out)] += p * damaging
				once[1][min(k+1, out)] += p * critical
			}
		}
		once.add(m, hits[h])
		after = once
	}
	return after
}

// activate sets the results of a vehicle's next activation: under fire it tests its
// morale first, then a damaged vehicle tries to repair itself.
func (p *party) activate(m *markers, underFire bool, o *Outcome) {
	o.Destroyed = m[0][p.destroyedAt] + m[1][p.destroyedAt]
	o.Lost = o.Destroyed
	tests, rallies := underFire && !p.unbroken, 1.0
	if tests {
		passes := p.morale.odds()
		rallies = passes.AtLeast(passesNeeded)
	}
	for critical, marked := range m {
		repair := p.repair[critical].odds()
		for k := 1; k < p.destroyedAt; k++ {
			left := marked[k]
			if tests && k >= p.breakPoint {
				o.Lost += left * (1 - rallies) // a damaged vehicle's crew bails out
				left *= rallies
			}
			o.Repaired += left * repair.AtLeast(passesNeeded)
			o.OutOfAction += left * repair[1]
			o.Lost += left * repair[0]
		}
	}
}

// hits returns the distribution of hits with n backfires, times the probability of n.
func (f *fireOdds) hits(n int) dice.PMF {
	total := f.total[n]
	most := max(0, (len(total)-1+f.base)/f.perHit)
	hits := make(dice.PMF, most+1)
	for d, p := range total {
		hits[max(0, (d+f.base)/f.perHit)] += p
	}
	hits[0] += f.missed
	return hits
}

// above returns the probability that a Fire Effect exceeds a number.
func (f *fireOdds) above(total dice.PMF, number int) float64 {
	p := 0.0
	for d, pd := range total {
		if d+f.base > number {
			p += pd
		}
	}
	return p
}
