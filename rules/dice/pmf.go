// Package dice does the arithmetic of dice: probability mass functions over 0, 1, 2, … and the
// few operations of fights. Every operation adds and multiplies non-negative numbers, so nothing
// cancels and the error stays near one rounding per term.
package dice

import "math"

// A PMF is a probability mass function over whole numbers from 0: p[i] is the probability of i.
// Its values are not negative and sum to 1; numbers beyond its length have probability 0.
type PMF []float64

// Constant returns the distribution that is always n: P(n) = 1, n ≥ 0.
func Constant(n int) PMF {
	p := make(PMF, n+1)
	p[n] = 1
	return p
}

// Die returns the distribution of one fair die.
//
//	P(k) = 1/sides,  1 ≤ k ≤ sides
func Die(sides int) PMF { return Highest(1, sides) }

// Binomial returns the distribution of successes among n independent trials.
//
//	P(k) = C(n, k) p^k (1-p)^(n-k),  0 ≤ k ≤ n
//
// It is built trial by trial (Pascal's rule), which stays exact in the tails
// where the closed form over- and underflows. n ≥ 0, 0 ≤ p ≤ 1.
//
// For more information, see https://en.wikipedia.org/wiki/Binomial_distribution.
func Binomial(n int, p float64) PMF {
	b := make(PMF, n+1)
	b[0] = 1
	for k := 1; k <= n; k++ {
		for i := k; i > 0; i-- {
			b[i] = b[i]*(1-p) + b[i-1]*p
		}
		b[0] *= 1 - p
	}
	return b
}

// Highest returns the distribution of the highest of n fair dice.
//
//	P(k) = (k/sides)^n - ((k-1)/sides)^n,  1 ≤ k ≤ sides, n ≥ 1
//
// For more information, see https://en.wikipedia.org/wiki/Order_statistic.
func Highest(n, sides int) PMF {
	p := make(PMF, sides+1)
	below := 0.0
	for k := 1; k <= sides; k++ {
		upTo := math.Pow(float64(k)/float64(sides), float64(n))
		p[k], below = upTo-below, upTo
	}
	return p
}

// Sum returns the distribution of a + b, for independent a and b.
//
//	P(k) = Σ a(i)·b(k-i)
func Sum(a, b PMF) PMF {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	return SumCapped(make(PMF, len(a)+len(b)-1), a, b)
}

// SumCapped sets dst to the distribution of min(a + b, len(dst)-1) for independent a and b, and
// returns it. dst must not share memory with a or b.
func SumCapped(dst, a, b PMF) PMF {
	clear(dst)
	top := len(dst) - 1
	for i, ai := range a {
		if ai == 0 {
			continue
		}
		if i >= top {
			dst[top] += ai
			continue
		}
		// Sums below the top need no capping.
		room := min(len(b), top-i)
		row := dst[i : i+room]
		for j, bj := range b[:room] {
			row[j] += ai * bj
		}
		for _, bj := range b[room:] {
			dst[top] += ai * bj
		}
	}
	return dst
}

// Thin returns the distribution of how many of a number of things are left if each is kept
// independently with probability keep; p is the distribution of the number.
//
//	P(k) = Σ p(n)·C(n, k)·keep^k·(1-keep)^(n-k)
//
// For more information, see https://en.wikipedia.org/wiki/Thinning_(probability).
func (p PMF) Thin(keep float64) PMF {
	thin := make(PMF, len(p))
	// Horner's scheme in the generating function: thin = p[n] + one trial × (…).
	for n := len(p) - 1; n >= 0; n-- {
		for k := len(p) - 1; k > 0; k-- {
			thin[k] = thin[k]*(1-keep) + thin[k-1]*keep
		}
		if len(thin) > 0 {
			thin[0] = thin[0]*(1-keep) + p[n]
		}
	}
	return thin
}

// Mean returns the expected value Σ k·p(k).
func (p PMF) Mean() float64 {
	var mean float64
	for k, pk := range p {
		mean += float64(k) * pk
	}
	return mean
}

// Total returns Σ p(k), which is 1 up to rounding.
func (p PMF) Total() float64 {
	var total float64
	for _, pk := range p {
		total += pk
	}
	return total
}

// AtLeast returns the probability of n or more.
func (p PMF) AtLeast(n int) float64 {
	if n <= 0 {
		return 1
	}
	var sum float64
	for k := len(p) - 1; k >= n; k-- {
		sum += p[k]
	}
	return sum
}
