package odds

import (
	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf/attack"
)

// Sample fights n times with dice from a seed and returns the frequencies. f has the players'
// picks.
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
			s.sides[i].at, s.sides[i].uncaused = s.sides[i].Initial, 0
		}
		if s.play() {
			draws++
		}
		for i := range s.sides {
			s.sides[i].ends[s.sides[i].at]++
		}
	}
	return Result{s.sides[0].outcome(n), s.sides[1].outcome(n), float64(draws) / float64(n)}
}

// A sampler plays a fight with dice.
type sampler struct {
	*attack.Fight
	die     *dice.Roller
	sides   [2]sampledUnit // attacker and target
	strikes map[strikeKey]*sampledStrike
}

// sampledUnit is a fighting unit with counts of its outcomes.
type sampledUnit struct {
	*attack.Fighter
	judge    *attack.Judge
	rolled   attack.RuleDice
	at       int // state
	uncaused int // wounds of this fight not caused by the enemy

	ends   []float64 // fights by final state
	counts Outcome   // number of fights
}

// alive reports whether any model is left.
func (u *sampledUnit) alive() bool { return u.At(u.at).Models > 0 }

// outcome returns the unit's frequencies over n fights.
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
	planned []bool
}

type strikeKey struct {
	own    int
	phase  attack.Phase
	roller int // the side with the rule dice
	way    int // outcome of the rule dice
}

// strikeFor returns the strike of a side in a phase for one outcome of the dice rolled by roller.
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

// plan returns the steps of Own in a state against Enemy in another.
func (v *sampledStrike) plan(own, enemy int) []attack.Step {
	survivors, left := v.Own.States[own].Survivors, v.Enemy.At(enemy)
	at := v.PlanIndex(survivors, left)
	if !v.planned[at] {
		v.steps[at], v.planned[at] = v.AppendPlan(nil, &v.Own.Survivors[survivors], left), true
	}
	return v.steps[at]
}

// play fights once and reports whether a melee was a draw.
func (s *sampler) play() (draw bool) {
	a, b := &s.sides[0], &s.sides[1]
	if !s.Charge() {
		s.strike(0, attack.InTurn)
		if b.at != b.Initial && b.alive() && b.Half(b.at) {
			s.test(b, a.at)
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
		s.test(b, a.at)
	case score < 0:
		b.counts.Wins++
		s.test(a, b.at)
	}
	return score == 0
}

// score returns the wounds caused by a unit, plus its Fear.
func (s *sampler) score(enemy, u *sampledUnit) int {
	fear := u.judge.Fear(u.at, enemy.at)
	n := enemy.Wounds(enemy.at) - enemy.uncaused + fear.Sum
	if fear.D3 {
		n += (s.die.Roll() + 1) / 2
	}
	return n
}

// test takes a morale test against an enemy in a state.
func (s *sampler) test(u *sampledUnit, enemyAt int) {
	u.counts.Tests++
	t := u.judge.Test(u.at, enemyAt)
	switch {
	case s.die.Roll() >= t.Needs || t.Repeat > 0 && s.die.Roll() >= t.Repeat:
	case t.Pays > 0:
		lost := 0
		for range u.Left(u.at) {
			if s.die.Roll() <= t.Pays {
				lost++
			}
		}
		u.at = u.AfterLosing(u.at, lost)
	case s.Charge() && u.Half(u.at):
		u.counts.Routed++
	default:
		u.counts.Shaken++
	}
}

// strike throws the dice of a side's strike in a phase, and of the hits dealt back.
func (s *sampler) strike(own int, ph attack.Phase) {
	u, enemy := &s.sides[own], &s.sides[1-own]
	way := u.rolled.Throw(s.die.Roll)
	if !u.alive() || !enemy.alive() {
		return
	}
	v := s.strikeFor(own, ph, own, way)
	before, ones := enemy.at, 0
	for i, steps := 0, v.plan(u.at, enemy.at); i < len(steps); i++ {
		ones += s.step(enemy, &steps[i])
	}
	if ones = min(ones, attack.MaxAttacks); ones > 0 {
		s.dealOnes(u, v.Enemy.At(before), ones, s.strikeFor(1-own, attack.InTurn, own, way))
	}
	if enemy.at != before && s.HitsBack(enemy.Fighter) && u.alive() {
		back := s.strikeFor(1-own, attack.InTurn, own, way)
		s.dealAutomatic(back, enemy.At(before), u, back.ReturnedHits(before, enemy.at, u.at))
	}
}

// dealOnes deals an attacker the wounds of n ones that it rolled to hit, with weapons that harm
// their bearer so.
func (s *sampler) dealOnes(u *sampledUnit, enemy *attack.Survivors, n int, by *sampledStrike) {
	a := by.Automatic(enemy, u.At(u.at))
	for range n {
		if u.States[u.at].Victim == attack.None {
			return
		}
		part, _, step := u.Next(u.at, false)
		if s.die.Roll() < a.IgnoreRoll(&a.Hits[attack.Plain], part) {
			u.at, u.uncaused = u.at+step, u.uncaused+1
		}
	}
}

// dealAutomatic deals a unit automatic hits of an enemy's survivors.
func (s *sampler) dealAutomatic(by *sampledStrike, own *attack.Survivors, u *sampledUnit, hits int) {
	if hits > 0 {
		s.step(u, &attack.Step{Attack: by.Automatic(own, u.At(u.at)), Weapons: hits})
	}
}

// dealLastHits deals the last hits of both sides' living bearers at once, and removes the bearers.
func (s *sampler) dealLastHits() {
	a, b := &s.sides[0], &s.sides[1]
	way := a.rolled.Throw(s.die.Roll)
	if !a.alive() || !b.alive() {
		return
	}
	byA, byB := s.strikeFor(0, attack.InTurn, 0, way), s.strikeFor(1, attack.InTurn, 0, way)
	hitsA, goneA := byA.LastHits(a.at, b.at)
	hitsB, goneB := byB.LastHits(b.at, a.at)
	ownA, ownB := a.At(a.at), b.At(b.at)
	s.dealAutomatic(byA, ownA, b, hitsA)
	s.dealAutomatic(byB, ownB, a, hitsB)
	a.remove(goneA)
	b.remove(goneB)
}

// remove removes the models of some parts.
func (u *sampledUnit) remove(gone []bool) {
	before := u.Wounds(u.at)
	u.at = u.Without(u.at, gone)
	u.uncaused += u.Wounds(u.at) - before
}

// A roll is a step in progress.
type roll struct {
	*sampler
	*attack.Attack
	target *sampledUnit
	// A picked model: its part, wounds left, and change of state per wound. Its wounds do not
	// spill over.
	picked           bool
	part, left, move int
	scored           int // hits of the present weapon
	ones             int
}

// step throws the dice of a step and returns the wounds from ones to hit on the striker.
func (s *sampler) step(u *sampledUnit, step *attack.Step) (ones int) {
	r := roll{sampler: s, Attack: step.Attack, target: u}
	if step.Picks == rules.PicksModel && u.States[u.at].Victim != attack.None {
		r.picked = true
		r.part, r.left, r.move = u.Next(u.at, true)
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

// weapon throws the dice of one weapon, or one die of automatic hits.
func (r *roll) weapon(n int) {
	if r.Each == 0 {
		r.attacks(n)
	} else if r.Needs <= 1 || r.die.Roll() >= r.Needs {
		for range r.Each {
			r.attacks(n)
		}
	}
}

// attacks throws n dice to hit. Given dice follow their giver, or come last if the hits of a
// weapon are capped.
func (r *roll) attacks(n int) {
	r.scored = 0
	last, given := r.Cap > 0 && r.Capped(n), 0
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
		r.ones += r.Ones
	}
	k := r.Faces[die]
	if k == attack.Miss {
		return 0
	}
	score := &r.Score[k]
	for range score.Copies {
		r.hit(&r.Hits[k])
	}
	for range score.Extra {
		r.hit(&r.Hits[attack.Plain])
	}
	return score.More
}

// hit throws a die to block a hit, and deals its wounds.
func (r *roll) hit(h *attack.Hit) {
	if r.Cap > 0 {
		if r.scored == r.Cap {
			return
		}
		r.scored++
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
		if u.States[u.at].Victim == attack.None {
			return
		}
		part, left, move = u.Next(u.at, r.Picks == rules.PicksWounds)
	}
	unless := r.IgnoreRoll(h, part)
	for n := 0; n < h.Deadly && left > 0; n++ {
		if unless == 7 || r.die.Roll() < unless {
			u.at, left = u.at+move, left-1
		}
	}
	if r.picked {
		r.left = left
	}
}
