package play

import (
	"fmt"
	"strings"

	"muster/convert"
)

// Roll completes an event with dice: the number of objectives, the side that goes first, a mission,
// or a unit's test. die returns a number from 1 to sides. The result is false if dice do not decide
// such an event in this game.
func (s *State) Roll(e Event, die func(sides int) int) (Event, bool) {
	switch e.Do {
	case Objectives:
		most, sides := s.objectives()
		if sides == 0 {
			return e, false
		}
		e.Dice = []int{die(sides)}
		e.N = most - sides + e.Dice[0]
	case First:
		e.Dice = []int{die(6), die(6)}
		for e.Dice[0] == e.Dice[1] && s.second < 0 {
			e.Dice = []int{die(6), die(6)}
		}
		e.Their = e.Dice[1] > e.Dice[0] || e.Dice[0] == e.Dice[1] && s.second == 1
	case Mission:
		if all := s.Game().Play.Missions; len(all) > 0 {
			e.Dice = []int{die(len(all))}
			e.Subject = all[e.Dice[0]-1].ID
			break
		}
		style := s.Style(side(e.Their))
		if style == nil {
			return e, false
		}
		e.Dice = []int{die(6), die(6)}
		e.Subject = style.Missions[e.Dice[0]+e.Dice[1]]
	default:
		w := s.wayOf(e)
		if w == nil {
			return e, false
		}
		return w.test.roll(e, die), true
	}
	return e, true
}

// thrown returns the dice of the event as text: " (rolled 3)"; "" without dice.
func (e *Event) thrown() string {
	if len(e.Dice) == 0 {
		return ""
	}
	dice := convert.All(e.Dice, func(n int) string { return fmt.Sprint(n) })
	by := " and "
	switch {
	case e.Do == First:
		by = " to "
	case len(dice) > 2:
		by = ", "
	}
	return " (rolled " + strings.Join(dice, by) + ")"
}
