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
)

// PDF is the sheet that lies on the table: a header, a block for every unit,
// and the rules that occur in the list.
var PDF = register(&Format{
	Name:    "pdf",
	Title:   "PDF",
	About:   "a sheet for the table: units, boxes to tick, the rules that occur",
	Endings: []string{".pdf"},
	Media:   "application/pdf",
	Rank:    10,
	write:   writePDF,
})

func writePDF(w io.Writer, d Document, o Options) error {
	size, err := pageSize(o.Paper)
	if err != nil {
		return err
	}
	if err := tooManyBoxes(d.Sheet); err != nil {
		return err
	}
	pages := roster(d.Sheet, size, o)
	if d.Sheet.Code != "" {
		if pages, err = withCode(pages, d.Sheet, size); err != nil {
			return err
		}
	}
	return draw(w, d.Sheet, size, pages)
}

// maxBoxes is how many boxes to tick a printed list may have, far above any
// real one, so that a list of a few bytes does not fill the memory.
const maxBoxes = 50_000

// tooManyBoxes is the error of a list that has more boxes than can be printed.
func tooManyBoxes(s Sheet) error {
	boxes := 0
	eachBlock(s.Blocks, func(b Block) {
		for _, t := range b.Tracks {
			boxes += t.boxes()
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
	footer = 8.0 // the height kept free above the lower margin
	gutter = 5.0
)

// pageSize returns the width and height of a paper.
func pageSize(p Paper) (frame, error) {
	p, err := ParsePaper(string(p))
	return map[Paper]frame{A4: {w: 210, h: 297}, Letter: {w: 215.9, h: 279.4}}[p], err
}

// A setting is how closely a sheet is set.
type setting struct {
	scale float64 // of blocks; at 0.9 their smallest body text is 7 points
	text  float64 // points of the reference
	gap   float64 // between blocks
	cost  int     // how much worse it looks than the first setting
}

var settings = []setting{
	{scale: 1, text: 7.8, gap: 2.5},
	{scale: 0.985, text: 7.6, gap: 2.4, cost: 1},
	{scale: 0.97, text: 7.5, gap: 2.3, cost: 2},
	{scale: 0.955, text: 7.3, gap: 2.1, cost: 2},
	{scale: 0.94, text: 7.2, gap: 2, cost: 3},
	{scale: 0.92, text: 7.1, gap: 1.8, cost: 3},
	{scale: 0.9, text: 7, gap: 1.6, cost: 4},
}

// settings lists how a sheet may be set: as it looks best, and where it may be
// tightened more closely.
func (o Options) settings() []setting {
	const large = 1.25
	all := slices.Clone(settings)
	if o.Loose {
		all = all[:1]
	}
	if o.Size == LargeSize {
		for i := range all {
			all[i].scale *= large
			all[i].text *= large
			all[i].gap *= large
		}
	}
	return all
}

// roster lays out the pages of a sheet in the setting that takes the fewest
// pages, fills those before the last, and leaves no last page with next to
// nothing on it.
func roster(s Sheet, size frame, o Options) [][]piece {
	const (
		page   = 10   // what one more page costs
		lonely = 5    // what a last page costs that is nearly empty
		little = 35   // millimetres of such a page that are used
		empty  = 5    // what another page costs with a column that is not filled
		filled = 0.85 // of a column that is
	)
	area := frame{margin, margin, size.w - 2*margin, size.h - 2*margin - footer}
	var best [][]piece
	least, most, content := 0, 0.0, 0.0
	for _, setting := range o.settings() {
		tighter := setting.scale / cmp.Or(most, setting.scale)
		if best != nil && least <= setting.cost+page*int(math.Ceil(content*tighter*tighter)) {
			continue // it could do no better
		}
		f := newFlow(area)
		full := f.set(s, setting)
		cost := setting.cost + page*len(f.pages)
		last := len(f.pages) - 1
		if last > 0 && f.top-area.y < little {
			cost += lonely
		}
		for _, p := range f.pages[:last] {
			if columnFill(p, area, pageColumns) < filled {
				cost += empty
			}
		}
		if best == nil {
			most, content = setting.scale, full
		}
		if best == nil || cost < least {
			best, least = f.pages, cost
		}
	}
	if s.Code == "" {
		foot(s, best, size)
	}
	return best
}

// withCode adds the list's QR code to pages that have no feet yet: on the last
// if there is room, else on one more. The error is that of a list too long.
func withCode(pages [][]piece, s Sheet, size frame) ([][]piece, error) {
	f := newFlow(frame{margin, margin, size.w - 2*margin, size.h - 2*margin - footer})
	code, err := qrSlab(s.Code, f.area.w)
	if err != nil {
		return nil, err
	}
	f.pages = pages
	for _, p := range pages[len(pages)-1] {
		f.top = max(f.top, p.y+p.h+4)
	}
	if f.free() < code.height() {
		f.turn()
	}
	f.place(code, f.area.x, f.top, f.area.w)
	foot(s, f.pages, size)
	return f.pages, nil
}

// columnFill returns which share of its least filled column a page has
// something on; what stands a little apart counts as one.
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
		slices.SortFunc(used, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
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

// pageColumns is how many columns a sheet has.
const pageColumns = 2

// set lays out the pages of a sheet, without their feet: beneath the units what
// explains them, in what they leave free of the columns. It returns how many
// pages all of it would fill without any gap.
func (f *flow) set(s Sheet, o setting) float64 {
	const (
		stretch = 4
		between = 0.9 // entries
	)
	f.pour([]slab{header(s, f.area.w)}, f.columns(1, 0), 0, 0)
	if f.top += 3; f.free() < f.area.h/3 {
		f.turn()
	}
	filled := f.top - f.area.y
	n := pageColumns
	if len(s.Blocks) == 1 {
		n = 1 // a unit by itself looks lost in half a page
	}
	width := f.columns(n, gutter)[0].w
	var blocks []slab
	for _, b := range s.Blocks {
		blocks = append(blocks, blockSlab(b, width/o.scale).scaled(o.scale))
		filled += (blocks[len(blocks)-1].height() + o.gap) / float64(n)
	}
	frames := f.stack(blocks, n, gutter, o.gap, stretch)
	if n != pageColumns {
		f.top += o.gap
		frames = f.columns(pageColumns, gutter)
	}
	width = frames[0].w
	var text []slab
	if signs := strings.TrimSpace(s.Legend + " " + s.Key); signs != "" && len(blocks) > 0 {
		text = append(text, slab{strips: paragraph(0, width, 3, span{signs, detailFont, muted})})
	}
	for _, section := range s.Reference {
		text = append(text, reference(section, width, o.text)...)
	}
	for _, one := range text {
		filled += (one.height() + between) / pageColumns
	}
	f.pour(text, frames, gutter, between)
	return filled / f.area.h
}

// header sets the head of the first page.
func header(s Sheet, w float64) slab {
	title, unit, fine := font{bold, 20}, font{regular, 11}, font{regular, 9}
	var out slab

	cost, limit := itoa(s.Points), " pts"
	if s.Limit > 0 {
		limit = " / " + itoa(s.Limit) + " pts"
	}
	right := title.width(cost) + unit.width(limit)
	names := wrap(w-right-8, span{s.Name, title, black})
	if len(names) == 0 { // a name of nothing that can be printed
		names = [][]piece{nil}
	}
	for i, pieces := range names {
		line := strip{height: 8.4}
		line.add(0, 6.4, pieces...)
		if i == 0 {
			line.write(w-right, 6.4, cost, title, black)
			line.writeRight(w, 6.4, limit, unit, muted)
		}
		out.strips = append(out.strips, line)
	}

	// Black on white is for what may be played, white on black for what not.
	verdict := strings.ToUpper(s.Verdict()[:1]) + s.Verdict()[1:]
	pill := font{bold, 8}.width(verdict) + 5
	for i, pieces := range wrap(w-pill-6, span{strings.Join(s.facts(), " · "), fine, muted}) {
		line := strip{height: 4.4}
		if i == 0 {
			line.height = 5.4
			kind, shade := framePiece, black
			if !s.Legal() {
				kind, shade = fillPiece, white
			}
			line.add(w-pill, 0.3, piece{kind: kind, w: pill, h: 4.9, ink: black})
			line.writeCentred(w-pill, 3.75, pill, verdict, font{bold, 8}, shade)
		}
		line.add(0, 3.9, pieces...)
		out.strips = append(out.strips, line)
	}
	for _, text := range strings.Split(strings.TrimSpace(s.Notes), "\n") {
		out.strips = append(out.strips, paragraph(0, w, 4, span{text, font{italic, 8.5}, black})...)
	}
	if len(s.Counters) > 0 || s.Mark != "" {
		game := gameStrip(s.Counters, w-30)
		if s.Mark != "" {
			game.writeRight(w, game.height-1.2, "List "+s.Mark, font{regular, 8}, muted)
		}
		out.strips = append(out.strips, game)
	}
	rule := strip{height: 2.2}
	rule.add(0, 1.5, piece{kind: fillPiece, w: w, h: 0.7, ink: dark})
	out.strips = append(out.strips, rule)
	out.again = rule
	return out
}

// gameStrip sets the boxes of the game: rounds, objectives.
func gameStrip(counters []Counter, w float64) strip {
	f := font{regular, 8}
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
			s.writeCentred(x, s.height-1.3, turnBox, itoa(i+1), turnFont, line)
			x += turnBox
		}
		x += 6
	}
	return s
}

// reference sets a section of the reference for a column. Its heading stays with
// the first of its entries.
func reference(section Section, w, size float64) []slab {
	head := strip{height: 8.5, clings: true}
	head.write(0, 5.2, section.Title, font{bold, 11}, black)
	head.add(0, 6.6, piece{kind: fillPiece, w: w, h: 0.35, ink: dark})
	entries := make([]slab, len(section.Entries))
	for i, e := range section.Entries {
		entries[i] = entrySlab(e, w, size)
	}
	if len(entries) > 0 {
		entries[0].strips = slices.Concat([]strip{head}, entries[0].strips)
	}
	return entries
}

// spans are a term and its explanation in letters of a size.
func (e Entry) spans(size float64) []span {
	text := span{e.Text, font{regular, size}, black}
	if e.Text == "" {
		text = span{"not explained in the book", font{italic, size}, muted}
	}
	return []span{{e.Name, font{bold, size}, black}, text}
}

// entrySlab sets a term and its explanation.
func entrySlab(e Entry, w, size float64) slab {
	const indent = 2.5 // of all lines but the first
	var s slab
	for i, pieces := range wrap(w-indent, e.spans(size)...) {
		line := strip{height: size * 0.45}
		x := indent
		if i == 0 {
			x = 0
		}
		line.add(x, size*0.35, pieces...)
		s.strips = append(s.strips, line)
	}
	return s
}

// foot sets the lower edge of every page: the list, who made the game, and
// which page it is.
func foot(s Sheet, pages [][]piece, size frame) {
	f, w, y := detailFont, size.w-2*margin, size.h-margin
	for i := range pages {
		var line strip
		number := "Page " + itoa(i+1) + " of " + itoa(len(pages))
		room := (w - max(f.width(printable(s.Credit)), 20)) / 2
		line.add(margin, y-4.2, piece{kind: fillPiece, w: w, h: 0.15, ink: ink(170)})
		line.write(margin, y, shorten(s.Name, f, room-4), f, muted)
		line.writeCentred(margin+w/4, y, w/2, s.Credit, f, muted)
		line.writeRight(margin+w, y, number, f, muted)
		pages[i] = append(pages[i], line.pieces...)
	}
}

// shorten cuts a text to a width and says so with an ellipsis.
func shorten(text string, f font, w float64) string {
	text = printable(text)
	if f.width(text) <= w {
		return text
	}
	return strings.TrimSpace(fitting(text, f, w-f.width("…"))) + "…"
}

// epoch is the date that every document bears, so that the same list always
// gives the same bytes.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// draw writes laid out pages as a PDF.
func draw(w io.Writer, s Sheet, size frame, pages [][]piece) error {
	pdf := gofpdf.NewCustom(&gofpdf.InitType{UnitStr: "mm", Size: gofpdf.SizeType{Wd: size.w, Ht: size.h}})
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(epoch)
	pdf.SetModificationDate(epoch)
	pdf.SetProducer("muster", true)
	pdf.SetTitle(printable(s.Name), true)
	pdf.SetSubject(printable(s.Game), true)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	for _, f := range fontFiles {
		pdf.AddUTF8FontFromBytes(fontFamily, f.style, f.file)
	}
	for _, page := range pages {
		pdf.AddPage()
		pdf.SetLineWidth(frameWidth)
		d := drawer{pdf: pdf}
		for _, p := range page {
			d.draw(p)
		}
	}
	return pdf.Output(w)
}

const fontFamily = "go"

// drawer draws pieces on a page, and sets what only changes when it does.
type drawer struct {
	pdf                *gofpdf.Fpdf
	font               font
	text, fill, stroke ink
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
	case bookmark:
		d.pdf.Bookmark(p.text, 0, p.y)
	}
}
