package fill

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
)

// A problem is an integer program: find the most valuable picks of items that a list's resources
// pay for.
type problem struct {
	resourcesLeft resources // resources left
	groups        []group
	// the first gap to try: the amount by which the value of picks may be below the bound
	initialGap  float64
	stateBuffer *[]searchState
	workBudget  *searchBudget // nil for no limit
}

// resources are the limited resources of a list, or the resources that a pick uses.
type resources struct {
	points     int
	unitPlaces int // places for units under the force organisation
	heroes     int
	heroHosts  int // units that a hero can still join; -1 for a pick that adds such a unit
}

// plus returns the sum of r and u.
func (r resources) plus(u resources) resources {
	return resources{r.points + u.points, r.unitPlaces + u.unitPlaces, r.heroes + u.heroes, r.heroHosts + u.heroHosts}
}

// key returns a number that differs for different resources; its bit fields are wide enough for
// every list.
func (r resources) key() uint64 {
	return uint64(r.points)<<40 | uint64(r.unitPlaces)&(1<<14-1)<<26 | uint64(r.heroes)&(1<<13-1)<<13 | uint64(r.heroHosts)&(1<<13-1)
}

// A group is a set of items. At most maxPicks of them are picked in all, and an item may be picked
// repeatedly.
type group struct {
	items    []item
	maxPicks int
	// collectionLimits are further limits of the group's picks: the numbers of miniatures that a
	// collection has for its units and options.
	collectionLimits []int
}

// An item is one way to pick from a group.
type item struct {
	resourceUse  resources
	miniatureUse []int // the miniatures that one pick uses of each limit in group.collectionLimits
	value        float64
	variant      *Variant
	joinsUnit    bool // the item is a hero that joins a unit

	changeCount int    // number of units and upgrades that it adds
	id          uint64 // identifies the item in varied armies; see problemWithItemIDs
}

// A solution is the best picks that were found.
type solution struct {
	value float64
	// upper upperBound of the value of any picks; equal to value if the picks are proven best
	upperBound float64
	picks      []pickedItem
}

// mayBeBeaten reports whether there may be better picks.
func (s *solution) mayBeBeaten() bool { return s.upperBound > s.value+valueTolerance }

// A pickedItem is an item that was picked, with the index of its group.
type pickedItem struct {
	groupIndex int
	item
}

// valueTolerance is the largest difference between values that count as equal.
const valueTolerance = 1e-7

// solve finds the picks with the highest value. Lagrangian relaxation of the resources gives an
// upper bound, and for each pick its loss against that bound. Dynamic programming then tries all
// picks with a total loss of at most a gap; if none is feasible, the gap is widened. The first
// picks found are optimal, because all others lose more than the gap. If that takes too much work,
// solve returns picks near the optimum. The error is ctx's.
func (p *problem) solve(ctx context.Context) (solution, error) {
	d := p.relax(ctx)
	for gap := p.initialGap + valueTolerance; ; gap *= 2 {
		k, err := p.reduce(d, gap)
		if err == nil {
			var s solution
			var found bool
			if s, found, err = k.bestWithinGap(ctx, gap); found || err != nil && !errors.Is(err, errBudgetSpent) {
				return s, err
			}
		}
		if err != nil {
			return p.beamSearch(ctx, d)
		}
	}
}

// Limits of beamSearch.
const (
	maxBeamPicks  = 40_000 // picks of all groups
	maxBeamItems  = 12     // items of each group with the least loss
	maxBeamStates = 400_000
)

// beamSearch finds picks near the optimum: after each pick it keeps only the states with the least
// loss. Then it adds whatever still fits. The error is ctx's.
func (p *problem) beamSearch(ctx context.Context, d lagrangeDual) (solution, error) {
	k, _ := p.reduce(d, math.Inf(1))
	order := make([]int, len(k.groups))
	for g := range order {
		order[g] = g
		items := k.groups[g].items
		slices.SortStableFunc(items, func(a, b reducedItem) int { return cmp.Compare(a.loss, b.loss) })
		k.groups[g].items = items[:min(len(items), maxBeamItems)]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(k.groups[b].lossPerUnusedPick, k.groups[a].lossPerUnusedPick) })
	picks := 0
	for _, g := range order { // groups that lose most without a pick come first
		group := &k.groups[g]
		least := unlimited
		for i := range group.items {
			least = min(least, max(1, group.items[i].resourceUse.points))
		}
		if len(group.items) == 0 {
			group.maxPicks = 0
		}
		group.maxPicks = min(group.maxPicks, maxBeamPicks-picks, 1+p.resourcesLeft.points/least)
		picks += group.maxPicks
	}
	k.beamWidth, k.workBudget = max(4, min(2000, maxBeamStates/max(1, picks))), nil
	s, found, err := k.bestWithinGap(ctx, math.Inf(1))
	if err != nil {
		return s, err
	}
	if !found { // no picks
		s = solution{}
	}
	s.fillGreedily(p)
	s.upperBound = max(s.value, d.upperBound)
	return s, nil
}

// remainingLimits are the parts of a problem's limits that some picks leave.
type remainingLimits struct {
	resourcesLeft        resources
	collectionLimitsLeft [][]int // by group, what is left of each of its collectionLimits
	picksLeft            []int   // further picks allowed in each group
}

// limitsAfter returns the limits that picks leave.
func (p *problem) limitsAfter(picks []pickedItem) *remainingLimits {
	s := &remainingLimits{p.resourcesLeft, make([][]int, len(p.groups)), make([]int, len(p.groups))}
	for g := range p.groups {
		s.collectionLimitsLeft[g], s.picksLeft[g] = slices.Clone(p.groups[g].collectionLimits), p.groups[g].maxPicks
	}
	for i := range picks {
		s.subtract(picks[i].groupIndex, &picks[i].item, 1)
	}
	return s
}

// subtract subtracts n items of group g from the limits; a negative n adds items.
func (s *remainingLimits) subtract(g int, it *item, n int) {
	u := it.resourceUse
	s.resourcesLeft = s.resourcesLeft.plus(resources{-n * u.points, -n * u.unitPlaces, -n * u.heroes, -n * u.heroHosts})
	s.picksLeft[g] -= n
	for l, count := range it.miniatureUse {
		s.collectionLimitsLeft[g][l] -= n * count
	}
}

// fits reports whether there is space for an item of group g; uses are the resources that it uses.
func (s *remainingLimits) fits(g int, it *item, uses resources) bool {
	for l, count := range it.miniatureUse {
		if count > s.collectionLimitsLeft[g][l] {
			return false
		}
	}
	return s.picksLeft[g] > 0 && uses.fitInto(s.resourcesLeft)
}

// fillGreedily adds the most valuable item that fits, until no item fits.
func (s *solution) fillGreedily(p *problem) {
	left := p.limitsAfter(s.picks)
	for range 100 {
		group, best := 0, (*item)(nil)
		for g := range p.groups {
			for i := range p.groups[g].items {
				it := &p.groups[g].items[i]
				if it.value > valueTolerance && (best == nil || it.value > best.value) && left.fits(g, it, it.resourceUse) {
					group, best = g, it
				}
			}
		}
		if best == nil {
			return
		}
		left.subtract(group, best, 1)
		s.picks, s.value = append(s.picks, pickedItem{group, *best}), s.value+best.value
	}
}

// A lagrangeDual holds Lagrange multipliers for a problem's resources, and the upper bound that
// they prove.
type lagrangeDual struct {
	upperBound       float64
	multipliers      [4]float64  // multipliers of points, units, heroes and hosts
	groupMultipliers [][]float64 // [group][limit]: multipliers of the groups' limits
}

// amount returns the i-th resource, in the order of lagrangeDual.multipliers.
func (r resources) amount(i int) float64 {
	return float64([...]int{r.points, r.unitPlaces, r.heroes, r.heroHosts}[i])
}

// cost returns the price of an item's resources and limits at the multipliers.
func (d *lagrangeDual) cost(g int, it *item) float64 {
	cost := 0.
	for r, price := range d.multipliers {
		cost += price * it.resourceUse.amount(r)
	}
	for i, n := range it.miniatureUse {
		cost += d.groupMultipliers[g][i] * float64(n)
	}
	return cost
}

// relax lowers the Lagrangian bound by subgradient steps until ctx is done or the bound is minimal.
func (p *problem) relax(ctx context.Context) lagrangeDual {
	now := lagrangeDual{groupMultipliers: make([][]float64, len(p.groups))}
	for g := range p.groups {
		now.groupMultipliers[g] = make([]float64, len(p.groups[g].collectionLimits))
	}
	best := 0.
	for g := range p.groups {
		for i := range p.groups[g].items {
			it := &p.groups[g].items[i]
			best = max(best, it.value/float64(max(1, it.resourceUse.points)))
		}
	}
	now.multipliers[0] = best / 2
	p.evaluate(&now)
	found := now.clone()
	reach, still := 0.1, 0
	items := 0
	for g := range p.groups {
		items += len(p.groups[g].items)
	}
	for i := range max(60, min(600, 20_000_000/max(1, items))) {
		if i%16 == 0 && ctx.Err() != nil {
			break
		}
		used, local := p.evaluate(&now)
		if now.upperBound < found.upperBound-1e-9*math.Abs(found.upperBound) {
			found, still = now.clone(), 0
		} else if still++; still == 12 {
			reach, still = reach*0.6, 0
			now = found.clone()
			used, local = p.evaluate(&now)
		}
		if !now.descend(p, used, local, reach*math.Abs(found.upperBound)) {
			break
		}
	}
	return found
}

// clone returns a copy that may be changed.
func (d *lagrangeDual) clone() lagrangeDual {
	c := *d
	c.groupMultipliers = make([][]float64, len(d.groupMultipliers))
	for g := range d.groupMultipliers {
		c.groupMultipliers[g] = slices.Clone(d.groupMultipliers[g])
	}
	return c
}

// evaluate sets the bound that the multipliers prove. It returns a subgradient of it: the resources
// (left), and the amounts of the groups' limits (local), that remain after the picks that reach the
// bound.
func (p *problem) evaluate(d *lagrangeDual) (left [4]float64, local [][]float64) {
	d.upperBound = 0
	for r := range left {
		left[r] = p.resourcesLeft.amount(r)
		d.upperBound += d.multipliers[r] * left[r]
	}
	local = make([][]float64, len(p.groups))
	for g := range p.groups {
		group := &p.groups[g]
		if group.collectionLimits != nil {
			local[g] = make([]float64, len(group.collectionLimits))
			for i, n := range group.collectionLimits {
				local[g][i] = float64(n)
				d.upperBound += d.groupMultipliers[g][i] * float64(n)
			}
		}
		at, most := -1, 0.
		for i := range group.items {
			if gain := group.items[i].value - d.cost(g, &group.items[i]); gain > most {
				at, most = i, gain
			}
		}
		if at < 0 {
			continue
		}
		times := float64(group.maxPicks)
		d.upperBound += times * most
		for r := range left {
			left[r] -= times * group.items[at].resourceUse.amount(r)
		}
		for i, n := range group.items[at].miniatureUse {
			local[g][i] -= times * float64(n)
		}
	}
	return left, local
}

// descend moves the multipliers against the subgradient, to reduce the bound by fall. It returns
// false if the subgradient is zero: then the bound is minimal.
func (d *lagrangeDual) descend(p *problem, left [4]float64, local [][]float64, fall float64) bool {
	// Scale each resource by its limit, as their units differ.
	var scale [4]float64
	norm := 0.
	for r := range left {
		scale[r] = 1 / max(1, math.Abs(p.resourcesLeft.amount(r)))
		if left[r] > 0 && d.multipliers[r] == 0 {
			left[r] = 0
		}
		norm += left[r] * scale[r] * left[r] * scale[r]
	}
	for g := range local {
		for i, n := range local[g] {
			if n > 0 && d.groupMultipliers[g][i] == 0 {
				local[g][i] = 0
			}
			share := local[g][i] / float64(max(1, p.groups[g].collectionLimits[i]))
			norm += share * share
		}
	}
	if norm < 1e-18 {
		return false
	}
	for r := range left {
		d.multipliers[r] = max(0, d.multipliers[r]-fall/norm*left[r]*scale[r]*scale[r])
	}
	for g := range local {
		for i, n := range local[g] {
			limit := float64(max(1, p.groups[g].collectionLimits[i]))
			d.groupMultipliers[g][i] = max(0, d.groupMultipliers[g][i]-fall/norm*n/limit/limit)
		}
	}
	return true
}

// A reducedProblem is a problem with only the items that lose at most a gap against the bound.
type reducedProblem struct {
	resourcesLeft resources
	upperBound    float64
	groups        []reducedGroup
	stateBuffer   *[]searchState // buffer of states, reused by searches
	workBudget    *searchBudget
	beamWidth     int // states kept after each pick; 0 for all
}

// A reducedGroup is a group of a reducedProblem.
type reducedGroup struct {
	items             []reducedItem
	maxPicks          int
	lossPerUnusedPick float64 // loss for each pick that the group allows and that is not made
}

// A reducedItem is an item with its loss against the bound.
type reducedItem struct {
	item
	loss  float64
	picks []item // the picks that the item consists of: one, or several of the group at once
}

// reduce returns the problem with only the items that lose at most gap. The error is errBudgetSpent if
// further items had to be left out.
func (p *problem) reduce(d lagrangeDual, gap float64) (k *reducedProblem, err error) {
	k = &reducedProblem{
		resourcesLeft: p.resourcesLeft, upperBound: d.upperBound, stateBuffer: p.stateBuffer,
		workBudget: p.workBudget,
	}
	owed, sets := 0, maxPickCombinations
	for g := range p.groups {
		group := &p.groups[g]
		to := reducedGroup{maxPicks: group.maxPicks}
		for i := range group.items {
			to.lossPerUnusedPick = max(to.lossPerUnusedPick, group.items[i].value-d.cost(g, &group.items[i]))
		}
		for i := range group.items {
			it := &group.items[i]
			if loss := to.lossPerUnusedPick - it.value + d.cost(g, it); loss <= gap {
				to.items = append(to.items, reducedItem{item: *it, loss: loss, picks: group.items[i : i+1 : i+1]})
			}
		}
		k.groups = append(k.groups, to)
		owed += to.maxPointRefund()
	}
	for g := range p.groups {
		if limits := p.groups[g].collectionLimits; limits != nil {
			if k.groups[g].combinePicks(limits, d.groupMultipliers[g], p.resourcesLeft.points+owed, gap, &sets); sets < 0 {
				err = errBudgetSpent
			}
		}
	}
	return k, err
}

// combinePicks replaces the group's items by one item for every combination of picks that the
// group's limits allow and that loses, at the prices of limits and points, at most gap against the
// best combination. The search then picks one item. sets is the remaining budget of combinations.
func (g *reducedGroup) combinePicks(limits []int, prices []float64, points int, gap float64, sets *int) {
	idle := 0. // the loss if the limits are not used
	for l, n := range limits {
		idle += prices[l] * float64(n)
	}
	best := map[resources]reducedItem{}
	left := slices.Clone(limits)
	var more func(from, picks int, sum reducedItem)
	more = func(from, picks int, sum reducedItem) {
		if picks == 0 {
			return
		}
		for i := from; i < len(g.items); i++ {
			if *sets--; *sets < 0 {
				return
			}
			it := &g.items[i]
			next := reducedItem{picks: append(slices.Clip(sum.picks), it.picks...), loss: sum.loss - g.lossPerUnusedPick + it.loss}
			next.resourceUse, next.value = sum.resourceUse.plus(it.resourceUse), sum.value+it.value
			fits := next.resourceUse.points <= points
			for l, n := range it.miniatureUse {
				fits = fits && n <= left[l]
				next.loss -= prices[l] * float64(n)
			}
			if !fits {
				continue
			}
			if known, ok := best[next.resourceUse]; next.loss <= gap && (!ok || next.loss < known.loss) {
				best[next.resourceUse] = next
			}
			for l, n := range it.miniatureUse {
				left[l] -= n
			}
			more(i, picks-1, next)
			for l, n := range it.miniatureUse {
				left[l] += n
			}
		}
	}
	none := float64(g.maxPicks)*g.lossPerUnusedPick + idle
	more(0, g.maxPicks, reducedItem{loss: none})
	g.items, g.maxPicks, g.lossPerUnusedPick = g.items[:0:0], 1, none
	for _, it := range best {
		g.items = append(g.items, it)
	}
	slices.SortStableFunc(g.items, func(a, b reducedItem) int {
		return cmp.Or(cmp.Compare(a.loss, b.loss), a.resourceUse.compare(b.resourceUse))
	})
}

// compare orders resources by points, units, heroes and hosts.
func (r resources) compare(o resources) int {
	return cmp.Or(cmp.Compare(r.points, o.points), cmp.Compare(r.unitPlaces, o.unitPlaces),
		cmp.Compare(r.heroes, o.heroes), cmp.Compare(r.heroHosts, o.heroHosts))
}

// fitInto reports whether r fits into room.
func (r resources) fitInto(room resources) bool {
	return r.points <= room.points && r.unitPlaces <= room.unitPlaces && r.heroes <= room.heroes &&
		r.heroHosts <= room.heroHosts
}

// A searchState is the best result among the picks that use the same resources.
type searchState struct {
	resourceUse   resources
	value         float64
	loss          float64 // loss of the picks against the bound
	lastItem      int32   // index of the item picked last; -1 for none
	groupIndex    int32
	previousState int32 // index of the previous state
}

// stateLayers holds the states that a search has reached, in one layer for each pick.
type stateLayers struct {
	*reducedProblem
	gap        float64
	states     []searchState
	layerStart int              // index of the last layer's first state
	stateByKey map[uint64]int32 // indices of the last layer's states, by resources.key
}

// bestWithinGap returns the best of all picks that lose at most gap in all; found is false if there
// are none.
func (k *reducedProblem) bestWithinGap(ctx context.Context, gap float64) (best solution, found bool, err error) {
	order, owed := make([]int, len(k.groups)), 0
	for g := range order {
		order[g] = g
		owed += k.groups[g].maxPointRefund()
	}
	// Heroes come last, so that all hosts are known when they join; the others are
	// sorted by the loss without a pick, the largest first.
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(k.groups[a].heroSortKey(), k.groups[b].heroSortKey()),
			cmp.Compare(k.groups[b].lossPerUnusedPick, k.groups[a].lossPerUnusedPick))
	})
	t := stateLayers{
		reducedProblem: k, gap: gap, states: append((*k.stateBuffer)[:0],
			searchState{lastItem: -1, previousState: -1}), stateByKey: map[uint64]int32{},
	}
	defer func() { *k.stateBuffer = t.states }()
	for _, g := range order {
		owed -= k.groups[g].maxPointRefund()
		for range k.groups[g].maxPicks {
			more, err := t.addLayer(ctx, g, owed+k.groups[g].maxPointRefund())
			if err != nil {
				return solution{}, false, err
			}
			if !more {
				break
			}
		}
	}
	return t.bestOfLayer()
}

// maxPointRefund returns the most points that the group's picks can give back: a pick that makes
// the upgrades of a unit cheaper has a negative cost.
func (g *reducedGroup) maxPointRefund() int {
	least := 0
	for i := range g.items {
		least = min(least, g.items[i].resourceUse.points)
	}
	return -least * g.maxPicks
}

// heroSortKey returns 1 for a group with heroes and 0 for others, to sort groups with heroes last.
func (g *reducedGroup) heroSortKey() int {
	if slices.ContainsFunc(g.items, func(it reducedItem) bool { return it.resourceUse.heroes > 0 }) {
		return 1
	}
	return 0
}

// addLayer adds a layer of states: from each state, it picks one more item of group g, or none.
// owed is the number of points that later picks can give back. more is false if another pick from
// the group changes nothing. The error is ctx's, or errBudgetSpent.
func (t *stateLayers) addLayer(ctx context.Context, g, owed int) (more bool, err error) {
	group := &t.groups[g]
	from, to := t.layerStart, len(t.states)
	room := t.resourcesLeft
	room.points += owed
	t.layerStart = to
	clear(t.stateByKey)
	for i := from; i < to; i++ {
		if i%128 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if !t.workBudget.spendSteps(1+len(group.items), len(t.states)) {
			return false, errBudgetSpent
		}
		before := t.states[i]
		t.addState(searchState{
			resourceUse: before.resourceUse, value: before.value, loss: before.loss + group.lossPerUnusedPick, lastItem: -1,
			previousState: int32(i),
		})
		for n := range group.items {
			it := &group.items[n]
			next := searchState{
				resourceUse: before.resourceUse.plus(it.resourceUse), value: before.value + it.value, loss: before.loss + it.loss,
				lastItem: int32(n), groupIndex: int32(g), previousState: int32(i),
			}
			// More hosts than heroes make no difference.
			next.resourceUse.heroHosts = max(next.resourceUse.heroHosts, t.resourcesLeft.heroHosts-t.resourcesLeft.heroes)
			if next.resourceUse.fitInto(room) {
				more = t.addState(next) || more
			}
		}
	}
	if layer := t.states[to:]; t.beamWidth > 0 && len(layer) > t.beamWidth {
		layer = keepLeastLoss(layer, t.beamWidth)
		slices.SortStableFunc(layer, func(a, b searchState) int {
			return cmp.Or(cmp.Compare(a.loss, b.loss), cmp.Compare(b.value, a.value), a.resourceUse.compare(b.resourceUse))
		})
		t.states = t.states[:to+t.beamWidth]
	}
	return more || group.lossPerUnusedPick > 0, ctx.Err()
}

// keepLeastLoss returns the n states with the least loss, and states that lose no more than the
// n-th of them. It is much faster than sorting all states.
func keepLeastLoss(states []searchState, n int) []searchState {
	losses := make([]float64, len(states))
	for i := range states {
		losses[i] = states[i].loss
	}
	slices.Sort(losses)
	return slices.DeleteFunc(states, func(s searchState) bool { return s.loss > losses[n-1] })
}

// addState adds a state to the last layer unless a better one uses the same resources. It reports
// whether it did.
func (t *stateLayers) addState(s searchState) bool {
	if s.loss > t.gap {
		return false
	}
	key := s.resourceUse.key()
	at, known := t.stateByKey[key]
	if !known {
		t.stateByKey[key] = int32(len(t.states))
		t.states = append(t.states, s)
		return true
	}
	old := &t.states[at]
	if s.value <= old.value+1e-12 {
		old.loss = min(old.loss, s.loss)
		return false
	}
	s.loss = min(s.loss, old.loss)
	*old = s
	return true
}

// bestOfLayer returns the best state of the last layer, with the picks that led to it.
func (t *stateLayers) bestOfLayer() (best solution, found bool, err error) {
	at := -1
	for i := t.layerStart; i < len(t.states); i++ {
		if s := &t.states[i]; s.resourceUse.points <= t.resourcesLeft.points && (at < 0 || s.value > t.states[at].value) {
			at = i
		}
	}
	if at < 0 || t.upperBound-t.states[at].value > t.gap {
		return solution{}, false, nil
	}
	best.value, best.upperBound = t.states[at].value, t.states[at].value
	for at := int32(at); at >= 0; at = t.states[at].previousState {
		s := &t.states[at]
		if s.lastItem < 0 {
			continue
		}
		for _, pick := range t.groups[s.groupIndex].items[s.lastItem].picks {
			best.picks = append(best.picks, pickedItem{int(s.groupIndex), pick})
		}
	}
	slices.Reverse(best.picks)
	return best, true, nil
}
