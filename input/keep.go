package input

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"time"

	"muster/schema"
	"muster/schema/files"
)

// Save writes all items without an error; an item that cannot be written gets its Err.
// It returns the record for Undo, nil if nothing was written.
func (a *Arrival) Save() *Kept {
	kept := &Kept{From: a.from, Where: a.home.Where, Books: a.home.WhereBooks, When: time.Now().UTC()}
	if a.home.Now != nil {
		kept.When = a.home.Now().UTC()
	}
	for _, kind := range []Kind{BookFile, "", GameFile} {
		for _, item := range a.Items {
			isFirst := item.Kind == BookFile || item.Kind == GameFile
			item.Kept = item.Kept || item.Same
			if item.Err == nil && !item.Same && (item.Kind == kind || kind == "" && !isFirst) {
				item.Err = a.home.write(item, kept)
				item.Kept = item.Err == nil
			}
		}
	}
	if kept.Files == nil {
		return nil
	}
	a.home.record(kept)
	return kept
}

// write writes an item to its folder.
func (h *Home) write(item *Item, kept *Kept) error {
	text, err := item.final()
	if err != nil {
		return err
	}
	to, was := h.folder(item.Kind), item.Was
	switch {
	case item.Kind == BookFile:
		if was != nil && h.Discard != nil {
			if err := h.Discard(item.Path, was); err != nil {
				return err
			}
		}
		err = to.Write(item.Path, was, text)
	case item.Kind == GameFile:
		err = to.Write(item.Path, nil, text)
	case h.Exact && !h.Many && item.packed == nil:
		if h.Force {
			was, _ = schema.Place{Folder: to, Name: item.Path}.Load() // nil where there is none
		}
		err = to.Write(item.Path, was, text)
		if errors.Is(err, files.ErrChanged) {
			err = &BookConflict{Why: fmt.Sprintf("%s is there already", schema.Place{Folder: to, Name: item.Path})}
		}
	default:
		err = h.writeFree(item, text)
	}
	if err != nil {
		return err
	}
	kept.Files = append(kept.Files, KeptFile{
		Name: item.Path, Book: item.Kind == BookFile, Unit: item.Kind == UnitFile && h.Units != nil, Digest: digestOf(text), Was: was,
	})
	return nil
}

// folder returns the folder for files of a kind.
func (h *Home) folder(kind Kind) files.Store {
	switch {
	case kind == BookFile:
		return h.Books
	case kind == UnitFile && h.Units != nil:
		return h.Units
	}
	return h.Lists
}

// mostNames bounds the search for a free name if the folder cannot be read.
const mostNames = 10_000

// writeFree writes an item under its name, with a number if the name is taken.
func (h *Home) writeFree(item *Item, text []byte) (err error) {
	to, tried, failed := h.folder(item.Kind), 0, error(nil)
	id := schema.FreeID(item.ID, func(id string) bool {
		tried++
		failed = to.Write(id+".yaml", nil, text)
		return errors.Is(failed, files.ErrChanged) && tried < mostNames
	})
	if failed != nil {
		return failed
	}
	item.ID, item.Path = id, id+".yaml"
	if item.game != nil {
		item.game.Path = gamePath(id, item.game.File)
	}
	return nil
}

func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// A Kept is the record of a saved arrival, for Undo and for the page of an army book.
type Kept struct {
	From  string     `json:"from"`            // the sender's name of the file or text
	Where string     `json:"where,omitempty"` // the folder of the lists
	Books string     `json:"books,omitempty"` // the folder of the army books
	When  time.Time  `json:"when"`
	Files []KeptFile `json:"files"`
}

// ID returns a key of the arrival.
func (k *Kept) ID() string { return strconv.FormatInt(k.When.UnixMilli(), 10) }

// A KeptFile is one file of an arrival.
type KeptFile struct {
	Name   string `json:"name"`
	Book   bool   `json:"book,omitempty"` // it is in the folder of army books, not of lists
	Unit   bool   `json:"unit,omitempty"` // it is in the folder of stored units
	Digest string `json:"digest"`         // of its text
	Was    []byte `json:"was,omitempty"`  // the text that it replaced
}

// journal is the file with a home's arrivals. It is hidden, so that shelves ignore it.
const journal = ".arrivals"

// mostKept is the number of recorded arrivals, wholeKept the number of arrivals that can be undone.
const (
	mostKept  = 200
	wholeKept = 3
)

func (h *Home) journal() files.Store {
	switch {
	case h.Journal != nil:
		return h.Journal
	case h.Books != nil:
		return h.Books
	}
	return h.Lists
}

// Arrivals returns the records of all arrivals, the newest first.
func (h *Home) Arrivals() (all []*Kept) {
	text, err := fs.ReadFile(h.journal(), journal)
	if err != nil || json.Unmarshal(text, &all) != nil {
		return nil
	}
	return all
}

// record adds an arrival to the journal. If this fails, the arrival is still saved.
func (h *Home) record(kept *Kept) {
	all := h.Arrivals()
	if len(all) > 0 && all[0].ID() >= kept.ID() { // no two have one id
		kept.When = all[0].When.Add(time.Millisecond)
	}
	h.writeJournal(slices.Insert(all, 0, kept)) // its error leaves nothing to undo
}

func (h *Home) writeJournal(all []*Kept) error {
	all = all[:min(len(all), mostKept)]
	for i, old := range all {
		for n := range old.Files {
			if i >= wholeKept {
				old.Files[n].Was = nil
			}
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return files.Overwrite(h.journal(), journal, text)
}

// Origin returns the arrival with the army book with this text; nil if there is none.
func (h *Home) Origin(text []byte) *Kept {
	digest := digestOf(text)
	for _, kept := range h.Arrivals() {
		if slices.ContainsFunc(kept.Files, func(f KeptFile) bool { return f.Book && f.Digest == digest }) {
			return kept
		}
	}
	return nil
}

// Undo reverts the arrival with an id: it deletes its files, and restores those that they replaced.
// It keeps files that have changed since, and returns their names in stayed. The error is
// fs.ErrNotExist for an unknown arrival.
func (h *Home) Undo(id string) (back *Kept, stayed []string, err error) {
	all := h.Arrivals()
	at := slices.IndexFunc(all, func(k *Kept) bool { return k.ID() == id })
	if at < 0 {
		return nil, nil, fmt.Errorf("%w: nothing that came in can be taken back", fs.ErrNotExist)
	}
	back = all[at]
	for _, f := range slices.Backward(back.Files) {
		from := h.Lists
		switch {
		case f.Book && h.Books != nil:
			from = h.Books
		case f.Unit && h.Units != nil:
			from = h.Units
		}
		text, err := schema.Place{Folder: from, Name: f.Name}.Load()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			stayed = append(stayed, f.Name+" is gone already")
			continue
		case err == nil && digestOf(text) != f.Digest:
			stayed = append(stayed, f.Name+" was changed since, and stays")
			continue
		case err == nil && f.Was != nil && !bytes.Equal(f.Was, text):
			err = from.Write(f.Name, text, f.Was)
		case err == nil:
			err = from.Remove(f.Name, text)
		}
		if err != nil {
			stayed = append(stayed, fmt.Sprintf("%s stays: %s", f.Name, plain(err)))
		}
	}
	return back, stayed, h.writeJournal(slices.Delete(all, at, at+1))
}
