package fill_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"muster/builder/fill"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// Numbers that are ticked are what is read back, in files of any layout, with their
// comments and in their order.
func TestCollectionsAreChangedInTheirFiles(t *testing.T) {
	library := catalog.NewLibrary()
	read := func(text string) *fill.Collection {
		t.Helper()
		document, err := schema.ReadFile(files.NewMemory(map[string]string{"own.yaml": text}), "own.yaml", "collection/1")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		c, err := fill.ReadCollection(document, library)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	units := []string{"captain", "line-squad", "apc"}
	options := []string{"line-squad/heavy-rifle", "line-squad/arc-rifle", "captain/plasma-sword"}
	const head = "muster: collection/1\nsystem: gf-3\nbook: steel-wardens # mine\n"
	random := rand.New(rand.NewPCG(3, 4))
	for _, text := range []string{
		head + "units: {}\n",
		head + "units: {line-squad: 4, captain: 2}\noptions: {line-squad/heavy-rifle: 6}\n",
		head + "units:\n  # painted\n  line-squad: 4\n\n  captain: 2   # both\noptions:\n  line-squad/heavy-rifle: 6\n",
		string(fill.NewCollectionText("Mine: all", "gf-3", "steel-wardens", map[string]int{"apc": 3}, map[string]int{"captain/plasma-sword": 0})),
	} {
		for range 60 {
			c := read(text)
			wantUnits, wantOptions := maps.Clone(c.UnitCounts), maps.Clone(c.OptionCounts)
			if wantOptions == nil {
				wantOptions = map[string]int{}
			}
			setUnits, setOptions := map[string]int{}, map[string]int{}
			for _, id := range units {
				if random.IntN(2) == 0 {
					setUnits[id] = random.IntN(5) - 1
					wantUnits[id] = max(setUnits[id], 0)
				}
			}
			for _, id := range options {
				if n := random.IntN(5) - 2; n < 0 {
					setOptions[id] = -1
					delete(wantOptions, id)
				} else {
					setOptions[id], wantOptions[id] = n, n
				}
			}
			now, err := c.ChangedText(setUnits, setOptions)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			is := read(string(now))
			there := func(all map[string]int) map[string]int {
				all = maps.Clone(all)
				maps.DeleteFunc(all, func(_ string, n int) bool { return n == 0 })
				return all
			}
			if !maps.Equal(there(is.UnitCounts), there(wantUnits)) || !maps.Equal(is.OptionCounts, wantOptions) && len(is.OptionCounts)+len(wantOptions) > 0 {
				t.Fatalf("units %v and options %v, should be %v and %v:\n%s", is.UnitCounts, is.OptionCounts, wantUnits, wantOptions, now)
			}
			for _, comment := range []string{"# mine", "# painted"} {
				if strings.Contains(text, comment) != strings.Contains(string(now), comment) {
					t.Fatalf("%s is lost:\n%s", comment, now)
				}
			}
			text = string(now)
		}
	}
	if all := read(head + "units: {captain: 2}\n").Counts(); !slices.ContainsFunc(all,
		func(o fill.OwnedCount) bool { return o.ID == "captain" && o.Owned == 2 }) {
		t.Errorf("there are %v", all)
	}
}

// A number of a collection is 0 or more, and no more than anybody owns.
func TestNumbersOfCollectionsHaveBounds(t *testing.T) {
	library := catalog.NewLibrary()
	for n, fine := range map[int]bool{-1: false, 0: true, fill.MaxOwnedCount: true, fill.MaxOwnedCount + 1: false} {
		for _, group := range []string{"units: {captain: %d}\n", "units: {captain: 1}\noptions: {captain/plasma-sword: %d}\n"} {
			text := fmt.Sprintf("muster: collection/1\nsystem: gf-3\nbook: steel-wardens\n"+group, n)
			document, err := schema.ReadFile(files.NewMemory(map[string]string{"own.yaml": text}), "own.yaml", "collection/1")
			if err == nil {
				_, err = fill.ReadCollection(document, library)
			}
			if fine != (err == nil) || !fine && !strings.Contains(err.Error(),
				fmt.Sprintf("is there %d times; it should be 0 to %d", n, fill.MaxOwnedCount)) {
				t.Errorf("%s\n%v", text, err)
			}
		}
	}
}
