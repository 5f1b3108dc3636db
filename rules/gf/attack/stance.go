package attack

import (
	"slices"

	"muster/rules"
)

// A stance is a unit at the moment when a strike begins, when it is judged who
// lives and which rules hold (rules notes, what a unit has as a whole).
type stance struct {
	u         *Unit
	left      *Survivors
	held      [][]heldRule // the rules of each part, those given by others included
	squadHeld []heldRule   // the same for what the squad carries as a whole
	charge    bool         // the unit has charged into this melee
}

// moment is the circumstances of one strike, beside the two stances.
type circumstances struct {
	*Scenario
	combat *rules.Combat
	shown  []ruleDie // the dice of rules that depend on one; see RuleDice
	spell  bool      // the attack is a spell
}

// An encounter is one unit before the other, with the stances that they were in.
type encounter struct {
	circumstances
	Own, Enemy  *Unit
	charge      bool         // Own has charged
	stanceCache [][2]*stance // by the classes of both
}

func (f *Fight) encounter(own *Unit, shown []ruleDie) encounter {
	enemy := f.Enemy(own)
	return encounter{
		circumstances: circumstances{Scenario: &f.Scenario, combat: &f.System.Combat, shown: shown, spell: f.spell},
		Own:           own, Enemy: enemy, charge: own == f.A, stanceCache: make([][2]*stance, own.Classes*enemy.Classes),
	}
}

// stances puts both units in their stances towards each other; survivors that are
// alike except for their numbers share them.
func (n *encounter) stances(oc, ec *Survivors) (own, enemy *stance) {
	at := &n.stanceCache[oc.Class*n.Enemy.Classes+ec.Class]
	if at[0] == nil {
		both := new([2]stance)
		parts := len(n.Own.Parts)
		held := make([][]heldRule, parts+len(n.Enemy.Parts))
		at[0], at[1] = &both[0], &both[1]
		at[0].init(n.Own, oc, n.charge, held[:parts:parts])
		at[1].init(n.Enemy, ec, !n.charge && n.Mode == Melee, held[parts:])
		n.applyGifts(at[0], at[1])
		n.applyGifts(at[1], at[0])
	}
	own, enemy = at[0], at[1]
	own.left, enemy.left = oc, ec
	return own, enemy
}

func (s *stance) init(u *Unit, c *Survivors, charge bool, held [][]heldRule) {
	*s = stance{u: u, left: c, charge: charge, squadHeld: u.squadHeld, held: held}
	for i := range u.Parts {
		held[i] = u.Parts[i].held
	}
}

// A gift is an effect that gives rules, and to whom.
type gift struct {
	to     int
	effect *rules.Effect
}

// applyGifts adds the rules that rules give, to their bearers or to the whole unit.
// A given rule may give others; none is given twice to the same bearer.
func (m *circumstances) applyGifts(s, enemy *stance) {
	if !s.u.gives {
		return
	}
	squad := len(s.held)
	lists := append(slices.Clip(s.held), s.squadHeld)
	for i := range lists {
		lists[i] = slices.Clone(lists[i])
	}
	s.held, s.squadHeld = lists[:squad:squad], lists[squad]
	lives := func(i int) bool {
		return i == squad && s.left.Squad > 0 || i < squad && s.left.Alive[i] > 0
	}
	var done []gift
	for {
		n := len(done)
		for from := range lists {
			if !lives(from) {
				continue
			}
			for k := 0; k < len(lists[from]); k++ {
				h := lists[from][k]
				for i := range h.rule.Effects {
					e := &h.rule.Effects[i]
					if len(e.Gives) == 0 {
						continue
					}
					for to := range lists {
						if !lives(to) || to != from && e.To != rules.ToUnit || slices.Contains(done, gift{to, e}) ||
							!m.holds(h, e, s, enemy, lists[to]) {
							continue
						}
						done = append(done, gift{to, e})
						for _, use := range e.Gives {
							if g := s.u.givenRule(h, use); g.rule != nil {
								lists[to] = addRule(lists[to], g)
							}
						}
					}
				}
			}
			s.squadHeld = lists[squad]
		}
		if len(done) == n {
			return
		}
	}
}

// holds reports whether all conditions of an effect hold for a rule of own, and
// for the model or weapon that has the effect, with these rules.
func (m *circumstances) holds(h heldRule, e *rules.Effect, own, enemy *stance, ruleList []heldRule) bool {
	w := &e.When
	melee := m.Mode == Melee
	switch {
	case e.To == rules.ToFriends, e.To == rules.ToEnemy, // see unit.receive
		e.By == rules.ByAbility && (m.Mode != Ability || rules.Key(h.rule.Name) != rules.Key(m.Use.Name)),
		w.Used != nil && *w.Used != (h.uses > 0),
		w.Choice != 0 && w.Choice != own.u.pickedOption(h.rule),
		w.Spell != nil && *w.Spell != m.spell:
		return false
	}
	switch {
	case w.Shooting != nil && *w.Shooting == melee,
		w.Melee != nil && *w.Melee != melee,
		w.Charging != nil && *w.Charging != (melee && own.charge),
		w.Charged != nil && *w.Charged != (melee && !own.charge),
		w.Fatigued != nil && *w.Fatigued != own.u.fatigued,
		w.Moved != nil && *w.Moved != m.Moved,
		w.InSight != nil && *w.InSight != m.InSight,
		w.Cover != nil && *w.Cover != m.Cover,
		w.Over > 0 && m.Distance <= w.Over,
		w.UpTo > 0 && m.Distance > w.UpTo:
		return false
	}
	if w.Models != "" && !own.hasEnough(e, h.rule, w.Models) || !own.u.hasOther(e, ruleList) {
		return false
	}
	if len(w.Roll) > 0 {
		i := slices.IndexFunc(m.shown, func(t ruleDie) bool { return t.unit == own.u && t.rule == h.rule })
		if i < 0 || !slices.Contains(w.Roll, m.shown[i].die) {
			return false
		}
	}
	switch {
	case w.EnemyTough != (rules.Range{}) && !enemy.mostAre(func(p *Part) bool { return w.EnemyTough.Has(p.Tough) }),
		w.EnemyDefense != (rules.Range{}) && !enemy.mostAre(func(p *Part) bool { return w.EnemyDefense.Has(p.defense) }):
		return false
	}
	return true
}

// rulesOf is the rules of a part, or of the squad.
func (s *stance) rulesOf(bearer int) []heldRule {
	if bearer == SquadWide {
		return s.squadHeld
	}
	return s.held[bearer]
}

func containsRule(list []heldRule, r *rules.Rule) bool {
	for i := range list {
		if list[i].rule == r {
			return true
		}
	}
	return false
}

// hasOther reports whether the other rule that an effect asks for is among some.
func (u *Unit) hasOther(e *rules.Effect, ruleList []heldRule) bool {
	if e.When.Has == "" {
		return true
	}
	other := u.set.Find(e.When.Has)
	return other != nil && containsRule(ruleList, other)
}

// hasEnough reports whether enough of the living models have a rule, and the other one
// that its effect asks of those who have the effect.
func (s *stance) hasEnough(e *rules.Effect, r *rules.Rule, who rules.Models) bool {
	having, models := 0, s.left.Models
	alone := s.left.Squad == 0 // a hero left alone is his own squad
	if who == rules.ModelsSquad && !alone {
		models = s.left.Squad
	}
	for i, list := range s.held {
		if who == rules.ModelsSquad && !alone && i == s.u.Hero {
			continue
		}
		if s.left.Alive[i] > 0 && containsRule(list, r) && (e.To == rules.ToUnit || s.u.hasOther(e, list)) {
			having += s.left.Alive[i]
		}
	}
	switch who {
	case rules.ModelsMost:
		return 2*having > models
	case rules.ModelsAny:
		return having > 0
	}
	return having > 0 && having == models
}

// mostAre reports whether more than half of the living models are such.
func (s *stance) mostAre(is func(*Part) bool) bool {
	n := 0
	for i := range s.u.Parts {
		if s.left.Alive[i] > 0 && is(&s.u.Parts[i]) {
			n += s.left.Alive[i]
		}
	}
	return 2*n > s.left.Models
}

// defense is what the unit blocks with: the squad's Defense until the hero is alone.
func (s *stance) defense() int {
	if s.left.Squad == 0 && s.u.Hero >= 0 {
		return s.u.Parts[s.u.Hero].defense
	}
	return s.u.defense
}

// eachEffect calls do for every effect of the bearer's own rules that holds, and for
// those that living models of its unit lend it. For a weapon, list is its rules
// with its bearer's, and arms those of its own.
func (m *circumstances) eachEffect(own, enemy *stance, bearer int, list, arms []heldRule, do func(h heldRule, e *rules.Effect)) {
	for _, h := range list {
		has := list
		if arms != nil && !containsRule(arms, h.rule) && containsRule(own.rulesOf(bearer), h.rule) {
			has = own.rulesOf(bearer) // a model's rule does not see what its weapons have
		}
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; e.Of == "" && m.holds(h, e, own, enemy, has) {
				do(h, e)
			}
		}
	}
	if own.u.auras {
		m.eachLentEffect(own, enemy, bearer, list, do)
	}
}

// eachLentEffect calls do for every effect that holds of the rules which other living parts
// lend to a bearer of these.
func (m *circumstances) eachLentEffect(own, enemy *stance, bearer int, list []heldRule, do func(h heldRule, e *rules.Effect)) {
	for p, lenders := range own.held {
		if p == bearer || own.left.Alive[p] == 0 {
			continue
		}
		for _, h := range lenders {
			if containsRule(list, h.rule) || lentBefore(own, bearer, p, h.rule) {
				continue
			}
			for i := range h.rule.Effects {
				if e := &h.rule.Effects[i]; e.Of == "" && e.To == rules.ToUnit && m.holds(h, e, own, enemy, own.rulesOf(bearer)) {
					do(h, e)
				}
			}
		}
	}
}

// lentBefore reports whether a part before p lends the same rule: once is enough.
func lentBefore(s *stance, bearer, p int, r *rules.Rule) bool {
	for q := range p {
		if q != bearer && s.left.Alive[q] > 0 && containsRule(s.held[q], r) {
			return true
		}
	}
	return false
}

// holdsBefore reports whether an effect of a rule holds for a part before p that has
// the rule as well: once is enough.
func (m *circumstances) holdsBefore(h heldRule, e *rules.Effect, own, enemy *stance, p int) bool {
	for q := range p {
		if own.left.Alive[q] > 0 && containsRule(own.held[q], h.rule) && m.holds(h, e, own, enemy, own.held[q]) {
			return true
		}
	}
	return false
}

// eachUnitEffect calls do for every effect that a unit has as a whole: on the
// attacks against it (of is OfEnemy), or its own. An effect that says nothing of
// models needs every model of the squad.
func (m *circumstances) eachUnitEffect(own, enemy *stance, of rules.Of, do func(h heldRule, e *rules.Effect)) {
	m.eachDistinctEffect(own, enemy, of, func(h heldRule, e *rules.Effect) {
		if e.When.Models != "" || e.To == rules.ToUnit || own.hasEnough(e, h.rule, rules.ModelsSquad) {
			do(h, e)
		}
	})
}

// eachDistinctEffect calls do for every effect that any living model of a unit has; rules of
// several parts count once.
func (m *circumstances) eachDistinctEffect(own, enemy *stance, of rules.Of, do func(h heldRule, e *rules.Effect)) {
	for p, list := range own.held {
		if own.left.Alive[p] == 0 {
			continue
		}
		for _, h := range list {
			for i := range h.rule.Effects {
				if e := &h.rule.Effects[i]; e.Of == of && m.holds(h, e, own, enemy, list) && !m.holdsBefore(h, e, own, enemy, p) {
					do(h, e)
				}
			}
		}
	}
}
