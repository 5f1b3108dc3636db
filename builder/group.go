package builder

import (
	"slices"

	"muster/rules"
)

// group joins the list's units to what fights as one on the table. Links are
// taken as the file writes them, even those that the rules forbid, so that
// every limit is judged on what the player wrote (RULES.md §4); links to
// nothing, and links in a circle, are left out.
func (a *Army) group(byID map[string]*Unit) {
	groupOf := make(map[*Unit]*Group, len(a.Units))
	for _, u := range a.Units {
		if u.Entry.Join != "" && host(byID, u) != nil {
			continue
		}
		if other := byID[u.Entry.Combine]; u.Entry.Combine != "" && other != nil && other != u {
			if g := groupOf[other]; g != nil {
				if groupOf[u] == nil {
					g.Halves = append(g.Halves, u)
					groupOf[u] = g
				}
				continue
			}
			if other.Entry.Join == "" || host(byID, other) == nil {
				g := &Group{Halves: []*Unit{other, u}}
				if groupOf[u] != nil {
					g = groupOf[u]
					g.Halves = append(g.Halves, other)
				} else {
					a.Groups = append(a.Groups, g)
					groupOf[u] = g
				}
				groupOf[other] = g
				continue
			}
		}
		if groupOf[u] == nil {
			g := &Group{Halves: []*Unit{u}}
			groupOf[u] = g
			a.Groups = append(a.Groups, g)
		}
	}
	for _, u := range a.Units {
		if groupOf[u] != nil {
			continue
		}
		if g := groupOf[host(byID, u)]; g != nil {
			g.Heroes = append(g.Heroes, u)
		} else {
			g = &Group{Halves: []*Unit{u}}
			a.Groups = append(a.Groups, g)
		}
	}
	for _, g := range a.Groups {
		g.Unit = g.Halves[0]
		if len(g.Halves) > 1 {
			g.Unit = together(g.Halves)
		}
		for _, u := range g.Members() {
			if t := byID[u.Entry.In]; u.Entry.In != "" && t != nil && g.In == nil {
				g.In = t
			}
		}
	}
}

// host follows a unit's join to the unit that it ends at: a hero may be
// written as joining a hero who joined. It returns nil where that leads
// nowhere, or in a circle.
func host(byID map[string]*Unit, u *Unit) *Unit {
	at := u
	for range len(byID) + 1 {
		if at.Entry.Join == "" {
			return at
		}
		next := byID[at.Entry.Join]
		if next == nil || next == at {
			if at == u {
				return nil
			}
			return at
		}
		at = next
	}
	return nil
}

// Members returns the group's units: the halves, then the heroes.
func (g *Group) Members() []*Unit { return slices.Concat(g.Halves, g.Heroes) }

// IDs lists the ids of the group's units: the halves, then the heroes.
func (g *Group) IDs() []string { return ids(g.Members()) }

func ids(units []*Unit) []string {
	all := make([]string, len(units))
	for i, u := range units {
		all[i] = u.ID
	}
	return all
}

// together makes one unit of the halves of a combined pair: models, weapons,
// items and costs of all; rules that every model has; and the rest as rules of
// some models.
func together(halves []*Unit) *Unit {
	first := halves[0]
	u := *first
	u.Rules, u.Weapons, u.Items, u.Some, u.Chosen = nil, nil, nil, nil, nil
	u.Models, u.Cost = 0, 0
	for _, h := range halves {
		u.Models += h.Models
		u.Cost += h.Cost
		u.Chosen = append(u.Chosen, h.Chosen...)
		for _, w := range h.Weapons {
			u.Weapons = mergeWeapon(u.Weapons, w)
		}
		for _, item := range h.Items {
			u.Items = mergeItem(u.Items, item)
		}
	}
	for _, r := range first.Rules {
		if inAll(halves, r) {
			u.Rules = append(u.Rules, r)
		}
	}
	for _, h := range halves {
		var own []rules.Use
		for _, r := range h.Rules {
			if !slices.Contains(u.Rules, r) {
				own = append(own, r)
			}
		}
		if own != nil {
			u.Some = append(u.Some, ModelRules{Count: h.Models, Rules: own, From: h.Name, Tough: h.Tough})
		}
		for _, some := range h.Some {
			at := slices.IndexFunc(u.Some, func(m ModelRules) bool {
				return m.From == some.From && m.Tough == some.Tough && slices.Equal(m.Rules, some.Rules)
			})
			if at >= 0 {
				u.Some[at].Count += some.Count
				continue
			}
			u.Some = append(u.Some, some)
		}
	}
	return &u
}

func inAll(units []*Unit, r rules.Use) bool {
	for _, u := range units {
		if !slices.Contains(u.Rules, r) {
			return false
		}
	}
	return true
}

func mergeWeapon(all []Weapon, w Weapon) []Weapon {
	for i := range all {
		if have := &all[i]; have.Name == w.Name && have.Range == w.Range && have.Attacks == w.Attacks && slices.Equal(have.Rules, w.Rules) {
			have.Count += w.Count
			return all
		}
	}
	return append(all, w)
}

func mergeItem(all []Item, item Item) []Item {
	for i := range all {
		if all[i].Name == item.Name && slices.Equal(all[i].Rules, item.Rules) {
			all[i].Count += item.Count
			return all
		}
	}
	return append(all, item)
}
