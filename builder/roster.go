// Package builder builds army lists of every game: it opens a list, computes its cost and its
// findings, and changes it. Features of some games only are interfaces that a Roster may also
// satisfy.
package builder

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"muster/builder/edit"
	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/table"
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
	// List returns the list as its own game's type, for features of that game alone: a *gf.Army
	// or a *fad.Army.
	List() any
	// Current reports whether the files that the list names (game, books, armoury) are
	// unchanged since it was opened.
	Current(library *catalog.Library) bool
	// NoUnit returns the error for an id without a unit in the list, or for a unit without an
	// entry in a book.
	NoUnit(id string) error
	Name() string // the player's, or "" if it has none
	Game() *rules.System
	// Sources returns the names of the list's army books.
	Sources() []string
	// BookReports returns the list's army books for scripts; none for games without them.
	BookReports() []finding.Book
	Points() int // of all units that can be priced
	Limit() int  // the agreed size, or 0 if there is none
	Findings() []finding.Finding
	// Size returns the number of units; a combined group counts once.
	Size() int
	// OnTable returns the units as they stand on the table, with combined groups as one. The
	// caller must not modify them, nor those of Units.
	OnTable() []table.Unit
	// Reference explains the terms on the units, and other entries that a player looks up.
	Reference() table.Reference
	// Terms explains the rules of a unit; a combined pair has the id of its first half.
	Terms(id string) []table.Entry
	// Units returns the single units: halves of pairs in sequence, heroes after the unit that
	// they joined.
	Units() []table.Unit
	// Models lists the models of each unit on the table by its id, of a combined pair by
	// that of its first half.
	Models() map[string][]table.Model
	// Rounds is how many rounds a game lasts at most; 0 if nobody says.
	Rounds() int
	// Facts returns short notes on the list's sources and settings; Remarks returns the
	// player's own notes.
	Facts() []string
	Remarks() string
	// Seats are the spaces of a transport and how many of them are taken, by its id; 0
	// for other units.
	Seats(id string) (taken, all int)
	// Aside lists the units that are set aside: they stay in the file, and count for nothing. They
	// have no steps.
	Aside() []Price
	// Report returns the list for scripts: an entry of the JSON of `check`.
	Report() any
	// ReportUnit returns a unit with its choices for scripts, or nil for an id that is not in
	// the list.
	ReportUnit(id string) any
	// Prices are the sums of the units' points, in the order of the file.
	Prices() []Price
	// Settings returns the list's own fields, such as its name and size.
	Settings() []edit.Field
	// Brief returns the list's preparations before the game. style is a command style, "" for
	// the list's own; name returns a unit's name for its id.
	Brief(style string, name func(id string) string) (Brief, error)
}

// A Price is a unit's cost with its steps, also for scripts. A unit that names something
// unknown has a problem in place of steps.
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

// A Chooser is a roster of units with upgrades to choose.
type Chooser interface {
	// Open lists the upgrades of a unit with how often each can still be chosen;
	// nil for an id that is not in the list.
	Open(id string) []gf.Open
	// Chosen lists a unit's choices in file order.
	Chosen(id string) []gf.Chosen
}

// A FieldSetter is a roster of units described by fields with values.
type FieldSetter interface {
	// Fields lists the fields of a unit with the cost of each value, or nil for an unknown id.
	Fields(id string) []edit.Field
	// Bare lists them as they are now: without costs, and with the choices that a rule refuses.
	Bare(id string) []edit.Field
	// Values lists the assignments that a unit accepts.
	Values(id string) []string
	// Lines numbers the lines of a unit made of several, as assignments count them: "figures.2"
	// and the contents of the line. It returns nil for other units.
	Lines(id string) []table.Stat
}

// A Planner is a roster with platoons.
type Planner interface {
	// Platoons are the list's, in the order of the file.
	Platoons() []Platoon
	// CanCommand reports whether a unit can be of a platoon's command.
	CanCommand(id string) bool
}

// A Platoon is a platoon with its findings.
type Platoon struct {
	fad.Platoon
	Findings []finding.Finding
}

// An Explainer is a roster that explains the terms on its units.
type Explainer interface {
	// Explain returns the entries for a rule, option, spell, trait or weapon, by its name or
	// id, or nil if the list cannot have it.
	Explain(name string) []catalog.Explanation
}

// An Organised is a roster of a game with limits on the composition of an army.
type Organised interface {
	// Slots is how much of it is used; nil for a list that leaves the limits away.
	Slots() *gf.Slots
}

// A Keeper is a roster with units that can be stored for other lists.
type Keeper interface {
	// Keep makes the file of a unit under a name; "" is its id, with a number where a kind of unit
	// has that. The error names the rule that the unit
	// breaks, unless any is set, or says that the name is invalid.
	Keep(id, name string, any bool) (Kept, error)
}

// A Kept is a unit of a list that is kept for others.
type Kept struct {
	Name  string // that it is kept by
	Title string // its name in its list
	File  []byte
	// House is the armoury that other lists need to know the whole unit, or "".
	House string
}

// IDOf returns the id of the unit that a person named: by its id, or by its name if one unit alone
// is called so. Any other word is returned as it is.
func IDOf(r Roster, word string) string {
	if slices.Contains(IDs(r.Document()), word) {
		return word
	}
	found := ""
	named := r.Aside()
	for _, u := range r.Units() {
		named = append(named, Price{ID: u.ID, Name: u.Name})
	}
	for _, u := range named {
		if !strings.EqualFold(u.Name, word) {
			continue
		}
		if found != "" {
			return word
		}
		found = u.ID
	}
	return cmp.Or(found, word)
}

// Legal reports whether no finding is an error.
func Legal(r Roster) bool { return finding.Legal(r.Findings()) }

// Mark returns the mark of a list: of its file, and of version and digest of its books. See
// schema.Document.Mark.
func Mark(r Roster) string { return r.Document().Mark(finding.Covered(r.BookReports())...) }

// HasMark reports whether a mark that a person typed is the list's.
func HasMark(r Roster, typed string) bool {
	return r.Document().HasMark(typed, finding.Covered(r.BookReports())...)
}

// VersionOfMark returns the list as it has a mark that a person typed with another version of
// its books; nil if it has it with none that is in the library.
func VersionOfMark(r Roster, typed string, library *catalog.Library) Roster {
	tried := map[string]bool{}
	entries, _ := library.List() // files that cannot be read are of no list
	for _, e := range entries {
		isOf := slices.ContainsFunc(r.BookReports(), func(b finding.Book) bool { return b.ID == e.ID && b.Version != e.Version })
		if !isOf || tried[e.Version] {
			continue
		}
		tried[e.Version] = true
		session := Change(r, library)
		session.Force = true
		if _, err := session.Do(Update{To: e.Version}); err != nil {
			continue
		}
		now := session.Now()
		if HasMark(now, typed) || r.Document().HasMark(typed, finding.Covered(now.BookReports())...) {
			return now
		}
	}
	return nil
}

// Title is the list's name, or its file's if it has none.
func Title(r Roster) string { return cmp.Or(r.Name(), r.Document().File) }

// PointsOf writes points, and the limit if there is one: "1990 of 2000 points".
func PointsOf(points, limit int) string {
	if limit > 0 {
		return fmt.Sprintf("%d of %d points", points, limit)
	}
	return fmt.Sprintf("%d points", points)
}

// Figures returns how many figures a list made without points has; 0 with points.
func Figures(r Roster) int {
	figures := 0
	if f, ok := r.(force); ok {
		for _, c := range f.Army.List.Creation {
			figures += max(0, c.Left)
		}
	}
	return figures
}

// CostOf writes the price of a list: "1990 of 2000 points"; without points "14 figures".
func CostOf(r Roster) string {
	if f, ok := r.(force); ok && f.Army.List.Method == fad.Basic {
		return finding.Count(Figures(r), "figure")
	}
	return PointsOf(r.Points(), r.Limit())
}

// IDs lists the ids of a list's units in file order, including unknown units.
func IDs(document *schema.Document) []string { return edit.IDs(document) }

// Counted lists the ids of a list's units in file order without those that are set aside.
func Counted(r Roster) []string {
	aside := r.Aside()
	return slices.DeleteFunc(IDs(r.Document()), func(id string) bool {
		return slices.ContainsFunc(aside, func(p Price) bool { return p.ID == id })
	})
}

// UnitAt returns the id of the unit with a finding in its entry in the file, or "": comments
// and blank lines after an entry count as its own. A finding without a place belongs to the
// only unit that it names.
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

// onTable has the units of a list as they stand on the table, made when they are first
// asked for. Rosters are compared by it.
type onTable struct{ together, single func() []table.Unit }

func newOnTable(units func() []table.Unit) *onTable {
	together := sync.OnceValue(func() []table.Unit { return slices.Clip(units()) })
	return &onTable{together, sync.OnceValue(func() []table.Unit { return slices.Clip(table.Flat(together())) })}
}
