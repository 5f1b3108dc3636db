package armyforge

import (
	"slices"
	"testing"
)

// Every row of the table of sections (docs/rules-notes.md, Upgrades), as old books print it.
func TestParseHeading(t *testing.T) {
	for _, c := range []struct {
		label, kind, affects, choose string
		targets                      []string
	}{
		{"Replace Rifle", "replace", "", "", []string{"Rifle"}},
		{"Replace one Rifle", "replace", "1", "", []string{"Rifle"}},
		{"Replace one Pistol and CCW", "replace", "1", "", []string{"Pistol", "CCW"}},
		{"Replace 2x Heavy Fist", "replace", "", "", []string{"2x Heavy Fist"}},
		{"Replace one 2x Blades", "replace", "1", "", []string{"2x Blades"}},
		{"Replace up to two Rifles", "replace", "up to 2", "", []string{"Rifles"}},
		{"Replace up to 3 Rifles", "replace", "up to 3", "", []string{"Rifles"}},
		{"Replace any Rifle", "replace", "any", "", []string{"Rifle"}},
		{"Replace all Rifles, Pistols and CCWs", "replace", "all", "", []string{"Rifles", "Pistols", "CCWs"}},
		{"Any model may replace one Claw", "replace", "1", "any", []string{"Claw"}},
		{"Any model may replace 2x Claw", "replace", "1", "any", []string{"2x Claw"}},
		{"Upgrade with", "upgrade", "", "", nil},
		{"Upgrade with one:", "upgrade", "", "1", nil},
		{"Upgrade with any", "upgrade", "", "any", nil},
		{"Upgrade with up to two", "upgrade", "", "up to 2", nil},
		{"Upgrade one model with", "upgrade", "1", "", nil},
		{"Upgrade all models with", "upgrade", "all", "", nil},
		{"Upgrade all models with one", "upgrade", "all", "1", nil},
		{"Upgrade all models with up to two", "upgrade", "all", "up to 2", nil},
		{"Upgrade up to two models with one", "upgrade", "up to 2", "1", nil},
		{"Upgrade any model with one", "upgrade", "any", "1", nil},
		{"Upgrade any Fist with one", "upgrade", "any", "1", []string{"Fist"}},
		{"Upgrade Pilot with one", "upgrade", "", "1", []string{"Pilot"}},
		{"Upgrade all Rifles with", "upgrade", "all", "", []string{"Rifles"}},
		{"upgrade  ALL models WITH any", "upgrade", "all", "any", nil},
		{"Take one Rifle attachment", "attachment", "", "1", []string{"Rifle"}},
		{"Any model may take one Rifle attachment", "attachment", "1", "any", []string{"Rifle"}},
		{"Upgrade Psychic(1)", "rule", "", "", []string{"Psychic(1)"}},
	} {
		h := parseHeading(c.label)
		if string(h.kind) != c.kind || h.affectsQuantity != c.affects || h.chooseQuantity != c.choose || !slices.Equal(h.targets, c.targets) || !h.fullyParsed {
			t.Errorf("%q is read as %+v", c.label, h)
		}
	}
	for _, label := range []string{"", "Choose wisely", "Replace"} {
		if h := parseHeading(label); h.fullyParsed {
			t.Errorf("%q is understood as %+v", label, h)
		}
	}
}

func TestParseQuantity(t *testing.T) {
	for words, want := range map[string]string{"": "", "Any": "any", "ALL": "all", "one": "1", "up to ten": "up to 10", "up to 99": "up to 99", "up to 100": "-", "up to 0": "-", "two": "-", "up to eleven": "-"} {
		got, ok := parseQuantity(words)
		if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("%q is read as %q, not %q", words, got, want)
		}
	}
}

func TestMendRule(t *testing.T) {
	for _, c := range []struct {
		text, want string
		typo       bool
	}{
		{"Fearless", "Fearless", false},
		{"AP(1)", "AP(1)", false},
		{"Tough(+3)", "Tough(+3)", false},
		{"Defense +1", "Defense(+1)", false},
		{"AP()1", "AP(1)", true},
		{"AP(1", "AP(1)", true},
		{"AP(2))", "AP(2)", true},
		{"AP((1)", "AP(1)", true},
		{"Poison)", "Poison", true},
		{"Spawn(Spores [5])", "Spawn(Spores [5])", false},
		{"Impact(+6) if transporting", "Impact(+6) if transporting", false},
		{"1) Psychic(2", "1) Psychic(2", false},
		{"WAR!", "WAR!", false},
		{"", "", false},
	} {
		if got, typo := fixBrackets(c.text); got != c.want || typo != c.typo {
			t.Errorf("%q becomes %q, typo %v", c.text, got, typo)
		}
	}
}

func TestParseProfile(t *testing.T) {
	p := parseProfile(`2x Sea Horse (Defense +2, Hooves (A3, AP(1)), 12”, Fast, Tough(+3)) and more`)
	if p.count != 2 || p.name != "Sea Horse" || p.attacks != -1 || p.rangeInches != 12 || p.trailingText != "and more" ||
		!slices.Equal(p.rules, []string{"Defense(+2)", "Fast", "Tough(+3)"}) || len(p.innerWeapons) != 1 {
		t.Fatalf("%+v", p)
	}
	if w := p.innerWeapons[0]; w.name != "Hooves" || w.attacks != 3 || !slices.Equal(w.rules, []string{"AP(1)"}) {
		t.Errorf("%+v", w)
	}
	if p := parseProfile("Minigun (24”, A4, AP(1)"); p.attacks != 4 || p.rangeInches != 24 || !slices.Equal(p.rules, []string{"AP(1)"}) {
		t.Errorf("%+v", p)
	}
	if p := parseProfile("Plain Stick"); p.name != "Plain Stick" || p.attacks != -1 {
		t.Errorf("%+v", p)
	}
}
