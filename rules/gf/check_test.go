package gf_test

import (
	"math"
	"slices"
	"testing"

	"muster/rules/gf"
	"muster/schema"
)

// The rules that a duel or a bench brings with it are checked as a book's are.
func TestRulesBesideADuelAreChecked(t *testing.T) {
	const duel = `muster: duel/1
system: gf-3
scenario: {mode: melee}
rules: [{name: R, summary: Odd., effects: [{ignore-rules: [Hast]}, {on: five-to-hit, hits: 4}]}]
attacker: {models: 3, quality: 3, defense: 4, rules: [R]}
target: {models: 7, quality: 4, defense: 4}
`
	for _, c := range []struct{ kind, text, want string }{
		{"duel/1", duel, "x.yaml:4:60: R: `ignore-rules` names Hast, which neither the book nor the game has; did you mean `Fast`?\n" +
			"x.yaml:4:86: R: `hits` means nothing on a five to hit; write it as an effect of its own"},
		{
			"bench/1", "muster: bench/1\nrules: [{name: R, effects: [{ignore-rules: [Hast]}, {of: enemy, morale: -3}]}]\ntargets:\n" +
				"  - {id: a, name: A, points: 9, models: 1, quality: 4, defense: 4}\n",
			"x.yaml:2:65: R: `morale` means nothing with `of: enemy`, which speaks of attacks against the bearer; leave `of` out, or say `to: enemy` if the enemy is to have it",
		},
	} {
		doc, err := schema.Read("x.yaml", []byte(c.text), c.kind)
		if err != nil {
			t.Fatal(err)
		}
		if c.kind == "duel/1" {
			_, err = gf.Read(doc, nil)
		} else {
			_, err = gf.ReadTargets(doc, system(t, "gf-3"))
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v", c.kind, err)
		}
	}
}

// A rule of which a part is unread is modelled as far as it goes, and named.
func TestRulesWithUnreadPartsAreNamed(t *testing.T) {
	doc, err := schema.Read("x.yaml", []byte(`muster: duel/1
system: gf-3
scenario: {mode: shooting, distance: 6}
rules:
  - {name: Half, effects: [{to-hit: 1}], unread: [It also sings.]}
  - {name: Giver, effects: [{to: unit, gives: [Half]}]}
attacker: {models: 1, quality: 4, defense: 4, rules: [Half], weapons: [{name: A, range: 12, attacks: 6}]}
target: {models: 9, quality: 4, defense: 4, rules: [Giver]}
`), "duel/1")
	if err != nil {
		t.Fatal(err)
	}
	d, err := gf.Read(doc, nil)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := gf.Resolve(d)
	if err != nil {
		t.Fatal(err)
	}
	rolled, err := gf.Sample(d, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"Giver", "Half"}; !slices.Equal(exact.NotModelled, want) || !slices.Equal(rolled.NotModelled, want) {
		t.Errorf("not modelled are %v, and with dice %v", exact.NotModelled, rolled.NotModelled)
	}
	if got := exact.Target.Wounds.Mean; math.Abs(got-2) > 1e-9 { // six dice, 3+ to hit, 4+ to block
		t.Errorf("%g wounds", got)
	}
}
