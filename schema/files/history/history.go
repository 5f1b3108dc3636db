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
	maxHistoryStates = 100
	maxHistoryBytes  = 1 << 20
	maxHistoryFiles  = 100
)

// A History holds the states (texts) of a file, the oldest first. The zero History belongs to an
// unchanged file.
type History struct {
	File         string   `json:"list"`   // name of the file
	States       []string `json:"states"` // texts of the file
	CurrentIndex int      `json:"at"`     // index in States of the file's present text, unless another program changed the file
}

// Add adds a text as the newest state, after the current one. States that were undone are removed.
func (h *History) Add(text []byte) {
	if h.IsCurrent(text) {
		return
	}
	if len(h.States) > 0 {
		h.States = h.States[:h.CurrentIndex+1]
	}
	h.States = append(h.States, string(text))
	size := 0
	for i, state := range slices.Backward(h.States) {
		if size += len(state); size > maxHistoryBytes && i < len(h.States)-1 || len(h.States)-i > maxHistoryStates {
			h.States = slices.Clone(h.States[i+1:])
			break
		}
	}
	h.CurrentIndex = len(h.States) - 1
}

// IsCurrent reports whether a text equals the current state. If the file's text does not, another
// program has changed the file.
func (h *History) IsCurrent(text []byte) bool {
	return len(h.States) > 0 && h.States[h.CurrentIndex] == string(text)
}

// StepsLeft returns how many changes can be undone and redone.
func (h *History) StepsLeft() (undo, redo int) {
	return h.CurrentIndex, max(0, len(h.States)-1-h.CurrentIndex)
}

// Peek returns the text that is steps states later, or earlier if steps is negative; nil if there
// is none.
func (h *History) Peek(steps int) []byte {
	if at := h.CurrentIndex + steps; at >= 0 && at < len(h.States) {
		return []byte(h.States[at])
	}
	return nil
}

// MoveCurrent makes the state that is steps later, or earlier if negative, the present one.
func (h *History) MoveCurrent(steps int) { h.CurrentIndex += steps }

// Read returns the history of a file that is stored under a name in the folder. It is empty if
// there is none, or if it is another file's.
func Read(folder fs.FS, name, file string) *History {
	h := new(History)
	text, err := (schema.FilePath{Folder: folder, Name: name}).Load()
	if err != nil || json.Unmarshal(text, h) != nil || h.File != file || h.CurrentIndex < 0 ||
		h.CurrentIndex >= len(h.States) {
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
	if err != nil || len(entries) <= maxHistoryFiles {
		return err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int {
		return cmp.Or(cmp.Compare(changeTime(a), changeTime(b)), strings.Compare(a.Name(), b.Name()))
	})
	for _, old := range entries[:len(entries)-maxHistoryFiles] {
		if err := folder.Remove(old.Name(), nil); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// changeTime returns the time of a file's last change, in nanoseconds.
func changeTime(entry fs.DirEntry) int64 {
	info, err := entry.Info()
	if err != nil {
		return 0
	}
	return info.ModTime().UnixNano()
}
