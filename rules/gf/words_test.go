package gf_test

import "testing"

// Each word of an army's own rules by hand, as in the cases of the games' rules.
func TestEveryWordByHand(t *testing.T) {
	const (
		shot    = "models: 1, weapons: [{name: A, attacks: 6, range: 12}]"
		ruled   = "models: 1, rules: [R], weapons: [{name: A, attacks: 6, range: 12}]"
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
	} {
		t.Run(c.name, func(t *testing.T) {
			byHand(t, "gf-3", c.scenario, "{name: R, summary: Tried., effects: ["+c.effects+"]}", c.attacker, c.target, c.expect)
		})
	}
}
