package terminal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"muster/report"
)

// columnGap is the space between two columns.
const columnGap = "  "

// TableLines returns a table as aligned text without trailing blanks: its heading, if any, and its
// rows. On a terminal, and anywhere if the table says so, a last column that is too wide is wrapped
// within the row's text.
func (t *Terminal) TableLines(table *report.Table) []string {
	rows, right := t.cells(table)
	widths := widthsOf(rows)
	lines := make([]string, len(rows))
	for n, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			if i > 0 {
				line.WriteString(columnGap)
			}
			if i > 0 && i == len(row)-1 && (t.isInteractive || table.LastColumnMinWidth > 0) &&
				TextWidth(strings.TrimRight(line.String()+cell, " ")) > t.width {
				lines[n] = appendLastCell(line.String(), cell, t.width, table)
				break
			}
			blanks := strings.Repeat(" ", widths[i]-TextWidth(cell))
			if slices.Contains(right, i) {
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

// cells returns the texts of a table's heading and rows, without the columns that only web pages
// show, and the indices of the columns that are aligned to the right. A line end within a cell is
// written as a backslash and an n, so that each row is one line.
func (t *Terminal) cells(table *report.Table) (rows [][]string, right []int) {
	var shown []int
	var heads []string
	for i, c := range table.Columns {
		if c.PageOnly {
			continue
		}
		if c.Kind.AlignsRight() {
			right = append(right, len(shown))
		}
		name := t.clippedCell(c, cmp.Or(c.ShortName, c.Name))
		if c.Kind == report.StarredNumberColumn {
			name += " "
		}
		if !table.KeepHeaderCase {
			name = strings.ToUpper(name)
		}
		shown, heads = append(shown, i), append(heads, name)
	}
	if table.HasNames() {
		rows = append(rows, heads)
	}
	for _, row := range table.Rows {
		var cells []string
		for _, i := range shown[:min(len(shown), len(row.Cells))] {
			text := t.clippedCell(table.Columns[i], row.Cells[i].Text) + row.Cells[i].Suffix
			if table.Columns[i].Kind == report.StarredNumberColumn && !strings.HasSuffix(text, "*") {
				text += " " // as wide as a star
			}
			cells = append(cells, text)
		}
		rows = append(rows, cells)
	}
	for _, row := range rows {
		for i, cell := range row {
			row[i] = strings.ReplaceAll(cell, "\n", `\n`)
		}
		row[0] = blanks(table.Indent) + row[0]
	}
	return rows, right
}

// widthsOf returns the width of each column.
func widthsOf(rows [][]string) (widths []int) {
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], TextWidth(cell))
		}
	}
	return widths
}

// foldedBlocks splits a table that is too wide, and that allows it (SplitsIntoEvenBlocks), into as
// few blocks of columns as fit below each other. Blocks after the first leave out their empty rows.
func (t *Terminal) foldedBlocks(table *report.Table) (blocks []*report.Table) {
	room, figures := t.width, 0
	ahead := slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Kind.AlignsRight() })
	if !table.SplitsIntoEvenBlocks || ahead < 0 {
		return []*report.Table{table}
	}
	rows, _ := t.cells(table)
	widths := widthsOf(rows)
	for i := range widths {
		if i < ahead {
			room -= widths[i] + len(columnGap)
		} else {
			widths[i] += len(columnGap)
			figures += widths[i]
		}
	}
	room = max(1, room+len(columnGap)) // the last column has no gap behind it
	most := figures / ((figures + room - 1) / room)
	for from, to := ahead, ahead; from < len(widths); from = to {
		width := 0
		for to < len(widths) && (width == 0 || width+widths[to] <= room && width+widths[to]/2 <= most) {
			width += widths[to]
			to++
		}
		block := &report.Table{KeepHeaderCase: table.KeepHeaderCase, Indent: table.Indent, Columns: slices.Concat(table.Columns[:ahead], table.Columns[from:to])}
		var first report.Cell // of the rows of one thing, which only the first of them names
		for _, row := range table.Rows {
			if row.Cells[0].Text != "" {
				first = row.Cells[0]
			}
			if from > ahead && !slices.ContainsFunc(row.Cells[from:to], hasContent) {
				continue // the first block has it
			}
			cells := slices.Concat(row.Cells[:ahead], row.Cells[from:to])
			cells[0], first = first, report.Cell{}
			block.Rows = append(block.Rows, report.Row{Cells: cells})
		}
		if len(block.Rows) > 0 {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// hasContent reports whether a cell is neither empty nor a dash.
func hasContent(c report.Cell) bool { return c.Text != "" && c.Text != "-" }

// clippedCell cuts a text to the column's limit.
func (t *Terminal) clippedCell(c report.Column, text string) string {
	if c.MaxWidth > 0 {
		return t.Clip(text, c.MaxWidth)
	}
	return text
}

// appendLastCell appends the last cell to a line, wrapped to the width: aligned below its
// beginning, or from the left margin if there is little room.
func appendLastCell(line, cell string, width int, table *report.Table) string {
	under, left := TextWidth(line), table.Indent+2*len(columnGap)
	switch {
	case table.LastColumnMinWidth > 0 && width-under < table.LastColumnMinWidth:
		line, cell, under = blanks(table.Indent), line+cell, left
	case table.LastColumnMinWidth == 0 && width-under < 24:
		under = left
	}
	return strings.TrimRight(wrap(cell, line, strings.Repeat(" ", under), width), "\n")
}

// showSideBySide writes a table of three columns, a label and two texts. A text that is wider than
// half of the room wraps within its column.
func (t *Terminal) showSideBySide(table *report.Table) {
	rows, _ := t.cells(table)
	widths := widthsOf(rows)
	half := (t.width - widths[0] - 2*len(columnGap)) / 2
	widths[1], widths[2] = min(widths[1], half), half
	for n, row := range rows {
		var lines [3][]string
		for i, cell := range row {
			lines[i] = strings.Split(strings.TrimSuffix(wrap(cell, "", "", widths[i]), "\n"), "\n")
		}
		for k := range max(len(lines[1]), len(lines[2])) {
			line := ""
			for i := range lines {
				cell := ""
				if k < len(lines[i]) {
					cell = lines[i][k]
				}
				line += cell + blanks(widths[i]-TextWidth(cell)) + columnGap
			}
			if line = strings.TrimRight(line, " "); n == 0 {
				line = t.Paint(Bold, line)
			}
			t.Line("%s", line)
		}
	}
}

// Widths in columns of a terminal: numberWidth for a number such as "12.3*" with the gap before it,
// and limits for the names beside the numbers.
const (
	numberWidth        = 8
	minNameColumnWidth = 8
	maxNameColumnWidth = 20
)

// showInBlocks writes a wide table in blocks below each other, of as many columns as fit.
func (t *Terminal) showInBlocks(table *report.Table) {
	columns, name, numbered := t.fitColumns(table)
	for from := table.RepeatedColumnCount; from < len(table.Columns); from += columns {
		if from > table.RepeatedColumnCount {
			t.Line("")
		}
		t.ShowBlocks(tableBlock(table, from, min(from+columns, len(table.Columns)), name, numbered))
	}
	if !numbered || table.Legend == nil {
		return
	}
	t.Line("")
	for i, legend := range table.Legend {
		t.Line("%3d  %s", i+1, t.Clip(legend, t.width-5))
	}
}

// fitColumns returns the number of columns in a block, the maximum width of the names before them,
// and whether columns are headed by numbers in place of names.
func (t *Terminal) fitColumns(table *report.Table) (columns, name int, numbered bool) {
	figures := table.Columns[table.RepeatedColumnCount:]
	beside := 2 + 7 // ids, which are a column before the units' names, and distances
	if table.Columns[0].TerminalOnly {
		ids := 0
		for _, row := range table.Rows {
			ids = max(ids, TextWidth(row.Cells[0].Text))
		}
		beside += ids
	}
	longest := 0
	for _, column := range figures {
		for _, line := range splitHeading(column.Name) {
			longest = max(longest, TextWidth(line))
		}
	}
	name = t.width - beside - len(figures)*(2+max(longest, 6))
	switch {
	case table.NumberedHeaders:
		return max(1, (t.width-maxNameColumnWidth-numberWidth)/numberWidth), maxNameColumnWidth, true
	case name >= minNameColumnWidth:
		return len(figures), min(name, maxNameColumnWidth), false
	}
	columns = max(1, (t.width-beside-maxNameColumnWidth)/numberWidth)
	blocks := (len(figures) + columns - 1) / columns
	return (len(figures) + blocks - 1) / blocks, maxNameColumnWidth, true
}

// tableBlock returns a block of a wide table: the columns that all blocks repeat, then the columns
// in [from, to). name is the maximum width of a name. Headings are written as rows, two rows if a
// name has two words; if numbered, they are the numbers of the columns.
func tableBlock(table *report.Table, from, to, name int, numbered bool) *report.Table {
	part := &report.Table{Indent: table.Indent}
	var top, bottom []string
	two := false
	for i, column := range table.Columns[:to] {
		words := [2]string{"", strings.ToUpper(column.Name)}
		switch {
		case i < table.RepeatedColumnCount:
		case i < from:
			continue
		case numbered:
			words[1] = fmt.Sprint(i - table.RepeatedColumnCount + 1)
		default:
			words = splitHeading(column.Name)
			two = two || words[0] != ""
		}
		if column.Kind == report.NameColumn {
			column.MaxWidth = name
		}
		part.Columns = append(part.Columns, report.Column{Kind: column.Kind, MaxWidth: column.MaxWidth})
		top, bottom = append(top, words[0]), append(bottom, words[1])
	}
	if two {
		top[0], bottom[0] = bottom[0], ""
		part.Add(top...)
	}
	part.Add(bottom...)
	for _, row := range table.Rows {
		cells := append(row.Cells[:table.RepeatedColumnCount:table.RepeatedColumnCount], row.Cells[from:to]...)
		part.Rows = append(part.Rows, report.Row{Cells: cells})
	}
	return part
}

// splitHeading splits a name into two lines for a column's heading.
func splitHeading(name string) [2]string {
	middle, runes := -1, []rune(name)
	off := func(i int) int { return max(i-len(runes)/2, len(runes)/2-i) }
	for i, r := range runes {
		if r == ' ' && (middle < 0 || off(i) < off(middle)) {
			middle = i
		}
	}
	if middle < 0 {
		return [2]string{"", name}
	}
	return [2]string{string(runes[:middle]), string(runes[middle+1:])}
}
