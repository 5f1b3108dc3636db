package play

import (
	"cmp"
	"context"
	"net/http"
	"net/url"

	"muster/builder"
	"muster/builder/odds"
	"muster/builder/play"
	"muster/web/desk"
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
	Undo    bool // one of this phone's can be taken back
	Redo    bool // one can be done again
	Guest   bool // the phone has the link of this game alone, and plays the opponent's side
	Shared  bool // other phones may share the game
	ETag    string
	game    string // names the game

	At      [2]string         // the id of the enemy unit that the needs of each side's units are shown against; "" for the first
	Rosters [2]builder.Roster // of both sides
	ctx     context.Context   // of the request
	both    bool              // the newest tap recorded that both sides acted

	needed  [2]map[string]*odds.Needs // of each side's units, once asked for
	was     map[string]string         // ETags of the rows before the newest event, if it changed at most one
	Changed *play.UnitState           // that one

	transports [2][]*play.UnitState // that units of each side can get into
}

// newPlayPage is the page of a game as a request shows it.
func (h *Handler) newPlayPage(list *page.List, t *table, r *http.Request) *playPage {
	n, phone := len(t.game.Events), desk.Phone(r.Context())
	return &playPage{
		List: list, State: t.seenBy(phone), View: cmp.Or(r.FormValue("view"), sideName(phone > 0)), game: cmp.Or(t.name(), h.Tables.Unbegun(list.ID)), Trouble: t.trouble, Copied: t.copied(),
		At: [2]string{r.FormValue("at"), r.FormValue("by")}, Rosters: [2]builder.Roster{t.mine, t.theirs},
		ctx: r.Context(), Seen: n, Undo: play.LastBy(t.game.Events, phone) >= 0, Redo: play.LastBy(t.undone, phone) >= 0, Guest: phone > 0, Shared: h.Tables != nil, ETag: desk.ETag(t.text), Parts: desk.Parts(r), both: n > 0 && t.game.Events[n-1].What == "after",
	}
}

// words are what the reader calls the list's side and the opponent's.
func (p *playPage) words() (list, opponent string) {
	if p.Guest {
		return "Theirs", "Mine"
	}
	return "Mine", "Theirs"
}

// tapID is the id of the form that sends events.
const tapID = "tap"

func (p *playPage) address() string { return p.List.Address() + "/play" }

// shown is the address of the page with a part on a phone, and the targets that are chosen.
func (p *playPage) shown(view string) string {
	return shownAt(p.Guest, p.address(), view, p.At)
}

func shownAt(guest bool, address, view string, at [2]string) string {
	v := url.Values{}
	for key, value := range map[string]string{"view": view, "at": at[0], "by": at[1]} {
		if value != "" && value != sideName(guest) {
			v.Set(key, value)
		}
	}
	if len(v) > 0 {
		address += "?" + v.Encode()
	}
	return address
}
