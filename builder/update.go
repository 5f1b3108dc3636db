package builder

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
)

// An Update moves a list to other versions of its army books. Units and upgrades
// are followed by the ids that the books keep; what a book has no longer stays in
// the file, as a finding.
type Update struct {
	// To is the version that books are to have: of several books, those that have
	// such a version. "" is the newest for each that the list pins to an older one.
	To string
}

func (u Update) apply(s *Session, done *Done) error {
	list, err := as[interface{ booked() *gf.Army }](s, "army books")
	if err != nil {
		return err
	}
	moves, err := Moves(s.now, s.library, u.To)
	if err != nil {
		return err
	}
	if len(moves) == 0 {
		done.say("Nothing to do: the list is of that version already.")
		return nil
	}
	for _, m := range moves {
		done.say("Moved from %s to %s.", strings.TrimSpace(m.New.Name+" "+m.From), m.New.Version)
	}
	return list.booked().Follow(s.file, moves)
}

func (g grimdark) booked() *gf.Army { return g.Army }

// Moves lists what Update{to} would do to a list's books. The error is a
// *schema.Error: a version that no book of the list has, or a book that cannot be
// read. Lists of games without army books have no moves.
func Moves(r Roster, library *catalog.Library, to string) ([]gf.Move, error) {
	g, ok := r.(grimdark)
	if !ok {
		return nil, nil
	}
	var moves []gf.Move
	there := to == ""
	for i, name := range g.Army.List.Books {
		book := g.Books[i]
		entries, err := versions(library, g, name)
		if err != nil {
			return nil, err
		}
		m := gf.Move{Index: i, From: book.Version, Old: book}
		if wanted := g.Wanted(i); wanted != "" {
			m.From, m.Old = wanted, nil
		}
		target, ok := catalog.Successor(entries, catalog.Entry{ID: book.ID, Source: source(book), Version: m.From}, g.Army.List.System, to)
		_, pinned := catalog.SplitPin(name)
		switch {
		case !ok:
			there = there || m.From == to
			continue
		case to == "" && pinned == "" && !catalog.IsPath(name):
			continue // the newest counts already
		}
		there = true
		m.Name = target.Pin()
		if catalog.IsPath(name) {
			m.Name = path.Join(path.Dir(strings.ReplaceAll(name, `\`, "/")), target.Place.Name)
			if !strings.Contains(m.Name, "/") {
				m.Name = "./" + m.Name
			}
		}
		if m.New, err = library.Book(m.Name, g.Army.List.System, g.Document().Place); err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	if !there {
		return nil, schema.Errorf(catalog.CodeUnknownBook, "no book of the list has a version %s", to)
	}
	return moves, nil
}

// Behind reports whether a list pins a book to an older version than the newest
// that a library has. It is quick.
func Behind(document *schema.Document, library *catalog.Library) bool {
	for _, name := range BooksOf(document) {
		id, version := catalog.SplitPin(name)
		if catalog.IsPath(name) || version == "" {
			continue
		}
		e, entries := catalog.Entry{ID: id, Version: version}, library.Around(id)
		for _, there := range entries {
			if there.ID == id && there.Version == version {
				e = there
			}
		}
		if _, newer := catalog.Successor(entries, e, document.At("system").Text(), ""); newer {
			return true
		}
	}
	return false
}

// versions lists the books among which are other versions of one that a list
// names: of a path those beside it.
func versions(library *catalog.Library, g grimdark, name string) ([]catalog.Entry, error) {
	if !catalog.IsPath(name) {
		entries, _ := library.List() // what cannot be read is no version of it
		return entries, nil
	}
	place, err := g.Document().Place.Refer(name)
	if err != nil {
		return nil, err
	}
	folder, err := fs.Sub(place.Folder, path.Dir(place.Name))
	if err != nil {
		return nil, fmt.Errorf("looking for other versions of %s: %w", place, err)
	}
	all, _ := catalog.NewLibrary(folder).List()
	var beside []catalog.Entry
	for _, e := range all {
		if !e.Shipped {
			beside = append(beside, e)
		}
	}
	return beside, nil
}

func source(b *catalog.Book) string {
	if b.Origin == nil {
		return ""
	}
	return b.Origin.ID
}
