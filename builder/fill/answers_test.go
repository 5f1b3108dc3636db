package fill_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"muster/builder"
	"muster/builder/fill"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/catalog"
)

// taken is the list with an answer's edits.
func taken(t *testing.T, list builder.Roster, library *catalog.Library, a *fill.Answer) builder.Roster {
	t.Helper()
	session := builder.NewSession(list, library)
	edits, err := a.Edits(list)
	if err == nil {
		_, err = session.Do(edits...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return session.Now()
}

// An answer of more changes than a list of its size can take at once says so.
func TestAnswersThatAreTooLargeToTake(t *testing.T) {
	list, _ := own[1].list(t, 1000, "")
	answer := fill.Answer{AddedUnits: make([]fill.AddedUnit, 200)}
	if _, err := answer.Edits(list); err != nil {
		t.Error(err)
	}
	answer.AddedOptions = make([]fill.AddedOption, 400)
	if _, err := answer.Edits(list); err == nil || !strings.Contains(err.Error(), "600 changes to a list of 20") {
		t.Error(err)
	}
}

// asks is the answers to a question.
func asks(t *testing.T, list builder.Roster, q fill.Question) *fill.Answers {
	t.Helper()
	q.TimeLimit = time.Hour // what is proven depends on no machine
	answers, err := fill.Fill(t.Context(), list, q)
	if err != nil || len(answers.Answers) == 0 {
		t.Fatalf("%+v: %v, %+v", q, err, answers)
	}
	return answers
}

// What an answer destroys of hordes, troops and armour is what its units do, each in
// its better mode, and its wounds are those of its models.
func TestAnswersSayWhatTheyDestroyAndWithstand(t *testing.T) {
	const units = "{id: a, unit: line-squad, upgrades: [heavy-rifle]}, {id: b, unit: breachers}"
	for _, given := range someOf([]string{"", units}) {
		list, library := own[0].list(t, 1500, given)
		field, err := preview.TypicalTargets(nil, list.Game())
		if err != nil {
			t.Fatal(err)
		}
		for i, answer := range asks(t, list, fill.Question{}).Answers {
			army := taken(t, list, library, &answer).GameList().(*gf.Army)
			sum, n, wounds := map[preview.TargetKind]float64{}, map[preview.TargetKind]int{}, 0
			for k := range field {
				n[kindOf(&field[k])]++
			}
			for _, g := range army.Groups {
				bodies := []*gf.Group{gf.NewGroup(g.Halves...)}
				for _, hero := range g.Heroes {
					bodies = append(bodies, gf.NewGroup(hero))
				}
				for _, body := range bodies {
					for k, points := range destroyed(t, army, body, field) {
						sum[kindOf(&field[k])] += points
					}
				}
			}
			for _, u := range army.Units {
				wounds += u.Models * u.Tough
				for _, some := range u.PartialRules {
					wounds += some.Count * (some.Tough - u.Tough)
				}
			}
			all := 0.
			for _, a := range answer.ValueByKind {
				if want := sum[a.Kind] / float64(n[a.Kind]); math.Abs(a.Value-want) > 1e-9*want {
					t.Errorf("answer %d destroys %g of %s, should be %g", i+1, a.Value, a.Kind, want)
				}
				all += a.Value * float64(n[a.Kind]) / float64(len(field))
			}
			if len(answer.ValueByKind) != len(n) || len(n) < 3 || math.Abs(all-answer.Value) > 1e-9*all {
				t.Errorf("answer %d destroys %+v, which comes to %g, not %g", i+1, answer.ValueByKind, all, answer.Value)
			}
			if answer.TotalWounds != wounds {
				t.Errorf("answer %d has %d wounds, should be %d", i+1, answer.TotalWounds, wounds)
			}
		}
	}
}

// kindOf is what a target is, from its profile.
func kindOf(u *preview.Combatant) preview.TargetKind {
	tough := 1
	for _, r := range u.Side.Rules {
		if n, ok := r.RatingNumber(); ok && r.Name == "Tough" {
			tough = n
		}
	}
	switch {
	case tough >= 6:
		return preview.Armour
	case u.Side.Defense >= 5:
		return preview.Hordes
	}
	return preview.Troops
}

// destroyed is the points of each target that some units destroy together: what they
// shoot, or do when they charge.
func destroyed(t *testing.T, army *gf.Army, body *gf.Group, field []preview.Combatant) []float64 {
	t.Helper()
	u, best := preview.NewCombatant(army, body), make([]float64, len(field))
	for _, charging := range []bool{false, true} {
		w, err := u.ExpectedDamage(t.Context(), army.Game, field, preview.WorthDistance, charging)
		if err != nil {
			t.Fatal(err)
		}
		for k, points := range w.Points {
			best[k] = max(best[k], points)
		}
	}
	return best
}

// Each answer but the best leaves out what it names, and is the best of those that do.
func TestAnswersSayWhatTheyGiveUp(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks for each answer once more")
	}
	list, _ := own[0].list(t, 1000, "")
	answers := asks(t, list, fill.Question{})
	for i, a := range answers.Answers[1:] {
		for _, unit := range a.LeftOutUnits {
			if adds(&a)[unit] > 0 {
				t.Errorf("answer %d adds %s, which it leaves out", i+2, unit)
			}
		}
		best := asks(t, list, fill.Question{ExcludeUnits: a.LeftOutUnits, MaxAnswers: 1}).Answers[0].Value
		if len(a.LeftOutUnits) == 0 || math.Abs(best-a.Value) > 1e-6 {
			t.Errorf("answer %d leaves out %v and is worth %g, where %g is to be had", i+2, a.LeftOutUnits, a.Value, best)
		}
		if text := answers.Headline(i + 1); !strings.HasSuffix(text, "; nothing better exists without "+strings.Join(namesOf(list, a.LeftOutUnits), ", ")) {
			t.Errorf("answer %d: %s", i+2, text)
		}
	}
}

// A unit of the list that an answer leaves as it is, is told from new units of that name.
func TestAnswersTellUpgradesFromNewUnits(t *testing.T) {
	list, _ := own[0].list(t, 1000, "{id: squad, unit: line-squad, upgrades: [sergeant, {option: arc-rifle, count: 2}], in: mule}, "+
		"{id: captain, unit: captain, join: squad}, {id: mule, unit: mule}")
	answers := asks(t, list, fill.Question{})
	if text := answers.Headline(2); !strings.Contains(text, "without upgrades of Captain, Captain, Breachers") {
		t.Errorf("the third answer says: %s", text)
	}
}

// Why the best by damage leaves points is that no step for them destroys more.
func TestTheBestSaysWhyItLeavesPoints(t *testing.T) {
	const points = 500
	list, library := own[0].list(t, points, "")
	answers := asks(t, list, fill.Question{})
	best := &answers.Answers[0]
	if best.Points == points || answers.UnspentReason != "nothing that the 30 points left of the best could buy destroys more" {
		t.Fatalf("the best costs %d points: %q", best.Points, answers.UnspentReason)
	}
	gains, err := fill.FindGains(t.Context(), taken(t, list, library, best), fill.Question{}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range gains.Steps {
		if s.Value > 1e-9 && best.Points+s.Points <= points {
			t.Errorf("for %d points there is %+v", s.Points, s)
		}
	}
	if spent := asks(t, list, fill.Question{Objective: fill.MostPoints}); spent.Answers[0].Points != points || spent.UnspentReason != "" {
		t.Errorf("all points can be spent, and %d are: %q", spent.Answers[0].Points, spent.UnspentReason)
	}
}

// Beside the best with as many copies as the rules allow stands what one of each is
// worth, and the other way round.
func TestAnswersSayWhatOtherCopiesAreWorth(t *testing.T) {
	list, _ := own[0].list(t, 1000, "")
	free, once := asks(t, list, fill.Question{}), asks(t, list, fill.Question{MaxCopies: 1})
	many, one := free.Answers[0].Value, once.Answers[0].Value
	if many < one+1 {
		t.Fatalf("copies make no difference: %g and %g", many, one)
	}
	if o := free.OtherCopyLimit; o == nil || o.MaxCopies != 1 || math.Abs(o.Value-one) > 1e-6 {
		t.Errorf("one of each is worth %g, not %+v", one, o)
	}
	if o := once.OtherCopyLimit; o == nil || o.MaxCopies != 0 || math.Abs(o.Value-many) > 1e-6 {
		t.Errorf("as many as the rules allow are worth %g, not %+v", many, o)
	}
	if text := free.CopyLimitText(); !strings.HasPrefix(text, "with no unit more than once the best is worth ") {
		t.Error(text)
	}
	if spent := asks(t, list, fill.Question{Objective: fill.MostPoints}); spent.OtherCopyLimit != nil || spent.CopyLimitText() != "" {
		t.Errorf("points spent have no value with other copies: %+v", spent.OtherCopyLimit)
	}
	small, _ := own[0].list(t, 500, "")
	if few := asks(t, small, fill.Question{}); few.OtherCopyLimit != nil {
		t.Errorf("of two units none is there twice: %+v", few.OtherCopyLimit)
	}
}

// namesOf is what units of a list's book are called.
func namesOf(list builder.Roster, ids []string) (names []string) {
	for _, id := range ids {
		names = append(names, list.GameList().(*gf.Army).Books[0].UnitNamed(id).Name)
	}
	return names
}
