package gf

import (
	"slices"

	"muster/rules"
)

// formGroups forms groups from the list's units. It follows even forbidden links, so that limits
// are judged by the player's own text (docs/rules-notes.md, Lists). It ignores links to missing
// units and links of a unit to itself.
func (a *Army) formGroups(byID map[string]*Unit) {
	n := len(a.List.Units)
	room := make([]*Group, 3*n) // one for all three lists of groups
	a.groupOfEntry, a.groupsBeforeJoins, a.Groups = room[:n:n], room[n:n:2*n], room[2*n:2*n]
	groups, units := make([]Group, len(a.Units)), slices.Clone(a.Units)
	for i, u := range a.Units {
		groups[i].Halves = units[i : i+1 : i+1]
		a.groupOfEntry[u.index] = &groups[i]
	}
	for _, u := range a.Units {
		if other := byID[u.Entry.CombineWith]; other != nil {
			a.mergeGroups(a.groupOfEntry[other.index], a.groupOfEntry[u.index])
		}
	}
	for _, u := range a.Units {
		body := a.groupOfEntry[u.index]
		if body.Unit == nil { // the first of the body's units in the file
			body.Unit = combineHalves(body.Halves)
			a.groupsBeforeJoins = append(a.groupsBeforeJoins, body)
		}
		body.joinsAnother = body.joinsAnother || u.Entry.JoinTo != ""
		if host := byID[u.Entry.JoinTo]; host != nil {
			if other := a.groupOfEntry[host.index]; other != body && body.host == nil {
				body.host = other
			}
		}
	}
	for _, body := range a.groupsBeforeJoins {
		if root := a.lastHost(body); root == body {
			a.Groups = append(a.Groups, body)
		} else if root.Heroes == nil {
			root.Heroes = slices.Clip(body.Halves)
		} else {
			root.Heroes = append(root.Heroes, body.Halves...)
		}
	}
	for _, g := range a.Groups {
		for _, u := range g.Members() {
			if t := byID[u.Entry.InTransport]; t != nil {
				g.InTransport = t
				break
			}
		}
	}
}

// NewGroup returns the group of a unit, or of two combined units.
func NewGroup(halves ...*Unit) *Group { return &Group{Unit: combineHalves(halves), Halves: halves} }

// mergeGroups moves the units of other to body, so that they form one combined unit.
func (a *Army) mergeGroups(body, other *Group) {
	if body == other {
		return
	}
	body.Halves = append(body.Halves, other.Halves...)
	for _, u := range other.Halves {
		a.groupOfEntry[u.index] = body
	}
}

// lastHost returns the group at the end of a chain of joins, since the file may let a hero join
// another hero. If the chain is a circle, it returns body.
func (a *Army) lastHost(body *Group) *Group {
	at := body
	for range a.groupsBeforeJoins {
		if at.host == nil {
			return at
		}
		at = at.host
	}
	return body
}

// groupsCountedAsUnits lists the groups that count as units; a combined pair is one. Units that
// join another unit do not count, even if their joins form a circle or are forbidden
// (docs/rules-notes.md, Lists).
func groupsCountedAsUnits(groups []*Group) []*Group {
	stand := make([]*Group, 0, len(groups))
	for _, g := range groups {
		if !g.joinsAnother {
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
func (g *Group) IDs() []string { return unitIDs(g.Members()) }

func unitIDs(units []*Unit) []string {
	all := make([]string, len(units))
	for i, u := range units {
		all[i] = u.ID
	}
	return all
}

// combineHalves merges the halves of a combined pair into one unit with all models, weapons, items
// and costs. A rule that some models lack becomes a rule of some models.
func combineHalves(halves []*Unit) *Unit {
	first := halves[0]
	if len(halves) == 1 {
		return first
	}
	u := *first
	u.Rules, u.Weapons, u.Items, u.PartialRules, u.ChosenOptions = nil, nil, nil, nil, nil
	u.Models, u.Cost, u.halves = 0, 0, halves
	u.pooledSpellTokens = 0
	for _, h := range halves {
		u.Models += h.Models
		u.pooledSpellTokens += h.pooledSpellTokens
		u.SpellTokens = max(u.SpellTokens, h.SpellTokens, u.pooledSpellTokens)
		u.Cost += h.Cost
		u.ChosenOptions = append(u.ChosenOptions, h.ChosenOptions...)
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
			u.PartialRules = append(u.PartialRules, ModelRules{Count: h.Models, Rules: own, Source: h.Name, Tough: h.Tough})
		}
		for _, some := range h.PartialRules {
			at := slices.IndexFunc(u.PartialRules, func(m ModelRules) bool {
				return m.Source == some.Source && m.Tough == some.Tough && slices.Equal(m.Rules, some.Rules)
			})
			if at >= 0 {
				u.PartialRules[at].Count += some.Count
				continue
			}
			u.PartialRules = append(u.PartialRules, some)
		}
	}
	return &u
}

func mergeWeapon(all []Weapon, w Weapon) []Weapon {
	for i := range all {
		if equalExceptCount(&all[i], &w) {
			all[i].Count += w.Count
			return all
		}
	}
	return append(all, w)
}

// equalExceptCount reports whether two weapons are equal except for their counts.
func equalExceptCount(w, o *Weapon) bool {
	return w.Name == o.Name && w.Range == o.Range && w.Attacks == o.Attacks && w.ProfileOf == o.ProfileOf &&
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
