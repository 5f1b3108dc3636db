//go:build !js

package export

import (
	"image"
	"image/color"
	"sync"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// greyCanvas is a canvas that draws on a picture in shades of grey.
type greyCanvas struct {
	*image.Gray
	faces map[font]xfont.Face // fonts at the sizes used so far
}

// drawPicture draws the pieces of a page on a picture, whose width and height are in dots.
func drawPicture(page []piece, width, height int) (*image.Gray, error) {
	canvas := &greyCanvas{image.NewGray(image.Rect(0, 0, width, height)), map[font]xfont.Face{}}
	canvas.fill(0xff, 0, 0, width, height)
	for _, p := range page {
		if err := p.paint(canvas); err != nil {
			return nil, err
		}
	}
	return canvas.Gray, nil
}

func (d *greyCanvas) fill(ink, x, y, right, bottom int) {
	area := image.Rect(x, y, right, bottom).Intersect(d.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := d.Pix[d.PixOffset(area.Min.X, y):][:area.Dx()]
		for i := range row {
			row[i] = uint8(ink)
		}
	}
}

func (d *greyCanvas) write(ink int, f font, x, y int, text string) error {
	face, err := d.face(f)
	if err == nil {
		pen := xfont.Drawer{Dst: d.Gray, Src: image.NewUniform(color.Gray{uint8(ink)}), Face: face, Dot: fixed.P(x, y)}
		pen.DrawString(text)
	}
	return err
}

// face returns the face of a font at its size in dots.
func (d *greyCanvas) face(f font) (xfont.Face, error) {
	if face := d.faces[f]; face != nil {
		return face, nil
	}
	all, err := typefaces()
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(all[f.face], &opentype.FaceOptions{Size: f.sizeInDots(), DPI: 72})
	d.faces[f] = face
	return face, err
}

// typefaces parses the embedded fonts once.
var typefaces = sync.OnceValues(func() (all [len(fontFiles)]*opentype.Font, err error) {
	for i, f := range fontFiles {
		if all[i], err = opentype.Parse(f.file); err != nil {
			return all, err
		}
	}
	return all, nil
})
