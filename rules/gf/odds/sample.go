package odds

import (
	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf/attack"
)

// Sample fights a fight n times with dice from a seed and returns the frequencies of its outcomes.
// The effects picked by the players must be set in f.
func Sample(f *attack.Fight, n int, seed uint64) Result {
	f.LayOutStates(false)
	f.ChooseWeaponProfiles()
	s := sampler{Fight: f, roller: dice.NewRoller(seed), strikes: map[strikeKey]*sampledStrike{}}
	for i, u := range [...]*attack.Fighter{f.A, f.B} {
		s.sides[i] = sampledUnit{
			Fighter: u, judge: f.Judge(u), endStateCounts: make([]float64, len(u.States)),
			ruleDice: f.RuleDice(u),
		}
	}
	draws := 0
	for range n {
		for i := range s.sides {
			s.sides[i].state, s.sides[i].nonEnemyWounds = s.sides[i].InitialState, 0
		}
		if s.fightOnce() {
			draws++
		}
		for i := range s.sides {
			s.sides[i].endStateCounts[s.sides[i].state]++
		}
	}
	return Result{s.sides[0].outcome(n), s.sides[1].outcome(n), float64(draws) / float64(n)}
}

// A sampler fights a fight with dice.
type sampler struct {
	*attack.Fight
	roller  *dice.Roller   // source of dice
	sides   [2]sampledUnit // attacker and target
	strikes map[strikeKey]*sampledStrike
}

// sampledUnit is a unit in a sampled fight, with counts of its outcomes.
type sampledUnit struct {
	*attack.Fighter
	judge          *attack.Judge
	ruleDice       attack.RuleDice
	state          int // index of its present state
	nonEnemyWounds int // wounds in the present fight not caused by the enemy

	endStateCounts []float64 // number of fights that ended in each state
	outcomeSums    Outcome   // sums over all fights, divided by their number at the end
}

// alive reports whether any model is left.
func (u *sampledUnit) alive() bool { return u.SurvivorsIn(u.state).AllModels > 0 }

// outcome returns the frequencies of the unit's outcomes in n fights.
func (u *sampledUnit) outcome(n int) Outcome {
	for i := range u.endStateCounts {
		u.endStateCounts[i] /= float64(n)
	}
	for _, of := range []*float64{
		&u.outcomeSums.MoraleTests, &u.outcomeSums.Shaken, &u.outcomeSums.Routed,
		&u.outcomeSums.Wins,
	} {
		*of /= float64(n)
	}
	u.outcomeSums.setWoundsAndLosses(u.Fighter, u.endStateCounts)
	return u.outcomeSums
}

// sampledStrike is one unit's strike in a phase for one outcome of the rule dice, with its steps by
// PlanIndex.
type sampledStrike struct {
	*attack.Strike
	steps     [][]attack.Step
	isPlanned []bool // by PlanIndex: steps holds this plan already
}

// strikeKey identifies a sampledStrike. Sides are 0 for the attacker and 1 for the target.
type strikeKey struct {
	striker     int // the side that strikes
	phase       attack.Phase
	rollingSide int // the side whose strike rolled the rule dice
	ruleOutcome int // number of the outcome of the rule dice
}

// strikeFor returns the strike of a side in a phase, for one outcome of the dice rolled by side
// roller.
func (s *sampler) strikeFor(own int, ph attack.Phase, roller, way int) *sampledStrike {
	key := strikeKey{own, ph, roller, way}
	v := s.strikes[key]
	if v == nil {
		strike, _ := s.Strike(s.sides[own].Fighter, ph, &s.sides[roller].ruleDice, way)
		v = &sampledStrike{
			Strike: strike, steps: make([][]attack.Step, strike.PlanCount()),
			isPlanned: make([]bool, strike.PlanCount()),
		}
		s.strikes[key] = v
	}
	return v
}

// stepsFor returns the steps of Own in state own against Enemy in state enemy.
func (v *sampledStrike) stepsFor(own, enemy int) []attack.Step {
	survivors, left := v.Own.States[own].SurvivorsIndex, v.Enemy.SurvivorsIn(enemy)
	at := v.PlanIndex(survivors, left)
	if !v.isPlanned[at] {
		v.steps[at], v.isPlanned[at] = v.AppendPlan(nil, &v.Own.Survivors[survivors], left), true
	}
	return v.steps[at]
}

// fightOnce fights the fight once and reports whether a melee was a draw.
func (s *sampler) fightOnce() (draw bool) {
	a, b := &s.sides[0], &s.sides[1]
	if !s.IsMelee() {
		s.strike(0, attack.PhaseInTurn)
		if b.state != b.InitialState && b.alive() && b.AtHalfStrength(b.state) {
			s.testMorale(b, a.state)
		}
		return false
	}
	for _, turn := range s.Turns() {
		own := 0
		if turn.Striker == b.Fighter {
			own = 1
		}
		s.strike(own, turn.Phase)
	}
	if s.HasSacrificeHits() {
		s.dealSacrificeHits()
	}
	return s.judge()
}

// judge decides who won a melee, and tests the loser's morale. It reports whether the melee was a
// draw.
func (s *sampler) judge() (draw bool) {
	a, b := &s.sides[0], &s.sides[1]
	switch {
	case !a.alive() && !b.alive():
		return true
	case !b.alive():
		a.outcomeSums.Wins++
		return false
	case !a.alive():
		b.outcomeSums.Wins++
		return false
	}
	score := s.meleeScore(b, a) - s.meleeScore(a, b)
	switch {
	case score > 0:
		a.outcomeSums.Wins++
		s.testMorale(b, a.state)
	case score < 0:
		b.outcomeSums.Wins++
		s.testMorale(a, b.state)
	}
	return score == 0
}

// meleeScore returns the wounds that u caused enemy, plus u's Fear.
func (s *sampler) meleeScore(enemy, u *sampledUnit) int {
	fear := u.judge.Fear(u.state, enemy.state)
	n := enemy.Wounds(enemy.state) - enemy.nonEnemyWounds + fear.FixedSum
	if fear.PlusD3 {
		n += (s.roller.Roll() + 1) / 2
	}
	return n
}

// testMorale takes u's morale test against an enemy in state enemyAt.
func (s *sampler) testMorale(u *sampledUnit, enemyAt int) {
	u.outcomeSums.MoraleTests++
	t := u.judge.Test(u.state, enemyAt)
	switch {
	case s.roller.Roll() >= t.NeededDie || t.RerollNeededDie > 0 && s.roller.Roll() >= t.RerollNeededDie:
	case t.MaxWoundingDie > 0:
		lost := 0
		for range u.WoundsLeft(u.state) {
			if s.roller.Roll() <= t.MaxWoundingDie {
				lost++
			}
		}
		u.state = u.StateAfterNonEnemyWounds(u.state, lost)
	case s.IsMelee() && u.AtHalfStrength(u.state):
		u.outcomeSums.Routed++
	default:
		u.outcomeSums.Shaken++
	}
}

// strike throws the dice of a side's strike in a phase, and the dice of the hits dealt back.
func (s *sampler) strike(own int, ph attack.Phase) {
	u, enemy := &s.sides[own], &s.sides[1-own]
	way := u.ruleDice.Throw(s.roller.Roll)
	if !u.alive() || !enemy.alive() {
		return
	}
	v := s.strikeFor(own, ph, own, way)
	before, ones := enemy.state, 0
	for i, steps := 0, v.stepsFor(u.state, enemy.state); i < len(steps); i++ {
		ones += s.throwStep(enemy, &steps[i])
	}
	if ones = min(ones, attack.MaxAttacks); ones > 0 {
		s.dealSelfWounds(u, v.Enemy.SurvivorsIn(before), ones, s.strikeFor(1-own, attack.PhaseInTurn, own, way))
	}
	if enemy.state != before && s.HitsBack(enemy.Fighter) && u.alive() {
		back := s.strikeFor(1-own, attack.PhaseInTurn, own, way)
		s.dealAutomaticHits(back, enemy.SurvivorsIn(before), u, back.ReturnedHits(before, enemy.state, u.state))
	}
}

// dealSelfWounds deals u the wounds from n ones that it rolled to hit; by is the enemy's strike.
func (s *sampler) dealSelfWounds(u *sampledUnit, enemy *attack.Survivors, n int, by *sampledStrike) {
	a := by.AutomaticHit(enemy, u.SurvivorsIn(u.state))
	for range n {
		if u.States[u.state].VictimPart == attack.NoIndex {
			return
		}
		part, _, step := u.NextVictim(u.state, false)
		if s.roller.Roll() < a.WoundIgnoreDie(&a.Hits[attack.PlainHit], part) {
			u.state, u.nonEnemyWounds = u.state+step, u.nonEnemyWounds+1
		}
	}
}

// dealAutomaticHits deals u automatic hits from the enemy's survivors own; by is the enemy's
// strike.
func (s *sampler) dealAutomaticHits(by *sampledStrike, own *attack.Survivors, u *sampledUnit, hits int) {
	if hits > 0 {
		s.throwStep(u, &attack.Step{Attack: by.AutomaticHit(own, u.SurvivorsIn(u.state)), WeaponCount: hits})
	}
}

// dealSacrificeHits deals the sacrifice hits of both sides at once (automatic hits after all
// strikes) and removes the models that deal them.
func (s *sampler) dealSacrificeHits() {
	a, b := &s.sides[0], &s.sides[1]
	way := a.ruleDice.Throw(s.roller.Roll)
	if !a.alive() || !b.alive() {
		return
	}
	byA, byB := s.strikeFor(0, attack.PhaseInTurn, 0, way), s.strikeFor(1, attack.PhaseInTurn, 0, way)
	hitsA, goneA := byA.SacrificeHits(a.state, b.state)
	hitsB, goneB := byB.SacrificeHits(b.state, a.state)
	ownA, ownB := a.SurvivorsIn(a.state), b.SurvivorsIn(b.state)
	s.dealAutomaticHits(byA, ownA, b, hitsA)
	s.dealAutomaticHits(byB, ownB, a, hitsB)
	a.removeParts(goneA)
	b.removeParts(goneB)
}

// removeParts removes all models of the parts marked in gone.
func (u *sampledUnit) removeParts(gone []bool) {
	before := u.Wounds(u.state)
	u.state = u.StateWithoutParts(u.state, gone)
	u.nonEnemyWounds += u.Wounds(u.state) - before
}

// A stepRoll is a step whose dice are being thrown.
type stepRoll struct {
	*sampler
	*attack.Attack
	target *sampledUnit
	// modelPicked means that the attack has picked a model, whose wounds do not spill over.
	// pickedPart is the model's part, woundsLeft its wounds left, and stateChangePerWound the change of the
	// target's state by each wound.
	modelPicked                                 bool
	pickedPart, woundsLeft, stateChangePerWound int
	weaponHits                                  int // hits of the present weapon so far
	selfWounds                                  int // wounds on the striker from ones to hit so far
}

// throwStep throws the dice of u's step and returns the wounds that u causes itself by ones to hit.
func (s *sampler) throwStep(u *sampledUnit, step *attack.Step) (ones int) {
	r := stepRoll{sampler: s, Attack: step.Attack, target: u}
	if step.ModelPick == rules.PickModel && u.States[u.state].VictimPart != attack.NoIndex {
		r.modelPicked = true
		r.pickedPart, r.woundsLeft, r.stateChangePerWound = u.NextVictim(u.state, true)
	}
	r.throwWeapons(step)
	for i := range step.JoinedSteps {
		r.Attack = step.JoinedSteps[i].Attack
		r.throwWeapons(&step.JoinedSteps[i])
	}
	return r.selfWounds
}

// throwWeapons throws the dice of all weapons of a step.
func (r *stepRoll) throwWeapons(step *attack.Step) {
	for range step.WeaponCount {
		r.throwWeapon(r.DicePerWeapon)
	}
	for range step.BonusWeapons {
		r.throwWeapon(r.DicePerWeapon + step.BonusDice)
	}
}

// throwWeapon throws the n dice of one weapon, or one die of automatic hits.
func (r *stepRoll) throwWeapon(n int) {
	if r.HitsPerDie == 0 {
		r.throwDice(n)
	} else if r.MinScoringDie <= 1 || r.roller.Roll() >= r.MinScoringDie {
		for range r.HitsPerDie {
			r.throwDice(n)
		}
	}
}

// throwDice throws n dice to hit. Further dice follow the die that earned them or, if the hits of a
// weapon are capped, come last.
func (r *stepRoll) throwDice(n int) {
	r.weaponHits = 0
	last, given := r.HitCap > 0 && r.CanExceedHitCap(n), 0
	for range n {
		if given += r.rollToHit(); !last {
			for ; given > 0; given-- {
				r.rollToHit()
			}
		}
	}
	for range given {
		r.rollToHit()
	}
}

// rollToHit rolls a die to hit, resolves its hits, and returns the number of further dice that it
// earns.
func (r *stepRoll) rollToHit() (given int) {
	die := r.roller.Roll()
	if die == 1 {
		r.selfWounds += r.SelfWoundsPerOne
	}
	k := r.HitKindByFace[die]
	if k == attack.Miss {
		return 0
	}
	score := &r.EarningsByKind[k]
	for range score.SameKindHits {
		r.rollToBlock(&r.Hits[k])
	}
	for range score.PlainHits {
		r.rollToBlock(&r.Hits[attack.PlainHit])
	}
	return score.FurtherDice
}

// rollToBlock throws a die to block a hit, and deals the hit's wounds.
func (r *stepRoll) rollToBlock(h *attack.Hit) {
	if r.HitCap > 0 {
		if r.weaponHits == r.HitCap {
			return
		}
		r.weaponHits++
	}
	die := r.roller.Roll()
	if h.RerolledFaces>>die&1 != 0 {
		die = r.roller.Roll()
	}
	for range h.WoundsByFace[die] {
		r.dealWound(h)
	}
}

// dealWound deals one wound, Deadly or not, to a single model.
func (r *stepRoll) dealWound(h *attack.Hit) {
	u := r.target
	part, left, move := r.pickedPart, r.woundsLeft, r.stateChangePerWound
	if !r.modelPicked {
		if u.States[u.state].VictimPart == attack.NoIndex {
			return
		}
		part, left, move = u.NextVictim(u.state, r.ModelPick == rules.PickForWounds)
	}
	unless := r.WoundIgnoreDie(h, part)
	for n := 0; n < h.DeadlyFactor && left > 0; n++ {
		if unless == 7 || r.roller.Roll() < unless {
			u.state, left = u.state+move, left-1
		}
	}
	if r.modelPicked {
		r.woundsLeft = left
	}
}
