package export

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/odds"
	"muster/builder/table"
	"muster/report"
	"muster/rules/dice"
	"muster/schema"
)

// An armySummary is a summary of the army: a strip at the top of the first page, or a part of the
// cover.
type armySummary struct {
	isOnCover bool                 // it is part of a cover
	facts     []table.Stat         // key numbers of the army, such as its wounds
	roles     []builder.RolePoints // points by role of units
	threats   []threat             // for each typical target, the unit that destroys the most of it
}

// A threat is the unit that destroys the most of a target in one activation.
type threat struct {
	target, unit string
	attack       string // "Shoot 12″: 93 %", the attack and its result
}

// An Image is a picture that a player added to a list or unit, encoded again as JPEG.
type Image struct {
	JPEG          []byte
	Width, Height int    // in pixels
	id            string // the image's id on a page for browsers, if several units share it
}

// An album holds the images of a document, so that each is read once.
type album struct {
	images     map[imageKey]*Image // nil for an unusable image
	usedWidths map[int]bool        // widths of the images so far, in pixels
	problems   []error             // why images are unusable
}

// An imageKey identifies an image by its name and the maximum length of its longer side in pixels.
type imageKey struct {
	name    string
	maxSide int
}

// CodeBadImage is the code of the error for an unusable image.
const CodeBadImage = "export/image"

// loadImage returns the image that a value of the document names, with a longer side of at most
// side pixels. If the image is unusable, it returns nil and records an error at the value's line.
func (a *album) loadImage(document *schema.Document, named schema.Node, side int) *Image {
	if !named.Exists() {
		return nil
	}
	page := imageKey{named.Text(), side}
	known, tried := a.images[page]
	if tried {
		return known
	}
	made, why := a.read(document, named.Text(), side)
	if why != "" {
		at := schema.Problem{Code: CodeBadImage, File: document.File, Line: named.Line(), Column: named.Column()}
		a.problems = append(a.problems, at.Errorf("the image `%s` is not printed: %s", named.Text(), why))
	}
	a.images[page] = made
	return made
}

// ImageErrors returns the reasons why images of the list were not printed. It is valid once the
// document is written.
func (d Document) ImageErrors() []error {
	if d.album == nil {
		return nil
	}
	return d.album.problems
}

// withImages returns the document's sheet with the images of its list and units.
func (d Document) withImages() Sheet {
	s := d.Sheet
	if d.List == nil || d.album == nil {
		return s
	}
	document := d.List.Document()
	s.image = d.album.loadImage(document, document.At("image"), listImageSide)
	s.Blocks = changeBlocks(s.Blocks, func(*Block) {})
	units := document.At("units")
	for i := range units.Len() {
		image := d.album.loadImage(document, units.Index(i).Get("image"), unitImageSide)
		if b := findBlock(s.Blocks, units.Index(i).Get("id").Text()); b != nil {
			b.image = cmp.Or(b.image, image)
		}
	}
	return s
}

// withSummary returns the sheet with its images. It adds the summary of the army if the options ask
// for it or the list has an image.
func (d Document) withSummary(o Options) (s Sheet, err error) {
	if s = d.withImages(); d.List != nil && (o.Cover || o.Summary || s.image != nil) {
		s.summary, err = newSummary(d.List, s, o.Cover)
	}
	return s, err
}

// newSummary returns the summary of a list, for a cover or for the first page.
func newSummary(r builder.Roster, s Sheet, cover bool) (g *armySummary, err error) {
	g = &armySummary{isOnCover: cover, roles: builder.PointsByRole(r), facts: s.summaryFacts()}
	if p, ok := r.(builder.Previewer); ok {
		g.threats, err = greatestThreats(p)
	}
	return g, err
}

// summaryFacts returns the key numbers of the army for its summary.
func (s Sheet) summaryFacts() []table.Stat {
	models, called := 0, "model"
	eachBlock(s.Blocks, func(b Block) {
		if models += b.Models * max(1, len(b.EqualUnits)); b.Models > 0 {
			called = b.ModelWord()
		}
	})
	var facts []table.Stat
	if s.FigureCount == 0 && !s.IsBook {
		facts = append(facts, table.Stat{Label: "Points", Value: itoa(s.Points)})
	}
	facts = append(facts, table.Stat{Label: "Activations", Value: itoa(len(s.Blocks))},
		table.Stat{Label: report.Capitalize(called) + "s", Value: itoa(models)})
	if wounds := s.armyWounds(); wounds > 0 {
		facts = append(facts, table.Stat{Label: "Wounds to kill", Value: itoa(wounds)})
	}
	return facts
}

// greatestThreats returns, for each typical target, the unit that destroys the largest share of it
// in one activation.
func greatestThreats(p builder.Previewer) (all []threat, err error) {
	answer, err := p.Odds(context.Background(), odds.Question{AddLongRange: true})
	if nobodyFights(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for i, target := range answer.Targets {
		name, way, most := "", "", 0.0
		for j, u := range answer.Units {
			for row := range answer.RowsOf(j) {
				if i < len(row.Effects) && row.Effects[i].LostShare > most {
					name, way, most = u.Name, row.Action, row.Effects[i].LostShare
				}
			}
		}
		if name != "" {
			all = append(all, threat{target.Name, name, fmt.Sprintf("%s: %s%s%%", way, dice.Format(100*min(1, most), 0), table.NoBreak)})
		}
	}
	return all, nil
}

// Sizes in the summary, in millimetres.
const (
	summaryImageWidth = 62.0 // width of the picture beside the numbers
	roleBarHeight     = 4.0  // height of the bar of points by role
)

// slab lays out the summary in a width, with a picture (nil for none) at its right.
func (g *armySummary) slab(w float64, beside *Image) slab {
	inside := w
	if beside != nil {
		inside -= summaryImageWidth + gutter
	}
	strips := []strip{g.factStrip(inside)}
	if len(g.roles) > 0 {
		strips = append(strips, g.roleStrips(inside)...)
	}
	if len(g.threats) > 0 {
		head := strip{height: 5.4}
		head.write(0, 4.2, "What threatens what", font{bold, smallFont.size}, black)
		strips = append(strips, head)
		strips = append(strips, g.threatStrips(inside)...)
	}
	out := slab{strips: strips}
	if inside < w {
		if least := summaryImageWidth * 0.5; out.height() < least {
			out.strips = append(out.strips, strip{height: least - out.height()})
		}
		out.strips[0].add(0, 0, beside.fitIntoArea(w-summaryImageWidth, 0.8, summaryImageWidth, out.height()-0.8))
	}
	last := headerLine(w)
	last.height += 1
	out.strips = append(out.strips, last)
	return out
}

// threatStrips lays out the threats, in as many columns as fit without cutting a name.
func (g *armySummary) threatStrips(w float64) []strip {
	const column, between = 80.0, 2.0
	label, longest := 24.0, column
	for _, t := range g.threats {
		label = max(label, smallFont.width(printable(t.target))+between)
	}
	for _, t := range g.threats {
		longest = max(longest, label+smallFont.width(printable(t.unit+", "+t.attack))+between)
	}
	n := min(max(1, int(w/longest)), len(g.threats))
	side := w / float64(n)
	rows := (len(g.threats) + n - 1) / n
	strips := make([]strip, rows)
	for i, threat := range g.threats {
		line, x := &strips[i%rows], float64(i/rows)*side
		line.height = 4
		line.write(x, 3, shorten(threat.target, smallFont, label-1), smallFont, muted)
		how := ", " + strings.ReplaceAll(threat.attack, table.NoBreak, " ")
		name := shorten(threat.unit, smallFont, side-label-between-smallFont.width(printable(how)))
		line.write(x+label, 3, name+how, smallFont, black)
	}
	return strips
}

// factStrip lays out the numbers of the army side by side.
func (g *armySummary) factStrip(w float64) strip {
	s := strip{height: 12}
	side := w / float64(len(g.facts))
	for i, fact := range g.facts {
		x := float64(i) * side
		s.write(x, 7, fact.Value, font{bold, 18}, black)
		s.write(x, 10.8, fact.Label, smallFont, muted)
	}
	return s
}

// roleStrips lays out a bar with the points by role, and the names of the roles below.
func (g *armySummary) roleStrips(w float64) []strip {
	sum := 0
	for _, role := range g.roles {
		sum += max(0, role.Points)
	}
	bar, names := strip{height: roleBarHeight + 0.6, keepWithNext: true}, strip{height: 4.6}
	const key = 3.9                  // the width of a part's sign before its name
	shades := []ink{black, 130, 205} // of which no two look alike in little ink
	x := 0.0
	for i, role := range g.roles {
		side := w * float64(max(0, role.Points)) / float64(max(1, sum))
		bar.add(x, 0.6, piece{kind: fillPiece, w: side, h: roleBarHeight, ink: shades[i%len(shades)]},
			piece{kind: framePiece, w: side, h: roleBarHeight, ink: dark})
		x += side
	}
	x = 0
	for i, role := range g.roles {
		label := fmt.Sprintf("%s %d", role.Name, role.Points)
		names.add(x, 1, piece{kind: fillPiece, w: key, h: 2.4, ink: shades[i%len(shades)]},
			piece{kind: framePiece, w: key, h: 2.4, ink: dark})
		names.write(x+key+1, 3.2, label, smallFont, black)
		x += key + 1 + smallFont.width(label) + 5
	}
	return []strip{bar, names}
}

// fitIntoArea returns the image as a piece in the middle of an area, as large as possible.
func (m *Image) fitIntoArea(x, y, w, h float64) piece {
	scale := min(w/float64(m.Width), h/float64(m.Height))
	wide, high := float64(m.Width)*scale, float64(m.Height)*scale
	return piece{kind: imagePiece, x: x + (w-wide)/2, y: y + (h-high)/2, w: wide, h: high, image: m}
}

// coverPages lays out the cover: the list's name, picture and summary, the units if there is no
// picture, and pictures of units, three in a row.
func (s Sheet) coverPages(size frame) [][]piece {
	const across, high, caption = 3, 44.0, 6.0
	area := frame{pageMargin, pageMargin, size.w - 2*pageMargin, size.h - 2*pageMargin}
	f := newFlow(area)
	add := func(one slab) {
		if f.freeTop+one.height() > area.y+area.h {
			f.newPage()
		}
		f.placeSlab(one, area.x, f.freeTop, area.w)
		f.freeTop += one.height()
	}
	var units []Block // with pictures
	eachBlock(s.Blocks, func(b Block) {
		if b.image != nil {
			units = append(units, b)
		}
	})
	title, facts := font{bold, 34}, font{regular, 12}
	add(slab{strips: paragraph(0, area.w, 15, span{cmp.Or(printable(s.Name), s.Game), title, black})})
	add(slab{strips: []strip{{height: 2}}})
	for _, line := range []string{s.Cost() + prefixDot(report.Capitalize(s.Verdict())), strings.Join(s.facts(), " · ")} {
		add(slab{strips: paragraph(0, area.w, 6, span{line, facts, muted})})
	}
	add(slab{strips: []strip{{height: 3}}})
	overview := s.summary.slab(area.w, nil)
	if picture := s.image; picture != nil {
		room := area.y + area.h - f.freeTop - overview.height() - 6
		if rows := math.Ceil(float64(len(units)) / across); rows > 0 && room > 120+high {
			room = max(120, room-rows*(high+caption))
		}
		room = min(room, float64(picture.Height)*area.w/float64(picture.Width))
		whole := strip{height: room}
		whole.add(0, 0, picture.fitIntoArea(0, 0, area.w, room))
		add(slab{strips: []strip{whole, {height: 4}}})
	}
	add(overview)
	if s.image == nil {
		for _, line := range s.unitLines(area.w, area.y+area.h-f.freeTop) {
			add(slab{strips: []strip{line}})
		}
	}
	side := (area.w - (across-1)*gutter) / across
	for from := 0; from < len(units); from += across {
		row := strip{height: high + caption}
		for i, b := range units[from:min(from+across, len(units))] {
			x := float64(i) * (side + gutter)
			picture := b.image.fitIntoArea(x, 1, side, high-1)
			picture.x, picture.y = x, high-picture.h // above its name
			row.add(0, 0, picture)
			row.write(x, high+4, shorten(b.heading(), smallFont, side), smallFont, black)
		}
		add(slab{strips: []strip{row}})
	}
	return f.pages
}

// unitLines lays out a line for each unit with its kind and cost, spaced to fill most of a height.
func (s Sheet) unitLines(w, high float64) []strip {
	const (
		kind, least, most = 0.5, 6.0, 15.0
		inset             = 4 // of those who joined
	)
	lines, longest := 0, 0.0
	eachBlock(s.Blocks, func(b Block) {
		lines++
		longest = max(longest, font{bold, 1}.width(printable(b.heading())))
	})
	leading := min(most, max(least, 0.9*high/float64(lines+1)))
	size := max(11, min(leading, 14, (w*kind-inset-2)/longest))
	name, text := font{bold, size}, font{regular, 10}
	strips := []strip{{height: 4}}
	set := func(indent float64, b Block) {
		row := strip{height: leading}
		y := leading - 1.8
		row.write(indent, y, shorten(b.heading(), name, w*kind-indent-2), name, black)
		what, room := b.shortProfile(), w*(1-kind)-text.width(b.price())-3
		for len(what) > 1 && text.width(printable(strings.Join(what, " · "))) > room {
			what = what[:len(what)-1] // whole figures alone
		}
		row.write(w*kind, y, shorten(strings.Join(what, " · "), text, room), text, muted)
		row.writeRight(w, y, b.price(), text, black)
		row.add(0, leading-0.4, piece{kind: fillPiece, w: w, h: 0.12, ink: lineInk})
		strips = append(strips, row)
	}
	for _, b := range s.Blocks {
		set(0, b)
		eachBlock(b.JoinedUnits, func(hero Block) { set(inset, hero) })
	}
	return strips
}

// shortProfile returns a block's values in short: "5 models", "Q 4+".
func (b Block) shortProfile() []string {
	var all []string
	if b.Models > 0 {
		all = append(all, finding.CountText(b.Models, b.ModelWord()))
	}
	for _, f := range b.Stats {
		all = append(all, cmp.Or(f.ShortLabel, f.Label)+" "+f.Value)
	}
	return all
}
