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

// Save writes all items without an error, and sets the Err of items that cannot be written. It
// returns the record for Undo; nil if it wrote nothing.
func (a *Arrival) Save() *ArrivalRecord {
	kept := &ArrivalRecord{
		SentAs: a.sentAs, ListFolder: a.storage.ListFolder, BookFolder: a.storage.BookFolder,
		StoredAt: time.Now().UTC(),
	}
	if a.storage.Now != nil {
		kept.StoredAt = a.storage.Now().UTC()
	}
	for _, kind := range []FileKind{BookFile, "", GameFile} {
		for _, item := range a.Items {
			isFirst := item.Kind == BookFile || item.Kind == GameFile
			item.IsStored = item.IsStored || item.AlreadyStored
			if item.Err == nil && !item.AlreadyStored && (item.Kind == kind || kind == "" && !isFirst) {
				item.Err = a.storage.writeItem(item, kept)
				item.IsStored = item.Err == nil
			}
		}
	}
	if kept.Files == nil {
		return nil
	}
	a.storage.addRecord(kept)
	return kept
}

func (h *Storage) writeItem(item *Item, kept *ArrivalRecord) error {
	text, err := item.storedText()
	if err != nil {
		return err
	}
	to, was := h.storeFor(item.Kind), item.ReplacedText
	switch {
	case item.Kind == BookFile:
		if was != nil && h.KeepReplacedBook != nil {
			if err := h.KeepReplacedBook(item.Path, was); err != nil {
				return err
			}
		}
		err = to.Write(item.Path, was, text)
	case item.Kind == GameFile:
		err = to.Write(item.Path, nil, text)
	case h.RequireExactName && !h.PickFreeNames && item.zipEntry == nil:
		if h.Overwrite {
			was, _ = schema.FilePath{Folder: to, Name: item.Path}.Load() // nil where there is none
		}
		err = to.Write(item.Path, was, text)
		if errors.Is(err, files.ErrChanged) {
			err = &BookConflict{Reason: fmt.Sprintf("%s is there already", schema.FilePath{Folder: to, Name: item.Path})}
		}
	default:
		err = h.writeUnderFreeName(item, text)
	}
	if err != nil {
		return err
	}
	kept.Files = append(kept.Files, StoredFile{
		Name: item.Path, IsBook: item.Kind == BookFile, IsUnit: item.Kind == UnitFile && h.Units != nil,
		Digest: digestOf(text), ReplacedText: was,
	})
	return nil
}

func (h *Storage) storeFor(kind FileKind) files.Store {
	switch {
	case kind == BookFile:
		return h.Books
	case kind == UnitFile && h.Units != nil:
		return h.Units
	}
	return h.Lists
}

// maxFreeNameTries limits the search for a free name, which would not end if the folder cannot be
// read.
const maxFreeNameTries = 10_000

// writeUnderFreeName writes an item under its name, with a number added if the name is taken.
func (h *Storage) writeUnderFreeName(item *Item, text []byte) (err error) {
	to, tried, failed := h.storeFor(item.Kind), 0, error(nil)
	id := schema.FreeID(item.ID, func(id string) bool {
		tried++
		failed = to.Write(id+".yaml", nil, text)
		return errors.Is(failed, files.ErrChanged) && tried < maxFreeNameTries
	})
	if failed != nil {
		return failed
	}
	item.ID, item.Path = id, id+".yaml"
	if item.playedGame != nil {
		item.playedGame.Path = gameFileName(id, item.playedGame.SentName)
	}
	return nil
}

func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// An ArrivalRecord describes files that were sent together and stored: Undo reverts it, and the
// page of an army book shows it.
type ArrivalRecord struct {
	SentAs     string       `json:"from"`            // the sender's name for the file or text
	ListFolder string       `json:"where,omitempty"` // the folder of the lists
	BookFolder string       `json:"books,omitempty"` // the folder of the army books
	StoredAt   time.Time    `json:"when"`
	Files      []StoredFile `json:"files"`
}

// ID returns a key that identifies the arrival: its time.
func (k *ArrivalRecord) ID() string { return strconv.FormatInt(k.StoredAt.UnixMilli(), 10) }

// A StoredFile is one stored file of an arrival.
type StoredFile struct {
	Name   string `json:"name"`
	IsBook bool   `json:"book,omitempty"` // it is in the folder of army books
	IsUnit bool   `json:"unit,omitempty"` // it is in the folder of stored units
	Digest string `json:"digest"`         // digest of the file's text
	// the text that the file had before; nil for a new file
	ReplacedText []byte `json:"was,omitempty"`
}

// journalName is the file in which the records of arrivals are stored. It is hidden, so that it is
// never shared with the folder's other files.
const journalName = ".arrivals"

// Limits of the journal of arrivals.
const (
	// maxArrivalRecords is the number of arrivals that the journal keeps; the newest
	// maxUndoableArrivals of them can be undone.
	maxArrivalRecords   = 200
	maxUndoableArrivals = 3
)

func (h *Storage) arrivalJournal() files.Store {
	switch {
	case h.ArrivalJournal != nil:
		return h.ArrivalJournal
	case h.Books != nil:
		return h.Books
	}
	return h.Lists
}

// ArrivalRecords returns the records of earlier arrivals, the newest first.
func (h *Storage) ArrivalRecords() (all []*ArrivalRecord) {
	text, err := fs.ReadFile(h.arrivalJournal(), journalName)
	if err != nil || json.Unmarshal(text, &all) != nil {
		return nil
	}
	return all
}

// addRecord adds a record to the journal. If this fails, the arrival is still saved.
func (h *Storage) addRecord(kept *ArrivalRecord) {
	all := h.ArrivalRecords()
	if len(all) > 0 && all[0].ID() >= kept.ID() { // no two have one id
		kept.StoredAt = all[0].StoredAt.Add(time.Millisecond)
	}
	h.writeJournal(slices.Insert(all, 0, kept)) // its error leaves nothing to undo
}

func (h *Storage) writeJournal(all []*ArrivalRecord) error {
	all = all[:min(len(all), maxArrivalRecords)]
	for i, old := range all {
		for n := range old.Files {
			if i >= maxUndoableArrivals {
				old.Files[n].ReplacedText = nil
			}
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return files.Overwrite(h.arrivalJournal(), journalName, text)
}

// BookOrigin returns the record of the arrival that brought the army book with this text; nil if
// there is none.
func (h *Storage) BookOrigin(text []byte) *ArrivalRecord {
	digest := digestOf(text)
	for _, kept := range h.ArrivalRecords() {
		if slices.ContainsFunc(kept.Files, func(f StoredFile) bool { return f.IsBook && f.Digest == digest }) {
			return kept
		}
	}
	return nil
}

// Undo reverts the arrival with an id: it deletes its files, and restores the files that they
// replaced. It keeps files that have changed since, and returns a sentence about each in stayed.
// The error is fs.ErrNotExist for an unknown arrival.
func (h *Storage) Undo(id string) (back *ArrivalRecord, stayed []string, err error) {
	all := h.ArrivalRecords()
	at := slices.IndexFunc(all, func(k *ArrivalRecord) bool { return k.ID() == id })
	if at < 0 {
		return nil, nil, fmt.Errorf("%w: nothing that came in can be taken back", fs.ErrNotExist)
	}
	back = all[at]
	for _, f := range slices.Backward(back.Files) {
		from := h.Lists
		switch {
		case f.IsBook && h.Books != nil:
			from = h.Books
		case f.IsUnit && h.Units != nil:
			from = h.Units
		}
		text, err := schema.FilePath{Folder: from, Name: f.Name}.Load()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			stayed = append(stayed, f.Name+" is gone already")
			continue
		case err == nil && digestOf(text) != f.Digest:
			stayed = append(stayed, f.Name+" was changed since, and stays")
			continue
		case err == nil && f.ReplacedText != nil && !bytes.Equal(f.ReplacedText, text):
			err = from.Write(f.Name, text, f.ReplacedText)
		case err == nil:
			err = from.Remove(f.Name, text)
		}
		if err != nil {
			stayed = append(stayed, fmt.Sprintf("%s stays: %s", f.Name, errorText(err)))
		}
	}
	return back, stayed, h.writeJournal(slices.Delete(all, at, at+1))
}
