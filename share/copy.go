package share

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/convert"
	"muster/rules"
)

// A Copy is a list as its sender saw it: the report of `check` without file paths.
type Copy struct {
	finding.Report[json.RawMessage]
	// House is the text of the house armoury that the list names, or "".
	House string `json:"house,omitempty"`
	// Rules are the texts of rules that the list's books have and its game has not.
	Rules []Rule `json:"rules,omitempty"`
}

// A Rule is a rule with its text, as a reader of the list's sheet has it.
type Rule struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// rulesOf are the rules of a list's books with their texts.
func rulesOf(r builder.Roster) (all []Rule) {
	if !r.Game().HasArmyBooks() {
		return nil
	}
	for _, section := range r.Reference().Sections {
		for _, e := range section.Entries {
			if e.Text != "" && !section.Spells && r.Game().Set().Find(rules.ParseUse(e.Name).Name) == nil {
				all = append(all, Rule{e.Name, e.Text})
			}
		}
	}
	return all
}

// Played is a list's report without the units that are set aside.
func Played(r builder.Roster) (report finding.Report[json.RawMessage], err error) {
	text, err := json.Marshal(r.Report())
	if err == nil {
		err = json.Unmarshal(text, &report)
	}
	report.AsidePoints = 0
	report.Units = slices.DeleteFunc(report.Units, func(unit json.RawMessage) bool {
		var u Entry
		return json.Unmarshal(unit, &u) == nil && u.Aside
	})
	return report, err
}

// Of is a roster's share; of one that Stand made that which it was made of.
func Of(r builder.Roster) *Share {
	if s := Standing(r); s != nil {
		return s
	}
	s := &Share{File: string(Bare(r.Document().Source))}
	report, err := Played(r)
	if err != nil {
		return s // a report that is no JSON, which no roster makes
	}
	c := Copy{Report: report}
	c.File = ""
	for i := range c.Books {
		c.Books[i].File = ""
	}
	if house, err := fad.House(r.Document()); err == nil && house != nil {
		c.House = string(house.Source)
	}
	c.Rules = rulesOf(r)
	s.Copy = &c
	return s
}

// Fitting is the share without as many of its longest texts of rules as its code needs to have at
// most so many letters; without all of them if that is not enough.
func (s *Share) Fitting(most int) *Share {
	if s.Copy == nil || len(s.Copy.Rules) == 0 {
		return s
	}
	lengths := convert.All(s.Copy.Rules, func(r Rule) int { return len(r.Text) })
	slices.Sort(lengths)
	without := func(n int) *Share { // the n longest, and those of equal length
		c := *s.Copy
		c.Rules = slices.DeleteFunc(slices.Clone(c.Rules), func(r Rule) bool {
			return n > 0 && len(r.Text) >= lengths[len(lengths)-n]
		})
		if len(c.Rules) == 0 {
			c.Rules = nil
		}
		return &Share{File: s.File, Copy: &c}
	}
	return without(sort.Search(len(lengths), func(n int) bool { return len(without(n).whole()) <= most }))
}

// WithoutCopy is the share without its copy.
func (s *Share) WithoutCopy() *Share { return &Share{File: s.File} }

// Status is what the copy costs and whether it is legal: "1990 of 2000 points, legal".
func (c *Copy) Status() string {
	verdict := "not legal"
	if c.Legal {
		verdict = "legal"
	}
	return builder.PointsOf(c.Points, c.Limit) + ", " + verdict
}

// Verdict is Status with who judged it: "1990 of 2000 points, legal by Alien Hives 3.5.3".
func (c *Copy) Verdict() string { return c.Status() + " by " + c.MadeWith() }

// An Entry is a unit of a copy, of any game, as reported to scripts. A figure is a number or a
// word, depending on the game.
type Entry struct {
	gf.UnitReport // of games with army books; of others what is of the same name
	Kind          string
	Quality       any `json:"quality"`
	Resolve       any
	Armour        any
	People        []string
	Powers        []string
	Weapons       []Weapon `json:"weapons"`
}

// Uses lists the rules of the unit, of its weapons and of its equipment as they are written.
func (u *Entry) Uses() []string {
	all := slices.Clone(u.Rules)
	for _, some := range u.Some {
		all = append(all, some.Rules...)
	}
	for i := range u.Weapons {
		all = append(all, u.Weapons[i].Rules...)
	}
	for _, item := range u.Items {
		all = append(all, item.Rules...)
	}
	return all
}

// mostUnits is how many units a list may have, and so is read of a copy.
const mostUnits = 2000

// A Weapon is a weapon of an entry, of any game.
type Weapon struct {
	gf.WeaponReport
	Damage     int
	FireEffect int `json:"fire_effect"`
	AP         int
}

// Roll reads the copy's units. Unreadable units are left out, since the copy is a stranger's.
func (c *Copy) Roll() []Entry {
	units := make([]Entry, 0, min(len(c.Units), mostUnits))
	for _, text := range c.Units[:min(len(c.Units), mostUnits)] {
		var u Entry
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
