package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A list on a disk of its own, which is full: an edit is refused, the list is as
// it was and nothing is left beside it. With room again, it is edited where it
// lies, through a link from another file system too.
func TestSmallDisk(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=64k"); err != nil {
		t.Skip("file systems cannot be mounted here:", err)
	}
	defer syscall.Unmount(disk, 0)
	const list = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 2000\nunits:\n  - {id: a, unit: line-squad}\n"
	path := filepath.Join(disk, "list.yaml")
	write(t, path, list+"# "+strings.Repeat("x", 5000)+"\n")
	full := filepath.Join(disk, "full")
	fill, err := os.Create(full)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = fill.Write(make([]byte, 4096))
	}
	if err := fill.Close(); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"add", path, "line-squad"}, {"rename", path, "a", "Guard"}, {"export", path, "-o", filepath.Join(disk, "x.pdf")}} {
		var out, errOut strings.Builder
		if code := run(args, &out, &errOut); code != exitUnusable || !strings.Contains(errOut.String(), "no space left") {
			t.Errorf("%v: exit code %d\n%s%s", args, code, out.String(), errOut.String())
		}
		holds(t, path, list+"# "+strings.Repeat("x", 5000)+"\n", full)
	}
	if err := os.Remove(full); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.yaml")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	var out, errOut strings.Builder
	if code := run([]string{"rename", link, "a", "Guard"}, &out, &errOut); code != exitOK {
		t.Fatalf("exit code %d, %s", code, errOut.String())
	}
	holds(t, path, strings.Replace(list, "squad}", "squad, name: Guard}", 1)+"# "+strings.Repeat("x", 5000)+"\n")
}

// Without a home folder lists are checked and edited all the same.
func TestNoHome(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list.yaml")
	write(t, path, "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 2000\nunits:\n  - {id: a, unit: line-squad}\n")
	for _, args := range [][]string{{"check", path}, {"add", path, "line-squad"}, {"show", path}, {"books"}} {
		child := muster(args...)
		child.Env = []string{"PATH=" + os.Getenv("PATH")}
		if out, err := child.CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
}
