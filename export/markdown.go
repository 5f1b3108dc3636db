package export

import (
	"bufio"
	"io"
	"regexp"
	"strings"

	"muster/builder/finding"
	"muster/convert"
	"muster/report"
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
	m.lines("# "+escape(s.Name), "",
		strings.TrimPrefix("**"+escape(s.Cost())+"** · ", "**** · ")+escape(strings.Join(append([]string{s.Game}, s.Books...), " · ")+dotBefore(s.Verdict())))
	if !s.Legal() {
		m.lines("")
	}
	for _, problem := range s.Problems {
		m.lines("- " + escape(problem))
	}
	if s.Notes != "" {
		m.lines("", "> "+escape(s.Notes))
	}
	for _, b := range s.Blocks {
		m.block("## ", b)
	}
	if s.TableLegend != "" {
		m.lines("", escape(s.TableLegend))
	}
	for _, section := range s.Reference {
		m.lines("", "## "+escape(section.Title), "")
		part := ""
		for i, e := range section.Entries {
			if e.Heading != part {
				if part = e.Heading; i > 0 {
					m.lines("")
				}
				m.lines("### "+escape(part), "")
			}
			text := "- **" + escape(e.Name) + "**"
			if e.Text != "" {
				text += ": " + escape(e.Text)
			}
			m.lines(text)
		}
	}
	if s.Code != "" {
		m.lines("", "    muster import "+s.Code)
	}
	if s.Credit != "" {
		m.lines("", "*"+escape(s.Credit)+"*")
	}
	return m.Flush()
}

type markdownWriter struct{ *bufio.Writer }

func (m markdownWriter) lines(lines ...string) {
	for _, line := range lines {
		m.WriteString(line)
		m.WriteByte('\n')
	}
}

func (m markdownWriter) block(heading string, b Block) {
	title := heading + escape(b.Name)
	if b.Points != 0 {
		title += " · " + b.Cost()
	}
	m.lines("", title, "")
	facts := convert.All(b.Details, func(detail string) string { return "*" + escape(detail) + "*" })
	if b.Models > 0 {
		facts = append(facts, finding.Count(b.Models, b.ModelWord()))
	}
	if b.Base != "" {
		facts = append(facts, "base "+escape(b.Base))
	}
	for _, stat := range b.Stats {
		facts = append(facts, escape(stat.Label)+" **"+escape(stat.Value)+"**")
	}
	m.lines(strings.Join(facts, " · "))
	if len(b.Rules) > 0 {
		m.lines("", escape(strings.Join(b.Rules, ", ")))
	}
	for _, table := range b.Tables {
		for _, part := range table.parts() {
			m.table(part)
		}
	}
	if len(b.Notes) > 0 {
		m.lines("")
	}
	for _, note := range b.Notes {
		lines := strings.Split(note.Text, "\n")
		m.lines("- " + escape(note.Label) + ": " + escape(lines[0]))
		for _, line := range lines[1:] {
			m.lines("  - " + escape(line))
		}
	}
	for _, joined := range b.Joined {
		m.block("### Joined by ", joined)
	}
}

func (m markdownWriter) table(t Table) {
	head, rule := "|", "|"
	for _, column := range t.Columns {
		head += " " + escape(column.Name) + " |"
		switch column.Kind {
		case report.CountColumn:
			rule += " --: |"
		case report.Number:
			rule += " :-: |"
		default:
			rule += " --- |"
		}
	}
	m.lines("", head, rule)
	for _, row := range t.Rows {
		line := "|"
		for _, cell := range row {
			line += " " + escape(cell) + " |"
		}
		m.lines(line)
	}
}

// escape returns a text on one line in which no character has a meaning in Markdown.
func escape(text string) string {
	text = markdownSigns.Replace(strings.Join(strings.Fields(safeText(text)), " "))
	return markdownStart.ReplaceAllString(text, `$1$3\$2$4`)
}

var (
	markdownSigns = strings.NewReplacer(
		`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "|", `\|`, "#", `\#`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
		"&", `\&`, "~", `\~`, "@", `\@`, "://", `:\/\/`, "www.", `www\.`)
	markdownStart = regexp.MustCompile(`^([0-9]*)([-+.)] |[-=]+$)|^()(\+)$`)
)
