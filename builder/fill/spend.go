package fill

import (
	"context"
	"math/big"
	"slices"
)

// surprise is what a change counts when the most points are to be spent: as little
// as decides only between answers that spend as many.
const surprise = 1e-4

// spend finds picks that use the most points, with few changes: of units as they come
// first, then of those with more and more upgrades. That nothing uses more is seen by
// the points themselves, or else by all sums that there are.
func (p *problem) spend(ctx context.Context) (solution, error) {
	for range 2 {
		if s, found, err := p.plain(ctx); found || err != nil {
			return s, err
		}
		for _, try := range [...]struct{ changes, most int }{{2, 4}, {2, 6}, {3, 6}, {4, 8}, {6, 10}} {
			few := problem{room: p.room, groups: slices.Clone(p.groups)}
			for g := range few.groups {
				few.groups[g].items = slices.DeleteFunc(slices.Clone(p.groups[g].items), func(it item) bool { return it.changes > try.changes })
			}
			d := dual{bound: float64(p.room.points), price: [4]float64{1}, local: few.free()}
			gap := float64(try.most)*surprise + rounding
			if s, found, err := few.within(d, gap).best(ctx, gap); found || err != nil {
				return s, err
			}
		}
		most, err := p.reach(ctx)
		if err != nil {
			return solution{}, err
		}
		p.room.points = most
	}
	d := dual{bound: float64(p.room.points), price: [4]float64{1}, local: p.free()}
	for gap := 16 * surprise; ; gap *= 2 {
		if s, found, err := p.within(d, gap).best(ctx, gap); found || err != nil {
			return s, err
		}
	}
}

// plain tries a few of the dearest squads as they come, which most sums can be made of.
func (p *problem) plain(ctx context.Context) (solution, bool, error) {
	const squads, most = 8, 40
	few := problem{room: p.room, groups: slices.Clone(p.groups)}
	var costs []int
	for g := range few.groups {
		few.groups[g].items = slices.DeleteFunc(slices.Clone(p.groups[g].items), func(it item) bool {
			return it.changes != 1 || it.uses.heroes > 0 || it.uses.points <= 0 || it.uses.units == 0
		})
		for i := range few.groups[g].items {
			costs = append(costs, few.groups[g].items[i].uses.points)
		}
	}
	if len(costs) == 0 {
		return solution{}, false, nil
	}
	slices.Sort(costs)
	least := costs[max(0, len(costs)-squads)]
	for g := range few.groups {
		few.groups[g].items = slices.DeleteFunc(few.groups[g].items, func(it item) bool { return it.uses.points < least })
	}
	d := dual{bound: float64(p.room.points), price: [4]float64{1}, local: few.free()}
	gap := most*surprise + rounding
	return few.within(d, gap).best(ctx, gap)
}

// free is multipliers of the groups' limits at which these cost nothing.
func (p *problem) free() [][]float64 {
	local := make([][]float64, len(p.groups))
	for g := range local {
		local[g] = make([]float64, len(p.groups[g].limits))
	}
	return local
}

// used is what picks use beside points: of the list, and of a group's limits.
type used struct {
	units, heroes, hosts int
	local                string
}

// reach is the most points that any picks use. Sums are bits of a number for all
// that picks use beside points.
func (p *problem) reach(ctx context.Context) (int, error) {
	step, owed := 0, 0
	for g := range p.groups {
		least := 0
		for i := range p.groups[g].items {
			points := p.groups[g].items[i].uses.points
			step, least = gcd(step, points), min(least, points)
		}
		owed -= least * p.groups[g].most
	}
	step = max(step, 1)
	last := uint(p.room.points/step + owed/step)
	mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), last+1), big.NewInt(1))
	order := slices.Clone(p.groups)
	slices.SortStableFunc(order, func(a, b group) int { return a.leads() - b.leads() })
	sums := map[used]*big.Int{{}: new(big.Int).Lsh(big.NewInt(1), uint(owed/step))}
	for _, g := range order {
		layer := sums
		for range g.most {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			next := map[used]*big.Int{}
			for u, bits := range layer {
				for i := range g.items {
					if to, fits := p.use(&g, u, &g.items[i]); fits {
						points := g.items[i].uses.points / step
						sum := new(big.Int)
						if points >= 0 {
							sum.Lsh(bits, uint(points))
						} else {
							sum.Rsh(bits, uint(-points))
						}
						add(next, to, sum.And(sum, mask))
					}
				}
			}
			// What was reached before is no news.
			for u, bits := range next {
				if old := sums[u]; old != nil && bits.AndNot(bits, old).Sign() == 0 {
					delete(next, u)
				}
			}
			if layer = next; len(layer) == 0 {
				break
			}
			for u, bits := range layer {
				add(sums, u, bits)
			}
		}
		done := map[used]*big.Int{}
		for u, bits := range sums {
			u.local = ""
			add(done, u, bits)
		}
		sums = done
	}
	most := 0
	for _, bits := range sums {
		for at := bits.BitLen() - 1; at >= 0; at-- {
			if points := (at - owed/step) * step; bits.Bit(at) == 1 && points <= p.room.points {
				most = max(most, points)
				break
			}
		}
	}
	return most, nil
}

// leads is 1 for a group with heroes, who come last: those who join find all hosts.
func (g *group) leads() int {
	if slices.ContainsFunc(g.items, func(it item) bool { return it.uses.heroes > 0 }) {
		return 1
	}
	return 0
}

// use is what is used with one item more, if that fits.
func (p *problem) use(g *group, u used, it *item) (used, bool) {
	u.units, u.heroes = u.units+it.uses.units, u.heroes+it.uses.heroes
	u.hosts = max(u.hosts+it.uses.hosts, p.room.hosts-p.room.heroes)
	if u.units > p.room.units || u.heroes > p.room.heroes || u.hosts > p.room.hosts {
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

func add(sums map[used]*big.Int, u used, bits *big.Int) {
	if old := sums[u]; old != nil {
		bits = new(big.Int).Or(old, bits)
	}
	sums[u] = bits
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
