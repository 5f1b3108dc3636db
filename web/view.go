package web

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/armyforge"
	"muster/builder/edit"
	"muster/schema"
)

// A layout is what stands around every page.
type layout struct {
	Title string
	Here  string    // the page among those of the heading
	List  *listName // the list that the page is about, or nil
	Came  *cameIn   // what was read of the list, if it was brought in just now
}

// draw makes a page.
func draw(on Deployment, f layout, content ...g.Node) []byte {
	return document(on, f.Title+" · muster", "/static/", nil, f.body(content...))
}

// body is what a page shows.
func (f layout) body(content ...g.Node) g.Node {
	pages := []g.Node{pageLink(f, "start", "/", "build", "My lists"), pageLink(f, "books", "/books", "book", "Army books")}
	if f.List != nil {
		at := f.List.address()
		pages = []g.Node{pageLink(f, "build", at, "build", "Build"), pageLink(f, "odds", at+"/odds", "odds", "Odds"), pageLink(f, "print", at+"/print", "print", "Paper")}
	}
	return h.Body(
		h.A(h.Class("skip"), h.Href("#main"), g.Text("To the page")),
		h.Header(h.Class("top"),
			h.A(h.Class("brand"), h.Href("/"), g.Text("muster")),
			h.Nav(h.Aria("label", "Pages"), h.Ul(pages...)),
		),
		inMain(append([]g.Node{f.warning(), viewCame(f.Came)}, content...)...),
	)
}

// warning is what every page of a list says first, if there is something.
func (f layout) warning() g.Node {
	return g.Iff(f.List != nil && f.List.Warning != "", func() g.Node {
		return h.P(h.Class("card"), h.Strong(h.Class("warn"), g.Text("warning")), g.Text(" "), isolated(f.List.Warning))
	})
}

func pageLink(f layout, here, to, drawing, name string) g.Node {
	return h.Li(h.A(h.Href(to), g.If(f.Here == here, h.Aria("current", "page")), icon(drawing), h.Span(isolated(name))))
}

// inMain is the part of a page that is about something, with a place for what
// goes wrong.
func inMain(content ...g.Node) g.Node {
	return h.Main(h.ID("main"), h.TabIndex("-1"), h.Div(h.Role("alert"), h.ID("problem")), g.Group(content))
}

// document is a whole page of HTML; static is where its style and scripts are.
func document(on Deployment, title, static string, head []g.Node, body g.Node) []byte {
	var page bytes.Buffer // writing to it never fails
	h.Doctype(h.HTML(h.Lang("en"), h.Data("deployment", string(on)), h.Data("most", strconv.Itoa(schema.MaxBytes)), h.Data("most-of-all", strconv.Itoa(maxUpload)),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			g.Group(head),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")),
			h.TitleEl(g.Text(title)),
			h.Link(h.Rel("stylesheet"), h.Href(static+"style.css")),
			h.Link(h.Rel("icon"), h.Href(static+"icon.svg"), h.Type("image/svg+xml")),
			h.Script(h.Src(static+"idiomorph.js"), h.Defer()),
			h.Script(h.Src(static+"app.js"), h.Defer(), g.If(on == Site, g.Attr("blocking", "render"))), // a site's page cannot be pressed before
		),
		body,
	)).Render(&page)
	return page.Bytes()
}

// narrow is a page of one column.
func narrow(title string, content ...g.Node) g.Node {
	return h.Div(h.Class("narrow"), h.H1(isolated(title)), g.Group(content))
}

// spread is a heading with something at the other end of its line.
func spread(content ...g.Node) g.Node { return h.Div(h.Class("spread"), g.Group(content)) }

// inRow is controls side by side.
func inRow(content ...g.Node) g.Node { return h.Div(h.Class("row"), g.Group(content)) }

// hidden is a field of a form that nobody sees.
func hidden(key, value string) g.Node {
	return h.Input(h.Type("hidden"), h.Name(key), h.Value(value))
}

// isolated is text that may hold names. One with letters or marks that run from right
// to left stands by itself, so that what is around it reads as ever.
func isolated(text string) g.Node {
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, rightToLeft) }) {
		return g.El("bdi", g.Text(text))
	}
	return g.Text(text)
}

// rightToLeft is the blocks of Unicode with such letters, and the marks that turn
// other letters round.
var rightToLeft = &unicode.RangeTable{
	R16: []unicode.Range16{{0x0590, 0x08ff, 1}, {0x200e, 0x200f, 1}, {0x202a, 0x202e, 1}, {0x2066, 0x2069, 1}, {0xfb1d, 0xfdff, 1}, {0xfe70, 0xfefc, 1}},
	R32: []unicode.Range32{{0x10800, 0x10fff, 1}, {0x1e800, 0x1efff, 1}},
}

// linked is isolated, with the addresses of Army Forge in it as links.
func linked(text string) g.Node {
	var all g.Group
	for {
		at := forgeAddress.FindStringIndex(text)
		if at == nil {
			return append(all, isolated(text))
		}
		all = append(all, isolated(text[:at[0]]), elsewhere(text[at[0]:at[1]], text[at[0]:at[1]]))
		text = text[at[1]:]
	}
}

// forgeAddress finds addresses of Army Forge, without what ends the sentence.
var forgeAddress = regexp.MustCompile(`https://` + regexp.QuoteMeta(armyforge.Host) + `[^\s<>"]*[\w/=]`)

// findBook leads to where a book that is missing comes from.
func findBook(said string) g.Node { return h.P(h.A(h.Href("/new#another"), g.Text(said))) }

func para(class, text string) g.Node { return h.P(h.Class(class), isolated(text)) }

// linkButton is a link that looks like a button.
func linkButton(to, name string) g.Node { return h.A(h.Class("button"), h.Href(to), isolated(name)) }

// labelled is a control with its label before it.
func labelled(label string, control g.Node) g.Node { return h.Label(isolated(label+" "), control) }

// tick is a box to tick with its label.
func tick(key, label string, on bool) g.Node {
	return h.Label(h.Class("tick"), h.Input(h.Type("checkbox"), h.Name(key), h.Value("yes"), g.If(on, h.Checked())), isolated(label))
}

// options are the choices of a select.
func options(choices []edit.Choice, now string) g.Node {
	return g.Map(choices, func(c edit.Choice) g.Node {
		return h.Option(h.Value(c.Value), g.If(c.Value == now, h.Selected()), g.Text(priced(c.Label, c.More)))
	})
}

// icon draws one of the icons; a screen reader passes it over.
func icon(name string) g.Node {
	return g.Raw(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="` + icons[name] + `"/></svg>`)
}

// A group is things that stand under one title.
type group[T any] struct {
	Title string
	All   []T
}

// grouped puts things under their titles, in the order in which these come first.
func grouped[T any](all []T, title func(T) string) (groups []group[T]) {
	for _, one := range all {
		i := slices.IndexFunc(groups, func(g group[T]) bool { return g.Title == title(one) })
		if i < 0 {
			i, groups = len(groups), append(groups, group[T]{Title: title(one)})
		}
		groups[i].All = append(groups[i].All, one)
	}
	return groups
}

// inWords is a list as a line of text.
func inWords(words []string) string { return strings.Join(words, ", ") }

// priced returns a label with the points that its choice adds, if any.
func priced(label string, more int) string {
	if more == 0 {
		return label
	}
	return fmt.Sprintf("%s (%+d)", label, more)
}
