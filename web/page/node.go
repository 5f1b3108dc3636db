package page

import (
	"regexp"
	"slices"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/armyforge"
	"muster/builder/finding"
	"muster/builder/table"
	"muster/export"
	"muster/report/html"
)

// DrawEach draws all values, given their indices.
func DrawEach[T any](all []T, draw func(int, T) g.Node) g.Group {
	nodes := make(g.Group, len(all))
	for i, one := range all {
		nodes[i] = draw(i, one)
	}
	return nodes
}

// PostButton draws a form with a single button that posts to an address.
func PostButton(to, name string, more ...g.Node) g.Node {
	return PostForm(to, h.Class("alone"), h.Button(g.Group(more), IsolatedText(name)))
}

// OneColumn draws a page of one column.
func OneColumn(title string, content ...g.Node) g.Node {
	return h.Div(h.Class("narrow"), h.H1(IsolatedText(title)), g.Group(content))
}

// SpreadRow draws a heading with something at the other end of its line.
func SpreadRow(content ...g.Node) g.Node { return h.Div(h.Class("spread"), g.Group(content)) }

// ControlRow draws controls side by side.
func ControlRow(content ...g.Node) g.Node { return h.Div(h.Class("row"), g.Group(content)) }

// TextWithLinks draws isolated text in which addresses of Army Forge are links.
func TextWithLinks(text string) g.Node {
	var all g.Group
	for {
		at := forgeAddress.FindStringIndex(text)
		if at == nil {
			return append(all, IsolatedText(text))
		}
		all = append(all, IsolatedText(text[:at[0]]), ExternalLink(text[at[0]:at[1]], text[at[0]:at[1]]))
		text = text[at[1]:]
	}
}

// forgeAddress matches addresses of Army Forge, without punctuation after them.
var forgeAddress = regexp.MustCompile(`https://` + regexp.QuoteMeta(armyforge.Host) + `[^\s<>"]*[\w/=]`)

// MissingBookLink draws a link to the source of a missing book.
func MissingBookLink(said string) g.Node { return h.P(h.A(h.Href("/new#another"), g.Text(said))) }

func Para(class, text string) g.Node { return h.P(h.Class(class), IsolatedText(text)) }

// LinkButton draws a link in the form of a button.
func LinkButton(to, name string) g.Node {
	return h.A(h.Class("button"), h.Href(to), IsolatedText(name))
}

// A Group is a title with the values below it.
type Group[T any] struct {
	Title  string
	Values []T
}

// GroupBy groups values by title, in order of first appearance.
func GroupBy[T any](all []T, title func(T) string) (groups []Group[T]) {
	for _, one := range all {
		i := slices.IndexFunc(groups, func(g Group[T]) bool { return g.Title == title(one) })
		if i < 0 {
			i, groups = len(groups), append(groups, Group[T]{Title: title(one)})
		}
		groups[i].Values = append(groups[i].Values, one)
	}
	return groups
}

// ModelCount draws the number of models of a unit, or of both halves of a pair.
func ModelCount(models ...int) g.Node {
	all := 0
	for _, n := range models {
		all += n
	}
	return h.Span(h.Class("size"), g.Text(strconv.Itoa(all)))
}

// joinNodes draws nodes in a line with text between them.
func joinNodes(nodes []g.Node, between string) g.Node {
	var line g.Group
	for i, node := range nodes {
		if i > 0 {
			line = append(line, g.Text(between))
		}
		line = append(line, node)
	}
	return line
}

func AriaPressed(on bool) g.Node { return h.Aria("pressed", strconv.FormatBool(on)) }

// ListRows draws values as a list; draw returns an h.Li for each.
func ListRows[T any](all []T, draw func(T) g.Node) g.Node {
	return h.Ul(h.Class("rows"), g.Map(all, draw))
}

// QR draws the QR code of a text with a caption; nothing if the text is too long.
func QR(text, label, caption string) g.Node {
	n, path := export.QRPath(text)
	side := strconv.Itoa(n)
	return g.If(path != "", h.Figure(
		g.El("svg", h.Class("qr"), h.Role("img"), h.Aria("label", label), g.Attr("viewBox", "0 0 "+side+" "+side),
			g.El("rect", h.Width(side), h.Height(side), g.Attr("fill", "#fff")),
			g.El("path", g.Attr("d", path), g.Attr("fill", "#000"))),
		g.If(caption != "", h.FigCaption(h.Class("quiet small"), g.Text(caption)))))
}

// ExternalLink draws a link to another site, which opens in a new window.
func ExternalLink(to, name string) g.Node {
	return h.A(h.Href(to), h.Target("_blank"), h.Rel("noreferrer noopener"), IsolatedText(name))
}

// Bullets draws lines with bullets.
func Bullets(class string, lines []string) g.Node {
	return g.If(len(lines) > 0,
		h.Ul(g.If(class != "", h.Class(class)), g.Map(lines, func(line string) g.Node { return h.Li(IsolatedText(line)) })))
}

// WordMeanings draws a list of words with their meanings.
func WordMeanings(entries []table.Entry) g.Node {
	return h.Dl(h.Class("terms"), g.Map(entries, func(e table.Entry) g.Node {
		return g.Group{h.Dt(h.Strong(IsolatedText(e.Name))), h.Dd(IsolatedText(e.Text))}
	}))
}

// ScrollTable draws a table that scrolls sideways if it is too wide.
func ScrollTable(name string, table g.Node) g.Node { return html.ScrollableTable(name, table) }

// icons holds the drawings of the buttons' icons, of 24 by 24 units.
var icons = map[string]string{
	"add":    "M12 5v14M5 12h14",
	"check":  "M5 12l5 5L19 7",
	"less":   "M5 12h14",
	"remove": "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
	"aside":  "M9 5v14M15 5v14",
	"copy":   "M9 9h11v11H9zM15 9V4H4v11h5",
	"up":     "M6 14l6-6 6 6",
	"down":   "M6 10l6 6 6-6",
	"undo":   "M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3",
	"redo":   "M16 5l4 4-4 4M20 9H10a6 6 0 0 0 0 12h3",
	"share":  "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
	"print":  "M7 9V4h10v5M7 18H4v-8h16v8h-3M7 15h10v6H7z",
	"star":   "M12 4l2.5 5.3 5.5.8-4 4 1 5.9-5-2.8-5 2.8 1-5.9-4-4 5.5-.8z",
	"play":   "M7 5l12 7-12 7z",
	"save":   "M12 4v10M8 10l4 4 4-4M5 17v3h14v-3",
	"back":   "M14 6l-6 6 6 6",
	"more":   "M5 12h.01M12 12h.01M19 12h.01",
	"find":   "M15 15l5 5M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13",
	"order":  "M7 5v14M4 16l3 3 3-3M12 6h8M12 12h6M12 18h4",
	"open":   "M3 19V6h6l2 3h10v10z",
	"book":   "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11",
	"build":  "M4 6h16M4 12h16M4 18h10",
	"odds":   "M5 20V11M12 20V4M19 20v-6",
	"flag":   "M6 21V4h11l-2 4 2 4H6",
}

// Icon draws one of the icons; screen readers ignore it.
func Icon(name string) g.Node {
	return g.Raw(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="` + icons[name] + `"/></svg>`)
}

// FindingClass returns the CSS class of a finding.
func FindingClass(f finding.Finding) string {
	switch f.Severity {
	case finding.Error:
		return "bad"
	case finding.Warning:
		return "warn"
	}
	return "quiet"
}
