package fill

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"muster/builder/gf"
	"muster/builder/gf/preview"
)

// If a unit has at most fewHalves builds, all are tried as halves of pairs; otherwise only the
// useful ones.
const fewHalves = 60

// mostPairs bounds the pairs of one cost that are kept at a time.
const mostPairs = 300_000

// candidates are the builds of a unit that is added alone or is half of a pair.
type candidates struct {
	best  []build // best builds of the unit alone
	pairs []build // builds that may be half of the best pair
}

// listHalf lists the builds of a draft that cost no more than most points.
func (d *columnBuilder) listHalf(draft *gf.Draft, most int) (*candidates, error) {
	all, useful, err := d.listBuilds(draft, most)
	if err != nil {
		return nil, err
	}
	c := &candidates{pairs: all}
	if c.best, err = d.best(all); err != nil || len(all) <= fewHalves || useful || d.unit.Size < 2 || !d.forceOrg {
		return c, err
	}
	if d.forPoints {
		c.pairs = c.best // points add up
		return c, nil
	}
	before := d.left
	some, _, err := d.listUseful(draft)
	switch {
	case err == nil:
		c.pairs = some
	case errors.Is(err, errBudget):
		d.left.fights, err = before.fights, nil // the results are cached
	}
	return c, err
}

// pairs returns the best pairs of builds of some and of others; see bestPairs. If the budget is
// spent, only builds that are the best alone are paired.
func (d *columnBuilder) pairs(some, others *candidates, most int) ([]build, error) {
	start := d.left
	var with, best []build
	if others != nil {
		with, best = others.pairs, others.best
	}
	if d.exact {
		all, err := d.bestPairs(some.pairs, with, most)
		if !errors.Is(err, errBudget) {
			return all, err
		}
		d.exact, d.pairsLeft = false, true
		d.left.fights, d.left.values = start.fights/2, start.values/2 // the first results are cached
	}
	all, err := d.bestPairs(some.best, best, most)
	if errors.Is(err, errBudget) {
		return nil, nil
	}
	return all, err
}

// bestPairs returns the combined pairs of builds of some and of others that are worth more than all
// other pairs of their class that cost no more. If others is nil, the builds are paired with each
// other.
func (d *columnBuilder) bestPairs(some, others []build, most int) ([]build, error) {
	first := d.groupByCost(some)
	second := first
	if others != nil {
		second = d.groupByCost(others)
	}
	at := map[int][][2]*sameCost{} // by cost
	for i, a := range first {
		with := second
		if others == nil {
			with = second[i:]
		}
		for _, b := range with {
			if cost := a.cost + b.cost; a.class.every == b.class.every && cost <= most {
				at[cost] = append(at[cost], [2]*sameCost{a, b})
			}
		}
	}
	return d.bestOf(slices.Sorted(maps.Keys(at)), func(cost int, least func(class int32) float64) ([]*build, error) {
		var all []*build
		for _, sides := range at[cost] {
			a, b := sides[0], sides[1]
			pair := build{halves: [2]*half{a.builds[0].halves[0], b.builds[0].halves[0]}, cost: cost}
			pair.class = d.classIndex(&pair, false)
			least := least(pair.class)
			for i := range a.builds {
				with := b.builds
				if a == b && others == nil {
					with = with[i:]
				}
				if a.builds[i].bound+with[0].bound <= least {
					break
				}
				for j := range with {
					x, y := &a.builds[i], &with[j]
					if x.bound+y.bound <= least {
						break
					}
					pair.halves, pair.picks = [2]*half{x.halves[0], y.halves[0]}, x.picks+y.picks
					if d.setBound(&pair); pair.bound > least {
						kept := pair
						all = append(all, &kept)
					}
				}
				if len(all) > mostPairs {
					return nil, errBudget
				}
			}
			if err := d.ctx.Err(); err != nil {
				return nil, err
			}
		}
		return all, nil
	})
}

// sameCost holds builds of one class and cost, those with the highest upper bound first. The bound
// of a pair is the sum of its halves' bounds.
type sameCost struct {
	class  buildClass
	cost   int
	builds []build
}

// groupByCost groups builds by class and cost.
func (d *columnBuilder) groupByCost(builds []build) (all []*sameCost) {
	type key struct {
		class buildClass
		cost  int
	}
	of := map[key]*sameCost{}
	for _, b := range builds {
		b.valued = false
		d.setBound(&b)
		k := key{b.halves[0].class, b.cost}
		if of[k] == nil {
			of[k] = &sameCost{class: k.class, cost: k.cost}
			all = append(all, of[k])
		}
		of[k].builds = append(of[k].builds, b)
	}
	for _, e := range all {
		slices.SortStableFunc(e.builds, func(a, b build) int {
			return cmp.Or(cmp.Compare(b.bound, a.bound),
				a.picks-b.picks)
		})
	}
	return all
}

// strike returns the points that a unit or a pair destroys of each target. Equal attacks are
// computed once.
func (d *columnBuilder) strike(u *preview.Combatant, of *gf.Loadout, charging bool) ([]float64, error) {
	key := strikeKey(&u.Side, of, charging)
	points, known := d.strikes[key]
	if known {
		return points, nil
	}
	parts, err := d.splitParts(u, of, charging)
	if err != nil {
		return nil, err
	}
	if parts != nil {
		if d.left.values--; d.left.values < 0 {
			return nil, errBudget
		}
		points = preview.Sum(parts, charging)
	} else {
		if d.left.fights--; d.left.fights < 0 {
			return nil, errBudget
		}
		w, err := u.Strike(d.ctx, d.army.Game, d.targets, preview.WorthDistance, charging)
		if err != nil {
			return nil, err
		}
		points = w.Points
	}
	d.strikes[key] = points
	return points, nil
}

// splitParts returns the parts of a unit of which some models have rules of their own; nil if its
// worth is not the sum of parts.
func (d *columnBuilder) splitParts(u *preview.Combatant, of *gf.Loadout, charging bool) ([]*preview.Part, error) {
	units := u.SplitByWeapon(charging)
	if units == nil {
		return nil, nil
	}
	parts := make([]*preview.Part, len(units))
	for i := range units {
		key := strikeKey(&units[i].Side, of, charging)
		known := d.bearers[key]
		if known == nil {
			if d.left.fights--; d.left.fights < 0 {
				return nil, errBudget
			}
			made, err := units[i].WholePart(d.ctx, d.army.Game, d.targets, charging, i > 0)
			if err != nil {
				return nil, err
			}
			known = &made
			d.bearers[key] = known
		}
		parts[i] = known
	}
	if !preview.CanSum(parts) {
		return nil, nil
	}
	return parts, nil
}
