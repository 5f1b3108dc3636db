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

// Optional returns the optional rules with tokens in this game, played or not.
func (s *State) Optional() []rules.Optional { return s.Table.optional }

// Plays reports whether the optional rules with the id are played.
func (s *State) Plays(id string) bool { return slices.Contains(s.optional, id) }

// Has reports whether the body can have tokens of optional rules.
func (b *BodyState) Has(o *rules.Optional) bool {
	if o.Heroes {
		return b.Leads
	}
	if o.Wounds {
		return !b.Vehicle && !b.Off
	}
	return b.Role != table.Joined
}

// MaxTokens returns the most tokens of optional rules that the body may have; 0 for no limit.
func (b *BodyState) MaxTokens(o *rules.Optional) int {
	if b.General {
		return o.General
	}
	return o.Most
}

// Needs returns the roll that passes a hero's next command test, at most 6; 0 if no test is left.
// marks is the number of its tokens.
func (b *BodyState) Needs(o *rules.Optional, marks int) int {
	needs := o.Needs
	if b.General {
		needs = o.GeneralNeeds
	}
	if most := b.MaxTokens(o); needs == 0 || most > 0 && marks >= most {
		return 0
	}
	return min(needs+marks, 6)
}

// setOptional sets whether optional rules are played.
func (s *State) setOptional(_ int, e Event) bool {
	o := s.Game().Optional(e.Subject)
	if o == nil || s.Plays(o.ID) == (e.Do == Option) {
		return false
	}
	if e.Do == Option {
		s.optional = append(slices.Clip(s.optional), o.ID)
		s.note("%s is played", o.Name)
		return true
	}
	s.optional = slices.DeleteFunc(slices.Clone(s.optional), func(id string) bool { return id == o.ID })
	s.note("%s is not played", o.Name)
	return true
}

// optionIndex returns the index of optional rules that are played in Optional; -1 if they are not.
func (s *State) optionIndex(id string) int {
	if !s.Plays(id) {
		return -1
	}
	return slices.IndexFunc(s.Optional(), func(o rules.Optional) bool { return o.ID == id })
}

// mark adds tokens of optional rules to a body, or removes them.
func (s *State) mark(u *UnitState, b *BodyState, e Event) bool {
	at := s.optionIndex(e.Subject)
	if at < 0 {
		return s.applyRuleTokens(u, e)
	}
	if !u.Lives() || b.ModelsLeft() == 0 {
		return false
	}
	o := &s.Optional()[at]
	if !o.Heroes {
		b = &u.Bodies[0]
	}
	now := max(0, b.Marks[at]-e.N)
	if e.Do == Mark {
		now = b.Marks[at] + e.N
		if most := b.MaxTokens(o); most > 0 {
			now = min(now, most)
		}
	}
	if o.Wounds {
		now = min(now, b.Fallen())
	}
	if !b.Has(o) || now == b.Marks[at] || now > MaxN {
		return false
	}
	b.Marks[at] = now
	s.say(u, b, "has "+finding.Count(now, o.Token))
	return true
}

// Wounds returns the optional rules for wounded figures if they are played; else nil.
func (s *State) Wounds() *rules.Optional {
	if at := s.woundRulesIndex(); at >= 0 {
		return &s.Optional()[at]
	}
	return nil
}

// woundRulesIndex returns the index of the optional rules for wounded figures in Optional; -1 if
// they are not played.
func (s *State) woundRulesIndex() int {
	return slices.IndexFunc(s.Optional(), func(o rules.Optional) bool { return o.Wounds && s.Plays(o.ID) })
}

// applyCalming applies a unit's morale tests to remove tokens: each passed die removes one.
func (s *State) applyCalming(u *UnitState, e Event) bool {
	at := s.optionIndex(e.Subject)
	if at < 0 || !s.Optional()[at].Tests || !u.Lives() || u.Bodies[0].Marks[at] == 0 {
		return false
	}
	b := &u.Bodies[0]
	b.Marks[at] = max(0, b.Marks[at]-e.N)
	u.calmed = true
	s.say(u, nil, "tested, has "+finding.Count(b.Marks[at], s.Optional()[at].Token))
	return true
}

// unmarkAll removes all tokens of optional rules from both sides.
func (s *State) unmarkAll(_ int, e Event) bool {
	at, had := s.optionIndex(e.Subject), false
	for _, b := range s.bodiesWithTokens(at) {
		b.Marks[at], had = 0, true
	}
	if had {
		s.note("Every %s goes", s.Optional()[at].Token)
	}
	return had
}

// bodiesWithTokens returns the bodies of both sides with tokens of the optional rules at an index
// in Optional.
func (s *State) bodiesWithTokens(rule int) []*BodyState {
	var all []*BodyState
	for i := range s.Sides {
		for _, u := range s.Sides[i].Units {
			for j := range u.Bodies {
				if b := &u.Bodies[j]; rule >= 0 && b.Marks[rule] > 0 {
					all = append(all, b)
				}
			}
		}
	}
	return all
}

// removeRestTokens removes the tokens that end with a round, and those that an idle unit loses.
func (s *State) removeRestTokens(u *UnitState, b *BodyState) {
	for i, o := range s.Optional() {
		if o.Ends || o.Rests && u.idle {
			b.Marks[i] = 0
		}
	}
}

// tokenPenalties returns the rules that the unit's tokens give it, with the number of tokens as a
// negative rating.
func (s *State) tokenPenalties(u *UnitState) []rules.Use {
	var all []rules.Use
	for i, o := range s.Optional() {
		if n := u.Bodies[0].Marks[i]; n > 0 && o.Rule != "" && s.Plays(o.ID) {
			all = append(all, rules.Use{Name: o.Rule, Rating: fmt.Sprint(-n)})
		}
	}
	return all
}

// mostWays is the most results of dice that a moment offers one by one.
const mostWays = 7

// calmingMoments returns the morale tests of an activating unit to remove tokens. A shaken unit
// stays idle and fails them.
func (s *State) calmingMoments(u *UnitState) []Moment {
	var all []Moment
	for i, o := range s.Optional() {
		n := u.Bodies[0].Marks[i]
		if !o.Tests || n == 0 || !s.Plays(o.ID) || u.Acted || u.calmed || !u.OnTable() || u.Is(rules.Shaken) {
			continue
		}
		m := Moment{
			Unit: u, What: "tests morale for " + finding.Count(n, o.Token) + " as it activates",
			Text: u.test(u.Standing()) + " Each that passes takes one off.",
		}
		for passed := range min(n, mostWays-1) + 1 {
			w := u.result(fmt.Sprintf("%d passed", passed), Rally, passed)
			if w.Event.Subject = o.ID; passed == 0 {
				w.Label = "None passed"
			}
			m.Ways = append(m.Ways, w)
		}
		all = append(all, m)
	}
	return all
}

// commandMoments asks whether both sides are done with a phase, so that the tokens that last until
// then are removed.
func (s *State) commandMoments() []Moment {
	var all []Moment
	for i, o := range s.Optional() {
		if o.Ends && s.Plays(o.ID) && len(s.bodiesWithTokens(i)) > 0 {
			all = append(all, Moment{
				What: o.Name + ": are both sides done?", Text: "Then every " + o.Token + " goes.",
				Ways: []Way{{Label: "Both are done", Event: Event{Do: Unmark, Subject: o.ID}}},
			})
		}
	}
	return all
}

// LosesTokensIdle reports whether a unit loses tokens by staying idle now.
func (s *State) LosesTokensIdle(u *UnitState) bool {
	for i, o := range s.Optional() {
		if o.Rests && u.Bodies[0].Marks[i] > 0 && s.Plays(o.ID) && !u.Acted && u.OnTable() {
			return true
		}
	}
	return false
}

// Meaning returns a body's tokens of optional rules, each as the count and the effect: "3
// suppression tokens", "…".
func (s *State) Meaning(b *BodyState) [][2]string {
	var all [][2]string
	for i, o := range s.Optional() {
		n := b.Marks[i]
		if n == 0 || !s.Plays(o.ID) {
			continue
		}
		text := o.Now
		switch needs := b.Needs(&o, n); {
		case needs > 0:
			text += fmt.Sprintf(" The next needs %d+.", needs)
		case o.Needs > 0:
			text += " No more tests."
		}
		all = append(all, [2]string{finding.Count(n, o.Token), text})
	}
	return all
}
