package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
)

// do returns a button that sends a verb of builder.Verbs with its words.
func do(verb string, more ...g.Node) g.Node {
	return h.Button(h.FormAttr("do"), h.Name("verb"), h.Value(verb), g.Group(more))
}

// view is the builder.
func (p *buildPage) view() g.Node {
	third, name := p.viewFindings, "Findings"
	switch {
	case p.Unit != nil:
		third, name = p.Unit.view, "Unit"
	case p.Show == showSettings:
		third, name = p.viewSettings, "Settings"
	}
	return g.Group{
		spread(h.H1(isolated(p.List.Name)), para("quiet", p.Made), g.If(p.Behind, linkButton(p.Base+"/update", "Newer book: what changes?"))),
		h.Form(h.ID("do"), h.Action(p.Do), h.Method("post"), h.Data("drop", "whole onto"), p.back()),
		h.Div(h.Class("panes"), h.Data("pane", p.Pane),
			h.Section(h.ID("book"), h.Aria("labelledby", "h-book"), h.Data("as", p.OffersETag), g.Iff(!p.HasOffers, p.viewOffers)),
			h.Section(h.ID("list"), h.Aria("labelledby", "h-list"), p.viewList()),
			h.Section(h.ID("unit"), h.Aria("labelledby", "h-unit"), h.Data("of", p.shown()), third()),
		),
		p.bar(name),
	}
}

// shown names what the third pane is about, so that a script shows it from its top.
func (p *buildPage) shown() string {
	if p.Unit != nil {
		return p.Unit.members()[0] + "+" + p.Unit.Offer // a pair whole, whichever half is chosen
	}
	return p.Show
}

// back says where a change comes back to, and what list it was meant for.
func (p *buildPage) back() g.Node {
	return g.Group{hidden("back", p.Back), hidden("etag", p.ETag)}
}

// form is a form that changes the list; verb is "" where its buttons say what
// they do.
func (p *buildPage) form(verb string, content ...g.Node) g.Node {
	return h.Form(h.Action(p.Do), h.Method("post"), p.back(), g.If(verb != "", hidden("verb", verb)), g.Group(content))
}

// viewOffers is what can be added, and by what one looks for it.
func (p *buildPage) viewOffers() g.Node {
	groups := g.Node(h.P(h.Class("quiet"), isolated(p.nothing()), g.Text(" "), h.A(h.Href(p.Base+"?pane=book"), h.Data("keep", ""), g.Text("Show all")),
		g.If(p.query.Get("owned") != "", g.Group{g.Text(" · "), h.A(h.Href(p.Base+"/collection"), g.Text("Say what you own"))})))
	if len(p.Offers) > 0 {
		groups = g.Map(p.Offers, func(s group[offerRow]) g.Node {
			return g.Group{g.If(s.Title != "", h.H3(h.Class("group"), isolated(s.Title))), h.Ul(h.Class("rows units"), g.Map(s.All, p.viewOffer))}
		})
	}
	state := g.Group{hidden("pane", "book")}
	for _, key := range staying {
		if v := p.query.Get(key); v != "" && key != "find" {
			state = append(state, hidden(key, v))
		}
	}
	find := p.query.Get("find")
	return g.Group{
		h.Div(h.Class("find"),
			h.H2(h.ID("h-book"), g.Text("Add")),
			h.Form(h.Action(p.Base), h.Method("get"), h.Role("search"), g.Attr("data-auto"), g.Attr("data-live"), state,
				labelled("Find", h.Input(h.Type("search"), h.Name("find"), h.ID("find"), h.Value(find), h.AutoComplete("off"), h.Placeholder("name, weapon or rule")))),
			h.Form(h.Action(p.Base), h.Method("get"), g.Attr("data-auto"), state, g.If(find != "", hidden("find", find)),
				h.Div(h.Class("chips"), h.Role("group"), h.Aria("label", "Show only"),
					p.chip("fits=yes", "Fits now", "what the rules allow now"),
					g.If(p.Limited, p.chip("left=yes", "Affordable", "what costs no more than the points that are left")),
					g.If(p.Booked, p.chip("owned=yes", "Owned", "what your collection has besides the list's")),
					g.Map(p.Roles, func(role string) g.Node { return p.chip("role="+role, role, "") }),
				)),
			g.If(p.Does.at != nil && len(p.Offers) > 0, para("line key", capital(p.Does.Measure)+" to "+p.Does.Name+" · points")),
		),
		groups,
	}
}

// nothing says why nothing is offered.
func (p *buildPage) nothing() string {
	switch {
	case p.query.Get("fits") != "" && p.query.Get("find") == "" && p.Slots != "":
		return "No more units fit now: " + p.Slots + "."
	case p.query.Get("left") != "" && p.query.Get("find") == "":
		return "Nothing costs so little."
	}
	return "Nothing of what there is is like that."
}

// chip switches what is looked for.
func (p *buildPage) chip(state, name, means string) g.Node {
	key, value, _ := strings.Cut(state, "=")
	pressed := strconv.FormatBool(p.query.Get(key) == value)
	return h.Button(h.Class("chip"), h.ID("chip-"+strings.ReplaceAll(state, " ", "-")), h.Name("toggle"), h.Value(state), h.Aria("pressed", pressed), g.If(means != "", h.Title(means)), isolated(name))
}

// viewOffer is something that can be added.
func (p *buildPage) viewOffer(o offerRow) g.Node {
	kit := o.Kit()
	return h.Li(h.Data("offer", o.Key),
		h.Div(
			h.P(h.Class("head"), h.Span(h.A(h.Class("name unit-name"), h.Href(p.ToOffer(o.Key)), isolated(o.Name)), size(o.Models)), p.Does.offered(&o.Offer), h.Span(h.Class("fig"), g.Text(strconv.Itoa(o.Points)))),
			h.P(h.Class("line two"), profile(kit), armed(kit, true), g.If(len(kit.Rules) > 0, isolated(" · "+inWords(kit.Rules)))),
			g.Map(o.Found, func(choice string) g.Node {
				return g.If(choice != "", h.P(h.Class("line found"), g.Text("can take "), isolated(choice)))
			}),
		),
		do("add "+o.Key, h.ID("add-"+o.Key), h.Aria("label", "Add "+o.Name), icon("add")),
	)
}

// size is the models of a unit, or of each half of a pair.
func size(models ...int) g.Node {
	all := make([]string, len(models))
	for i, n := range models {
		all[i] = strconv.Itoa(n)
	}
	return h.Span(h.Class("size"), g.Text(" ["+strings.Join(all, "+")+"]"))
}

// profile is the figures of a unit.
func profile(k builder.Kit) g.Node { return h.B(isolated(k.Line)) }

// armed is the weapons of a unit and what it has besides; profiles tells whether what
// the weapons do is said.
func armed(k builder.Kit, profiles bool) g.Node {
	var all []string
	for _, w := range k.Weapons {
		text := w.Name
		if profiles {
			text += " " + w.Profile
		} else if w.Count > 1 {
			text = fmt.Sprintf("%d %s", w.Count, w.Name)
		}
		all = append(all, text)
	}
	between := ", "
	if profiles {
		between = " · "
	}
	text := strings.Join(append(all, k.Gear...), between)
	if text == "" {
		return nil
	}
	return isolated(" · " + text)
}

// viewList is the units of the list.
func (p *buildPage) viewList() g.Node {
	units := g.Node(h.P(g.Text("The list has no units yet. Add some from "), h.A(h.Href(p.To("pane", "book")), g.Text("what there is")), g.Text(".")))
	switch {
	case len(p.Platoons) > 0:
		units = g.Map(p.Platoons, p.viewPlatoon)
	case len(p.Cards) > 0:
		units = p.viewCards(p.Cards)
	}
	return g.Group{
		h.Div(h.Class("spread"),
			h.H2(h.ID("h-list"), g.Text("List")),
			h.P(h.Class("line"), g.Text(p.Slots)),
			h.A(h.Class("button settings"), h.ID("to-settings"), h.Href(p.ToShow(showSettings)), g.If(p.Show == showSettings && p.Unit == nil, h.Aria("current", "true")), g.Text("Settings")),
		),
		g.Iff(len(p.Does.Choices) > 1 && len(p.Cards) > 0, func() g.Node {
			return p.Does.choose(p, "list-target", g.Group{g.Text(capital(p.Does.Measure))}, nil)
		}),
		units,
		g.If(p.Slots != "" && len(p.Cards) > 0, h.A(h.Class("button fill-here"), h.Href(p.Base+"/fill"), g.Text("What can I still take?"))),
		g.Iff(len(p.Cards) > 0, p.menu),
		g.If(p.Plans && len(p.Cards) > 0, p.form("platoon 0", h.Class("new-platoon"), hidden("name", p.nextPlatoon()), h.Button(icon("add"), g.Text("New platoon")))),
	}
}

// viewCards are cards that stand under each other.
func (p *buildPage) viewCards(cards []builder.Card) g.Node {
	return g.If(len(cards) > 0, h.Ul(h.Class("rows units"), g.Map(cards, p.viewCard)))
}

// viewCard is what stands together at the table.
func (p *buildPage) viewCard(c builder.Card) g.Node {
	var heroes g.Group
	for _, part := range c.Parts {
		if part.Role == builder.Joined {
			heroes = append(heroes, g.Text(" + "), p.leads(part.ID, part.Title), size(part.Sizes...))
		}
	}
	ids := c.All()
	on := ""
	for _, id := range ids {
		if id == p.UnitID {
			on = "on"
		}
	}
	return h.Li(h.ID("row-"+c.ID), h.Data("unit", c.ID), h.Draggable("true"), g.If(on != "", h.Class(on)),
		h.Div(
			h.P(h.Class("head"), h.Span(p.leads(c.ID, c.Title), size(c.Sizes...), heroes, p.leader(c.ID), p.badge(ids)), p.Does.unit(p, c.ID), h.Span(h.Class("fig"), g.Text(strconv.Itoa(c.Total())))),
			h.P(h.Class("line two"), profile(c.Kit), armed(c.Kit, false)),
			g.If(len(c.Kit.Rules) > 0, h.P(h.Class("line short"), isolated(inWords(c.Kit.Rules)))),
			p.fold("parts-"+c.ID, "Parts", false, c.Parts),
			p.fold("inside-"+c.ID, "Carries "+finding.Count(len(c.Inside), "unit"), true, c.Inside),
		),
		h.Details(h.Class("menu of-row"), h.Summary(h.Aria("label", "More for "+c.Title), g.Text("⋯"))),
	)
}

// fold is what a card is made of, or carries.
func (p *buildPage) fold(id, name string, open bool, parts []builder.Card) g.Node {
	return g.Iff(len(parts) > 0, func() g.Node {
		return h.Details(h.Class("parts"), h.ID(id), g.If(open, g.Attr("open")), h.Summary(g.Text(name)), h.Ul(g.Map(parts, p.viewPart)))
	})
}

// leads is a unit's name, which leads to it.
func (p *buildPage) leads(id, name string) g.Node {
	return h.A(h.Class("name unit-name"), h.Data("part", id), h.Href(p.To("unit", id, "pane", "unit")), g.If(id == p.UnitID, h.Aria("current", "true")), isolated(name))
}

// viewPart is one unit of a card, or a passenger.
func (p *buildPage) viewPart(c builder.Card) g.Node {
	return g.Group{
		h.Li(g.If(c.ID == p.UnitID, h.Class("on")),
			h.Div(
				h.P(p.leads(c.ID, c.Title), size(c.Sizes...), p.leader(c.ID), p.badge(c.IDs)),
				h.P(h.Class("line"), profile(c.Kit), armed(c.Kit, false)),
			),
			h.Span(h.Class("fig"), g.Text(strconv.Itoa(c.Points))),
		),
		g.Map(c.Parts, func(part builder.Card) g.Node { return g.If(part.Role == builder.Joined, p.viewPart(part)) }),
		g.Map(c.Inside, p.viewPart),
	}
}

// badge says how many errors and warnings are about units.
func (p *buildPage) badge(ids []string) g.Node {
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
	return g.Group{mark(errors, "bad", "error"), mark(warnings, "warn", "warning")}
}

// menu is what can be done with a card: the menus of all rows are filled with it when they
// are opened, for its unit (ID, NAME), and the ones that stand above and below.
func (p *buildPage) menu() g.Node {
	var platoons g.Group
	for i := range p.Platoons {
		if to := &p.Platoons[i]; to.Number > 0 {
			platoons = append(platoons, do(fmt.Sprintf("station ID %d %s", to.Number, builder.InSquads), isolated("Into "+to.Title)))
		}
	}
	return h.Div(h.ID("shared-menu"), g.Attr("hidden"),
		commands("ID", "NAME", "ABOVE", "BELOW"),
		g.If(p.Plans, h.Div(h.Class("apart"), platoons,
			g.If(len(p.Platoons) > 0, do("station ID", g.Text("Out of its platoon"))), do("station ID 0 "+builder.InSquads, g.Text("Into a new platoon")))),
		h.Div(h.Class("apart"), do("whole remove ID", h.Aria("label", "Remove NAME"), icon("remove"), g.Text("Remove"))))
}

// commands duplicate the card of a unit, and move it, as its menu does.
func (p *buildPage) commands(id string) g.Node {
	groups := [][]builder.Card{p.Cards}
	if len(p.Platoons) > 0 {
		groups = nil
	}
	for _, f := range p.Platoons {
		groups = append(groups, f.Cards)
	}
	for _, cards := range groups {
		i := slices.IndexFunc(cards, func(c builder.Card) bool { return slices.Contains(c.IDs, id) })
		if i < 0 {
			continue
		}
		above, below := "", ""
		if i > 0 {
			above = cards[i-1].ID
		}
		if i+1 < len(cards) {
			below = cards[i+1].ID
		}
		return commands(id, cards[i].Title, above, below)
	}
	return commands(id, p.name(id), "", "")
}

// commands duplicate a unit, and move it to above or below others, if there are any.
func commands(id, name, above, below string) g.Node {
	return g.Group{
		do("whole copy "+id, h.Aria("label", "Duplicate "+name), icon("copy"), g.Text("Duplicate")),
		g.If(above != "", do("whole onto "+id+" "+above, h.Aria("label", "Move "+name+" up"), icon("up"), g.Text("Up"))),
		g.If(below != "", do("whole onto "+id+" "+below, h.Aria("label", "Move "+name+" down"), icon("down"), g.Text("Down"))),
	}
}

// viewSettings is what can be set of the list itself.
func (p *buildPage) viewSettings() g.Node {
	return g.Group{
		h.H2(h.ID("h-unit"), g.Text("List settings")),
		p.form("list", h.Class("settings-of"), g.Map(grouped(p.Fields, func(f edit.Field) string { return f.Group }), func(fields group[edit.Field]) g.Node {
			return g.Group{g.If(fields.Title != "", h.H3(h.Class("group"), isolated(fields.Title))), g.Map(fields.All, func(f edit.Field) g.Node {
				return h.Div(viewField(f), g.If(f.Means != "", para("line", f.Means)))
			})}
		}), h.Button(h.Class("main"), g.Text("Save"))),
		listButtons(p.List, p.ETag, "delete-list"),
	}
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
		return g.Group{title, para("good", "Nothing is wrong with this list.")}
	}
	var all g.Group
	for i, f := range p.Findings {
		var ways g.Group
		if p.Fixes != nil {
			for j, way := range p.Fixes[i] {
				ways = append(ways, do(fmt.Sprintf("fix %d %d", i, j), h.ID(fmt.Sprintf("fix-%d-%d", i, j)), isolated(strings.TrimSuffix(strings.Replace(way.Label, ". (", " (", 1), "."))))
			}
		}
		var units g.Group
		for j, id := range f.Units {
			units = append(units, g.If(j > 0, g.Text(", ")), p.leads(id, p.name(id)))
		}
		all = append(all, h.Li(h.Div(
			h.P(h.Class("says"), h.Strong(h.Class(classOf(f)), g.Text(string(f.Severity))), g.Text(" "), isolated(f.Message)),
			h.P(h.Class("line"), units, g.If(len(units) > 0 && f.Source != "", g.Text(" · ")), isolated(f.Source)),
			g.If(len(ways) > 0, h.Div(h.Class("row ways"), ways)),
		)))
	}
	return g.Group{
		title,
		h.Ul(h.Class("rows findings"), all),
		g.If(p.Fixes == nil, h.P(h.A(h.Class("button"), h.Href(p.toAll()), g.Attr("data-more"), g.Text("Ways out")))),
	}
}

// bar is the points, always in sight, what the newest change did, and what can be done
// with the list; on a phone, the parts of the page too. third is what the third is called.
func (p *buildPage) bar(third string) g.Node {
	again := func(verb, label string, can bool) g.Node {
		return h.Button(h.ID(verb), h.FormAttr("do"), h.Name("verb"), h.Value(verb), h.Aria("label", label), g.If(!can, h.Disabled()), h.Title(label), icon(verb))
	}
	leadTo := func(page, label string) g.Node {
		return h.Button(h.ID(page), h.FormAction(p.Base+"/"+page), h.Aria("label", label), h.Title(label), icon(page))
	}
	tab := func(pane, name string) g.Node {
		return h.A(h.Class("button"), h.Href(p.To("pane", pane)), g.If(p.Pane == pane, h.Aria("current", "true")), isolated(name))
	}
	return h.Form(h.Class("bar"), h.Aria("label", "The list's points"),
		h.Div(h.Class("sum"),
			p.viewStatus(),
			h.P(h.ID("change"), h.Class("line"), h.Aria("live", "polite"), g.If(p.Change != "", g.Group{
				isolated(p.Change), g.Text(" "),
				g.If(p.CanUndo, h.Button(h.Class("link"), h.FormAttr("do"), h.Name("verb"), h.Value("undo"), g.Text("Undo"))),
			})),
		),
		h.Span(h.Class("tools"), again("undo", "Undo", p.CanUndo), again("redo", "Redo", p.CanRedo)),
		g.If(p.Slots != "", h.A(h.Class("button fill"), h.Href(p.Base+"/fill"), g.Text("What can I still take?"))),
		h.Div(h.Class("tabs"), h.Role("group"), h.Aria("label", "Parts of the page"), tab("book", "Add"), tab("list", "List"), tab("unit", third)),
		h.Span(h.Class("tools"), leadTo("share", "Share"), leadTo("print", "Print"), leadTo("play", "Play")),
	)
}

// viewStatus is the points, and whether the list is legal; what is wrong leads to the
// findings.
func (p *buildPage) viewStatus() g.Node {
	class, text, found := "good", p.Points+", legal", finding.Count(p.Warnings, "warning")
	if !p.Legal {
		class, text, found = "bad", p.Points+", not legal", finding.Count(p.Errors, "error")
	}
	return h.P(h.Role("status"), h.ID("status"), h.Class(class), g.Text(text),
		g.If(p.Errors+p.Warnings > 0, h.A(h.ID("to-findings"), h.Href(p.ToShow("findings")), g.Text(" · "+found))))
}
