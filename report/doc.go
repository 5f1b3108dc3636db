// Package report holds a feature's output for people as data: a title with facts, and
// blocks of text, tables, lists and actions. A feature makes one Doc; package terminal
// renders it in a terminal, report/html on a page.
package report

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// A Doc is a heading and the blocks below it. A Doc is a Block too: a section.
type Doc struct {
	// ID is the id of the section's subject for commands; "" for none. Pages leave it
	// out.
	ID string
	// Anchor is the target for links to the section on a page; "" for none.
	Anchor string
	Title  string
	// Facts are short and follow the title in its line: a price, a game.
	Facts []string
	// Lead is a sentence that begins in the line of the title, in place of facts.
	Lead string
	// Minor sections are entries of a list: their headings have no emphasis.
	Minor  bool
	Blocks []Block
}

// A Block is a part of a Doc: *Doc, Text, List, Terms, Sum, Bars, *Table, Space or
// Actions.
type Block interface{ block() }

func (*Doc) block()    {}
func (Text) block()    {}
func (List) block()    {}
func (Terms) block()   {}
func (Sum) block()     {}
func (Bars) block()    {}
func (*Table) block()  {}
func (Space) block()   {}
func (Actions) block() {}

// Add appends blocks.
func (d *Doc) Add(blocks ...Block) { d.Blocks = append(d.Blocks, blocks...) }

// Running returns the lead of a section with its texts and terms as one paragraph,
// where there is no room for more: "Lead. Text 2–3: Ambush 4: Raid".
func (d *Doc) Running() string {
	text := d.Lead
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

// Tone is how a text stands out.
type Tone uint8

// The tones.
const (
	Plain Tone = iota
	Strong
	Quiet
	Good
	Warn
	Bad
)

// A Span is a piece of a text in one tone.
type Span struct {
	Text string
	Tone Tone
}

// Text is a paragraph.
type Text struct {
	Spans []Span
	// Whole keeps the text in one line of a terminal, however long it is.
	Whole bool
	// Indent and Hang are the columns of a terminal before the first line and,
	// beyond Indent, before the others.
	Indent, Hang int
}

// Say returns a paragraph in one tone.
func Say(text string) Text { return Text{Spans: []Span{{Text: text}}, Hang: 2} }

// Line returns a paragraph that is one line of a terminal.
func Line(text string) Text { return Text{Spans: []Span{{Text: text}}, Whole: true} }

// Text returns the text without its tones.
func (t Text) Text() string {
	text := ""
	for _, s := range t.Spans {
		text += s.Text
	}
	return text
}

// A List is texts of one kind.
type List struct {
	// Title stands before the items. With a title a terminal writes the list as one
	// sentence after an empty line.
	Title string
	Items []string
	// Indent and Hang of each item are as in Text.
	Indent, Hang int
}

// Terms are labels, each with a text.
type Terms struct {
	Terms []Term
	// Indent is the number of a terminal's columns before a label, Width the number from there to the
	// text; a Width of 0 fits the labels.
	Indent, Width int
	// Right aligns the labels at their right ends, with two blanks before the text.
	Right bool
}

// A Term is a label with a text.
type Term struct {
	Label, Text string
	// Rule is the name of the rule that the label names, where a page can lead to
	// it; "" for other labels.
	Rule string
}

// Add appends a term.
func (t *Terms) Add(label, text string) { t.Terms = append(t.Terms, Term{Label: label, Text: text}) }

// A Sum shows how a number is calculated, step by step.
type Sum struct {
	Title string // on a page
	Steps []Step
	// Below is a remark on the steps, in words without a capital letter and a full stop; "" for none.
	Below string
	// Indent is the columns of a terminal before a step.
	Indent int
}

// A Step is one addition or multiplication, with the sum so far.
type Step struct {
	What, Value string
	// Label and Amount replace What and Value on a page; "" for steps of more than one amount.
	Label, Amount string
	// Sources name the origins of the numbers in the step.
	Sources []string
}

// Bars is a bar chart.
type Bars struct {
	Title string
	Bars  []Bar
}

// A Bar is a bar of a chart; Share is its length, from 0 to 1 of the longest possible.
type Bar struct {
	Label, Value string
	Share        float64
}

// Space is an empty line of a terminal. Pages have their own distances.
type Space struct{}

// Actions are the next actions on a page. In a terminal the caller names commands
// instead.
type Actions []Action

// An Action is a link, or a form that is sent.
type Action struct {
	Label string
	// About describes the action if its label alone is ambiguous; else "".
	About string
	// To is the address.
	To string
	// Fields are sent to the address as a form; nil for a link.
	Fields [][2]string
	// Main marks the action that most people take.
	Main bool
}

// Minus returns a number as people print it, with a minus sign for a hyphen: "−5".
func Minus(number string) string {
	if len(number) > 1 && number[0] == '-' && number[1] >= '0' && number[1] <= '9' {
		return "−" + number[1:]
	}
	return number
}

// Grouped writes a number with commas between its thousands: "14,370,048".
func Grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Capital returns a text that begins with a capital letter.
func Capital(text string) string {
	if text == "" || 'A' <= text[0] && text[0] <= 'Z' {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}
