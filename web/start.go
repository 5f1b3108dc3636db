package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"muster/builder"
	"muster/builder/edit"
	"muster/catalog"
	"muster/input"
	"muster/rules"
	"muster/schema"
	"muster/schema/files"
)

// A listFile is a YAML file of a folder that says it is a list, at a glance.
type listFile struct {
	listName
	System  string // "" if a glance does not tell
	Book    string // its first army book, as the list names it; "" for none
	Changed time.Time
	ETag    string
	Empty   bool  // it has no units
	Err     error // why it cannot be read; it may be no list then
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
		place := schema.Place{Folder: folder, Name: entry.Name()}
		text, err := place.Load()
		if errors.Is(err, fs.ErrNotExist) || text != nil && !schema.Claims(text, "list/1") {
			continue
		}
		l := listFile{
			listName: listName{ID: id, Name: cmp.Or(schema.Glance(text, "name"), id), Path: url.PathEscape(id)},
			System:   schema.Glance(text, "system"), Book: schema.Glance(text, "book"), ETag: etag(text), Empty: schema.Glance(text, "units") == "[]", Err: err,
		}
		if l.Book == "" && strings.Contains(string(text), "books:") {
			if document, err := place.Parse(text, "list/1"); err == nil {
				l.Book = strings.Join(builder.BooksOf(document)[:1], "")
			}
		}
		if info, err := entry.Info(); err == nil {
			l.Changed = info.ModTime()
		}
		lists = append(lists, l)
	}
	return lists, nil
}

// mostLines is how many lists the start page shows at once.
const mostLines = 50

// The orders of the start page's lists.
const (
	byChange = "changed"
	byName   = "name"
	byPoints = "points"
)

// A startPage is the lists of a person, as many as fit a page.
type startPage struct {
	Deployment  Deployment
	Where       string
	Trouble     string // why the lists cannot be read, or ""
	Find        string // what is looked for in their names and armies
	Sort        string
	Folders     bool // the lists of an army stand together
	Lists       []listLine
	From, Total int // the place of the first from 0, of how many
	Any         bool
	Examples    []listFile
	GameOf      map[string]string // of the examples, by id
	Trashed     int               // how much is in the trash

	Deleted *trashed // what was deleted just now
	Said    string   // what else was done, a sentence
	Came    *cameIn
}

// A listLine is a list on the start page.
type listLine struct {
	listFile
	Army, Game     string // their names
	Status, Broken string
	NoBook         bool   // it is broken because its army book is not here
	Legal, Behind  bool   // a newer version of its book is there
	Playing        string // how its game stands that is not over; "" for none
}

func (h *handler) start(w http.ResponseWriter, r *http.Request) error { return h.lists(w, r, nil, "") }

// lists shows the start page, after something was brought in or done.
func (h *handler) lists(w http.ResponseWriter, r *http.Request, came *cameIn, said string) error {
	p := startPage{
		Deployment: h.Deployment, Where: h.Where, Find: strings.TrimSpace(r.FormValue("find")), Sort: cmp.Or(r.FormValue("sort"), byChange),
		Folders: r.FormValue("folders") == "army", Came: came, Said: said,
	}
	lists, err := listsIn(h.Lists)
	if err != nil {
		p.Trouble = "Your lists cannot be read: " + sentence(err)
	}
	p.Any = len(lists) > 0
	h.done(&p, r, lists)
	p.choose(h.lines(lists))
	p.From, _ = strconv.Atoi(r.FormValue("from")) // what is no number is the first
	p.From = min(max(p.From, 0), max(p.Total-1, 0)) / mostLines * mostLines
	if p.Sort == byPoints {
		points := map[string]int{}
		for _, l := range p.Lists {
			if roster, err := h.rosterOfMany(l.ID); err == nil {
				points[l.ID] = roster.Points()
			}
		}
		p.sort(func(a, b listLine) int { return points[b.ID] - points[a.ID] })
	}
	p.Lists = p.Lists[p.From:min(p.From+mostLines, p.Total)]
	for i := range p.Lists {
		h.describe(&p.Lists[i])
	}
	if p.Examples, err = listsIn(h.Examples); err != nil {
		return err
	}
	p.GameOf = map[string]string{}
	for _, l := range p.Examples {
		if game, err := h.Library.System(l.System, schema.Place{}); err == nil {
			p.GameOf[l.ID] = gameOf(game)
		}
	}
	kept, _, _ := h.trash() // a trash that cannot be read says so on its page
	p.Trashed = len(kept)
	h.render(w, layout{Title: "My lists", Here: "start"}, p.view())
	return nil
}

// done says what was done before the page was shown.
func (h *handler) done(p *startPage, r *http.Request, lists []listFile) {
	if when := r.FormValue("deleted"); when != "" {
		if t, err := h.inTrash(when); err == nil {
			p.Deleted = &t
		}
	}
	for key, format := range map[string]string{"restored": "“%s” is back.", "copied": "“%s” is the copy.", "renamed": "It is called “%s” now."} {
		if i := slices.IndexFunc(lists, func(l listFile) bool { return l.ID == r.FormValue(key) }); i >= 0 {
			p.Said = fmt.Sprintf(format, lists[i].Name)
		}
	}
}

// lines are lists with the names of their armies and games.
func (h *handler) lines(lists []listFile) []listLine {
	entries, _ := h.Library.List()
	lines := make([]listLine, len(lists))
	for i, l := range lists {
		lines[i] = listLine{listFile: l, Game: l.System}
		if system, err := h.Library.System(l.System, schema.Place{}); err == nil {
			lines[i].Game = system.Name + " " + system.Edition
			lines[i].Army = system.Name
		}
		if id, _ := catalog.SplitPin(l.Book); id != "" {
			lines[i].Army = inCapitals(id)
			if at := slices.IndexFunc(entries, func(e catalog.Entry) bool { return e.ID == id }); at >= 0 {
				lines[i].Army = entries[at].Name
			}
		}
	}
	return lines
}

// inCapitals is the name that an id was made of, as far as it tells: "Robot Legions".
func inCapitals(id string) string {
	words := strings.Fields(strings.ReplaceAll(id, "-", " "))
	for i, word := range words {
		words[i] = capital(word)
	}
	return strings.Join(words, " ")
}

// choose takes the lists that are looked for, in their order.
func (p *startPage) choose(lines []listLine) {
	sought := strings.ToLower(p.Find)
	p.Lists = slices.DeleteFunc(lines, func(l listLine) bool {
		return !strings.Contains(strings.ToLower(l.Name+"\n"+l.ID+"\n"+l.Army+"\n"+l.Game), sought)
	})
	p.Total = len(p.Lists)
	p.sort(func(a, b listLine) int {
		if p.Sort == byChange {
			return cmp.Or(b.Changed.Compare(a.Changed), strings.Compare(a.ID, b.ID))
		}
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.ID, b.ID))
	})
}

// sort sorts the lists, those of an army together if that is asked for.
func (p *startPage) sort(by func(a, b listLine) int) {
	slices.SortStableFunc(p.Lists, func(a, b listLine) int {
		if p.Folders && a.Army != b.Army {
			return strings.Compare(a.Army, b.Army)
		}
		return by(a, b)
	})
}

// describe opens a list to say what is in it.
func (h *handler) describe(l *listLine) {
	r, err := h.roster(l.ID)
	if err != nil {
		l.Broken = "it cannot be read: " + sentence(err)
		if l.NoBook = needsBook(err); l.NoBook {
			l.Broken = "its army book " + inWords(h.absent(l.ID)) + " is not here"
		}
		return
	}
	l.listName, l.Status, l.Legal, l.Playing = *nameOf(l.ID, r), input.Status(r), builder.Legal(r), h.paused(l.ID, r)
	l.Behind = builder.Behind(r.Document(), h.Library)
	l.Army = cmp.Or(strings.Join(r.Sources(), ", "), l.Army)
}

// absent names the army books of a list that are not here.
func (h *handler) absent(id string) (names []string) {
	text, err := h.list(id)
	if err != nil {
		return nil
	}
	document, err := schema.Place{Folder: h.Lists, Name: id + ending}.Parse(text, "list/1")
	if err != nil {
		return nil
	}
	entries, _ := h.Library.List()
	for _, name := range builder.BooksOf(document) {
		book, version := catalog.SplitPin(name)
		if !slices.ContainsFunc(entries, func(e catalog.Entry) bool { return e.ID == book }) {
			names = append(names, titleOf(inCapitals(book), version))
		}
	}
	return names
}

// gameOf is a game with its edition.
func gameOf(s *rules.System) string { return s.Name + " " + s.Edition }

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

// list loads a list's text, whether or not it can be read.
func (h *handler) list(id string) ([]byte, error) {
	place, err := h.place(id)
	if err != nil {
		return nil, err
	}
	text, err := place.Load()
	if err == nil && !schema.Claims(text, "list/1") {
		err = missing("there is no list `%s`", id)
	}
	return text, err
}

// delete moves a list with its game to the trash. A page that shows what the list
// was before somebody changed it elsewhere deletes nothing.
func (h *handler) delete(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.writing.lock(id)()
	text, err := h.list(id)
	if err != nil {
		return err
	}
	if _, sent := r.Form["etag"]; sent && r.FormValue("etag") != etag(text) {
		return errNotDeleted
	}
	t, err := h.discard(h.Lists, trashedList, id+ending, text, playName(id), oldPlayName(id))
	if errors.Is(err, files.ErrChanged) {
		return errNotDeleted
	}
	if err != nil {
		return err
	}
	see(w, r, "/?"+url.Values{"deleted": {t.When}}.Encode())
	return nil
}

// errNotDeleted is the error of a page that is behind.
var errNotDeleted = fmt.Errorf("%w: the list was changed elsewhere since this page showed it, so it is not deleted; look at it as it is now, and delete that", files.ErrChanged)

// duplicate makes another list like one.
func (h *handler) duplicate(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	text, err := h.list(id)
	if err != nil {
		return err
	}
	copied, err := h.called(id, text, cmp.Or(schema.Glance(text, "name"), id)+" (copy)")
	if err != nil {
		copied = text // what has no place for a name is copied as it is
	}
	as := h.freeName(id + "-copy")
	if err := h.Lists.Write(as+ending, nil, copied); err != nil {
		return err
	}
	see(w, r, "/?"+url.Values{"copied": {as}}.Encode())
	return nil
}

// rename gives a list another name.
func (h *handler) rename(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.writing.lock(id)()
	text, err := h.list(id)
	if err != nil {
		return err
	}
	if err := meant(r, text, builder.SentRevision, "rename that"); err != nil {
		return err
	}
	name := strings.TrimSpace(r.FormValue("name"))
	if name == "" {
		return errors.New("a list needs a name")
	}
	now, err := h.called(id, text, name)
	if err != nil {
		return err
	}
	if err := h.write(id, text, now); err != nil {
		return err
	}
	see(w, r, "/?"+url.Values{"renamed": {id}}.Encode())
	return nil
}

// called is a list's text with another name in it. That of one that cannot be read, for
// what its text or its army book lacks, is changed on its line.
func (h *handler) called(id string, text []byte, name string) ([]byte, error) {
	if roster, err := h.roster(id); err == nil && bytes.Equal(roster.Document().Source, text) {
		session := h.change(roster)
		err = rename(session, name)
		return session.Text(), err
	}
	line, before := nameLine.FindSubmatchIndex(text), "name: "+schema.Scalar(name)
	if line == nil { // then behind the line that says what the file is
		line, before = firstLine.FindSubmatchIndex(text), "\n"+before
	}
	var out []byte
	if line != nil && (before[0] == '\n') == (schema.Glance(text, "name") == "") {
		out = slices.Concat(text[:line[2]], []byte(before), text[line[3]:])
	}
	if schema.Glance(out, "name") != name {
		return nil, errors.New("the list has no name that can be found in its file; its file can be repaired in an editor")
	}
	return out, nil
}

// Where a list's name stands in its file, without a comment behind it, and the end of its
// first line.
var (
	nameLine  = regexp.MustCompile(`(?m)^\x{feff}?(name:(?:[ \t]*(?:"[^"\n]*"|'[^'\n]*')|(?:[^#\s]|[ \t]+[^#\s]|#)*))`)
	firstLine = regexp.MustCompile(`(?m)^\x{feff}?muster:.*?()\r?$`)
)

// rename gives the list of a session another name.
func rename(session *builder.Session, name string) error {
	fields, err := edit.ParseAssignments([]string{"name=" + name})
	if err == nil {
		_, err = session.Do(builder.Set{Fields: fields})
	}
	return err
}

// apiLists writes the reports of all lists, one after another.
func (h *handler) apiLists(w http.ResponseWriter, _ *http.Request) error {
	lists, err := listsIn(h.Lists)
	if err != nil {
		return err
	}
	return writeJSON(w, func(yield func(any) bool) {
		for _, l := range lists {
			if r, err := h.rosterOfMany(l.ID); err == nil && !yield(r.Report()) {
				return
			}
		}
	})
}

func (h *handler) apiCheck(w http.ResponseWriter, _ *http.Request, _ *listName, roster builder.Roster) error {
	return writeJSON(w, slices.Values([]any{roster.Report()}))
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
	return writeJSON(w, slices.Values([]any{list.Report()}))
}

// writeJSON answers as `check --json` does. It holds one report at a time.
func writeJSON(w http.ResponseWriter, reports iter.Seq[any]) error {
	w.Header().Set("Content-Type", "application/json")
	before, after := "\n    ", "]\n}\n"
	_, err := io.WriteString(w, "{\n  \"lists\": [")
	for report := range reports {
		text, wrong := json.MarshalIndent(report, "    ", "  ")
		if err = cmp.Or(err, wrong); err == nil {
			_, err = fmt.Fprintf(w, "%s%s", before, text)
		}
		if err != nil {
			return err
		}
		before, after = ",\n    ", "\n  ]\n}\n"
	}
	if err == nil {
		_, err = io.WriteString(w, after)
	}
	return err
}
