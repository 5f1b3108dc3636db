package play

import (
	"cmp"
	"fmt"
	"slices"

	"muster/builder/table"
	catalog "muster/catalog/fad"
)

// qualityTestDice is the number of dice in a Quality test (FAD, Quality Tests).
const qualityTestDice = 3

// A diceTest is a test with dice: a Quality test with 3D6, or another test that counts the dice
// that roll at least some number.
type diceTest struct {
	// diceCount is the number of dice; lowestPass is the lowest roll that passes.
	diceCount, lowestPass int
	autoPasses, autoFails int // numbers of dice that pass or fail without being rolled
	maxRerolls            int // maximum number of failed dice that are rolled again, each once
	modifier              int // added to each die
	// setResult sets the event from its rolled dice; nil if only the number of passes counts.
	setResult func(e *Event)
}

// rollCount returns the number of dice to roll.
func (q *diceTest) rollCount() int { return max(0, q.diceCount-q.autoPasses-q.autoFails) }

// text describes the test: "2D6, each of 3+ passes. One die has passed."
func (q *diceTest) text() string {
	text := fmt.Sprintf("%dD6, each of %d+ passes.", q.rollCount(), q.lowestPass)
	return text + autoDiceNote(q.autoPasses, "passed") + autoDiceNote(q.autoFails, "failed") + rerollNote(q.maxRerolls)
}

// roll rolls the test with die, and returns the event with the number of passes and the dice.
func (q *diceTest) roll(e Event, die func(sides int) int) Event {
	e.Number, e.Dice = q.autoPasses, nil
	failed := 0
	throw := func(n int) {
		failed = 0
		for range n {
			d := die(6)
			if e.Dice = append(e.Dice, d); d+q.modifier >= q.lowestPass {
				e.Number++
			} else {
				failed++
			}
		}
	}
	throw(q.rollCount())
	throw(min(q.maxRerolls, failed))
	if q.setResult != nil {
		q.setResult(&e)
	}
	return e
}

// choice returns the choice that rolls the test. n distinguishes several choices with the same
// verb; beside follows the label.
func (q *diceTest) choice(u *UnitState, do Verb, n int, beside string) Choice {
	w := u.choiceWithPasses(fmt.Sprintf("Roll %dD6%s", q.rollCount(), beside), do, n)
	w.RollsDice, w.test = true, q
	return w
}

// AnytimeTests returns the tests that the unit may take at any time.
func (s *State) AnytimeTests(u *UnitState) []Choice {
	if s.IsOver {
		return nil
	}
	return s.Table.game.anytimeTests(s, u)
}

// testChoiceFor returns the choice of a unit whose test decides an event; nil if there is none.
func (s *State) testChoiceFor(e Event) *Choice {
	u, _ := s.Unit(e.OfOpponent, e.UnitID)
	if u == nil {
		return nil
	}
	all := s.AnytimeTests(u)
	for _, m := range s.DecisionsOf(u) {
		all = append(all, m.Choices...)
	}
	for i := range all {
		if w := &all[i]; w.test != nil && w.Event.Verb == e.Verb && w.Event.Subject == e.Subject &&
			w.Event.Number == e.Number {
			return w
		}
	}
	return nil
}

// applyQualityTest applies the result of a unit's test, and reports whether the unit had such a
// test.
func (s *State) applyQualityTest(u *UnitState, b *SubunitState, e Event) bool {
	if !u.Lives() || len(s.Game().Play.UnitLossThresholds) == 0 {
		return false
	}
	if s.Game().State(e.Subject) != nil {
		e.Subject = " for " + s.Game().TermFor(e.Subject)
	} else if e.Verb == TestedQuality {
		e.Subject = ""
	}
	came := fmt.Sprintf("%s: %s", e.diceText(), passesText(e.Number))
	switch e.Verb {
	case TestedQuality:
		s.logUnitEvent(u, nil, "took a Quality test"+e.Subject+came)
	case TestedResponse:
		u.testedCommandResponse = true
		s.logUnitEvent(u, nil, "tested command response"+came)
	case TestedRecovery:
		return s.applyRecoveryTest(u, b, e)
	case CallArtillery:
		return s.applyArtilleryCall(u, e.Number, came)
	case InvokePower, TestedPower:
		return s.applyPowerEvent(u, e, came)
	}
	return true
}

// passesText returns a number of passes in words: "2 passes".
func passesText(n int) string {
	return cmp.Or(map[int]string{0: "none passes", 1: "1 pass"}[n], fmt.Sprintf("%d passes", n))
}

// applyRecoveryTest applies the test for one of a unit's wounded figures (FAD, Recover Wounded).
func (s *State) applyRecoveryTest(u *UnitState, b *SubunitState, e Event) bool {
	at := s.woundRulesIndex()
	if at < 0 || b.OptionalRuleTokens[at] <= u.failedRecoveryTests {
		return false
	}
	u.usedOncePerRoundAction = u.usedOncePerRoundAction || len(e.Dice) > qualityTestDice // a medic's die is rolled again once a turn
	what := "a wounded figure fights on"
	switch {
	case e.Number >= 3:
		b.OptionalRuleTokens[at]--
		b.heal()
	case e.Number == 2:
		b.OptionalRuleTokens[at]--
		u.fallenNotLosses++
		what = "a wounded figure is safe, and no loss"
	case e.Number == 1:
		u.failedRecoveryTests++
		what = "a figure stays wounded"
	default:
		b.OptionalRuleTokens[at]--
		what = "a wounded figure died"
	}
	s.logUnitEvent(u, nil, what+e.diceText())
	return true
}

// applyArtilleryCall applies the result of a call for off-board artillery (FAD, Indirect Artillery
// Fire). came describes the dice.
func (s *State) applyArtilleryCall(u *UnitState, passes int, came string) bool {
	if !u.OffBoard || u.usedOncePerRoundAction || u.ArtilleryContactLost {
		return false
	}
	u.usedOncePerRoundAction = true
	what := ", the strike arrives"
	switch passes {
	case 0:
		u.ArtilleryContactLost = true
		what = ", contact is lost for good"
	case 1:
		what = ", garbled"
	}
	s.logUnitEvent(u, nil, "was called"+came+what)
	return true
}

// applyPowerEvent applies the start of a power, or its result (FAD, Psionics). came describes the
// dice.
func (s *State) applyPowerEvent(u *UnitState, e Event, came string) bool {
	if e.Verb == InvokePower {
		if !u.mayInvokePower() || u.powerWithID(e.Subject) == nil {
			return false
		}
		u.usedOncePerRoundAction, u.invokedPower = true, e.Subject
		return true
	}
	power := u.powerWithID(u.invokedPower)
	if power == nil {
		return false
	}
	u.invokedPower = ""
	if b := &u.Subunits[0]; e.Number < 2 {
		b.ActionUses[u.psionicStrengthIndex()]++
		came += ", and it cost a point of Strength"
	}
	what := "invoked "
	if e.Number == 0 {
		what = "failed to invoke "
	}
	s.logUnitEvent(u, nil, what+power.Name+came)
	return true
}

// whyMustWait returns the reason why a unit cannot act yet, or cannot board a transport in its
// activation; "" if it can, or for other events.
func (s *State) whyMustWait(e Event) string {
	u, _ := s.Unit(e.OfOpponent, e.UnitID)
	if e.Verb != Act && e.Verb != GetIn || u == nil || !s.MayAct(u) {
		return ""
	}
	for _, o := range s.actingUnits(u) {
		for _, m := range s.DecisionsOf(o) {
			if !m.Optional && !slices.ContainsFunc(m.Choices, func(w Choice) bool { return w.Event.Verb == Act }) {
				return fmt.Sprintf("%s cannot act yet. First: %s", u.NameInText, m.Title())
			}
		}
	}
	return ""
}

// overfullVehicle returns a vehicle with more passengers than spaces; nil if there is none.
func (s *State) overfullVehicle() *UnitState {
	for i := range s.Sides {
		for _, u := range s.Sides[i].Units {
			if !u.IsTransport || !u.Lives() {
				continue
			}
			if n, fit := s.Table.game.spacesTaken(u, s.Aboard(u)); n > u.passengerSpaces || !fit {
				return u
			}
		}
	}
	return nil
}

// autoDiceNote returns a sentence about n dice of a test that are not rolled; what is "passed" or
// "failed".
func autoDiceNote(n int, what string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " One die has " + what + "."
	}
	return fmt.Sprintf(" %d dice have %s.", n, what)
}

// rerollNote returns a sentence about n failed dice that may be rolled again; "" if n is 0.
func rerollNote(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " One that failed may be rolled again."
	}
	return fmt.Sprintf(" Up to %d that failed may be rolled again.", n)
}

// powerWithID returns the unit's psionic power with the id, or nil.
func (u *UnitState) powerWithID(id string) *catalog.Power {
	if u.fadData == nil {
		return nil
	}
	for _, p := range u.fadData.Powers {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// psionicStrengthIndex returns the index in LimitedActions of the psionic's strength points, spent
// to invoke powers; -1 if the unit has none.
func (u *UnitState) psionicStrengthIndex() int {
	return slices.IndexFunc(u.Subunits[0].LimitedActions, func(o table.LimitedAction) bool { return o.IsPsionicStrength })
}

// mayInvokePower reports whether the unit can invoke a power now.
func (u *UnitState) mayInvokePower() bool {
	if u.fadData == nil || u.usedOncePerRoundAction || u.invokedPower != "" || u.Acted || !u.OnTable() ||
		u.InTransport != "" ||
		len(u.fadData.Powers) == 0 {
		return false
	}
	i := u.psionicStrengthIndex()
	return i >= 0 && u.Subunits[0].UsesLeft(i) > 0
}
