package catalog

import (
	"bufio"
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"muster/catalog/data"
	"muster/schema"
)

// An Entry is the header of a book in a library.
type Entry struct {
	ID           string
	Name         string
	System       string
	OtherSystems []string // other systems whose lists may use it
	Version      string
	SourceID     string // the book's id in the tool that it was imported from
	File         string // the file's name in messages
	Path         schema.FilePath
	// Shipped reports that the book is part of muster.
	Shipped bool
	// IsRemote reports that the book is fetched when it is first opened.
	IsRemote bool

	position    filePosition
	fingerprint fingerprint
	err         error // set if the file cannot be read
}

// VersionedID returns the name of this version of the book in lists: ID@VERSION.
func (e Entry) VersionedID() string { return VersionedID(e.ID, e.Version) }

// FitsSystem reports whether lists of a system may use the book; "" stands for any system.
func (e Entry) FitsSystem(system string) bool {
	return system == "" || e.System == system || slices.Contains(e.OtherSystems, system)
}

// fileStem returns the name of the entry's file without its extension.
func (e Entry) fileStem() string {
	return strings.TrimSuffix(path.Base(e.position.file), path.Ext(e.position.file))
}

// A shelfIndex holds the headers of the files on a shelf (a folder of army books); files other than
// books have no id. It is current as long as the folder and its subfolders have the same files.
type shelfIndex struct {
	folderFingerprints map[string]fingerprint // fingerprints of the folder and its subfolders, by name
	entries            []Entry
}

// shelfEntries returns the entries of the n-th shelf; the shipped books if n is the number of
// shelves. If id is not "", only entries that may be the book with the id are current; entries of
// other ids may be stale.
func (l *Library) shelfEntries(n int, id string) []Entry {
	if n == len(l.shelves) {
		return shippedEntries()
	}
	l.mu.Lock()
	before := l.headersByShelf[n]
	l.mu.Unlock()
	if before != nil && id != "" && l.isCurrent(before, n, id) {
		return before.entries
	}
	now := l.readShelf(n, before)
	l.mu.Lock()
	l.headersByShelf[n] = now
	l.mu.Unlock()
	return now.entries
}

// isCurrent reports whether the index of the n-th shelf is up to date for the book with the id.
func (l *Library) isCurrent(s *shelfIndex, n int, id string) bool {
	for name, was := range s.folderFingerprints {
		if now := l.fingerprintOf(n, name); now != was || !now.provesUnchanged {
			return false
		}
	}
	for _, e := range s.entries {
		if e.ID == id || e.fileStem() == id {
			if now := l.fingerprintOf(n, e.position.file); now != e.fingerprint || !now.provesUnchanged {
				return false
			}
		}
	}
	return true
}

// fingerprintOf returns the fingerprint of a file or folder on a shelf; zero if there is
// none.
func (l *Library) fingerprintOf(n int, name string) fingerprint {
	s, _ := fingerprintOf(filePosition{n, name}, schema.FilePath{Folder: l.shelves[n], Name: name})
	return s
}

// readShelf reads the headers of the files on the n-th shelf. It keeps the entries of unchanged
// files from before, the last index of the shelf, or nil.
func (l *Library) readShelf(n int, before *shelfIndex) *shelfIndex {
	known := map[string]Entry{}
	if before != nil {
		for _, e := range before.entries {
			known[e.position.file] = e
		}
	}
	s := &shelfIndex{folderFingerprints: map[string]fingerprint{}}
	s.folderFingerprints["."] = l.fingerprintOf(n, ".")
	read := func(file string) {
		now := l.fingerprintOf(n, file)
		e, there := known[file]
		if !there || e.fingerprint != now || !now.provesUnchanged {
			e = readEntry(filePosition{n, file}, schema.FilePath{Folder: l.shelves[n], Name: file})
			e.fingerprint = now
		}
		s.entries = append(s.entries, e)
	}
	files, _ := fs.ReadDir(l.shelves[n], ".") // a missing folder has no files
	for _, f := range files {
		switch name := f.Name(); {
		case schema.CanHoldText(f.Type()) && (path.Ext(name) == ".yaml" || path.Ext(name) == ".yml"):
			read(name)
		case !schema.CanHoldText(f.Type()) && !strings.HasPrefix(name, "."): // hidden folders may hold deleted files
			below, err := fs.ReadDir(l.shelves[n], name)
			if err != nil { // a link to a file, or a folder that may not be read
				if path.Ext(name) == ".yaml" || path.Ext(name) == ".yml" {
					read(name)
				}
				continue
			}
			s.folderFingerprints[name] = l.fingerprintOf(n, name)
			for _, f := range below {
				if path.Ext(f.Name()) == ".yaml" {
					read(path.Join(name, f.Name()))
				}
			}
		}
	}
	return s
}

func readEntry(at filePosition, place schema.FilePath) Entry {
	e := Entry{File: place.String(), Path: place, position: at}
	if remote, ok := place.Folder.(*RemoteBooks); ok {
		if header, there := remote.headerByFile[place.Name]; there {
			header.File, header.Path, header.position = e.File, e.Path, e.position
			return header
		}
	}
	file, err := place.Open()
	if err != nil {
		e.err = err
		return e
	}
	defer file.Close()
	e.err = e.readHeader(place, &io.LimitedReader{R: file, N: schema.MaxFileBytes + 1})
	return e
}

var headerKeys = []string{"muster", "id", "name", "system", "version", "also-for", "origin"}

// readHeader reads the header of a book, whose keys may stand anywhere in the file, and stops as
// soon as the header is complete. The id stays empty for a file other than a book.
func (e *Entry) readHeader(place schema.FilePath, file *io.LimitedReader) error {
	var text strings.Builder // the header alone
	lines, key, found := bufio.NewReader(file), "", map[string]bool{}
	if mark, _ := lines.Peek(2); len(mark) == 2 && len(schema.ToUTF8(mark)) == 0 { // UTF-16
		text, err := place.Load()
		if err != nil {
			return err
		}
		lines.Reset(bytes.NewReader(text))
	}
	for whole := false; !whole; {
		line, err := lines.ReadString('\n')
		switch {
		case err != nil && err != io.EOF:
			return place.ReadError(err)
		case file.N == 0:
			_, err = place.Load() // it is too large
			return err
		}
		line, whole = strings.TrimPrefix(line, "\ufeff"), err == io.EOF
		if before, _, ok := strings.Cut(line, ":"); ok && !strings.ContainsAny(before[:min(len(before), 1)], " \t-#") {
			key = strings.Trim(before, `"'`)
			found[key] = true
			whole = whole || key == "muster" && !strings.Contains(line, "book/1") || found["muster"] && found["id"] &&
				found["name"] &&
				found["system"] && found["version"] && (found["rules"] || found["units"])
		}
		if slices.Contains(headerKeys, key) {
			text.WriteString(line)
		}
	}
	var top struct {
		Muster, ID, Name, System, Version string
		AlsoFor                           []string `yaml:"also-for"`
		Origin                            struct{ ID string }
	}
	if node, err := schema.ReadBeginning([]byte(text.String())); err == nil && node.Decode(&top) == nil &&
		top.Muster == "book/1" {
		e.ID, e.Name, e.System, e.Version, e.OtherSystems, e.SourceID = top.ID, top.Name, top.System, top.Version, top.AlsoFor, top.Origin.ID
	}
	return nil
}

var shippedEntries = sync.OnceValue(func() (all []Entry) {
	files, err := fs.Glob(data.Files, "*/*.yaml")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, file := range files {
		e := readEntry(filePosition{shippedShelf, file}, schema.FilePath{Folder: data.Files, Name: file})
		e.Shipped = true
		all = append(all, e)
	}
	return all
})
