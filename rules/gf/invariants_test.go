package gf_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf"
)

func resolve(t rapid.TB, d gf.Duel) gf.Result {
	t.Helper()
	r, err := gf.Resolve(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// copyOf is a duel that can be changed without changing the other.
func copyOf(d gf.Duel) gf.Duel {
	for _, s := range []*gf.Side{&d.Attacker, &d.Target} {
		s.Rules = append([]rules.Use{}, s.Rules...)
		s.Weapons = append([]gf.Weapon{}, s.Weapons...)
		for i := range s.Weapons {
			s.Weapons[i].Rules = append([]rules.Use{}, s.Weapons[i].Rules...)
		}
		s.Groups = append([]gf.Group{}, s.Groups...)
		for i := range s.Groups {
			s.Groups[i].Rules = append([]rules.Use{}, s.Groups[i].Rules...)
		}
		if s.Hero != nil {
			h := *s.Hero
			h.Rules = append([]rules.Use{}, h.Rules...)
			s.Hero = &h
		}
	}
	return d
}

func TestDistributionsAreDistributions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuel(t, editions...)
		r := resolve(t, d)
		for _, o := range []gf.Outcome{r.Attacker, r.Target} {
			for _, p := range []dice.PMF{o.Wounds.PMF, o.ModelsLost.PMF} {
				if math.Abs(p.Total()-1) > 1e-12 {
					t.Errorf("a distribution sums to %.17g", p.Total())
				}
				for i, pi := range p {
					if pi < 0 || math.IsNaN(pi) {
						t.Errorf("probability %d is %g", i, pi)
					}
				}
			}
			const tiny = 1e-12
			for _, p := range []float64{o.Destroyed, o.MoraleTests, o.Shaken, o.Routed, o.Wins} {
				if p < 0 || p > 1+tiny {
					t.Errorf("a probability of %g", p)
				}
			}
			if o.Shaken+o.Routed > o.MoraleTests+tiny || o.Destroyed+o.MoraleTests > 1+tiny {
				t.Errorf("tests %g, shaken %g, routed %g, destroyed %g", o.MoraleTests, o.Shaken, o.Routed, o.Destroyed)
			}
			last := o.ModelsLost.PMF[len(o.ModelsLost.PMF)-1]
			if math.Abs(last-o.Destroyed) > tiny || math.Abs(o.Wounds.PMF[len(o.Wounds.PMF)-1]-o.Destroyed) > tiny {
				t.Errorf("destroyed %g, all models lost %g", o.Destroyed, last)
			}
		}
		won := r.Attacker.Wins + r.Target.Wins + r.Draw
		if d.Scenario.Mode == gf.Melee && math.Abs(won-1) > 1e-12 || d.Scenario.Mode == gf.Shooting && won != 0 {
			t.Errorf("wins and draws sum to %g", won)
		}
		if d.Scenario.Mode == gf.Shooting && r.Attacker.Wounds.PMF[0] != 1 {
			t.Error("who shoots was wounded")
		}
	})
}

// plainDuel is a duel of shooting whose modifiers all point one way. Rules that
// turn a die round (Blast's cap, who dies first) are kept out.
func plainDuel(t *rapid.T) gf.Duel {
	d := drawDuel(t, editions...)
	d.Scenario.Mode, d.Scenario.InSight = gf.Shooting, true
	d.Scenario.Distance = rapid.SampledFrom([]int{6, 10}).Draw(t, "short distance")
	for i := range d.Attacker.Weapons {
		d.Attacker.Weapons[i].Range = 24
	}
	return d
}

const slack = 1e-12 // what rounding may take away

func TestWhatHelpsTheAttackerNeverHurtsHim(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := plainDuel(t)
		before := resolve(t, d).Target.Wounds.Mean
		better := copyOf(d)
		switch rapid.SampledFrom([]string{"ap", "quality", "attack", "model"}).Draw(t, "help") {
		case "ap":
			better.Attacker.Rules = append(better.Attacker.Rules, rules.Use{Name: "AP", Rating: "1"})
		case "quality":
			better.Attacker.Quality = max(2, d.Attacker.Quality-1)
		case "attack":
			better.Attacker.Weapons[0].Attacks++
		case "model":
			better.Attacker.Groups[0].Models++
			for i := range better.Attacker.Weapons {
				better.Attacker.Weapons[i].Count += 2
			}
		}
		if after := resolve(t, better).Target.Wounds.Mean; after < before-slack {
			t.Errorf("expected wounds fell from %g to %g", before, after)
		}
	})
}

func TestWhatHelpsTheTargetNeverHurtsIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := plainDuel(t)
		d.Scenario.TargetInCover = false
		before := resolve(t, d).Target.Wounds.Mean
		safer := copyOf(d)
		switch help := rapid.SampledFrom([]string{"cover", "Stealth", "Regeneration"}).Draw(t, "help"); help {
		case "cover":
			safer.Scenario.TargetInCover = true
		default:
			safer.Target.Rules = append(safer.Target.Rules, rules.Use{Name: help})
			if safer.Target.Hero != nil {
				safer.Target.Hero.Rules = append(safer.Target.Hero.Rules, rules.Use{Name: help})
			}
		}
		if after := resolve(t, safer).Target.Wounds.Mean; after > before+slack {
			t.Errorf("expected wounds rose from %g to %g", before, after)
		}
	})
}

func TestOutOfRangeNothingHappens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuel(t, editions...)
		d.Scenario.Mode, d.Scenario.Distance = gf.Shooting, 31
		r := resolve(t, d)
		if r.Target.Wounds.PMF[0] != 1 || r.Target.MoraleTests != 0 {
			t.Errorf("out of range: %v", r.Target)
		}
	})
}

// A rule against something that the target is not, or has not, changes nothing.
func TestRulesWithoutTheirObjectChangeNothing(t *testing.T) {
	house := []rules.Rule{
		{Name: "Against Giants", Effects: []rules.Effect{{When: rules.When{EnemyTough: rules.NumberRange{From: 50}}, AP: value(3), ToHit: value(2), Blast: value(4)}}},
		{Name: "Against Ghosts", Effects: []rules.Effect{{IgnoreRules: []string{"Ghost"}}}},
		{Name: "With Another", Effects: []rules.Effect{{When: rules.When{RequiredRule: "Ghost"}, Deadly: value(3), Quality: value(2)}}},
		{Name: "From Afar", Effects: []rules.Effect{{When: rules.When{DistanceOver: 100}, ExtraHits: value(2), Trigger: rules.OnSixToHit}}},
	}
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuel(t, editions...)
		before := resolve(t, d)
		d = copyOf(d)
		set := rules.NewSet(append([]rules.Rule{}, house...), d.System.Set())
		d.Attacker.RuleSet = set
		for _, r := range house {
			d.Attacker.Rules = append(d.Attacker.Rules, rules.Use{Name: r.Name})
		}
		after := resolve(t, d)
		if !same(before.Target, after.Target) || !same(before.Attacker, after.Attacker) {
			t.Errorf("%+v\nbecame\n%+v", before, after)
		}
	})
}

func value(n int) rules.Value { return rules.Value{IsSet: true, Number: n} }

func same(a, b gf.Outcome) bool {
	for i := range a.Wounds.PMF {
		if math.Abs(a.Wounds.PMF[i]-b.Wounds.PMF[i]) > slack {
			return false
		}
	}
	return math.Abs(a.MoraleTests-b.MoraleTests) < slack && math.Abs(a.Routed-b.Routed) < slack && math.Abs(a.Wins-b.Wins) < slack
}

// Numbers that nobody means are either refused or reckoned with at once.
func TestEnormousNumbers(t *testing.T) {
	for _, rule := range []string{"Blast(999999999)", "Deadly(999999999)", "AP(999999999)", "Impact(999999999)", "Fear(999999999)", "Tough(0)", "Tough(-5)", "Retaliate(999999999)", "Ravage(99999999)"} {
		for _, id := range editions {
			for _, mode := range []gf.Mode{gf.Shooting, gf.Melee} {
				s := gf.Side{
					Quality: 4, Defense: 4, Rules: rules.ParseUses([]string{rule}), Groups: []gf.Group{{Models: 5}},
					Weapons: []gf.Weapon{{Name: "gun", Count: 5, Attacks: 2, Range: 12}, {Name: "blade", Count: 5, Attacks: 2}},
				}
				r := resolve(t, gf.Duel{System: system(t, id), Scenario: gf.Scenario{Mode: mode, InSight: true}, Attacker: s, Target: s})
				if math.Abs(r.Target.Wounds.PMF.Total()-1) > slack {
					t.Errorf("%s, %s: %v", id, rule, r.Target.Wounds.PMF)
				}
			}
		}
	}
	for _, s := range []gf.Side{
		{Quality: 4, Defense: 4},
		{Quality: 7, Defense: 4, Groups: []gf.Group{{Models: 1}}},
		{Quality: 4, Defense: 1, Groups: []gf.Group{{Models: 1}}},
		{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: -1}, {Models: 3}}},
		{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 1 << 30}}},
		{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 1}}, Rules: []rules.Use{{Name: "Tough", Rating: "999999"}}},
		{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 1}}, WoundsTaken: 1},
		{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 1}}, Weapons: []gf.Weapon{{Name: "gun", Count: math.MaxInt, Attacks: math.MaxInt}}},
		{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 1}}, Hero: &gf.Hero{}},
	} {
		ok := gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 1}}}
		if _, err := gf.Resolve(gf.Duel{System: system(t, "gf-3"), Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: ok, Target: s}); err == nil {
			t.Errorf("%+v was fought", s)
		}
	}
	if _, err := gf.Resolve(gf.Duel{}); err == nil {
		t.Error("a duel of no system was fought")
	}
	if _, err := gf.Resolve(gf.Duel{System: system(t, "gf-3")}); err == nil {
		t.Error("a duel of no mode was fought")
	}
}

// A rule that does nothing in a fight, on some models only, changes nothing: like
// weapons of a squad stay one weapon group, which picks one model.
func TestLikeWeaponsPickTogether(t *testing.T) {
	for _, id := range editions {
		for _, own := range [][]string{{"Takedown"}, {"Sniper"}, {"Takedown", "Deadly(2)"}, {"Sniper", "Blast(2)"}} {
			for _, mode := range []gf.Mode{gf.Shooting, gf.Melee} {
				armed := func(n int) []gf.Weapon {
					w := gf.Weapon{Name: "Needle", Count: n, Attacks: 2, Rules: rules.ParseUses(own)}
					if mode == gf.Shooting {
						w.Range = 24
					}
					return []gf.Weapon{w}
				}
				whole := gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 3}}, Weapons: armed(3)}
				parted := gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{
					{Models: 2, Weapons: armed(2)}, {Models: 1, Weapons: armed(1), Rules: rules.ParseUses([]string{"Scout"})},
				}}
				target := gf.Side{
					Quality: 4, Defense: 4, Rules: rules.ParseUses([]string{"Tough(3)"}), Groups: []gf.Group{{Models: 3}},
					Hero: &gf.Hero{Quality: 3, Defense: 3, Rules: rules.ParseUses([]string{"Tough(3)"})},
				}
				d := gf.Duel{System: system(t, id), Scenario: gf.Scenario{Mode: mode, InSight: true}, Attacker: whole, Target: target}
				want := resolve(t, d).Target.Wounds.PMF
				d.Attacker = parted
				r := resolve(t, d)
				sampledAsExact(t, d, r, 2000)
				for i, p := range r.Target.Wounds.PMF {
					if math.Abs(p-want[i]) > slack {
						t.Errorf("%s %s, %v: %d wounds %.6f, should be %.6f", id, mode, own, i, p, want[i])
					}
				}
			}
		}
	}
}
