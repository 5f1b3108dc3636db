package export

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"muster/builder/finding"
	"muster/rules"
)

// A Sheet is an army list in the form in which it is printed: words and
// figures in their order, with no game's rules behind them. Every Format
// prints every Sheet, so a new game needs a way to make Sheets and nothing
// else.
type Sheet struct {
	Name  string   // of the list
	Game  string   // the game and its edition
	Books []string // what it was built from, and how
	Notes string   // the player's own remarks
	// Points is what the list costs, Limit the agreed size (0 if none is).
	Points, Limit int
	// Problems say what keeps the list from being legal, a sentence each.
	Problems []string
	Blocks   []Block
	// Labels are those of all figures that a unit of the game can have in its
	// profile, whatever the list has, in their order.
	Labels []string
	// Counters are boxes of the game as a whole: rounds, objectives.
	Counters []Counter
	// Legend explains the signs at the boxes to tick, Key what stands in the
	// tables; "" if nothing needs it.
	Legend, Key string
	Reference   []Section // what a player would otherwise look up
	// Core are the entries of the reference that are of the game itself, and not
	// of what its units are made of.
	Core   []Entry
	Credit string // who made the game
	// Mark is a short sign for what the list says, Code the whole list to be
	// read back (see Pack); "" where they are not printed.
	Mark, Code string
	// Lean tells that Code has no copy to be read without army books: with one it
	// is more than a phone reads off paper.
	Lean bool
}

// A Block is what is printed together: a unit, and who joined it beneath.
type Block struct {
	IDs    []string // in the list's file: of the unit, and of the other half of a pair
	Name   string
	Detail []string // what kind of unit it is, in a few words each
	Source string   // the army book that it is from, with its version; "" for none
	Models int      // 0 where a count has no meaning
	Member string   // what the game calls one of them; "" is "model"
	Base   string   // the size of their bases: "32 mm"; "" where none is known
	Points int
	// Estimate tells that nobody but muster says that it costs so much.
	Estimate bool
	Stats    []Stat
	Rules    []string // special rules of the whole unit
	Tables   []Table
	Notes    []Note
	Tracks   []Track
	States   []string // what the unit can become in the game, each a box to tick
	// Counters are boxes for what comes round by round or may be done so often.
	Counters []Counter
	Terms    []Entry // what the rules in the block mean
	Joined   []Block
	labels   float64 // room for labels before notes, in millimetres; 0 is the usual
}

// A Stat is a figure of a unit's profile.
type Stat struct {
	Label  string // "Quality"
	Inline string // how a line of text writes it, with a % for the value: "Q%"; "" leaves it out
	Value  string // "4+"
}

// A Table is rows under columns: a unit's weapons.
type Table struct {
	Columns []Column
	Rows    [][]string // as many cells as there are columns; "" is nothing
	Title   string     // what running text says before it; "" for a table that needs none
	// Parts divide the rows; without any the table is one part.
	Parts []Part
	// Shares are charts of the figures: for each cell from 0 to 1 how long its
	// bar is; nil for a table without.
	Shares [][]float64
}

// A Part is rows of a table that belong together, under a heading of their own.
type Part struct {
	Title string
	Rows  int // how many
}

// A Column is a column of a Table.
type Column struct {
	Name  string
	Short string // the name where there is little room; "" is Name
	Kind  ColumnKind
	// Inline is how a cell stands in running text, with a % for its value:
	// "A%". "" is the value alone.
	Inline string
}

// ColumnKind is what a column holds, and so how it is set.
type ColumnKind uint8

// The kinds of columns.
const (
	Figure ColumnKind = iota // a short value, centred
	Count                    // how many, before a Words column
	Words                    // text, as wide as there is room
)

// A Note is text under a heading: "Upgrades". Its lines stay lines.
type Note struct {
	Label, Text string
	Free        string // the text without costs; "" if it has none
	Own         bool   // a remark of the player's own
}

// A Counter is a row of boxes to tick, none of which is a model.
type Counter struct {
	Label string
	Boxes int
	Turns bool // a box stands for a round, and is numbered
}

// A Track is boxes to tick as models are hurt.
type Track struct {
	Label string
	Sizes []int // boxes of each model, in the order in which models fall
	// Mark is the number of ticked boxes from which something is different for
	// the unit, 0 for none. Sign stands after the last of them; the sheet's
	// legend explains it.
	Mark int
	Sign string
}

// A Section is a part of the reference: a heading with entries.
type Section struct {
	Title   string
	Entries []Entry
	Spells  bool // what somebody in the list can cast
}

// An Entry is a term and what it means.
type Entry struct {
	Name string
	Text string // "" if nothing is known of it
}

// newSheet makes the head of a list's sheet: the list's name, or its file's if it
// has none, the game, boxes for its rounds and for who holds objectives, and what
// is wrong with it; names are those of its units, by id.
func newSheet(name, file string, game *rules.System, rounds int, findings []finding.Finding, names map[string]string) Sheet {
	s := Sheet{
		Name:   cmp.Or(name, strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))),
		Game:   game.Name,
		Credit: cmp.Or(game.Words["credit"], "Rules by the designers of "+game.Name) + " · printed with muster",
	}
	for _, f := range findings {
		if f.Severity != finding.Error {
			continue
		}
		text := f.Message
		if len(f.Units) == 1 {
			if unit := names[f.Units[0]]; !strings.Contains(text, unit) {
				text = unit + ": " + text
			}
		}
		s.Problems = append(s.Problems, text)
	}
	for _, c := range []Counter{{"Round", rounds, true}, {"Objectives", game.Play.Objectives, true}} {
		if c.Boxes > 0 {
			s.Counters = append(s.Counters, c)
		}
	}
	return s
}

// Size counts units and models: "9 units + 2 joined", "46 models". Units that
// joined others are counted apart, since the game counts them as one with
// those.
func (s Sheet) Size() []string {
	size := []string{finding.Count(len(s.Blocks), "unit")}
	joined := -len(s.Blocks)
	var members []string
	count := map[string]int{}
	eachBlock(s.Blocks, func(b Block) {
		if count[b.member()] == 0 && b.Models > 0 {
			members = append(members, b.member())
		}
		count[b.member()] += b.Models
		joined++
	})
	if joined > 0 {
		size[0] += " + " + itoa(joined) + " joined"
	}
	for _, member := range members {
		size = append(size, finding.Count(count[member], member))
	}
	return size
}

// cost writes what the block costs; "" where that is left out.
func (b *Block) cost() string {
	switch {
	case b.Points == 0:
		return ""
	case b.Estimate:
		return itoa(b.Points) + " pts (estimate)"
	}
	return itoa(b.Points) + " pts"
}

// WithoutCosts returns the sheet without what units and upgrades cost; the
// list's own sum stays.
func (s Sheet) WithoutCosts() Sheet {
	s.Blocks = changed(s.Blocks, func(b *Block) {
		b.Points = 0
		for i, n := range b.Notes {
			b.Notes[i].Text = cmp.Or(n.Free, n.Text)
		}
	})
	return s
}

// changed returns copies of blocks with what change makes of each, and of those
// that joined it. It may change the notes in their place.
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
	name := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Kind == Words })
	var all []Table
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

// Unit finds the block of the unit of that id: of a combined pair that of both,
// of a hero who joined his own.
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

// Verdict says in a word or two whether the list may be played.
func (s Sheet) Verdict() string {
	if s.Legal() {
		return "legal"
	}
	return "not legal: " + finding.Count(len(s.Problems), "error")
}

// Cost writes the points, out of the agreed size where there is one.
func (s Sheet) Cost() string {
	if s.Limit > 0 {
		return itoa(s.Points) + "/" + itoa(s.Limit) + " pts"
	}
	return itoa(s.Points) + " pts"
}

// facts are the line that sums the list up: the game, what the list was built
// from, how many units and models it has.
func (s Sheet) facts() []string {
	facts := append([]string{s.Game}, s.Books...)
	if len(s.Blocks) == 0 {
		return facts
	}
	return append(facts, s.Size()...)
}

// note adds a note that lists texts, if there are any.
func (b *Block) note(label string, texts ...string) {
	if len(texts) > 0 {
		b.Notes = append(b.Notes, Note{Label: label, Text: strings.Join(texts, ", ")})
	}
}

// A figure is a figure of a profile as it is shown.
type figure struct {
	Stat
	Small string // what stands small beside it: the size of bases
}

// profile is the block's figures, how many models it has among them as the first.
func (b Block) profile() []figure {
	var all []figure
	if b.Models > 0 {
		all = append(all, figure{Stat{Label: b.member() + "s", Value: itoa(b.Models)}, b.Base})
	}
	for _, stat := range b.Stats {
		all = append(all, figure{Stat: stat})
	}
	return all
}

// notes are the block's notes, its rules among them as the first.
func (b Block) notes() []Note {
	if len(b.Rules) == 0 {
		return b.Notes
	}
	return append([]Note{{Label: "Rules", Text: strings.Join(b.Rules, ", ")}}, b.Notes...)
}

// boxes is how many there are to tick.
func (t Track) boxes() int {
	all := 0
	for _, size := range t.Sizes {
		all += size
	}
	return all
}

// inline writes boxes that say more than their number: "1 1 1 3, ½ after 2".
func (t Track) inline() string {
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
		text += "; " + t.Sign + " after " + itoa(t.Mark)
	}
	return text
}

// member is what one model of the block is called.
func (b Block) member() string { return cmp.Or(b.Member, "model") }

// eachBlock calls do for every block, those that joined after their host.
func eachBlock(blocks []Block, do func(Block)) {
	for _, b := range blocks {
		do(b)
		eachBlock(b.Joined, do)
	}
}

// states are what a unit can become, in the game's words; a key that the game
// has no word for is left out.
func states(game *rules.System, keys ...string) []string {
	var all []string
	for _, key := range keys {
		if word := game.Words[key]; word != "" {
			all = append(all, word)
		}
	}
	return all
}

// times writes how many of a thing there are: "3× Rifle", "Rifle" for one.
func times(n int, what string) string {
	if n == 1 {
		return what
	}
	return itoa(n) + "×" + noBreak + what
}

// capital writes a text with a capital first.
func capital(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return text
	}
	return string(unicode.ToUpper(first)) + text[n:]
}

func itoa(n int) string { return strconv.Itoa(n) }
