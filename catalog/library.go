package catalog

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"muster/schema"
)

// Codes of errors about books. The codes of errors about files are in package schema.
const (
	CodeUnknownBook = "book/unknown" // there is no book with that name
	CodeNoBook      = "book/none"    // the list names no book
	CodeOtherGame   = "book/game"    // the book is for another game
)

// A Library finds army books in all their versions: on its shelves, which are folders, then among
// the books that ship with muster. It reads only the books that are used, and reads a book again
// only after its file changed. It is safe for concurrent use.
type Library struct {
	// Estimator prices units with cost: auto, such as EstimateUnit of pricing/gf. Without an
	// Estimator, books with such units are refused. Set it before using the library.
	Estimator Estimator

	shelves []fs.FS // Each shelf is a folder of army books.

	mu             sync.Mutex
	books          map[filePosition]*loadResult
	headersByShelf map[int]*shelfIndex // headers of the files on each shelf, by its number
	systems        map[filePosition]*systemResult
}

// A filePosition identifies a file of a library: by the number of its shelf, or one of the
// constants below, and by the file's name.
type filePosition struct {
	shelf int
	file  string
}

// Shelf numbers for books named by their path and for books that ship with muster.
const (
	noShelf      = -1
	shippedShelf = -2
)

// A loadResult is the result of reading a book: the book or an error.
type loadResult struct {
	once sync.Once
	text []byte
	book *Book
	err  error
	fingerprint
}

// A fingerprint identifies a version of a file without reading it.
type fingerprint struct {
	size            int64
	modTime         int64 // the time of the last change, in nanoseconds
	provesUnchanged bool  // the change is too old for another change to have the same time
}

func fingerprintOf(at filePosition, place schema.FilePath) (fingerprint, error) {
	const coarsest = 2 * time.Second
	info, err := fs.Stat(place.Folder, place.Name)
	if err != nil {
		return fingerprint{}, err
	}
	changed := info.ModTime()
	stable := at.shelf != noShelf && !changed.IsZero() && time.Since(changed) > coarsest
	return fingerprint{info.Size(), changed.UnixNano(), stable}, nil
}

// NewLibrary returns a library of folders of army books, in the order of the search; the
// books that ship with muster come last. A folder need not exist.
func NewLibrary(shelves ...fs.FS) *Library {
	return &Library{
		shelves: shelves, books: map[filePosition]*loadResult{}, headersByShelf: map[int]*shelfIndex{},
		systems: map[filePosition]*systemResult{},
	}
}

// WithShelf returns a library that searches another shelf before the shelves of l.
func (l *Library) WithShelf(shelf fs.FS) *Library {
	return NewLibrary(append([]fs.FS{shelf}, l.shelves...)...)
}

// IsPath reports whether a book's name in a list is a file's path, not an id.
func IsPath(name string) bool {
	return strings.ContainsAny(name, `/\`) || slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(name))
}

// Book returns the book with a name, for lists of a system; "" stands for any system. The name is
// one of:
// - a book's id: its newest version
// - ID@VERSION: that version, or the newest if there is no such version
// - a path relative to the file at from, as schema.FilePath.Resolve allows
//
// The error is a *schema.Error: CodeUnknownBook, CodeOtherGame, or an error from reading the book.
func (l *Library) Book(name, system string, from schema.FilePath) (*Book, error) {
	if IsPath(name) {
		place, err := from.Resolve(name)
		if err != nil {
			return nil, err
		}
		return l.open(filePosition{noShelf, place.String()}, place, system)
	}
	id, version := SplitVersionedID(name)
	found := l.findBooks(id, version, system)
	if len(found) == 0 {
		var known []string
		entries, _ := l.List() // unreadable files are ignored here
		for _, e := range entries {
			known = append(known, e.ID)
		}
		return nil, schema.Errorf(CodeUnknownBook, "there is no army book `%s`%s", name, schema.DidYouMean(id, known))
	}
	// A book for another game does not hide one for this game after it.
	var other error
	for _, e := range found {
		b, err := l.open(e.position, e.Path, system)
		if !schema.HasCode(err, CodeOtherGame) {
			return b, err
		}
		if other == nil {
			other = err
		}
	}
	return nil, other
}

// ExactBook is like Book, but does not replace a pinned version by the newest: the error is
// CodeUnknownBook if the version does not exist.
func (l *Library) ExactBook(name, system string, from schema.FilePath) (*Book, error) {
	b, err := l.Book(name, system, from)
	if err != nil {
		return nil, err
	}
	if _, version := SplitVersionedID(name); !IsPath(name) && version != "" && version != b.Version {
		return nil, schema.Errorf(CodeUnknownBook,
			"there is no version %s of %s; there is `%s`", version, b.Name, b.VersionedID())
	}
	return b, nil
}

// findBooks returns the books with an id, the best first: the wanted version, then the others from
// new to old, then books for other games. Of two equal versions, the version on the earlier shelf
// comes first. If no file states the id, findBooks uses files with that name.
func (l *Library) findBooks(id, version, system string) []Entry {
	var found, called []Entry
	for n := range len(l.shelves) + 1 {
		if e, there := l.findByFileName(n, id, version, system); there {
			return []Entry{e}
		}
		for _, e := range l.shelfEntries(n, id) {
			switch {
			case e.ID == id && e.Version == version && version != "" && e.FitsSystem(system):
				return []Entry{e}
			case e.ID == id:
				found = append(found, e)
			case e.fileStem() == id || e.fileStem() == VersionedID(id, version):
				called = append(called, e)
			}
		}
	}
	if found == nil {
		found = called
	}
	slices.SortStableFunc(found, func(a, b Entry) int {
		switch fits := a.FitsSystem(system); {
		case fits == b.FitsSystem(system):
			return CompareVersions(b.Version, a.Version)
		case fits:
			return -1
		}
		return 1
	})
	return found
}

// findByFileName looks for a version of a book under the file name that an import gives it, so that
// the shelf's other files need not be read.
func (l *Library) findByFileName(n int, id, version, system string) (e Entry, there bool) {
	if version == "" || n == len(l.shelves) {
		return Entry{}, false
	}
	file := BookFileName(id, version) + ".yaml"
	e = Entry{Path: schema.FilePath{Folder: l.shelves[n], Name: file}, position: filePosition{n, file}}
	b, err := l.open(e.position, e.Path, system)
	return e, err == nil && b.ID == id && b.Version == version
}

// open returns the book in a file, from memory if the file is unchanged.
func (l *Library) open(at filePosition, place schema.FilePath, system string) (*Book, error) {
	entry, err := l.load(at, place)
	if err != nil {
		return nil, err
	}
	if entry.err != nil {
		return nil, entry.err
	}
	if system != "" && !entry.book.FitsSystem(system) {
		return nil, schema.Errorf(CodeOtherGame,
			"the army book %s is for %s, not for %s", entry.book.Name, entry.book.System, system)
	}
	return entry.book, nil
}

// load returns the result of reading a book. It reads a file on a shelf again if its size or time
// has changed, any other file if its text has changed.
func (l *Library) load(at filePosition, place schema.FilePath) (*loadResult, error) {
	now, err := fingerprintOf(at, place)
	if err != nil {
		return nil, place.ReadError(err)
	}
	l.mu.Lock()
	known := l.books[at]
	current := known != nil && known.fingerprint == now && (now.provesUnchanged || at.shelf == shippedShelf)
	l.mu.Unlock()
	if !current {
		text, err := place.Load()
		if err != nil {
			return nil, err
		}
		l.mu.Lock()
		if known = l.books[at]; known == nil || !bytes.Equal(known.text, text) {
			known = &loadResult{text: text}
			l.books[at] = known
		}
		known.fingerprint = now
		l.mu.Unlock()
	}
	known.once.Do(func() {
		if at.shelf == noShelf && !schema.ClaimsKind(known.text, "book/1") {
			known.err = schema.WrongKindError(place.String(), "book/1")
			return
		}
		if at.shelf == shippedShelf {
			known.book, known.err = readShipped(place.String(), known.text)
			return
		}
		known.book, known.err = l.Read(place, known.text)
	})
	fresh := false
	if known.err == nil {
		game, _ := l.System(known.book.System, place)
		fresh = game == known.book.game
	}
	if !fresh { // the file of its game may have changed
		l.mu.Lock()
		if l.books[at] == known {
			delete(l.books, at)
		}
		l.mu.Unlock()
	}
	if fresh || known.err != nil {
		return known, nil
	}
	return l.load(at, place)
}

// List returns the books of the library in all their versions, sorted by system and name, the
// newest version first. It reads only their headers. A book hides books with the same id, version
// and system on later shelves. The error joins the errors of unreadable files; all other books are
// returned.
func (l *Library) List() ([]Entry, error) {
	var entries []Entry
	var problems []error
	if _, err := l.Systems(); err != nil {
		problems = append(problems, err)
	}
	seen := map[[3]string]bool{}
	for n := range len(l.shelves) + 1 {
		for _, e := range l.shelfEntries(n, "") {
			if e.err != nil {
				problems = append(problems, e.err)
				continue
			}
			if key := [3]string{e.ID, e.Version, e.System}; e.ID != "" && !seen[key] {
				seen[key] = true
				entries = append(entries, e)
			}
		}
	}
	called := map[[2]string]string{} // the name of each book's newest version
	for _, e := range NewestVersions(entries) {
		called[[2]string{e.ID, e.System}] = e.Name
	}
	slices.SortStableFunc(entries, func(a, b Entry) int {
		return cmp.Or(
			strings.Compare(a.System, b.System),
			strings.Compare(called[[2]string{a.ID, a.System}], called[[2]string{b.ID, b.System}]),
			strings.Compare(a.ID, b.ID),
			CompareVersions(b.Version, a.Version),
		)
	})
	return entries, errors.Join(problems...)
}

// ListCached returns the library's books in no particular order. Books with the given id
// are current; entries of other ids may be stale. It is quicker than List.
func (l *Library) ListCached(id string) (all []Entry) {
	for n := range len(l.shelves) + 1 {
		for _, e := range l.shelfEntries(n, id) {
			if e.ID != "" {
				all = append(all, e)
			}
		}
	}
	return all
}

// NewestVersions returns the newest version of each book in entries.
func NewestVersions(entries []Entry) []Entry {
	var newest []Entry
	for _, e := range entries {
		i := slices.IndexFunc(newest, func(n Entry) bool { return n.ID == e.ID && n.System == e.System })
		if i < 0 {
			newest = append(newest, e)
		} else if CompareVersions(e.Version, newest[i].Version) > 0 {
			newest[i] = e
		}
	}
	return newest
}

// Successor returns the entry of another version of a book, for lists of a system: the named
// version or, for "", the newest version if it is newer than the book. Versions of a book share its
// id or its SourceID.
func Successor(entries []Entry, book Entry, system, version string) (newest Entry, found bool) {
	for _, e := range entries {
		same := e.ID == book.ID
		if e.SourceID != "" && book.SourceID != "" {
			same = e.SourceID == book.SourceID
		}
		switch {
		case !same || !e.FitsSystem(system) || e.Version == book.Version:
		case version != "" && e.Version != version, version == "" && CompareVersions(e.Version, book.Version) < 0:
		case !found || CompareVersions(e.Version, newest.Version) > 0:
			newest, found = e, true
		}
	}
	return newest, found
}

// Open returns the book of an entry.
func (l *Library) Open(e Entry) (*Book, error) { return l.open(e.position, e.Path, "") }
