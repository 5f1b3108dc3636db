package build

import (
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

// viewProfile draws the profile of a unit.
func viewProfile(u *table.Unit) g.Node { return h.B(page.IsolatedText(u.ProfileLine())) }

// viewGear lists a unit's weapons and equipment, with profiles if asked.
func viewGear(u *table.Unit, profiles bool) g.Node {
	var all []string
	for _, w := range u.Weapons {
		text := table.NameWithCount(w.Count, w.Name)
		if profiles {
			text = w.Name + " " + w.ProfileLine()
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
	return page.IsolatedText(" · " + text)
}

// viewRuleList lists a unit's rules that are not in its profile.
func viewRuleList(u *table.Unit) g.Node {
	return g.If(len(u.Abilities) > 0, page.IsolatedText(" · "+page.JoinCommas(u.Abilities)))
}

// viewCards draws cards below each other.
func (p *buildPage) viewCards(cards []builder.Card) g.Node {
	return g.If(len(cards) > 0, h.Ul(h.Class("rows units"), g.Map(cards, p.viewCard)))
}

// viewCard draws one card: units that stand together at the table, each in a row of its own.
func (p *buildPage) viewCard(c builder.Card) g.Node {
	return p.parts.Part("li", "row-"+c.ID, g.Group{h.Data("unit", c.ID), h.Draggable("true")},
		p.viewRow(&c, p.TargetEffects.viewUnitEffect(p, "does-"+c.ID, c.ID)), p.nestedRows(&c))
}

// nestedRows draws the rows of a unit's joined heroes and passengers.
func (p *buildPage) nestedRows(c *builder.Card) g.Node {
	var rows g.Group
	heroes := slices.DeleteFunc(slices.Clone(c.Members), func(one builder.Card) bool { return one.Role != table.RoleJoined })
	for _, inner := range append(heroes, c.Passengers...) {
		rows = append(rows, p.parts.Part("li", "part-"+inner.ID, g.Group{h.Data("unit", inner.ID)},
			p.viewRow(&inner, nil), p.nestedRows(&inner)))
	}
	return g.If(len(rows) > 0, h.Ul(rows))
}

// viewRow draws a unit in a line: models, name above profile and weapons, effect and points.
func (p *buildPage) viewRow(c *builder.Card, effect g.Node) g.Node {
	class := "unit-row"
	if slices.Contains(c.IDs, p.UnitID) {
		class += " on"
	}
	return h.Div(h.Class(class),
		page.ModelCount(c.HalfSizes...),
		h.Div(
			h.P(p.unitLink(c.ID, c.Title), p.viewLeaderMark(c.ID)),
			h.P(h.Class("line short"), p.findingsBadge("badge-"+c.ID, c.IDs), g.Iff(len(c.Passengers) > 0, func() g.Node {
				return p.parts.Part("span", "with-"+c.ID, nil, g.Textf("with passengers %d · ", c.TotalPoints()))
			}), viewProfile(&c.Unit), viewGear(&c.Unit, false), viewRuleList(&c.Unit)),
		),
		effect,
		p.parts.Part("span", "points-"+c.ID, g.Group{h.Class("fig")}, g.Text(c.PlainCostText())),
	)
}

// viewSetAsideUnits draws the units that the player set aside: they stay in the list's file, but do
// not count.
func (p *buildPage) viewSetAsideUnits() g.Node {
	return g.Group{
		h.H3(h.Class("group"), h.ID("h-aside"), g.Text("Set aside")),
		h.Ul(h.Class("rows units"), h.Aria("labelledby", "h-aside"), g.Map(p.SetAsideUnits, func(u builder.Price) g.Node {
			return h.Li(h.Div(h.Class("unit-row quiet"),
				h.Span(), h.Span(page.IsolatedText(u.Name)),
				verbButton(builder.SetForm(u.ID, "aside", "false"), h.Class("link"), h.Aria("label", "Put "+u.Name+" back"),
					g.Text("Put\u00a0back")),
				h.Span(h.Class("fig"), g.Text(strconv.Itoa(u.Points))),
			))
		})),
	}
}

// unitLink draws a unit's name as a link to it.
func (p *buildPage) unitLink(id, name string) g.Node {
	return h.A(h.Class("name"), h.Data("part", id), h.Href(p.AddressWith("unit", id, "pane", "unit")),
		g.If(id == p.UnitID, h.Aria("current", "true")), page.IsolatedText(name))
}

// findingsBadge draws the number of errors and warnings about units; id is the unit that bears the
// badge.
func (p *buildPage) findingsBadge(id string, ids []string) g.Node {
	errors, warnings := 0, 0
	var seen []string
	for _, id := range ids {
		for _, f := range p.UnitFindings[id] {
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
			return h.Span(h.Class(class), h.A(h.Class("badge "+class), h.Href(p.AddressToShow("show", showFindingsValue)), h.Aria("label", finding.CountText(n, what)), g.Text("! "+strconv.Itoa(n))), g.Text(" "))
		})
	}
	return p.parts.Part("span", id, nil, mark(errors, "bad", "error"), mark(warnings, "warn", "warning"))
}
