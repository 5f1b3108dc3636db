package form

import (
	"slices"
	"testing"
)

// An option that takes a rule without a price away has no price either (docs/dev/points.md):
// of a rule that stays, only its change would be missing.
func TestARuleTakenWithoutAPriceIsMissed(t *testing.T) {
	odd, even := unpricedRule{name: "Odd"}, unpricedRule{name: "Even"}
	before := &Loadout{unpricedRules: []unpricedRule{odd, even}}
	after := &Loadout{unpricedRules: []unpricedRule{even}}
	if got, want := UnpricedRules(before, after), []string{"Odd"}; !slices.Equal(got, want) {
		t.Errorf("taken away: %v, want %v", got, want)
	}
	if got, want := UnpricedRules(after, before), []string{"Odd"}; !slices.Equal(got, want) {
		t.Errorf("given: %v, want %v", got, want)
	}
	if got, want := UnpricedRules(nil, before), []string{"Odd", "Even"}; !slices.Equal(got, want) {
		t.Errorf("of a unit: %v, want %v", got, want)
	}
}

// The first part of a price is the unit's models, whatever they are before and after:
// 60 for them now less 45 before are 15, and no part "without" the models is added.
func TestModelsAreTakenFromModels(t *testing.T) {
	got := subtractParts([]PricePart{{"5 models, Quality 3+", 60}, {"Rifle", 10}},
		[]PricePart{{"5 models, Quality 4+", 45}, {"Knife", 4}})
	want := []PricePart{{"5 models, Quality 3+", 15}, {"Rifle", 10}, {"without Knife", -4}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// An option is uncertain if a rule of the unit without a price may change what it changes: the
// worth of weapons, for other weapons; the worth of models, for another Defense.
func TestAnOptionMissesTheRulesOfWhatItChanges(t *testing.T) {
	odd := []unpricedRule{{name: "Armed", affectsWeapons: true}, {name: "Armoured", affectsModels: true}}
	before := &Loadout{defense: 4, unpricedRules: odd}
	for _, c := range []struct {
		after Loadout
		want  []string
	}{
		{Loadout{defense: 4}, nil},
		{Loadout{defense: 4, weapons: []weapon{{}}}, []string{"Armed"}},
		{Loadout{defense: 3}, []string{"Armoured"}},
	} {
		c.after.unpricedRules = odd
		if got := UnpricedRules(before, &c.after); !slices.Equal(got, c.want) {
			t.Errorf("Defense %d, %d weapons: %v, want %v", c.after.defense, len(c.after.weapons), got, c.want)
		}
	}
}
