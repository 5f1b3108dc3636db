package gf

import (
	"slices"
	"testing"

	"muster/catalog"
	"muster/rules"
)

// The rules of a unit that its draft asks for are also those of profiles, and of weapons within items.
func TestRulesOfADraftAreThoseOfAllGear(t *testing.T) {
	uses := func(name string) catalog.RuleUses { return rules.ParseUses([]string{name}) }
	gun := catalog.Weapon{Name: "Gun", Profiles: []catalog.Profile{{Name: "Burst", Rules: uses("Reckless")}}}
	d := &Draft{BookUnit: &catalog.Unit{Gear: catalog.Gear{
		Rules: uses("Tough(3)"), Weapons: []catalog.Weapon{gun, {Name: "Sword", Rules: uses("Rending")}},
		Items: []catalog.Item{{Name: "Crate", Rules: uses("Shield"), Weapons: []catalog.Weapon{{Name: "Knife", Rules: uses("Poison")}}}},
	}}}
	var got []string
	d.eachRule(func(r rules.Use) { got = append(got, r.Name) })
	slices.Sort(got)
	if want := []string{"Poison", "Reckless", "Rending", "Shield", "Tough"}; !slices.Equal(got, want) {
		t.Errorf("the rules are %v, want %v", got, want)
	}
}
