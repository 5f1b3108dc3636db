package odds

import (
	"math"

	"muster/rules/dice"
	"muster/rules/gf/attack"
)

// chances is an attack with the probabilities of its dice.
type chances struct {
	*attack.Attack
	kind        [attack.Kinds]float64                          // for each kind of hit, the chance that a die scores one
	wounds      [attack.Kinds][attack.MaxHitWounds + 1]float64 // of a hit, by number; a Deadly wound counts once
	scoreChance float64                                        // of a die of automatic hits; see Attack.MinDie
	// onesRow is 0 or, while ones that wound the striker are counted, the length of the part of a
	// distribution for one number of ones.
	onesRow int

	// Caches of strike.volley, volleyOnPart, staying and afterLikeWounds.
	wholeVolley    volleys
	onPart         []volleys // by the part of the picked model
	stayingMemo    [attack.Kinds][]dice.PMF
	likeWounds     [][]float64
	likeWoundsFrom int
}

// volleys holds the distributions of a step's result for 0, 1, 2, … weapons, without and with the
// bonus dice of Step.Stronger.
type volleys struct {
	base, stronger *dice.Sums
	bonus          int
}

// chancesOf returns the chances of an attack, cached in its Memo.
func chancesOf(a *attack.Attack) *chances {
	if c, ok := a.Memo.(*chances); ok {
		return c
	}
	c := &chances{Attack: a, kind: a.KindChances(), scoreChance: float64(7-a.MinDie) / 6}
	for k := range c.kind {
		if k > 0 && a.Hits[k] == a.Hits[0] {
			c.wounds[k] = c.wounds[0]
		} else {
			c.wounds[k] = a.Hits[k].Chances()
		}
	}
	a.Memo = c
	return c
}

// A dealHit applies one hit of a kind to a distribution of wounds or states, in place.
type dealHit func(v []float64, kind attack.Kind)

// addDie adds one die to hit to a distribution, in place. With more it may earn further dice.
func (a *chances) addDie(v []float64, more bool, do dealHit, mem *arena) {
	defer mem.release(mem.mark())
	out := mem.alloc(len(v))
	missed := 1.0
	for f, chance := range a.kind {
		if chance == 0 {
			continue
		}
		missed -= chance
		w := mem.alloc(len(v))
		copy(w, v)
		for range a.Score[f].Copies {
			do(w, attack.Kind(f))
		}
		for range a.Score[f].PlainHits {
			do(w, attack.Plain)
		}
		if more {
			for range a.Score[f].MoreDice {
				a.addDie(w, false, do, mem)
			}
		}
		for i, wi := range w {
			out[i] += chance * wi
		}
	}
	a.addMiss(v, missed)
	for i, p := range out {
		v[i] += p
	}
}

// addMiss multiplies a distribution by the chance to miss, missed. If ones are counted, a one also
// moves probability to the row of the striker's wounds.
func (a *chances) addMiss(v []float64, missed float64) {
	if a.onesRow == 0 {
		for i := range v {
			v[i] *= missed
		}
		return
	}
	last := len(v) - a.onesRow
	for i := len(v) - 1; i >= 0; i-- {
		p := (missed - 1./6) * v[i]
		switch {
		case i < last:
			if from := i - a.OneWounds*a.onesRow; from >= 0 {
				p += v[from] / 6
			}
		default: // this many ones or more
			for from := i; from >= max(0, i-a.OneWounds*a.onesRow); from -= a.onesRow {
				p += v[from] / 6
			}
		}
		v[i] = p
	}
}

// addWeapon adds one weapon with n dice, or one die of automatic hits, to a distribution.
func (a *chances) addWeapon(v []float64, n int, do dealHit, mem *arena) {
	if a.HitsEach == 0 {
		a.addAttacks(v, n, do, mem)
		return
	}
	defer mem.release(mem.mark())
	w := mem.alloc(len(v))
	copy(w, v)
	for range a.HitsEach {
		a.addAttacks(w, n, do, mem)
	}
	for i, wi := range w {
		v[i] += a.scoreChance * (wi - v[i])
	}
}

// addAttacks adds n dice of one weapon to a distribution.
func (a *chances) addAttacks(v []float64, n int, do dealHit, mem *arena) {
	if a.CapMatters(n) {
		defer mem.release(mem.mark())
		a.RollCapped(v, n, do, mem.alloc)
		return
	}
	for range n {
		a.addDie(v, true, do, mem)
	}
}

// hitMeasure selects what is counted of a hit.
type hitMeasure int

const (
	woundsKept hitMeasure = iota // wounds that are not ignored, each Deadly one multiplied
	modelsHurt                   // wounds of which not all is ignored; each Deadly one counts once
	hitsPassed                   // wounds before any is ignored; each Deadly one counts once
)

// perHit returns the distribution of the measure for a hit of each kind on a model of a part, in
// numbers of the stack.
func (a *chances) perHit(part int, what hitMeasure, mem *arena) [attack.Kinds]dice.PMF {
	var all [attack.Kinds]dice.PMF
	for f := range a.Hits {
		h := &a.Hits[f]
		if f > 0 && *h == a.Hits[attack.Plain] {
			all[f] = all[attack.Plain]
			continue
		}
		stays := a.WoundStaysChance(h, part)
		one := dice.PMF{1 - stays, stays}
		switch {
		case what == hitsPassed:
			one = dice.PMF{0, 1}
		case what == modelsHurt && h.Deadly > 1:
			lost := math.Pow(1-stays, float64(h.Deadly))
			one = dice.PMF{lost, 1 - lost}
		case what == woundsKept && h.Deadly > 1:
			one = dice.Binomial(h.Deadly, stays)
		}
		top := 0
		for k, p := range a.wounds[f] {
			if p > 0 {
				top = k
			}
		}
		sum := dice.PMF(mem.alloc(top*(len(one)-1) + 1))
		sum[0] = a.wounds[f][0]
		for n, k := one, 1; k <= top; k++ {
			for i, p := range n {
				sum[i] += a.wounds[f][k] * p
			}
			if k < top {
				n = dice.Sum(n, one)
			}
		}
		all[f] = sum
	}
	return all
}

// oneWeapon returns the distribution of what one weapon with n dice deals, where per is the
// distribution of one hit of each kind; results above top count as top.
func (a *chances) oneWeapon(n int, per [attack.Kinds]dice.PMF, top int, mem *arena) dice.PMF {
	if n == 0 {
		return dice.PMF{1}
	}
	largest := 0
	for f := range a.kind {
		own, others := len(per[f])-1, len(per[attack.Plain])-1
		once := a.Score[f].Copies*own + a.Score[f].PlainHits*others
		given := 0
		for g := range a.kind {
			given = max(given, a.Score[g].Copies*(len(per[g])-1)+a.Score[g].PlainHits*others)
		}
		largest = max(largest, once+a.Score[f].MoreDice*given)
	}
	largest *= max(a.HitsEach, 1)
	do := func(v []float64, kind attack.Kind) { addHit(v, per[kind]) }
	if a.CapMatters(n) {
		v := dice.PMF(mem.keep(min(n*largest, a.HitCap*(maxLen(per)-1)*max(a.HitsEach, 1), top) + 1))
		v[0] = 1
		a.addWeapon(v, n, do, mem)
		return v
	}
	v := dice.PMF(mem.keep(min(largest, top) + 1))
	v[0] = 1
	a.addWeapon(v, 1, do, mem)
	if n == 1 {
		return v
	}
	mem.countWork(n * n * (len(v) - 1) / 2 * len(v))
	return dice.Times(v, n, top, mem.keep)
}

// maxLen returns the length of the longest distribution.
func maxLen(per [attack.Kinds]dice.PMF) int {
	n := 0
	for _, p := range per {
		n = max(n, len(p))
	}
	return n
}

// addHit adds a hit, with the distribution one, to the distribution v in place; the last value of v
// stands for that number or more.
func addHit(v []float64, one dice.PMF) {
	top := len(v) - 1
	for i := top; i >= 0; i-- {
		vi := v[i]
		v[i] = vi * one[0]
		for j := 1; j < len(one); j++ {
			v[min(i+j, top)] += vi * one[j]
		}
	}
}
