package gf

import (
	"fmt"

	"muster/rules"
)

// A TooLargeError says that nobody would wait for a fight's exact odds; dice can
// be rolled for it.
type TooLargeError struct{ Why string }

func (e *TooLargeError) Error() string { return e.Why + ", which is too much to work out exactly" }

// tooLarge is an error if nobody would wait for the odds.
func (f *fight) tooLarge() error {
	na, nb := len(f.a.states), len(f.b.states)
	if na*nb > maxJoint {
		return &TooLargeError{"the units have too many wounds between them"}
	}
	if (f.a.ones || f.b.ones) && na*nb > maxOnes {
		return &TooLargeError{"the units have many wounds between them, and ones to hit wound their own"}
	}
	for _, pair := range [][2]*unit{{f.a, f.b}, {f.b, f.a}} {
		own, enemy := pair[0], pair[1]
		if err := f.capped(own, enemy); err != nil {
			return err
		}
		if n := len(turns(own, enemy)) * len(own.configs) * len(enemy.states); n > maxTurns && len(turns(own, enemy)) > 1 {
			return &TooLargeError{fmt.Sprintf("the dice of rules can fall in %d ways for a strike", len(turns(own, enemy)))}
		}
	}
	return nil
}

// capped is an error if a weapon has so many dice, and the enemy so many models
// that cap its hits, that it would take too long.
func (f *fight) capped(own, enemy *unit) error {
	if f.System.Combat.Blast != rules.BlastPerWeapon || own.blast == 0 {
		return nil
	}
	models := enemy.of(enemy.initial).models
	if own.ones {
		return &TooLargeError{"ones to hit that wound their own unit, beside Blast"}
	}
	for i := range own.weapons {
		w := &own.weapons[i]
		if dice := float64(w.Attacks); dice*dice*float64(models*len(enemy.states)) > maxCapped {
			return &TooLargeError{fmt.Sprintf("%s: %d attacks of one weapon on %d models", w.Name, w.Attacks, models)}
		}
	}
	return nil
}
