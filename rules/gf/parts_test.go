package gf_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"muster/rules"
	"muster/rules/gf"
)

// What weapons do together is put together from what each does alone, and is no more
// than the most of each. Players pick and dice of rules fall as in the whole fight.
func TestAnAttackIsTheSumOfItsParts(t *testing.T) {
	picked := func(n int) rules.When { return rules.When{ChoiceNumber: n} }
	house := []rules.Rule{
		{Name: "Versatile", Effects: []rules.Effect{{When: picked(1), ToHit: value(1)}, {When: picked(2), AP: value(1)}}},
		{Name: "Fickle", Effects: []rules.Effect{{When: rules.When{RuleDieFaces: []int{1, 2}}, AP: value(2)}}},
		{Name: "Shifting", Effects: []rules.Effect{{When: picked(1), BlockModifier: value(1)}, {When: picked(2), Regeneration: value(5)}}},
	}
	tried, added := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuel(t, editions...)
		d.Attacker.Groups, d.Attacker.Hero = d.Attacker.Groups[:1], nil
		for _, s := range []*gf.Side{&d.Attacker, &d.Target} {
			s.RuleSet = rules.NewSet(append([]rules.Rule{}, house...), d.System.Set())
			s.Rules = append(s.Rules, drawRules(t, []string{"Versatile", "Fickle", "Shifting"}, 1, "house rules")...)
		}
		whole, err := gf.ExpectWounds(d)
		if err != nil {
			t.Fatal(err)
		}
		weapons := d.Attacker.Weapons
		part := func(of ...gf.Weapon) (unarmed, armed *gf.AttackPart) {
			d.Attacker.Weapons = of
			unarmed, armed, err := gf.SplitByWeapon(d)
			if err != nil {
				t.Fatal(err)
			}
			return unarmed, armed
		}
		unarmed, _ := part()
		parts := []*gf.AttackPart{unarmed}
		for _, w := range weapons {
			_, armed := part(w)
			parts = append(parts, armed)
		}
		most := 0.
		for _, p := range parts {
			if p == nil {
				return // more than one strike matters
			}
			most += p.MaxMeanWounds
		}
		if whole.MeanWounds > most+1e-9 {
			t.Errorf("it deals %g wounds, its parts %g at most", whole.MeanWounds, most)
		}
		if tried++; !gf.CanSumParts(parts) {
			return
		}
		added++
		if sum := gf.SumParts(parts); math.Abs(sum-whole.MeanWounds) > 1e-9 {
			t.Errorf("it deals %g wounds, its parts %g", whole.MeanWounds, sum)
		}
	})
	if added*4 < tried {
		t.Errorf("of %d attacks %d are sums", tried, added)
	}
}

// Weapons two by two, in both orders, and with a third in a part of its own: parts that can be added deal what both weapons deal
// together, and of those whose order matters none can be.
func TestOrderOfParts(t *testing.T) {
	profiles := [][]string{nil, {"AP(2)"}, {"Deadly(3)"}, {"Deadly(2)"}, {"Blast(3)"}, {"Takedown"}, {"Sniper"}, {"Rending"}, {"Poison"}, {"Bane"}, {"Takedown", "Deadly(2)"}}
	uses := rules.ParseUses
	targets := []gf.Side{
		{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 5}}},
		{Quality: 4, Defense: 4, Rules: uses([]string{"Tough(3)"}), Groups: []gf.Group{{Models: 3}}},
		{Quality: 4, Defense: 4, Rules: uses([]string{"Tough(3)", "Regeneration"}), Groups: []gf.Group{{Models: 2}}},
		{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 2}, {Models: 1, Rules: uses([]string{"Tough(3)"})}}},
		{
			Quality: 4, Defense: 4, Rules: uses([]string{"Tough(3)"}), Groups: []gf.Group{{Models: 2}},
			Hero: &gf.Hero{Quality: 3, Defense: 3, Rules: uses([]string{"Tough(3)"})},
		},
	}
	added, refused := 0, 0
	compare := func(what string, whole gf.ExpectedWounds, parts ...*gf.AttackPart) {
		t.Helper()
		if slices.Contains(parts, nil) {
			return
		}
		if !gf.CanSumParts(parts) {
			refused++
			return
		}
		added++
		if sum := gf.SumParts(parts); math.Abs(sum-whole.MeanWounds) > 1e-9 {
			t.Errorf("%s deal %.6f wounds, their parts %.6f", what, whole.MeanWounds, sum)
		}
	}
	for _, id := range editions {
		for _, target := range targets {
			for i, first := range profiles {
				for j, second := range profiles {
					if i == j {
						continue
					}
					d := gf.Duel{System: system(t, id), Scenario: gf.Scenario{Mode: gf.Shooting, Distance: 9, InSight: true}, Target: target}
					armed := func(weapons ...[]string) gf.Duel {
						d.Attacker = gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 2}}}
						for at, own := range weapons {
							d.Attacker.Weapons = append(d.Attacker.Weapons, gf.Weapon{Name: string(rune('A' + at)), Count: 1, Range: 24, Attacks: 3, Rules: uses(own)})
						}
						return d
					}
					whole, err := gf.ExpectWounds(armed(first, second))
					if err != nil {
						continue // a rule that the edition does not have
					}
					unarmed, a, err1 := gf.SplitByWeapon(armed(first))
					_, b, err2 := gf.SplitByWeapon(armed(second))
					if err1 != nil || err2 != nil {
						t.Fatal(err1, err2)
					}
					compare(fmt.Sprintf("%s: %v with %v", id, first, second), whole, unarmed, a, b)
					compare(fmt.Sprintf("%s: %v with %v, added in another order", id, first, second), whole, unarmed, b, a)
					_, both, err := gf.SplitByWeapon(armed(first, second))
					if err != nil {
						t.Fatal(err)
					}
					for _, third := range profiles[:6] {
						for _, other := range [][][]string{{third}, {second, third}} {
							_, c, err1 := gf.SplitByWeapon(armed(other...))
							whole, err2 := gf.ExpectWounds(armed(slices.Concat([][]string{first, second}, other)...))
							if err1 != nil || err2 != nil {
								t.Fatal(err1, err2)
							}
							compare(fmt.Sprintf("%s: %v and %v with %v", id, first, second, other), whole, unarmed, both, c)
						}
					}
				}
			}
		}
	}
	if added < 100 || refused < 100 {
		t.Errorf("%d were added, and %d refused", added, refused)
	}
}

// ExpectWounds has the mean that Resolve has, also where a failed test of morale is paid in wounds.
func TestExpectedIsTheMeanOfTheResult(t *testing.T) {
	house := []rules.Rule{{Name: "Stubborn", Effects: []rules.Effect{{MoraleMaxWoundingDie: value(3)}}}}
	paid := 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuel(t, editions...)
		for _, s := range []*gf.Side{&d.Attacker, &d.Target} {
			s.RuleSet = rules.NewSet(append([]rules.Rule{}, house...), d.System.Set())
			drawn := drawRules(t, []string{"Stubborn"}, 1, "house rules")
			s.Rules, paid = append(s.Rules, drawn...), paid+len(drawn)
		}
		result, err := gf.Resolve(d)
		if err != nil {
			t.Fatal(err)
		}
		x, err := gf.ExpectWounds(d)
		if err != nil {
			t.Fatal(err)
		}
		if want := result.Target.Wounds.Mean; math.Abs(x.MeanWounds-want) > 1e-9 {
			t.Errorf("%v wounds are expected, the mean of all results is %v", x.MeanWounds, want)
		}
	})
	if paid == 0 {
		t.Error("nobody pays for morale")
	}
}

// A part counts wounds alone if it resolves with the rest: a deadly weapon resolves earlier,
// even against models with one wound (RULES, Order of groups).
func TestAPartThatResolvesEarlierIsNoCount(t *testing.T) {
	for rule, want := range map[string]bool{"AP(1)": true, "Deadly(3)": false} {
		d := gf.Duel{
			System: system(t, "gf-3"), Scenario: gf.Scenario{Mode: gf.Shooting, Distance: 9, InSight: true},
			Attacker: gf.Side{
				Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 2}},
				Weapons: []gf.Weapon{{Name: "A", Count: 1, Range: 24, Attacks: 3, Rules: rules.ParseUses([]string{rule})}},
			},
			Target: gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 5}}},
		}
		_, armed, err := gf.SplitByWeapon(d)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := armed.WoundChances(); ok != want {
			t.Errorf("%s: it counts wounds alone: %t, want %t", rule, ok, want)
		}
	}
}

// Parts are not added if one of them strikes before another and after it too, or if the bearer's best
// weapon gains attacks: what they deal together is another number.
func TestPartsThatDependOnOthersAreNotAdded(t *testing.T) {
	house := []rules.Rule{
		{Name: "Burst", Effects: []rules.Effect{{BearerHits: value(4)}, {BearerAttacks: value(4)}}},
		{Name: "Keen", Effects: []rules.Effect{{BestWeaponAttacks: value(1)}}},
	}
	for _, c := range []struct {
		rule string
		mode gf.Mode
		aims []string // of the first weapon
	}{{"Burst", gf.Shooting, []string{"Takedown"}}, {"Keen", gf.Melee, nil}} {
		d := gf.Duel{
			System: system(t, "gf-3"), Scenario: gf.Scenario{Mode: c.mode, Distance: 9, InSight: true},
			Attacker: gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 2}}, Rules: rules.ParseUses([]string{c.rule})},
			Target:   gf.Side{Quality: 4, Defense: 4, Rules: rules.ParseUses([]string{"Tough(3)"}), Groups: []gf.Group{{Models: 3}}},
		}
		d.Attacker.RuleSet = rules.NewSet(house, d.System.Set())
		weapons := []gf.Weapon{{Name: "A", Count: 2, Attacks: 3, Rules: rules.ParseUses(c.aims)}, {Name: "B", Count: 2, Attacks: 2}}
		if c.mode == gf.Shooting {
			weapons[0].Range, weapons[1].Range = 24, 24
		}
		armed := func(weapons ...gf.Weapon) gf.Duel {
			d.Attacker.Weapons = weapons
			return d
		}
		whole, err := gf.ExpectWounds(armed(weapons...))
		if err != nil {
			t.Fatal(err)
		}
		unarmed, first, err1 := gf.SplitByWeapon(armed(weapons[0]))
		_, second, err2 := gf.SplitByWeapon(armed(weapons[1]))
		if err1 != nil || err2 != nil || unarmed == nil {
			t.Fatal(err1, err2, unarmed)
		}
		parts := []*gf.AttackPart{unarmed, first, second}
		if gf.CanSumParts(parts) {
			t.Errorf("%s: they are added", c.rule)
		}
		if sum := gf.SumParts(parts); math.Abs(sum-whole.MeanWounds) < 1e-9 {
			t.Errorf("%s: the parts deal %g wounds, and so does the whole: the case shows nothing", c.rule, sum)
		}
	}
}
