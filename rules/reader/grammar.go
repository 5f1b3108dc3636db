package reader

import "muster/rules"

// A grammar holds the tables of patterns. A new pattern is one entry of a table; the tests read its
// example.
type grammar struct {
	conditions []pattern[rules.When]   // when an effect holds, as alternatives
	foes       []pattern[rules.When]   // the enemy's Tough or Defense
	bearers    []pattern[rules.When]   // the unit with the rule, as a target
	struck     []pattern[rules.When]   // attacks against the bearer's unit
	brackets   []pattern[rules.When]   // the base rule's condition in a boost
	gains      []pattern[rules.Effect] // bonuses and penalties
	moves      []pattern[rules.Effect] // movement
	sentences  []pattern[rules.Effect] // whole sentences
}

// newGrammar compiles the tables of patterns.
func newGrammar() *grammar {
	conditions := func(tables ...[]pattern[rules.When]) []pattern[rules.When] {
		return compile(func(*match) []rules.When { return []rules.When{{}} }, combine, tables...)
	}
	effects := func(tables ...[]pattern[rules.Effect]) []pattern[rules.Effect] {
		return compile((*match).allEffects, withConditions, tables...)
	}
	return &grammar{
		conditions: conditions(conditionPatterns),
		foes:       conditions(foePatterns),
		bearers:    conditions(bearerPatterns),
		struck:     conditions(struckPatterns),
		brackets:   conditions(bracketPatterns),
		gains:      effects(gainPatterns),
		moves:      effects(movePatterns),
		sentences: effects(
			ownPatterns, unitPatterns, attackDicePatterns, blockDicePatterns, againstPatterns, woundPatterns, moralePatterns,
			boostPatterns, pickPatterns, markerPatterns, choicePatterns, dicePatterns, abilityPatterns, countsAsPatterns,
			listPatterns, outsidePatterns, oldPatterns,
		),
	}
}
