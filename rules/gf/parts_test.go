package gf_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"muster/rules"
	"muster/rules/gf"
)

// What weapons do together is put together from what each does alone, and is no more
// than the most of each. Players pick and dice of rules fall as in the whole fight.
func TestAnAttackIsTheSumOfItsParts(t *testing.T) {
	picked := func(n int) rules.When { return rules.When{Choice: n} }
	house := []rules.Rule{
		{Name: "Versatile", Effects: []rules.Effect{{When: picked(1), ToHit: value(1)}, {When: picked(2), AP: value(1)}}},
		{Name: "Fickle", Effects: []rules.Effect{{When: rules.When{Roll: []int{1, 2}}, AP: value(2)}}},
		{Name: "Shifting", Effects: []rules.Effect{{When: picked(1), Block: value(1)}, {When: picked(2), Regeneration: value(5)}}},
	}
	tried, added := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawDuel(t, editions...)
		d.Attacker.Groups, d.Attacker.Hero = d.Attacker.Groups[:1], nil
		for _, s := range []*gf.Side{&d.Attacker, &d.Target} {
			s.Set = rules.NewSet(append([]rules.Rule{}, house...), d.System.Set())
			s.Rules = append(s.Rules, drawRules(t, []string{"Versatile", "Fickle", "Shifting"}, 1, "house rules")...)
		}
		whole, err := gf.Expect(d)
		if err != nil {
			t.Fatal(err)
		}
		weapons := d.Attacker.Weapons
		part := func(of ...gf.Weapon) (unarmed, armed *gf.Part) {
			d.Attacker.Weapons = of
			unarmed, armed, err := gf.Split(d)
			if err != nil {
				t.Fatal(err)
			}
			return unarmed, armed
		}
		unarmed, _ := part()
		parts := []*gf.Part{unarmed}
		for _, w := range weapons {
			_, armed := part(w)
			parts = append(parts, armed)
		}
		most := 0.
		for _, p := range parts {
			if p == nil {
				return // more than one strike matters
			}
			most += p.Most()
		}
		if whole.Mean > most+1e-9 {
			t.Errorf("it deals %g wounds, its parts %g at most", whole.Mean, most)
		}
		if tried++; !gf.Adds(parts) {
			return
		}
		added++
		if sum := gf.Sum(parts); math.Abs(sum-whole.Mean) > 1e-9 {
			t.Errorf("it deals %g wounds, its parts %g", whole.Mean, sum)
		}
	})
	if added*4 < tried {
		t.Errorf("of %d attacks %d are sums", tried, added)
	}
}
