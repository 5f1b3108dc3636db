package export

import (
	"errors"
	"fmt"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// errLong is the error of a list that no QR code holds.
var errLong = errors.New("the list is too long for a QR code; shorten its notes and comments, or send its code as text")

// errSmall is the error of a QR code that would be too fine to read.
var errSmall = errors.New("the list is too long for a QR code on a card of this size; choose larger cards, or print the code on the sheet")

// squares returns the dark squares of a text's QR code, row by row. The error
// is errLong.
func squares(text string) ([][]bool, error) {
	code, err := qr.Encode(text, qr.L, qr.Unicode)
	if err != nil {
		return nil, errLong
	}
	n := code.Bounds().Dx()
	rows := make([][]bool, n)
	for y := range rows {
		rows[y] = make([]bool, n)
		for x := range rows[y] {
			r, _, _, _ := code.At(x, y).RGBA()
			rows[y][x] = r == 0
		}
	}
	return rows, nil
}

// runs calls do for each run of dark squares in a row.
func runs(rows [][]bool, do func(x, y, n int)) {
	for y, row := range rows {
		for x := 0; x < len(row); x++ {
			n := 0
			for x+n < len(row) && row[x+n] {
				n++
			}
			if n > 0 {
				do(x, y, n)
				x += n
			}
		}
	}
}

// quiet is how many light squares a QR code needs around it.
const quiet = 4

// qrStrip sets a QR code as a square with its light border, at most so wide. The
// error is errLong or errSmall.
func qrStrip(code string, most float64) (strip, error) {
	const (
		side  = 0.45 // of a square: what phones read from a printed page
		least = 0.33 // what they read with a steady hand
	)
	rows, err := squares(code)
	if err != nil {
		return strip{}, err
	}
	n := float64(len(rows) + 2*quiet)
	size := min(side, most/n)
	if size < least {
		return strip{}, errSmall
	}
	s := strip{height: n * size}
	runs(rows, func(x, y, n int) {
		s.add(float64(quiet+x)*size, float64(quiet+y)*size, piece{kind: fillPiece, w: float64(n) * size, h: size, ink: black})
	})
	return s, nil
}

// qrSlab sets the QR code of a list beside what it is for.
func qrSlab(code string, w float64) (slab, error) {
	s, err := qrStrip(code, w)
	if err != nil {
		return slab{}, err
	}
	all := s.height
	y := 5.8
	s.write(all+2, y, "The whole list", font{bold, 10}, black)
	for _, pieces := range wrap(w-all-2, span{"Read the code with a phone; `muster import CODE` makes the same list of it.", font{regular, 8}, muted}) {
		y += 3.8
		s.add(all+2, y, pieces...)
	}
	return slab{strips: []strip{s}}, nil
}

// Squares are a QR code as a drawing of Size by Size squares, the light border
// included; Path is the dark ones in the words of an SVG path.
type Squares struct {
	Size int
	Path string
}

// QR returns the QR code of a text, or nil if the text is too long for one.
func QR(text string) *Squares {
	rows, err := squares(text)
	if err != nil {
		return nil
	}
	var path strings.Builder
	runs(rows, func(x, y, n int) { fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", quiet+x, quiet+y, n, n) })
	return &Squares{len(rows) + 2*quiet, path.String()}
}
