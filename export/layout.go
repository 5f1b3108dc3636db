package export

import (
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"

	"muster/builder/table"
	"muster/convert"
)

// Layout is worked out before anything is drawn: a page is pieces at places,
// and pieces come in strips that are never divided.

// ink is a shade of grey from 0 (black) to 255 (white); sheets are printed in black and white.
type ink uint8

const (
	black   ink = 20
	dark    ink = 48
	muted   ink = 95
	lineInk ink = 170
	pale    ink = 238
	white   ink = 255
)

// A piece is an element of a page: a text, a filled rectangle, an outline, an image or a bookmark.
// Lengths are millimetres from the page's upper left corner.
type piece struct {
	kind  pieceKind
	ink   ink
	x, y  float64 // for a text: the start of its baseline
	w, h  float64 // for a text: only w, its width
	text  string
	font  font
	image *Image // for an image
}

type pieceKind uint8

const (
	textPiece pieceKind = iota
	fillPiece
	framePiece
	imagePiece
	bookmarkPiece // position of a unit, for the outline of a PDF viewer
)

// withInk returns pages with the amount of ink that the options ask for.
func (o Options) withInk(pages [][]piece) [][]piece {
	if o.Ink != LightInk {
		return pages
	}
	lines := make([][]piece, len(pages))
	for i, page := range pages {
		for _, p := range page {
			lines[i] = append(lines[i], p.withLightInk()...)
		}
	}
	return lines
}

// withLightInk returns the piece drawn with little ink: filled areas become outlines, name bars a
// line below them, light letters dark letters, chart bars lines; dark areas with a meaning are
// hatched. Lines and QR codes stay.
func (p piece) withLightInk() []piece {
	const (
		area  = 1.0 // millimetres from which a fill is no line
		rule  = 0.6
		chart = 1.5 // the highest bar of one
	)
	switch {
	case p.kind == fillPiece && p.h < chart && (p.ink == muted || p.ink == pale):
		thick := map[ink]float64{muted: rule, pale: 0.12}[p.ink]
		p.y, p.h, p.ink = p.y+p.h-thick, thick, min(p.ink, lineInk)
	case p.kind == fillPiece && p.h > area && p.ink != dark && p.ink < lineInk:
		return p.asOutline()
	case p.kind == textPiece && p.ink == white:
		p.ink = black
	case p.kind == textPiece && p.ink > lineInk:
		p.ink = muted
	case p.kind == fillPiece && p.h > area && p.ink == dark:
		p.y, p.h = p.y+p.h-rule, rule
	case p.kind == fillPiece && p.h > area:
		p.kind, p.ink = framePiece, min(p.ink, lineInk)
	}
	return []piece{p}
}

// asOutline returns an outline in place of a filled area, with one line along its middle, or two if
// the area is dark. The lines cover less than a tenth of the area.
func (p piece) asOutline() []piece {
	const thin = 0.11
	frame := p
	frame.kind = framePiece
	lines, n := []piece{frame}, 1
	if p.ink < muted {
		n = 2
	}
	for i := range n {
		y := p.y + p.h*float64(i+1)/float64(n+1)
		lines = append(lines, piece{kind: fillPiece, x: p.x, y: y - thin/2, w: p.w, h: thin, ink: p.ink})
	}
	return lines
}

// lengthTolerance is the tolerance for comparing sums of lengths, in millimetres.
const lengthTolerance = 1e-6

// lineThickness is the thickness of drawn lines in millimetres.
const lineThickness = 0.2

// A strip is a horizontal slice of a page. Positions of its pieces count from its upper left
// corner.
type strip struct {
	height float64
	pieces []piece
	// keepWithNext forbids a break after the strip.
	keepWithNext bool
	// prefersBreakBefore means that the place before the strip is good for a break.
	prefersBreakBefore bool
	// repeatedHead is repeated above the strip if the strip is the first after a break; nil for
	// none.
	repeatedHead *strip
}

// add adds pieces to the strip, moved by x and y.
func (s *strip) add(x, y float64, pieces ...piece) {
	n := len(s.pieces)
	s.pieces = append(s.pieces, pieces...)
	movePieces(s.pieces[n:], x, y)
}

// movePieces moves pieces by x and y.
func movePieces(pieces []piece, x, y float64) {
	for i := range pieces {
		pieces[i].x += x
		pieces[i].y += y
	}
}

// write adds a text whose baseline starts at x, y.
func (s *strip) write(x, y float64, text string, f font, shade ink) {
	if text = printable(text); text == "" {
		return
	}
	s.pieces = append(s.pieces, piece{kind: textPiece, x: x, y: y, w: f.width(text), text: text, font: f, ink: shade})
}

// writeRight adds a text that ends at x.
func (s *strip) writeRight(x, y float64, text string, f font, shade ink) {
	s.write(x-f.width(printable(text)), y, text, f, shade)
}

// writeCentred adds a text in the middle of the width w from x. If the text is too wide, its font
// is made smaller, and finally the text is cut.
func (s *strip) writeCentred(x, y, w float64, t span) {
	f := t.font.shrinkToWidth(t.text, w)
	text := shorten(t.text, f, w)
	s.write(x+(w-f.width(text))/2, y, text, f, t.ink)
}

// minFontSize is the smallest font size of a sheet at scale 1, in points. At the smallest scale it
// becomes 7 points, the least that can be read on paper.
const minFontSize = 7 / minScale

// shrinkToWidth returns the font, or the next smaller font of a sheet if the text would be wider
// than w.
func (f font) shrinkToWidth(text string, w float64) font {
	text = printable(text)
	for _, size := range []float64{sheetBadgeStyle.wordFont.size, minFontSize} {
		if f.width(text) <= w {
			break
		}
		f.size = min(f.size, size)
	}
	return f
}

// A slab is a list of strips that should stay together on a page or in a column, such as a unit's
// block.
type slab struct {
	strips []strip
	// continuedTitle is repeated at the top of the second part if the slab is divided.
	continuedTitle strip
	framed         bool       // it has an outline
	fold           foldFormat // format of a folded large card; zero for other slabs
	// continuedSectionHead is the heading above a slab that continues a section at the top of a
	// column; nil for other slabs.
	continuedSectionHead *strip
}

// A foldFormat is the format of a folded large card: the numbers of cells side by side and of rows,
// each cell at most as large as a card. The zero value is an ordinary card.
type foldFormat struct {
	columns, rows int
	w, h          float64 // of a cell, in millimetres
}

// atColumnTop returns the slab as it is laid out at the top of a column, with its continued
// heading.
func (s slab) atColumnTop() slab {
	if s.continuedSectionHead != nil {
		s.strips = slices.Concat([]strip{*s.continuedSectionHead}, s.strips)
	}
	return s
}

func (s slab) height() float64 {
	sum := 0.0
	for _, strip := range s.strips {
		sum += strip.height
	}
	return sum
}

// scaled returns the slab with all lengths multiplied by a factor.
func (s slab) scaled(by float64) slab {
	if by == 1 {
		return s
	}
	heads := map[*strip]*strip{}
	var room []piece
	var shrink func(one strip) strip
	shrink = func(one strip) strip {
		one.height *= by
		if len(one.pieces) > cap(room)-len(room) {
			room = make([]piece, 0, max(64, len(one.pieces)))
		}
		from := len(room)
		room = append(room, one.pieces...)
		one.pieces = slices.Clip(room[from:])
		for i := range one.pieces {
			p := &one.pieces[i]
			p.x, p.y, p.w, p.h, p.font.size = p.x*by, p.y*by, p.w*by, p.h*by, p.font.size*by
		}
		if one.repeatedHead != nil && heads[one.repeatedHead] == nil {
			head := shrink(*one.repeatedHead)
			heads[one.repeatedHead] = &head
		}
		one.repeatedHead = heads[one.repeatedHead]
		return one
	}
	s.strips, s.continuedTitle = convert.All(s.strips, shrink), shrink(s.continuedTitle)
	return s
}

// cutAtHeight divides the slab so that the first part is at most h high, but contains at least one
// strip besides a repeated title.
func (s slab) cutAtHeight(h float64) (first, rest slab) {
	n, used := 0, 0.0
	for n < len(s.strips) && used+s.strips[n].height <= h {
		used += s.strips[n].height
		n++
	}
	for whole := n; whole > 1 && whole < len(s.strips); whole-- {
		if !s.strips[whole-1].keepWithNext {
			n = whole
			break
		}
	}
	for better := n; better > 1 && better < len(s.strips); better-- {
		if s.strips[better].prefersBreakBefore {
			n = better
			break
		}
	}
	n = max(n, min(2, len(s.strips)))
	first, rest = s, s
	first.strips = s.strips[:n]
	rest.strips = s.strips[n:]
	if len(rest.strips) > 0 {
		again := s.continuedTitle
		if head := rest.strips[0].repeatedHead; head != nil {
			again.pieces = slices.Clip(again.pieces)
			again.add(0, again.height, head.pieces...)
			again.height += head.height
		}
		rest.strips = slices.Concat([]strip{again}, rest.strips)
	}
	return first, rest
}

// cutIntoParts cuts the slab into parts: the first is at most first high, the others are at most
// others high.
func (s slab) cutIntoParts(first, others float64) []slab {
	var all []slab
	for h := first; len(s.strips) > 0; h = others {
		var part slab
		part, s = s.cutAtHeight(h)
		all = append(all, part)
	}
	return all
}

// A frame is an area of a page: a column, or a cell of a card. x and y are its upper left corner.
type frame struct{ x, y, w, h float64 }

// A flow fills pages with slabs in order.
type flow struct {
	area          frame // area for slabs on every page
	pages         [][]piece
	freeTop       float64   // y of the free part of the last page
	pageHead      slab      // repeated at the top of every page after the first
	reusablePages [][]piece // unused pages, whose memory is reused
	// tableBelowContent means that a table across the page begins below other content, on a page
	// after the first.
	tableBelowContent bool
}

func newFlow(area frame) *flow {
	return &flow{area: area, pages: [][]piece{nil}, freeTop: area.y}
}

// newPage starts a page.
func (f *flow) newPage() {
	f.pages = append(f.pages, nil)
	if last := len(f.pages) - 1; last < len(f.reusablePages) {
		f.pages[last] = f.reusablePages[last][:0]
	}
	f.freeTop = f.area.y
	f.placeSlab(f.pageHead, f.area.x, f.freeTop, f.area.w)
	f.freeTop += f.pageHead.height()
}

// pageHeight returns the height of an empty page.
func (f *flow) pageHeight() float64 { return f.area.h - f.pageHead.height() }

// freeHeight returns the free height of the last page.
func (f *flow) freeHeight() float64 { return f.area.y + f.area.h - f.freeTop }

// columns returns frames for n columns in the free part of the last page.
func (f *flow) columns(n int, gutter float64) []frame {
	w := (f.area.w - float64(n-1)*gutter) / float64(n)
	frames := make([]frame, n)
	for i := range frames {
		frames[i] = frame{f.area.x + float64(i)*(w+gutter), f.freeTop, w, f.freeHeight()}
	}
	return frames
}

// pourIntoColumns places slabs in columns, from top to bottom and then to the right, with a gap
// between them: first in the free part of the given frames, then on new pages. The last columns
// have about equal heights; later content begins below them.
func (f *flow) pourIntoColumns(slabs []slab, frames []frame, gutter, gap float64) {
	n := len(frames)
	for len(slabs) > 0 {
		if bottom, ok := evenColumnsBottom(slabs, frames, gap); ok {
			for i := range frames {
				frames[i].h = bottom - frames[i].y
			}
			f.fillFrames(slabs, frames, gap)
			f.freeTop = max(f.freeTop, bottom)
			return
		}
		slabs = f.fillFrames(slabs, frames, gap)
		f.newPage()
		frames = f.columns(n, gutter)
	}
}

// stackInColumns places slabs in n columns in order, with free space at the foot of each column;
// followed means that text follows in the columns of the last page. It places note in the first
// free space that fits, but not on the last page. It returns the free part of the last page's
// columns, and whether note was placed.
func (f *flow) stackInColumns(slabs []slab, note slab, followed bool, n int, gap float64) (frames []frame, noted bool) {
	p := packer{gap: gap, columns: n, firstHeight: f.freeHeight(), otherHeight: f.pageHeight(), textFollows: followed}
	for i, s := range slabs { // none higher than a page
		first := f.pageHeight()
		if i == 0 && s.height() > first {
			first = f.freeHeight()
		}
		p.blocks = append(p.blocks, s.cutIntoParts(first, f.pageHeight())...)
	}
	ends := p.columnEnds()
	from, last := 0, len(ends)-n
	for c, to := range ends {
		if c > 0 && c%n == 0 {
			f.newPage()
		}
		if c%n == 0 {
			frames = f.columns(n, gutter)
		}
		frame := &frames[c%n]
		blocks := p.blocks[from:to]
		y := frame.y
		for _, b := range blocks {
			f.placeSlab(b, frame.x, y, frame.w)
			y += b.height() + gap
		}
		if free := frame.y + frame.h - y; c < last && !noted && note.height() > 0 && free >= note.height() {
			f.placeSlab(note, frame.x, y+free-note.height(), frame.w)
			noted = true
		}
		if from = to; c >= last && len(blocks) > 0 {
			f.freeTop = max(f.freeTop, y-gap)
			*frame = frame.areaBelow(y-gap-frame.y, gap)
		}
	}
	return frames, noted
}

// areaBelow returns the part of the frame below content of the height used.
func (f frame) areaBelow(used, gap float64) frame {
	if used > 0 {
		used = min(f.h, used+gap)
	}
	f.y, f.h = f.y+used, f.h-used
	return f
}

// fillFrames places slabs in frames and returns the remaining slabs. It divides a slab that is
// higher than a page.
func (f *flow) fillFrames(slabs []slab, frames []frame, gap float64) []slab {
	for _, frame := range frames {
		y := frame.y
		for len(slabs) > 0 {
			next := slabs[0]
			if y == frame.y {
				next = next.atColumnTop()
			}
			if next.height() > frame.y+frame.h-y+lengthTolerance {
				break
			}
			f.placeSlab(next, frame.x, y, frame.w)
			y += next.height() + gap
			slabs = slabs[1:]
		}
		if len(slabs) > 0 && slabs[0].atColumnTop().height() > f.pageHeight() && y == frame.y &&
			frame.h >= f.pageHeight()-lengthTolerance {
			first, rest := slabs[0].atColumnTop().cutAtHeight(frame.h)
			f.placeSlab(first, frame.x, y, frame.w)
			slabs = slices.Concat([]slab{rest}, slabs[1:])
		}
	}
	return slabs
}

// evenColumnsBottom returns the smallest y at which all columns can end and still hold all slabs;
// false if there is none.
func evenColumnsBottom(slabs []slab, columns []frame, gap float64) (float64, bool) {
	fits := func(bottom float64) bool {
		i := 0
		y := columns[0].y
		for n, s := range slabs {
			need := s.height()
			if n == 0 {
				need = s.atColumnTop().height()
			}
			for y+need > bottom+lengthTolerance {
				if i++; i == len(columns) {
					return false
				}
				y, need = columns[i].y, s.atColumnTop().height()
			}
			y += need + gap
		}
		return true
	}
	if len(slabs) == 0 {
		return columns[0].y, true
	}
	low, high := math.Inf(1), 0.0
	for _, column := range columns {
		low, high = min(low, column.y), max(high, column.y+column.h)
	}
	if !fits(high) {
		return 0, false
	}
	for high-low > 0.05 {
		if middle := (low + high) / 2; fits(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high, true
}

// placeSlab adds a slab to the last page.
func (f *flow) placeSlab(s slab, x, y, w float64) {
	page := &f.pages[len(f.pages)-1]
	start := y
	for _, strip := range s.strips {
		*page = append(*page, strip.pieces...)
		movePieces((*page)[len(*page)-len(strip.pieces):], x, y)
		y += strip.height
	}
	if s.framed {
		*page = append(*page, piece{kind: framePiece, x: x, y: start, w: w, h: y - start, ink: lineInk})
	}
}

// A span is a run of text in one font and shade.
type span struct {
	text string
	font font
	ink  ink
}

// wrap breaks spans into lines of at most w millimetres. It breaks a word only if the word is wider
// than a line. Positions count from the left end of a line's baseline.
func wrap(w float64, spans ...span) (lines [][]piece) {
	var all []piece
	var text strings.Builder
	size, wide := 0, 0.0
	for _, s := range spans {
		size, wide = size+len(s.text)+1, wide+s.font.width(s.text)
	}
	text.Grow(size)
	if guess := len(spans) + int(wide/max(w, 1)); guess > 1 {
		all, lines = make([]piece, 0, guess), make([][]piece, 0, guess)
	}
	begin := 0 // of the line
	breakLines(w, spans, func(word piece, space float64) {
		start := text.Len()
		if last := len(all) - 1; last >= begin && all[last].font == word.font && all[last].ink == word.ink && space > 0 {
			// Text in one font is written in one piece: the file stays small, and copied text
			// whole.
			start -= len(all[last].text)
			text.WriteByte(' ')
			all[last].w += space + word.w
		} else {
			all = append(all, word)
		}
		text.WriteString(word.text)
		all[len(all)-1].text = text.String()[start:]
	}, func() {
		lines = append(lines, slices.Clip(all[begin:]))
		begin = len(all)
	})
	return lines
}

// lineCount returns the number of lines that wrap makes, and the width of the last line.
func lineCount(w float64, spans ...span) (lines int, end float64) {
	breakLines(w, spans, func(word piece, _ float64) { end = word.x + word.w }, func() { lines++ })
	return lines, end
}

// breakLines calls put for each word, or part of a word, with the width of the space before it, and
// turn at the end of each line.
func breakLines(w float64, spans []span, put func(word piece, space float64), turn func()) {
	x, some := 0.0, false // of the line, which has a word
	place := func(word string, s span, space float64) {
		width := s.font.width(word)
		put(piece{kind: textPiece, x: x + space, w: width, text: word, font: s.font, ink: s.ink}, space)
		x, some = x+space+width, true
	}
	flush := func() {
		turn()
		x, some = 0, false
	}
	for _, s := range spans {
		for word := range words(s.text) {
			if word = strings.ReplaceAll(printable(word), table.NoBreak, " "); word == "" {
				continue
			}
			width, space := s.font.width(word), 0.0
			if some {
				space = s.font.width(" ")
			}
			if some && x+space+width > w+lengthTolerance {
				flush()
				space = 0
			}
			if width > w+lengthTolerance {
				for head := longestPrefix(word, s.font, w+lengthTolerance); len(head) < len(word); head = longestPrefix(word,
					s.font, w+lengthTolerance) {
					place(head, s, 0)
					flush()
					word = word[len(head):]
				}
			}
			place(word, s, space)
		}
	}
	if some {
		turn()
	}
}

// wrapName wraps a name like wrap, but returns at least one line even for an unprintable name.
func wrapName(w float64, name span) [][]piece {
	if lines := wrap(w, name); len(lines) > 0 {
		return lines
	}
	return [][]piece{nil}
}

// wrapEven wraps like wrap, but avoids a last line of one or two words if the lines before it can
// be a little shorter.
func wrapEven(w float64, spans ...span) [][]piece {
	const (
		short    = 0.2 // of a line: what the last one should be longer than
		narrower = 0.8 // of a line: how short the others may be
	)
	lines := wrap(w, spans...)
	if len(lines) < 2 {
		return lines
	}
	even, last := 1.0, lineWidth(lines[len(lines)-1])
	for share := 0.98; last < short*w && share > narrower; share -= 0.03 {
		again, end := lineCount(w*share, spans...)
		if again > len(lines) {
			break
		}
		even, last = share, end
	}
	if even < 1 {
		return wrap(w*even, spans...)
	}
	return lines
}

// lineWidth returns the right end of a line's last piece.
func lineWidth(line []piece) float64 {
	end := 0.0
	for _, p := range line {
		end = max(end, p.x+p.w)
	}
	return end
}

// paragraph lays out spans in lines of a height, at x from the left.
func paragraph(x, w, height float64, spans ...span) []strip {
	return lineStrips(strip{height: height}, height, x, 1, wrapEven(w, spans...))
}

// lineStrips lays out lines as strips of a height, at x from the left, with each baseline at up
// above the lower edge of its strip. first may already hold content of the first strip.
func lineStrips(first strip, height, x, up float64, lines [][]piece) []strip {
	strips := make([]strip, len(lines))
	for i, pieces := range lines {
		if i == 0 {
			first.add(x, first.height-up, pieces...)
			strips[0] = first
			continue
		}
		movePieces(pieces, x, height-up)
		strips[i] = strip{height: height, pieces: pieces}
	}
	return strips
}

// words splits a text at all possible line breaks.
func words(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsSpace(r) && string(r) != table.NoBreak })
}

// longestPrefix returns the longest beginning of a word that fits into w, at least one character.
func longestPrefix(word string, f font, w float64) string {
	end := 0
	for i, r := range word {
		next := i + len(string(r))
		if end > 0 && f.width(word[:next]) > w {
			break
		}
		end = next
	}
	return word[:end]
}
