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

// ArmyPicture is a picture of the army for chats on phones: units with profiles, weapons and rules,
// without boxes. The file contains the list's code, for programs.
var ArmyPicture = register(&Format{
	Name:       "picture",
	Title:      "Picture",
	About:      "a picture of the army for a chat, with the list's code in the file",
	Extensions: []string{".png"},
	MediaType:  "image/png",
	Rank:       55,
	write:      writePicture,
	preview: func(d Document, o Options) (Picture, error) {
		page, err := picturePage(d, o)
		if err != nil {
			return Picture{}, err
		}
		return page.svgPages()[0], nil
	},
})

// Sizes of the picture. Its smallest font has 22 dots.
const (
	pictureWidth     = 1080   // in dots
	dotsPerMM        = 8.0    // dots per millimetre
	pictureMargin    = 5.0    // in millimetres
	pictureUnitScale = 1.15   // scale of units; 1 is the size on a printed sheet
	maxPictureHeight = 30_000 // in dots
)

func writePicture(w io.Writer, d Document, o Options) error {
	page, err := picturePage(d, o)
	if err != nil {
		return err
	}
	picture, err := drawPicture(page.pages[0], pictureWidth, int(math.Ceil(page.size.h*dotsPerMM)))
	if err != nil {
		return err
	}
	file, err := greyPNG(picture, "muster", page.listCode)
	if err != nil {
		return err
	}
	_, err = w.Write(file)
	return err
}

// picturePage lays out the picture.
func picturePage(d Document, o Options) (*printout, error) {
	s := o.applyTo(d.Sheet)
	s.GameCounters = nil
	blocks := changeBlocks(s.Blocks, func(b *Block) { b.Tracks, b.States, b.Counters, b.EqualUnits = nil, nil, nil, b.emptyUnitBlocks() })
	w := pictureWidth/dotsPerMM - 2*pictureMargin
	f := newFlow(frame{pictureMargin, pictureMargin, w, math.Inf(1)})
	all := []slab{header(s, w)}
	if d.List != nil {
		army, err := newSummary(d.List, d.Sheet, false)
		if err != nil {
			return nil, err
		}
		all = append(all, army.slab(w, nil))
	}
	all = append(all, slab{strips: []strip{{height: 2}}})
	for _, b := range withGrid(blocks, gridOf(blocks, w/pictureUnitScale, sheetBadgeStyle)) {
		all = append(all, blockSlab(b, w/pictureUnitScale).scaled(pictureUnitScale), slab{strips: []strip{{height: 3}}})
	}
	foot := strip{height: 5}
	foot.write(0, 3.6, shorten(s.Credit, smallFont, w), smallFont, muted)
	y := pictureMargin
	for _, one := range append(all, slab{strips: []strip{foot}}) {
		f.placeSlab(one, pictureMargin, y, w)
		y += one.height()
	}
	if y*dotsPerMM > maxPictureHeight {
		return nil, fmt.Errorf("the list is too long for a picture; print it as a PDF")
	}
	return newPrintout(d, frame{w: pictureWidth / dotsPerMM, h: y + pictureMargin}, o.withInk(f.pages)), nil
}

// emptyUnitBlocks returns an empty block for each unit of the block, since a picture needs only
// their number; nil if the block is a single unit.
func (b Block) emptyUnitBlocks() []Block {
	if b.EqualUnits == nil {
		return nil
	}
	return make([]Block, len(b.EqualUnits))
}

// armyWounds returns the number of wounds that kill the whole army; 0 in games without wounds.
func (s Sheet) armyWounds() (n int) {
	game := true
	eachBlock(s.Blocks, func(b Block) {
		game = game && b.WordForModel == "" && !b.IsVehicle
		boxes := max(1, b.Models)
		if len(b.Tracks) > 0 {
			boxes = b.Tracks[0].BoxCount()
		}
		n += boxes * max(1, len(b.EqualUnits))
	})
	if !game {
		return 0
	}
	return n
}

// A canvas is a surface to draw on, in dots from its upper left corner.
type canvas interface {
	fill(ink, x, y, right, bottom int)
	write(ink int, f font, x, y int, text string) error // x and y are the start of the baseline
}

// paint draws the piece.
func (p piece) paint(on canvas) error {
	dots := func(mm float64) int { return int(math.Round(mm * dotsPerMM)) }
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
	case imagePiece, bookmarkPiece: // which a picture does not have
	}
	return nil
}

// sizeInDots returns the font's size in dots of a picture.
func (f font) sizeInDots() float64 { return f.size * mmPerPoint * dotsPerMM }

// greyPNG returns the picture as a PNG file in 16 shades of grey, with a text in a tEXt chunk under
// a keyword.
func greyPNG(picture *image.Gray, keyword, text string) ([]byte, error) {
	size := picture.Bounds().Size()
	var packed bytes.Buffer
	lines := zlib.NewWriter(&packed)
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

// pngChunk appends a chunk of a kind to a PNG file.
func pngChunk(file []byte, kind string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data)))
	at := len(file)
	file = append(append(file, kind...), data...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[at:]))
}
