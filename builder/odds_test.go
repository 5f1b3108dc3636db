package builder_test

import (
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/fad"
	"muster/schema"
)

// What a squad does with its partner stands below what it does alone.
func TestOddsOfPartners(t *testing.T) {
	document, err := schema.Read("list.yaml", []byte(`{muster: list/1, system: fad, units: [
  {id: squad, kind: infantry, quality: regular, resolve: steady, partner: gun, figures: [{count: 6, weapon: assault-rifle}]},
  {id: gun, name: The Gun, kind: heavy-weapons, quality: regular, resolve: steady, heavy: heavy-mg, figures: [{count: 2, weapon: pistol}]}]}`), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	army, err := fad.LoadDocument(document)
	if err != nil {
		t.Fatal(err)
	}
	odds, err := builder.OfForce(army).(builder.Previewer).Odds()
	if err != nil {
		t.Fatal(err)
	}
	if len(odds.Units) != 2 {
		t.Fatalf("%d units have odds", len(odds.Units))
	}
	var ways []string
	for _, way := range odds.Units[0].Ways {
		ways = append(ways, way.Name)
	}
	if got := strings.Join(ways, ", "); got != "Fire, Assault, Fire with The Gun" {
		t.Errorf("the squad's ways to fight are %s", got)
	}
	alone, together := odds.Units[0].Ways[0].Expected[1], odds.Units[0].Ways[2].Expected[1]
	if together.Share <= alone.Share {
		t.Errorf("together they destroy %g of the line, alone %g", together.Share, alone.Share)
	}
}
