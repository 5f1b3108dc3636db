package export_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"muster/builder"
	"muster/catalog"
	"muster/examples"
	"muster/export"
	"muster/report"
	"muster/schema"
)

// The odds of a force stand on its sheet, for every unit that can hurt anybody.
func TestOddsOfAForce(t *testing.T) {
	document, err := schema.FilePath{Folder: examples.Files, Name: "fad-outpost.yaml"}.Read("list/1")
	if err != nil {
		t.Fatal(err)
	}
	r, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	printed, err := export.NewDocument(r, export.Extras{Odds: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"rifles", "militia", "gun", "battery", "eye", "tank"} {
		b, found := printed.Sheet.Unit(id)
		if !found {
			t.Fatalf("no unit %s", id)
		}
		odds := b.Tables[len(b.Tables)-1]
		if odds.Title != "Expected losses" || len(odds.Rows) == 0 || !slices.ContainsFunc(odds.Rows[0].Cells, func(c report.Cell) bool {
			return strings.HasSuffix(c.Text, "*") && c.Share > 0
		}) {
			t.Errorf("%s: %+v", id, odds)
		}
	}
	for _, form := range export.Formats() {
		var out bytes.Buffer
		if err := form.Write(&out, printed, export.Options{}); form.CheckFits(printed) == nil && err != nil {
			t.Errorf("%s: %v", form.Name, err)
		}
	}
}
