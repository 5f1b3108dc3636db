// Package schematest helps tests of readers of files.
package schematest

import (
	"io/fs"
	"regexp"
	"testing"
)

// Files returns the texts of a folder's files that match a pattern. The test fails if
// there are none.
func Files(t testing.TB, folder fs.FS, pattern string) [][]byte {
	t.Helper()
	files, err := fs.Glob(folder, pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	texts := make([][]byte, len(files))
	for i, file := range files {
		if texts[i], err = fs.ReadFile(folder, file); err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

// Seeds gives a fuzz target of one text the files of a folder that fit a pattern
// to begin with.
func Seeds(f *testing.F, folder fs.FS, pattern string) {
	f.Helper()
	for _, text := range Files(f, folder, pattern) {
		f.Add(text)
	}
}

var parted = regexp.MustCompile(`#|(\r\n?|\n)\s*(\r|\n)`)

// Parted reports whether a text has comments or empty lines. They do not move with the
// values beside them.
func Parted(text []byte) bool { return parted.Match(text) }
