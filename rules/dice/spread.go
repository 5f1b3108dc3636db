package dice

// A Spread is a random number, as its mean and its distribution.
type Spread struct {
	Mean float64 `json:"mean"`
	PMF  PMF     `json:"pmf"` // PMF[i] is the probability of exactly i
}

// Spread returns the distribution with its mean.
func (p PMF) Spread() Spread { return Spread{Mean: p.Mean(), PMF: p} }
