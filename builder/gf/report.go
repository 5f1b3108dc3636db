package gf

import (
	"cmp"
	"slices"

	"muster/builder/finding"
	"muster/rules"
)

// Report is the result of checking a list, for scripts.
type Report = finding.Report[UnitReport]

// UnitReport is a unit for scripts. A combined pair is one unit, with the id of its first half;
// OtherHalves has the id of the second.
type UnitReport struct {
	ID          string   `json:"id"`
	OtherHalves []string `json:"with,omitempty"`
	Name        string   `json:"name"`
	BookUnitID  string   `json:"unit"` // id of the unit in its book
	Models      int      `json:"models"`
	Points      int      `json:"points"`
	// its points are an estimate by muster, since the book states none
	HasEstimatedCost bool                 `json:"estimate,omitempty"`
	ExperiencePoints int                  `json:"experience,omitempty"` // points of its experience in a campaign
	XP               int                  `json:"xp,omitempty"`
	Traits           []string             `json:"traits,omitempty"`
	Injuries         []string             `json:"injuries,omitempty"`
	Quality          int                  `json:"quality"`
	Defense          int                  `json:"defense"`
	Tough            int                  `json:"tough,omitempty"` // absent for models of one wound
	Bases            []string             `json:"bases,omitempty"` // sizes, as the book writes them
	IsHero           bool                 `json:"hero,omitempty"`
	JoinTo           string               `json:"join,omitempty"`
	InTransport      string               `json:"in,omitempty"`
	Rules            []string             `json:"rules"`
	PartialRules     []PartialRulesReport `json:"some,omitempty"`
	Weapons          []WeaponReport       `json:"weapons"`
	Items            []ItemReport         `json:"items,omitempty"`
	SetAside         bool                 `json:"aside,omitempty"` // it is set aside, and counts for nothing
}

// PartialRulesReport holds rules that only some models have.
type PartialRulesReport struct {
	Models int      `json:"models"`
	Source string   `json:"from"`
	Rules  []string `json:"rules"`
}

// WeaponReport is a weapon; Range is 0 for a melee weapon.
type WeaponReport struct {
	Name    string   `json:"name"`
	Count   int      `json:"count"`
	Range   int      `json:"range"`
	Attacks int      `json:"attacks"`
	Rules   []string `json:"rules"`
}

// ItemReport is a piece of equipment.
type ItemReport struct {
	Name  string   `json:"name"`
	Count int      `json:"count"`
	Rules []string `json:"rules"`
}

// Report returns the army for scripts.
func (a *Army) Report() Report {
	r := Report{
		File: a.List.File, Readable: true, Name: a.List.Name, System: a.List.System, Points: a.Points,
		Experience: a.Experience, PointsLimit: a.List.Points,
		Legal: a.Legal(), Units: []UnitReport{}, Findings: a.Findings, Books: a.BookReports(),
	}
	r.Fingerprint = a.List.document.Fingerprint(finding.BookFingerprints(r.Books)...)
	if r.Findings == nil {
		r.Findings = []finding.Finding{}
	}
	done := make(map[*Group]bool, len(a.groupsBeforeJoins))
	for _, u := range a.Units {
		body := a.groupOfEntry[u.index]
		if done[body] {
			continue
		}
		done[body] = true
		entry := body.Unit.Report()
		entry.ExperiencePoints = 0
		for i, half := range body.Halves {
			entry.ExperiencePoints += half.Experience()
			if i == 0 {
				continue
			}
			entry.XP += half.Entry.XP
			entry.Traits = append(slices.Clip(entry.Traits), half.Entry.Traits...)
			entry.Injuries = append(slices.Clip(entry.Injuries), half.Entry.Injuries...)
			entry.OtherHalves = append(entry.OtherHalves, half.ID)
			entry.JoinTo, entry.InTransport = cmp.Or(entry.JoinTo, half.Entry.JoinTo), cmp.Or(entry.InTransport,
				half.Entry.InTransport)
		}
		r.Units = append(r.Units, entry)
	}
	for _, u := range a.SetAsideUnits {
		entry := u.Report()
		entry.SetAside = true
		r.Units, r.SetAsidePoints = append(r.Units, entry), r.SetAsidePoints+u.Cost
	}
	return r
}

// BookReports returns the army's books for scripts.
func (a *Army) BookReports() []finding.Book {
	books := make([]finding.Book, len(a.Books))
	for i, b := range a.Books {
		books[i] = finding.Book{
			ID: b.ID, Name: b.Name, Version: b.Version, StatedVersion: a.MissingBookVersion(i), Digest: b.Digest(),
			File: b.File,
		}
	}
	return books
}

// Report returns the unit for scripts.
func (u *Unit) Report() UnitReport {
	r := UnitReport{
		ID: u.ID, Name: u.Name, BookUnitID: u.BookUnit.ID, Models: u.Models, Points: u.Cost,
		HasEstimatedCost: u.HasEstimatedCost(),
		Quality:          u.Quality, Defense: u.Defense,
		IsHero: u.IsHero, JoinTo: u.Entry.JoinTo, InTransport: u.Entry.InTransport, Rules: rules.UseTexts(u.Rules),
		Weapons: []WeaponReport{},
		Bases:   u.Bases(),
	}
	r.ExperiencePoints, r.XP, r.Traits, r.Injuries = u.Experience(), u.Entry.XP, u.Entry.Traits, u.Entry.Injuries
	if u.Tough > 1 {
		r.Tough = u.Tough
	}
	for _, w := range u.Weapons {
		r.Weapons = append(r.Weapons, WeaponReport{w.Name, w.Count, w.Range, w.Attacks, rules.UseTexts(w.Rules)})
	}
	for _, some := range u.PartialRules {
		r.PartialRules = append(r.PartialRules, PartialRulesReport{some.Count, some.Source, rules.UseTexts(some.Rules)})
	}
	for _, item := range u.Items {
		r.Items = append(r.Items, ItemReport{item.Name, item.Count, rules.UseTexts(item.Rules)})
	}
	return r
}
