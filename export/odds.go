package export

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/gf"
	"muster/builder/gf/preview"
)

// AddOdds adds to each unit on the sheet of an army the wounds that it can
// expect to cause to typical targets, shooting and charging, together with the
// hero who joined it. Rules that the odds leave out are named. The error says
// which unit cannot fight.
func AddOdds(s *Sheet, a *gf.Army) error {
	targets, err := preview.Bench(a.Game)
	if err != nil {
		return err
	}
	table, err := preview.Matrix(a.Game, preview.Units(a), targets, preview.Options{})
	if err != nil {
		return err
	}
	for i := range table.Units {
		b := &s.Blocks[i]
		if odds := oddsTable(targets, table.Shooting[i], table.Melee[i]); len(odds.Rows) > 0 {
			b.Tables = append(b.Tables, odds)
		}
		if missing := preview.NotModelled(slices.Concat(table.Shooting[i], table.Melee[i])); len(missing) > 0 {
			b.Notes = append(b.Notes, Note{Label: "Not in odds", Text: strings.Join(missing, ", ")})
		}
	}
	s.Key = strings.TrimSpace(s.Key + " Expected wounds are exact, against fresh units in the open; * marks the target of which most points are destroyed.")
	return nil
}

// oddsTable is what a unit does to each target, a row for each way to fight.
func oddsTable(targets []preview.Unit, shooting, melee []preview.Pair) Table {
	const title = "Expected wounds"
	t := Table{Title: title, Columns: []Column{{Name: title, Kind: Words}}}
	for _, target := range targets {
		t.Columns = append(t.Columns, Column{Name: target.Name, Kind: Figure, Inline: strings.ToLower(target.Name) + " %"})
	}
	add := func(name string, pairs []preview.Pair) {
		best := preview.Best(pairs)
		if best < 0 {
			return
		}
		row := []string{name}
		for i, p := range pairs {
			cell := fmt.Sprintf("%.1f", p.Result.Target.Wounds.Mean)
			if i == best {
				cell += "*"
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	if len(shooting) > 0 {
		add(fmt.Sprintf("Shoot %d″", shooting[0].Scenario.Distance), shooting)
	}
	add("Charge", melee)
	return t
}
