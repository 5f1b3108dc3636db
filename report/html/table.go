package html

import (
	"cmp"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/report"
)

// ScrollableTable returns a table with a name inside a region that scrolls sideways if the table is
// too wide.
func ScrollableTable(name string, table g.Node) g.Node {
	return h.Div(h.Class("scroll"), h.TabIndex("0"), h.Role("region"), h.Aria("label", name), table)
}

func (p Page) table(t *report.Table) g.Node {
	name, shown := t.Title, t.PageColumns()
	head, rows := g.Group{}, g.Group{}
	for _, i := range shown {
		c := t.Columns[i]
		name = cmp.Or(name, c.Name)
		if c.Name == "" {
			head = append(head, h.Td())
			continue
		}
		head = append(head, h.Th(h.Scope("col"), cellClass(c, report.Cell{}), IsolatedText(c.Name)))
	}
	span := h.ColSpan(strconv.Itoa(len(shown)))
	for _, row := range t.Rows {
		cells := g.Group{}
		for _, i := range shown {
			if i < len(row.Cells) {
				cell := row.Cells[i]
				if t.Columns[i].Kind.AlignsRight() {
					cell.Text = report.WithMinusSign(cell.Text)
				}
				cells = append(cells, h.Td(cellClass(t.Columns[i], cell), cellContent(cell)))
			}
		}
		if len(row.Actions) > 0 {
			cells = append(cells, h.Td(g.Map(row.Actions, actionNode)))
		}
		rows = append(rows, g.If(row.Heading != "", h.Tr(h.Th(span, IsolatedText(row.Heading)))), h.Tr(cells),
			g.If(row.BlocksBelow != nil, h.Tr(h.Td(span, h.Class("small"), g.Map(row.BlocksBelow, p.block)))))
	}
	drawn := h.Table(g.If(t.HasNames(), h.THead(h.Tr(head))), h.TBody(rows))
	if name == "" {
		return drawn
	}
	return ScrollableTable(name, drawn)
}

// cellContent returns a cell's text with its link and sign.
func cellContent(c report.Cell) g.Node {
	text := IsolatedText(c.Text + c.Suffix)
	if c.Link != "" {
		text = h.A(h.Href(c.Link), text)
	}
	if c.RatingSign == "" {
		return text
	}
	return g.Group{h.Span(h.Aria("hidden", "true"), g.Text(c.RatingSign+" ")), text}
}

// cellClass returns the attribute with the CSS class of a cell.
func cellClass(c report.Column, cell report.Cell) g.Node {
	switch {
	case cell.Rating > 0:
		return h.Class("n heat-" + strconv.Itoa(cell.Rating-1))
	case c.Kind.AlignsRight():
		return h.Class("n")
	}
	return g.If(toneClasses[cell.Tone] != "", h.Class(toneClasses[cell.Tone]))
}
