package roll

import "muster/rules/fad"

// moment is what the conditions of effects look at.
type moment struct {
	moved, charging, assault bool
	bands                    int // beyond close range: 0, 1, 2
	heavy, movable           bool
	foe                      *fad.Side
}

// asks finds the effects of a unit that hold at a moment.
func asks(u *fad.Unit, m moment) []fad.Effect {
	var found []fad.Effect
	for _, t := range u.Traits {
		for _, e := range t.Effects {
			if holds(e.When, m) {
				found = append(found, e)
			}
		}
	}
	return found
}

func holds(w fad.When, m moment) bool {
	conditions := []struct{ asked, met bool }{
		{w.Moved, m.moved},
		{w.Charging, m.charging},
		{w.Assault, m.assault},
		{w.Beyond == fad.Close, m.bands > 0},
		{w.Beyond == fad.Medium, m.bands > 1},
		{w.Weapon == fad.WeaponHeavy, m.heavy},
		{w.Weapon == fad.WeaponMovable, m.movable},
		{w.Enemy == fad.EnemyVehicle, m.foe != nil && m.foe.Kind == fad.Vehicle},
		{w.Enemy == fad.EnemyAlien, m.foe != nil && m.foe.Alien},
		{w.EnemyWithout != "", m.foe == nil || !named(m.foe, w.EnemyWithout)},
	}
	for _, c := range conditions {
		if c.asked && !c.met {
			return false
		}
	}
	return true
}

func named(s *fad.Side, id string) bool {
	for _, t := range s.Traits {
		if t.ID == id {
			return true
		}
	}
	return false
}

// own and ofFoes are the two halves of effects: what a unit does itself, and what
// it does to those who shoot at it.
func own(effects []fad.Effect) (mine []fad.Effect) {
	for _, e := range effects {
		if e.Of == "" {
			mine = append(mine, e)
		}
	}
	return mine
}

func ofFoes(effects []fad.Effect) (theirs []fad.Effect) {
	for _, e := range effects {
		if e.Of == fad.OfEnemy {
			theirs = append(theirs, e)
		}
	}
	return theirs
}

func sum(effects []fad.Effect, of func(*fad.Effect) int) int {
	n := 0
	for i := range effects {
		n += of(&effects[i])
	}
	return n
}

func most(effects []fad.Effect, least int, of func(*fad.Effect) int) int {
	for i := range effects {
		least = max(least, of(&effects[i]))
	}
	return least
}

// smallest is the lowest number that any effect has, 0 if none has one.
func smallest(effects []fad.Effect, of func(*fad.Effect) int) int {
	least := 0
	for i := range effects {
		if n := of(&effects[i]); n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}

func some(effects []fad.Effect, of func(*fad.Effect) bool) bool {
	for i := range effects {
		if of(&effects[i]) {
			return true
		}
	}
	return false
}

func ignores(effects []fad.Effect, state fad.Ignore) bool {
	return some(effects, func(e *fad.Effect) bool {
		for _, one := range e.Ignore {
			if one == state {
				return true
			}
		}
		return false
	})
}
