package fad

import (
	"math"

	"muster/rules/dice"
)

// Odds works out what follows from a duel. The error says what of the duel
// is out of range, or means nothing in it.
func Odds(d Duel) (Result, error) {
	if err := Check(&d); err != nil {
		return Result{}, err
	}
	if err := tooLarge(&d); err != nil {
		return Result{}, err
	}
	a := newAttack(d)
	r := a.result()
	switch {
	case a.charge != nil:
		a.assault(&r)
	case a.swarm != nil:
		a.swarming(&r)
	default:
		a.shooting(&r)
	}
	return r, nil
}

// shooting works out a volley, or a blast, of the attacker.
func (a *attack) shooting(r *Result) {
	v := a.volley.odds()
	r.Target.Hits = v.hits().Spread()
	if a.Target.Kind == Vehicle {
		a.attacker.suffer(v.backfire(a.attacker.body), &r.Attacker)
		a.shell(&v, &r.Target)
		return
	}
	joint := v.strike(a.attacker.body, a.target.body)
	a.attacker.suffer(rows(joint), &r.Attacker)
	a.target.suffer(columns(joint), &r.Target)
	switch {
	case a.pin == nil:
	case a.Scenario.Crossfire:
		r.Target.Pinned = v.fired * (1 - a.pin.test.odds().AtLeast(needed))
	default:
		r.Target.Pinned = v.pinned(a.pin.level)
	}
}

// volleyOdds are the odds of a volley: what its steps come to.
type volleyOdds struct {
	fires []fireOdds
	// fired is the probability that anything is fired at all; bullseye that it
	// is, with 1 more damage.
	fired, bullseye float64
}

// fireOdds are the odds of a fire. total[n] is the distribution of the dice when n
// of them backfire, times the probability that n do.
type fireOdds struct {
	*fire
	total []dice.PMF
}

// odds works out the odds of a volley.
func (v *volley) odds() volleyOdds {
	o := volleyOdds{fired: 1}
	if len(v.fires) == 0 {
		return volleyOdds{}
	}
	if v.arrives.dice > 0 {
		o.fired = v.arrives.odds().AtLeast(needed)
	}
	blast, arrives := dice.PMF(nil), o.fired
	if v.aim.dice > 0 {
		p := v.aim.odds()
		o.fired *= p.AtLeast(needed)
		if o.fired == 0 {
			return volleyOdds{}
		}
		if v.sniper {
			o.bullseye = p[testDice]
		} else {
			sum := dice.NewSums(dice.Die(6), 6*testDice)
			for k := needed; k <= testDice; k++ {
				blast = blend(blast, sum.At(k), arrives*p[k]/o.fired)
			}
		}
	}
	o.fires = make([]fireOdds, len(v.fires))
	for i := range v.fires {
		o.fires[i] = v.fires[i].odds(blast)
	}
	return o
}

// odds works out the odds of a fire; blast is the dice of one that blasts.
func (f *fire) odds(blast dice.PMF) fireOdds {
	if blast != nil {
		return fireOdds{f, []dice.PMF{blast}}
	}
	o := fireOdds{f, nil}
	if f.dice.backfires > 0 && f.dice.are == 0 {
		o.total = f.dice.oddsByBackfires()
	} else {
		o.total = []dice.PMF{f.dice.odds()}
	}
	for i := range o.total {
		if f.beside != nil {
			o.total[i] = dice.Sum(o.total[i], f.beside.odds())
		}
		if f.more > 0 {
			o.total[i] = dice.Sum(o.total[i], dice.NewSums(dice.Die(6), 6*f.more).At(f.more))
		}
	}
	return o
}

// hits is the distribution of a volley's hits, before saves.
func (v *volleyOdds) hits() dice.PMF {
	all := dice.Point(0)
	for i := range v.fires {
		all = dice.Sum(all, v.fires[i].allHits())
	}
	return blend(dice.PMF{1 - v.fired}, all, v.fired)
}

// allHits is the distribution of a fire's hits, however many dice backfire.
func (f *fireOdds) allHits() (all dice.PMF) {
	for _, total := range f.total {
		all = blend(all, f.hits(total), 1)
	}
	return all
}

// pinned is the probability that a volley's Fire Effect exceeds a pin level.
func (v *volleyOdds) pinned(level int) float64 {
	none := 1.0
	for i := range v.fires {
		f := &v.fires[i]
		if f.pins {
			none = 0
		}
		p := 0.0
		for _, total := range f.total {
			p += f.above(total, level)
		}
		none *= 1 - p
	}
	return v.fired * (1 - none)
}

// aims are how likely a volley is fired in either way: as it is, and with a
// bullseye.
func (v *volleyOdds) aims() [2]float64 { return [2]float64{v.fired - v.bullseye, v.bullseye} }

// strike works out what the volley does to figures: the probability of each
// state of the target, by the shooter's own state, which only changes if its
// weapons backfire.
func (v *volleyOdds) strike(own, body *body) []dice.PMF {
	joint := make([]dice.PMF, len(own.states))
	joint[0] = dice.PMF{1 - v.fired}
	for aim, weight := range v.aims() {
		if weight <= 0 {
			continue
		}
		if len(v.fires) == 1 {
			fire := &v.fires[0]
			for n, total := range fire.total {
				after := body.hit(body.whole(), fire.hits(total), fire.blows[aim])
				for i, p := range own.backfires(n, fire) {
					if p > 0 {
						joint = grown(joint, i)
						joint[i] = blend(joint[i], after, weight*p)
					}
				}
			}
			continue
		}
		p := body.whole()
		for i := range v.fires {
			fire := &v.fires[i]
			p = body.hit(p, fire.hits(fire.total[0]), fire.blows[aim])
		}
		joint[0] = blend(joint[0], p, weight)
	}
	return joint
}

// backfires returns the shooter's states after some of its dice have backfired.
func (b *body) backfires(n int, f *fireOdds) dice.PMF {
	if n == 0 {
		return b.whole()
	}
	return b.hit(b.whole(), dice.Point(n), f.back)
}

// backfire returns the shooter's states after the volley at a vehicle.
func (v *volleyOdds) backfire(own *body) dice.PMF {
	if len(v.fires) != 1 {
		return own.whole()
	}
	p := dice.PMF{1 - v.fired}
	for n, total := range v.fires[0].total {
		p = blend(p, own.backfires(n, &v.fires[0]), v.fired*total.Total())
	}
	return p
}

func grown(joint []dice.PMF, at int) []dice.PMF {
	for len(joint) <= at {
		joint = append(joint, nil)
	}
	return joint
}

// rows are the shooter's states of a joint distribution.
func rows(joint []dice.PMF) dice.PMF {
	p := make(dice.PMF, len(joint))
	for i, row := range joint {
		p[i] = row.Total()
	}
	return p
}

// columns are the target's states of a joint distribution.
func columns(joint []dice.PMF) dice.PMF {
	var p dice.PMF
	for _, row := range joint {
		p = blend(p, row, 1)
	}
	return p
}

// suffer writes what a side of figures lost, who breaks, and what becomes of
// them. A unit that is wiped out has broken too, but tests no more.
func (p *party) suffer(states dice.PMF, o *Outcome) {
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
	o.Broken = casualties.AtLeast(p.breaks)
	left := o.Broken - o.Destroyed
	passes := p.morale.odds()
	o.Rallied, o.FallsBack, o.Routed = left*passes.AtLeast(needed), left*passes[1], left*passes[0]
}

// assault works out the attacker's charge at a unit on foot.
func (a *attack) assault(r *Result) {
	c := &chargeOdds{charge: a.charge, launched: 1, attackerDice: a.charge.attacker.dice.odds(), targetDice: a.charge.target.dice.odds()}
	if c.test.dice > 0 {
		c.launched = c.test.odds().AtLeast(needed)
	}
	attacker, target := a.attacker.body, a.target.body
	// joint is the attacker's states, by the target's, when they meet.
	joint := []dice.PMF{attacker.whole()}
	if a.Scenario.FreeShot != nil {
		shot := a.volley.odds()
		joint = shot.strike(target, attacker)
		r.Attacker.Hits = blend(dice.PMF{1 - c.launched}, shot.hits(), c.launched).Spread()
	}
	ends := finals{make(dice.PMF, len(attacker.states)), make(dice.PMF, len(target.states))}
	ends.attacker[0], ends.target[0] = 1-c.launched, 1-c.launched
	shot := columns(joint)
	for at, row := range joint {
		left := target.standing(at)
		// States with as many figures left fight alike.
		byLeft := make([]dice.PMF, a.Attacker.Figures+1)
		for i, p := range row {
			if p > 0 {
				byLeft[attacker.standing(i)] = add(byLeft[attacker.standing(i)], i, p)
			}
		}
		for figures, states := range byLeft {
			p := states.Total()
			if p == 0 {
				continue
			}
			if figures == 0 || left == 0 {
				ends.attacker = blend(ends.attacker, states, c.launched)
				ends.target = add(ends.target, at, c.launched*p)
				continue
			}
			c.meet(c.clash(figures, left), states, at, r, &ends)
		}
	}
	a.attacker.suffer(ends.attacker, &r.Attacker)
	a.target.suffer(ends.target, &r.Target)
	if r.Attacker.Has.Wounded { // by the shot; kills in assault wound nobody
		_, wounded := attacker.figuresOf(shot)
		r.Attacker.Wounded = blend(dice.PMF{1 - c.launched}, wounded, c.launched).Spread()
	}
}

// chargeOdds are the odds of a charge's dice: launched is the probability that it
// takes place.
type chargeOdds struct {
	*charge
	launched                 float64
	attackerDice, targetDice dice.PMF
}

// endings returns the probabilities of how a clash ends.
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

// finals are the states in which an assault leaves both sides.
type finals struct{ attacker, target dice.PMF }

// meet works out the assault itself, with the attacker in one of some states
// and the target in one.
func (c *chargeOdds) meet(is clash, states dice.PMF, at int, r *Result, ends *finals) {
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
			ends.attacker = add(ends.attacker, attacker.gone(), p*pe)
		} else {
			after := attacker.kills(append(dice.PMF{}, states...), is.target, die(kills[end].target)*unsaved(c.attacker.save))
			ends.attacker = blend(ends.attacker, after, c.launched*pe)
		}
		if ending(end) == overruns {
			ends.target = add(ends.target, target.gone(), p*pe)
		} else {
			ends.target = blend(ends.target, target.kills(add(nil, at, 1), is.attacker, die(kills[end].attacker)*unsaved(c.target.save)), p*pe)
		}
	}
}

// swarming works out an assault of figures on a vehicle.
func (a *attack) swarming(r *Result) {
	s := a.swarm
	nerve := s.chance()
	hits, damage := make(dice.PMF, s.contact+1), make(dice.PMF, s.contact+1)
	hits[0], damage[0] = 1-nerve, 1-nerve
	for defence := 1; defence <= 6; defence++ { // one die for all
		p := die(s.number + defence)
		hits = blend(hits, dice.Binomial(s.contact, p), nerve/6)
		damage = blend(damage, dice.Binomial(s.contact, p*unsaved(s.save)), nerve/6)
	}
	m := newMarkers(a.target.out)
	for k, p := range damage {
		m[0][min(k, a.target.out)] += p
	}
	o := &r.Target
	o.Hits = hits.Spread()
	o.Damaged = damage.AtLeast(1)
	a.target.activate(m, false, o)
	a.attacker.suffer(a.attacker.body.whole(), &r.Attacker)
}

// shell works out what the volley does to a vehicle, and what follows when it
// activates again.
func (a *attack) shell(v *volleyOdds, o *Outcome) {
	all := newMarkers(a.target.out)
	unhurt, uncritical := 1-v.fired, 1-v.fired
	for aim, weight := range v.aims() {
		if weight <= 0 {
			continue
		}
		m := newMarkers(a.target.out)
		m[0][0] = 1
		none, noCritical := 1.0, 1.0
		for i := range v.fires {
			hits := v.fires[i].allHits()
			minor, major := v.fires[i].blows[aim].odds()
			m = m.hit(hits, minor, major)
			none *= miss(hits, minor)
			noCritical *= miss(hits, major)
		}
		all.add(m, weight)
		unhurt += weight * none
		uncritical += weight * noCritical
	}
	all[0][0] += 1 - v.fired
	o.Damaged, o.Critical = positive(1-unhurt), positive(1-uncritical)
	a.target.activate(all, true, o)
}

// positive drops what rounding leaves of nothing.
func positive(p float64) float64 {
	if p < 1e-15 {
		return 0
	}
	return p
}

// miss is the probability that none of the hits does what one does with p.
func miss(hits dice.PMF, p float64) float64 {
	none := 0.0
	for h, ph := range hits {
		none += ph * math.Pow(1-p, float64(h))
	}
	return none
}

// markers is the distribution of a vehicle's markers, capped where they destroy
// it, without and with a critical hit among them.
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

// activate works out what a vehicle's next activation brings: under fire it
// checks its Resolve first, then a damaged vehicle tries to repair itself.
func (p *party) activate(m *markers, underFire bool, o *Outcome) {
	o.Destroyed = m[0][p.out] + m[1][p.out]
	o.Lost = o.Destroyed
	tests, rallies := underFire && !p.unbroken, 1.0
	if tests {
		passes := p.morale.odds()
		rallies = passes.AtLeast(needed)
	}
	for critical, marked := range m {
		repair := p.repair[critical].odds()
		for k := 1; k < p.out; k++ {
			left := marked[k]
			if tests && k >= p.breaks {
				o.Lost += left * (1 - rallies) // a damaged vehicle's crew bails out
				left *= rallies
			}
			o.Repaired += left * repair.AtLeast(needed)
			o.OutOfAction += left * repair[1]
			o.Lost += left * repair[0]
		}
	}
}

// hits turns the distribution of some Fire Effect dice into one of hits.
func (f *fireOdds) hits(total dice.PMF) dice.PMF {
	most := max(0, (len(total)-1+f.base)/f.perHit)
	hits := make(dice.PMF, most+1)
	for d, p := range total {
		hits[max(0, (d+f.base)/f.perHit)] += p
	}
	return hits
}

// above is the probability that a Fire Effect exceeds a number.
func (f *fireOdds) above(total dice.PMF, number int) float64 {
	p := 0.0
	for d, pd := range total {
		if d+f.base > number {
			p += pd
		}
	}
	return p
}
