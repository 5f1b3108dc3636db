package play

// RollEvent completes an event with dice: the number of objectives, the side that goes first, a
// mission, or a unit's test. die returns a random number from 1 to sides. Roll reports false if
// dice do not decide such an event in this game.
func (s *State) RollEvent(e Event, die func(sides int) int) (Event, bool) {
	switch e.Verb {
	case SetObjectives:
		most, sides := s.objectiveLimits()
		if sides == 0 {
			return e, false
		}
		e.Dice = []int{die(sides)}
		e.Number = most - sides + e.Dice[0]
	case GoFirst:
		e.Dice = []int{die(6), die(6)}
		for e.Dice[0] == e.Dice[1] && s.rollOffLoser < 0 {
			e.Dice = []int{die(6), die(6)}
		}
		e.OfOpponent = e.Dice[1] > e.Dice[0] || e.Dice[0] == e.Dice[1] && s.rollOffLoser == 1
	case SetMission:
		if all := s.Game().Play.Missions; len(all) > 0 {
			e.Dice = []int{die(len(all))}
			e.Subject = all[e.Dice[0]-1].ID
			break
		}
		style := s.Style(sideIndex(e.OfOpponent))
		if style == nil {
			return e, false
		}
		e.Dice = []int{die(6), die(6)}
		e.Subject = style.MissionByRoll[e.Dice[0]+e.Dice[1]]
	default:
		w := s.testChoiceFor(e)
		if w == nil {
			return e, false
		}
		return w.test.roll(e, die), true
	}
	return e, true
}
