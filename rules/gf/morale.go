package gf

import (
	"cmp"

	"muster/rules"
	"muster/rules/dice"
)

// A judge knows how a unit does when a fight is judged: its Fear, which is worked
// out once for each config of the unit and class of the enemy, and its morale
// tests, once for each pair of classes.
type judge struct {
	moment
	combat  *rules.Combat
	u, foe  *unit
	charge  bool
	classes int          // of the enemy
	met     [][2]*stance // both units, by class and class of the enemy
	fears   []fear
	trials  []trial
}

// A trial is a unit's morale test.
type trial struct {
	pass float64
	pays int // instead of failing, each wound left is lost on a die up to this
	done bool
}

// chance is how often the test is passed, at whatever price.
func (t *trial) chance() float64 {
	if t.pays > 0 {
		return 1
	}
	return t.pass
}

func (f *fight) judge(u, foe *unit, charge bool) *judge {
	j := &judge{
		moment: moment{Scenario: &f.Scenario}, combat: &f.System.Combat,
		u: u, foe: foe, charge: charge, classes: foe.classes,
	}
	j.met = make([][2]*stance, u.classes*j.classes)
	j.trials = make([]trial, u.classes*j.classes)
	return j
}

// key is the place of the classes of a pair of states among what is worked out.
func (j *judge) key(st, foe int) int {
	return j.u.of(st).class*j.classes + j.foe.of(foe).class
}

func (j *judge) stances(st, foe int) (own, enemy *stance) {
	oc, ec := j.u.of(st), j.foe.of(foe)
	at := &j.met[j.key(st, foe)]
	if at[0] == nil {
		at[0], at[1] = j.meet(j.u, oc, j.foe, ec, j.charge)
	}
	own, enemy = at[0], at[1]
	own.config, enemy.config = oc, ec
	return own, enemy
}

// A fear is what is added to the wounds that a unit caused.
type fear struct {
	sum int
	die dice.PMF
}

// What may be added beside the sum: nothing, or a D3.
var (
	noDie = dice.Point(0)
	d3    = dice.Die(3)
)

// fear is so much for each living model that has it, or a D3 once.
func (j *judge) fear(st, foe int) fear {
	if j.fears == nil {
		j.fears = make([]fear, len(j.u.configs)*j.classes)
	}
	at := &j.fears[j.u.states[st].config*j.classes+j.foe.of(foe).class]
	if at.die != nil {
		return *at
	}
	s, enemy := j.stances(st, foe)
	at.die = noDie
	for p, n := range s.config.alive {
		if n == 0 {
			continue
		}
		j.each(s, enemy, p, s.held[p], nil, func(h held, e *rules.Effect) {
			at.sum += n * h.value(e, e.Fear)
			if e.FearD3 {
				at.die = d3
			}
		})
	}
	return *at
}

// half tells whether a unit has half or less of its models left; one that began
// the game with a single model, half or less of its Tough.
func (u *unit) half(st int) bool {
	if u.start == 1 {
		return 2*(u.tough-u.states[st].squad-u.states[st].hero) <= u.tough
	}
	return 2*u.of(st).models <= u.start
}

// test adds a morale test in a state, before an enemy in another, which comes
// about with probability p, to an outcome. What the unit may pay for passing
// moves probability in end.
func (j *judge) test(o *Outcome, end []float64, st, foe int, p float64) {
	o.Tests += p
	t := j.trial(st, foe)
	fails := p * (1 - t.pass)
	switch {
	case t.pays > 0:
		j.pay(end, st, fails, float64(min(t.pays, 6))/6)
	case j.Mode == Melee && j.u.half(st):
		o.Routed += fails
	default:
		o.Shaken += fails
	}
}

// pay takes wounds off a unit that passes by paying: one die for each it has left.
func (j *judge) pay(end []float64, st int, p, each float64) {
	s := j.u.states[st]
	left := j.u.tough - s.squad - s.hero
	end[st] = max(0, end[st]-p)
	for n, pn := range dice.Binomial(left, each) {
		squad := min(s.squad+n, j.u.squadWounds)
		end[s.self*j.u.block+j.u.index(squad, s.hero+n-(squad-s.squad))] += p * pn
	}
}

// trial is the test of a unit in such a state.
func (j *judge) trial(st, foe int) *trial {
	t := &j.trials[j.key(st, foe)]
	if !t.done {
		if !j.u.shaken { // who is fails every test, and no rule turns that into a pass
			*t = j.work(j.stances(st, foe))
		}
		t.done = true
	}
	return t
}

// work works out a test.
func (j *judge) work(s, enemy *stance) trial {
	hero := j.u.hero
	squadLives, heroLives := s.config.squad > 0, hero >= 0 && s.config.alive[hero] > 0
	switch {
	case !squadLives:
		return rolls(j.u.parts[hero].quality, j.resolve(s, enemy, hero))
	case !heroLives:
		return rolls(j.u.quality, j.resolve(s, enemy, squadWide))
	case j.combat.Morale == rules.MoraleHero:
		return rolls(j.u.parts[hero].quality, j.resolve(s, enemy, squadWide))
	case j.combat.Morale == rules.MoraleBestRoll:
		t := rolls(j.u.quality, j.resolve(s, enemy, squadWide))
		other := rolls(j.u.parts[hero].quality, j.resolve(s, enemy, hero))
		if c := cmp.Compare(other.chance(), t.chance()); c > 0 || c == 0 && other.pass > t.pass {
			return other
		}
		return t
	}
	return rolls(min(j.u.quality, j.u.parts[hero].quality), j.resolveOfUnit(s, enemy))
}

// A resolve is what rules do for a morale test.
type resolve struct{ modifier, repeat, pays int }

func (r *resolve) add(h held, e *rules.Effect) {
	r.modifier += h.value(e, e.Morale)
	if n := h.value(e, e.RepeatMorale); n > 0 && (r.repeat == 0 || n < r.repeat) {
		r.repeat = n
	}
	r.pays = max(r.pays, h.value(e, e.PayMorale))
}

// resolve is what the rules of a part do; of the squad, those that all its
// living groups have.
func (j *judge) resolve(s, enemy *stance, part int) resolve {
	if j.combat.Morale == rules.MoraleBestQuality {
		return j.resolveOfUnit(s, enemy)
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
			if e.Of == "" && (shared || e.When.Models != "" || e.To == rules.ToUnit) && j.holds(h, e, s, enemy, s.held[part]) {
				r.add(h, e)
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
				if e := &h.rule.Effects[i]; e.Of == "" && e.To == rules.ToUnit && j.holds(h, e, s, enemy, s.held[part]) {
					r.add(h, e)
				}
			}
		}
	}
	return r
}

// resolveOfUnit is what the rules of all living models do, each once.
func (j *judge) resolveOfUnit(s, enemy *stance) resolve {
	var r resolve
	for p, list := range s.held {
		if s.config.alive[p] == 0 {
			continue
		}
		for _, h := range list {
			for i := range h.rule.Effects {
				if e := &h.rule.Effects[i]; e.Of == "" && j.holds(h, e, s, enemy, list) && !j.heldBefore(h, e, s, enemy, p) {
					r.add(h, e)
				}
			}
		}
	}
	return r
}

// rolls is a Quality test with a rule's help.
func rolls(quality int, r resolve) trial {
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
