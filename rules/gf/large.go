package gf

import (
	"muster/rules"
	"muster/schema"
)

// CodeTooLarge is the code of a duel for whose exact odds nobody would wait; dice
// can be rolled for it.
const CodeTooLarge = "duel/too-large"

func tooLarge(format string, args ...any) error {
	return schema.Errorf(CodeTooLarge, format+", which is too much to work out exactly", args...)
}

// large is an error if nobody would wait for the odds.
func (f *fight) large() error {
	na, nb := len(f.a.states), len(f.b.states)
	if na*nb > maxJoint {
		return tooLarge("the units have too many wounds between them")
	}
	if (f.a.ones || f.b.ones) && na*nb > maxOnes {
		return tooLarge("the units have many wounds between them, and ones to hit wound their own")
	}
	for _, pair := range [...][2]*unit{{f.a, f.b}, {f.b, f.a}} {
		own, enemy := pair[0], pair[1]
		if err := f.capped(own, enemy); err != nil {
			return err
		}
		if n := len(turns(own, enemy)); n > 1 && n*len(own.configs)*len(enemy.states) > maxTurns {
			return tooLarge("the dice of rules can fall in %d ways for a strike", n)
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
		return tooLarge("ones to hit that wound their own unit, beside Blast")
	}
	for i := range own.weapons {
		w := &own.weapons[i]
		if dice := float64(w.Attacks); dice*dice*float64(models*len(enemy.states)) > maxCapped {
			return tooLarge("%s: %d attacks of one weapon on %d models", w.Name, w.Attacks, models)
		}
	}
	return nil
}
