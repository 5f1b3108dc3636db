package dice

import "math/rand/v2"

// A Roller rolls six-sided dice. The same seed gives the same dice on every machine.
type Roller struct {
	source     *rand.PCG
	unusedBits uint64 // random bits not yet used for dice
	diceLeft   int    // number of dice that can still be made from bits
}

// NewRoller returns a Roller; the seed determines its dice.
func NewRoller(seed uint64) *Roller {
	return &Roller{source: rand.NewPCG(seed, 0x9e3779b97f4a7c15)}
}

// Roll returns the result of one die, 1 to 6.
func (r *Roller) Roll() int {
	if r.diceLeft == 0 {
		r.unusedBits, r.diceLeft = r.source.Uint64(), 2
	}
	half := r.unusedBits & (1<<32 - 1)
	r.unusedBits >>= 32
	r.diceLeft--
	return int(half*6>>32) + 1
}
