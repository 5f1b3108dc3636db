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

// A Sheet is an army list in printed form: words and figures in order, with no game's rules
// behind them. Every Format prints every Sheet, so a new game only needs a way to make Sheets.
type Sheet struct {
	Name  string   // of the list
	Game  string   // the game and its edition
	Books []string // what it was built from, and how
	// OfBook tells that the units are those of a book: no list, without a sum, a verdict, and what
	// counts a game.
	OfBook bool
	Notes  string // the points of experience, and the player's own remarks
	// Points is the cost of the list, Limit the agreed size (0 if none is).
	Points, Limit int
	Figures       int // of a list made without points; else 0
	// Problems lists the list's errors, a sentence each.
	Problems []string
	Blocks   []Block
	// Labels are those of all figures that a unit of the game can have in its
	// profile, whatever the list has, in their order.
	Labels []string
	// Counters are boxes of the game as a whole: rounds, objectives.
	Counters []table.Counter
	// Legend explains the signs at the boxes to tick, Key the contents of the tables; "" if
	// nothing needs it.
	Legend, Key string
	Reference   []table.Section // what a player would otherwise look up
	// Core are the reference entries about the game itself, rather than its units.
	Core   []table.Entry
	Credit string  // who made the game
	glance *glance // the army at a glance; nil if it is not printed
	image  *Image  // of the list; nil for none
	By     string  // the books, with their versions, by which its sender judged a copy; "" of other lists
	// Mark is a short checksum of the list, Code the whole list to be read back (see share.Of); ""
	// if they are not printed.
	Mark, Code string
	qr         *qrCode // of Code, where it is drawn more than once; nil if it is not known yet
	// Lean tells that Code has no copy to be read without army books: with one it
	// is more than a phone reads off paper.
	Lean bool
}

// A Block is the unit of printing: a unit, with the units that joined it beneath.
type Block struct {
	table.Unit               // its Name is its title
	Tables     []Table       // its weapons, then what was asked for besides
	Terms      []table.Entry // what the rules in the block mean
	Joined     []Block
	Each       []Block // the units of a block of several that are built alike
	image      *Image  // of the unit; nil for none
	grid       *grid   // of the sheet that the block stands on; nil for one of its own
}

// BlockOf makes the block of a unit of a list, as its sheet has it.
func BlockOf(r builder.Roster, u table.Unit) Block { return blockOf(u, r.Terms) }

// blockOf makes the block of a unit; terms returns the explanations of its rules, by its id.
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

// weaponTable sets weapons in rows.
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

// A Table is rows under columns: a unit's weapons.
type Table struct {
	Columns []report.Column
	Rows    [][]string // as many cells as there are columns; "" is nothing
	Title   string     // what running text says before it; "" for a table that needs none
	// Parts divide the rows; without any the table is one part.
	Parts []Part
	// Shares are charts of the figures: for each cell from 0 to 1 how long its
	// bar is; nil for a table without.
	Shares [][]float64
	whole  float64 // the width that it is set in, in millimetres; 0 before
	fits   bool    // at that width no word is broken
}

// A Part is rows of a table that belong together, under a heading of their own.
type Part struct {
	Title string
	Rows  int // how many
}

// sheetOf makes the sheet of a list: a block for every unit in the list's order, its errors,
// boxes for its rounds and for holders of objectives, and the player's reference.
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

// Size counts units and models: "9 units + 2 joined", "46 models". Units that
// joined others are counted apart, since the game counts them as one with
// those.
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

// parts returns the table divided where its rows are, each part with its
// heading over the column of names.
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

// share is how long the bar of a cell is, from 0 to 1; 0 for a cell without.
func (t Table) share(row, column int) float64 {
	if len(t.Shares) == 0 {
		return 0
	}
	return min(1, t.Shares[row][column])
}

// Unit finds the block of the unit of an id: the common block of a combined pair, or the own
// block of a joined hero.
func (s Sheet) Unit(id string) (unit Block, found bool) {
	if b := find(s.Blocks, id); b != nil {
		return *b, true
	}
	return Block{}, false
}

// find returns the block of the unit of an id to add to, or nil.
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

// Legal tells whether nothing is wrong with the list.
func (s Sheet) Legal() bool { return len(s.Problems) == 0 }

// Verdict says in a word or two whether the list may be played; of a book it counts the errors, or is
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

// head is the list in two lines of plain text.
func (s Sheet) head() (name, facts string) {
	facts = strings.Join(append([]string{s.Game}, s.Books...), ", ")
	if s.OfBook {
		return s.Name, facts
	}
	return s.Name + " - " + s.Cost(), facts + " (" + s.Verdict() + ")"
}

// after writes what follows in a line, if it says anything.
func after(text string) string {
	if text == "" {
		return ""
	}
	return " · " + text
}

// Cost writes the points, out of the agreed size where there is one; without points the figures.
// It is "" of a book.
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

// facts are the summary line of the list: the game, the list's sources, and its numbers of
// units and models.
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

// A figure is a figure of a profile as it is shown.
type figure struct {
	table.Stat
	Small string // what stands small beside it: the size of bases
}

// profile is the block's figures, how many models it has among them as the first.
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

// notes are the block's notes, its rules among them as the first.
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

// eachBlock calls do for every block, those that joined after their host.
func eachBlock(blocks []Block, do func(Block)) {
	for _, b := range blocks {
		do(b)
		eachBlock(b.Joined, do)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
