// Package html draws reports on pages.
package html

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/report"
)

// A Page draws reports as HTML, with the settings of the page that shows them.
type Page struct {
	// RuleLink returns a link with the given text to the explanation of a rule; nil for a page
	// without such links.
	RuleLink func(name, text string) g.Node
	// ProseWithLinks draws a sentence, with addresses in it as links; nil draws plain text.
	ProseWithLinks func(text string) g.Node
	// Heading is the heading above all sections; "" if each section stands alone.
	Heading string
}

// Blocks draws blocks of a report as HTML.
func (p Page) Blocks(blocks ...report.Block) g.Node {
	var all g.Group
	for i := 0; i < len(blocks); i++ {
		if !isListEntry(blocks[i]) {
			all = append(all, p.block(blocks[i]))
			continue
		}
		var entries g.Group
		for ; i < len(blocks) && isListEntry(blocks[i]); i++ {
			d := blocks[i].(*report.Doc)
			entries = append(entries, h.Li(h.Class("card"), p.heading(d), p.Blocks(d.Blocks...)))
		}
		i--
		all = append(all, h.Ul(entries))
	}
	return all
}

// isListEntry reports whether a block is a section that is an entry of a list.
func isListEntry(b report.Block) bool {
	d, section := b.(*report.Doc)
	return section && d.IsListEntry
}

// heading draws the heading of a section that is an entry of a list.
func (p Page) heading(d *report.Doc) g.Node {
	return h.Div(h.Class("spread"), h.Span(h.Class("unit-name"), IsolatedText(d.Title)),
		h.Strong(IsolatedText(strings.Join(d.Facts, " · "))))
}

func (p Page) block(b report.Block) g.Node {
	switch b := b.(type) {
	case *report.Doc:
		if p.Heading != "" {
			return h.Section(h.Aria("label", p.Heading+": "+b.Title), h.H3(IsolatedText(b.Title)), p.Blocks(b.Blocks...))
		}
		return h.Section(h.Class("card"), g.If(b.Anchor != "", h.ID(b.Anchor)), h.Aria("label", b.Title),
			h.H2(IsolatedText(b.Title)), g.If(len(b.Facts) > 0, h.P(h.Class("quiet"), IsolatedText(strings.Join(b.Facts, " · ")))),
			g.If(b.LeadSentence != "", h.P(IsolatedText(b.LeadSentence))), p.Blocks(b.Blocks...))
	case report.Text:
		return p.text(b)
	case report.List:
		if len(b.Items) == 0 {
			return nil
		}
		items := g.Map(b.Items, func(item string) g.Node { return h.Li(IsolatedText(item)) })
		return g.Group{g.If(b.Title != "", h.H2(IsolatedText(b.Title))), h.Ul(h.Class("points"), items)}
	case report.Terms:
		if b.AlignRight { // numbers
			return h.Table(h.TBody(g.Map(b.Terms, func(t report.Term) g.Node {
				return h.Tr(h.Td(h.Class("n"), g.Text(strings.Replace(t.Label, "-", "−", 1))), h.Td(IsolatedText(t.Text)))
			})))
		}
		return h.Dl(h.Class("terms"), g.Map(b.Terms, p.term))
	case report.Sum:
		return sumNode(b)
	case report.Bars:
		return chart(b)
	case *report.Table:
		return p.table(b)
	case report.Actions:
		return h.Div(h.Class("row"), g.Map(b, actionNode))
	}
	return nil
}

// toneClasses maps tones to CSS classes.
var toneClasses = map[report.Tone]string{
	report.QuietTone: "quiet small", report.GoodTone: "good",
	report.WarnTone: "warn", report.BadTone: "bad",
}

func (p Page) text(t report.Text) g.Node {
	if len(t.Spans) == 1 {
		return h.P(g.If(toneClasses[t.Spans[0].Tone] != "", h.Class(toneClasses[t.Spans[0].Tone])), p.prose(t.Spans[0].Text))
	}
	return h.P(g.Map(t.Spans, func(s report.Span) g.Node {
		switch class := toneClasses[s.Tone]; {
		case s.Tone == report.StrongTone:
			return h.Strong(IsolatedText(s.Text))
		case class != "":
			return h.Strong(h.Class(class), IsolatedText(s.Text))
		}
		return IsolatedText(s.Text)
	}))
}

func (p Page) prose(text string) g.Node {
	if p.ProseWithLinks != nil {
		return p.ProseWithLinks(text)
	}
	return IsolatedText(text)
}

func (p Page) term(t report.Term) g.Node {
	label := IsolatedText(t.Label)
	if t.RuleName != "" && p.RuleLink != nil {
		label = p.RuleLink(t.RuleName, t.Label)
	}
	return g.Group{g.If(t.Label != "", h.Dt(h.Strong(label))), h.Dd(IsolatedText(t.Text))}
}

func sumNode(sum report.Sum) g.Node {
	step := func(s report.Step) g.Node {
		return h.Tr(h.Td(IsolatedText(cmp.Or(s.Label, s.Text))), h.Td(h.Class("n"), g.Text(report.WithMinusSign(cmp.Or(s.Amount, s.Value)))))
	}
	return g.Group{
		g.If(len(sum.Steps) > 0, h.Table(h.Caption(IsolatedText(sum.Title)), h.TBody(g.Map(sum.Steps, step)))),
		g.If(sum.Remark != "", h.P(h.Class("quiet small"), IsolatedText(report.Capitalize(sum.Remark)))),
	}
}

func actionNode(a report.Action) g.Node {
	about := g.If(a.Description != "", h.Aria("label", a.Description))
	if a.FormFields == nil {
		class := "button"
		if a.IsMain {
			class += " main"
		}
		return h.A(h.Class(class), h.Href(a.Address), about, IsolatedText(a.Label))
	}
	return h.Form(h.Action(a.Address), h.Method("post"), g.Attr("data-push"),
		g.Map(a.FormFields, func(f [2]string) g.Node { return h.Input(h.Type("hidden"), h.Name(f[0]), h.Value(f[1])) }),
		h.Button(g.If(a.IsMain, h.Class("main")), about, IsolatedText(a.Label)))
}

// inchLength matches lengths in inches as terminals and files write them: 24".
var inchLength = regexp.MustCompile(`(^|[\s(/–-])(\d+)"($|[\s,.;:)/–-])`)

// IsolatedText returns a text node for text that may contain names. A text with right-to-left
// letters or marks is isolated, so that it does not change the direction of the text around it.
// Lengths in inches get the sign ″.
func IsolatedText(text string) g.Node {
	if strings.Contains(text, `"`) {
		for range 2 { // of two lengths beside each other the sign between belongs to both
			text = inchLength.ReplaceAllString(text, "$1$2″$3")
		}
	}
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, rightToLeft) }) {
		return g.El("bdi", g.Text(text))
	}
	return g.Text(text)
}

// rightToLeft holds the Unicode ranges of right-to-left letters, and of marks that change the
// direction of text.
var rightToLeft = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0590, 0x08ff, 1},
		{0x200e, 0x200f, 1},
		{0x202a, 0x202e, 1},
		{0x2066, 0x2069, 1},
		{0xfb1d, 0xfdff, 1},
		{0xfe70, 0xfefc, 1},
	},
	R32: []unicode.Range32{{0x10800, 0x10fff, 1}, {0x1e800, 0x1efff, 1}},
}
