package builder_test

import (
	"testing"

	"muster/builder"
	"muster/catalog"
	"muster/schema"
)

// What a list is made of, by hand: ten riflemen, a captain who joins them, and a vehicle.
func TestMadeOf(t *testing.T) {
	const text = `muster: list/1
system: gf-3
book: steel-wardens
units:
  - {id: squad, unit: line-squad}
  - {id: boss, unit: captain, join: squad}
  - {id: apc, unit: apc}
`
	document, err := schema.Read("list.yaml", []byte(text), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	roster, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, term := range builder.Composition(roster).Terms {
		got[term.Label] = term.Text
	}
	for label, want := range map[string]string{
		"At the table":     "2 units to activate",
		"Points":           "Heroes 45 · Squads 210 · Single models 245",
		"To kill it all":   "22 wounds",                         // 10 + 3 + 9
		"Attacks by reach": "melee 12 · 12″ 2 · 18″ 4 · 24″ 13", // 10 Bayonets and a blade of 2; 10 Rifles and the Ring Slugger of 3
	} {
		if got[label] != want {
			t.Errorf("%s: %q, want %q", label, got[label], want)
		}
	}
}
