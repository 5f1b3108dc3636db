package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"muster/schema/files"
)

// A store accesses the browser's own database (IndexedDB), for a database to keep files in.
type store interface {
	// all returns all entries, in any order.
	all() ([]entry, error)
	// put writes a file if it still holds was (nil for no file), and reports whether it did.
	put(name string, was, now []byte) (bool, error)
	// remove removes an entry if it still holds was (nil for any), and reports whether it did.
	remove(name string, was []byte) (bool, error)
}

// An entry is a named value in the browser's database. Other programs of the same origin may have
// entries there too.
type entry struct {
	name      string
	text      []byte // nil if it is no text
	writeTime int64  // time of writing in Unix milliseconds; 0 if unknown
}

// A database is a folder in the browser's database, with a copy in memory for reading.
type database struct {
	store          store
	skippedEntries []string   // names of entries that are no valid file names, with the reasons
	writeLock      sync.Mutex // held while a file is written
	memory         atomic.Pointer[files.Memory]
}

// openDatabase reads all files in the browser's database. It leaves other entries alone, and names
// them in skippedEntries.
func openDatabase(s store) (*database, error) {
	d := &database{store: s}
	return d, d.readFiles()
}

// readFiles reads all files from the database again.
func (d *database) readFiles() error {
	kept, err := d.store.all()
	if err != nil {
		return err
	}
	slices.SortStableFunc(kept, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	memory := new(files.Memory)
	d.skippedEntries = nil
	for _, e := range kept {
		err := fmt.Errorf("%q is no file", e.name)
		if e.text != nil {
			if err = memory.Write(e.name, nil, e.text); err == nil {
				memory.SetChangeTime(e.name, time.UnixMilli(e.writeTime))
			}
		}
		if err != nil {
			d.skippedEntries = append(d.skippedEntries, err.Error())
		}
	}
	d.memory.Store(memory)
	return nil
}

// Open implements fs.FS.
func (d *database) Open(name string) (fs.File, error) { return d.memory.Load().Open(name) }

// Write implements files.Folder. It writes to the database before memory, so that pages never show
// unsaved changes.
func (d *database) Write(name string, was, now []byte) error {
	d.writeLock.Lock()
	defer d.writeLock.Unlock()
	if err := d.memory.Load().CheckWrite(name, was); err != nil {
		return err
	}
	wrote, err := d.store.put(name, was, now)
	if err != nil {
		return err
	}
	if !wrote { // another tab was faster
		if err := d.readFiles(); err != nil {
			return err
		}
		return files.ChangedError(name)
	}
	return files.Overwrite(d.memory.Load(), name, now)
}

// Remove implements files.Store.
func (d *database) Remove(name string, was []byte) error {
	d.writeLock.Lock()
	defer d.writeLock.Unlock()
	if _, err := fs.Stat(d.memory.Load(), name); err != nil {
		return err
	}
	removed, err := d.store.remove(name, was)
	if err != nil {
		return err
	}
	if !removed { // another tab was faster
		if err := d.readFiles(); err != nil {
			return err
		}
		return files.ChangedError(name)
	}
	return d.memory.Load().Remove(name, nil)
}

// A subfolder is a folder within the database: the files with names that begin with prefix.
type subfolder struct {
	*database
	prefix string // ends with a slash
}

// Open implements fs.FS.
func (s subfolder) Open(name string) (fs.File, error) {
	return s.database.Open(strings.TrimSuffix(s.prefix+name, "/."))
}

// Write implements files.Folder.
func (s subfolder) Write(name string, was, now []byte) error {
	if err := files.CheckName(name, was); err != nil {
		return err
	}
	return s.database.Write(s.prefix+name, was, now)
}

// Remove implements files.Store.
func (s subfolder) Remove(name string, was []byte) error {
	if err := files.CheckName(name, []byte{}); err != nil {
		return err
	}
	return s.database.Remove(s.prefix+name, was)
}
