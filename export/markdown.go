package export

import (
	"bufio"
	"io"
	"strings"

	"muster/builder/finding"
	"muster/convert"
	"muster/report"
	"muster/report/markdown"
)

// Markdown is for forums, wikis and repositories: headings, tables, and the
// rules at the end.
var Markdown = register(&Format{
	Name:       "markdown",
	Title:      "Markdown",
	About:      "for forums and wikis",
	Extensions: []string{".md"},
	MediaType:  "text/markdown; charset=utf-8",
	Rank:       70,
	write:      writeMarkdown,
})

func writeMarkdown(w io.Writer, d Document, _ Options) error {
	s := d.Sheet
	m := markdownWriter{bufio.NewWriter(w)}
	m.writeLines("# "+escapeMarkdown(s.Name), "",
		strings.TrimPrefix("**"+escapeMarkdown(s.Cost())+"** · ", "**** · ")+escapeMarkdown(strings.Join(append([]string{s.Game}, s.Books...), " · ")+prefixDot(s.Verdict())))
	if !s.Legal() {
		m.writeLines("")
	}
	for _, problem := range s.Problems {
		m.writeLines("- " + escapeMarkdown(problem))
	}
	if s.Notes != "" {
		m.writeLines("", "> "+escapeMarkdown(s.Notes))
	}
	for _, b := range s.Blocks {
		m.writeBlock("## ", b)
	}
	if s.TableLegend != "" {
		m.writeLines("", escapeMarkdown(s.TableLegend))
	}
	for _, section := range s.Reference {
		m.writeLines("", "## "+escapeMarkdown(section.Title), "")
		part := ""
		for i, e := range section.Entries {
			if e.Heading != part {
				if part = e.Heading; i > 0 {
					m.writeLines("")
				}
				m.writeLines("### "+escapeMarkdown(part), "")
			}
			text := "- **" + escapeMarkdown(e.Name) + "**"
			if e.Text != "" {
				text += ": " + escapeMarkdown(e.Text)
			}
			m.writeLines(text)
		}
	}
	if s.Code != "" {
		m.writeLines("", "    muster import "+s.Code)
	}
	if s.Credit != "" {
		m.writeLines("", "*"+escapeMarkdown(s.Credit)+"*")
	}
	return m.Flush()
}

type markdownWriter struct{ *bufio.Writer }

func (m markdownWriter) writeLines(lines ...string) {
	for _, line := range lines {
		m.WriteString(line)
		m.WriteByte('\n')
	}
}

func (m markdownWriter) writeBlock(heading string, b Block) {
	title := heading + escapeMarkdown(b.Name)
	if b.Points != 0 {
		title += " · " + b.CostText()
	}
	m.writeLines("", title, "")
	facts := convert.All(b.KindAndTraits, func(detail string) string { return "*" + escapeMarkdown(detail) + "*" })
	if b.Models > 0 {
		facts = append(facts, finding.CountText(b.Models, b.ModelWord()))
	}
	if b.BaseSize != "" {
		facts = append(facts, "base "+escapeMarkdown(b.BaseSize))
	}
	for _, stat := range b.Stats {
		facts = append(facts, escapeMarkdown(stat.Label)+" **"+escapeMarkdown(stat.Value)+"**")
	}
	m.writeLines(strings.Join(facts, " · "))
	if len(b.Rules) > 0 {
		m.writeLines("", escapeMarkdown(strings.Join(b.Rules, ", ")))
	}
	for _, table := range b.Tables {
		for _, part := range splitIntoParts(table) {
			rows := convert.All(part.Rows, func(row report.Row) []string {
				return convert.All(row.Cells, func(c report.Cell) string { return safeText(c.Text) })
			})
			m.writeLines("", markdown.Table(part.Columns, rows))
		}
	}
	if len(b.Notes) > 0 {
		m.writeLines("")
	}
	for _, note := range b.Notes {
		lines := strings.Split(note.Text, "\n")
		m.writeLines("- " + escapeMarkdown(note.Label) + ": " + escapeMarkdown(lines[0]))
		for _, line := range lines[1:] {
			m.writeLines("  - " + escapeMarkdown(line))
		}
	}
	for _, joined := range b.JoinedUnits {
		m.writeBlock("### Joined by ", joined)
	}
}

// escapeMarkdown returns a text on one line in which no character has a meaning in Markdown.
func escapeMarkdown(text string) string { return markdown.Escape(safeText(text)) }
