// Package schematest helps to test code that reads files.
package schematest

import (
	"io/fs"
	"regexp"
	"testing"
)

// ReadFiles returns the texts of a folder's files that match a pattern. The test fails if there are
// none.
func ReadFiles(t testing.TB, folder fs.FS, pattern string) [][]byte {
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

// AddSeeds adds the files of a folder that match a pattern as seeds to a fuzz target with one text.
func AddSeeds(f *testing.F, folder fs.FS, pattern string) {
	f.Helper()
	for _, text := range ReadFiles(f, folder, pattern) {
		f.Add(text)
	}
}

var commentOrGap = regexp.MustCompile(`#|(\r\n?|\n)\s*(\r|\n)`)

// HasCommentsOrGaps reports whether a text has comments or empty lines, which do not move together
// with the values next to them.
func HasCommentsOrGaps(text []byte) bool { return commentOrGap.Match(text) }
