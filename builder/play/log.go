package play

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/finding"
)

// An Entry is a line of the game's log: consecutive events of one unit.
type Entry struct {
	Round int
	Side  int    // side of the unit, 0 or 1; -1 for an event of both sides
	Who   string // the unit's name; "" for an event of the game
	What  []string
	// Opens reports that a round began.
	Opens bool

	unit *UnitState
	last tally
}

// A tally sums up the losses or spent tokens of a body in the last words of an entry, so that
// repeated events become one phrase. Negative tokens were gained.
type tally struct {
	body                   *BodyState
	models, wounds, tokens int
}

// Text returns the entry as a sentence without a full stop: "Breachers lost 3 of 5, tested,
// Shaken".
func (e *Entry) Text() string {
	who := e.Who
	if e.unit != nil && len(e.What) > 0 && slices.ContainsFunc(e.unit.Bodies[1:], func(b BodyState) bool { return strings.HasPrefix(e.What[0], b.Name+" ") }) {
		who += ":" // of a hero
	}
	return strings.TrimSpace(who + " " + strings.Join(e.What, ", "))
}

// maxLastEvents is the most events that Last mentions.
const maxLastEvents = 3

// Last is Text with only the last few events of the entry.
func (e *Entry) Last() string {
	last := *e
	last.What = e.What[max(0, len(e.What)-maxLastEvents):]
	return last.Text()
}

// note logs an event of the game.
func (s *State) note(format string, args ...any) {
	s.Log = append(s.Log, Entry{Round: s.Round, Side: -1, What: []string{fmt.Sprintf(format, args...)}})
}

// say logs an event of a unit, or of one of its bodies.
func (s *State) say(u *UnitState, b *BodyState, what string) {
	e := s.about(u)
	if b != nil && b != &u.Bodies[0] {
		what = b.Name + " " + what
	}
	e.What, e.last = append(e.What, what), tally{}
}

// about returns the log's entry for a unit in this round: the last entry if it is the unit's, else
// a new one.
func (s *State) about(u *UnitState) *Entry {
	if n := len(s.Log); n > 0 && s.Log[n-1].unit == u && s.Log[n-1].Round == s.Round {
		return &s.Log[n-1]
	}
	s.Log = append(s.Log, Entry{Round: s.Round, Side: side(u.Their), Who: u.NameInText, unit: u})
	return &s.Log[len(s.Log)-1]
}

// mergeTally returns the sum of t and the entry's last tally if both count the same for the same
// body, and removes the entry's last words; else it returns t.
func (e *Entry) mergeTally(t tally) tally {
	last := e.last
	if last.body != t.body || (last.tokens == 0) != (t.tokens == 0) || last.tokens*t.tokens < 0 {
		return t
	}
	e.What = e.What[:len(e.What)-1]
	return tally{t.body, last.models + t.models, last.wounds + t.wounds, last.tokens + t.tokens}
}

// logLosses logs losses of a body, in one phrase with losses just before.
func (s *State) logLosses(u *UnitState, b *BodyState, models, wounds int) {
	t := s.about(u).mergeTally(tally{body: b, models: models, wounds: wounds})
	what := fmt.Sprintf("lost %d of %d", t.models, b.Kinds.Models())
	switch {
	case u.Vehicle:
		what = "was hit, " + finding.Count(b.wounds, "marker")
		if b.ModelsLeft() == 0 {
			what = "was hit"
		}
	case t.models == 0 || b.Kinds.Models() == 1 && b.ModelsLeft() > 0:
		what = "took " + finding.Count(t.wounds, "wound")
	case b.Kinds.Models() == 1:
		what = "fell"
	}
	s.say(u, b, what)
	s.about(u).last = t
}

// logTokens logs the number of tokens that a body spent (negative: gained), in one phrase with
// tokens just before.
func (s *State) logTokens(u *UnitState, b *BodyState, tokens int) {
	t := s.about(u).mergeTally(tally{body: b, tokens: tokens})
	what := "spent " + finding.Count(t.tokens, "token")
	if t.tokens < 0 {
		what = "gained " + finding.Count(-t.tokens, "token")
	}
	s.say(u, b, fmt.Sprintf("%s, %d left", what, b.Tokens))
	s.about(u).last = t
}
