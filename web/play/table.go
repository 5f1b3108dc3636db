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

// A loadedGame is a game that was read from its file, with both lists and its present state.
type loadedGame struct {
	fileText  []byte // text of the game's file; nil for none
	game      *play.Game
	state     *play.State
	ownRoster builder.Roster
	foeCode   string // share code of the opponent's list
	foeRoster builder.Roster
	// foeTrouble is the reason why the opponent's list is unreadable, or "".
	foeTrouble string
	// missingBooks names the missing army books of the opponent's list, then made from the copy in
	// its code; "" if none. unexplainedRules holds the rules that the copy does not explain.
	missingBooks     string
	unexplainedRules []string
	startTime        string // time at which the game began, kept if all its events were undone
	// events undone since the last tap, to be redone; the next one is last
	undoneEvents []play.Event
	shownTargets [2]string         // the target unit of each side on the last page drawn, by id
	partETags    map[string]string // ETags of the parts of the last page drawn, by id
}

// bytesPerEvent estimates the memory of an event without a list's code.
const bytesPerEvent = 200

// Bytes estimates the memory of the game: its lists, counting the opponent's twice for the states
// of units, and its events.
func (t *loadedGame) Bytes() int {
	n := len(t.fileText) + len(t.foeCode) + desk.ListBytes(t.ownRoster) + 2*desk.ListBytes(t.foeRoster)
	for _, e := range t.undoneEvents {
		n += bytesPerEvent + len(e.ListCode)
	}
	for id, etag := range t.partETags {
		n += len(id) + len(etag)
	}
	return n
}

// gameKey returns the time when the game began, to identify it, even if all events were undone; ""
// before the first event.
func (t *loadedGame) gameKey() string { return cmp.Or(t.game.StartTime, t.startTime) }

// stateForPhone returns the game's state with the names of the sides for a phone. On the phone of a
// nameless opponent, "opponent" would mean the wrong side.
func (t *loadedGame) stateForPhone(phone int) *play.State {
	if name, _ := t.game.Opponent(); phone == 0 || name != "" || t.foeRoster != nil {
		return t.state
	}
	return play.NewTable(t.ownRoster, "My side", nil).Replay(t.game)
}

// canRedo reports whether the last event that a phone has undone can be redone. After the end of
// the game only the event that continues it can.
func (t *loadedGame) canRedo(phone int) bool {
	at := play.LastByPhone(t.undoneEvents, phone)
	return at >= 0 && (!t.state.IsOver || t.undoneEvents[at].Verb == play.ResumeGame)
}

// viewAfterTap returns the part to show after a tap on a phone that showed view. If both sides are
// played on one phone, it changes to the side whose turn it is after an activation or a new round,
// and to the side of a unit after its activation was undone.
func (t *loadedGame) viewAfterTap(tap, view string) string {
	n := len(t.game.Events)
	if tap == "undo" && len(t.undoneEvents) > 0 {
		if e := t.undoneEvents[len(t.undoneEvents)-1]; e.Verb == play.Act && view != "table" {
			return sideName(e.OfOpponent)
		}
		return view
	}
	if n == 0 || view == "table" || t.state.NextSide < 0 {
		return view
	}
	now, theirs := t.game.Events[n-1], t.state.NextSide == 1
	if now.Verb != play.NextRound && (now.Verb != play.Act || now.Subject == "after" || now.OfOpponent == theirs) {
		return view
	}
	for _, e := range slices.Backward(t.game.Events[:n-1]) {
		switch {
		case e.Verb == play.UnknownUnitActed && e.OfOpponent == theirs, e.Verb == play.Act && e.Subject == "after":
			return view
		case e.Verb == play.Act && e.OfOpponent == theirs:
			if e.Phone == now.Phone {
				return sideName(theirs)
			}
			return view
		}
	}
	return view
}

// cachedGame returns the game cached with a list, or nil.
func cachedGame(d *desk.CachedList) *loadedGame {
	t, _ := d.CachedGame.(*loadedGame)
	return t
}

// withGame returns a page about the game of the list named by a request.
func (h *Handler) withGame(serve func(w http.ResponseWriter, r *http.Request, list *page.List, t *loadedGame) error) desk.PageFunc {
	return h.WithListToView(func(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
		t, err := h.loadGame(list.ID, roster)
		if err != nil {
			return err
		}
		return serve(w, r, list, t)
	})
}

// loadGame returns the present game of a list, a new one if there is no file.
func (h *Handler) loadGame(id string, mine builder.Roster) (*loadedGame, error) {
	text, err := schema.FilePath{Folder: h.Lists, Name: desk.GameFileName(id)}.Load()
	if errors.Is(err, fs.ErrNotExist) {
		text, err = nil, nil
	}
	if err != nil {
		return nil, err
	}
	var kept *loadedGame
	h.ListCache.WithCached(id, func(d *desk.CachedList) { kept = cachedGame(d) })
	if kept != nil && kept.ownRoster == mine && bytes.Equal(kept.fileText, text) &&
		(text == nil) == (kept.fileText == nil) && !h.hasBookArrived(kept, mine) {
		return kept, nil
	}
	game := &play.Game{}
	if text == nil {
		game = h.oldFormatGame(id, mine)
	} else {
		document, err := schema.Read(desk.GameFileName(id), text, "play/1")
		if err != nil {
			return nil, play.NewerVersionError(err)
		}
		if game, err = play.ReadGame(document); err != nil {
			return nil, err
		}
	}
	one := h.newLoadedGame(kept, mine, text, game, nil)
	if kept != nil && text != nil && len(game.Events) == 0 { // all was taken back
		one.startTime = kept.startTime
	}
	h.ListCache.WithCached(id, func(d *desk.CachedList) { d.CachedGame = one })
	return one, nil
}

// newLoadedGame returns a game with its state. kept is the game as cached before, or nil: the
// opponent's list is taken from it if it is unchanged. known is the game's state, or nil: it is
// used if both lists are unchanged, else the state is computed from the events.
func (h *Handler) newLoadedGame(kept *loadedGame, mine builder.Roster, text []byte, game *play.Game, known *play.State) *loadedGame {
	one := &loadedGame{fileText: text, game: game, ownRoster: mine}
	name, code := game.Opponent()
	if one.foeCode = code; code != "" {
		if kept != nil && kept.foeCode == code && (kept.foeRoster == nil || kept.missingBooks != "" || kept.foeRoster.IsCurrent(h.Library)) && !h.hasBookArrived(kept, mine) {
			one.foeRoster, one.foeTrouble, one.missingBooks, one.unexplainedRules = kept.foeRoster, kept.foeTrouble, kept.missingBooks, kept.unexplainedRules
		} else {
			h.openOpponent(one, mine.Game())
		}
	}
	var t *play.Table
	if kept != nil && kept.ownRoster == mine && kept.foeRoster == one.foeRoster &&
		kept.state.Table.Sides[1].Name == cmp.Or(name, "Opponent") {
		t = kept.state.Table
	} else {
		t = play.NewTable(mine, name, one.foeRoster)
	}
	if one.state = known; known == nil || known.Table != t {
		one.state = t.Replay(game)
	}
	return one
}

// openOpponent opens the opponent's list, or the copy in its code.
func (h *Handler) openOpponent(t *loadedGame, game *rules.System) {
	list, err := h.openPastedList(t.foeCode, game)
	switch {
	case list == nil:
		t.foeTrouble = page.ErrorText(err)
		return
	case err == nil:
		t.foeRoster = list.Roster
		return
	}
	if t.foeRoster, t.unexplainedRules, err = list.SharedCode.AsRoster(game); err != nil {
		t.foeTrouble = page.ErrorText(err)
		return
	}
	if t.missingBooks = list.SharedCode.Copy.BookNames(); !game.HasArmyBooks() && len(list.SharedCode.Copy.Books) == 0 {
		t.missingBooks = "its house armoury"
	}
}

// hasBookArrived reports whether an army book that was missing when the opponent's list was opened
// is now available.
func (h *Handler) hasBookArrived(t *loadedGame, mine builder.Roster) bool {
	if t == nil || t.missingBooks == "" {
		return false
	}
	list, err := h.openPastedList(t.foeCode, mine.Game())
	return list != nil && err == nil
}

// isNewerGameError reports whether the error says that a game is from a newer version of muster.
func isNewerGameError(err error) bool {
	var e *schema.Error
	return errors.As(err, &e) && e.Has(play.CodeNewerVersion)
}

// copyNote tells the player that the opponent's list is made from the copy in its code, and names
// the rules without effect in it.
func (t *loadedGame) copyNote() string {
	if t.missingBooks == "" {
		return ""
	}
	text := "Without " + t.missingBooks + " here, these units stand as the code says."
	if len(t.unexplainedRules) > 0 {
		text += " What these rules do only the book says, so odds leave them out: " +
			strings.Join(t.unexplainedRules, ", ") + "."
	}
	return text
}
