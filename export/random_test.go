package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	fadbuild "muster/builder/fad"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/catalog"
	"muster/catalog/fad"
	"muster/rules"
	fight "muster/rules/fad"
	"muster/schema"
	"muster/schema/schematest"
)

var lists = flag.Int("lists", 4, "random lists to lay out, half as many forces, and twice as many lists of real books")

// randomArmy is a list of a book for so many points and hardly less: units with
// upgrades, and heroes who join them, whether or not the rules allow it.
func randomArmy(t *testing.T, r *rand.Rand, book *catalog.Book, points int) *gf.Army {
	t.Helper()
	text := fmt.Sprintf("muster: list/1\nsystem: %s\nbook: %s\nname: Random\npoints: %d\nunits:\n", book.System, book.ID, points)
	const (
		patience = 30 // units in a row that are too expensive
		most     = 90 // units tried, since some cost nothing
	)
	var army *gf.Army
	host, missed := "", 0
	for i := 0; missed < patience && i < most; i++ {
		u := &book.Units[r.IntN(len(book.Units))]
		options := book.OptionIDs(u)
		r.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
		id := fmt.Sprintf("u%d", i)
		hero := slices.ContainsFunc([]rules.Use(u.Rules), func(use rules.Use) bool { return use.Name == "Hero" })
		line := fmt.Sprintf("  - {id: %s, unit: %s, upgrades: [%s]", id, u.ID, strings.Join(options[:min(len(options), r.IntN(4))], ", "))
		joins := hero && host != "" && r.IntN(2) == 0
		if joins {
			line += ", join: " + host
		}
		document, err := schema.Read("list.yaml", []byte(text+line+"}\n"), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		l, err := gf.ReadList(document, nil)
		if err != nil {
			t.Fatal(err)
		}
		next := gf.BuildWithBooks(l, []*catalog.Book{book})
		switch {
		case army != nil && next.Points == army.Points:
			continue // what costs nothing would fill the list
		case next.Points > points:
			missed++
			continue
		}
		text, army, missed = text+line+"}\n", next, 0
		switch {
		case joins:
			host = ""
		case !hero && u.Size > 1:
			host = id
		}
	}
	return army
}

// randomForce is a force of so many units of all kinds, with any traits, people
// and weapons.
func randomForce(t *testing.T, r *rand.Rand, units int) *fadbuild.Army {
	t.Helper()
	a, err := fad.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	pick := func(ids []string, n int) string {
		ids = slices.Clone(ids)
		r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		return strings.Join(ids[:min(n, len(ids))], ", ")
	}
	text := "name: Random\npoints: 800\ncommand-style: " + pick(a.CommandStyles.IDs(), 1) + "\nunits:\n"
	for i := range units {
		kind := pick(a.UnitKinds.IDs(), 1)
		line := fmt.Sprintf("  - {id: u%d, kind: %s, quality: %s, resolve: %s", i, kind, pick(a.Qualities.IDs(), 1), pick(a.Resolves.IDs(), 1))
		traits := a.InfantryTraits.IDs()
		figures := fmt.Sprintf(", figures: [{count: %d, weapon: %s}, {weapon: %s, personalities: [%s], leader: %s}]", 1+r.IntN(9), pick(a.BasicWeapons.IDs(), 1), pick(a.SupportWeapons.IDs(), 1), pick(a.Personalities.IDs(), r.IntN(3)), pick(a.LeaderLevels.IDs(), 1))
		switch fight.UnitKind(kind) {
		case fight.Infantry:
			line += ", armour: " + pick(a.Armours.IDs(), 1) + figures
		case fight.HeavyWeapons, fight.Artillery:
			line += fmt.Sprintf(", heavy: %s, figures: [{count: 3, weapon: pistol}]", pick(a.HeavyWeapons.IDs(), 1))
		case fight.Character:
			line += fmt.Sprintf(", weapon: %s, leadership: %s, specialisation: infantry", pick(a.BasicWeapons.IDs(), 1), pick(a.Leaderships.IDs(), 1))
		case fight.Psionic:
			line += fmt.Sprintf(", weapon: pistol, aptitude: %s, strength: 5, powers: [%s]", pick(a.Aptitudes.IDs(), 1), pick(a.Powers.IDs(), 3))
		case fight.Vehicle:
			line += fmt.Sprintf(", movement: %s, armour: {front: 8, side: 6, rear: 4}, crew: 2, capacity: %d, weapons: [%s]", pick(a.Movements.IDs(), 1), r.IntN(9), pick(a.HeavyWeapons.IDs(), 1+r.IntN(3)))
			traits = a.VehicleTraits.IDs()
		}
		text += line + fmt.Sprintf(", traits: [%s]}\n", pick(traits, r.IntN(4)))
	}
	return force(t, text)
}

// Random lists of real books, in every form: nothing out of its place or on
// something else, nothing left out, pages full.
func TestRandomListsOfRealBooks(t *testing.T) {
	files := schematest.RealBooks(t, "*/*.json")
	printRandomLists(t, 2**lists, func(r *rand.Rand) *catalog.Book { return importedBook(t, files[r.IntN(len(files))]) })
}

// The same of the books that ship with muster.
func TestRandomLists(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	var books []*catalog.Book
	for _, id := range []string{"steel-wardens", "brine-choir", "lantern-fleet"} {
		book, err := catalog.NewLibrary().Book(id, "", schema.FilePath{})
		if err != nil {
			t.Fatal(err)
		}
		books = append(books, book)
	}
	printRandomLists(t, *lists, func(r *rand.Rand) *catalog.Book { return books[r.IntN(len(books))] })
}

func printRandomLists(t *testing.T, count int, pick func(*rand.Rand) *catalog.Book) {
	t.Helper()
	var tally tally
	r := rand.New(rand.NewPCG(1, 2))
	for i := range count {
		book := pick(r)
		points := []int{1000, 2000, 2000, 3000}[i%4]
		a := randomArmy(t, r, book, points)
		d := ofArmy(a)
		if i%8 == min(count, 8)-1 {
			oddsOf(t, &d.Sheet, a)
		}
		tally.print(t, fmt.Sprintf("%d %s %d", i, book.ID, points), points, d, i%8 == 0)
	}
	tally.judge(t, 40)
}

// The same of random forces.
func TestRandomForces(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	var tally tally
	r := rand.New(rand.NewPCG(3, 4))
	for i := range *lists / 2 {
		tally.print(t, fmt.Sprintf("force %d", i), 0, forceDocument(t, randomForce(t, r, 5+r.IntN(6))), i%4 == 0)
	}
	tally.judge(t, 10) // psionics have much to say
}

// A tally counts what is printed.
type tally struct{ documents, pages, open, loose, cards, backs, terms, untold, sheets, short int }

// Pages before the last end where the next unit has no room. In its emptiest column one is filled to
// leastPage at least, and two of three to fullPage.
const leastPage, fullPage = 0.65, 0.85

// judge fails the test if pages are not full, or more than one in so many cards, and one of a few lists
// more, has a back.
func (tally *tally) judge(t *testing.T, onBack int) {
	t.Helper()
	t.Logf("pages before the last: %d, of which %d are filled less than 85 %% and %d less than 65 %%; cards: %d, of which %d are backs; their rules: %d, of which %d are on other cards; A4 sheets of 2000 points: %d, of which %d on two pages at most",
		tally.pages, tally.loose, tally.open, tally.cards, tally.backs, tally.terms, tally.untold, tally.sheets, tally.short)
	if tally.open > 0 || (tally.loose-1)*3 > tally.pages || (tally.backs-1)*onBack > tally.cards || tally.short < tally.sheets {
		t.Error("pages are not full, too many cards have a back, or a sheet takes too many pages")
	}
}

// print lays a document out in every form and checks what is printed; outside,
// with the program pdftotext on the file too.
func (c *tally) print(t *testing.T, name string, points int, d Document, outside bool) {
	t.Helper()
	figuresAll(t, name, d)
	s := d.Sheet.mergeEqualUnits()
	checkTogether(t, name, d)
	checkPicture(t, name, d)
	sheet := printed(t, PDF, s, Options{})
	checkGrid(t, name, s, sheet)
	checkLeading(t, name, sheet)
	if slices.ContainsFunc(s.Reference, hasEntryHeadings) {
		checkPlay(t, name, s, sheet, 8)
	}
	for i, size := range CardSizes() { // each on both papers in turn
		checkDeck(t, name, d, Options{CardSize: size, Paper: []Paper{A4, Letter}[(i+c.documents)%2]})
	}
	c.documents++
	checkCards(t, s, CardSizes()...)
	for _, form := range []*Format{HTML, Text, Markdown, CSV, JSON} {
		saysAll(t, name, form, s, textOf(t, form, d))
	}
	for _, paper := range []Paper{A4, Letter} {
		size, err := pageSize(paper)
		if err != nil {
			t.Fatal(err)
		}
		forms := map[*Format][][]piece{
			PDF:          bestLayout(s, size, Options{}),
			Cards:        cardsOnPages(s, size, pokerCard),
			OpponentPDF:  bestLayout(s.opponentSheet(), size, Options{}),
			ReferencePDF: bestLayout(s.onlyReference(), size, Options{}),
		}
		for form, pages := range forms {
			area := inner(size)
			if form == Cards {
				area = frame{0, 0, size.w, size.h}
			}
			before := t.Failed()
			checkPages(t, pages, area)
			if t.Failed() && !before {
				t.Errorf("%s, %s on %s", name, form.Name, paper)
			}
			if outside {
				checkWords(t, form, s, paper)
			}
		}
		area := printArea(size)
		for _, form := range []*Format{PDF, OpponentPDF, ReferencePDF} {
			sheet := forms[form]
			if form != ReferencePDF {
				where := fmt.Sprintf("%s, %s on %s", name, form.Name, paper)
				checkOrder(t, where, s, sheet, size)
				checkGaps(t, where, sheet)
			}
			if text := printedText(sheet); strings.Contains(strings.ReplaceAll(text, shorten(s.Name, detailFont, 10), ""), "…") {
				t.Errorf("%s, %s on %s: a text is cut", name, form.Name, paper)
			}
			for n, page := range sheet[:len(sheet)-1] {
				c.pages++
				fill := minColumnFill(page, area, pageColumns)
				if fill < fullPage {
					c.loose++
				}
				if fill < leastPage {
					c.open++
					t.Logf("%s, %s on %s: page %d of %d is filled to %.0f %%", name, form.Name, paper, n+1, len(sheet), 100*fill)
				}
			}
		}
		for form, pages := range forms {
			saysAll(t, name, form, s, printedText(pages))
		}
		if paper == A4 {
			if points == 2000 {
				c.sheets++
				if sheet := forms[PDF]; len(sheet) <= 2 {
					c.short++
				} else {
					t.Logf("%s: %d pages for %s", name, len(forms[PDF]), strings.Join(s.UnitCountTexts(), ", "))
				}
			}
			blocks := separateJoinedUnits(s.WithoutCosts().Blocks)
			for _, b := range blocks {
				b.Terms = slices.DeleteFunc(slices.Clone(b.Terms), func(e table.Entry) bool { return e.Text == "" || slices.Contains(s.CoreRules, e) })
				checkA6(t, b)
				sides, untold := pokerCard.deckOf(blocks, minScale).unitCard(b)
				c.cards++
				c.backs += len(sides) - 1
				c.terms += len(b.Terms)
				c.untold += len(untold)
			}
		}
	}
}

// textOf is what a reader sees of a form that is text.
func textOf(t *testing.T, form *Format, d Document) string {
	t.Helper()
	var out strings.Builder
	if err := form.Write(&out, d, Options{}); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	switch form {
	case HTML:
		_, text, _ = strings.Cut(text, "<body>")
		text = html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, " "))
	case Markdown:
		text = regexp.MustCompile(`\\(.)`).ReplaceAllString(text, "$1")
	case CSV:
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		text = fmt.Sprint(rows)
	case JSON:
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		text = fmt.Sprint(value)
	}
	return text
}

// saysAll fails if a form leaves out what it is for: units with their weapons
// and rules, and what rules and spells do.
func saysAll(t *testing.T, name string, form *Format, s Sheet, text string) {
	t.Helper()
	var want []string
	if form != ReferencePDF {
		eachBlock(s.Blocks, func(b Block) {
			if b.EqualUnits != nil && form != JSON {
				b.Rules = append(slices.Clip(b.Rules), fmt.Sprintf("×%d", len(b.EqualUnits)))
				if form == Text || form == Markdown || form == CSV {
					b.Rules = b.Rules[:len(b.Rules)-1]
				}
			}
			if form == JSON { // a unit's name has no number and a rule no note of an aura there
				want = append(want, b.IDs...)
				b.Name, b.Rules = "", nil
			}
			want = append(append(want, b.Name), b.Rules...)
			for _, table := range b.Tables {
				if table.Title != "" {
					continue // odds, not weapons
				}
				for _, row := range table.Rows {
					want = append(want, row.Cells[1].Text)
				}
			}
			if form == Cards {
				for _, e := range b.Terms {
					if e.Text != "" {
						want = append(want, e.Name, e.Text)
					}
				}
			}
		})
	}
	for _, section := range s.Reference {
		for _, e := range section.Entries {
			switch form {
			case PDF, ReferencePDF, HTML, Markdown:
				want = append(want, e.Name, e.Text)
			case Cards:
				if section.HasSpells || slices.Contains(s.CoreRules, e) {
					want = append(want, e.Name, e.Text)
				}
			case OpponentPDF, Text:
				if section.HasSpells {
					want = append(want, e.Name)
				}
			}
		}
	}
	text = flat(text)
	for _, one := range want {
		if !strings.Contains(text, flat(one)) {
			t.Errorf("%s, %s: %q is not printed", name, form.Name, one)
		}
	}
}

// flat is a text as it can be looked for wherever its lines were broken.
func flat(text string) string {
	return strings.Join(strings.Fields(printable(strings.ReplaceAll(text, table.NoBreak, " "))), "")
}

// checkWords reads the words of a printed file back with their places: none may
// be out of the page or on another.
func checkWords(t *testing.T, f *Format, s Sheet, paper Paper) {
	t.Helper()
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed; the places of words are not read back")
	}
	file := filepath.Join(t.TempDir(), "sheet.pdf")
	if err := os.WriteFile(file, printed(t, f, s, Options{Paper: paper}), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "-bbox", file, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Pages []struct {
			Width  float64 `xml:"width,attr"`
			Height float64 `xml:"height,attr"`
			Words  []struct {
				Left   float64 `xml:"xMin,attr"`
				Top    float64 `xml:"yMin,attr"`
				Right  float64 `xml:"xMax,attr"`
				Bottom float64 `xml:"yMax,attr"`
				Text   string  `xml:",chardata"`
			} `xml:"word"`
		} `xml:"body>doc>page"`
	}
	decoder := xml.NewDecoder(bytes.NewReader(out))
	decoder.Strict = false
	decoder.Entity = xml.HTMLEntity
	if err := decoder.Decode(&document); err != nil {
		t.Fatal(err)
	}
	if len(document.Pages) == 0 {
		t.Fatal("no page is read back")
	}
	for n, page := range document.Pages {
		for i, a := range page.Words {
			if a.Left < 0 || a.Top < 0 || a.Right > page.Width || a.Bottom > page.Height {
				t.Errorf("%s: %q is out of page %d", f.Name, a.Text, n+1)
			}
			for _, b := range page.Words[i+1:] {
				// The box of a word is higher than its letters.
				high := min(a.Bottom-a.Top, b.Bottom-b.Top) * 0.45
				if min(a.Right, b.Right)-max(a.Left, b.Left) > 0.3 && min(a.Bottom, b.Bottom)-max(a.Top, b.Top) > high {
					t.Errorf("%s: %q and %q stand on one another on page %d", f.Name, a.Text, b.Text, n+1)
				}
			}
		}
	}
}
