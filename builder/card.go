package builder

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/fad"
	"muster/builder/gf"
	"muster/rules"
)

// A Card is what stands together at the table: a unit or two combined, the heroes who
// joined, and in a transport its passengers.
type Card struct {
	Unit           // of a combined pair the first, with the models and points of both
	Title string   // what sheets call it: the name, numbered where several have it
	Sizes []int    // models of each half
	IDs   []string // of the halves
	Kit   Kit
	// Parts lead to the units of the card: halves of a pair, and heroes. Of one that
	// is a unit alone there are none.
	Parts  []Card
	Inside []Card // its passengers
}

// Total is the points of the card: of all its parts and passengers.
func (c *Card) Total() int {
	total := c.Points
	for i := range c.Parts {
		if c.Parts[i].Role == Joined {
			total += c.Parts[i].Points
		}
	}
	for i := range c.Inside {
		total += c.Inside[i].Total()
	}
	return total
}

// All lists the ids of the card: its units' and its passengers'.
func (c *Card) All() []string {
	ids := slices.Clone(c.IDs)
	for i := range c.Parts {
		if c.Parts[i].Role == Joined {
			ids = append(ids, c.Parts[i].ID)
		}
	}
	for i := range c.Inside {
		ids = append(ids, c.Inside[i].All()...)
	}
	return ids
}

// Cards lists the units of a list as cards, in the order of Units. Passengers whose
// transport rides, at some remove, in them, are cards of their own.
func Cards(r Roster) []Card {
	names := Names(r)
	var cards []Card
	at := map[string]int{} // the card that a unit is of
	for _, u := range r.Units() {
		part := Card{Unit: u, Title: names[u.ID], Sizes: []int{u.Models}, IDs: []string{u.ID}, Kit: r.Kit(u.ID)}
		if u.Role != Alone && len(cards) > 0 {
			c := &cards[len(cards)-1]
			if u.Role == Half {
				if len(c.Sizes) == 1 {
					c.Parts = append(c.Parts, *c)
				}
				c.Sizes, c.IDs = append(c.Sizes, u.Models), append(c.IDs, u.ID)
				c.Models, c.Points = c.Models+u.Models, c.Points+u.Points
				c.Kit = r.Kit(c.IDs...)
			} else if len(c.Parts) == 0 {
				c.Parts = append(c.Parts, *c)
			}
			c.Parts = append(c.Parts, part)
			if c.In == "" {
				c.In = u.In
			}
		} else {
			cards = append(cards, part)
		}
		at[u.ID] = len(cards) - 1
	}
	inside := map[int][]int{}
	var outside []int
	for i := range cards {
		if t, ok := at[cards[i].In]; ok && cards[i].In != "" && !rides(cards, at, t, i) {
			inside[t] = append(inside[t], i)
		} else {
			outside = append(outside, i)
		}
	}
	var fill func(i int) Card
	fill = func(i int) Card {
		c := cards[i]
		for _, p := range inside[i] {
			c.Inside = append(c.Inside, fill(p))
		}
		return c
	}
	all := make([]Card, len(outside))
	for i, n := range outside {
		all[i] = fill(n)
	}
	return all
}

// rides reports whether a card is another, or rides at some remove in it, or in a
// circle.
func rides(cards []Card, at map[string]int, card, in int) bool {
	for range cards {
		if card == in {
			return true
		}
		next, ok := at[cards[card].In]
		if !ok || cards[card].In == "" {
			return false
		}
		card = next
	}
	return true
}

// Names is what sheets call the units of a list, by id: units of one name are
// numbered, a combined pair as one.
func Names(r Roster) map[string]string {
	units := r.Units()
	var ids, titles []string
	for _, u := range units {
		if u.Role != Half {
			ids, titles = append(ids, u.ID), append(titles, u.Name)
		}
	}
	names := Numbered(ids, titles)
	last := ""
	for _, u := range units {
		switch u.Role {
		case Alone:
			last = names[u.ID]
		case Half:
			names[u.ID] = last
		}
	}
	return names
}

// FirstHalves names the first half of the combined pair that each unit is of, by its id;
// of a unit that is alone itself.
func FirstHalves(r Roster) map[string]string {
	first, last := map[string]string{}, ""
	for _, u := range r.Units() {
		if u.Role == Alone {
			last = u.ID
		}
		if first[u.ID] = u.ID; u.Role == Half {
			first[u.ID] = last
		}
	}
	return first
}

// A Kit is what a unit has, in a few words each.
type Kit struct {
	Line    string // its profile: "Q3+ D3+ T6"
	Weapons []Armed
	Gear    []string // equipment besides: "2× Banner"
	Rules   []string
}

// Armed is a weapon of a kit.
type Armed struct {
	Count         int
	Name, Profile string // `Rifle`, `24", A1, AP(1)`
}

// Kit is what units have together that fight as one.
func (g grimdark) Kit(ids ...string) Kit {
	var units []*gf.Unit
	for _, id := range ids {
		if u := g.Unit(id); u != nil {
			units = append(units, u)
		}
	}
	if units == nil {
		return Kit{}
	}
	return g.kitOf(gf.Together(units...).Unit)
}

func (g grimdark) kitOf(u *gf.Unit) Kit {
	k := Kit{Line: fmt.Sprintf("Q%d+ D%d+", u.Quality, u.Defense)}
	if u.Tough > 1 {
		k.Line += fmt.Sprintf(" T%d", u.Tough)
	}
	weapons := slices.Clone(u.Weapons)
	slices.SortStableFunc(weapons, func(a, b gf.Weapon) int { return b.Range - a.Range })
	for _, w := range weapons {
		k.Weapons = append(k.Weapons, Armed{w.Count, w.Name, w.Profile(g.Scale())})
	}
	set := u.Book.RuleSet(g.Army.Game)
	for _, use := range u.Rules {
		if rule := set.Find(use.Name); rule == nil || !slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Tough.X }) {
			k.Rules = append(k.Rules, use.String())
		}
	}
	for _, item := range u.Items {
		k.Gear = append(k.Gear, times(item.Count, item.Name))
	}
	for _, some := range u.Some {
		if !slices.ContainsFunc(u.Items, func(i gf.Item) bool { return i.Name == some.From }) {
			k.Gear = append(k.Gear, times(some.Count, strings.Join(rules.Strings(some.Rules), ", ")))
		}
	}
	return k
}

func times(n int, what string) string {
	if n > 1 {
		return fmt.Sprintf("%d× %s", n, what)
	}
	return what
}

// Kit is what a unit has.
func (f force) Kit(ids ...string) Kit {
	if len(ids) == 0 {
		return Kit{}
	}
	if u := f.Unit(ids[0]); u != nil {
		return kitOf(u)
	}
	return Kit{}
}

func kitOf(u *fad.Unit) Kit {
	k := Kit{Line: fmt.Sprintf("%s, %s, armour %s", u.Quality.Name, u.Resolve.Name, armourText(u))}
	for _, w := range u.Weapons {
		k.Weapons = append(k.Weapons, Armed{w.Count, w.Name, fmt.Sprintf(`%d/%d/%d", %+d`, w.Close, w.Medium, w.Long, w.Damage)})
	}
	for _, p := range u.People {
		k.Gear = append(k.Gear, p.Name)
	}
	for _, p := range u.Powers {
		k.Gear = append(k.Gear, p.Name)
	}
	for _, t := range u.Traits {
		k.Rules = append(k.Rules, t.Name)
	}
	return k
}
