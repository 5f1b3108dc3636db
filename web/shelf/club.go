package shelf

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/web/desk"
	"muster/web/page"
)

func (h *Handler) club(w http.ResponseWriter, r *http.Request) error {
	if h.Club == nil {
		return desk.Missing("no club has these pages")
	}
	return h.Render(w, page.Layout{Title: h.Club.Name, Here: "start"}, viewClub(h.Club))
}

// viewClub is the page of a club: its lists to look at, its events, and its army books.
func viewClub(c *desk.Club) g.Node {
	return page.Narrow(c.Name,
		g.If(c.Text != "", page.Para("", c.Text)),
		g.If(c.Link != "", h.P(page.External(c.Link, c.Link))),
		g.If(len(c.Lists) > 0, g.Group{h.H2(g.Text("Lists")), page.Rows(c.Lists, func(l desk.ClubList) g.Node {
			return h.Li(h.Div(h.A(h.Class("name"), h.Href("/club/"+(&url.URL{Path: l.File}).EscapedPath()), page.Isolated(l.Name)), page.Para("line", l.Army)),
				h.Span(h.Class("fig"), g.Text(strconv.Itoa(l.Points))))
		})}),
		g.If(len(c.Events) > 0, g.Group{h.H2(g.Text("Events")), page.Rows(c.Events, func(e desk.ClubEvent) g.Node {
			return h.Li(h.Span(h.Class("name"), page.Isolated(e.Name)))
		}), page.Para("quiet", "“Share” of a list says which of them it fits, and sends it in.")}),
		g.If(len(c.Books) > 0, g.Group{h.H2(g.Text("Army books")), page.Rows(c.Books, func(b desk.ClubBook) g.Node {
			pin := strings.TrimSuffix(b.ID+"@"+b.Version, "@")
			return h.Li(h.A(h.Class("name"), h.Href(bookAddress(b.System, pin)), page.Isolated(titleOf(b.Name, b.Version))),
				newList("button", b.System+"/"+pin, newListOf(titleOf(b.Name, b.Version))))
		})}),
	)
}

func (p *startPage) viewClubLink() g.Node {
	return g.Iff(p.Club != nil, func() g.Node {
		return h.P(page.LinkButton("/club", p.Club.Name), g.Text(" "), h.Span(h.Class("quiet"), g.Text("lists, events, army books")))
	})
}
