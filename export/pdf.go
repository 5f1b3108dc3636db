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

// PDF is the printed sheet: a header, a block for every unit, and the rules that the list uses.
var PDF = register(&Format{
	Name:       "pdf",
	Title:      "PDF",
	About:      "a sheet for the table: units, boxes to tick, the rules that occur",
	Extensions: []string{".pdf"},
	MediaType:  "application/pdf",
	Rank:       10,
	pages:      pdfPages,
})

// pdfPages lays out a sheet with the pictures of its list, and with a summary of the army if the
// options ask for it or the list has a picture.
func pdfPages(d Document, o Options) (made *printout, err error) {
	if d.Sheet, err = d.withSummary(o); err != nil {
		return nil, err
	}
	if made, err = sheetPages(d, o); err == nil && d.Sheet.summary != nil && o.Cover {
		made.pages = append(o.withInk(o.applyTo(d.Sheet).coverPages(made.size)), made.pages...)
	}
	return made, err
}

// A printout is the finished pages of a document.
type printout struct {
	title, subject string // for the PDF's metadata
	size           frame  // size of a page
	pages          [][]piece
	// listCode is the whole list, for programs that read the PDF; "" for none.
	listCode string
}

// newPrintout returns the printout of a document with its laid-out pages.
func newPrintout(d Document, size frame, pages [][]piece) *printout {
	made := &printout{
		title: printable(d.Sheet.Name), subject: printable(d.Sheet.Game), size: size,
		pages: pages, listCode: d.Sheet.Code,
	}
	if d.List != nil {
		made.listCode = share.FromRoster(d.List).Code()
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
	s := o.applyTo(d.Sheet)
	if s.Code != "" {
		if s.cachedQR, err = newQRCode(s.Code); err != nil {
			return nil, err
		}
	}
	return newPrintout(d, size, o.withInk(bestLayout(s, size, o))), nil
}

// maxTickBoxes limits the boxes to tick in a printed list, and so the memory; real lists have far
// fewer.
const maxTickBoxes = 50_000

// tooManyBoxes returns an error if a sheet has more than maxTickBoxes boxes to tick.
func tooManyBoxes(s Sheet) error {
	boxes := 0
	eachBlock(s.Blocks, func(b Block) {
		for _, t := range b.Tracks {
			boxes += t.BoxCount()
		}
	})
	if boxes > maxTickBoxes {
		return fmt.Errorf("the list has %d boxes to tick, more than the %d that can be printed", boxes, maxTickBoxes)
	}
	return nil
}

// Lengths of a page in millimetres.
const (
	pageMargin   = 12.0
	footerHeight = 8.0 // free height above the lower margin
	gutter       = 5.0 // space between columns
)

// Fonts of the text around the units; at 70 % (A5) the text still has 6 points.
var (
	smallFont   = font{regular, 8.6}
	verdictFont = font{bold, 8.6}
)

var a4 = frame{w: 210, h: 297}

// pageSize returns a paper's width and height as a frame, in millimetres.
func pageSize(p Paper) (frame, error) {
	p, err := ParsePaper(string(p))
	return map[Paper]frame{A4: a4, Letter: {w: 215.9, h: 279.4}}[p], err
}

// A textSetting holds the sizes of a sheet's text. At a scale of 1, units have 8 points.
type textSetting struct {
	scale             float64 // scale of blocks
	referenceFontSize float64 // font size of the reference, in points
	playRulesFontSize float64 // font size of the table of rules for play, in points
	leading           float64 // line height per point, in millimetres
	entryGap          float64 // space between entries of the reference, in millimetres
	blockGap          float64 // space between blocks, in millimetres
}

// Limits of the scale. At minScale the smallest font has 7 points; above maxScale blocks look
// coarse.
const (
	minScale             = 0.88
	maxScale             = 1.2
	scaleStep            = 0.02
	largeScale           = 1.25 // factor for LargeText
	maxReferenceFontSize = 9.5  // font size of the reference at a scale of 1, in points
	minPlayRulesFontSize = 8.0  // minimum font size of the rules for play, in points
	maxPlayRulesFontSize = 10.5 // maximum font size of the rules for play, in points
)

// textSettings lists the settings to try, the largest first.
func (o Options) textSettings() []textSetting {
	at := func(scale float64) textSetting {
		roomy := min(1, (scale-minScale)/(1-minScale)) // what is between lines shrinks first
		play := minPlayRulesFontSize
		if o.TextSize == LargeText {
			scale, play = scale*largeScale, play*largeScale
		}
		return textSetting{
			scale: scale, referenceFontSize: minFontSize * scale, playRulesFontSize: play,
			leading: 0.42 + 0.03*roomy, entryGap: (0.35 + 0.55*roomy) * scale, blockGap: (1.7 + 0.8*roomy) * scale,
		}
	}
	if o.FixedTextSize {
		return []textSetting{at(1)}
	}
	var all []textSetting
	for scale := maxScale; scale > minScale-lengthTolerance; scale -= scaleStep {
		all = append(all, at(scale))
	}
	return all
}

// A layoutSearch tries different layouts of a sheet to find the best.
type layoutSearch struct {
	Sheet
	area              frame              // the area of a page for text
	slabsByScale      map[float64][]slab // blocks laid out, by scale
	gridByScale       map[float64]*grid  // grids of the blocks, by scale
	reusablePages     [][]piece          // pages of a discarded layout, whose memory is reused
	tableBelowContent bool               // flow.tableBelowContent of the last layout
}

// layOutPages lays out the pages with the text sizes of a setting. content is the number of pages
// that the content fills without gaps.
func (f *layoutSearch) layOutPages(o textSetting) (pages [][]piece, content float64) {
	flow := newFlow(f.area)
	if flow.reusablePages = f.reusablePages; len(f.reusablePages) > 0 {
		flow.pages[0] = f.reusablePages[0][:0]
	}
	if f.slabsByScale[o.scale] == nil {
		f.slabsByScale[o.scale] = f.blockSlabs(o.scale)
	}
	content = flow.layOutSheet(f.Sheet, f.slabsByScale[o.scale], o)
	f.tableBelowContent = flow.tableBelowContent
	return flow.pages, content
}

// pagePenalty is the cost of an additional page; see layoutSearch.layoutCost.
const pagePenalty = 10.0

// layoutCost lays out the pages and returns their cost, which is high for many pages and empty
// columns.
func (f *layoutSearch) layoutCost(o textSetting) (pages [][]piece, cost float64) {
	const (
		empty = 8.0 // what a column costs that is empty, before the last page
		loose = 1.0 // what one costs besides that is not full
		hole  = 3.0 // and one of which a third is empty
	)
	pages, _ = f.layOutPages(o)
	if f.tableBelowContent {
		cost = hole
	}
	cost += pagePenalty * float64(len(pages))
	for _, p := range pages[:len(pages)-1] {
		free := 1 - minColumnFill(p, f.area, pageColumns)
		if cost += empty * free; free > 0.15 {
			cost += loose
		}
		if free > 1.0/3 {
			cost += hole
		}
	}
	return pages, cost
}

// bestLayout lays out the pages of a sheet: the fewest pages, with the largest text that fits on
// them, and full columns on every page but the last. A sheet of more than fifty pages has the
// smallest text.
func bestLayout(s Sheet, size frame, o Options) [][]piece {
	const (
		small  = 5.0 // what the smallest type costs
		sought = 50  // pages of a sheet for which other settings are tried
	)
	f := layoutSearch{Sheet: s, area: frame{pageMargin, pageMargin, size.w - 2*pageMargin, size.h - 2*pageMargin - footerHeight}, slabsByScale: map[float64][]slab{}, gridByScale: map[float64]*grid{}}
	settings := o.textSettings()
	tightest := settings[len(settings)-1]
	pages, content := f.layOutPages(tightest)
	fewest := len(pages)
	if fewest > sought {
		addFooters(s, pages, size)
		return pages
	}
	f.reusablePages = pages
	var best [][]piece
	var chosen textSetting
	least, bound := math.Inf(1), 0.0
	for i, setting := range settings {
		extra := small * float64(i) / float64(len(settings))
		growth := setting.scale / tightest.scale
		if best != nil && least <= extra+pagePenalty*float64(fewest) {
			break // smaller type is no better
		}
		if content*growth*growth > 1.1*float64(fewest) {
			continue // it does not fit
		}
		extra += f.extraRowsCost(setting.scale, tightest.scale)
		pages, cost := f.layoutCost(setting)
		if f.reusablePages = pages; cost+extra < least {
			best, f.reusablePages, least, bound, chosen = pages, best, cost+extra, cost, setting
		}
	}
	for !o.FixedTextSize && chosen.referenceFontSize < maxReferenceFontSize*chosen.scale {
		larger := chosen
		larger.referenceFontSize += 0.4 // what the units leave free is for the rules
		pages, cost := f.layoutCost(larger)
		if cost > bound+0.1 {
			break
		}
		best, f.reusablePages, chosen = pages, best, larger
	}
	for slices.ContainsFunc(s.Reference, hasEntryHeadings) && !o.FixedTextSize &&
		chosen.playRulesFontSize < maxPlayRulesFontSize*tightest.playRulesFontSize/minPlayRulesFontSize {
		chosen.playRulesFontSize += 0.1
		pages, _ := f.layOutPages(chosen)
		if len(pages) > len(best) {
			break
		}
		best, f.reusablePages = pages, best
	}
	addFooters(s, best, size)
	return best
}

// hasEntryHeadings reports whether the entries of a section are grouped into parts with headings.
func hasEntryHeadings(section table.Section) bool {
	return slices.ContainsFunc(section.Entries, func(e table.Entry) bool { return e.Heading != "" })
}

// extraRowsCost returns the penalty for profiles that need more rows at scale than at smaller.
func (f *layoutSearch) extraRowsCost(scale, smaller float64) float64 {
	const figures, rounds = 5.0, 2.0
	now, least := f.gridAt(scale), f.gridAt(smaller)
	switch {
	case len(now.slotRows) > len(least.slotRows):
		return figures
	case least.roundBoxesBesideProfile && !now.roundBoxesBesideProfile:
		return rounds
	}
	return 0
}

// gridAt returns the grid of the blocks at a scale.
func (f *layoutSearch) gridAt(scale float64) *grid {
	if f.gridByScale[scale] == nil {
		f.gridByScale[scale] = gridOf(f.Blocks, f.columnWidth()/scale, sheetBadgeStyle)
	}
	return f.gridByScale[scale]
}

// columnWidth returns the width of a column of units.
func (f *layoutSearch) columnWidth() float64 {
	n := float64(f.columnCount())
	return (f.area.w - (n-1)*gutter) / n
}

// minColumnFill returns the filled share, 0 to 1, of a page's emptiest column. Small gaps between
// content count as filled.
func minColumnFill(page []piece, area frame, columns int) float64 {
	const apart = 3 // millimetres that usually lie between blocks
	least := 1.0
	for i := range columns {
		left := area.x + area.w*float64(i)/float64(columns)
		right := left + area.w/float64(columns)
		var used [][2]float64 // from, to
		for _, p := range page {
			if p.kind == bookmarkPiece || p.x >= right || p.x+p.w <= left {
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

// columnCount returns the number of columns for a sheet's units.
func (s Sheet) columnCount() int {
	if len(s.Blocks) == 1 {
		return 1 // a unit by itself looks lost in half a page
	}
	return pageColumns
}

// blockSlabs lays out a sheet's units at a scale.
func (f *layoutSearch) blockSlabs(scale float64) []slab {
	all := []slab{}
	for _, b := range withGrid(f.Blocks, f.gridAt(scale)) {
		all = append(all, blockSlab(b, f.columnWidth()/scale).scaled(scale))
	}
	return all
}

// layOutSheet lays out the pages of a sheet without footers: units, then the reference in the free
// part of the columns. content is the number of pages that the content fills without gaps.
func (f *flow) layOutSheet(s Sheet, blocks []slab, o textSetting) (content float64) {
	first := []slab{header(s, f.area.w)}
	if s.summary != nil && !s.summary.isOnCover {
		first = append(first, s.summary.slab(f.area.w, s.image))
	}
	f.pourIntoColumns(first, f.columns(1, 0), 0, 0)
	f.pageHead = runningHead(s, f.area.w)
	if f.freeTop += 2.4; f.freeHeight() < f.area.h/3 {
		f.newPage()
	}
	content = f.freeTop - f.area.y
	n := s.columnCount()
	for _, b := range blocks {
		content += (b.height() + o.blockGap) / float64(n)
	}
	width := f.columns(pageColumns, gutter)[0].w
	var text, rows []slab // rows of a table across the page
	var note slab
	if signs := strings.TrimSpace(s.BoxLegend + " " + s.TableLegend); signs != "" && len(blocks) > 0 {
		fine := font{regular, max(7, detailFont.size*o.scale)}
		note = slab{strips: paragraph(0, width, fine.size*0.43, span{signs, fine, muted})}
	}
	for _, section := range s.Reference {
		if hasEntryHeadings(section) {
			rows = append(rows, partRows(section, f.area.w, o)...)
			continue
		}
		text = append(text, referenceSlabs(section, width, o)...)
	}
	if s.Code != "" {
		if code, err := qrSlab(s, width); err == nil { // writePDF has told before
			text = append(text, code)
		}
	}
	content += note.height() / pageColumns
	for _, one := range text {
		content += (one.height() + o.entryGap) / pageColumns
	}
	frames, noted := f.stackInColumns(blocks, note, n == pageColumns && len(text) > 0, n, o.blockGap)
	if !noted && note.height() > 0 {
		text = append([]slab{note}, text...)
	}
	if n < pageColumns {
		f.freeTop += o.blockGap
		frames = f.columns(pageColumns, gutter)
	}
	f.pourIntoColumns(text, frames, gutter, o.entryGap)
	if len(rows) > 0 {
		need := 0.0
		for _, row := range rows {
			need += row.height()
		}
		if f.freeTop += o.blockGap; f.freeHeight() < need && need <= f.pageHeight() {
			f.newPage()
		}
		f.tableBelowContent = len(f.pages) > 1 && f.freeHeight() < f.pageHeight()
		f.pourIntoColumns(rows, f.columns(1, 0), 0, 0)
	}
	return content / f.area.h
}

// writeCost writes the list's points and, if it has one, its points limit, so that they end at w.
// It returns the width of the text.
func (s *strip) writeCost(sheet Sheet, w, y float64, large, small font) (width float64) {
	points, rest := itoa(sheet.Points), " pts"
	switch {
	case sheet.IsBook:
		points, rest = "", ""
	case sheet.FigureCount > 0:
		points, rest = itoa(sheet.FigureCount), " figures"
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
	right := first.writeCost(s, w, 6.4, title, unit)
	out.strips = lineStrips(first, first.height, 0, 2, wrapName(w-right-8, span{s.Name, title, black}))

	// Black on white is for legal lists, white on black for others.
	verdict := report.Capitalize(s.Verdict())
	pill := verdictFont.width(verdict) + 5
	for i, pieces := range wrap(w-pill-6, span{strings.Join(s.facts(), " · "), fine, muted}) {
		line := strip{height: 4.4}
		if i == 0 && !s.IsBook {
			line.height = 5.4
			back, shade := piece{kind: framePiece, w: pill, h: 4.9, ink: black}, black
			if !s.Legal() {
				back.kind, back.ink, shade = fillPiece, dark, white
			}
			line.add(w-pill, 0.3, back)
			line.writeCentred(w-pill, 3.75, pill, span{verdict, verdictFont, shade})
		}
		line.add(0, 3.9, pieces...)
		out.strips = append(out.strips, line)
	}
	out.strips = append(out.strips, problemStrips(s.Problems, w)...)
	for _, text := range strings.Split(strings.TrimSpace(s.Notes), "\n") {
		out.strips = append(out.strips, paragraph(0, w, 4, span{text, font{italic, smallFont.size}, black})...)
	}
	if len(s.GameCounters) > 0 || s.Fingerprint != "" {
		game := gameCounterStrip(s.GameCounters, w-30)
		if s.Fingerprint != "" {
			game.writeRight(w, game.height-1.2, "List "+s.Fingerprint, smallFont, muted)
		}
		out.strips = append(out.strips, game)
	}
	out.strips = append(out.strips, headerLine(w))
	out.continuedTitle = headerLine(w)
	return out
}

// headerLine returns the thick line below a header.
func headerLine(w float64) strip {
	rule := strip{height: 2.2}
	rule.add(0, 1.5, piece{kind: fillPiece, w: w, h: 0.7, ink: dark})
	return rule
}

// problemStrips lays out the list's errors, with the full text of the first.
func problemStrips(all []string, w float64) []strip {
	const (
		most   = 4 // that are said
		indent = 3
	)
	f := smallFont
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

// runningHead lays out the top of all pages but the first: the list's name and facts.
func runningHead(s Sheet, w float64) slab {
	name, unit := font{bold, 12}, smallFont
	line := strip{height: 4.9}
	right := line.writeCost(s, w, 4.1, name, unit)
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
	return slab{strips: []strip{line, headerLine(w), {height: 2.4}}}
}

// gameCounterStrip lays out the boxes to tick for the whole game: rounds, objectives.
func gameCounterStrip(counters []table.Counter, w float64) strip {
	f := smallFont
	s := strip{height: roundBoxSide + 1.6}
	x := 0.0
	for _, c := range counters {
		need := f.width(c.Label) + 1.5 + float64(c.BoxCount)*roundBoxSide
		if x+need > w {
			break
		}
		s.write(x, s.height-1.2, c.Label, f, muted)
		x += f.width(c.Label) + 1.5
		for i := range c.BoxCount {
			s.add(x, s.height-roundBoxSide, piece{kind: framePiece, w: roundBoxSide, h: roundBoxSide, ink: lineInk})
			s.writeCentred(x, s.height-1.3, roundBoxSide, span{itoa(i + 1), smallFont, muted})
			x += roundBoxSide
		}
		x += 6
	}
	return s
}

// referenceSlabs lays out a section of the reference for a column. The heading stays with the first
// two entries; where a column begins within a section, a heading says that the section continues.
func referenceSlabs(section table.Section, w float64, o textSetting) []slab {
	head, goesOn := sectionHeads(section.Title, w, o.referenceFontSize)
	entries := make([]slab, len(section.Entries))
	for i, e := range section.Entries {
		if entries[i] = entrySlab(e, w, o); i > 0 {
			entries[i].continuedSectionHead = &goesOn
		}
	}
	if len(entries) > 1 {
		entries[0].strips[len(entries[0].strips)-1].height += o.entryGap
		entries[1].strips, entries[1].continuedSectionHead = slices.Concat(entries[0].strips, entries[1].strips), nil
		entries = entries[1:]
	}
	if len(entries) > 0 {
		entries[0].strips = slices.Concat([]strip{head}, entries[0].strips)
	}
	return entries
}

// sectionHeads lays out the heading of a section above text of a font size, and the heading
// "(continued)" for a column that begins within the section.
func sectionHeads(title string, w, size float64) (head, goesOn strip) {
	scale := size / minFontSize
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
func partRows(section table.Section, w float64, o textSetting) []slab {
	const edge, gap, rowGap = 1.0, 2.5, 0.9 // left of the table, between its columns, and between rows
	bolder := font{bold, o.playRulesFontSize}
	parts, terms := 0.0, 0.0
	for _, e := range section.Entries {
		parts = max(parts, bolder.width(printable(e.Heading))+gap)
		for word := range words(printable(e.Name)) {
			terms = max(terms, bolder.width(word)+gap)
		}
	}
	left := edge + parts + terms
	rows := make([]slab, len(section.Entries))
	part := ""
	for i, e := range section.Entries {
		names := wrap(terms-gap+lengthTolerance, span{e.Name, bolder, black})
		texts := wrapEven(w-left-edge, entrySpans(e, o.playRulesFontSize)[1])
		row := slab{strips: make([]strip, max(1, len(names), len(texts)))}
		leading, baseline := o.playRulesFontSize*o.leading, o.playRulesFontSize*0.35+0.6
		for n := range row.strips {
			row.strips[n].height = leading
		}
		first, title := &row.strips[0], section.Title
		first.height += rowGap
		switch {
		case e.Heading == part:
			title += " · " + part
			first.add(edge+parts, 0, piece{kind: fillPiece, w: w - edge - parts, h: 0.12, ink: ink(170)})
		case i > 0:
			first.add(0, 0, piece{kind: fillPiece, w: w, h: 0.35, ink: dark})
		}
		if e.Heading != part {
			part = e.Heading
			first.write(edge, baseline, part, bolder, black)
		}
		for n, line := range names { // together, as they are read and copied
			first.add(edge+parts, baseline+float64(n)*leading, line...)
		}
		for n, line := range texts {
			if n > 0 {
				baseline = o.playRulesFontSize * 0.35
			}
			row.strips[n].add(left, baseline, line...)
		}
		if head, goesOn := sectionHeads(title, w, o.playRulesFontSize); i > 0 {
			row.continuedSectionHead = &goesOn
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

// entrySpans returns an entry's name and explanation in a font size.
func entrySpans(e table.Entry, size float64) []span {
	text := span{e.Text, font{regular, size}, black}
	if e.Text == "" {
		text = span{"not explained in the book", font{italic, size}, muted}
	}
	return []span{{e.Name, font{bold, size}, black}, text}
}

// entrySlab lays out an entry's name and explanation.
func entrySlab(e table.Entry, w float64, o textSetting) slab {
	const indent = 2.5 // of all lines but the first
	lines := wrapEven(w-indent, entrySpans(e, o.referenceFontSize)...)
	strips := make([]strip, len(lines))
	for i, pieces := range lines {
		x := indent
		if i == 0 {
			x = 0
		}
		movePieces(pieces, x, o.referenceFontSize*0.35)
		strips[i] = strip{height: o.referenceFontSize * o.leading, pieces: pieces}
	}
	return slab{strips: strips}
}

// addFooters adds the footer to every page: the list's name, publisher, page number.
func addFooters(s Sheet, pages [][]piece, size frame) {
	f, w, y := smallFont, size.w-2*pageMargin, size.h-pageMargin
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
		line.add(pageMargin, y-4.2, piece{kind: fillPiece, w: w, h: 0.15, ink: ink(170)})
		line.write(pageMargin, y, name, f, muted)
		line.write(pageMargin+x, y, credit, f, muted)
		line.writeRight(pageMargin+w, y, number, f, muted)
		pages[i] = append(pages[i], line.pieces...)
	}
}

// shorten cuts a text to a width and adds an ellipsis; it returns "" if there is no room.
func shorten(text string, f font, w float64) string {
	text = printable(text)
	if f.width(text) <= w+lengthTolerance {
		return text
	}
	text = strings.TrimSpace(longestPrefix(text, f, w-f.width("…"))) + "…"
	if f.width(text) > w {
		return ""
	}
	return text
}

// documentDate is the creation date of every PDF, so that equal lists give equal bytes.
var documentDate = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// writePDF writes the pages as a PDF.
func (d *printout) writePDF(w io.Writer) error {
	pdf := gofpdf.NewCustom(&gofpdf.InitType{UnitStr: "mm", Size: gofpdf.SizeType{Wd: d.size.w, Ht: d.size.h}})
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(documentDate)
	pdf.SetModificationDate(documentDate)
	pdf.SetProducer("muster", true)
	pdf.SetTitle(d.title, true)
	pdf.SetSubject(d.subject, true)
	pdf.SetKeywords(d.listCode, false) // which package input reads
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	for _, f := range fontFiles {
		pdf.AddUTF8FontFromBytes(fontFamily, f.style, slices.Clone(f.file)) // the library writes into it
	}
	images := map[*Image]string{}
	for _, page := range d.pages {
		pdf.AddPage()
		pdf.SetLineWidth(lineThickness)
		on := drawer{pdf: pdf, images: images}
		for _, p := range page {
			on.draw(p)
		}
	}
	return pdf.Output(w)
}

const fontFamily = "go"

// A drawer draws pieces on a page of a PDF. It sets fonts and colours only when they change.
type drawer struct {
	pdf                         *gofpdf.Fpdf
	font                        font
	textInk, fillInk, strokeInk ink               // the shades that were set last
	images                      map[*Image]string // names of the drawn images in the PDF file
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
		shade(&d.textInk, d.pdf.SetTextColor)
		d.pdf.Text(p.x, p.y, p.text)
	case fillPiece:
		shade(&d.fillInk, d.pdf.SetFillColor)
		d.pdf.Rect(p.x, p.y, p.w, p.h, "F")
	case framePiece:
		shade(&d.strokeInk, d.pdf.SetDrawColor)
		d.pdf.Rect(p.x, p.y, p.w, p.h, "D")
	case imagePiece:
		d.drawImage(p)
	case bookmarkPiece:
		d.pdf.Bookmark(p.text, 0, p.y)
	}
}
