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

func (h *Handler) storage() *input.Storage {
	return &input.Storage{
		Library: h.Library, Lists: h.Lists, Books: h.Books, Units: h.Options.StoredUnits,
		KeepReplacedBook: func(name string, text []byte) error {
			_, err := h.keepInTrash(trashedBook, name, text)
			return err
		},
	}
}

// openFiles imports files or a text that a person opens: lists and books of muster or Army Forge,
// list codes, an example, or a copy of everything.
func (h *Handler) openFiles(w http.ResponseWriter, r *http.Request) error {
	if id := r.FormValue("example"); id != "" {
		return h.openExample(w, r, id)
	}
	if r.FormValue("over") != "" {
		return errors.New(page.UploadTooLargeText)
	}
	sent := []input.SentFile{{Name: "pasted", Text: []byte(r.FormValue("text"))}}
	if r.MultipartForm != nil && len(r.MultipartForm.File["file"]) > 0 {
		sent = nil
		for _, file := range r.MultipartForm.File["file"] {
			text, err := desk.FormFile(file)
			if err != nil {
				return err
			}
			sent = append(sent, input.SentFile{Name: path.Base(file.Filename), Text: text})
		}
	} else if len(sent[0].Text) > schema.MaxFileBytes {
		return &http.MaxBytesError{Limit: schema.MaxFileBytes}
	}
	return h.importFiles(w, r, sent, "")
}

// restoreCopy imports a copy of everything, a ZIP file sent by a form.
func (h *Handler) restoreCopy(w http.ResponseWriter, r *http.Request) error {
	if r.MultipartForm == nil || len(r.MultipartForm.File["copy"]) == 0 {
		return errors.New("choose the file that “Save everything” made")
	}
	file := r.MultipartForm.File["copy"][0]
	text, err := desk.FormFile(file)
	if err != nil {
		return err
	}
	if input.KindOf(text) != input.ZIPFile {
		return errors.New("this is no file that “Save everything” made")
	}
	return h.importFiles(w, r, []input.SentFile{{Name: path.Base(file.Filename), Text: text}}, "")
}

// importFiles imports files and shows the result. Harmless files that a person opened are stored at
// once; others wait for confirmation. made is the page that made the files, to be shown again; ""
// for files from elsewhere.
func (h *Handler) importFiles(w http.ResponseWriter, r *http.Request, sent []input.SentFile, made string) error {
	a, err := h.storage().Receive(sent...)
	if err != nil {
		return err
	}
	came := &arrivalView{
		Arrival: a, SentFromElsewhere: r.FormValue("door") == "shared", SenderSite: r.FormValue("from"),
		MadeOnPage: made,
	}
	switch {
	case len(a.Items) == 0:
		return errors.New("there is nothing in the ZIP file")
	case len(a.Items) == 1 && a.Items[0].Err != nil:
		return a.Items[0].Err
	case came.SentFromElsewhere || a.NeedsConfirmation():
		h.waiting.add(came)
		w.Header().Set("Content-Location", "/came/"+came.WaitingID)
		return h.Render(w, page.Layout{Title: "Keep it?", CurrentPage: "start"}, came.viewWaiting())
	}
	return h.saveArrival(w, r, came)
}

func (h *Handler) waitingPage(w http.ResponseWriter, r *http.Request) error {
	one, err := h.waiting.find(r.PathValue("id"), false)
	if err != nil {
		return err
	}
	return h.Render(w, page.Layout{Title: "Keep it?", CurrentPage: "start"}, one.viewWaiting())
}

func (h *Handler) saveWaiting(w http.ResponseWriter, r *http.Request) error {
	one, err := h.waiting.find(r.PathValue("id"), true)
	if err != nil {
		return err
	}
	return h.saveArrival(w, r, one)
}

// saveArrival stores imported files and shows the result. If the person was asked for confirmation,
// the next page can undo it.
func (h *Handler) saveArrival(w http.ResponseWriter, r *http.Request, came *arrivalView) error {
	if kept := came.Save(); kept != nil {
		came.UndoID = kept.ID()
	}
	if came.MadeOnPage != "" {
		return desk.Redirect(w, r, came.MadeOnPage+"&came="+url.QueryEscape(came.UndoID))
	}
	books := came.filterFiles(isBook)
	var ids []string
	for _, item := range books {
		id, _ := catalog.SplitVersionedID(item.ID)
		ids = append(ids, id)
	}
	behind := h.outdatedLists(ids)
	for i, item := range books {
		if item.ReplacedText != nil {
			item.Changes = append(item.Changes, "The one that was there is in the trash for 30 days; to have it again, take back what came, or remove this one and put that back.")
		}
		if lists := behind[ids[i]]; len(lists) > 0 {
			item.Changes = append(item.Changes, fmt.Sprintf("Of an older version of a book there: %s. Their pages show what changes, and move them.", strings.Join(lists, ", ")))
		}
	}
	if one := came.SingleItem(); one != nil {
		switch {
		case one.Err != nil:
			return one.Err
		case one.Kind == input.ListFile || one.Kind == input.ListCode:
			to := page.ListAddress(one.ID)
			if came.WaitingID != "" || len(one.Notes)+len(one.Changes) > 0 || len(came.Items) > 1 {
				h.ListCache.WithCached(one.ID, func(d *desk.CachedList) { d.ImportReport = page.Render(viewArrival(came)) })
				to += "?came=yes"
			}
			return desk.Redirect(w, r, to)
		}
	}
	if len(books) > 0 && !came.IsArchive() {
		w.Header().Set("Content-Location", "/new")
		return h.showNewForm(w, r, came)
	}
	w.Header().Set("Content-Location", "/")
	said := ""
	if came.IsArchive() || len(came.filterFiles(isNew)) == 0 {
		said = came.summary()
	}
	return h.lists(w, r, came, said)
}

func (h *Handler) undoImport(w http.ResponseWriter, r *http.Request) error {
	back, stayed, err := h.storage().Undo(r.PathValue("id"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Location", "/")
	return h.lists(w, r, nil,
		strings.Join(append([]string{"What came with “" + back.SentAs + "” is gone again."}, stayed...), " "))
}

// maxWaitingArrivals is the maximum number of arrivals (groups of imported files) that wait for
// confirmation; older ones are dropped.
const maxWaitingArrivals = 2

// waitingArrivals holds the arrivals (groups of imported files) that wait for confirmation, the
// newest last.
type waitingArrivals struct {
	mu       sync.Mutex
	lastID   int
	arrivals []*arrivalView
}

func (w *waitingArrivals) add(came *arrivalView) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lastID++
	came.WaitingID = strconv.Itoa(w.lastID)
	w.arrivals = append(w.arrivals, came)
	w.arrivals = w.arrivals[max(0, len(w.arrivals)-maxWaitingArrivals):]
}

func (w *waitingArrivals) hasAny() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.arrivals) > 0
}

// find returns the waiting arrival with an id, and removes it if remove is set.
func (w *waitingArrivals) find(id string, remove bool) (*arrivalView, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := slices.IndexFunc(w.arrivals, func(one *arrivalView) bool { return one.WaitingID == id })
	if at < 0 {
		return nil, desk.NotFound("that does not wait here any longer; open it again")
	}
	one := w.arrivals[at]
	if remove {
		w.arrivals = slices.Delete(w.arrivals, at, at+1)
	}
	return one, nil
}
