package catalog

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"muster/catalog/data"
	"muster/schema"
)

// Codes of errors about books. Those of files as such are schema's.
const (
	CodeUnknownBook = "book/unknown" // no book of that name is there
	CodeNoBook      = "book/none"    // a list names no book
	CodeOtherGame   = "book/game"    // the book is for another game
)

// A Library finds army books: on its shelves, then among those that ship with
// muster. Only books that are asked for are read, and each again only when its
// file has changed. It may be used by several goroutines.
type Library struct {
	shelves []fs.FS

	mu       sync.Mutex
	books    map[position]*loading
	editions map[string]*edition // by the file's name and its text
}

// A position is where a library keeps a book in mind: a shelf by its number, or
// none of them, and the file's name.
type position struct {
	shelf int
	file  string
}

// elsewhere is the number of no shelf: books that a list names by their path.
const elsewhere = -1

// A loading is a book as it was read, or why it cannot be used.
type loading struct {
	once sync.Once
	text []byte
	book *Book
	err  error
	stamp
}

// A stamp is what a file's text is known by. It is settled unless the file had
// changed so shortly before that another change might bear the same time.
type stamp struct {
	size    int64
	time    int64 // in nanoseconds
	settled bool
}

func stampOf(at position, place schema.Place) (stamp, error) {
	const settles = 2 * time.Second // the coarsest clock of a file system
	info, err := fs.Stat(place.Folder, place.Name)
	if err != nil {
		return stamp{}, err
	}
	changed := info.ModTime()
	return stamp{info.Size(), changed.UnixNano(), at.shelf != elsewhere && !changed.IsZero() && time.Since(changed) > settles}, nil
}

// NewLibrary makes a library of folders of army books, in the order in which
// they are looked through, and the books that ship with muster behind them. A
// folder need not be there.
func NewLibrary(shelves ...fs.FS) *Library {
	return &Library{shelves: shelves, books: map[position]*loading{}, editions: map[string]*edition{}}
}

// IsPath reports whether a list names a book by its file's path rather than by
// its id.
func IsPath(name string) bool {
	return strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// Book returns the book of a name for lists of a system; "" is any. The name is
// a book's id, or a path in the file at from, which reaches as far as
// Place.Refer lets it. The error is a *schema.Error: CodeUnknownBook,
// CodeOtherGame, or from reading the book.
func (l *Library) Book(name, system string, from schema.Place) (*Book, error) {
	if IsPath(name) {
		place, err := from.Refer(name)
		if err != nil {
			return nil, err
		}
		return l.open(position{elsewhere, place.String()}, place, system)
	}
	// A book for another game does not hide one for this game behind it.
	var other error
	for shelf := range len(l.shelves) + 1 {
		for _, file := range l.named(shelf, name, system) {
			b, err := l.open(position{shelf, file}, l.place(shelf, file), system)
			if !isOtherGame(err) {
				return b, err
			}
			other = err
		}
	}
	if other != nil {
		return nil, other
	}
	var known []string
	entries, _ := l.List() // what cannot be read is no book of that name
	for _, e := range entries {
		if e.ID == name {
			return l.open(e.at, e.Place, system)
		}
		known = append(known, e.ID)
	}
	return nil, schema.Errorf(CodeUnknownBook, "there is no army book `%s`%s", name, schema.DidYouMean(name, known))
}

func isOtherGame(err error) bool {
	var problems *schema.Error
	return errors.As(err, &problems) && problems.Has(CodeOtherGame)
}

// place is a file of a shelf; behind the last shelf stand the shipped books.
func (l *Library) place(shelf int, file string) schema.Place {
	if shelf == len(l.shelves) {
		return schema.Place{Folder: data.Files, Name: file}
	}
	return schema.Place{Folder: l.shelves[shelf], Name: file}
}

// files lists the files of a shelf that may be books, sorted folder by folder.
func (l *Library) files(shelf int) []string {
	if shelf == len(l.shelves) {
		return shippedFiles()
	}
	var all []string
	for _, pattern := range []string{"*.yaml", "*.yml", "*/*.yaml"} {
		found, _ := fs.Glob(l.shelves[shelf], pattern) // a folder that is not there holds none
		all = append(all, found...)
	}
	return all
}

// named finds the files of a shelf that are called like the book of an id: in
// the folder itself or the system's, else in any folder below.
func (l *Library) named(shelf int, id, system string) []string {
	var found []string
	if shelf < len(l.shelves) {
		for _, file := range []string{id + ".yaml", path.Join(system, id+".yaml"), id + ".yml"} {
			if info, err := fs.Stat(l.shelves[shelf], file); err == nil && !info.IsDir() && !slices.Contains(found, file) {
				found = append(found, file)
			}
		}
	}
	if found == nil {
		for _, file := range l.files(shelf) {
			if strings.TrimSuffix(path.Base(file), path.Ext(file)) == id {
				found = append(found, file)
			}
		}
	}
	return found
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
// their size and time; those elsewhere, whose folders may be anybody's, and
// those without a time by their text.
func (l *Library) loaded(at position, place schema.Place) (*loading, error) {
	stamp, err := stampOf(at, place)
	if err != nil {
		return nil, place.Failure(err)
	}
	l.mu.Lock()
	known := l.books[at]
	current := known != nil && known.stamp == stamp && (stamp.settled || at.shelf == len(l.shelves))
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
		known.stamp = stamp
		l.mu.Unlock()
	}
	known.once.Do(func() {
		if at.shelf == elsewhere && !schema.Claims(known.text, "book/1") {
			known.err = schema.NotClaimed(place.String(), "book/1")
			return
		}
		if at.shelf == len(l.shelves) {
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

// An Entry is a book in a library's listing.
type Entry struct {
	ID      string
	Name    string
	System  string
	Version string
	File    string // as people know it
	Place   schema.Place
	// Shipped reports that the book is part of muster.
	Shipped bool

	at position
}

// List returns the books of the library, sorted by system and name, without
// reading them whole. A book hides others of the same id on later shelves. The
// error joins what could not be read; the rest is listed all the same.
func (l *Library) List() ([]Entry, error) {
	var entries []Entry
	var problems []error
	if _, err := l.Systems(); err != nil {
		problems = append(problems, err)
	}
	seen := map[string]bool{}
	for shelf := range len(l.shelves) + 1 {
		for _, file := range l.files(shelf) {
			place := l.place(shelf, file)
			text, err := place.Load()
			if err != nil {
				problems = append(problems, err)
				continue
			}
			top := header(text)
			if id := top["id"]; top["muster"] != "book/1" || id == "" || seen[id] {
				continue
			}
			seen[top["id"]] = true
			entries = append(entries, Entry{
				ID: top["id"], Name: top["name"], System: top["system"], Version: top["version"],
				File: place.String(), Place: place, Shipped: shelf == len(l.shelves), at: position{shelf, file},
			})
		}
	}
	slices.SortFunc(entries, func(a, b Entry) int {
		if a.System != b.System {
			return strings.Compare(a.System, b.System)
		}
		return strings.Compare(a.Name, b.Name)
	})
	return entries, errors.Join(problems...)
}

// Open returns the book of an entry of the library's listing.
func (l *Library) Open(e Entry) (*Book, error) { return l.open(e.at, e.Place, "") }

// header reads the top of a file as its author would: simple keys before the
// first that holds more.
func header(text []byte) map[string]string {
	fields := map[string]string{}
	for line := range bytes.Lines(text) {
		key, value, ok := strings.Cut(strings.TrimRight(string(line), "\r\n"), ":")
		if !ok || key == "" || strings.ContainsAny(key[:1], " \t#-") {
			continue
		}
		if key == "units" {
			break
		}
		value = strings.TrimSpace(value)
		if before, _, comment := strings.Cut(value, " #"); comment {
			value = strings.TrimSpace(before)
		}
		fields[key] = strings.Trim(value, `"'`)
	}
	return fields
}

// shippedFiles lists the army books that ship with muster.
var shippedFiles = sync.OnceValue(func() []string {
	files, err := fs.Glob(data.Files, "*/*.yaml")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	return files
})
