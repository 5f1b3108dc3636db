// Package gf predicts fights in every edition of Grimdark Future: from two units
// and a situation it works out the exact distribution of what happens, or rolls
// it. What an attack is stands in muster/rules/gf/attack; what comes of it is
// worked out in muster/rules/gf/odds.
package gf

import (
	"fmt"
	"slices"

	"muster/rules"
	"muster/rules/gf/attack"
	"muster/rules/gf/odds"
)

// What describes a duel; see package attack.
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

// The modes of a duel.
const (
	Shooting = attack.Shooting
	Melee    = attack.Melee
	Ability  = attack.Ability
)

// CodeTooLarge is the code of a duel that is too large for exact odds; it can be
// sampled.
const CodeTooLarge = odds.CodeTooLarge

// A Result is what follows from a duel. Probabilities are exact up to the
// rounding of float64, or frequencies of a sample.
type Result struct {
	System string `json:"system"`
	Mode   Mode   `json:"mode"`
	odds.Result
	// NotModelled names the rules of either side that neither the documents nor
	// a book's effects explain, sorted.
	NotModelled []string `json:"not_modelled"`
	// Unread is the sentences of such rules that could not be read.
	Unread []Unread `json:"unread,omitempty"`
	// CouldBeUsed names the rules of either side whose use is up to a player and
	// that the duel does not use.
	CouldBeUsed []string `json:"could_be_used,omitempty"`
	// Chosen is what the players picked where they have a choice: a rule with the
	// number of its effect, or the profile of a weapon.
	Chosen []string `json:"chosen,omitempty"`
	// Outside names the rules of either side that have no part in a fight.
	Outside []string `json:"outside,omitempty"`

	// Picks are what the attacker and the target picked, as they would use it.
	Picks [2][]rules.Use `json:"-"`
}

// Resolve works out what follows from a duel. The error says which figure of
// the duel is out of range, or that the fight is too large: a *schema.Error
// with CodeTooLarge.
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

// MoraleTest is the morale test of a side as it stands, before a plain enemy. The
// error says which figure of it is out of range.
func MoraleTest(system *rules.System, side Side) (*Test, error) {
	enemy := Side{Quality: 4, Defense: 4, Groups: []Group{{Models: 1}}}
	f, err := attack.New(&Duel{System: system, Scenario: Scenario{Mode: Shooting}, Attacker: side, Target: enemy})
	if err != nil {
		return nil, err
	}
	f.Layout(false)
	return f.Judge(f.A).Test(f.A.Initial, f.B.Initial), nil
}

// Expected is the wounds that the target of a duel is expected to take.
type Expected = odds.Expected

// Expect works out only the mean of the wounds that Resolve gives for the target.
// Errors are those of Resolve.
func Expect(d Duel) (Expected, error) {
	f, err := attack.New(&d)
	if err != nil {
		return Expected{}, err
	}
	return odds.Expect(f)
}

// A Part is what some of an attacker's weapons do to a target; see Split.
type Part = odds.Part

// Split is the parts of a duel's attack, of its steps without a weapon and of those
// with one, from which Sum works out what Expect does for attackers who differ in
// nothing but their weapons. They are nil where more than these matters. Errors are
// those of Resolve.
func Split(d Duel) (unarmed, armed *Part, err error) {
	f, err := attack.New(&d)
	if err != nil {
		return nil, nil, err
	}
	return odds.Split(f)
}

// Adds reports whether parts, first among them the one without a weapon, can be put
// together.
func Adds(parts []*Part) bool { return odds.Adds(parts) }

// Sum is the wounds expected of parts together that can be put together.
func Sum(parts []*Part) (mean float64) { return odds.Sum(parts) }

// Sample fights a duel n times with dice and returns how often everything came
// about; a probability p of it has the standard error √(p(1−p)/n). The same duel,
// number and seed give the same result on every machine. Where a player may pick
// an effect he picks the first; see Settled. The error says which figure is out
// of range.
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

// Settled returns the duel with what the players picked among what they use, so
// that the same fight can be sampled.
func (r *Result) Settled(d Duel) Duel {
	d.Attacker.Uses = slices.Concat(r.Picks[0], d.Attacker.Uses)
	d.Target.Uses = slices.Concat(r.Picks[1], d.Target.Uses)
	return d
}
