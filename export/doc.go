package export

import (
	"strings"

	"muster/builder/finding"
	"muster/report"
)

// Doc returns the sheet as a report: the printed sheet's contents, with the units' ids for
// commands.
func (s Sheet) Doc() *report.Doc {
	d := &docWriter{}
	d.line(0, strong(s.Name), said(withBlank(s.Cost())+withBlank(s.Verdict())))
	d.line(0, said(strings.Join(s.facts(), " · ")))
	for line := range strings.SplitSeq(strings.TrimSpace(s.Notes), "\n") {
		d.line(0, said(line))
	}
	for _, b := range s.Blocks {
		d.Add(report.Space{})
		d.block(b)
	}
	if s.Key != "" {
		d.Add(report.Space{})
		d.line(0, faint(s.Key))
	}
	for _, section := range s.Reference {
		d.Add(report.Space{})
		d.line(0, strong(section.Title))
		d.indent += 2
		for _, e := range section.Entries {
			spans := []report.Span{strong(e.Name)}
			if e.Text != "" {
				spans = append(spans, said(": "+e.Text))
			}
			d.line(2, spans...)
		}
		d.indent -= 2
	}
	return &d.Doc
}

// Doc returns the block as a report.
func (b Block) Doc() *report.Doc {
	d := &docWriter{}
	d.block(b)
	return &d.Doc
}

// A docWriter adds blocks to a report.
type docWriter struct {
	report.Doc
	indent int // for what is added next
}

func said(text string) report.Span   { return report.Span{Text: plain(text)} }
func strong(text string) report.Span { return report.Span{Text: plain(text), Tone: report.Strong} }
func faint(text string) report.Span  { return report.Span{Text: plain(text), Tone: report.Quiet} }

// line adds a text with a hanging indent, unless it is empty.
func (d *docWriter) line(hang int, spans ...report.Span) {
	if text := (report.Text{Spans: spans, Indent: d.indent, Hang: hang}); text.Text() != "" {
		d.Add(text)
	}
}

// block adds a unit, then the units that joined it, indented.
func (d *docWriter) block(b Block) {
	head := []report.Span{strong(b.Name)}
	if len(b.IDs) > 1 || len(b.IDs) == 1 && b.IDs[0] != b.Name {
		head = append(head, said(" · "+strings.Join(b.IDs, " + ")))
	}
	if b.Points != 0 {
		head = append(head, said(" · "+b.Cost()))
	}
	d.line(2, head...)
	d.indent += 2
	defer func() { d.indent -= 2 }()
	d.line(0, said(strings.Join(b.Detail, " · ")))
	var profile []report.Span
	if b.Models > 0 {
		profile = append(profile, said(finding.Count(b.Models, b.Called())))
	}
	for _, stat := range b.Stats {
		if profile != nil {
			profile = append(profile, said(" · "))
		}
		profile = append(profile, faint(stat.Label), said(" "+stat.Value))
	}
	d.line(0, profile...)
	for _, t := range b.Tables {
		if table := t.report(d.indent); len(table.Columns) > 0 {
			d.Add(table)
		}
	}
	notes := report.Terms{Indent: d.indent}
	for _, note := range b.notes() {
		for i, line := range strings.Split(note.Text, "\n") {
			if i == 0 {
				notes.Add(plain(note.Label), plain(line))
			} else if line != "" {
				notes.Add("", plain(line))
			}
		}
	}
	d.Add(notes)
	for _, track := range b.Tracks {
		if text := inlineTrack(track); text != "" {
			d.line(0, faint(track.Label+": "), said(text))
		}
	}
	for _, joined := range b.Joined {
		d.line(0, faint("joined by"))
		d.block(joined)
	}
}

// report returns the table for a report, without empty columns.
func (t Table) report(indent int) *report.Table {
	all := &report.Table{Indent: indent, Wrap: 12, Names: true, Rows: make([]report.Row, len(t.Rows))}
	for j, column := range t.Columns {
		texts, empty := make([]string, len(t.Rows)), true
		for i := range t.Rows {
			texts[i] = plain(t.cell(i, j))
			empty = empty && texts[i] == ""
		}
		if empty {
			continue
		}
		head := report.Column{Kind: column.Kind}
		if t.Title != "" { // cells say nothing without the names of their columns
			head.Name = plain(column.Name)
		}
		all.Columns = append(all.Columns, head)
		for i, text := range texts {
			all.Rows[i].Cells = append(all.Rows[i].Cells, report.Cell{Text: text})
		}
	}
	return all
}

// cell returns a cell for running text; "" if it is empty.
func (t Table) cell(row, column int) string {
	text, c := t.Rows[row][column], t.Columns[column]
	switch {
	case text == "" || c.Kind == report.Count && text == "1":
		return ""
	case c.Inline != "":
		return strings.ReplaceAll(c.Inline, "%", text)
	}
	return text
}
