package shelf

import (
	"net/http"
	"net/url"
	"slices"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/catalog/fad"
	"muster/report"
	"muster/rules"
	"muster/web/desk"
	"muster/web/page"
)

// armouries returns the games whose units are made from an armoury rather than from army books.
func (h *Handler) armouries() []*rules.System {
	systems, _ := h.Library.Systems() // what cannot be read is none
	return slices.DeleteFunc(slices.Clone(systems), (*rules.System).Books)
}

// armoury is the page of an armoury: all that units are made from, with prices, and the game's rules.
func (h *Handler) armoury(w http.ResponseWriter, r *http.Request) error {
	games := h.armouries()
	i := slices.IndexFunc(games, func(game *rules.System) bool { return game.ID == r.PathValue("system") })
	if i < 0 {
		return desk.Missing("there is no such game without army books")
	}
	game := games[i]
	armoury, err := fad.LoadArmoury()
	if err != nil {
		return err
	}
	return h.Render(w, page.Layout{Title: game.Name, Here: "books"}, viewArmoury(game, armoury))
}

func viewArmoury(game *rules.System, armoury *fad.Armoury) g.Node {
	sections := g.Group{}
	for _, chapter := range armoury.Reference() {
		var all report.Terms
		for _, term := range chapter.Terms {
			all.Add(term.Name, page.Dots(term.Cost, term.InWords()))
		}
		sections = append(sections, viewTerms(chapter.Title, all))
	}
	var core report.Terms
	for _, rule := range game.Rules {
		core.Add(rule.Name, rule.Summary)
	}
	return page.Narrow(game.Name,
		page.Para("quiet", "All that units are made from. Points are for a figure or a weapon; × multiplies the whole unit's. A range multiplies the base range of the unit's Quality."),
		page.Row(newList("button main", game.ID+"/"), page.LinkButton("/fad", "Design a unit")),
		sections, viewTerms("Rules of the game", core),
		h.P(page.LinkButton("/books", "Army books")))
}

// viewArmouries are the armouries among the army books.
func viewArmouries(games []*rules.System) g.Node {
	return g.Map(games, func(game *rules.System) g.Node {
		return g.Group{h.H2(page.Isolated(gameOf(game) + ", units of your own")), h.Ul(h.Class("rows"), h.Li(
			h.Div(h.A(h.Class("name"), h.Href("/books/"+url.PathEscape(game.ID)), page.Isolated("The armoury")),
				page.Para("line", "weapons, armour, traits, powers, people")),
			h.Span(h.Class("acts"), newList("button", game.ID+"/", newListOf(game.Name)))),
			h.Li(h.Div(h.A(h.Class("name"), h.Href("/fad"), g.Text("Design a unit")),
				page.Para("line", "its price, what it does, how long it lasts"))))}
	})
}
