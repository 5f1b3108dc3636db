//go:build race

package roll_test

// How much is rolled by default: less, for the race detector is slow.
const (
	vectorTrials = 20_000
	someDuels    = 60
	someTrials   = 4_000
)
