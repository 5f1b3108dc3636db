package catalog_test

import (
	"encoding/json"
	"os"
	"testing"

	"muster/catalog"
	"muster/rules"
	"muster/schema/schematest"
)

// FuzzBook reads any text as an army book: nothing panics, and what reads can
// be looked up, explained, and written as JSON.
func FuzzBook(f *testing.F) {
	schematest.AddSeeds(f, os.DirFS("../armyforge/testdata"), "*.yaml")
	schematest.AddSeeds(f, os.DirFS("../builder/gf/testdata/books"), "*.yaml")
	f.Add([]byte("muster: book/1\nid: b\nname: B\nsystem: gf-3\nrules: [{name: R, summary: This model gets AP(+1)., rated: true}]\nunits: [{id: a, name: A, cost: 10, quality: 4, defense: 4, size: 5, rules: [R(2), Hero], weapons: [{name: W, attacks: 1, range: 12, rules: [AP(1)]}], upgrades: [u]}]\nupgrades: [{id: u, name: U, sections: [{id: s, replace: [W], options: [{id: o, name: O, cost: 5, gains: [{name: V, attacks: 2}]}]}]}]\n"))
	game, err := rules.Load("gf-3")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 8<<10 {
			return
		}
		book, err := catalog.Read("book.yaml", text)
		if err != nil {
			return
		}
		if book.FitsSystem(game.ID) {
			book.RuleSet(game)
		}
		for _, id := range book.UnitIDs() {
			unit := book.Unit(id)
			if unit == nil {
				t.Fatalf("unit %q is listed and not there", id)
			}
			for _, option := range book.OptionIDs(unit) {
				if _, ok := book.Option(unit, option); !ok {
					t.Fatalf("option %q of %q is listed and not there", option, id)
				}
			}
			if _, err := json.Marshal(unit); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range book.Names() {
			book.Explain(name)
		}
	})
}
