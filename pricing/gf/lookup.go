package gf

import (
	"cmp"
	"slices"
	"strings"

	"muster/pricing/gf/form"
	"muster/rules"
)

// A termLookup finds the terms that price the rules of a book, in the prices of a release. It
// derives missing terms from rules with similar effects. It implements form.TermFinder.
type termLookup struct {
	*Prices
	terms      []Term                 // terms of the release, then the derived terms
	values     []float64              // by form.TermID
	derivedIDs map[string]form.TermID // ids of the derived terms, by name
}

// newTermLookup returns a lookup of p's terms, without derived terms.
func newTermLookup(p *Prices) *termLookup {
	return &termLookup{p, slices.Clip(p.Terms), slices.Clone(p.values), map[string]form.TermID{}}
}

// find returns the term of a name.
func (l *termLookup) find(name string) (form.TermID, bool) {
	if id, ok := l.Prices.ids[name]; ok {
		return id, true
	}
	id, ok := l.derivedIDs[name]
	return id, ok
}

// addDerivedTerm adds a term whose value is derived from other terms, and returns its id.
func (l *termLookup) addDerivedTerm(name string, value, spread float64) form.TermID {
	id := form.TermID(len(l.terms))
	l.terms = append(l.terms, Term{Name: name, Value: value, MedianDeviation: spread, Confidence: Guess})
	l.values = append(l.values, value)
	l.derivedIDs[name] = id
	return id
}

// AttackTerm returns the term that prices a rule's change to attacks. It derives the term if the
// release has none. It implements form.TermFinder.
func (l *termLookup) AttackTerm(m *form.Meaning, a *form.AttackChange) (form.TermID, bool) {
	name := form.AttackTermName(m, a)
	if id, ok := l.find(name); ok {
		return id, true
	}
	if !m.AllEffectsKnown {
		return 0, false
	}
	s, ok := l.conditionTerm(a.Conditions)
	if !ok {
		return 0, false
	}
	if id, ok := l.find(a.Effect + ": " + string(a.Kind)); ok {
		each := l.terms[id]
		return l.addDerivedTerm(name, s.Value*each.Value, s.MedianDeviation*abs(each.Value)+abs(s.Value)*each.MedianDeviation), true
	}
	if a.Kind.HasCalculatedWorth() {
		return l.addDerivedTerm(name, s.Value, s.MedianDeviation), true
	}
	return 0, false
}

// conditionTerm returns the term of conditions: the share of a rule's worth that is left if it
// applies only under them. Being charged counts like charging. Conditions without a term count like
// the average of others, unless they depend on spells, uses or choices of a player.
func (l *termLookup) conditionTerm(conditions string) (Term, bool) {
	charging := strings.Replace(conditions, "charged:", "charging:", 1)
	names := []string{form.ConditionTerm(conditions), form.ConditionTerm(charging), form.OtherConditionsTerm}
	for _, word := range []string{"spell:", "used:", "roll:", "choice:"} {
		if strings.Contains(conditions, word) {
			names = names[:2]
		}
	}
	for _, name := range names {
		if id, ok := l.find(name); ok {
			return l.terms[id], true
		}
	}
	return Term{}, false
}

// NonAttackTerm returns the term that prices a rule's effects outside attacks. It derives the term
// if the release has none. It implements form.TermFinder.
func (l *termLookup) NonAttackTerm(m *form.Meaning) (form.TermID, form.Multiplier, bool) {
	if id, by, ok := l.findNonAttackTerm(m.TermKey); ok {
		return id, by, true
	}
	if !m.AllEffectsKnown || len(m.Effects) == 0 {
		return 0, "", false
	}
	value, spread, by := 0.0, 0.0, form.Multiplier("")
	for i := range m.Effects {
		term, b, amount, ok := l.effectTerm(m.Effects[i])
		if !ok || cmp.Or(by, b) != b {
			return 0, "", false
		}
		by = b
		value += term.Value * amount
		spread += term.MedianDeviation * abs(amount)
	}
	return l.addDerivedTerm(form.NonAttackTermName(m.TermKey, by), value, spread), by, true
}

// findNonAttackTerm returns the term for effects outside attacks of rules with a TermKey, and the
// multiplier of the term.
func (l *termLookup) findNonAttackTerm(key string) (form.TermID, form.Multiplier, bool) {
	for _, by := range form.AllMultipliers {
		if id, ok := l.find(form.NonAttackTermName(key, by)); ok {
			return id, by, true
		}
	}
	return 0, "", false
}

// effectTerm returns the term of an effect outside attacks, derived from rules that have the effect
// with another number or under other conditions. amount is the effect's number, by which the term
// is multiplied.
func (l *termLookup) effectTerm(e rules.Effect) (term Term, by form.Multiplier, amount float64, ok bool) {
	name, amount := form.TextWithoutNumber(e)
	if id, by, ok := l.findNonAttackTerm("like " + name); ok {
		return l.terms[id], by, amount, true
	}
	oneFight := form.LimitsFightKind(&e.When)
	share, ok := l.conditionTerm(form.ConditionText(e.When))
	if !ok {
		return term, by, 0, false
	}
	e.When = rules.When{}
	name, amount = form.TextWithoutNumber(e)
	id, by, ok := l.findNonAttackTerm("like " + name)
	if !ok {
		return term, by, 0, false
	}
	if oneFight { // of two
		amount /= 2
	}
	term = l.terms[id]
	term.MedianDeviation = abs(term.Value)*share.MedianDeviation + share.Value*term.MedianDeviation
	term.Value *= share.Value
	return term, by, amount, true
}

// PricedAsGivenRule reports whether a rule costs as much as the rule that it gives, which must have
// a price by itself (see Meaning.GivesPriceableRule). If so, this holds for every rule without a term of
// its own, and for other rules as Meaning.PricedAsGivenRule says. It implements form.TermFinder.
func (l *termLookup) PricedAsGivenRule(m *form.Meaning, hero bool) bool {
	if !m.GivesPriceableRule() {
		return false
	}
	_, _, own := l.findNonAttackTerm(m.TermKey)
	return !own || m.PricedAsGivenRule(hero)
}

func abs(x float64) float64 { return max(x, -x) }

// IsRule reports whether the term belongs to a special rule.
func (t *Term) IsRule() bool { return strings.Contains(t.Name, ": ") }
