package catalog_test

import (
	"testing"

	"muster/catalog"
	"muster/rules"
)

// An option of another version is found by its id, its words, its name; in its section first.
func TestRecognise(t *testing.T) {
	book, err := catalog.Read("b.yaml", []byte(`muster: book/1
id: b
system: gf-3
name: B
units:
  - {id: u, name: U, size: 5, quality: 4, defense: 4, cost: 100, weapons: [{name: Rifle, count: 5, range: 24, attacks: 1}], upgrades: [p]}
upgrades:
  - id: p
    sections:
      - label: Upgrade with
        kind: upgrade
        source: s1
        options:
          - {id: lance, name: Lance, weapons: [{name: Lance, attacks: 2}], source: o1}
          - {id: drum, name: Drum, items: [{name: Drum, rules: [Fearless]}], source: o2}
          - {id: team-mortar, name: Team (Mortar), items: [{name: Team, rules: [Slow]}], source: o3}
          - {id: team-cannon, name: Team (Cannon), items: [{name: Team, rules: [Fast]}], source: o4}
      - label: Upgrade one model with
        kind: upgrade
        source: s2
        options:
          - {id: lance-2, name: Lance, weapons: [{name: Lance, attacks: 2}], source: o5}
          - {id: horn-for-drum, name: Horn, items: [{name: Horn, rules: [Fearless]}], source: o6}
`))
	if err != nil {
		t.Fatal(err)
	}
	lance := func(attacks int) catalog.Gear {
		return catalog.Gear{Weapons: []catalog.Weapon{{Name: "Lance", Count: 1, Attacks: attacks}}}
	}
	item := func(name, rule string) catalog.Gear {
		return catalog.Gear{Items: []catalog.Item{{Name: name, Count: 1, Rules: []rules.Use{{Name: rule}}}}}
	}
	for _, c := range []struct {
		name, section, label string
		was                  catalog.Option
		want                 string
	}{
		{"by its id", "", "", catalog.Option{Source: "o2", Name: "Lance", Gear: lance(2)}, "drum"},
		{"by its words, in its section", "", "Upgrade one model with", catalog.Option{Source: "x", Name: "Lance", Gear: lance(2)}, "lance-2"},
		{"by its words, in its section's id", "s2", "Called otherwise", catalog.Option{Source: "x", Name: "Lance", Gear: lance(2)}, "lance-2"},
		{"by its words, elsewhere in the unit", "s2", "", catalog.Option{Source: "x", Name: "Drum", Gear: item("Drum", "Fearless")}, "drum"},
		{"with another profile, in its section", "s2", "", catalog.Option{Source: "x", Name: "Lance", Gear: lance(3)}, "lance-2"},
		{"with another profile", "", "", catalog.Option{Source: "x", Name: "Drums", Gear: item("Drums", "Furious")}, "drum"},
		{"one of several of a name", "s1", "", catalog.Option{Source: "x", Name: "Team (Cannon)", Gear: item("Team", "Scout")}, "team-cannon"},
		{"none of several of a name", "s1", "", catalog.Option{Source: "x", Name: "Team (Gun)", Gear: item("Team", "Scout")}, ""},
		{"by its own id alone", "", "", catalog.Option{ID: "lance-2"}, "lance-2"},
		{"by its own id as far as it is a name", "", "", catalog.Option{ID: "horn"}, "horn-for-drum"},
		{"gone", "s1", "Upgrade with", catalog.Option{Source: "x", Name: "Gong", Gear: item("Gong", "Fearless")}, ""},
		{"gone, by its ids", "s1", "", catalog.Option{ID: "x", Source: "x"}, ""},
	} {
		was := c.was
		got, ok := book.RecogniseOption(book.Unit("u"), catalog.Choice{Section: &catalog.Section{Source: c.section, Label: c.label}, Option: &was})
		id := ""
		if ok {
			id = got.Option.ID
		}
		if id != c.want {
			t.Errorf("%s: it is %q, not %q", c.name, id, c.want)
		}
	}
}

// An option that is there under another id stays what it is, whatever stands before it in the book:
// one that is gone does not take its place.
func TestFollowPrefersTheSameWords(t *testing.T) {
	book := func(version, options string) *catalog.Book {
		b, err := catalog.Read("b.yaml", []byte(`muster: book/1
id: b
system: gf-3
name: B
version: "`+version+`"
units:
  - {id: u, name: U, size: 1, quality: 4, defense: 4, cost: 100, weapons: [{name: Rifle, range: 24, attacks: 1}], upgrades: [p]}
upgrades:
  - id: p
    sections:
      - label: Upgrade with
        kind: upgrade
        options:
`+options))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	was := book("1", `          - {id: sword-a, name: Sword (A1), weapons: [{name: Sword, attacks: 1}], source: s1}
          - {id: sword-b, name: Sword (A2), weapons: [{name: Sword, attacks: 2}], source: s2}
`)
	now := book("2", `          - {id: sword, name: Sword (A2), weapons: [{name: Sword, attacks: 2}], source: s3}
`)
	s := catalog.NewVersionMap(was, now)
	if a, b := s.Option("u", "sword-a"), s.Option("u", "sword-b"); a != "" || b != "sword" {
		t.Errorf("Sword (A1) became %q and Sword (A2) %q", a, b)
	}
}
