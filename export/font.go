package export

import (
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
)

// A face is one of the typefaces of sheets.
type face uint8

const (
	regular face = iota
	bold
	italic
)

// fontFiles are the TrueType files of the faces, with the PDF library's names of their styles.
var fontFiles = [...]struct {
	style string
	file  []byte
}{
	regular: {"", goregular.TTF},
	bold:    {"B", gobold.TTF},
	italic:  {"I", goitalic.TTF},
}

// A font is a face at a size in points.
type font struct {
	face face
	size float64
}

const mmPerPoint = 25.4 / 72

// width returns the width of a text in millimetres.
func (f font) width(text string) float64 {
	widths := charWidthsByFace()[f.face]
	sum := 0
	for _, r := range text {
		sum += widths.width(r)
	}
	return float64(sum) / 1000 * f.size * mmPerPoint
}

// capHeight returns the height of capital letters in millimetres.
func (f font) capHeight() float64 { return 0.72 * f.size * mmPerPoint }

// advanceWidths holds the widths of a face's characters by code point, in thousandths of the font
// size; 0 for a missing character.
type advanceWidths []uint16

func (a advanceWidths) width(r rune) int {
	if int(r) >= len(a) {
		return 0
	}
	return int(a[r])
}

// charWidthsByFace reads the widths of every face once.
var charWidthsByFace = sync.OnceValue(func() *[len(fontFiles)]advanceWidths {
	var all [len(fontFiles)]advanceWidths
	for i, f := range fontFiles {
		all[i] = readAdvances(f.file)
	}
	return &all
})

// missingSign is printed in place of a character that the fonts lack.
const missingSign = '□'

// printable composes letters with their accents. It replaces a character that the fonts lack by a
// sign, line ends and tabs by a space, and drops modifiers.
func printable(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
		return text // of ASCII, which the fonts have
	}
	has := charWidthsByFace()[regular]
	return strings.Map(func(r rune) rune {
		switch {
		case has.width(r) > 0 && !unicode.IsControl(r):
			return r
		case unicode.IsSpace(r) || unicode.IsControl(r):
			return ' '
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Sk):
			return -1
		}
		return missingSign
	}, composeNFC(text))
}

// missingSigns returns the characters of a document that the fonts lack, at most ten.
func missingSigns(d Document) string {
	var text strings.Builder
	if Text.write(&text, d, Options{}) != nil {
		return ""
	}
	for _, section := range d.Sheet.Reference {
		for _, e := range section.Entries {
			text.WriteString(e.Name + e.Text)
		}
	}
	var lacked []string
	for _, r := range composeNFC(text.String()) {
		if sign := string(r); r != missingSign && printable(sign) == string(missingSign) && !slices.Contains(lacked, sign) {
			lacked = append(lacked, sign)
		}
	}
	if len(lacked) > 10 {
		lacked = append(lacked[:10], "…")
	}
	return strings.Join(lacked, " ")
}

// readAdvances reads the characters' widths from the tables of a TrueType font (OpenType: cmap
// format 4, hhea, hmtx, head). The embedded fonts are known to be valid.
func readAdvances(ttf []byte) advanceWidths {
	u16 := binary.BigEndian.Uint16
	u32 := binary.BigEndian.Uint32
	tables := map[string][]byte{}
	for i := range int(u16(ttf[4:])) {
		record := ttf[12+16*i:]
		at, size := u32(record[8:]), u32(record[12:])
		tables[string(record[:4])] = ttf[at : at+size]
	}
	unitsPerEm := uint32(u16(tables["head"][18:]))
	metrics := int(u16(tables["hhea"][34:]))
	advance := func(glyph uint16) uint16 {
		at := 4 * min(int(glyph), metrics-1)
		return uint16((uint32(u16(tables["hmtx"][at:]))*1000 + unitsPerEm/2) / unitsPerEm)
	}
	widths := make(advanceWidths, 0xFFFF)
	for i := range int(u16(tables["cmap"][2:])) {
		table := tables["cmap"][u32(tables["cmap"][8+8*i:]):]
		if u16(table) != 4 {
			continue
		}
		segments := int(u16(table[6:]) / 2)
		ends, starts := table[14:], table[16+2*segments:]
		deltas, offsets := table[16+4*segments:], table[16+6*segments:]
		for s := range segments {
			start, end := int(u16(starts[2*s:])), int(u16(ends[2*s:]))
			delta, offset := u16(deltas[2*s:]), int(u16(offsets[2*s:]))
			for c := max(start, 1); c <= end && c < 0xFFFF; c++ {
				glyph := uint16(c) + delta
				if offset != 0 {
					glyph = u16(offsets[2*s+offset+2*(c-start):])
				}
				if glyph != 0 {
					widths[c] = advance(glyph)
				}
			}
		}
	}
	return widths
}
