// Package odds works out what follows from the attacks of a fight of Grimdark
// Future: exactly, as their steps are multiplied over every state of both units,
// or with dice that are thrown for the same steps.
package odds

import (
	"math"
	"slices"

	"muster/rules/dice"
	"muster/rules/gf/attack"
)

// A Result is what becomes of both sides of a fight.
type Result struct {
	Attacker Outcome `json:"attacker"`
	Target   Outcome `json:"target"`
	// Draw is the probability that nobody wins the melee; 0 in shooting.
	Draw float64 `json:"draw"`
}

// An Outcome is what becomes of one side.
type Outcome struct {
	// Wounds are those really taken: after Regeneration, never more than the
	// unit had left.
	Wounds dice.Spread `json:"wounds"`
	// ModelsLost counts the hero, and no routs.
	ModelsLost dice.Spread `json:"models_lost"`
	// Destroyed is the probability that no model is left; routs do not count.
	Destroyed float64 `json:"destroyed"`
	// Tests is the probability that the side takes a morale test, which may
	// fail automatically.
	Tests float64 `json:"tests"`
	// Shaken (2.x: pinned) and Routed are what comes of failed tests.
	Shaken float64 `json:"shaken"`
	Routed float64 `json:"routed"`
	// Wins is the probability of winning the melee; 0 in shooting.
	Wins float64 `json:"wins"`
}

// Exact works out what follows from a fight, exactly up to the rounding of
// float64. What the players pick is picked in f. The error is a *schema.Error with
// CodeTooLarge.
func Exact(f *attack.Fight) (Result, error) {
	e, err := newExact(f)
	if err != nil {
		return Result{}, err
	}
	defer arenas.Put(e.mem)
	var r Result
	after := e.finalStates()
	if f.Charge() {
		e.judgeMelee(after, &r)
	} else {
		e.judgeShooting(after, &r)
	}
	return r, nil
}

// exact is a fight being worked out.
type exact struct {
	*attack.Fight
	mem *arena
}

// newExact lays a fight out, with what its players choose. Its arena is to be put back.
func newExact(f *attack.Fight) (*exact, error) {
	if err := layOut(f); err != nil {
		return nil, err
	}
	e := &exact{Fight: f, mem: arenas.Get().(*arena)}
	e.mem.release(0)
	e.pickOptions()
	return e, nil
}

// Expected is the wounds that the target of an attack is expected to take.
type Expected struct {
	Mean float64
	Left int // that it has
	// Plain means that the mean depends on nothing of the attacker but which weapons
	// and rules it has, and how many of each: neither on who carries what, nor on
	// their order.
	Plain bool
}

// Expect works out of a fight only what Exact has as the mean of the target's
// wounds. The error is a *schema.Error with CodeTooLarge.
func Expect(f *attack.Fight) (Expected, error) {
	e, err := newExact(f)
	if err != nil {
		return Expected{}, err
	}
	defer arenas.Put(e.mem)
	x := Expected{Left: f.B.Left(f.B.Initial)}
	if !f.OneStrike() {
		x.Mean = e.meanWounds(e.finalStates())
		return x, nil
	}
	x.Plain = !f.A.PicksWeapon() && !f.B.DependsOnEnemy()
	strikes, after := e.strikes(f.A, attack.InTurn), make([]float64, len(f.B.States))
	for _, s := range strikes {
		x.Plain = s.strikeInitial(after) && x.Plain
	}
	x.Mean = e.meanWounds(after)
	return x, nil
}

// pickOptions finds out which effects the players pick and which profiles they fire,
// and picks them. The target picks so that it is expected to take the fewest
// wounds, whatever the attacker picks for the most; of equals the first counts.
func (e *exact) pickOptions() {
	e.ChooseProfiles()
	if e.Chooses() {
		options := slices.Collect(e.Options(e.A))
		deals := e.woundsForPicks()
		fewest, bestA := math.Inf(1), 0
		var bestB []int
		for ofB := range e.Options(e.B) {
			e.B.Pick(ofB)
			most, mostA := math.Inf(-1), 0
			// What was best against another pick comes first: if it does as much
			// here, no other matters.
			for i := range options {
				option := (bestA + i) % len(options)
				e.A.Pick(options[option])
				e.ChooseProfiles()
				wounds := deals()
				if wounds > most+tolerance || wounds > most-tolerance && option < mostA {
					most, mostA = max(most, wounds), option
				}
				if most >= fewest-tolerance {
					break
				}
			}
			if most < fewest-tolerance {
				fewest, bestA, bestB = most, mostA, ofB
			}
		}
		e.A.Pick(options[bestA])
		e.B.Pick(bestB)
		e.ChooseProfiles()
	}
}

// equal is how far expected wounds may lie apart that are the same except for rounding.
const tolerance = 1e-12

// woundsForPicks returns what works out the expected wounds on the target for what is
// picked now.
func (e *exact) woundsForPicks() func() float64 {
	if !e.OneStrike() {
		return func() float64 { return e.meanWounds(e.finalStates()) }
	}
	strikes := e.strikes(e.A, attack.InTurn)
	after := make([]float64, len(e.B.States))
	return func() float64 {
		clear(after)
		for _, s := range strikes {
			s.reset()
			s.strikeInitial(after)
		}
		return e.meanWounds(after)
	}
}

// meanWounds is the target's wounds expected after a fight: in a distribution over its
// states, or over both units'.
func (e *exact) meanWounds(after []float64) (wounds float64) {
	for i, p := range after {
		wounds += p * float64(e.B.Wounds(i%len(e.B.States)))
	}
	return wounds
}

// finalStates is the joint distribution of both units' states after all dice but those
// of morale.
func (e *exact) finalStates() []float64 {
	if e.Charge() {
		return e.melee()
	}
	if e.A.WoundsItself() {
		return e.strikeFromAll(e.initialStates(), e.A, attack.InTurn)
	}
	after := make([]float64, len(e.B.States))
	for _, s := range e.strikes(e.A, attack.InTurn) {
		s.strikeInitial(after)
	}
	return after
}

// initialStates is both units as the fight begins.
func (e *exact) initialStates() []float64 {
	joint := make([]float64, len(e.A.States)*len(e.B.States))
	joint[e.A.Initial*len(e.B.States)+e.B.Initial] = 1
	return joint
}

// strikeInitial adds to a distribution over the target's states what the strike does to
// units as they begin. It reports whether the order of its steps makes no difference.
func (s *strike) strikeInitial(after []float64) (plain bool) {
	defer s.mem.release(s.mem.mark())
	v := s.mem.alloc(len(after))
	v[s.Enemy.Initial] = s.chance
	ops := s.plan(s.Own.States[s.Own.Initial].Survivors, s.Enemy.At(s.Enemy.Initial))
	s.apply(ops, v)
	for i, p := range v {
		after[i] += p
	}
	return commute(ops)
}

// judgeShooting is what follows from shooting, of which joint is the distribution.
func (e *exact) judgeShooting(joint []float64, r *Result) {
	nb := len(e.B.States)
	before, after := make([]float64, len(e.A.States)), make([]float64, nb)
	for i, p := range joint {
		before[i/nb] += p
		after[i%nb] += p
	}
	if len(before) == 1 {
		before[0] = 1
	}
	r.Attacker.fill(e.A, before)
	t := moraleTester{e.Judge(e.B), e.Charge()}
	end := slices.Clone(after)
	for i, p := range after {
		if p > 0 && i != e.B.Initial && e.B.At(i).Models > 0 && e.B.Half(i) {
			t.test(&r.Target, end, i, e.A.Initial, p)
		}
	}
	r.Target.fill(e.B, end)
}

// judgeMelee judges a melee: who won, and what becomes of the loser.
func (e *exact) judgeMelee(joint []float64, r *Result) {
	na, nb := len(e.A.States), len(e.B.States)
	endA, endB := make([]float64, na), make([]float64, nb)
	judgeA, judgeB := e.Judge(e.A), e.Judge(e.B)
	var a, b Outcome
	// What matters of the enemy for a test is only its class.
	lossesA := make([]float64, na*e.B.Classes)
	lossesB := make([]float64, nb*e.A.Classes)
	for i := range e.A.States {
		for j := range e.B.States {
			p := joint[i*nb+j]
			if p == 0 {
				continue
			}
			endA[i] += p
			endB[j] += p
			aliveA, aliveB := e.A.At(i).Models > 0, e.B.At(j).Models > 0
			switch {
			case aliveA && !aliveB:
				a.Wins += p
			case aliveB && !aliveA:
				b.Wins += p
			case !aliveA && !aliveB:
				r.Draw += p
			default:
				lead := e.B.Caused(j) - e.A.Caused(i)
				eachFear(p, judgeA.Fear(i, j), judgeB.Fear(j, i), func(more int, q float64) {
					switch {
					case lead+more > 0:
						a.Wins += q
						lossesB[j*e.A.Classes+e.A.At(i).Class] += q
					case lead+more < 0:
						b.Wins += q
						lossesA[i*e.B.Classes+e.B.At(j).Class] += q
					default:
						r.Draw += q
					}
				})
			}
		}
	}
	moraleTester{judgeA, true}.testLosses(&a, endA, lossesA)
	moraleTester{judgeB, true}.testLosses(&b, endB, lossesB)
	r.Attacker, r.Target = a, b
}

// What Fear may add beside its sum: nothing, or a D3.
var (
	noDie = dice.Point(0)
	d3    = dice.Die(3)
)

// eachFear calls do with how much more Fear adds on one side than on the other, for
// all that the dice of it can show, and with their share of a probability.
func eachFear(of float64, own, other attack.Fear, do func(more int, chance float64)) {
	ownDie, otherDie := noDie, noDie
	if own.D3 {
		ownDie = d3
	}
	if other.D3 {
		otherDie = d3
	}
	for n, p := range ownDie {
		for m, q := range otherDie {
			if share := of * p * q; share > 0 {
				do(own.Sum+n-other.Sum-m, share)
			}
		}
	}
}

// A tester takes morale tests of a unit.
type moraleTester struct {
	*attack.Judge
	routs bool // half a unit that fails routs
}

// testLosses fills an outcome in with where the unit ends and with its tests where it
// lost: by its state and the class of the enemy.
func (j moraleTester) testLosses(o *Outcome, end, losses []float64) {
	first := make([]int, j.Enemy.Classes) // a state of each class
	for st := len(j.Enemy.States) - 1; st >= 0; st-- {
		first[j.Enemy.At(st).Class] = st
	}
	for i, p := range losses {
		if p > 0 {
			j.test(o, end, i/len(first), first[i%len(first)], p)
		}
	}
	o.fill(j.Own, end)
}

// test adds a morale test in a state, before an enemy in another, which comes
// about with probability p, to an outcome. What the unit may pay for passing
// moves probability in end.
func (j moraleTester) test(o *Outcome, end []float64, st, foe int, p float64) {
	o.Tests += p
	t := j.Test(st, foe)
	fails := p * (1 - t.Pass())
	switch {
	case t.Pays > 0:
		end[st] = max(0, end[st]-fails)
		for n, pn := range dice.Binomial(j.Own.Left(st), float64(min(t.Pays, 6))/6) {
			end[j.Own.AfterLosing(st, n)] += fails * pn
		}
	case j.routs && j.Own.Half(st):
		o.Routed += fails
	default:
		o.Shaken += fails
	}
}

// fill fills in what a distribution over the unit's states means for it.
func (o *Outcome) fill(u *attack.Unit, states []float64) {
	wounds := make(dice.PMF, u.Left(u.Initial)+1)
	lost := make(dice.PMF, u.At(u.Initial).Models+1)
	for i, p := range states {
		if p == 0 {
			continue
		}
		wounds[u.Wounds(i)] += p
		lost[u.At(u.Initial).Models-u.At(i).Models] += p
		if u.At(i).Models == 0 {
			o.Destroyed += p
		}
	}
	o.Wounds, o.ModelsLost = wounds.Spread(), lost.Spread()
}
