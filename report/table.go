package report

import (
	"slices"
	"strings"
)

// A Table is a table; each column has one kind of cells.
type Table struct {
	Columns []Column
	Rows    []Row
	// KeepHeaderCase means that the columns' names are proper names, so that a terminal does not
	// change their case.
	KeepHeaderCase bool
	// Title names the table on a page that has several tables with the same columns; "" for others.
	Title string
	// Indent is the number of a terminal's columns before the table.
	Indent int
	// LastColumnMinWidth is the least width of the last column, in columns of a terminal. Its
	// longer texts wrap within it, in pipes and files too; with less room the whole row wraps. 0
	// means that the last column wraps only on a terminal that a person watches.
	LastColumnMinWidth int
	// IsSideBySide means that the table compares two things: after a column of labels it has two
	// columns, of equal width in a terminal, in which long texts wrap.
	IsSideBySide bool
	// RepeatedColumnCount is the number of first columns that a terminal repeats in each block if
	// it splits a wide table into blocks; 0 for a table that is never split.
	RepeatedColumnCount int
	// SplitsIntoEvenBlocks means that a narrow terminal splits the table into blocks of similar
	// width. Each block repeats the first columns, up to the first column of numbers.
	SplitsIntoEvenBlocks bool
	// NumberedHeaders means that a terminal replaces the names of the columns after
	// RepeatedColumnCount by numbers, even if the table is narrow. Legend explains the numbers.
	NumberedHeaders bool
	Legend          []string
}

// A Column is a column of a table, with cells of one kind. A column without a name has no heading.
type Column struct {
	Name string
	// ShortName replaces Name where there is little room, as in a terminal; "" means Name.
	ShortName string
	Kind      ColumnKind
	// InlineFormat formats a cell in running text, with % in place of the cell's value: "A%". ""
	// means the value alone.
	InlineFormat string
	// MaxWidth is the largest width of a cell, in columns of a terminal; 0 for no limit.
	MaxWidth int
	// TerminalOnly means that only terminals show the column, such as ids for commands; PageOnly
	// that only pages show it.
	TerminalOnly, PageOnly bool
}

// InlineText returns the text of a cell as it stands in running text; "" for a single copy.
func (c Column) InlineText(text string) string {
	switch {
	case text == "" || c.Kind == CountColumn && text == "1":
		return ""
	case c.InlineFormat != "":
		return strings.ReplaceAll(c.InlineFormat, "%", text)
	}
	return text
}

// A Row is a row of a table.
type Row struct {
	Cells []Cell
	// Heading is printed above this row as a heading for it and the rows after it; "" for none.
	Heading string
	// BlocksBelow are printed after the row.
	BlocksBelow []Block
	Actions     Actions
}

// A Cell is one cell of a table.
type Cell struct {
	Text   string
	Suffix string // shown after Text, and never cut off
	Tone   Tone   // Tone of Text, on pages
	Link   string // address of the text's link on a page; "" for none
	// Share is the length of a bar in the cell, from 0 for no bar to 1. Only printed sheets show it.
	Share float64
	// Rating rates the cell's number from 1 (poor) to 5; RatingSign shows the rating as a text sign
	// for readers who do not see the colour. They are 0 and "" in a table without ratings.
	Rating     int
	RatingSign string
}

// NewTable returns a table without column names. The columns with the given indices hold numbers,
// the others text.
func NewTable(numbers ...int) *Table {
	t := &Table{}
	for _, at := range numbers {
		t.addColumnsUpTo(at + 1)
		t.Columns[at].Kind = NumberColumn
	}
	return t
}

// addColumnsUpTo adds columns until the table has at least n.
func (t *Table) addColumnsUpTo(n int) {
	for len(t.Columns) < n {
		t.Columns = append(t.Columns, Column{})
	}
}

// Add appends a row of texts, and returns it. It adds missing columns, for text.
func (t *Table) Add(texts ...string) *Row {
	t.addColumnsUpTo(len(texts))
	row := Row{Cells: make([]Cell, len(texts))}
	for i, text := range texts {
		row.Cells[i].Text = text
	}
	t.Rows = append(t.Rows, row)
	return &t.Rows[len(t.Rows)-1]
}

// Transposed returns a table with a row for each column of t after the first, and a column of
// numbers for each row. The first cells of the rows become the columns' names.
func (t *Table) Transposed() *Table {
	turned := &Table{Title: t.Title, Columns: []Column{{Name: t.Columns[0].Name}}}
	for _, row := range t.Rows {
		column := Column{Name: row.Cells[0].Text, Kind: NumberColumn, MaxWidth: t.Columns[0].MaxWidth}
		turned.Columns = append(turned.Columns, column)
	}
	for i, column := range t.Columns[1:] {
		cells := []Cell{{Text: column.Name}}
		for _, row := range t.Rows {
			cells = append(cells, row.Cells[i+1])
		}
		turned.Rows = append(turned.Rows, Row{Cells: cells})
	}
	return turned
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

// PageColumns returns the indices of the columns that a page shows. It leaves out columns for
// terminals only, and columns without a name and texts.
func (t *Table) PageColumns() (shown []int) {
	for i, c := range t.Columns {
		hasText := func(row Row) bool { return i < len(row.Cells) && row.Cells[i].Text+row.Cells[i].Suffix != "" }
		if !c.TerminalOnly && (c.Name != "" || slices.ContainsFunc(t.Rows, hasText)) {
			shown = append(shown, i)
		}
	}
	return shown
}

// ColumnKind is the kind of a column's cells.
type ColumnKind uint8

// The kinds of columns.
const (
	TextColumn          ColumnKind = iota
	NameColumn                     // cells are names of units
	NumberColumn                   // cells are numbers with their text: points, a distance
	StarredNumberColumn            // cells are numbers, and the best are marked with a star
	CountColumn                    // cells are numbers of copies, before a name
)

// AlignsRight reports whether cells of the kind are right-aligned.
func (k ColumnKind) AlignsRight() bool { return k >= NumberColumn }
