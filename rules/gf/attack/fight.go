package attack

import (
	"errors"
	"fmt"
	"slices"

	"muster/rules"
)

// A Fight is a duel prepared for evaluation: the possible states of both units and the effects that
// their players picked. Its strikes are lists of steps. Package odds multiplies them over states,
// or throws dice for them.
type Fight struct {
	*Duel
	A, B *Fighter // attacker and target
	// UnknownRules names, sorted, the rules whose effects neither the rule documents nor an army
	// book tells.
	UnknownRules []string

	isSpell bool // the attack is a spell
}

// New prepares a duel. The error names a value out of range.
func New(d *Duel) (*Fight, error) {
	if d.System == nil {
		return nil, errors.New("the duel names no game system")
	}
	if m := d.Scenario.Mode; m != Shooting && m != Melee && m != Ability {
		return nil, fmt.Errorf("the mode %q should be %s, %s or %s", m, Shooting, Melee, Ability)
	}
	unknown := []string{}
	a, err := newFighter(&d.Attacker, d.System, &unknown)
	if err != nil {
		return nil, fmt.Errorf("attacker: %w", err)
	}
	b, err := newFighter(&d.Target, d.System, &unknown)
	if err != nil {
		return nil, fmt.Errorf("target: %w", err)
	}
	if err := errors.Join(
		a.receiveEffects(a, rules.ToFriends, &unknown), a.receiveEffects(b, rules.ToEnemy, &unknown),
		b.receiveEffects(b, rules.ToFriends, &unknown), b.receiveEffects(a, rules.ToEnemy, &unknown),
	); err != nil {
		return nil, err
	}
	f := &Fight{Duel: d, A: a, B: b}
	if d.Scenario.Mode == Ability {
		if f.isSpell, err = a.checkAbility(d.Scenario.AbilityRule); err != nil {
			return nil, fmt.Errorf("attacker: %w", err)
		}
	}
	a.HeroExposed, a.classNeedsModelCount = f.exposesHero(a, b), a.needsModelCounts(b)
	b.HeroExposed, b.classNeedsModelCount = f.exposesHero(b, a), b.needsModelCounts(a)
	slices.Sort(unknown)
	f.UnknownRules = slices.Compact(unknown)
	return f, nil
}

// CheckSide returns, sorted, the names of a side's rules with unknown effects. The error names a value
// out of range.
func CheckSide(side *Side, system *rules.System) (unknown []string, err error) {
	_, err = newFighter(side, system, &unknown)
	slices.Sort(unknown)
	return slices.Compact(unknown), err
}

// StateCounts returns the number of states that LayOutStates(true) makes for each unit.
func (f *Fight) StateCounts() (a, b int) {
	a, b = f.A.stateCount(f.A.HeroExposed), f.B.stateCount(f.B.HeroExposed)
	if f.attackerIsSafe() {
		a = 1
	}
	if f.tracksWoundCauses(f.A) {
		a *= f.A.totalWounds() + 1
	}
	if f.tracksWoundCauses(f.B) {
		b *= f.B.totalWounds() + 1
	}
	return a, b
}

// LayOutStates computes the states of both units. If tracked is set, states also tell wounds by the
// enemy from other wounds, where the difference matters.
func (f *Fight) LayOutStates(tracked bool) {
	f.A.layOutStates(f.Attacker.WoundsTaken, stateLayout{onlyInitialState: f.attackerIsSafe(), tracksNonEnemyWounds: tracked && f.tracksWoundCauses(f.A)})
	f.B.layOutStates(f.Target.WoundsTaken, stateLayout{tracksNonEnemyWounds: tracked && f.tracksWoundCauses(f.B)})
}

// attackerIsSafe reports whether nothing can wound the attacker.
func (f *Fight) attackerIsSafe() bool { return !f.IsMelee() && !f.A.mayWoundItself }

// tracksWoundCauses reports whether a unit's states must distinguish wounds by the enemy from other
// wounds.
func (f *Fight) tracksWoundCauses(u *Fighter) bool {
	return f.IsMelee() && (u.mayWoundItself || u.dealsSacrificeHits)
}

// IsMelee reports whether the fight is a melee.
func (f *Fight) IsMelee() bool { return f.Scenario.Mode == Melee }

// Enemy returns the unit that fights u.
func (f *Fight) Enemy(u *Fighter) *Fighter {
	if u == f.A {
		return f.B
	}
	return f.A
}

// hasFirstStrikes reports whether there may be attacks before the charger strikes.
func (f *Fight) hasFirstStrikes() bool { return f.A.strikesFirst || f.B.strikesFirst }

// hasLastStrikes reports whether there may be attacks after the target has struck back.
func (f *Fight) hasLastStrikes() bool { return f.A.strikesLast || f.B.strikesLast }

// HasSacrificeHits reports whether models of either unit may deal sacrifice hits: automatic hits
// after all strikes, for which the model is removed.
func (f *Fight) HasSacrificeHits() bool { return f.A.dealsSacrificeHits || f.B.dealsSacrificeHits }

// A Turn is one unit's strike in a phase of a melee.
type Turn struct {
	Striker *Fighter
	Phase   Phase
}

// Turns returns the turns of a melee in order: early strikes, the charger, the target, late
// strikes.
func (f *Fight) Turns() []Turn {
	turns := []Turn{{f.A, PhaseInTurn}, {f.B, PhaseInTurn}}
	if f.hasFirstStrikes() {
		turns = slices.Insert(turns, 0, Turn{f.B, PhaseBeforeTurns})
	}
	if f.hasLastStrikes() {
		turns = append(turns, Turn{f.A, PhaseAfterTurns})
	}
	return turns
}

// HitsBack reports whether rules of unit u may deal automatic hits to an enemy that strikes it in
// melee.
func (f *Fight) HitsBack(u *Fighter) bool { return f.IsMelee() && (u.retaliates || u.dealsDeathHits) }

// DependsOnEnemyStats reports whether rules of a unit depend on the enemy's Tough or Defense.
func (u *Fighter) DependsOnEnemyStats() bool { return u.dependsOnEnemyStats }

// HasBestWeaponAttacks reports whether models of the unit may gain attacks with their best weapon.
func (u *Fighter) HasBestWeaponAttacks() bool { return u.hasBestWeaponAttacks }

// WoundsItself reports whether a one that the unit rolls to hit may wound the unit.
func (u *Fighter) WoundsItself() bool { return u.mayWoundItself }

// MayPayWoundsForMorale reports whether the unit may take wounds instead of failing a morale test.
func (u *Fighter) MayPayWoundsForMorale() bool { return u.mayPayWoundsForMorale }

// IsSingleStrike reports whether the attacker's one strike is the only source of wounds.
func (f *Fight) IsSingleStrike() bool {
	return !f.A.mayWoundItself && (!f.IsMelee() || !f.B.mayWoundItself && !f.hasFirstStrikes() && !f.hasLastStrikes() && !f.HasSacrificeHits() && !f.HitsBack(f.A) && !f.HitsBack(f.B))
}

// LargestCappedWeapon returns the unit's weapon with the most dice, if Blast caps the hits of a
// weapon by the number of enemy models; otherwise nil.
func (f *Fight) LargestCappedWeapon(u *Fighter) *Weapon {
	if f.System.Combat.BlastCap != rules.BlastPerWeapon || u.maxBlast == 0 || len(u.weapons) == 0 {
		return nil
	}
	longest := &u.weapons[0].Weapon
	for i := range u.weapons {
		if w := &u.weapons[i].Weapon; w.Attacks > longest.Attacks {
			longest = w
		}
	}
	return longest
}

// checkAbility returns an error if the unit cannot use a rule in the mode Ability, and reports
// whether the rule is a spell.
func (u *Fighter) checkAbility(use rules.Use) (spell bool, err error) {
	r := u.ruleSet.Find(use.Name)
	if r == nil {
		return false, fmt.Errorf("there is no rule `%s` to use", use.Name)
	}
	acts := false
	for i := range r.Effects {
		if e := &r.Effects[i]; e.FightKind == rules.ByAbility {
			acts = true
			spell = spell || e.When.AgainstSpell != nil && *e.When.AgainstSpell
		}
	}
	switch {
	case !acts:
		return false, fmt.Errorf("%s is no attack of its own", r.Name)
	case !spell && !containsRule(u.allRules(), r):
		return false, fmt.Errorf("nobody of the unit has %s", r.Name)
	}
	return spell, nil
}

// RuleDice holds the dice that one strike rolls for rules whose effects depend on a die
// (rules.When.RuleDieFaces). Faces with the same effects count as one result.
type RuleDice struct {
	dice    []ruleDie     // the die of each rule; its face is not set
	results [][]dieResult // the possible results of each die, as [die][result]
}

// ruleDie is the die rolled for a unit's rule in one strike.
type ruleDie struct {
	unit *Fighter
	rule *rules.Rule
	face int // the face shown, 1 to 6
}

// A rolledRule is a rule with a die of its own, and the results of the die when its unit strikes
// and when it is struck.
type rolledRule struct {
	rule                           *rules.Rule
	strikingResults, struckResults []dieResult
}

// A dieResult is a set of faces of a die with the same effects.
type dieResult struct {
	lowestFace int // the lowest of the faces in the set
	faceCount  int // the number of faces in the set
}

// RuleDice returns the dice that rules of both units roll for a strike of own.
func (f *Fight) RuleDice(own *Fighter) RuleDice {
	var d RuleDice
	for _, u := range [2]*Fighter{own, f.Enemy(own)} {
		for _, r := range u.rolledRules {
			results := r.strikingResults
			if u != own {
				results = r.struckResults
			}
			if len(results) > 1 {
				d.dice, d.results = append(d.dice, ruleDie{u, r.rule, 0}), append(d.results, results)
			}
		}
	}
	return d
}

// OutcomeCount returns the number of different outcomes of the dice; 1 without dice.
func (d *RuleDice) OutcomeCount() int {
	n := 1
	for _, results := range d.results {
		n *= len(results)
	}
	return n
}

// outcome returns the probability and the dice of the outcome at, a number in [0, OutcomeCount).
func (d *RuleDice) outcome(at int) (chance float64, shown []ruleDie) {
	chance, shown = 1, slices.Clone(d.dice)
	for i, results := range d.results {
		r := results[at%len(results)]
		at /= len(results)
		chance, shown[i].face = chance*float64(r.faceCount)/6, r.lowestFace
	}
	return chance, shown
}

// Throw rolls the dice, each with roll (1 to 6), and returns the number of their outcome.
func (d *RuleDice) Throw(roll func() int) int {
	at, scale := 0, 1
	for _, results := range d.results {
		die, i := roll(), 0
		for die > results[i].faceCount {
			die, i = die-results[i].faceCount, i+1
		}
		at, scale = at+i*scale, scale*len(results)
	}
	return at
}

// groupFacesByEffect groups the faces of a rule's die by their effects on a unit that strikes or,
// with attacked set, is struck.
func groupFacesByEffect(r *rules.Rule, attacked bool) []dieResult {
	var marks [7]string // the effects caused by each face
	for i := range r.Effects {
		if e := &r.Effects[i]; !attacked || e.MattersToDefense() {
			for _, die := range e.When.RuleDieFaces {
				marks[die] += fmt.Sprint(i, ",")
			}
		}
	}
	var all []dieResult
	for die := 1; die <= 6; die++ {
		if at := slices.IndexFunc(all, func(r dieResult) bool { return marks[r.lowestFace] == marks[die] }); at >= 0 {
			all[at].faceCount++
		} else {
			all = append(all, dieResult{die, 1})
		}
	}
	return all
}
