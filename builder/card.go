package builder

import (
	"cmp"
	"slices"

	"muster/builder/table"
	"muster/convert"
)

// A Card is a group that stands together at the table: a unit or a combined pair, its joined
// heroes, and the passengers of a transport.
type Card struct {
	table.Unit       // of a combined pair both halves together
	HalfSizes  []int // numbers of models of each half
	// Members holds the units of the card: halves of a pair, and heroes. It is empty for a single
	// unit.
	Members    []Card
	Passengers []Card // cards of its passengers
}

// TotalPoints returns the points of the card with all its parts and passengers.
func (c *Card) TotalPoints() int {
	total := c.Points
	for i := range c.Members {
		if c.Members[i].Role == table.RoleJoined {
			total += c.Members[i].Points
		}
	}
	for i := range c.Passengers {
		total += c.Passengers[i].TotalPoints()
	}
	return total
}

// AllUnitIDs lists the ids of the card's units and passengers.
func (c *Card) AllUnitIDs() []string {
	ids := slices.Clone(c.IDs)
	for i := range c.Members {
		if c.Members[i].Role == table.RoleJoined {
			ids = append(ids, c.Members[i].ID)
		}
	}
	for i := range c.Passengers {
		ids = append(ids, c.Passengers[i].AllUnitIDs()...)
	}
	return ids
}

// Cards lists the units of a list as cards, in their order. Passengers in a transport cycle get
// cards of their own.
func Cards(r Roster) []Card {
	var cards []Card
	at := map[string]int{} // the card that a unit is of
	for i, u := range r.UnitsOnTable() {
		c := cardOf(u)
		if units := table.Flatten([]table.Unit{u}); len(units) > 1 {
			for _, part := range units {
				c.Members, c.InTransport = append(c.Members, cardOf(part)), cmp.Or(c.InTransport, part.InTransport)
				at[part.ID] = i
			}
		}
		at[u.ID] = i
		cards = append(cards, c)
	}
	inside := map[int][]int{}
	var outside []int
	for i := range cards {
		if t, ok := at[cards[i].InTransport]; ok && cards[i].InTransport != "" && !ridesIn(cards, at, t, i) {
			inside[t] = append(inside[t], i)
		} else {
			outside = append(outside, i)
		}
	}
	var fill func(i int) Card
	fill = func(i int) Card {
		c := cards[i]
		c.Passengers = convert.All(inside[i], fill)
		return c
	}
	return convert.All(outside, fill)
}

// ridesIn reports whether the card with index card rides in the card with index in, directly or in
// another passenger, or is that card itself. A cycle counts as riding. The map at holds the index
// of each unit's card by the unit's id.
func ridesIn(cards []Card, at map[string]int, card, in int) bool {
	for range cards {
		if card == in {
			return true
		}
		next, ok := at[cards[card].InTransport]
		if !ok || cards[card].InTransport == "" {
			return false
		}
		card = next
	}
	return true
}

func cardOf(u table.Unit) Card {
	c := Card{Unit: u, HalfSizes: []int{u.Models}}
	if u.CombinedHalves != nil {
		c.HalfSizes = []int{u.CombinedHalves[0].Models}
		for _, half := range u.CombinedHalves[1:] {
			c.HalfSizes = append(c.HalfSizes, half.Models)
		}
	}
	return c
}

// Names returns the names of units on sheets, by id: units with the same name get numbers, a
// combined pair gets one.
func Names(r Roster) map[string]string {
	names := map[string]string{}
	for _, u := range r.Units() {
		names[u.ID] = u.Title
	}
	return names
}

// FirstHalfIDs maps each unit's id to the id of the first half of its combined pair; outside pairs,
// to itself.
func FirstHalfIDs(r Roster) map[string]string {
	first := map[string]string{}
	var add func(units []table.Unit, pair string)
	add = func(units []table.Unit, pair string) {
		for i := range units {
			u := &units[i]
			first[u.ID] = cmp.Or(pair, u.ID)
			add(u.CombinedHalves, u.ID)
			add(u.JoinedHeroes, "")
		}
	}
	add(r.UnitsOnTable(), "")
	return first
}
