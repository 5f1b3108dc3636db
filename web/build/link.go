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
		if l.Key == "combine" && len(l.LinkedIDs) == 0 {
			continue // this unit states it too
		}
		if len(l.Linkable) > 0 {
			u.addLink(roster, l, true, id)
		}
	}
	army, _ := roster.GameList().(*gf.Army)
	combines := u.Halves == nil && army != nil && slices.Contains(roster.LinkKeys(), "combine")
	if combines {
		unit := army.Unit(id)
		combines = unit != nil && unit.Models > 1 && !unit.IsHero
	}
	for _, l := range builder.Links(roster, id) {
		if l.Key != "combine" || combines || u.Halves == nil && len(l.LinkedIDs) > 0 {
			u.addLink(roster, l, false, id)
		}
	}
	if combines {
		u.ensureLink("combine", false).AddVerb = builder.WholeDoubleForm(id)
	}
	u.addSecondHalfLink(roster)
}

// addLink adds the links of one kind between the unit with the id and others: links from others to
// the unit if to is set, else from the unit to others.
func (u *unitPane) addLink(roster builder.Roster, l builder.LinkChoices, to bool, id string) {
	one := u.ensureLink(l.Key, to)
	if taken, all := roster.TransportSpaces(id); to && l.Key == "in" && all > 0 {
		one.Name = fmt.Sprintf("%s %d of %d", one.Name, taken, all)
	}
	first := builder.FirstHalfIDs(roster)
	for _, with := range l.Linkable {
		on, other := slices.Contains(l.LinkedIDs, with.ID), linkPartner{ID: with.ID, Name: u.Page.unitName(with.ID)}
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
		if to && !on && l.Key != "combine" {
			other.Name += u.linkedElsewhere(roster, l.Key, with.ID)
		}
		if other.IsLinked, other.Verb = on, builder.LinkForm(from, l.Key, onto); on {
			other.Verb = builder.UnlinkForm(from, l.Key)
		}
		one.addPartner(other)
	}
	for _, not := range l.Unlinkable {
		if first[not.ID] == not.ID {
			one.NotLinkable = append(one.NotLinkable, not)
		}
	}
}

// linkedElsewhere says where a unit is that this one would take away: ", now with Breachers"; ""
// if nowhere.
func (u *unitPane) linkedElsewhere(roster builder.Roster, key, id string) string {
	units := roster.Document().At("units")
	where := u.Page.UnitNames[units.Index(slices.Index(builder.UnitIDs(roster.Document()), id)).Get(key).Text()]
	if where == "" {
		return ""
	}
	return map[string]string{"join": ", now with ", "in": ", now in "}[key] + where
}

// addSecondHalfLink adds the link between the second half of a combined pair and other units.
func (u *unitPane) addSecondHalfLink(roster builder.Roster) {
	if u.Halves == nil {
		return
	}
	first, units := builder.FirstHalfIDs(roster), roster.Document().At("units")
	for _, half := range u.Halves[1:] {
		for i, id := range builder.UnitIDs(roster.Document()) {
			entry := units.Index(i)
			if entry.Get("join").Text() == half.ID {
				u.ensureLink("join",
					true).addPartner(linkPartner{
					ID: first[id], Name: u.Page.unitName(id), IsLinked: true,
					Verb: builder.UnlinkForm(id, "join"),
				})
			}
			if in := entry.Get("in").Text(); id == half.ID && in != "" {
				u.ensureLink("in", false).addPartner(linkPartner{ID: in, Name: u.Page.unitName(in), IsLinked: true, Verb: builder.UnlinkForm(id, "in")})
			}
		}
	}
}

// ensureLink returns the link with a key: to the unit if to is set, else from it. It adds the link
// if it is missing.
func (u *unitPane) ensureLink(key string, to bool) *unitLink {
	name := linkNames[key][0]
	if to {
		name = linkNames[key][1]
	}
	one := newLink(name)
	at := slices.IndexFunc(u.Links, func(l *unitLink) bool { return l.ID == one.ID })
	if at >= 0 {
		return u.Links[at]
	}
	u.Links = append(u.Links, one)
	return one
}

// newLink returns a kind of link by its name, without units.
func newLink(name string) *unitLink {
	return &unitLink{ID: strings.ToLower(strings.ReplaceAll(name, " ", "-")), Name: name}
}

// addPartner adds a unit to the partners of the link unless it is there already.
func (l *unitLink) addPartner(other linkPartner) {
	at := slices.IndexFunc(l.Partners, func(one linkPartner) bool { return one.ID == other.ID })
	if at < 0 {
		l.Partners = append(l.Partners, other)
	} else if other.IsLinked {
		l.Partners[at] = other
	}
}

// viewLinks draws buttons for the present and possible links, and the reasons why other units
// cannot be linked.
func (u *unitPane) viewLinks() g.Node {
	if len(u.Links) == 0 {
		return nil
	}
	return u.Page.parts.Part("div", "links", g.Group{h.Class("links")}, g.Map(u.Links, func(l *unitLink) g.Node {
		refused := g.Iff(len(l.NotLinkable) > 0, func() g.Node {
			return h.Details(h.ID("not-"+l.ID), h.Summary(h.Class("line"), g.Textf("%d cannot", len(l.NotLinkable))),
				h.Ul(g.Map(l.NotLinkable, func(n builder.Unlinkable) g.Node {
					return h.Li(h.Class("line"), page.IsolatedText(u.Page.unitName(n.ID)+": "+n.WhyNot+"."))
				})))
		})
		return h.Div(h.Role("group"), h.Aria("label", l.Name), h.Span(h.Class("line"), g.Text(l.Name)),
			h.Div(h.Class("chips"), g.Map(l.Partners, func(with linkPartner) g.Node {
				return verbButton(with.Verb, h.Class("chip"), h.ID("link-"+l.ID+"-"+with.ID), page.AriaPressed(with.IsLinked),
					page.IsolatedText(with.Name))
			}), g.If(l.AddVerb != "", u.Page.parts.Part("button", "double-"+u.ID, verbAttributes(l.AddVerb, h.Class("link")), g.Textf("another one, %+d", u.Points))), refused))
	}))
}
