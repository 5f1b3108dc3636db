package fill

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/odds"
	"muster/catalog"
	"muster/schema"
)

// forceOf opens a list of Fast and Dirty of the book among the examples.
func forceOf(t *testing.T, points int, units string) builder.Roster {
	t.Helper()
	text := fmt.Sprintf("muster: list/1\nsystem: fad\nbook: reed-wardens\npoints: %d\nunits:\n%s", points, units)
	document, err := schema.Read("list.yaml", []byte(text), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	r, err := builder.Open(document, catalog.NewLibrary(os.DirFS("../../examples")))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const twoUnits = "  - {id: guard, unit: wardens, figures: [{count: 4, weapon: smg}, {weapon: smg, leader: veteran}]}\n" +
	"  - {id: own, kind: infantry, quality: regular, resolve: steady, figures: [{count: 5, weapon: assault-rifle}]}\n"

// The best answer has the value that trying everything finds: one step of each unit, and any
// units more.
func TestForceAnswersAreTheBest(t *testing.T) {
	for n, left := range []int{1, 7, 24, 60, 7, 24} {
		r := forceOf(t, 500, twoUnits)
		r = forceOf(t, r.Points()+left, twoUnits)
		q := Question{Foe: odds.Foe{Name: odds.TypicalTargetsName}, Objective: []Objective{Damage, DamageAndDurability}[n/4]}
		answers, err := Fill(context.Background(), r, q)
		if err != nil {
			t.Fatal(err)
		}
		f, err := askForce(context.Background(), r, q, "", false)
		if err != nil {
			t.Fatal(err)
		}
		var blocks [][]forceChange
		for _, c := range f.changes {
			i := slices.IndexFunc(blocks, func(b []forceChange) bool { return b[0].exclusionKey == c.exclusionKey })
			if i < 0 {
				i, blocks = len(blocks), append(blocks, nil)
			}
			blocks[i] = append(blocks[i], c)
		}
		var most func(i, left int) float64
		most = func(i, left int) float64 {
			if i == len(blocks) {
				return 0
			}
			best := most(i+1, left)
			for _, c := range blocks[i] {
				for n := 1; c.Points > 0 && c.Value > 0 && n*c.Points <= left && (n == 1 || c.addedUnits > 0); n++ {
					best = max(best, float64(n)*c.Value+most(i+1, left-n*c.Points))
				}
			}
			return best
		}
		want := most(0, left)
		if len(answers.Answers) == 0 {
			if want > 0 {
				t.Errorf("%d left: no answer, though %v can be gained", left, want)
			}
			continue
		}
		best := answers.Answers[0]
		if !best.ProvenBest || math.Abs(best.UpperBound-best.Value) > 1e-9 {
			t.Errorf("%d left: the best of value %v is not proven; the bound is %v", left, best.Value, best.UpperBound)
		}
		if math.Abs(best.Value-answers.CurrentValue-want) > 1e-9 || best.Points > r.PointsLimit() {
			t.Errorf("%d left: the best of %d points gains %v, trying everything %v", left, best.Points, best.Value-answers.CurrentValue, want)
		}
		for i := range answers.Answers {
			a := &answers.Answers[i]
			edits, err := a.Edits(r)
			if err != nil {
				t.Fatal(err)
			}
			one := builder.NewSession(r, catalog.NewLibrary(os.DirFS("../../examples")))
			if _, err := one.Do(edits...); err != nil {
				t.Fatal(err)
			}
			if now := one.Now(); now.Points() != a.Points || !builder.Legal(now) {
				t.Errorf("%d left: answer %d makes %d points (%v), says %d", left, i+1, now.Points(), now.Findings(), a.Points)
			}
		}
	}
}

// Each step of a unit costs and gains what it says, and is legal.
func TestForceStepsAreWhatTheySay(t *testing.T) {
	r := forceOf(t, 200, twoUnits)
	q := Question{Foe: odds.Foe{Name: odds.TypicalTargetsName}}
	gains, err := FindGains(context.Background(), r, q, "guard")
	if err != nil || len(gains.Steps) < 5 {
		t.Fatal(gains, err)
	}
	var steps []string
	for _, s := range gains.Steps {
		steps = append(steps, s.NewOption)
		f, err := askForce(context.Background(), r, q, s.UnitID, true)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(f.changes, func(c forceChange) bool { return c.NewOption == s.NewOption })
		one := builder.NewSession(r, catalog.NewLibrary(os.DirFS("../../examples")))
		if _, err := one.Do(f.changes[i].edit); err != nil {
			t.Fatal(err)
		}
		if more := one.Now().Points() - r.Points(); more != s.Points || !builder.Legal(one.Now()) {
			t.Errorf("%s costs %d, says %d: %v", s.NewOption, more, s.Points, one.Now().Findings())
		}
	}
	for _, want := range []string{"quality=regular", "weapons+=saw", "figures=6", "armour=improved"} {
		if !slices.Contains(steps, want) {
			t.Errorf("%s is no step of %v", want, steps)
		}
	}
	idle := 0
	for i := range gains.Steps {
		s := &gains.Steps[i]
		if s.ChangesNothing() {
			idle++
		}
		if s.Value != 0 && math.Abs(s.Value) < 1e-7 {
			t.Errorf("%s gains %g, which is an error of arithmetic", s.NewOption, s.Value)
		}
	}
	if idle == 0 || idle == len(gains.Steps) {
		t.Errorf("%d of %d steps change neither", idle, len(gains.Steps))
	}
	if slices.Contains(steps, "quality=elite") {
		t.Error("its book does not let it be elite")
	}
}

// Only units of a collection that the list does not use are added, and the table has what can be.
func TestForceFromACollection(t *testing.T) {
	library, r := catalog.NewLibrary(os.DirFS("../../examples")), forceOf(t, 300, twoUnits)
	q := Question{Foe: odds.Foe{Name: odds.TypicalTargetsName}}
	collection := func(text string) (*Collection, error) {
		document, err := schema.Read("own.yaml", []byte("muster: collection/1\n"+text), "collection/1")
		if err != nil {
			t.Fatal(err)
		}
		return ReadCollection(document, library)
	}
	own, err := collection("system: fad\nbook: reed-wardens\nunits: {wardens: 2, barge-gun: 3, ferryman: 0}\n")
	if err != nil {
		t.Fatal(err)
	}
	q.Collection = own
	answers, err := Fill(t.Context(), r, q)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range answers.Answers {
		count := map[string]int{}
		for _, add := range a.AddedUnits {
			count[add.Unit]++
		}
		if count["wardens"] > 1 || count["barge-gun"] > 3 || len(a.AddedUnits) > count["wardens"]+count["barge-gun"] || i == 0 && count["barge-gun"] != 3 {
			t.Errorf("answer %d adds %v", i+1, count)
		}
	}
	table, err := Variants(t.Context(), r, q)
	if err != nil || len(table) != 2 || table[0].Unit != "wardens" || table[1].Unit != "barge-gun" || table[1].Points != 17 || table[1].Value <= 0 {
		t.Errorf("the table is %+v, %v", table, err)
	}
	if _, err := collection("system: fad\nbook: reed-wardens\nunits: {warden: 2}\n"); err == nil {
		t.Error("a unit that the book has not is taken")
	}
	if q.Collection, err = collection("system: gf-3\nbook: steel-wardens\nunits: {}\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := Fill(t.Context(), r, q); err == nil {
		t.Error("a collection of another game is taken")
	}
}

// Basic creation has no points to spend.
func TestBasicCreationIsNotFilled(t *testing.T) {
	document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: fad\nmethod: basic\npoints: 100\nunits: []\n"), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	r, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	if answers, err := Fill(context.Background(), r, Question{}); err == nil {
		t.Errorf("it is filled: %v", answers)
	}
}

// Varied armies of Fast and Dirty are legal, cost about the points, and have every unit.
func TestVariedForces(t *testing.T) {
	r, seen, armies := forceOf(t, 400, "  []\n"), map[string]bool{}, map[string]bool{}
	f, err := askForce(t.Context(), r, Question{Foe: odds.Foe{Name: odds.TypicalTargetsName}}, "", false)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(40) {
		answers, err := Fill(t.Context(), r, Question{Foe: odds.Foe{Name: odds.TypicalTargetsName}, Objective: VariedArmy, Seed: seed})
		if err != nil || len(answers.Answers) != 1 {
			t.Fatalf("seed %d: %v, %v", seed, answers, err)
		}
		a, army := &answers.Answers[0], ""
		for _, add := range a.AddedUnits {
			seen[add.Unit] = true
			army += add.Unit + " "
		}
		armies[army] = true
		edits, _ := a.Edits(r)
		session := builder.NewSession(r, catalog.NewLibrary(os.DirFS("../../examples")))
		if _, err := session.Do(edits...); err != nil || !builder.Legal(session.Now()) || session.Now().Points() > 400 || session.Now().Points() < 380 {
			t.Errorf("seed %d: %d points, %v", seed, session.Now().Points(), err)
		}
	}
	for _, c := range f.changes {
		if !seen[c.NewUnit] {
			t.Errorf("no army has %s", c.NewUnit)
		}
	}
	if len(armies) < 35 {
		t.Errorf("40 seeds make %d armies", len(armies))
	}
}

// What protects a unit destroys no more and lasts longer: a step says so, and filling for both
// counts it.
func TestForceStepsSayWhatLastsLonger(t *testing.T) {
	r := forceOf(t, 200, twoUnits)
	for best, counted := range map[Objective]bool{Damage: false, DamageAndDurability: true} {
		gains, err := FindGains(context.Background(), r, Question{Foe: odds.Foe{Name: odds.TypicalTargetsName}, Objective: best}, "own")
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(gains.Steps, func(s Step) bool { return s.NewOption == "armour=heavy" })
		if i < 0 {
			t.Fatalf("heavy armour is no step of %v", gains.Steps)
		}
		s := gains.Steps[i]
		if s.DurabilityGain == nil || *s.DurabilityGain < 0.1 || (s.Value > 0.1) != counted {
			t.Errorf("by %s heavy armour gains %v and lasts %v longer", best, s.Value, s.DurabilityGain)
		}
	}
	answers, err := Fill(context.Background(), forceOf(t, r.Points()+10, twoUnits), Question{Foe: odds.Foe{Name: odds.TypicalTargetsName}, Objective: DamageAndDurability})
	if err != nil || len(answers.Answers) == 0 || answers.Objective != DamageAndDurability || !answers.Answers[0].ProvenBest {
		t.Fatal(answers, err)
	}
	if text := answers.Headline(0); !strings.Contains(text, "damage until broken") {
		t.Error(text)
	}
}

// What makes a squad cheaper and changes nothing else gains nothing, though its losses in a charge
// count less then.
func TestCheaperStepsGainNothing(t *testing.T) {
	militia := "  - {id: militia, kind: infantry, quality: conscript, resolve: uncertain, armour: none, figures: [{count: 10, weapon: low-tech-rifle}]}\n"
	gains, err := FindGains(t.Context(), forceOf(t, 100, militia), Question{Objective: Damage, Foe: odds.Foe{Name: odds.TypicalTargetsName}}, "militia")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"traits+=slow": false, "traits+=obvious-target": false, "weapons+=shotgun": true}
	for _, s := range gains.Steps {
		if gains, asked := want[s.NewOption]; asked && (s.IsGain() != gains || !gains && s.Value > 0) {
			t.Errorf("%s gains something: %v, with the value %v", s.NewOption, s.IsGain(), s.Value)
		}
	}
}

// A psionic with as many powers as Strength may have one in place of another; a power that no figure
// counts says what it is for.
func TestForceStepsOfPowers(t *testing.T) {
	document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: fad\nunits:\n  - {id: seer, kind: psionic, quality: regular, "+
		"resolve: steady, weapon: none, powers: [inspire, terror, enhance]}\n"), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	roster, err := builder.Open(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	gains, err := FindGains(context.Background(), roster, Question{}, "seer")
	if err != nil {
		t.Fatal(err)
	}
	steps := map[string]Step{}
	for _, s := range gains.Steps {
		steps[s.NewOption] = s
	}
	harm, heal := steps["powers-=terror powers+=harm"], steps["powers-=terror powers+=heal"]
	if harm.Value <= 0 || harm.UncountedEffects != "" || harm.Points != 0 || heal.Value != 0 || heal.UncountedEffects != "recovery" {
		t.Errorf("Harm is worth %+v, Heal %+v", harm, heal)
	}
	if text := gains.Doc(nil); !strings.Contains(fmt.Sprintf("%+v", text.Blocks[1]), "(not counted: recovery)") {
		t.Errorf("it does not say that Heal is not counted: %+v", text.Blocks[1])
	}
}
