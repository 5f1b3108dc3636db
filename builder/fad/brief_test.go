package fad

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBrief(t *testing.T) {
	for _, c := range []struct {
		name, text string
		platoons   int
		recon      int // Aggressive, which adds nothing
		trues      int
		dummies    int
		sent       string
		refused    int
	}{
		{"nothing", "units: []\n", 1, 1, 0, 5, "", 0},
		{"one squad", units(squad), 1, 1, 1, 5, "", 0},
		{"four squads", units(squad, squad, squad, squad), 1, 1, 4, 5, "", 0},
		{"five squads", units(squad, squad, squad, squad, squad), 2, 2, 5, 10, "", 0},
		{"only squads make platoons", units(squad, team, officer, tank, seer), 1, 1, 5, 5, "", 0},
		{"a stated platoon and two squads", "platoons: [{command: u3, squads: [u1, u2]}]\n" + units(squad, squad, squad, squad, squad), 2, 2, 5, 10, "", 0},
		{"a stated platoon alone", "platoons: [{command: u3, squads: [u1, u2]}]\n" + units(squad, squad, squad), 1, 1, 3, 5, "", 0},
		{"an elite unit", units(withFields(squad, "quality: elite"), withFields(tank, "quality: elite")), 1, 2, 2, 5, "", 0},
		{"a unit sent", units(withFields(squad, "recon: true")), 1, 3, 1, 5, "u1", 0},
		{"a recon unit sent", units(withFields(squad, "recon: true, traits: [recon]")), 1, 4, 1, 5, "u1", 0},
		{"a vehicle sent", units(withFields(tank, "recon: true")), 1, 3, 1, 5, "u1", 0},
		{"a sniper sent", units("kind: sniper, recon: true"), 1, 3, 1, 5, "u1", 0},
		{"a conscript unit sent", units(withFields(squad, "quality: conscript, recon: true")), 1, 3, 1, 5, "u1", 0},
		{"two sent by one platoon", units(withFields(squad, "recon: true"), withFields(tank, "recon: true")), 1, 3, 2, 5, "u1", 1},
		{"rabble sent", units(withFields(squad, "quality: rabble, recon: true")), 1, 1, 1, 5, "", 1},
		{"an officer sent", units(withFields(officer, "recon: true")), 1, 1, 1, 5, "", 1},
		{"a team sent", units(withFields(team, "recon: true")), 1, 1, 1, 5, "", 1},
		{"berserkers sent", units(withFields(squad, "recon: true, traits: [berserk]")), 1, 1, 1, 5, "", 1},
		{"shaky troops sent", units(withFields(squad, "recon: true, traits: [shaky]")), 1, 1, 1, 5, "", 1},
		{"a hive sent", units(withFields(squad, "recon: true, traits: [hive-mind-unit]")), 1, 1, 1, 5, "", 1},
		{"a hive's controller sent", units(withFields(squad, "recon: true, traits: [hive-mind-controller]")), 1, 1, 1, 4, "", 1},
		{"zombies sent", units(withFields(squad, "recon: true, traits: [zombie]")), 1, 1, 1, 4, "", 1},
		{"relentless droids sent", units(withFields(squad, "recon: true, traits: [droids-self-less]")), 1, 1, 1, 4, "", 1},
		{"artillery has no marker", units(squad, withFields(artillery, "heavy: cannon-light")), 1, 1, 1, 5, "", 0},
		{"stealth and elusive give one dummy", units(withFields(squad, "traits: [stealth, elusive]"), withFields(tank, "traits: [stealth]")), 1, 1, 2, 7, "", 0},
		{"flyers cost one", units(withFields(squad, "traits: [flyer, relentless]")), 1, 1, 1, 4, "", 0},
		{"stealthy flyers are even", units(withFields(squad, "traits: [flyer, stealth]")), 1, 1, 1, 5, "", 0},
		{"never below none", units(strings.Split(strings.Repeat(officer+", traits: [flyer]|", 7), "|")[:7]...), 1, 1, 7, 0, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := built(t, c.text).Brief("aggressive")
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprintf("%d platoons, %d recon, %d+%d markers, sent %s, refused %d", b.PlatoonCount, b.CommandStyles[0].ReconPoints, b.TrueMarkers, b.DummyMarkers, strings.Join(b.SentOnRecon, " "), len(b.RefusedRecon))
			want := fmt.Sprintf("%d platoons, %d recon, %d+%d markers, sent %s, refused %d", c.platoons, c.recon, c.trues, c.dummies, c.sent, c.refused)
			if got != want {
				t.Errorf("%s\nwant %s\n%+v", got, want, b.RefusedRecon)
			}
		})
	}
}

// Units that act together, and what both players settle.
func TestBriefOfTheTable(t *testing.T) {
	b, err := built(t, units(withFields(squad, "partner: u2"), withFields(squad, "partner: u1"), withFields(team, "partner: u2"), withFields(tank, "partner: u9"), withFields(tank, "partner: u5"))).Brief("")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"u1", "u2"}, {"u3", "u2"}}, b.UnitsActingAsOne); diff != "" {
		t.Errorf("together (-want +got)\n%s", diff)
	}
	if b.MissionIfBothSame.Mission != "Escalating Engagement" || b.MissionIfBothSame.MinTotal != 0 {
		t.Errorf("the mission of both: %+v", b.MissionIfBothSame)
	}
	if diff := cmp.Diff([]GameLength{{"30 to 60 minutes", 4, 5}, {"60 to 90 minutes", 5, 6}}, b.GameLengths); diff != "" {
		t.Errorf("lengths (-want +got)\n%s", diff)
	}
	if len(b.ScenarioNotes) != 3 {
		t.Errorf("scenario notes: %+v", b.ScenarioNotes)
	}
}

// How what is before the game is done stands beside its figures, and how reserves
// come on where there are any.
func TestBriefSaysHowItIsDone(t *testing.T) {
	b, err := built(t, units(squad, withFields(squad, "traits: [reserves]"), withFields(tank, "traits: [reserves]"), withFields(squad, "traits: [drop-troop]"))).Brief("")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, n := range append(b.PreGameNotes, b.ScenarioNotes...) {
		said[n.Name] += n.Summary
	}
	for name, words := range map[string][]string{
		"Recon test":                      {"three passes deploy with the others", "two in turn 2", "one in turn 3", "none is destroyed"},
		"Recon points":                    {"moves two of your markers 6\"", "reveals an enemy one", "spent in answer it blocks another on a 4+"},
		"Contact markers":                 {"within 12\" of one another are revealed"},
		"Reserves":                        {"three passes from any edge, 6\" or more from enemies and objectives", "two from a side edge", "none waits"},
		"Drop Troop":                      {"each failed die scatters it 1D6\"", "three pin it"},
		"Foxholes, sandbags and trenches": {"+1, +2 and +3 to the armour", "from beyond 12\"", "costs 4\""},
		"Bunkers":                         {"+4 to the armour of those inside"},
	} {
		for _, want := range words {
			if strings.Count(said[name], want) != 1 {
				t.Errorf("%s: %q, should say %q once", name, said[name], want)
			}
		}
	}
	for _, s := range b.CommandStyles {
		for _, m := range s.Missions {
			if strings.Contains(m.Summary, "more than 8\"") {
				t.Errorf("%s keeps enemies beyond 8 inches, where 8 are far enough: %s", m.Mission, m.Summary)
			}
		}
	}
}

// A character takes a place in the crew, and then none of the passengers'.
func TestAboard(t *testing.T) {
	army := built(t, units(withFields(carrier, "id: apc"), withFields(squad, "in: apc"), withFields(officer, "in: apc"), withFields(officer, "in: apc"), withFields(tank, "id: tank"), withFields(officer, "in: tank")))
	for id, riding := range map[string]int{"apc": 6, "tank": 0} {
		if got := army.Unit(id).PassengerFigures; got != riding {
			t.Errorf("%d figures ride in %s, should be %d", got, id, riding)
		}
	}
	b, err := army.Brief("")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]LoadedTransport{{"apc", 8, "u3", []string{"u2", "u3", "u4"}}, {"tank", 0, "u6", []string{"u6"}}}, b.Transports); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestStyles(t *testing.T) {
	army := built(t, "command-style: cautious\n"+units(squad))
	b, err := army.Brief("")
	if err != nil {
		t.Fatal(err)
	}
	if len(b.CommandStyles) != 1 || b.CommandStyles[0].ReconPoints != 3 || b.CommandStyles[0].DeploymentDepth != 12 {
		t.Errorf("the list's own style: %+v", b.CommandStyles)
	}
	b, err = army.Brief("defensive")
	if err != nil {
		t.Fatal(err)
	}
	if b.CommandStyles[0].ReconPoints != 0 || b.CommandStyles[0].DeploymentDepth != 18 {
		t.Errorf("another style: %+v", b.CommandStyles)
	}
	if _, err := army.Brief("defensif"); err == nil || !strings.Contains(err.Error(), "did you mean `defensive`?") {
		t.Errorf("error %v", err)
	}
	b, err = built(t, units(squad)).Brief("")
	if err != nil || len(b.CommandStyles) != 3 {
		t.Errorf("without a style: %+v, %v", b.CommandStyles, err)
	}
}

func TestMissions(t *testing.T) {
	b, err := built(t, units(squad)).Brief("")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range b.CommandStyles {
		line := s.Name + ":"
		for _, m := range s.Missions {
			line += fmt.Sprintf(" %d-%d %s", m.MinTotal, m.MaxTotal, m.Mission)
			if m.Summary == "" {
				t.Errorf("%s has no summary", m.Mission)
			}
		}
		got = append(got, line)
	}
	want := []string{
		"Aggressive: 2-2 Infiltrate 3-3 Hold 4-4 Expand 5-6 Assault 7-8 Strike 9-10 Sweep 11-11 Patrol 12-12 Interfere",
		"Cautious: 2-2 Strike 3-3 Hold 4-4 Sweep 5-6 Expand 7-8 Infiltrate 9-10 Interfere 11-11 Patrol 12-12 Assault",
		"Defensive: 2-2 Assault 3-3 Strike 4-4 Expand 5-6 Hold 7-8 Interfere 9-10 Patrol 11-11 Sweep 12-12 Infiltrate",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhoRidesAndWhoWaits(t *testing.T) {
	b, err := built(t, units(withFields(squad, "in: u2, traits: [reserves]"), carrier, seer, withFields(squad, "traits: [drop-troop]"), withFields(artillery, "heavy: cannon-light"))).Brief("")
	if err != nil {
		t.Fatal(err)
	}
	want := Brief{
		Reserves: []string{"u1", "u4"}, OffBoardArtillery: []string{"u5"}, MayGoOnRecon: []string{"u1", "u2", "u4"},
		Transports: []LoadedTransport{{ID: "u2", Capacity: 8, Passengers: []string{"u1"}}},
		Psionics:   []PsionicPowers{{ID: "u3", Strength: 3, Powers: []string{"Harm", "Shield", "Terror"}}},
	}
	got := Brief{Reserves: b.Reserves, OffBoardArtillery: b.OffBoardArtillery, MayGoOnRecon: b.MayGoOnRecon, Transports: b.Transports, Psionics: b.Psionics}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
