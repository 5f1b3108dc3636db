package fad

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"muster/builder/table"
)

func basic(unit string) string { return "method: basic\n" + units("kind: infantry, "+unit) }

func TestBasicCreation(t *testing.T) {
	for _, c := range []struct {
		name, unit string
		left       int
		counts     []int
		steps      string
	}{
		{
			"the document's squad", "armour: improved, figures: [{weapon: assault-rifle}]", 5,
			[]int{5},
			"Quality to Regular 2, Resolve to Steady 2, Armour: Improved 2, Weapon: Assault Rifle 4",
		},
		{"nothing raised", "quality: rabble, resolve: reluctant, armour: none", 15, []int{15}, ""},
		{"no weapon gives nothing back", "quality: rabble, resolve: reluctant, armour: none, figures: [{weapon: none}]", 15, []int{15}, ""},
		{"every row counts", "quality: rabble, resolve: reluctant, armour: none, figures: [{weapon: gauss-rifle}]", 3, []int{3}, "Weapon: Gauss Rifle 12"},
		{"power armour", "quality: rabble, resolve: reluctant, armour: hvy-power", 8, []int{8}, "Armour: Hvy. Power 7"},
		{
			"named figures", "quality: conscript, resolve: uncertain, armour: light, traits: [brave], figures: [{weapon: smg}, {weapon: saw}, {weapon: smg, leader: experienced}, {weapon: smg, personalities: [medic]}]",
			7,
			[]int{4, 1, 1, 1},
			"Quality to Conscript 1, Resolve to Uncertain 1, Armour: Light 1, Weapon: SMG 1, Support weapon: SAW 1, Leader: Experienced 1, Personality: Medic 1, Trait: Brave 1",
		},
		{"a leader and the rest", "quality: rabble, resolve: reluctant, armour: none, figures: [{weapon: smg, leader: veteran}]", 12, []int{1, 11}, "Weapon: SMG 1, Leader: Veteran 2"},
		{
			"all named, and a plain one that no figure is left for", "figures: [{weapon: assault-rifle, leader: experienced}, {weapon: assault-rifle}, {weapon: saw}, {weapon: grenade-launcher}]", 3,
			[]int{1, 0, 1, 1},
			"Quality to Regular 2, Resolve to Steady 2, Armour: Light 1, Weapon: Assault Rifle 4, Leader: Experienced 1, Support weapon: SAW 1, Support weapon: Grenade Launcher 1",
		},
		{"two basic weapons", "quality: rabble, resolve: reluctant, armour: none, figures: [{weapon: smg}, {weapon: pistol}]", 14, []int{13, 1}, "Weapon: SMG 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := list(t, basic(c.unit))
			creation := l.Creations[0]
			if creation.FiguresLeft != c.left {
				t.Errorf("%d figures left, want %d", creation.FiguresLeft, c.left)
			}
			var steps []string
			for _, s := range creation.Steps {
				steps = append(steps, fmt.Sprintf("%s %d", s.Improvement, s.RemovedFigures))
			}
			if got := strings.Join(steps, ", "); got != c.steps {
				t.Errorf("steps %s\nwant  %s", got, c.steps)
			}
			var counts []int
			for _, f := range l.Units[0].Figures {
				counts = append(counts, f.Count)
			}
			if !slices.Equal(counts, c.counts) {
				t.Errorf("figures %v, want %v", counts, c.counts)
			}
			if found := l.Check(); len(found) > 0 {
				t.Errorf("found %v", found)
			}
		})
	}
}

func TestStepsGoThroughEveryRow(t *testing.T) {
	through := list(t, basic("armour: improved, figures: [{weapon: assault-rifle}]")).Creations[0].Steps[3].ReachedLevels
	if got := strings.Join(through, ", "); got != "SMG, Assault Carbine, Low-Tech Rifle, Assault Rifle" {
		t.Error(got)
	}
}

func TestTooManySteps(t *testing.T) {
	for name, c := range map[string]struct{ unit, want string }{
		"none left":          {"quality: elite, resolve: determined, armour: hvy-power, figures: [{weapon: smg}], traits: [brave]", "15 figures less 15 steps leave 0; drop 1 of the steps to keep one figure"},
		"fewer than none":    {"quality: elite, resolve: determined, armour: hvy-power, figures: [{weapon: gauss-rifle}]", "15 figures less 25 steps leave -10; drop 11 of the steps to keep one figure"},
		"more named than be": {"quality: elite, resolve: determined, armour: battle-dress, figures: [{weapon: pistol, leader: regular}, {weapon: shotgun}, {weapon: saw}, {weapon: saw}]", "2 figures are left, and 4 are named for a support weapon, leader or personality; drop 2 of them"},
	} {
		t.Run(name, func(t *testing.T) {
			found := list(t, basic(c.unit)).Check()
			if got := codes(found); !slices.Equal(got, []string{"error figures/none"}) {
				t.Fatalf("found %v", found)
			}
			if want := "u1: " + c.want; found[0].Message != want {
				t.Errorf("message %s\nwant    %s", found[0].Message, want)
			}
		})
	}
}

func TestBasicListsHaveNoPoints(t *testing.T) {
	if found := list(t, "points: 1\n"+basic("figures: [{weapon: smg}]")).Check(); len(found) > 0 {
		t.Errorf("found %v", found)
	}
}

// A choice of a basic squad costs figures, what the squad has fewer with it; not so of others.
func TestChoicesCostFigures(t *testing.T) {
	army := Build(list(t, basic("quality: conscript, figures: [{weapon: smg}, {weapon: saw}]")))
	steps := map[string]string{}
	for _, f := range army.Fields("u1") {
		for _, c := range f.Choices {
			steps[f.Key()+"="+c.Value] = c.Cost()
		}
	}
	for choice, want := range map[string]string{
		"quality=conscript": "", "quality=regular": "-1 figure", "quality=elite": "-2 figures", "quality=rabble": "+1 figure",
		"resolve=steady": "", "resolve=reluctant": "+2 figures", "armour=improved": "-1 figure", "figures.1.weapon=assault-rifle": "-3 figures",
		"figures.2.leader=veteran": "-2 figures", "traits/brave=brave": "-1 figure",
	} {
		if got, found := steps[choice]; !found || got != want {
			t.Errorf("%s costs %q (%v), should be %q", choice, got, found, want)
		}
	}
	u := army.TableUnits()[0]
	if got := u.CostText(); got != "9 of 15 figures" {
		t.Errorf("its head says %s", got)
	}
	creation := slices.IndexFunc(u.Notes, func(n table.Note) bool { return n.Label == "Creation" })
	want := "15 figures - 1 Quality to Conscript - 2 Resolve to Steady - 1 Armour: Light - 1 Weapon: SMG - 1 Support weapon: SAW = 9"
	if got := u.Notes[creation]; strings.ReplaceAll(got.Text, table.NoBreak, " ") != want {
		t.Errorf("%s says %s\nwant %s", got.Label, got.Text, want)
	}
	for _, f := range built(t, units(tank)).Fields("u1") {
		for _, c := range f.Choices {
			if c.CostInFigures {
				t.Errorf("%s costs a tank figures", f.Path)
			}
		}
	}
}

// What would leave a basic squad nobody, or too few for those who are named, is not offered; a
// trait says why.
func TestBasicSquadsKeepAFigure(t *testing.T) {
	offered := func(figures string) (values []string, whyNot string) {
		army := Build(list(t, basic("quality: regular, resolve: steady, armour: hvy-power, figures: ["+figures+"]")))
		for _, f := range army.Fields("u1") {
			for _, c := range f.Choices {
				if f.RefusalReason == "" {
					values = append(values, f.Key()+"="+c.Value)
				}
			}
			if f.Key() == "traits/brave" {
				whyNot = f.RefusalReason
			}
		}
		for key := range army.Variants("u1") {
			if !slices.ContainsFunc(values, func(value string) bool { return value == key || strings.HasPrefix(value, key+"=") }) {
				t.Errorf("%s: %s is tried, and not offered", figures, key)
			}
		}
		return values, whyNot
	}
	few, why := offered("{weapon: low-tech-rifle}") // one figure
	many, none := offered("{weapon: assault-carbine}, {weapon: saw}")
	for value, want := range map[string][2]bool{
		"weapon=low-tech-rifle": {true, false}, "weapon=assault-rifle": {false, false}, "weapon=pistol": {true, true}, "quality=elite": {false, false},
		"quality=conscript": {true, true}, "armour=heavy": {true, true}, "leader=experienced": {false, false}, "weapons/saw=saw": {false, true},
		"personalities/medic=medic": {false, false}, "traits/brave=brave": {false, false},
	} {
		if got := [2]bool{slices.Contains(few, value), slices.Contains(many, value)}; got != want {
			t.Errorf("%s is offered: %v, should be %v", value, got, want)
		}
	}
	if !strings.Contains(why, "leave 0") || none == "" {
		t.Errorf("the trait says %q and %q", why, none)
	}
}

// Basic creation counts the figures of squads only: another kind in its list is a warning.
func TestBasicCreationMakesSquadsOnly(t *testing.T) {
	tank := "method: basic\n" + units("kind: vehicle, movement: tracked, armour: {front: 4, side: 4, rear: 4}, crew: 1")
	found := list(t, tank).Check()
	if got := codes(found); !slices.Equal(got, []string{"warning creation/kind"}) {
		t.Errorf("found %v", found)
	}
	if found := list(t, strings.TrimPrefix(tank, "method: basic\n")).Check(); len(found) > 0 {
		t.Errorf("with points found %v", found)
	}
}

// Every step of basic creation costs what the document says: a figure for each level and row up
// from Rabble, Reluctant, no armour and pistols, and one for each support weapon, level of a leader,
// personality and trait. The rows are in the document's order.
func TestEveryStepOfCreation(t *testing.T) {
	const least, pistols = "quality: rabble, resolve: reluctant, armour: none", "figures: [{weapon: pistol}]"
	a := list(t, basic(least)).Armoury
	costs := func(figures int, format string, ids ...string) {
		t.Helper()
		for i, id := range ids {
			unit := fmt.Sprintf(format, id)
			if got := list(t, basic(unit)).Creations[0]; got.FiguresLeft != 15-figures-i {
				t.Errorf("%s leaves %d figures, should leave %d", unit, got.FiguresLeft, 15-figures-i)
			}
		}
	}
	costs(0, "quality: %s, resolve: reluctant, armour: none, "+pistols, "rabble", "conscript", "regular", "elite")
	costs(0, "quality: rabble, resolve: %s, armour: none, "+pistols, "reluctant", "uncertain", "steady", "determined")
	costs(0, "quality: rabble, resolve: reluctant, armour: %s, "+pistols,
		"none", "light", "improved", "heavy", "battle-dress", "lt-power", "medium-power", "hvy-power")
	rows := []string{
		"pistol", "smg", "assault-carbine", "low-tech-rifle", "assault-rifle", "high-tech-rifle", "gauss-pistol", "laser-rifle",
		"gauss-carbine", "blaster-pistol", "assault-rifle-linked", "blaster", "gauss-rifle", "high-tech-rifle-linked",
		"laser-rifle-linked", "gauss-carbine-linked", "gauss-rifle-linked",
	}
	if got := append([]string{"none"}, rows...); !slices.Equal(got, a.BasicWeapons.IDs()) {
		t.Errorf("the basic weapons are %v\nshould be %v", a.BasicWeapons.IDs(), got)
	}
	costs(0, least+", figures: [{weapon: %s}]", "none")
	costs(0, least+", figures: [{weapon: %s}]", rows...)
	for _, id := range a.SupportWeapons.IDs() {
		costs(1, least+", figures: [{weapon: pistol}, {weapon: %s}]", id)
		costs(2, least+", figures: [{weapon: pistol}, {weapon: saw}, {weapon: %s}]", id)
	}
	costs(0, least+", figures: [{weapon: pistol}, {weapon: pistol, leader: %s}]", "regular", "experienced", "veteran")
	for _, id := range a.Personalities.IDs() {
		costs(1, least+", figures: [{weapon: pistol}, {weapon: pistol, personalities: [%s]}]", id)
		costs(2, least+", figures: [{weapon: pistol, personalities: [%s, lucky]}]", id)
	}
	for _, id := range a.InfantryTraits.IDs() {
		costs(1, least+", "+pistols+", traits: [%s]", id)
		costs(2, least+", "+pistols+", traits: [%s, brave]", id)
	}
}
