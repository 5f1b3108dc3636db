package attack

import (
	"slices"

	"muster/rules"
)

// A stance is a unit at the beginning of a strike: its living models and the rules in force
// (docs/rules-notes.md, what a unit has as a whole).
type stance struct {
	unit      *Fighter
	left      *Survivors
	held      [][]heldRule // by part, including rules given by other rules
	squadHeld []heldRule   // rules of the squad as a whole
	charge    bool         // the unit has charged into this melee
}

// circumstances are what conditions of effects look at in one strike, apart from the two units.
type circumstances struct {
	*Scenario
	combat *rules.Combat
	shown  []ruleDie // dice rolled for rules; see RuleDice
	spell  bool      // the attack is a spell
}

// An encounter is the unit Own against the unit Enemy, with a cache of their stances.
type encounter struct {
	circumstances
	Own, Enemy  *Fighter
	charge      bool         // Own has charged
	stanceCache [][2]*stance // [class of Own × classes of Enemy + class of Enemy][Own, Enemy]
}

func (f *Fight) encounter(own *Fighter, shown []ruleDie) encounter {
	enemy := f.Enemy(own)
	return encounter{
		circumstances: circumstances{Scenario: &f.Scenario, combat: &f.System.Combat, shown: shown, spell: f.spell},
		Own:           own, Enemy: enemy, charge: own == f.A, stanceCache: make([][2]*stance, own.Classes*enemy.Classes),
	}
}

// stances returns the stances of both units with survivors oc and ec. Survivors of one class share
// the cached stance.
func (n *encounter) stances(oc, ec *Survivors) (own, enemy *stance) {
	at := &n.stanceCache[oc.Class*n.Enemy.Classes+ec.Class]
	if at[0] == nil {
		both := new([2]stance)
		parts := len(n.Own.Parts)
		held := make([][]heldRule, parts+len(n.Enemy.Parts))
		at[0], at[1] = &both[0], &both[1]
		at[0].init(n.Own, oc, n.charge, held[:parts:parts])
		at[1].init(n.Enemy, ec, !n.charge && n.Mode == Melee, held[parts:])
		n.applyGifts(at[0], at[1])
		n.applyGifts(at[1], at[0])
	}
	own, enemy = at[0], at[1]
	own.left, enemy.left = oc, ec
	return own, enemy
}

func (s *stance) init(u *Fighter, c *Survivors, charge bool, held [][]heldRule) {
	*s = stance{unit: u, left: c, charge: charge, squadHeld: u.squadHeld, held: held}
	for i := range u.Parts {
		held[i] = u.Parts[i].held
	}
}

// A gift is an effect that gives rules, and the list that receives them.
type gift struct {
	// index of the part that receives the rules; len(parts) means the whole squad
	to     int
	effect *rules.Effect
}

// applyGifts adds the rules that rules of stance s give, to their bearers or to the whole unit. A
// given rule may give others; a bearer receives each effect's gift once.
func (m *circumstances) applyGifts(s, enemy *stance) {
	if !s.unit.gives {
		return
	}
	squad := len(s.held)
	lists := append(slices.Clip(s.held), s.squadHeld)
	for i := range lists {
		lists[i] = slices.Clone(lists[i])
	}
	s.held, s.squadHeld = lists[:squad:squad], lists[squad]
	lives := func(i int) bool {
		return i == squad && s.left.Squad > 0 || i < squad && s.left.Alive[i] > 0
	}
	var done []gift
	for {
		n := len(done)
		for from := range lists {
			if !lives(from) {
				continue
			}
			for k := 0; k < len(lists[from]); k++ {
				h := lists[from][k]
				for i := range h.rule.Effects {
					e := &h.rule.Effects[i]
					if len(e.Gives) == 0 {
						continue
					}
					for to := range lists {
						if !lives(to) || to != from && e.To != rules.ToUnit || slices.Contains(done, gift{to, e}) ||
							!m.holds(h, e, s, enemy, lists[to]) {
							continue
						}
						done = append(done, gift{to, e})
						for _, use := range e.Gives {
							if g := s.unit.givenRule(h, use); g.rule != nil {
								lists[to] = addRule(lists[to], g)
							}
						}
					}
				}
			}
			s.squadHeld = lists[squad]
		}
		if len(done) == n {
			return
		}
	}
}

// holds reports whether all conditions of an effect of rule h hold for a model or weapon with the
// rules in ruleList.
func (m *circumstances) holds(h heldRule, e *rules.Effect, own, enemy *stance, ruleList []heldRule) bool {
	w := &e.When
	melee := m.Mode == Melee
	switch {
	case e.To == rules.ToFriends, e.To == rules.ToEnemy, // see unit.receive
		e.By == rules.ByAbility && (m.Mode != Ability || !rules.Same(h.rule.Name, m.Use.Name)),
		w.Used != nil && *w.Used != (h.uses > 0),
		w.Choice != 0 && w.Choice != own.unit.pickedOption(h.rule),
		w.Spell != nil && *w.Spell != m.spell:
		return false
	}
	switch {
	case w.Shooting != nil && *w.Shooting == (melee || m.spell),
		w.Melee != nil && *w.Melee != melee,
		w.Charging != nil && *w.Charging != (melee && own.charge),
		w.Charged != nil && *w.Charged != (melee && !own.charge),
		w.Fatigued != nil && *w.Fatigued != own.unit.fatigued,
		w.Moved != nil && *w.Moved != m.Moved,
		w.InSight != nil && *w.InSight != m.InSight,
		w.Cover != nil && *w.Cover != m.Cover,
		w.Over > 0 && m.Distance <= w.Over,
		w.UpTo > 0 && m.Distance > w.UpTo:
		return false
	}
	if w.Models != "" && !own.hasEnough(e, h.rule, w.Models) || !own.unit.hasRequired(e, ruleList) {
		return false
	}
	if len(w.Roll) > 0 {
		i := slices.IndexFunc(m.shown, func(t ruleDie) bool { return t.unit == own.unit && t.rule == h.rule })
		if i < 0 || !slices.Contains(w.Roll, m.shown[i].face) {
			return false
		}
	}
	switch {
	case w.EnemyTough != (rules.Range{}) && !enemy.mostAre(func(p *Part) bool { return w.EnemyTough.Has(p.Tough) }),
		w.EnemyDefense != (rules.Range{}) && !enemy.mostAre(func(p *Part) bool { return w.EnemyDefense.Has(p.defense) }):
		return false
	}
	return true
}

// rulesOf returns the rules of a part, or of the squad for SquadWide.
func (s *stance) rulesOf(bearer int) []heldRule {
	if bearer == SquadWide {
		return s.squadHeld
	}
	return s.held[bearer]
}

func containsRule(list []heldRule, r *rules.Rule) bool {
	for i := range list {
		if list[i].rule == r {
			return true
		}
	}
	return false
}

// hasRequired reports whether ruleList has the other rule that an effect depends on
// (rules.When.Has), if any.
func (u *Fighter) hasRequired(e *rules.Effect, ruleList []heldRule) bool {
	if e.When.Has == "" {
		return true
	}
	other := u.set.Find(e.When.Has)
	return other != nil && containsRule(ruleList, other)
}

// hasEnough reports whether as many living models as who says have rule r, together with the other
// rule that its effect e depends on.
func (s *stance) hasEnough(e *rules.Effect, r *rules.Rule, who rules.Models) bool {
	having, models := 0, s.left.Models
	alone := s.left.Squad == 0 // a hero left alone is his own squad
	if who == rules.ModelsSquad && !alone {
		models = s.left.Squad
	}
	for i, list := range s.held {
		if who == rules.ModelsSquad && !alone && i == s.unit.Hero {
			continue
		}
		if s.left.Alive[i] > 0 && containsRule(list, r) && (e.To == rules.ToUnit || s.unit.hasRequired(e, list)) {
			having += s.left.Alive[i]
		}
	}
	switch who {
	case rules.ModelsMost:
		return 2*having > models
	case rules.ModelsAny:
		return having > 0
	}
	return having > 0 && having == models
}

// mostAre reports whether the condition is true for more than half of the living models.
func (s *stance) mostAre(is func(*Part) bool) bool {
	n := 0
	for i := range s.unit.Parts {
		if s.left.Alive[i] > 0 && is(&s.unit.Parts[i]) {
			n += s.left.Alive[i]
		}
	}
	return 2*n > s.left.Models
}

// defense returns the squad's Defense, or that of a hero left alone.
func (s *stance) defense() int {
	if s.left.Squad == 0 && s.unit.Hero >= 0 {
		return s.unit.Parts[s.unit.Hero].defense
	}
	return s.unit.defense
}

// A bearer is a part of a unit, or one of its weapons. For a weapon, rules are its own and its
// part's, and weaponRules only its own.
type bearer struct {
	part               int // index in Fighter.Parts, or SquadWide
	rules, weaponRules []heldRule
}

// bearer returns a part with its rules.
func (s *stance) bearer(part int) bearer { return bearer{part: part, rules: s.held[part]} }

// eachEffect calls do for every effect in force on a bearer: of its own rules, and of rules of
// other living models that affect the whole unit.
func (m *circumstances) eachEffect(own, enemy *stance, b bearer, do func(h heldRule, e *rules.Effect)) {
	for _, h := range b.rules {
		has := b.rules
		if b.weaponRules != nil && !containsRule(b.weaponRules, h.rule) && containsRule(own.rulesOf(b.part), h.rule) {
			has = own.rulesOf(b.part) // a model's rule does not see its weapons' rules
		}
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; e.Of == "" && m.holds(h, e, own, enemy, has) {
				do(h, e)
			}
		}
	}
	if own.unit.auras {
		m.eachLentEffect(own, enemy, b.part, b.rules, do)
	}
}

// eachLentEffect calls do for every effect in force on a bearer that rules of other living parts
// lend to the whole unit. list are the bearer's rules; rules among them are not lent.
func (m *circumstances) eachLentEffect(own, enemy *stance, bearer int, list []heldRule, do func(h heldRule, e *rules.Effect)) {
	for p, lenders := range own.held {
		if p == bearer || own.left.Alive[p] == 0 {
			continue
		}
		for _, h := range lenders {
			if containsRule(list, h.rule) || lentBefore(own, bearer, p, h.rule) {
				continue
			}
			for i := range h.rule.Effects {
				if e := &h.rule.Effects[i]; e.Of == "" && e.To == rules.ToUnit && m.holds(h, e, own, enemy, own.rulesOf(bearer)) {
					do(h, e)
				}
			}
		}
	}
}

// lentBefore reports whether a living part before p lends the same rule to the bearer, which gets
// it only once.
func lentBefore(s *stance, bearer, p int, r *rules.Rule) bool {
	for q := range p {
		if q != bearer && s.left.Alive[q] > 0 && containsRule(s.held[q], r) {
			return true
		}
	}
	return false
}

// holdsBefore reports whether the effect of rule h holds already for a living part before p with
// that rule.
func (m *circumstances) holdsBefore(h heldRule, e *rules.Effect, own, enemy *stance, p int) bool {
	for q := range p {
		if own.left.Alive[q] > 0 && containsRule(own.held[q], h.rule) && m.holds(h, e, own, enemy, own.held[q]) {
			return true
		}
	}
	return false
}

// eachUnitEffect calls do for every effect in force for the unit as a whole: on attacks against it
// if of is OfEnemy, otherwise on its own attacks. An effect without a condition on models counts
// only if every model of the squad has the rule.
func (m *circumstances) eachUnitEffect(own, enemy *stance, of rules.Of, do func(h heldRule, e *rules.Effect)) {
	m.eachDistinctEffect(own, enemy, of, func(h heldRule, e *rules.Effect) {
		if e.When.Models != "" || e.To == rules.ToUnit || own.hasEnough(e, h.rule, rules.ModelsSquad) {
			do(h, e)
		}
	})
}

// eachDistinctEffect calls do for every effect in force for any living model, once for the whole
// unit.
func (m *circumstances) eachDistinctEffect(own, enemy *stance, of rules.Of, do func(h heldRule, e *rules.Effect)) {
	for p, list := range own.held {
		if own.left.Alive[p] == 0 {
			continue
		}
		for _, h := range list {
			for i := range h.rule.Effects {
				if e := &h.rule.Effects[i]; e.Of == of && m.holds(h, e, own, enemy, list) && !m.holdsBefore(h, e, own, enemy, p) {
					do(h, e)
				}
			}
		}
	}
}
