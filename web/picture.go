package web

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// The drawing of static/icon.svg, on a field of 64 by 64: a stroke on a square with
// round corners.
var (
	iconField  = color.NRGBA{0x3a, 0x41, 0xb8, 0xff}
	iconInk    = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	iconStroke = [][2]float64{{14, 46}, {14, 20}, {32, 34}, {50, 20}, {50, 46}}
)

const (
	iconSide   = 64.0
	iconRound  = 14.0 // of the corners
	iconBroad  = 7.0  // of the stroke
	iconWithin = 0.9  // what a maskable icon shrinks to, since systems cut it round
)

// iconPNG draws the icon side pixels wide. A maskable one fills its square, for systems to
// crop.
func iconPNG(side int, maskable bool) ([]byte, error) {
	picture := image.NewNRGBA(image.Rect(0, 0, side, side))
	scale := iconSide / float64(side)
	cover := func(outside float64) float64 { return min(max(0.5-outside/scale, 0), 1) } // of a pixel, by its distance from an edge
	for y := range side {
		for x := range side {
			px, py := (float64(x)+0.5)*scale, (float64(y)+0.5)*scale
			field := 1.0
			if maskable {
				px, py = iconSide/2+(px-iconSide/2)/iconWithin, iconSide/2+(py-iconSide/2)/iconWithin
			} else {
				flat := iconSide/2 - iconRound
				dx, dy := max(math.Abs(px-iconSide/2)-flat, 0), max(math.Abs(py-iconSide/2)-flat, 0)
				field = cover(math.Hypot(dx, dy) - iconRound)
			}
			near := math.Inf(1)
			for i := range len(iconStroke) - 1 {
				near = min(near, fromLine(px, py, iconStroke[i], iconStroke[i+1]))
			}
			picture.SetNRGBA(x, y, blend(iconField, iconInk, cover(near-iconBroad/2), field))
		}
	}
	var out bytes.Buffer
	err := png.Encode(&out, picture)
	return out.Bytes(), err
}

// fromLine is how far a point is from a line between two others.
func fromLine(x, y float64, a, b [2]float64) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	along := ((x-a[0])*dx + (y-a[1])*dy) / (dx*dx + dy*dy)
	along = min(max(along, 0), 1)
	return math.Hypot(x-a[0]-along*dx, y-a[1]-along*dy)
}

// blend lays a share of a colour over another, both as opaque as is said.
func blend(under, over color.NRGBA, share, opaque float64) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-share) + float64(b)*share)) }
	return color.NRGBA{
		mix(under.R, over.R), mix(under.G, over.G), mix(under.B, over.B),
		uint8(math.Round(255 * opaque)),
	}
}
