package main

import (
	"errors"
	"fmt"

	forces "muster/builder/fad"
	"muster/catalog"
	"muster/catalog/fad"
	"muster/pricing"
	"muster/rules"
)

// The documents of `books --json` and `library --json`.
type (
	bookReport struct {
		ID       string   `json:"id"`
		Name     string   `json:"name"`
		System   string   `json:"system"`
		Versions []string `json:"versions"` // newest first
		Units    int      `json:"units"`    // number of units in the newest version
		File     string   `json:"file"`     // file of the newest version
	}
	bookUnitsReport struct {
		ID      string       `json:"id"`
		Name    string       `json:"name"`
		System  string       `json:"system"`
		Version string       `json:"version"`
		Units   []unitReport `json:"units"`
	}
	unitReport struct {
		ID      string `json:"id"`
		Name    string `json:"name"`
		Size    int    `json:"size"`
		Quality int    `json:"quality"`
		Defense int    `json:"defense"`
		Cost    int    `json:"cost"`
		// muster estimated the cost, since the book gives none
		IsEstimatedCost bool           `json:"estimate,omitempty"`
		Rules           []string       `json:"rules"`
		Weapons         []string       `json:"weapons"`
		Options         []optionReport `json:"options"`
	}
	optionReport struct {
		ID      string `json:"id"`
		Name    string `json:"name"`
		Section string `json:"section"` // as printed: Replace one Rifle
		Cost    int    `json:"cost"`
	}
	termReport struct {
		ID           string `json:"id"`
		Name         string `json:"name"`
		Table        string `json:"table"`
		Cost         string `json:"cost"` // in words: +3 points, × 1.30
		Effect       string `json:"effect"`
		AllowedUnits string `json:"for,omitempty"` // the units that may have it; "" for all
	}
	designReport struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Kind string `json:"kind"`
		// minimum number of figures; left out for a single figure
		MinFigures int             `json:"least,omitempty"`
		MaxFigures int             `json:"most,omitempty"` // maximum number of figures
		Quality    []string        `json:"quality"`        // the Quality levels to choose from
		Resolve    []string        `json:"resolve"`
		Points     int             `json:"points"` // points of the smallest unit
		Options    []forces.Choice `json:"options"`
	}
	storedUnitReport struct {
		ID     string `json:"id"`
		Name   string `json:"name"`
		Kind   string `json:"kind"`
		Points int    `json:"points"`
		File   string `json:"file,omitempty"` // "" for units that ship with muster

		isPriced bool
	}
)

// designReports returns the unit with an id or, for "", all units of a book of Fast and Dirty.
func designReports(army *forces.Army, id string) []designReport {
	units := []designReport{}
	for _, u := range army.Units {
		if id == "" || u.ID == id {
			d := u.Design
			units = append(units, designReport{
				u.ID, u.Title(), string(u.Kind), d.Size.Least, d.Size.Most, d.Quality, d.Resolve, u.Price.Points,
				forces.ChoicesOf(army.List.Armoury, d),
			})
		}
	}
	return units
}

// unitReports returns the unit with an id or, for "", all units of a book.
func unitReports(book *catalog.Book, id string) []unitReport {
	units := []unitReport{}
	for i := range book.Units {
		if u := &book.Units[i]; id == "" || u.ID == id {
			units = append(units, reportUnit(book, u))
		}
	}
	return units
}

func (a *app) reportAllBooks() error {
	entries, broken := a.books().List()
	all := []bookReport{}
	at := map[string]int{}
	for _, e := range entries { // of an id, the newest comes first
		key := e.ID + " " + e.System
		if i, known := at[key]; known {
			all[i].Versions = append(all[i].Versions, e.Version)
			continue
		}
		book, err := a.books().Open(e)
		if err != nil {
			broken = errors.Join(broken, err)
			continue
		}
		at[key] = len(all)
		all = append(all, bookReport{e.ID, e.Name, e.System, []string{e.Version}, len(book.UnitIDs()), e.File})
	}
	if err := a.out.JSON(map[string]any{"books": all}); err != nil {
		return err
	}
	return broken
}

func reportUnit(book *catalog.Book, u *catalog.Unit) unitReport {
	r := unitReport{
		ID: u.ID, Name: u.Name, Size: u.Size, Quality: u.Quality, Defense: u.Defense, Cost: u.Cost.Points,
		IsEstimatedCost: u.Cost.IsEstimate,
		Rules:           rules.UseTexts(u.Rules), Weapons: []string{}, Options: []optionReport{},
	}
	for _, w := range u.Weapons {
		count := w.Count
		w.Count = 1
		r.Weapons = append(r.Weapons, fmt.Sprintf("%dx %s", count, w.Text()))
	}
	for _, c := range book.UnitChoices(u) {
		r.Options = append(r.Options, optionReport{c.Option.ID, c.Option.Name, c.Section.Label, c.Option.CostFor(u.ID)})
	}
	return r
}

func termReports(armoury *fad.Armoury) (all []termReport) {
	for _, chapter := range armoury.Reference() {
		for _, t := range chapter.Terms {
			all = append(all, termReport{t.ID, t.Name, chapter.Title, t.Cost, t.Effect, t.AllowedUnits})
		}
	}
	return all
}

func storedUnitReports(armoury *fad.Armoury, stock *fad.Stock) []storedUnitReport {
	all := []storedUnitReport{}
	for _, s := range stock.All() {
		r := storedUnitReport{ID: s.ID, Name: s.Unit.Title(), Kind: string(s.Unit.Kind)}
		if price, err := pricing.PriceUnit(armoury, &s.Unit, pricing.RoundUnitPrice); err == nil { // else it cannot be priced
			r.Points, r.isPriced = price.Points, true
		}
		if !s.Shipped() {
			r.File = s.Path.String()
		}
		all = append(all, r)
	}
	return all
}
