package play

import (
	"fmt"
	"slices"
	"strconv"
)

// A Moment is something that the rules require or allow now, such as a morale test.
type Moment struct {
	Unit *UnitState // the unit concerned; nil for the game
	What string     // a few words that follow the unit's name: "tests morale"
	Text string     // how to do it; may be ""
	Ways []Way      // the possible results
	// Quiet reports that it is allowed but not required, so that players need no reminder.
	Quiet bool
	// RoundOver reports that the round is over and objectives are counted.
	RoundOver bool
}

// A Way is a possible result of a moment: the label of its button, and its event.
type Way struct {
	Label string
	Event Event
	Roll  bool // dice decide the event; see State.Roll
	// If says what happened before, where results are of several cases: "In melee:".
	If   string
	test *quality
}

// Tests reports whether a test of the unit by dice decides the result.
func (w *Way) Tests() bool { return w.test != nil }

// way returns a result whose event has the verb do and this unit.
func (u *UnitState) way(label string, do Verb) Way {
	return Way{Label: label, Event: Event{Do: do, Their: u.Their, Unit: u.ID}}
}

// Moments returns everything that the rules require or allow now, first for the game, then for
// units.
func (s *State) Moments() []Moment {
	if s.Over {
		return nil
	}
	var quiet, units []Moment
	game := s.setUpMoments()
	names := [2]string{s.Sides[0].Name, s.Sides[1].Name}
	first := func(i int) Way { return Way{Label: names[i] + " first", Event: Event{Do: First, Their: i == 1}} }
	over := s.allActed()
	if s.first < 0 && s.lastActed() < 0 {
		text := "The side that won the roll-off for deployment does."
		if s.Game().Play.Dice > 0 {
			text = "Each side rolls 1D6: the higher does; on a tie, the side that lost it last turn."
		} else if s.Round > 1 {
			text = "The side that finished acting first in the last round does."
		}
		game = append(game, Moment{What: fmt.Sprintf("Who goes first in round %d?", s.Round), Text: text, Ways: s.rollOff(first(0), first(1))})
	}
	if s.Turn == 1 && s.Sides[1].Roster == nil && !over {
		game = append(game,
			Moment{What: names[1] + " acts", Ways: []Way{{Label: "They acted", Event: Event{Do: Pass, Their: true}}}})
	}
	if over {
		game = append(game, s.missionMoments()...)
		game = append(game, s.roundIsOver())
	}
	game = slices.Concat(game, s.heartMoments(), s.commandMoments(), s.destroyerMoments())
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

// setUpMoments returns the moments before the first round: the number of objectives, and the
// missions.
func (s *State) setUpMoments() []Moment {
	if s.Round > 1 || len(s.before) > 0 || s.lastActed() >= 0 {
		return nil
	}
	var all []Moment
	if most, die := s.objectives(); s.NeedsObjectiveCount() {
		m := Moment{
			What: "How many objectives?",
			Ways: []Way{{Label: fmt.Sprintf("Roll D%d+%d", die, most-die), Event: Event{Do: Objectives}, Roll: true}},
		}
		for n := most - die + 1; n <= most; n++ {
			m.Ways = append(m.Ways, Way{Label: strconv.Itoa(n), Event: Event{Do: Objectives, N: n}})
		}
		if len(s.Game().Play.Missions) > 0 && s.Shared == "" {
			m.Ways = append(m.Ways, Way{Label: "Roll for a mission", Event: Event{Do: Mission}, Roll: true})
		}
		all = append(all, m)
	}
	for i := range s.Sides {
		if len(s.Missions()) == 0 || s.Sides[i].Mission != "" {
			continue
		}
		m := Moment{What: "The mission of " + s.Sides[i].Name + "?"}
		if style := s.Style(i); style != nil {
			m.Text = "2D6 in the style " + style.Name + ": " + style.Summary
			m.Ways = []Way{{Label: "Roll 2D6", Event: Event{Do: Mission, Their: i == 1}, Roll: true}}
		} else {
			m.Text = "First its style of command."
			for _, style := range s.Styles() {
				m.Ways = append(m.Ways,
					Way{Label: style.Name, Event: Event{Do: Command, Their: i == 1, Subject: style.ID}})
			}
		}
		all = append(all, m)
	}
	return all
}

// rollOff adds a roll of dice to the ways to choose who goes first, in games that have one.
func (s *State) rollOff(ways ...Way) []Way {
	if s.Round > 1 && s.Game().Play.Dice == 0 {
		return ways
	}
	return append([]Way{{Label: "Roll for it", Event: Event{Do: First}, Roll: true}}, ways...)
}

// missionMoments asks at the end of a turn whether each mission was held, for missions that must be
// held for several turns.
func (s *State) missionMoments() []Moment {
	var all []Moment
	for i := range s.Sides {
		one, m := &s.Sides[i], s.Mission(i)
		if m == nil || m.Turns == 0 || s.Done(i) || one.judgedRound == s.Round {
			continue
		}
		all = append(all, Moment{
			What: fmt.Sprintf("Did %s hold for %s this turn?", m.Name, one.Name),
			Text: fmt.Sprintf("%s %d of %d turns running.", m.Summary, one.Held, m.Turns),
			Ways: []Way{
				{Label: "It held", Event: Event{Do: Held, Their: i == 1}},
				{Label: "It did not", Event: Event{Do: Unheld, Their: i == 1}},
			},
		})
	}
	return all
}

// heartMoments asks whether the optional rule for losing heart is used, once a side would lose
// heart.
func (s *State) heartMoments() []Moment {
	for i := range s.Sides {
		if s.heart == undecided && s.lostLevels(i) > 0 {
			return []Moment{{
				What: fmt.Sprintf("%s has lost %d%% of its units or more.", s.Sides[i].Name,
					s.Game().Play.Heart[s.lostLevels(i)-1]),
				Text: "If you play Losing heart, its Resolve falls by a level for good, and who is at the lowest is lost.",
				Ways: []Way{
					{Label: "It loses heart", Event: Event{Do: Heart}},
					{Label: "We do not play that", Event: Event{Do: NoHeart}},
				},
			}}
		}
	}
	return nil
}

// MomentsOf returns what the rules require of a unit or allow it now.
func (s *State) MomentsOf(u *UnitState) []Moment {
	if s.Over {
		return nil
	}
	return s.Table.game.moments(s, u)
}

// roundIsOver returns the moment after all units have acted.
func (s *State) roundIsOver() Moment {
	text := "See who holds the objectives, then begin the next round."
	next := Way{Label: fmt.Sprintf("Begin round %d", s.Round+1), Event: Event{Do: Next}}
	if s.Last() {
		text = "It was the last: see who holds the objectives, and end the game."
		next = Way{Label: "It is over", Event: Event{Do: End}}
	}
	who := "Everybody has acted."
	if s.Sides[1].Roster == nil {
		who = "All of " + s.Sides[0].Name + " have acted."
	}
	return Moment{What: who, Text: text, Ways: []Way{next}, RoundOver: true}
}

// Destroyed returns the number of destroyed units of a side, and the number that the other side's
// mission requires; 0 if it requires none.
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

// Winner returns the side that is ahead, 0 or 1, or -1 for a draw: by missions if the sides have
// any, else by objectives and points.
func (s *State) Winner() int {
	mine, theirs := s.Total(0), s.Total(1)
	if s.Sides[0].Mission != "" || s.Sides[1].Mission != "" { // of both sides' own
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
	if m := s.Mission(side); m != nil && m.Denies && s.Over && !s.achieved(1-side) {
		return true
	}
	return s.achieved(side)
}

// achieved reports whether a side has fulfilled its mission.
func (s *State) achieved(side int) bool {
	gone, needs := s.Destroyed(1 - side)
	return s.Sides[side].Won || needs > 0 && gone >= needs
}
