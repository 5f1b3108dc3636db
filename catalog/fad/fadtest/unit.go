// Package fadtest draws units of Fast and Dirty for property tests.
package fadtest

import (
	"pgregory.net/rapid"

	"muster/catalog/fad"
	fight "muster/rules/fad"
)

// Unit draws units of every kind, legal or not, whose ids are known.
func Unit(a *fad.Armoury) *rapid.Generator[fad.Unit] {
	return rapid.Custom(func(t *rapid.T) fad.Unit {
		some := func(label string, ids []string, most int) []string {
			return rapid.SliceOfN(rapid.SampledFrom(ids), 0, most).Draw(t, label)
		}
		u := fad.Unit{
			ID: "unit", Name: rapid.StringMatching(`[A-Z][a-z' #:]{0,12}`).Draw(t, "name"),
			Kind:        rapid.SampledFrom(fight.Kinds()).Draw(t, "kind"),
			Quality:     rapid.SampledFrom(a.Qualities.IDs()).Draw(t, "quality"),
			Resolve:     rapid.SampledFrom(a.Resolves.IDs()).Draw(t, "resolve"),
			SentOnRecon: rapid.Bool().Draw(t, "recon"),
		}
		for _, id := range some("traits", a.Traits(u.Kind).IDs(), 4) {
			use := fad.TraitUse{ID: id}
			if rapid.Bool().Draw(t, "names weapons") {
				use.WeaponNumbers = rapid.SliceOfN(rapid.IntRange(1, 3), 1, 2).Draw(t, "which")
			}
			u.Traits = append(u.Traits, use)
		}
		if u.Kind == fight.Vehicle {
			rating := func(side string) int { return rapid.IntRange(0, 12).Draw(t, side) }
			u.Armour = fad.UnitArmour{Front: rating("front"), Side: rating("side"), Rear: rating("rear")}
			u.Movement = rapid.SampledFrom(a.Movements.IDs()).Draw(t, "movement")
			u.VehicleWeapons = some("weapons", a.WeaponIDs(), 3)
			u.PassengerCapacity = rapid.IntRange(0, 12).Draw(t, "capacity")
			if crew := rapid.IntRange(-1, 4).Draw(t, "crew"); crew >= 0 {
				u.CrewCount = &crew
			}
			return u
		}
		u.Armour.ID = rapid.SampledFrom(a.Armours.IDs()).Draw(t, "armour")
		if u.Kind.CrewsWeapon() {
			u.CrewWeapon = rapid.SampledFrom(a.HeavyWeapons.IDs()).Draw(t, "heavy")
		}
		if u.Kind.HasFigures() {
			for range rapid.IntRange(0, 3).Draw(t, "figures") {
				u.Figures = append(u.Figures, fad.Figure{
					Count: rapid.IntRange(1, 12).Draw(t, "count"), Weapon: rapid.SampledFrom(a.WeaponIDs()).Draw(t, "weapon"),
					LeaderLevel:   rapid.SampledFrom(append([]string{""}, a.LeaderLevels.IDs()...)).Draw(t, "leader"),
					Personalities: some("personalities", a.Personalities.IDs(), 2),
				})
			}
			return u
		}
		u.Personalities = some("personalities", a.Personalities.IDs(), 2)
		switch u.Kind {
		case fight.Character:
			u.Leadership = rapid.SampledFrom(a.Leaderships.IDs()).Draw(t, "leadership")
		case fight.Psionic:
			u.Aptitude = rapid.SampledFrom(a.Aptitudes.IDs()).Draw(t, "aptitude")
			u.PsionicStrength = rapid.IntRange(1, 12).Draw(t, "strength")
			u.Powers = some("powers", a.Powers.IDs(), 4)
		}
		if u.Kind != fight.Sniper {
			u.SingleFigureWeapon = rapid.SampledFrom(a.WeaponIDs()).Draw(t, "weapon")
		}
		return u
	})
}
