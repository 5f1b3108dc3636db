package builder_test

import (
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/odds"
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
	answer, err := builder.OfForce(army).(builder.Previewer).Odds(t.Context(), odds.Question{})
	if err != nil {
		t.Fatal(err)
	}
	if len(answer.Units) != 2 {
		t.Fatalf("%d units have odds", len(answer.Units))
	}
	var ways []string
	var shares []float64
	for row := range answer.RowsOf(0) {
		if row.Best() >= 0 {
			ways, shares = append(ways, row.Way), append(shares, row.Effects[1].Share)
		}
	}
	if got := strings.Join(ways, ", "); got != "Fire, Assault, Fire with The Gun" {
		t.Fatalf("the squad's ways to fight are %s", got)
	}
	if shares[2] <= shares[0] {
		t.Errorf("together they destroy %g of the line, alone %g", shares[2], shares[0])
	}
}
