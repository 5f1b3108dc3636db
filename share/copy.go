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

// A ListCopy is a list as its sender sees it: the report of `check` without file paths.
type ListCopy struct {
	finding.Report[json.RawMessage]
	// HouseArmoury is the text of the list's house armoury, or "".
	HouseArmoury string `json:"house,omitempty"`
	// FullList is the text of a list with a book of units, with all units written out; else "".
	FullList string `json:"full,omitempty"`
	// Rules holds the rules of the list's books that the game does not have, with their texts.
	Rules []Rule `json:"rules,omitempty"`
}

// A Rule is a rule with its text, as on sheets.
type Rule struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func rulesOf(r builder.Roster) (all []Rule) {
	if !r.Game().HasArmyBooks() {
		return nil
	}
	for _, section := range r.Reference().Sections {
		for _, e := range section.Entries {
			if e.Text != "" && !section.HasSpells && r.Game().Set().Find(rules.ParseUse(e.Name).Name) == nil {
				all = append(all, Rule{e.Name, e.Text})
			}
		}
	}
	return all
}

// ReportOf returns a list's report without the units that the player set aside, since they do not
// count.
func ReportOf(r builder.Roster) (report finding.Report[json.RawMessage], err error) {
	text, err := json.Marshal(r.Report())
	if err == nil {
		err = json.Unmarshal(text, &report)
	}
	report.SetAsidePoints = 0
	report.Units = slices.DeleteFunc(report.Units, func(unit json.RawMessage) bool {
		var u UnitCopy
		return json.Unmarshal(unit, &u) == nil && u.SetAside
	})
	return report, err
}

// FromRoster returns the share of a roster; for a roster made by AsRoster, the share from which it
// was made.
func FromRoster(r builder.Roster) *Share {
	if s := SourceShare(r); s != nil {
		return s
	}
	s := &Share{FileText: string(WithoutCode(r.Document().Source))}
	report, err := ReportOf(r)
	if err != nil {
		return s // a report that is no JSON, which no roster makes
	}
	c := ListCopy{Report: report}
	c.File = ""
	for i := range c.Books {
		c.Books[i].File = ""
	}
	if house, err := fad.ReadHouseArmoury(r.Document()); err == nil && house != nil {
		c.HouseArmoury = string(house.Source)
	}
	if army, ok := r.GameList().(*fad.Army); ok {
		c.FullList = fullList(army.List)
	}
	c.Rules = rulesOf(r)
	s.Copy = &c
	return s
}

// Shortened returns the share without its longest texts of rules, so that its code has at most most
// letters, or without all of them if that is not enough.
func (s *Share) Shortened(most int) *Share {
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
		return &Share{FileText: s.FileText, Copy: &c}
	}
	return without(sort.Search(len(lengths), func(n int) bool { return len(without(n).fullCode()) <= most }))
}

// WithoutCopy returns the share without its copy.
func (s *Share) WithoutCopy() *Share { return &Share{FileText: s.FileText} }

// Status returns the copy's cost and whether it is legal: "1990 of 2000 points, legal".
func (c *ListCopy) Status() string {
	verdict := "not legal"
	if c.Legal {
		verdict = "legal"
	}
	return builder.PointsText(c.Points, c.PointsLimit) + ", " + verdict
}

// Verdict returns Status with the books that judged the list: "1990 of 2000 points, legal by Alien
// Hives 3.5.3".
func (c *ListCopy) Verdict() string { return c.Status() + " by " + c.BookNames() }

// A UnitCopy is a unit of a copy, for any game. A profile value is a number or a word, depending on
// the game.
type UnitCopy struct {
	gf.UnitReport // complete for games with army books; for others, the fields with the same keys
	Kind          string
	Quality       any `json:"quality"`
	Resolve       any
	Armour        any
	People        []string
	Powers        []string
	Weapons       []Weapon `json:"weapons"`
}

// AllRules lists the rules of the unit, its weapons and its equipment as text.
func (u *UnitCopy) AllRules() []string {
	all := slices.Clone(u.Rules)
	for _, some := range u.PartialRules {
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

// maxUnitCopies is the maximum number of units read from a copy, as in the schema of lists.
const maxUnitCopies = 2000

// A Weapon is a weapon of a UnitCopy, for any game.
type Weapon struct {
	gf.WeaponReport
	Damage     int
	FireEffect int `json:"fire_effect"`
	AP         int
}

// UnitCopies returns the copy's units without unreadable ones.
func (c *ListCopy) UnitCopies() []UnitCopy {
	units := make([]UnitCopy, 0, min(len(c.Units), maxUnitCopies))
	for _, text := range c.Units[:min(len(c.Units), maxUnitCopies)] {
		var u UnitCopy
		if json.Unmarshal(text, &u) == nil {
			units = append(units, u)
		}
	}
	return units
}

// BookNames names the list's army books: "Battle Brothers 3.5.2".
func (c *ListCopy) BookNames() string {
	var books []string
	for _, b := range c.Books {
		books = append(books, strings.TrimSpace(fmt.Sprintf("%s %s", b.Name, b.Version)))
	}
	if books == nil {
		return "its game's own rules"
	}
	return strings.Join(books, ", ")
}

// A Difference lists how units with the same id in two lists differ, or says that only one list has
// the unit.
type Difference struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Points  [2]int   `json:"points"` // in the first and the second list; 0 if missing
	Changes []string `json:"changes"`
}

// String returns the difference in words: "Line Squad: 210 → 230 points; was Quality 4, is Quality
// 3".
func (d Difference) String() string {
	return fmt.Sprintf("%s: %d → %d points; %s", d.Name, d.Points[0], d.Points[1], strings.Join(d.Changes, ", "))
}

// Diff lists the units that differ in another copy of the same list, in list order.
func (c *ListCopy) Diff(now *ListCopy) []Difference {
	var all []Difference
	units := now.UnitCopies()
	for _, u := range c.UnitCopies() {
		i := slices.IndexFunc(units, func(other UnitCopy) bool { return other.ID == u.ID })
		if i < 0 {
			all = append(all, Difference{u.ID, u.Name, [2]int{u.Points, 0}, []string{"is not here"}})
			continue
		}
		other := units[i]
		units = slices.Delete(units, i, i+1)
		was, is := u.factTexts(), other.factTexts()
		changes := []string{}
		for _, fact := range was {
			if !slices.Contains(is, fact) {
				changes = append(changes, "was "+fact)
			}
		}
		for _, fact := range is {
			if !slices.Contains(was, fact) {
				changes = append(changes, "is "+fact)
			}
		}
		if len(changes) > 0 || u.Points != other.Points {
			all = append(all, Difference{u.ID, u.Name, [2]int{u.Points, other.Points}, changes})
		}
	}
	for _, u := range units {
		all = append(all, Difference{u.ID, u.Name, [2]int{0, u.Points}, []string{"is new"}})
	}
	return all
}

// factTexts describes everything about a unit, each fact in a few words, so that two states of the
// unit can be compared.
func (u *UnitCopy) factTexts() []string {
	facts := []string{fmt.Sprintf("%d models", u.Models)}
	var defense any // which not every game has
	if u.Defense != 0 {
		defense = u.Defense
	}
	for label, figure := range map[string]any{
		"Quality": u.Quality, "Defense": defense, "Resolve": u.Resolve,
		"Armour": u.Armour,
	} {
		if figure != nil {
			facts = append(facts, fmt.Sprintf("%s %v", label, figure))
		}
	}
	slices.Sort(facts[1:])
	facts = append(facts, u.Rules...)
	for _, some := range u.PartialRules {
		facts = append(facts, fmt.Sprintf("%d of them %s", some.Models, strings.Join(some.Rules, ", ")))
	}
	for _, w := range u.Weapons {
		profile := fmt.Sprintf(`A%d`, w.Attacks)
		if w.Attacks == 0 {
			profile = fmt.Sprintf("FE %d, damage %d, AP %d", w.FireEffect, w.Damage, w.AP)
		}
		if w.Range > 0 {
			profile = fmt.Sprintf(`%d", %s`, w.Range, profile)
		}
		facts = append(facts,
			fmt.Sprintf("%d× %s (%s)", w.Count, w.Name, strings.Join(append([]string{profile}, w.Rules...), ", ")))
	}
	for _, i := range u.Items {
		facts = append(facts, fmt.Sprintf("%d× %s (%s)", i.Count, i.Name, strings.Join(i.Rules, ", ")))
	}
	return slices.Concat(facts, u.People, u.Powers)
}
