package rules

import (
	"slices"
	"testing"

	"muster/rules/words"
)

// Every word is said, by itself or by those that it shapes.
func TestEveryWordIsSaid(t *testing.T) {
	others := []string{"when", "with", "needs", "each"}
	for _, w := range Grimdark.AllWords() {
		if said := w.Phrase != "" || len(w.AllowedValues) > 0 && w.AllowedValues[0].Phrase != ""; said == slices.Contains(others, w.Name) {
			t.Errorf("%s: says %q", w.Name, w.Phrase)
		}
		if w.Kind == words.TrueOrFalseKind && w.PhraseIfFalse == "" {
			t.Errorf("%s says nothing where it is false", w.Name)
		}
		for _, value := range w.AllowedValues {
			if w.Phrase == "" && value.Phrase == "" {
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
	yes, n := true, func(n int) Value { return Value{IsSet: true, Number: n} }
	for _, c := range []struct {
		effect Effect
		want   string
	}{
		{Effect{ToHit: n(1), When: When{Shooting: &yes, DistanceOver: 9}}, `When shooting, from over 9": +1 to hit`},
		{Effect{Attacker: EnemyAttacks, ToHit: n(-1), When: When{Melee: &yes, RequiredBearers: AllModels}}, "In melee, if all models of the unit have the rule: attacks against it: -1 to hit"},
		{Effect{Trigger: OnSixToHit, ExtraHits: n(1)}, "On an unmodified 6 to hit: 1 more hit"},
		{Effect{Receivers: ToFriends, GivenRules: []Use{{Name: "Glint"}}, When: When{IsRuleUsed: &yes}}, "When used for a friendly unit: that unit has Glint"},
		{Effect{NonFight: NonFightMovement}, "Movement, which is no part of a fight"},
		{
			Effect{FightKind: ByAbility, BearerHits: n(4), BearerHitMinDie: n(3), BearerHitMultiplier: n(2), BearerAttackRules: []Use{{Name: "Blast", Rating: "2"}}, When: When{DistanceUpTo: 9}},
			`Within 9", as an attack of its own: 4 dice, each 3+ is 2 hits with Blast(2)`,
		},
		{Effect{Attacker: EnemyAttacks, Receivers: ToUnit, ToHit: n(-1)}, "The whole unit, attacks against it: -1 to hit"},
		{Effect{FightKind: ByAbility}, "As an attack of its own: the weapon attacks"},
		{Effect{AP: Value{IsSet: true, TokenCountSign: 1}, TokensPerN: 2, MaxUseCount: n(3), When: When{IsRuleUsed: &yes}}, "When used with a number: AP(+N), N is 1 for every 2 of that number, at most 3"},
		{Effect{ToHit: Value{IsSet: true, TokenCountSign: 1}, MaxUseCount: Value{IsSet: true, IsRating: true}, When: When{IsRuleUsed: &yes}}, "When used with a number N: +N to hit, N is at most X"},
		{Effect{ToHit: Value{IsSet: true, IsRating: true}}, "X to hit"},
		{Effect{Receivers: ToUnit, Regeneration: n(4), When: When{RequiredRule: "Glint"}}, "The whole unit, if it has Glint: wounds are ignored on 4+"},
		{Effect{Receivers: ToUnit, BestWeaponAttacks: n(1), When: When{Charging: &yes}}, "When charging: each model of the whole unit: +1 attack with its best melee weapon"},
		{Effect{MoraleModifier: n(1), When: When{AgainstSpell: new(bool)}}, "Except after spells: +1 to morale tests"},
		{Effect{Ignore: []Ignore{IgnoreCover}}, "Ignores cover"},
		{Effect{Ignore: []Ignore{IgnoreRegeneration, IgnoreCover}}, "Ignores Regeneration and cover"},
		{Effect{Ignore: []Ignore{IgnoreRegeneration, IgnoreCover, IgnorePenalties}}, "Ignores Regeneration, cover and penalties to hit and to range"},
		{Effect{ToHit: n(1), When: When{IsRuleUsed: &yes}}, "When it applies: +1 to hit"},
		{Effect{GivenRules: []Use{{Name: "Glint"}}, When: When{Melee: &yes}}, "In melee: it has Glint"},
		{Effect{Receivers: ToUnit, GivenRules: []Use{{Name: "Glint"}}, When: When{Melee: &yes}}, "In melee: the whole unit has Glint"},
		{Effect{Receivers: ToUnit, Deployment: DeployReserve}, "The whole unit may wait in reserve"},
		{Effect{Deployment: DeployReserve}, "May wait in reserve"},
		{Effect{Blast: n(3), When: When{EnemyDefense: NumberRange{From: 5}}}, "Against enemies that mostly have Defense 5+ or worse: each hit becomes 3, or 3 more than by other rules, but no more than the target has models"},
		{Effect{Deadly: n(3)}, "Each wound becomes 3, or 3 more than by other rules, all on one model"},
		{Effect{Deadly: Value{IsSet: true, IsRating: true}}, "Each wound becomes X, all on one model"},
		{Effect{Receivers: ToUnit, SpellTokens: n(1)}, "The whole unit: 1 spell token a round for each model that has the rule, with one caster"},
		{Effect{SpellTokens: n(2)}, "2 spell tokens a round"},
		{Effect{MoraleModifier: n(1), When: When{Shooting: &yes, RequiredBearers: AllModels}}, "When shot at, if all models of the unit have the rule: +1 to morale tests"},
		{Effect{Attacker: EnemyAttacks, ToHit: n(-1), When: When{Shooting: new(bool)}}, "When not shot at: attacks against it: -1 to hit"},
		{Effect{BlockModifier: n(1), When: When{Charging: new(bool), EnemyTough: NumberRange{From: 3}}}, "When not charging, against enemies that mostly have Tough(3) or more: +1 to block"},
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
	yes, n := true, Value{IsSet: true, TokenCountSign: 1}
	for _, c := range []struct {
		effect Effect
		text   string
		want   string
	}{
		{
			Effect{Receivers: ToFriends, GivenRules: []Use{{Name: "Glint"}}, When: When{IsRuleUsed: &yes}},
			"Pick one friendly unit, which gets Glint against enemies.", "When used for a friendly unit: that unit has Glint",
		},
		{
			Effect{Receivers: ToFriends, GivenRules: []Use{{Name: "Glint"}}, When: When{IsRuleUsed: &yes}},
			"Pick one enemy unit; friendly units get Glint against it.", "When used on an enemy: a friendly unit that attacks it has Glint",
		},
		{
			Effect{Receivers: ToFriends, AP: n, When: When{IsRuleUsed: &yes}},
			"Place markers on an enemy; friendly units that attack it get AP(1) for each.",
			"When used on an enemy with N markers: a friendly unit that attacks it: AP(+N)",
		},
		{
			Effect{AP: n, TokensPerN: 2, When: When{IsRuleUsed: &yes}},
			"AP(1) for every two markers.",
			"When used with a number of markers: AP(+N), N is 1 for every 2 of that number",
		},
		{
			Effect{MoraleModifier: Value{IsSet: true, Number: 1}, When: When{RequiredRule: "Glint", RequiredBearers: AllModels}},
			"If all models have Glint they get +2 (instead of only +1).", "If all models of the unit have the rule, on top of Glint: +1 to morale tests",
		},
		{
			Effect{Ward: Value{IsSet: true, Number: 5}, When: When{RequiredRule: "Glint", RequiredBearers: AllModels}},
			"If all models have Glint, wounds are ignored on 5-6 (instead of only on 6).",
			"If all models of the unit have the rule, and Glint: wounds are ignored on 5+, also those that cannot be regenerated",
		},
		{Effect{ToHit: Value{IsSet: true, Number: 1}, When: When{RequiredRule: "Glint"}}, "With Glint it has +1 to hit.", "If it has Glint too: +1 to hit"},
	} {
		if got := game.Explain([]Effect{c.effect}, c.text)[0]; got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
