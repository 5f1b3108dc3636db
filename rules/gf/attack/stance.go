package attack

import (
	"slices"

	"muster/rules"
)

// A snapshot is a unit at the beginning of a strike: its living models and the rules in force
// (docs/rules-notes.md, what a unit has as a whole).
type snapshot struct {
	unit       *Fighter
	survivors  *Survivors
	partRules  [][]heldRule // by part, including rules given by other rules
	squadRules []heldRule   // rules of the squad as a whole
	charged    bool         // the unit has charged into this melee
}

// circumstances holds the facts that conditions of effects test in one strike, apart from the two
// units.
type circumstances struct {
	*Scenario
	combat     *rules.Combat
	rolledDice []ruleDie // dice rolled for rules; see RuleDice
	isSpell    bool      // the attack is a spell
}

// An encounter is the unit Own against the unit Enemy, with a cache of their snapshots.
type encounter struct {
	circumstances
	Own, Enemy *Fighter
	ownCharged bool // Own has charged the enemy
	// the rules in force for Own [0] and Enemy [1], by class of Own × number of classes of Enemy +
	// class of Enemy; a class holds the loss states for which the rules are the same
	snapshotCache [][2]*snapshot
}

func (f *Fight) encounter(own *Fighter, shown []ruleDie) encounter {
	enemy := f.Enemy(own)
	return encounter{
		circumstances: circumstances{Scenario: &f.Scenario, combat: &f.System.Combat, rolledDice: shown, isSpell: f.isSpell},
		Own:           own, Enemy: enemy, ownCharged: own == f.A,
		snapshotCache: make([][2]*snapshot, own.RulesClassCount*enemy.RulesClassCount),
	}
}

// snapshots returns the snapshots of both units with survivors oc and ec. Survivors of one class
// share the cached snapshot.
func (n *encounter) snapshots(oc, ec *Survivors) (own, enemy *snapshot) {
	at := &n.snapshotCache[oc.RulesClass*n.Enemy.RulesClassCount+ec.RulesClass]
	if at[0] == nil {
		both := new([2]snapshot)
		parts := len(n.Own.Parts)
		held := make([][]heldRule, parts+len(n.Enemy.Parts))
		at[0], at[1] = &both[0], &both[1]
		at[0].init(n.Own, oc, n.ownCharged, held[:parts:parts])
		at[1].init(n.Enemy, ec, !n.ownCharged && n.Mode == Melee, held[parts:])
		n.applyGifts(at[0], at[1])
		n.applyGifts(at[1], at[0])
	}
	own, enemy = at[0], at[1]
	own.survivors, enemy.survivors = oc, ec
	return own, enemy
}

func (s *snapshot) init(u *Fighter, c *Survivors, charge bool, held [][]heldRule) {
	*s = snapshot{unit: u, survivors: c, charged: charge, squadRules: u.squadRules, partRules: held}
	for i := range u.Parts {
		held[i] = u.Parts[i].rules
	}
}

// A ruleGift is an effect that gives rules, and the part that receives them.
type ruleGift struct {
	// index of the part that receives the rules; len(parts) means the whole squad
	receiver int
	effect   *rules.Effect
}

// applyGifts adds the rules given by the rules of s, to the bearers or to the whole unit. A given
// rule may give others; a bearer receives each effect's gift once.
func (m *circumstances) applyGifts(s, enemy *snapshot) {
	if !s.unit.givesRules {
		return
	}
	squad := len(s.partRules)
	lists := append(slices.Clip(s.partRules), s.squadRules)
	for i := range lists {
		lists[i] = slices.Clone(lists[i])
	}
	s.partRules, s.squadRules = lists[:squad:squad], lists[squad]
	lives := func(i int) bool {
		return i == squad && s.survivors.SquadModels > 0 || i < squad && s.survivors.AliveByPart[i] > 0
	}
	var done []ruleGift
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
					if len(e.GivenRules) == 0 {
						continue
					}
					for to := range lists {
						if !lives(to) || to != from && e.Receivers != rules.ToUnit || slices.Contains(done, ruleGift{to, e}) ||
							!m.conditionsHold(h, e, s, enemy, lists[to]) {
							continue
						}
						done = append(done, ruleGift{to, e})
						for _, use := range e.GivenRules {
							if g := s.unit.givenRule(h, use); g.rule != nil {
								lists[to] = addRule(lists[to], g)
							}
						}
					}
				}
			}
			s.squadRules = lists[squad]
		}
		if len(done) == n {
			return
		}
	}
}

// conditionsHold reports whether all conditions of an effect of rule h hold for a model or weapon
// with the rules in ruleList.
func (m *circumstances) conditionsHold(h heldRule, e *rules.Effect, own, enemy *snapshot, ruleList []heldRule) bool {
	w := &e.When
	melee := m.Mode == Melee
	switch {
	case e.Receivers == rules.ToFriends, e.Receivers == rules.ToEnemy, // see unit.receiveEffects
		e.FightKind == rules.ByAbility && (m.Mode != Ability || !rules.SameName(h.rule.Name, m.AbilityRule.Name)),
		w.IsRuleUsed != nil && *w.IsRuleUsed != (h.statedUseCount > 0),
		w.ChoiceNumber != 0 && w.ChoiceNumber != own.unit.pickedEffectNumber(h.rule),
		w.AgainstSpell != nil && *w.AgainstSpell != m.isSpell:
		return false
	}
	switch {
	case w.Shooting != nil && *w.Shooting == (melee || m.isSpell),
		w.Melee != nil && *w.Melee != melee,
		w.Charging != nil && *w.Charging != (melee && own.charged),
		w.Charged != nil && *w.Charged != (melee && !own.charged),
		w.Fatigued != nil && *w.Fatigued != own.unit.fatigued,
		w.Moved != nil && *w.Moved != m.AttackerMoved,
		w.InSight != nil && *w.InSight != m.InSight,
		w.Cover != nil && *w.Cover != m.TargetInCover,
		w.DistanceOver > 0 && m.Distance <= w.DistanceOver,
		w.DistanceUpTo > 0 && m.Distance > w.DistanceUpTo:
		return false
	}
	if w.RequiredBearers != "" && !own.enoughModelsHave(e, h.rule, w.RequiredBearers) ||
		!own.unit.hasRequiredRule(e, ruleList) {
		return false
	}
	if len(w.RuleDieFaces) > 0 {
		i := slices.IndexFunc(m.rolledDice, func(t ruleDie) bool { return t.unit == own.unit && t.rule == h.rule })
		if i < 0 || !slices.Contains(w.RuleDieFaces, m.rolledDice[i].face) {
			return false
		}
	}
	switch {
	case w.EnemyTough != (rules.NumberRange{}) &&
		!enemy.mostModelsAre(func(p *Part) bool { return w.EnemyTough.Contains(p.Tough) }),
		w.EnemyDefense != (rules.NumberRange{}) &&
			!enemy.mostModelsAre(func(p *Part) bool { return w.EnemyDefense.Contains(p.defense) }):
		return false
	}
	return true
}

// rulesOf returns the rules of a part, or of the squad if bearer is SquadWide.
func (s *snapshot) rulesOf(bearer int) []heldRule {
	if bearer == SquadWide {
		return s.squadRules
	}
	return s.partRules[bearer]
}

func containsRule(list []heldRule, r *rules.Rule) bool {
	for i := range list {
		if list[i].rule == r {
			return true
		}
	}
	return false
}

// hasRequiredRule reports whether ruleList has the other rule that an effect requires
// (rules.When.RequiredRule), if any.
func (u *Fighter) hasRequiredRule(e *rules.Effect, ruleList []heldRule) bool {
	if e.When.RequiredRule == "" {
		return true
	}
	other := u.ruleSet.Find(e.When.RequiredRule)
	return other != nil && containsRule(ruleList, other)
}

// enoughModelsHave reports whether as many living models as who requires have rule r, together with
// the other rule that its effect e requires.
func (s *snapshot) enoughModelsHave(e *rules.Effect, r *rules.Rule, who rules.RequiredBearers) bool {
	having, models := 0, s.survivors.AllModels
	alone := s.survivors.SquadModels == 0 // a hero left alone is his own squad
	if who == rules.SquadModels && !alone {
		models = s.survivors.SquadModels
	}
	for i, list := range s.partRules {
		if who == rules.SquadModels && !alone && i == s.unit.HeroIndex {
			continue
		}
		if s.survivors.AliveByPart[i] > 0 && containsRule(list, r) &&
			(e.Receivers == rules.ToUnit || s.unit.hasRequiredRule(e, list)) {
			having += s.survivors.AliveByPart[i]
		}
	}
	switch who {
	case rules.MostModels:
		return 2*having > models
	case rules.AnyModel:
		return having > 0
	}
	return having > 0 && having == models
}

// mostModelsAre reports whether the condition is true for more than half of the living models.
func (s *snapshot) mostModelsAre(is func(*Part) bool) bool {
	n := 0
	for i := range s.unit.Parts {
		if s.survivors.AliveByPart[i] > 0 && is(&s.unit.Parts[i]) {
			n += s.survivors.AliveByPart[i]
		}
	}
	return 2*n > s.survivors.AllModels
}

// defense returns the squad's Defense or, if only the hero is alive, the hero's.
func (s *snapshot) defense() int {
	if s.survivors.SquadModels == 0 && s.unit.HeroIndex >= 0 {
		return s.unit.Parts[s.unit.HeroIndex].defense
	}
	return s.unit.defense
}

// A bearer is a part of a unit, or one of its weapons. For a weapon, rules are its own and its
// part's, and weaponRules only its own.
type bearer struct {
	part               int // index in Fighter.ProfileParts, or SquadWide
	rules, weaponRules []heldRule
}

// bearer returns a part with its rules.
func (s *snapshot) bearer(part int) bearer { return bearer{part: part, rules: s.partRules[part]} }

// eachEffect calls do for every effect in force on a bearer: effects of its own rules, and of rules
// of other living models that affect the whole unit.
func (m *circumstances) eachEffect(own, enemy *snapshot, b bearer, do func(h heldRule, e *rules.Effect)) {
	for _, h := range b.rules {
		has := b.rules
		if b.weaponRules != nil && !containsRule(b.weaponRules, h.rule) && containsRule(own.rulesOf(b.part), h.rule) {
			has = own.rulesOf(b.part) // a model's rule does not see its weapons' rules
		}
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; e.Attacker == "" && m.conditionsHold(h, e, own, enemy, has) {
				do(h, e)
			}
		}
	}
	if own.unit.affectsWholeUnit {
		m.eachLentEffect(own, enemy, b.part, b.rules, do)
	}
}

// eachLentEffect calls do for every effect in force on a bearer that rules of other living parts
// lend to the whole unit. list holds the bearer's own rules, which are not lent to it.
func (m *circumstances) eachLentEffect(own, enemy *snapshot, bearer int, list []heldRule,
	do func(h heldRule, e *rules.Effect),
) {
	for p, lenders := range own.partRules {
		if p == bearer || own.survivors.AliveByPart[p] == 0 {
			continue
		}
		for _, h := range lenders {
			if containsRule(list, h.rule) || lentByEarlierPart(own, bearer, p, h.rule) {
				continue
			}
			for i := range h.rule.Effects {
				if e := &h.rule.Effects[i]; e.Attacker == "" && e.Receivers == rules.ToUnit &&
					m.conditionsHold(h, e, own, enemy, own.rulesOf(bearer)) {
					do(h, e)
				}
			}
		}
	}
}

// lentByEarlierPart reports whether a living part with an index below p lends the same rule to the
// bearer, which gets the rule only once.
func lentByEarlierPart(s *snapshot, bearer, p int, r *rules.Rule) bool {
	for q := range p {
		if q != bearer && s.survivors.AliveByPart[q] > 0 && containsRule(s.partRules[q], r) {
			return true
		}
	}
	return false
}

// holdsForEarlierPart reports whether a living part with an index below p has rule h too, and the
// conditions of its effect e hold for that part.
func (m *circumstances) holdsForEarlierPart(h heldRule, e *rules.Effect, own, enemy *snapshot, p int) bool {
	for q := range p {
		if own.survivors.AliveByPart[q] > 0 && containsRule(own.partRules[q], h.rule) &&
			m.conditionsHold(h, e, own, enemy, own.partRules[q]) {
			return true
		}
	}
	return false
}

// eachUnitEffect calls do for every effect in force for the unit as a whole, on the attacks that of
// selects: the unit's own, or attacks against it. An effect without a condition on models counts
// only if every model of the squad has the rule.
func (m *circumstances) eachUnitEffect(own, enemy *snapshot, of rules.AttackSide,
	do func(h heldRule, e *rules.Effect),
) {
	m.eachDistinctEffect(own, enemy, of, func(h heldRule, e *rules.Effect) {
		if e.When.RequiredBearers != "" || e.Receivers == rules.ToUnit || own.enoughModelsHave(e, h.rule, rules.SquadModels) {
			do(h, e)
		}
	})
}

// eachDistinctEffect calls do for every effect in force for any living model, once for the whole
// unit.
func (m *circumstances) eachDistinctEffect(own, enemy *snapshot, of rules.AttackSide,
	do func(h heldRule, e *rules.Effect),
) {
	for p, list := range own.partRules {
		if own.survivors.AliveByPart[p] == 0 {
			continue
		}
		for _, h := range list {
			for i := range h.rule.Effects {
				if e := &h.rule.Effects[i]; e.Attacker == of && m.conditionsHold(h, e, own, enemy, list) &&
					!m.holdsForEarlierPart(h, e, own, enemy, p) {
					do(h, e)
				}
			}
		}
	}
}
