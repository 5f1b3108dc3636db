package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"muster/builder"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
)

// A listFile is a YAML file of a folder that says it is a list, at a glance.
type listFile struct {
	listName
	System string // "" if a glance does not tell
	Empty  bool   // it has no units
	Err    error  // why it cannot be read; it may be no list then
}

// listsIn are the lists in a folder, nil for none, by the names of their files.
func listsIn(folder fs.FS) ([]listFile, error) {
	if folder == nil {
		return nil, nil
	}
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	var lists []listFile
	for _, entry := range entries {
		id, yaml := strings.CutSuffix(entry.Name(), ending)
		if !yaml || entry.IsDir() {
			continue
		}
		text, err := schema.Place{Folder: folder, Name: entry.Name()}.Load()
		if errors.Is(err, fs.ErrNotExist) || err == nil && !schema.Claims(text, "list/1") {
			continue
		}
		lists = append(lists, listFile{
			listName{ID: id, Name: cmp.Or(schema.Glance(text, "name"), id), Path: url.PathEscape(id)},
			schema.Glance(text, "system"), schema.Glance(text, "units") == "[]", err,
		})
	}
	return lists, nil
}

// mostLines is how many lists the start page shows at once.
const mostLines = 50

// A startPage is the lists of a person, as many as fit a page.
type startPage struct {
	Deployment  Deployment
	Where       string
	Trouble     string // why the lists cannot be read, or ""
	Find        string // what is looked for in their names
	Lists       []listLine
	From, Total int // the place of the first from 0, of how many
	Examples    []listFile
}

// A listLine is a list on the start page.
type listLine struct {
	listName
	About, Status, Broken string
	Behind                bool   // a newer version of its book is there
	Game                  string // how its game stands that is not over; "" for none
}

func (h *handler) start(w http.ResponseWriter, r *http.Request) error {
	p := startPage{Deployment: h.Deployment, Where: h.Where, Find: strings.TrimSpace(r.FormValue("find"))}
	lists, err := listsIn(h.Lists)
	if err != nil {
		p.Trouble = "Your lists cannot be read: " + sentence(err)
	}
	sought := strings.ToLower(p.Find)
	lists = slices.DeleteFunc(lists, func(l listFile) bool {
		return !strings.Contains(strings.ToLower(l.Name), sought) && !strings.Contains(strings.ToLower(l.ID), sought)
	})
	p.Total = len(lists)
	p.From, _ = strconv.Atoi(r.FormValue("from")) // what is no number is the first
	p.From = min(max(p.From, 0), max(p.Total-1, 0)) / mostLines * mostLines
	for _, l := range lists[p.From:min(p.From+mostLines, p.Total)] {
		line := listLine{listName: l.listName}
		if r, err := h.roster(l.ID); err != nil {
			line.Broken = sentence(err)
		} else {
			line.listName, line.About, line.Status, line.Game = *nameOf(l.ID, r), about(r), status(r), h.paused(l.ID, r)
			line.Behind = builder.Behind(r.Document(), h.Library)
		}
		p.Lists = append(p.Lists, line)
	}
	if p.Examples, err = listsIn(h.Examples); err != nil {
		return err
	}
	h.render(w, layout{Title: "My lists", Here: "start"}, p.view())
	return nil
}

// about says what game and books a list is of.
func about(r builder.Roster) string {
	game := r.Game().Name + " " + r.Game().Edition
	return strings.Join(append([]string{game}, r.Sources()...), " · ")
}

// status is a list's points and whether it is legal: "1990 of 2000 points, legal".
func status(r builder.Roster) string {
	text := builder.PointsOf(r.Points(), r.Limit())
	if builder.Legal(r) {
		return text + ", legal"
	}
	return text + ", not legal"
}

func (h *handler) newPage(w http.ResponseWriter, r *http.Request) error {
	games := grouped(builder.Starts(h.Library), func(s builder.Start) string { return s.Game.Name + " " + s.Game.Edition })
	h.render(w, layout{Title: "New list"}, viewNew(games, r.FormValue("book"), r.FormValue("name"), r.FormValue("points")))
	return nil
}

func (h *handler) create(w http.ResponseWriter, r *http.Request) error {
	system, key, _ := strings.Cut(r.FormValue("book"), "/")
	n := builder.StartOf(h.Library, system, key)
	n.Name = cmp.Or(strings.TrimSpace(r.FormValue("name")), "My army")
	if points := strings.TrimSpace(r.FormValue("points")); points != "" {
		var err error
		if n.Points, err = strconv.Atoi(points); err != nil || n.Points < 0 {
			return fmt.Errorf("`%s` is no number of points", points)
		}
	}
	id := h.freeName(files.NameOf(n.Name))
	place, err := h.place(id)
	if err != nil {
		return err
	}
	text, err := n.Text(h.Library, place)
	if err != nil {
		return err
	}
	if err := h.keep(id, text); err != nil {
		return err
	}
	see(w, r, "/lists/"+url.PathEscape(id)+"?pane=book")
	return nil
}

// keep writes a new list that can be read.
func (h *handler) keep(id string, text []byte) error {
	place, err := h.place(id)
	if err != nil {
		return err
	}
	if _, err := schema.Read(place.Name, text, "list/1"); err != nil {
		return err
	}
	return h.Lists.Write(place.Name, nil, text)
}

func (h *handler) delete(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	place, err := h.place(id)
	if err != nil {
		return err
	}
	text, err := place.Load()
	if err != nil {
		return err
	}
	if !schema.Claims(text, "list/1") {
		return missing("there is no list `%s`", id)
	}
	if err := h.Lists.Remove(place.Name); err != nil {
		return err
	}
	h.Lists.Remove(playName(id)) // where no game is on there is none
	h.Lists.Remove(oldPlayName(id))
	see(w, r, "/")
	return nil
}

func (h *handler) openPage(w http.ResponseWriter, _ *http.Request) error {
	return h.opened(w, nil)
}

func (h *handler) opened(w http.ResponseWriter, notes []string) error {
	h.render(w, layout{Title: "Open file"}, viewOpen(notes))
	return nil
}

// open takes a file or a text from elsewhere: a list or a book of muster or of
// Army Forge, a list code, an example.
func (h *handler) open(w http.ResponseWriter, r *http.Request) error {
	if id := r.FormValue("example"); id != "" {
		examples, err := listsIn(h.Examples)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(examples, func(l listFile) bool { return l.ID == id }) {
			return missing("there is no such example")
		}
		text, err := fs.ReadFile(h.Examples, id+ending)
		if err != nil {
			return err
		}
		return h.openList(w, r, id, text)
	}
	name, text := "pasted", []byte(r.FormValue("text"))
	file, header, err := r.FormFile("file")
	if err != nil && !errors.Is(err, http.ErrMissingFile) && !errors.Is(err, http.ErrNotMultipart) {
		return err
	}
	if err == nil {
		defer file.Close()
		name = strings.TrimSuffix(path.Base(header.Filename), path.Ext(header.Filename))
		if text, err = io.ReadAll(io.LimitReader(file, schema.MaxBytes+1)); err != nil {
			return err
		}
	}
	if len(text) > schema.MaxBytes {
		return &http.MaxBytesError{Limit: schema.MaxBytes}
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return errors.New("there is nothing in it")
	case schema.Claims(text, "list/1"):
		return h.openList(w, r, files.NameOf(name), text)
	case schema.Claims(text, "book/1"):
		return h.openBook(w, name, text)
	}
	return h.openForeign(w, r, name, text)
}

// openList keeps a list and shows it.
func (h *handler) openList(w http.ResponseWriter, r *http.Request, id string, text []byte) error {
	id = h.freeName(id)
	if err := h.keep(id, text); err != nil {
		return err
	}
	see(w, r, "/lists/"+url.PathEscape(id))
	return nil
}

func (h *handler) books(w http.ResponseWriter, _ *http.Request) error {
	books, _ := h.Library.List()
	h.render(w, layout{Title: "Army books", Here: "books"}, viewBooks(books))
	return nil
}

func (h *handler) apiLists(w http.ResponseWriter, _ *http.Request) error {
	reports := []any{}
	lists, err := listsIn(h.Lists)
	if err != nil {
		return err
	}
	for _, l := range lists {
		if r, err := h.roster(l.ID); err == nil {
			reports = append(reports, r.Report())
		}
	}
	return writeJSON(w, reports)
}

func (h *handler) apiCheck(w http.ResponseWriter, _ *http.Request, _ *listName, roster builder.Roster) error {
	return writeJSON(w, []any{roster.Report()})
}

// apiCheckText checks a list in whatever form it is sent.
func (h *handler) apiCheckText(w http.ResponseWriter, r *http.Request) error {
	place, err := h.place("sent")
	if err != nil {
		return err
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, schema.MaxBytes))
	if err != nil {
		return err
	}
	list, err := input.Read(place, text, h.Library)
	if err != nil {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		return json.NewEncoder(w).Encode(map[string]string{"error": sentence(err)})
	}
	return writeJSON(w, []any{list.Report()})
}

// writeJSON answers as `check --json` does.
func writeJSON(w http.ResponseWriter, lists []any) error {
	w.Header().Set("Content-Type", "application/json")
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{"lists": lists})
}
