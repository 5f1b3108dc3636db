package odds

import (
	"slices"
	"strings"

	"muster/convert"
	"muster/report"
)

const (
	maxNameWidth = 20 // width of a unit's name, in columns of a terminal
	maxBars      = 12 // maximum number of bars of a chart
)

// Doc returns the answer as a report.
func (a *Answer) Doc() *report.Doc {
	doc := &report.Doc{}
	for i := range a.Sections {
		if i > 0 {
			doc.Add(report.EmptyLine{})
		}
		a.addSection(doc, &a.Sections[i])
	}
	return doc
}

// addSection adds a section to a report.
func (a *Answer) addSection(doc *report.Doc, s *Section) {
	if s.Title != "" {
		rest := strings.Join(append([]string{""}, s.Facts...), " · ")
		doc.Add(report.Text{Spans: []report.Span{{Text: s.Title, Tone: report.StrongTone}, {Text: rest}}, HangingIndent: 2})
	}
	if s.Profile != "" {
		doc.Add(report.SingleLine(s.Profile))
	}
	if s.ReadingHint != "" {
		doc.Add(report.Text{Spans: []report.Span{{Text: s.ReadingHint}}})
	}
	grids := slices.IndexFunc(s.Tables, func(t Table) bool { return t.HasTargetColumns })
	for i := range s.Tables {
		t := &s.Tables[i]
		switch {
		case len(t.Rows) > 0 || t.HasTargetColumns:
			drawn := t.Report()
			if drawn.NumberedHeaders = a.TargetsNumbered; grids >= 0 && i == len(s.Tables)-1 {
				for _, target := range a.Targets {
					drawn.Legend = append(drawn.Legend, target.IdentityLine)
				}
			}
			doc.Add(report.EmptyLine{}, drawn)
		case t.EmptyText != "":
			doc.Add(report.EmptyLine{}, report.SingleLine(t.EmptyText))
		}
		if t.Footer != "" {
			doc.Add(report.SingleLine(t.Footer))
		}
	}
	if s.SignsLegend != "" {
		doc.Add(report.EmptyLine{}, report.Text{Spans: []report.Span{{Text: s.SignsLegend}}})
	}
	for _, spread := range s.Spreads {
		doc.Add(report.EmptyLine{}, report.SingleLine(spread.Title), spread.barChart())
		if spread.Outcomes != nil {
			doc.Add(report.EmptyLine{}, spread.Outcomes.Report())
		}
	}
	for i, aside := range s.Remarks {
		if i == 0 || aside.UnitID == "" || aside.UnitID != s.Remarks[i-1].UnitID { // what is about one unit stands together
			doc.Add(report.EmptyLine{})
		}
		doc.Add(report.Paragraph(aside.Text))
	}
}

// barChart returns the distribution as a chart. The likeliest number has the longest bar.
func (s *Spread) barChart() report.Bars {
	all, most := report.Bars{Title: s.Title}, 0.0
	chances := Bars(s.Spread, maxBars)
	for _, b := range chances {
		most = max(most, b.Chance)
	}
	for _, b := range chances {
		all.Bars = append(all.Bars, report.Bar{Label: b.Label, Value: ChanceCell.NumberText(b.Chance), Share: b.Chance / most})
	}
	return all
}

// TargetDocs returns the effects of a section's units on each target: bars of the share destroyed
// by each action, and all numbers. before is put before the targets' names.
func (a *Answer) TargetDocs(s *Section, before string) (docs []*report.Doc) {
	tables := convert.All(s.Tables, func(t Table) *report.Table { return t.Report() })
	for i, target := range a.Targets {
		doc := &report.Doc{Title: before + target.Name, Anchor: "target-" + target.ID}
		bars, about := report.Bars{Title: doc.Title}, target.Profile
		var figures []report.Block
		for j, t := range tables {
			part := *t
			part.Rows, part.Title = nil, doc.Title+" in figures: "+t.Columns[0].Name
			for k, row := range s.Tables[j].Rows {
				if row.TargetIndex != i {
					continue
				}
				if part.Rows = append(part.Rows, t.Rows[k]); row.DrawBar {
					bars.Bars = append(bars.Bars,
						report.Bar{Label: row.Action, Value: row.Effects[0].Text(), Share: row.Effects[0].LostShare})
				}
			}
			if part.Rows != nil {
				figures = append(figures, &part)
			}
		}
		if figures == nil {
			continue
		}
		if about != "" {
			about = report.Capitalize(about) + ". "
		}
		if bars.Bars != nil {
			about += s.BarsLegend
			figures = append([]report.Block{bars}, figures...)
		}
		if about = strings.TrimSpace(about); about != "" {
			doc.Add(report.Text{Spans: []report.Span{{Text: about, Tone: report.QuietTone}}})
		}
		doc.Add(figures...)
		docs = append(docs, doc)
	}
	return docs
}

// Report returns the table with its numbers as text. It has a row for each row or, if the table is
// Transposed, a row for each column.
func (t *Table) Report() *report.Table {
	if t.Transposed {
		return t.transposedReport()
	}
	drawn := &report.Table{SplitsIntoEvenBlocks: !t.HasTargetColumns}
	for i, c := range t.Columns {
		column := report.Column{Name: c.Name, Kind: reportColumnKinds[c.Kind]}
		switch {
		case c.Kind == NameCell:
			column.MaxWidth = maxNameWidth
		case t.HasTargetColumns && i == 0 && c.Kind == WordsCell:
			column.TerminalOnly, drawn.Title = true, c.Name // ids
		}
		switch {
		case c.Kind != WorthCell:
		case !t.HasTargetColumns:
			column.Name, column.ShortName = c.Name+" points", c.Name
		case drawn.RepeatedColumnCount == 0:
			drawn.RepeatedColumnCount = i
		}
		drawn.Columns = append(drawn.Columns, column)
	}
	for _, row := range t.Rows {
		var cells []report.Cell
		for i := range row.Cells {
			cells = append(cells, row.Cells[i].report(t.Columns[i].Kind))
		}
		drawn.Rows = append(drawn.Rows, report.Row{Cells: cells})
	}
	return drawn
}

// reportColumnKinds maps kinds of columns to the kinds in reports.
var reportColumnKinds = [...]report.ColumnKind{
	NameCell: report.NameColumn, DistanceCell: report.NumberColumn, MeanCell: report.NumberColumn,
	ChanceCell: report.NumberColumn,
	WorthCell:  report.StarredNumberColumn,
}

// report returns the cell as a cell of a report, for a column of kind k.
func (c *Cell) report(k CellKind) report.Cell {
	if c.Numbers == nil {
		return report.Cell{Text: c.Text, Suffix: c.Suffix}
	}
	cell := report.Cell{Text: c.TextFor(k)}
	if k == WorthCell {
		cell.Rating = worthLevelOf(c.Numbers[0])
		cell.RatingSign = worthLevels[cell.Rating-1].sign
	}
	return cell
}

// transposedReport returns a report's table with a row for each column.
func (t *Table) transposedReport() *report.Table {
	drawn := &report.Table{Columns: []report.Column{{Name: t.Columns[0].Name}}}
	for i := range t.Rows {
		drawn.Columns = append(drawn.Columns,
			report.Column{
				Name: t.Rows[i].Cells[0].TextFor(t.Columns[0].Kind), Kind: report.NumberColumn,
				MaxWidth: maxNameWidth,
			})
	}
	for i, c := range t.Columns[1:] {
		cells := []string{c.Name}
		for j := range t.Rows {
			cells = append(cells, t.Rows[j].Cells[i+1].TextFor(c.Kind))
		}
		drawn.Add(cells...)
	}
	return drawn
}

// worthLevels divides the points destroyed for every 100 points spent into steps, from poor to
// good. Pages shade each step; its sign is for readers who cannot see the shade.
var worthLevels = [...]struct {
	from       float64 // lowest value of the step
	sign, says string
}{{0, "▁", "under 10"}, {10, "▂", "10"}, {20, "▄", "20"}, {35, "▆", "35"}, {50, "█", "50 and more"}}

// worthLevelOf returns the number of the step of a value, from 1.
func worthLevelOf(worth float64) int {
	at := 1
	for i := range worthLevels {
		if worth >= worthLevels[i].from {
			at = i + 1
		}
	}
	return at
}

// WorthLegend explains the shades and signs of the steps in worthLevels.
func WorthLegend() string {
	parts := make([]string, len(worthLevels))
	for i := range worthLevels {
		parts[i] = worthLevels[i].sign + " " + worthLevels[i].says
	}
	return "From poor to good: " + strings.Join(parts, ", ") + "."
}
