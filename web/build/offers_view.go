package build

import (
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/report"
	"muster/web/page"
)

// viewOffers draws the search and the offers.
func (p *buildPage) viewOffers() g.Node {
	groups := g.Node(h.P(h.Class("quiet"), page.Isolated(p.whyNothing()), g.Text(" "), h.A(h.Href(p.Base+"?pane=book"), h.Data("keep", ""), g.Text("Show all")),
		g.If(p.query.Get("owned") != "",
			g.Group{g.Text(" · "), h.A(h.Href(p.Base+"/collection"), g.Text("Say what you own"))})))
	if len(p.Offers) > 0 {
		groups = g.Map(p.Offers, func(s page.Group[offerRow]) g.Node {
			return g.Group{
				g.If(s.Title != "", h.H3(h.Class("group"), page.Isolated(s.Title))),
				h.Ul(h.Class("rows units"), g.Map(s.All, p.viewOffer)),
			}
		})
	}
	state := g.Group{page.Hidden("pane", "book")}
	for _, key := range lookedFor {
		if v := p.query.Get(key); v != "" && key != "find" {
			state = append(state, page.Hidden(key, v))
		}
	}
	find := p.query.Get("find")
	return g.Group{
		h.Div(h.Class("find"),
			h.H2(h.ID("h-book"), g.Text("Add")),
			h.Form(h.ID(findForms[0]), h.Action(p.Base), h.Method("get"), h.Role("search"), g.Attr("data-auto"),
				g.Attr("data-live"), state,
				page.Labelled("Find", h.Input(h.Type("search"), h.Name("find"), h.ID("find"), h.Value(find), h.AutoComplete("off"), h.Placeholder("name, weapon or rule")))),
			h.Form(h.ID(findForms[1]), h.Action(p.Base), h.Method("get"), g.Attr("data-auto"), state,
				g.If(find != "", page.Hidden("find", find)),
				h.Div(h.Class("chips"), h.Role("group"), h.Aria("label", "Show only"),
					p.chip("fits=yes", "Fits now", "what points and rules allow now"),
					g.If(p.roster.Game().HasArmyBooks(), p.chip("owned=yes", "Owned", "what your collection has besides the list's")),
					g.Map(p.Roles, func(role string) g.Node { return p.chip("role="+role, role, "") }),
				)),
			g.Iff(p.TargetFigures.at != nil && len(p.Offers) > 0, func() g.Node {
				return h.P(h.Class("line key"), page.DrawByAction(report.Capital(p.TargetFigures.Measure)+" to "+p.TargetFigures.Name+": ⌖ shooting, ⚔ charging"+p.costs()))
			}),
		),
		g.If(p.empty() && p.Fills, h.A(h.Class("button fill-here"), h.Href(p.Base+"/fill"), g.Text("Fill it for me"))),
		groups,
	}
}

// costs returns the unit of the offers' prices, if not points.
func (p *buildPage) costs() string {
	if u := p.Offers[0].All[0].OnTable(); u.Start > 0 {
		return " · figures"
	}
	return ""
}

// findForms holds the element ids of the search forms.
var findForms = [2]string{"find-by-name", "find-by-kind"}

// besides draws the hidden fields of the search forms, which change with the page while the offers
// stay.
func (p *buildPage) besides() g.Node {
	var fields g.Group
	for _, form := range findForms {
		for _, key := range aside {
			if v := p.query.Get(key); v != "" {
				fields = append(fields, h.Input(h.Type("hidden"), h.FormAttr(form), h.Name(key), h.Value(v)))
			}
		}
	}
	return p.parts.Part("div", "besides", g.Group{g.Attr("hidden")}, fields)
}

// whyNothing explains why there are no offers.
func (p *buildPage) whyNothing() string {
	switch {
	case p.query.Get("fits") != "" && p.query.Get("find") == "" && p.Slots != "":
		return "No more units fit now: " + p.Slots + "."
	}
	return "Nothing that can be added matches that."
}

// chip draws a button that toggles a search filter.
func (p *buildPage) chip(state, name, means string) g.Node {
	key, value, _ := strings.Cut(state, "=")
	pressed := strconv.FormatBool(p.query.Get(key) == value)
	return h.Button(h.Class("chip"), h.ID("chip-"+strings.ReplaceAll(state, " ", "-")), h.Name("toggle"),
		h.Value(state), h.Aria("pressed", pressed), g.If(means != "", h.Title(means)), page.Isolated(name))
}

// ownCount draws how many units of an offer the list has.
func (p *buildPage) ownCount(key string) g.Node {
	return p.parts.Part("span", "taken-"+key, g.Group{h.Class("size")}, g.If(p.Taken[key] > 0, g.Textf(" ×%d", p.Taken[key])))
}

// limit says which limit one more of an offer breaks.
func (p *buildPage) limit(o *offerRow) g.Node {
	return p.parts.Part("span", "limit-"+o.Key, g.Group{h.Class("warn")}, g.If(o.Limit != "", g.Text(o.Limit+" · ")))
}

// changingParts draws what changes of the offers while they stay: how many the list has, and which limit
// one more breaks.
func (p *buildPage) changingParts() g.Node {
	return g.Map(p.Offers, func(s page.Group[offerRow]) g.Node {
		return g.Map(s.All, func(o offerRow) g.Node { return g.Group{p.ownCount(o.Key), p.limit(&o)} })
	})
}

// viewOffer draws an offer.
func (p *buildPage) viewOffer(o offerRow) g.Node {
	u := o.OnTable()
	return h.Li(h.Class("unit-row"), h.Data("offer", o.Key), h.Data("book", o.Key),
		page.Size(o.Models),
		h.Div(
			h.P(h.A(h.Class("name"), h.Href(p.AddressToShow("offer", o.Key)), page.Isolated(o.Name)), p.ownCount(o.Key)),
			h.P(h.Class("line short"), p.limit(&o), profile(&u), gear(&u, true), ruleList(&u)),
			g.Map(o.Found, func(choice string) g.Node {
				return g.If(choice != "", h.P(h.Class("line found"), g.Text("can take "), page.Isolated(choice)))
			}),
		),
		p.TargetFigures.offerEffect(&o.Offer), h.Span(h.Class("fig"), g.Text(u.Price())),
		do("add "+o.Key, h.ID("add-"+o.Key), h.Aria("label", "Add "+o.Name), page.Icon("add")),
	)
}
