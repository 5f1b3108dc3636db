package armyforge

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"muster/catalog"
)

// Between two releases of the real books a comparison names exactly the units
// whose data differ in the JSON.
func TestDiffOfRealBooksNamesWhatDiffers(t *testing.T) {
	books, units, differ := 0, 0, 0
	for _, file := range sharedBooks(t, "gf-3.5") {
		newer := filepath.Join(filepath.Dir(filepath.Dir(file)), "gf-3.5.3", filepath.Base(file))
		if _, err := os.Stat(newer); err != nil {
			continue
		}
		of, names := namesWhatDiffers(t, file, newer)
		books, units, differ = books+1, units+of, differ+len(names)
	}
	t.Logf("%d of %d units of %d books differ", differ, units, books)
}

// Another release of our own book differs in the units that an edit is about.
func TestDiffOfInventedBookNamesWhatDiffers(t *testing.T) {
	source, err := os.ReadFile(inventedBook[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ was, is, differ string }{
		{`"cost": 110,`, `"cost": 115,`, "[Ember Divers]"},
		{`"label": "Rib Plates (Tough(3))",`, `"label": "Rib Plates (Tough(3))", "hint": "new",`, "[]"},
		{`"name": "Tow Hook",`, `"name": "Tow Chain",`, "[Trench Crawler Vent Captain]"},
		{`"name": "Lead Boots",`, `"name": "Iron Boots",`, "[Kiln Tenders]"},
	} {
		newer := filepath.Join(t.TempDir(), "ember-tide.json")
		if err := os.WriteFile(newer, []byte(strings.Replace(string(source), c.was, c.is, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, names := namesWhatDiffers(t, inventedBook[0], newer); fmt.Sprint(names) != c.differ {
			t.Errorf("%s for %s changes %v, should be %s", c.is, c.was, names, c.differ)
		}
	}
}

// namesWhatDiffers compares two releases of a book, as muster does and by their JSON,
// and returns how many units the older has and the names of those that differ.
func namesWhatDiffers(t *testing.T, older, newer string) (units int, names []string) {
	t.Helper()
	var was, now rawBook
	_, old := readShared(t, older, &was)
	_, book := readShared(t, newer, &now)
	before, after := was.units(), now.units()
	var want, got []string
	for id, text := range before {
		if other, there := after[id]; there && other != text {
			want = append(want, id)
		}
	}
	for _, u := range catalog.Compare(old, book).ChangedUnits {
		got = append(got, book.Unit(u.ID).Source)
		names = append(names, book.Unit(u.ID).Name)
	}
	slices.Sort(want)
	slices.Sort(got)
	slices.Sort(names)
	if !slices.Equal(want, got) {
		t.Errorf("%s: units that differ are %v; the comparison names %v", filepath.Base(older), want, got)
	}
	return len(before), names
}

type rawObject = map[string]any

// rawBook is a book's JSON, as it is.
type rawBook struct {
	Units           []rawObject
	UpgradePackages []struct {
		UID      string
		Sections []rawObject
	}
}

// units writes what counts of each unit, by its id: neither names nor explanations
// of the unit, nor the order of anything.
func (b rawBook) units() map[string]string {
	all := map[string]string{}
	for _, u := range b.Units {
		id, closed := u["id"].(string), fmt.Sprint(u["disabledUpgradeSections"])
		parts := []string{rawText(u, "size", "cost", "quality", "defense", "bases", "rules", "weapons", "items")}
		for _, p := range b.UpgradePackages {
			if !slices.Contains(rawTexts(u["upgrades"]), p.UID) {
				continue
			}
			for _, s := range p.Sections {
				uid, _ := s["uid"].(string)
				if uid != "" && strings.Contains(closed, uid) {
					continue
				}
				section := []string{}
				for _, v := range s["options"].([]any) {
					o := v.(rawObject)
					cost := o["cost"]
					costs, _ := o["costs"].([]any)
					for _, c := range costs {
						if c.(rawObject)["unitId"] == id {
							cost = c.(rawObject)["cost"]
						}
					}
					section = append(section, fmt.Sprint(o["uid"], cost, rawText(o, "gains")))
				}
				slices.Sort(section)
				parts = append(parts, fmt.Sprint(rawText(s, "variant", "affects", "select", "targets"), section))
			}
		}
		slices.Sort(parts)
		all[id] = strings.Join(parts, "\n")
	}
	return all
}

func rawTexts(v any) (texts []string) {
	list, _ := v.([]any)
	for _, one := range list {
		if text, ok := one.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// rawText writes some keys of an object, those within it by what counts, lists
// sorted.
func rawText(o rawObject, keys ...string) string {
	var out strings.Builder
	for _, key := range keys {
		fmt.Fprintf(&out, "%s=%s;", key, rawValue(o[key]))
	}
	return out.String()
}

func rawValue(v any) string {
	switch v := v.(type) {
	case []any:
		texts := make([]string, len(v))
		for i := range v {
			texts[i] = rawValue(v[i])
		}
		slices.Sort(texts)
		return fmt.Sprint(texts)
	case rawObject:
		return "{" + rawText(v, "name", "rating", "count", "range", "attacks", "type", "value", "round", "square", "rules", "specialRules", "content", "bases") + "}"
	case nil:
		return ""
	case string:
		return catalog.MatchKey(v)
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}
