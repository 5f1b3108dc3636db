// Package catalogtest reads for tests the army books that ship with muster.
package catalogtest

import (
	"testing"

	"muster/catalog"
	"muster/catalog/data"
)

// Book reads an embedded army book, such as "gf-3/steel-wardens.yaml". Every call returns a new one.
func Book(t testing.TB, file string) *catalog.Book {
	t.Helper()
	text, err := data.Files.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	book, err := catalog.Read(file, text)
	if err != nil {
		t.Fatal(err)
	}
	return book
}
