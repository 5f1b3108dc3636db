package play

import (
	"cmp"
	"slices"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/table"
	"muster/rules"
	fight "muster/rules/fad"
)

// force is Fast and Dirty at the table.
type force struct{ army *fad.Army }

func (f force) system() *rules.System { return f.army.List.Game }
func (f force) aboardActs() bool      { return false }
func (f force) comesByActing() bool   { return true }

func (f force) optional() []rules.Optional { return f.system().Play.Optional }

// rounds are the turns of all lengths of a game, the most first: those that are
// usual.
func (f force) rounds() []int {
	var all []int
	for _, l := range f.army.List.Armoury.Lengths.All() {
		for n := l.Turns.Least; n <= l.Turns.Most; n++ {
			if !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all
}

func (f force) missions() []MissionOf {
	var all []MissionOf
	for _, m := range f.army.List.Armoury.Missions.All() {
		all = append(all,
			MissionOf{ID: m.ID, Name: m.Name, Summary: m.Summary, Turns: m.Turns, Units: m.Units, Denies: m.Denies})
	}
	return all
}

func (f force) bothHave() string { return f.army.List.Armoury.SameMission }

func (f force) styles() []CommandStyle {
	var all []CommandStyle
	for _, s := range f.army.List.Armoury.Styles.All() {
		all = append(all, CommandStyle{ID: s.ID, Name: s.Name, Summary: s.Summary, Turn: s.Turn, Missions: s.Missions[2:]})
	}
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

// A forceUnit is a unit as its list has it.
type forceUnit struct {
	*fad.Profile
	army    *fad.Army
	officer string // the id of who is with it, or ""
}

// now returns the unit with the rules of the models left.
func (f force) now(s *State, u *UnitState, b *BodyState) table.Unit {
	left := *u.force.army.Left(u.force.Profile, b.modelsByPlace())
	left.Break = f.breaks(s, u)
	if side := f.officer(s, u); left.Rating > 0 && !side.Commanded() { // the officer of its crew is gone
		left.FireEffect, left.AtVehicles = left.FireEffect-left.Rating, left.AtVehicles-left.Rating
	}
	now := u.force.army.Stands(&left)
	now.Rules, now.Stats = slices.Concat(now.Abilities, now.Gear), append(now.Stats, left.Reach(f.army.List.Armoury)...)
	return now
}

// after says nothing: whoever lost enough tests when he next activates.
func (f force) after(*UnitState, bool) {}

// taken counts figures, and no place for a character who rides in place of one of the crew (FAD,
// Characters in Vehicles).
func (f force) taken(into *UnitState, riders []*UnitState) (spaces int, fit bool) {
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

// wrecked kills an ordinary passenger of a destroyed vehicle, asks dice about a character and
// power armour, and lets whoever was in an abandoned vehicle get out (FAD, Vehicles).
func (f force) wrecked(s *State, vehicle, u *UnitState) {
	switch {
	case vehicle.Fate() != destroyed:
	case u.force.Kind == fight.Character, u.powered():
		u.wreck = true
		s.say(u, nil, "in the wreck")
	default:
		u.Gone = killed
		s.destroyed(u, killed)
		u.fell = 0
	}
}

// powered reports whether the unit wears power armour.
func (u *UnitState) powered() bool {
	armour := u.force.army.List.Armoury.Armours.Find(u.force.Profile.Unit.Armour.ID)
	return armour != nil && armour.Powered
}

// officer returns a unit as a side of a fight: the models left, and its officer if he still
// stands.
func (f force) officer(s *State, u *UnitState) fight.Side {
	a := u.force.army.List.Armoury
	side := fight.Side{Fighter: u.force.army.Left(u.force.Profile, u.Bodies[0].modelsByPlace()).Fighter(a)}
	o, _ := s.Unit(u.Their, u.force.officer)
	if o == nil || !o.OnTable() || o.In != u.In && o.In != u.ID {
		return side
	}
	if leads := a.Leaderships.Find(o.force.Leadership); leads != nil {
		side.Officer = &fight.Officer{Rating: leads.Rating, Branch: fight.Branch(o.force.Specialisation)}
	}
	return side
}

// team returns the other unit of a shared Resolve check: a weapons team attached to a squad
// (FAD, Heavy Weapons Teams); nil for none.
func (s *State) team(u *UnitState) *UnitState {
	o, _ := s.Unit(u.Their, u.Beside)
	if o == nil || o.force.Kind == u.force.Kind {
		return nil
	}
	return o
}

// breaks returns a unit's break point now, counting its officer and the losses of its side; 0
// for a unit that never checks.
func (f force) breaks(s *State, u *UnitState) int {
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
	if side := f.officer(s, u); side.Commanded() {
		raised = 1
	}
	return max(0, u.force.BreakAt(u.force.army.List.Armoury, figures, raised, u.heart))
}

func (f force) disheartened(u *UnitState, levels int) bool {
	return u.force.BreakAt(u.force.army.List.Armoury, u.force.Size(), 0, levels) < 0
}

// lost returns the unit's losses as its Resolve counts them: figures, or a vehicle's markers.
func (u *UnitState) lost() int {
	b := &u.Bodies[0]
	if u.Vehicle {
		return b.wounds
	}
	return b.Kinds.Models() - b.ModelsLeft() - u.treated
}

// checks reports whether the unit must check its Resolve when it activates: it has
// lost enough, and a vehicle is under fire (FAD, Resolve).
func (f force) checks(s *State, u *UnitState) bool {
	at, lost := f.breaks(s, u), u.lost()
	if o := s.team(u); o != nil {
		lost += o.lost()
	}
	return at > 0 && lost >= at && (!u.Vehicle || u.Is(rules.UnderFire))
}
