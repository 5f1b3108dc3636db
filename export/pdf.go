package export

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jung-kurt/gofpdf"

	"muster/builder/table"
	"muster/report"
	"muster/share"
)

// PDF is the printed sheet: a header, a block for every unit, and the rules in the list.
var PDF = register(&Format{
	Name:    "pdf",
	Title:   "PDF",
	About:   "a sheet for the table: units, boxes to tick, the rules that occur",
	Endings: []string{".pdf"},
	Media:   "application/pdf",
	Rank:    10,
	pages:   pdfPages,
})

// pdfPages lays out a sheet with the pictures of its list, and with a summary of the army if the
// options ask for it or the list has a picture.
func pdfPages(d Document, o Options) (made *printout, err error) {
	if d.Sheet, err = d.withGlance(o); err != nil {
		return nil, err
	}
	if made, err = sheetPages(d, o); err == nil && d.Sheet.glance != nil && o.Cover {
		made.pages = append(o.inked(o.sheet(d.Sheet).cover(made.size)), made.pages...)
	}
	return made, err
}

// A printout is the finished pages of a document.
type printout struct {
	title, subject string
	size           frame
	pages          [][]piece
	// code is the whole list, for programs that read the PDF; "" for none.
	code string
}

// newPrintout returns the printout of a document with these pages.
func newPrintout(d Document, size frame, pages [][]piece) *printout {
	made := &printout{title: printable(d.Sheet.Name), subject: printable(d.Sheet.Game), size: size, pages: pages, code: d.Sheet.Code}
	if d.List != nil {
		made.code = share.Of(d.List).Code()
	}
	return made
}

func sheetPages(d Document, o Options) (*printout, error) {
	size, err := pageSize(o.Paper)
	if err != nil {
		return nil, err
	}
	if err := tooManyBoxes(d.Sheet); err != nil {
		return nil, err
	}
	s := o.sheet(d.Sheet)
	if s.Code != "" {
		if s.qr, err = newQRCode(s.Code); err != nil {
			return nil, err
		}
	}
	return newPrintout(d, size, o.inked(roster(s, size, o))), nil
}

// maxBoxes is the maximum number of boxes to tick in a printed list, to limit memory; real lists
// have far fewer.
const maxBoxes = 50_000

// tooManyBoxes returns an error if a list has more than maxBoxes boxes.
func tooManyBoxes(s Sheet) error {
	boxes := 0
	eachBlock(s.Blocks, func(b Block) {
		for _, t := range b.Tracks {
			boxes += t.Boxes()
		}
	})
	if boxes > maxBoxes {
		return fmt.Errorf("the list has %d boxes to tick, more than the %d that can be printed", boxes, maxBoxes)
	}
	return nil
}

// Lengths of a page in millimetres.
const (
	margin = 12.0
	footer = 8.0 // free height above the lower margin
	gutter = 5.0
)

// Text around the units; at 70 % (A5) it still has 6 points.
var (
	pageFont = font{regular, 8.6}
	pillFont = font{bold, 8.6}
)

var a4 = frame{w: 210, h: 297}

// pageSize returns the width and height of a paper.
func pageSize(p Paper) (frame, error) {
	p, err := ParsePaper(string(p))
	return map[Paper]frame{A4: a4, Letter: {w: 215.9, h: 279.4}}[p], err
}

// A setting is the sizes of a sheet's text. At a scale of 1, units have 8 points.
type setting struct {
	scale    float64 // of blocks
	textSize float64 // font size of the reference, in points
	playSize float64 // font size of the table of rules for play, in points
	leading  float64 // line height per point, in millimetres
	between  float64 // gap between entries
	gap      float64 // between blocks
}

// Limits of the scale. At leastScale the smallest font has 7 points; above mostScale blocks look
// coarse.
const (
	leastScale = 0.88
	mostScale  = 1.2
	scaleStep  = 0.02
	largeScale = 1.25 // factor for LargeSize
	mostText   = 9.5  // font size of the reference at a scale of 1, in points
	leastPlay  = 8.0  // minimum font size of the rules for play
	mostPlay   = 10.5 // maximum
)

// settings lists the possible settings, the largest first.
func (o Options) settings() []setting {
	at := func(scale float64) setting {
		roomy := min(1, (scale-leastScale)/(1-leastScale)) // what is between lines shrinks first
		play := leastPlay
		if o.Size == LargeSize {
			scale, play = scale*largeScale, play*largeScale
		}
		return setting{
			scale: scale, textSize: leastType * scale, playSize: play,
			leading: 0.42 + 0.03*roomy, between: (0.35 + 0.55*roomy) * scale, gap: (1.7 + 0.8*roomy) * scale,
		}
	}
	if o.Loose {
		return []setting{at(1)}
	}
	var all []setting
	for scale := mostScale; scale > leastScale-rounding; scale -= scaleStep {
		all = append(all, at(scale))
	}
	return all
}

// A composition tries layouts of a sheet.
type composition struct {
	Sheet
	area   frame
	set    map[float64][]slab // blocks by scale
	grids  map[float64]*grid  // by scale
	spare  [][]piece          // pages of a discarded layout, for reuse
	shared bool               // shared of the last layout's flow
}

// layOut lays out the pages. content is the number of pages that the content fills without gaps.
func (f *composition) layOut(o setting) (pages [][]piece, content float64) {
	flow := newFlow(f.area)
	if flow.spare = f.spare; len(f.spare) > 0 {
		flow.pages[0] = f.spare[0][:0]
	}
	if f.set[o.scale] == nil {
		f.set[o.scale] = f.blocks(o.scale)
	}
	content = flow.layOut(f.Sheet, f.set[o.scale], o)
	f.shared = flow.shared
	return flow.pages, content
}

// pageCost is the cost of one more page.
const pageCost = 10.0

// cost lays out the pages and returns their cost.
func (f *composition) cost(o setting) (pages [][]piece, cost float64) {
	const (
		empty = 8.0 // what a column costs that is empty, before the last page
		loose = 1.0 // what one costs besides that is not full
		hole  = 3.0 // and one of which a third is empty
	)
	pages, _ = f.layOut(o)
	if f.shared {
		cost = hole
	}
	cost += pageCost * float64(len(pages))
	for _, p := range pages[:len(pages)-1] {
		free := 1 - columnFill(p, f.area, pageColumns)
		if cost += empty * free; free > 0.15 {
			cost += loose
		}
		if free > 1.0/3 {
			cost += hole
		}
	}
	return pages, cost
}

// roster lays out the pages of a sheet: on the fewest pages, with the largest text that fits there,
// and full columns on every page but the last. A sheet of more than fifty pages has the smallest
// text.
func roster(s Sheet, size frame, o Options) [][]piece {
	const (
		small  = 5.0 // what the smallest type costs
		sought = 50  // pages of a sheet for which other settings are tried
	)
	f := composition{Sheet: s, area: frame{margin, margin, size.w - 2*margin, size.h - 2*margin - footer}, set: map[float64][]slab{}, grids: map[float64]*grid{}}
	settings := o.settings()
	tightest := settings[len(settings)-1]
	pages, content := f.layOut(tightest)
	fewest := len(pages)
	if fewest > sought {
		addFooters(s, pages, size)
		return pages
	}
	f.spare = pages
	var best [][]piece
	var chosen setting
	least, bound := math.Inf(1), 0.0
	for i, setting := range settings {
		extra := small * float64(i) / float64(len(settings))
		growth := setting.scale / tightest.scale
		if best != nil && least <= extra+pageCost*float64(fewest) {
			break // smaller type is no better
		}
		if content*growth*growth > 1.1*float64(fewest) {
			continue // it does not fit
		}
		extra += f.extraRowsCost(setting.scale, tightest.scale)
		pages, cost := f.cost(setting)
		if f.spare = pages; cost+extra < least {
			best, f.spare, least, bound, chosen = pages, best, cost+extra, cost, setting
		}
	}
	for !o.Loose && chosen.textSize < mostText*chosen.scale {
		larger := chosen
		larger.textSize += 0.4 // what the units leave free is for the rules
		pages, cost := f.cost(larger)
		if cost > bound+0.1 {
			break
		}
		best, f.spare, chosen = pages, best, larger
	}
	for slices.ContainsFunc(s.Reference, inParts) && !o.Loose && chosen.playSize < mostPlay*tightest.playSize/leastPlay {
		chosen.playSize += 0.1
		pages, _ := f.layOut(chosen)
		if len(pages) > len(best) {
			break
		}
		best, f.spare = pages, best
	}
	addFooters(s, best, size)
	return best
}

// inParts reports whether a section has parts.
func inParts(section table.Section) bool {
	return slices.ContainsFunc(section.Entries, func(e table.Entry) bool { return e.Part != "" })
}

// extraRowsCost returns the penalty for profiles that need one row more at scale than at smaller.
func (f *composition) extraRowsCost(scale, smaller float64) float64 {
	const figures, rounds = 5.0, 2.0
	now, least := f.gridAt(scale), f.gridAt(smaller)
	switch {
	case len(now.rows) > len(least.rows):
		return figures
	case least.roundsBeside && !now.roundsBeside:
		return rounds
	}
	return 0
}

// gridAt returns the grid of the blocks at a scale.
func (f *composition) gridAt(scale float64) *grid {
	if f.grids[scale] == nil {
		f.grids[scale] = gridOf(f.Blocks, f.column()/scale, sheetDial)
	}
	return f.grids[scale]
}

// column returns the width of a column of units.
func (f *composition) column() float64 {
	n := float64(f.columns())
	return (f.area.w - (n-1)*gutter) / n
}

// columnFill returns the filled share of a page's emptiest column; content with small gaps
// counts as one.
func columnFill(page []piece, area frame, columns int) float64 {
	const apart = 3 // millimetres that usually lie between blocks
	least := 1.0
	for i := range columns {
		left := area.x + area.w*float64(i)/float64(columns)
		right := left + area.w/float64(columns)
		var used [][2]float64 // from, to
		for _, p := range page {
			if p.kind == bookmark || p.x >= right || p.x+p.w <= left {
				continue
			}
			used = append(used, [2]float64{p.y - p.font.capHeight(), p.y + p.h}) // one of the two is 0
		}
		slices.SortStableFunc(used, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
		end, empty := area.y, 0.0
		for _, u := range append(used, [2]float64{area.y + area.h, 0}) {
			if gap := min(u[0], area.y+area.h) - end; gap > apart {
				empty += gap - apart
			}
			end = max(end, u[1])
		}
		least = min(least, 1-empty/area.h)
	}
	return least
}

// pageColumns is the usual number of columns of a sheet.
const pageColumns = 2

// columns returns the number of columns for a sheet's units.
func (s Sheet) columns() int {
	if len(s.Blocks) == 1 {
		return 1 // a unit by itself looks lost in half a page
	}
	return pageColumns
}

// blocks lays out a sheet's units at a scale.
func (f *composition) blocks(scale float64) []slab {
	all := []slab{}
	for _, b := range gridded(f.Blocks, f.gridAt(scale)) {
		all = append(all, blockSlab(b, f.column()/scale).scaled(scale))
	}
	return all
}

// layOut lays out the pages of a sheet without footers: units, then the reference in the free part
// of the columns. content is the number of pages that the content fills without gaps.
func (f *flow) layOut(s Sheet, blocks []slab, o setting) (content float64) {
	first := []slab{header(s, f.area.w)}
	if s.glance != nil && !s.glance.cover {
		first = append(first, s.glance.slab(f.area.w, s.image))
	}
	f.pour(first, f.columns(1, 0), 0, 0)
	f.head = runningHead(s, f.area.w)
	if f.top += 2.4; f.free() < f.area.h/3 {
		f.newPage()
	}
	content = f.top - f.area.y
	n := s.columns()
	for _, b := range blocks {
		content += (b.height() + o.gap) / float64(n)
	}
	width := f.columns(pageColumns, gutter)[0].w
	var text, rows []slab // rows of a table across the page
	var note slab
	if signs := strings.TrimSpace(s.Legend + " " + s.Key); signs != "" && len(blocks) > 0 {
		fine := font{regular, max(7, detailFont.size*o.scale)}
		note = slab{strips: paragraph(0, width, fine.size*0.43, span{signs, fine, muted})}
	}
	for _, section := range s.Reference {
		if inParts(section) {
			rows = append(rows, partRows(section, f.area.w, o)...)
			continue
		}
		text = append(text, reference(section, width, o)...)
	}
	if s.Code != "" {
		if code, err := qrSlab(s, width); err == nil { // writePDF has told before
			text = append(text, code)
		}
	}
	content += note.height() / pageColumns
	for _, one := range text {
		content += (one.height() + o.between) / pageColumns
	}
	frames, noted := f.stack(blocks, note, n == pageColumns && len(text) > 0, n, o.gap)
	if !noted && note.height() > 0 {
		text = append([]slab{note}, text...)
	}
	if n < pageColumns {
		f.top += o.gap
		frames = f.columns(pageColumns, gutter)
	}
	f.pour(text, frames, gutter, o.between)
	if len(rows) > 0 {
		need := 0.0
		for _, row := range rows {
			need += row.height()
		}
		if f.top += o.gap; f.free() < need && need <= f.pageHeight() {
			f.newPage()
		}
		f.shared = len(f.pages) > 1 && f.free() < f.pageHeight()
		f.pour(rows, f.columns(1, 0), 0, 0)
	}
	return content / f.area.h
}

// cost writes the points, with the agreed size, so that they end at w.
func (s *strip) cost(sheet Sheet, w, y float64, large, small font) (width float64) {
	points, rest := itoa(sheet.Points), " pts"
	switch {
	case sheet.OfBook:
		points, rest = "", ""
	case sheet.Figures > 0:
		points, rest = itoa(sheet.Figures), " figures"
	case sheet.Limit > 0:
		rest = " / " + itoa(sheet.Limit) + " pts"
	}
	width = large.width(points) + small.width(printable(rest))
	s.write(w-width, y, points, large, black)
	s.writeRight(w, y, rest, small, muted)
	return width
}

// header lays out the top of the first page.
func header(s Sheet, w float64) slab {
	title, unit, fine := font{bold, 20}, font{regular, 11}, font{regular, 9}
	var out slab

	first := strip{height: 8.4}
	right := first.cost(s, w, 6.4, title, unit)
	out.strips = stacked(first, first.height, 0, 2, wrapName(w-right-8, span{s.Name, title, black}))

	// Black on white is for legal lists, white on black for others.
	verdict := report.Capital(s.Verdict())
	pill := pillFont.width(verdict) + 5
	for i, pieces := range wrap(w-pill-6, span{strings.Join(s.facts(), " · "), fine, muted}) {
		line := strip{height: 4.4}
		if i == 0 && !s.OfBook {
			line.height = 5.4
			back, shade := piece{kind: framePiece, w: pill, h: 4.9, ink: black}, black
			if !s.Legal() {
				back.kind, back.ink, shade = fillPiece, dark, white
			}
			line.add(w-pill, 0.3, back)
			line.writeCentred(w-pill, 3.75, pill, span{verdict, pillFont, shade})
		}
		line.add(0, 3.9, pieces...)
		out.strips = append(out.strips, line)
	}
	out.strips = append(out.strips, problems(s.Problems, w)...)
	for _, text := range strings.Split(strings.TrimSpace(s.Notes), "\n") {
		out.strips = append(out.strips, paragraph(0, w, 4, span{text, font{italic, pageFont.size}, black})...)
	}
	if len(s.Counters) > 0 || s.Mark != "" {
		game := gameStrip(s.Counters, w-30)
		if s.Mark != "" {
			game.writeRight(w, game.height-1.2, "List "+s.Mark, pageFont, muted)
		}
		out.strips = append(out.strips, game)
	}
	out.strips = append(out.strips, headRule(w))
	out.again = headRule(w)
	return out
}

// headRule returns the line below a header.
func headRule(w float64) strip {
	rule := strip{height: 2.2}
	rule.add(0, 1.5, piece{kind: fillPiece, w: w, h: 0.7, ink: dark})
	return rule
}

// problems lays out the list's errors, with the full text of the first.
func problems(all []string, w float64) []strip {
	const (
		most   = 4 // that are said
		indent = 3
	)
	f := pageFont
	var strips []strip
	for i, text := range all {
		if i == most-1 && len(all) > most {
			text = "and " + itoa(len(all)-i) + " more"
		}
		lines := paragraph(indent, w-indent, 3.9, span{text, f, black})
		if len(lines) > 0 {
			lines[0].write(0, lines[0].height-1, "–", f, black)
		}
		strips = append(strips, lines...)
		if i == most-1 {
			break
		}
	}
	return strips
}

// runningHead lays out the top of the other pages: the list's name and facts.
func runningHead(s Sheet, w float64) slab {
	name, unit := font{bold, 12}, pageFont
	line := strip{height: 4.9}
	right := line.cost(s, w, 4.1, name, unit)
	for name.size > unit.size && name.width(printable(s.Name)) > w-right-8 {
		name.size = max(name.size-0.5, unit.size)
	}
	title := shorten(s.Name, name, w-right-8)
	line.write(0, 4.1, title, name, black)
	of := append([]string{s.Game}, s.Books...)
	for len(of) > 0 && unit.width(printable(strings.Join(of, " · "))) > w-right-14-name.width(title) {
		of = of[:len(of)-1] // whole names alone
	}
	line.write(name.width(title)+4, 4.1, strings.Join(of, " · "), unit, muted)
	return slab{strips: []strip{line, headRule(w), {height: 2.4}}}
}

// gameStrip lays out the boxes of the game: rounds, objectives.
func gameStrip(counters []table.Counter, w float64) strip {
	f := pageFont
	s := strip{height: turnBox + 1.6}
	x := 0.0
	for _, c := range counters {
		need := f.width(c.Label) + 1.5 + float64(c.Boxes)*turnBox
		if x+need > w {
			break
		}
		s.write(x, s.height-1.2, c.Label, f, muted)
		x += f.width(c.Label) + 1.5
		for i := range c.Boxes {
			s.add(x, s.height-turnBox, piece{kind: framePiece, w: turnBox, h: turnBox, ink: line})
			s.writeCentred(x, s.height-1.3, turnBox, span{itoa(i + 1), pageFont, muted})
			x += turnBox
		}
		x += 6
	}
	return s
}

// reference lays out a section of the reference for a column. The heading stays with the first two
// entries; a heading at the top of a column says that the section continues.
func reference(section table.Section, w float64, o setting) []slab {
	head, goesOn := sectionHeads(section.Title, w, o.textSize)
	entries := make([]slab, len(section.Entries))
	for i, e := range section.Entries {
		if entries[i] = entrySlab(e, w, o); i > 0 {
			entries[i].goesOn = &goesOn
		}
	}
	if len(entries) > 1 {
		entries[0].strips[len(entries[0].strips)-1].height += o.between
		entries[1].strips, entries[1].goesOn = slices.Concat(entries[0].strips, entries[1].strips), nil
		entries = entries[1:]
	}
	if len(entries) > 0 {
		entries[0].strips = slices.Concat([]strip{head}, entries[0].strips)
	}
	return entries
}

// sectionHeads lays out the heading of a section above text of a size, and the one above its
// continuation.
func sectionHeads(title string, w, size float64) (head, goesOn strip) {
	scale := size / leastType
	head = strip{height: 7 * scale, keepWithNext: true}
	head.write(0, 4.4*scale, title, font{bold, 11 * scale}, black)
	head.add(0, 5.5*scale, piece{kind: fillPiece, w: w, h: 0.35, ink: dark})
	goesOn = strip{height: 4.6 * scale, keepWithNext: true}
	goesOn.add(0, 2.6*scale, wrap(w, span{shorten(title, font{bold, size}, w-25), font{bold, size}, black}, span{"(continued)", font{regular, size}, muted})[0]...)
	goesOn.add(0, 3.5*scale, piece{kind: fillPiece, w: w, h: 0.2, ink: dark})
	return head, goesOn
}

// partRows lays out a section with parts as a table across the page. A row has an entry's term and
// meaning; a part's first row also has the part's name.
func partRows(section table.Section, w float64, o setting) []slab {
	const edge, gap, rowGap = 1.0, 2.5, 0.9 // left of the table, between its columns, and between rows
	bolder := font{bold, o.playSize}
	parts, terms := 0.0, 0.0
	for _, e := range section.Entries {
		parts = max(parts, bolder.width(printable(e.Part))+gap)
		for word := range words(printable(e.Name)) {
			terms = max(terms, bolder.width(word)+gap)
		}
	}
	left := edge + parts + terms
	rows := make([]slab, len(section.Entries))
	part := ""
	for i, e := range section.Entries {
		names := wrap(terms-gap+rounding, span{e.Name, bolder, black})
		texts := wrapEven(w-left-edge, spansOf(e, o.playSize)[1])
		row := slab{strips: make([]strip, max(1, len(names), len(texts)))}
		leading, baseline := o.playSize*o.leading, o.playSize*0.35+0.6
		for n := range row.strips {
			row.strips[n].height = leading
		}
		first, title := &row.strips[0], section.Title
		first.height += rowGap
		switch {
		case e.Part == part:
			title += " · " + part
			first.add(edge+parts, 0, piece{kind: fillPiece, w: w - edge - parts, h: 0.12, ink: ink(170)})
		case i > 0:
			first.add(0, 0, piece{kind: fillPiece, w: w, h: 0.35, ink: dark})
		}
		if e.Part != part {
			part = e.Part
			first.write(edge, baseline, part, bolder, black)
		}
		for n, line := range names { // together, as they are read and copied
			first.add(edge+parts, baseline+float64(n)*leading, line...)
		}
		for n, line := range texts {
			if n > 0 {
				baseline = o.playSize * 0.35
			}
			row.strips[n].add(left, baseline, line...)
		}
		if head, goesOn := sectionHeads(title, w, o.playSize); i > 0 {
			row.goesOn = &goesOn
		} else {
			row.strips = slices.Concat([]strip{head}, row.strips)
		}
		rows[i] = row
	}
	return rows
}

// partHead lays out the heading of a part of a section in a font size.
func partHead(title string, w, size float64) strip {
	h := 0.5 * size
	s := strip{height: h + 0.06*size, keepWithNext: true}
	s.add(0, 0, piece{kind: fillPiece, w: w, h: h, ink: pale})
	s.write(1.2, h*0.72, title, font{bold, size}, black)
	return s
}

// spansOf returns a term and its explanation in a font size.
func spansOf(e table.Entry, size float64) []span {
	text := span{e.Text, font{regular, size}, black}
	if e.Text == "" {
		text = span{"not explained in the book", font{italic, size}, muted}
	}
	return []span{{e.Name, font{bold, size}, black}, text}
}

// entrySlab lays out a term and its explanation.
func entrySlab(e table.Entry, w float64, o setting) slab {
	const indent = 2.5 // of all lines but the first
	lines := wrapEven(w-indent, spansOf(e, o.textSize)...)
	strips := make([]strip, len(lines))
	for i, pieces := range lines {
		x := indent
		if i == 0 {
			x = 0
		}
		move(pieces, x, o.textSize*0.35)
		strips[i] = strip{height: o.textSize * o.leading, pieces: pieces}
	}
	return slab{strips: strips}
}

// addFooters adds the footer of every page: list, publisher, page number.
func addFooters(s Sheet, pages [][]piece, size frame) {
	f, w, y := pageFont, size.w-2*margin, size.h-margin
	for i := range pages {
		var line strip
		number := "Page " + itoa(i+1) + " of " + itoa(len(pages))
		const apart = 4
		room := w - f.width(number) - apart // left of it
		credit := shorten(s.Credit, f, w*0.7)
		name := shorten(s.Name, f, room-f.width(credit)-apart)
		x := (w - f.width(credit)) / 2 // in the middle, or right of a long name
		if name != "" {
			x = min(max(x, f.width(name)+apart), room-f.width(credit))
		}
		line.add(margin, y-4.2, piece{kind: fillPiece, w: w, h: 0.15, ink: ink(170)})
		line.write(margin, y, name, f, muted)
		line.write(margin+x, y, credit, f, muted)
		line.writeRight(margin+w, y, number, f, muted)
		pages[i] = append(pages[i], line.pieces...)
	}
}

// shorten cuts a text to a width, with an ellipsis; "" if there is no room.
func shorten(text string, f font, w float64) string {
	text = printable(text)
	if f.width(text) <= w+rounding {
		return text
	}
	text = strings.TrimSpace(fitting(text, f, w-f.width("…"))) + "…"
	if f.width(text) > w {
		return ""
	}
	return text
}

// epoch is the date in every document, so that equal lists give equal bytes.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// writePDF writes the pages as a PDF.
func (d *printout) writePDF(w io.Writer) error {
	pdf := gofpdf.NewCustom(&gofpdf.InitType{UnitStr: "mm", Size: gofpdf.SizeType{Wd: d.size.w, Ht: d.size.h}})
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(epoch)
	pdf.SetModificationDate(epoch)
	pdf.SetProducer("muster", true)
	pdf.SetTitle(d.title, true)
	pdf.SetSubject(d.subject, true)
	pdf.SetKeywords(d.code, false) // which package input reads
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	for _, f := range fontFiles {
		pdf.AddUTF8FontFromBytes(fontFamily, f.style, slices.Clone(f.file)) // the library writes into it
	}
	images := map[*Image]string{}
	for _, page := range d.pages {
		pdf.AddPage()
		pdf.SetLineWidth(frameWidth)
		on := drawer{pdf: pdf, images: images}
		for _, p := range page {
			on.draw(p)
		}
	}
	return pdf.Output(w)
}

const fontFamily = "go"

// A drawer draws pieces on a page. It changes fonts and colours only if needed.
type drawer struct {
	pdf                *gofpdf.Fpdf
	font               font
	text, fill, stroke ink
	images             map[*Image]string // names of the images that the file contains
}

func (d *drawer) draw(p piece) {
	shade := func(now *ink, set func(r, g, b int)) {
		if *now != p.ink {
			*now = p.ink
			set(int(p.ink), int(p.ink), int(p.ink))
		}
	}
	switch p.kind {
	case textPiece:
		if p.font != d.font {
			d.font = p.font
			d.pdf.SetFont(fontFamily, fontFiles[p.font.face].style, p.font.size)
		}
		shade(&d.text, d.pdf.SetTextColor)
		d.pdf.Text(p.x, p.y, p.text)
	case fillPiece:
		shade(&d.fill, d.pdf.SetFillColor)
		d.pdf.Rect(p.x, p.y, p.w, p.h, "F")
	case framePiece:
		shade(&d.stroke, d.pdf.SetDrawColor)
		d.pdf.Rect(p.x, p.y, p.w, p.h, "D")
	case imagePiece:
		d.drawImage(p)
	case bookmark:
		d.pdf.Bookmark(p.text, 0, p.y)
	}
}
