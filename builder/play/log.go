package play

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/finding"
)

// A LogEntry is one line of the game's log: consecutive events of one unit, or an event of the
// game.
type LogEntry struct {
	Round    int
	Side     int      // the unit's side, 0 or 1; -1 for an event of the game
	UnitName string   // the unit's name; "" for an event of the game
	Phrases  []string // what happened, in a few words for each event
	// BeginsRound means that the entry says that a round began.
	BeginsRound bool

	unit      *UnitState
	lastTally lossTally
}

// A lossTally sums up a subunit's losses or spent tokens in the last phrase of an entry, so that
// repeated events become one phrase. A negative number of tokens was gained.
type lossTally struct {
	subunit                         *SubunitState
	modelsLost, wounds, tokensSpent int
}

// Text returns the entry as a sentence without a full stop: "Breachers lost 3 of 5, tested,
// Shaken".
func (e *LogEntry) Text() string {
	who := e.UnitName
	if e.unit != nil && len(e.Phrases) > 0 && slices.ContainsFunc(e.unit.Subunits[1:], func(b SubunitState) bool { return strings.HasPrefix(e.Phrases[0], b.Name+" ") }) {
		who += ":" // of a hero
	}
	return strings.TrimSpace(who + " " + strings.Join(e.Phrases, ", "))
}

// maxLastEvents is the number of events that LastEventsText mentions.
const maxLastEvents = 3

// LastEventsText returns the entry like Text, but with only the last few events.
func (e *LogEntry) LastEventsText() string {
	last := *e
	last.Phrases = e.Phrases[max(0, len(e.Phrases)-maxLastEvents):]
	return last.Text()
}

// logGameEvent logs an event of the game.
func (s *State) logGameEvent(format string, args ...any) {
	s.Log = append(s.Log, LogEntry{Round: s.Round, Side: -1, Phrases: []string{fmt.Sprintf(format, args...)}})
}

// logUnitEvent logs an event of a unit, or of one of its subunits.
func (s *State) logUnitEvent(u *UnitState, b *SubunitState, what string) {
	e := s.entryFor(u)
	if b != nil && b != &u.Subunits[0] {
		what = b.Name + " " + what
	}
	e.Phrases, e.lastTally = append(e.Phrases, what), lossTally{}
}

// entryFor returns the last entry of the log if it is about the unit and in this round; else a new
// entry.
func (s *State) entryFor(u *UnitState) *LogEntry {
	if n := len(s.Log); n > 0 && s.Log[n-1].unit == u && s.Log[n-1].Round == s.Round {
		return &s.Log[n-1]
	}
	s.Log = append(s.Log, LogEntry{Round: s.Round, Side: sideIndex(u.OfOpponent), UnitName: u.NameInText, unit: u})
	return &s.Log[len(s.Log)-1]
}

// mergeTally returns the sum of t and the entry's last tally, and removes the entry's last phrase,
// if both count the same thing for the same subunit. Else it returns t.
func (e *LogEntry) mergeTally(t lossTally) lossTally {
	last := e.lastTally
	if last.subunit != t.subunit || (last.tokensSpent == 0) != (t.tokensSpent == 0) || last.tokensSpent*t.tokensSpent < 0 {
		return t
	}
	e.Phrases = e.Phrases[:len(e.Phrases)-1]
	return lossTally{t.subunit, last.modelsLost + t.modelsLost, last.wounds + t.wounds, last.tokensSpent + t.tokensSpent}
}

// logLosses logs losses of a subunit. It merges them with losses logged just before.
func (s *State) logLosses(u *UnitState, b *SubunitState, models, wounds int) {
	t := s.entryFor(u).mergeTally(lossTally{subunit: b, modelsLost: models, wounds: wounds})
	what := fmt.Sprintf("lost %d of %d", t.modelsLost, b.Kinds.Models())
	switch {
	case u.IsVehicle:
		what = "was hit, " + finding.CountText(b.woundsTaken, "marker")
		if b.ModelsLeft() == 0 {
			what = "was hit"
		}
	case t.modelsLost == 0 || b.Kinds.Models() == 1 && b.ModelsLeft() > 0:
		what = "took " + finding.CountText(t.wounds, "wound")
	case b.Kinds.Models() == 1:
		what = "fell"
	}
	s.logUnitEvent(u, b, what)
	s.entryFor(u).lastTally = t
}

// logTokens logs the number of tokens that a subunit spent (negative: gained). It merges it with a
// number logged just before.
func (s *State) logTokens(u *UnitState, b *SubunitState, tokens int) {
	t := s.entryFor(u).mergeTally(lossTally{subunit: b, tokensSpent: tokens})
	what := "spent " + finding.CountText(t.tokensSpent, "token")
	if t.tokensSpent < 0 {
		what = "gained " + finding.CountText(-t.tokensSpent, "token")
	}
	s.logUnitEvent(u, b, fmt.Sprintf("%s, %d left", what, b.SpellTokensLeft))
	s.entryFor(u).lastTally = t
}
