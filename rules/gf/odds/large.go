package odds

import (
	"muster/rules/gf/attack"
	"muster/schema"
)

// Limits of exact work, far above any unit of the game.
const (
	maxJointStates     = 1 << 22 // pairs of states of the two units
	maxSelfHarmStates  = 1 << 15 // pairs of states, if rolls of 1 to hit wound the striker itself
	maxRuleOutcomes    = 1 << 21 // outcomes of rule dice × survivors of the striker × states of the target
	maxCappedHitWork   = 4e9     // attacks² × enemy models × enemy states, for a weapon with capped hits
	maxComputedNumbers = 3 << 28 // numbers computed: about a second
	maxKeptNumbers     = 6 << 20 // numbers kept: 48 MB
)

// CodeTooLarge is the error code of a duel too large for exact odds; Sample still handles it.
const CodeTooLarge = "duel/too-large"

// tooLarge returns the error for a fight that is too large to compute exactly; format says why.
func tooLarge(format string, args ...any) error {
	return schema.Errorf(CodeTooLarge, format+", which is too much to work out exactly", args...)
}

// layOutStates lays out the states of both units. The error is a *schema.Error with CodeTooLarge.
func layOutStates(f *attack.Fight) error {
	na, nb := f.StateCounts()
	if na*nb > maxJointStates {
		return tooLarge("the units have too many wounds between them")
	}
	if (f.A.WoundsItself() || f.B.WoundsItself()) && na*nb > maxSelfHarmStates {
		return tooLarge("the units have many wounds between them, and ones to hit wound their own")
	}
	f.LayOutStates(true)
	for _, own := range [...]*attack.Fighter{f.A, f.B} {
		enemy := f.Enemy(own)
		if w := f.LargestCappedWeapon(own); w != nil {
			if own.WoundsItself() {
				return tooLarge("ones to hit that wound their own unit, beside Blast")
			}
			models := enemy.SurvivorsIn(enemy.InitialState).AllModels
			if n := float64(w.Attacks); n*n*float64(models*len(enemy.States)) > maxCappedHitWork {
				return tooLarge("%s: %d attacks of one weapon on %d models", w.Name, w.Attacks, models)
			}
		}
		rolled := f.RuleDice(own)
		if n := rolled.OutcomeCount(); n > 1 && n*len(own.Survivors)*len(enemy.States) > maxRuleOutcomes {
			return tooLarge("the dice of rules can fall in %d ways for a strike", n)
		}
	}
	return nil
}
