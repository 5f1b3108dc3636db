package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"muster/builder/odds"
	"muster/rules/dice"
	"muster/terminal"
)

// Widths of tables of odds: of units' names at most, and of a column of figures
// such as "12.3*" with the gap before it.
const (
	nameWidth   = 20
	figureWidth = 8
)

// Bars of a chart: how many rows it has at most, and how long a bar can be.
const (
	barRows  = 12
	barWidth = 40
)

// printOdds draws an answer.
func (a *app) printOdds(answer *odds.Answer) {
	for i := range answer.Sections {
		if i > 0 {
			a.out.Line("")
		}
		a.printSection(answer, &answer.Sections[i])
	}
}

func (a *app) printSection(answer *odds.Answer, s *odds.Section) {
	if s.Title != "" {
		a.out.Say("%s", strings.Join(append([]string{a.out.Paint(terminal.Bold, s.Title)}, s.Facts...), " · "))
	}
	if s.Profile != "" {
		a.out.Line("%s", s.Profile)
	}
	if s.About != "" {
		a.out.Paragraph(s.About, "", "")
	}
	numbered := false
	for i := range s.Tables {
		t := &s.Tables[i]
		switch {
		case t.Targets:
			numbered = a.printGrid(answer, t)
		case len(t.Rows) > 0:
			a.out.Line("")
			a.out.Print(a.oddsTable(t))
		case t.Empty != "":
			a.out.Line("\n%s", t.Empty)
		}
		if t.Below != "" {
			a.out.Line("%s", t.Below)
		}
	}
	if numbered {
		a.out.Line("")
		for i, target := range answer.Targets {
			a.out.Line("%3d  %s", i+1, a.out.Clip(target.Legend, a.out.Width()-5))
		}
	}
	if s.Key != "" {
		a.out.Line("")
		a.out.Paragraph(s.Key, "", "")
	}
	for _, spread := range s.Spreads {
		a.out.Line("\n%s", spread.Title)
		a.out.Print(bars(spread.Spread))
		if spread.Fight != nil {
			a.out.Line("")
			a.out.Print(a.oddsTable(spread.Fight))
		}
	}
	for i, aside := range s.Asides {
		if i == 0 || aside.Unit == "" || aside.Unit != s.Asides[i-1].Unit { // what is about one unit stands together
			a.out.Line("")
		}
		a.out.Say("%s", aside.Text)
	}
}

// oddsTable draws a table whose columns are what is measured.
func (a *app) oddsTable(t *odds.Table) *terminal.Table {
	heads, shown := make([]string, len(t.Columns)), make([]int, len(t.Columns))
	for i, column := range t.Columns {
		heads[i], shown[i] = column.Name, i
		if !t.Upright {
			heads[i] = strings.ToUpper(heads[i])
		}
		if column.Kind == odds.Worth {
			heads[i] += " "
		}
	}
	rows, right := a.oddsRows(t, shown, nameWidth)
	rows = slices.Insert(rows, 0, heads)
	if t.Upright {
		columns := make([][]string, len(heads))
		for i := range columns {
			for _, row := range rows {
				columns[i] = append(columns[i], row[i])
			}
		}
		for i, name := range columns[0] {
			columns[0][i] = strings.ToUpper(name)
		}
		rows, right = columns, []int{1, 2, 3, 4} // both sides, and both as they were rolled
	}
	drawn := terminal.NewTable(right...)
	for _, row := range rows {
		drawn.Add(row...)
	}
	return drawn
}

// oddsRows writes some columns of a table, and tells which of them end where they
// align. Names have so many columns of the terminal.
func (a *app) oddsRows(t *odds.Table, shown []int, name int) (rows [][]string, right []int) {
	rows = make([][]string, len(t.Rows))
	for at, i := range shown {
		kind := t.Columns[i].Kind
		if kind >= odds.Range {
			right = append(right, at)
		}
		for j := range t.Rows {
			cell := &t.Rows[j].Cells[i]
			text := cell.Write(kind)
			switch {
			case kind == odds.Name:
				text = a.out.Clip(cell.Text, name) + cell.More
			case kind == odds.Worth && !cell.Best: // room for a star
				text += " "
			}
			rows[j] = append(rows[j], text)
		}
	}
	return rows, right
}

// printGrid prints a table of every unit against every target, in blocks of as
// many columns as fit. It reports whether the columns have numbers, for want of
// room or because the answer calls the targets so, in place of names.
func (a *app) printGrid(answer *odds.Answer, t *odds.Table) (numbered bool) {
	targets := len(answer.Targets)
	first, width := len(t.Columns)-targets, a.out.Width()
	beside := 2 + 7 // ids, which are a column before the units' names, and distances
	if t.Columns[0].Kind == odds.Words {
		ids := 0
		for _, row := range t.Rows {
			ids = max(ids, terminal.Wide(row.Cells[0].Text))
		}
		beside += ids
	}
	longest := 0
	for _, column := range t.Columns[first:] {
		for _, line := range heading(column.Name) {
			longest = max(longest, terminal.Wide(line))
		}
	}
	const least = 8 // of a unit's name
	columns, name := targets, width-beside-targets*(2+max(longest, 6))
	switch {
	case answer.ByNumber:
		numbered, name, columns = true, nameWidth, max(1, (width-nameWidth-figureWidth)/figureWidth)
	case name < least:
		numbered, name, columns = true, nameWidth, max(1, (width-beside-nameWidth)/figureWidth)
		blocks := (targets + columns - 1) / columns
		columns = (targets + blocks - 1) / blocks
	}
	for from := first; from < len(t.Columns); from += columns {
		var shown []int
		var top, bottom []string
		two := false
		for i, column := range t.Columns[:min(from+columns, len(t.Columns))] {
			words := [2]string{"", strings.ToUpper(column.Name)}
			switch {
			case i < first:
			case i < from:
				continue
			case numbered:
				words = [2]string{"", fmt.Sprintf("%d ", i-first+1)}
			default:
				words = heading(column.Name)
				two = two || words[0] != ""
				words[0], words[1] = words[0]+" ", words[1]+" "
			}
			shown, top, bottom = append(shown, i), append(top, words[0]), append(bottom, words[1])
		}
		rows, right := a.oddsRows(t, shown, min(name, nameWidth))
		drawn := terminal.NewTable(right...)
		if two {
			top[0], bottom[0] = bottom[0], ""
			drawn.Add(top...)
		}
		for _, row := range slices.Insert(rows, 0, bottom) {
			drawn.Add(row...)
		}
		a.out.Line("")
		a.out.Print(drawn)
	}
	return numbered
}

// heading breaks a name into the two lines of a column's heading.
func heading(name string) [2]string {
	middle, runes := -1, []rune(name)
	for i, r := range runes {
		if r == ' ' && (middle < 0 || distance(i, len(runes)/2) < distance(middle, len(runes)/2)) {
			middle = i
		}
	}
	if middle < 0 {
		return [2]string{"", name}
	}
	return [2]string{string(runes[:middle]), string(runes[middle+1:])}
}

func distance(a, b int) int { return max(a-b, b-a) }

// bars draws a distribution as a chart, a line for each number or, where there
// are many, for a few together.
func bars(s dice.Spread) *terminal.Table {
	t, most := terminal.NewTable(0, 1), 0.0
	all := odds.Bars(s, barRows)
	for _, b := range all {
		most = max(most, b.Chance)
	}
	for _, b := range all {
		t.Add("  "+b.Label, odds.Chance.Write(b.Chance), bar(b.Chance/most*barWidth))
	}
	return t
}

// bar is a bar of so many characters, to an eighth of one.
func bar(length float64) string {
	eighths := int(math.Round(length * 8))
	if eighths == 0 {
		return ""
	}
	text := strings.Repeat("█", eighths/8)
	if eighths%8 > 0 {
		text += string(rune('█' + 8 - eighths%8))
	}
	return text
}
