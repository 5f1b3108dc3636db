//go:build !race

package roll_test

// Enough for every run of the tests; -roll.duels and -roll.trials ask for more.
const (
	someDuels  = 1800
	someTrials = 2000
)
