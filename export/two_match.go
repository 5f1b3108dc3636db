package export

import (
	"context"
	"fmt"
	"strings"

	"muster/builder"
	"muster/builder/odds"
	"muster/builder/table"
	"muster/report"
)

// matchUps set, for each side, what of it answers each unit of the other, and what threatens its own
// most, as a match-up has it. The lists' errors are those of the odds before it.
func matchUps(sides [2]Document, w float64) ([]slab, error) {
	list, ok := sides[0].List.(builder.Previewer)
	foe, enemy := sides[1].List.(builder.Previewer)
	if !ok || !enemy {
		return nil, nil
	}
	all, err := builder.MatchUp(context.Background(), list, odds.Question{Foe: odds.Foe{List: foe}}, odds.MatchDistances[:])
	if nobodyFights(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return append(matchUpOf(all, sides[0].Sheet, sides[1].Sheet, w), matchUpOf(all.Reversed(), sides[1].Sheet, sides[0].Sheet, w)...), nil
}

// matchUpOf sets a match-up: the answers, and the threats.
func matchUpOf(all *odds.MatchUp, mine, theirs Sheet, w float64) []slab {
	answers, threats, none := all.Tables()
	left := matchSlab(fmt.Sprintf("%s: answers to %s", mine.Name, theirs.Name), answers, w,
		func(i int) string { return theirs.number(all.Theirs[i].Unit) })
	if none != nil {
		left.strips = append(left.strips, paragraph(0, w, 4.2, span{"Nothing answers " + strings.Join(none, ", ") + ".", pageFont, black})...)
	}
	right := matchSlab(mine.Name+": the greatest threats", threats, w,
		func(i int) string { return mine.number(all.Mine[i].Unit) })
	right.strips = append(right.strips, paragraph(0, w, 4, span{all.Key() + " " + all.LeftOut(), font{regular, leastType}, muted})...)
	return []slab{left, right}
}

// matchSlab sets a table of a match-up under its title, with the units' numbers.
func matchSlab(title string, of *report.Table, w float64, number func(row int) string) slab {
	t := Table{Columns: of.Columns}
	t.Columns[0].Name, t.Columns[1].Name = "Unit", "By"
	for i, row := range of.Rows {
		var cells []string
		for _, cell := range row.Cells {
			cells = append(cells, cell.Text)
		}
		cells[0] = number(i) + table.NoBreak + cells[0]
		t.Rows = append(t.Rows, cells)
	}
	head := strip{height: 7.5, clings: true}
	head.write(0, 5.8, shorten(title, font{bold, 11}, w), font{bold, 11}, black)
	rows := tableStrips(t, w, nil)
	one := slab{strips: append([]strip{head}, rows...)}
	one.again = rows[0]
	return one
}
