package preview_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/catalog"
	"muster/rules"
	combat "muster/rules/gf"
	"muster/schema/files"
)

// A caster's damage spells have rows of their own, as if cast.
func TestSpellsOfCasters(t *testing.T) {
	folder := files.NewMemory(map[string]string{
		"own.yaml": `muster: book/1
id: own
system: gf-3
name: Own
spells:
  - {name: Hail, value: 1, effect: 'Pick one enemy unit within 12", which takes 6 hits with AP(1).'}
  - {name: Haste, value: 1, effect: 'Pick one friendly unit within 12", which moves +3" when using Advance actions once (next time the effect would apply).'}
  - {name: True Aim, value: 1, effect: 'A friend aims well.', effects: [{to: friends, when: {used: true}, to-hit: 1}]}
units:
  - {id: mage, name: Mage, size: 1, cost: 50, quality: 4, defense: 4, rules: [Caster(1)]}
  - {id: few, name: Few, size: 20, cost: 50, quality: 4, defense: 4}
`,
		"list.yaml": "muster: list/1\nsystem: gf-3\nbook: own.yaml\nunits: [{id: mage, unit: mage}, {id: few, unit: few}]\n",
	})
	army, err := gf.Load(folder, "list.yaml", catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	units := preview.Combatants(army)
	pairs, err := preview.PreviewAll(context.Background(), army.Game, &units[0], &units[1], &odds.Question{Mode: odds.Ability})
	if err != nil {
		t.Fatal(err)
	}
	if len(pairs) != 1 || pairs[0].Scenario.AbilityRule.Name != "Hail" || pairs[0].Scenario.Distance != 12 || !units[0].CastsSpell(pairs[0].Scenario.AbilityRule) {
		t.Fatalf("%+v", pairs)
	}
	if mean := pairs[0].Result.Target.Wounds.Mean; math.Abs(mean-4) > 1e-9 { // six hits, blocked on 5+
		t.Errorf("%g wounds, should be 4", mean)
	}
	if pairs, err = preview.PreviewAll(context.Background(), army.Game, &units[1], &units[0], &odds.Question{Mode: odds.Ability}); err != nil || len(pairs) != 0 {
		t.Errorf("who is no caster casts: %+v, %v", pairs, err)
	}
	// Those that help or hinder a unit count for every unit of the list.
	if pair, err := preview.PreviewAttack(army.Game, &units[1], &units[0], combat.Scenario{Mode: combat.Melee}); err != nil || !slices.Contains(pair.Result.UnusedOptionalRules, "True Aim") {
		t.Errorf("%q, %v; True Aim could be used", pair.Result.UnusedOptionalRules, err)
	}
	if err := preview.UseRules(units, rules.ParseUses([]string{"true aim"})); err != nil {
		t.Fatal(err)
	}
	pair, err := preview.PreviewAttack(army.Game, &units[1], &units[0], combat.Scenario{Mode: combat.Melee})
	if err != nil || slices.Contains(pair.Result.UnusedOptionalRules, "True Aim") {
		t.Errorf("%q, %v; True Aim is used", pair.Result.UnusedOptionalRules, err)
	}
}

// Who is better at morale tests that shooting and melee trigger is no better at
// those of spells.
func TestSpellsMeetNoBonusForTestsOfShooting(t *testing.T) {
	folder := files.NewMemory(map[string]string{
		"own.yaml": `muster: book/1
id: own
system: gf-3
name: Own
rules:
  - {name: Oath, summary: Units where all models have this rule get +1 to morale test rolls triggered by shooting/melee.}
spells:
  - {name: Hail, value: 1, effect: 'Pick one enemy unit within 12", which takes 2 hits.'}
units:
  - {id: mage, name: Mage, size: 1, cost: 50, quality: 4, defense: 4, rules: [Caster(1)], weapons: [{name: Bow, range: 12, attacks: 4}, {name: Blade, attacks: 4}]}
  - {id: sworn, name: Sworn, size: 2, cost: 50, quality: 4, defense: 4, rules: [Oath]}
`,
		"list.yaml": "muster: list/1\nsystem: gf-3\nbook: own.yaml\nunits: [{id: mage, unit: mage}, {id: sworn, unit: sworn}]\n",
	})
	army, err := gf.Load(folder, "list.yaml", catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	units := preview.Combatants(army)
	for _, c := range []struct {
		scenario combat.Scenario
		fails    float64 // of a test with Quality 4+
	}{
		{combat.Scenario{Mode: combat.Shooting, Distance: 12, InSight: true}, 2. / 6},
		{combat.Scenario{Mode: combat.Melee}, 2. / 6},
		{combat.Scenario{Mode: combat.Ability, Distance: 12, AbilityRule: rules.Use{Name: "Hail"}}, 3. / 6},
	} {
		p, err := preview.PreviewAttack(army.Game, &units[0], &units[1], c.scenario)
		if err != nil {
			t.Fatal(err)
		}
		target := p.Result.Target
		if got := (target.Shaken + target.Routed) / target.MoraleTests; target.MoraleTests == 0 || math.Abs(got-c.fails) > 1e-9 {
			t.Errorf("%s: %.4f of %.4f tests fail, should be %.4f", c.scenario.Mode, got, target.MoraleTests, c.fails)
		}
	}
}

// What a unit does for others counts for units of another book too, and means
// what it means in its own book.
func TestRulesOfAnotherBook(t *testing.T) {
	book := func(id, mark, extra string) string {
		return "muster: book/1\nid: " + id + "\nsystem: gf-3\nname: " + id + "\nrules:\n  - {name: Mark, summary: Marks., effects: [{to: friends, when: {used: true}, to-hit: " + mark + "}]}\n" + extra
	}
	unit := ", size: 5, cost: 50, quality: 4, defense: 4, weapons: [{name: Blade, count: 5, attacks: 1}]"
	folder := files.NewMemory(map[string]string{
		"aa.yaml": book("aa", "1", "  - {name: Low Note, summary: Low., effects: [{to: enemy, when: {used: true}, block: -1}]}\n  - {name: Gift, summary: Gift., effects: [{to: friends, when: {used: true}, gives: [Own]}]}\n  - {name: Own, summary: Own., effects: [{to-hit: 2}]}\n"+
			"units:\n  - {id: x, name: X"+unit+", rules: [Mark, Low Note, Gift]}\n"),
		"bb.yaml":   book("bb", "-1", "  - {name: Own, summary: Own., effects: [{to-hit: -2}]}\nunits:\n  - {id: y, name: Y"+unit+"}\n"),
		"list.yaml": "muster: list/1\nsystem: gf-3\nbooks: [aa.yaml, bb.yaml]\nunits: [{id: x, unit: x}, {id: y, unit: y, book: bb}]\n",
	})
	army, err := gf.Load(folder, "list.yaml", catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		use  string
		want float64 // wounds of five dice, hitting on 4+, blocked on 4+
	}{
		{"", 5 * 3. / 6 * 3 / 6},
		{"Mark", 5 * 4. / 6 * 3 / 6},
		{"Low Note", 5 * 3. / 6 * 4 / 6},
		{"Gift", 5 * 5. / 6 * 3 / 6},
	} {
		units := preview.Combatants(army)
		if c.use != "" {
			// Said twice is used once.
			if err := preview.UseRules(units, rules.ParseUses([]string{c.use, c.use})); err != nil {
				t.Fatal(err)
			}
		}
		for i := range units {
			pair, err := preview.PreviewAttack(army.Game, &units[i], &preview.Combatant{ID: "foe", Name: "Foe", Points: 50, Side: combat.Side{
				Quality: 4, Defense: 4, Groups: []combat.Group{{Models: 20}},
			}}, combat.Scenario{Mode: combat.Melee})
			if err != nil {
				t.Fatal(err)
			}
			if got := pair.Result.Target.Wounds.Mean; math.Abs(got-c.want) > 1e-9 {
				t.Errorf("%s with %q: %g wounds, want %g", units[i].Name, c.use, got, c.want)
			}
			for _, name := range []string{"Mark", "Low Note", "Gift"} {
				if could := slices.Contains(pair.Result.UnusedOptionalRules, name); could != (name != c.use) {
					t.Errorf("%s with %q: %s could be used: %v", units[i].Name, c.use, name, could)
				}
			}
		}
	}
}
