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
	if errors.Is(err, errBudgetSpent) {
		if s, err = p.beamSearch(ctx, p.relax(ctx)); math.Round(s.value) < float64(p.resourcesLeft.points) {
			s.upperBound = float64(p.resourcesLeft.points)
		}
	}
	return s, err
}

// exactSpend is spendPoints, but returns errBudgetSpent if it takes too much work.
func (p *problem) exactSpend(ctx context.Context) (solution, error) {
	most := p.resourcesLeft.points
	for _, changes := range [...]int{3, 6} {
		if s, found, err := p.newSums(most, changes).fewestChanges(ctx); found || err != nil {
			return s, err
		}
	}
	all := p.newSums(most, 0)
	if err := all.addAllGroups(ctx); err != nil {
		return solution{}, err
	}
	most = all.maxReachedPoints()
	for changes := 2; ; changes += changes / 2 {
		if changes < p.resourcesLeft.unitPlaces && changes+changes/2 > p.resourcesLeft.unitPlaces {
			changes = p.resourcesLeft.unitPlaces
		}
		if s, found, err := p.newSums(most, changes).fewestChanges(ctx); found || err != nil {
			return s, err
		}
	}
}

// sums holds the total costs that picks can reach, counted in steps of pointsPerStep.
type sums struct {
	*problem
	goalSteps      int  // the wanted total, in steps
	changesLimited bool // the number of changes is limited to maxChanges
	maxChanges     int  // maximum number of changes, if changesLimited
	// placesForAllUnits means that the force organisation has a place for every unit that can be
	// picked, so that no hero has to join a unit to save a place.
	placesForAllUnits bool
	pointsPerStep     int // points of one step: the greatest common divisor of the costs of all items
	// steps that picks can give back; bit s+maxRefundSteps stands for the total s
	maxRefundSteps int
	lastBit        int // index of the last bit of a set

	reachedSums map[used]set // sums reached so far, by the resources used
	layers      []sumLayer
	bytesLeft   int // bytes of memory left for sets
}

// used holds the resources, apart from points, that picks use: resources of the list and, in
// groupUse, the use of one group's limits.
type used struct {
	changes, units, heroes, heroHosts int
	groupUse                          string
}

// compare compares u and o in any fixed order.
func (u used) compare(o used) int {
	return cmp.Or(cmp.Compare(u.changes, o.changes), cmp.Compare(u.units, o.units),
		cmp.Compare(u.heroes, o.heroes), cmp.Compare(u.heroHosts, o.heroHosts))
}

// A set is a bit set of total costs in steps; see maxRefundSteps.
type set []uint64

// A sumLayer holds the totals that one more pick of a group makes reachable. A group with limits
// has a last layer, marked by isGroupEnd, that forgets the use of these limits.
type sumLayer struct {
	group      *sumGroup
	isGroupEnd bool
	addedSets  []reachedSet
}

// A reachedSet is the set of total costs that picks with the same use of other resources can reach.
type reachedSet struct {
	used
	set
}

// A sumGroup is a group with its items divided by their use of resources: all items of one list in
// itemsByUse use the same resources apart from points.
type sumGroup struct {
	*group
	groupIndex        int // index of the group in the problem
	itemsByUse        [][]*item
	maxStepsPerChange int // highest cost of one change in this group and those after it, in steps
}

// newSums returns the sums for a goal in points before any pick. changes is the maximum number of
// changes; 0 means no limit.
func (p *problem) newSums(points, changes int) *sums {
	s := &sums{problem: p, bytesLeft: maxPointSumBytes, changesLimited: changes > 0, maxChanges: changes}
	s.placesForAllUnits = s.changesLimited && changes <= p.resourcesLeft.unitPlaces
	for g := range p.groups {
		least := 0
		for i := range p.groups[g].items {
			points := p.groups[g].items[i].resourceUse.points
			s.pointsPerStep, least = gcd(s.pointsPerStep, points), min(least, points)
		}
		s.maxRefundSteps -= least * p.groups[g].maxPicks
	}
	s.pointsPerStep = max(s.pointsPerStep, 1)
	s.maxRefundSteps /= s.pointsPerStep
	s.lastBit = p.resourcesLeft.points/s.pointsPerStep + 2*s.maxRefundSteps
	s.goalSteps = points / s.pointsPerStep
	if points%s.pointsPerStep != 0 {
		s.goalSteps = -s.maxRefundSteps - 1 // not reachable
	}
	return s
}

// addAllGroups adds the picks of all groups, the most expensive first, so that few changes are left
// for the others. Heroes who can join units come last, because then all hosts are known.
func (s *sums) addAllGroups(ctx context.Context) error {
	start := make(set, s.lastBit/64+1)
	start[s.maxRefundSteps/64] |= 1 << (s.maxRefundSteps % 64)
	s.reachedSums = map[used]set{{}: slices.Clone(start)}
	s.layers = []sumLayer{{addedSets: []reachedSet{{used{}, start}}}}
	groups := make([]*sumGroup, len(s.groups))
	for g := range groups {
		groups[g] = s.mergeItems(g)
	}
	slices.SortStableFunc(groups, func(a, b *sumGroup) int {
		if first := cmp.Compare(a.heroSortKey(), b.heroSortKey()); first != 0 && !s.placesForAllUnits {
			return first
		}
		return cmp.Compare(b.maxStepsPerChange, a.maxStepsPerChange)
	})
	for i := len(groups) - 2; i >= 0; i-- {
		groups[i].maxStepsPerChange = max(groups[i].maxStepsPerChange, groups[i+1].maxStepsPerChange)
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
		if s.placesForAllUnits && it.joinsUnit {
			continue
		}
		at := slices.IndexFunc(to.itemsByUse, func(m []*item) bool {
			a, b := m[0].resourceUse, it.resourceUse
			a.points, b.points = 0, 0
			return a == b && m[0].changeCount == it.changeCount && slices.Equal(m[0].miniatureUse, it.miniatureUse)
		})
		if at < 0 {
			at = len(to.itemsByUse)
			to.itemsByUse = append(to.itemsByUse, room[i:i:i+1])
		}
		to.itemsByUse[at] = append(to.itemsByUse[at], it)
		to.maxStepsPerChange = max(to.maxStepsPerChange, (it.resourceUse.points/s.pointsPerStep+it.changeCount-1)/max(1, it.changeCount))
	}
	return to
}

// addGroup adds the picks of a group to all sums so far.
func (s *sums) addGroup(ctx context.Context, g *sumGroup) error {
	from := make([]reachedSet, 0, len(s.reachedSums))
	for u, set := range s.reachedSums {
		from = append(from, reachedSet{u, set})
	}
	slices.SortStableFunc(from, func(a, b reachedSet) int { return a.compare(b.used) })
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
		s.layers = append(s.layers, sumLayer{group: g, addedSets: from})
	}
	if g.collectionLimits == nil {
		return nil
	}
	// No other group uses these limits: forget their use.
	fresh := layerSums{sums: s, indexByUse: map[used]int{}}
	for _, l := range s.layers[first:] {
		for _, one := range l.addedSets {
			to := one.used
			to.groupUse = ""
			fresh.setForUse(to).addShiftedSums(one.set, 0, 0)
			delete(s.reachedSums, one.used)
		}
	}
	s.layers = append(s.layers, sumLayer{group: g, isGroupEnd: true, addedSets: s.dropKnownSums(fresh.sets)})
	return nil
}

// addPick returns the sums of points and used resources that one more pick of a group makes of
// those in from. The error is errBudgetSpent.
func (s *sums) addPick(g *sumGroup, from []reachedSet) ([]reachedSet, error) {
	fresh := layerSums{sums: s, indexByUse: map[used]int{}}
	for _, one := range from {
		low := 0
		if s.changesLimited {
			// Skip sums too low for the remaining changes to reach the goal.
			if low = max(0, s.maxRefundSteps+s.goalSteps-(s.maxChanges-one.changes)*g.maxStepsPerChange) / 64; low >= len(one.set) {
				continue
			}
			if !slices.ContainsFunc(one.set[low:], func(word uint64) bool { return word != 0 }) {
				continue
			}
		}
		for _, m := range g.itemsByUse {
			if to, fits := s.useAfterPick(g.group, one.used, m[0]); fits {
				into := fresh.setForUse(to)
				for _, it := range m {
					into.addShiftedSums(one.set, low, it.resourceUse.points/s.pointsPerStep)
				}
			}
			if !s.workBudget.spendSteps(1+len(m)*len(one.set)/16, 0) || s.bytesLeft < 0 {
				return nil, errBudgetSpent
			}
		}
	}
	return s.dropKnownSums(fresh.sets), nil
}

// layerSums collects the sums of a layer.
type layerSums struct {
	*sums
	sets       []reachedSet
	indexByUse map[used]int // index in sets, by the resources used
}

// setForUse returns the set of sums with the given resources, empty at first.
func (n *layerSums) setForUse(u used) set {
	i, known := n.indexByUse[u]
	if !known {
		i = len(n.sets)
		n.indexByUse[u] = i
		n.bytesLeft -= 2 * 8 * (n.lastBit/64 + 1) // learn keeps a copy
		n.sets = append(n.sets, reachedSet{u, make(set, n.lastBit/64+1)})
	}
	return n.sets[i].set
}

// addShiftedSums adds the totals of another set, each increased by a number of steps. It starts at
// the word of from with index low.
func (set set) addShiftedSums(from set, low, steps int) {
	words, up := steps>>6, uint(steps&63) // rounded down
	first, last := max(low, -words), min(len(from), len(set)-words)
	carried := uint64(0) // bits of the word before
	if first > low && first <= len(from) {
		carried = from[first-1] >> (64 - up) // 0 if up is 0
	}
	if first > last {
		return
	}
	for i, word := range from[first:last] {
		set[first+words+i] |= word<<up | carried
		carried = word >> (64 - up)
	}
	if last+words < len(set) {
		set[last+words] |= carried
	}
}

// dropKnownSums removes the sums from fresh that were reached before or are too large, records the
// rest as reached, and returns it.
func (s *sums) dropKnownSums(fresh []reachedSet) []reachedSet {
	for _, one := range fresh {
		one.set[s.lastBit/64] &= 1<<(s.lastBit%64+1) - 1
		for w, word := range s.reachedSums[one.used] {
			one.set[w] &^= word
		}
	}
	fresh = slices.DeleteFunc(fresh, func(one reachedSet) bool {
		return !slices.ContainsFunc(one.set, func(word uint64) bool { return word != 0 })
	})
	for _, one := range fresh {
		if s.changesLimited && one.groupUse == "" && one.has(s.maxRefundSteps+s.goalSteps) {
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

// heroSortKey returns 1 for a group with heroes and 0 for others, to sort groups with heroes last.
func (g *group) heroSortKey() int {
	if slices.ContainsFunc(g.items, func(it item) bool { return it.resourceUse.heroes > 0 }) {
		return 1
	}
	return 0
}

// useAfterPick returns the resources used after one more pick, an item of a group. It reports
// whether the item fits.
func (s *sums) useAfterPick(g *group, u used, it *item) (used, bool) {
	if s.changesLimited {
		u.changes += it.changeCount
	}
	u.heroes += it.resourceUse.heroes
	if !s.placesForAllUnits {
		u.units += it.resourceUse.unitPlaces
		u.heroHosts = max(u.heroHosts+it.resourceUse.heroHosts, s.resourcesLeft.heroHosts-s.resourcesLeft.heroes)
	}
	if s.changesLimited && u.changes > s.maxChanges || u.units > s.resourcesLeft.unitPlaces ||
		u.heroes > s.resourcesLeft.heroes ||
		u.heroHosts > s.resourcesLeft.heroHosts {
		return u, false
	}
	if g.collectionLimits == nil {
		return u, true
	}
	local := []rune(u.groupUse)
	for len(local) < len(g.collectionLimits) {
		local = append(local, 0)
	}
	for l, n := range it.miniatureUse {
		if local[l] += rune(n); int(local[l]) > g.collectionLimits[l] {
			return u, false
		}
	}
	u.groupUse = string(local)
	return u, true
}

// has reports whether the bit with index at is set.
func (set set) has(at int) bool { return at >= 0 && at/64 < len(set) && set[at/64]>>(at%64)&1 == 1 }

// maxReachedPoints returns the largest sum reached, in points.
func (s *sums) maxReachedPoints() (points int) {
	for _, set := range s.reachedSums {
		at := s.maxRefundSteps + s.resourcesLeft.points/s.pointsPerStep
		for at > s.maxRefundSteps && !set.has(at) {
			at--
		}
		points = max(points, (at-s.maxRefundSteps)*s.pointsPerStep)
	}
	return points
}

// fewestChanges returns the picks that reach the goal with the fewest changes; found is false if
// there are none.
func (s *sums) fewestChanges(ctx context.Context) (best solution, found bool, err error) {
	if err := s.addAllGroups(ctx); err != nil {
		return best, false, err
	}
	at := s.goalSteps + s.maxRefundSteps
	layer, end := 0, used{}
	for i, l := range s.layers {
		for _, one := range l.addedSets {
			if one.groupUse == "" && one.has(at) && (!found || one.changes < end.changes) {
				layer, end, found = i, one.used, true
			}
		}
	}
	if !found {
		return best, false, nil
	}
	best.value = float64(s.goalSteps*s.pointsPerStep) - changePenalty*float64(end.changes)
	best.upperBound = best.value
	s.maxChanges = end.changes
	for layer > 0 {
		g, ends := s.layers[layer].group, s.layers[layer].isGroupEnd
		before, from, it := s.previousPick(layer, end, at)
		if before < 0 {
			return solution{}, false, errors.New("a sum of points came from nowhere, which is a fault of the program")
		}
		if !ends {
			best.picks = append(best.picks, pickedItem{g.groupIndex, *it})
			at -= it.resourceUse.points / s.pointsPerStep
		}
		layer, end = before, from
	}
	slices.Reverse(best.picks)
	return best, true, nil
}

// previousPick returns the layer, the resources and the item that a total was reached from. The
// layer is -1 if there is no such item, which means a bug.
func (s *sums) previousPick(layer int, end used, at int) (int, used, *item) {
	l := &s.layers[layer]
	for i := layer - 1; i >= 0; i-- {
		for _, one := range s.layers[i].addedSets {
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
			for _, m := range l.group.itemsByUse {
				if to, fits := s.useAfterPick(l.group.group, one.used, m[0]); !fits || to != end {
					continue
				}
				for _, it := range m {
					if one.has(at - it.resourceUse.points/s.pointsPerStep) {
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
