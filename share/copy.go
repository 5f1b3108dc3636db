package share

import (
	"encoding/json"
	"fmt"
	"strings"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/finding"
)

// A Copy is a list as its sender saw it: what `check` reports of it, but for where
// files are.
type Copy struct {
	finding.Report[json.RawMessage]
	// House is the text of the house armoury that the list names, or "".
	House string `json:"house,omitempty"`
}

// Of is a roster's share.
func Of(r builder.Roster) *Share {
	s := &Share{File: string(r.Document().Source)}
	text, err := json.Marshal(r.Report())
	var c Copy
	if err != nil || json.Unmarshal(text, &c) != nil {
		return s // a report that is no JSON, which no roster makes
	}
	c.File = ""
	for i := range c.Books {
		c.Books[i].File = ""
	}
	if house, err := fad.House(r.Document()); err == nil && house != nil {
		c.House = string(house.Source)
	}
	s.Copy = &c
	return s
}

// Plain is the share without its copy.
func (s *Share) Plain() *Share { return &Share{File: s.File} }

// A Unit is a unit of a copy, of any game: what scripts read of it. A figure is as
// the game has it, a number or a word.
type Unit struct {
	ID      string
	Name    string
	Unit    string // id of the unit in its book
	Kind    string
	Models  int
	Points  int
	Quality any
	Defense any
	Resolve any
	Armour  any
	Tough   int
	Hero    bool
	Join    string
	In      string
	With    []string
	Rules   []string
	Some    []struct {
		Models int
		From   string
		Rules  []string
	}
	Weapons []Weapon
	Items   []struct {
		Name  string
		Count int
		Rules []string
	}
	People, Powers []string
}

// mostUnits is how many units a list may have, and so is read of a copy.
const mostUnits = 2000

// A Weapon is a weapon of a copy's unit, of any game.
type Weapon struct {
	Name       string
	Count      int
	Range      int // in inches; 0 for a melee weapon
	Attacks    int
	Damage     int
	FireEffect int `json:"fire_effect"`
	AP         int
	Rules      []string
}

// Roll reads the copy's units. What cannot be read as a unit is left out: the copy
// is a stranger's.
func (c *Copy) Roll() []Unit {
	units := make([]Unit, 0, min(len(c.Units), mostUnits))
	for _, text := range c.Units[:min(len(c.Units), mostUnits)] {
		var u Unit
		if json.Unmarshal(text, &u) == nil {
			units = append(units, u)
		}
	}
	return units
}

// MadeWith names the army books that the list was made with: "Battle Brothers
// 3.5.2".
func (c *Copy) MadeWith() string {
	var books []string
	for _, b := range c.Books {
		books = append(books, strings.TrimSpace(fmt.Sprintf("%s %s", b.Name, b.Version)))
	}
	if books == nil {
		return "its game's own rules"
	}
	return strings.Join(books, ", ")
}
