package files

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
	"sync"
	"testing/fstest"
	"time"

	"muster/schema"
)

// Memory is a Store in the memory of the program. Folders within it are there
// as long as they hold files. The zero Memory is empty and ready to use, by
// several goroutines too.
type Memory struct {
	mu sync.RWMutex
	// entries are the files and their folders. No entry ever changes: another takes its
	// place, so that an open file stays as it was.
	entries fstest.MapFS
}

// NewMemory makes a folder of files with these texts, by their names. It panics
// on a name that CheckName refuses.
func NewMemory(texts map[string]string) *Memory {
	m := new(Memory)
	for name, text := range texts {
		if err := m.Write(name, nil, []byte(text)); err != nil {
			panic(err)
		}
	}
	return m
}

// Write is Folder's.
func (m *Memory) Write(name string, was, now []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.room(name, was); err != nil {
		return err
	}
	file := m.entries[name]
	if (file != nil) != (was != nil) || file != nil && !Holds(file.Data, was) {
		return Changed(name)
	}
	if m.entries == nil {
		m.entries = fstest.MapFS{}
	}
	changed := time.Now()
	m.entries[name] = &fstest.MapFile{Data: bytes.Clone(now), Mode: 0o644, ModTime: changed}
	for name != "." {
		name = path.Dir(name)
		m.entries[name] = &fstest.MapFile{Mode: fs.ModeDir | 0o755, ModTime: changed}
	}
	return nil
}

// Date sets when a file was last changed, for a file from elsewhere: any other was
// changed when it was written here.
func (m *Memory) Date(name string, at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if file := m.entries[name]; file != nil {
		m.entries[name] = &fstest.MapFile{Data: file.Data, Mode: file.Mode, ModTime: at}
	}
}

// Room returns the error for a file that the folder cannot hold, whatever text is in it:
// CheckName refuses its name, the name is a folder's, or one of its folders is a file.
func (m *Memory) Room(name string, was []byte) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.room(name, was)
}

func (m *Memory) room(name string, was []byte) error {
	if err := CheckName(name, was); err != nil {
		return err
	}
	if entry := m.entries[name]; entry != nil && entry.Mode.IsDir() {
		info, _ := m.entries.Stat(name) // it is there
		return schema.Regular(name, info)
	}
	for above := path.Dir(name); above != "."; above = path.Dir(above) {
		if entry := m.entries[above]; entry != nil && !entry.Mode.IsDir() {
			return schema.Errorf(schema.CodeName, "%s cannot be a file, since %s is one", name, above)
		}
	}
	return nil
}

// Remove is Store's.
func (m *Memory) Remove(name string, was []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	file := m.entries[name]
	switch {
	case file == nil || file.Mode.IsDir():
		return &fs.PathError{Op: "remove", Path: name, Err: fs.ErrNotExist}
	case was != nil && !Holds(file.Data, was):
		return Changed(name)
	}
	delete(m.entries, name)
	changed := time.Now()
	for name != "." {
		name = path.Dir(name)
		if m.entries[name] = (&fstest.MapFile{Mode: fs.ModeDir | 0o755, ModTime: changed}); name != "." && m.isEmpty(name) {
			delete(m.entries, name)
		}
	}
	return nil
}

func (m *Memory) isEmpty(folder string) bool {
	for name := range m.entries {
		if strings.HasPrefix(name, folder+"/") {
			return false
		}
	}
	return true
}

// Open is that of fs.FS. An open file stays as it was when others write it.
func (m *Memory) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.entries.Open(name)
}
