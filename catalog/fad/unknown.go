package fad

import (
	"fmt"

	fight "muster/rules/fad"
	"muster/schema"
)

// CodeUnknown is the suffix of codes for unknown ids, such as "weapon/unknown".
const CodeUnknown = "/unknown"

// An Unknown is an id of a unit that the armoury does not have.
type Unknown struct {
	What    string // "weapon", "armour", "trait", "power", "personality"
	Path    []any  // the id's path in the unit: "figures", 0, "weapon"
	Message string // a suggestion, as a sentence
}

// CheckIDs returns a *schema.Error with every unknown id of a unit; nil if there is none.
func (a *Armoury) CheckIDs(u *Unit) error {
	var problems []schema.Problem
	for _, unknown := range a.Unknowns(u) {
		problems = append(problems, schema.Problem{Code: unknown.What + CodeUnknown, Message: unknown.Message})
	}
	if problems == nil {
		return nil
	}
	return &schema.Error{Problems: problems}
}

// Unknowns returns every id of a unit that the armoury does not have, in the order of
// the unit's fields; nil if there is none.
func (a *Armoury) Unknowns(u *Unit) []Unknown {
	var unknown []Unknown
	report := func(what, id string, known []string, path ...any) {
		called := ""
		if what == "armour" {
			called = "called "
		}
		message := fmt.Sprintf("there is no %s %s`%s`%s", what, called, id, schema.DidYouMean(id, known))
		unknown = append(unknown, Unknown{what, path, message})
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
			if known, _ := a.Trait(fight.Infantry, t.Gives); known == nil {
				report("trait", t.Gives, a.InfantryTraits.IDs(), "traits", i, "gives")
			}
		}
	}
	return unknown
}
