package gf

import "muster/rules"

// A Brief is what a list has before the game, as scripts read it too
// (`brief --json`).
type Brief struct {
	File       string           `json:"file"`
	Name       string           `json:"name"`
	Units      int              `json:"units"`    // to deploy: what fights as one counts once
	Models     int              `json:"models"`   // of all units
	Reserves   []string         `json:"reserves"` // may wait off the table
	Last       []string         `json:"last"`     // may be deployed after all others
	Transports []TransportBrief `json:"transports"`
	Casters    []CasterBrief    `json:"casters"`
}

// TransportBrief is a transport with the units that deploy inside it.
type TransportBrief struct {
	ID     string   `json:"id"`
	Spaces int      `json:"spaces"`
	Used   int      `json:"used"` // spaces that those aboard take
	Aboard []string `json:"aboard"`
}

// CasterBrief is a caster with its spell tokens a round (2.x: its level).
type CasterBrief struct {
	ID     string `json:"id"`
	Tokens int    `json:"tokens"`
}

// Brief works out what the list has before the game.
func (a *Army) Brief() Brief {
	b := Brief{
		File: a.List.File, Name: a.List.Name,
		Reserves: []string{}, Last: []string{}, Transports: []TransportBrief{}, Casters: []CasterBrief{},
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
