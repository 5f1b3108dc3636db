// Package builder builds army lists of every game: it opens a list, whatever
// its game, says what it costs and what is wrong with it, and changes it. What
// only some games have are interfaces that a Roster may satisfy as well.
package builder

import (
	"cmp"
	"fmt"
	"strconv"

	"muster/builder/edit"
	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/pricing"
	"muster/rules"
	"muster/schema"
)

// A Roster is a checked list of any game. It does not change.
type Roster interface {
	editable
	// Document is the file that the list was read from.
	Document() *schema.Document
	// List is the list as its game builds it, for what is drawn or written of that
	// game alone: a *gf.Army, a *fad.Army.
	List() any
	// Current reports whether what the list names besides its own file is as it was
	// when the list was opened: its game, its books, an armoury.
	Current(library *catalog.Library) bool
	// NoUnit is the error of a list that has no unit of an id, or of one whose unit
	// is in no book.
	NoUnit(id string) error
	Name() string // the player's, or "" if it has none
	Game() *rules.System
	// Sources are the names of what the list is built from: its army books.
	Sources() []string
	Points() int // of all units that can be priced
	Limit() int  // the agreed size, or 0 if there is none
	Findings() []finding.Finding
	// Size is how many units the list has; what fights as one counts once.
	Size() int
	// Units lists the units as a table shows them: what fights as one together.
	Units() []Unit
	// Seats are the spaces of a transport and how many of them are taken, by its id; 0
	// for other units.
	Seats(id string) (taken, all int)
	// Kit is what a unit has, or those of a combined pair together; nothing for an id
	// that is not in the list.
	Kit(ids ...string) Kit
	// Known lists what can be added to the list, by id.
	Known() []string
	// Report is the list for scripts: an entry of what `check` prints as JSON.
	Report() any
	// ReportUnit is a unit for scripts, with what it can choose; nil for an id
	// that is not in the list.
	ReportUnit(id string) any
	// Prices are the sums of the units' points, in the order of the file.
	Prices() []Price
	// Settings lists what can be set of the list itself: its name, its size.
	Settings() []edit.Field
	// Brief is what the list has before the game. style is a command style of
	// games that have them, "" for the list's own; name is how units are called,
	// which are given by their ids.
	Brief(style string, name func(id string) string) (Brief, error)
}

// A Unit is a unit of a list in a line.
type Unit struct {
	ID       string
	Name     string // the player's own, or the book's
	Role     Role
	Models   int
	Points   int
	Estimate bool // the points are muster's, not a book's
	Profile  []Stat
	In       string // the id of what it rides in, or ""
}

// Role is what a unit is beside the one above it.
type Role uint8

// The roles.
const (
	Alone  Role = iota
	Half        // combined with the unit above
	Joined      // a hero who joined the unit above
)

// A Stat is a figure of a unit's profile; the units of a list have the same
// labels, in the same order.
type Stat struct{ Label, Value string }

// A Price is what a unit costs and why, as scripts read it too. A unit that
// names something unknown has a problem in place of steps.
type Price struct {
	ID      string         `json:"id"`
	Name    string         `json:"name"`
	Points  int            `json:"points"`
	Exact   string         `json:"exact"` // before rounding
	Steps   []pricing.Step `json:"steps"`
	Problem string         `json:"problem,omitempty"`
	// Creation is how the number of figures came about, of units that are made without
	// points.
	Creation *fad.Creation `json:"creation,omitempty"`
}

// A Chooser is a roster whose units choose upgrades.
type Chooser interface {
	// Open lists the upgrades of a unit with how often each can still be chosen;
	// nil for an id that is not in the list.
	Open(id string) []gf.Open
	// Chosen lists what a unit has chosen, in the order of the file.
	Chosen(id string) []gf.Chosen
}

// A FieldSetter is a roster whose units are fields with values.
type FieldSetter interface {
	// Fields lists what can be set of a unit, with what each value would cost, and
	// Additions what can be added to it or taken away; nil for an id that is not in
	// the list.
	Fields(id string) []edit.Field
	Additions(id string) []edit.Field
	// Values lists what can be set of a unit, as assignments.
	Values(id string) []string
	// Lines numbers the lines of a unit that is made of several, as assignments
	// count them: "figures.2" and what stands there. nil for other units.
	Lines(id string) []Stat
}

// A Planner is a roster whose units stand in platoons.
type Planner interface {
	// Platoons are the list's, in the order of the file.
	Platoons() []Platoon
	// CanCommand reports whether a unit can be of a platoon's command.
	CanCommand(id string) bool
}

// A Platoon is a platoon with what was found about it.
type Platoon struct {
	fad.Platoon
	Findings []finding.Finding
}

// An Explainer is a roster that knows what the words on its units mean.
type Explainer interface {
	// Explain returns what a rule, an option, a spell, a trait or a weapon says
	// and does, by its name or id; nil for what the list cannot have.
	Explain(name string) []catalog.Explanation
}

// A Comparer is a roster whose units are compared row by row.
type Comparer interface {
	// Compare lists what a unit is compared by: the same labels for every unit.
	Compare(id string) []Stat
}

// An Organised is a roster of a game that limits what an army is made of.
type Organised interface {
	// Slots is how much of it is used; nil for a list that leaves the limits away.
	Slots() *gf.Slots
}

// A Keeper is a roster whose units can be kept for other lists.
type Keeper interface {
	// Keep makes the file of a unit under a name. The error says which rule the
	// unit breaks, unless any is kept, or that the name is no good.
	Keep(id, name string, any bool) (Kept, error)
}

// A Kept is a unit of a list that is kept for others.
type Kept struct {
	Title string // what it is called in its list
	File  []byte
	// House is the armoury without which others do not know all that the unit
	// has, or "".
	House string
}

// Legal reports whether no finding is an error.
func Legal(r Roster) bool { return finding.Legal(r.Findings()) }

// Title is the list's name, or its file's if it has none.
func Title(r Roster) string { return cmp.Or(r.Name(), r.Document().File) }

// PointsOf writes points, and the limit if there is one: "1990 of 2000 points".
func PointsOf(points, limit int) string {
	if limit > 0 {
		return fmt.Sprintf("%d of %d points", points, limit)
	}
	return fmt.Sprintf("%d points", points)
}

// Numbered is what units are called, by their ids: titles that occur more than
// once are told apart, "APC #2".
func Numbered(ids, titles []string) map[string]string {
	count, next, names := map[string]int{}, map[string]int{}, map[string]string{}
	for _, title := range titles {
		count[title]++
	}
	for i, title := range titles {
		names[ids[i]] = title
		if next[title]++; count[title] > 1 {
			names[ids[i]] += " #" + strconv.Itoa(next[title])
		}
	}
	return names
}

// IDs lists the ids of a list's units in the order of the file, whether or not
// anybody knows what they are.
func IDs(document *schema.Document) []string { return edit.IDs(document) }

// UnitAt returns the id of the unit at whose entry in the file a finding stands,
// or "": comments and blank lines after an entry count as its own. Of a finding
// without a place it is the only one that it names.
func UnitAt(document *schema.Document, f finding.Finding) string {
	if f.Line == 0 && len(f.Units) == 1 {
		return f.Units[0]
	}
	id, units := "", document.At("units")
	for i := range units.Len() {
		if unit := units.Index(i); unit.Line() <= f.Line {
			id = unit.Get("id").Text()
		}
	}
	return id
}

// BooksOf lists the army books that a list's file names, as it names them.
func BooksOf(document *schema.Document) []string {
	if one := document.At("book"); one.Exists() {
		return []string{one.Text()}
	}
	var names []string
	books := document.At("books")
	for i := range books.Len() {
		names = append(names, books.Index(i).Text())
	}
	return names
}
