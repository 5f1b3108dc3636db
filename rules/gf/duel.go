// Package gf predicts fights in every edition of Grimdark Future: it computes the exact
// distribution of a duel's results, or simulates it with dice. Package attack defines
// attacks; package odds evaluates them.
package gf

import (
	"fmt"
	"slices"

	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf/attack"
	"muster/rules/gf/odds"
)

// The types that describe a duel; see package attack.
type (
	Duel           = attack.Duel
	Mode           = attack.Mode
	Scenario       = attack.Scenario
	Side           = attack.Side
	LentRule       = attack.LentRule
	Group          = attack.Group
	Hero           = attack.Hero
	Weapon         = attack.Weapon
	UnreadSentence = attack.UnreadSentence
	MoraleTestDice = attack.MoraleTest
	Outcome        = odds.Outcome
)

// The modes of a duel; see package attack.
const (
	Shooting = attack.Shooting
	Melee    = attack.Melee
	Ability  = attack.Ability
)

// CodeTooLarge is the error code of a duel too large for exact odds; Sample still handles it.
const CodeTooLarge = odds.CodeTooLarge

// A Result is the result of a duel. Its probabilities are exact up to the rounding of float64, or
// frequencies of a sample.
type Result struct {
	System string `json:"system"`
	Mode   Mode   `json:"mode"`
	odds.Result
	// NotModelled names, sorted, the rules of both sides with effects that are unknown: neither the
	// rule documents nor an army book tells them.
	NotModelled []string `json:"not_modelled"`
	// UnreadSentences lists the sentences of the rules in NotModelled that could not be read.
	UnreadSentences []UnreadSentence `json:"unread,omitempty"`
	// UnusedOptionalRules names the optional rules of either side that no player uses in this duel.
	UnusedOptionalRules []string `json:"could_be_used,omitempty"`
	// ChosenOptions names the players' picks: a rule with the number of its effect, such as
	// "Stance(2)", or the profile fired of a weapon.
	ChosenOptions []string `json:"chosen,omitempty"`
	// RulesOutsideFights names the rules of either side that never matter in a fight, such as a
	// rule on deployment.
	RulesOutsideFights []string `json:"outside,omitempty"`

	// PickedEffects holds the effects that the attacker [0] and the target [1] picked, written as
	// used rules.
	PickedEffects [2][]rules.Use `json:"-"`
}

// Resolve returns the exact result of a duel. The error names a value out of range, or is a
// *schema.Error with CodeTooLarge.
func Resolve(d Duel) (Result, error) {
	f, err := attack.New(&d)
	if err != nil {
		return Result{}, err
	}
	r, err := odds.Exact(f)
	if err != nil {
		return Result{}, err
	}
	named := f.RuleNotes()
	return Result{
		System: d.System.ID, Mode: d.Scenario.Mode, Result: r, NotModelled: f.UnknownRules,
		UnreadSentences:     named.UnreadSentences,
		UnusedOptionalRules: named.UnusedOptionalRules, ChosenOptions: named.ChosenOptions,
		RulesOutsideFights: named.RulesOutsideFights, PickedEffects: named.PickedEffects,
	}, nil
}

// Wounds returns the distribution of the number of wounds on a duel's target. The errors are those
// of Resolve.
func Wounds(d Duel) (dice.PMF, error) {
	f, err := attack.New(&d)
	if err != nil {
		return nil, err
	}
	return odds.Wounds(f)
}

// WoundsByWoundsTaken returns the distribution of further wounds on a duel's target for each number
// of wounds that it has taken already, indexed [taken][more]. It is nil if the distribution depends
// on more than the number taken; then Wounds must be called for each state of the target. The
// errors are those of Resolve.
func WoundsByWoundsTaken(d Duel) ([]dice.PMF, error) {
	f, err := attack.New(&d)
	if err != nil {
		return nil, err
	}
	return odds.WoundsByWoundsTaken(f)
}

// MoraleTest returns the morale test of a side against an enemy without rules. The error names a
// value out of range.
func MoraleTest(system *rules.System, side Side) (*MoraleTestDice, error) {
	enemy := Side{Quality: 4, Defense: 4, Groups: []Group{{Models: 1}}}
	f, err := attack.New(&Duel{System: system, Scenario: Scenario{Mode: Shooting}, Attacker: side, Target: enemy})
	if err != nil {
		return nil, err
	}
	f.LayOutStates(false)
	return f.Judge(f.A).Test(f.A.InitialState, f.B.InitialState), nil
}

// ExpectedWounds is the expected number of wounds on a duel's target.
type ExpectedWounds = odds.ExpectedWounds

// ExpectWounds returns the expected number of wounds on a duel's target. The errors are those of
// Resolve.
func ExpectWounds(d Duel) (ExpectedWounds, error) {
	f, err := attack.New(&d)
	if err != nil {
		return ExpectedWounds{}, err
	}
	x, err := odds.ExpectWounds(f)
	if err == nil && d.Scenario.WantsNeededDice {
		x.NeededDice = f.NeededDice()
	}
	return x, err
}

// An AttackPart is the effect of some of an attacker's weapons on a target; see SplitByWeapon.
type AttackPart = odds.AttackPart

// SplitByWeapon splits a duel's attack into the part without weapons (unarmed: such as hits from
// rules) and the part with weapons (armed). SumParts adds the parts of attackers that differ in
// weapons only. Both parts are nil if the result depends on anything else, such as the target's
// strikes. The errors are those of Resolve.
func SplitByWeapon(d Duel) (unarmed, armed *AttackPart, err error) {
	f, err := attack.New(&d)
	if err != nil {
		return nil, nil, err
	}
	return odds.SplitByWeapon(f)
}

// CanSumParts reports whether SumParts can add the parts of one unit's attack, one for each kind of
// weapon. The first must be the part without weapons.
func CanSumParts(parts []*AttackPart) bool { return odds.CanSumParts(parts) }

// SumParts returns the expected wounds of all parts together.
func SumParts(parts []*AttackPart) (mean float64) { return odds.SumParts(parts) }

// Sample fights a duel n times with dice and returns frequencies; a probability p has the standard
// error √(p(1−p)/n). The same duel, n and seed give the same result on every machine. Where players
// have a choice they pick the first effect; Result.WithPicks gives a duel with other picks. The
// error names a value out of range.
func Sample(d Duel, n int, seed uint64) (Result, error) {
	if n < 1 {
		return Result{}, fmt.Errorf("a duel must be fought at least once, not %d times", n)
	}
	f, err := attack.New(&d)
	if err != nil {
		return Result{}, err
	}
	return Result{System: d.System.ID, Mode: d.Scenario.Mode, Result: odds.Sample(f, n, seed), NotModelled: f.UnknownRules}, nil
}

// WithPicks returns the duel with the result's picks added to the used rules of both sides, so that
// Sample fights with the same picks.
func (r *Result) WithPicks(d Duel) Duel {
	d.Attacker.UsedRules = slices.Concat(r.PickedEffects[0], d.Attacker.UsedRules)
	d.Target.UsedRules = slices.Concat(r.PickedEffects[1], d.Target.UsedRules)
	return d
}
