package web

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/edit"
	"muster/export"
)

// A printPage is what a list can be printed as, and how that looks.
type printPage struct {
	List     *listName
	Question paperQuestion
	HasSums  bool // the game's sheets can say how points come about
	Forms    []paperForm
	Trouble  string         // why what is asked for cannot be printed; "" if it can
	Pages    int            // of the form, if it has any
	Picture  export.Picture // of one of them
	Text     string         // of a form that is text
}

func (p *printPage) view() g.Node {
	var chosen paperForm
	for _, f := range p.Forms {
		if f.Format == p.Question.Form {
			chosen = f
		}
	}
	return g.Group{
		h.H1(isolated(p.List.Name), g.Text(" on paper")),
		h.Form(h.Action(p.List.address()+"/print"), h.Method("get"), g.Attr("data-auto"), h.Class("paper"),
			h.FieldSet(h.Legend(g.Text("Form")), h.Ul(h.Class("rows"), g.Map(p.Forms, p.viewForm))),
			h.Section(h.Aria("labelledby", "h-picture"), h.Class("picture"),
				spread(h.H2(h.ID("h-picture"), isolated(chosen.Name)),
					g.If(chosen.Not+p.Trouble == "", h.A(h.Class("button main"), h.Href(chosen.Href), h.Download(chosen.File), g.Attr("data-keep"), icon("save"), g.Text("Save "), isolated(chosen.File)))),
				para("quiet", upper(chosen.Format.About)+"."),
				g.If(cmp.Or(chosen.Not, p.Trouble) != "", para("warn", upper(cmp.Or(chosen.Not, p.Trouble)))),
				p.viewPicture(chosen)),
			h.Div(p.viewOptions(), h.NoScript(h.Button(g.Text("Show")))),
			h.A(h.Class("button preview"), h.Href(p.address(p.Question.Page)+"#h-picture"), g.Attr("data-keep"), icon("print"), g.Text("Preview"))),
	}
}

// address is that of the page with one of the form's pages shown.
func (p *printPage) address(page int) string {
	query := p.Question.query()
	query.Set("form", p.Question.Form.Name)
	query.Set("page", strconv.Itoa(page))
	return p.List.address() + "/print?" + query.Encode()
}

// viewForm chooses a form, and saves it at once.
func (p *printPage) viewForm(f paperForm) g.Node {
	id := "form-" + f.Format.Name
	about := upper(f.Format.About)
	if f.Not != "" {
		about = f.Not
	}
	on := f.Format == p.Question.Form
	return h.Li(g.If(on, h.Class("on")),
		h.Label(h.Class("paperform"), h.Input(h.Type("radio"), h.Name("form"), h.ID(id), h.Value(f.Format.Name), g.If(on, h.Checked())),
			h.Span(h.Span(h.Class("name"), isolated(f.Name)), h.Span(h.Class("line"), isolated(about)))),
		g.If(f.Not == "", h.A(h.Class("button plain"), h.Href(f.Href), h.Download(f.File), g.Attr("data-keep"), h.Aria("label", f.Name), h.Title("Save "+f.File), icon("save"))))
}

// viewOptions are what a person chooses for the form, and what it says beside the
// list.
func (p *printPage) viewOptions() g.Node {
	form, o, x := p.Question.Form, p.Question.Options, p.Question.Extras
	choose := func(label, key, now string, choices ...edit.Choice) g.Node {
		return labelled(label, h.Select(h.Name(key), options(choices, now)))
	}
	cards := form == export.Cards
	return g.Group{
		h.FieldSet(h.Class("choices"), h.Legend(g.Text("Paper")),
			g.If(form.OnPaper(), choose("Paper", "paper", string(o.Paper), edit.Choice{Value: string(export.A4), Label: "A4"}, edit.Choice{Value: string(export.Letter), Label: "Letter"})),
			g.If(cards, choose("Cards", "card", string(o.Card),
				edit.Choice{Value: string(export.Poker), Label: "poker, 63 × 88 mm"}, edit.Choice{Value: string(export.Tarot), Label: "tarot, 70 × 120 mm"}, edit.Choice{Value: string(export.A6), Label: "A6, 105 × 148 mm"})),
			g.If(form.OnPaper() && !cards, choose("Type", "size", string(o.Size), edit.Choice{Value: string(export.NormalSize), Label: "usual"}, edit.Choice{Value: string(export.LargeSize), Label: "large"})),
			g.If(form.OnPaper() || form == export.HTML, choose("Ink", "ink", string(o.Ink), edit.Choice{Value: string(export.NormalInk), Label: "usual"}, edit.Choice{Value: string(export.LightInk), Label: "light, no black bars"})),
			g.If(!form.OnPaper() && form != export.HTML, para("quiet small", "A text has no paper.")),
			g.If(form.OnPaper() && !cards, tick("loose", "Loose: neither tightened nor set larger to fit its pages", o.Loose))),
		h.FieldSet(h.Class("choices"), h.Legend(g.Text("What it says")),
			tick("odds", "Odds: what each unit can be expected to do", x.Odds),
			g.If(p.HasSums, tick("sums", "How each unit's points come about", x.Sums)),
			tick("brief", "What there is before the game", x.Brief),
			tick("free", "No costs", x.Free),
			tick("qr", "The whole list as a QR code", x.Code)),
	}
}

// viewPicture is how the form looks.
func (p *printPage) viewPicture(chosen paperForm) g.Node {
	switch {
	case chosen.Format == export.HTML && p.Pages > 0:
		return g.Group{viewPage(p.Picture, "The top of it"), para("quiet", "This is its top. It opens in any browser, loads nothing from elsewhere, and its boxes can be ticked.")}
	case p.Pages > 0:
		at := p.Question.Page
		return g.Group{
			viewPage(p.Picture, fmt.Sprintf("Page %d of %s", at, chosen.Name)),
			h.Div(h.Class("row"), h.Role("group"), h.Aria("label", "Pages of it"),
				g.If(at > 1, linkKept(p.address(at-1), "Page before")), h.Span(h.Class("quiet"), g.Textf("Page %d of %d", at, p.Pages)), g.If(at < p.Pages, linkKept(p.address(at+1), "Next page"))),
		}
	case p.Text != "":
		return inFull(p.Text)
	}
	return nil
}

// viewPage is a page of paper. Its picture is one thing on the page, not thousands.
func viewPage(picture export.Picture, label string) g.Node {
	wide, high := fmt.Sprint(picture.Width), fmt.Sprint(picture.Height)
	return g.El("svg", h.Class("page"), h.Role("img"), h.Aria("label", label), g.Attr("viewBox", "0 0 "+wide+" "+high),
		g.El("image", h.Width(wide), h.Height(high), h.Href("data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString([]byte(picture.SVG)))))
}

// linkKept is a link button that leaves the history as it is.
func linkKept(to, name string) g.Node {
	return h.A(h.Class("button"), h.Href(to), g.Attr("data-keep"), isolated(name))
}

// upper begins a text with a capital letter.
func upper(text string) string {
	for i, r := range text {
		return string(unicode.ToUpper(r)) + text[i+len(string(r)):]
	}
	return strings.TrimSpace(text)
}
