package fad

import (
	"slices"

	"muster/builder/finding"
	"muster/catalog/fad"
	fight "muster/rules/fad"
)

// A carried weapon is a unit's weapon with its position in the file.
type carried struct {
	*fad.Weapon
	fad.Carried
}

// carriedBy lists a unit's weapons with known ids.
func (c *check) carriedBy(s subject) []carried {
	var all []carried
	for _, of := range s.Carries() {
		if w := c.a.Weapon(of.ID); w != nil {
			all = append(all, carried{w, of})
		}
	}
	return all
}

// weapons judges the distribution of weapons.
func (c *check) weapons(s subject) {
	armour := c.a.Armours.Find(s.Armour.ID)
	powered := armour != nil && armour.Powered
	for _, w := range c.carriedBy(s) {
		report := func(code, format string, args ...any) {
			c.forbid(s.at(w.Path...), code, w.Source, format, args...)
		}
		switch {
		case s.kind.Weapon != "":
			if w.Weapon.ID != s.kind.Weapon {
				report("weapon/sniper", "a %s carries the %s and no other weapon; remove `weapon`",
					lowerFirst(s.kind.Name), c.a.Weapon(s.kind.Weapon).Name)
			}
		case w.Served && w.Class != fad.Heavy:
			report("weapon/heavy", "%s is no heavy weapon; a crew serves one of that table", w.Name)
		case w.Served && s.kind.OffBoard && !w.OffBoard:
			report("weapon/heavy", "off-board artillery serves a cannon, mortar or missile launcher, not %s", w.Name)
		case w.Served:
		case s.Kind.Serves() && w.Class != fad.Basic:
			report("weapon/heavy", "the crew carries basic weapons, not %s; what it serves stands in `heavy`", w.Name)
		case w.Suit && !powered:
			report("weapon/power-armour", "%s is for power armour", w.Name)
		case w.Mount && !powered && s.Kind != fight.Vehicle:
			report("weapon/power-armour", "%s is for vehicles and power armour", w.Name)
		case w.Class == fad.Basic && !w.Mount && s.Kind == fight.Vehicle:
			report("weapon/heavy", "a vehicle carries heavy, support and linked weapons, not %s", w.Name)
		case w.Class == fad.Heavy && !c.mayCarryHeavy(s, w.Weapon, powered):
			if powered {
				report("weapon/heavy", "%s is too heavy for power armour", w.Name)
			} else {
				report("weapon/heavy",
					"%s is a heavy weapon: it is for teams, artillery, vehicles, huge units and power armour", w.Name)
			}
		}
	}
}

// supportShare remarks on a squad that has almost only support weapons.
func (c *check) supportShare(s subject) {
	carriers := 0
	for _, f := range s.Figures {
		if w := c.a.Weapon(f.Weapon); w != nil && w.Class == fad.Support {
			carriers += f.Count
		}
	}
	if s.Kind == fight.Infantry && carriers > 2 && 2*carriers > s.Size() {
		c.remark(s.at("figures"), "weapon/support", "FAD, Infantry",
			"%d of its %s carry a support weapon; squads of the rules have one or two", carriers,
			finding.Count(s.Size(), "figure"))
	}
}

func (c *check) mayCarryHeavy(s subject, w *fad.Weapon, powered bool) bool {
	return s.Kind.Serves() || s.Kind == fight.Vehicle || powered && !w.Bulky ||
		slices.ContainsFunc(s.all, func(t *fad.Trait) bool { return t.HeavyWeapons })
}

// hasHeavyWeapon reports whether a unit has any heavy weapon.
func (c *check) hasHeavyWeapon(s subject) bool {
	if w := c.a.Weapon(s.kind.Weapon); w != nil && w.Class == fad.Heavy {
		return true
	}
	return slices.ContainsFunc(c.carriedBy(s), func(w carried) bool { return w.Class == fad.Heavy })
}
