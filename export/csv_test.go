package export

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/fad"
)

// All lists of a game have the same columns, whatever their units are: rows of
// several lists can be put into one table.
func TestCSVHasTheSameColumnsForEveryList(t *testing.T) {
	example := func(name string) *fad.Army {
		a, err := fad.Load(os.DirFS("../examples"), name)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	forces := []*fad.Army{
		force(t, "units: []"),
		force(t, "units: [{id: a, kind: sniper, quality: elite, resolve: steady}]"),
		force(t, "units: [{id: a, kind: vehicle, movement: walk, quality: elite, resolve: steady, armour: {front: 9, side: 8, rear: 6}, crew: 1}]"),
		outpost(t), example("fad-outpost.yaml"), example("fad-basic.yaml"),
	}
	for i := range 20 {
		forces = append(forces, randomForce(t, rand.New(rand.NewPCG(uint64(i), 1)), 8))
	}
	var sheets []Sheet
	for _, a := range forces {
		sheets = append(sheets, sheetOf(builder.RosterOfFAD(a)))
	}
	sameColumns(t, sheets, "Id,Unit,Kind,Joined to,Models,Points,Quality,Resolve,Armour,Front,Side,Rear,Move,Crew,Capacity,Fire Effect,Assault,Tests on,Break point,Pin level,Lost at,Rules,Weapons,Notes,Army book")
	sheets = nil
	for _, units := range []string{"[]", "[{id: a, unit: line-squad}]"} {
		sheets = append(sheets, FromArmy(army(t, "muster: list/1\nsystem: gf-3\nbook: wardens.yaml\nunits: "+units)))
	}
	sheets = append(sheets, FromArmy(gate(t)))
	sameColumns(t, sheets, "Id,Unit,Kind,Joined to,Models,Points,Quality,Defense,Tough,Rules,Weapons,Notes,Army book")
}

func sameColumns(t *testing.T, sheets []Sheet, want string) {
	t.Helper()
	for _, s := range sheets {
		var out strings.Builder
		if err := CSV.Write(&out, Document{Sheet: s}, Options{}); err != nil {
			t.Fatal(err)
		}
		if got, _, _ := strings.Cut(out.String(), "\n"); got != want {
			t.Errorf("%s has the columns\n%s, want\n%s", s.Name, got, want)
		}
		eachBlock(s.Blocks, func(b Block) {
			for _, stat := range b.Stats {
				if !slices.Contains(s.ProfileLabels, stat.Label) {
					t.Errorf("%s: no column for %s", b.Name, stat.Label)
				}
			}
		})
	}
}
