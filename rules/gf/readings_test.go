package gf_test

import (
	"math"
	"testing"

	"muster/rules"
	"muster/rules/gf"
)

// Readings that random duels seldom meet, each with a fraction worked out by
// hand. Hits and blocks are 1/2 each unless a case says otherwise.
func TestReadingsByHand(t *testing.T) {
	const (
		near    = "shooting, distance: 6"
		covered = "shooting, distance: 6, cover: true"
		moved   = "shooting, distance: 6, moved: true"
		shot    = "models: 1, weapons: [{name: A, attacks: 6, range: 12}]"
		ruled   = "models: 1, rules: [R], weapons: [{name: A, attacks: 6, range: 12}]"
		twenty  = "models: 20"
	)
	for _, c := range []struct {
		name, system, scenario string
		house                  string
		attacker, target       string
		expect                 string
	}{
		// The least AP, and what the enemy takes away: max(AP, least) − taken, never under 0.
		{
			"the enemy takes from the least AP", "gf-3", near, "{name: R, effects: [{ap-is: 4}]}, {name: S, effects: [{of: enemy, ap: -1}]}",
			ruled, "models: 20, defense: 2, rules: [S]", "target.wounds.mean: 2",
		}, // 3 hits, AP 3 against 2+: blocks on 5+, fails 4/6
		{
			"and from AP that is more", "gf-3", near, "{name: R, effects: [{ap-is: 2}, {ap: 4}]}, {name: S, effects: [{of: enemy, ap: -1}]}",
			ruled, "models: 20, defense: 2, rules: [S]", "target.wounds.mean: 2",
		}, // 3 hits, AP 4 − 1 = 3: fails 4/6
		{
			"but never below nothing", "gf-3", near, "{name: R, effects: [{ap-is: 1}]}, {name: S, effects: [{of: enemy, ap: -3}]}",
			ruled, "models: 20, rules: [S]", "target.wounds.mean: 3/2",
		}, // 3 hits, AP 0: fails 1/2

		// Ratings of rules that others lend or give.
		{
			"a rule for friends has its bearer's rating", "gf-3", near, "{name: R(X), effects: [{to: friends, when: {used: true}, ap: X}]}",
			"uses: [R(1)], " + "models: 1, rules: [R(2)], weapons: [{name: A, attacks: 6, range: 12}]", twenty, "target.wounds.mean: 5/2",
		}, // 3 hits, AP 2 against 4+: fails 5/6
		{
			"without a bearer the number of its use", "gf-3", near, "{name: R(X), effects: [{to: friends, when: {used: true}, ap: X}]}",
			"uses: [R(1)], " + shot, twenty, "target.wounds.mean: 2",
		}, // 3 hits, AP 1: fails 4/6
		{
			"an aura has the hero's rating", "gf-3", near, "{name: R(X), effects: [{to: unit, ap: X}]}",
			"models: 1, weapons: [{name: A, attacks: 6, range: 12}], hero: {quality: 4, defense: 4, rules: [R(2)]}", twenty, "target.wounds.mean: 5/2",
		}, // AP 2
		{
			"who has the rule keeps his own rating", "gf-3", near, "{name: R(X), effects: [{to: unit, ap: X}]}",
			"models: 1, rules: [R(1)], weapons: [{name: A, attacks: 6, range: 12}], hero: {quality: 4, defense: 4, rules: [R(2)]}", twenty, "target.wounds.mean: 2",
		}, // AP 1
		{
			"X of what is given is the giver's", "gf-3", near, "{name: R(X), effects: [{gives: [AP(X)]}]}",
			"models: 1, rules: [R(2)], weapons: [{name: A, attacks: 6, range: 12}]", twenty, "target.wounds.mean: 5/2",
		}, // AP 2
		{
			"a number of what is given is its own", "gf-3", near, "{name: R(X), effects: [{gives: [AP(1)]}]}",
			"models: 1, rules: [R(2)], weapons: [{name: A, attacks: 6, range: 12}]", twenty, "target.wounds.mean: 2",
		}, // AP 1

		// Dice that the enemy takes from a charge.
		{
			"two Counter weapons on one model take one die", "gf-3", "melee", "",
			"models: 3, rules: [Impact(2)]", "models: 3, weapons: [{name: A, count: 3, attacks: 0, rules: [Counter]}, {name: B, count: 3, attacks: 0, rules: [Counter]}]", "target.wounds.mean: 5/4",
		}, // 6 − 3 dice, 5/6 hit, 1/2 fail
		{
			"nor does a pair of one weapon", "gf-3", "melee", "",
			"models: 3, rules: [Impact(2)]", "models: 3, weapons: [{name: A, count: 6, attacks: 0, rules: [Counter]}]", "target.wounds.mean: 5/4",
		}, // 6 − 3
		{
			"as many models as carry the commonest of them", "gf-3", "melee", "",
			"models: 3, rules: [Impact(2)]", "models: 3, rules: [Tough(9)], weapons: [{name: A, count: 2, attacks: 0, rules: [Counter]}, {name: B, count: 1, attacks: 0, rules: [Counter]}]", "target.wounds.mean: 5/3",
		}, // 6 − 2
		{
			"a hero takes one for himself", "gf-3", "melee", "",
			"models: 3, rules: [Impact(2)]", "models: 3, weapons: [{name: A, count: 3, attacks: 0, rules: [Counter]}], hero: {quality: 4, defense: 4, weapons: [{name: B, attacks: 0, rules: [Counter]}]}", "target.wounds.mean: 5/6",
		}, // 6 − 3 − 1
		{
			"Impact of two weapons is one pool", "gf-3", "melee", "",
			"models: 1, weapons: [{name: A, attacks: 0, rules: [Impact(2)]}, {name: B, attacks: 0, rules: [Impact(1)]}]", "models: 2, weapons: [{name: C, count: 2, attacks: 0, rules: [Counter]}]", "target.wounds.mean: 5/12",
		}, // 3 − 2 dice
		{
			"what one pool has not is taken from the next", "gf-3", "melee", "{name: R, effects: [{when: {charging: true}, hits: 3, needs: 4}]}",
			"models: 1, weapons: [{name: A, attacks: 0, rules: [Impact(2)]}, {name: B, attacks: 0, rules: [R]}]", "models: 3, weapons: [{name: C, count: 3, attacks: 0, rules: [Counter]}]", "target.wounds.mean: 1/2",
		}, // 2 − 2 and 3 − 1 dice, 1/2 × 1/2
		{
			"and no more than is taken", "gf-3", "melee", "{name: R, effects: [{when: {charging: true}, hits: 3, needs: 4}]}",
			"models: 1, weapons: [{name: A, attacks: 0, rules: [Impact(2)]}, {name: B, attacks: 0, rules: [R]}]", "models: 1, rules: [Tough(9)], weapons: [{name: C, attacks: 0, rules: [Counter]}]", "target.wounds.mean: 7/6",
		}, // 1 die × 5/12 + 3 × 1/4

		// Blast.
		{
			"Blast multiplies the extra hit of a six too", "gf-3", near, "",
			"models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [Surge, Blast(3)]}]", "models: 90", "target.wounds.mean: 6",
		}, // (2 plain + 1 six + 1 extra) × 3 / 2
		{
			"Blast of sixes alone does not", "gf-3", near, "{name: R, effects: [{on: six-to-hit, blast: 3}]}",
			"models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [Surge, R]}]", "models: 40", "target.wounds.mean: 3",
		}, // (2 + 3 + 1) / 2
		{
			"automatic hits meet no cover", "gf-3", "ability, use: R, distance: 6, cover: true", "{name: R, effects: [{by: ability, hits: 6, with: [AP(1)]}]}",
			"models: 1, rules: [R]", twenty, "target.wounds.mean: 4",
		}, // 6 × 4/6
		{
			"dice of an ability do", "gf-3", "ability, use: R, distance: 6, cover: true", "{name: R, effects: [{by: ability, attacks: 6, with: [AP(1)]}]}",
			"models: 1, rules: [R]", twenty, "target.wounds.mean: 3/2",
		}, // 3 hits, blocked on 4 + 1 − 1
		{
			"but not those with Blast", "gf-3", "ability, use: R, distance: 6, cover: true", "{name: R, effects: [{by: ability, attacks: 2, with: [Blast(3)]}]}",
			"models: 1, rules: [R]", twenty, "target.wounds.mean: 3/2",
		}, // 1 hit × 3 / 2
		{
			"cover hides from Blast of sixes alone", "gf-2.16", covered, "{name: R, effects: [{on: six-to-hit, blast: 3}]}",
			"models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [R]}]", twenty, "target.wounds.mean: 2",
		}, // 5+: 1 plain + 1 six × 3, / 2
		{
			"and not from Blast", "gf-2.16", covered, "{name: R, effects: [{blast: 3}]}",
			"models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [R]}]", twenty, "target.wounds.mean: 3/4",
		}, // 1/2 × 3 / 2
		{
			"a weapon's cap cuts copies off", "gf-2.16", near, "",
			"models: 1, weapons: [{name: A, attacks: 2, range: 12, rules: [Blast(2), Poison]}]", "models: 3, rules: [Tough(6)]", "target.wounds.mean: 23/24",
		}, // 2 hits with 1/3, 3 with 5/12, / 2
		{
			"and hits that given dice score", "gf-2.16", near, "",
			"models: 1, rules: [Relentless], weapons: [{name: A, attacks: 1, range: 12, rules: [Blast(2)]}]", "models: 3, rules: [Tough(6)]", "target.wounds.mean: 13/24",
		}, // a plain 1/3 × 2, a six 1/6 × (2 or 3), / 2
		{
			"and extra hits", "gf-2.16", near, "{name: R, effects: [{on: six-to-hit, extra-hits: 3, ap: 1}]}",
			"models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [Blast(2), R]}]", "models: 3, rules: [Tough(6)]", "target.wounds.mean: 23/36",
		}, // 1/3 × 2 × 1/2 + 1/6 × (2 × 4/6 + 1 × 1/2)
		{
			"those rolled last go", "gf-2.16", near, "",
			"models: 1, weapons: [{name: A, attacks: 2, range: 12, rules: [Blast(3), Rending]}]", "models: 3, rules: [Tough(6)]", "target.wounds.mean: 11/8",
		}, // first hit a six 1/4 × 3 × 5/6, plain 1/2 × 3 × 1/2
		{
			"also those of given dice", "gf-2.16", near, "",
			"models: 1, rules: [Relentless], weapons: [{name: A, attacks: 2, range: 12, rules: [Blast(3), Rending]}]", "models: 3, rules: [Tough(6)]", "target.wounds.mean: 11/8",
		}, // no room for them

		// A rule twice, on the model and on its weapon.
		{
			"a weapon's rule sees what the weapon has", "gf-3", near, "{name: R, effects: [{when: {has: Fast}, ap: 1}]}",
			"models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [R, Fast]}]", twenty, "target.wounds.mean: 2",
		}, // AP 1
		{
			"and what its bearer has", "gf-3", near, "{name: R, effects: [{when: {has: Fast}, ap: 1}]}",
			"models: 1, rules: [Fast], weapons: [{name: A, attacks: 6, range: 12, rules: [R]}]", twenty, "target.wounds.mean: 2",
		}, // AP 1
		{
			"a model's rule does not see what its weapon has", "gf-3", near, "{name: R, effects: [{when: {has: Fast}, ap: 1}]}",
			"models: 1, rules: [R], weapons: [{name: A, attacks: 6, range: 12, rules: [Fast]}]", twenty, "target.wounds.mean: 3/2",
		}, // AP 0
		{
			"on both it is the weapon's", "gf-3", near, "{name: R, effects: [{when: {has: Fast}, ap: 1}]}",
			"models: 1, rules: [R], weapons: [{name: A, attacks: 6, range: 12, rules: [R, Fast]}]", twenty, "target.wounds.mean: 2",
		}, // AP 1, once
		{
			"ratings add up", "gf-3", near, "{name: R(X), effects: [{ap: X}]}",
			"models: 1, rules: [R(2)], weapons: [{name: A, attacks: 6, range: 12, rules: [R(1)]}]", "models: 20, defense: 2", "target.wounds.mean: 2",
		}, // AP 3 against 2+: fails 4/6
		{
			"or the highest counts", "gf-3", near, "{name: R(X), combine: highest, effects: [{ap: X}]}",
			"models: 1, rules: [R(2)], weapons: [{name: A, attacks: 6, range: 12, rules: [R(1)]}]", "models: 20, defense: 2", "target.wounds.mean: 3/2",
		}, // AP 2: fails 3/6
		{
			"whichever comes first", "gf-3", near, "{name: R(X), combine: highest, effects: [{ap: X}]}",
			"models: 1, rules: [R(1)], weapons: [{name: A, attacks: 6, range: 12, rules: [R(2)]}]", "models: 20, defense: 2", "target.wounds.mean: 3/2",
		}, // AP 2
		{
			"models of the squad without its hero", "gf-3", near, "{name: R, effects: [{when: {models: squad}, block: 1}]}",
			shot, "models: 20, rules: [R], hero: {quality: 4, defense: 4}", "target.wounds.mean: 1",
		}, // 3 hits, 3+ blocks
		{
			"the hero is none of the squad", "gf-3", near, "{name: R, effects: [{when: {models: squad}, block: 1}]}",
			shot, "models: 20, hero: {quality: 4, defense: 4, rules: [R]}", "target.wounds.mean: 3/2",
		}, // 3 hits / 2
		{
			"a hero alone does not block for the squad", "gf-3", near, "{name: R, effects: [{block: 1}]}",
			shot, "models: 20, hero: {quality: 4, defense: 4, rules: [R]}", "target.wounds.mean: 3/2",
		}, // 3 hits / 2
		{
			"what both of them have counts once", "gf-3", near, "{name: R, effects: [{block: 1}]}",
			shot, "models: 20, rules: [R], hero: {quality: 4, defense: 4, rules: [R]}", "target.wounds.mean: 1",
		}, // 3 hits, 3+ blocks

		// Rules that give others, and rules that are ignored.
		{
			"a rule of model and weapon gives once", "gf-3", near, "{name: R, effects: [{gives: [AP(1)]}]}",
			"models: 1, rules: [R], weapons: [{name: A, attacks: 6, range: 12, rules: [R]}]", twenty, "target.wounds.mean: 2",
		}, // AP 1
		{
			"a weapon's rule gives to the weapon", "gf-3", near, "{name: R, effects: [{gives: [AP(1)]}]}",
			"models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [R]}, {name: B, attacks: 6, range: 12}]", twenty, "target.wounds.mean: 7/2",
		}, // 3 × 4/6 + 3 × 1/2
		{
			"what is given can be ignored", "gf-3", near, "{name: R, effects: [{ignore-rules: [S]}]}, {name: S, effects: [{block: 1}]}, {name: G, effects: [{gives: [S]}]}",
			ruled, "models: 20, rules: [G]", "target.wounds.mean: 3/2",
		}, // 3 hits / 2
		{
			"who ignores the giver meets the gift", "gf-3", near, "{name: R, effects: [{ignore-rules: [G]}]}, {name: S, effects: [{block: 1}]}, {name: G, effects: [{gives: [S]}]}",
			ruled, "models: 20, rules: [G]", "target.wounds.mean: 1",
		}, // 3+ blocks
		{
			"a boost of what is ignored still counts", "gf-3", near, "{name: R, effects: [{ignore-rules: [S]}]}, {name: S, effects: [{block: 1}]}, {name: B, effects: [{when: {has: S}, block: 1}]}",
			ruled, "models: 20, rules: [S, B]", "target.wounds.mean: 1",
		}, // 3+ blocks, not 2+
		{
			"a boost that is ignored does not", "gf-3", near, "{name: R, effects: [{ignore-rules: [B]}]}, {name: S, effects: [{regeneration: 6}]}, {name: B, effects: [{when: {has: S}, regeneration: 4}]}",
			ruled, "models: 20, rules: [S, B]", "target.wounds.mean: 5/4",
		}, // 3/2 × 5/6
		{
			"an attack against the bearer is ignored by name", "gf-3", near, "{name: R, effects: [{ignore-rules: [S]}]}, {name: S, effects: [{of: enemy, to-hit: -1}]}, {name: B, effects: [{of: enemy, when: {has: S}, to-hit: -1}]}",
			ruled, "models: 20, rules: [S, B]", "target.wounds.mean: 1",
		}, // 5+: 2 hits / 2

		// Moving.
		{
			"ignoring one's own moving leaves the enemy's rules", "gf-3", moved, "{name: R, effects: [{ignore: [moving]}]}, {name: S, effects: [{of: enemy, when: {moved: true}, to-hit: -1}]}",
			ruled, "models: 20, rules: [S]", "target.wounds.mean: 1",
		}, // 5+: 2 hits / 2
		{
			"a rule against who moved counts once per unit", "gf-3", moved, "{name: S, effects: [{of: enemy, when: {moved: true, models: any}, to-hit: -1}]}",
			shot, "models: 20, rules: [S], hero: {quality: 4, defense: 4, rules: [S]}", "target.wounds.mean: 1",
		}, // 5+, not 6
		{
			"an aura of squad and hero counts once after moving", "gf-3", moved, "{name: S, effects: [{to: unit, when: {moved: true}, to-hit: -1}]}",
			"models: 1, rules: [S], weapons: [{name: A, attacks: 6, range: 12}], hero: {quality: 4, defense: 4, rules: [S]}", twenty, "target.wounds.mean: 1",
		}, // 5+

		// The order of groups.
		{
			"automatic hits come before Deadly", "gf-3", "melee", "{name: R, effects: [{when: {charging: true}, hits: 1}]}",
			"models: 1, rules: [R], weapons: [{name: A, attacks: 1, rules: [Deadly(3)]}]", "models: 1, hero: {quality: 4, defense: 4, rules: [Tough(3)]}", "target.destroyed: 1/8",
		}, // the squad 1/2, then the hero 1/4
		{
			"also those of a weapon", "gf-2.16", "melee", "",
			"models: 1, weapons: [{name: A, attacks: 1, rules: [Deadly(3)]}, {name: B, attacks: 0, rules: [Impact(1)]}]", "models: 1, hero: {quality: 4, defense: 4, rules: [Tough(3)]}", "target.destroyed: 1/8",
		}, // Impact of 2.x needs no dice
		{
			"dice to hit of no weapon come after", "gf-3", "melee", "{name: R, effects: [{when: {charging: true}, attacks: 1}]}",
			"models: 1, rules: [R], weapons: [{name: A, attacks: 1, rules: [Deadly(3)]}]", "models: 1, rules: [Tough(3)], hero: {quality: 4, defense: 4}", "target.destroyed: 1/16",
		}, // Deadly on the squad 1/4, the die on the hero 1/4

		// A hero beside his squad.
		{
			"like weapons of squad and hero pick apart", "gf-3", near, "",
			"models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [Takedown]}], hero: {quality: 4, defense: 4, weapons: [{name: A, attacks: 1, range: 12, rules: [Takedown]}]}", "models: 3", `"target.models_lost.pmf[2]": 1/16, "target.models_lost.pmf[1]": 3/8`,
		}, // two picks of 1/4 each
		{
			"like weapons of the squad pick together", "gf-3", near, "",
			"models: 2, weapons: [{name: A, count: 2, attacks: 1, range: 12, rules: [Takedown]}]", "models: 3", `"target.models_lost.pmf[2]": 0, "target.models_lost.pmf[1]": 7/16`,
		}, // one pick: 1 − (3/4)²
		{
			"a hero with his squad's weapon has his own Quality", "gf-3", near, "",
			"models: 1, quality: 6, weapons: [{name: A, attacks: 6, range: 12}], hero: {quality: 2, defense: 4, weapons: [{name: A, attacks: 6, range: 12}]}", twenty, "target.wounds.mean: 3",
		}, // (1 + 5) / 2
		{
			"he adds attacks with his own weapon", "gf-2.16", "melee", "",
			"models: 1, weapons: [{name: B, attacks: 1, rules: [AP(1)]}], hero: {quality: 4, defense: 4, rules: [Furious], weapons: [{name: A, attacks: 1}]}", twenty, "target.wounds.mean: 5/6",
		}, // 1/2 × 4/6 + 2 × 1/4

		// Morale.
		{
			"of two who pay, the better Quality tests", "gf-2.16", "melee", "{name: R, effects: [{pay-morale: 3}]}",
			"models: 2, quality: 5, rules: [R], hero: {quality: 3, defense: 4, rules: [R]}", "models: 1, rules: [Fear]", "attacker.shaken: 0, attacker.destroyed: 1/24",
		}, // fails 1/3, then three dice of 1/2
		{
			"whoever it is", "gf-2.16", "melee", "{name: R, effects: [{pay-morale: 3}]}",
			"models: 2, quality: 3, rules: [R], hero: {quality: 5, defense: 4, rules: [R]}", "models: 1, rules: [Fear]", "attacker.destroyed: 1/24",
		}, // fails 1/3
		{
			"of like Quality the one whom rules help", "gf-2.16", "melee", "",
			"models: 2, hero: {quality: 4, defense: 4, rules: [Fearless]}", "models: 1, rules: [Fear]", "attacker.shaken: 1/3",
		}, // 4+ with 1 more
		{
			"in gf-3 the rules of all help the better Quality", "gf-3", "melee", "{name: R, effects: [{morale: 1}]}",
			"models: 2, quality: 5, rules: [R], hero: {quality: 4, defense: 4, rules: [R]}", "models: 1, rules: [Fear(1)]", "attacker.shaken: 1/3",
		}, // 4+ with 1 more, once
		{
			"or the squad's, if that is better", "gf-3", "melee", "",
			"models: 2, quality: 3, hero: {quality: 5, defense: 4}", "models: 1, rules: [Fear(1)]", "attacker.shaken: 1/3",
		}, // 3+
		{
			"half of squad and hero together", "gf-3", "melee", "",
			"models: 2, start: 6, hero: {quality: 4, defense: 4}", "models: 1, rules: [Fear(1)]", "attacker.routed: 1/2, attacker.shaken: 0",
		}, // 3 of 6
		{
			"one more is over half", "gf-3", "melee", "",
			"models: 3, start: 6, hero: {quality: 4, defense: 4}", "models: 1, rules: [Fear(1)]", "attacker.routed: 0, attacker.shaken: 1/2",
		}, // 4 of 6
		{
			"a model and a hero are a unit of two", "gf-3", near, "",
			"models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [Deadly(3)]}]", "models: 1, rules: [Tough(3)], hero: {quality: 4, defense: 4, rules: [Tough(6)]}", "target.tests: 1/4, target.shaken: 1/8",
		}, // one of two is left
		{
			"whose wounds do not count", "gf-3", near, "",
			"models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [Deadly(3)]}]", "models: 1, rules: [Tough(4)], hero: {quality: 4, defense: 4, rules: [Tough(2)]}", "target.tests: 0",
		}, // 3 of 6 wounds, no model
	} {
		t.Run(c.name, func(t *testing.T) {
			byHand(t, handDuel{c.system, c.scenario, c.house, c.attacker, c.target}, c.expect)
		})
	}
}

// Readings of squads whose models differ, by hand too. In each the attacker
// shoots or charges at 20 models of Defense 4 where no other target is named.
func TestReadingsOfGroupsByHand(t *testing.T) {
	uses := func(names ...string) []rules.Use { return rules.ParseUses(names) }
	house := []rules.Rule{
		{Name: "Squad's", Effects: []rules.Effect{{When: rules.When{RequiredBearers: rules.SquadModels}, AP: value(1)}}},
		{Name: "Wall", Effects: []rules.Effect{{When: rules.When{RequiredBearers: rules.SquadModels}, BlockModifier: value(1)}}},
		{Name: "Lent", Effects: []rules.Effect{{Receivers: rules.ToUnit, AP: value(1)}}},
	}
	one := func(names ...string) gf.Group { return gf.Group{Models: 1, Rules: uses(names...)} }
	for _, c := range []struct {
		name     string
		system   string
		mode     gf.Mode
		attacker gf.Side
		target   gf.Side
		wounds   float64
	}{
		{
			"a hero adds no attack to what the squad carries as a whole", "gf-2.16", gf.Melee, gf.Side{
				Groups: []gf.Group{one("Fast"), one("Scout")}, Weapons: []gf.Weapon{{Name: "B", Count: 2, Attacks: 1, Rules: uses("AP(1)")}},
				Hero: &gf.Hero{Quality: 4, Defense: 4, Rules: uses("Furious"), Weapons: []gf.Weapon{{Name: "A", Count: 1, Attacks: 1}}},
			}, gf.Side{}, 2./3 + 1./2, // 2 × 1/2 × 4/6 + 2 × 1/4
		},
		{
			"a group adds its own to it", "gf-2.16", gf.Melee, gf.Side{
				Groups: []gf.Group{one("Furious"), one("Scout")}, Weapons: []gf.Weapon{{Name: "B", Count: 2, Attacks: 1, Rules: uses("AP(1)")}},
			}, gf.Side{}, 1, // 3 × 1/2 × 4/6
		},
		{
			"all of the squad have it, the hero has not", "gf-3", gf.Shooting, gf.Side{
				Groups: []gf.Group{one("Squad's", "Fast"), one("Squad's")}, Hero: &gf.Hero{Quality: 4, Defense: 4},
			}, gf.Side{}, 2, // the first model's gun has AP 1: 3 × 4/6
		},
		{
			"one of the squad has it not", "gf-3", gf.Shooting, gf.Side{
				Groups: []gf.Group{one("Squad's", "Fast"), one()}, Hero: &gf.Hero{Quality: 4, Defense: 4, Rules: uses("Squad's")},
			}, gf.Side{}, 3. / 2, // AP 0
		},
		{
			"two who lend a rule lend it once", "gf-3", gf.Shooting, gf.Side{
				Groups: []gf.Group{one(), one("Lent", "Fast"), one("Lent")},
			}, gf.Side{}, 2, // AP 1, not 2
		},
		{
			"a hero alone is all of his squad", "gf-3", gf.Shooting,
			gf.Side{Groups: []gf.Group{one()}},
			gf.Side{Hero: &gf.Hero{Quality: 4, Defense: 4, Rules: uses("Wall", "Tough(9)")}},
			1, // 3 hits, 3+ blocks
		},
		{
			"so he is beside the dead", "gf-3", gf.Shooting,
			gf.Side{Groups: []gf.Group{one()}},
			gf.Side{Groups: []gf.Group{{}}, Hero: &gf.Hero{Quality: 4, Defense: 4, Rules: uses("Wall", "Tough(9)")}},
			1, // the same
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			game := system(t, c.system)
			if c.target.Models() == 0 {
				c.target.Groups = []gf.Group{{Models: 20}}
			}
			for _, s := range []*gf.Side{&c.attacker, &c.target} {
				s.Quality, s.Defense, s.RuleSet = 4, 4, rules.NewSet(house, game.Set())
			}
			if c.mode == gf.Shooting {
				c.attacker.Groups[0].Weapons = []gf.Weapon{{Name: "Gun", Count: 1, Attacks: 6, Range: 12}}
			}
			d := gf.Duel{
				System: game, Scenario: gf.Scenario{Mode: c.mode, Distance: 6, InSight: true},
				Attacker: c.attacker, Target: c.target,
			}
			r := resolve(t, d)
			sampledAsExact(t, d, r, 3000)
			if got := r.Target.Wounds.Mean; math.Abs(got-c.wounds) > slack {
				t.Errorf("%.12g wounds, should be %.12g", got, c.wounds)
			}
		})
	}
}
