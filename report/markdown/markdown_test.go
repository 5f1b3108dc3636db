package markdown_test

import (
	"testing"

	"muster/report"
	"muster/report/markdown"
)

// Every kind of block is written, with the columns that pages show; what only a terminal needs is
// left out.
func TestSection(t *testing.T) {
	table := &report.Table{Title: "Odds", Columns: []report.Column{
		{Name: "ID", TerminalOnly: true},
		{Name: "Unit", Kind: report.NameColumn},
		{Name: "Worth", Kind: report.StarredNumberColumn},
	}}
	row := table.Add("squad", "The *Old* | Guard", "22")
	row.Cells[2].Suffix, row.Heading = "*", "Troops"
	row.BlocksBelow = []report.Block{report.SingleLine("# of two halves")}
	options := report.NewTable(1)
	options.Add(`Heavy Rifle (24")`, "+5", "")
	terms := report.Terms{}
	terms.Add("1.5", "figures")
	terms.Add("", "no label")
	doc := &report.Doc{Title: "Line Squad", Facts: []string{"210 points"}, Blocks: []report.Block{
		report.Text{Spans: []report.Span{{Text: "Now", Tone: report.StrongTone}, {Text: " · - a_b"}}},
		report.EmptyLine{},
		table, options, terms,
		&report.Doc{Title: "1.", LeadSentence: "+8 % damage", Blocks: []report.Block{report.Paragraph("- more")}},
		&report.Doc{Title: "Sum", Blocks: []report.Block{
			report.Sum{Title: "Its parts", Steps: []report.Step{{Text: "8 × 4", Value: "32"}}, Remark: "guessed"},
			report.List{Title: "New", Items: []string{"tank"}},
			report.Bars{Bars: []report.Bar{{Label: "2+", Value: "83%"}}},
			report.Actions{{Label: "Take"}},
		}},
	}}
	const want = `## Line Squad · 210 points

**Now** · - a\_b

**Odds**

| Unit | Worth |
| --- | :-: |
| Troops |
| The \*Old\* \| Guard | 22\* |

**The \*Old\* \| Guard**

\# of two halves

- Heavy Rifle (24") · +5

- **1.5** figures
- no label

**1.** +8 % damage

\- more

### Sum

- 8 × 4 = 32

Guessed

**New**

- tank

- 2+: 83%`
	if got := markdown.Section(doc, 2); got != want {
		t.Errorf("the section is\n%s\nwant\n%s", got, want)
	}
}
