package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/play"
	"muster/export"
	"muster/input"
	"muster/rules"
	"muster/schema"
	"muster/schema/files"
	"muster/share"
)

// Files of a game, beside its list: the second is as games were kept before.
func playName(id string) string    { return play.FileOf(id + ending) }
func oldPlayName(id string) string { return id + ".play.json" }

// A table is a game as it stands, with what it was worked out from.
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
	needs string
	names []string
	rows  knownRows // of the page that was drawn of it
}

// knownRows are what rows of units a page shows.
type knownRows struct {
	as   string            // of all of them
	byID map[string]string // of each, by the id of its element
}

// table is the game of a list as it stands. Without a file it begins.
func (h *handler) table(id string, mine builder.Roster) (*table, error) {
	text, err := schema.Place{Folder: h.Lists, Name: playName(id)}.Load()
	if errors.Is(err, fs.ErrNotExist) {
		text, err = nil, nil
	}
	if err != nil {
		return nil, err
	}
	var kept *table
	h.desks.with(id, func(d *desk) { kept = d.table })
	if kept != nil && kept.mine == mine && bytes.Equal(kept.text, text) && (text == nil) == (kept.text == nil) && !h.arrived(kept, mine) {
		return kept, nil
	}
	game := &play.Game{}
	if text == nil {
		game = h.oldGame(id, mine)
	} else {
		document, err := schema.Read(playName(id), text, "play/1")
		if err != nil {
			return nil, play.Newer(err)
		}
		if game, err = play.Read(document); err != nil {
			return nil, err
		}
	}
	one := h.lay(kept, mine, text, game, nil)
	h.desks.with(id, func(d *desk) { d.table = one })
	return one, nil
}

// lay works out how a game stands, unless that is known of the same two lists; the
// opponent's list is that of the table kept before, if it is the same.
func (h *handler) lay(kept *table, mine builder.Roster, text []byte, game *play.Game, known *play.State) *table {
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

// seat opens the opponent's list, or what of it the copy in its code is enough for.
func (h *handler) seat(t *table, game *rules.System) {
	list, err := h.opponent(t.code, game)
	switch {
	case list == nil:
		t.trouble = sentence(err)
		return
	case err == nil:
		t.theirs = list.Roster
		return
	}
	if t.theirs, t.names, err = list.Shared.Stand(game); err != nil {
		t.trouble = sentence(err)
		return
	}
	if t.needs = list.Shared.Copy.MadeWith(); !game.Books() {
		t.needs = "its house armoury"
	}
}

// arrived reports whether an army book is here by now that was missing.
func (h *handler) arrived(t *table, mine builder.Roster) bool {
	if t == nil || t.needs == "" {
		return false
	}
	list, err := h.opponent(t.code, mine.Game())
	return list != nil && err == nil
}

// opponent opens a list that is pasted, in any form in which people send lists. Of
// one whose army books are not here there is, beside the error, the copy of it that
// its code holds.
func (h *handler) opponent(code string, game *rules.System) (*input.List, error) {
	place, err := h.place("opponent")
	if err != nil {
		return nil, err
	}
	list, err := input.Read(place, []byte(code), h.Library)
	if err != nil {
		if list == nil || list.Shared == nil || list.Shared.Copy == nil || list.Shared.Copy.System != game.ID {
			return nil, err
		}
		return list, err
	}
	if list.Game() != game {
		return nil, fmt.Errorf("that list is for %s %s, and yours for %s %s", list.Game().Name, list.Game().Edition, game.Name, game.Edition)
	}
	return list, nil
}

// isNewer reports whether an error is that of a game of a newer version of muster.
func isNewer(err error) bool {
	var e *schema.Error
	return errors.As(err, &e) && e.Has(play.CodeNewer)
}

// oldGame is a game that was kept as games were before; none if there is none, or
// nobody can read it.
func (h *handler) oldGame(id string, mine builder.Roster) *play.Game {
	var old struct {
		Round      int
		Objectives []int
		Units      map[string]*struct {
			Wounds   int
			States   []string
			Counters map[string]int
		}
	}
	game := &play.Game{}
	text, err := schema.Place{Folder: h.Lists, Name: oldPlayName(id)}.Load()
	if err != nil || json.Unmarshal(text, &old) != nil {
		return game
	}
	add := func(do play.Verb, unit string, n int, what string) {
		game = game.With(play.Event{Do: do, Unit: unit, N: min(max(n, 0), 1000), What: what})
	}
	for range min(old.Round, 100) - 1 {
		add(play.Next, "", 0, "")
	}
	for _, n := range old.Objectives {
		add(play.Seize, "", n, "")
	}
	for unit, was := range old.Units {
		if was == nil || unit == "" {
			continue
		}
		if was.Wounds > 0 {
			add(play.Wound, unit, was.Wounds, "")
		}
		for _, word := range was.States {
			switch i := slices.IndexFunc(mine.Game().States, func(s rules.State) bool { return mine.Game().Word(s.ID) == word }); {
			case i >= 0:
				add(play.Begins, unit, 0, mine.Game().States[i].ID)
			case word == "Activated":
				add(play.Act, unit, 0, "keep")
			case word == "Reserve":
				add(play.Reserve, unit, 0, "")
			}
		}
		for what, n := range was.Counters {
			for range min(n, 20) {
				add(play.Use, unit, 0, what)
			}
		}
	}
	return game
}

// A playPage is a game at the table.
type playPage struct {
	List    *listName
	State   *play.State
	View    string // which part a phone shows
	Ask     string // what is asked before it is done: "end", "new"
	Trouble string // with the opponent's list
	Copied  string // says what the opponent's list stands by, if not by its army books
	Rows    knownRows
	Known   knownRows // of the page that asks
	// Alone tells that since that page at most one unit changed, and Changed which.
	Alone   bool
	Changed *play.UnitState
	Seen    int // events that the page knows of

	transports [2][]*play.UnitState // that units of each side can get into
}

func (h *handler) play(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	t, err := h.table(list.ID, roster)
	if err != nil {
		h.render(w, layout{Title: "Play " + list.Name, Here: "play", List: list}, viewNoGame(list, err))
		return nil
	}
	p := newPlayPage(list, t, r.FormValue("view"))
	p.Ask = r.FormValue("ask")
	h.showTable(w, p, t)
	return nil
}

func newPlayPage(list *listName, t *table, view string) *playPage {
	return &playPage{List: list, State: t.state, View: cmp.Or(view, "mine"), Trouble: t.trouble, Copied: t.copied(), Seen: len(t.game.Events)}
}

// showTable answers with the page of a game, without the rows that the asking page
// shows already.
func (h *handler) showTable(w http.ResponseWriter, p *playPage, t *table) {
	h.render(w, layout{Title: "Play " + p.List.Name, Here: "play", List: p.List}, p.view())
	h.desks.with(p.List.ID, func(*desk) { t.rows = p.Rows })
}

// copied says by what the opponent's list stands where its army books are not here.
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

// playFoe is a form that says who the opponent is.
func (h *handler) playFoe(w http.ResponseWriter, _ *http.Request, list *listName, roster builder.Roster) error {
	t, err := h.table(list.ID, roster)
	if err != nil {
		return err
	}
	lists, err := listsIn(h.Lists)
	if err != nil {
		return err
	}
	choices := []edit.Choice{{Label: "none of mine"}}
	for _, l := range lists {
		if l.System == roster.Game().ID && !l.Empty {
			choices = append(choices, edit.Choice{Value: l.ID, Label: l.Name})
		}
	}
	name, _ := t.game.Foe()
	h.render(w, layout{Title: "The opponent", Here: "play", List: list}, viewFoe(list, name, t.trouble, choices))
	return nil
}

// tap is a way in which something comes out as a form sends it.
func tap(w play.Way) string {
	if w.Roll {
		return sent(w.Event) + "&roll=yes"
	}
	return sent(w.Event)
}

// sent is an event as a form sends it.
func sent(e play.Event) string {
	v := url.Values{"do": {string(e.Do)}}
	for key, value := range map[string]string{"unit": e.Unit, "what": e.What} {
		if value != "" {
			v.Set(key, value)
		}
	}
	if e.N != 0 {
		v.Set("n", strconv.Itoa(e.N))
	}
	if e.Their {
		v.Set("their", "yes")
	}
	return v.Encode()
}

// tapped reads an event from a form; the game's own dice decide it where it says so.
func tapped(s *play.State, text string) (play.Event, error) {
	v, err := url.ParseQuery(text)
	if err != nil {
		return play.Event{}, fmt.Errorf("`%s` is nothing that happens in a game", text)
	}
	e := play.Event{Do: play.Verb(v.Get("do")), Unit: v.Get("unit"), What: v.Get("what"), Their: v.Get("their") == "yes"}
	if n := v.Get("n"); n != "" {
		if e.N, err = strconv.Atoi(n); err != nil || e.N < 0 || e.N > play.MaxN {
			return e, fmt.Errorf("`%s` is no number of something that happens in a game", n)
		}
	}
	if v.Get("roll") != "" {
		rolled, ok := s.Roll(e, func(sides int) int { return rand.IntN(sides) + 1 })
		if !ok {
			return e, fmt.Errorf("no dice decide that: `%s`", text)
		}
		e = rolled
	}
	return e, nil
}

// playDo notes what happened at the table. Two tabs that tap at the same time, or
// two programs, both have their taps kept.
func (h *handler) playDo(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.writing.lock(id)()
	roster, err := h.roster(id)
	if err != nil {
		return err
	}
	back, view := "/lists/"+url.PathEscape(id)+"/play", r.FormValue("view")
	if view != "" && view != "mine" {
		back += "?view=" + url.QueryEscape(view)
	}
	var was *table
	var known knownRows
	h.desks.with(id, func(d *desk) { // the rows of the page that asks, and the game that it shows, if they are kept
		if one, as := d.table, r.FormValue("as"); one != nil && one.mine == roster && as != "" && one.rows.as == as {
			was, known = one, one.rows
		}
	})
	const tries = 20
	for range tries {
		if err = h.note(r, id, roster); !errors.Is(err, files.ErrChanged) {
			break
		}
		if r.FormValue("e") == "undo" {
			return errMeanwhile
		}
	}
	if err != nil {
		return err
	}
	if _, script := r.Header[OffersHeader]; !script || r.FormValue("as") == "" {
		see(w, r, back)
		return nil
	}
	t, err := h.table(id, roster)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Location", back)
	p := newPlayPage(nameOf(id, roster), t, view)
	if p.Known = known; was != nil && len(t.game.Events) == len(was.game.Events)+1 && t.state.Table == was.state.Table {
		p.Changed, p.Alone = t.state.Alone(t.game.Events[len(was.game.Events)], was.state)
	}
	h.showTable(w, p, t)
	return nil
}

// errMeanwhile is the error of an undo that has not seen what happened last.
var errMeanwhile = fmt.Errorf("something else happened meanwhile, so nothing was taken back: %w", files.ErrChanged)

// note takes down one tap.
func (h *handler) note(r *http.Request, id string, roster builder.Roster) error {
	if r.FormValue("e") == "new" { // also of one that cannot be read
		for _, name := range []string{playName(id), oldPlayName(id)} {
			if err := h.Lists.Remove(name, nil); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return nil
	}
	t, err := h.table(id, roster)
	if err != nil {
		return err
	}
	game, state := t.game, (*play.State)(nil)
	switch text := r.FormValue("e"); text {
	case "undo":
		if seen := r.FormValue("seen"); seen != "" && seen != strconv.Itoa(len(game.Events)) {
			return errMeanwhile
		}
		game = game.Undone()
	default:
		e, err := tapped(t.state, text)
		switch {
		case err != nil:
		case e.Do == play.Foe:
			e, err = h.foe(r, roster)
		case e.Do == play.Board && e.What == "":
			e.What, err = transportNamed(t.state, e.Their, strings.TrimSpace(r.FormValue("into")))
		}
		if err == nil {
			game, state, err = t.state.Apply(game, e)
		}
		if err != nil {
			return err
		}
	}
	text := game.Text()
	if err := h.Lists.Write(playName(id), t.text, text); err != nil {
		return err
	}
	h.Lists.Remove(oldPlayName(id), nil) // what was taken over; where there was none there is none
	now := h.lay(t, roster, text, game, state)
	h.desks.with(id, func(d *desk) { d.table = now })
	return nil
}

// transportNamed returns the id of the transport that a person typed the name of.
func transportNamed(s *play.State, their bool, name string) (string, error) {
	for _, o := range transports(s, sideOf(their)) {
		if o.Name == name {
			return o.ID, nil
		}
	}
	return "", fmt.Errorf("no transport on the table is called `%s`; choose one of the names that are offered", name)
}

// foe reads who the opponent is: a name, and his list as a code, a link, or one of
// the player's own.
func (h *handler) foe(r *http.Request, mine builder.Roster) (play.Event, error) {
	e := play.Event{Do: play.Foe, Their: true, What: strings.TrimSpace(r.FormValue("name")), Code: strings.TrimSpace(r.FormValue("code"))}
	if own := r.FormValue("own"); own != "" && e.Code == "" {
		roster, err := h.roster(own)
		if err != nil {
			return e, err
		}
		e.Code = share.Of(roster).Code()
	}
	if e.Code == "" {
		return e, nil
	}
	if len(e.Code) > schema.MaxBytes {
		return e, &http.MaxBytesError{Limit: schema.MaxBytes}
	}
	list, err := h.opponent(e.Code, mine.Game())
	switch {
	case list == nil:
		return e, err
	case err != nil: // of a link only what it holds
		if _, _, err := list.Shared.Stand(mine.Game()); err != nil {
			return e, err
		}
		e.Code, e.What = list.Shared.Code(), cmp.Or(e.What, list.Shared.Copy.Name)
	default:
		e.Code, e.What = share.Of(list.Roster).Code(), cmp.Or(e.What, list.Roster.Name())
	}
	return e, nil
}

// paused is how the game of a list stands, in a line; "" if none is on.
func (h *handler) paused(id string, roster builder.Roster) string {
	if _, err := fs.Stat(h.Lists, playName(id)); err != nil {
		return ""
	}
	t, err := h.table(id, roster)
	switch {
	case isNewer(err):
		return "a game of a newer version of muster"
	case err != nil || len(t.game.Events) == 0 || t.state.Over:
		return ""
	}
	return t.state.Standing()
}

// playUnit shows all of a unit: its rules and spells in full, and what its states
// mean.
func (h *handler) playUnit(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	t, err := h.table(list.ID, roster)
	if err != nil {
		return err
	}
	of, their := t.mine, r.FormValue("their") == "yes"
	if their {
		of = t.theirs
	}
	u, _ := t.state.Unit(their, r.FormValue("unit"))
	if of == nil || u == nil {
		return fmt.Errorf("there is no such unit in the game: %w", fs.ErrNotExist)
	}
	printed, err := export.Of(of, export.Extras{})
	if err != nil {
		return err
	}
	block, _ := printed.Sheet.Unit(u.ID)
	var spells []export.Section
	for _, s := range printed.Sheet.Reference {
		if s.Spells && slices.ContainsFunc(u.Bodies, func(b play.BodyState) bool { return b.Body.Tokens > 0 || b.Casts != "" }) {
			spells = append(spells, s)
		}
	}
	h.render(w, layout{Title: u.Name, List: list}, viewPlayUnit(list, t.state, u, block, spells))
	return nil
}

// playSummary is the game to keep: a page to print, or a text to save.
func (h *handler) playSummary(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	if r.PathValue("form") == "yaml" { // also of one that cannot be read
		if text, err := (schema.Place{Folder: h.Lists, Name: playName(list.ID)}).Load(); err == nil {
			attach(w, playName(list.ID), "application/yaml", text)
			return nil
		}
	}
	t, err := h.table(list.ID, roster)
	if err != nil {
		return err
	}
	switch r.PathValue("form") {
	case "txt":
		attach(w, list.ID+"-game.txt", "text/plain; charset=utf-8", []byte(t.state.Summary()))
		return nil
	case "yaml":
		attach(w, playName(list.ID), "application/yaml", t.game.Text())
		return nil
	}
	h.render(w, layout{Title: "The game of " + list.Name, Here: "play", List: list}, viewSummary(list, t.state))
	return nil
}
