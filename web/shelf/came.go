package shelf

import (
	"cmp"
	"fmt"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/armyforge"
	"muster/builder/finding"
	"muster/catalog"
	"muster/input"
	"muster/web/page"
)

// An arrivalView is an arrival for a page; nil for none.
type arrivalView struct {
	*input.Arrival
	Kept   string // id for undoing the import; "" for none
	Wait   string // id under which it waited for confirmation; "" if it needed none
	From   string // the site that sent it; "" if unknown
	Made   string // the page on which it was made; "" if it came from elsewhere
	Shared bool   // it was shared by another program or site
}

// filter returns the items that keep accepts.
func (c *arrivalView) filter(keep func(*input.Item) bool) (items []*input.Item) {
	if c == nil {
		return nil
	}
	for _, item := range c.Items {
		if keep(item) {
			items = append(items, item)
		}
	}
	return items
}

func isNew(i *input.Item) bool { return i.Err == nil && !i.Same }

func isThere(i *input.Item) bool { return i.Err == nil && i.Same }

func isOut(i *input.Item) bool { return i.Err != nil }

func isBook(i *input.Item) bool { return i.Err == nil && i.Kind == input.BookFile }

// sentence counts the items by kind in words.
func (c *arrivalView) sentence() string {
	n := map[string]int{}
	for _, item := range c.filter(isNew) {
		switch item.Kind {
		case input.ListFile, input.BookFile, input.GameFile:
			n[string(item.Kind)]++
		case input.ListCode:
			n["list"]++
		default:
			n["other file"]++
		}
	}
	var parts []string
	for _, what := range []string{"list", "army book", "game", "other file"} {
		if n[what] > 0 {
			parts = append(parts, finding.Count(n[what], what))
		}
	}
	said := "Nothing is new."
	if len(parts) > 0 {
		said = "Brought back: " + page.Commas(parts) + "."
	}
	if same := len(c.filter(isThere)); same > 0 {
		said += " Here already: " + finding.Count(same, "file") + "."
	}
	if out := len(c.filter(isOut)); out > 0 {
		said += " Left out: " + finding.Count(out, "file") + "."
	}
	return said
}

// viewWaiting draws the page that asks for confirmation.
func (c *arrivalView) viewWaiting() g.Node {
	news, out := c.filter(isNew), c.filter(isOut)
	lead := "Nothing of it is kept until you say so."
	if c.From != "" {
		lead = "A page of " + c.From + " sent this. Keep it only if you know why. " + lead
	} else if c.Shared {
		lead = "Another program or page sent this. " + lead
	}
	title := "Keep it?"
	if len(news) == 0 {
		title, lead = "Nothing is new", "There is nothing to keep."
	}
	same := c.filter(isThere)
	return page.Narrow(title,
		h.P(h.Role("status"), h.ID("status"), page.Isolated(lead)),
		g.Iff(c.Shelf != nil, func() g.Node { return page.Para("", c.Shelf.String()) }),
		g.If(len(c.Points) > 0, h.Section(h.Class("card"), h.Aria("labelledby", "h-points"), h.H2(h.ID("h-points"), g.Text("Your lists would change")), page.Bullets("points", c.Points))),
		viewItems("h-news", "What would be kept", news),
		page.Row(
			g.If(len(news) > 0, page.Post("/came/"+c.Wait+"/keep", h.Class("alone"), h.Button(h.Class("main"), g.Text("Keep it")))),
			page.LinkButton("/", cmp.Or(map[bool]string{true: "My lists"}[len(news) == 0], "Leave it"))),
		g.If(len(same) > 0, page.Para("quiet", "Here already: "+finding.Count(len(same), "file")+".")),
		viewItems("h-out", "What is left out", out))
}

func viewCame(c *arrivalView) g.Node {
	if c == nil {
		return nil
	}
	return g.Group{
		viewItems("h-came", "What came in", c.filter(func(i *input.Item) bool { return !i.Same || i.Kind == input.BookFile })),
		g.If(len(c.Points) > 0, page.Bullets("points", c.Points)),
		g.If(c.Kept != "", page.PostButton("/came/"+c.Kept+"/back", "Take back what came")),
	}
}

// viewItems draws rows for the files of an arrival.
func viewItems(id, title string, items []*input.Item) g.Node {
	return g.If(len(items) > 0, h.Section(h.Aria("labelledby", id), h.Class("came"), h.H2(h.ID(id), g.Text(title)), page.Rows(items, viewItem)))
}

// viewItem draws an imported file, and the effect of storing it.
func viewItem(i *input.Item) g.Node {
	lead, look := g.Node(h.Span(h.Class("name"), page.Isolated(i.Name))), g.Node(nil)
	switch {
	case i.Err != nil:
		return h.Li(h.Div(h.Span(h.Class("name"), page.Isolated(i.File)), h.P(h.Class("bad"), page.Linked(page.Sentence(i.Err)))))
	case i.Kept && (i.Kind == input.ListFile || i.Kind == input.ListCode):
		lead = h.A(h.Class("name"), h.Href(page.ListAddress(i.ID)), page.Isolated(i.Name))
	case i.Kept && i.Kind == input.BookFile:
		lead = h.Span(h.Class("name"), page.Isolated(i.Name+" is among your army books now"))
		look = h.A(h.Class("button"), h.Href(bookAddress(i.System, i.ID)), h.Aria("label", "Look at it: "+i.Name),
			g.Text("Look at it"))
	case i.Kind == input.BookFile:
		lead = h.Span(h.Class("name"), page.Isolated(i.Name+", an army book"))
	}
	return h.Li(h.Div(lead, g.If(i.Says != "", page.Para("line", i.Says)), page.Bullets("small", i.Changed), viewNotes(i)), look)
}

// viewNotes draws the number of unread parts of a file and, folded, a list of them.
func viewNotes(a *input.Item) g.Node {
	n := len(a.Notes) + len(a.Unread)
	if n == 0 {
		return nil
	}
	said := "1 thing in it needs a look"
	if n > 1 {
		said = fmt.Sprintf("%d things in it need a look", n)
	}
	return h.Details(h.Summary(g.Text(said)),
		h.Ul(h.Class("small points"), g.Map(a.Unread, func(u catalog.Unread) g.Node {
			return h.Li(page.Isolated("Not read, so that it does nothing: " + u.Name + ": " + u.Sentence))
		}),
			g.Map(a.Notes, func(n armyforge.Note) g.Node { return h.Li(page.Isolated(n.Message)) })),
		g.If(len(a.Notes) > 0, h.Details(h.Summary(g.Text("Where in the file")),
			h.Ul(h.Class("small points"), g.Map(a.Notes, func(n armyforge.Note) g.Node {
				return h.Li(h.Code(page.Isolated(n.Path)), page.Isolated(": "+n.Message))
			})))))
}
