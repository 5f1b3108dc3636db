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

// A force is an army of Fast and Dirty at the table.
type force struct{ army *fad.Army }

// facts has the usual numbers of turns, the highest first.
func (f force) facts() facts {
	a, game := f.army.List.Armoury, f.army.List.Game
	all := facts{
		system: game, missions: a.Missions.All(), styles: a.Styles.All(), bothHave: a.SameMission,
		optional: game.Play.Optional, comesByActing: true,
	}
	for _, l := range a.Lengths.All() {
		for n := l.Turns.Least; n <= l.Turns.Most; n++ {
			all.rounds = append(all.rounds, n)
		}
	}
	slices.SortFunc(all.rounds, func(a, b int) int { return b - a })
	all.rounds = slices.Compact(all.rounds)
	return all
}

func (f force) units(list builder.Roster) []*Group {
	army := list.List().(*fad.Army)
	brief, _ := army.Brief("") // without a style there is nothing that could be wrong
	units := army.TableUnits()
	all := make([]*Group, len(army.Units))
	for i, u := range army.Units {
		one := newGroup(&units[i])
		one.Kinds = army.Kinds(u)
		one.force = &forceUnit{Profile: u, army: army}
		if o := army.List.Officer(i); o != nil {
			one.force.officer = o.ID
		}
		one.Waits = slices.Contains(brief.Reserves, u.ID)
		one.Scouts = slices.Contains(brief.Sent, u.ID)
		if p := army.List.Partner(i); p >= 0 && !u.IsVehicle() && !army.Units[p].IsVehicle() {
			other := army.Units[p]
			one.Beside = other.ID
			one.Second = u.Kind != fight.Infantry || other.Kind == fight.Infantry && p < i
		}
		one.Off = slices.Contains(brief.OffBoard, u.ID)
		one.Holds, one.room, one.Ignores = u.IsVehicle(), u.Capacity, map[string]string{}
		for _, t := range u.Traits {
			if t.Reserve {
				one.Reserve, one.lands = t.Summary, t.Lands
			}
			one.stunned = cmp.Or(one.stunned, t.Stunned)
			for j := range t.Effects {
				for _, state := range t.Effects[j].Ignore {
					one.Ignores[string(state)] = t.Name
				}
			}
		}
		all[i] = one
	}
	return all
}

// A forceUnit is a unit with its data from the list.
type forceUnit struct {
	*fad.Profile
	army    *fad.Army
	officer string // the id of the officer that is with it; "" for none
}

// survivors returns what a list would state of the models of a unit of Fast and Dirty that are left.
func (u *UnitState) survivors() *catalog.Unit {
	return u.force.army.Survivors(u.force.Profile, u.Bodies[0].modelsByPlace())
}

// now returns the unit with the profile and rules of the models that are left.
func (f force) now(s *State, u *UnitState, b *BodyState) table.Unit {
	left := *u.force.army.WithSurvivors(u.force.Profile, b.modelsByPlace())
	left.Break = f.breakPoint(s, u)
	if side := f.withOfficer(s, u); left.Rating > 0 && !side.Commanded() { // the officer of its crew is gone
		left.FireEffect, left.AtVehicles = left.FireEffect-left.Rating, left.AtVehicles-left.Rating
	}
	now := u.force.army.TableUnit(&left)
	now.Rules, now.Stats = slices.Concat(now.Abilities, now.Gear), append(now.Stats, left.Reach(f.army.List.Armoury)...)
	return now
}

// after does nothing: units check their Resolve when they activate.
func (f force) after(*UnitState, bool) {}

// spacesTaken returns the number of riding figures. A character who replaces a member of the crew
// takes no space (FAD, Characters in Vehicles).
func (f force) spacesTaken(into *UnitState, riders []*UnitState) (spaces int, fit bool) {
	fit = true
	crew := into.force.CrewSize(into.force.army.List.Armoury) > 0
	for _, u := range riders {
		if u.Vehicle || u.Off {
			fit = false
			continue
		}
		if spaces += u.ModelsLeft(); crew && u.force.Kind == fight.Character {
			spaces, crew = spaces-u.ModelsLeft(), false
		}
	}
	return spaces, fit
}

// wrecked decides the fate of a passenger in a destroyed vehicle: an ordinary one dies, a character
// or power armour needs dice, and everybody gets out of an abandoned vehicle (FAD, Vehicles).
func (f force) wrecked(s *State, vehicle, u *UnitState) {
	switch {
	case vehicle.Fate() != destroyed:
	case u.force.Kind == fight.Character, u.wearsPowerArmour():
		u.wreck = true
		s.say(u, nil, "in the wreck")
	default:
		u.Gone = killed
		s.destroyed(u, killed)
		u.fell = 0
	}
}

// wearsPowerArmour reports whether the unit wears power armour.
func (u *UnitState) wearsPowerArmour() bool {
	armour := u.force.army.List.Armoury.Armours.Find(u.force.Profile.Unit.Armour.ID)
	return armour != nil && armour.Powered
}

// withOfficer returns a unit as a side of a fight: the models that are left, and its officer if
// still alive.
func (f force) withOfficer(s *State, u *UnitState) fight.Side {
	a := u.force.army.List.Armoury
	side := fight.Side{Fighter: u.survivors().Fighter(a)}
	o, _ := s.Unit(u.Their, u.force.officer)
	if o == nil || !o.OnTable() || o.In != u.In && o.In != u.ID {
		return side
	}
	side.Officer = o.force.Leads(a)
	return side
}

// team returns the other unit of a shared Resolve check: a squad's weapons team, or a weapons
// team's squad (FAD, Heavy Weapons Teams); nil if there is none.
func (s *State) team(u *UnitState) *UnitState {
	o, _ := s.Unit(u.Their, u.Beside)
	if o == nil || o.force.Kind == u.force.Kind {
		return nil
	}
	return o
}

// breakPoint returns a unit's current break point in figures or markers, with the effects of its
// officer and its side's losses; 0 for a unit that never checks its Resolve.
func (f force) breakPoint(s *State, u *UnitState) int {
	if u.force.Kind.Single() { // a single figure does not test its morale
		return 0
	}
	for _, id := range u.States {
		if s.Game().State(id).Unbroken {
			return 0
		}
	}
	figures, raised := u.force.Size(), 0
	if o := s.team(u); o != nil {
		figures += o.force.Size()
	}
	side := f.withOfficer(s, u)
	if side.Commanded() {
		raised = 1
	}
	return max(0, u.force.BreakAt(u.force.army.List.Armoury, side.Tests(), figures, raised, u.heart))
}

func (f force) disheartened(u *UnitState, levels int) bool {
	return u.force.BreakAt(u.force.army.List.Armoury, fight.Tests{}, u.force.Size(), 0, levels) < 0
}

// MayUse reports whether a unit may use a limited action now. One that is open to all is fire, which
// a unit has not while it is pinned or damaged, or rides in armour (FAD, Opportunity Fire; FAD,
// Vehicles as Transports).
func (s *State) MayUse(u *UnitState, once *table.Once) bool {
	if !once.Any {
		return true
	}
	for _, id := range []string{rules.Pinned, rules.Damaged, rules.Critical} {
		if u.Is(id) && s.ignores(u, id) == "" {
			return false
		}
	}
	into, _ := s.Unit(u.Their, u.In)
	if into == nil {
		return true
	}
	sides := into.force.Profile.Unit.Armour
	return !u.force.army.List.Armoury.Armoured(max(sides.Front, sides.Side, sides.Rear))
}

// losses returns the losses that count for the unit's Resolve: figures, or a vehicle's markers.
func (u *UnitState) losses() int {
	b := &u.Bodies[0]
	if u.Vehicle {
		return b.wounds
	}
	return b.Kinds.Models() - b.ModelsLeft() - u.fallenNoLoss
}

// mustCheck reports whether the unit must check its Resolve when it activates: its losses reach the
// break point, and a vehicle must also be under fire (FAD, Resolve).
func (f force) mustCheck(s *State, u *UnitState) bool {
	at, lost := f.breakPoint(s, u), u.losses()
	if o := s.team(u); o != nil {
		lost += o.losses()
	}
	return at > 0 && lost >= at && (!u.Vehicle || u.Is(rules.UnderFire))
}
