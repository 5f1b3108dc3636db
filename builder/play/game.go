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

// A Game is the record of a game at a table. It has a file of its own, apart from the list.
//
//schema:file play/1
type Game struct {
	// Began is the local time at which the game began: 2026-11-25 19:42:33
	Began string `yaml:"began,omitempty" schema:"1..40"`
	// Kept is the state of the game when it ended or another game began; left out while it is played.
	Kept *Kept `yaml:"kept,omitempty"`
	// Events are the events in order, one for each tap.
	Events []Event `yaml:"events" layout:"lines" schema:"required,..20000"`
}

// FileOf returns the name of the file for the current game of a list, in the folder of the list's
// file.
func FileOf(list string) string {
	return strings.TrimSuffix(list, path.Ext(list)) + ".play.yaml"
}

// Limits of a game's events and of an event's N.
const (
	MaxEvents = 20_000
	MaxN      = 100_000
)

// An Event is one thing that happened in the game. It has no effect if it does not fit the lists,
// since they may have changed.
type Event struct {
	Do      Verb   `yaml:"do" schema:"required"`           // what happened
	Their   bool   `yaml:"their,omitempty"`                // it is about the opponent's side
	Unit    string `yaml:"unit,omitempty" schema:"1.."`    // the id of the unit that it is about, or of a hero who joined one
	N       int    `yaml:"n,omitempty" schema:"0..100000"` // how many, or which; 0 is 1 where things are counted
	Subject string `yaml:"what,omitempty"`                 // the state, the rule, the mission, the name
	On      string `yaml:"on,omitempty" schema:"1.."`      // the id of the enemy unit that tokens are placed on
	Code    string `yaml:"code,omitempty"`                 // the opponent's list, as a list code
	// Dice are those that were thrown for it; their result is in the other fields.
	Dice []int `yaml:"dice,omitempty" schema:"..40"`
	By   int   `yaml:"by,omitempty" schema:"0..9"` // the phone that it was tapped on; 0 is the one whose game it is
}

// Verb is the kind of an event.
type Verb string

// Verbs of a unit.
const (
	Wound   Verb = "wound"   // n wounds, in the order in which models fall; a vehicle gets markers, and what says how badly it is hit
	Heal    Verb = "heal"    // n wounds are taken back
	Fell    Verb = "fell"    // a model of the kind n, from 1, fell in place of the last that did, or falls next
	Begins  Verb = "begins"  // it enters the state with the id What
	Ends    Verb = "ends"    // it leaves the state with the id What
	Act     Verb = "act"     // it has acted; what "keep": states that acting ends go on; "idle": it stayed idle; "after": the other side acted first, with a unit that nobody named
	Unact   Verb = "unact"   // it has not acted after all
	Fought  Verb = "fought"  // it has attacked in melee
	Beaten  Verb = "beaten"  // it has lost a melee
	Passed  Verb = "passed"  // its morale test
	Failed  Verb = "failed"  // its morale test
	NoTest  Verb = "no-test" // it has none to take after all
	Rally   Verb = "rally"   // tested its Resolve, or morale for the tokens of the optional rules what: n dice passed
	Repair  Verb = "repair"  // tested for repairs: n dice passed
	Scouted Verb = "scouted" // was sent ahead: n dice passed
	Quality Verb = "quality" // took a Quality test for the state what, or for another thing: n dice passed
	Respond Verb = "respond" // tested command response: n dice passed
	Recover Verb = "recover" // tested for one of its wounded: n dice passed
	Call    Verb = "call"    // off-board artillery was called: n dice passed
	Invoke  Verb = "invoke"  // it invokes the power what
	Strain  Verb = "strain"  // tested for the power that it invokes: n dice passed
	Spend   Verb = "spend"   // it spends n spell tokens
	Gain    Verb = "gain"    // it gains n spell tokens
	Use     Verb = "use"     // what it may do once in a game; without a unit, what the style of command allows once in a round
	Unuse   Verb = "unuse"   // it did not after all
	Remove  Verb = "remove"  // it is destroyed, or routs: what says why
	Return  Verb = "return"  // it is on the table after all
	Leave   Verb = "leave"   // it gets out of its transport
	Board   Verb = "board"   // it gets into the transport what
	Reserve Verb = "reserve" // it waits off the table; until round n
	Arrive  Verb = "arrive"  // it comes to the table
	Mark    Verb = "mark"    // n tokens more of the optional rules what, or of its own rule
	Unmark  Verb = "unmark"  // n fewer, of an enemy's rule too; without a unit all of optional rules go
	Place   Verb = "place"   // it places the tokens of its rule what on the enemy unit on
	// Destroys is that it destroyed the enemy unit what; without a unit, none did that has tokens for it.
	Destroys Verb = "destroys"
)

// Verbs of a side or of the game.
const (
	Foe        Verb = "foe"        // who the opponent is, by name and by list
	First      Verb = "first"      // the side goes first in this round
	Pass       Verb = "pass"       // the side has acted with a unit that nobody named
	Objectives Verb = "objectives" // there are n of them
	Seize      Verb = "seize"      // the side holds the objective n
	Neutral    Verb = "neutral"    // nobody holds the objective n
	Score      Verb = "score"      // n points more for the side
	Unscore    Verb = "unscore"    // n points less for the side
	Mission    Verb = "mission"    // the side, or both, has the mission what
	Command    Verb = "command"    // the side is commanded in the style what
	Held       Verb = "held"       // the side's mission held at the end of a turn
	Unheld     Verb = "unheld"     // the side's mission was not held at the end of a turn
	Won        Verb = "won"        // the side's mission is done
	Unwon      Verb = "unwon"      // the side's mission is not done after all
	Length     Verb = "length"     // the game lasts n rounds
	Heart      Verb = "heart"      // sides may lose heart in this game
	NoHeart    Verb = "no-heart"   // sides may not lose heart in this game
	Option     Verb = "option"     // the optional rules what are played
	NoOption   Verb = "no-option"  // the optional rules what are not played
	Next       Verb = "next"       // a new round begins
	Back       Verb = "back"       // to the round before
	End        Verb = "end"        // the game is over
	Resume     Verb = "resume"     // the game is not over after all
)

// Read reads a game from a document of the kind play/1. The error is a *schema.Error.
func Read(document *schema.Document) (*Game, error) {
	g := new(Game)
	if err := document.Decode(g); err != nil {
		return nil, err
	}
	return g, nil
}

// CodeNewer is the code of the problem of a game written by a newer version of muster.
const CodeNewer = "play/newer"

// Newer replaces the error of reading a game's file if a newer version of muster may have written
// the file: all that is wrong are unknown words. Other errors are returned unchanged.
func Newer(err error) error {
	var e *schema.Error
	if !errors.As(err, &e) || !e.Unknown() {
		return err
	}
	first := e.Problems[0]
	what, _, _ := strings.Cut(first.Message, ";")
	return schema.Problem{Code: CodeNewer, File: first.File, Line: first.Line, Column: first.Column}.Errorf("a newer version of muster kept this game, which stays as it is; go on with that version (%s in this one)", what)
}

// Text returns the text of the game's file.
func (g *Game) Text() []byte { return schema.Write("play/1", g, nil) }

// With returns the game with another event.
func (g *Game) With(e Event) *Game {
	one := *g
	one.Events = slices.Concat(g.Events, []Event{e})
	return &one
}

// Undone returns the game without the last event from the phone with the number by, and that event;
// nil if there is none.
func (g *Game) Undone(by int) (*Game, *Event) {
	one := *g
	at := LastBy(g.Events, by)
	if at < 0 {
		return &one, nil
	}
	if one.Events = slices.Delete(slices.Clone(g.Events), at, at+1); len(one.Events) == 0 {
		one.Began = ""
	}
	return &one, &g.Events[at]
}

// LastBy returns the index of the last event from the phone with the number by; -1 if there is
// none.
func LastBy(events []Event, by int) int {
	for i, e := range slices.Backward(events) {
		if e.By == by {
			return i
		}
	}
	return -1
}

// Foe returns the opponent's name and the code of the opponent's list; "" if unknown.
func (g *Game) Foe() (name, code string) {
	for _, e := range slices.Backward(g.Events) {
		if e.Do == Foe {
			return e.Subject, e.Code
		}
	}
	return "", ""
}

// A Table is the two sides before the game, as in their lists.
type Table struct {
	Sides [2]Side // the player's, and the opponent's
	game  game
	facts
	// placing holds the names of the rules by which each side's units place tokens on enemies.
	placing [2][]string
}

// A Side is one of the two sides of a game.
type Side struct {
	Name   string
	Roster builder.Roster // nil for an opponent without a known list
	Style  string         // the style of command in its list; "" for none
	Units  []*Group       // each with its combined half and its heroes
}

// NewTable sets up a game of the list mine against an opponent with a name. theirs is the
// opponent's list; it may be nil, and is ignored if it is for another game.
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
	if t.Sides[1].Name == "" {
		t.Sides[1].Name = "Opponent"
	}
	for i := range t.Sides {
		t.placing[i] = placing(t.Sides[i].Units)
		for _, u := range t.Sides[i].Units {
			if u.Their, u.Called = i == 1, u.Name; slices.ContainsFunc(t.Sides[1-i].Units, func(o *Group) bool { return o.Name == u.Name }) {
				u.Called += " (" + t.Sides[i].Name + ")"
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
