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
	// MoraleTests is the probability that the side must take a morale test, even one that it fails
	// automatically.
	MoraleTests float64 `json:"tests"`
	// Shaken and Routed are the probabilities of these results of failed tests (in 2.x Shaken is
	// pinned).
	Shaken float64 `json:"shaken"`
	Routed float64 `json:"routed"`
	// Wins is the probability of winning the melee; 0 in shooting.
	Wins float64 `json:"wins"`
}

// Exact returns the result of a fight, exact up to the rounding of float64. The players' picks stay
// set in f. The error is a *schema.Error with CodeTooLarge.
func Exact(f *attack.Fight) (r Result, err error) {
	e, err := newExact(f)
	if err != nil {
		return Result{}, err
	}
	defer e.releaseMemory(&err)
	e.pickOptions()
	return e.result(), nil
}

// exactFight is a fight whose exact result is being computed.
type exactFight struct {
	*attack.Fight
	mem *arena
}

// newExact lays out a fight for its exact result; the caller must call end.
func newExact(f *attack.Fight) (*exactFight, error) {
	if err := layOutStates(f); err != nil {
		return nil, err
	}
	e := &exactFight{Fight: f, mem: arenas.Get().(*arena)}
	e.mem.release(0)
	e.mem.lastingStack.release(0)
	e.mem.computedNumbers, e.mem.keptNumbers = 0, 0
	return e, nil
}

// releaseMemory returns the memory to the pool. If the fight exceeded a limit, it sets err.
func (e *exactFight) releaseMemory(err *error) {
	arenas.Put(e.mem)
	switch cause := recover().(type) {
	case nil:
	case limitExceeded:
		*err = tooLarge("the units have too many weapons and wounds between them")
	default:
		panic(cause)
	}
}

// result computes the result of the fight.
func (e *exactFight) result() (r Result) {
	defer e.mem.release(e.mem.mark())
	after := e.finalStates()
	if e.IsMelee() {
		e.judgeMelee(after, &r)
	} else {
		e.judgeShooting(after, &r)
	}
	return r
}

// ExpectedWounds is the expected number of wounds on an attack's target.
type ExpectedWounds struct {
	MeanWounds       float64 // wounds
	TargetWoundsLeft int     // wounds that the target has left
	// DependsOnWeaponCountsOnly means that the mean depends only on the numbers of the attacker's
	// weapons and rules, not on which models have them or in what order.
	DependsOnWeaponCountsOnly bool
	// dice that the attacker needs to hit and the target to block, if the scenario asks for them
	NeededDice []attack.NeededDice
}

// ExpectWounds returns the mean of the wounds that Exact reports for the target. The error is a
// *schema.Error with CodeTooLarge.
func ExpectWounds(f *attack.Fight) (x ExpectedWounds, err error) {
	e, err := newExact(f)
	if err != nil {
		return ExpectedWounds{}, err
	}
	defer e.releaseMemory(&err)
	e.pickOptions()
	x = ExpectedWounds{TargetWoundsLeft: f.B.WoundsLeft(f.B.InitialState)}
	if f.A.MayPayWoundsForMorale() || f.B.MayPayWoundsForMorale() {
		x.MeanWounds = e.result().Target.Wounds.Mean
		return x, nil
	}
	after, plain := e.targetStates()
	x.MeanWounds, x.DependsOnWeaponCountsOnly = e.meanWounds(after), plain && !f.A.HasBestWeaponAttacks() &&
		!f.B.DependsOnEnemyStats()
	return x, nil
}

// Wounds returns the distribution of the wounds that Exact reports for the target. The error is a
// *schema.Error with CodeTooLarge.
func Wounds(f *attack.Fight) (wounds dice.PMF, err error) {
	e, err := newExact(f)
	if err != nil {
		return nil, err
	}
	defer e.releaseMemory(&err)
	e.pickOptions()
	if f.B.MayPayWoundsForMorale() {
		return e.result().Target.Wounds.PMF, nil
	}
	after, _ := e.targetStates()
	return e.wounds(after), nil
}

// WoundsByWoundsTaken returns the distribution of further wounds on the target for each number of
// wounds that it has taken already, indexed [taken][more]. It is nil if the distribution depends on
// more than the number taken: if players pick effects, or it matters which models took the wounds.
// The error is a *schema.Error with CodeTooLarge.
func WoundsByWoundsTaken(f *attack.Fight) (chain []dice.PMF, err error) {
	e, err := newExact(f)
	if err != nil {
		return nil, err
	}
	defer e.releaseMemory(&err)
	if f.HasChoices() || f.HasWeaponProfiles() || f.B.HeroExposed {
		return nil, nil
	}
	first, all := f.B.InitialState, f.B.WoundsLeft(f.B.InitialState)
	defer func() { f.B.InitialState = first }()
	chain = make([]dice.PMF, all+1)
	var strikes []*strike
	plain := f.IsSingleStrike() && !f.B.MayPayWoundsForMorale()
	if plain {
		strikes = e.strikes(f.A, attack.PhaseInTurn)
	}
	for taken := range all {
		f.B.InitialState = first + taken
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
	chain[all] = dice.Constant(0)
	return chain, nil
}

// wounds returns the distribution of the target's wounds. after is a distribution over the target's
// states, or over pairs of both units' states.
func (e *exactFight) wounds(after []float64) dice.PMF {
	wounds := make(dice.PMF, e.B.WoundsLeft(e.B.InitialState)+1)
	for i, p := range after {
		if p > 0 { // a state that can be
			wounds[e.B.Wounds(i%len(e.B.States))] += p
		}
	}
	return wounds
}

// pickOptions decides which effects and profiles the players pick, by minimax: the target takes the
// fewest expected wounds against the attacker's best pick. The first of equal picks counts.
func (e *exactFight) pickOptions() {
	e.ChooseWeaponProfiles()
	if e.HasChoices() {
		options := slices.Collect(e.PickCombinations(e.A))
		deals := e.meanWoundsForPicks()
		fewest, bestA := math.Inf(1), 0
		var bestB []int
		for ofB := range e.PickCombinations(e.B) {
			e.B.SetPicks(ofB)
			most, mostA := math.Inf(-1), 0
			// The best reply so far comes first: if it does as much here, the rest can be cut
			// off.
			for i := range options {
				option := (bestA + i) % len(options)
				e.A.SetPicks(options[option])
				e.ChooseWeaponProfiles()
				wounds := deals()
				if wounds > most+roundingTolerance || wounds > most-roundingTolerance && option < mostA {
					most, mostA = max(most, wounds), option
				}
				if most >= fewest-roundingTolerance {
					break
				}
			}
			if most < fewest-roundingTolerance {
				fewest, bestA, bestB = most, mostA, ofB
			}
		}
		e.A.SetPicks(options[bestA])
		e.B.SetPicks(bestB)
		e.ChooseWeaponProfiles()
	}
}

// roundingTolerance is the largest difference, due to rounding, between expected wounds that count
// as equal.
const roundingTolerance = 1e-12

// meanWoundsForPicks returns a function that computes the expected wounds on the target with the
// effects picked at the time of the call.
func (e *exactFight) meanWoundsForPicks() func() float64 {
	if !e.IsSingleStrike() {
		return func() float64 {
			defer e.mem.release(e.mem.mark())
			return e.meanWounds(e.finalStates())
		}
	}
	strikes := e.strikes(e.A, attack.PhaseInTurn)
	after := make([]float64, len(e.B.States))
	return func() float64 {
		clear(after)
		for _, s := range strikes {
			s.clearPickCaches()
			s.strikeInitial(after)
		}
		return e.meanWounds(after)
	}
}

// meanWounds returns the target's expected wounds. after is a distribution over the target's
// states, or over pairs of both units' states.
func (e *exactFight) meanWounds(after []float64) (wounds float64) {
	for i, p := range after {
		wounds += p * float64(e.B.Wounds(i%len(e.B.States)))
	}
	return wounds
}

// finalStates returns the distribution of states before morale, on the stack: of pairs of both
// units' states, or of the target's states if nothing wounds the attacker.
func (e *exactFight) finalStates() []float64 {
	if e.IsMelee() {
		return e.melee()
	}
	if e.A.WoundsItself() {
		joint := e.initialStates()
		after := e.mem.alloc(len(joint))
		e.strikeFromAllStates(joint, after, e.A, attack.PhaseInTurn)
		return after
	}
	after, _ := e.targetStates() // the one strike is all, so it does not come back here
	return after
}

// targetStates returns the distribution of the target's states if the attacker's strike is the only
// one, otherwise finalStates. plain reports whether it is the only one and the order of its steps
// makes no difference.
func (e *exactFight) targetStates() (after []float64, plain bool) {
	if !e.IsSingleStrike() {
		return e.finalStates(), false
	}
	after, plain = e.mem.alloc(len(e.B.States)), true
	for _, s := range e.strikes(e.A, attack.PhaseInTurn) {
		plain = s.strikeInitial(after) && plain
	}
	return after, plain
}

// initialStates returns the distribution of pairs of states at the start of the fight.
func (e *exactFight) initialStates() []float64 {
	joint := e.mem.alloc(len(e.A.States) * len(e.B.States))
	joint[e.A.InitialState*len(e.B.States)+e.B.InitialState] = 1
	return joint
}

// strikeInitial adds the outcome of the strike between units in their initial states to after, a
// distribution over the target's states. It reports whether the order of the strike's steps makes
// no difference.
func (s *strike) strikeInitial(after []float64) (plain bool) {
	defer s.mem.release(s.mem.mark())
	v := s.mem.alloc(len(after))
	v[s.Enemy.InitialState] = s.outcomeChance
	ops := s.planOps(s.Own.States[s.Own.InitialState].SurvivorsIndex, s.Enemy.SurvivorsIn(s.Enemy.InitialState))
	s.applyOps(ops, v)
	for i, p := range v {
		after[i] += p
	}
	return orderIsIrrelevant(ops)
}

// judgeShooting fills in r after shooting, from the distribution of states: losses and morale.
func (e *exactFight) judgeShooting(joint []float64, r *Result) {
	nb := len(e.B.States)
	before, after := e.mem.alloc(len(e.A.States)), e.mem.alloc(nb)
	for i, p := range joint {
		before[i/nb] += p
		after[i%nb] += p
	}
	if len(before) == 1 {
		before[0] = 1
	}
	r.Attacker.setWoundsAndLosses(e.A, before)
	t := moraleTester{e.Judge(e.B), e.IsMelee()}
	end := slices.Clone(after)
	for i, p := range after {
		if p > 0 && i != e.B.InitialState && e.B.SurvivorsIn(i).AllModels > 0 && e.B.AtHalfStrength(i) {
			t.test(&r.Target, end, i, e.A.InitialState, p)
		}
	}
	r.Target.setWoundsAndLosses(e.B, end)
}

// judgeMelee fills in r after a melee, from the joint distribution of states: losses, the winner,
// and the loser's morale.
func (e *exactFight) judgeMelee(joint []float64, r *Result) {
	na, nb := len(e.A.States), len(e.B.States)
	endA, endB := e.mem.alloc(na), e.mem.alloc(nb)
	judgeA, judgeB := e.Judge(e.A), e.Judge(e.B)
	var a, b Outcome
	// Tests depend on the enemy's class only.
	lossesA, lossesB := e.mem.alloc(na*e.B.RulesClassCount), e.mem.alloc(nb*e.A.RulesClassCount)
	for i := range e.A.States {
		for j := range e.B.States {
			p := joint[i*nb+j]
			if p == 0 {
				continue
			}
			endA[i] += p
			endB[j] += p
			aliveA, aliveB := e.A.SurvivorsIn(i).AllModels > 0, e.B.SurvivorsIn(j).AllModels > 0
			switch {
			case aliveA && !aliveB:
				a.Wins += p
			case aliveB && !aliveA:
				b.Wins += p
			case !aliveA && !aliveB:
				r.Draw += p
			default:
				lead := e.B.WoundsByEnemy(j) - e.A.WoundsByEnemy(i)
				eachFearDifference(p, judgeA.Fear(i, j), judgeB.Fear(j, i), func(more int, q float64) {
					switch {
					case lead+more > 0:
						a.Wins += q
						lossesB[j*e.A.RulesClassCount+e.A.SurvivorsIn(i).RulesClass] += q
					case lead+more < 0:
						b.Wins += q
						lossesA[i*e.B.RulesClassCount+e.B.SurvivorsIn(j).RulesClass] += q
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

// noDie and d3 are the distributions that a Fear adds to its fixed sum: nothing, or a D3.
var (
	noDie = dice.Constant(0)
	d3    = dice.Die(3)
)

// eachFearDifference calls do with each possible difference between the Fear of two sides (own -
// other), and with the probability of that difference, multiplied by of.
func eachFearDifference(of float64, own, other attack.Fear, do func(more int, chance float64)) {
	ownDie, otherDie := noDie, noDie
	if own.PlusD3 {
		ownDie = d3
	}
	if other.PlusD3 {
		otherDie = d3
	}
	for n, p := range ownDie {
		for m, q := range otherDie {
			if share := of * p * q; share > 0 {
				do(own.FixedSum+n-other.FixedSum-m, share)
			}
		}
	}
}

// A moraleTester adds the results of a unit's morale tests to its Outcome.
type moraleTester struct {
	*attack.Judge
	routsAtHalf bool // a unit at half its models or fewer routs if it fails
}

// testLosses adds morale tests to an outcome and computes the rest of it. end is the distribution
// of the unit's states; losses are the chances of having lost the fight, [state × enemy classes +
// enemy class].
func (j moraleTester) testLosses(o *Outcome, end, losses []float64) {
	first := make([]int, j.Enemy.RulesClassCount) // a state of each class
	for st := len(j.Enemy.States) - 1; st >= 0; st-- {
		first[j.Enemy.SurvivorsIn(st).RulesClass] = st
	}
	for i, p := range losses {
		if p > 0 {
			j.test(o, end, i/len(first), first[i%len(first)], p)
		}
	}
	o.setWoundsAndLosses(j.Own, end)
}

// test adds to an outcome, with probability p, the morale test in state st against an enemy in
// state foe. If the unit pays wounds to pass, probability moves to other states in end.
func (j moraleTester) test(o *Outcome, end []float64, st, foe int, p float64) {
	o.MoraleTests += p
	t := j.Test(st, foe)
	fails := p * (1 - t.PassChance())
	switch {
	case t.MaxWoundingDie > 0:
		end[st] = max(0, end[st]-fails)
		for n, pn := range dice.Binomial(j.Own.WoundsLeft(st), float64(min(t.MaxWoundingDie, 6))/6) {
			end[j.Own.StateAfterNonEnemyWounds(st, n)] += fails * pn
		}
	case j.routsAtHalf && j.Own.AtHalfStrength(st):
		o.Routed += fails
	default:
		o.Shaken += fails
	}
}

// setWoundsAndLosses sets wounds and losses from a distribution over the unit's states.
func (o *Outcome) setWoundsAndLosses(u *attack.Fighter, states []float64) {
	wounds := make(dice.PMF, u.WoundsLeft(u.InitialState)+1)
	lost := make(dice.PMF, u.SurvivorsIn(u.InitialState).AllModels+1)
	for i, p := range states {
		if p == 0 {
			continue
		}
		wounds[u.Wounds(i)] += p
		lost[u.SurvivorsIn(u.InitialState).AllModels-u.SurvivorsIn(i).AllModels] += p
		if u.SurvivorsIn(i).AllModels == 0 {
			o.Destroyed += p
		}
	}
	o.Wounds, o.ModelsLost = wounds.Spread(), lost.Spread()
}
