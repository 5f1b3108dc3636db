//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"muster/schema/files"
)

// TestWriteOnAFullDisk lets files grow no longer than some bytes, as a
// full disk does.
func TestWriteOnAFullDisk(t *testing.T) {
	if file := os.Getenv(childVariable); file != "" {
		var most syscall.Rlimit
		if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &most); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1000, Max: most.Max}); err != nil {
			t.Fatal(err)
		}
		defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &most) // a coverage report may be written yet
		if err := overwrite(file, bytes.Repeat([]byte("new "), 10_000)); err == nil {
			t.Error("a file was written on a full disk")
		}
		return
	}
	path := filepath.Join(t.TempDir(), "list.yaml")
	write(t, path, "old")
	if out, err := again(t, t.Name(), path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	holds(t, path, "old")
}

func TestNewFilesHeedTheUmask(t *testing.T) {
	before := syscall.Umask(0o027)
	defer syscall.Umask(before)
	path := filepath.Join(t.TempDir(), "list.yaml")
	if err := overwrite(path, nil); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestWriteKeepsOwnerAndGroup(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the administrator gives files away")
	}
	path := filepath.Join(t.TempDir(), "list.yaml")
	write(t, path, "old")
	if err := os.Chown(path, 1234, 4321); err != nil {
		t.Skip("files cannot be given away here:", err)
	}
	if err := overwrite(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if owner := info.Sys().(*syscall.Stat_t); owner.Uid != 1234 || owner.Gid != 4321 {
		t.Errorf("the file belongs to %d:%d", owner.Uid, owner.Gid)
	}
}

func TestLongNamesCanBeEdited(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("x", 250)+".yaml")
	for _, text := range []string{"old", "new"} {
		if err := overwrite(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		holds(t, path, text)
	}
}

// What a killed muster left goes with the next edit; what another muster writes
// at the moment stays.
func TestWriteSweeps(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "list.yaml")
	for i := range 20 {
		write(t, filepath.Join(folder, fmt.Sprintf("%s%d%s", temporaryPrefix, i, temporarySuffix)), "half a")
	}
	busy, err := os.Create(filepath.Join(folder, temporaryPrefix+"busy"+temporarySuffix))
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	lock(busy)
	if err := overwrite(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new", filepath.Base(busy.Name()))
}

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
	if code := run([]string{"export", filepath.Join("..", "..", "examples", "third-company.yaml"), "-o", fifo}, &out, &errOut); code != exitDone {
		t.Fatalf("exit code %d, %s", code, errOut.String())
	}
	if text := <-got; !strings.HasPrefix(text, "Third Company") {
		t.Errorf("through the pipe came %q", text)
	}
	if info, err := os.Lstat(fifo); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe is no pipe any more: %v", info.Mode())
	}
}

// muster runs the program as a process of its own.
func muster(args ...string) *exec.Cmd {
	return &exec.Cmd{Path: os.Args[0], Args: append([]string{"muster"}, args...)}
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

// What another program writes between reading and replacing is not written over,
// whether it writes into the file or puts another in its place.
func TestWriteLeavesWhatOthersWrote(t *testing.T) {
	for name, other := range map[string]func(path string) error{
		"into the file": func(path string) error {
			file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = file.WriteString(" and theirs")
			return errors.Join(err, file.Close())
		},
		"in its place": func(path string) error {
			if err := os.WriteFile(path+"~", []byte("old and theirs"), 0o600); err != nil {
				return err
			}
			return os.Rename(path+"~", path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "list.yaml")
			write(t, path, "old")
			root, err := os.OpenRoot(filepath.Dir(path))
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			const ours = temporaryPrefix + "ours" + temporarySuffix
			write(t, filepath.Join(root.Name(), ours), "ours")
			old, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer old.Close()
			here := &spot{root, filepath.Base(path), path}
			err = here.replaceLocked(ours, meanwhile{old, func() error { return other(path) }}, []byte("old"))
			if err == nil && exchange(root, ours, ours) != nil {
				t.Skip("files cannot change places here")
			}
			if !errors.Is(err, files.ErrChanged) {
				t.Errorf("the error is %v", err)
			}
			holds(t, path, "old and theirs", ours)
		})
	}
}

// Meanwhile is a file that another program changes once it was read.
type meanwhile struct {
	io.ReaderAt
	do func() error
}

func (m meanwhile) ReadAt(buffer []byte, from int64) (int, error) {
	n, err := m.ReaderAt.ReadAt(buffer, from)
	if err := m.do(); err != nil {
		return 0, err
	}
	return n, err
}
