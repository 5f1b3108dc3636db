package fad

import "muster/rules/dice"

// dicePerTest is the number of dice in a Quality test (FAD, Table 9).
const dicePerTest = 3

// passesNeeded is the number of dice that must pass in a Quality test.
const passesNeeded = 2

// dieChance returns the probability that a D6 shows the number or more.
func dieChance(number int) float64 {
	return float64(min(max(7-number, 0), 6)) / 6
}

// A qualityTest is a Quality test: each die passes if it shows at least neededRoll. Some dice pass
// or fail automatically, and some failed dice may be rerolled.
type qualityTest struct{ dice, neededRoll, autoPasses, autoFails, rerolls int }

// newTest returns a Quality test without modifiers.
func newTest(q QualityLevel) qualityTest {
	return qualityTest{dice: dicePerTest, neededRoll: q.TestNumber}
}

// odds returns the distribution of the number of passes.
func (t *qualityTest) odds() dice.PMF {
	pass := min(t.autoPasses, t.dice)
	rolled := max(t.dice-pass-t.autoFails, 0)
	all := dice.Binomial(rolled, dieChance(t.neededRoll))
	if rolled == t.dice && t.rerolls == 0 {
		return all
	}
	p := make(dice.PMF, t.dice+1)
	if t.rerolls == 0 {
		copy(p[pass:], all)
		return p
	}
	for k, pk := range all {
		for more, pm := range dice.Binomial(min(rolled-k, t.rerolls), dieChance(t.neededRoll)) {
			p[pass+k+more] += pk * pm
		}
	}
	return p
}

// roll rolls the test and returns the number of dice that pass.
func (t *qualityTest) roll(r *dice.Roller) int {
	pass := min(t.autoPasses, t.dice)
	rolled := max(t.dice-pass-t.autoFails, 0)
	passed := rollsAtLeast(r, rolled, t.neededRoll)
	return pass + passed + rollsAtLeast(r, min(rolled-passed, t.rerolls), t.neededRoll)
}

// rollsAtLeast rolls a number of dice and returns how many of them show at least number.
func rollsAtLeast(r *dice.Roller, rolled, number int) (n int) {
	for range rolled {
		if r.Roll() >= number {
			n++
		}
	}
	return n
}

// A dicePool is a number of dice from which one total is read: the highest die, the sum, or a fixed
// number.
type dicePool struct {
	dice          int
	fixedTotal    int  // the fixed total; 0 means that the dice are rolled
	sumsDice      bool // the total is the sum of the dice; otherwise it is the highest die
	backfiresUpTo int  // each die that shows this or less is a hit on the shooter
}

// odds returns the distribution of the pool's total.
func (p *dicePool) odds() dice.PMF {
	switch {
	case p.fixedTotal > 0:
		return dice.Constant(p.fixedTotal)
	case p.sumsDice:
		return dice.SumOfCopies(dice.Die(6), p.dice, 6*p.dice, dice.Zeros)
	}
	return dice.Highest(p.dice, 6)
}

// oddsByBackfires returns the joint distribution of backfiring dice and total, as
// [backfires][total]. It enumerates all rolls.
func (p *dicePool) oddsByBackfires() []dice.PMF {
	all := make([]dice.PMF, p.dice+1)
	for i := range all {
		all[i] = make(dice.PMF, 6*p.dice+1)
	}
	rolls := 1
	for range p.dice {
		rolls *= 6
	}
	for roll := range rolls {
		total, back := p.totalRolls(func() int {
			d := roll%6 + 1
			roll /= 6
			return d
		})
		all[back][total] += 1 / float64(rolls)
	}
	return all
}

// roll rolls the pool and returns the total and the number of dice that backfire.
func (p *dicePool) roll(r *dice.Roller) (total, back int) {
	if p.fixedTotal > 0 {
		return p.fixedTotal, 0
	}
	return p.totalRolls(r.Roll)
}

// totalRolls returns the total and the number of backfiring dice of the pool; next returns the roll
// of each die.
func (p *dicePool) totalRolls(next func() int) (total, back int) {
	for range p.dice {
		d := next()
		if d <= p.backfiresUpTo {
			back++
		}
		if p.sumsDice {
			total += d
		} else {
			total = max(total, d)
		}
	}
	return total, back
}

// InvocationPasses returns the distribution of the number of dice that pass when a psionic invokes
// a power; target is the target number of his aptitude. With two or more passes the power is free,
// with one or none it costs a point of Strength, and with none it fails (FAD, Invoking Powers).
func InvocationPasses(target int) dice.PMF { return dice.Binomial(dicePerTest, dieChance(target)) }
