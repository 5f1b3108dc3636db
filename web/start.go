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
	"muster/schema"
	"muster/schema/files"
)

// ids lists the lists of the folder.
func (h *handler) ids() []string { return listsIn(h.Lists) }

// listsIn names the lists in a folder, without their ending: its YAML files that
// say they are lists.
func listsIn(folder fs.FS) (ids []string) {
	if folder == nil {
		return nil
	}
	names, _ := fs.Glob(folder, "*"+ending)
	for _, name := range names {
		if text, err := (schema.Place{Folder: folder, Name: name}).Load(); err == nil && schema.Claims(text, "list/1") {
			ids = append(ids, strings.TrimSuffix(name, ending))
		}
	}
	return ids
}

// A listLine is a list on the start page.
type listLine struct {
	listName
	About, Status, Broken string
}

func (h *handler) start(w http.ResponseWriter, _ *http.Request) error {
	var lists []listLine
	var examples []listName
	for _, id := range h.ids() {
		line := listLine{listName: listName{ID: id, Name: id, Path: url.PathEscape(id)}}
		if r, err := h.roster(id); err != nil {
			line.Broken = sentence(err)
		} else {
			line.listName, line.About, line.Status = *nameOf(id, r), about(r), status(r)
		}
		lists = append(lists, line)
	}
	for _, id := range listsIn(h.Examples) {
		document, err := schema.Place{Folder: h.Examples, Name: id + ending}.Read("list/1")
		if err == nil {
			examples = append(examples, listName{ID: id, Name: document.At("name").Text()})
		}
	}
	h.render(w, layout{Title: "My lists", Here: "start"}, viewStart(h.Deployment, h.Where, lists, examples))
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
	if !slices.Contains(h.ids(), id) {
		return fmt.Errorf("there is no list `%s`: %w", id, fs.ErrNotExist)
	}
	if err := h.Lists.Remove(id + ending); err != nil {
		return err
	}
	h.Lists.Remove(playName(id)) // where no game is on there is none
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
		if !slices.Contains(listsIn(h.Examples), id) {
			return fmt.Errorf("there is no such example: %w", fs.ErrNotExist)
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
	for _, id := range h.ids() {
		if r, err := h.roster(id); err == nil {
			reports = append(reports, r.Report())
		}
	}
	return writeJSON(w, reports)
}

func (h *handler) apiCheck(w http.ResponseWriter, _ *http.Request, _ *listName, roster builder.Roster) error {
	return writeJSON(w, []any{roster.Report()})
}

// writeJSON answers as `check --json` does.
func writeJSON(w http.ResponseWriter, lists []any) error {
	w.Header().Set("Content-Type", "application/json")
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{"lists": lists})
}
