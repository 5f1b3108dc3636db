package fad

import "muster/rules/dice"

// testDice is the number of dice in a Quality test (FAD, Table 9).
const testDice = 3

// passesNeeded is the number of dice that must pass.
const passesNeeded = 2

// die returns the probability that a D6 shows the number or more.
func die(number int) float64 {
	return float64(min(max(7-number, 0), 6)) / 6
}

// A test is a Quality test: dice against a number. Some dice pass or fail
// automatically, and some failed dice may be rerolled.
type test struct{ dice, number, pass, fail, rerolls int }

// newTest returns a Quality test without modifiers.
func newTest(q Quality) test { return test{dice: testDice, number: q.Test} }

// odds returns the distribution of the number of passes.
func (t *test) odds() dice.PMF {
	pass := min(t.pass, t.dice)
	rolled := max(t.dice-pass-t.fail, 0)
	all := dice.Binomial(rolled, die(t.number))
	if rolled == t.dice && t.rerolls == 0 {
		return all
	}
	p := make(dice.PMF, t.dice+1)
	if t.rerolls == 0 {
		copy(p[pass:], all)
		return p
	}
	for k, pk := range all {
		for more, pm := range dice.Binomial(min(rolled-k, t.rerolls), die(t.number)) {
			p[pass+k+more] += pk * pm
		}
	}
	return p
}

// roll rolls the test and returns the passes.
func (t *test) roll(r *dice.Roller) int {
	pass := min(t.pass, t.dice)
	rolled := max(t.dice-pass-t.fail, 0)
	passed := atLeast(r, rolled, t.number)
	return pass + passed + atLeast(r, min(rolled-passed, t.rerolls), t.number)
}

// atLeast rolls dice and counts those that show the number or more.
func atLeast(r *dice.Roller, rolled, number int) (n int) {
	for range rolled {
		if r.Roll() >= number {
			n++
		}
	}
	return n
}

// A pool is a number of dice read as one total: the highest, the sum, or a fixed
// value.
type pool struct {
	dice      int
	fixed     int  // the fixed value; 0 means that the dice are rolled
	sum       bool // the dice are added; else the highest counts
	backfires int  // each die that shows this or less is a hit on the shooter
}

// odds returns the distribution of the total.
func (p *pool) odds() dice.PMF {
	switch {
	case p.fixed > 0:
		return dice.Point(p.fixed)
	case p.sum:
		return dice.Times(dice.Die(6), p.dice, 6*p.dice, dice.Make)
	}
	return dice.Highest(p.dice, 6)
}

// oddsByBackfires returns the joint distribution of backfiring dice and total: element
// n holds the totals with n dice that backfire. It enumerates all rolls.
func (p *pool) oddsByBackfires() []dice.PMF {
	all := make([]dice.PMF, p.dice+1)
	for i := range all {
		all[i] = make(dice.PMF, 6*p.dice+1)
	}
	rolls := 1
	for range p.dice {
		rolls *= 6
	}
	for roll := range rolls {
		total, back := p.count(func() int {
			d := roll%6 + 1
			roll /= 6
			return d
		})
		all[back][total] += 1 / float64(rolls)
	}
	return all
}

// roll rolls the pool and returns the total and the number of dice that backfire.
func (p *pool) roll(r *dice.Roller) (total, back int) {
	if p.fixed > 0 {
		return p.fixed, 0
	}
	return p.count(r.Roll)
}

// count returns the total and the number of backfires of dice that next returns.
func (p *pool) count(next func() int) (total, back int) {
	for range p.dice {
		d := next()
		if d <= p.backfires {
			back++
		}
		if p.sum {
			total += d
		} else {
			total = max(total, d)
		}
	}
	return total, back
}

// Invoking returns the distribution of a psionic's passes with a power; target is his aptitude's.
// Two or more cost nothing, one or none a point of Strength, and none fails (FAD, Invoking Powers).
func Invoking(target int) dice.PMF { return dice.Binomial(testDice, die(target)) }
