package gf

import (
	"slices"

	"muster/rules"
)

// A Brief lists a list's preparations before the game, also for scripts (`brief --json`).
type Brief struct {
	File       string           `json:"file"`
	Name       string           `json:"name"`
	Units      int              `json:"units"`    // units to deploy; a group counts once
	Models     int              `json:"models"`   // of all units
	Reserves   []string         `json:"reserves"` // may wait off the table
	Last       []string         `json:"last"`     // may be deployed after all others
	Transports []TransportBrief `json:"transports"`
	Casters    []CasterBrief    `json:"casters"`
	// Before holds the summaries of the rules for reserves, late deployment and transports.
	Before []Remark `json:"before_notes"`
}

// Remark is a fact to remember, with its name.
type Remark struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

// TransportBrief is a transport with the units that deploy inside it.
type TransportBrief struct {
	ID     string   `json:"id"`
	Spaces int      `json:"spaces"`
	Used   int      `json:"used"` // spaces that its passengers take
	Aboard []string `json:"aboard"`
}

// CasterBrief is a caster with its spell tokens per round (2.x: its level).
type CasterBrief struct {
	ID     string `json:"id"`
	Tokens int    `json:"tokens"`
}

// Brief lists the list's preparations before the game.
func (a *Army) Brief() Brief {
	b := Brief{
		File: a.List.File, Name: a.List.Name,
		Reserves: []string{}, Last: []string{}, Transports: []TransportBrief{}, Casters: []CasterBrief{},
		Before: a.before(),
	}
	aboard, used := map[*Unit][]string{}, map[*Unit]int{}
	for _, g := range a.Groups {
		if g.In == nil {
			b.Units++
		} else {
			aboard[g.In] = append(aboard[g.In], g.Unit.ID)
			for _, u := range g.Members() {
				spaces, _ := a.spacesFor(u)
				used[g.In] += spaces
			}
		}
		switch g.Deploys(a.Game) {
		case rules.DeploysReserve:
			b.Reserves = append(b.Reserves, g.IDs()...)
		case rules.DeploysLast:
			b.Last = append(b.Last, g.IDs()...)
		}
	}
	for _, u := range a.Units {
		b.Models += u.Models
		if u.Transport > 0 {
			b.Transports = append(b.Transports, TransportBrief{ID: u.ID, Spaces: u.Transport, Used: used[u], Aboard: append([]string{}, aboard[u]...)})
		}
		if pair := a.bodyOf[u.index].Unit; pair.ID == u.ID && pair.Tokens > 0 {
			b.Casters = append(b.Casters, CasterBrief{u.ID, pair.Tokens})
		}
	}
	return b
}

// before lists the summaries of rules for deployment and transport, each once.
func (a *Army) before() []Remark {
	all := []Remark{}
	add := func(rule *rules.Rule) {
		if rule == nil || !slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Deploys != "" || e.Transport.Set }) {
			return
		}
		if note := (Remark{rule.Name, a.Scale().Summary(rule)}); !slices.Contains(all, note) {
			all = append(all, note)
		}
	}
	for _, u := range a.Units {
		set := u.Book.RuleSet(a.Game)
		uses := slices.Clone(u.Rules)
		for _, some := range u.Some {
			uses = append(uses, some.Rules...)
		}
		for _, use := range uses {
			rule := set.Find(use.Name)
			add(rule)
			if rule == nil {
				continue
			}
			for _, e := range rule.Effects {
				for _, given := range e.Gives {
					add(set.Find(given.Name))
				}
			}
		}
	}
	return all
}
