package play

import (
	"muster/builder"
	"muster/builder/fad"
	"muster/builder/gf"
	"muster/builder/odds"
	"muster/rules"
)

// A Unit is what stands on the table as one, before the game.
type Unit struct {
	ID    string
	Their bool // it is the opponent's
	Name  string
	// Called is its name where units of both sides are named: with its side, if the
	// other has one of that name.
	Called string
	Points int
	Bodies []Body // the squad, then each hero who joined it
	In     string // the id of what it rides in when the game begins, or ""
	Waits  bool   // it may wait in reserve
	Holds  bool   // others ride in it, or may
	// Vehicle tells a vehicle of a game in which they have markers in place of
	// wounds.
	Vehicle bool
	Off     bool // it is never on the table
	// Reserve is what the rule says by which it may wait in reserve.
	Reserve string
	// Recovers is what the rule says by which it may lose Shaken as a round begins, or "".
	Recovers string
	// Scouts tells that it is sent ahead before the game, and may come late.
	Scouts bool
	// Beside is the id of the unit with which it acts as one, or "".
	Beside string
	Second bool // it is the second of the two
	// Ignores are the states that mean nothing to it, and what of it says so.
	Ignores map[string]string
	force   *forceUnit // what the list says of it, in Fast and Dirty
	// test says what it needs for the test of morale that it must take.
	test func(now odds.Standing) string
}

// A Body is models of a unit that have a name and a profile of their own: a squad,
// a pair, a hero who joined.
type Body struct {
	ID, Name string
	Hero     bool
	Stats    []builder.Stat // Q 4+, D 4+
	Rules    []string
	Kinds    []Kind // in the order in which they fall
	Tokens   int    // spell tokens a round
	Pooled   int    // of them for each model that lives, which are gone with the round; or 0
	Casts    string // what it casts with, where no tokens are counted; or ""
	Once     []Once
	Leads    bool     // a hero, alone or not
	General  bool     // he leads the army
	loose    []Weapon // that nobody is known to carry
}

// A Kind is models of a body that are alike.
type Kind struct {
	Name    string // what tells it from the others
	Models  int
	Tough   int // wounds that one takes; of a vehicle markers
	Weapons []Weapon
	Rules   []string // that its models have beside those of the body
	Leads   bool     // who leads the squad
	place   int      // where the game's fights have it
}

// Arms is what a body of a unit has as it stands.
type Arms struct {
	Weapons []Weapon // of those who live
	Stats   []builder.Stat
	Rules   []string // of all, and "2× Medic" of some
}

// A Weapon is how many of a weapon there are, and what it does.
type Weapon struct {
	Count int
	Name  string
	Does  string   // range, attacks
	Rules []string // its special rules
	reach int      // in inches, of those that are shown by it
}

// Once is what may be done so often in a game, and no more.
type Once struct {
	Name  string
	Times int
	Turn  bool // so often in a round
	Any   bool // any unit of the game may
	// Weapon tells that it is to use a weapon of the name, which who fell used no more.
	Weapon bool
}

// Wounds are those that the body takes.
func (b *Body) Wounds() int {
	n := 0
	for _, k := range b.Kinds {
		n += k.Models * k.Tough
	}
	return n
}

// Models are those that it has.
func (b *Body) Models() int {
	n := 0
	for _, k := range b.Kinds {
		n += k.Models
	}
	return n
}

// Models are those of the unit, heroes counted.
func (u *Unit) Models() int {
	n := 0
	for i := range u.Bodies {
		n += u.Bodies[i].Models()
	}
	return n
}

// A game is one of those that muster knows, at the table.
type game interface {
	// system is the edition.
	system() *rules.System
	// units are those of a list, as they stand on the table.
	units(list builder.Roster) []*Unit
	// rounds are how many a game may last; the first is usual.
	rounds() []int
	// missions are those that a side may have; none where all play for objectives.
	missions() []MissionOf
	// arms is what a body of a unit has left.
	arms(s *State, u *UnitState, b *BodyState) Arms
	// bothHave is the mission of both sides where they draw the same, or "".
	bothHave() string
	// optional are the optional rules with tokens that may be played.
	optional() []rules.Optional
	// styles are those of command, which say what missions a side may draw.
	styles() []Style
	// after says what a unit that was wounded, or lost a melee, must do now.
	after(u *UnitState, melee bool)
	// wrecked says what becomes of a unit in a transport that is gone.
	wrecked(s *State, transport, u *UnitState)
	// aboardActs reports whether a unit acts by itself while it rides in another.
	aboardActs() bool
	// moments are what a unit must do, or may do, now.
	moments(s *State, u *UnitState) []Moment
	// disheartened reports whether a unit has no Resolve left once its side has lost
	// levels of it.
	disheartened(u *UnitState, levels int) bool
}

// A MissionOf is what a side may have to do.
type MissionOf struct {
	ID, Name, Summary string
	Turns             int  // for how many turns running it must hold; 0 where it is done once
	Units             int  // the percentage of the enemy's units that must be gone; 0 for another
	Denies            bool // it is done if the enemy's is not when the game is over
}

// A Style is how a side is commanded.
type Style struct {
	ID, Name, Summary string
	// Missions are those that it draws, by the total of two dice from 2 on.
	Missions []string
}

// styleOf is the style in which a list says that it is commanded, or "".
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
	s := odds.Standing{States: u.means, Resolve: u.heart, Rules: u.suffers}
	for i := range u.Bodies {
		b := &u.Bodies[i]
		kinds := len(b.Body.Kinds)
		left, wounds := make([]int, kinds), make([]int, kinds)
		for j, k := range b.Body.Kinds {
			left[k.place] = b.left[j]
			if j == b.hurt {
				wounds[k.place] = b.wounds
			}
		}
		if i > 0 && len(s.Left) > len(u.Bodies[0].Body.Kinds) {
			break // of several heroes, which is illegal, the first
		}
		s.Spent[min(i, 1)] = b.spent()
		s.Left, s.Wounds = append(s.Left, left...), append(s.Wounds, wounds...)
	}
	return s
}
