package gf_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/rules/gf"
)

// A result names what could be used, what was chosen, what has no part in the
// fight, and what nobody models, with the sentence that nobody could read.
func TestAResultNamesRules(t *testing.T) {
	r := resolveText(t, `muster: duel/1
system: gf-3
scenario: {mode: melee}
rules:
  - {name: Far Step, effects: [{outside: movement}]}
  - {name: Far Song, effects: [{to: unit, gives: [Far Step]}]}
  - {name: Wide Step, effects: [{outside: movement}, {to-hit: 1}]}
  - {name: Seal, effects: [{to: friends, when: {used: true}, ap: 1}]}
  - {name: Far Seal, effects: [{to: friends, when: {used: true}, gives: [Far Step]}]}
  - {name: Two Ways, effects: [{when: {choice: 1}, ap: 1}, {when: {choice: 2}, to-hit: 1}]}
  - {name: Riddle, effects: [{ap: 1}], unread: [It rhymes.]}
attacker: {quality: 4, defense: 4, models: 1, rules: [Far Song, Seal, Far Seal, Two Ways], weapons: [{name: A, attacks: 1, rules: [Wide Step, Nonsense]}]}
target: {quality: 4, defense: 4, models: 1, rules: [Riddle]}
`)
	type lists struct {
		NotModelled, CouldBeUsed, Chosen, Outside []string
		Unread                                    []gf.UnreadSentence
	}
	want := lists{
		[]string{"Nonsense", "Riddle"},
		[]string{"Seal"},
		[]string{"Two Ways(1)"},
		[]string{"Far Seal", "Far Song", "Far Step"},
		[]gf.UnreadSentence{{Rule: "Riddle", Sentence: "It rhymes."}},
	}
	if diff := cmp.Diff(want, lists{r.NotModelled, r.UnusedOptionalRules, r.ChosenOptions, r.RulesOutsideFights, r.UnreadSentences}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
