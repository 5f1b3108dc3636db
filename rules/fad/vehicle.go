package fad

import (
	"math"

	"muster/rules/dice"
)

// A side of a vehicle under a rating of 4 counts as 3 (FAD, Select Armour).
const (
	leastArmour = 4
	unarmoured  = 3
)

// outAt is how many times its Resolve level a vehicle's markers destroy it.
const outAt = 2

func rating(of int) int {
	if of < leastArmour {
		return unarmoured
	}
	return of
}

// facing is the rating of the side that is hit, before traits.
func (u *Unit) facing(f Facing) int {
	switch f {
	case Flank:
		return rating(u.Side)
	case Rear:
		return rating(u.Rear)
	}
	return rating(u.Front)
}

// shell works out what a volley does to a vehicle, and what follows when it
// activates again.
func (f *fight) shell(v volley, s *shot) {
	out := outAt * f.Tables.Resolves[f.Target.Resolve].Hits
	o := &f.r.Target
	t := f.Target.tally(situation{enemy: &f.Attacker})
	keep := 1.0
	if t.save > 0 {
		keep = 1 - die(t.save)
	}
	all := newMarkers(out)
	unhurt, uncritical := 1-v.fired, 1-v.fired
	for _, aim := range []struct {
		weight float64
		damage int
	}{{v.fired - v.bullseye, 0}, {v.bullseye, 1}} {
		if aim.weight <= 0 {
			continue
		}
		m := newMarkers(out)
		m[0][0] = 1
		none, noCritical := 1.0, 1.0
		for i := range v.fires {
			fire := &v.fires[i]
			var hits dice.PMF
			for _, total := range fire.total {
				hits = blend(hits, fire.hits(total), 1)
			}
			armour := Pierced(f.Target.facing(f.Scenario.Facing)+t.armour+f.Target.Modifiers.Armour, fire.ap)
			critical := die(armour + byFar - fire.damage - aim.damage)
			damaging := die(armour-fire.damage-aim.damage) - critical
			if t.rerollDamage && fire.ap > 0 {
				hurts := critical + damaging
				critical, damaging = critical*hurts, damaging*hurts
			}
			critical, damaging = critical*keep, damaging*keep
			m = m.hit(hits, damaging, critical)
			none *= miss(hits, damaging)
			noCritical *= miss(hits, critical)
		}
		all.add(m, aim.weight)
		unhurt += aim.weight * none
		uncritical += aim.weight * noCritical
	}
	all[0][0] += 1 - v.fired
	o.Damaged, o.Critical = positive(1-unhurt), positive(1-uncritical)
	f.activate(all, &t, true)
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

// activate works out what the target's next activation brings: under fire it
// checks its Resolve first, then a damaged vehicle tries to repair itself.
func (f *fight) activate(m *markers, t *tally, underFire bool) {
	o := &f.r.Target
	q := f.Tables.Qualities[f.Target.Led]
	out := len(m[0]) - 1
	o.Destroyed = m[0][out] + m[1][out]
	o.Lost = o.Destroyed
	rallies := f.moraleTest(&f.Target, t, false).AtLeast(needed)
	breaks := f.resolve(&f.Target, t.resolve).Hits
	for critical, marked := range m {
		repair := passes(testDice, 0, critical, t.repairs, q)
		for k := 1; k < out; k++ {
			p := marked[k]
			if underFire && k >= breaks && !t.unbroken {
				o.Lost += p * (1 - rallies) // a damaged vehicle's crew bails out
				p *= rallies
			}
			o.Repaired += p * repair.AtLeast(needed)
			o.OutOfAction += p * repair[1]
			o.Lost += p * repair[0]
		}
	}
}

// vehicleAssault works out an assault of figures on a vehicle (FAD, Assaulting a
// Vehicle).
func (f *fight) vehicleAssault() {
	a, v := &f.Attacker, &f.Target
	charge := a.tally(situation{charging: true, assault: true, enemy: v})
	t := v.tally(situation{assault: true, enemy: a})
	nerve := 1.0
	armoured := max(v.Front, v.Unit.Side, v.Rear) >= leastArmour
	if armoured {
		nerve = test(f.Tables.Qualities[a.Led]).AtLeast(needed - charge.nerve)
	}
	if charge.chargeTest {
		if armoured {
			nerve *= nerve
		} else {
			nerve = test(f.Tables.Qualities[a.Led]).AtLeast(needed)
		}
	}
	contact := f.Scenario.Contact
	if contact == 0 {
		contact = min(a.Figures, mostInContact)
	}
	weakest := rating(min(v.Front, v.Unit.Side, v.Rear)) + t.armour + v.Modifiers.Armour
	keep := 1.0
	if t.save > 0 {
		keep = 1 - die(t.save)
	}
	out := outAt * f.Tables.Resolves[v.Resolve].Hits
	all := newMarkers(out)
	hits := make(dice.PMF, contact+1)
	hits[0] = 1 - nerve
	damage := make(dice.PMF, contact+1)
	damage[0] = 1 - nerve
	for defence := 1; defence <= 6; defence++ { // one die for all
		p := die(weakest + defence - charge.onVehicles)
		hits = blend(hits, dice.Binomial(contact, p), nerve/6)
		damage = blend(damage, dice.Binomial(contact, p*keep), nerve/6)
	}
	for k, p := range damage {
		all[0][min(k, out)] += p
	}
	o := &f.r.Target
	o.Has.Hit = true
	o.Hits = hits.Spread()
	o.Damaged = damage.AtLeast(1)
	f.activate(all, &t, false)
	f.suffer(a, f.bodyOf(a), dice.Point(0), &f.r.Attacker, false)
}

// mostInContact is how many figures reach a vehicle if nothing else is stated.
const mostInContact = 6
