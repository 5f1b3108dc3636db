package gf_test

import (
	"math"
	"testing"

	"muster/rules"
	"muster/rules/gf"
)

// A chain has for each number of wounds taken what Wounds has for the rest of the target, of whole and
// of hurt models; and there is none where more than the wounds matters.
func TestChainIsWoundsOfWhatIsLeft(t *testing.T) {
	system, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	side := func(models int, uses ...string) gf.Side {
		return gf.Side{RuleSet: system.Set(), Quality: 4, Defense: 4, Rules: rules.ParseUses(uses), Groups: []gf.Group{{Models: models}}}
	}
	armed := func(s gf.Side, w ...gf.Weapon) gf.Side {
		s.Weapons = w
		return s
	}
	rifle := gf.Weapon{Name: "Rifle", Range: 24, Attacks: 1, Count: 5}
	for name, d := range map[string]gf.Duel{
		"rifles":      {Attacker: armed(side(5), rifle), Target: side(6)},
		"Blast":       {Attacker: armed(side(5), rifle, gf.Weapon{Name: "Gun", Range: 24, Attacks: 2, Count: 1, Rules: rules.ParseUses([]string{"Blast(3)"})}), Target: side(5)},
		"hurt models": {Attacker: armed(side(5), rifle, gf.Weapon{Name: "Lance", Range: 24, Attacks: 2, Count: 1, Rules: rules.ParseUses([]string{"Deadly(3)"})}), Target: side(3, "Tough(3)")},
		"a charge that is struck back": {
			Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: armed(side(5), gf.Weapon{Name: "Blade", Attacks: 2, Count: 5}),
			Target: armed(side(4, "Counter"), gf.Weapon{Name: "Pike", Attacks: 2, Count: 4}),
		},
		"Regeneration": {Attacker: armed(side(5), rifle), Target: side(2, "Tough(6)", "Regeneration")},
	} {
		tough := d.Target.ToughByGroup(system)[0]
		d.System = system
		if d.Scenario.Mode == "" {
			d.Scenario = gf.Scenario{Mode: gf.Shooting, Distance: 12, InSight: true}
		}
		chain, err := gf.WoundsByWoundsTaken(d)
		if err != nil || len(chain) != d.Target.Models()*tough+1 {
			t.Fatalf("%s: a chain of %d, %v", name, len(chain), err)
		}
		for taken := range len(chain) - 1 {
			left := d
			left.Target.StartModels, left.Target.WoundsTaken = d.Target.Models(), taken%tough
			for i := range left.Target.Weapons {
				left.Target.Weapons = []gf.Weapon{left.Target.Weapons[i]}
				left.Target.Weapons[i].Count = d.Target.Models() - taken/tough
			}
			left.Target.Groups = []gf.Group{{Models: d.Target.Models() - taken/tough}}
			want, err := gf.Wounds(left)
			if err != nil || len(want) != len(chain[taken]) {
				t.Fatalf("%s, %d wounds taken: %v, should be %v, %v", name, taken, chain[taken], want, err)
			}
			for more, p := range want {
				if math.Abs(p-chain[taken][more]) > 1e-12 {
					t.Errorf("%s, %d wounds taken: %d more have the chance %g, should be %g", name, taken, more, chain[taken][more], p)
				}
			}
		}
	}
	weapons := []gf.Weapon{{Name: "Blade", Attacks: 1, Count: 5, ProfileOf: "Blade"}, {Name: "Blade, wide", Attacks: 2, Count: 5, ProfileOf: "Blade"}}
	picks := gf.Duel{System: system, Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: armed(side(5), weapons...), Target: side(3)}
	if chain, err := gf.WoundsByWoundsTaken(picks); err != nil || chain != nil {
		t.Errorf("of weapons to pick there is a chain, %v, %v", chain, err)
	}
}
