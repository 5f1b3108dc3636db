package gf_test

import (
	"strings"
	"testing"

	"muster/rules/gf"
	"muster/schema"
)

// The shipped targets fight in every edition, and every rule of theirs is known
// in each.
func TestTypicalTargetsServeEveryEdition(t *testing.T) {
	for _, id := range []string{"gf-2.7", "gf-2.16", "gf-3"} {
		g := system(t, id)
		targets, err := gf.TypicalTargets(g)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, a := range targets {
			ids = append(ids, a.ID)
			if a.Points <= 0 || a.Name == "" {
				t.Errorf("%s: %q costs %d points", a.ID, a.Name, a.Points)
			}
			for _, b := range targets {
				r, err := gf.Resolve(gf.Duel{System: g, Scenario: gf.Scenario{Mode: gf.Melee}, Attacker: a.Side, Target: b.Side})
				if err != nil {
					t.Fatalf("%s: %s against %s: %v", id, a.ID, b.ID, err)
				}
				if len(r.NotModelled) > 0 {
					t.Errorf("%s: %s against %s: not modelled: %v", id, a.ID, b.ID, r.NotModelled)
				}
			}
		}
		if got, want := strings.Join(ids, " "), "light-infantry heavy-infantry bikes monster tank"; got != want {
			t.Errorf("%s: the targets are %s, should be %s", id, got, want)
		}
	}
}

func TestTargetsOfOnesOwn(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
	}{
		{"a rule of its own", `
muster: bench/1
rules: [{name: Hard, effects: [{regeneration: 2}]}]
targets:
  - {id: wall, name: Wall, points: 10, models: 1, quality: 4, defense: 2, rules: [Hard]}`, ""},
		{"an id twice", `
muster: bench/1
targets:
  - {id: wall, name: Wall, points: 10, models: 1, quality: 4, defense: 2}
  - {id: wall, name: Fence, points: 10, models: 1, quality: 4, defense: 2}`, "bench.yaml:5:10: the id `wall` is that of target 1 already"},
		{"too much for a fight", `
muster: bench/1
targets:
  - {id: wall, name: Wall, points: 10, models: 500, quality: 4, defense: 2, rules: [Tough(100)]}`, "bench.yaml:4:5: a unit of 50000 wounds; it should have at most 1500"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, err := schema.Read("bench.yaml", []byte(c.text), "bench/1")
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if _, err := gf.ReadTargets(doc, system(t, "gf-3")); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got %q, should be %q", got, c.want)
			}
		})
	}
}
