package odds

import (
	"slices"

	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf/attack"
)

// A strike turns a distribution over the target's states into the distribution after the strike.
type strike struct {
	*attack.Strike
	chance float64 // probability of the strike's outcome of the rule dice
	mem    *arena
	plans  [][]op        // by PlanIndex; nil until worked out
	steps  []attack.Step // memory for the steps of a plan

	automatic []op // memory for the hits of dealAutomatic
}

// An op is a step of a strike with the distributions that carry it out.
type op struct {
	*chances
	step   attack.Step
	method method
	also   []op // the ops of step.Also
	// pmf is the distribution of the wounds dealt by spreadWounds, heroFirst and likeWounds; for the last,
	// before any is ignored.
	pmf dice.PMF
}

// A method is the way an op changes the target's states.
type method int

const (
	spreadWounds method = iota // deals a number of wounds, one model after the other
	heroFirst                  // like spreadWounds, the hero first
	likeWounds                 // deals a number of equal Deadly wounds, each to one model
	dieByDie                   // throws one die at a time: wounds differ by die and by model
	onOneModel                 // deals all wounds to one model
)

// reset clears what depends on the effects picked by the players.
func (s *strike) reset() {
	s.ResetPicks()
	clear(s.plans)
}

// plan returns the ops of the survivors own, an index of Own.Survivors, against the survivors
// enemy.
func (s *strike) plan(own int, enemy *attack.Survivors) []op {
	at := &s.plans[s.PlanIndex(own, enemy)]
	if *at == nil {
		s.steps = s.AppendPlan(s.steps[:0], &s.Own.Survivors[own], enemy)
		ops := make([]op, len(s.steps))
		for i, step := range s.steps {
			ops[i] = s.prepare(step, enemy)
		}
		*at = s.joinSpreads(ops)
	}
	return *at
}

// prepare returns the op of a step: its method and distributions.
func (s *strike) prepare(step attack.Step, enemy *attack.Survivors) op {
	o := op{chances: chancesOf(step.Attack), step: step}
	for _, also := range step.Also {
		o.also = append(o.also, op{chances: chancesOf(also.Attack), step: also})
	}
	tough, someone := false, 0
	for p, n := range enemy.Alive {
		if n > 0 {
			tough, someone = tough || s.Enemy.Parts[p].Tough > 1, p
		}
	}
	joined := s.Enemy.Grid && enemy.Alive[s.Enemy.Hero] > 0
	switch a := step.Attack; {
	case a.Picks == rules.PicksModel:
		o.method = onOneModel
	case a.OneWounds > 0:
		o.method = dieByDie
	case a.SameIgnore && (!tough || noneDeadly(a)):
		o.method = spreadWounds
		if a.Picks == rules.PicksWounds && joined {
			o.method = heroFirst
		}
		o.pmf = s.volley(&o, &o.wholeVolley, someone, modelsHurt, s.Enemy.SquadWounds+s.Enemy.HeroWounds)
	case oneKind(a):
		o.method = likeWounds
		o.pmf = s.volley(&o, &o.wholeVolley, someone, hitsPassed, attack.MaxAttacks*attack.MaxHitWounds)
	default:
		o.method = dieByDie
	}
	return o
}

// oneKind reports whether all wounds of an attack have the same multiplier and the same chance to
// be ignored.
func oneKind(a *attack.Attack) bool {
	for k := range a.Hits {
		if a.Hits[k].Deadly != a.Hits[attack.Plain].Deadly ||
			a.Hits[k].IgnoresRegeneration != a.Hits[attack.Plain].IgnoresRegeneration && !slices.Equal(a.IgnoreDice[0], a.IgnoreDice[1]) {
			return false
		}
	}
	return true
}

// noneDeadly reports whether no wound of an attack multiplies.
func noneDeadly(a *attack.Attack) bool {
	for k := range a.Hits {
		if a.Hits[k].Deadly > 1 {
			return false
		}
	}
	return true
}

// volley returns the distribution of what all weapons of an op deal to models of a part, measured
// by what; results above top count as top. known caches it.
func (s *strike) volley(o *op, known *volleys, part int, what hitMeasure, top int) dice.PMF {
	one := func(dicePerWeapon int) *dice.Sums {
		defer s.mem.release(s.mem.mark())
		return dice.NewSums(o.oneWeapon(dicePerWeapon, o.perHit(part, what, s.mem), top, s.mem), top, s.mem.keep)
	}
	step := &o.step
	if step.Weapons > 0 && known.base == nil {
		known.base = one(o.Dice)
	}
	if step.Stronger == 0 {
		return s.sumOf(known.base, step.Weapons)
	}
	if known.bonus != step.Bonus {
		known.bonus, known.stronger = step.Bonus, one(o.Dice+step.Bonus)
	}
	stronger := s.sumOf(known.stronger, step.Stronger)
	if step.Weapons == 0 {
		return stronger
	}
	return s.addPMFs(s.sumOf(known.base, step.Weapons), stronger, top)
}

// sumOf returns the distribution of the sum of n copies, and counts the work.
func (s *strike) sumOf(of *dice.Sums, n int) dice.PMF {
	numbers, work := of.Cost(n)
	s.mem.countKept(numbers)
	s.mem.countWork(work)
	return of.At(n)
}

// addPMFs returns the distribution of the sum of two numbers, and counts the work; sums above top
// count as top.
func (s *strike) addPMFs(a, b dice.PMF, top int) dice.PMF {
	sum := s.mem.keep(min(len(a)+len(b)-1, top+1))
	s.mem.countKept(len(sum))
	s.mem.countWork(len(a) * len(b))
	return dice.SumCapped(sum, a, b)
}

// joinSpreads merges neighbouring ops with the method spreadWounds.
func (s *strike) joinSpreads(ops []op) []op {
	top := s.Enemy.SquadWounds + s.Enemy.HeroWounds
	joined := ops[:0]
	for _, o := range ops {
		if n := len(joined); n > 0 && o.method == spreadWounds && joined[n-1].method == spreadWounds {
			last := &joined[n-1]
			last.pmf = s.addPMFs(last.pmf, o.pmf, top)
			continue
		}
		joined = append(joined, o)
	}
	return joined
}

// commute reports whether ops give the same result in any order: those with the method spreadWounds
// do, and so do Deadly attacks with the same effect on a model.
func commute(all ...[]op) bool {
	var first *op
	n, like := 0, 0
	for _, ops := range all {
		n += len(ops)
		for i := range ops {
			switch o := &ops[i]; {
			case o.method == spreadWounds:
			case first == nil:
				first, like = o, 1
			case o.method != likeWounds || first.method != likeWounds || o.Picks != first.Picks ||
				!slices.EqualFunc(o.staying(attack.Plain), first.staying(attack.Plain),
					func(p, q dice.PMF) bool { return slices.Equal(p, q) }):
				return false
			default:
				like++
			}
		}
	}
	return like == 0 || n == 1 || first.Deadly && like == n
}

// apply applies ops to a distribution over the target's states, in place.
func (s *strike) apply(ops []op, v []float64) {
	for i := range ops {
		o := &ops[i]
		switch o.method {
		case spreadWounds, heroFirst:
			s.spread(o, v)
		case likeWounds:
			s.dealLikeWounds(o, v)
		case dieByDie:
			s.throw(o, v, func(v []float64, kind attack.Kind) { s.hit(o.chances, v, kind) })
		case onOneModel:
			s.pick(o, v)
		}
	}
}

// throw applies all dice of an op to a distribution, in place; do applies each hit.
func (s *strike) throw(o *op, v []float64, do dealHit) {
	for range o.step.Weapons {
		o.addWeapon(v, o.Dice, do, s.mem)
	}
	for range o.step.Stronger {
		o.addWeapon(v, o.Dice+o.step.Bonus, do, s.mem)
	}
}

// spread deals the wounds of an op with the method spreadWounds or heroFirst to a distribution over
// the target's states, in place.
func (s *strike) spread(o *op, v []float64) {
	defer s.mem.release(s.mem.mark())
	out := s.mem.alloc(len(v))
	for i, vi := range v {
		if vi == 0 {
			continue
		}
		s.mem.countWork(len(o.pmf))
		last := i - i%s.Enemy.Block + s.Enemy.Block - 1
		if !s.Enemy.Grid {
			room := min(len(o.pmf), last-i)
			for j, p := range o.pmf[:room] {
				out[i+j] += vi * p
			}
			for _, p := range o.pmf[room:] {
				out[last] += vi * p
			}
			continue
		}
		at := i
		for _, p := range o.pmf {
			out[at] += vi * p
			if at < last {
				_, _, step := s.Enemy.NextVictim(at, o.method == heroFirst)
				at += step
			}
		}
	}
	copy(v, out)
}

// dealLikeWounds deals the equal Deadly wounds of an op to a distribution over the target's states,
// in place. It uses Horner's scheme over the number of wounds, or, if many survivors deal them to
// the same state, the cached distributions after each number of wounds.
func (s *strike) dealLikeWounds(o *op, v []float64) {
	if from := slices.IndexFunc(v, func(p float64) bool { return p != 0 }); from >= 0 && len(s.Own.Survivors) >= minChainedSurvivors &&
		len(o.pmf)*len(v) <= maxChained && !slices.ContainsFunc(v[from+1:], func(p float64) bool { return p != 0 }) {
		p := v[from]
		clear(v)
		for k, row := range s.afterLikeWounds(o.chances, from, len(o.pmf), len(v)) {
			s.mem.countWork(len(row))
			if q := p * o.pmf[k]; q != 0 {
				for i, r := range row {
					v[from+i] += q * r
				}
			}
		}
		return
	}
	defer s.mem.release(s.mem.mark())
	out := s.mem.alloc(len(v))
	for k := len(o.pmf) - 1; k >= 0; k-- {
		s.mem.countWork(2 * len(v))
		s.wound(o.chances, out, attack.Plain)
		for i, vi := range v {
			out[i] += o.pmf[k] * vi
		}
	}
	copy(v, out)
}

// The distributions of afterLikeWounds are cached for units with at least minChainedSurvivors entries in
// Survivors, and up to maxChained numbers (32 MB).
const minChainedSurvivors, maxChained = 20, 1 << 22

// afterLikeWounds returns the distributions over the states from state from on, after 0, 1, 2, …
// n−1 equal wounds.
func (s *strike) afterLikeWounds(a *chances, from, n, states int) [][]float64 {
	if a.likeWoundsFrom != from || len(a.likeWounds) == 0 {
		a.likeWoundsFrom, a.likeWounds = from, [][]float64{{1}}
	}
	defer s.mem.release(s.mem.mark())
	v := s.mem.alloc(states)
	copy(v[from:], a.likeWounds[len(a.likeWounds)-1])
	for len(a.likeWounds) < n {
		s.wound(a, v, attack.Plain)
		last := states
		for v[last-1] == 0 {
			last--
		}
		s.mem.countKept(last - from)
		a.likeWounds = append(a.likeWounds, slices.Clone(v[from:last]))
	}
	return a.likeWounds[:n]
}

// hit deals one hit of a kind to a distribution over the target's states, in place.
func (s *strike) hit(a *chances, v []float64, kind attack.Kind) {
	defer s.mem.release(s.mem.mark())
	wounds := &a.wounds[kind]
	out := s.mem.alloc(len(v))
	top := attack.MaxHitWounds
	for top > 0 && wounds[top] == 0 {
		top--
	}
	for k := top; k >= 0; k-- {
		s.wound(a, out, kind)
		if p := wounds[k]; p > 0 {
			for i, vi := range v {
				out[i] += p * vi
			}
		}
	}
	copy(v, out)
}

// wound deals one wound of a kind of hit, Deadly or not, to a single model, in place.
func (s *strike) wound(a *chances, v []float64, kind attack.Kind) {
	onHeroFirst := a.Picks == rules.PicksWounds
	stays := a.staying(kind)
	s.mem.countWork(len(v) * len(stays[0]))
	for i := len(v) - 2; i >= 0; i-- {
		vi := v[i]
		if vi == 0 || s.Enemy.States[i].Victim == attack.None {
			continue
		}
		part, left, step := s.Enemy.NextVictim(i, onHeroFirst)
		v[i] = vi * stays[part][0]
		for j, p := range stays[part][1:] {
			v[i+min(j+1, left)*step] += vi * p
		}
	}
}

// staying returns, by part, the distribution of the wounds that are not ignored of one wound,
// Deadly or not.
func (a *chances) staying(kind attack.Kind) []dice.PMF {
	if a.stayingMemo[kind] == nil {
		h := &a.Hits[kind]
		a.stayingMemo[kind] = make([]dice.PMF, len(a.IgnoreDice[0]))
		for p := range a.stayingMemo[kind] {
			a.stayingMemo[kind][p] = dice.Binomial(h.Deadly, a.WoundStaysChance(h, p))
		}
	}
	return a.stayingMemo[kind]
}

// pick deals all wounds of an op to one picked model, in place; wounds beyond its last are lost.
func (s *strike) pick(o *op, v []float64) {
	pmfs := make([]dice.PMF, len(s.Enemy.Parts))
	for i := len(v) - 2; i >= 0; i-- {
		vi := v[i]
		if vi == 0 || s.Enemy.States[i].Victim == attack.None {
			continue
		}
		part, left, step := s.Enemy.NextVictim(i, true)
		if pmfs[part] == nil {
			pmfs[part] = s.volleyOnPart(o, part)
			for k := range o.also {
				more, top := s.volleyOnPart(&o.also[k], part), s.Enemy.Parts[part].Tough
				pmfs[part] = s.addPMFs(pmfs[part], more, top)
			}
		}
		v[i] = 0
		for j, p := range pmfs[part] {
			v[i+min(j, left)*step] += vi * p
		}
	}
}

// volleyOnPart returns the distribution of an op's wounds on a picked model of a part.
func (s *strike) volleyOnPart(o *op, part int) dice.PMF {
	if o.onPart == nil {
		o.onPart = make([]volleys, len(s.Enemy.Parts))
	}
	return s.volley(o, &o.onPart[part], part, woundsKept, s.Enemy.Parts[part].Tough)
}
