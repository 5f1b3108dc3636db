package armyforge

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// ChooseBookFile chooses where in a folder of books the army book of a file is stored. It returns
// the book's id, the name of its file, and the text of that file if the same version was imported
// before. Each version has a file of its own. The id is the book's name as a slug; if another book
// has that id, Army Forge's id of the book is added.
func (f *File) ChooseBookFile(folder fs.FS) (id, name string, previous []byte, err error) {
	book := f.readBookHead()
	entries, _ := catalog.NewLibrary(folder).List() // an unreadable file is no import of this book
	id = f.freeID(entries, book)
	for _, e := range entries {
		if e.ID == id && e.Version == book.Version && e.System == book.System {
			previous, err = e.Path.Load()
			return id, e.Path.Name, previous, err
		}
	}
	base := catalog.BookFileName(id, book.Version)
	name = base + ".yaml"
	for n := 1; ; n++ {
		if _, err := fs.Stat(folder, name); errors.Is(err, fs.ErrNotExist) {
			return id, name, nil, nil
		} else if err != nil {
			return "", "", nil, schema.FilePath{Folder: folder, Name: name}.ReadError(err)
		}
		name = fmt.Sprintf("%s-%s.yaml", base, book.System)
		if n > 1 {
			name = fmt.Sprintf("%s-%s-%d.yaml", base, book.System, n)
		}
	}
}

// freeID returns an id for a book that no other book of a folder has.
func (f *File) freeID(others []catalog.Entry, book *catalog.Book) string {
	own := book.Origin.ID
	taken := func(id string) bool {
		return slices.ContainsFunc(others, func(e catalog.Entry) bool {
			return e.ID == id && (e.Shipped || e.SourceID != "" && own != "" && e.SourceID != own)
		})
	}
	id := f.bookID()
	if !taken(id) {
		return id
	}
	const enough = 6 // characters of an id that look like no other's
	mark := files.Slug(own)
	id += "-" + cmp.Or(strings.ToValidUTF8(mark[:min(len(mark), enough)], ""), book.System)
	return schema.FreeID(id, taken)
}

// BackupSuffix is the suffix of the copy that an import keeps of a replaced file.
const BackupSuffix = ".before"

// LostByReplacing describes what is lost if the book replaces the file with the text previous,
// judged by date and number of units; nil for nothing.
func (b *Book) LostByReplacing(previous []byte) (said []string) {
	document, err := schema.Read("the book that was there", previous, "book/1")
	if err != nil {
		return nil
	}
	if before := document.At("origin", "modified").Text(); before > b.Origin.ModifiedTime && b.Origin.ModifiedTime != "" {
		said = append(said, fmt.Sprintf("the book that was there is newer: it was last changed at %s, this one at %s",
			before, b.Origin.ModifiedTime))
	}
	if before := document.At("units").Len(); before > len(b.Units) {
		said = append(said, fmt.Sprintf("the book that was there has %d units, this one %d", before, len(b.Units)))
	}
	return said
}

// BooksOfList returns the books of a list file from the file's Library: each in the version that
// the list states or, if that is missing, in the newest. name returns the name by which the list
// refers to a book.
func (f *File) BooksOfList(name func(catalog.Entry) string) ([]NamedBook, error) {
	entries, listErr := f.Library.List()
	var books []NamedBook
	for _, army := range f.ArmyBooks() {
		_, version := f.statedVersion(army)
		slices.SortStableFunc(entries, func(a, b catalog.Entry) int { return compareVersions(version, a.Version, b.Version) })
		for _, e := range entries {
			if e.ID != army && e.SourceID != army && !strings.EqualFold(e.Name, army) {
				continue
			}
			book, err := f.Library.Open(e)
			if err != nil {
				return nil, err
			}
			if isBookNamed(book, army) {
				books = append(books, NamedBook{Book: book, Name: name(e)})
				if army == armyID(book) {
					break // of one name there may be several armies
				}
			}
		}
	}
	if len(books) == 0 && listErr != nil {
		return nil, listErr
	}
	return books, nil
}

// compareVersions compares two versions of a book for a list that states one. It is negative if a
// is likelier: the stated version comes first, then versions of its edition, then newer ones.
func compareVersions(stated, a, b string) int {
	edition := func(version string) string { first, _, _ := strings.Cut(version, "."); return first }
	for _, same := range []func(string) bool{
		func(v string) bool { return v == stated },
		func(v string) bool { return edition(v) == edition(stated) },
	} {
		switch {
		case same(a) && !same(b):
			return -1
		case same(b) && !same(a):
			return 1
		}
	}
	return catalog.CompareVersions(b, a)
}
