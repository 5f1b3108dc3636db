package gf_test

import (
	"fmt"
	"testing"

	"muster/rules"
	"muster/rules/gf"
)

func system(t testing.TB, id string) *rules.System {
	t.Helper()
	s, err := rules.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// squad is n models with three kinds of melee weapons.
func squad(n int, own ...string) gf.Side {
	return gf.Side{
		Quality: 4, Defense: 4, Rules: rules.ParseUses(own), Groups: []gf.Group{{Models: n}},
		Weapons: []gf.Weapon{
			{Name: "Blade", Count: n - n/5 - n/10, Attacks: 1},
			{Name: "Ripper", Count: n / 5, Attacks: 2, Rules: rules.ParseUses([]string{"Rending"})},
			{Name: "Hammer", Count: max(n/10, 1), Attacks: 2, Rules: rules.ParseUses([]string{"AP(2)", "Blast(2)"})},
		},
	}
}

func BenchmarkMelee(b *testing.B) {
	gf3 := system(b, "gf-3")
	for _, n := range []int{5, 10, 20, 40, 80} {
		for _, c := range []struct {
			name string
			own  []string
		}{{"", nil}, {"/tough-3", []string{"Tough(3)"}}} {
			b.Run(fmt.Sprintf("%dv%d%s", n, n, c.name), func(b *testing.B) {
				d := gf.Duel{System: gf3, Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: squad(n, c.own...), Target: squad(n, c.own...)}
				b.ReportAllocs()
				for b.Loop() {
					if _, err := gf.Resolve(d); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkHordes is a charge of 60 models against 60, with weapons as books have them. Wanted: at most
// 5 ms and 5 MB.
func BenchmarkHordes(b *testing.B) {
	gf3 := system(b, "gf-3")
	horde := squad(60, "Tough(3)", "Furious")
	horde.Weapons = append(horde.Weapons,
		gf.Weapon{Name: "Lance", Count: 6, Attacks: 1, Rules: rules.ParseUses([]string{"AP(4)", "Deadly(3)", "Reliable"})},
		gf.Weapon{Name: "Flail", Count: 6, Attacks: 3, Rules: rules.ParseUses([]string{"Blast(3)", "Bane"})})
	d := gf.Duel{System: gf3, Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: horde, Target: horde}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := gf.Resolve(d); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVolley(b *testing.B) {
	d := gf.Duel{
		System: system(b, "gf-3"), Scenario: gf.Scenario{Mode: gf.Shooting, Distance: 12, InSight: true},
		Attacker: gf.Side{
			Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 10}}, Rules: rules.ParseUses([]string{"Relentless"}),
			Weapons: []gf.Weapon{{Name: "Cannon", Count: 10, Range: 24, Attacks: 3, Rules: rules.ParseUses([]string{"AP(1)", "Rending", "Surge"})}},
		},
		Target: gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 10}}},
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := gf.Resolve(d); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkChoosers is a fight of two units of which each picks one of two
// effects of two rules, beside the same fight with what they pick settled.
func BenchmarkChoosers(b *testing.B) {
	gf3 := system(b, "gf-3")
	is := true
	picks := func(name string, when rules.When, one, other rules.Effect) rules.Rule {
		one.When, other.When = when, when
		one.When.ChoiceNumber, other.When.ChoiceNumber = 1, 2
		return rules.Rule{Name: name, Effects: []rules.Effect{one, other}}
	}
	number := func(n int) rules.Value { return rules.Value{IsSet: true, Number: n} }
	with := func(mode string, of, against rules.When) *rules.Set {
		return rules.NewSet([]rules.Rule{
			picks("Keen "+mode, of, rules.Effect{AP: number(1)}, rules.Effect{ToHit: number(1)}),
			picks("Fierce "+mode, of, rules.Effect{Trigger: rules.OnSixToHit, ExtraHits: number(1)}, rules.Effect{Trigger: rules.OnSixToHit, AP: number(2)}),
			picks("Firm "+mode, against, rules.Effect{BlockModifier: number(1)}, rules.Effect{Attacker: rules.EnemyAttacks, ToHit: number(-1)}),
			picks("Stout "+mode, against, rules.Effect{Ward: number(6)}, rules.Effect{Attacker: rules.EnemyAttacks, AP: number(-1)}),
		}, gf3.Set())
	}
	for _, c := range []struct {
		mode gf.Mode
		set  *rules.Set
	}{
		{gf.Shooting, with("shooting", rules.When{Shooting: &is}, rules.When{Shooting: &is})},
		{gf.Melee, with("melee", rules.When{Charging: &is}, rules.When{Charged: &is})},
	} {
		d := gf.Duel{System: gf3, Scenario: gf.Scenario{Mode: c.mode, Distance: 12, InSight: true}, Attacker: squad(10), Target: squad(10)}
		d.Attacker.RuleSet, d.Target.RuleSet = c.set, c.set
		for i := range d.Attacker.Weapons {
			if c.mode == gf.Shooting {
				d.Attacker.Weapons[i].Range = 24
			}
		}
		d.Attacker.Rules = rules.ParseUses([]string{"Keen " + string(c.mode), "Fierce " + string(c.mode)})
		d.Target.Rules = rules.ParseUses([]string{"Firm " + string(c.mode), "Stout " + string(c.mode)})
		open, err := gf.Resolve(d)
		if err != nil {
			b.Fatal(err)
		}
		for name, d := range map[string]gf.Duel{"/settled": open.WithPicks(d), "/two-a-side": d} {
			b.Run(string(c.mode)+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := gf.Resolve(d); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
