package export

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/odds"
	"muster/builder/table"
	"muster/report"
)

// matchUpSlabs lays out for each side the best answers to each enemy unit and the greatest threat
// to each own unit (see odds.MatchUp). Errors come from the odds.
func matchUpSlabs(sides [2]Document, w float64) ([]slab, error) {
	type titled struct {
		title string
		table *report.Table
		under []strip
	}
	list, ok := sides[0].List.(builder.Previewer)
	foe, enemy := sides[1].List.(builder.Previewer)
	if !ok || !enemy {
		return nil, nil
	}
	up, err := builder.MatchUp(context.Background(), list, odds.Question{Foe: odds.Foe{List: foe}},
		odds.MatchUpDistances[:])
	if nobodyFights(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []titled
	var note string
	for i, up := range []*odds.MatchUp{up, up.Reversed()} {
		mine, theirs := sides[i].Sheet, sides[1-i].Sheet
		answers, threats, none := up.Tables()
		var under []strip
		if none != nil {
			under = paragraph(0, w, 4.2, span{"Nothing answers " + strings.Join(none, ", ") + ".", smallFont, black})
		}
		all = append(all,
			titled{fmt.Sprintf("%s: answers to %s", mine.Name, theirs.Name), matchUpTable(answers, func(i int) string { return theirs.unitNumber(up.FoeUnits[i].UnitID) }), under},
			titled{mine.Name + ": the greatest threats", matchUpTable(threats, func(i int) string { return mine.unitNumber(up.OwnUnits[i].UnitID) }), nil})
		if text := up.Legend() + " " + up.NotCountedText(); text != note {
			note = text
			all[len(all)-1].under = paragraph(0, w, 4, span{note, font{regular, minFontSize}, muted})
		}
	}
	g := gridOf(nil, w, sheetBadgeStyle)
	for _, one := range all {
		g.addTable(one.table, w) // without the padding of a block
	}
	g.setColumnWidths()
	var slabs []slab
	for _, one := range all {
		set := titledTable(one.title, one.table, w, g)
		set.strips = append(set.strips, one.under...)
		slabs = append(slabs, set)
	}
	return slabs, nil
}

// matchUpColumns are the columns of every table of a match-up.
var matchUpColumns = []report.Column{{Name: "Unit"}, {Name: "By"}, {Name: "How"}, {Name: "Per 100", Kind: report.NumberColumn}, {Name: "Breaks", Kind: report.NumberColumn}, {Name: "Destroys", Kind: report.NumberColumn}}

// matchUpTable returns a table of a match-up for the sheet; number returns the number that the
// sheet gives the unit in a row.
func matchUpTable(of *report.Table, number func(row int) string) *report.Table {
	t := &report.Table{Columns: matchUpColumns}
	for i, row := range of.Rows {
		cells := make([]string, len(matchUpColumns))
		for j, cell := range row.Cells {
			at := slices.IndexFunc(matchUpColumns, func(c report.Column) bool { return c.Name == of.Columns[j].Name })
			cells[max(j, at)] = cell.Text
		}
		cells[0] = number(i) + table.NoBreak + cells[0]
		t.Add(cells...)
	}
	return t
}
