package export

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"muster/builder"
	"muster/builder/table"
	"muster/catalog"
	"muster/report"
	"muster/schema"
	"muster/share"
)

// A word is a text in a written PDF with its place, in points from the upper left of a page of
// A4, and its size.
type word struct {
	x, y, size float64
	text       string
}

var pdfText = regexp.MustCompile(`(?s)/F\w+ ([0-9.]+) Tf|BT ([0-9.]+) ([0-9.]+) Td \((.*?[^\\])\) Tj ET`)

// streams are the streams of a written PDF.
func streams(t *testing.T, pdf []byte) (all [][]byte) {
	t.Helper()
	for _, stream := range pdfStream.FindAllSubmatch(pdf, -1) {
		r, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue // not compressed: no page
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, content)
	}
	return all
}

// written reads the texts of each page of a written PDF.
func written(t *testing.T, pdf []byte) (pages [][]word) {
	t.Helper()
	unescape := strings.NewReplacer(`\\`, `\`, `\(`, `(`, `\)`, `)`, `\r`, "\r")
	for _, content := range streams(t, pdf) {
		number := func(b []byte) float64 {
			n, err := strconv.ParseFloat(string(b), 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		var page []word
		size := 0.0
		for _, m := range pdfText.FindAllSubmatch(content, -1) {
			if m[1] != nil {
				size = number(m[1])
				continue
			}
			raw := unescape.Replace(string(m[4]))
			var units []uint16
			for i := 0; i+1 < len(raw); i += 2 {
				units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
			}
			page = append(page, word{number(m[2]), 842 - number(m[3]), size, string(utf16.Decode(units))})
		}
		if page != nil {
			pages = append(pages, page)
		}
	}
	if pages == nil {
		t.Fatal("no page is read back")
	}
	return pages
}

// checkGrid fails if a figure of the profile, a column of weapons or a state stands at two places
// of a sheet, counted from the left of its column.
func checkGrid(t *testing.T, name string, s Sheet, pdf []byte) {
	t.Helper()
	heads := map[string]bool{}
	eachBlock(s.Blocks, func(b Block) {
		for _, f := range b.profile() {
			heads[report.Capitalize(f.Label)] = true
		}
		for _, t := range b.Tables {
			if t.Title == "" {
				for _, c := range withShortNames(t).Columns {
					heads[c.Name] = c.Name != ""
				}
			}
		}
		for _, c := range b.Counters {
			heads[c.Label] = heads[c.Label] || c.PerRound
		}
		for _, state := range b.States {
			heads[state] = state == "Shaken" || state == "Fatigued"
		}
	})
	for _, section := range s.Reference {
		for _, e := range section.Entries {
			delete(heads, e.Heading)
			delete(heads, e.Name) // which is not a heading of a block alone
		}
	}
	eachBlock(s.Blocks, func(b Block) {
		for _, t := range b.Tracks {
			delete(heads, t.Label)
		}
	})
	places := map[string]map[string]bool{}
	for _, page := range written(t, pdf) {
		for _, w := range page {
			if !heads[w.text] {
				continue
			}
			x := w.x
			if x > 297 {
				x -= (printArea(frame{w: 210}).w + gutter) / 2 / mmPerPoint
			}
			if places[w.text] == nil {
				places[w.text] = map[string]bool{}
			}
			places[w.text][fmt.Sprintf("%.1f", x)] = true
		}
	}
	for text, at := range places {
		if len(at) > 1 && !(len(at) == 2 && near(at)) {
			t.Errorf("%s: %q stands at %d places: %v", name, text, len(at), at)
		}
	}
	if len(places) < 4 {
		t.Errorf("%s: only %v are found", name, places)
	}
}

// near reports whether numbers differ by rounding alone.
func near(at map[string]bool) bool {
	var all []float64
	for text := range at {
		n, _ := strconv.ParseFloat(text, 64)
		all = append(all, n)
	}
	return slices.Max(all)-slices.Min(all) < 0.15
}

// checkLeading fails if lines of rules that belong together are differently far apart on one page of
// a written PDF of A4. All but an entry's first stand a little further in.
func checkLeading(t *testing.T, name string, pdf []byte) {
	t.Helper()
	const indent = 2.5
	column := (printArea(frame{w: 210}).w + gutter) / 2
	for n, page := range written(t, pdf) {
		leadings := map[string]bool{}
		for i, w := range page[min(1, len(page)):] {
			before, x := page[i], w.x*mmPerPoint-pageMargin
			inside := math.Abs(x-indent) < 0.05 || math.Abs(x-column-indent) < 0.05
			if step := w.y - before.y; inside && before.x == w.x && before.size == w.size && step > 0 && step < 2*w.size {
				leadings[fmt.Sprintf("%.2f", step)] = true
			}
		}
		if len(leadings) > 1 && !near(leadings) {
			t.Errorf("%s: lines of page %d are so many points apart: %v", name, n+1, leadings)
		}
	}
}

// checkPicture fails if a list's picture is large, has small letters, or does not hold the list.
func checkPicture(t *testing.T, name string, d Document) {
	t.Helper()
	var out bytes.Buffer
	if err := ArmyPicture.Write(&out, d, Options{}); err != nil {
		t.Fatal(name, err)
	}
	if size, err := png.DecodeConfig(bytes.NewReader(out.Bytes())); err != nil || size.Width != pictureWidth || out.Len() > 600_000 {
		t.Errorf("%s: the picture is %d wide and has %d bytes, %v", name, size.Width, out.Len(), err)
	}
	page, err := picturePage(d, Options{})
	if err != nil {
		t.Fatal(name, err)
	}
	if text := printedText(page.pages); !strings.Contains(text, "Activations") {
		t.Errorf("%s: the picture does not begin with the army at a glance: %.100s", name, text)
	}
	for _, p := range page.pages[0] {
		if p.kind == textPiece && p.font.sizeInDots() < 22 {
			t.Errorf("%s: %q has %.1f dots", name, p.text, p.font.sizeInDots())
		}
	}
	_, code, _ := bytes.Cut(out.Bytes(), []byte("tEXtmuster\x00"))
	code, _, _ = bytes.Cut(code, []byte("IDAT"))
	back, err := share.Read(string(code[:max(0, len(code)-8)])) // behind it are its sum and the next length
	if err != nil || back.FileText != string(d.List.Document().Source) {
		t.Errorf("%s: the list is not read back from its picture: %v", name, err)
	}
}

// Figures, weapon columns, activations and states have one place on a sheet.
func TestOneGridASheet(t *testing.T) {
	army, force := ofArmy(gate(t)), forceDocument(t, outpost(t))
	for name, d := range map[string]Document{"army": army, "force": force} {
		checkGrid(t, name, d.Sheet, printed(t, PDF, d.Sheet, Options{}))
	}
}

// Lines of one type are equally far apart everywhere on a sheet: a column is not set looser
// to reach the foot of its page.
func TestOneLeadingASheet(t *testing.T) {
	s := uneven(17)
	rules := []string{}
	for i := range 9 {
		rules = append(rules, fmt.Sprintf("A rule of many words %d", i))
	}
	for i := range s.Blocks {
		s.Blocks[i].Rules = rules
	}
	leadings := map[string]bool{}
	for _, page := range written(t, printed(t, PDF, s, Options{})) {
		for i, w := range page {
			if i > 0 && strings.Contains(w.text, "of many words") && page[i-1].x == w.x && page[i-1].size == w.size {
				leadings[fmt.Sprintf("%.1f", w.y-page[i-1].y)] = true
			}
		}
	}
	if len(leadings) == 0 || len(leadings) > 1 && !near(leadings) {
		t.Errorf("lines are so far apart: %v", leadings)
	}
}

// A column that goes on with a section says so.
func TestSectionsSayThatTheyGoOn(t *testing.T) {
	s := uneven(9)
	for i := range 40 {
		s.Reference[0].Entries = append(s.Reference[0].Entries, table.Entry{Name: fmt.Sprintf("More %d", i), Text: "Does something that takes a line and a half or so to explain to the player."})
	}
	for n, page := range written(t, printed(t, PDF, s, Options{})) {
		top := map[bool]word{} // by column
		for _, w := range page {
			right := w.x > 297
			if best, ok := top[right]; w.y > 62 && (!ok || w.y < best.y) {
				top[right] = w
			}
		}
		for _, w := range top {
			if strings.HasPrefix(w.text, "Rule ") || strings.HasPrefix(w.text, "More ") {
				t.Errorf("page %d: a column begins with %q", n+1, w.text)
			}
		}
	}
}

// Type of the large size has 6 points on A5, 70 % of A4.
func TestLargeTypeCanBePrintedOnA5(t *testing.T) {
	for name, d := range documents(t) {
		var out bytes.Buffer
		if err := PDF.Write(&out, d, Options{TextSize: LargeText}); err != nil {
			t.Fatal(err)
		}
		if least := slices.Min(fontSizes(t, out.Bytes())); 0.7*least < 6 {
			t.Errorf("%s: type of %.2f points on A5", name, 0.7*least)
		}
	}
}

// Prices of upgrades are printed with Costs alone.
func TestPricesOfUpgradesAreAskedFor(t *testing.T) {
	d := ofArmy(gate(t))
	priced := regexp.MustCompile(`\w [+-]\d+(,|$|\n| [A-Z])`)
	if !priced.MatchString(printedText(bestLayout(d.Sheet, frame{w: 210, h: 297}, Options{}))) {
		t.Fatal("the list has no upgrade with a price")
	}
	if text := printedText(bestLayout(d.Sheet.withoutUpgradePrices(), frame{w: 210, h: 297}, Options{})); priced.MatchString(text) {
		t.Errorf("a price is printed: %s", priced.FindString(text))
	}
}

var pdfSquare = regexp.MustCompile(`([0-9.]+) (-?[0-9.]+) re S`)

// squares counts the boxes to tick in a written PDF.
func squares(t *testing.T, pdf []byte) (n int) {
	t.Helper()
	for _, content := range streams(t, pdf) {
		for _, m := range pdfSquare.FindAllSubmatch(content, -1) {
			if w, h := string(m[1]), strings.TrimPrefix(string(m[2]), "-"); w == h {
				n++
			}
		}
	}
	return n
}

// checkTogether fails if units that share a block have fewer boxes or words than those that stand
// apart.
func checkTogether(t *testing.T, name string, d Document) {
	t.Helper()
	for _, form := range []*Format{PDF, Cards} {
		var apart, together bytes.Buffer
		if err := form.Write(&apart, d, Options{KeepEqualUnitsApart: true}); err != nil {
			t.Fatal(err)
		}
		if err := form.Write(&together, d, Options{}); err != nil {
			t.Fatal(err)
		}
		if want, got := squares(t, apart.Bytes()), squares(t, together.Bytes()); want != got || want == 0 {
			t.Errorf("%s, %s: %d boxes together, and %d apart", name, form.Name, got, want)
		}
		said := map[string]bool{"Book": form == Cards} // the label of a source that its head has no room for
		if form == Cards {                             // of those that are full the upgrades fall, which are in the profile
			eachBlock(d.Sheet.Blocks, func(b Block) {
				for _, n := range b.Notes {
					if n.TextWithoutCosts != "" {
						for word := range strings.FieldsSeq(n.TextWithoutCosts) {
							said[word] = true
						}
					}
				}
			})
		}
		each := func(pdf []byte, do func(word string)) {
			for _, page := range written(t, pdf) {
				for _, w := range page {
					for word := range strings.FieldsSeq(w.text) {
						do(word)
					}
				}
			}
		}
		each(together.Bytes(), func(word string) { said[word] = true })
		eachBlock(d.Sheet.Blocks, func(b Block) { // a column's name stands where the column has room
			for _, t := range b.Tables {
				for _, c := range slices.Concat(t.Columns, withShortNames(t).Columns) {
					for word := range strings.FieldsSeq(c.Name) {
						said[word] = true
					}
				}
			}
		})
		each(apart.Bytes(), func(word string) {
			if !said[word] && !strings.ContainsAny(word, "…/") && !strings.HasSuffix(word, ",") && !strings.Contains(word, "continued") {
				t.Errorf("%s, %s: %q is printed apart, and not together", name, form.Name, word)
			}
		})
	}
	want, got := strings.Count(textOfHTML(t, d, true), "<input"), strings.Count(textOfHTML(t, d, false), "<input")
	if want != got {
		t.Errorf("%s: HTML has %d boxes together, and %d apart", name, got, want)
	}
}

func textOfHTML(t *testing.T, d Document, apart bool) string {
	t.Helper()
	var out strings.Builder
	if err := HTML.Write(&out, d, Options{KeepEqualUnitsApart: apart}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Units that are built alike stand in one block, each with its boxes; what is about one of them
// has its number, and another build a block of its own.
func TestUnitsBuiltAlikeStandOnce(t *testing.T) {
	text := `{id: a, unit: far-sights}, {id: b, unit: far-sights, notes: holds the hill}, {id: c, unit: far-sights},
	  {id: d, unit: apc}, {id: e, unit: apc}, {id: f, unit: line-squad, in: d}, {id: g, unit: line-squad, in: e},
	  {id: h, unit: line-squad, upgrades: [{option: heavy-rifle, count: 2}]}, {id: i, unit: gun-teams}`
	document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: ["+text+"]\n"), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	roster, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDocument(roster, Extras{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range d.Sheet.mergeEqualUnits().Blocks {
		got = append(got, b.heading()+" "+b.price())
	}
	want := []string{"Far-Sights ×3 135 pts each", "Bastion APC ×2 245 pts each", "Line Squad ×2 210 pts each", "Line Squad #3 220 pts", "Gun Teams 210 pts"}
	if !slices.Equal(got, want) {
		t.Errorf("the blocks are %q, want %q", got, want)
	}
	checkTogether(t, "alike", d)
	all := textOfHTML(t, d, false)
	for _, want := range []string{"#2 holds the hill", "#1 Line Squad #1", "#2 Line Squad #2", "<b>#3</b>"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not printed", want)
		}
	}
	if got, want := strings.Join(d.Sheet.mergeEqualUnits().UnitCountTexts(), ", "), strings.Join(d.Sheet.UnitCountTexts(), ", "); got != want {
		t.Errorf("the size is %s, want %s", got, want)
	}
}

// checkDeck fails if the cards of a list have more than five sizes of type, names or numbers of two
// sizes, or a card that is filled less than a third.
func checkDeck(t *testing.T, name string, d Document, o Options) {
	t.Helper()
	var out bytes.Buffer
	if err := Cards.Write(&out, d, o); err != nil {
		t.Fatal(err)
	}
	sizes := map[string]bool{}
	for _, size := range fontSizes(t, out.Bytes()) {
		sizes[fmt.Sprintf("%.2f", size)] = true
	}
	if len(sizes) > 5 {
		t.Errorf("%s, %s cards: %d sizes of type", name, o.CardSize, len(sizes))
	}
	c := cardSize(t, o.CardSize)
	size, err := pageSize(o.Paper)
	if err != nil {
		t.Fatal(err)
	}
	c.paper = size
	slabs := c.layOutCards(d.Sheet.mergeEqualUnits())
	cores := 0
	for i, s := range slabs {
		if strings.HasPrefix(slabText(s), "Core rules") {
			cores++
			for _, p := range s.strips[len(s.strips)-1].pieces {
				if p.kind == textPiece && p.font.size < coreRulesFontSize-lengthTolerance {
					t.Errorf("%s, %s cards: %q of the game's rules has %.1f points", name, o.CardSize, p.text, p.font.size)
				}
			}
		}
		used := 0.0 // of a card of rules to where its text ends
		for y, n := 0.0, 0; n < len(s.strips); n++ {
			for _, p := range s.strips[n].pieces {
				if p.kind != bookmarkPiece {
					used = max(used, y+p.y+p.h)
				}
			}
			y += s.strips[n].height
		}
		if used < c.textArea().h/3 && i < len(slabs)-1 {
			t.Errorf("%s, %s cards: card %d of %d ends at %.0f mm: %s", name, o.CardSize, i+1, len(slabs), used, slabText(s))
		}
	}
	if core := len(d.Sheet.CoreRules); cores > 1 || cores == 0 && core > 0 && !c.hasCoreRules {
		t.Errorf("%s, %s cards on %s: the game's rules are on %d cards", name, o.CardSize, o.Paper, cores)
	}
}

// A deck has five sizes of type at most; the game's rules are on one card, at 9 points.
func TestADeckHasFiveSizes(t *testing.T) {
	army, force := ofArmy(gate(t)), forceDocument(t, outpost(t))
	for name, d := range map[string]Document{"army": army, "force": force} {
		for _, size := range CardSizes() {
			for _, paper := range []Paper{A4, Letter} {
				checkDeck(t, name, d, Options{CardSize: size, Paper: paper})
			}
		}
	}
}
