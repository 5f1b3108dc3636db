package preview_test

import (
	"math"
	"slices"
	"testing"

	"muster/builder/gf"
	"muster/builder/gf/preview"
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
	units := preview.Units(army)
	pairs, err := preview.Try(army.Game, &units[0], &units[1], preview.Options{Mode: combat.Ability})
	if err != nil {
		t.Fatal(err)
	}
	if len(pairs) != 1 || pairs[0].Scenario.Use.Name != "Hail" || pairs[0].Scenario.Distance != 12 || !units[0].Casts(pairs[0].Scenario.Use) {
		t.Fatalf("%+v", pairs)
	}
	if mean := pairs[0].Result.Target.Wounds.Mean; math.Abs(mean-4) > 1e-9 { // six hits, blocked on 5+
		t.Errorf("%g wounds, should be 4", mean)
	}
	if pairs, err = preview.Try(army.Game, &units[1], &units[0], preview.Options{Mode: combat.Ability}); err != nil || len(pairs) != 0 {
		t.Errorf("who is no caster casts: %+v, %v", pairs, err)
	}
	// Those that help or hinder a unit count for every unit of the list.
	if pair, err := preview.Fight(army.Game, &units[1], &units[0], combat.Scenario{Mode: combat.Melee}); err != nil || !slices.Contains(pair.Result.CouldBeUsed, "True Aim") {
		t.Errorf("%q, %v; True Aim could be used", pair.Result.CouldBeUsed, err)
	}
	if err := preview.Use(units, rules.ParseUses([]string{"true aim"})); err != nil {
		t.Fatal(err)
	}
	pair, err := preview.Fight(army.Game, &units[1], &units[0], combat.Scenario{Mode: combat.Melee})
	if err != nil || slices.Contains(pair.Result.CouldBeUsed, "True Aim") {
		t.Errorf("%q, %v; True Aim is used", pair.Result.CouldBeUsed, err)
	}
}
