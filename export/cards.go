package export

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"muster/builder/table"
	"muster/report"
)

// Cards is a deck of cards to cut out, one for every unit: its profile, boxes to tick, weapons, and
// explanations of its book's rules, without prices. The game's own rules are on one large card, the
// spells of each book on further cards. All cards use the same few font sizes. Text that does not
// fit is printed on the back or on cards of rules.
var Cards = register(&Format{
	Name:             "cards",
	Title:            "Cards",
	About:            "a PDF of cards to cut out, one for each unit",
	Extensions:       []string{".pdf"},
	ChosenOnlyByName: true,
	MediaType:        "application/pdf",
	Rank:             20,
	pages:            cardPages,
})

func cardPages(d Document, o Options) (made *printout, err error) {
	d.Sheet = d.withImages()
	size, err := pageSize(o.Paper)
	if err != nil {
		return nil, err
	}
	card, err := o.CardSize.format()
	if err != nil {
		return nil, err
	}
	if err := tooManyBoxes(d.Sheet); err != nil {
		return nil, err
	}
	var code []slab
	if d.Sheet.Code != "" {
		whole, err := card.qrCodeCard(d.Sheet)
		if err != nil {
			return nil, err
		}
		code = []slab{whole}
	}
	return newPrintout(d, size, o.withInk(cardsOnPages(o.applyTo(d.Sheet), size, card, code...))), nil
}

// CardSize is the name of a format of cards. "" is Poker.
type CardSize string

// The sizes of cards.
const (
	Poker CardSize = "poker" // 63 × 88 mm
	Tarot CardSize = "tarot" // 70 × 120 mm
	A6    CardSize = "a6"    // 105 × 148 mm
)

// CardSizes lists the sizes of cards, the smallest first.
func CardSizes() []CardSize { return []CardSize{Poker, Tarot, A6} }

// ParseCardSize parses the name of a size, ignoring case; "" is Poker.
func ParseCardSize(name string) (CardSize, error) {
	return parseChoice("size of cards; choose poker, tarot or a6", name, CardSizes()...)
}

// A card is a format of cards: its width and height, the margin inside the cut line, all in
// millimetres, and its largest scale.
type card struct {
	w, h, margin, maxScale float64
	hasCoreRules           bool  // it has room for the game's own rules
	paper                  frame // the paper; A4 if zero
}

// page returns the paper on which the card is printed.
func (c card) page() frame {
	if c.paper.w == 0 {
		return a4
	}
	return c.paper
}

// cardsPerPage returns the number of cards side by side and one above another on the paper.
func (c card) cardsPerPage() (wide, high int) {
	return c.cardsAlong(c.page().w, c.w), c.cardsAlong(c.page().h, c.h)
}

// unprintableMargin is the width of the paper's margin on which printers cannot print, in
// millimetres.
const unprintableMargin = 4.5

// foldFormats lists the formats of a large card that fit on a page, the smallest first: whole
// cards, then the full width of the paper, then its full height too.
func (c card) foldFormats() (all []foldFormat) {
	wide, high := c.cardsPerPage()
	for i := 1; i < wide+high; i++ {
		all = append(all, foldFormat{min(i, wide), max(1, i-wide+1), c.w, c.h})
	}
	room := 2 * max(0, unprintableMargin-c.margin)
	w, h := c.page().w-room, c.page().h-room
	cells, rows := math.Ceil(w/c.w-lengthTolerance), math.Ceil(h/c.h-lengthTolerance)
	for i := 1; i <= high; i++ {
		all = append(all, foldFormat{int(cells), i, w / cells, c.h})
	}
	return append(all, foldFormat{int(cells), int(rows), w / cells, h / rows})
}

func (c CardSize) format() (card, error) {
	size, err := ParseCardSize(string(c))
	return map[CardSize]card{
		Poker: {w: 63, h: 88, margin: 2, maxScale: 1.1},
		Tarot: {w: 70, h: 120, margin: 2, maxScale: 1.2},
		A6:    {w: 105, h: 148, margin: 5, maxScale: 1.5, hasCoreRules: true},
	}[size], err
}

// textArea returns the area for the text of a card.
func (c card) textArea() frame { return frame{w: c.w - 2*c.margin, h: c.h - 2*c.margin} }

// cardsAlong returns how many cards fit side by side along a length of paper; side is the length of
// a card in that direction. The cards' text stays out of the margin on which printers cannot print.
func (c card) cardsAlong(paper, side float64) int {
	n := int((paper + lengthTolerance) / side)
	for n > 1 && (paper-float64(n)*side)/2+c.margin < unprintableMargin {
		n--
	}
	return n
}

// A deck is the layout of a list's cards, which share a scale and a grid.
type deck struct {
	card
	scale            float64
	w, h             float64 // width and height of a card's text area, before scaling
	badgeStyle       badgeStyle
	gridsByIsVehicle map[bool]*grid // the grid of figures (false) and of vehicles (true)
}

// deckOf returns a deck of blocks at a scale. Small cards have large numbers in profiles only if a
// profile then fits in one row.
func (c card) deckOf(blocks []Block, scale float64) deck {
	inside := c.textArea()
	d := deck{card: c, scale: scale, w: inside.w / scale, h: inside.h / scale, badgeStyle: cardBadgeStyle}
	d.setGrids(blocks)
	for _, g := range d.gridsByIsVehicle {
		if !c.hasCoreRules && len(g.slotRows) > 1 {
			d.badgeStyle = sheetBadgeStyle
			d.setGrids(blocks)
			break
		}
	}
	return d
}

// setGrids computes the grids of blocks. Tables of weapons share columns only if that breaks no
// word.
func (d *deck) setGrids(blocks []Block) {
	d.gridsByIsVehicle = map[bool]*grid{}
	for _, vehicles := range []bool{false, true} {
		g := gridOf(slices.DeleteFunc(slices.Clone(blocks), func(b Block) bool { return b.IsVehicle != vehicles }),
			d.w, d.badgeStyle)
		g.isForCards = true
		maps.DeleteFunc(g.weaponTables, func(_ string, t columnSet) bool { return !t.allWordsFit })
		d.gridsByIsVehicle[vehicles] = g
	}
}

// layOutCards lays out all cards of a sheet. It weighs a large scale against few cards.
func (c card) layOutCards(s Sheet) []slab {
	const (
		step    = 0.03
		smaller = 6.0 // cards that a scale of 1 less costs
	)
	crowd := 2.0 // cards that profiles cost with more rows than they need
	if c.hasCoreRules {
		crowd = 1 // there is room
	}
	blocks := separateJoinedUnits(s.WithoutCosts().Blocks)
	for i := range blocks {
		b := &blocks[i]
		b.Terms = slices.DeleteFunc(slices.Clone(b.Terms), func(e table.Entry) bool {
			return e.Text == "" || !c.hasCoreRules && slices.Contains(s.CoreRules, e)
		})
	}
	var best []slab
	tightest := c.deckOf(blocks, minScale)
	least, whole := math.Inf(1), tightest.fitsAllWords(blocks)
	for scale := minScale; scale < c.maxScale+lengthTolerance; scale += step {
		d := c.deckOf(blocks, scale)
		if whole && !d.fitsAllWords(blocks) {
			break // a word would be broken
		}
		slabs := d.allCards(s, blocks)
		cost := float64(len(slabs)) - smaller*scale
		if d.profileRowCount() > tightest.profileRowCount() {
			cost += crowd
		}
		if cost < least {
			best, least = slabs, cost
		}
		if float64(len(slabs))-smaller*c.maxScale > least {
			break
		}
	}
	return best
}

// profileRowCount returns the number of rows of a figure's profile plus that of a vehicle's.
func (d deck) profileRowCount() int {
	return len(d.gridsByIsVehicle[false].slotRows) + len(d.gridsByIsVehicle[true].slotRows)
}

// fitsAllWords reports whether all words of the blocks' tables fit into their columns.
func (d deck) fitsAllWords(blocks []Block) bool {
	return !slices.ContainsFunc(blocks, func(b Block) bool {
		return slices.ContainsFunc(b.Tables, func(t *report.Table) bool {
			_, _, fits := d.gridsByIsVehicle[b.IsVehicle].fitColumns(t, d.w-2*padding)
			return !fits
		})
	})
}

// allCards lays out the cards of units, then the cards of rules and spells. Large cards of units
// also explain rules of the game.
func (d deck) allCards(s Sheet, blocks []Block) []slab {
	var slabs []slab
	var untold []table.Entry
	told := map[table.Entry]bool{}
	for _, b := range blocks {
		for _, e := range b.Terms {
			told[e] = true
		}
		sides, rest := d.unitCard(b)
		slabs, untold = append(slabs, sides...), append(untold, rest...)
	}
	core := slices.DeleteFunc(slices.Clone(s.CoreRules), func(e table.Entry) bool {
		return told[e] && !slices.Contains(untold, e)
	})
	others := table.Section{Title: "Rules"}
	for _, e := range untold {
		if !slices.Contains(s.CoreRules, e) && !slices.Contains(others.Entries, e) {
			others.Entries = append(others.Entries, e)
		}
	}
	slices.SortStableFunc(others.Entries, func(a, b table.Entry) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Text, b.Text))
	})
	sections := []table.Section{others}
	for _, section := range s.Reference {
		if section.HasSpells {
			sections = append(sections, section)
		}
	}
	game, books := d.coreRulesCards(core), d.referenceCards(sections)
	if n := len(books); n > 0 && len(game) > 0 && game[0].fold.rows > 1 && books[n-1].height() >= minCardFill*d.card.h {
		game, books = books, game // a card of several rows last: it leaves places before it free
	}
	return slices.Concat(slabs, game, books)
}

// cardsOnPages lays out the cards of a sheet on pages of a size. The additional cards in more come
// last.
func cardsOnPages(s Sheet, size frame, c card, more ...slab) [][]piece {
	c.paper = size
	slabs := append(c.layOutCards(s), more...)
	wide, high := c.cardsPerPage()
	left, top := (size.w-float64(wide)*c.w)/2, (size.h-float64(high)*c.h)/2
	f := newFlow(frame{left, top, float64(wide) * c.w, float64(high) * c.h})
	n := 0
	for _, slab := range slabs {
		folds := cmp.Or(slab.fold, foldFormat{1, 1, c.w, c.h})
		whole := frame{w: float64(folds.columns) * folds.w, h: float64(folds.rows) * folds.h}
		if n%wide+folds.columns > wide || n%wide > 0 && folds.rows > 1 { // a large card is not cut by the paper's edge
			n += wide - n%wide
		}
		if n > 0 && (folds.columns > wide || n+(folds.rows-1)*wide >= wide*high) {
			f.newPage()
			n = 0
		}
		whole.x, whole.y = left+float64(n%wide)*c.w, top+float64(n/wide)*c.h
		if folds.columns > wide || folds.rows > high { // it has a page
			whole.x, whole.y = (size.w-whole.w)/2, (size.h-whole.h)/2
		}
		page := &f.pages[len(f.pages)-1]
		*page = append(*page, piece{kind: framePiece, x: whole.x, y: whole.y, w: whole.w, h: whole.h, ink: lineInk})
		f.placeSlab(slab, whole.x+c.margin, whole.y+c.margin, whole.w-2*c.margin)
		switch n += folds.columns; {
		case folds.columns > wide || folds.rows > high:
			n = wide * high
		case folds.rows > 1: // nothing stands beside it
			n += folds.rows*wide - folds.columns
		}
	}
	if len(slabs) == 0 {
		f.pages[0] = append(f.pages[0], piece{kind: framePiece, x: left, y: top, w: c.w, h: c.h, ink: lineInk})
	}
	return f.pages
}

// minCardFill is the minimum share of a card that is filled, except for the last card of a group.
const minCardFill = 0.36

// minPictureHeightShare is the minimum height of a unit's picture, as a share of the card's height.
const minPictureHeightShare = 0.2

// unitCard lays out the card of a unit, with a back if needed. untold holds the rules whose
// explanations do not fit; the longest are left out first.
func (d deck) unitCard(b Block) (sides []slab, untold []table.Entry) {
	b = d.withBookName(b)
	b.grid = d.gridsByIsVehicle[b.IsVehicle]
	room := d.h + lengthTolerance
	first := room // of the side with the picture
	if b.image != nil {
		first -= minPictureHeightShare * d.h
	}
	lean := b // what was chosen is in the profile and the weapons already
	lean.Notes = slices.DeleteFunc(slices.Clone(b.Notes), func(n table.Note) bool { return n.TextWithoutCosts != "" })
	var front slab
	for _, l := range []cardBlock{{Block: b}, {Block: lean}, {Block: lean, hasCompactNotes: true}} {
		if front = l.slab(d); front.height() <= first {
			break
		}
	}
	sides = front.cutIntoParts(first, room)
	if n := len(sides); n > 1 && sides[n-1].height() < minCardFill*d.h { // the last side takes more of it
		for h := 0.95; h > 0.5 && len(sides) == n && sides[n-1].height() < minCardFill*d.h; h -= 0.05 {
			if again := front.cutIntoParts(min(first, h*d.h), h*d.h); len(again) == n {
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
		set := explanationStrips(terms, d.w, minFontSize, len(b.Stats) > 0)
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
		side.strips = slices.Insert(slices.Clone(side.strips), len(nameBar(b, d.w, false)),
			d.pictureStrip(b.image, d.h-side.height()))
	}
	for i := range sides {
		sides[i] = d.withNoteLines(sides[i]).scaled(d.scale)
	}
	return sides, untold
}

// withBookName returns the block with its army book below its name, or among its notes if the line
// below the name would be too long.
func (d deck) withBookName(b Block) Block {
	if b.BookName == "" || slices.Contains(b.KindAndTraits, b.BookName) {
		return b
	}
	if detail := append(slices.Clip(b.KindAndTraits), b.BookName); detailFont.width(printable(strings.Join(detail, " · "))) <= d.w-2*padding {
		b.KindAndTraits = detail
	} else {
		b.Notes = slices.Clip(b.Notes)
		b.AddNote("Book", b.BookName)
	}
	return b
}

// pictureStrip lays out a unit's picture in the free height of its card, at most half the card.
func (d deck) pictureStrip(image *Image, free float64) strip {
	const edge = 0.8 // above it and beneath
	h := min(free, d.h/2, 2*edge+(d.w-2*padding)*float64(image.Height)/float64(image.Width))
	s := strip{height: h}
	s.add(0, 0, image.fitIntoArea(padding, edge, d.w-2*padding, h-2*edge))
	return s
}

// withNoteLines adds lines for handwritten notes to a side of a card that is nearly empty.
func (d deck) withNoteLines(s slab) slab {
	const apart = 7 / 1.1
	for n := 0; s.height() < minCardFill*d.h; n++ {
		one := strip{height: apart}
		one.add(padding, apart-0.2, piece{kind: fillPiece, w: d.w - 2*padding, h: 0.12, ink: lineInk})
		if n == 0 {
			one.write(padding, apart-1.2, "Notes", labelFont, muted)
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
		first := strip{height: leading + 0.5, prefersBreakBefore: true}
		if n == 0 {
			first.height = leading + 1.6
			if follow {
				first.add(padding, 0.8, piece{kind: fillPiece, w: w - 2*padding, h: 0.3, ink: dark})
			}
		}
		strips = append(strips, lineStrips(first, leading, padding, 0.7, wrapEven(w-2*padding, entrySpans(e, size)...))...)
	}
	return strips
}

// titleBar returns the title bar of a card.
func titleBar(title string, w float64) []strip {
	return nameBar(Block{Unit: table.Unit{Name: title}}, w, false)
}

// referenceCards lays out sections on as few cards as possible, filled about equally. A card's
// title is the title of its first section; later sections have headings.
func (d deck) referenceCards(sections []table.Section) []slab {
	var all []slab // entries, each with the title of its card and maybe a heading
	var titles []string
	for _, section := range sections {
		for i, e := range section.Entries {
			one := slab{strips: explanationStrips([]table.Entry{e}, d.w, minFontSize, false)}
			if len(one.strips) == 0 { // of nothing that can be printed
				continue
			}
			one.strips[0].height -= 1.1 // that only the first needs
			for j := range one.strips[0].pieces {
				one.strips[0].pieces[j].y -= 1.1
			}
			if i == 0 && len(all) > 0 {
				head := strip{height: 8}
				head.write(padding, 5.5, section.Title, nameFont, black)
				head.add(padding, 6.6, piece{kind: fillPiece, w: d.w - 2*padding, h: 0.3, ink: dark})
				one.continuedTitle = head
			}
			all, titles = append(all, one), append(titles, section.Title)
		}
	}
	for n := 1; ; n++ {
		if cards, ok := d.spreadEntries(all, titles, n); ok || n > len(all) { // none of nothing
			return cards
		}
	}
}

// spreadEntries distributes entries over n cards, filled about equally; ok is false if they need
// more cards.
func (d deck) spreadEntries(all []slab, titles []string, n int) (cards []slab, ok bool) {
	total := 0.0
	for _, one := range all {
		total += one.height() + one.continuedTitle.height
	}
	for len(all) > 0 {
		one := slab{strips: append(titleBar(titles[0], d.w), strip{height: 1.2})}
		room := one.height()
		share := total / float64(max(1, n-len(cards)))
		used := 0.0
		for first := true; len(all) > 0; first = false {
			next := all[0]
			if !first && next.continuedTitle.height > 0 {
				next.strips = slices.Concat([]strip{next.continuedTitle}, next.strips)
			}
			h := next.height()
			if !first && (room+used+h > d.h+lengthTolerance || used+h/2 > share) {
				break
			}
			one.strips = append(one.strips, next.strips...)
			used += h
			all, titles = all[1:], titles[1:]
		}
		total -= used
		for _, side := range one.cutIntoParts(d.h, d.h) {
			cards = append(cards, side.scaled(d.scale))
		}
	}
	return cards, len(cards) <= n
}

// coreRulesFontSize is the font size of the game's rules, in points.
const coreRulesFontSize = 9

// coreRulesCards lays out the game's own rules on one card: as wide as several cards if needed, and
// folded if wider than the paper. If a page is too small, it uses several cards.
func (d deck) coreRulesCards(entries []table.Entry) []slab {
	var all []slab
	for len(entries) > 0 {
		made, n := d.coreRulesCard(entries)
		if n == 0 { // an entry alone is longer than a page
			n = 1
			made = slab{strips: slices.Concat(titleBar("Core rules", d.w), d.coreRulesText(entries[:1], d.w)[0].strips)}
			for _, side := range made.cutIntoParts(d.h, d.h) {
				all = append(all, side.scaled(d.scale))
			}
		} else {
			all = append(all, made.scaled(d.scale))
		}
		entries = entries[n:]
	}
	return all
}

// coreRulesText lays out entries of the game's rules in a width, each part below its name.
func (d deck) coreRulesText(entries []table.Entry, w float64) []slab {
	size := max(minFontSize, coreRulesFontSize/d.scale)
	text := make([]slab, len(entries))
	part := ""
	for i, e := range entries {
		strips := explanationStrips([]table.Entry{e}, w, size, false)
		if e.Heading != part && len(strips) > 0 {
			part = e.Heading
			strips[0].height, strips[0].prefersBreakBefore = strips[0].height-1, false
			for j := range strips[0].pieces {
				strips[0].pieces[j].y--
			}
			strips = slices.Concat([]strip{{height: 1.6}, partHead(part, w, size)}, strips)
		}
		text[i].strips = strips
	}
	return text
}

// coreRulesCard lays out entries of the game's rules on the smallest card that holds them, and
// returns how many it holds.
func (d deck) coreRulesCard(entries []table.Entry) (made slab, n int) {
	for _, folded := range d.card.foldFormats() {
		if made, n = d.foldedRulesCard(entries, folded); n == len(entries) {
			break
		}
	}
	return made, n
}

// foldedRulesCard lays out entries of the game's rules on a folded card, row by row, and returns
// how many fit.
func (d deck) foldedRulesCard(entries []table.Entry, folds foldFormat) (made slab, n int) {
	between := 2 * d.margin / d.scale
	w, h := folds.w/d.scale-between, folds.h/d.scale-between
	whole := float64(folds.columns)*(w+between) - between
	made = slab{strips: titleBar("Core rules", whole), fold: folds}
	top := made.height()
	f := newFlow(frame{0, 0, whole, float64(folds.rows)*(h+between) - between})
	rest := d.coreRulesText(entries, w)
	for row := range folds.rows {
		columns := f.columns(folds.columns, between)
		y := float64(row) * (h + between)
		for i := range columns {
			columns[i].y = max(y, top)
			columns[i].h = y + h - columns[i].y
		}
		if row > 0 {
			f.pages[0] = append(f.pages[0], piece{kind: fillPiece, y: y - between/2, w: whole, h: 0.12, ink: lineInk})
		}
		if bottom, ok := evenColumnsBottom(rest, columns, 0); ok {
			for i := range columns {
				columns[i].h = bottom - columns[i].y
			}
		}
		rest = f.fillFrames(rest, columns, 0)
	}
	for i := range f.pages[0] {
		f.pages[0][i].y -= top
	}
	made.strips = append(made.strips, strip{height: f.area.h - top, pieces: f.pages[0]})
	return made, len(entries) - len(rest)
}

// qrCodeCard lays out the card for the opponent or the organiser: the list's summary and QR code.
// It fails if the list is too long for a QR code.
func (c card) qrCodeCard(s Sheet) (slab, error) {
	inside := c.textArea()
	verdict := nonEmpty(append(s.facts(), s.Cost(), s.Verdict()))
	all := slab{strips: nameBar(Block{Unit: table.Unit{Name: s.Name, KindAndTraits: verdict}}, inside.w, false)}
	if s.Fingerprint != "" {
		mark := strip{height: noteLeading + 1}
		mark.write(padding, noteLeading, "List "+s.Fingerprint, noteFont, muted)
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

// separateJoinedUnits returns blocks in which joined units are blocks of their own.
func separateJoinedUnits(blocks []Block) []Block {
	var all []Block
	for _, b := range blocks {
		joined := b.JoinedUnits
		b.JoinedUnits = nil
		b.Notes = slices.Clip(b.Notes)
		for _, j := range joined {
			b.AddNote("Joined by", j.Name)
		}
		all = append(all, b)
		for _, j := range separateJoinedUnits(joined) {
			j.KindAndTraits = append(slices.Clip(j.KindAndTraits), "joined "+b.Name)
			all = append(all, j)
		}
	}
	return all
}

// A cardBlock is a block with its layout on a card.
type cardBlock struct {
	Block
	hasCompactNotes bool // notes directly after their labels, not beside them
}

// slab lays out the block for a card: boxes to tick below the profile, then weapons and notes.
func (l cardBlock) slab(d deck) slab {
	s := blockSlab(Block{Unit: table.Unit{Name: l.heading(), KindAndTraits: l.KindAndTraits}}, d.w)
	s.framed = false
	remarks := noteStrips
	if l.hasCompactNotes {
		remarks = compactNotes
	}
	profile, rest := badgeStrips(l.Block, d.w, d.badgeStyle)
	s.strips = slices.Concat(s.strips, profile, tickBoxStrips(l.Block, rest, d.w), blockTableStrips(l.Block, d.w),
		remarks(l.Block, d.w))
	return s
}
