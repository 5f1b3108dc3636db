package roll

import (
	"slices"

	"muster/rules"
	"muster/rules/gf"
)

// view is what a unit's rules come to at one moment: who of it and of its enemy
// lives, and what its dice show.
type view struct {
	*unit
	foe      *unit
	scenario gf.Scenario
	attacks  bool    // the unit is the duel's attacker
	left     []int   // living models by kind
	foeLeft  []int   // of the enemy
	squad    int     // living models of the squad
	dice     []uint8 // one per rolled rule; none while the unit does not strike
	have     [][]had // the rules of each kind, given ones too
	shared   []active
}

// active is an effect whose conditions hold.
type active struct {
	had
	*rules.Effect
	index int  // which of the rule's effects
	lent  bool // everybody has it, because a side uses the rule
}

// number returns one of the effect's numbers.
func (a active) number(v rules.Value) int { return a.numberOf(a.Effect, v) }

// newView looks at a unit. The rules that rules give are worked out first:
// they count for every condition as if they were the model's own.
func newView(u, foe *unit, scenario gf.Scenario, attacks bool, left, foeLeft []int, dice []uint8) *view {
	v := &view{
		unit: u, foe: foe, scenario: scenario, attacks: attacks,
		left: left, foeLeft: foeLeft, squad: left[u.common], dice: dice,
		have: make([][]had, len(u.kinds)),
	}
	for i, k := range u.kinds {
		v.have[i] = slices.Clone(k.rules)
	}
	type gift struct {
		to, index int
		key       string
	}
	given := map[gift]bool{}
	for changed := true; changed; {
		changed = false
		for i, l := range u.lent {
			for to := range u.kinds {
				a := active{l.had, l.Effect, l.index, true}
				g := gift{to, -1 - i, l.key}
				if len(l.Gives) == 0 || left[to] == 0 || given[g] || !v.holdsFor(a, v.have[to]) || !v.hasOther(a, to) {
					continue
				}
				given[g], changed = true, true
				for _, use := range l.Gives {
					if rule := l.from.find(use.Name); rule != nil {
						h := l.give(rule, use)
						h.uses = u.uses[h.key]
						v.have[to] = merge(v.have[to], h)
					}
				}
			}
		}
		for from := range u.kinds {
			if left[from] == 0 {
				continue
			}
			for _, a := range v.all(v.have[from]) {
				if len(a.Gives) == 0 {
					continue
				}
				for to := range u.kinds {
					g := gift{to, a.index, a.key}
					if left[to] == 0 || given[g] || !v.reaches(a, from, to) {
						continue
					}
					given[g], changed = true, true
					for _, use := range a.Gives {
						if rule := u.find(use.Name); rule != nil {
							h := a.give(rule, use)
							h.uses = u.uses[h.key]
							v.have[to] = merge(v.have[to], h)
						}
					}
				}
			}
		}
	}
	for _, l := range u.lent {
		if a := (active{l.had, l.Effect, l.index, true}); v.holdsFor(a, nil) {
			v.shared = append(v.shared, a)
		}
	}
	for from := range u.kinds {
		if left[from] == 0 {
			continue
		}
		for _, a := range v.all(v.have[from]) {
			if a.To == rules.ToUnit {
				v.shared = addActive(v.shared, a)
			}
		}
	}
	return v
}

// addActive adds an effect unless the same one is there.
func addActive(all []active, a active) []active {
	for _, b := range all {
		if b.key == a.key && b.index == a.index && b.lent == a.lent {
			return all
		}
	}
	return append(all, a)
}

// all returns the effects of some rules, had by one bearer, whose conditions
// hold.
func (v *view) all(list []had) []active {
	var all []active
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; v.holds(h, e, list) {
				all = append(all, active{h, e, i, false})
			}
		}
	}
	return all
}

// of returns the effects that hold for models of a kind: their own, and those
// that others share with the unit.
func (v *view) of(k int) []active {
	return v.withShared(k, v.all(v.have[k]))
}

// own returns those of them that are not about the enemy's attacks.
func (v *view) own(k int) []active {
	return slices.DeleteFunc(v.of(k), func(a active) bool { return a.Of == rules.OfEnemy })
}

// withShared adds what others share with models of a kind.
func (v *view) withShared(k int, all []active) []active {
	all = slices.DeleteFunc(all, func(a active) bool { return !v.reaches(a, k, k) })
	for _, a := range v.shared {
		if v.hasOther(a, k) {
			all = addActive(all, a)
		}
	}
	return all
}

// reaches tells whether an effect of one kind is had by another: its own is, and
// what is the unit's by everybody who has the other rule that it asks for.
func (v *view) reaches(a active, from, to int) bool {
	if a.lent {
		return v.hasOther(a, to)
	}
	if a.To != rules.ToUnit {
		return to == from
	}
	return v.hasOther(a, to)
}

// hasOther tells whether a kind has the other rule that a shared effect asks
// for: it is the models that have the effect who must have that rule.
func (v *view) hasOther(a active, k int) bool {
	return a.When.Has == "" || has(v.have[k], rules.Key(a.When.Has))
}

// has tells whether a rule is among those had.
func has(list []had, key string) bool {
	return slices.ContainsFunc(list, func(h had) bool { return h.key == key })
}

// asWhole returns the effects that the unit has as a whole against attacks.
// Without another word, each needs every model of the squad.
func (v *view) asWhole() []active {
	var all []active
	for k := range v.kinds {
		if v.left[k] == 0 || k == v.common {
			continue
		}
		for _, a := range v.of(k) {
			if a.Of != rules.OfEnemy && !a.Block.Set {
				continue
			}
			if a.When.Models == "" && a.To == "" && !a.lent && !v.who(rules.ModelsSquad, a.had, a.Effect) {
				continue
			}
			all = addActive(all, a)
		}
	}
	return all
}

// holds tells whether the conditions hold for an effect of a rule; list is the
// rules that its bearer has. What a rule does to others does nothing for him.
func (v *view) holds(h had, e *rules.Effect, list []had) bool {
	if e.To == rules.ToFriends || e.To == rules.ToEnemy {
		return false
	}
	return v.holdsFor(active{had: h, Effect: e}, list)
}

// holdsFor is holds for effects that everybody has, too.
func (v *view) holdsFor(a active, list []had) bool {
	h, e := a.had, a.Effect
	w, s := e.When, v.scenario
	if e.By == rules.ByAbility && (s.Mode != gf.Ability || h.key != v.ability) {
		return false
	}
	if w.Choice != 0 && v.chosen[h.key] != w.Choice {
		return false
	}
	melee := s.Mode == gf.Melee
	for _, c := range []struct {
		want *bool
		is   bool
	}{
		{w.Shooting, !melee},
		{w.Melee, melee},
		{w.Charging, melee && v.attacks},
		{w.Charged, melee && !v.attacks},
		{w.Fatigued, v.side.Fatigued},
		{w.Moved, s.Moved},
		{w.InSight, s.InSight},
		{w.Cover, s.Cover},
		{w.Used, h.uses > 0},
		{w.Spell, v.spell},
	} {
		if c.want != nil && *c.want != c.is {
			return false
		}
	}
	if w.Over > 0 && s.Distance <= w.Over || w.UpTo > 0 && s.Distance > w.UpTo {
		return false
	}
	if w.EnemyTough != (rules.Range{}) && !v.mostFoes(func(k kind) bool { return w.EnemyTough.Has(k.tough) }) {
		return false
	}
	if w.EnemyDefense != (rules.Range{}) && !v.mostFoes(func(k kind) bool { return w.EnemyDefense.Has(k.defense) }) {
		return false
	}
	if w.Models != "" && !a.lent && !v.who(w.Models, h, e) {
		return false
	}
	if w.Has != "" && e.To != rules.ToUnit && !a.lent && !has(list, rules.Key(w.Has)) {
		return false
	}
	if len(w.Roll) > 0 {
		i := slices.Index(v.rolled, h.key)
		if i < 0 || i >= len(v.dice) || !slices.Contains(w.Roll, int(v.dice[i])) {
			return false
		}
	}
	return true
}

// mostFoes tells whether more than half of the living enemies are so.
func (v *view) mostFoes(is func(kind) bool) bool {
	n, yes := 0, 0
	for i, k := range v.foe.kinds {
		if i == v.foe.common {
			continue
		}
		n += v.foeLeft[i]
		if is(k) {
			yes += v.foeLeft[i]
		}
	}
	return 2*yes > n
}

// who tells whether those of the unit have an effect's rule of whom it is asked,
// and the other rule with it that the effect may ask for.
func (v *view) who(models rules.Models, h had, e *rules.Effect) bool {
	n, yes, squadYes := 0, 0, 0
	for i := range v.kinds {
		if i == v.common || v.left[i] == 0 {
			continue
		}
		n += v.left[i]
		if has(v.have[i], h.key) && (e.To == rules.ToUnit || v.hasOther(active{had: h, Effect: e}, i)) {
			yes += v.left[i]
			if i != v.hero {
				squadYes += v.left[i]
			}
		}
	}
	switch models {
	case rules.ModelsAll:
		return yes == n
	case rules.ModelsMost:
		return 2*yes > n
	case rules.ModelsAny:
		return yes > 0
	default:
		if v.squad == 0 { // the hero is what is left of the unit
			return yes > 0
		}
		return squadYes == v.squad
	}
}
