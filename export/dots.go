//go:build !js

package export

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"sync"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// dots are a picture's, in shades of grey.
type dots struct {
	*image.Gray
	faces map[font]xfont.Face
}

// drawPicture returns the page as a PNG file of 16 shades.
func drawPicture(page []piece, width, height int) ([]byte, error) {
	size := image.Rect(0, 0, width, height)
	canvas := dots{image.NewGray(size), map[font]xfont.Face{}}
	draw.Draw(canvas, size, image.White, image.Point{}, draw.Src)
	for _, p := range page {
		if err := p.paint(canvas); err != nil {
			return nil, err
		}
	}
	shades := make(color.Palette, 16)
	for i := range shades {
		shades[i] = color.Gray{uint8(i * 17)}
	}
	small := image.NewPaletted(size, shades)
	for i, shade := range canvas.Pix {
		small.Pix[i] = uint8((int(shade) + 8) / 17)
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, small)
	return out.Bytes(), err
}

func (d dots) fill(ink, x, y, right, bottom int) {
	draw.Draw(d, image.Rect(x, y, right, bottom), image.NewUniform(color.Gray{uint8(ink)}), image.Point{}, draw.Src)
}

func (d dots) write(ink int, f font, x, y int, text string) error {
	face, err := d.face(f)
	if err == nil {
		pen := xfont.Drawer{Dst: d, Src: image.NewUniform(color.Gray{uint8(ink)}), Face: face, Dot: fixed.P(x, y)}
		pen.DrawString(text)
	}
	return err
}

// face returns a font at its size in dots.
func (d dots) face(f font) (xfont.Face, error) {
	if face := d.faces[f]; face != nil {
		return face, nil
	}
	all, err := typefaces()
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(all[f.face], &opentype.FaceOptions{Size: f.dots(), DPI: 72})
	d.faces[f] = face
	return face, err
}

// typefaces are the parsed fonts of a picture.
var typefaces = sync.OnceValues(func() (all [len(fontFiles)]*opentype.Font, err error) {
	for i, f := range fontFiles {
		if all[i], err = opentype.Parse(f.file); err != nil {
			return all, err
		}
	}
	return all, nil
})
