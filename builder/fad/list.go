// Package fad builds forces for Fast and Dirty: it reads a list's file, judges whether it is
// legal, works out each unit's profile and the force's preparations before the game, and edits
// the file.
package fad

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog"
	"muster/catalog/fad"
	"muster/convert"
	"muster/pricing"
	"muster/rules"
	fight "muster/rules/fad"
	"muster/schema"
)

// A List is a force for Fast and Dirty. Its fields are those of its file.
//
//schema:file list/1.fad (Fast and Dirty)
type List struct {
	System  string      `yaml:"system" schema:"required,only fad"` // the list's game
	Name    string      `yaml:"name" schema:"name"`                // what the force is called
	Notes   string      `yaml:"notes" schema:"..4000"`             // the player's own notes
	Image   string      `yaml:"image" schema:"1..300"`             // a picture beside the list, PNG or JPEG; "" for none
	Points  int         `yaml:"points" schema:"points"`            // the agreed size. 0 if none is stated
	Folder  string      `yaml:"folder" schema:"1..60"`             // where the player keeps it among his lists
	Starred bool        `yaml:"star"`                              // a star, which puts the list before the player's others
	Colour  edit.Colour `yaml:"colour"`                            // a coloured mark, by which the player sorts lists
	// Method is how the force is made: points, or basic creation without points.
	Method Method `yaml:"method"`
	// Rounding is whether the price of a unit or of each figure is rounded.
	Rounding     pricing.Rounding `yaml:"rounding"`
	CommandStyle string           `yaml:"command-style" schema:"of styles"` // the commander's style. "" if none is chosen yet
	// HouseFile is a house armoury's file, relative to the list. "" for none.
	HouseFile string     `yaml:"armoury" schema:"1..300"`
	Book      string     `yaml:"book" schema:"1..300"`        // the book of units, by its id or its file. "" for none
	Platoons  []Platoon  `yaml:"platoons" schema:"..1000"`    // the platoons
	Entries   []entry    `yaml:"-" schema:"key units,..1000"` // the units
	Units     []fad.Unit `yaml:"-"`
	// for a list with basic creation: how the unit Units[i] was made, by i; nil for a list with
	// points
	Creations map[int]*Creation `yaml:"-"`
	Game      *rules.System     `yaml:"-"`

	// File is where the list was read from.
	File string `yaml:"-"`
	// Armoury is the built-in armoury with the changes of the house armoury.
	Armoury *fad.Armoury `yaml:"-"`
	// SourceBook is the book of units; nil without one.
	SourceBook *catalog.Book `yaml:"-"`

	fullDocument   *schema.Document
	activeDocument *schema.Document // the file without the units that are set aside
	setAsideUnits  []fad.Unit       // the units that are set aside: kept in the file, but ignored otherwise
	// warnings about entries of the file that name a unit that is set aside
	warningsAboutSetAside []finding.Finding
	isSingleUnit          bool // the document is a single unit (kind unit/1)
}

// Method is how a force is made.
type Method string

// Points makes a force from points, BasicCreation without them; "" stands for Points.
const (
	Points        Method = "points"
	BasicCreation Method = "basic"
)

// A Platoon is a group of squads and their commander, by the units' ids.
type Platoon struct {
	Name string `yaml:"name" schema:"name"` // what the platoon is called
	// Command is a unit's id, or a list of them: the command squad, and an officer
	// attached to it.
	Command fad.IDs  `yaml:"command"`
	Squads  []string `yaml:"squads" schema:"..1000,each id"` // the ids of its squads
}

// Label returns the platoon's name, or "platoon 2" for the second if it has none.
func (p *Platoon) Label(number int) string {
	return cmp.Or(p.Name, fmt.Sprintf("platoon %d", number))
}

// entry is a unit in a list's file: complete, or a unit of the book with the options chosen for it.
//
//schema:form {"if": {"required": ["unit"]}, "else": {"required": ["kind", "quality", "resolve"]}}
type entry struct {
	Unit       string   `yaml:"unit" schema:"id"` // the unit's id in the book
	SetAside   bool     `yaml:"aside"`            // it is set aside: it stays in the file, and counts for nothing
	StatedUnit fad.Unit `yaml:",inline" schema:"optional kind quality resolve"`
}

// Read reads a list from a document that fits its schema, with the house armoury and the book that
// it names. The error is a *schema.Error for an unusable file: a key that a kind of unit does not
// have, counts with basic creation, an invalid armoury, a missing book.
func Read(document *schema.Document, library *catalog.Library) (*List, error) {
	l := &List{File: document.File, fullDocument: document}
	document = l.withoutSetAside()
	l.activeDocument = document
	if err := document.Decode(l); err != nil {
		return nil, err
	}
	var err error
	if l.Game, err = rules.Load(l.System); err != nil {
		return nil, document.ProblemError("", err.Error(), "system")
	}
	armoury, err := HouseArmoury(document)
	if err != nil {
		return nil, err
	}
	l.Armoury = armoury
	if l.Book != "" {
		if library == nil {
			library = catalog.NewLibrary() // books that ship with muster or that a path names
		}
		if l.SourceBook, err = library.Book(l.Book, l.System, document.Path); err != nil {
			return nil, document.UnusableError(fmt.Sprintf("the book `%s`", l.Book), err, "book")
		}
		if l.SourceBook.Designs == nil { // though it says that lists of this game may use it
			return nil, document.ProblemError(catalog.CodeOtherGame, "the book's units are no designs of "+l.Game.Name, "book")
		}
	}
	var problems []schema.Problem
	units := document.At("units")
	for i := range units.Len() {
		u, err := l.unit(units.Index(i))
		if err != nil {
			problems = append(problems, document.ProblemsAt(units.Index(i), err)...)
		}
		l.Units = append(l.Units, u)
	}
	for units, i := l.fullDocument.At("units"), 0; i < units.Len(); i++ {
		if n := units.Index(i); edit.IsSetAside(n) {
			u, err := l.unit(n)
			if err != nil {
				problems = append(problems, document.ProblemsAt(n, err)...)
			}
			l.setAsideUnits = append(l.setAsideUnits, u)
		}
	}
	if l.Method == BasicCreation && problems == nil {
		problems = l.createFigures()
	}
	if problems != nil {
		return nil, &schema.Error{Problems: problems}
	}
	return l, nil
}

// withoutSetAside returns the list's file without the units that are set aside. References to these
// units are removed too, each with a warning.
func (l *List) withoutSetAside() *schema.Document {
	aside := map[string]bool{}
	units := l.fullDocument.At("units")
	for i := range units.Len() {
		if n := units.Index(i); edit.IsSetAside(n) {
			aside[n.Get("id").Text()] = true
		}
	}
	if len(aside) == 0 {
		return l.fullDocument
	}
	for i := range units.Len() {
		if n := units.Index(i); !edit.IsSetAside(n) {
			delete(aside, n.Get("id").Text()) // another unit has the id, and is meant
		}
	}
	return l.fullDocument.WithRoot(l.fullDocument.Root().Without(func(path []any, n schema.Node) bool {
		switch {
		case len(path) == 2 && path[0] == "units":
			return edit.IsSetAside(n)
		case !aside[n.Text()]:
			return false
		case len(path) == 3 && path[0] == "units" && (path[2] == "in" || path[2] == "partner"):
			l.warnSetAside(n, units.At(path[1], "id").Text(), path[2].(string))
		case len(path) > 2 && path[0] == "platoons" && (path[2] == "command" || path[2] == "squads"):
			l.warnSetAside(n, n.Text(), path[2].(string))
		default:
			return false
		}
		return true
	}))
}

// warnSetAside adds a warning that a unit or a platoon names a unit that is set aside.
func (l *List) warnSetAside(at schema.Node, unit, key string) {
	f := finding.SetAsideLink(unit, at.Text(), key)
	f.Line, f.Column = at.Line(), at.Column()
	l.warningsAboutSetAside = append(l.warningsAboutSetAside, f)
}

// unit reads a unit's entry.
func (l *List) unit(n schema.Node) (fad.Unit, error) {
	named := n.Get("unit")
	if !named.Exists() {
		return fad.ReadUnit(l.File, n)
	}
	if l.SourceBook == nil {
		return fad.Unit{}, l.valueError(named,
			"`%s` is a book's unit, and the list names no book; add `book: ID`", named.Text())
	}
	d := l.design(named.Text())
	if d == nil {
		return fad.Unit{}, l.valueError(named, "%s has no unit `%s`%s", l.SourceBook.Name, named.Text(),
			schema.DidYouMean(named.Text(), l.SourceBook.UnitIDs()))
	}
	return d.ReadListUnit(l.File, n)
}

// IsCurrent reports whether the list's book has not changed since the list was read.
func (l *List) IsCurrent(library *catalog.Library) bool {
	if l.SourceBook == nil {
		return true
	}
	book, err := library.Book(l.Book, l.System, l.activeDocument.Path)
	return err == nil && book == l.SourceBook
}

// BookReports returns the list's book for scripts, if it has one.
func (l *List) BookReports() []finding.Book {
	if l.SourceBook == nil {
		return []finding.Book{}
	}
	b := l.SourceBook
	return []finding.Book{{
		ID: b.ID, Name: b.Name, Version: b.Version, StatedVersion: l.missingVersion(), Digest: b.Digest(), File: b.File,
	}}
}

// missingVersion returns the version that the list states, if its book has another version, else
// "".
func (l *List) missingVersion() string {
	if _, version := catalog.SplitVersionedID(l.Book); l.SourceBook != nil && !catalog.IsPath(l.Book) &&
		version != l.SourceBook.Version {
		return version
	}
	return ""
}

// design returns the unit of the list's book with an id, or nil.
func (l *List) design(id string) *fad.Design {
	if l.SourceBook == nil {
		return nil
	}
	return l.SourceBook.Designs.Find(id)
}

// kindOf returns the kind of the unit that an entry states.
func (l *List) kindOf(n schema.Node) fight.UnitKind {
	if d := l.design(n.Get("unit").Text()); d != nil {
		return d.BaseUnit.Kind
	}
	return fight.UnitKind(n.Get("kind").Text())
}

// valueError returns the error for a value in the file.
func (l *List) valueError(at schema.Node, format string, args ...any) error {
	return &schema.Error{Problems: []schema.Problem{l.activeDocument.ProblemAt(at, format, args...)}}
}

// CodeArmourySent is the code of the warning that a list was sent together with a house armoury, by
// which it is judged.
const CodeArmourySent = "armoury/sent"

// A SentListFolder is the folder of a list that was sent together with its house armoury.
type SentListFolder struct{ fs.FS }

// HouseArmoury returns the armoury of a document: the built-in one, with the changes in the file
// under the document's key `armoury`, relative to the document.
func HouseArmoury(document *schema.Document) (*fad.Armoury, error) {
	overlay, err := ReadHouseArmoury(document)
	if err != nil {
		return nil, err
	}
	if overlay == nil {
		return fad.LoadArmoury()
	}
	return fad.LoadArmoury(overlay)
}

// ReadHouseArmoury reads the file of the house armoury that a document names, relative to the
// document's file; nil if it names none.
func ReadHouseArmoury(document *schema.Document) (*schema.Document, error) {
	house := document.At("armoury")
	if !house.Exists() {
		return nil, nil
	}
	if document.Path.Folder == nil { // somebody sent it
		return nil, document.ProblemError(schema.CodeOutsideFolders, fmt.Sprintf("the house armoury `%s` is the player's own and is not believed: a cup judges with its own armoury; take the line out, and what only this armoury has", house.Text()), "armoury")
	}
	place, err := document.Path.Resolve(house.Text())
	var overlay *schema.Document
	if err == nil {
		overlay, err = place.ReadUntrusted("armoury/1")
	}
	if err != nil {
		return nil, document.UnusableError(fmt.Sprintf("the armoury `%s`", house.Text()), err, "armoury")
	}
	return overlay, nil
}

// Document returns the file that the list was read from, with the units that are set aside.
func (l *List) Document() *schema.Document { return l.fullDocument }

// Entry returns the i-th unit's entry in the file.
func (l *List) Entry(i int) schema.Node { return l.activeDocument.At("units", i) }

// IDs lists the ids of the units in the order of the file.
func (l *List) IDs() []string {
	return convert.All(l.Units, func(u fad.Unit) string { return u.ID })
}

// Index returns the index of the first unit with an id, or -1.
func (l *List) Index(id string) int {
	for i := range l.Units {
		if l.Units[i].ID == id {
			return i
		}
	}
	return -1
}

// Unit returns the first unit with an id, or nil.
func (l *List) Unit(id string) *fad.Unit {
	if i := l.Index(id); i >= 0 {
		return &l.Units[i]
	}
	return nil
}

// Price prices a unit of the list with the list's rounding; see pricing.PriceUnit.
func (l *List) Price(u *fad.Unit) (pricing.Price, error) {
	return pricing.PriceUnit(l.Armoury, u, l.Rounding)
}

// TotalCost returns the cost of all units; units with unknown ids have no price and count 0.
func (l *List) TotalCost() int {
	total := 0
	for i := range l.Units {
		if price, err := l.Price(&l.Units[i]); err == nil {
			total += price.Points
		}
	}
	return total
}

// PointsLimit returns the agreed size; 0 if none is stated or the force is made without points.
func (l *List) PointsLimit() int {
	if l.Method == BasicCreation {
		return 0
	}
	return l.Points
}

// PartnerIndex returns the index of the i-th unit's partner: the unit that it names, else the first
// unit that names it; -1 for none.
func (l *List) PartnerIndex(i int) int {
	u := &l.Units[i]
	if u.PartnerID != "" && u.PartnerID != u.ID {
		return l.Index(u.PartnerID)
	}
	return slices.IndexFunc(l.Units, func(o fad.Unit) bool { return o.PartnerID == u.ID && o.ID != u.ID })
}

// Officer returns the character with the i-th unit: in a vehicle's crew, or attached to the first
// squad or team of a platoon's command. It is nil if there is none.
func (l *List) Officer(i int) *fad.Unit {
	u := &l.Units[i]
	if l.Index(u.ID) != i {
		return nil
	}
	if u.Kind == fight.Vehicle {
		for j := range l.Units {
			if o := &l.Units[j]; o.InTransport == u.ID && o.Kind == fight.Character && u.CrewSize(l.Armoury) > 0 {
				return o
			}
		}
		return nil
	}
	if !u.Kind.HasFigures() {
		return nil
	}
	for _, p := range l.Platoons {
		first := slices.IndexFunc(p.Command, func(id string) bool {
			o := l.Unit(id)
			return o != nil && o.Kind.HasFigures()
		})
		if first < 0 || p.Command[first] != u.ID {
			continue
		}
		for _, id := range slices.Concat(p.Command, p.Squads) {
			if o := l.Unit(id); o != nil && o.Kind == fight.Character && o.InTransport == u.InTransport {
				return o
			}
		}
	}
	return nil
}
