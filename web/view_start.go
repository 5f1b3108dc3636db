package web

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/catalog"
)

// view is the page of a person's lists.
func (p *startPage) view() g.Node {
	where := para("quiet", "They are files in "+p.Where+".")
	if p.Deployment == Site {
		where = h.P(h.Class("quiet"), g.Text("They are kept in this browser alone; nothing leaves it. "), h.Span(h.ID("offline")))
	}
	return narrow("My lists",
		where,
		inRow(
			h.Form(h.Action("/new"), h.Method("get"), h.Button(h.Class("main"), icon("add"), g.Text("New list"))),
			h.Form(h.Action("/open"), h.Method("get"), h.Button(icon("open"), g.Text("Open file"))),
		),
		p.viewLists(),
		g.If(len(p.Examples) > 0, g.Group{h.H2(g.Text("Examples to play with")), h.Ul(h.Class("row"), g.Map(p.Examples, func(l listFile) g.Node {
			return h.Li(h.Form(h.Action("/open"), h.Method("post"), g.Attr("data-push"),
				h.Input(h.Type("hidden"), h.Name("example"), h.Value(l.ID)), h.Button(isolated("Try "+l.Name))))
		}))}),
	)
}

// viewLists is the lists of the page, what finds others among many, or why there
// are none.
func (p *startPage) viewLists() g.Node {
	switch {
	case p.Trouble != "":
		return h.P(h.Class("bad card"), isolated(p.Trouble))
	case p.Total == 0 && p.Find == "":
		return h.Div(h.Class("card"), h.H2(g.Text("Nothing here yet")),
			h.P(g.Text("Begin a list of your own, open a file of Army Forge or muster, or look at an example.")))
	}
	lists := h.Ul(g.Map(p.Lists, func(l listLine) g.Node {
		status := isolated(l.Status)
		if l.Broken != "" {
			status = h.Span(h.Class("bad"), isolated("cannot be read: "+l.Broken))
		}
		return h.Li(h.Class("card"), spread(
			h.Div(h.A(h.Class("unit-name"), h.Href(l.address()), isolated(l.Name)), para("quiet small", l.About),
				g.If(l.Game != "", h.P(h.A(h.Class("button"), h.Href(l.address()+"/play"), icon("play"), isolated("Play on: "+l.Game))))),
			h.Div(h.P(status), g.If(l.Behind, h.P(linkButton(l.address()+"/update", "Newer book: what changes?")))),
		))
	}))
	if p.Total <= mostLines && p.Find == "" {
		return lists
	}
	to := func(from int) string {
		return "/?" + url.Values{"find": {p.Find}, "from": {strconv.Itoa(from)}}.Encode()
	}
	shown := "No list is called so."
	if p.Total > 0 {
		shown = fmt.Sprintf("Lists %d to %d of %d", p.From+1, p.From+len(p.Lists), p.Total)
	}
	return g.Group{
		h.Form(h.Action("/"), h.Method("get"), h.Role("search"), g.Attr("data-auto"),
			labelled("Find", h.Input(h.Type("search"), h.Name("find"), h.Value(p.Find), h.AutoComplete("off")))),
		lists,
		h.Nav(h.Class("row"), h.Aria("label", "More lists"),
			g.If(p.From > 0, linkButton(to(p.From-mostLines), "Previous")),
			h.P(h.Class("quiet"), g.Text(shown)),
			g.If(p.From+mostLines < p.Total, linkButton(to(p.From+mostLines), "Next"))),
	}
}

// viewNew is the form that begins a list.
func viewNew(games []group[builder.Start], book, name, points string) g.Node {
	return narrow("New list",
		h.Form(h.Action("/new"), h.Method("post"), g.Attr("data-push"),
			labelled("Army", h.Select(h.Name("book"), h.Required(), g.Map(games, func(game group[builder.Start]) g.Node {
				return h.OptGroup(h.LabelAttr(game.Title), g.Map(game.All, func(s builder.Start) g.Node {
					return options([]edit.Choice{{Value: s.Game.ID + "/" + s.Key, Label: s.Name}}, book)
				}))
			}))),
			labelled("Name", h.Input(h.Name("name"), h.MaxLength("200"), h.AutoComplete("off"), h.Value(name), h.Placeholder("My army"))),
			labelled("Agreed points", h.Input(h.Name("points"), g.Attr("inputmode", "numeric"), h.Pattern("[0-9]*"), h.Value(points))),
			para("quiet small", "Leave the points empty if you have agreed on none."),
			inRow(h.Button(h.Class("main"), g.Text("Begin")), linkButton("/", "Back")),
		),
		h.P(h.Class("quiet"), g.Text("Your army is not among them? "), h.A(h.Href("/open"), g.Text("Open its book")),
			g.Text(" as Army Forge lets you download it (.json).")),
	)
}

// viewOpen is the forms that take a file or a text, and what was read of the last.
func viewOpen(notes []string) g.Node {
	return narrow("Open file",
		h.P(g.Text("A list or an army book: of muster (.yaml), or of Army Forge (.json). You can also drop a file anywhere on the page.")),
		h.Form(h.Action("/open"), h.Method("post"), h.EncType("multipart/form-data"), g.Attr("data-push"),
			labelled("File", h.Input(h.Type("file"), h.Name("file"), h.Required())),
			h.Button(h.Class("main"), g.Text("Open"))),
		h.H2(g.Text("Or paste it")),
		h.Form(h.Action("/open"), h.Method("post"), g.Attr("data-push"),
			labelled("Text that Army Forge shares, a list code, or a list's YAML", h.Textarea(h.Name("text"), h.Rows("8"), h.Required())),
			h.Button(g.Text("Open the text"))),
		h.P(linkButton("/event", "Check the lists of a cup")),
		g.If(len(notes) > 0, g.Group{h.H2(g.Text("What was read")), points("", notes)}),
	)
}

// points are lines with a point before each.
func points(class string, lines []string) g.Node {
	return h.Ul(g.If(class != "", h.Class(class)), g.Map(lines, func(line string) g.Node { return h.Li(isolated(line)) }))
}

// viewBooks is the page of the army books that there are.
func viewBooks(books []catalog.Entry) g.Node {
	return narrow("Army books",
		h.P(h.Class("quiet"), g.Text("Army Forge lets you download more; "), h.A(h.Href("/open"), g.Text("open them here")), g.Text(".")),
		h.P(linkButton("/price", "What would a unit of your own cost?")),
		h.Ul(g.Map(books, func(b catalog.Entry) g.Node {
			var older g.Node
			for _, o := range books { // the newest first
				if o.ID == b.ID && o.System == b.System && catalog.CompareVersions(o.Version, b.Version) < 0 {
					query := url.Values{"from": {o.Pin()}, "to": {b.Pin()}}
					older = h.P(linkButton("/books/changes?"+query.Encode(), "What changed since "+cmp.Or(o.Version, "before")))
					break
				}
			}
			return h.Li(h.Class("card"), spread(h.Span(h.Class("unit-name"), isolated(b.Name)), h.Span(h.Class("quiet"), isolated(b.System+" "+b.Version))), older)
		})),
	)
}

// viewProblem is the page of a request that does not work.
func viewProblem(heading, text string) g.Node {
	return narrow(heading, h.P(isolated(text)), h.P(linkButton("/", "My lists")))
}
