package reader

import "muster/rules"

// A grammar holds the tables of forms. A new form is one entry; the tests read its
// example.
type grammar struct {
	conditions []form[rules.When]   // when an effect holds, as alternatives
	foes       []form[rules.When]   // the enemy's Tough or Defense
	bearers    []form[rules.When]   // the unit with the rule, as the target of an attack
	struck     []form[rules.When]   // attacks against that unit
	brackets   []form[rules.When]   // the base rule's condition in a boost
	gains      []form[rules.Effect] // bonuses and penalties
	moves      []form[rules.Effect] // movement
	sentences  []form[rules.Effect] // whole sentences
}

func newGrammar() *grammar {
	conditions := func(tables ...[]form[rules.When]) []form[rules.When] {
		return compile(func(*match) []rules.When { return []rules.When{{}} }, both, tables...)
	}
	effects := func(tables ...[]form[rules.Effect]) []form[rules.Effect] {
		return compile((*match).allEffects, under, tables...)
	}
	return &grammar{
		conditions: conditions(conditionForms),
		foes:       conditions(foeForms),
		bearers:    conditions(bearerForms),
		struck:     conditions(struckForms),
		brackets:   conditions(bracketForms),
		gains:      effects(gainForms),
		moves:      effects(moveForms),
		sentences: effects(
			ownForms, unitForms, attackDiceForms, blockDiceForms, againstForms, woundForms, moraleForms,
			boostForms, pickForms, markerForms, choiceForms, diceForms, abilityForms, countsAsForms,
			listForms, outsideForms, oldForms,
		),
	}
}
