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
	room   resources // resources left
	groups []group
	gap    float64 // difference between the bound and the best value that is tried first
	memory *[]state
	work   *work // nil for no limit
}

// resources are the limited resources of a list, or those that a pick uses.
type resources struct {
	points int
	units  int // places for units under the force organisation
	heroes int
	hosts  int // squads without a hero; a pick that adds such a squad uses -1
}

// plus returns the sum of both.
func (r resources) plus(u resources) resources {
	return resources{r.points + u.points, r.units + u.units, r.heroes + u.heroes, r.hosts + u.hosts}
}

// key returns a number that is different for different resources; its fields are wide enough for
// every list.
func (r resources) key() uint64 {
	return uint64(r.points)<<40 | uint64(r.units)&(1<<14-1)<<26 | uint64(r.heroes)&(1<<13-1)<<13 | uint64(r.hosts)&(1<<13-1)
}

// A group is a set of items to pick from, at most most times in all, with repeats.
type group struct {
	items []item
	most  int
	// limits are further limits of the group's picks: the units and options in a collection.
	limits []int
}

// An item is one way to pick from a group.
type item struct {
	uses   resources
	counts []int // use of group.limits
	value  float64
	column *Column
	joins  bool // it is a hero that joins a unit

	changes int    // number of units and upgrades it adds
	id      uint64 // for varied armies; see identifiedProblem
}

// A solution is the best picks that were found.
type solution struct {
	value float64
	bound float64 // upper bound of the value of any picks; equal to value if these are proven best
	picks []picked
}

// mayBeBeaten reports whether there may be better picks.
func (s *solution) mayBeBeaten() bool { return s.bound > s.value+rounding }

// picked is an item that was picked from the group with an index.
type picked struct {
	group int
	item
}

// rounding is the largest difference between values that count as equal.
const rounding = 1e-7

// solve finds the picks with the highest value. Lagrangian relaxation of the resources gives an
// upper bound, and for each pick its loss against that bound. Dynamic programming then tries all
// picks that lose at most a gap in all; if none is feasible, the gap is widened. The first picks
// found are optimal, because all others lose more than the gap. If that takes too much work, solve
// returns picks near the optimum. The error is that of ctx.
func (p *problem) solve(ctx context.Context) (solution, error) {
	d := p.relax(ctx)
	for gap := p.gap + rounding; ; gap *= 2 {
		k, err := p.reduce(d, gap)
		if err == nil {
			var s solution
			var found bool
			if s, found, err = k.bestWithin(ctx, gap); found || err != nil && !errors.Is(err, errBudget) {
				return s, err
			}
		}
		if err != nil {
			return p.nearOptimum(ctx, d)
		}
	}
}

// Limits of nearOptimum.
const (
	nearPicks  = 40_000 // picks of all groups
	nearItems  = 12     // items of each group, those with the least loss
	nearStates = 400_000
)

// nearOptimum finds picks near the optimum by beam search: after each pick it keeps only the states
// with the least loss. Then it adds whatever still fits. The error is that of ctx.
func (p *problem) nearOptimum(ctx context.Context, d dual) (solution, error) {
	k, _ := p.reduce(d, math.Inf(1))
	order := make([]int, len(k.groups))
	for g := range order {
		order[g] = g
		items := k.groups[g].items
		slices.SortStableFunc(items, func(a, b reducedItem) int { return cmp.Compare(a.loss, b.loss) })
		k.groups[g].items = items[:min(len(items), nearItems)]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(k.groups[b].lossOfNone, k.groups[a].lossOfNone) })
	picks := 0
	for _, g := range order { // groups that lose most without a pick come first
		group := &k.groups[g]
		least := unlimited
		for i := range group.items {
			least = min(least, max(1, group.items[i].uses.points))
		}
		if len(group.items) == 0 {
			group.most = 0
		}
		group.most = min(group.most, nearPicks-picks, 1+p.room.points/least)
		picks += group.most
	}
	k.width, k.work = max(4, min(2000, nearStates/max(1, picks))), nil
	s, found, err := k.bestWithin(ctx, math.Inf(1))
	if err != nil {
		return s, err
	}
	if !found { // no picks
		s = solution{}
	}
	s.fill(p)
	s.bound = max(s.value, d.bound)
	return s, nil
}

// A freeSpace is what some picks leave of the limits of a problem.
type freeSpace struct {
	room   resources
	limits [][]int // [group][limit]
	most   []int   // picks left, by group
}

// spaceAfter returns the space that picks leave.
func (p *problem) spaceAfter(picks []picked) *freeSpace {
	s := &freeSpace{p.room, make([][]int, len(p.groups)), make([]int, len(p.groups))}
	for g := range p.groups {
		s.limits[g], s.most[g] = slices.Clone(p.groups[g].limits), p.groups[g].most
	}
	for i := range picks {
		s.take(picks[i].group, &picks[i].item, 1)
	}
	return s
}

// take subtracts n items of group g from the space; a negative n adds them.
func (s *freeSpace) take(g int, it *item, n int) {
	u := it.uses
	s.room = s.room.plus(resources{-n * u.points, -n * u.units, -n * u.heroes, -n * u.hosts})
	s.most[g] -= n
	for l, count := range it.counts {
		s.limits[g][l] -= n * count
	}
}

// fits reports whether there is space for an item of group g that uses these resources.
func (s *freeSpace) fits(g int, it *item, uses resources) bool {
	for l, count := range it.counts {
		if count > s.limits[g][l] {
			return false
		}
	}
	return s.most[g] > 0 && uses.fit(s.room)
}

// fill adds the most valuable item that fits, until none does.
func (s *solution) fill(p *problem) {
	left := p.spaceAfter(s.picks)
	for range 100 {
		group, best := 0, (*item)(nil)
		for g := range p.groups {
			for i := range p.groups[g].items {
				it := &p.groups[g].items[i]
				if it.value > rounding && (best == nil || it.value > best.value) && left.fits(g, it, it.uses) {
					group, best = g, it
				}
			}
		}
		if best == nil {
			return
		}
		left.take(group, best, 1)
		s.picks, s.value = append(s.picks, picked{group, *best}), s.value+best.value
	}
}

// A dual holds Lagrange multipliers for a problem's resources, and the upper bound that they prove.
type dual struct {
	bound       float64
	price       [4]float64  // multipliers of points, units, heroes and hosts
	groupPrices [][]float64 // [group][limit]: multipliers of the groups' limits
}

// at returns the i-th resource, in the order of dual.price.
func (r resources) at(i int) float64 {
	return float64([...]int{r.points, r.units, r.heroes, r.hosts}[i])
}

// cost returns the price of an item's resources at the multipliers.
func (d *dual) cost(g int, it *item) float64 {
	cost := 0.
	for r, price := range d.price {
		cost += price * it.uses.at(r)
	}
	for i, n := range it.counts {
		cost += d.groupPrices[g][i] * float64(n)
	}
	return cost
}

// relax lowers the Lagrangian bound by subgradient steps until ctx is done or the bound is minimal.
func (p *problem) relax(ctx context.Context) dual {
	now := dual{groupPrices: make([][]float64, len(p.groups))}
	for g := range p.groups {
		now.groupPrices[g] = make([]float64, len(p.groups[g].limits))
	}
	best := 0.
	for g := range p.groups {
		for i := range p.groups[g].items {
			it := &p.groups[g].items[i]
			best = max(best, it.value/float64(max(1, it.uses.points)))
		}
	}
	now.price[0] = best / 2
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
		if now.bound < found.bound-1e-9*math.Abs(found.bound) {
			found, still = now.clone(), 0
		} else if still++; still == 12 {
			reach, still = reach*0.6, 0
			now = found.clone()
			used, local = p.evaluate(&now)
		}
		if !now.moveBy(p, used, local, reach*math.Abs(found.bound)) {
			break
		}
	}
	return found
}

// clone returns a copy that may be changed.
func (d *dual) clone() dual {
	c := *d
	c.groupPrices = make([][]float64, len(d.groupPrices))
	for g := range d.groupPrices {
		c.groupPrices[g] = slices.Clone(d.groupPrices[g])
	}
	return c
}

// evaluate sets the bound of multipliers. It returns the resources left, and the groups' limits
// left, by the picks that reach the bound: a subgradient.
func (p *problem) evaluate(d *dual) (left [4]float64, local [][]float64) {
	d.bound = 0
	for r := range left {
		left[r] = p.room.at(r)
		d.bound += d.price[r] * left[r]
	}
	local = make([][]float64, len(p.groups))
	for g := range p.groups {
		group := &p.groups[g]
		if group.limits != nil {
			local[g] = make([]float64, len(group.limits))
			for i, n := range group.limits {
				local[g][i] = float64(n)
				d.bound += d.groupPrices[g][i] * float64(n)
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
		times := float64(group.most)
		d.bound += times * most
		for r := range left {
			left[r] -= times * group.items[at].uses.at(r)
		}
		for i, n := range group.items[at].counts {
			local[g][i] -= times * float64(n)
		}
	}
	return left, local
}

// moveBy moves the multipliers against the subgradient, to lower the bound by fall. It returns
// false if the subgradient is zero: then the bound is minimal.
func (d *dual) moveBy(p *problem, left [4]float64, local [][]float64, fall float64) bool {
	// Scale each resource by its limit, as their units differ.
	var scale [4]float64
	norm := 0.
	for r := range left {
		scale[r] = 1 / max(1, math.Abs(p.room.at(r)))
		if left[r] > 0 && d.price[r] == 0 {
			left[r] = 0
		}
		norm += left[r] * scale[r] * left[r] * scale[r]
	}
	for g := range local {
		for i, n := range local[g] {
			if n > 0 && d.groupPrices[g][i] == 0 {
				local[g][i] = 0
			}
			share := local[g][i] / float64(max(1, p.groups[g].limits[i]))
			norm += share * share
		}
	}
	if norm < 1e-18 {
		return false
	}
	for r := range left {
		d.price[r] = max(0, d.price[r]-fall/norm*left[r]*scale[r]*scale[r])
	}
	for g := range local {
		for i, n := range local[g] {
			limit := float64(max(1, p.groups[g].limits[i]))
			d.groupPrices[g][i] = max(0, d.groupPrices[g][i]-fall/norm*n/limit/limit)
		}
	}
	return true
}

// A reducedProblem has only the items that lose no more than a gap.
type reducedProblem struct {
	room   resources
	bound  float64
	groups []reducedGroup
	memory *[]state // buffer of states, reused by searches
	work   *work
	width  int // width of the beam: states kept after each pick; 0 for all
}

// A reducedGroup is a group of a reducedProblem.
type reducedGroup struct {
	items      []reducedItem
	most       int
	lossOfNone float64 // loss of each pick that is not made
}

// A reducedItem is an item with its loss against the bound.
type reducedItem struct {
	item
	loss  float64
	picks []item // picks that it stands for: one, or several of the group at once
}

// reduce returns the problem without the items that lose more than the gap. The error is errBudget
// if other items had to be left out too.
func (p *problem) reduce(d dual, gap float64) (k *reducedProblem, err error) {
	k = &reducedProblem{room: p.room, bound: d.bound, memory: p.memory, work: p.work}
	owed, sets := 0, allCombinations
	for g := range p.groups {
		group := &p.groups[g]
		to := reducedGroup{most: group.most}
		for i := range group.items {
			to.lossOfNone = max(to.lossOfNone, group.items[i].value-d.cost(g, &group.items[i]))
		}
		for i := range group.items {
			it := &group.items[i]
			if loss := to.lossOfNone - it.value + d.cost(g, it); loss <= gap {
				to.items = append(to.items, reducedItem{item: *it, loss: loss, picks: group.items[i : i+1 : i+1]})
			}
		}
		k.groups = append(k.groups, to)
		owed += to.canGiveBack()
	}
	for g := range p.groups {
		if limits := p.groups[g].limits; limits != nil {
			if k.groups[g].combinePicks(limits, d.groupPrices[g], p.room.points+owed, gap, &sets); sets < 0 {
				err = errBudget
			}
		}
	}
	return k, err
}

// combinePicks replaces the group's items by one item for every combination of picks within the
// group's limits whose loss against the best at these prices of limits and points is at most gap. The
// search then picks one item. sets is the remaining budget of combinations.
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
			next := reducedItem{picks: append(slices.Clip(sum.picks), it.picks...), loss: sum.loss - g.lossOfNone + it.loss}
			next.uses, next.value = sum.uses.plus(it.uses), sum.value+it.value
			fits := next.uses.points <= points
			for l, n := range it.counts {
				fits = fits && n <= left[l]
				next.loss -= prices[l] * float64(n)
			}
			if !fits {
				continue
			}
			if known, ok := best[next.uses]; next.loss <= gap && (!ok || next.loss < known.loss) {
				best[next.uses] = next
			}
			for l, n := range it.counts {
				left[l] -= n
			}
			more(i, picks-1, next)
			for l, n := range it.counts {
				left[l] += n
			}
		}
	}
	none := float64(g.most)*g.lossOfNone + idle
	more(0, g.most, reducedItem{loss: none})
	g.items, g.most, g.lossOfNone = g.items[:0:0], 1, none
	for _, it := range best {
		g.items = append(g.items, it)
	}
	slices.SortStableFunc(g.items, func(a, b reducedItem) int {
		return cmp.Or(cmp.Compare(a.loss, b.loss), a.uses.compare(b.uses))
	})
}

// compare orders resources by points, units, heroes and hosts.
func (r resources) compare(o resources) int {
	return cmp.Or(cmp.Compare(r.points, o.points), cmp.Compare(r.units, o.units),
		cmp.Compare(r.heroes, o.heroes), cmp.Compare(r.hosts, o.hosts))
}

// fit reports whether r fits into room.
func (r resources) fit(room resources) bool {
	return r.points <= room.points && r.units <= room.units && r.heroes <= room.heroes && r.hosts <= room.hosts
}

// A state is the best result of picks that use the same resources.
type state struct {
	uses     resources
	value    float64
	loss     float64 // loss of the picks against the bound
	lastItem int32   // index of the item picked last; -1 for none
	group    int32
	previous int32 // index of the previous state
}

// A trace holds the states of a search, in one layer for each pick.
type trace struct {
	*reducedProblem
	gap    float64
	states []state
	from   int              // index of the last layer's first state
	at     map[uint64]int32 // the last layer's states, by resources.key
}

// bestWithin returns the best of all picks that lose no more than the gap in all; found is false if
// there are none.
func (k *reducedProblem) bestWithin(ctx context.Context, gap float64) (best solution, found bool, err error) {
	order, owed := make([]int, len(k.groups)), 0
	for g := range order {
		order[g] = g
		owed += k.groups[g].canGiveBack()
	}
	// Heroes come last, so that all hosts are known when they join; the others are
	// sorted by the loss without a pick, the largest first.
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(k.groups[a].heroesLast(), k.groups[b].heroesLast()),
			cmp.Compare(k.groups[b].lossOfNone, k.groups[a].lossOfNone))
	})
	t := trace{
		reducedProblem: k, gap: gap, states: append((*k.memory)[:0],
			state{lastItem: -1, previous: -1}), at: map[uint64]int32{},
	}
	defer func() { *k.memory = t.states }()
	for _, g := range order {
		owed -= k.groups[g].canGiveBack()
		for range k.groups[g].most {
			more, err := t.pick(ctx, g, owed+k.groups[g].canGiveBack())
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

// canGiveBack returns the points that the group's picks can give back: upgrades of the list's units
// may get cheaper.
func (g *reducedGroup) canGiveBack() int {
	least := 0
	for i := range g.items {
		least = min(least, g.items[i].uses.points)
	}
	return -least * g.most
}

// heroesLast returns 1 for a group with heroes, otherwise 0, to sort such groups last.
func (g *reducedGroup) heroesLast() int {
	if slices.ContainsFunc(g.items, func(it reducedItem) bool { return it.uses.heroes > 0 }) {
		return 1
	}
	return 0
}

// pick adds a layer: each state picks one more item of group g, or none. owed is the number of
// points that later picks can give back. more is false if a further pick of the group changes
// nothing. The error is that of ctx, or errBudget.
func (t *trace) pick(ctx context.Context, g, owed int) (more bool, err error) {
	group := &t.groups[g]
	from, to := t.from, len(t.states)
	room := t.room
	room.points += owed
	t.from = to
	clear(t.at)
	for i := from; i < to; i++ {
		if i%128 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if !t.work.spend(1+len(group.items), len(t.states)) {
			return false, errBudget
		}
		before := t.states[i]
		t.addState(state{
			uses: before.uses, value: before.value, loss: before.loss + group.lossOfNone, lastItem: -1,
			previous: int32(i),
		})
		for n := range group.items {
			it := &group.items[n]
			next := state{
				uses: before.uses.plus(it.uses), value: before.value + it.value, loss: before.loss + it.loss,
				lastItem: int32(n), group: int32(g), previous: int32(i),
			}
			// More hosts than heroes make no difference.
			next.uses.hosts = max(next.uses.hosts, t.room.hosts-t.room.heroes)
			if next.uses.fit(room) {
				more = t.addState(next) || more
			}
		}
	}
	if layer := t.states[to:]; t.width > 0 && len(layer) > t.width {
		layer = keepLeastLoss(layer, t.width)
		slices.SortStableFunc(layer, func(a, b state) int {
			return cmp.Or(cmp.Compare(a.loss, b.loss), cmp.Compare(b.value, a.value), a.uses.compare(b.uses))
		})
		t.states = t.states[:to+t.width]
	}
	return more || group.lossOfNone > 0, ctx.Err()
}

// keepLeastLoss returns the states without those that lose more than the n-th best. It is much
// faster than sorting all of them.
func keepLeastLoss(states []state, n int) []state {
	losses := make([]float64, len(states))
	for i := range states {
		losses[i] = states[i].loss
	}
	slices.Sort(losses)
	return slices.DeleteFunc(states, func(s state) bool { return s.loss > losses[n-1] })
}

// addState adds a state to the last layer unless a better one uses the same resources. It reports
// whether it did.
func (t *trace) addState(s state) bool {
	if s.loss > t.gap {
		return false
	}
	key := s.uses.key()
	at, known := t.at[key]
	if !known {
		t.at[key] = int32(len(t.states))
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
func (t *trace) bestOfLayer() (best solution, found bool, err error) {
	at := -1
	for i := t.from; i < len(t.states); i++ {
		if s := &t.states[i]; s.uses.points <= t.room.points && (at < 0 || s.value > t.states[at].value) {
			at = i
		}
	}
	if at < 0 || t.bound-t.states[at].value > t.gap {
		return solution{}, false, nil
	}
	best.value, best.bound = t.states[at].value, t.states[at].value
	for at := int32(at); at >= 0; at = t.states[at].previous {
		s := &t.states[at]
		if s.lastItem < 0 {
			continue
		}
		for _, pick := range t.groups[s.group].items[s.lastItem].picks {
			best.picks = append(best.picks, picked{int(s.group), pick})
		}
	}
	slices.Reverse(best.picks)
	return best, true, nil
}
