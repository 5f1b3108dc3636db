package fad

import (
	stdcmp "cmp"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	data "muster/catalog/data/fad"
	fight "muster/rules/fad"
	"muster/schema"
)

func builtInArmoury(t testing.TB) *Armoury {
	t.Helper()
	a, err := LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func house(t *testing.T, text string) *schema.Document {
	t.Helper()
	d, err := schema.Read("house.yaml", []byte("muster: armoury/1\nname: House\n"+text), "armoury/1")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// What ships with muster passes what is checked of a house armoury.
func TestTheArmouryIsSound(t *testing.T) {
	a := builtInArmoury(t)
	names, err := fs.Glob(data.Files, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := data.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		document, err := schema.Read(name, text, "armoury/1")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range a.checkIDs(document) {
			t.Error(p)
		}
	}
}

func TestTheArmouryIsComplete(t *testing.T) {
	a := builtInArmoury(t)
	for _, c := range []struct {
		table string
		got   []string
		want  int
	}{
		{"basic weapons", a.BasicWeapons.IDs(), 18},
		{"support weapons", a.SupportWeapons.IDs(), 10},
		{"heavy weapons", a.HeavyWeapons.IDs(), 18},
		{"armours", a.Armours.IDs(), 8},
		{"infantry traits", a.InfantryTraits.IDs(), 76},
		{"vehicle traits", a.VehicleTraits.IDs(), 26},
		{"personalities", a.Personalities.IDs(), 9},
		{"powers", a.Powers.IDs(), 10},
		{"leaders", a.LeaderLevels.IDs(), 3},
		{"leaderships", a.Leaderships.IDs(), 4},
		{"aptitudes", a.Aptitudes.IDs(), 4},
		{"movements", a.Movements.IDs(), 5},
		{"qualities", a.Qualities.IDs(), 4},
		{"resolves", a.Resolves.IDs(), 4},
		{"kinds", a.UnitKinds.IDs(), 7},
		{"styles", a.CommandStyles.IDs(), 3},
		{"missions", a.Missions.IDs(), 9},
	} {
		if len(c.got) != c.want {
			t.Errorf("%d %s, want %d: %v", len(c.got), c.table, c.want, c.got)
		}
	}
	if len(a.VehicleArmours) != 10 {
		t.Errorf("%d rows of vehicle armour, want 10", len(a.VehicleArmours))
	}
}

func TestEveryEntryNamesItsSourceAndSummary(t *testing.T) {
	a := builtInArmoury(t)
	source := func(e Entry) {
		if e.Name == "" || !strings.HasPrefix(e.Source, "FAD, ") {
			t.Errorf("%q: name %q, source %q", e.ID, e.Name, e.Source)
		}
	}
	for _, w := range append(append(append([]Weapon{}, a.BasicWeapons.All()...), a.SupportWeapons.All()...), a.HeavyWeapons.All()...) {
		source(w.Entry)
	}
	for _, e := range a.Armours.All() {
		source(e.Entry)
	}
	for _, e := range append(append([]Trait{}, a.InfantryTraits.All()...), a.VehicleTraits.All()...) {
		source(e.Entry)
		if e.Summary == "" || e.PriceMultiplier.IsZero() {
			t.Errorf("%q has no summary or no multiplier", e.ID)
		}
	}
	for _, e := range a.Personalities.All() {
		source(e.Entry)
		if e.Summary == "" {
			t.Errorf("%q has no summary", e.ID)
		}
	}
	for _, e := range a.Powers.All() {
		source(e.Entry)
		if e.Summary == "" {
			t.Errorf("%q has no summary", e.ID)
		}
	}
}

// Ids are the printed names in lower case with hyphens (docs/file-formats.md).
func TestIDsFollowFromNames(t *testing.T) {
	a := builtInArmoury(t)
	other := regexp.MustCompile(`[^a-z0-9]+`)
	check := func(e Entry) {
		if want := strings.Trim(other.ReplaceAllString(strings.ToLower(e.Name), "-"), "-"); e.ID != want {
			t.Errorf("%q has the id %q, want %q", e.Name, e.ID, want)
		}
	}
	for _, id := range a.WeaponIDs() {
		check(a.Weapon(id).Entry)
	}
	for _, e := range a.Armours.All() {
		check(e.Entry)
	}
	for _, e := range append(append([]Trait{}, a.InfantryTraits.All()...), a.VehicleTraits.All()...) {
		check(e.Entry)
	}
	for _, e := range a.Personalities.All() {
		check(e.Entry)
	}
}

// steps writes what each row of a table costs.
func steps[R interface{ AsEntry() Entry }](w *strings.Builder, rows []R, cost func(R) Number) {
	var all []string
	for _, row := range rows {
		all = append(all, row.AsEntry().Name+" "+cost(row).String())
	}
	w.WriteString(strings.Join(all, ", ") + "\n")
}

// The multipliers, figures and points of every trait, weapon and armour, and every other step of a
// price, are those that the rule document prints.
func TestFiguresAgainstTheDocument(t *testing.T) {
	text, err := os.ReadFile("testdata/figures.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, want, _ := strings.Cut(string(text), "\n\n")
	a := builtInArmoury(t)
	var got strings.Builder
	for _, part := range []struct {
		name   string
		traits []Trait
	}{{"Infantry", a.InfantryTraits.All()}, {"Vehicle", a.VehicleTraits.All()}} {
		fmt.Fprintf(&got, "%s Traits\n", part.name)
		for _, trait := range part.traits {
			fmt.Fprintf(&got, "%s: %s\n", trait.Name, trait.PriceMultiplier.StringFixed(2))
		}
		got.WriteByte('\n')
	}
	got.WriteString("Weapons\n")
	for _, id := range a.WeaponIDs() {
		w := a.Weapon(id)
		var marks []string
		for _, mark := range []struct {
			name string
			has  bool
		}{
			{"assault", w.AssaultBonus == 1},
			{"fire-die", w.FireDice == 1},
			{"pins", w.PinsInfantry},
			{"indirect", w.Indirect},
			{"double", w.BearerCountsAsTwo},
			{"mount", w.MountedOnly},
			{"suit", w.PowerArmourOnly},
			{fmt.Sprint("blast ", w.BlastRadius), w.BlastRadius > 0},
		} {
			if mark.has {
				marks = append(marks, mark.name)
			}
		}
		fmt.Fprintf(&got, "%s: %d %d %d %d; %s; %s\n", w.Name, w.RangeFactor, w.DamageBonus, w.FireEffectBonus, w.AP, stdcmp.Or(strings.Join(marks, ", "), "-"), w.Points.StringFixed(2))
	}
	got.WriteString("\nArmour\n")
	for _, armour := range a.Armours.All() {
		fmt.Fprintf(&got, "%s: %d %s\n", armour.Name, armour.Rating, armour.Points)
	}
	got.WriteString("\nVehicle armour\n")
	for _, row := range a.VehicleArmours {
		fmt.Fprintf(&got, "%d: %s %s %s\n", row.Rating, row.FrontPoints, row.SidePoints, row.RearPoints)
	}
	got.WriteString("\nSteps\n")
	for _, k := range a.UnitKinds.All() {
		text := fmt.Sprintf("%s: %s ×%s", k.Name, k.BasePoints, k.PriceMultiplier)
		got.WriteString(strings.TrimSuffix(text, " ×0") + "\n")
	}
	fmt.Fprintf(&got, "each personality %s, place %s, point of strength %s\n", a.UnitKinds.Find("infantry").PersonalityPoints,
		a.UnitKinds.Find("vehicle").PassengerPoints, a.UnitKinds.Find("psionic").Strength.PointsPerLevel)
	steps(&got, a.Qualities.All(), func(q Quality) Number { return q.PriceMultiplier })
	steps(&got, a.Resolves.All(), func(r Resolve) Number { return r.PriceModifier })
	steps(&got, a.LeaderLevels.All(), func(l LeaderLevel) Number { return l.Points })
	steps(&got, a.Leaderships.All(), func(l Leadership) Number { return l.Points })
	steps(&got, a.Aptitudes.All(), func(p Aptitude) Number { return p.Points })
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-document +armoury)\n%s", diff)
	}
}

func TestHouseArmouryAddsAndOverrides(t *testing.T) {
	a, err := LoadArmoury(house(t, `
basic-weapons:
  - {id: pistol, points: 0.5}
  - {id: needler, name: Needler, range: 3, damage: 1, points: 0.75}
support-weapons: [{id: shotgun, points: 1.25, source: our table}]
vehicle-armours: [{rating: 8, front: 9}]
infantry-traits: [{id: brave, multiplier: 1.4}]
styles: [{id: cautious, missions: {2: hold}}]
resolves: [{id: reluctant, breaks: {percent: 10}}]
`))
	if err != nil {
		t.Fatal(err)
	}
	pistol := a.Weapon("pistol")
	if pistol.Points.String() != "0.5" || pistol.DamageBonus != 1 || pistol.AssaultBonus != 1 {
		t.Errorf("pistol = %+v", pistol)
	}
	if a.BasicWeapons.Index("needler") != 18 || a.Weapon("needler").Class != BasicWeapon {
		t.Errorf("the needler is at %d", a.BasicWeapons.Index("needler"))
	}
	if trait, _ := a.Trait(fight.Infantry, "brave"); trait.PriceMultiplier.String() != "1.4" || trait.Summary == "" {
		t.Errorf("brave = %+v", trait)
	}
	if m := a.CommandStyles.Find("cautious").MissionByRoll; m[2] != "hold" || m[12] != "assault" {
		t.Errorf("missions = %v", m)
	}
	if b := a.Resolves.Find("reluctant").BreakPoint; b.Casualties(20) != 2 {
		t.Errorf("breaks = %+v", b)
	}
	for what, c := range map[string]struct{ got, want string }{
		"what is new":             {a.Weapon("needler").Source, "House"},
		"what is changed":         {pistol.Source, "FAD, Basic Weapons (changed in House)"},
		"what is as it was":       {a.Weapon("smg").Source, "FAD, Basic Weapons"},
		"what names its source":   {a.Weapon("shotgun").Source, "our table"},
		"a row of vehicle armour": {a.VehicleArmour(8).Source, "FAD, Vehicles, Select Armour (changed in House)"},
	} {
		if c.got != c.want {
			t.Errorf("the source of %s is %q, want %q", what, c.got, c.want)
		}
	}
	base := builtInArmoury(t)
	if base.Weapon("pistol").Source != "FAD, Basic Weapons" {
		t.Errorf("the house armoury changed the built-in pistol's source to %q", base.Weapon("pistol").Source)
	}
	if base.Weapon("pistol").Points.String() != "0.25" || base.Weapon("needler") != nil || base.CommandStyles.Find("cautious").MissionByRoll[2] != "strike" {
		t.Error("the house armoury changed the built-in one")
	}
}

func TestHouseArmouryMistakes(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a new entry without its points": {"support-weapons: [{id: shotgunn, name: Shotgunn, range: 1, damage: 1}]", "house.yaml:3:19: `shotgunn` is new in support-weapons and needs `points`; did you mean `shotgun`?"},
		"an unknown trait":               {"infantry-traits: [{id: brave, opposes: [shakky]}]", "house.yaml:3:41: there is no trait `shakky`; did you mean `shaky`?"},
		"an id in two classes":           {"support-weapons: [{id: pistol, name: Pistol, range: 1, damage: 1, points: 1}]", "house.yaml:1:1: `pistol` cannot be a support weapon: it is a basic weapon already; choose another id"},
		"a level that lists cannot name": {"leaders: [{id: sergeant, name: Sergeant, points: 2}]", "house.yaml:3:16: `sergeant` is new in leaders, where a house armoury only changes what is there: regular, experienced, veteran"},
		"saves of the enemy":             {"armours: [{id: light, effects: [{of: enemy, save: 5}]}]", "house.yaml:3:45: light: `save` means nothing with `of: enemy`, which speaks of attacks against the bearer; write it as an effect of its own"},
		"fire in an assault":             {"powers: [{id: enhance, effects: [{fire-effect: 1}, {when: {assault: true}, fire-effect: 1}]}]", "house.yaml:3:76: enhance: `fire-effect` acts in fire only, where `assault: true` never holds; leave the condition out"},
		"bands of its own":               {"infantry-traits: [{id: shaky, effects: [{bands: 1}]}]", "house.yaml:3:42: shaky: `bands` goes with `of`; add it, or leave `bands` out"},
		"nothing":                        {"vehicle-traits: [{id: fast, effects: [{when: {moved: true}}]}]", "house.yaml:3:39: fast: the effect does nothing: it says when or on whom, and needs a word that says what happens"},
		"a test that hangs on moving":    {"personalities: [{id: medic, effects: [{when: {moved: true}, morale-passes: 1}]}]", "house.yaml:3:61: medic: `morale-passes` holds always, whatever `when` says; write it as an effect of its own"},
		"an unknown enemy":               {"personalities: [{id: medic, effects: [{when: {enemy-without: hro}, fire-effect: 1}]}]", "house.yaml:3:62: there is no trait `hro`; did you mean `hero`?"},
		"what never is":                  {"personalities: [{id: medic, effects: [{when: {moved: true, assault: true}, armour: 1}]}]", "house.yaml:3:60: medic: `moved: true` and `assault: true` never hold together; leave one of them out, or write two effects"},
		"no change":                      {"personalities: [{id: medic, effects: [{armour: 0}]}]", "house.yaml:3:39: medic: the effect does nothing: it says when or on whom, and needs a word that says what happens"},
		"an exponent":                    {"armours: [{id: light, points: 1e-9999999}]", "house.yaml:3:11: `light`: \"1e-9999999\" should be a plain number such as 1.25"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := LoadArmoury(house(t, c.text))
			if err == nil || err.Error() != c.want {
				t.Errorf("error %v\nwant  %s", err, c.want)
			}
		})
	}
}

func TestIncludedTraits(t *testing.T) {
	a := builtInArmoury(t)
	for id, want := range map[string]string{
		"zombie":               "zombie fanatic relentless",
		"hive-mind-controller": "hive-mind-controller fanatic relentless",
		"hive-mind-unit":       "hive-mind-unit",
		"droids-self-less":     "droids-self-less relentless",
		"legend":               "legend hero fearless shock-troops villain",
	} {
		var got []string
		for _, trait := range a.WithIncludedTraits(fight.Infantry, []string{id}) {
			got = append(got, trait.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", id, got, want)
		}
	}
}

// What ships with muster is checked here and not whenever it is loaded.
func TestShippedArmouryFitsItsSchema(t *testing.T) {
	names, err := fs.Glob(data.Files, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := data.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := schema.Read(name, text, "armoury/1"); err != nil {
			t.Error(err)
		}
	}
}
