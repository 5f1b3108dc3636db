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
func one(e rules.Effect) ([]rules.Effect, bool) { return []rules.Effect{e}, true }

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
			both, ok := merge(e.When, w)
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
			both, ok := merge(x, y)
			if !ok {
				return nil
			}
			all = append(all, both)
		}
	}
	return all
}

// merge returns the conditions of both, unless they contradict each other.
func merge(a, b rules.When) (both rules.When, ok bool) {
	ok = true
	mergeTruth(&ok, &a.Shooting, b.Shooting)
	mergeTruth(&ok, &a.Melee, b.Melee)
	mergeTruth(&ok, &a.Charging, b.Charging)
	mergeTruth(&ok, &a.Charged, b.Charged)
	mergeTruth(&ok, &a.Moved, b.Moved)
	mergeTruth(&ok, &a.Used, b.Used)
	mergeTruth(&ok, &a.Spell, b.Spell)
	mergeInto(&ok, &a.Over, b.Over, 0)
	mergeInto(&ok, &a.UpTo, b.UpTo, 0)
	mergeInto(&ok, &a.Models, b.Models, "")
	mergeInto(&ok, &a.Has, b.Has, "")
	mergeInto(&ok, &a.Choice, b.Choice, 0)
	mergeInto(&ok, &a.EnemyTough, b.EnemyTough, rules.Range{})
	mergeInto(&ok, &a.EnemyDefense, b.EnemyDefense, rules.Range{})
	if a.Roll != nil && b.Roll != nil {
		ok = false
	} else if b.Roll != nil {
		a.Roll = b.Roll
	}
	inMelee := a.Melee != nil || a.Charging != nil || a.Charged != nil
	if a.Shooting != nil && inMelee || a.Charging != nil && a.Charged != nil || a.Over != 0 && a.UpTo != 0 && a.UpTo <= a.Over {
		ok = false
	}
	return a, ok
}

func mergeTruth(ok *bool, to **bool, from *bool) {
	switch {
	case from == nil:
	case *to == nil || **to == *from:
		*to = from
	default:
		*ok = false
	}
}

func mergeInto[T comparable](ok *bool, to *T, from, none T) {
	switch {
	case from == none:
	case *to == none || *to == from:
		*to = from
	default:
		*ok = false
	}
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
