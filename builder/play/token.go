package play

import (
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/rules"
)

// A TokenRule is a unit's rule with tokens that players count at the table: the unit gathers them,
// or its models place them on enemy units.
type TokenRule struct {
	Name, Summary string
	Gathers       rules.Gathers // "" if they are placed on enemies
	Places        rules.Places  // "" if the unit gathers them
	Placed        int           // tokens that come at once
	Holds         int           // most tokens on a unit; 0 for no limit
	IfShaken      rules.IfShaken
	// bearingModels marks the models with the rule, [body][kind of model]; nil if the whole unit has
	// it.
	bearingModels [][]bool
}

// RuleTokens counts the tokens of one rule on a unit.
type RuleTokens struct {
	Name, Summary string
	N             int
	Holds         int  // most tokens; 0 for no limit
	Enemy         bool // it is a rule of the other side
}

// Count returns the tokens in words: "2 tokens of Growth".
func (t *RuleTokens) Count() string { return finding.Count(t.N, "token") + " of " + t.Name }

// A gathered counts the tokens of rules on a unit.
type gathered struct {
	own []ruleCount // by its own rules, as in Group.TokenRules
	on  []int       // placed by the other side, as in Table.placing
}

// A ruleCount counts the tokens and uses of one rule of a unit.
type ruleCount struct {
	tokens int
	began  bool // the tokens for the start of this round were given
	begun  int  // number of tokens that were given for the start of this round
	placed int  // how often the rule placed tokens: in the game, or in this round
}

func (t *gathered) clone() gathered { return gathered{slices.Clone(t.own), slices.Clone(t.on)} }

// bearers returns the number of the unit's models with the rule, now and at the start of the game.
func (r *TokenRule) bearers(u *UnitState) (now, start int) {
	if r.bearingModels == nil {
		if u.Lives() {
			now = 1
		}
		return now, 1
	}
	for i := range u.Bodies {
		b := &u.Bodies[i]
		for k, has := range r.bearingModels[i] {
			if has {
				now, start = now+b.left[k], start+b.Kinds[k].Models
			}
		}
	}
	if u.Gone != "" {
		now = 0
	}
	return now, start
}

// room returns n, or the number of tokens that may still be added if that is less. has is the
// number of tokens so far.
func (r *TokenRule) room(has, n int) int {
	if r.Holds > 0 {
		return min(n, max(0, r.Holds-has))
	}
	return min(n, MaxN-has)
}

// gives reports whether the rule gives the unit tokens in its present state.
func (r *TokenRule) gives(u *UnitState) bool {
	now, _ := r.bearers(u)
	return now > 0 && (r.IfShaken != rules.ShakenGetsNone || !u.Is(rules.Shaken))
}

// tokenRule returns the index of the unit's token rule with the name; -1 if there is none.
func (g *Group) tokenRule(name string) int {
	return slices.IndexFunc(g.TokenRules, func(r TokenRule) bool { return rules.Same(r.Name, name) })
}

// placing returns the names of the rules by which the units place tokens on enemies.
func placing(units []*Group) []string {
	var all []string
	for _, u := range units {
		for _, r := range u.TokenRules {
			if r.Places != "" && !slices.Contains(all, r.Name) {
				all = append(all, r.Name)
			}
		}
	}
	return all
}

// gathersHere reports whether a unit is in a place where rules give it tokens each round.
func (s *State) gathersHere(u *UnitState) bool { return u.OnTable() && !u.Off && u.In == "" }

// gather gives a unit the tokens of its rule i, and returns their number.
func (s *State) gather(u *UnitState, i int) int {
	r := &u.TokenRules[i]
	if !r.gives(u) {
		return 0
	}
	n := r.room(u.own[i].tokens, r.Placed)
	u.own[i].tokens += n
	return n
}

// gatherAtStart gives units the tokens for the start of a round. It is repeated until a unit acts:
// a unit that leaves the table before that loses them.
func (s *State) gatherAtStart() {
	if len(s.tokenUnits) == 0 || s.lastActed() >= 0 {
		return
	}
	for _, u := range s.tokenUnits {
		for i := range u.own {
			c, r := &u.own[i], &u.TokenRules[i]
			here := s.gathersHere(u) && r.gives(u)
			switch {
			case r.Gathers != rules.GathersAtRoundStart || here == c.began:
			case here:
				c.began, c.begun = true, s.gather(u, i)
			default:
				c.tokens -= min(c.begun, c.tokens)
				c.began, c.begun = false, 0
			}
		}
	}
}

// gatherAtEnd gives units the tokens for the end of a round, and prepares them for the next one.
func (s *State) gatherAtEnd() {
	for _, u := range s.tokenUnits {
		for i, r := range u.TokenRules {
			if r.Gathers == rules.GathersAtRoundEnd && s.gathersHere(u) {
				s.gather(u, i)
			}
			if r.Places == rules.PlacesInActivation {
				u.own[i].placed = 0
			}
			u.own[i].began, u.own[i].begun = false, 0
		}
	}
}

// removeShakenTokens removes the tokens that a unit loses when it becomes Shaken.
func (u *UnitState) removeShakenTokens() {
	for i, r := range u.TokenRules {
		if r.IfShaken == rules.ShakenLosesAll {
			u.own[i].tokens, u.own[i].begun = 0, 0
		}
	}
}

// applyRuleTokens removes tokens of a rule from a unit, or adds tokens of the unit's own rule.
func (s *State) applyRuleTokens(u *UnitState, e Event) bool {
	if !u.Lives() {
		return false
	}
	i, at := u.tokenRule(e.Subject), slices.Index(s.Table.placing[1-side(u.Their)], e.Subject)
	var has *int
	change := -e.N
	switch {
	case i >= 0 && u.TokenRules[i].Gathers != "":
		has = &u.own[i].tokens
		if e.Do == Mark {
			change = u.TokenRules[i].room(*has, e.N)
		}
	case at >= 0 && e.Do == Unmark:
		has = &u.on[at]
	default:
		return false
	}
	if change = max(change, -*has); change == 0 {
		return false
	}
	*has += change
	s.say(u, nil, fmt.Sprintf("has %s of %s", finding.Count(*has, "token"), e.Subject))
	return true
}

// MayPlaceTokens reports whether models of a unit may place tokens on enemies now by the unit's
// TokenRules[i].
func (s *State) MayPlaceTokens(u *UnitState, i int) bool {
	r := &u.TokenRules[i]
	now, start := r.bearers(u)
	switch r.Places {
	case rules.PlacesInGame:
		return now > 0 && u.OnTable() && u.own[i].placed < start
	case rules.PlacesInActivation:
		return now > 0 && u.OnTable() && u.own[i].placed < now
	case rules.PlacesByDeath:
		return u.own[i].placed < start-now
	}
	return false
}

// placeTokens places tokens of a unit's rule on an enemy unit.
func (s *State) placeTokens(u *UnitState, _ *BodyState, e Event) bool {
	i := u.tokenRule(e.Subject)
	target, _ := s.Unit(!u.Their, e.TokensOn)
	if i < 0 || target == nil || !target.OnTable() || !s.MayPlaceTokens(u, i) {
		return false
	}
	r := &u.TokenRules[i]
	u.own[i].placed++
	target.on[slices.Index(s.Table.placing[side(u.Their)], r.Name)] += r.Placed
	s.say(u, nil, fmt.Sprintf("placed %s of %s on %s", finding.Count(r.Placed, "token"), r.Name, target.NameInText))
	return true
}

// mayDestroy reports whether the unit gains tokens for destroying an enemy unit.
func (s *State) mayDestroy(u *UnitState) bool {
	return u.Lives() && slices.ContainsFunc(u.TokenRules, func(r TokenRule) bool {
		now, _ := r.bearers(u)
		return r.Gathers == rules.GathersByKill && now > 0
	})
}

// applyDestroyer notes that u destroyed the enemy unit e.Subject, and gives u its tokens for that; a
// nil u means that no unit gains any.
func (s *State) applyDestroyer(u *UnitState, _ *BodyState, e Event) bool {
	fallen, _ := s.Unit(!e.Their, e.Subject)
	if fallen == nil || fallen.Lives() || fallen.destroyerAsked || u != nil && !s.mayDestroy(u) {
		return false
	}
	if fallen.destroyerAsked = true; u == nil {
		s.note("%s fell to others", fallen.NameInText)
		return true
	}
	fallen.slayer, fallen.slayerTokens = u, make([]int, len(u.own))
	for i, r := range u.TokenRules {
		if r.Gathers == rules.GathersByKill {
			fallen.slayerTokens[i] = s.gather(u, i)
		}
	}
	s.say(u, nil, "destroyed "+fallen.NameInText)
	return true
}

// takeBackSpoils removes the tokens that another unit gained for destroying this one, which is
// alive after all.
func (u *UnitState) takeBackSpoils() {
	for i, n := range u.slayerTokens {
		u.slayer.own[i].tokens -= min(n, u.slayer.own[i].tokens)
	}
	u.destroyerAsked, u.slayer, u.slayerTokens, u.downed = false, nil, nil, 0
}

// destroyerMoments asks which unit destroyed each unit that was lost in this round, if a unit may
// gain tokens for it.
func (s *State) destroyerMoments() []Moment {
	var all []Moment
	for i := range s.Sides {
		var ways []Way
		for _, u := range s.Sides[i].Units {
			if s.mayDestroy(u) {
				ways = append(ways, u.way(u.NameInText, Destroys))
			}
		}
		if ways == nil {
			continue
		}
		for _, fallen := range s.Sides[1-i].Units {
			if fallen.Lives() || fallen.destroyerAsked || fallen.fell != s.Round {
				continue
			}
			m := Moment{What: fmt.Sprintf("Who destroyed %s?", fallen.NameInText), Text: "These get tokens for it.", Ways: slices.Clone(ways)}
			m.Ways = append(m.Ways, Way{Label: "Somebody else", Event: Event{Do: Destroys, Their: i == 1}})
			for j := range m.Ways {
				m.Ways[j].Event.Subject = fallen.ID
			}
			all = append(all, m)
		}
	}
	return all
}

// RuleTokens returns the tokens on a unit: of each rule by which it gathers them, and of the
// enemy's rules.
func (s *State) RuleTokens(u *UnitState) []RuleTokens {
	var all []RuleTokens
	if !u.Lives() {
		return nil
	}
	for i, r := range u.TokenRules {
		if now, _ := r.bearers(u); now > 0 && r.Gathers != "" {
			all = append(all, RuleTokens{Name: r.Name, Summary: r.Summary, N: u.own[i].tokens, Holds: r.Holds})
		}
	}
	for at, name := range s.Table.placing[1-side(u.Their)] {
		if u.on[at] == 0 {
			continue
		}
		t := RuleTokens{Name: name, N: u.on[at], Enemy: true}
		for _, o := range s.Sides[1-side(u.Their)].Units {
			if i := o.tokenRule(name); i >= 0 && t.Summary == "" {
				t.Summary = o.TokenRules[i].Summary
			}
		}
		all = append(all, t)
	}
	return all
}

// uses returns the rules with tokens on a unit for the odds, rated by the number of tokens: the
// unit's own rules, and the enemy's rules against it.
func (s *State) uses(u *UnitState) (own, against []rules.Use) {
	for _, t := range s.RuleTokens(u) {
		use := rules.Use{Name: t.Name, Rating: fmt.Sprint(t.N)}
		switch {
		case t.N == 0:
		case t.Enemy:
			against = append(against, use)
		default:
			own = append(own, use)
		}
	}
	return own, against
}
