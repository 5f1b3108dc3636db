package export

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"muster/builder/table"
)

// Cards is a deck with a card for every unit, to cut out: its profile, boxes to tick, weapons, and
// explanations of its book's rules, without prices. The game's own rules are on one large card, the
// spells of each book on cards of their own. All cards use the same few font sizes. Text that does
// not fit goes to the back or to cards of rules.
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

func cardPages(d Document, o Options) (made *printout, err error) {
	d.Sheet = d.withImages()
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

// CardSize is the format of cards. "" is Poker.
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

// A card is a format of cards: width and height, the margin inside the cut line (edge), all in
// millimetres, and the largest scale (most).
type card struct {
	w, h, edge, most float64
	explains         bool  // it has room for the game's own rules
	paper            frame // the paper; A4 if zero
}

// page returns the paper on which the card is printed.
func (c card) page() frame {
	if c.paper.w == 0 {
		return a4
	}
	return c.paper
}

// sheet returns the number of cards side by side and one above another on the paper.
func (c card) sheet() (wide, high int) {
	return c.across(c.page().w, c.w), c.across(c.page().h, c.h)
}

// unreachable is the width of the paper's margin on which printers cannot print, in millimetres.
const unreachable = 4.5

// folds lists the formats of a large card on a page, the smallest first: whole cards, then the full
// width of the paper, then its full height too.
func (c card) folds() (all []fold) {
	wide, high := c.sheet()
	for i := 1; i < wide+high; i++ {
		all = append(all, fold{min(i, wide), max(1, i-wide+1), c.w, c.h})
	}
	room := 2 * max(0, unreachable-c.edge)
	w, h := c.page().w-room, c.page().h-room
	cells, rows := math.Ceil(w/c.w-rounding), math.Ceil(h/c.h-rounding)
	for i := 1; i <= high; i++ {
		all = append(all, fold{int(cells), i, w / cells, c.h})
	}
	return append(all, fold{int(cells), int(rows), w / cells, h / rows})
}

func (c CardSize) size() (card, error) {
	size, err := ParseCardSize(string(c))
	return map[CardSize]card{
		Poker: {w: 63, h: 88, edge: 2, most: 1.1},
		Tarot: {w: 70, h: 120, edge: 2, most: 1.2},
		A6:    {w: 105, h: 148, edge: 5, most: 1.5, explains: true},
	}[size], err
}

// inside is the area for the text of a card.
func (c card) inside() frame { return frame{w: c.w - 2*c.edge, h: c.h - 2*c.edge} }

// across returns the number of cards along a length of paper. Text must stay out of the margin that
// printers cannot reach.
func (c card) across(paper, side float64) int {
	n := int((paper + rounding) / side)
	for n > 1 && (paper-float64(n)*side)/2+c.edge < unreachable {
		n--
	}
	return n
}

// A deck is the layout of a list's cards, which share a scale and a grid.
type deck struct {
	card
	scale float64
	w, h  float64 // size inside a card, before scaling
	dial  badgeStyle
	grids map[bool]*grid // for figures and for vehicles
}

// deckOf returns a deck of blocks at a scale. Small cards have the large numbers of sheets at arm's
// length only if these fit in one row.
func (c card) deckOf(blocks []Block, scale float64) deck {
	inside := c.inside()
	d := deck{card: c, scale: scale, w: inside.w / scale, h: inside.h / scale, dial: cardDial}
	d.setGrids(blocks)
	for _, g := range d.grids {
		if !c.explains && len(g.rows) > 1 {
			d.dial = sheetDial
			d.setGrids(blocks)
			break
		}
	}
	return d
}

// setGrids computes the grids of blocks. Weapons have one only if it breaks no word.
func (d *deck) setGrids(blocks []Block) {
	d.grids = map[bool]*grid{}
	for _, vehicles := range []bool{false, true} {
		g := gridOf(slices.DeleteFunc(slices.Clone(blocks), func(b Block) bool { return b.Vehicle != vehicles }), d.w, d.dial)
		g.card = true
		maps.DeleteFunc(g.weapons, func(_ string, t Table) bool { return !t.fits })
		d.grids[vehicles] = g
	}
}

// layOut lays out all cards of a sheet at a large scale that needs few cards.
func (c card) layOut(s Sheet) []slab {
	const (
		step    = 0.03
		smaller = 6.0 // cards that a scale of 1 less costs
	)
	crowd := 2.0 // cards that profiles cost with more rows than they need
	if c.explains {
		crowd = 1 // there is room
	}
	blocks := separateJoined(s.WithoutCosts().Blocks)
	for i := range blocks {
		b := &blocks[i]
		b.Terms = slices.DeleteFunc(slices.Clone(b.Terms), func(e table.Entry) bool {
			return e.Text == "" || !c.explains && slices.Contains(s.Core, e)
		})
	}
	var best []slab
	tightest := c.deckOf(blocks, leastScale)
	least, whole := math.Inf(1), tightest.keepsWords(blocks)
	for scale := leastScale; scale < c.most+rounding; scale += step {
		d := c.deckOf(blocks, scale)
		if whole && !d.keepsWords(blocks) {
			break // a word would be broken
		}
		slabs := d.cards(s, blocks)
		cost := float64(len(slabs)) - smaller*scale
		if d.rows() > tightest.rows() {
			cost += crowd
		}
		if cost < least {
			best, least = slabs, cost
		}
		if float64(len(slabs))-smaller*c.most > least {
			break
		}
	}
	return best
}

// rows returns the number of rows of the profiles of figures and of vehicles.
func (d deck) rows() int { return len(d.grids[false].rows) + len(d.grids[true].rows) }

// keepsWords reports whether no word of a table is broken.
func (d deck) keepsWords(blocks []Block) bool {
	return !slices.ContainsFunc(blocks, func(b Block) bool {
		return slices.ContainsFunc(b.Tables, func(t Table) bool {
			_, _, fits := d.grids[b.Vehicle].columns(t, d.w-2*pad)
			return !fits
		})
	})
}

// cards lays out the cards of units, then of rules and spells. Large cards of units also explain
// rules of the game.
func (d deck) cards(s Sheet, blocks []Block) []slab {
	var slabs []slab
	var untold []table.Entry
	told := map[table.Entry]bool{}
	for _, b := range blocks {
		for _, e := range b.Terms {
			told[e] = true
		}
		sides, rest := d.unit(b)
		slabs, untold = append(slabs, sides...), append(untold, rest...)
	}
	core := slices.DeleteFunc(slices.Clone(s.Core), func(e table.Entry) bool {
		return told[e] && !slices.Contains(untold, e)
	})
	others := table.Section{Title: "Rules"}
	for _, e := range untold {
		if !slices.Contains(s.Core, e) && !slices.Contains(others.Entries, e) {
			others.Entries = append(others.Entries, e)
		}
	}
	slices.SortStableFunc(others.Entries, func(a, b table.Entry) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Text, b.Text))
	})
	sections := []table.Section{others}
	for _, section := range s.Reference {
		if section.Spells {
			sections = append(sections, section)
		}
	}
	game, books := d.core(core), d.reference(sections)
	if n := len(books); n > 0 && len(game) > 0 && game[0].folds.rows > 1 && books[n-1].height() >= leastFilled*d.card.h {
		game, books = books, game // a card of several rows last: it leaves places before it free
	}
	return slices.Concat(slabs, game, books)
}

// cards lays out the pages of cards; those in more come last.
func cards(s Sheet, size frame, c card, more ...slab) [][]piece {
	c.paper = size
	slabs := append(c.layOut(s), more...)
	wide, high := c.sheet()
	left, top := (size.w-float64(wide)*c.w)/2, (size.h-float64(high)*c.h)/2
	f := newFlow(frame{left, top, float64(wide) * c.w, float64(high) * c.h})
	n := 0
	for _, slab := range slabs {
		folds := cmp.Or(slab.folds, fold{1, 1, c.w, c.h})
		whole := frame{w: float64(folds.cells) * folds.w, h: float64(folds.rows) * folds.h}
		if n%wide+folds.cells > wide || n%wide > 0 && folds.rows > 1 { // a large card is not cut by the paper's edge
			n += wide - n%wide
		}
		if n > 0 && (folds.cells > wide || n+(folds.rows-1)*wide >= wide*high) {
			f.newPage()
			n = 0
		}
		whole.x, whole.y = left+float64(n%wide)*c.w, top+float64(n/wide)*c.h
		if folds.cells > wide || folds.rows > high { // it has a page
			whole.x, whole.y = (size.w-whole.w)/2, (size.h-whole.h)/2
		}
		page := &f.pages[len(f.pages)-1]
		*page = append(*page, piece{kind: framePiece, x: whole.x, y: whole.y, w: whole.w, h: whole.h, ink: line})
		f.place(slab, whole.x+c.edge, whole.y+c.edge, whole.w-2*c.edge)
		switch n += folds.cells; {
		case folds.cells > wide || folds.rows > high:
			n = wide * high
		case folds.rows > 1: // nothing stands beside it
			n += folds.rows*wide - folds.cells
		}
	}
	if len(slabs) == 0 {
		f.pages[0] = append(f.pages[0], piece{kind: framePiece, x: left, y: top, w: c.w, h: c.h, ink: line})
	}
	return f.pages
}

// leastFilled is the minimum share of a card that is filled, except for the last card of a group.
const leastFilled = 0.36

// pictureArea is the minimum share of a card's side for the picture of its unit.
const pictureArea = 0.2

// unit lays out the card of a unit, with a back if needed. untold holds the rules, the longest
// ones, whose explanations do not fit.
func (d deck) unit(b Block) (sides []slab, untold []table.Entry) {
	b = d.withSource(b)
	b.grid = d.grids[b.Vehicle]
	room := d.h + rounding
	first := room // of the side with the picture
	if b.image != nil {
		first -= pictureArea * d.h
	}
	lean := b // what was chosen is in the profile and the weapons already
	lean.Notes = slices.DeleteFunc(slices.Clone(b.Notes), func(n table.Note) bool { return n.Free != "" })
	var front slab
	for _, l := range []cardBlock{{Block: b}, {Block: lean}, {Block: lean, compact: true}} {
		if front = l.slab(d); front.height() <= first {
			break
		}
	}
	sides = front.divided(first, room)
	if n := len(sides); n > 1 && sides[n-1].height() < leastFilled*d.h { // the last side takes more of it
		for h := 0.95; h > 0.5 && len(sides) == n && sides[n-1].height() < leastFilled*d.h; h -= 0.05 {
			if again := front.divided(min(first, h*d.h), h*d.h); len(again) == n {
				sides = again
			}
		}
	}
	last := &sides[len(sides)-1]
	if len(sides) == 1 {
		room = first
	}
	terms := slices.Clone(b.Terms)
	for {
		set := explanationStrips(terms, d.w, leastType, len(b.Stats) > 0)
		if whole := last.height() + (slab{strips: set}).height(); whole <= room || len(terms) == 0 {
			last.strips = slices.Concat(last.strips, set)
			break
		}
		longest := 0
		for i, e := range terms {
			if len(e.Text) > len(terms[longest].Text) {
				longest = i
			}
		}
		untold = append(untold, terms[longest])
		terms = slices.Delete(terms, longest, longest+1)
	}
	if b.image != nil {
		side := &sides[0]
		side.strips = slices.Insert(slices.Clone(side.strips), len(nameBar(b, d.w, false)), d.picture(b.image, d.h-side.height()))
	}
	for i := range sides {
		sides[i] = d.withLines(sides[i]).scaled(d.scale)
	}
	return sides, untold
}

// withSource returns the block with its army book below its name, or among its notes if it would
// need a second line there.
func (d deck) withSource(b Block) Block {
	if b.Source == "" || slices.Contains(b.Detail, b.Source) {
		return b
	}
	if detail := append(slices.Clip(b.Detail), b.Source); detailFont.width(printable(strings.Join(detail, " · "))) <= d.w-2*pad {
		b.Detail = detail
	} else {
		b.Notes = slices.Clip(b.Notes)
		b.AddNote("Book", b.Source)
	}
	return b
}

// picture lays out a unit's picture in the free part of its card, at most half of it.
func (d deck) picture(image *Image, free float64) strip {
	const edge = 0.8 // above it and beneath
	h := min(free, d.h/2, 2*edge+(d.w-2*pad)*float64(image.Height)/float64(image.Width))
	s := strip{height: h}
	s.add(0, 0, image.fit(pad, edge, d.w-2*pad, h-2*edge))
	return s
}

// withLines adds lines for notes to the side of a card that is nearly empty.
func (d deck) withLines(s slab) slab {
	const apart = 7 / 1.1
	for n := 0; s.height() < leastFilled*d.h; n++ {
		one := strip{height: apart}
		one.add(pad, apart-0.2, piece{kind: fillPiece, w: d.w - 2*pad, h: 0.12, ink: line})
		if n == 0 {
			one.write(pad, apart-1.2, "Notes", labelFont, muted)
		}
		s.strips = append(slices.Clip(s.strips), one)
	}
	return s
}

// explanationStrips lays out explanations in the width w and a font size. If follow is set, a line
// separates them from the text above.
func explanationStrips(terms []table.Entry, w, size float64, follow bool) []strip {
	leading := size * 0.39
	var strips []strip
	for n, e := range terms {
		first := strip{height: leading + 0.5, breakBefore: true}
		if n == 0 {
			first.height = leading + 1.6
			if follow {
				first.add(pad, 0.8, piece{kind: fillPiece, w: w - 2*pad, h: 0.3, ink: dark})
			}
		}
		strips = append(strips, stacked(first, leading, pad, 0.7, wrapEven(w-2*pad, spansOf(e, size)...))...)
	}
	return strips
}

// titled returns the title bar of a card.
func titled(title string, w float64) []strip {
	return nameBar(Block{Unit: table.Unit{Name: title}}, w, false)
}

// reference lays out sections on as few cards as possible, filled about equally. The card's title
// is its first section; later sections have headings.
func (d deck) reference(sections []table.Section) []slab {
	var all []slab // entries, each with the title of its card and maybe a heading
	var titles []string
	for _, section := range sections {
		for i, e := range section.Entries {
			one := slab{strips: explanationStrips([]table.Entry{e}, d.w, leastType, false)}
			if len(one.strips) == 0 { // of nothing that can be printed
				continue
			}
			one.strips[0].height -= 1.1 // that only the first needs
			for j := range one.strips[0].pieces {
				one.strips[0].pieces[j].y -= 1.1
			}
			if i == 0 && len(all) > 0 {
				head := strip{height: 8}
				head.write(pad, 5.5, section.Title, nameFont, black)
				head.add(pad, 6.6, piece{kind: fillPiece, w: d.w - 2*pad, h: 0.3, ink: dark})
				one.again = head
			}
			all, titles = append(all, one), append(titles, section.Title)
		}
	}
	for n := 1; ; n++ {
		if cards, ok := d.dealEntries(all, titles, n); ok || n > len(all) { // none of nothing
			return cards
		}
	}
}

// dealEntries distributes entries over n cards, filled about equally; ok is false if they do not
// fit.
func (d deck) dealEntries(all []slab, titles []string, n int) (cards []slab, ok bool) {
	total := 0.0
	for _, one := range all {
		total += one.height() + one.again.height
	}
	for len(all) > 0 {
		one := slab{strips: append(titled(titles[0], d.w), strip{height: 1.2})}
		room := one.height()
		share := total / float64(max(1, n-len(cards)))
		used := 0.0
		for first := true; len(all) > 0; first = false {
			next := all[0]
			if !first && next.again.height > 0 {
				next.strips = slices.Concat([]strip{next.again}, next.strips)
			}
			h := next.height()
			if !first && (room+used+h > d.h+rounding || used+h/2 > share) {
				break
			}
			one.strips = append(one.strips, next.strips...)
			used += h
			all, titles = all[1:], titles[1:]
		}
		total -= used
		for _, side := range one.divided(d.h, d.h) {
			cards = append(cards, side.scaled(d.scale))
		}
	}
	return cards, len(cards) <= n
}

// corePoints is the font size of the game's rules.
const corePoints = 9

// core lays out the game's own rules on one card, as wide as several cards if needed, and folded if
// wider than the paper; on several cards if a page is too small.
func (d deck) core(entries []table.Entry) []slab {
	var all []slab
	for len(entries) > 0 {
		made, n := d.coreCard(entries)
		if n == 0 { // an entry alone is longer than a page
			n = 1
			made = slab{strips: slices.Concat(titled("Core rules", d.w), d.coreText(entries[:1], d.w)[0].strips)}
			for _, side := range made.divided(d.h, d.h) {
				all = append(all, side.scaled(d.scale))
			}
		} else {
			all = append(all, made.scaled(d.scale))
		}
		entries = entries[n:]
	}
	return all
}

// coreText lays out entries of the game's rules in a width, each part below its name.
func (d deck) coreText(entries []table.Entry, w float64) []slab {
	size := max(leastType, corePoints/d.scale)
	text := make([]slab, len(entries))
	part := ""
	for i, e := range entries {
		strips := explanationStrips([]table.Entry{e}, w, size, false)
		if e.Part != part && len(strips) > 0 {
			part = e.Part
			strips[0].height, strips[0].breakBefore = strips[0].height-1, false
			for j := range strips[0].pieces {
				strips[0].pieces[j].y--
			}
			strips = slices.Concat([]strip{{height: 1.6}, partHead(part, w, size)}, strips)
		}
		text[i].strips = strips
	}
	return text
}

// coreCard lays out entries of the game's rules on the smallest card that holds them, and returns
// how many it holds.
func (d deck) coreCard(entries []table.Entry) (made slab, n int) {
	for _, folded := range d.card.folds() {
		if made, n = d.folded(entries, folded); n == len(entries) {
			break
		}
	}
	return made, n
}

// folded lays out entries of the game's rules on a folded card, row by row, and returns how many
// fit.
func (d deck) folded(entries []table.Entry, folds fold) (made slab, n int) {
	between := 2 * d.edge / d.scale
	w, h := folds.w/d.scale-between, folds.h/d.scale-between
	whole := float64(folds.cells)*(w+between) - between
	made = slab{strips: titled("Core rules", whole), folds: folds}
	top := made.height()
	f := newFlow(frame{0, 0, whole, float64(folds.rows)*(h+between) - between})
	rest := d.coreText(entries, w)
	for row := range folds.rows {
		columns := f.columns(folds.cells, between)
		y := float64(row) * (h + between)
		for i := range columns {
			columns[i].y = max(y, top)
			columns[i].h = y + h - columns[i].y
		}
		if row > 0 {
			f.pages[0] = append(f.pages[0], piece{kind: fillPiece, y: y - between/2, w: whole, h: 0.12, ink: line})
		}
		if bottom, ok := level(rest, columns, 0); ok {
			for i := range columns {
				columns[i].h = bottom - columns[i].y
			}
		}
		rest = f.fill(rest, columns, 0)
	}
	for i := range f.pages[0] {
		f.pages[0][i].y -= top
	}
	made.strips = append(made.strips, strip{height: f.area.h - top, pieces: f.pages[0]})
	return made, len(entries) - len(rest)
}

// code lays out the card for the opponent or the organiser: the list's summary and QR code. The
// error says that the list is too long for a code.
func (c card) code(s Sheet) (slab, error) {
	inside := c.inside()
	verdict := filled(append(s.facts(), s.Cost(), s.Verdict()))
	all := slab{strips: nameBar(Block{Unit: table.Unit{Name: s.Name, Detail: verdict}}, inside.w, false)}
	if s.Mark != "" {
		mark := strip{height: noteLeading + 1}
		mark.write(pad, noteLeading, "List "+s.Mark, noteFont, muted)
		all.strips = append(all.strips, mark)
	}
	code, err := qrStrip(&s, min(inside.w, inside.h-all.height()))
	if err != nil {
		return slab{}, err
	}
	centred := strip{height: code.height}
	centred.add((inside.w-code.height)/2, 0, code.pieces...)
	all.strips = append(all.strips, centred)
	return all, nil
}

// separateJoined returns blocks in which joined units are blocks of their own.
func separateJoined(blocks []Block) []Block {
	var all []Block
	for _, b := range blocks {
		joined := b.Joined
		b.Joined = nil
		b.Notes = slices.Clip(b.Notes)
		for _, j := range joined {
			b.AddNote("Joined by", j.Name)
		}
		all = append(all, b)
		for _, j := range separateJoined(joined) {
			j.Detail = append(slices.Clip(j.Detail), "joined "+b.Name)
			all = append(all, j)
		}
	}
	return all
}

// A cardBlock is a block in its layout for a card.
type cardBlock struct {
	Block
	compact bool // notes directly after their labels, not beside them
}

// slab lays out the block for a card: boxes to tick below the profile, then weapons and notes.
func (l cardBlock) slab(d deck) slab {
	s := blockSlab(Block{Unit: table.Unit{Name: l.heading(), Detail: l.Detail}}, d.w)
	s.framed = false
	remarks := noteStrips
	if l.compact {
		remarks = compactNotes
	}
	profile, rest := badges(l.Block, d.w, d.dial)
	s.strips = slices.Concat(s.strips, profile, tickBoxes(l.Block, rest, d.w), tables(l.Block, d.w), remarks(l.Block, d.w))
	return s
}
