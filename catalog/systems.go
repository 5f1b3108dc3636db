package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"muster/rules"
	"muster/schema"
)

// An edition is a game system of a person's own as it was read, or why it
// cannot be used.
type edition struct {
	text   []byte
	system *rules.System
	err    error
}

// System returns the game system of an id: one that ships with muster, else the
// one whose file lies on a shelf of the library or beside the file at from. It
// is shared, and another only once its file has changed. The error is that of
// reading the file, or of rules.Unknown. A nil library has no shelves.
func (l *Library) System(id string, from schema.Place) (*rules.System, error) {
	system, unknown := rules.Load(id)
	if unknown == nil || l == nil {
		return system, unknown
	}
	for n, folder := range l.folders(from) {
		for _, e := range l.editionsIn(n, folder, id) {
			return e.system, e.err
		}
	}
	return nil, rules.Unknown(id, l.SystemIDs())
}

// SystemOf returns the game system that a document is for. The error is a
// *schema.Error that points there.
func (l *Library) SystemOf(document *schema.Document) (*rules.System, error) {
	id := document.At("system").Text()
	system, err := l.System(id, document.Place)
	if err != nil {
		return nil, document.Unusable(fmt.Sprintf("the game system `%s`", id), err, "system")
	}
	return system, nil
}

// Systems lists the game systems that ship with muster and, after them, those
// whose files lie on the shelves. The error joins what is wrong with others.
func (l *Library) Systems() (all []*rules.System, err error) {
	for _, id := range rules.Systems() {
		system, err := rules.Load(id)
		if err != nil {
			panic(err) // tests read what ships with muster
		}
		all = append(all, system)
	}
	for n, folder := range l.folders(schema.Place{}) {
		for _, e := range l.editionsIn(n, folder, "") {
			if e.err != nil {
				err = errors.Join(err, e.err)
			} else if !slices.ContainsFunc(all, func(s *rules.System) bool { return s.ID == e.system.ID }) {
				all = append(all, e.system)
			}
		}
	}
	return all, err
}

// SystemIDs lists the ids of Systems.
func (l *Library) SystemIDs() []string {
	systems, _ := l.Systems()
	ids := make([]string, len(systems))
	for i, s := range systems {
		ids[i] = s.ID
	}
	return ids
}

// folders are where files of systems lie: the shelves, and after them the folder
// of the file that asks.
func (l *Library) folders(from schema.Place) []fs.FS {
	var folders []fs.FS
	if l != nil {
		folders = slices.Clone(l.shelves)
	}
	if from.Folder != nil {
		folders = append(folders, from.Folder)
	}
	return folders
}

// editionsIn reads the files of the n-th of the folders that state a system of an
// id, or any system for "". A file that is called like the id saves reading the
// others.
func (l *Library) editionsIn(n int, folder fs.FS, id string) (found []*edition) {
	files, _ := fs.Glob(folder, "*.yaml") // a folder that is not there holds none
	if own := id + ".yaml"; slices.Contains(files, own) {
		files = append([]string{own}, files...)
	}
	for _, file := range files {
		place := schema.Place{Folder: folder, Name: file}
		text, err := place.Load()
		if err != nil || schema.Kind(text) != "system/1" || id != "" && schema.Glance(text, "id") != id {
			continue
		}
		at := position{n, file}
		if n == len(l.shelves) {
			at = position{elsewhere, place.String()}
		}
		found = append(found, l.edition(at, place, text))
		if id != "" {
			break
		}
	}
	return found
}

// edition reads a file of a system, if its text is not what it was.
func (l *Library) edition(at position, place schema.Place, text []byte) *edition {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.editions[at]
	if e == nil || !bytes.Equal(e.text, text) {
		e = &edition{text: text}
		var document *schema.Document
		if document, e.err = place.Parse(text, "system/1"); e.err == nil {
			e.system, e.err = rules.ReadSystem(document)
		}
		l.editions[at] = e
	}
	return e
}
