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

// A Question asks for the damage of a list's units to their foes. The zero value asks
// for every unit against the typical targets that ship with muster, in all that
// the game's units do unasked.
type Question struct {
	// Unit is the id of the unit that is shown in full, or of one that fights with
	// it; "" is a table of all units.
	Unit string
	Foe  Foe
	// Mode is the only part to answer; "" is shooting and charging, and of one unit
	// its abilities.
	Mode Mode
	// Distance is the inches between the units; 0 leaves it to the game: each
	// distance that matters, in a table the longest that all weapons reach.
	Distance int
	// Cover is the cover of the targets: "" as the game has it unasked, UsualCover,
	// or one of its Choices.
	Cover string
	Moved bool // the unit has moved before it shoots
	// Uses are the rules that are up to the player and that he uses, of the units
	// that have them; a number is that of markers or of the choice made. EnemyUses
	// are those of the foe's.
	Uses, EnemyUses []rules.Use
	// Now is how units of the list stand in the middle of a game, by id, FoeNow the
	// same of the foe's. A unit that is not in it is whole and fresh.
	Now, FoeNow map[string]Standing
	// LongRange adds to a table the shots from the longest range that any weapon of
	// a unit has.
	LongRange bool
	// Report keeps every fight whole, for Answer.Report.
	Report bool
	// Needs asks only for what dice need: Answer.Needs, against the first of the foe's units. Without
	// a distance it is the usual one of the game, or as far as a weapon reaches.
	Needs bool
}

// A Standing is how a unit stands in the middle of a game.
type Standing struct {
	// Left is how many models are left of each kind, in the order that the unit's
	// game has in a fight; the hero in a unit of Grimdark Future is the
	// last kind.
	Left []int
	// Wounds are those on a model that still stands, by kind; of a vehicle its
	// markers.
	Wounds []int
	States []string // by their ids, those that mean something to the unit
	// Wounded is how many figures lie wounded and untreated, where the rules for that are played.
	Wounded int
	// Resolve is how many levels of it the unit has lost for good.
	Resolve int
	// Spent is how many of its weapons cannot be used again, by name, of the squad and of
	// its hero.
	Spent [2]map[string]int
	// Rules are those that the unit has beside its own, as long as the game stands so.
	Rules []rules.Use
	// Uses are the rules that it uses by the number of its tokens, Against those that its foes
	// use against it by those that they placed on it.
	Uses, Against []rules.Use
}

// Is reports whether the unit is in one of some states.
func (s *Standing) Is(states ...string) bool {
	return slices.ContainsFunc(states, func(id string) bool { return slices.Contains(s.States, id) })
}

// MaxDistance is the largest distance that a question may state, in inches.
const MaxDistance = 500

// UsualCover is cover of the kind that is usual in the game.
const UsualCover = "yes"

// Mode is an action of a unit.
type Mode string

// The modes of a question. Charging is melee after a charge; an ability is a
// rule or a spell that does harm by itself.
const (
	Shooting Mode = "shooting"
	Charging Mode = "melee"
	Ability  Mode = "ability"
)

// Does reports whether the question asks for a mode.
func (q *Question) Does(mode Mode) bool { return q.Mode == "" || q.Mode == mode }

// A Foe is the other side. The zero value is the typical targets that ship
// with muster.
type Foe struct {
	// Name is the foe's name in answers: a list's file; "" is "benchmark".
	Name string
	List List // a list of the same game; nil for targets
	// Targets is a file of the kind bench/1 with targets in place of those that
	// ship with muster; nil for those.
	Targets *schema.Document
	Unit    string // the id of the only unit or target to fight; "" for all
}

// Benchmark is the name of the typical targets.
const Benchmark = "benchmark"

// Title is the foe's name.
func (f *Foe) Title() string { return cmp.Or(f.Name, Benchmark) }

// A List is a list of any game, as far as odds need it.
type List interface {
	Document() *schema.Document
	Game() *rules.System
	Findings() []finding.Finding
	Points() int
	Size() int
	// List is the list as its game has it.
	List() any
}

// Choices are the values that a game has for a question.
type Choices struct {
	Modes  []Mode
	Covers []string // the kinds of cover; none where a target is in cover or is not
	// NoUses says why rules cannot be used; "" if they can.
	NoUses string
}

// CodeCannotFight is the code of the error that no unit of a list, or not the one
// that was asked about, can fight; the list's findings say why.
const CodeCannotFight = "odds/cannot-fight"

// CodeTooMany is the code of the error that a question is about more than
// MaxPairs, or its report would hold more than MaxKept.
const CodeTooMany = "odds/too-many"

// The largest question that is answered: far above any two real lists.
const (
	MaxPairs = 20_000    // units, each against each target
	MaxKept  = 3_000_000 // numbers of the distributions in a report
)

// Dice are those that a duel is rolled with beside its odds.
type Dice struct {
	Times int // how often the fight is rolled; 0 for not at all
	Seed  uint64
}

// About describes the rolls.
func (d Dice) About() []Aside {
	if d.Times == 0 {
		return nil
	}
	return []Aside{{Text: fmt.Sprintf("Rolled %d times with seed %d.", d.Times, d.Seed)}}
}

// Rolled is the report of a duel that was rolled alone.
type Rolled struct {
	Simulated any `json:"simulated"`
}
