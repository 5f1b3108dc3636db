package fad

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"muster/convert"
	"muster/report"
	fight "muster/rules/fad"
	"muster/schema"
)

// A Unit is one unit of a Fast and Dirty force from a list or a file of its own, with
// the defaults of its kind filled in. Its ids refer to the armoury.
type Unit struct {
	ID    string         `yaml:"id,omitempty" schema:"required,id"` // unique in the list
	Name  string         `yaml:"name,omitempty" schema:"name"`      // the player's own name
	Notes string         `yaml:"notes,omitempty" schema:"..4000"`   // the player's own notes
	Image string         `yaml:"image,omitempty" schema:"1..300"`   // a picture beside the list, PNG or JPEG
	Kind  fight.UnitKind `yaml:"kind" schema:"required"`            // the kind of unit
	// Movement is a vehicle's way of moving. "" is a vehicle that cannot move.
	Movement string `yaml:"movement,omitempty" schema:"of movements"`
	// Quality is its training: rabble, conscript, regular or elite.
	Quality string `yaml:"quality,omitempty" schema:"required,of qualities"`
	// Resolve is its will to fight: reluctant, uncertain, steady or determined.
	Resolve string `yaml:"resolve,omitempty" schema:"required,of resolves"`
	// Armour is a figure's armour by its id (light), or a vehicle's ratings {front:
	// 8, side: 7, rear: 6}.
	Armour     UnitArmour `yaml:"armour"`
	CrewWeapon string     `yaml:"heavy,omitempty" schema:"id"` // the crew's weapon of a team or artillery
	// Figures are the figures; equal figures have one entry with their count. A team's figures are
	// its crew.
	Figures            []Figure `yaml:"figures,omitempty" layout:"lines" schema:"..1000"`
	SingleFigureWeapon string   `yaml:"weapon,omitempty" schema:"id"` // a single figure's weapon
	// VehicleWeapons are a vehicle's weapons, in order and possibly repeated.
	VehicleWeapons []string `yaml:"weapons,omitempty" schema:"..1000,each id"`
	// a vehicle's crew. Nil for one member for each weapon, and at least one
	CrewCount         *int `yaml:"crew,omitempty" schema:"0..1000"`
	PassengerCapacity int  `yaml:"capacity,omitempty" schema:"0..1000"` // passengers that a vehicle can carry

	// Leadership is a character's leadership.
	Leadership string `yaml:"leadership,omitempty" schema:"of leaderships"`
	// Specialisation is the branch that a character leads.
	Specialisation string `yaml:"specialisation,omitempty" schema:"only infantry gunnery cavalry"`
	// Aptitude is a psionic's aptitude.
	Aptitude string `yaml:"aptitude,omitempty" schema:"of aptitudes"`
	// PsionicStrength is a psionic's strength points.
	PsionicStrength int      `yaml:"strength,omitempty" schema:"1..1000"`
	Powers          []string `yaml:"powers,omitempty" schema:"..1000,each id"` // a psionic's powers
	// Personalities are a single figure's personalities. The personalities of a squad are in
	// Figures.
	Personalities []string   `yaml:"personalities,omitempty" schema:"..1000,each id"`
	Traits        []TraitUse `yaml:"traits,omitempty" schema:"..1000"` // its traits, by id

	SentOnRecon bool   `yaml:"recon,omitempty"`               // it is sent on recon before the game
	InTransport string `yaml:"in,omitempty" schema:"id"`      // the id of the unit that it rides in
	PartnerID   string `yaml:"partner,omitempty" schema:"id"` // the id of the unit that it is paired with

	// Design is the unit's design in its book; nil for a unit without a book.
	Design *Design `yaml:"-"`
}

// Defaults of keys that a file may leave out (docs/file-formats.md).
const (
	defaultArmour          = "light"
	defaultWeapon          = "none"
	defaultLeadership      = "novice"
	defaultAptitude        = "marginal"
	defaultPsionicStrength = 3
)

// Figure is one or more equal figures.
type Figure struct {
	Count       int    `yaml:"count,omitempty" schema:"1..1000"`     // the number of these figures
	Weapon      string `yaml:"weapon" schema:"id"`                   // the weapon of each of these figures
	LeaderLevel string `yaml:"leader,omitempty" schema:"of leaders"` // the squad leader's experience
	// Personalities are the personalities of each of these figures.
	Personalities []string `yaml:"personalities,omitempty" schema:"..1000,each id"`
}

// UnitArmour is a unit's armour: an id for figures, three ratings for a vehicle.
//
//schema:form {"type": ["string", "object"], "minLength": 1}
type UnitArmour struct {
	ID    string `yaml:"-"`                             // the armour's id; "" for a vehicle
	Front int    `yaml:"front" schema:"required,0..12"` // the rating in front
	Side  int    `yaml:"side" schema:"required,0..12"`  // the rating of each side
	Rear  int    `yaml:"rear" schema:"required,0..12"`  // the rating of the rear, top and underside
}

// UnmarshalYAML decodes an id or three ratings.
func (w *UnitArmour) UnmarshalYAML(decode func(any) error) error {
	*w = UnitArmour{}
	if decode(&w.ID) == nil {
		return nil
	}
	return decode((*plainUnitArmour)(w))
}

// MarshalYAML returns an id or three ratings.
func (w *UnitArmour) MarshalYAML() (any, error) {
	if w.ID != "" {
		return w.ID, nil
	}
	return (*plainUnitArmour)(w), nil
}

// plainUnitArmour is UnitArmour without its methods.
type plainUnitArmour UnitArmour

// TraitUse is a trait of a unit: its id, or {trait: ID, weapons: [1]} with the weapons that it
// applies to and their direction, or {trait: ID, gives: TRAIT}.
//
//schema:form {"type": ["string", "object"], "minLength": 1, "maxLength": 80}
type TraitUse struct {
	ID string `yaml:"trait" schema:"required,id"` // the trait's id
	// the weapons that it applies to, counted from 1
	WeaponNumbers []int  `yaml:"weapons,omitempty" schema:"1..1000,each 1..1000"`
	LentTrait     string `yaml:"gives,omitempty" schema:"id"` // the trait that it lends
	// Direction is the direction in which these weapons fire.
	Direction Direction `yaml:"direction,omitempty"`
}

// Direction is a direction from a vehicle, as written in files.
type Direction string

// The directions from a vehicle.
const (
	FrontSide Direction = "front"
	LeftSide  Direction = "left"
	RightSide Direction = "right"
	RearSide  Direction = "rear"
)

// UnmarshalYAML decodes an id, or a mapping with weapons or the trait that it lends.
func (t *TraitUse) UnmarshalYAML(decode func(any) error) error {
	*t = TraitUse{}
	if decode(&t.ID) == nil {
		return nil
	}
	return decode((*plainTraitUse)(t))
}

// MarshalYAML returns an id, or a mapping with weapons or the trait that it lends.
func (t *TraitUse) MarshalYAML() (any, error) {
	if len(t.WeaponNumbers) == 0 && t.LentTrait == "" && t.Direction == "" {
		return t.ID, nil
	}
	return (*plainTraitUse)(t), nil
}

// plainTraitUse is TraitUse without its methods.
type plainTraitUse TraitUse

// keysOfSomeUnitKinds lists the keys that only some kinds of units have, each with these kinds.
var keysOfSomeUnitKinds = []struct {
	key   string
	kinds []fight.UnitKind
}{
	{"figures", []fight.UnitKind{fight.Infantry, fight.HeavyWeapons, fight.Artillery}},
	{"heavy", []fight.UnitKind{fight.HeavyWeapons, fight.Artillery}},
	{"weapon", []fight.UnitKind{fight.Character, fight.Psionic, fight.Sniper}},
	{"personalities", []fight.UnitKind{fight.Character, fight.Psionic, fight.Sniper}},
	{"leadership", []fight.UnitKind{fight.Character}},
	{"specialisation", []fight.UnitKind{fight.Character}},
	{"aptitude", []fight.UnitKind{fight.Psionic}},
	{"strength", []fight.UnitKind{fight.Psionic}},
	{"powers", []fight.UnitKind{fight.Psionic}},
	{"movement", []fight.UnitKind{fight.Vehicle}},
	{"weapons", []fight.UnitKind{fight.Vehicle}},
	{"crew", []fight.UnitKind{fight.Vehicle}},
	{"capacity", []fight.UnitKind{fight.Vehicle}},
}

// ReadUnit reads a unit from a node of a document. It returns a *schema.Error for a key
// that does not belong to the unit's kind and for a missing key.
func ReadUnit(file string, n schema.Node) (Unit, error) { return loadUnit(file, n, nil) }

// loadUnit reads a unit. With a design d, the unit starts as a copy of the design's unit; d may be
// nil.
func loadUnit(file string, n schema.Node, d *Design) (Unit, error) {
	var u Unit
	kind := fight.UnitKind(n.Get("kind").Text())
	if d != nil {
		u = d.BaseUnit
		u.ID, u.Design, kind = "", d, u.Kind
		u.Traits, u.VehicleWeapons, u.Powers = nil, nil, nil // the entry adds to them
		if u.CrewCount != nil {
			crew := *u.CrewCount
			u.CrewCount = &crew
		}
		if n.Get("figures").Exists() {
			u.Figures = nil
		}
	}
	if problems := checkKeys(file, n, kind, d); problems != nil {
		return u, &schema.Error{Problems: problems}
	}
	if err := n.Decode(&u); err != nil {
		return u, fmt.Errorf("%s: %w", file, err)
	}
	if d != nil {
		u.Traits = append(slices.Clip(d.BaseUnit.Traits), u.Traits...)
		u.VehicleWeapons = append(slices.Clip(d.BaseUnit.VehicleWeapons), u.VehicleWeapons...)
		u.Powers = append(slices.Clip(d.BaseUnit.Powers), u.Powers...)
		for i := range u.Figures {
			if f := &u.Figures[i]; f.Weapon == "" {
				f.Weapon = d.OrdinaryWeapons()[0]
			}
		}
	}
	u.fillDefaults(n)
	return u, nil
}

// checkKeys returns a problem for each key that a unit of the kind cannot have, and for each
// missing key that it must have.
func checkKeys(file string, n schema.Node, kind fight.UnitKind, d *Design) (problems []schema.Problem) {
	report := func(at schema.Node, format string, args ...any) {
		problems = append(problems, schema.Problem{
			File: file, Line: at.Line(), Column: at.Column(), Message: fmt.Sprintf(format, args...),
		})
	}
	for _, k := range keysOfSomeUnitKinds {
		if key, _ := n.KeyAndValue(k.key); key.Exists() && !slices.Contains(k.kinds, kind) {
			report(key, "`%s` means nothing for kind `%s`; it is for %s%s",
				k.key, kind, KindsText(k.kinds), suggestKey(k.key, kind))
		}
	}
	armour := n.Get("armour")
	switch {
	case !armour.Exists() && d != nil:
	case kind == fight.Vehicle && !armour.IsMap():
		at := armour
		if !at.Exists() {
			at = n
		}
		report(at, "a vehicle needs its armour by sides: `armour: {front: 8, side: 7, rear: 6}`, each 0 to 12")
	case kind != fight.Vehicle && armour.IsMap():
		report(armour, "figures wear one armour, by its id: `armour: %s`; only vehicles have sides", defaultArmour)
	}
	if kind.CrewsWeapon() && d == nil && !n.Get("heavy").Exists() {
		report(n, "a unit of kind `%s` needs the weapon that it serves: `heavy: ID`", kind)
	}
	return problems
}

// suggestKey suggests the right key of a kind in place of a wrong one.
func suggestKey(key string, kind fight.UnitKind) string {
	switch {
	case key == "weapon" && kind == fight.Vehicle:
		return "; a vehicle has `weapons: [ID, …]`"
	case kind.HasFigures() && (key == "weapon" || key == "weapons" || key == "personalities"):
		return "; here it stands with the figures"
	}
	return ""
}

// KindsText returns a list of kinds for messages.
func KindsText(kinds []fight.UnitKind) string {
	return strings.Join(convert.All(kinds, func(k fight.UnitKind) string { return string(k) }), ", ")
}

func (u *Unit) fillDefaults(n schema.Node) {
	if u.Kind != fight.Vehicle {
		u.Armour.ID = cmp.Or(u.Armour.ID, defaultArmour)
	}
	for i := range u.Figures {
		f := &u.Figures[i]
		f.Count, f.Weapon = cmp.Or(f.Count, 1), cmp.Or(f.Weapon, defaultWeapon)
	}
	switch u.Kind {
	case fight.Character:
		u.Leadership = cmp.Or(u.Leadership, defaultLeadership)
	case fight.Psionic:
		u.Aptitude = cmp.Or(u.Aptitude, defaultAptitude)
		if !n.Get("strength").Exists() {
			u.PsionicStrength = defaultPsionicStrength
		}
	}
	if u.Kind == fight.Character || u.Kind == fight.Psionic {
		u.SingleFigureWeapon = cmp.Or(u.SingleFigureWeapon, defaultWeapon)
	}
}

// Title returns the name that the player gave the unit, else its id. An id that is just the kind of
// unit becomes the kind's name: "Heavy weapons 2".
func (u *Unit) Title() string {
	id, kind := cmp.Or(u.ID, string(u.Kind)), string(u.Kind)
	if number, ok := strings.CutPrefix(id, kind); ok && strings.Trim(number, "-0123456789") == "" {
		id = report.Capitalize(strings.ReplaceAll(id, "-", " "))
	}
	return cmp.Or(u.Name, id)
}

// Size returns the number of figures; 1 for a vehicle.
func (u *Unit) Size() int {
	if !u.Kind.HasFigures() {
		return 1
	}
	size := 0
	for _, f := range u.Figures {
		size += f.Count
	}
	return size
}

// A CarriedWeapon is a weapon of a unit, with its position in the unit's file.
type CarriedWeapon struct {
	ID           string
	Count        int   // number of copies
	ServedByCrew bool  // its crew serves it: the `heavy` of a team or artillery
	Path         []any // the keys and indices from the unit to the weapon's id
}

// StatedWeapons returns the weapons that the unit states, including ids that the armoury does not
// have.
func (u *Unit) StatedWeapons() []CarriedWeapon {
	var all []CarriedWeapon
	for i, f := range u.Figures {
		all = append(all, CarriedWeapon{f.Weapon, f.Count, false, []any{"figures", i, "weapon"}})
	}
	if u.SingleFigureWeapon != "" {
		all = append(all, CarriedWeapon{u.SingleFigureWeapon, 1, false, []any{"weapon"}})
	}
	for i, id := range u.VehicleWeapons {
		all = append(all, CarriedWeapon{id, 1, false, []any{"weapons", i}})
	}
	if u.CrewWeapon != "" {
		all = append(all, CarriedWeapon{u.CrewWeapon, 1, true, []any{"heavy"}})
	}
	return all
}

// AllWeapons returns the unit's weapons: those that the unit states, or the single weapon that the
// price of its kind includes.
func (u *Unit) AllWeapons(a *Armoury) []CarriedWeapon {
	if own := a.UnitKinds.Find(string(u.Kind)).IncludedWeapon; own != "" {
		return []CarriedWeapon{{ID: own, Count: 1}}
	}
	return u.StatedWeapons()
}

// AllPersonalities returns the personalities of the unit and its figures, without repeats.
func (u *Unit) AllPersonalities(a *Armoury) []*Personality {
	ids := slices.Clone(u.Personalities)
	for _, f := range u.Figures {
		if f.Count > 0 {
			ids = append(ids, f.Personalities...)
		}
	}
	var all []*Personality
	for _, id := range ids {
		if p := a.Personalities.Find(id); p != nil && !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// TraitIDs returns the ids of the unit's traits.
func (u *Unit) TraitIDs() []string {
	return convert.All(u.Traits, func(t TraitUse) string { return t.ID })
}

// CrewSize returns a vehicle's crew: the stated number, else one for each weapon and at least
// one; 0 for a crewless vehicle.
func (u *Unit) CrewSize(a *Armoury) int {
	if u.CrewCount != nil {
		return *u.CrewCount
	}
	if slices.ContainsFunc(a.WithIncludedTraits(u.Kind, u.TraitIDs()), func(t *Trait) bool { return t.Crewless }) {
		return 0
	}
	return max(1, len(u.VehicleWeapons))
}

// unitFile is a file with one unit of Fast and Dirty, to use in many lists.
//
//schema:file unit/1
type unitFile struct {
	System string `yaml:"system,omitempty" schema:"only fad"` // the unit's game
	// the price that is rounded
	RoundedPrice string `yaml:"rounding,omitempty" schema:"only unit figure"`
	HouseArmoury string `yaml:"armoury,omitempty" schema:"1..300"` // a house armoury's file
	Unit         `yaml:",inline" schema:"optional id"`
}

// File returns a file with the unit (kind unit/1).
func (u *Unit) File() []byte { return schema.Write("unit/1", &unitFile{Unit: *u}, nil) }

// UnitKeys returns a unit's keys in lists, in the order of files.
func UnitKeys() []string { return slices.Insert(schema.YAMLKeys(Unit{}), 1, "unit") }
