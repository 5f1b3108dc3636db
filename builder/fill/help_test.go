package fill_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"muster/builder"
	"muster/builder/fill"
	"muster/builder/odds"
	"muster/catalog"
	"muster/schema"
)

func previewer(t testing.TB, file string) builder.Previewer {
	t.Helper()
	doc, err := schema.ReadFile(os.DirFS(filepath.Join("..", "..", "examples")), file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := builder.Open(doc, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	return r.(builder.Previewer)
}

// The best answer of a match-up is the best of its answers, and its figure is that of the table
// from the same distance.
func TestAMatchUpHasTheFiguresOfThePreview(t *testing.T) {
	for _, c := range [][2]string{{"third-company.yaml", "spring-tide.yaml"}, {"fad-outpost.yaml", "fad-house.yaml"}} {
		list, foe := previewer(t, c[0]), odds.Foe{Name: "foe", List: previewer(t, c[1])}
		m, err := list.MatchUp(context.Background(), odds.Question{Foe: foe}, []int{12})
		if err != nil {
			t.Fatal(err)
		}
		table, err := list.Odds(context.Background(), odds.Question{Foe: foe, Distance: 12})
		if err != nil {
			t.Fatal(err)
		}
		for i, one := range m.Theirs {
			most := 0.0
			for _, way := range table.Sections[0].Tables {
				for _, row := range way.Rows {
					if cell := row.Cells[len(row.Cells)-len(m.Theirs)+i]; cell.Figures != nil {
						most = max(most, cell.Figures[0])
					}
				}
			}
			if one.Best == nil && most > 0 || one.Best != nil && math.Abs(one.Best.Per100-most) > 1e-9 {
				t.Errorf("%s: %s has the best answer %+v, and the table's best is %v", c[0], one.Name, one.Best, most)
			}
		}
		if len(m.Mine) == 0 || len(m.LeavesOut) == 0 {
			t.Errorf("%s: the match-up has no units of the list, or does not say what it leaves out", c[0])
		}
	}
}

// Each unit without an answer has at most one step, and each step gains something.
func TestHelpIsAgainstTheUnanswered(t *testing.T) {
	list, foe := previewer(t, "third-company.yaml"), odds.Foe{Name: "foe", List: previewer(t, "spring-tide.yaml")}
	m, err := list.MatchUp(context.Background(), odds.Question{Foe: foe}, odds.MatchDistances[:])
	if err != nil {
		t.Fatal(err)
	}
	unanswered := 0
	for _, one := range m.Theirs {
		if one.Unanswered {
			unanswered++
		}
	}
	help, err := fill.Help(context.Background(), list, foe, m)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(help.Steps); unanswered == 0 || n == 0 || n > unanswered {
		t.Errorf("%d steps help against %d units without an answer", n, unanswered)
	}
	for _, s := range help.Steps {
		if s.Value <= 0 {
			t.Errorf("%+v gains nothing", s)
		}
	}
}

func BenchmarkMatchUp(b *testing.B) {
	list, foe := previewer(b, "third-company.yaml"), odds.Foe{Name: "foe", List: previewer(b, "spring-tide.yaml")}
	b.ReportAllocs()
	for b.Loop() {
		m, err := list.MatchUp(context.Background(), odds.Question{Foe: foe}, odds.MatchDistances[:])
		if err != nil {
			b.Fatal(err)
		}
		if _, err := fill.Help(context.Background(), list, foe, m); err != nil {
			b.Fatal(err)
		}
	}
}
