package web

import (
	"net/url"
	"slices"
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
			h.H2(h.ID("h-unit"), isolated(u.title()), g.If(u.Models > 1, h.Span(h.Class("quiet"), g.Textf(" [%d]", u.Models)))),
			h.Span(h.Class("fig"), g.Textf("%d pts", u.Points), g.If(u.Estimate, g.Text(" (estimate)"))),
			g.If(u.Offer != "", do("add "+u.Offer, h.Class("main"), h.ID("add-this"), h.Aria("label", "Add "+u.Name), icon("add"), g.Text("Add"))),
		),
		g.Map(u.Findings, func(f finding.Finding) g.Node { return para(classOf(f), string(f.Severity)+": "+f.Message) }),
		g.Iff(u.Sheet != nil, func() g.Node { return u.Words.card(u.Sheet) }),
		g.Iff(u.ID != "", u.links),
		g.Iff(u.ID != "", u.target),
		u.upgrades(),
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
	id, with := u.ID, ""
	if host := hostOf(u.Page.Cards, u.ID); host != nil { // as what his options add is told
		id, with = host.ID, " with "+host.Title+","
	}
	before := g.Group{g.Text("Does "), d.unit(u.Page, id), g.If(d.units[id].Kind == odds.Mean, g.Text(" "+d.Measure)), isolated(with)}
	return d.choose(u.Page, "target", before, g.Group{
		g.If(len(d.gains) > 0, h.A(h.Class("button chip"), g.If(sort == "", h.Aria("current", "true")), h.Href(u.Page.To("sort", sort, "pane", "unit")), g.Attr("data-keep"), g.Text(label))),
	})
}

// hostOf is the card of the unit that a hero has joined; nil if he has joined none.
func hostOf(cards []builder.Card, hero string) *builder.Card {
	for i := range cards {
		for _, part := range cards[i].Parts {
			if part.Role == builder.Joined && part.ID == hero {
				return &cards[i]
			}
		}
		if host := hostOf(cards[i].Inside, hero); host != nil {
			return host
		}
	}
	return nil
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
		g.Map(u.Prices, func(p builder.Price) g.Node {
			c := p.Creation
			if c == nil {
				return nil
			}
			return h.Details(h.Summary(g.Textf("How its figures came about: %d of %d", c.Left, c.Start)),
				sum("Figures", c.Steps, func(s fad.CreationStep) (string, string) { return s.What, "−" + strconv.Itoa(s.Figures) }))
		}),
		g.Iff(len(u.Fields) > 0, u.viewFields),
		h.FieldSet(h.Class("section own"), h.Legend(g.Text("Name and remarks")), u.Page.form("",
			labelled("Your own name for it", h.Input(h.Name("name"), h.MaxLength("200"), h.Value(u.OwnName), h.AutoComplete("off"))),
			labelled("Remarks", h.Textarea(h.Name("note"), h.MaxLength("1000"), h.Rows(strconv.Itoa(1+strings.Count(u.Note, "\n"))), g.Text(strings.TrimSpace(u.Note)))),
			inRow(h.Button(h.Name("verb"), h.Value("rename "+u.members()[0]), g.Text("Keep")), u.remove(), u.Page.commands(u.ID)),
		)),
		g.If(u.Estimable, priceLink(u.Page.List, u.ID)),
		g.If(slices.ContainsFunc(u.Prices, func(p builder.Price) bool { return len(p.Steps) > 1 }),
			h.Details(g.Attr("open"), h.Summary(g.Text("What it costs, and why")), g.Map(u.Prices, func(p builder.Price) g.Node {
				caption := "Points"
				if u.Halves != nil {
					caption = u.halfName(p.ID)
				}
				return sum(caption, p.Steps, func(s pricing.Step) (string, string) { return s.Explained(), s.Value.String() })
			}))),
	}
}

// title is what the unit is called in its list, told apart from others.
func (u *unitPane) title() string {
	if u.ID == "" {
		return u.Name
	}
	return u.Page.name(u.members()[0])
}

// remove takes the unit out of the list; a pair whole, or the half that is shown.
func (u *unitPane) remove() g.Node {
	button := func(verb, label, text string) g.Node {
		return h.Button(h.Name("verb"), h.Value(verb), h.Aria("label", label), icon("remove"), g.Text(text))
	}
	if u.Halves == nil {
		return button("remove "+u.ID, "Remove "+u.Name, "Remove")
	}
	half := "Remove " + strings.ToLower(u.halfName(u.ID))
	return g.Group{button("whole remove "+u.ID, "Remove "+u.Name, "Remove"), button("remove "+u.ID, half, half)}
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
	key, mode := f.Key(), "numeric"
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
