package play

import (
	"cmp"
	"fmt"
	"slices"
)

// A quality is a test by dice: a Quality test of 3D6, or another whose dice pass from a number on.
type quality struct {
	dice, needs   int
	passes, fails int // dice that pass or fail by themselves, and are not rolled
	rerolls       int // failed dice that are rolled again, each once
	modifier      int // of each die
	// means sets the event from its dice; nil if their passes alone count.
	means func(e *Event)
}

// rolled returns how many dice are rolled.
func (q *quality) rolled() int { return max(0, q.dice-q.passes-q.fails) }

// text describes the test: "2D6, each of 3+ passes. One die has passed."
func (q *quality) text() string {
	text := fmt.Sprintf("%dD6, each of %d+ passes.", q.rolled(), q.needs)
	return text + fated(q.passes, "passed") + fated(q.fails, "failed") + rolledAgain(q.rerolls)
}

// roll throws the dice of the test and sets the event's passes.
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

// way returns the outcome that rolls the test. n tells apart those of one event.
func (q *quality) way(u *UnitState, do Verb, n int, beside string) Way {
	w := u.passes(fmt.Sprintf("Roll %dD6%s", q.rolled(), beside), do, n)
	w.Roll, w.test = true, q
	return w
}

// Rolls returns the tests that a unit may take at any time.
func (s *State) Rolls(u *UnitState) []Way {
	if s.Over {
		return nil
	}
	return s.Table.game.rolls(s, u)
}

// wayOf returns the unit's way to decide an event by dice; nil if there is none.
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
		if w := &all[i]; w.test != nil && w.Event.Do == e.Do && w.Event.What == e.What && w.Event.N == e.N {
			return w
		}
	}
	return nil
}

// takesTest notes the result of a test, and reports whether the unit had it to take.
func (s *State) takesTest(u *UnitState, b *BodyState, e Event) bool {
	if !u.Lives() || len(s.Game().Play.Heart) == 0 {
		return false
	}
	if s.Game().State(e.What) != nil {
		e.What = " for " + s.Game().Word(e.What)
	} else if e.Do == Quality {
		e.What = ""
	}
	came := fmt.Sprintf("%s: %s", e.thrown(), passed(e.N))
	switch e.Do {
	case Quality:
		s.say(u, nil, "took a Quality test"+e.What+came)
	case Respond:
		u.answered = true
		s.say(u, nil, "tested command response"+came)
	case Recover:
		return s.recovers(u, b, e)
	case Call:
		return s.called(u, e.N, came)
	case Invoke, Strain:
		return s.invokes(u, e, came)
	}
	return true
}

// passed says how many dice passed: "2 passes".
func passed(n int) string {
	return cmp.Or(map[int]string{0: "none passes", 1: "1 pass"}[n], fmt.Sprintf("%d passes", n))
}

// recovers notes the fate of one of a unit's wounded (FAD, Recover Wounded).
func (s *State) recovers(u *UnitState, b *BodyState, e Event) bool {
	at := s.woundsAt()
	if at < 0 || b.Marks[at] <= u.aided {
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
		u.treated++
		what = "a wounded figure is safe, and no loss"
	case e.N == 1:
		u.aided++
		what = "a figure stays wounded"
	default:
		b.Marks[at]--
		what = "a wounded figure died"
	}
	s.say(u, nil, what+e.thrown())
	return true
}

// called notes how a call for off-board artillery came out (FAD, Indirect Artillery Fire).
func (s *State) called(u *UnitState, passes int, came string) bool {
	if !u.Off || u.used || u.Cut {
		return false
	}
	u.used = true
	what := ", the strike arrives"
	switch passes {
	case 0:
		u.Cut = true
		what = ", contact is lost for good"
	case 1:
		what = ", garbled"
	}
	s.say(u, nil, "was called"+came+what)
	return true
}

// invokes notes that a unit invokes a power, and how that came out (FAD, Psionics).
func (s *State) invokes(u *UnitState, e Event, came string) bool {
	if e.Do == Invoke {
		if !u.mayInvoke() || u.power(e.What) == nil {
			return false
		}
		u.used, u.invoking = true, e.What
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

// mustWait returns why a unit cannot act yet, or get into a transport as it acts; "" if it can, or
// the event is another.
func (s *State) mustWait(e Event) string {
	u, _ := s.Unit(e.Their, e.Unit)
	if e.Do != Act && e.Do != Board || u == nil || !s.MayAct(u) {
		return ""
	}
	for _, o := range s.acting(u) {
		for _, m := range s.MomentsOf(o) {
			if !m.Quiet && !slices.ContainsFunc(m.Ways, func(w Way) bool { return w.Event.Do == Act }) {
				return fmt.Sprintf("%s cannot act yet. First: %s", u.Called, m.Title())
			}
		}
	}
	return ""
}

// crowded returns a vehicle with more aboard than it has places for; nil if there is none.
func (s *State) crowded() *UnitState {
	for i := range s.Sides {
		for _, u := range s.Sides[i].Units {
			if !u.Holds || !u.Lives() {
				continue
			}
			if n, fit := s.Table.game.taken(u, s.Aboard(u)); n > u.room || !fit {
				return u
			}
		}
	}
	return nil
}

// fated says how many dice of a test are not rolled.
func fated(n int, what string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " One die has " + what + "."
	}
	return fmt.Sprintf(" %d dice have %s.", n, what)
}

// rolledAgain says how many failed dice may be rolled again.
func rolledAgain(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " One that failed may be rolled again."
	}
	return fmt.Sprintf(" Up to %d that failed may be rolled again.", n)
}

// passes returns the outcome of a test with n passes.
func (u *UnitState) passes(label string, do Verb, n int) Way {
	w := u.way(label, do)
	w.Event.N = n
	return w
}
