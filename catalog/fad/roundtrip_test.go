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
		list := "muster: list/1\nsystem: fad\nunits: [" + schema.YAMLLine(&u) + "]\n"
		for _, form := range []struct {
			text, kind string
			path       []any
		}{{string(u.File()), "unit/1", nil}, {list, "list/1", []any{"units", 0}}} {
			d, err := schema.Read("unit.yaml", []byte(form.text), form.kind)
			if err != nil {
				t.Fatalf("%v\n%s", err, form.text)
			}
			again, err := fad.ReadUnit(d.File, d.At(form.path...))
			if err != nil {
				t.Fatalf("%v\n%s", err, form.text)
			}
			if diff := cmp.Diff(u, again, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s\n%s", form.text, diff)
			}
		}
	})
}
