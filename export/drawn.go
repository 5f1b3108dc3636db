package export

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"io"
	"math"
)

// Drawn is a picture of the army for chats on phones: units with profiles, weapons and rules,
// without boxes. The file contains the list's code, for programs.
var Drawn = register(&Format{
	Name:    "picture",
	Title:   "Picture",
	About:   "a picture of the army for a chat, with the list's code in the file",
	Endings: []string{".png"},
	Media:   "image/png",
	Rank:    55,
	write:   writeDrawn,
	shown: func(d Document, o Options) (Picture, error) {
		page, err := drawnPage(d, o)
		if err != nil {
			return Picture{}, err
		}
		return page.pictures()[0], nil
	},
})

// Sizes of the picture. Its smallest font has 22 dots.
const (
	drawnWidth  = 1080 // dots
	drawnDots   = 8.0  // per millimetre
	drawnMargin = 5.0  // millimetres
	drawnScale  = 1.15 // of units
	drawnMost   = 30_000
)

func writeDrawn(w io.Writer, d Document, o Options) error {
	page, err := drawnPage(d, o)
	if err != nil {
		return err
	}
	picture, err := drawPicture(page.pages[0], drawnWidth, int(math.Ceil(page.size.h*drawnDots)))
	if err != nil {
		return err
	}
	file, err := greyPNG(picture, "muster", page.code)
	if err != nil {
		return err
	}
	_, err = w.Write(file)
	return err
}

// drawnPage lays out the picture.
func drawnPage(d Document, o Options) (*printout, error) {
	s := o.sheet(d.Sheet)
	s.Counters = nil
	blocks := changed(s.Blocks, func(b *Block) { b.Tracks, b.States, b.Counters, b.Each = nil, nil, nil, b.unitsOf() })
	w := drawnWidth/drawnDots - 2*drawnMargin
	f := newFlow(frame{drawnMargin, drawnMargin, w, math.Inf(1)})
	all := []slab{header(s, w)}
	if d.List != nil {
		army, err := glanceOf(d.List, d.Sheet, false)
		if err != nil {
			return nil, err
		}
		all = append(all, army.slab(w, nil))
	}
	all = append(all, slab{strips: []strip{{height: 2}}})
	for _, b := range gridded(blocks, gridOf(blocks, w/drawnScale, sheetDial)) {
		all = append(all, blockSlab(b, w/drawnScale).scaled(drawnScale), slab{strips: []strip{{height: 3}}})
	}
	foot := strip{height: 5}
	foot.write(0, 3.6, shorten(s.Credit, pageFont, w), pageFont, muted)
	y := drawnMargin
	for _, one := range append(all, slab{strips: []strip{foot}}) {
		f.place(one, drawnMargin, y, w)
		y += one.height()
	}
	if y*drawnDots > drawnMost {
		return nil, fmt.Errorf("the list is too long for a picture; print it as a PDF")
	}
	return newPrintout(d, frame{w: drawnWidth / drawnDots, h: y + drawnMargin}, o.inked(f.pages)), nil
}

// unitsOf returns the units of the block, one for each.
func (b Block) unitsOf() []Block {
	if b.Each == nil {
		return nil
	}
	return make([]Block, len(b.Each))
}

// wounds returns the number of wounds that kill the army; 0 in games without wounds.
func (s Sheet) wounds() (n int) {
	game := true
	eachBlock(s.Blocks, func(b Block) {
		game = game && b.MemberWord == "" && !b.Vehicle
		boxes := max(1, b.Models)
		if len(b.Tracks) > 0 {
			boxes = b.Tracks[0].Boxes()
		}
		n += boxes * max(1, len(b.Each))
	})
	if !game {
		return 0
	}
	return n
}

// A canvas is a surface to draw on, in dots from its upper left corner.
type canvas interface {
	fill(ink, x, y, right, bottom int)
	write(ink int, f font, x, y int, text string) error // y is the base line
}

// paint draws the piece.
func (p piece) paint(on canvas) error {
	dots := func(mm float64) int { return int(math.Round(mm * drawnDots)) }
	x, y, right, bottom := dots(p.x), dots(p.y), dots(p.x+p.w), dots(p.y+p.h)
	switch p.kind {
	case textPiece:
		return on.write(int(p.ink), p.font, x, y, p.text)
	case fillPiece:
		on.fill(int(p.ink), x, y, max(right, x+1), max(bottom, y+1))
	case framePiece:
		const thick = 2
		on.fill(int(p.ink), x, y, right, y+thick)
		on.fill(int(p.ink), x, bottom-thick, right, bottom)
		on.fill(int(p.ink), x, y, x+thick, bottom)
		on.fill(int(p.ink), right-thick, y, right, bottom)
	case imagePiece, bookmark: // which a picture does not have
	}
	return nil
}

// dots returns the font's size in dots.
func (f font) dots() float64 { return f.size * mmPerPoint * drawnDots }

// greyPNG returns the picture as a PNG file in 16 shades, with a text under a keyword (PNG, IHDR, tEXt).
func greyPNG(picture *image.Gray, keyword, text string) ([]byte, error) {
	size := picture.Bounds().Size()
	var packed bytes.Buffer
	lines, err := zlib.NewWriterLevel(&packed, zlib.BestCompression)
	if err != nil {
		return nil, err
	}
	row := make([]byte, 1+(size.X+1)/2) // behind its filter: none
	for y := range size.Y {
		clear(row)
		for x, shade := range picture.Pix[y*picture.Stride:][:size.X] {
			row[1+x/2] |= byte((int(shade)+8)/17) << (4 * (1 - x%2))
		}
		if _, err := lines.Write(row); err != nil {
			return nil, err
		}
	}
	if err := lines.Close(); err != nil {
		return nil, err
	}
	const bits, grey = 4, 0
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(size.X)), uint32(size.Y))
	file := pngChunk([]byte("\x89PNG\r\n\x1a\n"), "IHDR", append(head, bits, grey, 0, 0, 0))
	if text != "" {
		file = pngChunk(file, "tEXt", []byte(keyword+"\x00"+text))
	}
	return pngChunk(pngChunk(file, "IDAT", packed.Bytes()), "IEND", nil), nil
}

// pngChunk adds a chunk to a PNG file.
func pngChunk(file []byte, kind string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data)))
	at := len(file)
	file = append(append(file, kind...), data...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[at:]))
}
