package reader

import "muster/rules"

// A grammar holds the tables of patterns. A new pattern is one entry of a table; the tests read its
// example.
type grammar struct {
	conditions       []pattern[rules.When]   // when an effect holds, as alternatives
	foeConditions    []pattern[rules.When]   // the enemy's Tough or Defense
	bearerConditions []pattern[rules.When]   // the unit with the rule, as a target
	struckConditions []pattern[rules.When]   // attacks against the bearer's unit
	baseConditions   []pattern[rules.When]   // the base rule's condition, as a boost repeats it
	gains            []pattern[rules.Effect] // bonuses and penalties
	moves            []pattern[rules.Effect] // movement
	sentences        []pattern[rules.Effect] // whole sentences
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
		conditions:       conditions(conditionPatterns),
		foeConditions:    conditions(foePatterns),
		bearerConditions: conditions(bearerPatterns),
		struckConditions: conditions(struckPatterns),
		baseConditions:   conditions(baseConditionPatterns),
		gains:            effects(gainPatterns),
		moves:            effects(movePatterns),
		sentences: effects(
			bearerEffectPatterns, unitPatterns, attackDicePatterns, blockDicePatterns, attackerPenaltyPatterns,
			woundPatterns, moralePatterns,
			boostPatterns, pickPatterns, markerPatterns, choicePatterns, dicePatterns, abilityPatterns, countsAsPatterns,
			listPatterns, outsidePatterns, edition2Patterns,
		),
	}
}
