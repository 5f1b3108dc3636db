package builder

import (
	"fmt"
	"strings"

	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
	"muster/schema"
)

// grimdark is a list that is built from army books.
type grimdark struct{ *gf.Army }

func openGrimdark(document *schema.Document, library *catalog.Library) (Roster, error) {
	l, err := gf.ReadList(document, library)
	if err != nil {
		return nil, err
	}
	army, err := gf.Build(l, library)
	if err != nil {
		return nil, err
	}
	return grimdark{army}, nil
}

// OfArmy makes a roster of a list that a program has built itself.
func OfArmy(a *gf.Army) Roster { return grimdark{a} }

func (g grimdark) List() any                   { return g.Army }
func (g grimdark) Document() *schema.Document  { return g.Army.List.Document() }
func (g grimdark) Name() string                { return g.Army.List.Name }
func (g grimdark) Game() *rules.System         { return g.Army.Game }
func (g grimdark) Points() int                 { return g.Army.Points }
func (g grimdark) Limit() int                  { return g.Army.List.Points }
func (g grimdark) Findings() []finding.Finding { return g.Army.Findings }
func (g grimdark) Size() int                   { return len(g.Groups) }
func (g grimdark) Report() any                 { return g.Army.Report() }

// Explain returns what the list's books say under a name.
func (g grimdark) Explain(name string) []catalog.Explanation {
	var all []catalog.Explanation
	for _, b := range g.Books {
		all = append(all, b.Explain(name)...)
	}
	return all
}

func (g grimdark) Sources() []string {
	names := make([]string, len(g.Books))
	for i, b := range g.Books {
		names[i] = b.Name
	}
	return names
}

func (g grimdark) Known() []string {
	var ids []string
	for _, b := range g.Books {
		ids = append(ids, b.UnitIDs()...)
	}
	return ids
}

func (g grimdark) Units() []Unit {
	var units []Unit
	add := func(u *gf.Unit, role Role) {
		tough := ""
		if u.Tough > 1 {
			tough = fmt.Sprint(u.Tough)
		}
		units = append(units, Unit{
			ID: u.ID, Name: u.Name, Role: role, Models: u.Models, Points: u.Cost, Estimate: u.Estimated(), In: u.Entry.In,
			Profile: []Stat{{"QUA", fmt.Sprintf("%d+", u.Quality)}, {"DEF", fmt.Sprintf("%d+", u.Defense)}, {"TOUGH", tough}},
		})
	}
	for _, group := range g.Groups {
		for i, u := range group.Halves {
			add(u, Role(min(i, 1))*Half)
		}
		for _, hero := range group.Heroes {
			add(hero, Joined)
		}
	}
	return units
}

func (g grimdark) Chosen(id string) []gf.Chosen {
	if u := g.Unit(id); u != nil {
		return u.Chosen
	}
	return nil
}

// chooserReport is a unit with its upgrades, as scripts read it.
type chooserReport struct {
	gf.UnitReport
	Chosen []choice `json:"chosen"`
	Open   []choice `json:"open"` // what can still be chosen
}

// choice is an option: how often it is chosen, or still can be, at how many
// points each.
type choice struct {
	Option string `json:"option"`
	Name   string `json:"name"`
	Count  int    `json:"count"`
	Points int    `json:"points"`
}

func (g grimdark) ReportUnit(id string) any {
	u := g.Unit(id)
	if u == nil {
		return nil
	}
	r := chooserReport{UnitReport: u.Report(), Chosen: []choice{}, Open: []choice{}}
	for _, c := range u.Chosen {
		r.Chosen = append(r.Chosen, choice{c.Option.ID, c.Option.Name, c.Count, c.Each})
	}
	for _, s := range g.Open(id) {
		for _, o := range s.Options {
			if o.Left > 0 {
				r.Open = append(r.Open, choice{o.Option.ID, o.Option.Name, o.Left, o.Cost})
			}
		}
	}
	return r
}

func (g grimdark) Prices() []Price {
	prices := make([]Price, len(g.Army.Units))
	for i, u := range g.Army.Units {
		steps := u.Steps()
		prices[i] = Price{ID: u.ID, Name: u.Name, Points: u.Cost, Exact: steps[len(steps)-1].Value.String(), Steps: steps}
	}
	return prices
}

func (g grimdark) Brief(style string, name func(id string) string) (Brief, error) {
	if style != "" {
		return Brief{}, fmt.Errorf("%s: command styles are of other games than %s; leave the style away", g.Army.List.File, g.Army.Game.Name)
	}
	b := g.Army.Brief()
	brief := Brief{Report: b, Heading: []string{finding.Count(b.Units, "unit") + " to deploy", finding.Count(b.Models, "model")}}
	if len(b.Reserves) > 0 {
		brief.add("Reserves", "may wait: "+listed(b.Reserves, name, ""))
	}
	if len(b.Last) > 0 {
		brief.add("Scouts", "after all others: "+listed(b.Last, name, ""))
	}
	for _, t := range b.Transports {
		brief.add("Carries", fmt.Sprintf("%s (%d of %d spaces): %s", name(t.ID), t.Used, t.Spaces, listed(t.Aboard, name, "empty")))
	}
	for _, c := range b.Casters {
		brief.add("Spells", name(c.ID)+": "+strings.ReplaceAll(g.Army.Game.Words["tokens"], "%", fmt.Sprint(c.Tokens)))
	}
	if basis := g.Army.Game.Words["basis"]; basis != "" {
		brief.add("Rules", basis)
	}
	for _, n := range b.Before {
		brief.Parts = append(brief.Parts, Part{Name: n.Name, Lead: n.Summary})
	}
	return brief, nil
}
