package play

import (
	"fmt"

	"muster/builder/finding"
)

// MayBoard reports whether a unit can get into a transport now: both must be able to, and by the
// list's rules there must be room for its living models beside the present passengers.
func (s *State) MayBoard(u, into *UnitState) bool { return s.whyNotBoard(u, into) == "" }

// whyNotBoard returns the reason why a unit cannot get into a transport; "" if it can.
func (s *State) whyNotBoard(u, into *UnitState) string {
	switch {
	case into == nil || into == u || !into.IsTransport:
		return "that is no transport"
	case !into.OnTable(), into.InTransport != "" && s.transportInReserve(u.OfOpponent, into.InTransport):
		return into.Name + " is not on the table"
	case !u.OnTable(), u.OffBoard, u.InTransport != "" && s.transportInReserve(u.OfOpponent, u.InTransport):
		return u.Name + " is not on the table"
	case u.InTransport == into.ID:
		return u.Name + " is in it already"
	case s.isInside(into, u):
		return into.Name + " is inside " + u.Name
	}
	need, fit := s.Table.game.spacesTaken(into, []*UnitState{u})
	if !fit {
		return u.Name + " is too big for any transport"
	}
	together, _ := s.Table.game.spacesTaken(into, append([]*UnitState{u}, s.Aboard(into)...))
	if into.passengerSpaces == 0 && together > 0 {
		return into.Name + " has no places"
	}
	if together > into.passengerSpaces {
		return fmt.Sprintf("%s has %s; %s takes %d, and with those inside it would be %d", into.Name,
			finding.CountText(into.passengerSpaces, "space"), u.Name, need, together)
	}
	return ""
}

// isInside reports whether unit u rides in unit in, directly or in a transport inside it.
func (s *State) isInside(u, in *UnitState) bool {
	for range s.Sides[sideIndex(u.OfOpponent)].Units {
		if u.InTransport == in.ID {
			return true
		}
		if u.InTransport == "" {
			return false
		}
		if u, _ = s.Unit(u.OfOpponent, u.InTransport); u == nil {
			return false
		}
	}
	return false
}

// refusalReason returns the reason why an event is impossible, if there is more to say than that it
// changes nothing; else "".
func (s *State) refusalReason(e Event) string {
	u, _ := s.Unit(e.OfOpponent, e.UnitID)
	if e.Verb != GetIn || u == nil {
		return ""
	}
	into, _ := s.Unit(e.OfOpponent, e.Subject)
	if why := s.whyNotBoard(u, into); why != "" {
		return fmt.Sprintf("%s cannot get in: %s", u.Name, why)
	}
	return ""
}
