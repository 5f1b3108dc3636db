package gf_test

import (
	"regexp"
	"strings"
	"testing"

	"muster/rules"
)

// A foretold is an effect, what is said of it, and a duel in which it does that. Figures are fractions worked out by
// hand, without the effect and with it; says and with may differ by edition, behind "gf-2.7:" and the like.
type foretold struct {
	effects, says    string
	scenario         string
	attacker, target string // R has the effects, and S is another rule, of foretoldOther
	field            string // of the result; "" for the target's mean wounds
	without, with    string
}

// foretoldOther is the effect of the rule S of a row that needs one, by the row's effects.
var foretoldOther = map[string]string{
	"{gives: [S]}":                            "{to-hit: 1}",
	"{ignore: [regeneration]}":                "{regeneration: 5}",
	"{ignore: [penalties]}":                   "{of: enemy, to-hit: -1}",
	"{ignore: [moving]}":                      "{when: {shooting: true, moved: true}, to-hit: -1}",
	"{ignore-rules: [S]}":                     "{of: enemy, to-hit: -1}",
	"{hits-against: -1}":                      "{when: {charging: true}, hits: 3}",
	"{when: {has: S}, to-hit: 1}":             "{outside: casting}",
	"{when: {has: S, models: all}, block: 1}": "{outside: casting}",
	"{to: unit, when: {has: S}, to-hit: 1}":   "{outside: casting}",
}

const (
	shotRuled = "models: 1, rules: [R], weapons: [{name: A, attacks: 6, range: 12}]"
	shotBare  = "models: 1, weapons: [{name: A, attacks: 6, range: 12}]"
	blowBare  = "models: 1, weapons: [{name: A, attacks: 6}]"
	oneBlow   = "models: 1, weapons: [{name: A, attacks: 1}]"
	nearby    = "shooting, distance: 6"
	inCover   = "shooting, distance: 6, cover: true"
)

// Hits and blocks are 1/2 each unless a row says otherwise: six shots are 3/2 wounds.
var foretolds = []foretold{
	{"{quality: 2}", "Hits on 2+", nearby, shotRuled, "models: 20", "", "3/2", "5/2"},
	{"{to-hit: 1}", "+1 to hit", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{range: 6}", `+6" range`, "shooting, distance: 15", shotRuled, "models: 20", "", "0", "3/2"},
	{"{of: enemy, range: -8, range-least: 6}", `Attacks against it: -8" range, never under 6"`, "shooting, distance: 7", shotBare, "models: 20, rules: [R]", "", "3/2", "0"},
	{"{ap: 1}", "AP(+1)", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{ap-is: 4}", "AP of at least 4", nearby, shotRuled, "models: 20", "", "3/2", "5/2"},
	{
		"{blast: 3}", "Each hit becomes 3, or 3 more than by other rules gf-2.7: gf-2.16:, but one weapon scores no more hits than the target has models gf-3:, but no more than the target has models", nearby,
		"models: 1, rules: [R], weapons: [{name: A, attacks: 2, range: 12}]", "models: 2, rules: [Tough(9)]", "", "1/2", "gf-2.7:3/2 gf-2.16:3/4 gf-3:1", // 1 hit: × 3, 2 in three of four, × 2
	},
	{"{deadly: 3}", "Each wound becomes 3, or 3 more than by other rules, all on one model", nearby, shotRuled, "models: 20, rules: [Tough(3)]", "", "3/2", "9/2"},
	{"{on: six-to-hit, deadly: 3}", "On an unmodified 6 to hit: each of its wounds becomes 3, or 3 more than by other rules, all on one model", nearby, shotRuled, "models: 1, rules: [Tough(30)]", "", "3/2", "5/2"}, // a six
	{"{on: six-to-hit, copies: 3}", "On an unmodified 6 to hit: that hit becomes 3 such hits", nearby, shotRuled, "models: 20", "", "3/2", "5/2"},
	{"{copies: 2}", "Each hit becomes 2 such hits", nearby, shotRuled, "models: 20", "", "3/2", "3"},
	{"{on: six-to-hit, extra-hits: 1}", "On an unmodified 6 to hit: 1 more hit", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{extra-hits: 2}", "2 more hits for each hit", nearby, shotRuled, "models: 20", "", "3/2", "9/2"},
	{"{on: five-to-hit, extra-hits: 1}", "On an unmodified 5 that hits: 1 more hit", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{on: six-to-hit, extra-attacks: 1}", "On an unmodified 6 to hit: 1 more attack, which gives none itself", nearby, shotRuled, "models: 20", "", "3/2", "7/4"},
	{"{on: six-to-hit, extra-wounds: 1}", "On an unmodified 6 to hit: 1 more wound if that hit is not blocked", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{extra-wounds: 9}", "9 more wounds from each unblocked hit", nearby, shotRuled, "models: 20, rules: [Tough(9)]", "", "3/2", "15"},
	{"{on: one-to-block, extra-wounds: 1}", "On an unmodified 1 to block: 1 more wound", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{on: two-to-block, extra-wounds: 1}", "On an unmodified 2 that does not block: 1 more wound", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{on: one-to-hit, self-wounds: 1}", "On an unmodified 1 to hit: 1 wound on its own unit", nearby, "models: 20, rules: [R], weapons: [{name: A, attacks: 6, range: 12}]", "models: 20", "attacker.wounds.mean", "0", "1"},
	{"{reroll-blocks: 5}", "Blocks with an unmodified 5 are rolled again", nearby, shotRuled, "models: 20", "", "3/2", "7/4"}, // 3 × 7/12
	{"{ignore: [regeneration]}", "Ignores Regeneration", nearby, shotRuled, "models: 20, rules: [S]", "", "1", "3/2"},
	{"{ignore: [cover]}", "Ignores cover", inCover, shotRuled, "models: 20", "", "1", "3/2"}, // 6 × 1/3 × 1/2 or 3 × 1/3
	{"{ignore: [penalties]}", "Ignores penalties to hit and to range", nearby, shotRuled, "models: 20, rules: [S]", "", "1", "3/2"},
	{"{ignore: [moving]}", "Ignores its penalty to hit for having moved", nearby + ", moved: true", "models: 1, rules: [R, S], weapons: [{name: A, attacks: 6, range: 12}]", "models: 20", "", "1", "3/2"},
	{"{ignore-rules: [S]}", "Ignores the enemy's rule S", nearby, shotRuled, "models: 20, rules: [S]", "", "1", "3/2"},
	{"{without-sight: true}", "May shoot at what it does not see", nearby + ", in-sight: false", shotRuled, "models: 20", "", "0", "3/2"},
	{"{picks: model}", "Picks one model and meets it as a unit of one", nearby, shotRuled, "models: 20", "", "3/2", "3367/4096"}, // 1 − (3/4)⁶
	{
		"{picks: wounds}", "Its wounds go first to a model that it picks", nearby, "models: 1, rules: [R], weapons: [{name: A, attacks: 2, range: 12}]",
		"models: 3, hero: {quality: 4, defense: 4}", "target.wounds.mean", "1/2", "1/2",
	},
	{"{when: {charged: true}, strikes-first: true}", "When charged: strikes first", "melee", oneBlow, "models: 1, rules: [R], weapons: [{name: A, attacks: 1}]", "attacker.destroyed", "3/16", "1/4"},
	{"{when: {charging: true}, strikes-last: true}", "When charging: strikes last", "melee", "models: 1, rules: [R], weapons: [{name: A, attacks: 1}]", oneBlow, "attacker.destroyed", "3/16", "1/4"},
	{"{when: {charging: true}, best-weapon-attacks: 1}", "When charging: +1 attack with its best melee weapon", "melee", "models: 1, rules: [R], weapons: [{name: A, attacks: 6}]", "models: 20", "", "3/2", "7/4"},
	{"{when: {melee: true}, hits: 3, needs: 4, with: [AP(1)]}", "In melee: 3 dice, each 4+ is 1 hit with AP(1)", "melee", "models: 2, rules: [R]", "models: 20", "", "0", "2"},
	{"{when: {melee: true}, hits: 1, needs: 6}", "In melee: 1 die, on 6 it is 1 hit", "melee", "models: 6, rules: [R]", "models: 20", "", "0", "1/2"},
	{"{when: {melee: true}, hits: 3, needs: 4, each: 2}", "In melee: 3 dice, each 4+ is 2 hits", "melee", "models: 2, rules: [R]", "models: 20", "", "0", "3"},
	{"{when: {melee: true}, wounds: 1, needs: 2}", "In melee: 1 die, on 2+ it is 1 wound", "melee", "models: 3, rules: [R]", "models: 20", "", "0", "5/2"},
	{"{when: {melee: true}, attacks: 3, with: [AP(1)]}", "In melee: 3 attacks without a weapon, with AP(1)", "melee", "models: 2, rules: [R]", "models: 20", "", "0", "2"},
	{"{death-hits: 2}", "2 hits on the enemy for each model with the rule that is killed", "melee", oneBlow, "models: 2, rules: [R]", "attacker.destroyed", "0", "3/16"},
	{"{last-hits: 2}", "If it is alive when all have struck, it dies, and the enemy takes 2 hits", "melee", "models: 10", "models: 2, rules: [R]", "attacker.wounds.mean", "0", "2"},
	{"{hits-against: -1}", "Each model with the rule removes 1 of the dice that charging enemies roll for automatic hits", "melee", "models: 1, rules: [S]", "models: 1, rules: [R, Tough(9)]", "", "3/2", "1"},
	{"{block: 1}", "+1 to block", nearby, shotBare, "models: 20, rules: [R]", "", "3/2", "1"},
	{"{regeneration: 5}", "Wounds are ignored on 5+", nearby, shotBare, "models: 20, rules: [R]", "", "3/2", "1"},
	{"{ward: 5}", "Wounds are ignored on 5+, also those that cannot be regenerated", nearby, shotBare, "models: 20, rules: [R]", "", "3/2", "1"},
	{"{retaliates: 1}", "1 hit on the attacker for each wound that the model takes", "melee", "models: 20, weapons: [{name: A, attacks: 6}]", "models: 20, rules: [R]", "attacker.wounds.mean", "0", "3/4"},
	{"{fear: 3}", "3 more wounds when the melee is judged", "melee", "models: 1, rules: [R], weapons: [{name: A, attacks: 1}]", "models: 20", "attacker.wins", "1/4", "1"},
	{"{fear-d3: true}", "D3 more wounds when the melee is judged", "melee", "models: 1, rules: [R], weapons: [{name: A, attacks: 1}]", "models: 20", "attacker.wins", "1/4", "1"},
	{"{morale: 1}", "+1 to morale tests", nearby, "models: 1, weapons: [{name: A, attacks: 1, range: 12}]", "models: 2, rules: [R]", "target.shaken", "1/8", "1/12"},
	{"{repeat-morale: 4}", "A failed morale test passes on 4+", nearby, "models: 1, weapons: [{name: A, attacks: 1, range: 12}]", "models: 2, rules: [R]", "target.shaken", "1/8", "1/16"},
	{"{pay-morale: 1}", "A failed morale test passes, and each wound left is lost on a 1", nearby, "models: 1, weapons: [{name: A, attacks: 1, range: 12}]", "models: 2, rules: [R]", "target.destroyed", "0", "1/48"}, // 1/4 × 1/2 × 1/6
	{"{gives: [S]}", "Has S", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{to: unit, to-hit: 1}", "The whole unit: +1 to hit", nearby, shotBare + ", hero: {quality: 4, defense: 4, rules: [R]}", "models: 20", "", "3/2", "2"},
	{
		"{to: unit, when: {charging: true}, best-weapon-attacks: 1}", "When charging: each model of the whole unit: +1 attack with its best melee weapon", "melee",
		"models: 2, weapons: [{name: A, attacks: 3, count: 2}], hero: {quality: 4, defense: 4, rules: [R]}", "models: 20", "", "3/2", "2",
	},
	{
		"{to: unit, when: {has: S}, to-hit: 1}", "The whole unit, if it has S: +1 to hit", nearby,
		"models: 1, rules: [S], weapons: [{name: A, attacks: 6, range: 12}], hero: {quality: 4, defense: 4, rules: [R]}", "models: 20", "", "3/2", "2",
	},
	{"{to: friends, when: {used: true}, to-hit: 1}", "When used for a friendly unit: that unit: +1 to hit", nearby, "uses: [R], " + shotBare, "models: 20", "", "3/2", "2"},
	{"{to: enemy, when: {used: true}, block: -1}", "When used on an enemy: that enemy: -1 to block", nearby, "uses: [R], " + shotBare, "models: 20", "", "3/2", "2"},
	{"{of: enemy, ap: 1}", "Hits on it: AP(+1)", nearby, shotBare, "models: 20, rules: [R]", "", "3/2", "2"},
	{"{of: enemy, to-hit: -1}", "Attacks against it: -1 to hit", nearby, shotBare, "models: 20, rules: [R]", "", "3/2", "1"},

	{"{when: {shooting: true}, to-hit: 1}", "When shooting: +1 to hit", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{when: {shooting: true}, block: 1}", "When shot at: +1 to block", nearby, shotBare, "models: 20, rules: [R]", "", "3/2", "1"},
	{"{when: {shooting: false}, block: 1}", "When not shot at: +1 to block", "melee", blowBare, "models: 20, rules: [R]", "", "3/2", "1"},
	{"{when: {charged: true}, block: 1}", "When charged: +1 to block", "melee", blowBare, "models: 20, rules: [R]", "", "3/2", "1"},
	{"{when: {fatigued: true}, ap: 1}", "When fatigued: AP(+1)", nearby, "fatigued: true, " + shotRuled, "models: 20", "", "3/2", "2"},
	{"{when: {moved: true}, to-hit: 1}", "After moving: +1 to hit", nearby + ", moved: true", shotRuled, "models: 20", "", "3/2", "2"},
	{"{when: {in-sight: true}, to-hit: 1}", "At what it sees: +1 to hit", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{when: {cover: true}, to-hit: 1}", "Against a target in cover: +1 to hit", inCover, shotRuled, "models: 20", "", "1", "gf-2.7:3/2 gf-2.16:3/2 gf-3:4/3"},
	{"{when: {distance-over: 9}, to-hit: 1}", `From over 9": +1 to hit`, "shooting, distance: 10", shotRuled, "models: 20", "", "3/2", "2"},
	{"{when: {distance-up-to: 9}, to-hit: 1}", `Within 9": +1 to hit`, nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{when: {enemy-tough: {from: 3}}, ap: 1}", "Against enemies that mostly have Tough(3) or more: AP(+1)", nearby, shotRuled, "models: 20, rules: [Tough(3)]", "", "3/2", "2"},
	{"{when: {enemy-tough: {to: 3}}, ap: 1}", "Against enemies that mostly have Tough(3) or less: AP(+1)", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{when: {enemy-tough: {from: 3, to: 9}}, ap: 1}", "Against enemies that mostly have Tough(3) to Tough(9): AP(+1)", nearby, shotRuled, "models: 20, rules: [Tough(9)]", "", "3/2", "2"},
	{"{when: {enemy-defense: {from: 4}}, ap: 1}", "Against enemies that mostly have Defense 4+ or worse: AP(+1)", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{when: {enemy-defense: {to: 4}}, ap: 1}", "Against enemies that mostly have Defense 4+ or better: AP(+1)", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{when: {enemy-defense: {from: 6}}, ap: 1}", "Against enemies that mostly have Defense 6+: AP(+1)", nearby, shotRuled, "models: 20, defense: 6", "", "5/2", "5/2"}, // a 6 always blocks
	{"{when: {models: all}, block: 1}", "If all models of the unit have the rule: +1 to block", nearby, shotBare, "models: 20, rules: [R]", "", "3/2", "1"},
	{"{when: {models: most}, block: 1}", "If most models of the unit have the rule: +1 to block", nearby, shotBare, "models: 20, rules: [R]", "", "3/2", "1"},
	{"{when: {models: any}, block: 1}", "If any model of the unit has the rule: +1 to block", nearby, shotBare, "models: 20, rules: [R]", "", "3/2", "1"},
	{"{when: {models: squad}, block: 1}", "If all models but a joined hero have the rule: +1 to block", nearby, shotBare, "models: 20, rules: [R], hero: {quality: 4, defense: 4}", "", "3/2", "1"},
	{"{when: {has: S}, to-hit: 1}", "If it has S too: +1 to hit", nearby, "models: 1, rules: [R, S], weapons: [{name: A, attacks: 6, range: 12}]", "models: 20", "", "3/2", "2"},
	{"{when: {has: S, models: all}, block: 1}", "If all models of the unit have the rule, and S: +1 to block", nearby, shotBare, "models: 20, rules: [R, S]", "", "3/2", "1"},
	{"{when: {roll: [1, 2, 3]}, to-hit: 1}", "If one die shows 1, 2 or 3: +1 to hit", nearby, shotRuled, "models: 20", "", "3/2", "7/4"},
	{"{when: {used: true}, to-hit: N}", "When used with a number N: +N to hit", nearby, "uses: [R(2)], " + shotRuled, "models: 20", "", "3/2", "5/2"},
	{"{when: {used: true}, ap: N, per: 2, max: 2}", "When used with a number: AP(+N), N is 1 for every 2 of that number, at most 2", nearby, "uses: [R(7)], " + shotRuled, "models: 20", "", "3/2", "5/2"},
	{"{when: {choice: 1}, ap: 1}", "If picked (choice 1): AP(+1)", nearby, shotRuled, "models: 20", "", "3/2", "2"},
	{"{by: ability, hits: 3, needs: 4, each: 2}", "As an attack of its own: 3 dice, each 4+ is 2 hits", "ability, use: R, distance: 6", "models: 1, rules: [R]", "models: 20", "", "", "3/2"},
	{"{by: ability}", "As an attack of its own: the weapon attacks", "ability, use: R, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [R]}]", "models: 20", "", "", "3/2"},
	{"{by: ability, when: {spell: true}, hits: 4}", "As a spell: 4 hits", "ability, use: R, distance: 6", "models: 1", "models: 20", "", "", "2"},
	{"{when: {spell: false}, morale: 1}", "Except after spells: +1 to morale tests", nearby, "models: 1, weapons: [{name: A, attacks: 1, range: 12}]", "models: 2, rules: [R]", "target.shaken", "1/8", "1/12"},
	{"{when: {used: true}, to-hit: 1}", "When it applies: +1 to hit", nearby, "uses: [R], " + shotRuled, "models: 20", "", "3/2", "2"},
	{"{when: {spell: false}, block: 1}", "Except against spells: +1 to block", nearby, shotBare, "models: 20, rules: [R]", "", "3/2", "1"},

	// Words of lists say the same in all fights.
	{"{hero: true}", "Is a hero", "", "", "", "", "", ""},
	{"{tough: 1}", "Takes 1 wound to kill", "", "", "", "", "", ""},
	{"{tough: 3}", "Takes 3 wounds to kill", "", "", "", "", "", ""},
	{"{transport: 6}", "Carries 6", "", "", "", "", "", ""},
	{"{per-list: 1}", "Once in a list", "", "", "", "", "", ""},
	{"{per-list: 2}", "2 in a list at most", "", "", "", "", "", ""},
	{"{per-game: 1}", "Once in a game", "", "", "", "", "", ""},
	{"{defense: 1}", "Defense better by 1", "", "", "", "", "", ""},
	{"{defense-is: 3}", "Defense 3+", "", "", "", "", "", ""},
	{"{tokens: 2}", "gf-2.7:Casts with +2 gf-2.16:Casts with +2 gf-3:2 spell tokens a round", "", "", "", "", "", ""},
	{"{tokens: 1}", "gf-2.7:Casts with +1 gf-2.16:Casts with +1 gf-3:1 spell token a round", "", "", "", "", "", ""},
	{"{deploys: reserve}", "May wait in reserve", "", "", "", "", "", ""},
	{"{cannot: [charge, be-charged]}", "Cannot charge or be charged", "", "", "", "", "", ""},
	{"{outside: movement}", "Movement, which is no part of a fight", "", "", "", "", "", ""},
	{"{outside: healing}", "Healing or new models, which are no part of a fight", "", "", "", "", "", ""},
	{"{gathers: round-start, placed: 2, holds: 4, if-shaken: none}", "Gets 2 tokens as a round begins, if it is on the table, 4 at most, none while it is gf-2.7: Pinned gf-2.16: Pinned gf-3: Shaken", "", "", "", "", "", ""},
	{"{gathers: round-end, if-shaken: lost}", "Gets a token as a round ends, if it is on the table, all of which it loses when it is gf-2.7: Pinned gf-2.16: Pinned gf-3: Shaken", "", "", "", "", "", ""},
	{"{gathers: kill}", "Gets a token when it destroys an enemy unit", "", "", "", "", "", ""},
	{"{gathers: ignore}", "Gets a token when it ignores a wound", "", "", "", "", "", ""},
	{"{places: game, placed: 3}", "Places 3 tokens on an enemy unit once in a game", "", "", "", "", "", ""},
	{"{places: activation}", "Places a token on an enemy unit in each activation", "", "", "", "", "", ""},
	{"{places: death}", "When it is killed, places a token on the enemy unit that did it", "", "", "", "", "", ""},
	{"{outside: activation}", "Activation or actions, which are no part of a fight", "", "", "", "", "", ""},
}

// What is said of an effect, in each edition, and what it then does in a duel.
func TestSentencesForetellDuels(t *testing.T) {
	for _, id := range []string{"gf-2.7", "gf-2.16", "gf-3"} {
		game, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range foretolds {
			t.Run(id+" "+f.effects, func(t *testing.T) {
				with := foretoldDuel(f, id, f.effects)
				set := readText(t, with.text()).Attacker.RuleSet
				if got, want := strings.Join(game.Explain(set.Find("R").Effects, ""), "; "), ofEdition(f.says, id); got != want {
					t.Errorf("says %q, should say %q", got, want)
				}
				field := f.field
				if field == "" {
					field = "target.wounds.mean"
				}
				if f.without != "" {
					without := foretoldDuel(f, id, "{outside: movement}")
					without.attacker = regexp.MustCompile(`uses: \[R[^]]*\], `).ReplaceAllString(without.attacker, "")
					byHand(t, without, field+": "+f.without)
				}
				if f.with != "" {
					byHand(t, with, field+": "+ofEdition(f.with, id))
				}
			})
		}
	}
}

// foretoldDuel returns a row's duel in an edition.
func foretoldDuel(f foretold, edition, effects string) handDuel {
	house := "{name: R, summary: Tried., effects: [" + effects + "]}"
	if other := foretoldOther[f.effects]; other != "" {
		house += ", {name: S, summary: Tried., effects: [" + other + "]}"
	}
	d := handDuel{edition, f.scenario, house, f.attacker, f.target}
	if d.scenario == "" { // the sentence alone
		d.scenario, d.attacker, d.target = nearby, "models: 1", "models: 1"
	}
	return d
}

// ofEdition returns a text for an edition: what stands before all marks, and what follows its own.
func ofEdition(text, id string) string {
	marks := regexp.MustCompile(` ?gf-[0-9.]+:`).FindAllStringIndex(text, -1)
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		if strings.TrimSpace(text[m[0]:m[1]]) == id+":" {
			return text[:marks[0][0]] + text[m[1]:end]
		}
	}
	return text
}

// Every effect word, and every value of those with values, has a sentence that a duel bears out, or is of lists alone.
func TestEveryWordIsForetold(t *testing.T) {
	var said strings.Builder
	for _, f := range foretolds {
		said.WriteString(f.effects + "\n")
	}
	for _, w := range rules.Grimdark.AllWords() {
		if !regexp.MustCompile(`[{ ]` + w.Name + `: `).MatchString(said.String()) {
			t.Errorf("no row has the word `%s`", w.Name)
		}
		for _, c := range w.AllowedValues {
			if c.Phrase != "" && !strings.Contains(said.String(), c.Value) && w.Group.RuleBearer != "a unit" {
				t.Errorf("no row has `%s: %s`", w.Name, c.Value)
			}
		}
	}
}
