package play

import (
	"cmp"
	"slices"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/table"
	catalog "muster/catalog/fad"
	"muster/rules"
	fight "muster/rules/fad"
)

// fadArmy is an army of Fast and Dirty at the table.
type fadArmy struct{ army *fad.Army }

// facts returns the properties of Fast and Dirty that are the same for all units; of the usual
// numbers of turns, the highest is first.
func (f fadArmy) facts() facts {
	a, game := f.army.List.Armoury, f.army.List.Game
	all := facts{
		system: game, missions: a.Missions.All(), styles: a.CommandStyles.All(), sameMissionID: a.EqualDrawMissionID,
		optionalRules: game.Play.OptionalRules, arrivalActivates: true,
	}
	for _, l := range a.GameLengths.All() {
		for n := l.Turns.Least; n <= l.Turns.Most; n++ {
			all.roundCounts = append(all.roundCounts, n)
		}
	}
	slices.SortFunc(all.roundCounts, func(a, b int) int { return b - a })
	all.roundCounts = slices.Compact(all.roundCounts)
	return all
}

func (f fadArmy) units(list builder.Roster) []*Group {
	army := list.GameList().(*fad.Army)
	brief, _ := army.Brief("") // without a style there is nothing that could be wrong
	units := army.TableUnits()
	all := make([]*Group, len(army.Units))
	for i, u := range army.Units {
		one := newGroup(&units[i])
		one.Kinds = army.FigureKinds(u)
		one.fadData = &fadUnit{Profile: u, army: army}
		if o := army.List.Officer(i); o != nil {
			one.fadData.officerID = o.ID
		}
		one.MayReserve = slices.Contains(brief.Reserves, u.ID)
		one.SentAhead = slices.Contains(brief.SentOnRecon, u.ID)
		if p := army.List.PartnerIndex(i); p >= 0 && !u.IsVehicle() && !army.Units[p].IsVehicle() {
			other := army.Units[p]
			one.PartnerID = other.ID
			one.IsSecondPartner = u.Kind != fight.Infantry || other.Kind == fight.Infantry && p < i
		}
		one.OffBoard = slices.Contains(brief.OffBoardArtillery, u.ID)
		one.IsTransport, one.passengerSpaces, one.IgnoredStates = u.IsVehicle(), u.PassengerCapacity, map[string]string{}
		for _, t := range u.Traits {
			if t.MayStartInReserve {
				one.ReserveRule, one.failedArrivalState = t.Summary, t.FailedArrivalState
			}
			one.minStunnedRoll = cmp.Or(one.minStunnedRoll, t.MinStunnedRoll)
			for j := range t.Effects {
				for _, state := range t.Effects[j].IgnoredStates {
					one.IgnoredStates[string(state)] = t.Name
				}
			}
		}
		all[i] = one
	}
	return all
}

// A fadUnit is the data of a unit of Fast and Dirty that a game needs from its list.
type fadUnit struct {
	*fad.Profile
	army      *fad.Army
	officerID string // the id of the officer in it; "" for none
}

// survivors returns the entry that a list would have for the living models of a unit of Fast and
// Dirty.
func (u *UnitState) survivors() *catalog.Unit {
	return u.fadData.army.Survivors(u.fadData.Profile, u.Subunits[0].modelsByOddsIndex())
}

// currentProfile returns the unit with the profile and rules of its living models.
func (f fadArmy) currentProfile(s *State, u *UnitState, b *SubunitState) table.Unit {
	left := *u.fadData.army.WithSurvivors(u.fadData.Profile, b.modelsByOddsIndex())
	left.BreakPoint = f.breakPoint(s, u)
	if u.IsVehicle { // its crew may have another officer than in the list, or none
		bonus := -left.OfficerBonus
		if side := f.withOfficer(s, u); side.OfficerLeads() {
			bonus += side.Officer.Rating
		}
		left.FireEffect, left.FireEffectAtVehicles = left.FireEffect+bonus, left.FireEffectAtVehicles+bonus
	}
	now := u.fadData.army.TableUnit(&left)
	now.Rules, now.Stats = slices.Concat(now.Abilities, now.Gear), append(now.Stats,
		left.ActivationStats(f.army.List.Armoury)...)
	return now
}

// requireMoraleTest has no effect: units check their Resolve when they activate.
func (f fadArmy) requireMoraleTest(*UnitState, bool) {}

// spacesTaken returns the number of spaces that figures take in a vehicle. A character in the place
// of a crew member takes none (FAD, Characters in Vehicles).
func (f fadArmy) spacesTaken(into *UnitState, riders []*UnitState) (spaces int, fit bool) {
	fit = true
	crew := into.fadData.CrewSize(into.fadData.army.List.Armoury) > 0
	for _, u := range riders {
		if u.IsVehicle || u.OffBoard {
			fit = false
			continue
		}
		if spaces += u.ModelsLeft(); crew && u.fadData.Kind == fight.Character {
			spaces, crew = spaces-u.ModelsLeft(), false
		}
	}
	return spaces, fit
}

// wreckPassenger applies the loss of a vehicle to a passenger: an ordinary one dies, a character or
// power armour needs dice, and every passenger gets out of an abandoned vehicle (FAD, Vehicles).
func (f fadArmy) wreckPassenger(s *State, vehicle, u *UnitState) {
	switch {
	case vehicle.Fate() != fateDestroyed:
	case u.fadData.Kind == fight.Character, u.wearsPowerArmour():
		u.inWreck = true
		s.logUnitEvent(u, nil, "in the wreck")
	default:
		u.GoneReason = fateKilled
		s.removeDestroyed(u, fateKilled)
		u.lastDestroyedRound = 0
	}
}

// wearsPowerArmour reports whether the unit wears power armour.
func (u *UnitState) wearsPowerArmour() bool {
	armour := u.fadData.army.List.Armoury.Armours.Find(u.fadData.Profile.Unit.Armour.ID)
	return armour != nil && armour.Powered
}

// officer returns the character who is with a unit now: in a vehicle the first of the list who is
// aboard, and takes a place in its crew; elsewhere the one of the list; nil if there is none.
func (s *State) officer(u *UnitState) *UnitState {
	switch {
	case u.fadData == nil:
	case !u.IsVehicle:
		if o, _ := s.Unit(u.OfOpponent, u.fadData.officerID); o != nil && o.OnTable() && o.InTransport == u.InTransport {
			return o
		}
	case u.fadData.CrewSize(u.fadData.army.List.Armoury) > 0:
		for _, o := range s.Aboard(u) {
			if o.fadData.Kind == fight.Character && o.OnTable() {
				return o
			}
		}
	}
	return nil
}

// withOfficer returns a unit as it fights now: its living models, and the officer who is with it.
func (f fadArmy) withOfficer(s *State, u *UnitState) fight.Side {
	a := u.fadData.army.List.Armoury
	side := fight.Side{Fighter: u.survivors().Fighter(a)}
	if o := s.officer(u); o != nil {
		side.Officer = o.fadData.AsOfficer(a)
	}
	return side
}

// resolveCheckPartner returns the other unit of a shared Resolve check: a squad's weapons team, or
// a weapons team's squad (FAD, Heavy Weapons Teams); nil if there is none.
func (s *State) resolveCheckPartner(u *UnitState) *UnitState {
	o, _ := s.Unit(u.OfOpponent, u.PartnerID)
	if o == nil || o.fadData.Kind == u.fadData.Kind {
		return nil
	}
	return o
}

// breakPoint returns a unit's present break point in figures or markers, with the effects of its
// officer and its side's losses; 0 for a unit that never checks its Resolve.
func (f fadArmy) breakPoint(s *State, u *UnitState) int {
	if u.fadData.Kind.IsSingleFigure() { // a single figure does not test its morale
		return 0
	}
	for _, id := range u.States {
		if s.Game().State(id).NeverBreaks {
			return 0
		}
	}
	figures, raised := u.fadData.Size(), 0
	if o := s.resolveCheckPartner(u); o != nil {
		figures += o.fadData.Size()
	}
	side := f.withOfficer(s, u)
	if side.OfficerLeads() {
		raised = 1
	}
	return max(0, u.fadData.BreakPointAt(u.fadData.army.List.Armoury, side.TestEffects(), figures, raised, u.resolveLevelsLost))
}

func (f fadArmy) outOfResolve(u *UnitState, levels int) bool {
	return u.fadData.BreakPointAt(u.fadData.army.List.Armoury, fight.TestEffects{}, u.fadData.Size(), 0, levels) < 0
}

// MayUseAction reports whether a unit may use a limited action now. Actions open to all units are
// kinds of fire. A unit cannot fire while it is pinned or damaged, or rides in an armoured vehicle
// (FAD, Opportunity Fire; FAD, Vehicles as Transports).
func (s *State) MayUseAction(u *UnitState, once *table.LimitedAction) bool {
	if !once.ForAnyUnit {
		return true
	}
	for _, id := range []string{rules.PinnedState, rules.DamagedState, rules.CriticalState} {
		if u.IsInState(id) && s.negatingTrait(u, id) == "" {
			return false
		}
	}
	into, _ := s.Unit(u.OfOpponent, u.InTransport)
	if into == nil {
		return true
	}
	sides := into.fadData.Profile.Unit.Armour
	return !u.fadData.army.List.Armoury.IsArmoured(max(sides.Front, sides.Side, sides.Rear))
}

// resolveLosses returns the losses that count for the unit's Resolve, in figures, or in markers for
// a vehicle.
func (u *UnitState) resolveLosses() int {
	b := &u.Subunits[0]
	if u.IsVehicle {
		return b.woundsTaken
	}
	return b.Kinds.Models() - b.ModelsLeft() - u.fallenNotLosses
}

// mustCheckResolve reports whether the unit must check its Resolve when it activates: if its losses
// reach the break point and, for a vehicle, it is under fire (FAD, Resolve).
func (f fadArmy) mustCheckResolve(s *State, u *UnitState) bool {
	at, lost := f.breakPoint(s, u), u.resolveLosses()
	if o := s.resolveCheckPartner(u); o != nil {
		lost += o.resolveLosses()
	}
	return at > 0 && lost >= at && (!u.IsVehicle || u.IsInState(rules.UnderFireState))
}
