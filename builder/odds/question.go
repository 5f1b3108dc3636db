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
	// UnitID is the id of the only unit to report on, or of a unit that fights together with it; ""
	// asks for a table of all units.
	UnitID string
	Foe    Foe
	// Mode is the only mode to report on; "" is shooting and charging and, for a single unit,
	// abilities.
	Mode Mode
	// Distance is the distance between the units in inches. 0 means each distance at which the odds
	// change; in a table, it means the longest distance within range of all weapons.
	Distance int
	// Cover is the cover of the targets: "" is the game's default, otherwise UsualCover or one of
	// Choices.Covers.
	Cover string
	Moved bool // the unit has moved before it shoots
	// UsedRules holds the optional rules that the player uses, for all units that have them; the
	// number in brackets counts markers, or selects an effect. EnemyUsedRules holds the foe's.
	UsedRules, EnemyUsedRules []rules.Use
	// OwnStates holds the states of the list's units in the middle of a game, by unit id, and
	// FoeStates those of the foe's units. A unit without a state is undamaged and fresh.
	OwnStates, FoeStates map[string]UnitState
	// AddLongRange adds to a table the shooting from the longest range of any weapon of each unit.
	AddLongRange bool
	// KeepResults keeps all results of every fight, for Answer.Report.
	KeepResults bool
	// OnlyNeededRolls asks only for the rolls that the units need in an attack on the first of the
	// foe's units. If Distance is 0, each weapon shoots from the game's usual distance, or from its
	// range if that is shorter.
	OnlyNeededRolls bool
}

// A UnitState is the state of a unit in the middle of a game.
type UnitState struct {
	// ModelsLeft holds the number of living models of each kind (group of equal models), in the
	// order in which the game's fights count the kinds; in Grimdark Future the hero is the last
	// kind.
	ModelsLeft []int
	// Wounds holds the wounds on the damaged model of each kind; for a vehicle, its number of
	// markers.
	Wounds []int
	States []string // ids of the states that the unit is in
	// WoundedFigures is the number of wounded figures (miniatures) not yet treated, if the game
	// uses that optional rule.
	WoundedFigures int
	// ResolveLost is the number of levels of Resolve that the unit has lost for the rest of the
	// game.
	ResolveLost int
	// OfficerID is the id of the character who is with the unit now; "" for none.
	OfficerID string
	// SpentWeapons counts, by name, the weapons that cannot be used again: [0] of the squad, [1] of
	// its hero.
	SpentWeapons [2]map[string]int
	// ExtraRules holds rules that the unit has at present in addition to its own.
	ExtraRules []rules.Use
	// UsedRules holds the rules that the unit uses because of its tokens, and EnemyUsedRules the
	// rules that foes use against it because of tokens that they placed on it. The numbers in
	// brackets count the tokens.
	UsedRules, EnemyUsedRules []rules.Use
}

// IsInState reports whether the unit is in any of the states.
func (s *UnitState) IsInState(states ...string) bool {
	return slices.ContainsFunc(states, func(id string) bool { return slices.Contains(s.States, id) })
}

// MaxDistance is the largest distance of a question, in inches.
const MaxDistance = 500

// UsualCover is the value of Question.Cover for the game's usual kind of cover.
const UsualCover = "yes"

// Mode is the kind of action by which a unit attacks.
type Mode string

// The modes of a question. Charging means melee after a charge. An ability is a rule or a spell
// that attacks by itself.
const (
	Shooting Mode = "shooting"
	Charging Mode = "melee"
	Ability  Mode = "ability"
)

// AsksForMode reports whether the question asks for a mode.
func (q *Question) AsksForMode(mode Mode) bool { return q.Mode == "" || q.Mode == mode }

// A Foe is the other side of a question. The zero value stands for the typical targets that ship
// with muster.
type Foe struct {
	// Name is the foe's name in answers, such as the file of its list; "" is "benchmark".
	Name string
	List List // a list of the same game; nil for targets of a file
	// Targets is a file of the kind bench/1; nil for the targets that ship with muster.
	Targets *schema.Document
	UnitID  string // id of the only unit or target to fight; "" for all
}

// TypicalTargetsName is the name of the typical targets in answers.
const TypicalTargetsName = "benchmark"

// Title returns the foe's name in answers.
func (f *Foe) Title() string { return cmp.Or(f.Name, TypicalTargetsName) }

// A List is a list of any game, with the methods that odds need.
type List interface {
	Document() *schema.Document
	Game() *rules.System
	Findings() []finding.Finding
	Points() int
	UnitCount() int
	// GameList returns the list in its game's own type, such as *gf.Army.
	GameList() any
}

// Choices holds the values that a game allows in a question.
type Choices struct {
	Modes  []Mode
	Covers []string // kinds of cover; none if a target is either in cover or not
	// WhyNoOptionalRules says why the game has no optional rules to use; "" if it has some.
	WhyNoOptionalRules string
}

// CodeCannotFight is the code of the error that no unit of a list, or not the question's unit, can
// fight. The list's findings say why.
const CodeCannotFight = "odds/cannot-fight"

// CodeTooManyPairs is the code of the error that a question is about more than MaxPairs pairs, or
// that its report would hold more than MaxDistributionNumbers numbers.
const CodeTooManyPairs = "odds/too-many"

// Limits of a question, far above any two real lists.
const (
	MaxPairs               = 20_000    // the most pairs of a unit and a target in a question
	MaxDistributionNumbers = 3_000_000 // the most numbers in the distributions of a report
)

// Dice says how often to roll a duel, in addition to its exact odds.
type Dice struct {
	Rolls int // number of times that the fight is rolled; 0 for none
	Seed  uint64
}

// Remarks returns a remark on the rolls; nil if there are none.
func (d Dice) Remarks() []Remark {
	if d.Rolls == 0 {
		return nil
	}
	return []Remark{{Text: fmt.Sprintf("Rolled %d times with seed %d.", d.Rolls, d.Seed)}}
}

// RolledReport is the report of a duel that is only simulated with dice, without exact odds.
type RolledReport struct {
	SimulatedResult any `json:"simulated"`
}
