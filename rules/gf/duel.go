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
	Duel     = attack.Duel
	Mode     = attack.Mode
	Scenario = attack.Scenario
	Side     = attack.Side
	Lent     = attack.Lent
	Group    = attack.Group
	Hero     = attack.Hero
	Weapon   = attack.Weapon
	Unread   = attack.Unread
	Test     = attack.Test
	Outcome  = odds.Outcome
)

const (
	Shooting = attack.Shooting
	Melee    = attack.Melee
	Ability  = attack.Ability
)

// CodeTooLarge is the code of a duel too large for exact odds; it can be sampled.
const CodeTooLarge = odds.CodeTooLarge

// A Result is the result of a duel. Probabilities are exact up to the rounding of float64, or
// frequencies of a sample.
type Result struct {
	System string `json:"system"`
	Mode   Mode   `json:"mode"`
	odds.Result
	// NotModelled names the rules of either side explained neither by the documents nor by a
	// book's effects, sorted.
	NotModelled []string `json:"not_modelled"`
	// Unread lists the sentences of these rules that could not be read.
	Unread []Unread `json:"unread,omitempty"`
	// CouldBeUsed names the rules of either side that are up to a player and unused.
	CouldBeUsed []string `json:"could_be_used,omitempty"`
	// Chosen names the players' picks: a rule with the number of its effect, or the profile of a
	// weapon.
	Chosen []string `json:"chosen,omitempty"`
	// Outside names the rules of either side without a part in fights.
	Outside []string `json:"outside,omitempty"`

	// Picks are the picks of the attacker and the target, as uses.
	Picks [2][]rules.Use `json:"-"`
}

// Resolve returns the exact result of a duel. The error names a figure out of range, or is a
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
	named := f.Named()
	return Result{
		System: d.System.ID, Mode: d.Scenario.Mode, Result: r, NotModelled: f.Unknown, Unread: named.Unread,
		CouldBeUsed: named.CouldBeUsed, Chosen: named.Chosen, Outside: named.Outside, Picks: named.Picks,
	}, nil
}

// Wounds returns the chances of each number of wounds on a duel's target, as Resolve has them, with
// the same errors.
func Wounds(d Duel) (dice.PMF, error) {
	f, err := attack.New(&d)
	if err != nil {
		return nil, err
	}
	return odds.Wounds(f)
}

// Chain returns the chances of each number of wounds more on a duel's target, by the wounds that it
// took before; nil where Wounds of what is left must be asked. Errors are those of Resolve.
func Chain(d Duel) ([]dice.PMF, error) {
	f, err := attack.New(&d)
	if err != nil {
		return nil, err
	}
	return odds.Chain(f)
}

// MoraleTest returns the morale test of a side against a plain enemy. The error names a figure
// out of range.
func MoraleTest(system *rules.System, side Side) (*Test, error) {
	enemy := Side{Quality: 4, Defense: 4, Groups: []Group{{Models: 1}}}
	f, err := attack.New(&Duel{System: system, Scenario: Scenario{Mode: Shooting}, Attacker: side, Target: enemy})
	if err != nil {
		return nil, err
	}
	f.Layout(false)
	return f.Judge(f.A).Test(f.A.Initial, f.B.Initial), nil
}

// Expected is the expected number of wounds of a duel's target.
type Expected = odds.Expected

// Expect returns the mean of the target's wounds, as Resolve does, with the same errors.
func Expect(d Duel) (Expected, error) {
	f, err := attack.New(&d)
	if err != nil {
		return Expected{}, err
	}
	x, err := odds.Expect(f)
	if err == nil && d.Scenario.Needs {
		x.Needs = f.Needs()
	}
	return x, err
}

// A Part is the effect of some of an attacker's weapons on a target; see Split.
type Part = odds.Part

// Split returns the unarmed and the armed part of a duel's attack; Sum adds parts of attackers
// that differ in weapons only. They are nil if more than the parts matters. Errors are as for
// Resolve.
func Split(d Duel) (unarmed, armed *Part, err error) {
	f, err := attack.New(&d)
	if err != nil {
		return nil, nil, err
	}
	return odds.Split(f)
}

// Adds reports whether parts, the unarmed one first, can be added by Sum.
func Adds(parts []*Part) bool { return odds.Adds(parts) }

// Sum returns the expected wounds of parts together.
func Sum(parts []*Part) (mean float64) { return odds.Sum(parts) }

// Sample fights a duel n times with dice and returns frequencies; a probability p has the
// standard error √(p(1−p)/n). The same duel, number and seed give the same result on every
// machine. Players pick the first effect where they have a choice; see Settled. The error names a
// figure out of range.
func Sample(d Duel, n int, seed uint64) (Result, error) {
	if n < 1 {
		return Result{}, fmt.Errorf("a duel must be fought at least once, not %d times", n)
	}
	f, err := attack.New(&d)
	if err != nil {
		return Result{}, err
	}
	return Result{System: d.System.ID, Mode: d.Scenario.Mode, Result: odds.Sample(f, n, seed), NotModelled: f.Unknown}, nil
}

// Settled returns the duel with the players' picks among their uses, so that the same fight can
// be sampled.
func (r *Result) Settled(d Duel) Duel {
	d.Attacker.Uses = slices.Concat(r.Picks[0], d.Attacker.Uses)
	d.Target.Uses = slices.Concat(r.Picks[1], d.Target.Uses)
	return d
}
