package export

import (
	"io"
	"slices"
)

// Cards is a card for every unit, 63 × 88 mm like a playing card, nine on a
// page to cut out: what the sheet says of the unit, and what its rules mean. A
// unit that needs more room goes on to another card.
type Cards struct{}

// Name implements Format.
func (Cards) Name() string { return "cards" }

// Extensions implements Format.
func (Cards) Extensions() []string { return nil }

// Write implements Format.
func (Cards) Write(w io.Writer, d Document, o Options) error {
	size, err := pageSize(o.Paper)
	if err != nil {
		return err
	}
	return draw(w, d.Sheet, size, cards(d.Sheet, size))
}

// A card's size, and what is kept free inside its cut line, in millimetres.
const (
	cardWidth  = 63.0
	cardHeight = 88.0
	cardEdge   = 2.0
	cardsWide  = 3
	cardsHigh  = 3
)

// cards lays out the pages of cards.
func cards(s Sheet, size frame) [][]piece {
	left, top := (size.w-cardsWide*cardWidth)/2, (size.h-cardsHigh*cardHeight)/2
	var slabs []slab
	for _, b := range single(s.Blocks) {
		slabs = append(slabs, cardSlab(b, cardWidth-2*cardEdge))
	}
	f := newFlow(frame{left, top, cardsWide * cardWidth, cardsHigh * cardHeight})
	for n := 0; len(slabs) > 0 || n == 0; n++ {
		if n > 0 && n%(cardsWide*cardsHigh) == 0 {
			f.turn()
		}
		column, row := n%cardsWide, n/cardsWide%cardsHigh
		card := frame{left + float64(column)*cardWidth, top + float64(row)*cardHeight, cardWidth, cardHeight}
		inside := frame{card.x + cardEdge, card.y + cardEdge, card.w - 2*cardEdge, card.h - 2*cardEdge}
		page := &f.pages[len(f.pages)-1]
		*page = append(*page, piece{kind: framePiece, x: card.x, y: card.y, w: card.w, h: card.h, ink: line})
		if len(slabs) == 0 {
			break
		}
		rest := f.fill(slabs[:1], []frame{inside}, 0, true)
		slabs = append(rest[:len(rest):len(rest)], slabs[1:]...)
	}
	return f.pages
}

// single takes units that joined others out of them, each to be by itself.
func single(blocks []Block) []Block {
	var all []Block
	for _, b := range blocks {
		joined := b.Joined
		b.Joined = nil
		for _, j := range joined {
			b.Notes = append(slices.Clip(b.Notes), Note{Label: "Joined by", Text: j.Name})
		}
		all = append(all, b)
		for _, j := range single(joined) {
			j.Detail = append(slices.Clip(j.Detail), "joined "+b.Name)
			all = append(all, j)
		}
	}
	return all
}

// cardSlab sets a block for a card of width w, with what its rules mean at the
// end.
func cardSlab(b Block, w float64) slab {
	s := blockSlab(b, w)
	first := true
	for _, e := range b.Terms {
		if e.Text == "" {
			continue
		}
		for i, pieces := range wrap(w-2*pad, span{e.Name, font{bold, 6}, black}, span{e.Text, font{regular, 6}, black}) {
			line := strip{height: 2.6}
			switch {
			case first:
				line.height, line.begins = 3.8, true
				line.add(0, 0.5, piece{kind: fillPiece, w: w, h: 0.3, ink: dark})
			case i == 0:
				line.height, line.begins = 3, true
			}
			first = false
			line.add(pad, line.height-0.6, pieces...)
			s.strips = append(s.strips, line)
		}
	}
	if !first {
		s.strips[len(s.strips)-1].height++
	}
	return s
}
