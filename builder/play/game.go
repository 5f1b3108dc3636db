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
	Do       Verb   `yaml:"do" schema:"required"`           // what happened
	Their    bool   `yaml:"their,omitempty"`                // it is about the opponent's side
	Unit     string `yaml:"unit,omitempty" schema:"1.."`    // the id of the unit that it is about, or of a hero who joined one
	N        int    `yaml:"n,omitempty" schema:"0..100000"` // how many, or which; 0 is 1 where things are counted
	Subject  string `yaml:"what,omitempty"`                 // the state, the rule, the mission, the name
	TokensOn string `yaml:"on,omitempty" schema:"1.."`      // the id of the enemy unit that tokens are placed on
	Code     string `yaml:"code,omitempty"`                 // the opponent's list, as a list code
	// Dice are those that were thrown for it; their result is in the other fields.
	Dice []int `yaml:"dice,omitempty" schema:"..40"`
	// number of the phone that sent it; 0 is the phone with the game
	By int `yaml:"by,omitempty" schema:"0..9"`
}

// Verb is the kind of an event.
type Verb string

// Verbs of a unit, which the event names.
const (
	Wound Verb = "wound" // takes N wounds, in the order in which models fall; a vehicle takes markers, as bad as Subject says
	Heal  Verb = "heal"  // takes back N wounds
	Fell  Verb = "fell"  // lost a model of kind N, from 1, instead of the last one lost, or loses it next

	Begins Verb = "begins" // enters the state Subject
	Ends   Verb = "ends"   // leaves the state Subject
	// Act marks the unit as having acted. Subject "keep" keeps the states that acting ends; "idle"
	// means that the unit stayed idle; "after" means that an unnamed unit of the other side acted
	// before.
	Act   Verb = "act"
	Unact Verb = "unact" // has not acted after all

	Fought Verb = "fought"  // attacked in melee
	Beaten Verb = "beaten"  // lost a melee
	Passed Verb = "passed"  // passed its morale test
	Failed Verb = "failed"  // failed its morale test
	NoTest Verb = "no-test" // has no morale test to take after all

	Rally   Verb = "rally"   // tested its Resolve with N passes, or its morale for the tokens of the optional rules Subject
	Repair  Verb = "repair"  // tested for repairs with N passes
	Scouted Verb = "scouted" // scouted ahead with N passes
	Quality Verb = "quality" // tested its Quality with N passes; for the state Subject unless that is ""
	Respond Verb = "respond" // tested command response with N passes
	Recover Verb = "recover" // tested for a wounded figure with N passes
	Call    Verb = "call"    // was called, as artillery off the table, with N passes
	Invoke  Verb = "invoke"  // invokes the power Subject
	Strain  Verb = "strain"  // tested for the power it invokes with N passes

	Spend Verb = "spend" // spends N spell tokens
	Gain  Verb = "gain"  // gains N spell tokens
	Use   Verb = "use"   // uses Subject, allowed once in a game; without a unit, the style's ability, allowed once in a round
	Unuse Verb = "unuse" // did not use Subject after all

	Remove  Verb = "remove"  // is removed because of Subject: destroyed, or routed
	Return  Verb = "return"  // is on the table after all
	Leave   Verb = "leave"   // gets out of its transport
	Board   Verb = "board"   // gets into the transport Subject
	Reserve Verb = "reserve" // waits off the table, until round N if that is over 1
	Arrive  Verb = "arrive"  // comes to the table

	Mark     Verb = "mark"     // gets N tokens of the optional rules Subject, or of its own rule Subject
	Unmark   Verb = "unmark"   // loses N of them, or of an enemy's rule; without a unit, all units lose all
	Place    Verb = "place"    // places the tokens of its rule Subject on the enemy unit On
	Destroys Verb = "destroys" // destroyed the enemy unit Subject; without a unit, no unit that gets tokens for it did
)

// Verbs of a side, or of the game.
const (
	Foe     Verb = "foe"     // plays against Subject, with the list Code
	First   Verb = "first"   // goes first in this round
	Pass    Verb = "pass"    // an unnamed unit of the side acted
	Score   Verb = "score"   // gets N points
	Unscore Verb = "unscore" // loses N points
	Mission Verb = "mission" // has the mission Subject, or both sides have
	Command Verb = "command" // is commanded in the style Subject
	Held    Verb = "held"    // held its mission at the end of a turn
	Unheld  Verb = "unheld"  // did not hold its mission at the end of a turn
	Won     Verb = "won"     // did its mission
	Unwon   Verb = "unwon"   // did not do its mission after all

	Objectives Verb = "objectives" // N objectives are on the table
	Seize      Verb = "seize"      // the side holds objective N, from 1
	Neutral    Verb = "neutral"    // nobody holds objective N, from 1
	Length     Verb = "length"     // the game lasts N rounds
	Heart      Verb = "heart"      // sides may lose heart in this game
	NoHeart    Verb = "no-heart"   // sides may not lose heart in this game
	Option     Verb = "option"     // the optional rules Subject are played
	NoOption   Verb = "no-option"  // the optional rules Subject are not played
	Next       Verb = "next"       // a round begins
	Back       Verb = "back"       // the game returns to the round before
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
	switch t.Sides[1].Name {
	case "":
		t.Sides[1].Name = "Opponent"
	case t.Sides[0].Name:
		t.Sides[1].Name += " #2"
	}
	for i := range t.Sides {
		t.placing[i] = placing(t.Sides[i].Units)
		for _, u := range t.Sides[i].Units {
			if u.Their, u.NameInText = i == 1, u.Name; slices.ContainsFunc(t.Sides[1-i].Units, func(o *Group) bool { return o.Name == u.Name }) {
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
