package gf

import (
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"muster/catalog"
	"muster/schema"
)

// Load reads a list in a folder, builds the army with books from the library, and checks it. It
// returns a *schema.Error if the list, or a book of it, is missing or cannot be read.
func Load(folder fs.FS, name string, library *catalog.Library) (*Army, error) {
	document, err := schema.ReadFile(folder, name, "list/1")
	if err != nil {
		return nil, err
	}
	l, err := ReadList(document, library)
	if err != nil {
		return nil, err
	}
	return Build(l, library)
}

// Build builds an army from a list with its books, and checks it.
func Build(l *List, library *catalog.Library) (*Army, error) {
	books, err := l.openBooks(library)
	if err != nil {
		return nil, err
	}
	return BuildWithBooks(l, books), nil
}

// IsCurrent reports whether the army's game and books have not changed since it was built.
func (a *Army) IsCurrent(library *catalog.Library) bool {
	game, _ := library.SystemOf(a.List.document)
	books, err := a.List.openBooks(library)
	return err == nil && game == a.Game && slices.Equal(books, a.Books)
}

// openBooks returns the list's books. An error points at the line that names the book.
func (l *List) openBooks(library *catalog.Library) ([]*catalog.Book, error) {
	books := make([]*catalog.Book, 0, len(l.Books))
	for i, name := range l.Books {
		b, err := library.Book(name, l.System, l.document.Path)
		if err != nil {
			return nil, l.document.UnusableError(fmt.Sprintf("the army book `%s`", name), err, l.bookPath(i)...)
		}
		books = append(books, b)
	}
	return books, nil
}

// BuildWithBooks builds an army from a list and its open books, one for each of the list's Books,
// and checks it. It leaves out units that are set aside, and links to them.
func BuildWithBooks(l *List, books []*catalog.Book) *Army {
	l, warnings := l.withoutSetAside()
	a := &Army{List: l, Game: l.game, Books: books, Units: make([]*Unit, 0, len(l.Units))}
	units := make([]Unit, len(l.Units))
	assembly := assemblyPool.Get().(*assembly)
	defer assemblyPool.Put(assembly)
	assembly.memory = sharedMemoryFor(l)
	if assembly.unitsByID == nil {
		assembly.unitsByID = map[string]*Unit{}
	}
	defer func() {
		assembly.memory = sharedMemory{}
		clear(assembly.unitsByID)
	}()
	for i := range l.Units {
		entry := &l.Units[i]
		book, of := a.findBookUnit(entry)
		if of == nil && entry.SetAside {
			continue
		}
		if of == nil {
			a.Findings = append(a.Findings, l.errorAt(i, "unit/unknown", books[0].Name, a.unknownUnitText(entry), "unit"))
			continue
		}
		assembly.reset(book, book.RuleSet(l.game), of, of.Size)
		found := assembly.applyEntry(l, i)
		u := &units[i]
		assembly.setUnitWithGear(u)
		u.ID, u.Entry, u.list, u.index = entry.ID, entry, l, i
		if entry.Name != "" {
			u.Name = entry.Name
		}
		if entry.SetAside {
			a.SetAsideUnits = append(a.SetAsideUnits, u)
			continue
		}
		a.Findings = append(a.Findings, found...)
		a.Units = append(a.Units, u)
		a.Points += u.Cost
		a.Experience += u.Experience()
	}
	a.Findings = append(a.Findings, warnings...)
	a.groupAndJudge(assembly.unitsByID)
	return a
}

// assemblyPool holds assemblies for reuse.
var assemblyPool = sync.Pool{New: func() any { return new(assembly) }}

// groupAndJudge forms the groups of the army and judges the whole list. It fills the empty map unitsByID
// with the units.
func (a *Army) groupAndJudge(byID map[string]*Unit) {
	for _, u := range a.Units {
		if byID[u.ID] == nil {
			byID[u.ID] = u
		}
	}
	a.formGroups(byID)
	a.judge(byID)
}

// bookPath returns the path of the i-th book's name in the file.
func (l *List) bookPath(i int) []any {
	if l.Book != "" {
		return []any{"book"}
	}
	return []any{"books", i}
}

// MissingBookVersion returns the version that the list states for its i-th book if the library has
// used another version, else "".
func (a *Army) MissingBookVersion(i int) string {
	name := a.List.Books[i]
	if _, version := catalog.SplitVersionedID(name); !catalog.IsPath(name) && version != a.Books[i].Version {
		return version
	}
	return ""
}

// findBookUnit returns the book and unit of an entry: from the book that the entry states, else
// from the first of the list's books with the unit.
func (a *Army) findBookUnit(entry *Entry) (*catalog.Book, *catalog.Unit) {
	for i, b := range a.Books {
		if entry.Book != "" && entry.Book != b.ID && entry.Book != a.List.Books[i] {
			continue
		}
		if u := b.Unit(entry.BookUnitID); u != nil {
			return b, u
		}
	}
	return nil, nil
}

func (a *Army) unknownUnitText(entry *Entry) string {
	if entry.Book != "" {
		known := false
		for i, b := range a.Books {
			known = known || entry.Book == b.ID || entry.Book == a.List.Books[i]
		}
		if !known {
			return fmt.Sprintf("the unit is to be from the book `%s`, which the list does not name; add it to `books`", entry.Book)
		}
	}
	var names, ids []string
	for _, b := range a.Books {
		names, ids = append(names, b.Name), append(ids, b.UnitIDs()...)
	}
	text := fmt.Sprintf("`%s` is no unit of %s", entry.BookUnitID, schema.JoinOr(names))
	if near := schema.DidYouMean(entry.BookUnitID, ids); near != "" {
		return text + near
	}
	return text + "; name one that is"
}
