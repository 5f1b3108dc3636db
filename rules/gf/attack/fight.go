package attack

import (
	"errors"
	"fmt"
	"slices"

	"muster/rules"
)

// A Fight is a duel made ready: both units with their possible states and their players' picks.
// Its strikes are lists of steps for a back end to multiply over states, or to throw dice for.
type Fight struct {
	*Duel
	A, B *Fighter // attacker and target
	// Unknown names the rules explained neither by the documents nor by a book's effects, sorted.
	Unknown []string

	spell bool // the attack is a spell
}

// New makes a duel ready. The error names a figure out of range.
func New(d *Duel) (*Fight, error) {
	if d.System == nil {
		return nil, errors.New("the duel names no game system")
	}
	if m := d.Scenario.Mode; m != Shooting && m != Melee && m != Ability {
		return nil, fmt.Errorf("the mode %q should be %s, %s or %s", m, Shooting, Melee, Ability)
	}
	unknown := []string{}
	a, err := newUnit(&d.Attacker, d.System, &unknown)
	if err != nil {
		return nil, fmt.Errorf("attacker: %w", err)
	}
	b, err := newUnit(&d.Target, d.System, &unknown)
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
		if f.spell, err = a.findAbility(d.Scenario.Use); err != nil {
			return nil, fmt.Errorf("attacker: %w", err)
		}
	}
	a.Grid, a.classedByCount = f.needsGrid(a, b), a.countsModels(b)
	b.Grid, b.classedByCount = f.needsGrid(b, a), b.countsModels(a)
	slices.Sort(unknown)
	f.Unknown = slices.Compact(unknown)
	return f, nil
}

// Check returns the unexplained rules of a side, sorted. The error names a figure out of range.
func Check(side *Side, system *rules.System) (unknown []string, err error) {
	_, err = newUnit(side, system, &unknown)
	slices.Sort(unknown)
	return slices.Compact(unknown), err
}

// Sizes returns the number of states of each unit in a Layout that tracks wounds.
func (f *Fight) Sizes() (a, b int) {
	a, b = f.A.stateCount(f.A.Grid), f.B.stateCount(f.B.Grid)
	if f.attackerUnhurt() {
		a = 1
	}
	if f.tracks(f.A) {
		a *= f.A.totalWounds() + 1
	}
	if f.tracks(f.B) {
		b *= f.B.totalWounds() + 1
	}
	return a, b
}

// Layout lays out the states of both units. tracked sets apart the wounds not caused by the
// enemy, if that matters.
func (f *Fight) Layout(tracked bool) {
	f.A.layOutStates(f.Attacker.Wounded, layout{initialOnly: f.attackerUnhurt(), tracked: tracked && f.tracks(f.A)})
	f.B.layOutStates(f.Target.Wounded, layout{tracked: tracked && f.tracks(f.B)})
}

// attackerUnhurt reports whether nothing wounds the attacker.
func (f *Fight) attackerUnhurt() bool { return !f.Charge() && !f.A.selfWounds }

// tracks reports whether the cause of a unit's wounds matters.
func (f *Fight) tracks(u *Fighter) bool { return f.Charge() && (u.selfWounds || u.lastHits) }

// Charge reports whether the fight is a melee.
func (f *Fight) Charge() bool { return f.Scenario.Mode == Melee }

// Enemy returns the other unit.
func (f *Fight) Enemy(u *Fighter) *Fighter {
	if u == f.A {
		return f.B
	}
	return f.A
}

// hasFirstStrikes reports whether there may be attacks before the charger's.
func (f *Fight) hasFirstStrikes() bool { return f.A.strikesFirst || f.B.strikesFirst }

// hasLastStrikes reports whether there may be attacks after the target has struck back.
func (f *Fight) hasLastStrikes() bool { return f.A.strikesLast || f.B.strikesLast }

// HasLastHits reports whether models may leave with last hits after all strikes.
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

// HitsBack reports whether a unit deals hits back to its striker in melee.
func (f *Fight) HitsBack(u *Fighter) bool { return f.Charge() && (u.retaliates || u.deathHits) }

// DependsOnEnemy reports whether rules of a unit depend on the enemy's Tough or Defense.
func (u *Fighter) DependsOnEnemy() bool { return u.asksEnemy }

// PicksWeapon reports whether models of a unit may gain attacks with their best weapon.
func (u *Fighter) PicksWeapon() bool { return u.bestWeapon }

// WoundsItself reports whether a unit's ones to hit may wound it.
func (u *Fighter) WoundsItself() bool { return u.selfWounds }

// PaysMorale reports whether a unit may take wounds for a failed morale test.
func (f *Fight) PaysMorale() bool { return f.A.PaysMorale() || f.B.PaysMorale() }

// PaysMorale is that of one unit.
func (u *Fighter) PaysMorale() bool { return u.paysMorale }

// OneStrike reports whether only the attacker's one strike wounds the target.
func (f *Fight) OneStrike() bool {
	return !f.A.selfWounds && (!f.Charge() || !f.B.selfWounds && !f.hasFirstStrikes() && !f.hasLastStrikes() && !f.HasLastHits() && !f.HitsBack(f.A) && !f.HitsBack(f.B))
}

// MostDiceCapped returns the unit's weapon with the most dice if Blast caps hits by the number of
// enemy models; else nil.
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

// findAbility checks the rule used in the mode Ability and reports whether it is a spell.
func (u *Fighter) findAbility(use rules.Use) (spell bool, err error) {
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

// RuleDice are the dice of rules that depend on one (rules.When.Roll) in a strike. Faces with the
// same effects count together.
type RuleDice struct {
	dice    []ruleDie
	results [][]result // by die
}

// ruleDie is the die rolled for a rule in one strike.
type ruleDie struct {
	unit *Fighter
	rule *rules.Rule
	die  int
}

// A rolledRule is a rule with a die of its own, and the results that differ when its unit strikes
// or is struck.
type rolledRule struct {
	rule             *rules.Rule
	striking, struck []result
}

// A result is a number of faces of a die with the same effects.
type result struct{ die, faces int }

// RuleDice returns the dice rolled for own's strike.
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

// Ways returns the number of different outcomes of the dice; 1 without dice.
func (d *RuleDice) Ways() int {
	n := 1
	for _, results := range d.results {
		n *= len(results)
	}
	return n
}

// way returns outcome number at of the dice, and its chance.
func (d *RuleDice) way(at int) (chance float64, shown []ruleDie) {
	chance, shown = 1, slices.Clone(d.dice)
	for i, results := range d.results {
		r := results[at%len(results)]
		at /= len(results)
		chance, shown[i].die = chance*float64(r.faces)/6, r.die
	}
	return chance, shown
}

// Throw rolls the dice and returns the number of their outcome.
func (d *RuleDice) Throw(roll func() int) int {
	at, scale := 0, 1
	for _, results := range d.results {
		die, i := roll(), 0
		for die > results[i].faces {
			die, i = die-results[i].faces, i+1
		}
		at, scale = at+i*scale, scale*len(results)
	}
	return at
}

// groupFaces groups the faces of a rule's die with the same effects on a unit that strikes, or is
// attacked.
func groupFaces(r *rules.Rule, attacked bool) []result {
	var marks [7]string // the effects caused by each face
	for i := range r.Effects {
		if e := &r.Effects[i]; !attacked || e.Defends() {
			for _, die := range e.When.Roll {
				marks[die] += fmt.Sprint(i, ",")
			}
		}
	}
	var all []result
	for die := 1; die <= 6; die++ {
		if at := slices.IndexFunc(all, func(r result) bool { return marks[r.die] == marks[die] }); at >= 0 {
			all[at].faces++
		} else {
			all = append(all, result{die, 1})
		}
	}
	return all
}
