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

// ink is a shade of grey from 0 (black) to 255 (white), since sheets are
// printed in black and white.
type ink uint8

const (
	black ink = 20
	dark  ink = 48
	muted ink = 95
	line  ink = 170
	pale  ink = 238
	white ink = 255
)

// A piece is one thing on a page: a text on its baseline, a filled or an
// outlined rectangle. Lengths are millimetres from the upper left.
type piece struct {
	kind  pieceKind
	ink   ink
	x, y  float64 // of a text: where its baseline begins
	w, h  float64 // of a text: w is its width
	text  string
	font  font
	image *Image // of a picture
}

type pieceKind uint8

const (
	textPiece pieceKind = iota
	fillPiece
	framePiece
	imagePiece
	bookmark // the place of a unit, for the viewer's outline
)

// inked returns pages with as much ink as is asked for.
func (o Options) inked(pages [][]piece) [][]piece {
	if o.Ink != LightInk {
		return pages
	}
	lines := make([][]piece, len(pages))
	for i, page := range pages {
		for _, p := range page {
			lines[i] = append(lines[i], p.light()...)
		}
	}
	return lines
}

// light returns the piece with little ink: a filled area becomes its outline, a name bar the line
// beneath it, and light letters become dark ones. Bars of charts become lines, and dark areas that
// mean something are hatched. Lines and the squares of QR codes stay.
func (p piece) light() []piece {
	const (
		area  = 1.0 // millimetres from which a fill is no line
		rule  = 0.6
		chart = 1.5 // the highest bar of one
	)
	switch {
	case p.kind == fillPiece && p.h < chart && (p.ink == muted || p.ink == pale):
		thick := map[ink]float64{muted: rule, pale: 0.12}[p.ink]
		p.y, p.h, p.ink = p.y+p.h-thick, thick, min(p.ink, line)
	case p.kind == fillPiece && p.h > area && p.ink != dark && p.ink < line:
		return p.hatched()
	case p.kind == textPiece && p.ink == white:
		p.ink = black
	case p.kind == textPiece && p.ink > line:
		p.ink = muted
	case p.kind == fillPiece && p.h > area && p.ink == dark:
		p.y, p.h = p.y+p.h-rule, rule
	case p.kind == fillPiece && p.h > area:
		p.kind, p.ink = framePiece, min(p.ink, line)
	}
	return []piece{p}
}

// hatched returns an outline in place of a filled area, with a line along its middle, or two if it is
// dark. They cover less than a tenth of the areas that sheets have.
func (p piece) hatched() []piece {
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

// rounding is the tolerance for sums of lengths, in millimetres.
const rounding = 1e-6

// frameWidth is the thickness of drawn lines in millimetres.
const frameWidth = 0.2

// A strip is a horizontal slice of a sheet. Its pieces count from its own
// upper left.
type strip struct {
	height float64
	pieces []piece
	// clings tells that the strip must not be the last before a break.
	clings bool
	// begins tells that a break is best before the strip.
	begins bool
	// head repeats above the strip if it is the first after a break; nil for none.
	head *strip
}

// add puts pieces on the strip, moved by x and y.
func (s *strip) add(x, y float64, pieces ...piece) {
	n := len(s.pieces)
	s.pieces = append(s.pieces, pieces...)
	move(s.pieces[n:], x, y)
}

// move moves pieces by x and y.
func move(pieces []piece, x, y float64) {
	for i := range pieces {
		pieces[i].x += x
		pieces[i].y += y
	}
}

// write puts a text on the strip with its baseline beginning at x, y.
func (s *strip) write(x, y float64, text string, f font, shade ink) {
	if text = printable(text); text == "" {
		return
	}
	s.pieces = append(s.pieces, piece{kind: textPiece, x: x, y: y, w: f.width(text), text: text, font: f, ink: shade})
}

// writeRight puts a text on the strip that ends at x.
func (s *strip) writeRight(x, y float64, text string, f font, shade ink) {
	s.write(x-f.width(printable(text)), y, text, f, shade)
}

// writeCentred puts a text in the middle of the width w from x, smaller if it
// would not fit, and cut where even that is too wide.
func (s *strip) writeCentred(x, y, w float64, t span) {
	f := t.font.fit(t.text, w)
	text := shorten(t.text, f, w)
	s.write(x+(w-f.width(text))/2, y, text, f, t.ink)
}

// leastType is the smallest font size in points of a sheet in its usual scale. In the smallest scale
// it becomes 7 points, the least that can be read on paper.
const leastType = 7 / leastScale

// fit returns the font, in the next smaller size of a sheet if the text would be wider than w.
func (f font) fit(text string, w float64) font {
	text = printable(text)
	for _, size := range []float64{sheetDial.word.size, leastType} {
		if f.width(text) <= w {
			break
		}
		f.size = min(f.size, size)
	}
	return f
}

// A slab is strips that stay together on a page or column if they can.
type slab struct {
	strips []strip
	// again repeats at the top of the rest if the slab must be divided.
	again  strip
	framed bool
	folds  fold // of a large card
	// goesOn is the heading above a slab that begins a column and goes on with a section; nil
	// for others.
	goesOn *strip
}

// A fold is how a large card is folded: into cells side by side and rows, each as large as a card or
// a little smaller. No fold is a usual card.
type fold struct {
	cells, rows int
	w, h        float64 // of a part
}

// onTop returns the slab as it stands at the top of a column.
func (s slab) onTop() slab {
	if s.goesOn != nil {
		s.strips = slices.Concat([]strip{*s.goesOn}, s.strips)
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

// scaled returns the slab with every length of it times by.
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
		if one.head != nil && heads[one.head] == nil {
			head := shrink(*one.head)
			heads[one.head] = &head
		}
		one.head = heads[one.head]
		return one
	}
	s.strips, s.again = convert.All(s.strips, shrink), shrink(s.again)
	return s
}

// cut divides the slab so that the first part is at most h high, but never
// without a strip that is not a repeated title.
func (s slab) cut(h float64) (first, rest slab) {
	n, used := 0, 0.0
	for n < len(s.strips) && used+s.strips[n].height <= h {
		used += s.strips[n].height
		n++
	}
	for whole := n; whole > 1 && whole < len(s.strips); whole-- {
		if !s.strips[whole-1].clings {
			n = whole
			break
		}
	}
	for better := n; better > 1 && better < len(s.strips); better-- {
		if s.strips[better].begins {
			n = better
			break
		}
	}
	n = max(n, min(2, len(s.strips)))
	first, rest = s, s
	first.strips = s.strips[:n]
	rest.strips = s.strips[n:]
	if len(rest.strips) > 0 {
		again := s.again
		if head := rest.strips[0].head; head != nil {
			again.pieces = slices.Clip(again.pieces)
			again.add(0, again.height, head.pieces...)
			again.height += head.height
		}
		rest.strips = slices.Concat([]strip{again}, rest.strips)
	}
	return first, rest
}

// divided cuts the slab into parts, as cut does: the first of a height at most, the others of another.
func (s slab) divided(first, others float64) []slab {
	var all []slab
	for h := first; len(s.strips) > 0; h = others {
		var part slab
		part, s = s.cut(h)
		all = append(all, part)
	}
	return all
}

// A frame is the part of a page that text flows in: columns side by side, or
// cells of cards, each left, top, width, height.
type frame struct{ x, y, w, h float64 }

// A flow fills pages with slabs, one after another.
type flow struct {
	area  frame // of every page
	pages [][]piece
	top   float64   // of what is still free of the last page
	head  slab      // on top of every page that is turned to
	spare [][]piece // pages that are done with, whose memory those that are turned to may have
	// shared tells that a table across a page after the first stands beneath something else.
	shared bool
}

func newFlow(area frame) *flow {
	return &flow{area: area, pages: [][]piece{nil}, top: area.y}
}

// turn begins a new page.
func (f *flow) turn() {
	f.pages = append(f.pages, nil)
	if last := len(f.pages) - 1; last < len(f.spare) {
		f.pages[last] = f.spare[last][:0]
	}
	f.top = f.area.y
	f.place(f.head, f.area.x, f.top, f.area.w)
	f.top += f.head.height()
}

// whole is the height of a page that is turned to.
func (f *flow) whole() float64 { return f.area.h - f.head.height() }

// free returns the height left on the last page.
func (f *flow) free() float64 { return f.area.y + f.area.h - f.top }

// columns returns the frames of n columns in the free part of the last page.
func (f *flow) columns(n int, gutter float64) []frame {
	w := (f.area.w - float64(n-1)*gutter) / float64(n)
	frames := make([]frame, n)
	for i := range frames {
		frames[i] = frame{f.area.x + float64(i)*(w+gutter), f.top, w, f.free()}
	}
	return frames
}

// pour places slabs in columns, read down and then across, with a gap between them: first in
// the free part of the given frames, then on more pages. The last columns are balanced to about
// equal height, and later content begins beneath them.
func (f *flow) pour(slabs []slab, frames []frame, gutter, gap float64) {
	n := len(frames)
	for len(slabs) > 0 {
		if bottom, ok := level(slabs, frames, gap); ok {
			for i := range frames {
				frames[i].h = bottom - frames[i].y
			}
			f.fill(slabs, frames, gap)
			f.top = max(f.top, bottom)
			return
		}
		slabs = f.fill(slabs, frames, gap)
		f.turn()
		frames = f.columns(n, gutter)
	}
}

// stack places slabs in n columns in their order; what they leave free of a column is at its
// foot. There stands note, in the first that has room for it before the last page. It returns the
// free part of the last page's columns, and whether note stands.
func (f *flow) stack(slabs []slab, note slab, followed bool, n int, gap float64) (frames []frame, noted bool) {
	p := packer{gap: gap, columns: n, first: f.free(), other: f.whole(), followed: followed}
	for i, s := range slabs { // none higher than a page
		first := f.whole()
		if i == 0 && s.height() > first {
			first = f.free()
		}
		p.blocks = append(p.blocks, s.divided(first, f.whole())...)
	}
	ends := p.pack()
	from, last := 0, len(ends)-n
	for c, to := range ends {
		if c > 0 && c%n == 0 {
			f.turn()
		}
		if c%n == 0 {
			frames = f.columns(n, gutter)
		}
		frame := &frames[c%n]
		blocks := p.blocks[from:to]
		y := frame.y
		for _, b := range blocks {
			f.place(b, frame.x, y, frame.w)
			y += b.height() + gap
		}
		if free := frame.y + frame.h - y; c < last && !noted && note.height() > 0 && free >= note.height() {
			f.place(note, frame.x, y+free-note.height(), frame.w)
			noted = true
		}
		if from = to; c >= last && len(blocks) > 0 {
			f.top = max(f.top, y-gap)
			*frame = frame.below(y-gap-frame.y, gap)
		}
	}
	return frames, noted
}

// below is the rest of the frame beneath content of the height used.
func (f frame) below(used, gap float64) frame {
	if used > 0 {
		used = min(f.h, used+gap)
	}
	f.y, f.h = f.y+used, f.h-used
	return f
}

// fill places slabs in frames and returns those that are left. A slab that is
// too high for a whole page is divided.
func (f *flow) fill(slabs []slab, frames []frame, gap float64) []slab {
	for _, frame := range frames {
		y := frame.y
		for len(slabs) > 0 {
			next := slabs[0]
			if y == frame.y {
				next = next.onTop()
			}
			if next.height() > frame.y+frame.h-y+rounding {
				break
			}
			f.place(next, frame.x, y, frame.w)
			y += next.height() + gap
			slabs = slabs[1:]
		}
		if len(slabs) > 0 && slabs[0].onTop().height() > f.whole() && y == frame.y && frame.h >= f.whole()-rounding {
			first, rest := slabs[0].onTop().cut(frame.h)
			f.place(first, frame.x, y, frame.w)
			slabs = slices.Concat([]slab{rest}, slabs[1:])
		}
	}
	return slabs
}

// level returns how far down the columns must reach at least to hold all slabs,
// if they can.
func level(slabs []slab, columns []frame, gap float64) (float64, bool) {
	fits := func(bottom float64) bool {
		i := 0
		y := columns[0].y
		for n, s := range slabs {
			need := s.height()
			if n == 0 {
				need = s.onTop().height()
			}
			for y+need > bottom+rounding {
				if i++; i == len(columns) {
					return false
				}
				y, need = columns[i].y, s.onTop().height()
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

// place puts a slab on the last page.
func (f *flow) place(s slab, x, y, w float64) {
	page := &f.pages[len(f.pages)-1]
	start := y
	for _, strip := range s.strips {
		*page = append(*page, strip.pieces...)
		move((*page)[len(*page)-len(strip.pieces):], x, y)
		y += strip.height
	}
	if s.framed {
		*page = append(*page, piece{kind: framePiece, x: x, y: start, w: w, h: y - start, ink: line})
	}
}

// A span is a run of text in one font.
type span struct {
	text string
	font font
	ink  ink
}

// wrap sets spans in lines of at most w millimetres. Words stay whole unless
// one alone is wider than a line. The pieces of each line count from its left
// end and its baseline.
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

// lineCount is how many lines wrap sets spans in, and where the last of them ends.
func lineCount(w float64, spans ...span) (lines int, end float64) {
	breakLines(w, spans, func(word piece, _ float64) { end = word.x + word.w }, func() { lines++ })
	return lines, end
}

// breakLines calls put for each word of a line, or part of one, with the space before it, and turn
// at the end of the line.
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
			if some && x+space+width > w+rounding {
				flush()
				space = 0
			}
			if width > w+rounding {
				for head := fitting(word, s.font, w+rounding); len(head) < len(word); head = fitting(word, s.font, w+rounding) {
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

// wrapName is wrap with a line at least, for a name of nothing that can be printed.
func wrapName(w float64, name span) [][]piece {
	if lines := wrap(w, name); len(lines) > 0 {
		return lines
	}
	return [][]piece{nil}
}

// wrapEven is wrap without a last line of a word or two, if the lines before can
// be a little shorter instead.
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

// lineWidth is where the last piece of a line ends.
func lineWidth(line []piece) float64 {
	end := 0.0
	for _, p := range line {
		end = max(end, p.x+p.w)
	}
	return end
}

// paragraph sets spans in strips of a height, a line each, x from the left.
func paragraph(x, w, height float64, spans ...span) []strip {
	return stacked(strip{height: height}, height, x, 1, wrapEven(w, spans...))
}

// stacked sets lines in strips of a height, x from the left, their baselines up from the strips'
// feet; what stands in the first is given.
func stacked(first strip, height, x, up float64, lines [][]piece) []strip {
	strips := make([]strip, len(lines))
	for i, pieces := range lines {
		if i == 0 {
			first.add(x, first.height-up, pieces...)
			strips[0] = first
			continue
		}
		move(pieces, x, height-up)
		strips[i] = strip{height: height, pieces: pieces}
	}
	return strips
}

// words divides a text where lines may be broken.
func words(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsSpace(r) && string(r) != table.NoBreak })
}

// fitting returns the longest start of a word that fits w, at least a
// character.
func fitting(word string, f font, w float64) string {
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
