package export

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/gf"
	"muster/builder/gf/preview"
	combat "muster/rules/gf"
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
	for i, u := range table.Units {
		var far []preview.Pair
		if reach := longest(&u.Side); len(table.Shooting[i]) > 0 && reach > table.Shooting[i][0].Scenario.Distance {
			for j := range targets {
				p, err := preview.Fight(a.Game, &u, &targets[j], combat.Scenario{Mode: combat.Shooting, Distance: reach, InSight: true})
				if err != nil {
					return err
				}
				far = append(far, p)
			}
		}
		b := &s.Blocks[i]
		if odds := oddsTable(targets, table.Shooting[i], far, table.Melee[i]); len(odds.Rows) > 0 {
			b.Tables = append(b.Tables, odds)
		}
		if missing := preview.NotModelled(slices.Concat(table.Shooting[i], far, table.Melee[i])); len(missing) > 0 {
			b.Notes = append(b.Notes, Note{Label: "Not in odds", Text: strings.Join(missing, ", ")})
		}
	}
	s.Key = strings.TrimSpace(s.Key + " Expected wounds are exact, against fresh units in the open; * marks the target of which most points are destroyed, and bars the share of the target.")
	return nil
}

// longest is the longest range of a side's weapons.
func longest(side *combat.Side) int {
	reach := 0
	all := func(weapons []combat.Weapon) {
		for _, w := range weapons {
			reach = max(reach, w.Range)
		}
	}
	all(side.Weapons)
	for _, g := range side.Groups {
		all(g.Weapons)
	}
	if side.Hero != nil {
		all(side.Hero.Weapons)
	}
	return reach
}

// oddsTable is what a unit does to each target, a row for each way to fight. Its
// bars are the share of the target that is destroyed.
func oddsTable(targets []preview.Unit, ways ...[]preview.Pair) Table {
	const title = "Expected wounds"
	t := Table{Title: title, Columns: []Column{{Name: title, Kind: Words}}}
	for _, target := range targets {
		t.Columns = append(t.Columns, Column{Name: target.Name, Kind: Figure, Inline: strings.ToLower(target.Name) + " %"})
	}
	for _, pairs := range ways {
		best := preview.Best(pairs)
		if best < 0 {
			continue
		}
		row, shares := []string{"Charge"}, []float64{0}
		if pairs[0].Scenario.Mode == combat.Shooting {
			row[0] = fmt.Sprintf("Shoot %d″", pairs[0].Scenario.Distance)
		}
		for i, p := range pairs {
			wounds := p.Result.Target.Wounds
			cell := fmt.Sprintf("%.1f", wounds.Mean)
			if i == best {
				cell += "*"
			}
			row = append(row, cell)
			shares = append(shares, wounds.Mean/float64(max(1, len(wounds.PMF)-1)))
		}
		t.Rows, t.Shares = append(t.Rows, row), append(t.Shares, shares)
	}
	return t
}
