package gf

import (
	"maps"
	"slices"

	"muster/catalog"
	"muster/rules"
)

// A loadout is a kit as a price sees it: numbers, and places of terms.
type loadout struct {
	quality, defense int
	hero             bool
	who              []models
	weapons          []weapon
	carried          []profile // what the weapons are called
	measures         []measure // what the unit's rules do to its attacks
	rates            []rate
	rules            []priced  // what measures and rates belong to
	unknown          []missing // rules without a price
}

// A missing is a rule without a price, and what it may change.
type missing struct {
	name            string
	attacks, models bool // what weapons are worth, what models are
}

// A priced is a rule of the unit with its part of the measures and of the rates.
type priced struct {
	what            string
	measures, rates [2]int
}

// total is what it all comes to.
func (l *loadout) total(t *tables, v []float64) float64 {
	sum := t.body(v, l.who, l.quality, l.defense)
	for i := range l.weapons {
		sum += t.attacks(v, &l.weapons[i], l.quality, l.measures)
	}
	for i := range l.rates {
		sum += t.paid(v, &l.rates[i], l)
	}
	return sum
}

// cancel leaves out what is the same before and after, for speed.
func cancel(b, a *loadout) {
	if !slices.Equal(b.who, a.who) || b.defense != a.defense || !slices.Equal(b.measures, a.measures) {
		return
	}
	for i := len(a.weapons) - 1; i >= 0; i-- {
		j := slices.IndexFunc(b.weapons, func(w weapon) bool { return w.equal(&a.weapons[i]) })
		if j >= 0 {
			a.weapons, b.weapons = slices.Delete(a.weapons, i, i+1), slices.Delete(b.weapons, j, j+1)
		}
	}
	for i := len(a.rates) - 1; i >= 0; i-- {
		j := slices.IndexFunc(b.rates, func(r rate) bool { return r.equal(&a.rates[i]) })
		if j >= 0 {
			a.rates, b.rates = slices.Delete(a.rates, i, i+1), slices.Delete(b.rates, j, j+1)
		}
	}
}

// A reader makes loadouts of kits.
type reader struct {
	set      *rules.Set
	terms    vocabulary
	tables   *tables
	meanings [2]map[string]*meaning // of units' rules, and of weapons'
}

// A vocabulary knows the terms of rules.
type vocabulary interface {
	// attack returns the term of one thing that a rule does to attacks.
	attack(m *meaning, a *atom) (term number, ok bool)
	// paid returns the term of what else a rule does, and what it is paid by.
	paid(m *meaning) (term number, by basis, ok bool)
	// alike reports whether what a rule gives to others is priced as that is.
	alike(m *meaning, hero bool) bool
}

func newReader(set *rules.Set, terms vocabulary, t *tables) *reader {
	return &reader{set, terms, t, [2]map[string]*meaning{{}, {}}}
}

// meaning is what a rule is, on a unit or on a weapon. One with words in its
// brackets is a rule of its own.
func (r *reader) meaning(use rules.Use, onWeapon bool) *meaning {
	name := use.Name
	if _, ok := use.Number(); !ok {
		name = use.String()
	}
	known := r.meanings[0]
	if onWeapon {
		known = r.meanings[1]
	}
	m := known[name]
	if m == nil {
		m = understand(r.set, use.Name, onWeapon)
		if name != use.Name && !m.complete {
			m.key = name
		}
		known[name] = m
	}
	return m
}

// load makes a loadout of a kit.
func (r *reader) load(k *kit) *loadout {
	l := &loadout{quality: bounded(k.quality), defense: bounded(k.defense)}
	all := slices.Clone(k.rules)
	for _, it := range k.items {
		n := it.count
		if n <= 0 {
			continue
		}
		if n >= k.size {
			n = 0
		}
		for _, use := range it.Rules {
			all = append(all, had{use, n})
		}
	}
	r.models(l, k, all)
	for _, h := range all {
		r.rule(l, h)
	}
	for i := range k.weapons {
		if w := &k.weapons[i]; w.count != 0 {
			r.weapon(l, w)
		}
	}
	for _, it := range k.items {
		for _, w := range it.Weapons {
			if it.count > 0 {
				r.weapon(l, &carried{Weapon: w, count: w.Count * it.count})
			}
		}
	}
	return l
}

// models settles who is in the unit, and its Defense.
func (r *reader) models(l *loadout, k *kit, all []had) {
	tough, better := 0, 0
	special := map[int]int{} // wounds more, by the number of models that have them
	for _, h := range all {
		m := r.meaning(h.Use, false)
		l.hero = l.hero || m.hero
		if m.defenseIs.Set {
			l.defense = min(l.defense, bounded(m.defenseIs.Of(h.Use)))
		}
		if m.defense.Set {
			better += m.defense.Of(h.Use)
		}
		switch n := m.tough.Of(h.Use); {
		case !m.tough.Set:
		case h.models == 0:
			tough += n
		default:
			special[h.models] += n
		}
	}
	l.defense = bounded(l.defense - better)
	rest := k.size
	for _, n := range slices.Sorted(maps.Keys(special)) {
		some := min(n, rest)
		l.who = append(l.who, models{some, max(1, tough+special[n])})
		rest -= some
	}
	if rest > 0 {
		l.who = append(l.who, models{rest, max(1, tough)})
	}
}

// rule adds a rule of the unit.
func (r *reader) rule(l *loadout, h had) {
	m := r.meaning(h.Use, false)
	if len(m.atoms) == 0 && !m.body {
		return
	}
	p := priced{what: h.String(), measures: [2]int{len(l.measures)}, rates: [2]int{len(l.rates)}}
	measures, known := r.measures(m, h.Use)
	l.measures = append(l.measures, measures...)
	if m.body {
		pay, ok := r.rate(l, m, h)
		if known = known && ok; ok {
			l.rates = append(l.rates, pay)
		}
	}
	if !known {
		l.miss(m, h.Use)
	}
	p.measures[1], p.rates[1] = len(l.measures), len(l.rates)
	l.rules = append(l.rules, p)
}

// measures are what a rule does to attacks; ok is false if a part has no price.
func (r *reader) measures(m *meaning, use rules.Use) (all []measure, ok bool) {
	ok = true
	for i := range m.atoms {
		a := &m.atoms[i]
		term, known := r.terms.attack(m, a)
		if ok = ok && known; known {
			all = append(all, measure{a.kind, a.number(use), a.scope, term})
		}
	}
	return all, ok
}

// rate is how a rule is paid.
func (r *reader) rate(l *loadout, m *meaning, h had) (pay rate, ok bool) {
	pay = rate{rating: 1, who: l.who}
	if n, ok := h.Number(); ok {
		pay.rating = float64(n)
	}
	if h.models > 0 {
		pay.who = []models{{h.models, l.who[len(l.who)-1].tough}}
	}
	if l.hero || m.lent {
		pay.to = ofHero
	}
	if m.inner != nil && r.terms.alike(m, l.hero) {
		pay.given = true
		if !m.inner.body {
			pay.attacks, ok = r.measures(m.inner, h.Use)
			return pay, ok
		}
		m = m.inner
	}
	pay.term, pay.by, ok = r.terms.paid(m)
	return pay, ok
}

// miss notes a rule that has no price.
func (l *loadout) miss(m *meaning, use rules.Use) {
	lost := missing{use.Name, len(m.atoms) > 0 || m.unread, m.body}
	if !slices.Contains(l.unknown, lost) {
		l.unknown = append(l.unknown, lost)
	}
}

// weapon adds a weapon. Of several profiles the first counts.
func (r *reader) weapon(l *loadout, c *carried) {
	mode := c.Modes()[0]
	w := weapon{times: float64(mode.Attacks * c.count), inches: mode.Range, wounds: 1}
	w.reach = r.tables.ranges.at(w.inches)
	w.deadly, w.blast = r.tables.deadly.at(1), r.tables.blast.at(1)
	uses := slices.Concat([]rules.Use(mode.Rules), c.more)
	for _, use := range uses {
		m := r.meaning(use, true)
		if m.ap.Set {
			w.ap += m.ap.Of(use)
		}
		if m.quality.Set {
			w.quality = m.quality.Of(use)
		}
		if m.deadly.Set {
			w.deadly = r.tables.deadly.at(m.deadly.Of(use))
			w.wounds *= float64(m.deadly.Of(use))
		}
		if m.blast.Set {
			w.blast, w.bursts = r.tables.blast.at(m.blast.Of(use)), w.inches > 0
			w.wounds *= float64(m.blast.Of(use))
		}
		measures, known := r.measures(m, use)
		if w.rules = append(w.rules, measures...); !known {
			l.miss(m, use)
		}
	}
	l.weapons, l.carried = append(l.weapons, w), append(l.carried, profile{&mode, uses})
}

// A profile is a weapon with all its rules.
type profile struct {
	*catalog.Weapon
	uses []rules.Use
}

// String writes the weapon as books do.
func (p profile) String() string { return p.Name + " (" + p.Profile(rules.Strings(p.uses)) + ")" }

// number is the atom's amount for one use of its rule.
func (a *atom) number(use rules.Use) int {
	if a.amount.N != 0 {
		return int(a.amount.N)
	}
	return a.amount.Of(use)
}
