package roll

import "muster/rules/fad"

// party is a side at the table: its figures, and what was prepared for it before
// the dice are rolled.
type party struct {
	*fad.Side
	fate  fate
	men   []int // points left of the figures that stand, the next to be hit first
	marks int   // on a vehicle

	// How it takes hits.
	points         int
	save, closeIn  int // the number that saves from hits, from kills in assault
	exceed         bool
	woundsKill     bool
	pairs          bool
	rerolls        bool
	armour         int // of figures, with traits and modifiers
	ignoresPinning bool

	// How it tests.
	test, quality                int // the number that passes; the place of its Quality
	unbroken                     bool
	passes, fails, again, repair int
	breaks                       int
	out                          int // markers that destroy a vehicle
}

func newParty(d *fad.Duel, s, foe *fad.Side, civil bool) *party {
	all := own(asks(&s.Unit, moment{foe: foe}))
	p := &party{
		Side:   s,
		points: most(all, 1, func(e *fad.Effect) int { return e.Wounds }),
		save:   smallest(all, func(e *fad.Effect) int { return e.Save }),
		closeIn: smallest(own(asks(&s.Unit, moment{assault: true, foe: foe})),
			func(e *fad.Effect) int { return e.Save }),
		exceed:         some(all, func(e *fad.Effect) bool { return e.Exceed }),
		woundsKill:     some(all, func(e *fad.Effect) bool { return e.WoundsKill }) && d.Scenario.WoundedRules,
		pairs:          some(all, func(e *fad.Effect) bool { return e.PairedHits }),
		rerolls:        some(all, func(e *fad.Effect) bool { return e.RerollDamage }),
		ignoresPinning: ignores(all, fad.IgnorePinned),
		unbroken:       some(all, func(e *fad.Effect) bool { return e.Unbroken }),
		passes:         sum(all, func(e *fad.Effect) int { return e.MoralePasses }),
		fails:          sum(all, func(e *fad.Effect) int { return e.MoraleFails }),
		again:          sum(all, func(e *fad.Effect) int { return e.MoraleRerolls }),
		repair:         sum(all, func(e *fad.Effect) int { return e.RepairRerolls }),
		quality:        s.Quality,
	}
	led := s.Led
	if civil {
		p.quality, led = 0, 0
	}
	p.test = d.Tables.Qualities[led].Test
	bonus := sum(all, func(e *fad.Effect) int { return e.Armour }) + s.Modifiers.Armour
	p.armour = s.Armour + bonus
	if s.Kind == fad.Vehicle {
		printed := s.Front
		switch d.Scenario.Facing {
		case fad.Flank:
			printed = s.Unit.Side
		case fad.Rear:
			printed = s.Rear
		}
		if d.Scenario.Mode == fad.VehicleAssault {
			printed = min(s.Front, s.Unit.Side, s.Rear)
		}
		if printed < 4 {
			printed = 3
		}
		p.armour = printed + bonus
	}
	level := s.Resolve + sum(all, func(e *fad.Effect) int { return e.Resolve })
	if s.Officer != nil {
		p.again += s.Officer.Rating
		if leads(s) {
			level++
		}
	}
	level = min(max(level, 0), len(d.Tables.Resolves)-1)
	will := d.Tables.Resolves[level]
	p.breaks = will.Breaks.Figures
	if p.breaks == 0 {
		for 100*p.breaks < (s.Figures+s.CrewLost)*will.Breaks.Percent {
			p.breaks++
		}
	}
	if p.breaks -= s.CrewLost; p.breaks < 1 {
		p.breaks = 1
	}
	if s.Kind == fad.Vehicle {
		p.breaks = will.Hits
		p.out = 2 * d.Tables.Resolves[s.Resolve].Hits
	}
	return p
}

// leads reports whether the officer with a side is of its branch.
func leads(s *fad.Side) bool {
	if s.Officer == nil {
		return false
	}
	switch s.Officer.Branch {
	case fad.OfInfantry:
		return s.Kind == fad.Infantry
	case fad.OfGunnery:
		return s.Kind == fad.HeavyWeapons || s.Kind == fad.Artillery
	case fad.OfCavalry:
		return s.Kind == fad.Vehicle
	}
	return false
}

// muster brings the whole unit to the table.
func (p *party) muster() {
	p.fate = fate{}
	p.marks = 0
	p.men = p.men[:0]
	for range p.Figures {
		p.men = append(p.men, p.points)
	}
}

// fall removes the figure at a place.
func (p *party) fall(at int) {
	p.men = append(p.men[:at], p.men[at+1:]...)
	p.fate.fallen++
}

// hurtBy takes points from the figure at a place and reports whether it fell.
func (p *party) hurtBy(at, points int) bool {
	p.men[at] -= points
	if p.men[at] <= 0 {
		p.fall(at)
		return true
	}
	return false
}

// weakest is the place of the figure that is hurt most.
func (p *party) weakest() int {
	at := 0
	for i, left := range p.men {
		if left < p.men[at] {
			at = i
		}
	}
	return at
}
