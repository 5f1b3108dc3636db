package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/odds"
	"muster/builder/table"
	"muster/report"
	"muster/rules/dice"
)

// damageQuestions holds the questions that the damage tables answer: how much each unit destroys at
// a short distance, also by charging, and by shooting at a long distance.
var damageQuestions = []struct {
	odds.Question
	title string
}{
	{odds.Question{Distance: 12}, "within 12″, shooting or charging"},
	{odds.Question{Distance: 24, Mode: odds.Shooting}, "shooting at 24″"},
}

// WriteMatchSheet writes a PDF for both players: the lists side by side, the score, the missions,
// and how much of each enemy a unit destroys in one activation. Both lists must be for the same
// game.
func WriteMatchSheet(w io.Writer, sides [2]Document, o Options) error {
	size, err := pageSize(o.Paper)
	if err != nil {
		return err
	}
	if a, b := sides[0].List, sides[1].List; a == nil || b == nil || a.Game().ID != b.Game().ID {
		return errors.New("a sheet for both sides needs two lists of one game, with their army books")
	}
	pages, err := matchPages(sides, size)
	if err != nil {
		return err
	}
	both := Sheet{Name: sides[0].Sheet.Name + " – " + sides[1].Sheet.Name, Credit: sides[0].Sheet.Credit}
	addFooters(Sheet{Credit: both.Credit}, pages, size) // the names are at the head
	return newPrintout(Document{Sheet: both}, size, o.withInk(pages)).writePDF(w)
}

// matchPages lays out the pages of a sheet for both sides. Its units are as large as the number of
// pages allows.
func matchPages(sides [2]Document, size frame) ([][]piece, error) {
	w := size.w - 2*pageMargin
	var odds []slab
	about := strip{height: 5, keepWithNext: true}
	about.write(0, 4, "Percent of each enemy, by its number, that a unit destroys in one activation on average:",
		smallFont, muted)
	for i, d := range sides {
		for _, reach := range damageQuestions {
			title := fmt.Sprintf("%s against %s, %s", d.Sheet.Name, sides[1-i].Sheet.Name, reach.title)
			matrix, err := damageMatrix(d, sides[1-i], reach.Question, title, w)
			if err != nil {
				return nil, err
			}
			odds = append(odds, matrix...)
		}
	}
	if len(odds) > 0 {
		odds[0].strips = append([]strip{about}, odds[0].strips...)
	}
	answers, err := matchUpSlabs(sides, w)
	if err != nil {
		return nil, err
	}
	odds = append(odds, answers...)
	half := (w - gutter) / 2
	lay := func(scale float64) (pages [][]piece, ofUnits int) {
		f := newFlow(frame{pageMargin, pageMargin, w, size.h - 2*pageMargin - footerHeight})
		f.pageHead.strips = sideBySide(runningHead(sides[0].Sheet, half).strips, runningHead(sides[1].Sheet, half).strips,
			half)
		f.pourIntoColumns([]slab{
			{strips: sideBySide(sideHeading(sides[0].Sheet, half), sideHeading(sides[1].Sheet, half), half)},
			{strips: scoreAndMissions(sides, w)},
		}, f.columns(1, 0), 0, briefUnitGap)
		f.placeSides(sides[0].Sheet.briefUnits(half, scale), sides[1].Sheet.briefUnits(half, scale))
		ofUnits = len(f.pages)
		f.pourIntoColumns(odds, f.columns(1, 0), 0, briefUnitGap)
		return f.pages, ofUnits
	}
	pages, ofUnits := lay(1)
	for scale := maxScale; scale > 1; scale -= scaleStep {
		if larger, n := lay(scale); len(larger) == len(pages) && n == ofUnits {
			return larger, nil
		}
	}
	return pages, nil
}

// briefUnitGap is the gap below each unit on a sheet that shows both sides, in millimetres.
const briefUnitGap = 0.8

// placeSides places the slabs of both sides, each side in its own column.
func (f *flow) placeSides(sides ...[]slab) {
	for more := true; more; {
		more = false
		bottom := f.freeTop
		for i, column := range f.columns(len(sides), gutter) {
			rest := f.fillFrames(sides[i], []frame{column}, briefUnitGap)
			y := column.y
			for _, one := range sides[i][:len(sides[i])-len(rest)] {
				y += one.height() + briefUnitGap
			}
			sides[i], bottom, more = rest, max(bottom, y), more || len(rest) > 0
		}
		if f.freeTop = bottom; more {
			f.newPage()
		}
	}
}

// sideBySide returns left and right beside each other in columns of the width half.
func sideBySide(left, right []strip, half float64) []strip {
	var whole strip
	for x, side := range [][]strip{left, right} {
		y := 0.0
		for _, one := range side {
			whole.add(float64(x)*(half+gutter), y, one.pieces...)
			y += one.height
		}
		whole.height = max(whole.height, y)
	}
	return []strip{whole}
}

// sideHeading lays out the name of a side's list.
func sideHeading(s Sheet, w float64) []strip {
	first := strip{height: 7}
	right := first.writeCost(s, w, 5, font{bold, 14}, smallFont)
	strips := lineStrips(first, 6, 0, 2, wrapName(w-right-4, span{s.Name, font{bold, 15}, black}))
	facts := span{joinUnbroken(nonEmpty(append(s.facts(), s.Verdict())), smallFont, w), smallFont, muted}
	return append(append(strips, paragraph(0, w, 4.2, facts)...), headerLine(w))
}

// joinUnbroken joins texts with dots so that lines break only between texts, except in texts wider
// than w.
func joinUnbroken(texts []string, f font, w float64) string {
	texts = slices.Clone(texts)
	for i, text := range texts {
		if f.width(printable(text))+5 < w {
			texts[i] = strings.ReplaceAll(text, " ", table.NoBreak)
		}
	}
	return strings.Join(texts, table.NoBreak+"· ")
}

// scoreAndMissions lays out the score of both sides, and the game's missions with a box for each.
func scoreAndMissions(sides [2]Document, w float64) []strip {
	const box = 9.0
	game := sides[0].List.Game()
	rounds := max(1, sides[0].List.Rounds())
	label := 40.0
	for _, d := range sides {
		label = max(label, min(smallFont.width(printable(d.Sheet.Name))+3, w-float64(rounds+1)*box))
	}
	head := strip{height: 5, keepWithNext: true}
	head.write(0, 3.8, "Score", font{bold, smallFont.size}, black)
	for n := range rounds + 1 {
		name := "Sum"
		if n < rounds {
			name = itoa(n + 1)
		}
		head.writeCentred(label+float64(n)*box, 3.8, box, span{name, smallFont, muted})
	}
	all := []strip{head}
	for _, d := range sides {
		line := strip{height: 6.6}
		line.write(0, 4.4, shorten(d.Sheet.Name, smallFont, label-2), smallFont, black)
		for n := range rounds + 1 {
			line.add(label+float64(n)*box, 0, piece{kind: framePiece, w: box, h: 6.6, ink: muted})
		}
		all = append(all, line)
	}
	if len(game.Play.Missions) > 0 {
		title := strip{height: 6, keepWithNext: true}
		title.write(0, 4.6, "Missions", font{bold, smallFont.size}, black)
		all = append(all, title)
	}
	for _, m := range game.Play.Missions {
		lines := paragraph(5, w-5, 3.9, span{m.Name, font{bold, smallFont.size}, black}, span{m.Summary, smallFont, black})
		if len(lines) > 0 {
			lines[0].add(0, 0.6, piece{kind: framePiece, w: tickBoxSide, h: tickBoxSide, ink: black})
		}
		all = append(all, lines...)
	}
	if objectives := game.Play.Objectives; len(game.Play.Missions) == 0 && objectives > 0 {
		line := gameCounterStrip([]table.Counter{{Label: "Objectives", BoxCount: objectives}}, w)
		all = append(all, strip{height: 1.5}, line)
	}
	return append(all, strip{height: 3})
}

// briefUnits lays out each unit of a side at a scale, with its number, name, profile, weapons and
// rules.
func (s Sheet) briefUnits(w, scale float64) []slab {
	w /= scale
	var all []slab
	for i, b := range s.Blocks {
		lines := slab{strips: b.briefUnit(itoa(i+1), w)}
		eachBlock(b.JoinedUnits, func(hero Block) { lines.strips = append(lines.strips, hero.briefUnit("+", w)...) })
		under := strip{height: 1}
		under.add(0, 0.6, piece{kind: fillPiece, w: w, h: 0.12, ink: lineInk})
		lines.strips = append(lines.strips, under)
		all = append(all, lines.scaled(scale))
	}
	return all
}

// briefUnit lays out a unit in a few lines, with the profile after its name if there is room.
func (b Block) briefUnit(number string, w float64) []strip {
	const indent, apart = 6.0, 2.0
	var weapons []string
	for _, t := range b.Tables {
		weapons = append(weapons, rowTexts(t)...)
	}
	name, small, strong := font{bold, smallFont.size}, font{regular, minFontSize}, font{bold, minFontSize}
	first := strip{height: 4.2}
	cost := b.price()
	room := w - indent - smallFont.width(cost) - apart
	heading := shorten(b.heading(), name, room)
	first.write(0, 3.2, number, name, muted)
	first.write(indent, 3.2, heading, name, black)
	first.writeRight(w, 3.2, cost, smallFont, muted)
	text := []span{{strings.Join(weapons, ", "), small, black}, {strings.Join(b.Rules, ", "), small, muted}}
	profile := joinUnbroken(b.shortProfile(), strong, w-indent)
	if x := name.width(heading) + apart; x+strong.width(printable(profile)) <= room {
		first.write(indent+x, 3.2, strings.ReplaceAll(profile, table.NoBreak, " "), strong, black)
	} else {
		text = append([]span{{profile, strong, black}}, text...)
	}
	return append([]strip{first}, paragraph(indent, w-indent, 3.5, text...)...)
}

// damageMatrix lays out a table of the share of each enemy that each unit of a side destroys in one
// activation, by the unit's best attack under the question.
func damageMatrix(mine, theirs Document, q odds.Question, title string, w float64) ([]slab, error) {
	const most = 14 // targets side by side
	list, ok := mine.List.(builder.Previewer)
	foe, enemy := theirs.List.(builder.Previewer)
	if !ok || !enemy {
		return nil, nil
	}
	q.Foe = odds.Foe{List: foe}
	answer, err := list.Odds(context.Background(), q)
	if nobodyFights(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []slab
	for from := 0; from < len(answer.Targets); from += most {
		targets := answer.Targets[from:min(from+most, len(answer.Targets))]
		some := false
		t := &report.Table{Columns: []report.Column{{Name: "% of", Kind: report.TextColumn}}}
		for i := range targets {
			t.Columns = append(t.Columns, report.Column{Name: theirs.Sheet.unitNumber(targets[i].ID), Kind: report.NumberColumn})
		}
		for unit, u := range answer.Units {
			row := t.Add(mine.Sheet.unitNumber(u.ID) + table.NoBreak + u.Name)
			for i := range targets {
				share := destroyedShare(answer, unit, from+i)
				text := odds.Dash
				if share >= 0.005 {
					text, some = dice.Format(100*share, 0), true
				}
				row.Cells = append(row.Cells, report.Cell{Text: text, Share: share})
			}
		}
		if some {
			all = append(all, titledTable(title, t, w, nil))
		}
	}
	if len(all) == 0 {
		all = append(all, slab{strips: append(titleStrips(title, w), paragraph(0, w, 4.2, span{"No unit destroys anything.", smallFont, black})...)})
	}
	return all, nil
}

// titledTable lays out a table across the page, below its title.
func titledTable(title string, t *report.Table, w float64, g *grid) slab {
	one := slab{strips: titleStrips(title, w)}
	for _, row := range tableStrips(t, w+2*padding, g) {
		for i := range row.pieces {
			row.pieces[i].x -= padding
		}
		one.strips = append(one.strips, row)
	}
	return one
}

// titleStrips lays out the title of a table, in as many lines as needed.
func titleStrips(title string, w float64) []strip {
	lines := paragraph(0, w, 4.9, span{title, font{bold, 11}, black})
	for i := range lines {
		lines[i].keepWithNext = true
	}
	return slices.Concat([]strip{{height: 1.9, keepWithNext: true}}, lines, []strip{{height: 0.7, keepWithNext: true}})
}

// unitNumber returns the number by which the sheet shows the unit with an id, from 1.
func (s Sheet) unitNumber(id string) string {
	return itoa(1 + slices.IndexFunc(s.Blocks, func(b Block) bool { return slices.Contains(b.IDs, id) || findBlock(b.JoinedUnits, id) != nil }))
}

// destroyedShare returns the largest share of a target that a unit destroys with any attack, 0 to
// 1.
func destroyedShare(a *odds.Answer, unit, target int) (most float64) {
	for row := range a.RowsOf(unit) {
		if target < len(row.Effects) {
			most = max(most, min(1, row.Effects[target].LostShare))
		}
	}
	return most
}
