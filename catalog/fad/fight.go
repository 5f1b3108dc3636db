package fad

import (
	"slices"

	fight "muster/rules/fad"
)

// Levels returns the armoury's levels of Quality and Resolve as fights use them.
func (a *Armoury) Levels() *fight.Tables {
	t := &fight.Tables{}
	for _, q := range a.Qualities.All() {
		t.Qualities = append(t.Qualities, q.Quality)
	}
	for _, r := range a.Resolves.All() {
		t.Resolves = append(t.Resolves, r.Resolve)
	}
	return t
}

// Raised is the place of the Quality that a unit tests and shoots with: its own,
// raised by its leader, at most to the best (FAD, Table 20).
func (u *Unit) Raised(a *Armoury) int {
	raises := 0
	for _, f := range u.Figures {
		if leader := a.Leaders.Find(f.Leader); leader != nil && f.Count > 0 {
			raises = max(raises, leader.Raises)
		}
	}
	return min(a.Qualities.Place(u.Quality)+raises, len(a.Qualities.All())-1)
}

// Fighter returns the unit as fights know it. Every id of the unit must be one
// of the armoury's; see Unknown.
func (u *Unit) Fighter(a *Armoury) fight.Unit {
	kind := a.Kinds.Find(string(u.Kind))
	f := fight.Unit{
		Name: u.Name, Kind: fight.Kind(u.Kind), Quality: a.Qualities.Place(u.Quality), Led: u.Raised(a),
		Resolve: a.Resolves.Place(u.Resolve), Figures: u.Size(), Dice: kind.Dice,
	}
	if kind.Resolve != "" {
		f.Resolve = a.Resolves.Place(kind.Resolve)
	}
	base := a.Qualities.Find(u.Quality).BaseRange
	for _, c := range u.Arms(a) {
		w := a.Weapon(c.ID)
		if w == nil || c.Count == 0 {
			continue
		}
		at := slices.IndexFunc(f.Weapons, func(o fight.Weapon) bool { return o.ID == c.ID && o.Served == c.Served })
		if at >= 0 && u.Kind != fight.Vehicle {
			f.Weapons[at].Count += c.Count
		} else {
			f.Weapons = append(f.Weapons, w.fight(base, c.Count, c.Served))
		}
	}
	if u.Kind == fight.Vehicle {
		f.Front, f.Flank, f.Rear = u.Armour.Front, u.Armour.Side, u.Armour.Rear
		if m := a.Movements.Find(u.Movement); m != nil {
			f.Flies = m.Airborne
		}
		u.crew(a, &f)
	} else if worn := a.Armours.Find(u.Armour.ID); worn != nil {
		f.Armour = worn.Rating
		if len(worn.Effects) > 0 {
			f.Traits = append(f.Traits, fight.Trait{ID: worn.ID, Name: worn.Name, Effects: worn.Effects})
		}
	}
	u.traits(a, &f)
	return f
}

// fight is a weapon as fights know it, in the hands of a unit with a base range.
func (w *Weapon) fight(base, count int, served bool) fight.Weapon {
	return fight.Weapon{
		ID: w.ID, Name: w.Name, Count: count, Close: w.Range * base,
		Damage: w.Damage, FireEffect: w.FireEffect, AP: w.AP, FireDice: w.FireDice, Assault: w.Assault,
		Basic: w.Class == Basic, Heavy: w.Class == Heavy, Movable: w.Movable, Served: served,
		Unarmed: w.Unarmed, Double: w.Double, Blast: w.Blast > 0, Pins: w.Pins,
	}
}

// crew works out how many of a vehicle's weapons fire, which of them are one,
// and what the traits do that touch single weapons.
func (u *Unit) crew(a *Armoury, f *fight.Unit) {
	f.Crewed = u.CrewSize(a)
	each, groups := 1, 0
	touched := map[string][]int{}
	for _, use := range u.Traits {
		t, _ := a.Trait(u.Kind, use.ID)
		if t == nil {
			continue
		}
		if t.Crewless {
			f.Crewed = len(f.Weapons)
		}
		each = max(each, t.WeaponsPerCrew)
		places := use.Weapons
		for n := 1; len(places) < t.Weapons && n <= len(f.Weapons); n++ { // the table's choice: the first ones
			if !slices.Contains(places, n) && !slices.Contains(touched[t.ID], n) {
				places = append(places[:len(places):len(places)], n)
			}
		}
		touched[t.ID] = append(touched[t.ID], places...)
		if t.OneWeapon {
			groups++
		}
		for _, n := range places {
			if n < 1 || n > len(f.Weapons) {
				continue
			}
			w := &f.Weapons[n-1]
			if t.OneWeapon {
				w.Group = groups
			}
			w.Effects = append(w.Effects, t.Effects...)
		}
	}
	f.Crewed *= each
}

// traits gathers all that the unit has which may do something in a fight: a
// personality once, however many have it.
func (u *Unit) traits(a *Armoury, f *fight.Unit) {
	for _, t := range a.WithIncluded(u.Kind, u.TraitIDs()) {
		trait := fight.Trait{ID: t.ID, Name: t.Name, Effects: t.inFights()}
		f.Traits = append(f.Traits, trait)
	}
	for _, p := range u.Notable(a) {
		f.Traits = append(f.Traits, fight.Trait{ID: p.ID, Name: p.Name, Effects: p.Changes.inFights(p.Effects)})
	}
}

// inFights is all that a trait does in a fight. What acts through other traits
// or through the count of weapons is an effect that changes nothing more.
func (t *Trait) inFights() []fight.Effect {
	effects := t.Effects
	if t.Weapons > 0 && len(effects) > 0 {
		effects = []fight.Effect{{}} // they are the weapons'
	}
	effects = t.Changes.inFights(effects)
	if t.Wounds > 0 {
		effects = append(effects[:len(effects):len(effects)], fight.Effect{Wounds: t.Wounds})
	}
	if len(effects) == 0 && (t.OneWeapon || t.WeaponsPerCrew > 0 || t.Crewless || len(t.Includes) > 0) {
		effects = []fight.Effect{{}}
	}
	return effects
}

// inFights adds what always changes a unit's numbers to its effects.
func (c Changes) inFights(effects []fight.Effect) []fight.Effect {
	if c == (Changes{}) {
		return effects
	}
	e := fight.Effect{FireEffect: c.FireEffect, Damage: c.Damage, AP: c.AP, Armour: c.Armour, Assault: c.Assault}
	if c == (Changes{Move: c.Move}) {
		e.Outside = fight.OutsideMovement
	}
	return append(effects[:len(effects):len(effects)], e)
}
