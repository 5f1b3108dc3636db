package play

import (
	"slices"

	"muster/rules"
)

// eventNumber returns the number of the current event, from 1.
func (s *State) eventNumber() int { return s.EventCount + 1 }

// updateTurn updates after each event which sides have finished the round, and whose turn it is:
// the turn of the side that did not act last, or at first of the side that goes first. A finished
// side has no turn.
func (s *State) updateTurn() {
	for i := range s.Sides {
		if !s.sideFinished(i) {
			s.roundFinishEvent[i] = 0
		} else if s.roundFinishEvent[i] == 0 {
			s.roundFinishEvent[i] = s.eventNumber()
		}
	}
	s.gatherStartTokens()
	s.NextSide = s.firstSide
	if last := s.lastActingSide(); last >= 0 {
		s.NextSide = 1 - last
	}
	if s.NextSide >= 0 && s.sideFinished(s.NextSide) {
		s.NextSide = 1 - s.NextSide
	}
	if s.sideFinished(0) && s.sideFinished(1) {
		s.NextSide = -1
	}
}

// sideFinished reports whether a side with a list has no unit left to act in this round.
func (s *State) sideFinished(side int) bool {
	return s.Sides[side].Roster != nil && s.CountUnacted(side) == 0
}

// firstFinishedSide returns the side that finished the round first: its last unit acted or was
// destroyed. It returns -1 if that is unknown, for example against an opponent without a list.
func (s *State) firstFinishedSide() int {
	mine, theirs := s.roundFinishEvent[0], s.roundFinishEvent[1]
	switch {
	case s.Sides[1].Roster == nil || mine == theirs:
		return -1
	case mine > 0 && (theirs == 0 || mine < theirs):
		return 0
	}
	return 1
}

// lastActingSide returns the side that acted last in this round; -1 for none.
func (s *State) lastActingSide() int {
	last, at := -1, 0
	for i := range s.Sides {
		for _, u := range s.Sides[i].Units {
			if u.actEventNumber > at {
				last, at = i, u.actEventNumber
			}
		}
	}
	for i, tap := range s.lastUnnamedActEvent {
		if tap > at {
			last, at = i, tap
		}
	}
	return last
}

// allUnitsActed reports whether the round is over: at least one unit has acted, and no known unit
// can still act.
func (s *State) allUnitsActed() bool {
	return s.lastActingSide() >= 0 && s.sideFinished(0) && s.Sides[0].Units != nil &&
		(s.Sides[1].Roster == nil || s.sideFinished(1))
}

// FirstSide returns the side that goes first in this round; -1 if unknown.
func (s *State) FirstSide() int { return s.firstSide }

// CountUnacted returns the number of a side's units that have not acted in this round.
func (s *State) CountUnacted(side int) int {
	n := 0
	for _, u := range s.Sides[side].Units {
		if !u.InReserve && s.MayAct(u) {
			n++
		}
	}
	return max(0, n-s.unnamedActedCount[side])
}

// ActingImpliesPass reports whether the activation of a unit of the side implies that the other
// side has acted with an unnamed unit: it is the other side's turn, and no side may pass while it
// has units.
func (s *State) ActingImpliesPass(side int) bool { return s.NextSide == 1-side && !s.IsOver }

// noteUnnamedAct notes that a side has acted with a unit that the players did not name.
func (s *State) noteUnnamedAct(side int) {
	s.lastUnnamedActEvent[side] = s.eventNumber()
	if s.Sides[side].Roster != nil {
		s.unnamedActedCount[side]++
	}
	s.logGameEvent("%s acted", s.Sides[side].Name)
}

// MayAct reports whether a unit can be activated in this round. In Fast and Dirty, passengers of a
// vehicle, and units that got out of it in this round, act together with the vehicle.
func (s *State) MayAct(u *UnitState) bool {
	switch {
	case u.Acted || u.OffBoard || !u.Lives() || u.inWreck || u.InTransport != "" &&
		s.transportInReserve(u.OfOpponent, u.InTransport):
		return false
	case u.InReserve:
		return s.Table.arrivalActivates && u.ReserveRule != "" && u.MinArrivalRound == 0 && s.Round > 1
	case s.Table.passengersAct:
		return true
	}
	return u.InTransport == "" && s.exitedVehicle(u) == nil
}

// transportInReserve reports whether the transport with the id is in reserve, or a transport that
// carries it.
func (s *State) transportInReserve(their bool, id string) bool {
	for range s.Sides[sideIndex(their)].Units {
		u, _ := s.Unit(their, id)
		if u == nil || u.InReserve {
			return u != nil
		}
		id = u.InTransport
	}
	return false
}

// exitedVehicle returns the vehicle that a unit got out of in this round, and acts with; nil if
// there is none.
func (s *State) exitedVehicle(u *UnitState) *UnitState {
	if u.exitedVehicleID == "" {
		return nil
	}
	if v, _ := s.Unit(u.OfOpponent, u.exitedVehicleID); v != nil && v.Lives() {
		return v
	}
	return nil
}

// actWithVehicle makes a unit that got out of a vehicle act together with it in this round (FAD,
// Vehicles as Transports). It has no effect before the first activation of the game: the unit and
// the vehicle are then deployed apart.
func (s *State) actWithVehicle(u, vehicle *UnitState) {
	if s.Table.passengersAct || vehicle == nil || u.Acted || s.Round == 1 && s.lastActingSide() < 0 {
		return
	}
	if u.exitedVehicleID = vehicle.ID; vehicle.Acted {
		u.Acted, u.actEventNumber = true, vehicle.actEventNumber
	}
}

// MayHaveDiedActing reports whether a unit may have been destroyed in its own activation: it has
// not acted, and was destroyed in this round.
func (s *State) MayHaveDiedActing(u *UnitState) bool {
	return !u.Lives() && !u.Acted && !u.OffBoard && u.lastDestroyedRound == s.Round
}

// act notes that a unit and the units that act together with it have acted.
func (s *State) act(u *UnitState, _ *SubunitState, e Event) bool {
	if s.MayHaveDiedActing(u) {
		u.Acted, u.actEventNumber = true, s.eventNumber()
		s.logUnitEvent(u, nil, "fell as it acted")
		return true
	}
	if !s.MayAct(u) {
		return false
	}
	switch i := sideIndex(u.OfOpponent); {
	case e.Subject == "after" && s.ActingImpliesPass(i):
		s.noteUnnamedAct(1 - i)
	case s.unnamedActedCount[i] > 0 && s.NextSide != i: // now it is named
		s.unnamedActedCount[i]--
	}
	for _, o := range s.actingUnits(u) {
		s.activate(o, e)
	}
	return true
}

// actingUnits returns a unit that acts now, and the units that act together with it.
func (s *State) actingUnits(u *UnitState) []*UnitState {
	all := []*UnitState{u}
	for _, o := range s.unitsActingWith(u) {
		if !o.InReserve && s.MayAct(o) || !o.Acted && s.exitedVehicle(o) == u && o.OnTable() {
			all = append(all, o)
		}
	}
	return all
}

// undoAct takes back the activation of a unit.
func (s *State) undoAct(u *UnitState, b *SubunitState, e Event) bool {
	if !u.Acted {
		return false
	}
	if v := s.exitedVehicle(u); v != nil && v.Acted && v.actEventNumber == u.actEventNumber {
		return s.undoAct(v, b, e)
	}
	at := u.actEventNumber
	for _, o := range append(s.unitsActingWith(u), u) {
		if o.Acted && o.actEventNumber == at {
			o.Acted, o.actEventNumber, o.stayedIdle = false, 0, false
			s.logUnitEvent(o, nil, "has not acted after all")
		}
	}
	return true
}

// unitsActingWith returns the other units that act at the same time as a unit: its partner, and the
// units that got out of it in this round.
func (s *State) unitsActingWith(u *UnitState) []*UnitState {
	var all []*UnitState
	if o, _ := s.Unit(u.OfOpponent, u.PartnerID); o != nil && o != u {
		all = append(all, o)
	}
	for _, o := range s.Sides[sideIndex(u.OfOpponent)].Units {
		if o.exitedVehicleID == u.ID {
			all = append(all, o)
		}
	}
	return all
}

// activate activates a unit, and ends the states that last until its activation.
func (s *State) activate(u *UnitState, e Event) {
	if u.Acted, u.actEventNumber, u.inLostTransport, u.stayedIdle = true, s.eventNumber(), false, false; u.DueTest == DueAtRoundStart {
		u.DueTest = NoTestDue
	}
	u.hasScouted = true // it is here
	what := "acted"
	if u.InReserve {
		what = "could not come yet" + e.diceText()
	}
	for _, id := range slices.Clone(u.States) {
		if state := s.Game().State(id); state.EndsOn == rules.EndsAfterActing && e.Subject != "keep" {
			u.leaveStates(id)
			what += ", no longer " + s.Game().TermFor(id)
			u.stayedIdle = u.stayedIdle || id == rules.ShakenState
		}
	}
	if u.stayedIdle = u.stayedIdle || e.Subject == "idle"; u.stayedIdle && what == "acted" {
		what = "stayed idle"
	}
	s.logUnitEvent(u, nil, what)
}
