// Package markdown writes reports as Markdown, for forums, wikis and repositories.
package markdown

import (
	"regexp"
	"slices"
	"strings"

	"muster/convert"
	"muster/report"
)

// Section returns a section as Markdown, under a heading of a level from 1 to 6.
func Section(d *report.Doc, level int) string {
	heading := Escape(strings.Join(append([]string{d.Title}, d.Facts...), " · "))
	switch {
	case d.LeadSentence != "":
		heading = bold(d.Title) + " " + Escape(d.LeadSentence)
	case heading != "":
		heading = strings.Repeat("#", min(level, 6)) + " " + heading
		level++
	}
	return joinBlocks(heading, Blocks(d.Blocks, level))
}

// Blocks returns blocks of a report as Markdown; sections among them get headings of a level.
func Blocks(blocks []report.Block, level int) (text string) {
	for _, b := range blocks {
		text = joinBlocks(text, blockText(b, level))
	}
	return text
}

// joinBlocks joins two texts with an empty line between them; "" is no text.
func joinBlocks(a, b string) string { return strings.Trim(a+"\n\n"+strings.Trim(b, "\n"), "\n") }

func blockText(b report.Block, level int) (text string) {
	switch b := b.(type) {
	case *report.Doc:
		return Section(b, level)
	case *report.Table:
		return tableText(b, level)
	case report.Text:
		for _, s := range b.Spans {
			if s.Tone == report.StrongTone {
				text += bold(s.Text)
			} else {
				text += signs.Replace(s.Text)
			}
		}
		return escapeLineStart(text)
	case report.List:
		return joinBlocks(bold(b.Title), listText(b.Items, Escape))
	case report.Terms:
		return listText(b.Terms, func(t report.Term) string {
			return strings.TrimSpace(bold(t.Label) + " " + Escape(t.Text))
		})
	case report.Sum:
		return joinBlocks(listText(b.Steps, func(s report.Step) string { return Escape(s.Text + " = " + s.Value) }),
			Escape(report.Capitalize(b.Remark)))
	case report.Bars:
		return listText(b.Bars, func(bar report.Bar) string { return Escape(bar.Label + ": " + bar.Value) })
	}
	return ""
}

func bold(text string) string {
	if text == "" {
		return ""
	}
	return "**" + Escape(text) + "**"
}

func listText[T any](items []T, write func(T) string) (text string) {
	for _, item := range items {
		text += "\n- " + write(item)
	}
	return text
}

// tableText returns a table; a table whose columns have no names is a list of its rows.
func tableText(t *report.Table, level int) string {
	shown, rows, below := t.PageColumns(), [][]string{}, ""
	for _, row := range t.Rows {
		if row.Heading != "" {
			rows = append(rows, []string{row.Heading})
		}
		cells := convert.All(shown, func(i int) string {
			if i < len(row.Cells) {
				return row.Cells[i].Text + row.Cells[i].Suffix
			}
			return ""
		})
		rows = append(rows, cells)
		if text := Blocks(row.BlocksBelow, level); text != "" { // below the table, under the row's name
			below = joinBlocks(below, joinBlocks(bold(cells[0]), text))
		}
	}
	text := Table(convert.All(shown, func(i int) report.Column { return t.Columns[i] }), rows)
	if !t.HasNames() {
		text = listText(rows, func(cells []string) string {
			return Escape(strings.Join(slices.DeleteFunc(cells, func(cell string) bool { return cell == "" }), " · "))
		})
	}
	return joinBlocks(joinBlocks(bold(t.Title), text), below)
}

// Table returns texts as a table, with the columns' names as its heading.
func Table(columns []report.Column, rows [][]string) string {
	row := func(cells []string) string { return "| " + strings.Join(convert.All(cells, Escape), " | ") + " |\n" }
	text := row(convert.All(columns, func(c report.Column) string { return c.Name })) + "|"
	for _, c := range columns {
		switch c.Kind {
		case report.CountColumn:
			text += " --: |"
		case report.NumberColumn, report.StarredNumberColumn:
			text += " :-: |"
		default:
			text += " --- |"
		}
	}
	text += "\n"
	for _, cells := range rows {
		text += row(cells)
	}
	return strings.TrimSuffix(text, "\n")
}

// Escape returns a text on one line in which no character has a meaning in Markdown.
func Escape(text string) string { return escapeLineStart(signs.Replace(text)) }

// escapeLineStart puts a text on one line, and escapes what means a list or a rule at its start.
func escapeLineStart(text string) string {
	return lineStartMarkup.ReplaceAllString(strings.Join(strings.Fields(text), " "), `$1$3\$2$4`)
}

var (
	signs = strings.NewReplacer(
		`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "|", `\|`, "#", `\#`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
		"&", `\&`, "~", `\~`, "@", `\@`, "://", `:\/\/`, "www.", `www\.`)
	lineStartMarkup = regexp.MustCompile(`^([0-9]*)([-+.)] |[-=]+$)|^()(\+)$`)
)
