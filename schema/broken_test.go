package schema_test

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"muster/schema"
)

var update = flag.Bool("update", false, "write what is said of broken files anew")

// Every sentence about files of each kind that are broken in every way: of a
// wrong type, out of bounds, with keys that are unknown or missing, with wrong
// words. After a file in the table stands what is said of it.
func TestBrokenFiles(t *testing.T) {
	const table = "testdata/broken.txtar"
	archive, err := txtar.ParseFile(table)
	if err != nil {
		t.Fatal(err)
	}
	kinds := schema.DocumentKinds()
	for i := 0; i+1 < len(archive.Files); i += 2 {
		file, said := &archive.Files[i], &archive.Files[i+1]
		_, err := schema.Read("f.yaml", file.Data)
		if err == nil {
			t.Errorf("%s: nothing is said of it", file.Name)
			continue
		}
		if *update {
			said.Data = []byte(err.Error() + "\n")
		}
		if got := err.Error() + "\n"; got != string(said.Data) {
			t.Errorf("%s: it says\n%sinstead of\n%s", file.Name, got, said.Data)
		}
		kinds = slices.DeleteFunc(kinds, func(kind string) bool { return schema.ClaimsKind(file.Data, kind) })
	}
	if len(kinds) > 0 {
		t.Errorf("no file is %q", kinds)
	}
	if *update {
		if err := os.WriteFile(table, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
