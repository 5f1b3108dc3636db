package build

import (
	"cmp"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/web/page"
)

// halvesOf returns both halves of a unit's combined pair, the first one first; nil for a single
// unit.
func halvesOf(roster builder.Roster, id string) (pair []pairHalf) {
	first := builder.FirstHalfIDs(roster)
	for _, u := range roster.Units() {
		if first[u.ID] == first[id] {
			pair = append(pair, pairHalf{Unit: u})
		}
	}
	if len(pair) < 2 {
		return nil
	}
	return pair
}

// setPair makes the pane show the whole pair: its name, models and points, and the prices of
// options that both halves must have.
func (u *unitPane) setPair(roster builder.Roster, pair []pairHalf) {
	u.Name, u.Models, u.Points = pair[0].Name, 0, 0
	chooser, _ := roster.(builder.UpgradeChooser)
	for i := range pair {
		u.Models, u.Points = u.Models+pair[i].Models, u.Points+pair[i].Points
		for _, c := range chooser.ChosenUpgrades(pair[i].ID) {
			if !gf.ChangesAllModels(c.Section) {
				pair[i].ChosenOptions = append(pair[i].ChosenOptions, table.NameWithCount(c.Count, c.Option.Name))
			}
		}
	}
	u.Halves = pair
	for _, s := range u.Sections {
		for i := range s.Options {
			if gf.ChangesAllModels(s.Section) {
				s.Options[i].Cost *= len(pair)
			}
		}
	}
}

// viewUpgrades draws the upgrades of a unit; for a pair first the upgrades of both halves, then a
// link to the upgrades of each half.
func (u *unitPane) viewUpgrades() g.Node {
	top := func(at int) bool { return u.chosenGiver(at) == nil }
	if u.Halves == nil {
		return u.viewSections(top)
	}
	both := u.viewSections(func(at int) bool { return top(at) && gf.ChangesAllModels(u.Sections[at].Section) })
	own := u.viewSections(func(at int) bool { return top(at) && !gf.ChangesAllModels(u.Sections[at].Section) })
	return g.Group{
		g.If(both != nil, g.Group{h.H3(h.Class("group"), g.Text("Both halves")), both}),
		u.Page.parts.Part("div", "halves", g.Group{h.Class("halves"), h.Role("group"), h.Aria("label", "Halves of the unit")}, g.Map(u.Halves, u.viewHalf)),
		h.Div(h.Data("half", u.ID), own),
	}
}

// viewHalf draws a link to a half's own choices.
func (u *unitPane) viewHalf(one pairHalf) g.Node {
	return u.Page.parts.Part("a", "half-"+one.ID, g.Group{h.Href(u.Page.AddressWith("unit", one.ID, "pane", "unit")), g.Attr("data-keep"), g.If(one.ID == u.ID, h.Aria("current", "true"))},
		h.Span(h.Class("name"), g.Text(u.halfName(one.ID))), h.Span(h.Class("fig"), g.Text(strconv.Itoa(one.Points))),
		h.Span(h.Class("line"), page.IsolatedText(cmp.Or(page.JoinCommas(one.ChosenOptions), "no upgrades"))))
}
