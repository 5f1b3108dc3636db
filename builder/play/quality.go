package play

import (
	"cmp"
	"fmt"
	"slices"
)

// A quality is a test by dice: a Quality test of 3D6, or another test that counts dice of at least
// some number.
type quality struct {
	// dice is the number of dice, needs the lowest roll that passes.
	dice, needs   int
	passes, fails int // dice that pass or fail without being rolled
	rerolls       int // most failed dice that are rolled again, each once
	modifier      int // added to each die
	// means sets the event from its rolled dice; nil if only the number of passes counts.
	means func(e *Event)
}

// rolled returns the number of dice to roll.
func (q *quality) rolled() int { return max(0, q.dice-q.passes-q.fails) }

// text describes the test: "2D6, each of 3+ passes. One die has passed."
func (q *quality) text() string {
	text := fmt.Sprintf("%dD6, each of %d+ passes.", q.rolled(), q.needs)
	return text + autoDiceNote(q.passes, "passed") + autoDiceNote(q.fails, "failed") + rolledAgain(q.rerolls)
}

// roll rolls the test with die and returns the event with the passes.
func (q *quality) roll(e Event, die func(sides int) int) Event {
	e.N, e.Dice = q.passes, nil
	failed := 0
	throw := func(n int) {
		failed = 0
		for range n {
			d := die(6)
			if e.Dice = append(e.Dice, d); d+q.modifier >= q.needs {
				e.N++
			} else {
				failed++
			}
		}
	}
	throw(q.rolled())
	throw(min(q.rerolls, failed))
	if q.means != nil {
		q.means(&e)
	}
	return e
}

// way returns the way that rolls the test. n distinguishes several ways with the same verb; beside
// follows the label.
func (q *quality) way(u *UnitState, do Verb, n int, beside string) Way {
	w := u.result(fmt.Sprintf("Roll %dD6%s", q.rolled(), beside), do, n)
	w.Roll, w.test = true, q
	return w
}

// Rolls returns the tests that the unit may take at any time.
func (s *State) Rolls(u *UnitState) []Way {
	if s.Over {
		return nil
	}
	return s.Table.game.rolls(s, u)
}

// wayOf returns the unit's way whose dice decide an event; nil if there is none.
func (s *State) wayOf(e Event) *Way {
	u, _ := s.Unit(e.Their, e.Unit)
	if u == nil {
		return nil
	}
	all := s.Rolls(u)
	for _, m := range s.MomentsOf(u) {
		all = append(all, m.Ways...)
	}
	for i := range all {
		if w := &all[i]; w.test != nil && w.Event.Do == e.Do && w.Event.Subject == e.Subject && w.Event.N == e.N {
			return w
		}
	}
	return nil
}

// applyQuality applies the result of a unit's test, and reports whether the unit had such a test.
func (s *State) applyQuality(u *UnitState, b *BodyState, e Event) bool {
	if !u.Lives() || len(s.Game().Play.Heart) == 0 {
		return false
	}
	if s.Game().State(e.Subject) != nil {
		e.Subject = " for " + s.Game().Word(e.Subject)
	} else if e.Do == Quality {
		e.Subject = ""
	}
	came := fmt.Sprintf("%s: %s", e.thrown(), passed(e.N))
	switch e.Do {
	case Quality:
		s.say(u, nil, "took a Quality test"+e.Subject+came)
	case Respond:
		u.responded = true
		s.say(u, nil, "tested command response"+came)
	case Recover:
		return s.applyRecovery(u, b, e)
	case Call:
		return s.applyCall(u, e.N, came)
	case Invoke, Strain:
		return s.applyInvoke(u, e, came)
	}
	return true
}

// passed returns the number of passes in words: "2 passes".
func passed(n int) string {
	return cmp.Or(map[int]string{0: "none passes", 1: "1 pass"}[n], fmt.Sprintf("%d passes", n))
}

// applyRecovery applies the test for one of a unit's wounded (FAD, Recover Wounded).
func (s *State) applyRecovery(u *UnitState, b *BodyState, e Event) bool {
	at := s.woundRulesIndex()
	if at < 0 || b.Marks[at] <= u.testedWounded {
		return false
	}
	u.used = u.used || len(e.Dice) > qualityDice // a medic's die is rolled again once a turn
	what := "a wounded figure fights on"
	switch {
	case e.N >= 3:
		b.Marks[at]--
		b.heal()
	case e.N == 2:
		b.Marks[at]--
		u.fallenNoLoss++
		what = "a wounded figure is safe, and no loss"
	case e.N == 1:
		u.testedWounded++
		what = "a figure stays wounded"
	default:
		b.Marks[at]--
		what = "a wounded figure died"
	}
	s.say(u, nil, what+e.thrown())
	return true
}

// applyCall applies the result of a call for off-board artillery (FAD, Indirect Artillery Fire).
func (s *State) applyCall(u *UnitState, passes int, came string) bool {
	if !u.Off || u.used || u.CallsOver {
		return false
	}
	u.used = true
	what := ", the strike arrives"
	switch passes {
	case 0:
		u.CallsOver = true
		what = ", contact is lost for good"
	case 1:
		what = ", garbled"
	}
	s.say(u, nil, "was called"+came+what)
	return true
}

// applyInvoke applies the invoking of a power, or its result (FAD, Psionics).
func (s *State) applyInvoke(u *UnitState, e Event, came string) bool {
	if e.Do == Invoke {
		if !u.mayInvoke() || u.power(e.Subject) == nil {
			return false
		}
		u.used, u.invoking = true, e.Subject
		return true
	}
	power := u.power(u.invoking)
	if power == nil {
		return false
	}
	u.invoking = ""
	if b := &u.Bodies[0]; e.N < 2 {
		b.Used[u.strength()]++
		came += ", and it cost a point of Strength"
	}
	what := "invoked "
	if e.N == 0 {
		what = "failed to invoke "
	}
	s.say(u, nil, what+power.Name+came)
	return true
}

// mustWait returns the reason why a unit cannot act yet, or cannot board a transport in its
// activation; "" if it can, or for other events.
func (s *State) mustWait(e Event) string {
	u, _ := s.Unit(e.Their, e.Unit)
	if e.Do != Act && e.Do != Board || u == nil || !s.MayAct(u) {
		return ""
	}
	for _, o := range s.acting(u) {
		for _, m := range s.MomentsOf(o) {
			if !m.Quiet && !slices.ContainsFunc(m.Ways, func(w Way) bool { return w.Event.Do == Act }) {
				return fmt.Sprintf("%s cannot act yet. First: %s", u.NameInText, m.Title())
			}
		}
	}
	return ""
}

// crowded returns a vehicle with more passengers than spaces; nil if there is none.
func (s *State) crowded() *UnitState {
	for i := range s.Sides {
		for _, u := range s.Sides[i].Units {
			if !u.Holds || !u.Lives() {
				continue
			}
			if n, fit := s.Table.game.spacesTaken(u, s.Aboard(u)); n > u.room || !fit {
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

// rolledAgain returns a sentence about n failed dice that may be rolled again.
func rolledAgain(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " One that failed may be rolled again."
	}
	return fmt.Sprintf(" Up to %d that failed may be rolled again.", n)
}

// result returns the way of a test with n passes.
func (u *UnitState) result(label string, do Verb, n int) Way {
	w := u.way(label, do)
	w.Event.N = n
	return w
}
