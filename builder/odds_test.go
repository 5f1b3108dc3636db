package builder_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/odds"
	"muster/catalog"
	"muster/rules"
	"muster/rules/dice"
	"muster/schema"
)

// What a squad does with its partner stands below what it does alone.
func TestOddsOfPartners(t *testing.T) {
	document, err := schema.Read("list.yaml", []byte(`{muster: list/1, system: fad, units: [
  {id: squad, kind: infantry, quality: regular, resolve: steady, partner: gun, figures: [{count: 6, weapon: assault-rifle}]},
  {id: gun, name: The Gun, kind: heavy-weapons, quality: regular, resolve: steady, heavy: heavy-mg, figures: [{count: 2, weapon: pistol}]}]}`), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	army, err := fad.LoadDocument(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := builder.RosterOfFAD(army).(builder.Previewer).Odds(t.Context(), odds.Question{})
	if err != nil {
		t.Fatal(err)
	}
	if len(answer.Units) != 2 {
		t.Fatalf("%d units have odds", len(answer.Units))
	}
	var ways []string
	var shares []float64
	for row := range answer.RowsOf(0) {
		if row.BestIndex >= 0 {
			ways, shares = append(ways, row.Action), append(shares, row.Effects[1].LostShare)
		}
	}
	if got := strings.Join(ways, ", "); got != "Fire, Assault, Fire with The Gun" {
		t.Fatalf("the squad's ways to fight are %s", got)
	}
	if shares[2] <= shares[0] {
		t.Errorf("together they destroy %g of the line, alone %g", shares[2], shares[0])
	}
}

// The best attack is marked where points for a hundred points stand, and nowhere else.
func TestStarMarksTheBestInItsColumn(t *testing.T) {
	for name, want := range map[string]int{"fad-outpost": 2, "third-company": 2} {
		list := example(t, name)
		answer, err := list.(builder.Previewer).Odds(t.Context(), odds.Question{UnitID: list.UnitsOnTable()[0].ID})
		if err != nil {
			t.Fatal(err)
		}
		stars := 0
		for _, table := range answer.Sections[0].Tables {
			for _, row := range table.Rows {
				for i, cell := range row.Cells {
					if !strings.HasSuffix(cell.Text, "*") {
						continue
					}
					if stars++; table.Columns[i].Name != "Per 100 points" {
						t.Errorf("%s: a star in the column %q", name, table.Columns[i].Name)
					}
				}
			}
		}
		if stars != want {
			t.Errorf("%s: %d stars, want one for shooting and one for charging", name, stars)
		}
	}
}

// A question ends with its context, a foe is of the same game, and who is asked
// about is there and can fight.
func TestQuestionsThatHaveNoAnswer(t *testing.T) {
	open := func(text string) builder.Previewer {
		document, err := schema.Read("list.yaml", []byte(text), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		list, err := builder.Open(document, catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		return list.(builder.Previewer)
	}
	army := open(`{muster: list/1, system: gf-3, book: steel-wardens, units: [{id: a, unit: line-squad}, {id: b, unit: line-squd}]}`)
	force := open(`{muster: list/1, system: fad, units: [{id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 6, weapon: assault-rifle}]},
  {id: b, kind: infantry, quality: regular, resolve: steady, figures: [{count: 6, weapon: assault-rifl}]}]}`)
	none := open(`{muster: list/1, system: gf-3, book: steel-wardens, units: []}`)
	left, leave := context.WithCancel(t.Context())
	leave()
	for name, c := range map[string]struct {
		list builder.Previewer
		q    odds.Question
		want string
	}{
		"a table that nobody waits for":         {army, odds.Question{}, "context canceled"},
		"a unit that nobody waits for":          {army, odds.Question{UnitID: "a"}, "context canceled"},
		"a table of a force that nobody awaits": {force, odds.Question{}, "context canceled"},
		"a unit of a force that nobody awaits":  {force, odds.Question{UnitID: "a"}, "context canceled"},
		"a force against an army":               {force, odds.Question{Foe: odds.Foe{List: army}}, "both sides of a fight should play the same edition"},
		"an army against a force":               {army, odds.Question{Foe: odds.Foe{List: force}}, "both sides of a fight should play the same edition"},
		"a unit that nobody knows":              {army, odds.Question{UnitID: "b"}, "`b` cannot take the field"},
		"a squad with a weapon that is not":     {force, odds.Question{UnitID: "b"}, "`b` cannot take the field"},
		"a unit that is not there":              {army, odds.Question{UnitID: "c"}, "the list has no unit `c`"},
		"a target that is not there":            {army, odds.Question{Foe: odds.Foe{UnitID: "tnk"}}, "benchmark: there is no target `tnk`; did you mean `tank`?"},
		"a foe that is not there":               {force, odds.Question{Foe: odds.Foe{List: force, UnitID: "c"}}, "the list has no unit `c`"},
		"a list without units":                  {none, odds.Question{}, "the list has no units yet"},
		"a rule that nobody has":                {army, odds.Question{UsedRules: rules.ParseUses([]string{"Nonsense"})}, "no unit has a rule `Nonsense`"},
		"a rule that none of the targets has":   {army, odds.Question{EnemyUsedRules: rules.ParseUses([]string{"Nonsense"})}, "benchmark: no unit has a rule `Nonsense`"},
	} {
		if _, err := c.list.Odds(left, c.q); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Two lists of 2,000 units are refused with a sentence, in both games; what one
// unit does to 1,000 others is answered, and keeps one fight whole.
func TestMatricesAreBounded(t *testing.T) {
	for name, c := range map[string]struct {
		game, unit string
		units      int
	}{
		"an army": {"gf-3, book: steel-wardens, force-org: false", "unit: line-squad", 2000},
		"a force": {"fad", "kind: infantry, quality: regular, resolve: steady, figures: [{count: 5, weapon: assault-rifle}]", 1000},
	} {
		var text strings.Builder
		fmt.Fprintf(&text, "{muster: list/1, system: %s, units: [", c.game)
		for i := range c.units {
			fmt.Fprintf(&text, "{id: u%d, %s},\n", i, c.unit)
		}
		text.WriteString("]}")
		document, err := schema.Read("list.yaml", []byte(text.String()), "list/1")
		if err != nil {
			t.Fatal(name, err)
		}
		roster, err := builder.Open(document, catalog.NewLibrary())
		if err != nil {
			t.Fatal(name, err)
		}
		list := roster.(builder.Previewer)
		var problems *schema.Error
		_, err = list.Odds(t.Context(), odds.Question{Foe: odds.Foe{List: list}})
		if !errors.As(err, &problems) || !problems.Has(odds.CodeTooManyPairs) || !strings.Contains(err.Error(), "ask about one unit") {
			t.Errorf("%s against itself: %v", name, err)
		}
		answer, err := list.Odds(t.Context(), odds.Question{UnitID: "u1", Foe: odds.Foe{List: list}, Mode: odds.Charging})
		if err != nil || len(answer.Sections) != 1 || len(answer.Sections[0].Spreads) != 1 || len(answer.Sections[0].Spreads[0].PMF) == 0 {
			t.Errorf("%s, one unit against all of it: %v, %v", name, answer.Sections, err)
		}
	}
}

// A report of more distributions than are kept is refused with a sentence.
func TestReportsAreBounded(t *testing.T) {
	var kept odds.DistributionLimit
	large := dice.Spread{PMF: make(dice.PMF, odds.MaxDistributionNumbers)}
	if err := kept.CountFight(true, &large); err != nil {
		t.Error(err)
	}
	dropped := dice.Spread{Mean: 1, PMF: dice.PMF{0, 1}}
	if err := kept.CountFight(false, &dropped); err != nil || dropped.PMF != nil || dropped.Mean != 1 {
		t.Errorf("one that is not kept: %v, %v", dropped, err)
	}
	var problems *schema.Error
	if err := kept.CountFight(true, &dice.Spread{PMF: dice.PMF{1}}); !errors.As(err, &problems) || !problems.Has(odds.CodeTooManyPairs) {
		t.Errorf("one more: %v", err)
	}
}
