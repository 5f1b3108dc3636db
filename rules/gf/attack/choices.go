package attack

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"muster/rules"
)

// allRules returns all rules that the unit's models and weapons have or may receive.
func (u *Fighter) allRules() []heldRule {
	var all []heldRule
	add := func(h heldRule) {
		if h.rule != nil && !containsRule(all, h.rule) {
			all = append(all, h)
		}
	}
	for i := range u.Parts {
		for _, h := range u.Parts[i].rules {
			add(h)
		}
	}
	for i := range u.weapons {
		for _, h := range u.weapons[i].ownRules {
			add(h)
		}
	}
	for i := 0; i < len(all); i++ {
		for j := range all[i].rule.Effects {
			for _, use := range all[i].rule.Effects[j].AllGivenRules() {
				add(u.givenRule(all[i], use))
			}
		}
	}
	return all
}

// findRolledRulesAndChoices finds the rules that roll a die of their own, and the rules with a
// choice. It returns an error if there are too many, or if the player uses a rule that nobody has
// or an effect that does not exist.
func (u *Fighter) findRolledRulesAndChoices() error {
	if !u.rollsRuleDice && !u.hasChoiceEffects && len(u.usedRules) == 0 {
		return nil
	}
	all := u.allRules()
	u.rolledRules, u.choices = nil, nil
	for _, h := range all {
		if slices.ContainsFunc(h.rule.Effects, func(e rules.Effect) bool { return len(e.When.RuleDieFaces) > 0 }) {
			u.rolledRules = append(u.rolledRules, rolledRule{h.rule, groupFacesByEffect(h.rule, false), groupFacesByEffect(h.rule, true)})
		}
		if c := choiceOf(h.rule); len(c.effectNumbers) > 0 {
			if h.statedUseCount > 0 {
				if !slices.Contains(c.effectNumbers, h.statedUseCount) {
					return fmt.Errorf("uses %s(%d), of which the player picks %d to %d", h.rule.Name, h.statedUseCount,
						c.effectNumbers[0], c.effectNumbers[len(c.effectNumbers)-1])
				}
				c.effectNumbers = []int{h.statedUseCount}
			}
			c.pickedEffect = c.effectNumbers[0]
			u.choices = append(u.choices, c)
		}
	}
	if len(u.rolledRules) > maxRolledRules {
		return fmt.Errorf("%d rules with a die of their own; there should be at most %d", len(u.rolledRules), maxRolledRules)
	}
	open := 0
	for _, c := range u.choices {
		if len(c.effectNumbers) > 1 {
			open++
		}
	}
	if open > maxOpenRuleChoices {
		return fmt.Errorf("%d rules of which the player picks an effect; `uses` should say what of some, so that at most %d are left", open, maxOpenRuleChoices)
	}
	for _, h := range u.usedRules {
		if !containsRule(all, h.rule) && ruleWithEffectsOn(h.rule, rules.ToFriends) == nil &&
			ruleWithEffectsOn(h.rule, rules.ToEnemy) == nil {
			return fmt.Errorf("uses %s, which nobody of the unit has", h.rule.Name)
		}
	}
	return nil
}

// A choice is a rule with several effects, of which the player picks one.
type choice struct {
	rule          *rules.Rule
	effectNumbers []int // numbers of the effects, ascending
	pickedEffect  int   // number of the effect picked
}

// choiceOf returns the player's choice among the effects of a rule; without effect numbers if the
// rule leaves no choice.
func choiceOf(r *rules.Rule) choice {
	c := choice{rule: r}
	for i := range r.Effects {
		if n := r.Effects[i].When.ChoiceNumber; n > 0 && !slices.Contains(c.effectNumbers, n) {
			c.effectNumbers = append(c.effectNumbers, n)
		}
	}
	slices.Sort(c.effectNumbers)
	return c
}

// pickedEffectNumber returns the number of the effect that the player picked for a rule; 0 if the
// rule has no choice.
func (u *Fighter) pickedEffectNumber(r *rules.Rule) int {
	for _, c := range u.choices {
		if c.rule == r {
			return c.pickedEffect
		}
	}
	return 0
}

// ruleWithEffectsOn returns a copy of a rule with only its effects on the friends or enemies that
// to selects; nil if it has none.
func ruleWithEffectsOn(r *rules.Rule, to rules.Receivers) *rules.Rule {
	var own *rules.Rule
	for i := range r.Effects {
		if r.Effects[i].Receivers != to {
			continue
		}
		if own == nil {
			own = &rules.Rule{Name: r.Name, Summary: r.Summary, Combine: r.Combine, HasRating: r.HasRating}
		}
		e := r.Effects[i]
		e.Receivers = ""
		own.Effects = append(own.Effects, e)
	}
	return own
}

// receiveEffects gives every model of u the effects on the friends or enemies that to selects, from
// the rules used by user. X is the rating of user's own rule; without one, it is the number of the
// use.
func (u *Fighter) receiveEffects(user *Fighter, to rules.Receivers, unknown *[]string) error {
	for _, by := range user.usedRules {
		h := by.heldRule
		own := ruleWithEffectsOn(h.rule, to)
		if own == nil {
			continue
		}
		h.rating = h.statedUseCount
		for _, has := range user.allRules() {
			if has.rule == h.rule && has.rating > 0 {
				h.rating = has.rating
			}
		}
		for i := range own.Effects {
			for _, use := range own.Effects[i].GivenRules {
				if !by.ruleSet.Find(use.Name).AllEffectsKnown() {
					*unknown = append(*unknown, h.rule.Name)
				}
			}
		}
		h.rule = own
		if by.ruleSet != u.ruleSet {
			if u.foreignRuleSets == nil {
				u.foreignRuleSets = map[*rules.Rule]*rules.Set{}
			}
			u.foreignRuleSets[own] = by.ruleSet
		}
		for i := range u.Parts {
			u.Parts[i].rules = append(slices.Clip(u.Parts[i].rules), h)
		}
		if u.rulesDifferByGroup {
			u.squadRules = append(slices.Clip(u.squadRules), h)
		}
		for i := range u.weapons {
			u.weapons[i].allRules = append(slices.Clip(u.weapons[i].allRules), h)
		}
		if err := u.noteTraits([]heldRule{h}); err != nil {
			return err
		}
	}
	return u.findRolledRulesAndChoices()
}

// HasChoices reports whether a rule of either unit lets its player pick an effect.
func (f *Fight) HasChoices() bool { return f.A.HasChoices() || f.B.HasChoices() }

// HasChoices reports whether a rule of the unit lets its player pick an effect.
func (u *Fighter) HasChoices() bool { return len(u.choices) > 0 }

// PickCombinations yields every combination of effects that the unit's player can pick, in the form
// that SetPicks takes. For a choice that cannot matter in this fight, it yields only the first
// effect.
func (f *Fight) PickCombinations(u *Fighter) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		now := make([]int, len(u.choices))
		var next func(i int) bool
		next = func(i int) bool {
			if i == len(now) {
				return yield(slices.Clone(now))
			}
			c := &u.choices[i]
			for _, n := range c.effectNumbers {
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

// SetPicks sets the effects picked by the unit's player: for each rule with a choice, the number of
// one effect.
func (u *Fighter) SetPicks(option []int) {
	for i, n := range option {
		u.choices[i].pickedEffect = n
	}
}

// choiceMatters reports whether the choice among the effects of rule r can matter in this fight.
func (f *Fight) choiceMatters(u *Fighter, r *rules.Rule) bool {
	melee := f.IsMelee()
	differs := func(want *bool, is bool) bool { return want != nil && *want != is }
	return slices.ContainsFunc(r.Effects, func(e rules.Effect) bool {
		w := &e.When
		return w.ChoiceNumber != 0 && !differs(w.Shooting, !melee && !f.isSpell) && !differs(w.Melee, melee) &&
			!differs(w.Charging, melee && u == f.A) && !differs(w.Charged, melee && u == f.B)
	})
}

// ChooseWeaponProfiles picks the profile to fire of each weapon with several: the profile with the
// most expected wounds as the fight begins, or the first listed of equals. Dice rolled for rules
// are not taken into account.
func (f *Fight) ChooseWeaponProfiles() {
	for _, own := range [...]*Fighter{f.A, f.B} {
		if !slices.ContainsFunc(own.weapons, func(w weapon) bool { return w.ProfileOf != "" }) {
			continue
		}
		enemy := f.Enemy(own)
		s, _ := f.Strike(own, PhaseInTurn, &RuleDice{}, 0)
		oc, ec := s.snapshots(own.SurvivorsIn(own.InitialState), enemy.SurvivorsIn(enemy.InitialState))
		type fired struct {
			weapon int
			wounds float64
		}
		best := map[string]fired{}
		for i := range own.weapons {
			w := &own.weapons[i]
			if w.ProfileOf == "" || !f.fitsMode(w) {
				continue
			}
			w.firesOtherProfile = true
			a := s.weaponAttack(w, oc, ec)
			if !a.reachesTarget {
				continue
			}
			key := fmt.Sprint(w.firstWeaponOfBearers, " ", w.ProfileOf)
			wounds := a.expectedWoundsOn(enemy)
			if b, ok := best[key]; !ok || wounds > b.wounds+1e-12 {
				best[key] = fired{i, wounds}
			}
		}
		for _, b := range best {
			own.weapons[b.weapon].firesOtherProfile = false
		}
	}
}

// HasWeaponProfiles reports whether a weapon of either side has several profiles to pick from.
func (f *Fight) HasWeaponProfiles() bool {
	several := func(w weapon) bool { return w.ProfileOf != "" }
	return slices.ContainsFunc(f.A.weapons, several) || slices.ContainsFunc(f.B.weapons, several)
}

// fitsMode reports whether a weapon can be used in the fight's mode.
func (f *Fight) fitsMode(w *weapon) bool { return f.IsMelee() == (w.Range == 0) }

// RuleNotes lists the rules and weapons of both sides to tell the player about.
type RuleNotes struct {
	// rules with the number of the effect picked, such as "Stance(2)", and profiles fired
	ChosenOptions       []string
	UnusedOptionalRules []string         // optional rules that the player does not use
	RulesOutsideFights  []string         // rules that never matter in a fight
	UnreadSentences     []UnreadSentence // sentences of rules with unknown effects
	// PickedEffects holds each rule with a choice and the effect picked, of the attacker [0] and
	// the target [1].
	PickedEffects [2][]rules.Use
}

// UnreadSentence is a sentence of a rule's text that could not be read as effects.
type UnreadSentence struct {
	Rule     string `json:"rule"`
	Sentence string `json:"sentence"`
}

// RuleNotes returns the rules and weapons of both sides to tell the player about.
func (f *Fight) RuleNotes() RuleNotes {
	var all RuleNotes
	for i, u := range [...]*Fighter{f.A, f.B} {
		for _, c := range u.choices {
			use := rules.Use{Name: c.rule.Name, Rating: strconv.Itoa(c.pickedEffect)}
			if len(c.effectNumbers) > 1 {
				all.PickedEffects[i] = append(all.PickedEffects[i], use)
			}
			if f.choiceMatters(u, c.rule) {
				all.ChosenOptions = append(all.ChosenOptions, use.String())
			}
		}
		for i := range u.weapons {
			if w := &u.weapons[i]; w.ProfileOf != "" && !w.firesOtherProfile && f.fitsMode(w) {
				all.ChosenOptions = append(all.ChosenOptions, w.Name)
			}
		}
		if !u.hasRulesToReport {
			continue
		}
		for _, h := range u.allRules() {
			switch {
			case h.statedUseCount > 0:
			case u.ruleSet.IsOutsideFights(h.rule):
				all.RulesOutsideFights = append(all.RulesOutsideFights, h.rule.Name)
			case slices.ContainsFunc(h.rule.Effects,
				func(e rules.Effect) bool { return e.When.IsRuleUsed != nil && *e.When.IsRuleUsed }):
				all.UnusedOptionalRules = append(all.UnusedOptionalRules, h.rule.Name)
			}
		}
	}
	for _, name := range f.UnknownRules {
		for _, u := range [...]*Fighter{f.A, f.B} {
			all.UnreadSentences = append(all.UnreadSentences, u.unreadSentences(name)...)
		}
	}
	for _, names := range []*[]string{&all.ChosenOptions, &all.UnusedOptionalRules, &all.RulesOutsideFights} {
		slices.Sort(*names)
		*names = slices.Compact(*names)
	}
	slices.SortStableFunc(all.UnreadSentences, func(a, b UnreadSentence) int { return cmp.Compare(a.Rule, b.Rule) })
	all.UnreadSentences = slices.Compact(all.UnreadSentences)
	return all
}

// unreadSentences returns the sentences of a rule that could not be read, from the unit's book and
// from the books of the rules it uses.
func (u *Fighter) unreadSentences(name string) (all []UnreadSentence) {
	sets := []*rules.Set{u.ruleSet}
	for _, by := range u.usedRules {
		sets = append(sets, by.ruleSet)
	}
	for _, set := range sets {
		if rule := set.Find(name); rule != nil {
			for _, sentence := range rule.UnreadSentences {
				all = append(all, UnreadSentence{rule.Name, sentence})
			}
		}
	}
	return all
}
