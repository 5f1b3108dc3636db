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
				t.Errorf("%s says nothing of %s", w.Name, value.Value)
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
		{Effect{To: ToFriends, Gives: []Use{{Name: "Glint"}}, When: When{Used: &yes}}, "When used for a friendly unit: that unit has Glint"},
		{Effect{OutsideFight: OutsideMovement}, "Movement, which is no part of a fight"},
		{
			Effect{By: ByAbility, Hits: n(4), Needs: n(3), Each: n(2), With: []Use{{Name: "Blast", Rating: "2"}}, When: When{UpTo: 9}},
			`Within 9", as an attack of its own: 4 dice, each 3+ is 2 hits with Blast(2)`,
		},
		{Effect{Of: OfEnemy, To: ToUnit, ToHit: n(-1)}, "The whole unit, attacks against it: -1 to hit"},
		{Effect{By: ByAbility}, "As an attack of its own: the weapon attacks"},
		{Effect{AP: Value{Set: true, N: 1}, Per: 2, Max: n(3), When: When{Used: &yes}}, "When used with a number: AP(+N), N is 1 for every 2 of that number, at most 3"},
		{Effect{ToHit: Value{Set: true, N: 1}, Max: Value{Set: true, X: true}, When: When{Used: &yes}}, "When used with a number N: +N to hit, N is at most X"},
		{Effect{ToHit: Value{Set: true, X: true}}, "X to hit"},
		{Effect{To: ToUnit, Regeneration: n(4), When: When{Has: "Glint"}}, "The whole unit, if it has Glint: wounds are ignored on 4+"},
		{Effect{To: ToUnit, BestWeaponAttacks: n(1), When: When{Charging: &yes}}, "When charging: each model of the whole unit: +1 attack with its best melee weapon"},
		{Effect{Morale: n(1), When: When{Spell: new(bool)}}, "Except after spells: +1 to morale tests"},
		{Effect{Ignore: []Ignore{IgnoreCover}}, "Ignores cover"},
		{Effect{Ignore: []Ignore{IgnoreRegeneration, IgnoreCover}}, "Ignores Regeneration and cover"},
		{Effect{Ignore: []Ignore{IgnoreRegeneration, IgnoreCover, IgnorePenalties}}, "Ignores Regeneration, cover and penalties to hit and to range"},
		{Effect{ToHit: n(1), When: When{Used: &yes}}, "When it applies: +1 to hit"},
		{Effect{Gives: []Use{{Name: "Glint"}}, When: When{Melee: &yes}}, "In melee: it has Glint"},
		{Effect{To: ToUnit, Gives: []Use{{Name: "Glint"}}, When: When{Melee: &yes}}, "In melee: the whole unit has Glint"},
		{Effect{To: ToUnit, Deploys: DeploysReserve}, "The whole unit may wait in reserve"},
		{Effect{Deploys: DeploysReserve}, "May wait in reserve"},
		{Effect{Blast: n(3), When: When{EnemyDefense: Range{From: 5}}}, "Against enemies that mostly have Defense 5+ or worse: each hit becomes 3, or 3 more than by other rules, but no more than the target has models"},
		{Effect{Deadly: n(3)}, "Each wound becomes 3, or 3 more than by other rules, all on one model"},
		{Effect{Deadly: Value{Set: true, X: true}}, "Each wound becomes X, all on one model"},
		{Effect{To: ToUnit, Tokens: n(1)}, "The whole unit: 1 spell token a round for each model that has the rule, with one caster"},
		{Effect{Tokens: n(2)}, "2 spell tokens a round"},
		{Effect{Morale: n(1), When: When{Shooting: &yes, Models: ModelsAll}}, "When shot at, if all models of the unit have the rule: +1 to morale tests"},
		{Effect{Of: OfEnemy, ToHit: n(-1), When: When{Shooting: new(bool)}}, "When not shot at: attacks against it: -1 to hit"},
		{Effect{Block: n(1), When: When{Charging: new(bool), EnemyTough: Range{From: 3}}}, "When not charging, against enemies that mostly have Tough(3) or more: +1 to block"},
	} {
		if got := game.Explain([]Effect{c.effect}, "")[0]; got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// Effects are the same for a mark on an enemy and help for a friend, for markers and other numbers, for a boost and a
// condition; the text tells them apart.
func TestExplainHeedsTheText(t *testing.T) {
	game, err := Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	yes, n := true, Value{Set: true, N: 1}
	for _, c := range []struct {
		effect Effect
		text   string
		want   string
	}{
		{
			Effect{To: ToFriends, Gives: []Use{{Name: "Glint"}}, When: When{Used: &yes}},
			"Pick one friendly unit, which gets Glint against enemies.", "When used for a friendly unit: that unit has Glint",
		},
		{
			Effect{To: ToFriends, Gives: []Use{{Name: "Glint"}}, When: When{Used: &yes}},
			"Pick one enemy unit; friendly units get Glint against it.", "When used on an enemy: a friendly unit that attacks it has Glint",
		},
		{
			Effect{To: ToFriends, AP: n, When: When{Used: &yes}},
			"Place markers on an enemy; friendly units that attack it get AP(1) for each.",
			"When used on an enemy with N markers: a friendly unit that attacks it: AP(+N)",
		},
		{
			Effect{AP: n, Per: 2, When: When{Used: &yes}},
			"AP(1) for every two markers.",
			"When used with a number of markers: AP(+N), N is 1 for every 2 of that number",
		},
		{
			Effect{Morale: Value{Set: true, Number: 1}, When: When{Has: "Glint", Models: ModelsAll}},
			"If all models have Glint they get +2 (instead of only +1).", "If all models of the unit have the rule, on top of Glint: +1 to morale tests",
		},
		{
			Effect{Ward: Value{Set: true, Number: 5}, When: When{Has: "Glint", Models: ModelsAll}},
			"If all models have Glint, wounds are ignored on 5-6 (instead of only on 6).",
			"If all models of the unit have the rule, and Glint: wounds are ignored on 5+, also those that cannot be regenerated",
		},
		{Effect{ToHit: Value{Set: true, Number: 1}, When: When{Has: "Glint"}}, "With Glint it has +1 to hit.", "If it has Glint too: +1 to hit"},
	} {
		if got := game.Explain([]Effect{c.effect}, c.text)[0]; got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
