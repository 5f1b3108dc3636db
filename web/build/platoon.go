package build

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/finding"
	"muster/report"
	"muster/web/page"
)

// platoonsOf returns a list's platoons without cards; none in games without platoons.
func platoonsOf(roster builder.Roster) (all []platoon) {
	planner, ok := roster.(builder.PlatoonPlanner)
	if !ok {
		return nil
	}
	for i, p := range planner.Platoons() {
		all = append(all, platoon{Platoon: p, Title: cmp.Or(p.Name, fmt.Sprintf("Platoon %d", i+1)), Number: i + 1})
	}
	return all
}

// moveCardsToPlatoons moves the page's cards into their platoons, a transport with its passengers.
// If there are platoons, the last one holds the other cards.
func (p *buildPage) moveCardsToPlatoons(all []platoon) {
	rest := platoon{Title: "In no platoon"}
	for _, c := range p.Cards {
		in := &rest
		for _, id := range c.AllUnitIDs() {
			at := slices.IndexFunc(all, func(p platoon) bool { return p.partOfUnit(id) != "" })
			if at >= 0 {
				in = &all[at]
				break
			}
		}
		in.Cards = append(in.Cards, c)
	}
	if p.Platoons = all; len(all) > 0 && len(rest.Cards) > 0 {
		p.Platoons = append(all, rest)
	}
}

// viewPlatoon draws a platoon: its leader, its units and what is missing.
func (p *buildPage) viewPlatoon(f platoon) g.Node {
	number := strconv.Itoa(f.Number)
	head := h.Div(h.H3(h.Class("group"), page.IsolatedText(f.Title)))
	if f.Number > 0 {
		head = h.Div(
			h.H3(h.Class("group"), h.ID("h-platoon-"+number), page.IsolatedText(f.Title),
				h.Span(h.Class("line"), g.Text(" "+finding.CountText(len(f.Squads), "squad")))),
			g.Map(f.Findings, func(one finding.Finding) g.Node {
				return page.Para("line "+page.FindingClass(one), report.Capitalize(one.Message))
			}))
	}
	return h.Section(g.If(f.Number > 0, g.Group{h.Aria("labelledby", "h-platoon-"+number), h.Data("platoon", number)}),
		h.Div(h.Class("platoon"), head, g.If(f.Number > 0, h.Details(h.Class("menu"), h.ID("more-of-platoon-"+number),
			h.Summary(h.Aria("label", "More for "+f.Title), g.Text("⋯")),
			p.form("",
				page.WithLabel("Name", h.Input(h.Name("name"), h.ID("name-"+number), h.Value(f.Name), h.MaxLength("200"), h.AutoComplete("off"))),
				h.Button(h.Name("verb"), h.Value(string(builder.PlatoonForm(number))), g.Text("Rename")),
				h.Div(h.Class("apart"),
					h.Button(h.Name("verb"), h.Value(string(builder.DisbandForm(number))), page.Icon("remove"), g.Text("Disband"))))))),
		p.viewCards(f.Cards))
}

// newPlatoonName returns the name of a new platoon.
func (p *buildPage) newPlatoonName() string {
	n := 1
	for i := range p.Platoons {
		n = max(n, p.Platoons[i].Number+1)
	}
	return fmt.Sprintf("Platoon %d", n)
}

// viewLeaderMark draws a mark for a unit of its platoon's command.
func (p *buildPage) viewLeaderMark(id string) g.Node {
	for i := range p.Platoons {
		if p.Platoons[i].partOfUnit(id) == builder.PlatoonCommandKey {
			return h.Span(h.Class("size"), g.Text(" · commands"))
		}
	}
	return nil
}

// addPlatoonLinks adds the unit's platoons to its links, and platoons that it can join or command.
func (u *unitPane) addPlatoonLinks(roster builder.Roster) {
	planner, ok := roster.(builder.PlatoonPlanner)
	if !ok {
		return
	}
	add := func(name, part, more string) {
		one := newLink(name)
		for _, p := range platoonsOf(roster) {
			to := linkPartner{ID: strconv.Itoa(p.Number), Name: p.Title, IsLinked: p.partOfUnit(u.ID) == part}
			if to.Verb = builder.StationForm(u.ID, to.ID, part); to.IsLinked {
				to.Verb = builder.StationForm(u.ID, "", "")
			}
			one.Partners = append(one.Partners, to)
		}
		if more != "" {
			one.Partners = append(one.Partners, linkPartner{ID: "0", Name: more, Verb: builder.StationForm(u.ID, "0", part)})
		}
		if len(one.Partners) > 0 {
			u.Links = append(u.Links, one)
		}
	}
	add("Serves in", builder.PlatoonSquadsKey, "a new platoon")
	if planner.CanCommand(u.ID) {
		add("Commands", builder.PlatoonCommandKey, "")
	}
}
