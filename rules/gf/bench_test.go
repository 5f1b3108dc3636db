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
