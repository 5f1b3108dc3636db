package fad

import (
	"cmp"
	"slices"

	"muster/rules/dice"
)

// A body is the figures of a unit as hits change them. Its states are numbered;
// state 0 is whole, and what a hit does leads from one state to another.
type body struct {
	figures int
	points  int // of each figure
	wounds  bool
	paired  bool
	states  []state

	known map[string]int // states by the figures' points, where those differ
}

// state is how many figures have fallen, and where a hit leads.
type state struct {
	fallen, wounded int
	minor, major    int    // the state after a hit that exceeds the armour by little, by 3 or more
	left            []int8 // points left of the figures that stand, lowest first; only where hits are paired
}

// newBody numbers the states of a unit. With wounds in play figures have one
// point, and those that a minor hit fells are counted by themselves.
func newBody(figures, points int, wounds, paired bool) *body {
	b := &body{figures: figures, points: points, wounds: wounds, paired: paired}
	switch {
	case paired && points > 1:
		left := make([]int8, figures)
		for i := range left {
			left[i] = int8(points)
		}
		b.known = map[string]int{}
		b.find(left)
	case wounds && points == 1:
		// States of c fallen begin at c(c+1)/2, by how many of them are wounded.
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

// find returns the state of figures with so many points left, lowest first, and
// numbers it if it is new. It keeps left.
func (b *body) find(left []int8) int {
	key := string(bytesOf(left))
	if i, ok := b.known[key]; ok {
		return i
	}
	i := len(b.states)
	b.known[key] = i
	b.states = append(b.states, state{fallen: b.figures - len(left), left: left, minor: i, major: i})
	if len(left) > 0 {
		// What is dealt to no figure in particular takes the most hurt one.
		b.states[i].minor = b.find(wound(left, 0, 1))
		b.states[i].major = b.find(wound(left, 0, 2))
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

// wound returns the points left when the figure at a place has lost some.
func wound(left []int8, at, lost int) []int8 {
	after := slices.Clone(left)
	after[at] -= int8(min(lost, int(after[at])))
	if after[at] == 0 {
		return slices.Delete(after, at, at+1)
	}
	slices.SortFunc(after, cmp.Compare[int8])
	return after
}

// standing returns how many figures stand in a state.
func (b *body) standing(i int) int { return b.figures - b.states[i].fallen }

// after returns the state after so many hits by far, or kills.
func (b *body) after(state, kills int) int {
	for ; kills > 0 && b.standing(state) > 0; kills-- {
		state = b.states[state].major
	}
	return state
}

// gone is the state in which no figure stands.
func (b *body) gone() int {
	if b.known != nil {
		return b.find(nil)
	}
	return len(b.states) - 1
}

// whole is the distribution of a unit that nothing has hit.
func (b *body) whole() dice.PMF { return dice.Point(0) }

// figuresOf turns a distribution of states into those of figures that fell, and of
// those among them that are wounded.
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
		return b.spared(p, hits, w)
	case w.pairs:
		return b.deal(p, hits, w)
	}
	// Horner's scheme: the states after h hits are one hit more than after h-1.
	var after dice.PMF
	for h := len(hits) - 1; h >= 0; h-- {
		if after != nil {
			after = b.once(after, minor, major)
		}
		if hits[h] > 0 {
			after = blend(after, p, hits[h])
		}
	}
	return after
}

// once returns the states after one hit. It may change p.
func (b *body) once(p dice.PMF, minor, major float64) dice.PMF {
	from := len(p)
	if grown := min(b.reach(from), len(b.states)); grown > len(p) {
		p = append(p, make(dice.PMF, grown-len(p))...)
	}
	none := 1 - minor - major
	if b.known != nil {
		after := make(dice.PMF, len(b.states))
		for i, was := range p {
			s := &b.states[i]
			after[i] += was * none
			after[s.minor] += was * minor
			after[s.major] += was * major
		}
		return after
	}
	// States lead to themselves or to later ones: from the last, in place.
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

// reach is how many states there are once the first n were hit.
func (b *body) reach(n int) int {
	most := n
	for i := n - 1; i >= max(0, n-b.points-b.figures-1); i-- {
		most = max(most, b.states[i].minor+1, b.states[i].major+1)
	}
	return most
}

// kills returns the states after so many kill rolls, each of which kills with a
// probability. It may change p.
func (b *body) kills(p dice.PMF, rolls int, chance float64) dice.PMF {
	for range rolls {
		p = b.once(p, 0, chance)
	}
	return p
}

// blend adds a part of one distribution to another, which may be nil.
func blend(dst, p dice.PMF, weight float64) dice.PMF {
	if len(dst) < len(p) {
		dst = append(dst, make(dice.PMF, len(p)-len(dst))...)
	}
	for i, pi := range p {
		dst[i] += weight * pi
	}
	return dst
}

// spared deals hits whose damage one die decides (FAD, Squad-Based Damage).
func (b *body) spared(p, hits dice.PMF, w blow) dice.PMF {
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

// deal gives hits without AP two to a figure.
func (b *body) deal(p, hits dice.PMF, w blow) dice.PMF {
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
				after = add(after, i, pi*ph)
			case b.points == 1:
				for k, pk := range b.fell(pairs, odd, w) {
					after = add(after, min(i+k, len(b.states)-1), pi*ph*pk)
				}
			default:
				after = blend(after, b.dealt(i, pairs, odd, w), pi*ph)
			}
		}
	}
	return after
}

// pairs is how many figures are dealt a pair of hits each, and how many more the
// last of them takes: fewer than two have no effect, an odd last one joins the last
// pair, and hits beyond two for every figure are lost; a single figure takes all.
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

// fell is how many of the figures that were dealt pairs of hits fall.
func (b *body) fell(pairs, odd int, w blow) dice.PMF {
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

// dealt returns the states after so many figures were dealt a pair of hits each,
// the most hurt figures first, the last of them an odd one more.
func (b *body) dealt(i, pairs, odd int, w blow) dice.PMF {
	begun := b.states[i].left
	minor, major := w.odds()
	p := add(nil, i, 1)
	for k := range pairs {
		hits := 2
		if k == pairs-1 {
			hits += odd
		}
		// Those dealt before have at most as many points as this figure began with.
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
				after = add(after, b.find(wound(left, at, n)), pf*pn)
			}
		}
		p = after
	}
	return p
}

func add(p dice.PMF, at int, weight float64) dice.PMF {
	if len(p) <= at {
		p = append(p, make(dice.PMF, at+1-len(p))...)
	}
	p[at] += weight
	return p
}
