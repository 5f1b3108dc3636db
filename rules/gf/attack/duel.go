// Package attack works out what the attacks of a fight of Grimdark Future are:
// who has which effect now, which dice are rolled, and what each can come to, as
// steps. What the special rules do is data (see muster/rules); this package knows
// the sequence of an attack, the effect words, and how they act on dice. Package
// odds multiplies its steps over states, or throws dice for them.
package attack

import (
	"muster/rules"
)

// A Duel is one attack: who, on whom, under which circumstances. The attacker
// shoots, or charges into melee.
type Duel struct {
	// System is the edition of the rules; see rules.Load.
	System   *rules.System
	Scenario Scenario
	Attacker Side
	Target   Side
}

// Mode is what the attacker does.
type Mode string

// The modes of a duel.
const (
	Shooting Mode = "shooting"
	Melee    Mode = "melee"
	// Ability is neither: one rule of the attacker strikes by itself.
	Ability Mode = "ability"
)

// A Scenario is the circumstances of a duel.
type Scenario struct {
	Mode Mode
	// Use is the rule that strikes, in the mode Ability: one that the attacker
	// has, or a spell.
	Use rules.Use
	// Distance is the inches between the units when the attacker shoots, or
	// those that it charged from; 0 in melee if it was not measured.
	Distance int
	Moved    bool // the attacker moved before it shot
	Cover    bool // the target is in cover
	InSight  bool // the attacker sees the target
}

// A Side is one unit as it stands when the fight begins: a squad of one or more
// models, with a hero who may have joined it.
type Side struct {
	Name string // for messages; may be empty
	// Set is where the side's rules are looked up: its book's rules over the
	// system's. Nil means the system's alone.
	Set *rules.Set

	Quality int // of the squad, 2 to 6
	Defense int // of the squad, 2 to 6
	// Rules are those that every model of the squad has.
	Rules []rules.Use
	// Weapons are carried by the squad as a whole: its last models are those
	// with the special ones (rules notes, casualties).
	Weapons []Weapon
	// Groups are the squad's models, those that are alike together. Of models
	// with the same Tough the group listed first dies first, so plain models
	// come before those with something special. A plain unit has one group.
	Groups []Group
	// Hero is the joined hero; nil without one. A hero on his own is a side
	// with one model and no Hero.
	Hero *Hero

	// Uses are the rules whose use is up to the player and that the player uses,
	// with a number: of markers, or of the choice made. Rules that other units of
	// the side have may be among them.
	Uses []rules.Use
	// Lent are more of them, rules of other books than the side's: what they do
	// to friends or to the enemy.
	Lent []Lent

	// Fatigued means that the unit has fought in melee this round: it strikes
	// on unmodified sixes only.
	Fatigued bool
	// Shaken (in 2.x: pinned) units strike on sixes and fail every morale test.
	Shaken bool
	// Start is the number of models, the hero counted, with which the unit
	// began the game; 0 means as many as it has now.
	Start int
	// Wounded is the number of wounds already on the model that dies first.
	Wounded int
}

// Lent is a rule that a player uses and that a unit of another book has.
type Lent struct {
	Use rules.Use
	Set *rules.Set // of that book
}

// A Group is some models of a squad that are alike.
type Group struct {
	Models int
	// Rules are what these models have beside the squad's rules. Ratings of the
	// same rule add up: Tough(3) in both makes Tough(6).
	Rules []rules.Use
	// Weapons are carried by these models alone, whose own rules touch them.
	Weapons []Weapon
}

// A Hero is a hero who has joined a squad.
type Hero struct {
	Name    string
	Quality int
	Defense int
	Rules   []rules.Use
	Weapons []Weapon
}

// A Weapon is a number of like weapons.
type Weapon struct {
	Name    string
	Count   int // weapons in the whole squad, group, or the hero's hands
	Range   int // inches; 0 for a melee weapon
	Attacks int // of one weapon
	Rules   []rules.Use
	// OneOf names the weapon of which this is one of several profiles: its
	// bearers fire the one with the most expected wounds.
	OneOf string
	// LostFirst means that weapons which not every model carries go with the
	// first casualties; else they are carried to the last.
	LostFirst bool
}

// Models returns how many models the side has, the hero counted.
func (s *Side) Models() int {
	n := 0
	for _, g := range s.Groups {
		n += g.Models
	}
	if s.Hero != nil {
		n++
	}
	return n
}

// Tough returns the wounds that kill a model of each of the side's groups, and
// the hero's as the last.
func (s *Side) Tough(system *rules.System) []int {
	u, unknown := &Unit{set: s.set(system)}, []string(nil)
	all := make([]int, 0, len(s.Groups)+1)
	for _, g := range s.Groups {
		all = append(all, u.toughOf(u.lookUp(u.lookUp(nil, s.Rules, &unknown), g.Rules, &unknown)))
	}
	if s.Hero != nil {
		all = append(all, u.toughOf(u.lookUp(nil, s.Hero.Rules, &unknown)))
	}
	return all
}

// set returns where the side's rules are looked up.
func (s *Side) set(system *rules.System) *rules.Set {
	if s.Set != nil {
		return s.Set
	}
	return system.Set()
}
