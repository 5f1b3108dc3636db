package reader

import (
	"slices"

	"muster/rules"
)

var (
	yes = truth(true)
	no  = truth(false)
)

func truth(b bool) *bool { return &b }

func fixed(n int) rules.Value { return rules.Value{Set: true, Number: n} }

var rating = rules.Value{Set: true, X: true}

// one is the effects of a form that has one.
func one(e rules.Effect) []rules.Effect { return []rules.Effect{e} }

func outside(about rules.Outside) []rules.Effect { return []rules.Effect{{Outside: about}} }

func join(a, b []rules.Effect) []rules.Effect {
	return append(a[:len(a):len(a)], b...)
}

// under puts effects under alternatives of conditions; nil if one of them
// contradicts what an effect asks for already.
func under(alternatives []rules.When, effects []rules.Effect) []rules.Effect {
	var all []rules.Effect
	for _, e := range effects {
		if e.Outside != "" {
			all = append(all, e)
			continue
		}
		for _, w := range alternatives {
			both, ok := e.When.And(w)
			if !ok {
				return nil
			}
			conditional := e
			conditional.When = both
			all = append(all, conditional)
		}
	}
	return all
}

// every is the alternatives in which one of a and one of b hold.
func every(a, b []rules.When) []rules.When {
	var all []rules.When
	for _, x := range a {
		for _, y := range b {
			both, ok := x.And(y)
			if !ok {
				return nil
			}
			all = append(all, both)
		}
	}
	return all
}

// with changes copies of effects.
func with(effects []rules.Effect, change func(e *rules.Effect)) []rules.Effect {
	effects = slices.Clone(effects)
	for i := range effects {
		if effects[i].Outside == "" {
			change(&effects[i])
		}
	}
	return effects
}

// allOutside reports whether effects have no part in a fight.
func allOutside(effects []rules.Effect) bool { return aboutOf(effects) != "" }
