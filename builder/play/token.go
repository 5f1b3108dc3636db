package play

import (
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/rules"
)

// A TokenRule is a unit's rule with tokens that are counted at the table: those that the unit
// gathers, or those that its models place on enemy units.
type TokenRule struct {
	Name, Summary string
	Gathers       rules.Gathers // "" if they are placed on enemies
	Places        rules.Places  // "" if the unit gathers them
	Placed        int           // how many come at once
	Holds         int           // how many a unit may have; 0 for any number
	IfShaken      rules.IfShaken
	// borne marks the models with the rule, by body and kind; nil if the unit has it as a whole.
	borne [][]bool
}

// RuleTokens are the tokens of a rule on a unit.
type RuleTokens struct {
	Name, Summary string
	N             int
	Holds         int  // how many there may be; 0 for any number
	Enemy         bool // a rule of the other side
}

// Count is the tokens in words: "2 tokens of Growth".
func (t *RuleTokens) Count() string { return finding.Count(t.N, "token") + " of " + t.Name }

// gathered are the tokens of rules on a unit.
type gathered struct {
	own []ruleCount // by its own rules
	on  []int       // by the rules that the other side places
}

// A ruleCount counts the tokens of one rule of a unit, and their uses.
type ruleCount struct {
	tokens int
	began  bool // the tokens of this round's beginning came
	begun  int  // how many those were
	placed int  // how often it placed some, in the game or in this round as the rule counts
}

func (t *gathered) clone() gathered { return gathered{slices.Clone(t.own), slices.Clone(t.on)} }

// bearers returns how many models of the unit have the rule, now and at the start of the game.
func (r *TokenRule) bearers(u *UnitState) (now, start int) {
	if r.borne == nil {
		if u.Lives() {
			now = 1
		}
		return now, 1
	}
	for i := range u.Bodies {
		b := &u.Bodies[i]
		for k, has := range r.borne[i] {
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

// room returns n, or less where fewer more tokens may be held.
func (r *TokenRule) room(has, n int) int {
	if r.Holds > 0 {
		return min(n, max(0, r.Holds-has))
	}
	return min(n, MaxN-has)
}

// gives reports whether the rule gives a unit tokens as it is.
func (r *TokenRule) gives(u *UnitState) bool {
	now, _ := r.bearers(u)
	return now > 0 && (r.IfShaken != rules.ShakenGathersNone || !u.Is(rules.Shaken))
}

// tokenRule returns the index of a unit's rule with tokens by name; -1 if it has none.
func (g *Group) tokenRule(name string) int {
	return slices.IndexFunc(g.TokenRules, func(r TokenRule) bool { return rules.Key(r.Name) == rules.Key(name) })
}

// placing returns the names of the rules that let units place tokens on enemies.
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

// gathersHere reports whether a unit stands where rules give it tokens round by round.
func (s *State) gathersHere(u *UnitState) bool { return u.OnTable() && !u.Off && u.In == "" }

// gather gives a unit the tokens of its rule i, if it can have some now.
func (s *State) gather(u *UnitState, i int) int {
	r := &u.TokenRules[i]
	if !r.gives(u) {
		return 0
	}
	n := r.room(u.own[i].tokens, r.Placed)
	u.own[i].tokens += n
	return n
}

// gatherAtStart gives units the tokens of a round's beginning. It lasts until somebody acts: who
// leaves the table before gives them back.
func (s *State) gatherAtStart() {
	if len(s.gatherers) == 0 || s.lastActed() >= 0 {
		return
	}
	for _, u := range s.gatherers {
		for i := range u.own {
			c, r := &u.own[i], &u.TokenRules[i]
			here := s.gathersHere(u) && r.gives(u)
			switch {
			case r.Gathers != rules.GathersAtStart || here == c.began:
			case here:
				c.began, c.begun = true, s.gather(u, i)
			default:
				c.tokens -= min(c.begun, c.tokens)
				c.began, c.begun = false, 0
			}
		}
	}
}

// gatherAtEnd gives units the tokens of a round's end, and makes them ready for the next.
func (s *State) gatherAtEnd() {
	for _, u := range s.gatherers {
		for i, r := range u.TokenRules {
			if r.Gathers == rules.GathersAtEnd && s.gathersHere(u) {
				s.gather(u, i)
			}
			if r.Places == rules.PlacesInActivation {
				u.own[i].placed = 0
			}
			u.own[i].began, u.own[i].begun = false, 0
		}
	}
}

// losesTokens takes the tokens of a unit that go as it becomes shaken.
func (u *UnitState) losesTokens() {
	for i, r := range u.TokenRules {
		if r.IfShaken == rules.ShakenLosesAll {
			u.own[i].tokens, u.own[i].begun = 0, 0
		}
	}
}

// counts takes tokens of a rule off a unit, or gives it some of its own.
func (s *State) counts(u *UnitState, e Event) bool {
	if !u.Lives() {
		return false
	}
	i, at := u.tokenRule(e.What), slices.Index(s.Table.placing[1-side(u.Their)], e.What)
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
	s.say(u, nil, fmt.Sprintf("has %s of %s", finding.Count(*has, "token"), e.What))
	return true
}

// MayPlace reports whether models of a unit may place tokens of its rule i on enemies now.
func (s *State) MayPlace(u *UnitState, i int) bool {
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

// places puts tokens of a unit's rule on an enemy unit.
func (s *State) places(u *UnitState, e Event) bool {
	i := u.tokenRule(e.What)
	target, _ := s.Unit(!u.Their, e.On)
	if i < 0 || target == nil || !target.OnTable() || !s.MayPlace(u, i) {
		return false
	}
	r := &u.TokenRules[i]
	u.own[i].placed++
	target.on[slices.Index(s.Table.placing[side(u.Their)], r.Name)] += r.Placed
	s.say(u, nil, fmt.Sprintf("placed %s of %s on %s", finding.Count(r.Placed, "token"), r.Name, target.Called))
	return true
}

// mayDestroy reports whether a unit gathers tokens for an enemy unit that it destroys.
func (s *State) mayDestroy(u *UnitState) bool {
	return u.Lives() && slices.ContainsFunc(u.TokenRules, func(r TokenRule) bool {
		now, _ := r.bearers(u)
		return r.Gathers == rules.GathersByKill && now > 0
	})
}

// destroys notes which unit of a side destroyed the enemy unit `what`, and gives it its tokens
// for that; nil is none that gets any.
func (s *State) destroys(e Event, u *UnitState) bool {
	fallen, _ := s.Unit(!e.Their, e.What)
	if fallen == nil || fallen.Lives() || fallen.slain || u != nil && !s.mayDestroy(u) {
		return false
	}
	if fallen.slain = true; u == nil {
		s.note("%s fell to others", fallen.Called)
		return true
	}
	fallen.slayer, fallen.spoils = u, make([]int, len(u.own))
	for i, r := range u.TokenRules {
		if r.Gathers == rules.GathersByKill {
			fallen.spoils[i] = s.gather(u, i)
		}
	}
	s.say(u, nil, "destroyed "+fallen.Called)
	return true
}

// revived takes back the tokens that another unit has for destroying a unit that lives after all.
func (u *UnitState) revived() {
	for i, n := range u.spoils {
		u.slayer.own[i].tokens -= min(n, u.slayer.own[i].tokens)
	}
	u.slain, u.slayer, u.spoils, u.downed = false, nil, nil, 0
}

// destroyers asks for the destroyer of each unit lost in this round, if one gets tokens for it.
func (s *State) destroyers() []Moment {
	var all []Moment
	for i := range s.Sides {
		var ways []Way
		for _, u := range s.Sides[i].Units {
			if s.mayDestroy(u) {
				ways = append(ways, u.way(u.Called, Destroys))
			}
		}
		if ways == nil {
			continue
		}
		for _, fallen := range s.Sides[1-i].Units {
			if fallen.Lives() || fallen.slain || fallen.fell != s.Round {
				continue
			}
			m := Moment{What: fmt.Sprintf("Who destroyed %s?", fallen.Called), Text: "These get tokens for it.", Ways: slices.Clone(ways)}
			m.Ways = append(m.Ways, Way{Label: "Somebody else", Event: Event{Do: Destroys, Their: i == 1}})
			for j := range m.Ways {
				m.Ways[j].Event.What = fallen.ID
			}
			all = append(all, m)
		}
	}
	return all
}

// RuleTokens returns the tokens of rules on a unit: of each rule by which it gathers some, and of
// the enemy's that are on it.
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

// uses returns the tokens on a unit as odds take them: the rules that it uses, and those that its
// enemies use against it, with the number of tokens.
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
