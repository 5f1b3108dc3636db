package attack

import (
	"cmp"
	"slices"

	"muster/rules"
)

// A Strike holds the attacks that one unit makes on another at once: a volley of shooting, or one
// side's blows in a phase of a melee.
type Strike struct {
	encounter
	phase               Phase
	maxModelsThatMatter int // number of enemy models above which further models change no attack

	// cached attacks, by (own class × number of weapons + weapon) × targetClassCount + TargetClass
	attackCache []*Attack
	// cached automatic hits, by own class × number of enemy classes + enemy class; nil before the
	// first
	automaticHitCache []*Attack
}

// A Step holds attacks of equal weapons, or automatic hits, that resolve together.
type Step struct {
	*Attack
	WeaponCount int // number of weapons; each rolls the attack's dice
	// BonusWeapons is the number of further weapons that roll BonusDice extra dice each.
	BonusWeapons, BonusDice int
	JoinedSteps             []Step // attacks of other weapons on the same picked model

	weaponIndex int // index in the unit's weapons, or NoIndex
}

// HasWeapon reports whether the step is made with a weapon.
func (s *Step) HasWeapon() bool { return s.weaponIndex != NoIndex }

// Strike returns the strike of the unit own in a phase of the fight for one outcome of the rule
// dice d, and the probability of that outcome. way is the number of the outcome, in [0,
// d.OutcomeCount).
func (f *Fight) Strike(own *Fighter, ph Phase, d *RuleDice, way int) (s *Strike, chance float64) {
	chance, shown := d.outcome(way)
	s = &Strike{encounter: f.encounter(own, shown), phase: ph}
	s.maxModelsThatMatter = s.modelsThatMatter()
	s.attackCache = make([]*Attack, len(own.weapons)*own.RulesClassCount*s.targetClassCount())
	return s, chance
}

// modelsThatMatter returns the number of enemy models above which further models change no attack.
func (s *Strike) modelsThatMatter() int {
	switch {
	case s.Own.maxBlast == 0 || s.Enemy.classNeedsModelCount:
		return 0
	case s.combat.BlastCap == rules.BlastPerHit:
		return min(s.Own.maxBlast, s.Enemy.Survivors[0].AllModels)
	case s.combat.BlastCap == rules.BlastPerWeapon:
		return s.Enemy.Survivors[0].AllModels
	}
	return 0
}

// targetClassCount returns the number of different values of TargetClass.
func (s *Strike) targetClassCount() int {
	return s.Enemy.RulesClassCount * (s.maxModelsThatMatter + 1)
}

// TargetClass returns a number in [0, targetClassCount) for a target with the survivors c. Attacks
// have the same effect on targets of the same class.
func (s *Strike) TargetClass(c *Survivors) int {
	return c.RulesClass*(s.maxModelsThatMatter+1) + min(c.AllModels, s.maxModelsThatMatter)
}

// PlanCount returns the number of different plans of the strike; see PlanIndex. A plan is the list
// of its steps.
func (s *Strike) PlanCount() int { return len(s.Own.Survivors) * s.targetClassCount() }

// PlanIndex returns the index in [0, PlanCount) of the plan of the survivors own, an index of
// Own.Survivors, against the survivors enemy.
func (s *Strike) PlanIndex(own int, enemy *Survivors) int {
	return own*s.targetClassCount() + s.TargetClass(enemy)
}

// ClearPickCaches clears the caches that depend on the effects picked by the players.
func (s *Strike) ClearPickCaches() {
	clear(s.attackCache)
	clear(s.automaticHitCache)
	if s.Own.givesRules || s.Enemy.givesRules {
		clear(s.snapshotCache)
	}
}

// cachedAttack returns the attack of the weapon with index i, computed once for each class of
// targets.
func (s *Strike) cachedAttack(i int, own, enemy *snapshot) *Attack {
	at := &s.attackCache[(own.survivors.RulesClass*len(s.Own.weapons)+i)*s.targetClassCount()+s.TargetClass(enemy.survivors)]
	if *at == nil {
		*at = s.weaponAttack(&s.Own.weapons[i], own, enemy)
	}
	return *at
}

// AppendPlan appends the steps of own's strike on enemy to the empty slice steps, in the order of
// resolution.
func (s *Strike) AppendPlan(steps []Step, own, enemy *Survivors) []Step {
	o, e := s.snapshots(own, enemy)
	steps = slices.Grow(steps, len(s.Own.weapons)+2)
	switch {
	case s.Mode == Ability:
		steps = s.abilitySteps(steps, o, e)
	case s.phase == PhaseInTurn:
		steps = s.weaponlessSteps(steps, o, e)
	}
	first := len(steps)
	for i := range s.Own.weapons {
		w := &s.Own.weapons[i]
		if s.Mode == Ability || w.usedOnlyByAbility || w.firesOtherProfile {
			continue
		}
		if n := s.Own.carriedCount(w, own); n > 0 && (s.Mode == Melee) == (w.Range == 0) {
			if a := s.cachedAttack(i, o, e); a.reachesTarget {
				steps = append(steps, Step{Attack: a, WeaponCount: n, weaponIndex: i})
			}
		}
	}
	if s.Own.hasBestWeaponAttacks && s.Mode == Melee {
		steps = s.addBestWeaponAttacks(steps, first, o, e)
	}
	steps = append(steps[:first],
		slices.DeleteFunc(steps[first:], func(o Step) bool { return s.phase != o.phaseFor(s.ownCharged) })...)
	slices.SortStableFunc(steps, func(a, b Step) int { return cmp.Compare(s.ResolutionRank(a.Attack), s.ResolutionRank(b.Attack)) })
	return s.joinModelPickSteps(steps)
}

// AutomaticHit returns an automatic hit of Own on Enemy, without rules.
func (s *Strike) AutomaticHit(own, enemy *Survivors) *Attack {
	if s.automaticHitCache == nil {
		s.automaticHitCache = make([]*Attack, s.Own.RulesClassCount*s.Enemy.RulesClassCount)
	}
	at := &s.automaticHitCache[own.RulesClass*s.Enemy.RulesClassCount+enemy.RulesClass]
	if *at == nil {
		*at = s.automaticHit(s.snapshots(own, enemy))
	}
	return *at
}

// ReturnedHits returns the number of automatic hits that Own deals back to its striker for the
// wounds between its states from and to.
func (s *Strike) ReturnedHits(from, to, enemyAt int) int {
	own, enemy := s.snapshots(s.Own.SurvivorsIn(from), s.Enemy.SurvivorsIn(enemyAt))
	hits := 0
	for part := range s.Own.Parts {
		if taken := s.Own.woundsOn(part, to) - s.Own.woundsOn(part, from); taken > 0 {
			killed := own.survivors.AliveByPart[part] - s.Own.SurvivorsIn(to).AliveByPart[part]
			s.eachEffect(own, enemy, own.bearer(part), func(h heldRule, e *rules.Effect) {
				hits += taken*max(0, h.value(e, e.RetaliationHits)) + killed*max(0, h.value(e, e.DeathHits))
			})
		}
	}
	return min(max(hits, 0), MaxAttacks)
}

// SacrificeHits returns the number of automatic hits that models of Own deal after all strikes, and
// marks the parts whose models are then removed.
func (s *Strike) SacrificeHits(at, enemyAt int) (hits int, gone []bool) {
	own, enemy := s.snapshots(s.Own.SurvivorsIn(at), s.Enemy.SurvivorsIn(enemyAt))
	gone = make([]bool, len(s.Own.Parts))
	for part, n := range own.survivors.AliveByPart {
		if n > 0 {
			s.eachEffect(own, enemy, own.bearer(part), func(h heldRule, e *rules.Effect) {
				if x := h.value(e, e.SacrificeHits); x > 0 {
					hits, gone[part] = hits+n*x, true
				}
			})
		}
	}
	return min(hits, MaxAttacks), gone
}

// phaseFor returns the phase of the attack by a unit that charged or not: striking first applies
// only against a charger, striking last only to the charger itself.
func (a *Attack) phaseFor(charge bool) Phase {
	if a.phase == PhaseBeforeTurns && charge || a.phase == PhaseAfterTurns && !charge {
		return PhaseInTurn
	}
	return a.phase
}

// ResolutionRank returns the attack's place in the order of resolution, from 0: first the kinds of
// attacks that the game resolves first, then all others together.
func (s *Strike) ResolutionRank(a *Attack) int {
	for i, g := range s.combat.FirstAttackGroups {
		if g == rules.AutomaticHitsGroup && a.hitsAutomatically || g == rules.ModelPicksGroup && a.ModelPick != "" ||
			g == rules.DeadlyGroup && a.HasDeadlyHits {
			return i
		}
	}
	return len(s.combat.FirstAttackGroups)
}

// joinModelPickSteps joins the steps that pick a model of the enemy: equal weapons of a squad pick
// one model together, whatever their bearers' rules.
func (s *Strike) joinModelPickSteps(steps []Step) []Step {
	kept := steps[:0]
	for _, o := range steps {
		at := -1
		if o.ModelPick == rules.PickModel && o.weaponIndex != NoIndex {
			at = slices.IndexFunc(kept, func(k Step) bool {
				return k.weaponIndex != NoIndex && k.ModelPick == o.ModelPick &&
					s.ResolutionRank(k.Attack) == s.ResolutionRank(o.Attack) &&
					s.Own.picksModelsTogether(k.weaponIndex, o.weaponIndex)
			})
		}
		if at < 0 {
			kept = append(kept, o)
		} else {
			kept[at].JoinedSteps = append(kept[at].JoinedSteps, o)
		}
	}
	return kept
}

// picksModelsTogether reports whether the weapons with indices i and j pick models together. A
// hero's weapons pick separately.
func (u *Fighter) picksModelsTogether(i, j int) bool {
	v, w := &u.weapons[i], &u.weapons[j]
	return i == j || v.bearerPart != u.HeroIndex && w.bearerPart != u.HeroIndex &&
		v.Name == w.Name && v.Range == w.Range && v.Attacks == w.Attacks && slices.Equal(v.ownRules, w.ownRules)
}

// addBestWeaponAttacks adds the extra attacks of living models with their best melee weapon: the
// weapon with the most expected wounds, or the first listed of equals. Models without that weapon
// use the next best. The steps of weapons begin at index first.
func (s *Strike) addBestWeaponAttacks(steps []Step, first int, own, enemy *snapshot) []Step {
	order := make([]int, len(steps)-first)
	expected := make([]float64, len(order))
	for i := range order {
		order[i], expected[i] = i, steps[first+i].expectedWounds()
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if d := expected[b] - expected[a]; d > 1e-12 {
			return 1
		} else if d < -1e-12 {
			return -1
		}
		return 0
	})
	for p, bearers := range own.survivors.AliveByPart {
		attacks := 0
		s.eachEffect(own, enemy, own.bearer(p),
			func(h heldRule, e *rules.Effect) { attacks += h.value(e, e.BestWeaponAttacks) })
		attacks = min(attacks, maxHitsOrDicePerDie)
		if attacks <= 0 {
			continue
		}
		for _, i := range order {
			w := &s.Own.weapons[steps[first+i].weaponIndex]
			if w.bearerPart != p && (w.bearerPart != SquadWide || p == s.Own.HeroIndex) {
				continue
			}
			o := &steps[first+i]
			// One model adds its attacks to one weapon only.
			n := min(bearers, o.WeaponCount)
			if n == 0 {
				continue
			}
			bearers -= n
			o.WeaponCount -= n
			if o.BonusWeapons > 0 && o.BonusDice != attacks {
				steps = append(steps, Step{Attack: o.Attack, weaponIndex: o.weaponIndex, BonusWeapons: n, BonusDice: attacks})
			} else {
				o.BonusWeapons, o.BonusDice = o.BonusWeapons+n, attacks
			}
		}
	}
	return steps
}
