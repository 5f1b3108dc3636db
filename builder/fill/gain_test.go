package fill_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"muster/builder"
	"muster/builder/fill"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// Each step of gain is one that the list may take, and gains what the list is worth
// more after it.
func TestGainsAreWhatStepsComeTo(t *testing.T) {
	list, library := own[0].list(t, 2000, "{id: z, unit: gun-teams, aside: true}, {id: a, unit: line-squad, upgrades: [heavy-rifle]}, {id: b, unit: line-squad, combine: a}, {id: h, unit: captain, join: a}, {id: x, unit: breachers}")
	worth := func(r builder.Roster) float64 {
		answers, err := fill.Fill(t.Context(), r, fill.Question{MaxAnswers: 1, UpgradesOnly: true, KeepUnits: builder.ActiveUnitIDs(r)})
		if err != nil {
			t.Fatal(err)
		}
		return answers.CurrentValue
	}
	gains, err := fill.FindGains(t.Context(), list, fill.Question{}, "")
	if err != nil {
		t.Fatal(err)
	}
	before, kinds := worth(list), map[string]int{}
	for i, s := range gains.Steps {
		var edit builder.Edit
		switch {
		case s.NewUnit != "":
			kinds["add"]++
			edit = builder.Add{Unit: s.NewUnit}
		case s.Swap != nil:
			kinds["swap"]++
			edit = builder.Swap{UnitID: s.UnitID, Old: s.Swap.OldOption, New: s.Swap.NewOption}
		default:
			kinds["upgrade"]++
			edit = builder.Upgrade{UnitID: s.UnitID, Choices: []gf.Choice{{Option: s.NewOption, Count: 1}}}
		}
		session := builder.NewSession(list, library)
		if _, err := session.Do(edit); err != nil {
			t.Errorf("%+v: %v", s, err)
			continue
		}
		now := session.Now()
		if got := now.Points() - list.Points(); got != s.Points || (s.ValuePerPoint == nil) != (s.Points <= 0) {
			t.Errorf("%+v costs %d points", s, got)
		}
		if got := worth(now) - before; math.Abs(got-s.Value) > 1e-9 {
			t.Errorf("%+v gains %g", s, got)
		}
		if i > 0 && s.ValuePerPoint != nil && gains.Steps[i-1].ValuePerPoint != nil && *s.ValuePerPoint > *gains.Steps[i-1].ValuePerPoint {
			t.Errorf("%+v comes behind what gains less", s)
		}
	}
	if kinds["add"] < 5 || kinds["swap"] < 2 || kinds["upgrade"] < 10 {
		t.Errorf("there are %v steps", kinds)
	}
}

// What a player asks for bounds every answer.
func TestAnswersKeepToWhatIsAsked(t *testing.T) {
	if testing.Short() {
		t.Skip("it fills a large list five times")
	}
	list, library := own[0].list(t, 1000, "{id: a, unit: line-squad}, {id: b, unit: breachers}")
	for _, c := range []struct {
		q     fill.Question
		wrong func(*fill.Answer) bool
	}{
		{fill.Question{UpgradesOnly: true}, func(a *fill.Answer) bool { return len(a.AddedUnits) > 0 }},
		{fill.Question{KeepUnits: []string{"a", "b"}}, func(a *fill.Answer) bool { return len(a.AddedOptions) > 0 }},
		{fill.Question{ExcludeUnits: []string{"captain", "iron-guard"}}, func(a *fill.Answer) bool {
			return adds(a)["captain"]+adds(a)["iron-guard"] > 0
		}},
		{fill.Question{MaxCopies: 1}, func(a *fill.Answer) bool {
			for unit, n := range adds(a) {
				if n > 1 || unit == "line-squad" || unit == "breachers" {
					return true
				}
			}
			return false
		}},
		{fill.Question{Objective: fill.MostPoints}, func(a *fill.Answer) bool { return a.Points != 1000 }},
	} {
		answers, err := fill.Fill(t.Context(), list, c.q)
		if err != nil {
			t.Fatal(err)
		}
		if len(answers.Answers) == 0 {
			t.Errorf("%+v has no answer: %s", c.q, answers.UnspentReason)
		}
		for i := range answers.Answers {
			if a := &answers.Answers[i]; c.wrong(a) {
				t.Errorf("%+v is answered with %+v", c.q, a)
			}
		}
		legal(t, fmt.Sprintf("%+v", c.q), list, library, answers)
	}
}

// Upgrades of a unit of the list end where it would cost more than the share of points that one unit
// may cost; of a combined unit both halves count.
func TestUpgradesEndAtTheShareOfOneUnit(t *testing.T) {
	const pair = "{id: a, unit: line-squad}, {id: b, unit: line-squad, combine: a}"
	for _, points := range someOf([]int{1230, 1300}) {
		list, library := own[0].list(t, points, pair)
		for _, q := range []fill.Question{{}, {UpgradesOnly: true}, {MaxCopies: 1}, {Objective: fill.MostPoints}} {
			legal(t, fmt.Sprintf("%d points, %+v", points, q), list, library, asks(t, list, q))
		}
	}
}

// adds counts the units that an answer adds, a pair once.
func adds(a *fill.Answer) map[string]int {
	n := map[string]int{}
	for _, add := range a.AddedUnits {
		if add.CombineTarget == nil {
			n[add.Unit]++
		}
	}
	return n
}

// The same question has the same answers.
func TestAnswersAreTheSameEveryTime(t *testing.T) {
	var first string
	for range 2 {
		list, _ := own[0].list(t, 1000, "")
		answers, err := fill.Fill(t.Context(), list, fill.Question{TimeLimit: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, a := range answers.Answers {
			edits, err := a.Edits(list)
			text += fmt.Sprintf("%+v %v\n", edits, err)
		}
		if first == "" {
			first = text
		} else if text != first {
			t.Errorf("the answers were\n%s\nand are\n%s", first, text)
		}
	}
}

func TestWhatCannotBeFilled(t *testing.T) {
	for _, c := range []struct{ list, want string }{
		{"units: []", "states no size"},
		{"points: 100\nunits: [{id: a, unit: line-squad}]", "breaks a rule already"},
	} {
		document, err := schema.ReadFile(files.NewMemory(map[string]string{
			"list.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\n" + c.list + "\n",
		}), "list.yaml", "list/1")
		if err != nil {
			t.Fatal(err)
		}
		list, err := builder.Open(document, catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		_, err = fill.Fill(t.Context(), list, fill.Question{})
		var problems *schema.Error
		if err == nil || !errors.As(err, &problems) || !problems.Has(fill.CodeCannotFill) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.list, err)
		}
	}
}

// Moves and the sums that a group begins with are listed at once, not item by item.
func TestAllocationsOfSpending(t *testing.T) {
	list, _ := own[0].list(t, 2000, "")
	n := testing.AllocsPerRun(1, func() {
		if _, err := fill.Fill(t.Context(), list, fill.Question{Objective: fill.MostPoints, TimeLimit: time.Hour}); err != nil {
			t.Fatal(err)
		}
	})
	if n > 83_500 {
		t.Errorf("2000 points of %s take %v allocations", own[0].name, n)
	}
}

// Filling 2000 points from nothing, values and all.
func BenchmarkFill(b *testing.B) { benchmarkFill(b, own[:2]) }

// The same from the real books that -books names.
func BenchmarkFillOfRealBooks(b *testing.B) { benchmarkFill(b, withChoice(b)) }

// The same from units of very many builds.
func BenchmarkFillOfVeryManyBuilds(b *testing.B) { benchmarkFill(b, watches(b)) }

func benchmarkFill(b *testing.B, shelves []shelf) {
	b.Helper()
	for _, s := range shelves {
		for _, best := range []fill.Objective{fill.Damage, fill.MostPoints} {
			b.Run(s.name+"/"+string(best), func(b *testing.B) {
				list, _ := s.list(b, 2000, "")
				b.ReportAllocs()
				for b.Loop() {
					if _, err := fill.Fill(b.Context(), list, fill.Question{Objective: best}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
