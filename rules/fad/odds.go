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
	v := &a.volley
	r.Target.Hits = v.hits().Spread()
	if a.Target.Kind == Vehicle {
		a.attacker.suffer(a.backfire(), &r.Attacker)
		a.shell(&r.Target)
		return
	}
	joint := a.strike(&a.attacker, &a.target)
	a.attacker.suffer(rows(joint), &r.Attacker)
	a.target.suffer(columns(joint), &r.Target)
	switch {
	case a.pin == nil:
	case a.Scenario.Crossfire:
		r.Target.Pinned = v.fired * a.pin.fails
	default:
		r.Target.Pinned = v.pinned(a.pin.level)
	}
}

// hits is the distribution of a volley's hits, before saves.
func (v *volley) hits() dice.PMF {
	all := dice.Point(0)
	for i := range v.fires {
		all = dice.Sum(all, v.fires[i].allHits())
	}
	return blend(dice.PMF{1 - v.fired}, all, v.fired)
}

// allHits is the distribution of a fire's hits, however many dice backfire.
func (f *fire) allHits() (all dice.PMF) {
	for _, total := range f.total {
		all = blend(all, f.hits(total), 1)
	}
	return all
}

// pinned is the probability that a volley's Fire Effect exceeds a pin level.
func (v *volley) pinned(level int) float64 {
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
func (v *volley) aims() [2]float64 { return [2]float64{v.fired - v.bullseye, v.bullseye} }

// strike works out what the volley does to figures: the probability of each
// state of the target, by the shooter's own state, which only changes if its
// weapons backfire.
func (a *attack) strike(shooter, target *party) []dice.PMF {
	v, own, body := &a.volley, shooter.body, target.body
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
func (b *body) backfires(n int, f *fire) dice.PMF {
	if n == 0 {
		return b.whole()
	}
	return b.hit(b.whole(), dice.Point(n), f.back)
}

// backfire returns the shooter's states after the volley at a vehicle.
func (a *attack) backfire() dice.PMF {
	v, own := &a.volley, a.attacker.body
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
	o.Rallied, o.FallsBack, o.Routed = left*p.morale.AtLeast(needed), left*p.morale[1], left*p.morale[0]
}

// assault works out the attacker's charge at a unit on foot.
func (a *attack) assault(r *Result) {
	c := a.charge
	attacker, target := a.attacker.body, a.target.body
	// joint is the attacker's states, by the target's, when they meet.
	joint := []dice.PMF{attacker.whole()}
	if a.Scenario.FreeShot != nil {
		joint = a.strike(&a.target, &a.attacker)
		r.Attacker.Hits = blend(dice.PMF{1 - c.launched}, a.volley.hits(), c.launched).Spread()
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

// finals are the states in which an assault leaves both sides.
type finals struct{ attacker, target dice.PMF }

// meet works out the assault itself, with the attacker in one of some states
// and the target in one.
func (c *charge) meet(is clash, states dice.PMF, at int, r *Result, ends *finals) {
	attacker, target := c.attacker.body, c.target.body
	p := c.launched * states.Total()
	r.Attacker.Wins += p * (is.ends[overruns] + is.ends[wins])
	r.Target.Wins += p * (is.ends[overrun] + is.ends[loses])
	r.Attacker.Overrun += p * is.ends[overruns]
	r.Target.Overrun += p * is.ends[overrun]
	r.Draw += p * is.ends[draws]
	for end, pe := range is.ends {
		if pe == 0 {
			continue
		}
		if ending(end) == overrun {
			ends.attacker = add(ends.attacker, attacker.gone(), p*pe)
		} else {
			after := attacker.kills(append(dice.PMF{}, states...), is.target, die(kills[end].target)*c.attacker.keep)
			ends.attacker = blend(ends.attacker, after, c.launched*pe)
		}
		if ending(end) == overruns {
			ends.target = add(ends.target, target.gone(), p*pe)
		} else {
			ends.target = blend(ends.target, target.kills(add(nil, at, 1), is.attacker, die(kills[end].attacker)*c.target.keep), p*pe)
		}
	}
}

// swarming works out an assault of figures on a vehicle.
func (a *attack) swarming(r *Result) {
	s := a.swarm
	hits, damage := make(dice.PMF, s.contact+1), make(dice.PMF, s.contact+1)
	hits[0], damage[0] = 1-s.nerve, 1-s.nerve
	for _, p := range s.hits {
		hits = blend(hits, dice.Binomial(s.contact, p), s.nerve/6)
		damage = blend(damage, dice.Binomial(s.contact, p*s.keep), s.nerve/6)
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
func (a *attack) shell(o *Outcome) {
	v := &a.volley
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
			hits, w := v.fires[i].allHits(), v.fires[i].blows[aim]
			m = m.hit(hits, w.minor, w.major)
			none *= miss(hits, w.minor)
			noCritical *= miss(hits, w.major)
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
	return &markers{make(dice.PMF, out+1), make(dice.PMF, out+1)}
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
	for critical, marked := range m {
		repair := p.repair[critical]
		for k := 1; k < p.out; k++ {
			left := marked[k]
			if underFire && !p.unbroken && k >= p.breaks {
				rallies := p.morale.AtLeast(needed)
				o.Lost += left * (1 - rallies) // a damaged vehicle's crew bails out
				left *= rallies
			}
			o.Repaired += left * repair.AtLeast(needed)
			o.OutOfAction += left * repair[1]
			o.Lost += left * repair[0]
		}
	}
}
