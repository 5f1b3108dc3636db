package export_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"
	"unicode"

	"muster/builder"
	"muster/catalog"
	"muster/export"
	"muster/schema"
	"muster/schema/schematest"
)

// lists adds lists of both games, and a list of one unit of each, which is what
// most finds begin with.
func lists(f *testing.F) {
	schematest.AddSeeds(f, os.DirFS("../examples"), "*.yaml")
	schematest.AddSeeds(f, os.DirFS("testdata"), "*.yaml")
	f.Add([]byte("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: [{id: a, unit: line-squad, upgrades: [heavy-rifle]}]\n"))
	f.Add([]byte("muster: list/1\nsystem: fad\nunits: [{id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 5, weapon: assault-rifle}]}]\n"))
}

// open opens a text that reads as a list.
func open(text []byte, library *catalog.Library) builder.Roster {
	document, err := schema.Read("list.yaml", text)
	if err != nil {
		return nil
	}
	roster, err := builder.Open(document, library)
	if err != nil {
		return nil
	}
	return roster
}

// FuzzLists opens, checks, prices and prints any text that reads as a list:
// nothing panics, what scripts get is JSON, and no output holds what a terminal
// would obey or what turns the direction of writing.
func FuzzLists(f *testing.F) {
	lists(f)
	library := catalog.NewLibrary()
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 2<<10 {
			return // what is long is slow, and no other
		}
		roster := open(text, library)
		if roster == nil {
			return
		}
		scripts := []any{roster.Report(), roster.Prices(), roster.Findings()}
		for _, u := range roster.Units() {
			scripts = append(scripts, roster.ReportUnit(u.ID))
		}
		if _, err := json.Marshal(scripts); err != nil {
			t.Fatal(err)
		}
		sheet, err := export.NewDocument(roster, export.Extras{})
		if err != nil {
			return
		}
		for _, format := range export.Formats() {
			if format.MediaType == export.PDF.MediaType || format == export.ArmyPicture || format.CheckFits(sheet) != nil { // FuzzPrints
				continue
			}
			var out bytes.Buffer
			if err := format.Write(&out, sheet, export.Options{}); err != nil {
				t.Fatalf("%s: %v", format.Name, err)
			}
			if at := strings.IndexFunc(out.String(), obeyed); at >= 0 {
				t.Fatalf("%s holds %q", format.Name, out.String()[max(0, at-20):min(out.Len(), at+20)])
			}
		}
	})
}

// obeyed reports whether a character does something rather than being seen.
func obeyed(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == '\u200e' || r == '\u200f'
}

// FuzzPrints sets small lists on paper, in every form: nothing panics, and what
// is written is a PDF.
func FuzzPrints(f *testing.F) {
	lists(f)
	library := catalog.NewLibrary()
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<10 {
			return
		}
		roster := open(text, library)
		if roster == nil {
			return
		}
		sheet, err := export.NewDocument(roster, export.Extras{Preparations: true})
		if err != nil {
			return
		}
		var out bytes.Buffer
		format := []*export.Format{export.PDF, export.Cards, export.OpponentPDF, export.ReferencePDF}[len(text)%4]
		if err := format.Write(&out, sheet, export.Options{FixedTextSize: len(text)%3 == 0}); err == nil && !bytes.HasPrefix(out.Bytes(), []byte("%PDF-")) {
			t.Fatalf("%s begins with %q", format.Name, out.Bytes()[:min(out.Len(), 20)])
		}
	})
}

// FuzzPreviews works out what the units of small lists can expect to do to
// typical targets, which every preview is made of: nothing panics or goes on
// for ever.
func FuzzPreviews(f *testing.F) {
	lists(f)
	library := catalog.NewLibrary()
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<10 {
			return
		}
		roster := open(text, library)
		if roster == nil || len(roster.Units()) > 2 {
			return
		}
		sheet, err := export.NewDocument(roster, export.Extras{Odds: true})
		if err != nil {
			return
		}
		if err := export.Text.Write(io.Discard, sheet, export.Options{}); err != nil {
			t.Fatal(err)
		}
	})
}
