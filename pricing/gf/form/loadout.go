package form

import (
	"maps"
	"slices"

	"muster/catalog"
	"muster/convert"
	"muster/rules"
)

// A Loadout describes a unit's kit by the numbers and terms from which the price formula computes
// its price.
type Loadout struct {
	NonAttackPrices []NonAttackPrice // prices of the rules' effects outside attacks

	quality, defense int
	isHero           bool
	models           []toughGroup // groups of models with the same Tough
	weapons          []weapon
	weaponLabels     []weaponLabel  // labels of weapons, in the order of weapons
	attackChanges    []PricedChange // changes to attacks by the unit's rules
	pricedRules      []pricedRule   // the rules that make attackChanges and NonAttackPrices
	allRules         []heldRule     // every rule of the unit
	unpricedRules    []unpricedRule
}

// An unpricedRule is a rule for which the formula has no term.
type unpricedRule struct {
	name                          string
	affectsWeapons, affectsModels bool // the rule may change the worth of weapons, or of models
}

// A pricedRule is a rule with the index ranges of its entries in Loadout.attackChanges and
// Loadout.NonAttackPrices: from [0] up to but not including [1].
type pricedRule struct {
	label                                 string
	changeIndexRange, nonAttackIndexRange [2]int
}

// Total returns the price of a loadout in points.
func (l *Loadout) Total(t *Tables, v *TermValues) float64 {
	sum := t.modelsWorth(v, l)
	for i := range l.weapons {
		sum += t.weaponWorth(v, &l.weapons[i], l.quality, l.attackChanges)
	}
	for i := range l.NonAttackPrices {
		sum += t.NonAttackWorth(v, &l.NonAttackPrices[i], l)
	}
	return sum
}

// RemoveCommonParts removes from loadouts b and a the weapons and rule prices that both have, for
// speed. The difference of their prices stays the same.
func RemoveCommonParts(b, a *Loadout) {
	if !b.sameModels(a) || !slices.Equal(b.attackChanges, a.attackChanges) {
		return
	}
	for i := len(a.weapons) - 1; i >= 0; i-- {
		j := slices.IndexFunc(b.weapons, func(w weapon) bool { return w.hasEqualPrice(&a.weapons[i]) })
		if j >= 0 {
			a.weapons, b.weapons = slices.Delete(a.weapons, i, i+1), slices.Delete(b.weapons, j, j+1)
		}
	}
	for i := len(a.NonAttackPrices) - 1; i >= 0; i-- {
		j := slices.IndexFunc(b.NonAttackPrices, func(r NonAttackPrice) bool { return r.equal(&a.NonAttackPrices[i]) })
		if j >= 0 {
			a.NonAttackPrices, b.NonAttackPrices = slices.Delete(a.NonAttackPrices, i, i+1), slices.Delete(b.NonAttackPrices,
				j, j+1)
		}
	}
}

// sameModels reports whether both loadouts have the same models with the same Defense.
func (l *Loadout) sameModels(other *Loadout) bool {
	return slices.Equal(l.models, other.models) && l.defense == other.defense
}

// HasInteractingRules reports whether a rule of the unit changes the attacks of a weapon whose own
// rules change attacks too. The formula prices such rules as if they were independent.
func (l *Loadout) HasInteractingRules() bool {
	return slices.ContainsFunc(l.weapons, func(w weapon) bool {
		return w.attacks != 0 && len(w.ruleChanges) > 0 &&
			slices.ContainsFunc(l.attackChanges, func(c PricedChange) bool { return c.fightKinds&w.fightKind() != 0 })
	})
}

// RuleKeys returns the rules.NameKey of every rule of the unit.
func (l *Loadout) RuleKeys() []string {
	return convert.All(l.allRules, func(h heldRule) string { return rules.NameKey(h.Name) })
}

// A LoadoutReader makes loadouts from kits.
type LoadoutReader struct {
	ruleSet *rules.Set // defines the rules that kits name
	terms   TermFinder
	tables  *Tables
	// cache by rule name: [0] for rules of units, [1] for rules of weapons
	meanings [2]map[string]*Meaning
}

// A TermFinder finds the terms with which the formula prices rules.
type TermFinder interface {
	// AttackTerm returns the term that prices the change a of rule m to attacks.
	AttackTerm(m *Meaning, a *AttackChange) (term TermID, ok bool)
	// NonAttackTerm returns the term that prices the effects of rule m outside attacks, and by what
	// amount (models, wounds, ...) the term is multiplied.
	NonAttackTerm(m *Meaning) (term TermID, by Multiplier, ok bool)
	// PricedAsGivenRule reports whether rule m costs as much as the rule that it gives to others;
	// hero says that a hero has rule m.
	PricedAsGivenRule(m *Meaning, hero bool) bool
}

// NewLoadoutReader returns a reader of kits whose rules are defined by a set.
func NewLoadoutReader(set *rules.Set, terms TermFinder, t *Tables) *LoadoutReader {
	return &LoadoutReader{set, terms, t, [2]map[string]*Meaning{{}, {}}}
}

// meaning returns the meaning of a rule for the price formula, on a unit or on a weapon. A rule
// with words instead of a number in its brackets counts as a separate rule.
func (r *LoadoutReader) meaning(use rules.Use, onWeapon bool) *Meaning {
	name := use.Name
	if _, ok := use.RatingNumber(); !ok {
		name = use.String()
	}
	cache := r.meanings[0]
	if onWeapon {
		cache = r.meanings[1]
	}
	m := cache[name]
	if m == nil {
		m = UnderstandRule(r.ruleSet, use.Name, onWeapon)
		if name != use.Name && !m.AllEffectsKnown {
			m.TermKey = name
		}
		cache[name] = m
	}
	return m
}

// ReadKit returns the loadout for a kit.
func (r *LoadoutReader) ReadKit(k *Kit) *Loadout {
	l := &Loadout{quality: clampToDie(k.quality), defense: clampToDie(k.defense)}
	all := slices.Clone(k.rules)
	for _, it := range k.items {
		n := it.count
		if n <= 0 {
			continue
		}
		if n >= k.modelCount {
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
func (r *LoadoutReader) setModels(l *Loadout, k *Kit, all []heldRule) {
	tough, better := 0, 0
	special := map[int]int{} // added Tough, by the number of models that have it
	for _, h := range all {
		m := r.meaning(h.Use, false)
		l.isHero = l.isHero || m.makesHero
		if m.fixedDefense.IsSet {
			l.defense = min(l.defense, clampToDie(m.fixedDefense.NumberForRating(h.Use)))
		}
		if m.defense.IsSet {
			better += m.defense.NumberForRating(h.Use)
		}
		switch n := m.tough.NumberForRating(h.Use); {
		case !m.tough.IsSet:
		case h.modelCount == 0:
			tough += n
		default:
			special[h.modelCount] += n
		}
	}
	l.defense = clampToDie(l.defense - better)
	rest := k.modelCount
	for _, n := range slices.Sorted(maps.Keys(special)) {
		some := min(n, rest)
		l.models = append(l.models, toughGroup{some, max(1, tough+special[n])})
		rest -= some
	}
	if rest > 0 {
		l.models = append(l.models, toughGroup{rest, max(1, tough)})
	}
}

// addRule adds a rule of the unit to a loadout, with its changes to attacks and the price of its
// other effects.
func (r *LoadoutReader) addRule(l *Loadout, h heldRule) {
	m := r.meaning(h.Use, false)
	if len(m.AttackChanges) == 0 && !m.hasNonAttackEffects {
		return
	}
	p := pricedRule{
		label: h.String(), changeIndexRange: [2]int{len(l.attackChanges)},
		nonAttackIndexRange: [2]int{len(l.NonAttackPrices)},
	}
	changes, known := r.attackChanges(m, h.Use)
	l.attackChanges = append(l.attackChanges, changes...)
	if m.hasNonAttackEffects {
		rate, ok := r.nonAttackPrice(l, m, h)
		if known = known && ok; ok {
			l.NonAttackPrices = append(l.NonAttackPrices, rate)
		}
	}
	if !known {
		l.addUnpriced(m, h.Use)
	}
	p.changeIndexRange[1], p.nonAttackIndexRange[1] = len(l.attackChanges), len(l.NonAttackPrices)
	l.pricedRules = append(l.pricedRules, p)
}

// attackChanges returns the changes that a rule makes to attacks; ok is false if one of them has no
// term.
func (r *LoadoutReader) attackChanges(m *Meaning, use rules.Use) (all []PricedChange, ok bool) {
	ok = true
	for i := range m.AttackChanges {
		a := &m.AttackChanges[i]
		term, known := r.terms.AttackTerm(m, a)
		if ok = ok && known; known {
			all = append(all, PricedChange{a.Kind, a.amountFor(use), a.fightKinds, term})
		}
	}
	return all, ok
}

// nonAttackPrice returns the price of a rule's effects outside attacks; ok is false if they have no
// term.
func (r *LoadoutReader) nonAttackPrice(l *Loadout, m *Meaning, h heldRule) (nonAttackPrice NonAttackPrice, ok bool) {
	nonAttackPrice = NonAttackPrice{rating: 1, bearerModels: l.models}
	if n, ok := h.RatingNumber(); ok {
		nonAttackPrice.rating = float64(n)
	}
	if h.modelCount > 0 {
		nonAttackPrice.bearerModels = []toughGroup{{h.modelCount, l.models[len(l.models)-1].tough}}
	}
	if l.isHero || m.givesToOtherUnits {
		nonAttackPrice.receiver = auraOnHeroSquad
	}
	if m.SoleGivenRule != nil && r.terms.PricedAsGivenRule(m, l.isHero) {
		nonAttackPrice.isAura = true
		if !m.SoleGivenRule.hasNonAttackEffects {
			nonAttackPrice.AttackChanges, ok = r.attackChanges(m.SoleGivenRule, h.Use)
			return nonAttackPrice, ok
		}
		m = m.SoleGivenRule
	}
	nonAttackPrice.Term, nonAttackPrice.Multiplier, ok = r.terms.NonAttackTerm(m)
	return nonAttackPrice, ok
}

// addUnpriced records a rule without a price.
func (l *Loadout) addUnpriced(m *Meaning, use rules.Use) {
	lost := unpricedRule{use.Name, len(m.AttackChanges) > 0 || m.mayChangeAttacks, m.hasNonAttackEffects}
	if !slices.Contains(l.unpricedRules, lost) {
		l.unpricedRules = append(l.unpricedRules, lost)
	}
}

// addWeapon adds a weapon to a loadout. If it has several profiles, only the first counts.
func (r *LoadoutReader) addWeapon(l *Loadout, held *heldWeapon) {
	mode := held.AttackModes()[0]
	t := r.tables
	w := weapon{weaponNumbers: weaponNumbers{attacks: float64(mode.Attacks * held.count), rangeInches: mode.Range, woundsPerHit: 1}}
	w.rangeFactor, w.deadly, w.blast = t.rangeTerms.interpolate(w.rangeInches), t.deadlyTerms.interpolate(1), t.blastTerms.interpolate(1)
	uses := slices.Concat([]rules.Use(mode.Rules), held.addedRules)
	for _, use := range uses {
		m := r.meaning(use, true)
		if m.ap.IsSet {
			w.ap += m.ap.NumberForRating(use)
		}
		if m.hitQuality.IsSet {
			w.quality = m.hitQuality.NumberForRating(use)
		}
		if m.deadly.IsSet {
			w.deadly = t.deadlyTerms.interpolate(m.deadly.NumberForRating(use))
			w.woundsPerHit *= float64(m.deadly.NumberForRating(use))
		}
		if m.blast.IsSet {
			w.blast, w.ignoresCover = t.blastTerms.interpolate(m.blast.NumberForRating(use)), w.rangeInches > 0
			w.woundsPerHit *= float64(m.blast.NumberForRating(use))
		}
		changes, known := r.attackChanges(m, use)
		if w.ruleChanges = append(w.ruleChanges, changes...); !known {
			l.addUnpriced(m, use)
		}
	}
	l.weapons, l.weaponLabels = append(l.weapons, w), append(l.weaponLabels, weaponLabel{&mode, uses})
}

// A weaponLabel is a weapon with all its rules, written as the label of its part of a price.
type weaponLabel struct {
	*catalog.Weapon
	allRules []rules.Use
}

// String returns the weapon as books write it.
func (p weaponLabel) String() string {
	return p.Name + " (" + p.ProfileText(rules.UseTexts(p.allRules)) + ")"
}
