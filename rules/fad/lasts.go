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
		return a.target.markersLast(v.markersOnce), nil
	}
	return v.figuresLast(&a.target), nil
}

// AssaultsLast returns the mean number of assaults until the duel's target is broken or destroyed,
// and until it is destroyed, +Inf if it never is. Each assault meets what the one before left;
// the attacker is whole each time, a vehicle's markers are not repaired, and neither side is driven
// away. left returns the target after it lost a number of figures. It returns an error if Odds does, or
// for fire.
func AssaultsLast(d Duel, left func(fallen int) Side) (broken, destroyed float64, err error) {
	if err := Check(&d); err != nil {
		return 0, 0, err
	}
	a := newAttack(d)
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
		m.broken, m.destroyed = over(m.broken, lost[0]), over(m.destroyed, lost[0])
		if !a.target.unbroken && fallen >= a.target.breakPoint {
			m.broken = 0
		}
		known[fallen] = m
		return m, nil
	}
	m, err := from(0)
	return m.broken, m.destroyed, err
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

// markersLast returns the mean number of attacks until a vehicle is broken or destroyed; once
// returns the chances of markers by one attack, those from a limit on together.
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
		last[needed] = over(mean, chances[0])
	}
	return last[limit]
}

// markersOnce returns the chances of markers by one volley.
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

// over returns mean/(1-stays), +Inf if the state is never left.
func over(mean, stays float64) float64 {
	if leaves := dropRounding(1 - stays); leaves > 1e-12 {
		return mean / leaves
	}
	return math.Inf(1)
}
