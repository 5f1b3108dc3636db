package export

import (
	"math"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/gf"
	"muster/builder/gf/preview"
)

// oddsOf adds the odds of an army to its sheet.
func oddsOf(t testing.TB, s *Sheet, a *gf.Army) {
	t.Helper()
	if err := addOdds(t.Context(), s, builder.RosterOfGF(a).(builder.Previewer)); err != nil {
		t.Fatal(err)
	}
}

func TestAddOdds(t *testing.T) {
	a := gate(t)
	s := FromArmy(a)
	oddsOf(t, &s, a)
	targets, err := preview.TypicalTargets(nil, a.Game)
	if err != nil {
		t.Fatal(err)
	}
	b := block(t, s, "The Old Guard")
	odds := b.Tables[len(b.Tables)-1]
	if len(odds.Columns) != 1+len(targets) || odds.Columns[1].Name != targets[0].Name {
		t.Errorf("the columns are %+v", odds.Columns)
	}
	// Everything reaches 12″, the longest range is 36″.
	if len(odds.Rows) != 3 || odds.Rows[0].Cells[0].Text != "Shoot\u00a012″" || odds.Rows[1].Cells[0].Text != "Shoot\u00a036″" || odds.Rows[2].Cells[0].Text != "Charge" {
		t.Errorf("the rows are %v", odds.Rows)
	}
	for _, row := range rowTextsOf(odds) {
		if n := strings.Count(strings.Join(row, ""), "*"); n != 1 {
			t.Errorf("%d best targets in %v", n, row)
		}
	}
	// Nobody has a weapon, so there is nothing to expect.
	if got := block(t, s, "Oddity").Tables; got != nil {
		t.Errorf("a unit without weapons has the odds %v", got)
	}
	if got := note(b, "Not in odds"); !strings.Contains(got, "Hold the Wall") {
		t.Errorf("not in the odds are %q", got)
	}
	if !strings.Contains(s.TableLegend, "*") {
		t.Errorf("the key is %q", s.TableLegend)
	}
}

// Ten rifles that hit on 4+ and are blocked on 5+ cause ten thirds of a wound.
func TestOddsAreExact(t *testing.T) {
	a := army(t, `{muster: list/1, system: gf-3, book: wardens.yaml, units: [{id: a, unit: line-squad}]}`)
	s := FromArmy(a)
	oddsOf(t, &s, a)
	odds := s.Blocks[0].Tables[1]
	if got := odds.Rows[0].Cells[1].Share; math.Abs(got-1.0/3) > 1e-9 {
		t.Errorf("the bar is %v of the target's ten wounds, want a third", got)
	}
	if odds.Columns[1].Name != "Light infantry" || strings.TrimSuffix(odds.Rows[0].Cells[1].Text, "*") != "3.3" {
		t.Errorf("odds are %v: %v", odds.Columns, odds.Rows)
	}
}
