package export

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"muster/armyforge"
	"muster/builder"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/catalog"
	"muster/report"
	"muster/schema"
)

// leastPoints is the smallest type that can be read on paper.
const leastPoints = 7

var (
	pdfStream = regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`)
	pdfFont   = regexp.MustCompile(`/F\w+ ([0-9.]+) Tf`)
)

// fontSizes are the sizes of type that a PDF sets, in points.
func fontSizes(t *testing.T, pdf []byte) []float64 {
	t.Helper()
	var sizes []float64
	for _, text := range streams(t, pdf) {
		for _, font := range pdfFont.FindAllSubmatch(text, -1) {
			size, err := strconv.ParseFloat(string(font[1]), 64)
			if err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, size)
		}
	}
	return sizes
}

// No form prints type that is smaller than 7 points: read back from the files.
func TestNoTypeUnderSevenPoints(t *testing.T) {
	for name, d := range documents(t) {
		for form, choices := range map[*Format][]Options{
			PDF:          {{}, {Paper: Letter}, {FixedTextSize: true}, {TextSize: LargeText}, {Ink: LightInk}},
			OpponentPDF:  {{}},
			ReferencePDF: {{}},
			Cards:        {{CardSize: Poker}, {CardSize: Tarot, Paper: Letter}, {CardSize: A6}},
		} {
			d := d
			if form == OpponentPDF {
				d.Sheet.Code = "" // which it refuses
			}
			for _, o := range choices {
				var out bytes.Buffer
				if err := form.Write(&out, d, o); err != nil {
					t.Fatal(err)
				}
				sizes := fontSizes(t, out.Bytes())
				if len(sizes) == 0 {
					t.Fatalf("%s, %s: no type is found", name, form.Name)
				}
				if least := slices.Min(sizes); least < leastPoints {
					t.Errorf("%s, %s %+v: type of %.2f points", name, form.Name, o, least)
				}
			}
		}
	}
}

// Nor does the page for a browser when it is printed.
func TestPrintedPageHasNoTypeUnderSevenPoints(t *testing.T) {
	_, printed, _ := strings.Cut(sheetStyle, "@media print")
	size := func(pattern, style string) []float64 {
		var all []float64
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(style, -1) {
			n, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, n)
		}
		return all
	}
	points := size(`font-size: ([0-9.]+)pt`, printed)
	shares := size(`font-size: ([0-9.]+)rem`, sheetStyle)
	if len(points) < 2 || len(shares) < 5 {
		t.Fatalf("sizes of %v points and %v of them are found", points, shares)
	}
	if least := min(slices.Min(points), points[0]*slices.Min(shares)); least < leastPoints {
		t.Errorf("the printed page has type of %.2f points", least)
	}
}

// checkOrder fails if units do not stand on the pages in the order of the list,
// read down the columns.
func checkOrder(t interface{ Errorf(string, ...any) }, name string, s Sheet, pages [][]piece, size frame) {
	var want, got []string
	eachBlock(s.Blocks, func(b Block) { want = append(want, printable(b.heading())) })
	for _, page := range pages {
		var marks []piece
		for _, p := range page {
			if p.kind == bookmarkPiece {
				marks = append(marks, p)
			}
		}
		column := func(p piece) float64 { return math.Floor(2 * p.x / size.w) }
		slices.SortStableFunc(marks, func(a, b piece) int { return cmp.Or(cmp.Compare(column(a), column(b)), cmp.Compare(a.y, b.y)) })
		for _, p := range marks {
			got = append(got, p.text)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: units stand in the order %q, and are in the list as %q", name, got, want)
	}
}

// uneven is a list of units that are differently high, as little alike as may be.
func uneven(n int) Sheet {
	s := horde(n)
	for i := range s.Blocks {
		for range i * 7 % 5 {
			s.Blocks[i].Tables[0].Add("1", "Sword", "", "2", "1", "")
		}
	}
	rules := table.Section{Title: "Rules in this list"}
	for i := range 25 {
		rules.Entries = append(rules.Entries, table.Entry{Name: fmt.Sprintf("Rule %d", i), Text: "Does something that takes a line and a half or so to explain to the player."})
	}
	s.Reference = []table.Section{rules}
	return s
}

// Units stand in the list's order, and the columns of a page end where the page
// does and have no large gaps, whatever units there are.
func TestUnitsStandInTheListsOrder(t *testing.T) {
	for _, paper := range []Paper{A4, Letter} {
		size, err := pageSize(paper)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n < 40; n++ {
			s := uneven(n)
			pages := bestLayout(s, size, Options{})
			name := fmt.Sprintf("%d units on %s", n, paper)
			checkOrder(t, name, s, pages, size)
			checkGaps(t, name, pages)
		}
	}
}

// checkGaps fails if two units in a column are far apart.
func checkGaps(t interface{ Errorf(string, ...any) }, name string, pages [][]piece) {
	const most = 8 // millimetres
	for n, page := range pages {
		var units []piece
		for _, p := range page {
			if p.kind == framePiece && p.ink == lineInk && p.w > 60 {
				units = append(units, p)
			}
		}
		for i := 1; i < len(units); i++ {
			above, below := units[i-1], units[i]
			if gap := below.y - above.y - above.h; above.x == below.x && gap > most {
				t.Errorf("%s: %.0f mm between two units on page %d", name, gap, n+1)
			}
		}
	}
}

// Every page says what list it is of.
func TestEveryPageHasAHead(t *testing.T) {
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	pages := bestLayout(uneven(30), size, Options{})
	if len(pages) < 3 {
		t.Fatalf("%d pages", len(pages))
	}
	for n, page := range pages {
		var head []piece
		for _, p := range page {
			if p.kind == textPiece && p.y < pageMargin+8 {
				head = append(head, p)
			}
		}
		if text := printedText([][]piece{head}); !strings.Contains(text, "Horde") || !strings.Contains(text, "3000  pts") {
			t.Errorf("the head of page %d is %q", n+1, text)
		}
	}
}

// textSize is the size of the type that a text on pages begins in.
func textSize(pages [][]piece, begins string) float64 {
	for _, page := range pages {
		for _, p := range page {
			if p.kind == textPiece && strings.HasPrefix(p.text, begins) {
				return p.font.size
			}
		}
	}
	return 0
}

// Type grows into free space before it shrinks: a last page is nearly empty only
// if the type is as large as it gets.
func TestTypeGrowsBeforeItShrinks(t *testing.T) {
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	small := 0
	for n := 1; n < 40; n++ {
		pages := bestLayout(uneven(n), size, Options{})
		rules := textSize(pages, "Rule 0")
		if rules < 7.6 {
			small++
		}
		if filled := minColumnFill(pages[len(pages)-1], printArea(size), 1); filled < 0.3 && rules < 8.5 {
			t.Errorf("%d units: the last of %d pages is filled to %.0f %%, and rules have %.1f points", n, len(pages), 100*filled, rules)
		}
	}
	if small == 0 {
		t.Error("no list of these is set small, so nothing is tried")
	}
	if few := textSize(bestLayout(uneven(2), size, Options{}), "Rule 0"); few < 9 {
		t.Errorf("the rules of two units have %.1f points, with most of the page free", few)
	}
	if loose := textSize(bestLayout(uneven(2), size, Options{FixedTextSize: true}), "Rule 0"); loose > 8 {
		t.Errorf("a sheet that is to be left as it is has rules of %.1f points", loose)
	}
}

// printArea is the part of a page that text stands in.
func printArea(size frame) frame {
	return frame{pageMargin, pageMargin, size.w - 2*pageMargin, size.h - 2*pageMargin - footerHeight}
}

// checkA6 fails if a number of the profile of a unit's A6 card is under 16
// points, or if the card is not filled though the unit has weapons and rules.
func checkA6(t *testing.T, b Block) {
	t.Helper()
	c := cardSize(t, A6)
	sides, _ := c.deckOf([]Block{b}, 1).unitCard(b)
	for _, stat := range b.profile() {
		if !strings.ContainsAny(stat.Value, "0123456789") {
			continue
		}
		largest := 0.0
		for _, strip := range sides[0].strips {
			for _, p := range strip.pieces {
				if p.kind == textPiece && p.text == printable(stat.Value) {
					largest = max(largest, p.font.size)
				}
			}
		}
		if largest < 16 {
			t.Errorf("%s: %s %s has %.1f points", b.Name, stat.Label, stat.Value, largest)
		}
	}
	f := newFlow(c.textArea())
	f.placeSlab(sides[0], 0, 0, c.textArea().w)
	if filled := minColumnFill(f.pages[0], c.textArea(), 1); filled < 1.0/3 && len(b.Tables)*len(b.Terms) > 0 {
		t.Errorf("%s: the card is filled to %.0f %%", b.Name, 100*filled)
	}
}

// A6 cards are filled, and the numbers of profiles can be read at arm's length:
// they have 16 points and more.
func TestA6CardsAreFilledAndReadAtArmsLength(t *testing.T) {
	for _, s := range []Sheet{FromArmy(gate(t)), forceDocument(t, outpost(t)).Sheet} {
		for _, b := range separateJoinedUnits(s.WithoutCosts().Blocks) {
			checkA6(t, b)
		}
	}
}

// With little ink there are no filled areas and no white letters; all else stays
// where it is.
func TestLightInkHasNoBlackBars(t *testing.T) {
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range documents(t) {
		d.Sheet.Problems = []string{"Something is wrong."}
		d.Sheet.summary = &armySummary{roles: []builder.RolePoints{{Name: "Heroes", Points: 100}, {Name: "Squads", Points: 300}}}
		for form, pages := range map[string][][]piece{
			"sheet": bestLayout(d.Sheet, size, Options{}), "cards": cardsOnPages(d.Sheet, size, cardSize(t, A6)),
		} {
			light := Options{Ink: LightInk}.withInk(pages)
			if printedText(light) != printedText(pages) {
				t.Errorf("%s, %s: the text differs", name, form)
			}
			for n, page := range light {
				checkContrast(t, n, page)
				for _, p := range page {
					for _, q := range page {
						if middle := q.y - q.font.capHeight()/2; p.kind == fillPiece && q.kind == textPiece && p.w > 2 && p.h < 0.75 &&
							p.x < q.x && q.x+q.w < p.x+p.w && math.Abs(p.y-middle) < 0.4*q.font.capHeight() {
							t.Errorf("%s, %s: page %d: a line goes through %q", name, form, n+1, q.text)
						}
					}
					switch {
					case p.kind == fillPiece && min(p.w, p.h) > 0.75:
						t.Errorf("%s, %s: page %d has a filled area %.1f mm high", name, form, n+1, p.h)
					case p.kind == textPiece && p.ink > lineInk:
						t.Errorf("%s, %s: page %d has light letters: %q", name, form, n+1, p.text)
					}
				}
			}
		}
	}
	var out strings.Builder
	if err := HTML.Write(&out, Document{Sheet: horde(1)}, Options{Ink: LightInk}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `<body class="light">`) || !strings.Contains(sheetStyle, ".light h2 { background: none;") {
		t.Error("the page for a browser has its bars")
	}
	called := func(ink string) func(string) string {
		return func(key string) string { return map[string]string{"ink": ink}[key] }
	}
	if got, err := ParseOptions(called("LIGHT")); err != nil || got.Ink != LightInk {
		t.Errorf("LIGHT is %q, %v", got.Ink, err)
	}
	if _, err := ParseOptions(called("blue")); err == nil {
		t.Error("blue is an ink")
	}
}

// The page for a browser has letters that stand out from what is beneath them, light, dark and
// printed; and with little ink no area but those that a player ticks.
func TestColoursOfThePageForABrowser(t *testing.T) {
	schemes := regexp.MustCompile(`:root \{([^}]*)\}`).FindAllStringSubmatch(sheetStyle, -1)
	if len(schemes) != 3 {
		t.Fatalf("%d schemes of colours, want 3", len(schemes))
	}
	for _, scheme := range schemes {
		shades := map[string]ink{}
		for _, m := range regexp.MustCompile(`--(\w+): #(\w\w)`).FindAllStringSubmatch(scheme[1], -1) {
			n, err := strconv.ParseUint(m[2], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			shades[m[1]] = ink(n)
		}
		for letters, grounds := range map[string][]string{"ink": {"paper", "pale"}, "muted": {"paper", "pale"}, "barink": {"bar"}, "joinink": {"join"}, "paper": {"ink"}} {
			for _, ground := range grounds {
				text, under := shades[letters], shades[ground]
				if strings.HasSuffix(letters, "ink") && letters != "ink" { // a name bar's small letters
					text = ink(0.85*float64(text) + 0.15*float64(under))
				}
				if got := contrast(text, under); got < 4.5 {
					t.Errorf("%s on %s has a contrast of %.1f", letters, ground, got)
				}
			}
		}
	}
	for _, rule := range regexp.MustCompile(`(?m)^ *([^{}@\n]+) \{[^}]*background: var\(--(bar|join|mark|ink|muted|line)\)`).FindAllStringSubmatch(sheetStyle, -1) {
		if selector := rule[1]; !strings.Contains(selector, ":checked") && !strings.Contains(sheetStyle, "\n.light "+selector+" { background: none;") {
			t.Errorf("%q is filled with little ink", selector)
		}
	}
}

// Bases go from Army Forge to the book and from there to the sheet, beside the
// models: with the square ones left out, and that of a model that rides.
func TestBasesComeFromArmyForgeToTheSheet(t *testing.T) {
	const snails = `{"uid": "snailuid", "name": "Snail Court", "versionString": "3.5.0", "gameSystemSlug": "grimdark-future", "specialRules": [],
	  "units": [
	    {"id": "u", "name": "Knight", "cost": 45, "size": 3, "quality": 4, "defense": 3, "bases": {"round": "32", "square": "25"}, "rules": [],
	      "weapons": [{"name": "Lance", "count": 3, "range": 0, "attacks": 2, "specialRules": []}], "items": [], "upgrades": []},
	    {"id": "v", "name": "Rider", "cost": 45, "size": 1, "quality": 4, "defense": 3, "bases": {"round": "32", "square": "32"}, "rules": [], "weapons": [], "upgrades": [],
	      "items": [{"name": "Great Snail", "count": 1, "bases": {"round": "60x35", "square": "none"}, "content": []}]},
	    {"id": "w", "name": "Ghost", "cost": 45, "size": 1, "quality": 4, "defense": 3, "bases": {"round": "none", "square": "none"}, "rules": [], "weapons": [], "items": [], "upgrades": []}],
	  "upgradePackages": []}`
	file, err := armyforge.Open("snails.json", []byte(snails))
	if err != nil {
		t.Fatal(err)
	}
	imported, err := file.ImportBook("", nil)
	if err != nil {
		t.Fatal(err)
	}
	book, err := catalog.Read("snail-court.yaml", imported.YAML)
	if err != nil {
		t.Fatal(err)
	}
	document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: gf-3\nbook: snail-court\nunits:\n"+
		"  - {id: a, unit: knight}\n  - {id: b, unit: rider}\n  - {id: c, unit: ghost}\n"), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := gf.ReadList(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := FromArmy(gf.BuildWithBooks(list, []*catalog.Book{book}))
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{
		"pdf": printedText(bestLayout(s, size, Options{})), "cards": printedText(cardsOnPages(s, size, pokerCard)),
		"html": textOf(t, HTML, Document{Sheet: s}), "markdown": textOf(t, Markdown, Document{Sheet: s}),
	}
	for i, want := range []string{"32 mm", "60×35 mm", ""} {
		if got := s.Blocks[i].BaseSize; got != want {
			t.Errorf("the base of %s is %q, want %q", s.Blocks[i].Name, got, want)
		}
		for form, text := range texts {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing", form, want)
			}
		}
	}
}

// A last line of a word or two takes more from the lines before, and never more
// lines.
func TestNoLineOfOneWord(t *testing.T) {
	f := font{regular, 8}
	text := "If all models have it, a failed morale test is still passed on a 4+."
	w := f.width("If all models have it, a failed morale test is still passed on a")
	plain, even := wrap(w, span{text, f, black}), wrapEven(w, span{text, f, black})
	if len(plain) != 2 || plain[1][0].text != "4+." {
		t.Fatalf("the plain lines are %v", plain)
	}
	if len(even) != 2 || len(strings.Fields(even[1][0].text)) < 3 {
		t.Errorf("the last line is %q", even[1][0].text)
	}
}

// The last digits of a column's figures stand beneath one another, and the star
// of the best target behind them.
func TestFiguresAreAligned(t *testing.T) {
	table := tableOf([]report.Column{{Name: "Way", Kind: report.TextColumn}, {Name: "Wounds", Kind: report.NumberColumn}}, [][]string{{"Shoot", "10.2"}, {"Charge", "4.4" + bestTargetSign}, {"Spit", "–"}})
	ends := map[string]float64{}
	for _, s := range tableStrips(table, 60, nil) {
		for _, p := range s.pieces {
			if p.kind == textPiece {
				ends[p.text] = p.x + p.font.width(strings.TrimRight(p.text, bestTargetSign))
			}
		}
	}
	if d := ends["10.2"] - ends["4.4"+bestTargetSign]; math.Abs(d) > 0.01 || ends["10.2"] == 0 {
		t.Errorf("the figures end at %v", ends)
	}
}
