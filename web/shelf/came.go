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

// An arrivalView is an arrival, that is, a group of imported files, with facts about it for a page;
// nil for no arrival.
type arrivalView struct {
	*input.Arrival
	UndoID string // id for undoing the import; "" for none
	// id of the files while they wait for the person's confirmation; "" if they need none
	WaitingID         string
	SenderSite        string // the site that sent the files; "" if unknown
	MadeOnPage        string // the page on which the files were made; "" if they came from elsewhere
	SentFromElsewhere bool   // another program or site sent the files
}

// filterFiles returns the files of the arrival that keep accepts.
func (c *arrivalView) filterFiles(keep func(*input.Item) bool) (items []*input.Item) {
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

func isNew(i *input.Item) bool { return i.Err == nil && !i.AlreadyStored }

func isAlreadyHere(i *input.Item) bool { return i.Err == nil && i.AlreadyStored }

func hasError(i *input.Item) bool { return i.Err != nil }

func isBook(i *input.Item) bool { return i.Err == nil && i.Kind == input.BookFile }

// summary says in words how many files of each kind came: "Brought back: 2 lists, 1 army book."
func (c *arrivalView) summary() string {
	n := map[string]int{}
	for _, item := range c.filterFiles(isNew) {
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
			parts = append(parts, finding.CountText(n[what], what))
		}
	}
	said := "Nothing is new."
	if len(parts) > 0 {
		said = "Brought back: " + page.JoinCommas(parts) + "."
	}
	if same := len(c.filterFiles(isAlreadyHere)); same > 0 {
		said += " Here already: " + finding.CountText(same, "file") + "."
	}
	if out := len(c.filterFiles(hasError)); out > 0 {
		said += " Left out: " + finding.CountText(out, "file") + "."
	}
	return said
}

// viewWaiting draws the page that asks the person whether to store imported files.
func (c *arrivalView) viewWaiting() g.Node {
	news, out := c.filterFiles(isNew), c.filterFiles(hasError)
	lead := "Nothing of it is kept until you say so."
	if c.SenderSite != "" {
		lead = "A page of " + c.SenderSite + " sent this. Keep it only if you know why. " + lead
	} else if c.SentFromElsewhere {
		lead = "Another program or page sent this. " + lead
	}
	title := "Keep it?"
	if len(news) == 0 {
		title, lead = "Nothing is new", "There is nothing to keep."
	}
	same := c.filterFiles(isAlreadyHere)
	return page.OneColumn(title,
		h.P(h.Role("status"), h.ID("status"), page.IsolatedText(lead)),
		g.Iff(c.FromShelf != nil, func() g.Node { return page.Para("", c.FromShelf.String()) }),
		g.If(len(c.CostChanges) > 0, h.Section(h.Class("card"), h.Aria("labelledby", "h-points"), h.H2(h.ID("h-points"), g.Text("Your lists would change")), page.Bullets("points", c.CostChanges))),
		viewItems("h-news", "What would be kept", news),
		page.ControlRow(
			g.If(len(news) > 0, page.PostForm("/came/"+c.WaitingID+"/keep", h.Class("alone"), h.Button(h.Class("main"), g.Text("Keep it")))),
			page.LinkButton("/", cmp.Or(map[bool]string{true: "My lists"}[len(news) == 0], "Leave it"))),
		g.If(len(same) > 0, page.Para("quiet", "Here already: "+finding.CountText(len(same), "file")+".")),
		viewItems("h-out", "What is left out", out))
}

func viewArrival(c *arrivalView) g.Node {
	if c == nil {
		return nil
	}
	return g.Group{
		viewItems("h-came", "What came in", c.filterFiles(func(i *input.Item) bool { return !i.AlreadyStored || i.Kind == input.BookFile })),
		g.If(len(c.CostChanges) > 0, page.Bullets("points", c.CostChanges)),
		g.If(c.UndoID != "", page.PostButton("/came/"+c.UndoID+"/back", "Take back what came")),
	}
}

// viewItems draws a list of imported files, each in a row.
func viewItems(id, title string, items []*input.Item) g.Node {
	return g.If(len(items) > 0, h.Section(h.Aria("labelledby", id), h.Class("came"), h.H2(h.ID(id), g.Text(title)), page.ListRows(items, viewItem)))
}

// viewItem draws an imported file, and the effect of storing it.
func viewItem(i *input.Item) g.Node {
	lead, look := g.Node(h.Span(h.Class("name"), page.IsolatedText(i.Name))), g.Node(nil)
	switch {
	case i.Err != nil:
		return h.Li(h.Div(h.Span(h.Class("name"), page.IsolatedText(i.SentName)), h.P(h.Class("bad"), page.TextWithLinks(page.ErrorText(i.Err)))))
	case i.IsStored && (i.Kind == input.ListFile || i.Kind == input.ListCode):
		lead = h.A(h.Class("name"), h.Href(page.ListAddress(i.ID)), page.IsolatedText(i.Name))
	case i.IsStored && i.Kind == input.BookFile:
		lead = h.Span(h.Class("name"), page.IsolatedText(i.Name+" is among your army books now"))
		look = h.A(h.Class("button"), h.Href(bookAddress(i.System, i.ID)), h.Aria("label", "Look at it: "+i.Name),
			g.Text("Look at it"))
	case i.Kind == input.BookFile:
		lead = h.Span(h.Class("name"), page.IsolatedText(i.Name+", an army book"))
	}
	return h.Li(h.Div(lead, g.If(i.Description != "", page.Para("line", i.Description)), page.Bullets("small", i.Changes), viewNotes(i)), look)
}

// viewNotes draws how many parts of a file were not understood and, folded, a list of them.
func viewNotes(a *input.Item) g.Node {
	n := len(a.Notes) + len(a.UnreadRules)
	if n == 0 {
		return nil
	}
	said := "1 thing in it needs a look"
	if n > 1 {
		said = fmt.Sprintf("%d things in it need a look", n)
	}
	return h.Details(h.Summary(g.Text(said)),
		h.Ul(h.Class("small points"), g.Map(a.UnreadRules, func(u catalog.UnreadText) g.Node {
			return h.Li(page.IsolatedText("Not read, so that it does nothing: " + u.Name + ": " + u.Sentence))
		}),
			g.Map(a.Notes, func(n armyforge.Note) g.Node { return h.Li(page.IsolatedText(n.Message)) })),
		g.If(len(a.Notes) > 0, h.Details(h.Summary(g.Text("Where in the file")),
			h.Ul(h.Class("small points"), g.Map(a.Notes, func(n armyforge.Note) g.Node {
				return h.Li(h.Code(page.IsolatedText(n.Path)), page.IsolatedText(": "+n.Message))
			})))))
}
