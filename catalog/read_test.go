package catalog_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/catalog"
	"muster/rules"
	"muster/schema"
)

const smallBook = `muster: book/1
id: small
system: gf-3
name: Small
rules:
  - {name: Grit(X), summary: Blocks better., effects: [{defense: X}]}
units:
  - id: squad
    name: Squad
    size: 5
    quality: 4
    defense: 4
    cost: 100
    weapons: [{name: Rifle, count: 5, range: 24, attacks: 1}]
    upgrades: [guns]
  - {id: boss, name: Boss, size: 1, quality: 3, defense: 3, cost: 60, rules: [Hero], upgrades: [guns], without: [rifles]}
upgrades:
  - id: guns
    sections:
      - id: rifles
        label: Replace one Rifle
        kind: replace
        affects: 1
        targets: [Rifle]
        options:
          - {id: cannon, name: Cannon, cost: 10, costs: {squad: 15}, weapons: [{name: Cannon, range: 36, attacks: 1}]}
      - label: Upgrade with one
        kind: upgrade
        select: 1
        options:
          - {id: banner, name: Banner, cost: 5}
`

func TestReadBook(t *testing.T) {
	b, err := catalog.Read("small.yaml", []byte(smallBook))
	if err != nil {
		t.Fatal(err)
	}
	squad, boss := b.Unit("squad"), b.Unit("boss")
	if got := strings.Join(b.OptionIDs(squad), " "); got != "cannon banner" {
		t.Errorf("the squad's options are %s", got)
	}
	if got := strings.Join(b.OptionIDs(boss), " "); got != "banner" {
		t.Errorf("the boss's options are %s: a section is closed to him", got)
	}
	cannon, ok := b.Option(squad, "cannon")
	if !ok || cannon.Option.CostFor("squad") != 15 || cannon.Option.CostFor("boss") != 10 {
		t.Errorf("the cannon is %+v", cannon)
	}
	if w := cannon.Option.Weapons[0]; w.Count != 1 {
		t.Errorf("a weapon without a count is there %d times", w.Count)
	}
	if b.RuleSet(nil).Find("grit") == nil || b.RuleSet(nil).Find("Hero") == nil {
		t.Error("the book's rules stand over those of its game")
	}
	if b.FitsSystem("gf-2.7") || !b.FitsSystem("gf-3") {
		t.Error("the book fits its own game only")
	}
}

// Each case changes the small book; the problem names what and where.
func TestBadBooksAreExplained(t *testing.T) {
	cases := []struct{ name, old, new, want string }{
		{"an id twice", "id: boss, name: Boss", "id: squad, name: Boss", "b.yaml:16:10: a unit with the id `squad` is there already; give this one another"},
		{"a name twice", "name: Boss", "name: Squad", "b.yaml:16:22: the unit `squad` has the name \"Squad\" already; rename one of them"},
		{"no such package", "upgrades: [guns]\n  - {id", "upgrades: [gun]\n  - {id", "b.yaml:15:16: `gun` is no package of this book; did you mean `guns`?"},
		{"no such section", "without: [rifles]", "without: [rifle]", "`rifle` is no section of this book"},
		{"no such unit", "costs: {squad: 15}", "costs: {sqaud: 15}", "`sqaud` is no unit of this book; did you mean `squad`?"},
		{"an option twice", "id: banner", "id: cannon", "the unit `squad` already has an option `cannon`, in \"Replace one Rifle\""},
		{"no targets", "        targets: [Rifle]\n", "", "has kind `replace` and needs `targets`"},
		{"a rule twice", "rules:\n", "rules:\n  - {name: grit, summary: Again.}\n", "b.yaml:7:12: the rule \"Grit\" is given twice"},
		{"a quantity", "affects: 1", "affects: some", "`affects` cannot be `some`"},
		{"quality 7", "quality: 4", "quality: 7", "b.yaml:11:14: `quality` is 7; the most is 6"},
		{"a typo", "quality: 4", "qualty: 4", "`qualty`: unknown; did you mean `quality`?"},
		{"no attacks", ", attacks: 1}]\n    upgrades", "}]\n    upgrades", "b.yaml:14:15: `attacks` is missing (number of dice that it rolls)"},
		{"attacks beside profiles", "range: 24, attacks: 1}]\n    upgrades", "attacks: 1, profiles: [{name: A, attacks: 1}, {name: B, attacks: 2}]}]\n    upgrades", "`attacks` is 1; the most is 0"},
		{"an effect that means nothing", "effects: [{defense: X}]", "effects: [{when: {melee: true}, defense: X}]", "b.yaml:6:78: Grit: `defense` holds always, whatever `when` says; write it as an effect of its own"},
		{"a unit's huge number", "rules: [Hero]", "rules: [Hero, Tough(10000000)]", "b.yaml:16:85: `Tough(10000000)`: the number of Tough should be at most 500"},
		{"a weapon's", "attacks: 1}]\n    upgrades", "attacks: 1, rules: [AP(1), AP(99)]}]\n    upgrades", "b.yaml:14:77: `AP(99)`"},
		{"a profile's", "range: 24, attacks: 1}]\n    upgrades", "profiles: [{name: A, attacks: 1}, {name: B, attacks: 2, rules: [AP(99)]}]}]\n    upgrades", "b.yaml:14:103: `AP(99)`"},
		{"an item's", "upgrades: [guns]\n  - {id", "items: [{name: A, rules: [Grit(10)]}]\n    upgrades: [guns]\n  - {id", "b.yaml:15:31: `Grit(10)`"},
		{"that of a weapon in an item", "upgrades: [guns]\n  - {id", "items: [{name: A, weapons: [{name: B, attacks: 1, rules: [AP(99)]}]}]\n    upgrades: [guns]\n  - {id", "b.yaml:15:63: `AP(99)`"},
		{"an option's", "cost: 5}", "cost: 5, rules: [AP(99)]}", "b.yaml:31:57: `AP(99)`"},
		{"that of an option's weapon", "attacks: 1}]}", "attacks: 1, rules: [AP(99)]}]}", "b.yaml:26:126: `AP(99)`"},
		{"that of an option's item", "cost: 5}", "cost: 5, items: [{name: A, rules: [AP(99)]}]}", "b.yaml:31:75: `AP(99)`"},
		{"an unknown game", "system: gf-3", "system: gf-1", "`gf-1` is no game system"},
		{"no units", smallBook[strings.Index(smallBook, "units:\n"):], "units: []\n", "`units` is an empty list; it needs an entry"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(smallBook, c.old, c.new, 1)
			if text == smallBook {
				t.Fatal("the case changes nothing")
			}
			_, err := catalog.Read("b.yaml", []byte(text))
			var broken *schema.Error
			if !errors.As(err, &broken) {
				t.Fatalf("the error is %v, not a *schema.Error", err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is\n%s\nand should hold\n%s", err, c.want)
			}
		})
	}
}

// What is written of quantities and targets is read back as it was.
func TestQuantitiesAndTargets(t *testing.T) {
	for text, want := range map[string]any{"2": 2, "any": "any", "all": "all", "up to 3": "up to 3"} {
		var q catalog.Quantity
		if err := q.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := q.MarshalYAML(); err != nil || got != want || q.String() != text {
			t.Errorf("%q is written %v (%v), or %q", text, got, err, q)
		}
	}
	for text, want := range map[string]catalog.Target{"Rifle": {Name: "Rifle", Count: 1}, "2x Heavy Fist": {Name: "Heavy Fist", Count: 2}, "0x Fist": {Name: "0x Fist", Count: 1}, "Box x Two": {Name: "Box x Two", Count: 1}} {
		var target catalog.Target
		if err := target.UnmarshalText([]byte(text)); err != nil || target.Name != want.Name || target.Count != want.Count || target.String() != text {
			t.Errorf("%q is read as %+v (%v)", text, target, err)
		}
	}
}

// A text that is read gives its effects to the rule that says it, and to no
// other of its name.
func TestReadTextsKeepsWhatIsThere(t *testing.T) {
	b, err := catalog.Read("b.yaml", []byte(describingBook))
	if err != nil {
		t.Fatal(err)
	}
	game, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	b.ReadRuleTexts(game)
	got := map[string]string{}
	for i := range b.Rules {
		if r := &b.Rules[i]; len(r.Effects) > 0 {
			got[r.Name] = fmt.Sprint(len(r.Effects), r.EffectsFromText)
		}
	}
	for i := range b.Spells {
		got[b.Spells[i].Name] = fmt.Sprint(len(b.Spells[i].Effects), b.Spells[i].ReadFromText)
	}
	want := map[string]string{"Gleam": "1 true", "Tide": "1 true", "Mine": "1 false", "Spark": "1 true", "Glow": "1 true"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMatchKey(t *testing.T) {
	for _, same := range [][]string{
		{"Rifle", "rifles", "RIFLE"},
		{"Heavy Razor Claw", "Heavy Razor Claws"},
		{"Torch", "Torches"},
		{"Axe", "Axes"},
		{"Knife", "Knives"},
		{"Staff", "Staves", "Staffs"},
		{"Battery", "Batteries"},
		{"CCW", "CCWS", "CCWs"},
	} {
		for _, other := range same[1:] {
			if a, b := catalog.MatchKey(same[0]), catalog.MatchKey(other); a != b {
				t.Errorf("%s is %q and %s is %q", same[0], a, other, b)
			}
		}
	}
	for _, different := range [][2]string{{"Rifle", "Heavy Rifle"}, {"Pistol", "Piston"}, {"Claw", "Claymore"}} {
		if catalog.MatchKey(different[0]) == catalog.MatchKey(different[1]) {
			t.Errorf("%s and %s are not the same", different[0], different[1])
		}
	}
}
