package build

import (
	"slices"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/web/page"
)

// menu is the menu of a card's actions. The script copies it into a row that opens its menu,
// for its unit (ID, NAME) and the ones above and below. A button with idle-in is left out in
// rows of that platoon.
func (p *buildPage) menu() g.Node {
	var platoons g.Group
	for i := range p.Platoons {
		if to := &p.Platoons[i]; to.Number > 0 {
			number := strconv.Itoa(to.Number)
			platoons = append(platoons, do("station ID "+number+" "+builder.InSquads, h.Data("idle-in", number), page.Isolated("Into "+to.Title)))
		}
	}
	return p.parts.Part("div", "shared-menu", g.Group{g.Attr("hidden")},
		commands("ID", "NAME", "ABOVE", "BELOW"),
		g.If(p.Plans, h.Div(h.Class("apart"), platoons,
			g.If(len(p.Platoons) > 0, do("station ID", h.Data("idle-in", ""), g.Text("Out of its platoon"))),
			do("station ID 0 "+builder.InSquads, g.Text("Into a new platoon")))),
		h.Div(h.Class("apart"),
			do("whole remove ID", h.Aria("label", "Remove NAME"), page.Icon("remove"), g.Text("Remove"))))
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
		do("whole copy "+id, h.Aria("label", "Duplicate "+name), page.Icon("copy"), g.Text("Duplicate")),
		g.If(above != "",
			do("whole onto "+id+" "+above, h.Aria("label", "Move "+name+" up"), page.Icon("up"), g.Text("Up"))),
		g.If(below != "",
			do("whole onto "+id+" "+below, h.Aria("label", "Move "+name+" down"), page.Icon("down"), g.Text("Down"))),
	}
}
