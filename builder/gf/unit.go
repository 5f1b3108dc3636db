package gf

import (
	"fmt"
	"slices"

	"muster/catalog"
	"muster/rules"
)

// A Unit is a unit of a list with all its upgrades.
type Unit struct {
	ID    string
	Entry *Entry        // its entry in the list's file
	Book  *catalog.Book // the army book it is from
	Of    *catalog.Unit // the book's unit
	Name  string        // the name that the player gave it, else the book's
	Cost  int           // points, upgrades included

	Models  int
	Quality int // 2–6
	Defense int // 2–6, after equipment that changes it
	// Rules holds the rules that every model has, including those from equipment.
	Rules []rules.Use
	// Some holds rules of only some models, by group of models.
	Some    []ModelRules
	Weapons []Weapon
	Items   []Item
	Chosen  []Chosen // its upgrades in their order

	Hero      bool
	Tough     int // wounds that a model can take; 1 without a rule for it
	Transport int // spaces for passengers, 0 for no transport
	Tokens    int // spell tokens per round (2.x: the psychic's level) of its best caster
	PerList   int // number of copies allowed by its own rules; 0 for no limit

	list      *List   // the list with the unit
	index     int     // index of its entry in the list
	perListBy string  // the rule that PerList is from
	halves    []*Unit // the units that this combined pair was made of
	pooled    int     // tokens that its models share
}

// ModelRules holds additional rules of Count of a unit's models. Each model of the group has all of
// them.
type ModelRules struct {
	Count int
	Rules []rules.Use
	From  string // the equipment that gives them
	Tough int    // wounds that such a model can take
}

// A Weapon is a number of equal weapons of a unit.
type Weapon struct {
	Name    string
	Count   int
	Range   int // in inches; 0 for a melee weapon
	Attacks int // dice for each weapon
	Rules   []rules.Use
	// OneOf is the name of the weapon if this is one of its several profiles; else "". The bearer
	// attacks with one profile at a time.
	OneOf string
}

// Profile returns the weapon's profile with the range at the table: `24", A1, AP(1)`.
func (w *Weapon) Profile(scale DistanceScale) string {
	text := fmt.Sprintf("A%d", w.Attacks)
	if w.Range > 0 {
		text = fmt.Sprintf("%d\", %s", scale.Table(w.Range), text)
	}
	for _, use := range w.Rules {
		text += ", " + use.String()
	}
	return text
}

// An Item is a number of equal pieces of equipment of a unit.
type Item struct {
	Name  string
	Count int
	Rules []rules.Use
	Base  string // base of a model with it; "" for the unit's own
}

// Chosen is an upgrade of a unit.
type Chosen struct {
	Section  *catalog.Section
	Option   *catalog.Option
	Count    int
	CostEach int // points for each
}

// Cost returns the points for all of them.
func (c Chosen) Cost() int { return c.CostEach * c.Count }

// Bases lists the bases of the unit's models in the book's words: "32 mm round / 30 mm square". It
// is empty if the book does not state them.
func (u *Unit) Bases() []string {
	var bases []string
	own := u.Models
	for _, item := range u.Items {
		if item.Base == "" {
			continue
		}
		own -= item.Count
		if !slices.Contains(bases, item.Base) {
			bases = append(bases, item.Base)
		}
	}
	if u.Of != nil && u.Of.Base != "" && own > 0 && !slices.Contains(bases, u.Of.Base) {
		bases = slices.Insert(bases, 0, u.Of.Base)
	}
	return bases
}

// BookName returns the unit's name in its book.
func (u *Unit) BookName() string { return u.Of.Name }
