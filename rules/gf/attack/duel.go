// Package attack works out the attacks of a fight of Grimdark Future, as steps: the effects that
// hold now, the dice rolled, and the outcomes of each die. The special rules are data (see
// muster/rules); this package knows the sequence of an attack and the action of each effect word
// on dice. Package odds multiplies the steps over states, or throws dice for them.
package attack

import (
	"muster/rules"
)

// A Duel is one attack of one side on another. The attacker shoots, or charges into melee.
type Duel struct {
	// System is the edition of the rules; see rules.Load.
	System   *rules.System
	Scenario Scenario
	Attacker Side
	Target   Side
}

// Mode is the attacker's action.
type Mode string

const (
	Shooting Mode = "shooting"
	Melee    Mode = "melee"
	// Ability is an attack by one rule of the attacker alone.
	Ability Mode = "ability"
)

// A Scenario is the circumstances of a duel.
type Scenario struct {
	Mode Mode
	// Use is the attacking rule in the mode Ability: one of the attacker's, or a spell.
	Use rules.Use
	// Distance is in inches: between the units when shooting, charged in melee; 0 in melee if not
	// measured.
	Distance int
	Moved    bool // the attacker moved before it shot
	Cover    bool // the target is in cover
	InSight  bool // the attacker sees the target
	Needs    bool // the result says what dice need
}

// A Side is one unit at the start of a fight: a squad of one or more models, perhaps with a hero.
type Side struct {
	Name string // for messages; may be empty
	// Set holds the side's rules: its book's over the system's. Nil means the system's alone.
	Set *rules.Set

	Quality int // of the squad, 2 to 6
	Defense int // of the squad, 2 to 6
	// Rules belong to every model of the squad.
	Rules []rules.Use
	// Weapons are carried by the squad as a whole. Its last models carry the special ones (rules
	// notes, casualties).
	Weapons []Weapon
	// Groups are the squad's models, like models together. Among models with the same Tough the
	// group listed first dies first, so plain models come before special ones.
	Groups []Group
	// Hero is the joined hero; nil without one. A hero alone is a side of one model without Hero.
	Hero *Hero

	// Uses are the optional rules used by the player, of this or of another unit of the side,
	// with a number: of markers, or of the choice made.
	Uses []rules.Use
	// Lent are further rules used, from books other than the side's, for their effects on friends
	// or on the enemy.
	Lent []Lent

	// Fatigued means that the unit has fought in melee this round: it strikes on unmodified sixes
	// only.
	Fatigued bool
	// Shaken (in 2.x: pinned) units strike on sixes and fail every morale test.
	Shaken bool
	// Start is the number of models at the start of the game, the hero counted; 0 means as many
	// as now.
	Start int
	// Wounded is the number of wounds on the model that dies first.
	Wounded int
}

// Lent is a used rule from another unit's book.
type Lent struct {
	Use rules.Use
	Set *rules.Set
}

// A Group is a number of like models of a squad.
type Group struct {
	Models int
	// Rules add to the squad's rules. Ratings of the same rule add up: Tough(3) in both makes
	// Tough(6).
	Rules []rules.Use
	// Weapons are carried by these models alone, so that only their rules apply.
	Weapons []Weapon
}

// A Hero is a hero joined to a squad.
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
	Count   int // in the whole squad, group, or the hero's hands
	Range   int // inches; 0 for a melee weapon
	Attacks int // of one weapon
	Rules   []rules.Use
	// OneOf names the weapon of several profiles, this being one: its bearers fire the profile
	// with the most expected wounds.
	OneOf string
	// LostFirst means that weapons not carried by every model go with the first casualties; else
	// with the last.
	LostFirst bool
}

// Models returns the number of models, the hero counted.
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

// Tough returns the wounds that kill a model of each group, and the hero's last.
func (s *Side) Tough(system *rules.System) []int {
	u, unknown := &Fighter{set: s.set(system)}, []string(nil)
	all := make([]int, 0, len(s.Groups)+1)
	for _, g := range s.Groups {
		all = append(all, u.toughOf(u.lookUp(u.lookUp(nil, s.Rules, &unknown), g.Rules, &unknown)))
	}
	if s.Hero != nil {
		all = append(all, u.toughOf(u.lookUp(nil, s.Hero.Rules, &unknown)))
	}
	return all
}

// set returns the side's rules.
func (s *Side) set(system *rules.System) *rules.Set {
	if s.Set != nil {
		return s.Set
	}
	return system.Set()
}
