package fad

import "muster/rules/dice"

// A Quality test is three dice against a number (FAD, Table 9).
const testDice = 3

// needed is how many of the three have to pass.
const needed = 2

// die returns the probability that a D6 shows a number or more.
func die(number int) float64 {
	return float64(min(max(7-number, 0), 6)) / 6
}

// A test is a Quality test: so many dice against a number, of which some pass or fail
// by themselves first, and some that failed may then be rolled again.
type test struct{ dice, number, pass, fail, rerolls int }

// newTest returns a Quality test with nothing that helps or hinders.
func newTest(q Quality) test { return test{dice: testDice, number: q.Test} }

// odds returns the distribution of the passes.
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

// atLeast rolls dice and returns how many show a number or more.
func atLeast(r *dice.Roller, rolled, number int) (n int) {
	for range rolled {
		if r.Roll() >= number {
			n++
		}
	}
	return n
}

// A pool is dice of which the highest counts, or all are added; or they are made to
// count as a number.
type pool struct {
	dice, are int
	sum       bool
	backfires int // dice up to this are hits on the shooter
}

// odds returns the distribution of what counts.
func (p *pool) odds() dice.PMF {
	switch {
	case p.are > 0:
		return dice.Point(p.are)
	case p.sum:
		return dice.NewSums(dice.Die(6), 6*p.dice).At(p.dice)
	}
	return dice.Highest(p.dice, 6)
}

// oddsByBackfires returns the distributions of what counts, by how many dice backfire,
// times the probability that so many do. It goes through every fall of the dice.
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

// roll rolls the pool and returns what counts, and how many dice backfire.
func (p *pool) roll(r *dice.Roller) (total, back int) {
	if p.are > 0 {
		return p.are, 0
	}
	return p.count(r.Roll)
}

// count reads the dice as next shows them.
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

// Invokes returns the probability that a psionic invokes a power: at least one
// of three dice reaches what his aptitude needs (FAD, Invoking Powers).
func Invokes(target int) float64 { return dice.Binomial(testDice, die(target)).AtLeast(1) }
