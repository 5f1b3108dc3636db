package armyforge

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
	"muster/schema/files"
)

// The shape of a list's JSON.
type (
	listJSON struct {
		ID          string `json:"id,omitempty"`
		Name        string `json:"name"`
		GameSystem  string `json:"gameSystem"`
		PointsLimit int    `json:"pointsLimit,omitempty"`
		TotalPoints int    `json:"listPoints"`
		Notes       string `json:"notes,omitempty"`
		ForceOrg    *bool  `json:"forceOrg,omitempty"`
		Campaign    bool   `json:"campaignMode"`
		// Versions holds the versions of the army books, needed to read the list back.
		Versions []bookVersionJSON `json:"armyVersions"`
		*listSums
		Units []unitJSON `json:"units"`
	}
	bookVersionJSON struct {
		ArmyID  string `json:"armyId"`
		Name    string `json:"armyName"`
		Version string `json:"version,omitempty"`
	}
	// listSums holds sums over the units of a resolved list.
	listSums struct {
		ModelCount int `json:"modelCount"`
		Points     int `json:"points"`
	}
	unitJSON struct {
		ID          string          `json:"id"`
		SelectionID string          `json:"selectionId"`
		ArmyID      string          `json:"armyId"`
		Name        string          `json:"name"`
		CustomName  string          `json:"customName,omitempty"`
		Notes       string          `json:"notes,omitempty"`
		XP          int             `json:"xp"`
		Traits      []string        `json:"traits"`
		Injuries    []string        `json:"injuries,omitempty"`
		Combined    bool            `json:"combined"`
		JoinedUnit  *string         `json:"joinToUnit"`
		Upgrades    []selectionJSON `json:"selectedUpgrades"`
		*resolvedJSON
	}
	// resolvedJSON is a unit of a resolved list with its upgrades applied.
	resolvedJSON struct {
		Quality    int               `json:"quality"`
		Defense    int               `json:"defense"`
		ModelCount int               `json:"size"` // number of models
		Cost       int               `json:"cost"`
		BaseSizes  map[string]string `json:"bases"` // millimetres by shape: round, square
		Loadout    []gearJSON        `json:"loadout"`
		Rules      []ruleJSON        `json:"rules"`
	}
	gearJSON struct {
		Name    string     `json:"name"`
		Type    string     `json:"type"` // "ArmyBookWeapon" or "ArmyBookItem"
		Count   int        `json:"count"`
		Range   int        `json:"range"`
		Attacks int        `json:"attacks,omitempty"`
		Rules   []ruleJSON `json:"specialRules"`
	}
	ruleJSON struct {
		Name string `json:"name"`
		// the number, or other text, in the brackets after the rule's name
		Rating any `json:"rating,omitempty"`
	}
	selectionJSON struct {
		UpgradeID string `json:"upgradeId"`
		OptionID  string `json:"optionId"`
	}
)

// ExportList writes a list in Army Forge's own form. Imported units, upgrades and books have Army
// Forge's ids, others their own ids. The notes name everything that this form cannot hold, with its
// place in the list.
func ExportList(army *gf.Army) ([]byte, []Note, error) { return marshalList(army, false) }

// ExportResolved writes a list in the form in which Army Forge gives it to other programs: each
// unit with its choices, and with the resulting weapons, items and rules. ImportList also reads
// this form.
func ExportResolved(army *gf.Army) ([]byte, []Note, error) { return marshalList(army, true) }

// marshalList returns the JSON of a list, and notes on everything that it cannot hold.
func marshalList(army *gf.Army, resolved bool) ([]byte, []Note, error) {
	list, notes, err := export(army)
	if err != nil {
		return nil, nil, err
	}
	if resolved {
		list.ID, list.listSums = files.FileStem("list", list.Name), &listSums{Points: army.Points}
		for i := range list.Units {
			unit := &list.Units[i]
			u := army.Unit(unit.SelectionID)
			unit.resolvedJSON = resolveUnit(u)
			list.ModelCount += u.Models
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err = encoder.Encode(list)
	return text.Bytes(), notes, err
}

func resolveUnit(u *gf.Unit) *resolvedJSON {
	r := &resolvedJSON{
		Quality: u.Quality, Defense: u.Defense, ModelCount: u.Models, Cost: u.Cost,
		BaseSizes: baseSizes(u.BookUnit.Base), Loadout: []gearJSON{}, Rules: ruleList(u.Rules),
	}
	for _, w := range u.Weapons {
		r.Loadout = append(r.Loadout, gearJSON{
			Name: w.Name, Type: "ArmyBookWeapon", Count: w.Count, Range: w.Range, Attacks: w.Attacks,
			Rules: ruleList(w.Rules),
		})
	}
	for _, i := range u.Items {
		r.Loadout = append(r.Loadout,
			gearJSON{Name: i.Name, Type: "ArmyBookItem", Count: i.Count, Rules: ruleList(i.Rules)})
	}
	return r
}

func ruleList(uses []rules.Use) []ruleJSON {
	list := make([]ruleJSON, len(uses))
	for i, use := range uses {
		list[i].Name = use.Name
		if n, err := strconv.Atoi(use.Rating); err == nil {
			list[i].Rating = n
		} else if use.Rating != "" {
			list[i].Rating = use.Rating
		}
	}
	return list
}

func export(army *gf.Army) (*listJSON, []Note, error) {
	l := army.List
	out := &listJSON{
		Name: l.Name, PointsLimit: l.Points, TotalPoints: army.SpentPoints(), Notes: l.Notes, ForceOrg: l.ForceOrg,
		Campaign: l.Campaign,
		Versions: []bookVersionJSON{}, Units: []unitJSON{},
	}
	if out.GameSystem = gameKey(army.Game); out.GameSystem == "" {
		return nil, nil, fmt.Errorf("there are no lists of %s in Army Forge; choose another format", army.Game.Name)
	}
	for _, b := range army.Books {
		out.Versions = append(out.Versions, bookVersionJSON{armyID(b), b.Name, b.Version})
	}
	e := exporter{army: army}
	if l.GeneralID != "" {
		e.note("general", "Army Forge's lists name no general; left out")
	}
	if l.SmallScale {
		e.note("small-scale", "Army Forge's lists do not know small scale; left out")
	}
	halves := map[string]bool{}
	for _, entry := range l.Units {
		if entry.CombineWith != "" && !entry.SetAside {
			halves[entry.ID], halves[entry.CombineWith] = true, true
		}
	}
	for i := range l.Units {
		if l.Units[i].SetAside {
			continue
		}
		if unit, ok := e.unit(&l.Units[i], "units["+strconv.Itoa(i)+"]"); ok {
			unit.Combined = halves[unit.SelectionID]
			out.Units = append(out.Units, unit)
		}
	}
	return out, e.notes, nil
}

type exporter struct {
	army  *gf.Army
	notes []Note
}

func (e *exporter) note(path, message string) {
	e.notes = append(e.notes, Note{Path: path, Message: message})
}

func (e *exporter) unit(entry *gf.Entry, path string) (unit unitJSON, ok bool) {
	at := slices.IndexFunc(e.army.Units, func(u *gf.Unit) bool { return u.Entry == entry })
	if at < 0 {
		e.note(path+".unit", "the unit `"+entry.BookUnitID+"` is not in the army book; left out")
		return unitJSON{}, false
	}
	u := e.army.Units[at]
	unit = unitJSON{
		ID: cmp.Or(u.BookUnit.Source, u.BookUnit.ID), SelectionID: entry.ID, ArmyID: armyID(u.Book), Name: u.BookUnit.Name,
		CustomName: entry.Name, Notes: entry.Notes, XP: entry.XP, Traits: append([]string{}, entry.Traits...),
		Injuries: entry.Injuries, Upgrades: []selectionJSON{},
	}
	switch {
	case entry.CombineWith != "":
		unit.JoinedUnit = &entry.CombineWith
		if entry.JoinTo != "" {
			e.note(path+".join",
				"Army Forge's lists hold one link a unit, which is the one to its other half; left out")
		}
	case entry.JoinTo != "":
		unit.JoinedUnit = &entry.JoinTo
	}
	if entry.InTransport != "" {
		e.note(path+".in", "Army Forge's lists do not say who deploys in a transport; left out")
	}
	if len(entry.FormerUpgrades) > 0 {
		e.note(path+".former", "Army Forge's lists hold no upgrades of other versions of the book; left out")
	}
	for n, c := range entry.Upgrades {
		chosen, ok := u.Book.Option(u.BookUnit, c.Option)
		if !ok {
			e.note(path+".upgrades["+strconv.Itoa(n)+"]", "`"+c.Option+"` is no upgrade of "+u.BookUnit.Name+"; left out")
			continue
		}
		for range c.Count {
			unit.Upgrades = append(unit.Upgrades, selection(chosen))
		}
	}
	return unit, true
}

func selection(c catalog.Choice) selectionJSON {
	return selectionJSON{
		UpgradeID: cmp.Or(c.Section.Source, c.Section.ID, c.Section.Label),
		OptionID:  cmp.Or(c.Option.Source, c.Option.ID),
	}
}
