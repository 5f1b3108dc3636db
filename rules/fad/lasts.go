package fad

import (
	"errors"
	"math"
	"slices"

	"muster/rules/dice"
)

// AttacksToBreak returns the mean number of times that the attacker must fire until the target is
// broken or destroyed, +Inf if it never is. Losses carry over from one attack to the next; a
// vehicle's damage markers are not repaired. It returns the errors of Odds, and an error for an
// assault.
func AttacksToBreak(d Duel) (float64, error) { return AttacksToBreakInvoker(d, Invocation{}) }

// AttacksToDestroy works like AttacksToBreak for a target that never breaks: it returns the mean
// number of attacks until the target is destroyed.
func AttacksToDestroy(d Duel) (float64, error) {
	d.Target.Traits = append(slices.Clip(d.Target.Traits), Trait{Effects: []Effect{{NeverBreaks: true}}})
	return AttacksToBreak(d)
}

// An Invocation is a psionic power that a unit of figures invokes before each attack on it.
type Invocation struct {
	Effects         []Effect // effects of the power when it works
	AffectsAttacker bool     // the effects are on the attacker, not on the unit that invokes the power
	Passes          dice.PMF // distribution of the number of passed dice, from InvocationPasses
	StrengthPoints  int      // points of Strength that the unit can spend on invoking
}

// AttacksToBreakInvoker works like AttacksToBreak for a target of figures that invokes a power as
// long as it has Strength.
func AttacksToBreakInvoker(d Duel, power Invocation) (float64, error) {
	if err := Check(&d); err != nil {
		return 0, err
	}
	if err := tooLarge(&d); err != nil {
		return 0, err
	}
	again := d // an attack changes its duel
	a := newAttack(&d)
	if a.charge != nil || a.assaultOnVehicle != nil {
		return 0, errors.New("only fire is repeated until its target is broken")
	}
	v := a.volley.odds()
	if a.Target.Kind == Vehicle {
		return a.target.attacksToBreakVehicle(v.markersPerVolley), nil
	}
	plain := v.statesAfterVolley(a.target.losses)
	if power.StrengthPoints == 0 {
		return a.target.volleysToBreak(plain, plain, power), nil
	}
	side := &again.Target
	if power.AffectsAttacker {
		side = &again.Attacker
	}
	side.Traits = append(slices.Clip(side.Traits), Trait{Effects: power.Effects})
	invoked := newAttack(&again).volley.odds()
	return a.target.volleysToBreak(plain, invoked.statesAfterVolley(a.target.losses), power), nil
}

// AssaultsToBreak returns the mean number of assaults until the duel's target is broken or
// destroyed, and until it is destroyed, +Inf if it never is. The target's losses carry over; the
// attacker is at full strength each time, a vehicle's markers are not repaired, and neither side is
// driven away. left returns the target after the loss of a number of figures. The errors are those
// of Odds, and an error for fire.
func AssaultsToBreak(d Duel, left func(fallen int) Side) (broken, destroyed float64, err error) {
	if err := Check(&d); err != nil {
		return 0, 0, err
	}
	a := newAttack(&d)
	switch {
	case a.assaultOnVehicle != nil:
		once := func(int) dice.PMF { return a.assaultOnVehicle.hits(unsavedChance(a.assaultOnVehicle.saveRoll)) }
		destroyed = (&party{neverBreaks: true, markersToDestroy: a.target.markersToDestroy}).attacksToBreakVehicle(once)
		return a.target.attacksToBreakVehicle(once), destroyed, nil
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
		m.broken, m.destroyed = meanStepsInState(m.broken, lost[0]), meanStepsInState(m.destroyed, lost[0])
		if !a.target.neverBreaks && fallen >= a.target.breakPoint {
			m.broken = 0
		}
		known[fallen] = m
		return m, nil
	}
	m, err := from(0)
	return m.broken, m.destroyed, err
}

// statesAfterVolley returns a function that takes a state of a unit, numbered by b, and returns the
// distribution of the unit's states after one volley.
func (v *volleyOdds) statesAfterVolley(b *lossStates) func(state int) dice.PMF {
	hits := make([]dice.PMF, len(v.fires))
	for i := range v.fires {
		hits[i] = v.fires[i].hitsPMF()
	}
	return func(state int) dice.PMF {
		after := addChanceAt(nil, state, 1-v.firedChance)
		for aim, weight := range v.aimChances() {
			if weight <= 0 {
				continue
			}
			one := addChanceAt(nil, state, 1)
			for i := range v.fires {
				one = b.afterHits(one, hits[i], v.fires[i].hitEffects[aim])
			}
			after = addWeighted(after, one, weight)
		}
		return after
	}
}

// volleysToBreak returns the mean number of volleys until a unit of figures is broken or gone, as
// the expected time to absorption of a Markov chain in which no state is entered again once it is
// left. plain returns the states after a volley, invoked the states after a volley against a
// working power; invoking costs Strength unless two or more dice of the test pass.
func (p *party) volleysToBreak(plain, invoked func(state int) dice.PMF, power Invocation) float64 {
	type stand struct{ state, strength int }
	known := map[stand]float64{}
	var from func(now stand) float64
	from = func(now stand) float64 {
		if fallen := p.losses.states[now.state].fallen; fallen == p.Figures || !p.neverBreaks && fallen >= p.breakPoint {
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
		known[now] = meanStepsInState(mean, stays)
		return known[now]
	}
	return from(stand{0, power.StrengthPoints})
}

// attacksToBreakVehicle returns the mean number of attacks until a vehicle is broken or destroyed.
// once returns the distribution of the number of damage markers by one attack, in which limit
// stands for limit or more.
func (p *party) attacksToBreakVehicle(once func(limit int) dice.PMF) float64 {
	limit := p.markersToDestroy
	if !p.neverBreaks {
		limit = min(limit, p.breakPoint)
	}
	chances := once(limit)
	last := make([]float64, limit+1) // by markers still needed
	for needed := 1; needed <= limit; needed++ {
		mean := 1.0
		for k := 1; k < needed && k < len(chances); k++ {
			mean += chances[k] * last[needed-k]
		}
		last[needed] = meanStepsInState(mean, chances[0])
	}
	return last[limit]
}

// markersPerVolley returns the distribution of the number of damage markers that one volley puts on
// a vehicle, in which limit stands for limit or more.
func (v *volleyOdds) markersPerVolley(limit int) dice.PMF {
	once := dice.PMF{1 - v.firedChance}
	for aim, weight := range v.aimChances() {
		if weight <= 0 {
			continue
		}
		m := newMarkerOdds(limit)
		m[0][0] = 1
		for i := range v.fires {
			minor, major := v.fires[i].hitEffects[aim].odds()
			m = m.afterHits(v.fires[i].hitsPMF(), minor, major)
		}
		once = addWeighted(addWeighted(once, m[0], weight), m[1], weight)
	}
	return once
}

// meanStepsInState returns the mean number of steps until a state is left, +Inf if it never is:
// mean/(1-stays), where stays is the probability to stay in each step, and mean the number of steps
// without staying.
func meanStepsInState(mean, stays float64) float64 {
	if leaves := zeroIfRounding(1 - stays); leaves > 1e-12 {
		return mean / leaves
	}
	return math.Inf(1)
}
