package build

import (
	"fmt"
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/gf"
	"muster/web/page"
)

// linkNames holds the names of each kind of link, for both sides.
var linkNames = map[string][2]string{
	"join": {"Joins", "Joined by"}, "combine": {"Combined with", "Combined with"},
	"in": {"Rides in", "Carries"},
}

// addLinks sets the unit's present and possible links, in both directions. A combined pair is
// linked by its first half.
func (u *unitPane) addLinks(roster builder.Roster) {
	id := u.ids()[0]
	for _, l := range builder.LinkedTo(roster, id) {
		if l.Key == "combine" && len(l.Linked) == 0 {
			continue // this unit states it too
		}
		if len(l.With) > 0 {
			u.addLink(roster, l, true, id)
		}
	}
	for _, l := range builder.Links(roster, id) {
		if l.Key != "combine" || u.Halves == nil {
			u.addLink(roster, l, false, id)
		}
	}
	if army, ok := roster.List().(*gf.Army); ok && u.Halves == nil && slices.Contains(roster.LinkKeys(), "combine") {
		if unit := army.Unit(id); unit != nil && unit.Models > 1 && !unit.Hero {
			u.linkOf("combine", false).More = "whole double " + id
		}
	}
	u.linkOther(roster)
}

// addLink adds a kind of link, to the unit (to) or from it.
func (u *unitPane) addLink(roster builder.Roster, l builder.LinkChoices, to bool, id string) {
	one := u.linkOf(l.Key, to)
	if taken, all := roster.Seats(id); to && l.Key == "in" && all > 0 {
		one.Name = fmt.Sprintf("%s %d of %d", one.Name, taken, all)
	}
	first := builder.FirstHalves(roster)
	for _, with := range l.With {
		on, other := slices.Contains(l.Linked, with.ID), linkTo{ID: with.ID, Name: u.Page.name(with.ID)}
		from, onto := id, with.ID
		if to || l.Key == "combine" && !on { // the unit that is shown is the first half
			from, onto = with.ID, id
		}
		if l.Key == "combine" && on {
			if other.Name = with.Name; other.ID == u.ID { // a pair goes by the name of its first half
				other.ID = id // in place of the chosen one
			}
		} else if other.ID = first[with.ID]; other.ID != with.ID && !on {
			continue
		}
		if other.On, other.Verb = on, "link "+from+" "+l.Key+" "+onto; on {
			other.Verb = "unlink " + from + " " + l.Key
		}
		one.put(other)
	}
	for _, not := range l.Not {
		if first[not.ID] == not.ID {
			one.Not = append(one.Not, not)
		}
	}
}

// linkOther adds the link of the second half of a pair.
func (u *unitPane) linkOther(roster builder.Roster) {
	if u.Halves == nil {
		return
	}
	first, units := builder.FirstHalves(roster), roster.Document().At("units")
	for _, half := range u.Halves[1:] {
		for i, id := range builder.IDs(roster.Document()) {
			entry := units.Index(i)
			if entry.Get("join").Text() == half.ID {
				u.linkOf("join",
					true).put(linkTo{ID: first[id], Name: u.Page.name(id), On: true, Verb: "unlink " + id + " join"})
			}
			if in := entry.Get("in").Text(); id == half.ID && in != "" {
				u.linkOf("in", false).put(linkTo{ID: in, Name: u.Page.name(in), On: true, Verb: "unlink " + id + " in"})
			}
		}
	}
}

// linkOf returns the link with a key, from the unit or to it.
func (u *unitPane) linkOf(key string, to bool) *link {
	name := linkNames[key][0]
	if to {
		name = linkNames[key][1]
	}
	one := newLink(name)
	at := slices.IndexFunc(u.Links, func(l *link) bool { return l.ID == one.ID })
	if at >= 0 {
		return u.Links[at]
	}
	u.Links = append(u.Links, one)
	return one
}

// newLink returns a kind of link by its name, without units.
func newLink(name string) *link {
	return &link{ID: strings.ToLower(strings.ReplaceAll(name, " ", "-")), Name: name}
}

// put adds a unit to the link unless it is there already.
func (l *link) put(other linkTo) {
	at := slices.IndexFunc(l.With, func(one linkTo) bool { return one.ID == other.ID })
	if at < 0 {
		l.With = append(l.With, other)
	} else if other.On {
		l.With[at] = other
	}
}

// links draws buttons for the present and possible links, and the reasons why other units cannot be
// linked.
func (u *unitPane) links() g.Node {
	if len(u.Links) == 0 {
		return nil
	}
	return u.Page.parts.Part("div", "links", g.Group{h.Class("links")}, g.Map(u.Links, func(l *link) g.Node {
		refused := g.Iff(len(l.Not) > 0, func() g.Node {
			return h.Details(h.ID("not-"+l.ID), h.Summary(h.Class("line"), g.Textf("%d cannot", len(l.Not))),
				h.Ul(g.Map(l.Not, func(n builder.Unlinkable) g.Node {
					return h.Li(h.Class("line"), page.Isolated(u.Page.name(n.ID)+": "+n.Why+"."))
				})))
		})
		return h.Div(h.Role("group"), h.Aria("label", l.Name), h.Span(h.Class("line"), g.Text(l.Name)),
			h.Div(h.Class("chips"), g.Map(l.With, func(with linkTo) g.Node {
				return do(with.Verb, h.Class("chip"), h.ID("link-"+l.ID+"-"+with.ID), page.Pressed(with.On),
					page.Isolated(with.Name))
			}), g.If(l.More != "", u.Page.parts.Part("button", "double-"+u.ID, sends(l.More, h.Class("link")), g.Textf("another one, %+d", u.Points))), refused))
	}))
}
