package export

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"muster/builder/table"
	"muster/report"
)

// hostile are names as a stranger's file may have them: markup, formulas,
// terminal codes, control characters, marks that turn the writing around.
var hostile = []string{
	"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "&lt;b&gt;", "{{.}}", "javascript:alert(1)",
	"=HYPERLINK(\"http://a.example\")", "+1+1", "@SUM(A1)", "-2+3", "\t=1", "\r=1",
	"\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\u009b31m", "a\x00b", "del\x7f",
	"\u202eevil\u202c", "\u2066x\u2069", "\u200fR", "one\u2028two", "a\nb\n# c", "zero\u200bwidth\ufeff",
	"[x](http://a.example)", "![i](http://a.example)", "http://a.example", "www.a.example", "a@b.example", "*b* _i_ `c` ~~s~~", "| a | b |", "---", "1. one", "- item", "> quote", "# head",
}

// hostileSheet has such names wherever a list may have a name or a remark.
func hostileSheet() Sheet { return sheetFrom(hostile) }

func sheetFrom(names []string) Sheet {
	s := Sheet{Notes: strings.Join(names, " "), Points: 100, BoxLegend: "½", Game: names[0], Books: names, Name: strings.Join(names, " ")}
	for _, name := range names {
		b := Block{Unit: table.Unit{Name: name, Models: 3, Points: 10, KindAndTraits: []string{name}, Rules: []string{name}, Stats: []table.Stat{{Label: name, InlineFormat: "Q%", Value: name}}, Notes: []table.Note{{Label: name, Text: name}}, Tracks: []table.Track{{Label: name, BoxesPerModel: []int{1, 1}}}, States: []string{name}}, Tables: []*report.Table{tableOf(weaponColumns(), [][]string{{"2", name, name, "1", name, name}})}, Terms: []table.Entry{{Name: name, Text: name}}}
		b.JoinedUnits = []Block{
			{Unit: table.Unit{Name: name, Points: 5}},
		}
		s.Blocks = append(s.Blocks, b)
		s.Reference = append(s.Reference, table.Section{Title: name, Entries: []table.Entry{{Name: name, Text: name}}})
	}
	return s
}

// obeyed tells whether a terminal or a viewer would obey a character rather
// than show it.
func obeyed(r rune) bool {
	return r != '\n' && (unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d')
}

// Nothing that a stranger's file says is obeyed by what shows the sheet.
func TestNamesAreShownAsText(t *testing.T) {
	report := map[string]any{"name": strings.Join(hostile, "")}
	for _, f := range Formats() {
		switch f {
		case PDF, Cards, OpponentPDF, ReferencePDF, ArmyPicture, ArmyForge, ResolvedArmyForge, TTS:
			continue // held by the layout's tests; Army Forge's by the one of escapeJSON; figures by theirs
		}
		var out strings.Builder
		if err := f.Write(&out, Document{Sheet: hostileSheet(), Report: report}, Options{}); err != nil {
			t.Fatal(err)
		}
		for i, r := range out.String() {
			if obeyed(r) {
				t.Errorf("%s: %U is in …%q", f.Name, r, out.String()[max(0, i-30):i+1])
				break
			}
		}
	}
}

func TestMarkdownKeepsNamesFromBeingMarkup(t *testing.T) {
	for text, want := range map[string]string{
		"---": `\---`, "===": `\===`, "1. one": `1\. one`, "- item": `\- item`, "+ item": `\+ item`, "2) b": `2\) b`,
		"&lt;b&gt;": `\&lt;b\&gt;`, "http://a": `http:\/\/a`, "www.a": `www\.a`, "a@b": `a\@b`, "~~s~~": `\~\~s\~\~`,
		"4+": "4+", "-1 to hit": "-1 to hit", "a\n# b": `a \# b`,
	} {
		if got := escapeMarkdown(text); got != want {
			t.Errorf("escape(%q) = %q, want %q", text, got, want)
		}
	}
}

// JSON stays what it says, and prints nothing that a terminal obeys.
func TestEscapeJSON(t *testing.T) {
	for _, name := range append(hostile, "é", "漢", "🚀", "\U000E0041") {
		plainText, err := json.Marshal(name)
		if err != nil {
			t.Fatal(err)
		}
		text := escapeJSON(plainText)
		var back string
		if err := json.Unmarshal(text, &back); err != nil || back != name {
			t.Errorf("%q is read back as %q (%v)", name, back, err)
		}
		if strings.ContainsFunc(string(text), obeyed) {
			t.Errorf("%q is written as %q", name, text)
		}
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"Żaneta · 漢字 · שלום":       "Żaneta · 漢字 · שלום",
		"a\tb\nc":                  "a b c",
		"\x1b[31mred":              "\ufffd[31mred",
		"\u202eevil\u202c":         "evil",
		"2×" + table.NoBreak + "G": "2×" + table.NoBreak + "G",
		"👩\u200d🚀":                 "👩\u200d🚀",
		"\xff":                     "\ufffd",
	} {
		if got := safeText(text); got != want {
			t.Errorf("plain(%q) = %q, want %q", text, got, want)
		}
	}
}

// No name becomes markup: a page of hostile names has as many tags as the same
// page with harmless ones, and loads nothing from elsewhere.
func TestHTMLKeepsNamesFromBeingMarkup(t *testing.T) {
	page := func(harmless bool) string {
		names := slices.Clone(hostile)
		for i, name := range names {
			if harmless { // of as many lines
				names[i] = "name" + strings.Repeat("\nname", strings.Count(name, "\n"))
			}
		}
		s := sheetFrom(names)
		s.Code = names[0]
		var out strings.Builder
		if err := HTML.Write(&out, Document{Sheet: s}, Options{}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	got, want := page(false), page(true)
	for _, sign := range []string{"<", ">"} {
		if n, m := strings.Count(got, sign), strings.Count(want, sign); n != m {
			t.Errorf("%d × %s, want %d", n, sign, m)
		}
	}
	for _, outside := range []string{"src=", `href="h`, "href=\"/", "@import", "url("} {
		if strings.Contains(want, outside) {
			t.Errorf("the page has %q", outside)
		}
	}
}

// No cell is taken for a formula, and numbers stay numbers.
func TestCSVHasNoFormulas(t *testing.T) {
	var out strings.Builder
	if err := CSV.Write(&out, Document{Sheet: hostileSheet()}, Options{}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+2*len(hostile) {
		t.Errorf("%d rows, want one for each of %d units and the heading", len(rows), 2*len(hostile))
	}
	for _, row := range rows {
		for _, cell := range row {
			if strings.HasPrefix(cell, "=") || strings.HasPrefix(cell, "+") || strings.HasPrefix(cell, "@") || strings.HasPrefix(cell, "-") {
				t.Errorf("the cell %q is a formula", cell)
			}
		}
	}
	for cell, want := range map[string]string{"+3": "+3", "-2.5": "-2.5", "+6 +1D6": "'+6 +1D6", " =1": "'=1", "4+": "4+", "": ""} {
		if got := escapeFormula(cell); got != want {
			t.Errorf("the cell %q is %q, want %q", cell, got, want)
		}
	}
}

// A page for a browser has each figure of a profile at one place, numbers for rounds, boxes beside
// their label, and a link to each unit.
func TestHTMLHasTheGridOfPaper(t *testing.T) {
	d := ofArmy(gate(t))
	var out strings.Builder
	if err := HTML.Write(&out, d, Options{}); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, label := range []string{"Quality", "Defense", "Tough"} {
		places := map[string]bool{}
		for _, found := range regexp.MustCompile(`grid-area:(\d/\d)"><dt>`+label).FindAllStringSubmatch(page, -1) {
			places[found[1]] = true
		}
		if len(places) != 1 {
			t.Errorf("%s stands at %d places", label, len(places))
		}
	}
	if n := len(regexp.MustCompile(`<dt></dt>|<dd></dd>`).FindAllString(page, -1)); n > 0 {
		t.Errorf("%d figures are empty", n)
	}
	blocks := d.Sheet.mergeEqualUnits().Blocks
	rounds, units := 0, 0
	eachBlock(blocks, func(b Block) {
		for _, one := range append(b.EqualUnits, b)[:max(1, len(b.EqualUnits))] {
			units++
			for _, c := range one.Counters {
				if c.PerRound {
					rounds += c.BoxCount
				}
			}
		}
	})
	for _, c := range d.Sheet.GameCounters {
		rounds += c.BoxCount
	}
	if n := strings.Count(page, `<label class="turn"><input type="checkbox"><span>`); n != rounds || n == 0 {
		t.Errorf("%d numbered boxes, want %d of %d units", n, rounds, units)
	}
	if labels, rows := strings.Count(page, `class="label"`), strings.Count(page, `<span class="row"><span class="label">`); labels > rows+1 {
		t.Errorf("%d labels, %d of which have boxes beside them", labels, rows) // that of the list's mark has none
	}
	for i := range blocks {
		if id := fmt.Sprintf("unit-%d", i+1); !strings.Contains(page, `href="#`+id+`"`) || !strings.Contains(page, `id="`+id+`"`) {
			t.Errorf("%s has no link", id)
		}
	}
}
