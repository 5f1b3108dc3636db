package play

import (
	"cmp"

	"muster/builder/play"
	"muster/web/page"
)

// A playPage is a game at the table.
type playPage struct {
	List    *page.List
	State   *play.State
	View    string // which part a phone shows
	Ask     string // what is asked before it is done: "end", "new"
	Trouble string // with the opponent's list
	Copied  string // says what the opponent's list stands by, if not by its army books
	Parts   *page.Parts
	Seen    int  // events that the page knows of
	Redo    bool // one can be done again

	was     map[string]string // ETags of the rows before the newest event, if it changed at most one
	Changed *play.UnitState   // that one

	transports [2][]*play.UnitState // that units of each side can get into
}

func newPlayPage(list *page.List, t *table, view string, parts *page.Parts) *playPage {
	return &playPage{
		List: list, State: t.state, View: cmp.Or(view, "mine"), Trouble: t.trouble, Copied: t.copied(),
		Seen: len(t.game.Events), Redo: len(t.undone) > 0, Parts: parts,
	}
}

// tapID is the id of the form that sends events.
const tapID = "tap"

func (p *playPage) address() string { return p.List.Address() + "/play" }
