package web

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/armyforge"
	"muster/builder"
	"muster/builder/edit"
	"muster/catalog"
	"muster/input"
)

// view is the page of a person's lists.
func (p *startPage) view() g.Node {
	said := g.Node(isolated(p.Said))
	if p.Deleted != nil {
		said = viewDeleted(*p.Deleted)
	}
	return h.Div(h.Class("narrow"),
		spread(h.H1(g.Text("My lists")), inRow(
			h.Form(h.Action("/new"), h.Method("get"), g.Attr("data-push"), h.Button(h.Class("main"), icon("add"), g.Text("New list"))),
			h.Form(h.Action("/open"), h.Method("get"), g.Attr("data-push"), h.Button(icon("open"), g.Text("Open file"))))),
		h.Div(h.Role("status"), h.ID("status"), h.Class("said"), said),
		viewCame(p.Came),
		h.Div(h.Class("sides lists"),
			h.Div(p.viewLists()),
			h.Div(
				g.If(len(p.Examples) > 0, g.Group{h.H2(g.Text("Examples to play with")), h.Ul(h.Class("row"), g.Map(p.Examples, func(l listFile) g.Node {
					return h.Li(h.Form(h.Action("/open"), h.Method("post"), g.Attr("data-push"),
						hidden("example", l.ID), h.Button(isolated("Try "+l.Name)), para("line", p.GameOf[l.ID])))
				}))}),
				p.viewKept())),
	)
}

// viewKept says where the lists are, and keeps copies of them.
func (p *startPage) viewKept() g.Node {
	where := para("quiet", "Your lists are files in "+p.Where+".")
	if p.Deployment == Site {
		where = g.Group{
			h.P(h.Class("quiet"), g.Text("Your lists are kept in this browser alone; nothing leaves it. "), h.Span(h.ID("offline"))),
			viewPromise(),
		}
	}
	trash := "Trash"
	if p.Trashed > 0 {
		trash += fmt.Sprintf(" (%d)", p.Trashed)
	}
	return h.Section(h.Class("kept"), h.Aria("labelledby", "h-kept"), h.H2(h.ID("h-kept"), g.Text("Keep them safe")), where,
		inRow(
			h.Form(h.Action("/everything"), h.Method("get"), h.Button(icon("save"), g.Text("Save everything"))),
			linkButton("/trash", trash)),
		h.Form(h.Action("/everything"), h.Method("post"), h.EncType("multipart/form-data"), g.Attr("data-push"), h.Class("row bring"),
			labelled("A file that “Save everything” made", h.Input(h.Type("file"), h.Name("copy"), h.Accept(".zip,application/zip"), h.Required())),
			h.Button(g.Text("Bring back"))),
		para("quiet small", "One file holds your lists, games, collections and army books. What is here already is never written over."))
}

// viewPromise says how long a browser keeps lists. The script shows what is so in this
// one; each sentence names the states that it is of.
func viewPromise() g.Node {
	const copies = " Save everything now and then."
	return g.Group{
		g.Map([][2]string{
			{"granted", "This browser promised to keep them until you clear its data."},
			{"asked", "This browser may throw them away when it runs out of room; in a private window they are gone when that closes." + copies},
			{"refused", "This browser did not promise to keep them: it may throw them away when it runs out of room." + copies},
			{"installed", "They are kept with the app, until you remove it or clear its data." + copies},
			{"safari", "After seven days without a visit Safari throws away all of it. The app on the Home Screen keeps it, and begins empty: " +
				"“Save everything” first, then “Share”, “Add to Home Screen”, and bring it back there."},
			{"private", "This is a private window: they are gone when it closes. Save everything before."},
			{"unknown", "This browser makes no promise to keep them, at least not at this address." + copies},
		}, func(state [2]string) g.Node {
			return h.P(h.Class("quiet"), h.Data("kept", state[0]), g.Attr("hidden"), g.Text(state[1]))
		}),
		h.P(h.Data("kept", "asked"), g.Attr("hidden"), h.Button(h.ID("keep"), h.Type("button"), icon("save"), g.Text("Keep my lists safe"))),
	}
}

// viewLists is the lists of the page, what finds others among many, or why there
// are none.
func (p *startPage) viewLists() g.Node {
	switch {
	case p.Trouble != "":
		return h.P(h.Class("bad"), isolated(p.Trouble))
	case !p.Any:
		return h.Div(h.Class("empty"), h.H2(g.Text("Nothing here yet")),
			h.P(g.Text("Begin a list of your own, open a file of Army Forge or muster, or look at an example.")))
	}
	to := func(from int) string {
		query := url.Values{"find": {p.Find}, "sort": {p.Sort}, "from": {strconv.Itoa(from)}}
		if p.Folders {
			query.Set("folders", "army")
		}
		return "/?" + query.Encode()
	}
	shown := "No list has that in its name or army."
	if p.Total > 0 {
		shown = fmt.Sprintf("Lists %d to %d of %d", p.From+1, p.From+len(p.Lists), p.Total)
	}
	folders := ""
	if p.Folders {
		folders = "army"
	}
	rows := h.Ul(h.Class("rows"), g.Map(p.Lists, listLine.view))
	if p.Folders {
		rows = g.Map(grouped(p.Lists, func(l listLine) string { return l.Army }), func(folder group[listLine]) g.Node {
			return h.Details(h.Class("folder"), g.Attr("open"), h.Summary(h.H2(isolated(folder.Title)), h.Span(h.Class("quiet"), g.Text(strconv.Itoa(len(folder.All))))),
				h.Ul(h.Class("rows"), g.Map(folder.All, listLine.view)))
		})
	}
	return g.Group{
		h.Form(h.Action("/"), h.Method("get"), h.Role("search"), h.Class("finder"), g.Attr("data-auto"), g.Attr("data-live"),
			labelled("Find", h.Input(h.Type("search"), h.Name("find"), h.ID("find"), h.Value(p.Find), h.AutoComplete("off"))),
			labelled("Order", h.Select(h.Name("sort"), options([]edit.Choice{
				{Value: byChange, Label: "last change"}, {Value: byName, Label: "name"}, {Value: byPoints, Label: "points"},
			}, p.Sort))),
			labelled("Folders", h.Select(h.Name("folders"), options([]edit.Choice{{Value: "", Label: "none"}, {Value: "army", Label: "by army"}}, folders))),
			h.NoScript(h.Button(g.Text("Show")))),
		rows,
		g.If(p.Total > mostLines || p.Find != "", h.Div(h.Class("row"), h.Role("group"), h.Aria("label", "More lists"),
			g.If(p.From > 0, linkButton(to(p.From-mostLines), "Previous")),
			h.P(h.Class("quiet"), g.Text(shown)),
			g.If(p.From+mostLines < p.Total, linkButton(to(p.From+mostLines), "Next")))),
	}
}

// view is a list among the others, with all that can be done with it.
func (l listLine) view() g.Node {
	status := h.P(h.Class("fig"), isolated(l.Status))
	switch {
	case l.Broken != "":
		status = h.P(h.Class("bad"), isolated(upper(l.Broken)), g.If(l.NoBook, g.Group{g.Text(". "), h.A(h.Href("/new#another"), g.Text("Get it"))}))
	case !l.Legal:
		status = h.P(h.Class("fig bad"), isolated(l.Status))
	}
	changed := ""
	if day := dayOf(l.Changed); day != "" {
		changed = "changed " + day
	}
	return h.Li(h.Data("list", l.ID), h.ID("list-"+l.ID),
		h.Div(h.A(h.Class("unit-name name"), h.Href(l.address()), isolated(l.Name)), para("line", dots(l.army(), l.Game, changed))),
		status,
		g.If(l.Playing+l.Warning != "" || l.Behind, h.Div(h.Class("now"),
			g.If(l.Playing != "", h.A(h.Class("button"), h.Href(l.address()+"/play"), icon("play"), isolated("Play on: "+l.Playing))),
			g.If(l.Behind, linkButton(l.address()+"/update", "Newer book: what changes?")))),
		h.Details(h.Class("menu"), h.Summary(h.Aria("label", "More for "+l.Name), icon("more")), h.Div(
			h.A(h.Href(l.address()), icon("open"), g.Text("Open")),
			h.A(h.Href(l.address()+"/print"), icon("print"), g.Text("Print")),
			h.A(h.Href(l.address()+"/share"), icon("share"), g.Text("Share")),
			h.A(h.Href(l.address()+"/play"), icon("play"), g.Text("Play")),
			listButtons(&l.listName, l.ETag, "delete-list-"+l.ID))))
}

// army is the list's army, where it is of one.
func (l listLine) army() string {
	if strings.HasPrefix(l.Game, l.Army) {
		return ""
	}
	return l.Army
}

// listButtons duplicate, rename and delete a list, which a page shows as it is with
// an ETag. deleteID is the id of the button that deletes it.
func listButtons(list *listName, etag, deleteID string) g.Node {
	form := func(verb string, content ...g.Node) g.Node {
		return h.Form(h.Action(list.address()+"/"+verb), h.Method("post"), g.Attr("data-push"), hidden("etag", etag), g.Group(content))
	}
	return g.Group{
		form("duplicate", h.Button(icon("copy"), g.Text("Duplicate"))),
		form("rename", h.Class("row"), h.Input(h.Name("name"), h.Aria("label", "New name of "+list.Name), h.Value(list.Name), h.MaxLength("200"), h.AutoComplete("off"), h.Required()), h.Button(g.Text("Rename"))),
		form("delete", h.Button(h.ID(deleteID), icon("remove"), g.Text("Delete this list"))),
	}
}

// viewItem is a file that came in: what it is, and what keeping it does or did.
func viewItem(i *input.Item) g.Node {
	lead, look := g.Node(h.Span(h.Class("name"), isolated(i.Name))), g.Node(nil)
	switch {
	case i.Err != nil:
		return h.Li(h.Div(h.Span(h.Class("name"), isolated(i.File)), h.P(h.Class("bad"), linked(sentence(i.Err)))))
	case i.Kept && (i.Kind == input.ListFile || i.Kind == input.ListCode):
		lead = h.A(h.Class("name"), h.Href("/lists/"+url.PathEscape(i.ID)), isolated(i.Name))
	case i.Kept && i.Kind == input.BookFile:
		lead = h.Span(h.Class("name"), isolated(i.Name+" is among your army books now"))
		look = h.A(h.Class("button"), h.Href(bookAddress(i.System, i.ID)), h.Aria("label", "Look at it: "+i.Name), g.Text("Look at it"))
	case i.Kind == input.BookFile:
		lead = h.Span(h.Class("name"), isolated(i.Name+", an army book"))
	}
	return h.Li(h.Div(lead, g.If(i.Says != "", para("line", i.Says)), points("small", i.Changed), viewNotes(i)), look)
}

// viewNotes says how much of it was not read, and on wish what: where in its file
// is for those who made it.
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
			return h.Li(isolated("Not read, so that it does nothing: " + u.Name + ": " + u.Sentence))
		}),
			g.Map(a.Notes, func(n armyforge.Note) g.Node { return h.Li(isolated(n.Message)) })),
		g.If(len(a.Notes) > 0, h.Details(h.Summary(g.Text("Where in the file")),
			h.Ul(h.Class("small points"), g.Map(a.Notes, func(n armyforge.Note) g.Node { return h.Li(h.Code(isolated(n.Path)), isolated(": "+n.Message)) })))))
}

// view is the form that begins a list.
func (p newPage) view() g.Node {
	return narrow("New list",
		viewCame(p.Came),
		h.Div(h.Class("sides new"), h.Form(h.Action("/new"), h.Method("post"), h.ID("begin"), g.Attr("data-push"), h.Class("begin"),
			h.FieldSet(h.Class("games"), g.Attr("hidden"), h.Legend(g.Text("Game")),
				gameChoice("", "every game", true), g.Map(p.Games, func(game group[builder.Start]) g.Node { return gameChoice(game.Title, game.Title, false) })),
			h.Label(h.Class("seek"), g.Attr("hidden"), g.Text("Find "), h.Input(h.Type("search"), h.ID("seek"), h.AutoComplete("off"))),
			labelled("Army", h.Select(h.Name("book"), h.Required(), g.Map(p.Games, func(game group[builder.Start]) g.Node {
				return h.OptGroup(h.LabelAttr(game.Title), g.Map(game.All, func(s builder.Start) g.Node {
					return options([]edit.Choice{{Value: s.Game.ID + "/" + s.Key, Label: s.Name}}, p.Book)
				}))
			}))),
			labelled("Name", h.Input(h.Name("name"), h.MaxLength("200"), h.AutoComplete("off"), h.Value(p.Name), h.Placeholder("as the army"))),
			labelled("Agreed points", h.Input(h.Name("points"), h.ID("points"), g.Attr("inputmode", "numeric"), h.Pattern("[0-9]*"), h.AutoComplete("off"), h.Value(p.Points))),
			h.Div(h.Class("row sizes"), h.Role("group"), h.Aria("label", "Usual sizes"), g.Attr("hidden"), g.Map([]string{"500", "750", "1000", "1500", "2000", "3000"}, func(n string) g.Node {
				return h.Button(h.Type("button"), h.Data("fill", "points"), h.Value(n), g.Text(n))
			})),
			para("quiet small", "Leave the points empty if you have agreed on none."),
			inRow(h.Button(h.Class("main"), g.Text("Begin")), linkButton("/", "Back")),
		), p.viewAnother()),
	)
}

// gameChoice shows the armies of one game alone.
func gameChoice(value, name string, on bool) g.Node {
	return h.Label(h.Class("tick"), h.Input(h.Type("radio"), h.Name("game"), h.Value(value), g.If(on, h.Checked())), isolated(name))
}

// viewAnother is how a person gets the book of an army that is not here.
func (p newPage) viewAnother() g.Node {
	forge := "https://" + armyforge.Host + "/"
	return h.Section(h.Aria("labelledby", "h-another"), h.ID("another"),
		h.H2(h.ID("h-another"), g.Text("Is yours missing?")),
		h.P(g.Text("Choose the files that you have, of Army Forge or muster, as many as you like, or drop them anywhere on the page.")),
		h.Form(h.Action("/open"), h.Method("post"), h.EncType("multipart/form-data"), g.Attr("data-push"), g.Attr("data-auto"), h.Class("row"),
			labelled("Files of books and lists", h.Input(h.Type("file"), h.Name("file"), h.Multiple(), h.Required(), h.Accept(".json,.yaml,.yml,.txt,.zip"))),
			h.NoScript(h.Button(g.Text("Open them")))),
		h.Details(g.If(p.Site != "", g.Attr("open")), h.Summary(g.Text("Get another from Army Forge")),
			h.Ol(h.Class("steps"),
				h.Li(g.Text("Open the army's page on "), elsewhere(forge, "Army Forge"), g.Text(" and copy its address.")),
				h.Li(g.Text("Paste the address here."),
					h.Form(h.Action("/new"), h.Method("get"), h.Class("row"),
						labelled("Address of its page", h.Input(h.Type("url"), h.Name("address"), h.Value(p.Site), h.Required(), h.AutoComplete("off"), h.Placeholder(forge+"army-info/…"))),
						h.Button(g.Text("Where are its data?"))),
					g.If(p.Site != "" && p.Data == "", para("warn", "That address shows no army and no list: its page has the army's name as its heading.")),
					g.If(p.Data != "", h.P(h.Role("status"), g.Text("Here: "), elsewhere(p.Data, p.Data)))),
				h.Li(g.Text("Save what that address shows as a file, and choose the file above.")))),
		h.P(h.Class("quiet"), g.Text("A text or a code to paste? "), h.A(h.Href("/open"), g.Text("Open it here")), g.Text(".")),
	)
}

// elsewhere is a link to a page of somebody else's, in a window of its own.
func elsewhere(to, name string) g.Node {
	return h.A(h.Href(to), h.Target("_blank"), h.Rel("noreferrer noopener"), isolated(name))
}

// viewOpen is the forms that take files or a text.
func viewOpen() g.Node {
	return narrow("Open file",
		h.P(g.Text("Lists or army books, as many as you like: of muster, or of Army Forge. You can also drop files anywhere on the page.")),
		h.Form(h.Action("/open"), h.Method("post"), h.EncType("multipart/form-data"), g.Attr("data-push"),
			labelled("File", h.Input(h.Type("file"), h.Name("file"), h.Required(), h.Multiple())),
			h.Button(h.Class("main"), g.Text("Open"))),
		h.H2(g.Text("Or paste it")),
		h.Form(h.Action("/open"), h.Method("post"), g.Attr("data-push"),
			labelled("Text that Army Forge shares, a list's code or link, or an address of Army Forge", h.Textarea(h.Name("text"), h.Rows("8"), h.Required())),
			h.Button(g.Text("Open the text"))),
		h.P(linkButton("/event", "Check the lists of a cup")),
	)
}

// points are lines with a point before each.
func points(class string, lines []string) g.Node {
	return g.If(len(lines) > 0, h.Ul(g.If(class != "", h.Class(class)), g.Map(lines, func(line string) g.Node { return h.Li(isolated(line)) })))
}

// viewProblem is the page of a request that does not work, with more of what to do.
func viewProblem(heading, text string, more ...g.Node) g.Node {
	return narrow(heading, h.Div(h.ID("why"), h.P(linked(text)), g.Group(more)), h.P(linkButton("/", "My lists")))
}
