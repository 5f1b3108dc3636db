package reader

import (
	"slices"

	"muster/rules"
)

var (
	yes = boolPtr(true)
	no  = boolPtr(false)
)

// boolPtr returns a pointer to a bool.
func boolPtr(b bool) *bool { return &b }

// fixedValue returns the Value of a fixed number.
func fixedValue(n int) rules.Value { return rules.Value{IsSet: true, Number: n} }

// ratingValue is the value X, which stands for the rule's rating.
var ratingValue = rules.Value{IsSet: true, IsRating: true}

// oneEffect returns a list with only the effect e.
func oneEffect(e rules.Effect) []rules.Effect { return []rules.Effect{e} }

// nonFightEffect returns the effect of a sentence that never matters in a fight, with its subject.
func nonFightEffect(about rules.NonFightSubject) []rules.Effect {
	return []rules.Effect{{NonFight: about}}
}

// joinEffects returns a followed by b. It changes neither, but may share their memory.
func joinEffects(a, b []rules.Effect) []rules.Effect {
	if len(a) == 0 {
		return b[:len(b):len(b)]
	}
	return append(a[:len(a):len(a)], b...)
}

// isOutsideFight reports whether an effect never matters in a fight, so that it cannot have
// conditions.
func isOutsideFight(e *rules.Effect) bool {
	return e.NonFight != "" || e.TokenGain != "" || e.TokenPlacement != ""
}

// withConditions returns each effect once for each alternative of conditions. It returns nil if an
// alternative contradicts an effect's own conditions.
func withConditions(alternatives []rules.When, effects []rules.Effect) []rules.Effect {
	var all []rules.Effect
	for _, e := range effects {
		if isOutsideFight(&e) {
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

// combineConditions returns the conditions, as alternatives, in which one of a and one of b hold;
// nil if two of them contradict each other.
func combineConditions(a, b []rules.When) []rules.When {
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

// changedCopies returns copies of the effects, changed by change. Effects outside a fight stay as
// they are.
func changedCopies(effects []rules.Effect, change func(e *rules.Effect)) []rules.Effect {
	effects = slices.Clone(effects)
	for i := range effects {
		if !isOutsideFight(&effects[i]) {
			change(&effects[i])
		}
	}
	return effects
}

// onEnemyAttacks returns the effects as effects on attacks against the bearer, instead of the
// bearer's own attacks.
func onEnemyAttacks(effects []rules.Effect) []rules.Effect {
	return changedCopies(effects, func(e *rules.Effect) { e.Attacker = rules.EnemyAttacks })
}

// mattersToSpells reports whether an effect on an attacked unit may change the wounds of a spell,
// which has no die to hit.
func mattersToSpells(e *rules.Effect) bool {
	return e.Attacker == rules.EnemyAttacks && e.AP.IsSet || e.BlockModifier.IsSet || e.Ward.IsSet
}

// excludeSpells returns the effects with the condition that the attack is not a spell, if they may
// matter to spells.
func excludeSpells(effects []rules.Effect) []rules.Effect {
	return changedCopies(effects, func(e *rules.Effect) {
		if mattersToSpells(e) {
			e.When.AgainstSpell = no
		}
	})
}

// allOutsideFights reports whether none of the effects ever matters in a fight.
func allOutsideFights(effects []rules.Effect) bool { return commonSubject(effects) != "" }
