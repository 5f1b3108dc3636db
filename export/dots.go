//go:build !js

package export

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"sync"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// fitsDrawn fits every list.
func fitsDrawn(Document) error { return nil }

func writeDrawn(w io.Writer, d Document, o Options) error {
	page, err := glance(d, o)
	if err != nil {
		return err
	}
	shades := make(color.Palette, 16)
	for i := range shades {
		shades[i] = color.Gray{uint8(i * 17)}
	}
	size := image.Rect(0, 0, drawnWidth, int(math.Ceil(page.size.h*drawnDots)))
	canvas := image.NewGray(size)
	draw.Draw(canvas, size, image.White, image.Point{}, draw.Src)
	faces := map[font]xfont.Face{}
	for _, p := range page.pages[0] {
		if err := p.drawOn(canvas, faces); err != nil {
			return err
		}
	}
	small := image.NewPaletted(size, shades)
	for i, shade := range canvas.Pix {
		small.Pix[i] = uint8((int(shade) + 8) / 17)
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, small); err != nil {
		return err
	}
	_, err = w.Write(withText(out.Bytes(), "muster", page.code))
	return err
}

// drawOn draws the piece on a picture.
func (p piece) drawOn(on *image.Gray, faces map[font]xfont.Face) error {
	dots := func(mm float64) int { return int(math.Round(mm * drawnDots)) }
	ink := image.NewUniform(color.Gray{uint8(p.ink)})
	fill := func(x, y, right, bottom int) {
		draw.Draw(on, image.Rect(x, y, max(right, x+1), max(bottom, y+1)), ink, image.Point{}, draw.Src)
	}
	x, y, right, bottom := dots(p.x), dots(p.y), dots(p.x+p.w), dots(p.y+p.h)
	switch p.kind {
	case textPiece:
		face, err := faceOf(p.font, faces)
		if err != nil {
			return err
		}
		pen := xfont.Drawer{Dst: on, Src: ink, Face: face, Dot: fixed.P(x, y)}
		pen.DrawString(p.text)
	case fillPiece:
		fill(x, y, right, bottom)
	case framePiece:
		const thick = 2
		fill(x, y, right, y+thick)
		fill(x, bottom-thick, right, bottom)
		fill(x, y, x+thick, bottom)
		fill(right-thick, y, right, bottom)
	case bookmark: // which is no ink
	}
	return nil
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

// faceOf returns a font at the size of a picture.
func faceOf(f font, faces map[font]xfont.Face) (xfont.Face, error) {
	if face := faces[f]; face != nil {
		return face, nil
	}
	all, err := typefaces()
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(all[f.face], &opentype.FaceOptions{Size: f.size * mmPerPoint * drawnDots, DPI: 72})
	faces[f] = face
	return face, err
}

// withText puts a text under a keyword into a PNG file, behind its head (PNG, tEXt).
func withText(file []byte, keyword, text string) []byte {
	const head = 8 + 25 // the signature and the chunk IHDR
	if text == "" {
		return file
	}
	chunk := append([]byte("tEXt"+keyword+"\x00"), text...)
	out := append([]byte{}, file[:head]...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4))
	out = append(out, chunk...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	return append(out, file[head:]...)
}
