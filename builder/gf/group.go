package gf

import (
	"slices"

	"muster/rules"
)

// group forms groups from the list's units. It follows even forbidden links, so that limits are
// judged by the player's own text (docs/rules-notes.md, Lists); it ignores links to missing units
// and to the unit itself.
func (a *Army) group(byID map[string]*Unit) {
	n := len(a.List.Units)
	room := make([]*Group, 3*n) // one for all three lists of groups
	a.bodyOf, a.bodies, a.Groups = room[:n:n], room[n:n:2*n], room[2*n:2*n]
	groups, units := make([]Group, len(a.Units)), slices.Clone(a.Units)
	for i, u := range a.Units {
		groups[i].Halves = units[i : i+1 : i+1]
		a.bodyOf[u.index] = &groups[i]
	}
	for _, u := range a.Units {
		if other := byID[u.Entry.Combine]; other != nil {
			a.merge(a.bodyOf[other.index], a.bodyOf[u.index])
		}
	}
	for _, u := range a.Units {
		body := a.bodyOf[u.index]
		if body.Unit == nil { // the first of the body's units in the file
			body.Unit = combineHalves(body.Halves)
			a.bodies = append(a.bodies, body)
		}
		body.joins = body.joins || u.Entry.Join != ""
		if host := byID[u.Entry.Join]; host != nil {
			if other := a.bodyOf[host.index]; other != body && body.host == nil {
				body.host = other
			}
		}
	}
	for _, body := range a.bodies {
		if root := a.root(body); root == body {
			a.Groups = append(a.Groups, body)
		} else if root.Heroes == nil {
			root.Heroes = slices.Clip(body.Halves)
		} else {
			root.Heroes = append(root.Heroes, body.Halves...)
		}
	}
	for _, g := range a.Groups {
		for _, u := range g.Members() {
			if t := byID[u.Entry.In]; t != nil {
				g.In = t
				break
			}
		}
	}
}

// NewGroup returns the group of a unit, or of two combined units.
func NewGroup(halves ...*Unit) *Group { return &Group{Unit: combineHalves(halves), Halves: halves} }

// merge combines two bodies into one.
func (a *Army) merge(body, other *Group) {
	if body == other {
		return
	}
	body.Halves = append(body.Halves, other.Halves...)
	for _, u := range other.Halves {
		a.bodyOf[u.index] = body
	}
}

// root returns the body at the end of a chain of joins, since a hero may be written as joining a
// hero. If the chain is a circle, it is the body itself.
func (a *Army) root(body *Group) *Group {
	at := body
	for range a.bodies {
		if at.host == nil {
			return at
		}
		at = at.host
	}
	return body
}

// standing lists the groups that count as units; a combined pair is one. Units that join another
// one do not count, even if their joins form a circle or are wrong (docs/rules-notes.md, Lists).
func standing(groups []*Group) []*Group {
	stand := make([]*Group, 0, len(groups))
	for _, g := range groups {
		if !g.joins {
			stand = append(stand, g)
		}
	}
	return stand
}

// Members returns the group's units: the halves, then the heroes.
func (g *Group) Members() []*Unit {
	if len(g.Heroes) == 0 {
		return slices.Clip(g.Halves)
	}
	return slices.Concat(g.Halves, g.Heroes)
}

// IDs lists the ids of the group's units: the halves, then the heroes.
func (g *Group) IDs() []string { return ids(g.Members()) }

func ids(units []*Unit) []string {
	all := make([]string, len(units))
	for i, u := range units {
		all[i] = u.ID
	}
	return all
}

// combineHalves merges the halves of a combined pair into one unit with all models, weapons, items
// and costs. Rules that not every model has become rules of some models.
func combineHalves(halves []*Unit) *Unit {
	first := halves[0]
	if len(halves) == 1 {
		return first
	}
	u := *first
	u.Rules, u.Weapons, u.Items, u.Some, u.Chosen = nil, nil, nil, nil, nil
	u.Models, u.Cost, u.halves = 0, 0, halves
	u.pooled = 0
	for _, h := range halves {
		u.Models += h.Models
		u.pooled += h.pooled
		u.Tokens = max(u.Tokens, h.Tokens, u.pooled)
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
		if !slices.ContainsFunc(halves, func(h *Unit) bool { return !slices.Contains(h.Rules, r) }) {
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

func mergeWeapon(all []Weapon, w Weapon) []Weapon {
	for i := range all {
		if all[i].alike(&w) {
			all[i].Count += w.Count
			return all
		}
	}
	return append(all, w)
}

// alike reports whether two weapons are equal except for their counts.
func (w *Weapon) alike(o *Weapon) bool {
	return w.Name == o.Name && w.Range == o.Range && w.Attacks == o.Attacks && w.OneOf == o.OneOf &&
		slices.Equal(w.Rules, o.Rules)
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
