package roll

import (
	"fmt"
	"slices"

	"muster/rules"
	"muster/rules/gf"
)

// lend hands out what the rules do to whole sides that a player uses, and finds
// the rule that strikes by itself.
func (f *fight) lend() error {
	for i, user := range f.units {
		all := make([]gf.Lent, 0, len(user.side.Uses)+len(user.side.Lent))
		for _, use := range user.side.Uses {
			all = append(all, gf.Lent{Use: use, Set: user.set})
		}
		for at, l := range append(all, user.side.Lent...) {
			book := user
			rule := l.Set.Find(l.Use.Name)
			if rule == nil {
				return fmt.Errorf("`%s` is used and is no rule", l.Use.Name)
			}
			key := rules.Key(rule.Name)
			if l.Set != user.set { // what another book calls so is another rule
				book = &unit{set: l.Set}
				key = fmt.Sprintf("%s/%d/%d", key, i, at)
				n, stated := l.Use.Number()
				if !stated {
					n = 1
				}
				user.uses[key] = bounded(n)
			}
			h := had{rule: rule, key: key, uses: user.uses[key], rating: user.ratingOf(rule)}
			if h.rating == 0 {
				h.rating = h.uses
			}
			toAll := false
			for j := range rule.Effects {
				e := &rule.Effects[j]
				for to, whom := range map[rules.To]int{rules.ToFriends: i, rules.ToEnemy: 1 - i} {
					if e.To != to {
						continue
					}
					u := f.units[whom]
					u.lent = append(u.lent, lent{h, e, j, book})
					toAll = true
					if len(e.When.Roll) > 0 {
						u.rolled = append(u.rolled, key)
					}
					for _, given := range e.Gives {
						g := book.find(given.Name)
						if !g.Modelled() {
							user.unknown = append(user.unknown, rule.Name)
						}
						if g != nil {
							u.meet(g)
						}
					}
				}
			}
			if !toAll && !slices.Contains(user.met, rule) {
				return fmt.Errorf("`%s` is used and nobody has it", rule.Name)
			}
		}
	}
	for _, u := range f.units {
		slices.Sort(u.rolled)
		if u.rolled = slices.Compact(u.rolled); len(u.rolled) > maxDice {
			return fmt.Errorf("%d rules with a die of their own; %d at most", len(u.rolled), maxDice)
		}
	}
	if f.scenario.Mode != gf.Ability {
		return nil
	}
	a := f.units[attacker]
	rule := a.find(f.scenario.Use.Name)
	if rule == nil || !slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.By == rules.ByAbility }) {
		return fmt.Errorf("`%s` is no attack of its own", f.scenario.Use.Name)
	}
	spell := slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool {
		return e.By == rules.ByAbility && e.When.Spell != nil && *e.When.Spell
	})
	if !spell && !slices.Contains(a.met, rule) {
		return fmt.Errorf("nobody has `%s`", rule.Name)
	}
	for _, u := range f.units {
		u.ability, u.spell = rules.Key(rule.Name), spell
	}
	return nil
}

// ratingOf is the rating with which anything of the unit has a rule.
func (u *unit) ratingOf(rule *rules.Rule) int {
	n := 0
	look := func(list []had) {
		for _, h := range list {
			if h.rule == rule {
				n = max(n, h.rating)
			}
		}
	}
	for i := range u.kinds {
		look(u.kinds[i].rules)
	}
	for i := range u.weapons {
		look(u.weapons[i].rules)
	}
	return n
}

// choose settles the rules of which players pick an effect: as the sides' uses
// say, else the lowest.
func (f *fight) choose() error {
	for _, u := range f.units {
		for _, rule := range u.met {
			key := rules.Key(rule.Name)
			least, fits := 0, false
			for _, e := range rule.Effects {
				if n := e.When.Choice; n > 0 {
					fits = fits || n == u.uses[key]
					if least == 0 || n < least {
						least = n
					}
				}
			}
			switch {
			case least == 0:
			case u.uses[key] == 0:
				u.chosen[key] = least
			case !fits:
				return fmt.Errorf("`%s` has no effect %d to pick", rule.Name, u.uses[key])
			default:
				u.chosen[key] = u.uses[key]
			}
		}
	}
	return nil
}

// profiles finds those profiles of weapons that are not fired: all but the first
// of those with the most wounds expected of the model that is hit first.
func (f *fight) profiles(s int) {
	u, foe := f.units[s], f.units[1-s]
	u.mute = map[int]bool{}
	type holder struct {
		bearer int
		weapon string
	}
	fired := map[holder]int{}
	wounds := map[holder]float64{}
	first := foe.hero
	if len(foe.line) > 0 {
		first = foe.line[0]
	}
	for i := range u.weapons {
		w := &u.weapons[i]
		if w.OneOf == "" || (w.Range == 0) != (f.scenario.Mode == gf.Melee) {
			continue
		}
		u.mute[i] = true
		own, other := f.views(s, nil)
		p := (&assault{fight: f, own: own, foe: other, guard: other.asWhole()}).plan(w)
		if !p.reaches {
			continue
		}
		h := holder{w.bearer, w.OneOf}
		if n := p.deals(w.Attacks, p.saves[first], foe.kinds[first].tough); n > wounds[h]+1e-12 || fired[h] == 0 {
			fired[h], wounds[h] = i+1, n
		}
	}
	for _, i := range fired {
		delete(u.mute, i-1)
	}
}

// deals is the wounds expected of so many attacks on a model: what it cannot
// take of one wound is lost, nothing else.
func (p *plan) deals(attacks int, s save, tough int) float64 {
	var each [3]float64
	for i := range p.grades {
		each[i] = p.grades[i].deals(s, tough)
	}
	type stage struct{ scored, further int }
	sum := 0.
	// throw is one die after which so many hits are scored.
	throw := func(from map[stage]float64, again bool) map[stage]float64 {
		to := map[stage]float64{}
		for at, chance := range from {
			for d := 1; d <= 6; d++ {
				next := at
				if p.hits[d] {
					g := &p.grades[gradeOf(d)]
					for n := range g.copies*g.times + g.hits*p.grades[ordinary].times {
						if p.cap > 0 && next.scored == p.cap {
							break
						}
						if p.cap > 0 {
							next.scored++
						}
						if n < g.copies*g.times {
							sum += chance / 6 * each[gradeOf(d)]
						} else {
							sum += chance / 6 * each[ordinary]
						}
					}
					if again {
						next.further += g.attacks
					}
				}
				to[next] += chance / 6
			}
		}
		return to
	}
	dist := map[stage]float64{{}: 1}
	for range attacks {
		dist = throw(dist, true)
	}
	for at, chance := range dist {
		rest := map[stage]float64{{scored: at.scored}: chance}
		for range at.further {
			rest = throw(rest, false)
		}
	}
	return sum
}

// deals is the wounds expected of one hit on such a model.
func (g *grade) deals(s save, tough int) float64 {
	// kept is what stays on the model of so many wounds in one.
	kept := func(times int, regen bool) float64 {
		ignores := s.ward
		if regen {
			ignores = better(ignores, s.regeneration)
		}
		stays := 1.
		if ignores > 0 {
			stays = float64(min(max(ignores, 2), 7)-1) / 6
		}
		dist := []float64{1}
		for range times {
			next := make([]float64, min(len(dist), tough)+1)
			for n, p := range dist {
				next[n] += p * (1 - stays)
				next[min(n+1, tough)] += p * stays
			}
			dist = next
		}
		sum := 0.
		for n, p := range dist {
			sum += p * float64(n)
		}
		return sum
	}
	sum := 0.
	var final func(d int, p float64, again bool)
	final = func(d int, p float64, again bool) {
		if again && g.again[d] {
			for e := 1; e <= 6; e++ {
				final(e, p/6, false)
			}
			return
		}
		if g.blocked[d] {
			return
		}
		n, times, regen := 1+g.wounds, g.deadly, !g.noRegen
		switch d {
		case 1:
			n, times, regen = n+g.woundsOnOne, g.deadlyOnOne, !g.noRegenOnOne
		case 2:
			n += g.woundsOnTwo
		}
		sum += p * float64(max(n, 0)) * kept(times, regen)
	}
	for d := 1; d <= 6; d++ {
		final(d, 1./6, true)
	}
	return sum
}

// hits returns attacks of no weapon that have these rules and nothing of their
// bearer's; those of dice to hit, with the Quality of a kind of models.
func (a *assault) hits(with []rules.Use, by had, bearer int, inCover bool) *plan {
	v := a.own
	var list []had
	for _, use := range with {
		if rule := v.find(use.Name); rule != nil {
			h := by.give(rule, use)
			h.uses = v.uses[h.key]
			list = merge(list, h)
		}
	}
	given := map[*rules.Effect]bool{}
	for changed := true; changed; {
		changed = false
		for _, h := range list {
			for i := range h.rule.Effects {
				e := &h.rule.Effects[i]
				if len(e.Gives) == 0 || given[e] || !v.holdsOn(h, e, list) {
					continue
				}
				given[e], changed = true, true
				for _, use := range e.Gives {
					if rule := v.find(use.Name); rule != nil {
						g := h.give(rule, use)
						g.uses = v.uses[g.key]
						list = merge(list, g)
					}
				}
			}
		}
	}
	var effects []active
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; e.Of == "" && v.holdsOn(h, e, list) {
				effects = append(effects, active{h, e, i, false})
			}
		}
	}
	p := a.planOf(&weapon{bearer: bearer}, effects, inCover)
	p.phase = usual
	return p
}
