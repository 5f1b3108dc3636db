package odds

import (
	"slices"

	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf/attack"
)

// A strike maps a distribution over the target's states to the distribution after the strike.
type strike struct {
	*attack.Strike
	outcomeChance float64 // probability of the strike's outcome of the rule dice
	mem           *arena
	plans         [][]op        // by PlanIndex; nil until computed
	planSteps     []attack.Step // reused memory for the steps of a plan

	automaticHitOps []op // reused memory for the hits of dealAutomaticHits
}

// An op is a step of a strike with its method and distributions.
type op struct {
	*chances
	step        attack.Step
	woundMethod woundMethod
	joinedOps   []op // the ops of step.JoinedSteps
	// woundPMF is the distribution of the number of wounds dealt by spreadWounds,
	// spreadWoundsHeroFirst and equalWounds; for equalWounds, ignored wounds included.
	woundPMF dice.PMF
}

// A woundMethod is the way in which an op changes the target's states.
type woundMethod int

const (
	spreadWounds          woundMethod = iota // deals a number of wounds, one model after the other
	spreadWoundsHeroFirst                    // like spreadWounds, but the hero takes wounds first
	equalWounds                              // deals a number of equal Deadly wounds, each to one model
	throwDieByDie                            // throws one die at a time: wounds differ by die and by model
	dealToOneModel                           // deals all wounds to one model
)

// clearPickCaches clears the caches that depend on the effects picked by the players.
func (s *strike) clearPickCaches() {
	s.ClearPickCaches()
	clear(s.plans)
}

// planOps returns the ops of the survivors own, an index of Own.Survivors, against the survivors
// enemy.
func (s *strike) planOps(own int, enemy *attack.Survivors) []op {
	at := &s.plans[s.PlanIndex(own, enemy)]
	if *at == nil {
		s.planSteps = s.AppendPlan(s.planSteps[:0], &s.Own.Survivors[own], enemy)
		ops := make([]op, len(s.planSteps))
		for i, step := range s.planSteps {
			ops[i] = s.prepareOp(step, enemy)
		}
		*at = s.joinSpreadOps(ops)
	}
	return *at
}

// prepareOp returns the op of a step against the survivors enemy: its method and distributions.
func (s *strike) prepareOp(step attack.Step, enemy *attack.Survivors) op {
	o := op{chances: chancesOf(step.Attack), step: step}
	for _, also := range step.JoinedSteps {
		o.joinedOps = append(o.joinedOps, op{chances: chancesOf(also.Attack), step: also})
	}
	tough, someone := false, 0
	for p, n := range enemy.AliveByPart {
		if n > 0 {
			tough, someone = tough || s.Enemy.Parts[p].Tough > 1, p
		}
	}
	joined := s.Enemy.HeroExposed && enemy.AliveByPart[s.Enemy.HeroIndex] > 0
	switch a := step.Attack; {
	case a.ModelPick == rules.PickModel:
		o.woundMethod = dealToOneModel
	case a.SelfWoundsPerOne > 0:
		o.woundMethod = throwDieByDie
	case a.PartsShareIgnoreDice && (!tough || hasNoDeadlyHits(a)):
		o.woundMethod = spreadWounds
		if a.ModelPick == rules.PickForWounds && joined {
			o.woundMethod = spreadWoundsHeroFirst
		}
		o.woundPMF = s.volleyPMF(&o, &o.volleyCache, someone, countHurtModels, s.Enemy.SquadWounds+s.Enemy.HeroWounds)
	case hasEqualWounds(a):
		o.woundMethod = equalWounds
		o.woundPMF = s.volleyPMF(&o, &o.volleyCache, someone, countAllWounds, attack.MaxAttacks*attack.MaxWoundsPerHit)
	default:
		o.woundMethod = throwDieByDie
	}
	return o
}

// hasEqualWounds reports whether all wounds of an attack have the same multiplier and the same
// chance to be ignored.
func hasEqualWounds(a *attack.Attack) bool {
	for k := range a.Hits {
		if a.Hits[k].DeadlyFactor != a.Hits[attack.PlainHit].DeadlyFactor ||
			a.Hits[k].IgnoresRegeneration != a.Hits[attack.PlainHit].IgnoresRegeneration &&
				!slices.Equal(a.WoundIgnoreDice[0], a.WoundIgnoreDice[1]) {
			return false
		}
	}
	return true
}

// hasNoDeadlyHits reports whether no wound of an attack multiplies.
func hasNoDeadlyHits(a *attack.Attack) bool {
	for k := range a.Hits {
		if a.Hits[k].DeadlyFactor > 1 {
			return false
		}
	}
	return true
}

// volleyPMF returns the distribution of the result of all weapons of an op against models of a
// part. what selects the result, such as wounds; top caps it; known caches it.
func (s *strike) volleyPMF(o *op, known *volleyCache, part int, what hitMeasure, top int) dice.PMF {
	one := func(dicePerWeapon int) *dice.Sums {
		defer s.mem.release(s.mem.mark())
		return dice.NewSums(o.weaponResultPMF(dicePerWeapon, o.measureHits(part, what, s.mem), top, s.mem),
			top, s.mem.allocLasting)
	}
	step := &o.step
	if step.WeaponCount > 0 && known.withoutBonus == nil {
		known.withoutBonus = one(o.DicePerWeapon)
	}
	if step.BonusWeapons == 0 {
		return s.sumCopies(known.withoutBonus, step.WeaponCount)
	}
	if known.bonusDice != step.BonusDice {
		known.bonusDice, known.withBonus = step.BonusDice, one(o.DicePerWeapon+step.BonusDice)
	}
	stronger := s.sumCopies(known.withBonus, step.BonusWeapons)
	if step.WeaponCount == 0 {
		return stronger
	}
	return s.addPMFs(s.sumCopies(known.withoutBonus, step.WeaponCount), stronger, top)
}

// sumCopies returns the distribution of the sum of n independent copies of a number, from the sums
// in of, and counts the work.
func (s *strike) sumCopies(of *dice.Sums, n int) dice.PMF {
	numbers, work := of.ComputationCost(n)
	s.mem.countKeptNumbers(numbers)
	s.mem.countComputedNumbers(work)
	return of.OfCopies(n)
}

// addPMFs returns the distribution of the sum of two numbers, capped at top, and counts the work.
func (s *strike) addPMFs(a, b dice.PMF, top int) dice.PMF {
	sum := s.mem.allocLasting(min(len(a)+len(b)-1, top+1))
	s.mem.countKeptNumbers(len(sum))
	s.mem.countComputedNumbers(len(a) * len(b))
	return dice.SumCapped(sum, a, b)
}

// joinSpreadOps merges neighbouring ops with the method spreadWounds.
func (s *strike) joinSpreadOps(ops []op) []op {
	top := s.Enemy.SquadWounds + s.Enemy.HeroWounds
	joined := ops[:0]
	for _, o := range ops {
		if n := len(joined); n > 0 && o.woundMethod == spreadWounds && joined[n-1].woundMethod == spreadWounds {
			last := &joined[n-1]
			last.woundPMF = s.addPMFs(last.woundPMF, o.woundPMF, top)
			continue
		}
		joined = append(joined, o)
	}
	return joined
}

// orderIsIrrelevant reports whether ops give the same result in any order: ops with the method
// spreadWounds do, and Deadly attacks with the same effect on a model.
func orderIsIrrelevant(all ...[]op) bool {
	var first *op
	n, like := 0, 0
	for _, ops := range all {
		n += len(ops)
		for i := range ops {
			switch o := &ops[i]; {
			case o.woundMethod == spreadWounds:
			case first == nil:
				first, like = o, 1
			case o.woundMethod != equalWounds || first.woundMethod != equalWounds || o.ModelPick != first.ModelPick ||
				!slices.EqualFunc(o.unignoredWounds(attack.PlainHit), first.unignoredWounds(attack.PlainHit),
					func(p, q dice.PMF) bool { return slices.Equal(p, q) }):
				return false
			default:
				like++
			}
		}
	}
	return like == 0 || n == 1 || first.HasDeadlyHits && like == n
}

// applyOps applies ops to a distribution over the target's states, in place.
func (s *strike) applyOps(ops []op, v []float64) {
	for i := range ops {
		o := &ops[i]
		switch o.woundMethod {
		case spreadWounds, spreadWoundsHeroFirst:
			s.dealSpreadWounds(o, v)
		case equalWounds:
			s.dealEqualWounds(o, v)
		case throwDieByDie:
			s.throwDice(o, v, func(v []float64, kind attack.HitKind) { s.dealOneHit(o.chances, v, kind) })
		case dealToOneModel:
			s.dealToPickedModel(o, v)
		}
	}
}

// throwDice applies all dice of an op to a distribution, in place; do applies each single hit.
func (s *strike) throwDice(o *op, v []float64, do dealHit) {
	for range o.step.WeaponCount {
		o.addWeapon(v, o.DicePerWeapon, do, s.mem)
	}
	for range o.step.BonusWeapons {
		o.addWeapon(v, o.DicePerWeapon+o.step.BonusDice, do, s.mem)
	}
}

// dealSpreadWounds deals the wounds of an op with the method spreadWounds or spreadWoundsHeroFirst
// to a distribution over the target's states, in place.
func (s *strike) dealSpreadWounds(o *op, v []float64) {
	defer s.mem.release(s.mem.mark())
	out := s.mem.alloc(len(v))
	for i, vi := range v {
		if vi == 0 {
			continue
		}
		s.mem.countComputedNumbers(len(o.woundPMF))
		last := i - i%s.Enemy.StatesPerNonEnemyWounds + s.Enemy.StatesPerNonEnemyWounds - 1
		if !s.Enemy.HeroExposed {
			room := min(len(o.woundPMF), last-i)
			for j, p := range o.woundPMF[:room] {
				out[i+j] += vi * p
			}
			for _, p := range o.woundPMF[room:] {
				out[last] += vi * p
			}
			continue
		}
		at := i
		for _, p := range o.woundPMF {
			out[at] += vi * p
			if at < last {
				_, _, step := s.Enemy.NextVictim(at, o.woundMethod == spreadWoundsHeroFirst)
				at += step
			}
		}
	}
	copy(v, out)
}

// dealEqualWounds deals the equal Deadly wounds of an op to a distribution over the target's
// states, in place. It uses Horner's scheme over the number of wounds or, if many survivors deal
// them to the same state, the cached distributions after each number of wounds.
func (s *strike) dealEqualWounds(o *op, v []float64) {
	if from := slices.IndexFunc(v, func(p float64) bool { return p != 0 }); from >= 0 &&
		len(s.Own.Survivors) >= minSurvivorsToCache &&
		len(o.woundPMF)*len(v) <= maxCachedNumbers &&
		!slices.ContainsFunc(v[from+1:], func(p float64) bool { return p != 0 }) {
		p := v[from]
		clear(v)
		for k, row := range s.afterEqualWounds(o.chances, from, len(o.woundPMF), len(v)) {
			s.mem.countComputedNumbers(len(row))
			if q := p * o.woundPMF[k]; q != 0 {
				for i, r := range row {
					v[from+i] += q * r
				}
			}
		}
		return
	}
	defer s.mem.release(s.mem.mark())
	out := s.mem.alloc(len(v))
	for k := len(o.woundPMF) - 1; k >= 0; k-- {
		s.mem.countComputedNumbers(2 * len(v))
		s.dealOneWound(o.chances, out, attack.PlainHit)
		for i, vi := range v {
			out[i] += o.woundPMF[k] * vi
		}
	}
	copy(v, out)
}

// The distributions of afterEqualWounds are cached for units with at least minSurvivorsToCache
// entries in Survivors, and up to maxCachedNumbers numbers (32 MB).
const minSurvivorsToCache, maxCachedNumbers = 20, 1 << 22

// afterEqualWounds returns the distributions over the states, beginning with state from, after 0,
// 1, 2, … n−1 equal wounds.
func (s *strike) afterEqualWounds(a *chances, from, n, states int) [][]float64 {
	if a.equalWoundsCacheState != from || len(a.equalWoundsCache) == 0 {
		a.equalWoundsCacheState, a.equalWoundsCache = from, [][]float64{{1}}
	}
	defer s.mem.release(s.mem.mark())
	v := s.mem.alloc(states)
	copy(v[from:], a.equalWoundsCache[len(a.equalWoundsCache)-1])
	for len(a.equalWoundsCache) < n {
		s.dealOneWound(a, v, attack.PlainHit)
		last := states
		for v[last-1] == 0 {
			last--
		}
		s.mem.countKeptNumbers(last - from)
		a.equalWoundsCache = append(a.equalWoundsCache, slices.Clone(v[from:last]))
	}
	return a.equalWoundsCache[:n]
}

// dealOneHit deals one hit of a kind to a distribution over the target's states, in place.
func (s *strike) dealOneHit(a *chances, v []float64, kind attack.HitKind) {
	defer s.mem.release(s.mem.mark())
	wounds := &a.woundChances[kind]
	out := s.mem.alloc(len(v))
	top := attack.MaxWoundsPerHit
	for top > 0 && wounds[top] == 0 {
		top--
	}
	for k := top; k >= 0; k-- {
		s.dealOneWound(a, out, kind)
		if p := wounds[k]; p > 0 {
			for i, vi := range v {
				out[i] += p * vi
			}
		}
	}
	copy(v, out)
}

// dealOneWound deals one wound of a hit of a kind, Deadly or not, to a single model, in place.
func (s *strike) dealOneWound(a *chances, v []float64, kind attack.HitKind) {
	onHeroFirst := a.ModelPick == rules.PickForWounds
	stays := a.unignoredWounds(kind)
	s.mem.countComputedNumbers(len(v) * len(stays[0]))
	for i := len(v) - 2; i >= 0; i-- {
		vi := v[i]
		if vi == 0 || s.Enemy.States[i].VictimPart == attack.NoIndex {
			continue
		}
		part, left, step := s.Enemy.NextVictim(i, onHeroFirst)
		v[i] = vi * stays[part][0]
		for j, p := range stays[part][1:] {
			v[i+min(j+1, left)*step] += vi * p
		}
	}
}

// unignoredWounds returns, by part, the distribution of the number of wounds that remain of one
// wound, Deadly or not, after ignore rolls.
func (a *chances) unignoredWounds(kind attack.HitKind) []dice.PMF {
	if a.unignoredWoundsCache[kind] == nil {
		h := &a.Hits[kind]
		a.unignoredWoundsCache[kind] = make([]dice.PMF, len(a.WoundIgnoreDice[0]))
		for p := range a.unignoredWoundsCache[kind] {
			a.unignoredWoundsCache[kind][p] = dice.Binomial(h.DeadlyFactor, a.WoundStaysChance(h, p))
		}
	}
	return a.unignoredWoundsCache[kind]
}

// dealToPickedModel deals all wounds of an op to one picked model, in place; wounds beyond the
// model's last one are lost.
func (s *strike) dealToPickedModel(o *op, v []float64) {
	pmfs := make([]dice.PMF, len(s.Enemy.Parts))
	for i := len(v) - 2; i >= 0; i-- {
		vi := v[i]
		if vi == 0 || s.Enemy.States[i].VictimPart == attack.NoIndex {
			continue
		}
		part, left, step := s.Enemy.NextVictim(i, true)
		if pmfs[part] == nil {
			pmfs[part] = s.volleyOnPart(o, part)
			for k := range o.joinedOps {
				more, top := s.volleyOnPart(&o.joinedOps[k], part), s.Enemy.Parts[part].Tough
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
	if o.partVolleyCache == nil {
		o.partVolleyCache = make([]volleyCache, len(s.Enemy.Parts))
	}
	return s.volleyPMF(o, &o.partVolleyCache[part], part, countKeptWounds, s.Enemy.Parts[part].Tough)
}
