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

// Codes of errors about books. Those of files as such are schema's.
const (
	CodeUnknownBook = "book/unknown" // no book of that name is there
	CodeNoBook      = "book/none"    // a list names no book
	CodeOtherGame   = "book/game"    // the book is for another game
)

// A Library finds army books in all their versions: on its shelves, then among
// those that ship with muster. Only books that are asked for are read, and each again only when its
// file has changed. It may be used by several goroutines.
type Library struct {
	// Estimator prices units whose cost is auto, such as EstimateUnit of pricing/gf; without
	// one such books are refused. It is set before the library is used.
	Estimator Estimator

	shelves []fs.FS

	mu       sync.Mutex
	books    map[position]*loading
	known    map[int]*shelf
	editions map[position]*edition
}

// A position is where a library has a file from: a shelf by its number, or none
// of them, and the file's name.
type position struct {
	shelf int
	file  string
}

// The numbers of no shelves: of books that a list names by their path, and of those
// that ship with muster.
const (
	elsewhere = -1
	inMuster  = -2
)

// A loading is a book as it was read, or why it cannot be used.
type loading struct {
	once sync.Once
	text []byte
	book *Book
	err  error
	fingerprint
}

// A fingerprint is what a file's text is known by. It is settled unless the file
// had changed so shortly before that another change might bear the same time.
type fingerprint struct {
	size    int64
	time    int64 // in nanoseconds
	settled bool
}

func fingerprintOf(at position, place schema.Place) (fingerprint, error) {
	const settles = 2 * time.Second // the coarsest clock of a file system
	info, err := fs.Stat(place.Folder, place.Name)
	if err != nil {
		return fingerprint{}, err
	}
	changed := info.ModTime()
	return fingerprint{info.Size(), changed.UnixNano(), at.shelf != elsewhere && !changed.IsZero() && time.Since(changed) > settles}, nil
}

// NewLibrary makes a library of folders of army books, in the order in which
// they are looked through, and the books that ship with muster after them. A
// folder need not be there.
func NewLibrary(shelves ...fs.FS) *Library {
	return &Library{shelves: shelves, books: map[position]*loading{}, known: map[int]*shelf{}, editions: map[position]*edition{}}
}

// With returns a library that looks at another shelf before those of this one.
func (l *Library) With(shelf fs.FS) *Library {
	return NewLibrary(append([]fs.FS{shelf}, l.shelves...)...)
}

// IsPath reports whether a list names a book by its file's path rather than by
// its id.
func IsPath(name string) bool {
	return strings.ContainsAny(name, `/\`) || slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(name))
}

// Book returns the book of a name for lists of a system; "" is any. The name is
// a book's id, for its newest version; ID@VERSION, for that version or, where that
// is not there, the newest; or a path in the file at from, which reaches as far
// as Place.Refer lets it. The error is a *schema.Error: CodeUnknownBook,
// CodeOtherGame, or from reading the book.
func (l *Library) Book(name, system string, from schema.Place) (*Book, error) {
	if IsPath(name) {
		place, err := from.Refer(name)
		if err != nil {
			return nil, err
		}
		return l.open(position{elsewhere, place.String()}, place, system)
	}
	id, version := SplitPin(name)
	found := l.find(id, version, system)
	if len(found) == 0 {
		var known []string
		entries, _ := l.List() // what cannot be read is no book of that name
		for _, e := range entries {
			known = append(known, e.ID)
		}
		return nil, schema.Errorf(CodeUnknownBook, "there is no army book `%s`%s", name, schema.DidYouMean(id, known))
	}
	// A book for another game does not hide one for this game after it.
	var other error
	for _, e := range found {
		b, err := l.open(e.at, e.Place, system)
		if !isOtherGame(err) {
			return b, err
		}
		if other == nil {
			other = err
		}
	}
	return nil, other
}

// Exactly is Book for a name whose pin counts: the error is CodeUnknownBook where
// the book is there in another version only.
func (l *Library) Exactly(name, system string, from schema.Place) (*Book, error) {
	b, err := l.Book(name, system, from)
	if err != nil {
		return nil, err
	}
	if _, version := SplitPin(name); !IsPath(name) && version != "" && version != b.Version {
		return nil, schema.Errorf(CodeUnknownBook, "there is no version %s of %s; there is `%s`", version, b.Name, b.Pin())
	}
	return b, nil
}

// find lists the books of an id in the order in which they are wanted: first that
// of the version, then by their versions, the newest first, and after them those
// for other games. Of two of the same version the one on the earlier shelf comes
// first. Where no file says that it has the id, those that are called so are it.
func (l *Library) find(id, version, system string) []Entry {
	var found, called []Entry
	for n := range len(l.shelves) + 1 {
		if e, there := l.usual(n, id, version, system); there {
			return []Entry{e}
		}
		for _, e := range l.onShelf(n, id) {
			switch {
			case e.ID == id && e.Version == version && version != "" && e.Fits(system):
				return []Entry{e}
			case e.ID == id:
				found = append(found, e)
			case e.stem() == id || e.stem() == Pin(id, version):
				called = append(called, e)
			}
		}
	}
	if found == nil {
		found = called
	}
	slices.SortStableFunc(found, func(a, b Entry) int {
		switch fits := a.Fits(system); {
		case fits == b.Fits(system):
			return CompareVersions(b.Version, a.Version)
		case fits:
			return -1
		}
		return 1
	})
	return found
}

// usual finds a version of a book in the file of a shelf that an import gives it,
// which saves looking at the others.
func (l *Library) usual(n int, id, version, system string) (e Entry, there bool) {
	if version == "" || n == len(l.shelves) {
		return Entry{}, false
	}
	file := FileName(id, version) + ".yaml"
	e = Entry{Place: schema.Place{Folder: l.shelves[n], Name: file}, at: position{n, file}}
	b, err := l.open(e.at, e.Place, system)
	return e, err == nil && b.ID == id && b.Version == version
}

func isOtherGame(err error) bool {
	var problems *schema.Error
	return errors.As(err, &problems) && problems.Has(CodeOtherGame)
}

// open returns the book in a file, from memory if the file is as it was.
func (l *Library) open(at position, place schema.Place, system string) (*Book, error) {
	entry, err := l.loaded(at, place)
	if err != nil {
		return nil, err
	}
	if entry.err != nil {
		return nil, entry.err
	}
	if system != "" && !entry.book.Fits(system) {
		return nil, schema.Errorf(CodeOtherGame, "the army book %s is for %s, not for %s", entry.book.Name, entry.book.System, system)
	}
	return entry.book, nil
}

// loaded returns what became of reading a book. Files on shelves are known by
// their size and time; those elsewhere, in folders that others may change, and
// those without a time by their text.
func (l *Library) loaded(at position, place schema.Place) (*loading, error) {
	now, err := fingerprintOf(at, place)
	if err != nil {
		return nil, place.Failure(err)
	}
	l.mu.Lock()
	known := l.books[at]
	current := known != nil && known.fingerprint == now && (now.settled || at.shelf == inMuster)
	l.mu.Unlock()
	if !current {
		text, err := place.Load()
		if err != nil {
			return nil, err
		}
		l.mu.Lock()
		if known = l.books[at]; known == nil || !bytes.Equal(known.text, text) {
			known = &loading{text: text}
			l.books[at] = known
		}
		known.fingerprint = now
		l.mu.Unlock()
	}
	known.once.Do(func() {
		if at.shelf == elsewhere && !schema.Claims(known.text, "book/1") {
			known.err = schema.NotClaimed(place.String(), "book/1")
			return
		}
		if at.shelf == inMuster {
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
	if !fresh { // the file of its game may have come, or changed
		l.mu.Lock()
		if l.books[at] == known {
			delete(l.books, at)
		}
		l.mu.Unlock()
	}
	if fresh || known.err != nil {
		return known, nil
	}
	return l.loaded(at, place)
}

// List returns the books of the library in all their versions, sorted by system
// and name, the newest first, without reading them whole. A book hides others of
// the same id, version and system on later shelves. The error joins what could
// not be read; the rest is listed all the same.
func (l *Library) List() ([]Entry, error) {
	var entries []Entry
	var problems []error
	if _, err := l.Systems(); err != nil {
		problems = append(problems, err)
	}
	seen := map[[3]string]bool{}
	for n := range len(l.shelves) + 1 {
		for _, e := range l.onShelf(n, "") {
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
	called := map[[2]string]string{} // what the versions of a book are called now
	for _, e := range Newest(entries) {
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

// Around lists the files of the library that are books, in no order: those of an id
// as they are now, others as they were when their folders last changed. It is quick.
func (l *Library) Around(id string) (all []Entry) {
	for n := range len(l.shelves) + 1 {
		for _, e := range l.onShelf(n, id) {
			if e.ID != "" {
				all = append(all, e)
			}
		}
	}
	return all
}

// Newest leaves of a library's books the newest version of each for its game.
func Newest(entries []Entry) []Entry {
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

// Successor finds among a library's books the version of a book that takes its place
// in lists of a system: the one that is named, or for "" the newest, if that is
// newer. Versions of a book have its id, or the one that it has where it was
// imported from.
func Successor(entries []Entry, book Entry, system, version string) (newest Entry, found bool) {
	for _, e := range entries {
		same := e.ID == book.ID && (e.Source == book.Source || e.Source == "" || book.Source == "") || book.Source != "" && e.Source == book.Source
		switch {
		case !same || !e.Fits(system) || e.Version == book.Version:
		case version != "" && e.Version != version, version == "" && CompareVersions(e.Version, book.Version) < 0:
		case !found || CompareVersions(e.Version, newest.Version) > 0:
			newest, found = e, true
		}
	}
	return newest, found
}

// Open returns the book of an entry of the library's listing.
func (l *Library) Open(e Entry) (*Book, error) { return l.open(e.at, e.Place, "") }
