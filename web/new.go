package web

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"muster/armyforge"
	"muster/builder"
	"muster/builder/finding"
	"muster/catalog"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/share"
)

// A newPage is the form that begins a list.
type newPage struct {
	Games              []group[builder.Start]
	Book, Name, Points string // as they are filled in
	Site               string // of Army Forge: an address that the person gave
	Data               string // where its data are; "" if the address shows none
	Arrivals           []arrival
}

func (h *handler) newList(w http.ResponseWriter, r *http.Request) error { return h.begin(w, r, nil) }

// begin shows the form that begins a list, after army books were brought in.
func (h *handler) begin(w http.ResponseWriter, r *http.Request, arrivals []arrival) error {
	p := newPage{
		Games: grouped(builder.Starts(h.Library), func(s builder.Start) string { return gameOf(s.Game) }),
		Book:  r.FormValue("book"), Name: r.FormValue("name"), Points: r.FormValue("points"),
		Site: strings.TrimSpace(r.FormValue("address")), Arrivals: arrivals,
	}
	if p.Site != "" {
		p.Data, _ = armyforge.Download(p.Site)
	}
	books := []string{p.Book}
	for _, a := range arrivals { // which a list is for
		if a.Kind == trashedBook && a.Err == nil {
			books = append(books, a.System+"/"+a.ID)
		}
	}
	if len(books) == 1 && p.Book == "" { // as the newest list
		lists, _ := listsIn(h.Lists)
		slices.SortFunc(lists, func(a, b listFile) int { return b.Changed.Compare(a.Changed) })
		if len(lists) > 0 {
			books = append(books, lists[0].System+"/"+lists[0].Book)
		}
	}
	p.Book = startOf(p.Games, books)
	h.render(w, layout{Title: "New list", Here: "start"}, p.view())
	return nil
}

// startOf is how the form names the first that it offers of some books, which are
// named by their games and their pins; "" for none.
func startOf(games []group[builder.Start], books []string) string {
	for _, game := range games {
		for _, s := range game.All {
			key := s.Game.ID + "/" + s.Key
			if slices.ContainsFunc(books, func(book string) bool { bare, _ := catalog.SplitPin(book); return key == book || key == bare }) {
				return key
			}
		}
	}
	return ""
}

func (h *handler) create(w http.ResponseWriter, r *http.Request) error {
	system, key, _ := strings.Cut(r.FormValue("book"), "/")
	n := builder.StartOf(h.Library, system, key)
	if points := strings.TrimSpace(r.FormValue("points")); points != "" {
		var err error
		if n.Points, err = strconv.Atoi(points); err != nil || n.Points < 0 {
			return fmt.Errorf("`%s` is no number of points", points)
		}
	}
	n.Name = cmp.Or(strings.TrimSpace(r.FormValue("name")), h.usualName(n, key))
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

// usualName is what a new list is called for want of a name: "Steel Wardens 2000".
func (h *handler) usualName(n builder.New, key string) string {
	name := "My army"
	for _, s := range builder.Starts(h.Library) {
		if s.Game.ID == n.System && s.Key == key && s.Game.Books() {
			name = s.Name
		}
	}
	if n.Points > 0 {
		name += fmt.Sprintf(" %d", n.Points)
	}
	return name
}

// An arrival is a file or a text that was brought in, and what became of it.
type arrival struct {
	File    string // as it came
	Kind    string // what it is, as in the trash; "" if that is not known
	ID      string // of the list, or the book's pin
	System  string // of the book
	Name    string
	Says    string // what it is, in a few words
	Changed []string
	Notes   []armyforge.Note // what could not be taken over as it was
	Unread  []catalog.Unread // texts that have no effect
	Err     error            // why nothing was kept
}

// arrivals are what was read of lists that were brought in, by id, until the page
// that says so is left.
type arrivals struct {
	mu   sync.Mutex
	byID map[string]arrival
}

func (a *arrivals) keep(one arrival) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.byID == nil || len(a.byID) >= mostRosters {
		a.byID = map[string]arrival{}
	}
	a.byID[one.ID] = one
}

func (a *arrivals) of(id string) []arrival {
	a.mu.Lock()
	defer a.mu.Unlock()
	if one, ok := a.byID[id]; ok {
		return []arrival{one}
	}
	return nil
}

func (h *handler) openPage(w http.ResponseWriter, _ *http.Request) error {
	h.render(w, layout{Title: "Open file", Here: "start"}, viewOpen())
	return nil
}

// open takes files or a text from elsewhere: lists and books of muster or of Army
// Forge, list codes, an example, or a copy of everything.
func (h *handler) open(w http.ResponseWriter, r *http.Request) error {
	if id := r.FormValue("example"); id != "" {
		return h.openExample(w, r, id)
	}
	sent := []sentFile{{"pasted", []byte(r.FormValue("text"))}}
	if r.MultipartForm != nil && len(r.MultipartForm.File["file"]) > 0 {
		sent = nil
		for _, file := range r.MultipartForm.File["file"] {
			text, err := textOf(file)
			if err != nil {
				return err
			}
			sent = append(sent, sentFile{path.Base(file.Filename), text})
		}
	}
	if len(sent) == 1 && isCopy(sent[0].text) {
		return h.bringEverything(w, r, sent[0].text)
	}
	came := h.takeAll(sent)
	if len(came) == 1 {
		one := came[0]
		switch {
		case one.Err != nil:
			return one.Err
		case one.Kind == trashedList:
			to := "/lists/" + url.PathEscape(one.ID)
			if len(one.Notes)+len(one.Changed) > 0 {
				h.came.keep(one)
				to += "?came=yes"
			}
			see(w, r, to)
			return nil
		}
	}
	if slices.ContainsFunc(came, func(a arrival) bool { return a.Kind == trashedBook }) {
		w.Header().Set("Content-Location", "/new")
		return h.begin(w, r, came)
	}
	w.Header().Set("Content-Location", "/")
	return h.lists(w, r, came, "")
}

func (h *handler) openExample(w http.ResponseWriter, r *http.Request, id string) error {
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
	one := h.takeList(id, text)
	if one.Err != nil {
		return one.Err
	}
	see(w, r, "/lists/"+url.PathEscape(one.ID))
	return nil
}

type sentFile struct {
	name string
	text []byte
}

// takeAll takes files of any kinds: books before lists, which need them.
func (h *handler) takeAll(sent []sentFile) []arrival {
	came := make([]arrival, len(sent))
	var lists []func()
	for i, file := range sent {
		one := &came[i]
		text := bytes.TrimPrefix(file.text, []byte("\ufeff"))
		stem := strings.TrimSuffix(file.name, path.Ext(file.name))
		code, isCode := input.Code(string(text))
		switch {
		case len(text) > schema.MaxBytes:
			*one = arrival{Err: &http.MaxBytesError{Limit: schema.MaxBytes}}
		case len(bytes.TrimSpace(text)) == 0:
			*one = arrival{Err: errors.New("there is nothing in it")}
		case schema.Claims(text, "list/1"):
			lists = append(lists, func() { *one = h.takeList(files.NameOf(stem), text) })
		case schema.Claims(text, "book/1"):
			*one = h.takeBook(stem, text)
		case schema.Claims(text, collectionFormat):
			lists = append(lists, func() { *one = h.takeCollection(stem, text) })
		case isCode:
			lists = append(lists, func() { *one = h.takeCode(code) })
		case input.Address(string(text)) != nil:
			*one = arrival{Err: input.Address(string(text))}
		default:
			foreign, err := armyforge.Open(stem, text)
			if err != nil {
				*one = arrival{Err: err}
				break
			}
			foreign.Library = h.Library
			if foreign.Kind == armyforge.ListFile {
				lists = append(lists, func() { *one = h.takeForeignList(foreign) })
				break
			}
			*one = h.takeForeignBook(foreign)
		}
	}
	for _, take := range lists {
		take()
	}
	for i, file := range sent {
		came[i].File = file.name
	}
	return came
}

// takeList keeps a list, under its name or one like it.
func (h *handler) takeList(name string, text []byte) arrival {
	a := arrival{Kind: trashedList, ID: h.freeName(name)}
	if a.Err = h.keep(a.ID, text); a.Err != nil {
		return a
	}
	a.Name = cmp.Or(schema.Glance(text, "name"), a.ID)
	roster, err := h.roster(a.ID)
	if err != nil {
		a.Says = "it cannot be read: " + sentence(err)
		return a
	}
	a.Name, a.Says = nameOf(a.ID, roster).Name, "a list of "+about(roster)+": "+status(roster)
	return a
}

// takeCode keeps the list that a code holds.
func (h *handler) takeCode(code string) arrival {
	shared, err := share.Read(code)
	if err != nil {
		return arrival{Kind: trashedList, Err: err}
	}
	text := []byte(shared.File)
	document, err := schema.Read("the list", text, "list/1")
	if err != nil {
		return arrival{Kind: trashedList, Err: err}
	}
	return h.takeList(files.NameOf(document.At("name").Text()), text)
}

// takeForeignList keeps a list of Army Forge.
func (h *handler) takeForeignList(file *armyforge.File) arrival {
	books, err := file.Books(catalog.Entry.Pin)
	if err != nil {
		return arrival{Kind: trashedList, Err: err}
	}
	list, err := file.ImportList(books...)
	if err != nil {
		return arrival{Kind: trashedList, Err: err}
	}
	a := h.takeList(list.ID, list.YAML)
	a.Notes = list.Notes
	if roster, err := h.roster(a.ID); err == nil && a.Err == nil {
		if differs := list.Differs(roster.Points()); differs != "" {
			a.Changed = append(a.Changed, differs)
		}
	}
	return a
}

var errNoBooks = errors.New("army books cannot be kept here")

// takeBook keeps an army book of muster's own format.
func (h *handler) takeBook(name string, text []byte) arrival {
	a := arrival{Kind: trashedBook}
	book, err := h.Library.Read(schema.Place{Name: name}, text)
	if err != nil {
		a.Err = err
		return a
	}
	a.ID, a.System, a.Name, a.Says = book.Pin(), book.System, titleOf(book.Name, book.Version), finding.Count(len(book.Units), "unit")
	entries, _ := h.Library.List()
	if slices.ContainsFunc(entries, func(e catalog.Entry) bool { return e.Shipped && e.ID == book.ID && e.System == book.System }) {
		a.Err = fmt.Errorf("`%s` is a book that ships with muster, and lists mean that one; give this book an id of its own", book.ID)
		return a
	}
	a.Err = h.keepBook(&a, catalog.FileName(book.ID, book.Version)+ending, nil, text)
	return a
}

// takeForeignBook keeps an army book of Army Forge.
func (h *handler) takeForeignBook(file *armyforge.File) arrival {
	a := arrival{Kind: trashedBook, Name: file.Name}
	if h.Books == nil {
		a.Err = errNoBooks
		return a
	}
	id, place, previous, err := file.PlaceBook(h.Books)
	if err != nil {
		a.Err = err
		return a
	}
	book, err := file.ImportBook(id, previous)
	if err != nil {
		a.Err = err
		return a
	}
	a.ID, a.System, a.Name = catalog.Pin(book.ID, book.Version), book.System, titleOf(book.Name, book.Version)
	a.Says = finding.Count(book.Units, "unit") + ", " + finding.Count(book.Rules, "rule") + " of its own"
	a.Notes, a.Unread = book.Notes, book.Texts.Unread
	if previous != nil && armyforge.Edited(previous) {
		a.Err = fmt.Errorf("the army book %s was edited by hand and stays as it is", book.Name)
		return a
	}
	if previous != nil && !bytes.Equal(previous, book.YAML) {
		if _, a.Err = h.keepInTrash(trashedBook, place, previous); a.Err != nil {
			return a
		}
		for _, lost := range book.Loses(previous) {
			a.Changed = append(a.Changed, upper(lost)+". The one that was there is in the trash for 30 days; to have it again, remove this one and put that back.")
		}
	}
	a.Err = h.keepBook(&a, place, previous, book.YAML)
	return a
}

func titleOf(name, version string) string { return strings.TrimSpace(name + " " + version) }

// keepBook writes an army book where books are found, and notes which lists are of
// an older version.
func (h *handler) keepBook(a *arrival, file string, was, text []byte) error {
	if h.Books == nil {
		return errNoBooks
	}
	if !bytes.Equal(was, text) || was == nil {
		if err := h.Books.Write(file, was, text); err != nil {
			there, _ := schema.Place{Folder: h.Books, Name: file}.Load()
			if errors.Is(err, files.ErrChanged) && was == nil && !bytes.Equal(there, text) {
				return fmt.Errorf("there is an army book %s already", a.Name)
			}
			if !bytes.Equal(there, text) {
				return err
			}
		}
	}
	id, _ := catalog.SplitPin(a.ID)
	if behind := h.behind(id); len(behind) > 0 {
		a.Changed = append(a.Changed, fmt.Sprintf("Of an older version of a book there: %s. Their pages show what changes, and move them.", strings.Join(behind, ", ")))
	}
	return nil
}
