package export

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/table"
	"muster/schema"
)

// outpost is the force in testdata: every kind of unit.
func outpost(t testing.TB) *fad.Army {
	t.Helper()
	a, err := fad.Load(os.DirFS("testdata"), "outpost.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// force builds a force from the text of its list.
func force(t testing.TB, text string) *fad.Army {
	t.Helper()
	return read(t, "muster: list/1\nsystem: fad\n"+text, "list/1")
}

// read builds the force of a list, or of a book.
func read(t testing.TB, text, kind string) *fad.Army {
	t.Helper()
	document, err := schema.Read("testdata/list.yaml", []byte(text), kind)
	if err != nil {
		t.Fatal(err)
	}
	a, err := fad.LoadDocument(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func forceDocument(t testing.TB, a *fad.Army) Document {
	t.Helper()
	r := builder.RosterOfFAD(a)
	return Document{Sheet: sheetOf(r), Report: a.Report(), List: r}
}

func stat(b Block, label string) string {
	for _, s := range b.Stats {
		if s.Label == label {
			return strings.ReplaceAll(s.Value, table.NoBreak, " ")
		}
	}
	return ""
}

func TestFromForce(t *testing.T) {
	s := forceDocument(t, outpost(t)).Sheet
	if want := []string{"9 units", "29 figures"}; !slices.Equal(s.UnitCountTexts(), want) {
		t.Errorf("the size is %q, want %q", s.UnitCountTexts(), want)
	}
	if !s.Legal() || s.Cost() != "332/450 pts" {
		t.Errorf("the force is %s for %s", s.Verdict(), s.Cost())
	}

	rifles := block(t, s, "The Tidewatch")
	for label, want := range map[string]string{
		"Quality": "Regular", "Resolve": "Steady", "Armour": "4", "Move": "6/12″", "Assault": "+0", "Pin level": "14",
		// Elite +2 with the leader, 2 for 8 figures, 2 of the SAW; a D6 of the launcher.
		"Fire Effect": "+6 +1D6",
		// The leader makes it Elite for its tests, but not its ranges.
		"Tests on": "2+",
		// Half of 8.
		"Break point": "4",
	} {
		if got := stat(rifles, label); got != want {
			t.Errorf("%s is %q, want %q", label, got, want)
		}
	}
	want := [][]string{
		{"6", "Assault Rifle", "20/40/60″", "+2", "", "", ""},
		{"1", "SAW", "24/48/72″", "+2", "+2", "", ""},
		{"1", "Grenade Launcher", "8/16/24″", "+2", "", "1", "+1D6 Fire Effect"},
	}
	if diff := cmp.Diff(want, rowTextsOf(rifles.Tables[0])); diff != "" {
		t.Errorf("weapons (-want +got):\n%s", diff)
	}
	if got := note(rifles, "Rides in"); got != "Mudskipper (its partner)" {
		t.Errorf("the squad rides in %q", got)
	}
	if track := rifles.Tracks[0]; len(track.BoxesPerModel) != 8 || track.MarkedBox != 4 || track.MarkSign != "B" {
		t.Errorf("the squad's boxes are %+v", track)
	}
	if want := []string{"Under fire", "Pinned", "Broken"}; !slices.Equal(rifles.States, want) {
		t.Errorf("the squad can be %v, want %v", rifles.States, want)
	}
	if want := []string{"Infantry", "armour: light", "First Platoon"}; !slices.Equal(rifles.KindAndTraits, want) {
		t.Errorf("the squad is %v, want %v", rifles.KindAndTraits, want)
	}

	carrier := block(t, s, "Mudskipper")
	for label, want := range map[string]string{"Front": "7", "Side": "6", "Rear": "none", "Crew": "2", "Capacity": "8", "Move": "12/18″", "Break point": "3", "Lost at": "6", "Pin level": ""} {
		if got := stat(carrier, label); got != want {
			t.Errorf("the carrier's %s is %q, want %q", label, got, want)
		}
	}
	if got := note(carrier, "Carries"); got != "The Tidewatch" {
		t.Errorf("the carrier carries %q", got)
	}
	if diff := cmp.Diff([]table.Track{{Label: "Damage", BoxesPerModel: []int{6}, MarkedBox: 3, MarkSign: "B", MarkMeaning: "broken"}}, carrier.Tracks); diff != "" {
		t.Errorf("damage (-want +got):\n%s", diff)
	}
	// It fires apart: +1 of Regular and its own +2.
	if got := carrier.Tables[0].Rows[0].Cells[4].Text; got != "+3" {
		t.Errorf("the carrier's gun has FE %q, want +3", got)
	}

	battery := block(t, s, "Salt Battery")
	if len(battery.Tracks)+len(battery.States) > 0 || stat(battery, "Move") != "" {
		t.Errorf("artillery that is never on the table has boxes: %+v", battery)
	}
	if got := note(block(t, s, "The Seer"), "Powers"); got != "Harm, Shield, Terror" {
		t.Errorf("the psionic's powers are %q", got)
	}
	if got := block(t, s, "Walking Hill").Tracks; !cmp.Equal(got, []table.Track{{Label: "Wounds", BoxesPerModel: []int{3}}}) {
		t.Errorf("a character of three wounds has the boxes %+v", got)
	}
}

func TestForceReference(t *testing.T) {
	s := forceDocument(t, outpost(t)).Sheet
	var titles []string
	texts := map[string]string{}
	for _, section := range s.Reference {
		titles = append(titles, section.Title)
		for _, e := range section.Entries {
			texts[e.Name] = e.Text
		}
	}
	if want := []string{"In play", "Traits", "People", "Powers", "Command", "Before the game"}; !slices.Equal(titles, want) {
		t.Errorf("the sections are %v, want %v", titles, want)
	}
	for _, name := range []string{"Pinned", "Mechanized", "Experienced leader", "Comms", "Shield", "Amphibious"} {
		if texts[name] == "" {
			t.Errorf("%s is not explained", name)
		}
	}
	if got, want := texts["First Platoon"], "Command: Command Squad. Squads: The Tidewatch, Harbour Militia."; got != want {
		t.Errorf("the platoon is %q, want %q", got, want)
	}
}

// A brief takes the place of what the tables say of what is before the game, and says
// nothing again that the sheet explains.
func TestABriefSaysNothingTwice(t *testing.T) {
	a := force(t, "units: [{id: a, kind: infantry, quality: regular, resolve: steady, traits: [reserves], figures: [{count: 5, weapon: smg}]}]")
	r := builder.RosterOfFAD(a)
	s := forceDocument(t, a).Sheet
	brief, err := r.Brief("", func(id string) string { return id })
	if err != nil {
		t.Fatal(err)
	}
	AddBrief(&s, brief)
	seen := map[string]int{}
	for _, section := range s.Reference {
		seen[section.Title]++
		for _, e := range section.Entries {
			seen[e.Text]++
		}
	}
	for text, n := range seen {
		if n > 1 {
			t.Errorf("%d times: %s", n, text)
		}
	}
	if seen["Before the game"] != 1 {
		t.Errorf("the sheet has the sections %v", s.Reference)
	}
}

func TestAddSums(t *testing.T) {
	a := outpost(t)
	s := forceDocument(t, a).Sheet
	AddPriceCalculations(&s, builder.RosterOfFAD(a).Prices())
	want := "1 × (3 Infantry + 0 Light + 1 Assault Rifle + 3 Experienced leader) = 7\n" +
		"+ 5 × (3 Infantry + 0 Light + 1 Assault Rifle) = 27\n" +
		"+ 1 × (3 Infantry + 0 Light + 3 SAW) = 33\n" +
		"+ 1 × (3 Infantry + 0 Light + 3 Grenade Launcher) = 39\n" +
		"× (1.3 Regular + 0 Steady) = 50.7\n× 1.2 Mechanized = 60.84\nrounded = 61"
	if diff := cmp.Diff(want, note(block(t, s, "The Tidewatch"), "Sum")); diff != "" {
		t.Errorf("the sum (-want +got):\n%s", diff)
	}
}

// Where figures are rounded one by one, the sum ends with what is paid.
func TestSumOfRoundedFigures(t *testing.T) {
	a := force(t, "rounding: figure\nunits: [{id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 7, weapon: assault-rifle}]}]")
	s := forceDocument(t, a).Sheet
	AddPriceCalculations(&s, builder.RosterOfFAD(a).Prices())
	if got, want := note(s.Blocks[0], "Sum"), "7 × round((3 Infantry + 0 Light + 1 Assault Rifle) × (1.3 Regular + 0 Steady)) = 35"; got != want {
		t.Errorf("the sum is %q, want %q", got, want)
	}
}

func TestBasicCreation(t *testing.T) {
	a := force(t, "method: basic\npoints: 300\nunits: [{id: a, kind: infantry, quality: regular, resolve: steady, armour: improved, figures: [{weapon: assault-rifle}]}]")
	s := forceDocument(t, a).Sheet
	if !slices.Contains(s.Books, "basic creation") || s.Limit != 0 {
		t.Errorf("the head is %v with a limit of %d", s.Books, s.Limit)
	}
	if got := s.Cost() + ", " + s.Blocks[0].CostText(); got != "5 figures, 5 of 15 figures" {
		t.Errorf("the heads are %q", got)
	}
	sum := strings.ReplaceAll(note(s.Blocks[0], "Creation"), table.NoBreak, " ")
	if !strings.HasPrefix(sum, "15 figures - 2 Quality to Regular") || !strings.HasSuffix(sum, " = 5") {
		t.Errorf("the squad is made so: %q", sum)
	}
}

func TestForcesThatAreHardToPrint(t *testing.T) {
	for name, c := range map[string]struct {
		units string
		check func(s Sheet) bool
	}{
		"twins are numbered": {
			"[{id: a, name: Eye, kind: sniper, quality: elite, resolve: steady}, {id: b, name: Eye, kind: sniper, quality: elite, resolve: steady}]",
			func(s Sheet) bool { return s.Blocks[0].Name == "Eye #1" && s.Blocks[1].Name == "Eye #2" },
		},
		"an unknown weapon": {
			"[{id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 2, weapon: rifel}]}]",
			func(s Sheet) bool {
				return !s.Legal() && strings.Contains(note(s.Blocks[0], "No price"), "rifel") && s.Blocks[0].Tables == nil
			},
		},
		"a ride that is not there": {
			"[{id: a, kind: sniper, quality: elite, resolve: steady, in: nowhere}]",
			func(s Sheet) bool { return note(s.Blocks[0], "Rides in") == "nowhere" },
		},
		"no units": {"[]", func(s Sheet) bool { return len(s.Blocks) == 0 && s.Reference == nil && s.BoxLegend == "" }},
	} {
		t.Run(name, func(t *testing.T) {
			d := forceDocument(t, force(t, "units: "+c.units))
			if !c.check(d.Sheet) {
				t.Errorf("the sheet is %+v", d.Sheet)
			}
			size, err := pageSize(A4)
			if err != nil {
				t.Fatal(err)
			}
			checkPages(t, bestLayout(d.Sheet, size, Options{}), inner(size))
		})
	}
}

func TestForceTextAndMarkdown(t *testing.T) {
	a := outpost(t)
	d := forceDocument(t, a)
	AddPriceCalculations(&d.Sheet, builder.RosterOfFAD(a).Prices())
	for _, f := range []*Format{Text, Markdown} {
		var out strings.Builder
		if err := f.Write(&out, d, Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "outpost"+f.Extensions[0], []byte(out.String()))
	}
}

// A book of units has its name and its units with their prices: no total, no verdict, and no boxes
// of a game in any form.
func TestBookOfUnits(t *testing.T) {
	text, err := os.ReadFile("../examples/fad-book.yaml")
	if err != nil {
		t.Fatal(err)
	}
	a := read(t, string(text), "book/1")
	d, err := NewDocument(builder.RosterOfFAD(a), Extras{UpgradeCosts: true})
	if err != nil {
		t.Fatal(err)
	}
	if d.Sheet.GameCounters != nil || d.Sheet.Fingerprint != "" {
		t.Errorf("has boxes %v and the mark %q of a list", d.Sheet.GameCounters, d.Sheet.Fingerprint)
	}
	for _, f := range []*Format{Text, Markdown, BBCode, HTML} {
		var out strings.Builder
		if err := f.Write(&out, d, Options{}); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		if _, body, found := strings.Cut(text, "</style>"); found {
			text = body
		}
		for _, lists := range []string{strconv.Itoa(d.Sheet.Points), "egal", "verdict", "13 figures"} {
			if strings.Contains(text, lists) {
				t.Errorf("%s says %q of a list: %.300s", f.Name, lists, text)
			}
		}
		for _, has := range []string{"Reed Wardens", "a book of units", "23 pts", "SAW"} {
			if !strings.Contains(text, has) {
				t.Errorf("%s lacks %q: %.300s", f.Name, has, text)
			}
		}
	}
	for _, s := range header(d.Sheet, 180).strips {
		for _, p := range s.pieces {
			if strings.Contains(p.text, "pts") || p.kind == framePiece {
				t.Errorf("the head on paper has %+v", p)
			}
		}
	}
}

// A force's sheet has the numbers that its tables give, worked in where they
// always hold.
func TestForceNumbers(t *testing.T) {
	const squad = "kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: assault-rifle}]"
	const tank = "kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 9, side: 8, rear: 6}, crew: 3, weapons: [cannon-medium, heavy-mg]"
	for name, c := range map[string]struct {
		unit  string
		check func(b Block) bool
	}{
		"who never rushes": {squad + ", traits: [goon]", func(b Block) bool { return stat(b, "Move") == "6″" }},
		"a team": {"kind: heavy-weapons, quality: regular, resolve: steady, heavy: heavy-mg, figures: [{count: 3, weapon: pistol}]", func(b Block) bool {
			return stat(b, "Move") == "6″" && strings.Contains(note(b, "In play"), "Fire Effect -1")
		}},
		"a blast's own bonus": {tank, func(b Block) bool {
			return b.Tables[0].Rows[0].Cells[4].Text == "+1" && b.Tables[0].Rows[1].Cells[4].Text == "+3"
		}},
		"a vehicle's boxes": {tank, func(b Block) bool {
			return slices.Equal(b.States, []string{"Under fire", "Broken", "Damaged", "Critical"})
		}},
		"who never tests morale": {squad + ", traits: [fanatic]", func(b Block) bool {
			return stat(b, "Break point") == "" && !slices.Contains(b.States, "Broken") && b.Tracks[0].MarkedBox == 0
		}},
		"who tests morale": {squad, func(b Block) bool {
			return stat(b, "Break point") == "4" && slices.Contains(b.States, "Broken") && b.Tracks[0].MarkedBox == 4
		}},
		"a blast's own bonus, and that at vehicles": {"kind: heavy-weapons, quality: elite, resolve: steady, heavy: cannon-heavy, figures: [{count: 3, weapon: pistol}]", func(b Block) bool {
			return stat(b, "Fire Effect") == "+3" && b.Tables[0].Rows[1].Cells[6].Text == "Blast 5″, pins infantry, at vehicles FE +2"
		}},
		"a battery's": {"kind: artillery, quality: elite, resolve: steady, heavy: mortar-light, figures: [{count: 3, weapon: pistol}]", func(b Block) bool {
			return stat(b, "Fire Effect") == "+1" && !strings.Contains(b.Tables[0].Rows[1].Cells[6].Text, "vehicles")
		}},
		"a single figure has no pin level": {"kind: sniper, quality: elite, resolve: steady", func(b Block) bool {
			return stat(b, "Pin level") == "" && slices.Contains(b.States, "Pinned")
		}},
		"who takes no notice of being pinned": {squad + ", traits: [zombie]", func(b Block) bool {
			return stat(b, "Pin level") == "" && !slices.Contains(b.States, "Pinned")
		}},
		"Huge figures in power armour": {squad + ", armour: medium-power, traits: [huge]", func(b Block) bool {
			play := note(b, "In play")
			return strings.Contains(play, "4 kill rolls") && !strings.Contains(play, "as a team's")
		}},
		"passengers of what has no armour": {"kind: vehicle, movement: wheeled, quality: regular, resolve: steady, armour: {front: 0, side: 0, rear: 0}, crew: 1, capacity: 6", func(b Block) bool {
			return strings.Contains(note(b, "In play"), "a squad aboard fires too")
		}},
		"power armour": {squad + ", armour: medium-power", func(b Block) bool {
			return stat(b, "Assault") == "+3" && strings.Contains(note(b, "In play"), "Coherency 6″")
		}},
		"a psionic's strength": {"kind: psionic, quality: elite, resolve: steady, aptitude: expert, strength: 5, powers: [harm]", func(b Block) bool { return len(b.Tracks) == 1 && slices.Equal(b.Tracks[0].BoxesPerModel, []int{5}) }},
		"smoke": {"kind: infantry, quality: regular, resolve: steady, figures: [{count: 4, weapon: smg}, {weapon: grenade-launcher}]", func(b Block) bool {
			return slices.Contains(b.Counters, table.Counter{Label: "Smoke", BoxCount: 1, PerRound: false})
		}},
		"once a game": {squad + ", traits: [combat-drugs]", func(b Block) bool {
			return slices.Contains(b.Counters, table.Counter{Label: "Combat Drugs", BoxCount: 1, PerRound: false})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			if b := forceDocument(t, force(t, "units: [{id: a, "+c.unit+"}]")).Sheet.Blocks[0]; !c.check(b) {
				t.Errorf("the block is %+v", b)
			}
		})
	}
}

// The example's units and what they have fit two pages; what is read in play has a third to itself.
func TestExampleForceFitsThreePages(t *testing.T) {
	a, err := fad.Load(os.DirFS("../examples"), "fad-outpost.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s := forceDocument(t, a).Sheet
	for _, paper := range []Paper{A4, Letter} {
		size, err := pageSize(paper)
		if err != nil {
			t.Fatal(err)
		}
		pages := bestLayout(s, size, Options{})
		if len(pages) != 3 {
			t.Errorf("%s: %d pages", paper, len(pages))
			continue
		}
		for n, page := range pages {
			for _, p := range page {
				if p.text == "In play" && p.font.face == bold && n < 2 {
					t.Errorf("%s: the table begins on page %d", paper, n+1)
				}
			}
		}
	}
}

// What the units of the example need in a game, in the order of a turn, stands on
// its sheet: nobody opens the rule document. Each line names the document's
// chapter and words of the sheet.
func TestExampleForceNeedsNoDocument(t *testing.T) {
	a, err := fad.Load(os.DirFS("../examples"), "fad-outpost.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s := forceDocument(t, a).Sheet
	rule := func(name string) string {
		for _, section := range s.Reference {
			for _, e := range section.Entries {
				if e.Name == name {
					return e.Text
				}
			}
		}
		return ""
	}
	play := func(unit string) string { return note(block(t, s, unit), "In play") }
	for _, c := range []struct{ chapter, text, want string }{
		{"Turn Sequence", rule("Turn"), "on a tie who lost it last turn"},
		{"Quality Tests", rule("Quality test"), "each die that shows the unit's number"},
		{"Unit Activation", rule("Activation"), "First Resolve"},
		{"Unit Activation, the actions", rule("Activation"), "engage (move, and fire before or after, or assault), open fire (+2, no move), move out"},
		{"Unit Activation, command", rule("Activation"), "two of: fire, call artillery, scout, recover wounded"},
		{"Unit Activation, markers", rule("Activation"), "its markers go"},
		{"Command Response", rule("Command response"), "within 10\" of enemies tests"},
		{"Rush", play("Lock Gun"), "Fires only if it has not moved"},
		{"Table 1, tracked", play("Breakwater"), "no dense woods, deep water or swamp"},
		{"Vehicles as Transports", rule("Ground and rides"), "gets out within half its move, and may then fire or charge, while the vehicle stays put"},
		{"Difficult Ground", rule("Ground and rides"), "costs infantry double"},
		{"Vehicle Bogging", rule("Ground and rides"), "tracked and walking vehicles test for one pass, wheeled for two"},
		{"Coherency", play("Harbour Militia"), "Coherency 3″"},
		{"Line of Sight", rule("Fire Effect"), "At what it sees and reaches"},
		{"Fire Priority", play("Harbour Militia"), "one of the 2 closest"},
		{"Determine Fire Effect", rule("Fire Effect"), "+2 at close, -2 at medium, -4 at long range"},
		{"Shooting, vehicles", rule("Fire Effect"), "a vehicle for each weapon at any target"},
		{"Table 5", rule("Fire Effect on targets"), "under fire or pinned -1, concealed sniper -2"},
		{"Determine Hits", rule("Hits"), "3 points of Fire Effect in the open, 4 in partial cover, 5 in heavy cover; half of the target must be in it. The closest"},
		{"Determine Damage", rule("Damage"), "of the weapon that most of a squad carry"},
		{"Determine Damage, AP", rule("Damage"), "AP lowers armour above 6"},
		{"Determine Damage, vehicles", rule("Vehicles hit"), "3 or more over is critical"},
		{"Ranging In", rule("Ranging in"), "two passes of 3D6"},
		{"Determine Impact Area", rule("Ranging in"), "friends too"},
		{"Under Fire", rule("Under fire"), "Fire Effect -3, moves 2\" less, rushes only in cover"},
		{"Pinning", rule("Pinned"), "above its pin level"},
		{"Damaged", rule("Damaged"), "cautious moves and no fire"},
		{"Critically Damaged", rule("Damaged"), "one die fails"},
		{"Assaulting Infantry, the free shot", rule("Close assault"), "at the distance from which the charge begins, and leaves no marker"},
		{"Table 7", rule("Close assault"), "+1 charging, +1 better armour, +1 per extra figure, +2 per level of Quality"},
		{"Table 8", rule("Assault kills"), "3+ if its side won, 4+ drawn, 5+ lost"},
		{"Overrun", rule("Assault kills"), "Twice the enemy's total wipes him out"},
		{"Determine Casualties, falling back", rule("Assault kills"), "falls back 6\", both 3\" if drawn"},
		{"Charge bonus", play("The Tidewatch"), "Charges 10″"},
		{"Assaulting a Vehicle", rule("Assault on a vehicle"), "1D6 + the weakest rating"},
		{"Assaulting a Vehicle, passengers", play("Mudskipper"), "all aboard are killed or test"},
		{"Morale Tests", rule("Broken"), "two passes rally; one falls back"},
		{"Morale Tests, bailing out", rule("Broken"), "crew bails out"},
		{"Morale Tests, near a tank", rule("Broken"), "Within 8\" of a friendly tank or walker"},
		{"Characters", play("Captain Orla Venn"), "fires and assaults by himself"},
		{"Leadership Ratings", rule("Inspiring leader of infantry"), "re-rolls up to 2 failed dice"},
		{"Characters in Vehicles", play("Captain Orla Venn"), "a place in the crew; three passes save him"},
		{"Command Disruption", rule("Leader lost"), "pinned instead of under fire"},
		{"Heavy Weapons Teams", play("Lock Gun"), "Each crew member lost: Fire Effect -1, move -1″"},
		{"Hidden Movement", rule("Hiding"), "three markers"},
		{"Scout", rule("Hiding"), "three times its coherency ahead"},
		{"Indirect Artillery Fire", play("Salt Battery"), "two dice of 4+ arrive"},
		{"Last Stand", rule("Last stand"), "Once a game"},
		{"Opportunity Fire", rule("Opportunity fire"), "sends it to the nearest cover"},
		{"Personalities", rule("Motivator"), "morale test"},
		{"Recover Wounded", rule("Wounded"), "three passes fight on"},
		{"Recover Wounded, half and wholly wounded units", rule("Wounded"), "with over half wounded it only recovers them, with all it is lost"},
		{"Losing Heart", rule("Losing heart"), "falls a level for good, and again with three quarters"},
		{"Determine Recon Points", rule("Recon test"), "three passes deploy with the others, two in turn 2, one in turn 3, none is destroyed"},
		{"Spend Recon Points", rule("Recon points"), "moves two of your markers 6\", or reveals an enemy one; spent in answer it blocks another on a 4+"},
		{"Spend Recon Points, markers", rule("Contact markers"), "within 12\" of one another are revealed"},
		{"Smoke Grenades", rule("Smoke"), "16\" apart"},
		{"Snipers", play("Old Heron"), "two passes are a clear shot, three a bullseye with +1 damage"},
		{"Squad Leaders", rule("Experienced leader"), "Quality 1 level better"},
		{"Traits", rule("Adaptive Camouflage"), "a range band further"},
	} {
		if !strings.Contains(c.text, c.want) {
			t.Errorf("%s: the sheet says %q, should say %q", c.chapter, c.text, c.want)
		}
	}
	for _, b := range s.Blocks {
		for _, stat := range b.Stats {
			if stat.Value == "" {
				t.Errorf("%s has no %s", b.Name, stat.Label)
			}
		}
	}
}

// checkPlay fails if what is read in play is not a table of letters of at least so many points: each term
// in one column, what it means in another, and the names of parts before them.
func checkPlay(t *testing.T, name string, s Sheet, pdf []byte, points float64) {
	t.Helper()
	places := map[string]map[string]bool{"part": {}, "term": {}, "meaning": {}}
	found, parts := 0, map[string]bool{}
	for _, page := range written(t, pdf) {
		table := slices.IndexFunc(page, func(w word) bool { // not the note of a unit
			return w.x < 36 && (w.text == "In play" || strings.HasPrefix(w.text, "In play ·"))
		})
		if table < 0 {
			continue
		}
		for i, w := range page[table+1:] {
			what := ""
			for _, e := range s.CoreRules {
				before := page[table+i]
				switch {
				case w.text == e.Heading && w.x < 40:
					what, parts[e.Heading] = "part", true
				case strings.HasPrefix(printable(e.Name), w.text) && (before.x < 40 || before.x > w.x):
					what = "term"
				case len(w.text) > 12 && strings.HasPrefix(printable(e.Text), w.text):
					what = "meaning"
					found++
				}
			}
			if what != "" {
				places[what][fmt.Sprintf("%.1f", w.x)] = true
				if w.size < points-0.01 {
					t.Errorf("%s: %q has %.2f points", name, w.text, w.size)
				}
			}
		}
	}
	for what, at := range places {
		if len(at) != 1 {
			t.Errorf("%s: each %s stands at one of %v", name, what, at)
		}
	}
	want := map[string]bool{}
	for _, e := range s.CoreRules {
		want[e.Heading] = true
	}
	if len(parts) != len(want) || found != len(s.CoreRules) {
		t.Errorf("%s: %d of %d parts and %d of %d meanings are found", name, len(parts), len(want), found, len(s.CoreRules))
	}
}

// What is read in play is a table in letters of at least 8 points, with its five parts; by itself, 8.5.
func TestInPlayIsATable(t *testing.T) {
	for name, d := range map[string]Document{
		"outpost": forceDocument(t, outpost(t)),
		"random":  forceDocument(t, randomForce(t, rand.New(rand.NewPCG(5, 6)), 16)),
	} {
		checkPlay(t, name, d.Sheet, printed(t, PDF, d.Sheet, Options{}), 8)
		checkPlay(t, name+", reference", d.Sheet, printed(t, ReferencePDF, d.Sheet.onlyReference(), Options{}), 8.5)
		checkPlay(t, name+", large", d.Sheet, printed(t, PDF, d.Sheet, Options{TextSize: LargeText}), 10)
		if len(d.Sheet.CoreRules) < 20 {
			t.Errorf("%s: only %d rules of the game", name, len(d.Sheet.CoreRules))
		}
	}
}

// Where profiles take several rows, they are divided so that squads have no gap between or before their
// figures for those of vehicles.
func TestRowsOfProfilesHaveNoGaps(t *testing.T) {
	a, err := fad.Load(os.DirFS("../examples"), "fad-outpost.yaml")
	if err != nil {
		t.Fatal(err)
	}
	blocks := forceDocument(t, a).Sheet.Blocks
	for _, c := range []struct {
		width float64
		rows  int
	}{{95, 2}, {88, 3}} {
		g := gridOf(blocks, c.width, sheetBadgeStyle)
		if len(g.slotRows) != c.rows {
			t.Errorf("%.0f mm: %d rows", c.width, len(g.slotRows))
		}
		from := 0
		for i, row := range g.slotRows {
			for _, name := range []string{"Command Squad", "The Tidewatch"} {
				b := block(t, Sheet{Blocks: blocks}, name)
				if n := countEmptyBoxes([][]profileValue{g.placeProfile(b)}, from, from+len(row)); n > 0 {
					t.Errorf("%.0f mm: %s has %d gaps in row %d", c.width, b.Name, n, i+1)
				}
			}
			from += len(row)
		}
	}
}

// A page for a browser has what is read in play as a table with a row for each part.
func TestPageHasPartsOfPlay(t *testing.T) {
	d := forceDocument(t, outpost(t))
	var out strings.Builder
	if err := HTML.Write(&out, d, Options{}); err != nil {
		t.Fatal(err)
	}
	_, page, found := strings.Cut(out.String(), `<table class="play">`)
	page, _, _ = strings.Cut(page, "</table>")
	if !found || strings.Count(page, "rowgroup") != 5 || strings.Count(page, `scope="row"`) != len(d.Sheet.CoreRules) {
		t.Errorf("the page has no table of five parts and %d rules: %.300s", len(d.Sheet.CoreRules), page)
	}
}
