package play

import (
	"fmt"
	"slices"
)

// A Moment is what the rules ask for now, or allow.
type Moment struct {
	Unit *UnitState // whose it is; nil for the game's
	What string     // in a few words that follow the unit's name
	Text string     // how it is done; may be ""
	Ways []Way      // how it can come out
	// Quiet tells that it is allowed and need not be thought of again.
	Quiet bool
}

// A Way is how a moment can come out, as a button says it, and what happens then.
type Way struct {
	Label string
	Event Event
}

// way is one in which something happens to a unit.
func (u *UnitState) way(label string, do Verb) Way {
	return Way{label, Event{Do: do, Their: u.Their, Unit: u.ID}}
}

// Moments are all that is to be done now, the game's own first.
func (s *State) Moments() []Moment {
	if s.Over {
		return nil
	}
	var game, quiet, units []Moment
	names := [2]string{s.Sides[0].Name, s.Sides[1].Name}
	first := func(i int) Way { return Way{names[i] + " first", Event{Do: First, Their: i == 1}} }
	if s.Turn < 0 && !s.rolled && s.acted() == 0 {
		text := "Who won the roll-off for deployment goes first."
		if s.Game().Play.Dice > 0 {
			text = "The higher of 1D6 each; on a tie who lost it last turn."
		} else if s.Round > 1 {
			text = "The side that finished acting first in the last round."
		}
		game = append(game, Moment{What: fmt.Sprintf("Who goes first in round %d?", s.Round), Text: text, Ways: []Way{first(0), first(1)}})
	}
	if s.Waits(0) == 0 && s.Sides[0].Units != nil && (s.Sides[1].Roster == nil || s.Waits(1) == 0) && s.acted() > 0 {
		game = append(game, s.roundIsOver())
	}
	for i := range s.Sides {
		for _, u := range s.Sides[i].Units {
			for _, m := range s.Table.game.moments(s, u) {
				if m.Quiet {
					quiet = append(quiet, m)
				} else {
					units = append(units, m)
				}
			}
		}
	}
	return slices.Concat(game, units, quiet)
}

// MomentsOf are those of a unit.
func (s *State) MomentsOf(u *UnitState) []Moment {
	if s.Over {
		return nil
	}
	return s.Table.game.moments(s, u)
}

// roundIsOver is the moment when all have acted.
func (s *State) roundIsOver() Moment {
	text := "See who holds the objectives, then begin the next round."
	next := Way{fmt.Sprintf("Begin round %d", s.Round+1), Event{Do: Next}}
	if s.Rounds > 0 && s.Round >= s.Rounds {
		text = "It was the last: see who holds the objectives, and end the game."
		next = Way{"It is over", Event{Do: End}}
	}
	who := "Everybody has acted."
	if s.Sides[1].Roster == nil {
		who = "All of " + s.Sides[0].Name + " have acted."
	}
	return Moment{What: who, Text: text, Ways: []Way{next}}
}

// acted is how many units have acted in this round.
func (s *State) acted() int {
	n := 0
	for i := range s.Sides {
		for _, u := range s.Sides[i].Units {
			if u.Acted {
				n++
			}
		}
	}
	return n
}

// Destroyed is how many units of a side are gone, and Needs how many of them the
// other side's mission asks for; 0 if it asks for none.
func (s *State) Destroyed(side int) (gone, needs int) {
	units := s.Sides[side].Units
	for _, u := range units {
		if !u.Lives() {
			gone++
		}
	}
	if m := s.Mission(1 - side); m != nil && m.Units > 0 {
		needs = (len(units)*m.Units + 99) / 100
	}
	return gone, needs
}

// Winner is the side that is ahead: by their missions if they have any, else by
// what they hold and their points; -1 for neither.
func (s *State) Winner() int {
	mine, theirs := s.Total(0), s.Total(1)
	if s.Sides[0].Mission != "" || s.Sides[1].Mission != "" {
		mine, theirs = 0, 0
		if s.Done(0) {
			mine = 1
		}
		if s.Done(1) {
			theirs = 1
		}
	}
	switch {
	case mine > theirs:
		return 0
	case theirs > mine:
		return 1
	}
	return -1
}

// Done reports whether a side has done its mission.
func (s *State) Done(side int) bool {
	gone, needs := s.Destroyed(1 - side)
	return s.Sides[side].Won || needs > 0 && gone >= needs
}
