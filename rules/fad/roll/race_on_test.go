//go:build race

package roll_test

// The race detector makes rolling ten times slower, and one goroutine rolls.
const (
	someDuels  = 60
	someTrials = 1000
)
