package files_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/filestest"
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

func TestMemoryKeepsTheContract(t *testing.T) {
	filestest.TestFolder(t, func(*testing.T) files.Folder { return new(files.Memory) })
}

func TestNames(t *testing.T) {
	for title, want := range map[string]string{"Third Company!": "third-company", "…": "list", "Con": "list-con", "NUL": "list-nul", "Überläufer 2": "uberlaufer-2"} {
		if got := files.FileStem("list", title); got != want || files.CheckName(got+".yaml", nil) != nil {
			t.Errorf("%q is %q, not %q", title, got, want)
		}
	}
}

func TestFoldersAreNoFiles(t *testing.T) {
	m := files.NewMemory(map[string]string{"a/b": "text"})
	for name, want := range map[string]string{"a": schema.CodeIsFolder, "a/b/c": schema.CodeInvalidName} {
		var told *schema.Error
		if err := m.Write(name, nil, nil); !errors.As(err, &told) || told.Problems[0].Code != want {
			t.Errorf("writing %q: %v", name, err)
		}
	}
}

func TestDate(t *testing.T) {
	m := files.NewMemory(map[string]string{"a": ""})
	then := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	m.SetChangeTime("a", then)
	m.SetChangeTime("none", then)
	info, err := fs.Stat(m, "a")
	if err != nil || !info.ModTime().Equal(then) {
		t.Errorf("it was changed at %v, %v", info.ModTime(), err)
	}
	if _, err := fs.Stat(m, "none"); err == nil {
		t.Error("a file was made")
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
