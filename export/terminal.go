package export

import (
	"bufio"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"muster/builder/finding"
)

// Terminal is the sheet for people at a terminal: what the printed sheet says,
// in aligned columns, with the ids by which commands know the units.
type Terminal struct {
	// Width is how many columns the terminal has; 0 is 80. A word that is
	// longer than a line goes over it.
	Width  int
	Colour bool // names stand out, labels step back
}

// Write prints the document's sheet.
func (f Terminal) Write(w io.Writer, d Document, _ Options) error {
	t := f.on(w)
	s := d.Sheet
	t.line("", "", strong.of(s.Name)+shown(" · "+s.Cost()+" · "+s.Verdict()))
	t.line("", "", shown(strings.Join(s.facts(), " · ")))
	for _, line := range strings.Split(strings.TrimSpace(s.Notes), "\n") {
		t.line("", "", shown(line))
	}
	for _, b := range s.Blocks {
		t.WriteByte('\n')
		t.block("", b)
	}
	for _, text := range []string{s.Legend, s.Key} {
		if text != "" {
			t.WriteByte('\n')
			t.line("", "", faint.of(text))
		}
	}
	for _, section := range s.Reference {
		t.WriteByte('\n')
		t.line("", "", strong.of(section.Title))
		for _, e := range section.Entries {
			text := strong.of(e.Name)
			if e.Text != "" {
				text += shown(": " + e.Text)
			}
			t.line("  ", "    ", text)
		}
	}
	return t.Flush()
}

// WriteUnit writes one unit of a sheet, with who joined it.
func (f Terminal) WriteUnit(w io.Writer, b Block) error {
	t := f.on(w)
	t.block("", b)
	return t.Flush()
}

func (f Terminal) on(w io.Writer) *terminal {
	if f.Width == 0 {
		f.Width = 80
	}
	return &terminal{Writer: bufio.NewWriter(w), Terminal: f}
}

// A terminal writes lines that fit.
type terminal struct {
	*bufio.Writer
	Terminal
}

// block writes a unit, and who joined it further in.
func (t *terminal) block(indent string, b Block) {
	head := strong.of(b.Name)
	if len(b.IDs) > 1 || len(b.IDs) == 1 && b.IDs[0] != b.Name {
		head += shown(" · " + strings.Join(b.IDs, " + "))
	}
	if b.Points != 0 {
		head += shown(" · " + b.cost())
	}
	t.line(indent, indent+"  ", head)
	indent += "  "
	if len(b.Detail) > 0 {
		t.line(indent, indent, shown(strings.Join(b.Detail, " · ")))
	}
	var profile []string
	if b.Models > 0 {
		profile = append(profile, finding.Count(b.Models, b.member()))
	}
	for _, stat := range b.Stats {
		profile = append(profile, faint.of(stat.Label)+" "+shown(stat.Value))
	}
	t.line(indent, indent, strings.Join(profile, " · "))
	for _, table := range b.Tables {
		t.table(indent, table)
	}
	label := 0
	for _, note := range b.notes() {
		label = max(label, columns(shown(note.Label)))
	}
	label = min(label, t.Width/4) + 2
	for _, note := range b.notes() {
		first := faint.of(note.Label)
		first += strings.Repeat(" ", max(1, label-columns(first)))
		for _, line := range strings.Split(note.Text, "\n") {
			t.line(indent+first, indent+strings.Repeat(" ", label), shown(line))
			first = strings.Repeat(" ", label)
		}
	}
	for _, track := range b.Tracks {
		if text := track.inline(); text != "" {
			t.line(indent, indent, faint.of(track.Label+": ")+shown(text))
		}
	}
	for _, joined := range b.Joined {
		t.line(indent, indent, faint.of("joined by"))
		t.block(indent, joined)
	}
}

// table writes rows in columns that are as wide as they need, the last column
// of words in what is left, and over several lines where that is too little.
func (t *terminal) table(indent string, table Table) {
	const least = 12 // columns for the last words
	widths := make([]int, len(table.Columns))
	cells := make([][]string, len(table.Rows))
	for i, row := range table.Rows {
		cells[i] = make([]string, len(row))
		for j, cell := range row {
			column := table.Columns[j]
			switch {
			case cell == "" || column.Kind == Count && cell == "1":
				continue
			case column.Kind != Words && column.Inline != "":
				cell = strings.ReplaceAll(column.Inline, "%", cell)
			}
			cells[i][j] = shown(cell)
			widths[j] = max(widths[j], columns(cells[i][j]))
		}
	}
	last := len(widths) - 1
	if table.Title != "" { // cells say nothing without the names of their columns
		names := make([]string, len(widths))
		for j, column := range table.Columns {
			names[j] = faint.of(column.Name)
			widths[j] = max(widths[j], columns(names[j]))
		}
		cells = append([][]string{names}, cells...)
	}
	for _, row := range cells {
		line := ""
		used := columns(indent)
		for j, cell := range row[:last] {
			if widths[j] == 0 {
				continue
			}
			blanks := strings.Repeat(" ", widths[j]-columns(cell))
			if table.Columns[j].Kind == Words {
				line += cell + blanks + "  "
			} else {
				line += blanks + cell + "  "
			}
			used += widths[j] + 2
		}
		switch {
		case used > t.Width-least && (row[last] != "" || used > t.Width+2):
			t.line(indent, indent+"    ", line+row[last]) // too narrow for columns
		default:
			t.line(indent+line, strings.Repeat(" ", used), row[last])
		}
	}
}

// line writes a text behind first, and what does not fit on the line behind
// rest.
func (t *terminal) line(first, rest, text string) {
	if text == "" && strings.TrimSpace(first) == "" {
		return
	}
	for _, line := range breakLines(text, first, rest, t.Width, columns) {
		t.put(line)
	}
}

func (t *terminal) put(line string) {
	line = strings.TrimRight(line, " ")
	if t.Colour {
		line = painted.Replace(line)
	} else {
		line = bare.Replace(line)
	}
	t.WriteString(line + "\n")
}

// A style is how a text is painted, and the sign at which that begins. Signs
// are private characters, which shown leaves in no text: so a line is measured
// and broken as if it were not painted.
type style rune

const (
	strong style = '\ue000'
	faint  style = '\ue001'
	ends   style = '\ue002' // what was begun
)

// of paints the words of a text, each by itself.
func (s style) of(text string) string {
	all := strings.Split(shown(text), " ")
	for i, word := range all {
		if word != "" {
			all[i] = string(s) + word + string(ends)
		}
	}
	return strings.Join(all, " ")
}

// shown is a text as it may stand on a terminal.
func shown(text string) string { return unsigned.Replace(plain(text)) }

var (
	unsigned = strings.NewReplacer(string(strong), "\ufffd", string(faint), "\ufffd", string(ends), "\ufffd")
	bare     = strings.NewReplacer(string(strong), "", string(faint), "", string(ends), "")
	painted  = strings.NewReplacer(string(strong), "\x1b[1m", string(faint), "\x1b[2m", string(ends), "\x1b[0m")
)

// columns is how many columns of a terminal a text takes.
func columns(text string) int { return ansi.StringWidth(bare.Replace(text)) }
