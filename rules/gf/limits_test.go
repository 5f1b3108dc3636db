package gf_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"muster/rules"
	"muster/rules/gf"
)

// Fights that are larger than any table sees still end, within the time that
// tests have.
func TestLargeFights(t *testing.T) {
	if testing.Short() {
		t.Skip("its fights are larger than any")
	}
	const horde = `{models: 80, quality: 4, defense: 4, rules: [Furious, Regeneration],
		weapons: [{name: A, count: 80, attacks: 3, rules: [Rending]}, {name: B, count: 10, attacks: 6, rules: [Blast(20)]}],
		hero: {quality: 3, defense: 3, rules: [Tough(6)], weapons: [{name: C, attacks: 6, rules: [Deadly(6), PICKS]}]}}`
	const giants = `{models: 10, quality: 4, defense: 4, rules: [Tough(12), Regeneration],
		weapons: [{name: A, count: 10, attacks: 6, rules: [Deadly(3)]}],
		hero: {quality: 3, defense: 3, rules: [Tough(12)], weapons: [{name: C, attacks: 6, rules: [Deadly(6), PICKS]}]}}`
	const volcano = `{models: 1, quality: 4, defense: 4, weapons: [{name: A, range: 24, attacks: 200, rules: [Relentless, Rending, Deadly(3), Poison, Blast(20)]}]}`
	for _, c := range []struct{ name, scenario, attacker, target string }{
		{"80 models and a hero on each side, who picks his man", "melee", horde, horde},
		{"ten giants and their hero on each side", "melee", giants, giants},
		{"200 attacks of one weapon on 80 models", "shooting, distance: 6", volcano, horde},
	} {
		for id, picks := range map[string]string{"gf-3": "Takedown", "gf-2.16": "Sniper", "gf-2.7": "Sniper"} {
			text := "muster: duel/1\nsystem: " + id + "\nscenario: {mode: " + c.scenario + "}\nattacker: " + c.attacker + "\ntarget: " + c.target + "\n"
			r := resolveText(t, strings.ReplaceAll(text, "PICKS", picks))
			for _, side := range []gf.Outcome{r.Attacker, r.Target} {
				if math.Abs(side.Wounds.PMF.Total()-1) > slack || math.Abs(side.ModelsLost.PMF.Total()-1) > slack {
					t.Errorf("%s, %s: the chances do not add up to 1", c.name, id)
				}
			}
		}
	}
}

// What nobody would wait for is refused, and says which figure is at fault.
func TestEndlessFights(t *testing.T) {
	d := gf.Duel{
		System: system(t, "gf-2.16"), Scenario: gf.Scenario{Mode: gf.Shooting, InSight: true},
		Attacker: gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 1}}, Weapons: []gf.Weapon{
			{Name: "Sun", Count: 1, Attacks: 1000, Range: 12, Rules: rules.ParseUses([]string{"Blast(1)", "Relentless"})},
		}},
		Target: gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 500}}},
	}
	if _, err := gf.Resolve(d); err == nil || !strings.Contains(err.Error(), "Sun: 1000 attacks") {
		t.Errorf("error %v", err)
	}
	many := func(models int, rules string) string {
		text := fmt.Sprintf("{models: %d, quality: 4, defense: 4, rules: [Tough(3)], weapons: [", models)
		for i := range 20 {
			text += fmt.Sprintf("{name: W%d, count: %d, attacks: 2, rules: [AP(%d), %s]}, ", i, models, i%5, rules)
		}
		return text + "]}"
	}
	for _, rules := range []string{"Deadly(6)", "'Deadly(3), Rending'", "'Blast(6), Relentless'"} {
		text := "muster: duel/1\nsystem: gf-3\nscenario: {mode: melee}\nattacker: " + many(500, rules) + "\ntarget: " + many(400, rules) + "\n"
		if _, err := gf.Resolve(readText(t, text)); err == nil || !strings.Contains(err.Error(), "too many weapons and wounds") {
			t.Errorf("%s: error %v", rules, err)
		}
	}
}

// The numbers of a fight are lent, so that many weapons and survivors cost few allocations.
func TestAllocationsOfFight(t *testing.T) {
	d := gf.Duel{System: system(t, "gf-3"), Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: squad(20), Target: squad(20)}
	if n := testing.AllocsPerRun(100, func() { resolve(t, d) }); n > 130 {
		t.Errorf("20 models against 20 take %v allocations", n)
	}
}

// A rule that takes a number does nothing without one, and a preview says so; a
// rule that gives one that nobody knows is named by its own name.
func TestNamesWhatIsNotModelled(t *testing.T) {
	for _, c := range []struct {
		rules string
		want  []string
	}{
		{"AP(1), Transport(6), Fearless, Scout", []string{}},
		{"AP, Fear, Tough(two), Rending(3), Repair(2)", []string{"AP", "Fear", "Repair", "Tough"}},
		{"Humming Aura, Regeneration Aura", []string{"Humming Aura"}},
	} {
		d := gf.Duel{System: system(t, "gf-3"), Scenario: gf.Scenario{Mode: gf.Melee}}
		d.Attacker = gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 2}}}
		d.Target = d.Attacker
		d.Attacker.Rules = rules.ParseUses(strings.Split(c.rules, ", "))
		if got := resolve(t, d).NotModelled; !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, should be %q", c.rules, got, c.want)
		}
		rolled, err := gf.Sample(d, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(rolled.NotModelled, c.want) && len(rolled.NotModelled)+len(c.want) > 0 {
			t.Errorf("%s: rolled %q, should be %q", c.rules, rolled.NotModelled, c.want)
		}
	}
}

// Wounds that a unit begins with are on one model, and less than kill it.
func TestWoundedModel(t *testing.T) {
	for wounded, fought := range map[int]bool{0: true, 2: true, 3: false, 5: false} {
		d := gf.Duel{System: system(t, "gf-3"), Scenario: gf.Scenario{Mode: gf.Melee}}
		d.Attacker = gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 2}}}
		d.Target = d.Attacker
		d.Target.Rules, d.Target.WoundsTaken = rules.ParseUses([]string{"Tough(3)"}), wounded
		if _, err := gf.Resolve(d); (err == nil) != fought {
			t.Errorf("%d wounds on a Tough(3) model: error %v", wounded, err)
		}
	}
}

// Numbers too large for an int, and rules that give each other in circles or by
// the hundred, are counted or refused at once, by odds and dice alike.
func TestHostileRules(t *testing.T) {
	give := func(n int) []rules.Rule {
		var all []rules.Rule
		for i := range n {
			r := rules.Rule{Name: fmt.Sprint("R", i), Summary: "Gives."}
			for j := range n {
				r.Effects = append(r.Effects, rules.Effect{GivenRules: []rules.Use{{Name: fmt.Sprint("R", j)}}})
			}
			all = append(all, r)
		}
		return all
	}
	dice := func(n int) []rules.Rule {
		all := make([]rules.Rule, n)
		for i := range all {
			all[i] = rules.Rule{Name: fmt.Sprint("R", i), Effects: []rules.Effect{
				{When: rules.When{RuleDieFaces: []int{1}}, ToHit: rules.Value{IsSet: true, Number: 1}},
				{When: rules.When{RuleDieFaces: []int{2}}, GivenRules: []rules.Use{{Name: fmt.Sprint("R", i+1)}}},
			}}
		}
		return all
	}
	for _, c := range []struct {
		name           string
		house          []rules.Rule
		models, weapon string
		fought         bool
	}{
		{"a huge number", nil, "Tough(4611686018427387905)", "Blast(4611686018427387905)", false},
		{"four huge numbers", nil, "Tough(4611686018427387904), Tough(4611686018427387904), Tough(4611686018427387904), Tough(4611686018427387904)", "", false},
		{"huge numbers of a weapon", nil, "", "Blast(4611686018427387905), AP(9223372036854775807), AP(9223372036854775807), Deadly(9000000000)", true},
		{"thirty rules that give each other", give(30), "R0", "R1", true},
		{"a hundred", give(100), "R0", "R1", false},
		{"two hundred", give(200), "R0", "R1", false},
		{"a weapon's rule that gives itself", give(1), "", "R0", true},
		{"two that give each other", give(2), "R0", "R1", true},
		{"eight rules with a die", dice(8), "R0", "", false},
	} {
		d := gf.Duel{System: system(t, "gf-3"), Scenario: gf.Scenario{Mode: gf.Melee}}
		side := gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 2}}, RuleSet: rules.NewSet(c.house, d.System.Set())}
		if c.models != "" {
			side.Rules = rules.ParseUses(strings.Split(c.models, ", "))
		}
		side.Weapons = []gf.Weapon{{Name: "A", Count: 2, Attacks: 1}}
		if c.weapon != "" {
			side.Weapons[0].Rules = rules.ParseUses(strings.Split(c.weapon, ", "))
		}
		d.Attacker, d.Target = side, side
		if _, err := gf.Resolve(d); (err == nil) != c.fought {
			t.Errorf("%s: exact odds, error %v", c.name, err)
		}
		if _, err := gf.Sample(d, 10, 1); (err == nil) != c.fought {
			t.Errorf("%s: rolled, error %v", c.name, err)
		}
	}
}
