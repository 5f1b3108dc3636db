package fill

import (
	"errors"
	"sync/atomic"
	"time"
)

// The budget of one question, for any list and books. It is counted in steps of work, so that a
// question has the same answers on every machine; the clock only stops a machine that is far too
// slow. If the budget is spent, the answer is not proven, and its bound shows it. Real books use
// less than a tenth of each limit.
const (
	maxLoadoutsPerUnit = 100_000 // ways to choose upgrades for one unit
	maxTotalLoadouts   = 300_000 // ways to choose upgrades for all units together
	maxFights          = 24_000  // fights computed, for whole units or for parts of their attacks
	maxBuildsToSum     = 200_000 // builds and pairs valued by sums of parts
	// builds listed of one unit; for a unit with more, options are decided one by one, and partial
	// builds that cannot be best are dropped
	maxBuildsPerUnit = 10_000
	// partial builds held at a time for one unit with more than maxBuildsPerUnit builds
	maxPartialBuilds = 80_000
	// work on all partial builds: each costs the number of the unit's models plus five
	maxPartialBuildWork = 6_500_000
	maxSearchSteps      = 60_000_000 // transitions between states of searches
	maxSearchStates     = 1_000_000  // states of one search
	maxPickCombinations = 2_000_000  // combinations of picks within a collection's limits, in one search
	maxPointSumBytes    = 96 << 20   // bytes for sums of points, in one search
	maxSearchTime       = 20 * time.Second
)

// errBudgetSpent means that a question used up its budget of work.
var errBudgetSpent = errors.New("that is more work than a question may cost")

// variantBudget is a budget of work for computing the variants of a kind of unit.
type variantBudget struct{ loadoutCount, partialBuildWork, fightCount, buildsToSum int }

// dividedBy returns an equal share for each of n kinds.
func (e variantBudget) dividedBy(n int) variantBudget {
	n = max(n, 1)
	return variantBudget{
		min(e.loadoutCount/n, maxLoadoutsPerUnit), e.partialBuildWork / n, e.fightCount / n,
		e.buildsToSum / n,
	}
}

// exceedsTwice reports whether e is more than twice o in some kind of work.
func (e variantBudget) exceedsTwice(o variantBudget) bool {
	return e.loadoutCount > 2*o.loadoutCount || e.partialBuildWork > 2*o.partialBuildWork ||
		e.fightCount > 2*o.fightCount ||
		e.buildsToSum > 2*o.buildsToSum
}

// minus returns e less o.
func (e variantBudget) minus(o variantBudget) variantBudget {
	return variantBudget{
		e.loadoutCount - o.loadoutCount, e.partialBuildWork - o.partialBuildWork, e.fightCount - o.fightCount,
		e.buildsToSum - o.buildsToSum,
	}
}

// searchBudget is the work that the searches of a question may still do.
type searchBudget struct {
	deadline       time.Time   // time limit
	stepsLeft      int         // steps left
	deadlinePassed atomic.Bool // the time limit was found to have passed
}

// pastDeadline reports whether the time limit has passed.
func (w *searchBudget) pastDeadline() bool {
	if !w.deadlinePassed.Load() && time.Now().After(w.deadline) {
		w.deadlinePassed.Store(true)
	}
	return w.deadlinePassed.Load()
}

// halve returns half of the remaining budget for one search, and a function that subtracts the
// search's work from w.
func (w *searchBudget) halve() (half *searchBudget, done func()) {
	half = &searchBudget{deadline: w.deadline, stepsLeft: w.stepsLeft / 2}
	before := half.stepsLeft
	return half, func() { w.stepsLeft -= before - max(half.stepsLeft, 0) }
}

// nearlySpent reports whether too little of the budget is left for another search.
func (w *searchBudget) nearlySpent() bool { return w.stepsLeft < maxSearchSteps/50 || w.pastDeadline() }

// spendSteps subtracts n steps of a search with a number of states from the budget, and reports
// whether the search may continue. A nil budget has no limit.
func (w *searchBudget) spendSteps(n, states int) bool {
	if w == nil {
		return true
	}
	w.stepsLeft -= n
	return w.stepsLeft >= 0 && states <= maxSearchStates
}
