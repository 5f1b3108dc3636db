// Package fad holds the armoury of Fast and Dirty, with weapons, armour, traits and
// personalities, and the units made from it.
package fad

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	data "muster/catalog/data/fad"
	fight "muster/rules/fad"
	"muster/rules/words"
	"muster/schema"
)

// An Armoury is the set of tables from which units of Fast and Dirty are made. The built-in armoury is
// shared; callers must not change it. A house armoury adds entries, or changes built-in ones by id.
// The tag `needs:"…"` names the required keys of a new entry; `new:"no"` marks tables without new
// entries.
//
//schema:file armoury/1
type Armoury struct {
	Name           string              `yaml:"name" schema:"required,name"` // the armoury's name
	Qualities      Table[Quality]      `yaml:"qualities" needs:"multiplier test pin" new:"no"`
	Resolves       Table[Resolve]      `yaml:"resolves" needs:"modifier breaks hits" new:"no"`
	UnitKinds      Table[UnitKind]     `yaml:"kinds" needs:"base" new:"no"`
	LeaderLevels   Table[LeaderLevel]  `yaml:"leaders" needs:"points" new:"no"`
	Leaderships    Table[Leadership]   `yaml:"leaderships" needs:"points" new:"no"`
	Aptitudes      Table[Aptitude]     `yaml:"aptitudes" needs:"points" new:"no"`
	Movements      Table[Movement]     `yaml:"movements" needs:"cautious standard" new:"no"`
	CommandStyles  Table[CommandStyle] `yaml:"styles" needs:"depth" new:"no"`
	Missions       Table[Mission]      `yaml:"missions" needs:"summary"`
	BasicWeapons   Table[Weapon]       `yaml:"basic-weapons" needs:"range damage points"` // in the order of basic creation
	SupportWeapons Table[Weapon]       `yaml:"support-weapons" needs:"range damage points"`
	HeavyWeapons   Table[Weapon]       `yaml:"heavy-weapons" needs:"range damage points"`
	Armours        Table[Armour]       `yaml:"armours" needs:"rating points"` // in the order of basic creation
	Personalities  Table[Personality]  `yaml:"personalities" needs:"summary"`
	Powers         Table[Power]        `yaml:"powers" needs:"summary"`
	// traits of every kind of unit but vehicles
	InfantryTraits Table[Trait]      `yaml:"infantry-traits" needs:"multiplier summary"`
	VehicleTraits  Table[Trait]      `yaml:"vehicle-traits" needs:"multiplier summary"`
	GameLengths    Table[GameLength] `yaml:"lengths" needs:"turns"`
	// notes on steps before the game
	PreparationNotes Table[Note] `yaml:"before-notes" needs:"summary"`
	// notes on things that only scenarios use
	ScenarioNotes Table[Note] `yaml:"scenario-notes" needs:"summary"`
	// EqualDrawMissionID is the mission of both sides if they draw the same one.
	EqualDrawMissionID string          `yaml:"same-mission" schema:"id"`
	Organisation       Organisation    `yaml:"organisation"`                    // sizes of platoons and companies
	Preparations       Preparations    `yaml:"before"`                          // recon points and dummy markers before the game
	VehicleArmours     []VehicleArmour `yaml:"vehicle-armours" schema:"..1000"` // by rating, lowest first
}

// An armouryField is a field of Armoury, with its tags.
type armouryField struct {
	fileKey           string   // the field's key in files
	requiredKeys      []string // required keys of a new entry
	refusesNewEntries bool     // the table takes no new entries
	fieldPointer      any      // a pointer to the field
}

func (a *Armoury) fields() []armouryField {
	v := reflect.ValueOf(a).Elem()
	all := make([]armouryField, v.NumField())
	for i := range all {
		tag, value := v.Type().Field(i).Tag, v.Field(i).Addr().Interface()
		all[i] = armouryField{tag.Get("yaml"), strings.Fields(tag.Get("needs")), tag.Get("new") == "no", value}
	}
	return all
}

// An entryTable is a Table with entries of any type.
type entryTable interface {
	IDs() []string
	// merges the field's part of a file into the table
	merge(d *schema.Document, s armouryField) []schema.Problem
	copyEntries() // copies the entries, so that they can be changed
}

// LoadArmoury returns the built-in armoury, or a copy of it merged with house armouries (kind
// armoury/1) in order. An entry with a known id changes the fields that it states; any other entry
// is added at the end of its table. The error is a *schema.Error with the position of every
// problem.
func LoadArmoury(extra ...*schema.Document) (*Armoury, error) {
	base, err := readBuiltInArmoury()
	if err != nil || len(extra) == 0 {
		return base, err
	}
	a := base.clone()
	for _, document := range extra {
		if err := a.mergeHouseArmoury(document); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// readBuiltInArmoury reads the armoury files that ship with muster, concurrently. It skips the
// checks of mergeHouseArmoury; tests make them.
var readBuiltInArmoury = sync.OnceValues(func() (*Armoury, error) {
	names, err := fs.Glob(data.Files, "*.yaml")
	if err != nil {
		return nil, err
	}
	documents, failed := make([]*schema.Document, len(names)), make([]error, len(names))
	var all sync.WaitGroup
	for i, name := range names {
		all.Go(func() {
			text, err := data.Files.ReadFile(name)
			if err == nil {
				documents[i], err = schema.ReadTrusted("catalog/data/fad/"+name, text, "armoury/1")
			}
			failed[i] = err
		})
	}
	all.Wait()
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	a := new(Armoury)
	for _, document := range documents {
		if problems := a.merge(document); problems != nil {
			return nil, &schema.Error{Problems: problems}
		}
	}
	return a, nil
})

// mergeHouseArmoury merges a house armoury, a player's own changes of the built-in one, into a.
func (a *Armoury) mergeHouseArmoury(document *schema.Document) error {
	problems := a.checkNewEntries(document)
	if problems == nil {
		problems = a.merge(document)
	}
	if problems == nil {
		problems = a.checkIDs(document)
	}
	if problems != nil {
		return &schema.Error{Problems: problems}
	}
	return nil
}

// checkNewEntries reports new entries in tables with refusesNewEntries, such as levels of Quality
// and kinds of units: a house armoury can change them but not add any, since files can only use the
// built-in ones.
func (a *Armoury) checkNewEntries(d *schema.Document) (problems []schema.Problem) {
	for _, s := range a.fields() {
		if !s.refusesNewEntries {
			continue
		}
		list, ids := d.Root().Get(s.fileKey), s.fieldPointer.(entryTable).IDs()
		for i := range list.Len() {
			if id := list.At(i, "id"); !slices.Contains(ids, id.Text()) {
				problems = append(problems, d.ProblemAt(id,
					"`%s` is new in %s, where a house armoury only changes what is there: %s",
					id.Text(), s.fileKey, strings.Join(ids, ", ")))
			}
		}
	}
	return problems
}

func (a *Armoury) merge(d *schema.Document) (problems []schema.Problem) {
	for _, s := range a.fields() {
		switch value := s.fieldPointer.(type) {
		case entryTable:
			problems = append(problems, value.merge(d, s)...)
		case *[]VehicleArmour:
			problems = append(problems, a.mergeVehicleArmours(d)...)
		default:
			node := d.Root().Get(s.fileKey)
			if err := node.Decode(value); err != nil {
				problems = append(problems,
					d.ProblemAt(node, "`%s`: %s", s.fileKey, strings.TrimPrefix(err.Error(), "yaml: ")))
			}
		}
	}
	a.setWeaponClasses(d, &problems)
	return problems
}

// merge merges a part of a file into a table. A new entry must have a name and the field's required
// keys, or it would be priced or printed wrongly.
func (t *Table[T]) merge(d *schema.Document, s armouryField) (problems []schema.Problem) {
	list := d.Root().Get(s.fileKey)
	for i := range list.Len() {
		node := list.Index(i)
		id := node.Get("id").Text()
		at, known := t.indexByID[id]
		if !known {
			for _, key := range append([]string{"name"}, s.requiredKeys...) {
				if !node.Get(key).Exists() {
					problems = append(problems, d.ProblemAt(node,
						"`%s` is new in %s and needs `%s`%s", id, s.fileKey, key, schema.DidYouMean(id, t.IDs())))
				}
			}
			at = t.add(id)
		}
		if err := node.Decode(&t.rows[at]); err != nil {
			problems = append(problems, d.ProblemAt(node, "`%s`: %s", id, strings.TrimPrefix(err.Error(), "yaml: ")))
		}
		if row, ok := any(&t.rows[at]).(interface{ entry() *Entry }); ok {
			row.entry().Source = entrySource(d, node, row.entry().Source)
		}
	}
	return problems
}

// entrySource returns the source of an entry's figures: the stated source; else the name of the
// document's armoury or, for a changed entry, its source before with a note.
func entrySource(d *schema.Document, node schema.Node, before string) string {
	armoury := d.Root().Get("name").Text()
	switch stated := node.Get("source"); {
	case stated.Exists():
		return stated.Text()
	case before == "":
		return armoury
	}
	return fmt.Sprintf("%s (changed in %s)", before, armoury)
}

func (a *Armoury) mergeVehicleArmours(d *schema.Document) (problems []schema.Problem) {
	list := d.Root().Get("vehicle-armours")
	for i := range list.Len() {
		node := list.Index(i)
		rating := node.Get("rating").Int()
		at := slices.IndexFunc(a.VehicleArmours, func(row VehicleArmour) bool { return row.Rating == rating })
		if at < 0 {
			at = len(a.VehicleArmours)
			a.VehicleArmours = append(a.VehicleArmours, VehicleArmour{})
		}
		if err := node.Decode(&a.VehicleArmours[at]); err != nil {
			problems = append(problems, d.ProblemAt(node,
				"rating %d: %s", rating, strings.TrimPrefix(err.Error(), "yaml: ")))
		}
		a.VehicleArmours[at].Source = entrySource(d, node, a.VehicleArmours[at].Source)
	}
	slices.SortStableFunc(a.VehicleArmours, func(x, y VehicleArmour) int { return x.Rating - y.Rating })
	return problems
}

// setWeaponClasses sets every weapon's class, and reports each id that two classes have.
func (a *Armoury) setWeaponClasses(d *schema.Document, problems *[]schema.Problem) {
	seen := map[string]WeaponClass{}
	for _, c := range []struct {
		class WeaponClass
		table *Table[Weapon]
	}{{BasicWeapon, &a.BasicWeapons}, {SupportWeapon, &a.SupportWeapons}, {HeavyWeapon, &a.HeavyWeapons}} {
		for i := range c.table.rows {
			w := &c.table.rows[i]
			w.Class = c.class
			if other, twice := seen[w.ID]; twice {
				*problems = append(*problems, d.ProblemAt(d.Root(),
					"`%s` cannot be a %s weapon: it is a %s weapon already; choose another id", w.ID, c.class, other))
			}
			seen[w.ID] = c.class
		}
	}
}

func (a *Armoury) checkIDs(d *schema.Document) (problems []schema.Problem) {
	check := func(node schema.Node, what string, known []string) {
		var names []schema.Node
		for i := range node.Len() {
			names = append(names, node.Index(i))
		}
		if !node.IsList() {
			names = []schema.Node{node}
		}
		for _, n := range names {
			if id := n.Text(); n.Exists() && !slices.Contains(known, id) {
				problems = append(problems,
					d.ProblemAt(n, "there is no %s `%s`%s", what, id, schema.DidYouMean(id, known)))
			}
		}
	}
	infantry, vehicle := a.InfantryTraits.IDs(), a.VehicleTraits.IDs()
	for section, own := range map[string][]string{"infantry-traits": infantry, "vehicle-traits": vehicle} {
		list := d.Root().Get(section)
		for i := range list.Len() {
			check(list.At(i, "includes"), "trait", own)
			check(list.At(i, "opposes"), "trait", own)
			check(list.At(i, "bars"), "trait", slices.Concat(infantry, vehicle))
			check(list.At(i, "wants", "in-list"), "trait", infantry)
			check(list.At(i, "wants", "partner-trait"), "trait", infantry)
		}
	}
	for i := range d.At("styles").Len() {
		missions := d.At("styles", i, "missions")
		for j := range missions.Len() {
			_, mission := missions.Entry(j)
			check(mission, "mission", a.Missions.IDs())
		}
	}
	check(d.At("same-mission"), "mission", a.Missions.IDs())
	for i := range d.At("kinds").Len() {
		check(d.At("kinds", i, "weapon"), "weapon", a.WeaponIDs())
	}
	for section, effects := range map[string]func(id string) []fight.Effect{
		"armours":         func(id string) []fight.Effect { return a.Armours.Find(id).Effects },
		"personalities":   func(id string) []fight.Effect { return a.Personalities.Find(id).Effects },
		"powers":          func(id string) []fight.Effect { return a.Powers.Find(id).Effects },
		"infantry-traits": func(id string) []fight.Effect { return a.InfantryTraits.Find(id).Effects },
		"vehicle-traits":  func(id string) []fight.Effect { return a.VehicleTraits.Find(id).Effects },
	} {
		for i := range d.At(section).Len() {
			stated, id := d.At(section, i, "effects"), d.At(section, i, "id").Text()
			if !stated.Exists() {
				continue
			}
			problems = append(problems, words.CheckEffects(
				fight.Words, d, effects(id), words.RuleInfo{Name: id}, section, i, "effects")...)
			for j := range stated.Len() {
				check(stated.At(j, "when", "enemy-without"), "trait", slices.Concat(infantry, vehicle))
			}
		}
	}
	return problems
}

func (a *Armoury) clone() *Armoury {
	c := *a
	c.VehicleArmours = slices.Clone(a.VehicleArmours)
	for _, s := range c.fields() {
		if table, ok := s.fieldPointer.(entryTable); ok {
			table.copyEntries()
		}
	}
	return &c
}

// Weapon returns a weapon of any class, or nil.
func (a *Armoury) Weapon(id string) *Weapon {
	return cmp.Or(a.BasicWeapons.Find(id), a.SupportWeapons.Find(id), a.HeavyWeapons.Find(id))
}

// WeaponIDs returns the ids of all weapons: basic, support, heavy.
func (a *Armoury) WeaponIDs() []string {
	return slices.Concat(a.BasicWeapons.IDs(), a.SupportWeapons.IDs(), a.HeavyWeapons.IDs())
}

// Traits returns the table of traits for a kind of unit: the vehicles' traits, or the
// infantry's for every other kind (docs/rules-notes.md, Fast and Dirty).
func (a *Armoury) Traits(kind fight.UnitKind) *Table[Trait] {
	if kind == fight.Vehicle {
		return &a.VehicleTraits
	}
	return &a.InfantryTraits
}

// Trait returns a trait for a kind of unit. own is false if only the table of other kinds has the
// trait. It returns nil if no table has it.
func (a *Armoury) Trait(kind fight.UnitKind, id string) (t *Trait, own bool) {
	if t := a.Traits(kind).Find(id); t != nil {
		return t, true
	}
	return cmp.Or(a.InfantryTraits.Find(id), a.VehicleTraits.Find(id)), false
}

// TraitsInText returns the traits for a kind of unit whose names occur in a text.
func (a *Armoury) TraitsInText(kind fight.UnitKind, text string) (named []*Trait) {
	words := func(text string) string { // with spaces between and around them
		return " " + strings.Map(func(r rune) rune {
			if r == '-' || unicode.IsLetter(r) {
				return r
			}
			return ' '
		}, text) + " "
	}
	whole, traits := words(text), a.Traits(kind).All()
	for i := range traits {
		if name := traits[i].Name; strings.Contains(text, name) && strings.Contains(whole, words(name)) {
			named = append(named, &traits[i])
		}
	}
	return named
}

// WithIncludedTraits returns the traits with the ids, each followed by the traits that it includes,
// without repeats. It leaves out unknown ids.
func (a *Armoury) WithIncludedTraits(kind fight.UnitKind, ids []string) []*Trait {
	var all []*Trait
	var add func(id string)
	add = func(id string) {
		t, _ := a.Trait(kind, id)
		if t == nil || slices.Contains(all, t) {
			return
		}
		all = append(all, t)
		for _, included := range t.IncludedTraits {
			add(included)
		}
	}
	for _, id := range ids {
		add(id)
	}
	return all
}

// VehicleArmour returns the row of the table for the armour rating of a vehicle's side.
func (a *Armoury) VehicleArmour(rating int) VehicleArmour {
	row := a.VehicleArmours[0]
	for _, r := range a.VehicleArmours {
		if r.Rating <= rating {
			row = r
		}
	}
	return row
}

// IsArmoured reports whether the side of a vehicle with the rating is armoured. An unarmoured side
// uses the lowest row of the table.
func (a *Armoury) IsArmoured(rating int) bool {
	return a.VehicleArmour(rating).Rating > a.VehicleArmours[0].Rating
}

// A Table is one table of the armoury, in its printed order.
//
//schema:form {"maxItems": 1000}
type Table[T any] struct {
	rows      []T
	ids       []string
	indexByID map[string]int
}

// Find returns the entry with an id, or nil.
func (t *Table[T]) Find(id string) *T {
	if i, ok := t.indexByID[id]; ok {
		return &t.rows[i]
	}
	return nil
}

// Index returns the index of an id in the table, or -1.
func (t *Table[T]) Index(id string) int {
	if i, ok := t.indexByID[id]; ok {
		return i
	}
	return -1
}

// All returns every entry, in order.
func (t *Table[T]) All() []T { return t.rows }

// IDs returns every id, in order.
func (t *Table[T]) IDs() []string { return t.ids }

func (t *Table[T]) add(id string) int {
	if t.indexByID == nil {
		t.indexByID = map[string]int{}
	}
	var row T
	t.rows, t.ids = append(t.rows, row), append(t.ids, id)
	t.indexByID[id] = len(t.rows) - 1
	return len(t.rows) - 1
}

func (t *Table[T]) copyEntries() {
	t.rows, t.ids, t.indexByID = slices.Clone(t.rows), slices.Clone(t.ids), maps.Clone(t.indexByID)
}
