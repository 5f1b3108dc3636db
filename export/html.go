package export

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/table"
	"muster/report"
	"muster/rules/dice"
)

// HTML is the sheet as a web page for phones and large screens, light and dark, with boxes to tick,
// and for printing. It loads nothing and runs no scripts.
var HTML = register(&Format{
	Name:       "html",
	Title:      "HTML",
	About:      "one page for a browser or a phone, with boxes to tick",
	Extensions: []string{".html", ".htm"},
	MediaType:  "text/html; charset=utf-8",
	Rank:       50,
	write:      writeHTML,
	preview:    previewHTML,
})

//go:embed sheet.css
var sheetStyle string

func writeHTML(w io.Writer, d Document, o Options) error {
	o.Cover = false // which is paper
	s, err := d.withSummary(o)
	if err != nil {
		return err
	}
	s = o.applyTo(s)
	s.Blocks = eachImageOnce(withGrid(s.Blocks, gridOf(s.Blocks, blockWidth, sheetBadgeStyle)))
	verdict := "verdict"
	if !s.Legal() {
		verdict = "verdict illegal"
	}
	var page bytes.Buffer // or every tag would be a write of its own
	h.Doctype(h.HTML(h.Lang("en"), htmlHead(s.Name, sheetStyle),
		h.Body(g.If(o.Ink == LightInk, h.Class("light")),
			h.Header(s.image.node(),
				h.Div(h.Class("top"), h.H1(textNode(s.Name)), h.Span(h.Class("cost"), textNode(s.Cost()))),
				h.Div(h.Class("top"), h.Span(h.Class("facts"), joinDotted(s.facts())),
					g.If(!s.IsBook, h.Span(h.Class(verdict), textNode(s.Verdict())))),
				g.If(!s.Legal(),
					h.Ul(h.Class("problems"), g.Map(s.Problems, func(p string) g.Node { return h.Li(textNode(p)) }))),
				g.If(s.Notes != "", g.Map(linesOf(s.Notes), func(line string) g.Node { return h.Div(textNode(line)) })),
				g.If(len(s.GameCounters) > 0 || s.Fingerprint != "", h.Div(h.Class("ticks"), g.Map(s.GameCounters, counterNode),
					g.If(s.Fingerprint != "",
						h.Span(h.Class("label"), g.Text("List "), h.Span(h.Class("code"), g.Text(s.Fingerprint)))))),
				s.summary.node(),
			), newLine,
			g.If(len(s.Blocks) > 1, h.Nav(h.Aria("label", "Units"), drawWithIDs(s.Blocks, func(id string, b Block) g.Node {
				return h.A(h.Href("#"+id), textNode(b.heading()))
			}))),
			h.Main(h.Class("blocks"), drawWithIDs(s.Blocks, func(id string, b Block) g.Node {
				return g.Group{newLine, h.Article(h.ID(id), unitNode(h.H2, b))}
			})), newLine,
			g.If(s.BoxLegend != "", h.P(h.Class("legend"), textNode(s.BoxLegend))),
			g.If(s.TableLegend != "", h.P(h.Class("legend"), textNode(s.TableLegend))),
			g.Map(s.Reference, referenceSection), newLine,
			g.If(s.Code != "", h.Section(h.H2(g.Text("The whole list")), qrNode(s.Code),
				g.If(s.CodeLacksCopy, h.P(h.Class("legend"), g.Text(noCopyNote))),
				h.P(h.Class("legend typed"), h.Span(h.Class("code"), g.Text("muster import "+s.Code))))),
			g.If(s.Credit != "", h.Footer(textNode(s.Credit))),
		),
	)).Render(&page)
	_, err = page.WriteTo(w)
	return err
}

// blockWidth is the width of a unit's block in millimetres; the page's columns follow from it.
const blockWidth = 91.0

// drawWithIDs draws blocks, each with an id by its position: "unit-1".
func drawWithIDs(blocks []Block, draw func(id string, b Block) g.Node) (all g.Group) {
	for i, b := range blocks {
		all = append(all, draw("unit-"+itoa(i+1), b))
	}
	return all
}

// A window with the size of A4, in CSS pixels.
const (
	previewWidth  = 794
	previewHeight = 1123
)

// previewHTML draws the top of the page as an SVG image. HTML in SVG must be XML, with closed tags,
// and needs only its style in the head.
func previewHTML(d Document, o Options) (Picture, error) {
	var page strings.Builder
	if err := writeHTML(&page, d, o); err != nil {
		return Picture{}, err
	}
	_, style, _ := strings.Cut(page.String(), "<style>")
	style, body, _ := strings.Cut(style, "</style></head>")
	body = unclosedTag.ReplaceAllString(strings.TrimSuffix(body, "</html>"), "$1/>")
	svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"><style>%s</style><foreignObject width="100%%" height="100%%">`+
		`<html xmlns="http://www.w3.org/1999/xhtml" style="display: block; height: 100%%; background: var(--paper)">%s</html></foreignObject></svg>`,
		previewWidth, previewHeight, html.EscapeString(style), body)
	return Picture{Width: 210, Height: 297, SVG: svg}, nil
}

// unclosedTag matches a tag that HTML does not close.
var unclosedTag = regexp.MustCompile(`(<(?:br|col|img|input)\b[^>]*)>`)

// htmlHead returns the head element of a page that loads nothing and runs no scripts.
func htmlHead(title, style string) g.Node {
	return h.Head(
		h.Meta(h.Charset("utf-8")),
		h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
		h.Meta(g.Attr("http-equiv", "Content-Security-Policy"),
			h.Content("default-src 'none'; img-src data:; style-src 'unsafe-inline'")),
		h.Meta(h.Name("color-scheme"), h.Content("light dark")),
		h.TitleEl(textNode(title)),
		h.StyleEl(g.Raw(style)),
	)
}

var newLine = g.Text("\n")

// textNode returns a text node without control characters.
func textNode(t string) g.Node { return g.Text(safeText(strings.TrimSpace(t))) }

func joinDotted(texts []string) g.Node { return g.Text(safeText(strings.Join(texts, " · "))) }

func linesOf(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }

// referenceSection draws a section of the player's reference.
func referenceSection(s table.Section) g.Node {
	if len(s.Entries) == 0 {
		return nil
	}
	if hasEntryHeadings(s) {
		return g.Group{newLine, h.Section(h.H2(textNode(s.Title)), h.Table(h.Class("play"), rowsByHeading(s.Entries)))}
	}
	return g.Group{newLine, h.Section(h.H2(textNode(s.Title)), h.Dl(h.Class("reference"), g.Map(s.Entries, func(e table.Entry) g.Node {
		return g.Group{newLine, h.Div(h.Dt(textNode(e.Name)), g.Text(" "), h.Dd(explanation(e)))}
	})))}
}

// rowsByHeading draws entries as rows of a table, those with the same heading below it.
func rowsByHeading(entries []table.Entry) (parts g.Group) {
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && entries[n].Heading == entries[0].Heading {
			n++
		}
		parts = append(parts, newLine, h.TBody(h.Tr(h.Th(h.ColSpan("2"), g.Attr("scope", "rowgroup"), textNode(entries[0].Heading))),
			g.Map(entries[:n], func(e table.Entry) g.Node {
				return g.Group{newLine, h.Tr(h.Th(g.Attr("scope", "row"), textNode(e.Name)), h.Td(explanation(e)))}
			})))
		entries = entries[n:]
	}
	return parts
}

// explanation draws the text of an entry.
func explanation(e table.Entry) g.Node {
	if e.Text == "" {
		return h.I(g.Text("not explained in the book"))
	}
	return textNode(e.Text)
}

// qrNode draws a text as a QR code, or nothing if the text is too long.
func qrNode(code string) g.Node {
	side, path := QRPath(code)
	return g.If(path != "", g.El("svg", g.Attr("viewBox", fmt.Sprintf("0 0 %d %d", side, side)), h.Role("img"),
		h.Aria("label", "QR code"),
		g.El("path", g.Attr("d", path))))
}

// node draws the summary of the army; nothing if it is nil.
func (army *armySummary) node() g.Node {
	if army == nil {
		return nil
	}
	return h.Section(h.Class("glance"), h.Aria("label", "The army at a glance"),
		h.Dl(h.Class("stats"), h.Style(fmt.Sprintf("--columns:%d", len(army.facts))),
			g.Map(army.facts, func(f table.Stat) g.Node {
				return h.Div(h.Dt(textNode(f.Label)), h.Dd(textNode(f.Value)))
			})),
		h.Div(h.Class("roles"), g.Map(army.roles, func(r builder.RolePoints) g.Node {
			return h.Span(h.Style("flex-grow:"+itoa(r.Points)), textNode(r.Name+" "+itoa(r.Points)))
		})),
		g.If(len(army.threats) > 0, h.Div(h.Class("label"), g.Text("What threatens what"))),
		h.Dl(h.Class("notes"), g.Map(army.threats, func(t threat) g.Node {
			return g.Group{h.Dt(textNode(t.target)), h.Dd(textNode(t.unit + ", " + t.attack))}
		})))
}

// eachImageOnce returns blocks that contain every image only once: in the first of the blocks with
// the image, to which the others refer.
func eachImageOnce(blocks []Block) []Block {
	units := map[*Image]int{}
	eachBlock(blocks, func(b Block) { units[b.image]++ })
	shared := map[*Image]*Image{}
	return changeBlocks(blocks, func(b *Block) {
		switch again, stands := shared[b.image]; {
		case b.image == nil || units[b.image] == 1:
		case stands:
			b.image = again
		default:
			whole := *b.image
			whole.id = "picture-" + itoa(len(shared)+1)
			again := whole
			again.JPEG = nil
			shared[b.image], b.image = &again, &whole
		}
	})
}

// node draws the image, or a reference to it if the page has it already; nothing if it is nil.
func (m *Image) node() g.Node {
	switch {
	case m == nil:
		return nil
	case m.id == "":
		return h.Img(h.Alt(""), h.Src(m.dataURL()))
	}
	content := g.El("use", h.Href("#"+m.id))
	if m.JPEG != nil {
		content = g.El("image", h.ID(m.id), h.Width(itoa(m.Width)), h.Height(itoa(m.Height)), h.Href(m.dataURL()))
	}
	return g.El("svg", g.Attr("xmlns", "http://www.w3.org/2000/svg"), g.Attr("viewBox", fmt.Sprintf("0 0 %d %d", m.Width, m.Height)),
		g.Attr("preserveAspectRatio", "xMaxYMin"), h.Aria("hidden", "true"), content)
}

// unitNode draws a unit below a heading with its name, cost and kind, followed by joined units.
func unitNode(heading func(...g.Node) g.Node, b Block) g.Node {
	return g.Group{
		heading(
			h.Span(textNode(b.heading()), g.If(len(b.KindAndTraits) > 0, h.Small(joinDotted(b.KindAndTraits)))),
			g.If(b.Points != 0, h.Span(h.Class("points"), g.Text(b.price()))),
		),
		unitContent(b),
		g.Map(b.JoinedUnits, func(joined Block) g.Node {
			joined.KindAndTraits = append(slices.Clip(joined.KindAndTraits), "joined")
			return unitNode(h.H3, joined)
		}),
	}
}

// unitContent draws everything below a unit's name.
func unitContent(b Block) g.Node {
	return h.Div(h.Class("in"),
		profileNode(b),
		g.Map(b.Tables, func(t *report.Table) g.Node { return tableNode(t, b.grid) }),
		b.image.node(),
		g.If(len(b.notes()) > 0, h.Dl(h.Class("notes"), g.Map(b.notes(), func(n table.Note) g.Node {
			var lines g.Group
			for i, line := range linesOf(n.Text) {
				if i > 0 {
					lines = append(lines, h.Br())
				}
				lines = append(lines, textNode(line))
			}
			return g.Group{h.Dt(textNode(n.Label)), h.Dd(lines)}
		}))),
		g.If(b.EqualUnits == nil, tickBoxNodes(b, func(c table.Counter) bool { return !c.PerRound })),
		g.Map(b.EqualUnits, func(one Block) g.Node {
			_, number := one.nameAndNumber()
			return h.Div(h.Class("each"), h.B(textNode(number)), tickBoxNodes(one, func(table.Counter) bool { return true }))
		}),
	)
}

// profileNode draws a unit's profile, with the boxes of rounds beside it. If all values of the
// sheet's units fit in a row, each value has the same position in all of them.
func profileNode(b Block) g.Node {
	figures := b.profile()
	if n := len(b.grid.valueSlots); 0 < n && n <= maxProfileRowValues {
		figures = b.grid.placeProfile(b)
	}
	if len(figures) == 0 {
		return nil
	}
	rows := (len(figures) + maxProfileRowValues - 1) / maxProfileRowValues
	columns := (len(figures) + rows - 1) / rows
	var all, turns g.Group
	for i, s := range figures {
		if s.Label != "" {
			all = append(all, h.Div(h.Style(fmt.Sprintf("grid-area:%d/%d", i/columns+1, i%columns+1)),
				h.Dt(textNode(s.Label)), h.Dd(textNode(s.Value), g.If(s.SmallText != "", h.Small(textNode(s.SmallText))))))
		}
	}
	for _, c := range b.Counters {
		if c.PerRound && b.EqualUnits == nil {
			turns = append(turns, counterNode(c))
		}
	}
	place := fmt.Sprintf("--columns:%d", columns)
	if boxes := b.grid.roundBoxesWidth / roundBoxSide; turns == nil && boxes > 0 { // room for the boxes that others have there
		place += fmt.Sprintf(";margin-right:calc(%.0f*var(--box) + .3rem)", boxes)
	}
	return h.Div(h.Class("profile"), h.Dl(h.Class("stats"), h.Style(place), all), turns)
}

// maxProfileRowValues is the maximum number of values in a row of a profile.
const maxProfileRowValues = 5

// tickBoxNodes draws the boxes of a unit: of its models, of the chosen counters, and of its states.
func tickBoxNodes(b Block, chosen func(table.Counter) bool) g.Node {
	var rows g.Group
	for _, t := range b.Tracks {
		rows = append(rows, trackNode(t))
	}
	for _, c := range b.Counters {
		if chosen(c) {
			rows = append(rows, counterNode(c))
		}
	}
	if len(b.States) > 0 {
		rows = append(rows, h.Span(h.Class("states"), g.Map(b.States, func(state string) g.Node {
			return g.Group{h.Label(tickBoxNode, g.Text(" "), textNode(state)), g.Text(" ")}
		})))
	}
	return g.If(len(rows) > 0, h.Div(h.Class("ticks"), rows))
}

// tableNode draws a table, with heavier lines between its parts. Weapons have the columns of the
// grid, with the last cell of a row below it as on paper.
func tableNode(t *report.Table, grid *grid) g.Node {
	beneath := make([]string, len(t.Rows))
	shown := make([]bool, len(t.Columns)) // a column in which no unit of the sheet has anything falls
	var columns g.Group
	if hasBars(t) {
		shown = slices.Repeat([]bool{true}, len(shown))
	} else {
		set, widths, _ := grid.fitColumns(t, blockWidth-2*padding)
		t, beneath = foldLastColumn(set, widths, blockWidth-2*padding)
		for i, w := range widths {
			if shown[i] = w > 0; shown[i] {
				columns = append(columns, h.Col(h.Style("width:"+dice.Format(100*(w+columnGap)/blockWidth, 1)+"%")))
			}
		}
	}
	var heads g.Group
	for i, c := range t.Columns {
		if shown[i] {
			heads = append(heads, h.Th(g.If(c.Kind == report.TextColumn, h.Class("l")), textNode(c.Name)))
		}
	}
	parts := []g.Group{{h.Tr(heads)}}
	for n, row := range t.Rows {
		if n > 0 && row.Heading != "" {
			parts = append(parts, nil)
		}
		var line g.Group
		for j, cell := range row.Cells {
			if shown[j] {
				line = append(line, cellNode(t.Columns[j], cell))
			}
		}
		rows := &parts[len(parts)-1]
		*rows = append(*rows, h.Tr(line))
		if beneath[n] != "" {
			*rows = append(*rows, h.Tr(h.Class("beneath"), h.Td(), h.Td(h.ColSpan(itoa(len(heads)-1)), textNode(beneath[n]))))
		}
	}
	return h.Table(g.If(columns != nil, h.ColGroup(columns)),
		g.Map(parts, func(rows g.Group) g.Node { return h.TBody(rows) }))
}

// cellNode draws a cell of a table, with its bar.
func cellNode(c report.Column, cell report.Cell) g.Node {
	value, share := cell.Text, cell.Share
	class := map[report.ColumnKind]string{report.TextColumn: "l", report.CountColumn: "r"}[c.Kind]
	switch {
	case c.Kind == report.CountColumn && value != "":
		value = strings.ReplaceAll(c.InlineFormat, "%", value)
	case c.Kind == report.NumberColumn && value == "" && c.Name != "":
		value = "–"
	}
	return h.Td(g.If(class != "", h.Class(class)), textNode(value),
		g.Iff(share > 0, func() g.Node {
			return h.Span(h.Class("chart"), h.I(h.Style("width:"+dice.Format(100*share, 0)+"%")))
		}))
}

// tickBoxNode draws a box to tick.
var tickBoxNode = h.Input(h.Type("checkbox"))

// counterNode draws the boxes of a counter beside its label, numbered if they stand for rounds.
func counterNode(c table.Counter) g.Node {
	var boxes g.Group
	for i := range c.BoxCount {
		if c.PerRound {
			boxes = append(boxes, h.Label(h.Class("turn"), tickBoxNode, h.Span(g.Text(itoa(i+1)))))
		} else {
			boxes = append(boxes, tickBoxNode)
		}
	}
	return labelledBoxes(c.Label, boxes)
}

// labelledBoxes draws boxes beside their label.
func labelledBoxes(label string, boxes g.Node) g.Node {
	return h.Span(h.Class("row"), h.Span(h.Class("label"), textNode(label)), h.Span(boxes))
}

// trackNode draws the boxes of a track, grouped by model, with the track's sign after the marked
// box.
func trackNode(t table.Track) g.Node {
	var models g.Group
	n := 0
	for i, size := range t.BoxesPerModel {
		var model g.Group
		for range size {
			model = append(model, tickBoxNode)
			if n++; n == t.MarkedBox && t.MarkSign != "" {
				model = append(model, h.B(textNode(t.MarkSign)))
			}
		}
		class := "model"
		if i > 0 && t.GroupSizes != nil && t.GroupSizeAt(i) > 0 {
			class = "model apart"
		}
		models = append(models, h.Span(h.Class(class), model))
	}
	return labelledBoxes(t.Label, models)
}
