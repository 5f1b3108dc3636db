package gf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"muster/armyforge"
	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
	combat "muster/rules/gf"
	"muster/schema"
	"muster/schema/files"
)

// armyOf builds a list from its text, with a book from its text.
func armyOf(t interface{ Fatal(...any) }, book, list string) *gf.Army {
	document, err := schema.Read("list.yaml", []byte(list), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	l, err := gf.ReadList(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	army, err := gf.Build(l, catalog.NewLibrary(files.NewMemory(map[string]string{"watch.yaml": book})))
	if err != nil {
		t.Fatal(err)
	}
	return army
}

const watchBook = `
muster: book/1
id: watch
system: gf-3
name: The Watch
rules:
  - {name: Standard, summary: Morale., effects: [{to: unit, morale: 1}]}
  - {name: Keen, summary: Hits better., effects: [{to-hit: 1}]}
  - {name: Shielded(X), summary: Better Defense., effects: [{defense: X}]}
  - {name: Mantled(X), summary: Defense is X., effects: [{defense-is: X}]}
units:
  - id: squad
    name: Squad
    size: 5
    quality: 4
    defense: 5
    cost: 100
    rules: [Fearless]
    weapons: [{name: Rifle, count: 5, range: 24, attacks: 1}, {name: Knife, count: 5, attacks: 1}]
    upgrades: [arms]
  - id: captain
    name: Captain
    size: 1
    quality: 3
    defense: 4
    cost: 50
    rules: [Hero, "Tough(3)"]
    weapons: [{name: Axe, attacks: 3}]
    upgrades: [kit]
upgrades:
  - id: arms
    name: Arms
    sections:
      - label: Replace one Rifle
        kind: replace
        affects: 1
        targets: [Rifle]
        options: [{id: flamer, name: Flamer, cost: 5, weapons: [{name: Flamer, range: 12, attacks: 1}]}]
      - label: Replace one Rifle and Knife
        kind: replace
        affects: 1
        targets: [Rifle, Knife]
        options:
          - {id: crew, name: Crew, cost: 30, items: [{name: Crew, rules: ["Tough(3)"], weapons: [{name: Cannon, range: 30, attacks: 3}, {name: Gunners, attacks: 2}]}]}
      - label: Upgrade one model with
        kind: upgrade
        affects: 1
        options:
          - {id: banner, name: Banner, cost: 10, items: [{name: Banner, rules: [Standard]}]}
          - {id: scope, name: Scope, cost: 10, items: [{name: Scope, rules: [Keen]}]}
      - label: Upgrade any model with
        kind: upgrade
        affects: any
        options: [{id: shield, name: Shield, cost: 5, items: [{name: Shield, rules: ["Shielded(1)"]}]}]
      - label: Take one Flamer attachment
        kind: attachment
        select: 1
        targets: [Flamer]
        options: [{id: sight, name: Sight, cost: 5, rules: [Keen]}]
      - label: Upgrade all models with
        kind: upgrade
        affects: all
        options: [{id: mantles, name: Mantles, cost: 10, items: [{name: Mantle, rules: ["Mantled(4)"]}]}]
  - id: kit
    name: Kit
    sections:
      - label: Upgrade with
        kind: upgrade
        options: [{id: bike, name: Bike, cost: 30, items: [{name: Bike, rules: ["Tough(3)"], weapons: [{name: Bike Guns, range: 18, attacks: 2}]}]}]
`

// written is a side in a few lines, to compare with.
func written(s combat.Side) []string {
	arms := func(weapons []combat.Weapon) string {
		var all []string
		for _, w := range weapons {
			all = append(all, fmt.Sprintf("%d %s", w.Count, w.Name))
		}
		return strings.Join(all, ", ")
	}
	lines := []string{fmt.Sprintf("Q%d D%d %s: %s", s.Quality, s.Defense, strings.Join(rules.UseTexts(s.Rules), ", "), arms(s.Weapons))}
	for _, g := range s.Groups {
		lines = append(lines, fmt.Sprintf("%d %s: %s", g.Models, strings.Join(rules.UseTexts(g.Rules), ", "), arms(g.Weapons)))
	}
	if h := s.Hero; h != nil {
		lines = append(lines, fmt.Sprintf("hero Q%d D%d %s: %s", h.Quality, h.Defense, strings.Join(rules.UseTexts(h.Rules), ", "), arms(h.Weapons)))
	}
	return lines
}

func TestSidesOfAFight(t *testing.T) {
	for _, c := range []struct {
		name, units string
		want        []string
	}{
		{
			"a plain squad carries everything as a whole",
			`[{id: a, unit: squad}]`,
			[]string{"Q4 D5 Fearless: 5 Rifle, 5 Knife", "5 : "},
		},
		{
			"who carries something special dies last",
			`[{id: a, unit: squad, upgrades: [flamer]}]`,
			[]string{"Q4 D5 Fearless: ", "4 : 4 Rifle, 4 Knife", "1 : 1 Knife, 1 Flamer"},
		},
		{
			"a bearer of equipment dies after the others, with his share of the weapons",
			`[{id: a, unit: squad, upgrades: [banner]}]`,
			[]string{"Q4 D5 Fearless: ", "4 : 4 Rifle, 4 Knife", "1 Standard: 1 Rifle, 1 Knife"},
		},
		{
			"two upgrades are on two models, the dearer one last",
			`[{id: a, unit: squad, upgrades: [flamer, scope]}]`,
			[]string{"Q4 D5 Fearless: ", "3 : 3 Rifle, 3 Knife", "1 : 1 Knife, 1 Flamer", "1 Keen: 1 Rifle, 1 Knife"},
		},
		{
			"an item's weapons stay with its bearer",
			`[{id: a, unit: squad, upgrades: [crew, banner]}]`,
			[]string{"Q4 D5 Fearless: ", "3 : 3 Rifle, 3 Knife", "1 Standard: 1 Rifle, 1 Knife", "1 Tough(3): 1 Cannon, 1 Gunners"},
		},
		{
			"what is attached to a weapon is on the model that carries it",
			`[{id: a, unit: squad, upgrades: [flamer, sight]}]`,
			[]string{"Q4 D5 Fearless: ", "4 : 4 Rifle, 4 Knife", "1 Keen: 1 Knife, 1 Flamer"},
		},
		{
			"shields that not every model has do not better the squad's Defense",
			`[{id: a, unit: squad, upgrades: [{option: shield, count: 4}]}]`,
			[]string{"Q4 D5 Fearless: ", "1 : 1 Rifle, 1 Knife", "4 Shielded(1): 4 Rifle, 4 Knife"},
		},
		{
			"shields of all do",
			`[{id: a, unit: squad, upgrades: [{option: shield, count: 5}]}]`,
			[]string{"Q4 D4 Fearless: 5 Rifle, 5 Knife", "5 Shielded(1): "},
		},
		{
			"more equipment than models goes twice to some",
			`[{id: a, unit: squad, upgrades: [banner, {option: shield, count: 5}]}]`,
			[]string{"Q4 D4 Fearless: ", "4 Shielded(1): 4 Rifle, 4 Knife", "1 Standard, Shielded(1): 1 Rifle, 1 Knife"},
		},
		{
			"an upgrade of all is the squad's",
			`[{id: a, unit: squad, upgrades: [mantles]}]`,
			[]string{"Q4 D4 Fearless, Mantled(4): 5 Rifle, 5 Knife", "5 : "},
		},
		{
			"a combined pair with a hero on a bike",
			`[{id: h, unit: captain, join: a, upgrades: [bike]}, {id: a, unit: squad, upgrades: [banner]}, {id: b, unit: squad, combine: a, upgrades: [banner, crew]}]`,
			[]string{
				"Q4 D5 Fearless: ", "7 : 7 Rifle, 7 Knife", "2 Standard: 2 Rifle, 2 Knife", "1 Tough(3): 1 Cannon, 1 Gunners",
				"hero Q3 D4 Hero, Tough(6): 1 Axe, 1 Bike Guns",
			},
		},
		{
			"halves that are not alike, which is illegal, keep what is theirs",
			`[{id: a, unit: squad}, {id: b, unit: squad, combine: a, upgrades: [mantles]}]`,
			[]string{"Q4 D5 Fearless: ", "5 : 5 Rifle, 5 Knife", "5 Mantled(4): 5 Rifle, 5 Knife"},
		},
		{
			"a hero on his own is a unit of one",
			`[{id: h, unit: captain}]`,
			[]string{"Q3 D4 Hero, Tough(3): 1 Axe", "1 : "},
		},
		{
			"of two heroes the first fights along",
			`[{id: h, unit: captain, join: a}, {id: i, unit: captain, join: a, upgrades: [bike]}, {id: a, unit: squad}]`,
			[]string{"Q4 D5 Fearless: 5 Rifle, 5 Knife", "5 : ", "hero Q3 D4 Hero, Tough(3): 1 Axe"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			army := armyOf(t, watchBook, "muster: list/1\nsystem: gf-3\nbook: watch\nunits: "+c.units)
			if diff := cmp.Diff(c.want, written(army.Groups[0].Side(army.Game))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestSidesKeepEverything takes random upgrades of shipped units: no model, no
// weapon and no rule may be lost or doubled on the way into a fight.
func TestSidesKeepEverything(t *testing.T) {
	library := catalog.NewLibrary()
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom([]string{"steel-wardens", "brine-choir"}).Draw(t, "book")
		book, err := library.Book(id, "gf-3", schema.FilePath{})
		if err != nil {
			t.Fatal(err)
		}
		unit := rapid.SampledFrom(book.Units).Draw(t, "unit")
		text := "muster: list/1\nsystem: gf-3\nbook: " + id + "\nunits:\n  - {id: a, unit: " + unit.ID + "}\n"
		document, err := schema.Read("list.yaml", []byte(text), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		l, err := gf.ReadList(document, nil)
		if err != nil {
			t.Fatal(err)
		}
		if options := book.OptionIDs(book.Unit(unit.ID)); len(options) > 0 {
			for range rapid.IntRange(0, 6).Draw(t, "upgrades") {
				choice := gf.Choice{Option: rapid.SampledFrom(options).Draw(t, "option"), Count: rapid.IntRange(1, 3).Draw(t, "count")}
				l.Units[0].Upgrades = append(l.Units[0].Upgrades, choice)
			}
		}
		army := gf.BuildWithBooks(l, []*catalog.Book{book})
		u := army.Units[0]
		side := army.Groups[0].Side(army.Game)

		if side.Models() != u.Models {
			t.Errorf("%d models became %d", u.Models, side.Models())
		}
		count := map[string]int{}
		for _, w := range u.Weapons {
			count[w.Name] += w.Count
		}
		for _, w := range side.Weapons {
			count[w.Name] -= w.Count
		}
		have := map[rules.Use]int{}
		for _, g := range side.Groups {
			for _, w := range g.Weapons {
				count[w.Name] -= w.Count
			}
			for _, r := range g.Rules {
				have[r] += g.Models
			}
		}
		for name, n := range count {
			if n != 0 {
				t.Errorf("%d %s were lost", n, name)
			}
		}
		want := map[rules.Use]int{}
		for _, some := range u.PartialRules {
			for _, r := range some.Rules {
				want[r] += some.Count
			}
		}
		if diff := cmp.Diff(want, have); diff != "" {
			t.Errorf("rules of some models (-want +got)\n%s", diff)
		}
		if !slices.Equal(side.Rules, u.Rules) {
			t.Errorf("rules of all: %v became %v", u.Rules, side.Rules)
		}
		if _, err := combat.Resolve(combat.Duel{System: army.Game, Scenario: combat.Scenario{Mode: combat.Melee}, Attacker: side, Target: side}); err != nil {
			t.Error(err)
		}
	})
}

// What stands inside an item of a unit is counted as the item is: a squad of
// three with three shields, which hold three bashes together, has three.
func TestWeaponsInsideItems(t *testing.T) {
	const source = `{"uid": "b", "name": "Bashers", "versionString": "3.5.2", "gameSystemSlug": "grimdark-future", "upgradePackages": [], "specialRules": [], "spells": [],
  "units": [{"id": "u", "name": "Bashers", "size": 3, "quality": 3, "defense": 3, "cost": 90, "rules": [], "upgrades": [],
    "weapons": [{"type": "ArmyBookWeapon", "name": "Pistol", "count": 3, "range": 12, "attacks": 1, "specialRules": []}],
    "items": [{"type": "ArmyBookItem", "name": "Shield", "count": 3, "content": [
      {"type": "ArmyBookRule", "name": "Shielded"}, {"type": "ArmyBookWeapon", "name": "Bash", "count": 3, "range": 0, "attacks": 1, "specialRules": []}]}]}]}`
	file, err := armyforge.Open("bashers.json", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	imported, err := file.ImportBook("watch", nil)
	if err != nil {
		t.Fatal(err)
	}
	army := armyOf(t, string(imported.YAML), "{muster: list/1, system: gf-3, book: watch, units: [{id: a, unit: bashers}, {id: b, unit: bashers, combine: c}, {id: c, unit: bashers}]}")
	for i, want := range []int{3, 6} {
		side := army.Groups[i].Side(army.Game)
		models := fmt.Sprintf("%d : ", want)
		if diff := cmp.Diff([]string{fmt.Sprintf("Q3 D3 Shielded: %d Pistol, %d Bash", want, want), models}, written(side)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}
