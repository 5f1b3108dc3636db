package html

import (
	"fmt"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/report"
)

// Measures of a chart, in the units of its drawing.
const (
	barHeight = 22
	barLeft   = 176
	barWidth  = 170
	barRight  = 44
	barLabel  = 22 // characters of a label that fit
)

// chart draws bars.
func chart(c report.Bars) g.Node {
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
			return g.El("rect", h.Class(class), measures("x", barLeft, "y", y+4), h.Width(strconv.FormatFloat(width, 'f', 1, 64)),
				measures("height", barHeight-8, "rx", 3))
		}
		bars = append(bars, text(barLeft-8, string(label), g.Attr("text-anchor", "end")), field("track", barWidth),
			field("bar-a", barWidth*min(1, max(0, one.Share))), text(barLeft+barWidth+8, one.Value))
	}
	return g.El("svg", h.Class("chart"), g.Attr("viewBox", fmt.Sprintf("0 0 %d %d", barLeft+barWidth+barRight, len(c.Bars)*barHeight)),
		h.Role("img"), h.Aria("label", c.Title), bars)
}

// measures returns two attributes with numbers as values.
func measures(a string, x int, b string, y int) g.Node {
	return g.Group{g.Attr(a, strconv.Itoa(x)), g.Attr(b, strconv.Itoa(y))}
}
