package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"muster/builder"
	"muster/export"
	"muster/schema"
)

// A game is what happened at the table so far. It is kept in a file of its own
// beside the list until the game ends.
type game struct {
	Round      int                   `json:"round"`
	Objectives []int                 `json:"objectives,omitempty"` // that the player holds
	Units      map[string]*unitState `json:"units,omitempty"`
}

// unitState is what became of a unit.
type unitState struct {
	Wounds   int            `json:"wounds,omitempty"`
	States   []string       `json:"states,omitempty"`
	Counters map[string]int `json:"counters,omitempty"`
}

// objectives is how many a table may have.
const objectives = 5

// playName is the file of a list's game.
func playName(id string) string { return id + ".play.json" }

// game reads the game of a list; without one it begins.
func (h *handler) game(id string) (g *game, text []byte, err error) {
	g = &game{Round: 1}
	text, err = (schema.Place{Folder: h.Lists, Name: playName(id)}).Load()
	if _, missing := fs.Stat(h.Lists, playName(id)); errors.Is(missing, fs.ErrNotExist) {
		return g, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(text, g); err != nil {
		return &game{Round: 1}, text, nil // a game that cannot be read begins anew
	}
	maps.DeleteFunc(g.Units, func(_ string, u *unitState) bool { return u == nil })
	return g, text, nil
}

// A playUnit is a unit at the table: as its sheet shows it, and what became of it.
type playUnit struct {
	export.Block // without those who joined it
	ID           string
	Now          unitState
}

func (h *handler) play(w http.ResponseWriter, _ *http.Request, list *listName, roster builder.Roster) error {
	g, _, err := h.game(list.ID)
	if err != nil {
		h.render(w, layout{Title: "Play " + list.Name, Here: "play", List: list}, viewNoGame(list, sentence(err)))
		return nil
	}
	printed, err := export.Of(roster, export.Extras{})
	if err != nil {
		return err
	}
	var units []playUnit
	for _, b := range printed.Sheet.Blocks {
		units = append(units, g.units(b)...)
	}
	h.render(w, layout{Title: "Play " + list.Name, Here: "play", List: list}, viewPlay(list, g.Round, g.Objectives, units))
	return nil
}

// units are a unit as it stands at the table, and who joined it.
func (g *game) units(b export.Block) []playUnit {
	u := playUnit{Block: b}
	u.Joined = nil
	if len(b.IDs) > 0 {
		u.ID = b.IDs[0]
	}
	if state := g.Units[u.ID]; state != nil {
		u.Now = *state
	}
	all := []playUnit{u}
	for _, other := range b.Joined {
		all = append(all, g.units(other)...)
	}
	return all
}

// playDo notes what happened at the table.
func (h *handler) playDo(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.writing.lock(id)()
	if _, err := h.roster(id); err != nil {
		return err
	}
	if r.FormValue("verb") == "end" { // also one that cannot be read
		if err := h.Lists.Remove(playName(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		see(w, r, "/lists/"+url.PathEscape(id))
		return nil
	}
	g, was, err := h.game(id)
	if err != nil {
		return err
	}
	back := "/lists/" + url.PathEscape(id) + "/play"
	if err := g.note(r); err != nil {
		return err
	}
	text, err := json.Marshal(g)
	if err != nil {
		return err
	}
	if string(text) != string(was) {
		if err := h.Lists.Write(playName(id), was, text); err != nil {
			return err
		}
	}
	see(w, r, back)
	return nil
}

// Bounds of what a game notes.
const (
	mostNoted = 100000 // of anything that is counted
	mostUnits = 5000
)

// note takes down one tap.
func (g *game) note(r *http.Request) error {
	if r.FormValue("verb") == "round" {
		g.Round = min(g.Round+1, mostNoted)
		for _, u := range g.Units { // a new round: nobody has acted
			u.States = slices.DeleteFunc(u.States, func(name string) bool { return name == "Activated" })
		}
		return nil
	}
	if text := r.FormValue("objective"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > objectives {
			return fmt.Errorf("there is no objective `%s`", text)
		}
		if i := slices.Index(g.Objectives, n); i >= 0 {
			g.Objectives = slices.Delete(g.Objectives, i, i+1)
		} else {
			g.Objectives = append(g.Objectives, n)
		}
		return nil
	}
	if g.Units == nil {
		g.Units = map[string]*unitState{}
	}
	u := g.Units[r.FormValue("unit")]
	if u == nil {
		if len(g.Units) >= mostUnits {
			return errors.New("a game has not so many units")
		}
		u = &unitState{}
		g.Units[r.FormValue("unit")] = u
	}
	if u.Counters == nil {
		u.Counters = map[string]int{}
	}
	switch {
	case r.FormValue("wound") != "":
		n, err := strconv.Atoi(r.FormValue("wound"))
		if err != nil || n < 1 || n > mostNoted {
			return errors.New("a wound is a number")
		}
		if u.Wounds == n { // the last box again takes the wound back
			n--
		}
		u.Wounds = n
	case r.FormValue("state") != "":
		name := r.FormValue("state")
		if i := slices.Index(u.States, name); i >= 0 {
			u.States = slices.Delete(u.States, i, i+1)
		} else if len(u.States) < 20 {
			u.States = append(u.States, name)
		}
	case r.FormValue("more") != "" && len(u.Counters) < 50:
		u.Counters[r.FormValue("more")] = min(u.Counters[r.FormValue("more")]+1, mostNoted)
	case r.FormValue("fewer") != "":
		u.Counters[r.FormValue("fewer")] = max(u.Counters[r.FormValue("fewer")]-1, 0)
	}
	return nil
}
