package fill

import (
	"errors"
	"sync/atomic"
	"time"
)

// What one question may cost, whatever the list and its books. It is counted in work, so
// that a question has the same answers on every machine; the clock only ends what a slow
// one would work at for ever. What is left out then makes an answer one that is not
// proven, and its bound says so. Real books stay below a tenth of each.
const (
	mostLoadouts = 100_000    // ways to choose upgrades that are weighed of one unit
	allLoadouts  = 300_000    // of all units
	allFights    = 6_000      // that are worked out whole, and parts of volleys
	allValues    = 200_000    // builds and pairs whose parts are added up
	allSteps     = 60_000_000 // from one state of a search to another
	mostStates   = 1_000_000  // of one search
	allTogether  = 2_000_000  // sets of picks that a collection bounds together, of a search
	allSums      = 96 << 20   // bytes of sums of points, of a search
	patience     = 20 * time.Second
)

// errSpent says that a part of the work has cost all that it may.
var errSpent = errors.New("that is more work than a question may cost")

// effort is how much of each kind of work the draw of a unit's columns may cost.
type effort struct{ loadouts, fights, values int }

// among is the effort for each of n units.
func (e effort) among(n int) effort {
	n = max(n, 1)
	return effort{min(e.loadouts/n, mostLoadouts), e.fights / n, e.values / n}
}

func (e effort) less(o effort) effort {
	return effort{e.loadouts - o.loadouts, e.fights - o.fights, e.values - o.values}
}

// work is what is left of a question's searches.
type work struct {
	until time.Time
	steps int
	late  atomic.Bool
}

func newWork(within time.Duration) *work {
	return &work{until: time.Now().Add(within), steps: allSteps}
}

// isLate reports whether the clock has ended the question.
func (w *work) isLate() bool {
	if !w.late.Load() && time.Now().After(w.until) {
		w.late.Store(true)
	}
	return w.late.Load()
}

// halve returns half of what is left for one search, and a function that takes off what
// that has cost.
func (w *work) halve() (half *work, done func()) {
	half = &work{until: w.until, steps: w.steps / 2}
	before := half.steps
	return half, func() { w.steps -= before - max(half.steps, 0) }
}

// isShort reports whether too little is left for another search.
func (w *work) isShort() bool { return w.steps < allSteps/50 || w.isLate() }

// step counts so many steps of a search that has so many states, and reports whether it
// may go on. Nil may always.
func (w *work) step(n, states int) bool {
	if w == nil {
		return true
	}
	w.steps -= n
	return w.steps >= 0 && states <= mostStates
}
