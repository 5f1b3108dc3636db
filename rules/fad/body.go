package fad

import (
	"cmp"
	"slices"
	"sync"

	"muster/rules/dice"
)

// A lossStates numbers the states that losses can put a unit's figures in, from 0 for an unhurt
// unit. Each hit leads from one state to another.
type lossStates struct {
	figures          int
	pointsPerFigure  int  // wounds that each figure can take
	usesWoundedRules bool // the optional rules for wounded figures are used
	pairedHits       bool // hits without AP are dealt two to a figure
	states           []lossState

	// index of each state by the figures' remaining points; nil unless hits are dealt in pairs
	stateByPoints map[string]int
}

// A lossState holds the casualties so far, and the states to which another hit leads.
type lossState struct {
	fallen, wounded              int
	afterMinorHit, afterMajorHit int // indices of the states after one more minor or major hit
	// remaining points (wounds) of each standing figure, lowest first; only if hits are dealt in
	// pairs
	pointsLeft []int8
}

// lossStatesCache caches the lossStates of small units. These never change, and many fights share
// them.
var lossStatesCache sync.Map

// lossStatesOf returns the states of a unit, cached if the unit is small; see newLossStates.
func lossStatesOf(figures, points int, wounds, paired bool) *lossStates {
	if paired || figures*points > 64 {
		return newLossStates(figures, points, wounds, paired)
	}
	key := struct {
		figures, points int
		wounds          bool
	}{figures, points, wounds}
	if b, known := lossStatesCache.Load(key); known {
		return b.(*lossStates)
	}
	b, _ := lossStatesCache.LoadOrStore(key, newLossStates(figures, points, wounds, false))
	return b.(*lossStates)
}

// newLossStates numbers the loss states of a unit. Under the rules for wounded figures each figure
// has one point, and figures lost by minor hits are counted separately as wounded.
func newLossStates(figures, points int, wounds, paired bool) *lossStates {
	b := &lossStates{figures: figures, pointsPerFigure: points, usesWoundedRules: wounds, pairedHits: paired}
	switch {
	case paired && points > 1:
		left := make([]int8, figures)
		for i := range left {
			left[i] = int8(points)
		}
		b.stateByPoints = map[string]int{}
		b.stateWithPoints(left)
	case wounds && points == 1:
		// The states with c fallen begin at c(c+1)/2, ordered by the number of wounded.
		b.states = make([]lossState, 0, (figures+1)*(figures+2)/2)
		for fallen := range figures + 1 {
			next := (fallen + 1) * (fallen + 2) / 2
			for wounded := range fallen + 1 {
				s := lossState{fallen: fallen, wounded: wounded, afterMinorHit: next + wounded + 1, afterMajorHit: next + wounded}
				if fallen == figures {
					s.afterMinorHit, s.afterMajorHit = len(b.states), len(b.states)
				}
				b.states = append(b.states, s)
			}
		}
	default:
		// State i has lost i points, all of one figure before those of the next.
		last := figures * points
		b.states = make([]lossState, last+1)
		for i := range b.states {
			b.states[i] = lossState{
				fallen: i / points, afterMinorHit: min(i+1, last),
				afterMajorHit: min(i+min(2, points-i%points), last),
			}
		}
	}
	return b
}

// stateWithPoints returns the index of the state in which the standing figures have these remaining
// points (lowest first), and adds the state if it is new. It keeps the slice left.
func (b *lossStates) stateWithPoints(left []int8) int {
	key := string(pointsKey(left))
	if i, ok := b.stateByPoints[key]; ok {
		return i
	}
	i := len(b.states)
	b.stateByPoints[key] = i
	b.states = append(b.states, lossState{fallen: b.figures - len(left), pointsLeft: left, afterMinorHit: i, afterMajorHit: i})
	if len(left) > 0 {
		// Hits not dealt to a particular figure go to the one with the fewest points.
		b.states[i].afterMinorHit = b.stateWithPoints(losePoints(left, 0, 1))
		b.states[i].afterMajorHit = b.stateWithPoints(losePoints(left, 0, 2))
	}
	return i
}

func pointsKey(left []int8) []byte {
	text := make([]byte, len(left))
	for i, n := range left {
		text[i] = byte(n)
	}
	return text
}

// losePoints returns the remaining points after the figure at an index has lost points, without a
// figure that has none left.
func losePoints(left []int8, at, lost int) []int8 {
	after := slices.Clone(left)
	after[at] -= int8(min(lost, int(after[at])))
	if after[at] == 0 {
		return slices.Delete(after, at, at+1)
	}
	slices.SortStableFunc(after, cmp.Compare[int8])
	return after
}

// figuresLeft returns the number of figures left in a state.
func (b *lossStates) figuresLeft(i int) int { return b.figures - b.states[i].fallen }

// afterKills returns the index of the state after a number of kills.
func (b *lossStates) afterKills(state, kills int) int {
	for ; kills > 0 && b.figuresLeft(state) > 0; kills-- {
		state = b.states[state].afterMajorHit
	}
	return state
}

// wipedOutState returns the index of the state without figures.
func (b *lossStates) wipedOutState() int {
	if b.stateByPoints != nil {
		return b.stateWithPoints(nil)
	}
	return len(b.states) - 1
}

// unhurtPMF returns the distribution of states in which the unit is certainly unhurt.
func (b *lossStates) unhurtPMF() dice.PMF { return dice.Constant(0) }

// casualties returns the distributions of the number of casualties and of the wounded among them,
// given the distribution p of states.
func (b *lossStates) casualties(p dice.PMF) (fallen, wounded dice.PMF) {
	both, n := make(dice.PMF, 2*(b.figures+1)), b.figures+1
	fallen, wounded = both[:n:n], both[n:]
	for i, pi := range p {
		fallen[b.states[i].fallen] += pi
		wounded[b.states[i].wounded] += pi
	}
	return fallen, wounded
}

// afterHits returns the distribution of states after hits on a unit with the distribution p of
// states; it may change p. hits is the distribution of the number of hits.
func (b *lossStates) afterHits(p, hits dice.PMF, w hitEffect) dice.PMF {
	minor, major := w.odds()
	switch {
	case w.wastedHitsByDie != nil:
		return b.afterSquadHits(p, hits, w)
	case w.twoHitsPerFigure:
		return b.afterPairedHits(p, hits, w)
	}
	// Horner's scheme: the states after h hits are one hit more than after h-1.
	var after dice.PMF
	for h := len(hits) - 1; h >= 0; h-- {
		if after != nil {
			after = b.afterOneHit(after, minor, major)
		}
		if hits[h] > 0 {
			after = addWeighted(after, p, hits[h])
		}
	}
	return after
}

// afterOneHit returns the distribution of states after one hit, given the probabilities that it is
// minor or major. It may change p, the distribution before the hit.
func (b *lossStates) afterOneHit(p dice.PMF, minor, major float64) dice.PMF {
	from := len(p)
	if grown := min(b.stateCountAfterHit(from), len(b.states)); grown > len(p) {
		p = append(p, make(dice.PMF, grown-len(p))...)
	}
	none := 1 - minor - major
	if b.stateByPoints != nil {
		after := make(dice.PMF, len(b.states))
		for i, was := range p {
			s := &b.states[i]
			after[i] += was * none
			after[s.afterMinorHit] += was * minor
			after[s.afterMajorHit] += was * major
		}
		return after
	}
	// States lead only to themselves or to later ones, so going from the last works in
	// place.
	for i := from - 1; i >= 0; i-- {
		if p[i] == 0 {
			continue
		}
		s := &b.states[i]
		was := p[i]
		p[i] = was * none
		p[s.afterMinorHit] += was * minor
		p[s.afterMajorHit] += was * major
	}
	return p
}

// stateCountAfterHit returns the number of states that a hit on a unit in one of the first n states
// may lead to, counted from state 0.
func (b *lossStates) stateCountAfterHit(n int) int {
	most := n
	for i := n - 1; i >= max(0, n-b.pointsPerFigure-b.figures-1); i-- {
		most = max(most, b.states[i].afterMinorHit+1, b.states[i].afterMajorHit+1)
	}
	return most
}

// afterKillRolls returns the distribution of states after a number of kill rolls that each kill a
// figure with probability chance. It may change p, the distribution before them.
func (b *lossStates) afterKillRolls(p dice.PMF, rolls int, chance float64) dice.PMF {
	p = slices.Grow(p, max(len(b.states)-len(p), 0))
	for range rolls {
		p = b.afterOneHit(p, 0, chance)
	}
	return p
}

// addWeighted adds p, multiplied by weight, to dst, and returns dst. dst may be nil.
func addWeighted(dst, p dice.PMF, weight float64) dice.PMF {
	if len(dst) < len(p) {
		dst = append(dst, make(dice.PMF, len(p)-len(dst))...)
	}
	for i, pi := range p {
		dst[i] += weight * pi
	}
	return dst
}

// afterSquadHits returns the distribution of states after hits on a squad that share one damage die
// (FAD, Squad-Based Damage).
func (b *lossStates) afterSquadHits(p, hits dice.PMF, w hitEffect) dice.PMF {
	hits = hits.Thin(unsavedChance(int(w.saveRoll)))
	sides := float64(len(w.wastedHitsByDie) - 1)
	killed := make(dice.PMF, len(hits))
	for h, ph := range hits {
		for die := 1; die < len(w.wastedHitsByDie); die++ {
			killed[max(0, h-w.wastedHitsByDie[die])] += ph / sides
		}
	}
	return b.afterHits(p, killed, hitEffect{minorRoll: 1, majorRoll: 1})
}

// afterPairedHits returns the distribution of states after hits without AP that are dealt two to a
// figure.
func (b *lossStates) afterPairedHits(p, hits dice.PMF, w hitEffect) dice.PMF {
	var after dice.PMF
	for i, pi := range p {
		if pi == 0 {
			continue
		}
		for h, ph := range hits {
			if ph == 0 {
				continue
			}
			switch pairs, odd := b.pairHits(i, h); {
			case pairs == 0:
				after = addChanceAt(after, i, pi*ph)
			case b.pointsPerFigure == 1:
				for k, pk := range b.fallenAfterPairs(pairs, odd, w) {
					after = addChanceAt(after, min(i+k, len(b.states)-1), pi*ph*pk)
				}
			default:
				after = addWeighted(after, b.statesAfterPairs(i, pairs, odd, w), pi*ph)
			}
		}
	}
	return after
}

// pairHits returns how many figures are dealt two hits each, and how many extra hits the last of
// them takes. A single hit has no effect, an odd one joins the last pair, hits beyond two for every
// figure are lost, and a lone figure takes all.
func (b *lossStates) pairHits(state, hits int) (pairs, odd int) {
	pairs, odd = hits/2, hits%2
	switch standing := b.figuresLeft(state); {
	case pairs == 0 || standing == 0:
		return 0, 0
	case standing == 1:
		return 1, hits - 2
	case pairs >= standing:
		return standing, 0
	}
	return pairs, odd
}

// fallenAfterPairs returns the distribution of casualties among figures that were dealt two hits
// each, and the last of them odd hits more.
func (b *lossStates) fallenAfterPairs(pairs, odd int, w hitEffect) dice.PMF {
	minor, major := w.odds()
	stands := func(hits int) float64 {
		p := 1.0
		for range hits {
			p *= 1 - minor - major
		}
		return p
	}
	last := stands(2 + odd)
	return dice.Sum(dice.Binomial(pairs-1, 1-stands(2)), dice.PMF{last, 1 - last})
}

// statesAfterPairs returns the distribution of states after pairs of hits on a unit in state i:
// figures with the fewest points are dealt two hits each first, and the last of them odd hits more.
func (b *lossStates) statesAfterPairs(i, pairs, odd int, w hitEffect) dice.PMF {
	begun := b.states[i].pointsLeft
	minor, major := w.odds()
	p := addChanceAt(nil, i, 1)
	for k := range pairs {
		hits := 2
		if k == pairs-1 {
			hits += odd
		}
		// Earlier figures have at most as many points as this one began with.
		points := dice.Constant(0)
		for range hits {
			points = dice.SumCapped(make(dice.PMF, int(begun[k])+1), points, dice.PMF{1 - minor - major, minor, major})
		}
		var after dice.PMF
		for from, pf := range p {
			if pf == 0 {
				continue
			}
			left := b.states[from].pointsLeft
			at := slices.Index(left, begun[k])
			for n, pn := range points {
				after = addChanceAt(after, b.stateWithPoints(losePoints(left, at, n)), pf*pn)
			}
		}
		p = after
	}
	return p
}

// addChanceAt adds weight to p at an index, and returns p, extended if needed.
func addChanceAt(p dice.PMF, at int, weight float64) dice.PMF {
	if len(p) <= at {
		p = append(p, make(dice.PMF, at+1-len(p))...)
	}
	p[at] += weight
	return p
}
