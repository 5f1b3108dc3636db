package attack

import (
	"cmp"

	"muster/rules"
)

// A Judge judges a unit at the end of a fight. It caches Fear by survivors and the enemy's class,
// and morale tests by both classes.
type Judge struct {
	encounter
	fears []Fear
	tests []Test
}

// A Fear adds to the wounds caused by a unit.
type Fear struct {
	Sum  int
	D3   bool // plus a D3
	done bool
}

// A Test is a unit's morale test: a die against Quality, helped by rules.
type Test struct {
	Needs  int // lowest die that passes, 2 to 6; 7 if none
	Repeat int // lowest second die that passes after all; 0 without one
	Pays   int // instead of failing, each wound left is lost on a die up to this; 0 if not
	done   bool
}

// Pass returns the chance that the dice pass.
func (t *Test) Pass() float64 {
	pass := float64(7-t.Needs) / 6
	if t.Repeat > 0 {
		pass += (1 - pass) * (float64(7-t.Repeat) / 6)
	}
	return pass
}

// passOrPay returns the chance to pass, if need be by paying wounds.
func (t *Test) passOrPay() float64 {
	if t.Pays > 0 {
		return 1
	}
	return t.Pass()
}

// Judge returns a judge of the unit.
func (f *Fight) Judge(u *Fighter) *Judge {
	return &Judge{encounter: f.encounter(u, nil), tests: make([]Test, u.Classes*f.Enemy(u).Classes)}
}

// Fear returns the Fear of the living models in a state against an enemy in state foe; D3 counts
// once.
func (j *Judge) Fear(st, foe int) Fear {
	if j.fears == nil {
		j.fears = make([]Fear, len(j.Own.Survivors)*j.Enemy.Classes)
	}
	at := &j.fears[j.Own.States[st].Survivors*j.Enemy.Classes+j.Enemy.At(foe).Class]
	if at.done {
		return *at
	}
	s, enemy := j.stances(j.Own.At(st), j.Enemy.At(foe))
	at.done = true
	for p, n := range s.left.Alive {
		if n == 0 {
			continue
		}
		j.eachEffect(s, enemy, s.bearer(p), func(h heldRule, e *rules.Effect) {
			at.Sum += n * h.value(e, e.Fear)
			at.D3 = at.D3 || e.FearD3
		})
	}
	return *at
}

// Test returns the unit's morale test in a state against an enemy in state foe. A shaken unit
// fails, whatever its rules.
func (j *Judge) Test(st, foe int) *Test {
	own, enemy := j.Own.At(st), j.Enemy.At(foe)
	t := &j.tests[own.Class*j.Enemy.Classes+enemy.Class]
	if !t.done {
		if *t = (Test{Needs: 7}); !j.Own.shaken {
			*t = j.newMoraleTest(j.stances(own, enemy))
		}
		t.done = true
	}
	return t
}

// newMoraleTest returns the test by the edition's rule for a squad with a hero.
func (j *Judge) newMoraleTest(s, enemy *stance) Test {
	hero := j.Own.Hero
	squadLives, heroLives := s.left.Squad > 0, hero >= 0 && s.left.Alive[hero] > 0
	switch {
	case !squadLives:
		return newTest(j.Own.Parts[hero].quality, j.help(s, enemy, hero))
	case !heroLives:
		return newTest(j.Own.quality, j.help(s, enemy, SquadWide))
	case j.combat.Morale == rules.MoraleHero:
		return newTest(j.Own.Parts[hero].quality, j.help(s, enemy, SquadWide))
	case j.combat.Morale == rules.MoraleBestRoll:
		t := newTest(j.Own.quality, j.help(s, enemy, SquadWide))
		other := newTest(j.Own.Parts[hero].quality, j.help(s, enemy, hero))
		if c := cmp.Compare(other.passOrPay(), t.passOrPay()); c > 0 || c == 0 && other.Pass() > t.Pass() {
			return other
		}
		return t
	}
	return newTest(min(j.Own.quality, j.Own.Parts[hero].quality), j.helpOfUnit(s, enemy))
}

// help is the rules' effect on a morale test.
type help struct{ modifier, repeat, pays int }

func (r *help) add(h heldRule, e *rules.Effect) {
	r.modifier += h.value(e, e.Morale)
	if n := h.value(e, e.RepeatMorale); n > 0 && (r.repeat == 0 || n < r.repeat) {
		r.repeat = n
	}
	r.pays = max(r.pays, h.value(e, e.PayMorale))
}

// help returns the help of a part's rules; for the squad, of the rules shared by all its living
// groups.
func (j *Judge) help(s, enemy *stance, part int) help {
	if j.combat.Morale == rules.MoraleBestQuality {
		return j.helpOfUnit(s, enemy)
	}
	var r help
	if part == SquadWide {
		for p := range s.held {
			if p != j.Own.Hero && s.left.Alive[p] > 0 {
				part = p
				break
			}
		}
	}
	hero := part == j.Own.Hero
	for _, h := range s.held[part] {
		shared := true
		for p := range s.held {
			if !hero && p != j.Own.Hero && s.left.Alive[p] > 0 && !containsRule(s.held[p], h.rule) {
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
	j.eachLentEffect(s, enemy, part, s.held[part], r.add)
	return r
}

// helpOfUnit returns the help of all living models' rules, each counted once.
func (j *Judge) helpOfUnit(s, enemy *stance) help {
	var r help
	j.eachDistinctEffect(s, enemy, "", r.add)
	return r
}

// newTest returns a Quality test with help. A 6 always passes and a 1 never.
func newTest(quality int, r help) Test {
	t := Test{Needs: dieNeeded(quality - r.modifier), Pays: r.pays}
	if r.repeat > 0 {
		t.Repeat = dieNeeded(r.repeat)
	}
	return t
}

// dieNeeded returns the lowest die that passes.
func dieNeeded(number int) int { return min(max(number, 2), 6) }
