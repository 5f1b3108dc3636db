package fad

import "muster/rules/dice"

// blast works out a blast: a Quality test ranges in, and each die that passed
// adds a D6 of Fire Effect (FAD, Area Effect Weapons). The second value says why
// nothing is fired.
func (s *shot) blast(spotter *int) (volley, []string) {
	u := &s.shooter.Unit
	w := u.blasts()
	if u.Kind == Vehicle && u.Crewed == 0 {
		return volley{}, []string{"it has no crew to fire its weapons"}
	}
	if s.moved && w.Heavy && u.Kind != Vehicle && !s.mobile(u, w) {
		return volley{}, []string{afterMoving}
	}
	if u.Kind != Artillery && s.at(w) > lastBand {
		return volley{}, []string{"the target is out of range"}
	}
	// What a unit may not do beyond some band does not bind a blast.
	t := u.tally(situation{moved: s.moved, heavy: w.Heavy, movable: w.Movable, enemy: s.target})
	if t.silent != "" {
		return volley{}, []string{t.silent + " forbids it to fire"}
	}
	arrives := 1.0
	level := u.Led
	if u.Kind == Artillery {
		arrives = test(s.tables.Qualities[u.Led]).AtLeast(needed)
		if spotter != nil {
			level = *spotter
		}
	}
	p := test(s.tables.Qualities[level])
	v := volley{fired: arrives * p.AtLeast(needed)}
	if v.fired == 0 {
		return volley{}, nil
	}
	var total dice.PMF
	sum := dice.NewSums(dice.Die(6), 6*testDice)
	for k := needed; k <= testDice; k++ {
		total = blend(total, sum.At(k), arrives*p[k]/v.fired)
	}
	v.fires = []fire{{
		base: w.FireEffect, total: []dice.PMF{total}, damage: w.Damage + t.damage,
		perHit: s.perHit(), pins: w.Pins,
	}}
	return v, nil
}

// Blasts reports whether a unit has a weapon that blasts at figures.
func (u *Unit) Blasts() bool { return u.blasts() != nil }

// blasts is the first weapon of a unit that blasts; nil without one.
func (u *Unit) blasts() *Weapon {
	for i := range u.Weapons {
		if w := &u.Weapons[i]; w.Blast && (w.Served || !u.Kind.Serves()) {
			return w
		}
	}
	return nil
}
