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

// A Memory is a Store in memory. Folders exist while they hold files. The zero Memory is empty and
// ready to use, also by several goroutines at once.
type Memory struct {
	mu sync.RWMutex
	// entries holds the files and their folders by name. Entries are replaced, never changed, so that
	// an open file keeps its text.
	entries fstest.MapFS
}

// NewMemory returns a Memory with the given texts by file name. It panics on a name that CheckName
// refuses.
func NewMemory(texts map[string]string) *Memory {
	m := new(Memory)
	for name, text := range texts {
		if err := m.Write(name, nil, []byte(text)); err != nil {
			panic(err)
		}
	}
	return m
}

// Write implements Folder.
func (m *Memory) Write(name string, was, now []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.checkWrite(name, was); err != nil {
		return err
	}
	file := m.entries[name]
	if (file != nil) != (was != nil) || file != nil && !SameText(file.Data, was) {
		return ChangedError(name)
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

// SetChangeTime sets the time of a file's last change, for a copy of a file that was changed
// elsewhere.
func (m *Memory) SetChangeTime(name string, at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if file := m.entries[name]; file != nil {
		m.entries[name] = &fstest.MapFile{Data: file.Data, Mode: file.Mode, ModTime: at}
	}
}

// CheckWrite returns the error of writing a file, whatever its text: CheckName refuses the name,
// the name is a folder, or one of the folders in the name is a file.
func (m *Memory) CheckWrite(name string, was []byte) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.checkWrite(name, was)
}

func (m *Memory) checkWrite(name string, was []byte) error {
	if err := CheckName(name, was); err != nil {
		return err
	}
	if entry := m.entries[name]; entry != nil && entry.Mode.IsDir() {
		info, _ := m.entries.Stat(name) // it is there
		return schema.CheckRegularFile(name, info)
	}
	for above := path.Dir(name); above != "."; above = path.Dir(above) {
		if entry := m.entries[above]; entry != nil && !entry.Mode.IsDir() {
			return schema.Errorf(schema.CodeInvalidName, "%s cannot be a file, since %s is one", name, above)
		}
	}
	return nil
}

// Remove implements Store.
func (m *Memory) Remove(name string, was []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	file := m.entries[name]
	switch {
	case file == nil || file.Mode.IsDir():
		return &fs.PathError{Op: "remove", Path: name, Err: fs.ErrNotExist}
	case was != nil && !SameText(file.Data, was):
		return ChangedError(name)
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

// Open implements fs.FS. An open file keeps its text when others write the file.
func (m *Memory) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.entries.Open(name)
}
