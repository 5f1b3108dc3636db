package export

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"muster/builder/table"
	"muster/report"
)

// A word is a text in a written PDF with its place, in points from the upper left of a page of
// A4, and its size.
type word struct {
	x, y, size float64
	text       string
}

var pdfText = regexp.MustCompile(`(?s)/F\w+ ([0-9.]+) Tf|BT ([0-9.]+) ([0-9.]+) Td \((.*?[^\\])\) Tj ET`)

// written reads the texts of each page of a written PDF.
func written(t *testing.T, pdf []byte) (pages [][]word) {
	t.Helper()
	unescape := strings.NewReplacer(`\\`, `\`, `\(`, `(`, `\)`, `)`, `\r`, "\r")
	for _, stream := range pdfStream.FindAllSubmatch(pdf, -1) {
		r, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
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
			heads[report.Capital(f.Label)] = true
		}
		for _, t := range b.Tables {
			if t.Title == "" {
				for _, c := range t.short().Columns {
					heads[c.Name] = c.Name != ""
				}
			}
		}
		for _, c := range b.Counters {
			heads[c.Label] = heads[c.Label] || c.Turns
		}
		for _, state := range b.States {
			heads[state] = state == "Shaken" || state == "Fatigued"
		}
	})
	for _, section := range s.Reference {
		for _, e := range section.Entries {
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
		if err := PDF.Write(&out, d, Options{Size: LargeSize}); err != nil {
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
	if !priced.MatchString(printedText(roster(d.Sheet, frame{w: 210, h: 297}, Options{}))) {
		t.Fatal("the list has no upgrade with a price")
	}
	if text := printedText(roster(d.Sheet.withoutPrices(), frame{w: 210, h: 297}, Options{})); priced.MatchString(text) {
		t.Errorf("a price is printed: %s", priced.FindString(text))
	}
}
