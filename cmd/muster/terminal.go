package main

import (
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"
)

// width is how many columns the output has: those of $COLUMNS, else 80.
func (a *app) width() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= 40 {
		return n
	}
	return 80
}

// isTerminal tells whether a person watches what is written.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Colours for a terminal.
const (
	bold   = "1"
	red    = "31"
	green  = "32"
	yellow = "33"
	dim    = "2"
)

// paint colours a text, if a person watches on a terminal that wants colour.
func (a *app) paint(colour, text string) string {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" || !isTerminal(a.out) {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// wrap breaks a text into lines of a width at its spaces, the first line
// behind first, the others behind rest, and ends it with a line's end.
func wrap(text, first, rest string, width int) string {
	var out strings.Builder
	line := first
	empty := true
	for _, word := range strings.Fields(text) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			out.WriteString(line + "\n")
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	out.WriteString(line + "\n")
	return out.String()
}

// A table aligns columns by their content. Columns are to the left but for
// those in right.
type table struct {
	right map[int]bool
	rows  [][]string
}

func newTable(right ...int) *table {
	t := &table{right: map[int]bool{}}
	for _, column := range right {
		t.right[column] = true
	}
	return t
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// lines returns the rows as aligned text, without blanks at their ends.
func (t *table) lines() []string {
	var widths []int
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	lines := make([]string, len(t.rows))
	for n, row := range t.rows {
		var line strings.Builder
		for i, cell := range row {
			if i > 0 {
				line.WriteString("  ")
			}
			blanks := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if t.right[i] {
				line.WriteString(blanks + cell)
			} else {
				line.WriteString(cell + blanks)
			}
		}
		lines[n] = strings.TrimRight(line.String(), " ")
	}
	return lines
}
