package schematest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BooksEnvVar is the name of the environment variable for the folder of real army books, with a
// folder for each release: gf-3.5/battle-brothers.json. The books are not part of the project.
const BooksEnvVar = "MUSTER_TEST_BOOKS"

// RealBooks returns the paths of the real army books that match a pattern such as "gf-3.5*/*.json",
// and skips the test if there is no folder of them. The name of a test that uses it must contain
// RealBooks, so that `go test -run RealBooks ./...` runs these tests alone; a benchmark may have
// any name.
func RealBooks(t testing.TB, pattern string) []string {
	t.Helper()
	if _, test := t.(*testing.T); test && !strings.Contains(t.Name(), "RealBooks") {
		t.Fatal("the test needs real army books and has no RealBooks in its name")
	}
	if testing.Short() {
		t.Skip("it reads real army books, which takes long")
	}
	folder := os.Getenv(BooksEnvVar)
	if folder == "" {
		t.Skip("it needs real army books: set " + BooksEnvVar + " to the full path of their folder")
	}
	if !filepath.IsAbs(folder) {
		t.Fatalf("%s is %s; it should be a full path", BooksEnvVar, folder)
	}
	paths, err := filepath.Glob(filepath.Join(folder, filepath.FromSlash(pattern)))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s has no army books %s: %v", folder, pattern, err)
	}
	return paths
}
