package reader

import "muster/rules"

// A grammar is the tables of forms. A new form is one entry, and its example
// one case of the tests.
type grammar struct {
	conditions []form[rules.When]   // when something holds: alternatives
	foes       []form[rules.When]   // what most models of the enemy are like
	bearers    []form[rules.When]   // whom an attack is against, who has the rule
	struck     []form[rules.When]   // how it is attacked
	brackets   []form[rules.When]   // what a boost's bracket says of the boosted rule
	gains      []form[rules.Effect] // what the bearers get
	moves      []form[rules.Effect] // how the bearers move
	sentences  []form[rules.Effect]
}

func newGrammar() *grammar {
	conditions := func(tables ...[]form[rules.When]) []form[rules.When] {
		return compile(func(*match) []rules.When { return []rules.When{{}} }, every, tables...)
	}
	effects := func(tables ...[]form[rules.Effect]) []form[rules.Effect] {
		return compile((*match).gathered, under, tables...)
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
