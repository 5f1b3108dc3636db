package gf_test

import (
	"regexp"
	"testing"

	"muster/rules"
)

// Each word of an army's own rules by hand, as in the cases of the games' rules.
func TestEveryWordByHand(t *testing.T) {
	const (
		shot    = "models: 1, weapons: [{name: A, attacks: 6, range: 12}]"
		ruled   = "models: 1, rules: [R], weapons: [{name: A, attacks: 6, range: 12}]"
		used    = "uses: [R], " + ruled
		near    = "shooting, distance: 6"
		covered = "shooting, distance: 6, cover: true"
		twenty  = "models: 20"
	)
	for _, c := range []struct {
		name, effects, scenario string
		attacker, target        string
		expect                  string
	}{
		{
			"a number is rolled again only where it blocks", "{reroll-blocks: 5}", near,
			"models: 1, quality: 2, rules: [R], weapons: [{name: A, attacks: 1, range: 12}]", "models: 20, defense: 6", "target.wounds.mean: 25/36",
		},
		{"and there it is", "{reroll-blocks: 5}", near, ruled, twenty, "target.wounds.mean: 7/4"},
		{"hits that Blast multiplies meet no cover", "{blast: 3}", covered, "models: 1, rules: [R], weapons: [{name: A, attacks: 2, range: 12}]", twenty, "target.wounds.mean: 3/2"},
		{"of a six, only those of the six", "{on: six-to-hit, blast: 3}", covered, ruled, twenty, "target.wounds.mean: 13/6"}, // 2/3 + 3/2
		{"Counter takes nothing from other dice", "{when: {melee: true}, hits: 6, needs: 6}", "melee", "models: 1, rules: [R]", "models: 20, weapons: [{name: A, count: 5, attacks: 0, rules: [Counter]}]", "target.wounds.mean: 1/2"},
		{"a die of the attacked is rolled when it is attacked", "{of: enemy, when: {roll: [1, 2, 3]}, to-hit: -1}", near, shot, "models: 20, rules: [R]", "target.wounds.mean: 5/4"},
		{"both sides roll for the same rule", "{when: {roll: [1, 2, 3]}, to-hit: 1}, {of: enemy, when: {roll: [1, 2, 3]}, to-hit: -1}", near, ruled, "models: 20, rules: [R]", "target.wounds.mean: 3/2"},
		{
			"weapons that are lost first", "{ap: 1}", "melee", "models: 1, quality: 2, weapons: [{name: A, attacks: 1, rules: [AP(9)]}]",
			"models: 2, weapons: [{name: A, count: 1, attacks: 6, lost: first}]", `"attacker.wounds.pmf[1]": 37037/147456`,
		},
		// What players use.
		{"what nobody uses does nothing", "{when: {used: true}, to-hit: 1}", near, ruled, twenty, "target.wounds.mean: 3/2"},
		{"what is used does", "{when: {used: true}, to-hit: 1}", near, used, twenty, "target.wounds.mean: 2"},
		{"a number of markers, two for one, at most two", "{when: {used: true}, ap: N, per: 2, max: 2}", near, "uses: [R(7)], " + ruled, twenty, "target.wounds.mean: 5/2"},
		{"fewer", "{when: {used: true}, ap: N, per: 2, max: 2}", near, "uses: [R(3)], " + ruled, twenty, "target.wounds.mean: 2"},
		{"a rule that is named twice is used once, as said last", "{to: friends, when: {used: true}, to-hit: N}", near, "uses: [R(2), R], " + shot, twenty, "target.wounds.mean: 2"},
		{"below nothing", "{of: enemy, when: {used: true}, to-hit: -N}", near, shot, "models: 20, rules: [R], uses: [R(2)]", "target.wounds.mean: 1/2"},
		{"a friend's rule", "{to: friends, when: {used: true, shooting: true}, gives: [Surge]}", near, "uses: [R], " + shot, twenty, "target.wounds.mean: 2"},
		{"a friend's bearer has nothing of it himself", "{to: friends, when: {used: true}, to-hit: 1}", near, ruled, twenty, "target.wounds.mean: 3/2"},
		{"an enemy's dice", "{to: enemy, when: {used: true}, block: -1}", near, "uses: [R], " + shot, twenty, "target.wounds.mean: 2"},
		{"an enemy's attacks", "{to: enemy, when: {used: true, shooting: true}, to-hit: -1}", near, shot, "models: 20, uses: [R]", "target.wounds.mean: 1"},

		// What players pick.
		{"the better effect", "{when: {choice: 1}, ap: 1}, {when: {choice: 2}, to-hit: 2}", near, ruled, twenty, "target.wounds.mean: 5/2"},
		{"the effect that is stated", "{when: {choice: 1}, ap: 1}, {when: {choice: 2}, to-hit: 2}", near, used, twenty, "target.wounds.mean: 2"},
		{"the target picks for itself", "{when: {choice: 1}, block: 1}, {of: enemy, when: {choice: 2}, to-hit: -2}", near, shot, "models: 20, rules: [R]", "target.wounds.mean: 1/2"},
		{"the profile with more wounds", "{ap: 1}", "shooting, distance: 6, cover: true", "models: 1, weapons: [{name: A one, attacks: 2, range: 12, one-of: A}, {name: A two, attacks: 1, range: 12, rules: [Blast(3)], one-of: A}]", twenty, "target.wounds.mean: 3/4"},
		{"of those that reach", "{ap: 1}", "shooting, distance: 10", "models: 1, weapons: [{name: A one, attacks: 2, range: 12, one-of: A}, {name: A two, attacks: 9, range: 9, one-of: A}]", twenty, "target.wounds.mean: 1/2"},

		// Automatic hits.
		{"hits with rules", "{when: {melee: true}, hits: 3, needs: 4, with: [AP(1)]}", "melee", "models: 2, rules: [R]", twenty, "target.wounds.mean: 2"},
		{"each die is several", "{when: {melee: true}, hits: 3, needs: 4, each: 2}", "melee", "models: 2, rules: [R]", twenty, "target.wounds.mean: 3"},
		{"each of which can be a six", "{when: {melee: true}, hits: 1, each: 6, with: [Surge]}", "melee", "models: 1, rules: [R]", twenty, "target.wounds.mean: 7/2"},
		{"attacks without a weapon", "{when: {melee: true}, attacks: 3, with: [Reliable, AP(1)]}", "melee", "models: 2, quality: 6, rules: [R]", twenty, "target.wounds.mean: 10/3"},
		{"an ability", "{by: ability, when: {distance-up-to: 6}, hits: 3, needs: 4, with: [AP(1)]}", "ability, use: R, distance: 6", "models: 2, rules: [R, Furious], weapons: [{name: A, attacks: 6, range: 12}]", twenty, "target.wounds.mean: 2"},
		{"too far off", "{by: ability, when: {distance-up-to: 6}, hits: 3, needs: 4}", "ability, use: R, distance: 7", "models: 2, rules: [R]", twenty, "target.wounds.mean: 0"},
		{"an ability is no shooting", "{by: ability, hits: 3}", near, ruled, twenty, "target.wounds.mean: 3/2"},
		{"rules for shooting hold against it", "{by: ability, hits: 3}, {when: {shooting: true}, block: 1}", "ability, use: R, distance: 6", "models: 2, rules: [R]", "models: 20, rules: [R]", "target.wounds.mean: 2"},
		// A spell is neither shooting nor melee, and no attack.
		{"who is shot at blocks better", "{when: {shooting: true}, block: 1}", near, shot, "models: 20, rules: [R]", "target.wounds.mean: 1"},                                                                                                                      // 3 hits, 3+
		{"and not against a spell", "{by: ability, when: {spell: true}, hits: 6}, {when: {shooting: true}, block: 1}", "ability, use: R, distance: 6", "models: 5", "models: 20, rules: [R]", "target.wounds.mean: 3"},                                             // 6 hits, 4+
		{"a shot from afar has less AP", "{of: enemy, when: {shooting: true, distance-over: 9}, ap: -1}", "shooting, distance: 10", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [AP(1)]}]", "models: 20, rules: [R]", "target.wounds.mean: 3/2"}, // 3 hits, 4+
		{"and a spell has its own", "{by: ability, when: {spell: true}, hits: 6, with: [AP(1)]}, {of: enemy, when: {shooting: true, distance-over: 9}, ap: -1}", "ability, use: R, distance: 10", "models: 5", "models: 20, rules: [R]", "target.wounds.mean: 4"},  // 6 hits, 5+
		{"but less where hits count for less", "{by: ability, when: {spell: true}, hits: 6, with: [AP(1)]}, {of: enemy, ap: -1}", "ability, use: R, distance: 10", "models: 5", "models: 20, rules: [R]", "target.wounds.mean: 3"},                                 // 6 hits, 4+
		{"what is not for spells holds for shots", "{when: {spell: false}, block: 1}", near, shot, "models: 20, rules: [R]", "target.wounds.mean: 1"},                                                                                                              // 3 hits, 3+
		{"what is not for shots holds for spells", "{by: ability, when: {spell: true}, hits: 6}, {when: {shooting: false, melee: false}, block: 1}", "ability, use: R, distance: 6", "models: 5", "models: 20, rules: [R]", "target.wounds.mean: 2"},               // 6 hits, 3+
		{"a weapon of an ability", "{by: ability}", "ability, use: R, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [R]}, {name: B, attacks: 6, range: 12}]", twenty, "target.wounds.mean: 3/2"},
		{"it is silent else", "{by: ability}", near, "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [R]}]", twenty, "target.wounds.mean: 0"},
		{"a spell strikes once, and rules know it", "{by: ability, when: {spell: true}, hits: 4}, {when: {spell: false}, block: 1}, {when: {spell: true}, ward: 4}", "ability, use: R, distance: 6", "models: 5", "models: 20, rules: [R]", "target.wounds.mean: 1"},

		// Other words.
		{"a two that does not block", "{on: two-to-block, extra-wounds: 1}", near, ruled, twenty, "target.wounds.mean: 2"},
		{"a two that blocks", "{on: two-to-block, extra-wounds: 1}", near, ruled, "models: 20, defense: 2", "target.wounds.mean: 1/2"},
		{"moving does not matter", "{ignore: [moving]}, {when: {moved: true}, to-hit: -1}, {to-hit: -1}", near + ", moved: true", ruled, twenty, "target.wounds.mean: 1"},
		{"ones to hit hurt their own", "{on: one-to-hit, self-wounds: 1}", near, "models: 20, rules: [R], weapons: [{name: A, attacks: 6, range: 12}]", twenty, "attacker.wounds.mean: 1, target.wounds.mean: 3/2"},
		{"a five that hits", "{on: five-to-hit, extra-hits: 1}", near, "models: 1, quality: 5, rules: [R], weapons: [{name: A, attacks: 6, range: 12}]", twenty, "target.wounds.mean: 3/2"}, // (2 + 1) / 2
		{"a five that does not", "{on: five-to-hit, extra-hits: 1}", near, "models: 1, quality: 6, rules: [R], weapons: [{name: A, attacks: 6, range: 12}]", twenty, "target.wounds.mean: 1/2"},
		{"a Quality stands, better or worse", "{quality: 5}", near, "models: 1, quality: 2, rules: [R], weapons: [{name: A, attacks: 6, range: 12}]", twenty, "target.wounds.mean: 1"},
		{"half of the enemy is not most of it", "{when: {enemy-tough: {from: 3}}, ap: 1}", near, "models: 1, rules: [R], weapons: [{name: A, attacks: 1, range: 12}]", "models: 1, rules: [Tough(3)], hero: {quality: 4, defense: 4}", "target.wounds.mean: 1/4"},
		{"half of the unit is not most of it", "{when: {models: most}, block: 1}", near, "models: 1, weapons: [{name: A, attacks: 1, range: 12}]", "models: 1, rules: [R], hero: {quality: 4, defense: 4}", "target.wounds.mean: 1/4"},
		{"the fatigued and shaken shoot as ever", "{ap: 1}", near, "fatigued: true, shaken: true, models: 1, weapons: [{name: A, attacks: 6, range: 12}]", twenty, "target.wounds.mean: 3/2"},
		{"by as many wounds as they say", "{on: one-to-hit, self-wounds: 2}", near, "models: 20, rules: [R], weapons: [{name: A, attacks: 6, range: 12}]", twenty, "attacker.wounds.mean: 2"},
		{"which win no melee", "{on: one-to-hit, self-wounds: 1}", "melee", "models: 20, rules: [R], weapons: [{name: A, attacks: 1}]", "models: 20", "attacker.wounds.mean: 1/6, attacker.wins: 1/4, draw: 3/4"},
		{"the killed strike back", "{death-hits: 2}", "melee", "models: 1, weapons: [{name: A, attacks: 1}]", "models: 2, rules: [R]", "target.wounds.mean: 1/4, attacker.destroyed: 3/16"},
		{"the living go with last hits", "{last-hits: 2}", "melee", "models: 10", "models: 2, rules: [R]", "attacker.wounds.mean: 2, target.destroyed: 1"},
		{"many wounds of one hit", "{extra-wounds: 9}", near, ruled, "models: 20, rules: [Tough(9)]", "target.wounds.mean: 15"},                // 3/2 × 10
		{"many wounds of a one", "{on: one-to-block, extra-wounds: 9}", near, ruled, "models: 20, rules: [Tough(9)]", "target.wounds.mean: 6"}, // 3 × (1/2 + 9/6)
		{"wounds that are not blocked", "{when: {melee: true}, wounds: 1, needs: 2}", "melee", "models: 3, rules: [R]", twenty, "target.wounds.mean: 5/2"},
		{"the target's rule lets one model take it all", "{of: enemy, picks: model}", near, shot, "models: 20, rules: [R]", "target.wounds.mean: 3367/4096"}, // 1 − (3/4)⁶
		{"who makes the enemy strike last", "{of: enemy, strikes-last: true}", "melee", "models: 1, weapons: [{name: A, attacks: 1}]", "models: 1, rules: [R], weapons: [{name: A, attacks: 1}]", "attacker.destroyed: 1/4, target.destroyed: 3/16"},
		{"who makes the enemy strike first", "{of: enemy, strikes-first: true}", "melee", "models: 1, rules: [R], weapons: [{name: A, attacks: 1}]", "models: 1, weapons: [{name: A, attacks: 1}]", "attacker.destroyed: 1/4, target.destroyed: 3/16"},
		{"AP that the target's die gives", "{of: enemy, when: {roll: [1, 2, 3]}, ap: 2}", near, shot, "models: 20, rules: [R]", "target.wounds.mean: 2"}, // 3 × (1/2 + 5/6) / 2
		{"the least range", "{of: enemy, range: -8, range-least: 6}", near, shot, "models: 20, rules: [R]", "target.wounds.mean: 3/2"},
		{"is for nobody who ignores penalties", "{of: enemy, range: -8, range-least: 6}", "shooting, distance: 10", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [Unstoppable]}]", "models: 20, rules: [R]", "target.wounds.mean: 3/2"},
		{"the best chance to ignore a wound counts", "{regeneration: 4}, {regeneration: 6}", near, shot, "models: 20, rules: [R]", "target.wounds.mean: 3/4"},
		{"behind cover", "{when: {cover: true}, to-hit: 1}", covered, ruled, twenty, "target.wounds.mean: 4/3"}, // 4 × 2/6
		{"out of cover", "{when: {cover: true}, to-hit: 1}", near, ruled, twenty, "target.wounds.mean: 3/2"},
		{"is not for what is shorter", "{of: enemy, range: -8, range-least: 6}", near, "models: 1, weapons: [{name: A, attacks: 6, range: 5}]", "models: 20, rules: [R]", "target.wounds.mean: 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			byHand(t, handDuel{"gf-3", c.scenario, "{name: R, summary: Tried., effects: [" + c.effects + "]}", c.attacker, c.target}, c.expect)
		})
	}
}

// wordsTried collects the words of the cases instead of holding them, unless nil.
var wordsTried map[string]bool

// noteWords notes the words of all rules that the text of a case names.
func noteWords(set *rules.Set, text string) {
	for _, name := range set.Names() {
		if !regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).MatchString(text) {
			continue
		}
		for _, e := range set.Find(name).Effects {
			for _, w := range rules.Grimdark.Statement(&e).Words {
				wordsTried[w.Group.ParentWord+"."+w.Name] = true
			}
		}
	}
}

// Every word with a part in a fight stands in a case that was worked out by hand. The words of lists are applied
// before a fight: sides state their Defense.
func TestEveryWordHasACaseByHand(t *testing.T) {
	wordsTried = map[string]bool{}
	defer func() { wordsTried = nil }()
	TestEveryRuleByHand(t)
	TestReadingsByHand(t)
	TestEveryWordByHand(t)
	for _, w := range rules.Grimdark.AllWords() {
		inLists := w.Group.Title == "While a list is built"
		if !inLists && !w.OnlyOutsideFights && !w.Group.OnlyOutsideFights && !wordsTried[w.Group.ParentWord+"."+w.Name] {
			t.Errorf("no case by hand has the word `%s`", w.Name)
		}
	}
}
