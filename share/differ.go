package share

import (
	"fmt"
	"slices"
	"strings"
)

// A Difference is how a unit of one list differs from that of the same id in
// another, or that it is only in one of them.
type Difference struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Points  [2]int   `json:"points"` // in the one, in the other; 0 where it is not
	Changes []string `json:"changes"`
}

// String writes it for people: "Line Squad: 210 → 230 points; was Quality 4, is
// Quality 3".
func (d Difference) String() string {
	return fmt.Sprintf("%s: %d → %d points; %s", d.Name, d.Points[0], d.Points[1], strings.Join(d.Changes, ", "))
}

// Differs lists the units that differ in another copy of the same list, in the
// order of the list.
func (c *Copy) Differs(now *Copy) []Difference {
	var all []Difference
	units := now.Roll()
	for _, u := range c.Roll() {
		i := slices.IndexFunc(units, func(other Entry) bool { return other.ID == u.ID })
		if i < 0 {
			all = append(all, Difference{u.ID, u.Name, [2]int{u.Points, 0}, []string{"is not here"}})
			continue
		}
		other := units[i]
		units = slices.Delete(units, i, i+1)
		was, is := u.facts(), other.facts()
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

// facts are all that a unit is and has, a few words each.
func (u *Entry) facts() []string {
	facts := []string{fmt.Sprintf("%d models", u.Models)}
	var defense any // which not every game has
	if u.Defense != 0 {
		defense = u.Defense
	}
	for label, figure := range map[string]any{"Quality": u.Quality, "Defense": defense, "Resolve": u.Resolve, "Armour": u.Armour} {
		if figure != nil {
			facts = append(facts, fmt.Sprintf("%s %v", label, figure))
		}
	}
	slices.Sort(facts[1:])
	facts = append(facts, u.Rules...)
	for _, some := range u.Some {
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
