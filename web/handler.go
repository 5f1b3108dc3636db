// Package web is the builder in a browser: one http.Handler over the rosters,
// editing sessions, previews and printed forms that the command line uses.
// Where lists live is the caller's choice: `muster serve` keeps them as files in
// a folder, a site keeps them in the browser's own database and runs the very
// same handler there. Every page works as plain links and forms; a little script
// (static/app.js) only saves loading whole pages.
package web

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	g "maragu.dev/gomponents"

	"muster/builder"
	"muster/builder/gf"
	"muster/catalog"
	stored "muster/catalog/fad"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
)

// Deployment is where the handler runs.
type Deployment string

// The deployments.
const (
	Serve Deployment = "serve" // over the files of a person's folder
	Site  Deployment = "site"  // in the browser, as a site of its own
)

// Options are what a handler works with.
type Options struct {
	Lists      files.Store      // a person's lists, one file each
	Books      files.Store      // where army books that are opened go to
	Trash      files.Store      // where deleted lists and books stay for a while; nil for as long as the handler lives
	Library    *catalog.Library // where books are looked for; it sees Books too
	Stock      fs.FS            // units of figures that are kept for many lists; nil for none
	Deployment Deployment
	Where      string // the folder's name for people; "" for a browser
	// Examples are lists to play with, which the start page offers.
	Examples fs.FS
}

// Garbage is how much of a program's heap may be garbage where it serves pages, in
// percent of what is in use: with Go's usual 100 a click takes twice as long, for it
// makes much of which nothing stays.
const Garbage = 300

// New returns the handler.
func New(o Options) http.Handler {
	if o.Trash == nil {
		o.Trash = new(files.Memory)
	}
	h := &handler{Options: o, large: make(chan struct{}, mostLarge)}
	mux := http.NewServeMux()
	mux.Handle("GET /static/", http.StripPrefix("/static/", http.HandlerFunc(h.static)))
	for pattern, serve := range map[string]page{
		"GET /{$}":                            h.start,
		"GET /new":                            h.newList,
		"POST /new":                           h.create,
		"GET /open":                           h.openPage,
		"POST /open":                          h.open,
		"GET /came/{id}":                      h.waits,
		"POST /came/{id}/keep":                h.keepWaiting,
		"POST /came/{id}/back":                h.takeBack,
		"POST /look":                          h.look,
		"POST /look/{form}":                   h.look,
		"GET /event":                          h.event,
		"POST /event":                         h.event,
		"POST /api/check":                     h.apiCheckText,
		"GET /books":                          h.books,
		"GET /books/changes":                  h.changes,
		"GET /books/{system}/{book}":          h.bookPage,
		"POST /books/{system}/{book}/delete":  h.deleteBook,
		"GET /price":                          h.ownUnit,
		"GET /lists/{id}/price":               h.of(h.unitPrice),
		"GET /lists/{id}":                     h.of(h.build),
		"POST /lists/{id}/do":                 h.do,
		"POST /lists/{id}/delete":             h.delete,
		"POST /lists/{id}/duplicate":          h.duplicate,
		"POST /lists/{id}/rename":             h.rename,
		"GET /trash":                          h.trashPage,
		"POST /trash/empty":                   h.empty,
		"POST /trash/{when}/back":             h.bringBack,
		"GET /everything":                     h.everything,
		"POST /everything":                    h.bring,
		"GET /lists/{id}/update":              h.of(h.update),
		"GET /lists/{id}/fill":                h.of(h.fillPage),
		"POST /lists/{id}/fill":               h.fillTake,
		"GET /lists/{id}/fill/progress":       h.fillProgress,
		"GET /lists/{id}/collection":          h.of(h.collectionPage),
		"POST /lists/{id}/collection":         h.keepCollection,
		"GET /lists/{id}/collection/file":     h.of(h.collectionFile),
		"GET /lists/{id}/odds":                h.of(h.odds),
		"GET /lists/{id}/does":                h.of(h.compare),
		"GET /lists/{id}/print":               h.of(h.print),
		"GET /lists/{id}/rule":                h.of(h.rule),
		"GET /lists/{id}/share":               h.of(h.share),
		"GET /lists/{id}/play":                h.of(h.play),
		"POST /lists/{id}/play":               h.playDo,
		"GET /lists/{id}/play/unit":           h.of(h.playUnit),
		"GET /lists/{id}/play/foe":            h.of(h.playFoe),
		"GET /lists/{id}/play/odds":           h.of(h.playOdds),
		"GET /lists/{id}/play/summary":        h.of(h.playSummary),
		"GET /lists/{id}/play/summary/{form}": h.of(h.playSummary),
		"GET /lists/{id}/file/{form}":         h.of(h.file),
		"GET /api/lists":                      h.apiLists,
		"GET /api/lists/{id}/check":           h.of(h.apiCheck),
		"/":                                   h.missing,
	} {
		mux.Handle(pattern, h.handle(serve))
	}
	if o.Deployment == Site {
		mux.Handle("GET /api/undo", h.handle(h.histories))
		mux.Handle("POST /api/undo", h.handle(h.takeHistories))
	}
	return mux
}

type handler struct {
	Options
	desks    desks
	came     waiting
	writing  locks
	fills    fills
	large    chan struct{} // holds one for each large form that is answered
	starting bool          // pages are drawn to be read while the program starts
}

// Forms that are larger wait until at most so many others are answered: the
// memory that they take is bounded, however many come at once.
const (
	largeForm = 256 << 10 // bytes
	mostLarge = 2
)

// A page answers a request; what it returns as an error becomes a page itself.
type page func(w http.ResponseWriter, r *http.Request) error

// A listPage answers a request about a list.
type listPage func(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error

// of opens the list that a request names.
func (h *handler) of(serve listPage) page {
	return func(w http.ResponseWriter, r *http.Request) error {
		id := r.PathValue("id")
		roster, err := h.roster(id)
		if err != nil {
			return err
		}
		return serve(w, r, nameOf(id, roster), roster)
	}
}

func (h *handler) handle(serve page) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength < 0 || r.ContentLength > largeForm {
			h.large <- struct{}{}
			defer func() { <-h.large }()
		}
		err := readForm(r)
		if err == nil {
			err = serve(w, r)
		}
		if err == nil {
			return
		}
		status, heading := http.StatusUnprocessableEntity, "That does not work"
		var large *http.MaxBytesError
		switch {
		case errors.Is(err, fs.ErrNotExist):
			status, heading = http.StatusNotFound, "There is nothing here"
		case errors.Is(err, files.ErrChanged):
			status, heading = http.StatusConflict, "The file has changed"
		case errors.As(err, &large):
			status, heading = http.StatusRequestEntityTooLarge, "That is too large"
		}
		w.WriteHeader(status)
		var more []g.Node
		if needsBook(err) {
			more = append(more, findBook("Get it from Army Forge."))
		}
		h.render(w, layout{Title: heading}, viewProblem(heading, sentence(err), more...))
	})
}

// readForm reads the form that was sent, if one was.
func readForm(r *http.Request) error {
	if r.Method != http.MethodPost || strings.HasPrefix(r.URL.Path, "/api/") {
		return nil
	}
	err := r.ParseForm()
	if err == nil {
		err = r.ParseMultipartForm(maxUpload)
	}
	var large *http.MaxBytesError
	switch {
	case err == nil, errors.Is(err, http.ErrNotMultipart):
		return nil
	case errors.As(err, &large):
		return err
	case errors.Is(err, multipart.ErrMessageTooLarge):
		return input.ErrManyFiles
	}
	return errors.New("the form did not come whole")
}

// sentence is an error as a page says it.
func sentence(err error) string {
	var large *http.MaxBytesError
	if errors.As(err, &large) && large.Limit == maxUpload {
		return tooMany
	} else if large != nil {
		return tooLarge
	}
	var problems *schema.Error
	var path *fs.PathError
	switch {
	case errors.As(err, &problems):
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "the page was left before it was done"
	case errors.As(err, &path):
		return systems(path)
	default:
		return err.Error()
	}
	lines := make([]string, len(problems.Problems))
	for i, p := range problems.Problems {
		lines[i] = p.Message
		if p.Line > 1 {
			lines[i] = fmt.Sprintf("line %d: %s", p.Line, p.Message)
		}
	}
	return strings.Join(lines, "; ")
}

// systems is what the operating system, or a browser's storage, says of a file.
func systems(err *fs.PathError) string {
	name := err.Path
	if name == "." {
		name = "the folder"
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name + " is not there"
	case errors.Is(err, fs.ErrPermission):
		return name + " may not be read or changed; check its permissions"
	}
	return fmt.Sprintf("%s cannot be used; the system says: %v", name, err.Err)
}

//go:embed static
var staticFiles embed.FS

// A listName is a list as links name it.
type listName struct {
	ID, Name, Path string
	Warning        string // which every page of the list shows, or ""
}

func (l *listName) address() string { return "/lists/" + l.Path }

// render writes a page.
func (h *handler) render(w http.ResponseWriter, f layout, content g.Node) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if h.starting {
		content = g.Group{viewStarting(), content}
	}
	w.Write(draw(h.Deployment, f, content))
}

// static serves the style, the scripts and the drawings.
func (h *handler) static(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, staticFiles, "static/"+r.URL.Path)
}

func (h *handler) missing(http.ResponseWriter, *http.Request) error {
	return missing("no page has this address")
}

// missing is the error of what is asked for and not there.
func missing(format string, args ...any) error {
	err := schema.Errorf(schema.CodeMissing, format, args...)
	err.Cause = fs.ErrNotExist
	return err
}

// see sends the browser on to a page of this handler; any other address leads
// to the start.
func see(w http.ResponseWriter, r *http.Request, to string) {
	at, err := url.Parse(to)
	if err != nil || at.Host != "" || at.Scheme != "" || !strings.HasPrefix(at.Path, "/") || strings.HasPrefix(at.Path, "//") {
		to = "/"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// ending is that of a list's file.
const ending = ".yaml"

// place is where a list's file is. Ids are names of files without their ending,
// in the folder itself.
func (h *handler) place(id string) (schema.Place, error) {
	if id == "" || strings.ContainsAny(id, `/\`) || strings.HasPrefix(id, ".") || !fs.ValidPath(id+ending) {
		return schema.Place{}, missing("there is no list of that name")
	}
	return schema.Place{Folder: h.Lists, Name: id + ending}, nil
}

// roster reads and checks a list, unless it is as it was, and keeps it.
func (h *handler) roster(id string) (builder.Roster, error) {
	roster, fresh, err := h.read(id)
	if err == nil && fresh {
		h.desks.keep(id, roster, "")
	}
	return roster, err
}

// rosterOfMany is roster for one of very many lists, which takes no other's place among
// those that are kept.
func (h *handler) rosterOfMany(id string) (builder.Roster, error) {
	roster, fresh, err := h.read(id)
	if err == nil && fresh && h.desks.room(listBytes(roster)) {
		h.desks.keep(id, roster, "")
	}
	return roster, err
}

// read returns a list as it is now, and whether that is another than the one that is kept.
func (h *handler) read(id string) (roster builder.Roster, fresh bool, err error) {
	place, err := h.place(id)
	if err != nil {
		return nil, false, err
	}
	text, err := place.Load()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, missing("there is no list `%s`", id)
	}
	if err != nil {
		return nil, false, err
	}
	if kept := h.desks.read(id); kept != nil && bytes.Equal(kept.Document().Source, text) && kept.Current(h.Library) {
		return kept, false, nil
	}
	document, err := place.Parse(text, "list/1")
	if err != nil {
		return nil, false, err
	}
	roster, err = builder.Open(document, h.Library)
	return roster, true, err
}

func nameOf(id string, r builder.Roster) *listName {
	name := id
	if r.Name() != "" {
		name = r.Name()
	}
	l := &listName{ID: id, Name: name, Path: url.PathEscape(id)}
	for _, f := range r.Findings() {
		if f.Code == gf.CodeVersion {
			l.Warning = f.Message
		}
	}
	return l
}

// stock is the units that a list of figures can add.
func (h *handler) stock() (*stored.Stock, error) { return stored.LoadStock(h.Stock) }

// write writes a list's file: what the writer read must be there still. What
// can be undone is kept.
func (h *handler) write(id string, was, now []byte) error {
	if bytes.Equal(was, now) {
		return nil
	}
	place, err := h.place(id)
	if err != nil {
		return err
	}
	if err := h.Lists.Write(place.Name, was, now); err != nil {
		return err
	}
	h.desks.with(id, func(d *desk) { d.did(was, now) })
	return nil
}

// mostNames bounds the search for a free name where the folder cannot be read.
const mostNames = 10_000

// freeName returns a name that no list has: the one asked for, or that with a
// number.
func (h *handler) freeName(id string) string {
	tried := 0
	return schema.FreeID(id, func(id string) bool {
		tried++
		_, err := fs.Stat(h.Lists, id+ending)
		return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) && tried < mostNames
	})
}
