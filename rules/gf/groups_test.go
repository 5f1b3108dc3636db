package gf_test

import (
	"math"
	"testing"

	"muster/rules"
	"muster/rules/gf"
)

// A rule that all models need, and that builds on another one, asks for models
// that have both, in whichever order the squad's models are listed.
func TestBoostsNeedAllModels(t *testing.T) {
	uses := func(names ...string) []rules.Use { return rules.ParseUses(names) }
	one := func(names ...string) gf.Group { return gf.Group{Models: 1, Rules: uses(names...)} }
	aura := &gf.Hero{Quality: 4, Defense: 4, Rules: uses("Sturdy Boost Aura")}
	for _, c := range []struct {
		name   string
		target gf.Side
		blocks float64 // chance of a hit to be blocked, in sixths
	}{
		{"all have both", gf.Side{Rules: uses("Sturdy", "Sturdy Boost"), Groups: []gf.Group{one(), one("Scout")}}, 4},
		{"the last has no Sturdy", gf.Side{Rules: uses("Sturdy Boost"), Groups: []gf.Group{one("Sturdy"), one()}}, 3},
		{"the first has no Sturdy", gf.Side{Rules: uses("Sturdy Boost"), Groups: []gf.Group{one(), one("Sturdy")}}, 3},
		{"the hero has no Sturdy", gf.Side{Rules: uses("Sturdy"), Groups: []gf.Group{one()}, Hero: aura}, 3},
		{"the squad has no Sturdy", gf.Side{Groups: []gf.Group{one()}, Hero: &gf.Hero{Quality: 4, Defense: 4, Rules: uses("Sturdy", "Sturdy Boost Aura")}}, 3},
	} {
		c.target.Quality, c.target.Defense = 4, 4
		r := resolve(t, gf.Duel{
			System: system(t, "gf-3"), Scenario: gf.Scenario{Mode: gf.Shooting, Distance: 6, InSight: true},
			Attacker: gf.Side{
				Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 1}},
				Weapons: []gf.Weapon{{Name: "Gun", Count: 1, Attacks: 1, Range: 12}},
			},
			Target: c.target,
		})
		if want := 0.5 * (1 - c.blocks/6); math.Abs(r.Target.Wounds.Mean-want) > slack {
			t.Errorf("%s: %.6f wounds, should be %.6f", c.name, r.Target.Wounds.Mean, want)
		}
	}
}

// What strikes first does so, whatever else would make it strike last.
func TestFirstMeetsLast(t *testing.T) {
	const text = `
muster: duel/1
system: gf-3
scenario: {mode: melee}
rules: [{name: Snare, summary: Enemies strike last., effects: [{of: enemy, strikes-last: true}]}]
attacker: {models: 1, quality: 4, defense: 4, rules: [Snare], weapons: [{name: Axe, attacks: 1}]}
target: {models: 1, quality: 4, defense: 4, weapons: [{name: Pike, attacks: 1, rules: [Counter]}]}
`
	if r := resolveText(t, text); math.Abs(r.Attacker.Destroyed-1./4) > slack {
		t.Errorf("destroyed %.6f, should be 1/4", r.Attacker.Destroyed)
	}
	const charged = `
muster: duel/1
system: gf-3
scenario: {mode: melee}
rules: [{name: Snare, summary: Enemies strike last., effects: [{of: enemy, strikes-last: true}]}]
attacker: {models: 1, quality: 4, defense: 4, weapons: [{name: Axe, attacks: 1}]}
target: {models: 1, quality: 4, defense: 4, rules: [Snare], weapons: [{name: Pike, attacks: 1, rules: [Counter]}]}
`
	if r := resolveText(t, charged); math.Abs(r.Target.Destroyed-3./16) > slack {
		t.Errorf("destroyed %.6f, should be 3/16", r.Target.Destroyed)
	}
}
