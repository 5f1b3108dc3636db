package form

import (
	"slices"
	"strings"

	"muster/rules"
)

// A Meaning holds all that the price formula knows of a rule: its changes to attacks and to the
// profile, and its other effects.
type Meaning struct {
	// TermKey begins the names of the rule's terms. It is the text of the effects, so that rules
	// with the same effects have the same price; or the rule's name if its effects are not fully
	// known.
	TermKey         string
	AttackChanges   []AttackChange // the rule's changes to attacks
	Effects         []rules.Effect // the rule's effects outside attacks
	AllEffectsKnown bool           // the rule does nothing that its effects do not say
	// SoleGivenRule is the rule that this rule gives to other models, if it does nothing else;
	// otherwise nil.
	SoleGivenRule *Meaning

	name                string
	hasNonAttackEffects bool // it has effects outside attacks, or effects that are unknown
	changesProfileOnly  bool // it only changes numbers of the unit's or weapon's profile
	mayChangeAttacks    bool // its unknown effects may change attacks
	givesToOtherUnits   bool // it gives SoleGivenRule to other units, not to its own

	makesHero                     bool // it makes its bearer a hero
	tough, defense, fixedDefense  rules.Value
	ap, deadly, blast, hitQuality rules.Value // numbers of a weapon's profile
}

// An AttackChange is a single change that a rule makes to attacks, such as a better roll to hit.
type AttackChange struct {
	Kind       ChangeKind
	Conditions string // the conditions as text, without the kind of fight
	Effect     string // the effect as text, without conditions

	amount     rules.Value // the size of the change, such as 1 for 1 more AP
	fightKinds fightKinds  // the kinds of fight (melee, shooting) in which the change applies
}

// ProfileNumbers returns the numbers that the rule adds to a profile, by name of the formula's
// table: "deadly", "blast", "tough".
func (m *Meaning) ProfileNumbers() map[string]rules.Value {
	return map[string]rules.Value{"deadly": m.deadly, "blast": m.blast, "tough": m.tough}
}

// AttackTermName returns the name of the term that prices the change a of rule m to attacks.
func AttackTermName(m *Meaning, a *AttackChange) string {
	name := m.TermKey + ": " + string(a.Kind)
	switch a.fightKinds {
	case inMelee:
		return name + " in melee"
	case inShooting:
		return name + " when shooting"
	}
	return name
}

// NonAttackTermName names the term that prices effects of a rule outside attacks, given the rule's
// TermKey and the multiplier of the term (models, wounds, ...).
func NonAttackTermName(key string, by Multiplier) string { return key + ": per " + string(by) }

// ConditionTerm names the term for the share of a rule's worth under conditions, given as text.
func ConditionTerm(conditions string) string { return "scene " + conditions }

// OtherConditionsTerm names the term for all conditions that have no term of their own.
const OtherConditionsTerm = "scene of others"

// UnderstandRule returns the meaning of a named rule of a unit or of a weapon for the price
// formula. If its effects are unknown, the rule has a price by its name only.
func UnderstandRule(set *rules.Set, name string, onWeapon bool) *Meaning {
	r := set.Find(name)
	if r == nil {
		m := &Meaning{name: name, TermKey: name, mayChangeAttacks: true}
		m.priceByNameOnly(onWeapon)
		return m
	}
	effects, whole := expandGivenRules(set, r.Effects, 0)
	m := meaningOf(r.Name, effects, onWeapon)
	if !r.AllEffectsKnown() || !whole {
		m.AllEffectsKnown, m.mayChangeAttacks = false, true
	}
	if !m.AllEffectsKnown && !m.changesProfileOnly {
		m.TermKey = r.Name
	}
	if len(effects) == 0 || onWeapon && m.hasNonAttackEffects && len(m.AttackChanges) == 0 {
		m.priceByNameOnly(onWeapon)
	}
	if onWeapon {
		m.hasNonAttackEffects = false
	}
	return m
}

// priceByNameOnly makes m a rule with unknown effects, priced by its name only.
func (m *Meaning) priceByNameOnly(onWeapon bool) {
	m.TermKey, m.changesProfileOnly, m.AllEffectsKnown = m.name, false, false
	if onWeapon {
		m.AttackChanges = []AttackChange{{Kind: HitFactorChange, fightKinds: inAnyFight}}
		return
	}
	m.hasNonAttackEffects = true
}

// expandGivenRules replaces effects that give rules by the effects of the given rules. It leaves
// out effects that only say when tokens come. whole is false if the effects of a given rule are
// unknown. depth is the number of rules, one giving the next, that led to these effects.
func expandGivenRules(set *rules.Set, effects []rules.Effect, depth int) (all []rules.Effect, whole bool) {
	whole = true
	for _, e := range effects {
		if e.TokenGain != "" || e.TokenPlacement != "" { // effects of the rule that do not change attacks have the price
			continue
		}
		if len(e.GivenRules) == 0 {
			all = append(all, e)
			continue
		}
		for _, use := range e.GivenRules {
			r := set.Find(use.Name)
			if !r.AllEffectsKnown() || len(r.Effects) == 0 || depth > 3 {
				whole = false
				continue
			}
			given, known := expandGivenRules(set, r.Effects, depth+1)
			whole = whole && known
			for _, g := range given {
				both, together := e.When.And(g.When)
				if !together {
					continue
				}
				g.When = both
				if e.Receivers != "" {
					g.Receivers = e.Receivers
				}
				setRating(&g, use)
				all = append(all, g)
			}
		}
	}
	return all, whole
}

// setRating replaces the X in the effect of a given rule by the rating in use.
func setRating(e *rules.Effect, use rules.Use) {
	if n, ok := use.RatingNumber(); ok {
		if v := e.OnlyValue(); v != nil && v.IsRating {
			*v = rules.Value{IsSet: true, Number: n}
		}
	}
}

// meaningOf returns the meaning of a rule with a name and effects, on a weapon or on a unit.
func meaningOf(name string, effects []rules.Effect, onWeapon bool) *Meaning {
	m := &Meaning{name: name, AllEffectsKnown: true, changesProfileOnly: true}
	var keys []string
	var given []rules.Effect
	to := rules.Receivers("")
	for i, e := range effects {
		if e.NonFight != "" {
			m.AllEffectsKnown, m.hasNonAttackEffects, m.changesProfileOnly = false, true, false
			continue
		}
		e.When.RequiredBearers = ""
		if w := &e.When; w.AgainstSpell != nil && !*w.AgainstSpell && !e.MoraleModifier.IsSet {
			w.AgainstSpell = nil // books price it as if it met spells too
		}
		if m.takeProfileNumbers(&e, onWeapon) {
			continue
		}
		m.changesProfileOnly = false
		keys = append(keys, e.String())
		if i == 0 {
			to = e.Receivers
		}
		if e.Receivers == to && (to == rules.ToUnit || to == rules.ToFriends) {
			e.Receivers, e.When.IsRuleUsed = "", nil
			given = append(given, e)
			continue
		}
		m.addEffect(&e)
	}
	m.TermKey = strings.Join(keys, " ")
	if len(given) == 0 {
		return m
	}
	m.hasNonAttackEffects = true
	if len(given) == len(effects) {
		m.SoleGivenRule, m.givesToOtherUnits = meaningOf(name, given, false), to == rules.ToFriends
	}
	return m
}

// takeProfileNumbers moves numbers that change the profile (Tough, AP, ...) from effect e to m. It
// reports whether nothing is left of e.
func (m *Meaning) takeProfileNumbers(e *rules.Effect, onWeapon bool) bool {
	if e.Receivers != "" || e.Attacker != "" || e.Trigger != "" || e.When.String() != "{}" {
		return false
	}
	bare := *e
	bare.Ignore = slices.DeleteFunc(slices.Clone(e.Ignore), func(i rules.Ignore) bool {
		return i == rules.IgnoreCover && e.Blast.IsSet
	})
	type move struct{ from, to *rules.Value }
	moves := []move{
		{&bare.Tough, &m.tough},
		{&bare.Defense, &m.defense},
		{&bare.FixedDefense, &m.fixedDefense},
		{&bare.MaxPerList, new(rules.Value)},
	}
	if onWeapon {
		moves = append(moves, move{&bare.AP, &m.ap}, move{&bare.Deadly, &m.deadly}, move{&bare.Blast, &m.blast},
			move{&bare.Quality, &m.hitQuality})
	}
	for _, value := range moves {
		if value.from.IsSet {
			*value.to, *value.from = *value.from, rules.Value{}
		}
	}
	if bare.MakesHero {
		m.makesHero, bare.MakesHero = true, false
	}
	if len(bare.Ignore) == 0 {
		bare.Ignore = nil
	}
	*e = bare
	return bare.String() == "{}"
}

// addEffect adds an effect to m: its changes to attacks to AttackChanges, the rest to Effects.
func (m *Meaning) addEffect(e *rules.Effect) {
	if e.Receivers != "" || e.Attacker != "" || e.FightKind != "" {
		m.hasNonAttackEffects, m.Effects = true, append(m.Effects, *e)
		return
	}
	bare := *e
	bare.When = rules.When{}
	atom := AttackChange{fightKinds: fightKindsOf(&e.When), Conditions: ConditionText(e.When), Effect: bare.String()}
	rest := splitAttackChanges(e, func(k ChangeKind, amount rules.Value) {
		a := atom
		a.Kind, a.amount = k, amount
		isEqual := func(b AttackChange) bool {
			return a.Kind == b.Kind && a.amount == b.amount && a.fightKinds == b.fightKinds
		}
		if !slices.ContainsFunc(m.AttackChanges, isEqual) {
			m.AttackChanges = append(m.AttackChanges, a)
		}
	})
	if rest.String() != "{}" {
		m.hasNonAttackEffects, rest.When = true, e.When
		m.Effects = append(m.Effects, rest)
	}
}

// LimitsFightKind reports whether conditions limit an effect to shooting or to melee.
func LimitsFightKind(w *rules.When) bool { return fightKindsOf(w) != inAnyFight }

// fightKindsOf returns the kinds of fight (melee, shooting) in which conditions can hold.
func fightKindsOf(w *rules.When) fightKinds {
	is := func(b *bool) bool { return b != nil && *b }
	switch {
	case is(w.Shooting), w.InSight != nil, w.Moved != nil:
		return inShooting
	case is(w.Melee), is(w.Charging), is(w.Charged), w.Fatigued != nil:
		return inMelee
	}
	return inAnyFight
}

// ConditionText returns conditions as text, without the kind of fight.
func ConditionText(w rules.When) string {
	w.Shooting, w.Melee, w.RequiredRule = nil, nil, ""
	return w.String()
}

// GivesPriceableRule reports whether the rule gives another rule that either only changes attacks
// or never changes attacks. A given rule that does both has no price by itself.
func (m *Meaning) GivesPriceableRule() bool {
	return m.SoleGivenRule != nil && m.SoleGivenRule.hasNonAttackEffects != (len(m.SoleGivenRule.AttackChanges) > 0)
}

// PricedAsGivenRule reports whether the rule costs as much as the rule that it gives to others. If
// that rule changes attacks, this holds only if a hero gives it to his squad.
func (m *Meaning) PricedAsGivenRule(hero bool) bool {
	return m.GivesPriceableRule() && !m.givesToOtherUnits && (hero || m.SoleGivenRule.hasNonAttackEffects)
}

// TextWithoutNumber returns an effect as text with X in place of its number, so that effects that
// differ only in the number have the same name. amount is the number, or the chance to save a
// wound; 1 for an effect with several numbers.
func TextWithoutNumber(e rules.Effect) (name string, amount float64) {
	change := e.OnlyValue()
	if change == nil {
		return e.String(), 1
	}
	amount = float64(change.Number)
	if change.TokenCountSign != 0 || change.IsRating {
		amount = 1
	}
	for _, v := range []*rules.Value{&e.Regeneration, &e.Ward, &e.MoraleRerollMinDie, &e.MoraleMaxWoundingDie} {
		if v == change {
			amount = float64(7-change.Number) / 6
		}
	}
	*change = rules.Value{IsSet: true, IsRating: true}
	return e.String(), amount
}

// amountFor returns the size of the change, given the use of the rule with its rating.
func (a *AttackChange) amountFor(use rules.Use) int {
	if a.amount.TokenCountSign != 0 {
		return int(a.amount.TokenCountSign)
	}
	return a.amount.NumberForRating(use)
}
