package build

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/odds"
	"muster/builder/table"
	"muster/report"
	"muster/report/html"
	"muster/web/page"
)

// costText writes a price: "+5".
func costText(points int) string {
	if points == 0 {
		return "free"
	}
	return page.SignedPoints(points)
}

// fieldCost writes the price of a field's choice: "+5", "−2 figures".
func fieldCost(c edit.Choice) string {
	return cmp.Or(strings.Replace(c.Cost(), "-", "−", 1), costText(0))
}

// view draws the pane.
func (u *unitPane) view() g.Node {
	parts := u.Page.parts
	return g.Group{
		parts.Part("div", "unit-head", g.Group{h.Class("unit-head")},
			h.H2(h.ID("h-unit"), page.IsolatedText(u.uniqueName()),
				g.If(u.Models > 1, h.Span(h.Class("quiet"), g.Textf("\u00a0[%d]", u.Models)))),
			parts.Part("span", "unit-points", g.Group{h.Class("fig")}, g.Text(u.CostText())),
			g.If(u.OfferName != "", verbButton(builder.AddForm(u.OfferName), h.Class("main"), h.ID("add-this"), h.Aria("label", "Add "+u.Name), page.Icon("add"), g.Text("Add"))),
		),
		g.Map(u.Findings, func(f finding.Finding) g.Node {
			return g.If(!u.Page.isAboutList(&f), page.Para("line "+page.FindingClass(f), string(f.Severity)+": "+f.Message))
		}),
		g.Iff(u.SheetBlock != nil, func() g.Node {
			return parts.Part("div", "sheet", g.Group{h.Class("sheet")}, u.RuleLinker.CardLines(u.SheetBlock, parts))
		}),
		g.Iff(u.ID != "", u.viewLinks),
		g.Iff(u.ID != "", u.viewTarget),
		g.If(u.OfferName != "" && len(u.Sections) > 0, page.Para("line", "Add it, then choose of this:")),
		u.viewUpgrades(),
		g.Iff(u.ID != "", u.viewControls),
		g.If(len(u.Spells) > 0, parts.Part("details", "spells", g.Group{g.Attr("open")}, h.Summary(g.Text("Spells")), page.WordMeanings(u.Spells))),
		g.Iff(u.SheetBlock != nil && len(u.SheetBlock.Terms) > 0, func() g.Node {
			return parts.Part("details", "terms", nil, h.Summary(g.Text("What its rules mean")),
				h.Dl(h.Class("terms"), u.viewRuleTerms()))
		}),
	}
}

// viewRuleTerms draws the unit's rules with their meanings.
func (u *unitPane) viewRuleTerms() g.Node {
	ids := page.UniqueIDs{}
	return g.Map(u.SheetBlock.Terms, func(e table.Entry) g.Node {
		return u.Page.parts.Part("div", ids.New("term-", e.Name), nil, h.Dt(h.Strong(page.IsolatedText(e.Name))),
			h.Dd(page.IsolatedText(e.Text)))
	})
}

// viewTarget draws the unit's effect on the target, and the order of its options.
func (u *unitPane) viewTarget() g.Node {
	d := u.Page.TargetEffects
	if len(d.Choices) < 2 {
		return nil
	}
	orders := []edit.Choice{{Value: sortByGain, Label: "Best first"}}
	if d.knowsSurvival {
		orders = []edit.Choice{{Value: sortByGain, Label: "Most done first"}, {Value: sortBySurvival, Label: "Lasts longest first"}, {Value: sortByGainAndSurvival, Label: "Best of both first"}}
	}
	chip := func(c edit.Choice) g.Node {
		sort := c.Value
		if u.Page.query.Get("sort") == sort {
			sort = ""
		}
		return h.A(h.Class("button chip"), g.If(sort == "", h.Aria("current", "true")), h.Href(u.Page.AddressWith("sort", sort, "pane", "unit")), g.Attr("data-keep"), g.Text(c.Label))
	}
	id, with := u.ID, ""
	if host := hostCard(u.Page.Cards, u.ID); host != nil { // as the gains of his options are given
		id, with = host.ID, " with "+host.Title+","
	}
	before := g.Group{g.Text("Does "), d.viewUnitEffect(u.Page, "does-this", id), d.drawWhenComputed(u.Page, "measure", nil, g.If(d.unitEffects[id].Kind == odds.MeanCell, h.Span(h.Class("measure"), g.Text(" "+d.DamageMeasure))), d.survivalText()), page.IsolatedText(with)}
	return d.targetForm(u.Page, "target", before, g.Group{
		d.drawWhenComputed(u.Page, "by-gain-"+u.ID, g.Group{h.Class("by-gain")}, g.If(len(d.optionGains) > 0, g.Map(orders, chip))),
	})
}

// hostCard returns the card of the unit that a hero has joined, or nil.
func hostCard(cards []builder.Card, hero string) *builder.Card {
	for i := range cards {
		for _, part := range cards[i].Members {
			if part.Role == table.RoleJoined && part.ID == hero {
				return &cards[i]
			}
		}
		if host := hostCard(cards[i].Passengers, hero); host != nil {
			return host
		}
	}
	return nil
}

// viewControls draws everything that can be changed of a unit of the list.
func (u *unitPane) viewControls() g.Node {
	of := ""
	switch {
	case u.Halves == nil:
	case u.ID == u.Halves[0].ID: // both have this name at the table
		of = " of the pair"
	default:
		of = " of the second half"
	}
	return g.Group{
		g.Iff(len(u.Fields) > 0, u.viewFields),
		u.Page.parts.Part("fieldset", "own", g.Group{h.Class("section own")}, h.Legend(g.Text("Name and remarks"), h.Span(h.Class("quiet"), g.Text(of))),
			u.Page.form("",
				page.WithLabel("Your own name for it",
					h.Input(h.Name("name"), h.MaxLength("200"), h.Value(u.GivenName), h.AutoComplete("off"))),
				page.WithLabel("Remarks", h.Textarea(h.Name("note"), h.MaxLength("1000"), h.Rows(strconv.Itoa(1+strings.Count(u.Note, "\n"))), g.Text(strings.TrimSpace(u.Note)))),
				g.Map(u.CampaignFields, page.FieldControl),
				page.ControlRow(h.Button(h.Name("verb"), h.Value(string(builder.RenameForm(u.ID))), g.Text("Save")), u.viewRemoveControls(),
					u.Page.commandButtons(u.ID)),
			)),
		g.If(u.CanEstimate || slices.ContainsFunc(u.Prices, func(p builder.Price) bool { return len(p.Steps) > 1 }),
			u.Page.parts.Part("details", "costs", g.Group{g.Attr("open")}, h.Summary(g.Text("What it costs, and why")), g.Map(u.Prices, func(p builder.Price) g.Node {
				caption := "Points"
				if u.Halves != nil {
					caption = u.halfName(p.ID)
				}
				return u.Page.parts.Part("div", "costs-"+p.ID, nil, html.Page{}.Blocks(p.Sum(caption)))
			}), g.If(u.CanEstimate, h.A(h.Class("button"),
				h.Href(u.Page.BaseAddress+"/price?unit="+url.QueryEscape(u.ID)), g.Attr("data-pop"),
				g.Text("What its parts cost"))))),
	}
}

// uniqueName returns the unit's unique name in its list.
func (u *unitPane) uniqueName() string {
	if u.ID == "" {
		return u.Name
	}
	return u.Page.unitName(u.ids()[0])
}

// viewRemoveControls draws the buttons that remove or set aside the unit: a whole pair, or the
// shown half.
func (u *unitPane) viewRemoveControls() g.Node {
	button := func(verb builder.Form, icon, text, name string) g.Node {
		return h.Button(h.Name("verb"), h.Value(string(verb)), h.Aria("label", text+" "+name), page.Icon(icon), g.Text(text))
	}
	aside := button(builder.WholeAsideForm(u.ids()[0]), "aside", "Set aside", u.uniqueName())
	if u.Halves == nil {
		return g.Group{aside, button(builder.RemoveForm(u.ID), "remove", "Remove", u.uniqueName())}
	}
	half := strings.ToLower(u.halfName(u.ID))
	return g.Group{
		aside, button(builder.SetForm(u.ID, "aside", "true"), "aside", "Set "+half+" aside", "of "+u.uniqueName()),
		button(builder.WholeRemoveForm(u.ID), "remove", "Remove", u.uniqueName()),
		button(builder.RemoveForm(u.ID), "remove", "Remove "+half, "of "+u.uniqueName()),
	}
}

// autoSubmitForm draws a form of the unit that is sent as soon as a field changes.
func (u *unitPane) autoSubmitForm(verb builder.Form, content ...g.Node) g.Node {
	return u.Page.form(verb, append(content, g.Attr("data-auto"))...)
}

// commandButtons draws buttons that copy a unit's card, and move it up or down.
func (p *buildPage) commandButtons(id string) g.Node {
	groups := [][]builder.Card{p.Cards}
	if len(p.Platoons) > 0 {
		groups = nil
	}
	for _, f := range p.Platoons {
		groups = append(groups, f.Cards)
	}
	name, above, below := p.unitName(id), "", ""
	for _, cards := range groups {
		i := slices.IndexFunc(cards, func(c builder.Card) bool { return slices.Contains(c.IDs, id) })
		if i < 0 {
			continue
		}
		name = cards[i].Title
		if i > 0 {
			above = cards[i-1].ID
		}
		if i+1 < len(cards) {
			below = cards[i+1].ID
		}
	}
	move := func(to, where string) g.Node {
		return g.If(to != "", verbButton(builder.WholeOntoForm(id, to),
			h.Aria("label", "Move "+name+" "+where), page.Icon(where), g.Text(report.Capitalize(where))))
	}
	return g.Group{
		verbButton(builder.WholeCopyForm(id), h.Aria("label", "Copy "+name), page.Icon("copy"), g.Text("Copy")),
		move(above, "up"), move(below, "down"),
	}
}
