package gf_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder/gf"
	"muster/catalog"
)

func TestBrief(t *testing.T) {
	file := filepath.Join("..", "..", "examples", "third-company.yaml")
	army, err := gf.Load(file, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	want := gf.Brief{
		File: file, Name: "Third Company", Units: 8, Models: 46,
		Reserves:   []string{},
		Last:       []string{"hounds", "eyes"},
		Transports: []gf.TransportBrief{{ID: "apc-1", Spaces: 22, Aboard: []string{"squad-1"}}},
		Casters:    []gf.CasterBrief{{ID: "speaker", Tokens: 3}},
	}
	if diff := cmp.Diff(want, army.Brief()); diff != "" {
		t.Error(diff)
	}
}

// The steps of a unit's price add up to what it costs.
func TestStepsAddUp(t *testing.T) {
	for _, name := range []string{"third-company", "spring-tide", "old-guard-2.16"} {
		army, err := gf.Load(filepath.Join("..", "..", "examples", name+".yaml"), catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range army.Units {
			steps := u.Steps()
			if last := steps[len(steps)-1].Value; !last.IsInteger() || last.IntPart() != int64(u.Cost) {
				t.Errorf("%s: %s costs %d, and its steps come to %s", name, u.ID, u.Cost, last)
			}
		}
	}
}
