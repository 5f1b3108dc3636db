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

// test returns the distribution of the passes of a Quality test.
func test(q Quality) dice.PMF { return dice.Binomial(testDice, die(q.Test)) }

// Invokes returns the probability that a psionic invokes a power: at least one
// of three dice reaches what his aptitude needs (FAD, Invoking Powers).
func Invokes(target int) float64 { return dice.Binomial(testDice, die(target)).AtLeast(1) }

// passes returns the distribution of passes with so many dice when some of them
// pass or fail by themselves first, and failed dice may then be rolled again.
func passes(n, pass, fail, rerolls int, q Quality) dice.PMF {
	pass = min(pass, n)
	rolled := max(n-pass-fail, 0)
	all := dice.Binomial(rolled, die(q.Test))
	p := make(dice.PMF, n+1)
	for k, pk := range all {
		for more, pm := range dice.Binomial(min(rolled-k, rerolls), die(q.Test)) {
			p[pass+k+more] += pk * pm
		}
	}
	return p
}
