package odds_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"muster/builder/odds"
	"muster/report"
	"muster/rules/dice"
)

// What can happen is never called impossible, and what can fail never certain.
func TestFiguresForPeople(t *testing.T) {
	for _, c := range []struct {
		kind odds.CellKind
		x    float64
		want string
	}{
		{odds.ChanceCell, 0, "-"},
		{odds.ChanceCell, 1e-13, "-"},
		{odds.ChanceCell, 1e-11, "<1%"},
		{odds.ChanceCell, 0.0049, "<1%"},
		{odds.ChanceCell, 0.005, "<1%"},
		{odds.ChanceCell, 0.0051, "1%"},
		{odds.ChanceCell, 0.5, "50%"},
		{odds.ChanceCell, 0.995, ">99%"},
		{odds.ChanceCell, 0.9949, "99%"},
		{odds.ChanceCell, 1, "100%"},
		{odds.MeanCell, 0, "-"},
		{odds.MeanCell, 0.049, "<0.1"},
		{odds.MeanCell, 0.051, "0.1"},
		{odds.MeanCell, 12.34, "12.3"},
		{odds.WorthCell, 99.94, "99.9"},
		{odds.WorthCell, 99.96, "100"},
		{odds.WorthCell, 123.4, "123"},
	} {
		if got := c.kind.NumberText(c.x); got != c.want {
			t.Errorf("%v of kind %d is written %s, want %s", c.x, c.kind, got, c.want)
		}
	}
}

func TestCells(t *testing.T) {
	for _, c := range []struct {
		kind    odds.CellKind
		numbers []float64
		want    report.Cell
	}{
		{odds.MeanCell, nil, report.Cell{}},
		{odds.WorthCell, []float64{12.3}, report.Cell{Text: "12.3", Rating: 2, RatingSign: "▂"}},
		{odds.MeanCell, []float64{3, 2, 1}, report.Cell{Text: "3.0/2.0/1.0"}},
		{odds.MeanCell, []float64{3, 3, 1}, report.Cell{Text: "3.0/3.0/1.0"}},
		{odds.ChanceCell, []float64{0.301, 0.302, 0.303}, report.Cell{Text: "30%"}},
	} {
		if got := c.kind.Cell(c.numbers...); got != c.want {
			t.Errorf("%v are written %+v, want %+v", c.numbers, got, c.want)
		}
	}
}

func TestBars(t *testing.T) {
	for _, c := range []struct {
		pmf  dice.PMF
		want string
	}{
		{dice.PMF{1}, "0:1"},
		{dice.PMF{0.25, 0.75}, "0:0.25 1:0.75"},
		{dice.PMF{0.0004, 0.5, 0.4992, 0.0004}, "1:0.5 2:0.4992"}, // rare ends are left out
		{dice.PMF{0.1, 0.2, 0.3, 0.2, 0.2}, "0–1:0.3 2–3:0.5 4:0.2"},
	} {
		var got []string
		for _, b := range odds.Bars(c.pmf.Spread(), 3) {
			got = append(got, fmt.Sprintf("%s:%.4g", b.Label, b.Chance))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("the bars of %v are %s, want %s", c.pmf, text, c.want)
		}
	}
	if odds.IsCertain(dice.PMF{0.5, 0.5}.Spread()) || !odds.IsCertain(dice.PMF{0, 1}.Spread()) || !odds.IsCertain(dice.Spread{}) {
		t.Error("what is certain is not, or the other way round")
	}
}

// fight is an attack of a game of no rules.
type fight = odds.Attack[string, int, int]

func fightOf(worth float64) fight {
	return fight{LostPer100: worth, Effect: odds.Effect{Kind: odds.MeanCell, Value: worth}, Action: "Shout"}
}

func TestTheBestAreMarked(t *testing.T) {
	fights := []fight{fightOf(1), fightOf(0), fightOf(3), fightOf(3), fightOf(2)}
	if at := odds.BestAttack(fights); at != 2 {
		t.Errorf("the best is at %d", at)
	}
	for _, c := range []struct {
		worth []float64
		want  int
	}{{nil, -1}, {[]float64{0, 0}, -1}, {[]float64{0, 2, 1}, 1}} {
		var some []fight
		for _, x := range c.worth {
			some = append(some, fightOf(x))
		}
		if at := odds.BestAttack(some); at != c.want {
			t.Errorf("of %v the best is at %d, want %d", c.worth, at, c.want)
		}
	}
	grid := odds.Table{Attacks: make([]odds.AttackRow, 1)}
	grid.Add("a")
	odds.AddTargets(&grid, make([]odds.Target, 5), [][]fight{fights})
	if row := grid.Attacks[0]; row.BestIndex != 2 || row.Action != "Shout" || len(grid.Columns) != 6 ||
		row.Effects[4].Value != 2 || row.Effects[4].LostPer100 != 2 || grid.Rows[0].Cells[3].Text != "3.0*" {
		t.Errorf("the table is %+v", grid)
	}
}

// Each fight is worked out once, the first failure is told, and nothing goes on
// once nobody waits for it.
func TestMatrix(t *testing.T) {
	all, err := odds.AttackMatrix(t.Context(), 2, 6, 7, func(i, j int, to []*fight) error { to[1].LostPer100 += float64(10*i + j); return nil })
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		for j := range 7 {
			if all[1][i][j].LostPer100 != float64(10*i+j) || all[0][i][j].LostPer100 != 0 {
				t.Errorf("%d against %d is %v and %v", i, j, all[0][i][j], all[1][i][j])
			}
		}
	}
	broken := errors.New("broken")
	_, err = odds.AttackMatrix(t.Context(), 1, 100, 100, func(i, j int, _ []*fight) error {
		if i+j > 0 {
			return fmt.Errorf("%d %d: %w", i, j, broken)
		}
		return nil
	})
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "0 1: ") {
		t.Error(err)
	}
	done, leave := context.WithCancel(t.Context())
	leave()
	if _, err := odds.AttackMatrix(done, 1, 1000, 1000, func(int, int, []*fight) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := odds.AttackMatrix[fight](done, 1, 0, 5, nil); err != nil {
		t.Error(err)
	}
	asked := &askedContext{Context: t.Context()}
	if _, err := odds.AttackMatrix(asked, 1, 10, 10, func(int, int, []*fight) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that ends when it is asked does not end the fights: %v", err)
	}
}

// An askedContext ends when it has been asked often, like that of a site's request, which hears only
// then that nobody waits.
type askedContext struct {
	context.Context
	asked int
}

func (a *askedContext) Err() error {
	if a.asked++; a.asked > 5 {
		return context.Canceled
	}
	return nil
}

func TestMeasures(t *testing.T) {
	measures := []odds.Measure[float64]{
		odds.MeanColumn("Wounds", func(x float64) float64 { return x }),
		{Kind: odds.MeanCell},
		odds.ChanceColumn("Dead", func(x float64) float64 { return x / 10 }),
	}
	cells := odds.RowCells(measures, 1, 2)
	if cells[1].Text != "" || cells[2].Text != "10%/20%" {
		t.Errorf("the cells are %v", cells)
	}
	measures = append(measures, odds.Measure[float64]{Name: "Per 100", Kind: odds.WorthCell})
	want := []report.Column{
		{},
		{Name: "Wounds", Kind: report.NumberColumn},
		{Kind: report.NumberColumn},
		{Name: "Dead", Kind: report.NumberColumn},
		{Name: "Per 100 points", ShortName: "Per 100", Kind: report.StarredNumberColumn},
	}
	if table := odds.NewTable([]report.Column{{}}, measures...); !slices.Equal(table.Columns, want) {
		t.Errorf("the columns are %v, want %v", table.Columns, want)
	}
}

// Neighbouring distances with the same odds become one; attacks of another way before them stay as
// they are, and a distance without attacks is left out.
func TestBands(t *testing.T) {
	type attack = odds.Attack[int, int, int]
	before := []attack{{Result: 1, LowerDistance: 7}}
	all, err := odds.AddDistanceBands(before, []int{6, 12, 18, 24, 30}, func(all []attack, distance int) ([]attack, error) {
		if distance == 24 {
			return all, nil
		}
		return append(all, attack{Scenario: distance, Result: map[int]int{6: 1, 12: 2, 18: 2, 30: 3}[distance]}), nil
	}, func(a, b []attack) bool {
		return slices.EqualFunc(a, b, func(a, b attack) bool { return a.Result == b.Result })
	})
	want := []attack{
		{Result: 1, LowerDistance: 7}, {Scenario: 6, Result: 1}, {Scenario: 18, Result: 2, LowerDistance: 6}, {Scenario: 30, Result: 3, LowerDistance: 24},
	}
	if err != nil || !slices.Equal(all, want) {
		t.Errorf("%+v, should be %+v (%v)", all, want, err)
	}
}
