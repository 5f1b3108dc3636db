package armyforge

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"muster/catalog"
	"muster/schema"
)

// PlaceBook finds the id of the army book in a file and the name of its own
// file in a folder of books, and the text of its import before, if there was
// one. A book that was renamed on the web site keeps both; the same army in
// another edition, or another army of the same name, gets an id of its own.
func (f *File) PlaceBook(folder fs.FS) (id, name string, previous []byte, err error) {
	own, system := f.BookID(), f.System()
	if name, previous, err = previousBook(folder, own); err != nil || previous != nil && f.Wrote(previous) {
		return own, name, previous, err
	}
	entries, _ := catalog.NewLibrary(folder).List() // what cannot be read is no import of this book
	for _, e := range entries {
		if e.Shipped {
			continue
		}
		if text, err := e.Place.Load(); err == nil && f.Wrote(text) {
			return e.ID, e.Place.Name, text, nil
		}
	}
	id = own
	for n := 1; ; n++ {
		if n == 2 {
			id = own + "-" + system
		} else if n > 2 {
			id = fmt.Sprintf("%s-%s-%d", own, system, n-1)
		}
		name, previous, err = previousBook(folder, id)
		if err != nil || previous == nil || f.Replaces(previous, system) {
			return id, name, previous, err
		}
	}
}

// previousBook returns the name of a book's file in a folder, and its text if it
// is there already.
func previousBook(folder fs.FS, id string) (name string, text []byte, err error) {
	name = id + ".yaml"
	if _, err := fs.Stat(folder, name); errors.Is(err, fs.ErrNotExist) {
		return name, nil, nil
	}
	text, err = schema.Place{Folder: folder, Name: name}.Load()
	return name, text, err
}

// Books finds the books that the list in a file is made from among those of its
// Library. name says how
// the list is to name a book.
func (f *File) Books(name func(catalog.Entry) string) ([]NamedBook, error) {
	entries, listErr := f.Library.List()
	var books []NamedBook
	for _, army := range f.Armies() {
		for _, e := range entries {
			if e.ID != army && !mentions(e, army) {
				continue
			}
			book, err := f.Library.Open(e)
			if err != nil {
				return nil, err
			}
			if IsOf(book, army) {
				books = append(books, NamedBook{Book: book, Name: name(e)})
				if army == ArmyID(book) {
					break // of one name there may be several, of other versions
				}
			}
		}
	}
	if len(books) == 0 && listErr != nil {
		return nil, listErr
	}
	return books, nil
}

// mentions reports, without reading a book whole, whether Army Forge's id of an
// army stands in its file.
func mentions(e catalog.Entry, army string) bool {
	if e.Shipped {
		return false
	}
	text, err := e.Place.Load()
	return err == nil && bytes.Contains(text, []byte(army))
}
