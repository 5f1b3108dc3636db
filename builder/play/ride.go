package play

import (
	"fmt"

	"muster/builder/finding"
)

// MayBoard reports whether a unit can get into a transport now: both are able to, and the list's
// rules let its living models ride together with the present passengers.
func (s *State) MayBoard(u, into *UnitState) bool { return s.keptOut(u, into) == "" }

// keptOut returns the reason why a unit cannot get into a transport; "" if it can.
func (s *State) keptOut(u, into *UnitState) string {
	switch {
	case into == nil || into == u || !into.Holds:
		return "that is no transport"
	case !into.OnTable(), into.In != "" && s.transportInReserve(u.Their, into.In):
		return into.Name + " is not on the table"
	case !u.OnTable(), u.Off, u.In != "" && s.transportInReserve(u.Their, u.In):
		return u.Name + " is not on the table"
	case u.In == into.ID:
		return u.Name + " is in it already"
	case s.inside(into, u):
		return into.Name + " is inside " + u.Name
	}
	need, fit := s.Table.game.spacesTaken(into, []*UnitState{u})
	if !fit {
		return u.Name + " is too big for any transport"
	}
	together, _ := s.Table.game.spacesTaken(into, append([]*UnitState{u}, s.Aboard(into)...))
	if into.room == 0 && together > 0 {
		return into.Name + " has no places"
	}
	if together > into.room {
		return fmt.Sprintf("%s has %s; %s takes %d, and with those inside it would be %d", into.Name,
			finding.Count(into.room, "space"), u.Name, need, together)
	}
	return ""
}

// inside reports whether a unit rides in another, directly or in a transport inside it.
func (s *State) inside(u, in *UnitState) bool {
	for range s.Sides[side(u.Their)].Units {
		if u.In == in.ID {
			return true
		}
		if u.In == "" {
			return false
		}
		if u, _ = s.Unit(u.Their, u.In); u == nil {
			return false
		}
	}
	return false
}

// refusal returns the reason why an impossible event has no effect, if there is a special one; else
// "".
func (s *State) refusal(e Event) string {
	u, _ := s.Unit(e.Their, e.Unit)
	if e.Do != Board || u == nil {
		return ""
	}
	into, _ := s.Unit(e.Their, e.Subject)
	if why := s.keptOut(u, into); why != "" {
		return fmt.Sprintf("%s cannot get in: %s", u.Name, why)
	}
	return ""
}
