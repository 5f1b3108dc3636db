package files_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"muster/schema"
	"muster/schema/files"
)

func TestMemoryIsAFileSystem(t *testing.T) {
	m := files.NewMemory(map[string]string{"third.yaml": "a", "books/own.yaml": "b", "books/gf-3/far.yaml": "", "booksish": "c"})
	if err := fstest.TestFS(m, "third.yaml", "books/own.yaml", "books/gf-3/far.yaml", "booksish"); err != nil {
		t.Error(err)
	}
	if err := fstest.TestFS(new(files.Memory)); err != nil {
		t.Error(err)
	}
}

func TestWriteComparesWithWhatWasRead(t *testing.T) {
	for _, c := range []struct {
		name, has, was, now string
		there, expected     bool
		ok                  bool
	}{
		{name: "makes a file", now: "new", ok: true},
		{name: "makes no file that is there", there: true, has: "old", now: "new"},
		{name: "makes no file over an empty one", there: true, now: "new"},
		{name: "replaces what was read", there: true, has: "old", expected: true, was: "old", now: "new", ok: true},
		{name: "replaces an empty file", there: true, expected: true, now: "new", ok: true},
		{name: "leaves what others wrote", there: true, has: "theirs", expected: true, was: "old", now: "new"},
		{name: "leaves a file removed that others removed", expected: true, was: "old", now: "new"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := files.NewMemory(nil)
			if c.there {
				m = files.NewMemory(map[string]string{"list.yaml": c.has})
			}
			var was []byte
			if c.expected {
				was = []byte(c.was)
			}
			err := m.Write("list.yaml", was, []byte(c.now))
			got, readErr := fs.ReadFile(m, "list.yaml")
			if c.ok {
				if err != nil || string(got) != c.now {
					t.Errorf("got %q, %v", got, err)
				}
				return
			}
			var problems *schema.Error
			if !errors.Is(err, files.ErrChanged) || !errors.As(err, &problems) || problems.Problems[0].Code != schema.CodeChanged {
				t.Errorf("the error is %v", err)
			}
			if string(got) != c.has || (readErr == nil) != c.there {
				t.Errorf("the file holds %q now, %v", got, readErr)
			}
		})
	}
}

func TestWriteRefusesWhatIsNoFile(t *testing.T) {
	m := files.NewMemory(map[string]string{"a/b": "text"})
	for _, name := range []string{"", ".", "/etc/passwd", "../x", "a", "a/b/c", "a//b", "a/"} {
		if err := m.Write(name, nil, nil); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("writing %q: %v", name, err)
		}
	}
}

func TestWriteTakesACopy(t *testing.T) {
	m, text := new(files.Memory), []byte("old")
	if err := m.Write("list.yaml", nil, text); err != nil {
		t.Fatal(err)
	}
	text[0] = 'X'
	if got, _ := fs.ReadFile(m, "list.yaml"); string(got) != "old" {
		t.Errorf("the file holds %q", got)
	}
}

func TestRemove(t *testing.T) {
	m := files.NewMemory(map[string]string{"a": ""})
	if err := m.Remove("a"); err != nil {
		t.Error(err)
	}
	if err := m.Remove("a"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestManyWriters lets goroutines add a line each; who comes too late reads and
// writes once more.
func TestManyWriters(t *testing.T) {
	const writers = 20
	m := files.NewMemory(map[string]string{"list.yaml": ""})
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			for {
				was, err := fs.ReadFile(m, "list.yaml")
				if err != nil {
					t.Error(err)
					return
				}
				err = m.Write("list.yaml", was, fmt.Appendf(was[:len(was):len(was)], "%d\n", i))
				if !errors.Is(err, files.ErrChanged) {
					return
				}
			}
		})
	}
	wg.Wait()
	if got, _ := fs.ReadFile(m, "list.yaml"); strings.Count(string(got), "\n") != writers {
		t.Errorf("of %d lines arrived:\n%s", writers, got)
	}
}

// A restless folder changes whenever it is read.
type restless struct{ *files.Memory }

func (r restless) Open(name string) (fs.File, error) {
	file, err := r.Memory.Open(name)
	if was, readErr := fs.ReadFile(r.Memory, name); readErr == nil {
		if err := r.Memory.Write(name, was, append(was, '.')); err != nil {
			return nil, err
		}
	}
	return file, err
}

func TestOverwrite(t *testing.T) {
	m := files.NewMemory(map[string]string{"old": "x"})
	for _, name := range []string{"old", "new"} {
		if err := files.Overwrite(m, name, []byte("now")); err != nil {
			t.Error(err)
		}
		if got, _ := fs.ReadFile(m, name); string(got) != "now" {
			t.Errorf("%s holds %q", name, got)
		}
	}
	if err := files.Overwrite(restless{m}, "old", nil); !errors.Is(err, files.ErrChanged) {
		t.Errorf("the error is %v", err)
	}
}
