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
	ID    string     `yaml:"id,omitempty" schema:"required,id"` // unique in the list
	Name  string     `yaml:"name,omitempty" schema:"name"`      // the player's own name
	Notes string     `yaml:"notes,omitempty" schema:"..4000"`   // the player's own notes
	Image string     `yaml:"image,omitempty" schema:"1..300"`   // a picture beside the list, PNG or JPEG
	Kind  fight.Kind `yaml:"kind" schema:"required"`            // the kind of unit
	// Movement is a vehicle's way of moving. "" is a vehicle that cannot move.
	Movement string `yaml:"movement,omitempty" schema:"of movements"`
	// Quality is its training: rabble, conscript, regular or elite.
	Quality string `yaml:"quality,omitempty" schema:"required,of qualities"`
	// Resolve is its will to fight: reluctant, uncertain, steady or determined.
	Resolve string `yaml:"resolve,omitempty" schema:"required,of resolves"`
	// Armour is a figure's armour by its id (light), or a vehicle's ratings {front:
	// 8, side: 7, rear: 6}.
	Armour Worn   `yaml:"armour"`
	Heavy  string `yaml:"heavy,omitempty" schema:"id"` // the crew's weapon of a team or artillery
	// Figures are the figures, equal ones counted together. A team's figures are its crew.
	Figures []Figure `yaml:"figures,omitempty" layout:"lines" schema:"..1000"`
	Weapon  string   `yaml:"weapon,omitempty" schema:"id"` // a single figure's weapon
	// Weapons are a vehicle's weapons, in order and possibly repeated.
	Weapons  []string `yaml:"weapons,omitempty" schema:"..1000,each id"`
	Crew     *int     `yaml:"crew,omitempty" schema:"0..1000"`     // a vehicle's crew. Nil for one for each weapon, and at least one
	Capacity int      `yaml:"capacity,omitempty" schema:"0..1000"` // passengers that a vehicle can carry

	// Leadership is a character's leadership.
	Leadership string `yaml:"leadership,omitempty" schema:"of leaderships"`
	// Specialisation is the branch that a character leads.
	Specialisation string `yaml:"specialisation,omitempty" schema:"only infantry gunnery cavalry"`
	// Aptitude is a psionic's aptitude.
	Aptitude string `yaml:"aptitude,omitempty" schema:"of aptitudes"`
	// Strength is a psionic's strength points.
	Strength int      `yaml:"strength,omitempty" schema:"1..1000"`
	Powers   []string `yaml:"powers,omitempty" schema:"..1000,each id"` // a psionic's powers
	// Personalities are a single figure's personalities. Those of a squad stand with its
	// figures.
	Personalities []string   `yaml:"personalities,omitempty" schema:"..1000,each id"`
	Traits        []TraitUse `yaml:"traits,omitempty" schema:"..1000"` // its traits, by id

	Recon   bool   `yaml:"recon,omitempty"`               // it is sent on recon before the game
	In      string `yaml:"in,omitempty" schema:"id"`      // the unit it rides in
	Partner string `yaml:"partner,omitempty" schema:"id"` // the unit it is paired with

	// Design is the unit's design in its book; nil for a unit of the player's own.
	Design *Design `yaml:"-"`
}

// Defaults of keys that a file may leave out (docs/file-formats.md).
const (
	defaultArmour     = "light"
	defaultWeapon     = "none"
	defaultLeadership = "novice"
	defaultAptitude   = "marginal"
	defaultStrength   = 3
)

// Figure is one or more equal figures.
type Figure struct {
	Count  int    `yaml:"count,omitempty" schema:"1..1000"`     // the number of these figures
	Weapon string `yaml:"weapon" schema:"id"`                   // the weapon of each
	Leader string `yaml:"leader,omitempty" schema:"of leaders"` // the squad leader's experience
	// Personalities are personalities of each of these figures.
	Personalities []string `yaml:"personalities,omitempty" schema:"..1000,each id"`
}

// Worn is a unit's armour: an id for figures, three ratings for a vehicle.
//
//schema:form {"type": ["string", "object"], "minLength": 1}
type Worn struct {
	ID    string `yaml:"-"`
	Front int    `yaml:"front" schema:"required,0..12"` // the rating in front
	Side  int    `yaml:"side" schema:"required,0..12"`  // the rating of each side
	Rear  int    `yaml:"rear" schema:"required,0..12"`  // the rating of rear, top and underside
}

// UnmarshalYAML decodes an id or three ratings.
func (w *Worn) UnmarshalYAML(decode func(any) error) error {
	*w = Worn{}
	if decode(&w.ID) == nil {
		return nil
	}
	return decode((*ratings)(w))
}

// MarshalYAML returns an id or three ratings.
func (w *Worn) MarshalYAML() (any, error) {
	if w.ID != "" {
		return w.ID, nil
	}
	return (*ratings)(w), nil
}

// ratings is Worn without its methods.
type ratings Worn

// TraitUse is a trait of a unit: its id, or {trait: ID, weapons: [1]} with the weapons it
// applies to, and their direction, or {trait: ID, gives: TRAIT}.
//
//schema:form {"type": ["string", "object"], "minLength": 1, "maxLength": 80}
type TraitUse struct {
	ID      string `yaml:"trait" schema:"required,id"`                      // the trait's id
	Weapons []int  `yaml:"weapons,omitempty" schema:"1..1000,each 1..1000"` // the weapons it applies to, counted from 1
	Gives   string `yaml:"gives,omitempty" schema:"id"`                     // the trait that it lends
	// Direction is the direction of fire of these weapons.
	Direction Direction `yaml:"direction,omitempty"`
}

// Direction is a side of a vehicle, as written in files.
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
	return decode((*traitFields)(t))
}

// MarshalYAML returns an id, or a mapping with weapons or the trait that it lends.
func (t *TraitUse) MarshalYAML() (any, error) {
	if len(t.Weapons) == 0 && t.Gives == "" && t.Direction == "" {
		return t.ID, nil
	}
	return (*traitFields)(t), nil
}

type traitFields TraitUse

// keysOf holds the keys that only some kinds of units have.
var keysOf = []struct {
	key   string
	kinds []fight.Kind
}{
	{"figures", []fight.Kind{fight.Infantry, fight.HeavyWeapons, fight.Artillery}},
	{"heavy", []fight.Kind{fight.HeavyWeapons, fight.Artillery}},
	{"weapon", []fight.Kind{fight.Character, fight.Psionic, fight.Sniper}},
	{"personalities", []fight.Kind{fight.Character, fight.Psionic, fight.Sniper}},
	{"leadership", []fight.Kind{fight.Character}},
	{"specialisation", []fight.Kind{fight.Character}},
	{"aptitude", []fight.Kind{fight.Psionic}},
	{"strength", []fight.Kind{fight.Psionic}},
	{"powers", []fight.Kind{fight.Psionic}},
	{"movement", []fight.Kind{fight.Vehicle}},
	{"weapons", []fight.Kind{fight.Vehicle}},
	{"crew", []fight.Kind{fight.Vehicle}},
	{"capacity", []fight.Kind{fight.Vehicle}},
}

// ReadUnit reads a unit from a node of a document. It returns a *schema.Error for a key
// that does not belong to the unit's kind and for a missing key.
func ReadUnit(file string, n schema.Node) (Unit, error) { return unitOf(file, n, nil) }

// unitOf reads a unit; one of a design begins as that.
func unitOf(file string, n schema.Node, d *Design) (Unit, error) {
	var u Unit
	kind := fight.Kind(n.Get("kind").Text())
	if d != nil {
		u = d.Base
		u.ID, u.Design, kind = "", d, u.Kind
		u.Traits, u.Weapons, u.Powers = nil, nil, nil // the entry adds to them
		if u.Crew != nil {
			crew := *u.Crew
			u.Crew = &crew
		}
		if n.Get("figures").Exists() {
			u.Figures = nil
		}
	}
	if problems := misplaced(file, n, kind, d); problems != nil {
		return u, &schema.Error{Problems: problems}
	}
	if err := n.Decode(&u); err != nil {
		return u, fmt.Errorf("%s: %w", file, err)
	}
	if d != nil {
		u.Traits = append(slices.Clip(d.Base.Traits), u.Traits...)
		u.Weapons = append(slices.Clip(d.Base.Weapons), u.Weapons...)
		u.Powers = append(slices.Clip(d.Base.Powers), u.Powers...)
		for i := range u.Figures {
			if f := &u.Figures[i]; f.Weapon == "" {
				f.Weapon = d.Plain()[0]
			}
		}
	}
	u.fillDefaults(n)
	return u, nil
}

// misplaced returns a problem for each key that a unit of a kind cannot have or must have.
func misplaced(file string, n schema.Node, kind fight.Kind, d *Design) (problems []schema.Problem) {
	report := func(at schema.Node, format string, args ...any) {
		problems = append(problems, schema.Problem{
			File: file, Line: at.Line(), Column: at.Column(), Message: fmt.Sprintf(format, args...),
		})
	}
	for _, k := range keysOf {
		if key, _ := n.Field(k.key); key.Exists() && !slices.Contains(k.kinds, kind) {
			report(key, "`%s` means nothing for kind `%s`; it is for %s%s",
				k.key, kind, JoinKinds(k.kinds), suggestKey(k.key, kind))
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
	if kind.Serves() && d == nil && !n.Get("heavy").Exists() {
		report(n, "a unit of kind `%s` needs the weapon that it serves: `heavy: ID`", kind)
	}
	return problems
}

// suggestKey suggests the right key of a kind in place of a wrong one.
func suggestKey(key string, kind fight.Kind) string {
	switch {
	case key == "weapon" && kind == fight.Vehicle:
		return "; a vehicle has `weapons: [ID, …]`"
	case kind.HasFigures() && (key == "weapon" || key == "weapons" || key == "personalities"):
		return "; here it stands with the figures"
	}
	return ""
}

// JoinKinds returns a list of kinds for messages.
func JoinKinds(kinds []fight.Kind) string {
	return strings.Join(convert.All(kinds, func(k fight.Kind) string { return string(k) }), ", ")
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
			u.Strength = defaultStrength
		}
	}
	if u.Kind == fight.Character || u.Kind == fight.Psionic {
		u.Weapon = cmp.Or(u.Weapon, defaultWeapon)
	}
}

// Title returns the name that the player gave the unit, else its id; if the id is just the kind of
// unit, its name: "Heavy weapons 2".
func (u *Unit) Title() string {
	id, kind := cmp.Or(u.ID, string(u.Kind)), string(u.Kind)
	if number, ok := strings.CutPrefix(id, kind); ok && strings.Trim(number, "-0123456789") == "" {
		id = report.Capital(strings.ReplaceAll(id, "-", " "))
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

// Carried is a weapon of a unit and its position.
type Carried struct {
	ID     string
	Count  int
	Served bool // the crew's weapon: the `heavy` of a team or artillery
	Path   []any
}

// Carries returns the weapons that the unit states, including ids that the armoury does
// not have.
func (u *Unit) Carries() []Carried {
	var all []Carried
	for i, f := range u.Figures {
		all = append(all, Carried{f.Weapon, f.Count, false, []any{"figures", i, "weapon"}})
	}
	if u.Weapon != "" {
		all = append(all, Carried{u.Weapon, 1, false, []any{"weapon"}})
	}
	for i, id := range u.Weapons {
		all = append(all, Carried{id, 1, false, []any{"weapons", i}})
	}
	if u.Heavy != "" {
		all = append(all, Carried{u.Heavy, 1, true, []any{"heavy"}})
	}
	return all
}

// Arms returns the unit's weapons: those that it states, or the one included in the
// price of its kind.
func (u *Unit) Arms(a *Armoury) []Carried {
	if own := a.Kinds.Find(string(u.Kind)).Weapon; own != "" {
		return []Carried{{ID: own, Count: 1}}
	}
	return u.Carries()
}

// Notable returns the personalities of the unit's figures, without repeats.
func (u *Unit) Notable(a *Armoury) []*Personality {
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
	if u.Crew != nil {
		return *u.Crew
	}
	if slices.ContainsFunc(a.WithIncluded(u.Kind, u.TraitIDs()), func(t *Trait) bool { return t.Crewless }) {
		return 0
	}
	return max(1, len(u.Weapons))
}
