package builder

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/catalog"
	"muster/convert"
	"muster/report"
	"muster/rules"
	"muster/schema"
)

// grimdark is a list that is built from army books.
type grimdark struct {
	*gf.Army
	table *onTable
}

func openGrimdark(document *schema.Document, library *catalog.Library) (Roster, error) {
	l, err := gf.ReadList(document, library)
	if err != nil {
		return nil, err
	}
	army, err := gf.Build(l, library)
	if err != nil {
		return nil, err
	}
	return OfArmy(army), nil
}

// OfArmy returns a roster of an army that a program has built.
func OfArmy(a *gf.Army) Roster { return grimdark{a, newOnTable(a.TableUnits)} }

func (g grimdark) List() any                   { return g.Army }
func (g grimdark) Document() *schema.Document  { return g.Army.List.Document() }
func (g grimdark) Name() string                { return g.Army.List.Name }
func (g grimdark) Game() *rules.System         { return g.Army.Game }
func (g grimdark) Points() int                 { return g.Army.Points }
func (g grimdark) Limit() int                  { return g.Army.List.Points }
func (g grimdark) Findings() []finding.Finding { return g.Army.Findings }
func (g grimdark) Size() int                   { return len(g.Groups) }
func (g grimdark) Report() any                 { return g.Army.Report() }
func (g grimdark) OnTable() []table.Unit       { return g.table.together() }
func (g grimdark) Units() []table.Unit         { return g.table.single() }
func (g grimdark) Remarks() string             { return g.Army.List.Notes }

// Experience states the points of a list's experience in a campaign and whether they count; "" for
// none.
func Experience(r Roster) string {
	if g, ok := r.(grimdark); ok {
		return g.Army.ExperienceText()
	}
	return ""
}

// CampaignFields lists the campaign values of a unit that can be set; nil if the list is not in a
// campaign and the unit has none.
func CampaignFields(r Roster, id string) []edit.Field {
	g, ok := r.(grimdark)
	if !ok || g.Unit(id) == nil {
		return nil
	}
	e := g.Unit(id).Entry
	if !g.Army.List.Campaign && e.XP == 0 && len(e.Traits)+len(e.Injuries) == 0 {
		return nil
	}
	return []edit.Field{
		{Label: "Experience", Path: "xp", Now: strconv.Itoa(e.XP)},
		{Label: "Traits", Path: "traits", Now: strings.Join(e.Traits, ", "), Text: true, List: true},
		{Label: "Injuries", Path: "injuries", Now: strings.Join(e.Injuries, ", "), Text: true, List: true},
	}
}

// Spent returns the points that count towards the list's agreed size, in a campaign including
// experience.
func Spent(r Roster) int {
	if g, ok := r.(grimdark); ok {
		return g.Army.Spent()
	}
	return r.Points()
}

// Left returns the points left of the agreed size; negative if the list costs more.
func Left(r Roster) int { return r.Limit() - Spent(r) }

// Explain returns the entries of the list's books under a name.
func (g grimdark) Explain(name string) []catalog.Explanation {
	var all []catalog.Explanation
	for _, b := range g.Books {
		all = append(all, b.Explain(name)...)
	}
	return all
}

func (g grimdark) Sources() []string {
	return convert.All(g.Books, func(b *catalog.Book) string { return b.Name })
}

func (g grimdark) Chosen(id string) []gf.Chosen {
	if u := g.Unit(id); u != nil {
		return u.Chosen
	}
	return nil
}

// chooserReport is a unit with its upgrades, for scripts.
type chooserReport struct {
	gf.UnitReport
	Chosen []choice `json:"chosen"`
	Open   []choice `json:"open"` // options that can still be chosen
}

// choice is an option: how often it is or can be chosen, and its points.
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
		r.Chosen = append(r.Chosen, choice{c.Option.ID, c.Option.Name, c.Count, c.CostEach})
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
		prices[i] = Price{
			ID: u.ID, Name: u.Name, Points: u.Cost, Exact: steps[len(steps)-1].Value.String(),
			Steps: steps,
		}
	}
	return prices
}

func (g grimdark) Aside() []Price {
	var all []Price
	for i := range g.Army.List.Units {
		e := &g.Army.List.Units[i]
		if !e.Aside {
			continue
		}
		one := Price{ID: e.ID, Name: cmp.Or(e.Name, e.Unit)}
		if at := slices.IndexFunc(g.Army.Aside, func(u *gf.Unit) bool { return u.Index() == i }); at >= 0 {
			one.Name, one.Points = g.Army.Aside[at].Name, g.Army.Aside[at].Cost
		}
		all = append(all, one)
	}
	return all
}

func (g grimdark) Brief(style string, name func(id string) string) (Brief, error) {
	if style != "" {
		return Brief{}, fmt.Errorf("%s: command styles are of other games than %s; leave the style away",
			g.Army.List.File, g.Army.Game.Name)
	}
	b := g.Army.Brief()
	var terms report.Terms
	if len(b.Reserves) > 0 {
		terms.Add("Reserves", "may wait: "+namesOr(b.Reserves, name, ""))
	}
	if len(b.Last) > 0 {
		terms.Add("Scouts", "after all others: "+namesOr(b.Last, name, ""))
	}
	for _, t := range b.Transports {
		terms.Add("Carries",
			fmt.Sprintf("%s (%d of %d spaces): %s", name(t.ID), t.Used, t.Spaces, namesOr(t.Aboard, name, "empty")))
	}
	for _, c := range b.Casters {
		terms.Add("Spells", name(c.ID)+": "+strings.ReplaceAll(g.Army.Game.Words["tokens"], "%", fmt.Sprint(c.Tokens)))
	}
	if basis := g.Army.Game.Words["basis"]; basis != "" {
		terms.Add("Rules", basis)
	}
	var sections []report.Block
	for _, n := range b.Before {
		sections = append(sections, &report.Doc{Title: n.Name, Lead: n.Summary})
	}
	size := []string{finding.Count(b.Units, "unit") + " to deploy", finding.Count(b.Models, "model")}
	return newBrief(b, size, &terms, sections), nil
}
