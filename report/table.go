package report

import "strings"

// A Table is a table with columns of given kinds.
type Table struct {
	Columns []Column
	Rows    []Row
	// KeepCase means that the columns' names are proper names, whose case a terminal keeps.
	KeepCase bool
	// Title names the table on a page that has several tables with the same columns; "" for others.
	Title string
	// Indent is the number of a terminal's columns before the table.
	Indent int
	// WrapWidth is the least width of the last column, in columns of a terminal. Its longer texts
	// wrap within it, in pipes and files too; with less room the whole row wraps. 0 means that the
	// last column wraps only on a terminal that a person watches.
	WrapWidth int
	// RepeatedColumns is the number of first columns that a terminal repeats in each block if it
	// splits a wide table into blocks; 0 for a table that is never split.
	RepeatedColumns int
	// SplitsEvenly means that a narrow terminal splits the table into blocks of similar width. Each
	// block repeats the first columns, up to the first column of numbers.
	SplitsEvenly bool
	// NumberedNames means that a terminal replaces the names of columns after RepeatedColumns by
	// numbers even if the table is narrow. Legend explains the numbers.
	NumberedNames bool
	Legend        []string
}

// A Column is a column whose cells are of one kind. Without a name it has no heading.
type Column struct {
	Name string
	// ShortName replaces Name where there is little room, as in a terminal; "" means Name.
	ShortName string
	Kind      Kind
	// Inline is the form of a cell in running text, with % in place of its value: "A%". "" means
	// the value alone.
	Inline string
	// MaxWidth is the largest width of a cell, in columns of a terminal; 0 for no limit.
	MaxWidth int
	// TerminalOnly means that only terminals show the column, such as ids for commands; PageOnly
	// that only pages show it.
	TerminalOnly, PageOnly bool
}

// A Row is a row of a table.
type Row struct {
	Cells []Cell
	// Heading is printed above the row, for this row and the rows after it; "" for none.
	Heading string
	// BlocksBelow are printed after the row.
	BlocksBelow []Block
	Actions     Actions
}

// A Cell is one cell of a row.
type Cell struct {
	Text   string
	Suffix string // shown after Text, and never cut off
	Tone   Tone   // for pages
	Link   string // address of the text's link on a page; "" for none
	// Rating rates a number from 1, poor, to 5; Sign shows the rating in text for readers who do
	// not see the shade. They are 0 and "" in a table without ratings.
	Rating int
	Sign   string
}

// NewTable returns a table without column names. The columns with the given indices hold numbers,
// the others words.
func NewTable(numbers ...int) *Table {
	t := &Table{}
	for _, at := range numbers {
		t.widen(at + 1)
		t.Columns[at].Kind = Number
	}
	return t
}

// widen adds columns until the table has at least n.
func (t *Table) widen(n int) {
	for len(t.Columns) < n {
		t.Columns = append(t.Columns, Column{})
	}
}

// Add appends a row of texts. It adds missing columns, which hold words.
func (t *Table) Add(texts ...string) *Row {
	t.widen(len(texts))
	row := Row{Cells: make([]Cell, len(texts))}
	for i, text := range texts {
		row.Cells[i].Text = text
	}
	t.Rows = append(t.Rows, row)
	return &t.Rows[len(t.Rows)-1]
}

// HasNames reports whether any column has a name.
func (t *Table) HasNames() bool {
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
	Name         // name of a unit
	Number       // number as its text states it: points, a distance
	Starred      // number; the best numbers of the column are marked with a star
	Count        // number of copies, before a name
)

// AlignsRight reports whether cells of the kind are right-aligned.
func (k Kind) AlignsRight() bool { return k >= Number }
