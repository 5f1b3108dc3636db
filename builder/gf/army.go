package gf

import (
	"muster/builder/finding"
	"muster/catalog"
	"muster/rules"
)

// An Army is a list put together with its books: every unit with its upgrades applied, the
// costs, and all findings.
type Army struct {
	List     *List
	Game     *rules.System
	Books    []*catalog.Book
	Units    []*Unit // in the order of the list's file
	Groups   []*Group
	Points   int // of all units
	Findings []finding.Finding
	Aside    []*Unit // units that are set aside and count for nothing
	// Experience is the points of all units' experience; Points are without it.
	Experience int

	bodies []*Group // the combined units, joined or not
	bodyOf []*Group // by the place of a unit's entry in the list

	// For a part of a list (see Parts): the whole list's use of its limits, and the share of
	// the part's units before they change.
	whole   *usage
	changed usage
}

// A Group is one fighting unit on the table: a unit or a combined pair, with a joined hero.
type Group struct {
	Unit   *Unit   // the unit; of a combined pair both together
	Halves []*Unit // the two units of a combined pair, else the unit alone
	Heroes []*Unit // joined heroes; more than one is illegal
	In     *Unit   // the transport that it deploys in, or nil

	joins  bool   // the file has it join a unit
	host   *Group // the host of a joining hero
	guests int    // how many heroes join it
}

// Legal reports whether no finding is an error.
func (a *Army) Legal() bool { return finding.Legal(a.Findings) }

// Limit returns the size that limits are counted from: the agreed size, or the list's own total
// if it states none (docs/rules-notes.md, Lists). It is never negative, although a total may
// be, with an option that saves points chosen too often.
func (a *Army) Limit() int {
	if a.List.Points > 0 {
		return a.List.Points
	}
	return max(0, a.Points)
}

// Spent returns the points that count towards the agreed size: with those of experience in a
// campaign's list.
func (a *Army) Spent() int {
	if a.List.Campaign {
		return a.Points + a.Experience
	}
	return a.Points
}

// halves returns the units of the list that a unit of it stands for: of a combined pair both.
func (a *Army) halves(u *Unit) []*Unit {
	if u.index < len(a.bodyOf) && a.bodyOf[u.index] != nil && a.bodyOf[u.index].Unit == u {
		return a.bodyOf[u.index].Halves
	}
	return []*Unit{u}
}

// Experience returns the points of the unit's experience: so many for each full 5 of it, of a hero
// more.
func (u *Unit) Experience() int {
	const full, each, eachOfHero = 5, 5, 15
	if u.Entry == nil {
		return 0
	}
	if u.Hero {
		return u.Entry.XP / full * eachOfHero
	}
	return u.Entry.XP / full * each
}

// Unit returns the unit of that id, or nil.
func (a *Army) Unit(id string) *Unit {
	for _, u := range a.Units {
		if u.ID == id {
			return u
		}
	}
	return nil
}

// Group returns the group that a unit fights in.
func (a *Army) Group(u *Unit) *Group { return a.root(a.bodyOf[u.index]) }
