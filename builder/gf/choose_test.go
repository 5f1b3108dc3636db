package gf_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// swapBook is a squad of three whose section gives the axe back that it takes.
const swapBook = `
muster: book/1
id: watch
name: Watch
system: gf-3
units:
  - id: squad
    name: Squad
    size: 3
    quality: 4
    defense: 4
    cost: 60
    weapons:
      - {name: Axe, count: 3, attacks: 2}
      - {name: Shield Spike, count: 3, attacks: 1}
    upgrades: [own]
upgrades:
  - id: own
    name: Own
    sections:
      - label: Replace all Axes and Shield Spikes
        kind: replace
        affects: all
        targets: [Axe, Shield Spike]
        options:
          - {id: club, name: Club, cost: 5, weapons: [{name: Club, attacks: 1}]}
      - label: Replace one Axe
        kind: replace
        affects: 1
        targets: [Axe]
        options:
          - {id: axe-pistol, name: "Axe, Pistol", cost: 5, weapons: [{name: Axe, attacks: 2}, {name: Pistol, range: 12, attacks: 1}]}
`

// What a choice gives is not taken by the same choice (GF, Upgrades; docs/rules-notes.md,
// "What a choice gives"): with no axe left, the option chosen twice gives two axes and
// two pistols, and each is carried by a model.
func TestAChoiceTakesNothingThatItGives(t *testing.T) {
	army := armyOf(t, swapBook, "{muster: list/1, system: gf-3, book: watch, units: [{id: a, unit: squad, upgrades: [club, {option: axe-pistol, count: 2}]}]}")
	if len(army.Findings) == 0 || army.Findings[0].Code != "upgrade/unavailable" {
		t.Fatalf("no axe is left to replace: %v", army.Findings)
	}
	u, want := army.Units[0], map[string]int{"Club": 3, "Axe": 2, "Pistol": 2}
	unit, figures, fight := map[string]int{}, map[string]int{}, map[string]int{}
	for _, w := range u.Weapons {
		unit[w.Name] += w.Count
	}
	for _, f := range u.Figures() {
		for _, w := range f.Weapons {
			figures[w.Name] += w.Count
		}
	}
	side := army.Groups[0].Side(army.Game)
	if len(side.Weapons) > 0 {
		t.Errorf("no model carries %v", side.Weapons)
	}
	for _, g := range side.Groups {
		for _, w := range g.Weapons {
			fight[w.Name] += w.Count
		}
	}
	for name, got := range map[string]map[string]int{"the unit": unit, "its figures": figures, "its side of a fight": fight} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}

// A section for gear that the unit has only by another section names the options that give it.
func TestSectionsNameTheOptionsThatGiveTheirGear(t *testing.T) {
	book := swapBook + `
      - label: Upgrade Pistol
        kind: upgrade
        targets: [Pistol]
        options:
          - {id: scope, name: Scope, cost: 5, rules: [Relentless]}
`
	army := armyOf(t, book, "{muster: list/1, system: gf-3, book: watch, units: [{id: a, unit: squad}]}")
	var got [][]string
	for _, s := range army.OpenUpgrades("a") {
		var names []string
		for _, o := range s.GivenBy {
			names = append(names, o.ID)
		}
		got = append(got, names)
	}
	if diff := cmp.Diff([][]string{nil, nil, {"axe-pistol"}}, got); diff != "" {
		t.Error(diff)
	}
}
