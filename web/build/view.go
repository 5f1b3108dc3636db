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
	return g.Group{
		p.parts.Part("div", "of-list", g.Group{h.Class("of-list")},
			h.A(h.Class("button back"), h.Href("/"), h.Aria("label", "My lists"), page.Icon("back")),
			h.Div(h.H1(g.If(len(p.List.Name) > longNameBytes, h.Class("long")), page.IsolatedText(p.List.Name)),
				page.Para("quiet", input.GameAndBooks(p.roster))),
			p.otherPageLinks()),
		g.If(p.HasNewerBook, h.P(h.Class("behind"), h.A(h.Href(p.BaseAddress+"/update"), g.Text("Newer book: what changes?")))),
		p.parts.Part("form", "do", g.Group{h.Action(p.ChangeAddress), h.Method("post"), h.Data("drop", string(builder.WholeOntoForm("", "")))},
			p.backAddressFields()),
		p.viewSearchFields(),
		h.Div(h.Class("panes"), h.Data("pane", p.PhonePane),
			p.parts.PartWithETag("section", "book", p.OffersETag,
				func() g.Node { return g.Group{h.Aria("labelledby", "h-book"), p.viewOffers()} }, p.viewOfferCounts),
			p.parts.Part("section", "list", g.Group{h.Aria("labelledby", "h-list")}, p.viewList()),
			p.viewThirdPane(),
		),
		p.viewBar(),
	}
}

// viewThirdPane draws the shown unit, the settings or the findings. A phone that shows another pane
// keeps what it has, and asks anew as it comes back.
func (p *buildPage) viewThirdPane() g.Node {
	content := p.viewFindings
	switch {
	case p.PhonePane != "unit" && p.parts.IsHidden("unit"):
		return p.parts.PendingPart("section", "unit", nil)
	case p.Unit != nil:
		content = p.Unit.view
	case p.ThirdPaneContent == showSettingsValue:
		content = p.viewSettings
	}
	return p.parts.Part("section", "unit", g.Group{h.Aria("labelledby", "h-unit"), h.Data("of", p.paneKey())}, content())
}

// longNameBytes is the length of a name, in bytes, beyond which the top of the page on a phone has
// small type for it.
const longNameBytes = 13

// otherPageLinks draws links to the pages of the list that have no sign of their own on a phone.
func (p *buildPage) otherPageLinks() g.Node {
	linkTo := func(page, name string) g.Node {
		return h.A(h.Class("button"), h.Href(p.BaseAddress+"/"+page), g.Text(name))
	}
	return h.Details(h.Class("menu more-pages"), h.Summary(h.Aria("label", "More of this list"), page.Icon("more")),
		h.Div(g.Iff(p.Unit != nil && p.Unit.ID != "", func() g.Node {
			return g.Group{
				verbButton(builder.WholeCopyForm(p.Unit.ID), page.Icon("copy"), g.Text("Copy the unit")),
				verbButton(builder.WholeRemoveForm(p.Unit.ID), page.Icon("remove"), g.Text("Remove the unit")),
			}
		}), linkTo("odds", "Odds"), linkTo("match-up", "Match-up"), linkTo("beside", "Compare"), linkTo("print", "Paper"),
			g.If(p.CanFill, linkTo("fill", "What can I still take?")),
			h.A(h.Class("button"), h.Href(p.AddressToShow("show", showSettingsValue)), g.Text("List settings"))))
}

// paneKey identifies the content of the third pane, so that a script scrolls new content to its
// top.
func (p *buildPage) paneKey() string {
	if p.Unit != nil {
		return p.Unit.ids()[0] + "+" + p.Unit.OfferName // a pair whole, whichever half is chosen
	}
	return p.ThirdPaneContent
}

// backAddressFields draws hidden fields with the address to return to, and the list's ETag.
func (p *buildPage) backAddressFields() g.Node {
	return g.Group{page.HiddenField("back", p.BackAddress), page.HiddenField("etag", p.ETag)}
}

// form draws a form that changes the list; verb is "" if its buttons have verbs.
func (p *buildPage) form(verb builder.Form, content ...g.Node) g.Node {
	return h.Form(h.Action(p.ChangeAddress), h.Method("post"), p.parts.OutsideETag(p.backAddressFields()),
		g.If(verb != "", page.HiddenField("verb", string(verb))),
		g.Group(content))
}

// viewList draws the units of the list.
func (p *buildPage) viewList() g.Node {
	units := g.Node(h.P(g.Text("The list has no units yet. Add some from "), h.A(h.Href(p.AddressWith("pane", "book")), g.Text("what there is")),
		g.If(p.CanFill, g.Group{g.Text(", or take "), h.A(h.Href(p.BaseAddress+"/fill?surprise=yes"), g.Text("a surprise army"))}), g.Text(".")))
	_, plans := p.roster.(builder.PlatoonPlanner)
	switch {
	case len(p.Platoons) > 0:
		units = g.Map(p.Platoons, p.viewPlatoon)
	case len(p.Cards) > 0:
		units = p.viewCards(p.Cards)
	}
	return g.Group{
		p.parts.Part("div", "list-head", g.Group{h.Class("list-head spread")},
			h.H2(h.ID("h-list"), h.Class("hidden"), g.Text("List")),
			h.P(h.Class("line"), g.Text(p.UnitLimitsText)),
			g.Iff(len(p.TargetEffects.Choices) > 1 && len(p.Cards) > 0, func() g.Node {
				return p.TargetEffects.targetForm(p, listTargetID, g.Group{h.Span(h.Class("measure"), g.Text(report.Capitalize(p.TargetEffects.DamageMeasure)))}, nil)
			}),
			h.A(h.Class("button settings"), h.ID("to-settings"), h.Href(p.AddressToShow("show", showSettingsValue)),
				g.If(p.ThirdPaneContent == showSettingsValue && p.Unit == nil, h.Aria("current", "true")), g.Text("Settings")),
		),
		units,
		g.Iff(len(p.SetAsideUnits) > 0, p.viewSetAsideUnits),
		g.If(p.CanFill && len(p.Cards) > 0,
			h.A(h.Class("button fill-here"), h.Href(p.BaseAddress+"/fill"), g.Text("What can I still take?"))),
		g.If(plans && len(p.Cards) > 0, p.form(builder.PlatoonForm("0"), h.Class("new-platoon"), page.HiddenField("name", p.newPlatoonName()), h.Button(page.Icon("add"), g.Text("New platoon")))),
	}
}

// viewSettings draws the list's own settings.
func (p *buildPage) viewSettings() g.Node {
	return g.Group{
		h.H2(h.ID("h-unit"), g.Text("List settings")),
		p.form(builder.ListForm, h.Class("settings-of"), g.Map(page.GroupBy(p.ListFields, func(f edit.Field) string { return f.Group }), func(fields page.Group[edit.Field]) g.Node {
			return g.Group{
				g.If(fields.Title != "", h.H3(h.Class("group"), page.IsolatedText(fields.Title))),
				g.Map(fields.Values, func(f edit.Field) g.Node {
					means := g.If(f.Explanation != "", page.Para("line", f.Explanation))
					if f.EntryID != "" { // it is about all that can be ticked
						return g.Group{means, h.Div(page.FieldControl(f))}
					}
					return h.Div(page.FieldControl(f), means)
				}),
			}
		}), h.Button(h.Class("main"), g.Text("Save"))),
		page.ListButtons(p.List, p.ETag, "delete-list"),
	}
}
