package export

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"muster/builder/table"
	"muster/convert"
	"muster/report"
)

// extreme is a sheet of everything that is hard to set: long names, many
// weapons and rules, none of either, letters of other scripts, signs that no
// font has, a block taller than a page.
func extreme() Sheet {
	columns := weaponColumns()
	many := func(n int, text string) []string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf("%s %d(%d)", text, i, i))
		}
		return all
	}
	rows := func(n int) [][]string {
		var all [][]string
		for i := range n {
			all = append(all, []string{itoa(i * 37), strings.Repeat("Gun ", i%5+1), `48″`, itoa(i), "4", strings.Join(many(i%7, "Special"), ", ")})
		}
		return all
	}
	ones := func(n int) []int {
		sizes := make([]int, n)
		for i := range sizes {
			sizes[i] = 1
		}
		return sizes
	}
	stats := []table.Stat{{Label: "Quality", InlineFormat: "Q%", Value: "4+"}, {Label: "Defense", InlineFormat: "D%", Value: "4+"}, {Label: "Tough", InlineFormat: "", Value: "24"}}
	s := Sheet{
		Name:   "A list whose name is so long that no printed page could ever hope to hold it on a single line",
		Game:   "Grimdark Future 3",
		Books:  []string{"Wardens of the Outer Marches and the Lands beyond the Sea 1.0", "Żelazni Strażnicy Północnych Rubieży 2.1", "Хранители Пепла"},
		Points: 123456, Limit: 1000000,
		Problems:  many(12, strings.Repeat("What is wrong with it. ", 9)),
		Notes:     strings.Repeat("Remember the flank. ", 40) + "\n\nand the centre",
		BoxLegend: "½ marks the loss that brings a unit to half strength.",
		Credit:    "Rules by the designers of the game · printed with muster",
		Blocks: []Block{
			{Unit: table.Unit{Name: "The Sixty-Character Unit of the Ninth Gate of Old Kharzakstan", Points: 12345, Models: 20, Stats: stats, Rules: many(25, "Rule"), States: []string{"Shaken", "Fatigued"}, Tracks: []table.Track{{Label: "Models", BoxesPerModel: ones(20), MarkedBox: 10, MarkSign: "½"}}}, Tables: []*report.Table{tableOf(columns, rows(15))}},
			{Unit: table.Unit{Name: "Bare"}},
			{Unit: table.Unit{Name: strings.Repeat("Unbreakable", 12), KindAndTraits: []string{strings.Repeat("without-a-space", 9)}, Points: 1, Models: 1, Rules: []string{strings.Repeat("x", 300)}}, Tables: []*report.Table{tableOf(columns, [][]string{{"1000", strings.Repeat("y", 90), "120″", "1000", "+10", strings.Repeat("z", 200)}})}},
			{Unit: table.Unit{Name: "Żołnierz · Überläufer · Солдат · Στρατιώτης", Notes: []table.Note{{Label: "Upgrades", Text: "🚀 rocket, 漢字, e\u0301, a\u0308, 👩‍🚀"}, {Label: "A label that is far too long for its place", Text: "text"}}}},
			{Unit: table.Unit{Name: "Tower", Models: 1, Points: 900, Rules: many(400, "Endless"), Tracks: []table.Track{{Label: "Wounds", BoxesPerModel: []int{300}, MarkedBox: 150, MarkSign: "half"}}, States: []string{"Shaken"}}, Tables: []*report.Table{tableOf(columns, rows(60))}},
			{Unit: table.Unit{Name: "Host", Models: 100, Stats: stats, Tracks: []table.Track{{Label: "Models", BoxesPerModel: ones(100), MarkedBox: 50, MarkSign: "½"}}}, JoinedUnits: []Block{
				{Unit: table.Unit{Name: "Guest", Models: 1, Stats: stats, Tracks: []table.Track{{Label: "Wounds", BoxesPerModel: []int{24}, MarkedBox: 0, MarkSign: ""}}, Rules: many(9, "Own")}},
				{Unit: table.Unit{Name: "Second guest"}},
			}},
			{Unit: table.Unit{Name: "Facts", Stats: []table.Stat{{Label: "Quality", InlineFormat: "", Value: "Regular"}, {Label: "Resolve", InlineFormat: "", Value: "Determined"}, {Label: "Armour", InlineFormat: "", Value: "Improved"}, {Label: "Front", InlineFormat: "", Value: "12"}, {Label: "Side", InlineFormat: "", Value: "10"}, {Label: "Rear", InlineFormat: "", Value: "Unarmoured"}, {Label: "Movement", InlineFormat: "", Value: "Tracked"}}}},
		},
		Reference: []table.Section{
			{Title: "Rules", Entries: []table.Entry{{Name: "Alpha", Text: "short"}, {Name: "Unknown", Text: ""}, {Name: strings.Repeat("Long", 40), Text: strings.Repeat("words and words ", 300)}}},
			{Title: "Nothing"},
			{Title: "More", Entries: []table.Entry{{Name: "Beta", Text: "text"}}},
		},
	}
	for i := range s.Blocks {
		s.Blocks[i].Terms = s.Reference[0].Entries[:i%3]
	}
	return s
}

// weaponColumns is the columns of a weapon table.
func weaponColumns() []report.Column {
	return weaponTable([]table.Weapon{{SpecialHeading: "Special", Profile: []table.Stat{
		{Label: "Range"}, {Label: "Attacks", ShortLabel: "Att.", InlineFormat: "A%"}, {Label: "AP", InlineFormat: "AP(%)"},
	}}}).Columns
}

// horde is a list of n plain units.
func horde(n int) Sheet {
	s := Sheet{Name: "Horde", Game: "A Game", Points: n * 100, Credit: "by its designers"}
	for i := range n {
		s.Blocks = append(s.Blocks, Block{Unit: table.Unit{Name: fmt.Sprintf("Unit %d", i+1), Points: 100, Models: 5, Rules: []string{"Fast"}, Stats: []table.Stat{{Label: "Quality", InlineFormat: "Q%", Value: "4+"}, {Label: "Defense", InlineFormat: "D%", Value: "5+"}}, Tracks: []table.Track{{Label: "Models", BoxesPerModel: []int{1, 1, 1, 1, 1}, MarkedBox: 3, MarkSign: "½"}}, States: []string{"Shaken"}}, Tables: []*report.Table{tableOf(weaponColumns(), [][]string{{"5", "Rifle", "24″", "1", "", "Rending"}})}})
	}
	return s
}

// contrast is how much two shades stand out from one another, from 1 to 21 (WCAG 2).
func contrast(a, b ink) float64 {
	light := func(shade ink) float64 {
		c := float64(shade) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return (max(light(a), light(b)) + 0.05) / (min(light(a), light(b)) + 0.05)
}

// checkContrast fails if a text stands out from what is beneath it by less than 4.5 to 1 (WCAG 2).
func checkContrast(t interface{ Errorf(string, ...any) }, n int, page []piece) {
	for i, p := range page {
		if p.kind != textPiece {
			continue
		}
		ground := ink(255)
		y := p.y - p.font.capHeight()/2
		for _, under := range page[:i] {
			if under.kind == fillPiece && under.x <= p.x && under.x+under.w >= p.x+p.w && under.y <= y && under.y+under.h >= y {
				ground = under.ink
			}
		}
		if got := contrast(p.ink, ground); got < 4.5 {
			t.Errorf("page %d: %q in %d on %d has a contrast of %.1f", n+1, p.text, p.ink, ground, got)
		}
	}
}

// checkPages fails if a piece reaches out of the area that is for it, or if
// something stands on another's place.
func checkPages(t interface{ Errorf(string, ...any) }, pages [][]piece, area frame) {
	const slack = 0.01
	for n, page := range pages {
		printed := 0
		var texts []piece
		for _, p := range page {
			x, top, right, bottom := p.x, p.y, p.x+p.w, p.y+p.h
			if p.kind == textPiece {
				if p.text != printable(p.text) {
					t.Errorf("page %d: %q cannot be printed", n+1, p.text)
				}
				if d := p.font.width(p.text) - p.w; d > slack || d < -slack {
					t.Errorf("page %d: %q is %.2f mm wide, measured as %.2f", n+1, p.text, p.font.width(p.text), p.w)
				}
				if p.font.size < leastPoints-lengthTolerance {
					t.Errorf("page %d: %q has %.2f points", n+1, p.text, p.font.size)
				}
				top, bottom = p.y-p.font.capHeight(), p.y+0.2*p.font.size*mmPerPoint
				texts = append(texts, p)
			}
			if x < area.x-slack || right > area.x+area.w+slack || top < area.y-slack || bottom > area.y+area.h+slack {
				t.Errorf("page %d: %q reaches out of the page: %.1f–%.1f across, %.1f–%.1f down", n+1, p.text, x, right, top, bottom)
			}
			if p.kind != bookmarkPiece {
				printed++
			}
		}
		if printed == 0 {
			t.Errorf("page %d is empty", n+1)
		}
		checkContrast(t, n, page)
		slices.SortFunc(texts, func(a, b piece) int { return cmp.Compare(a.y, b.y) })
		for i, a := range texts {
			for _, b := range texts[i+1:] {
				if b.y-a.y > 10 { // no letters are higher
					break
				}
				height := min(a.font.capHeight(), b.font.capHeight())
				if a.x+a.w > b.x+slack && b.x+b.w > a.x+slack && a.y > b.y-height && b.y > a.y-height {
					t.Errorf("page %d: %q and %q stand on one another", n+1, a.text, b.text)
				}
			}
		}
	}
}

// checkCards fails if something on a card reaches out of it, or stands on
// another's place, in some sizes.
func checkCards(t interface {
	Errorf(string, ...any)
	Fatal(...any)
}, s Sheet, sizes ...CardSize,
) {
	for _, name := range sizes {
		c, err := name.format()
		if err != nil {
			t.Fatal(err)
		}
		inside := c.textArea()
		for _, slab := range c.layOutCards(s) {
			whole := inside
			if folds := slab.fold; folds.columns > 0 {
				whole.w, whole.h = float64(folds.columns)*folds.w-2*c.margin, float64(folds.rows)*folds.h-2*c.margin
			}
			f := newFlow(whole)
			f.placeSlab(slab, 0, 0, whole.w)
			checkPages(t, f.pages, whole)
		}
	}
}

// printedText is all text on pages.
func printedText(pages [][]piece) string {
	var all strings.Builder
	for _, page := range pages {
		for _, p := range page {
			if p.kind == textPiece {
				all.WriteString(p.text)
				all.WriteByte(' ')
			}
		}
	}
	return all.String()
}

func inner(size frame) frame {
	return frame{pageMargin, pageMargin, size.w - 2*pageMargin, size.h - 2*pageMargin + 1}
}

func TestNothingIsClipped(t *testing.T) {
	for _, paper := range []Paper{A4, Letter} {
		size, err := pageSize(paper)
		if err != nil {
			t.Fatal(err)
		}
		sheets := map[string]Sheet{"gate": FromArmy(gate(t)), "horde": horde(40), "one": horde(1), "none": {}}
		for name, d := range documents(t) {
			sheets[name] = d.Sheet
		}
		for name, s := range sheets {
			t.Run(fmt.Sprintf("%s/%s", name, paper), func(t *testing.T) {
				checkPages(t, bestLayout(s, size, Options{}), inner(size))
				checkPages(t, cardsOnPages(s, size, pokerCard), frame{0, 0, size.w, size.h})
				checkCards(t, s, CardSizes()...)
			})
		}
	}
}

// Sheets of any content keep to their pages and lose no unit.
func TestAnySheetIsLaidOut(t *testing.T) {
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	text := rapid.StringOfN(rapid.RuneFrom([]rune("abcdefghij WM-(),żÜЖ漢🚀\u0301\n\t")), 0, 80, -1)
	texts := rapid.SliceOfN(text, 0, 8)
	row := rapid.SliceOfN(text, len(weaponColumns()), len(weaponColumns()))
	blocks := rapid.Custom(func(t *rapid.T) Block {
		b := Block{Unit: table.Unit{Name: text.Draw(t, "name"), KindAndTraits: texts.Draw(t, "detail"), Models: rapid.IntRange(0, 30).Draw(t, "models"), Points: rapid.IntRange(-5, 5000).Draw(t, "points"), Rules: texts.Draw(t, "rules"), States: []string{"Shaken"}}}
		if rapid.Bool().Draw(t, "armed") {
			b.Tables = []*report.Table{tableOf(weaponColumns(), rapid.SliceOfN(row, 0, 8).Draw(t, "weapons"))}
		}
		for _, n := range texts.Draw(t, "notes") {
			b.Notes = append(b.Notes, table.Note{Label: n, Text: n})
			b.Terms = append(b.Terms, table.Entry{Name: n, Text: n})
		}
		sizes := rapid.SliceOfN(rapid.IntRange(1, 24), 0, 20).Draw(t, "wounds")
		b.Tracks = []table.Track{{Label: "Wounds", BoxesPerModel: sizes, MarkedBox: rapid.IntRange(0, 50).Draw(t, "mark"), MarkSign: "½"}}
		return b
	})
	rapid.Check(t, func(t *rapid.T) {
		s := Sheet{Name: text.Draw(t, "list"), Notes: text.Draw(t, "notes"), Points: 100, Blocks: rapid.SliceOfN(blocks, 0, 9).Draw(t, "blocks")}
		for i := range s.Blocks {
			s.Blocks[i].JoinedUnits = rapid.SliceOfN(blocks, 0, 2).Draw(t, "joined")
		}
		s.Reference = []table.Section{{Title: "Rules", Entries: []table.Entry{{Name: text.Draw(t, "rule"), Text: text.Draw(t, "summary")}}}}
		pages := bestLayout(s, size, Options{})
		checkPages(t, pages, inner(size))
		checkCards(t, s, CardSizes()...)
		marks := 0
		for _, page := range pages {
			for _, p := range page {
				if p.kind == bookmarkPiece {
					marks++
				}
			}
		}
		units := 0
		eachBlock(s.Blocks, func(Block) { units++ })
		if marks != units {
			t.Errorf("%d of %d units are on the pages", marks, units)
		}
	})
}

// A unit is divided only if it is taller than a page.
func TestUnitsStayWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]Sheet{"gate": FromArmy(gate(t)), "horde": horde(300)} {
		if text := printedText(bestLayout(s, size, Options{})); strings.Contains(strings.ReplaceAll(text, "(continued)", ""), "continued") {
			t.Errorf("%s: a unit is divided", name)
		}
	}
	if text := printedText(bestLayout(extreme(), size, Options{})); !strings.Contains(text, "continued") {
		t.Error("a unit taller than a page does not go on")
	}
}

func TestHeadingsHaveCompany(t *testing.T) {
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n < 40; n++ {
		s := horde(n)
		s.Reference = []table.Section{{Title: "Rules in this list", Entries: []table.Entry{{Name: "Fast", Text: "Moves farther."}, {Name: "Rending", Text: "Hurts."}}}}
		for _, page := range bestLayout(s, size, Options{}) {
			text := printedText([][]piece{page})
			if strings.Contains(text, "Rules in this list") && !strings.Contains(text, "Moves farther.") {
				t.Errorf("%d units: the heading stands alone", n)
			}
		}
	}
}

func TestWrap(t *testing.T) {
	f := font{regular, 10}
	for _, c := range []struct {
		text string
		w    float64
		want []string
	}{
		{"one two three", 100, []string{"one two three"}},
		{"one two three", f.width("one two"), []string{"one two", "three"}},
		{"a 2× Gun", f.width("a 2×"), []string{"a 2×", "Gun"}},
		{"a 2×" + table.NoBreak + "Gun", f.width("2× Gun"), []string{"a", "2× Gun"}},
		{"unbreakable", f.width("unbreak"), []string{"unbreak", "able"}},
		{" \n\t ", 10, nil},
		{"WW", 0.1, []string{"W", "W"}},
	} {
		var got []string
		for _, line := range wrap(c.w, span{c.text, f, black}) {
			text := ""
			for _, p := range line {
				text += p.text
			}
			got = append(got, text)
		}
		if strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("wrap(%.1f, %q) = %q, want %q", c.w, c.text, got, c.want)
		}
		if lines, _ := lineCount(c.w, span{c.text, f, black}); lines != len(c.want) {
			t.Errorf("lineCount(%.1f, %q) = %d, want %d", c.w, c.text, lines, len(c.want))
		}
	}
	if lines := wrapName(20, span{strings.Repeat(" ", 500), f, black}); len(lines) != 1 {
		t.Errorf("a name of spaces has %d lines", len(lines))
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"Überläufer Żołnierz Солдат":  "Überläufer Żołnierz Солдат",
		"a\tb\nc":                     "a b c",
		"e\u0301e\u200b\u0301q\u0301": "éeq",
		"🚀":                           "□",
		"👩\u200d🚀":                    "□□",
		"\x00\x1b":                    "  ",
		"\xff":                        "\ufffd",
	} {
		if got := printable(text); got != want {
			t.Errorf("printable(%q) = %q, want %q", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := printable(rapid.String().Draw(t, "text"))
		if printable(text) != text || !utf8.ValidString(text) {
			t.Fatalf("%q is not settled", text)
		}
	})
}

// Forms with fonts of their own name the characters that these lack, each once.
func TestUnprintableCharactersAreNamed(t *testing.T) {
	const want = "the fonts have no 鋼 番 🔥; □ is printed instead"
	d := Document{Sheet: Sheet{Name: "鋼番 Żołnierz □", Blocks: []Block{{Unit: table.Unit{Name: "🔥 鋼 e\u0301"}}}}}
	for _, form := range Formats() {
		got := strings.Join(form.Losses(d), "|")
		if mine := form.OnPaper() || form == ArmyPicture; mine && got != want || !mine && strings.Contains(got, "□") {
			t.Errorf("%s: %q", form.Name, got)
		}
	}
	d = Document{Sheet: Sheet{Notes: "一二三四五六七八九十百千万"}}
	if got := PDF.Losses(d); len(got) != 1 || !strings.Contains(got[0], "九 十 …;") {
		t.Errorf("of many characters: %q", got)
	}
}

// However long the reference is, it does not leave a line or two on a page of
// their own.
func TestLastPageIsNotNearlyEmpty(t *testing.T) {
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	for n := 18; n < 90; n++ {
		s := horde(9)
		var entries []table.Entry
		for i := range n {
			entries = append(entries, table.Entry{Name: fmt.Sprintf("Rule %d", i), Text: "Does something that takes a line and a half or so to explain to the player."})
		}
		s.Reference = []table.Section{{Title: "Rules in this list", Entries: entries}}
		pages := bestLayout(s, size, Options{})
		end := 0.0
		for _, p := range pages[len(pages)-1] {
			if p.kind == textPiece && p.y < size.h-pageMargin-footerHeight {
				end = max(end, p.y)
			}
		}
		if end < pageMargin+25 {
			t.Errorf("%d rules: the last of %d pages ends at %.0f mm", n, len(pages), end)
		}
	}
}

// A table that is too narrow for its words sets the last of them beneath.
func TestFold(t *testing.T) {
	table := tableOf(weaponColumns(), [][]string{{"2", "Flamethrower", "12″", "1", "4", "Indestructible, Unmistakable"}})
	for _, c := range []struct {
		w      float64
		folded bool
	}{{120, false}, {55, true}} {
		set, widths, _ := (*grid)(nil).fitColumns(table, c.w)
		if _, last := foldLastColumn(set, widths, c.w); (last[0] != "") != c.folded {
			t.Errorf("%.0f mm: beneath stands %q", c.w, last[0])
		}
		text := ""
		for _, s := range tableStrips(table, c.w+2*padding, nil) {
			for _, p := range s.pieces {
				text += p.text + "|"
			}
		}
		for _, word := range []string{"Flamethrower", "Indestructible,", "Unmistakable"} {
			if !strings.Contains(text, word) {
				t.Errorf("%.0f mm: %q is broken or lost: %s", c.w, word, text)
			}
		}
	}
}

// Boxes of a profile fill a row evenly unless a word needs more.
func TestBadgeWidths(t *testing.T) {
	short := Block{Unit: table.Unit{Stats: []table.Stat{{Label: "Quality", InlineFormat: "", Value: "4+"}, {Label: "Defense", InlineFormat: "", Value: "4+"}}}}.profile()
	if got := sheetBadgeStyle.badgeWidths(short, 86); got[0] != maxBadgeWidth || got[1] != maxBadgeWidth {
		t.Errorf("two short figures are %v wide, want %v each", got, maxBadgeWidth)
	}
	long := Block{Unit: table.Unit{Stats: []table.Stat{{Label: "Armour", InlineFormat: "", Value: "4"}, {Label: "Resolve", InlineFormat: "", Value: "Determined"}, {Label: "Move", InlineFormat: "", Value: "6/12″"}, {Label: "Quality", InlineFormat: "", Value: "Regular"}}}}.profile()
	got := sheetBadgeStyle.badgeWidths(long, 78)
	sum := float64(len(got)-1) * badgeGap
	for i, w := range got {
		sum += w
		if need := sheetBadgeStyle.badgeWidth(long[i]); w < need {
			t.Errorf("%s is %.1f wide and needs %.1f", long[i].Value, w, need)
		}
	}
	if sum > 78+lengthTolerance {
		t.Errorf("the row is %.1f wide, want at most 78", sum)
	}
}

var pokerCard, _ = Poker.format()

// Units whose figures have no order in common are printed with each in its own.
func TestFiguresWithoutACommonOrder(t *testing.T) {
	stats := []table.Stat{{Label: "Quality", Value: "4+"}, {Label: "Defense", Value: "5+"}}
	turned := []table.Stat{stats[1], stats[0]}
	blocks := []Block{{Unit: table.Unit{Stats: stats}}, {Unit: table.Unit{Stats: turned}}}
	for _, b := range withGrid(blocks, gridOf(blocks, 80, sheetBadgeStyle)) {
		strips, _ := badgeStrips(b, 80, sheetBadgeStyle)
		var said []string
		for _, s := range strips {
			for _, p := range s.pieces {
				said = append(said, p.text)
			}
		}
		for _, want := range b.Stats {
			if !slices.Contains(said, want.Value) {
				t.Errorf("%q does not say %s %s", said, want.Label, want.Value)
			}
		}
	}
}

// tableOf returns a table with texts in its cells.
func tableOf(columns []report.Column, rows [][]string) *report.Table {
	t := &report.Table{Columns: columns}
	for _, row := range rows {
		t.Add(row...)
	}
	return t
}

// rowTextsOf returns the texts of a table's cells.
func rowTextsOf(t *report.Table) (rows [][]string) {
	for _, row := range t.Rows {
		rows = append(rows, convert.All(row.Cells, func(c report.Cell) string { return c.Text }))
	}
	return rows
}
