package web

import (
	"net/url"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/export"
)

// view is a unit whole.
func (u *unitPane) view() g.Node {
	return g.Group{
		spread(h.H2(h.ID("h-unit"), g.Text(u.Name)), h.Strong(g.Textf("%d points", u.Points))),
		para("quiet", u.About),
		g.Map(u.Findings, func(f found) g.Node { return para(f.Class, string(f.Severity)+": "+f.Message) }),
		g.If(u.Offer != "", h.P(do("add "+u.Offer, h.Class("main"), icon("add"), g.Text("Add "+u.Name)))),
		g.Map(u.Blocks, card.view),
		g.Iff(u.ID != "", u.controls),
		g.If(len(u.Terms) > 0, h.Details(h.Summary(g.Text("What its rules mean")), h.Dl(g.Map(u.Terms, func(e export.Entry) g.Node {
			return g.Group{h.Dt(h.Strong(g.Text(e.Name))), h.Dd(g.Text(e.Text))}
		})))),
	}
}

// controls are all that can be changed of a unit of the list.
func (u *unitPane) controls() g.Node {
	return g.Group{
		g.Iff(u.Creation != nil, func() g.Node {
			var steps []step
			for _, s := range u.Creation.Steps {
				steps = append(steps, step{s.What, "−" + strconv.Itoa(s.Figures)})
			}
			return h.Details(h.Summary(g.Textf("How its figures came about: %d of %d", u.Creation.Left, u.Creation.Start)), sum("Figures", steps))
		}),
		g.Map(u.Sections, func(s section) g.Node {
			return h.FieldSet(h.Legend(g.Text(s.Label)), h.Ul(h.Class("options"), g.Map(s.Options, u.viewOption)))
		}),
		g.If(len(u.Fields) > 0, u.auto("fields "+u.ID, g.Map(u.Fields, func(f fieldGroup) g.Node {
			return h.FieldSet(h.Legend(g.Text(f.Label)), g.Map(f.Inputs, input.view))
		}), h.Button(g.Text("Apply")))),
		g.If(len(u.Adds) > 0, h.FieldSet(h.Legend(g.Text("Add to it")), g.Map(u.Adds, func(i input) g.Node {
			return u.Page.form("", labelled(i.Label, h.Select(h.Name("verb"), options(i.Choices, i.Now))), h.Button(g.Text("Add")))
		}))),
		g.If(len(u.Links) > 0, h.FieldSet(h.Legend(g.Text("Together with")), g.Map(u.Links, func(l link) g.Node {
			return u.auto("link "+u.ID+" "+l.How,
				labelled(l.Label, h.Select(h.Name("to"), h.Option(h.Value(""), g.Text("nobody")), options(l.Choices, l.Now))), h.Button(g.Text("Set")))
		}))),
		h.FieldSet(h.Legend(g.Text("Name and remarks")), u.Page.form("",
			labelled("Your own name for it", h.Input(h.Name("name"), h.MaxLength("200"), h.Value(u.OwnName), h.AutoComplete("off"))),
			labelled("Remarks", h.Input(h.Name("note"), h.MaxLength("1000"), h.Value(u.Note), h.AutoComplete("off"))),
			inRow(h.Button(h.Name("verb"), h.Value("rename "+u.ID), g.Text("Keep")),
				h.Button(h.Name("verb"), h.Value("remove "+u.ID), h.Aria("label", "Remove "+u.Name), icon("remove"), g.Text("Remove"))),
		)),
		g.If(len(u.Steps) > 0, h.Details(g.Attr("open"), h.Summary(g.Text("What it costs, and why")), sum("Points", u.Steps))),
	}
}

// auto is a form of the unit that is sent as soon as something in it changes.
func (u *unitPane) auto(verb string, content ...g.Node) g.Node {
	return u.Page.form(verb, append(content, g.Attr("data-auto"))...)
}

// sum is how a figure came about.
func sum(caption string, steps []step) g.Node {
	return h.Table(h.Caption(g.Text(caption)), h.TBody(g.Map(steps, func(s step) g.Node {
		return h.Tr(h.Td(g.Text(s.What)), h.Td(h.Class("n"), g.Text(s.Value)))
	})))
}

// viewOption is an upgrade with its price, and how often it was chosen.
func (u *unitPane) viewOption(o option) g.Node {
	return h.Li(
		h.Span(ruleLink(u.Page.List, o.ID, o.Name), g.If(o.Why != "", g.Group{h.Br(), h.Span(h.Class("quiet small"), g.Text(o.Why))})),
		h.Span(h.Class("n"), g.Text(o.Price)),
		h.Span(h.Class("stepper"),
			g.If(o.Taken > 0, g.Group{
				do("downgrade "+u.ID+" "+o.ID, h.ID("less-"+o.ID), h.Aria("label", "Drop "+o.Name+", "+o.Price), icon("less")),
				h.B(g.Text(strconv.Itoa(o.Taken))),
			}),
			g.If(o.Left != 0, do("upgrade "+u.ID+" "+o.ID, h.ID("more-"+o.ID), h.Aria("label", "Take "+o.Name+", "+o.Price), icon("add"))),
		),
	)
}

// ruleLink leads from a name to what it means in a list.
func ruleLink(list *listName, name, text string) g.Node {
	return h.A(h.Href(list.address()+"/rule?name="+url.QueryEscape(name)), g.Attr("data-pop"), g.Text(text))
}

// view is a field of a form.
func (i input) view() g.Node {
	switch {
	case len(i.Choices) > 0:
		return labelled(i.Label, h.Select(h.Name(i.Key), h.ID(i.Key), options(i.Choices, i.Now)))
	case i.Tick:
		return h.Label(h.Class("tick"),
			h.Input(h.Type("checkbox"), h.Name(i.Key), h.ID(i.Key), h.Value("yes"), g.If(i.Now == "yes", h.Checked())),
			h.Input(h.Type("hidden"), h.Name(i.Key), h.Value("no")), g.Text(i.Label))
	}
	return labelled(i.Label, h.Input(h.Name(i.Key), h.ID(i.Key), h.Value(i.Now), g.Attr("inputmode", i.Mode), h.AutoComplete("off")))
}

// view is a unit as its sheet shows it.
func (c card) view() g.Node {
	return h.Div(h.Class("card"),
		g.If(len(c.Stats) > 0, h.P(h.Class("tags"), g.Map(c.Stats, func(s export.Stat) g.Node {
			return h.Span(g.Text(s.Label+" "), h.Strong(g.Text(s.Value)))
		}))),
		g.If(len(c.Rules) > 0, h.P(h.Class("small"), c.linked(inWords(c.Rules)))),
		g.Map(c.Tables, func(t export.Table) g.Node {
			number := func(i int) g.Node { return g.If(t.Columns[i].Kind != export.Words, h.Class("n")) }
			head, rows := g.Group{}, g.Group{}
			for i, column := range t.Columns {
				name := g.Text(column.Name)
				if column.Name == "" {
					name = h.Span(h.Class("hidden"), g.Text("Count"))
				}
				head = append(head, h.Th(h.Scope("col"), number(i), name))
			}
			for _, row := range t.Rows {
				cells := g.Group{}
				for i, cell := range row {
					cells = append(cells, h.Td(number(i), c.linked(cell)))
				}
				rows = append(rows, h.Tr(cells))
			}
			return scroll("Weapons", h.Table(h.THead(h.Tr(head)), h.TBody(rows)))
		}),
		g.Map(c.Notes, func(n export.Note) g.Node {
			return h.P(h.Class("small"), h.Strong(g.Text(n.Label)), g.Text(" "), c.linked(n.Text))
		}),
	)
}

// scroll is a table that scrolls sideways by itself where it is too wide.
func scroll(name string, table g.Node) g.Node {
	return h.Div(h.Class("scroll"), h.TabIndex("0"), h.Role("region"), h.Aria("label", name), table)
}
