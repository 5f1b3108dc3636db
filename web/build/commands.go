package build

import (
	"slices"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/web/page"
)

// commands copy the card of a unit, and move it.
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

// commands copy a unit, and move it to above or below others, if there are any.
func commands(id, name, above, below string) g.Node {
	return g.Group{
		do("whole copy "+id, h.Aria("label", "Copy "+name), page.Icon("copy"), g.Text("Copy")),
		g.If(above != "",
			do("whole onto "+id+" "+above, h.Aria("label", "Move "+name+" up"), page.Icon("up"), g.Text("Up"))),
		g.If(below != "",
			do("whole onto "+id+" "+below, h.Aria("label", "Move "+name+" down"), page.Icon("down"), g.Text("Down"))),
	}
}
