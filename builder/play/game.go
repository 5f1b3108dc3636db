// Package play follows a game at the table: two lists and a log of events, a tap each. The
// state is derived from the events alone: models left, states, tests to take, the score and the
// story. So every tap can be taken back. The meaning of states, and their end, is data of the
// game's edition (rules.State).
package play

import (
	"cmp"
	"errors"
	"path"
	"slices"
	"strings"

	"muster/builder"
	"muster/schema"
)

// A Game is the record of a game at a table. It has a file separate from the list's.
//
//schema:file play/1
type Game struct {
	// StartTime is the local time at which the game began: 2026-11-25 19:42:33
	StartTime string `yaml:"began,omitempty" schema:"1..40"`
	// Summary is the state of the game when it ended or another game began; left out while it is
	// played.
	Summary *GameSummary `yaml:"kept,omitempty"`
	// Events are the events in order, one for each tap.
	Events []Event `yaml:"events" layout:"lines" schema:"required,..20000"`
}

// GameFileOf returns the name of the file for the current game of a list. The file is in the folder
// of the list's file.
func GameFileOf(list string) string {
	return strings.TrimSuffix(list, path.Ext(list)) + ".play.yaml"
}

// Limits of the number of a game's events, and of an event's Number.
const (
	// maximum number of events of a game
	MaxEvents      = 20_000
	MaxEventNumber = 100_000 // maximum Number of an event
)

// An Event is one thing that happened in the game. An event that does not fit the lists, which may
// have changed since, has no effect.
type Event struct {
	Verb       Verb   `yaml:"do" schema:"required"`        // what happened
	OfOpponent bool   `yaml:"their,omitempty"`             // it is about the opponent's side
	UnitID     string `yaml:"unit,omitempty" schema:"1.."` // the id of the unit that it is about, or of a hero who joined one
	// how many, or the number of a kind or objective; 0 is 1, except for dice that passed
	Number   int    `yaml:"n,omitempty" schema:"0..100000"`
	Subject  string `yaml:"what,omitempty"`            // id or name of the state, rule, power, mission, opponent
	TokensOn string `yaml:"on,omitempty" schema:"1.."` // the id of the enemy unit that tokens are placed on
	ListCode string `yaml:"code,omitempty"`            // the opponent's list, as a list code
	// Dice are those that were thrown for it; their result is in the other fields.
	Dice []int `yaml:"dice,omitempty" schema:"..40"`
	// number of the phone that sent it; 0 is the phone with the game
	Phone int `yaml:"by,omitempty" schema:"0..9"`
}

// Verb says what happened in an event.
type Verb string

// Verbs of a unit. The event has the unit's id.
const (
	// the unit takes Event.Number wounds, in the order in which models fall; a vehicle takes
	// markers of the severity Event.Subject
	Wound Verb = "wound"
	Heal  Verb = "heal" // the unit gets Event.Number wounds back
	// the unit loses a model of the kind Event.Number (from 1) instead of the last model that fell;
	// if none has fallen, a model of that kind falls next
	ChooseFallen Verb = "fell"

	EnterState Verb = "begins" // the unit enters the state Event.Subject
	LeaveState Verb = "ends"   // the unit leaves the state Event.Subject
	// Act marks the unit as having acted. Event.Subject "keep" keeps the states that acting ends;
	// "idle" means that the unit stayed idle; "after" means that an unnamed unit of the other side
	// acted before.
	Act     Verb = "act"
	UndoAct Verb = "unact" // the unit has not acted after all

	FoughtMelee Verb = "fought"  // the unit attacked in melee
	LostMelee   Verb = "beaten"  // the unit lost a melee
	PassedTest  Verb = "passed"  // the unit passed its morale test
	FailedTest  Verb = "failed"  // the unit failed its morale test
	NeedsNoTest Verb = "no-test" // the unit has no morale test to take after all

	// the unit tested its Resolve with Event.Number passes; or it tested its morale to remove
	// tokens of the optional rules Event.Subject
	TestedResolve Verb = "rally"
	TestedRepair  Verb = "repair"  // the unit tested for repairs with Event.Number passes
	Scouted       Verb = "scouted" // the unit scouted ahead with Event.Number passes
	// the unit tested its Quality with Event.Number passes; unless Event.Subject is "", the test
	// was to enter that state
	TestedQuality  Verb = "quality"
	TestedResponse Verb = "respond" // the unit tested command response with Event.Number passes
	TestedRecovery Verb = "recover" // the unit tested for a wounded figure with Event.Number passes
	CallArtillery  Verb = "call"    // off-board artillery (the unit) was called with Event.Number passes
	InvokePower    Verb = "invoke"  // the unit invokes the power Event.Subject
	// the unit tested, with Event.Number passes, for the power that it is invoking
	TestedPower Verb = "strain"

	SpendSpellTokens Verb = "spend" // the unit spends Event.Number spell tokens
	GainSpellTokens  Verb = "gain"  // the unit gains Event.Number spell tokens
	// the unit uses the action Event.Subject, allowed once in a game; in an event without a unit,
	// the side uses the ability of its style of command, allowed once in a round
	UseLimitedAction  Verb = "use"
	UndoLimitedAction Verb = "unuse" // the unit did not use the action Event.Subject after all

	RemoveUnit Verb = "remove" // the unit is removed for the reason Event.Subject: destroyed, or routed
	UndoRemove Verb = "return" // the unit is on the table after all
	GetOut     Verb = "leave"  // the unit gets out of its transport
	GetIn      Verb = "board"  // the unit gets into the transport Event.Subject
	// the unit waits off the table, until round Event.Number if that is over 1
	EnterReserve Verb = "reserve"
	Arrive       Verb = "arrive" // the unit comes to the table

	// the unit gets Event.Number tokens: of the optional rules Event.Subject, or of its own rule
	// Event.Subject
	AddTokens Verb = "mark"
	// the unit loses Event.Number tokens of the optional rules, own rule or enemy rule
	// Event.Subject; in an event without a unit, all units lose all of these tokens
	RemoveTokens Verb = "unmark"
	// the unit places tokens of its rule Event.Subject on the enemy unit Event.TokensOn
	PlaceTokens Verb = "place"
	// the unit destroyed the enemy unit Event.Subject; an event without a unit says that no unit
	// gains tokens for destroying it
	DestroyedEnemy Verb = "destroys"
)

// Verbs of a side, or of the game.
const (
	NameOpponent     Verb = "foe"     // the opponent is Event.Subject, with the list Event.ListCode
	GoFirst          Verb = "first"   // the side goes first in this round
	UnknownUnitActed Verb = "pass"    // an unnamed unit of the side acted
	AddPoints        Verb = "score"   // the side gets Event.Number points
	RemovePoints     Verb = "unscore" // the side loses Event.Number points
	// the side has the mission Event.Subject; in some games both sides have it
	SetMission      Verb = "mission"
	SetCommandStyle Verb = "command" // the side chooses the style of command Event.Subject
	MissionHeld     Verb = "held"    // the side held its mission at the end of a turn
	MissionNotHeld  Verb = "unheld"  // the side did not hold its mission at the end of a turn
	MissionDone     Verb = "won"     // the side has done its mission
	MissionNotDone  Verb = "unwon"   // the side has not done its mission after all

	SetObjectives     Verb = "objectives" // Event.Number objectives are on the table
	SeizeObjective    Verb = "seize"      // the side holds objective Event.Number, from 1
	FreeObjective     Verb = "neutral"    // nobody holds objective Event.Number, from 1
	SetRoundCount     Verb = "length"     // the game lasts Event.Number rounds
	AllowLosingHeart  Verb = "heart"      // sides may lose heart in this game
	ForbidLosingHeart Verb = "no-heart"   // sides may not lose heart in this game
	PlayOptionalRules Verb = "option"     // the optional rules Event.Subject are played
	DropOptionalRules Verb = "no-option"  // the optional rules Event.Subject are not played
	NextRound         Verb = "next"       // a round begins
	PreviousRound     Verb = "back"       // the game returns to the round before
	EndGame           Verb = "end"        // the game is over
	ResumeGame        Verb = "resume"     // the game is not over after all
)

// ReadGame reads a game from a document of the kind play/1. Its error is a *schema.Error.
func ReadGame(document *schema.Document) (*Game, error) {
	g := new(Game)
	if err := document.Decode(g); err != nil {
		return nil, err
	}
	return g, nil
}

// CodeNewer is the code of the error about a game that a newer version of muster wrote.
const CodeNewer = "play/newer"

// NewerError returns an error with CodeNewer if a newer version of muster may have written the
// game's file, since err is about unknown words only. It returns other errors unchanged.
func NewerError(err error) error {
	var e *schema.Error
	if !errors.As(err, &e) || !e.MaybeNewerFormat() {
		return err
	}
	first := e.Problems[0]
	what, _, _ := strings.Cut(first.Message, ";")
	return schema.Problem{Code: CodeNewer, File: first.File, Line: first.Line, Column: first.Column}.Errorf("a newer version of muster kept this game, which stays as it is; go on with that version (%s in this one)", what)
}

// Text returns the text of the game's file.
func (g *Game) Text() []byte { return schema.Write("play/1", g, nil) }

// WithEvent returns the game with one more event.
func (g *Game) WithEvent(e Event) *Game {
	one := *g
	one.Events = slices.Concat(g.Events, []Event{e})
	return &one
}

// Undo returns the game without the last event from the phone with the number by, and that event;
// nil if there is none.
func (g *Game) Undo(by int) (*Game, *Event) {
	one := *g
	at := LastByPhone(g.Events, by)
	if at < 0 {
		return &one, nil
	}
	if one.Events = slices.Delete(slices.Clone(g.Events), at, at+1); len(one.Events) == 0 {
		one.StartTime = ""
	}
	return &one, &g.Events[at]
}

// LastByPhone returns the index of the last event from the phone with the number by; -1 if there is
// none.
func LastByPhone(events []Event, by int) int {
	for i, e := range slices.Backward(events) {
		if e.Phone == by {
			return i
		}
	}
	return -1
}

// Opponent returns the opponent's name and the code of the opponent's list; "" if unknown.
func (g *Game) Opponent() (name, code string) {
	for _, e := range slices.Backward(g.Events) {
		if e.Verb == NameOpponent {
			return e.Subject, e.ListCode
		}
	}
	return "", ""
}

// A Table holds both sides before the game, as in their lists.
type Table struct {
	Sides [2]Side // the player's, and the opponent's
	game  game
	facts
	// tokenPlacingRules holds, for each side, the names of the rules by which its units place tokens on
	// enemies.
	placingRules [2][]string
}

// A Side is one of the two sides of a game.
type Side struct {
	Name         string
	Roster       builder.Roster // nil for an opponent without a known list
	CommandStyle string         // the style of command that its list names; "" for none
	// the side's units; a unit includes the other half of its combined pair, and its heroes
	Units []*Group
}

// NewTable returns the table for a game of the list mine against an opponent with a name. theirs is
// the opponent's list; it may be nil, and is ignored if it is for another game.
func NewTable(mine builder.Roster, name string, theirs builder.Roster) *Table {
	t := &Table{game: gameOf(mine)}
	t.facts = t.game.facts()
	t.Sides[0] = Side{Name: listTitle(mine), Roster: mine, Units: t.game.units(mine), CommandStyle: commandStyleOf(mine)}
	t.Sides[1].Name = name
	if theirs != nil && theirs.Game() == mine.Game() {
		t.Sides[1].Roster, t.Sides[1].Units, t.Sides[1].CommandStyle = theirs, t.game.units(theirs), commandStyleOf(theirs)
		if name == "" {
			t.Sides[1].Name = listTitle(theirs)
		}
	}
	switch t.Sides[1].Name {
	case "":
		t.Sides[1].Name = "Opponent"
	case t.Sides[0].Name:
		t.Sides[1].Name += " #2"
	}
	for i := range t.Sides {
		t.placingRules[i] = tokenPlacingRules(t.Sides[i].Units)
		for _, u := range t.Sides[i].Units {
			if u.OfOpponent, u.NameInText = i == 1, u.Name; slices.ContainsFunc(t.Sides[1-i].Units,
				func(o *Group) bool { return o.Name == u.Name }) {
				u.NameInText += " (" + t.Sides[i].Name + ")"
			}
		}
	}
	return t
}

// listTitle returns a list's name, or its file's name without the folder.
func listTitle(list builder.Roster) string {
	file := list.Document().File
	return cmp.Or(list.Name(), file[strings.LastIndexAny(file, `/\\`)+1:])
}
