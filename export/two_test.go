package export

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/odds"
	"muster/catalog"
	"muster/examples"
	"muster/report"
	"muster/schema"
)

func exampleDocument(t *testing.T, name string) Document {
	t.Helper()
	file, err := schema.ReadFile(examples.Files, name, "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(file, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDocument(list, Extras{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A sheet for both sides has all units of both lists, the score, and each side's odds against the
// other near and far, on two pages for 2,000 points, and on a third what answers whom; and is the same each time.
func TestTwoListsForOneTable(t *testing.T) {
	for _, names := range [][2]string{{"third-company.yaml", "spring-tide.yaml"}, {"fad-outpost.yaml", "fad-outpost.yaml"}} {
		sides := [2]Document{exampleDocument(t, names[0]), exampleDocument(t, names[1])}
		pages, err := matchPages(sides, frame{w: 210, h: 297})
		if err != nil || len(pages) > 3 {
			t.Fatalf("%s: %d pages, %v", names, len(pages), err)
		}
		var all strings.Builder
		for _, page := range pages {
			for _, p := range page {
				if all.WriteString(p.text + "\n"); p.kind == textPiece && p.font.size < 7 {
					t.Errorf("%q has %.1f points", p.text, p.font.size)
				}
			}
		}
		text := all.String()
		wanted := []string{"Score", "Sum"}
		for i, d := range sides {
			m, err := builder.MatchUp(t.Context(), d.List.(builder.Previewer), odds.Question{Foe: odds.Foe{List: sides[1-i].List.(builder.Previewer)}}, odds.MatchUpDistances[:])
			if err != nil {
				t.Fatal(err)
			}
			answers, threats, _ := m.Tables()
			for _, table := range []*report.Table{answers, threats} {
				for _, row := range table.Rows {
					for _, cell := range row.Cells[3:] { // the figures
						wanted = append(wanted, printable(cell.Text)+"\n")
					}
				}
			}
			wanted = append(wanted, printable(d.Sheet.Name+": the greatest threats"), printable(d.Sheet.Name+": answers to "+sides[1-i].Sheet.Name))
			eachBlock(d.Sheet.Blocks, func(b Block) { wanted = append(wanted, printable(b.Name)) })
			for _, reach := range damageQuestions {
				wanted = append(wanted, printable(d.Sheet.Name+" against "+sides[1-i].Sheet.Name+", "+reach.title))
			}
		}
		for _, want := range wanted {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing", names, want)
			}
		}
		var first, second bytes.Buffer
		if WriteMatchSheet(&first, sides, Options{}) != nil || WriteMatchSheet(&second, sides, Options{}) != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: a second print differs", names)
		}
	}
	file, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: [{id: a, unit: far-sights}, {id: b, unit: far-sights}, {id: c, unit: apc}]\n"), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(file, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDocument(list, Extras{})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := matchPages([2]Document{d, d}, frame{w: 210, h: 297})
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[string]int{} // how often one stands above a table's column
	for _, page := range pages {
		for _, p := range page {
			if p.kind == textPiece && p.text == "3 Bastion APC" {
				numbers["row"]++
			}
			if p.kind == textPiece && p.text == "3" && p.font.face == bold {
				numbers["unit"]++
			}
		}
	}
	if numbers["row"] != 8 || numbers["unit"] < 2 {
		t.Errorf("units that are built alike have other numbers in the tables: %v", numbers)
	}
	long, short := exampleDocument(t, "third-company.yaml"), exampleDocument(t, "spring-tide.yaml")
	whole := "Second Company of the Outer Marches"
	named := [2]Document{exampleDocument(t, "third-company.yaml"), exampleDocument(t, "spring-tide.yaml")}
	named[0].Sheet.Name = whole
	if pages, err = matchPages(named, a4); err != nil || len(pages) != 3 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for i, page := range pages {
		if text := printedText([][]piece{page}); strings.Contains(text, "…") || !strings.Contains(text, whole[:14]) {
			t.Errorf("page %d does not say the whole name of a list: %s", i+1, text)
		}
	}
	for range 3 {
		long.Sheet.Blocks = append(long.Sheet.Blocks, long.Sheet.Blocks...)
	}
	if pages, err = matchPages([2]Document{long, short}, frame{w: 210, h: 297}); err != nil || len(pages) < 3 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for i, page := range pages {
		for _, name := range []string{"Third Company", "Spring Tide"} {
			if !slices.ContainsFunc(page, func(p piece) bool { return p.text == name && p.y < 2*pageMargin }) {
				t.Errorf("page %d does not begin with %s", i+1, name)
			}
		}
	}
	for _, page := range pages {
		if text := printedText([][]piece{page}); strings.Contains(text, "…") {
			t.Errorf("a text is cut: %s", text)
		}
	}
	var out bytes.Buffer
	if err := WriteMatchSheet(&out, [2]Document{exampleDocument(t, "third-company.yaml"), exampleDocument(t, "fad-outpost.yaml")}, Options{}); err == nil || !strings.Contains(err.Error(), "of one game") {
		t.Errorf("lists of two games: %v", err)
	}
}

// The tables of a match-up have one grid, as wide as the page, and names that do not touch.
func TestTablesOfAMatchUpHaveOneGrid(t *testing.T) {
	pages, err := matchPages([2]Document{exampleDocument(t, "third-company.yaml"), exampleDocument(t, "spring-tide.yaml")}, a4)
	if err != nil {
		t.Fatal(err)
	}
	places := map[string][]float64{}
	for _, p := range pages[2] {
		if p.kind == textPiece && slices.Contains([]string{"Unit", "By", "How", "Per 100", "Destroys"}, p.text) {
			places[p.text] = append(places[p.text], p.x)
		}
		for _, next := range pages[2] {
			if gap := next.x - p.x - p.w; p.kind == textPiece && next.kind == textPiece && next.y == p.y && p.y > 2*pageMargin && next.x > p.x && gap < 1.5 {
				t.Errorf("%q and %q stand %.1f mm apart", p.text, next.text, gap)
			}
		}
	}
	for name, at := range places {
		if slices.Sort(at); len(at) != 4 || at[3]-at[0] > lengthTolerance {
			t.Errorf("%q stands at %v", name, at)
		}
	}
	if len(places) != 5 || places["By"][0]-places["Unit"][0] < 50 || places["How"][0]-places["By"][0] < 40 {
		t.Errorf("the columns stand at %v", places)
	}
}

// Threats at a glance are not cut while there is room.
func TestThreatsAreNotCut(t *testing.T) {
	g := &armySummary{threats: []threat{{"Light infantry", "The Old Guard + Captain Orsolya Ráb of the Ninth Gate", "Charge: 100 %"}, {"Tank", "Far-Sights", "Shoot 24″: 9 %"}}}
	if text := printedText([][]piece{g.slab(186, nil).strips[1].pieces, g.slab(186, nil).strips[2].pieces}); strings.Contains(text, "…") || !strings.Contains(text, "Ninth Gate") {
		t.Errorf("a threat is cut: %s", text)
	}
}
