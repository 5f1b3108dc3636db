package export

import (
	"math"
	"slices"
	"strings"
)

// How a block looks. Sizes are points for fonts, millimetres for all else.
var (
	nameFont   = font{bold, 10.5}
	joinedFont = font{bold, 9}
	costFont   = font{bold, 9}
	detailFont = font{regular, 7.8}
	labelFont  = font{regular, 6}
	valueFont  = font{bold, 11}
	cellFont   = font{regular, 8}
	cellBold   = font{bold, 8}
	headFont   = font{regular, 6.4}
	noteFont   = font{regular, 7.8}
	noteLabel  = font{regular, 7.2}
	signFont   = font{bold, 6.5}
	turnFont   = font{regular, 6.2}
)

const (
	pad         = 2.0  // from a block's edge to its text
	badge       = 22.0 // widest badge of a stat
	badgeGap    = 0.8
	labelWidth  = 14.0 // of the labels before notes and tracks
	noteLeading = 3.5
	tick        = 2.8 // side of a box to tick
	tickGap     = 0.7
	turnBox     = 4.2 // side of a numbered box
)

// blockSlab sets a block in a column of width w.
func blockSlab(b Block, w float64) slab {
	s := slab{framed: true}
	s.strips = append(s.strips, bar(b, w, false)...)
	const continued = "continued"
	short := shorten(b.Name, nameFont, w-3*pad-detailFont.width(continued))
	s.again = bar(Block{Name: short}, w, false)[0]
	s.again.writeRight(w-pad, 1+nameFont.capHeight()+0.75, continued, detailFont, ink(205))
	s.again.pieces = slices.DeleteFunc(s.again.pieces, func(p piece) bool { return p.kind == bookmark })
	s.strips = append(s.strips, body(b, w)...)
	for _, joined := range b.Joined {
		head := bar(joined, w, true)
		head[0].begins = true
		s.strips = slices.Concat(s.strips, head, body(joined, w))
	}
	return s
}

// bar sets the name of a unit with its cost, over as many lines as it needs,
// and what kind of unit it is beneath. A unit that joined has a lighter bar.
func bar(b Block, w float64, joined bool) []strip {
	name, text, faint, fill := nameFont, white, ink(205), dark
	if joined {
		name, text, faint, fill = joinedFont, black, muted, ink(214)
	}
	cost := ""
	if b.Points != 0 {
		cost = itoa(b.Points) + " pts"
	}
	lines := wrap(w-3*pad-costFont.width(cost), span{b.Name, name, text})
	if len(lines) == 0 { // a name of nothing that can be printed
		lines = [][]piece{nil}
	}
	leading := name.size * mmPerPoint * 1.22
	var strips []strip
	for i, pieces := range lines {
		s := strip{height: leading}
		if i == 0 {
			s.height += 1
			s.pieces = append(s.pieces, piece{kind: bookmark, text: printable(b.Name)})
		}
		baseline := s.height - leading + name.capHeight() + 0.75
		s.add(pad, baseline, pieces...)
		if i == 0 && cost != "" {
			s.writeRight(w-pad, baseline, cost, costFont, text)
		}
		strips = append(strips, s)
	}
	strips = append(strips, paragraph(pad, w-2*pad, 3.1, span{strings.Join(b.Detail, " · "), detailFont, faint})...)
	strips[len(strips)-1].height += 0.6
	for i := range strips {
		back := piece{kind: fillPiece, w: w, h: strips[i].height, ink: fill}
		strips[i].clings, strips[i].pieces = true, append([]piece{back}, strips[i].pieces...)
	}
	return strips
}

// body sets what stands beneath a unit's name.
func body(b Block, w float64) []strip {
	profile, rest := badges(b, w)
	strips := slices.Concat(profile, tables(b, w), notes(b, w), counterStrips(rest, w), ticks(b, w))
	if len(strips) > 0 {
		strips[len(strips)-1].height += 1.3
	}
	return strips
}

// tables sets a block's tables.
func tables(b Block, w float64) []strip {
	var strips []strip
	for _, table := range b.Tables {
		strips = append(strips, tableStrips(table, w)...)
	}
	return strips
}

// notes sets a block's notes beside their labels.
func notes(b Block, w float64) []strip {
	var strips []strip
	for _, note := range b.notes() {
		var lines [][]piece
		for _, line := range strings.Split(note.Text, "\n") {
			lines = append(lines, wrap(w-2*pad-labelWidth, span{line, noteFont, black})...)
		}
		for i, pieces := range lines {
			s := strip{height: noteLeading}
			if i == 0 {
				s.height += 0.5
				s.write(pad, s.height-1, note.Label, noteLabel.fit(note.Label, labelWidth-1), muted)
			}
			s.add(pad+labelWidth, s.height-1, pieces...)
			strips = append(strips, s)
		}
	}
	return strips
}

// closeNotes sets a block's notes behind their labels, where there is little
// room.
func closeNotes(b Block, w float64) []strip {
	var strips []strip
	for _, note := range b.notes() {
		for i, text := range strings.Split(note.Text, "\n") {
			spans := []span{{text, noteFont, black}}
			if i == 0 {
				spans = append([]span{{note.Label, noteLabel, muted}}, spans...)
			}
			for j, pieces := range wrap(w-2*pad, spans...) {
				s := strip{height: noteLeading}
				if i+j == 0 {
					s.height += 0.4
				}
				s.add(pad, s.height-1, pieces...)
				strips = append(strips, s)
			}
		}
	}
	return strips
}

// badges sets the profile of a unit, in rows of boxes, and at the right of the
// first row the boxes of rounds if there is room for them; rest are the
// counters that have no place there.
func badges(b Block, w float64) (strips []strip, rest []Counter) {
	stats := b.profile()
	if len(stats) == 0 {
		return nil, b.Counters
	}
	room := w - 2*pad + badgeGap
	rows := min(len(stats), int(math.Ceil(rowNeed(stats)/room)))
	for row := range rows {
		part := stats[row*len(stats)/rows : (row+1)*len(stats)/rows]
		s := strip{height: 9.0, clings: true}
		width := w - 2*pad
		if row == 0 {
			need := rowNeed(part)
			for _, c := range b.Counters {
				if side := turnsWidth(c); c.Turns && need+side+badgeGap <= width {
					width -= side + 2*badgeGap
					s.turns(w-pad-side, side, c)
					continue
				}
				rest = append(rest, c)
			}
		}
		x := pad
		for i, side := range badgeWidths(part, width) {
			s.add(x, 1.1, piece{kind: fillPiece, w: side, h: 7.6, ink: pale})
			s.writeCentred(x+0.5, 3.45, side-1, strings.ToUpper(part[i].Label), labelFont, muted)
			s.writeCentred(x+0.5, 7.75, side-1, part[i].Value, valueFont, black)
			x += side + badgeGap
		}
		strips = append(strips, s)
	}
	return strips, rest
}

// turnsWidth is the width of the numbered boxes of a counter with its label.
func turnsWidth(c Counter) float64 {
	return max(labelFont.width(printable(strings.ToUpper(c.Label)))+0.4, float64(c.Boxes)*turnBox)
}

// turns puts a counter's label on the strip, and beneath it its boxes, joined
// and numbered.
func (s *strip) turns(x, w float64, c Counter) {
	s.writeCentred(x, 3.45, w, strings.ToUpper(c.Label), labelFont, muted)
	x += (w - float64(c.Boxes)*turnBox) / 2
	for i := range c.Boxes {
		s.add(x, 4.5, piece{kind: framePiece, w: turnBox, h: 4.2, ink: line})
		s.writeCentred(x, 7.3, turnBox, itoa(i+1), turnFont, line)
		x += turnBox
	}
}

// badgeWidths shares the width w out to the boxes of a row: to all the same,
// or, where a word would be too long for that, by need.
func badgeWidths(stats []Stat, w float64) []float64 {
	room := w - float64(len(stats)-1)*badgeGap
	even := min(badge, room/float64(len(stats)))
	widths, needs, longest := make([]float64, len(stats)), 0.0, 0.0
	for i, stat := range stats {
		widths[i] = min(max(badgeNeed(stat), room/12), room/3)
		needs += widths[i]
		longest = max(longest, widths[i])
	}
	for i := range widths {
		switch {
		case longest <= even+1:
			widths[i] = even
		case needs > room:
			widths[i] *= room / needs
		default:
			widths[i] += (room - needs) / float64(len(widths))
		}
	}
	return widths
}

// rowNeed is the width of a row of boxes with a gap behind each.
func rowNeed(stats []Stat) float64 {
	needs := 0.0
	for _, stat := range stats {
		needs += badgeNeed(stat) + badgeGap
	}
	return needs
}

// badgeNeed is the width of a box around its words as they are.
func badgeNeed(stat Stat) float64 {
	return 2 + max(labelFont.width(printable(strings.ToUpper(stat.Label))), valueFont.width(printable(stat.Value)))
}

// tableStrips sets a table: a strip for its heading and one for each row. A
// heavier line stands between the parts of a divided one.
func tableStrips(t Table, w float64) []strip {
	t, folded := fold(t, w-2*pad)
	widths, _ := columnWidths(t, w-2*pad)
	var strips []strip
	n := 0
	for i, part := range t.parts() {
		if i == 0 {
			strips = append(strips, headStrip(t, widths))
		}
		for k, row := range part.Rows {
			var shares []float64
			if n < len(t.Shares) {
				shares = t.Shares[n]
			}
			next := rowStrip(t, row, shares, widths, w)
			if i > 0 && k == 0 {
				next = partStrip(next, w)
			}
			strips = append(strips, next)
			for _, under := range paragraph(pad+foldIndent, w-2*pad-foldIndent, noteLeading, span{folded[n], noteFont, black}) {
				strips[len(strips)-1].clings = true
				strips = append(strips, under)
			}
			n++
		}
	}
	strips[len(strips)-1].height += 0.5
	return strips
}

// partStrip sets a row beneath the line at which another part begins.
func partStrip(row strip, w float64) strip {
	s := strip{height: row.height + 0.7, clings: row.clings}
	s.add(pad, 0.4, piece{kind: fillPiece, w: w - 2*pad, h: 0.45, ink: dark})
	s.add(0, 0.7, row.pieces...)
	return s
}

// headStrip sets the names of columns, over several lines where they are narrow.
func headStrip(t Table, widths []float64) strip {
	const leading = 2.6
	names := make([][]string, len(t.Columns))
	most := 1
	for i, column := range t.Columns {
		if column.Kind == Count {
			continue
		}
		name := printable(column.Name)
		names[i] = []string{name}
		if fitted := strings.Fields(name); headFont.width(name) > widths[i] && len(fitted) > 1 {
			names[i] = fitted
		}
		most = max(most, len(names[i]))
	}
	head := strip{height: 3.9 + float64(most-1)*leading, clings: true}
	x := pad
	for i, column := range t.Columns {
		for j, name := range names[i] {
			y := head.height - 0.9 - float64(len(names[i])-1-j)*leading
			if column.Kind == Words {
				head.write(x, y, name, headFont.fit(name, widths[i]), muted)
			} else {
				head.writeCentred(x, y, widths[i], name, headFont, muted)
			}
		}
		x += widths[i] + columnGap
	}
	return head
}

// fold takes the last column of words out of a table that is too narrow for
// it, to stand beneath each row: where a word would have to be broken, or
// where that takes fewer lines.
func fold(t Table, w float64) (folded Table, last []string) {
	last = make([]string, len(t.Rows))
	n := len(t.Columns) - 1
	if n < 1 || t.Columns[n].Kind != Words {
		return t, last
	}
	widths, fits := columnWidths(t, w)
	folded.Columns, folded.Parts, folded.Shares = t.Columns[:n], t.Parts, t.Shares
	for _, row := range t.Rows {
		folded.Rows = append(folded.Rows, row[:n])
	}
	if fits {
		now := tableLines(t, widths)
		if now == len(t.Rows) {
			return t, last
		}
		widths, _ := columnWidths(folded, w)
		then := tableLines(folded, widths)
		for _, row := range t.Rows {
			then += len(wrap(w-foldIndent, span{row[n], noteFont, black}))
		}
		if then >= now {
			return t, last
		}
	}
	for i, row := range t.Rows {
		last[i] = row[n]
	}
	return folded, last
}

// tableLines counts the lines of a table's rows.
func tableLines(t Table, widths []float64) int {
	lines := 0
	for _, row := range t.Rows {
		most, f := 1, cellBold // the first words of a row are bold
		for i, column := range t.Columns {
			if column.Kind == Words {
				most = max(most, len(wrap(widths[i], span{row[i], f, black})))
				f = cellFont
			}
		}
		lines += most
	}
	return lines
}

const (
	barHeight  = 0.9 // of the bars of a chart
	columnGap  = 1.4
	foldIndent = 6.4 // of a column that stands beneath its row
)

// rowStrip sets a row; shares are how long the bars beneath its figures are.
func rowStrip(t Table, row []string, shares, widths []float64, w float64) strip {
	const leading = 3.5
	s := strip{}
	s.add(pad, 0, piece{kind: fillPiece, w: w - 2*pad, h: 0.12, ink: line})
	x, lines, named := pad, 1, false
	for i, cell := range row {
		switch t.Columns[i].Kind {
		case Count:
			if cell != "" {
				count := strings.ReplaceAll(t.Columns[i].Inline, "%", cell)
				s.writeRight(x+widths[i], leading-0.5, count, cellBold.fit(count, widths[i]), black)
			}
		case Figure:
			shade := black
			if cell == "" {
				cell, shade = "–", muted
			}
			s.writeCentred(x, leading-0.5, widths[i], cell, cellFont, shade)
		default:
			f := cellFont
			if !named {
				f, named = cellBold, true
			}
			wrapped := wrap(widths[i], span{cell, f, black})
			for j, pieces := range wrapped {
				s.add(x, float64(j+1)*leading-0.5, pieces...)
			}
			lines = max(lines, len(wrapped))
		}
		if i < len(shares) && shares[i] > 0 {
			s.add(x, leading, piece{kind: fillPiece, w: widths[i], h: barHeight, ink: pale})
			s.add(x, leading, piece{kind: fillPiece, w: widths[i] * min(shares[i], 1), h: barHeight, ink: muted})
		}
		x += widths[i] + columnGap
	}
	s.height = float64(lines)*leading + 0.6
	if len(shares) > 0 {
		s.height += barHeight
	}
	return s
}

// columnWidths shares the width out: to counts and figures what they need, to
// words the rest. Every table has its columns at the same places if its words
// allow it, so that the eye finds them; otherwise longer words get more, and
// none is cut if it can be helped; fits is false where one must be.
func columnWidths(t Table, w float64) (widths []float64, fits bool) {
	if widths, fits = shareOut(t, w, headFont.width); fits {
		return widths, true
	}
	return shareOut(t, w, func(name string) float64 { // over several lines
		longest := 0.0
		for _, word := range strings.Fields(name) {
			longest = max(longest, headFont.width(word))
		}
		return longest
	})
}

// shareOut is columnWidths where the columns' names are as wide as head says.
func shareOut(t Table, w float64, head func(name string) float64) (widths []float64, fits bool) {
	const (
		nameShare  = 0.46 // of what the words have, for the first of them
		countWidth = 5
	)
	widths = make([]float64, len(t.Columns))
	least := make([]float64, len(t.Columns))
	rest := w - float64(len(widths)-1)*columnGap
	var words []int
	wants, needs := 0.0, 0.0
	for i, column := range t.Columns {
		if column.Kind == Count {
			widths[i] = countWidth
		} else {
			widths[i] = head(printable(column.Name)) + 0.1
			least[i] = widths[i]
		}
		f := cellFont
		if column.Kind != Figure && len(words) == 0 {
			f = cellBold
		}
		for _, row := range t.Rows {
			cell := printable(row[i])
			if column.Kind == Count {
				cell = strings.ReplaceAll(column.Inline, "%", cell)
			}
			widths[i] = max(widths[i], f.width(cell)+0.1)
			for _, word := range strings.Fields(cell) {
				least[i] = max(least[i], f.width(word)+0.1)
			}
		}
		if column.Kind != Words {
			widths[i] = min(widths[i], w/5)
			rest -= widths[i]
			continue
		}
		words = append(words, i)
		wants += widths[i]
		needs += least[i]
	}
	if len(words) == 2 && wants > rest && needs <= rest {
		divide(t, widths, [2]int(words), least, rest)
		return widths, true
	}
	even := len(words) == 2 && widths[words[0]] <= rest*nameShare && widths[words[1]] <= rest*(1-nameShare)
	for n, i := range words {
		switch {
		case even && n == 0:
			widths[i] = rest * nameShare
		case even:
			widths[i] = rest * (1 - nameShare)
		case wants <= rest:
			widths[i] += (rest - wants) / float64(len(words))
		default:
			widths[i] = rest * least[i] / needs
		}
	}
	return widths, needs <= rest
}

// divide shares the width rest between two columns of words so that the table
// takes the fewest lines; neither gets less than its least width.
func divide(t Table, widths []float64, columns [2]int, least []float64, rest float64) {
	const tries = 8
	first, second := columns[0], columns[1]
	low, high := least[first], rest-least[second]
	best := -1
	for try := range tries + 1 {
		w := low + (high-low)*float64(try)/tries
		lines := 0
		for _, row := range t.Rows {
			lines += max(1, len(wrap(w, span{row[first], cellBold, black})), len(wrap(rest-w, span{row[second], cellFont, black})))
		}
		if best < 0 || lines < best {
			best, widths[first], widths[second] = lines, w, rest-w
		}
	}
}

// ticks sets the boxes to tick: a track for the models, and what the unit can
// become at the right of it. Beneath a track of several rows the states have a
// line of their own, or its last box would be taken for one of them.
func ticks(b Block, w float64) []strip {
	var strips []strip
	rows := 0 // of the last track
	for _, track := range b.Tracks {
		set := trackStrips(track, w)
		strips, rows = append(strips, set...), len(set)
	}
	if len(b.States) == 0 {
		return strips
	}
	last := len(strips) - 1
	for rest := b.States; len(rest) > 0; {
		n, wide := 1, stateWidth(rest[0])
		for n < len(rest) && wide+stateGap+stateWidth(rest[n]) <= w-2*pad {
			wide += stateGap + stateWidth(rest[n])
			n++
		}
		x := w - pad - wide
		if last < 0 || rows > 1 || x < trackEnd(strips[last])+2 {
			if last >= 0 {
				strips[last].clings = true
			}
			strips = append(strips, strip{height: tick + 1.6})
			last++
		}
		rows = 2 // of states, where there are more
		y := strips[last].height - tick - 0.3
		for _, state := range rest[:n] {
			strips[last].add(x, y, piece{kind: framePiece, w: tick, h: tick, ink: black})
			strips[last].write(x+tick+1, y+2.3, state, noteFont, black)
			x += stateWidth(state) + stateGap
		}
		rest = rest[n:]
	}
	return strips
}

const stateGap = 2

// stateWidth is the width of a state with its box.
func stateWidth(state string) float64 { return tick + 1 + noteFont.width(printable(state)) }

// counterStrips sets counters one after another: the label, then its boxes.
// The first label of a line stands where those of tracks do.
func counterStrips(counters []Counter, w float64) []strip {
	var strips []strip
	x := w
	for _, c := range counters {
		label := shorten(c.Label, noteLabel, w-2*pad-8*tick)
		wide := noteLabel.width(label) + 1.2
		boxes := min(c.Boxes, int((w-2*pad-max(wide, labelWidth))/(tick+tickGap)))
		need := float64(boxes) * (tick + tickGap)
		if x > pad && x+wide+need > w-pad {
			strips = append(strips, strip{height: tick + 1.6})
			x = pad
			wide = max(wide, labelWidth)
		}
		s := &strips[len(strips)-1]
		s.write(x, s.height-tick+1.9, label, noteLabel, muted)
		x += wide
		for range boxes {
			s.add(x, s.height-tick-0.3, piece{kind: framePiece, w: tick, h: tick, ink: black})
			x += tick + tickGap
		}
		x += 2.5
	}
	return strips
}

// trackEnd returns where the last piece of a strip ends.
func trackEnd(s strip) float64 {
	end := 0.0
	for _, p := range s.pieces {
		end = max(end, p.x+p.w)
	}
	return end
}

// trackStrips sets the boxes of a track in rows. The boxes of a model are
// joined, those of different models apart; single boxes stand in fives, to be
// counted at a glance.
func trackStrips(t Track, w float64) []strip {
	left, right := pad+labelWidth, w-pad
	between, group := tickGap, 1.0 // boxes of two models, and more where groups end
	if trackWidth(t, between, group) > right-left {
		between, group = 0.45, 0.55
	}
	row := strip{height: tick + 1.6}
	row.write(pad, row.height-tick+1.9, t.Label, noteLabel.fit(t.Label, labelWidth-1), muted)
	var strips []strip
	x, box := left, 0
	turn := func() {
		row.clings = true // the boxes of a unit stay together
		strips = append(strips, row)
		row, x = strip{height: tick + 1.1}, left
	}
	single := len(t.Sizes) == 1
	for model, size := range t.Sizes {
		if width := float64(size) * tick; x > left && x+width > right && width <= right-left {
			turn()
		}
		for i := range size {
			box++
			need := tick
			if box == t.Mark {
				need += tickGap + signFont.width(printable(t.Sign))
			}
			if x+need > right {
				turn()
			}
			row.add(x, row.height-tick-0.3, piece{kind: framePiece, w: tick, h: tick, ink: black})
			x += tick
			if box == t.Mark {
				row.write(x+0.4, row.height-tick+1.8, t.Sign, signFont, black)
				x += signFont.width(printable(t.Sign)) + 0.8
			} else if single && i%5 == 4 && i < size-1 && x+tick <= right {
				row.add(x-0.3, row.height-tick-0.3, piece{kind: fillPiece, w: 0.6, h: tick, ink: black})
			}
		}
		x += between
		if size > 1 || model%5 == 4 {
			x += group
		}
	}
	return append(strips, row)
}

// trackWidth is how wide a track would be in one row.
func trackWidth(t Track, between, group float64) float64 {
	w := signFont.width(printable(t.Sign))
	for model, size := range t.Sizes {
		w += float64(size)*tick + between
		if size > 1 || model%5 == 4 {
			w += group
		}
	}
	return w - between
}
