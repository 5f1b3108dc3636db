package web

import (
	"fmt"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/gf"
	"muster/catalog"
)

// A half is a unit of a combined pair, with what it has chosen for itself.
type half struct {
	builder.Unit
	Chosen []string
}

// halvesOf are both halves of the combined pair that a unit is of, the first one first;
// nil for a unit that is alone.
func halvesOf(roster builder.Roster, id string) (pair []half) {
	first := builder.FirstHalves(roster)
	for _, u := range roster.Units() {
		if first[u.ID] == first[id] {
			pair = append(pair, half{Unit: u})
		}
	}
	if len(pair) < 2 {
		return nil
	}
	return pair
}

// take makes the pane that of the whole pair: its name, models and points.
func (u *unitPane) take(roster builder.Roster, pair []half) {
	u.Name, u.Models, u.Points = pair[0].Name, 0, 0
	chooser, _ := roster.(builder.Chooser)
	for i := range pair {
		u.Models, u.Points = u.Models+pair[i].Models, u.Points+pair[i].Points
		for _, c := range chooser.Chosen(pair[i].ID) {
			if !gf.ForEveryModel(c.Section) {
				pair[i].Chosen = append(pair[i].Chosen, counted(c.Count, c.Option))
			}
		}
	}
	u.Halves = pair
}

func counted(n int, o *catalog.Option) string {
	if n > 1 {
		return fmt.Sprintf("%d× %s", n, o.Name)
	}
	return o.Name
}

// members are the ids of the units that the pane is about.
func (u *unitPane) members() []string {
	if u.Halves == nil {
		return []string{u.ID}
	}
	ids := make([]string, len(u.Halves))
	for i, one := range u.Halves {
		ids[i] = one.ID
	}
	return ids
}

// halfName is what a half of the pair is called.
func (u *unitPane) halfName(id string) string {
	if id == u.Halves[0].ID {
		return "First half"
	}
	return "Second half"
}

// upgrades are the sections of a unit; of a pair first those of both halves, then, one
// tap apart, those of each.
func (u *unitPane) upgrades() g.Node {
	if u.Halves == nil {
		return numbered(u.Sections, u.viewSection)
	}
	var both, own g.Group
	for at, s := range u.Sections {
		if gf.ForEveryModel(s.Section) {
			both = append(both, u.viewSection(at, s))
		} else {
			own = append(own, u.viewSection(at, s))
		}
	}
	return g.Group{
		g.If(both != nil, g.Group{h.H3(h.Class("group"), g.Text("Both halves")), both}),
		h.Div(h.Class("halves"), h.Role("group"), h.Aria("label", "Halves of the unit"), g.Map(u.Halves, u.viewHalf)),
		h.Div(h.Data("half", u.ID), own),
	}
}

// viewHalf leads to what a half chooses for itself.
func (u *unitPane) viewHalf(one half) g.Node {
	return h.A(h.ID("half-"+one.ID), h.Href(u.Page.To("unit", one.ID, "pane", "unit")), g.Attr("data-keep"), g.If(one.ID == u.ID, h.Aria("current", "true")),
		h.Span(h.Class("name"), g.Text(u.halfName(one.ID))), h.Span(h.Class("fig"), g.Text(strconv.Itoa(one.Points))),
		h.Span(h.Class("line"), isolated(orNone(inWords(one.Chosen)))))
}

func orNone(text string) string {
	if text == "" {
		return "no upgrades"
	}
	return text
}
