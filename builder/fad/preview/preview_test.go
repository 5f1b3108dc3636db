package preview_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"muster/builder/fad"
	"muster/builder/fad/preview"
	combat "muster/rules/fad"
	"muster/schema"
)

func units(t testing.TB, text string) []preview.Unit {
	t.Helper()
	document, err := schema.Read("list.yaml", []byte(text), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	army, err := fad.LoadDocument(document)
	if err != nil {
		t.Fatal(err)
	}
	return preview.Units(army)
}

const head = "muster: list/1\nsystem: fad\nunits:\n"

// The bench costs what the game says: (10 figures × (3 - 1 + 0.75)) × 1.0 for
// the militia, (8 × 4) × 1.3 for the line.
func TestBench(t *testing.T) {
	bench, err := preview.Bench()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range bench {
		got = append(got, fmt.Sprintf("%s %d", u.ID, u.Points))
	}
	want := "militia 28, line 42, elites 91, powered 104, gunners 15, apc 68, tank 186"
	if strings.Join(got, ", ") != want {
		t.Errorf("the bench is %s, should be %s", strings.Join(got, ", "), want)
	}
}

// A weapon counts as far as it reaches, and odds are split where one changes its
// band.
func TestDistances(t *testing.T) {
	mixed := units(t, head+"  - {id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 5, weapon: assault-rifle}, {count: 1, weapon: shotgun}]}\n")
	bench, err := preview.Bench()
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := preview.Try(&mixed[0], &bench[1], preview.Options{Mode: combat.Shooting})
	if err != nil {
		t.Fatal(err)
	}
	var moved, still []string
	for _, p := range pairs {
		if p.Scenario.Cover != combat.Open {
			continue
		}
		band := fmt.Sprintf("%d-%d", p.Over, p.Scenario.Distance)
		if p.Scenario.Moved {
			moved = append(moved, band)
		} else {
			still = append(still, band)
		}
	}
	// Rifles reach 20, 40, 60 inches, the shotgun 24 in all; then a rifleman less
	// counts. A band on which nothing depends is not split.
	want := "0-20 20-24 24-40 40-60"
	if got := strings.Join(moved, " "); got != want {
		t.Errorf("after moving: %s, should be %s", got, want)
	}
	if got := strings.Join(still, " "); got != want {
		t.Errorf("Open Fire: %s, should be %s", got, want)
	}
}

func TestEveryWayIsTried(t *testing.T) {
	ours := units(t, head+
		"  - {id: launcher, kind: heavy-weapons, quality: regular, resolve: steady, heavy: missile-launcher, figures: [{count: 2, weapon: pistol}]}\n"+
		"  - {id: tubes, kind: artillery, quality: regular, resolve: steady, heavy: mortar-heavy, figures: [{count: 2, weapon: pistol}]}\n"+
		"  - {id: eye, kind: sniper, quality: elite, resolve: steady}\n"+
		"  - {id: squad, kind: infantry, quality: elite, resolve: steady, figures: [{count: 6, weapon: smg}]}\n")
	bench, err := preview.Bench()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ unit, target, want string }{
		{"launcher", "line", "blast close-assault close-assault"},
		{"launcher", "apc", "shooting front vehicle-assault shooting side"},
		{"tubes", "line", "blast"},
		{"tubes", "apc", ""},
		{"eye", "line", "shooting"},
		{"squad", "tank", "shooting front shooting rear vehicle-assault"},
		{"squad", "militia", "shooting close-assault close-assault"},
	} {
		u := &ours[slices.IndexFunc(ours, func(u preview.Unit) bool { return u.ID == c.unit })]
		target := &bench[slices.IndexFunc(bench, func(u preview.Unit) bool { return u.ID == c.target })]
		pairs, err := preview.Try(u, target, preview.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, p := range pairs {
			got[strings.TrimSpace(fmt.Sprint(p.Scenario.Mode, " ", p.Scenario.Facing))] = true
		}
		for way := range got {
			if !strings.Contains(c.want, way) {
				t.Errorf("%s against %s: %s is tried", c.unit, c.target, way)
			}
		}
		if c.want != "" && len(got) == 0 || c.want == "" && len(got) > 0 {
			t.Errorf("%s against %s: %v, should be %s", c.unit, c.target, got, c.want)
		}
	}
}

// 100 points of the unit, and a target whose every figure is worth as much.
func TestPointsDestroyed(t *testing.T) {
	bench, err := preview.Bench()
	if err != nil {
		t.Fatal(err)
	}
	p, err := preview.Fight(&bench[1], &bench[0], combat.Scenario{Mode: combat.Shooting})
	if err != nil {
		t.Fatal(err)
	}
	want := 100 * p.Result.Target.Casualties.Mean / 10 * 28 / 42
	if math.Abs(p.Per100-want) > 1e-12 {
		t.Errorf("%g points, should be %g", p.Per100, want)
	}
	p, err = preview.Fight(&bench[6], &bench[5], combat.Scenario{Mode: combat.Shooting})
	if err != nil {
		t.Fatal(err)
	}
	if want := 100 * p.Result.Target.Lost * float64(bench[5].Points) / float64(bench[6].Points); math.Abs(p.Per100-want) > 1e-12 {
		t.Errorf("%g points, should be %g", p.Per100, want)
	}
}

func TestNotes(t *testing.T) {
	ours := units(t, head+
		"  - {id: a, kind: infantry, quality: conscript, resolve: steady, traits: [swift, combat-drugs, tough], figures: [{count: 5, weapon: smg}, {count: 1, weapon: flamethrower}]}\n"+
		"  - {id: b, kind: vehicle, movement: walk, quality: regular, resolve: steady, armour: {front: 8, side: 8, rear: 8}, weapons: [beam-heavy, heavy-mg], crew: 1}\n")
	if got := fmt.Sprint(ours[0].Notes); !strings.Contains(got, "Flamethrower adds to the volley, but its damage 2 and AP 2 are never used") || strings.Contains(got, "easily") {
		t.Error(got)
	}
	if fmt.Sprint(ours[0].NoPart, ours[0].NotModelled) != "[Swift] [Combat Drugs]" {
		t.Error(ours[0].NoPart, ours[0].NotModelled)
	}
	if got := fmt.Sprint(ours[1].Notes); !strings.Contains(got, "fires 1 of 2 weapons") || !strings.Contains(got, "AP 3 kills Battle Dress (7 counts as 4) more easily than Heavy (6)") {
		t.Error(got)
	}
	seer := units(t, head+"  - {id: s, kind: psionic, quality: elite, resolve: steady, weapon: pistol, aptitude: expert, powers: [harm, shield, terror]}\n")
	if got := fmt.Sprint(seer[0].Notes); !strings.Contains(got, "Invokes a power with 96.3%") { // 26 of 27
		t.Error(got)
	}
	bench, err := preview.Bench()
	if err != nil {
		t.Fatal(err)
	}
	var pairs []preview.Pair
	for i := range bench {
		more, err := preview.Try(&bench[1], &bench[i], preview.Options{Mode: combat.Shooting})
		if err != nil {
			t.Fatal(err)
		}
		pairs = append(pairs, more...)
	}
	if got := preview.NeverPins(pairs); !slices.Equal(got, []string{"Line squad", "Elites", "Powered armour", "Machine guns"}) {
		t.Errorf("it never pins %v", got)
	}
}

// A house armoury's own trait counts: those who are hard to hit on the move lose
// fewer.
func TestAHouseTraitCounts(t *testing.T) {
	text, err := os.ReadFile("../../../examples/fad-house-armoury.yaml")
	if err != nil || !strings.Contains(string(text), "fire-effect: -1") {
		t.Fatal("the example has no effect of its own", err)
	}
	army, err := fad.Load(os.DirFS("../../../examples"), "fad-house.yaml")
	if err != nil {
		t.Fatal(err)
	}
	hunters := preview.Units(army)[0]
	bench, err := preview.Bench()
	if err != nil {
		t.Fatal(err)
	}
	hits := func(moved bool) float64 {
		p, err := preview.Fight(&bench[1], &hunters, combat.Scenario{Mode: combat.Shooting, TargetMoved: moved})
		if err != nil {
			t.Fatal(err)
		}
		return p.Result.Target.Hits.Mean
	}
	if hits(true) >= hits(false) {
		t.Errorf("moving, it takes %g hits, else %g", hits(true), hits(false))
	}
}

func TestObjects(t *testing.T) {
	bench, err := preview.Bench()
	if err != nil {
		t.Fatal(err)
	}
	p, err := preview.Fight(&bench[1], &bench[5], combat.Scenario{Mode: combat.Shooting, Distance: 20, Cover: combat.Heavy, OpenFire: true, Facing: combat.Flank})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p.Object(true))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"unit":"line","against":"apc","side":"side","distance":20,"cover":"heavy","open_fire":true,"system":"fad","mode":"shooting"`, `"points_per_100":`, `"best":true}`, `"out_of_action":`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}

// A force of twelve units of every kind against the bench: the table, and all
// that can be asked of every unit. With -cpu 1 it is the time on one core.
func BenchmarkPreview(b *testing.B) {
	army, err := fad.Load(os.DirFS("../../../examples"), "fad-outpost.yaml")
	if err != nil {
		b.Fatal(err)
	}
	ours := preview.Units(army)
	for len(ours) < 12 {
		ours = append(ours, ours[len(ours)-9])
	}
	bench, err := preview.Bench()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("table", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := preview.Matrix(ours, bench, preview.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("whole", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for i := range ours {
				for j := range bench {
					if _, err := preview.Try(&ours[i], &bench[j], preview.Options{}); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	})
}
