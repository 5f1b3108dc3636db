package shelf

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"muster/catalog"
	"muster/input"
	"muster/schema"
	"muster/web/desk"
	"muster/web/page"
)

func (h *Handler) home() *input.Home {
	return &input.Home{Library: h.Library, Lists: h.Lists, Books: h.Books, Units: h.Options.Stock, Discard: func(name string, text []byte) error {
		_, err := h.keepInTrash(trashedBook, name, text)
		return err
	}}
}

// open imports files or a text: lists and books of muster or Army Forge, list codes, an example, or
// a copy of everything.
func (h *Handler) open(w http.ResponseWriter, r *http.Request) error {
	if id := r.FormValue("example"); id != "" {
		return h.openExample(w, r, id)
	}
	if r.FormValue("over") != "" {
		return errors.New(page.TooMany)
	}
	sent := []input.Sent{{Name: "pasted", Text: []byte(r.FormValue("text"))}}
	if r.MultipartForm != nil && len(r.MultipartForm.File["file"]) > 0 {
		sent = nil
		for _, file := range r.MultipartForm.File["file"] {
			text, err := desk.FormFile(file)
			if err != nil {
				return err
			}
			sent = append(sent, input.Sent{Name: path.Base(file.Filename), Text: text})
		}
	} else if len(sent[0].Text) > schema.MaxBytes {
		return &http.MaxBytesError{Limit: schema.MaxBytes}
	}
	return h.importFiles(w, r, sent, "")
}

// restoreCopy imports a copy of everything from a form.
func (h *Handler) restoreCopy(w http.ResponseWriter, r *http.Request) error {
	if r.MultipartForm == nil || len(r.MultipartForm.File["copy"]) == 0 {
		return errors.New("choose the file that “Save everything” made")
	}
	file := r.MultipartForm.File["copy"][0]
	text, err := desk.FormFile(file)
	if err != nil {
		return err
	}
	if input.KindOf(text) != input.Packed {
		return errors.New("this is no file that “Save everything” made")
	}
	return h.importFiles(w, r, []input.Sent{{Name: path.Base(file.Filename), Text: text}}, "")
}

// importFiles shows an arrival. It stores harmless files at once if a person opened them. made is
// the page on which the files were made, which is then shown again; "" for files from elsewhere.
func (h *Handler) importFiles(w http.ResponseWriter, r *http.Request, sent []input.Sent, made string) error {
	a, err := h.home().Take(sent...)
	if err != nil {
		return err
	}
	came := &arrivalView{Arrival: a, Shared: r.FormValue("door") == "shared", From: r.FormValue("from"), Made: made}
	switch {
	case len(a.Items) == 0:
		return errors.New("there is nothing in the ZIP file")
	case len(a.Items) == 1 && a.Items[0].Err != nil:
		return a.Items[0].Err
	case came.Shared || a.NeedsConfirmation():
		h.came.add(came)
		w.Header().Set("Content-Location", "/came/"+came.Wait)
		return h.Render(w, page.Layout{Title: "Keep it?", Here: "start"}, came.viewWaiting())
	}
	return h.saveArrival(w, r, came)
}

func (h *Handler) waitingPage(w http.ResponseWriter, r *http.Request) error {
	one, err := h.came.find(r.PathValue("id"), false)
	if err != nil {
		return err
	}
	return h.Render(w, page.Layout{Title: "Keep it?", Here: "start"}, one.viewWaiting())
}

func (h *Handler) saveWaiting(w http.ResponseWriter, r *http.Request) error {
	one, err := h.came.find(r.PathValue("id"), true)
	if err != nil {
		return err
	}
	return h.saveArrival(w, r, one)
}

// saveArrival stores an arrival and shows the result. If the person was asked first, the next page
// can undo it.
func (h *Handler) saveArrival(w http.ResponseWriter, r *http.Request, came *arrivalView) error {
	if kept := came.Save(); kept != nil {
		came.Kept = kept.ID()
	}
	if came.Made != "" {
		return desk.Redirect(w, r, came.Made+"&came="+url.QueryEscape(came.Kept))
	}
	books := came.filter(isBook)
	var ids []string
	for _, item := range books {
		id, _ := catalog.SplitPin(item.ID)
		ids = append(ids, id)
	}
	behind := h.behind(ids)
	for i, item := range books {
		if item.Was != nil {
			item.Changed = append(item.Changed, "The one that was there is in the trash for 30 days; to have it again, take back what came, or remove this one and put that back.")
		}
		if lists := behind[ids[i]]; len(lists) > 0 {
			item.Changed = append(item.Changed, fmt.Sprintf("Of an older version of a book there: %s. Their pages show what changes, and move them.", strings.Join(lists, ", ")))
		}
	}
	if one := came.Single(); one != nil {
		switch {
		case one.Err != nil:
			return one.Err
		case one.Kind == input.ListFile || one.Kind == input.ListCode:
			to := page.ListAddress(one.ID)
			if came.Wait != "" || len(one.Notes)+len(one.Changed) > 0 || len(came.Items) > 1 {
				h.Desks.With(one.ID, func(d *desk.Desk) { d.Came = page.Render(viewCame(came)) })
				to += "?came=yes"
			}
			return desk.Redirect(w, r, to)
		}
	}
	if len(books) > 0 && !came.IsArchive() {
		w.Header().Set("Content-Location", "/new")
		return h.begin(w, r, came)
	}
	w.Header().Set("Content-Location", "/")
	said := ""
	if came.IsArchive() {
		said = came.sentence()
	}
	return h.lists(w, r, came, said)
}

func (h *Handler) undoImport(w http.ResponseWriter, r *http.Request) error {
	back, stayed, err := h.home().Undo(r.PathValue("id"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Location", "/")
	return h.lists(w, r, nil,
		strings.Join(append([]string{"What came with “" + back.From + "” is gone again."}, stayed...), " "))
}

// mostWaiting is the maximum number of arrivals that wait for confirmation; older ones are dropped.
const mostWaiting = 2

// waiting holds the arrivals that wait for confirmation, the newest last.
type waiting struct {
	mu   sync.Mutex
	last int
	all  []*arrivalView
}

func (w *waiting) add(came *arrivalView) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last++
	came.Wait = strconv.Itoa(w.last)
	w.all = append(w.all, came)
	w.all = w.all[max(0, len(w.all)-mostWaiting):]
}

func (w *waiting) any() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.all) > 0
}

// find returns the waiting arrival with an id, and removes it if remove is set.
func (w *waiting) find(id string, remove bool) (*arrivalView, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := slices.IndexFunc(w.all, func(one *arrivalView) bool { return one.Wait == id })
	if at < 0 {
		return nil, desk.Missing("that does not wait here any longer; open it again")
	}
	one := w.all[at]
	if remove {
		w.all = slices.Delete(w.all, at, at+1)
	}
	return one, nil
}
