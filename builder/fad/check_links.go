package fad

import (
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/catalog/fad"
	fight "muster/rules/fad"
	"muster/schema"
)

const organisationSource = "FAD, Game Units"

// links judges the links of passengers and partners.
func (c *check) links() {
	for i := range c.list.Units {
		s := c.checkedUnit(i)
		if s.PartnerID != "" && (s.PartnerID == s.ID || c.list.Index(s.PartnerID) < 0) {
			c.forbid(s.withPath("partner"), "unit/unknown", "FAD, Fire Teams", "its partner `%s` is no other unit of the list%s", s.PartnerID, schema.DidYouMean(s.PartnerID, c.idsOfOthers(s)))
		}
		if s.InTransport == "" {
			continue
		}
		vehicle := c.list.Unit(s.InTransport)
		switch {
		case vehicle == nil || vehicle.ID == s.ID:
			c.forbid(s.withPath("in"), "unit/unknown", "FAD, Vehicles as Transports",
				"it rides in `%s`, which is no other unit of the list%s", s.InTransport, schema.DidYouMean(s.InTransport, c.idsOfOthers(s)))
		case vehicle.Kind != fight.Vehicle:
			c.forbid(s.withPath("in"), "unit/unknown", "FAD, Vehicles as Transports",
				"it rides in %s, which is no vehicle", vehicle.Title())
		case s.Kind == fight.Vehicle:
			c.forbid(s.withPath("in"), "transport/size", "FAD, Vehicles as Transports",
				"a vehicle cannot ride in another; remove `in`")
		case s.kind.OffBoard:
			c.forbid(s.withPath("in"), "transport/size", "FAD, Vehicles as Transports",
				"it is never on the board, so it rides in nothing; remove `in`")
		}
	}
	for i := range c.list.Units {
		if s := c.checkedUnit(i); s.Kind == fight.Vehicle && c.list.Index(s.ID) == i {
			c.passengers(s)
		}
	}
}

// idsOfOthers returns the ids of all units except the checked one.
func (c *check) idsOfOthers(s checkedUnit) []string {
	return slices.DeleteFunc(c.list.IDs(), func(id string) bool { return id == s.ID })
}

// passengersOf returns the figures that take passengers' places in a vehicle, and the names of
// their units, leaving out the unit with the index besides (-1 for none). One character may replace
// a crew member (FAD, Characters in Vehicles) and then takes no place.
func (l *List) passengersOf(vehicle *fad.Unit, besides int) (figures int, units []string) {
	officer := l.Officer(l.Index(vehicle.ID))
	for i := range l.Units {
		u := &l.Units[i]
		if u.InTransport != vehicle.ID || u.Kind == fight.Vehicle || l.Armoury.UnitKinds.Find(string(u.Kind)).OffBoard ||
			i == besides {
			continue
		}
		units = append(units, u.ID)
		if u != officer {
			figures += u.Size()
		}
	}
	return figures, units
}

// passengers compares a vehicle's passengers with its capacity.
func (c *check) passengers(vehicle checkedUnit) {
	figures, aboard := c.list.passengersOf(vehicle.Unit, -1)
	if figures <= vehicle.PassengerCapacity {
		return
	}
	c.addFindingAt([]any{"units", vehicle.index, "capacity"}, finding.Finding{
		Code: "transport/full", Severity: finding.Error, Source: "FAD, Vehicles as Transports",
		Units: append([]string{vehicle.ID}, aboard...),
		Message: fmt.Sprintf("%s: %s for a capacity of %d; leave some out or raise `capacity`", vehicle.Title(),
			finding.CountText(figures, "passenger"), vehicle.PassengerCapacity),
	})
}

// platoons judges the platoons that the list states, if it states any.
func (c *check) platoons() {
	placed := map[string]int{}
	for i, p := range c.list.Platoons {
		add := func(path []any, f finding.Finding) {
			f.Source, f.Message = organisationSource, p.Label(i+1)+": "+f.Message
			c.addFindingAt(append([]any{"platoons", i}, path...), f)
		}
		squads := 0
		for j, id := range p.Squads {
			u := c.list.Unit(id)
			switch {
			case u == nil:
				add([]any{"squads", j}, finding.Finding{
					Code: "unit/unknown", Severity: finding.Error,
					Message: fmt.Sprintf("the list has no unit `%s`%s", id, schema.DidYouMean(id, c.list.IDs())),
				})
				continue
			case placed[id] > 0:
				add([]any{"squads", j}, finding.Finding{
					Code: "platoon/size", Severity: finding.Error, Units: []string{id},
					Message: fmt.Sprintf("%s is in platoon %d already; a unit belongs to one", u.Title(), placed[id]),
				})
			case u.Kind == fight.Infantry && !slices.Contains(p.Command, id):
				squads++
			}
			placed[id] = i + 1
		}
		if size := c.armoury.Organisation.SquadsPerPlatoon; !size.Has(squads) {
			add([]any{"squads"}, finding.Finding{
				Code: "platoon/size", Severity: finding.Error, Units: p.Squads,
				Message: fmt.Sprintf("%s of infantry; a platoon has %d to %d, its command squad not counted",
					finding.CountText(squads, "squad"), size.Least, size.Most),
			})
		}
		c.commandSquad(p, add)
	}
	if n, size := len(c.list.Platoons), c.armoury.Organisation.PlatoonsPerCompany; n > size.Most {
		c.addFindingAt([]any{"platoons"}, finding.Finding{
			Code: "platoon/size", Severity: finding.Note, Source: organisationSource,
			Message: fmt.Sprintf("%d platoons; a company has %d to %d", n, size.Least, size.Most),
		})
	}
}

// commandSquad adds remarks on a platoon's command squad. An officer is attached to it if `command`
// or `squads` lists him.
func (c *check) commandSquad(p Platoon, add func(path []any, f finding.Finding)) {
	if len(p.Command) == 0 {
		add(nil, finding.Finding{
			Code: "platoon/command", Severity: finding.Note, Units: p.Squads,
			Message: "it has no command squad; say who commands it",
		})
		return
	}
	members := slices.Clone([]string(p.Command))
	for _, id := range p.Squads {
		if u := c.list.Unit(id); u != nil && u.Kind == fight.Character && !slices.Contains(members, id) {
			members = append(members, id)
		}
	}
	figures, unknown := 0, false
	var special *fad.Weapon
	for _, id := range members {
		i := c.list.Index(id)
		if i < 0 {
			unknown = true
			add([]any{"command"}, finding.Finding{
				Code: "unit/unknown", Severity: finding.Error,
				Message: fmt.Sprintf("the list has no unit `%s`%s", id, schema.DidYouMean(id, c.list.IDs())),
			})
			continue
		}
		s := c.checkedUnit(i)
		if s.kind.NeverJoinsUnits {
			add([]any{"command"}, finding.Finding{
				Code: "platoon/command", Severity: finding.Error, Units: []string{id},
				Message: fmt.Sprintf("%s joins no other unit; take it out of `command`", s.Title()),
			})
			continue
		}
		figures += s.Size()
		for _, w := range c.carriedWeapons(s) {
			if w.Class != fad.BasicWeapon && special == nil {
				special = w.Weapon
			}
		}
	}
	if size := c.armoury.Organisation.CommandFigures; !unknown && !size.Has(figures) {
		add([]any{"command"}, finding.Finding{
			Code: "platoon/command", Severity: finding.Note, Units: members,
			Message: fmt.Sprintf("the command squad has %s; it should have %d to %d, an attached officer counted", finding.CountText(figures, "figure"), size.Least, size.Most),
		})
	}
	if special != nil {
		add([]any{"command"}, finding.Finding{
			Code: "platoon/command", Severity: finding.Note, Units: members,
			Message: fmt.Sprintf("the command squad has a %s; it should carry basic weapons only", special.Name),
		})
	}
}
