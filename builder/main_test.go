package builder_test

import (
	"os"
	"testing"

	"muster/builder"
	"muster/catalog"
	"muster/examples"
	"muster/schema"
	"muster/schema/schematest"
)

func TestMain(m *testing.M) { os.Exit(schematest.Run(m)) }

// example is one of the lists of the examples.
func example(t *testing.T, name string) builder.Roster {
	t.Helper()
	document, err := schema.FilePath{Folder: examples.Files, Name: name + ".yaml"}.Read("list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	return list
}
