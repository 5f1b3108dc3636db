package odds

import (
	"slices"

	"muster/rules/dice"
	"muster/rules/gf/attack"
)

// melee is a charge: every turn of it, and then those who go with a last hit. The
// joint distribution of both units' states goes through it all.
func (e *exact) melee() []float64 {
	joint := e.initialStates()
	for _, turn := range e.Turns() {
		joint = e.strikeFromAll(joint, turn.Own, turn.Phase)
	}
	if e.HasLastHits() {
		joint = e.lastHits(joint)
	}
	return joint
}

// strikes is a unit's strike in a phase, once for each way in which the dice of
// rules can fall.
func (e *exact) strikes(own *attack.Unit, ph attack.Phase) []*strike {
	rolled := e.RuleDice(own)
	all := make([]*strike, rolled.Ways())
	for way := range all {
		all[way] = e.strike(own, ph, &rolled, way)
	}
	return all
}

// strike is a unit's strike in a phase as the dice of rules fall in one way.
func (e *exact) strike(own *attack.Unit, ph attack.Phase, rolled *attack.RuleDice, way int) *strike {
	s, chance := e.Strike(own, ph, rolled, way)
	return &strike{Strike: s, chance: chance, mem: e.mem, plans: make([][]op, s.PlanCount())}
}

// blows is a strike in a melee, or one whose ones to hit hurt the striker.
type exchange struct {
	*strike
	hitsBack   *strike   // of the enemy, whose rules give hits back; nil if none do
	selfHarm   *selfHarm // by ones to hit; nil without any
	jointIndex func(own, enemy int) int

	row    []float64 // over the enemy's states
	done   []bool    // enemy's states that were struck already
	result []float64
}

// exchange is the strike of one unit, from each state that it may be in, against
// each state of the other. The joint distribution has a row for each state of
// the attacker.
func (e *exact) strikeFromAll(joint []float64, own *attack.Unit, ph attack.Phase) []float64 {
	enemy := e.Enemy(own)
	b := exchange{
		result: make([]float64, len(joint)), row: make([]float64, len(enemy.States)), done: make([]bool, len(enemy.States)),
		jointIndex: func(o, f int) int { return o*len(enemy.States) + f },
	}
	if own == e.B {
		b.jointIndex = func(o, f int) int { return f*len(own.States) + o }
	}
	rolled := e.RuleDice(own)
	for way := range rolled.Ways() {
		b.strike = e.strike(own, ph, &rolled, way)
		if e.HitsBack(enemy) {
			b.hitsBack = e.strike(enemy, attack.InTurn, &rolled, way)
		}
		if own.WoundsItself() {
			b.selfHarm = newSelfHarm(e.strike(enemy, attack.InTurn, &rolled, way))
		}
		for o := range own.States {
			b.strikeFrom(o, joint)
		}
	}
	return b.result
}

// strikeFrom is the strike of a unit in one state.
func (b *exchange) strikeFrom(own int, joint []float64) {
	if b.Own.At(own).Models == 0 {
		for enemy := range b.Enemy.States {
			b.result[b.jointIndex(own, enemy)] += b.chance * joint[b.jointIndex(own, enemy)]
		}
		return
	}
	clear(b.done)
	for enemy := range b.Enemy.States {
		p := joint[b.jointIndex(own, enemy)]
		if p == 0 || b.done[enemy] {
			continue
		}
		if b.Enemy.At(enemy).Models == 0 {
			b.result[b.jointIndex(own, enemy)] += b.chance * p
			continue
		}
		// Targets that are alike are struck together, unless they strike back
		// for what was done to them.
		clear(b.row)
		key := b.Key(b.Enemy.At(enemy))
		for other := enemy; other < len(b.Enemy.States); other++ {
			if q := joint[b.jointIndex(own, other)]; q != 0 && b.Enemy.At(other).Models > 0 && b.Key(b.Enemy.At(other)) == key {
				b.row[other], b.done[other] = b.chance*q, true
				if b.hitsBack != nil {
					break
				}
			}
		}
		b.strikeRow(own, enemy)
	}
}

// strikeRow strikes the enemies of the row, of which the first is in a state.
func (b *exchange) strikeRow(own, enemy int) {
	ops, all, n := b.plan(b.Own.States[own].Survivors, b.Enemy.At(enemy)), b.row, len(b.row)
	if b.selfHarm == nil {
		b.apply(ops, all)
	} else {
		all = make([]float64, n*(1+maxSelfWounds(ops)))
		copy(all, b.row)
		b.runOnes(ops, all, n)
	}
	for at, p := range all {
		switch to, ones := at%n, at/n; {
		case p == 0:
		case ones == 0:
			b.addResult(own, enemy, to, p)
		default:
			b.selfHarm.deal(own, enemy, ones, func(own int, q float64) { b.addResult(own, enemy, to, p*q) })
		}
	}
}

// addResult adds the outcome in which the striker is in a state, and the enemy has come
// from one to another, to the result: the enemy gives back what it has to.
func (b *exchange) addResult(own, from, to int, p float64) {
	if b.hitsBack == nil || to == from || b.Own.At(own).Models == 0 {
		b.result[b.jointIndex(own, to)] += p
		return
	}
	back := b.hitsBack
	defer back.mem.release(back.mem.mark())
	v := back.mem.alloc(len(back.Enemy.States))
	v[own] = p
	back.dealAutomatic(back.Own.At(from), own, back.ReturnedHits(from, to, own), v)
	for i, q := range v {
		if q > 0 {
			b.result[b.jointIndex(i, to)] += q
		}
	}
}

// dealAutomatic deals so many automatic hits of some of Own's to an enemy in a state.
func (s *strike) dealAutomatic(own *attack.Survivors, at, hits int, v []float64) {
	if hits <= 0 {
		return
	}
	enemy := s.Enemy.At(at)
	s.apply([]op{s.prepare(attack.Step{Attack: s.Automatic(own, enemy), Weapons: hits}, enemy)}, v)
}

// A selfHarm deals a unit the wounds of its own ones to hit.
type selfHarm struct {
	*strike // of its enemy, who does nothing here but be there
	memo    map[[3]int][]float64
}

func newSelfHarm(s *strike) *selfHarm { return &selfHarm{strike: s, memo: map[[3]int][]float64{}} }

// deal calls add for each state that n such wounds lead to from one of the
// unit's, before an enemy in another.
func (s *selfHarm) deal(from, enemy, n int, add func(to int, p float64)) {
	u := s.Enemy
	key := [3]int{from, s.Own.At(enemy).Class, n}
	v := s.memo[key]
	if v == nil {
		// The enemy's stance is only looked at for what it ignores: nothing.
		a := s.Automatic(s.Own.At(enemy), u.At(from))
		v = make([]float64, len(u.States))
		v[from] = 1
		tracked := 0
		if len(u.States) > u.Block {
			tracked = u.Block
		}
		for range n {
			for i := len(v) - 1; i >= 0; i-- {
				if vi := v[i]; vi != 0 && u.States[i].Victim != attack.None {
					part, _, step := u.Next(i, false)
					stays := a.StayChance(&a.Hits[attack.Plain], part)
					v[i] = vi * (1 - stays)
					v[i+step+tracked] += vi * stays
				}
			}
		}
		s.memo[key] = v
	}
	for to, p := range v {
		if p > 0 {
			add(to, p)
		}
	}
}

// runOnes takes distributions over the target's states, n long, one for each
// number of ones that hurt the striker, through the steps.
func (s *strike) runOnes(ops []op, v []float64, n int) {
	for i := range ops {
		o := &ops[i]
		hurts := o.Ones > 0 || slices.ContainsFunc(o.also, func(o op) bool { return o.Ones > 0 })
		switch {
		case !hurts:
			for at := 0; at < len(v); at += n {
				s.apply(ops[i:i+1], v[at:at+n])
			}
		case o.method == onOneModel:
			s.pickOnes(o, v, n)
		default:
			s.throwOnes(o, v, n, func(v []float64, kind attack.Kind) {
				for at := 0; at < len(v); at += n {
					s.hit(o.chances, v[at:at+n], kind)
				}
			})
		}
	}
}

// maxSelfWounds is how many wounds the steps can bring the striker.
func maxSelfWounds(ops []op) int {
	n := 0
	for i := range ops {
		o := &ops[i]
		if o.Ones > 0 {
			n += (o.step.Weapons*o.Dice + o.step.Stronger*(o.Dice+o.step.Bonus)) * (1 + o.MaxGivenDice()) * o.Ones
		}
		n += maxSelfWounds(o.also)
	}
	return min(n, attack.MaxAttacks)
}

// throwOnes is throw where the ones are counted.
func (s *strike) throwOnes(o *op, v []float64, n int, do dealHit) {
	if o.Ones > 0 {
		o.onesRow = n
		defer func() { o.onesRow = 0 }()
	}
	s.throw(o, v, do)
}

// pickOnes deals all wounds to one model.
func (s *strike) pickOnes(o *op, v []float64, n int) {
	dealt := make([][]float64, len(s.Enemy.Parts))
	out := make([]float64, len(v))
	rows := len(v) / n
	for at, vi := range v {
		i := at % n
		if vi == 0 {
			continue
		}
		part, left, step := 0, 0, 0
		if s.Enemy.States[i].Victim != attack.None {
			part, left, step = s.Enemy.Next(i, true)
		}
		wide := s.Enemy.Parts[part].Tough + 1
		if dealt[part] == nil {
			w := make([]float64, rows*wide)
			w[0] = 1
			for _, each := range append([]op{*o}, o.also...) {
				per := each.perHit(part, woundsKept)
				s.throwOnes(&each, w, wide, func(w []float64, kind attack.Kind) {
					for at := 0; at < len(w); at += wide {
						addHit(w[at:at+wide], per[kind])
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

// lastHits is what bearers do who go with a last hit once both sides have struck: their
// hits land together, and the bearers are gone.
func (e *exact) lastHits(joint []float64) []float64 {
	nb := len(e.B.States)
	result := make([]float64, len(joint))
	rolled := e.RuleDice(e.A)
	for way := range rolled.Ways() {
		byA, byB := e.strike(e.A, attack.InTurn, &rolled, way), e.strike(e.B, attack.InTurn, &rolled, way)
		for at, p := range joint {
			i, j := at/nb, at%nb
			if p == 0 {
				continue
			}
			if e.A.At(i).Models == 0 || e.B.At(j).Models == 0 {
				result[at] += p * byA.chance
				continue
			}
			hitsA, goneA := byA.LastHits(i, j)
			hitsB, goneB := byB.LastHits(j, i)
			toA := byB.afterHits(j, i, hitsB)
			for k, pb := range byA.afterHits(i, j, hitsA) {
				if pb == 0 {
					continue
				}
				for l, pa := range toA {
					if pa > 0 {
						result[e.A.Without(l, goneA)*nb+e.B.Without(k, goneB)] += p * byA.chance * pa * pb
					}
				}
			}
		}
	}
	return result
}

// afterHits is the distribution over the enemy's states after so many automatic hits.
func (s *strike) afterHits(at, enemyAt, hits int) dice.PMF {
	v := make([]float64, len(s.Enemy.States))
	v[enemyAt] = 1
	s.dealAutomatic(s.Own.At(at), enemyAt, hits, v)
	return v
}
