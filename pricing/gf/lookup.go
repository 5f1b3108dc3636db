package gf

import (
	"cmp"
	"slices"
	"strings"

	"muster/pricing/gf/form"
	"muster/rules"
)

// A lookup finds the terms of rules among a release's, and derives others from effects that rules share. It
// implements form.Vocabulary.
type lookup struct {
	*Prices
	terms   []Term // of the release, then the derived
	values  []float64
	derived map[string]form.TermID
}

func newLookup(p *Prices) *lookup {
	return &lookup{p, slices.Clip(p.Terms), slices.Clip(p.values), map[string]form.TermID{}}
}

func (l *lookup) find(name string) (form.TermID, bool) {
	if id, ok := l.Prices.ids[name]; ok {
		return id, true
	}
	id, ok := l.derived[name]
	return id, ok
}

// addDerived adds a term that was derived from others.
func (l *lookup) addDerived(name string, value, spread float64) form.TermID {
	id := form.TermID(len(l.terms))
	l.terms = append(l.terms, Term{Name: name, Value: value, Spread: spread, Confidence: Guess})
	l.values = append(l.values, value)
	l.derived[name] = id
	return id
}

// AttackTerm implements form.Vocabulary.
func (l *lookup) AttackTerm(m *form.Meaning, a *form.Atom) (form.TermID, bool) {
	name := form.AttackTerm(m, a)
	if id, ok := l.find(name); ok {
		return id, true
	}
	if !m.Complete {
		return 0, false
	}
	s, ok := l.scene(a.Scene)
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

// scene returns the term of conditions: the share of a rule's worth that they leave. To be charged is as to charge,
// and conditions of no known rule are as the others, unless they depend on spells, uses or choices of a player.
func (l *lookup) scene(conditions string) (Term, bool) {
	charging := strings.Replace(conditions, "charged:", "charging:", 1)
	names := []string{form.SceneTerm(conditions), form.SceneTerm(charging), form.OtherScenes}
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

// BodyTerm implements form.Vocabulary.
func (l *lookup) BodyTerm(m *form.Meaning) (form.TermID, form.Basis, bool) {
	if id, by, ok := l.findBody(m.Key); ok {
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
	return l.addDerived(form.BodyTerm(m.Key, by), value, spread), by, true
}

// findBody returns the term of a rule's key, by its basis.
func (l *lookup) findBody(key string) (form.TermID, form.Basis, bool) {
	for _, by := range form.Bases {
		if id, ok := l.find(form.BodyTerm(key, by)); ok {
			return id, by, true
		}
	}
	return 0, "", false
}

// effectTerm returns the term of an effect, from rules with the same effect in another amount or under other
// conditions.
func (l *lookup) effectTerm(e rules.Effect) (term Term, by form.Basis, amount float64, ok bool) {
	name, amount := form.Alike(e)
	if id, by, ok := l.findBody("like " + name); ok {
		return l.terms[id], by, amount, true
	}
	oneFight := form.HasScope(&e.When)
	share, ok := l.scene(form.SceneOf(e.When))
	if !ok {
		return term, by, 0, false
	}
	e.When = rules.When{}
	name, amount = form.Alike(e)
	id, by, ok := l.findBody("like " + name)
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

// PricedAsGiven implements form.Vocabulary: a rule is priced as the one that it gives, unless it has a term of its
// own.
func (l *lookup) PricedAsGiven(m *form.Meaning, hero bool) bool {
	if !m.IsPure() {
		return false
	}
	_, _, own := l.findBody(m.Key)
	return !own || m.PricedAsGiven(hero)
}

func abs(x float64) float64 { return max(x, -x) }

// IsRule reports whether a term is a rule's.
func (t *Term) IsRule() bool { return strings.Contains(t.Name, ": ") }
