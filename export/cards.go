package export

import (
	"fmt"
	"io"
	"slices"
)

// Cards is a card for every unit, to cut out: its profile, what is ticked in
// the game, its weapons, and what the rules of its book mean. Prices are left
// out. The game's own rules have cards of their own, and so have the spells of
// each book. Where a unit says more than a card can hold in small letters, what
// its rules mean goes to the back.
var Cards = register(&Format{
	Name:    "cards",
	Title:   "Cards",
	About:   "a PDF of cards to cut out, one for each unit",
	Endings: []string{".pdf"},
	ByName:  true,
	Media:   "application/pdf",
	Rank:    20,
	write:   writeCards,
})

func writeCards(w io.Writer, d Document, o Options) error {
	size, err := pageSize(o.Paper)
	if err != nil {
		return err
	}
	card, err := o.Card.size()
	if err != nil {
		return err
	}
	if err := tooManyBoxes(d.Sheet); err != nil {
		return err
	}
	var code []slab
	if d.Sheet.Code != "" {
		whole, err := card.code(d.Sheet)
		if err != nil {
			return err
		}
		code = []slab{whole}
	}
	return draw(w, d.Sheet, size, cards(d.Sheet, size, card, code...))
}

// CardSize is how large cards are. "" is Poker.
type CardSize string

// The sizes of cards.
const (
	Poker CardSize = "poker" // 63 × 88 mm
	Tarot CardSize = "tarot" // 70 × 120 mm
	A6    CardSize = "a6"    // 105 × 148 mm
)

// CardSizes lists the sizes of cards, the smallest first.
func CardSizes() []CardSize { return []CardSize{Poker, Tarot, A6} }

// ParseCardSize reads the name of a size in any case; "" is Poker.
func ParseCardSize(name string) (CardSize, error) {
	return parse("size of cards; choose poker, tarot or a6", name, CardSizes()...)
}

// A card is the size of a card in millimetres, what is kept free inside its cut
// line, and how large it is set.
type card struct {
	w, h, edge, scale float64
}

func (c CardSize) size() (card, error) {
	size, err := ParseCardSize(string(c))
	return map[CardSize]card{Poker: {63, 88, 2, 1}, Tarot: {70, 120, 2, 1.06}, A6: {105, 148, 5, 1.3}}[size], err
}

// inside is what is for the text of a card.
func (c card) inside() frame { return frame{w: c.w - 2*c.edge, h: c.h - 2*c.edge} }

// across returns how many cards a length of paper holds, with what printers
// cannot reach left free of text.
func (c card) across(paper, side float64) int {
	const unreachable = 4.5
	n := int((paper + rounding) / side)
	for n > 1 && (paper-float64(n)*side)/2+c.edge < unreachable {
		n--
	}
	return n
}

// deck sets all cards of a sheet.
func (c card) deck(s Sheet) []slab {
	var slabs []slab
	for _, b := range single(s.WithoutCosts().Blocks) {
		b.Terms = slices.DeleteFunc(slices.Clone(b.Terms), func(e Entry) bool { return e.Text == "" || slices.Contains(s.Core, e) })
		slabs = append(slabs, c.unit(b)...)
	}
	if len(s.Core) > 0 {
		slabs = append(slabs, c.reference(Section{Title: "Core rules", Entries: s.Core})...)
	}
	for _, section := range s.Reference {
		if section.Spells {
			slabs = append(slabs, c.reference(section)...)
		}
	}
	return slabs
}

// cards lays out the pages of cards, more of them last.
func cards(s Sheet, size frame, c card, more ...slab) [][]piece {
	slabs := append(c.deck(s), more...)
	wide, high := c.across(size.w, c.w), c.across(size.h, c.h)
	left, top := (size.w-float64(wide)*c.w)/2, (size.h-float64(high)*c.h)/2
	f := newFlow(frame{left, top, float64(wide) * c.w, float64(high) * c.h})
	for n, slab := range slabs {
		if n > 0 && n%(wide*high) == 0 {
			f.turn()
		}
		x, y := left+float64(n%wide)*c.w, top+float64(n/wide%high)*c.h
		page := &f.pages[len(f.pages)-1]
		*page = append(*page, piece{kind: framePiece, x: x, y: y, w: c.w, h: c.h, ink: line})
		f.place(slab, x+c.edge, y+c.edge, c.w-2*c.edge)
	}
	if len(slabs) == 0 {
		f.pages[0] = append(f.pages[0], piece{kind: framePiece, x: left, y: top, w: c.w, h: c.h, ink: line})
	}
	return f.pages
}

// cardScales are how small a card may be set.
var cardScales = []float64{1.1, 1, 0.95, 0.9, 0.86, 0.82}

// fit sets a card as large as one of the looks fits, the first that does; ok is
// false if none does, and the card is the last then.
func (c card) fit(looks ...look) (s slab, ok bool) {
	inside := c.inside()
	for _, scale := range cardScales {
		scale *= c.scale
		// Boxes in one more row are no gain of larger letters.
		if scale > c.scale && len(ticks(looks[0].Block, inside.w/scale)) > len(ticks(looks[0].Block, inside.w/c.scale)) {
			continue
		}
		for _, l := range looks {
			if s = l.slab(inside.w / scale).scaled(scale); s.height() <= inside.h+rounding {
				return s, true
			}
		}
	}
	return s, false
}

// unit sets the card of a unit, and its back if it needs one.
func (c card) unit(b Block) []slab {
	lean := b // what was chosen is in the profile and the weapons already
	lean.Notes = slices.DeleteFunc(slices.Clone(b.Notes), func(n Note) bool { return n.Free != "" })
	if s, ok := c.fit(look{Block: b}, look{Block: lean}, look{lean, true}); ok {
		return []slab{s}
	}
	front, back := lean, Block{Name: b.Name, Detail: []string{"rules"}, Terms: b.Terms}
	front.Terms = nil
	var all []slab
	for _, side := range []Block{front, back} {
		if s, ok := c.fit(look{Block: side}, look{side, true}); ok {
			all = append(all, s)
		} else { // more than any card holds
			all = append(all, s.divided(c.inside().h)...)
		}
	}
	return all
}

// reference sets a section on a card, or on as few as hold it, about equally
// full.
func (c card) reference(section Section) []slab {
	const entryCost = 20                      // characters of the line that an entry does not fill
	ends := make([]int, len(section.Entries)) // of each entry, in characters of all
	last := 0
	for i, e := range section.Entries {
		last += entryCost + len(e.Name) + len(e.Text)
		ends[i] = last
	}
	for n := 1; n <= len(section.Entries); n++ {
		var all []slab
		from := 0
		for i := range n {
			at, _ := slices.BinarySearch(ends, last*(i+1)/n)
			to := max(from+1, min(at+1, len(ends)-(n-1-i)))
			title := section.Title
			if n > 1 {
				title += fmt.Sprintf(" %d/%d", i+1, n)
			}
			s, ok := c.fit(look{Block: Block{Name: title, Terms: section.Entries[from:to]}})
			if !ok {
				break
			}
			all, from = append(all, s), to
		}
		if from == len(section.Entries) {
			return all
		}
	}
	// An entry alone is longer than a card.
	s, _ := c.fit(look{Block: Block{Name: section.Title, Terms: section.Entries}})
	return s.divided(c.inside().h)
}

// code sets the card for the opponent or the organiser: what the list is, and
// its QR code. The error is that of a list too long for one.
func (c card) code(s Sheet) (slab, error) {
	inside := c.inside()
	verdict := append(s.facts(), s.Cost(), s.Verdict())
	all := slab{strips: bar(Block{Name: s.Name, Detail: verdict}, inside.w, false)}
	if s.Mark != "" {
		mark := strip{height: noteLeading + 1}
		mark.write(pad, noteLeading, "List "+s.Mark, noteFont, muted)
		all.strips = append(all.strips, mark)
	}
	code, err := qrStrip(s.Code, min(inside.w, inside.h-all.height()))
	if err != nil {
		return slab{}, err
	}
	centred := strip{height: code.height}
	centred.add((inside.w-code.height)/2, 0, code.pieces...)
	all.strips = append(all.strips, centred)
	return all, nil
}

// single takes units that joined others out of them, each to be by itself.
func single(blocks []Block) []Block {
	var all []Block
	for _, b := range blocks {
		joined := b.Joined
		b.Joined = nil
		b.Notes = slices.Clip(b.Notes)
		for _, j := range joined {
			b.note("Joined by", j.Name)
		}
		all = append(all, b)
		for _, j := range single(joined) {
			j.Detail = append(slices.Clip(j.Detail), "joined "+b.Name)
			all = append(all, j)
		}
	}
	return all
}

// A look is how a block is set on a card.
type look struct {
	Block
	close bool // smaller badges, and notes behind their labels, not beside them
}

// slab sets the block for a card of width w: what is ticked beneath the profile,
// what its rules mean at the end.
func (l look) slab(w float64) slab {
	b := l.Block
	const (
		size, leading = 6.6, 2.75 // of what rules mean
		smaller       = 0.88      // badges where there is little room
	)
	s := blockSlab(Block{Name: b.Name, Detail: b.Detail}, w)
	s.framed = false
	small, remarks := 1.0, notes
	if l.close {
		small, remarks = smaller, closeNotes
	}
	profile, rest := badges(b, w/small)
	profile = slab{strips: profile}.scaled(small).strips
	s.strips = slices.Concat(s.strips, profile, counterStrips(rest, w), ticks(b, w), tables(b, w), remarks(b, w))
	for n, e := range b.Terms {
		for i, pieces := range wrap(w-2*pad, e.spans(size)...) {
			line := strip{height: leading}
			switch {
			case i > 0:
			case n == 0:
				line.height, line.begins = leading+1.6, true
				if len(b.Stats) > 0 {
					line.add(pad, 0.8, piece{kind: fillPiece, w: w - 2*pad, h: 0.3, ink: dark})
				}
			default:
				line.height, line.begins = leading+0.4, true
			}
			line.add(pad, line.height-0.6, pieces...)
			s.strips = append(s.strips, line)
		}
	}
	return s
}
