package desk

import (
	"errors"
	"io/fs"
	"slices"

	"muster/builder/event"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// A Club is a collection that a site offers to all visitors: an index of army books, lists and
// events.
type Club struct {
	Name        string      `json:"name"`
	Description string      `json:"text,omitempty"`
	Link        string      `json:"link,omitempty"`
	Books       []ClubBook  `json:"books"`
	Lists       []ClubList  `json:"lists"`
	Events      []ClubEvent `json:"events"`

	Files fs.FS `json:"-"` // the files, by their names in the index
}

// A ClubBook is an army book of a Club, with its header.
type ClubBook struct {
	ID           string   `json:"id"`
	Name         string   `json:"name"`
	System       string   `json:"system"`
	OtherSystems []string `json:"also_for,omitempty"`
	Version      string   `json:"version"`
	Origin       string   `json:"origin,omitempty"` // the book's id in the tool that it was imported from
	File         string   `json:"file"`
	Bytes        int      `json:"bytes"`
	Digest       string   `json:"digest"`
}

// A ClubList is a list of a Club.
type ClubList struct {
	File   string `json:"file"`
	Name   string `json:"name"`
	Army   string `json:"army"`
	Points int    `json:"points"`
	Bytes  int    `json:"bytes"`
}

// A ClubEvent is an event of a Club.
type ClubEvent struct {
	File string `json:"file"`
	Name string `json:"name"`
}

// RemoteBooks returns the club's army books for a library. An opened book is downloaded and stored
// in the folder keep, where files are never replaced.
func (c *Club) RemoteBooks(keep files.Folder) *catalog.RemoteBooks {
	var entries []catalog.Entry
	known := map[string]ClubBook{}
	for _, b := range c.Books {
		e := catalog.Entry{
			ID: b.ID, Name: b.Name, System: b.System, OtherSystems: b.OtherSystems, Version: b.Version,
			SourceID: b.Origin,
		}
		entries, known[e.VersionedID()] = append(entries, e), b
	}
	return catalog.NewRemoteBooks(entries, func(e catalog.Entry) ([]byte, error) {
		b := known[e.VersionedID()]
		text, err := fs.ReadFile(c.Files, b.File)
		if err == nil && len(text) != b.Bytes {
			err = errors.New("it did not come whole")
		}
		if err != nil {
			return nil, schema.Errorf(schema.CodeMissing,
				"%s %s is an army book of %s that could not be fetched (%v): try again with a network", b.Name, b.Version, c.Name, err)
		}
		_ = keep.Write(catalog.BookFileName(b.ID, b.Version)+ListExtension, nil, text) // a book that is not kept is fetched again
		return text, nil
	})
}

// ReadEvent reads an event from its file.
func ReadEvent(folder fs.FS, name string) (*event.Event, error) {
	document, err := schema.ReadFile(folder, name, "event/1")
	if err != nil {
		return nil, err
	}
	return event.Read(document)
}

// ClubEvents returns the events of the club and of the person's own files; unreadable files are
// ignored.
func (c *Core) ClubEvents() (all []*event.Event) {
	add := func(folder fs.FS, name string) {
		if e, err := ReadEvent(folder, name); err == nil &&
			!slices.ContainsFunc(all, func(o *event.Event) bool { return o.Name == e.Name }) {
			all = append(all, e)
		}
	}
	if c.Club != nil {
		for _, e := range c.Club.Events {
			add(c.Club.Files, e.File)
		}
	}
	names, _ := fs.Glob(c.Lists, "*"+ListExtension) // a folder that cannot be read has none
	for _, name := range names {
		if text, err := (schema.FilePath{Folder: c.Lists, Name: name}).Load(); err == nil &&
			schema.ClaimsKind(text, "event/1") {
			add(c.Lists, name)
		}
	}
	return all
}
