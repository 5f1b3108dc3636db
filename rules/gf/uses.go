package gf

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"muster/rules"
	"muster/rules/dice"
)

// everyHeld is all rules that anything of the unit has or may be given.
func (u *unit) everyHeld() []held {
	var all []held
	add := func(h held) {
		if h.rule != nil && !contains(all, h.rule) {
			all = append(all, h)
		}
	}
	for i := range u.parts {
		for _, h := range u.parts[i].held {
			add(h)
		}
	}
	for i := range u.weapons {
		for _, h := range u.weapons[i].held {
			add(h)
		}
	}
	for i := 0; i < len(all); i++ {
		for j := range all[i].rule.Effects {
			for _, use := range all[i].rule.Effects[j].Names() {
				add(u.given(all[i], use))
			}
		}
	}
	return all
}

// decide finds the rules of which a die or the player decides. The error names
// a rule that the player cannot use so.
func (u *unit) decide() error {
	if !u.rolls && !u.chooses && len(u.uses) == 0 {
		return nil
	}
	all := u.everyHeld()
	u.dice, u.choices = nil, nil
	for _, h := range all {
		if slices.ContainsFunc(h.rule.Effects, func(e rules.Effect) bool { return len(e.When.Roll) > 0 }) {
			u.dice = append(u.dice, rolled{h.rule, sides(h.rule, false), sides(h.rule, true)})
		}
		if c := choiceOf(h.rule); len(c.of) > 0 {
			if h.n > 0 {
				if !slices.Contains(c.of, h.n) {
					return fmt.Errorf("uses %s(%d), of which the player picks %d to %d", h.rule.Name, h.n, c.of[0], c.of[len(c.of)-1])
				}
				c.of = []int{h.n}
			}
			c.now = c.of[0]
			u.choices = append(u.choices, c)
		}
	}
	if len(u.dice) > maxDice {
		return fmt.Errorf("%d rules with a die of their own; there should be at most %d", len(u.dice), maxDice)
	}
	open := 0
	for _, c := range u.choices {
		if len(c.of) > 1 {
			open++
		}
	}
	if open > maxChoices {
		return fmt.Errorf("%d rules of which the player picks an effect; `uses` should say what of some, so that at most %d are left", open, maxChoices)
	}
	for _, h := range u.uses {
		if !contains(all, h.rule) && lent(h.rule, rules.ToFriends) == nil && lent(h.rule, rules.ToEnemy) == nil {
			return fmt.Errorf("uses %s, which nobody of the unit has", h.rule.Name)
		}
	}
	return nil
}

// A choice is a rule of which the player picks one of several effects.
type choice struct {
	rule *rules.Rule
	of   []int // the numbers of the effects, ascending
	now  int   // the one that is picked
}

func choiceOf(r *rules.Rule) choice {
	c := choice{rule: r}
	for i := range r.Effects {
		if n := r.Effects[i].When.Choice; n > 0 && !slices.Contains(c.of, n) {
			c.of = append(c.of, n)
		}
	}
	slices.Sort(c.of)
	return c
}

// pickedOf is the number that is picked of a rule.
func (u *unit) pickedOf(r *rules.Rule) int {
	for _, c := range u.choices {
		if c.rule == r {
			return c.now
		}
	}
	return 0
}

// lent is what a rule does to all models of one side when it is used: the same
// rule with those effects, each model's own. Nil if it does nothing to them.
func lent(r *rules.Rule, to rules.To) *rules.Rule {
	var own *rules.Rule
	for i := range r.Effects {
		if r.Effects[i].To != to {
			continue
		}
		if own == nil {
			own = &rules.Rule{Name: r.Name, Summary: r.Summary, Combine: r.Combine, Rated: r.Rated}
		}
		e := r.Effects[i]
		e.To = ""
		own.Effects = append(own.Effects, e)
	}
	return own
}

// receive gives every model what the rules do that a side uses: its own to
// friends, the other's to the enemy. Where the user has the rule with a rating,
// that is its X; else it is the number of the use.
func (u *unit) receive(user *unit, to rules.To, unknown *[]string) error {
	for _, by := range user.uses {
		h := by.held
		own := lent(h.rule, to)
		if own == nil {
			continue
		}
		h.x = h.n
		for _, has := range user.everyHeld() {
			if has.rule == h.rule && has.x > 0 {
				h.x = has.x
			}
		}
		for i := range own.Effects {
			for _, use := range own.Effects[i].Gives {
				if !by.set.Find(use.Name).Modelled() {
					*unknown = append(*unknown, h.rule.Name)
				}
			}
		}
		h.rule = own
		if by.set != u.set {
			if u.foreign == nil {
				u.foreign = map[*rules.Rule]*rules.Set{}
			}
			u.foreign[own] = by.set
		}
		for i := range u.parts {
			u.parts[i].held = append(slices.Clip(u.parts[i].held), h)
		}
		if u.wide {
			u.squadHeld = append(slices.Clip(u.squadHeld), h)
		}
		for i := range u.weapons {
			u.weapons[i].all = append(slices.Clip(u.weapons[i].all), h)
		}
		if err := u.note([]held{h}); err != nil {
			return err
		}
	}
	return u.decide()
}

// combinations yields every way to pick an effect of each rule; of rules for
// which could says no, the one that is picked now.
func (u *unit) combinations(could func(*rules.Rule) bool) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		now := make([]int, len(u.choices))
		var next func(i int) bool
		next = func(i int) bool {
			if i == len(now) {
				return yield(slices.Clone(now))
			}
			c := &u.choices[i]
			for _, n := range c.of {
				if now[i] = n; !next(i + 1) {
					return false
				}
				if !could(c.rule) {
					break
				}
			}
			return true
		}
		next(0)
	}
}

// pick fixes what the player picks.
func (u *unit) pick(now []int) {
	for i, n := range now {
		u.choices[i].now = n
	}
}

// could tells of a rule whether what is picked of it can matter to the unit here.
func (f *fight) could(u *unit) func(*rules.Rule) bool {
	melee := f.Scenario.Mode == Melee
	differs := func(want *bool, is bool) bool { return want != nil && *want != is }
	return func(r *rules.Rule) bool {
		return slices.ContainsFunc(r.Effects, func(e rules.Effect) bool {
			w := &e.When
			return w.Choice != 0 && !differs(w.Shooting, !melee) && !differs(w.Melee, melee) &&
				!differs(w.Charging, melee && u == f.a) && !differs(w.Charged, melee && u == f.b)
		})
	}
}

// profiles silences those profiles of weapons that are not fired: the one with
// the most expected wounds on the enemy as the fight begins is, the first listed
// of equals. Rules of which a die decides do not count.
func (f *fight) profiles() {
	for _, pair := range [...][2]*unit{{f.a, f.b}, {f.b, f.a}} {
		own, enemy := pair[0], pair[1]
		if !slices.ContainsFunc(own.weapons, func(w weapon) bool { return w.OneOf != "" }) {
			continue
		}
		s := f.strike(own, enemy, own == f.a, inTurn, nil)
		oc, ec := s.stances(own.of(own.initial), enemy.of(enemy.initial))
		type fired struct {
			weapon int
			wounds float64
		}
		best := map[string]fired{}
		for i := range own.weapons {
			w := &own.weapons[i]
			if w.OneOf == "" || (f.Scenario.Mode == Melee) != (w.Range == 0) {
				continue
			}
			w.silent = true
			a := s.attack(w, oc, ec, s.combat)
			if !a.reach {
				continue
			}
			key := fmt.Sprint(w.holder, " ", w.OneOf)
			wounds := a.deals(enemy, f.mem)
			if b, ok := best[key]; !ok || wounds > b.wounds+1e-12 {
				best[key] = fired{i, wounds}
			}
		}
		for _, b := range best {
			own.weapons[b.weapon].silent = false
		}
	}
}

// deals is the expected wounds of one weapon on the model of a unit that takes
// the first: what it cannot take of one wound is lost, nothing else.
func (a *attack) deals(enemy *unit, mem *arena) float64 {
	part := enemy.states[enemy.initial].victim
	tough := enemy.parts[part].tough
	var each [faces]float64
	for f := range a.hit {
		h := &a.hit[f]
		keep := a.keeps[0][part]
		if h.ignores {
			keep = a.keeps[1][part]
		}
		one := 0.
		for n, p := range dice.Binomial(h.deadly, keep) {
			one += p * float64(min(n, tough))
		}
		for n, p := range h.wounds {
			each[f] += p * float64(n) * one
		}
	}
	// The first number is the chance, the second the wounds expected with it.
	v := []float64{1, 0}
	a.weapon(v, a.dice, func(v []float64, kind int) { v[1] += v[0] * each[kind] }, mem)
	return v[1]
}

// explain says what was picked, what could be used, and what has no part in a
// fight.
func (f *fight) explain(r *Result) {
	for i, u := range [...]*unit{f.a, f.b} {
		could := f.could(u)
		for _, c := range u.choices {
			use := rules.Use{Name: c.rule.Name, Rating: strconv.Itoa(c.now)}
			if len(c.of) > 1 {
				r.Picks[i] = append(r.Picks[i], use)
			}
			if could(c.rule) {
				r.Chosen = append(r.Chosen, use.String())
			}
		}
		for i := range u.weapons {
			w := &u.weapons[i]
			if w.OneOf != "" && !w.silent && (f.Scenario.Mode == Melee) == (w.Range == 0) {
				r.Chosen = append(r.Chosen, w.Name)
			}
		}
		if !u.tells {
			continue
		}
		for _, h := range u.everyHeld() {
			switch {
			case h.n > 0:
			case u.set.Outside(h.rule):
				r.Outside = append(r.Outside, h.rule.Name)
			case slices.ContainsFunc(h.rule.Effects, func(e rules.Effect) bool { return e.When.Used != nil && *e.When.Used }):
				r.CouldBeUsed = append(r.CouldBeUsed, h.rule.Name)
			}
		}
	}
	for _, name := range r.NotModelled {
		for _, u := range []*unit{f.a, f.b} {
			sets := []*rules.Set{u.set}
			for _, by := range u.uses {
				sets = append(sets, by.set)
			}
			for _, set := range sets {
				if rule := set.Find(name); rule != nil {
					for _, sentence := range rule.Unread {
						r.Unread = append(r.Unread, Unread{rule.Name, sentence})
					}
				}
			}
		}
	}
	for _, names := range []*[]string{&r.Chosen, &r.CouldBeUsed, &r.Outside} {
		slices.Sort(*names)
		*names = slices.Compact(*names)
	}
	slices.SortStableFunc(r.Unread, func(a, b Unread) int { return cmp.Compare(a.Rule, b.Rule) })
	r.Unread = slices.Compact(r.Unread)
}
