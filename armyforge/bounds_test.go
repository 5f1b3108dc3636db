package armyforge

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Files that no honest tool writes are refused in a sentence, and soon.
func TestHostileFiles(t *testing.T) {
	units := func(n int, unit string) string {
		return `{"name": "X", "versionString": "3.5.0", "upgradePackages": [], "units": [` + strings.Repeat(unit+",", n-1) + unit + `]}`
	}
	oldUnit := func(equipment string) string {
		return units(1, `{"id": "u", "name": "U", "size": 1, "quality": 4, "defense": 4, "cost": 5, "equipment": [`+equipment+`]}`)
	}
	manyRules := "R0"
	for i := range 100 {
		manyRules += fmt.Sprintf(", R%d", i+1)
	}
	for _, c := range []struct{ name, source, want string }{
		{"text that is not UTF-8 after a sign for it", "{\"name\": \"\xEF\xBF\xBD\",\n \"x\": \"\xff\"}", "x.json:2:8: the text is not UTF-8"},
		{"text that is not UTF-8", "{\"name\": \"X\", \"units\": [\n\"\xff\"]}", "x.json:2:2: the text is not UTF-8"},
		{"a key twice", "{\"name\": \"X\",\n \"units\": [], \"units\": []}", "x.json:2:15: the key \"units\" is given twice"},
		{"a key twice, deeper", `{"a": [{"b": 1, "c": "b", "b": 2}]}`, "x.json:1:27: the key \"b\" is given twice"},
		{"deep lists", strings.Repeat("[", 70_000), "values are nested more than 100 deep"},
		{"deep objects", strings.Repeat(`{"a":`, 50_000), "values are nested more than 100 deep"},
		{"thousands of bad units", units(2000, `{"id": 5, "size": "many"}`), "more problems of this kind"},
		{"thousands of units that are none", units(2000, `7`), "and 1950 more problems of this kind"},
		{"a huge count", units(1, `{"id": "u", "name": "U", "size": 1e300, "quality": 4, "defense": 4, "cost": 5}`), "there should be a whole number here"},
		{"a huge size", units(1, `{"id": "u", "name": "U", "size": 1000000000, "quality": 4, "defense": 4, "cost": 5}`), "it is 1000000000; army books have 1 to 100"},
		{"a long name", units(1, `{"id": "u", "name": "`+strings.Repeat("é", 201)+`", "size": 1, "quality": 4, "defense": 4, "cost": 5}`), "the unit's name is longer than 200 characters"},
		{"no units", `{"name": "X", "versionString": "3.5.0", "upgradePackages": [], "units": []}`, "the book has no units"},
		{"a long shared list", "++ X [GF 5pts] ++\n" + strings.Repeat("A [1] Q4+ D4+ | 5pts\n", 300), "x.json:202:1: the list has more than 200 units"},
		{"a long line in a shared list", "++ X [GF 5pts] ++\nA [1] Q4+ D4+ | 5pts\n" + strings.Repeat("x", 2001), "x.json:3:1: the line is longer than 2000 characters"},
		{"a line of commas in a shared list", "++ X [GF 5pts] ++\nA [1] Q4+ D4+ | 5pts | " + strings.Repeat(",", 79_000), "x.json:2:1: the line is longer than 2000 characters"},
		{"a long label of equipment", oldUnit(`{"label": "` + strings.Repeat("A(b, ", 79_000) + `", "attacks": 1}`), "the weapon's name is longer than 200 characters"},
		{"a long label of equipment, deep", oldUnit(`{"label": "` + strings.Repeat("A(A1, ", 79_000) + `", "attacks": 1}`), "the weapon's name is longer than 200 characters"},
		{"a unit of many rules in a shared list", "++ X [GF 5pts] ++\n" + "A [1] Q4+ D4+ | 5pts | " + manyRules + "\n", "x.json:2:1: the unit has more than 100 weapons and rules"},
		{"a unit of many weapons in a shared list", "++ X [GF 5pts] ++\n" + "A [1] Q4+ D4+ | 5pts\nW, " + strings.ReplaceAll(manyRules, ", ", "\nW") + "\n", "the unit has more than 100 weapons and rules"},
		{"a long name in a shared list", "++ X [GF 5pts] ++\n" + strings.Repeat("A", 201) + " [1] Q4+ D4+ | 5pts\n", "x.json:2:1: the unit's name is longer than 200 characters"},
	} {
		begin := time.Now()
		f, err := Open("x.json", []byte(c.source))
		if err == nil {
			_, err = f.ImportBook("", nil)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			text := fmt.Sprint(err)
			t.Errorf("%s: the error is %.300s, without %q", c.name, text, c.want)
		}
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("%s took %s", c.name, took)
		}
	}
	// Characters are counted, not bytes.
	f, err := Open("x.json", []byte(units(1, `{"id": "u", "name": "`+strings.Repeat("é", 200)+`", "size": 1, "quality": 4, "defense": 4, "cost": 5}`)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.ImportBook("", nil); err != nil {
		t.Errorf("a name of 200 characters is refused: %v", err)
	}
}

// Every unit has every package: nothing of that may grow with its square.
func TestManyUnitsAndPackages(t *testing.T) {
	var units, packages []string
	for i := range 500 {
		units = append(units, fmt.Sprintf(`{"id": "u%d", "name": "U%d", "size": 1, "quality": 4, "defense": 4, "cost": 5, "upgrades": ["p%d"]}`, i, i, i))
		packages = append(packages, fmt.Sprintf(`{"uid": "p%d", "sections": [{"uid": "s%d", "label": "Upgrade with", "variant": "upgrade", "options": [{"uid": "o%d", "cost": 1, "gains": [{"type": "ArmyBookRule", "name": "R%d"}]}]}]}`, i, i, i, i))
	}
	begin := time.Now()
	f, err := Open("x.json", []byte(`{"name": "X", "versionString": "3.5.0", "units": [`+strings.Join(units, ",")+`], "upgradePackages": [`+strings.Join(packages, ",")+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.ImportBook("", nil); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
}
