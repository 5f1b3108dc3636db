package odds

import (
	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf/attack"
)

// Sample fights a fight n times with dice from a seed and returns the frequencies. The effects
// picked by the players must be set in f.
func Sample(f *attack.Fight, n int, seed uint64) Result {
	f.Layout(false)
	f.ChooseProfiles()
	s := sampler{Fight: f, die: dice.NewRoller(seed), strikes: map[strikeKey]*sampledStrike{}}
	for i, u := range [...]*attack.Fighter{f.A, f.B} {
		s.sides[i] = sampledUnit{Fighter: u, judge: f.Judge(u), ends: make([]float64, len(u.States)), rolled: f.RuleDice(u)}
	}
	draws := 0
	for range n {
		for i := range s.sides {
			s.sides[i].state, s.sides[i].uncaused = s.sides[i].Initial, 0
		}
		if s.play() {
			draws++
		}
		for i := range s.sides {
			s.sides[i].ends[s.sides[i].state]++
		}
	}
	return Result{s.sides[0].outcome(n), s.sides[1].outcome(n), float64(draws) / float64(n)}
}

// A sampler plays a fight with dice.
type sampler struct {
	*attack.Fight
	die     *dice.Roller   // source of dice
	sides   [2]sampledUnit // attacker and target
	strikes map[strikeKey]*sampledStrike
}

// sampledUnit is a unit in a sampled fight, with counts of its outcomes.
type sampledUnit struct {
	*attack.Fighter
	judge    *attack.Judge
	rolled   attack.RuleDice
	state    int // index of its present state
	uncaused int // wounds in the present fight not caused by the enemy

	ends   []float64 // number of fights that ended in each state
	counts Outcome   // sums over all fights, before division by their number
}

// alive reports whether any model is left.
func (u *sampledUnit) alive() bool { return u.At(u.state).Models > 0 }

// outcome returns the frequencies of the unit's outcomes over n fights.
func (u *sampledUnit) outcome(n int) Outcome {
	for i := range u.ends {
		u.ends[i] /= float64(n)
	}
	for _, of := range []*float64{&u.counts.Tests, &u.counts.Shaken, &u.counts.Routed, &u.counts.Wins} {
		*of /= float64(n)
	}
	u.counts.fill(u.Fighter, u.ends)
	return u.counts
}

// sampledStrike is one unit's strike in a phase for one outcome of the rule dice, with its steps
// by PlanIndex.
type sampledStrike struct {
	*attack.Strike
	steps   [][]attack.Step
	planned []bool // by PlanIndex: steps is filled in
}

// strikeKey identifies a sampledStrike. Sides are 0 for the attacker and 1 for the target.
type strikeKey struct {
	own    int // the side that strikes
	phase  attack.Phase
	roller int // the side whose strike rolled the rule dice
	way    int // number of the outcome of the rule dice
}

// strikeFor returns the strike of a side in a phase, for one outcome of the dice rolled by side
// roller.
func (s *sampler) strikeFor(own int, ph attack.Phase, roller, way int) *sampledStrike {
	key := strikeKey{own, ph, roller, way}
	v := s.strikes[key]
	if v == nil {
		strike, _ := s.Strike(s.sides[own].Fighter, ph, &s.sides[roller].rolled, way)
		v = &sampledStrike{Strike: strike, steps: make([][]attack.Step, strike.PlanCount()), planned: make([]bool, strike.PlanCount())}
		s.strikes[key] = v
	}
	return v
}

// stepsFor returns the steps of Own in one state against Enemy in another.
func (v *sampledStrike) stepsFor(own, enemy int) []attack.Step {
	survivors, left := v.Own.States[own].Survivors, v.Enemy.At(enemy)
	at := v.PlanIndex(survivors, left)
	if !v.planned[at] {
		v.steps[at], v.planned[at] = v.AppendPlan(nil, &v.Own.Survivors[survivors], left), true
	}
	return v.steps[at]
}

// play fights the fight once and reports whether a melee was a draw.
func (s *sampler) play() (draw bool) {
	a, b := &s.sides[0], &s.sides[1]
	if !s.IsMelee() {
		s.strike(0, attack.InTurn)
		if b.state != b.Initial && b.alive() && b.AtHalf(b.state) {
			s.test(b, a.state)
		}
		return false
	}
	for _, turn := range s.Turns() {
		own := 0
		if turn.Own == b.Fighter {
			own = 1
		}
		s.strike(own, turn.Phase)
	}
	if s.HasLastHits() {
		s.dealLastHits()
	}
	return s.judge()
}

// judge decides who won a melee, and tests the loser's morale.
func (s *sampler) judge() (draw bool) {
	a, b := &s.sides[0], &s.sides[1]
	switch {
	case !a.alive() && !b.alive():
		return true
	case !b.alive():
		a.counts.Wins++
		return false
	case !a.alive():
		b.counts.Wins++
		return false
	}
	score := s.score(b, a) - s.score(a, b)
	switch {
	case score > 0:
		a.counts.Wins++
		s.test(b, a.state)
	case score < 0:
		b.counts.Wins++
		s.test(a, b.state)
	}
	return score == 0
}

// score returns the wounds that u caused enemy, plus u's Fear.
func (s *sampler) score(enemy, u *sampledUnit) int {
	fear := u.judge.Fear(u.state, enemy.state)
	n := enemy.Wounds(enemy.state) - enemy.uncaused + fear.Sum
	if fear.D3 {
		n += (s.die.Roll() + 1) / 2
	}
	return n
}

// test takes u's morale test against an enemy in state enemyAt.
func (s *sampler) test(u *sampledUnit, enemyAt int) {
	u.counts.Tests++
	t := u.judge.Test(u.state, enemyAt)
	switch {
	case s.die.Roll() >= t.Needs || t.RerollNeeds > 0 && s.die.Roll() >= t.RerollNeeds:
	case t.PayDie > 0:
		lost := 0
		for range u.WoundsLeft(u.state) {
			if s.die.Roll() <= t.PayDie {
				lost++
			}
		}
		u.state = u.AfterLosing(u.state, lost)
	case s.IsMelee() && u.AtHalf(u.state):
		u.counts.Routed++
	default:
		u.counts.Shaken++
	}
}

// strike throws the dice of a side's strike in a phase, and the dice of the hits dealt back.
func (s *sampler) strike(own int, ph attack.Phase) {
	u, enemy := &s.sides[own], &s.sides[1-own]
	way := u.rolled.Throw(s.die.Roll)
	if !u.alive() || !enemy.alive() {
		return
	}
	v := s.strikeFor(own, ph, own, way)
	before, ones := enemy.state, 0
	for i, steps := 0, v.stepsFor(u.state, enemy.state); i < len(steps); i++ {
		ones += s.step(enemy, &steps[i])
	}
	if ones = min(ones, attack.MaxAttacks); ones > 0 {
		s.dealOnes(u, v.Enemy.At(before), ones, s.strikeFor(1-own, attack.InTurn, own, way))
	}
	if enemy.state != before && s.HitsBack(enemy.Fighter) && u.alive() {
		back := s.strikeFor(1-own, attack.InTurn, own, way)
		s.dealAutomatic(back, enemy.At(before), u, back.ReturnedHits(before, enemy.state, u.state))
	}
}

// dealOnes deals u the wounds from n ones that it rolled to hit; by is the enemy's strike.
func (s *sampler) dealOnes(u *sampledUnit, enemy *attack.Survivors, n int, by *sampledStrike) {
	a := by.AutomaticHit(enemy, u.At(u.state))
	for range n {
		if u.States[u.state].Victim == attack.None {
			return
		}
		part, _, step := u.NextVictim(u.state, false)
		if s.die.Roll() < a.IgnoreRoll(&a.Hits[attack.Plain], part) {
			u.state, u.uncaused = u.state+step, u.uncaused+1
		}
	}
}

// dealAutomatic deals u automatic hits from the enemy's survivors own; by is the enemy's strike.
func (s *sampler) dealAutomatic(by *sampledStrike, own *attack.Survivors, u *sampledUnit, hits int) {
	if hits > 0 {
		s.step(u, &attack.Step{Attack: by.AutomaticHit(own, u.At(u.state)), Weapons: hits})
	}
}

// dealLastHits deals the last hits of both sides at once (automatic hits after all strikes) and
// removes the models that deal them.
func (s *sampler) dealLastHits() {
	a, b := &s.sides[0], &s.sides[1]
	way := a.rolled.Throw(s.die.Roll)
	if !a.alive() || !b.alive() {
		return
	}
	byA, byB := s.strikeFor(0, attack.InTurn, 0, way), s.strikeFor(1, attack.InTurn, 0, way)
	hitsA, goneA := byA.LastHits(a.state, b.state)
	hitsB, goneB := byB.LastHits(b.state, a.state)
	ownA, ownB := a.At(a.state), b.At(b.state)
	s.dealAutomatic(byA, ownA, b, hitsA)
	s.dealAutomatic(byB, ownB, a, hitsB)
	a.remove(goneA)
	b.remove(goneB)
}

// remove removes all models of the parts marked in gone.
func (u *sampledUnit) remove(gone []bool) {
	before := u.Wounds(u.state)
	u.state = u.WithoutParts(u.state, gone)
	u.uncaused += u.Wounds(u.state) - before
}

// A roll is a step whose dice are being thrown.
type roll struct {
	*sampler
	*attack.Attack
	target *sampledUnit
	// picked means that the attack has picked a model: its part, its wounds left, and the change of
	// the target's state for each wound. The model's wounds do not spill over.
	picked           bool
	part, left, move int
	weaponHits       int // hits so far of the present weapon
	ones             int // wounds so far from ones to hit on the striker
}

// step throws the dice of u's step and returns the wounds on u from ones to hit.
func (s *sampler) step(u *sampledUnit, step *attack.Step) (ones int) {
	r := roll{sampler: s, Attack: step.Attack, target: u}
	if step.Picks == rules.PicksModel && u.States[u.state].Victim != attack.None {
		r.picked = true
		r.part, r.left, r.move = u.NextVictim(u.state, true)
	}
	r.weapons(step)
	for i := range step.Also {
		r.Attack = step.Also[i].Attack
		r.weapons(&step.Also[i])
	}
	return r.ones
}

// weapons throws the dice of all weapons of a step.
func (r *roll) weapons(step *attack.Step) {
	for range step.Weapons {
		r.weapon(r.Dice)
	}
	for range step.Stronger {
		r.weapon(r.Dice + step.Bonus)
	}
}

// weapon throws the n dice of one weapon, or one die of automatic hits.
func (r *roll) weapon(n int) {
	if r.HitsEach == 0 {
		r.attacks(n)
	} else if r.MinDie <= 1 || r.die.Roll() >= r.MinDie {
		for range r.HitsEach {
			r.attacks(n)
		}
	}
}

// attacks throws n dice to hit. Further dice follow the die that earned them, or come last if the
// hits of a weapon are capped.
func (r *roll) attacks(n int) {
	r.weaponHits = 0
	last, given := r.HitCap > 0 && r.CapMatters(n), 0
	for range n {
		if given += r.toHit(); !last {
			for ; given > 0; given-- {
				r.toHit()
			}
		}
	}
	for range given {
		r.toHit()
	}
}

// toHit rolls a die to hit, resolves its hits, and returns the number of further dice that it
// earns.
func (r *roll) toHit() (given int) {
	die := r.die.Roll()
	if die == 1 {
		r.ones += r.OneWounds
	}
	k := r.Faces[die]
	if k == attack.Miss {
		return 0
	}
	score := &r.Score[k]
	for range score.Copies {
		r.hit(&r.Hits[k])
	}
	for range score.PlainHits {
		r.hit(&r.Hits[attack.Plain])
	}
	return score.MoreDice
}

// hit throws a die to block a hit, and deals its wounds.
func (r *roll) hit(h *attack.Hit) {
	if r.HitCap > 0 {
		if r.weaponHits == r.HitCap {
			return
		}
		r.weaponHits++
	}
	die := r.die.Roll()
	if h.Rerolls>>die&1 != 0 {
		die = r.die.Roll()
	}
	for range h.Wounds[die] {
		r.wound(h)
	}
}

// wound deals one wound, Deadly or not, to a single model.
func (r *roll) wound(h *attack.Hit) {
	u := r.target
	part, left, move := r.part, r.left, r.move
	if !r.picked {
		if u.States[u.state].Victim == attack.None {
			return
		}
		part, left, move = u.NextVictim(u.state, r.Picks == rules.PicksWounds)
	}
	unless := r.IgnoreRoll(h, part)
	for n := 0; n < h.Deadly && left > 0; n++ {
		if unless == 7 || r.die.Roll() < unless {
			u.state, left = u.state+move, left-1
		}
	}
	if r.picked {
		r.left = left
	}
}
