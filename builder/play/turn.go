package play

import (
	"slices"

	"muster/rules"
)

// now is the number of the tap that happens.
func (s *State) now() int { return s.Events + 1 }

// settle works out after each tap who has nobody left to act, and whose turn it is: that of
// the side that did not act last, or goes first, unless it has nobody left.
func (s *State) settle() {
	for i := range s.Sides {
		if !s.spent(i) {
			s.done[i] = 0
		} else if s.done[i] == 0 {
			s.done[i] = s.now()
		}
	}
	s.gatherAtStart()
	s.Turn = s.first
	if last := s.lastActed(); last >= 0 {
		s.Turn = 1 - last
	}
	if s.Turn >= 0 && s.spent(s.Turn) {
		s.Turn = 1 - s.Turn
	}
	if s.spent(0) && s.spent(1) {
		s.Turn = -1
	}
}

// spent reports whether a side with a list has nobody left to act in this round.
func (s *State) spent(side int) bool { return s.Sides[side].Roster != nil && s.Waits(side) == 0 }

// finishedFirst returns the side that had nobody left to act before the other: the last had
// acted, or was destroyed. It is -1 if nobody knows, as against an opponent without a list.
func (s *State) finishedFirst() int {
	mine, theirs := s.done[0], s.done[1]
	switch {
	case s.Sides[1].Roster == nil || mine == theirs:
		return -1
	case mine > 0 && (theirs == 0 || mine < theirs):
		return 0
	}
	return 1
}

// lastActed returns the side that acted last in this round, -1 if nobody has.
func (s *State) lastActed() int {
	last, at := -1, 0
	for i := range s.Sides {
		for _, u := range s.Sides[i].Units {
			if u.at > at {
				last, at = i, u.at
			}
		}
	}
	for i, tap := range s.passed {
		if tap > at {
			last, at = i, tap
		}
	}
	return last
}

// allActed reports whether the round is over: somebody has acted, and nobody is known who
// still can.
func (s *State) allActed() bool {
	return s.lastActed() >= 0 && s.spent(0) && s.Sides[0].Units != nil && (s.Sides[1].Roster == nil || s.spent(1))
}

// First returns the side that goes first in this round; -1 if nobody knows.
func (s *State) First() int { return s.first }

// Waits is how many units of a side have not acted in this round.
func (s *State) Waits(side int) int {
	n := 0
	for _, u := range s.Sides[side].Units {
		if !u.Waiting && s.MayAct(u) {
			n++
		}
	}
	return max(0, n-s.unnamed[side])
}

// Answers reports whether a side's tap while the other is to act tells that the other has acted: no
// side passes while it has units.
func (s *State) Answers(side int) bool { return s.Turn == 1-side && !s.Over }

// passes notes that a side has acted with a unit that nobody named.
func (s *State) passes(side int) {
	s.passed[side] = s.now()
	if s.Sides[side].Roster != nil {
		s.unnamed[side]++
	}
	s.note("%s acted", s.Sides[side].Name)
}

// MayAct reports whether a unit can be activated in this round. A passenger of a vehicle, or
// got out of it in this round, acts with it in Fast and Dirty.
func (s *State) MayAct(u *UnitState) bool {
	switch {
	case u.Acted || u.Off || !u.Lives() || u.wreck || u.In != "" && s.awaits(u.Their, u.In):
		return false
	case u.Waiting:
		return s.Table.game.comesByActing() && u.Reserve != "" && u.Due == 0 && s.Round > 1
	case s.Table.game.aboardActs():
		return true
	}
	return u.In == "" && s.drivenBy(u) == nil
}

// awaits reports whether a transport, or the transport around it, waits off the table.
func (s *State) awaits(their bool, id string) bool {
	for range s.Sides[side(their)].Units {
		u, _ := s.Unit(their, id)
		if u == nil || u.Waiting {
			return u != nil
		}
		id = u.In
	}
	return false
}

// drivenBy returns the vehicle that a unit acts with, since it got out of it in this round;
// nil if there is none, or no longer.
func (s *State) drivenBy(u *UnitState) *UnitState {
	if u.with == "" {
		return nil
	}
	if v, _ := s.Unit(u.Their, u.with); v != nil && v.Lives() {
		return v
	}
	return nil
}

// leaves has a unit that got out of a vehicle act with it in this round (FAD, Vehicles as
// Transports). Before anybody has acted in the game, the two were deployed apart.
func (s *State) leaves(u, vehicle *UnitState) {
	if s.Table.game.aboardActs() || vehicle == nil || u.Acted || s.Round == 1 && s.lastActed() < 0 {
		return
	}
	if u.with = vehicle.ID; vehicle.Acted {
		u.Acted, u.at = true, vehicle.at
	}
}

// MayFall reports whether a unit can have been destroyed in its own activation: it was in this
// round, and has not acted.
func (s *State) MayFall(u *UnitState) bool {
	return !u.Lives() && !u.Acted && !u.Off && u.fell == s.Round
}

// act notes that a unit has acted, with those that act as one with it, or that it has not after
// all.
func (s *State) act(u *UnitState, e Event) bool {
	if e.Do == Unact {
		return s.unact(u)
	}
	if s.MayFall(u) {
		u.Acted, u.at = true, s.now()
		s.say(u, nil, "fell as it acted")
		return true
	}
	if !s.MayAct(u) {
		return false
	}
	switch i := side(u.Their); {
	case e.What == "after" && s.Answers(i):
		s.passes(1 - i)
	case s.unnamed[i] > 0 && s.Turn != i: // now it is named
		s.unnamed[i]--
	}
	for _, o := range s.acting(u) {
		s.activates(o, e)
	}
	return true
}

// acting returns a unit that acts now, and those that act as one with it.
func (s *State) acting(u *UnitState) []*UnitState {
	all := []*UnitState{u}
	for _, o := range s.together(u) {
		if !o.Waiting && s.MayAct(o) || !o.Acted && s.drivenBy(o) == u && o.OnTable() {
			all = append(all, o)
		}
	}
	return all
}

// unact takes back that a unit has acted.
func (s *State) unact(u *UnitState) bool {
	if !u.Acted {
		return false
	}
	if v := s.drivenBy(u); v != nil && v.Acted && v.at == u.at {
		return s.unact(v)
	}
	at := u.at
	for _, o := range append(s.together(u), u) {
		if o.Acted && o.at == at {
			o.Acted, o.at, o.idle = false, 0, false
			s.say(o, nil, "has not acted after all")
		}
	}
	return true
}

// together returns the other units that act as one with a unit: its partner, and those that
// got out of it in this round.
func (s *State) together(u *UnitState) []*UnitState {
	var all []*UnitState
	if o, _ := s.Unit(u.Their, u.Beside); o != nil && o != u {
		all = append(all, o)
	}
	for _, o := range s.Sides[side(u.Their)].Units {
		if o.with == u.ID {
			all = append(all, o)
		}
	}
	return all
}

// activates has a unit act, and ends the states that last until then.
func (s *State) activates(u *UnitState, e Event) {
	if u.Acted, u.at, u.shocked, u.idle = true, s.now(), false, false; u.Test == AtStart {
		u.Test = NoneToTake
	}
	u.scouted = true // it is here
	what := "acted"
	if u.Waiting {
		what = "could not come yet" + e.thrown()
	}
	for _, id := range slices.Clone(u.States) {
		if state := s.Game().State(id); state.Ends == rules.EndsActed && e.What != "keep" {
			u.ends(id)
			what += ", no longer " + s.Game().Word(id)
			u.idle = u.idle || id == rules.Shaken
		}
	}
	if u.idle = u.idle || e.What == "idle"; u.idle && what == "acted" {
		what = "stayed idle"
	}
	s.say(u, nil, what)
}
