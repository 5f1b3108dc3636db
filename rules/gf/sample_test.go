package gf_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf"
	"muster/schema"
)

// figure is one probability of a result.
type figure struct {
	name string
	p    float64
}

// figures lists every probability of a result, in the same order for all results
// of the same duel.
func figures(r *gf.Result) []figure {
	all := []figure{{"draw", r.Draw}}
	for i, o := range []gf.Outcome{r.Attacker, r.Target} {
		side := []string{"attacker", "target"}[i]
		for name, p := range map[string]dice.PMF{"wounds": o.Wounds.PMF, "models_lost": o.ModelsLost.PMF} {
			for n := range p {
				all = append(all, figure{fmt.Sprintf("%s.%s[%d]", side, name, n), p[n]})
			}
		}
		all = append(all, figure{side + ".destroyed", o.Destroyed}, figure{side + ".tests", o.MoraleTests},
			figure{side + ".shaken", o.Shaken}, figure{side + ".routed", o.Routed}, figure{side + ".wins", o.Wins})
	}
	return all
}

// sampledAsExact samples a duel, and holds what comes of it against the exact odds.
func sampledAsExact(t *testing.T, d gf.Duel, exact gf.Result, n int) (worst float64) {
	t.Helper()
	sampled, err := gf.Sample(exact.WithPicks(d), n, 1)
	if err != nil {
		t.Fatal(err)
	}
	frequencies := map[string]float64{}
	for _, f := range figures(&sampled) {
		frequencies[f.name] = f.p
	}
	for _, f := range figures(&exact) {
		far := standardErrors(f.p, frequencies[f.name], n)
		worst = max(worst, far)
		if !(far <= farthest) {
			t.Errorf("%s is %.6f, and was sampled %.6f of the time: %.1f standard errors", f.name, f.p, frequencies[f.name], far)
		}
	}
	return worst
}

// standardErrors is how many standard errors a frequency is from a chance. Where an
// event is so rare that it is seen once or never, the error is that of one.
func standardErrors(p, frequency float64, n int) float64 {
	return math.Abs(p-frequency) / math.Sqrt(max(p*(1-p), 1/float64(n))/float64(n))
}

// oddEffects are rules that lead a fight through states and steps that the games'
// own rules seldom do, in the words of a book.
const oddEffects = `
- {name: Odd 0, effects: [{on: one-to-hit, self-wounds: 1}]}
- {name: Odd 1, effects: [{last-hits: 2}]}
- {name: Odd 2, effects: [{death-hits: 1, retaliates: 1}]}
- {name: Odd 3, effects: [{on: six-to-hit, extra-attacks: 2}, {on: six-to-hit, extra-hits: 1}]}
- {name: Odd 4, effects: [{on: six-to-hit, deadly: 3}, {on: five-to-hit, extra-wounds: 1}]}
- {name: Odd 5, effects: [{when: {roll: [1, 2]}, to-hit: 1}, {of: enemy, when: {roll: [3, 4]}, ap: 1}]}
- {name: Odd 6, effects: [{hits: 2, needs: 3, each: 2, with: [Blast(2)]}]}
- {name: Odd 7, effects: [{attacks: 2, with: [Deadly(2)]}, {wounds: 1, needs: 5}]}
- {name: Odd 8, effects: [{picks: model, on: one-to-block, extra-wounds: 1}, {picks: model}]}
- {name: Odd 9, effects: [{picks: wounds}, {reroll-blocks: 6}]}
- {name: Odd 10, effects: [{pay-morale: 3, regeneration: 5}]}
- {name: Odd 11, effects: [{strikes-first: true}, {repeat-morale: 5}]}
- {name: Odd 12, effects: [{strikes-last: true}, {to: unit, ward: 6}]}
- {name: Odd 13, effects: [{on: six-to-hit, copies: 2}, {blast: 3}]}
`

// Dice and odds run the same steps, over states that no line could list.
func TestDiceAsOdds(t *testing.T) {
	var odd []rules.Rule
	if err := yaml.Unmarshal([]byte(oddEffects), &odd); err != nil {
		t.Fatal(err)
	}
	drawn := rapid.Custom(func(t *rapid.T) gf.Duel {
		d := drawDuel(t, editions...)
		set := rules.NewSet(slices.Clone(odd), d.System.Set())
		some := func(label string) (uses []rules.Use) {
			for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(odd)-1), 0, 2).Draw(t, label) {
				uses = append(uses, rules.Use{Name: odd[i].Name})
			}
			return uses
		}
		for i, s := range []*gf.Side{&d.Attacker, &d.Target} {
			s.RuleSet, s.Rules = set, append(s.Rules, some(fmt.Sprint("rules of side ", i))...)
			for j := range s.Weapons {
				s.Weapons[j].Rules = append(s.Weapons[j].Rules, some(fmt.Sprint("rules of weapon ", i, j))...)
			}
		}
		return d
	})
	worst := 0.
	for seed := range 200 {
		d := drawn.Example(seed)
		exact, err := gf.Resolve(d)
		if told := new(schema.Error); errors.As(err, &told) && told.Has(gf.CodeTooLarge) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) { worst = max(worst, sampledAsExact(t, d, exact, 3000)) })
	}
	t.Logf("the farthest frequency is %.2f standard errors off", worst)
}

func TestSeedDecides(t *testing.T) {
	side := squad(5)
	d := gf.Duel{System: system(t, "gf-2.16"), Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: side, Target: side}
	sample := func(seed uint64) gf.Result {
		r, err := gf.Sample(d, 500, seed)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if !reflect.DeepEqual(sample(1), sample(1)) {
		t.Error("the same seed gave different results")
	}
	if reflect.DeepEqual(sample(1), sample(2)) {
		t.Error("another seed gave the same result")
	}
}

func TestSampleRefuses(t *testing.T) {
	one := gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 1}}}
	worn := one
	worn.WoundsTaken = 1
	good := gf.Duel{System: system(t, "gf-3"), Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: one, Target: one}
	for _, c := range []struct {
		name   string
		trials int
		change func(*gf.Duel)
		want   string
	}{
		{"no trials", 0, func(*gf.Duel) {}, "at least once"},
		{"no system", 1, func(d *gf.Duel) { d.System = nil }, "no game system"},
		{"no mode", 1, func(d *gf.Duel) { d.Scenario.Mode = "chess" }, `mode "chess"`},
		{"no models", 1, func(d *gf.Duel) { d.Target.Groups = nil }, "target: a unit of 0 models"},
		{"dead already", 1, func(d *gf.Duel) { d.Attacker = worn }, "attacker: 1 wounds"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := good
			c.change(&d)
			if _, err := gf.Sample(d, c.trials, 1); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

// Like wounds of survivors of many numbers are worked out together.
func TestStrikesOfManySurvivors(t *testing.T) {
	for _, hero := range []string{"", ", hero: {quality: 3, defense: 3, rules: [Tough(6)], weapons: [{name: C, attacks: 3}]}"} {
		side := "{models: 22, quality: 4, defense: 4, rules: [Tough(3), Regeneration], weapons: [{name: A, count: 22, attacks: 1, rules: [Deadly(3)]}, {name: B, count: 4, attacks: 2, rules: [Deadly(3), AP(1)]}]" + hero + "}"
		d := readText(t, "muster: duel/1\nsystem: gf-3\nscenario: {mode: melee}\nattacker: "+side+"\ntarget: "+side+"\n")
		exact, err := gf.Resolve(d)
		if err != nil {
			t.Fatal(err)
		}
		sampledAsExact(t, d, exact, 20_000)
	}
}

// A fight that is too large for exact odds is sampled.
func TestSampleOfALargeFight(t *testing.T) {
	d := gf.Duel{System: system(t, "gf-3"), Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: squad(499, "Tough(3)"), Target: squad(499, "Tough(3)")}
	for _, s := range []*gf.Side{&d.Attacker, &d.Target} {
		s.Hero = &gf.Hero{Quality: 3, Defense: 3, Rules: rules.ParseUses([]string{"Takedown", "Tough(3)"})}
	}
	if _, err := gf.Resolve(d); err == nil {
		t.Fatal("it is worked out exactly")
	}
	r, err := gf.Sample(d, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	if r.Target.Wounds.Mean < 100 || math.Abs(r.Target.Wounds.PMF.Total()-1) > slack {
		t.Errorf("%.1f wounds", r.Target.Wounds.Mean)
	}
}

func BenchmarkSample(b *testing.B) {
	for _, n := range []int{5, 20} {
		b.Run(fmt.Sprintf("%dv%d", n, n), func(b *testing.B) {
			d := gf.Duel{System: system(b, "gf-3"), Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: squad(n), Target: squad(n)}
			b.ReportAllocs()
			if _, err := gf.Sample(d, max(b.N, 1), 1); err != nil {
				b.Fatal(err)
			}
		})
	}
}
