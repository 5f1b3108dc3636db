package export_test

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"muster/builder"
	"muster/catalog"
	"muster/export"
	"muster/schema"
)

// FuzzLists opens, checks, prices and prints any text that reads as a list:
// nothing panics, and what scripts get is JSON. What is set
// on paper is left out: it is made of the same sheet and would take most of the time.
func FuzzLists(f *testing.F) {
	for _, pattern := range []string{"../examples/*.yaml", "testdata/*.yaml"} {
		files, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || len(files) == 0 {
			f.Fatalf("no seeds: %v", err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	library := catalog.NewLibrary()
	f.Fuzz(func(t *testing.T, text []byte) {
		document, err := schema.Read("list.yaml", text)
		if err != nil {
			return
		}
		roster, err := builder.Open(document, library)
		if err != nil {
			return
		}
		scripts := []any{roster.Report(), roster.Prices(), roster.Findings()}
		for _, u := range roster.Units() {
			scripts = append(scripts, roster.ReportUnit(u.ID))
		}
		if _, err := json.Marshal(scripts); err != nil {
			t.Fatal(err)
		}
		sheet, err := export.Of(roster, export.Extras{})
		if err != nil {
			return
		}
		for _, format := range export.Formats() {
			switch format.(type) {
			case export.PDF, export.Cards:
				continue
			case export.ArmyForge:
				if sheet.Army == nil {
					continue
				}
			}
			if err := format.Write(io.Discard, sheet, export.Options{}); err != nil {
				t.Fatalf("%s: %v", format.Name(), err)
			}
		}
	})
}

// FuzzCodes unpacks any text as the code of a list, and packs any text:
// nothing panics, and what was packed comes back byte for byte.
func FuzzCodes(f *testing.F) {
	f.Add("muster: list/1\n")
	f.Add(export.Pack([]byte("muster: list/1\nsystem: gf-3\n")))
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := export.Unpack(text); err == nil && !export.IsCode(strings.Join(strings.Fields(text), "")) {
			t.Fatalf("%q is no code, but was unpacked", text)
		}
		if text == "" {
			return
		}
		back, err := export.Unpack(export.Pack([]byte(text)))
		if err != nil || string(back) != text {
			t.Fatalf("%q came back as %q, %v", text, back, err)
		}
	})
}
