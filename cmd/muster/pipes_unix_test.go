//go:build unix

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// pipe makes a named pipe.
func pipe(t *testing.T, path string) string {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("pipes cannot be made here:", err)
	}
	return path
}

// No command waits for a pipe that nobody writes to, or replaces it by a file.
func TestPipes(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	folder := t.TempDir()
	fifo := pipe(t, filepath.Join(folder, "pipe.yaml"))
	list := filepath.Join(t.TempDir(), "list.yaml")
	write(t, list, "muster: list/1\nsystem: gf-3\nbook: ./pipe.yaml\nunits: []\n")
	pipe(t, filepath.Join(filepath.Dir(list), "pipe.yaml"))
	for _, c := range []struct {
		args string
		want string
	}{
		{"check " + fifo, "a pipe or a device"},
		{"check " + folder, "there are no lists in this folder"},
		{"show " + fifo, "a pipe or a device"},
		{"rename " + fifo + " a b", "a pipe or a device"},
		{"import " + fifo, "a pipe or a device"},
		{"price " + fifo, "a pipe or a device"},
		{"duel " + fifo, "a pipe or a device"},
		{"preview " + fifo, "a pipe or a device"},
		{"new " + fifo + " --system fad", "a pipe or a device"},
		{"check " + list, "pipe.yaml: this is no file but a pipe or a device"},
		{"books --books " + folder, "a pipe or a device"},
	} {
		done := make(chan struct{})
		go func() {
			defer close(done)
			var out, errOut strings.Builder
			if code := run(strings.Fields(c.args), &out, &errOut); code != exitUnusable || !strings.Contains(errOut.String(), c.want) {
				t.Errorf("%s: exit code %d\n%s%s", c.args, code, out.String(), errOut.String())
			}
		}()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s waits for ever", c.args)
		}
	}
	if info, err := os.Lstat(fifo); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe is no pipe any more: %v", info.Mode())
	}
}

func TestExportIntoAPipe(t *testing.T) {
	fifo := pipe(t, filepath.Join(t.TempDir(), "roster.txt"))
	got := make(chan string)
	go func() {
		text, err := os.ReadFile(fifo)
		if err != nil {
			t.Error(err)
		}
		got <- string(text)
	}()
	var out, errOut strings.Builder
	if code := run([]string{"export", filepath.Join("..", "..", "examples", "third-company.yaml"), "-o", fifo}, &out, &errOut); code != exitOK {
		t.Fatalf("exit code %d, %s", code, errOut.String())
	}
	if text := <-got; !strings.HasPrefix(text, "Third Company") {
		t.Errorf("through the pipe came %q", text)
	}
	if info, err := os.Lstat(fifo); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe is no pipe any more: %v", info.Mode())
	}
}

// Twenty people add a unit at once, and all of them are in the list.
func TestNoUpdateIsLost(t *testing.T) {
	const people = 20
	path := filepath.Join(t.TempDir(), "list.yaml")
	write(t, path, "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 9000\nunits:\n  - {id: first, unit: line-squad}\n")
	var all sync.WaitGroup
	for range people {
		all.Go(func() {
			if out, err := muster("add", path, "line-squad").CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(text), "unit: line-squad"); got != 1+people {
		t.Errorf("of %d units %d arrived", people, got-1)
	}
}
