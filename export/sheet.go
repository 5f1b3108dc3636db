package export

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/report"
)

// A Sheet is an army list for printing: text and numbers in order, independent of games. Every
// Format prints every Sheet.
type Sheet struct {
	Name  string   // of the list
	Game  string   // the game and its edition
	Books []string // its sources and settings
	// OfBook means that the units are those of an army book, without total, verdict and game
	// counters.
	OfBook bool
	Notes  string // experience points, and the player's notes
	// Points is the cost of the list, Limit the agreed size (0 if none).
	Points, Limit int
	Figures       int // of a list made without points; else 0
	// Problems holds the list's errors, in sentences.
	Problems []string
	Blocks   []Block
	// Labels holds the labels of all values that a profile in the game can have, in order.
	Labels []string
	// Counters holds boxes for the whole game: rounds, objectives.
	Counters []table.Counter
	// Legend explains the signs at the boxes to tick, Key the contents of the tables; "" if
	// nothing needs it.
	Legend, Key string
	Reference   []table.Section // what a player would otherwise look up
	// Core holds reference entries about the game itself.
	Core   []table.Entry
	Credit string  // publisher of the game
	glance *glance // summary of the army; nil if not printed
	image  *Image  // of the list; nil for none
	By     string  // of a copy: the books and versions with which its sender judged it; else ""
	// Mark is a short checksum of the list, Code a code with the whole list (see share.Of); "" if
	// not printed.
	Mark, Code string
	qr         *qrCode // terms Code, where it is drawn more than once; nil if it is not known yet
	// Lean tells that Code has no copy to be read without army books: with one it
	// is more than a phone reads off paper.
	Lean bool
}

// A Block is a printed unit, followed by the units that joined it.
type Block struct {
	table.Unit               // its Name is the unit's title
	Tables     []Table       // its weapons, then optional tables
	Terms      []table.Entry // explanations of the rules in the block
	Joined     []Block
	Each       []Block // the units, if the block stands for several equal ones
	image      *Image  // of the unit; nil for none
	grid       *grid   // common grid of the sheet; nil for a grid of its own
}

// BlockOf returns the block of a unit of a list, as on its sheet.
func BlockOf(r builder.Roster, u table.Unit) Block { return blockOf(u, r.Terms) }

// blockOf returns the block of a unit; terms explains the rules of a unit, given its id.
func blockOf(u table.Unit, terms func(id string) []table.Entry) Block {
	b := Block{Unit: u, Terms: terms(u.ID)}
	b.Name, b.Notes = cmp.Or(u.Title, u.Name), slices.Clip(u.Notes)
	if u.Vehicle { // one is not counted
		b.Models = 0
	}
	if len(u.Weapons) > 0 {
		b.Tables = []Table{weaponTable(u.Weapons)}
	}
	for _, hero := range u.Joined {
		b.Joined = append(b.Joined, blockOf(hero, terms))
	}
	return b
}

// weaponTable returns weapons as rows.
func weaponTable(weapons []table.Weapon) Table {
	cells := len(weapons[0].Profile) + 3
	t := Table{Columns: make([]report.Column, 0, cells), Rows: make([][]string, 0, len(weapons))}
	t.Columns = append(t.Columns, report.Column{Kind: report.Count, Inline: "%×"}, report.Column{Name: "Weapon", Kind: report.Words})
	for _, s := range weapons[0].Profile {
		t.Columns = append(t.Columns,
			report.Column{Name: s.Label, Short: s.Short, Kind: report.Number, Inline: s.Inline})
	}
	t.Columns = append(t.Columns, report.Column{Name: weapons[0].Heading, Kind: report.Words})
	for _, w := range weapons {
		count := ""
		if w.Count > 0 {
			count = itoa(w.Count)
		}
		row := append(make([]string, 0, cells), count, w.Name)
		for _, s := range w.Profile {
			row = append(row, s.Value)
		}
		t.Rows = append(t.Rows, append(row, strings.Join(w.Special, ", ")))
		switch n := len(t.Parts); {
		case w.Part == "":
		case n > 0 && t.Parts[n-1].Title == w.Part:
			t.Parts[n-1].Rows++
		default:
			t.Parts = append(t.Parts, Part{w.Part, 1})
		}
	}
	return t
}

// A Table is rows under columns, such as a unit's weapons.
type Table struct {
	Columns []report.Column
	Rows    [][]string // a cell for each column; "" is empty
	Title   string     // introduction in running text; "" for none
	// Parts divides the rows; empty for one part.
	Parts []Part
	// Shares holds the length of a bar in each cell, from 0 to 1; nil for a table without bars.
	Shares [][]float64
	width  float64 // width in the layout, in millimetres; 0 before
	fits   bool    // no word is broken at that width
}

// A Part is a group of rows under a heading of their own.
type Part struct {
	Title string
	Rows  int // how many
}

// sheetOf returns the sheet of a list: a block for every unit in list order, the errors, boxes for
// rounds and objectives, and the player's reference.
func sheetOf(r builder.Roster) Sheet {
	game, units, ref := r.Game(), r.OnTable(), r.Reference()
	file := r.Document().File
	s := Sheet{
		Name: cmp.Or(r.Name(), strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))),
		Game: game.Name, Books: r.Facts(), Notes: strings.TrimSpace(builder.Experience(r) + "\n" + r.Remarks()),
		Points: r.Points(), Limit: r.Limit(), Figures: builder.Figures(r), Labels: ref.Labels, Key: ref.Key, Reference: ref.Sections, Core: ref.Core,
		Credit: cmp.Or(game.Words["credit"], "Rules by the designers of "+game.Name) + " · printed with muster",
	}
	if s.OfBook = r.Document().Kind == "book/1"; s.OfBook {
		s.Books = append(s.Books, "a book of units, each the smallest that it may be")
	}
	if game.HasArmyBooks() {
		s.Game = strings.TrimSpace(game.Name + " " + game.Edition)
	}
	for _, f := range r.Findings() {
		if f.Severity == finding.Warning && strings.HasPrefix(f.Code, gf.ImportCodes) {
			s.Notes = strings.TrimSpace(s.Notes + "\n" + f.Message)
		}
		if f.Severity != finding.Error {
			continue
		}
		text := f.Message
		if len(f.Units) == 1 {
			all := r.Units()
			i := slices.IndexFunc(all, func(u table.Unit) bool { return u.ID == f.Units[0] })
			if i >= 0 && !strings.Contains(text, all[i].Title) {
				text = all[i].Title + ": " + text
			}
		}
		s.Problems = append(s.Problems, text)
	}
	for _, c := range []table.Counter{{Label: "Round", Boxes: r.Rounds(), Turns: true}, {Label: "Objectives", Boxes: game.Play.Objectives, Turns: true}} {
		if c.Boxes > 0 && !s.OfBook {
			s.Counters = append(s.Counters, c)
		}
	}
	s.Blocks = make([]Block, 0, len(units))
	for _, u := range units {
		s.Blocks = append(s.Blocks, BlockOf(r, u))
		if slices.ContainsFunc(u.Tracks, func(t table.Track) bool { return t.Mark > 0 }) {
			s.Legend = ref.Legend
		}
	}
	return s
}

// Size returns the numbers of units and models: "9 units + 2 joined", "46 models". Joined units are
// counted separately, since the game counts them together with their host.
func (s Sheet) Size() []string {
	units, joined := 0, 0
	for _, b := range s.Blocks {
		units += max(1, len(b.Each))
	}
	var members []string
	count := map[string]int{}
	eachBlock(s.Blocks, func(b Block) {
		if count[b.Called()] == 0 && b.Models > 0 {
			members = append(members, b.Called())
		}
		count[b.Called()] += b.Models * max(1, len(b.Each))
		joined++
	})
	size := []string{finding.Count(units, "unit")}
	joined -= len(s.Blocks)
	if joined > 0 {
		size[0] += " + " + itoa(joined) + " joined"
	}
	for _, member := range members {
		size = append(size, finding.Count(count[member], member))
	}
	return size
}

// WithoutCosts returns the sheet without costs of units and upgrades; the list's own sum stays.
func (s Sheet) WithoutCosts() Sheet {
	s = s.withoutPrices()
	s.Blocks = changed(s.Blocks, func(b *Block) { b.Points = 0 })
	return s
}

// withoutPrices returns the sheet without the prices of upgrades.
func (s Sheet) withoutPrices() Sheet {
	s.Blocks = changed(s.Blocks, func(b *Block) {
		for i, n := range b.Notes {
			b.Notes[i].Text = cmp.Or(n.Free, n.Text)
		}
	})
	return s
}

// changed applies change to copies of blocks and their joined blocks. It may change the notes
// in place.
func changed(blocks []Block, change func(*Block)) []Block {
	blocks = slices.Clone(blocks)
	for i := range blocks {
		b := &blocks[i]
		b.Notes, b.Joined = slices.Clone(b.Notes), changed(b.Joined, change)
		change(b)
	}
	return blocks
}

// parts returns the parts of the table, each with its heading above the column of names.
func (t Table) parts() []Table {
	if len(t.Parts) == 0 {
		return []Table{t}
	}
	name := slices.IndexFunc(t.Columns, func(c report.Column) bool { return c.Kind == report.Words })
	all := make([]Table, 0, len(t.Parts))
	from := 0
	for _, p := range t.Parts {
		part := t
		part.Parts, part.Rows, part.Columns = nil, t.Rows[from:from+p.Rows], slices.Clone(t.Columns)
		if len(t.Shares) > 0 {
			part.Shares = t.Shares[from : from+p.Rows]
		}
		part.Columns[name].Name = p.Title
		from += p.Rows
		all = append(all, part)
	}
	return all
}

// share returns the length of a cell's bar, from 0 to 1; 0 for none.
func (t Table) share(row, column int) float64 {
	if len(t.Shares) == 0 {
		return 0
	}
	return min(1, t.Shares[row][column])
}

// Unit returns the block of the unit with an id: of a whole combined pair, but of a joined hero
// alone.
func (s Sheet) Unit(id string) (unit Block, found bool) {
	if b := find(s.Blocks, id); b != nil {
		return *b, true
	}
	return Block{}, false
}

// find returns the block of the unit with an id, or nil.
func find(blocks []Block, id string) *Block {
	for i := range blocks {
		if slices.Contains(blocks[i].IDs, id) {
			return &blocks[i]
		}
		if b := find(blocks[i].Joined, id); b != nil {
			return b
		}
	}
	return nil
}

// Legal reports whether the list has no errors.
func (s Sheet) Legal() bool { return len(s.Problems) == 0 }

// Verdict returns a word or two on whether the list is legal; for a book, the number of errors, or
// "".
func (s Sheet) Verdict() string {
	if s.OfBook {
		if s.Legal() {
			return ""
		}
		return finding.Count(len(s.Problems), "error")
	}
	by := ""
	if s.By != "" {
		by = " by " + s.By
	}
	if s.Legal() {
		return "legal" + by
	}
	return "not legal" + by + ": " + finding.Count(len(s.Problems), "error")
}

// head returns the list's name and facts as lines of text.
func (s Sheet) head() (name, facts string) {
	facts = strings.Join(append([]string{s.Game}, s.Books...), ", ")
	if s.OfBook {
		return s.Name, facts
	}
	return s.Name + " - " + s.Cost(), facts + " (" + s.Verdict() + ")"
}

// withBlank writes what follows in a line, if it says anything.
func withBlank(text string) string {
	if text == "" {
		return ""
	}
	return " · " + text
}

// Cost returns the points, with the agreed size if any; without points the figures; "" for a book.
func (s Sheet) Cost() string {
	if s.OfBook {
		return ""
	}
	if s.Figures > 0 {
		return finding.Count(s.Figures, "figure")
	}
	if s.Limit > 0 {
		return itoa(s.Points) + "/" + itoa(s.Limit) + " pts"
	}
	return itoa(s.Points) + " pts"
}

// facts returns the list's summary: the game, the sources, and the numbers of units and models.
func (s Sheet) facts() []string {
	facts := append([]string{s.Game}, s.Books...)
	if len(s.Blocks) == 0 {
		return facts
	}
	if s.OfBook {
		return append(facts, s.Size()[0])
	}
	return append(facts, s.Size()...)
}

// filled returns the texts that are not empty.
func filled(texts []string) []string {
	return slices.DeleteFunc(texts, func(text string) bool { return text == "" })
}

// A figure is a value of a profile with an addition.
type figure struct {
	table.Stat
	Small string // small text beside it: the size of bases
}

// profile returns the block's values, the number of models first.
func (b Block) profile() []figure {
	all := make([]figure, 0, len(b.Stats)+1)
	if b.Models > 0 {
		all = append(all, figure{table.Stat{Label: b.Called() + "s", Value: itoa(b.Models)}, b.Base})
	}
	for _, stat := range b.Stats {
		all = append(all, figure{Stat: stat})
	}
	return all
}

// notes returns the block's notes, its rules first.
func (b Block) notes() []table.Note {
	if len(b.Rules) == 0 {
		return b.Notes
	}
	return append([]table.Note{{Label: "Rules", Text: strings.Join(b.Rules, ", ")}}, b.Notes...)
}

// inlineTrack writes boxes that say more than their number: "3 × 1, 3; half strength after 2".
func inlineTrack(t table.Track) string {
	var sizes []string
	for from := 0; from < len(t.Sizes); {
		n := 1
		for from+n < len(t.Sizes) && t.Sizes[from+n] == t.Sizes[from] {
			n++
		}
		size := itoa(t.Sizes[from])
		if n > 1 {
			size = itoa(n) + " × " + size
		}
		sizes = append(sizes, size)
		from += n
	}
	text := strings.Join(sizes, ", ")
	if t.Mark > 0 {
		text += "; " + t.Marked + " after " + itoa(t.Mark)
	}
	return text
}

// eachBlock calls do for every block, joined ones after their host.
func eachBlock(blocks []Block, do func(Block)) {
	for _, b := range blocks {
		do(b)
		eachBlock(b.Joined, do)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
