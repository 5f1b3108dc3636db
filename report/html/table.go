package html

import (
	"cmp"
	"slices"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/report"
)

// Scroll returns a table that scrolls sideways if it is too wide.
func Scroll(name string, table g.Node) g.Node {
	return h.Div(h.Class("scroll"), h.TabIndex("0"), h.Role("region"), h.Aria("label", name), table)
}

func (p Page) table(t *report.Table) g.Node {
	name, shown := t.Title, p.shown(t)
	head, rows := g.Group{}, g.Group{}
	for _, i := range shown {
		c := t.Columns[i]
		name = cmp.Or(name, c.Name)
		if c.Name == "" {
			head = append(head, h.Td())
			continue
		}
		head = append(head, h.Th(h.Scope("col"), class(c, report.Cell{}), Isolated(c.Name)))
	}
	span := h.ColSpan(strconv.Itoa(len(shown)))
	for _, row := range t.Rows {
		cells := g.Group{}
		for _, i := range shown {
			if i < len(row.Cells) {
				cell := row.Cells[i]
				if t.Columns[i].Kind.Right() {
					cell.Text = report.Minus(cell.Text)
				}
				cells = append(cells, h.Td(class(t.Columns[i], cell), content(cell)))
			}
		}
		if len(row.Actions) > 0 {
			cells = append(cells, h.Td(g.Map(row.Actions, action)))
		}
		rows = append(rows, g.If(row.Head != "", h.Tr(h.Th(span, Isolated(row.Head)))), h.Tr(cells),
			g.If(row.Below != nil, h.Tr(h.Td(span, h.Class("small"), g.Map(row.Below, p.block)))))
	}
	drawn := h.Table(g.If(t.Headed(), h.THead(h.Tr(head))), h.TBody(rows))
	if name == "" {
		return drawn
	}
	return Scroll(name, drawn)
}

// shown returns the indices of the columns to show on a page: not empty, and not for terminals
// only.
func (p Page) shown(t *report.Table) (shown []int) {
	for i, c := range t.Columns {
		says := func(row report.Row) bool { return i < len(row.Cells) && row.Cells[i].Text+row.Cells[i].More != "" }
		if !c.TerminalOnly && (c.Name != "" || slices.ContainsFunc(t.Rows, says)) {
			shown = append(shown, i)
		}
	}
	return shown
}

// content returns a cell's text with its link.
func content(c report.Cell) g.Node {
	text := Isolated(c.Text + c.More)
	if c.To != "" {
		text = h.A(h.Href(c.To), text)
	}
	if c.Sign == "" {
		return text
	}
	return g.Group{h.Span(h.Aria("hidden", "true"), g.Text(c.Sign+" ")), text}
}

// class returns the CSS class of a cell.
func class(c report.Column, cell report.Cell) g.Node {
	switch {
	case cell.Level > 0:
		return h.Class("n heat-" + strconv.Itoa(cell.Level-1))
	case c.Kind.Right():
		return h.Class("n")
	}
	return g.If(classes[cell.Tone] != "", h.Class(classes[cell.Tone]))
}
