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
	// GameList returns the list as its own game's type, for features of one game alone: a *gf.Army
	// or a *fad.Army.
	GameList() any
	// IsCurrent reports whether the files that the list names (game, books, armoury) are unchanged
	// since it was opened.
	IsCurrent(library *catalog.Library) bool
	// NoUnitError returns the error for an id without a unit in the list, or for a unit without an
	// entry in a book.
	NoUnitError(id string) error
	Name() string        // the player's name for the list; "" if there is none
	Game() *rules.System // the list's game
	// BookNames returns the names of the list's army books.
	BookNames() []string
	// BookReports returns the list's army books for scripts; none for games without them.
	BookReports() []finding.Book
	Points() int                 // sum over all units with a price
	PointsLimit() int            // the agreed size, or 0 if there is none
	Findings() []finding.Finding // the problems that the check found
	// UnitCount returns the number of units; a combined group counts once.
	UnitCount() int
	// UnitsOnTable returns the units as they appear on the table, with combined groups as one. The
	// caller must modify neither this result nor the result of Units.
	UnitsOnTable() []table.Unit
	// Reference explains the terms on the units, and other entries that a player looks up.
	Reference() table.Reference
	// UnitTerms explains the rules of the unit with the id. A combined pair has the id of its first
	// half.
	UnitTerms(id string) []table.Entry
	// Units returns the single units: halves of pairs in sequence, heroes after the unit that
	// they joined.
	Units() []table.Unit
	// Models maps the id of each unit on the table to its models; for a combined pair, the id of
	// its first half.
	Models() map[string][]table.Model
	// Rounds returns the number of rounds of the longest game; 0 if unknown.
	Rounds() int
	// Facts returns short notes on the list, such as its books and settings; Remarks returns the
	// player's own notes.
	Facts() []string
	Remarks() string
	// TransportSpaces returns the number of taken spaces and of all spaces in the transport with
	// the id; 0, 0 for other units.
	TransportSpaces(id string) (taken, all int)
	// SetAsideUnits lists the units that are set aside: they are in the file but do not count.
	// Their prices have no steps.
	SetAsideUnits() []Price
	// Report returns the list for scripts, as in the JSON of `check`.
	Report() any
	// ReportUnit returns a unit with its choices for scripts; nil for an unknown id.
	ReportUnit(id string) any
	// Prices returns the calculations of the units' points, in file order.
	Prices() []Price
	// Settings returns the list's own fields, such as its name and size.
	Settings() []edit.Field
	// Brief returns the list's preparations before the game. style is a command style, "" for
	// the list's own; name returns a unit's name for its id.
	Brief(style string, name func(id string) string) (Brief, error)
}

// A Price is a unit's cost with its calculation, also for scripts. A unit with unknown ids has a
// problem instead of steps.
type Price struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	Points      int            `json:"points"`
	ExactPoints string         `json:"exact"` // points before rounding
	Steps       []pricing.Step `json:"steps"`
	Problem     string         `json:"problem,omitempty"` // why the unit has no price; "" if it has one
	// Creation tells how basic creation (units made without points) computed the unit's number of
	// figures; nil for other units.
	Creation *fad.Creation `json:"creation,omitempty"`
}

// An UpgradeChooser is a roster of units with upgrades to choose.
type UpgradeChooser interface {
	// OpenUpgrades lists the upgrades of a unit with the number of further choices of each; nil for
	// an unknown id.
	OpenUpgrades(id string) []gf.OpenSection
	// ChosenUpgrades lists a unit's choices in file order.
	ChosenUpgrades(id string) []gf.ChosenOption
}

// A FieldSetter is a roster of units that are described by fields with values, such as Quality.
type FieldSetter interface {
	// Fields lists the fields of a unit with the cost of each value, or nil for an unknown id.
	Fields(id string) []edit.Field
	// UnpricedFields lists the fields of a unit without costs. It includes the choices that a rule
	// refuses.
	UnpricedFields(id string) []edit.Field
	// Assignments lists the texts FIELD=VALUE that a unit accepts as edits.
	Assignments(id string) []string
	// FigureRows returns a unit's rows of figures or weapons, if it has several, each with the name
	// that assignments use: "figures.2". It returns nil for other units.
	FigureRows(id string) []table.Stat
}

// A PlatoonPlanner is a roster with platoons.
type PlatoonPlanner interface {
	// Platoons returns the list's platoons in file order.
	Platoons() []Platoon
	// CanCommand reports whether a unit can belong to a platoon's command.
	CanCommand(id string) bool
}

// A Platoon is a platoon of the list, with the findings about it, which do not name it.
type Platoon struct {
	fad.Platoon
	Findings []finding.Finding
}

// An Explainer is a roster that explains the terms on its units.
type Explainer interface {
	// Explain returns the entries for a rule, option, spell, trait or weapon, by its name or
	// id, or nil if the list cannot have it.
	Explain(name string) []catalog.Explanation
	// ExplainsRule reports whether Explain has an entry for a rule or trait, by its name, with
	// or without its rating.
	ExplainsRule(name string) bool
}

// A CompositionLimited roster is a list of a game with limits on the composition of an army.
type CompositionLimited interface {
	// Slots compares the list with the limits; nil if the list does not use them.
	Slots() *gf.Slots
}

// A UnitExtractor is a roster with units that can be stored for other lists.
type UnitExtractor interface {
	// ExtractUnit returns the file of a unit under a new name. If name is "", it is the unit's id,
	// with a number if that id is a kind of unit. The error names a rule that the unit breaks
	// (unless any is set), or says that the name is invalid.
	ExtractUnit(id, name string, any bool) (ExtractedUnit, error)
}

// An ExtractedUnit is a unit of a list in a file of its own.
type ExtractedUnit struct {
	Name  string // the unit's name in the new file
	Title string // the unit's name in its list
	File  []byte
	// HouseArmoury is the armoury that other lists need for the unit; "" for none.
	HouseArmoury string
}

// UnitIDOf returns the id of the unit that word names: word is its id, or a name that only one unit
// has. Other words are returned unchanged.
func UnitIDOf(r Roster, word string) string {
	if slices.Contains(UnitIDs(r.Document()), word) {
		return word
	}
	found := ""
	named := r.SetAsideUnits()
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

// Fingerprint returns the list's mark, a short fingerprint of its file and of the versions and
// digests of its books, as printed on sheets. See schema.Document.Fingerprint.
func Fingerprint(r Roster) string {
	return r.Document().Fingerprint(finding.BookFingerprints(r.BookReports())...)
}

// HasFingerprint reports whether typed, a mark copied from a sheet, is the list's mark.
func HasFingerprint(r Roster, typed string) bool {
	return r.Document().MatchesFingerprint(typed, finding.BookFingerprints(r.BookReports())...)
}

// WithFingerprint returns the list with other versions of its books from the library, so that its
// mark is the typed one; nil if no versions give that mark.
func WithFingerprint(r Roster, typed string, library *catalog.Library) Roster {
	tried := map[string]bool{}
	entries, _ := library.List() // files that cannot be read are of no list
	for _, e := range entries {
		isOf := slices.ContainsFunc(r.BookReports(), func(b finding.Book) bool { return b.ID == e.ID && b.Version != e.Version })
		if !isOf || tried[e.Version] {
			continue
		}
		tried[e.Version] = true
		session := NewSession(r, library)
		session.Force = true
		if _, err := session.Do(Update{Version: e.Version}); err != nil {
			continue
		}
		now := session.Now()
		if HasFingerprint(now, typed) || r.Document().MatchesFingerprint(typed, finding.BookFingerprints(now.BookReports())...) {
			return now
		}
	}
	return nil
}

// Title returns the list's name; for a list without a name, its file's name.
func Title(r Roster) string { return cmp.Or(r.Name(), r.Document().File) }

// PointsText returns points, with the limit if there is one: "1990 of 2000 points".
func PointsText(points, limit int) string {
	if limit > 0 {
		return fmt.Sprintf("%d of %d points", points, limit)
	}
	return fmt.Sprintf("%d points", points)
}

// FigureCount returns the number of figures of a list made without points; 0 for a list with
// points.
func FigureCount(r Roster) int {
	figures := 0
	if f, ok := r.(fadRoster); ok {
		for _, c := range f.Army.List.Creations {
			figures += max(0, c.FiguresLeft)
		}
	}
	return figures
}

// CostText returns the price of a list: "1990 of 2000 points"; without points "14 figures".
func CostText(r Roster) string {
	if f, ok := r.(fadRoster); ok && f.Army.List.Method == fad.BasicCreation {
		return finding.CountText(FigureCount(r), "figure")
	}
	return PointsText(r.Points(), r.PointsLimit())
}

// UnitIDs lists the ids of a list's units in file order, including unknown units.
func UnitIDs(document *schema.Document) []string { return edit.IDs(document) }

// ActiveUnitIDs lists the ids of a list's units in file order, without the units that are set
// aside.
func ActiveUnitIDs(r Roster) []string {
	aside := r.SetAsideUnits()
	return slices.DeleteFunc(UnitIDs(r.Document()), func(id string) bool {
		return slices.ContainsFunc(aside, func(p Price) bool { return p.ID == id })
	})
}

// UnitAt returns the id of the unit in whose part of the file the finding is, or "". Comments and
// blank lines after an entry belong to it. A finding without a position belongs to the only unit
// that it names.
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

// BookNamesIn lists the names of army books in a list's file.
func BookNamesIn(document *schema.Document) []string {
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

// tableUnits holds a list's units as they appear on the table, with combined pairs as one unit, and
// as single units. They are made at the first use. Its address identifies a roster.
type tableUnits struct{ combinedUnits, singleUnits func() []table.Unit }

// newTableUnits returns the units of a list, made by the function at the first use.
func newTableUnits(units func() []table.Unit) *tableUnits {
	together := sync.OnceValue(func() []table.Unit { return slices.Clip(units()) })
	return &tableUnits{together, sync.OnceValue(func() []table.Unit { return slices.Clip(table.Flatten(together())) })}
}
