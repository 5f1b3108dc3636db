package rules

import (
	"slices"
	"testing"

	"muster/rules/words"
)

// Every word is said, by itself or by those that it shapes.
func TestEveryWordIsSaid(t *testing.T) {
	others := []string{"when", "with", "needs", "each"}
	for _, w := range Grimdark.All() {
		if said := w.Says != "" || len(w.Values) > 0 && w.Values[0].Says != ""; said == slices.Contains(others, w.Name) {
			t.Errorf("%s: says %q", w.Name, w.Says)
		}
		if w.Kind == words.Switch && w.SaysNot == "" {
			t.Errorf("%s says nothing where it is false", w.Name)
		}
		for _, value := range w.Values {
			if w.Says == "" && value.Says == "" {
				t.Errorf("%s says nothing of %s", w.Name, value.Is)
			}
		}
	}
}

func TestExplain(t *testing.T) {
	game, err := Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	yes, n := true, func(n int) Value { return Value{Set: true, Number: n} }
	for _, c := range []struct {
		effect Effect
		want   string
	}{
		{Effect{ToHit: n(1), When: When{Shooting: &yes, Over: 9}}, `When shooting, from over 9": +1 to hit`},
		{Effect{Of: OfEnemy, ToHit: n(-1), When: When{Melee: &yes, Models: ModelsAll}}, "In melee, if all models of the unit have the rule: attacks against it: -1 to hit"},
		{Effect{On: OnSixToHit, ExtraHits: n(1)}, "On an unmodified 6 to hit: 1 more hit"},
		{Effect{To: ToFriends, Gives: []Use{{Name: "Glint"}}, When: When{Used: &yes}}, "When used for a friendly unit: that unit: has Glint"},
		{Effect{Outside: OutsideMovement}, "Movement, which is no part of a fight"},
		{
			Effect{By: ByAbility, Hits: n(4), Needs: n(3), Each: n(2), With: []Use{{Name: "Blast", Rating: "2"}}, When: When{UpTo: 9}},
			`Within 9", as an attack of its own: 4 dice, each 3+ is 2 hits with Blast(2)`,
		},
		{Effect{Of: OfEnemy, To: ToUnit, ToHit: n(-1)}, "The whole unit, attacks against it: -1 to hit"},
		{Effect{By: ByAbility}, "As an attack of its own: the weapon attacks"},
		{Effect{AP: Value{Set: true, N: 1}, Per: 2, Max: n(3), When: When{Used: &yes}}, "When used with a number N: AP(+N), N counts one for every 2 of it, N counts at most 3"},
		{Effect{Blast: n(3), When: When{EnemyDefense: Range{From: 5}}}, "Against enemies that mostly have Defense 5+ or worse: each hit becomes 3, or 3 more than by other rules, but no more than the target has models"},
		{Effect{Deadly: n(3)}, "Each wound becomes 3, or 3 more than by other rules, all on one model"},
		{Effect{Deadly: Value{Set: true, X: true}}, "Each wound becomes X, all on one model"},
		{Effect{To: ToUnit, Tokens: n(1)}, "The whole unit: 1 spell token a round for each model that has the rule, with one caster"},
		{Effect{Tokens: n(2)}, "2 spell tokens a round"},
		{Effect{Morale: n(1), When: When{Shooting: &yes, Models: ModelsAll}}, "When shot at, if all models of the unit have the rule: +1 to morale tests"},
		{Effect{Of: OfEnemy, ToHit: n(-1), When: When{Shooting: new(bool)}}, "When not shot at: attacks against it: -1 to hit"},
		{Effect{Block: n(1), When: When{Charging: new(bool), EnemyTough: Range{From: 3}}}, "When not charging, against enemies that mostly have Tough(3) or more: +1 to block"},
	} {
		if got := game.Explain([]Effect{c.effect})[0]; got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
