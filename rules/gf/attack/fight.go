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
	// Unknown names, sorted, the rules whose effects are known neither from the rule documents nor
	// from an army book.
	Unknown []string

	spell bool // the attack is a spell
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
		a.receive(a, rules.ToFriends, &unknown), a.receive(b, rules.ToEnemy, &unknown),
		b.receive(b, rules.ToFriends, &unknown), b.receive(a, rules.ToEnemy, &unknown),
	); err != nil {
		return nil, err
	}
	f := &Fight{Duel: d, A: a, B: b}
	if d.Scenario.Mode == Ability {
		if f.spell, err = a.checkAbility(d.Scenario.Use); err != nil {
			return nil, fmt.Errorf("attacker: %w", err)
		}
	}
	a.Grid, a.classedByCount = f.needsGrid(a, b), a.countsModels(b)
	b.Grid, b.classedByCount = f.needsGrid(b, a), b.countsModels(a)
	slices.Sort(unknown)
	f.Unknown = slices.Compact(unknown)
	return f, nil
}

// CheckSide returns, sorted, the names of a side's rules with unknown effects. The error names a value
// out of range.
func CheckSide(side *Side, system *rules.System) (unknown []string, err error) {
	_, err = newFighter(side, system, &unknown)
	slices.Sort(unknown)
	return slices.Compact(unknown), err
}

// StateCounts returns the number of states of each unit if Layout is called with tracked.
func (f *Fight) StateCounts() (a, b int) {
	a, b = f.A.stateCount(f.A.Grid), f.B.stateCount(f.B.Grid)
	if f.attackerUnhurt() {
		a = 1
	}
	if f.tracksCause(f.A) {
		a *= f.A.totalWounds() + 1
	}
	if f.tracksCause(f.B) {
		b *= f.B.totalWounds() + 1
	}
	return a, b
}

// Layout lays out the states of both units. If tracked is set, states also count the wounds not
// caused by the enemy where they matter.
func (f *Fight) Layout(tracked bool) {
	f.A.layOutStates(f.Attacker.WoundsTaken, layout{initialOnly: f.attackerUnhurt(), tracked: tracked && f.tracksCause(f.A)})
	f.B.layOutStates(f.Target.WoundsTaken, layout{tracked: tracked && f.tracksCause(f.B)})
}

// attackerUnhurt reports whether nothing can wound the attacker.
func (f *Fight) attackerUnhurt() bool { return !f.IsMelee() && !f.A.selfWounds }

// tracksCause reports whether a unit's states must tell apart wounds by the enemy and other wounds.
func (f *Fight) tracksCause(u *Fighter) bool { return f.IsMelee() && (u.selfWounds || u.lastHits) }

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

// HasLastHits reports whether models of either unit may deal last hits: automatic hits after all
// strikes, for which the model is removed.
func (f *Fight) HasLastHits() bool { return f.A.lastHits || f.B.lastHits }

// A Turn is one unit's strike in a phase of a melee.
type Turn struct {
	Own   *Fighter
	Phase Phase
}

// Turns returns the turns of a melee in order: early strikes, the charger, the target, late
// strikes.
func (f *Fight) Turns() []Turn {
	turns := []Turn{{f.A, InTurn}, {f.B, InTurn}}
	if f.hasFirstStrikes() {
		turns = slices.Insert(turns, 0, Turn{f.B, Before})
	}
	if f.hasLastStrikes() {
		turns = append(turns, Turn{f.A, After})
	}
	return turns
}

// HitsBack reports whether rules of unit u may deal automatic hits to the enemy that strikes it in
// melee.
func (f *Fight) HitsBack(u *Fighter) bool { return f.IsMelee() && (u.retaliates || u.deathHits) }

// DependsOnEnemy reports whether rules of a unit depend on the enemy's Tough or Defense.
func (u *Fighter) DependsOnEnemy() bool { return u.asksEnemy }

// GainsBestWeapon reports whether models of the unit may gain attacks with their best weapon.
func (u *Fighter) GainsBestWeapon() bool { return u.bestWeapon }

// WoundsItself reports whether ones that the unit rolls to hit may wound it.
func (u *Fighter) WoundsItself() bool { return u.selfWounds }

// PaysMorale reports whether either unit may take wounds instead of failing a morale test.
func (f *Fight) PaysMorale() bool { return f.A.PaysMorale() || f.B.PaysMorale() }

// PaysMorale reports whether the unit may take wounds instead of failing a morale test.
func (u *Fighter) PaysMorale() bool { return u.paysMorale }

// OneStrike reports whether the attacker's one strike is the only source of wounds.
func (f *Fight) OneStrike() bool {
	return !f.A.selfWounds && (!f.IsMelee() || !f.B.selfWounds && !f.hasFirstStrikes() && !f.hasLastStrikes() && !f.HasLastHits() && !f.HitsBack(f.A) && !f.HitsBack(f.B))
}

// MostDiceCapped returns the unit's weapon with the most dice, if Blast caps the hits of a weapon
// by the number of enemy models; otherwise nil.
func (f *Fight) MostDiceCapped(u *Fighter) *Weapon {
	if f.System.Combat.Blast != rules.BlastPerWeapon || u.maxBlast == 0 || len(u.weapons) == 0 {
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

// checkAbility checks that the unit can use a rule in the mode Ability, and reports whether the
// rule is a spell.
func (u *Fighter) checkAbility(use rules.Use) (spell bool, err error) {
	r := u.set.Find(use.Name)
	if r == nil {
		return false, fmt.Errorf("there is no rule `%s` to use", use.Name)
	}
	acts := false
	for i := range r.Effects {
		if e := &r.Effects[i]; e.By == rules.ByAbility {
			acts = true
			spell = spell || e.When.Spell != nil && *e.When.Spell
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

// RuleDice are the dice that one strike rolls for rules whose effects depend on a die
// (rules.When.Roll). Faces with the same effects count as one result.
type RuleDice struct {
	dice    []ruleDie  // one for each rule, with the shown face unset
	results [][]result // [die][result]
}

// ruleDie is the die rolled for a unit's rule in one strike.
type ruleDie struct {
	unit *Fighter
	rule *rules.Rule
	face int // the face shown, 1 to 6
}

// A rolledRule is a rule with a die of its own, and the die's results with different effects when
// its unit strikes or is struck.
type rolledRule struct {
	rule             *rules.Rule
	striking, struck []result
}

// A result is a set of faces of a die with the same effects.
type result struct {
	face  int // the lowest of the faces
	count int // the number of faces
}

// RuleDice returns the dice that rules of either unit roll for a strike of own.
func (f *Fight) RuleDice(own *Fighter) RuleDice {
	var d RuleDice
	for _, u := range [2]*Fighter{own, f.Enemy(own)} {
		for _, r := range u.rolled {
			results := r.striking
			if u != own {
				results = r.struck
			}
			if len(results) > 1 {
				d.dice, d.results = append(d.dice, ruleDie{u, r.rule, 0}), append(d.results, results)
			}
		}
	}
	return d
}

// Outcomes returns the number of different outcomes of the dice; 1 without dice.
func (d *RuleDice) Outcomes() int {
	n := 1
	for _, results := range d.results {
		n *= len(results)
	}
	return n
}

// outcome returns the dice of an outcome, numbered in [0, Outcomes), and its probability.
func (d *RuleDice) outcome(at int) (chance float64, shown []ruleDie) {
	chance, shown = 1, slices.Clone(d.dice)
	for i, results := range d.results {
		r := results[at%len(results)]
		at /= len(results)
		chance, shown[i].face = chance*float64(r.count)/6, r.face
	}
	return chance, shown
}

// Throw rolls the dice, each with roll (1 to 6), and returns the number of their outcome.
func (d *RuleDice) Throw(roll func() int) int {
	at, scale := 0, 1
	for _, results := range d.results {
		die, i := roll(), 0
		for die > results[i].count {
			die, i = die-results[i].count, i+1
		}
		at, scale = at+i*scale, scale*len(results)
	}
	return at
}

// groupFaces groups the faces of a rule's die by their effects on a unit that strikes or, with
// attacked, is attacked.
func groupFaces(r *rules.Rule, attacked bool) []result {
	var marks [7]string // the effects caused by each face
	for i := range r.Effects {
		if e := &r.Effects[i]; !attacked || e.MattersToDefense() {
			for _, die := range e.When.Roll {
				marks[die] += fmt.Sprint(i, ",")
			}
		}
	}
	var all []result
	for die := 1; die <= 6; die++ {
		if at := slices.IndexFunc(all, func(r result) bool { return marks[r.face] == marks[die] }); at >= 0 {
			all[at].count++
		} else {
			all = append(all, result{die, 1})
		}
	}
	return all
}
