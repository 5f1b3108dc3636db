package play

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/finding"
)

// An Entry is a line of the story: consecutive events of one unit.
type Entry struct {
	Round int
	Side  int    // the side of the unit; -1 for an event of both
	Who   string // the unit's name; "" for the game
	What  []string
	// Opens tells that a round began.
	Opens bool

	unit *UnitState
	last tally
}

// A tally sums a body's losses, or its tokens spent (below 0: gained), over the last words of
// an entry.
type tally struct {
	body                   *BodyState
	models, wounds, tokens int
}

// Text is the entry as a sentence without its end: "Breachers lost 3 of 5, tested,
// Shaken".
func (e *Entry) Text() string {
	who := e.Who
	if e.unit != nil && len(e.What) > 0 && slices.ContainsFunc(e.unit.Bodies[1:], func(b BodyState) bool { return strings.HasPrefix(e.What[0], b.Name+" ") }) {
		who += ":" // of a hero
	}
	return strings.TrimSpace(who + " " + strings.Join(e.What, ", "))
}

// mostLast is how many things that happened in one go are said of the last.
const mostLast = 3

// Last is the entry with the last things alone that happened.
func (e *Entry) Last() string {
	last := *e
	last.What = e.What[max(0, len(e.What)-mostLast):]
	return last.Text()
}

// note adds something about the game to the story.
func (s *State) note(format string, args ...any) {
	s.Log = append(s.Log, Entry{Round: s.Round, Side: -1, What: []string{fmt.Sprintf(format, args...)}})
}

// say adds something about a unit to the story, or about a body of it.
func (s *State) say(u *UnitState, b *BodyState, what string) {
	e := s.about(u)
	if b != nil && b != &u.Bodies[0] {
		what = b.Name + " " + what
	}
	e.What, e.last = append(e.What, what), tally{}
}

// about returns the log's line for a unit in this round: the last one if it is the unit's, else
// a new one.
func (s *State) about(u *UnitState) *Entry {
	if n := len(s.Log); n > 0 && s.Log[n-1].unit == u && s.Log[n-1].Round == s.Round {
		return &s.Log[n-1]
	}
	s.Log = append(s.Log, Entry{Round: s.Round, Side: side(u.Their), Who: u.Called, unit: u})
	return &s.Log[len(s.Log)-1]
}

// sums adds the entry's last words to a tally of the same kind and body, and takes them back.
func (e *Entry) sums(t tally) tally {
	last := e.last
	if last.body != t.body || (last.tokens == 0) != (t.tokens == 0) || last.tokens*t.tokens < 0 {
		return t
	}
	e.What = e.What[:len(e.What)-1]
	return tally{t.body, last.models + t.models, last.wounds + t.wounds, last.tokens + t.tokens}
}

// loses logs a body's losses, together with those just before.
func (s *State) loses(u *UnitState, b *BodyState, models, wounds int) {
	t := s.about(u).sums(tally{body: b, models: models, wounds: wounds})
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

// spends says how many tokens a body spent or, below 0, gained, in one with those of
// just before.
func (s *State) spends(u *UnitState, b *BodyState, tokens int) {
	t := s.about(u).sums(tally{body: b, tokens: tokens})
	what := "spent " + finding.Count(t.tokens, "token")
	if t.tokens < 0 {
		what = "gained " + finding.Count(-t.tokens, "token")
	}
	s.say(u, b, fmt.Sprintf("%s, %d left", what, b.Tokens))
	s.about(u).last = t
}
