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

// A Profile is a unit as it takes the field, as on a sheet of paper.
type Profile struct {
	*fad.Unit
	Price pricing.Price
	// Problem says why the unit has no price: ids that name nothing. Else nil.
	Problem error
	// Creation is how basic creation made it; nil with points.
	Creation *Creation

	began int // figures at the start of the game, of a reduced unit; else 0

	Quality *fad.Quality
	// Led is the Quality for Fire Effect and Quality tests, raised by a squad's leader (FAD,
	// Table 20). Ranges and the pin level use Quality.
	Led     *fad.Quality
	Resolve *fad.Resolve

	ArmourName string // "Light"; "" for a vehicle
	Armour     int    // the figures' rating, with changes by traits
	Moves      Moves
	CrewOf     int // of a vehicle
	Riding     int // figures in its passengers' places

	// FireEffect is added to the dice of the whole unit's volley: Quality, one
	// for every three riflemen of a squad, its weapons and traits (FAD, Table 5).
	// A vehicle's weapons fire apart: each adds its own to FireEffect. Of figures
	// that only blast it is the weapon's own, and nothing else (FAD, Determine
	// Strike Effect).
	FireEffect int
	// Rating is the part of FireEffect and AtVehicles from the officer in a vehicle's crew.
	Rating int
	Blasts bool // its figures only blast
	// AtVehicles is added to the die if a blast weapon fires at a vehicle, since nothing blasts
	// vehicles: the bonus without the weapon's own Fire Effect.
	AtVehicles int
	FireDice   int // D6 more for the volley, of weapons with +1D6
	Dice       int // D6 rolled; the highest counts
	Assault    int // added in close assault
	// Break is the number of casualties, or hits on a vehicle, that breaks it; 0 if it never
	// tests morale.
	Break  int
	Wounds int // that each figure takes
	// Out is the number of damage markers that destroys a vehicle; 0 for others.
	Out int
	// Pin is the Fire Effect above which it is pinned; 0 for units without a pin level:
	// vehicles, single figures, and those immune to it.
	Pin int
	// Pinnable means that being pinned has an effect on it.
	Pinnable bool
	// Coherency is how far figures may be from one another, in inches; 0 for a
	// vehicle.
	Coherency int
	// Play explains the unit's kind, armour and movement at the table, with its own figures.
	Play []string

	beside *fad.Unit // its partner, or nil

	Weapons []Weapon
	Traits  []*Trait
	People  []Person
	Powers  []*fad.Power
}

// Moves is a unit's movement in inches: cautious, and rushing or at standard speed. Both are 0
// for units that are never on the table.
type Moves struct {
	How                string // "tracked"; "" on foot
	Cautious, Standard int
}

// called returns the names of the unit's traits, people and powers.
func (u *Profile) called() (traits, people, powers []string) {
	return convert.All(u.Traits, func(t *Trait) string { return t.Name }), convert.All(u.People, func(p Person) string { return p.Name }),
		convert.All(u.Powers, func(p *fad.Power) string { return p.Name })
}

// Weapon is a weapon as a unit has it, those that are alike together.
type Weapon struct {
	*fad.Weapon
	Count               int
	Close, Medium, Long int // range bands, in inches
	Damage, AP          int // with changes by traits and personalities
	Served              bool
	Notes               []string // "+1D6", "Blast 3\"", in our own few words
}

// Trait is a trait as a unit has it.
type Trait struct {
	*fad.Trait
	Detail   string // which weapons and where they fire, what it lends, what brings it; or ""
	Lends    *fad.Trait
	Included bool // another of its traits brings it
}

// Person is someone notable in a unit: a leader, a personality, an officer.
type Person struct {
	Name    string // "Experienced leader", "Medic"
	Summary string
}

// newProfile works out the i-th unit of a list; stated is its entry or its remains.
func newProfile(l *List, i int, stated *fad.Unit) *Profile {
	a := l.Armoury
	kind := a.Kinds.Find(string(stated.Kind))
	u := &Profile{
		Unit: stated, Creation: l.Creation[i], Dice: kind.Dice,
		Quality: a.Qualities.Find(stated.Quality), Resolve: a.Resolves.Find(stated.Resolve),
	}
	u.Price, u.Problem = l.Price(stated)
	u.Traits = traitsOf(a, stated)
	if p := l.Partner(i); p >= 0 {
		u.beside = &l.Units[p]
	}
	u.People = peopleOf(a, stated)
	for _, id := range stated.Powers {
		if p := a.Powers.Find(id); p != nil {
			u.Powers = append(u.Powers, p)
		}
	}
	changes, raised := u.changes(a), 0
	u.move(a, kind, changes.Move)
	if o := l.Officer(i); o != nil && u.IsVehicle() {
		if leads := o.Leads(a); leads != nil && leads.Branch == u.Kind.Branch() {
			u.Rating, raised = leads.Rating, 1
		}
	}
	fighter := u.arms(a, changes)
	tests := fighter.Tests()
	u.Wounds, u.Break = tests.Wounds, u.BreakAt(a, tests, stated.Size(), raised, 0)
	if stated.Kind == fight.Vehicle {
		u.CrewOf = stated.CrewSize(a)
		u.Out = 2 * u.Resolve.Hits
		u.Riding, _ = l.aboard(stated, i)
		u.play(a, kind, nil, &fighter)
		return u
	}
	u.Pinnable = !tests.IgnoresPins
	if u.Pinnable && u.Kind.HasFigures() && !slices.ContainsFunc(u.Traits, func(t *Trait) bool { return t.NoPinLevel }) {
		u.Pin = u.Quality.Pin
	}
	u.Coherency = u.Quality.Coherency
	armour := a.Armours.Find(stated.Armour.ID)
	if armour != nil {
		u.ArmourName, u.Armour = armour.Name, armour.Rating+changes.Armour
		u.Coherency = cmp.Or(armour.Coherency, u.Coherency)
		for i := range armour.Effects {
			if e := &armour.Effects[i]; e.When == (fight.When{}) && e.Of == "" {
				u.Assault += e.Assault
			}
		}
	}
	for _, t := range u.Traits {
		u.Coherency += t.Coherency
	}
	u.play(a, kind, armour, &fighter)
	return u
}

// BreakAt returns the break point of a unit that began with so many figures. Traits, which change its
// tests, and raised levels raise its Resolve, at most to the best, before lost levels are taken away for good.
// The result is 0 if it never tests morale and -1 if no Resolve is left (docs/rules-notes.md,
// Fast and Dirty; FAD, Losing Heart).
func (u *Profile) BreakAt(a *fad.Armoury, tests fight.Tests, figures, raised, lost int) int {
	levels := a.Resolves.All()
	place := a.Resolves.Place(u.Resolve.ID) - lost
	switch {
	case place < 0:
		return -1
	case tests.Unbroken:
		return 0
	}
	resolve := &levels[max(0, min(place+raised+tests.Resolve, len(levels)-1))]
	if u.Kind == fight.Vehicle {
		return resolve.Hits
	}
	return resolve.Breaks.Of(figures)
}

// play gathers the effects of the unit's kind, armour, traits and movement at the table.
func (u *Profile) play(a *fad.Armoury, kind *fad.KindCost, armour *fad.Armour, fighter *fight.Fighter) {
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
		u.Play = append(u.Play, text)
	}
	if !fighter.FiresMoving() {
		add(kind.Unmoved)
	}
	if kind.Crewless != "" && slices.ContainsFunc(u.Traits, func(t *Trait) bool { return t.Crewless }) {
		add(kind.Crewless)
	} else {
		add(kind.Play)
	}
	if u.Capacity > 0 {
		add(kind.Carries)
		if sides := u.Unit.Armour; !a.Armoured(max(sides.Front, sides.Side, sides.Rear)) {
			add(kind.SoftSkinned)
		}
	}
	if armour != nil {
		add(armour.Play)
		if !fighter.FiresMoving() {
			add(armour.Unmoved)
		}
	}
	for _, t := range u.Traits {
		add(t.Play)
	}
	if m := a.Movements.Find(u.Unit.Movement); m != nil {
		add(m.Summary)
	}
	team := kind
	switch {
	case u.beside == nil:
		return
	case u.Kind == fight.Infantry:
		team = a.Kinds.Find(string(u.beside.Kind))
	case u.beside.Kind != fight.Infantry:
		return
	}
	add(team.Attached)
	if other := u.beside.Fighter(a); fighter.Shoots() && other.Shoots() {
		add(team.AttachedFire)
	}
}

// placeholders replaces the placeholders of a text with the unit's numbers and words.
func (u *Profile) placeholders(a *fad.Armoury, fighter *fight.Fighter) *strings.Replacer {
	closest, weapons, unmoved := "the closest", "one weapon", "have not moved and "
	if n := u.Quality.Targets; n > 1 {
		closest = fmt.Sprintf("one of the %d closest", n)
	}
	for _, t := range u.Traits {
		if t.WeaponsPerCrew > 1 {
			weapons = finding.Count(t.WeaponsPerCrew, "weapon")
		}
	}
	if team := u.beside; team != nil {
		if beside := team.Fighter(a); fighter.FiresMoving() || beside.FiresMoving() {
			unmoved = ""
		}
	}
	return strings.NewReplacer(
		"{test}", fmt.Sprintf("%d+", u.Led.Test), "{targets}", fmt.Sprint(u.Quality.Targets), "{closest}", closest,
		"{coherency}", fmt.Sprintf("%d\"", u.Coherency), "{unmoved}", unmoved,
		"{charge}", fmt.Sprintf("%d\"", u.Moves.Cautious+chargeBonus), "{crew}", fmt.Sprint(u.CrewOf),
		"{weapons}", weapons, "{pin}", fmt.Sprint(u.Quality.Pin), "{kills}", fmt.Sprint(fighter.KillRolls()))
}

// chargeBonus is how many inches further infantry moves to charge (FAD, Close
// Assault).
const chargeBonus = 4

// IsVehicle tells a vehicle from units of figures.
func (u *Profile) IsVehicle() bool { return u.Kind == fight.Vehicle }

// ledQuality is the unit's Quality raised by its leader, at most to the best.
func (u *Profile) ledQuality(a *fad.Armoury) *fad.Quality {
	return &a.Qualities.All()[u.LedQuality(a)]
}

// changes sums the constant changes to the unit's numbers by traits and personalities.
func (u *Profile) changes(a *fad.Armoury) fad.Changes {
	var sum fad.Changes
	for _, t := range u.Traits {
		sum = sum.Plus(t.Changes)
	}
	for _, p := range u.Notable(a) { // a second one of the same kind adds nothing for its squad
		sum = sum.Plus(p.Changes)
	}
	return sum
}

func (u *Profile) move(a *fad.Armoury, kind *fad.KindCost, change int) {
	u.Moves = Moves{Cautious: kind.Move, Standard: 2 * kind.Move}
	if m := a.Movements.Find(u.Unit.Movement); m != nil {
		u.Moves = Moves{How: m.Name, Cautious: max(0, m.Cautious+change), Standard: max(0, m.Standard+change)}
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

// arms sets the unit's weapons, Fire Effect and bonus in assaults, and returns it for fights; changes
// are its own.
func (u *Profile) arms(a *fad.Armoury, changes fad.Changes) fight.Fighter {
	fighter := u.Fighter(a)
	u.Led, u.Weapons = u.ledQuality(a), u.weapons(a, changes)
	u.AtVehicles = u.Led.FireEffect + changes.FireEffect + u.Rating
	u.FireEffect, u.FireDice, u.Assault = u.AtVehicles, 0, changes.Assault
	if u.Kind != fight.Vehicle {
		u.sumFireEffect(&fighter)
	}
	return fighter
}

// A FireLeft is a unit's Fire Effect with so many figures left, those lost that fall first.
type FireLeft struct {
	Figures int      `json:"figures"`
	Effect  int      `json:"effect"`
	Dice    int      `json:"dice,omitempty"` // D6 more
	lost    []string // weapons of the last casualties, without basic ones
}

// loseCrew lowers the Fire Effect and the movement of a weapons team that has lost so many of its crew
// (FAD, Heavy Weapons Teams).
func (u *Profile) loseCrew(n int) {
	if u.Kind != fight.HeavyWeapons {
		return
	}
	if !u.Blasts {
		u.FireEffect -= n
	}
	u.Moves.Cautious, u.Moves.Standard = max(0, u.Moves.Cautious-n), max(0, u.Moves.Standard-n)
}

// FireLeft returns the unit's Fire Effect from full strength to one figure; nil for a single
// figure, a vehicle, and off-board artillery.
func (a *Army) FireLeft(u *Profile) []FireLeft {
	if !u.Kind.HasFigures() || u.Size() < 2 || u.Kind == fight.Artillery || u.Problem != nil {
		return nil
	}
	left, unit := *u, *u.Unit
	unit.Figures, left.Unit = slices.Clone(u.Figures), &unit
	size := u.Size()
	all := make([]FireLeft, 0, size)
	for _, kind := range a.Kinds(u) {
		for range kind.Models {
			one, before := FireLeft{Figures: size - len(all)}, left.Weapons
			left.arms(a.List.Armoury, left.changes(a.List.Armoury))
			left.loseCrew(len(all))
			one.Effect, one.Dice = left.FireEffect, left.FireDice
			for _, w := range before {
				if w.Class != fad.Basic && !slices.ContainsFunc(left.Weapons, func(o Weapon) bool { return o.ID == w.ID && o.Count == w.Count }) {
					one.lost = append(one.lost, w.Name)
				}
			}
			all = append(all, one)
			unit.Figures[kind.Place].Count--
		}
	}
	return all
}

// weapons gathers the unit's weapons, equal ones together, in file order.
func (u *Profile) weapons(a *fad.Armoury, changes fad.Changes) []Weapon {
	var all []Weapon
	for _, c := range u.Arms(a) {
		w := a.Weapon(c.ID)
		if w == nil || w.Unarmed || c.Count < 1 {
			continue
		}
		if i := slices.IndexFunc(all, func(o Weapon) bool { return o.ID == c.ID && o.Served == c.Served }); i >= 0 {
			all[i].Count += c.Count
			continue
		}
		one := u.arm(w, changes)
		one.Count, one.Served = c.Count, c.Served
		all = append(all, one)
	}
	return all
}

// arm is a weapon in the unit's hands.
func (u *Profile) arm(w *fad.Weapon, changes fad.Changes) Weapon {
	one := Weapon{Weapon: w, Count: 1, Damage: w.Damage + changes.Damage, AP: w.AP + changes.AP, Notes: w.Notes()}
	if u.Quality != nil {
		one.Close = w.Range * u.Quality.BaseRange
		one.Medium, one.Long = 2*one.Close, 3*one.Close
	}
	return one
}

// Profile is the weapon in a line: `24/48/72", damage +2, FE +2`.
func (w *Weapon) Profile() string {
	parts := []string{fmt.Sprintf("damage %+d", w.Damage)}
	if w.Close > 0 {
		parts = append([]string{fmt.Sprintf(`%d/%d/%d"`, w.Close, w.Medium, w.Long)}, parts...)
	}
	if w.Weapon.FireEffect != 0 {
		parts = append(parts, fmt.Sprintf("FE %+d", w.Weapon.FireEffect))
	}
	if w.AP > 0 {
		parts = append(parts, fmt.Sprintf("AP %d", w.AP))
	}
	return strings.Join(append(parts, w.Notes...), ", ")
}

// sumFireEffect sums up the Fire Effect of a unit that fires one volley, or blasts
// (docs/rules-notes.md, Fast and Dirty).
func (u *Profile) sumFireEffect(f *fight.Fighter) {
	effect, dice := f.Volley()
	u.FireEffect, u.FireDice = u.FireEffect+effect, dice
	blast := f.Blast()
	if u.Blasts = blast != nil && !f.Shoots(); u.Blasts {
		u.FireEffect = blast.FireEffect
	}
	bonus := map[string]int{} // each different type of weapon counts once
	for _, w := range u.Weapons {
		bonus[w.ID] = w.Weapon.Assault
	}
	for _, b := range bonus {
		u.Assault += b
	}
}

// traitsOf lists a unit's traits as bought, and after each those it includes.
func traitsOf(a *fad.Armoury, u *fad.Unit) []*Trait {
	var all []*Trait
	bought, touched := u.TraitIDs(), u.TouchedWeapons(a)
	for i, use := range u.Traits {
		for j, t := range a.WithIncluded(u.Kind, []string{use.ID}) {
			if j == 0 {
				one := &Trait{Trait: t, Detail: touchedBy(a, u, t, touched[i], use.Direction)}
				if one.Lends, _ = a.Trait(fight.Infantry, use.Gives); one.Lends != nil {
					one.Detail = "lends " + one.Lends.Name
				}
				all = append(all, one)
				continue
			}
			if !slices.ContainsFunc(all, func(have *Trait) bool { return have.Trait == t }) && !slices.Contains(bought, t.ID) {
				first, _ := a.Trait(u.Kind, use.ID)
				all = append(all, &Trait{Trait: t, Detail: "from " + first.Name, Included: true})
			}
		}
	}
	return all
}

// touchedBy names a vehicle's weapons that a trait applies to, and the direction in which they
// fire, with room to write one down if the list states none.
func touchedBy(a *fad.Armoury, u *fad.Unit, t *fad.Trait, places []int, to fad.Direction) string {
	var all []string
	for _, n := range places {
		if n < 1 || n > len(u.Weapons) {
			continue
		}
		if w := a.Weapon(u.Weapons[n-1]); w != nil {
			all = append(all, w.Name)
		}
	}
	if t.Directed {
		all = append(all, "direction: "+cmp.Or(string(to), "____"))
	}
	return strings.Join(all, ", ")
}

// peopleOf lists a unit's leader, ratings and personalities.
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
			fmt.Sprintf("%s aptitude, Strength %d", p.Name, u.Strength),
			fmt.Sprintf("Invokes a power with 3D6 of %d+: two passes cost nothing, one or none a point of Strength; none fails.", p.Target),
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
		if l := a.Leaders.Find(f.Leader); l != nil {
			what := "Calls for indirect fire."
			if l.Raises > 0 {
				what = fmt.Sprintf("While he lives, Fire Effect and tests as if of Quality %s better; calls for indirect fire.", finding.Count(l.Raises, "level"))
			}
			people = append(people, Person{l.Name + " leader", what})
		}
		personalities(f.Personalities)
	}
	personalities(u.Personalities)
	return people
}
