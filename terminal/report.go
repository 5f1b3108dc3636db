package terminal

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"muster/report"
	"muster/report/markdown"
)

// toneColours maps a report's tones to colours.
var toneColours = map[report.Tone]Colour{
	report.StrongTone: Bold, report.QuietTone: Dim, report.GoodTone: Green,
	report.WarnTone: Yellow, report.BadTone: Red,
}

// Show writes a report.
func (t *Terminal) Show(d *report.Doc) {
	switch {
	case t.IsMarkdown:
		t.writeMarkdown(markdown.Section(d, 2))
		return
	case d.LeadSentence != "":
		title := t.Paint(Bold, d.Title)
		if !strings.HasSuffix(d.Title, ".") {
			title += ":"
		}
		t.Paragraph(d.LeadSentence, title+" ", blanks(hangingIndent))
	case d.IsListEntry:
		heading := []string{d.ID, d.Title}
		if d.ID == d.Title {
			heading = heading[1:]
		}
		t.Line("%s%s", blanks(hangingIndent), strings.Join(append(heading, d.Facts...), columnGap))
	case d.ID != "":
		t.Title(d.Title, append([]string{d.ID}, d.Facts...)...)
	case d.Title != "":
		t.Title(d.Title, d.Facts...)
	}
	t.ShowBlocks(d.Blocks...)
}

// ShowBlocks writes blocks of a report.
func (t *Terminal) ShowBlocks(blocks ...report.Block) {
	if t.IsMarkdown {
		t.writeMarkdown(markdown.Blocks(blocks, 2))
		return
	}
	for _, b := range blocks {
		t.showBlock(b)
	}
}

// writeMarkdown writes Markdown, after an empty line if it is not the first.
func (t *Terminal) writeMarkdown(text string) {
	if t.hasMarkdown {
		text = "\n" + text
	}
	t.hasMarkdown = true
	fmt.Fprintln(t, text)
}

// hangingIndent is the indent of a paragraph's lines after the first, in columns.
const hangingIndent = 2

func blanks(n int) string { return strings.Repeat(" ", max(0, n)) }

func (t *Terminal) showBlock(b report.Block) {
	switch b := b.(type) {
	case *report.Doc:
		if !b.IsListEntry {
			t.Line("")
		}
		t.Show(b)
	case report.Text:
		t.showText(b)
	case report.List:
		if b.Title != "" {
			t.Line("")
			t.Say("%s: %s", b.Title, strings.Join(b.Items, ", "))
			return
		}
		for _, item := range b.Items {
			t.Paragraph(item, blanks(b.Indent), blanks(b.Indent+b.HangingIndent))
		}
	case report.Terms:
		t.showTerms(b)
	case report.Sum:
		t.showSum(b)
	case report.Bars:
		t.showBars(b)
	case *report.Table:
		switch {
		case b.RepeatedColumnCount > 0:
			t.showInBlocks(b)
			return
		case b.IsSideBySide:
			t.showSideBySide(b)
			return
		}
		for i, part := range t.foldedBlocks(b) {
			if i > 0 {
				t.Line("")
			}
			t.showTable(part)
		}
	case report.EmptyLine:
		t.Line("")
	}
}

func (t *Terminal) showTerms(b report.Terms) {
	width := b.LabelWidth
	if width == 0 {
		for _, term := range b.Terms {
			width = max(width, TextWidth(term.Label))
		}
		width = min(width, t.width/4) + len(columnGap)
	}
	for _, term := range b.Terms {
		label, pad, rest := term.Label, blanks(width-TextWidth(term.Label)), b.Indent+width
		if label != "" {
			label = t.Paint(Dim, label)
		}
		lead := label + cmp.Or(pad, " ")
		if b.AlignRight {
			lead, rest = pad+label+columnGap, rest+len(columnGap)
		}
		t.Paragraph(term.Text, blanks(b.Indent)+lead, blanks(rest))
	}
}

func (t *Terminal) showSum(sum report.Sum) {
	first, rest, far := blanks(sum.Indent), blanks(sum.Indent+4), blanks(sum.Indent+6)
	for _, s := range sum.Steps {
		t.Paragraph(s.Text+" = "+s.Value, first, rest)
		if s.Sources != nil {
			t.Paragraph(t.Paint(Dim, strings.Join(s.Sources, "; ")), far, far)
		}
	}
	if sum.Remark != "" {
		t.Paragraph(sum.Remark, first, rest)
	}
}

// showBars draws a chart, a line for each bar.
func (t *Terminal) showBars(bars report.Bars) {
	const longest = 40
	table := report.NewTable(0, 1)
	for _, b := range bars.Bars {
		table.Add("  "+b.Label, b.Value, bar(b.Share*longest))
	}
	t.showTable(table)
}

// bar returns a bar of a length in characters, to an eighth of one.
func bar(length float64) string {
	eighths := int(math.Round(length * 8))
	text := strings.Repeat("█", eighths/8)
	if eighths%8 > 0 {
		text += string(rune('█' + 8 - eighths%8))
	}
	return text
}

func (t *Terminal) showText(text report.Text) {
	line := ""
	for _, s := range text.Spans {
		if tone, toned := toneColours[s.Tone]; toned {
			line += t.Paint(tone, s.Text)
		} else {
			line += s.Text
		}
	}
	if text.OneLine {
		t.Line("%s%s", blanks(text.Indent), line)
		return
	}
	t.Paragraph(line, blanks(text.Indent), blanks(text.Indent+text.HangingIndent))
}

func (t *Terminal) showTable(table *report.Table) {
	lines := t.TableLines(table)
	if table.HasNames() {
		t.Line("%s", lines[0])
		lines = lines[1:]
	}
	for i, line := range lines {
		row := &table.Rows[i]
		if row.Heading != "" {
			t.Line("  %s", t.Paint(Bold, row.Heading))
		}
		t.Line("%s", line)
		t.ShowBlocks(row.BlocksBelow...)
	}
}
