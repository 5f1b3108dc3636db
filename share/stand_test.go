package share_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/play"
	"muster/catalog"
	"muster/schema"
	"muster/share"
)

// A copy alone stands at the table as the list itself does: who is with whom, what
// they have left after wounds, their figures and their weapons.
func TestACopyStandsAsItsList(t *testing.T) {
	for name, explained := range map[string]string{"third-company.yaml": "Volley Drill", "spring-tide.yaml": ""} {
		roster := open(t, name)
		sent, err := share.Read(share.Of(roster).Code())
		if err != nil {
			t.Fatal(err)
		}
		alone, missing, err := sent.Stand(roster.Game())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if roster.Points() != alone.Points() || len(missing) == 0 {
			t.Errorf("%s: %d points, as a copy %d; rules without a text: %q", name, roster.Points(), alone.Points(), missing)
		}
		if explained != "" && !slices.Contains(missing, explained) {
			t.Errorf("%s: %q is a rule of the book, and not among %q", name, explained, missing)
		}
		want, have := standing(play.NewTable(roster, "", nil)), standing(play.NewTable(alone, "", nil))
		if diff := cmp.Diff(want, have); diff != "" {
			t.Errorf("%s stands otherwise as a copy (-list +copy):\n%s", name, diff)
		}
	}
}

// A force stands with the house armoury that came with it, which is not here.
func TestAForceStandsWithItsHouseArmoury(t *testing.T) {
	document, err := (schema.Place{Folder: os.DirFS("../examples"), Name: "fad-house.yaml"}).Read("list/1")
	if err != nil {
		t.Fatal(err)
	}
	roster, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	sent, err := share.Read(share.Of(roster).Code())
	if err != nil {
		t.Fatal(err)
	}
	alone, _, err := sent.Stand(roster.Game())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(standing(play.NewTable(roster, "", nil)), standing(play.NewTable(alone, "", nil))); diff != "" || alone.Points() != roster.Points() {
		t.Errorf("%d points, alone %d (-list +alone):\n%s", roster.Points(), alone.Points(), diff)
	}
	sent.Copy.House = ""
	if _, _, err := sent.Stand(roster.Game()); err == nil || !strings.Contains(err.Error(), "ask for a new one") {
		t.Errorf("a code of before: %v", err)
	}
}

// standing says how all units of a list stand at the beginning.
func standing(table *play.Table) []string {
	var all []string
	s := table.Replay(&play.Game{})
	for _, u := range s.Sides[0].Units {
		line := fmt.Sprintf("%s in %s waits %t:", u.ID, u.In, u.Waits)
		for i := range u.Bodies {
			b := &u.Bodies[i]
			arms := s.Arms(u, b)
			line += fmt.Sprintf(" %s %s %v %q", b.ID, b.Left(), arms.Stats, arms.Rules)
			for _, w := range arms.Weapons {
				line += fmt.Sprintf(", %d %s %v", w.Count, w.Name, w.Does())
			}
		}
		all = append(all, line)
	}
	return all
}

// What is no copy of a game of army books does not stand by itself.
func TestACopyThatIsTooLittle(t *testing.T) {
	fad := open(t, "fad-outpost.yaml")
	if _, _, err := share.Of(fad).Stand(fad.Game()); err == nil {
		t.Error("a force of Fast and Dirty stands without its file")
	}
	third := open(t, "third-company.yaml")
	of := share.Of(third)
	of.Copy.Units = append(of.Copy.Units, []byte(`{"id":"x","name":"","models":-3,"quality":"high","weapons":[{"name":"","count":-1}]}`), []byte(`[]`))
	if roster, _, err := of.Stand(third.Game()); err == nil {
		t.Errorf("units that cannot be are read as %v", roster.Units())
	}
}

// Units that are called alike stand apart, and rules stand with the texts that the code has.
func TestUnitsOfOneNameStand(t *testing.T) {
	document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: [{id: a, unit: line-squad}, {id: b, unit: line-squad}]\n"), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	sent, err := share.Read(share.Of(list).Code())
	if err != nil {
		t.Fatal(err)
	}
	roster, missing, err := sent.Stand(list.Game())
	if err != nil || len(roster.OnTable()) != 2 {
		t.Fatalf("two squads do not stand: %v", err)
	}
	if len(missing) == 0 {
		t.Fatal("the squads have no rule of their book")
	}
	for _, name := range missing {
		if sent.Copy.TextOf(name) == "" {
			t.Errorf("%s has no text", name)
		}
	}
}
