package web

import (
	"fmt"
	"html/template"
	"strings"
)

// A chart is bars, a row each, with the figures beside them.
type chart struct {
	Title, About string
	Bars         []bar
	Columns      []chartColumn
	Rows         [][]string
}

type chartColumn struct {
	Name   string
	Number bool
}

// A bar is a share from 0 to 1 of the longest that there could be.
type bar struct {
	Label, Value string
	Share        float64
}

// Measures of a chart, in the units of its drawing.
const (
	barHeight = 22
	barLeft   = 210
	barWidth  = 330
	barRight  = 60
	barLabel  = 30 // signs of a label that fit
)

// draw draws the bars.
func (c chart) draw() template.HTML {
	if len(c.Bars) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="chart" viewBox="0 0 %d %d" role="img" aria-label="%s">`,
		barLeft+barWidth+barRight, len(c.Bars)*barHeight, template.HTMLEscapeString(c.Title))
	for i, one := range c.Bars {
		y := i * barHeight
		label := []rune(one.Label)
		if len(label) > barLabel {
			label = append(label[:barLabel-1], '…')
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`, barLeft-8, y+15, template.HTMLEscapeString(string(label)))
		fmt.Fprintf(&b, `<rect class="track" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, barLeft, y+4, barWidth, barHeight-8)
		fmt.Fprintf(&b, `<rect class="bar-a" x="%d" y="%d" width="%.1f" height="%d" rx="3"/>`, barLeft, y+4, barWidth*min(1, max(0, one.Share)), barHeight-8)
		fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`, barLeft+barWidth+8, y+15, template.HTMLEscapeString(one.Value))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}
