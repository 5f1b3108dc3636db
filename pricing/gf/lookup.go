package gf

import (
	"cmp"
	"strings"

	"muster/rules"
)

// attackTerm, bodyTerm and the others are the names of rules' terms.
func attackTerm(m *meaning, a *atom) string { return m.key + ": " + a.word() }
func bodyTerm(key string, by basis) string  { return key + ": per " + string(by) }
func sceneTerm(a *atom) string              { return "scene " + a.scene }
func isStructural(k kind) bool              { return k == byHit || k == byAP || k == bySixAP || k == bySixHit }

// pure reports whether what a rule gives is all attacks, or no attacks:
// only then it is priced as what it gives.
func (m *meaning) pure() bool {
	return m.inner != nil && (m.inner.body != (len(m.inner.atoms) > 0))
}

// alike reports whether what a rule gives to its unit is priced as that is. The
// attacks of others than a hero's squad are not.
func alike(m *meaning, hero bool) bool {
	return m.pure() && !m.lent && (hero || m.inner.body)
}

// like writes an effect with X in the place of its number, so that other numbers
// find it, and returns how much of it the number is: chances to save a wound go by
// the die that it takes. An effect of several numbers has none.
func like(e rules.Effect) (name string, amount float64) {
	change := e.Change()
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

// A lookup finds the terms of rules among a release's, and works out what is not
// among them from effects that others share.
type lookup struct {
	*Prices
	terms  []Term // those of the release, and what was worked out
	values []float64
	names  map[string]number // of what was worked out
}

func newLookup(p *Prices) *lookup {
	return &lookup{p, p.Terms[:len(p.Terms):len(p.Terms)], p.values[:len(p.values):len(p.values)], map[string]number{}}
}

func (l *lookup) find(name string) (number, bool) {
	if n, ok := l.Prices.names[name]; ok {
		return n, true
	}
	n, ok := l.names[name]
	return n, ok
}

// work adds a term that was worked out from others: a value, as unsure as they are
// and by a share of itself more.
func (l *lookup) work(name string, value, spread float64) number {
	n := number(len(l.terms))
	l.terms = append(l.terms, Term{Name: name, Value: value, Spread: spread, Confidence: Guess})
	l.values = append(l.values, value)
	l.names[name] = n
	return n
}

// attack finds the term of what a rule does to attacks.
func (l *lookup) attack(m *meaning, a *atom) (number, bool) {
	name := attackTerm(m, a)
	if n, ok := l.find(name); ok {
		return n, true
	}
	if !m.complete {
		return 0, false
	}
	s, ok := l.scene(a.scene)
	if !ok {
		return 0, false
	}
	if n, ok := l.find(a.plain + ": " + string(a.kind)); ok {
		each := l.terms[n]
		return l.work(name, s.Value*each.Value, s.Spread*abs(each.Value)+abs(s.Value)*each.Spread), true
	}
	if isStructural(a.kind) {
		return l.work(name, s.Value, s.Spread), true
	}
	return 0, false
}

// scene finds what conditions leave of a rule's worth: to be charged is as to
// charge, and what no rule has is as the others are, if it is about how a fight comes
// about. How often a player has a spell against him or a choice is not.
func (l *lookup) scene(conditions string) (Term, bool) {
	names := []string{"scene " + conditions, "scene " + strings.Replace(conditions, "charged:", "charging:", 1), anyScene}
	for _, word := range []string{"spell:", "used:", "roll:", "choice:"} {
		if strings.Contains(conditions, word) {
			names = names[:2]
		}
	}
	for _, name := range names {
		if n, ok := l.find(name); ok {
			return l.terms[n], true
		}
	}
	return Term{}, false
}

// anyScene is the term of conditions that no rule has.
const anyScene = "scene of others"

// paid finds the term of what else a rule does.
func (l *lookup) paid(m *meaning) (number, basis, bool) {
	for _, by := range bases {
		if n, ok := l.find(bodyTerm(m.key, by)); ok {
			return n, by, true
		}
	}
	if !m.complete || len(m.effects) == 0 {
		return 0, "", false
	}
	value, spread, by := 0.0, 0.0, basis("")
	for i := range m.effects {
		term, b, amount, ok := l.likely(m.effects[i])
		if !ok || cmp.Or(by, b) != b {
			return 0, "", false
		}
		by = b
		value += term.Value * amount
		spread += term.Spread * abs(amount)
	}
	return l.work(bodyTerm(m.key, by), value, spread), by, true
}

// likely finds what an effect is worth that other rules have with another number,
// or under other conditions.
func (l *lookup) likely(e rules.Effect) (term Term, by basis, amount float64, ok bool) {
	name, amount := like(e)
	if term, by, ok = l.worth(name); ok {
		return term, by, amount, true
	}
	scope := scopeOf(&e.When)
	share, ok := l.scene(sceneOf(e.When))
	if !ok {
		return term, by, 0, false
	}
	e.When = rules.When{}
	name, amount = like(e)
	if term, by, ok = l.worth(name); !ok {
		return term, by, 0, false
	}
	if scope != everywhere { // of the two kinds of fights
		amount /= 2
	}
	term.Spread = abs(term.Value)*share.Spread + share.Value*term.Spread
	term.Value *= share.Value
	return term, by, amount, true
}

// worth finds the term of an effect.
func (l *lookup) worth(name string) (Term, basis, bool) {
	for _, by := range bases {
		if n, ok := l.find(bodyTerm("like "+name, by)); ok {
			return l.terms[n], by, true
		}
	}
	return Term{}, "", false
}

// alike reports whether what a rule gives is priced as that is, rather than by a
// term of its own.
func (l *lookup) alike(m *meaning, hero bool) bool {
	if !m.pure() {
		return false
	}
	for _, by := range bases {
		if _, ok := l.find(bodyTerm(m.key, by)); ok && !alike(m, hero) {
			return false
		}
	}
	return true
}

func abs(x float64) float64 { return max(x, -x) }

// isRule reports whether a term is of a rule.
func (t *Term) isRule() bool { return strings.Contains(t.Name, ": ") }
