package fad_test

import (
	"encoding/json"
	"os"
	"testing"

	"muster/catalog/fad"
	"muster/rules/dice"
	combat "muster/rules/fad"
	"muster/schema"
	"muster/schema/schematest"
)

// FuzzDuel reads any text as a duel, works out its odds and rolls it: nothing
// panics or goes on for ever, every figure is a number, and no dice bring about
// what the odds call impossible. Texts over 4 KB are left to the bounds' tests.
func FuzzDuel(f *testing.F) {
	schematest.AddSeeds(f, os.DirFS("../../examples/duels"), "fad-*.yaml")
	armoury, err := fad.LoadArmoury()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 4<<10 {
			return
		}
		document, err := schema.Read("duel.yaml", text, "duel/1")
		if err != nil || document.Root().Get("system").Text() != fad.SystemID {
			return
		}
		duel, err := fad.ReadDuel(document, armoury)
		if err != nil {
			return
		}
		exact, err := combat.Odds(duel)
		if err != nil {
			return
		}
		if _, err := json.Marshal(exact); err != nil {
			t.Fatal(err)
		}
		rolled, err := combat.Sample(duel, 2, uint64(len(text)))
		if err != nil {
			t.Fatalf("worked out, and not rolled: %v", err)
		}
		possible(t, "attacker", &exact.Attacker, &rolled.Attacker)
		possible(t, "target", &exact.Target, &rolled.Target)
	})
}

// possible asks that what is rolled is possible.
func possible(t *testing.T, side string, exact, rolled *combat.Outcome) {
	const sure = 1e-10 // how near to 0 or 1 odds are that a few rolls never go against
	was := map[string]combat.OutcomeNumber{}
	for _, n := range exact.Numbers() {
		was[n.Key] = n
	}
	for _, n := range rolled.Numbers() {
		e, known := was[n.Key]
		switch {
		case !known || (e.Spread == nil) != (n.Spread == nil):
			t.Errorf("%s: %s is rolled and not worked out", side, n.Key)
		case n.Spread == nil && (e.Chance < sure && n.Chance > 0 || e.Chance > 1-sure && n.Chance < 1):
			t.Errorf("%s: the odds of %s are %v, and it was rolled %v of the time", side, n.Key, e.Chance, n.Chance)
		case n.Spread != nil:
			for i, p := range n.Spread.PMF {
				if p > 0 && at(e.Spread.PMF, i) < sure {
					t.Errorf("%s: %d %s were rolled, which the odds call impossible", side, i, n.Key)
				}
			}
		}
	}
}

func at(p dice.PMF, i int) float64 {
	if i < len(p) {
		return p[i]
	}
	return 0
}

// FuzzArmoury lays any text that reads as a house armoury over the built-in one,
// and reads any text as a unit: nothing panics, what an armoury has can be
// explained, and a unit is written so that it reads as the same.
func FuzzArmoury(f *testing.F) {
	schematest.AddSeeds(f, os.DirFS("../../examples"), "*armoury*.yaml")
	schematest.AddSeeds(f, os.DirFS("../data/fad"), "*.yaml")
	schematest.AddSeeds(f, os.DirFS("../data/fad/units"), "*.yaml")
	armoury, err := fad.LoadArmoury()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 8<<10 {
			return
		}
		document, err := schema.Read("file.yaml", text, "armoury/1", "unit/1")
		if err != nil {
			return
		}
		if document.Kind == "armoury/1" {
			house, err := fad.LoadArmoury(document)
			if err != nil {
				return
			}
			for _, chapter := range house.Reference() {
				if chapter.Title == "" {
					t.Fatalf("a chapter has no title: %+v", chapter)
				}
			}
			house.FightTables()
			return
		}
		unit, err := fad.ReadUnit(document.File, document.Root())
		if err != nil {
			return
		}
		if armoury.CheckIDs(&unit) == nil {
			unit.Fighter(armoury)
		}
		written := unit.File()
		again, err := schema.Read("file.yaml", written, "unit/1")
		if err != nil {
			t.Fatalf("the unit was written so that it does not read: %v\n%s", err, written)
		}
		back, err := fad.ReadUnit("file.yaml", again.Root())
		if err != nil {
			t.Fatalf("the unit was written so that it does not read: %v\n%s", err, written)
		}
		if got := back.File(); string(got) != string(written) {
			t.Fatalf("written\n%s\nit reads as\n%s", written, got)
		}
	})
}
