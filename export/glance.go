package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"muster/builder"
	"muster/builder/odds"
	"muster/builder/table"
	"muster/report"
	"muster/rules/dice"
	"muster/schema"
)

// A glance is an army at a glance: a strip at the top of the first page, or a cover.
type glance struct {
	cover   bool // it has a page of its own
	facts   []table.Stat
	roles   []builder.RolePoints
	threats []table.Entry // for each typical target the unit that destroys most of it
	image   *Image        // of the list; nil for none
	units   []*Image      // of units, with their names
}

// An Image is a player's own picture, written anew.
type Image struct {
	Title         string // the name of its unit; "" of a list
	JPEG          []byte
	Width, Height int // in pixels
}

// CodeImage is the code of the error for an image that cannot be printed.
const CodeImage = "export/image"

// glanceOf makes the glance of a list: if a cover is asked for, or the list names an image; else
// nil. The error is that of an image.
func glanceOf(r builder.Roster, s Sheet, cover bool) (*glance, error) {
	document := r.Document()
	if !cover && !document.At("image").Exists() {
		return nil, nil
	}
	g := &glance{cover: cover, roles: builder.PointsByRole(r)}
	var err error
	widths := map[int]bool{}
	if g.image, err = loadImage(document, document.At("image"), widths); err != nil {
		return nil, err
	}
	units := document.At("units")
	for i := range units.Len() {
		picture, err := loadImage(document, units.Index(i).Get("image"), widths)
		if err != nil {
			return nil, err
		}
		if picture != nil {
			b, _ := s.Unit(units.Index(i).Get("id").Text())
			picture.Title = b.Name
			g.units = append(g.units, picture)
		}
	}
	g.facts = s.glanceFacts()
	if p, ok := r.(builder.Previewer); ok {
		if g.threats, err = mostDangerous(p); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// glanceFacts are the numbers of an army at a glance.
func (s Sheet) glanceFacts() []table.Stat {
	models := 0
	eachBlock(s.Blocks, func(b Block) { models += b.Models * max(1, len(b.Each)) })
	var facts []table.Stat
	if s.Figures == 0 {
		facts = append(facts, table.Stat{Label: "Points", Value: itoa(s.Points)})
	}
	facts = append(facts, []table.Stat{
		{Label: "Activations", Value: itoa(len(s.Blocks))},
		{Label: "Models", Value: itoa(models)},
	}...)
	if wounds := s.wounds(); wounds > 0 {
		facts = append(facts, table.Stat{Label: "Wounds to kill", Value: itoa(wounds)})
	}
	return facts
}

// mostDangerous names for each typical target the unit that destroys the largest share of it in one
// activation.
func mostDangerous(p builder.Previewer) (all []table.Entry, err error) {
	answer, err := p.Odds(context.Background(), odds.Question{LongRange: true})
	var problems *schema.Error
	if errors.As(err, &problems) && problems.Has(odds.CodeCannotFight) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for i, target := range answer.Targets {
		name, way, most := "", "", 0.0
		for j, u := range answer.Units {
			for row := range answer.RowsOf(j) {
				if i < len(row.Effects) && row.Effects[i].Share > most {
					name, way, most = u.Name, row.Way, row.Effects[i].Share
				}
			}
		}
		if name != "" {
			all = append(all, table.Entry{
				Name: target.Name, Text: fmt.Sprintf("%s, %s: %s %%", name, way, dice.Format(100*min(1, most), 0)),
			})
		}
	}
	return all, nil
}

// Measures of an army at a glance, in millimetres.
const (
	glanceImage = 62.0 // the width of a picture beside the figures
	roleBar     = 4.0  // the height of the bar of points
)

// slab sets the army at a glance in a width, its picture at the right unless that has a place of
// its own.
func (g *glance) slab(w float64) slab {
	inside := w
	if g.image != nil && !g.cover {
		inside -= glanceImage + gutter
	}
	strips := []strip{g.numbers(inside)}
	if len(g.roles) > 0 {
		strips = append(strips, g.bar(inside)...)
	}
	if len(g.threats) > 0 {
		head := strip{height: 5.4}
		head.write(0, 4.2, "What threatens what", font{bold, pageFont.size}, black)
		strips = append(strips, head)
		const beside = 24
		for _, threat := range g.threats {
			line := strip{height: 4}
			line.write(0, 3, shorten(threat.Name, pageFont, beside-1), pageFont, muted)
			line.write(beside, 3, shorten(threat.Text, pageFont, inside-beside), pageFont, black)
			strips = append(strips, line)
		}
	}
	out := slab{strips: strips}
	if inside < w {
		if least := glanceImage * 0.5; out.height() < least {
			out.strips = append(out.strips, strip{height: least - out.height()})
		}
		out.strips[0].add(0, 0, g.image.fit(w-glanceImage, 0.8, glanceImage, out.height()-0.8))
	}
	last := headRule(w)
	last.height += 1
	out.strips = append(out.strips, last)
	return out
}

// numbers sets the figures of the army side by side.
func (g *glance) numbers(w float64) strip {
	s := strip{height: 12}
	side := w / float64(len(g.facts))
	for i, fact := range g.facts {
		x := float64(i) * side
		s.write(x, 7, fact.Value, font{bold, 18}, black)
		s.write(x, 10.8, fact.Label, pageFont, muted)
	}
	return s
}

// bar sets a bar of the points, divided by role, and names its parts beneath.
func (g *glance) bar(w float64) []strip {
	sum := 0
	for _, role := range g.roles {
		sum += max(0, role.Points)
	}
	bar, names := strip{height: roleBar + 0.6, clings: true}, strip{height: 4.6}
	shades := []ink{dark, 130, 205}
	x := 0.0
	for i, role := range g.roles {
		side := w * float64(max(0, role.Points)) / float64(max(1, sum))
		bar.add(x, 0.6, piece{kind: fillPiece, w: side, h: roleBar, ink: shades[i%len(shades)]},
			piece{kind: framePiece, w: side, h: roleBar, ink: dark})
		x += side
	}
	x = 0
	for i, role := range g.roles {
		label := fmt.Sprintf("%s %d", role.Name, role.Points)
		names.add(x, 1, piece{kind: fillPiece, w: 2.4, h: 2.4, ink: shades[i%len(shades)]}, piece{kind: framePiece, w: 2.4, h: 2.4, ink: dark})
		names.write(x+3.4, 3.2, label, pageFont, black)
		x += 3.4 + pageFont.width(label) + 5
	}
	return []strip{bar, names}
}

// fit returns the picture as large as the area has room for it, in its middle.
func (m *Image) fit(x, y, w, h float64) piece {
	scale := min(w/float64(m.Width), h/float64(m.Height))
	wide, high := float64(m.Width)*scale, float64(m.Height)*scale
	return piece{kind: imagePiece, x: x + (w-wide)/2, y: y + (h-high)/2, w: wide, h: high, image: m}
}

// cover lays out pages before the sheet: the list's name and picture, the army at a glance, and
// pictures of units, three in a row.
func (s Sheet) cover(size frame) [][]piece {
	const across, high, caption = 3, 44.0, 6.0
	area := frame{margin, margin, size.w - 2*margin, size.h - 2*margin}
	f := newFlow(area)
	add := func(one slab) {
		if f.top+one.height() > area.y+area.h {
			f.turn()
		}
		f.place(one, area.x, f.top, area.w)
		f.top += one.height()
	}
	if s.glance.image == nil {
		f.top += 60 // a cover of words stands lower
	}
	title, facts := font{bold, 34}, font{regular, 12}
	add(slab{strips: paragraph(0, area.w, 15, span{cmp.Or(printable(s.Name), s.Game), title, black})})
	for _, line := range []string{s.Cost() + " · " + report.Capital(s.Verdict()), strings.Join(s.facts(), " · ")} {
		add(slab{strips: paragraph(0, area.w, 6, span{line, facts, muted})})
	}
	add(slab{strips: []strip{{height: 3}}})
	overview := s.glance.slab(area.w)
	if picture := s.glance.image; picture != nil {
		room := area.y + area.h - f.top - overview.height() - 6
		if rows := math.Ceil(float64(len(s.glance.units)) / across); rows > 0 && room > 120+high {
			room = max(120, room-rows*(high+caption))
		}
		whole := strip{height: room}
		whole.add(0, 0, picture.fit(0, 0, area.w, room))
		if used := float64(picture.Height) * min(area.w/float64(picture.Width), room/float64(picture.Height)); used < room {
			whole = strip{height: used}
			whole.add(0, 0, picture.fit(0, 0, area.w, used))
		}
		add(slab{strips: []strip{whole, {height: 4}}})
	}
	add(overview)
	side := (area.w - (across-1)*gutter) / across
	for from := 0; from < len(s.glance.units); from += across {
		row := strip{height: high + caption}
		for i, picture := range s.glance.units[from:min(from+across, len(s.glance.units))] {
			x := float64(i) * (side + gutter)
			row.add(0, 0, picture.fit(x, 1, side, high-1))
			row.write(x, high+4, shorten(picture.Title, pageFont, side), pageFont, black)
		}
		add(slab{strips: []strip{row}})
	}
	return f.pages
}
