package fill_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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
	return opened(t, doc)
}

func opened(t testing.TB, doc *schema.Document) builder.Previewer {
	t.Helper()
	r, err := builder.Open(doc, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	return r.(builder.Previewer)
}

// Answers of a match-up have the figures of the table from the same distance, and the best answer
// needs the fewest activations of equal points.
func TestAMatchUpHasTheFiguresOfThePreview(t *testing.T) {
	for _, c := range [][2]string{{"third-company.yaml", "spring-tide.yaml"}, {"fad-outpost.yaml", "fad-house.yaml"}} {
		list, foe := previewer(t, c[0]), odds.Foe{Name: "foe", List: previewer(t, c[1])}
		m, err := builder.MatchUp(context.Background(), list, odds.Question{Foe: foe}, []int{12})
		if err != nil {
			t.Fatal(err)
		}
		table, err := list.Odds(context.Background(), odds.Question{Foe: foe, Distance: 12})
		if err != nil {
			t.Fatal(err)
		}
		for i, one := range m.FoeUnits {
			var want, got []float64
			for _, way := range table.Sections[0].Tables {
				for _, row := range way.Attacks {
					if strings.HasPrefix(row.Action, " with ") { // a partner
						continue
					}
					if worth := row.Effects[i].LostPer100; worth > 0 {
						want = append(want, worth)
					}
				}
			}
			for _, a := range one.Answers {
				got = append(got, a.PointsPer100)
			}
			slices.Sort(want)
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%s: answers to %s have %v, and the table has %v", c[0], one.Name, got, want)
			}
			if best := one.BestAnswer; best != nil && (one.ActivationsToDestroy != nil) != (best.ActivationsToDestroy != nil) {
				t.Errorf("%s: the best answer to %s has other activations than the answer", c[0], one.Name)
			}
			if one.Unanswered != (one.ActivationsAtEqualPoints == nil || *one.ActivationsAtEqualPoints > 3) {
				t.Errorf("%s: %s needs %v activations of equal points, unanswered %v", c[0], one.Name, one.ActivationsAtEqualPoints, one.Unanswered)
			}
		}
		for _, one := range m.OwnUnits {
			for _, threat := range one.Threats {
				if a := threat.ActivationsToDestroy; a != nil && (one.ActivationsToDestroy == nil || *a < *one.ActivationsToDestroy) {
					t.Errorf("%s: %s is destroyed by %+v before its greatest threat, %+v", c[0], one.Name, threat, one.Threat)
				}
			}
		}
		if len(m.OwnUnits) == 0 || !slices.Contains(m.FactorsNotCounted, "cover") {
			t.Errorf("%s: the match-up has no units of the list, or does not say that it leaves out cover", c[0])
		}
		covered, err := builder.MatchUp(context.Background(), list, odds.Question{Foe: foe, Cover: odds.UsualCover}, []int{12})
		if err != nil || slices.Contains(covered.FactorsNotCounted, "cover") {
			t.Errorf("%s: in cover, it leaves out %v, %v", c[0], covered.FactorsNotCounted, err)
		}
		typical, err := builder.MatchUp(context.Background(), list, odds.Question{}, []int{12})
		if err != nil || len(typical.FoeUnits) < 5 || len(typical.OwnUnits) > 0 {
			t.Errorf("%s: against typical targets it is %+v, %v", c[0], typical, err)
		}
	}
}

// Each unit without an answer has at most one step, and each step gains something.
func TestHelpIsAgainstTheUnanswered(t *testing.T) {
	list, foe := previewer(t, "third-company.yaml"), odds.Foe{Name: "foe", List: previewer(t, "spring-tide.yaml")}
	m, err := builder.MatchUp(context.Background(), list, odds.Question{Foe: foe}, odds.MatchUpDistances[:])
	if err != nil {
		t.Fatal(err)
	}
	unanswered := 0
	for _, one := range m.FoeUnits {
		if one.Unanswered {
			unanswered++
		}
	}
	help, err := fill.StepsAgainstFoe(context.Background(), list, foe, m)
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

// Units that differ in names only are worked out once, and each stands under its own name.
func TestUnitsThatAreAlikeHaveTheSameMatchUp(t *testing.T) {
	foe := odds.Foe{Name: "foe", List: previewer(t, "spring-tide.yaml")}
	once, err := builder.MatchUp(context.Background(), previewer(t, "third-company.yaml"), odds.Question{Foe: foe}, odds.MatchUpDistances[:])
	if err != nil {
		t.Fatal(err)
	}
	twice, err := builder.MatchUp(context.Background(), doubled(t, "third-company.yaml", regexp.MustCompile("$^")), odds.Question{Foe: foe}, odds.MatchUpDistances[:])
	if err != nil {
		t.Fatal(err)
	}
	if len(twice.OwnUnits) != 2*len(once.OwnUnits) {
		t.Fatalf("%d units, and twice as many are %d", len(once.OwnUnits), len(twice.OwnUnits))
	}
	for i, one := range once.OwnUnits {
		if again := twice.OwnUnits[i+len(once.OwnUnits)]; again.UnitID != one.UnitID+"-b" || *again.Threat != *twice.OwnUnits[i].Threat {
			t.Errorf("%+v is worked out apart from %+v", again, one)
		}
	}
	for i, one := range once.FoeUnits {
		if again := twice.FoeUnits[i]; len(again.Answers) != 2*len(one.Answers) || again.BestAnswer.AttackerID != one.BestAnswer.AttackerID || *again.ActivationsAtEqualPoints != *one.ActivationsAtEqualPoints {
			t.Errorf("%s is answered by %+v, and by each unit twice %+v", one.Name, one.BestAnswer, again.BestAnswer)
		}
	}
}

// One run of a match-up holds both directions.
func TestAMatchUpIsReversed(t *testing.T) {
	for _, files := range [][2]string{{"third-company.yaml", "spring-tide.yaml"}, {"fad-wardens.yaml", "fad-outpost.yaml"}} {
		var both [2]*odds.MatchUp
		for i := range both {
			var err error
			foe := odds.Foe{Name: files[1-i], List: previewer(t, files[1-i])}
			if both[i], err = builder.MatchUp(t.Context(), previewer(t, files[i]), odds.Question{Foe: foe}, odds.MatchUpDistances[:]); err != nil {
				t.Fatal(err)
			}
		}
		want, _ := json.Marshal(both[1])
		if got, _ := json.Marshal(both[0].Reversed()); string(got) != string(want) {
			t.Errorf("%v: reversed it is %s, not %s", files, got, want)
		}
	}
}

// BenchmarkMatchUp holds two lists of over 3,700 points against each other, of 18 and 20 units, no two of
// them alike.
func BenchmarkMatchUp(b *testing.B) {
	list, foe := doubled(b, "third-company.yaml", bare), odds.Foe{Name: "foe", List: doubled(b, "spring-tide.yaml", bare)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := builder.MatchUp(context.Background(), list, odds.Question{Foe: foe}, odds.MatchUpDistances[:]); err != nil {
			b.Fatal(err)
		}
	}
}

// bare finds what a unit says of its upgrades, so that the unit is another.
var bare = regexp.MustCompile(`(?m)(, |^    )upgrades: \[.*\]$|, upgrades: \[.*\]`)

// ids finds the ids of units in a list.
var ids = regexp.MustCompile(`\b((?:id|join|in|combine): )([\w-]+)`)

// doubled returns an example with each unit twice, the second time without what an expression finds.
func doubled(t testing.TB, file string, without *regexp.Regexp) builder.Previewer {
	doc := previewer(t, file).Document()
	_, units, _ := strings.Cut(string(doc.Source), "units:\n")
	doc, err := doc.WithSource([]byte(string(doc.Source) + "\n" + ids.ReplaceAllString(without.ReplaceAllString(units, ""), "$1$2-b")))
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, doc)
}
