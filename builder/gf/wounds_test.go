package gf_test

import (
	"slices"
	"testing"
)

const woundsBook = `
muster: book/1
id: watch
system: gf-3
name: The Watch
units:
  - {id: squad, name: Squad, size: 5, quality: 4, defense: 5, cost: 100, weapons: [{name: Knife, count: 5, attacks: 1}], upgrades: [arms]}
  - {id: brutes, name: Brutes, size: 3, quality: 4, defense: 5, cost: 100, rules: [Tough(3)], weapons: [{name: Knife, count: 3, attacks: 1}], upgrades: [arms]}
  - {id: pair, name: Pair, size: 2, quality: 4, defense: 5, cost: 100, rules: [Tough(2)], weapons: [{name: Knife, count: 2, attacks: 1}], upgrades: [arms]}
upgrades:
  - id: arms
    sections:
      - label: Upgrade any model with
        kind: upgrade
        affects: any
        options:
          - {id: cloak, name: Cloak, cost: 1, items: [{name: Cloak, rules: [Stealth]}]}
          - {id: plate, name: Plate, cost: 1, items: [{name: Plate, rules: [Tough(3)]}]}
      - label: Upgrade one model with
        kind: upgrade
        affects: 1
        options:
          - {id: ward, name: Ward, cost: 5, items: [{name: Ward, rules: [Tough(3)]}]}
          - {id: charm, name: Charm, cost: 5, items: [{name: Charm, rules: [Tough(1)]}]}
          - {id: wall, name: Wall, cost: 5, items: [{name: Wall, rules: [Tough(6)]}]}
          - {id: banner, name: Banner, cost: 5, items: [{name: Banner, rules: [Fear(1)]}]}
`

// What some models carry toughens those models and no others; equipment is on
// models that have none as long as there are such.
func TestWounds(t *testing.T) {
	for _, c := range []struct {
		unit string
		want []int
	}{
		{"{id: a, unit: squad}", []int{1, 1, 1, 1, 1}},
		{"{id: a, unit: squad, upgrades: [{option: cloak, count: 5}, ward]}", []int{1, 1, 1, 1, 3}},
		{"{id: a, unit: squad, upgrades: [ward, {option: cloak, count: 5}]}", []int{1, 1, 1, 1, 3}},
		{"{id: a, unit: squad, upgrades: [{option: cloak, count: 4}, ward, wall]}", []int{1, 1, 1, 3, 6}},
		{"{id: a, unit: squad, upgrades: [banner, ward]}", []int{1, 1, 1, 1, 3}},
		{"{id: a, unit: squad, upgrades: [{option: plate, count: 5}, wall]}", []int{3, 3, 3, 3, 9}},
		{"{id: a, unit: brutes, upgrades: [ward]}", []int{3, 3, 6}},
		{"{id: a, unit: brutes, upgrades: [banner, wall, {option: cloak, count: 3}]}", []int{3, 3, 9}},
		{"{id: a, unit: squad, upgrades: [ward]}, {id: b, unit: squad, combine: a, upgrades: [{option: cloak, count: 5}]}", []int{1, 1, 1, 1, 1, 1, 1, 1, 1, 3}},
		{"{id: a, unit: pair}", []int{2, 2}},
		{"{id: a, unit: pair, upgrades: [ward]}", []int{2, 5}},
		{"{id: a, unit: brutes, upgrades: [charm]}", []int{3, 3, 4}},
	} {
		army := armyOf(t, woundsBook, "{muster: list/1, system: gf-3, book: watch, units: ["+c.unit+"]}")
		if got := army.Groups[0].Unit.WoundsPerModel(); !slices.Equal(got, c.want) {
			t.Errorf("%s: wounds %v, want %v", c.unit, got, c.want)
		}
	}
}
