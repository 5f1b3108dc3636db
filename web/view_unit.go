package web

import (
	"fmt"
	"net/url"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/export"
	"muster/pricing"
)

// view is a unit whole.
func (u *unitPane) view() g.Node {
	return g.Group{
		spread(h.H2(h.ID("h-unit"), isolated(u.Name)), h.Strong(g.Textf("%d points", u.Points), g.If(u.Estimate, g.Text(" (estimate)")))),
		para("quiet", models(u.Models)),
		g.Map(u.Findings, func(f finding.Finding) g.Node { return para(classOf(f), string(f.Severity)+": "+f.Message) }),
		g.If(u.Offer != "", h.P(do("add "+u.Offer, h.Class("main"), icon("add"), g.Text("Add "), isolated(u.Name)))),
		g.Iff(u.Sheet != nil, func() g.Node { return card{*u.Sheet, u.Page.List}.view() }),
		g.Iff(u.ID != "", u.controls),
		g.Iff(u.Sheet != nil && len(u.Sheet.Terms) > 0, func() g.Node {
			return h.Details(h.Summary(g.Text("What its rules mean")), h.Dl(g.Map(u.Sheet.Terms, func(e export.Entry) g.Node {
				return g.Group{h.Dt(h.Strong(isolated(e.Name))), h.Dd(isolated(e.Text))}
			})))
		}),
	}
}

// controls are all that can be changed of a unit of the list.
func (u *unitPane) controls() g.Node {
	return g.Group{
		g.Iff(u.Price.Creation != nil, func() g.Node {
			c := u.Price.Creation
			return h.Details(h.Summary(g.Textf("How its figures came about: %d of %d", c.Left, c.Start)),
				sum("Figures", c.Steps, func(s fad.CreationStep) (string, string) { return s.What, "−" + strconv.Itoa(s.Figures) }))
		}),
		g.Map(u.Sections, func(s gf.Open) g.Node {
			return h.FieldSet(h.Legend(isolated(s.Section.Label)), h.Ul(h.Class("options"), g.Map(s.Options, u.viewOption)))
		}),
		g.If(len(u.Fields) > 0, u.auto("fields "+u.ID, g.Map(u.Fields, func(f group[edit.Field]) g.Node {
			return h.FieldSet(h.Legend(isolated(f.Title)), g.Map(f.All, viewField))
		}), h.Button(g.Text("Apply")))),
		g.If(len(u.Adds) > 0, h.FieldSet(h.Legend(g.Text("Add to it")), g.Map(u.Adds, func(f edit.Field) g.Node {
			return u.Page.form("", labelled(f.Label, h.Select(h.Name("verb"), g.Map(f.Choices, func(c edit.Choice) g.Node {
				c.Value = "set " + u.ID + " " + c.Value
				return options([]edit.Choice{c}, f.Now)
			}))), h.Button(g.Text("Add")))
		}))),
		g.If(len(u.Links) > 0, h.FieldSet(h.Legend(g.Text("Together with")), g.Map(u.Links, func(l builder.LinkChoices) g.Node {
			var choices []edit.Choice
			for _, with := range l.With {
				choices = append(choices, edit.Choice{Value: with.ID, Label: with.Name + " (" + with.ID + ")"})
			}
			return u.auto("link "+u.ID+" "+l.Key,
				labelled(linkNames[l.Key], h.Select(h.Name("to"), h.Option(h.Value(""), g.Text("nobody")), options(choices, l.Now))), h.Button(g.Text("Set")))
		}))),
		h.FieldSet(h.Legend(g.Text("Name and remarks")), u.Page.form("",
			labelled("Your own name for it", h.Input(h.Name("name"), h.MaxLength("200"), h.Value(u.OwnName), h.AutoComplete("off"))),
			labelled("Remarks", h.Input(h.Name("note"), h.MaxLength("1000"), h.Value(u.Note), h.AutoComplete("off"))),
			inRow(h.Button(h.Name("verb"), h.Value("rename "+u.ID), g.Text("Keep")),
				h.Button(h.Name("verb"), h.Value("remove "+u.ID), h.Aria("label", "Remove "+u.Name), icon("remove"), g.Text("Remove"))),
		)),
		g.If(u.Estimable, priceLink(u.Page.List, u.ID)),
		g.If(len(u.Price.Steps) > 1, h.Details(g.Attr("open"), h.Summary(g.Text("What it costs, and why")),
			sum("Points", u.Price.Steps, func(s pricing.Step) (string, string) { return s.Explained(), s.Value.String() }))),
	}
}

// auto is a form of the unit that is sent as soon as something in it changes.
func (u *unitPane) auto(verb string, content ...g.Node) g.Node {
	return u.Page.form(verb, append(content, g.Attr("data-auto"))...)
}

// linkNames are what the ways of linking units are called.
var linkNames = map[string]string{"join": "Joins", "combine": "Combined with", "in": "Rides in"}

// sum is how a figure came about, in steps that have a name and a value.
func sum[Step any](caption string, steps []Step, texts func(Step) (what, value string)) g.Node {
	return h.Table(h.Caption(isolated(caption)), h.TBody(g.Map(steps, func(s Step) g.Node {
		what, value := texts(s)
		return h.Tr(h.Td(isolated(what)), h.Td(h.Class("n"), g.Text(value)))
	})))
}

// viewOption is an upgrade with its price, and how often it was chosen.
func (u *unitPane) viewOption(o gf.OpenOption) g.Node {
	id, name, price, taken := o.Option.ID, o.Option.Name, fmt.Sprintf("%+d", o.Cost), u.Taken[o.Option.ID]
	return h.Li(
		h.Span(ruleLink(u.Page.List, id, name), g.If(o.Why != "" && o.Left == 0 && taken == 0, g.Group{h.Br(), h.Span(h.Class("quiet small"), isolated(o.Why))})),
		h.Span(h.Class("n"), g.Text(price)),
		h.Span(h.Class("stepper"),
			g.If(taken > 0, g.Group{
				do("downgrade "+u.ID+" "+id, h.ID("less-"+id), h.Aria("label", "Drop "+name+", "+price), icon("less")),
				h.B(g.Text(strconv.Itoa(taken))),
			}),
			g.If(o.Left != 0, do("upgrade "+u.ID+" "+id, h.ID("more-"+id), h.Aria("label", "Take "+name+", "+price), icon("add"))),
		),
	)
}

// ruleLink leads from a name to what it means in a list.
func ruleLink(list *listName, name, text string) g.Node {
	return h.A(h.Href(list.address()+"/rule?name="+url.QueryEscape(name)), g.Attr("data-pop"), isolated(text))
}

// viewField is a field of a form.
func viewField(f edit.Field) g.Node {
	key, mode := keyOf(f), "numeric"
	switch {
	case f.Among != "":
		return h.Label(h.Class("tick"),
			h.Input(h.Type("checkbox"), h.Name(key), h.ID(key), h.Value("yes"), g.If(f.Now == "yes", h.Checked())),
			h.Input(h.Type("hidden"), h.Name(key), h.Value("no")), isolated(priced(f.Label, f.Choices[0].More)))
	case len(f.Choices) > 0:
		return labelled(f.Label, h.Select(h.Name(key), h.ID(key), options(f.Choices, f.Now)))
	case f.Text:
		mode = ""
	}
	return labelled(f.Label, h.Input(h.Name(key), h.ID(key), h.Value(f.Now), g.Attr("inputmode", mode), h.AutoComplete("off")))
}

// view is a unit as its sheet shows it.
func (c card) view() g.Node {
	return h.Div(h.Class("card"),
		g.If(len(c.Stats) > 0, h.P(h.Class("tags"), g.Map(c.Stats, func(s export.Stat) g.Node {
			return h.Span(isolated(s.Label+" "), h.Strong(isolated(s.Value)))
		}))),
		g.If(len(c.Rules) > 0, h.P(h.Class("small"), c.linked(inWords(c.Rules)))),
		g.Map(c.Tables, func(t export.Table) g.Node {
			number := func(i int) g.Node { return g.If(t.Columns[i].Kind != export.Words, h.Class("n")) }
			head, rows := g.Group{}, g.Group{}
			for i, column := range t.Columns {
				name := isolated(column.Name)
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
			return h.P(h.Class("small"), h.Strong(isolated(n.Label)), g.Text(" "), c.linked(n.Text))
		}),
	)
}

// scroll is a table that scrolls sideways by itself where it is too wide.
func scroll(name string, table g.Node) g.Node {
	return h.Div(h.Class("scroll"), h.TabIndex("0"), h.Role("region"), h.Aria("label", name), table)
}
