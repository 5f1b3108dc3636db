package play

import (
	"muster/builder"
	"muster/builder/fad"
	"muster/builder/gf"
	"muster/builder/odds"
	"muster/builder/table"
	"muster/rules"
)

// A Group is a unit as it takes the field: a squad and its joined heroes, with the points of
// all.
type Group struct {
	*table.Unit
	Their bool // it is the opponent's
	// Called is its name where units of both sides are named: with its side, if the
	// other has one of that name.
	Called string
	Bodies []*table.Unit // the squad, then each joined hero
	Waits  bool          // it may wait in reserve
	Holds  bool          // others ride in it, or may
	room   int           // spaces for passengers
	// spaces are those that a model takes in a transport, by body and kind; -1 if it cannot
	// embark. They are nil in Fast and Dirty.
	spaces [][]int
	// Reserve is the text of the rule that lets it wait in reserve.
	Reserve string
	// TokenRules are its rules with tokens at the table.
	TokenRules []TokenRule
	// Recovers is the text of the rule that may end Shaken as a round begins, or "".
	Recovers string
	// Scouts tells that it is sent ahead before the game, and may come late.
	Scouts bool
	// Beside is the id of its partner unit, or "".
	Beside string
	Second bool // it is the second of the two
	// stunned is the lowest die that saves it in the round after; 0 for none.
	stunned int
	lands   string // the state in which it comes from reserve if no die passes, or ""
	// Ignores maps a state to the trait that negates it.
	Ignores map[string]string
	force   *forceUnit // its data from the list, in Fast and Dirty
	// test describes the roll needed for a morale test.
	test func(now odds.Standing) string
}

// newGroup returns the group of a unit and its joined heroes, under their titles. It owns the
// unit from then on, and drops the parts for sheets alone.
func newGroup(u *table.Unit) *Group {
	g := &Group{Unit: u, Bodies: []*table.Unit{u}}
	for i := range u.Joined {
		g.Bodies = append(g.Bodies, &u.Joined[i])
		u.Points += u.Joined[i].Points
	}
	for _, b := range g.Bodies {
		b.Name, b.Detail, b.Notes, b.Tracks, b.Counters, b.Halves, b.Weapons = b.Title, nil, nil, nil, nil, nil, nil
	}
	return g
}

// Models are those of the group, heroes counted.
func (g *Group) Models() int {
	n := 0
	for _, b := range g.Bodies {
		n += b.Kinds.Models()
	}
	return n
}

// A game is one of those that muster knows, at the table.
type game interface {
	// system is the edition.
	system() *rules.System
	// units are those of a list, as they stand on the table.
	units(list builder.Roster) []*Group
	// rounds are how many a game may last; the first is usual.
	rounds() []int
	// missions are those that a side may have; none where all play for objectives.
	missions() []MissionOf
	// now is a body of a unit as it stands: its figures, weapons and rules.
	now(s *State, u *UnitState, b *BodyState) table.Unit
	// bothHave is the mission of both sides where they draw the same, or "".
	bothHave() string
	// optional are the optional rules with tokens that may be played.
	optional() []rules.Optional
	// styles returns the styles of command. They limit a side's missions.
	styles() []CommandStyle
	// after applies the duties of a unit after wounds or a lost melee.
	after(u *UnitState, melee bool)
	// wrecked applies the loss of a transport to a passenger.
	wrecked(s *State, transport, u *UnitState)
	// aboardActs reports whether a unit acts by itself while it rides in another.
	aboardActs() bool
	// comesByActing reports whether a unit in reserve acts in order to come.
	comesByActing() bool
	// taken returns how many spaces living passengers take in a transport, and reports
	// whether all of them can ever embark.
	taken(into *UnitState, riders []*UnitState) (spaces int, fit bool)
	// moments returns a unit's duties and options now.
	moments(s *State, u *UnitState) []Moment
	// rolls returns the tests that a unit may take at any time.
	rolls(s *State, u *UnitState) []Way
	// disheartened reports whether a unit has no Resolve left once its side has lost
	// levels of it.
	disheartened(u *UnitState, levels int) bool
}

// A MissionOf is a mission of one side.
type MissionOf struct {
	ID, Name, Summary string
	Turns             int  // for how many turns running it must hold; 0 where it is done once
	Units             int  // the percentage of the enemy's units that must be gone; 0 for another
	Denies            bool // it is done if the enemy's is not when the game is over
}

// A CommandStyle is how a side is commanded.
type CommandStyle struct {
	ID, Name, Summary string
	Turn              string // what it allows once in a round, or ""
	// Missions are those that it draws, by the total of two dice from 2 on.
	Missions []string
}

// styleOf returns the style of command that a list names, or "".
func styleOf(list builder.Roster) string {
	if army, ok := list.List().(*fad.Army); ok {
		return army.List.Style
	}
	return ""
}

// gameOf is the game of a list.
func gameOf(list builder.Roster) game {
	if army, ok := list.List().(*fad.Army); ok {
		return force{army}
	}
	return grimdark{list.List().(*gf.Army)}
}

// Standing is how the unit stands, as questions about odds know it.
func (u *UnitState) Standing() odds.Standing {
	s := odds.Standing{States: u.means, Resolve: u.heart, Rules: u.suffers, Uses: u.using, Against: u.against}
	for i := range u.Bodies {
		b := &u.Bodies[i]
		left, wounds := b.modelsByPlace(), make([]int, len(b.Kinds))
		if len(b.Kinds) > 0 {
			wounds[b.Kinds[b.hurt].Place] = b.wounds
		}
		if i > 0 && len(s.Left) > len(u.Bodies[0].Kinds) {
			break // the first of several heroes, an illegal unit
		}
		s.Spent[min(i, 1)] = b.spent()
		s.Left, s.Wounds = append(s.Left, left...), append(s.Wounds, wounds...)
	}
	return s
}

// StandingOf is how a unit stands, with its wounded where the rules for them are played.
func (s *State) StandingOf(u *UnitState) odds.Standing {
	standing := u.Standing()
	if at := s.woundsAt(); at >= 0 {
		standing.Wounded = u.Bodies[0].Marks[at]
	}
	return standing
}

// modelsByPlace returns how many models are left, by the places of their kinds in a fight.
func (b *BodyState) modelsByPlace() []int {
	left := make([]int, len(b.Kinds))
	for i, k := range b.Kinds {
		left[k.Place] = b.left[i]
	}
	return left
}
