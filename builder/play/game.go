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
