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

// one returns e as a list.
func one(e rules.Effect) []rules.Effect { return []rules.Effect{e} }

func outside(about rules.Outside) []rules.Effect { return []rules.Effect{{Outside: about}} }

func join(a, b []rules.Effect) []rules.Effect {
	return append(a[:len(a):len(a)], b...)
}

// isApart reports whether an effect has no part in a fight, and so no conditions.
func isApart(e *rules.Effect) bool { return e.Outside != "" || e.Gathers != "" || e.Places != "" }

// under returns the effects under each alternative of conditions. It returns nil if one
// contradicts an effect's own conditions.
func under(alternatives []rules.When, effects []rules.Effect) []rules.Effect {
	var all []rules.Effect
	for _, e := range effects {
		if isApart(&e) {
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

// both returns the alternatives in which one of a and one of b hold; nil if two of
// them contradict each other.
func both(a, b []rules.When) []rules.When {
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

// changed returns copies of effects that change was called on. Effects outside a fight
// stay as they are.
func changed(effects []rules.Effect, change func(e *rules.Effect)) []rules.Effect {
	effects = slices.Clone(effects)
	for i := range effects {
		if !isApart(&effects[i]) {
			change(&effects[i])
		}
	}
	return effects
}

// onAttackers returns effects that change attacks against the bearer.
func onAttackers(effects []rules.Effect) []rules.Effect {
	return changed(effects, func(e *rules.Effect) { e.Of = rules.OfEnemy })
}

// onSpells reports whether an effect on a unit that is attacked may change the wounds of a spell,
// which rolls no die to hit.
func onSpells(e *rules.Effect) bool {
	return e.Of == rules.OfEnemy && e.AP.Set || e.Block.Set || e.Ward.Set
}

// inAttacks returns effects of a text that speaks of attacks, which spells are not.
func inAttacks(effects []rules.Effect) []rules.Effect {
	return changed(effects, func(e *rules.Effect) {
		if onSpells(e) {
			e.When.Spell = no
		}
	})
}

// allOutside reports whether no effect has a part in a fight.
func allOutside(effects []rules.Effect) bool { return commonSubject(effects) != "" }
