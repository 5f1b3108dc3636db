package fill

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
)

// changePenalty is subtracted from the value for each change if the objective is to spend points.
// It is so small that it decides only between answers with equal points.
const changePenalty = 1e-4

// spendPoints finds the picks that use the most points with the fewest changes. It uses dynamic
// programming over reachable sums of points (subset sums as bit sets). If that takes too much work,
// the picks may use fewer points. The error is ctx's.
func (p *problem) spendPoints(ctx context.Context) (solution, error) {
	s, err := p.exactSpend(ctx)
	if errors.Is(err, errBudget) {
		if s, err = p.beamSearch(ctx, p.relax(ctx)); math.Round(s.value) < float64(p.resourcesLeft.points) {
			s.bound = float64(p.resourcesLeft.points)
		}
	}
	return s, err
}

// exactSpend is spendPoints, but returns errBudget if it takes too much work.
func (p *problem) exactSpend(ctx context.Context) (solution, error) {
	most := p.resourcesLeft.points
	for _, changes := range [...]int{3, 6} {
		if s, found, err := p.sums(most, changes).fewestChanges(ctx); found || err != nil {
			return s, err
		}
	}
	all := p.sums(most, 0)
	if err := all.addAll(ctx); err != nil {
		return solution{}, err
	}
	most = all.maxPoints()
	for changes := 2; ; changes += changes / 2 {
		if changes < p.resourcesLeft.unitPlaces && changes+changes/2 > p.resourcesLeft.unitPlaces {
			changes = p.resourcesLeft.unitPlaces
		}
		if s, found, err := p.sums(most, changes).fewestChanges(ctx); found || err != nil {
			return s, err
		}
	}
}

// sums holds the total costs that picks can reach, counted in steps of stepPoints.
type sums struct {
	*problem
	goalSteps      int  // the wanted total, in steps
	changesLimited bool // the number of changes is limited to maxChanges
	maxChanges     int  // maximum number of changes, if changesLimited
	// allUnitsFit means that the force organisation has a place for every unit that can be picked,
	// so that no hero has to join a unit to save a place.
	allUnitsFit bool
	stepPoints  int // points of one step: the greatest common divisor of the costs of all items
	refundSteps int // steps that picks can give back; bit s+refundSteps stands for the total s
	lastBit     int // index of the last bit of a set

	reachedSums map[used]set // sums reached so far, by the resources used
	layers      []layer
	bytesLeft   int // bytes of memory left for sets
}

// used holds the resources, apart from points, that picks use: resources of the list and, in
// groupUse, the use of one group's limits.
type used struct {
	changes, units, heroes, hosts int
	groupUse                      string
}

// compare compares u and o in any fixed order.
func (u used) compare(o used) int {
	return cmp.Or(cmp.Compare(u.changes, o.changes), cmp.Compare(u.units, o.units),
		cmp.Compare(u.heroes, o.heroes), cmp.Compare(u.hosts, o.hosts))
}

// A set is a bit set of total costs in steps; see refundSteps.
type set []uint64

// A layer holds the totals that one more pick of a group makes reachable. A group with limits has a
// last layer, marked by isGroupEnd, that forgets the use of these limits.
type layer struct {
	group      *sumGroup
	isGroupEnd bool
	added      []sumsForUse
}

// A sumsForUse is the set of total costs that picks with the same use of other resources can reach.
type sumsForUse struct {
	used
	set
}

// A sumGroup is a group with its items divided by their use of resources: all items of one set in
// itemSets use the same resources apart from points.
type sumGroup struct {
	*group
	groupIndex int // index of the group in the problem
	itemSets   [][]*item
	maxSteps   int // highest cost of one change in this group and those after it, in steps
}

// sums returns the sums for a goal in points before any pick. changes is the maximum number of
// changes; 0 means no limit.
func (p *problem) sums(points, changes int) *sums {
	s := &sums{problem: p, bytesLeft: maxSumBytes, changesLimited: changes > 0, maxChanges: changes}
	s.allUnitsFit = s.changesLimited && changes <= p.resourcesLeft.unitPlaces
	for g := range p.groups {
		least := 0
		for i := range p.groups[g].items {
			points := p.groups[g].items[i].uses.points
			s.stepPoints, least = gcd(s.stepPoints, points), min(least, points)
		}
		s.refundSteps -= least * p.groups[g].maxPicks
	}
	s.stepPoints = max(s.stepPoints, 1)
	s.refundSteps /= s.stepPoints
	s.lastBit = p.resourcesLeft.points/s.stepPoints + 2*s.refundSteps
	s.goalSteps = points / s.stepPoints
	if points%s.stepPoints != 0 {
		s.goalSteps = -s.refundSteps - 1 // not reachable
	}
	return s
}

// addAll adds the picks of all groups, the most expensive first, so that few changes are left for
// the others. Heroes who can join units come last, because then all hosts are known.
func (s *sums) addAll(ctx context.Context) error {
	start := make(set, s.lastBit/64+1)
	start[s.refundSteps/64] |= 1 << (s.refundSteps % 64)
	s.reachedSums = map[used]set{{}: slices.Clone(start)}
	s.layers = []layer{{added: []sumsForUse{{used{}, start}}}}
	groups := make([]*sumGroup, len(s.groups))
	for g := range groups {
		groups[g] = s.mergeItems(g)
	}
	slices.SortStableFunc(groups, func(a, b *sumGroup) int {
		if first := cmp.Compare(a.heroRank(), b.heroRank()); first != 0 && !s.allUnitsFit {
			return first
		}
		return cmp.Compare(b.maxSteps, a.maxSteps)
	})
	for i := len(groups) - 2; i >= 0; i-- {
		groups[i].maxSteps = max(groups[i].maxSteps, groups[i+1].maxSteps)
	}
	for _, g := range groups {
		if err := s.addGroup(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// mergeItems merges the items of a group that use the same resources apart from points.
func (s *sums) mergeItems(g int) *sumGroup {
	to := &sumGroup{group: &s.groups[g], groupIndex: g}
	room := make([]*item, len(to.items)) // for the first item of each move
	for i := range to.items {
		it := &to.items[i]
		if s.allUnitsFit && it.joinsUnit {
			continue
		}
		at := slices.IndexFunc(to.itemSets, func(m []*item) bool {
			a, b := m[0].uses, it.uses
			a.points, b.points = 0, 0
			return a == b && m[0].changeCount == it.changeCount && slices.Equal(m[0].limitUse, it.limitUse)
		})
		if at < 0 {
			at = len(to.itemSets)
			to.itemSets = append(to.itemSets, room[i:i:i+1])
		}
		to.itemSets[at] = append(to.itemSets[at], it)
		to.maxSteps = max(to.maxSteps, (it.uses.points/s.stepPoints+it.changeCount-1)/max(1, it.changeCount))
	}
	return to
}

// addGroup adds the picks of a group to all sums so far.
func (s *sums) addGroup(ctx context.Context, g *sumGroup) error {
	from := make([]sumsForUse, 0, len(s.reachedSums))
	for u, set := range s.reachedSums {
		from = append(from, sumsForUse{u, set})
	}
	slices.SortStableFunc(from, func(a, b sumsForUse) int { return a.compare(b.used) })
	first := len(s.layers)
	for range g.maxPicks {
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
		s.layers = append(s.layers, layer{group: g, added: from})
	}
	if g.collectionLimits == nil {
		return nil
	}
	// No other group uses these limits: forget their use.
	fresh := layerSums{sums: s, indexByUse: map[used]int{}}
	for _, l := range s.layers[first:] {
		for _, one := range l.added {
			to := one.used
			to.groupUse = ""
			fresh.setFor(to).addShifted(one.set, 0, 0)
			delete(s.reachedSums, one.used)
		}
	}
	s.layers = append(s.layers, layer{group: g, isGroupEnd: true, added: s.keepNew(fresh.all)})
	return nil
}

// addPick returns the sums of from with one more pick of a group added. The error is errBudget.
func (s *sums) addPick(g *sumGroup, from []sumsForUse) ([]sumsForUse, error) {
	fresh := layerSums{sums: s, indexByUse: map[used]int{}}
	for _, one := range from {
		low := 0
		if s.changesLimited {
			// Skip sums too low for the remaining changes to reach the goal.
			if low = max(0, s.refundSteps+s.goalSteps-(s.maxChanges-one.changes)*g.maxSteps) / 64; low >= len(one.set) {
				continue
			}
			if !slices.ContainsFunc(one.set[low:], func(word uint64) bool { return word != 0 }) {
				continue
			}
		}
		for _, m := range g.itemSets {
			if to, fits := s.afterPick(g.group, one.used, m[0]); fits {
				into := fresh.setFor(to)
				for _, it := range m {
					into.addShifted(one.set, low, it.uses.points/s.stepPoints)
				}
			}
			if !s.work.spend(1+len(m)*len(one.set)/16, 0) || s.bytesLeft < 0 {
				return nil, errBudget
			}
		}
	}
	return s.keepNew(fresh.all), nil
}

// layerSums collects the sums of a layer.
type layerSums struct {
	*sums
	all        []sumsForUse
	indexByUse map[used]int // index in all, by the resources used
}

// setFor returns the set of sums with the given resources, empty at first.
func (n *layerSums) setFor(u used) set {
	i, known := n.indexByUse[u]
	if !known {
		i = len(n.all)
		n.indexByUse[u] = i
		n.bytesLeft -= 2 * 8 * (n.lastBit/64 + 1) // learn keeps a copy
		n.all = append(n.all, sumsForUse{u, make(set, n.lastBit/64+1)})
	}
	return n.all[i].set
}

// addShifted adds the totals of another set, each increased by a number of steps. It starts at the
// word of from with index low.
func (set set) addShifted(from set, low, steps int) {
	words, up := steps>>6, uint(steps&63) // rounded down
	for i := low; i < len(from); i++ {
		if word := from[i]; word != 0 {
			if w := i + words; w >= 0 && w < len(set) {
				set[w] |= word << up
			}
			if w := i + words + 1; w >= 0 && w < len(set) {
				set[w] |= word >> (64 - up) // 0 if up is 0
			}
		}
	}
}

// keepNew removes the sums from fresh that were reached before or are too large, records the rest
// as reached, and returns it.
func (s *sums) keepNew(fresh []sumsForUse) []sumsForUse {
	for _, one := range fresh {
		one.set[s.lastBit/64] &= 1<<(s.lastBit%64+1) - 1
		for w, word := range s.reachedSums[one.used] {
			one.set[w] &^= word
		}
	}
	fresh = slices.DeleteFunc(fresh, func(one sumsForUse) bool {
		return !slices.ContainsFunc(one.set, func(word uint64) bool { return word != 0 })
	})
	for _, one := range fresh {
		if s.changesLimited && one.groupUse == "" && one.has(s.refundSteps+s.goalSteps) {
			s.maxChanges = min(s.maxChanges, one.changes-1)
		}
		known := s.reachedSums[one.used]
		if known == nil {
			s.reachedSums[one.used] = slices.Clone(one.set)
			continue
		}
		for w, word := range one.set {
			known[w] |= word
		}
	}
	return fresh
}

// heroRank returns 1 for a group with heroes and 0 for others, to sort groups with heroes last.
func (g *group) heroRank() int {
	if slices.ContainsFunc(g.items, func(it item) bool { return it.uses.heroes > 0 }) {
		return 1
	}
	return 0
}

// afterPick returns the resources used after one more pick, an item of a group. It reports whether
// the item fits.
func (s *sums) afterPick(g *group, u used, it *item) (used, bool) {
	if s.changesLimited {
		u.changes += it.changeCount
	}
	u.heroes += it.uses.heroes
	if !s.allUnitsFit {
		u.units += it.uses.unitPlaces
		u.hosts = max(u.hosts+it.uses.hosts, s.resourcesLeft.hosts-s.resourcesLeft.heroes)
	}
	if s.changesLimited && u.changes > s.maxChanges || u.units > s.resourcesLeft.unitPlaces ||
		u.heroes > s.resourcesLeft.heroes ||
		u.hosts > s.resourcesLeft.hosts {
		return u, false
	}
	if g.collectionLimits == nil {
		return u, true
	}
	local := []rune(u.groupUse)
	for len(local) < len(g.collectionLimits) {
		local = append(local, 0)
	}
	for l, n := range it.limitUse {
		if local[l] += rune(n); int(local[l]) > g.collectionLimits[l] {
			return u, false
		}
	}
	u.groupUse = string(local)
	return u, true
}

// has reports whether the bit with index at is set.
func (set set) has(at int) bool { return at >= 0 && at/64 < len(set) && set[at/64]>>(at%64)&1 == 1 }

// maxPoints returns the largest sum reached, in points.
func (s *sums) maxPoints() (points int) {
	for _, set := range s.reachedSums {
		at := s.refundSteps + s.resourcesLeft.points/s.stepPoints
		for at > s.refundSteps && !set.has(at) {
			at--
		}
		points = max(points, (at-s.refundSteps)*s.stepPoints)
	}
	return points
}

// fewestChanges returns the picks that reach the goal with the fewest changes; found is false if
// there are none.
func (s *sums) fewestChanges(ctx context.Context) (best solution, found bool, err error) {
	if err := s.addAll(ctx); err != nil {
		return best, false, err
	}
	at := s.goalSteps + s.refundSteps
	layer, end := 0, used{}
	for i, l := range s.layers {
		for _, one := range l.added {
			if one.groupUse == "" && one.has(at) && (!found || one.changes < end.changes) {
				layer, end, found = i, one.used, true
			}
		}
	}
	if !found {
		return best, false, nil
	}
	best.value = float64(s.goalSteps*s.stepPoints) - changePenalty*float64(end.changes)
	best.bound = best.value
	s.maxChanges = end.changes
	for layer > 0 {
		g, ends := s.layers[layer].group, s.layers[layer].isGroupEnd
		before, from, it := s.previous(layer, end, at)
		if before < 0 {
			return solution{}, false, errors.New("a sum of points came from nowhere, which is a fault of the program")
		}
		if !ends {
			best.picks = append(best.picks, picked{g.groupIndex, *it})
			at -= it.uses.points / s.stepPoints
		}
		layer, end = before, from
	}
	slices.Reverse(best.picks)
	return best, true, nil
}

// previous returns the layer, the resources and the item that a total was reached from. The layer
// is -1 if there is no such item, which means a bug.
func (s *sums) previous(layer int, end used, at int) (int, used, *item) {
	l := &s.layers[layer]
	for i := layer - 1; i >= 0; i-- {
		for _, one := range s.layers[i].added {
			if l.isGroupEnd {
				from := one.used
				if from.groupUse = ""; s.layers[i].group == l.group && from == end && one.has(at) {
					return i, one.used, nil
				}
				continue
			}
			if one.groupUse != "" && s.layers[i].group != l.group {
				continue
			}
			for _, m := range l.group.itemSets {
				if to, fits := s.afterPick(l.group.group, one.used, m[0]); !fits || to != end {
					continue
				}
				for _, it := range m {
					if one.has(at - it.uses.points/s.stepPoints) {
						return i, one.used, it
					}
				}
			}
		}
	}
	return -1, used{}, nil
}

// gcd returns the greatest common divisor.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
