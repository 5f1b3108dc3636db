package export

import (
	"math"
	"slices"
	"strings"

	"muster/builder/table"
	"muster/report"
)

// Measures of a block. Sizes are points for fonts, millimetres for everything else. Secondary
// text has a lighter shade, not a smaller size.
var (
	nameFont        = font{bold, 11}
	joinedNameFont  = font{bold, 9.5}
	costFont        = font{bold, 9.5}
	detailFont      = font{regular, minFontSize}
	labelFont       = font{regular, minFontSize}
	cellFont        = font{regular, minFontSize}
	boldCellFont    = font{bold, minFontSize}
	columnHeadFont  = font{regular, minFontSize}
	noteFont        = font{regular, minFontSize}
	noteLabelFont   = font{regular, minFontSize}
	markSignFont    = font{bold, minFontSize}    // font of the sign after a marked box
	roundNumberFont = font{regular, minFontSize} // font of the number in the box of a round
)

const (
	padding            = 2.0  // distance from a block's edge to its text
	maxBadgeWidth      = 26.0 // maximum width of the box around a value of a profile
	badgeGap           = 0.8
	labelWidth         = 15.0 // width of the longest labels before notes and tracks
	noteLeading        = 3.5
	compactNoteLeading = 3.3 // line height of notes where there is little room
	tickBoxSide        = 2.8 // side of a box to tick
	tickBoxGap         = 0.7
	roundBoxSide       = 4.2 // side of the numbered box of a round
)

// A badgeStyle holds the fonts of the values of a unit's profile: for numbers, and for words such
// as "Determined".
type badgeStyle struct {
	numberFont, wordFont font
	sideMargins          float64 // left and right margin of a value's box, added up
}

var (
	sheetBadgeStyle = badgeStyle{font{bold, 12}, font{bold, 11}, 1.2}
	// cardBadgeStyle is the style on cards: numbers have at least 16 points, to be read at arm's
	// length.
	cardBadgeStyle = badgeStyle{font{bold, 16 / minScale}, font{bold, 11}, 2}
)

// fontFor returns the font for a value.
func (d badgeStyle) fontFor(value string) font {
	if strings.ContainsAny(value, "0123456789") {
		return d.numberFont
	}
	return d.wordFont
}

// blockSlab lays out a block in a column of width w.
func blockSlab(b Block, w float64) slab {
	s := slab{framed: true}
	s.strips = append(s.strips, nameBar(b, w, false)...)
	const continued = "continued"
	short := shorten(b.heading(), nameFont, w-3*padding-detailFont.width(continued))
	s.continuedTitle = nameBar(Block{Unit: table.Unit{Name: short}}, w, false)[0]
	s.continuedTitle.writeRight(w-padding, nameBarBaseline(nameFont), continued, detailFont, ink(205))
	s.continuedTitle.pieces = slices.DeleteFunc(s.continuedTitle.pieces, func(p piece) bool { return p.kind == bookmarkPiece })
	s.strips = append(s.strips, blockBody(b, w)...)
	for _, joined := range b.JoinedUnits {
		head := nameBar(joined, w, true)
		head[0].prefersBreakBefore = true
		s.strips = slices.Concat(s.strips, head, blockBody(joined, w))
	}
	return s
}

// nameBar lays out a unit's name and cost, in as many lines as needed, with its kind below. A
// joined unit has a lighter bar.
func nameBar(b Block, w float64, joined bool) []strip {
	name, text, faint, fill := nameFont, white, ink(205), dark
	if joined {
		name, text, faint, fill = joinedNameFont, black, ink(85), ink(214)
		b.KindAndTraits = append(slices.Clip(b.KindAndTraits), "joined")
	}
	cost := b.price()
	leading := name.size * mmPerPoint * 1.22
	var strips []strip
	for i, pieces := range wrapName(w-3*padding-costFont.width(cost), span{b.heading(), name, text}) {
		s := strip{height: leading}
		if i == 0 {
			s.height += 1
			s.pieces = append(make([]piece, 0, 4), piece{kind: fillPiece, w: w, ink: fill},
				piece{kind: bookmarkPiece, text: printable(b.heading())})
		}
		baseline := s.height - leading - 1 + nameBarBaseline(name)
		if i == 0 && cost != "" { // before the name, whose lines stay together when they are copied
			s.writeRight(w-padding, baseline, cost, costFont, text)
		}
		s.add(padding, baseline, pieces...)
		strips = append(strips, s)
	}
	strips = append(strips, paragraph(padding, w-2*padding, 3.2, span{strings.Join(b.KindAndTraits, " · "), detailFont, faint})...)
	strips[len(strips)-1].height += 0.6
	for i := range strips {
		strips[i].keepWithNext = true
	}
	strips[0].pieces[0].h = slab{strips: strips}.height()
	return strips
}

// nameBarBaseline returns the height of the baseline of a name bar's first line.
func nameBarBaseline(name font) float64 { return 1.75 + name.capHeight() }

// blockBody lays out everything below a unit's name.
func blockBody(b Block, w float64) []strip {
	profile, rest := badgeStrips(b, w, sheetBadgeStyle)
	strips := slices.Concat(profile, blockTableStrips(b, w), notesAndPicture(b, w), tickBoxStrips(b, rest, w))
	if len(strips) > 0 {
		strips[len(strips)-1].height += 0.7
	}
	return strips
}

// notesAndPicture lays out a block's notes, with its picture at their right.
func notesAndPicture(b Block, w float64) []strip {
	const wide, high, top = 32.0, 25.0, 0.8
	if b.image == nil {
		return noteStrips(b, w)
	}
	least := b.image.fitIntoArea(0, 0, wide, 0.7*high) // and larger if the notes are
	room := (slab{strips: noteStrips(b, w-least.w-2)}).height() - 2*top
	picture := b.image.fitIntoArea(0, 0, wide, min(high, max(least.h, room)))
	picture.x, picture.y = w-padding-picture.w, top
	strips := noteStrips(b, w-picture.w-2)
	if rest := picture.y + picture.h + 0.6 - (slab{strips: strips}).height(); rest > 0 {
		strips = append(strips, strip{height: rest})
	}
	strips[0].add(0, 0, picture)
	for i := range strips {
		strips[i].keepWithNext = true
	}
	return strips
}

// blockTableStrips lays out a block's tables.
func blockTableStrips(b Block, w float64) []strip {
	var strips []strip
	for _, table := range b.Tables {
		strips = append(strips, tableStrips(table, w, b.grid)...)
	}
	return strips
}

// noteStrips lays out a block's notes beside their labels. A note begins directly after its label
// if the label is too wide for the column of labels.
func noteStrips(b Block, w float64) []strip {
	var strips []strip
	used := w // of the last strip, where another note may stand beside its one
	for _, note := range b.notes() {
		label, text := noteLabelFont.width(printable(note.Label))+1.2, noteFont.width(printable(note.Text))
		if last := len(strips) - 1; note.MayShareLine && used+sideBySideGap+label+text <= w-padding {
			s, x := &strips[last], used+sideBySideGap
			s.write(x, s.height-1, note.Label, noteLabelFont, muted)
			s.write(x+label, s.height-1, note.Text, noteFont, black)
			used = x + label + text
			continue
		}
		if used = w; note.MayShareLine {
			used = padding + b.noteIndent() + text
		}
		if label > b.noteIndent()+0.2 {
			strips, used = append(strips, noteAfterLabel(w, noteLeading, note)...), w
			continue
		}
		var lines [][]piece
		for _, line := range strings.Split(note.Text, "\n") {
			lines = append(lines, wrapEven(w-2*padding-b.noteIndent(), span{line, noteFont, black})...)
		}
		first := strip{height: noteLeading + noteGap}
		first.write(padding, first.height-1, note.Label, noteLabelFont, muted)
		strips = append(strips, lineStrips(first, noteLeading, padding+b.noteIndent(), 1, lines)...)
	}
	return strips
}

const (
	noteGap       = 0.4 // space above a note
	sideBySideGap = 2.5 // space between two notes side by side
)

// noteIndent returns the x at which notes and tracks begin, after their labels, in millimetres.
func (b Block) noteIndent() float64 {
	if b.grid == nil {
		return labelWidth
	}
	return b.grid.labelWidth
}

// compactNotes lays out a block's notes directly after their labels, to save space.
func compactNotes(b Block, w float64) []strip {
	var strips []strip
	for notes := b.notes(); len(notes) > 0; {
		n := 1
		for notes[0].MayShareLine && n < len(notes) && notes[n].MayShareLine {
			n++
		}
		strips = append(strips, noteAfterLabel(w, compactNoteLeading, notes[0], notes[1:n]...)...)
		notes = notes[n:]
	}
	return strips
}

// noteAfterLabel lays out a note directly after its label, followed by short notes on the same
// line.
func noteAfterLabel(w, leading float64, note table.Note, beside ...table.Note) []strip {
	var strips []strip
	for i, text := range strings.Split(note.Text, "\n") {
		first, spans := strip{height: leading}, []span{{text, noteFont, black}}
		if i == 0 {
			first.height += noteGap
			spans = append([]span{{note.Label, noteLabelFont, muted}}, spans...)
		}
		for _, other := range beside {
			spans = append(spans, span{"· " + other.Label, noteLabelFont, muted}, span{other.Text, noteFont, black})
		}
		strips = append(strips, lineStrips(first, leading, padding, 1, wrapEven(w-2*padding, spans...))...)
	}
	return strips
}

// badgeStrips lays out a unit's profile as rows of boxes, one box for each value. The boxes of
// rounds are at the right of the first row if there is room. rest holds the counters that are not
// drawn here. Units that share a grid have each value at the same position.
func badgeStrips(b Block, w float64, d badgeStyle) (strips []strip, rest []table.Counter) {
	const top = 0.9
	g := b.grid
	if g == nil || len(g.valueSlots) == 0 { // or the units have no order of figures in common
		g = gridOf([]Block{b}, w, d)
	}
	if len(g.valueSlots) == 0 {
		return nil, b.Counters
	}
	stats := g.placeProfile(b)
	width := w - 2*padding
	for row, part := range g.slotRows {
		tallest := 0.0
		for _, stat := range part {
			tallest = max(tallest, d.fontFor(stat.Value).capHeight())
		}
		label := top + 0.6 + labelFont.capHeight()
		value := label + 1 + tallest
		bottom := value + 0.8
		s := strip{height: bottom + 0.4, keepWithNext: true, pieces: make([]piece, 0, 3*len(part)+1)}
		room := width
		if row == 0 {
			for _, c := range b.Counters {
				if b.EqualUnits != nil {
					break // boxes for each are beneath
				}
				if g.roundBoxesBesideProfile && c.PerRound {
					s.writeRoundCounter(w-padding-g.roundBoxesWidth, label, bottom, c)
					continue
				}
				rest = append(rest, c)
			}
			if g.roundBoxesBesideProfile {
				room -= g.roundBoxesWidth + 2*badgeGap
			}
		}
		x := padding
		for i, side := range d.badgeWidths(part, room) {
			if stat := stats[i]; stat.Label != "" {
				s.add(x, top, piece{kind: fillPiece, w: side, h: bottom - top, ink: pale})
				s.writeCentred(x+0.5, label, side-1, span{report.Capitalize(stat.Label), labelFont, muted})
				s.writeValue(x+0.5, value, side-1, stat, d)
			}
			x += side + badgeGap
		}
		if stats = stats[len(part):]; len(s.pieces) > 0 {
			strips = append(strips, s)
		}
	}
	return strips, rest
}

// writeValue centres a value in the width w from x, with its addition in small type after it.
func (s *strip) writeValue(x, y, w float64, stat profileValue, d badgeStyle) {
	if stat.SmallText == "" {
		s.writeCentred(x, y, w, span{stat.Value, d.fontFor(stat.Value), black})
		return
	}
	small := detailFont.width(printable(stat.SmallText))
	x += (w - d.valueWidth(stat)) / 2
	s.write(x, y, stat.Value, d.fontFor(stat.Value), black)
	s.writeRight(x+d.valueWidth(stat), y, stat.SmallText, detailFont.shrinkToWidth(stat.SmallText, small), muted)
}

// roundBoxesWidth returns the width of a counter with a numbered box for each round, including its
// label.
func roundBoxesWidth(c table.Counter) float64 {
	return max(labelFont.width(printable(c.Label))+0.4, float64(c.BoxCount)*roundBoxSide)
}

// writeRoundCounter draws a counter of rounds: its label on the baseline y = label, and below it
// the numbered boxes, down to y = bottom.
func (s *strip) writeRoundCounter(x, label, bottom float64, c table.Counter) {
	w := roundBoxesWidth(c)
	s.writeCentred(x, label, w, span{c.Label, labelFont, muted})
	s.writeRoundBoxes(x+(w-float64(c.BoxCount)*roundBoxSide)/2, bottom-roundBoxSide, c)
}

// writeRoundBoxes draws the numbered boxes of a counter side by side, from x, y.
func (s *strip) writeRoundBoxes(x, y float64, c table.Counter) {
	s.pieces = slices.Grow(s.pieces, 2*c.BoxCount)
	for i := range c.BoxCount {
		s.add(x, y, piece{kind: framePiece, w: roundBoxSide, h: roundBoxSide, ink: lineInk})
		s.writeCentred(x, y+(roundBoxSide+roundNumberFont.capHeight())/2, roundBoxSide,
			span{itoa(i + 1), roundNumberFont, muted})
		x += roundBoxSide
	}
}

// badgeWidths divides the width w among the boxes of a row: equally or, if a word is too long for
// that, in proportion to their texts.
func (d badgeStyle) badgeWidths(stats []profileValue, w float64) []float64 {
	room := w - float64(len(stats)-1)*badgeGap
	even := min(maxBadgeWidth, room/float64(len(stats)))
	widths, needs, longest := make([]float64, len(stats)), 0.0, 0.0
	for i, stat := range stats {
		widths[i] = d.badgeWidth(stat)
		if len(stats) > 1 {
			widths[i] = min(widths[i], room*2/3)
		}
		needs += widths[i]
		longest = max(longest, widths[i])
	}
	for i := range widths {
		switch {
		case longest <= even+0.2:
			widths[i] = even
		case needs > room:
			widths[i] *= room / needs
		default:
			widths[i] += (room - needs) / float64(len(widths))
		}
	}
	return widths
}

// splitRows divides values into as few rows as possible, of about equal length. Each of the
// profiles lacks some of the values; the division leaves few gaps in their rows.
func (d badgeStyle) splitRows(stats []profileValue, room float64, profiles ...[]profileValue) [][]profileValue {
	const gap = 100.0 // its cost, in squares of figures that a row has more or less than others
	type division struct {
		cost float64
		ends []int // of rows
	}
	most := len(stats)
	for rows := max(1, int(math.Ceil(d.rowWidth(stats)/room))); most > 0; rows++ {
		rows = min(rows, most)
		even := float64(most) / float64(rows)
		best := map[int]division{0: {}} // of the first figures, by their number
		for range rows {
			next := map[int]division{}
			for to := 1; to <= most; to++ {
				for from := range to {
					before, ok := best[from]
					if !ok || rows < most && d.rowWidth(stats[from:to]) > room {
						continue
					}
					more := float64(to-from) - even
					cost := before.cost + gap*float64(countEmptyBoxes(profiles, from, to)) + more*more
					if known, ok := next[to]; !ok || cost < known.cost {
						next[to] = division{cost, append(slices.Clip(before.ends), to)}
					}
				}
			}
			best = next
		}
		if found, ok := best[most]; ok {
			parts, from := make([][]profileValue, rows), 0
			for i, to := range found.ends {
				parts[i], from = stats[from:to], to
			}
			return parts
		}
	}
	return nil
}

// countEmptyBoxes counts the empty boxes in a row that holds the values from index from to before
// to. A box is empty in a profile that lacks its value but has a later one. It adds up all
// profiles.
func countEmptyBoxes(profiles [][]profileValue, from, to int) (n int) {
	for _, profile := range profiles {
		empty := 0
		for _, f := range profile[from:to] {
			if empty++; f.Label != "" {
				n, empty = n+empty-1, 0
			}
		}
	}
	return n
}

// rowWidth returns the width of a row of boxes, each with a gap after it.
func (d badgeStyle) rowWidth(stats []profileValue) float64 {
	needs := 0.0
	for _, stat := range stats {
		needs += d.badgeWidth(stat) + badgeGap
	}
	return needs
}

// badgeWidth returns the width of a box that fits its text.
func (d badgeStyle) badgeWidth(stat profileValue) float64 {
	return d.sideMargins + max(labelFont.width(printable(report.Capitalize(stat.Label))), d.valueWidth(stat))
}

// valueWidth returns the width of a value with its addition.
func (d badgeStyle) valueWidth(stat profileValue) float64 {
	w := d.fontFor(stat.Value).width(printable(stat.Value))
	if stat.SmallText != "" {
		w += 1.2 + detailFont.width(printable(stat.SmallText))
	}
	return w
}

// tableStrips lays out a table: a strip for the heading and one for each row. A heavier line
// separates its parts. The last column of a row moves below it if that saves lines.
func tableStrips(t *report.Table, w float64, g *grid) []strip {
	t, widths, _ := g.fitColumns(t, w-2*padding)
	t, folded := foldLastColumn(t, widths, w-2*padding)
	strips := []strip{tableHeadStrip(t, widths)}
	figures, chart := numberWidths(t), hasBars(t)
	for n, row := range t.Rows {
		next := tableRowStrip(t, n, widths, figures, w)
		if n > 0 && row.Heading != "" {
			next = withLineAbove(next, w)
		}
		strips = append(strips, next)
		for _, under := range paragraph(padding+foldedCellIndent, w-2*padding-foldedCellIndent, noteLeading,
			span{folded[n], noteFont, black}) {
			strips[len(strips)-1].keepWithNext = true
			strips = append(strips, under)
		}
	}
	last := len(strips) - 1
	for i := range strips[:last] {
		strips[i].keepWithNext = strips[i].keepWithNext || chart // bars are compared with one another
		strips[i+1].repeatedHead = &strips[0]
	}
	strips[last].height += 0.3
	return strips
}

// withLineAbove adds above a row the line that separates it from the part of the table above.
func withLineAbove(row strip, w float64) strip {
	s := strip{height: row.height + 0.7, keepWithNext: row.keepWithNext}
	s.add(padding, 0.4, piece{kind: fillPiece, w: w - 2*padding, h: 0.45, ink: dark})
	s.add(0, 0.7, row.pieces...)
	return s
}

// tableHeadStrip lays out the names of columns, in several lines if columns are narrow.
func tableHeadStrip(t *report.Table, widths []float64) strip {
	const leading = 2.9
	names := make([][]string, len(t.Columns))
	most := 1
	for i, column := range t.Columns {
		if column.Kind == report.CountColumn {
			continue
		}
		name := printable(column.Name)
		names[i] = []string{name}
		if fitted := strings.Fields(name); columnHeadFont.width(name) > widths[i] && len(fitted) > 1 {
			names[i] = fitted
		}
		most = max(most, len(names[i]))
	}
	head := strip{height: 3.9 + float64(most-1)*leading, keepWithNext: true, pieces: make([]piece, 0, len(names)+most-1)}
	x := padding
	for i, column := range t.Columns {
		for j, name := range names[i] {
			y := head.height - 0.9 - float64(len(names[i])-1-j)*leading
			if column.Kind == report.TextColumn {
				head.write(x, y, shorten(name, columnHeadFont, widths[i]), columnHeadFont, muted)
			} else {
				head.writeCentred(x, y, widths[i], span{name, columnHeadFont, muted})
			}
		}
		x += widths[i] + columnGap
	}
	return head
}

const (
	chartBarHeight   = 0.9 // height of the bars of a chart
	columnGap        = 1.5
	foldedCellIndent = 6.4 // indent of a column that is printed below its row
)

// tableRowStrip lays out the n-th row of a table; figures holds the widths from numberWidths, which
// align the numbers' last digits.
func tableRowStrip(t *report.Table, n int, widths, figures []float64, w float64) strip {
	leading, beneath := 3.5, 0.6
	if hasBars(t) { // bars need little above and beneath
		leading, beneath = 3.3, chartBarHeight+0.2
	}
	s := strip{pieces: make([]piece, 0, len(widths)+1)}
	s.add(padding, 0, piece{kind: fillPiece, w: w - 2*padding, h: 0.12, ink: lineInk})
	x, lines, named := padding, 1, false
	for i, drawn := range t.Rows[n].Cells {
		cell := drawn.Text
		switch t.Columns[i].Kind {
		case report.CountColumn:
			if cell != "" {
				count := strings.ReplaceAll(t.Columns[i].InlineFormat, "%", cell)
				f := boldCellFont.shrinkToWidth(count, widths[i])
				s.writeRight(x+widths[i], leading-0.5, shorten(count, f, widths[i]), f, black)
			}
		case report.NumberColumn:
			if t.Columns[i].Name != "" { // of a column that says something
				s.writeNumber(x, leading-0.5, widths[i], figures[i], cell)
			}
		default:
			f := cellFont
			if !named {
				f, named = boldCellFont, true
			}
			wrapped := wrap(widths[i], span{cell, f, black})
			for j, pieces := range wrapped {
				s.add(x, float64(j+1)*leading-0.5, pieces...)
			}
			lines = max(lines, len(wrapped))
		}
		if share := drawn.Share; share > 0 {
			s.add(x, leading, piece{kind: fillPiece, w: widths[i], h: chartBarHeight, ink: pale})
			s.add(x, leading, piece{kind: fillPiece, w: widths[i] * share, h: chartBarHeight, ink: muted})
		}
		x += widths[i] + columnGap
	}
	s.height = float64(lines)*leading + beneath
	return s
}

// writeNumber writes a number into the width w from x. Numbers of a column end at the same x;
// figures is the width of the widest number, which is centred. A sign after a number extends beyond
// that x.
func (s *strip) writeNumber(x, y, w, figures float64, cell string) {
	number := strings.TrimRight(printable(cell), bestTargetSign)
	wide := cellFont.width(number)
	switch {
	case cell == "":
		s.writeCentred(x, y, w, span{"–", cellFont, muted})
	case wide > w || figures > w:
		s.writeCentred(x, y, w, span{cell, cellFont, black})
	default:
		s.write(x+(w+figures)/2-wide, y, cell, cellFont, black)
	}
}

// numberWidths returns the width of the widest number in each column, without a sign after it.
func numberWidths(t *report.Table) []float64 {
	widths := make([]float64, len(t.Columns))
	for _, row := range t.Rows {
		for i, cell := range row.Cells {
			if t.Columns[i].Kind == report.NumberColumn {
				widths[i] = max(widths[i], cellFont.width(strings.TrimRight(printable(cell.Text), bestTargetSign)))
			}
		}
	}
	return widths
}

// chartColumnWidths divides the width among the columns of a chart, equally if possible. fits is
// false if a word must be broken.
func chartColumnWidths(t *report.Table, w float64) (widths []float64, fits bool) {
	if widths, fits = equalColumnWidths(t, w); fits {
		return widths, true
	}
	return columnWidths(t, w)
}

// columnWidths divides the width among the columns of a table: columns of numbers get what they
// need, columns of words the rest. fits is false if a word must be broken.
func columnWidths(t *report.Table, w float64) (widths []float64, fits bool) {
	if widths, fits = distributeWidth(t, w, columnHeadFont.width); fits {
		return widths, true
	}
	return distributeWidth(t, w, longestWordWidth) // over several lines
}

// longestWordWidth returns the width of the longest word of a heading.
func longestWordWidth(name string) float64 {
	longest := 0.0
	for _, word := range strings.Fields(name) {
		longest = max(longest, columnHeadFont.width(word))
	}
	return longest
}

// equalColumnWidths gives all columns of a chart the same width, so that bars can be compared, if
// the first column has enough room.
func equalColumnWidths(t *report.Table, w float64) (widths []float64, fits bool) {
	words, each := 0.0, 0.0
	for i, column := range t.Columns {
		need := longestWordWidth(printable(column.Name)) + 0.1
		f := cellFont
		if column.Kind == report.TextColumn {
			f = boldCellFont
		}
		for _, row := range t.Rows {
			need = max(need, f.width(printable(row.Cells[i].Text))+0.1)
		}
		if column.Kind == report.TextColumn {
			words += need
		} else {
			each = max(each, need)
		}
	}
	charts := float64(len(t.Columns) - 1)
	rest := w - charts*(each+columnGap)
	if rest < words {
		return nil, false
	}
	const widest = 12.5
	each += min(max(0, widest-each), (rest-words)/charts)
	widths = slices.Repeat([]float64{each}, len(t.Columns))
	widths[0] = w - charts*(each+columnGap)
	return widths, true
}

// idealColumnWidths returns for each column the width that fits every cell on one line (wants), and
// the width of the longest word (least); head returns the width of a column's name.
func idealColumnWidths(t *report.Table, head func(name string) float64) (wants, least []float64) {
	const (
		countWidth = 5
		leastWidth = 5.2 // of figures
	)
	wants, least = make([]float64, len(t.Columns)), make([]float64, len(t.Columns))
	named := false
	for i, column := range t.Columns {
		switch column.Kind {
		case report.CountColumn:
			wants[i] = countWidth
		default:
			least[i] = head(printable(column.Name)) + 0.1
			wants[i] = least[i]
		}
		f := cellFont
		switch {
		case column.Kind == report.NumberColumn:
			wants[i] = max(wants[i], leastWidth)
		case !named:
			f, named = boldCellFont, column.Kind == report.TextColumn
		}
		for _, row := range t.Rows {
			cell := printable(row.Cells[i].Text)
			if column.Kind == report.CountColumn {
				cell = strings.ReplaceAll(column.InlineFormat, "%", cell)
			}
			wants[i] = max(wants[i], f.width(cell)+0.1)
			for word := range words(cell) {
				least[i] = max(least[i], f.width(word)+0.1)
			}
		}
	}
	return wants, least
}

// distributeWidth gives columns of numbers the width of their widest cell, and divides the rest
// among columns of words; head returns the width of a column's name. fits is false if a word must
// be broken.
func distributeWidth(t *report.Table, w float64, head func(name string) float64) (widths []float64, fits bool) {
	const leastWords = 8 // millimetres that figures leave for words
	widths, least := idealColumnWidths(t, head)
	rest := w - float64(len(widths)-1)*columnGap
	var words []int
	needs, figures, whole := 0.0, 0.0, 0.0
	for i, column := range t.Columns {
		if column.Kind == report.TextColumn {
			words = append(words, i)
			needs += least[i]
			whole += widths[i]
			continue
		}
		widths[i] = min(widths[i], w/3)
		figures += widths[i]
	}
	if rest -= figures; len(words) > 0 && rest < leastWords && figures > 0 {
		short := min(1, max(0, figures+rest-leastWords)/figures)
		for i, column := range t.Columns {
			if column.Kind != report.TextColumn {
				widths[i] *= short
			}
		}
		rest += figures * (1 - short)
	}
	if len(words) == 0 {
		return widths, true
	}
	if len(words) == 2 {
		needs = max(0, least[words[0]])
		splitTextColumns(t, w, widths, needs, rest)
		return widths, needs <= widths[words[0]]+lengthTolerance
	}
	for _, i := range words { // what is free is shared out evenly
		switch {
		case rest >= whole:
			widths[i] += (rest - whole) / float64(len(words))
		case rest >= needs:
			widths[i] = least[i] + (rest-needs)*(widths[i]-least[i])/(whole-needs)
		default:
			widths[i] = rest * least[i] / needs
		}
	}
	return widths, needs <= rest+lengthTolerance
}

// splitTextColumns divides the width rest between two columns, the names and the last words of
// rows, so that the table has the fewest lines. The names get at least the width least. A name has
// a second line only if that saves more lines elsewhere. If no width is enough for the last words,
// they get no column and are printed below their rows.
func splitTextColumns(t *report.Table, width float64, widths []float64, least, rest float64) {
	const (
		tries    = 8
		narrow   = 12.0 // millimetres of a column of words at least
		nameTurn = 2    // lines that a second line of a name is worth
	)
	isText := func(c report.Column) bool { return c.Kind == report.TextColumn }
	first := slices.IndexFunc(t.Columns, isText)
	second := first + 1 + slices.IndexFunc(t.Columns[first+1:], isText)
	var tried []float64
	for _, row := range t.Rows {
		tried = append(tried, min(max(least, boldCellFont.width(printable(row.Cells[first].Text))+0.1), rest+columnGap))
	}
	slices.Sort(tried)
	slices.Reverse(tried)
	tried = slices.Compact(tried)
	best := math.MaxInt
	for _, w := range tried[:min(tries, len(tried))] {
		lines, last := 0, rest-w
		if last < narrow {
			last = -columnGap
		}
		for _, row := range t.Rows {
			names, _ := lineCount(w, span{row.Cells[first].Text, boldCellFont, black})
			most, under := lastCellLines(row, last, width)
			lines += max(1, names, most) + under + nameTurn*(max(1, names)-1)
		}
		if lines < best {
			best, widths[first], widths[second] = lines, rest-last, last
		}
	}
}

// lastCellLines returns the number of lines that the last cell of a row takes in a column of width
// w, and the number of lines below the row, of a table of the given width, if it is printed there.
// One of them is 0.
func lastCellLines(row report.Row, w, tableWidth float64) (in, under int) {
	text := row.Cells[len(row.Cells)-1].Text
	if text == "" {
		return 0, 0
	}
	beneath, _ := lineCount(tableWidth-foldedCellIndent, span{text, noteFont, black})
	if w <= 0 {
		return 0, beneath
	}
	lines, _ := lineCount(w, span{text, cellFont, black})
	for word := range words(printable(text)) {
		if cellFont.width(word) > w {
			return 0, beneath
		}
	}
	if lines > 1+beneath {
		return 0, beneath
	}
	return lines, 0
}

// foldLastColumn moves the last cell of a row below the row where that saves lines. last holds the
// moved texts, one for each row, "" for none.
func foldLastColumn(t *report.Table, widths []float64, w float64) (folded *report.Table, last []string) {
	last = make([]string, len(t.Rows))
	n := len(t.Columns) - 1
	if n < 2 || t.Columns[n].Kind != report.TextColumn {
		return t, last
	}
	kept := *t
	kept.Columns, kept.Rows = slices.Clone(t.Columns), slices.Clone(t.Rows)
	said := false
	for i, row := range t.Rows {
		cells := slices.Clone(row.Cells)
		if _, under := lastCellLines(row, widths[n], w); under > 0 {
			last[i], cells[n].Text = cells[n].Text, ""
		}
		kept.Rows[i].Cells = cells
		said = said || cells[n].Text != ""
	}
	if !said {
		kept.Columns[n].Name = ""
	}
	return &kept, last
}

// tickBoxStrips lays out the boxes to tick: counters, a track for the models, rounds without room
// beside the profile, and states at the lower right. States share the last line if there is room,
// except beside a track of several rows, where they would look like its last box.
func tickBoxStrips(b Block, counters []table.Counter, w float64) []strip {
	if b.EqualUnits != nil {
		return b.equalUnitBoxes(w)
	}
	turns, rest := splitRoundCounters(counters)
	strips := counterStrips(rest, b.noteIndent(), w)
	several := false
	for _, track := range b.Tracks {
		set := trackStrips(track, b.noteIndent(), w)
		strips, several = append(strips, set...), len(set) > 1
	}
	for _, c := range turns {
		row := strip{height: roundBoxSide + 1}
		row.write(padding, row.height-0.9, c.Label, noteLabelFont, muted)
		row.writeRoundBoxes(padding+max(b.noteIndent(), noteLabelFont.width(printable(c.Label))+1.2),
			row.height-roundBoxSide+0.2, c)
		if several = false; len(strips) > 0 {
			strips[len(strips)-1].keepWithNext = true
		}
		strips = append(strips, row)
	}
	return withStateBoxes(strips, b.States, w, several)
}

// splitRoundCounters separates the counters of rounds from other counters.
func splitRoundCounters(counters []table.Counter) (turns, rest []table.Counter) {
	for _, c := range counters {
		if c.PerRound {
			turns = append(turns, c)
		} else {
			rest = append(rest, c)
		}
	}
	return turns, rest
}

// withStateBoxes adds a box to tick for each state that a unit can be in, at the right of the last
// strip, or below it if there is no room or apart is set.
func withStateBoxes(strips []strip, states []string, w float64, apart bool) []strip {
	for rest := states; len(rest) > 0; {
		n, wide := 1, stateBoxWidth(rest[0])
		for n < len(rest) && wide+stateBoxGap+stateBoxWidth(rest[n]) <= w-2*padding {
			wide += stateBoxGap + stateBoxWidth(rest[n])
			n++
		}
		x := w - padding - wide
		at := len(strips) - 1
		if at < 0 || apart || n < len(states) || x < lineWidth(strips[at].pieces)+2 {
			if at++; at > 0 {
				strips[at-1].keepWithNext = true
			}
			strips = append(strips, strip{height: tickBoxSide + 1.6})
		}
		y := strips[at].height - tickBoxSide - 0.3
		for _, state := range rest[:n] {
			strips[at].add(x, y, piece{kind: framePiece, w: tickBoxSide, h: tickBoxSide, ink: black})
			strips[at].write(x+tickBoxSide+1, y+2.3, state, labelFont, black)
			x += stateBoxWidth(state) + stateBoxGap
		}
		rest = rest[n:]
	}
	return strips
}

// equalUnitBoxes lays out the boxes of equal units that share a block: each unit's number and
// boxes, its rounds at the right if every unit has room for them, and its states below.
func (b Block) equalUnitBoxes(w float64) (strips []strip) {
	head := strip{height: 3.4, keepWithNext: true} // over the boxes of rounds
	for i, one := range b.EqualUnits {
		one.grid = b.grid
		_, number := one.nameAndNumber()
		turns, rest := splitRoundCounters(one.Counters)
		if b.grid != nil && !b.grid.roundBoxesBesideProfile && !(b.grid.isForCards && one.hasRoomForRoundBoxes(turns, w)) {
			turns, rest = nil, one.Counters
		}
		first := strip{height: tickBoxSide + 1.6}
		x := w - padding
		for _, c := range turns {
			first.height = roundBoxSide + 1
			wide := roundBoxesWidth(c)
			x -= wide
			if i == 0 {
				head.writeCentred(x, head.height-0.7, wide, span{c.Label, labelFont, muted})
			}
			first.writeRoundBoxes(x+(wide-float64(c.BoxCount)*roundBoxSide)/2, first.height-roundBoxSide, c)
			x -= sideBySideGap
		}
		tracks := one.Tracks
		if len(tracks) > 0 {
			track := tracks[0]
			track.Label = number
			if set := trackStrips(track, b.noteIndent(), w); len(set) == 1 && lineWidth(set[0].pieces) <= x {
				first.add(0, first.height-set[0].height, set[0].pieces...)
				tracks = tracks[1:]
			}
		}
		if len(tracks) == len(one.Tracks) {
			first.write(padding, first.height-1.2, shorten(number, noteLabelFont, x-padding), noteLabelFont, muted)
		}
		var set []strip
		if one.Tracks = tracks; len(turns) == 0 && len(tracks) == 0 && len(rest) == 0 { // states on the same line
			set = withStateBoxes([]strip{first}, one.States, w, false)
		} else {
			set = append([]strip{first}, tickBoxStrips(one, rest, w)...)
		}
		if i > 0 {
			set[0].add(padding, 0, piece{kind: fillPiece, w: w - 2*padding, h: 0.12, ink: lineInk})
		} else if len(head.pieces) > 0 {
			set = append([]strip{head}, set...)
		}
		for i := range set[:len(set)-1] {
			set[i].keepWithNext = true
		}
		strips = append(strips, set...)
	}
	return strips
}

// hasRoomForRoundBoxes reports whether the boxes of rounds fit beside the unit's first track.
func (b Block) hasRoomForRoundBoxes(turns []table.Counter, w float64) bool {
	if len(b.Tracks) == 0 {
		return false
	}
	for _, c := range turns {
		w -= roundBoxesWidth(c) + sideBySideGap
	}
	return len(trackStrips(b.Tracks[0], b.noteIndent(), w)) == 1
}

// stateBoxGap is the space between the boxes of two states, in millimetres.
const stateBoxGap = 1.5

// stateBoxWidth returns the width of a state with its box.
func stateBoxWidth(state string) float64 { return tickBoxSide + 1 + labelFont.width(printable(state)) }

// counterStrips lays out counters one after another, each label before its boxes. The first label
// of a line is aligned with the labels of tracks.
func counterStrips(counters []table.Counter, indent, w float64) []strip {
	var strips []strip
	x := w
	for _, c := range counters {
		label := shorten(c.Label, noteLabelFont, w-2*padding-8*tickBoxSide)
		wide := noteLabelFont.width(label) + 1.2
		boxes := min(c.BoxCount, int((w-2*padding-max(wide, indent))/(tickBoxSide+tickBoxGap)))
		need := float64(boxes) * (tickBoxSide + tickBoxGap)
		if x > padding && x+wide+need > w-padding {
			strips = append(strips, strip{height: tickBoxSide + 1.6})
			x = padding
			wide = max(wide, indent)
		}
		s := &strips[len(strips)-1]
		s.write(x, s.height-tickBoxSide+1.9, label, noteLabelFont, muted)
		x += wide
		for range boxes {
			s.add(x, s.height-tickBoxSide-0.3, piece{kind: framePiece, w: tickBoxSide, h: tickBoxSide, ink: black})
			x += tickBoxSide + tickBoxGap
		}
		x += 2.5
	}
	return strips
}

// trackStrips lays out the boxes of a track in rows. The boxes of one model are joined. Single
// boxes are grouped in fives, which are easy to count.
func trackStrips(t table.Track, indent, w float64) []strip {
	left, right := padding+indent, w-padding
	between, group := tickBoxGap, 1.0 // boxes of two models, and more where groups end
	if t.GroupSizes != nil {
		between, group = 0.45, 1.3
	}
	if trackWidth(t, between, group) > right-left {
		between, group = 0.45, 0.55
	}
	row := strip{height: tickBoxSide + 1.6, pieces: make([]piece, 0, len(t.BoxesPerModel)+1)}
	row.write(padding, row.height-tickBoxSide+1.9, shorten(t.Label, noteLabelFont, indent-1), noteLabelFont, muted)
	var strips []strip
	x, box := left, 0
	turn := func() {
		row.keepWithNext = true // the boxes of a unit stay together
		strips = append(strips, row)
		row, x = strip{height: tickBoxSide + 1.1}, left
	}
	single := len(t.BoxesPerModel) == 1
	for model, size := range t.BoxesPerModel {
		width := float64(size) * tickBoxSide
		if n := t.GroupSizeAt(model); n > 0 && t.BoxCount() == len(t.BoxesPerModel) { // a group stays together
			width = float64(n)*(tickBoxSide+between) - between
		}
		if x > left && x+width > right+lengthTolerance && width <= right-left {
			turn()
		}
		for i := range size {
			box++
			need := tickBoxSide
			if box == t.MarkedBox {
				need += markSignGap + markSignFont.width(printable(t.MarkSign))
			}
			if x+need > right {
				turn()
			}
			row.add(x, row.height-tickBoxSide-0.3, piece{kind: framePiece, w: tickBoxSide, h: tickBoxSide, ink: black})
			x += tickBoxSide
			if box == t.MarkedBox {
				row.write(x+markSignGap, row.height-tickBoxSide+1.9, t.MarkSign, markSignFont, black)
				x += markSignFont.width(printable(t.MarkSign)) + 2*markSignGap
			} else if single && size > 2*5 && i%5 == 4 && i < size-1 && x+tickBoxSide <= right {
				row.add(x-0.3, row.height-tickBoxSide-0.3, piece{kind: fillPiece, w: 0.6, h: tickBoxSide, ink: black})
			}
		}
		x += between
		if size > 1 || t.GroupSizeAt(model+1) > 0 {
			x += group
		}
	}
	return append(strips, row)
}

// markSignGap is the space before and after a sign beside a box, in millimetres.
const markSignGap = 0.7

// trackWidth returns the width of a track in a single row. between is the gap after a model's
// boxes, group the additional gap after a group.
func trackWidth(t table.Track, between, group float64) float64 {
	w := markSignFont.width(printable(t.MarkSign)) + 2*markSignGap
	for model, size := range t.BoxesPerModel {
		w += float64(size)*tickBoxSide + between
		if size > 1 || t.GroupSizeAt(model+1) > 0 {
			w += group
		}
	}
	return w - between
}
