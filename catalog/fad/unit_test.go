package fad

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fight "muster/rules/fad"
	"muster/schema"
)

// readUnit reads a unit from the text of a unit/1 file without its first line.
func readUnit(text string) (Unit, error) {
	d, err := schema.Read("unit.yaml", []byte("muster: unit/1\n"+text), "unit/1")
	if err != nil {
		return Unit{}, err
	}
	return ReadUnit(d.File, d.Root())
}

const levels = "quality: regular\nresolve: steady\n"

func TestReadUnitFillsDefaults(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want Unit
	}{
		"infantry": {
			"kind: infantry\n" + levels + "figures: [{weapon: smg}, {count: 3}]",
			Unit{Kind: fight.Infantry, Quality: "regular", Resolve: "steady", Armour: UnitArmour{ID: "light"}, Figures: []Figure{{Count: 1, Weapon: "smg"}, {Count: 3, Weapon: "none"}}},
		},
		"character": {
			"kind: character\n" + levels,
			Unit{Kind: fight.Character, Quality: "regular", Resolve: "steady", Armour: UnitArmour{ID: "light"}, SingleFigureWeapon: "none", Leadership: "novice"},
		},
		"psionic": {
			"kind: psionic\n" + levels,
			Unit{Kind: fight.Psionic, Quality: "regular", Resolve: "steady", Armour: UnitArmour{ID: "light"}, SingleFigureWeapon: "none", Aptitude: "marginal", PsionicStrength: 3},
		},
		"vehicle": {
			"kind: vehicle\n" + levels + "armour: {front: 8, side: 7, rear: 6}\nweapons: [saw]\ntraits: [smoke, {trait: linked-weapons, weapons: [1]}]",
			Unit{
				Kind: fight.Vehicle, Quality: "regular", Resolve: "steady", Armour: UnitArmour{Front: 8, Side: 7, Rear: 6},
				VehicleWeapons: []string{"saw"}, Traits: []TraitUse{{ID: "smoke"}, {ID: "linked-weapons", WeaponNumbers: []int{1}}},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readUnit(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadUnitRefusals(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no quality":        {"kind: infantry\nresolve: steady", "unit.yaml:1:1: `quality` is missing"},
		"a quality":         {"kind: infantry\nquality: regularr\nresolve: steady", "unit.yaml:3:10: `quality` cannot be `regularr`"},
		"a count of zero":   {"kind: infantry\n" + levels + "figures: [{count: 0, weapon: smg}]", "unit.yaml:5:19: `count` is 0; the least is 1"},
		"a negative count":  {"kind: infantry\n" + levels + "figures: [{count: -2, weapon: smg}]", "`count` is -2; the least is 1"},
		"an unknown key":    {"kind: infantry\n" + levels + "figurs: []", "unit.yaml:5:1: `figurs`: unknown; did you mean `figures`?"},
		"another's key":     {"kind: infantry\n" + levels + "crew: 2", "unit.yaml:5:1: `crew` means nothing for kind `infantry`; it is for vehicle"},
		"a vehicle bare":    {"kind: vehicle\n" + levels, "unit.yaml:1:1: a vehicle needs its armour by sides"},
		"sides on infantry": {"kind: infantry\n" + levels + "armour: {front: 1, side: 1, rear: 1}", "unit.yaml:5:9: figures wear one armour"},
		"no heavy weapon":   {"kind: heavy-weapons\n" + levels + "figures: [{count: 2}]", "unit.yaml:1:1: a unit of kind `heavy-weapons` needs the weapon"},
		"armour of 13":      {"kind: vehicle\n" + levels + "armour: {front: 13, side: 7, rear: 6}", "`front` is 13; the most is 12"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readUnit(c.text)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v\nwant  %s", err, c.want)
			}
		})
	}
}

func TestCrewSize(t *testing.T) {
	a := builtInArmoury(t)
	two := 2
	for _, c := range []struct {
		unit Unit
		want int
	}{
		{Unit{Kind: fight.Vehicle, VehicleWeapons: []string{"saw", "saw", "saw"}}, 3},
		{Unit{Kind: fight.Vehicle, VehicleWeapons: []string{"saw", "saw", "saw"}, CrewCount: &two}, 2},
		{Unit{Kind: fight.Vehicle, VehicleWeapons: []string{"saw"}, Traits: []TraitUse{{ID: "ai-controlled"}}}, 0},
	} {
		if got := c.unit.CrewSize(a); got != c.want {
			t.Errorf("crew of %+v = %d, want %d", c.unit, got, c.want)
		}
	}
}

func ExampleArmoury_Weapon() {
	a, err := LoadArmoury()
	if err != nil {
		fmt.Println(err)
		return
	}
	rifle, regular := a.Weapon("assault-rifle"), a.Qualities.Find("regular")
	fmt.Printf("%s: %d\" close, %s points\n", rifle.Name, rifle.RangeFactor*regular.BaseRange, rifle.Points)
	// Output: Assault Rifle: 20" close, 1 points
}

func TestUnitTitle(t *testing.T) {
	for _, c := range []struct{ id, name, want string }{
		{"infantry", "", "Infantry"},
		{"", "", "Infantry"},
		{"infantry-12", "", "Infantry 12"},
		{"storm", "", "storm"},
		{"infantry-2", "Runners", "Runners"},
		{"infantry-north", "", "infantry-north"},
		{"7", "", "7"},
	} {
		if u := (Unit{ID: c.id, Name: c.name, Kind: "infantry"}); u.Title() != c.want {
			t.Errorf("%q named %q is titled %q, want %q", c.id, c.name, u.Title(), c.want)
		}
	}
	if u := (Unit{ID: "heavy-weapons-2", Kind: "heavy-weapons"}); u.Title() != "Heavy weapons 2" {
		t.Errorf("a team is titled %q", u.Title())
	}
}
