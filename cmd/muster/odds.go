package main

import (
	"fmt"
	"math"
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
			fmt.Fprintln(a.out)
		}
		a.printSection(answer, &answer.Sections[i])
	}
}

func (a *app) printSection(answer *odds.Answer, s *odds.Section) {
	if s.Title != "" {
		a.out.Paragraph(strings.Join(append([]string{a.out.Paint(terminal.Bold, s.Title)}, s.Facts...), " · "), "", "  ")
	}
	if s.Profile != "" {
		fmt.Fprintln(a.out, s.Profile)
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
			fmt.Fprintln(a.out)
			a.out.Print(a.oddsTable(t))
		case t.Empty != "":
			fmt.Fprintln(a.out, "\n"+t.Empty)
		}
		if t.Below != "" {
			fmt.Fprintln(a.out, t.Below)
		}
	}
	if numbered {
		fmt.Fprintln(a.out)
		for i, target := range answer.Targets {
			fmt.Fprintf(a.out, "%3d  %s\n", i+1, a.out.Clip(target.Legend, a.out.Width()-5))
		}
	}
	if s.Key != "" {
		fmt.Fprintln(a.out)
		a.out.Paragraph(s.Key, "", "")
	}
	for _, spread := range s.Spreads {
		fmt.Fprintf(a.out, "\n%s\n", spread.Title)
		a.out.Print(bars(spread.Spread))
		if spread.Fight != nil {
			fmt.Fprintln(a.out)
			a.out.Print(a.oddsTable(spread.Fight))
		}
	}
	for i, aside := range s.Asides {
		if i == 0 || aside.Unit == "" || aside.Unit != s.Asides[i-1].Unit { // what is about one unit stands together
			fmt.Fprintln(a.out)
		}
		a.out.Paragraph(aside.Text, "", "  ")
	}
}

// oddsCell writes a cell, with room for a star behind each figure that may have
// one.
func (a *app) oddsCell(k odds.Kind, c *odds.Cell, width int) string {
	switch text := c.Write(k); {
	case k == odds.Name:
		return a.out.Clip(c.Text, width) + c.More
	case k == odds.Worth && !c.Best:
		return text + " "
	default:
		return text
	}
}

// oddsTable draws a table whose columns are what is measured.
func (a *app) oddsTable(t *odds.Table) *terminal.Table {
	rows := make([][]string, 1+len(t.Rows))
	var right []int
	for i, column := range t.Columns {
		if column.Kind >= odds.Range {
			right = append(right, i)
		}
		head := column.Name
		if !t.Upright {
			head = strings.ToUpper(head)
		}
		if column.Kind == odds.Worth {
			head += " "
		}
		rows[0] = append(rows[0], head)
		for j := range t.Rows {
			cell := a.oddsCell(column.Kind, &t.Rows[j].Cells[i], nameWidth)
			if t.Upright && i == 0 {
				cell = strings.ToUpper(cell)
			}
			rows[1+j] = append(rows[1+j], cell)
		}
	}
	if t.Upright {
		columns := make([][]string, len(t.Columns))
		for i := range columns {
			for _, row := range rows {
				columns[i] = append(columns[i], row[i])
			}
		}
		rows, right = columns, nil
		for i := range t.Rows {
			right = append(right, 1+i)
		}
	}
	drawn := terminal.NewTable(right...)
	for _, row := range rows {
		drawn.Add(row...)
	}
	return drawn
}

// printGrid prints a table of every unit against every target, in blocks of as
// many columns as fit. It reports whether the columns have numbers, for want of
// room or because the answer calls the targets so, in place of names.
func (a *app) printGrid(answer *odds.Answer, t *odds.Table) (numbered bool) {
	first, width := len(t.Columns)-len(answer.Targets), a.out.Width()
	lead, ids := t.Columns[:first], 0 // ids are a column before the units' names
	for i, column := range lead {
		if column.Kind == odds.Words {
			for _, row := range t.Rows {
				ids = max(ids, terminal.Wide(row.Cells[i].Text))
			}
		}
	}
	beside := ids + 2 + 7 // and distances
	longest := 0
	for _, column := range t.Columns[first:] {
		for _, line := range heading(column.Name) {
			longest = max(longest, terminal.Wide(line))
		}
	}
	const least = 8 // of a unit's name
	columns, name := len(answer.Targets), width-beside-len(answer.Targets)*(2+max(longest, 6))
	switch {
	case answer.ByNumber:
		numbered, name, columns = true, nameWidth, max(1, (width-nameWidth-figureWidth)/figureWidth)
	case name < least:
		numbered, name, columns = true, nameWidth, max(1, (width-beside-nameWidth)/figureWidth)
		blocks := (len(answer.Targets) + columns - 1) / columns
		columns = (len(answer.Targets) + blocks - 1) / blocks
	}
	name = min(name, nameWidth)
	for from := first; from < len(t.Columns); from += columns {
		to := min(from+columns, len(t.Columns))
		shown := make([]int, 0, first+columns)
		for i := range first {
			shown = append(shown, i)
		}
		for i := from; i < to; i++ {
			shown = append(shown, i)
		}
		var right []int
		top, bottom, two := make([]string, len(shown)), make([]string, len(shown)), false
		for at, i := range shown {
			column := t.Columns[i]
			if column.Kind >= odds.Range {
				right = append(right, at)
			}
			switch {
			case i < first:
				bottom[at] = strings.ToUpper(column.Name)
			case numbered:
				bottom[at] = fmt.Sprintf("%d ", i-first+1)
			default:
				words := heading(column.Name)
				top[at], bottom[at] = words[0]+" ", words[1]+" "
				two = two || words[0] != ""
			}
		}
		drawn := terminal.NewTable(right...)
		if two {
			top[0], bottom[0] = bottom[0], ""
			drawn.Add(top...)
		}
		drawn.Add(bottom...)
		for _, row := range t.Rows {
			cells := make([]string, len(shown))
			for at, i := range shown {
				cells[at] = a.oddsCell(t.Columns[i].Kind, &row.Cells[i], name)
			}
			drawn.Add(cells...)
		}
		fmt.Fprintln(a.out)
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
