package export

import (
	"slices"
	"strings"

	"muster/builder/finding"
	"muster/convert"
	"muster/report"
)

// Doc returns the contents of the printed sheet as a report, with the units' ids for commands.
func (s Sheet) Doc() *report.Doc {
	d := &docWriter{}
	d.addLine(0, strongSpan(s.Name), plainSpan(prefixDot(s.Cost())+prefixDot(s.Verdict())))
	d.addLine(0, plainSpan(strings.Join(s.facts(), " · ")))
	for line := range strings.SplitSeq(strings.TrimSpace(s.Notes), "\n") {
		d.addLine(0, plainSpan(line))
	}
	for _, b := range s.Blocks {
		d.Add(report.EmptyLine{})
		d.addBlock(b)
	}
	if s.TableLegend != "" {
		d.Add(report.EmptyLine{})
		d.addLine(0, faintSpan(s.TableLegend))
	}
	for _, section := range s.Reference {
		d.Add(report.EmptyLine{})
		d.addLine(0, strongSpan(section.Title))
		d.indent += 2
		for _, e := range section.Entries {
			spans := []report.Span{strongSpan(e.Name)}
			if e.Text != "" {
				spans = append(spans, plainSpan(": "+e.Text))
			}
			d.addLine(2, spans...)
		}
		d.indent -= 2
	}
	return &d.Doc
}

// Doc returns the block as a report.
func (b Block) Doc() *report.Doc {
	d := &docWriter{}
	d.addBlock(b)
	return &d.Doc
}

// A docWriter adds blocks to a report.
type docWriter struct {
	report.Doc
	indent int // columns of indentation for the blocks added next
}

func plainSpan(text string) report.Span { return report.Span{Text: safeText(text)} }
func strongSpan(text string) report.Span {
	return report.Span{Text: safeText(text), Tone: report.StrongTone}
}

func faintSpan(text string) report.Span {
	return report.Span{Text: safeText(text), Tone: report.QuietTone}
}

// addLine adds a paragraph with a hanging indent, unless it is empty.
func (d *docWriter) addLine(hang int, spans ...report.Span) {
	if text := (report.Text{Spans: spans, Indent: d.indent, HangingIndent: hang}); text.Text() != "" {
		d.Add(text)
	}
}

// addBlock adds a unit, then the units that joined it, indented.
func (d *docWriter) addBlock(b Block) {
	head := []report.Span{strongSpan(b.Name)}
	if len(b.IDs) > 1 || len(b.IDs) == 1 && b.IDs[0] != b.Name {
		head = append(head, plainSpan(" · "+strings.Join(b.IDs, " + ")))
	}
	if b.Points != 0 {
		head = append(head, plainSpan(" · "+b.CostText()))
	}
	d.addLine(2, head...)
	d.indent += 2
	defer func() { d.indent -= 2 }()
	d.addLine(0, plainSpan(strings.Join(b.KindAndTraits, " · ")))
	var profile []report.Span
	if b.Models > 0 {
		profile = append(profile, plainSpan(finding.CountText(b.Models, b.ModelWord())))
	}
	for _, stat := range b.Stats {
		if profile != nil {
			profile = append(profile, plainSpan(" · "))
		}
		profile = append(profile, faintSpan(stat.Label), plainSpan(" "+stat.Value))
	}
	d.addLine(0, profile...)
	for _, t := range b.Tables {
		if table := inlineTable(t, d.indent); len(table.Columns) > 0 {
			d.Add(table)
		}
	}
	notes := report.Terms{Indent: d.indent}
	for _, note := range b.notes() {
		for i, line := range strings.Split(note.Text, "\n") {
			if i == 0 {
				notes.Add(safeText(note.Label), safeText(line))
			} else if line != "" {
				notes.Add("", safeText(line))
			}
		}
	}
	d.Add(notes)
	for _, track := range b.Tracks {
		if text := trackText(track); text != "" {
			d.addLine(0, faintSpan(track.Label+": "), plainSpan(text))
		}
	}
	for _, joined := range b.JoinedUnits {
		d.addLine(0, faintSpan("joined by"))
		d.addBlock(joined)
	}
}

// inlineTable returns a table with its cells as in running text, without headings and empty
// columns.
func inlineTable(t *report.Table, indent int) *report.Table {
	all := &report.Table{
		Indent: indent, LastColumnMinWidth: 12, KeepHeaderCase: true,
		Rows: make([]report.Row, len(t.Rows)),
	}
	for j, column := range t.Columns {
		texts := convert.All(t.Rows, func(row report.Row) string { return safeText(column.InlineText(row.Cells[j].Text)) })
		if !slices.ContainsFunc(texts, func(text string) bool { return text != "" }) {
			continue
		}
		head := report.Column{Kind: column.Kind}
		if t.Title != "" { // cells say nothing without the names of their columns
			head.Name = safeText(column.Name)
		}
		all.Columns = append(all.Columns, head)
		for i, text := range texts {
			all.Rows[i].Cells = append(all.Rows[i].Cells, report.Cell{Text: text})
		}
	}
	return all
}
