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

// GameFileOf returns the name of the file for the current game of a list. It is in the folder of
// the list's file.
func GameFileOf(list string) string {
	return strings.TrimSuffix(list, path.Ext(list)) + ".play.yaml"
}

// Limits of the number of a game's events, and of an event's Number.
const (
	MaxEvents = 20_000
	MaxNumber = 100_000
)

// An Event is one thing that happened in the game. An event that does not fit the lists, which may
// have changed since, has no effect.
type Event struct {
	Verb       Verb   `yaml:"do" schema:"required"`           // what happened
	OfOpponent bool   `yaml:"their,omitempty"`                // it is about the opponent's side
	UnitID     string `yaml:"unit,omitempty" schema:"1.."`    // the id of the unit that it is about, or of a hero who joined one
	Number     int    `yaml:"n,omitempty" schema:"0..100000"` // how many, or which; 0 is 1 where things are counted
	Subject    string `yaml:"what,omitempty"`                 // the state, the rule, the mission, the name
	TokensOn   string `yaml:"on,omitempty" schema:"1.."`      // the id of the enemy unit that tokens are placed on
	ListCode   string `yaml:"code,omitempty"`                 // the opponent's list, as a list code
	// Dice are those that were thrown for it; their result is in the other fields.
	Dice []int `yaml:"dice,omitempty" schema:"..40"`
	// number of the phone that sent it; 0 is the phone with the game
	Phone int `yaml:"by,omitempty" schema:"0..9"`
}

// Verb says what happened in an event.
type Verb string

// Verbs of a unit. The event has the unit's id.
const (
	// takes Number wounds, in the order in which models fall; a vehicle takes markers, of the
	// severity Subject
	Wound Verb = "wound"
	Heal  Verb = "heal" // gets Number wounds back
	// lost a model of kind Number, from 1, in place of the last one lost, or loses one next
	ChooseFallen Verb = "fell"

	EnterState Verb = "begins" // enters the state Subject
	LeaveState Verb = "ends"   // leaves the state Subject
	// Act marks the unit as having acted. Subject "keep" keeps the states that acting ends; "idle"
	// means that the unit stayed idle; "after" means that an unnamed unit of the other side acted
	// before.
	Act     Verb = "act"
	UndoAct Verb = "unact" // has not acted after all

	Fought      Verb = "fought"  // attacked in melee
	LostMelee   Verb = "beaten"  // lost a melee
	PassedTest  Verb = "passed"  // passed its morale test
	FailedTest  Verb = "failed"  // failed its morale test
	NeedsNoTest Verb = "no-test" // has no morale test to take after all

	// tested its Resolve with Number passes, or its morale to remove tokens of the optional rules
	// Subject
	TestedResolve Verb = "rally"
	TestedRepair  Verb = "repair"  // tested for repairs with Number passes
	Scouted       Verb = "scouted" // scouted ahead with Number passes
	// tested its Quality with Number passes; for the state Subject unless that is ""
	TestedQuality  Verb = "quality"
	TestedResponse Verb = "respond" // tested command response with Number passes
	TestedRecovery Verb = "recover" // tested for a wounded figure with Number passes
	CallArtillery  Verb = "call"    // was called, as artillery off the table, with Number passes
	InvokePower    Verb = "invoke"  // invokes the power Subject
	TestedPower    Verb = "strain"  // tested for the power that it is invoking with Number passes

	SpendTokens Verb = "spend" // spends Number spell tokens
	GainTokens  Verb = "gain"  // gains Number spell tokens
	// uses the action Subject, allowed once in a game; without a unit, the side's style ability,
	// allowed once in a round
	UseAction Verb = "use"
	UndoUse   Verb = "unuse" // did not use the action Subject after all

	Remove     Verb = "remove"  // is removed because of Subject: destroyed, or routed
	UndoRemove Verb = "return"  // is on the table after all
	GetOut     Verb = "leave"   // gets out of its transport
	GetIn      Verb = "board"   // gets into the transport Subject
	Reserve    Verb = "reserve" // waits off the table, until round Number if that is over 1
	Arrive     Verb = "arrive"  // comes to the table

	// gets Number tokens of the optional rules Subject, or of its own rule Subject
	AddTokens Verb = "mark"
	// loses Number of these tokens, or of an enemy rule's; without a unit, all units lose all of
	// them
	RemoveTokens Verb = "unmark"
	PlaceTokens  Verb = "place" // places tokens of its rule Subject on the enemy unit TokensOn
	// destroyed the enemy unit Subject; without a unit, no unit with tokens for it did
	DestroyedEnemy Verb = "destroys"
)

// Verbs of a side, or of the game.
const (
	NameOpponent   Verb = "foe"     // the opponent is Subject, with the list ListCode
	GoFirst        Verb = "first"   // goes first in this round
	UnnamedActed   Verb = "pass"    // an unnamed unit of the side acted
	AddPoints      Verb = "score"   // gets Number points
	RemovePoints   Verb = "unscore" // loses Number points
	SetMission     Verb = "mission" // has the mission Subject; in some games both sides have it
	SetStyle       Verb = "command" // is commanded in the style Subject
	MissionHeld    Verb = "held"    // held its mission at the end of a turn
	MissionNotHeld Verb = "unheld"  // did not hold its mission at the end of a turn
	MissionDone    Verb = "won"     // has done its mission
	MissionNotDone Verb = "unwon"   // has not done its mission after all

	SetObjectives     Verb = "objectives" // Number objectives are on the table
	SeizeObjective    Verb = "seize"      // the side holds objective Number, from 1
	FreeObjective     Verb = "neutral"    // nobody holds objective Number, from 1
	SetLength         Verb = "length"     // the game lasts Number rounds
	AllowLosingHeart  Verb = "heart"      // sides may lose heart in this game
	ForbidLosingHeart Verb = "no-heart"   // sides may not lose heart in this game
	PlayOption        Verb = "option"     // the optional rules Subject are played
	DropOption        Verb = "no-option"  // the optional rules Subject are not played
	NextRound         Verb = "next"       // a round begins
	PreviousRound     Verb = "back"       // the game returns to the round before
	EndGame           Verb = "end"        // the game is over
	ResumeGame        Verb = "resume"     // the game is not over after all
)

// Read reads a game from a document of the kind play/1. Its error is a *schema.Error.
func Read(document *schema.Document) (*Game, error) {
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
	if !errors.As(err, &e) || !e.MaybeNewer() {
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

// Undo returns the game without the last event from the phone with a number, and that event; nil if
// there is none.
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
	// placingRules holds, for each side, the names of the rules by which its units place tokens on
	// enemies.
	placingRules [2][]string
}

// A Side is one of the two sides of a game.
type Side struct {
	Name   string
	Roster builder.Roster // nil for an opponent without a known list
	Style  string         // the style of command in its list; "" for none
	Units  []*Group       // each with the other half of its pair and with its heroes
}

// NewTable returns the table for a game of the list mine against an opponent with a name. theirs is
// the opponent's list; it may be nil, and is ignored if it is for another game.
func NewTable(mine builder.Roster, name string, theirs builder.Roster) *Table {
	t := &Table{game: gameOf(mine)}
	t.facts = t.game.facts()
	t.Sides[0] = Side{Name: titleOf(mine), Roster: mine, Units: t.game.units(mine), Style: styleOf(mine)}
	t.Sides[1].Name = name
	if theirs != nil && theirs.Game() == mine.Game() {
		t.Sides[1].Roster, t.Sides[1].Units, t.Sides[1].Style = theirs, t.game.units(theirs), styleOf(theirs)
		if name == "" {
			t.Sides[1].Name = titleOf(theirs)
		}
	}
	switch t.Sides[1].Name {
	case "":
		t.Sides[1].Name = "Opponent"
	case t.Sides[0].Name:
		t.Sides[1].Name += " #2"
	}
	for i := range t.Sides {
		t.placingRules[i] = placingRules(t.Sides[i].Units)
		for _, u := range t.Sides[i].Units {
			if u.OfOpponent, u.NameInText = i == 1, u.Name; slices.ContainsFunc(t.Sides[1-i].Units, func(o *Group) bool { return o.Name == u.Name }) {
				u.NameInText += " (" + t.Sides[i].Name + ")"
			}
		}
	}
	return t
}

// titleOf returns a list's name, or its file's name without the folder.
func titleOf(list builder.Roster) string {
	file := list.Document().File
	return cmp.Or(list.Name(), file[strings.LastIndexAny(file, `/\\`)+1:])
}
