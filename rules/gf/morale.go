package gf

import (
	"muster/rules"
	"muster/rules/dice"
)

// A judge knows how a unit does when a fight is judged: its Fear, and its
// morale tests, by config.
type judge struct {
	moment
	combat  *rules.Combat
	u       *unit
	foe     *unit
	enemy   *stance
	charge  bool
	stances []*stance
	fears   []dice.PMF
	trials  []*trial
}

// A trial is a unit's morale test.
type trial struct {
	pass float64
	pays int // instead of failing, each wound left is lost on a die up to this
}

// chance is how often the test is passed, at whatever price.
func (t *trial) chance() float64 {
	if t.pays > 0 {
		return 1
	}
	return t.pass
}

func (f *fight) judge(u, enemy *unit, charge bool) *judge {
	j := &judge{
		moment: moment{Scenario: &f.Scenario}, combat: &f.System.Combat, u: u, foe: enemy, charge: charge,
		stances: make([]*stance, u.classes()), fears: make([]dice.PMF, len(u.configs)), trials: make([]*trial, len(u.configs)),
	}
	return j
}

func (j *judge) stance(config int) *stance {
	c := &j.u.configs[config]
	if j.stances[c.class] == nil {
		j.stances[c.class], j.enemy = j.meet(j.u, c, j.foe, j.foe.of(j.foe.initial), j.charge)
	}
	s := j.stances[c.class]
	s.config = c
	return s
}

// fear is the distribution of what is added to the wounds that the unit caused:
// so much for each living model that has it, or a D3 once.
func (j *judge) fear(st int) dice.PMF {
	config := j.u.states[st].config
	if j.fears[config] != nil {
		return j.fears[config]
	}
	s := j.stance(config)
	sum, die := 0, false
	for p, n := range s.config.alive {
		if n == 0 {
			continue
		}
		j.each(s, j.enemy, p, s.held[p], nil, func(_ *rules.Rule, e *rules.Effect, x int) {
			sum += n * e.Fear.With(x)
			die = die || e.FearD3
		})
	}
	fear := dice.Point(max(sum, 0))
	if die {
		fear = dice.Sum(fear, dice.Die(3))
	}
	j.fears[config] = fear
	return fear
}

// half tells whether a unit has half or less of its models left; one that began
// the game with a single model, half or less of its Tough.
func (u *unit) half(st int) bool {
	if u.start == 1 {
		return 2*(u.tough-u.states[st].squad-u.states[st].hero) <= u.tough
	}
	return 2*u.of(st).models <= u.start
}

// test adds a morale test in a state, which comes about with probability p, to
// an outcome. What the unit may pay for passing moves probability in end.
func (j *judge) test(o *Outcome, end []float64, st int, p float64, melee bool) {
	o.Tests += p
	t := j.trial(j.u.states[st].config)
	fails := p * (1 - t.pass)
	switch {
	case t.pays > 0:
		j.pay(end, st, fails, float64(t.pays)/6)
	case melee && j.u.half(st):
		o.Routed += fails
	default:
		o.Shaken += fails
	}
}

// pay takes wounds off a unit that passes by paying: one die for each it has left.
func (j *judge) pay(end []float64, st int, p, each float64) {
	s := j.u.states[st]
	left := j.u.tough - s.squad - s.hero
	end[st] -= p
	for n, pn := range dice.Binomial(left, each) {
		squad := min(s.squad+n, j.u.squadWounds)
		end[j.u.index(squad, s.hero+n-(squad-s.squad))] += p * pn
	}
}

// trial works out the test of a unit of which these models live.
func (j *judge) trial(config int) *trial {
	if j.trials[config] != nil {
		return j.trials[config]
	}
	t := new(trial)
	j.trials[config] = t
	if j.u.shaken {
		return t // fails every test, and no rule turns that into a pass
	}
	s := j.stance(config)
	hero := j.u.hero
	squadLives, heroLives := s.config.squad > 0, hero >= 0 && s.config.alive[hero] > 0
	switch {
	case !squadLives:
		*t = j.rolls(s, j.u.parts[hero].quality, j.resolve(s, hero))
	case !heroLives:
		*t = j.rolls(s, j.u.quality, j.resolve(s, squadWide))
	case j.combat.Morale == rules.MoraleHero:
		*t = j.rolls(s, j.u.parts[hero].quality, j.resolve(s, squadWide))
	case j.combat.Morale == rules.MoraleBestRoll:
		*t = j.rolls(s, j.u.quality, j.resolve(s, squadWide))
		if other := j.rolls(s, j.u.parts[hero].quality, j.resolve(s, hero)); other.chance() > t.chance() {
			*t = other
		}
	default:
		*t = j.rolls(s, min(j.u.quality, j.u.parts[hero].quality), j.resolveOfUnit(s))
	}
	return t
}

// A resolve is what rules do for a morale test.
type resolve struct{ modifier, repeat, pays int }

func (r *resolve) add(e *rules.Effect, x int) {
	r.modifier += e.Morale.With(x)
	if n := e.RepeatMorale.With(x); n > 0 && (r.repeat == 0 || n < r.repeat) {
		r.repeat = n
	}
	r.pays = max(r.pays, e.PayMorale.With(x))
}

// resolve is what the rules of a part do; of the squad, those that all its
// living groups have.
func (j *judge) resolve(s *stance, part int) resolve {
	if j.combat.Morale == rules.MoraleBestQuality {
		return j.resolveOfUnit(s)
	}
	var r resolve
	if part == squadWide {
		for p := range s.held {
			if p != j.u.hero && s.config.alive[p] > 0 {
				part = p
				break
			}
		}
	}
	hero := part == j.u.hero
	for _, h := range s.held[part] {
		shared := true
		for p := range s.held {
			if !hero && p != j.u.hero && s.config.alive[p] > 0 && !contains(s.held[p], h.rule) {
				shared = false
			}
		}
		for i := range h.rule.Effects {
			e := &h.rule.Effects[i]
			if e.Of == "" && (shared || e.When.Models != "" || e.To == rules.ToUnit) && j.holds(e, h.rule, s, j.enemy, s.held[part]) {
				r.add(e, h.x)
			}
		}
	}
	for p, list := range s.held {
		if p == part || s.config.alive[p] == 0 {
			continue
		}
		for _, h := range list {
			if contains(s.held[part], h.rule) || lentBefore(s, part, p, h.rule) {
				continue
			}
			for i := range h.rule.Effects {
				if e := &h.rule.Effects[i]; e.Of == "" && e.To == rules.ToUnit && j.holds(e, h.rule, s, j.enemy, list) {
					r.add(e, h.x)
				}
			}
		}
	}
	return r
}

// resolveOfUnit is what the rules of all living models do, each once.
func (j *judge) resolveOfUnit(s *stance) resolve {
	var r resolve
	for p, list := range s.held {
		if s.config.alive[p] == 0 {
			continue
		}
		for _, h := range list {
			if lentBefore(s, squadWide, p, h.rule) {
				continue
			}
			for i := range h.rule.Effects {
				if e := &h.rule.Effects[i]; e.Of == "" && j.holds(e, h.rule, s, j.enemy, list) {
					r.add(e, h.x)
				}
			}
		}
	}
	return r
}

// rolls is a Quality test with a rule's help.
func (j *judge) rolls(s *stance, quality int, r resolve) trial {
	pass := passes(quality - r.modifier)
	if r.repeat > 0 {
		pass += (1 - pass) * passes(r.repeat)
	}
	return trial{pass: pass, pays: r.pays}
}

// passes is the chance of a die to show a number or more, where a 6 always does
// and a 1 never.
func passes(number int) float64 {
	return float64(7-min(max(number, 2), 6)) / 6
}
