package fad

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/finding"
	"muster/catalog/fad"
	fight "muster/rules/fad"
)

// traits judges a unit's traits, including those that come with another trait.
func (c *check) traits(s subject) {
	c.ownTable(s)
	for _, t := range s.all {
		if _, own := c.a.Trait(s.Kind, t.ID); own {
			c.mayHave(s, t)
		}
	}
	c.repeats(s)
	c.groups(s)
	c.opposites(s)
	c.traitWeapons(s)
	c.lentTraits(s)
}

// traitIndex returns the index of the unit's first trait that is t or includes it; -1 if there is
// none.
func (c *check) traitIndex(s subject, t *fad.Trait) int {
	return slices.IndexFunc(s.Traits, func(use fad.TraitUse) bool {
		return slices.Contains(c.a.WithIncluded(s.Kind, []string{use.ID}), t)
	})
}

// traitSite returns the subject at the trait entry that is t or includes it.
func (c *check) traitSite(s subject, t *fad.Trait) subject {
	if i := c.traitIndex(s, t); i >= 0 {
		return s.at("traits", i)
	}
	return s.at("traits")
}

// traitName returns a trait's name, with the name of the bought trait that includes it.
func (c *check) traitName(s subject, t *fad.Trait) string {
	i := c.traitIndex(s, t)
	if i < 0 || slices.Contains(s.TraitIDs(), t.ID) {
		return t.Name
	}
	bought, _ := c.a.Trait(s.Kind, s.Traits[i].ID)
	return fmt.Sprintf("%s (which %s includes)", t.Name, bought.Name)
}

// ownTable reports traits for vehicles on figures, and traits for figures on vehicles.
func (c *check) ownTable(s subject) {
	for i, use := range s.Traits {
		t, own := c.a.Trait(s.Kind, use.ID)
		switch {
		case t == nil || own:
		case s.Kind == fight.Vehicle:
			c.forbid(s.at("traits", i), "trait/kind", t.Source,
				"%s is a trait of infantry; a vehicle takes vehicle traits", t.Name)
		default:
			c.forbid(s.at("traits", i), "trait/kind", t.Source,
				"%s is a trait of vehicles; every other kind takes infantry traits", t.Name)
		}
	}
}

// mayHave judges the restrictions of one trait.
func (c *check) mayHave(s subject, t *fad.Trait) {
	for _, rule := range []struct {
		broken    bool
		code, why string
	}{
		{len(t.Kinds) > 0 && !slices.Contains(t.Kinds, s.Kind), "trait/kind", "is for " + fad.JoinKinds(t.Kinds) + " only"},
		{t.Single && !isSingle(s.Unit), "trait/single", "is for a single figure: a character, psionic, sniper or team of one"},
		{
			slices.Contains(t.NotQuality, s.Quality), "trait/quality",
			"is never " + c.a.Qualities.Find(s.Quality).Name + "; choose a lower Quality",
		},
		{len(t.Resolve) > 0 && !slices.Contains(t.Resolve, s.Resolve), "trait/resolve", "needs Resolve " + strings.Join(t.Resolve, " or ") + ", not " + s.Resolve},
		{
			len(t.OnlyMovements) > 0 && s.Movement != "" && !slices.Contains(t.OnlyMovements, s.Movement), "trait/movement",
			"is for vehicles that move by " + strings.Join(t.OnlyMovements, " or "),
		},
		{
			t.Armoured && (!c.a.Armoured(s.Armour.Front) || !c.a.Armoured(s.Armour.Side) || !c.a.Armoured(s.Armour.Rear)), "trait/armour",
			fmt.Sprintf("needs armour on every side; a rating under %d is unarmoured",
				c.a.VehicleArmours[min(1, len(c.a.VehicleArmours)-1)].Rating),
		},
	} {
		if rule.broken {
			c.forbid(c.traitSite(s, t), rule.code, t.Source, "%s %s", c.traitName(s, t), rule.why)
		}
	}
	if t.Wants.HeavyWeapon && !c.hasHeavyWeapon(s) {
		c.remark(c.traitSite(s, t), "trait/weapons", t.Source, "%s is of no use without a heavy weapon", c.traitName(s, t))
	}
}

// isSingle reports whether a unit counts as a single figure for traits that require one.
func isSingle(u *fad.Unit) bool {
	return u.Kind.Single() || u.Kind == fight.HeavyWeapons && u.Size() == 1
}

// repeats reports traits that were bought twice, or that another bought trait includes.
func (c *check) repeats(s subject) {
	for i, use := range s.Traits {
		t, _ := c.a.Trait(s.Kind, use.ID)
		if t == nil {
			continue
		}
		earlier := slices.IndexFunc(s.Traits[:i], func(o fad.TraitUse) bool { return o.ID == use.ID })
		if earlier >= 0 && !t.Repeat {
			c.forbid(s.at("traits", i), "trait/exclusive", t.Source, "%s is taken twice; keep one of them", t.Name)
			continue
		}
		for _, other := range s.Traits {
			if other.ID != use.ID && slices.Contains(c.a.WithIncluded(s.Kind, []string{other.ID}), t) {
				bought, _ := c.a.Trait(s.Kind, other.ID)
				c.remark(s.at("traits", i), "trait/exclusive", bought.Source,
					"%s includes %s already; it need not be bought", bought.Name, t.Name)
				break
			}
		}
	}
}

// groups reports two different traits from a group that allows only one.
func (c *check) groups(s subject) {
	first := map[string]*fad.Trait{}
	for _, t := range s.all {
		if t.Group == "" {
			continue
		}
		if other := first[t.Group]; other != nil {
			c.forbid(c.traitSite(s, t), "trait/exclusive", t.Source,
				"%s and %s cannot be taken together; keep one", other.Name, t.Name)
			continue
		}
		first[t.Group] = t
	}
}

// opposites remarks on traits that cancel each other.
func (c *check) opposites(s subject) {
	for i, t := range s.all {
		for _, other := range s.all[:i] {
			if slices.Contains(t.Opposes, other.ID) {
				c.remark(c.traitSite(s, t), "trait/exclusive", t.Source,
					"%s and %s work against each other", c.traitName(s, other), c.traitName(s, t))
			}
		}
	}
}

// traitWeapons judges traits that affect chosen weapons of a vehicle.
func (c *check) traitWeapons(s subject) {
	taken := map[string][]int{} // weapons that a repeated trait touches already
	for i, use := range s.Traits {
		t := c.a.Traits(s.Kind).Find(use.ID)
		if t == nil {
			continue
		}
		report := func(format string, args ...any) {
			c.forbid(s.at("traits", i), "trait/weapons", t.Source, "%s %s", t.Name, fmt.Sprintf(format, args...))
		}
		if use.Direction != "" && !t.Directed {
			report("fires in any direction; write it without `direction`")
		}
		before := taken[t.ID]
		switch {
		case t.Weapons == 0 && len(use.Weapons) > 0:
			report("touches no weapons; write it without `weapons`")
			continue
		case t.Weapons == 0:
			continue
		case len(s.Weapons) < t.Weapons:
			report("needs %s; the vehicle has %d", finding.Count(t.Weapons, "weapon"), len(s.Weapons))
			continue
		case t.Repeat && len(before) >= len(s.Weapons):
			report("is taken more often than there are weapons")
		}
		if len(use.Weapons) == 0 {
			taken[t.ID] = append(before, 0)
			continue
		}
		if len(use.Weapons) != t.Weapons {
			report("names %s; it touches %d", finding.Count(len(use.Weapons), "weapon"), t.Weapons)
		}
		for j, n := range use.Weapons {
			switch {
			case n > len(s.Weapons):
				report("names weapon %d; the vehicle has %d", n, len(s.Weapons))
			case slices.Contains(use.Weapons[:j], n):
				report("names weapon %d twice", n)
			case t.Repeat && slices.Contains(before, n):
				report("is taken twice for weapon %d; each time is for another weapon", n)
			}
		}
		taken[t.ID] = append(before, use.Weapons...)
	}
}

// lentTraits judges traits that give another trait to other units.
func (c *check) lentTraits(s subject) {
	for i, use := range s.Traits {
		t := c.a.Traits(s.Kind).Find(use.ID)
		if t == nil {
			continue
		}
		gift, _ := c.a.Trait(fight.Infantry, use.Gives)
		switch {
		case t.Gives && use.Gives == "":
			c.forbid(s.at("traits", i), "trait/unknown", t.Source,
				"%s names no trait to lend; write {trait: %s, gives: TRAIT}", t.Name, t.ID)
		case !t.Gives && use.Gives != "":
			c.forbid(s.at("traits", i, "gives"), "trait/kind", t.Source, "%s lends nothing; remove `gives`", t.Name)
		case gift != nil && c.a.InfantryTraits.Find(use.Gives) == nil:
			c.forbid(s.at("traits", i, "gives"), "trait/kind", gift.Source,
				"%s is a trait of vehicles; lend one of infantry", gift.Name)
		case gift != nil && (gift.Single || gift.Gives || len(gift.Kinds) > 0 && !slices.Contains(gift.Kinds, fight.Infantry)):
			c.forbid(s.at("traits", i, "gives"), "trait/kind", gift.Source,
				"no squad may have %s, so it cannot be lent; lend a trait that squads may have", gift.Name)
		}
	}
}

// listTraits judges traits that affect the whole list.
func (c *check) listTraits() {
	having := map[*fad.Trait][]int{}
	var order []*fad.Trait
	for i := range c.list.Units {
		s := c.subject(i)
		for _, t := range s.all {
			if _, own := c.a.Trait(s.Kind, t.ID); !own {
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
		if t.PerList > 0 && len(units) > t.PerList {
			for _, i := range units[t.PerList:] {
				s := c.subject(i)
				c.forbid(c.traitSite(s, t), "trait/exclusive", t.Source,
					"%d units have %s; a list may have %d", len(units), t.Name, t.PerList)
			}
		}
		for _, other := range order {
			if !slices.Contains(t.Bars, other.ID) {
				continue
			}
			for _, i := range having[other] {
				s := c.subject(i)
				c.forbid(c.traitSite(s, other), "trait/exclusive", t.Source,
					"%s cannot be in a list with %s (%s)", c.traitName(s, other), t.Name, c.list.Units[units[0]].Title())
			}
		}
		for _, i := range units {
			c.missingPartner(c.subject(i), t, having)
		}
	}
}

// missingPartner remarks on a trait without the trait that it needs in another unit.
func (c *check) missingPartner(s subject, t *fad.Trait, having map[*fad.Trait][]int) {
	note := func(format string, args ...any) {
		c.remark(c.traitSite(s, t), "trait/partner", t.Source, "%s %s", c.traitName(s, t), fmt.Sprintf(format, args...))
	}
	if id := t.Wants.InList; id != "" {
		wanted, _ := c.a.Trait(s.Kind, id)
		if len(having[wanted]) == 0 {
			note("needs a unit with %s in the list", wanted.Name)
		}
	}
	if !t.Wants.Partner {
		return
	}
	partner := c.list.Partner(s.index)
	if partner < 0 {
		if s.Partner == "" || s.Partner == s.ID {
			note("needs a partner; name it with `partner: ID`")
		}
		return // an unknown partner is an error of its own
	}
	p := c.subject(partner)
	wanted, _ := c.a.Trait(fight.Infantry, t.Wants.PartnerTrait)
	switch {
	case t.Wants.PartnerKind != "" && p.Kind != t.Wants.PartnerKind:
		note("wants a partner of kind %s; %s is of kind %s", t.Wants.PartnerKind, p.Title(), p.Kind)
	case wanted != nil && !slices.Contains(p.all, wanted):
		note("wants a partner that has %s too; %s has not", wanted.Name, p.Title())
	case wanted != nil && c.list.Partner(p.index) != s.index:
		note("names %s, whose own partner is `%s`", p.Title(), p.Partner)
	case t.Wants.Room && c.roomLeft(p, s.index) < s.Size():
		note("wants a partner with room for its %s; %s has room for %d", finding.Count(s.Size(), "figure"), p.Title(),
			max(0, c.roomLeft(p, s.index)))
	}
}

// roomLeft returns how many more figures a vehicle can carry; the unit at the index besides does
// not count.
func (c *check) roomLeft(vehicle subject, besides int) int {
	figures, _ := c.list.aboard(vehicle.Unit, besides)
	return vehicle.Capacity - figures
}
