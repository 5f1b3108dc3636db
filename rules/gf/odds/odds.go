// Package odds works out the result of a fight of Grimdark Future: exactly, by multiplying the
// steps of its attacks over every state of both units, or by throwing dice for the same steps.
package odds

import (
	"math"
	"slices"

	"muster/rules/dice"
	"muster/rules/gf/attack"
)

// A Result is the result of a fight for both sides.
type Result struct {
	Attacker Outcome `json:"attacker"`
	Target   Outcome `json:"target"`
	// Draw is the probability that nobody wins the melee; 0 in shooting.
	Draw float64 `json:"draw"`
}

// An Outcome is the result for one side.
type Outcome struct {
	// Wounds are the wounds taken after Regeneration, never more than the unit had left.
	Wounds dice.Spread `json:"wounds"`
	// ModelsLost are the models killed, including a hero; routed models do not count.
	ModelsLost dice.Spread `json:"models_lost"`
	// Destroyed is the probability that no model is left; routing does not count.
	Destroyed float64 `json:"destroyed"`
	// Tests is the probability that the side must take a morale test, even one that it fails
	// automatically.
	Tests float64 `json:"tests"`
	// Shaken (2.x: pinned) and Routed are the probabilities of these results of failed tests.
	Shaken float64 `json:"shaken"`
	Routed float64 `json:"routed"`
	// Wins is the probability of winning the melee; 0 in shooting.
	Wins float64 `json:"wins"`
}

// Exact returns the result of a fight, exact up to the rounding of float64. It leaves the effects
// that the players pick set in f. The error is a *schema.Error with CodeTooLarge.
func Exact(f *attack.Fight) (r Result, err error) {
	e, err := newExact(f)
	if err != nil {
		return Result{}, err
	}
	defer e.end(&err)
	e.pickOptions()
	return e.result(), nil
}

// exact is a fight whose exact result is being worked out.
type exact struct {
	*attack.Fight
	mem *arena
}

// newExact lays out a fight; the caller must call end.
func newExact(f *attack.Fight) (*exact, error) {
	if err := layOut(f); err != nil {
		return nil, err
	}
	e := &exact{Fight: f, mem: arenas.Get().(*arena)}
	e.mem.release(0)
	e.mem.lasting.release(0)
	e.mem.worked, e.mem.kept = 0, 0
	return e, nil
}

// end returns the memory to the pool. If the fight exceeded a limit, it sets err.
func (e *exact) end(err *error) {
	arenas.Put(e.mem)
	switch cause := recover().(type) {
	case nil:
	case limitExceeded:
		*err = tooLarge("the units have too many weapons and wounds between them")
	default:
		panic(cause)
	}
}

// result works out the result of the fight.
func (e *exact) result() (r Result) {
	defer e.mem.release(e.mem.mark())
	after := e.finalStates()
	if e.IsMelee() {
		e.judgeMelee(after, &r)
	} else {
		e.judgeShooting(after, &r)
	}
	return r
}

// Expected is the expected number of wounds on an attack's target.
type Expected struct {
	Mean       float64 // wounds
	WoundsLeft int     // wounds that the target has left
	// Plain means that the mean depends only on the numbers of the attacker's weapons and rules,
	// not on which models have them or in what order.
	Plain bool
	Needs []attack.Need // what the attacker's dice need, if the scenario asks for it
}

// Expect returns the mean of the wounds that Exact reports for the target. The error is a
// *schema.Error with CodeTooLarge.
func Expect(f *attack.Fight) (x Expected, err error) {
	e, err := newExact(f)
	if err != nil {
		return Expected{}, err
	}
	defer e.end(&err)
	e.pickOptions()
	x = Expected{WoundsLeft: f.B.WoundsLeft(f.B.Initial)}
	if f.PaysMorale() {
		x.Mean = e.result().Target.Wounds.Mean
		return x, nil
	}
	after, plain := e.targetStates()
	x.Mean, x.Plain = e.meanWounds(after), plain && !f.A.GainsBestWeapon() && !f.B.DependsOnEnemy()
	return x, nil
}

// Wounds returns the distribution of the wounds that Exact reports for the target. The error is a
// *schema.Error with CodeTooLarge.
func Wounds(f *attack.Fight) (wounds dice.PMF, err error) {
	e, err := newExact(f)
	if err != nil {
		return nil, err
	}
	defer e.end(&err)
	e.pickOptions()
	if f.B.PaysMorale() {
		return e.result().Target.Wounds.PMF, nil
	}
	after, _ := e.targetStates()
	return e.wounds(after), nil
}

// FurtherWounds returns the distribution of further wounds on the target for each number of wounds
// that it has taken already, indexed [taken][more]. It is nil if the number taken does not settle
// the distribution: if players pick effects, or it matters which models took the wounds. The error
// is a *schema.Error with CodeTooLarge.
func FurtherWounds(f *attack.Fight) (chain []dice.PMF, err error) {
	e, err := newExact(f)
	if err != nil {
		return nil, err
	}
	defer e.end(&err)
	if f.HasChoices() || f.HasProfiles() || f.B.Grid {
		return nil, nil
	}
	first, all := f.B.Initial, f.B.WoundsLeft(f.B.Initial)
	defer func() { f.B.Initial = first }()
	chain = make([]dice.PMF, all+1)
	var strikes []*strike
	plain := f.OneStrike() && !f.B.PaysMorale()
	if plain {
		strikes = e.strikes(f.A, attack.InTurn)
	}
	for taken := range all {
		f.B.Initial = first + taken
		if !plain {
			chain[taken] = e.result().Target.Wounds.PMF
			continue
		}
		after := make([]float64, len(f.B.States))
		for _, s := range strikes {
			s.strikeInitial(after)
		}
		chain[taken] = e.wounds(after)
	}
	chain[all] = dice.Point(0)
	return chain, nil
}

// wounds returns the distribution of the target's wounds from a distribution over the target's
// states or over pairs of both units' states.
func (e *exact) wounds(after []float64) dice.PMF {
	wounds := make(dice.PMF, e.B.WoundsLeft(e.B.Initial)+1)
	for i, p := range after {
		if p > 0 { // a state that can be
			wounds[e.B.Wounds(i%len(e.B.States))] += p
		}
	}
	return wounds
}

// pickOptions settles the effects and profiles that the players pick, by minimax: the target takes
// the fewest expected wounds against the attacker's best pick. The first of equal picks counts.
func (e *exact) pickOptions() {
	e.ChooseProfiles()
	if e.HasChoices() {
		options := slices.Collect(e.Options(e.A))
		deals := e.woundsForPicks()
		fewest, bestA := math.Inf(1), 0
		var bestB []int
		for ofB := range e.Options(e.B) {
			e.B.Pick(ofB)
			most, mostA := math.Inf(-1), 0
			// The best reply so far comes first: if it does as much here, the rest can be cut
			// off.
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

// tolerance is the largest difference, due to rounding, between expected wounds that count as
// equal.
const tolerance = 1e-12

// woundsForPicks returns a function that works out the expected wounds on the target with the
// effects picked at the time of the call.
func (e *exact) woundsForPicks() func() float64 {
	if !e.OneStrike() {
		return func() float64 {
			defer e.mem.release(e.mem.mark())
			return e.meanWounds(e.finalStates())
		}
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

// meanWounds returns the target's expected wounds from a distribution over the target's states or
// over pairs of both units' states.
func (e *exact) meanWounds(after []float64) (wounds float64) {
	for i, p := range after {
		wounds += p * float64(e.B.Wounds(i%len(e.B.States)))
	}
	return wounds
}

// finalStates returns the distribution of states before morale, on the stack: of pairs of both
// units' states, or of the target's states if nothing wounds the attacker.
func (e *exact) finalStates() []float64 {
	if e.IsMelee() {
		return e.melee()
	}
	if e.A.WoundsItself() {
		joint := e.initialStates()
		after := e.mem.alloc(len(joint))
		e.strikeFromAll(joint, after, e.A, attack.InTurn)
		return after
	}
	after, _ := e.targetStates() // the one strike is all, so it does not come back here
	return after
}

// targetStates returns the distribution of the target's states if the attacker's one strike is all;
// otherwise finalStates. plain means that it is all and that the order of its steps makes no
// difference.
func (e *exact) targetStates() (after []float64, plain bool) {
	if !e.OneStrike() {
		return e.finalStates(), false
	}
	after, plain = e.mem.alloc(len(e.B.States)), true
	for _, s := range e.strikes(e.A, attack.InTurn) {
		plain = s.strikeInitial(after) && plain
	}
	return after, plain
}

// initialStates returns the distribution of pairs of states at the start of the fight.
func (e *exact) initialStates() []float64 {
	joint := e.mem.alloc(len(e.A.States) * len(e.B.States))
	joint[e.A.Initial*len(e.B.States)+e.B.Initial] = 1
	return joint
}

// strikeInitial adds the outcome of the strike between units in their initial states to after, a
// distribution over the target's states. It reports whether the order of the strike's steps makes
// no difference.
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

// judgeShooting fills in r after shooting, from the distribution of states: losses and morale.
func (e *exact) judgeShooting(joint []float64, r *Result) {
	nb := len(e.B.States)
	before, after := e.mem.alloc(len(e.A.States)), e.mem.alloc(nb)
	for i, p := range joint {
		before[i/nb] += p
		after[i%nb] += p
	}
	if len(before) == 1 {
		before[0] = 1
	}
	r.Attacker.fill(e.A, before)
	t := moraleTester{e.Judge(e.B), e.IsMelee()}
	end := slices.Clone(after)
	for i, p := range after {
		if p > 0 && i != e.B.Initial && e.B.At(i).Models > 0 && e.B.AtHalf(i) {
			t.test(&r.Target, end, i, e.A.Initial, p)
		}
	}
	r.Target.fill(e.B, end)
}

// judgeMelee fills in r after a melee, from the joint distribution of states: losses, the winner,
// and the loser's morale.
func (e *exact) judgeMelee(joint []float64, r *Result) {
	na, nb := len(e.A.States), len(e.B.States)
	endA, endB := e.mem.alloc(na), e.mem.alloc(nb)
	judgeA, judgeB := e.Judge(e.A), e.Judge(e.B)
	var a, b Outcome
	// Tests depend on the enemy's class only.
	lossesA, lossesB := e.mem.alloc(na*e.B.Classes), e.mem.alloc(nb*e.A.Classes)
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
				lead := e.B.CausedByEnemy(j) - e.A.CausedByEnemy(i)
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

// The distributions of what a Fear adds besides its sum: nothing, or a D3.
var (
	noDie = dice.Point(0)
	d3    = dice.Die(3)
)

// eachFear calls do with each possible difference between the Fear of two sides (own - other), and
// with the probability of that difference times of.
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

// A moraleTester adds a unit's morale tests to its Outcome.
type moraleTester struct {
	*attack.Judge
	routs bool // a unit at half its models or fewer routs if it fails
}

// testLosses adds morale tests to an outcome and fills in the rest of it. end is the distribution
// of the unit's states; losses are the chances of having lost the fight, [state × enemy classes +
// enemy class].
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

// test adds to an outcome, with probability p, the morale test in state st against an enemy in
// state foe. If the unit pays wounds to pass, probability moves in end.
func (j moraleTester) test(o *Outcome, end []float64, st, foe int, p float64) {
	o.Tests += p
	t := j.Test(st, foe)
	fails := p * (1 - t.PassChance())
	switch {
	case t.PayDie > 0:
		end[st] = max(0, end[st]-fails)
		for n, pn := range dice.Binomial(j.Own.WoundsLeft(st), float64(min(t.PayDie, 6))/6) {
			end[j.Own.AfterLosing(st, n)] += fails * pn
		}
	case j.routs && j.Own.AtHalf(st):
		o.Routed += fails
	default:
		o.Shaken += fails
	}
}

// fill fills in wounds and losses from a distribution over the unit's states.
func (o *Outcome) fill(u *attack.Fighter, states []float64) {
	wounds := make(dice.PMF, u.WoundsLeft(u.Initial)+1)
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
