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

// gfRoster is a list that is built from army books, as a Roster.
type gfRoster struct {
	*gf.Army
	unitsOnTable *tableUnits
}

func openGF(document *schema.Document, library *catalog.Library) (Roster, error) {
	l, err := gf.ReadList(document, library)
	if err != nil {
		return nil, err
	}
	army, err := gf.Build(l, library)
	if err != nil {
		return nil, err
	}
	return RosterOfGF(army), nil
}

// RosterOfGF returns a roster of an army of Grimdark Future that a program has built.
func RosterOfGF(a *gf.Army) Roster { return gfRoster{a, newTableUnits(a.TableUnits)} }

func (g gfRoster) GameList() any               { return g.Army }
func (g gfRoster) Document() *schema.Document  { return g.Army.List.Document() }
func (g gfRoster) Name() string                { return g.Army.List.Name }
func (g gfRoster) Game() *rules.System         { return g.Army.Game }
func (g gfRoster) Points() int                 { return g.Army.Points }
func (g gfRoster) PointsLimit() int            { return g.Army.List.Points }
func (g gfRoster) Findings() []finding.Finding { return g.Army.Findings }
func (g gfRoster) UnitCount() int              { return len(g.Groups) }
func (g gfRoster) Report() any                 { return g.Army.Report() }
func (g gfRoster) UnitsOnTable() []table.Unit  { return g.unitsOnTable.combinedUnits() }
func (g gfRoster) Units() []table.Unit         { return g.unitsOnTable.singleUnits() }
func (g gfRoster) Remarks() string             { return g.Army.List.Notes }

// Experience states the points of a list's experience in a campaign and whether they count; "" for
// none.
func Experience(r Roster) string {
	if g, ok := r.(gfRoster); ok {
		return g.Army.ExperienceText()
	}
	return ""
}

// CampaignFields lists the campaign values of a unit that can be set; nil if the list is not in a
// campaign and the unit has none.
func CampaignFields(r Roster, id string) []edit.Field {
	g, ok := r.(gfRoster)
	if !ok || g.Unit(id) == nil {
		return nil
	}
	e := g.Unit(id).Entry
	if !g.Army.List.Campaign && e.XP == 0 && len(e.Traits)+len(e.Injuries) == 0 {
		return nil
	}
	return []edit.Field{
		{Label: "Experience", Path: "xp", Current: strconv.Itoa(e.XP)},
		{Label: "Traits", Path: "traits", Current: strings.Join(e.Traits, ", "), IsText: true, IsTextList: true},
		{Label: "Injuries", Path: "injuries", Current: strings.Join(e.Injuries, ", "), IsText: true, IsTextList: true},
	}
}

// SpentPoints returns the points that count towards the list's agreed size, in a campaign including
// experience.
func SpentPoints(r Roster) int {
	if g, ok := r.(gfRoster); ok {
		return g.Army.SpentPoints()
	}
	return r.Points()
}

// PointsLeft returns the points left of the agreed size; negative if the list costs more.
func PointsLeft(r Roster) int { return r.PointsLimit() - SpentPoints(r) }

// Explain returns the entries with a name in the list's books.
func (g gfRoster) Explain(name string) []catalog.Explanation {
	var all []catalog.Explanation
	for _, b := range g.Books {
		all = append(all, b.Explain(name)...)
	}
	return all
}

// ExplainsRule reports whether one of the list's books has a rule.
func (g gfRoster) ExplainsRule(name string) bool {
	name, _, _ = strings.Cut(name, "(")
	return slices.ContainsFunc(g.Books, func(b *catalog.Book) bool { return b.RuleSet(g.Game()).Find(name) != nil })
}

func (g gfRoster) BookNames() []string {
	return convert.All(g.Books, func(b *catalog.Book) string { return b.Name })
}

func (g gfRoster) ChosenUpgrades(id string) []gf.ChosenOption {
	if u := g.Unit(id); u != nil {
		return u.ChosenOptions
	}
	return nil
}

// chooserReport is a unit with its upgrades, for scripts.
type chooserReport struct {
	gf.UnitReport
	ChosenOptions []optionChoice `json:"chosen"`
	OpenOptions   []optionChoice `json:"open"` // options that can still be chosen
}

// optionChoice is an option with the number of times that it is or can be chosen, and its points.
type optionChoice struct {
	Option string `json:"option"`
	Name   string `json:"name"`
	Count  int    `json:"count"`
	Points int    `json:"points"`
}

func (g gfRoster) ReportUnit(id string) any {
	u := g.Unit(id)
	if u == nil {
		return nil
	}
	r := chooserReport{UnitReport: u.Report(), ChosenOptions: []optionChoice{}, OpenOptions: []optionChoice{}}
	for _, c := range u.ChosenOptions {
		r.ChosenOptions = append(r.ChosenOptions, optionChoice{c.Option.ID, c.Option.Name, c.Count, c.CostPerChoice})
	}
	for _, s := range g.OpenUpgrades(id) {
		for _, o := range s.Options {
			if o.ChoicesLeft > 0 {
				r.OpenOptions = append(r.OpenOptions, optionChoice{o.Option.ID, o.Option.Name, o.ChoicesLeft, o.Cost})
			}
		}
	}
	return r
}

func (g gfRoster) Prices() []Price {
	prices := make([]Price, len(g.Army.Units))
	for i, u := range g.Army.Units {
		steps := u.PriceSteps()
		prices[i] = Price{
			ID: u.ID, Name: u.Name, Points: u.Cost, ExactPoints: steps[len(steps)-1].Value.String(),
			Steps: steps,
		}
	}
	return prices
}

func (g gfRoster) SetAsideUnits() []Price {
	var all []Price
	for i := range g.Army.List.Units {
		e := &g.Army.List.Units[i]
		if !e.SetAside {
			continue
		}
		one := Price{ID: e.ID, Name: cmp.Or(e.Name, e.BookUnitID)}
		if at := slices.IndexFunc(g.Army.SetAsideUnits, func(u *gf.Unit) bool { return u.Index() == i }); at >= 0 {
			one.Name, one.Points = g.Army.SetAsideUnits[at].Name, g.Army.SetAsideUnits[at].Cost
		}
		all = append(all, one)
	}
	return all
}

func (g gfRoster) Brief(style string, name func(id string) string) (Brief, error) {
	if style != "" {
		return Brief{}, fmt.Errorf("%s: command styles are of other games than %s; leave the style away",
			g.Army.List.File, g.Army.Game.Name)
	}
	b := g.Army.Brief()
	var terms report.Terms
	if len(b.Reserves) > 0 {
		terms.Add("Reserves", "may wait: "+listNames(b.Reserves, name, ""))
	}
	if len(b.UnitsDeployedLast) > 0 {
		terms.Add("Scouts", "after all others: "+listNames(b.UnitsDeployedLast, name, ""))
	}
	for _, t := range b.Transports {
		terms.Add("Carries",
			fmt.Sprintf("%s (%d of %d spaces): %s", name(t.ID), t.UsedSpaces, t.Spaces,
				listNames(t.PassengerIDs, name, "empty")))
	}
	for _, c := range b.Casters {
		terms.Add("Spells", name(c.ID)+": "+strings.ReplaceAll(g.Army.Game.Terms["tokens"], "%", fmt.Sprint(c.SpellTokens)))
	}
	if basis := g.Army.Game.Terms["basis"]; basis != "" {
		terms.Add("Rules", basis)
	}
	var sections []report.Block
	for _, n := range b.Reminders {
		sections = append(sections, &report.Doc{Title: n.Name, LeadSentence: n.Summary})
	}
	size := []string{finding.CountText(b.UnitCount, "unit") + " to deploy", finding.CountText(b.ModelCount, "model")}
	return newBrief(b, size, &terms, sections), nil
}
