package attack

import (
	"slices"

	"muster/rules"
)

// weaponlessSteps appends the steps of each living model's attacks without weapons: automatic hits
// and dice from rules. The enemy's rules may take dice away (GF 3, Counter).
func (s *Strike) weaponlessSteps(steps []Step, own, enemy *stance) []Step {
	p := dicePools{Strike: s, own: own, enemy: enemy}
	for i, n := range own.left.Alive {
		if n > 0 {
			s.eachEffect(own, enemy, own.bearer(i), func(h heldRule, e *rules.Effect) { p.addEffect(h, e, n, i) })
		}
	}
	for i := range s.Own.weapons {
		w := &s.Own.weapons[i]
		if n := s.Own.carried(w, own.left); n > 0 && (s.Mode == Melee) == (w.Range == 0) {
			p.addRules(w.held, n, w.part)
		}
	}
	return p.steps(steps)
}

// abilitySteps appends the attacks of the rule used in the mode Ability. A spell strikes once, any
// other rule once for each living bearer.
func (s *Strike) abilitySteps(steps []Step, own, enemy *stance) []Step {
	p := dicePools{Strike: s, own: own, enemy: enemy}
	if s.spell {
		r := s.Own.set.Find(s.Use.Name)
		x, _ := s.Use.Number()
		part := slices.IndexFunc(own.left.Alive, func(n int) bool { return n > 0 })
		p.addRules([]heldRule{{rule: r, x: clamp(x), uses: s.Own.useNumber(r)}}, 1, part)
		return p.steps(steps)
	}
	named := func(list []heldRule) []heldRule {
		return slices.DeleteFunc(slices.Clone(list),
			func(h heldRule) bool { return !rules.Same(h.rule.Name, s.Use.Name) })
	}
	for i, n := range own.left.Alive {
		if n > 0 {
			p.addRules(named(own.held[i]), n, i)
		}
	}
	for i := range s.Own.weapons {
		w := &s.Own.weapons[i]
		n, list := s.Own.carried(w, own.left), named(w.held)
		if n == 0 || len(list) == 0 {
			continue
		}
		p.addRules(list, n, w.part)
		if w.abilityOnly {
			steps = append(steps, Step{Attack: s.cachedAttack(i, own, enemy), Weapons: n, weapon: i})
		}
	}
	return p.steps(steps)
}

// isAttack reports whether an effect makes automatic hits or attacks without a weapon.
func isAttack(e *rules.Effect) bool { return e.Hits.Set || e.Wounds.Set || e.Attacks.Set }

// dicePools collect the dice for automatic hits, in one pool for each kind of die.
type dicePools struct {
	*Strike
	own, enemy *stance
	kinds      []poolKind
	dice       []int  // number of dice, by index of kinds
	attacks    []Step // the steps of attacks with dice to hit
}

// poolKind is a kind of dice for automatic hits; equal dice share a pool.
type poolKind struct {
	minDie, hitsEach int           // a die of minDie or more scores hitsEach hits; minDie 0 needs no die
	wounds           bool          // the hits wound without a roll to block
	charging         bool          // the dice are the charger's, and the enemy's rules may take some away
	withRules        *rules.Effect // the effect with the hits' rules; nil without
	bearer           heldRule      // the rule of that effect
}

// addRules adds the attacks that the rules of list make, once for each of the bearers in a part.
func (p *dicePools) addRules(list []heldRule, bearers, part int) {
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; isAttack(e) && p.holds(h, e, p.own, p.enemy, list) && (p.Mode != Ability || e.By == rules.ByAbility) {
				p.addEffect(h, e, bearers, part)
			}
		}
	}
}

// addEffect adds the attacks that an effect of rule h makes, once for each of the bearers in a
// part.
func (p *dicePools) addEffect(h heldRule, e *rules.Effect, bearers, part int) {
	k := poolKind{minDie: h.value(e, e.Needs), hitsEach: 1, charging: e.When.Charging != nil && *e.When.Charging}
	if e.Each.Set {
		k.hitsEach = min(max(h.value(e, e.Each), 0), maxPerDie)
	}
	if len(e.With) > 0 {
		k.withRules, k.bearer = e, h
	}
	if n := h.value(e, e.Hits); n > 0 {
		p.addDice(k, bearers*n)
	}
	if n := h.value(e, e.Wounds); n > 0 {
		k.wounds, k.charging = true, false
		p.addDice(k, bearers*n)
	}
	if n := min(h.value(e, e.Attacks), maxPerDie); n > 0 {
		p.attacks = append(p.attacks,
			Step{Attack: p.attackFromRules(e.With, h, n, part), Weapons: bearers, weapon: None})
	}
}

func (p *dicePools) addDice(k poolKind, n int) {
	i := slices.Index(p.kinds, k)
	if i < 0 {
		i = len(p.kinds)
		p.kinds, p.dice = append(p.kinds, k), append(p.dice, 0)
	}
	p.dice[i] += n
}

// steps appends the steps of all pools.
func (p *dicePools) steps(steps []Step) []Step {
	if len(p.kinds) == 0 {
		return append(steps, p.attacks...)
	}
	taken := p.chargeDiceTaken(p.own, p.enemy)
	for i, k := range p.kinds {
		n := p.dice[i]
		if k.charging {
			left := max(n+taken, 0)
			taken += n - left
			n = left
		}
		if n = min(n, MaxAttacks); n > 0 && k.hitsEach > 0 {
			steps = append(steps, Step{Attack: p.attack(k), Weapons: n, weapon: None})
		}
	}
	return append(steps, p.attacks...)
}

// attack returns the attack that one die of a kind makes.
func (p *dicePools) attack(k poolKind) *Attack {
	needs := 1
	if k.minDie > 0 {
		needs = min(max(k.minDie, 2), 7) // a 1 always fails
	}
	var a *Attack
	if k.withRules != nil {
		a = p.attackFromRules(k.withRules.With, k.bearer, 0, SquadWide)
		a.MinDie, a.HitsEach = needs, k.hitsEach
	} else {
		a = p.automaticHit(p.own, p.enemy)
		for die := 1; die < needs; die++ {
			a.Faces[die] = Miss
		}
		a.Score[Plain].Copies = k.hitsEach
	}
	if k.wounds {
		for kind := range a.Hits {
			a.Hits[kind].Wounds, a.Hits[kind].Rerolls = [7]uint8{0, 1, 1, 1, 1, 1, 1}, 0
		}
	}
	return a
}

// chargeDiceTaken returns how many dice the enemy's rules take from the charger's automatic hits,
// as a number of at most 0. The enemy's squad counts as many models as carry one weapon with the
// rule; its hero counts separately.
func (s *Strike) chargeDiceTaken(own, enemy *stance) int {
	squad, hero := 0, 0
	note := func(h heldRule, e *rules.Effect, models int, isHero bool) {
		if n := models * h.value(e, e.HitsAgainst); n < 0 && isHero {
			hero = min(hero, n)
		} else if n < 0 {
			squad = min(squad, n)
		}
	}
	count := func(list []heldRule, part, models int) {
		s.eachEffect(enemy, own, bearer{part: part, rules: list}, func(h heldRule, e *rules.Effect) {
			if e.HitsAgainst.Set && models > 0 {
				note(h, e, models, part == s.Enemy.Hero)
			}
		})
	}
	bearers := 0 // squad models with the rule themselves
	for p, n := range enemy.left.Alive {
		if p == s.Enemy.Hero {
			count(enemy.held[p], p, n)
			continue
		}
		s.eachEffect(enemy, own, enemy.bearer(p), func(h heldRule, e *rules.Effect) {
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
		count(w.held, w.part, min(s.Enemy.carried(w, enemy.left), models))
	}
	return squad + hero
}
