package odds

import (
	"slices"
	"strings"

	"muster/convert"
	"muster/report"
)

const (
	widestName = 20 // columns of a terminal for a unit's name
	mostBars   = 12 // bars of a chart
)

// Doc returns the answer as a report.
func (a *Answer) Doc() *report.Doc {
	doc := &report.Doc{}
	for i := range a.Sections {
		if i > 0 {
			doc.Add(report.Space{})
		}
		a.addSection(doc, &a.Sections[i])
	}
	return doc
}

// addSection adds a section to a report.
func (a *Answer) addSection(doc *report.Doc, s *Section) {
	if s.Title != "" {
		rest := strings.Join(append([]string{""}, s.Facts...), " · ")
		doc.Add(report.Text{Spans: []report.Span{{Text: s.Title, Tone: report.Strong}, {Text: rest}}, Hang: 2})
	}
	if s.Profile != "" {
		doc.Add(report.Line(s.Profile))
	}
	if s.About != "" {
		doc.Add(report.Text{Spans: []report.Span{{Text: s.About}}})
	}
	grids := slices.IndexFunc(s.Tables, func(t Table) bool { return t.Targets })
	for i := range s.Tables {
		t := &s.Tables[i]
		switch {
		case len(t.Rows) > 0 || t.Targets:
			drawn := t.Report()
			if drawn.Numbered = a.ByNumber; grids >= 0 && i == len(s.Tables)-1 {
				for _, target := range a.Targets {
					drawn.Legend = append(drawn.Legend, target.Legend)
				}
			}
			doc.Add(report.Space{}, drawn)
		case t.Empty != "":
			doc.Add(report.Space{}, report.Line(t.Empty))
		}
		if t.Below != "" {
			doc.Add(report.Line(t.Below))
		}
	}
	if s.Key != "" {
		doc.Add(report.Space{}, report.Text{Spans: []report.Span{{Text: s.Key}}})
	}
	for _, spread := range s.Spreads {
		doc.Add(report.Space{}, report.Line(spread.Title), spread.bars())
		if spread.Fight != nil {
			doc.Add(report.Space{}, spread.Fight.Report())
		}
	}
	for i, aside := range s.Asides {
		if i == 0 || aside.Unit == "" || aside.Unit != s.Asides[i-1].Unit { // what is about one unit stands together
			doc.Add(report.Space{})
		}
		doc.Add(report.Say(aside.Text))
	}
}

// bars returns the distribution as a chart, in which the likeliest number has the longest bar.
func (s *Spread) bars() report.Bars {
	all, most := report.Bars{Title: s.Title}, 0.0
	chances := Bars(s.Spread, mostBars)
	for _, b := range chances {
		most = max(most, b.Chance)
	}
	for _, b := range chances {
		all.Bars = append(all.Bars, report.Bar{Label: b.Label, Value: Chance.Write(b.Chance), Share: b.Chance / most})
	}
	return all
}

// TargetDocs returns the effects of a section's units on each target: bars of the share destroyed in
// each way, and all the figures. before stands before the targets' names.
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
				if row.Target != i {
					continue
				}
				if part.Rows = append(part.Rows, t.Rows[k]); row.Bar {
					bars.Bars = append(bars.Bars,
						report.Bar{Label: row.Way, Value: row.Effects[0].Text(), Share: row.Effects[0].Share})
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
			about = report.Capital(about) + ". "
		}
		if bars.Bars != nil {
			about += s.BarKey
			figures = append([]report.Block{bars}, figures...)
		}
		if about = strings.TrimSpace(about); about != "" {
			doc.Add(report.Text{Spans: []report.Span{{Text: about, Tone: report.Quiet}}})
		}
		doc.Add(figures...)
		docs = append(docs, doc)
	}
	return docs
}

// Report returns the table with its numbers written: a row for each row or, if it is Transposed, a
// row for each column.
func (t *Table) Report() *report.Table {
	if t.Transposed {
		return t.transposed()
	}
	drawn := &report.Table{Folds: !t.Targets}
	for i, c := range t.Columns {
		column := report.Column{Name: c.Name, Kind: reportKinds[c.Kind]}
		switch {
		case c.Kind == Name:
			column.Max = widestName
		case t.Targets && i == 0 && c.Kind == Words:
			column.TerminalOnly = true // ids
		}
		switch {
		case c.Kind != Worth:
		case !t.Targets:
			column.Name, column.Short = c.Name+" points", c.Name
		case drawn.Ahead == 0:
			drawn.Ahead = i
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

// reportKinds are the kinds of columns in reports.
var reportKinds = [...]report.Kind{
	Name: report.Name, Range: report.Number, Mean: report.Number, Chance: report.Number,
	Worth: report.Starred,
}

// report returns the cell of a column of kind k for a report.
func (c *Cell) report(k Kind) report.Cell {
	if c.Figures == nil {
		return report.Cell{Text: c.Text, More: c.More}
	}
	cell := report.Cell{Text: c.Write(k)}
	if k == Worth {
		cell.Level = levelOf(c.Figures[0])
		cell.Sign = levels[cell.Level-1].sign
	}
	return cell
}

// transposed returns the table with a row for each column.
func (t *Table) transposed() *report.Table {
	drawn := &report.Table{Columns: []report.Column{{Name: t.Columns[0].Name}}}
	for i := range t.Rows {
		drawn.Columns = append(drawn.Columns,
			report.Column{Name: t.Rows[i].Cells[0].Write(t.Columns[0].Kind), Kind: report.Number, Max: widestName})
	}
	for i, c := range t.Columns[1:] {
		cells := []string{c.Name}
		for j := range t.Rows {
			cells = append(cells, t.Rows[j].Cells[i+1].Write(c.Kind))
		}
		drawn.Add(cells...)
	}
	return drawn
}

// levels are steps, from poor to good, of the points destroyed for every 100 points spent, each
// with a sign for readers who cannot see its shade.
var levels = [...]struct {
	from       float64 // lowest value of the step
	sign, says string
}{{0, "▁", "under 10"}, {10, "▂", "10"}, {20, "▄", "20"}, {35, "▆", "35"}, {50, "█", "50 and more"}}

// levelOf returns the step of a value, from 1.
func levelOf(worth float64) int {
	at := 1
	for i := range levels {
		if worth >= levels[i].from {
			at = i + 1
		}
	}
	return at
}

// LevelsKey explains the shades and signs.
func LevelsKey() string {
	parts := make([]string, len(levels))
	for i := range levels {
		parts[i] = levels[i].sign + " " + levels[i].says
	}
	return "From poor to good: " + strings.Join(parts, ", ") + "."
}
