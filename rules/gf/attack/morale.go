package attack

import (
	"cmp"

	"muster/rules"
)

// A Judge takes a unit's morale tests at the end of a fight, and counts its Fear.
type Judge struct {
	encounter
	fears []Fear // cache: [survivors × classes of the enemy + class of the enemy]
	tests []Test // cache: [class × classes of the enemy + class of the enemy]
}

// A Fear is what rules add to the wounds caused by a unit when melee results are compared.
type Fear struct {
	Sum    int
	D3     bool // plus a D3
	cached bool // the entry of the cache is filled in
}

// A Test is a unit's morale test against Quality, with the help of its rules.
type Test struct {
	Needs       int // lowest die that passes, 2 to 6; 7 if none does
	RerollNeeds int // lowest die that passes when a failed test is rolled again; 0 if it is not
	// PayDie is 0, or the most that a die may show to cost a wound: a unit may pass a failed test by
	// rolling a die for each wound it has left.
	PayDie int
	cached bool // the entry of the cache is filled in
}

// PassChance returns the chance that the unit passes.
func (t *Test) PassChance() float64 {
	pass := float64(7-t.Needs) / 6
	if t.RerollNeeds > 0 {
		pass += (1 - pass) * (float64(7-t.RerollNeeds) / 6)
	}
	return pass
}

// passOrPay returns the chance that the unit passes, or pays wounds instead of failing.
func (t *Test) passOrPay() float64 {
	if t.PayDie > 0 {
		return 1
	}
	return t.PassChance()
}

// Judge returns the Judge of unit u.
func (f *Fight) Judge(u *Fighter) *Judge {
	return &Judge{encounter: f.encounter(u, nil), tests: make([]Test, u.Classes*f.Enemy(u).Classes)}
}

// Fear returns the Fear of the models that live in state st against an enemy in state foe. A D3
// counts once however many models add it.
func (j *Judge) Fear(st, foe int) Fear {
	if j.fears == nil {
		j.fears = make([]Fear, len(j.Own.Survivors)*j.Enemy.Classes)
	}
	at := &j.fears[j.Own.States[st].Survivors*j.Enemy.Classes+j.Enemy.At(foe).Class]
	if at.cached {
		return *at
	}
	s, enemy := j.stances(j.Own.At(st), j.Enemy.At(foe))
	at.cached = true
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

// Test returns the morale test of the unit in state st against an enemy in state foe. A shaken unit
// fails, whatever its rules.
func (j *Judge) Test(st, foe int) *Test {
	own, enemy := j.Own.At(st), j.Enemy.At(foe)
	t := &j.tests[own.Class*j.Enemy.Classes+enemy.Class]
	if !t.cached {
		if *t = (Test{Needs: 7}); !j.Own.shaken {
			*t = j.newMoraleTest(j.stances(own, enemy))
		}
		t.cached = true
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
		if c := cmp.Compare(other.passOrPay(), t.passOrPay()); c > 0 || c == 0 && other.PassChance() > t.PassChance() {
			return other
		}
		return t
	}
	return newTest(min(j.Own.quality, j.Own.Parts[hero].quality), j.helpOfUnit(s, enemy))
}

// testHelp is the sum of the effects of rules on a morale test.
type testHelp struct {
	modifier int // to the die
	repeat   int // lowest die that passes when the test is rolled again; 0 if it is not
	pays     int // see Test.PayDie
}

func (r *testHelp) add(h heldRule, e *rules.Effect) {
	r.modifier += h.value(e, e.Morale)
	if n := h.value(e, e.RepeatMorale); n > 0 && (r.repeat == 0 || n < r.repeat) {
		r.repeat = n
	}
	r.pays = max(r.pays, h.value(e, e.PayMorale))
}

// help returns the help from the rules of a part; for the squad, from the rules that all its living
// groups share.
func (j *Judge) help(s, enemy *stance, part int) testHelp {
	if j.combat.Morale == rules.MoraleBestQuality {
		return j.helpOfUnit(s, enemy)
	}
	var r testHelp
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

// helpOfUnit returns the help from the rules of all living models, each rule counted once.
func (j *Judge) helpOfUnit(s, enemy *stance) testHelp {
	var r testHelp
	j.eachDistinctEffect(s, enemy, "", r.add)
	return r
}

// newTest returns a test against a Quality with the help of rules.
func newTest(quality int, r testHelp) Test {
	t := Test{Needs: dieNeeded(quality - r.modifier), PayDie: r.pays}
	if r.repeat > 0 {
		t.RerollNeeds = dieNeeded(r.repeat)
	}
	return t
}

// dieNeeded returns the lowest die that passes a roll against number: a 6 always passes and a 1
// never.
func dieNeeded(number int) int { return min(max(number, 2), 6) }
