package terminal

import (
	"fmt"
	"slices"
	"strings"
)

// A Table aligns columns by their content.
type Table struct {
	right []int // the columns that end where they align, as figures do
	rows  [][]string
}

// NewTable makes a table whose columns begin where they align, except for those in
// right.
func NewTable(right ...int) *Table { return &Table{right: right} }

// Add adds a row. A row is a line, whatever its cells hold.
func (t *Table) Add(cells ...string) {
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(cell, "\n", `\n`)
	}
	t.rows = append(t.rows, cells)
}

// Rows is how many rows there are.
func (t *Table) Rows() int { return len(t.rows) }

// gap parts two columns.
const gap = "  "

// Lines returns the rows as aligned text, without blanks at their ends. Where a
// person watches, a last column that is too wide goes on in lines of its own,
// which are part of the row's text.
func (t *Table) Lines(on *Terminal) []string {
	var widths []int
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Wide(cell))
		}
	}
	lines := make([]string, len(t.rows))
	for n, row := range t.rows {
		var line strings.Builder
		for i, cell := range row {
			if i > 0 {
				line.WriteString(gap)
			}
			if i > 0 && i == len(row)-1 && on.watched && Wide(line.String())+Wide(cell) > on.width {
				lines[n] = last(line.String(), cell, on.width)
				break
			}
			blanks := strings.Repeat(" ", widths[i]-Wide(cell))
			if slices.Contains(t.right, i) {
				line.WriteString(blanks + cell)
			} else {
				line.WriteString(cell + blanks)
			}
		}
		if lines[n] == "" {
			lines[n] = strings.TrimRight(line.String(), " ")
		}
	}
	return lines
}

// last sets the last cell of a line in lines that fit: beneath its beginning,
// or from the left where there would be little room.
func last(line, cell string, width int) string {
	const room = 24
	under := Wide(line)
	if width-under < room {
		under = 2 * len(gap)
	}
	return strings.TrimRight(wrap(cell, line, strings.Repeat(" ", under), width), "\n")
}

// Print writes a table.
func (t *Terminal) Print(table *Table) {
	for _, line := range table.Lines(t) {
		fmt.Fprintln(t, line)
	}
}
