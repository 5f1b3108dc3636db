package catalog_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/catalog"
)

// knownBook is a book whose units and options have ids of elsewhere as well.
const knownBook = `muster: book/1
id: known
system: gf-3
name: Known
version: "1"
rules:
  - {name: Grit, summary: Blocks better., effects: [{defense: 1}], read: true}
  - {name: Dash, summary: Runs.}
spells:
  - {name: Fog, value: 1, effect: Hides.}
units:
  - id: squad
    name: Squad
    size: 5
    quality: 4
    defense: 4
    cost: 100
    base: 25 mm
    rules: [Grit, Tough(3)]
    weapons:
      - {name: Rifle, count: 5, range: 24, attacks: 1, rules: [AP(1), Rending]}
      - {name: Claws, attacks: 2}
    items: [{name: Shield, count: 5, rules: [Grit]}]
    upgrades: [guns]
    source: u1
  - {id: boss, name: Boss, size: 1, quality: 3, defense: 3, cost: 60, upgrades: [guns], source: u2}
upgrades:
  - id: guns
    source: p1
    sections:
      - label: Replace one Rifle
        kind: replace
        affects: 1
        targets: [Rifle]
        source: s1
        options:
          - {id: laser, name: Laser, cost: 5, costs: {boss: 10}, weapons: [{name: Laser, range: 30, attacks: 1}], source: o1}
          - {id: flamer, name: Flamer, cost: 10, weapons: [{name: Flamer, range: 12, attacks: 1}], source: o2}
      - {label: Upgrade with, kind: upgrade, source: s2, options: [{id: banner, name: Banner, cost: 20, rules: [Dash], source: o3}]}
`

func readKnown(t *testing.T, pairs ...string) *catalog.Book {
	t.Helper()
	text := strings.NewReplacer(pairs...).Replace(knownBook)
	if len(pairs) > 0 && text == knownBook {
		t.Fatalf("%q changes nothing", pairs)
	}
	b, err := catalog.Read("known.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What differs is said of exactly the units that it concerns, and what makes no
// difference on the table or in points is not.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name string
		now  []string
		want string // as JSON, without what is empty
	}{
		{"nothing", nil, `{}`},
		{"words", []string{"Blocks better., effects: [{defense: 1}]", "Blocks better., effects: [{defense: 2}]", "name: Known", "name: Unknown", "Replace one Rifle", "Replace a Rifle", "Claws,", "Claw,"}, `{}`},
		{"the order of rules", []string{"[AP(1), Rending]", "[Rending, AP(1)]"}, `{}`},
		{"a unit is called otherwise", []string{"id: squad\n    name: Squad", "id: band\n    name: Band"}, `{}`},
		{
			"a profile",
			[]string{"quality: 4", "quality: 5", "size: 5", "size: 6", "base: 25 mm", "base: 32 mm", "cost: 100", "cost: 95"},
			`{"units":[{"id":"squad","name":"Squad","cost":[100,95],"changes":["5 → 6 models","Quality 4+ → 5+","base 25 mm → 32 mm"]}]}`,
		},
		{
			"rules and weapons",
			[]string{"[Grit, Tough(3)]", "[Tough(6), Dash]", "{name: Claws, attacks: 2}", "{name: Axe, count: 2, attacks: 2}", "[AP(1), Rending]", "[AP(2)]"},
			`{"units":[{"id":"squad","name":"Squad","cost":[100,100],"changes":["Tough(3) → Tough(6)","loses Grit","gains Dash","Rifle (24\", A1, AP(1), Rending) → (24\", A1, AP(2))","loses Claws (A2)","gains 2× Axe (A2)"]}]}`,
		},
		{
			"equipment and its number",
			[]string{"{name: Shield, count: 5, rules: [Grit]}", "{name: Shield, count: 4, rules: [Grit, Dash]}", "{name: Claws, attacks: 2}", "{name: Claws, count: 3, attacks: 2}"},
			`{"units":[{"id":"squad","name":"Squad","cost":[100,100],"changes":["Claws → 3×","5× Shield (Grit) → 4× (Dash, Grit)"]}]}`,
		},
		{
			"what an option costs one of two units",
			[]string{"{boss: 10}", "{boss: 15}"},
			`{"units":[{"id":"boss","name":"Boss","cost":[60,60],"options":[{"id":"laser","name":"Laser","cost":[10,15]}]}]}`,
		},
		{
			"an option is called otherwise and gives another weapon",
			[]string{"{id: flamer, name: Flamer, cost: 10, weapons: [{name: Flamer, range: 12, attacks: 1}]", "{id: torch, name: Torch, cost: 10, weapons: [{name: Torch, range: 12, attacks: 1}]"},
			`{"units":[{"id":"squad","name":"Squad","cost":[100,100],"options":[{"id":"torch","name":"Torch","cost":[10,10],"changes":["loses Flamer (12\", A1)","gains Torch (12\", A1)"]}]},` +
				`{"id":"boss","name":"Boss","cost":[60,60],"options":[{"id":"torch","name":"Torch","cost":[10,10],"changes":["loses Flamer (12\", A1)","gains Torch (12\", A1)"]}]}]}`,
		},
		{
			"an option gone and one new, of the same id",
			[]string{"rules: [Dash], source: o3", "rules: [Dash], source: o2", "attacks: 1}], source: o2", "attacks: 1}], source: o9"},
			`{"units":[{"id":"squad","name":"Squad","cost":[100,100],"options":[` +
				`{"id":"laser","name":"Laser","cost":[5,5],"changes":["beside other options under “Replace one Rifle”"]},` +
				`{"id":"banner","name":"Banner","cost":[10,20],"changes":["gains Dash","loses Flamer (12\", A1)","under “Replace one Rifle” → “Upgrade with”"]},` +
				`{"id":"banner","name":"Banner","cost":[20,null]},{"id":"flamer","name":"Flamer","cost":[null,10]}]},` +
				`{"id":"boss","name":"Boss","cost":[60,60],"options":[` +
				`{"id":"laser","name":"Laser","cost":[10,10],"changes":["beside other options under “Replace one Rifle”"]},` +
				`{"id":"banner","name":"Banner","cost":[10,20],"changes":["gains Dash","loses Flamer (12\", A1)","under “Replace one Rifle” → “Upgrade with”"]},` +
				`{"id":"banner","name":"Banner","cost":[20,null]},{"id":"flamer","name":"Flamer","cost":[null,10]}]}]}`,
		},
		{
			"how options are chosen",
			[]string{"affects: 1", "affects: any"},
			`{"units":[{"id":"squad","name":"Squad","cost":[100,100],"options":[{"id":"laser","name":"Laser","cost":[5,5],"changes":["chosen otherwise under “Replace one Rifle”"]},{"id":"flamer","name":"Flamer","cost":[10,10],"changes":["chosen otherwise under “Replace one Rifle”"]}]},` +
				`{"id":"boss","name":"Boss","cost":[60,60],"options":[{"id":"laser","name":"Laser","cost":[10,10],"changes":["chosen otherwise under “Replace one Rifle”"]},{"id":"flamer","name":"Flamer","cost":[10,10],"changes":["chosen otherwise under “Replace one Rifle”"]}]}]}`,
		},
		{
			"a section in two",
			[]string{"          - {id: flamer", "      - label: Replace one Rifle\n        kind: replace\n        affects: 1\n        targets: [Rifle]\n        options:\n          - {id: flamer", "upgrades: [guns], source: u2", "source: u2"},
			`{"units":[{"id":"squad","name":"Squad","cost":[100,100],"options":[{"id":"laser","name":"Laser","cost":[5,5],"changes":["beside other options under “Replace one Rifle”"]},{"id":"flamer","name":"Flamer","cost":[10,10],"changes":["beside other options under “Replace one Rifle”"]}]},` +
				`{"id":"boss","name":"Boss","cost":[60,60],"options":[{"id":"laser","name":"Laser","cost":[10,null]},{"id":"flamer","name":"Flamer","cost":[10,null]},{"id":"banner","name":"Banner","cost":[20,null]}]}]}`,
		},
		{"units come and go", []string{"id: boss, name: Boss", "id: lord, name: Lord", "source: u2", "source: u3", "{boss: 10}", "{lord: 10}"}, `{"added":["lord"],"removed":["boss"]}`},
		{
			"rules and spells",
			[]string{"{name: Dash, summary: Runs.}", "{name: Dash, summary: Runs fast.}", "  - {name: Grit, summary: Blocks better., effects: [{defense: 1}], read: true}\n", "", "name: Fog", "name: Mist"},
			`{"rules":[{"name":"Grit","change":"removed"},{"name":"Dash","change":"changed"}],"spells":[{"name":"Fog","change":"removed"},{"name":"Mist","change":"added"}]}`,
		},
	} {
		d := catalog.Compare(readKnown(t), readKnown(t, c.now...))
		if got := short(t, d); got != c.want {
			t.Errorf("%s:\n%s", c.name, cmp.Diff(c.want, got))
		}
		if d.IsEmpty() != (c.want == "{}") {
			t.Errorf("%s: the same: %v", c.name, d.IsEmpty())
		}
	}
}

// short is a difference as JSON, without what is empty.
func short(t *testing.T, d *catalog.Diff) string {
	t.Helper()
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	out := string(text)
	for _, empty := range []string{`"units":[]`, `"added":[]`, `"removed":[]`, `"rules":[]`, `"spells":[]`, `"changes":[]`, `"options":[]`} {
		out = strings.NewReplacer(","+empty, "", empty+",", "", empty, "").Replace(out)
	}
	return out
}

// Units are followed by the ids of elsewhere first, and by the book's own where those say
// nothing; options also by their words.
func TestFollow(t *testing.T) {
	old := readKnown(t)
	now := readKnown(t, "id: squad\n    name: Squad", "id: boss\n    name: Squad", "id: boss, name: Boss", "id: lord, name: Lord", "{boss: 10}", "{lord: 10}",
		"id: banner", "id: laser", "source: o1", "source: o8", "id: laser", "id: beam", "id: flamer", "id: torch", "source: o2", "source: o7")
	s := catalog.NewVersionMap(old, now)
	for unit, want := range map[string]string{"squad": "boss", "boss": "lord"} {
		if got := s.Unit(unit); got == nil || got.ID != want {
			t.Errorf("%s became %v, not %s", unit, got, want)
		}
	}
	for option, want := range map[string]string{"banner": "laser", "laser": "beam", "flamer": "torch", "nothing": ""} {
		if got := s.Option("squad", option); got != want {
			t.Errorf("%s became %q, not %q", option, got, want)
		}
	}
	gone := catalog.NewVersionMap(old, readKnown(t, "id: laser, name: Laser", "id: lance, name: Lance", "source: o1", "source: o8"))
	if got := gone.Option("squad", "laser"); got != "" {
		t.Errorf("an option that is gone became %q", got)
	}
	bare := catalog.NewVersionMap(readKnown(t, "source: o3", "", "source: u2", ""), now)
	if got := bare.Unit("boss"); got != nil {
		t.Errorf("a unit without an id of elsewhere became %s, which is another", got.ID)
	}
	if got := catalog.NewVersionMap(old, old).Option("boss", "laser"); got != "laser" {
		t.Errorf("an option of the same book became %q", got)
	}
}
