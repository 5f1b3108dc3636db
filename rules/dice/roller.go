package dice

import "math/rand/v2"

// A Roller rolls six-sided dice. A seed gives the same dice on every machine.
type Roller struct {
	source *rand.PCG
	bits   uint64 // random bits not yet used for dice
	left   int
}

// NewRoller returns a Roller with a seed.
func NewRoller(seed uint64) *Roller {
	return &Roller{source: rand.NewPCG(seed, 0x9e3779b97f4a7c15)}
}

// Roll returns 1 to 6.
func (r *Roller) Roll() int {
	if r.left == 0 {
		r.bits, r.left = r.source.Uint64(), 2
	}
	half := r.bits & (1<<32 - 1)
	r.bits >>= 32
	r.left--
	return int(half*6>>32) + 1
}
