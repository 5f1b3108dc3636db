package attack

import (
	"cmp"

	"muster/rules"
)

// A Judge takes a unit's morale tests at the end of a fight, and computes its Fear.
type Judge struct {
	encounter
	fearCache []Fear       // cached Fear, by survivors × number of enemy classes + enemy class
	testCache []MoraleTest // cached tests, by class × number of enemy classes + enemy class
}

// A Fear is a number that rules add to the wounds caused by a unit when melee results are compared.
type Fear struct {
	FixedSum int  // sum of the fixed numbers
	PlusD3   bool // plus a D3
	cached   bool // the cache holds this entry already
}

// A MoraleTest is a unit's test against Quality, with the help of its rules.
type MoraleTest struct {
	NeededDie int // lowest die that passes, 2 to 6; 7 if none does
	// lowest die that passes when a failed test is rolled again; 0 if it is not rolled again
	RerollNeededDie int
	// MaxWoundingDie is for a unit that may take wounds to pass a failed test: it rolls a die for
	// each wound that it has left, and takes a wound for each roll of MaxWoundingDie or less. 0
	// means that it may not.
	MaxWoundingDie int
	cached         bool // the cache holds this entry already
}

// PassChance returns the chance that the unit passes.
func (t *MoraleTest) PassChance() float64 {
	pass := float64(7-t.NeededDie) / 6
	if t.RerollNeededDie > 0 {
		pass += (1 - pass) * (float64(7-t.RerollNeededDie) / 6)
	}
	return pass
}

// passOrTakeWoundsChance returns the chance that the unit passes, or takes wounds instead of
// failing.
func (t *MoraleTest) passOrTakeWoundsChance() float64 {
	if t.MaxWoundingDie > 0 {
		return 1
	}
	return t.PassChance()
}

// Judge returns the Judge of unit u.
func (f *Fight) Judge(u *Fighter) *Judge {
	return &Judge{encounter: f.encounter(u, nil), testCache: make([]MoraleTest, u.RulesClassCount*f.Enemy(u).RulesClassCount)}
}

// Fear returns the Fear of the unit's models that are alive in state st, against an enemy in state
// foe. A D3 counts once, for any number of models that add it.
func (j *Judge) Fear(st, foe int) Fear {
	if j.fearCache == nil {
		j.fearCache = make([]Fear, len(j.Own.Survivors)*j.Enemy.RulesClassCount)
	}
	at := &j.fearCache[j.Own.States[st].SurvivorsIndex*j.Enemy.RulesClassCount+j.Enemy.SurvivorsIn(foe).RulesClass]
	if at.cached {
		return *at
	}
	s, enemy := j.snapshots(j.Own.SurvivorsIn(st), j.Enemy.SurvivorsIn(foe))
	at.cached = true
	for p, n := range s.survivors.AliveByPart {
		if n == 0 {
			continue
		}
		j.eachEffect(s, enemy, s.bearer(p), func(h heldRule, e *rules.Effect) {
			at.FixedSum += n * h.value(e, e.Fear)
			at.PlusD3 = at.PlusD3 || e.FearPlusD3
		})
	}
	return *at
}

// Test returns the morale test of the unit in state st against an enemy in state foe. A shaken unit
// fails, whatever its rules.
func (j *Judge) Test(st, foe int) *MoraleTest {
	own, enemy := j.Own.SurvivorsIn(st), j.Enemy.SurvivorsIn(foe)
	t := &j.testCache[own.RulesClass*j.Enemy.RulesClassCount+enemy.RulesClass]
	if !t.cached {
		if *t = (MoraleTest{NeededDie: 7}); !j.Own.shaken {
			*t = j.newMoraleTest(j.snapshots(own, enemy))
		}
		t.cached = true
	}
	return t
}

// newMoraleTest returns the test of a unit; if squad and hero are both alive, by the edition's rule
// on joined heroes.
func (j *Judge) newMoraleTest(s, enemy *snapshot) MoraleTest {
	hero := j.Own.HeroIndex
	squadLives, heroLives := s.survivors.SquadModels > 0, hero >= 0 && s.survivors.AliveByPart[hero] > 0
	switch {
	case !squadLives:
		return newTest(j.Own.Parts[hero].quality, j.moraleHelpOfPart(s, enemy, hero))
	case !heroLives:
		return newTest(j.Own.quality, j.moraleHelpOfPart(s, enemy, SquadWide))
	case j.combat.HeroMorale == rules.MoraleHeroQuality:
		return newTest(j.Own.Parts[hero].quality, j.moraleHelpOfPart(s, enemy, SquadWide))
	case j.combat.HeroMorale == rules.MoraleBestRoll:
		t := newTest(j.Own.quality, j.moraleHelpOfPart(s, enemy, SquadWide))
		other := newTest(j.Own.Parts[hero].quality, j.moraleHelpOfPart(s, enemy, hero))
		if c := cmp.Compare(other.passOrTakeWoundsChance(), t.passOrTakeWoundsChance()); c > 0 || c == 0 &&
			other.PassChance() > t.PassChance() {
			return other
		}
		return t
	}
	return newTest(min(j.Own.quality, j.Own.Parts[hero].quality), j.moraleHelpOfUnit(s, enemy))
}

// moraleHelp is the sum of the effects of rules on a morale test.
type moraleHelp struct {
	modifier int // modifier to the die
	// lowest die that passes when the test is rolled again; 0 if it is not rolled again
	rerollNeededDie int
	// highest die that costs the unit a wound if it takes wounds to pass; see
	// MoraleTest.MaxWoundingDie
	maxWoundingDie int
}

func (r *moraleHelp) addEffect(h heldRule, e *rules.Effect) {
	r.modifier += h.value(e, e.MoraleModifier)
	if n := h.value(e, e.MoraleRerollMinDie); n > 0 && (r.rerollNeededDie == 0 || n < r.rerollNeededDie) {
		r.rerollNeededDie = n
	}
	r.maxWoundingDie = max(r.maxWoundingDie, h.value(e, e.MoraleMaxWoundingDie))
}

// moraleHelpOfPart returns the help from the rules of a part; for the squad, from the rules that
// all its living groups share.
func (j *Judge) moraleHelpOfPart(s, enemy *snapshot, part int) moraleHelp {
	if j.combat.HeroMorale == rules.MoraleBestQuality {
		return j.moraleHelpOfUnit(s, enemy)
	}
	var r moraleHelp
	if part == SquadWide {
		for p := range s.partRules {
			if p != j.Own.HeroIndex && s.survivors.AliveByPart[p] > 0 {
				part = p
				break
			}
		}
	}
	hero := part == j.Own.HeroIndex
	for _, h := range s.partRules[part] {
		shared := true
		for p := range s.partRules {
			if !hero && p != j.Own.HeroIndex && s.survivors.AliveByPart[p] > 0 && !containsRule(s.partRules[p], h.rule) {
				shared = false
			}
		}
		for i := range h.rule.Effects {
			e := &h.rule.Effects[i]
			if e.Attacker == "" && (shared || e.When.RequiredBearers != "" || e.Receivers == rules.ToUnit) &&
				j.conditionsHold(h, e, s, enemy, s.partRules[part]) {
				r.addEffect(h, e)
			}
		}
	}
	j.eachLentEffect(s, enemy, part, s.partRules[part], r.addEffect)
	return r
}

// moraleHelpOfUnit returns the help from the rules of all living models, with each rule counted
// once.
func (j *Judge) moraleHelpOfUnit(s, enemy *snapshot) moraleHelp {
	var r moraleHelp
	j.eachDistinctEffect(s, enemy, "", r.addEffect)
	return r
}

// newTest returns a test against a Quality with the help of rules.
func newTest(quality int, r moraleHelp) MoraleTest {
	t := MoraleTest{NeededDie: dieNeeded(quality - r.modifier), MaxWoundingDie: r.maxWoundingDie}
	if r.rerollNeededDie > 0 {
		t.RerollNeededDie = dieNeeded(r.rerollNeededDie)
	}
	return t
}

// dieNeeded returns the lowest die that passes a roll against number: a 6 always passes and a 1
// never.
func dieNeeded(number int) int { return min(max(number, 2), 6) }
