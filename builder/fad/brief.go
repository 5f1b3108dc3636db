package fad

import (
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/catalog/fad"
	fight "muster/rules/fad"
	"muster/schema"
)

// A Brief lists a force's preparations before the game (docs/rules-notes.md, Fast and Dirty).
type Brief struct {
	File     string `json:"file"`
	Name     string `json:"name"`
	Platoons int    `json:"platoons"`
	// Stated is the number of platoons that the list states; the others are assumed from the squads
	// outside platoons.
	Stated int           `json:"platoons_stated"`
	Styles []StyleBrief  `json:"styles"`
	Recon  []ReconPoints `json:"recon"` // without the share of the command style
	Sent   []string      `json:"sent"`  // ids of the units that go on recon
	// Refused holds the units that the list sends on recon although they may not go.
	Refused     []Refusal `json:"refused,omitempty"`
	MaySend     []string  `json:"may_send"` // ids of the units that may go
	TrueMarkers int       `json:"true_markers"`
	Dummies     int       `json:"dummy_markers"`
	Reserves    []string  `json:"reserves,omitempty"`  // ids of units that may come on later
	OffBoard    []string  `json:"off_board,omitempty"` // ids of artillery
	Riding      []Ride    `json:"transports,omitempty"`
	Psionics    []Powers  `json:"psionics,omitempty"`
	// Together are units that deploy and act as one: a squad with its attached
	// team, or partners.
	Together [][]string `json:"together,omitempty"` // ids
	// SameMission replaces the missions of both sides if they are the same.
	SameMission RollOfDice   `json:"same_mission"`
	Lengths     []GameLength `json:"lengths"`
	// Before explains the steps before the game, and the arrival of reserves.
	Before   []Remark `json:"before_notes"`
	Scenario []Remark `json:"scenario_notes"`
}

// GameLength is how many turns a game lasts.
type GameLength struct {
	Name string `json:"name"` // "30 to 60 minutes"
	From int    `json:"from"` // turns
	To   int    `json:"to"`
}

// Remark is a fact to remember, with its name.
type Remark struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

// StyleBrief holds the effects of one command style on a force.
type StyleBrief struct {
	ID       string       `json:"style"`
	Name     string       `json:"name"`
	Summary  string       `json:"summary"`
	Recon    int          `json:"recon_points"`
	Depth    int          `json:"depth"` // of the deployment zone, in inches
	Missions []RollOfDice `json:"missions"`
}

// RollOfDice is the mission for totals of 2D6 from From to To.
type RollOfDice struct {
	From    int    `json:"from,omitempty"`
	To      int    `json:"to,omitempty"`
	Mission string `json:"mission"`
	Summary string `json:"summary"`
}

// ReconPoints is a share of the recon points with its source.
type ReconPoints struct {
	What   string `json:"what"`
	Points int    `json:"points"`
}

// Refusal is why a unit may not be sent on recon.
type Refusal struct {
	ID  string `json:"id"`
	Why string `json:"why"`
}

// Ride lists the passengers of a vehicle.
type Ride struct {
	ID       string `json:"id"`
	Capacity int    `json:"capacity"`
	// Crew names the character aboard who replaces a crew member; he takes no passenger's place.
	Crew   string   `json:"crew,omitempty"`
	Aboard []string `json:"aboard"`
}

// Powers is a psionic's strength and powers.
type Powers struct {
	ID       string   `json:"id"`
	Strength int      `json:"strength"`
	Powers   []string `json:"powers"`
}

// Brief returns a force's preparations for one command style. If style is "" and the list has none,
// it covers every style. The error for an unknown style names the nearest one.
func (a *Army) Brief(style string) (Brief, error) {
	l := a.List
	if style == "" {
		style = l.Style
	}
	b := Brief{
		File: l.File, Name: l.Name, Stated: len(l.Plan), Recon: []ReconPoints{}, Sent: []string{}, MaySend: []string{},
		Before: remarks(l.Armoury.BeforeNotes),
	}
	styles := l.Armoury.Styles.All()
	if style != "" {
		one := l.Armoury.Styles.Find(style)
		if one == nil {
			return b, fmt.Errorf("there is no command style `%s`%s", style,
				schema.DidYouMean(style, l.Armoury.Styles.IDs()))
		}
		styles = []fad.Style{*one}
	}
	b.Platoons = l.platoonCount()
	b.scout(a)
	b.markers(a)
	b.aboard(a)
	b.pairs(a)
	b.addTableNotes(l.Armoury)
	base := 0
	for _, share := range b.Recon {
		base += share.Points
	}
	for _, s := range styles {
		b.Styles = append(b.Styles, StyleBrief{
			ID: s.ID, Name: s.Name, Summary: s.Summary, Recon: base + s.Recon, Depth: s.Depth,
			Missions: missions(l.Armoury, s),
		})
	}
	return b, nil
}

// platoonCount returns the platoons that the list states, plus one for every four squads outside
// them (not counting command squads); at least one.
func (l *List) platoonCount() int {
	inside := map[string]bool{}
	for _, p := range l.Plan {
		for _, id := range append(p.Squads[:len(p.Squads):len(p.Squads)], p.Command...) {
			inside[id] = true
		}
	}
	outside := 0
	for i := range l.Units {
		if u := &l.Units[i]; u.Kind == fight.Infantry && !inside[u.ID] {
			outside++
		}
	}
	per := l.Armoury.Organisation.SquadsOutside
	return max(1, len(l.Plan)+(outside+per-1)/per)
}

// scout counts recon points, and lists the units that are or may be sent.
func (b *Brief) scout(a *Army) {
	before := a.List.Armoury.Before
	b.Recon = append(b.Recon, ReconPoints{finding.Count(b.Platoons, "platoon"), before.Recon.Platoon * b.Platoons})
	levels := a.List.Armoury.Qualities.All()
	best := levels[len(levels)-1]
	for _, u := range a.Units {
		if u.Quality.ID == best.ID {
			b.Recon = append(b.Recon, ReconPoints{"a unit of " + best.Name + " Quality", before.Recon.Best})
			break
		}
	}
	for _, u := range a.Units {
		why := staysBecause(a.List.Armoury, u.Unit, a.List.Armoury.WithIncluded(u.Kind, u.TraitIDs()))
		if why == "" {
			b.MaySend = append(b.MaySend, u.ID)
		}
		if !u.Recon {
			continue
		}
		if why == "" && len(b.Sent) == b.Platoons {
			why = fmt.Sprintf("one unit may be sent per platoon, and %s are", finding.Count(b.Platoons, "unit"))
		}
		if why != "" {
			b.Refused = append(b.Refused, Refusal{u.ID, why})
			continue
		}
		points := before.Recon.Unit
		for _, t := range u.Traits {
			points = max(points, t.Recon)
		}
		b.Sent = append(b.Sent, u.ID)
		b.Recon = append(b.Recon, ReconPoints{u.Title() + " on recon", points})
	}
}

// staysBecause says why a unit with these traits may not be sent on recon, or "".
func staysBecause(a *fad.Armoury, u *fad.Unit, traits []*fad.Trait) string {
	kind := a.Kinds.Find(string(u.Kind))
	if !kind.Scouts {
		return fmt.Sprintf("only infantry, snipers and vehicles go on recon, not a unit of kind %s", kind.ID)
	}
	if a.Qualities.Index(u.Quality) == 0 {
		return fmt.Sprintf("%s units do not go on recon", a.Qualities.Find(u.Quality).Name)
	}
	for _, t := range traits {
		if t.Stays {
			return fmt.Sprintf("a unit with %s does not go on recon", t.Name)
		}
	}
	return ""
}

// markers counts contact markers: a true one for each unit on the board, and
// dummies.
func (b *Brief) markers(a *Army) {
	b.Dummies = a.List.Armoury.Before.Dummies * b.Platoons
	for _, u := range a.Units {
		if a.List.Armoury.Kinds.Find(string(u.Kind)).OffBoard {
			b.OffBoard = append(b.OffBoard, u.ID)
		} else {
			b.TrueMarkers++
		}
		more, fewer, reserve := 0, 0, false
		for _, t := range u.Traits {
			more, fewer = max(more, t.Markers), min(fewer, t.Markers)
			if note := (Remark{t.Name, t.Summary}); t.Reserve {
				reserve = true
				if !slices.Contains(b.Before, note) {
					b.Before = append(b.Before, note)
				}
			}
		}
		b.Dummies += more + fewer
		if reserve {
			b.Reserves = append(b.Reserves, u.ID)
		}
	}
	b.Dummies = max(0, b.Dummies)
}

// aboard adds the passengers of vehicles and the powers of psionics to the brief.
func (b *Brief) aboard(a *Army) {
	for i, u := range a.Units {
		if u.Kind == fight.Vehicle {
			ride := Ride{ID: u.ID, Capacity: u.Capacity, Aboard: []string{}}
			if officer := a.List.Officer(i); officer != nil {
				ride.Crew = officer.ID
			}
			for _, p := range a.Units {
				if p.In == u.ID {
					ride.Aboard = append(ride.Aboard, p.ID)
				}
			}
			if u.Capacity > 0 || len(ride.Aboard) > 0 {
				b.Riding = append(b.Riding, ride)
			}
		}
		if u.Kind == fight.Psionic {
			_, _, powers := u.abilityNames()
			b.Psionics = append(b.Psionics, Powers{u.ID, u.Strength, append([]string{}, powers...)})
		}
	}
}

// pairs lists partners: units that name each other, or one that names the other.
func (b *Brief) pairs(a *Army) {
	for i, u := range a.Units {
		partner := a.List.Index(u.Partner)
		if u.Partner == "" || partner < 0 || partner == i {
			continue
		}
		pair := []string{u.ID, u.Partner}
		if !slices.ContainsFunc(b.Together, func(known []string) bool { return known[0] == pair[1] && known[1] == pair[0] }) {
			b.Together = append(b.Together, pair)
		}
	}
}

// addTableNotes adds the remarks on what both players decide before the game.
func (b *Brief) addTableNotes(a *fad.Armoury) {
	if m := a.Missions.Find(a.SameMission); m != nil {
		b.SameMission = RollOfDice{Mission: m.Name, Summary: m.Summary}
	}
	b.Lengths, b.Scenario = []GameLength{}, remarks(a.ScenarioNotes)
	for _, l := range a.Lengths.All() {
		b.Lengths = append(b.Lengths, GameLength{l.Name, l.Turns.Least, l.Turns.Most})
	}
}

func remarks(notes fad.Table[fad.Note]) []Remark {
	all := []Remark{}
	for _, n := range notes.All() {
		all = append(all, Remark{n.Name, n.Summary})
	}
	return all
}

// missions joins neighbouring totals of 2D6 that give the same mission.
func missions(a *fad.Armoury, s fad.Style) []RollOfDice {
	var rows []RollOfDice
	for total := 2; total < len(s.Missions); total++ {
		mission := a.Missions.Find(s.Missions[total])
		if mission == nil {
			continue
		}
		if n := len(rows); n > 0 && rows[n-1].Mission == mission.Name && rows[n-1].To == total-1 {
			rows[n-1].To = total
			continue
		}
		rows = append(rows, RollOfDice{total, total, mission.Name, mission.Summary})
	}
	return rows
}
