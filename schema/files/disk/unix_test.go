//go:build unix

package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

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
		if err := Overwrite(file, bytes.Repeat([]byte("new "), 10_000)); err == nil {
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

// What another program made under the name of a device is there, and its owner
// may change it.
func TestWriteOverADeviceName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "con.yaml")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Overwrite(path, []byte("new")); err != nil {
		t.Error(err)
	}
	holds(t, path, "new")
	if err := Overwrite(filepath.Join(filepath.Dir(path), "aux.yaml"), []byte("new")); err == nil {
		t.Error("a file was made under the name of a device")
	}
}

func TestWriteKeepsPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list.yaml")
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o755} {
		write(t, path, "old")
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := Overwrite(path, []byte("new")); err != nil {
			t.Fatal(err)
		}
		holds(t, path, "new")
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("permissions are %v, were %v (%v)", info.Mode().Perm(), mode, err)
		}
	}
}

func TestNewFilesHeedTheUmask(t *testing.T) {
	before := syscall.Umask(0o027)
	defer syscall.Umask(before)
	path := filepath.Join(t.TempDir(), "list.yaml")
	if err := Overwrite(path, nil); err != nil {
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
	if err := Overwrite(path, []byte("new")); err != nil {
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
		if err := Overwrite(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		holds(t, path, text)
	}
}

// What a muster that was killed left goes with the next edit; what another muster writes
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
	lockFile(busy)
	if err := Overwrite(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new", filepath.Base(busy.Name()))
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
			here := &targetFile{root, filepath.Base(path), path}
			if err := other(path); err != nil {
				t.Fatal(err)
			}
			err = here.exchangeIfUnchanged(ours, []byte("old"))
			if err == nil && exchangeFiles(root, ours, ours) != nil {
				t.Skip("files cannot change places here")
			}
			if !errors.Is(err, files.ErrChanged) {
				t.Errorf("the error is %v", err)
			}
			holds(t, path, "old and theirs", ours)
		})
	}
}
