package fad

import (
	"slices"

	"muster/builder/finding"
	"muster/catalog/fad"
	fight "muster/rules/fad"
)

// A carriedWeapon is a weapon of a unit, with the path of its entry in the file.
type carriedWeapon struct {
	*fad.Weapon
	fad.CarriedWeapon
}

// carriedWeapons lists a unit's weapons, except unknown ones.
func (c *check) carriedWeapons(s checkedUnit) []carriedWeapon {
	var all []carriedWeapon
	for _, of := range s.StatedWeapons() {
		if w := c.armoury.Weapon(of.ID); w != nil {
			all = append(all, carriedWeapon{w, of})
		}
	}
	return all
}

// weapons judges the distribution of weapons.
func (c *check) weapons(s checkedUnit) {
	armour := c.armoury.Armours.Find(s.Armour.ID)
	powered := armour != nil && armour.Powered
	for _, w := range c.carriedWeapons(s) {
		report := func(code, format string, args ...any) {
			c.forbid(s.withPath(w.Path...), code, w.Source, format, args...)
		}
		switch {
		case s.kind.IncludedWeapon != "":
			if w.Weapon.ID != s.kind.IncludedWeapon {
				report("weapon/sniper", "a %s carries the %s and no other weapon; remove `weapon`",
					lowerFirst(s.kind.Name), c.armoury.Weapon(s.kind.IncludedWeapon).Name)
			}
		case w.ServedByCrew && w.Class != fad.HeavyWeapon:
			report("weapon/heavy", "%s is no heavy weapon; a crew serves one of that table", w.Name)
		case w.ServedByCrew && s.kind.OffBoard && !w.ForOffBoard:
			report("weapon/heavy", "off-board artillery serves a cannon, mortar or missile launcher, not %s", w.Name)
		case w.ServedByCrew:
		case s.Kind.CrewsWeapon() && w.Class != fad.BasicWeapon:
			report("weapon/heavy", "the crew carries basic weapons, not %s; what it serves stands in `heavy`", w.Name)
		case w.PowerArmourOnly && !powered:
			report("weapon/power-armour", "%s is for power armour", w.Name)
		case w.MountedOnly && !powered && s.Kind != fight.Vehicle:
			report("weapon/power-armour", "%s is for vehicles and power armour", w.Name)
		case w.Class == fad.BasicWeapon && !w.MountedOnly && s.Kind == fight.Vehicle:
			report("weapon/heavy", "a vehicle carries heavy, support and linked weapons, not %s", w.Name)
		case w.Class == fad.HeavyWeapon && !c.mayCarryHeavyWeapon(s, w.Weapon, powered):
			if powered {
				report("weapon/heavy", "%s is too heavy for power armour", w.Name)
			} else {
				report("weapon/heavy",
					"%s is a heavy weapon: it is for teams, artillery, vehicles, huge units and power armour", w.Name)
			}
		}
	}
}

// supportWeapons remarks on a squad that has almost only support weapons.
func (c *check) supportWeapons(s checkedUnit) {
	carriers := 0
	for _, f := range s.Figures {
		if w := c.armoury.Weapon(f.Weapon); w != nil && w.Class == fad.SupportWeapon {
			carriers += f.Count
		}
	}
	if s.Kind == fight.Infantry && carriers > 2 && 2*carriers > s.Size() {
		c.addRemark(s.withPath("figures"), "weapon/support", "FAD, Infantry",
			"%d of its %s carry a support weapon; squads of the rules have one or two", carriers,
			finding.CountText(s.Size(), "figure"))
	}
}

// mayCarryHeavyWeapon reports whether a unit may carry the heavy weapon w; powered means that the
// bearer wears powered armour.
func (c *check) mayCarryHeavyWeapon(s checkedUnit, w *fad.Weapon, powered bool) bool {
	return s.Kind.CrewsWeapon() || s.Kind == fight.Vehicle || powered && !w.NoPowerArmour ||
		slices.ContainsFunc(s.allTraits, func(t *fad.Trait) bool { return t.AllowsHeavyWeapons })
}

// hasHeavyWeapon reports whether a unit has any heavy weapon.
func (c *check) hasHeavyWeapon(s checkedUnit) bool {
	if w := c.armoury.Weapon(s.kind.IncludedWeapon); w != nil && w.Class == fad.HeavyWeapon {
		return true
	}
	return slices.ContainsFunc(c.carriedWeapons(s), func(w carriedWeapon) bool { return w.Class == fad.HeavyWeapon })
}
