package build

import (
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/report"
	"muster/web/page"
)

// viewOffers draws the search and the offers.
func (p *buildPage) viewOffers() g.Node {
	none := "Nothing that can be added matches that."
	if p.query.Get("fits") != "" && p.query.Get("find") == "" && p.UnitLimitsText != "" {
		none = "No more units fit now: " + p.UnitLimitsText + "."
	}
	groups := g.Node(h.P(h.Class("quiet"), page.IsolatedText(none), g.Text(" "), h.A(h.Href(p.BaseAddress+"?pane=book"), h.Data("keep", ""), g.Text("Show all")),
		g.If(p.query.Get("owned") != "",
			g.Group{g.Text(" · "), h.A(h.Href(p.BaseAddress+"/collection"), g.Text("Say what you own"))})))
	if len(p.Offers) > 0 {
		groups = g.Map(p.Offers, func(s page.Group[offerRow]) g.Node {
			return g.Group{
				g.If(s.Title != "", h.H3(h.Class("group"), page.IsolatedText(s.Title))),
				h.Ul(h.Class("rows units"), g.Map(s.Values, p.viewOffer)),
			}
		})
	}
	state := g.Group{page.HiddenField("pane", "book")}
	for _, key := range searchQueryKeys {
		if v := p.query.Get(key); v != "" && key != "find" {
			state = append(state, page.HiddenField(key, v))
		}
	}
	find := p.query.Get("find")
	return g.Group{
		h.Div(h.Class("find"),
			h.H2(h.ID("h-book"), g.Text("Add")),
			h.Form(h.ID(searchFormIDs[0]), h.Action(p.BaseAddress), h.Method("get"), h.Role("search"), g.Attr("data-auto"),
				g.Attr("data-live"), state,
				page.WithLabel("Find", h.Input(h.Type("search"), h.Name("find"), h.ID("find"), h.Value(find), h.AutoComplete("off"), h.Placeholder("name, weapon or rule")))),
			h.Form(h.ID(searchFormIDs[1]), h.Action(p.BaseAddress), h.Method("get"), g.Attr("data-auto"), state,
				g.If(find != "", page.HiddenField("find", find)),
				h.Div(h.Class("chips"), h.Role("group"), h.Aria("label", "Show only"),
					p.filterButton("fits=yes", "Fits now", "what points and rules allow now"),
					g.If(p.roster.Game().HasArmyBooks(), p.filterButton("owned=yes", "Owned", "what your collection has besides the list's")),
					g.Map(p.OfferRoles, func(role string) g.Node { return p.filterButton("role="+role, role, "") }),
				)),
			g.Iff(p.TargetEffects.fillAim != nil && len(p.Offers) > 0, func() g.Node {
				text := report.Capitalize(p.TargetEffects.DamageMeasure) + " to " + p.TargetEffects.Name + ": ⌖ shooting, ⚔ charging"
				if u := p.Offers[0].Values[0].UnitOnTable(); u.StartFigures > 0 { // what they cost
					text += " · figures"
				}
				return h.P(h.Class("line key"), page.DrawEffectText(text))
			}),
		),
		p.viewFillLink(),
		groups,
	}
}

// searchFormIDs holds the element ids of the search forms.
var searchFormIDs = [2]string{"find-by-name", "find-by-kind"}

// viewSearchFields draws the hidden fields of the search forms, which change with the page while
// the offers stay.
func (p *buildPage) viewSearchFields() g.Node {
	var fields g.Group
	for _, form := range searchFormIDs {
		for _, key := range paneQueryKeys {
			if v := p.query.Get(key); v != "" {
				fields = append(fields, h.Input(h.Type("hidden"), h.FormAttr(form), h.Name(key), h.Value(v)))
			}
		}
	}
	return p.parts.Part("div", "besides", g.Group{g.Attr("hidden")}, fields)
}

// filterButton draws a button that toggles a search filter.
func (p *buildPage) filterButton(state, name, means string) g.Node {
	key, value, _ := strings.Cut(state, "=")
	pressed := strconv.FormatBool(p.query.Get(key) == value)
	return h.Button(h.Class("chip"), h.ID("chip-"+strings.ReplaceAll(state, " ", "-")), h.Name("toggle"),
		h.Value(state), h.Aria("pressed", pressed), g.If(means != "", h.Title(means)), page.IsolatedText(name))
}

// viewCountInList draws how many units of an offer the list has already.
func (p *buildPage) viewCountInList(key string) g.Node {
	return p.parts.Part("span", "taken-"+key, nil, g.If(p.OfferCounts[key] > 0, g.Group{h.B(g.Textf("×%d", p.OfferCounts[key])), g.Text(" · ")}))
}

// viewBrokenLimit draws the limit that is broken if one more unit of an offer is added.
func (p *buildPage) viewBrokenLimit(o *offerRow) g.Node {
	return p.parts.Part("span", "limit-"+o.Key, g.Group{h.Class("warn")}, g.If(o.ExceededLimit != "", g.Text(o.ExceededLimit+" · ")))
}

// viewFillLink draws a link that fills an empty list.
func (p *buildPage) viewFillLink() g.Node {
	return p.parts.Part("span", "fill-it", nil, g.If(p.isEmpty() && p.CanFill,
		h.A(h.Class("button fill-here"), h.Href(p.BaseAddress+"/fill"), g.Text("Fill it for me"))))
}

// viewOfferCounts draws the parts that change while the offers stay: the link of an empty list, how
// many units of an offer the list has, and which limit one more breaks.
func (p *buildPage) viewOfferCounts() g.Node {
	return g.Group{p.viewFillLink(), g.Map(p.Offers, func(s page.Group[offerRow]) g.Node {
		return g.Map(s.Values, func(o offerRow) g.Node { return g.Group{p.viewCountInList(o.Key), p.viewBrokenLimit(&o)} })
	})}
}

// viewOffer draws an offer.
func (p *buildPage) viewOffer(o offerRow) g.Node {
	u := o.UnitOnTable()
	return h.Li(h.Class("unit-row"), h.Data("offer", o.Key), h.Data("book", o.Key),
		page.ModelCount(o.Models),
		h.Div(
			h.P(h.A(h.Class("name"), h.Href(p.AddressToShow("offer", o.Key)), page.IsolatedText(o.Name))),
			h.P(h.Class("line short"), p.viewCountInList(o.Key), p.viewBrokenLimit(&o), viewProfile(&u),
				viewGear(&u, true), viewRuleList(&u)),
			g.Map(o.MatchingChoices, func(choice string) g.Node {
				return g.If(choice != "", h.P(h.Class("line found"), g.Text("can take "), page.IsolatedText(choice)))
			}),
		),
		p.TargetEffects.viewOfferEffect(&o.Offer), h.Span(h.Class("fig"), g.Text(u.PlainCostText())),
		verbButton(builder.AddForm(o.Key), h.ID("add-"+o.Key), h.Aria("label", "Add "+o.Name), page.Icon("add")),
	)
}
