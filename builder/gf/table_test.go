package gf

import (
	"os"
	"slices"
	"testing"

	"muster/catalog"
	"muster/rules"
	combat "muster/rules/gf"
	"muster/schema"
)

func TestHalf(t *testing.T) {
	for _, c := range []struct {
		sizes  []int
		heroes int
		want   int
	}{
		{[]int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 0, 5}, // 5 of 10 are half
		{[]int{1, 1, 1, 1, 1}, 0, 3},                // 2 of 5 are less than half
		{[]int{1, 1, 1, 1, 1}, 1, 3},                // the hero counts: 3 of 6
		{[]int{3, 3, 3}, 0, 6},                      // models, not wounds
		{[]int{1, 1, 3}, 0, 2},
		{[]int{12}, 0, 6},
		{[]int{3}, 0, 2},
		{[]int{1}, 0, 0}, // dead, not halved
		{[]int{6}, 1, 6}, // he alone is half of the two
		{[]int{1}, 2, 0}, // half is beyond the unit's own models
	} {
		if got := ticksToHalfStrength(c.sizes, c.heroes); got != c.want {
			t.Errorf("half(%v, %d heroes) = %d, want %d", c.sizes, c.heroes, got, c.want)
		}
	}
}

// A rule that only gives others to the bearer's unit is printed as what the
// unit gets; a name with a comma reads as one.
func TestWhatUnitsGet(t *testing.T) {
	document, err := schema.Read("list.yaml", []byte("{muster: list/1, system: gf-3, book: wardens.yaml, units: [{id: a, unit: line-squad}]}"), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	document.Path = schema.FilePath{Folder: os.DirFS("../../export/testdata"), Name: "list.yaml"}
	l, err := ReadList(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	a, err := Build(l, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	m := tableMaker{army: a}
	uses := []rules.Use{{Name: "Furious Aura"}, {Name: "Scout"}, {Name: "Regeneration in Melee Aura"}}
	if got, want := m.ruleNames(a.Units[0], uses), []string{"Furious (aura)", "Scout", "Regeneration in Melee Aura"}; !slices.Equal(got, want) {
		t.Errorf("rules are %q, want %q", got, want)
	}
	terms := a.newRuleTerms(false)
	terms.addRuleUses(ruleSource{"wardens", "Wardens", a.Books[0].RuleSet(a.Game)}, uses[:1])
	if all := terms.sortedEntries(); len(all) != 1 || all[0].Name != "Furious" || all[0].Text == "" {
		t.Errorf("explained is %v", all)
	}
	if got, want := withoutCommas("Heavy Pistol, Energy Sword"), "Heavy Pistol & Energy Sword"; got != want {
		t.Errorf("the upgrade reads %q, want %q", got, want)
	}
}

// Models that take fewer wounds fall first, wherever they stand in the unit.
func TestKindsFallFromTheWeakest(t *testing.T) {
	game, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	side := &combat.Side{Groups: []combat.Group{
		{Models: 1, Rules: []rules.Use{{Name: "Tough", Rating: "3"}}},
		{Models: 4},
		{Models: 2, Rules: []rules.Use{{Name: "Fearless"}}},
	}}
	kinds, _ := (&Army{Game: game}).ModelKinds(side)
	var fall []int
	for _, k := range kinds {
		fall = append(fall, k.IndexInOdds)
	}
	if want := []int{1, 2, 0}; !slices.Equal(fall, want) {
		t.Errorf("kinds fall in the order %v, want %v", fall, want)
	}
}
