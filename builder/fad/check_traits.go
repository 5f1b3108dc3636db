package fad

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/finding"
	"muster/catalog/fad"
	fight "muster/rules/fad"
)

// traits judges a unit's traits, including traits that other traits include.
func (c *check) traits(s checkedUnit) {
	c.traitsOfOtherKind(s)
	for _, t := range s.allTraits {
		if _, own := c.armoury.Trait(s.Kind, t.ID); own {
			c.traitLimits(s, t)
		}
	}
	c.repeatedTraits(s)
	c.traitGroups(s)
	c.oppositeTraits(s)
	c.traitWeapons(s)
	c.traitsForOthers(s)
}

// traitIndex returns the index of the unit's first trait that equals or includes t; -1 if there is
// none.
func (c *check) traitIndex(s checkedUnit, t *fad.Trait) int {
	return slices.IndexFunc(s.Traits, func(use fad.TraitUse) bool {
		return slices.Contains(c.armoury.WithIncludedTraits(s.Kind, []string{use.ID}), t)
	})
}

// atTrait returns the unit with the path of the trait that equals or includes t.
func (c *check) atTrait(s checkedUnit, t *fad.Trait) checkedUnit {
	if i := c.traitIndex(s, t); i >= 0 {
		return s.withPath("traits", i)
	}
	return s.withPath("traits")
}

// traitName returns a trait's name; if another trait includes it, together with that trait's name.
func (c *check) traitName(s checkedUnit, t *fad.Trait) string {
	i := c.traitIndex(s, t)
	if i < 0 || slices.Contains(s.TraitIDs(), t.ID) {
		return t.Name
	}
	bought, _ := c.armoury.Trait(s.Kind, s.Traits[i].ID)
	return fmt.Sprintf("%s (which %s includes)", t.Name, bought.Name)
}

// traitsOfOtherKind reports traits for vehicles on figures, and traits for figures on vehicles.
func (c *check) traitsOfOtherKind(s checkedUnit) {
	for i, use := range s.Traits {
		t, own := c.armoury.Trait(s.Kind, use.ID)
		switch {
		case t == nil || own:
		case s.Kind == fight.Vehicle:
			c.forbid(s.withPath("traits", i), "trait/kind", t.Source,
				"%s is a trait of infantry; a vehicle takes vehicle traits", t.Name)
		default:
			c.forbid(s.withPath("traits", i), "trait/kind", t.Source,
				"%s is a trait of vehicles; every other kind takes infantry traits", t.Name)
		}
	}
}

// traitLimits judges whether a unit may have one trait.
func (c *check) traitLimits(s checkedUnit, t *fad.Trait) {
	for _, rule := range []struct {
		broken    bool
		code, why string
	}{
		{
			len(t.AllowedKinds) > 0 && !slices.Contains(t.AllowedKinds, s.Kind), "trait/kind",
			"is for " + fad.KindsText(t.AllowedKinds) + " only",
		},
		{t.SingleFigureOnly && !isSingleFigure(s.Unit), "trait/single", "is for a single figure: a character, psionic, sniper or team of one"},
		{
			slices.Contains(t.BarredQualities, s.Quality), "trait/quality",
			"is never " + c.armoury.Qualities.Find(s.Quality).Name + "; choose a lower Quality",
		},
		{len(t.AllowedResolves) > 0 && !slices.Contains(t.AllowedResolves, s.Resolve), "trait/resolve", "needs Resolve " + strings.Join(t.AllowedResolves, " or ") + ", not " + s.Resolve},
		{
			len(t.AllowedMovements) > 0 && s.Movement != "" && !slices.Contains(t.AllowedMovements, s.Movement),
			"trait/movement",
			"is for vehicles that move by " + strings.Join(t.AllowedMovements, " or "),
		},
		{
			t.ArmouredOnly && (!c.armoury.IsArmoured(s.Armour.Front) || !c.armoury.IsArmoured(s.Armour.Side) || !c.armoury.IsArmoured(s.Armour.Rear)), "trait/armour",
			fmt.Sprintf("needs armour on every side; a rating under %d is unarmoured",
				c.armoury.VehicleArmours[min(1, len(c.armoury.VehicleArmours)-1)].Rating),
		},
	} {
		if rule.broken {
			c.forbid(c.atTrait(s, t), rule.code, t.Source, "%s %s", c.traitName(s, t), rule.why)
		}
	}
	if t.UsefulIf.HasHeavyWeapon && !c.hasHeavyWeapon(s) {
		c.addRemark(c.atTrait(s, t), "trait/weapons", t.Source, "%s is of no use without a heavy weapon",
			c.traitName(s, t))
	}
}

// isSingleFigure reports whether a unit counts as a single figure for traits that require one.
func isSingleFigure(u *fad.Unit) bool {
	return u.Kind.IsSingleFigure() || u.Kind == fight.HeavyWeapons && u.Size() == 1
}

// repeatedTraits reports traits that were bought twice, or that another bought trait includes.
func (c *check) repeatedTraits(s checkedUnit) {
	for i, use := range s.Traits {
		t, _ := c.armoury.Trait(s.Kind, use.ID)
		if t == nil {
			continue
		}
		earlier := slices.IndexFunc(s.Traits[:i], func(o fad.TraitUse) bool { return o.ID == use.ID })
		if earlier >= 0 && !t.Repeatable {
			c.forbid(s.withPath("traits", i), "trait/exclusive", t.Source, "%s is taken twice; keep one of them", t.Name)
			continue
		}
		for _, other := range s.Traits {
			if other.ID != use.ID && slices.Contains(c.armoury.WithIncludedTraits(s.Kind, []string{other.ID}), t) {
				bought, _ := c.armoury.Trait(s.Kind, other.ID)
				c.addRemark(s.withPath("traits", i), "trait/exclusive", bought.Source,
					"%s includes %s already; it need not be bought", bought.Name, t.Name)
				break
			}
		}
	}
}

// traitGroups reports two different traits from a group that allows only one.
func (c *check) traitGroups(s checkedUnit) {
	first := map[string]*fad.Trait{}
	for _, t := range s.allTraits {
		if t.ExclusiveGroup == "" {
			continue
		}
		if other := first[t.ExclusiveGroup]; other != nil {
			c.forbid(c.atTrait(s, t), "trait/exclusive", t.Source,
				"%s and %s cannot be taken together; keep one", other.Name, t.Name)
			continue
		}
		first[t.ExclusiveGroup] = t
	}
}

// oppositeTraits remarks on traits that cancel each other.
func (c *check) oppositeTraits(s checkedUnit) {
	for i, t := range s.allTraits {
		for _, other := range s.allTraits[:i] {
			if slices.Contains(t.OpposedTraits, other.ID) {
				c.addRemark(c.atTrait(s, t), "trait/exclusive", t.Source,
					"%s and %s work against each other", c.traitName(s, other), c.traitName(s, t))
			}
		}
	}
}

// traitWeapons judges traits that affect certain weapons of a vehicle, chosen in the list.
func (c *check) traitWeapons(s checkedUnit) {
	taken := map[string][]int{} // weapons that a repeated trait touches already
	for i, use := range s.Traits {
		t := c.armoury.Traits(s.Kind).Find(use.ID)
		if t == nil {
			continue
		}
		report := func(format string, args ...any) {
			c.forbid(s.withPath("traits", i), "trait/weapons", t.Source, "%s %s", t.Name, fmt.Sprintf(format, args...))
		}
		if use.Direction != "" && !t.FiresOneDirection {
			report("fires in any direction; write it without `direction`")
		}
		before := taken[t.ID]
		switch {
		case t.WeaponCount == 0 && len(use.WeaponNumbers) > 0:
			report("touches no weapons; write it without `weapons`")
			continue
		case t.WeaponCount == 0:
			continue
		case len(s.VehicleWeapons) < t.WeaponCount:
			report("needs %s; the vehicle has %d", finding.CountText(t.WeaponCount, "weapon"), len(s.VehicleWeapons))
			continue
		case t.Repeatable && len(before) >= len(s.VehicleWeapons):
			report("is taken more often than there are weapons")
		}
		if len(use.WeaponNumbers) == 0 {
			taken[t.ID] = append(before, 0)
			continue
		}
		if len(use.WeaponNumbers) != t.WeaponCount {
			report("names %s; it touches %d", finding.CountText(len(use.WeaponNumbers), "weapon"), t.WeaponCount)
		}
		for j, n := range use.WeaponNumbers {
			switch {
			case n > len(s.VehicleWeapons):
				report("names weapon %d; the vehicle has %d", n, len(s.VehicleWeapons))
			case slices.Contains(use.WeaponNumbers[:j], n):
				report("names weapon %d twice", n)
			case t.Repeatable && slices.Contains(before, n):
				report("is taken twice for weapon %d; each time is for another weapon", n)
			}
		}
		taken[t.ID] = append(before, use.WeaponNumbers...)
	}
}

// traitsForOthers judges traits by which a unit gives another trait to other units.
func (c *check) traitsForOthers(s checkedUnit) {
	for i, use := range s.Traits {
		t := c.armoury.Traits(s.Kind).Find(use.ID)
		if t == nil {
			continue
		}
		gift, _ := c.armoury.Trait(fight.Infantry, use.LentTrait)
		switch {
		case t.LendsTrait && use.LentTrait == "":
			c.forbid(s.withPath("traits", i), "trait/unknown", t.Source,
				"%s names no trait to lend; write {trait: %s, gives: TRAIT}", t.Name, t.ID)
		case !t.LendsTrait && use.LentTrait != "":
			c.forbid(s.withPath("traits", i, "gives"), "trait/kind", t.Source, "%s lends nothing; remove `gives`", t.Name)
		case gift != nil && c.armoury.InfantryTraits.Find(use.LentTrait) == nil:
			c.forbid(s.withPath("traits", i, "gives"), "trait/kind", gift.Source,
				"%s is a trait of vehicles; lend one of infantry", gift.Name)
		case gift != nil && (gift.SingleFigureOnly || gift.LendsTrait || len(gift.AllowedKinds) > 0 && !slices.Contains(gift.AllowedKinds, fight.Infantry)):
			c.forbid(s.withPath("traits", i, "gives"), "trait/kind", gift.Source,
				"no squad may have %s, so it cannot be lent; lend a trait that squads may have", gift.Name)
		}
	}
}

// wholeListTraits judges traits that affect the whole list.
func (c *check) wholeListTraits() {
	having := map[*fad.Trait][]int{}
	var order []*fad.Trait
	for i := range c.list.Units {
		s := c.checkedUnit(i)
		for _, t := range s.allTraits {
			if _, own := c.armoury.Trait(s.Kind, t.ID); !own {
				continue // another finding says that it cannot have it at all
			}
			if having[t] == nil {
				order = append(order, t)
			}
			having[t] = append(having[t], i)
		}
	}
	for _, t := range order {
		units := having[t]
		if t.MaxPerList > 0 && len(units) > t.MaxPerList {
			for _, i := range units[t.MaxPerList:] {
				s := c.checkedUnit(i)
				c.forbid(c.atTrait(s, t), "trait/exclusive", t.Source,
					"%d units have %s; a list may have %d", len(units), t.Name, t.MaxPerList)
			}
		}
		for _, other := range order {
			if !slices.Contains(t.BarredTraits, other.ID) {
				continue
			}
			for _, i := range having[other] {
				s := c.checkedUnit(i)
				c.forbid(c.atTrait(s, other), "trait/exclusive", t.Source,
					"%s cannot be in a list with %s (%s)", c.traitName(s, other), t.Name, c.list.Units[units[0]].Title())
			}
		}
		for _, i := range units {
			c.missingCounterpart(c.checkedUnit(i), t, having)
		}
	}
}

// missingCounterpart remarks on a trait that needs a certain trait in the list, or a certain
// partner, if there is none. having lists the units with each trait.
func (c *check) missingCounterpart(s checkedUnit, t *fad.Trait, having map[*fad.Trait][]int) {
	note := func(format string, args ...any) {
		c.addRemark(c.atTrait(s, t), "trait/partner", t.Source, "%s %s", c.traitName(s, t),
			fmt.Sprintf(format, args...))
	}
	if id := t.UsefulIf.TraitInList; id != "" {
		wanted, _ := c.armoury.Trait(s.Kind, id)
		if len(having[wanted]) == 0 {
			note("needs a unit with %s in the list", wanted.Name)
		}
	}
	if !t.UsefulIf.HasPartner {
		return
	}
	partner := c.list.PartnerIndex(s.index)
	if partner < 0 {
		if s.PartnerID == "" || s.PartnerID == s.ID {
			note("needs a partner; name it with `partner: ID`")
		}
		return // an unknown partner is an error of its own
	}
	p := c.checkedUnit(partner)
	wanted, _ := c.armoury.Trait(fight.Infantry, t.UsefulIf.PartnerTrait)
	switch {
	case t.UsefulIf.PartnerKind != "" && p.Kind != t.UsefulIf.PartnerKind:
		note("wants a partner of kind %s; %s is of kind %s", t.UsefulIf.PartnerKind, p.Title(), p.Kind)
	case wanted != nil && !slices.Contains(p.allTraits, wanted):
		note("wants a partner that has %s too; %s has not", wanted.Name, p.Title())
	case wanted != nil && c.list.PartnerIndex(p.index) != s.index:
		note("names %s, whose own partner is `%s`", p.Title(), p.PartnerID)
	case t.UsefulIf.PartnerHasRoom && c.roomLeft(p, s.index) < s.Size():
		note("wants a partner with room for its %s; %s has room for %d", finding.CountText(s.Size(), "figure"), p.Title(),
			max(0, c.roomLeft(p, s.index)))
	}
}

// roomLeft returns how many more figures a vehicle can carry, leaving out the unit with the index
// besides.
func (c *check) roomLeft(vehicle checkedUnit, besides int) int {
	figures, _ := c.list.passengersOf(vehicle.Unit, besides)
	return vehicle.PassengerCapacity - figures
}
