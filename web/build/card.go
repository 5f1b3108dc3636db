package build

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/table"
	"muster/web/page"
)

// profile is the figures of a unit.
func profile(u *table.Unit) g.Node { return h.B(page.Isolated(u.Line())) }

// armed lists a unit's weapons and other gear, with profiles if asked.
func armed(u *table.Unit, profiles bool) g.Node {
	var all []string
	for _, w := range u.Weapons {
		text := w.Name
		if profiles {
			text += " " + w.Line()
		} else if w.Count > 1 {
			text = fmt.Sprintf("%d %s", w.Count, w.Name)
		}
		all = append(all, text)
	}
	between := ", "
	if profiles {
		between = " · "
	}
	text := strings.Join(append(all, u.Gear...), between)
	if text == "" {
		return nil
	}
	return page.Isolated(" · " + text)
}

// viewCards are cards that stand under each other.
func (p *buildPage) viewCards(cards []builder.Card) g.Node {
	return g.If(len(cards) > 0, h.Ul(h.Class("rows units"), g.Map(cards, p.viewCard)))
}

// viewCard draws one card: units that stand together at the table.
func (p *buildPage) viewCard(c builder.Card) g.Node {
	var heroes g.Group
	for _, part := range c.Parts {
		if part.Role == table.Joined {
			heroes = append(heroes, g.Text(" + "), p.leads(part.ID, part.Title), page.Size(part.Sizes...))
		}
	}
	ids := c.All()
	on := ""
	for _, id := range ids {
		if id == p.UnitID {
			on = "on"
		}
	}
	return p.parts.Part("li", "row-"+c.ID,
		g.Group{h.Data("unit", c.ID), h.Draggable("true"), g.If(on != "", h.Class(on))},
		h.Div(
			h.P(h.Class("head"), h.Span(p.leads(c.ID, c.Title), page.Size(c.Sizes...), heroes, p.leader(c.ID), p.badge("badge-"+c.ID, ids)), p.Does.unit(p, "does-"+c.ID, c.ID), p.parts.Part("span", "points-"+c.ID, g.Group{h.Class("fig")}, g.Text(strconv.Itoa(c.Total())))),
			h.P(h.Class("line two"), profile(&c.Unit), armed(&c.Unit, false)),
			g.If(len(c.Abilities) > 0, h.P(h.Class("line short"), page.Isolated(page.Commas(c.Abilities)))),
			p.fold("parts-"+c.ID, "Parts", false, c.Parts),
			p.fold("inside-"+c.ID, "Carries "+finding.Count(len(c.Inside), "unit"), true, c.Inside),
		),
		h.Details(h.Class("menu of-row"), h.Summary(h.Aria("label", "More for "+c.Title), g.Text("⋯"))),
	)
}

// fold lists the parts of a card, or its passengers.
func (p *buildPage) fold(id, name string, open bool, parts []builder.Card) g.Node {
	return g.Iff(len(parts) > 0, func() g.Node {
		return h.Details(h.Class("parts"), h.ID(id), g.If(open, g.Attr("open")), h.Summary(g.Text(name)),
			h.Ul(g.Map(parts, p.viewPart)))
	})
}

// leads is a unit's name as a link to it.
func (p *buildPage) leads(id, name string) g.Node {
	return h.A(h.Class("name unit-name"), h.Data("part", id), h.Href(p.To("unit", id, "pane", "unit")),
		g.If(id == p.UnitID, h.Aria("current", "true")), page.Isolated(name))
}

// viewPart is one unit of a card, or a passenger.
func (p *buildPage) viewPart(c builder.Card) g.Node {
	return g.Group{
		p.parts.Part("li", "part-"+c.ID, g.Group{g.If(c.ID == p.UnitID, h.Class("on"))},
			h.Div(
				h.P(p.leads(c.ID, c.Title), page.Size(c.Sizes...), p.leader(c.ID), p.badge("part-badge-"+c.ID, c.IDs)),
				h.P(h.Class("line"), profile(&c.Unit), armed(&c.Unit, false)),
			),
			h.Span(h.Class("fig"), g.Text(strconv.Itoa(c.Points))),
		),
		g.Map(c.Parts, func(part builder.Card) g.Node { return g.If(part.Role == table.Joined, p.viewPart(part)) }),
		g.Map(c.Inside, p.viewPart),
	}
}

// badge says how many errors and warnings are about units; id is its own.
func (p *buildPage) badge(id string, ids []string) g.Node {
	errors, warnings := 0, 0
	var seen []string
	for _, id := range ids {
		for _, f := range p.About[id] {
			if slices.Contains(seen, f.Code+f.Message) {
				continue
			}
			seen = append(seen, f.Code+f.Message)
			if f.Severity == finding.Error {
				errors++
			} else {
				warnings++
			}
		}
	}
	mark := func(n int, class, what string) g.Node {
		return g.Iff(n > 0, func() g.Node {
			return g.Group{g.Text(" "), h.A(h.Class("badge "+class), h.Href(p.ToShow("findings")), h.Aria("label", finding.Count(n, what)), h.Title(finding.Count(n, what)), g.Text("! "+strconv.Itoa(n)))}
		})
	}
	return p.parts.Part("span", id, nil, mark(errors, "bad", "error"), mark(warnings, "warn", "warning"))
}
