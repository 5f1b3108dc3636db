package gf

import (
	"cmp"
	"slices"
	"strings"

	"muster/pricing/gf/form"
	"muster/rules"
)

// A lookup finds the terms of rules in a release. It derives missing terms from rules with similar
// effects. It implements form.Vocabulary.
type lookup struct {
	*Prices
	terms   []Term                 // terms of the release, then the derived terms
	values  []float64              // by form.TermID
	derived map[string]form.TermID // derived terms by name
}

// newLookup returns a lookup without derived terms.
func newLookup(p *Prices) *lookup {
	return &lookup{p, slices.Clip(p.Terms), slices.Clone(p.values), map[string]form.TermID{}}
}

// find returns the term of a name.
func (l *lookup) find(name string) (form.TermID, bool) {
	if id, ok := l.Prices.ids[name]; ok {
		return id, true
	}
	id, ok := l.derived[name]
	return id, ok
}

// addDerived adds a term that is derived from other terms.
func (l *lookup) addDerived(name string, value, spread float64) form.TermID {
	id := form.TermID(len(l.terms))
	l.terms = append(l.terms, Term{Name: name, Value: value, Spread: spread, Confidence: Guess})
	l.values = append(l.values, value)
	l.derived[name] = id
	return id
}

// AttackTerm returns the term of a change to attacks. It derives the term if the release has none.
// It implements form.Vocabulary.
func (l *lookup) AttackTerm(m *form.Meaning, a *form.Atom) (form.TermID, bool) {
	name := form.AttackTerm(m, a)
	if id, ok := l.find(name); ok {
		return id, true
	}
	if !m.Complete {
		return 0, false
	}
	s, ok := l.sceneTerm(a.Conditions)
	if !ok {
		return 0, false
	}
	if id, ok := l.find(a.Effect + ": " + string(a.Kind)); ok {
		each := l.terms[id]
		return l.addDerived(name, s.Value*each.Value, s.Spread*abs(each.Value)+abs(s.Value)*each.Spread), true
	}
	if a.Kind.IsStructural() {
		return l.addDerived(name, s.Value, s.Spread), true
	}
	return 0, false
}

// sceneTerm returns the term of conditions: the share of a rule's worth that the rule keeps under
// them. Being charged counts like charging. Conditions without a term count like the average of
// others, unless they depend on spells, uses or choices of a player.
func (l *lookup) sceneTerm(conditions string) (Term, bool) {
	charging := strings.Replace(conditions, "charged:", "charging:", 1)
	names := []string{form.SceneTerm(conditions), form.SceneTerm(charging), form.OtherScenesTerm}
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

// NonAttackTerm returns the term of a rule's effects outside attacks. It derives the term if the
// release has none. It implements form.Vocabulary.
func (l *lookup) NonAttackTerm(m *form.Meaning) (form.TermID, form.Basis, bool) {
	if id, by, ok := l.findNonAttackTerm(m.Key); ok {
		return id, by, true
	}
	if !m.Complete || len(m.Effects) == 0 {
		return 0, "", false
	}
	value, spread, by := 0.0, 0.0, form.Basis("")
	for i := range m.Effects {
		term, b, amount, ok := l.effectTerm(m.Effects[i])
		if !ok || cmp.Or(by, b) != b {
			return 0, "", false
		}
		by = b
		value += term.Value * amount
		spread += term.Spread * abs(amount)
	}
	return l.addDerived(form.NonAttackTerm(m.Key, by), value, spread), by, true
}

// findNonAttackTerm returns the term and the basis of the rule with a key.
func (l *lookup) findNonAttackTerm(key string) (form.TermID, form.Basis, bool) {
	for _, by := range form.Bases {
		if id, ok := l.find(form.NonAttackTerm(key, by)); ok {
			return id, by, true
		}
	}
	return 0, "", false
}

// effectTerm returns the term of an effect, found by rules that have the effect with another number
// or under other conditions. amount is the effect's number, by which the term is multiplied.
func (l *lookup) effectTerm(e rules.Effect) (term Term, by form.Basis, amount float64, ok bool) {
	name, amount := form.WithoutNumber(e)
	if id, by, ok := l.findNonAttackTerm("like " + name); ok {
		return l.terms[id], by, amount, true
	}
	oneFight := form.LimitsFight(&e.When)
	share, ok := l.sceneTerm(form.SceneOf(e.When))
	if !ok {
		return term, by, 0, false
	}
	e.When = rules.When{}
	name, amount = form.WithoutNumber(e)
	id, by, ok := l.findNonAttackTerm("like " + name)
	if !ok {
		return term, by, 0, false
	}
	if oneFight { // of two
		amount /= 2
	}
	term = l.terms[id]
	term.Spread = abs(term.Value)*share.Spread + share.Value*term.Spread
	term.Value *= share.Value
	return term, by, amount, true
}

// PricedAsGivenRule reports whether a rule is priced as the rule that it gives, as it is if it has
// no term itself. It implements form.Vocabulary.
func (l *lookup) PricedAsGivenRule(m *form.Meaning, hero bool) bool {
	if !m.GivesPureRule() {
		return false
	}
	_, _, own := l.findNonAttackTerm(m.Key)
	return !own || m.PricedAsGivenRule(hero)
}

func abs(x float64) float64 { return max(x, -x) }

// IsRule reports whether the term belongs to a special rule.
func (t *Term) IsRule() bool { return strings.Contains(t.Name, ": ") }
