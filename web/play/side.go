package play

import (
	"fmt"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/play"
	"muster/web/page"
)

// side draws one side's units. A passenger stands in its transport's row.
func (p *playPage) side(i int) g.Node {
	s := p.State
	one, view := &s.Sides[i], [...]string{"mine", "theirs"}[i]
	waits := s.Waits(i)
	about := fmt.Sprintf("%d of %d to act", waits, len(one.Units))
	if one.Roster == nil {
		about = "no list"
	}
	units := g.Group{}
	for _, u := range one.Units {
		if !p.nested(u) {
			units = append(units, p.row(u))
		}
	}
	style := s.Style(i)
	return h.Section(h.Class("side"), h.Data("part", view), h.Aria("labelledby", "side-"+view),
		page.Spread(h.H2(h.ID("side-"+view), page.Isolated(one.Name)), h.Span(h.Class("quiet"), g.Text(about))),
		g.Iff(style != nil, func() g.Node { return page.Para("quiet", style.Name+": "+style.Summary) }),
		g.Iff(style != nil && style.Turn != "", func() g.Node {
			e := play.Event{Do: play.Use, Their: i == 1, What: style.Turn}
			if one.Used {
				e.Do = play.Unuse
			}
			return page.Row(button("style-"+view, e, style.Turn, page.Pressed(one.Used), h.Aria("label", style.Turn+", "+one.Name)))
		}),
		g.Iff(one.Roster == nil, func() g.Node { return p.unknown() }),
		g.If(i == 1 && p.Copied != "", page.Para("card quiet", p.Copied)),
		g.Iff(len(p.transports[i]) > mostTransports, func() g.Node {
			return h.DataList(h.ID("transports-"+view),
				g.Map(p.transports[i], func(o *play.UnitState) g.Node { return h.Option(h.Value(o.Name)) }))
		}),
		units)
}

// unknown draws a side without a list: its turns are counted.
func (p *playPage) unknown() g.Node {
	if p.Guest {
		return page.Para("card", "My list is not here. The phone whose game it is can take it in, and its units stand here too.")
	}
	return h.Div(h.Class("card"),
		h.P(g.Text("Their list is not here; with it their units stand here too.")),
		g.If(p.Trouble != "", page.Para("warn", p.Trouble)),
		page.Row(page.LinkButton(p.address()+"/foe", "Who they are")))
}
