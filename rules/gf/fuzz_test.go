package gf_test

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"muster/rules/dice"
	"muster/rules/gf"
	"muster/schema"
	"muster/schema/schematest"
)

// FuzzDuel reads any text as a duel, works out its odds and rolls it: nothing
// panics or goes on for ever, every figure is a number, both refuse the same
// duels, and no dice bring about what the odds call impossible. Texts over 4 KB
// are left to the bounds' tests.
func FuzzDuel(f *testing.F) {
	schematest.AddSeeds(f, os.DirFS("../../examples/duels"), "*.yaml")
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 4<<10 {
			return
		}
		document, err := schema.Read("duel.yaml", text, "duel/1")
		if err != nil {
			return
		}
		duel, err := gf.Read(document, nil)
		if err != nil {
			return
		}
		exact, err := gf.Resolve(duel)
		if told := new(schema.Error); errors.As(err, &told) && told.Has(gf.CodeTooLarge) {
			if large := duel.Attacker.Models() + duel.Target.Models(); large > 200 {
				return // it is rolled, and takes its time
			}
			if _, err := gf.Sample(duel, 1, 1); err != nil {
				t.Fatalf("too large for the odds, and not rolled: %v", err)
			}
			return
		}
		if err != nil {
			return
		}
		if _, err := json.Marshal(exact); err != nil {
			t.Fatal(err)
		}
		rolled, err := gf.Sample(exact.WithPicks(duel), 2, uint64(len(text)))
		if err != nil {
			t.Fatalf("worked out, and not rolled: %v", err)
		}
		for _, side := range []struct{ exact, rolled gf.Outcome }{{exact.Attacker, rolled.Attacker}, {exact.Target, rolled.Target}} {
			spread(t, "wounds", side.exact.Wounds, side.rolled.Wounds)
			spread(t, "models lost", side.exact.ModelsLost, side.rolled.ModelsLost)
			chance(t, "destroyed", side.exact.Destroyed, side.rolled.Destroyed)
			chance(t, "tests", side.exact.MoraleTests, side.rolled.MoraleTests)
			chance(t, "shaken", side.exact.Shaken, side.rolled.Shaken)
			chance(t, "routed", side.exact.Routed, side.rolled.Routed)
			chance(t, "wins", side.exact.Wins, side.rolled.Wins)
		}
	})
}

// sure is how near to 0 or 1 odds are that a few rolls never go against.
const sure = 1e-10

// chance asks that what is rolled is possible.
func chance(t *testing.T, what string, exact, rolled float64) {
	if exact < sure && rolled > 0 || exact > 1-sure && rolled < 1 {
		t.Errorf("%s: the odds are %v, and it was rolled %v of the time", what, exact, rolled)
	}
}

func spread(t *testing.T, what string, exact, rolled dice.Spread) {
	for n, p := range rolled.PMF {
		if p > 0 && (n >= len(exact.PMF) || exact.PMF[n] < sure) {
			t.Errorf("%d %s were rolled, which the odds call impossible", n, what)
		}
	}
}
