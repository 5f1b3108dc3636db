package form

import (
	"maps"
	"slices"

	"muster/catalog"
	"muster/convert"
	"muster/rules"
)

// A Loadout is a kit expressed in the numbers and terms of the price formula.
type Loadout struct {
	Rates []Rate // prices of the rules outside attacks

	quality, defense int
	isHero           bool
	models           []toughModels // groups of models with the same Tough
	weapons          []weapon
	profiles         []profile    // labels of the weapons, by their index
	changes          []Change     // what the unit's rules change about its attacks
	rules            []pricedRule // the rules to which changes and Rates belong
	allRules         []heldRule   // every rule of the unit
	unpricedRules    []unpricedRule
}

// An unpricedRule is a rule without a price.
type unpricedRule struct {
	name                          string
	affectsWeapons, affectsModels bool // the rule may change the worth of weapons, or of models
}

// A pricedRule is a rule with its part of Loadout.changes and Loadout.Rates: the indices from [0]
// up to but not including [1].
type pricedRule struct {
	label          string
	changes, rates [2]int
}

// Total returns the points of a loadout.
func (l *Loadout) Total(t *Tables, v *Values) float64 {
	sum := t.modelsWorth(v, l)
	for i := range l.weapons {
		sum += t.weaponWorth(v, &l.weapons[i], l.quality, l.changes)
	}
	for i := range l.Rates {
		sum += t.RateWorth(v, &l.Rates[i], l)
	}
	return sum
}

// CancelCommon removes from both loadouts the weapons and rates that they have in common, for
// speed. The difference of their prices stays the same.
func CancelCommon(b, a *Loadout) {
	if !b.sameModels(a) || !slices.Equal(b.changes, a.changes) {
		return
	}
	for i := len(a.weapons) - 1; i >= 0; i-- {
		j := slices.IndexFunc(b.weapons, func(w weapon) bool { return w.equal(&a.weapons[i]) })
		if j >= 0 {
			a.weapons, b.weapons = slices.Delete(a.weapons, i, i+1), slices.Delete(b.weapons, j, j+1)
		}
	}
	for i := len(a.Rates) - 1; i >= 0; i-- {
		j := slices.IndexFunc(b.Rates, func(r Rate) bool { return r.equal(&a.Rates[i]) })
		if j >= 0 {
			a.Rates, b.Rates = slices.Delete(a.Rates, i, i+1), slices.Delete(b.Rates, j, j+1)
		}
	}
}

// sameModels reports whether both loadouts have the same models with the same Defense.
func (l *Loadout) sameModels(other *Loadout) bool {
	return slices.Equal(l.models, other.models) && l.defense == other.defense
}

// HasInterplay reports whether a rule of the unit changes the attacks of a weapon whose own rules
// change attacks too. The formula prices these rules separately.
func (l *Loadout) HasInterplay() bool {
	return slices.ContainsFunc(l.weapons, func(w weapon) bool {
		return w.attacks != 0 && len(w.ruleChanges) > 0 &&
			slices.ContainsFunc(l.changes, func(c Change) bool { return c.scope&w.fight() != 0 })
	})
}

// RuleKeys returns the rules.Key of every rule of the unit.
func (l *Loadout) RuleKeys() []string {
	return convert.All(l.allRules, func(h heldRule) string { return rules.Key(h.Name) })
}

// sameWeapons reports whether both loadouts have the same weapons.
func (l *Loadout) sameWeapons(other *Loadout) bool {
	return slices.EqualFunc(l.weapons, other.weapons, func(a, b weapon) bool { return a.equal(&b) })
}

// A Reader makes loadouts from kits.
type Reader struct {
	ruleSet *rules.Set // finds the rules that kits name
	terms   Vocabulary
	tables  *Tables
	// cache by rule name: [0] for rules of units, [1] for rules of weapons
	meanings [2]map[string]*Meaning
}

// A Vocabulary finds the terms with which the formula prices rules.
type Vocabulary interface {
	// AttackTerm returns the term of the change a that rule m makes to attacks.
	AttackTerm(m *Meaning, a *Atom) (term TermID, ok bool)
	// NonAttackTerm returns the term of rule m's effects outside attacks, and the basis that its
	// price is multiplied by.
	NonAttackTerm(m *Meaning) (term TermID, by Basis, ok bool)
	// PricedAsGivenRule reports whether rule m is priced as the rule that it gives; hero is set if
	// a hero has rule m.
	PricedAsGivenRule(m *Meaning, hero bool) bool
}

// NewReader returns a reader of kits whose rules come from a set.
func NewReader(set *rules.Set, terms Vocabulary, t *Tables) *Reader {
	return &Reader{set, terms, t, [2]map[string]*Meaning{{}, {}}}
}

// meaning returns the meaning of a rule on a unit or on a weapon. A rule with words instead of a
// number in its brackets counts as a separate rule.
func (r *Reader) meaning(use rules.Use, onWeapon bool) *Meaning {
	name := use.Name
	if _, ok := use.Number(); !ok {
		name = use.String()
	}
	cache := r.meanings[0]
	if onWeapon {
		cache = r.meanings[1]
	}
	m := cache[name]
	if m == nil {
		m = Understand(r.ruleSet, use.Name, onWeapon)
		if name != use.Name && !m.Complete {
			m.Key = name
		}
		cache[name] = m
	}
	return m
}

// Load returns the loadout for a kit.
func (r *Reader) Load(k *Kit) *Loadout {
	l := &Loadout{quality: clampToDie(k.quality), defense: clampToDie(k.defense)}
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
			all = append(all, heldRule{use, n})
		}
	}
	r.setModels(l, k, all)
	l.allRules = all
	for _, h := range all {
		r.addRule(l, h)
	}
	for i := range k.weapons {
		if w := &k.weapons[i]; w.count != 0 {
			r.addWeapon(l, w)
		}
	}
	for _, it := range k.items {
		for _, w := range it.Weapons {
			if it.count > 0 {
				r.addWeapon(l, &heldWeapon{Weapon: w, count: w.Count * it.count})
			}
		}
	}
	return l
}

// setModels sets the unit's models and its Defense; all holds the rules of the kit.
func (r *Reader) setModels(l *Loadout, k *Kit, all []heldRule) {
	tough, better := 0, 0
	special := map[int]int{} // added Tough, by the number of models that have it
	for _, h := range all {
		m := r.meaning(h.Use, false)
		l.isHero = l.isHero || m.makesHero
		if m.fixedDefense.IsSet {
			l.defense = min(l.defense, clampToDie(m.fixedDefense.ForUse(h.Use)))
		}
		if m.defense.IsSet {
			better += m.defense.ForUse(h.Use)
		}
		switch n := m.tough.ForUse(h.Use); {
		case !m.tough.IsSet:
		case h.modelCount == 0:
			tough += n
		default:
			special[h.modelCount] += n
		}
	}
	l.defense = clampToDie(l.defense - better)
	rest := k.size
	for _, n := range slices.Sorted(maps.Keys(special)) {
		some := min(n, rest)
		l.models = append(l.models, toughModels{some, max(1, tough+special[n])})
		rest -= some
	}
	if rest > 0 {
		l.models = append(l.models, toughModels{rest, max(1, tough)})
	}
}

// addRule adds a rule of the unit with its changes and its rate.
func (r *Reader) addRule(l *Loadout, h heldRule) {
	m := r.meaning(h.Use, false)
	if len(m.Atoms) == 0 && !m.hasNonAttack {
		return
	}
	p := pricedRule{label: h.String(), changes: [2]int{len(l.changes)}, rates: [2]int{len(l.Rates)}}
	changes, known := r.changes(m, h.Use)
	l.changes = append(l.changes, changes...)
	if m.hasNonAttack {
		rate, ok := r.rate(l, m, h)
		if known = known && ok; ok {
			l.Rates = append(l.Rates, rate)
		}
	}
	if !known {
		l.addUnpriced(m, h.Use)
	}
	p.changes[1], p.rates[1] = len(l.changes), len(l.Rates)
	l.rules = append(l.rules, p)
}

// changes returns the changes that a rule makes to attacks; ok is false if one of them has no term.
func (r *Reader) changes(m *Meaning, use rules.Use) (all []Change, ok bool) {
	ok = true
	for i := range m.Atoms {
		a := &m.Atoms[i]
		term, known := r.terms.AttackTerm(m, a)
		if ok = ok && known; known {
			all = append(all, Change{a.Kind, a.number(use), a.scope, term})
		}
	}
	return all, ok
}

// rate returns the price of a rule's effects outside attacks; ok is false if they have no term.
func (r *Reader) rate(l *Loadout, m *Meaning, h heldRule) (rate Rate, ok bool) {
	rate = Rate{rating: 1, bearers: l.models}
	if n, ok := h.Number(); ok {
		rate.rating = float64(n)
	}
	if h.modelCount > 0 {
		rate.bearers = []toughModels{{h.modelCount, l.models[len(l.models)-1].tough}}
	}
	if l.isHero || m.forOthers {
		rate.receiver = heroSquad
	}
	if m.Given != nil && r.terms.PricedAsGivenRule(m, l.isHero) {
		rate.isAura = true
		if !m.Given.hasNonAttack {
			rate.Attacks, ok = r.changes(m.Given, h.Use)
			return rate, ok
		}
		m = m.Given
	}
	rate.Term, rate.Basis, ok = r.terms.NonAttackTerm(m)
	return rate, ok
}

// addUnpriced records a rule without a price.
func (l *Loadout) addUnpriced(m *Meaning, use rules.Use) {
	lost := unpricedRule{use.Name, len(m.Atoms) > 0 || m.mayChangeAttacks, m.hasNonAttack}
	if !slices.Contains(l.unpricedRules, lost) {
		l.unpricedRules = append(l.unpricedRules, lost)
	}
}

// addWeapon adds a weapon. If it has several profiles, only the first counts.
func (r *Reader) addWeapon(l *Loadout, held *heldWeapon) {
	mode := held.Modes()[0]
	t := r.tables
	w := weapon{weaponNumbers: weaponNumbers{attacks: float64(mode.Attacks * held.count), rangeInches: mode.Range, hitWounds: 1}}
	w.rangeFactor, w.deadly, w.blast = t.ranges.interpolate(w.rangeInches), t.deadly.interpolate(1), t.blast.interpolate(1)
	uses := slices.Concat([]rules.Use(mode.Rules), held.addedRules)
	for _, use := range uses {
		m := r.meaning(use, true)
		if m.ap.IsSet {
			w.ap += m.ap.ForUse(use)
		}
		if m.hitQuality.IsSet {
			w.quality = m.hitQuality.ForUse(use)
		}
		if m.deadly.IsSet {
			w.deadly = t.deadly.interpolate(m.deadly.ForUse(use))
			w.hitWounds *= float64(m.deadly.ForUse(use))
		}
		if m.blast.IsSet {
			w.blast, w.ignoresCover = t.blast.interpolate(m.blast.ForUse(use)), w.rangeInches > 0
			w.hitWounds *= float64(m.blast.ForUse(use))
		}
		changes, known := r.changes(m, use)
		if w.ruleChanges = append(w.ruleChanges, changes...); !known {
			l.addUnpriced(m, use)
		}
	}
	l.weapons, l.profiles = append(l.weapons, w), append(l.profiles, profile{&mode, uses})
}

// A profile is a weapon with all its rules, for the label of its price.
type profile struct {
	*catalog.Weapon
	uses []rules.Use
}

// String returns the weapon as books write it.
func (p profile) String() string { return p.Name + " (" + p.ProfileText(rules.Strings(p.uses)) + ")" }
