package dice

// A Spread is a number that dice decide.
type Spread struct {
	Mean float64 `json:"mean"`
	PMF  PMF     `json:"pmf"` // PMF[i] is the probability of exactly i
}

// Spread describes the distribution.
func (p PMF) Spread() Spread { return Spread{Mean: p.Mean(), PMF: p} }
