package fad

import (
	"cmp"
	"slices"
	"sync"

	"muster/rules/dice"
)

// A body numbers the states that hits put a unit's figures in. State 0 is unhurt;
// each hit leads from one state to another.
type body struct {
	figures int
	points  int  // wounds that each figure can take
	wounds  bool // the rules for wounded figures are in use
	paired  bool // hits without AP are dealt two to a figure
	states  []state

	stateOf map[string]int // states by the figures' remaining points; nil unless hits are paired
}

// A state holds the casualties so far and the states that hits lead to.
type state struct {
	fallen, wounded int
	minor, major    int    // the state after a minor or a major hit
	left            []int8 // remaining points of each figure, lowest first; only where hits are paired
}

// bodies are those of small units, which many fights share: a body does not change.
var bodies sync.Map

// bodyOf returns the body of a unit; see newBody.
func bodyOf(figures, points int, wounds, paired bool) *body {
	if paired || figures*points > 64 {
		return newBody(figures, points, wounds, paired)
	}
	key := struct {
		figures, points int
		wounds          bool
	}{figures, points, wounds}
	if b, known := bodies.Load(key); known {
		return b.(*body)
	}
	b, _ := bodies.LoadOrStore(key, newBody(figures, points, wounds, false))
	return b.(*body)
}

// newBody numbers the states of a unit. Under the rules for wounded figures each has
// one point, and casualties of minor hits are counted separately as wounded.
func newBody(figures, points int, wounds, paired bool) *body {
	b := &body{figures: figures, points: points, wounds: wounds, paired: paired}
	switch {
	case paired && points > 1:
		left := make([]int8, figures)
		for i := range left {
			left[i] = int8(points)
		}
		b.stateOf = map[string]int{}
		b.stateWith(left)
	case wounds && points == 1:
		// The states with c fallen begin at c(c+1)/2, ordered by the number of wounded.
		b.states = make([]state, 0, (figures+1)*(figures+2)/2)
		for fallen := range figures + 1 {
			next := (fallen + 1) * (fallen + 2) / 2
			for wounded := range fallen + 1 {
				s := state{fallen: fallen, wounded: wounded, minor: next + wounded + 1, major: next + wounded}
				if fallen == figures {
					s.minor, s.major = len(b.states), len(b.states)
				}
				b.states = append(b.states, s)
			}
		}
	default:
		// State i has lost i points, all of one figure before those of the next.
		last := figures * points
		b.states = make([]state, last+1)
		for i := range b.states {
			b.states[i] = state{fallen: i / points, minor: min(i+1, last), major: min(i+min(2, points-i%points), last)}
		}
	}
	return b
}

// stateWith returns the state with these remaining points, lowest first, and adds it if it
// is new. It retains left.
func (b *body) stateWith(left []int8) int {
	key := string(bytesOf(left))
	if i, ok := b.stateOf[key]; ok {
		return i
	}
	i := len(b.states)
	b.stateOf[key] = i
	b.states = append(b.states, state{fallen: b.figures - len(left), left: left, minor: i, major: i})
	if len(left) > 0 {
		// Hits not dealt to a particular figure go to the one with the fewest points.
		b.states[i].minor = b.stateWith(losePoints(left, 0, 1))
		b.states[i].major = b.stateWith(losePoints(left, 0, 2))
	}
	return i
}

func bytesOf(left []int8) []byte {
	text := make([]byte, len(left))
	for i, n := range left {
		text[i] = byte(n)
	}
	return text
}

// losePoints returns the remaining points after the figure at an index has lost some.
func losePoints(left []int8, at, lost int) []int8 {
	after := slices.Clone(left)
	after[at] -= int8(min(lost, int(after[at])))
	if after[at] == 0 {
		return slices.Delete(after, at, at+1)
	}
	slices.SortStableFunc(after, cmp.Compare[int8])
	return after
}

// standing returns the number of figures left in a state.
func (b *body) standing(i int) int { return b.figures - b.states[i].fallen }

// afterKills returns the state after a number of kills.
func (b *body) afterKills(state, kills int) int {
	for ; kills > 0 && b.standing(state) > 0; kills-- {
		state = b.states[state].major
	}
	return state
}

// wipedOut returns the state without figures.
func (b *body) wipedOut() int {
	if b.stateOf != nil {
		return b.stateWith(nil)
	}
	return len(b.states) - 1
}

// unhurt returns the distribution of an unhurt unit.
func (b *body) unhurt() dice.PMF { return dice.Point(0) }

// figuresOf returns the distributions of casualties and of the wounded among them.
func (b *body) figuresOf(p dice.PMF) (fallen, wounded dice.PMF) {
	both, n := make(dice.PMF, 2*(b.figures+1)), b.figures+1
	fallen, wounded = both[:n:n], both[n:]
	for i, pi := range p {
		fallen[b.states[i].fallen] += pi
		wounded[b.states[i].wounded] += pi
	}
	return fallen, wounded
}

// hit returns the states after a number of hits. It may change p.
func (b *body) hit(p, hits dice.PMF, w blow) dice.PMF {
	minor, major := w.odds()
	switch {
	case w.spare != nil:
		return b.hitSquad(p, hits, w)
	case w.pairs:
		return b.hitInPairs(p, hits, w)
	}
	// Horner's scheme: the states after h hits are one hit more than after h-1.
	var after dice.PMF
	for h := len(hits) - 1; h >= 0; h-- {
		if after != nil {
			after = b.hitOnce(after, minor, major)
		}
		if hits[h] > 0 {
			after = addWeighted(after, p, hits[h])
		}
	}
	return after
}

// hitOnce returns the states after one hit with these probabilities of its results. It
// may change p.
func (b *body) hitOnce(p dice.PMF, minor, major float64) dice.PMF {
	from := len(p)
	if grown := min(b.reachable(from), len(b.states)); grown > len(p) {
		p = append(p, make(dice.PMF, grown-len(p))...)
	}
	none := 1 - minor - major
	if b.stateOf != nil {
		after := make(dice.PMF, len(b.states))
		for i, was := range p {
			s := &b.states[i]
			after[i] += was * none
			after[s.minor] += was * minor
			after[s.major] += was * major
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
		p[s.minor] += was * minor
		p[s.major] += was * major
	}
	return p
}

// reachable returns the number of states needed after a hit on any of the first n.
func (b *body) reachable(n int) int {
	most := n
	for i := n - 1; i >= max(0, n-b.points-b.figures-1); i-- {
		most = max(most, b.states[i].minor+1, b.states[i].major+1)
	}
	return most
}

// killRolls returns the states after kill rolls that each kill with probability chance.
// It may change p.
func (b *body) killRolls(p dice.PMF, rolls int, chance float64) dice.PMF {
	p = slices.Grow(p, max(len(b.states)-len(p), 0))
	for range rolls {
		p = b.hitOnce(p, 0, chance)
	}
	return p
}

// addWeighted adds p, times a weight, to dst, and returns dst. dst may be nil.
func addWeighted(dst, p dice.PMF, weight float64) dice.PMF {
	if len(dst) < len(p) {
		dst = append(dst, make(dice.PMF, len(p)-len(dst))...)
	}
	for i, pi := range p {
		dst[i] += weight * pi
	}
	return dst
}

// hitSquad returns the states after hits that share one damage die (FAD, Squad-Based
// Damage).
func (b *body) hitSquad(p, hits dice.PMF, w blow) dice.PMF {
	hits = hits.Thin(unsaved(int(w.save)))
	sides := float64(len(w.spare) - 1)
	killed := make(dice.PMF, len(hits))
	for h, ph := range hits {
		for die := 1; die < len(w.spare); die++ {
			killed[max(0, h-w.spare[die])] += ph / sides
		}
	}
	return b.hit(p, killed, blow{minor: 1, major: 1})
}

// hitInPairs returns the states after hits without AP, dealt two to a figure.
func (b *body) hitInPairs(p, hits dice.PMF, w blow) dice.PMF {
	var after dice.PMF
	for i, pi := range p {
		if pi == 0 {
			continue
		}
		for h, ph := range hits {
			if ph == 0 {
				continue
			}
			switch pairs, odd := b.pairs(i, h); {
			case pairs == 0:
				after = addAt(after, i, pi*ph)
			case b.points == 1:
				for k, pk := range b.fallenInPairs(pairs, odd, w) {
					after = addAt(after, min(i+k, len(b.states)-1), pi*ph*pk)
				}
			default:
				after = addWeighted(after, b.statesAfterPairs(i, pairs, odd, w), pi*ph)
			}
		}
	}
	return after
}

// pairs returns the number of figures that take a pair of hits each, and the extra
// hits on the last of them. A single hit has no effect, an odd one joins the last pair,
// hits beyond two for every figure are lost, and a lone figure takes all.
func (b *body) pairs(state, hits int) (pairs, odd int) {
	pairs, odd = hits/2, hits%2
	switch standing := b.standing(state); {
	case pairs == 0 || standing == 0:
		return 0, 0
	case standing == 1:
		return 1, hits - 2
	case pairs >= standing:
		return standing, 0
	}
	return pairs, odd
}

// fallenInPairs returns the distribution of casualties among figures that took pairs of hits.
func (b *body) fallenInPairs(pairs, odd int, w blow) dice.PMF {
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

// statesAfterPairs returns the states after figures took a pair of hits each, those with the
// fewest points first, and the last of them odd hits more.
func (b *body) statesAfterPairs(i, pairs, odd int, w blow) dice.PMF {
	begun := b.states[i].left
	minor, major := w.odds()
	p := addAt(nil, i, 1)
	for k := range pairs {
		hits := 2
		if k == pairs-1 {
			hits += odd
		}
		// Earlier figures have at most as many points as this one began with.
		points := dice.Point(0)
		for range hits {
			points = dice.SumCapped(make(dice.PMF, int(begun[k])+1), points, dice.PMF{1 - minor - major, minor, major})
		}
		var after dice.PMF
		for from, pf := range p {
			if pf == 0 {
				continue
			}
			left := b.states[from].left
			at := slices.Index(left, begun[k])
			for n, pn := range points {
				after = addAt(after, b.stateWith(losePoints(left, at, n)), pf*pn)
			}
		}
		p = after
	}
	return p
}

func addAt(p dice.PMF, at int, weight float64) dice.PMF {
	if len(p) <= at {
		p = append(p, make(dice.PMF, at+1-len(p))...)
	}
	p[at] += weight
	return p
}
