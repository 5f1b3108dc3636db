// Package history keeps the former texts of a file, so that changes can be undone and redone.
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

// Limits of what is kept: states of a file, bytes of its states together, and histories in a
// folder.
const (
	mostStates = 100
	mostBytes  = 1 << 20
	mostFiles  = 100
)

// A History holds the states (texts) of a file, the oldest first. The zero History is that of an
// unchanged file.
type History struct {
	File   string   `json:"list"`   // name of the file
	States []string `json:"states"` // texts of the file
	At     int      `json:"at"`     // index in States of the file's present text, unless another program changed the file
}

// Note adds a text as the newest state, after the present one. States that were undone are removed.
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

// Has reports whether a text is the present state. If the file's text is not, another program
// changed the file.
func (h *History) Has(text []byte) bool { return len(h.States) > 0 && h.States[h.At] == string(text) }

// StepsLeft returns how many changes can be undone and redone.
func (h *History) StepsLeft() (undo, redo int) { return h.At, max(0, len(h.States)-1-h.At) }

// Peek returns the text that is steps states later, or earlier if steps is negative; nil if there
// is none.
func (h *History) Peek(steps int) []byte {
	if at := h.At + steps; at >= 0 && at < len(h.States) {
		return []byte(h.States[at])
	}
	return nil
}

// Move makes the state that is steps later, or earlier if negative, the present one.
func (h *History) Move(steps int) { h.At += steps }

// Read returns the history of a file that is stored under a name in the folder. It is empty if
// there is none, or if it is another file's.
func Read(folder fs.FS, name, file string) *History {
	h := new(History)
	text, err := (schema.Place{Folder: folder, Name: name}).Load()
	if err != nil || json.Unmarshal(text, h) != nil || h.File != file || h.At < 0 || h.At >= len(h.States) {
		return &History{File: file}
	}
	return h
}

// Write stores the history under a name in the folder. If the folder has too many histories, it
// removes the oldest.
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

// changed returns the time of a file's last change, in nanoseconds.
func changed(entry fs.DirEntry) int64 {
	info, err := entry.Info()
	if err != nil {
		return 0
	}
	return info.ModTime().UnixNano()
}
