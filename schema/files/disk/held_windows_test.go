package disk

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"
)

// hold opens a file so that nobody else may open, replace or remove it.
func hold(t *testing.T, path string) (release func()) {
	t.Helper()
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := windows.CreateFile(name, windows.GENERIC_READ, 0, nil, windows.OPEN_EXISTING, windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		t.Fatal(err)
	}
	return func() { windows.CloseHandle(file) }
}

// What another program holds open is written once that closes it, and left with a
// sentence if it never does.
func TestWriteWaitsForAnother(t *testing.T) {
	path := filepath.Join(folderOf(t), "list.yaml")
	write(t, path, "old")
	release := hold(t, path)
	if err := Overwrite(path, []byte("new")); err == nil || !strings.Contains(err.Error(), "another program holds the file open") {
		t.Errorf("error is %v", err)
	}
	time.AfterFunc(maxRetryTime/4, release)
	if err := Overwrite(path, []byte("new")); err != nil {
		t.Error(err)
	}
	holds(t, path, "new")
}
