package gf

import (
	"slices"
	"strings"

	"muster/rules"
)

// A meaning is what a rule is to a price: the words under which its terms stand,
// and what its effects do.
type meaning struct {
	name string
	// key is the effects, so that rules of other names with the same effects have
	// the same price, or the name where the effects do not say all.
	key      string
	atoms    []atom // what it does to attacks
	body     bool   // it does something else, or what it does is not said
	free     bool   // nothing is left that has a price of its own
	complete bool   // the effects say all
	unread   bool   // what the effects leave out may be about attacks

	hero                      bool
	tough, defense, defenseIs rules.Value
	ap, deadly, blast         rules.Value // of a weapon
	quality                   rules.Value // of a weapon

	effects []rules.Effect // what else it does
	inner   *meaning       // what it gives to others, if it does nothing else
	lent    bool           // it gives that to other units, not to its own
}

// An atom is one thing that a rule does to attacks.
type atom struct {
	kind   kind
	amount rules.Value
	scope  scope
	scene  string // under which conditions, apart from the kind of fight
	plain  string // the effect without conditions
}

// word is the name of the atom's term after the rule's key.
func (a *atom) word() string {
	switch a.scope {
	case inMelee:
		return string(a.kind) + " in melee"
	case inShooting:
		return string(a.kind) + " when shooting"
	}
	return string(a.kind)
}

// understand reads a rule of a weapon or a unit. Of a nil rule only the name is
// known.
func understand(set *rules.Set, name string, onWeapon bool) *meaning {
	r := set.Find(name)
	if r == nil {
		m := &meaning{name: name, key: name, unread: true}
		m.unsaid(onWeapon)
		return m
	}
	effects, whole := expand(set, r.Effects, 0)
	m := read(r.Name, effects, onWeapon)
	if !r.Modelled() || !whole {
		m.complete, m.unread = false, true
	}
	if !m.complete && !m.free {
		m.key = r.Name
	}
	if len(effects) == 0 || onWeapon && m.body && len(m.atoms) == 0 {
		m.unsaid(onWeapon)
	}
	if onWeapon {
		m.body = false
	}
	return m
}

// unsaid is what a rule is taken for of which only the name is known.
func (m *meaning) unsaid(onWeapon bool) {
	m.key, m.free, m.complete = m.name, false, false
	if onWeapon {
		m.atoms = []atom{{kind: byFactor, scope: everywhere}}
		return
	}
	m.body = true
}

// expand puts the effects of the rules that effects give in their place. Whole is
// false if one of them is not known.
func expand(set *rules.Set, effects []rules.Effect, depth int) (all []rules.Effect, whole bool) {
	whole = true
	for _, e := range effects {
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
			given, known := expand(set, r.Effects, depth+1)
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
				rated(&g, use)
				all = append(all, g)
			}
		}
	}
	return all, whole
}

// rated puts the number of a given rule in the place of its X.
func rated(e *rules.Effect, use rules.Use) {
	if n, ok := use.Number(); ok {
		if v := e.Change(); v != nil && v.X {
			*v = rules.Value{Set: true, Number: n}
		}
	}
}

// read is the meaning of effects.
func read(name string, effects []rules.Effect, onWeapon bool) *meaning {
	m := &meaning{name: name, complete: true, free: true}
	var words []string
	var given []rules.Effect
	to := rules.To("")
	for i, e := range effects {
		if e.Outside != "" {
			m.complete, m.body, m.free = false, true, false
			continue
		}
		e.When.Models = ""
		if m.takes(&e, onWeapon) {
			continue
		}
		m.free = false
		words = append(words, e.String())
		if i == 0 {
			to = e.To
		}
		if e.To == to && (to == rules.ToUnit || to == rules.ToFriends) {
			e.To, e.When.Used = "", nil
			given = append(given, e)
			continue
		}
		m.acts(&e)
	}
	m.key = strings.Join(words, " ")
	if len(given) == 0 {
		return m
	}
	m.body = true
	if len(given) == len(effects) {
		m.inner, m.lent = read(name, given, false), to == rules.ToFriends
	}
	return m
}

// takes reports whether an effect is a number of the profile, which the form has a
// place for.
func (m *meaning) takes(e *rules.Effect, onWeapon bool) bool {
	if e.To != "" || e.Of != "" || e.On != "" || e.When.String() != "{}" {
		return false
	}
	bare := *e
	bare.Ignore = slices.DeleteFunc(slices.Clone(e.Ignore), func(i rules.Ignore) bool { return i == rules.IgnoreCover && e.Blast.Set })
	for _, place := range []struct{ from, to *rules.Value }{
		{&bare.Tough, &m.tough}, {&bare.Defense, &m.defense}, {&bare.DefenseIs, &m.defenseIs}, {&bare.PerList, new(rules.Value)},
	} {
		if place.from.Set {
			*place.to, *place.from = *place.from, rules.Value{}
		}
	}
	if bare.Hero {
		m.hero, bare.Hero = true, false
	}
	if onWeapon {
		for _, place := range []struct{ from, to *rules.Value }{
			{&bare.AP, &m.ap}, {&bare.Deadly, &m.deadly}, {&bare.Blast, &m.blast}, {&bare.Quality, &m.quality},
		} {
			if place.from.Set {
				*place.to, *place.from = *place.from, rules.Value{}
			}
		}
	}
	if len(bare.Ignore) == 0 {
		bare.Ignore = nil
	}
	*e = bare
	return bare.String() == "{}"
}

// acts adds what an effect does.
func (m *meaning) acts(e *rules.Effect) {
	if e.To != "" || e.Of != "" || e.By != "" {
		m.body, m.effects = true, append(m.effects, *e)
		return
	}
	left := *e
	one := rules.Value{Set: true, Number: 1}
	bare := *e
	bare.When = rules.When{}
	plain := bare.String()
	add := func(k kind, amount rules.Value) {
		a := atom{kind: k, amount: amount, scope: scopeOf(&e.When), scene: sceneOf(e.When), plain: plain}
		if !slices.ContainsFunc(m.atoms, func(b atom) bool { return a.kind == b.kind && a.amount == b.amount && a.scope == b.scope }) {
			m.atoms = append(m.atoms, a)
		}
	}
	take := func(v *rules.Value, k kind) {
		if v.Set {
			add(k, *v)
			*v = rules.Value{}
		}
	}
	six := e.On != ""
	if six {
		take(&left.AP, bySixAP)
	}
	take(&left.ToHit, byHit)
	take(&left.AP, byAP)
	take(&left.ExtraHits, bySixHit)
	take(&left.ExtraAttacks, bySixHit)
	take(&left.Range, byRange)
	left.RangeLeast = rules.Value{}
	for _, v := range []*rules.Value{&left.APIs, &left.Quality, &left.Blast, &left.Deadly, &left.Copies} {
		if v.Set {
			add(byFactor, one)
			*v = rules.Value{}
		}
	}
	if left.ExtraWounds.Set {
		take(&left.ExtraWounds, byWound)
	}
	if left.RerollBlocks.Set {
		add(byFactor, one)
		left.RerollBlocks = rules.Value{}
	}
	if left.Picks != "" {
		add(byFactor, one)
		left.Picks = ""
	}
	switch ignores := left.Ignore; {
	case left.WithoutSight:
		add(byReach, one)
	case slices.Contains(ignores, rules.IgnoreRegeneration), slices.Contains(ignores, rules.IgnorePenalties):
		add(byFlat, one)
	case slices.Contains(ignores, rules.IgnoreCover):
		add(byCover, one)
	}
	left.Ignore, left.WithoutSight = nil, false
	if left.StrikesFirst || left.StrikesLast || left.HitsAgainst.Set {
		add(byFlat, one)
		left.StrikesFirst, left.StrikesLast, left.HitsAgainst = false, false, rules.Value{}
	}
	left.When, left.On, left.Per, left.Max = rules.When{}, "", 0, rules.Value{}
	if left.String() != "{}" {
		m.body, left.When = true, e.When
		m.effects = append(m.effects, left)
	}
}

// scopeOf is the fight in which an effect acts.
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

// sceneOf writes the conditions of an effect apart from the kind of fight.
func sceneOf(w rules.When) string {
	w.Shooting, w.Melee, w.Has = nil, nil, ""
	return w.String()
}
