package play

import (
	"muster/builder"
	"muster/builder/fad"
	"muster/builder/gf"
	"muster/builder/odds"
	"muster/builder/table"
	catalog "muster/catalog/fad"
	"muster/rules"
)

// A Group is a unit at the table: a squad and its joined heroes, with the points of all of them.
type Group struct {
	*table.Unit
	Their bool // it is a unit of the opponent
	// NameInText is its name in a text about both sides: with its side's name if the other side has
	// a unit of the same name.
	NameInText string
	Bodies     []*table.Unit // the squad's own models, then each joined hero
	Waits      bool          // it may wait in reserve
	Holds      bool          // other units ride in it, or may ride
	room       int           // spaces for passengers
	// spaces is the number of spaces that a model takes in a transport, [body][kind of model]; -1 if
	// it cannot embark. It is nil in Fast and Dirty.
	spaces [][]int
	// Reserve is the text of the rule that lets it wait in reserve.
	Reserve string
	// TokenRules are its rules with tokens at the table.
	TokenRules []TokenRule
	// Recovers is the text of the rule that may end Shaken at the start of a round; "" for none.
	Recovers string
	// Scouts reports that it is sent ahead before the game, and may come late.
	Scouts bool
	// Beside is the id of its partner unit; "" for none.
	Beside string
	Second bool // it is the second unit of a pair of partners
	// stunned is the lowest die by which it survives in the round after its death; 0 for none.
	stunned int
	lands   string // the state in which it comes from reserve if no die passes; "" for none
	// Ignores maps a state to the trait that negates it.
	Ignores map[string]string
	force   *forceUnit // its data from the list in Fast and Dirty; else nil
	// test returns the roll for a morale test in words.
	test func(now odds.Standing) string
}

// newGroup returns the group of a unit and its joined heroes, with their titles as names. It takes
// over the unit, and removes the parts that only sheets use.
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

// Models returns the number of models, with heroes.
func (g *Group) Models() int {
	n := 0
	for _, b := range g.Bodies {
		n += b.Kinds.Models()
	}
	return n
}

// The facts of a game are the same for all its units, at any time.
type facts struct {
	system   *rules.System
	rounds   []int             // possible numbers of rounds, the usual one first
	missions []catalog.Mission // missions for a side; nil if both play for objectives
	styles   []catalog.Style   // command styles, which decide a side's missions
	optional []rules.Optional  // the optional rules with tokens, played or not
	// bothHave is the id of the mission of both sides, for games in which both draw the same one; else "".
	bothHave string
	// aboardActs reports whether a unit acts on its own while it rides in a transport, comesByActing
	// whether the arrival of a unit from reserve is its activation.
	aboardActs, comesByActing bool
}

// A game is a family of game systems at the table.
type game interface {
	// facts returns the facts of the game.
	facts() facts
	// units returns the units of a list at the table.
	units(list builder.Roster) []*Group
	// now returns a body of a unit with the profile, weapons and rules that are left to it.
	now(s *State, u *UnitState, b *BodyState) table.Unit
	// after sets the tests that a unit must take after wounds, or after losing a melee.
	after(u *UnitState, melee bool)
	// wrecked applies the loss of a transport to a passenger.
	wrecked(s *State, transport, u *UnitState)
	// spacesTaken returns the spaces that living passengers take in a transport, and reports whether
	// each of them can embark at all.
	spacesTaken(into *UnitState, riders []*UnitState) (spaces int, fit bool)
	// moments returns what the rules require of a unit or allow it now.
	moments(s *State, u *UnitState) []Moment
	// rolls returns the tests that the unit may take at any time.
	rolls(s *State, u *UnitState) []Way
	// disheartened reports whether a unit has no Resolve left after its side has lost that many
	// levels.
	disheartened(u *UnitState, levels int) bool
}

// styleOf returns the style of command that a list names, or "".
func styleOf(list builder.Roster) string {
	if army, ok := list.List().(*fad.Army); ok {
		return army.List.Style
	}
	return ""
}

// gameOf returns the game of a list.
func gameOf(list builder.Roster) game {
	if army, ok := list.List().(*fad.Army); ok {
		return force{army}
	}
	return grimdark{list.List().(*gf.Army)}
}

// Standing returns the unit's state for questions about odds.
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

// StandingOf is Standing with the unit's wounded figures, if the rules for them are played.
func (s *State) StandingOf(u *UnitState) odds.Standing {
	standing := u.Standing()
	if at := s.woundRulesIndex(); at >= 0 {
		standing.Wounded = u.Bodies[0].Marks[at]
	}
	return standing
}

// modelsByPlace returns the number of living models by their kinds' places in a fight (Kind.Place).
func (b *BodyState) modelsByPlace() []int {
	left := make([]int, len(b.Kinds))
	for i, k := range b.Kinds {
		left[k.Place] = b.left[i]
	}
	return left
}
