// Package dice is the arithmetic of dice: probability mass functions over
// 0, 1, 2, … and the few operations that fights need.
package dice

// A PMF is a probability mass function over whole numbers from 0: p[i] is the
// probability of i. Its values are not negative and sum to 1.
type PMF []float64

// Mean returns the expected value Σ i·p[i].
func (p PMF) Mean() float64 {
	var mean float64
	for i, pi := range p {
		mean += float64(i) * pi
	}
	return mean
}
