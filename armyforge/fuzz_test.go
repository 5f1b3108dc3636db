package armyforge

import (
	"os"
	"testing"

	"muster/catalog"
	"muster/schema"
	"muster/schema/schematest"
)

// FuzzImport imports texts as what Army Forge writes: books of both formats,
// and lists. Nothing panics, and what an import writes is a file that muster
// reads.
func FuzzImport(f *testing.F) {
	schematest.AddSeeds(f, os.DirFS("testdata"), "*.json")
	schematest.AddSeeds(f, os.DirFS("testdata/seeds"), "*.json")
	moss := readBook(f, "moss-legion")
	f.Fuzz(func(t *testing.T, text []byte) { imports(t, text, moss) })
}

// FuzzShare imports texts as lists that Army Forge shares, pasted from a chat.
func FuzzShare(f *testing.F) {
	f.Add([]byte("++ Hedge Row - Moss Legion (v3.5.1) [GF 1000pts] ++\n\nThorn [1] Q3+ D4+ | 75pts | Hero, Tough(3)\nAcid Spit (9\", A1, AP(3)), Vine (A3, AP(1))\n| Joined to:\n2x Brier Guard [10] Q4+ D4+ | 220pts | Pollen\n10x Thorn Rifle (24\", A1), 10x Stick (A1)\n"))
	f.Add([]byte("++ A [b] ++\r\n9x Brier Guard [5] Q4+ D4+ | 1pts\r\n24\" Thorn Rifle (A1)\r\n"))
	moss := readBook(f, "moss-legion")
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) < 4<<10 {
			imports(t, append([]byte("++"), text...), moss)
		}
	})
}

func imports(t *testing.T, text []byte, known *catalog.Book) {
	file, err := Open("file.json", text)
	if err != nil {
		return
	}
	if file.Kind == BookFile {
		book, err := file.ImportBook("", nil)
		if err != nil {
			return
		}
		if _, err := catalog.Read("book.yaml", book.YAML); err != nil {
			t.Fatalf("the imported book cannot be used: %v\n%s", err, book.YAML)
		}
		return
	}
	books := make([]NamedBook, len(file.ArmyBooks()))
	for i := range books {
		books[i].Book = known
	}
	list, err := file.ImportList(books...)
	if err != nil {
		return
	}
	if _, err := schema.Read("list.yaml", list.YAML, "list/1"); err != nil {
		t.Fatalf("the imported list cannot be read: %v\n%s", err, list.YAML)
	}
}
