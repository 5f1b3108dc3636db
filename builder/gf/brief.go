package gf

import (
	"slices"

	"muster/rules"
)

// A Brief describes the preparations of a list before the game, also for scripts (`brief --json`).
type Brief struct {
	File       string   `json:"file"`
	Name       string   `json:"name"`
	UnitCount  int      `json:"units"`    // units to deploy; a group counts once
	ModelCount int      `json:"models"`   // models of all units
	Reserves   []string `json:"reserves"` // ids of units that may wait off the table
	// ids of units that may be deployed after all others
	UnitsDeployedLast []string         `json:"last"`
	Transports        []TransportBrief `json:"transports"`
	Casters           []CasterBrief    `json:"casters"`
	// Reminders holds the summaries of the rules for reserves, late deployment and transports.
	Reminders []RuleReminder `json:"before_notes"`
}

// A RuleReminder is a rule to remind players of, with its summary.
type RuleReminder struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

// TransportBrief is a transport with the units that deploy inside it.
type TransportBrief struct {
	ID           string   `json:"id"`
	Spaces       int      `json:"spaces"`
	UsedSpaces   int      `json:"used"` // spaces that its passengers take
	PassengerIDs []string `json:"aboard"`
}

// CasterBrief is a caster with its spell tokens per round (2.x: its level).
type CasterBrief struct {
	ID          string `json:"id"`
	SpellTokens int    `json:"tokens"`
}

// Brief describes the list's preparations before the game.
func (a *Army) Brief() Brief {
	b := Brief{
		File: a.List.File, Name: a.List.Name,
		Reserves: []string{}, UnitsDeployedLast: []string{}, Transports: []TransportBrief{}, Casters: []CasterBrief{},
		Reminders: a.reminders(),
	}
	aboard, used := map[*Unit][]string{}, map[*Unit]int{}
	for _, g := range a.Groups {
		if g.InTransport == nil {
			b.UnitCount++
		} else {
			aboard[g.InTransport] = append(aboard[g.InTransport], g.Unit.ID)
			for _, u := range g.Members() {
				spaces, _ := a.transportSpacesFor(u)
				used[g.InTransport] += spaces
			}
		}
		switch g.Deployment(a.Game) {
		case rules.DeployReserve:
			b.Reserves = append(b.Reserves, g.IDs()...)
		case rules.DeployLast:
			b.UnitsDeployedLast = append(b.UnitsDeployedLast, g.IDs()...)
		}
	}
	for _, u := range a.Units {
		b.ModelCount += u.Models
		if u.TransportSpaces > 0 {
			b.Transports = append(b.Transports, TransportBrief{ID: u.ID, Spaces: u.TransportSpaces, UsedSpaces: used[u], PassengerIDs: append([]string{}, aboard[u]...)})
		}
		if pair := a.groupOfEntry[u.index].Unit; pair.ID == u.ID && pair.SpellTokens > 0 {
			b.Casters = append(b.Casters, CasterBrief{u.ID, pair.SpellTokens})
		}
	}
	return b
}

// reminders lists the summaries of rules for deployment and transport, each once.
func (a *Army) reminders() []RuleReminder {
	all := []RuleReminder{}
	add := func(rule *rules.Rule) {
		if rule == nil || !slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Deployment != "" || e.Transport.IsSet }) {
			return
		}
		if note := (RuleReminder{rule.Name, a.Scale().RuleSummary(rule)}); !slices.Contains(all, note) {
			all = append(all, note)
		}
	}
	for _, u := range a.Units {
		set := u.Book.RuleSet(a.Game)
		uses := slices.Clone(u.Rules)
		for _, some := range u.PartialRules {
			uses = append(uses, some.Rules...)
		}
		for _, use := range uses {
			rule := set.Find(use.Name)
			add(rule)
			if rule == nil {
				continue
			}
			for _, e := range rule.Effects {
				for _, given := range e.GivenRules {
					add(set.Find(given.Name))
				}
			}
		}
	}
	return all
}
