package roll_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf"
	"muster/rules/gf/roll"
)

func Example() {
	system, err := rules.Load("gf-3")
	if err != nil {
		panic(err)
	}
	rifles := gf.Weapon{Name: "Rifle", Count: 5, Range: 24, Attacks: 1}
	result, err := roll.Simulate(gf.Duel{
		System:   system,
		Scenario: gf.Scenario{Mode: gf.Shooting, Distance: 18, InSight: true},
		Attacker: gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 5}}, Weapons: []gf.Weapon{rifles}},
		Target:   gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 10}}},
	}, 100_000, 1)
	if err != nil {
		panic(err)
	}
	// Each rifle hits half of the time and half of the hits are blocked.
	fmt.Printf("%.1f wounds\n", result.Target.Wounds.Mean)
	// Output: 1.3 wounds
}

// TestVectors holds the sampler against odds that were worked out by hand.
func TestVectors(t *testing.T) {
	type vector struct {
		Name   string
		Duel   fileDuel
		Expect map[string]any
	}
	var cases []vector
	for _, file := range []string{"testdata/gf-combat.json", "testdata/more.json"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var some []vector
		if err := json.Unmarshal(text, &some); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if len(some) == 0 {
			t.Fatalf("%s has no vectors", file)
		}
		cases = append(cases, some...)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			result, err := roll.Simulate(c.Duel.duel(t), vectorTrials, 7)
			if err != nil {
				t.Fatal(err)
			}
			for path, want := range c.Expect {
				r, ok := new(big.Rat).SetString(fmt.Sprint(want))
				if !ok {
					t.Fatalf("%v is no number", want)
				}
				exact, _ := r.Float64()
				got, se := field(t, result, path, exact)
				if math.Abs(got-exact) > 5*se+5.0/vectorTrials {
					t.Errorf("%s: %v, want %v ± %.2g", path, got, exact, 5*se)
				}
			}
		})
	}
}

var pathWords = regexp.MustCompile(`^(?:(attacker|target)\.)?(\w+)(?:\.(\w+))?(?:\[(\d+)\])?$`)

// field finds a figure by its JSON path and the standard error of its estimate.
func field(t *testing.T, r gf.Result, path string, exact float64) (got, se float64) {
	m := pathWords.FindStringSubmatch(path)
	if m == nil {
		t.Fatalf("no path: %s", path)
	}
	side := r.Target
	if m[1] == "attacker" {
		side = r.Attacker
	}
	se = math.Sqrt(exact * (1 - exact) / vectorTrials)
	spread := map[string]dice.Spread{"wounds": side.Wounds, "models_lost": side.ModelsLost}[m[2]]
	switch {
	case m[2] == "draw":
		return r.Draw, se
	case m[3] == "mean":
		return spread.Mean, deviation(spread.PMF) / math.Sqrt(vectorTrials)
	case m[3] == "pmf":
		i, err := strconv.Atoi(m[4])
		if err != nil {
			t.Fatal(err)
		}
		return at(spread.PMF, i), se
	}
	for word, p := range map[string]float64{
		"destroyed": side.Destroyed, "tests": side.Tests, "shaken": side.Shaken, "routed": side.Routed, "wins": side.Wins,
	} {
		if word == m[2] {
			return p, se
		}
	}
	t.Fatalf("no such figure: %s", path)
	return 0, 0
}

// deviation is the standard deviation of a distribution.
func deviation(p dice.PMF) float64 {
	mean, square := p.Mean(), 0.0
	for i, pi := range p {
		square += float64(i*i) * pi
	}
	return math.Sqrt(max(square-mean*mean, 0))
}

func at(p dice.PMF, i int) float64 {
	if i < len(p) {
		return p[i]
	}
	return 0
}

// fileDuel is a duel as files write it.
type fileDuel struct {
	System   string
	Scenario struct {
		Mode     gf.Mode
		Distance int
		Moved    bool
		Cover    bool
		InSight  *bool `json:"in-sight"`
	}
	Attacker, Target fileSide
}

type fileSide struct {
	Models, Quality, Defense int
	Rules                    []string
	Weapons                  []fileWeapon
	Fatigued, Shaken         bool
	Hero                     *fileSide
}

type fileWeapon struct {
	Name                  string
	Count, Range, Attacks int
	Rules                 []string
}

func (d fileDuel) duel(t *testing.T) gf.Duel {
	system, err := rules.Load(d.System)
	if err != nil {
		t.Fatal(err)
	}
	s := d.Scenario
	return gf.Duel{
		System:   system,
		Scenario: gf.Scenario{Mode: s.Mode, Distance: s.Distance, Moved: s.Moved, Cover: s.Cover, InSight: s.InSight == nil || *s.InSight},
		Attacker: d.Attacker.side(),
		Target:   d.Target.side(),
	}
}

func (s fileSide) side() gf.Side {
	side := gf.Side{
		Quality: s.Quality, Defense: s.Defense, Rules: rules.ParseUses(s.Rules),
		Groups: []gf.Group{{Models: s.Models}}, Fatigued: s.Fatigued, Shaken: s.Shaken,
	}
	if h := s.Hero; h != nil {
		alone := h.side()
		side.Hero = &gf.Hero{Quality: h.Quality, Defense: h.Defense, Rules: alone.Rules, Weapons: alone.Weapons}
	}
	for _, w := range s.Weapons {
		side.Weapons = append(side.Weapons, gf.Weapon{Name: w.Name, Count: w.Count, Range: w.Range, Attacks: w.Attacks, Rules: rules.ParseUses(w.Rules)})
	}
	return side
}

func TestSeedDecides(t *testing.T) {
	system, err := rules.Load("gf-2.16")
	if err != nil {
		t.Fatal(err)
	}
	side := gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 5}}, Weapons: []gf.Weapon{{Name: "CCW", Count: 5, Attacks: 2}}}
	d := gf.Duel{System: system, Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: side, Target: side}
	simulate := func(seed uint64) gf.Result {
		r, err := roll.Simulate(d, 500, seed)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if !reflect.DeepEqual(simulate(1), simulate(1)) {
		t.Error("the same seed gave different results")
	}
	if reflect.DeepEqual(simulate(1), simulate(2)) {
		t.Error("another seed gave the same result")
	}
}

func TestErrors(t *testing.T) {
	system, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	one := gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 1}}}
	worn := one
	worn.Wounded = 1
	good := gf.Duel{System: system, Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: one, Target: one}
	for _, c := range []struct {
		name   string
		trials int
		change func(*gf.Duel)
		want   string
	}{
		{"no trials", 0, func(*gf.Duel) {}, "at least once"},
		{"no system", 1, func(d *gf.Duel) { d.System = nil }, "no game system"},
		{"no mode", 1, func(d *gf.Duel) { d.Scenario.Mode = "chess" }, "`chess` is no mode"},
		{"no models", 1, func(d *gf.Duel) { d.Target.Groups = nil }, "target: the unit has no models"},
		{"dead already", 1, func(d *gf.Duel) { d.Attacker = worn }, "attacker: 1 wounds"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := good
			c.change(&d)
			if _, err := roll.Simulate(d, c.trials, 1); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func BenchmarkSmallFight(b *testing.B) {
	system, err := rules.Load("gf-3")
	if err != nil {
		b.Fatal(err)
	}
	side := gf.Side{
		Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 5}},
		Weapons: []gf.Weapon{{Name: "CCW", Count: 5, Attacks: 1}},
	}
	d := gf.Duel{System: system, Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: side, Target: side}
	b.ReportAllocs()
	if _, err := roll.Simulate(d, max(b.N, 1), 1); err != nil {
		b.Fatal(err)
	}
}
