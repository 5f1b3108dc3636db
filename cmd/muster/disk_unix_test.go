//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
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
