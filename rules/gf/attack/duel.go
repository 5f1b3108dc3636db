// Package attack works out the attacks of a fight of Grimdark Future, as steps: the effects that
// hold now, the dice rolled, and the outcomes of each die. The special rules are data (see
// muster/rules); this package knows the sequence of an attack and the action of each effect word
// on dice. Package odds multiplies the steps over states, or throws dice for them.
package attack

import (
	"muster/rules"
)

// A Duel is one attack of one side on another. The attacker shoots, charges into melee, or uses an
// ability.
type Duel struct {
	// System is the edition of the rules; see rules.Load.
	System   *rules.System
	Scenario Scenario
	Attacker Side
	Target   Side
}

// Mode is the kind of the attacker's action.
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
	// AbilityRule is the rule that attacks in the mode Ability: a rule of the attacker or a spell.
	AbilityRule rules.Use
	// Distance is the distance between the units in inches; in melee, how far the attacker charged,
	// or 0 if not measured.
	Distance      int
	AttackerMoved bool // the attacker moved before it shot
	TargetInCover bool // the target is in cover
	InSight       bool // the attacker sees the target
	// WantsNeededDice asks for the lowest dice that each weapon needs to hit and its target to
	// block; see Fight.NeededDice.
	WantsNeededDice bool
}

// A Side is one unit at the start of a fight: a squad of one or more models, perhaps with a hero.
type Side struct {
	Name string // for messages; may be empty
	// RuleSet holds the rules of the side's army book, over the system's; nil means the system's
	// alone.
	RuleSet *rules.Set

	Quality int // Quality of the squad, 2 to 6
	Defense int // Defense of the squad, 2 to 6
	// Rules are the rules of every model of the squad.
	Rules []rules.Use
	// Weapons are the weapons of the squad as a whole. The models that die last carry the special
	// weapons (rules notes, casualties).
	Weapons []Weapon
	// Groups are the squad's models, grouped by their rules and weapons. Among models with the same
	// Tough the group listed first dies first, so plain models come before special ones.
	Groups []Group
	// Hero is the hero who joined the squad, or nil. A hero on his own is a squad of one model and
	// no Hero.
	Hero *Hero

	// UsedRules are the optional rules that the player uses, of this or of another unit of the
	// side. The number in brackets counts markers, or picks one of the rule's effects.
	UsedRules []rules.Use
	// LentRules are used rules from army books other than the side's.
	LentRules []LentRule

	// Fatigued means that the unit has fought in melee this round: it strikes on unmodified sixes
	// only.
	Fatigued bool
	// Shaken means that the unit strikes on sixes only and fails every morale test (in 2.x:
	// pinned).
	Shaken bool
	// StartModels is the number of models at the start of the game, including the hero; 0 means the
	// present number.
	StartModels int
	// WoundsTaken is the number of wounds already on the model that dies first.
	WoundsTaken int
}

// LentRule is a used rule from another army's book.
type LentRule struct {
	Use     rules.Use
	RuleSet *rules.Set // the rules of that book
}

// A Group is a number of models of a squad with the same rules and weapons.
type Group struct {
	Models int
	// Rules add to the rules of the Side. Ratings of the same rule add up: Tough(3) in both makes
	// Tough(6).
	Rules []rules.Use
	// Weapons are carried by these models alone, so that only these models' rules apply to them.
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

// A Weapon is a number of equal weapons.
type Weapon struct {
	Name    string
	Count   int // number of weapons in the whole squad or group, or in the hero's hands
	Range   int // inches; 0 for a melee weapon
	Attacks int // dice to hit of one weapon
	Rules   []rules.Use
	// ProfileOf names the weapon of which this is one profile among several; its bearers fire the
	// profile with the most expected wounds.
	ProfileOf string
	// LostFirst means that the weapon is lost with the first casualties instead of the last. It
	// applies to a weapon that not every model carries.
	LostFirst bool
}

// Models returns the number of models, including the hero.
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

// ToughByGroup returns the wounds that kill a model, for each group and then for the hero.
func (s *Side) ToughByGroup(system *rules.System) []int {
	u, unknown := &Fighter{ruleSet: s.ruleSet(system)}, []string(nil)
	all := make([]int, 0, len(s.Groups)+1)
	for _, g := range s.Groups {
		all = append(all, u.toughOf(u.lookUpRules(u.lookUpRules(nil, s.Rules, &unknown), g.Rules, &unknown)))
	}
	if s.Hero != nil {
		all = append(all, u.toughOf(u.lookUpRules(nil, s.Hero.Rules, &unknown)))
	}
	return all
}

// ruleSet returns the rules of the side's army book, or the system's rules.
func (s *Side) ruleSet(system *rules.System) *rules.Set {
	if s.RuleSet != nil {
		return s.RuleSet
	}
	return system.Set()
}
