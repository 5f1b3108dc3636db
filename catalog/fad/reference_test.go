package fad_test

import (
	"testing"

	"muster/catalog/fad"
)

// Everything that a unit can have is in the reference, once and in words.
func TestReferenceIsComplete(t *testing.T) {
	a, err := fad.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, chapter := range a.Reference() {
		for _, term := range chapter.Terms {
			if term.Name == "" || term.Effect == "" || term.Source == "" {
				t.Errorf("%s: %+v lacks words", chapter.Title, term)
			}
			seen[chapter.Title+" "+term.ID]++
		}
	}
	for key, n := range seen {
		if n != 1 {
			t.Errorf("%s stands %d times", key, n)
		}
	}
	want := len(a.BasicWeapons.IDs()) + len(a.SupportWeapons.IDs()) + len(a.HeavyWeapons.IDs()) + len(a.Armours.IDs()) + len(a.InfantryTraits.IDs()) + len(a.VehicleTraits.IDs()) +
		len(a.Personalities.IDs()) + len(a.Powers.IDs()) + len(a.LeaderLevels.IDs()) + len(a.Leaderships.IDs()) + len(a.Aptitudes.IDs()) + len(a.Movements.IDs())
	if len(seen) != want {
		t.Errorf("%d terms, the tables have %d rows", len(seen), want)
	}
}

func TestExplain(t *testing.T) {
	a, err := fad.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, chapter, cost, effect, who string }{
		{"saw", "Support weapons", "+3 points", "range ×6, damage +2, Fire Effect +2.", ""},
		{"SAW", "Support weapons", "+3 points", "range ×6, damage +2, Fire Effect +2.", ""},
		{"Mortar - Heavy", "Heavy weapons", "+16 points", "range ×12, damage +2, Fire Effect +1, Blast 3\", pins infantry, needs no line of sight.", "too heavy for power armour; off-board artillery too"},
		{"none", "Basic weapons", "", "no weapon.", ""},
		{"hero", "Infantry traits", "× 1.50", "", "only character, psionic"},
		{"experienced", "Squad leaders", "+3 points", "Quality 1 higher for Fire Effect and Quality tests.", "infantry, one figure"},
		{"jump-jets", "Vehicle traits", "× 1.50", "", "vehicles that move by walk"},
		{"droids-self-preserving", "Infantry traits", "× 1.30", "", "never elite"},
		{"weak", "Infantry traits", "× 0.90", "-1 in close assault. Works against Assault Troops, Shock Troops.", ""},
		{"tracked", "Movement of vehicles", "", "", "vehicles"},
	} {
		found := a.Explain(c.name)
		if len(found) == 0 || found[0].Title != c.chapter {
			t.Errorf("%s: found %+v", c.name, found)
			continue
		}
		term := found[0].Terms[0]
		if term.Cost != c.cost || c.effect != "" && term.Effect != c.effect || term.AllowedUnits != c.who {
			t.Errorf("%s: %+v", c.name, term)
		}
	}
	if found := a.Explain("experienced"); len(found) != 2 {
		t.Errorf("experienced leaders and officers: %+v", found)
	}
	if found := a.Explain("bravo"); found != nil {
		t.Errorf("found %+v", found)
	}
}
