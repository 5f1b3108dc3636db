package play

import (
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/builder/table"
	"muster/rules"
)

// Optional rules with tokens: suppression of units, exhaustion of heroes (GF 2.7,
// Advanced Rules).

// OptionalRules returns the optional rules with tokens in this game, played or not.
func (s *State) OptionalRules() []rules.OptionalRules { return s.Table.optionalRules }

// PlaysOptionalRules reports whether the optional rules with an id are played.
func (s *State) PlaysOptionalRules(id string) bool { return slices.Contains(s.playedRuleIDs, id) }

// CanHaveTokens reports whether the subunit can have tokens of optional rules.
func (b *SubunitState) CanHaveTokens(o *rules.OptionalRules) bool {
	if o.TokensHeldByHeroes {
		return b.IsHero
	}
	if o.TokensAreWoundedModels {
		return !b.IsVehicle && !b.OffBoard
	}
	return b.Role != table.RoleJoined
}

// MaxTokens returns the largest number of tokens of optional rules that the subunit may have; 0 for
// no limit.
func (b *SubunitState) MaxTokens(o *rules.OptionalRules) int {
	if b.IsGeneral {
		return o.GeneralMaxTokens
	}
	return o.MaxTokens
}

// CommandRollNeeded returns the lowest roll that passes a hero's next command test, at most 6; 0 if
// no test is left. marks is the number of the hero's tokens.
func (b *SubunitState) CommandRollNeeded(o *rules.OptionalRules, marks int) int {
	needs := o.CommandTestTarget
	if b.IsGeneral {
		needs = o.GeneralCommandTestTarget
	}
	if most := b.MaxTokens(o); needs == 0 || most > 0 && marks >= most {
		return 0
	}
	return min(needs+marks, 6)
}

// setOptionalRules records whether optional rules are played.
func (s *State) setOptionalRules(_ int, e Event) bool {
	o := s.Game().FindOptionalRules(e.Subject)
	if o == nil || s.PlaysOptionalRules(o.ID) == (e.Verb == PlayOptionalRules) {
		return false
	}
	if e.Verb == PlayOptionalRules {
		s.playedRuleIDs = append(slices.Clip(s.playedRuleIDs), o.ID)
		s.logGameEvent("%s is played", o.Name)
		return true
	}
	s.playedRuleIDs = slices.DeleteFunc(slices.Clone(s.playedRuleIDs), func(id string) bool { return id == o.ID })
	s.logGameEvent("%s is not played", o.Name)
	return true
}

// optionalRulesIndex returns the index in OptionalRules of rules that are played; -1 if they are
// not played.
func (s *State) optionalRulesIndex(id string) int {
	if !s.PlaysOptionalRules(id) {
		return -1
	}
	return slices.IndexFunc(s.OptionalRules(), func(o rules.OptionalRules) bool { return o.ID == id })
}

// changeTokens adds tokens of optional rules to a subunit, or removes them.
func (s *State) changeTokens(u *UnitState, b *SubunitState, e Event) bool {
	at := s.optionalRulesIndex(e.Subject)
	if at < 0 {
		return s.applyRuleTokens(u, e)
	}
	if !u.Lives() || b.ModelsLeft() == 0 {
		return false
	}
	o := &s.OptionalRules()[at]
	if !o.TokensHeldByHeroes {
		b = &u.Subunits[0]
	}
	now := max(0, b.OptionalRuleTokens[at]-e.Number)
	if e.Verb == AddTokens {
		now = b.OptionalRuleTokens[at] + e.Number
		if most := b.MaxTokens(o); most > 0 {
			now = min(now, most)
		}
	}
	if o.TokensAreWoundedModels {
		now = min(now, b.FallenCount())
	}
	if !b.CanHaveTokens(o) || now == b.OptionalRuleTokens[at] || now > MaxEventNumber {
		return false
	}
	b.OptionalRuleTokens[at] = now
	s.logUnitEvent(u, b, "has "+finding.CountText(now, o.TokenName))
	return true
}

// WoundRules returns the optional rules for wounded figures if they are played; else nil.
func (s *State) WoundRules() *rules.OptionalRules {
	if at := s.woundRulesIndex(); at >= 0 {
		return &s.OptionalRules()[at]
	}
	return nil
}

// woundRulesIndex returns the index in OptionalRules of the rules for wounded figures; -1 if they
// are not played.
func (s *State) woundRulesIndex() int {
	return slices.IndexFunc(s.OptionalRules(), func(o rules.OptionalRules) bool { return o.TokensAreWoundedModels && s.PlaysOptionalRules(o.ID) })
}

// applyTokenTests applies a unit's morale tests to remove tokens: each die that passed removes one.
func (s *State) applyTokenTests(u *UnitState, e Event) bool {
	at := s.optionalRulesIndex(e.Subject)
	if at < 0 || !s.OptionalRules()[at].MoraleTestPerToken || !u.Lives() || u.Subunits[0].OptionalRuleTokens[at] == 0 {
		return false
	}
	b := &u.Subunits[0]
	b.OptionalRuleTokens[at] = max(0, b.OptionalRuleTokens[at]-e.Number)
	u.testedTokenRemoval = true
	s.logUnitEvent(u, nil, "tested, has "+finding.CountText(b.OptionalRuleTokens[at], s.OptionalRules()[at].TokenName))
	return true
}

// removeAllTokens removes all tokens of some optional rules from both sides.
func (s *State) removeAllTokens(_ int, e Event) bool {
	at, had := s.optionalRulesIndex(e.Subject), false
	for _, b := range s.subunitsWithTokens(at) {
		b.OptionalRuleTokens[at], had = 0, true
	}
	if had {
		s.logGameEvent("Every %s goes", s.OptionalRules()[at].TokenName)
	}
	return had
}

// subunitsWithTokens returns the subunits of both sides with tokens of the optional rules at index
// rule in OptionalRules.
func (s *State) subunitsWithTokens(rule int) []*SubunitState {
	var all []*SubunitState
	for i := range s.Sides {
		for _, u := range s.Sides[i].Units {
			for j := range u.Subunits {
				if b := &u.Subunits[j]; rule >= 0 && b.OptionalRuleTokens[rule] > 0 {
					all = append(all, b)
				}
			}
		}
	}
	return all
}

// removeRoundTokens removes the tokens that end with a round, and the tokens that an idle unit
// loses.
func (s *State) removeRoundTokens(u *UnitState, b *SubunitState) {
	for i, o := range s.OptionalRules() {
		if o.TokensLostAtRoundEnd || o.TokensLostWhenIdle && u.stayedIdle {
			b.OptionalRuleTokens[i] = 0
		}
	}
}

// tokenPenalties returns the rules that the unit gets from its tokens. The rating is the number of
// tokens, negative.
func (s *State) tokenPenalties(u *UnitState) []rules.Use {
	var all []rules.Use
	for i, o := range s.OptionalRules() {
		if n := u.Subunits[0].OptionalRuleTokens[i]; n > 0 && o.RuleRatedByTokens != "" && s.PlaysOptionalRules(o.ID) {
			all = append(all, rules.Use{Name: o.RuleRatedByTokens, Rating: fmt.Sprint(-n)})
		}
	}
	return all
}

// maxListedDiceResults is the largest number of dice results that a decision offers one by one.
const maxListedDiceResults = 7

// tokenTestDecisions returns the morale tests of an activating unit to remove tokens. A shaken unit
// stays idle and fails them.
func (s *State) tokenTestDecisions(u *UnitState) []Decision {
	var all []Decision
	for i, o := range s.OptionalRules() {
		n := u.Subunits[0].OptionalRuleTokens[i]
		if !o.MoraleTestPerToken || n == 0 || !s.PlaysOptionalRules(o.ID) || u.Acted || u.testedTokenRemoval ||
			!u.OnTable() || u.IsInState(rules.ShakenState) {
			continue
		}
		m := Decision{
			Unit: u, Prompt: "tests morale for " + finding.CountText(n, o.TokenName) + " as it activates",
			Instructions: u.moraleTest(u.OddsState()) + " Each that passes takes one off.",
		}
		for passed := range min(n, maxListedDiceResults-1) + 1 {
			w := u.choiceWithPasses(fmt.Sprintf("%d passed", passed), TestedResolve, passed)
			if w.Event.Subject = o.ID; passed == 0 {
				w.Label = "None passed"
			}
			m.Choices = append(m.Choices, w)
		}
		all = append(all, m)
	}
	return all
}

// phaseEndDecisions asks whether both sides are done with a phase, so that the tokens that last
// until its end are removed.
func (s *State) phaseEndDecisions() []Decision {
	var all []Decision
	for i, o := range s.OptionalRules() {
		if o.TokensLostAtRoundEnd && s.PlaysOptionalRules(o.ID) && len(s.subunitsWithTokens(i)) > 0 {
			all = append(all, Decision{
				Prompt: o.Name + ": are both sides done?", Instructions: "Then every " + o.TokenName + " goes.",
				Choices: []Choice{{Label: "Both are done", Event: Event{Verb: RemoveTokens, Subject: o.ID}}},
			})
		}
	}
	return all
}

// LosesTokensByIdling reports whether a unit would lose tokens by staying idle now.
func (s *State) LosesTokensByIdling(u *UnitState) bool {
	for i, o := range s.OptionalRules() {
		if o.TokensLostWhenIdle && u.Subunits[0].OptionalRuleTokens[i] > 0 && s.PlaysOptionalRules(o.ID) &&
			!u.Acted && u.OnTable() {
			return true
		}
	}
	return false
}

// TokenTexts returns the count and the effect of a subunit's tokens, for each of the optional
// rules: "3 suppression tokens", "…".
func (s *State) TokenTexts(b *SubunitState) [][2]string {
	var all [][2]string
	for i, o := range s.OptionalRules() {
		n := b.OptionalRuleTokens[i]
		if n == 0 || !s.PlaysOptionalRules(o.ID) {
			continue
		}
		text := o.TokenMeaning
		switch needs := b.CommandRollNeeded(&o, n); {
		case needs > 0:
			text += fmt.Sprintf(" The next needs %d+.", needs)
		case o.CommandTestTarget > 0:
			text += " No more tests."
		}
		all = append(all, [2]string{finding.CountText(n, o.TokenName), text})
	}
	return all
}
