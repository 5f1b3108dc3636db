package builder_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/finding"
	"muster/catalog"
	"muster/rules"
	"muster/schema"
	"muster/schema/files"
)

// Lists of sizes by chance have one below each limit of force organisation, just
// as many, and one above, in every edition that has limits.
func TestForceOrganisationAtItsLimits(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 12))
	for _, id := range rules.SystemIDs() {
		system, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		limits := system.ListRules.ForceOrg
		if limits == nil {
			continue
		}
		for range 50 {
			points := 500 + chance.IntN(3500)
			most := points * limits.MaxUnitShare / 100
			book := library(id, most)
			for _, c := range []struct {
				code  string
				limit int
				units func(n int) []string // so many of what is limited
			}{
				{"force-org/heroes", points / limits.PointsPerHero, func(n int) []string { return each("hero", n) }},
				{"force-org/units", points / limits.PointsPerUnit, func(n int) []string { return each("unit", n) }},
				{"force-org/copies", limits.BaseCopies + points/limits.PointsPerCopy, func(n int) []string { return slices.Repeat([]string{"unit-1"}, n) }},
				{"force-org/share", 0, func(n int) []string { return []string{[]string{"below", "at", "above"}[n+1]} }},
			} {
				for over := -1; over <= 1; over++ {
					if n := c.limit + over; n >= 0 || c.code == "force-org/share" {
						found := findings(t, book, id, points, c.units(n))
						has := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Code == c.code })
						if has != (over > 0) {
							t.Fatalf("%s, %d points, %d where the limit is %d: %s is %t\n%v", id, points, n, c.limit, c.code, has, found)
						}
					}
				}
			}
		}
	}
}

// each returns n units of different ids.
func each(kind string, n int) (units []string) {
	for i := range n {
		units = append(units, fmt.Sprintf("%s-%d", kind, i+1))
	}
	return units
}

// library holds a book of cheap heroes and units, and of units that cost one point less
// than the most, just as much, and one more.
func library(system string, most int) *catalog.Library {
	text := "muster: book/1\nid: small\nsystem: " + system + "\nname: Small\nunits:\n"
	unit := func(id, rules string, cost int) {
		text += fmt.Sprintf("  - {id: %s, name: %s, size: 1, quality: 4, defense: 4, cost: %d, rules: [%s], weapons: [{name: Fist, attacks: 1}]}\n", id, id, cost, rules)
	}
	for i := range 45 {
		unit(fmt.Sprintf("hero-%d", i+1), "Hero", 1)
		unit(fmt.Sprintf("unit-%d", i+1), "", 1)
	}
	unit("below", "", most-1)
	unit("at", "", most)
	unit("above", "", most+1)
	return catalog.NewLibrary(files.NewMemory(map[string]string{"small.yaml": text}))
}

// findings are those of a list of so many points.
func findings(t *testing.T, library *catalog.Library, system string, points int, units []string) []finding.Finding {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "muster: list/1\nsystem: %s\nbook: small\npoints: %d\nunits:\n", system, points)
	for i, unit := range units {
		fmt.Fprintf(&text, "  - {id: u%d, unit: %s}\n", i, unit)
	}
	if len(units) == 0 {
		return nil
	}
	document, err := schema.Read("list.yaml", []byte(text.String()), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(document, library)
	if err != nil {
		t.Fatal(err)
	}
	return list.Findings()
}
