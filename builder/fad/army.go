package fad

import (
	"io/fs"
	"slices"

	"muster/builder/finding"
	"muster/catalog"
	"muster/catalog/fad"
	"muster/pricing"
	"muster/rules"
	fight "muster/rules/fad"
	"muster/schema"
)

// An Army is a list with the cost and the table profile of every unit, and all findings.
type Army struct {
	List          *List
	Units         []*Profile // in the order of the list's file
	SetAsideUnits []*Profile // units that are set aside: kept in the file, and ignored otherwise
	Points        int        // sum over all units with a price
	Findings      []finding.Finding
}

// Load reads a list in a folder and builds it. A *schema.Error says why a file
// cannot be used.
func Load(folder fs.FS, name string) (*Army, error) {
	document, err := schema.ReadFile(folder, name, "list/1")
	if err != nil {
		return nil, err
	}
	return LoadDocument(document, nil)
}

// LoadDocument builds an army from a document: a list, a single unit, each unit of a book, or
// typical targets with their rounding and house armoury. Books come from library. A *schema.Error
// says why the document cannot be used.
func LoadDocument(document *schema.Document, library *catalog.Library) (*Army, error) {
	var l *List
	var err error
	switch document.Kind {
	case "list/1":
		l, err = Read(document, library)
	case "book/1":
		book, err := library.Read(document.Path, document.Source)
		if err != nil {
			return nil, err
		}
		return ArmyOfBook(book)
	default:
		l, err = readUnits(document)
	}
	if err != nil {
		return nil, err
	}
	return Build(l), nil
}

// benchFile is typical targets, against which the units of a Fast and Dirty list
// are tried.
//
//schema:file bench/1.fad (Fast and Dirty)
type benchFile struct {
	System string `yaml:"system" schema:"required,only fad"` // the targets' game
	Name   string `yaml:"name" schema:"name"`                // what they are called
	// Rounding is whether the price of a target or of each figure is rounded.
	Rounding pricing.Rounding `yaml:"rounding"`
	// HouseFile is a house armoury's file, relative to this one.
	HouseFile string     `yaml:"armoury" schema:"1..300"`
	Targets   []fad.Unit `yaml:"-" schema:"key targets,required,1..60"` // the targets
}

// readUnits reads a file of one unit, or of typical targets.
func readUnits(document *schema.Document) (*List, error) {
	armoury, err := HouseArmoury(document)
	if err != nil {
		return nil, err
	}
	game, err := rules.Load(fad.SystemID)
	if err != nil {
		return nil, err
	}
	var file benchFile // a unit's file has the same beside the unit
	if err := document.Decode(&file); err != nil {
		return nil, err
	}
	l := &List{
		System: fad.SystemID, Game: game, File: document.File, Armoury: armoury, activeDocument: document,
		fullDocument: document,
		isSingleUnit: document.Kind == "unit/1",
		Rounding:     file.Rounding,
	}
	nodes := []schema.Node{document.Root()}
	if targets := document.At("targets"); targets.Exists() {
		nodes = nil
		for i := range targets.Len() {
			nodes = append(nodes, targets.Index(i))
		}
	}
	for _, n := range nodes {
		u, err := fad.ReadUnit(document.File, n)
		if err != nil {
			return nil, err
		}
		l.Units = append(l.Units, u)
	}
	return l, nil
}

// ArmyOfBook builds the units of a book, each with its minimum number of figures.
func ArmyOfBook(book *catalog.Book) (*Army, error) {
	armoury, err := fad.LoadArmoury()
	if err != nil {
		return nil, err
	}
	game, err := rules.Load(fad.SystemID)
	if err != nil {
		return nil, err
	}
	l := &List{
		System: fad.SystemID, Game: game, Name: book.Name, File: book.File, Armoury: armoury,
		activeDocument: book.Designs.Document, fullDocument: book.Designs.Document, SourceBook: book, Book: book.File,
	}
	for i := range book.Designs.Units {
		l.Units = append(l.Units, book.Designs.Units[i].SmallestUnit())
	}
	return Build(l), nil
}

// Build computes the costs, profiles and findings of a list.
func Build(l *List) *Army {
	army := &Army{List: l, Findings: l.Check()}
	for i := range l.Units {
		u := newProfile(l, i, &l.Units[i])
		army.Units = append(army.Units, u)
		army.Points += u.Price.Points
	}
	for i := range l.setAsideUnits {
		alone := l.WithOnlyUnit(l.setAsideUnits[i])
		army.SetAsideUnits = append(army.SetAsideUnits, newProfile(alone, 0, &alone.Units[0]))
	}
	return army
}

// WithUnit returns the army with a changed unit, for fights: the findings and points are not
// updated.
func (a *Army) WithUnit(u fad.Unit) *Army {
	list, now, i := *a.List, *a, a.List.Index(u.ID)
	list.Units, now.Units = slices.Clone(list.Units), slices.Clone(a.Units)
	list.Units[i], now.List = u, &list
	now.Units[i] = newProfile(&list, i, &list.Units[i])
	return &now
}

// WithSurvivors returns the profile of a unit of the list in the middle of a game; figures holds
// the number of survivors in each line of figures.
func (a *Army) WithSurvivors(u *Profile, figures []int) *Profile {
	left := a.Survivors(u, figures)
	if left == u.Unit {
		return u
	}
	profile := newProfile(a.List, a.List.Index(u.ID), left)
	profile.startFigures = u.Size()
	profile.loseCrew(u.Size() - profile.Size())
	return profile
}

// Survivors returns a unit as the list would state it in the middle of a game. It does less work
// than WithSurvivors, which returns a profile.
func (a *Army) Survivors(u *Profile, figures []int) *fad.Unit {
	if !u.Kind.HasFigures() || a.List.Index(u.ID) < 0 || len(figures) != len(u.Figures) {
		return u.Unit
	}
	left := *u.Unit
	left.Figures = slices.Clone(u.Figures)
	for j, n := range figures {
		left.Figures[j].Count = n
	}
	return &left
}

// Legal reports whether no finding is an error.
func (a *Army) Legal() bool { return finding.Legal(a.Findings) }

// Unit returns the unit with an id, or nil.
func (a *Army) Unit(id string) *Profile {
	for _, u := range a.Units {
		if u.ID == id {
			return u
		}
	}
	return nil
}

// A Report is a checked list for scripts.
type Report = finding.Report[UnitReport]

// A UnitReport is a unit for scripts. Armour is an id, or a vehicle's three ratings.
type UnitReport struct {
	ID        string         `json:"id"`
	Name      string         `json:"name"`
	BookUnit  string         `json:"unit,omitempty"` // id of the unit in its book
	Kind      fight.UnitKind `json:"kind"`
	Models    int            `json:"models"`
	Points    int            `json:"points"`
	Quality   string         `json:"quality"`
	Resolve   string         `json:"resolve"`
	Armour    any            `json:"armour"`
	Movement  string         `json:"movement,omitempty"`
	Crew      *int           `json:"crew,omitempty"`
	Capacity  int            `json:"capacity,omitempty"`
	Transport string         `json:"in,omitempty"` // id of its transport; "" for none
	Partner   string         `json:"partner,omitempty"`
	Rules     []string       `json:"rules"` // traits, by name
	People    []string       `json:"people,omitempty"`
	Powers    []string       `json:"powers,omitempty"`
	Weapons   []WeaponReport `json:"weapons"`
	SetAside  bool           `json:"aside,omitempty"` // it is set aside, and otherwise ignored
	// FireEffect lists the Fire Effect for each number of figures from full strength to one, if the
	// unit loses figures. Only `show` sets it.
	FireEffect []FireEffectStep `json:"fire_effect,omitempty"`
}

// A WeaponReport is a weapon as a unit has it; ranges are in inches.
type WeaponReport struct {
	Name       string   `json:"name"`
	Count      int      `json:"count"`
	Range      int      `json:"range"` // close range; medium is twice as far, long three times
	Damage     int      `json:"damage"`
	FireEffect int      `json:"fire_effect"`
	AP         int      `json:"ap"`
	Rules      []string `json:"rules"`
}

// Report writes the army for scripts.
func (a *Army) Report() Report {
	r := Report{
		File: a.List.File, Readable: true, Name: a.List.Name, System: a.List.System, Points: a.Points,
		PointsLimit: a.List.PointsLimit(),
		Legal:       a.Legal(), Units: []UnitReport{}, Findings: a.Findings, Books: a.List.BookReports(),
	}
	r.Fingerprint = a.List.fullDocument.Fingerprint(finding.BookFingerprints(r.Books)...)
	if r.Findings == nil {
		r.Findings = []finding.Finding{}
	}
	for _, u := range a.Units {
		r.Units = append(r.Units, u.Report())
	}
	for _, u := range a.SetAsideUnits {
		entry := u.Report()
		entry.SetAside = true
		r.Units, r.SetAsidePoints = append(r.Units, entry), r.SetAsidePoints+u.Price.Points
	}
	return r
}

// Report writes the unit for scripts.
func (u *Profile) Report() UnitReport {
	r := UnitReport{
		ID: u.ID, Name: u.Title(), Kind: u.Kind, Models: u.Size(), Points: u.Price.Points,
		Quality: u.Unit.Quality, Resolve: u.Unit.Resolve, Armour: u.Unit.Armour.ID,
		Transport: u.InTransport, Partner: u.PartnerID, Capacity: u.PassengerCapacity, Weapons: []WeaponReport{},
	}
	r.Rules, r.People, r.Powers = u.abilityNames()
	r.Rules = append([]string{}, r.Rules...)
	if u.Design != nil {
		r.BookUnit = u.Design.BaseUnit.ID
	}
	if u.Kind == fight.Vehicle {
		worn := u.Unit.Armour
		r.Armour = map[string]int{"front": worn.Front, "side": worn.Side, "rear": worn.Rear}
		r.Movement = u.Unit.Movement
		r.Crew = &u.Crew
	}
	for _, w := range u.Weapons {
		r.Weapons = append(r.Weapons, WeaponReport{
			Name: w.Name, Count: w.Count, Range: w.CloseRange, Damage: w.Damage, FireEffect: w.FireEffectBonus, AP: w.AP,
			Rules: append([]string{}, w.Notes...),
		})
	}
	return r
}
