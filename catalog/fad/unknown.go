package fad

import (
	"fmt"

	"muster/schema"
)

// An UnknownError is an id of a unit that names nothing in the armoury.
type UnknownError struct {
	What string // "weapon", "armour", "trait", "power", "personality"
	ID   string
	Path []any // where in the unit the id stands: "figures", 0, "weapon"
	Near string
}

func (e *UnknownError) Error() string {
	text := fmt.Sprintf("there is no %s `%s`", e.What, e.ID)
	if e.What == "armour" {
		text = fmt.Sprintf("there is no armour called `%s`", e.ID)
	}
	if e.Near != "" {
		text += fmt.Sprintf("; did you mean `%s`?", e.Near)
	}
	return text
}

// Unknown returns every id of a unit that the armoury cannot resolve, in the
// order of the unit's fields; nil if there is none.
func (a *Armoury) Unknown(u *Unit) []*UnknownError {
	var unknown []*UnknownError
	report := func(what, id string, known []string, path ...any) {
		unknown = append(unknown, &UnknownError{What: what, ID: id, Path: path, Near: schema.Nearest(id, known)})
	}
	if u.Kind != Vehicle && a.Armours.Find(u.Armour.ID) == nil {
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
	weapon(u.Heavy, "heavy")
	weapon(u.Weapon, "weapon")
	for i := range u.Figures {
		if f := &u.Figures[i]; a.Weapon(f.Weapon) == nil || f.Personalities != nil {
			weapon(f.Weapon, "figures", i, "weapon")
			personalities(f.Personalities, "figures", i, "personalities")
		}
	}
	for i, id := range u.Weapons {
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
		if t.Gives != "" {
			if known, _ := a.Trait(Infantry, t.Gives); known == nil {
				report("trait", t.Gives, a.InfantryTraits.IDs(), "traits", i, "gives")
			}
		}
	}
	return unknown
}
