package export

import (
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// svgPages returns the pages as SVG images in hundredths of a millimetre. Texts have the same width
// as on paper, whatever font the viewer uses.
func (d *printout) svgPages() []Picture {
	all := make([]Picture, len(d.pages))
	for i, page := range d.pages {
		var out strings.Builder
		fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" font-family="Go,Lucida Grande,Arial,Liberation Sans,sans-serif">`+
			`<rect width="100%%" height="100%%" fill="#fff"/>`, svgNumber(d.size.w), svgNumber(d.size.h))
		for _, p := range page {
			p.writeSVG(&out)
		}
		out.WriteString("</svg>")
		all[i] = Picture{d.size.w, d.size.h, out.String()}
	}
	return all
}

// writeSVG writes the piece as an SVG element.
func (p piece) writeSVG(out *strings.Builder) {
	shade := fmt.Sprintf("#%02x%02x%02x", p.ink, p.ink, p.ink)
	switch p.kind {
	case textPiece:
		if strings.TrimSpace(p.text) == "" {
			return
		}
		style := ""
		switch p.font.face {
		case bold:
			style = ` font-weight="700"`
		case italic:
			style = ` font-style="italic"`
		}
		fmt.Fprintf(out, `<text x="%s" y="%s" font-size="%s" textLength="%s" lengthAdjust="spacingAndGlyphs" fill="%s"%s>%s</text>`,
			svgNumber(p.x), svgNumber(p.y), svgNumber(p.font.size*mmPerPoint), svgNumber(p.font.width(p.text)), shade, style, html.EscapeString(p.text))
	case fillPiece:
		fmt.Fprintf(out, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`, svgNumber(p.x), svgNumber(p.y),
			svgNumber(p.w), svgNumber(p.h), shade)
	case framePiece:
		fmt.Fprintf(out, `<rect x="%s" y="%s" width="%s" height="%s" fill="none" stroke="%s" stroke-width="%s"/>`,
			svgNumber(p.x), svgNumber(p.y), svgNumber(p.w), svgNumber(p.h), shade, svgNumber(lineThickness))
	case imagePiece:
		fmt.Fprintf(out, `<image x="%s" y="%s" width="%s" height="%s" href="%s"/>`, svgNumber(p.x), svgNumber(p.y),
			svgNumber(p.w), svgNumber(p.h), p.image.dataURL())
	case bookmarkPiece: // which is no ink
	}
}

// dataURL returns the image as a data URL.
func (m *Image) dataURL() string {
	return "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(m.JPEG)
}

func svgNumber(mm float64) string { return strconv.Itoa(int(math.Round(mm * 100))) }
