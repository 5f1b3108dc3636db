package fad

import (
	"os"
	"testing"

	"muster/catalog/fad"
	"muster/schema"
)

// The list of the file format's own description: every kind of unit and nearly
// every key.
func TestAListWithEverything(t *testing.T) {
	text, err := os.ReadFile("testdata/everything.yaml")
	if err != nil {
		t.Fatal(err)
	}
	d, err := schema.Read("everything.yaml", text, "list/1")
	if err != nil {
		t.Fatal(err)
	}
	army, err := LoadDocument(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"rifles": "65.52", "assault": "28", "gun": "16.575", "battery": "73.9375", "major": "27.3", "seer": "54.8", "eye": "27.2", "apc": "122.694",
	}
	for _, u := range army.Units {
		if u.Price.Exact.String() != want[u.ID] {
			t.Errorf("%s costs %s, want %s", u.ID, u.Price.Exact, want[u.ID])
		}
	}
	if got := codes(army.Findings); len(got) != 1 || got[0] != "note platoon/command" || army.Points != 417 {
		t.Errorf("%d points, found %v", army.Points, army.Findings)
	}
	b, err := army.Brief("")
	if err != nil {
		t.Fatal(err)
	}
	// A platoon, an Elite unit, a unit on recon, a cautious commander; a marker
	// for each unit but the battery.
	if b.CommandStyles[0].ReconPoints != 1+1+2+2 || b.TrueMarkers != 7 || b.DummyMarkers != 5 {
		t.Errorf("%+v", b)
	}
}

func TestTheSidesOfADuelAreUnits(t *testing.T) {
	const text = `muster: duel/1
system: fad
scenario: {mode: close-assault, free-shot: {range: close, cover: partial}, moved: true}
attacker: {kind: infantry, quality: regular, resolve: steady, armour: light, figures: [{count: 5, weapon: assault-rifle}, {count: 1, weapon: saw}]}
target: {kind: vehicle, quality: conscript, resolve: steady, armour: {front: 6, side: 5, rear: 4}, weapons: [heavy-mg]}
`
	d, err := schema.Read("duel.yaml", []byte(text), "duel/1")
	if err != nil {
		t.Fatal(err)
	}
	for side, size := range map[string]int{"attacker": 6, "target": 1} {
		u, err := fad.ReadUnit(d.File, d.At(side))
		if err != nil || u.Size() != size {
			t.Errorf("%s: %+v, %v", side, u, err)
		}
	}
}
