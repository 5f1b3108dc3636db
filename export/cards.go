package export

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"muster/builder/table"
)

// Cards is a card for every unit, to cut out: its profile, its boxes to tick, its weapons, and
// its book's rules explained. Prices are left out. The game's own rules have cards of their
// own, and so have the spells of each book. If a card cannot hold everything even in small
// letters, the explanations go to the back.
var Cards = register(&Format{
	Name:    "cards",
	Title:   "Cards",
	About:   "a PDF of cards to cut out, one for each unit",
	Endings: []string{".pdf"},
	ByName:  true,
	Media:   "application/pdf",
	Rank:    20,
	pages:   cardPages,
})

func cardPages(d Document, o Options) (*printout, error) {
	size, err := pageSize(o.Paper)
	if err != nil {
		return nil, err
	}
	card, err := o.Card.size()
	if err != nil {
		return nil, err
	}
	if err := tooManyBoxes(d.Sheet); err != nil {
		return nil, err
	}
	var code []slab
	if d.Sheet.Code != "" {
		whole, err := card.code(d.Sheet)
		if err != nil {
			return nil, err
		}
		code = []slab{whole}
	}
	return newPrintout(d, size, o.inked(cards(o.sheet(d.Sheet), size, card, code...))), nil
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

// A card is the size of a card in millimetres, its margin inside the cut line, its usual scale
// and its largest.
type card struct {
	w, h, edge, usual, most float64
	more                    float64 // how much higher larger letters may make a unit's tables
	explains                bool    // there is room for the game's own rules
}

func (c CardSize) size() (card, error) {
	size, err := ParseCardSize(string(c))
	return map[CardSize]card{
		Poker: {w: 63, h: 88, edge: 2, usual: 1, most: 1.15, more: 1},
		Tarot: {w: 70, h: 120, edge: 2, usual: 1.06, most: 1.3, more: 1},
		A6:    {w: 105, h: 148, edge: 5, usual: 1.2, most: 1.7, more: 1.6, explains: true},
	}[size], err
}

// inside is the area for the text of a card.
func (c card) inside() frame { return frame{w: c.w - 2*c.edge, h: c.h - 2*c.edge} }

// across returns the number of cards on a length of paper; the margins that printers cannot
// reach may hold no text.
func (c card) across(paper, side float64) int {
	const unreachable = 4.5
	n := int((paper + rounding) / side)
	for n > 1 && (paper-float64(n)*side)/2+c.edge < unreachable {
		n--
	}
	return n
}

// deck sets all cards of a sheet. Large cards of units also explain rules of the game. On small
// ones, or for lack of room, the explanations get cards of their own.
func (c card) deck(s Sheet) []slab {
	var slabs []slab
	var untold []table.Entry
	told := map[table.Entry]bool{}
	for _, b := range single(s.WithoutCosts().Blocks) {
		b.Terms = slices.DeleteFunc(slices.Clone(b.Terms), func(e table.Entry) bool {
			return e.Text == "" || !c.explains && slices.Contains(s.Core, e)
		})
		for _, e := range b.Terms {
			told[e] = true
		}
		if !slices.Contains(b.Detail, b.Source) && b.Source != "" {
			b.Detail = append(slices.Clip(b.Detail), b.Source)
		}
		sides, rest := c.unit(b)
		slabs, untold = append(slabs, sides...), append(untold, rest...)
	}
	needed := func(e table.Entry) bool { return slices.Contains(untold, e) || slices.Contains(s.Core, e) && !told[e] }
	core := table.Section{Title: "Core rules"}
	for _, e := range s.Core {
		if needed(e) {
			core.Entries = append(core.Entries, e)
		}
	}
	others := table.Section{Title: "Rules"}
	for _, e := range untold {
		if !slices.Contains(s.Core, e) && !slices.Contains(others.Entries, e) {
			others.Entries = append(others.Entries, e)
		}
	}
	slices.SortFunc(others.Entries, func(a, b table.Entry) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Text, b.Text))
	})
	sections := []table.Section{others, core}
	for _, section := range s.Reference {
		if section.Spells {
			sections = append(sections, section)
		}
	}
	for _, section := range sections {
		if len(section.Entries) > 0 {
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

// fit sets a card as large as one of the looks fits, the first that does, and so
// that it fills the card; ok is false if none does, and the card is the last, the
// closest, then.
func (c card) fit(looks ...look) (s slab, ok bool) {
	const unsure = 1.2 // how much less high a card may be than its smallest lets expect
	inside := c.inside()
	closest := looks[len(looks)-1].slab(inside.w / leastScale)
	if closest.height()*leastScale > inside.h+rounding {
		return closest.scaled(leastScale), false
	}
	usual := looks[0].height(inside.w / c.usual)
	whole := !math.IsInf(looks[0].height(inside.w/leastScale), 1) // no word needs to be broken
	for scale := c.most; scale > leastScale-rounding; scale -= scaleStep {
		if closest.height()*scale*scale/leastScale > unsure*inside.h {
			continue
		}
		lines := looks[0].height(inside.w / scale)
		if scale > c.usual && lines > c.more*usual || whole && math.IsInf(lines, 1) {
			continue // more lines are no gain of larger letters
		}
		for _, l := range looks {
			if s = l.slab(inside.w / scale); s.height()*scale <= inside.h+rounding {
				return s.filling(inside.h/scale, len(l.Stats) > 0).scaled(scale), true
			}
		}
	}
	return closest.scaled(leastScale), true
}

// filling returns the slab set looser to reach the height h, as far as that looks well; the
// remaining space goes above the explanations of rules, if a unit is above them.
func (s slab) filling(h float64, unit bool) slab {
	s = s.loosened(min(1, s.looseness(h)) * looser)
	if at := slices.IndexFunc(s.strips, func(one strip) bool { return one.begins }); at > 0 && unit {
		s.strips[at-1].height += max(0, h-s.height())
	}
	return s
}

// unit sets the card of a unit, or more where one cannot hold all that it has,
// and returns the rules that there is no room to explain: the longest of them.
func (c card) unit(b Block) (sides []slab, untold []table.Entry) {
	b.Terms = slices.Clone(b.Terms)
	for {
		lean := b // what was chosen is in the profile and the weapons already
		lean.Notes = slices.DeleteFunc(slices.Clone(b.Notes), func(n table.Note) bool { return n.Free != "" })
		s, ok := c.dialled(look{Block: b}, look{Block: lean}, look{Block: lean, close: true})
		switch {
		case ok:
			return []slab{s}, untold
		case len(b.Terms) == 0: // more than any card holds
			return s.divided(c.inside().h), untold
		}
		longest := 0
		for i, e := range b.Terms {
			if len(e.Text) > len(b.Terms[longest].Text) {
				longest = i
			}
		}
		untold = append(untold, b.Terms[longest])
		b.Terms = slices.Delete(b.Terms, longest, longest+1)
	}
}

// dialled is fit with the numbers of the profile as they are read at arm's
// length or, on a card that is too small for that, as on a sheet.
func (c card) dialled(looks ...look) (s slab, ok bool) {
	if s, ok = c.fit(looks...); ok || c.explains {
		return s, ok
	}
	for i := range looks {
		looks[i].small = true
	}
	return c.fit(looks...)
}

// reference sets a section on a card, or on as few as hold it, about equally
// full.
func (c card) reference(section table.Section) []slab {
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
			s, ok := c.fit(look{Block: Block{Unit: table.Unit{Name: title}, Terms: section.Entries[from:to]}})
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
	s, _ := c.fit(look{Block: Block{Unit: table.Unit{Name: section.Title}, Terms: section.Entries}})
	return s.divided(c.inside().h)
}

// code sets the card for the opponent or the organiser: the list's summary and its QR code. The
// error says that the list is too long for a code.
func (c card) code(s Sheet) (slab, error) {
	inside := c.inside()
	verdict := append(s.facts(), s.Cost(), s.Verdict())
	all := slab{strips: bar(Block{Unit: table.Unit{Name: s.Name, Detail: verdict}}, inside.w, false)}
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
			b.AddNote("Joined by", j.Name)
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
	close bool // notes behind their labels, not beside them
	small bool // the numbers of the profile
}

// height is how high the block's figures, boxes and tables are on a card of width
// w; without end if a word would have to be broken.
func (l look) height(w float64) float64 {
	for _, t := range l.Tables {
		if _, _, fits := l.grid.columns(t, w-2*pad); !fits {
			return math.Inf(1)
		}
	}
	strips, rest := badges(l.Block, w, l.dial())
	return slab{strips: slices.Concat(strips, ticks(l.Block, rest, w), tables(l.Block, w))}.height()
}

// dial is how large the numbers of the profile are.
func (l look) dial() dial {
	if l.small {
		return sheetDial
	}
	return cardDial
}

// slab sets the block for a card of width w: boxes to tick beneath the profile, explanations of
// rules at the end.
func (l look) slab(w float64) slab {
	const leading = 3.1 // of what rules mean
	b := gridded([]Block{l.Block}, w, l.dial())[0]
	s := blockSlab(Block{Unit: table.Unit{Name: b.heading(), Detail: b.Detail}}, w)
	s.framed = false
	remarks := notes
	if l.close {
		remarks = closeNotes
	}
	profile, rest := badges(b, w, l.dial())
	s.strips = slices.Concat(s.strips, profile, ticks(b, rest, w), tables(b, w), remarks(b, w))
	for n, e := range b.Terms {
		for i, pieces := range wrapEven(w-2*pad, spansOf(e, leastType)...) {
			line := strip{height: leading}
			switch {
			case i > 0:
			case n == 0:
				line.height, line.begins = leading+1.6, true
				if len(b.Stats) > 0 {
					line.add(pad, 0.8, piece{kind: fillPiece, w: w - 2*pad, h: 0.3, ink: dark})
				}
			default:
				line.height, line.begins = leading+0.5, true
			}
			line.add(pad, line.height-0.7, pieces...)
			s.strips = append(s.strips, line)
		}
	}
	return s
}
