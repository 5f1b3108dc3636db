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

// Text is a compact form for chats: each unit on one line of any length, with its equipment below
// in lines of 80 characters.
var Text = register(&Format{
	Name:    "text",
	Title:   "Text",
	About:   "plain text to paste into a chat",
	Endings: []string{".txt"},
	Media:   "text/plain; charset=utf-8",
	Rank:    60,
	write:   writeText,
})

// textColumns is the maximum length of lines below a unit's first line.
const textColumns = 80

func writeText(w io.Writer, d Document, o Options) error {
	s := d.Sheet
	if o.Short {
		_, err := io.WriteString(w, shortText(s))
		return err
	}
	t := textWriter{bufio.NewWriter(w)}
	name, facts := s.head()
	t.line("", name)
	t.line("", facts)
	for _, problem := range s.Problems {
		t.line("", "- "+problem)
	}
	if s.Notes != "" {
		t.line("", s.Notes)
	}
	for _, b := range s.Blocks {
		t.line("", "")
		t.block("", "", b)
	}
	for _, section := range s.spellNames() {
		t.line("", "")
		t.line("", section.Title+": "+section.Entries[0].Text)
	}
	if s.Key != "" {
		t.line("", "")
		t.line("", s.Key)
	}
	if s.Code != "" {
		t.line("", "")
		t.line("", "muster import "+s.Code)
	}
	return t.Flush()
}

type textWriter struct{ *bufio.Writer }

func (t textWriter) block(indent, lead string, b Block) {
	t.WriteString(indent + oneLine(lead+headline(b)) + "\n")
	indent += "  "
	for _, rows := range b.Tables {
		lead := ""
		if rows.Title != "" {
			lead = rows.Title + ": "
		}
		for _, part := range rows.parts() {
			t.line(indent, lead+strings.Join(inline(part), ", "))
		}
	}
	for _, note := range b.Notes {
		lines := strings.Split(note.Text, "\n")
		t.line(indent, note.Label+": "+lines[0])
		for _, line := range lines[1:] {
			t.line(indent+"  ", line)
		}
	}
	for _, joined := range b.Joined {
		t.block(indent, "+ ", joined)
	}
}

// oneLine returns a text with single spaces.
func oneLine(text string) string {
	return strings.ReplaceAll(strings.Join(slices.Collect(words(plain(text))), " "), table.NoBreak, " ")
}

// line writes a text, continued with a deeper indent if it is too long for a line.
func (t textWriter) line(indent, text string) {
	if strings.TrimSpace(text) == "" {
		indent = ""
	}
	line, used := indent, utf8.RuneCountInString(indent)
	first := true
	for word := range words(plain(text)) {
		n := utf8.RuneCountInString(word)
		switch {
		case first:
			first = false
		case used+1+n > textColumns:
			t.WriteString(line + "\n")
			line, used = indent+"    ", len(indent)+4
		default:
			line, used = line+" ", used+1
		}
		line, used = line+strings.ReplaceAll(word, table.NoBreak, " "), used+n
	}
	t.WriteString(line + "\n")
}

// headline returns a unit's profile in a line, with its rules last: "Old Guard (Line Squad) [10]
// Q4+ D4+ | 210 pts | …".
func headline(b Block) string {
	text := b.Name
	if len(b.Detail) > 0 {
		text += " (" + strings.Join(b.Detail, ", ") + ")"
	}
	if b.Models > 0 {
		text += " [" + itoa(b.Models) + "]"
	}
	for _, stat := range b.Stats {
		if stat.Inline != "" {
			text += " " + strings.ReplaceAll(stat.Inline, "%", stat.Value)
		}
	}
	if b.Points != 0 {
		text += " | " + b.Cost()
	}
	if len(b.Rules) > 0 {
		text += " | " + strings.Join(b.Rules, ", ")
	}
	return text
}

// inline returns a table's rows as text: `9× Rifle (24″, A1)`.
func inline(t Table) []string {
	rows := make([]string, len(t.Rows))
	for i, row := range t.Rows {
		var count, name string
		var values []string
		for j := range row {
			switch text := t.cell(i, j); {
			case text == "":
			case t.Columns[j].Kind == report.Count:
				count = text + table.NoBreak
			case name == "" && t.Columns[j].Kind == report.Words:
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
