package fad

import (
	"errors"
	"math"
	"slices"

	"muster/rules/dice"
)

// Lasts returns the mean number of attacks by the duel's fire until the target is broken or
// destroyed, +Inf if it never is. Losses carry over from one attack to the next; a vehicle's
// markers are not repaired. It returns an error if Odds does, or for an assault.
func Lasts(d Duel) (float64, error) { return LastsInvoking(d, Invocation{}) }

// LastsWhole is Lasts for a target that never breaks: it returns the attacks until it is destroyed.
func LastsWhole(d Duel) (float64, error) {
	d.Target.Traits = append(slices.Clip(d.Target.Traits), Trait{Effects: []Effect{{Unbroken: true}}})
	return Lasts(d)
}

// An Invocation is a psionic power that a unit of figures invokes before each attack on it.
type Invocation struct {
	Effects  []Effect // effects while it works
	OnEnemy  bool     // the effects are on the attacker instead
	Passes   dice.PMF // see Invoking
	Strength int
}

// LastsInvoking is Lasts for figures that invoke a power as long as they have Strength.
func LastsInvoking(d Duel, power Invocation) (float64, error) {
	if err := Check(&d); err != nil {
		return 0, err
	}
	if err := tooLarge(&d); err != nil {
		return 0, err
	}
	again := d // an attack changes its duel
	a := newAttack(&d)
	if a.charge != nil || a.swarm != nil {
		return 0, errors.New("only fire is repeated until its target is broken")
	}
	v := a.volley.odds()
	if a.Target.Kind == Vehicle {
		return a.target.markersLast(v.markersOnce), nil
	}
	plain := v.afterVolley(a.target.body)
	if power.Strength == 0 {
		return a.target.figuresLast(plain, plain, power), nil
	}
	side := &again.Target
	if power.OnEnemy {
		side = &again.Attacker
	}
	side.Traits = append(slices.Clip(side.Traits), Trait{Effects: power.Effects})
	invoked := newAttack(&again).volley.odds()
	return a.target.figuresLast(plain, invoked.afterVolley(a.target.body), power), nil
}

// AssaultsLast returns the mean number of assaults until the duel's target is broken or destroyed,
// and until it is destroyed, +Inf if it never is. The target's losses carry over; the attacker is
// at full strength each time, a vehicle's markers are not repaired, and neither side is driven
// away. left returns the target after the loss of a number of figures. It returns an error if Odds
// does, or for fire.
func AssaultsLast(d Duel, left func(fallen int) Side) (broken, destroyed float64, err error) {
	if err := Check(&d); err != nil {
		return 0, 0, err
	}
	a := newAttack(&d)
	switch {
	case a.swarm != nil:
		once := func(int) dice.PMF { return a.swarm.hits(unsaved(a.swarm.save)) }
		destroyed = (&party{unbroken: true, destroyedAt: a.target.destroyedAt}).markersLast(once)
		return a.target.markersLast(once), destroyed, nil
	case a.charge == nil:
		return 0, 0, errors.New("fire is no assault")
	}
	type means struct{ broken, destroyed float64 }
	known := map[int]means{}
	var from func(fallen int) (means, error)
	from = func(fallen int) (means, error) {
		if fallen >= d.Target.Figures {
			return means{}, nil
		}
		if m, found := known[fallen]; found {
			return m, nil
		}
		now := d
		now.Target = left(fallen)
		r, err := Odds(now)
		if err != nil {
			return means{}, err
		}
		m, lost := means{1, 1}, r.Target.Casualties.PMF
		for more := 1; more < len(lost); more++ {
			if lost[more] <= 0 {
				continue
			}
			then, err := from(fallen + more)
			if err != nil {
				return m, err
			}
			m.broken, m.destroyed = m.broken+lost[more]*then.broken, m.destroyed+lost[more]*then.destroyed
		}
		m.broken, m.destroyed = perLeaving(m.broken, lost[0]), perLeaving(m.destroyed, lost[0])
		if !a.target.unbroken && fallen >= a.target.breakPoint {
			m.broken = 0
		}
		known[fallen] = m
		return m, nil
	}
	m, err := from(0)
	return m.broken, m.destroyed, err
}

// afterVolley returns a function for the distribution of states of figures after one volley at them
// in a state.
func (v *volleyOdds) afterVolley(b *body) func(state int) dice.PMF {
	hits := make([]dice.PMF, len(v.fires))
	for i := range v.fires {
		hits[i] = v.fires[i].allHits()
	}
	return func(state int) dice.PMF {
		after := addAt(nil, state, 1-v.fired)
		for aim, weight := range v.hitChances() {
			if weight <= 0 {
				continue
			}
			one := addAt(nil, state, 1)
			for i := range v.fires {
				one = b.hit(one, hits[i], v.fires[i].blows[aim])
			}
			after = addWeighted(after, one, weight)
		}
		return after
	}
}

// figuresLast returns the mean number of volleys until figures are broken or gone: the expected
// time to absorption of a Markov chain whose only cycles are stays. invoked has the states after a
// volley against a power, which costs Strength unless the test passes easily.
func (p *party) figuresLast(plain, invoked func(state int) dice.PMF, power Invocation) float64 {
	type stand struct{ state, strength int }
	known := map[stand]float64{}
	var from func(now stand) float64
	from = func(now stand) float64 {
		if fallen := p.body.states[now.state].fallen; fallen == p.Figures || !p.unbroken && fallen >= p.breakPoint {
			return 0
		}
		if mean, found := known[now]; found {
			return mean
		}
		mean, stays := 1.0, 0.0
		add := func(weight float64, after func(state int) dice.PMF, strength int) {
			for next, chance := range after(now.state) {
				if then := (stand{next, strength}); then == now {
					stays += weight * chance
				} else if weight*chance > 0 {
					mean += weight * chance * from(then)
				}
			}
		}
		if now.strength == 0 {
			add(1, plain, 0)
		} else {
			add(power.Passes.AtLeast(passesNeeded), invoked, now.strength)
			add(power.Passes[1], invoked, now.strength-1)
			add(power.Passes[0], plain, now.strength-1)
		}
		known[now] = perLeaving(mean, stays)
		return known[now]
	}
	return from(stand{0, power.Strength})
}

// markersLast returns the mean number of attacks until a vehicle is broken or destroyed; once
// returns the distribution of markers by one attack, in which numbers from limit on are combined.
func (p *party) markersLast(once func(limit int) dice.PMF) float64 {
	limit := p.destroyedAt
	if !p.unbroken {
		limit = min(limit, p.breakPoint)
	}
	chances := once(limit)
	last := make([]float64, limit+1) // by markers still needed
	for needed := 1; needed <= limit; needed++ {
		mean := 1.0
		for k := 1; k < needed && k < len(chances); k++ {
			mean += chances[k] * last[needed-k]
		}
		last[needed] = perLeaving(mean, chances[0])
	}
	return last[limit]
}

// markersOnce returns the distribution of markers by one volley, combined from limit on.
func (v *volleyOdds) markersOnce(limit int) dice.PMF {
	once := dice.PMF{1 - v.fired}
	for aim, weight := range v.hitChances() {
		if weight <= 0 {
			continue
		}
		m := newMarkers(limit)
		m[0][0] = 1
		for i := range v.fires {
			minor, major := v.fires[i].blows[aim].odds()
			m = m.hit(v.fires[i].allHits(), minor, major)
		}
		once = addWeighted(addWeighted(once, m[0], weight), m[1], weight)
	}
	return once
}

// perLeaving returns mean/(1-stays), +Inf if the state is never left.
func perLeaving(mean, stays float64) float64 {
	if leaves := dropRounding(1 - stays); leaves > 1e-12 {
		return mean / leaves
	}
	return math.Inf(1)
}
