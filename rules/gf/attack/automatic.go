package attack

import (
	"slices"

	"muster/rules"
)

// weaponlessSteps adds automatic hits, and attacks without a weapon, of each living
// model that has such a rule. The enemy's rules may take dice away (GF 3, Counter).
func (s *Strike) weaponlessSteps(steps []Step, own, enemy *stance) []Step {
	p := pools{Strike: s, own: own, enemy: enemy}
	for i, n := range own.left.Alive {
		if n > 0 {
			s.each(own, enemy, i, own.held[i], nil, func(h held, e *rules.Effect) { p.add(h, e, n, i) })
		}
	}
	for i := range s.Own.weapons {
		w := &s.Own.weapons[i]
		if n := s.Own.carried(w, own.left); n > 0 && (s.Mode == Melee) == (w.Range == 0) {
			p.addOf(w.held, n, w.part)
		}
	}
	return p.steps(steps)
}

// ability adds what the one rule does that strikes in the mode Ability. A spell
// strikes once, any other rule once for each living bearer.
func (s *Strike) ability(steps []Step, own, enemy *stance) []Step {
	p := pools{Strike: s, own: own, enemy: enemy}
	if s.spell {
		r := s.Own.set.Find(s.Use.Name)
		x, _ := s.Use.Number()
		part := slices.IndexFunc(own.left.Alive, func(n int) bool { return n > 0 })
		p.addOf([]held{{rule: r, x: clamp(x), n: s.Own.used(r)}}, 1, part)
		return p.steps(steps)
	}
	named := func(list []held) []held {
		return slices.DeleteFunc(slices.Clone(list), func(h held) bool { return rules.Key(h.rule.Name) != rules.Key(s.Use.Name) })
	}
	for i, n := range own.left.Alive {
		if n > 0 {
			p.addOf(named(own.held[i]), n, i)
		}
	}
	for i := range s.Own.weapons {
		w := &s.Own.weapons[i]
		n, list := s.Own.carried(w, own.left), named(w.held)
		if n == 0 || len(list) == 0 {
			continue
		}
		p.addOf(list, n, w.part)
		if w.ability {
			steps = append(steps, Step{Attack: s.attackOf(i, own, enemy), Weapons: n, weapon: i})
		}
	}
	return p.steps(steps)
}

// strikes reports whether an effect is automatic hits, or attacks without a weapon.
func strikes(e *rules.Effect) bool { return e.Hits.Set || e.Wounds.Set || e.Attacks.Set }

// pools are the dice of automatic hits while they are put together; those of one
// kind are rolled together.
type pools struct {
	*Strike
	own, enemy *stance
	kinds      []poolKind
	dice       []int // of each kind
	attacks    []Step
}

type poolKind struct {
	needs, each int
	wound       bool
	charge      bool          // only such dice the enemy may take away
	with        *rules.Effect // whose rules they have; nil without
	by          held
}

// addOf adds what some rules do for so many bearers of a part.
func (p *pools) addOf(list []held, bearers, part int) {
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; strikes(e) && p.holds(h, e, p.own, p.enemy, list) && (p.Mode != Ability || e.By == rules.ByAbility) {
				p.add(h, e, bearers, part)
			}
		}
	}
}

// add adds what an effect does for so many bearers of a part.
func (p *pools) add(h held, e *rules.Effect, bearers, part int) {
	k := poolKind{needs: h.value(e, e.Needs), each: 1, charge: e.When.Charging != nil && *e.When.Charging}
	if e.Each.Set {
		k.each = min(max(h.value(e, e.Each), 0), maxCopies)
	}
	if len(e.With) > 0 {
		k.with, k.by = e, h
	}
	if n := h.value(e, e.Hits); n > 0 {
		p.pool(k, bearers*n)
	}
	if n := h.value(e, e.Wounds); n > 0 {
		k.wound, k.charge = true, false
		p.pool(k, bearers*n)
	}
	if n := min(h.value(e, e.Attacks), maxCopies); n > 0 {
		p.attacks = append(p.attacks, Step{Attack: p.weaponless(e.With, h, n, part, p.own, p.enemy), Weapons: bearers, weapon: None})
	}
}

func (p *pools) pool(k poolKind, n int) {
	i := slices.Index(p.kinds, k)
	if i < 0 {
		i = len(p.kinds)
		p.kinds, p.dice = append(p.kinds, k), append(p.dice, 0)
	}
	p.dice[i] += n
}

// steps adds the steps of all dice to others.
func (p *pools) steps(steps []Step) []Step {
	if len(p.kinds) == 0 {
		return append(steps, p.attacks...)
	}
	less := p.against(p.own, p.enemy)
	for i, k := range p.kinds {
		n := p.dice[i]
		if k.charge {
			taken := max(n+less, 0)
			less += n - taken
			n = taken
		}
		if n = min(n, MaxAttacks); n > 0 && k.each > 0 {
			steps = append(steps, Step{Attack: p.of(k), Weapons: n, weapon: None})
		}
	}
	return append(steps, p.attacks...)
}

// of is the attack of a die of a kind.
func (p *pools) of(k poolKind) *Attack {
	needs := 1
	if k.needs > 0 {
		needs = min(max(k.needs, 2), 7) // a 1 never does
	}
	var a *Attack
	if k.with != nil {
		a = p.weaponless(k.with.With, k.by, 0, SquadWide, p.own, p.enemy)
		a.Needs, a.Each = needs, k.each
	} else {
		a = p.automatic(p.own, p.enemy)
		for die := 1; die < needs; die++ {
			a.Faces[die] = Miss
		}
		a.Score[Plain].Copies = k.each
	}
	if k.wound {
		for kind := range a.Hits {
			a.Hits[kind].Wounds, a.Hits[kind].Again = [7]uint8{0, 1, 1, 1, 1, 1, 1}, 0
		}
	}
	return a
}

// against is what the enemy's models add to the dice of automatic hits: of
// the squad as many models as carry any one weapon with such a rule, and the hero
// for himself.
func (s *Strike) against(own, enemy *stance) int {
	squad, hero := 0, 0
	note := func(h held, e *rules.Effect, models int, isHero bool) {
		if n := models * h.value(e, e.HitsAgainst); n < 0 && isHero {
			hero = min(hero, n)
		} else if n < 0 {
			squad = min(squad, n)
		}
	}
	of := func(list []held, bearer, models int) {
		s.each(enemy, own, bearer, list, nil, func(h held, e *rules.Effect) {
			if e.HitsAgainst.Set && models > 0 {
				note(h, e, models, bearer == s.Enemy.Hero)
			}
		})
	}
	bearers := 0 // squad models that have such a rule themselves
	for p, n := range enemy.left.Alive {
		if p == s.Enemy.Hero {
			of(enemy.held[p], p, n)
			continue
		}
		s.each(enemy, own, p, enemy.held[p], nil, func(h held, e *rules.Effect) {
			if e.HitsAgainst.Set {
				bearers += n
				note(h, e, bearers, false)
			}
		})
	}
	for i := range s.Enemy.weapons {
		w := &s.Enemy.weapons[i]
		models := enemy.left.Squad
		if w.part != SquadWide {
			models = enemy.left.Alive[w.part]
		}
		of(w.held, w.part, min(s.Enemy.carried(w, enemy.left), models))
	}
	return squad + hero
}
