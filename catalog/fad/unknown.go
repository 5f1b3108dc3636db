package fad

import (
	"fmt"

	fight "muster/rules/fad"
	"muster/schema"
)

// CodeUnknown ends the codes of problems with ids that name nothing, after what
// they should name: "weapon/unknown".
const CodeUnknown = "/unknown"

// An Unknown is an id of a unit that names nothing in the armoury.
type Unknown struct {
	What    string // "weapon", "armour", "trait", "power", "personality"
	Path    []any  // where in the unit the id stands: "figures", 0, "weapon"
	Message string // a sentence that says what may be meant
}

// Knows reports every id of a unit that the armoury cannot resolve, as one
// *schema.Error; nil if there is none.
func (a *Armoury) Knows(u *Unit) error {
	var problems []schema.Problem
	for _, unknown := range a.Unknowns(u) {
		problems = append(problems, schema.Problem{Code: unknown.What + CodeUnknown, Message: unknown.Message})
	}
	if problems == nil {
		return nil
	}
	return &schema.Error{Problems: problems}
}

// Unknowns lists every id of a unit that the armoury cannot resolve, in the
// order of the unit's fields; nil if there is none.
func (a *Armoury) Unknowns(u *Unit) []Unknown {
	var unknown []Unknown
	report := func(what, id string, known []string, path ...any) {
		called := ""
		if what == "armour" {
			called = "called "
		}
		unknown = append(unknown, Unknown{what, path, fmt.Sprintf("there is no %s %s`%s`%s", what, called, id, schema.DidYouMean(id, known))})
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
