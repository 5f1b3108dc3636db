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

// open takes files or a text from elsewhere: lists and books of muster or of Army
// Forge, list codes, an example, or a copy of everything.
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
	return h.take(w, r, sent, "")
}

// bring takes a copy of everything that a form sends.
func (h *Handler) bring(w http.ResponseWriter, r *http.Request) error {
	if r.MultipartForm == nil || len(r.MultipartForm.File["copy"]) == 0 {
		return errors.New("choose the file that “Save everything” made")
	}
	file := r.MultipartForm.File["copy"][0]
	text, err := desk.FormFile(file)
	if err != nil {
		return err
	}
	if input.Sort(text) != input.Packed {
		return errors.New("this is no file that “Save everything” made")
	}
	return h.take(w, r, []input.Sent{{Name: path.Base(file.Filename), Text: text}}, "")
}

// take shows an arrival, and keeps harmless files at once if a person opened them. made is the page
// on which they were made, which is shown again then; "" for files from elsewhere.
func (h *Handler) take(w http.ResponseWriter, r *http.Request, sent []input.Sent, made string) error {
	a, err := h.home().Take(sent...)
	if err != nil {
		return err
	}
	came := &cameIn{Arrival: a, Shared: r.FormValue("door") == "shared", From: r.FormValue("from"), Made: made}
	switch {
	case len(a.Items) == 0:
		return errors.New("there is nothing in the ZIP file")
	case len(a.Items) == 1 && a.Items[0].Err != nil:
		return a.Items[0].Err
	case came.Shared || a.Asks():
		h.came.add(came)
		w.Header().Set("Content-Location", "/came/"+came.Wait)
		return h.Render(w, page.Layout{Title: "Keep it?", Here: "start"}, came.viewWaiting())
	}
	return h.keepArrival(w, r, came)
}

func (h *Handler) waits(w http.ResponseWriter, r *http.Request) error {
	one, err := h.came.find(r.PathValue("id"), false)
	if err != nil {
		return err
	}
	return h.Render(w, page.Layout{Title: "Keep it?", Here: "start"}, one.viewWaiting())
}

func (h *Handler) keepWaiting(w http.ResponseWriter, r *http.Request) error {
	one, err := h.came.find(r.PathValue("id"), true)
	if err != nil {
		return err
	}
	return h.keepArrival(w, r, one)
}

// keepArrival keeps an arrival and shows the result. If a person was asked first, the next page
// has the way back, whatever it is.
func (h *Handler) keepArrival(w http.ResponseWriter, r *http.Request, came *cameIn) error {
	if kept := came.Save(); kept != nil {
		came.Kept = kept.ID()
	}
	if came.Made != "" {
		return desk.Redirect(w, r, came.Made+"&came="+url.QueryEscape(came.Kept))
	}
	books := came.some(isBook)
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
	if one := came.One(); one != nil {
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
	if len(books) > 0 && !came.Many() {
		w.Header().Set("Content-Location", "/new")
		return h.begin(w, r, came)
	}
	w.Header().Set("Content-Location", "/")
	said := ""
	if came.Many() {
		said = came.sentence()
	}
	return h.lists(w, r, came, said)
}

func (h *Handler) takeBack(w http.ResponseWriter, r *http.Request) error {
	back, stayed, err := h.home().Undo(r.PathValue("id"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Location", "/")
	return h.lists(w, r, nil,
		strings.Join(append([]string{"What came with “" + back.From + "” is gone again."}, stayed...), " "))
}

// mostWaiting is how many arrivals wait to be kept: those of before are gone.
const mostWaiting = 2

// waiting holds the arrivals that nobody has kept yet, the newest last.
type waiting struct {
	mu   sync.Mutex
	last int
	all  []*cameIn
}

func (w *waiting) add(came *cameIn) {
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

// find returns the waiting arrival of an id; with remove it waits no longer.
func (w *waiting) find(id string, remove bool) (*cameIn, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := slices.IndexFunc(w.all, func(one *cameIn) bool { return one.Wait == id })
	if at < 0 {
		return nil, desk.Missing("that does not wait here any longer; open it again")
	}
	one := w.all[at]
	if remove {
		w.all = slices.Delete(w.all, at, at+1)
	}
	return one, nil
}
