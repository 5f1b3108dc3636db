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

// A table is a game as it stands, with the sources of its state.
type table struct {
	text   []byte // of the game's file; nil for none
	game   *play.Game
	state  *play.State
	mine   builder.Roster
	code   string // of the opponent's list
	theirs builder.Roster
	// trouble says why the opponent's list cannot be read; "" if it can.
	trouble string
	// needs names the army books that are not here, so that the opponent's list stands
	// as its copy has it; "" if they are. names are the rules that it does not explain.
	needs  string
	names  []string
	began  string            // when the game began, of one whose events were all taken back
	undone []play.Event      // the events that were taken back since the last tap, that can be done again, the next one last
	at     [2]string         // the targets that the page showed that was drawn of it
	etags  map[string]string // of the parts of the page that was drawn of it, by their ids
}

// eventBytes is about how much memory an event takes without a list's code.
const eventBytes = 200

// Bytes estimates the table's memory: that of its lists, and again for each unit's state in the game.
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

// name names the game by the time at which it began, also when all of it was taken back; "" of one in
// which nothing happened yet.
func (t *table) name() string { return cmp.Or(t.game.Began, t.began) }

// stateForPhone returns the game's state with the sides' names as a phone shows them. On the phone of
// an opponent without a name, "opponent" would mean the wrong side.
func (t *table) stateForPhone(phone int) *play.State {
	if name, _ := t.game.Foe(); phone == 0 || name != "" || t.theirs != nil {
		return t.state
	}
	return play.NewTable(t.mine, "My side", nil).Replay(t.game)
}

// canRedo reports whether what a phone took back last can be done again: after the game, only that it
// goes on.
func (t *table) canRedo(phone int) bool {
	at := play.LastBy(t.undone, phone)
	return at >= 0 && (!t.state.Over || t.undone[at].Do == play.Resume)
}

// follows returns the part to show after a tap on a phone that showed view. Where both sides' units are
// tapped on one phone, that is the side whose turn it is once a unit has acted or a round has begun,
// and the side of the unit whose act was taken back.
func (t *table) follows(tap, view string) string {
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

// tableOn returns the game that a desk keeps, or nil.
func tableOn(d *desk.Desk) *table {
	t, _ := d.Table.(*table)
	return t
}

// ofTable answers with a page about the game of the list that a request names.
func (h *Handler) ofTable(serve func(w http.ResponseWriter, r *http.Request, list *page.List, t *table) error) desk.Page {
	return h.OfReading(func(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
		t, err := h.table(list.ID, roster)
		if err != nil {
			return err
		}
		return serve(w, r, list, t)
	})
}

// table is the game of a list as it stands. Without a file it begins.
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
	if kept != nil && kept.mine == mine && bytes.Equal(kept.text, text) && (text == nil) == (kept.text == nil) && !h.arrived(kept, mine) {
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
	one := h.lay(kept, mine, text, game, nil)
	if kept != nil && text != nil && len(game.Events) == 0 { // all was taken back
		one.began = kept.began
	}
	h.Desks.With(id, func(d *desk.Desk) { d.Table = one })
	return one, nil
}

// lay works out how a game stands, unless that is known of the same two lists; the
// opponent's list is that of the table kept before, if it is the same.
func (h *Handler) lay(kept *table, mine builder.Roster, text []byte, game *play.Game, known *play.State) *table {
	one := &table{text: text, game: game, mine: mine}
	name, code := game.Foe()
	if one.code = code; code != "" {
		if kept != nil && kept.code == code && (kept.theirs == nil || kept.needs != "" || kept.theirs.Current(h.Library)) && !h.arrived(kept, mine) {
			one.theirs, one.trouble, one.needs, one.names = kept.theirs, kept.trouble, kept.needs, kept.names
		} else {
			h.seat(one, mine.Game())
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

// seat opens the opponent's list, or the copy in its code as far as that goes.
func (h *Handler) seat(t *table, game *rules.System) {
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

// arrived reports whether an army book is here by now that was missing.
func (h *Handler) arrived(t *table, mine builder.Roster) bool {
	if t == nil || t.needs == "" {
		return false
	}
	list, err := h.opponent(t.code, mine.Game())
	return list != nil && err == nil
}

// isNewer reports whether an error is that of a game of a newer version of muster.
func isNewer(err error) bool {
	var e *schema.Error
	return errors.As(err, &e) && e.Has(play.CodeNewer)
}

// copied says how the opponent's list stands without its army books.
func (t *table) copied() string {
	if t.needs == "" {
		return ""
	}
	text := "Without " + t.needs + " here, these units stand as the code says."
	if len(t.names) > 0 {
		text += " What these rules do only the book says, so odds leave them out: " + strings.Join(t.names, ", ") + "."
	}
	return text
}
