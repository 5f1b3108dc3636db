package fad_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"muster/catalog/fad"
	"muster/catalog/fad/fadtest"
	"muster/schema"
)

func TestPrintingAndReadingAUnitGivesTheSameUnit(t *testing.T) {
	a, err := fad.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		u := fadtest.Unit(a).Draw(t, "unit")
		text, err := schema.Marshal(u)
		if err != nil {
			t.Fatal(err)
		}
		d, err := schema.Read("unit.yaml", append([]byte("muster: unit/1\n"), text...), "unit/1")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		again, err := fad.ReadUnit(d.File, d.Root())
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(u, again, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%s\n%s", text, diff)
		}
	})
}
