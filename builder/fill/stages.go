package fill

import (
	"cmp"
	"encoding/binary"
	"slices"

	"muster/builder/gf"
	"muster/builder/gf/preview"
)

// A stage is a build that is only begun, some of its options being decided.
type stage struct {
	*gf.Stage
	// damage is what those of its decided weapons that only count wounds deal in shooting [0] and
	// in charging [1]; nil without such weapons.
	damage [2]*cappedDamage
	sum    float64 // sum of all their damage
}

// A cappedDamage is the mean wounds that some weapons deal to a target with 1, 2, … wounds left,
// for each target, alone and in a pair, in each turn of a fight.
type cappedDamage struct {
	wounds []float64
	sum    float64
}

// woundChances is the distribution of the wounds that some weapons deal, for each target and turn;
// nil for weapons that do more than count wounds.
type woundChances [][]float64

// listUseful lists the builds of a draft, without those that dropUseless finds to be of no use. It
// returns the number of all builds. The error may be errBudget.
func (d *columnBuilder) listUseful(draft *gf.Draft) (all []build, ways int, err error) {
	l := newLister(d)
	ways, err = draft.Stages(d.spendStages, d.dropUseless, l.add)
	return l.all, ways, cmp.Or(err, l.err)
}

// dropUseless returns the stages that may lead to a useful build. Among stages that later options
// change in the same way, one is useless if another costs no more and its weapons are at least as
// good whatever the other weapons are.
//
// Weapons that only count wounds deal X wounds to a target, whatever its state, and the rest of the
// unit or pair deals Y, so that a target with k wounds left takes min(X+Y, k). If E min(X, j) ≥ E
// min(X', j) for all j, then E min(X+Y, k) ≥ E min(X'+Y, k): if Y = y < k, the former is y + E
// min(X, k−y), otherwise both are k. Attacks that resolve first only change k. So X can replace X'
// in every build and pair, and the value does not fall: it is the mean over the targets of the
// better of shooting and charging.
func (d *columnBuilder) dropUseless(all []gf.Stage) ([]gf.Stage, error) {
	d.begun = 0
	groups := map[comparableKey][]stage{}
	var keys []comparableKey
	for i := range all {
		s, rest, err := d.newStage(&all[i])
		if err != nil {
			return nil, err
		}
		key := comparableKey{all[i].Rest, rest}
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

// spendStages subtracts n stages of one option from the budget; for units of many models they count
// more. The error is errBudget.
func (d *columnBuilder) spendStages(n int) error {
	d.begun += n
	d.left.stages -= n * (5 + d.unit.Size)
	if d.left.stages < 0 || d.begun > mostStages || d.work.isLate() {
		return cmp.Or(d.ctx.Err(), errBudget)
	}
	return d.ctx.Err()
}

// A comparableKey is equal for stages that dominates may compare.
type comparableKey struct {
	*gf.Rest
	weapons string // weapons outside the comparison, and the use of a collection
}

// undominated returns the stages of a group that share a comparableKey, without those that another
// one dominates, the cheapest first.
func (d *columnBuilder) undominated(group []stage) (kept []*stage, err error) {
	slices.SortStableFunc(group, func(a, b stage) int {
		return cmp.Or(cmp.Compare(a.Cost, b.Cost), cmp.Compare(b.sum, a.sum), a.Picks()-b.Picks())
	})
	for i := range group {
		if i%64 == 0 {
			if err := d.spendStages(0); err != nil {
				return nil, err
			}
		}
		s := &group[i]
		if !slices.ContainsFunc(kept, func(o *stage) bool { return o.dominates(s) }) {
			kept = append(kept, s)
		}
	}
	return kept, nil
}

// dominates reports whether the weapons of stage s are at least as good as those of stage o.
func (s *stage) dominates(o *stage) bool {
	if s.sum < o.sum-rounding {
		return false
	}
	for mode, mine := range s.damage {
		switch other := o.damage[mode]; {
		case other == nil || mine == other:
		case mine == nil:
			return false
		default:
			for i, n := range other.wounds {
				if mine.wounds[i] < n-1e-12 {
					return false
				}
			}
		}
	}
	return true
}

// newStage returns a stage with what its weapons deal, and a key: stages may be compared by
// dominates only if their keys are equal.
func (d *columnBuilder) newStage(of *gf.Stage) (s stage, rest string, err error) {
	var key, counted []byte
	for _, o := range d.options {
		key = binary.AppendVarint(key, int64(of.Count(o)))
	}
	s.Stage = of
	for mode, weapons := range of.Settled {
		var tallies []woundChances
		counted = append(append(counted[:0], byte(mode)), of.Rules[mode]...)
		for _, arms := range weapons {
			var one woundChances
			if of.Sure {
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
		together := d.deals[string(counted)]
		if together == nil {
			together = newCappedDamage(tallies)
			d.deals[string(counted)] = together
		}
		s.damage[mode], s.sum = together, s.sum+together.sum
	}
	return s, string(key), nil
}

// newCappedDamage returns what weapons with these distributions deal together.
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
			d.wounds, d.sum = append(d.wounds, mean), d.sum+mean
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

// woundChances returns what some of a stage's weapons deal, alone and in a pair.
func (d *columnBuilder) woundChances(s *gf.Stage, mode int, arms gf.Armed) (all woundChances, err error) {
	key := armsKey{charging: mode == 1, rules: s.Rules[mode], Armed: gf.Armed{Weapon: arms.Weapon, Count: arms.Count}}
	first := key
	if known, ok := d.tallies[first]; ok {
		return known, nil
	}
	h := &half{Loadout: s.Loadout}
	for _, halves := range [][]*half{{h}, {h, h}} {
		if len(halves) > 1 && (d.unit.Size < 2 || !d.forceOrg) {
			break
		}
		key.pair = len(halves) > 1
		armed, err := d.part(key, halves)
		if err != nil {
			return nil, err
		}
		bare := key
		bare.Armed = gf.Armed{}
		unarmed, err := d.part(bare, halves)
		if err != nil {
			return nil, err
		}
		chances, ok := armed.WoundCounts()
		if !ok || !preview.CanSum([]*preview.Part{unarmed, armed}) {
			all = nil
			break
		}
		all = append(all, chances...)
	}
	d.tallies[first] = all
	return all, nil
}
