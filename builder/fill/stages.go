package fill

import (
	"cmp"
	"encoding/binary"
	"slices"

	"muster/builder/gf"
	"muster/builder/gf/preview"
)

// A partialBuild is a gf.Stage, a loadout with only some of its options decided, together with the
// damage of its weapons.
type partialBuild struct {
	*gf.Stage
	// damage is the damage of the decided weapons with no effect other than wounds: by shooting in
	// [0], by charging in [1]; nil without such weapons.
	damage      [2]*cappedDamage
	totalDamage float64 // sum of all values in damage
}

// A cappedDamage holds the mean wounds that some weapons deal to a target with 1, 2, … wounds left:
// for each target, for the unit alone and in a combined pair, and for each combination of picks and
// outcomes of rule dice in a fight.
type cappedDamage struct {
	meanWounds []float64
	sum        float64
}

// woundChances holds the distribution of the wounds that some weapons deal, for each target and
// each combination of picks and outcomes of rule dice; nil for weapons with other effects.
type woundChances [][]float64

// listUsefulBuilds lists the builds of a draft that may be the best ones for their cost (see
// dropUselessStages), and returns the number of all builds. The error may be errBudgetSpent.
func (d *variantBuilder) listUsefulBuilds(draft *gf.Draft) (all []build, ways int, err error) {
	l := newBuildLister(d)
	ways, err = draft.EachLoadoutInStages(d.spendPartialBuildWork, d.dropUselessStages, l.addBuild)
	return l.builds, ways, cmp.Or(err, l.err)
}

// dropUselessStages returns the stages that may lead to a useful build. Among stages that later
// options change in the same way, a stage is useless if another one costs no more and has weapons
// that are at least as good, whatever the unit's other weapons are.
//
// Weapons that only count wounds deal X wounds to a target, whatever its state, and the rest of the
// unit or pair deals Y, so that a target with k wounds left takes min(X+Y, k). If E min(X, j) ≥ E
// min(X', j) for all j, then E min(X+Y, k) ≥ E min(X'+Y, k): if Y = y < k, the former is y + E
// min(X, k−y), otherwise both are k. Attacks that resolve first only change k. So X can replace X'
// in every build and pair without a lower value, because the value is the mean over the targets of
// the better of shooting and charging.
func (d *variantBuilder) dropUselessStages(all []gf.Stage) ([]gf.Stage, error) {
	d.partialBuildCount = 0
	groups := map[comparableKey][]partialBuild{}
	var keys []comparableKey
	for i := range all {
		s, rest, err := d.newPartialBuild(&all[i])
		if err != nil {
			return nil, err
		}
		key := comparableKey{all[i].StageClass, rest}
		if groups[key] == nil {
			keys = append(keys, key)
		}
		groups[key] = append(groups[key], s)
	}
	kept := make([]gf.Stage, 0, len(all)/2)
	for _, key := range keys {
		some, err := d.undominated(groups[key])
		if err != nil {
			return nil, err
		}
		for _, s := range some {
			kept = append(kept, *s.Stage)
		}
	}
	return kept, nil
}

// spendPartialBuildWork subtracts from the budget the work of n partial builds with the same
// options decided; those of units with many models cost more. The error is errBudgetSpent.
func (d *variantBuilder) spendPartialBuildWork(n int) error {
	d.partialBuildCount += n
	d.workLeft.partialBuildWork -= n * (5 + d.unit.Size)
	if d.workLeft.partialBuildWork < 0 || d.partialBuildCount > maxPartialBuilds || d.workBudget.pastDeadline() {
		return cmp.Or(d.ctx.Err(), errBudgetSpent)
	}
	return d.ctx.Err()
}

// A comparableKey is equal for partial builds that dominates may compare.
type comparableKey struct {
	*gf.StageClass
	// the gear that the comparison (dominates) leaves out, so that it must be equal: weapons with
	// other effects than wounds, and the miniatures of a collection that the build uses
	uncomparedGear string
}

// undominated returns the partial builds of a group that no other one in it dominates, the cheapest
// first. All must have the same comparableKey.
func (d *variantBuilder) undominated(group []partialBuild) (kept []*partialBuild, err error) {
	slices.SortStableFunc(group, func(a, b partialBuild) int {
		return cmp.Or(cmp.Compare(a.Cost, b.Cost), cmp.Compare(b.totalDamage, a.totalDamage), a.PickCount()-b.PickCount())
	})
	for i := range group {
		if i%64 == 0 {
			if err := d.spendPartialBuildWork(0); err != nil {
				return nil, err
			}
		}
		s := &group[i]
		if !slices.ContainsFunc(kept, func(o *partialBuild) bool { return o.dominates(s) }) {
			kept = append(kept, s)
		}
	}
	return kept, nil
}

// dominates reports whether the weapons of s are at least as good as the weapons of o.
func (s *partialBuild) dominates(o *partialBuild) bool {
	if s.totalDamage < o.totalDamage-valueTolerance {
		return false
	}
	for mode, mine := range s.damage {
		switch other := o.damage[mode]; {
		case other == nil || mine == other:
		case mine == nil:
			return false
		default:
			for i, n := range other.meanWounds {
				if mine.meanWounds[i] < n-1e-12 {
					return false
				}
			}
		}
	}
	return true
}

// newPartialBuild returns a stage of a draft with the damage of its weapons. rest is a key:
// dominates may compare only partial builds with equal keys.
func (d *variantBuilder) newPartialBuild(of *gf.Stage) (s partialBuild, rest string, err error) {
	var key, counted []byte
	for _, o := range d.options {
		key = binary.AppendVarint(key, int64(of.ChosenCount(o)))
	}
	s.Stage = of
	for mode, weapons := range of.FinalWeapons {
		var tallies []woundChances
		counted = append(append(counted[:0], byte(mode)), of.RulesKeys[mode]...)
		for _, arms := range weapons {
			var one woundChances
			if of.RulesFinal {
				if one, err = d.woundChances(of, mode, arms); err != nil {
					return s, "", err
				}
			}
			if one == nil {
				key = arms.AppendKey(append(key, byte(mode)))
				continue
			}
			tallies, counted = append(tallies, one), arms.AppendKey(counted)
		}
		if len(tallies) == 0 {
			continue
		}
		together := d.damageCache[string(counted)]
		if together == nil {
			together = newCappedDamage(tallies)
			d.damageCache[string(counted)] = together
		}
		s.damage[mode], s.totalDamage = together, s.totalDamage+together.sum
	}
	return s, string(key), nil
}

// newCappedDamage returns the damage that weapons with these distributions of wounds deal together.
func newCappedDamage(tallies []woundChances) *cappedDamage {
	all := tallies[0]
	for _, t := range tallies[1:] {
		all = all.sumWith(t)
	}
	d := new(cappedDamage)
	for _, chances := range all {
		more, mean := 1., 0. // the chance of more wounds, and the mean of so many at most
		for _, p := range chances[:len(chances)-1] {
			more -= p
			mean += more
			d.meanWounds, d.sum = append(d.meanWounds, mean), d.sum+mean
		}
	}
	return d
}

// sumWith returns the distributions of the sums of two independent numbers of wounds.
func (c woundChances) sumWith(o woundChances) woundChances {
	sums := make(woundChances, len(c))
	for t := range c {
		top := len(c[t]) - 1
		sums[t] = make([]float64, top+1)
		for i, p := range c[t] {
			for j, q := range o[t] {
				sums[t][min(i+j, top)] += p * q
			}
		}
	}
	return sums
}

// woundChances returns the distributions of the wounds that some of a stage's weapons deal, alone
// and in a pair.
func (d *variantBuilder) woundChances(s *gf.Stage, mode int, arms gf.WeaponCount) (all woundChances, err error) {
	key := partKey{charging: mode == 1, rules: s.RulesKeys[mode], WeaponCount: gf.WeaponCount{Weapon: arms.Weapon, Count: arms.Count}}
	first := key
	if known, ok := d.woundCache[first]; ok {
		return known, nil
	}
	h := &half{Loadout: s.Loadout}
	for _, halves := range [][]*half{{h}, {h, h}} {
		if len(halves) > 1 && (d.unit.Size < 2 || !d.forceOrg) {
			break
		}
		key.isPair = len(halves) > 1
		armed, err := d.attackPart(key, halves)
		if err != nil {
			return nil, err
		}
		bare := key
		bare.WeaponCount = gf.WeaponCount{}
		unarmed, err := d.attackPart(bare, halves)
		if err != nil {
			return nil, err
		}
		chances, ok := armed.WoundDistributions()
		if !ok || !preview.CanSumDamage([]*preview.DamagePart{unarmed, armed}) {
			all = nil
			break
		}
		all = append(all, chances...)
	}
	d.woundCache[first] = all
	return all, nil
}
