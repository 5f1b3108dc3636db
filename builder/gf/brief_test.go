package gf_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder/gf"
	"muster/catalog"
)

// examples are the lists that ship with the project.
var examples = os.DirFS(filepath.Join("..", "..", "examples"))

func TestBrief(t *testing.T) {
	army, err := gf.Load(examples, "third-company.yaml", catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	want := gf.Brief{
		File: "third-company.yaml", Name: "Third Company", UnitCount: 8, ModelCount: 46,
		Reserves:          []string{},
		UnitsDeployedLast: []string{"hounds", "eyes"},
		Transports:        []gf.TransportBrief{{ID: "apc-1", Spaces: 22, UsedSpaces: 21, PassengerIDs: []string{"squad-1"}}},
		Casters:           []gf.CasterBrief{{ID: "speaker", SpellTokens: 3}},
	}
	got := army.Brief()
	said := map[string]string{}
	for _, n := range got.Reminders {
		said[n.Name] = n.Summary
	}
	got.Reminders = nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// What becomes of passengers, and when scouts come.
	if !strings.Contains(said["Transport"], "are shaken, get out within 6\"") || !strings.Contains(said["Scout"], "after all others") || len(said) != 2 {
		t.Errorf("the brief explains %v", said)
	}
}

// The steps of a unit's price add up to what it costs.
func TestStepsAddUp(t *testing.T) {
	for _, name := range []string{"third-company", "spring-tide", "old-guard-2.16"} {
		army, err := gf.Load(examples, name+".yaml", catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range army.Units {
			steps := u.PriceSteps()
			if last := steps[len(steps)-1].Value; !last.IsInteger() || last.IntPart() != int64(u.Cost) {
				t.Errorf("%s: %s costs %d, and its steps come to %s", name, u.ID, u.Cost, last)
			}
		}
	}
}

// Models that cast as a group pool their tokens; one caster in a squad has its own.
func TestBriefCasters(t *testing.T) {
	for _, c := range []struct {
		units string
		want  []gf.CasterBrief
	}{
		{`[{id: a, unit: choir}]`, []gf.CasterBrief{{"a", 3}}},
		{`[{id: b, unit: choir, combine: a}, {id: a, unit: choir}]`, []gf.CasterBrief{{"a", 6}}},
		{`[{id: a, unit: choir, upgrades: [cantor]}]`, []gf.CasterBrief{{"a", 3}}},
		{`[{id: w, unit: wizard, upgrades: [adept]}]`, []gf.CasterBrief{{"w", 2}}},
	} {
		army := build(t, "book: gear\npoints: 2000\nunits: "+c.units+"\n")
		if diff := cmp.Diff(c.want, army.Brief().Casters); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.units, diff)
		}
	}
}
