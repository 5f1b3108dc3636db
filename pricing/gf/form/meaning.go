package form

import (
	"slices"
	"strings"

	"muster/rules"
)

// A Meaning is what a rule does, as the price formula sees it: the key of its terms, and its
// effects.
type Meaning struct {
	// Key is the text of the effects, so that rules with the same effects have the same price; or
	// the rule's name if its effects are not fully known.
	Key      string
	Atoms    []Atom         // what the rule changes about attacks
	Effects  []rules.Effect // the rule's effects outside attacks
	Complete bool           // the effects describe the rule fully
	// Given is the rule that this rule gives to other models, if it has no other effects; else nil.
	Given *Meaning

	name             string
	hasNonAttack     bool // it has effects outside attacks, or unknown effects
	profileOnly      bool // it only changes numbers of the profile
	mayChangeAttacks bool // its unknown effects may change attacks
	forOthers        bool // Given is for other units, not for the unit itself

	makesHero                     bool // it makes its bearer a hero
	tough, defense, fixedDefense  rules.Value
	ap, deadly, blast, hitQuality rules.Value // numbers of a weapon's profile
}

// An Atom is one single change of a rule to attacks.
type Atom struct {
	Kind       Kind
	Conditions string // as text, without the kind of fight
	Effect     string // the effect as text, without conditions

	amount rules.Value // size of the change, such as the AP added
	scope  scope       // kinds of fight in which it counts
}

// ProfileNumbers returns the numbers that the rule adds to a profile, by table of the formula:
// "deadly", "blast", "tough".
func (m *Meaning) ProfileNumbers() map[string]rules.Value {
	return map[string]rules.Value{"deadly": m.deadly, "blast": m.blast, "tough": m.tough}
}

// AttackTerm returns the name of the term of a change to attacks.
func AttackTerm(m *Meaning, a *Atom) string {
	name := m.Key + ": " + string(a.Kind)
	switch a.scope {
	case inMelee:
		return name + " in melee"
	case inShooting:
		return name + " when shooting"
	}
	return name
}

// NonAttackTerm returns the name of the term of a rule's effects outside attacks, priced by a
// basis.
func NonAttackTerm(key string, by Basis) string { return key + ": per " + string(by) }

// SceneTerm returns the name of the term of conditions, given as text.
func SceneTerm(conditions string) string { return "scene " + conditions }

// OtherScenesTerm is the name of the term for conditions that no rule of the books has.
const OtherScenesTerm = "scene of others"

// Understand returns the meaning of a rule of a weapon or of a unit. The meaning of a rule with
// unknown effects is only its name.
func Understand(set *rules.Set, name string, onWeapon bool) *Meaning {
	r := set.Find(name)
	if r == nil {
		m := &Meaning{name: name, Key: name, mayChangeAttacks: true}
		m.reduceToName(onWeapon)
		return m
	}
	effects, whole := expandGiven(set, r.Effects, 0)
	m := meaningOf(r.Name, effects, onWeapon)
	if !r.Modelled() || !whole {
		m.Complete, m.mayChangeAttacks = false, true
	}
	if !m.Complete && !m.profileOnly {
		m.Key = r.Name
	}
	if len(effects) == 0 || onWeapon && m.hasNonAttack && len(m.Atoms) == 0 {
		m.reduceToName(onWeapon)
	}
	if onWeapon {
		m.hasNonAttack = false
	}
	return m
}

// reduceToName makes the meaning that of a rule with unknown effects, priced by its name.
func (m *Meaning) reduceToName(onWeapon bool) {
	m.Key, m.profileOnly, m.Complete = m.name, false, false
	if onWeapon {
		m.Atoms = []Atom{{Kind: ByFactor, scope: everywhere}}
		return
	}
	m.hasNonAttack = true
}

// expandGiven replaces effects that give rules by the effects of the given rules. It leaves out
// effects that only say when tokens come. whole is false if the effects of a given rule are
// unknown. depth is the number of rules above that gave these effects.
func expandGiven(set *rules.Set, effects []rules.Effect, depth int) (all []rules.Effect, whole bool) {
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
			if !r.Modelled() || len(r.Effects) == 0 || depth > 3 {
				whole = false
				continue
			}
			given, known := expandGiven(set, r.Effects, depth+1)
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
	if n, ok := use.Number(); ok {
		if v := e.OnlyValue(); v != nil && v.IsRating {
			*v = rules.Value{IsSet: true, Number: n}
		}
	}
}

// meaningOf returns the meaning of a rule with the given effects.
func meaningOf(name string, effects []rules.Effect, onWeapon bool) *Meaning {
	m := &Meaning{name: name, Complete: true, profileOnly: true}
	var keys []string
	var given []rules.Effect
	to := rules.Receivers("")
	for i, e := range effects {
		if e.NonFight != "" {
			m.Complete, m.hasNonAttack, m.profileOnly = false, true, false
			continue
		}
		e.When.RequiredBearers = ""
		if w := &e.When; w.Spell != nil && !*w.Spell && !e.Morale.IsSet {
			w.Spell = nil // books price it as if it met spells too
		}
		if m.absorbProfile(&e, onWeapon) {
			continue
		}
		m.profileOnly = false
		keys = append(keys, e.String())
		if i == 0 {
			to = e.Receivers
		}
		if e.Receivers == to && (to == rules.ToUnit || to == rules.ToFriends) {
			e.Receivers, e.When.Used = "", nil
			given = append(given, e)
			continue
		}
		m.addEffect(&e)
	}
	m.Key = strings.Join(keys, " ")
	if len(given) == 0 {
		return m
	}
	m.hasNonAttack = true
	if len(given) == len(effects) {
		m.Given, m.forOthers = meaningOf(name, given, false), to == rules.ToFriends
	}
	return m
}

// absorbProfile moves numbers of the profile from an effect to the meaning. It reports whether the
// effect is then empty.
func (m *Meaning) absorbProfile(e *rules.Effect, onWeapon bool) bool {
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
	if bare.Hero {
		m.makesHero, bare.Hero = true, false
	}
	if len(bare.Ignore) == 0 {
		bare.Ignore = nil
	}
	*e = bare
	return bare.String() == "{}"
}

// addEffect adds an effect: its changes to attacks as atoms, the rest as an effect outside attacks.
func (m *Meaning) addEffect(e *rules.Effect) {
	if e.Receivers != "" || e.Attacker != "" || e.FightKind != "" {
		m.hasNonAttack, m.Effects = true, append(m.Effects, *e)
		return
	}
	bare := *e
	bare.When = rules.When{}
	atom := Atom{scope: scopeOf(&e.When), Conditions: SceneOf(e.When), Effect: bare.String()}
	rest := splitAttacks(e, func(k Kind, amount rules.Value) {
		a := atom
		a.Kind, a.amount = k, amount
		known := func(b Atom) bool { return a.Kind == b.Kind && a.amount == b.amount && a.scope == b.scope }
		if !slices.ContainsFunc(m.Atoms, known) {
			m.Atoms = append(m.Atoms, a)
		}
	})
	if rest.String() != "{}" {
		m.hasNonAttack, rest.When = true, e.When
		m.Effects = append(m.Effects, rest)
	}
}

// LimitsFight reports whether conditions limit an effect to shooting or to melee.
func LimitsFight(w *rules.When) bool { return scopeOf(w) != everywhere }

// scopeOf returns the kinds of fight in which conditions can hold.
func scopeOf(w *rules.When) scope {
	is := func(b *bool) bool { return b != nil && *b }
	switch {
	case is(w.Shooting), w.InSight != nil, w.Moved != nil:
		return inShooting
	case is(w.Melee), is(w.Charging), is(w.Charged), w.Fatigued != nil:
		return inMelee
	}
	return everywhere
}

// SceneOf returns conditions as text, without the kind of fight.
func SceneOf(w rules.When) string {
	w.Shooting, w.Melee, w.HasRule = nil, nil, ""
	return w.String()
}

// GivesPureRule reports whether the rule gives a rule that either only changes attacks or does not
// change attacks. A given rule of mixed effects has no price by itself.
func (m *Meaning) GivesPureRule() bool {
	return m.Given != nil && m.Given.hasNonAttack != (len(m.Given.Atoms) > 0)
}

// PricedAsGivenRule reports whether the rule is priced as the rule that it gives. For a given rule
// that changes attacks, this holds only if a hero gives it to his squad.
func (m *Meaning) PricedAsGivenRule(hero bool) bool {
	return m.GivesPureRule() && !m.forOthers && (hero || m.Given.hasNonAttack)
}

// WithoutNumber returns an effect as text with X in place of its number, so that effects that
// differ only in the number have the same name. amount is the number, or the chance to save a
// wound; 1 for an effect with several numbers.
func WithoutNumber(e rules.Effect) (name string, amount float64) {
	change := e.OnlyValue()
	if change == nil {
		return e.String(), 1
	}
	amount = float64(change.Number)
	if change.CountSign != 0 || change.IsRating {
		amount = 1
	}
	for _, v := range []*rules.Value{&e.Regeneration, &e.Ward, &e.MoraleReroll, &e.MoraleForWounds} {
		if v == change {
			amount = float64(7-change.Number) / 6
		}
	}
	*change = rules.Value{IsSet: true, IsRating: true}
	return e.String(), amount
}

// number returns the amount of the atom's change for a rule with the rating in use.
func (a *Atom) number(use rules.Use) int {
	if a.amount.CountSign != 0 {
		return int(a.amount.CountSign)
	}
	return a.amount.ForUse(use)
}
