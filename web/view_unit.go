package web

import (
	"net/url"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/odds"
	"muster/export"
	"muster/pricing"
)

// view is a unit whole.
func (u *unitPane) view() g.Node {
	return g.Group{
		h.Div(h.Class("unit-head"),
			h.H2(h.ID("h-unit"), isolated(u.Name), g.If(u.Models > 1, h.Span(h.Class("quiet"), g.Textf(" [%d]", u.Models)))),
			h.Span(h.Class("fig"), g.Textf("%d pts", u.Points), g.If(u.Estimate, g.Text(" (estimate)"))),
			g.If(u.Offer != "", do("add "+u.Offer, h.Class("main"), h.ID("add-this"), h.Aria("label", "Add "+u.Name), icon("add"), g.Text("Add"))),
		),
		g.Map(u.Findings, func(f finding.Finding) g.Node { return para(classOf(f), string(f.Severity)+": "+f.Message) }),
		g.Iff(u.Sheet != nil, func() g.Node { return u.Words.card(u.Sheet) }),
		g.Iff(u.ID != "", u.links),
		g.Iff(u.ID != "", u.target),
		numbered(u.Sections, u.viewSection),
		g.Iff(u.ID != "", u.controls),
		g.If(len(u.Spells) > 0, h.Details(g.Attr("open"), h.Summary(g.Text("Spells")), meanings(u.Spells))),
		g.Iff(u.Sheet != nil && len(u.Sheet.Terms) > 0, func() g.Node {
			return h.Details(h.Summary(g.Text("What its rules mean")), meanings(u.Sheet.Terms))
		}),
	}
}

// target is what the unit does to what is aimed at, and in which order its options stand.
func (u *unitPane) target() g.Node {
	d := &u.Page.Does
	if len(d.Choices) < 2 {
		return nil
	}
	sort, label := "gain", "Best value first"
	if u.Page.query.Get("sort") == sort {
		sort = ""
	}
	before := g.Group{g.Text("Does "), d.unit(u.Page, u.ID), g.If(d.units[u.ID].Kind == odds.Mean, g.Text(" "+d.Measure))}
	return d.choose(u.Page, "target", before, g.Group{
		g.If(len(d.gains) > 0, h.A(h.Class("button chip"), g.If(sort == "", h.Aria("current", "true")), h.Href(u.Page.To("sort", sort, "pane", "unit")), g.Attr("data-keep"), g.Text(label))),
	})
}

// meanings are words and what they mean.
func meanings(entries []export.Entry) g.Node {
	return h.Dl(h.Class("terms"), g.Map(entries, func(e export.Entry) g.Node {
		return g.Group{h.Dt(h.Strong(isolated(e.Name))), h.Dd(isolated(e.Text))}
	}))
}

// controls are all that can be changed of a unit of the list.
func (u *unitPane) controls() g.Node {
	return g.Group{
		g.Iff(u.Price.Creation != nil, func() g.Node {
			c := u.Price.Creation
			return h.Details(h.Summary(g.Textf("How its figures came about: %d of %d", c.Left, c.Start)),
				sum("Figures", c.Steps, func(s fad.CreationStep) (string, string) { return s.What, "−" + strconv.Itoa(s.Figures) }))
		}),
		g.Iff(len(u.Fields) > 0, u.viewFields),
		h.FieldSet(h.Class("section own"), h.Legend(g.Text("Name and remarks")), u.Page.form("",
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

// links are the units that it is put together with, or can be: buttons that name
// them, and why others cannot be.
func (u *unitPane) links() g.Node {
	if len(u.Links) == 0 {
		return nil
	}
	return h.Div(h.Class("links"), numbered(u.Links, func(_ int, l link) g.Node {
		refused := g.Iff(len(l.Not) > 0, func() g.Node {
			return h.Details(h.ID("not-"+l.ID), h.Summary(h.Class("line"), g.Textf("%d cannot", len(l.Not))),
				h.Ul(numbered(l.Not, func(_ int, n builder.Unlinkable) g.Node {
					return h.Li(h.Class("line"), isolated(u.Names[n.ID]+": "+n.Why+"."))
				})))
		})
		return h.Div(h.Role("group"), h.Aria("label", l.Name), h.Span(h.Class("line"), g.Text(l.Name)),
			h.Div(h.Class("chips"), numbered(l.With, func(_ int, with linkTo) g.Node {
				return do(with.Verb, h.Class("chip"), h.ID("link-"+l.ID+"-"+with.ID), pressed(with.On), isolated(u.Names[with.ID]))
			}), refused))
	}))
}

// auto is a form of the unit that is sent as soon as something in it changes.
func (u *unitPane) auto(verb string, content ...g.Node) g.Node {
	return u.Page.form(verb, append(content, g.Attr("data-auto"))...)
}

// sum is how a figure came about, in steps that have a name and a value.
func sum[Step any](caption string, steps []Step, texts func(Step) (what, value string)) g.Node {
	return h.Table(h.Caption(isolated(caption)), h.TBody(g.Map(steps, func(s Step) g.Node {
		what, value := texts(s)
		return h.Tr(h.Td(isolated(what)), h.Td(h.Class("n"), g.Text(value)))
	})))
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
			hidden(key, "no"), isolated(priced(f.Label, f.Choices[0].More)))
	case len(f.Choices) > 0:
		return labelled(f.Label, h.Select(h.Name(key), h.ID(key), options(f.Choices, f.Now)))
	case f.Long:
		return labelled(f.Label, h.Textarea(h.Name(key), h.ID(key), h.Rows("3"), g.Text(f.Now)))
	case f.Text:
		mode = ""
	}
	return labelled(f.Label, h.Input(h.Name(key), h.ID(key), h.Value(f.Now), g.Attr("inputmode", mode), h.AutoComplete("off")))
}

// card is a unit as its printed sheet shows it: what it is, its weapons, a line each,
// and what else there is to know.
func (w wording) card(b *export.Block) g.Node {
	return h.Div(h.Class("sheet"),
		g.If(len(b.Stats)+len(b.Rules) > 0, h.P(
			g.Map(b.Stats, func(s export.Stat) g.Node {
				return g.If(s.Inline != "", g.Group{h.Span(isolated(s.Label+" "), h.Strong(isolated(s.Value))), g.Text(" ")})
			}),
			w.words(b.Rules))),
		g.Map(b.Tables, w.weapons),
		g.Map(b.Notes, func(n export.Note) g.Node {
			return h.P(h.Class("line"), isolated(n.Label+": "), w.text(n.Text))
		}),
	)
}

// weapons are rows of a sheet's table, a line each.
func (w wording) weapons(t export.Table) g.Node {
	return h.Ul(h.Class("weapons"), g.Map(t.Rows, func(row []string) g.Node {
		var count, name string
		var parts []g.Node
		for i, cell := range row {
			switch column := t.Columns[i]; {
			case column.Kind == export.Count:
				count = cell
			case name == "" && column.Kind == export.Words:
				name = cell
			case cell != "":
				if column.Inline != "" {
					cell = strings.ReplaceAll(column.Inline, "%", cell)
				}
				parts = append(parts, w.text(cell))
			}
		}
		return h.Li(h.Span(h.Class("fig"), g.Text(count)), h.Span(isolated(name+" "), h.Span(h.Class("line"), joined(parts, ", "))))
	}))
}

// scroll is a table that scrolls sideways by itself where it is too wide.
func scroll(name string, table g.Node) g.Node {
	return h.Div(h.Class("scroll"), h.TabIndex("0"), h.Role("region"), h.Aria("label", name), table)
}
