// Package gf predicts fights in every edition of Grimdark Future: from two
// units and a situation it works out the exact distribution of what happens.
// What the special rules do is data (see muster/rules); this package knows the
// sequence of an attack, the effect words, and how they act on the dice.
package gf

import (
	"slices"

	"muster/rules"
	"muster/rules/dice"
)

// A Result is what follows from a duel. Probabilities are exact up to the
// rounding of float64.
type Result struct {
	System   string  `json:"system"`
	Mode     Mode    `json:"mode"`
	Attacker Outcome `json:"attacker"`
	Target   Outcome `json:"target"`
	// Draw is the probability that nobody wins the melee; 0 in shooting.
	Draw float64 `json:"draw"`
	// NotModelled names the rules of either side that neither the documents nor
	// a book's effects explain, sorted.
	NotModelled []string `json:"not_modelled"`
	// Unread is the sentences of such rules that nobody could read.
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

// Settled returns the duel with what the players picked among what they use, so
// that dice can be rolled for the same fight.
func (r *Result) Settled(d Duel) Duel {
	d.Attacker.Uses = slices.Concat(r.Picks[0], d.Attacker.Uses)
	d.Target.Uses = slices.Concat(r.Picks[1], d.Target.Uses)
	return d
}

// Unread is a sentence of a rule's text.
type Unread struct {
	Rule     string `json:"rule"`
	Sentence string `json:"sentence"`
}

// An Outcome is what becomes of one side.
type Outcome struct {
	// Wounds are those really taken: after Regeneration, never more than the
	// unit had left.
	Wounds dice.Spread `json:"wounds"`
	// ModelsLost counts the hero, and no routs.
	ModelsLost dice.Spread `json:"models_lost"`
	// Destroyed is the probability that no model is left; routs do not count.
	Destroyed float64 `json:"destroyed"`
	// Tests is the probability that the side takes a morale test, which may
	// fail automatically.
	Tests float64 `json:"tests"`
	// Shaken (2.x: pinned) and Routed are what comes of failed tests.
	Shaken float64 `json:"shaken"`
	Routed float64 `json:"routed"`
	// Wins is the probability of winning the melee; 0 in shooting.
	Wins float64 `json:"wins"`
}
