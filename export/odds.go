package export

import (
	"cmp"
	"context"
	"strings"

	"muster/builder"
	"muster/builder/odds"
	"muster/builder/table"
	"muster/report"
	"muster/schema"
)

// nobodyFights reports whether the error is the one for a list without units that can fight.
func nobodyFights(err error) bool { return schema.HasCode(err, odds.CodeCannotFight) }

// addOdds adds to each unit of a sheet, together with a joined hero, its expected damage to typical
// targets, and names the rules that the odds leave out. It changes nothing if no unit of the list
// can fight.
func addOdds(ctx context.Context, s *Sheet, list builder.Previewer) error {
	answer, err := list.Odds(ctx, odds.Question{AddLongRange: true})
	if nobodyFights(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for i, u := range answer.Units {
		b := findBlock(s.Blocks, u.ID)
		if b == nil {
			continue
		}
		if t := oddsTable(answer, i); len(t.Rows) > 0 {
			b.Tables = append(b.Tables, t)
		}
		b.AddNote("Not in odds", u.NotModelled...)
		b.AddNote("No charge", u.WhyNoCharge...)
	}
	s.TableLegend = strings.TrimSpace(s.TableLegend + " " + answer.ExpectedQuantityNote + "; " + bestTargetSign + " marks the target of which most points are destroyed, and bars the share of the target.")
	return nil
}

// bestTargetSign follows a number in the odds table: the unit destroys more points of this target
// than of the others.
const bestTargetSign = "*"

// oddsTable returns a table of a unit's effect on each target, with a row for each way to fight
// that has an effect. Bars show the destroyed share of the target.
func oddsTable(answer *odds.Answer, unit int) *report.Table {
	title := "Expected " + answer.ExpectedQuantity
	t := &report.Table{Title: title, Columns: []report.Column{{Name: title, Kind: report.TextColumn}}}
	for _, target := range answer.Targets {
		t.Columns = append(t.Columns,
			report.Column{Name: target.Name, Kind: report.NumberColumn, InlineFormat: strings.ToLower(target.Name) + " %"})
	}
	for row := range answer.RowsOf(unit) {
		if row.BestIndex < 0 {
			continue
		}
		drawn := t.Add(strings.ReplaceAll(row.Action, " ", table.NoBreak))
		for i, effect := range row.Effects {
			text := cmp.Or(effect.Text(), odds.Dash)
			if i == row.BestIndex {
				text += bestTargetSign
			}
			drawn.Cells = append(drawn.Cells, report.Cell{Text: text, Share: min(1, effect.LostShare)})
		}
	}
	return t
}
