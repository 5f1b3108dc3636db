package export

import (
	"bufio"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"muster/builder/table"
	"muster/report"
)

// Text is a compact form for chats: each unit on one line of any length, its equipment below in
// lines of 80 characters.
var Text = register(&Format{
	Name:       "text",
	Title:      "Text",
	About:      "plain text to paste into a chat",
	Extensions: []string{".txt"},
	MediaType:  "text/plain; charset=utf-8",
	Rank:       60,
	write:      writeText,
})

// maxTextLineLength is the maximum length of lines below a unit's first line, in characters.
const maxTextLineLength = 80

func writeText(w io.Writer, d Document, o Options) error {
	s := d.Sheet
	if o.ShortText {
		_, err := io.WriteString(w, shortText(s))
		return err
	}
	t := textWriter{bufio.NewWriter(w)}
	name, facts := s.nameAndFacts()
	t.writeLine("", name)
	t.writeLine("", facts)
	for _, problem := range s.Problems {
		t.writeLine("", "- "+problem)
	}
	if s.Notes != "" {
		t.writeLine("", s.Notes)
	}
	for _, b := range s.Blocks {
		t.writeLine("", "")
		t.writeBlock("", "", b)
	}
	for _, section := range s.spellNameSections() {
		t.writeLine("", "")
		t.writeLine("", section.Title+": "+section.Entries[0].Text)
	}
	if s.TableLegend != "" {
		t.writeLine("", "")
		t.writeLine("", s.TableLegend)
	}
	if s.Code != "" {
		t.writeLine("", "")
		t.writeLine("", "muster import "+s.Code)
	}
	return t.Flush()
}

type textWriter struct{ *bufio.Writer }

func (t textWriter) writeBlock(indent, lead string, b Block) {
	t.WriteString(indent + oneLine(lead+headline(b)) + "\n")
	indent += "  "
	for _, rows := range b.Tables {
		lead := ""
		if rows.Title != "" {
			lead = rows.Title + ": "
		}
		for _, part := range splitIntoParts(rows) {
			t.writeLine(indent, lead+strings.Join(rowTexts(part), ", "))
		}
	}
	for _, note := range b.Notes {
		lines := strings.Split(note.Text, "\n")
		t.writeLine(indent, note.Label+": "+lines[0])
		for _, line := range lines[1:] {
			t.writeLine(indent+"  ", line)
		}
	}
	for _, joined := range b.JoinedUnits {
		t.writeBlock(indent, "+ ", joined)
	}
}

// oneLine returns a text in one line with single spaces.
func oneLine(text string) string {
	return strings.ReplaceAll(strings.Join(slices.Collect(words(safeText(text))), " "), table.NoBreak, " ")
}

// writeLine writes a text, continued on lines with a deeper indent if it is too long.
func (t textWriter) writeLine(indent, text string) {
	if strings.TrimSpace(text) == "" {
		indent = ""
	}
	line, used := indent, utf8.RuneCountInString(indent)
	first := true
	for word := range words(safeText(text)) {
		n := utf8.RuneCountInString(word)
		switch {
		case first:
			first = false
		case used+1+n > maxTextLineLength:
			t.WriteString(line + "\n")
			line, used = indent+"    ", len(indent)+4
		default:
			line, used = line+" ", used+1
		}
		line, used = line+strings.ReplaceAll(word, table.NoBreak, " "), used+n
	}
	t.WriteString(line + "\n")
}

// headline returns a unit's profile in one line, with its rules last: "Old Guard (Line Squad) [10]
// Q4+ D4+ | 210 pts | …".
func headline(b Block) string {
	text := b.Name
	if len(b.KindAndTraits) > 0 {
		text += " (" + strings.Join(b.KindAndTraits, ", ") + ")"
	}
	if b.Models > 0 {
		text += " [" + itoa(b.Models) + "]"
	}
	for _, stat := range b.Stats {
		if stat.InlineFormat != "" {
			text += " " + strings.ReplaceAll(stat.InlineFormat, "%", stat.Value)
		}
	}
	if b.Points != 0 {
		text += " | " + b.CostText()
	}
	if len(b.Rules) > 0 {
		text += " | " + strings.Join(b.Rules, ", ")
	}
	return text
}

// rowTexts returns a text for each row of a table: `9× Rifle (24″, A1)`.
func rowTexts(t *report.Table) []string {
	rows := make([]string, len(t.Rows))
	for i, row := range t.Rows {
		var count, name string
		var values []string
		for j, cell := range row.Cells {
			switch text := t.Columns[j].InlineText(cell.Text); {
			case text == "":
			case t.Columns[j].Kind == report.CountColumn:
				count = text + table.NoBreak
			case name == "" && t.Columns[j].Kind == report.TextColumn:
				name = text
			default:
				values = append(values, text)
			}
		}
		rows[i] = count + name
		if len(values) > 0 {
			rows[i] += " (" + strings.Join(values, ", ") + ")"
		}
	}
	return rows
}
