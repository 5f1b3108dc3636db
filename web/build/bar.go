package build

import (
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/finding"
	"muster/report"
	"muster/web/page"
)

// viewBar draws the bar that is always visible: the points, the newest change, the list's actions
// and, on phones, tabs.
func (p *buildPage) viewBar() g.Node {
	again := func(verb builder.Form, what string, can bool) g.Node {
		id, label := string(verb), report.Capitalize(string(verb))
		return p.parts.Part("button", id, verbAttributes(verb, h.Aria("label", label), g.If(!can, h.Disabled()),
			h.Title(strings.TrimSuffix(label+": "+what, ": "))), page.Icon(id))
	}
	leadTo := func(to, label string) g.Node {
		return h.Button(h.ID(to), h.FormAction(p.BaseAddress+"/"+to), h.Title(label), page.Icon(to), h.Span(g.Text(label)))
	}
	tab := func(at, to, name string, sign g.Node) g.Node {
		return h.A(h.Class("button"), h.Href(to), g.If(p.shownTab() == at, h.Aria("current", "true")), sign,
			h.Span(g.Text(name)))
	}
	change := page.IsolatedText(p.LastChange)
	if p.PhonePane != "unit" && p.Unit != nil && strings.HasPrefix(p.LastChange, report.Capitalize(p.Unit.Name)) {
		change = h.A(h.ID("to-unit"), h.Href(p.AddressWith("pane", "unit")), change)
	}
	return h.Form(h.Class("bar"), h.Aria("label", "The list's points"),
		p.parts.Part("div", "sum", g.Group{h.Class("sum")},
			p.viewStatus(),
			h.P(h.ID("change"), h.Class("line"), h.Aria("live", "polite"), g.If(p.LastChange != "", g.Group{
				change, g.Text(" "),
				g.If(p.CanRedo, verbButton(builder.RedoForm, h.Class("link"), g.Text("Redo"))),
				g.If(p.CanUndo && !p.CanRedo, verbButton(builder.UndoForm, h.Class("link"), g.Text("Undo"))),
			})),
		),
		h.Span(h.Class("tools"), again(builder.UndoForm, p.UndoText, p.CanUndo), again(builder.RedoForm, p.RedoText, p.CanRedo)),
		h.Div(h.Class("foot"), p.parts.Part("div", "tabs", g.Group{h.Class("tabs"), h.Role("group"), h.Aria("label", "Parts of the page")},
			tab("list", p.AddressWith("pane", "list"), "List", page.Icon("build")),
			tab("book", p.AddressWith("pane", "book"), "Add", page.Icon("add")),
			tab("findings", p.AddressToShow("show", showFindingsValue), "Findings", p.viewFindingsCount())),
			p.parts.Part("span", "leads", g.Group{h.Class("tools")},
				g.If(p.CanFill, h.A(h.Class("button fill"), h.Href(p.BaseAddress+"/fill"), g.Text("What can I still take?"))),
				leadTo("share", "Share"), leadTo("print", "Print"), leadTo("play", "Play"))),
	)
}

// shownTab returns the tab of the shown content; a unit belongs to the list or to the offers.
func (p *buildPage) shownTab() string {
	switch {
	case p.PhonePane != "unit":
		return p.PhonePane
	case p.Unit != nil && p.Unit.OfferName != "":
		return "book"
	case p.Unit != nil:
		return "list"
	case p.ThirdPaneContent == showSettingsValue:
		return ""
	}
	return "findings"
}

// viewFindingsCount draws the number of findings, or a sign that there are none.
func (p *buildPage) viewFindingsCount() g.Node {
	for _, n := range []struct {
		n     int
		class string
	}{{p.ErrorCount, "badge bad"}, {p.WarningCount, "badge warn"}} {
		if n.n > 0 {
			return p.parts.Part("span", "sign", g.Group{h.Class(n.class), h.Aria("hidden", "true")}, g.Textf("! %d", n.n))
		}
	}
	return p.parts.Part("span", "sign", nil, page.Icon("check"))
}

// viewStatus draws the points and whether the list is legal, as a link to the findings.
func (p *buildPage) viewStatus() g.Node {
	class, text, found := "good", builder.CostText(p.roster)+", legal", finding.CountText(p.WarningCount, "warning")
	if !builder.Legal(p.roster) {
		class, text, found = "bad", builder.CostText(p.roster)+", not legal", finding.CountText(p.ErrorCount, "error")
	}
	more := g.Group{h.Aria("label", "Findings, and what the list is made of")}
	if p.ErrorCount+p.WarningCount > 0 {
		more = g.Group{g.Text(" · " + found)}
	}
	return h.P(h.Role("status"), h.ID("status"), h.Class(class), g.Text(text),
		h.A(h.ID("to-findings"), h.Href(p.AddressToShow("show", showFindingsValue)), more))
}
