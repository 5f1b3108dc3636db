package build

import (
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/input"
	"muster/report"
	"muster/web/page"
)

// view draws the builder.
func (p *buildPage) view() g.Node {
	third := p.viewFindings
	switch {
	case p.Unit != nil:
		third = p.Unit.view
	case p.Show == showSettings:
		third = p.viewSettings
	}
	return g.Group{
		p.parts.Part("div", "of-list", g.Group{h.Class("of-list")},
			h.A(h.Class("button back"), h.Href("/"), h.Aria("label", "My lists"), page.Icon("back")),
			h.Div(h.H1(g.If(len(p.List.Name) > longName, h.Class("long")), page.Isolated(p.List.Name)), page.Para("quiet", input.About(p.roster))),
			p.otherPages()),
		g.If(p.Behind, h.P(h.Class("behind"), h.A(h.Href(p.Base+"/update"), g.Text("Newer book: what changes?")))),
		p.parts.Part("form", "do", g.Group{h.Action(p.Do), h.Method("post"), h.Data("drop", "whole onto")}, p.back()),
		p.besides(),
		h.Div(h.Class("panes"), h.Data("pane", p.Pane),
			p.parts.Known("section", "book", p.OffersETag,
				func() g.Node { return g.Group{h.Aria("labelledby", "h-book"), p.viewOffers()} }, p.changingParts),
			p.parts.Part("section", "list", g.Group{h.Aria("labelledby", "h-list")}, p.viewList()),
			p.parts.Part("section", "unit", g.Group{h.Aria("labelledby", "h-unit"), h.Data("of", p.shown())}, third()),
		),
		p.bar(),
	}
}

// longName is the length of a name, in bytes, beyond which the head of a phone has small type for it.
const longName = 13

// otherPages leads to the pages of the list that have no sign of their own on a phone.
func (p *buildPage) otherPages() g.Node {
	to := func(page, name string) g.Node { return h.A(h.Class("button"), h.Href(p.Base+"/"+page), g.Text(name)) }
	return h.Details(h.Class("menu more-pages"), h.Summary(h.Aria("label", "More of this list"), page.Icon("more")),
		h.Div(g.Iff(p.Unit != nil && p.Unit.ID != "", func() g.Node {
			return h.A(h.Class("button"), h.Href(p.AddressWith("unit", p.Unit.ID, "pane", "unit")+"#own"), g.Text("Copy or remove the unit"))
		}), to("odds", "Odds"), to("match-up", "Match-up"), to("beside", "Compare"), to("print", "Paper"), g.If(p.Fills, to("fill", "What can I still take?")),
			h.A(h.Class("button"), h.Href(p.AddressToShow("show", showSettings)), g.Text("List settings"))))
}

// shown identifies the content of the third pane, so that a script scrolls new content to its top.
func (p *buildPage) shown() string {
	if p.Unit != nil {
		return p.Unit.ids()[0] + "+" + p.Unit.Offer // a pair whole, whichever half is chosen
	}
	return p.Show
}

// back draws hidden fields with the address to return to, and the list's ETag.
func (p *buildPage) back() g.Node {
	return g.Group{page.Hidden("back", p.Back), page.Hidden("etag", p.ETag)}
}

// form draws a form that changes the list; verb is "" if its buttons have verbs.
func (p *buildPage) form(verb string, content ...g.Node) g.Node {
	return h.Form(h.Action(p.Do), h.Method("post"), p.parts.Aside(p.back()), g.If(verb != "", page.Hidden("verb", verb)),
		g.Group(content))
}

// viewList draws the units of the list.
func (p *buildPage) viewList() g.Node {
	units := g.Node(h.P(g.Text("The list has no units yet. Add some from "), h.A(h.Href(p.AddressWith("pane", "book")), g.Text("what there is")),
		g.If(p.Fills, g.Group{g.Text(", or take "), h.A(h.Href(p.Base+"/fill?surprise=yes"), g.Text("a surprise army"))}), g.Text(".")))
	_, plans := p.roster.(builder.Planner)
	switch {
	case len(p.Platoons) > 0:
		units = g.Map(p.Platoons, p.viewPlatoon)
	case len(p.Cards) > 0:
		units = p.viewCards(p.Cards)
	}
	return g.Group{
		p.parts.Part("div", "list-head", g.Group{h.Class("list-head spread")},
			h.H2(h.ID("h-list"), h.Class("hidden"), g.Text("List")),
			h.P(h.Class("line"), g.Text(p.Slots)),
			g.Iff(len(p.TargetFigures.Choices) > 1 && len(p.Cards) > 0, func() g.Node {
				return p.TargetFigures.targetForm(p, listTarget, g.Group{h.Span(h.Class("measure"), g.Text(report.Capital(p.TargetFigures.Measure)))}, nil)
			}),
			h.A(h.Class("button settings"), h.ID("to-settings"), h.Href(p.AddressToShow("show", showSettings)),
				g.If(p.Show == showSettings && p.Unit == nil, h.Aria("current", "true")), g.Text("Settings")),
		),
		units,
		g.Iff(len(p.Aside) > 0, p.viewAside),
		g.If(p.Fills && len(p.Cards) > 0,
			h.A(h.Class("button fill-here"), h.Href(p.Base+"/fill"), g.Text("What can I still take?"))),
		g.If(plans && len(p.Cards) > 0, p.form("platoon 0", h.Class("new-platoon"), page.Hidden("name", p.nextPlatoon()), h.Button(page.Icon("add"), g.Text("New platoon")))),
	}
}

// viewSettings draws the list's own settings.
func (p *buildPage) viewSettings() g.Node {
	return g.Group{
		h.H2(h.ID("h-unit"), g.Text("List settings")),
		p.form("list", h.Class("settings-of"), g.Map(page.GroupBy(p.Fields, func(f edit.Field) string { return f.Group }), func(fields page.Group[edit.Field]) g.Node {
			return g.Group{g.If(fields.Title != "", h.H3(h.Class("group"), page.Isolated(fields.Title))), g.Map(fields.All, func(f edit.Field) g.Node {
				means := g.If(f.Means != "", page.Para("line", f.Means))
				if f.Among != "" { // it is about all that can be ticked
					return g.Group{means, h.Div(page.Field(f))}
				}
				return h.Div(page.Field(f), means)
			})}
		}), h.Button(h.Class("main"), g.Text("Save"))),
		page.ListButtons(p.List, p.ETag, "delete-list"),
	}
}
