package export

import "strconv"

// A Sheet is an army list in the form in which it is printed: words and
// figures in their order, with no game's rules behind them. Every Format
// prints every Sheet, so a new game needs a way to make Sheets and nothing
// else.
type Sheet struct {
	Name  string   // of the list
	Game  string   // the game and its edition
	Books []string // what it was built from
	Notes string   // the player's own remarks
	// Points is what the list costs, Limit the agreed size (0 if none is).
	Points, Limit int
	// Errors counts what keeps the list from being legal.
	Errors int
	Blocks []Block
	// Legend explains the signs that the blocks use; "" if there are none.
	Legend    string
	Reference []Section // what a player would otherwise look up
	Credit    string    // who made the game
}

// A Block is what is printed together: a unit, and who joined it beneath.
type Block struct {
	Name   string
	Detail []string // what kind of unit it is, in a few words each
	Models int      // 0 where a count has no meaning
	Points int
	Stats  []Stat
	Rules  []string // special rules of the whole unit
	Tables []Table
	Notes  []Note
	Tracks []Track
	States []string // what the unit can become in the game, each a box to tick
	Terms  []Entry  // what the rules in the block mean
	Joined []Block
}

// A Stat is a figure of a unit's profile.
type Stat struct {
	Label string // "Quality"
	Short string // how a line of text writes it before the value: "Q"; "" leaves it out
	Value string // "4+"
}

// A Table is rows under columns: a unit's weapons.
type Table struct {
	Columns []Column
	Rows    [][]string // as many cells as there are columns; "" is nothing
}

// A Column is a column of a Table.
type Column struct {
	Name string
	Kind ColumnKind
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

// A Note is a line of text under a heading: "Upgrades".
type Note struct{ Label, Text string }

// A Track is boxes to tick as models are hurt.
type Track struct {
	Label string
	Sizes []int // boxes of each model, in the order in which models fall
	// Half is the number of ticked boxes from which the unit is at half
	// strength; 0 for no mark.
	Half int
}

// A Section is a part of the reference: a heading with entries.
type Section struct {
	Title   string
	Entries []Entry
}

// An Entry is a term and what it means.
type Entry struct {
	Name string
	Text string // "" if nothing is known of it
}

// Units returns how many units the sheet shows, those that joined included.
func (s Sheet) Units() int { return units(s.Blocks) }

// Models returns how many models the sheet shows.
func (s Sheet) Models() int { return models(s.Blocks) }

// Legal tells whether nothing is wrong with the list.
func (s Sheet) Legal() bool { return s.Errors == 0 }

// Verdict says in a word or two whether the list may be played.
func (s Sheet) Verdict() string {
	if s.Legal() {
		return "legal"
	}
	return "not legal: " + plural(s.Errors, "error")
}

// Cost writes the points, out of the agreed size where there is one.
func (s Sheet) Cost() string {
	if s.Limit > 0 {
		return itoa(s.Points) + "/" + itoa(s.Limit) + " pts"
	}
	return itoa(s.Points) + " pts"
}

func units(blocks []Block) int {
	n := len(blocks)
	for _, b := range blocks {
		n += units(b.Joined)
	}
	return n
}

func models(blocks []Block) int {
	n := 0
	for _, b := range blocks {
		n += b.Models + models(b.Joined)
	}
	return n
}

// plural writes "1 error", "2 errors".
func plural(n int, what string) string {
	text := itoa(n) + " " + what
	if n != 1 {
		text += "s"
	}
	return text
}

// times writes how many of a thing there are: "3× Rifle", "Rifle" for one.
func times(n int, what string) string {
	if n == 1 {
		return what
	}
	return itoa(n) + "×" + noBreak + what
}

func itoa(n int) string { return strconv.Itoa(n) }
