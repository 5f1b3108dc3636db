package gf_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
)

// Five points for each full five of experience, fifteen of a hero; they count in a campaign alone.
func TestExperience(t *testing.T) {
	const head = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\n"
	for _, c := range []struct {
		name, list  string
		want, spent int
		over        bool
	}{
		{"none", "points: 210\nunits: [{id: a, unit: line-squad}]\n", 0, 210, false},
		{"less than five", "points: 210\ncampaign: true\nunits: [{id: a, unit: line-squad, xp: 4}]\n", 0, 210, false},
		{"of a unit", "points: 210\ncampaign: true\nunits: [{id: a, unit: line-squad, xp: 14}]\n", 10, 220, true},
		{"of a unit, outside a campaign", "points: 210\nunits: [{id: a, unit: line-squad, xp: 14}]\n", 10, 210, false},
		{"of a hero", "points: 210\ncampaign: true\nunits: [{id: a, unit: captain, xp: 13}]\n", 30, 75, false},
		{"of halves, each for itself", "points: 420\ncampaign: true\nunits: [{id: a, unit: line-squad, xp: 4}, {id: b, unit: line-squad, combine: a, xp: 6}]\n", 5, 425, true},
	} {
		folder := fstest.MapFS{"list.yaml": {Data: []byte(head + c.list)}}
		army, err := gf.Load(folder, "list.yaml", catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		over := slices.ContainsFunc(army.Findings, func(f finding.Finding) bool { return f.Code == finding.CodeOverPoints })
		report := army.Report()
		if report.Experience != c.want || army.SpentPoints() != c.spent || over != c.over || report.Points+map[bool]int{true: c.want}[army.List.Campaign] != c.spent {
			t.Errorf("%s: %d of experience, %d spent of %d, over %t", c.name, report.Experience, army.SpentPoints(), report.Points, over)
		}
	}
}
