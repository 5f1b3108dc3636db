package fill

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
)

// A problem is what may be added to a list: the most valuable picks within its
// resources are asked for.
type problem struct {
	room   resources // what is left of each
	groups []group
	gap    float64 // that is tried first between the bound and the best picks
	memory *[]state
	work   *work // nil for any
}

// resources are what a list has only so much of, and what a pick uses of them.
type resources struct {
	points int
	units  int // places that force organisation allows
	heroes int
	hosts  int // squads that no hero has joined; a pick that gives one uses -1
}

func (r resources) plus(u resources) resources {
	return resources{r.points + u.points, r.units + u.units, r.heroes + u.heroes, r.hosts + u.hosts}
}

// key tells apart what the picks of one list use, however large it is.
func (r resources) key() uint64 {
	return uint64(r.points)<<40 | uint64(r.units)&(1<<14-1)<<26 | uint64(r.heroes)&(1<<13-1)<<13 | uint64(r.hosts)&(1<<13-1)
}

// A group is picks of which each may be taken, up to Most in all.
type group struct {
	items []item
	most  int
	// limits are what else there is only so much of for the group's picks: units and
	// options of a collection.
	limits []int
}

// An item is something that can be picked.
type item struct {
	uses   resources
	counts []int // of the group's limits
	value  float64
	column *Column
	joins  bool // a hero, who joins a unit

	changes int // units and upgrades
}

// A solution is the picks that were found best.
type solution struct {
	value float64
	bound float64 // that no picks exceed: the value, of those that are proven best
	picks []picked
}

// near reports whether better picks may have been left out.
func (s *solution) near() bool { return s.bound > s.value+rounding }

// picked is an item of a group.
type picked struct {
	group int
	item
}

// rounding is how far values may lie apart that are the same but for float64.
const rounding = 1e-7

// solve finds the picks of the highest value. It relaxes the resources by Lagrange
// multipliers, which gives a bound that no picks exceed, and what each pick loses
// against it. All picks that lose no more than a gap are tried, by dynamic
// programming; if there are none, a wider gap is. The first that are found are best:
// whatever was left out loses more. Where that costs too much, the picks are near the
// best. The error is the context's.
func (p *problem) solve(ctx context.Context) (solution, error) {
	d := p.relax(ctx)
	for gap := p.gap + rounding; ; gap *= 2 {
		k, err := p.within(d, gap)
		if err == nil {
			var s solution
			var found bool
			if s, found, err = k.best(ctx, gap); found || err != nil && !errors.Is(err, errSpent) {
				return s, err
			}
		}
		if err != nil {
			return p.near(ctx, d)
		}
	}
}

// What a search for picks near the best keeps.
const (
	nearPicks  = 40_000 // of all groups
	nearItems  = 12     // of a group, that lose least
	nearStates = 400_000
)

// near finds picks near the best by beam search: of the states after each pick it keeps
// as many as lose least against the bound, which stands for all that it leaves out. What
// is left then goes to whatever fits. The error is the context's.
func (p *problem) near(ctx context.Context, d dual) (solution, error) {
	k, _ := p.within(d, math.Inf(1))
	order := make([]int, len(k.groups))
	for g := range order {
		order[g] = g
		items := k.groups[g].items
		slices.SortStableFunc(items, func(a, b keptItem) int { return cmp.Compare(a.loss, b.loss) })
		k.groups[g].items = items[:min(len(items), nearItems)]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(k.groups[b].none, k.groups[a].none) })
	picks := 0
	for _, g := range order { // those that lose most by picking nothing come first
		group := &k.groups[g]
		least := plenty
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
	s, found, err := k.best(ctx, math.Inf(1))
	if err != nil {
		return s, err
	}
	if !found { // the list as it is
		s = solution{}
	}
	s.top(p)
	s.bound = max(s.value, d.bound)
	return s, nil
}

// top adds the most valuable item that fits as long as there is one.
func (s *solution) top(p *problem) {
	room, taken := p.room, make([]int, len(p.groups))
	counts := make([][]int, len(p.groups))
	for g := range counts {
		counts[g] = slices.Clone(p.groups[g].limits)
	}
	use := func(g int, it *item) {
		u := it.uses
		room = room.plus(resources{-u.points, -u.units, -u.heroes, -u.hosts})
		taken[g]++
		for l, n := range it.counts {
			counts[g][l] -= n
		}
	}
	for i := range s.picks {
		use(s.picks[i].group, &s.picks[i].item)
	}
	fits := func(g int, it *item) bool {
		for l, n := range it.counts {
			if n > counts[g][l] {
				return false
			}
		}
		u := it.uses
		return taken[g] < p.groups[g].most && u.points <= room.points && u.units <= room.units && u.heroes <= room.heroes && u.hosts <= room.hosts
	}
	for range 100 {
		group, best := 0, (*item)(nil)
		for g := range p.groups {
			for i := range p.groups[g].items {
				if it := &p.groups[g].items[i]; it.value > rounding && (best == nil || it.value > best.value) && fits(g, it) {
					group, best = g, it
				}
			}
		}
		if best == nil {
			return
		}
		use(group, best)
		s.picks, s.value = append(s.picks, picked{group, *best}), s.value+best.value
	}
}

// A dual is multipliers of a problem's resources, with what they bound.
type dual struct {
	bound float64
	price [4]float64
	local [][]float64 // of the groups' limits
}

func (r resources) of(i int) float64 {
	return float64([...]int{r.points, r.units, r.heroes, r.hosts}[i])
}

// cost is what an item's resources cost.
func (d *dual) cost(g int, it *item) float64 {
	cost := 0.
	for r, price := range d.price {
		cost += price * it.uses.of(r)
	}
	for i, n := range it.counts {
		cost += d.local[g][i] * float64(n)
	}
	return cost
}

// relax finds multipliers of a low bound by subgradients, as long as somebody waits.
func (p *problem) relax(ctx context.Context) dual {
	now := dual{local: make([][]float64, len(p.groups))}
	for g := range p.groups {
		now.local[g] = make([]float64, len(p.groups[g].limits))
	}
	best := 0.
	for g := range p.groups {
		for i := range p.groups[g].items {
			it := &p.groups[g].items[i]
			best = max(best, it.value/float64(max(1, it.uses.points)))
		}
	}
	now.price[0] = best / 2
	p.response(&now)
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
		used, local := p.response(&now)
		if now.bound < found.bound-1e-9*math.Abs(found.bound) {
			found, still = now.clone(), 0
		} else if still++; still == 12 {
			reach, still = reach*0.6, 0
			now = found.clone()
			used, local = p.response(&now)
		}
		if !now.step(p, used, local, reach*math.Abs(found.bound)) {
			break
		}
	}
	return found
}

func (d *dual) clone() dual {
	c := *d
	c.local = make([][]float64, len(d.local))
	for g := range d.local {
		c.local[g] = slices.Clone(d.local[g])
	}
	return c
}

// response works out the bound of multipliers, and what is left of the resources by
// the picks that reach it.
func (p *problem) response(d *dual) (left [4]float64, local [][]float64) {
	d.bound = 0
	for r := range left {
		left[r] = p.room.of(r)
		d.bound += d.price[r] * left[r]
	}
	local = make([][]float64, len(p.groups))
	for g := range p.groups {
		group := &p.groups[g]
		if group.limits != nil {
			local[g] = make([]float64, len(group.limits))
			for i, n := range group.limits {
				local[g][i] = float64(n)
				d.bound += d.local[g][i] * float64(n)
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
			left[r] -= times * group.items[at].uses.of(r)
		}
		for i, n := range group.items[at].counts {
			local[g][i] -= times * float64(n)
		}
	}
	return left, local
}

// step moves the multipliers so that the bound should fall by so much. It reports
// whether there is anywhere to go.
func (d *dual) step(p *problem, left [4]float64, local [][]float64, fall float64) bool {
	// A resource that is scarce is dear: each is measured in parts of the whole.
	var scale [4]float64
	norm := 0.
	for r := range left {
		scale[r] = 1 / max(1, math.Abs(p.room.of(r)))
		if left[r] > 0 && d.price[r] == 0 {
			left[r] = 0
		}
		norm += left[r] * scale[r] * left[r] * scale[r]
	}
	for g := range local {
		for i, n := range local[g] {
			if n > 0 && d.local[g][i] == 0 {
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
			d.local[g][i] = max(0, d.local[g][i]-fall/norm*n/limit/limit)
		}
	}
	return true
}

// kept is what of a problem is tried: picks that lose no more than a gap.
type kept struct {
	room   resources
	bound  float64
	groups []keptGroup
	memory *[]state // room for states, used again by each search
	work   *work
	width  int // states that are kept after each pick; 0 for all
}

type keptGroup struct {
	items []keptItem
	most  int
	none  float64 // lost by each pick that is not made
}

type keptItem struct {
	item
	loss  float64
	picks []item // that it stands for: one, or several of the group at once
}

// within leaves out the picks that lose more than the gap. The error is errSpent where
// it left out others.
func (p *problem) within(d dual, gap float64) (k *kept, err error) {
	k, owed, sets := &kept{room: p.room, bound: d.bound, memory: p.memory, work: p.work}, 0, allTogether
	for g := range p.groups {
		group := &p.groups[g]
		to := keptGroup{most: group.most}
		for i := range group.items {
			to.none = max(to.none, group.items[i].value-d.cost(g, &group.items[i]))
		}
		for i := range group.items {
			it := &group.items[i]
			if loss := to.none - it.value + d.cost(g, it); loss <= gap {
				to.items = append(to.items, keptItem{item: *it, loss: loss, picks: group.items[i : i+1 : i+1]})
			}
		}
		k.groups = append(k.groups, to)
		owed += to.owes()
	}
	for g := range p.groups {
		if limits := p.groups[g].limits; limits != nil {
			if k.groups[g].together(limits, d.local[g], p.room.points+owed, gap, &sets); sets < 0 {
				err = errSpent
			}
		}
	}
	return k, err
}

// together makes the group's items those of all its picks together that keep within
// its limits and lose no more than the gap, of which one is picked: as many as sets says,
// which it counts down.
func (g *keptGroup) together(limits []int, prices []float64, points int, gap float64, sets *int) {
	idle := 0. // what limits that are not reached lose
	for l, n := range limits {
		idle += prices[l] * float64(n)
	}
	best := map[resources]keptItem{}
	left := slices.Clone(limits)
	var more func(from, picks int, sum keptItem)
	more = func(from, picks int, sum keptItem) {
		if picks == 0 {
			return
		}
		for i := from; i < len(g.items); i++ {
			if *sets--; *sets < 0 {
				return
			}
			it := &g.items[i]
			next := keptItem{picks: append(slices.Clip(sum.picks), it.picks...), loss: sum.loss - g.none + it.loss}
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
	none := float64(g.most)*g.none + idle
	more(0, g.most, keptItem{loss: none})
	g.items, g.most, g.none = g.items[:0:0], 1, none
	for _, it := range best {
		g.items = append(g.items, it)
	}
	slices.SortFunc(g.items, func(a, b keptItem) int { return cmp.Or(cmp.Compare(a.loss, b.loss), a.uses.compare(b.uses)) })
}

func (r resources) compare(o resources) int {
	return cmp.Or(cmp.Compare(r.points, o.points), cmp.Compare(r.units, o.units), cmp.Compare(r.heroes, o.heroes), cmp.Compare(r.hosts, o.hosts))
}

// A state is the best that some picks come to which use the same.
type state struct {
	uses  resources
	value float64
	loss  float64 // no more than what they lose
	by    int32   // the item that was picked, of the group; -1 for none
	group int32
	from  int32 // the state before
}

// trace is every state that picks were tried from, layer by layer.
type trace struct {
	*kept
	gap    float64
	states []state
	from   int // the first of the last layer
	at     map[uint64]int32
}

// best tries all picks that lose no more than the gap in all, if there are any.
func (k *kept) best(ctx context.Context, gap float64) (best solution, found bool, err error) {
	order, owed := make([]int, len(k.groups)), 0
	for g := range order {
		order[g] = g
		owed += k.groups[g].owes()
	}
	// Heroes come last, so that those who join find all hosts; before them those
	// whose other picks lose most.
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(k.groups[a].leads(), k.groups[b].leads()), cmp.Compare(k.groups[b].none, k.groups[a].none))
	})
	t := trace{kept: k, gap: gap, states: append((*k.memory)[:0], state{by: -1, from: -1}), at: map[uint64]int32{}}
	defer func() { *k.memory = t.states }()
	for _, g := range order {
		owed -= k.groups[g].owes()
		for range k.groups[g].most {
			more, err := t.pick(ctx, g, owed+k.groups[g].owes())
			if err != nil {
				return solution{}, false, err
			}
			if !more {
				break
			}
		}
	}
	return t.end()
}

// owes is how many points the group's picks may give back.
func (g *keptGroup) owes() int {
	least := 0
	for i := range g.items {
		least = min(least, g.items[i].uses.points)
	}
	return -least * g.most
}

// leads is 1 for a group with heroes.
func (g *keptGroup) leads() int {
	if slices.ContainsFunc(g.items, func(it keptItem) bool { return it.uses.heroes > 0 }) {
		return 1
	}
	return 0
}

// pick lets each state pick one item more of a group, or none, where so many points
// may still be given back. It reports whether another pick may make a difference.
// The error is the context's, or errSpent.
func (t *trace) pick(ctx context.Context, g, owed int) (more bool, err error) {
	group := &t.groups[g]
	from, to := t.from, len(t.states)
	t.from = to
	clear(t.at)
	for i := from; i < to; i++ {
		if i%128 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if !t.work.step(1+len(group.items), len(t.states)) {
			return false, errSpent
		}
		before := t.states[i]
		t.reach(state{uses: before.uses, value: before.value, loss: before.loss + group.none, by: -1, from: int32(i)})
		for n := range group.items {
			it := &group.items[n]
			next := state{uses: before.uses.plus(it.uses), value: before.value + it.value, loss: before.loss + it.loss, by: int32(n), group: int32(g), from: int32(i)}
			// More hosts than heroes may join make no difference.
			next.uses.hosts = max(next.uses.hosts, t.room.hosts-t.room.heroes)
			if u := &next.uses; u.points <= t.room.points+owed && u.units <= t.room.units && u.heroes <= t.room.heroes && u.hosts <= t.room.hosts {
				more = t.reach(next) || more
			}
		}
	}
	if layer := t.states[to:]; t.width > 0 && len(layer) > t.width {
		slices.SortFunc(layer, func(a, b state) int {
			return cmp.Or(cmp.Compare(a.loss, b.loss), cmp.Compare(b.value, a.value), a.uses.compare(b.uses))
		})
		t.states = t.states[:to+t.width]
	}
	return more || group.none > 0, ctx.Err()
}

// reach adds a state to the last layer, if it is better than what is there.
func (t *trace) reach(s state) bool {
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

// end finds the best state of the last layer, and the picks that led there.
func (t *trace) end() (best solution, found bool, err error) {
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
	for at := int32(at); at >= 0; at = t.states[at].from {
		s := &t.states[at]
		if s.by < 0 {
			continue
		}
		for _, pick := range t.groups[s.group].items[s.by].picks {
			best.picks = append(best.picks, picked{int(s.group), pick})
		}
	}
	slices.Reverse(best.picks)
	return best, true, nil
}
