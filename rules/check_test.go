package rules_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"muster/rules"
	"muster/rules/fad"
	"muster/rules/words"
	"muster/schema"
)

// read takes one effect of a rule through the schema and the table, as a book
// is read, and returns what is wrong with it.
func read(t *testing.T, rule, effect string) string {
	t.Helper()
	source := "muster: system/1\nid: x-1\nfamily: gf\nname: X\nedition: \"1\"\ncite: X\nrules:\n" +
		"  - {name: Frenzy, effects: [{on: six-to-hit, extra-hits: 2}]}\n" +
		"  - name: " + rule + "\n    effects:\n      - " + effect + "\n"
	doc, err := schema.Read("x.yaml", []byte(source), "system/1")
	if err != nil {
		return err.Error()
	}
	var s rules.System
	if err := doc.Decode(&s); err != nil {
		t.Fatal(err)
	}
	game, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	set := rules.NewSet(s.Rules, game.Set())
	problems := set.CheckRules(doc, s.Rules, true, "rules")
	if problems == nil {
		return ""
	}
	return (&schema.Error{Problems: problems}).Error()
}

func TestMeaninglessEffectsAreRefused(t *testing.T) {
	for _, test := range []struct{ effect, want string }{
		{`{needs: 4}`, "10: R: `needs` goes with `hits` or `wounds`; add one, or leave `needs` out"},
		{`{}`, "9: `effects` is empty; it needs 1 of its keys"},
		{`{of: enemy, morale: -3}`, "21: R: `morale` means nothing with `of: enemy`, which speaks of attacks against the bearer; leave `of` out, or say `to: enemy` if the enemy is to have it"},
		{`{on: five-to-hit, hits: 4}`, "27: R: `hits` means nothing on a five to hit; write it as an effect of its own"},
		{`{on: six-to-hit, quality: 2}`, "26: R: `quality` means nothing on a six to hit; write it as an effect of its own"},
		{`{when: {has: Nothing At All}, ap: 1}`, "17: R: `has` names Nothing At All, which neither the book nor the game has"},
		{`{when: {has: Frenzi}, ap: 1}`, "17: R: `has` names Frenzi, which neither the book nor the game has; did you mean `Frenzy`?"},
		{`{when: {has: R}, ap: 1}`, "17: R: `has` names the rule itself; leave it out"},
		{`{when: {shooting: true}}`, "9: R: the effect does nothing: it says when or on whom, and needs a word that says what happens"},
		{`{to: unit}`, "9: R: the effect does nothing: it says when or on whom, and needs a word that says what happens"},
		{`{of: enemy, when: {melee: true}}`, "9: R: the effect does nothing: it says when or on whom, and needs a word that says what happens"},
		{`{on: six-to-hit}`, "9: R: the effect does nothing: it says when or on whom, and needs a word that says what happens"},
		{`{by: ability, to: unit}`, "9: R: the effect does nothing: it says when or on whom, and needs a word that says what happens"},
		{`{per: 2}`, "10: R: `per` and `max` shape a value `N`, and the effect has none; write `N` for its number"},
		{`{on: six-to-hit, to-hit: 1}`, "26: R: `to-hit` means nothing on a six to hit; write it as an effect of its own"},
		{`{on: six-to-hit, range: 6}`, "26: R: `range` means nothing on a six to hit; write it as an effect of its own"},
		{`{on: six-to-hit, ignore: [cover]}`, "26: R: `ignore: [cover]` means nothing on a six to hit; write it as an effect of its own"},
		{`{on: six-to-hit, ignore: [regeneration, penalties]}`, "26: R: `ignore: [penalties]` means nothing on a six to hit; write it as an effect of its own"},
		{`{on: five-to-hit, strikes-first: true}`, "27: R: `strikes-first` means nothing on a five to hit; write it as an effect of its own"},
		{`{on: six-to-hit, gives: [Bane]}`, "26: R: `gives` means nothing on a six to hit; write it as an effect of its own"},
		{`{on: six-to-hit, block: 1}`, "26: R: `block` means nothing on a six to hit; write it as an effect of its own"},
		{`{on: six-to-hit, ignore-rules: [Frenzy]}`, "26: R: `ignore-rules` means nothing on a six to hit; write it as an effect of its own"},
		{`{on: six-to-hit, self-wounds: 1}`, "26: R: `self-wounds` means nothing on a six to hit; write it as an effect of its own"},
		{`{on: one-to-hit, ap: 1}`, "26: R: `ap` means nothing on a one to hit; write it as an effect of its own"},
		{`{self-wounds: 1}`, "10: R: `self-wounds` needs a die that triggers it: add `on: one-to-hit`"},
		{`{on: one-to-block, ap: 1}`, "28: R: `ap` means nothing on a one to block; write it as an effect of its own"},
		{`{on: one-to-block, deadly: 3}`, "28: R: `deadly` means nothing on a one to block; write it as an effect of its own"},
		{`{on: two-to-block, ignore: [regeneration]}`, "28: R: `ignore` means nothing on a two to block; write it as an effect of its own"},
		{`{on: six-to-hit, tough: 3}`, "26: R: `tough` means nothing on a six to hit; write it as an effect of its own"},
		{`{on: six-to-hit, outside: movement}`, "26: R: `outside` means nothing on a six to hit; write it as an effect of its own"},
		{`{on: six-to-hit, deploys: reserve}`, "26: R: `deploys` means nothing on a six to hit; write it as an effect of its own"},
		{`{of: enemy, hits: 3}`, "21: R: `hits` means nothing with `of: enemy`, which speaks of attacks against the bearer; leave `of` out, or say `to: enemy` if the enemy is to have it"},
		{`{of: enemy, block: -1}`, "21: R: `block` means nothing with `of: enemy`, which speaks of attacks against the bearer; leave `of` out, or say `to: enemy` if the enemy is to have it"},
		{`{of: enemy, ward: 5}`, "21: R: `ward` means nothing with `of: enemy`, which speaks of attacks against the bearer; leave `of` out, or say `to: enemy` if the enemy is to have it"},
		{`{of: enemy, gives: [Bane]}`, "21: R: `gives` means nothing with `of: enemy`, which speaks of attacks against the bearer; leave `of` out, or say `to: enemy` if the enemy is to have it"},
		{`{of: enemy, fear: 1}`, "21: R: `fear` means nothing with `of: enemy`, which speaks of attacks against the bearer; leave `of` out, or say `to: enemy` if the enemy is to have it"},
		{`{of: enemy, hero: true}`, "21: R: `hero` means nothing with `of: enemy`, which speaks of attacks against the bearer; write it as an effect of its own"},
		{`{of: enemy, ignore-rules: [Frenzy]}`, "21: R: `ignore-rules` means nothing with `of: enemy`; leave one of them out, or write two effects"},
		{`{of: enemy, best-weapon-attacks: 1}`, "21: R: `best-weapon-attacks` means nothing with `of: enemy`, which speaks of attacks against the bearer; leave `of` out, or say `to: enemy` if the enemy is to have it"},
		{`{to: unit, tough: 3}`, "20: R: `tough` means nothing with `to: unit`; write it as an effect of its own"},
		{`{to: unit, hero: true}`, "20: R: `hero` means nothing with `to: unit`; write it as an effect of its own"},
		{`{to: enemy, deploys: last}`, "10: R: `to: enemy` needs `when: {used: true}`: somebody must use the rule\n21: R: `deploys` means nothing with `to: enemy`; write it as an effect of its own"},
		{`{to: friends, ap: 1}`, "10: R: `to: friends` needs `when: {used: true}`: somebody must use the rule"},
		{`{to: enemy, block: -1}`, "10: R: `to: enemy` needs `when: {used: true}`: somebody must use the rule"},
		{`{to: unit, outside: healing}`, "20: R: `outside` means nothing with `to: unit`; write it as an effect of its own"},
		{`{when: {shooting: true}, tough: 3}`, "34: R: `tough` holds always, whatever `when` says; write it as an effect of its own"},
		{`{when: {charging: true}, transport: 6}`, "34: R: `transport` holds always, whatever `when` says; write it as an effect of its own"},
		{`{when: {melee: true}, deploys: reserve}`, "31: R: `deploys` holds always, whatever `when` says; write it as an effect of its own"},
		{`{when: {moved: true}, outside: movement}`, "31: R: `outside` holds always, whatever `when` says; write it as an effect of its own"},
		{`{when: {models: all}, defense: 1}`, "31: R: `defense` holds always, whatever `when` says; write it as an effect of its own"},
		{`{when: {shooting: true, melee: true}, ap: 1}`, "33: R: `shooting: true` and `melee: true` never hold together; leave one of them out, or write two effects"},
		{`{when: {shooting: true, charging: true}, ap: 1}`, "33: R: `shooting: true` and `charging: true` never hold together; leave one of them out, or write two effects"},
		{`{when: {charging: true, charged: true}, ap: 1}`, "17: R: nobody charges and is charged in one melee; write two effects, one for each"},
		{`{when: {melee: true, moved: true}, ap: 1}`, "30: R: `melee: true` and `moved: true` never hold together; leave one of them out, or write two effects"},
		{`{when: {charged: true, in-sight: false}, block: 1}`, "32: R: `charged: true` and `in-sight: false` never hold together; leave one of them out, or write two effects"},
		{`{when: {melee: true, cover: true}, block: 1}`, "30: R: `melee: true` and `cover: true` never hold together; leave one of them out, or write two effects"},
		{`{when: {melee: true, spell: true}, ward: 2}`, "30: R: `melee: true` and `spell: true` never hold together; leave one of them out, or write two effects"},
		{`{when: {distance-over: 12, distance-up-to: 9}, ap: 1}`, "17: R: nothing is over `distance-over` and within `distance-up-to` at once; swap the numbers, or leave one out"},
		{`{when: {distance-over: 9, distance-up-to: 9}, ap: 1}`, "17: R: nothing is over `distance-over` and within `distance-up-to` at once; swap the numbers, or leave one out"},
		{`{when: {distance-over: 0}, ap: 1}`, "32: `distance-over` is 0; the least is 1"},
		{`{when: {enemy-tough: {from: 9, to: 3}}, ap: 1}`, "17: R: `enemy-tough` goes from 9 to 3; swap the numbers"},
		{`{when: {enemy-defense: {from: 1}}, ap: 1}`, "39: `from` is 1; the least is 2"},
		{`{when: {enemy-tough: {}}, ap: 1}`, "30: `enemy-tough` is empty; it needs 1 of its keys"},
		{`{when: {roll: [1, 2, 3, 4, 5, 6]}, ap: 1}`, "17: R: a die always shows one of these; leave `roll` out"},
		{`{when: {roll: [7]}, ap: 1}`, "24: `roll` is 7; the most is 6"},
		{`{when: {roll: [1]}, fear: 1}`, "29: R: `fear` means nothing when `roll` decides; write it as an effect of its own"},
		{`{when: {roll: [1]}, morale: 1}`, "29: R: `morale` means nothing when `roll` decides; write it as an effect of its own"},
		{`{when: {roll: [1]}, strikes-first: true}`, "29: R: `strikes-first` means nothing with `roll`; leave one of them out, or write two effects"},
		{`{to: enemy, when: {used: true, roll: [1]}, to-hit: -1}`, "40: R: `roll` means nothing with `to: enemy`; leave one of them out, or write two effects"},
		{`{when: {used: false}, ap: 1}`, "23: `used` cannot be `false`; it is `true`"},
		{`{when: {choice: 0}, ap: 1}`, "25: `choice` is 0; the least is 1"},
		{`{when: {melee: true}, range: 6}`, "31: R: `range` acts in shooting only, where `melee: true` never holds; leave the condition out"},
		{`{when: {melee: true}, without-sight: true}`, "31: R: `without-sight` acts in shooting only, where `melee: true` never holds; leave the condition out"},
		{`{when: {shooting: true}, retaliates: 1}`, "34: R: `retaliates` acts in melee only, where `shooting: true` never holds; leave the condition out"},
		{`{when: {shooting: true}, best-weapon-attacks: 1}`, "34: R: `best-weapon-attacks` acts in melee only, where `shooting: true` never holds; leave the condition out"},
		{`{when: {shooting: true}, strikes-last: true}`, "34: R: `strikes-last` acts in melee only, where `shooting: true` never holds; leave the condition out"},
		{`{when: {melee: false}, fear: 1}`, "32: R: `fear` acts in melee only, where `melee: false` never holds; leave the condition out"},
		{`{when: {shooting: true, spell: true}, ward: 2}`, "33: R: `shooting: true` and `spell: true` never hold together; leave one of them out, or write two effects"},
		{`{when: {shooting: true}, death-hits: 1}`, "34: R: `death-hits` acts in melee only, where `shooting: true` never holds; leave the condition out"},
		{`{by: ability, ap: 1}`, "23: R: `ap` means nothing with `by: ability`, where only hits, wounds and attacks without a weapon act; write it as an effect of its own"},
		{`{by: ability, block: 1}`, "23: R: `block` means nothing with `by: ability`, where only hits, wounds and attacks without a weapon act; write it as an effect of its own"},
		{`{by: ability, when: {melee: true}, hits: 3}`, "10: R: `melee: true` and `by: ability` never hold together; leave one of them out, or write two effects"},
		{`{by: ability, best-weapon-attacks: 1}`, "23: R: `best-weapon-attacks` acts in melee only, where `by: ability` never holds; leave the condition out"},
		{`{ward: 0}`, "16: `ward` is 0; the least is 2"},
		{`{ward: X}`, "10: R: `ward: X` is the rule's own number, and the rule has none; write its name as `R(X)`, or a number here"},
		{`{ward: 7}`, "16: `ward` is 7; the most is 6"},
		{`{regeneration: -1}`, "24: `regeneration` is -1; the least is 2"},
		{`{regeneration: 1}`, "24: `regeneration` is 1; the least is 2"},
		{`{quality: 1}`, "19: `quality` is 1; the least is 2"},
		{`{to-hit: 0}`, "10: R: `to-hit: 0` changes nothing; it should be -20 to 20"},
		{`{ap: 21}`, "14: `ap` is 21; the most is 20"},
		{`{ap: 0}`, "10: R: `ap: 0` changes nothing; it should be -20 to 20"},
		{`{ap-is: -1}`, "17: `ap-is` is -1; the least is 1"},
		{`{blast: 0}`, "17: `blast` is 0; the least is 1"},
		{`{blast: -2}`, "17: `blast` is -2; the least is 1"},
		{`{on: six-to-hit, copies: 1}`, "34: `copies` is 1; the least is 2"},
		{`{on: six-to-hit, extra-hits: -1}`, "38: `extra-hits` is -1; the least is 1"},
		{`{extra-wounds: 11}`, "24: `extra-wounds` is 11; the most is 10"},
		{`{reroll-blocks: 1}`, "25: `reroll-blocks` is 1; the least is 2"},
		{`{hits: 3, needs: 1}`, "26: `needs` is 1; the least is 2"},
		{`{hits-against: 1}`, "24: `hits-against` is 1; the most is -1"},
		{`{tough: 10000000}`, "17: `tough` is 10000000; the most is 500"},
		{`{per-list: 0}`, "20: `per-list` is 0; the least is 1"},
		{`{defense-is: 7}`, "22: `defense-is` is 7; the most is 6"},
		{`{repeat-morale: 7}`, "25: `repeat-morale` is 7; the most is 6"},
		{`{pay-morale: 0}`, "22: `pay-morale` is 0; the least is 1"},
		{`{fear-d3: false}`, "19: `fear-d3` cannot be `false`; it is `true`"},
		{`{hero: false, ap: 1}`, "16: `hero` cannot be `false`; it is `true`"},
		{`{ap: X}`, "10: R: `ap: X` is the rule's own number, and the rule has none; write its name as `R(X)`, or a number here"},
		{`{ap: N}`, "10: R: `ap: N` is the number with which a player uses the rule; add `when: {used: true}`"},
		{`{when: {used: true}, ward: N}`, "30: R: `ward` cannot be `N`; it should be 2 to 6"},
		{`{when: {used: true}, hits: -N}`, "30: R: `hits` cannot be `-N`; it should be 1 to 100"},
		{`{when: {used: true}, ap: 1, per: 2}`, "37: R: `per` and `max` shape a value `N`, and the effect has none; write `N` for its number"},
		{`{ap: 1, max: 3}`, "17: R: `per` and `max` shape a value `N`, and the effect has none; write `N` for its number"},
		{`{when: {used: true}, ap: N, per: 1}`, "42: `per` is 1; the least is 2"},
		{`{when: {used: true}, hits-against: N}`, "30: R: `hits-against` cannot be `N`; it should be -100 to -1"},
		{`{each: 2, ap: 1}`, "10: R: `each` goes with `hits` or `wounds`; add one, or leave `each` out"},
		{`{hits: 2, each: 1}`, "25: `each` is 1; the least is 2"},
		{`{with: [Bane], ap: 1}`, "10: R: `with` goes with `hits` or `attacks`; add one, or leave `with` out"},
		{`{wounds: 2, with: [Bane]}`, "21: R: `with` goes with `hits` or `attacks`; add one, or leave `with` out"},
		{`{hits: 2, with: [Bnae]}`, "26: R: `with` names Bnae, which neither the book nor the game has; did you mean `Bane`?"},
		{`{range-least: 6, ap: 1}`, "10: R: `range-least` goes with `range`; add it, or leave `range-least` out"},
		{`{range: 6, range-least: 6}`, "20: R: `range-least` bounds a negative `range`, and this one is not; leave it out"},
		{`{gives: [Regenration]}`, "18: R: `gives` names Regenration, which neither the book nor the game has; did you mean `Regeneration`?"},
		{`{gives: [R]}`, "18: R: `gives` names the rule itself; leave it out"},
		{`{gives: [Impact]}`, "18: R: `Impact` takes a number; write `Impact(1)`, or whatever it is"},
		{`{gives: [Impact(X)]}`, "18: R: `Impact(X)` would have the rule's own number, and the rule has none; write a number"},
		{`{gives: [Tough(10000000)]}`, "18: R: `Tough(10000000)`: the number of Tough should be at most 500"},
		{`{hits: 2, with: [AP(30)]}`, "26: R: `AP(30)`: the number of AP should be at most 20"},
		{`{ignore-rules: [Frenzie]}`, "25: R: `ignore-rules` names Frenzie, which neither the book nor the game has; did you mean `Frenzy`?"},
		{`{ap: "99"}`, "10: R: `ap` is 99; it should be -20 to 20"},
	} {
		got := strings.ReplaceAll(read(t, "R", test.effect), "x.yaml:11:", "")
		if got != test.want {
			t.Errorf("%s\nhas  %s\nwant %s", test.effect, got, test.want)
		}
	}
}

func TestMeaningfulEffectsAreTaken(t *testing.T) {
	for _, effect := range []string{
		"{by: ability}", "{by: ability, when: {distance-up-to: 6, spell: true}, hits: 6, needs: 2, each: 3, with: [AP(2), Bane]}",
		"{by: ability, when: {shooting: true}, hits: 3}", "{by: ability, attacks: 1, with: [Reliable]}", "{outside: movement}", "{to: unit, tokens: 1}", "{to: unit, deploys: last}",
		"{to: friends, when: {used: true, shooting: true}, gives: [Bane]}", "{to: enemy, when: {used: true}, block: -1}",
		"{of: enemy, when: {used: true, models: all}, ap: -N, per: 2, max: 3}", "{when: {used: true}, morale: N, max: X}",
		"{when: {choice: 1, charging: true, melee: true}, ap: 1}", "{on: one-to-hit, self-wounds: 1}", "{on: two-to-block, extra-wounds: 1}",
		"{of: enemy, when: {shooting: true}, range: -6, range-least: 6}", "{when: {used: true}, range: -N, range-least: 6}",
		"{ignore: [moving]}", "{death-hits: X}", "{last-hits: X}", "{when: {spell: false}, block: 1}", "{gives: [Impact(X), Fear(2)]}",
		"{when: {charging: false, charged: false}, ap: 1}", "{when: {distance-over: 9, distance-up-to: 10}, ap: 1}",
		"{when: {enemy-tough: {from: 500, to: 500}, enemy-defense: {from: 2}}, ap: -20}", "{when: {enemy-defense: {to: 6}}, ap: 20}",
		"{when: {roll: [1, 2, 3, 4, 5]}, ward: 2}", "{when: {roll: [1, 1, 2, 3, 4, 5]}, ward: 6}", "{gives: [Tough(500), AP(-3)]}", "{when: {has: frenzy}, on: five-to-hit, ignore: [regeneration]}",
	} {
		if wrong := read(t, "R(X)", effect); wrong != "" {
			t.Errorf("%s: %s", effect, wrong)
		}
	}
}

func TestRatingsHaveBounds(t *testing.T) {
	game, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	twice := rules.Rule{Name: "Twice(X)", Effects: []rules.Effect{
		{Tough: rules.Value{IsSet: true, IsRating: true}}, {AP: rules.Value{IsSet: true, IsRating: true}}, {MoraleModifier: rules.Value{IsSet: true, Number: 1}},
	}}
	own := []rules.Rule{twice, {Name: "Idle(X)"}, {Name: "Told(X)", Summary: "AP(X)."}}
	set := rules.Compile(own, game.Set(), func(own []rules.Rule, _ *rules.Set) []rules.Reading {
		readings := make([]rules.Reading, len(own))
		readings[2].Effects = twice.Effects[1:2]
		return readings
	})
	for use, want := range map[string]string{
		"Tough(500)": "", "Tough(-500)": "", "Tough(0)": "", "Twice(20)": "", "Idle(5000)": "", "Nobody(5000)": "", "Furious(5000)": "",
		"Tough(Spores [5])": "", "Tough": "", "Defense(9)": "", "twice( 20 )": "",
		"Tough(501)":                  "`Tough(501)`: the number of Tough should be at most 500",
		"Tough(-501)":                 "`Tough(-501)`: the number of Tough should be at most 500",
		"Tough(99999999999999999999)": "`Tough(99999999999999999999)`: the number of Tough should be at most 500",
		"tough(+1000)":                "`tough(+1000)`: the number of Tough should be at most 500",
		"Told(21)":                    "`Told(21)`: the number of Told should be at most 20",
		"Twice(21)":                   "`Twice(21)`: the number of Twice should be at most 20",
		"Defense(10)":                 "`Defense(10)`: the number of Defense should be at most 9",
	} {
		got := ""
		if err := set.CheckUse(rules.ParseUse(use)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s", use, got)
		}
	}
}

// A rule that another file could have is no error where that file is not known.
func TestRulesOfTheEnemyMayBeUnknown(t *testing.T) {
	gf := rules.Grimdark
	e := rules.Effect{IgnoreRules: []string{"Mystery"}}
	for _, c := range []struct {
		holder words.RuleInfo
		faults int
	}{
		{words.RuleInfo{Name: "R"}, 0},
		{words.RuleInfo{Name: "R", Rules: rules.NewSet(nil, nil)}, 0},
		{words.RuleInfo{Name: "R", Rules: rules.NewSet(nil, nil), KnowsEnemyRules: true}, 1},
	} {
		if faults := gf.Check(&e, c.holder); len(faults) != c.faults {
			t.Errorf("%+v: %v", c.holder, faults)
		}
	}
	if faults := gf.Check(rules.Effect{When: rules.When{RequiredRule: "Mystery"}, BlockModifier: rules.Value{IsSet: true, Number: 1}}, words.RuleInfo{Name: "R"}); faults != nil {
		t.Errorf("where no names are known: %v", faults)
	}
}

// Every field of an effect has its word, and every word its field.
func TestWordsAreThoseOfTheEffect(t *testing.T) {
	for family, effect := range map[*words.Family]any{rules.Grimdark: rules.Effect{}, fad.Words: fad.Effect{}} {
		var fields []string
		var collect func(inside string, of reflect.Type)
		collect = func(inside string, of reflect.Type) {
			for i := range of.NumField() {
				tag, _, _ := strings.Cut(of.Field(i).Tag.Get("yaml"), ",")
				if tag == "-" {
					continue // what the program works out
				}
				fields = append(fields, inside+"."+tag)
				if tag == "when" {
					collect(tag, of.Field(i).Type)
				}
			}
		}
		collect("", reflect.TypeOf(effect))
		var names []string
		for _, w := range family.AllWords() {
			names = append(names, w.Group.ParentWord+"."+w.Name)
		}
		slices.Sort(fields)
		slices.Sort(names)
		if !slices.Equal(fields, names) {
			t.Errorf("%s has the fields\n%v\nand the words\n%v", family.ID, fields, names)
		}
	}
}

// What a schema keeps out of files is found in effects that a program makes.
func TestEffectsOfProgramsAreChecked(t *testing.T) {
	no := false
	n := func(n int) rules.Value { return rules.Value{IsSet: true, Number: n} }
	for want, e := range map[string]rules.Effect{
		"[of]: `of` cannot be `friend`; it is `enemy`": {Attacker: "friend", AP: n(1)},
		"[on]: `on` cannot be `four`; it is `six-to-hit`, `five-to-hit`, `one-to-hit`, `one-to-block` or `two-to-block`|[ap]: `ap` means nothing on a four; write it as an effect of its own": {Trigger: "four", AP: n(1)},
		"[ignore]: `ignore` cannot be `rain`; it is `regeneration`, `cover`, `penalties` or `moving`":                                                                                         {Ignore: []rules.Ignore{rules.IgnoreCover, "rain"}},
		"[when used]: `used: false` says nothing; leave it out":                                                                                                                               {When: rules.When{IsRuleUsed: &no}, AP: n(1)},
		"[when enemy-defense]: `enemy-defense` goes to 1; it should be within 2 to 6":                                                                                                         {When: rules.When{EnemyDefense: rules.NumberRange{From: 1}}, AP: n(1)},
		"[when enemy-defense]: `enemy-defense` goes to 7; it should be within 2 to 6":                                                                                                         {When: rules.When{EnemyDefense: rules.NumberRange{From: 2, To: 7}}, AP: n(1)},
		"[ward]: `ward` is 1; it should be 2 to 6":                                                                                                                                            {Ward: n(1)},
		"[ward]: `ward` is 7; it should be 2 to 6":                                                                                                                                            {Ward: n(7)},
		"[tough]: `tough` is 0; it should be 1 to 500":                                                                                                                                        {Tough: n(0)},
		"[hits-against]: `hits-against` is 0; it should be -100 to -1":                                                                                                                        {ChargerDiceChange: n(0)},
		"[max]: `max: N` is the number with which a player uses the rule; add `when: {used: true}`":                                                                                           {AP: n(1), MaxUseCount: rules.Value{IsSet: true, TokenCountSign: 1}},
		"": {Ward: n(2), Tough: n(500)},
	} {
		var got []string
		for _, fault := range rules.Grimdark.Check(&e, words.RuleInfo{Name: "R"}) {
			got = append(got, fmt.Sprint(fault.Path, ": ", fault.Message))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%v: %q, not %q", e, got, want)
		}
	}
}

// Limits that points are divided by are at least one point.
func TestForceOrganisationDividesByPoints(t *testing.T) {
	for org, right := range map[string]bool{
		"hero-per: 1, unit-per: 1, copies: 0, copy-per: 1, share: 0": true, "hero-per: 0, unit-per: 1, copies: 0, copy-per: 1, share: 0": false,
		"hero-per: 1, unit-per: 0, copies: 0, copy-per: 1, share: 0": false, "hero-per: 1, unit-per: 1, copies: 0, copy-per: 0, share: 0": false,
	} {
		_, err := schema.Read("x.yaml", []byte("muster: system/1\nid: x-1\nfamily: gf\nname: X\nedition: \"1\"\ncite: X\nrules: []\nlists:\n  force-org: {"+org+"}\n"), "system/1")
		if refused := err != nil && strings.Contains(err.Error(), "x.yaml:9:"); refused == right || right && err != nil && strings.Contains(err.Error(), "-per") {
			t.Errorf("%s: %v", org, err)
		}
	}
}
