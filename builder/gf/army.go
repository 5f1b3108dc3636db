package gf

import (
	"muster/builder/finding"
	"muster/catalog"
	"muster/rules"
)

// An Army is a list combined with its books: all units with their upgrades, the costs, and all
// findings.
type Army struct {
	List          *List
	Game          *rules.System
	Books         []*catalog.Book
	Units         []*Unit  // in the order of the list's file
	Groups        []*Group // units as they fight on the table
	Points        int      // total of all units
	Findings      []finding.Finding
	SetAsideUnits []*Unit // units that stay in the list's file but do not count
	// Experience is the cost of all units' experience; Points does not include it.
	Experience int

	groupsBeforeJoins []*Group // units and combined pairs, before heroes join them
	// group of each unit before heroes join other groups, by the index of the unit's entry in the
	// list
	groupOfEntry []*Group

	// Only for a part of a list (see ChangeJudge): wholeListLimitUsage is the use of limits by the
	// whole list; limitUsageBeforeChange is the use of limits by the units of the part before the
	// change.
	wholeListLimitUsage    *limitUsage
	limitUsageBeforeChange limitUsage
}

// A Group is one fighting unit on the table: a unit or a combined pair, with a joined hero.
type Group struct {
	Unit        *Unit   // the unit; a combined pair is merged into one
	Halves      []*Unit // both units of a combined pair, else the unit
	Heroes      []*Unit // joined heroes; more than one is illegal
	InTransport *Unit   // the transport that it deploys in, or nil

	joinsAnother bool   // the unit's entry in the list's file has a join link
	host         *Group // the group that this hero joins, or nil
	joinerCount  int    // number of heroes that join the group
}

// Legal reports whether no finding is an error.
func (a *Army) Legal() bool { return finding.Legal(a.Findings) }

// SizeForLimits returns the size that limits depend on: the agreed size, or the list's total if
// none is stated (docs/rules-notes.md, Lists). It is at least 0, although a total may be negative.
func (a *Army) SizeForLimits() int {
	if a.List.Points > 0 {
		return a.List.Points
	}
	return max(0, a.Points)
}

// SpentPoints returns the points that count towards the agreed size, in a campaign including
// experience.
func (a *Army) SpentPoints() int {
	if a.List.Campaign {
		return a.Points + a.Experience
	}
	return a.Points
}

// halves returns both units of the combined pair that u stands for, else u.
func (a *Army) halves(u *Unit) []*Unit {
	if u.index < len(a.groupOfEntry) && a.groupOfEntry[u.index] != nil && a.groupOfEntry[u.index].Unit == u {
		return a.groupOfEntry[u.index].Halves
	}
	return []*Unit{u}
}

// Experience returns the points that the unit's experience costs: a fixed number for each full 5,
// more for heroes.
func (u *Unit) Experience() int {
	const full, each, eachOfHero = 5, 5, 15
	if u.Entry == nil {
		return 0
	}
	if u.IsHero {
		return u.Entry.XP / full * eachOfHero
	}
	return u.Entry.XP / full * each
}

// Unit returns the unit with an id, or nil.
func (a *Army) Unit(id string) *Unit {
	for _, u := range a.Units {
		if u.ID == id {
			return u
		}
	}
	return nil
}

// Group returns the group in which a unit fights.
func (a *Army) Group(u *Unit) *Group { return a.lastHost(a.groupOfEntry[u.index]) }
