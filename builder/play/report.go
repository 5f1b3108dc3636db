package play

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/finding"
	"muster/convert"
)

// A Report is the state of a game for scripts (`show --play --json`).
type Report struct {
	List       string       `json:"list"` // the list's file
	System     string       `json:"system"`
	Round      int          `json:"round"`
	Rounds     int          `json:"rounds,omitempty"` // number of rounds of the game
	Over       bool         `json:"over"`
	Optional   []string     `json:"optional,omitempty"` // the optional rules that are played
	Turn       string       `json:"turn"`               // who acts next: "mine", "theirs" or ""
	Winner     string       `json:"winner"`             // who is ahead: "mine", "theirs" or ""
	Objectives []string     `json:"objectives"`         // who holds each: "mine", "theirs" or ""
	Sides      []SideReport `json:"sides"`              // the list's, then the opponent's
	Now        []string     `json:"now"`                // what the rules require now
	Log        []LogReport  `json:"log"`
}

// A SideReport is the state of a side.
type SideReport struct {
	Name    string       `json:"name"`
	Score   int          `json:"score"` // objectives held, plus points
	Points  int          `json:"points"`
	ByRound []int        `json:"by_round"` // the score at the end of each round
	Mission string       `json:"mission,omitempty"`
	Held    int          `json:"held,omitempty"` // consecutive turns in which the mission was held
	Done    bool         `json:"done,omitempty"`
	Units   []UnitReport `json:"units"`
}

// A UnitReport is the state of a unit.
type UnitReport struct {
	ID     string         `json:"id"`
	Name   string         `json:"name"`
	Models [2]int         `json:"models"` // models left, and at the start
	Wounds [2]int         `json:"wounds"` // wounds left, and at the start
	Tokens int            `json:"tokens,omitempty"`
	Used   map[string]int `json:"used,omitempty"`  // how often each limited action was used
	Marks  map[string]int `json:"marks,omitempty"` // tokens by the name of the optional rules
	// Placed counts the tokens of its own and the enemy's rules on the unit, by rule.
	Placed map[string]int `json:"placed,omitempty"`
	States []string       `json:"states,omitempty"`
	Acted  bool           `json:"acted,omitempty"`
	Half   bool           `json:"half,omitempty"`  // it is at half strength or less
	In     string         `json:"in,omitempty"`    // the id of the transport that it rides in
	Waits  bool           `json:"waits,omitempty"` // in reserve, off the table
	Gone   string         `json:"gone,omitempty"`  // such as "destroyed" or "routed"
	With   []UnitReport   `json:"with,omitempty"`  // heroes joined to it
}

// A LogReport is a line of the game's log.
type LogReport struct {
	Round int    `json:"round"`
	Text  string `json:"text"`
}

// Report returns the state of the game for scripts.
func (s *State) Report() Report {
	mine := s.Sides[0].Roster
	r := Report{
		List: mine.Document().File, System: mine.Game().ID, Round: s.Round, Rounds: s.Rounds, Over: s.Over,
		Optional: s.optional,
		Turn:     whose(s.Turn), Winner: whose(s.Winner()), Objectives: []string{}, Now: []string{}, Log: []LogReport{},
	}
	r.Objectives = append(r.Objectives, convert.All(s.Objectives, whose)...)
	for i := range s.Sides {
		one := &s.Sides[i]
		side := SideReport{
			Name: one.Name, Score: s.Total(i), Points: one.OtherPoints, ByRound: append([]int{}, one.ByRound...),
			Mission: one.Mission, Held: one.Held, Done: s.Done(i), Units: []UnitReport{},
		}
		side.Units = append(side.Units, convert.All(one.Units, s.report)...)
		r.Sides = append(r.Sides, side)
	}
	for _, m := range s.Moments() {
		r.Now = append(r.Now, m.Title())
	}
	for i := range s.Log {
		r.Log = append(r.Log, LogReport{s.Log[i].Round, s.Log[i].Text()})
	}
	return r
}

func whose(side int) string {
	return [...]string{"", "mine", "theirs"}[side+1]
}

// Title returns the moment in a line: "Breachers tests morale".
func (m *Moment) Title() string {
	if m.Unit == nil {
		return m.What
	}
	return m.Unit.NameInText + " " + m.What
}

func (s *State) report(u *UnitState) UnitReport {
	r := u.Bodies[0].report(s)
	r.States, r.Acted, r.Half, r.In, r.Waits, r.Gone = u.States, u.Acted, u.Lives() && u.Half(), u.In, u.Waiting, u.Fate()
	if !u.Lives() {
		r.In = ""
	}
	for _, t := range s.RuleTokens(u) {
		if t.N > 0 && r.Placed == nil {
			r.Placed = map[string]int{}
		}
		if t.N > 0 {
			r.Placed[t.Name] = t.N
		}
	}
	for i := range u.Bodies[1:] {
		r.With = append(r.With, u.Bodies[i+1].report(s))
	}
	return r
}

// Now returns a unit's state in a few words each: its states, and whether it has acted.
func (s *State) Now(u *UnitState) []string {
	var all []string
	for i := range u.Bodies[1:] {
		b := &u.Bodies[i+1]
		all = append(all, b.Name+" "+b.Left())
	}
	if fate := u.Fate(); fate != "" {
		return append(all, fate)
	}
	for i := range u.Bodies {
		if b := &u.Bodies[i]; b.Unit.Tokens > 0 {
			all = append(all, finding.Count(b.Tokens, "token"))
		}
	}
	for i := range u.Bodies {
		for _, meaning := range s.Meaning(&u.Bodies[i]) {
			all = append(all, meaning[0])
		}
	}
	for _, t := range s.RuleTokens(u) {
		if t.N > 0 {
			all = append(all, t.Count())
		}
	}
	all = append(all, convert.All(u.States, s.Game().Word)...)
	if u.Waiting {
		all = append(all, "in reserve")
	}
	if u.In != "" {
		all = append(all, "in "+u.In)
	}
	if u.wreck {
		all = append(all, "in the wreck")
	}
	if u.CallsOver {
		all = append(all, "out of contact")
	}
	if u.Acted {
		all = append(all, "acted")
	}
	return all
}

// Fate returns the unit's end: "destroyed", "routed"; "" while it is in the game.
func (u *UnitState) Fate() string {
	switch {
	case u.Gone != "":
		return u.Gone
	case u.ModelsLeft() == 0:
		return destroyed
	}
	return ""
}

// Ends of a unit, and of a character.
const (
	destroyed = "destroyed"
	killed    = "killed"
)

func (b *BodyState) report(s *State) UnitReport {
	r := UnitReport{
		ID: b.ID, Name: b.Name, Models: [2]int{b.ModelsLeft(), b.Kinds.Models()},
		Wounds: [2]int{b.WoundsLeft(), b.Kinds.Wounds()}, Tokens: b.Tokens,
	}
	count := func(counts *map[string]int, key string, n int) {
		if n > 0 && *counts == nil {
			*counts = map[string]int{}
		}
		if n > 0 {
			(*counts)[key] = n
		}
	}
	for i, n := range b.Used {
		count(&r.Used, b.Once[i].Name, n)
	}
	for i, n := range b.Marks {
		count(&r.Marks, s.Optional()[i].ID, n)
	}
	return r
}

// Left returns what is left of a body: "8 of 10 models", or "5 of 9 wounds" if a model takes
// several.
func (b *BodyState) Left() string {
	if b.Kinds.Wounds() > b.Kinds.Models() {
		return fmt.Sprintf("%d of %d wounds", b.WoundsLeft(), b.Kinds.Wounds())
	}
	return fmt.Sprintf("%d of %d models", b.ModelsLeft(), b.Kinds.Models())
}

// Standing returns the state of the game in a line: "Round 2 of 4 · Third Company 2 – 1 Opponent".
func (s *State) Standing() string {
	return fmt.Sprintf("%s · %s %d – %d %s", s.InRound(), s.Sides[0].Name, s.Total(0), s.Total(1), s.Sides[1].Name)
}

// InRound returns the round in words: "Round 2 of 4", or "Round 2" if the length is not agreed.
func (s *State) InRound() string {
	if s.Rounds > 0 {
		return fmt.Sprintf("Round %d of %d", s.Round, s.Rounds)
	}
	return fmt.Sprintf("Round %d", s.Round)
}

// Result returns who is ahead or has won, in words.
func (s *State) Result() string {
	winner, verb := s.Winner(), "is ahead"
	if s.Over {
		verb = "has won"
	}
	switch {
	case winner >= 0:
		return s.Sides[winner].Name + " " + verb
	case s.Over:
		return "A draw"
	}
	return "Even"
}

// Summary returns the game as a text to keep: the score, the losses of each unit, and the log.
func (s *State) Summary() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s\n%s", s.Standing(), s.Result())
	for i := range s.Sides {
		one := &s.Sides[i]
		line("\n%s: %d", one.Name, s.Total(i))
		if m := s.Mission(i); m != nil {
			done := "not done"
			if s.Done(i) {
				done = "done"
			}
			line("Mission: %s, %s", m.Name, done)
		}
		if len(one.ByRound) > 0 {
			line("By round: %s", strings.Trim(fmt.Sprint(one.ByRound), "[]"))
		}
		for _, u := range one.Units {
			line("- %s: %s", u.Name, u.Losses())
		}
	}
	line("\nWhat happened")
	for _, story := range s.Story() {
		line("Round %d", story.Round)
		for _, e := range story.Entries {
			line("- %s", e.Text())
		}
	}
	return b.String()
}

// A Chapter is the part of the log about one round.
type Chapter struct {
	Round   int
	Entries []Entry
}

// Story returns the log by rounds.
func (s *State) Story() []Chapter {
	var all []Chapter
	for _, e := range s.Log {
		if e.Opens {
			continue
		}
		if n := len(all); n == 0 || all[n-1].Round != e.Round {
			all = append(all, Chapter{Round: e.Round})
		}
		last := &all[len(all)-1]
		last.Entries = append(last.Entries, e)
	}
	return all
}

// Losses describes the unit's losses: "lost 3 of 5 models", "unharmed", "routed".
func (u *UnitState) Losses() string {
	var all []string
	for i := range u.Bodies {
		b := &u.Bodies[i]
		lost := ""
		switch wounds := b.Kinds.Wounds() - b.WoundsLeft(); {
		case u.Vehicle && wounds > 0:
			lost = fmt.Sprintf("%d of %d markers", wounds, b.Kinds.Wounds())
		case wounds > 0 && b.Kinds.Wounds() > b.Kinds.Models():
			lost = fmt.Sprintf("lost %d of %d wounds", wounds, b.Kinds.Wounds())
		case wounds > 0:
			lost = fmt.Sprintf("lost %d of %d models", wounds, b.Kinds.Models())
		}
		if lost != "" && i > 0 {
			lost = b.Name + " " + lost
		}
		if lost != "" {
			all = append(all, lost)
		}
	}
	if fate := u.Fate(); fate != "" {
		all = slices.Insert(all, 0, fate)
	}
	if all == nil {
		return "unharmed"
	}
	return strings.Join(all, ", ")
}
