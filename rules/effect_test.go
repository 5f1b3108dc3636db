package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	on   = true
	some = Value{IsSet: true, Number: 1}
)

func TestInFightAndDefends(t *testing.T) {
	for what, c := range map[string]struct {
		effect           Effect
		inFight, defends bool
	}{
		"nothing":            {Effect{}, false, false},
		"outside":            {Effect{NonFight: NonFightMovement}, false, false},
		"deploys the unit":   {Effect{Deployment: DeployLast, Receivers: ToUnit}, false, false},
		"tokens of the unit": {Effect{SpellTokens: some, Receivers: ToUnit}, false, false},
		"hero":               {Effect{MakesHero: true}, false, false},
		"transport":          {Effect{Transport: some}, false, false},
		"per-list":           {Effect{MaxPerList: some}, false, false},
		"a weapon's ability": {Effect{FightKind: ByAbility}, true, false},
		"ap":                 {Effect{AP: some, ToHit: some, When: When{Charging: &on}}, true, false},
		"hits":               {Effect{BearerHits: some}, true, false},
		"of the enemy":       {Effect{Attacker: EnemyAttacks, ToHit: some}, true, true},
		"gives":              {Effect{GivenRules: []Use{{Name: "Moss"}}}, true, true},
		"block":              {Effect{BlockModifier: some}, true, true},
		"ward":               {Effect{Ward: some}, true, true},
		"regeneration":       {Effect{Regeneration: some}, true, true},
		"retaliates":         {Effect{RetaliationHits: some}, true, true},
		"morale":             {Effect{MoraleModifier: some}, true, true},
		"repeat-morale":      {Effect{MoraleRerollMinDie: some}, true, true},
		"pay-morale":         {Effect{MoraleMaxWoundingDie: some}, true, true},
		"fear":               {Effect{Fear: some}, true, true},
		"fear-d3":            {Effect{FearPlusD3: true}, true, true},
		"hits-against":       {Effect{ChargerDiceChange: some}, true, true},
		"death-hits":         {Effect{DeathHits: some}, true, true},
		"last-hits":          {Effect{SacrificeHits: some}, true, true},
		"tough":              {Effect{Tough: some}, true, true},
		"defense":            {Effect{Defense: some}, true, true},
		"defense-is":         {Effect{FixedDefense: some}, true, true},
	} {
		if got := c.effect.MattersInFight(); got != c.inFight {
			t.Errorf("%s: in a fight: %v", what, got)
		}
		if got := c.effect.MattersToDefense(); got != c.defends {
			t.Errorf("%s: defends: %v", what, got)
		}
	}
}

func TestInMelee(t *testing.T) {
	off := false
	for what, c := range map[string]struct {
		effect Effect
		want   bool
	}{
		"anywhere":         {Effect{AP: some}, true},
		"charging":         {Effect{AP: some, When: When{Charging: &on, DistanceOver: 9}}, true},
		"not shooting":     {Effect{AP: some, When: When{Shooting: &off}}, true},
		"shooting":         {Effect{AP: some, When: When{Shooting: &on}}, false},
		"not in melee":     {Effect{AP: some, When: When{Melee: &off}}, false},
		"a longer range":   {Effect{Range: some, When: When{DistanceOver: 9}}, false},
		"range and to hit": {Effect{Range: some, ToHit: some}, true},
		"an ability":       {Effect{FightKind: ByAbility, BearerHits: some}, false},
	} {
		if got := c.effect.ActsInMelee(); got != c.want {
			t.Errorf("%s: in melee: %v", what, got)
		}
	}
}

func TestChangeAndCounts(t *testing.T) {
	e := Effect{MinReducedRange: some, Range: Value{IsSet: true, TokenCountSign: -1}, TokensPerN: 2, Receivers: ToEnemy, When: When{IsRuleUsed: &on}}
	if !e.DependsOnUseCount() || e.OnlyValue() != &e.Range {
		t.Errorf("%v changes %v; hangs on the number of its use: %v", e, e.OnlyValue(), e.DependsOnUseCount())
	}
	e = Effect{AP: some, ToHit: some}
	if e.DependsOnUseCount() || e.OnlyValue() != nil {
		t.Errorf("%v changes %v; hangs on the number of its use: %v", e, e.OnlyValue(), e.DependsOnUseCount())
	}
}

func TestWhenAnd(t *testing.T) {
	off := false
	for what, c := range map[string]struct {
		a, b, want When
		never      bool
	}{
		"nothing":               {When{}, When{DistanceOver: 9}, When{DistanceOver: 9}, false},
		"two conditions":        {When{Shooting: &on}, When{Cover: &on, Moved: &off}, When{Shooting: &on, Cover: &on, Moved: &off}, false},
		"sight and fatigue":     {When{InSight: &off}, When{Fatigued: &on}, When{InSight: &off, Fatigued: &on}, false},
		"the same twice":        {When{RuleDieFaces: []int{1, 2}, RequiredRule: "Moss"}, When{RuleDieFaces: []int{1, 2}, RequiredRule: "Moss"}, When{RuleDieFaces: []int{1, 2}, RequiredRule: "Moss"}, false},
		"in melee and charging": {When{Melee: &on}, When{Charging: &on}, When{Melee: &on, Charging: &on}, false},
		"between two distances": {When{DistanceOver: 9}, When{DistanceUpTo: 12}, When{DistanceOver: 9, DistanceUpTo: 12}, false},

		"yes and no":            {When{Cover: &on}, When{Cover: &off}, When{}, true},
		"two numbers":           {When{DistanceOver: 9}, When{DistanceOver: 12}, When{}, true},
		"two dice":              {When{RuleDieFaces: []int{1}}, When{RuleDieFaces: []int{2}}, When{}, true},
		"two spans":             {When{EnemyTough: NumberRange{From: 3}}, When{EnemyTough: NumberRange{To: 3}}, When{}, true},
		"shooting and melee":    {When{Shooting: &on}, When{Melee: &on}, When{}, true},
		"shooting and charging": {When{Charging: &on}, When{Shooting: &on}, When{}, true},
		"charging and charged":  {When{Charging: &on}, When{Charged: &on}, When{}, true},
		"melee and cover":       {When{Melee: &on}, When{Cover: &on}, When{}, true},
		"no distance between":   {When{DistanceOver: 9}, When{DistanceUpTo: 9}, When{}, true},
	} {
		got, ok := c.a.And(c.b)
		switch {
		case ok == c.never:
			t.Errorf("%s: hold together: %v", what, ok)
		case ok && !cmp.Equal(got, c.want):
			t.Errorf("%s: %v, want %v", what, got, c.want)
		}
	}
}
