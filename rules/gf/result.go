// Package gf predicts fights in every edition of Grimdark Future: from two
// units and a situation it works out the exact distribution of what happens.
// What the special rules do is data (see muster/rules); this package knows the
// sequence of an attack, the effect words, and how they act on the dice.
package gf

import "muster/rules/dice"

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
