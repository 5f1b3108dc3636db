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
	t, err := h.table(list.ID, roster)
	if err != nil {
		return h.Render(w, page.Layout{Title: "Play " + list.Name, Here: "play", List: list}, viewNoGame(list, err))
	}
	p := h.newPlayPage(list, t, r)
	if seen := r.FormValue("seen"); seen == "" || seen == strconv.Itoa(p.Seen) { // else what was asked is of another moment
		p.Confirm = r.FormValue("ask")
	}
	h.showTable(w, p, t)
	return nil
}

func (h *Handler) showTable(w http.ResponseWriter, p *playPage, t *table) {
	p.Parts.ETags = map[string]string{}
	h.Render(w, page.Layout{Title: "Play " + p.List.Name, Here: "play", List: p.List, Parts: p.Parts, Bare: p.Guest}, p.view())
	h.Desks.With(p.List.ID, func(*desk.Desk) { t.etags, t.at = p.Parts.ETags, p.At })
}

// playDo records an event at the table. Taps of two tabs or programs at the same time are all
// recorded.
func (h *Handler) playDo(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.Writing.Lock(id)()
	roster, err := h.Reading(id)
	if err != nil {
		return err
	}
	var was table // as the newest page shows it, if that is kept
	h.Desks.With(id, func(d *desk.Desk) {
		if kept := tableOn(d); kept != nil {
			was = *kept
		}
	})
	const tries = 20
	for range tries {
		if h.Tables.IsRepeated(id, r.FormValue("tap"), false) {
			break
		}
		if err = h.record(r, id, roster); !errors.Is(err, files.ErrChanged) {
			break
		}
		if e := r.FormValue("e"); e == "undo" || e == "redo" {
			return errMeanwhile
		}
	}
	if err != nil {
		return err
	}
	h.Tables.IsRepeated(id, r.FormValue("tap"), true)
	h.Tables.Changed(id)
	t, err := h.table(id, roster)
	if err != nil { // the page says why
		return desk.Redirect(w, r, page.ListAddress(id)+"/play")
	}
	if view := t.nextView(r.FormValue("e"), r.FormValue("view")); r.Form.Has("view") {
		r.Form.Set("view", view)
	}
	at := [2]string{r.FormValue("at"), r.FormValue("by")}
	back := shownAt(desk.Phone(r.Context()) > 0, page.ListAddress(id)+"/play", r.FormValue("view"), at)
	if !desk.Parts(r).Asked() {
		return desk.Redirect(w, r, back)
	}
	w.Header().Set("Content-Location", back)
	p := h.newPlayPage(desk.NameOf(id, roster), t, r)
	if was.game != nil && was.at == p.At && p.State == t.state && t.state.Table == was.state.Table {
		before, now := was.game.Events, t.game.Events
		if n := len(before); len(now) == n+1 && reflect.DeepEqual(now[:n], before) {
			var alone bool
			if p.Changed, alone = t.state.OnlyChangedRow(now[n], was.state); alone {
				p.was = was.etags
			}
		}
	}
	h.showTable(w, p, t)
	return nil
}

// errMeanwhile is the error of an undo or redo sent before the page showed the newest event.
var errMeanwhile = fmt.Errorf("something else happened meanwhile, so nothing was taken back or done again: %w", files.ErrChanged)

// errNotYours is the error for actions that only the game's own phone may do.
var errNotYours = errors.New("only the phone whose game it is does that")

// errGone is the error for a tap that was sent while its game was still the current one, but
// arrived after a new game had begun.
var errGone = fmt.Errorf("this tap is of a game that is no more: %w", fs.ErrNotExist)

func (h *Handler) record(r *http.Request, id string, roster builder.Roster) error {
	t, err := h.table(id, roster)
	if game := r.FormValue("game"); err == nil && game != "" && game != t.name() && game != h.Tables.NameOfNew(id) {
		return errGone
	}
	if r.FormValue("e") == "new" { // also of one that cannot be read
		if desk.Phone(r.Context()) > 0 {
			return errNotYours
		}
		h.Tables.Close(id)
		if err == nil {
			if err := h.storeGame(id, t.game, t.state); err != nil {
				return err
			}
		}
		for _, name := range []string{desk.GameFile(id), desk.OldGameFile(id)} {
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
	if seen := r.FormValue("seen"); (text == "undo" || text == "redo") && seen != "" && seen != strconv.Itoa(len(game.Events)) && r.FormValue("tap") == "" {
		return errMeanwhile
	}
	phone := desk.Phone(r.Context())
	if n := len(game.Events); text == "undo" {
		var last *play.Event
		if game, last = game.Undone(phone); last != nil {
			undone = append(slices.Clip(t.undone), *last)
		}
	} else if game, state, undone, err = h.applyTap(r, roster, t); err != nil {
		return err
	} else if game.Events[n].Do == play.End {
		if err := h.storeGame(id, game, state); err != nil {
			return err
		}
	}
	written := game.Text()
	if err := h.Lists.Write(desk.GameFile(id), t.text, written); err != nil {
		return err
	}
	h.Lists.Remove(desk.OldGameFile(id), nil) // what was taken over; where there was none there is none
	now := h.newTable(t, roster, written, game, state)
	now.undone, now.began = undone, t.name()
	h.Desks.With(id, func(d *desk.Desk) { d.Table = now })
	return nil
}

// applyTap applies a tap, or redoes the event that was undone last. It also returns the events that
// can still be redone.
func (h *Handler) applyTap(r *http.Request, roster builder.Roster, t *table) (*play.Game, *play.State, []play.Event, error) {
	var e play.Event
	var err error
	before, phone := *t.game, desk.Phone(r.Context())
	// A game of which all was taken back is still the one that began then.
	before.Began = t.name()
	undone := slices.DeleteFunc(slices.Clone(t.undone), func(e play.Event) bool { return e.By == phone }) // each phone has its own
	if r.FormValue("e") == "redo" {
		at := play.LastBy(t.undone, phone)
		if at < 0 {
			return nil, nil, nil, errors.New("nothing was taken back that could be done again")
		}
		e, undone = t.undone[at], slices.Delete(slices.Clone(t.undone), at, at+1)
	} else if e, err = parseTap(t.state, r.FormValue("e")); err == nil {
		e.By = phone
		switch {
		case e.Do == play.Foe && phone > 0:
			err = errNotYours
		case e.Do == play.Act && e.Subject == "" && !e.Their && t.state.TapPassesOther(0):
			e.Subject = "after"
		case e.Do == play.Foe:
			e, err = h.foe(r, roster)
		case e.Do == play.Board && e.Subject == "":
			e.Subject, err = transportNamed(t.state, e.Their, strings.TrimSpace(r.FormValue("into")))
		}
	}
	if err != nil {
		return nil, nil, nil, err
	}
	game, state, err := t.state.Apply(before.WithStartTime(time.Now()), e)
	return game, state, undone, err
}

// storeGame stores a game with the other games of its list, once for each game.
func (h *Handler) storeGame(id string, game *play.Game, state *play.State) error {
	kept := state.Kept(game.WithStartTime(time.Now()))
	if kept == nil {
		return nil
	}
	return files.Overwrite(h.Lists, kept.KeptAs(id+desk.Ending), kept.Text())
}

// transportNamed returns the id of the transport whose name a person typed.
func transportNamed(s *play.State, their bool, name string) (string, error) {
	for _, o := range transports(s, sideOf(their)) {
		if o.Name == name {
			return o.ID, nil
		}
	}
	return "", fmt.Errorf("no transport on the table is called `%s`; choose one of the names that are offered", name)
}
