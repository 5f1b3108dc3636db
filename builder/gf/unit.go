package gf

import (
	"slices"

	"muster/catalog"
	"muster/rules"
	combat "muster/rules/gf"
)

// A Unit is a unit of a list with all its upgrades.
type Unit struct {
	ID       string
	Entry    *Entry        // its entry in the list's file
	Book     *catalog.Book // the army book it is from
	BookUnit *catalog.Unit // the book's unit
	Name     string        // the name that the player gave it, else the book's
	Cost     int           // points, upgrades included

	Models  int // number of models
	Quality int // 2–6
	Defense int // 2–6, after equipment that changes it
	// Rules holds the rules that every model has, including rules from equipment.
	Rules []rules.Use
	// PartialRules holds rules that only some models have, by group of models.
	PartialRules  []ModelRules
	Weapons       []Weapon
	Items         []Item
	ChosenOptions []ChosenOption // its upgrades in their order

	IsHero          bool
	Tough           int // wounds that a model can take; 1 without a rule for it
	TransportSpaces int // spaces for passengers; 0 if it is no transport
	SpellTokens     int // spell tokens per round of its best caster (2.x: the psychic's level); 0 if none
	MaxPerList      int // maximum number of copies in a list by its own rules; 0 for no limit

	list           *List   // the list with the unit
	index          int     // index of its entry in the list
	maxPerListRule string  // name of the rule that sets MaxPerList
	halves         []*Unit // the two units that are merged in this combined pair; else nil
	// spell tokens for each living model per round that its models share; see PooledSpellTokens
	pooledSpellTokens int
}

// ModelRules holds additional rules of Count of a unit's models. Each of these models has all of
// them.
type ModelRules struct {
	Count  int
	Rules  []rules.Use
	Source string // the equipment that gives the rules
	Tough  int    // wounds that such a model can take, at least 1
}

// A Weapon is a number of equal weapons of a unit; LostFirst is never set.
type Weapon = combat.Weapon

// An Item is a number of equal pieces of equipment of a unit.
type Item struct {
	Name  string
	Count int
	Rules []rules.Use
	Base  string // base of a model with it; "" for the unit's own
}

// ChosenOption is an option that a unit has chosen.
type ChosenOption struct {
	Section       *catalog.Section
	Option        *catalog.Option
	Count         int
	CostPerChoice int // points for each time that it is chosen
}

// Cost returns the points for all Count choices.
func (c ChosenOption) Cost() int { return c.CostPerChoice * c.Count }

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
	if u.BookUnit != nil && u.BookUnit.Base != "" && own > 0 && !slices.Contains(bases, u.BookUnit.Base) {
		bases = slices.Insert(bases, 0, u.BookUnit.Base)
	}
	return bases
}

// BookName returns the unit's name in its book.
func (u *Unit) BookName() string { return u.BookUnit.Name }
