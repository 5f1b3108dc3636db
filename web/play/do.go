package play

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"muster/builder"
	"muster/builder/play"
	"muster/schema/files"
	"muster/web/desk"
	"muster/web/page"
)

func (h *Handler) play(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	t, err := h.loadGame(list.ID, roster)
	if err != nil {
		return h.Render(w, page.Layout{Title: "Play " + list.Name, CurrentPage: "play", List: list}, viewNoGame(list, err))
	}
	p := h.newPlayPage(list, t, r)
	if seen := r.FormValue("seen"); seen == "" || seen == strconv.Itoa(p.SeenEventCount) { // else what was asked is of another moment
		p.ConfirmStep = r.FormValue("ask")
	}
	h.showGame(w, p, t)
	return nil
}

func (h *Handler) showGame(w http.ResponseWriter, p *playPage, t *loadedGame) {
	p.Parts.ETags = map[string]string{}
	h.Render(w, page.Layout{Title: "Play " + p.List.Name, CurrentPage: "play", List: p.List, Parts: p.Parts, WithoutNavigation: p.IsGuest}, p.view())
	h.ListCache.WithCached(p.List.ID, func(*desk.CachedList) { t.partETags, t.shownTargets = p.Parts.ETags, p.TargetIDs })
}

// handleTap records the event of a tap, that is, of a pressed button. If taps arrive from two tabs
// or programs at the same time, all are recorded.
func (h *Handler) handleTap(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.WriteLocks.Lock(id)()
	roster, err := h.RosterToView(id)
	if err != nil {
		return err
	}
	var was loadedGame // as the newest page shows it, if that is kept
	h.ListCache.WithCached(id, func(d *desk.CachedList) {
		if kept := cachedGame(d); kept != nil {
			was = *kept
		}
	})
	const tries = 20
	for range tries {
		if h.SharedGames.IsRepeatedTap(id, r.FormValue("tap"), false) {
			break
		}
		if err = h.recordTap(r, id, roster); !errors.Is(err, files.ErrChanged) {
			break
		}
		if e := r.FormValue("e"); e == "undo" || e == "redo" {
			return errOutdatedUndo
		}
	}
	if err != nil {
		return err
	}
	h.SharedGames.IsRepeatedTap(id, r.FormValue("tap"), true)
	h.SharedGames.Notify(id)
	t, err := h.loadGame(id, roster)
	if err != nil { // the page says why
		return desk.Redirect(w, r, page.ListAddress(id)+"/play")
	}
	if view := t.viewAfterTap(r.FormValue("e"), r.FormValue("view")); r.Form.Has("view") {
		r.Form.Set("view", view)
	}
	at := [2]string{r.FormValue("at"), r.FormValue("by")}
	back := addressWithView(desk.PhoneIndex(r.Context()) > 0, page.ListAddress(id)+"/play", r.FormValue("view"), at)
	if !desk.ShownParts(r).RequestedByScript() {
		return desk.Redirect(w, r, back)
	}
	w.Header().Set("Content-Location", back)
	p := h.newPlayPage(desk.PageList(id, roster), t, r)
	if was.game != nil && was.shownTargets == p.TargetIDs && p.State == t.state && t.state.Table == was.state.Table {
		before, now := was.game.Events, t.game.Events
		if n := len(before); len(now) == n+1 && reflect.DeepEqual(now[:n], before) {
			var alone bool
			if p.ChangedUnit, alone = t.state.OnlyChangedRow(now[n], was.state); alone {
				p.oldRowETags = was.partETags
			}
		}
	}
	h.showGame(w, p, t)
	return nil
}

// errOutdatedUndo is the error of an undo or redo sent before the page showed the newest event.
var errOutdatedUndo = fmt.Errorf("something else happened meanwhile, so nothing was taken back or done again: %w",
	files.ErrChanged)

// errNotOwner is the error for actions that only the game's own phone may do.
var errNotOwner = errors.New("only the phone whose game it is does that")

// errEndedGame is the error for a tap that was sent while its game was still the current one, but
// arrived after a new game had begun.
var errEndedGame = fmt.Errorf("this tap is of a game that is no more: %w", fs.ErrNotExist)

func (h *Handler) recordTap(r *http.Request, id string, roster builder.Roster) error {
	t, err := h.loadGame(id, roster)
	if game := r.FormValue("game"); err == nil && game != "" && game != t.gameKey() &&
		game != h.SharedGames.NewGameName(id) {
		return errEndedGame
	}
	if r.FormValue("e") == "new" { // also of one that cannot be read
		if desk.PhoneIndex(r.Context()) > 0 {
			return errNotOwner
		}
		h.SharedGames.CloseLink(id)
		if err == nil {
			if err := h.storeGame(id, t.game, t.state); err != nil {
				return err
			}
		}
		for _, name := range []string{desk.GameFileName(id), desk.OldGameFileName(id)} {
			if err := h.Lists.Remove(name, nil); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return nil
	}
	if err != nil {
		return err
	}
	game, state, undone := t.game, (*play.State)(nil), []play.Event(nil)
	text := r.FormValue("e")
	if seen := r.FormValue("seen"); (text == "undo" || text == "redo") && seen != "" &&
		seen != strconv.Itoa(len(game.Events)) && r.FormValue("tap") == "" {
		return errOutdatedUndo
	}
	phone := desk.PhoneIndex(r.Context())
	if n := len(game.Events); text == "undo" {
		var last *play.Event
		if game, last = game.Undo(phone); last != nil {
			undone = append(slices.Clip(t.undoneEvents), *last)
		}
	} else if game, state, undone, err = h.applyTap(r, roster, t); err != nil {
		return err
	} else if game.Events[n].Verb == play.EndGame {
		if err := h.storeGame(id, game, state); err != nil {
			return err
		}
	}
	written := game.Text()
	if err := h.Lists.Write(desk.GameFileName(id), t.fileText, written); err != nil {
		return err
	}
	h.Lists.Remove(desk.OldGameFileName(id), nil) // what was taken over; where there was none there is none
	now := h.newLoadedGame(t, roster, written, game, state)
	now.undoneEvents, now.startTime = undone, t.gameKey()
	h.ListCache.WithCached(id, func(d *desk.CachedList) { d.CachedGame = now })
	return nil
}

// applyTap applies the event of a tap to the game, or redoes the event that was undone last. It
// also returns the events that can still be redone.
func (h *Handler) applyTap(r *http.Request, roster builder.Roster, t *loadedGame) (*play.Game, *play.State, []play.Event, error) {
	var e play.Event
	var err error
	before, phone := *t.game, desk.PhoneIndex(r.Context())
	// A game of which all was taken back is still the one that began then.
	before.StartTime = t.gameKey()
	undone := slices.DeleteFunc(slices.Clone(t.undoneEvents), func(e play.Event) bool { return e.Phone == phone }) // each phone has its own
	if r.FormValue("e") == "redo" {
		at := play.LastByPhone(t.undoneEvents, phone)
		if at < 0 {
			return nil, nil, nil, errors.New("nothing was taken back that could be done again")
		}
		e, undone = t.undoneEvents[at], slices.Delete(slices.Clone(t.undoneEvents), at, at+1)
	} else if e, err = parseTap(t.state, r.FormValue("e")); err == nil {
		e.Phone = phone
		switch {
		case e.Verb == play.NameOpponent && phone > 0:
			err = errNotOwner
		case e.Verb == play.Act && e.Subject == "" && !e.OfOpponent && t.state.ActingImpliesPass(0):
			e.Subject = "after"
		case e.Verb == play.NameOpponent:
			e, err = h.readFoe(r, roster)
		case e.Verb == play.GetIn && e.Subject == "":
			e.Subject, err = transportIDByName(t.state, e.OfOpponent, strings.TrimSpace(r.FormValue("into")))
		}
	}
	if err != nil {
		return nil, nil, nil, err
	}
	game, state, err := t.state.Apply(before.WithStartTime(time.Now()), e)
	return game, state, undone, err
}

// storeGame stores a game with its summary beside the list's other stored games. If the same game
// was stored before, it is replaced.
func (h *Handler) storeGame(id string, game *play.Game, state *play.State) error {
	kept := state.WithSummary(game.WithStartTime(time.Now()))
	if kept == nil {
		return nil
	}
	return files.Overwrite(h.Lists, kept.KeptPath(id+desk.ListExtension), kept.Text())
}

// transportIDByName returns the id of the transport whose name a person typed.
func transportIDByName(s *play.State, their bool, name string) (string, error) {
	for _, o := range transports(s, sideIndex(their)) {
		if o.Name == name {
			return o.ID, nil
		}
	}
	return "", fmt.Errorf("no transport on the table is called `%s`; choose one of the names that are offered", name)
}
