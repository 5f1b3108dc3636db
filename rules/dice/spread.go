package dice

// A Spread is the distribution of a random number with its mean.
type Spread struct {
	Mean float64 `json:"mean"`
	PMF  PMF     `json:"pmf"` // PMF[i] is the probability of exactly i
}

// Spread returns the distribution together with its mean.
func (p PMF) Spread() Spread { return Spread{Mean: p.Mean(), PMF: p} }
