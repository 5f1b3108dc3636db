package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"muster/catalog/data"
	"muster/rules"
	"muster/schema"
)

// FolderVariable is the environment variable that names folders of army books,
// separated like $PATH.
const FolderVariable = "MUSTER_BOOKS"

// A Library finds army books: in folders, then among those that ship with
// muster. Only books that are asked for are read, each once. It may be used by
// several goroutines.
type Library struct {
	folders []string

	mu    sync.Mutex
	books map[string]*loading // by file
}

type loading struct {
	once sync.Once
	book *Book
	err  error
}

// NewLibrary makes a library that looks in the given folders, in their order,
// and then among the books that ship with muster.
func NewLibrary(folders ...string) *Library {
	return &Library{folders: folders, books: map[string]*loading{}}
}

// Folders lists where a person's books are looked for when the program runs:
// the named folders, those of $MUSTER_BOOKS, and the user's own.
func Folders(named []string) []string {
	folders := slices.Clone(named)
	for _, folder := range filepath.SplitList(os.Getenv(FolderVariable)) {
		if folder != "" {
			folders = append(folders, folder)
		}
	}
	if folder, err := UserFolder(); err == nil {
		folders = append(folders, folder)
	}
	return folders
}

// UserFolder returns the folder for the user's own army books:
// $XDG_DATA_HOME/muster/books, or what the operating system has in its place.
func UserFolder() (string, error) {
	if home := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, "muster", "books"), nil
	}
	if config, err := os.UserConfigDir(); err == nil && !isXDG(config) {
		return filepath.Join(config, "muster", "books"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("finding the folder of your army books: %w", err)
	}
	return filepath.Join(home, ".local", "share", "muster", "books"), nil
}

// isXDG tells a configuration folder of the XDG kind, where data has another
// place, from those of other operating systems, where it has the same.
func isXDG(config string) bool {
	return filepath.Base(config) == ".config" || config == os.Getenv("XDG_CONFIG_HOME")
}

// NotFoundError says that no book of a name was found, and where it was looked for.
type NotFoundError struct {
	Name    string
	System  string
	Folders []string
	Known   []string
}

func (e *NotFoundError) Error() string {
	text := fmt.Sprintf("there is no army book `%s`", e.Name)
	if near := schema.DidYouMean(e.Name, e.Known); near != "" {
		return text + near
	}
	return text + "; `muster books` lists those that there are, `muster import` adds one, and --books names a folder to look in"
}

// otherGameError says that a book is for another game than the list.
type otherGameError struct {
	book   *Book
	system string
}

func (e *otherGameError) Error() string {
	return fmt.Sprintf("the army book %s is for %s, not for %s", e.book.Name, e.book.System, e.system)
}

// Book returns the book of a name for lists of a system. The name is a book's
// id, or a path, which begins at the folder from. The error is a
// *NotFoundError, a *schema.Error from reading the book, or says that the book
// is for another game.
func (l *Library) Book(name, system, from string) (*Book, error) {
	if strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") {
		file := filepath.FromSlash(name)
		if !filepath.IsAbs(file) {
			file = filepath.Join(from, file)
		}
		return l.open(file, func() ([]byte, error) { return schema.LoadFile(file) }, system)
	}
	// A book for another game does not hide one for this game behind it.
	var other *otherGameError
	for _, folder := range l.folders {
		for _, file := range []string{filepath.Join(folder, name+".yaml"), filepath.Join(folder, system, name+".yaml"), filepath.Join(folder, name+".yml")} {
			if info, err := os.Stat(file); err == nil && !info.IsDir() {
				b, err := l.open(file, func() ([]byte, error) { return schema.LoadFile(file) }, system)
				if !errors.As(err, &other) {
					return b, err
				}
			}
		}
	}
	for _, file := range embeddedFiles() {
		if strings.TrimSuffix(path.Base(file), ".yaml") == name {
			b, err := l.open(file, func() ([]byte, error) { return data.Files.ReadFile(file) }, system)
			if !errors.As(err, &other) {
				return b, err
			}
		}
	}
	if other != nil {
		return nil, other
	}
	missing := &NotFoundError{Name: name, System: system, Folders: l.folders}
	entries, _ := l.List()
	for _, e := range entries {
		missing.Known = append(missing.Known, e.ID)
	}
	return nil, missing
}

func (l *Library) open(file string, load func() ([]byte, error), system string) (*Book, error) {
	l.mu.Lock()
	entry := l.books[file]
	if entry == nil {
		entry = &loading{}
		l.books[file] = entry
	}
	l.mu.Unlock()
	entry.once.Do(func() {
		text, err := load()
		if err != nil {
			entry.err = err
			return
		}
		entry.book, entry.err = Read(file, text)
	})
	if entry.err != nil {
		return nil, entry.err
	}
	if system != "" && !entry.book.Fits(system) {
		return nil, &otherGameError{entry.book, system}
	}
	return entry.book, nil
}

// An Entry is a book in a library's listing.
type Entry struct {
	ID      string
	Name    string
	System  string
	Version string
	File    string
	// Shipped tells that the book is part of muster.
	Shipped bool
}

// List returns the books of the library, sorted by system and name, without
// reading them whole. A book hides others of the same id in later folders. The
// error joins what could not be read; the rest is listed all the same.
func (l *Library) List() ([]Entry, error) {
	var entries []Entry
	var problems []error
	seen := map[string]bool{}
	add := func(file string, load func() ([]byte, error), shipped bool) {
		text, err := load()
		if err != nil {
			problems = append(problems, err)
			return
		}
		e, ok := header(text)
		if !ok || seen[e.ID] {
			return
		}
		seen[e.ID] = true
		e.File, e.Shipped = file, shipped
		entries = append(entries, e)
	}
	for _, folder := range l.folders {
		for _, pattern := range []string{"*.yaml", "*.yml", filepath.Join("*", "*.yaml")} {
			files, _ := FilesIn(folder, pattern)
			for _, file := range files {
				add(file, func() ([]byte, error) { return schema.LoadFile(file) }, false)
			}
		}
	}
	for _, file := range embeddedFiles() {
		add(file, func() ([]byte, error) { return data.Files.ReadFile(file) }, true)
	}
	slices.SortFunc(entries, func(a, b Entry) int {
		if a.System != b.System {
			return strings.Compare(a.System, b.System)
		}
		return strings.Compare(a.Name, b.Name)
	})
	return entries, errors.Join(problems...)
}

// FilesIn lists the files of a folder, sorted, whose names fit a pattern of
// filepath.Match; signs of a pattern in the folder's own name mean themselves.
// The error says that the pattern is malformed.
func FilesIn(folder, pattern string) ([]string, error) {
	if filepath.Separator != '\\' { // where it parts names it cannot escape signs
		folder = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(folder)
	}
	return filepath.Glob(filepath.Join(folder, pattern))
}

// header reads the top of a book as its author would: simple keys before the
// first that holds more. It tells books from other YAML files.
func header(text []byte) (Entry, bool) {
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
	return Entry{ID: fields["id"], Name: fields["name"], System: fields["system"], Version: fields["version"]},
		fields["muster"] == "book/1" && fields["id"] != ""
}

// embeddedFiles lists the army books that ship with muster. A folder of data
// that is named for no system of that family holds other things.
var embeddedFiles = sync.OnceValue(func() []string {
	var files []string
	for _, system := range rules.Systems() {
		found, err := fs.Glob(data.Files, system+"/*.yaml")
		if err != nil {
			continue // the pattern holds no sign that could be wrong
		}
		for _, file := range found {
			if text, err := data.Files.ReadFile(file); err == nil && bytes.Contains(text[:min(len(text), 4096)], []byte("muster: book/1")) {
				files = append(files, file)
			}
		}
	}
	return files
})
