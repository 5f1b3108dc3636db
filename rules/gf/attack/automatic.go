package attack

import (
	"slices"

	"muster/rules"
)

// weaponlessSteps appends the steps of each living model's attacks without weapons: automatic hits,
// and dice from rules. The enemy's rules may take dice away (GF 3, Counter).
func (s *Strike) weaponlessSteps(steps []Step, own, enemy *snapshot) []Step {
	p := dicePools{Strike: s, own: own, enemy: enemy}
	for i, n := range own.survivors.AliveByPart {
		if n > 0 {
			s.eachEffect(own, enemy, own.bearer(i), func(h heldRule, e *rules.Effect) { p.addEffect(h, e, n, i) })
		}
	}
	for i := range s.Own.weapons {
		w := &s.Own.weapons[i]
		if n := s.Own.carriedCount(w, own.survivors); n > 0 && (s.Mode == Melee) == (w.Range == 0) {
			p.addRules(w.ownRules, n, w.bearerPart)
		}
	}
	return p.steps(steps)
}

// abilitySteps appends the attacks of the rule used in the mode Ability. A spell strikes once, any
// other rule once for each living bearer.
func (s *Strike) abilitySteps(steps []Step, own, enemy *snapshot) []Step {
	p := dicePools{Strike: s, own: own, enemy: enemy}
	if s.isSpell {
		r := s.Own.ruleSet.Find(s.AbilityRule.Name)
		x, _ := s.AbilityRule.RatingNumber()
		part := slices.IndexFunc(own.survivors.AliveByPart, func(n int) bool { return n > 0 })
		p.addRules([]heldRule{{rule: r, rating: clampRuleNumber(x), statedUseCount: s.Own.statedUseCount(r)}}, 1, part)
		return p.steps(steps)
	}
	named := func(list []heldRule) []heldRule {
		return slices.DeleteFunc(slices.Clone(list),
			func(h heldRule) bool { return !rules.SameName(h.rule.Name, s.AbilityRule.Name) })
	}
	for i, n := range own.survivors.AliveByPart {
		if n > 0 {
			p.addRules(named(own.partRules[i]), n, i)
		}
	}
	for i := range s.Own.weapons {
		w := &s.Own.weapons[i]
		n, list := s.Own.carriedCount(w, own.survivors), named(w.ownRules)
		if n == 0 || len(list) == 0 {
			continue
		}
		p.addRules(list, n, w.bearerPart)
		if w.usedOnlyByAbility {
			steps = append(steps, Step{Attack: s.cachedAttack(i, own, enemy), WeaponCount: n, weaponIndex: i})
		}
	}
	return p.steps(steps)
}

// makesAttacks reports whether an effect makes automatic hits or attacks without a weapon.
func makesAttacks(e *rules.Effect) bool {
	return e.BearerHits.IsSet || e.BearerWounds.IsSet || e.BearerAttacks.IsSet
}

// dicePools collects the dice for automatic hits, in one pool for each kind of die.
type dicePools struct {
	*Strike
	own, enemy  *snapshot
	poolKinds   []poolKind
	diceByKind  []int  // number of dice, by index of poolKinds
	attackSteps []Step // the steps of attacks with dice to hit
}

// poolKind is a kind of dice for automatic hits; equal dice share a pool.
type poolKind struct {
	// a die of minDie or more scores hitsPerDie hits; if minDie is 0, they need no die
	minDie, hitsPerDie int
	woundsDirectly     bool          // the hits wound without a roll to block
	rolledByCharger    bool          // the charger rolls the dice, and the enemy's rules may take some away
	hitRulesEffect     *rules.Effect // the effect that names the hits' rules; nil if they have none
	sourceRule         heldRule      // the rule with the effect hitRulesEffect
}

// addRules adds the attacks of the rules in list, once for each of the bearers in a part.
func (p *dicePools) addRules(list []heldRule, bearers, part int) {
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; makesAttacks(e) && p.conditionsHold(h, e, p.own, p.enemy, list) &&
				(p.Mode != Ability || e.FightKind == rules.ByAbility) {
				p.addEffect(h, e, bearers, part)
			}
		}
	}
}

// addEffect adds the attacks of an effect of rule h, once for each of the bearers in a part.
func (p *dicePools) addEffect(h heldRule, e *rules.Effect, bearers, part int) {
	k := poolKind{minDie: h.value(e, e.BearerHitMinDie), hitsPerDie: 1, rolledByCharger: e.When.Charging != nil && *e.When.Charging}
	if e.BearerHitMultiplier.IsSet {
		k.hitsPerDie = min(max(h.value(e, e.BearerHitMultiplier), 0), maxHitsOrDicePerDie)
	}
	if len(e.BearerAttackRules) > 0 {
		k.hitRulesEffect, k.sourceRule = e, h
	}
	if n := h.value(e, e.BearerHits); n > 0 {
		p.addDice(k, bearers*n)
	}
	if n := h.value(e, e.BearerWounds); n > 0 {
		k.woundsDirectly, k.rolledByCharger = true, false
		p.addDice(k, bearers*n)
	}
	if n := min(h.value(e, e.BearerAttacks), maxHitsOrDicePerDie); n > 0 {
		p.attackSteps = append(p.attackSteps,
			Step{Attack: p.attackFromRules(e.BearerAttackRules, h, n, part), WeaponCount: bearers, weaponIndex: NoIndex})
	}
}

// addDice adds n dice to the pool of their kind.
func (p *dicePools) addDice(k poolKind, n int) {
	i := slices.Index(p.poolKinds, k)
	if i < 0 {
		i = len(p.poolKinds)
		p.poolKinds, p.diceByKind = append(p.poolKinds, k), append(p.diceByKind, 0)
	}
	p.diceByKind[i] += n
}

// steps appends the steps of all pools.
func (p *dicePools) steps(steps []Step) []Step {
	if len(p.poolKinds) == 0 {
		return append(steps, p.attackSteps...)
	}
	taken := p.chargerDiceTaken(p.own, p.enemy)
	for i, k := range p.poolKinds {
		n := p.diceByKind[i]
		if k.rolledByCharger {
			left := max(n+taken, 0)
			taken += n - left
			n = left
		}
		if n = min(n, MaxAttacks); n > 0 && k.hitsPerDie > 0 {
			steps = append(steps, Step{Attack: p.attackOfDie(k), WeaponCount: n, weaponIndex: NoIndex})
		}
	}
	return append(steps, p.attackSteps...)
}

// attackOfDie returns the Attack that describes one die of the pools of kind k.
func (p *dicePools) attackOfDie(k poolKind) *Attack {
	needs := 1
	if k.minDie > 0 {
		needs = min(max(k.minDie, 2), 7) // a 1 always fails
	}
	var a *Attack
	if k.hitRulesEffect != nil {
		a = p.attackFromRules(k.hitRulesEffect.BearerAttackRules, k.sourceRule, 0, SquadWide)
		a.MinScoringDie, a.HitsPerDie = needs, k.hitsPerDie
	} else {
		a = p.automaticHit(p.own, p.enemy)
		for die := 1; die < needs; die++ {
			a.HitKindByFace[die] = Miss
		}
		a.EarningsByKind[PlainHit].SameKindHits = k.hitsPerDie
	}
	if k.woundsDirectly {
		for kind := range a.Hits {
			a.Hits[kind].WoundsByFace, a.Hits[kind].RerolledFaces = [7]uint8{0, 1, 1, 1, 1, 1, 1}, 0
		}
	}
	return a
}

// chargerDiceTaken returns the number of dice, negative or 0, that the enemy's rules take from the
// charger's automatic hits. The enemy's squad counts as many models as carry one weapon with the
// rule; its hero counts separately.
func (s *Strike) chargerDiceTaken(own, enemy *snapshot) int {
	squad, hero := 0, 0
	note := func(h heldRule, e *rules.Effect, models int, isHero bool) {
		if n := models * h.value(e, e.ChargerDiceChange); n < 0 && isHero {
			hero = min(hero, n)
		} else if n < 0 {
			squad = min(squad, n)
		}
	}
	count := func(list []heldRule, part, models int) {
		s.eachEffect(enemy, own, bearer{part: part, rules: list}, func(h heldRule, e *rules.Effect) {
			if e.ChargerDiceChange.IsSet && models > 0 {
				note(h, e, models, part == s.Enemy.HeroIndex)
			}
		})
	}
	bearers := 0 // squad models with the rule themselves
	for p, n := range enemy.survivors.AliveByPart {
		if p == s.Enemy.HeroIndex {
			count(enemy.partRules[p], p, n)
			continue
		}
		s.eachEffect(enemy, own, enemy.bearer(p), func(h heldRule, e *rules.Effect) {
			if e.ChargerDiceChange.IsSet {
				bearers += n
				note(h, e, bearers, false)
			}
		})
	}
	for i := range s.Enemy.weapons {
		w := &s.Enemy.weapons[i]
		models := enemy.survivors.SquadModels
		if w.bearerPart != SquadWide {
			models = enemy.survivors.AliveByPart[w.bearerPart]
		}
		count(w.ownRules, w.bearerPart, min(s.Enemy.carriedCount(w, enemy.survivors), models))
	}
	return squad + hero
}
