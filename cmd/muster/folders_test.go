package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFoldersFollowTheEnvironment(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	t.Setenv(booksEnvVar, "a"+string(os.PathListSeparator)+"b")
	got := bookFolders([]string{"named"})
	want := []string{"named", "a", "b", filepath.Join(data, "muster", "books")}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("the folders are %v, not %v", got, want)
	}
	for variable, want := range map[string]string{"elsewhere": "elsewhere", "": filepath.Join(data, "muster", "units")} {
		t.Setenv(storedUnitsEnvVar, variable)
		if folder, err := storedUnitFolder(); err != nil || folder != want {
			t.Errorf("%q, %v", folder, err)
		}
	}
}
