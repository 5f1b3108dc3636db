package gf_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf"
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
		all = append(all, figure{side + ".destroyed", o.Destroyed}, figure{side + ".tests", o.Tests},
			figure{side + ".shaken", o.Shaken}, figure{side + ".routed", o.Routed}, figure{side + ".wins", o.Wins})
	}
	return all
}

// sampledAsExact samples a duel, and holds what comes of it against the exact odds.
func sampledAsExact(t *testing.T, d gf.Duel, exact gf.Result, n int) (worst float64) {
	t.Helper()
	sampled, err := gf.Sample(exact.Settled(d), n, 1)
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
	worn.Wounded = 1
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
