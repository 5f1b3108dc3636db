package play

import (
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/rules"
)

// RuleTokens counts the tokens of one rule on a unit.
type RuleTokens struct {
	Name, Summary string
	Tokens        int  // number of tokens on the unit
	MaxTokens     int  // most tokens; 0 for no limit
	IsEnemyRule   bool // it is a rule of the enemy
}

// CountText returns the tokens in words: "2 tokens of Growth".
func (t *RuleTokens) CountText() string {
	return finding.CountText(t.Tokens, "token") + " of " + t.Name
}

// bearerCount returns the number of the unit's models with the rule, now and at the start of the
// game.
func (r *TokenRule) bearerCount(u *UnitState) (now, start int) {
	if r.kindsWithRule == nil {
		if u.Lives() {
			now = 1
		}
		return now, 1
	}
	for i := range u.Subunits {
		b := &u.Subunits[i]
		for k, has := range r.kindsWithRule[i] {
			if has {
				now, start = now+b.modelsLeft[k], start+b.Kinds[k].Models
			}
		}
	}
	if u.GoneReason != "" {
		now = 0
	}
	return now, start
}

// limitTokenGain returns n, but no more than the number of tokens that can be added to a unit with
// has tokens.
func (r *TokenRule) limitTokenGain(has, n int) int {
	if r.MaxTokens > 0 {
		return min(n, max(0, r.MaxTokens-has))
	}
	return min(n, MaxEventNumber-has)
}

// givesTokens reports whether the rule gives the unit tokens in its present state.
func (r *TokenRule) givesTokens(u *UnitState) bool {
	now, _ := r.bearerCount(u)
	return now > 0 && (r.TokensIfShaken != rules.ShakenGetsNone || !u.IsInState(rules.ShakenState))
}

// tokenRuleIndex returns the index of the unit's token rule with the name; -1 if there is none.
func (g *Group) tokenRuleIndex(name string) int {
	return slices.IndexFunc(g.TokenRules, func(r TokenRule) bool { return rules.SameName(r.Name, name) })
}

// canGatherTokens reports whether a unit is on the table, and not in a transport, so that rules may
// give it tokens each round.
func (s *State) canGatherTokens(u *UnitState) bool {
	return u.OnTable() && !u.OffBoard && u.InTransport == ""
}

// gatherTokens gives a unit the tokens of its TokenRules[i], and returns their number.
func (s *State) gatherTokens(u *UnitState, i int) int {
	r := &u.TokenRules[i]
	if !r.givesTokens(u) {
		return 0
	}
	n := r.limitTokenGain(u.ownRules[i].tokens, r.TokensAddedEachTime)
	u.ownRules[i].tokens += n
	return n
}

// gatherStartTokens gives units the tokens for the start of a round. It is repeated until the first
// unit of the round acts: a unit that leaves the table earlier loses these tokens.
func (s *State) gatherStartTokens() {
	if len(s.unitsWithTokenRules) == 0 || s.lastActingSide() >= 0 {
		return
	}
	for _, u := range s.unitsWithTokenRules {
		for i := range u.ownRules {
			c, r := &u.ownRules[i], &u.TokenRules[i]
			here := s.canGatherTokens(u) && r.givesTokens(u)
			switch {
			case r.GatherWhen != rules.GainAtRoundStart || here == c.gotStartTokens:
			case here:
				c.gotStartTokens, c.startTokens = true, s.gatherTokens(u, i)
			default:
				c.tokens -= min(c.startTokens, c.tokens)
				c.gotStartTokens, c.startTokens = false, 0
			}
		}
	}
}

// gatherEndTokens gives units the tokens for the end of a round, and prepares them for the next
// one.
func (s *State) gatherEndTokens() {
	for _, u := range s.unitsWithTokenRules {
		for i, r := range u.TokenRules {
			if r.GatherWhen == rules.GainAtRoundEnd && s.canGatherTokens(u) {
				s.gatherTokens(u, i)
			}
			if r.PlaceWhen == rules.PlaceEachActivation {
				u.ownRules[i].timesPlaced = 0
			}
			u.ownRules[i].gotStartTokens, u.ownRules[i].startTokens = false, 0
		}
	}
}

// removeShakenTokens removes the tokens that a unit loses when it becomes Shaken.
func (u *UnitState) removeShakenTokens() {
	for i, r := range u.TokenRules {
		if r.TokensIfShaken == rules.ShakenLosesAll {
			u.ownRules[i].tokens, u.ownRules[i].startTokens = 0, 0
		}
	}
}

// applyRuleTokens removes tokens of a rule from a unit, or adds tokens of the unit's own rule.
func (s *State) applyRuleTokens(u *UnitState, e Event) bool {
	if !u.Lives() {
		return false
	}
	i, at := u.tokenRuleIndex(e.Subject), slices.Index(s.Table.tokenPlacingRules[1-sideIndex(u.OfOpponent)], e.Subject)
	var has *int
	change := -e.Number
	switch {
	case i >= 0 && u.TokenRules[i].GatherWhen != "":
		has = &u.ownRules[i].tokens
		if e.Verb == AddTokens {
			change = u.TokenRules[i].limitTokenGain(*has, e.Number)
		}
	case at >= 0 && e.Verb == RemoveTokens:
		has = &u.enemyTokens[at]
	default:
		return false
	}
	if change = max(change, -*has); change == 0 {
		return false
	}
	*has += change
	s.logUnitEvent(u, nil, fmt.Sprintf("has %s of %s", finding.CountText(*has, "token"), e.Subject))
	return true
}

// MayPlaceTokens reports whether models of a unit may place tokens on enemies now by the unit's
// TokenRules[i].
func (s *State) MayPlaceTokens(u *UnitState, i int) bool {
	r := &u.TokenRules[i]
	now, start := r.bearerCount(u)
	switch r.PlaceWhen {
	case rules.PlaceOncePerGame:
		return now > 0 && u.OnTable() && u.ownRules[i].timesPlaced < start
	case rules.PlaceEachActivation:
		return now > 0 && u.OnTable() && u.ownRules[i].timesPlaced < now
	case rules.PlaceAtDeath:
		return u.ownRules[i].timesPlaced < start-now
	}
	return false
}

// placeTokens places tokens of a unit's rule on an enemy unit.
func (s *State) placeTokens(u *UnitState, _ *SubunitState, e Event) bool {
	i := u.tokenRuleIndex(e.Subject)
	target, _ := s.Unit(!u.OfOpponent, e.TokensOn)
	if i < 0 || target == nil || !target.OnTable() || !s.MayPlaceTokens(u, i) {
		return false
	}
	r := &u.TokenRules[i]
	u.ownRules[i].timesPlaced++
	target.enemyTokens[slices.Index(s.Table.tokenPlacingRules[sideIndex(u.OfOpponent)], r.Name)] += r.TokensAddedEachTime
	s.logUnitEvent(u, nil, fmt.Sprintf("placed %s of %s on %s", finding.CountText(r.TokensAddedEachTime, "token"), r.Name, target.NameInText))
	return true
}

// gainsTokensByKill reports whether the unit gains tokens for destroying an enemy unit.
func (s *State) gainsTokensByKill(u *UnitState) bool {
	return u.Lives() && slices.ContainsFunc(u.TokenRules, func(r TokenRule) bool {
		now, _ := r.bearerCount(u)
		return r.GatherWhen == rules.GainByKill && now > 0
	})
}

// applyDestroyer notes that u destroyed the enemy unit e.Subject, and gives u its tokens for that; a
// nil u means that no unit gains any.
func (s *State) applyDestroyer(u *UnitState, _ *SubunitState, e Event) bool {
	fallen, _ := s.Unit(!e.OfOpponent, e.Subject)
	if fallen == nil || fallen.Lives() || fallen.askedForDestroyer || u != nil && !s.gainsTokensByKill(u) {
		return false
	}
	if fallen.askedForDestroyer = true; u == nil {
		s.logGameEvent("%s fell to others", fallen.NameInText)
		return true
	}
	fallen.destroyedBy, fallen.destroyerTokenGains = u, make([]int, len(u.ownRules))
	for i, r := range u.TokenRules {
		if r.GatherWhen == rules.GainByKill {
			fallen.destroyerTokenGains[i] = s.gatherTokens(u, i)
		}
	}
	s.logUnitEvent(u, nil, "destroyed "+fallen.NameInText)
	return true
}

// undoKillTokens removes the tokens that another unit gained for destroying u, since u is alive
// after all.
func (u *UnitState) undoKillTokens() {
	for i, n := range u.destroyerTokenGains {
		u.destroyedBy.ownRules[i].tokens -= min(n, u.destroyedBy.ownRules[i].tokens)
	}
	u.askedForDestroyer, u.destroyedBy, u.destroyerTokenGains, u.maybeStunnedRound = false, nil, nil, 0
}

// destroyerDecisions asks which unit destroyed each unit that was lost in this round, if a unit may
// gain tokens for it.
func (s *State) destroyerDecisions() []Decision {
	var all []Decision
	for i := range s.Sides {
		var ways []Choice
		for _, u := range s.Sides[i].Units {
			if s.gainsTokensByKill(u) {
				ways = append(ways, u.choiceOf(u.NameInText, DestroyedEnemy))
			}
		}
		if ways == nil {
			continue
		}
		for _, fallen := range s.Sides[1-i].Units {
			if fallen.Lives() || fallen.askedForDestroyer || fallen.lastDestroyedRound != s.Round {
				continue
			}
			m := Decision{
				Prompt:       fmt.Sprintf("Who destroyed %s?", fallen.NameInText),
				Instructions: "These get tokens for it.", Choices: slices.Clone(ways),
			}
			m.Choices = append(m.Choices, Choice{Label: "Somebody else", Event: Event{Verb: DestroyedEnemy, OfOpponent: i == 1}})
			for j := range m.Choices {
				m.Choices[j].Event.Subject = fallen.ID
			}
			all = append(all, m)
		}
	}
	return all
}

// RuleTokens returns the tokens on a unit, by rule: first the unit's own rules, then the enemy's.
func (s *State) RuleTokens(u *UnitState) []RuleTokens {
	var all []RuleTokens
	if !u.Lives() {
		return nil
	}
	for i, r := range u.TokenRules {
		if now, _ := r.bearerCount(u); now > 0 && r.GatherWhen != "" {
			all = append(all, RuleTokens{Name: r.Name, Summary: r.Summary, Tokens: u.ownRules[i].tokens, MaxTokens: r.MaxTokens})
		}
	}
	for at, name := range s.Table.tokenPlacingRules[1-sideIndex(u.OfOpponent)] {
		if u.enemyTokens[at] == 0 {
			continue
		}
		t := RuleTokens{Name: name, Tokens: u.enemyTokens[at], IsEnemyRule: true}
		for _, o := range s.Sides[1-sideIndex(u.OfOpponent)].Units {
			if i := o.tokenRuleIndex(name); i >= 0 && t.Summary == "" {
				t.Summary = o.TokenRules[i].Summary
			}
		}
		all = append(all, t)
	}
	return all
}

// ruleUsesFromTokens returns the rules with tokens on a unit for the odds, rated by the number of
// tokens: the unit's own rules, and the enemy's rules against it.
func (s *State) ruleUsesFromTokens(u *UnitState) (own, against []rules.Use) {
	for _, t := range s.RuleTokens(u) {
		use := rules.Use{Name: t.Name, Rating: fmt.Sprint(t.Tokens)}
		switch {
		case t.Tokens == 0:
		case t.IsEnemyRule:
			against = append(against, use)
		default:
			own = append(own, use)
		}
	}
	return own, against
}
