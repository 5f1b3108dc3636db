package fill

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
)

// surprise is what a change counts when the most points are to be spent: as little
// as decides only between answers that spend as many.
const surprise = 1e-4

// spend finds the picks that use the most points, and of those the ones with the
// fewest changes. Where that costs too much, they may be some points below. The error is
// the context's.
func (p *problem) spend(ctx context.Context) (solution, error) {
	s, err := p.mostSpent(ctx)
	if errors.Is(err, errSpent) {
		if s, err = p.near(ctx, p.relax(ctx)); math.Round(s.value) < float64(p.room.points) {
			s.bound = float64(p.room.points)
		}
	}
	return s, err
}

// mostSpent is spend that returns errSpent where it costs too much.
func (p *problem) mostSpent(ctx context.Context) (solution, error) {
	most := p.room.points
	for _, changes := range [...]int{3, 6} {
		if s, found, err := p.sums(most, changes).fewest(ctx); found || err != nil {
			return s, err
		}
	}
	all := p.sums(most, 0)
	if err := all.add(ctx); err != nil {
		return solution{}, err
	}
	most = all.most()
	for changes := 2; ; changes += changes / 2 {
		if changes < p.room.units && changes+changes/2 > p.room.units {
			changes = p.room.units
		}
		if s, found, err := p.sums(most, changes).fewest(ctx); found || err != nil {
			return s, err
		}
	}
}

// sums are all sums of points that picks come to.
type sums struct {
	*problem
	goal    int // points, in steps
	counted bool
	changes int // at most, where they are counted
	// roomy is set where as many changes find places in any case. Nobody has to join
	// anybody then.
	roomy bool
	step  int // all points are multiples of it
	owed  int // steps that picks may give back, from which sums are counted
	last  int // that a sum may come to before they are

	known  map[used]set
	layers []layer
	bytes  int // of sets that may still be made
}

// used is what picks use beside points: of the list, and of a group's limits.
type used struct {
	changes, units, heroes, hosts int
	local                         string
}

func (u used) compare(o used) int {
	return cmp.Or(cmp.Compare(u.changes, o.changes), cmp.Compare(u.units, o.units), cmp.Compare(u.heroes, o.heroes), cmp.Compare(u.hosts, o.hosts))
}

// A set is sums of points, in steps, as bits.
type set []uint64

// A layer is what is new with one pick more of a group; with none for the sums that
// its picks come to whatever they use of its limits.
type layer struct {
	group *sumGroup
	ends  bool
	fresh []sum
}

type sum struct {
	used
	set
}

// A sumGroup is a group with its items put together that use the same beside points.
type sumGroup struct {
	*group
	at    int
	moves [][]*item
	dear  int // steps that a change comes to at most
}

// sums makes ready to add up picks that come to so many points, by so many changes; 0
// for any.
func (p *problem) sums(points, changes int) *sums {
	s := &sums{problem: p, bytes: allSums, counted: changes > 0, changes: changes, roomy: changes > 0 && changes <= p.room.units}
	for g := range p.groups {
		least := 0
		for i := range p.groups[g].items {
			points := p.groups[g].items[i].uses.points
			s.step, least = gcd(s.step, points), min(least, points)
		}
		s.owed -= least * p.groups[g].most
	}
	s.step = max(s.step, 1)
	s.owed /= s.step
	s.last = p.room.points/s.step + 2*s.owed
	s.goal = points / s.step
	if points%s.step != 0 {
		s.goal = -s.owed - 1 // no sum is that
	}
	return s
}

// add adds up the picks of all groups: first of the dearest, after which changes are
// few. Heroes come last where they may join, so that they find all hosts.
func (s *sums) add(ctx context.Context) error {
	start := make(set, s.last/64+1)
	start[s.owed/64] |= 1 << (s.owed % 64)
	s.known = map[used]set{{}: slices.Clone(start)}
	s.layers = []layer{{fresh: []sum{{used{}, start}}}}
	groups := make([]*sumGroup, len(s.groups))
	for g := range groups {
		groups[g] = s.sorted(g)
	}
	slices.SortStableFunc(groups, func(a, b *sumGroup) int {
		if first := cmp.Compare(a.leads(), b.leads()); first != 0 && !s.roomy {
			return first
		}
		return cmp.Compare(b.dear, a.dear)
	})
	for i := len(groups) - 2; i >= 0; i-- { // from here on
		groups[i].dear = max(groups[i].dear, groups[i+1].dear)
	}
	for _, g := range groups {
		if err := s.addGroup(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// sorted puts a group's items together.
func (s *sums) sorted(g int) *sumGroup {
	to := &sumGroup{group: &s.groups[g], at: g}
	for i := range to.items {
		it := &to.items[i]
		if s.roomy && it.joins {
			continue
		}
		at := slices.IndexFunc(to.moves, func(m []*item) bool {
			a, b := m[0].uses, it.uses
			a.points, b.points = 0, 0
			return a == b && m[0].changes == it.changes && slices.Equal(m[0].counts, it.counts)
		})
		if at < 0 {
			at = len(to.moves)
			to.moves = append(to.moves, nil)
		}
		to.moves[at] = append(to.moves[at], it)
		to.dear = max(to.dear, (it.uses.points/s.step+it.changes-1)/max(1, it.changes))
	}
	return to
}

// addGroup adds the picks of a group to all sums that are known.
func (s *sums) addGroup(ctx context.Context, g *sumGroup) error {
	var from []sum
	for u, set := range s.known {
		from = append(from, sum{u, set})
	}
	slices.SortFunc(from, func(a, b sum) int { return a.compare(b.used) })
	first := len(s.layers)
	for range g.most {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		if from, err = s.addPick(g, from); err != nil || len(from) == 0 {
			if err != nil {
				return err
			}
			break
		}
		s.layers = append(s.layers, layer{group: g, fresh: from})
	}
	if g.limits == nil {
		return nil
	}
	// Nobody else uses the group's limits.
	end := layer{group: g, ends: true}
	at := map[used]int{}
	for _, l := range s.layers[first:] {
		for _, one := range l.fresh {
			to := one.used
			to.local = ""
			end.fresh = s.news(end.fresh, at, to, one.set, 0, nil)
			delete(s.known, one.used)
		}
	}
	end.fresh = s.learn(end.fresh)
	s.layers = append(s.layers, end)
	return nil
}

// addPick adds one pick of a group to sums, and returns what is new, or errSpent.
func (s *sums) addPick(g *sumGroup, from []sum) (fresh []sum, err error) {
	at := map[used]int{}
	for _, one := range from {
		low := 0
		if s.counted {
			// The changes that are left come to no more than so much.
			if low = max(0, s.owed+s.goal-(s.changes-one.changes)*g.dear) / 64; low >= len(one.set) {
				continue
			}
			if !slices.ContainsFunc(one.set[low:], func(word uint64) bool { return word != 0 }) {
				continue
			}
		}
		for _, m := range g.moves {
			if to, fits := s.use(g.group, one.used, m[0]); fits {
				fresh = s.news(fresh, at, to, one.set, low, m)
			}
			if !s.work.step(1+len(m)*len(one.set)/16, 0) || s.bytes < 0 {
				return nil, errSpent
			}
		}
	}
	return s.learn(fresh), nil
}

// news adds the sums of a set, from a word on, that are not known, each with the points
// of one of some items more; as they are for none.
func (s *sums) news(fresh []sum, at map[used]int, to used, from set, low int, items []*item) []sum {
	i, made := at[to]
	if !made {
		i, at[to] = len(fresh), len(fresh)
		s.bytes -= 2 * 8 * len(from) // one of them is known for good
		fresh = append(fresh, sum{to, make(set, len(from))})
	}
	into := fresh[i].set
	if items == nil {
		into.add(from, 0, 0)
	}
	for _, it := range items {
		into.add(from, low, it.uses.points/s.step)
	}
	into[len(into)-1] &= 1<<(s.last%64+1) - 1
	for w, word := range s.known[to] {
		into[w] &^= word
	}
	return fresh
}

// add adds the sums of another set, from a word on, with so many steps more.
func (set set) add(from set, low, steps int) {
	words, up := steps>>6, uint(steps&63) // rounded down
	for i := low; i < len(from); i++ {
		if word := from[i]; word != 0 {
			if w := i + words; w >= 0 && w < len(set) {
				set[w] |= word << up
			}
			if w := i + words + 1; w >= 0 && w < len(set) {
				set[w] |= word >> (64 - up) // nothing where up is 0
			}
		}
	}
}

// learn adds what is new to what is known, and returns what is.
func (s *sums) learn(fresh []sum) []sum {
	fresh = slices.DeleteFunc(fresh, func(one sum) bool {
		return !slices.ContainsFunc(one.set, func(word uint64) bool { return word != 0 })
	})
	for _, one := range fresh {
		if s.counted && one.local == "" && one.has(s.owed+s.goal) {
			s.changes = min(s.changes, one.changes-1)
		}
		known := s.known[one.used]
		if known == nil {
			s.known[one.used] = slices.Clone(one.set)
			continue
		}
		for w, word := range one.set {
			known[w] |= word
		}
	}
	return fresh
}

// leads is 1 for a group with heroes.
func (g *group) leads() int {
	if slices.ContainsFunc(g.items, func(it item) bool { return it.uses.heroes > 0 }) {
		return 1
	}
	return 0
}

// use is what is used with one item more, if that fits.
func (s *sums) use(g *group, u used, it *item) (used, bool) {
	if s.counted {
		u.changes += it.changes
	}
	u.heroes += it.uses.heroes
	if !s.roomy {
		u.units += it.uses.units
		u.hosts = max(u.hosts+it.uses.hosts, s.room.hosts-s.room.heroes)
	}
	if s.counted && u.changes > s.changes || u.units > s.room.units || u.heroes > s.room.heroes || u.hosts > s.room.hosts {
		return u, false
	}
	if g.limits == nil {
		return u, true
	}
	local := []rune(u.local)
	for len(local) < len(g.limits) {
		local = append(local, 0)
	}
	for l, n := range it.counts {
		if local[l] += rune(n); int(local[l]) > g.limits[l] {
			return u, false
		}
	}
	u.local = string(local)
	return u, true
}

// has reports whether a set has a sum, in steps.
func (set set) has(at int) bool { return at >= 0 && at/64 < len(set) && set[at/64]>>(at%64)&1 == 1 }

// most is the most points that any picks use.
func (s *sums) most() (points int) {
	for _, set := range s.known {
		at := s.owed + s.room.points/s.step
		for at > s.owed && !set.has(at) {
			at--
		}
		points = max(points, (at-s.owed)*s.step)
	}
	return points
}

// fewest is the picks that come to the goal with the fewest changes, if there are any.
func (s *sums) fewest(ctx context.Context) (best solution, found bool, err error) {
	if err := s.add(ctx); err != nil {
		return best, false, err
	}
	at := s.goal + s.owed
	layer, end := 0, used{}
	for i, l := range s.layers {
		for _, one := range l.fresh {
			if one.local == "" && one.has(at) && (!found || one.changes < end.changes) {
				layer, end, found = i, one.used, true
			}
		}
	}
	if !found {
		return best, false, nil
	}
	best.value = float64(s.goal*s.step) - surprise*float64(end.changes)
	best.bound = best.value
	s.changes = end.changes
	for layer > 0 {
		g, ends := s.layers[layer].group, s.layers[layer].ends
		before, from, it := s.before(layer, end, at)
		if before < 0 {
			return solution{}, false, errors.New("a sum of points came from nowhere, which is a fault of the program")
		}
		if !ends {
			best.picks = append(best.picks, picked{g.at, *it})
			at -= it.uses.points / s.step
		}
		layer, end = before, from
	}
	slices.Reverse(best.picks)
	return best, true, nil
}

// before finds the layer that a sum was made from, and the item that was picked; -1 for
// none, which no sum is.
func (s *sums) before(layer int, end used, at int) (int, used, *item) {
	l := &s.layers[layer]
	for i := layer - 1; i >= 0; i-- {
		for _, one := range s.layers[i].fresh {
			if l.ends {
				from := one.used
				if from.local = ""; s.layers[i].group == l.group && from == end && one.has(at) {
					return i, one.used, nil
				}
				continue
			}
			if one.local != "" && s.layers[i].group != l.group {
				continue
			}
			for _, m := range l.group.moves {
				if to, fits := s.use(l.group.group, one.used, m[0]); !fits || to != end {
					continue
				}
				for _, it := range m {
					if one.has(at - it.uses.points/s.step) {
						return i, one.used, it
					}
				}
			}
		}
	}
	return -1, used{}, nil
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
