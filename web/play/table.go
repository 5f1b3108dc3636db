package play

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/play"
	"muster/rules"
	"muster/schema"
	"muster/web/desk"
	"muster/web/page"
)

// A table is a game in its present state, with everything from which the state follows.
type table struct {
	text   []byte // of the game's file; nil for none
	game   *play.Game
	state  *play.State
	mine   builder.Roster
	code   string // of the opponent's list
	theirs builder.Roster
	// trouble is the reason why the opponent's list is unreadable, or "".
	trouble string
	// needs names the missing army books of the opponent's list, of which the copy in its code is
	// used; "" if none. names holds the rules that the copy does not explain.
	needs  string
	names  []string
	began  string            // time at which the game began, if all events were undone
	undone []play.Event      // undone events since the last tap, which can be redone; the next one is last
	at     [2]string         // the chosen targets of the last page drawn
	etags  map[string]string // ETags of the parts of the last page drawn, by id
}

// eventBytes estimates the memory of an event without a list's code.
const eventBytes = 200

// Bytes estimates the table's memory: of its lists, and as much again for the units' states.
func (t *table) Bytes() int {
	n := len(t.text) + len(t.code) + desk.ListBytes(t.mine) + 2*desk.ListBytes(t.theirs)
	for _, e := range t.undone {
		n += eventBytes + len(e.Code)
	}
	for id, etag := range t.etags {
		n += len(id) + len(etag)
	}
	return n
}

// name identifies the game by the time at which it began, even if all events were undone; "" before
// the first event.
func (t *table) name() string { return cmp.Or(t.game.Began, t.began) }

// stateForPhone returns the game's state with the names of the sides for a phone. On the phone of a
// nameless opponent, "opponent" would mean the wrong side.
func (t *table) stateForPhone(phone int) *play.State {
	if name, _ := t.game.Foe(); phone == 0 || name != "" || t.theirs != nil {
		return t.state
	}
	return play.NewTable(t.mine, "My side", nil).Replay(t.game)
}

// canRedo reports whether a phone's last undone event can be redone; after the game only its
// continuation.
func (t *table) canRedo(phone int) bool {
	at := play.LastBy(t.undone, phone)
	return at >= 0 && (!t.state.Over || t.undone[at].Do == play.Resume)
}

// nextView returns the part to show after a tap on a phone that showed view. If both sides are
// played on one phone, it is the side whose turn it is after an activation or a new round, and the
// side of the unit whose activation was undone.
func (t *table) nextView(tap, view string) string {
	n := len(t.game.Events)
	if tap == "undo" && len(t.undone) > 0 {
		if e := t.undone[len(t.undone)-1]; e.Do == play.Act && view != "table" {
			return sideName(e.Their)
		}
		return view
	}
	if n == 0 || view == "table" || t.state.Turn < 0 {
		return view
	}
	now, theirs := t.game.Events[n-1], t.state.Turn == 1
	if now.Do != play.Next && (now.Do != play.Act || now.Subject == "after" || now.Their == theirs) {
		return view
	}
	for _, e := range slices.Backward(t.game.Events[:n-1]) {
		switch {
		case e.Do == play.Pass && e.Their == theirs, e.Do == play.Act && e.Subject == "after":
			return view
		case e.Do == play.Act && e.Their == theirs:
			if e.By == now.By {
				return sideName(theirs)
			}
			return view
		}
	}
	return view
}

// tableOn returns the game cached on a desk, or nil.
func tableOn(d *desk.Desk) *table {
	t, _ := d.Table.(*table)
	return t
}

// withTable returns a page about the game of the list named by a request.
func (h *Handler) withTable(serve func(w http.ResponseWriter, r *http.Request, list *page.List, t *table) error) desk.Page {
	return h.WithReading(func(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
		t, err := h.table(list.ID, roster)
		if err != nil {
			return err
		}
		return serve(w, r, list, t)
	})
}

// table returns the present game of a list, a new one if there is no file.
func (h *Handler) table(id string, mine builder.Roster) (*table, error) {
	text, err := schema.Place{Folder: h.Lists, Name: desk.GameFile(id)}.Load()
	if errors.Is(err, fs.ErrNotExist) {
		text, err = nil, nil
	}
	if err != nil {
		return nil, err
	}
	var kept *table
	h.Desks.With(id, func(d *desk.Desk) { kept = tableOn(d) })
	if kept != nil && kept.mine == mine && bytes.Equal(kept.text, text) && (text == nil) == (kept.text == nil) && !h.bookArrived(kept, mine) {
		return kept, nil
	}
	game := &play.Game{}
	if text == nil {
		game = h.oldGame(id, mine)
	} else {
		document, err := schema.Read(desk.GameFile(id), text, "play/1")
		if err != nil {
			return nil, play.Newer(err)
		}
		if game, err = play.Read(document); err != nil {
			return nil, err
		}
	}
	one := h.newTable(kept, mine, text, game, nil)
	if kept != nil && text != nil && len(game.Events) == 0 { // all was taken back
		one.began = kept.began
	}
	h.Desks.With(id, func(d *desk.Desk) { d.Table = one })
	return one, nil
}

// newTable returns the table of a game. known is its state if it is known for the same two lists.
// The opponent's list is taken from cached if it is the same.
func (h *Handler) newTable(kept *table, mine builder.Roster, text []byte, game *play.Game, known *play.State) *table {
	one := &table{text: text, game: game, mine: mine}
	name, code := game.Foe()
	if one.code = code; code != "" {
		if kept != nil && kept.code == code && (kept.theirs == nil || kept.needs != "" || kept.theirs.Current(h.Library)) && !h.bookArrived(kept, mine) {
			one.theirs, one.trouble, one.needs, one.names = kept.theirs, kept.trouble, kept.needs, kept.names
		} else {
			h.openOpponent(one, mine.Game())
		}
	}
	var t *play.Table
	if kept != nil && kept.mine == mine && kept.theirs == one.theirs && kept.state.Table.Sides[1].Name == cmp.Or(name, "Opponent") {
		t = kept.state.Table
	} else {
		t = play.NewTable(mine, name, one.theirs)
	}
	if one.state = known; known == nil || known.Table != t {
		one.state = t.Replay(game)
	}
	return one
}

// openOpponent opens the opponent's list, or the copy in its code.
func (h *Handler) openOpponent(t *table, game *rules.System) {
	list, err := h.opponent(t.code, game)
	switch {
	case list == nil:
		t.trouble = page.Sentence(err)
		return
	case err == nil:
		t.theirs = list.Roster
		return
	}
	if t.theirs, t.names, err = list.Shared.Stand(game); err != nil {
		t.trouble = page.Sentence(err)
		return
	}
	if t.needs = list.Shared.Copy.MadeWith(); !game.HasArmyBooks() {
		t.needs = "its house armoury"
	}
}

// bookArrived reports whether a missing army book is now available.
func (h *Handler) bookArrived(t *table, mine builder.Roster) bool {
	if t == nil || t.needs == "" {
		return false
	}
	list, err := h.opponent(t.code, mine.Game())
	return list != nil && err == nil
}

// isNewer reports whether the error says that a game is from a newer version of muster.
func isNewer(err error) bool {
	var e *schema.Error
	return errors.As(err, &e) && e.Has(play.CodeNewer)
}

// copyNote says how the opponent's list is used without its army books.
func (t *table) copyNote() string {
	if t.needs == "" {
		return ""
	}
	text := "Without " + t.needs + " here, these units stand as the code says."
	if len(t.names) > 0 {
		text += " What these rules do only the book says, so odds leave them out: " + strings.Join(t.names, ", ") + "."
	}
	return text
}
