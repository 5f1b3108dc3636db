package attack

import (
	"cmp"
	"slices"

	"muster/rules"
)

// A Strike is the attacks that one unit makes on another at once: a volley of shooting, or one
// side's blows in a phase of a melee.
type Strike struct {
	encounter
	phase            Phase
	maxCountedModels int // further models of Enemy change no attack

	attacks   []*Attack // cache: [(own class × weapons + weapon) × targetKeyCount + target key]
	automatic []*Attack // cache of automatic hits: [own class × enemy classes + enemy class]; nil before the first
}

// A Step is attacks of equal weapons, or automatic hits, that resolve together.
type Step struct {
	*Attack
	Weapons int // number of weapons; each rolls the attack's dice
	// Stronger is the number of further weapons that roll Bonus extra dice each.
	Stronger, Bonus int
	Also            []Step // attacks of other weapons on the same picked model

	weapon int // index in the unit's weapons, or None
}

// HasWeapon reports whether the step is made with a weapon.
func (s *Step) HasWeapon() bool { return s.weapon != None }

// Strike returns own's strike in a phase of the fight for one outcome of the rule dice d, numbered
// as by RuleDice.Outcomes, and the probability of that outcome.
func (f *Fight) Strike(own *Fighter, ph Phase, d *RuleDice, way int) (s *Strike, chance float64) {
	chance, shown := d.outcome(way)
	s = &Strike{encounter: f.encounter(own, shown), phase: ph}
	s.maxCountedModels = s.countedModels()
	s.attacks = make([]*Attack, len(own.weapons)*own.Classes*s.targetKeyCount())
	return s, chance
}

// countedModels returns the number of enemy models above which further models change no attack.
func (s *Strike) countedModels() int {
	switch {
	case s.Own.maxBlast == 0 || s.Enemy.classedByCount:
		return 0
	case s.combat.Blast == rules.BlastPerHit:
		return min(s.Own.maxBlast, s.Enemy.Survivors[0].Models)
	case s.combat.Blast == rules.BlastPerWeapon:
		return s.Enemy.Survivors[0].Models
	}
	return 0
}

// targetKeyCount returns the number of different keys of targets.
func (s *Strike) targetKeyCount() int { return s.Enemy.Classes * (s.maxCountedModels + 1) }

// TargetKey returns a number in [0, targetKeyCount) for a target; attacks treat targets with the same key
// alike.
func (s *Strike) TargetKey(c *Survivors) int {
	return c.Class*(s.maxCountedModels+1) + min(c.Models, s.maxCountedModels)
}

// PlanCount returns the number of lists of steps that the strike may need; see PlanIndex.
func (s *Strike) PlanCount() int { return len(s.Own.Survivors) * s.targetKeyCount() }

// PlanIndex returns the index in [0, PlanCount) of the steps that the survivors own, an index of
// Own.Survivors, take against the survivors enemy.
func (s *Strike) PlanIndex(own int, enemy *Survivors) int {
	return own*s.targetKeyCount() + s.TargetKey(enemy)
}

// ResetPicks clears the caches that depend on the effects picked by the players.
func (s *Strike) ResetPicks() {
	clear(s.attacks)
	clear(s.automatic)
	if s.Own.gives || s.Enemy.gives {
		clear(s.stanceCache)
	}
}

// cachedAttack returns the attack of the weapon with index i, worked out once for each kind of
// target.
func (s *Strike) cachedAttack(i int, own, enemy *stance) *Attack {
	at := &s.attacks[(own.left.Class*len(s.Own.weapons)+i)*s.targetKeyCount()+s.TargetKey(enemy.left)]
	if *at == nil {
		*at = s.attack(&s.Own.weapons[i], own, enemy)
	}
	return *at
}

// AppendPlan appends the steps of own's strike on enemy to the empty slice steps, in the order of
// resolution.
func (s *Strike) AppendPlan(steps []Step, own, enemy *Survivors) []Step {
	o, e := s.stances(own, enemy)
	steps = slices.Grow(steps, len(s.Own.weapons)+2)
	switch {
	case s.Mode == Ability:
		steps = s.abilitySteps(steps, o, e)
	case s.phase == InTurn:
		steps = s.weaponlessSteps(steps, o, e)
	}
	first := len(steps)
	for i := range s.Own.weapons {
		w := &s.Own.weapons[i]
		if s.Mode == Ability || w.abilityOnly || w.notFired {
			continue
		}
		if n := s.Own.carried(w, own); n > 0 && (s.Mode == Melee) == (w.Range == 0) {
			if a := s.cachedAttack(i, o, e); a.inReach {
				steps = append(steps, Step{Attack: a, Weapons: n, weapon: i})
			}
		}
	}
	if s.Own.bestWeapon && s.Mode == Melee {
		steps = s.addBestWeapon(steps, first, o, e)
	}
	steps = append(steps[:first],
		slices.DeleteFunc(steps[first:], func(o Step) bool { return s.phase != o.phaseFor(s.charge) })...)
	slices.SortStableFunc(steps, func(a, b Step) int { return cmp.Compare(s.Rank(a.Attack), s.Rank(b.Attack)) })
	return s.groupPicks(steps)
}

// AutomaticHit returns an automatic hit of Own on Enemy, without rules.
func (s *Strike) AutomaticHit(own, enemy *Survivors) *Attack {
	if s.automatic == nil {
		s.automatic = make([]*Attack, s.Own.Classes*s.Enemy.Classes)
	}
	at := &s.automatic[own.Class*s.Enemy.Classes+enemy.Class]
	if *at == nil {
		*at = s.automaticHit(s.stances(own, enemy))
	}
	return *at
}

// ReturnedHits returns the number of automatic hits that Own deals back to its striker for the
// wounds that took it from state from to state to.
func (s *Strike) ReturnedHits(from, to, enemyAt int) int {
	own, enemy := s.stances(s.Own.At(from), s.Enemy.At(enemyAt))
	hits := 0
	for part := range s.Own.Parts {
		if taken := s.Own.woundsOn(part, to) - s.Own.woundsOn(part, from); taken > 0 {
			killed := own.left.Alive[part] - s.Own.At(to).Alive[part]
			s.eachEffect(own, enemy, own.bearer(part), func(h heldRule, e *rules.Effect) {
				hits += taken*max(0, h.value(e, e.Retaliates)) + killed*max(0, h.value(e, e.DeathHits))
			})
		}
	}
	return min(max(hits, 0), MaxAttacks)
}

// LastHits returns the number of automatic hits that models of Own deal once all have struck, and,
// by part, whether these models are then removed.
func (s *Strike) LastHits(at, enemyAt int) (hits int, gone []bool) {
	own, enemy := s.stances(s.Own.At(at), s.Enemy.At(enemyAt))
	gone = make([]bool, len(s.Own.Parts))
	for part, n := range own.left.Alive {
		if n > 0 {
			s.eachEffect(own, enemy, own.bearer(part), func(h heldRule, e *rules.Effect) {
				if x := h.value(e, e.LastHits); x > 0 {
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
	if a.phase == Before && charge || a.phase == After && !charge {
		return InTurn
	}
	return a.phase
}

// Rank returns the attack's place in the order of resolution, from 0: first the kinds of attacks
// that the game resolves first, then all others together.
func (s *Strike) Rank(a *Attack) int {
	for i, g := range s.combat.First {
		if g == rules.GroupHits && a.automatic || g == rules.GroupPicks && a.Picks != "" || g == rules.GroupDeadly && a.Deadly {
			return i
		}
	}
	return len(s.combat.First)
}

// groupPicks merges steps that pick a model: weapons of a squad with the same profile pick one
// model together, whatever their bearers' rules.
func (s *Strike) groupPicks(steps []Step) []Step {
	kept := steps[:0]
	for _, o := range steps {
		at := -1
		if o.Picks == rules.PicksModel && o.weapon != None {
			at = slices.IndexFunc(kept, func(k Step) bool {
				return k.weapon != None && k.Picks == o.Picks && s.Rank(k.Attack) == s.Rank(o.Attack) &&
					s.Own.sameWeaponGroup(k.weapon, o.weapon)
			})
		}
		if at < 0 {
			kept = append(kept, o)
		} else {
			kept[at].Also = append(kept[at].Also, o)
		}
	}
	return kept
}

// sameWeaponGroup reports whether the weapons with indices i and j pick models together. A hero's
// weapons pick separately.
func (u *Fighter) sameWeaponGroup(i, j int) bool {
	v, w := &u.weapons[i], &u.weapons[j]
	return i == j || v.part != u.Hero && w.part != u.Hero &&
		v.Name == w.Name && v.Range == w.Range && v.Attacks == w.Attacks && slices.Equal(v.held, w.held)
}

// addBestWeapon adds the extra attacks of living models with their best melee weapon: the one with
// the most expected wounds, or the first listed of equals. Models without that weapon use the next
// best. The steps of weapons begin at index first.
func (s *Strike) addBestWeapon(steps []Step, first int, own, enemy *stance) []Step {
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
	for p, bearers := range own.left.Alive {
		attacks := 0
		s.eachEffect(own, enemy, own.bearer(p),
			func(h heldRule, e *rules.Effect) { attacks += h.value(e, e.BestWeaponAttacks) })
		attacks = min(attacks, maxPerDie)
		if attacks <= 0 {
			continue
		}
		for _, i := range order {
			w := &s.Own.weapons[steps[first+i].weapon]
			if w.part != p && (w.part != SquadWide || p == s.Own.Hero) {
				continue
			}
			o := &steps[first+i]
			// One model adds its attacks to one weapon only.
			n := min(bearers, o.Weapons)
			if n == 0 {
				continue
			}
			bearers -= n
			o.Weapons -= n
			if o.Stronger > 0 && o.Bonus != attacks {
				steps = append(steps, Step{Attack: o.Attack, weapon: o.weapon, Stronger: n, Bonus: attacks})
			} else {
				o.Stronger, o.Bonus = o.Stronger+n, attacks
			}
		}
	}
	return steps
}
