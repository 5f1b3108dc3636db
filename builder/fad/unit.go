package fad

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"muster/builder/finding"
	"muster/catalog/fad"
	"muster/convert"
	"muster/pricing"
	fight "muster/rules/fad"
)

// A Profile is a unit with all its values for the table, as printed on sheets.
type Profile struct {
	*fad.Unit
	Price pricing.Price
	// Problem is the error for unknown ids; a unit with unknown ids has no price. It is nil if
	// there are none.
	Problem error
	// Creation describes how basic creation made the unit; nil with points.
	Creation *Creation

	startFigures int // figures at the start of the game, for a unit that has lost some; else 0

	Quality *fad.Quality
	// TestQuality is the Quality for Fire Effect and Quality tests, improved by a squad's leader
	// (FAD, Table 20). Ranges and the pin level use Quality.
	TestQuality *fad.Quality
	Resolve     *fad.Resolve

	ArmourName       string // "Light"; "" for a vehicle
	ArmourRating     int    // the figures' rating, with the changes by traits
	Moves            Moves
	Crew             int // crew of a vehicle
	PassengerFigures int // number of figures in the vehicle's places for passengers

	// FireEffect is the bonus to the dice of a volley of the whole unit: Quality, one for every
	// three riflemen of a squad, weapons and traits (FAD, Table 5). A vehicle's weapons fire
	// separately, each with its own Fire Effect added. For figures with only blast weapons it is
	// the weapon's own bonus (FAD, Determine Strike Effect).
	FireEffect int
	// OfficerBonus is the part of FireEffect and FireEffectAtVehicles that comes from an officer in
	// a vehicle's crew.
	OfficerBonus  int
	HasOnlyBlasts bool // its figures have only blast weapons
	// FireEffectAtVehicles is the Fire Effect of a blast weapon at a vehicle. Blasts do not affect
	// vehicles, so it does not include the weapon's own Fire Effect.
	FireEffectAtVehicles int
	ExtraFireDice        int // additional D6 of the volley, from weapons with a Fire Effect such as +1D6
	FireDiceRolled       int // number of D6 rolled, of which the highest counts
	AssaultBonus         int // bonus in close assault
	// BreakPoint is the number of casualties, or hits on a vehicle, that breaks it; 0 if it never
	// tests morale.
	BreakPoint      int
	WoundsPerFigure int // wounds that each figure takes
	// MarkersToDestroy is the number of damage markers that destroys a vehicle; 0 for others.
	MarkersToDestroy int
	// PinLevel is the Fire Effect above which the unit is pinned; 0 if it has no pin level:
	// vehicles, single figures, immune units.
	PinLevel int
	// CanBePinned means that being pinned has an effect on the unit.
	CanBePinned bool
	// CoherencyDistance is the greatest distance between neighbouring figures, in inches; 0 for a
	// vehicle.
	CoherencyDistance int
	// Notes explains the unit's kind, armour and movement, with the unit's own numbers.
	Notes []string

	partner *fad.Unit // nil without a partner

	Weapons []Weapon
	Traits  []*Trait
	People  []Person
	Powers  []*fad.Power
}

// Moves is a unit's movement in inches: cautious, and rushing or standard. Both are 0 for units
// that are never on the table.
type Moves struct {
	Mode               string // "tracked"; "" on foot
	Cautious, Standard int
}

// abilityNames returns the names of the unit's traits, people and powers.
func (u *Profile) abilityNames() (traits, people, powers []string) {
	return convert.All(u.Traits, func(t *Trait) string { return t.Name }),
		convert.All(u.People, func(p Person) string { return p.Name }),
		convert.All(u.Powers, func(p *fad.Power) string { return p.Name })
}

// A Weapon is a weapon of a unit; equal weapons are counted together.
type Weapon struct {
	*fad.Weapon
	Count                              int
	CloseRange, MediumRange, LongRange int // range bands, in inches
	Damage, AP                         int // with changes by traits and personalities
	CrewServed                         bool
	Notes                              []string // such as "+1D6", "Blast 3\""
}

// A Trait is a trait of a unit.
type Trait struct {
	*fad.Trait
	// affected weapons and their direction, the given trait, or the trait that includes it; may be
	// ""
	Detail         string
	GivenTrait     *fad.Trait
	ComesWithTrait bool // it comes with another trait
}

// A Person is someone notable in a unit: a leader, a personality, an officer.
type Person struct {
	Name    string // "Experienced leader", "Medic"
	Summary string
}

// newProfile returns the profile of the i-th unit of a list. stated is the unit as the list has it,
// or its survivors.
func newProfile(l *List, i int, stated *fad.Unit) *Profile {
	a := l.Armoury
	kind := a.UnitKinds.Find(string(stated.Kind))
	u := &Profile{
		Unit: stated, Creation: l.Creations[i], FireDiceRolled: kind.ShootingDice,
		Quality: a.Qualities.Find(stated.Quality), Resolve: a.Resolves.Find(stated.Resolve),
	}
	u.Price, u.Problem = l.Price(stated)
	u.Traits = traitsOf(a, stated)
	if p := l.PartnerIndex(i); p >= 0 {
		u.partner = &l.Units[p]
	}
	u.People = peopleOf(a, stated)
	for _, id := range stated.Powers {
		if p := a.Powers.Find(id); p != nil {
			u.Powers = append(u.Powers, p)
		}
	}
	changes, raised := u.permanentChanges(a), 0
	u.setMoves(a, kind, changes.Move)
	if o := l.Officer(i); o != nil && u.IsVehicle() {
		if leads := o.AsOfficer(a); leads != nil && leads.Branch == u.Kind.Branch() {
			u.OfficerBonus, raised = leads.Rating, 1
		}
	}
	fighter := u.setWeapons(a, changes)
	tests := fighter.TestEffects()
	u.WoundsPerFigure, u.BreakPoint = tests.WoundsPerFigure, u.BreakPointAt(a, tests, stated.Size(), raised, 0)
	if stated.Kind == fight.Vehicle {
		u.Crew = stated.CrewSize(a)
		u.MarkersToDestroy = 2 * u.Resolve.HitsToBreak
		u.PassengerFigures, _ = l.passengersOf(stated, i)
		u.setNotes(a, kind, nil, &fighter)
		return u
	}
	u.CanBePinned = !tests.IgnoresPinned
	if u.CanBePinned && u.Kind.HasFigures() &&
		!slices.ContainsFunc(u.Traits, func(t *Trait) bool { return t.NeverPinned }) {
		u.PinLevel = u.Quality.PinThreshold
	}
	levels := a.Qualities.All()
	level, bonus := a.Qualities.Index(stated.Quality), 0
	for _, t := range u.Traits {
		level, bonus = level+t.CoherencyLevels, bonus+t.CoherencyBonus
	}
	u.CoherencyDistance = levels[max(0, min(level, len(levels)-1))].Coherency
	armour := a.Armours.Find(stated.Armour.ID)
	if armour != nil {
		u.ArmourName, u.ArmourRating = armour.Name, armour.Rating+changes.Armour
		u.CoherencyDistance = cmp.Or(armour.Coherency, u.CoherencyDistance)
		for i := range armour.Effects {
			if e := &armour.Effects[i]; e.When == (fight.When{}) && e.Attacker == "" {
				u.AssaultBonus += e.AssaultModifier
			}
		}
	}
	u.CoherencyDistance += bonus
	u.setNotes(a, kind, armour, &fighter)
	return u
}

// BreakPointAt returns the break point of a unit in a game. figures is its number of figures at the
// start. lost levels of Resolve are subtracted for good; then raised levels, and traits that change
// its tests, improve the Resolve, at most to the best. The result is 0 if the unit never tests
// morale, and -1 if no Resolve is left (docs/rules-notes.md, Fast and Dirty; FAD, Losing Heart).
func (u *Profile) BreakPointAt(a *fad.Armoury, tests fight.TestEffects, figures, raised, lost int) int {
	levels := a.Resolves.All()
	place := a.Resolves.Index(u.Resolve.ID) - lost
	switch {
	case place < 0:
		return -1
	case tests.NeverBreaks:
		return 0
	}
	resolve := &levels[max(0, min(place+raised+tests.ResolveModifier, len(levels)-1))]
	if u.Kind == fight.Vehicle {
		return resolve.HitsToBreak
	}
	return resolve.BreakPoint.Casualties(figures)
}

// setNotes sets notes for play about the effects of the unit's kind, armour, traits and movement.
func (u *Profile) setNotes(a *fad.Armoury, kind *fad.UnitKind, armour *fad.Armour, fighter *fight.Fighter) {
	var own *strings.Replacer // nil until needed
	add := func(text string) {
		if text == "" {
			return
		}
		if strings.Contains(text, "{") {
			if own == nil {
				own = u.placeholders(a, fighter)
			}
			text = own.Replace(text)
		}
		u.Notes = append(u.Notes, text)
	}
	if !fighter.FiresAfterMoving() {
		add(kind.StationaryFireNote)
	}
	if kind.CrewlessNote != "" && slices.ContainsFunc(u.Traits, func(t *Trait) bool { return t.Crewless }) {
		add(kind.CrewlessNote)
	} else {
		add(kind.SheetNote)
	}
	if u.PassengerCapacity > 0 {
		add(kind.PassengersNote)
		if sides := u.Unit.Armour; !a.IsArmoured(max(sides.Front, sides.Side, sides.Rear)) {
			add(kind.SoftSkinnedNote)
		}
	}
	if armour != nil {
		add(armour.SheetNote)
		if !fighter.FiresAfterMoving() {
			add(armour.StationaryFireNote)
		}
	}
	for _, t := range u.Traits {
		add(t.SheetNote)
	}
	if m := a.Movements.Find(u.Unit.Movement); m != nil {
		add(m.Summary)
	}
	team := kind
	switch {
	case u.partner == nil:
		return
	case u.Kind == fight.Infantry:
		team = a.UnitKinds.Find(string(u.partner.Kind))
	case u.partner.Kind != fight.Infantry:
		return
	}
	add(team.AttachedNote)
	if other := u.partner.Fighter(a); fighter.HasDirectFire() && other.HasDirectFire() {
		add(team.AttachedFireNote)
	}
}

// placeholders returns a replacer that fills the placeholders of a text with the unit's numbers and
// words.
func (u *Profile) placeholders(a *fad.Armoury, fighter *fight.Fighter) *strings.Replacer {
	closest, weapons, unmoved := "the closest", "one weapon", "have not moved and "
	if n := u.Quality.ClosestTargetChoices; n > 1 {
		closest = fmt.Sprintf("one of the %d closest", n)
	}
	for _, t := range u.Traits {
		if t.WeaponsPerCrew > 1 {
			weapons = finding.CountText(t.WeaponsPerCrew, "weapon")
		}
	}
	if team := u.partner; team != nil {
		if beside := team.Fighter(a); fighter.FiresAfterMoving() || beside.FiresAfterMoving() {
			unmoved = ""
		}
	}
	return strings.NewReplacer(
		"{test}", fmt.Sprintf("%d+", u.TestQuality.TestNumber), "{targets}", fmt.Sprint(u.Quality.ClosestTargetChoices),
		"{closest}", closest,
		"{coherency}", fmt.Sprintf("%d\"", u.CoherencyDistance), "{unmoved}", unmoved,
		"{charge}", fmt.Sprintf("%d\"", u.Moves.Cautious+chargeMoveBonus), "{crew}", fmt.Sprint(u.Crew),
		"{weapons}", weapons, "{pin}", fmt.Sprint(u.Quality.PinThreshold), "{kills}", fmt.Sprint(fighter.KillRollsPerFigure()))
}

// chargeMoveBonus is the additional movement of charging infantry, in inches (FAD, Close Assault).
const chargeMoveBonus = 4

// IsVehicle reports whether the unit is a vehicle.
func (u *Profile) IsVehicle() bool { return u.Kind == fight.Vehicle }

// permanentChanges returns the sum of the changes to the unit's numbers by traits and personalities
// that hold in every situation.
func (u *Profile) permanentChanges(a *fad.Armoury) fad.Changes {
	var sum fad.Changes
	for _, t := range u.Traits {
		sum = sum.Plus(t.StatChanges)
	}
	for _, p := range u.AllPersonalities(a) { // a second one of the same kind adds nothing for its squad
		sum = sum.Plus(p.StatChanges)
	}
	return sum
}

func (u *Profile) setMoves(a *fad.Armoury, kind *fad.UnitKind, change int) {
	u.Moves = Moves{Cautious: kind.Move, Standard: 2 * kind.Move}
	if m := a.Movements.Find(u.Unit.Movement); m != nil {
		u.Moves = Moves{Mode: m.Name, Cautious: max(0, m.CautiousMove+change), Standard: max(0, m.StandardMove+change)}
		return
	}
	if kind.Move > 0 { // a bonus counts before a rush doubles it (FAD, Rush)
		u.Moves.Cautious = max(0, kind.Move+change)
		u.Moves.Standard = 2 * u.Moves.Cautious
		if kind.NeverRushes || slices.ContainsFunc(u.Traits, func(t *Trait) bool { return t.NeverRushes }) {
			u.Moves.Standard = u.Moves.Cautious
		}
	}
}

// setWeapons sets the unit's weapons, Fire Effect and bonus in assaults, and returns the unit as a
// fighter; changes are the constant changes of the unit.
func (u *Profile) setWeapons(a *fad.Armoury, changes fad.Changes) fight.Fighter {
	fighter := u.Fighter(a)
	u.TestQuality, u.Weapons = &a.Qualities.All()[u.QualityWithLeader(a)], u.weapons(a, changes)
	u.FireEffectAtVehicles = u.TestQuality.FireEffectBonus + changes.FireEffect + u.OfficerBonus
	u.FireEffect, u.ExtraFireDice, u.AssaultBonus = u.FireEffectAtVehicles, 0, changes.Assault
	if u.Kind != fight.Vehicle {
		u.sumFireEffect(&fighter)
	}
	return fighter
}

// A FireEffectStep is a unit's Fire Effect with a number of figures left.
type FireEffectStep struct {
	FiguresLeft int      `json:"figures"`
	FireEffect  int      `json:"effect"`
	ExtraDice   int      `json:"dice,omitempty"` // additional D6
	lostWeapons []string // special weapons lost with the last casualties
}

// loseCrew lowers the Fire Effect and the movement of a weapons team that has lost n of its crew
// (FAD, Heavy Weapons Teams).
func (u *Profile) loseCrew(n int) {
	if u.Kind != fight.HeavyWeapons {
		return
	}
	if !u.HasOnlyBlasts {
		u.FireEffect -= n
	}
	u.Moves.Cautious, u.Moves.Standard = max(0, u.Moves.Cautious-n), max(0, u.Moves.Standard-n)
}

// FireEffectSteps returns the unit's Fire Effect from full strength to one figure; nil for a single
// figure, a vehicle, and off-board artillery.
func (a *Army) FireEffectSteps(u *Profile) []FireEffectStep {
	if !u.Kind.HasFigures() || u.Size() < 2 || u.Kind == fight.Artillery || u.Problem != nil {
		return nil
	}
	left, unit := *u, *u.Unit
	unit.Figures, left.Unit = slices.Clone(u.Figures), &unit
	size := u.Size()
	all := make([]FireEffectStep, 0, size)
	for _, kind := range a.FigureKinds(u) {
		for range kind.Models {
			one, before := FireEffectStep{FiguresLeft: size - len(all)}, left.Weapons
			left.setWeapons(a.List.Armoury, left.permanentChanges(a.List.Armoury))
			left.loseCrew(len(all))
			one.FireEffect, one.ExtraDice = left.FireEffect, left.ExtraFireDice
			for _, w := range before {
				if w.Class != fad.BasicWeapon && !slices.ContainsFunc(left.Weapons, func(o Weapon) bool { return o.ID == w.ID && o.Count == w.Count }) {
					one.lostWeapons = append(one.lostWeapons, w.Name)
				}
			}
			all = append(all, one)
			unit.Figures[kind.IndexInOdds].Count--
		}
	}
	return all
}

// weapons returns the unit's weapons in file order; equal weapons are counted together.
func (u *Profile) weapons(a *fad.Armoury, changes fad.Changes) []Weapon {
	var all []Weapon
	for _, c := range u.AllWeapons(a) {
		w := a.Weapon(c.ID)
		if w == nil || w.IsUnarmed || c.Count < 1 {
			continue
		}
		if i := slices.IndexFunc(all, func(o Weapon) bool { return o.ID == c.ID && o.CrewServed == c.ServedByCrew }); i >= 0 {
			all[i].Count += c.Count
			continue
		}
		one := u.weapon(w, changes)
		one.Count, one.CrewServed = c.Count, c.ServedByCrew
		all = append(all, one)
	}
	return all
}

// weapon returns a weapon with the changes by the unit's traits.
func (u *Profile) weapon(w *fad.Weapon, changes fad.Changes) Weapon {
	one := Weapon{Weapon: w, Count: 1, Damage: w.DamageBonus + changes.Damage, AP: w.AP + changes.AP, Notes: w.Notes()}
	if u.Quality != nil {
		one.CloseRange = w.RangeFactor * u.Quality.BaseRange
		one.MediumRange, one.LongRange = 2*one.CloseRange, 3*one.CloseRange
	}
	return one
}

// ProfileText writes the weapon's values in a line: `24/48/72", damage +2, FE +2`.
func (w *Weapon) ProfileText() string {
	parts := []string{fmt.Sprintf("damage %+d", w.Damage)}
	if w.CloseRange > 0 {
		parts = append([]string{fmt.Sprintf(`%d/%d/%d"`, w.CloseRange, w.MediumRange, w.LongRange)}, parts...)
	}
	if w.Weapon.FireEffectBonus != 0 {
		parts = append(parts, fmt.Sprintf("FE %+d", w.Weapon.FireEffectBonus))
	}
	if w.AP > 0 {
		parts = append(parts, fmt.Sprintf("AP %d", w.AP))
	}
	return strings.Join(append(parts, w.Notes...), ", ")
}

// sumFireEffect sets the Fire Effect of a unit that fires one volley, or fires blasts
// (docs/rules-notes.md, Fast and Dirty).
func (u *Profile) sumFireEffect(f *fight.Fighter) {
	effect, dice := f.BaseFireEffect()
	u.FireEffect, u.ExtraFireDice = u.FireEffect+effect, dice
	blast := f.BlastWeapon()
	if u.HasOnlyBlasts = blast != nil && !f.HasDirectFire(); u.HasOnlyBlasts {
		u.FireEffect = blast.FireEffectBonus
	}
	bonus := map[string]int{} // each different type of weapon counts once
	for _, w := range u.Weapons {
		bonus[w.ID] = w.Weapon.AssaultBonus
	}
	for _, b := range bonus {
		u.AssaultBonus += b
	}
}

// traitsOf lists a unit's bought traits, each followed by the traits that it includes.
func traitsOf(a *fad.Armoury, u *fad.Unit) []*Trait {
	var all []*Trait
	bought, touched := u.TraitIDs(), u.TraitWeaponNumbers(a)
	for i, use := range u.Traits {
		for j, t := range a.WithIncludedTraits(u.Kind, []string{use.ID}) {
			if j == 0 {
				one := &Trait{Trait: t, Detail: traitWeaponsText(a, u, t, touched[i], use.Direction)}
				if one.GivenTrait, _ = a.Trait(fight.Infantry, use.LentTrait); one.GivenTrait != nil {
					one.Detail = "lends " + one.GivenTrait.Name
				}
				all = append(all, one)
				continue
			}
			if !slices.ContainsFunc(all, func(have *Trait) bool { return have.Trait == t }) && !slices.Contains(bought, t.ID) {
				first, _ := a.Trait(u.Kind, use.ID)
				all = append(all, &Trait{Trait: t, Detail: "from " + first.Name, ComesWithTrait: true})
			}
		}
	}
	return all
}

// traitWeaponsText names the vehicle's weapons that a trait affects, and their direction of fire.
// If the list states none, it leaves room to write one.
func traitWeaponsText(a *fad.Armoury, u *fad.Unit, t *fad.Trait, places []int, to fad.Direction) string {
	var all []string
	for _, n := range places {
		if n < 1 || n > len(u.VehicleWeapons) {
			continue
		}
		if w := a.Weapon(u.VehicleWeapons[n-1]); w != nil {
			all = append(all, w.Name)
		}
	}
	if t.FiresOneDirection {
		all = append(all, "direction: "+cmp.Or(string(to), "____"))
	}
	return strings.Join(all, ", ")
}

// peopleOf lists the people and abilities of a unit: a leader with the level of leadership, a
// psionic's aptitude, and personalities.
func peopleOf(a *fad.Armoury, u *fad.Unit) []Person {
	var people []Person
	if l := a.Leaderships.Find(u.Leadership); l != nil && u.Kind == fight.Character {
		branch := ""
		if u.Specialisation != "" {
			branch = " of " + u.Specialisation
		}
		what := "A unit of his branch that he is with holds a level of Resolve longer."
		if l.Rating > 0 {
			what = fmt.Sprintf("The unit he is with re-rolls up to %d failed dice of morale; of his branch, it rolls %+d and holds a level of Resolve longer.", l.Rating, l.Rating)
		}
		people = append(people, Person{l.Name + " leader" + branch, what})
	}
	if p := a.Aptitudes.Find(u.Aptitude); p != nil && u.Kind == fight.Psionic {
		people = append(people, Person{
			fmt.Sprintf("%s aptitude, Strength %d", p.Name, u.PsionicStrength),
			fmt.Sprintf("Invokes a power with 3D6 of %d+: two passes cost nothing, one or none a point of Strength; none fails.", p.TargetNumber),
		})
	}
	personalities := func(ids []string) {
		for _, id := range ids {
			if p := a.Personalities.Find(id); p != nil {
				people = append(people, Person{p.Name, p.Summary})
			}
		}
	}
	for _, f := range u.Figures {
		if f.Count == 0 { // a casualty of a game
			continue
		}
		if l := a.LeaderLevels.Find(f.LeaderLevel); l != nil {
			what := "Calls for indirect fire."
			if l.QualityBonus > 0 {
				what = fmt.Sprintf("While he lives, Fire Effect and tests as if of Quality %s better; calls for indirect fire.", finding.CountText(l.QualityBonus, "level"))
			}
			people = append(people, Person{l.Name + " leader", what})
		}
		personalities(f.Personalities)
	}
	personalities(u.Personalities)
	return people
}
