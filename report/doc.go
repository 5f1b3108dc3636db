// Package report holds a feature's output for people as data: a title with facts, and
// blocks of text, tables, lists and actions. A feature makes one Doc; package terminal
// renders it in a terminal, report/html on a page, report/markdown as Markdown.
package report

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// A Doc is a heading and the blocks below it. It is a Block itself: a section of another Doc.
type Doc struct {
	// ID is the id that commands use for the section's subject; "" for none. Pages leave it out.
	ID string
	// Anchor is the target of links to the section on a page; "" for none.
	Anchor string
	Title  string
	// Facts are short texts after the title on the same line: a price, a game.
	Facts []string
	// LeadSentence is a sentence printed after the title on the same line; it takes the place of
	// Facts.
	LeadSentence string
	// IsListEntry means that the section is an entry of a list, whose heading has no emphasis.
	IsListEntry bool
	Blocks      []Block
}

// A Block is a part of a Doc: *Doc, Text, List, Terms, Sum, Bars, *Table, EmptyLine or Actions.
type Block interface{ block() }

func (*Doc) block()      {}
func (Text) block()      {}
func (List) block()      {}
func (Terms) block()     {}
func (Sum) block()       {}
func (Bars) block()      {}
func (*Table) block()    {}
func (EmptyLine) block() {}
func (Actions) block()   {}

// Add appends blocks to the section.
func (d *Doc) Add(blocks ...Block) { d.Blocks = append(d.Blocks, blocks...) }

// RunningText returns a section's lead, texts and terms as one paragraph, for narrow places: "Lead.
// Text 2–3: Ambush 4: Raid".
func (d *Doc) RunningText() string {
	text := d.LeadSentence
	for _, b := range d.Blocks {
		switch b := b.(type) {
		case Text:
			text += ". " + b.Text()
		case Terms:
			for _, t := range b.Terms {
				text += " " + t.Label + ": " + t.Text
			}
		}
	}
	return text
}

// Tone is the emphasis or colour of a text.
type Tone uint8

// The tones.
const (
	PlainTone Tone = iota // The tones: ordinary, emphasized, less important, and three judgements.
	StrongTone
	QuietTone
	GoodTone
	WarnTone
	BadTone
)

// A Span is a piece of a text in one tone.
type Span struct {
	Text string
	Tone Tone
}

// Text is a paragraph.
type Text struct {
	Spans []Span
	// OneLine keeps the text on one line of a terminal, however long it is.
	OneLine bool
	// Indent is the number of a terminal's columns before the first line, HangingIndent the number
	// added to it before the other lines.
	Indent, HangingIndent int
}

// Paragraph returns a text in one tone, with a hanging indent.
func Paragraph(text string) Text { return Text{Spans: []Span{{Text: text}}, HangingIndent: 2} }

// SingleLine returns a text that a terminal keeps on one line.
func SingleLine(text string) Text { return Text{Spans: []Span{{Text: text}}, OneLine: true} }

// Text returns the text as a string, without its tones.
func (t Text) Text() string {
	text := ""
	for _, s := range t.Spans {
		text += s.Text
	}
	return text
}

// A List is a list of texts of one kind.
type List struct {
	// Title stands before the items. A terminal writes a list with a title as one sentence after an
	// empty line.
	Title string
	Items []string
	// Indent and HangingIndent apply to each item, as in Text.
	Indent, HangingIndent int
}

// Terms is a list of labels, each with a text.
type Terms struct {
	Terms []Term
	// Indent is the number of a terminal's columns before a label, LabelWidth the number from the
	// label's start to its text; 0 means that the longest label decides.
	Indent, LabelWidth int
	// AlignRight aligns the labels at their right ends, with two blanks before the text.
	AlignRight bool
}

// A Term is a label with a text.
type Term struct {
	Label, Text string
	// RuleName is the name of the rule that the label names, so that a page can link to it; "" for
	// other labels.
	RuleName string
}

// Add appends a label with its text.
func (t *Terms) Add(label, text string) { t.Terms = append(t.Terms, Term{Label: label, Text: text}) }

// A Sum shows the calculation of a number, step by step.
type Sum struct {
	Title string // heading, shown on pages only
	Steps []Step
	// Remark is printed below the steps, without a capital letter and a full stop; "" for none.
	Remark string
	// Indent is the number of a terminal's columns before a step.
	Indent int
}

// A Step is one step of a calculation, an addition or multiplication, with the result so far.
type Step struct {
	Text, Value string
	// Label and Amount replace Text and Value on a page; they are "" for steps with several
	// amounts.
	Label, Amount string
	// Sources names the tables from which the step's numbers come.
	Sources []string
}

// Bars is a bar chart.
type Bars struct {
	Title string
	Bars  []Bar
}

// A Bar is a bar of a chart; Share is its length, 0 to 1, where 1 is the longest possible bar.
type Bar struct {
	Label, Value string
	Share        float64
}

// EmptyLine is an empty line in a terminal. Pages leave it out.
type EmptyLine struct{}

// Actions are links and buttons for the next steps of a page's reader. A terminal does not show
// them; its commands name other commands instead.
type Actions []Action

// An Action is a link, or a form to send.
type Action struct {
	Label string
	// Description describes the action if its label alone is ambiguous; "" if it is clear.
	Description string
	// Address is where the link leads or the form is sent.
	Address string
	// FormFields are names and values sent as a form; nil for a link.
	FormFields [][2]string
	// IsMain marks the action that most people take.
	IsMain bool
}

// WithMinusSign returns a number in print form, with a minus sign in place of a hyphen: "−5".
func WithMinusSign(number string) string {
	if len(number) > 1 && number[0] == '-' && number[1] >= '0' && number[1] <= '9' {
		return "−" + number[1:]
	}
	return number
}

// WithCommas returns a number with commas between its thousands: "14,370,048".
func WithCommas(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Capitalize returns the text with its first letter in upper case.
func Capitalize(text string) string {
	if text == "" || 'A' <= text[0] && text[0] <= 'Z' {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}
