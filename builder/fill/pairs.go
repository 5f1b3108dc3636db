package fill

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"muster/builder/gf"
	"muster/builder/gf/preview"
)

// maxHalvesTried is the maximum number of builds of a unit that are all tried as halves of combined
// pairs. If there are more builds, only the useful ones are tried.
const maxHalvesTried = 60

// maxPairsPerCost is the maximum number of combined pairs that cost equally many points and are
// kept at a time.
const maxPairsPerCost = 300_000

// candidates holds the builds of a unit that is added alone or is half of a pair.
type candidates struct {
	bestAlone  []build // the best builds of a unit that is added alone
	pairHalves []build // builds that may be half of the best pair
}

// listCandidates lists the builds of a draft that cost at most most points, to be added alone or as
// halves of a pair.
func (d *variantBuilder) listCandidates(draft *gf.Draft, most int) (*candidates, error) {
	all, useful, err := d.listBuilds(draft, most)
	if err != nil {
		return nil, err
	}
	c := &candidates{pairHalves: all}
	if c.bestAlone, err = d.bestBuilds(all); err != nil || len(all) <= maxHalvesTried || useful || d.unit.Size < 2 ||
		!d.forceOrg {
		return c, err
	}
	if d.maximisesPoints {
		c.pairHalves = c.bestAlone // points add up
		return c, nil
	}
	before := d.workLeft
	some, _, err := d.listUsefulBuilds(draft)
	switch {
	case err == nil:
		c.pairHalves = some
	case errors.Is(err, errBudgetSpent):
		d.workLeft.fightCount, err = before.fightCount, nil // the results are cached
	}
	return c, err
}

// pairs returns the best combined pairs, each of a build from some and a build from others; see
// bestPairs. If the budget of work is spent, it pairs only the builds in bestAlone.
func (d *variantBuilder) pairs(some, others *candidates, most int) ([]build, error) {
	start := d.workLeft
	var with, best []build
	if others != nil {
		with, best = others.pairHalves, others.bestAlone
	}
	if d.allBuildsValued {
		all, err := d.bestPairs(some.pairHalves, with, most)
		if !errors.Is(err, errBudgetSpent) {
			return all, err
		}
		d.allBuildsValued, d.pairsUnfinished = false, true
		d.workLeft.fightCount, d.workLeft.buildsToSum = start.fightCount/2, start.buildsToSum/2 // the first results are cached
	}
	all, err := d.bestPairs(some.bestAlone, best, most)
	if errors.Is(err, errBudgetSpent) {
		return nil, nil
	}
	return all, err
}

// bestPairs returns combined pairs, each of a build from some and a build from others. It keeps the
// pairs that are worth more than all pairs of their class that cost no more. If others is nil, the
// builds of some are paired with each other.
func (d *variantBuilder) bestPairs(some, others []build, most int) ([]build, error) {
	first := d.groupByCost(some)
	second := first
	if others != nil {
		second = d.groupByCost(others)
	}
	at := map[int][][2]*sameCostBuilds{} // by cost
	for i, a := range first {
		with := second
		if others == nil {
			with = second[i:]
		}
		for _, b := range with {
			if cost := a.cost + b.cost; a.class.allModelsUpgrades == b.class.allModelsUpgrades && cost <= most {
				at[cost] = append(at[cost], [2]*sameCostBuilds{a, b})
			}
		}
	}
	return d.bestAtCosts(slices.Sorted(maps.Keys(at)), func(cost int, least func(class int32) float64) ([]*build, error) {
		var all []*build
		for _, sides := range at[cost] {
			a, b := sides[0], sides[1]
			pair := build{halves: [2]*half{a.builds[0].halves[0], b.builds[0].halves[0]}, cost: cost}
			pair.classIndex = d.classIndex(&pair, false)
			least := least(pair.classIndex)
			for i := range a.builds {
				with := b.builds
				if a == b && others == nil {
					with = with[i:]
				}
				if a.builds[i].upperBound+with[0].upperBound <= least {
					break
				}
				for j := range with {
					x, y := &a.builds[i], &with[j]
					if x.upperBound+y.upperBound <= least {
						break
					}
					pair.halves, pair.optionCount = [2]*half{x.halves[0], y.halves[0]}, x.optionCount+y.optionCount
					if d.setUpperBound(&pair); pair.upperBound > least {
						kept := pair
						all = append(all, &kept)
					}
				}
				if len(all) > maxPairsPerCost {
					return nil, errBudgetSpent
				}
			}
			if err := d.ctx.Err(); err != nil {
				return nil, err
			}
		}
		return all, nil
	})
}

// sameCostBuilds holds the builds of one class that cost the same, sorted by upper bound of their
// value, the highest first. The upper bound of a pair is the sum of the bounds of its halves.
type sameCostBuilds struct {
	class  buildClass
	cost   int
	builds []build
}

// groupByCost groups builds by class and cost.
func (d *variantBuilder) groupByCost(builds []build) (all []*sameCostBuilds) {
	type key struct {
		class buildClass
		cost  int
	}
	of := map[key]*sameCostBuilds{}
	for _, b := range builds {
		b.valueKnown = false
		d.setUpperBound(&b)
		k := key{b.halves[0].class, b.cost}
		if of[k] == nil {
			of[k] = &sameCostBuilds{class: k.class, cost: k.cost}
			all = append(all, of[k])
		}
		of[k].builds = append(of[k].builds, b)
	}
	for _, e := range all {
		slices.SortStableFunc(e.builds, func(a, b build) int {
			return cmp.Or(cmp.Compare(b.upperBound, a.upperBound),
				a.optionCount-b.optionCount)
		})
	}
	return all
}

// destroyedPoints returns the points that a unit or a combined pair destroys of each target. It
// computes equal attacks once.
func (d *variantBuilder) destroyedPoints(u *preview.Combatant, of *gf.Loadout, charging bool) ([]float64, error) {
	key := attackKey(&u.Side, of, charging)
	points, known := d.destroyedPointsCache[key]
	if known {
		return points, nil
	}
	parts, err := d.splitByWeapon(u, of, charging)
	if err != nil {
		return nil, err
	}
	if parts != nil {
		if d.workLeft.buildsToSum--; d.workLeft.buildsToSum < 0 {
			return nil, errBudgetSpent
		}
		points = preview.SumDamage(parts, charging)
	} else {
		if d.workLeft.fightCount--; d.workLeft.fightCount < 0 {
			return nil, errBudgetSpent
		}
		w, err := u.ExpectedDamage(d.ctx, d.army.Game, d.targets, preview.WorthDistance, charging)
		if err != nil {
			return nil, err
		}
		points = w.Points
	}
	d.destroyedPointsCache[key] = points
	return points, nil
}

// splitByWeapon splits a unit in which some models have rules of their own into parts, by weapon.
// It returns nil if the worth of the unit is not the sum of the worth of its parts.
func (d *variantBuilder) splitByWeapon(u *preview.Combatant, of *gf.Loadout, charging bool) ([]*preview.DamagePart, error) {
	units := u.SplitByWeapon(charging)
	if units == nil {
		return nil, nil
	}
	parts := make([]*preview.DamagePart, len(units))
	for i := range units {
		key := attackKey(&units[i].Side, of, charging)
		known := d.splitPartCache[key]
		if known == nil {
			if d.workLeft.fightCount--; d.workLeft.fightCount < 0 {
				return nil, errBudgetSpent
			}
			made, err := units[i].UnitDamagePart(d.ctx, d.army.Game, d.targets, charging, i > 0)
			if err != nil {
				return nil, err
			}
			known = &made
			d.splitPartCache[key] = known
		}
		parts[i] = known
	}
	if !preview.CanSumDamage(parts) {
		return nil, nil
	}
	return parts, nil
}
