package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"muster/schema"
	"muster/schema/files"
)

// How much of the past is kept: states of a list, their texts together, and
// lists.
const (
	mostStates = 50
	mostBytes  = 1 << 20
	mostLists  = 100
)

// A history is a list's file as it was, state by state, the oldest first. It is
// kept beside the person's own books, never beside the list.
type history struct {
	List   string   `json:"list"` // the file, as an absolute path
	States []string `json:"states"`
	At     int      `json:"at"` // the state that the file has, as far as muster knows
}

// historyOf returns the file that keeps a list's history.
func historyOf(path string) (schema.Place, string, error) {
	own, err := ownBooks()
	if err != nil {
		return schema.Place{}, "", err
	}
	full, err := filepath.Abs(path)
	if err == nil {
		if real, linkErr := filepath.EvalSymlinks(full); linkErr == nil {
			full = real
		}
	}
	folder := filepath.Join(filepath.Dir(own), "history")
	return folderAt(folder).place(fmt.Sprintf("%x.json", sha256.Sum224([]byte(full)))), full, err
}

// recall reads a list's history; one that is not there, or not for this list,
// is empty.
func recall(place schema.Place, list string) history {
	var h history
	text, err := place.Load()
	if err != nil || json.Unmarshal(text, &h) != nil || h.List != list || h.At < 0 || h.At >= len(h.States) {
		return history{List: list}
	}
	return h
}

// note makes a text the newest state, behind the one that the file has. States
// that were undone are gone then.
func (h *history) note(text []byte) {
	if len(h.States) > 0 {
		if h.States[h.At] == string(text) {
			return
		}
		h.States = h.States[:h.At+1]
	}
	h.States = append(h.States, string(text))
	size := 0
	for i, state := range slices.Backward(h.States) {
		if size += len(state); size > mostBytes && i < len(h.States)-1 || len(h.States)-i > mostStates {
			h.States = h.States[i+1:]
			break
		}
	}
	h.At = len(h.States) - 1
}

// keep writes the history, and forgets lists that were not changed for longest
// when there are very many.
func (h *history) keep(place schema.Place) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	folder := place.Folder.(*disk).folder
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if err := files.Overwrite(place.Folder.(files.Folder), place.Name, text); err != nil {
		return err
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) <= mostLists {
		return err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return changed(a).Compare(changed(b)) })
	for _, old := range entries[:len(entries)-mostLists] {
		if err := os.Remove(filepath.Join(folder, old.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// remember keeps what a list's file was and is, to undo the change. That it
// cannot be kept is said, and keeps nobody from changing lists.
func (a *app) remember(path string, was, now []byte) {
	place, list, err := historyOf(path)
	if err == nil {
		h := recall(place, list)
		h.note(was)
		h.note(now)
		err = h.keep(place)
	}
	if err != nil {
		fmt.Fprintf(a.err, "muster: the change cannot be undone later: %v\n", err)
	}
}

// historyCommands are undo and redo.
func (a *app) historyCommands() []*cobra.Command {
	command := func(use, short string, step int) *cobra.Command {
		return &cobra.Command{
			Use: use, Short: short,
			Args:              cobra.ExactArgs(1),
			ValidArgsFunction: a.completeListThen(),
			RunE:              func(_ *cobra.Command, args []string) error { return a.travel(args[0], step) },
		}
	}
	return []*cobra.Command{
		command("undo LIST", "Take back the last change of a list", -1),
		command("redo LIST", "Make the change again that was taken back", +1),
	}
}

// travel puts a list's file into the state before or behind the one it has. A
// change that was made in an editor is a state too.
func (a *app) travel(path string, step int) error {
	list := a.at(path)
	was, err := list.Load()
	if err != nil {
		return err
	}
	before, _ := a.openAny(path) // it may be broken: to undo that is the point
	place, name, err := historyOf(path)
	if err != nil {
		return err
	}
	h := recall(place, name)
	if len(h.States) > 0 {
		h.note(was)
	}
	to := h.At + step
	if to < 0 || to >= len(h.States) {
		if step < 0 {
			return fmt.Errorf("%s: there is nothing to undo; muster remembers its own changes of a list", path)
		}
		return fmt.Errorf("%s: there is nothing to do again", path)
	}
	h.At = to
	now := []byte(h.States[to])
	if err := list.Folder.(files.Folder).Write(list.Name, was, now); err != nil {
		return err
	}
	if err := h.keep(place); err != nil {
		return err
	}
	after, err := a.openAny(path)
	if err != nil {
		return err // it is what it was, with all its faults
	}
	if before == nil {
		before = after
	}
	done := fmt.Sprintf("%s; %s can be undone and %s done again.", map[int]string{-1: "Undone", +1: "Done again"}[step],
		plural(h.At, "change", "changes"), plural(len(h.States)-1-h.At, "change", "changes"))
	a.reportChange(before, after, []string{done}, false)
	return nil
}

// changed is when a file was changed last.
func changed(entry fs.DirEntry) time.Time {
	info, err := entry.Info()
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}
