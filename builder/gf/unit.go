package gf

import (
	"fmt"
	"slices"

	"muster/catalog"
	"muster/rules"
)

// A Unit is a unit of a list as it takes the field: after all its upgrades.
type Unit struct {
	ID    string
	Entry *Entry        // as the list's file states it
	Book  *catalog.Book // the army book it is from
	Of    *catalog.Unit // the book's unit
	Name  string        // the player's own name, or the book's
	Cost  int           // points, upgrades included

	Models  int
	Quality int // 2–6
	Defense int // 2–6, after equipment that changes it
	// Rules are those that every model has, equipment included.
	Rules []rules.Use
	// Some are rules that only some of the models have, by group of models.
	Some    []ModelRules
	Weapons []Weapon
	Items   []Item
	Chosen  []Chosen // its upgrades in their order

	Hero      bool
	Tough     int // wounds that a model takes, 1 without a rule for it
	Transport int // spaces for passengers, 0 for no transport
	Tokens    int // spell tokens a round (2.x: the psychic's level), of its best caster
	PerList   int // how often a list may have the unit, 0 for no such rule

	list      *List   // that it is in
	index     int     // of its entry in the list
	perListBy string  // the rule that PerList is from
	halves    []*Unit // that a combined pair was made of
	pooled    int     // tokens that its models have together
}

// ModelRules are rules that Count of a unit's models have beside the rules of
// all, each model of the group all of them.
type ModelRules struct {
	Count int
	Rules []rules.Use
	From  string // the equipment that gives them
	Tough int    // wounds that such a model takes
}

// A Weapon is a weapon of a unit with how many of it the unit has.
type Weapon struct {
	Name    string
	Count   int
	Range   int // in inches; 0 for a melee weapon
	Attacks int // dice for each
	Rules   []rules.Use
	// OneOf names the weapon with this profile, "" for a weapon with one profile. The bearer of
	// a weapon with several profiles picks one of them to attack with.
	OneOf string
}

// Profile writes the weapon's profile, with its range as measured at the table: `24", A1,
// AP(1)`.
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

// An Item is a piece of equipment with how many of it the unit has.
type Item struct {
	Name  string
	Count int
	Rules []rules.Use
	Base  string // the base that a model with it stands on; "" is the unit's own
}

// Chosen is an upgrade that a unit took.
type Chosen struct {
	Section *catalog.Section
	Option  *catalog.Option
	Count   int
	Each    int // points for each
}

// Cost returns the points for all of them.
func (c Chosen) Cost() int { return c.Each * c.Count }

// Bases are the sizes of the bases that the unit's models stand on, as its book
// writes them: "32 mm round / 30 mm square". There are none in a book that does
// not say.
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
