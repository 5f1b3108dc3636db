package reader

import "muster/rules"

// A grammar holds the tables of patterns. A new pattern is one entry of a table; the tests read its
// example.
type grammar struct {
	conditions    []pattern[rules.When] // when an effect holds, as alternatives
	foeConditions []pattern[rules.When] // conditions on the enemy's Tough or Defense
	// conditions on the attacked unit: how many of its models have the rule
	bearerConditions   []pattern[rules.When]
	struckConditions   []pattern[rules.When]   // conditions on attacks against the bearer's unit
	baseRuleConditions []pattern[rules.When]   // the base rule's conditions, as a boost repeats them
	gains              []pattern[rules.Effect] // bonuses and penalties
	moves              []pattern[rules.Effect] // movement
	sentences          []pattern[rules.Effect] // whole sentences
}

// newGrammar compiles the tables of patterns.
func newGrammar() *grammar {
	conditions := func(tables ...[]pattern[rules.When]) []pattern[rules.When] {
		return compilePatterns(func(*match) []rules.When { return []rules.When{{}} }, combineConditions, tables...)
	}
	effects := func(tables ...[]pattern[rules.Effect]) []pattern[rules.Effect] {
		return compilePatterns((*match).allEffects, withConditions, tables...)
	}
	return &grammar{
		conditions:         conditions(conditionPatterns),
		foeConditions:      conditions(foePatterns),
		bearerConditions:   conditions(bearerPatterns),
		struckConditions:   conditions(struckPatterns),
		baseRuleConditions: conditions(baseRuleConditionPatterns),
		gains:              effects(gainPatterns),
		moves:              effects(movePatterns),
		sentences: effects(
			bearerEffectPatterns, wholeUnitPatterns, attackDicePatterns, blockDicePatterns, attackerPenaltyPatterns,
			woundPatterns, moralePatterns,
			boostPatterns, pickPatterns, markerPatterns, choicePatterns, dicePatterns, abilityPatterns, countsAsPatterns,
			listBuildingPatterns, outsideFightPatterns, edition2Patterns,
		),
	}
}
