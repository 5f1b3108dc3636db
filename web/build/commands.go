package build

import (
	"slices"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/report"
	"muster/web/page"
)

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
