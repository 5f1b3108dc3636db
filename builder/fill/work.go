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
	mostLoadouts    = 100_000    // ways to choose upgrades for one unit
	allLoadouts     = 300_000    // the same for all units
	allFights       = 24_000     // fights computed, and parts of volleys
	allValues       = 200_000    // builds and pairs valued by sums of parts
	mostListed      = 10_000     // builds of one unit; if it has more, useless ones are dropped as stages
	mostStages      = 80_000     // stages at a time of one unit with more than mostListed builds
	allStages       = 6_500_000  // all stages, each times the unit's models plus five
	allSteps        = 60_000_000 // transitions between states of searches
	mostStates      = 1_000_000  // states of one search
	allCombinations = 2_000_000  // combinations of picks within a collection's limits, in one search
	allSums         = 96 << 20   // bytes for sums of points, in one search
	patience        = 20 * time.Second
)

// errBudget is the error when a part of the budget is spent.
var errBudget = errors.New("that is more work than a question may cost")

// effort is a budget of work for computing the columns of a kind of unit.
type effort struct{ loadouts, stages, fights, values int }

// share returns an equal share for each of n kinds.
func (e effort) share(n int) effort {
	n = max(n, 1)
	return effort{min(e.loadouts/n, mostLoadouts), e.stages / n, e.fights / n, e.values / n}
}

// isTwice reports whether e is more than twice o in some kind of work.
func (e effort) isTwice(o effort) bool {
	return e.loadouts > 2*o.loadouts || e.stages > 2*o.stages || e.fights > 2*o.fights || e.values > 2*o.values
}

// minus returns what is left of e after o.
func (e effort) minus(o effort) effort {
	return effort{e.loadouts - o.loadouts, e.stages - o.stages, e.fights - o.fights, e.values - o.values}
}

// work is the remaining budget of a question's searches.
type work struct {
	until time.Time // time limit
	steps int       // steps left
	late  atomic.Bool
}

// isLate reports whether the time limit has passed.
func (w *work) isLate() bool {
	if !w.late.Load() && time.Now().After(w.until) {
		w.late.Store(true)
	}
	return w.late.Load()
}

// halve returns half of the remaining budget for one search, and a function that subtracts the
// search's work from w.
func (w *work) halve() (half *work, done func()) {
	half = &work{until: w.until, steps: w.steps / 2}
	before := half.steps
	return half, func() { w.steps -= before - max(half.steps, 0) }
}

// isShort reports whether too little budget is left for another search.
func (w *work) isShort() bool { return w.steps < allSteps/50 || w.isLate() }

// spend counts n steps of a search that has a number of states, and reports whether the search may
// continue. A nil budget has no limit.
func (w *work) spend(n, states int) bool {
	if w == nil {
		return true
	}
	w.steps -= n
	return w.steps >= 0 && states <= mostStates
}
