package form

import (
	"slices"
	"strings"

	"muster/rules"
)

// A Meaning is a rule in the price formula: the names of its terms, and its effects.
type Meaning struct {
	// Key is the effects as text, so that rules with the same effects have the same price. If the
	// effects do not say everything, it is the rule's name.
	Key      string
	Atoms    []Atom         // changes to attacks
	Effects  []rules.Effect // effects of the rule that do not change attacks
	Complete bool           // the effects say everything about the rule
	// Given is the rule that it gives to other models, if it does nothing else.
	Given *Meaning

	name        string
	hasBody     bool // it has effects outside attacks, or unknown ones
	profileOnly bool // it only changes numbers of the profile
	unread      bool // its unknown part may be about attacks
	lent        bool // Given is for other units, not for the unit itself

	hero                          bool
	tough, defense, defenseIs     rules.Value
	ap, deadly, blast, hitQuality rules.Value // numbers of a weapon's profile
}

// An Atom is one change of a rule to attacks.
type Atom struct {
	Kind   Kind
	Scene  string // conditions as text, apart from the kind of fight
	Effect string // effect as text, without conditions

	amount rules.Value // size of the change, such as the AP added
	scope  scope       // kinds of fight
}

// Numbers returns the numbers that the rule adds to a profile, by table of the formula: "deadly",
// "blast", "tough".
func (m *Meaning) Numbers() map[string]rules.Value {
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

// BodyTerm returns the name of the term of a rule's effects outside attacks, paid by a basis.
func BodyTerm(key string, by Basis) string { return key + ": per " + string(by) }

// SceneTerm returns the name of the term of conditions.
func SceneTerm(conditions string) string { return "scene " + conditions }

// OtherScenes is the name of the term of conditions that no rule of the books has.
const OtherScenes = "scene of others"

// Understand returns the meaning of a rule of a weapon or of a unit. For a rule with unknown
// effects it is only the name.
func Understand(set *rules.Set, name string, onWeapon bool) *Meaning {
	r := set.Find(name)
	if r == nil {
		m := &Meaning{name: name, Key: name, unread: true}
		m.nameOnly(onWeapon)
		return m
	}
	effects, whole := expandGiven(set, r.Effects, 0)
	m := meaningOf(r.Name, effects, onWeapon)
	if !r.Modelled() || !whole {
		m.Complete, m.unread = false, true
	}
	if !m.Complete && !m.profileOnly {
		m.Key = r.Name
	}
	if len(effects) == 0 || onWeapon && m.hasBody && len(m.Atoms) == 0 {
		m.nameOnly(onWeapon)
	}
	if onWeapon {
		m.hasBody = false
	}
	return m
}

// nameOnly sets the meaning of a rule with unknown effects.
func (m *Meaning) nameOnly(onWeapon bool) {
	m.Key, m.profileOnly, m.Complete = m.name, false, false
	if onWeapon {
		m.Atoms = []Atom{{Kind: ByFactor, scope: everywhere}}
		return
	}
	m.hasBody = true
}

// expandGiven replaces effects that give rules by the effects of those rules, and leaves out how
// tokens come. whole is false if the effects of a given rule are unknown. depth counts rules that
// give rules.
func expandGiven(set *rules.Set, effects []rules.Effect, depth int) (all []rules.Effect, whole bool) {
	whole = true
	for _, e := range effects {
		if e.Gathers != "" || e.Places != "" { // effects of the rule that do not change attacks have the price
			continue
		}
		if len(e.Gives) == 0 {
			all = append(all, e)
			continue
		}
		for _, use := range e.Gives {
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
				if e.To != "" {
					g.To = e.To
				}
				setRating(&g, use)
				all = append(all, g)
			}
		}
	}
	return all, whole
}

// setRating replaces the X of an effect of a given rule by the rating in use.
func setRating(e *rules.Effect, use rules.Use) {
	if n, ok := use.Number(); ok {
		if v := e.OnlyValue(); v != nil && v.X {
			*v = rules.Value{Set: true, Number: n}
		}
	}
}

// meaningOf returns the meaning of a rule with these effects.
func meaningOf(name string, effects []rules.Effect, onWeapon bool) *Meaning {
	m := &Meaning{name: name, Complete: true, profileOnly: true}
	var keys []string
	var given []rules.Effect
	to := rules.To("")
	for i, e := range effects {
		if e.OutsideFight != "" {
			m.Complete, m.hasBody, m.profileOnly = false, true, false
			continue
		}
		e.When.Models = ""
		if w := &e.When; w.Spell != nil && !*w.Spell && !e.Morale.Set {
			w.Spell = nil // books price it as if it met spells too
		}
		if m.absorbProfile(&e, onWeapon) {
			continue
		}
		m.profileOnly = false
		keys = append(keys, e.String())
		if i == 0 {
			to = e.To
		}
		if e.To == to && (to == rules.ToUnit || to == rules.ToFriends) {
			e.To, e.When.Used = "", nil
			given = append(given, e)
			continue
		}
		m.addEffect(&e)
	}
	m.Key = strings.Join(keys, " ")
	if len(given) == 0 {
		return m
	}
	m.hasBody = true
	if len(given) == len(effects) {
		m.Given, m.lent = meaningOf(name, given, false), to == rules.ToFriends
	}
	return m
}

// absorbProfile moves the numbers of the profile from an effect to the meaning, and reports whether
// nothing of the effect is left.
func (m *Meaning) absorbProfile(e *rules.Effect, onWeapon bool) bool {
	if e.To != "" || e.Of != "" || e.On != "" || e.When.String() != "{}" {
		return false
	}
	bare := *e
	bare.Ignore = slices.DeleteFunc(slices.Clone(e.Ignore), func(i rules.Ignore) bool {
		return i == rules.IgnoreCover && e.Blast.Set
	})
	type move struct{ from, to *rules.Value }
	moves := []move{
		{&bare.Tough, &m.tough},
		{&bare.Defense, &m.defense},
		{&bare.DefenseIs, &m.defenseIs},
		{&bare.PerList, new(rules.Value)},
	}
	if onWeapon {
		moves = append(moves, move{&bare.AP, &m.ap}, move{&bare.Deadly, &m.deadly}, move{&bare.Blast, &m.blast},
			move{&bare.Quality, &m.hitQuality})
	}
	for _, value := range moves {
		if value.from.Set {
			*value.to, *value.from = *value.from, rules.Value{}
		}
	}
	if bare.Hero {
		m.hero, bare.Hero = true, false
	}
	if len(bare.Ignore) == 0 {
		bare.Ignore = nil
	}
	*e = bare
	return bare.String() == "{}"
}

// addEffect adds an effect: changes to attacks as atoms, the rest as an effect of the models.
func (m *Meaning) addEffect(e *rules.Effect) {
	if e.To != "" || e.Of != "" || e.By != "" {
		m.hasBody, m.Effects = true, append(m.Effects, *e)
		return
	}
	bare := *e
	bare.When = rules.When{}
	atom := Atom{scope: scopeOf(&e.When), Scene: SceneOf(e.When), Effect: bare.String()}
	rest := splitAttacks(e, func(k Kind, amount rules.Value) {
		a := atom
		a.Kind, a.amount = k, amount
		known := func(b Atom) bool { return a.Kind == b.Kind && a.amount == b.amount && a.scope == b.scope }
		if !slices.ContainsFunc(m.Atoms, known) {
			m.Atoms = append(m.Atoms, a)
		}
	})
	if rest.String() != "{}" {
		m.hasBody, rest.When = true, e.When
		m.Effects = append(m.Effects, rest)
	}
}

// HasScope reports whether conditions limit an effect to shooting or to melee.
func HasScope(w *rules.When) bool { return scopeOf(w) != everywhere }

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

// SceneOf returns conditions as text, apart from the kind of fight.
func SceneOf(w rules.When) string {
	w.Shooting, w.Melee, w.Has = nil, nil, ""
	return w.String()
}

// IsPure reports whether the given rule only changes attacks or changes none: otherwise it has no
// price by itself.
func (m *Meaning) IsPure() bool {
	return m.Given != nil && m.Given.hasBody != (len(m.Given.Atoms) > 0)
}

// PricedAsGivenRule reports whether the rule is priced as the rule that it gives. A given rule that
// changes attacks counts only if a hero gives it to his squad.
func (m *Meaning) PricedAsGivenRule(hero bool) bool {
	return m.IsPure() && !m.lent && (hero || m.Given.hasBody)
}

// WithoutNumber returns an effect as text with X in place of its number, so that effects that
// differ in the number have the same name. amount is that number, or the chance to save a wound; 1
// for an effect of several numbers.
func WithoutNumber(e rules.Effect) (name string, amount float64) {
	change := e.OnlyValue()
	if change == nil {
		return e.String(), 1
	}
	amount = float64(change.Number)
	if change.N != 0 || change.X {
		amount = 1
	}
	for _, v := range []*rules.Value{&e.Regeneration, &e.Ward, &e.RepeatMorale, &e.PayMorale} {
		if v == change {
			amount = float64(7-change.Number) / 6
		}
	}
	*change = rules.Value{Set: true, X: true}
	return e.String(), amount
}

// number returns the atom's amount for a rule with the rating of use.
func (a *Atom) number(use rules.Use) int {
	if a.amount.N != 0 {
		return int(a.amount.N)
	}
	return a.amount.ForUse(use)
}
