package armyforge

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"

	"muster/builder/gf"
	"muster/catalog"
)

// The shape of a list's JSON.
type (
	listJSON struct {
		Name       string     `json:"name"`
		GameSystem string     `json:"gameSystem"`
		Points     int        `json:"pointsLimit,omitempty"`
		Total      int        `json:"listPoints"`
		Notes      string     `json:"notes,omitempty"`
		ForceOrg   *bool      `json:"forceOrg,omitempty"`
		Units      []unitJSON `json:"units"`
	}
	unitJSON struct {
		ID         string          `json:"id"`
		Selection  string          `json:"selectionId"`
		Army       string          `json:"armyId"`
		Name       string          `json:"name"`
		CustomName string          `json:"customName,omitempty"`
		Notes      string          `json:"notes,omitempty"`
		Combined   bool            `json:"combined"`
		Join       *string         `json:"joinToUnit"`
		Upgrades   []selectionJSON `json:"selectedUpgrades"`
	}
	selectionJSON struct {
		Upgrade string `json:"upgradeId"`
		Option  string `json:"optionId"`
	}
)

// ExportList writes a list as Army Forge does. Units, upgrades and books that
// were imported go by Army Forge's ids, others by their own. The notes tell,
// with their place in the list, what Army Forge's lists cannot hold.
func ExportList(army *gf.Army) ([]byte, []Note, error) {
	l := army.List
	out := listJSON{Name: l.Name, Points: l.Points, Total: army.Points, Notes: l.Notes, ForceOrg: l.ForceOrg, Units: []unitJSON{}}
	if out.GameSystem = key(army.Game); out.GameSystem == "" {
		return nil, nil, fmt.Errorf("there are no lists of %s in Army Forge; choose another format", army.Game.Name)
	}
	var notes []Note
	lost := func(path, message string) { notes = append(notes, Note{Path: path, Message: message}) }
	if l.General != "" {
		lost("general", "Army Forge's lists name no general; left out")
	}
	if l.SmallScale {
		lost("small-scale", "Army Forge's lists do not know small scale; left out")
	}
	built := make(map[*gf.Entry]*gf.Unit, len(army.Units))
	for _, u := range army.Units {
		built[u.Entry] = u
	}
	halves := map[string]bool{}
	for _, e := range l.Units {
		if e.Combine != "" {
			halves[e.ID], halves[e.Combine] = true, true
		}
	}
	for i := range l.Units {
		e, path := &l.Units[i], "units["+strconv.Itoa(i)+"]"
		u := built[e]
		if u == nil {
			lost(path+".unit", "the unit `"+e.Unit+"` is not in the army book; left out")
			continue
		}
		unit := unitJSON{
			ID: cmp.Or(u.Of.Source, u.Of.ID), Selection: e.ID, Army: ArmyID(u.Book), Name: u.Of.Name,
			CustomName: e.Name, Notes: e.Notes, Combined: halves[e.ID], Upgrades: []selectionJSON{},
		}
		switch {
		case e.Combine != "":
			unit.Join = &e.Combine
			if e.Join != "" {
				lost(path+".join", "Army Forge's lists hold one link a unit, which is the one to its other half; left out")
			}
		case e.Join != "":
			unit.Join = &e.Join
		}
		if e.In != "" {
			lost(path+".in", "Army Forge's lists do not say who deploys in a transport; left out")
		}
		for n, c := range e.Upgrades {
			chosen, ok := u.Book.Option(u.Of, c.Option)
			if !ok {
				lost(path+".upgrades["+strconv.Itoa(n)+"]", "`"+c.Option+"` is no upgrade of "+u.Of.Name+"; left out")
				continue
			}
			for range c.Count {
				unit.Upgrades = append(unit.Upgrades, selection(chosen))
			}
		}
		out.Units = append(out.Units, unit)
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(out); err != nil {
		return nil, nil, err
	}
	return text.Bytes(), notes, nil
}

func selection(c catalog.Choice) selectionJSON {
	return selectionJSON{
		Upgrade: cmp.Or(c.Section.Source, c.Section.ID, c.Section.Label),
		Option:  cmp.Or(c.Option.Source, c.Option.ID),
	}
}
