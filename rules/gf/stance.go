package gf

import (
	"slices"

	"muster/rules"
)

// A stance is a unit at the moment when a strike begins, when it is judged who
// lives and which rules hold (RULES: what a unit has as a whole).
type stance struct {
	u      *unit
	config *config
	held   [][]held // the rules of each part, those given by others included
	squad  []held   // the same for what the squad carries as a whole
	charge bool     // the unit has charged into this melee
}

// moment is the circumstances of one strike, beside the two stances.
type moment struct {
	*Scenario
	// faces are the dice rolled for rules that hang on one; see When.Roll.
	faces []face
}

// face is the die rolled for a rule in one strike.
type face struct {
	rule *rules.Rule
	die  int
}

// take puts a unit in its stance.
func (m *moment) take(u *unit, c *config, charge bool) *stance {
	s := &stance{u: u, config: c, charge: charge, squad: u.squadHeld}
	s.held = make([][]held, len(u.parts))
	for i := range u.parts {
		s.held[i] = u.parts[i].held
	}
	if !u.gives {
		return s
	}
	// Rules that are given may give others: so often as the deepest chain.
	for range maxGiven {
		var unitWide []held
		for i := range s.held {
			if c.alive[i] > 0 {
				unitWide = append(unitWide, m.given(s, i, s.held[i], rules.ToUnit)...)
			}
		}
		grown := false
		grow := func(bearer int, list []held) []held {
			more := append(m.given(s, bearer, list, ""), unitWide...)
			out := list
			for _, h := range more {
				if !slices.ContainsFunc(list, func(o held) bool { return o.rule == h.rule }) {
					out = with(slices.Clip(out), h)
					grown = true
				}
			}
			return out
		}
		next := make([][]held, len(s.held))
		for i := range s.held {
			next[i] = grow(i, s.held[i])
		}
		s.squad, s.held = grow(squadWide, s.squad), next
		if !grown {
			break
		}
	}
	return s
}

// given is the rules that a list of rules gives to its bearer, or to the unit.
func (m *moment) given(s *stance, bearer int, list []held, to rules.To) []held {
	var all []held
	for _, h := range list {
		for i := range h.rule.Effects {
			e := &h.rule.Effects[i]
			if len(e.Gives) == 0 || e.To != to || !m.holdsFor(e, h.rule, s, bearer) {
				continue
			}
			for _, use := range e.Gives {
				if g := s.u.given(use, h.x); g.rule != nil {
					all = append(all, g)
				}
			}
		}
	}
	return all
}

// holdsFor tells whether the conditions of an effect hold as far as they do not
// speak of the enemy, which rules that are given may not ask.
func (m *moment) holdsFor(e *rules.Effect, r *rules.Rule, s *stance, bearer int) bool {
	return m.holds(e, r, s, nil, bearer)
}

// holds tells whether all conditions of an effect hold for its bearer: a part
// of own, or its squad.
func (m *moment) holds(e *rules.Effect, r *rules.Rule, own, enemy *stance, bearer int) bool {
	w := &e.When
	melee := m.Mode == Melee
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
	if w.Models != "" && !own.have(r, w.Models) {
		return false
	}
	if w.Has != "" {
		other := own.u.set.Find(w.Has)
		if other == nil || !has(own.of(bearer), other) {
			return false
		}
	}
	if w.Roll != nil {
		i := slices.IndexFunc(m.faces, func(f face) bool { return f.rule == r })
		if i < 0 || !slices.Contains(w.Roll, m.faces[i].die) {
			return false
		}
	}
	if enemy != nil {
		if w.EnemyTough != (rules.Range{}) && !enemy.most(func(p *part) bool { return w.EnemyTough.Has(p.tough) }) {
			return false
		}
		if w.EnemyDefense != (rules.Range{}) && !enemy.most(func(p *part) bool { return w.EnemyDefense.Has(p.defense) }) {
			return false
		}
	}
	return true
}

// of is the rules of a part, or of the squad.
func (s *stance) of(bearer int) []held {
	if bearer == squadWide {
		return s.squad
	}
	return s.held[bearer]
}

func has(list []held, r *rules.Rule) bool {
	for i := range list {
		if list[i].rule == r {
			return true
		}
	}
	return false
}

// have tells whether enough of the living models have a rule.
func (s *stance) have(r *rules.Rule, who rules.Models) bool {
	with, of := 0, s.config.models
	alone := s.config.squad == 0 // a hero left alone is his own squad
	if who == rules.ModelsSquad && !alone {
		of = s.config.squad
	}
	for i, list := range s.held {
		if who == rules.ModelsSquad && !alone && i == s.u.hero {
			continue
		}
		if s.config.alive[i] > 0 && has(list, r) {
			with += s.config.alive[i]
		}
	}
	switch who {
	case rules.ModelsMost:
		return 2*with > of
	case rules.ModelsAny:
		return with > 0
	}
	return with > 0 && with == of
}

// most tells whether more than half of the living models are such.
func (s *stance) most(such func(*part) bool) bool {
	n := 0
	for i := range s.u.parts {
		if s.config.alive[i] > 0 && such(&s.u.parts[i]) {
			n += s.config.alive[i]
		}
	}
	return 2*n > s.config.models
}

// defense is what the unit blocks with: the squad's Defense until the hero is alone.
func (s *stance) defense() int {
	if s.config.squad == 0 && s.u.hero >= 0 {
		return s.u.parts[s.u.hero].defense
	}
	return s.u.defense
}

// each calls do for every effect of the bearer's own rules that holds, and for
// those that living models of its unit lend it.
func (m *moment) each(own, enemy *stance, bearer int, list []held, do func(r *rules.Rule, e *rules.Effect, x int)) {
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; e.Of == "" && m.holds(e, h.rule, own, enemy, bearer) {
				do(h.rule, e, h.x)
			}
		}
	}
	if !own.u.auras {
		return
	}
	for p, lenders := range own.held {
		if p == bearer || own.config.alive[p] == 0 {
			continue
		}
		for _, h := range lenders {
			if has(list, h.rule) || lentBefore(own, bearer, p, h.rule) {
				continue
			}
			for i := range h.rule.Effects {
				if e := &h.rule.Effects[i]; e.Of == "" && e.To == rules.ToUnit && m.holds(e, h.rule, own, enemy, p) {
					do(h.rule, e, h.x)
				}
			}
		}
	}
}

// lentBefore tells whether a part before p lends the same rule: once is enough.
func lentBefore(s *stance, bearer, p int, r *rules.Rule) bool {
	for q := range p {
		if q != bearer && s.config.alive[q] > 0 && has(s.held[q], r) {
			return true
		}
	}
	return false
}

// eachOfUnit calls do for every effect that a unit has as a whole: on the
// attacks against it (of is OfEnemy), or its own. Rules of several parts count
// once. An effect that says nothing of models needs every model of the squad.
func (m *moment) eachOfUnit(own, enemy *stance, of rules.Of, do func(r *rules.Rule, e *rules.Effect, x int)) {
	for p, list := range own.held {
		if own.config.alive[p] == 0 {
			continue
		}
		for _, h := range list {
			if lentBefore(own, squadWide, p, h.rule) {
				continue
			}
			for i := range h.rule.Effects {
				e := &h.rule.Effects[i]
				if e.Of != of || !m.holds(e, h.rule, own, enemy, p) {
					continue
				}
				if e.When.Models == "" && e.To != rules.ToUnit && !own.have(h.rule, rules.ModelsSquad) {
					continue
				}
				do(h.rule, e, h.x)
			}
		}
	}
}
