package fad

import (
	"fmt"

	fight "muster/rules/fad"
	"muster/schema"
)

// UnknownCodeSuffix is the suffix of codes for unknown ids, such as "weapon/unknown".
const UnknownCodeSuffix = "/unknown"

// An UnknownID is an id of a unit that the armoury does not have.
type UnknownID struct {
	Kind    string // "weapon", "armour", "trait", "power", "personality"
	Path    []any  // the id's path in the unit: "figures", 0, "weapon"
	Message string // a sentence for the player, with a similar id if there is one
}

// CheckIDs returns a *schema.Error with every unknown id of a unit; nil if there is none.
func (a *Armoury) CheckIDs(u *Unit) error {
	var problems []schema.Problem
	for _, unknown := range a.UnknownIDs(u) {
		problems = append(problems, schema.Problem{Code: unknown.Kind + UnknownCodeSuffix, Message: unknown.Message})
	}
	if problems == nil {
		return nil
	}
	return &schema.Error{Problems: problems}
}

// UnknownIDs returns every id of a unit that the armoury does not have, in the order of the unit's
// fields; nil if there is none.
func (a *Armoury) UnknownIDs(u *Unit) []UnknownID {
	var unknown []UnknownID
	report := func(what, id string, known []string, path ...any) {
		called := ""
		if what == "armour" {
			called = "called "
		}
		message := fmt.Sprintf("there is no %s %s`%s`%s", what, called, id, schema.DidYouMean(id, known))
		unknown = append(unknown, UnknownID{what, path, message})
	}
	if u.Kind != fight.Vehicle && a.Armours.Find(u.Armour.ID) == nil {
		report("armour", u.Armour.ID, a.Armours.IDs(), "armour")
	}
	weapon := func(id string, path ...any) {
		if id != "" && a.Weapon(id) == nil {
			report("weapon", id, a.WeaponIDs(), path...)
		}
	}
	personalities := func(ids []string, path ...any) {
		for i, id := range ids {
			if a.Personalities.Find(id) == nil {
				report("personality", id, a.Personalities.IDs(), append(path[:len(path):len(path)], i)...)
			}
		}
	}
	weapon(u.CrewWeapon, "heavy")
	weapon(u.SingleFigureWeapon, "weapon")
	for i := range u.Figures {
		if f := &u.Figures[i]; a.Weapon(f.Weapon) == nil || f.Personalities != nil {
			weapon(f.Weapon, "figures", i, "weapon")
			personalities(f.Personalities, "figures", i, "personalities")
		}
	}
	for i, id := range u.VehicleWeapons {
		weapon(id, "weapons", i)
	}
	personalities(u.Personalities, "personalities")
	for i, id := range u.Powers {
		if a.Powers.Find(id) == nil {
			report("power", id, a.Powers.IDs(), "powers", i)
		}
	}
	for i, t := range u.Traits {
		if known, _ := a.Trait(u.Kind, t.ID); known == nil {
			report("trait", t.ID, a.Traits(u.Kind).IDs(), "traits", i)
		}
		if t.LentTrait != "" {
			if known, _ := a.Trait(fight.Infantry, t.LentTrait); known == nil {
				report("trait", t.LentTrait, a.InfantryTraits.IDs(), "traits", i, "gives")
			}
		}
	}
	return unknown
}
