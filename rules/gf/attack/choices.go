package attack

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"muster/rules"
)

// allRules returns all rules that the unit's models and weapons have or may be given.
func (u *Fighter) allRules() []heldRule {
	var all []heldRule
	add := func(h heldRule) {
		if h.rule != nil && !containsRule(all, h.rule) {
			all = append(all, h)
		}
	}
	for i := range u.Parts {
		for _, h := range u.Parts[i].held {
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
				add(u.givenRule(all[i], use))
			}
		}
	}
	return all
}

// findRolledAndChosen finds the rules that roll a die of their own or let the player choose. The error
// names a rule that the player cannot use so.
func (u *Fighter) findRolledAndChosen() error {
	if !u.rolls && !u.chooses && len(u.uses) == 0 {
		return nil
	}
	all := u.allRules()
	u.rolled, u.choices = nil, nil
	for _, h := range all {
		if slices.ContainsFunc(h.rule.Effects, func(e rules.Effect) bool { return len(e.When.Roll) > 0 }) {
			u.rolled = append(u.rolled, rolledRule{h.rule, groupFaces(h.rule, false), groupFaces(h.rule, true)})
		}
		if c := choiceOf(h.rule); len(c.options) > 0 {
			if h.uses > 0 {
				if !slices.Contains(c.options, h.uses) {
					return fmt.Errorf("uses %s(%d), of which the player picks %d to %d", h.rule.Name, h.uses,
						c.options[0], c.options[len(c.options)-1])
				}
				c.options = []int{h.uses}
			}
			c.picked = c.options[0]
			u.choices = append(u.choices, c)
		}
	}
	if len(u.rolled) > maxRolledRules {
		return fmt.Errorf("%d rules with a die of their own; there should be at most %d", len(u.rolled), maxRolledRules)
	}
	open := 0
	for _, c := range u.choices {
		if len(c.options) > 1 {
			open++
		}
	}
	if open > maxChoices {
		return fmt.Errorf("%d rules of which the player picks an effect; `uses` should say what of some, so that at most %d are left", open, maxChoices)
	}
	for _, h := range u.uses {
		if !containsRule(all, h.rule) && effectsOn(h.rule, rules.ToFriends) == nil && effectsOn(h.rule, rules.ToEnemy) == nil {
			return fmt.Errorf("uses %s, which nobody of the unit has", h.rule.Name)
		}
	}
	return nil
}

// A choice is a rule of whose effects the player picks one.
type choice struct {
	rule    *rules.Rule
	options []int // numbers of the effects, ascending
	picked  int   // number of the effect picked
}

func choiceOf(r *rules.Rule) choice {
	c := choice{rule: r}
	for i := range r.Effects {
		if n := r.Effects[i].When.Choice; n > 0 && !slices.Contains(c.options, n) {
			c.options = append(c.options, n)
		}
	}
	slices.Sort(c.options)
	return c
}

// pickedOption returns the number of the effect that the player picked of a rule; 0 if the rule has
// no choice.
func (u *Fighter) pickedOption(r *rules.Rule) int {
	for _, c := range u.choices {
		if c.rule == r {
			return c.picked
		}
	}
	return 0
}

// effectsOn returns a copy of a rule with only its effects on all friends or all enemies, as to
// says; nil if it has none.
func effectsOn(r *rules.Rule, to rules.To) *rules.Rule {
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

// receive gives every model of u the effects that the rules used by user have on friends or
// enemies, as to says. X is the rating of the user's own rule, otherwise the number of the use.
func (u *Fighter) receive(user *Fighter, to rules.To, unknown *[]string) error {
	for _, by := range user.uses {
		h := by.heldRule
		own := effectsOn(h.rule, to)
		if own == nil {
			continue
		}
		h.x = h.uses
		for _, has := range user.allRules() {
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
		for i := range u.Parts {
			u.Parts[i].held = append(slices.Clip(u.Parts[i].held), h)
		}
		if u.mixed {
			u.squadHeld = append(slices.Clip(u.squadHeld), h)
		}
		for i := range u.weapons {
			u.weapons[i].all = append(slices.Clip(u.weapons[i].all), h)
		}
		if err := u.noteTraits([]heldRule{h}); err != nil {
			return err
		}
	}
	return u.findRolledAndChosen()
}

// HasChoices reports whether either player picks among effects of rules.
func (f *Fight) HasChoices() bool { return f.A.HasChoices() || f.B.HasChoices() }

// HasChoices reports whether the unit's player picks among effects of its rules.
func (u *Fighter) HasChoices() bool { return len(u.choices) > 0 }

// Options yields every combination of effects that the unit's player can pick, in the form of
// Fighter.Pick. Of a choice that cannot matter in this fight, only the first effect is yielded.
func (f *Fight) Options(u *Fighter) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		now := make([]int, len(u.choices))
		var next func(i int) bool
		next = func(i int) bool {
			if i == len(now) {
				return yield(slices.Clone(now))
			}
			c := &u.choices[i]
			for _, n := range c.options {
				if now[i] = n; !next(i + 1) {
					return false
				}
				if !f.choiceMatters(u, c.rule) {
					break
				}
			}
			return true
		}
		next(0)
	}
}

// Pick sets the effects picked by the unit's player: the number of one effect for each rule with a
// choice.
func (u *Fighter) Pick(option []int) {
	for i, n := range option {
		u.choices[i].picked = n
	}
}

// choiceMatters reports whether the player's choice among effects of rule r can matter in this fight.
func (f *Fight) choiceMatters(u *Fighter, r *rules.Rule) bool {
	melee := f.IsMelee()
	differs := func(want *bool, is bool) bool { return want != nil && *want != is }
	return slices.ContainsFunc(r.Effects, func(e rules.Effect) bool {
		w := &e.When
		return w.Choice != 0 && !differs(w.Shooting, !melee && !f.spell) && !differs(w.Melee, melee) &&
			!differs(w.Charging, melee && u == f.A) && !differs(w.Charged, melee && u == f.B)
	})
}

// ChooseProfiles picks the profile to fire of each weapon with several: the one with the most
// expected wounds as the fight begins, or the first listed of equals. Dice rolled for rules are not
// taken into account.
func (f *Fight) ChooseProfiles() {
	for _, own := range [...]*Fighter{f.A, f.B} {
		if !slices.ContainsFunc(own.weapons, func(w weapon) bool { return w.OneOf != "" }) {
			continue
		}
		enemy := f.Enemy(own)
		s, _ := f.Strike(own, InTurn, &RuleDice{}, 0)
		oc, ec := s.stances(own.At(own.Initial), enemy.At(enemy.Initial))
		type fired struct {
			weapon int
			wounds float64
		}
		best := map[string]fired{}
		for i := range own.weapons {
			w := &own.weapons[i]
			if w.OneOf == "" || !f.fitsMode(w) {
				continue
			}
			w.notFired = true
			a := s.attack(w, oc, ec)
			if !a.inReach {
				continue
			}
			key := fmt.Sprint(w.firstHeld, " ", w.OneOf)
			wounds := a.expectedWoundsOn(enemy)
			if b, ok := best[key]; !ok || wounds > b.wounds+1e-12 {
				best[key] = fired{i, wounds}
			}
		}
		for _, b := range best {
			own.weapons[b.weapon].notFired = false
		}
	}
}

// HasProfiles reports whether a weapon of either side has several profiles to pick from.
func (f *Fight) HasProfiles() bool {
	several := func(w weapon) bool { return w.OneOf != "" }
	return slices.ContainsFunc(f.A.weapons, several) || slices.ContainsFunc(f.B.weapons, several)
}

// fitsMode reports whether a weapon can be used in the fight's mode.
func (f *Fight) fitsMode(w *weapon) bool { return f.IsMelee() == (w.Range == 0) }

// Named lists rules and weapons of either side that the player should be told of.
type Named struct {
	Chosen        []string // rules with the number of the effect picked, such as "Stance(2)", and profiles fired
	CouldBeUsed   []string // optional rules that are not used
	OutsideFights []string // rules that never matter in a fight
	Unread        []Unread // sentences of rules with unknown effects
	// rules with a choice and the effect picked, of the attacker and the target
	Picks [2][]rules.Use
}

// Unread is a sentence of a rule's text that could not be read as effects.
type Unread struct {
	Rule     string `json:"rule"`
	Sentence string `json:"sentence"`
}

// Named returns the rules and weapons of either side that the player should be told of.
func (f *Fight) Named() Named {
	var all Named
	for i, u := range [...]*Fighter{f.A, f.B} {
		for _, c := range u.choices {
			use := rules.Use{Name: c.rule.Name, Rating: strconv.Itoa(c.picked)}
			if len(c.options) > 1 {
				all.Picks[i] = append(all.Picks[i], use)
			}
			if f.choiceMatters(u, c.rule) {
				all.Chosen = append(all.Chosen, use.String())
			}
		}
		for i := range u.weapons {
			if w := &u.weapons[i]; w.OneOf != "" && !w.notFired && f.fitsMode(w) {
				all.Chosen = append(all.Chosen, w.Name)
			}
		}
		if !u.named {
			continue
		}
		for _, h := range u.allRules() {
			switch {
			case h.uses > 0:
			case u.set.OutsideFights(h.rule):
				all.OutsideFights = append(all.OutsideFights, h.rule.Name)
			case slices.ContainsFunc(h.rule.Effects,
				func(e rules.Effect) bool { return e.When.Used != nil && *e.When.Used }):
				all.CouldBeUsed = append(all.CouldBeUsed, h.rule.Name)
			}
		}
	}
	for _, name := range f.Unknown {
		for _, u := range [...]*Fighter{f.A, f.B} {
			all.Unread = append(all.Unread, u.unread(name)...)
		}
	}
	for _, names := range []*[]string{&all.Chosen, &all.CouldBeUsed, &all.OutsideFights} {
		slices.Sort(*names)
		*names = slices.Compact(*names)
	}
	slices.SortStableFunc(all.Unread, func(a, b Unread) int { return cmp.Compare(a.Rule, b.Rule) })
	all.Unread = slices.Compact(all.Unread)
	return all
}

// unread returns the sentences of a rule that could not be read, from the unit's book and from the
// books of the rules it uses.
func (u *Fighter) unread(name string) (all []Unread) {
	sets := []*rules.Set{u.set}
	for _, by := range u.uses {
		sets = append(sets, by.set)
	}
	for _, set := range sets {
		if rule := set.Find(name); rule != nil {
			for _, sentence := range rule.Unread {
				all = append(all, Unread{rule.Name, sentence})
			}
		}
	}
	return all
}
