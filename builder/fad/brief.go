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
	File         string `json:"file"`
	Name         string `json:"name"`
	PlatoonCount int    `json:"platoons"`
	// StatedPlatoons is the number of platoons that the list states; the others are assumed from
	// the squads outside platoons.
	StatedPlatoons int           `json:"platoons_stated"`
	CommandStyles  []StyleBrief  `json:"styles"`
	ReconPoints    []ReconPoints `json:"recon"` // without the points from the command style
	SentOnRecon    []string      `json:"sent"`  // ids of the units that go on recon
	// RefusedRecon holds the units that the list sends on recon although they may not go.
	RefusedRecon []ReconRefusal `json:"refused,omitempty"`
	MayGoOnRecon []string       `json:"may_send"`     // ids of the units that may go on recon
	TrueMarkers  int            `json:"true_markers"` // number of contact markers that stand for units
	// number of contact markers that stand for no unit
	DummyMarkers int      `json:"dummy_markers"`
	Reserves     []string `json:"reserves,omitempty"` // ids of units that may come on later
	// ids of the units of off-board artillery
	OffBoardArtillery []string          `json:"off_board,omitempty"`
	Transports        []LoadedTransport `json:"transports,omitempty"`
	Psionics          []PsionicPowers   `json:"psionics,omitempty"`
	// UnitsActingAsOne lists the ids of units that deploy and act as one: a squad with its attached
	// team, or partners.
	UnitsActingAsOne [][]string `json:"together,omitempty"`
	// MissionIfBothSame is played instead of both sides' missions if these are the same.
	MissionIfBothSame MissionRoll  `json:"same_mission"`
	GameLengths       []GameLength `json:"lengths"`
	// PreGameNotes explain the steps before the game, and the arrival of reserves.
	PreGameNotes  []Remark `json:"before_notes"`
	ScenarioNotes []Remark `json:"scenario_notes"`
}

// A GameLength is a possible length of a game, from MinTurns to MaxTurns.
type GameLength struct {
	Name     string `json:"name"` // "30 to 60 minutes"
	MinTurns int    `json:"from"` // shortest game, in turns
	MaxTurns int    `json:"to"`
}

// A Remark is a fact to remember, with its name.
type Remark struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

// A StyleBrief holds the effects of one command style on a force.
type StyleBrief struct {
	ID              string        `json:"style"`
	Name            string        `json:"name"`
	Summary         string        `json:"summary"`
	ReconPoints     int           `json:"recon_points"`
	DeploymentDepth int           `json:"depth"` // depth of the deployment zone, in inches
	Missions        []MissionRoll `json:"missions"`
}

// A MissionRoll is the mission for totals of 2D6 from MinTotal to MaxTotal.
type MissionRoll struct {
	MinTotal int    `json:"from,omitempty"`
	MaxTotal int    `json:"to,omitempty"`
	Mission  string `json:"mission"`
	Summary  string `json:"summary"`
}

// ReconPoints are recon points from one source.
type ReconPoints struct {
	Source string `json:"what"`
	Points int    `json:"points"`
}

// A ReconRefusal is the reason why a unit may not be sent on recon.
type ReconRefusal struct {
	ID     string `json:"id"`
	Reason string `json:"why"`
}

// A LoadedTransport lists the passengers of a vehicle.
type LoadedTransport struct {
	ID       string `json:"id"`
	Capacity int    `json:"capacity"`
	// CrewCharacter is the id of the character aboard who replaces a crew member; he takes no
	// passenger's place.
	CrewCharacter string   `json:"crew,omitempty"`
	Passengers    []string `json:"aboard"` // ids of the passengers
}

// PsionicPowers lists the powers of one psionic, with the psionic's Strength.
type PsionicPowers struct {
	ID       string   `json:"id"`
	Strength int      `json:"strength"`
	Powers   []string `json:"powers"`
}

// Brief returns a force's preparations for one command style. If style is "" and the list has none,
// it covers every style. The error for an unknown style names the nearest one.
func (a *Army) Brief(style string) (Brief, error) {
	l := a.List
	if style == "" {
		style = l.CommandStyle
	}
	b := Brief{
		File: l.File, Name: l.Name, StatedPlatoons: len(l.Platoons), ReconPoints: []ReconPoints{},
		SentOnRecon: []string{}, MayGoOnRecon: []string{},
		PreGameNotes: remarks(l.Armoury.PreparationNotes),
	}
	styles := l.Armoury.CommandStyles.All()
	if style != "" {
		one := l.Armoury.CommandStyles.Find(style)
		if one == nil {
			return b, fmt.Errorf("there is no command style `%s`%s", style,
				schema.DidYouMean(style, l.Armoury.CommandStyles.IDs()))
		}
		styles = []fad.CommandStyle{*one}
	}
	b.PlatoonCount = l.platoonCount()
	b.addRecon(a)
	b.countMarkers(a)
	b.addPassengers(a)
	b.addPartners(a)
	b.addGameNotes(l.Armoury)
	base := 0
	for _, share := range b.ReconPoints {
		base += share.Points
	}
	for _, s := range styles {
		b.CommandStyles = append(b.CommandStyles, StyleBrief{
			ID: s.ID, Name: s.Name, Summary: s.Summary, ReconPoints: base + s.ReconPoints, DeploymentDepth: s.DeploymentDepth,
			Missions: missions(l.Armoury, s),
		})
	}
	return b, nil
}

// platoonCount returns the number of platoons: the stated ones, plus one for every four squads
// outside them (not counting command squads); at least one.
func (l *List) platoonCount() int {
	inside := map[string]bool{}
	for _, p := range l.Platoons {
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
	per := l.Armoury.Organisation.LooseSquadsPerPlatoon
	return max(1, len(l.Platoons)+(outside+per-1)/per)
}

// addRecon counts recon points, and lists the units that are or may be sent.
func (b *Brief) addRecon(a *Army) {
	before := a.List.Armoury.Preparations
	b.ReconPoints = append(b.ReconPoints, ReconPoints{finding.CountText(b.PlatoonCount, "platoon"), before.ReconPoints.PerPlatoon * b.PlatoonCount})
	levels := a.List.Armoury.Qualities.All()
	best := levels[len(levels)-1]
	for _, u := range a.Units {
		if u.Quality.ID == best.ID {
			b.ReconPoints = append(b.ReconPoints, ReconPoints{"a unit of " + best.Name + " Quality", before.ReconPoints.ForBestQuality})
			break
		}
	}
	for _, u := range a.Units {
		why := reconRefusal(a.List.Armoury, u.Unit, a.List.Armoury.WithIncludedTraits(u.Kind, u.TraitIDs()))
		if why == "" {
			b.MayGoOnRecon = append(b.MayGoOnRecon, u.ID)
		}
		if !u.SentOnRecon {
			continue
		}
		if why == "" && len(b.SentOnRecon) == b.PlatoonCount {
			why = fmt.Sprintf("one unit may be sent per platoon, and %s are", finding.CountText(b.PlatoonCount, "unit"))
		}
		if why != "" {
			b.RefusedRecon = append(b.RefusedRecon, ReconRefusal{u.ID, why})
			continue
		}
		points := before.ReconPoints.PerUnitSent
		for _, t := range u.Traits {
			points = max(points, t.ReconPoints)
		}
		b.SentOnRecon = append(b.SentOnRecon, u.ID)
		b.ReconPoints = append(b.ReconPoints, ReconPoints{u.Title() + " on recon", points})
	}
}

// reconRefusal returns the reason why a unit with these traits may not be sent on recon, or "".
func reconRefusal(a *fad.Armoury, u *fad.Unit, traits []*fad.Trait) string {
	kind := a.UnitKinds.Find(string(u.Kind))
	if !kind.MayRecon {
		return fmt.Sprintf("only infantry, snipers and vehicles go on recon, not a unit of kind %s", kind.ID)
	}
	if a.Qualities.Index(u.Quality) == 0 {
		return fmt.Sprintf("%s units do not go on recon", a.Qualities.Find(u.Quality).Name)
	}
	for _, t := range traits {
		if t.NeverRecon {
			return fmt.Sprintf("a unit with %s does not go on recon", t.Name)
		}
	}
	return ""
}

// countMarkers counts contact markers: a true one for each unit on the board, and dummies.
func (b *Brief) countMarkers(a *Army) {
	b.DummyMarkers = a.List.Armoury.Preparations.DummiesPerPlatoon * b.PlatoonCount
	for _, u := range a.Units {
		if a.List.Armoury.UnitKinds.Find(string(u.Kind)).OffBoard {
			b.OffBoardArtillery = append(b.OffBoardArtillery, u.ID)
		} else {
			b.TrueMarkers++
		}
		more, fewer, reserve := 0, 0, false
		for _, t := range u.Traits {
			more, fewer = max(more, t.DummyMarkers), min(fewer, t.DummyMarkers)
			if note := (Remark{t.Name, t.Summary}); t.MayStartInReserve {
				reserve = true
				if !slices.Contains(b.PreGameNotes, note) {
					b.PreGameNotes = append(b.PreGameNotes, note)
				}
			}
		}
		b.DummyMarkers += more + fewer
		if reserve {
			b.Reserves = append(b.Reserves, u.ID)
		}
	}
	b.DummyMarkers = max(0, b.DummyMarkers)
}

// addPassengers adds the passengers of vehicles and the powers of psionics to the brief.
func (b *Brief) addPassengers(a *Army) {
	for i, u := range a.Units {
		if u.Kind == fight.Vehicle {
			ride := LoadedTransport{ID: u.ID, Capacity: u.PassengerCapacity, Passengers: []string{}}
			if officer := a.List.Officer(i); officer != nil {
				ride.CrewCharacter = officer.ID
			}
			for _, p := range a.Units {
				if p.InTransport == u.ID {
					ride.Passengers = append(ride.Passengers, p.ID)
				}
			}
			if u.PassengerCapacity > 0 || len(ride.Passengers) > 0 {
				b.Transports = append(b.Transports, ride)
			}
		}
		if u.Kind == fight.Psionic {
			_, _, powers := u.abilityNames()
			b.Psionics = append(b.Psionics, PsionicPowers{u.ID, u.PsionicStrength, append([]string{}, powers...)})
		}
	}
}

// addPartners lists pairs of partners: units that name each other, or one that names the other.
func (b *Brief) addPartners(a *Army) {
	for i, u := range a.Units {
		partner := a.List.Index(u.PartnerID)
		if u.PartnerID == "" || partner < 0 || partner == i {
			continue
		}
		pair := []string{u.ID, u.PartnerID}
		if !slices.ContainsFunc(b.UnitsActingAsOne, func(known []string) bool { return known[0] == pair[1] && known[1] == pair[0] }) {
			b.UnitsActingAsOne = append(b.UnitsActingAsOne, pair)
		}
	}
}

// addGameNotes adds the lengths of games and the notes for both players before the game.
func (b *Brief) addGameNotes(a *fad.Armoury) {
	if m := a.Missions.Find(a.EqualDrawMissionID); m != nil {
		b.MissionIfBothSame = MissionRoll{Mission: m.Name, Summary: m.Summary}
	}
	b.GameLengths, b.ScenarioNotes = []GameLength{}, remarks(a.ScenarioNotes)
	for _, l := range a.GameLengths.All() {
		b.GameLengths = append(b.GameLengths, GameLength{l.Name, l.Turns.Least, l.Turns.Most})
	}
}

// remarks returns the notes of a table as remarks.
func remarks(notes fad.Table[fad.Note]) []Remark {
	all := []Remark{}
	for _, n := range notes.All() {
		all = append(all, Remark{n.Name, n.Summary})
	}
	return all
}

// missions returns the missions of a command style by totals of 2D6; neighbouring totals with the
// same mission are joined.
func missions(a *fad.Armoury, s fad.CommandStyle) []MissionRoll {
	var rows []MissionRoll
	for total := 2; total < len(s.MissionByRoll); total++ {
		mission := a.Missions.Find(s.MissionByRoll[total])
		if mission == nil {
			continue
		}
		if n := len(rows); n > 0 && rows[n-1].Mission == mission.Name && rows[n-1].MaxTotal == total-1 {
			rows[n-1].MaxTotal = total
			continue
		}
		rows = append(rows, MissionRoll{total, total, mission.Name, mission.Summary})
	}
	return rows
}
