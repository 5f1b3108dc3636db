package builder

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/edit"
	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/table"
	"muster/catalog"
	"muster/pricing"
	"muster/rules"
	fight "muster/rules/fad"
	"muster/schema"
)

// fadRoster is a Fast and Dirty list, or a file of one unit, as a Roster.
type fadRoster struct {
	*fad.Army
	unitsOnTable *tableUnits
}

func openFAD(document *schema.Document, library *catalog.Library) (Roster, error) {
	army, err := fad.LoadDocument(document, library)
	if err != nil {
		return nil, err
	}
	return RosterOfFAD(army), nil
}

// RosterOfFAD returns a roster of a Fast and Dirty army that a program has built.
func RosterOfFAD(a *fad.Army) Roster { return fadRoster{a, newTableUnits(a.TableUnits)} }

func (f fadRoster) GameList() any       { return f.Army }
func (f fadRoster) Game() *rules.System { return f.Army.List.Game }
func (f fadRoster) NoUnitError(id string) error {
	if slices.ContainsFunc(f.SetAsideUnits(), func(p Price) bool { return p.ID == id }) {
		return edit.SetAsideError(f.Document().File, id)
	}
	return edit.NoUnitError(f.Document().File, id, UnitIDs(f.Document()))
}

// IsCurrent implements Roster. A house armoury is not tracked, so a list with one is never current.
func (f fadRoster) IsCurrent(library *catalog.Library) bool {
	return f.Army.List.HouseFile == "" && f.Army.List.IsCurrent(library)
}

func (f fadRoster) Document() *schema.Document  { return f.Army.List.Document() }
func (f fadRoster) Name() string                { return f.Army.List.Name }
func (f fadRoster) BookReports() []finding.Book { return f.Army.List.BookReports() }
func (f fadRoster) Points() int                 { return f.Army.Points }
func (f fadRoster) PointsLimit() int            { return f.Army.List.PointsLimit() }
func (f fadRoster) Findings() []finding.Finding { return f.Army.Findings }
func (f fadRoster) UnitCount() int              { return len(f.Army.Units) }
func (f fadRoster) Report() any                 { return f.Army.Report() }
func (f fadRoster) UnitsOnTable() []table.Unit  { return f.unitsOnTable.combinedUnits() }
func (f fadRoster) Units() []table.Unit         { return f.unitsOnTable.singleUnits() }
func (f fadRoster) Remarks() string             { return f.Army.List.Notes }

func (f fadRoster) BookNames() []string {
	if f.Army.List.SourceBook == nil {
		return nil
	}
	return []string{f.Army.List.SourceBook.Name}
}

func (f fadRoster) ReportUnit(id string) any {
	if u := f.Unit(id); u != nil {
		r := u.Report()
		r.FireEffect = f.Army.FireEffectSteps(u)
		return r
	}
	return nil
}

// ShowReport returns the report of a list for `show`. For Fast and Dirty it adds each unit's Fire
// Effect by figures left, for which share codes have no room.
func ShowReport(r Roster) any {
	f, ok := r.(fadRoster)
	if !ok {
		return r.Report()
	}
	report := f.Army.Report()
	for i, u := range f.Army.Units {
		report.Units[i].FireEffect = f.Army.FireEffectSteps(u)
	}
	return report
}

// ExtractUnit returns a new file with one unit of the list.
func (f fadRoster) ExtractUnit(id, name string, any bool) (ExtractedUnit, error) {
	unit := f.Army.List.Unit(id)
	if unit == nil {
		return ExtractedUnit{}, f.NoUnitError(id)
	}
	if wrong, found := finding.FirstError(f.Army.List.CheckUnit(id), ""); found && !any {
		return ExtractedUnit{}, edit.RefusedError(f.Document().File, wrong, edit.ErrRefused)
	}
	isKind := func(name string) bool { return f.Army.List.Armoury.UnitKinds.Find(name) != nil }
	if name == "" {
		name = schema.FreeID(id, isKind)
	}
	if isKind(name) {
		return ExtractedUnit{}, fmt.Errorf("`%s` is a kind of unit, which an added unit would be taken for; choose another name", name)
	}
	kept := *unit
	kept.InTransport, kept.PartnerID, kept.SentOnRecon = "", "", false
	if _, err := schema.Read(f.Document().File, kept.File(), "unit/1"); err != nil {
		return ExtractedUnit{}, fmt.Errorf("`%s` cannot be kept: %w", id, err)
	}
	kept.ID = name
	file := kept.File()
	if _, err := schema.Read(name, file, "unit/1"); err != nil { // what is wrong now is the name
		return ExtractedUnit{}, fmt.Errorf("`%s` cannot be a stored unit's name; use letters, digits and hyphens", name)
	}
	return ExtractedUnit{Name: name, Title: unit.Title(), File: file, HouseArmoury: f.Army.List.HouseFile}, nil
}

func (f fadRoster) Prices() []Price {
	prices := make([]Price, len(f.Army.Units))
	for i, u := range f.Army.Units {
		prices[i] = Price{
			ID: u.ID, Name: u.Title(), Points: u.Price.Points, ExactPoints: u.Price.Exact.String(), Steps: u.Price.Steps,
			Creation: u.Creation,
		}
		if u.Problem != nil {
			prices[i].Problem, prices[i].Steps = u.Problem.Error(), []pricing.Step{}
		}
	}
	return prices
}

func (f fadRoster) SetAsideUnits() []Price {
	all := make([]Price, len(f.Army.SetAsideUnits))
	for i, u := range f.Army.SetAsideUnits {
		all[i] = Price{ID: u.ID, Name: u.Title(), Points: u.Price.Points}
	}
	return all
}

func (f fadRoster) Brief(style string, name func(id string) string) (Brief, error) {
	b, err := f.Army.Brief(style)
	if err != nil {
		return Brief{}, err
	}
	return forceBrief(f.Army, b, name), nil
}

// Assignments lists the texts that can assign to a unit's fields: each field with each allowed
// value. Fields for numbers are listed without a value.
func (f fadRoster) Assignments(id string) []string {
	var words []string
	for _, field := range f.Fields(id) {
		switch has := field.Current == "yes"; {
		case field.RefusalReason != "" && !has:
		case field.EntryID != "":
			if has && field.WeaponCount > 0 && field.RefusalReason == "" {
				words = append(words, field.AddEntry())
			}
			words = append(words, field.ToggleEntry())
		case field.Choices == nil:
			words = append(words, field.Assign(""))
		}
		for _, c := range field.Choices {
			if c.Value != "" && field.EntryID == "" && field.RefusalReason == "" {
				words = append(words, field.Assign(c.Value))
			}
		}
	}
	return words
}

// Platoons returns the list's platoons, each with the findings about it, which do not name it.
func (f fadRoster) Platoons() []Platoon {
	all := make([]Platoon, len(f.Army.List.Platoons))
	for i, p := range f.Army.List.Platoons {
		all[i].Platoon = p
	}
	for _, one := range f.Findings() {
		if !strings.HasPrefix(one.Code, "platoon/") {
			continue
		}
		for i := len(all) - 1; i >= 0; i-- { // the last that does not begin behind it
			at := f.Document().At("platoons", i)
			if at.Line() < one.Line || at.Line() == one.Line && at.Column() <= one.Column {
				one.Message = strings.TrimPrefix(one.Message, all[i].Label(i+1)+": ")
				all[i].Findings = append(all[i].Findings, one)
				break
			}
		}
	}
	return all
}

// CanCommand reports whether a unit may command a platoon. Vehicles and units that may never join
// others may not.
func (f fadRoster) CanCommand(id string) bool {
	u := f.Army.List.Unit(id)
	return u != nil && !f.Army.List.Armoury.UnitKinds.Find(string(u.Kind)).NeverJoinsUnits && u.Kind != fight.Vehicle
}

// Explain returns the armoury's entries under a name.
func (f fadRoster) Explain(name string) []catalog.Explanation {
	var all []catalog.Explanation
	found := f.Army.List.Armoury.Explain(name)
	for found == nil { // a unit has it with a weapon or a number after it, or a rank with "leader"
		end := max(strings.LastIndex(name, " ("), strings.LastIndex(name, " leader"))
		if end < 0 {
			return nil
		}
		name = name[:end]
		found = f.Army.List.Armoury.Explain(name)
	}
	for _, chapter := range found {
		for _, t := range chapter.Terms {
			all = append(all,
				catalog.Explanation{Name: t.Name, Kind: catalog.NamesRule, Text: t.Effect, Origin: rules.OriginGame})
		}
	}
	return all
}

// ExplainsRule reports whether the armoury has an entry under a name.
func (f fadRoster) ExplainsRule(name string) bool { return f.Explain(name) != nil }

// FigureRows returns the numbered lines of a unit's figures, or of a vehicle's weapons; assignments
// name a line by its number. It returns nil if there is only one.
func (f fadRoster) FigureRows(id string) []table.Stat {
	u := f.Unit(id)
	if u == nil {
		return nil
	}
	a := f.Army.List.Armoury
	var lines []table.Stat
	add := func(list string, count int, weapon string, more ...string) {
		if w := a.Weapon(weapon); w != nil {
			weapon = w.Name
		}
		if count > 0 {
			weapon = fmt.Sprintf("%d × %s", count, weapon)
		}
		lines = append(lines, table.Stat{Label: fmt.Sprintf("%s.%d", list, len(lines)+1), Value: strings.Join(append([]string{weapon}, more...), ", ")})
	}
	stated := f.Army.List.Document().At("figures")
	if i := f.Army.List.Index(id); !stated.Exists() {
		stated = f.Army.List.Entry(i).Get("figures")
	}
	for _, figure := range u.Figures[:min(len(u.Figures), stated.Len())] { // basic creation may add some
		var more []string
		if l := a.LeaderLevels.Find(figure.LeaderLevel); l != nil {
			more = append(more, l.Name+" leader")
		}
		for _, p := range figure.Personalities {
			if known := a.Personalities.Find(p); known != nil {
				p = known.Name
			}
			more = append(more, p)
		}
		add("figures", figure.Count, figure.Weapon, more...)
	}
	for _, weapon := range u.Unit.VehicleWeapons {
		add("weapons", 0, weapon)
	}
	if len(lines) < 2 {
		return nil
	}
	return lines
}
