package fad

import (
	"reflect"
	"slices"
	"strings"

	"muster/builder/finding"
	"muster/catalog/fad"
	"muster/schema"
)

// bookUnit judges a unit from a book by the book's design.
func (c *check) bookUnit(s checkedUnit) {
	d := s.Design
	if d == nil {
		return
	}
	source := c.list.SourceBook.Name
	if s.Kind.HasFigures() {
		c.figureCounts(s, source)
	}
	wrong := func(key, what, have string, may []string) {
		if !slices.Contains(may, have) {
			c.forbid(s.withPath(key), "structure/option", source,
				"%s is not `%s` in its book; it is %s", what, have, schema.QuotedOr(may))
		}
	}
	wrong("quality", "its Quality", s.Quality, d.Quality)
	wrong("resolve", "its Resolve", s.Resolve, d.Resolve)
	wrong("armour", "its armour", s.Armour.ID,
		append(d.OptionIDs(func(o *fad.Option) string { return o.Armour }), d.BaseUnit.Armour.ID))
	wrong("weapon", "its weapon", s.SingleFigureWeapon,
		append(d.OptionIDs(func(o *fad.Option) string { return o.Weapon }), d.BaseUnit.SingleFigureWeapon))
	people := append(slices.Clip(d.BaseUnit.Personalities), d.OptionIDs(func(o *fad.Option) string { return o.Personality })...)
	if d.BaseUnit.Personalities != nil && len(s.Personalities) == 0 {
		c.forbid(s.withPath("personalities"), "structure/option", source, "its book makes it %s", schema.QuotedOr(people))
	}
	traits := d.OptionIDs(func(o *fad.Option) string { return o.Trait })
	are := map[string]int{}
	person := func(id string, count int, at ...any) {
		before := are[id]
		switch are[id] += count; {
		case !slices.Contains(people, id):
			c.forbid(s.withPath(at...), "structure/option", source, "nobody in it is `%s` in its book; %s", id, optionAdvice(people))
		case before < 2 && are[id] > 1:
			c.forbid(s.withPath(at...), "structure/option", source, "more than one in it is `%s`; its book has one", id)
		}
	}
	for i, id := range s.Personalities {
		person(id, 1, "personalities", i)
	}
	for i, f := range s.Figures {
		for j, id := range f.Personalities {
			person(id, f.Count, "figures", i, "personalities", j)
		}
	}
	for i, t := range s.Traits {
		same := func(o fad.TraitUse) bool { return reflect.DeepEqual(o, t) }
		if !slices.ContainsFunc(d.BaseUnit.Traits, same) && !slices.Contains(traits, t.ID) {
			c.forbid(s.withPath("traits", max(0, i-len(d.BaseUnit.Traits))), "structure/option", source,
				"its book gives it no trait `%s`; %s", t.ID, optionAdvice(traits))
		}
	}
	c.fixedValues(s, source)
}

// fixedValues checks that a unit has the fixed values of its design.
func (c *check) fixedValues(s checkedUnit, source string) {
	u, d := s.Unit, &s.Design.BaseUnit
	sides := func(u *fad.Unit) fad.UnitArmour { worn := u.Armour; worn.ID = ""; return worn }
	for _, f := range []struct {
		key        string
		has, wants any
	}{
		{"kind", u.Kind, d.Kind},
		{"movement", u.Movement, d.Movement},
		{"armour", sides(u), sides(d)},
		{"heavy", u.CrewWeapon, d.CrewWeapon},
		{"weapons", u.VehicleWeapons, d.VehicleWeapons},
		{"crew", u.CrewCount, d.CrewCount},
		{"capacity", u.PassengerCapacity, d.PassengerCapacity},
		{"leadership", u.Leadership, d.Leadership},
		{"specialisation", u.Specialisation, d.Specialisation},
		{"aptitude", u.Aptitude, d.Aptitude},
		{"strength", u.PsionicStrength, d.PsionicStrength},
		{"powers", u.Powers, d.Powers},
	} {
		if !reflect.DeepEqual(f.has, f.wants) {
			c.forbid(s.withPath(f.key), "structure/option", source, "its book leaves `%s` nobody to choose; remove it", f.key)
		}
	}
}

// figureCounts judges the number of a unit's figures, its leader, and figures with other weapons.
func (c *check) figureCounts(s checkedUnit, source string) {
	d, size := s.Design, s.Size()
	if size < d.Size.Least || size > d.Size.Most {
		c.forbid(s.withPath("figures"), "structure/size", source,
			"it has %s; its book has %s", finding.CountText(size, "figure"), SizeText(d))
	}
	carry := map[string]int{}
	leads, ratings, plain := 0, []string{}, map[string]bool{}
	for i, f := range s.Figures {
		carry[f.Weapon] += f.Count
		if f.LeaderLevel != "" {
			leads += f.Count
			ratings = append(ratings, f.LeaderLevel)
		}
		switch {
		case slices.Contains(d.OrdinaryWeapons(), f.Weapon):
			plain[f.Weapon] = true
		case !slices.ContainsFunc(d.SpecialFigures, func(p fad.SpecialFigure) bool { return slices.Contains(p.WeaponChoices, f.Weapon) }):
			c.forbid(s.withPath("figures", i, "weapon"), "structure/option", source,
				"its book gives nobody in it `%s`; its figures carry %s", f.Weapon, schema.QuotedOr(d.OrdinaryWeapons()))
		}
	}
	if len(plain) > 1 {
		c.forbid(s.withPath("figures"), "structure/option", source,
			"its figures carry different weapons; its book has one of %s for all", schema.QuotedOr(d.OrdinaryWeapons()))
	}
	c.specialWeapons(s, carry, source)
	c.requiredLeader(s, leads, ratings, source)
}

// specialWeapons judges the numbers of figures with special weapons, such as one for every few
// figures; carry holds how many figures carry each weapon, by the weapon's id.
func (c *check) specialWeapons(s checkedUnit, carry map[string]int, source string) {
	size := s.Size()
	for _, p := range s.Design.SpecialFigures {
		if p.LeaderLevels != nil {
			continue
		}
		have, most := 0, p.MaxFigures(size)
		for _, id := range p.WeaponChoices {
			have += carry[id]
		}
		switch names := schema.QuotedOr(p.WeaponChoices); {
		case have > most && p.OneForEvery > 0:
			c.forbid(s.withPath("figures"), "structure/for-every", source,
				"%d carry %s; its book has one for each full %d figures: %d of %d", have, names, p.OneForEvery, most, size)
		case have > most:
			c.forbid(s.withPath("figures"), "structure/for-every", source, "%d carry %s; its book has one of them", have, names)
		case have == 0 && p.Required:
			c.forbid(s.withPath("figures"), "structure/for-every", source, "one figure must carry %s", names)
		}
	}
}

// requiredLeader judges whether a unit has the leader that its book requires. leads is the number
// of leaders in the unit, ratings are the ids of their experience.
func (c *check) requiredLeader(s checkedUnit, leads int, ratings []string, source string) {
	var leader fad.SpecialFigure
	for _, p := range s.Design.SpecialFigures {
		if p.LeaderLevels != nil {
			leader = p
		}
	}
	switch {
	case leads == 0 && leader.Required:
		c.forbid(s.withPath("figures"), "structure/leader", source,
			"it must have a leader; give one figure `leader: %s`", leader.LeaderLevels[0])
	case leads > 0 && leader.LeaderLevels == nil:
		c.forbid(s.withPath("figures"), "structure/leader", source, "its book gives it no leader; remove `leader`")
	}
	for _, rating := range ratings {
		if leader.LeaderLevels != nil && !slices.Contains(leader.LeaderLevels, rating) {
			c.forbid(s.withPath("figures"), "structure/leader", source,
				"its leader is not `%s` in its book; he is %s", rating, schema.QuotedOr(leader.LeaderLevels))
		}
	}
}

// optionAdvice lists the options of a kind that a unit may have, for the advice of a finding.
func optionAdvice(may []string) string {
	if may == nil {
		return "remove it"
	}
	return "it may have " + strings.Join(may, ", ")
}
