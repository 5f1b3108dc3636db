package play

import (
	"fmt"
	"slices"
	"strconv"
)

// A Decision is a question that the rules require or allow now, such as a morale test, with its
// possible answers.
type Decision struct {
	Unit         *UnitState // the unit concerned; nil for the game
	Prompt       string     // a few words that follow the unit's name: "tests morale"
	Instructions string     // how to decide; may be ""
	Choices      []Choice   // the possible answers
	// Optional means that the rules allow but do not require it, so that players need no reminder.
	Optional bool
	// RoundOver means that the round is over and objectives are counted.
	RoundOver bool
}

// A Choice is a possible answer to a decision: the label of its button, and its event.
type Choice struct {
	Label     string
	Event     Event
	RollsDice bool // dice decide the event; see State.Roll
	// Condition says what happened before, if the decision has choices for several cases: "In
	// melee:".
	Condition string
	test      *diceTest // the test that decides the event; nil without one
}

// NeedsTest reports whether a unit's test with dice decides the event.
func (w *Choice) NeedsTest() bool { return w.test != nil }

// choiceOf returns a choice whose event has the verb do and this unit.
func (u *UnitState) choiceOf(label string, do Verb) Choice {
	return Choice{Label: label, Event: Event{Verb: do, OfOpponent: u.OfOpponent, UnitID: u.ID}}
}

// choiceWithPasses returns the choice of a test with n passes.
func (u *UnitState) choiceWithPasses(label string, do Verb, n int) Choice {
	w := u.choiceOf(label, do)
	w.Event.Number = n
	return w
}

// Decisions returns everything that the rules require or allow now, first for the game, then for
// units.
func (s *State) Decisions() []Decision {
	if s.IsOver {
		return nil
	}
	var quiet, units []Decision
	game := s.setUpDecisions()
	names := [2]string{s.Sides[0].Name, s.Sides[1].Name}
	first := func(i int) Choice {
		return Choice{Label: names[i] + " first", Event: Event{Verb: GoFirst, OfOpponent: i == 1}}
	}
	over := s.allUnitsActed()
	if s.firstSide < 0 && s.lastActingSide() < 0 {
		text := "The side that won the roll-off for deployment does."
		if s.Game().Play.InitiativeDice > 0 {
			text = "Each side rolls 1D6: the higher does; on a tie, the side that lost it last turn."
		} else if s.Round > 1 {
			text = "The side that finished acting first in the last round does."
		}
		game = append(game, Decision{Prompt: fmt.Sprintf("Who goes first in round %d?", s.Round), Instructions: text, Choices: s.withRollOff(first(0), first(1))})
	}
	if s.NextSide == 1 && s.Sides[1].Roster == nil && !over {
		game = append(game,
			Decision{Prompt: names[1] + " acts", Choices: []Choice{{Label: "They acted", Event: Event{Verb: UnknownUnitActed, OfOpponent: true}}}})
	}
	if over {
		game = append(game, s.missionDecisions()...)
		game = append(game, s.endOfRound())
	}
	game = slices.Concat(game, s.loseHeartDecisions(), s.phaseEndDecisions(), s.destroyerDecisions())
	for i := range s.Sides {
		for _, u := range s.Sides[i].Units {
			for _, m := range s.Table.game.decisions(s, u) {
				if m.Optional {
					quiet = append(quiet, m)
				} else {
					units = append(units, m)
				}
			}
		}
	}
	return slices.Concat(game, units, quiet)
}

// setUpDecisions returns the decisions before the first round: on the number of objectives, and on
// the missions.
func (s *State) setUpDecisions() []Decision {
	if s.Round > 1 || len(s.earlierRounds) > 0 || s.lastActingSide() >= 0 {
		return nil
	}
	var all []Decision
	if most, die := s.objectiveLimits(); s.NeedsObjectiveCount() {
		m := Decision{
			Prompt:  "How many objectives?",
			Choices: []Choice{{Label: fmt.Sprintf("Roll D%d+%d", die, most-die), Event: Event{Verb: SetObjectives}, RollsDice: true}},
		}
		for n := most - die + 1; n <= most; n++ {
			m.Choices = append(m.Choices, Choice{Label: strconv.Itoa(n), Event: Event{Verb: SetObjectives, Number: n}})
		}
		if len(s.Game().Play.Missions) > 0 && s.SharedMissionID == "" {
			m.Choices = append(m.Choices, Choice{Label: "Roll for a mission", Event: Event{Verb: SetMission}, RollsDice: true})
		}
		all = append(all, m)
	}
	for i := range s.Sides {
		if len(s.Missions()) == 0 || s.Sides[i].MissionID != "" {
			continue
		}
		m := Decision{Prompt: "The mission of " + s.Sides[i].Name + "?"}
		if style := s.Style(i); style != nil {
			m.Instructions = "2D6 in the style " + style.Name + ": " + style.Summary
			m.Choices = []Choice{{Label: "Roll 2D6", Event: Event{Verb: SetMission, OfOpponent: i == 1}, RollsDice: true}}
		} else {
			m.Instructions = "First its style of command."
			for _, style := range s.Styles() {
				m.Choices = append(m.Choices,
					Choice{Label: style.Name, Event: Event{Verb: SetCommandStyle, OfOpponent: i == 1, Subject: style.ID}})
			}
		}
		all = append(all, m)
	}
	return all
}

// withRollOff adds a roll of dice to the choices of the side that goes first, in games with such a
// roll.
func (s *State) withRollOff(ways ...Choice) []Choice {
	if s.Round > 1 && s.Game().Play.InitiativeDice == 0 {
		return ways
	}
	return append([]Choice{{Label: "Roll for it", Event: Event{Verb: GoFirst}, RollsDice: true}}, ways...)
}

// missionDecisions asks at the end of a turn whether each mission was held, if missions must be
// held for several turns.
func (s *State) missionDecisions() []Decision {
	var all []Decision
	for i := range s.Sides {
		one, m := &s.Sides[i], s.Mission(i)
		if m == nil || m.TurnsToHold == 0 || s.MissionDone(i) || one.missionJudgedRound == s.Round {
			continue
		}
		all = append(all, Decision{
			Prompt:       fmt.Sprintf("Did %s hold for %s this turn?", m.Name, one.Name),
			Instructions: fmt.Sprintf("%s %d of %d turns running.", m.Summary, one.MissionTurnsHeld, m.TurnsToHold),
			Choices: []Choice{
				{Label: "It held", Event: Event{Verb: MissionHeld, OfOpponent: i == 1}},
				{Label: "It did not", Event: Event{Verb: MissionNotHeld, OfOpponent: i == 1}},
			},
		})
	}
	return all
}

// loseHeartDecisions asks whether the players use the optional rule for losing heart, as soon as a
// side would lose Resolve by it.
func (s *State) loseHeartDecisions() []Decision {
	for i := range s.Sides {
		if s.loseHeartRule == ruleUndecided && s.lostResolveLevels(i) > 0 {
			return []Decision{{
				Prompt: fmt.Sprintf("%s has lost %d%% of its units or more.", s.Sides[i].Name,
					s.Game().Play.UnitLossThresholds[s.lostResolveLevels(i)-1]),
				Instructions: "If you play Losing heart, its Resolve falls by a level for good, and who is at the lowest is lost.",
				Choices: []Choice{
					{Label: "It loses heart", Event: Event{Verb: AllowLosingHeart}},
					{Label: "We do not play that", Event: Event{Verb: ForbidLosingHeart}},
				},
			}}
		}
	}
	return nil
}

// DecisionsOf returns the decisions that the rules require of a unit, or allow it, now.
func (s *State) DecisionsOf(u *UnitState) []Decision {
	if s.IsOver {
		return nil
	}
	return s.Table.game.decisions(s, u)
}

// endOfRound returns the decision after all units have acted.
func (s *State) endOfRound() Decision {
	text := "See who holds the objectives, then begin the next round."
	next := Choice{Label: fmt.Sprintf("Begin round %d", s.Round+1), Event: Event{Verb: NextRound}}
	if s.IsLastRound() {
		text = "It was the last: see who holds the objectives, and end the game."
		next = Choice{Label: "It is over", Event: Event{Verb: EndGame}}
	}
	who := "Everybody has acted."
	if s.Sides[1].Roster == nil {
		who = "All of " + s.Sides[0].Name + " have acted."
	}
	return Decision{Prompt: who, Instructions: text, Choices: []Choice{next}, RoundOver: true}
}

// DestroyedCounts returns the number of destroyed units of a side, and the number that the other
// side's mission requires; 0 if it requires none.
func (s *State) DestroyedCounts(side int) (gone, needs int) {
	units := s.Sides[side].Units
	for _, u := range units {
		if !u.Lives() {
			gone++
		}
	}
	if m := s.Mission(1 - side); m != nil && m.EnemyPercentToRemove > 0 {
		needs = (len(units)*m.EnemyPercentToRemove + 99) / 100
	}
	return gone, needs
}

// Winner returns the side that is ahead, 0 or 1, or -1 for a draw: by missions if the sides have
// any, else by objectives and points.
func (s *State) Winner() int {
	mine, theirs := s.Score(0), s.Score(1)
	if s.Sides[0].MissionID != "" || s.Sides[1].MissionID != "" { // of both sides' own
		mine, theirs = 0, 0
		if s.MissionDone(0) {
			mine = 1
		}
		if s.MissionDone(1) {
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

// MissionDone reports whether a side has done its mission. At the end of the game, some missions
// are done because the enemy's is not.
func (s *State) MissionDone(side int) bool {
	if m := s.Mission(side); m != nil && m.MetIfEnemyFails && s.IsOver && !s.missionAchieved(1-side) {
		return true
	}
	return s.missionAchieved(side)
}

// missionAchieved reports whether a side has achieved its mission.
func (s *State) missionAchieved(side int) bool {
	gone, needs := s.DestroyedCounts(1 - side)
	return s.Sides[side].MissionDone || needs > 0 && gone >= needs
}
