// Package odds defines questions about the expected outcome of fights and the form of the
// answers: tables, distributions and notes that any medium can draw without knowing the game.
// Each game works out the answers; builder.Previewer is a list that can be asked.
package odds

import (
	"cmp"
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/rules"
	"muster/schema"
)

// A Question asks for the damage of a list's units to their foes. The zero value asks for every
// unit against the typical targets that ship with muster, in every mode that the game's tables
// show.
type Question struct {
	// Unit is the id of the only unit to report on, or of one that fights with it; "" asks for a
	// table of all units.
	Unit string
	Foe  Foe
	// Mode is the only mode to report on; "" is shooting and charging and, for a single unit,
	// abilities.
	Mode Mode
	// Distance is the distance between the units in inches; 0 means each distance at which the odds
	// change or, in a table, the longest within range of all weapons.
	Distance int
	// Cover is the cover of the targets: "" is the game's default, otherwise UsualCover or one of
	// Choices.Covers.
	Cover string
	Moved bool // the unit has moved before it shoots
	// Uses are the optional rules that the player uses, for all units that have them; the number in
	// brackets counts markers, or picks an effect. EnemyUses are those of the foe.
	Uses, EnemyUses []rules.Use
	// Now is the state of the list's units in the middle of a game, by id, and FoeNow that of the
	// foe's. A unit that is not in the map is undamaged and fresh.
	Now, FoeNow map[string]Standing
	// LongRange adds to a table the shooting from the longest range of any weapon of a unit.
	LongRange bool
	// Report keeps all results of every fight, for Answer.Report.
	Report bool
	// Needs asks only for what dice need (Answer.Needs) against the first of the foe's units. If
	// Distance is 0, it is the game's usual distance, or a weapon's range if that is shorter.
	Needs bool
}

// A Standing is the state of a unit in the middle of a game.
type Standing struct {
	// Left is the number of models left of each kind, in the order of the kinds in odds; in Grimdark
	// Future the hero is the last kind.
	Left []int
	// Wounds are the wounds on the damaged model of each kind; for a vehicle, its markers.
	Wounds []int
	States []string // ids of the states that the unit is in
	// Wounded is the number of wounded figures (miniatures) not yet treated, if the game uses that
	// optional rule.
	Wounded int
	// Resolve is the number of levels of Resolve that the unit has lost for good.
	Resolve int
	// Spent counts, by name, the weapons that cannot be used again: [0] of the squad, [1] of its
	// hero.
	Spent [2]map[string]int
	// Rules are further rules that the unit has for the time being.
	Rules []rules.Use
	// Uses are the rules that the unit uses because of its tokens. Against are the rules that foes
	// use against it because of tokens that they placed on it. The numbers count the tokens.
	Uses, Against []rules.Use
}

// Is reports whether the unit is in any of the states.
func (s *Standing) Is(states ...string) bool {
	return slices.ContainsFunc(states, func(id string) bool { return slices.Contains(s.States, id) })
}

// MaxDistance is the largest distance of a question, in inches.
const MaxDistance = 500

// UsualCover is the value of Question.Cover for the game's usual kind of cover.
const UsualCover = "yes"

// Mode is the kind of a unit's action.
type Mode string

// The modes of a question. Charging is melee after a charge; an ability is a rule or a spell that
// attacks by itself.
const (
	Shooting Mode = "shooting"
	Charging Mode = "melee"
	Ability  Mode = "ability"
)

// AsksFor reports whether the question asks for a mode.
func (q *Question) AsksFor(mode Mode) bool { return q.Mode == "" || q.Mode == mode }

// A Foe is the other side of a question. The zero value is the typical targets that ship with
// muster.
type Foe struct {
	// Name is the foe's name in answers, such as the file of its list; "" is "benchmark".
	Name string
	List List // a list of the same game; nil for targets of a file
	// Targets is a file of the kind bench/1; nil for the targets that ship with muster.
	Targets *schema.Document
	Unit    string // id of the only unit or target to fight; "" for all
}

// Benchmark is the name of the typical targets in answers.
const Benchmark = "benchmark"

// Title returns the foe's name in answers.
func (f *Foe) Title() string { return cmp.Or(f.Name, Benchmark) }

// A List is a list of any game, as far as odds need it.
type List interface {
	Document() *schema.Document
	Game() *rules.System
	Findings() []finding.Finding
	Points() int
	Size() int
	// List returns the list in its game's own type, such as *gf.Army.
	List() any
}

// Choices are the values that a game allows in a question.
type Choices struct {
	Modes  []Mode
	Covers []string // kinds of cover; none if a target is either in cover or not
	// NoUses says why the game has no optional rules to use; "" if it has.
	NoUses string
}

// CodeCannotFight is the code of the error that no unit of a list, or not the unit of the question,
// can fight. The list's findings say why.
const CodeCannotFight = "odds/cannot-fight"

// CodeTooMany is the code of the error that a question is about more than MaxPairs pairs, or that
// its report would hold more than MaxKept numbers.
const CodeTooMany = "odds/too-many"

// Limits of a question, far above any two real lists.
const (
	MaxPairs = 20_000    // pairs of a unit and a target
	MaxKept  = 3_000_000 // numbers in the distributions of a report
)

// Dice says how to roll a duel in addition to its exact odds.
type Dice struct {
	Times int // number of times the fight is rolled; 0 for not at all
	Seed  uint64
}

// About returns a remark on the rolls.
func (d Dice) About() []Aside {
	if d.Times == 0 {
		return nil
	}
	return []Aside{{Text: fmt.Sprintf("Rolled %d times with seed %d.", d.Times, d.Seed)}}
}

// Rolled is the report of a duel without exact odds.
type Rolled struct {
	Simulated any `json:"simulated"`
}
