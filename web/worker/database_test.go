package main

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"muster/schema/files"
	"muster/schema/files/filestest"
)

// A fakeStore keeps entries as a browser does, as several tabs see it.
type fakeStore struct {
	mu   sync.Mutex
	kept map[string]entry
}

func (s *fakeStore) all() ([]entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.kept)), nil
}

func (s *fakeStore) put(name string, was, now []byte) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if there, ok := s.kept[name]; ok != (was != nil) || !bytes.Equal(there.text, was) {
		return false, nil
	}
	s.kept[name] = entry{name: name, text: append([]byte{}, now...)}
	return true, nil
}

func (s *fakeStore) remove(name string, was []byte) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if there, ok := s.kept[name]; !ok || was != nil && !bytes.Equal(there.text, was) {
		return false, nil
	}
	delete(s.kept, name)
	return true, nil
}

func opened(t *testing.T, kept ...entry) *database {
	t.Helper()
	s := &fakeStore{kept: map[string]entry{}}
	for _, e := range kept {
		s.kept[e.name] = e
	}
	d, err := openDatabase(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDatabaseKeepsTheContract(t *testing.T) {
	filestest.TestFolder(t, func(t *testing.T) files.Folder { return opened(t) })
	filestest.TestFolder(t, func(t *testing.T) files.Folder { return subfolder{opened(t), "books/"} })
}

// Whatever lies in a browser's database, the program starts, with all that it
// can hold, and the rest is left as it was.
func TestADatabaseThatHoldsAnything(t *testing.T) {
	d := opened(t,
		entry{"third.yaml", []byte("third"), 1_700_000_000_000}, entry{name: "books/own.yaml", text: []byte("own")}, entry{name: "empty.yaml", text: []byte{}},
		entry{name: "string"}, entry{name: "null.yaml"}, entry{text: []byte("x")}, entry{name: "../../../pwnedx.yaml", text: []byte("x")},
		entry{name: "\x1b[31m.yaml", text: []byte("x")}, entry{name: "con.yaml", text: []byte("x")}, entry{name: "both", text: []byte("file")}, entry{name: "both/below.yaml", text: []byte("x")},
	)
	if err := fstest.TestFS(d, "third.yaml", "books/own.yaml", "empty.yaml", "both"); err != nil {
		t.Error(err)
	}
	if info, err := fs.Stat(d, "third.yaml"); err != nil || info.ModTime().UnixMilli() != 1_700_000_000_000 {
		t.Errorf("a list was changed at %v, %v", info.ModTime(), err)
	}
	if left := strings.Join(d.skippedEntries, "\n"); len(d.skippedEntries) != 7 || !strings.Contains(left, `"string" is no file`) || !strings.Contains(left, "pwnedx") || !strings.Contains(left, "both is one") {
		t.Errorf("it leaves out %q", d.skippedEntries)
	}
	if kept, _ := d.store.all(); len(kept) != 11 {
		t.Errorf("%d things are kept of 11", len(kept))
	}
	if err := d.Remove("third.yaml", nil); err != nil {
		t.Error(err)
	}
	if _, err := fs.Stat(d, "third.yaml"); err == nil || len(d.store.(*fakeStore).kept) != 10 {
		t.Error("what was removed is there still")
	}
}

// What another tab wrote is neither written over nor unseen.
func TestAnotherTab(t *testing.T) {
	d := opened(t, entry{name: "list.yaml", text: []byte("old")})
	if _, err := d.store.put("list.yaml", []byte("old"), []byte("theirs")); err != nil {
		t.Fatal(err)
	}
	if err := d.Write("list.yaml", []byte("old"), []byte("ours")); err == nil {
		t.Error("it was written over")
	}
	if got, err := fs.ReadFile(d, "list.yaml"); string(got) != "theirs" {
		t.Errorf("the page sees %q, %v", got, err)
	}
	if _, err := d.store.put("list.yaml", []byte("theirs"), []byte("newer")); err != nil {
		t.Fatal(err)
	}
	if err := d.Remove("list.yaml", []byte("theirs")); !errors.Is(err, files.ErrChanged) {
		t.Errorf("it was removed: %v", err)
	}
	if got, err := fs.ReadFile(d, "list.yaml"); string(got) != "newer" {
		t.Errorf("the page sees %q, %v", got, err)
	}
}
