package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"muster/convert"
	"muster/rules"
	"muster/schema"
)

// A systemResult is the result of reading a file for a player's own game system: the system or an
// error; neither for a file of another kind.
type systemResult struct {
	fingerprint
	text   []byte
	id     string
	system *rules.System
	err    error
}

// System returns the game system with an id: one that ships with muster, or one in a file on a
// shelf of the library or in the folder of the file at from. It is shared until its file changes.
// The error is from reading the file, or from rules.ErrUnknownSystem. A nil library has no shelves.
func (l *Library) System(id string, from schema.FilePath) (*rules.System, error) {
	system, unknown := rules.Load(id)
	if unknown == nil || l == nil {
		return system, unknown
	}
	for n, folder := range l.systemFolders(from) {
		for _, e := range l.systemsIn(n, folder, id) {
			return e.system, e.err
		}
	}
	return nil, rules.ErrUnknownSystem(id, l.SystemIDs())
}

// SystemOf returns the game system of a document. The error is a *schema.Error at the
// document's system.
func (l *Library) SystemOf(document *schema.Document) (*rules.System, error) {
	id := document.At("system").Text()
	system, err := l.System(id, document.Path)
	if err != nil {
		return nil, document.UnusableError(fmt.Sprintf("the game system `%s`", id), err, "system")
	}
	return system, nil
}

// Systems returns the game systems that ship with muster, then the systems on the shelves. The
// error joins the errors of unreadable systems.
func (l *Library) Systems() (all []*rules.System, err error) {
	for _, id := range rules.SystemIDs() {
		system, err := rules.Load(id)
		if err != nil {
			panic(err) // tests read all shipped systems
		}
		all = append(all, system)
	}
	for n, folder := range l.systemFolders(schema.FilePath{}) {
		for _, e := range l.systemsIn(n, folder, "") {
			if e.err != nil {
				err = errors.Join(err, e.err)
			} else if !slices.ContainsFunc(all, func(s *rules.System) bool { return s.ID == e.system.ID }) {
				all = append(all, e.system)
			}
		}
	}
	return all, err
}

// SystemIDs returns the ids of all systems that Systems returns.
func (l *Library) SystemIDs() []string {
	systems, _ := l.Systems()
	return convert.All(systems, func(s *rules.System) string { return s.ID })
}

// systemFolders returns the folders to search for files of game systems: the shelves, then the
// folder of the file at from.
func (l *Library) systemFolders(from schema.FilePath) []fs.FS {
	var folders []fs.FS
	if l != nil {
		folders = slices.Clone(l.shelves)
	}
	if from.Folder != nil {
		folders = append(folders, from.Folder)
	}
	return folders
}

// systemsIn reads the game systems with an id in a folder, the n-th of systemFolders; "" stands for
// any id. If the folder has a file named after the id, the others are not read.
func (l *Library) systemsIn(n int, folder fs.FS, id string) (found []*systemResult) {
	files, _ := fs.Glob(folder, "*.yaml") // a missing folder has no files
	if own := id + ".yaml"; slices.Contains(files, own) {
		files = append([]string{own}, files...)
	}
	for _, file := range files {
		place := schema.FilePath{Folder: folder, Name: file}
		at := filePosition{n, file}
		if n == len(l.shelves) {
			at = filePosition{noShelf, place.String()}
		}
		if e := l.readSystem(at, place); e != nil && (id == "" || e.id == id) {
			if found = append(found, e); id != "" {
				break
			}
		}
	}
	return found
}

// readSystem returns the system in a file, or nil if there is none. It reads a file again only
// after it changed.
func (l *Library) readSystem(at filePosition, place schema.FilePath) *systemResult {
	now, err := fingerprintOf(at, place)
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.systems[at]
	if err != nil || e == nil || !e.provesUnchanged || e.fingerprint != now {
		e, err = rereadSystem(e, place)
		if e.fingerprint = now; err != nil {
			e.provesUnchanged = false
		}
		l.systems[at] = e
	}
	if e.system == nil && e.err == nil {
		return nil
	}
	return e
}

// rereadSystem reads a file for its system; before is the result of the last reading, or nil. The
// error tells that the file cannot be read now.
func rereadSystem(before *systemResult, place schema.FilePath) (*systemResult, error) {
	text, err := place.Load()
	if err != nil || schema.StatedKind(text) != "system/1" {
		return &systemResult{}, err
	}
	if before != nil && bytes.Equal(before.text, text) {
		return before, nil
	}
	e := &systemResult{text: text, id: schema.GuessValue(text, "id")}
	var document *schema.Document
	if document, e.err = place.Parse(text, "system/1"); e.err == nil {
		e.system, e.err = rules.ReadSystem(document)
	}
	return e, nil
}
