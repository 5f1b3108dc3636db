package odds

import (
	"slices"

	"muster/rules/dice"
	"muster/rules/gf/attack"
)

// melee returns the joint distribution of both units' states after all strikes of a melee,
// including last hits.
func (e *exactFight) melee() []float64 {
	joint := e.initialStates()
	next := e.mem.alloc(len(joint))
	for _, turn := range e.Turns() {
		e.strikeFromAllStates(joint, next, turn.Striker, turn.Phase)
		for i, p := range joint {
			if p != 0 { // zeros may never have been written
				joint[i] = 0
			}
		}
		joint, next = next, joint
	}
	if e.HasSacrificeHits() {
		joint = e.applySacrificeHits(joint)
	}
	return joint
}

// strikes returns own's strike in a phase for each outcome of the rule dice, in the order of their
// numbers.
func (e *exactFight) strikes(own *attack.Fighter, ph attack.Phase) []*strike {
	rolled := e.RuleDice(own)
	all := make([]*strike, rolled.OutcomeCount())
	for way := range all {
		all[way] = e.strike(own, ph, &rolled, way)
	}
	return all
}

// strike returns own's strike in a phase for one outcome of the rule dice.
func (e *exactFight) strike(own *attack.Fighter, ph attack.Phase, rolled *attack.RuleDice, way int) *strike {
	s, chance := e.Strike(own, ph, rolled, way)
	return &strike{Strike: s, outcomeChance: chance, mem: e.mem, plans: make([][]op, s.PlanCount())}
}

// A twoWayStrike is one unit's strike in a fight in which the striker may take wounds too.
type twoWayStrike struct {
	*strike
	hitsBack *strike // the enemy's strike that deals hits back; nil if there is none
	// deals the wounds that the striker's own rolls of 1 cause it; nil if they cause none
	selfHarm *selfHarm
	// jointIndex returns the index of a pair of states in the joint distribution.
	jointIndex func(own, enemy int) int

	enemyRow     []float64 // distribution over the enemy's states that are struck together
	struckStates []bool    // by state of the enemy: it was struck already, in the row of another state
	result       []float64 // joint distribution after the strike
}

// strikeFromAllStates adds to result the joint distribution after own's strike in a phase, from
// each state of own against each state of the enemy. A joint distribution has a row for each state
// of the attacker.
func (e *exactFight) strikeFromAllStates(joint, result []float64, own *attack.Fighter, ph attack.Phase) {
	defer e.mem.release(e.mem.mark())
	enemy := e.Enemy(own)
	b := twoWayStrike{
		result: result, enemyRow: e.mem.alloc(len(enemy.States)), struckStates: make([]bool, len(enemy.States)),
		jointIndex: func(o, f int) int { return o*len(enemy.States) + f },
	}
	if own == e.B {
		b.jointIndex = func(o, f int) int { return f*len(own.States) + o }
	}
	rolled := e.RuleDice(own)
	for way := range rolled.OutcomeCount() {
		b.strike = e.strike(own, ph, &rolled, way)
		if e.HitsBack(enemy) {
			b.hitsBack = e.strike(enemy, attack.PhaseInTurn, &rolled, way)
		}
		if own.WoundsItself() {
			s := e.strike(enemy, attack.PhaseInTurn, &rolled, way)
			b.selfHarm = &selfHarm{strike: s, stateCache: map[[3]int][]float64{}}
		}
		for o := range own.States {
			b.strikeFromState(o, joint)
		}
	}
}

// strikeFromState applies the strike of the unit in state own to all states of the enemy in the
// joint distribution.
func (b *twoWayStrike) strikeFromState(own int, joint []float64) {
	if b.Own.SurvivorsIn(own).AllModels == 0 {
		for enemy := range b.Enemy.States {
			b.result[b.jointIndex(own, enemy)] += b.outcomeChance * joint[b.jointIndex(own, enemy)]
		}
		return
	}
	clear(b.struckStates)
	for enemy := range b.Enemy.States {
		p := joint[b.jointIndex(own, enemy)]
		if p == 0 || b.struckStates[enemy] {
			continue
		}
		if b.Enemy.SurvivorsIn(enemy).AllModels == 0 {
			b.result[b.jointIndex(own, enemy)] += b.outcomeChance * p
			continue
		}
		// Like targets are struck together, unless they hit back for their losses.
		clear(b.enemyRow)
		key := b.TargetClass(b.Enemy.SurvivorsIn(enemy))
		for other := enemy; other < len(b.Enemy.States); other++ {
			if q := joint[b.jointIndex(own, other)]; q != 0 && b.Enemy.SurvivorsIn(other).AllModels > 0 &&
				b.TargetClass(b.Enemy.SurvivorsIn(other)) == key {
				b.enemyRow[other], b.struckStates[other] = b.outcomeChance*q, true
				if b.hitsBack != nil {
					break
				}
			}
		}
		b.strikeEnemyRow(own, enemy)
	}
}

// strikeEnemyRow strikes the enemy's states in enemyRow; enemy is the first of them.
func (b *twoWayStrike) strikeEnemyRow(own, enemy int) {
	ops, all, n := b.planOps(b.Own.States[own].SurvivorsIndex, b.Enemy.SurvivorsIn(enemy)), b.enemyRow, len(b.enemyRow)
	if b.selfHarm == nil {
		b.applyOps(ops, all)
	} else {
		all = make([]float64, n*(1+maxSelfWounds(ops)))
		copy(all, b.enemyRow)
		b.applyWithSelfWounds(ops, all, n)
	}
	for at, p := range all {
		switch to, ones := at%n, at/n; {
		case p == 0:
		case ones == 0:
			b.addResult(own, enemy, to, p)
		default:
			b.selfHarm.dealWounds(own, enemy, ones, func(own int, q float64) { b.addResult(own, enemy, to, p*q) })
		}
	}
}

// addResult adds probability p to the result for a striker in state own and an enemy that the
// strike moved from state from to state to. Before, it applies the hits that the enemy deals back.
func (b *twoWayStrike) addResult(own, from, to int, p float64) {
	if b.hitsBack == nil || to == from || b.Own.SurvivorsIn(own).AllModels == 0 {
		b.result[b.jointIndex(own, to)] += p
		return
	}
	back := b.hitsBack
	defer back.mem.release(back.mem.mark())
	v := back.mem.alloc(len(back.Enemy.States))
	v[own] = p
	back.dealAutomaticHits(back.Own.SurvivorsIn(from), own, back.ReturnedHits(from, to, own), v)
	for i, q := range v {
		if q > 0 {
			b.result[b.jointIndex(i, to)] += q
		}
	}
}

// dealAutomaticHits applies automatic hits of the survivors own to the distribution v of an enemy
// in state at.
func (s *strike) dealAutomaticHits(own *attack.Survivors, at, hits int, v []float64) {
	if hits <= 0 {
		return
	}
	enemy := s.Enemy.SurvivorsIn(at)
	s.automaticHitOps = append(s.automaticHitOps[:0], s.prepareOp(attack.Step{Attack: s.AutomaticHit(own, enemy), WeaponCount: hits}, enemy))
	s.applyOps(s.automaticHitOps, v)
}

// A selfHarm deals a unit the wounds that its own rolls of 1 to hit cause it.
type selfHarm struct {
	*strike                         // the enemy's strike; its target is the unit that wounds itself
	stateCache map[[3]int][]float64 // [state, class of the enemy, number of wounds]: distribution of states
}

// dealWounds calls add for each state after n self-inflicted wounds in state from, with its
// probability. enemy is the enemy's state.
func (s *selfHarm) dealWounds(from, enemy, n int, add func(to int, p float64)) {
	u := s.Enemy
	key := [3]int{from, s.Own.SurvivorsIn(enemy).RulesClass, n}
	v := s.stateCache[key]
	if v == nil {
		// No rule of the enemy's snapshot applies.
		a := s.AutomaticHit(s.Own.SurvivorsIn(enemy), u.SurvivorsIn(from))
		v = make([]float64, len(u.States))
		v[from] = 1
		tracked := 0
		if len(u.States) > u.StatesPerNonEnemyWounds {
			tracked = u.StatesPerNonEnemyWounds
		}
		for range n {
			for i := len(v) - 1; i >= 0; i-- {
				if vi := v[i]; vi != 0 && u.States[i].VictimPart != attack.NoIndex {
					part, _, step := u.NextVictim(i, false)
					stays := a.WoundStaysChance(&a.Hits[attack.PlainHit], part)
					v[i] = vi * (1 - stays)
					v[i+step+tracked] += vi * stays
				}
			}
		}
		s.stateCache[key] = v
	}
	for to, p := range v {
		if p > 0 {
			add(to, p)
		}
	}
}

// applyWithSelfWounds applies the ops to a series of distributions over the target's states: one,
// of length n, for each number of wounds that the striker's rolls of 1 have caused it.
func (s *strike) applyWithSelfWounds(ops []op, v []float64, n int) {
	for i := range ops {
		o := &ops[i]
		hurts := o.SelfWoundsPerOne > 0 || slices.ContainsFunc(o.joinedOps, func(o op) bool { return o.SelfWoundsPerOne > 0 })
		switch {
		case !hurts:
			for at := 0; at < len(v); at += n {
				s.applyOps(ops[i:i+1], v[at:at+n])
			}
		case o.woundMethod == dealToOneModel:
			s.dealToPickedWithSelfWounds(o, v, n)
		default:
			s.throwDiceWithSelfWounds(o, v, n, func(v []float64, kind attack.HitKind) {
				for at := 0; at < len(v); at += n {
					s.dealOneHit(o.chances, v[at:at+n], kind)
				}
			})
		}
	}
}

// maxSelfWounds returns the maximum number of wounds that rolls of 1 in the ops can cause the
// striker.
func maxSelfWounds(ops []op) int {
	n := 0
	for i := range ops {
		o := &ops[i]
		if o.SelfWoundsPerOne > 0 {
			n += (o.step.WeaponCount*o.DicePerWeapon + o.step.BonusWeapons*(o.DicePerWeapon+o.step.BonusDice)) * (1 + o.MaxFurtherDice()) * o.SelfWoundsPerOne
		}
		n += maxSelfWounds(o.joinedOps)
	}
	return min(n, attack.MaxAttacks)
}

// throwDiceWithSelfWounds applies all dice of an op, like throwDice, to the series of distributions
// of applyWithSelfWounds.
func (s *strike) throwDiceWithSelfWounds(o *op, v []float64, n int, do dealHit) {
	if o.SelfWoundsPerOne > 0 {
		o.selfWoundBlockLength = n
		defer func() { o.selfWoundBlockLength = 0 }()
	}
	s.throwDice(o, v, do)
}

// dealToPickedWithSelfWounds deals all wounds of an op to one picked model, like dealToPickedModel,
// in the series of distributions of applyWithSelfWounds.
func (s *strike) dealToPickedWithSelfWounds(o *op, v []float64, n int) {
	dealt := make([][]float64, len(s.Enemy.Parts))
	out := make([]float64, len(v))
	rows := len(v) / n
	for at, vi := range v {
		i := at % n
		if vi == 0 {
			continue
		}
		part, left, step := 0, 0, 0
		if s.Enemy.States[i].VictimPart != attack.NoIndex {
			part, left, step = s.Enemy.NextVictim(i, true)
		}
		wide := s.Enemy.Parts[part].Tough + 1
		if dealt[part] == nil {
			w := make([]float64, rows*wide)
			w[0] = 1
			for _, each := range append([]op{*o}, o.joinedOps...) {
				per := each.measureHits(part, countKeptWounds, s.mem)
				s.throwDiceWithSelfWounds(&each, w, wide, func(w []float64, kind attack.HitKind) {
					for at := 0; at < len(w); at += wide {
						addHitPMF(w[at:at+wide], per[kind])
					}
				})
			}
			dealt[part] = w
		}
		for k, p := range dealt[part] {
			out[min(at/n+k/wide, rows-1)*n+i+min(k%wide, left)*step] += vi * p
		}
	}
	copy(v, out)
}

// applySacrificeHits applies the sacrifice hits of both sides at once (automatic hits after all
// strikes) and removes the models that deal them.
func (e *exactFight) applySacrificeHits(joint []float64) []float64 {
	nb := len(e.B.States)
	result := make([]float64, len(joint))
	rolled := e.RuleDice(e.A)
	for way := range rolled.OutcomeCount() {
		byA, byB := e.strike(e.A, attack.PhaseInTurn, &rolled, way), e.strike(e.B, attack.PhaseInTurn, &rolled, way)
		for at, p := range joint {
			i, j := at/nb, at%nb
			if p == 0 {
				continue
			}
			if e.A.SurvivorsIn(i).AllModels == 0 || e.B.SurvivorsIn(j).AllModels == 0 {
				result[at] += p * byA.outcomeChance
				continue
			}
			hitsA, goneA := byA.SacrificeHits(i, j)
			hitsB, goneB := byB.SacrificeHits(j, i)
			toA := byB.afterAutomaticHits(j, i, hitsB)
			for k, pb := range byA.afterAutomaticHits(i, j, hitsA) {
				if pb == 0 {
					continue
				}
				for l, pa := range toA {
					if pa > 0 {
						result[e.A.StateWithoutParts(l, goneA)*nb+e.B.StateWithoutParts(k, goneB)] += p * byA.outcomeChance * pa * pb
					}
				}
			}
		}
	}
	return result
}

// afterAutomaticHits returns the distribution over the enemy's states after automatic hits of the
// unit in state at on the enemy in state enemyAt.
func (s *strike) afterAutomaticHits(at, enemyAt, hits int) dice.PMF {
	v := make([]float64, len(s.Enemy.States))
	v[enemyAt] = 1
	s.dealAutomaticHits(s.Own.SurvivorsIn(at), enemyAt, hits, v)
	return v
}
