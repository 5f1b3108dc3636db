package web

import (
	"fmt"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/finding"
)

// do is a button that asks for a change of the list, in words.
func do(verb string, more ...g.Node) g.Node {
	return h.Button(h.FormAttr("do"), h.Name("verb"), h.Value(verb), g.Group(more))
}

// view is the builder.
func (p *buildPage) view() g.Node {
	tab := func(pane, name string) g.Node {
		return h.A(h.Class("button"), h.Href(p.To("pane", pane)), g.If(p.Pane == pane, h.Aria("current", "true")), isolated(name))
	}
	third, name := p.viewFindings, "Findings"
	if p.Unit != nil {
		third, name = p.Unit.view, "Unit"
	}
	return g.Group{
		spread(h.H1(isolated(p.List.Name)), para("quiet", p.About), g.If(p.Behind, linkButton(p.Base+"/update", "Newer book: what changes?"))),
		h.Form(h.ID("do"), h.Action(p.Do), h.Method("post"), p.back()),
		h.Div(h.Class("tabs"), h.Role("group"), h.Aria("label", "Parts of the page"), tab("book", "Add"), tab("list", "List"), tab("unit", name)),
		h.Div(h.Class("panes"), h.Data("pane", p.Pane),
			h.Section(h.ID("book"), h.Aria("labelledby", "h-book"), h.Data("as", p.OffersETag), g.Iff(!p.HasOffers, p.viewOffers)),
			h.Section(h.ID("list"), h.Aria("labelledby", "h-list"), p.viewList()),
			h.Section(h.ID("unit"), h.Aria("labelledby", "h-unit"), third()),
		),
		p.bar(),
	}
}

// back says where a change comes back to, and what list it was meant for.
func (p *buildPage) back() g.Node {
	return g.Group{h.Input(h.Type("hidden"), h.Name("back"), h.Value(p.Back)), h.Input(h.Type("hidden"), h.Name("etag"), h.Value(p.ETag))}
}

// form is a form that changes the list; verb is "" where its buttons say what
// they do.
func (p *buildPage) form(verb string, content ...g.Node) g.Node {
	return h.Form(h.Action(p.Do), h.Method("post"), p.back(), g.If(verb != "", h.Input(h.Type("hidden"), h.Name("verb"), h.Value(verb))), g.Group(content))
}

// viewOffers is what can be added.
func (p *buildPage) viewOffers() g.Node {
	groups := g.Node(para("quiet", "Nothing has that name."))
	if len(p.Offers) > 0 {
		groups = g.Map(p.Offers, func(s group[builder.Offer]) g.Node {
			return g.Group{
				g.If(s.Title != "", h.H3(isolated(s.Title))),
				h.Ul(g.Map(s.All, func(o builder.Offer) g.Node {
					return h.Li(h.Class("card spread"),
						h.Div(h.A(h.Class("unit-name"), h.Href(p.ToOffer(o.Key)), isolated(o.Name)), para("quiet small", o.About)),
						h.Strong(g.Text(strconv.Itoa(o.Points))),
						do("add "+o.Key, h.ID("add-"+o.Key), h.Aria("label", "Add "+o.Name), icon("add")),
					)
				})),
			}
		})
	}
	return g.Group{
		h.H2(h.ID("h-book"), g.Text("What can be added")),
		h.Form(h.Action(p.Base), h.Method("get"), h.Role("search"), g.Attr("data-auto"),
			h.Input(h.Type("hidden"), h.Name("pane"), h.Value("book")),
			labelled("Find", h.Input(h.Type("search"), h.Name("find"), h.Value(p.Find), h.AutoComplete("off"))),
		),
		groups,
	}
}

// viewList is the units of the list, and what can be set of the list itself.
func (p *buildPage) viewList() g.Node {
	units := g.Node(h.P(h.Class("card"), g.Text("The list has no units yet. Add some from "), h.A(h.Href(p.To("pane", "book")), g.Text("what there is")), g.Text(".")))
	if len(p.Rows) > 0 {
		units = g.Map(p.Rows, p.viewRow)
	}
	return g.Group{
		h.H2(h.ID("h-list"), g.Text("The list")),
		units,
		h.Details(h.Class("card"), h.ID("itself"), h.Summary(g.Text("The list itself")),
			p.form("list", g.Map(p.Fields, viewField), h.Button(g.Text("Change"))),
			g.Map(p.Platoons, func(f fieldset) g.Node {
				number := strconv.Itoa(f.Number)
				buttons := inRow(h.Button(h.Name("verb"), h.Value("platoon 0"), g.Text("Form it")))
				if f.Number > 0 {
					buttons = inRow(h.Button(h.Name("verb"), h.Value("platoon "+number), g.Text("Change it")), h.Button(h.Name("verb"), h.Value("disband "+number), g.Text("Disband it")))
				}
				return p.form("", h.FieldSet(h.Legend(isolated(f.Title)), g.Map(f.Inputs, viewField), buttons))
			}),
			listButtons(p.List, p.ETag, "delete-list"),
		),
	}
}

// viewRow is a unit among the others.
func (p *buildPage) viewRow(r row) g.Node {
	class := "card"
	if r.Current {
		class = "card chosen"
	}
	button := func(verb, label, title string, off bool) g.Node {
		return do(verb+" "+r.ID, h.Class("plain"), h.ID(verb+"-"+r.ID), h.Aria("label", label), h.Title(title), g.If(off, h.Disabled()), icon(verb))
	}
	return h.Article(h.Class(class), h.Data("unit", r.ID), h.Draggable("true"), h.ID("row-"+r.ID),
		spread(
			h.Div(g.If(r.Mark != "", g.Group{h.Span(h.Class("quiet"), g.Text(r.Mark)), g.Text(" ")}),
				h.A(h.Class("unit-name"), h.Href(p.To("unit", r.ID, "pane", "unit")), g.If(r.Current, h.Aria("current", "true")), isolated(r.Name)),
				para("quiet small", r.About)),
			h.Strong(g.Text(strconv.Itoa(r.Points))),
		),
		g.Map(r.Findings, func(f finding.Finding) g.Node { return para("small "+classOf(f), string(f.Severity)+": "+f.Message) }),
		inRow(
			button("copy", "Copy "+r.Name, "Copy", false),
			button("up", "Move "+r.Name+" up", "Up", r.First),
			button("down", "Move "+r.Name+" down", "Down", r.Last),
			button("remove", "Remove "+r.Name, "Remove", false),
		),
	)
}

// classOf is how a finding is shown.
func classOf(f finding.Finding) string {
	switch f.Severity {
	case finding.Error:
		return "bad"
	case finding.Warning:
		return "warn"
	}
	return "quiet"
}

// viewFindings is what is wrong with the list, and ways out.
func (p *buildPage) viewFindings() g.Node {
	title := h.H2(h.ID("h-unit"), g.Text("Findings"))
	if len(p.Findings) == 0 {
		return g.Group{title, para("card good", "Nothing is wrong with this list.")}
	}
	var all g.Group
	for i, f := range p.Findings {
		var ways g.Group
		if p.Fixes != nil {
			for j, way := range p.Fixes[i] {
				ways = append(ways, do(fmt.Sprintf("fix %d %d", i, j), isolated(way.Label)))
			}
		}
		all = append(all, h.Li(h.Class("card"),
			h.P(h.Strong(h.Class(classOf(f)), g.Text(string(f.Severity))), g.Text(" "), isolated(f.Message)),
			para("quiet small", f.Source),
			g.If(len(f.Units) > 0, h.P(h.Class("row"), g.Map(f.Units, func(id string) g.Node {
				return h.A(h.Href(p.To("unit", id, "pane", "unit")), isolated(id))
			}))),
			ways,
		))
	}
	return g.Group{
		title,
		h.Ul(all),
		g.If(p.Fixes == nil, h.A(h.Class("button"), h.Href(p.To("fixes", "yes", "pane", p.Pane)), g.Attr("data-more"), g.Text("Ways out"))),
	}
}

// bar is the points, always in sight, and what can be done with the list.
func (p *buildPage) bar() g.Node {
	class := "bad"
	if p.Legal {
		class = "good"
	}
	again := func(verb, label string, can bool) g.Node {
		return h.Button(h.ID(verb), h.FormAttr("do"), h.Name("verb"), h.Value(verb), h.Aria("label", label), g.If(!can, h.Disabled()), icon(verb))
	}
	leadTo := func(page, label string) g.Node {
		return h.Button(h.ID(page), h.FormAction(p.Base+"/"+page), h.Aria("label", label), icon(page))
	}
	return h.Form(h.Class("bar"), h.Aria("label", "The list's points"),
		h.P(h.Role("status"), h.ID("status"), h.Class(class), g.Text(p.Status)),
		h.Span(h.Class("quiet small"), g.Text(p.Slots)),
		g.If(p.Slots != "", h.A(h.Class("small"), h.Href(p.Base+"/fill"), g.Text("What can I still take?"))),
		h.Span(h.Class("tools"),
			again("undo", "Undo", p.CanUndo), again("redo", "Redo", p.CanRedo),
			leadTo("share", "Share"), leadTo("print", "Print"), leadTo("play", "Play"),
		),
	)
}
