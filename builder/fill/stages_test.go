package fill

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"muster/builder"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// asked returns a question about an empty list of a book, and the first kind of its units.
func asked(t testing.TB, book string) (*question, *kind) {
	t.Helper()
	a := question2000(t, book, "")
	return a, a.addableKinds()[0]
}

// question2000 is a question about a list of some units of a book.
func question2000(t testing.TB, book, units string) *question {
	t.Helper()
	list := "muster: list/1\nsystem: gf-3\nbook: b.yaml\nname: L\npoints: 2000\nunits: [" + units + "]\n"
	document, err := schema.ReadFile(files.NewMemory(map[string]string{"b.yaml": book, "l.yaml": list}), "l.yaml", "list/1")
	if err != nil {
		t.Fatal(err)
	}
	roster, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err, book)
	}
	a, err := newQuestion(roster, Question{TimeLimit: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// everything is a budget that allows for all work.
var everything = variantBudget{math.MaxInt32, math.MaxInt32, math.MaxInt32, math.MaxInt32}

// someUnit is a book with a unit of some models and sections of all kinds: for any model, for all,
// a few, one after the other; options with weapons, rules, items, and such as save points.
func someUnit(random *rand.Rand, models, options int) string {
	models = 1 + random.IntN(models)
	var text strings.Builder
	fmt.Fprintf(&text, "muster: book/1\nid: b\nsystem: gf-3\nname: B\nunits:\n"+
		"  - {id: u, name: U, size: %d, quality: %d, defense: 4, cost: 60, upgrades: [arms],\n"+
		"     weapons: [{name: Rifle, count: %[1]d, range: 24, attacks: 1}, {name: Knife, count: %[1]d, attacks: 1}]}\n"+
		"  - {id: hero, name: Hero, size: 1, quality: 3, defense: 3, cost: 70, upgrades: [arms], rules: [Hero, Tough(3)],\n"+
		"     weapons: [{name: Knife, attacks: 2}]}\n"+
		"upgrades:\n  - id: arms\n    name: Arms\n    sections:\n", models, 3+random.IntN(3))
	weapon := func(name string) string {
		rules := []string{"", "", "AP(1)", "AP(2)", "Rending", "Blast(3)", "Deadly(3)", "Deadly(6)", "Limited", "AP(4)", "Indirect"}
		reach := ""
		if random.IntN(3) > 0 {
			reach = fmt.Sprintf("range: %d, ", 12+6*random.IntN(3))
		}
		return fmt.Sprintf("{name: %s, %sattacks: %d, rules: [%s]}", name, reach, 1+random.IntN(4), rules[random.IntN(len(rules))])
	}
	targets := []string{"Rifle", "Knife"}
	for s := range 1 + random.IntN(3) {
		kinds := []string{
			"kind: replace\n        affects: any\n        targets: [%s]", "kind: replace\n        affects: up to 2\n        targets: [%s]",
			"kind: replace\n        affects: all\n        targets: [%s]", "kind: upgrade\n        affects: all\n        select: 1",
			"kind: upgrade\n        affects: any", "kind: upgrade\n        select: any",
		}
		kind := kinds[random.IntN(len(kinds))]
		if strings.Contains(kind, "%s") {
			kind = fmt.Sprintf(kind, targets[random.IntN(len(targets))])
		}
		fmt.Fprintf(&text, "      - label: Section %d\n        %s\n        options:\n", s, kind)
		for o := range 1 + random.IntN(options) {
			name := fmt.Sprintf("Gun %d-%d", s, o)
			gear := "weapons: [" + weapon(name) + "]"
			switch random.IntN(6) {
			case 0:
				gear = "rules: [" + []string{"Furious", "Relentless", "Fearless", "Stealth", "Tough(3)"}[random.IntN(5)] + "]"
			case 1:
				gear = "items: [{name: Kit " + name + ", weapons: [" + weapon("Part of "+name) + "]}]"
				targets = append(targets, "Kit "+name)
			default:
				targets = append(targets, name)
			}
			fmt.Fprintf(&text, "          - {id: o-%d-%d, name: %s, cost: %d, %s}\n", s, o, name, 5*(random.IntN(6)-random.IntN(2)), gear)
		}
	}
	return text.String()
}

// What is left of the builds when useless ones are left out has the best build of each price, and
// the best pair, as all builds have.
func TestUsefulBuildsHoldTheBest(t *testing.T) {
	if testing.Short() {
		t.Skip("it values every build of two hundred units, one after another")
	}
	random := rand.New(rand.NewPCG(7, 8))
	units, builds, useful := 0, 0, 0
	for n := range 200 {
		book := someUnit(random, 4, 4)
		a, k := asked(t, book)
		all, whole, err := newVariantBuilder(t.Context(), a, k, everything).listAllBuilds(a.army.Draft(k.book, k.unit), 3000)
		if err != nil {
			t.Fatal(err)
		}
		if !whole || len(all) < 2 {
			continue
		}
		d := newVariantBuilder(t.Context(), a, k, everything)
		draft := a.army.Draft(k.book, k.unit)
		if all, _, err = d.listAllBuilds(draft, 3000); err != nil {
			t.Fatal(err)
		}
		some, ways, err := d.listUsefulBuilds(draft)
		if err != nil {
			t.Fatal(err)
		}
		if units++; ways != d.buildCount {
			t.Errorf("unit %d: %d builds, should be %d\n%s", n, ways, d.buildCount, book)
		}
		builds, useful = builds+len(all), useful+len(some)
		d.holdsBest(t, fmt.Sprintf("unit %d\n%s", n, book), some, all)
		if len(all) <= 40 && k.unit.Size > 1 {
			best, err := d.bestPairs(some, nil, 800)
			if err != nil {
				t.Fatal(err)
			}
			pairs := pairsOf(all, 800)
			d.holdsBest(t, fmt.Sprintf("pairs of unit %d\n%s", n, book), best, pairs)
			for range min(len(pairs), 20) {
				b := &pairs[random.IntN(len(pairs))]
				d.isWorthWhatItDoes(t, b)
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d units with %d builds, of which %d are useful", units, builds, useful)
}

// pairsOf returns all pairs of builds that cost no more than most.
func pairsOf(builds []build, most int) (all []build) {
	for i := range builds {
		for j := range builds[i:] {
			a, b := &builds[i], &builds[i+j]
			if a.halves[0].class.allModelsUpgrades == b.halves[0].class.allModelsUpgrades && a.cost+b.cost <= most {
				all = append(all, build{halves: [2]*half{a.halves[0], b.halves[0]}, cost: a.cost + b.cost, optionCount: a.optionCount + b.optionCount})
			}
		}
	}
	return all
}

// holdsBest reports prices for which the best of some builds is worth less than the best of all.
func (d *variantBuilder) holdsBest(t *testing.T, name string, some, all []build) {
	t.Helper()
	values := func(builds []build) map[openKey]float64 {
		best := map[openKey]float64{}
		for i := range builds {
			b := &builds[i]
			b.classIndex = d.classIndex(b, b.halves[1] == nil)
			d.setUpperBound(b)
			bound := b.upperBound
			if err := d.setWorth(b); err != nil {
				t.Fatal(err)
			}
			if b.upperBound > bound+1e-9 {
				t.Errorf("%s: a build is worth %g, its bound is %g", name, b.upperBound, bound)
			}
			key := openKey{b.classIndex, b.cost}
			best[key] = max(best[key], b.upperBound)
		}
		return best
	}
	got := values(some)
	for key, want := range values(all) {
		best := 0.
		for k, value := range got {
			if k.class == key.class && k.cost <= key.cost {
				best = max(best, value)
			}
		}
		if best < want-1e-9 {
			t.Errorf("%s: for %d points the best is worth %g, should be %g", name, key.cost, best, want)
		}
	}
}

type openKey struct {
	class int32
	cost  int
}

// invented is the text of an invented book.
func invented(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The columns of a unit of a hundred thousand builds are the best of all its builds, and none of
// these exceeds its bound: the sum over its weapons.
func TestColumnsOfAHundredThousandBuilds(t *testing.T) {
	if testing.Short() {
		t.Skip("it values a hundred thousand builds")
	}
	a, k := asked(t, invented(t, "watch-5"))
	d := newVariantBuilder(t.Context(), a, k, everything)
	draft := a.army.Draft(k.book, k.unit)
	all, whole, err := d.listAllBuilds(draft, 200_000)
	if err != nil || !whole || len(all) != 99_792 {
		t.Fatal(len(all), whole, err)
	}
	useful, ways, err := d.listUsefulBuilds(draft)
	if err != nil || ways != len(all) {
		t.Fatal(ways, err)
	}
	d.holdsBest(t, k.name, useful, all)
	t.Logf("%d builds, %d useful", len(all), len(useful))
}

// Upgrades of a combined pair of which each half has its own are worth what the pair does with them.
func TestHalvesOfAPairAreNamedAlike(t *testing.T) {
	a := question2000(t, invented(t, "watch-5"), "{id: x, unit: watch, upgrades: [maul]}, {id: y, unit: watch, combine: x, upgrades: [rail-rifle, axe]}")
	a.addGroup(a.army.Groups[0])
	d := newVariantBuilder(t.Context(), a, a.kinds[0], everything)
	d.pointsWithRefunds = 30
	all, err := d.variantCandidates()
	if err != nil || len(all) == 0 {
		t.Fatal(len(all), err)
	}
	for i := range all {
		b := &all[i]
		if err := d.setWorth(b); err != nil {
			t.Fatal(err)
		}
		d.isWorthWhatItDoes(t, b)
	}
}

// isWorthWhatItDoes reports a pair that was valued otherwise than as the one unit that it is.
func (d *variantBuilder) isWorthWhatItDoes(t *testing.T, b *build) {
	t.Helper()
	want, err := d.question.worth(t.Context(), gf.NewGroup(b.halves[0].Unit(), b.halves[1].Unit()))
	if err != nil || want.value() < b.upperBound-1e-9 || want.value() > b.upperBound+1e-9 {
		t.Errorf("%v and %v are worth %g, should be %g (%v)", b.halves[0].Choices(), b.halves[1].Choices(), b.upperBound,
			want.value(), err)
	}
}

// FuzzHomeMade fills lists from books of squads of up to ten models, and of heroes, with up to
// six options in each of three sections: nothing panics, a search ends soon after its time, and what
// an answer says of its bound is true.
func FuzzHomeMade(f *testing.F) {
	for seed := range uint64(16) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		a := question2000(t, someUnit(rand.New(rand.NewPCG(seed, 9)), 10, 6), "")
		for _, best := range []Objective{Damage, MostPoints} {
			answers, err := Fill(t.Context(), a.roster, Question{Objective: best, MaxAnswers: 2, TimeLimit: time.Second / 2})
			if err != nil {
				t.Fatal(err)
			}
			for _, answer := range answers.Answers {
				if answer.Points > 2000 || answer.UpperBound < answer.Value-1e-6 || answer.ProvenBest != (answer.UpperBound <= answer.Value+1e-6) {
					t.Errorf("%s: %d points, value %g, bound %g, proven %v", best, answer.Points, answer.Value, answer.UpperBound, answer.ProvenBest)
				}
			}
		}
	})
}

// Pairs for which a budget was too small are tried when there is more of it, and then the columns
// are those of one that was large enough at once.
func TestPairsAreTriedAgainWithMore(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes columns of a hundred thousand builds, one after another")
	}
	text := invented(t, "watch-5")
	columns := func(budgets ...variantBudget) (k *kind) {
		var a *question
		a, k = asked(t, text)
		for _, most := range budgets {
			if err := a.computeUnitVariants(t.Context(), k, most); err != nil {
				t.Fatal(err)
			}
		}
		return k
	}
	few := everything
	few.buildsToSum = 60
	some, all, again := columns(few), columns(everything), columns(few, everything)
	if !some.hasUnvaluedBuilds || some.unfinishedBuilder == nil || all.hasUnvaluedBuilds || again.hasUnvaluedBuilds || again.unfinishedBuilder != nil {
		t.Fatalf("partial: %v, %v, %v", some.hasUnvaluedBuilds, all.hasUnvaluedBuilds, again.hasUnvaluedBuilds)
	}
	pairs := func(k *kind) (all []string) {
		for i := range k.variants {
			if c := &k.variants[i]; c.SecondHalf != nil {
				all = append(all, fmt.Sprintf("%d points: %.9f", c.Points, c.Value))
			}
		}
		return all
	}
	if want, got := pairs(all), pairs(again); len(want) < 10 || !slices.Equal(got, want) || len(pairs(some)) == 0 {
		t.Errorf("pairs are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A patient is a context that is done after it was asked so often.
type patient struct {
	context.Context
	asks, most int
}

func (p *patient) Err() error {
	if p.asks++; p.asks > p.most {
		return context.Canceled
	}
	return nil
}

// Columns whose work is ended, wherever that is, end with the reason.
func TestColumnsEndWhenNobodyWaits(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes columns of a hundred thousand builds, one after another")
	}
	text := invented(t, "watch-5")
	whole := &patient{Context: t.Context(), most: math.MaxInt}
	a, k := asked(t, text)
	if err := a.computeUnitVariants(whole, k, everything); err != nil || whole.asks < 100 {
		t.Fatal(whole.asks, err)
	}
	for most := 0; most < whole.asks; most += 1 + whole.asks/8 {
		a, k := asked(t, text)
		if err := a.computeUnitVariants(&patient{Context: t.Context(), most: most}, k, everything); !errors.Is(err, context.Canceled) {
			t.Errorf("after %d of %d looks: %v", most, whole.asks, err)
		}
	}
}
