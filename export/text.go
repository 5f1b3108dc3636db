package export

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"
)

// Text is the compact form that players paste into a chat: each unit on one
// line, however long, and beneath it what it has, in lines of 80 characters.
var Text = register(&Format{
	Name:    "text",
	Title:   "Text",
	About:   "plain text to paste into a chat",
	Endings: []string{".txt"},
	Media:   "text/plain; charset=utf-8",
	Rank:    60,
	write:   writeText,
})

// textColumns is the length that lines beneath a unit's are held to.
const textColumns = 80

func writeText(w io.Writer, d Document, _ Options) error {
	s := d.Sheet
	t := textWriter{bufio.NewWriter(w)}
	t.line("", s.Name+" - "+s.Cost())
	t.line("", strings.Join(append([]string{s.Game}, s.Books...), ", ")+" ("+s.Verdict()+")")
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
	t.WriteString(indent + strings.ReplaceAll(strings.Join(words(plain(lead+headline(b))), " "), noBreak, " ") + "\n")
	indent += "  "
	for _, table := range b.Tables {
		lead := ""
		if table.Title != "" {
			lead = table.Title + ": "
		}
		for _, part := range table.parts() {
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

// line writes a text, continued further in where it is too long for a line.
func (t textWriter) line(indent, text string) {
	if strings.TrimSpace(text) == "" {
		indent = ""
	}
	for _, line := range breakLines(plain(text), indent, indent+"    ", textColumns, utf8.RuneCountInString) {
		t.WriteString(line + "\n")
	}
}

// breakLines sets a text behind first, and what does not fit on a line of that
// width behind rest. wide measures a text.
func breakLines(text, first, rest string, width int, wide func(string) int) []string {
	var lines []string
	line, used, empty := first, wide(first), true
	for _, word := range words(text) {
		word = strings.ReplaceAll(word, noBreak, " ")
		n := wide(word)
		if used+n+1 > width && (!empty || used > wide(rest)) {
			lines = append(lines, line)
			line, used, empty = rest, wide(rest), true
		}
		if !empty {
			line += " "
			used++
		}
		line += word
		used += n
		empty = false
	}
	return append(lines, line)
}

// headline writes a unit's profile on a line, its rules last: "Old Guard
// (Line Squad) [10] Q4+ D4+ | 210 pts | …".
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
		text += " | " + b.cost()
	}
	if len(b.Rules) > 0 {
		text += " | " + strings.Join(b.Rules, ", ")
	}
	return text
}

// inline writes a table's rows as running text: `9× Rifle (24″, A1)`.
func inline(table Table) []string {
	rows := make([]string, len(table.Rows))
	for i, row := range table.Rows {
		var count, name string
		var values []string
		for j, cell := range row {
			column := table.Columns[j]
			switch {
			case cell == "" || column.Kind == Count && cell == "1":
			case column.Kind == Count:
				count = strings.ReplaceAll(column.Inline, "%", cell) + noBreak
			case name == "" && column.Kind == Words:
				name = cell
			case column.Inline != "":
				values = append(values, strings.ReplaceAll(column.Inline, "%", cell))
			default:
				values = append(values, cell)
			}
		}
		rows[i] = count + name
		if len(values) > 0 {
			rows[i] += " (" + strings.Join(values, ", ") + ")"
		}
	}
	return rows
}
