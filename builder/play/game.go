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

// GameSummary is the state of a game that is over, or that another game replaced. It can be read
// without the lists.
type GameSummary struct {
	List     string `yaml:"list" json:"list" schema:"required"`         // the list's name
	Army     string `yaml:"army" json:"army" schema:"required"`         // its army books, or its game
	Opponent string `yaml:"opponent" json:"opponent" schema:"required"` // the opponent's name
	// army of the opponent's list; left out if unknown
	OpponentArmy string `yaml:"their-army,omitempty" json:"their_army"`
	// points of both lists; 0 if unknown
	ListPoints []int `yaml:"points" json:"points" schema:"required,2..2"`
	RoundCount int   `yaml:"rounds" json:"rounds" schema:"required"` // number of rounds begun
	// of the player and the opponent
	Score  []int    `yaml:"score" json:"score" schema:"required,2..2"`
	Result Result   `yaml:"result" json:"result" schema:"required"`        // for the player
	Log    []string `yaml:"log" json:"-" layout:"lines" schema:"required"` // what happened, a line each
}

// Result is the result of a game for the player.
type Result string

// Results of a game for the player.
const (
	IsWon        Result = "won"
	IsLost       Result = "lost"
	IsDrawn      Result = "drawn"
	IsUnfinished Result = "unfinished"
)

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

// ReadGame reads a game from a document of the kind play/1. Its error is a *schema.Error.
func ReadGame(document *schema.Document) (*Game, error) {
	g := new(Game)
	if err := document.Decode(g); err != nil {
		return nil, err
	}
	return g, nil
}

// CodeNewerVersion is the code of the error about a game that a newer version of muster wrote.
const CodeNewerVersion = "play/newer"

// NewerVersionError returns an error with CodeNewerVersion if a newer version of muster may have
// written the game's file, since err is about unknown words only. It returns other errors
// unchanged.
func NewerVersionError(err error) error {
	var e *schema.Error
	if !errors.As(err, &e) || !e.MaybeNewerFormat() {
		return err
	}
	first := e.Problems[0]
	what, _, _ := strings.Cut(first.Message, ";")
	return schema.Problem{Code: CodeNewerVersion, File: first.File, Line: first.Line, Column: first.Column}.Errorf("a newer version of muster kept this game, which stays as it is; go on with that version (%s in this one)", what)
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
	tokenPlacingRules [2][]string
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
		t.tokenPlacingRules[i] = tokenPlacingRules(t.Sides[i].Units)
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
