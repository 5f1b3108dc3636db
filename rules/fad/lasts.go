package fad

import (
	"errors"
	"math"

	"muster/rules/dice"
)

// Lasts returns the mean number of attacks by the duel's fire until the target is broken or
// destroyed, +Inf if it never is. Losses stay from one attack to the next, and all else is as the
// duel states it; a vehicle's markers are not repaired. It returns an error if Odds does, or
// for an assault.
func Lasts(d Duel) (float64, error) { return lasts(d, false) }

// LastsWhole is Lasts for a target that never breaks: it returns the attacks until it is destroyed.
func LastsWhole(d Duel) (float64, error) { return lasts(d, true) }

// lasts repeats the duel's fire. unbroken means that only destruction ends it.
func lasts(d Duel, unbroken bool) (float64, error) {
	if err := Check(&d); err != nil {
		return 0, err
	}
	if err := tooLarge(&d); err != nil {
		return 0, err
	}
	a := newAttack(d)
	if a.charge != nil || a.swarm != nil {
		return 0, errors.New("only fire is repeated until its target is broken")
	}
	a.target.unbroken = a.target.unbroken || unbroken
	v := a.volley.odds()
	if a.Target.Kind == Vehicle {
		return v.markersLast(&a.target), nil
	}
	return v.figuresLast(&a.target), nil
}

// figuresLast returns the mean number of volleys until figures are broken or gone: the
// expected time to absorption of a Markov chain without cycles, but for staying.
func (v *volleyOdds) figuresLast(p *party) float64 {
	b, known := p.body, map[int]float64{}
	hits := make([]dice.PMF, len(v.fires))
	for i := range v.fires {
		hits[i] = v.fires[i].allHits()
	}
	var from func(state int) float64
	from = func(state int) float64 {
		if fallen := b.states[state].fallen; fallen == p.Figures || !p.unbroken && fallen >= p.breakPoint {
			return 0
		}
		if mean, found := known[state]; found {
			return mean
		}
		after, mean := addAt(nil, state, 1-v.fired), 1.0
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
		for next, chance := range after {
			if next != state && chance > 0 {
				mean += chance * from(next)
			}
		}
		known[state] = over(mean, after[state])
		return known[state]
	}
	return from(0)
}

// markersLast returns the mean number of volleys until a vehicle is broken or destroyed.
func (v *volleyOdds) markersLast(p *party) float64 {
	limit := p.destroyedAt
	if !p.unbroken {
		limit = min(limit, p.breakPoint)
	}
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
	last := make([]float64, limit+1) // by markers still needed
	for needed := 1; needed <= limit; needed++ {
		mean := 1.0
		for k := 1; k < needed && k < len(once); k++ {
			mean += once[k] * last[needed-k]
		}
		last[needed] = over(mean, once[0])
	}
	return last[limit]
}

// over returns mean/(1-stays), +Inf if the state is never left.
func over(mean, stays float64) float64 {
	if leaves := dropRounding(1 - stays); leaves > 1e-12 {
		return mean / leaves
	}
	return math.Inf(1)
}
