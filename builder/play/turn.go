package play

import (
	"slices"

	"muster/rules"
)

// now returns the number of the current event, from 1.
func (s *State) now() int { return s.Events + 1 }

// settle updates after each event which sides have finished the round, and whose turn it is: the
// side that did not act last, or at first the side that goes first. A finished side has no turn.
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

// spent reports whether a side with a list has no unit left to act in this round.
func (s *State) spent(side int) bool { return s.Sides[side].Roster != nil && s.Unacted(side) == 0 }

// finishedFirst returns the side that finished the round first: its last unit acted or was
// destroyed. It is -1 if unknown, as against an opponent without a list.
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

// lastActed returns the side that acted last in this round; -1 for none.
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

// allActed reports whether the round is over: a unit has acted, and no known unit can still act.
func (s *State) allActed() bool {
	return s.lastActed() >= 0 && s.spent(0) && s.Sides[0].Units != nil && (s.Sides[1].Roster == nil || s.spent(1))
}

// First returns the side that goes first in this round; -1 if unknown.
func (s *State) First() int { return s.first }

// Unacted returns the number of a side's units that have not acted in this round.
func (s *State) Unacted(side int) int {
	n := 0
	for _, u := range s.Sides[side].Units {
		if !u.Waiting && s.MayAct(u) {
			n++
		}
	}
	return max(0, n-s.unnamed[side])
}

// TapPassesOther reports whether a tap for a unit of the side implies that the other side has
// acted: it is the other side's turn, and no side may pass while it has units.
func (s *State) TapPassesOther(side int) bool { return s.Turn == 1-side && !s.Over }

// passTurn notes that a side has acted with a unit that the players did not name.
func (s *State) passTurn(side int) {
	s.passed[side] = s.now()
	if s.Sides[side].Roster != nil {
		s.unnamed[side]++
	}
	s.note("%s acted", s.Sides[side].Name)
}

// MayAct reports whether a unit can be activated in this round. In Fast and Dirty, passengers of a
// vehicle, and those that got out in this round, act together with the vehicle.
func (s *State) MayAct(u *UnitState) bool {
	switch {
	case u.Acted || u.Off || !u.Lives() || u.wreck || u.In != "" && s.transportInReserve(u.Their, u.In):
		return false
	case u.Waiting:
		return s.Table.comesByActing && u.Reserve != "" && u.Due == 0 && s.Round > 1
	case s.Table.aboardActs:
		return true
	}
	return u.In == "" && s.drivenBy(u) == nil
}

// transportInReserve reports whether the transport with the id, or a transport around it, is in reserve.
func (s *State) transportInReserve(their bool, id string) bool {
	for range s.Sides[side(their)].Units {
		u, _ := s.Unit(their, id)
		if u == nil || u.Waiting {
			return u != nil
		}
		id = u.In
	}
	return false
}

// drivenBy returns the vehicle that a unit acts with, since the unit got out of it in this round;
// nil if there is none.
func (s *State) drivenBy(u *UnitState) *UnitState {
	if u.with == "" {
		return nil
	}
	if v, _ := s.Unit(u.Their, u.with); v != nil && v.Lives() {
		return v
	}
	return nil
}

// leaves makes a unit that got out of a vehicle act together with it in this round (FAD, Vehicles
// as Transports). Before the first activation of the game it only means that they are deployed
// apart.
func (s *State) leaves(u, vehicle *UnitState) {
	if s.Table.aboardActs || vehicle == nil || u.Acted || s.Round == 1 && s.lastActed() < 0 {
		return
	}
	if u.with = vehicle.ID; vehicle.Acted {
		u.Acted, u.at = true, vehicle.at
	}
}

// MayFall reports whether a unit may have been destroyed in its own activation: it has not acted,
// and was destroyed in this round.
func (s *State) MayFall(u *UnitState) bool {
	return !u.Lives() && !u.Acted && !u.Off && u.fell == s.Round
}

// act notes that a unit has acted, with the units that act together with it.
func (s *State) act(u *UnitState, _ *BodyState, e Event) bool {
	if s.MayFall(u) {
		u.Acted, u.at = true, s.now()
		s.say(u, nil, "fell as it acted")
		return true
	}
	if !s.MayAct(u) {
		return false
	}
	switch i := side(u.Their); {
	case e.Subject == "after" && s.TapPassesOther(i):
		s.passTurn(1 - i)
	case s.unnamed[i] > 0 && s.Turn != i: // now it is named
		s.unnamed[i]--
	}
	for _, o := range s.acting(u) {
		s.activate(o, e)
	}
	return true
}

// acting returns a unit that acts now, and the units that act together with it.
func (s *State) acting(u *UnitState) []*UnitState {
	all := []*UnitState{u}
	for _, o := range s.together(u) {
		if !o.Waiting && s.MayAct(o) || !o.Acted && s.drivenBy(o) == u && o.OnTable() {
			all = append(all, o)
		}
	}
	return all
}

// unact takes back the activation of a unit.
func (s *State) unact(u *UnitState, b *BodyState, e Event) bool {
	if !u.Acted {
		return false
	}
	if v := s.drivenBy(u); v != nil && v.Acted && v.at == u.at {
		return s.unact(v, b, e)
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

// together returns the other units that act at the same time as a unit: its partner, and those that
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

// activate activates a unit, and ends the states that last until its activation.
func (s *State) activate(u *UnitState, e Event) {
	if u.Acted, u.at, u.transportLost, u.idle = true, s.now(), false, false; u.Test == AtStart {
		u.Test = NoneToTake
	}
	u.scouted = true // it is here
	what := "acted"
	if u.Waiting {
		what = "could not come yet" + e.thrown()
	}
	for _, id := range slices.Clone(u.States) {
		if state := s.Game().State(id); state.Ends == rules.EndsActed && e.Subject != "keep" {
			u.leaveStates(id)
			what += ", no longer " + s.Game().Word(id)
			u.idle = u.idle || id == rules.Shaken
		}
	}
	if u.idle = u.idle || e.Subject == "idle"; u.idle && what == "acted" {
		what = "stayed idle"
	}
	s.say(u, nil, what)
}
