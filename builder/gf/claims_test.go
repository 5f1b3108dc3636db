package gf_test

import (
	"strings"
	"testing"

	"muster/builder/finding"
	"muster/builder/gf"
	"muster/rules"
)

// A check names what a sender's text says and the book does not, with both values: an error where
// the text claims more.
func TestClaims(t *testing.T) {
	for _, c := range []struct{ list, unit, want string }{
		{"", "quality: 2", "error import/inexact: the text says Quality 2+, the book says 4+"},
		{"", "quality: 5", "warning import/inexact: the text says Quality 5+, the book says 4+"},
		{"", "defense: 3", "error import/inexact: the text says Defense 3+, the book says 4+"},
		{"", "models: 20", "error import/models: the text says 20 models, the book says 10"},
		{"", "points: 10", "error import/points: the text says 10 points, the book says 210"},
		{"", "points: 300", "warning import/points: the text says 300 points, the book says 210"},
		{"", "rules: [Scout]", "error import/rule: the text says Scout, the book says no such rule"},
		{"", "weapons: [{name: Rifle, count: 12, range: 24, attacks: 1}]", `error import/weapon: the text says 12× Rifle (24", A1), the book says 10× Rifle (24", A1)`},
		{"", "weapons: [{name: Rifles, count: 8, range: 24, attacks: 1}]", `warning import/weapon: the text says 8× Rifles (24", A1), the book says 10× Rifle (24", A1)`},
		{"", "weapons: [{name: Rifle, count: 10, range: 24, attacks: 1, rules: [AP(1)]}]", `error import/weapon: the text says 10× Rifle (24", A1, AP(1)), the book says 10× Rifle (24", A1)`},
		{"", "weapons: [{name: Rifle, count: 10, range: 12, attacks: 1}]", `warning import/weapon: the text says 10× Rifle (12", A1), the book says 10× Rifle (24", A1)`},
		{"", "weapons: [{name: Rifle, count: 0, attacks: 0}]", `warning import/weapon: the text says no Rifle, the book says 10× Rifle (24", A1)`},
		{"", "weapons: [{name: Howitzer, attacks: 3}]", "error import/weapon: the text says 1× Howitzer (A3), the book says no such weapon"},
		{"", "quality: 4, defense: 4, models: 10, points: 210, rules: [fearless, Volley Drill], weapons: [{name: Rifle, count: 10, range: 24, attacks: 1}]", ""},
		{"claims: {points: 150}\n", "", "error import/total: the text says 150 points in all, the book says 210"},
		{"claims: {books: [steel-wardens@0.9]}\n", "", "warning import/version: the text says version 0.9 of Steel Wardens, the book says version 1.0"},
		{"claims: {points: 210, books: [steel-wardens@1.0, moss@3]}\n", "", ""},
	} {
		army := build(t, "book: steel-wardens\nforce-org: false\n"+c.list+"units: [{id: a, unit: line-squad, claims: {"+c.unit+"}}]\n")
		var got []string
		for _, f := range army.Findings {
			text, _, _ := strings.Cut(f.Message, ";")
			got = append(got, string(f.Severity)+" "+f.Code+": "+text)
		}
		if all := strings.Join(got, "\n"); all != c.want || army.Legal() != !strings.HasPrefix(c.want, string(finding.Error)) {
			t.Errorf("claims %s%s: legal %t\n%s\nnot\n%s", c.list, c.unit, army.Legal(), all, c.want)
		}
	}
}

// A rule that a text names is the unit's if its number is one of those that the unit's models and
// items have; an item's contents are its rules, the unit's, or weapons.
func TestRuleClaims(t *testing.T) {
	army := build(t, "book: steel-wardens\nforce-org: false\nunits: [{id: a, unit: breachers}]\n")
	u := army.Units[0]
	u.Items = append(u.Items, gf.Item{Name: "Drill", Count: 1, Rules: rules.ParseUses([]string{"Tough(2)", "Slow"})})
	u.PartialRules = append(u.PartialRules, gf.ModelRules{Count: 1, Rules: rules.ParseUses([]string{"Tough(3)"})})
	for text, want := range map[string]bool{
		"Tough(3)": true, "Tough(2)": true, "Tough(5)": false, "Tough": false,
		"Drill": true, "Drills(Slow, Tough(2))": true, "Drill(Tough(3), Fearless)": true, "Drill(Scout)": false, "Drill(Port Pistol (12\", A1))": true,
	} {
		if unmet := (&gf.Claims{Rules: []string{text}}).UntrueClaims(u); (unmet == nil) != want {
			t.Errorf("%s holds: %t", text, unmet == nil)
		}
	}
}
