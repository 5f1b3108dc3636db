package report

import "strings"

// A Table is rows under columns.
type Table struct {
	Columns []Column
	Rows    []Row
	// Names means that the columns' names are proper names and keep their case.
	Names bool
	// Title names the table on a page, of several with the same columns; "" for others.
	Title string
	// Indent is the columns of a terminal before the table.
	Indent int
	// Wrap is the least width of the last column, in columns of a terminal. A longer text wraps
	// within it, in pipes and files too; with less room the whole row wraps. 0 is the usual: the
	// last column wraps on a watched terminal only.
	Wrap int
	// Ahead is the number of first columns that a terminal repeats before each block if the table is
	// too wide; 0 for a table that is never split.
	Ahead int
	// Folds means that a terminal that is too narrow splits the table into blocks of similar width. The
	// first columns, up to the first of numbers, are repeated before each.
	Folds bool
	// Numbered means that a terminal replaces the names of columns after Ahead by
	// numbers, as it does if the table is too wide. Legend explains the numbers.
	Numbered bool
	Legend   []string
}

// A Column is a column with the kind of its cells. Without a name it has no heading.
type Column struct {
	Name string
	// Short is the name where there is little room, as in a terminal; "" is Name.
	Short string
	Kind  Kind
	// Inline is how a cell stands in running text, with a % for its value: "A%". "" is the
	// value alone.
	Inline string
	// Max is the most columns of a terminal that a cell takes; 0 for no limit.
	Max int
	// TerminalOnly marks a column for terminals only, such as ids for commands; PageOnly one for
	// pages only.
	TerminalOnly, PageOnly bool
}

// A Row is a line of a table.
type Row struct {
	Cells []Cell
	// Head is a heading before the row, for this row and the next ones; "" for none.
	Head string
	// Below are blocks after the row.
	Below   []Block
	Actions Actions
}

// A Cell is the content of a column in a row.
type Cell struct {
	Text string
	More string // shown after Text, and not cut off with it
	Tone Tone   // on a page
	To   string // the address of its link on a page; "" for none
	// Level rates a figure from 1, poor, to 5; Sign shows it in text for readers who do
	// not see the shade. They are 0 and "" if the table has no rating.
	Level int
	Sign  string
}

// NewTable returns a table without column names; the columns with the given indexes hold
// numbers.
func NewTable(numbers ...int) *Table {
	t := &Table{}
	for _, at := range numbers {
		t.widen(at + 1)
		t.Columns[at].Kind = Number
	}
	return t
}

// widen gives the table n columns at least.
func (t *Table) widen(n int) {
	for len(t.Columns) < n {
		t.Columns = append(t.Columns, Column{})
	}
}

// Add appends a row of texts. Columns that the table does not have yet are of words.
func (t *Table) Add(texts ...string) *Row {
	t.widen(len(texts))
	row := Row{Cells: make([]Cell, len(texts))}
	for i, text := range texts {
		row.Cells[i].Text = text
	}
	t.Rows = append(t.Rows, row)
	return &t.Rows[len(t.Rows)-1]
}

// Headed reports whether any column has a name.
func (t *Table) Headed() bool {
	for _, c := range t.Columns {
		if strings.TrimSpace(c.Name) != "" {
			return true
		}
	}
	return false
}

// Kind is the kind of a column's cells.
type Kind uint8

// The kinds of columns.
const (
	Words   Kind = iota
	Name         // of a unit
	Number       // a number as its text writes it: points, a distance
	Starred      // a number; the best ones are marked with a star
	Count        // how many, before a name
)

// Right reports whether cells of the kind are right-aligned.
func (k Kind) Right() bool { return k >= Number }
