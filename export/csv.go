package export

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"muster/builder/table"
)

// CSV is a table for spreadsheets with a row for each unit. No spreadsheet reads its cells as
// formulas.
var CSV = register(&Format{
	Name:       "csv",
	Title:      "CSV",
	About:      "for spreadsheets, a unit a row",
	Extensions: []string{".csv"},
	MediaType:  "text/csv; charset=utf-8",
	Rank:       80,
	write:      writeCSV,
})

func writeCSV(w io.Writer, d Document, _ Options) error {
	labels := slices.Clip(d.Sheet.ProfileLabels)
	eachBlock(d.Sheet.Blocks, func(b Block) {
		for _, stat := range b.Stats {
			if !slices.Contains(labels, stat.Label) {
				labels = append(labels, stat.Label)
			}
		}
	})
	out := csv.NewWriter(w)
	row := func(cells ...string) {
		for i := range cells {
			cells[i] = escapeFormula(cells[i])
		}
		out.Write(cells) // its error is that of Error below
	}
	row(slices.Concat([]string{"Id", "Unit", "Kind", "Joined to", "Models", "Points"}, labels,
		[]string{"Rules", "Weapons", "Notes", "Army book"})...)
	var units func(blocks []Block, host string)
	units = func(blocks []Block, host string) {
		for _, b := range blocks {
			if b.HasEstimatedCost {
				b.KindAndTraits = append(slices.Clone(b.KindAndTraits), "points are an estimate")
			}
			cells := []string{
				strings.Join(b.IDs, " "), b.Name, strings.Join(b.KindAndTraits, ", "), host, itoa(b.Models),
				itoa(b.Points),
			}
			values := map[string]string{}
			for _, stat := range b.Stats {
				values[stat.Label] = stat.Value
			}
			for _, label := range labels {
				cells = append(cells, values[label])
			}
			var weapons, notes []string
			for _, t := range b.Tables {
				if t.Title == "" {
					weapons = append(weapons, rowTexts(t)...)
				}
			}
			for _, n := range b.Notes {
				notes = append(notes, n.Label+": "+n.Text)
			}
			row(append(cells, strings.Join(b.Rules, ", "), strings.Join(weapons, ", "), strings.Join(notes, "; "),
				b.BookName)...)
			units(b.JoinedUnits, b.Name)
		}
	}
	units(d.Sheet.Blocks, "")
	out.Flush()
	return out.Error()
}

// escapeFormula puts an apostrophe, which spreadsheets hide, before a cell that they would read as
// a formula. Numbers stay numbers.
func escapeFormula(cell string) string {
	cell = strings.ReplaceAll(strings.TrimSpace(safeText(cell)), table.NoBreak, " ")
	if _, err := strconv.ParseFloat(cell, 64); err != nil && strings.ContainsAny(cell[:min(1, len(cell))], "=+-@") {
		return "'" + cell
	}
	return cell
}
