// Package filestest tests the contract of files.Folder.
package filestest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"

	"muster/schema"
	"muster/schema/files"
)

// TestFolder tests an implementation of files.Folder. empty returns a new folder without files; it
// is called for each test.
func TestFolder(t *testing.T, empty func(t *testing.T) files.Folder) {
	t.Run("compares with what was read", func(t *testing.T) { testWrites(t, empty) })
	t.Run("refuses names", func(t *testing.T) { testRefusedNames(t, empty(t)) })
	t.Run("takes a copy", func(t *testing.T) {
		folder, text := empty(t), []byte("old")
		write(t, folder, "list.yaml", nil, text)
		text[0] = 'X'
		checkText(t, folder, "list.yaml", "old")
	})
	if store, ok := empty(t).(files.Store); ok {
		t.Run("removes what was read", func(t *testing.T) { testRemove(t, store) })
	}
	t.Run("loses no writer's line", func(t *testing.T) { testManyWriters(t, empty(t)) })
}

func write(t *testing.T, folder files.Folder, name string, was, now []byte) {
	t.Helper()
	if err := folder.Write(name, was, now); err != nil {
		t.Fatal(err)
	}
}

func checkText(t *testing.T, folder files.Folder, name, want string) {
	t.Helper()
	if got, err := fs.ReadFile(folder, name); err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", name, got, err, want)
	}
}

func testWrites(t *testing.T, empty func(t *testing.T) files.Folder) {
	text := func(s string) []byte { return []byte(s) }
	for _, c := range []struct {
		name          string
		has, was, now []byte // has and was are nil for no file
		ok            bool
	}{
		{name: "makes a file", now: text("new"), ok: true},
		{name: "makes no file that is there", has: text("old"), now: text("new")},
		{name: "makes no file over an empty one", has: text(""), now: text("new")},
		{name: "replaces what was read", has: text("old"), was: text("old"), now: text("new"), ok: true},
		{name: "replaces an empty file", has: text(""), was: text(""), now: text("new"), ok: true},
		{name: "leaves what others wrote", has: text("theirs"), was: text("old"), now: text("new")},
		{name: "leaves what others wrote behind it", has: text("old and theirs"), was: text("old"), now: text("new")},
		{name: "leaves a file removed that others removed", was: text("old"), now: text("new")},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := empty(t)
			if c.has != nil {
				write(t, folder, "list.yaml", nil, c.has)
			}
			err := folder.Write("list.yaml", c.was, c.now)
			if c.ok {
				if err != nil {
					t.Error(err)
				}
				checkText(t, folder, "list.yaml", string(c.now))
				return
			}
			var problems *schema.Error
			if !errors.Is(err, files.ErrChanged) || !errors.As(err, &problems) ||
				problems.Problems[0].Code != schema.CodeChanged {
				t.Errorf("the error is %v", err)
			}
			got, err := fs.ReadFile(folder, "list.yaml")
			if !bytes.Equal(got, c.has) || (err == nil) != (c.has != nil) {
				t.Errorf("the file holds %q now, %v", got, err)
			}
		})
	}
}

func testRemove(t *testing.T, folder files.Store) {
	write(t, folder, "list.yaml", nil, []byte("theirs"))
	write(t, folder, "other.yaml", nil, []byte("x"))
	for _, was := range []string{"", "the", "theirs and more"} {
		if err := folder.Remove("list.yaml", []byte(was)); !errors.Is(err, files.ErrChanged) {
			t.Errorf("a file that does not hold %q: %v", was, err)
		}
	}
	checkText(t, folder, "list.yaml", "theirs")
	for name, was := range map[string][]byte{"list.yaml": []byte("theirs"), "other.yaml": nil} {
		if err := folder.Remove(name, was); err != nil {
			t.Error(err)
		}
		if err := folder.Remove(name, was); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, files.ErrChanged) {
			t.Errorf("%s was removed twice: %v", name, err)
		}
	}
	if entries, err := fs.ReadDir(folder, "."); len(entries) > 0 {
		t.Error(entries, err)
	}
}

// invalidNames are file names that every folder refuses: they are no paths, or contain control
// characters.
var invalidNames = []string{
	"", ".", "..", "/etc/passwd", "../../../pwned", "a/../../pwned", "x//y", "x/", "./x", "x\xff",
	"\x1b[31mred.yaml", "a\nb", "nul\x00", "x\u0085y",
}

// reservedDeviceNames are names of devices on some systems. No folder makes a file with such a
// name, but an existing one may be changed.
var reservedDeviceNames = []string{
	"con.yaml", "NUL.yaml", "aux.yaml", "prn", "Com1.txt", "lpt9.yaml", "com¹", "aux .yaml", "con/list.yaml", "CONIN$",
}

func testRefusedNames(t *testing.T, folder files.Folder) {
	for _, name := range slices.Concat(invalidNames, reservedDeviceNames) {
		for _, was := range [][]byte{nil, {}} {
			if was != nil && slices.Contains(reservedDeviceNames, name) {
				continue
			}
			var problems *schema.Error
			err := folder.Write(name, was, []byte("x"))
			if !errors.Is(err, fs.ErrInvalid) || !errors.As(err, &problems) ||
				problems.Problems[0].Code != schema.CodeInvalidName {
				t.Errorf("writing %q: %v", name, err)
			}
			if err != nil && strings.ContainsAny(err.Error(), "\x00\x1b\n") {
				t.Errorf("writing %q says %q", name, err)
			}
		}
		if err := files.Overwrite(folder, name, nil); err == nil {
			t.Errorf("%q was written over", name)
		}
	}
	for _, name := range []string{"console.yaml", "com.yaml", "com10.yaml", "nul-army.yaml", "..x", "bücher.yaml"} {
		write(t, folder, name, nil, []byte("x"))
	}
	write(t, folder, "new.games/one.yaml", nil, []byte("x"))
	checkText(t, folder, "new.games/one.yaml", "x")
	if err := folder.Write("console.yaml/list.yaml", nil, []byte("x")); err == nil || errors.Is(err, files.ErrChanged) {
		t.Errorf("a file below a file: %v", err)
	}
	checkText(t, folder, "console.yaml", "x")
}

// testManyWriters tests that no line is lost if several writers each add a line: after an
// ErrChanged, a writer reads and writes again.
func testManyWriters(t *testing.T, folder files.Folder) {
	const writers = 20
	write(t, folder, "list.yaml", nil, nil)
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			for {
				was, err := fs.ReadFile(folder, "list.yaml")
				if err != nil {
					t.Error(err)
					return
				}
				if was == nil {
					was = []byte{}
				}
				err = folder.Write("list.yaml", was, fmt.Appendf(was[:len(was):len(was)], "%d\n", i))
				if !errors.Is(err, files.ErrChanged) {
					if err != nil {
						t.Error(err)
					}
					return
				}
			}
		})
	}
	wg.Wait()
	if got, _ := fs.ReadFile(folder, "list.yaml"); strings.Count(string(got), "\n") != writers {
		t.Errorf("of %d lines arrived:\n%s", writers, got)
	}
}
