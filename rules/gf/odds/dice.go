package odds

import (
	"math"

	"muster/rules/dice"
	"muster/rules/gf/attack"
)

// chances holds an attack with the probabilities of its dice.
type chances struct {
	*attack.Attack
	kindChances [attack.HitKindCount]float64 // the chance that a die scores a hit, by kind
	// the chance of each number of wounds of a hit, by kind of hit; a Deadly wound counts once
	woundChances         [attack.HitKindCount][attack.MaxWoundsPerHit + 1]float64
	automaticScoreChance float64 // the chance that a die of automatic hits scores; see Attack.MinScoringDie
	// selfWoundBlockLength is 0 unless wounds that the striker causes itself by rolling ones are
	// counted. Then a distribution consists of blocks of this length, one for each number of such
	// wounds.
	selfWoundBlockLength int

	// cache of strike.volleyPMF
	volleyCache volleyCache
	// cache of strike.volleyOnPart, by the part of the picked model
	partVolleyCache      []volleyCache
	unignoredWoundsCache [attack.HitKindCount][]dice.PMF // cache of chances.unignoredWounds
	// cache of strike.afterEqualWounds, for the state equalWoundsCacheState
	equalWoundsCache      [][]float64
	equalWoundsCacheState int // state in which the distributions in equalWoundsCache begin
}

// volleyCache caches the distributions of a step's result for 0, 1, 2, … weapons, without and with
// the bonus dice of Step.BonusWeapons.
type volleyCache struct {
	withoutBonus, withBonus *dice.Sums
	bonusDice               int
}

// chancesOf returns the chances of an attack, cached in its OddsCache.
func chancesOf(a *attack.Attack) *chances {
	if c, ok := a.OddsCache.(*chances); ok {
		return c
	}
	c := &chances{Attack: a, kindChances: a.HitKindChances(), automaticScoreChance: float64(7-a.MinScoringDie) / 6}
	for k := range c.kindChances {
		if k > 0 && a.Hits[k] == a.Hits[0] {
			c.woundChances[k] = c.woundChances[0]
		} else {
			c.woundChances[k] = a.Hits[k].WoundChances()
		}
	}
	a.OddsCache = c
	return c
}

// A dealHit applies one hit of a kind to a distribution of wounds or states, in place.
type dealHit func(v []float64, kind attack.HitKind)

// addHitDie adds one die to hit to the distribution v, in place. If more is set, the die may earn
// further dice.
func (a *chances) addHitDie(v []float64, more bool, do dealHit, mem *arena) {
	defer mem.release(mem.mark())
	out := mem.alloc(len(v))
	missed := 1.0
	for f, chance := range a.kindChances {
		if chance == 0 {
			continue
		}
		missed -= chance
		w := mem.alloc(len(v))
		copy(w, v)
		for range a.EarningsByKind[f].SameKindHits {
			do(w, attack.HitKind(f))
		}
		for range a.EarningsByKind[f].PlainHits {
			do(w, attack.PlainHit)
		}
		if more {
			for range a.EarningsByKind[f].FurtherDice {
				a.addHitDie(w, false, do, mem)
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

// addMiss multiplies a distribution by the chance to miss. If wounds by ones are counted
// (selfWoundBlockLength), it also moves the probability of a one to the block with more wounds on
// the striker.
func (a *chances) addMiss(v []float64, missed float64) {
	if a.selfWoundBlockLength == 0 {
		for i := range v {
			v[i] *= missed
		}
		return
	}
	last := len(v) - a.selfWoundBlockLength
	for i := len(v) - 1; i >= 0; i-- {
		p := (missed - 1./6) * v[i]
		switch {
		case i < last:
			if from := i - a.SelfWoundsPerOne*a.selfWoundBlockLength; from >= 0 {
				p += v[from] / 6
			}
		default: // this many ones or more
			for from := i; from >= max(0, i-a.SelfWoundsPerOne*a.selfWoundBlockLength); from -= a.selfWoundBlockLength {
				p += v[from] / 6
			}
		}
		v[i] = p
	}
}

// addWeapon adds one weapon with n dice, or one die of automatic hits, to a distribution.
func (a *chances) addWeapon(v []float64, n int, do dealHit, mem *arena) {
	if a.HitsPerDie == 0 {
		a.addAttackDice(v, n, do, mem)
		return
	}
	defer mem.release(mem.mark())
	w := mem.alloc(len(v))
	copy(w, v)
	for range a.HitsPerDie {
		a.addAttackDice(w, n, do, mem)
	}
	for i, wi := range w {
		v[i] += a.automaticScoreChance * (wi - v[i])
	}
}

// addAttackDice adds n dice of one weapon to a distribution.
func (a *chances) addAttackDice(v []float64, n int, do dealHit, mem *arena) {
	if a.CanExceedHitCap(n) {
		defer mem.release(mem.mark())
		a.RollCappedWeapon(v, n, do, mem.alloc)
		return
	}
	for range n {
		a.addHitDie(v, true, do, mem)
	}
}

// hitMeasure selects what is counted of a hit.
type hitMeasure int

const (
	countKeptWounds hitMeasure = iota // wounds that are not ignored, each Deadly one multiplied
	countHurtModels                   // wounds that are not ignored in full; each Deadly one counts once
	countAllWounds                    // wounds, ignored or not; each Deadly one counts once
)

// measureHits returns, for a hit of each kind on a model of a part, the distribution of the number
// that what selects, such as wounds. It allocates from the stack of mem.
func (a *chances) measureHits(part int, what hitMeasure, mem *arena) [attack.HitKindCount]dice.PMF {
	var all [attack.HitKindCount]dice.PMF
	for f := range a.Hits {
		h := &a.Hits[f]
		if f > 0 && *h == a.Hits[attack.PlainHit] {
			all[f] = all[attack.PlainHit]
			continue
		}
		stays := a.WoundStaysChance(h, part)
		one := dice.PMF{1 - stays, stays}
		switch {
		case what == countAllWounds:
			one = dice.PMF{0, 1}
		case what == countHurtModels && h.DeadlyFactor > 1:
			lost := math.Pow(1-stays, float64(h.DeadlyFactor))
			one = dice.PMF{lost, 1 - lost}
		case what == countKeptWounds && h.DeadlyFactor > 1:
			one = dice.Binomial(h.DeadlyFactor, stays)
		}
		top := 0
		for k, p := range a.woundChances[f] {
			if p > 0 {
				top = k
			}
		}
		sum := dice.PMF(mem.alloc(top*(len(one)-1) + 1))
		sum[0] = a.woundChances[f][0]
		for n, k := one, 1; k <= top; k++ {
			for i, p := range n {
				sum[i] += a.woundChances[f][k] * p
			}
			if k < top {
				n = dice.Sum(n, one)
			}
		}
		all[f] = sum
	}
	return all
}

// weaponResultPMF returns the distribution of the result of one weapon with n dice, capped at top.
// per is the distribution of one hit of each kind.
func (a *chances) weaponResultPMF(n int, per [attack.HitKindCount]dice.PMF, top int, mem *arena) dice.PMF {
	if n == 0 {
		return dice.PMF{1}
	}
	largest := 0
	for f := range a.kindChances {
		own, others := len(per[f])-1, len(per[attack.PlainHit])-1
		once := a.EarningsByKind[f].SameKindHits*own + a.EarningsByKind[f].PlainHits*others
		given := 0
		for g := range a.kindChances {
			given = max(given, a.EarningsByKind[g].SameKindHits*(len(per[g])-1)+a.EarningsByKind[g].PlainHits*others)
		}
		largest = max(largest, once+a.EarningsByKind[f].FurtherDice*given)
	}
	largest *= max(a.HitsPerDie, 1)
	do := func(v []float64, kind attack.HitKind) { addHitPMF(v, per[kind]) }
	if a.CanExceedHitCap(n) {
		v := dice.PMF(mem.allocLasting(min(n*largest, a.HitCap*(maxPMFLen(per)-1)*max(a.HitsPerDie, 1), top) + 1))
		v[0] = 1
		a.addWeapon(v, n, do, mem)
		return v
	}
	v := dice.PMF(mem.allocLasting(min(largest, top) + 1))
	v[0] = 1
	a.addWeapon(v, 1, do, mem)
	if n == 1 {
		return v
	}
	mem.countComputedNumbers(n * n * (len(v) - 1) / 2 * len(v))
	return dice.SumOfCopies(v, n, top, mem.allocLasting)
}

// maxPMFLen returns the length of the longest distribution.
func maxPMFLen(per [attack.HitKindCount]dice.PMF) int {
	n := 0
	for _, p := range per {
		n = max(n, len(p))
	}
	return n
}

// addHitPMF adds a hit with the distribution one to the distribution v, in place; the last value of
// v stands for its number or more.
func addHitPMF(v []float64, one dice.PMF) {
	top := len(v) - 1
	for i := top; i >= 0; i-- {
		vi := v[i]
		v[i] = vi * one[0]
		for j := 1; j < len(one); j++ {
			v[min(i+j, top)] += vi * one[j]
		}
	}
}
