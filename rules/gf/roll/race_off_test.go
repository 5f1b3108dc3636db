//go:build !race

package roll_test

// How much is rolled by default.
const (
	vectorTrials = 200_000
	someDuels    = 600
	someTrials   = 10_000
)
