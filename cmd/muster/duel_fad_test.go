package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFadDuelExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/duels/fad-*.yaml")
	if err != nil || len(files) < 5 {
		t.Fatal("example duels are missing", err)
	}
	for _, file := range files {
		text, err := duel(t, file, "--simulate", "500")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text, "hits suffered") || !strings.Contains(text, "█") || !strings.Contains(text, "Rolled 500 times") || strings.Contains(text, "Not modelled") {
			t.Errorf("%s:\n%s", file, text)
		}
		text, err = duel(t, file, "--json", "--simulate", "20000", "--seed", "3")
		if err != nil {
			t.Fatal(err)
		}
		type spread struct{ Mean float64 }
		type result struct {
			System string
			Target struct{ Casualties, Hits spread }
		}
		var r struct {
			result
			NotModeled []string `json:"not_modelled"`
			Simulated  result
		}
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		if r.System != "fad" || r.NotModeled == nil || math.Abs(r.Target.Casualties.Mean-r.Simulated.Target.Casualties.Mean) > 0.1 ||
			math.Abs(r.Target.Hits.Mean-r.Simulated.Target.Hits.Mean) > 0.1 {
			t.Errorf("%s: %+v", file, r)
		}
	}
}

// fadDuel writes a duel whose units are Steady and, of figures, in light armour.
func fadDuel(t *testing.T, scenario, attacker, target string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "duel.yaml")
	text := "muster: duel/1\nsystem: fad\nscenario: {" + scenario + "}\nattacker: {" + attacker + "}\ntarget: {" + target + "}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

const (
	regulars   = "kind: infantry, quality: regular, resolve: steady, figures: [{count: 10, weapon: assault-rifle}]"
	inHeavy    = regulars + ", armour: heavy"
	threeMen   = "kind: infantry, quality: regular, resolve: steady, figures: [{count: 3, weapon: assault-rifle}]"
	gunCrew    = "resolve: steady, figures: [{count: 3, weapon: assault-rifle}], "
	lightGun   = "kind: heavy-weapons, quality: regular, heavy: cannon-light, " + gunCrew
	heavyTube  = "kind: heavy-weapons, quality: regular, heavy: mortar-heavy, " + gunCrew
	beamTeam   = "kind: heavy-weapons, quality: elite, heavy: beam-heavy, " + gunCrew
	tank       = "kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 10, side: 9, rear: 8}, weapons: [rail-gun-heavy]"
	cannonTank = "kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 10, side: 9, rear: 8}, weapons: [cannon-medium]"
)

// Figures that can be worked out by hand, from the file to the JSON.
func TestFadClosedForms(t *testing.T) {
	for _, c := range []struct {
		scenario, attacker, target string
		want                       map[string]float64 // by the path in JSON
	}{
		{
			"mode: shooting, range: close, cover: partial",
			"kind: infantry, quality: regular, resolve: steady, figures: [{count: 5, weapon: assault-rifle}, {count: 1, weapon: saw}]", inHeavy,
			map[string]float64{"target hits 2": 4. / 9, "target casualties 3": 5. / 72},
		},
		{
			"mode: shooting, range: close, cover: open",
			"kind: infantry, quality: conscript, resolve: steady, figures: [{count: 5, weapon: assault-rifle}]",
			"kind: infantry, quality: regular, resolve: reluctant, figures: [{count: 5, weapon: assault-rifle}]",
			map[string]float64{"target broken": 7495. / 7776, "target routed": 7495. / 209952},
		},
		{"mode: blast, cover: open", lightGun, regulars, map[string]float64{"target hits 0": 22. / 81, "target pinned": 20. / 729}},
		{"mode: blast", heavyTube, inHeavy, map[string]float64{"target pinned": 20. / 27, "target casualties mean": 28. / 27}},
		{"mode: shooting, range: medium, side: front", beamTeam, tank, map[string]float64{"target damaged": 7. / 27, "target critical": 0}},
		{"mode: close-assault", threeMen, threeMen, map[string]float64{"attacker wins": 791. / 1296, "draw": 215. / 1296, "attacker overrun": 29. / 162}},
		{
			"mode: shooting, range: close, side: rear", tank,
			"kind: vehicle, movement: wheeled, quality: regular, resolve: reluctant, armour: {front: 6, side: 5, rear: 4}, weapons: [heavy-mg]",
			map[string]float64{"target critical": 67. / 81, "target destroyed": 2. / 3},
		},
	} {
		text, err := duel(t, fadDuel(t, c.scenario, c.attacker, c.target), "--json")
		if err != nil {
			t.Fatal(err)
		}
		var all any
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			t.Fatal(err)
		}
		for path, want := range c.want {
			if got := lookUp(all, strings.Fields(path)); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: %s is %.12f, should be %.12f", c.scenario, path, got, want)
			}
		}
	}
}

// lookUp follows keys; of a spread a number is a place in its pmf.
func lookUp(v any, path []string) float64 {
	for _, key := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return math.NaN()
		}
		if pmf, ok := m["pmf"].([]any); ok && key != "mean" {
			v = pmf[key[0]-'0']
			continue
		}
		v = m[key]
	}
	if n, ok := v.(float64); ok {
		return n
	}
	return math.NaN()
}

func TestFadDuelSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ scenario, attacker, target, want string }{
		{"mode: shooting", lightGun, regulars, "duel.yaml:3:11: attacker: Cannon - Light blasts at figures; write `mode: blast`"},
		{"mode: shooting", cannonTank, regulars, "`mode: blast`"},
		{"mode: shooting, bunched-up: true", regulars, tank, "`bunched-up` means nothing here: only squads bunch up"},
		{"mode: blast, open-fire: true", lightGun, regulars, "`open-fire` means nothing here"},
		{"mode: close-assault, range: close", regulars, regulars, "`range` means nothing here: the free shot has its own"},
		{"mode: shooting", regulars, "kind: infantry, quality: regular, resolve: steady, figures: [{weapon: assault-rifel}]", "duel.yaml:5:80: there is no weapon `assault-rifel`; did you mean `assault-rifle`?"},
		{"mode: shooting", regulars + ", spotter: elite", regulars, "`spotter` means nothing here"},
		{"mode: shooting", regulars, regulars + ", invoked: [sheild]", "there is no power `sheild`; did you mean `shield`?"},
		{"mode: shooting", regulars + ", with: {" + lightGun[:len(lightGun)-2] + "}", regulars, "the team does not shoot together"},
		{"mode: shooting, rnage: close", regulars, regulars, "did you mean `range`?"},
	} {
		if _, err := duel(t, fadDuel(t, c.scenario, c.attacker, c.target)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s should be refused with %q: %v", c.scenario, c.want, err)
		}
	}
	// Who may not fire does nothing, and the answer says why.
	text, err := duel(t, fadDuel(t, "mode: shooting, moved: true", beamTeam, tank))
	if err != nil || !strings.Contains(text, "Note: the attacker: a weapons team does not fire after moving.") {
		t.Errorf("%v\n%s", err, text)
	}
	text, err = duel(t, fadDuel(t, "mode: shooting", regulars+", traits: [combat-drugs]", regulars))
	if err != nil || !strings.Contains(text, "Not modelled, so of no effect here: Combat Drugs.") {
		t.Errorf("%v\n%s", err, text)
	}
	shielded, err := duel(t, fadDuel(t, "mode: shooting", regulars, regulars+", invoked: [shield]"))
	if err != nil {
		t.Fatal(err)
	}
	armoured, err := duel(t, fadDuel(t, "mode: shooting", regulars, regulars+", modifiers: {armour: 2}"))
	if err != nil || shielded != armoured {
		t.Errorf("Shield does not add 2 armour: %v\n%s\n%s", err, shielded, armoured)
	}
}

// What is rolled of a fight that is too large for exact odds is never shown as if
// it were exact.
func TestRolledAlone(t *testing.T) {
	const horde = "kind: infantry, quality: regular, resolve: steady, figures: [{count: 1000, weapon: assault-rifle}]"
	file := fadDuel(t, "mode: close-assault, free-shot: {range: close}", horde, horde)
	text, err := duel(t, file, "--simulate", "5")
	if err != nil || strings.Contains(text, "ROLLED") || !strings.Contains(text, "figures lost") || !strings.Contains(text, "Rolled 5 times") {
		t.Errorf("%v\n%s", err, text)
	}
	if text, err = duel(t, file, "--simulate", "5", "--json"); err != nil {
		t.Fatal(err)
	}
	var r map[string]struct{ Mode string }
	_, object, _ := strings.Cut(text, "rolled alone\n") // which is said beside it
	if err := json.Unmarshal([]byte(object), &r); err != nil || len(r) != 1 || r["simulated"].Mode != "close-assault" {
		t.Errorf("%v: %.300s", err, text)
	}
}
