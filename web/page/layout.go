// Package page has the parts of pages that all rooms of the builder in a browser draw
// with: the frame, texts, forms, charts, and names of rules as links.
package page

import (
	"bytes"
	"net/url"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/schema"
)

// Deployment tells where the handler runs.
type Deployment string

// The deployments.
const (
	LocalServer Deployment = "serve" // as a program over the files of a person's folder
	StaticSite  Deployment = "site"  // in the browser, from a site of static files
)

// A List is the subject of pages about a list: its id, its name, and a warning.
type List struct {
	ID, Name string
	Warning  string // shown on every page of the list; or ""
}

func (l *List) Address() string { return ListAddress(l.ID) }

// ListAddress returns the address of the list with an id.
func ListAddress(id string) string { return "/lists/" + url.PathEscape(id) }

// A Layout is the frame of every page.
type Layout struct {
	Title             string
	CurrentPage       string // the entry of the navigation that is marked as the present page
	List              *List  // the page's list, or nil
	ImportReport      g.Node // report of the import that brought the list, if it was the last action; else nil
	Parts             *Parts // the parts of the page that the browser shows already; nil if none
	WithoutNavigation bool   // no links to other pages, for a phone with the link of a game
	MainClass         string // CSS class of the main element
	// MainIsPart means that the main element can be left out of an answer as a whole, like other
	// parts, since outside of its parts it seldom changes.
	MainIsPart bool
}

// Render returns a node as HTML.
func Render(node g.Node) []byte {
	var text bytes.Buffer // writing to it never fails
	node.Render(&text)
	return text.Bytes()
}

// DrawPage returns a page as HTML.
func DrawPage(on Deployment, f Layout, content ...g.Node) []byte {
	title := f.Title + " · muster"
	if f.Parts != nil && f.Parts.requestedByScript { // the page has its head
		return Render(h.Doctype(g.Group{h.TitleEl(g.Text(title)), f.body(content...)}))
	}
	return HTMLDocument(on, title, "/static/", nil, f.body(content...))
}

func (f Layout) body(content ...g.Node) g.Node {
	pages := []g.Node{
		pageLink(f, "start", "/", "build", "My lists"),
		pageLink(f, "books", "/books", "book", "Army books"),
	}
	if f.List != nil {
		at := f.List.Address()
		pages = []g.Node{
			pageLink(f, "build", at, "build", "Build"),
			pageLink(f, "odds", at+"/odds", "odds", "Odds"), pageLink(f, "print", at+"/print", "print", "Paper"),
		}
	}
	if f.WithoutNavigation {
		pages = nil
	}
	parts := f.Parts
	if parts == nil {
		parts = NewParts("", false)
	}
	frame := g.Group{g.If(f.MainClass != "", h.Class(f.MainClass)), h.TabIndex("-1")}
	within := g.Group(append([]g.Node{h.Div(h.Role("alert"), h.ID("problem")), f.warning(), f.ImportReport}, content...))
	main := h.Main(h.ID("main"), frame, within)
	if f.MainIsPart {
		main = parts.Part("main", "main", frame, within)
	}
	return h.Body(
		h.A(h.Class("skip"), h.Href("#main"), g.Text("To the page")),
		parts.Part("header", "top", g.Group{h.Class("top")},
			h.A(h.Class("brand"), g.If(!f.WithoutNavigation, h.Href("/")), g.Text("muster")),
			f.backLink(),
			h.Nav(h.Aria("label", "Pages"), h.Ul(pages...)),
		),
		main,
		parts.ChangedInnerParts(),
	)
}

// backLink draws the link back from a page of a list: to the list or its game.
func (f Layout) backLink() g.Node {
	link := func(to, name string) g.Node {
		return h.A(h.Class("brand up"), h.Href(to), Icon("back"), h.Span(IsolatedText(name)))
	}
	switch {
	case f.List == nil, f.CurrentPage == "build":
		return nil
	case f.CurrentPage == "play" && f.Parts == nil:
		return link(f.List.Address()+"/play", "The game")
	case f.WithoutNavigation:
		return nil
	}
	return link(f.List.Address(), f.List.Name)
}

// warning draws the list's warning.
func (f Layout) warning() g.Node {
	return g.Iff(f.List != nil && f.List.Warning != "", func() g.Node {
		return h.P(h.Class("card"), h.Strong(h.Class("warn"), g.Text("warning")), g.Text(" "), IsolatedText(f.List.Warning))
	})
}

func pageLink(f Layout, here, to, drawing, name string) g.Node {
	return h.Li(h.A(h.Href(to), g.If(f.CurrentPage == here, h.Aria("current", "page")), Icon(drawing), h.Span(IsolatedText(name))))
}

// HTMLDocument returns a complete HTML page; static is the address of style and scripts.
func HTMLDocument(on Deployment, title, static string, head []g.Node, body g.Node) []byte {
	var page bytes.Buffer // writing to it never fails
	h.Doctype(h.HTML(h.Lang("en"), h.Data("deployment", string(on)), h.Data("most", strconv.Itoa(schema.MaxFileBytes)), h.Data("most-of-all", strconv.Itoa(MaxUploadBytes)),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			g.Group(head),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")),
			h.TitleEl(g.Text(title)),
			h.Link(h.Rel("stylesheet"), h.Href(static+"style.css")),
			h.Link(h.Rel("icon"), h.Href(static+"icon.svg"), h.Type("image/svg+xml")),
			h.Script(h.Src(static+"idiomorph.js"), h.Defer()),
			h.Script(h.Type("module"), h.Src(static+"app.js"), g.If(on == StaticSite, g.Attr("blocking", "render"))), // a site's page cannot be pressed before
		),
		body,
	)).Render(&page)
	return page.Bytes()
}
