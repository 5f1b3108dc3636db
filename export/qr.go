package export

import (
	"errors"
	"fmt"
	"image/color"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// errCodeTooLong is the error for a list that is too long for a QR code.
var errCodeTooLong = errors.New("the list is too long for a QR code; shorten its notes and comments, or send its code as text")

// errCodeTooSmall is the error for a QR code with squares too small to read.
var errCodeTooSmall = errors.New("the list is too long for a QR code on a card of this size; choose larger cards, or print the code on the sheet")

// quietZone is the width of the light border that a QR code needs, in squares.
const quietZone = 4

// A darkRun is a row of dark squares of a QR code, from x, y to the right.
type darkRun struct{ x, y, length int }

// A qrCode is the QR code of a text.
type qrCode struct {
	darkRuns   []darkRun // all dark squares
	sideLength int       // squares on a side, including the light border
}

// qrCode returns the QR code that holds the sheet's Code, or errCodeTooLong.
func (s *Sheet) qrCode() (*qrCode, error) {
	if s.cachedQR != nil {
		return s.cachedQR, nil
	}
	return newQRCode(s.Code)
}

// newQRCode returns the QR code of a text, or errCodeTooLong.
func newQRCode(text string) (*qrCode, error) {
	code, err := qr.Encode(text, qr.L, qr.Unicode)
	if err != nil {
		return nil, errCodeTooLong
	}
	var runs []darkRun
	side := code.Bounds().Dx()
	for y := range side {
		for x := 0; x < side; x++ {
			n := 0
			for x+n < side && code.At(x+n, y) == color.Black {
				n++
			}
			if n > 0 {
				runs = append(runs, darkRun{quietZone + x, quietZone + y, n})
				x += n
			}
		}
	}
	return &qrCode{runs, side + 2*quietZone}, nil
}

// qrStrip lays out a QR code with its light border in a square with sides of at most most
// millimetres. The error is errCodeTooLong or errCodeTooSmall.
func qrStrip(sheet *Sheet, most float64) (strip, error) {
	const (
		side  = 0.45 // of a square: what phones read from a printed page
		least = 0.33 // what they read with a steady hand
	)
	code, err := sheet.qrCode()
	if err != nil {
		return strip{}, err
	}
	size := min(side, most/float64(code.sideLength))
	if size < least {
		return strip{}, errCodeTooSmall
	}
	s := strip{height: float64(code.sideLength) * size}
	for _, r := range code.darkRuns {
		s.add(float64(r.x)*size, float64(r.y)*size, piece{kind: fillPiece, w: float64(r.length) * size, h: size, ink: black})
	}
	return s, nil
}

// qrSlab lays out the QR code of a list, with a caption beside it, or below if there is no room.
func qrSlab(sheet Sheet, w float64) (slab, error) {
	const least = 30 // millimetres for text at the side
	s, err := qrStrip(&sheet, w)
	if err != nil {
		return slab{}, err
	}
	title := span{"The whole list.", font{bold, 9}, black}
	says := "Read the code with a phone; `muster import CODE` makes the same list of it."
	if sheet.CodeLacksCopy {
		says += " " + noCopyNote
	}
	text := span{says, smallFont, muted}
	side := s.height
	if w-side < least {
		return slab{strips: append([]strip{{height: 3}, s}, paragraph(0, w, 3.8, title, text)...)}, nil
	}
	y := 5.8
	for _, pieces := range wrapEven(w-side-2, title, text) {
		s.add(side+2, y, pieces...)
		y += 3.8
	}
	return slab{strips: []strip{{height: 3}, s}}, nil
}

// noCopyNote is printed beside a QR code that holds the list without a copy for people who lack its
// army books.
const noCopyNote = "It needs the army books: with a copy that is read without them it would be too large for a phone."

// QRPath returns the QR code of a text: the length of its side in squares, including the light
// border, and its dark squares as an SVG path; "" if the text is too long.
func QRPath(text string) (side int, path string) {
	code, err := newQRCode(text)
	if err != nil {
		return 0, ""
	}
	var out strings.Builder
	for _, r := range code.darkRuns {
		fmt.Fprintf(&out, "M%d %dh%dv1h-%dz", r.x, r.y, r.length, r.length)
	}
	return code.sideLength, out.String()
}
