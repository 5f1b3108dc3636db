package fill

import (
	"cmp"
	"encoding/binary"
	"slices"

	"muster/builder/gf"
	"muster/builder/gf/preview"
)

// A stage is a build that is begun, with what its settled weapons that only count wounds deal in
// shooting and in charging; nil without such weapons.
type stage struct {
	*gf.Stage
	deals [2]*deal
	sum   float64 // of all that they deal
}

// A deal is the mean wounds that some weapons deal, at most 1, 2, … of those that a target has left:
// for each target, alone and in a pair, in each turn of a fight.
type deal struct {
	wounds []float64
	sum    float64
}

// A tally is the chances of each number of wounds that some weapons deal, for each target and turn;
// nil for weapons that do more than count wounds.
type tally [][]float64

// listUseful lists the builds of a draft but for those that keep finds to be of no use. It returns
// the number of all builds, or errBudget.
func (d *columnBuilder) listUseful(draft *gf.Draft) (all []build, ways int, err error) {
	l := newLister(d)
	ways, err = draft.Stages(d.moreStages, d.keep, l.add)
	return l.all, ways, cmp.Or(err, l.err)
}

// keep returns the stages that may lead to a build of use. Of stages that later options change
// alike, one is of no use if another costs no more and its weapons are at least as good beside any
// others.
//
// Weapons that only count wounds deal X wounds to a target, whatever its state, and the rest of
// the unit or pair Y, so that a target with k wounds left takes min(X+Y, k). If E min(X, j) ≥
// E min(X', j) for all j, then E min(X+Y, k) ≥ E min(X'+Y, k): if Y = y < k, the former is
// y + E min(X, k−y), else both are k. Attacks that resolve first only change k. So the weapons of
// X' can be exchanged for those of X in every build and pair, and the value does not fall: it is
// the mean over the targets of the better of shooting and charging.
func (d *columnBuilder) keep(all []gf.Stage) ([]gf.Stage, error) {
	d.begun = 0
	groups := map[stageKey][]stage{}
	var keys []stageKey
	for i := range all {
		s, rest, err := d.weigh(&all[i])
		if err != nil {
			return nil, err
		}
		key := stageKey{all[i].Rest, rest}
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

// moreStages takes so many stages of one option from the budget: of units of many models they are
// more work.
func (d *columnBuilder) moreStages(n int) error {
	d.begun += n
	d.left.stages -= n * (5 + d.unit.Size)
	if d.left.stages < 0 || d.begun > mostStages || d.work.isLate() {
		return cmp.Or(d.ctx.Err(), errBudget)
	}
	return d.ctx.Err()
}

// stageKey is equal for stages that dominates compares.
type stageKey struct {
	*gf.Rest
	weapons string // that it does not compare, and the use of a collection
}

// undominated returns the stages of a group that are of use, the cheapest first.
func (d *columnBuilder) undominated(group []stage) (kept []*stage, err error) {
	slices.SortStableFunc(group, func(a, b stage) int {
		return cmp.Or(cmp.Compare(a.Cost, b.Cost), cmp.Compare(b.sum, a.sum), a.Picks()-b.Picks())
	})
	for i := range group {
		if i%64 == 0 {
			if err := d.moreStages(0); err != nil {
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

// dominates reports whether the weapons of a stage are at least as good as those of another one.
func (s *stage) dominates(o *stage) bool {
	if s.sum < o.sum-rounding {
		return false
	}
	for mode, mine := range s.deals {
		switch other := o.deals[mode]; {
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

// weigh returns a stage with what its weapons deal, and a key of all that dominates does not compare.
func (d *columnBuilder) weigh(of *gf.Stage) (s stage, rest string, err error) {
	var key, counted []byte
	for _, o := range d.options {
		key = binary.AppendVarint(key, int64(of.Count(o)))
	}
	s.Stage = of
	for mode, weapons := range of.Settled {
		var tallies []tally
		counted = append(append(counted[:0], byte(mode)), of.Rules[mode]...)
		for _, arms := range weapons {
			var one tally
			if of.Sure {
				if one, err = d.tally(of, mode, arms); err != nil {
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
			together = dealOf(tallies)
			d.deals[string(counted)] = together
		}
		s.deals[mode], s.sum = together, s.sum+together.sum
	}
	return s, string(key), nil
}

// dealOf returns what weapons deal together.
func dealOf(tallies []tally) *deal {
	all := tallies[0]
	for _, t := range tallies[1:] {
		all = all.plus(t)
	}
	d := new(deal)
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

// plus returns the chances of the sums of two independent numbers of wounds.
func (c tally) plus(o tally) tally {
	sums := make(tally, len(c))
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

// tally returns what some of a stage's weapons do, alone and in a pair.
func (d *columnBuilder) tally(s *gf.Stage, mode int, arms gf.Armed) (all tally, err error) {
	key := part{charging: mode == 1, rules: s.Rules[mode], Armed: gf.Armed{Weapon: arms.Weapon, Count: arms.Count}}
	first := key
	if known, ok := d.tallies[first]; ok {
		return known, nil
	}
	h := &half{Loadout: s.Loadout}
	for _, halves := range [][]*half{{h}, {h, h}} {
		if len(halves) > 1 && (d.unit.Size < 2 || !d.force) {
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
		chances, ok := armed.Counts()
		if !ok || !preview.AddUp([]*preview.Part{unarmed, armed}) {
			all = nil
			break
		}
		all = append(all, chances...)
	}
	d.tallies[first] = all
	return all, nil
}
