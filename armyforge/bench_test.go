package armyforge

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// bigBook makes up an army book as large as the largest real ones (440 KB).
func bigBook(t testing.TB) []byte {
	t.Helper()
	type m = map[string]any
	use := func(name string, rating any) m {
		return m{"id": "rule-" + name, "name": name, "rating": rating, "type": "ArmyBookRule", "label": fmt.Sprint(name, "(", rating, ")")}
	}
	weapon := func(name string, n int) m {
		return m{
			"id": fmt.Sprint("w", n), "name": name, "type": "ArmyBookWeapon", "count": 1, "range": n % 5 * 6, "attacks": n%4 + 1, "weaponId": fmt.Sprint("id", n),
			"specialRules": []m{use("AP", n%4+1), use("Blast", 3)}, "attacksMultiplier": 1, "label": fmt.Sprintf("%s (%d\", A%d, AP(%d), Blast(3))", name, n%5*6, n%4+1, n%4+1), "originalCount": 1,
		}
	}
	var units, packages, rules []m
	for i := range 28 {
		units = append(units, m{
			"id": fmt.Sprint("unit", i), "name": fmt.Sprint("Regiment ", i), "genericName": "Infantry", "cost": 100 + i, "size": 5, "quality": 4, "defense": 4,
			"bases": m{"round": "25", "square": "20"}, "rules": []m{use("Tough", 3), use("Scout", nil)}, "weapons": []m{weapon("Rifle", 5), weapon("Sword", i)},
			"items":    []m{{"id": "x", "name": "Shield", "type": "ArmyBookItem", "count": 5, "content": []m{use("Stealth", nil)}}},
			"upgrades": []string{fmt.Sprint("P", i), fmt.Sprint("P", (i+1)%28), fmt.Sprint("P", (i+2)%28)}, "disabledUpgradeSections": []string{}, "valid": true,
		})
		var sections []m
		for j := range 4 {
			var options []m
			for k := range 3 {
				name := fmt.Sprintf("Weapon %d of %d-%d", k, i, j)
				id := fmt.Sprint("o", i, "-", j, "-", k)
				var costs []m
				for _, u := range []int{i, (i + 27) % 28, (i + 26) % 28} {
					costs = append(costs, m{"cost": 5 * (u%3 + 1), "unitId": fmt.Sprint("unit", u)})
				}
				options = append(options, m{
					"uid": id, "id": id, "cost": 5, "type": "ArmyBookUpgradeOption", "costs": costs, "label": name, "parentPackageUid": fmt.Sprint("P", i), "parentSectionId": "s",
					"gains": []m{weapon(name, k), {"name": "Kit", "type": "ArmyBookItem", "count": 1, "content": []m{use("Tough", 3), weapon("Fist", 2)}}},
				})
			}
			sections = append(sections, m{
				"id": fmt.Sprint("s", i, "-", j), "uid": fmt.Sprint("s", i, "-", j), "label": "Replace one Rifle", "variant": "replace", "affects": m{"type": "exactly", "value": 1},
				"targets": []string{"Rifle"}, "type": "ArmyBookUpgradeSection", "options": options,
			})
		}
		packages = append(packages, m{"uid": fmt.Sprint("P", i), "hint": fmt.Sprint("Arms ", i), "sections": sections})
		rules = append(rules, m{"id": fmt.Sprint("r", i), "name": fmt.Sprint("Trick ", i), "description": "Once a game this unit may do something that the enemy did not expect at all.", "hasRating": false})
	}
	text, err := json.Marshal(m{
		"uid": "big", "name": "Big Book", "versionString": "3.5.0", "gameSystemId": 2, "gameSystemSlug": "grimdark-future",
		"units": units, "upgradePackages": packages, "specialRules": rules, "spells": []m{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func benchmarkImport(b *testing.B, source []byte) {
	b.Helper()
	b.SetBytes(int64(len(source)))
	b.ReportAllocs()
	for b.Loop() {
		f, err := Open("book.json", source)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := f.ImportBook("", nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkImportBook imports a book of 440 KB, from JSON to checked YAML. The
// aim is under 60 ms.
func BenchmarkImportBook(b *testing.B) {
	source := bigBook(b)
	if len(source) < 440_000 {
		b.Fatalf("the book has %d bytes only", len(source))
	}
	benchmarkImport(b, source)
}

// BenchmarkImportSharedBook imports the largest of the real books.
func BenchmarkImportSharedBook(b *testing.B) {
	var largest []byte
	for _, file := range sharedBooks(b, "gf-3.5*") {
		source, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		if len(source) > len(largest) {
			largest = source
		}
	}
	benchmarkImport(b, largest)
}
