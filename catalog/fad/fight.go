package fad

import (
	"slices"

	fight "muster/rules/fad"
)

// FightTables returns the armoury's tables of Quality and Resolve levels, in the form that the
// fight rules need.
func (a *Armoury) FightTables() *fight.Tables {
	t := &fight.Tables{}
	for _, q := range a.Qualities.All() {
		t.Qualities = append(t.Qualities, q.QualityLevel)
	}
	for _, r := range a.Resolves.All() {
		t.Resolves = append(t.Resolves, r.ResolveLevel)
	}
	return t
}

// QualityWithLeader returns the index of the unit's Quality for tests and shooting: its own
// Quality, raised by its leader up to the best (FAD, Table 20).
func (u *Unit) QualityWithLeader(a *Armoury) int {
	raises := 0
	for _, f := range u.Figures {
		if leader := a.LeaderLevels.Find(f.LeaderLevel); leader != nil && f.Count > 0 {
			raises = max(raises, leader.QualityBonus)
		}
	}
	return min(a.Qualities.Index(u.Quality)+raises, len(a.Qualities.All())-1)
}

// Fighter converts the unit to the form that the fight rules need. The armoury must know every id
// of the unit; see UnknownIDs.
func (u *Unit) Fighter(a *Armoury) fight.Fighter {
	kind := a.UnitKinds.Find(string(u.Kind))
	f := fight.Fighter{
		Name: u.Name, Kind: fight.UnitKind(u.Kind), Quality: a.Qualities.Index(u.Quality),
		QualityWithLeader: u.QualityWithLeader(a),
		Resolve:           a.Resolves.Index(u.Resolve), Figures: u.Size(), ShootingDice: kind.ShootingDice,
	}
	if kind.FixedResolve != "" {
		f.Resolve = a.Resolves.Index(kind.FixedResolve)
	}
	base := a.Qualities.Find(u.Quality).BaseRange
	for _, c := range u.AllWeapons(a) {
		w := a.Weapon(c.ID)
		if w == nil || c.Count == 0 {
			continue
		}
		at := slices.IndexFunc(f.Weapons, func(o fight.Weapon) bool { return o.ID == c.ID && o.ServedByCrew == c.ServedByCrew })
		if at >= 0 && u.Kind != fight.Vehicle {
			f.Weapons[at].Count += c.Count
		} else {
			f.Weapons = append(f.Weapons, w.fightWeapon(base, c.Count, c.ServedByCrew))
		}
	}
	if u.Kind == fight.Vehicle {
		f.Front, f.Flank, f.Rear = u.Armour.Front, u.Armour.Side, u.Armour.Rear
		if m := a.Movements.Find(u.Movement); m != nil {
			f.Flies = m.Airborne
		}
		u.setCrew(a, &f)
	} else if worn := a.Armours.Find(u.Armour.ID); worn != nil {
		f.Armour = worn.Rating
		if len(worn.Effects) > 0 {
			f.Traits = append(f.Traits, fight.Trait{ID: worn.ID, Name: worn.Name, Effects: worn.Effects})
		}
	}
	u.setTraits(a, &f)
	return f
}

// AsOfficer returns a character as the officer of a side; nil for a unit without leadership.
func (u *Unit) AsOfficer(a *Armoury) *fight.Officer {
	leads := a.Leaderships.Find(u.Leadership)
	if leads == nil {
		return nil
	}
	return &fight.Officer{Rating: leads.Rating, Branch: fight.Branch(u.Specialisation)}
}

// fightWeapon converts the weapon to the form that the fight rules need; base is the base range of
// its bearers' Quality, and served tells that a crew serves the weapon.
func (w *Weapon) fightWeapon(base, count int, served bool) fight.Weapon {
	return fight.Weapon{
		ID: w.ID, Name: w.Name, Count: count, CloseRange: w.RangeFactor * base,
		DamageBonus: w.DamageBonus, FireEffectBonus: w.FireEffectBonus, AP: w.AP, ExtraFireDice: w.FireDice,
		AssaultBonus: w.AssaultBonus,
		IsBasic:      w.Class == BasicWeapon, IsHeavy: w.Class == HeavyWeapon, FiresOnMovingMount: w.FiresAfterMove,
		ServedByCrew: served,
		IsUnarmed:    w.IsUnarmed, BearerCountsTwice: w.BearerCountsAsTwo, IsBlast: w.BlastRadius > 0,
		PinsTarget: w.PinsInfantry,
	}
}

// setCrew sets how many of a vehicle's weapons its crew can fire, the groups of weapons that fire
// as one, and the effects of traits on single weapons.
func (u *Unit) setCrew(a *Armoury, f *fight.Fighter) {
	f.CrewedWeaponCount = u.CrewSize(a)
	each, groups := 1, 0
	touched := u.TraitWeaponNumbers(a)
	for i, use := range u.Traits {
		t, _ := a.Trait(u.Kind, use.ID)
		if t == nil {
			continue
		}
		if t.Crewless {
			f.CrewedWeaponCount = len(f.Weapons)
		}
		each = max(each, t.WeaponsPerCrew)
		if t.WeaponsCountAsOne {
			groups++
		}
		for _, n := range touched[i] {
			if n < 1 || n > len(f.Weapons) {
				continue
			}
			w := &f.Weapons[n-1]
			if t.WeaponsCountAsOne {
				w.FiringGroup = groups
			}
			w.Effects = append(w.Effects, t.Effects...)
		}
	}
	f.CrewedWeaponCount *= each
}

// TraitWeaponNumbers returns the weapons that each of the vehicle's traits applies to, as numbers
// from 1: the stated weapons, even if they do not exist, else the first weapons that no other trait
// of the kind uses.
func (u *Unit) TraitWeaponNumbers(a *Armoury) [][]int {
	all, taken := make([][]int, len(u.Traits)), map[string][]int{}
	for i, use := range u.Traits {
		t, _ := a.Trait(u.Kind, use.ID)
		if t == nil {
			continue
		}
		places := slices.Clone(use.WeaponNumbers)
		for n := 1; len(places) < t.WeaponCount && n <= len(u.VehicleWeapons); n++ {
			if !slices.Contains(places, n) && !slices.Contains(taken[t.ID], n) {
				places = append(places, n)
			}
		}
		all[i], taken[t.ID] = places, append(taken[t.ID], places...)
	}
	return all
}

// setTraits sets the unit's traits, armour and personalities that can have effects in a
// fight. A personality of several figures counts once.
func (u *Unit) setTraits(a *Armoury, f *fight.Fighter) {
	for _, t := range a.WithIncludedTraits(u.Kind, u.TraitIDs()) {
		trait := fight.Trait{ID: t.ID, Name: t.Name, Effects: t.fightEffects()}
		f.Traits = append(f.Traits, trait)
	}
	for _, p := range u.AllPersonalities(a) {
		f.Traits = append(f.Traits, fight.Trait{ID: p.ID, Name: p.Name, Effects: p.StatChanges.addTo(p.Effects)})
	}
}

// fightEffects returns all effects of a trait in a fight. A trait that only includes other traits,
// or only changes how many weapons can fire, has one empty effect, so that it counts as modelled.
func (t *Trait) fightEffects() []fight.Effect {
	effects := t.Effects
	if t.WeaponCount > 0 && len(effects) > 0 {
		effects = []fight.Effect{{}} // its effects are on the weapons
	}
	effects = t.StatChanges.addTo(effects)
	if t.Wounds > 0 {
		effects = append(effects[:len(effects):len(effects)], fight.Effect{WoundsPerFigure: t.Wounds})
	}
	if len(effects) == 0 && (t.WeaponsCountAsOne || t.WeaponsPerCrew > 0 || t.Crewless || len(t.IncludedTraits) > 0) {
		effects = []fight.Effect{{}}
	}
	return effects
}

// addTo returns effects with one more effect for the changes, permanent modifiers such as a bonus
// to damage.
func (c Changes) addTo(effects []fight.Effect) []fight.Effect {
	if c == (Changes{}) {
		return effects
	}
	e := fight.Effect{
		FireEffectModifier: c.FireEffect, DamageModifier: c.Damage, APModifier: c.AP,
		ArmourModifier: c.Armour, AssaultModifier: c.Assault,
	}
	if c == (Changes{Move: c.Move}) {
		e.NonFight = fight.NonFightMovement
	}
	return append(effects[:len(effects):len(effects)], e)
}
