package gf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
)

// benchUnits are units of the test book, and upgrades that each can take.
var benchUnits = map[string][]string{
	"squad": {"ballast", "cloaks", "cannon", "crew", "bargain"}, "mob": {"ballast"}, "pair": nil, "riders": {"gift"},
	"relic": nil, "twin": nil, "brute": {"ballast"}, "scout": nil, "hero": {"bike", "beast"}, "lord": nil, "page": nil,
	"saint": nil, "truck": {"rack"}, "wagon": nil,
}

// anEntry draws a unit of a list, linked with one of the others or not. The
// texts are those of the others.
func anEntry(t *rapid.T, id string, others []string) string {
	names := make([]string, 0, len(benchUnits))
	for name := range benchUnits {
		names = append(names, name)
	}
	slices.Sort(names)
	unit := rapid.SampledFrom(names).Draw(t, "unit")
	text := fmt.Sprintf("  - {id: %s, unit: %s", id, unit)
	if options := benchUnits[unit]; options != nil && rapid.Bool().Draw(t, "upgraded") {
		text += fmt.Sprintf(", upgrades: [%s]", rapid.SampledFrom(options).Draw(t, "option"))
	}
	if len(others) > 0 && rapid.Bool().Draw(t, "linked") {
		other := rapid.SampledFrom(others).Draw(t, "other")
		to, _, _ := strings.Cut(strings.TrimPrefix(other, "  - {id: "), ",")
		text += fmt.Sprintf(", %s: %s", rapid.SampledFrom([]string{"join", "combine", "in"}).Draw(t, "link"), to)
	}
	return text + "}\n"
}

// aLegalList draws a list that states points and is legal: units that would
// make it illegal are left out again.
func aLegalList(t *rapid.T) string {
	system := rapid.SampledFrom([]string{"gf-3", "gf-2.16", "gf-2.7"}).Draw(t, "system")
	head := fmt.Sprintf("system: %s\npoints: %d\nunits:\n", system, rapid.SampledFrom([]int{750, 1000, 2000}).Draw(t, "points"))
	var entries []string
	for i := range rapid.IntRange(1, 14).Draw(t, "units") {
		more := append(slices.Clone(entries), anEntry(t, fmt.Sprintf("u-%d", i), entries))
		if build(t, head+strings.Join(more, "")).Legal() {
			entries = more
		}
	}
	if len(entries) == 0 {
		t.Skip("no unit was legal")
	}
	return head + strings.Join(entries, "")
}

func TestAddingAUnitNeverLowersTheTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := open(t, styled(t))
		before := e.Now().Points
		if err := e.edit(builder.Add{Unit: rapid.SampledFrom([]string{"squad", "scout", "wagon", "saint"}).Draw(t, "unit")}); err != nil {
			t.Fatal(err)
		}
		if e.Now().Points < before {
			t.Fatalf("%d points were %d", e.Now().Points, before)
		}
	})
}

// TestALegalListStaysLegalWithoutAUnit removes a unit in the two ways that
// there are: with the links to it, as the editor does, and by hand, which
// leaves links to nothing behind that are found by the unit's id.
func TestALegalListStaysLegalWithoutAUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := aLegalList(t)
		army := build(t, text)
		gone := rapid.SampledFrom(army.Units).Draw(t, "removed").ID

		l, before := read(t, text)
		e := open(t, l.Document().Source)
		if err := e.edit(builder.Remove{ID: gone}); err != nil {
			t.Fatal(err)
		}
		// Who was linked with it counts as a unit of his own now.
		if f, found := finding.FirstError(e.Now().Findings, ""); found && f.Code != "force-org/units" {
			t.Fatalf("without %s, and links to it, the list is illegal:\n%s\n%s", gone, describe(e.Now().Findings), text)
		}

		if len(army.Units) == 1 {
			return // an empty list is written in another way
		}
		lines := strings.SplitAfter(text, "\n")
		at := l.Index(gone)
		line := l.Document().At("units", at).Line() - before - 1
		byHand := build(t, strings.Join(slices.Delete(lines, line, line+1), ""))
		for _, f := range byHand.Findings {
			if f.Severity == finding.Error && !strings.Contains(f.Message, "`"+gone+"`") {
				t.Fatalf("without %s the list has a finding that does not name it:\n%s\n%s", gone, describe([]finding.Finding{f}), text)
			}
		}
	})
}

// TestAListIsTheSumOfItsParts asks of any list, legal or not, that costs, models
// and links are counted once and nothing is lost on the way to the table.
func TestAListIsTheSumOfItsParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		army := open(t, styled(t)).Now()
		sum, seen := 0, map[*gf.Unit]bool{}
		for _, g := range army.Groups {
			cost, models := 0, 0
			for _, u := range g.Halves {
				cost, models = cost+u.Cost, models+u.Models
			}
			if g.Unit.Cost != cost || g.Unit.Models != models {
				t.Fatalf("%v together: %d points, %d models; want %d, %d", g.IDs(), g.Unit.Cost, g.Unit.Models, cost, models)
			}
			for _, u := range g.Members() {
				if seen[u] {
					t.Fatalf("%s fights twice", u.ID)
				}
				seen[u] = true
				sum += u.Cost
				if army.Group(u) != g {
					t.Fatalf("%s is not in its group", u.ID)
				}
			}
		}
		if len(seen) != len(army.Units) || sum != army.Points {
			t.Fatalf("%d units of %d points fight; the list has %d of %d", len(seen), sum, len(army.Units), army.Points)
		}
		ids := 0
		for _, u := range army.Report().Units {
			ids += 1 + len(u.OtherHalves)
		}
		if ids != len(army.Units) {
			t.Fatalf("%d units are reported, the list has %d", ids, len(army.Units))
		}
	})
}

// The figures of a unit have together what the unit has.
func TestFiguresAreTheUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, g := range open(t, styled(t)).Now().Groups {
			for _, u := range append(slices.Clone(g.Heroes), g.Unit) {
				figures := u.Figures()
				var wounds []int
				weapons, bases := map[string]int{}, u.Bases()
				for _, f := range figures {
					wounds = append(wounds, f.Wounds)
					for _, w := range f.Weapons {
						weapons[w.Name] += w.Count
					}
					if f.Base != "" && !slices.Contains(bases, f.Base) {
						t.Fatalf("%s: a figure stands on %s; the unit's bases are %v", u.ID, f.Base, bases)
					}
				}
				for _, w := range u.Weapons {
					weapons[w.Name] -= w.Count
				}
				for name, left := range weapons {
					if left != 0 {
						t.Fatalf("%s: its figures have %d %s more than the unit", u.ID, left, name)
					}
				}
				slices.Sort(wounds)
				if len(figures) != u.Models || !slices.Equal(wounds, u.WoundsPerModel()) {
					t.Fatalf("%s: %d figures with wounds %v; the unit has %d models with %v", u.ID, len(figures), wounds, u.Models, u.WoundsPerModel())
				}
			}
		}
	})
}
