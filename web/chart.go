package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/odds"
	"muster/rules/dice"
)

// A chart is bars, with the figures beneath them. ID is by what links lead to it, "" for
// one that none does.
type chart struct {
	ID           string
	Title, About string
	Bars         []bar
	Tables       []figures
}

// figures are a table of an answer, or some of its rows.
type figures struct {
	Columns []odds.Column
	Rows    [][]odds.Cell
	Hrefs   [][]string // where cells lead, "" for nowhere; nil where none does
}

// A bar is a share from 0 to 1 of the longest that there could be.
type bar struct {
	Label, Value string
	Share        float64
}

// Measures of a chart, in the units of its drawing.
const (
	barHeight = 22
	barLeft   = 150
	barWidth  = 170
	barRight  = 44
	barLabel  = 19 // signs of a label that fit
)

// draw draws the bars.
func (c chart) draw() g.Node {
	if len(c.Bars) == 0 {
		return nil
	}
	bars := g.Group{}
	for i, one := range c.Bars {
		y := i * barHeight
		label := []rune(one.Label)
		if len(label) > barLabel {
			label = append(label[:barLabel-1], '…')
		}
		text := func(x int, text string, more ...g.Node) g.Node {
			return g.El("text", measures("x", x, "y", y+15), g.Group(more), g.Text(text))
		}
		field := func(class string, width float64) g.Node {
			return g.El("rect", h.Class(class), measures("x", barLeft, "y", y+4), h.Width(dice.Format(width, 1)), measures("height", barHeight-8, "rx", 3))
		}
		bars = append(bars, text(barLeft-8, string(label), g.Attr("text-anchor", "end")), field("track", barWidth),
			field("bar-a", barWidth*min(1, max(0, one.Share))), text(barLeft+barWidth+8, one.Value))
	}
	return g.El("svg", h.Class("chart"), g.Attr("viewBox", fmt.Sprintf("0 0 %d %d", barLeft+barWidth+barRight, len(c.Bars)*barHeight)),
		h.Role("img"), h.Aria("label", c.Title), bars)
}

// measures are two attributes that are numbers.
func measures(a string, x int, b string, y int) g.Node {
	return g.Group{g.Attr(a, strconv.Itoa(x)), g.Attr(b, strconv.Itoa(y))}
}

// view is a chart with its figures.
func (c chart) view() g.Node {
	return h.Section(h.Class("card"), g.If(c.ID != "", h.ID(c.ID)), h.Aria("label", c.Title), h.H2(isolated(c.Title)),
		g.If(c.About != "", para("quiet small", c.About)),
		c.draw(),
		g.Map(c.Tables, func(f figures) g.Node { return scroll(c.Title+" in figures: "+f.Columns[0].Name, f.view()) }),
	)
}

func (f figures) view() g.Node {
	var shown []int // columns, but for those with nothing in them
	head, rows := g.Group{}, g.Group{}
	class := func(i int) g.Node { return g.If(f.Columns[i].Kind >= odds.Range, h.Class("n")) }
	for i, column := range f.Columns {
		switch name := column.Name; {
		case name == "Per 100":
			head = append(head, h.Th(h.Scope("col"), class(i), isolated(name+" points")))
		case name != "":
			head = append(head, h.Th(h.Scope("col"), class(i), isolated(name)))
		case slices.ContainsFunc(f.Rows, func(row []odds.Cell) bool { return row[i].Write(column.Kind) != "" }):
			head = append(head, h.Td())
		default:
			continue
		}
		shown = append(shown, i)
	}
	for at, row := range f.Rows {
		cells := g.Group{}
		for _, i := range shown {
			said := row[i].Write(f.Columns[i].Kind)
			text := isolated(said)
			if f.Hrefs != nil && f.Hrefs[at][i] != "" && said != "" {
				text = h.A(h.Href(f.Hrefs[at][i]), text)
			}
			if f.Columns[i].Kind != odds.Worth || len(row[i].Figures) == 0 {
				cells = append(cells, h.Td(class(i), text))
				continue
			}
			level := levelOf(row[i].Figures[0])
			cells = append(cells, h.Td(h.Class(fmt.Sprintf("n heat-%d", level)), h.Span(h.Aria("hidden", "true"), g.Text(levels[level].sign+" ")), text))
		}
		rows = append(rows, h.Tr(cells))
	}
	return h.Table(h.Caption(g.Text("In figures")), h.THead(h.Tr(head)), h.TBody(rows))
}

// levels are steps from poor to good of the points that 100 points destroy: each has a
// shade, and a sign for those who do not see it.
var levels = [...]struct {
	from       float64
	sign, says string
}{{0, "▁", "under 10"}, {10, "▂", "10"}, {20, "▄", "20"}, {35, "▆", "35"}, {50, "█", "50 and more"}}

// levelOf is the step of a figure.
func levelOf(worth float64) int {
	at := 0
	for i := range levels {
		if worth >= levels[i].from {
			at = i
		}
	}
	return at
}

// levelsSaid explains the shades and signs.
func levelsSaid() string {
	parts := make([]string, len(levels))
	for i := range levels {
		parts[i] = levels[i].sign + " " + levels[i].says
	}
	return "From poor to good: " + strings.Join(parts, ", ") + "."
}
