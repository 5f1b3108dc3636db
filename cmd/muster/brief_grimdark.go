package main

import (
	"fmt"
	"strings"

	"muster/builder"
	"muster/rules"
)

// grimdarkBrief is what a Grimdark Future list has before the game.
type grimdarkBrief struct {
	File       string           `json:"file"`
	Name       string           `json:"name"`
	Units      int              `json:"units"`    // to deploy: what fights as one counts once
	Models     int              `json:"models"`   // of all units
	Reserves   []string         `json:"reserves"` // may wait off the table
	Last       []string         `json:"last"`     // may be deployed after all others
	Transports []transportBrief `json:"transports"`
	Casters    []casterBrief    `json:"casters"`
}

type transportBrief struct {
	ID     string   `json:"id"`
	Spaces int      `json:"spaces"`
	Aboard []string `json:"aboard"`
}

type casterBrief struct {
	ID     string `json:"id"`
	Tokens int    `json:"tokens"`
}

func (a *app) briefGrimdark(army *builder.Army, asJSON bool) error {
	b := grimdarkBrief{File: army.List.File, Name: army.List.Name, Reserves: []string{}, Last: []string{}, Transports: []transportBrief{}, Casters: []casterBrief{}}
	for _, g := range army.Groups {
		if g.In == nil {
			b.Units++
		}
		switch g.Deploys(army.Game) {
		case rules.DeploysReserve:
			b.Reserves = append(b.Reserves, g.IDs()...)
		case rules.DeploysLast:
			b.Last = append(b.Last, g.IDs()...)
		}
	}
	for _, u := range army.Units {
		b.Models += u.Models
		if u.Transport > 0 {
			t := transportBrief{ID: u.ID, Spaces: u.Transport, Aboard: []string{}}
			for _, g := range army.Groups {
				if g.In == u {
					t.Aboard = append(t.Aboard, g.Unit.ID)
				}
			}
			b.Transports = append(b.Transports, t)
		}
		if u.Tokens > 0 {
			b.Casters = append(b.Casters, casterBrief{u.ID, u.Tokens})
		}
	}
	if asJSON {
		return a.printJSON(b)
	}
	name := b.Name
	if name == "" {
		name = b.File
	}
	fmt.Fprintf(a.out, "%s · %s to deploy, %s\n", a.paint(bold, name), plural(b.Units, "unit", "units"), plural(b.Models, "model", "models"))
	const under = "           "
	if len(b.Reserves) > 0 {
		fmt.Fprint(a.out, wrap("may wait: "+strings.Join(b.Reserves, ", "), "Reserves   ", under, a.width()))
	}
	if len(b.Last) > 0 {
		fmt.Fprint(a.out, wrap("after all others: "+strings.Join(b.Last, ", "), "Scouts     ", under, a.width()))
	}
	for _, t := range b.Transports {
		fmt.Fprint(a.out, wrap(fmt.Sprintf("%s (%d spaces): %s", t.ID, t.Spaces, listOr(t.Aboard, "empty")), "Transport  ", under, a.width()))
	}
	for _, c := range b.Casters {
		fmt.Fprintf(a.out, "Caster     %s: %d a round\n", c.ID, c.Tokens)
	}
	return nil
}
