package reader

import "muster/rules"

// A grammar is the tables of forms. A new form is one entry, and its example
// one case of the tests.
type grammar struct {
	conditions []form[[]rules.When]   // when something holds: alternatives
	foes       []form[rules.When]     // what most models of the enemy are like
	bearers    []form[rules.When]     // whom an attack is against, who has the rule
	gains      []form[[]rules.Effect] // what somebody gets
	moves      []form[rules.Outside]  // how somebody moves
	brackets   []form[[]rules.When]   // what a boost's bracket says of the boosted rule
	sentences  []form[[]rules.Effect]
}

func newGrammar() *grammar {
	return &grammar{
		conditions: compile(conditionForms()),
		foes:       compile(foeForms()),
		bearers:    compile(bearerForms()),
		gains:      compile(gainForms()),
		moves:      compile(moveForms()),
		brackets:   compile(bracketForms()),
		sentences: compile(slicesOf(
			ownForms(), unitForms(), attackDiceForms(), blockDiceForms(), againstForms(), woundForms(), moraleForms(),
			boostForms(), pickForms(), markerForms(), choiceForms(), diceForms(), abilityForms(), countsAsForms(),
			listForms(), outsideForms(), oldForms(),
		)),
	}
}

func slicesOf[T any](tables ...[]form[T]) []form[T] {
	var all []form[T]
	for _, t := range tables {
		all = append(all, t...)
	}
	return all
}
