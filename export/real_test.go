package export

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"muster/armyforge"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
	"muster/schema/schematest"
)

// Every unit of real army books is laid out, with every upgrade that it can
// take at once.
func TestRealBooks(t *testing.T) { layOut(t, schematest.RealBooks(t, "*/*.json")) }

// The same of books of our own, as Army Forge has them.
func TestInventedBooks(t *testing.T) {
	layOut(t, []string{"../armyforge/testdata/ember-tide.json", "../armyforge/testdata/moss-legion.json", "../armyforge/testdata/old-salts.json"})
}

func layOut(t *testing.T, files []string) {
	t.Helper()
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			s := FromArmy(everything(t, file))
			checkPages(t, bestLayout(s, size, Options{}), inner(size))
			checkCards(t, s, CardSizes()[i%len(CardSizes())])
		})
	}
}

// importedBook imports an army book.
func importedBook(t *testing.T, file string) *catalog.Book {
	t.Helper()
	book, err := catalog.Read(file, importedText(t, file))
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// importedText is the file that an army book is imported as.
func importedText(t *testing.T, file string) []byte {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := armyforge.Open(file, source)
	if err != nil {
		t.Fatal(err)
	}
	imported, err := opened.ImportBook("", nil)
	if err != nil {
		t.Fatal(err)
	}
	return imported.YAML
}

// everything is a list of all units of a book, each with every option once,
// legal or not.
func everything(t *testing.T, file string) *gf.Army {
	t.Helper()
	book := importedBook(t, file)
	var list strings.Builder
	fmt.Fprintf(&list, "muster: list/1\nsystem: %s\nbook: %s\nunits:\n", book.System, book.ID)
	for i := range book.Units {
		u := &book.Units[i]
		fmt.Fprintf(&list, "  - {id: %s, unit: %s, upgrades: [%s]}\n", u.ID, u.ID, strings.Join(book.OptionIDs(u), ", "))
	}
	document, err := schema.Read("list.yaml", []byte(list.String()), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	l, err := gf.ReadList(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	return gf.BuildWithBooks(l, []*catalog.Book{book})
}
