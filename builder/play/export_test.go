package play

import (
	"maps"
	"slices"
)

// Verbs holds every verb of a game, sorted.
var Verbs = slices.Sorted(maps.Keys(verbs))

// NamesUnit reports whether an event with the verb can name a unit.
func (v Verb) NamesUnit() bool { return verbs[v].applyToUnit != nil }
