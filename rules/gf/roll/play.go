package roll

import (
	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf"
)

// play fights the duel once. The units' states afterwards tell what was lost.
func (f *fight) play(die *dice.Roller) [2]ending {
	for i, u := range f.units {
		f.state[i] = state{hurt: u.side.Wounded, hero: u.hero >= 0}
	}
	var end [2]ending
	if f.scenario.Mode != gf.Melee {
		f.act(attacker, die, usual)
		if t := &f.state[target]; t.wounds > 0 && t.models(f.units[target]) > 0 && t.half(f.units[target]) {
			f.test(target, die, &end[target])
		}
		return end
	}
	f.act(target, die, early)
	f.act(attacker, die, usual)
	f.act(target, die, usual)
	f.act(attacker, die, late)
	f.bang(die)
	f.judge(die, &end)
	return end
}

// judge finds out who has lost the melee, who then tests (GF 3, Melee Results).
func (f *fight) judge(die *dice.Roller, end *[2]ending) {
	alive := [2]bool{}
	for i, u := range f.units {
		alive[i] = f.state[i].models(u) > 0
	}
	switch {
	case !alive[attacker] && !alive[target]:
		return
	case !alive[attacker] || !alive[target]:
		for i := range end {
			end[i].won = alive[i]
		}
		return
	}
	caused := [2]int{}
	for i := range f.units {
		n := f.nerve(i)
		caused[i] = f.state[1-i].wounds - f.state[1-i].self + n.counts
		if n.d3 {
			caused[i] += (die.Roll() + 1) / 2
		}
	}
	for i := range f.units {
		if caused[i] < caused[1-i] {
			end[1-i].won = true
			f.test(i, die, &end[i])
		}
	}
}

// test takes a unit's morale test.
func (f *fight) test(i int, die *dice.Roller, end *ending) {
	u, s := f.units[i], &f.state[i]
	end.tested = true
	half := s.half(u)
	if !u.side.Shaken {
		n := f.nerve(i)
		if n.passes[die.Roll()] || n.repeat > 0 && die.Roll() >= n.repeat {
			return
		}
		if n.pay > 0 {
			v := volley{saves: make([]save, len(u.kinds))}
			for range u.wounds() - s.wounds {
				if die.Roll() <= n.pay {
					f.wound(i, die, &v, aim{}, 1, false)
				}
			}
			return
		}
	}
	if f.scenario.Mode == gf.Melee && half {
		end.routed = true
	} else {
		end.shaken = true
	}
}

// aim is the model that an attacker has picked.
type aim struct {
	rules.Picks
	hero  bool
	model int // of the line, if it is not the hero
}

// act lets a unit strike, or shoot, in one phase.
func (f *fight) act(s int, die *dice.Roller, at phase) {
	u, e := f.units[s], 1-s
	if f.state[s].models(u) == 0 || f.state[e].models(f.units[e]) == 0 {
		return
	}
	var dice [2][maxDice]uint8
	for i, unit := range []*unit{u, f.units[e]} {
		for at := range unit.rolled {
			dice[i][at] = uint8(die.Roll())
		}
	}
	strike := f.strike(s, dice)
	f.state[e].backlash = 0
	var target aim
	for i := range strike.volleys[at] {
		v := &strike.volleys[at][i]
		if !v.follows {
			target = aim{Picks: v.picks, hero: f.state[e].hero, model: f.state[e].dead}
		}
		f.volley(e, die, v, target)
	}
	own := &f.state[s]
	before := own.wounds
	for range f.ones {
		f.wound(s, die, &strike.backlash, aim{}, 1, true)
	}
	own.self += own.wounds - before
	f.ones = 0
	if own.models(u) == 0 {
		return
	}
	for range f.state[e].backlash {
		f.hit(s, die, &strike.backlash, aim{}, &strike.backlash.grades[ordinary])
	}
}

// bang is what those do who go with a bang once both sides have struck: their
// hits land together, and they are gone; where not all of the squad go, as many
// go of those who die first.
func (f *fight) bang(die *dice.Roller) {
	if f.state[attacker].models(f.units[attacker]) == 0 || f.state[target].models(f.units[target]) == 0 {
		return
	}
	var dice [2][maxDice]uint8
	for i, u := range f.units {
		for at := range u.rolled {
			dice[i][at] = uint8(die.Roll())
		}
	}
	var hits [2]int
	var bearers [2][]bool
	var back [2]*volley
	for i, u := range f.units {
		own, foe := f.views(i, &dice)
		v := (&assault{fight: f, own: own, foe: foe, guard: foe.asWhole()}).plain()
		back[i] = &v
		bearers[i] = make([]bool, len(u.kinds))
		for k, s := range own.saves(nil) {
			if own.left[k] > 0 && k != u.common && s.bang > 0 {
				bearers[i][k] = true
				hits[i] += s.bang * own.left[k]
			}
		}
		dice[0], dice[1] = dice[1], dice[0]
	}
	for i := range f.units {
		for range hits[i] {
			f.hit(1-i, die, back[i], aim{}, &back[i].grades[ordinary])
		}
	}
	for i, u := range f.units {
		s := &f.state[i]
		left := u.left(len(u.line)-s.dead, s.hero)
		before := s.wounds
		for k, goes := range bearers[i] {
			switch {
			case !goes || left[k] == 0:
			case k == u.hero:
				s.wounds += u.kinds[k].tough - s.heroHurt
				s.hero = false
			default:
				for range left[k] {
					s.wounds += u.kinds[u.line[s.dead]].tough - s.hurt
					s.dead, s.hurt = s.dead+1, 0
				}
			}
		}
		s.self += s.wounds - before
	}
}

// volley resolves attacks on a unit, or on the model of it that was picked.
func (f *fight) volley(e int, die *dice.Roller, v *volley, target aim) {
	for range v.pool {
		if v.needs > 0 && die.Roll() < max(v.needs, 2) {
			continue
		}
		for range v.each {
			if v.dice {
				f.attacks(e, die, v, target, 1)
			} else {
				f.hit(e, die, v, target, &v.grades[ordinary])
			}
		}
	}
	for w := range v.weapons {
		attacks := v.attacks
		if w < len(v.more) {
			attacks += v.more[w]
		}
		f.attacks(e, die, v, target, attacks)
	}
}

// attacks resolves those of one weapon.
func (f *fight) attacks(e int, die *dice.Roller, v *volley, target aim, attacks int) {
	scored, further := 0, 0
	for a := 0; a < attacks+further; a++ {
		d := die.Roll()
		if d == 1 && !v.dice {
			f.ones += v.ones
		}
		if !v.hits[d] && !v.dice {
			continue
		}
		g := &v.grades[gradeOf(d)]
		if a < attacks {
			further += g.attacks
		}
		for n := range g.copies*g.times + g.hits*v.grades[ordinary].times {
			if v.cap > 0 && scored == v.cap {
				break
			}
			scored++
			if n < g.copies*g.times {
				f.hit(e, die, v, target, g)
			} else {
				f.hit(e, die, v, target, &v.grades[ordinary])
			}
		}
	}
}

// hit rolls to block one hit and deals out its wounds.
func (f *fight) hit(e int, die *dice.Roller, v *volley, at aim, g *grade) {
	if v.certain {
		f.wound(e, die, v, at, g.deadly, !g.noRegen)
		return
	}
	d := die.Roll()
	if g.again[d] {
		d = die.Roll()
	}
	if g.blocked[d] {
		return
	}
	n, times, regen := 1+g.wounds, g.deadly, !g.noRegen
	if d == 2 {
		n += g.woundsOnTwo
	}
	if d == 1 {
		n, times, regen = n+g.woundsOnOne, g.deadlyOnOne, !g.noRegenOnOne
	}
	for range n {
		f.wound(e, die, v, at, times, regen)
	}
}

// wound puts a wound, multiplied, on one model. What the model does not ignore
// and cannot take is lost.
func (f *fight) wound(e int, die *dice.Roller, v *volley, at aim, times int, regen bool) {
	u, s := f.units[e], &f.state[e]
	hero := s.dead == len(u.line)
	switch at.Picks {
	case rules.PicksModel:
		hero = at.hero
		if !hero && (s.dead != at.model || s.dead == len(u.line)) {
			return
		}
	case rules.PicksWounds:
		hero = hero || at.hero && s.hero
	}
	if hero && !s.hero {
		return
	}
	k, hurt := u.hero, &s.heroHurt
	if !hero {
		k, hurt = u.line[s.dead], &s.hurt
	}
	save, tough := v.saves[k], u.kinds[k].tough
	for range times {
		// One die per wound, for the better of what may ignore it.
		ignores := save.ward
		if regen {
			ignores = better(ignores, save.regeneration)
		}
		if ignores > 0 && die.Roll() >= max(ignores, 2) {
			continue
		}
		*hurt++
		s.wounds++
		s.backlash += save.retaliates
		if *hurt == tough {
			s.backlash += save.revenge
			if hero {
				s.hero = false
			} else {
				s.dead, s.hurt = s.dead+1, 0
			}
			return
		}
	}
}
