package play

import (
	"fmt"
	"strings"

	"muster/builder/finding"
)

// An Entry is a line of a game's story: what happened to one unit in one go.
type Entry struct {
	Round int
	Side  int    // whose unit it is; -1 for what happened to both
	Who   string // the unit's name; "" for the game
	What  []string

	unit   *UnitState
	body   *BodyState // that lost what the last words say
	models int        // that it lost
	wounds int        // and wounds
}

// Text is the entry as a sentence without its end: "Breachers lost 3 of 5, tested,
// Shaken".
func (e *Entry) Text() string {
	return strings.TrimSpace(e.Who + " " + strings.Join(e.What, ", "))
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
	e.What, e.body = append(e.What, what), nil
}

// about is the line about a unit: the last one, if it is about it too.
func (s *State) about(u *UnitState) *Entry {
	if n := len(s.Log); n > 0 && s.Log[n-1].unit == u && s.Log[n-1].Round == s.Round {
		return &s.Log[n-1]
	}
	s.Log = append(s.Log, Entry{Round: s.Round, Side: side(u.Their), Who: u.Name, unit: u})
	return &s.Log[len(s.Log)-1]
}

// loses says what a body lost, in one with what it lost just before.
func (s *State) loses(u *UnitState, b *BodyState, models, wounds int) {
	e := s.about(u)
	if e.body == b {
		models, wounds = models+e.models, wounds+e.wounds
		e.What = e.What[:len(e.What)-1]
	}
	what := fmt.Sprintf("lost %d of %d", models, b.Models())
	switch {
	case u.Vehicle:
		what = "was hit, " + finding.Count(b.wounds, "marker")
		if b.ModelsLeft() == 0 {
			what = "was hit"
		}
	case models == 0 || b.Models() == 1 && b.ModelsLeft() > 0:
		what = "took " + finding.Count(wounds, "wound")
	case b.Models() == 1:
		what = "fell"
	}
	s.say(u, b, what)
	e = s.about(u)
	e.body, e.models, e.wounds = b, models, wounds
}
