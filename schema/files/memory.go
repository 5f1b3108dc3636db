package files

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"muster/schema"
)

// Memory is a Folder in the memory of the program. Folders within it are there
// as long as they hold files. The zero Memory is empty and ready to use, by
// several goroutines too.
type Memory struct {
	mu    sync.RWMutex
	files map[string]memoryFile
	// changed is, by folder, when a file in it or below was written or removed.
	changed map[string]time.Time
}

// A memoryFile is a file as it was when it was opened or listed. Its text never
// changes: writing puts another memoryFile in its place.
type memoryFile struct {
	name string // without its folder
	text []byte
	mode fs.FileMode
	time time.Time
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
	file, there := m.files[name]
	if there != (was != nil) || !Holds(file.text, was) {
		return Changed(name)
	}
	if m.files == nil {
		m.files, m.changed = map[string]memoryFile{}, map[string]time.Time{}
	}
	m.files[name] = memoryFile{name: path.Base(name), text: bytes.Clone(now), mode: 0o644, time: m.touch(name)}
	return nil
}

// touch notes that a file changes now in the folders that it is in.
func (m *Memory) touch(name string) time.Time {
	now := time.Now()
	for name != "." {
		name = path.Dir(name)
		m.changed[name] = now
	}
	return now
}

// Date notes when a file was last changed, of one that another program wrote: a
// file is as old as its writing here otherwise.
func (m *Memory) Date(name string, at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if file, there := m.files[name]; there {
		file.time = at
		m.files[name] = file
	}
}

// Room is the error for a file that the folder cannot hold, whatever is in it:
// its name is none (see CheckName), or it is a folder's, or a file's stands in
// place of its folder.
func (m *Memory) Room(name string, was []byte) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.room(name, was)
}

func (m *Memory) room(name string, was []byte) error {
	if err := CheckName(name, was); err != nil {
		return err
	}
	if m.isFolder(name) {
		return schema.Regular(name, m.folder(name))
	}
	for above := path.Dir(name); above != "."; above = path.Dir(above) {
		if _, file := m.files[above]; file {
			return schema.Errorf(schema.CodeName, "%s cannot be a file, since %s is one", name, above)
		}
	}
	return nil
}

// Remove is Store's.
func (m *Memory) Remove(name string, was []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	file, there := m.files[name]
	switch {
	case !there:
		return &fs.PathError{Op: "remove", Path: name, Err: fs.ErrNotExist}
	case was != nil && !Holds(file.text, was):
		return Changed(name)
	}
	delete(m.files, name)
	m.touch(name)
	return nil
}

// Open is that of fs.FS. An open file stays as it was when others write it.
func (m *Memory) Open(name string) (fs.File, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if file, there := m.files[name]; there {
		return &openFile{file, bytes.NewReader(file.text)}, nil
	}
	if name != "." && !m.isFolder(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &openFolder{m.folder(name), m.entries(name)}, nil
}

func (m *Memory) folder(name string) memoryFile {
	return memoryFile{name: path.Base(name), mode: fs.ModeDir | 0o755, time: m.changed[name]}
}

// isFolder reports whether there are files below a name.
func (m *Memory) isFolder(name string) bool {
	for other := range m.files {
		if strings.HasPrefix(other, name+"/") {
			return true
		}
	}
	return false
}

// entries lists what a folder holds, by name.
func (m *Memory) entries(folder string) []fs.DirEntry {
	held := map[string]fs.DirEntry{}
	for name, file := range m.files {
		if folder != "." {
			below, ok := strings.CutPrefix(name, folder+"/")
			if !ok {
				continue
			}
			name = below
		}
		first, _, deeper := strings.Cut(name, "/")
		if deeper {
			file = m.folder(path.Join(folder, first))
		}
		held[first] = fs.FileInfoToDirEntry(file)
	}
	return slices.SortedFunc(maps.Values(held), func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
}

func (f memoryFile) Name() string       { return f.name }
func (f memoryFile) Size() int64        { return int64(len(f.text)) }
func (f memoryFile) Mode() fs.FileMode  { return f.mode }
func (f memoryFile) ModTime() time.Time { return f.time }
func (f memoryFile) IsDir() bool        { return f.mode.IsDir() }
func (f memoryFile) Sys() any           { return nil }

type openFile struct {
	memoryFile
	*bytes.Reader
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.memoryFile, nil }
func (f *openFile) Size() int64                { return f.memoryFile.Size() }
func (f *openFile) Close() error               { return nil }

type openFolder struct {
	memoryFile
	left []fs.DirEntry
}

func (f *openFolder) Stat() (fs.FileInfo, error) { return f.memoryFile, nil }
func (f *openFolder) Close() error               { return nil }

func (f *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.name, Err: fs.ErrInvalid}
}

func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(f.left)
	} else if len(f.left) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(f.left))
	some := f.left[:n:n]
	f.left = f.left[n:]
	return some, nil
}
