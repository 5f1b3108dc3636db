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
	List          string   `json:"list"` // the list's file
	System        string   `json:"system"`
	Round         int      `json:"round"`
	RoundCount    int      `json:"rounds,omitempty"` // number of rounds of the game
	IsOver        bool     `json:"over"`
	OptionalRules []string `json:"optional,omitempty"` // the optional rules that are played
	NextSide      string   `json:"turn"`               // side that acts next: "mine", "theirs" or ""
	Winner        string   `json:"winner"`             // side that is ahead: "mine", "theirs" or ""
	// holder of each objective: "mine", "theirs" or ""
	ObjectiveHolders []string     `json:"objectives"`
	Sides            []SideReport `json:"sides"` // the player's side, then the opponent's
	Decisions        []string     `json:"now"`   // what the rules require or allow now
	Log              []LogReport  `json:"log"`
}

// A SideReport is the state of a side.
type SideReport struct {
	Name               string `json:"name"`
	Score              int    `json:"score"` // objectives held, plus points
	NonObjectivePoints int    `json:"points"`
	ScoreByRound       []int  `json:"by_round"` // the score at the end of each round
	MissionID          string `json:"mission,omitempty"`
	// consecutive turns in which it held its mission
	MissionTurnsHeld int          `json:"held,omitempty"`
	MissionDone      bool         `json:"done,omitempty"`
	Units            []UnitReport `json:"units"`
}

// A UnitReport is the state of a unit.
type UnitReport struct {
	ID                 string         `json:"id"`
	Name               string         `json:"name"`
	ModelsLeftAndStart [2]int         `json:"models"` // models left, and at the start
	WoundsLeftAndStart [2]int         `json:"wounds"` // wounds left, and at the start
	SpellTokens        int            `json:"tokens,omitempty"`
	UsedActions        map[string]int `json:"used,omitempty"` // how often each limited action was used
	// number of tokens, by the id of the optional rules
	OptionalTokens map[string]int `json:"marks,omitempty"`
	// RuleTokens counts the tokens on the unit by the rule of the unit or of an enemy that gave
	// them.
	RuleTokens map[string]int `json:"placed,omitempty"`
	States     []string       `json:"states,omitempty"`
	Acted      bool           `json:"acted,omitempty"`
	// it has at most half its models or wounds left
	AtHalfStrength bool   `json:"half,omitempty"`
	InTransport    string `json:"in,omitempty"`    // the id of the transport that it rides in
	InReserve      bool   `json:"waits,omitempty"` // in reserve, off the table
	// why it is out of the game, such as "destroyed" or "routed"; "" while it is in it
	Fate   string       `json:"gone,omitempty"`
	Heroes []UnitReport `json:"with,omitempty"` // heroes joined to it
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
		List: mine.Document().File, System: mine.Game().ID, Round: s.Round, RoundCount: s.RoundCount, IsOver: s.IsOver,
		OptionalRules: s.playedRuleIDs,
		NextSide:      ownerWord(s.NextSide), Winner: ownerWord(s.Winner()), ObjectiveHolders: []string{},
		Decisions: []string{}, Log: []LogReport{},
	}
	r.ObjectiveHolders = append(r.ObjectiveHolders, convert.All(s.ObjectiveHolders, ownerWord)...)
	for i := range s.Sides {
		one := &s.Sides[i]
		side := SideReport{
			Name: one.Name, Score: s.Score(i), NonObjectivePoints: one.NonObjectivePoints,
			ScoreByRound: append([]int{}, one.ScoreByRound...),
			MissionID:    one.MissionID, MissionTurnsHeld: one.MissionTurnsHeld, MissionDone: s.MissionDone(i),
			Units: []UnitReport{},
		}
		side.Units = append(side.Units, convert.All(one.Units, s.report)...)
		r.Sides = append(r.Sides, side)
	}
	for _, m := range s.Decisions() {
		r.Decisions = append(r.Decisions, m.Title())
	}
	for i := range s.Log {
		r.Log = append(r.Log, LogReport{s.Log[i].Round, s.Log[i].Text()})
	}
	return r
}

// ownerWord returns "mine" for side 0, "theirs" for side 1, and "" for -1.
func ownerWord(side int) string {
	return [...]string{"", "mine", "theirs"}[side+1]
}

// Title returns the decision in a line: "Breachers tests morale".
func (m *Decision) Title() string {
	if m.Unit == nil {
		return m.Prompt
	}
	return m.Unit.NameInText + " " + m.Prompt
}

func (s *State) report(u *UnitState) UnitReport {
	r := u.Subunits[0].report(s)
	r.States, r.Acted, r.AtHalfStrength, r.InTransport, r.InReserve, r.Fate = u.States, u.Acted, u.Lives() &&
		u.AtHalfStrength(), u.InTransport, u.InReserve, u.Fate()
	if !u.Lives() {
		r.InTransport = ""
	}
	for _, t := range s.RuleTokens(u) {
		if t.Tokens > 0 && r.RuleTokens == nil {
			r.RuleTokens = map[string]int{}
		}
		if t.Tokens > 0 {
			r.RuleTokens[t.Name] = t.Tokens
		}
	}
	for i := range u.Subunits[1:] {
		r.Heroes = append(r.Heroes, u.Subunits[i+1].report(s))
	}
	return r
}

// StateTexts describes a unit's state in a few words each: its losses and tokens, its states, and
// whether it has acted.
func (s *State) StateTexts(u *UnitState) []string {
	var all []string
	for i := range u.Subunits[1:] {
		b := &u.Subunits[i+1]
		all = append(all, b.Name+" "+b.StrengthLeftText())
	}
	if fate := u.Fate(); fate != "" {
		return append(all, fate)
	}
	for i := range u.Subunits {
		if b := &u.Subunits[i]; b.Unit.SpellTokens > 0 {
			all = append(all, finding.CountText(b.SpellTokensLeft, "token"))
		}
	}
	for i := range u.Subunits {
		for _, meaning := range s.TokenTexts(&u.Subunits[i]) {
			all = append(all, meaning[0])
		}
	}
	for _, t := range s.RuleTokens(u) {
		if t.Tokens > 0 {
			all = append(all, t.CountText())
		}
	}
	all = append(all, convert.All(u.States, s.Game().TermFor)...)
	if u.InReserve {
		all = append(all, "in reserve")
	}
	if u.InTransport != "" {
		all = append(all, "in "+u.InTransport)
	}
	if u.inWreck {
		all = append(all, "in the wreck")
	}
	if u.ArtilleryContactLost {
		all = append(all, "out of contact")
	}
	if u.Acted {
		all = append(all, "acted")
	}
	return all
}

// Fate returns the reason why a unit is out of the game: "destroyed", "routed"; "" while it is in
// the game.
func (u *UnitState) Fate() string {
	switch {
	case u.GoneReason != "":
		return u.GoneReason
	case u.ModelsLeft() == 0:
		return fateDestroyed
	}
	return ""
}

// Fates of a unit, and of a character.
const (
	fateDestroyed = "destroyed" // Reasons why a unit, and why a character, is out of the game.
	fateKilled    = "killed"
)

func (b *SubunitState) report(s *State) UnitReport {
	r := UnitReport{
		ID: b.ID, Name: b.Name, ModelsLeftAndStart: [2]int{b.ModelsLeft(), b.Kinds.Models()},
		WoundsLeftAndStart: [2]int{b.WoundsLeft(), b.Kinds.Wounds()}, SpellTokens: b.SpellTokensLeft,
	}
	count := func(counts *map[string]int, key string, n int) {
		if n > 0 && *counts == nil {
			*counts = map[string]int{}
		}
		if n > 0 {
			(*counts)[key] = n
		}
	}
	for i, n := range b.ActionUses {
		count(&r.UsedActions, b.LimitedActions[i].Name, n)
	}
	for i, n := range b.OptionalRuleTokens {
		count(&r.OptionalTokens, s.OptionalRules()[i].ID, n)
	}
	return r
}

// StrengthLeftText returns what is left of a subunit: "8 of 10 models", or "5 of 9 wounds" if
// models take several wounds.
func (b *SubunitState) StrengthLeftText() string {
	if b.Kinds.Wounds() > b.Kinds.Models() {
		return fmt.Sprintf("%d of %d wounds", b.WoundsLeft(), b.Kinds.Wounds())
	}
	return fmt.Sprintf("%d of %d models", b.ModelsLeft(), b.Kinds.Models())
}

// StatusLine returns the state of the game in a line: "Round 2 of 4 · Third Company 2 – 1
// Opponent".
func (s *State) StatusLine() string {
	return fmt.Sprintf("%s · %s %d – %d %s", s.RoundText(), s.Sides[0].Name, s.Score(0), s.Score(1), s.Sides[1].Name)
}

// RoundText returns the round in words: "Round 2 of 4", or "Round 2" if no length is agreed.
func (s *State) RoundText() string {
	if s.RoundCount > 0 {
		return fmt.Sprintf("Round %d of %d", s.Round, s.RoundCount)
	}
	return fmt.Sprintf("Round %d", s.Round)
}

// ResultText says in words which side is ahead or has won.
func (s *State) ResultText() string {
	winner, verb := s.Winner(), "is ahead"
	if s.IsOver {
		verb = "has won"
	}
	switch {
	case winner >= 0:
		return s.Sides[winner].Name + " " + verb
	case s.IsOver:
		return "A draw"
	}
	return "Even"
}

// SummaryText returns the game as a text to keep: the score, the losses of each unit, and the log.
func (s *State) SummaryText() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s\n%s", s.StatusLine(), s.ResultText())
	for i := range s.Sides {
		one := &s.Sides[i]
		line("\n%s: %d", one.Name, s.Score(i))
		if m := s.Mission(i); m != nil {
			done := "not done"
			if s.MissionDone(i) {
				done = "done"
			}
			line("Mission: %s, %s", m.Name, done)
		}
		if len(one.ScoreByRound) > 0 {
			line("By round: %s", strings.Trim(fmt.Sprint(one.ScoreByRound), "[]"))
		}
		for _, u := range one.Units {
			line("- %s: %s", u.Name, u.LossesText())
		}
	}
	line("\nWhat happened")
	for _, story := range s.LogByRound() {
		line("Round %d", story.Round)
		for _, e := range story.Entries {
			line("- %s", e.Text())
		}
	}
	return b.String()
}

// A RoundLog is the part of the log about one round.
type RoundLog struct {
	Round   int
	Entries []LogEntry
}

// LogByRound returns the log divided by rounds.
func (s *State) LogByRound() []RoundLog {
	var all []RoundLog
	for _, e := range s.Log {
		if e.BeginsRound {
			continue
		}
		if n := len(all); n == 0 || all[n-1].Round != e.Round {
			all = append(all, RoundLog{Round: e.Round})
		}
		last := &all[len(all)-1]
		last.Entries = append(last.Entries, e)
	}
	return all
}

// LossesText describes the unit's losses: "lost 3 of 5 models", "unharmed", "routed".
func (u *UnitState) LossesText() string {
	var all []string
	for i := range u.Subunits {
		b := &u.Subunits[i]
		lost := ""
		switch wounds := b.Kinds.Wounds() - b.WoundsLeft(); {
		case u.IsVehicle && wounds > 0:
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
