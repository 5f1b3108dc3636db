package roll

import (
	"slices"

	"muster/rules"
)

// nerve is what a unit brings to the end of a fight: wounds that count as
// caused, and how it tests its morale.
type nerve struct {
	counts int  // wounds that count for it
	d3     bool // and a D3
	trial
}

// trial is one way of testing morale.
type trial struct {
	passes [7]bool // whether the number passes
	repeat int     // a failed test is passed on this; 0 for none
	pay    int     // it is passed at the price of wounds on dice up to this
}

// chance is how often the test is passed, and how often at no price.
func (t trial) chance() (passed, free float64) {
	for d := 1; d <= 6; d++ {
		if t.passes[d] {
			free += 1. / 6
		}
	}
	if t.repeat > 0 {
		free += (1 - free) * float64(7-t.repeat) / 6
	}
	if t.pay > 0 {
		return 1, free
	}
	return free, free
}

// better tells whether players would rather take this test than the other.
func (t trial) better(o trial) bool {
	p, free := t.chance()
	q, oFree := o.chance()
	return p > q+1e-12 || p > q-1e-12 && free > oFree+1e-12
}

// nerve looks at a unit after the fight.
func (f *fight) nerve(s int) *nerve {
	key := situation{side: s}
	for i := range f.units {
		key.squad[i], key.hero[i] = len(f.units[i].line)-f.state[i].dead, f.state[i].hero
	}
	if known := f.nerves[key]; known != nil {
		return known
	}
	v, _ := f.views(s, nil)
	n := &nerve{}
	// What holds for all of the squad, for the hero, for anybody.
	var squad, hero, anybody []active
	met := false
	for k := range v.kinds {
		if v.left[k] == 0 || k == v.common {
			continue
		}
		effects := v.own(k)
		for _, e := range effects {
			n.counts += e.number(e.Fear) * v.left[k]
			n.d3 = n.d3 || e.FearD3
			anybody = addActive(anybody, e)
		}
		switch {
		case k == v.hero:
			hero = effects
		case !met:
			squad, met = effects, true
		default:
			squad = slices.DeleteFunc(squad, func(e active) bool {
				return !slices.ContainsFunc(effects, func(o active) bool { return o.key == e.key && o.index == e.index })
			})
		}
	}
	n.trial = f.trial(v, squad, hero, anybody)
	f.nerves[key] = n
	return n
}

// trial finds out how the unit tests (docs/rules-notes.md: Morale, with a joined hero).
func (f *fight) trial(v *view, squad, hero, anybody []active) trial {
	quality, his := v.side.Quality, v.side.Quality
	joined := v.hero >= 0 && v.left[v.hero] > 0
	if joined {
		his = v.side.Hero.Quality
	}
	switch {
	case v.squad == 0:
		return trialOf(his, hero)
	case f.combat.Morale == rules.MoraleBestQuality:
		return trialOf(min(quality, his), anybody)
	case !joined:
		return trialOf(quality, squad)
	case f.combat.Morale == rules.MoraleHero:
		return trialOf(his, squad)
	}
	test := trialOf(quality, squad)
	if t := trialOf(his, hero); t.better(test) {
		return t
	}
	return test
}

// trialOf is a test on a Quality with the effects that help it or not.
func trialOf(quality int, effects []active) trial {
	t, modifier := trial{}, 0
	for _, e := range effects {
		modifier += e.number(e.Morale)
		t.repeat = better(t.repeat, e.number(e.RepeatMorale))
		t.pay = max(t.pay, e.number(e.PayMorale))
	}
	if t.repeat > 0 {
		t.repeat = min(max(t.repeat, 2), 6) // a 6 succeeds and a 1 does not
	}
	for d := 1; d <= 6; d++ {
		t.passes[d] = d == 6 || d >= 2 && d+modifier >= quality
	}
	return t
}
