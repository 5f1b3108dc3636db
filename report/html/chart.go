package html

import (
	"fmt"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/report"
)

// Measures of a chart, in units of its SVG drawing.
const (
	rowHeight      = 22  // height of a bar with the space around it, in SVG units
	barLeft        = 176 // horizontal position at which bars begin
	barWidth       = 170 // length of the longest bar
	valueWidth     = 44  // width of the space for values after the bars
	maxLabelLength = 22  // maximum number of characters of a bar's label
)

// chart draws a bar chart as SVG.
func chart(c report.Bars) g.Node {
	bars := g.Group{}
	for i, one := range c.Bars {
		y := i * rowHeight
		label := []rune(one.Label)
		if len(label) > maxLabelLength {
			label = append(label[:maxLabelLength-1], '…')
		}
		text := func(x int, text string, more ...g.Node) g.Node {
			return g.El("text", numberAttrs("x", x, "y", y+15), g.Group(more), g.Text(text))
		}
		field := func(class string, width float64) g.Node {
			return g.El("rect", h.Class(class), numberAttrs("x", barLeft, "y", y+4), h.Width(strconv.FormatFloat(width, 'f', 1, 64)),
				numberAttrs("height", rowHeight-8, "rx", 3))
		}
		bars = append(bars, text(barLeft-8, string(label), g.Attr("text-anchor", "end")), field("track", barWidth),
			field("bar-a", barWidth*min(1, max(0, one.Share))), text(barLeft+barWidth+8, one.Value))
	}
	return g.El("svg", h.Class("chart"), g.Attr("viewBox", fmt.Sprintf("0 0 %d %d", barLeft+barWidth+valueWidth, len(c.Bars)*rowHeight)),
		h.Role("img"), h.Aria("label", c.Title), bars)
}

// numberAttrs returns two attributes, a and b, with the numbers x and y as values.
func numberAttrs(a string, x int, b string, y int) g.Node {
	return g.Group{g.Attr(a, strconv.Itoa(x)), g.Attr(b, strconv.Itoa(y))}
}
