// Package history keeps the states that a file had, so that changes of it can be
// undone and redone: in the memory of a program, or in a file of its own.
package history

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"muster/schema"
	"muster/schema/files"
)

// How much of the past is kept: states of a file, their texts together, and
// files.
const (
	mostStates = 100
	mostBytes  = 1 << 20
	mostFiles  = 100
)

// A History is a file's states, the oldest first. The zero History is that of a
// file that was never changed.
type History struct {
	File   string   `json:"list"`   // whose states they are
	States []string `json:"states"` // its texts
	At     int      `json:"at"`     // the state that the file has, as far as is known
}

// Note makes a text the newest state, after the one that the file has. States
// that were undone are gone then.
func (h *History) Note(text []byte) {
	if h.Has(text) {
		return
	}
	if len(h.States) > 0 {
		h.States = h.States[:h.At+1]
	}
	h.States = append(h.States, string(text))
	size := 0
	for i, state := range slices.Backward(h.States) {
		if size += len(state); size > mostBytes && i < len(h.States)-1 || len(h.States)-i > mostStates {
			h.States = slices.Clone(h.States[i+1:])
			break
		}
	}
	h.At = len(h.States) - 1
}

// Has reports whether a text is the state that the file has, as far as is known:
// if it is not, another program changed the file.
func (h *History) Has(text []byte) bool { return len(h.States) > 0 && h.States[h.At] == string(text) }

// Left returns how many changes can be undone and redone.
func (h *History) Left() (undo, redo int) { return h.At, max(0, len(h.States)-1-h.At) }

// Peek returns the state so many steps ahead, or behind if steps is negative; nil
// if there is none.
func (h *History) Peek(steps int) []byte {
	if at := h.At + steps; at >= 0 && at < len(h.States) {
		return []byte(h.States[at])
	}
	return nil
}

// Move says that the file has the state that Peek returned.
func (h *History) Move(steps int) { h.At += steps }

// Read returns the history of a file that is kept under a name. One that is not
// there, or another file's, is empty.
func Read(folder fs.FS, name, file string) *History {
	h := new(History)
	text, err := (schema.Place{Folder: folder, Name: name}).Load()
	if err != nil || json.Unmarshal(text, h) != nil || h.File != file || h.At < 0 || h.At >= len(h.States) {
		return &History{File: file}
	}
	return h
}

// Write keeps the history under a name, and forgets the files that were not
// changed for longest when there are very many.
func (h *History) Write(folder files.Store, name string) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if err := files.Overwrite(folder, name, text); err != nil {
		return err
	}
	entries, err := fs.ReadDir(folder, ".")
	if err != nil || len(entries) <= mostFiles {
		return err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int {
		return cmp.Or(cmp.Compare(changed(a), changed(b)), strings.Compare(a.Name(), b.Name()))
	})
	for _, old := range entries[:len(entries)-mostFiles] {
		if err := folder.Remove(old.Name(), nil); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// changed is when a file was changed last, in nanoseconds.
func changed(entry fs.DirEntry) int64 {
	info, err := entry.Info()
	if err != nil {
		return 0
	}
	return info.ModTime().UnixNano()
}
