package odds

import (
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
	for i := range s.Tables {
		t := &s.Tables[i]
		switch {
		case t.HasTargetColumns() && i == len(s.Tables)-1:
			last := t.Table
			last.Legend = convert.All(a.Targets, func(target Target) string { return target.IdentityLine })
			doc.Add(report.EmptyLine{}, &last)
		case len(t.Rows) > 0 || t.HasTargetColumns():
			doc.Add(report.EmptyLine{}, &t.Table)
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
			doc.Add(report.EmptyLine{}, spread.Outcomes)
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
	for i, target := range a.Targets {
		doc := &report.Doc{Title: before + target.Name, Anchor: "target-" + target.ID}
		bars, about := report.Bars{Title: doc.Title}, target.Profile
		var figures []report.Block
		for _, t := range s.Tables {
			part := t.Table
			part.Rows, part.Title = nil, doc.Title+" in figures: "+t.Columns[0].Name
			for k, row := range t.Attacks {
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
