package preview_test

import (
	"context"
	"math"
	"testing"

	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/rules"
	combat "muster/rules/gf"
)

// squad is a unit of plain models with one attack each that hits on 4+, without armour piercing.
func squad(g *rules.System, models, attacks int, uses ...string) *preview.Combatant {
	return &preview.Combatant{ID: "s", Name: "Squad", Points: 100, Side: combat.Side{
		RuleSet: g.Set(), Quality: 4, Defense: 4, Rules: rules.ParseUses(uses), Groups: []combat.Group{{Models: models}},
		Weapons: []combat.Weapon{{Name: "Gun", Range: 24, Attacks: attacks, Count: 1}},
	}}
}

func repeated(t testing.TB, g *rules.System, by, target *preview.Combatant, mode combat.Mode) odds.AttacksNeeded {
	t.Helper()
	p, err := preview.PreviewAttack(g, by, target, combat.Scenario{Mode: mode, Distance: 12, InSight: true})
	if err != nil {
		t.Fatal(err)
	}
	mean, err := preview.MeanAttacksNeeded(context.Background(), g, &p)
	if err != nil {
		t.Fatal(err)
	}
	return mean
}

// One die wounds with 1/2 × 1/2 = 1/4; two dice with 6/16 once and 1/16 twice.
func TestRepeatedAttacksByHand(t *testing.T) {
	g := game(t, "gf-3")
	for _, c := range []struct {
		name         string
		by, target   *preview.Combatant
		half, killed float64
	}{
		{"one die, one model", squad(g, 1, 1), squad(g, 1, 1), 4, 4},
		{"one die, two models: 4 + 4", squad(g, 1, 1), squad(g, 2, 1), 4, 8},
		{"one die, a model of Tough(3), half at its second wound", squad(g, 1, 1), squad(g, 1, 1, "Tough(3)"), 8, 12},
		{"one die, three models, half at one left", squad(g, 1, 1), squad(g, 3, 1), 8, 12},
		// One left: 1 ÷ 7/16. Two left: (1 + 6/16 × 16/7) ÷ 7/16.
		{"two dice, two models", squad(g, 1, 2), squad(g, 2, 1), 16. / 7, (1 + 6./7) * 16 / 7},
		{"nothing to shoot with", squad(g, 1, 0), squad(g, 2, 1), math.Inf(1), math.Inf(1)},
	} {
		got := repeated(t, g, c.by, c.target, combat.Shooting)
		if !near(got.UntilHalf, c.half) || !near(got.UntilDestroyed, c.killed) {
			t.Errorf("%s: %v, should be half after %v and destroyed after %v", c.name, got, c.half, c.killed)
		}
	}
}

func near(x, y float64) bool { return x == y || math.Abs(x-y) < 1e-9 }

// The mean of 100,000 rolled sequences is the exact one. What is left after each rolled attack is
// kept here by models and wounds, apart from the chain.
func TestRepeatedAttacksAreTheMeanOfRolledOnes(t *testing.T) {
	g := game(t, "gf-3")
	const times = 100_000
	by, target := squad(g, 1, 3, "Relentless"), squad(g, 3, 1, "Tough(3)")
	by.Side.Weapons = append(by.Side.Weapons, // what a hurt model cannot take is lost
		combat.Weapon{Name: "Lance", Range: 24, Attacks: 2, Count: 1, Rules: rules.ParseUses([]string{"Deadly(2)"})})
	exact := repeated(t, g, by, target, combat.Shooting)
	var sum, squares, halves float64
	seed := uint64(0)
	for range times {
		models, wounded, n, half := 3, 0, 0.0, 0.0
		for models > 0 {
			side := target.Side
			side.Groups, side.WoundsTaken, side.StartModels = []combat.Group{{Models: models}}, wounded, 3
			seed++
			r, err := combat.Sample(combat.Duel{
				System: g, Scenario: combat.Scenario{Mode: combat.Shooting, Distance: 12, InSight: true},
				Attacker: by.Side, Target: side,
			}, 1, seed)
			if err != nil {
				t.Fatal(err)
			}
			wounded += int(r.Target.Wounds.Mean)
			models, wounded = models-wounded/3, wounded%3
			if n++; half == 0 && 2*models <= 3 {
				half = n
			}
		}
		sum, squares, halves = sum+n, squares+n*n, halves+half
	}
	mean := sum / times
	far := 4.5 * math.Sqrt((squares/times-mean*mean)/times)
	if math.Abs(mean-exact.UntilDestroyed) > far || math.Abs(halves/times-exact.UntilHalf) > far {
		t.Errorf("rolled: half after %.4f, destroyed after %.4f; exact: %+v; at most %.4f apart", halves/times, mean, exact, far)
	}
}
