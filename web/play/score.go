package play

import (
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/play"
	"muster/web/page"
)

// viewScore draws both scores at the end of each round, and now.
func viewScore(s *play.State) g.Node {
	head, rows := g.Group{h.Th(h.Scope("col"), g.Text("Side"))}, g.Group{}
	for i := range s.Sides[0].ByRound {
		head = append(head, h.Th(h.Scope("col"), h.Class("n"), g.Textf("%d", i+1)))
	}
	for i := range s.Sides {
		cells := g.Group{h.Th(h.Scope("row"), page.Isolated(s.Sides[i].Name))}
		for _, n := range s.Sides[i].ByRound {
			cells = append(cells, h.Td(h.Class("n"), g.Text(strconv.Itoa(n))))
		}
		rows = append(rows, h.Tr(cells, h.Td(h.Class("n"), h.Strong(g.Text(strconv.Itoa(s.Total(i)))))))
	}
	return page.Scroll("Score by round", h.Table(h.Caption(g.Text("By round")), h.THead(h.Tr(head, h.Th(h.Scope("col"), h.Class("n"), g.Text("Now")))), h.TBody(rows)))
}

func viewEntries(all []play.Entry) g.Node {
	return h.Ul(page.Each(all, func(_ int, e play.Entry) g.Node { return h.Li(page.Isolated(e.Text())) }))
}
