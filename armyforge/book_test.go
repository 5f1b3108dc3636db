package armyforge

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"muster/catalog"
	"muster/rules"
	"muster/schema/files"
)

var update = flag.Bool("update", false, "write the golden files anew")

// open reads a JSON file that the project owns.
func open(t testing.TB, name string) *File {
	t.Helper()
	path := filepath.Join("testdata", name)
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Open(name, source)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func importBook(t testing.TB, name string) *Book {
	t.Helper()
	b, err := open(t, name).ImportBook("", nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// golden compares a text with a file in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}

func notesText(notes []Note) []byte {
	var out bytes.Buffer
	for _, n := range notes {
		out.WriteString(n.String() + "\n")
	}
	return out.Bytes()
}

func TestImportBookGolden(t *testing.T) {
	for _, name := range []string{"moss-legion", "old-salts"} {
		t.Run(name, func(t *testing.T) {
			b := importBook(t, name+".json")
			golden(t, name+".yaml", b.YAML)
			golden(t, name+".notes", notesText(b.Notes))
			if b.ID != name {
				t.Errorf("the id is %q, not %q", b.ID, name)
			}
			if IsEdited(b.YAML) {
				t.Error("a fresh import counts as edited by hand")
			}
		})
	}
}

// The prices that matter, beside the golden file: an option costs a unit what
// `costs` lists, not what `cost` says.
func TestPrices(t *testing.T) {
	b := importBook(t, "moss-legion.json")
	book, err := catalog.Read("moss-legion.yaml", b.YAML)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		unit, option string
		want         int
	}{
		{"thorn-uberlaufer", "acid-spit", 10},
		{"thorn-uberlaufer", "2x-twin-seed-pistol-vine", -5},
		{"thorn-uberlaufer", "beetle", 45},
		{"thorn-uberlaufer", "caster-2", 0}, // listed for nobody and no price of its own
		{"thorn-uberlaufer", "acid-spit-for-seed-pistol", 0},
		{"brier-guard", "acid-spit", 5}, // not listed for the unit: the option's own
		{"brier-guard", "thorn-cannon", 15},
		{"brier-guard", "crew-sling", 30},
		{"brier-guard-2", "crew-sling", 35},
		{"great-hulk", "2x4", 0},
	} {
		unit := book.Unit(c.unit)
		if unit == nil {
			t.Fatalf("no unit %s among %v", c.unit, book.UnitIDs())
		}
		choice, ok := book.Option(unit, c.option)
		if !ok {
			t.Errorf("%s has no option %s among %v", c.unit, c.option, book.OptionIDs(unit))
			continue
		}
		if got := choice.Option.CostFor(c.unit); got != c.want {
			t.Errorf("%s costs %s %d points, not %d", c.option, c.unit, got, c.want)
		}
	}
	if _, ok := book.Option(book.Unit("brier-guard"), "beetle"); ok {
		t.Error("a section that the book closes to a unit is open to it")
	}
}

func TestEdited(t *testing.T) {
	text := importBook(t, "moss-legion.json").YAML
	crlf := bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	blanks := bytes.ReplaceAll(text, []byte("\nunits:\n"), []byte("\nunits:  \n"))
	for _, c := range []struct {
		name string
		text []byte
		want bool
	}{
		{"as written", text, false},
		{"line ends of Windows", crlf, false},
		{"blanks at a line's end", blanks, false},
		{"more empty lines at the end", append(bytes.Clone(text), "\n\n"...), false},
		{"no line's end at the end", bytes.TrimRight(text, "\n"), false},
		{"a price", bytes.Replace(text, []byte("cost: 110"), []byte("cost: 115"), 1), true},
		{"a comment more", append(bytes.Clone(text), "# mine\n"...), true},
		{"an empty line inside", bytes.Replace(text, []byte("\nunits:\n"), []byte("\n\nunits:\n"), 1), true},
		{"indentation", bytes.Replace(text, []byte("    size: 5"), []byte("     size: 5"), 1), true},
		{"another digest", bytes.Replace(text, []byte("digest: "), []byte("digest: 0"), 1), true},
		{"no digest", []byte("muster: book/1\n"), true},
	} {
		if got := IsEdited(c.text); got != c.want {
			t.Errorf("%s: edited is %v", c.name, got)
		}
	}
}

// Whatever is wrong with a book, the error says where and what to change.
func TestImportBookErrors(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("testdata", "moss-legion.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, from, to, want string }{
		{"a price as a word", `"cost": 250`, `"cost": "free"`, `bad.json:40:52: $.units[2].cost: there should be a whole number here, not the text "free"`},
		{"a fraction", `"cost": 250`, `"cost": 2.5`, `$.units[2].cost: there should be a whole number here, not the number 2.5`},
		{"no size", `"size": 1, "quality": 4, "defense": 2`, `"quality": 4, "defense": 2`, `$.units[2].size: the number is missing`},
		{"a quality of 7", `"size": 1, "quality": 4, "defense": 2`, `"size": 1, "quality": 7, "defense": 2`, `$.units[2].quality: it is 7; army books have 2 to 6`},
		{"units are no list", `"units": [`, `"units": {"a": [`, ``},
		{"a unit is text", `"units": [`, `"units": ["x", `, `$.units[0]: there should be an object here, not the text "x"`},
		{"no name", `"name": "Great Hulk"`, `"name": ""`, `$.units[2].name: the unit's name is missing`},
		{"another game", `"grimdark-future"`, `"age-of-fantasy-skirmish"`, `$.gameSystemSlug: the book is for Age of Fantasy: Skirmish; muster reads those of Grimdark Future (`},
		{"an option's price", `"unitId": "uThorn", "cost": 10`, `"unitId": "uThorn", "cost": "ten"`, `$.upgradePackages[0].sections[0].options[0].costs[0].cost: there should be a whole number here, not the text "ten"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(string(source), c.from, c.to, 1)
			if text == string(source) {
				t.Fatalf("%q is not in the book", c.from)
			}
			f, err := Open("bad.json", []byte(text))
			if err == nil {
				_, err = f.ImportBook("", nil)
			}
			if err == nil {
				t.Fatal("imported")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is\n%v\nwithout\n%s", err, c.want)
			}
		})
	}
}

// Whatever of a book was imported before, the same book becomes the same file.
func TestIDsComeFromTheBookAlone(t *testing.T) {
	source := open(t, "moss-legion.json").source
	fresh := importBook(t, "moss-legion.json").YAML
	rapid.Check(t, func(t *rapid.T) {
		// thin leaves out some of a list's entries, but never the first.
		thin := func(list []any, what string) []any {
			var left []any
			for i, v := range list {
				if i == 0 || rapid.Bool().Draw(t, what) {
					left = append(left, v)
				}
			}
			return left
		}
		var root map[string]any
		if err := json.Unmarshal(bytes.ReplaceAll(source, []byte("Thorn Cannon"), []byte("Bramble Cannon")), &root); err != nil {
			t.Fatal(err)
		}
		root["units"] = thin(root["units"].([]any), "unit")
		packages := thin(root["upgradePackages"].([]any), "package")
		root["upgradePackages"] = packages
		for _, p := range packages {
			for _, s := range p.(map[string]any)["sections"].([]any) {
				section := s.(map[string]any)
				section["options"] = thin(section["options"].([]any), "option")
			}
		}
		text, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		previous := imported(t, string(text), nil)
		if again := imported(t, string(source), previous.YAML); !bytes.Equal(again.YAML, fresh) {
			t.Fatalf("the same book became another file:\n%s", cmp.Diff(string(fresh), string(again.YAML)))
		}
	})
}

// imported imports the JSON of a book.
func imported(t interface{ Fatal(...any) }, json string, previous []byte) *Book {
	f, err := Open("x.json", []byte(json))
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.ImportBook("", previous)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Things that Army Forge knows by one id keep ours all the same: importing the
// same book again changes nothing, whatever is in it twice.
func TestImportAgainWithDuplicates(t *testing.T) {
	source := open(t, "moss-legion.json").source
	again := func(list []any, at int) []any { return append(list, list[at%len(list)]) }
	rapid.Check(t, func(t *rapid.T) {
		var root map[string]any
		if err := json.Unmarshal(source, &root); err != nil {
			t.Fatal(err)
		}
		packages := root["upgradePackages"].([]any)
		at := rapid.IntRange(0, 20).Draw(t, "at")
		sections := packages[at%len(packages)].(map[string]any)
		list := sections["sections"].([]any)
		options := list[at%len(list)].(map[string]any)
		for range rapid.IntRange(1, 3).Draw(t, "copies") {
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				root["units"] = again(root["units"].([]any), at)
			case 1:
				root["upgradePackages"] = again(root["upgradePackages"].([]any), at)
			case 2:
				sections["sections"] = again(sections["sections"].([]any), at)
			case 3:
				if o := options["options"].([]any); len(o) > 0 {
					options["options"] = again(o, at)
				}
			}
		}
		text, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Open("x.json", text)
		if err != nil {
			t.Fatal(err)
		}
		first, err := f.ImportBook("", nil)
		if err != nil {
			t.Fatal(err)
		}
		second, err := f.ImportBook("", first.YAML)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first.YAML, second.YAML) {
			t.Fatalf("importing the same book again changed it:\n%s", cmp.Diff(string(first.YAML), string(second.YAML)))
		}
	})
}

// Another version of a book is a file beside the one that is there; the same
// version keeps its file, whatever that is called. Another army never gets the id
// of one that is there, nor that of a book that ships with muster.
func TestPlaceBook(t *testing.T) {
	source := string(open(t, "moss-legion.json").source)
	text := string(importBook(t, "moss-legion.json").YAML)
	changed := func(text string, pairs ...string) string {
		now := strings.NewReplacer(pairs...).Replace(text)
		if len(pairs) > 0 && now == text {
			t.Fatalf("%q changes nothing", pairs)
		}
		return now
	}
	for _, c := range []struct {
		name     string
		there    map[string]string
		now      []string
		id, file string
		again    bool
	}{
		{"a new book", nil, nil, "moss-legion", "moss-legion@3.5.1.yaml", false},
		{"the same again", map[string]string{"moss-legion@3.5.1.yaml": text}, nil, "moss-legion", "moss-legion@3.5.1.yaml", true},
		{"the same under another name", map[string]string{"deep/my-moss.yaml": text}, nil, "moss-legion", "deep/my-moss.yaml", true},
		{"another version", map[string]string{"moss-legion.yaml": text}, []string{`"3.5.1"`, `"3.6 (beta)"`}, "moss-legion", "moss-legion@3.6--beta-.yaml", false},
		{"no version", map[string]string{"moss-legion@3.5.1.yaml": text}, []string{`"versionString": "3.5.1",`, ""}, "moss-legion", "moss-legion.yaml", false},
		{"the same version for another game", map[string]string{"moss-legion@3.5.1.yaml": changed(text, "system: gf-3", "system: gf-2.16")}, nil, "moss-legion", "moss-legion@3.5.1-gf-3.yaml", false},
		{"another army of that name", map[string]string{"moss-legion@3.5.1.yaml": changed(text, "id: mossuid", "id: other")}, nil, "moss-legion-mossui", "moss-legion-mossui@3.5.1.yaml", false},
		{"an army called like a book of muster's", nil, []string{`"name": "Moss Legion"`, `"name": "Steel Wardens"`}, "steel-wardens-mossui", "steel-wardens-mossui@3.5.1.yaml", false},
		{"and one of those without an id", nil, []string{`"name": "Moss Legion"`, `"name": "Steel Wardens"`, `"uid": "mossuid",`, ""}, "steel-wardens-gf-3", "steel-wardens-gf-3@3.5.1.yaml", false},
		{"renamed", map[string]string{"moss-legion@3.5.1.yaml": text}, []string{`"name": "Moss Legion"`, `"name": "Moss Horde"`}, "moss-horde", "moss-horde@3.5.1.yaml", false},
		{"a book written by hand, of that version", map[string]string{"x.yaml": "muster: book/1\nid: moss-legion\nsystem: gf-3\nname: M\nversion: 3.5.1\n"}, nil, "moss-legion", "x.yaml", true},
		{"broken", map[string]string{"moss-legion@3.5.1.yaml": "muster: ["}, nil, "moss-legion", "moss-legion@3.5.1-gf-3.yaml", false},
	} {
		f, err := Open("x.json", []byte(changed(source, c.now...)))
		if err != nil {
			t.Fatal(err)
		}
		folder := files.NewMemory(c.there)
		id, file, previous, err := f.ChooseBookFile(folder)
		if err != nil || id != c.id || file != c.file || (previous != nil) != c.again {
			t.Errorf("%s: `%s` in %s (there already: %v), %v; want `%s` in %s", c.name, id, file, previous != nil, err, c.id, c.file)
		}
	}
}

// What a book has that takes the place of another, and the other had more or was
// newer, is said.
func TestLoses(t *testing.T) {
	b := importBook(t, "moss-legion.json")
	b.Origin.ModifiedTime = "2026-01-02T00:00:00Z"
	text := func(modified string, units int) []byte {
		return []byte("muster: book/1\nid: x\nsystem: gf-3\nname: X\norigin: {modified: " + strconv.Quote(modified) + "}\nunits:\n" +
			strings.Repeat("  - {id: a, name: A, size: 1, quality: 4, defense: 4, cost: 5}\n", units))
	}
	for _, c := range []struct {
		name, want string
		previous   []byte
	}{
		{"as new and as large", "", text(b.Origin.ModifiedTime, len(b.Units))},
		{"older and smaller", "", text("2025-01-02T00:00:00Z", 1)},
		{"newer", "is newer: it was last changed at 2026-01-03T00:00:00Z, this one at 2026-01-02T00:00:00Z", text("2026-01-03T00:00:00Z", 1)},
		{"larger", fmt.Sprintf("has %d units, this one %d", len(b.Units)+1, len(b.Units)), text("", len(b.Units)+1)},
		{"broken", "", []byte("muster: [")},
	} {
		if got := strings.Join(b.LostByReplacing(c.previous), "; "); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

func TestTwoUnitsOfOneID(t *testing.T) {
	source := bytes.Replace(open(t, "moss-legion.json").source, []byte(`"uTeam"`), []byte(`"uBrier"`), 1)
	f, err := Open("x.json", source)
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.ImportBook("", nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(notesText(b.Notes)); !strings.Contains(text, `has the id "uBrier" too`) {
		t.Errorf("two units of one id go unreported:\n%s", text)
	}
}

// What official books hold for the web site alone is no news to anybody.
func TestKnownNoise(t *testing.T) {
	base := importBook(t, "moss-legion.json")
	source, err := os.ReadFile("testdata/moss-legion.json")
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(source, &root); err != nil {
		t.Fatal(err)
	}
	unit := root["units"].([]any)[0].(map[string]any)
	unit["sync"] = map[string]any{"unitId": "x", "syncAutomatic": true}
	unit["weapons"].([]any)[0].(map[string]any)["newWeapon"] = true
	unit["weapons"].([]any)[0].(map[string]any)["attacksMultiplier"] = 2 // the attacks hold it already
	pack := root["upgradePackages"].([]any)[0].(map[string]any)
	pack["sync"] = "x"
	section := pack["sections"].([]any)[0].(map[string]any)
	section["isLowPrio"] = true
	option := section["options"].([]any)[0].(map[string]any)
	option["gains"].([]any)[0].(map[string]any)["nameOverride"] = ""
	option["costs"].([]any)[0].(map[string]any)["exactCost"] = 4.93
	text, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Open("book.json", text)
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.ImportBook("", nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(notesText(base.Notes)), string(notesText(b.Notes))); diff != "" {
		t.Errorf("the import speaks of it:\n%s", diff)
	}
}

// importGain imports what an old book's option gives, and returns it with the
// notes.
func importGain(t *testing.T, gain string) (catalog.Gear, string) {
	t.Helper()
	f, err := Open("old.json", []byte(`{"name": "Old", "versionString": "v2.13", "units": [
		{"id": "u", "name": "Crew", "size": 5, "quality": 4, "defense": 4, "cost": 50, "equipment": [{"label": "Gun (24” A2)", "attacks": 2, "specialRules": []}], "specialRules": [], "upgrades": ["A"]}],
		"upgradePackages": [{"uid": "A", "sections": [{"label": "Upgrade one model with", "type": "upgrade", "affects": 1, "options": [{"id": "o", "cost": 5, "label": "x", "gains": [`+gain+`]}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.ImportBook("", nil)
	if err != nil {
		t.Fatal(err)
	}
	book, err := catalog.Read("old.yaml", b.YAML)
	if err != nil {
		t.Fatal(err)
	}
	if gun := book.Units[0].Weapons[0]; gun.Name != "Gun" || gun.Range != 24 || gun.Count != 5 {
		t.Errorf("the unit's gun is %+v", gun)
	}
	return book.Packages[0].Sections[0].Options[0].Gear, string(notesText(b.Notes))
}

// Rules that an old book's options give, with their ratings.
func TestOldRules(t *testing.T) {
	for gain, want := range map[string]string{
		`{"type": "ArmyBookRule", "name": "Tough", "rating": "3"}`:                        "Tough(3)",
		`{"type": "ArmyBookRule", "name": "Fearless"}`:                                    "Fearless",
		`{"type": "ArmyBookRule", "label": "Tough(6)", "name": "Tough", "rating": "3"}`:   "Tough(6)",
		`{"type": "ArmyBookRule", "name": "Tough", "rating": "3", "label": "Impact (2)"}`: "Impact(2)",
	} {
		if gear, _ := importGain(t, gain); strings.Join(rules.UseTexts(gear.Rules), ", ") != want {
			t.Errorf("%s is read as %v, not %s", gain, gear.Rules, want)
		}
	}
}

// A book that mixes the keys of both formats loses nothing: its weapons, items
// and rules count wherever they stand, rules also as plain text.
func TestBothFormatsAtOnce(t *testing.T) {
	const unit = `{"id": "u", "name": "U", "size": 5, "quality": 4, "defense": 4, "cost": 50,
		"weapons": [{"name": "Rifle", "count": 5, "attacks": 1, "specialRules": ["AP(1)"]}], "rules": [{"name": "Scout"}, "Tough(3)"],
		"items": [{"name": "Kit", "content": ["Stealth"]}], "specialRules": [{"name": "Fearless"}%s]%s}`
	for _, c := range []struct{ rules, more, want, notes string }{
		{"", ``, "Rifle 5 AP(1) · Kit Stealth · Scout, Tough(3), Fearless", ""},
		{"", `, "equipment": []`, "Rifle 5 AP(1) · Kit Stealth · Scout, Tough(3), Fearless", ""},
		{"", `, "equipment": [{"label": "Sword", "attacks": 2}]`, "Rifle 5 AP(1), Sword 5  · Kit Stealth · Scout, Tough(3), Fearless", ""},
		{
			`, "Scout", {"name": "Tough", "rating": 3}, "Tough(6)"`,
			`, "equipment": [{"label": "Rifle", "attacks": 1, "specialRules": ["AP(1)"]}, {"label": "Rifle", "attacks": 2}, {"label": "Kit", "specialRules": ["Stealth"]}]`,
			"Rifle 5 AP(1), Rifle 5  · Kit Stealth · Scout, Tough(3), Fearless, Tough(6)",
			"$.units[0]: keys of both formats state the same, which is taken once: Rifle, Kit, Scout, Tough(3)\n",
		},
	} {
		imported, book := readImport(t, fmt.Appendf(nil, `{"name": "X", "versionString": "3.5.0", "upgradePackages": [], "units": [`+unit+`]}`, c.rules, c.more))
		if got := gearText(&book.Units[0].Gear); got != c.want || string(notesText(imported.Notes)) != c.notes {
			t.Errorf("with %q: %s, not %s; %v", c.more, got, c.want, imported.Notes)
		}
	}
}

// gearText writes weapons with their counts and rules, items, and rules.
func gearText(g *catalog.Gear) string {
	var weapons, items []string
	for _, w := range g.Weapons {
		weapons = append(weapons, fmt.Sprintf("%s %d %s", w.Name, w.Count, strings.Join(rules.UseTexts(w.Rules), ", ")))
	}
	for _, i := range g.Items {
		text := i.Name + " " + strings.Join(rules.UseTexts(i.Rules), ", ")
		for _, w := range i.Weapons {
			text += fmt.Sprintf("[%s %d]", w.Name, w.Count)
		}
		items = append(items, text)
	}
	return strings.Join(weapons, ", ") + " · " + strings.Join(items, ", ") + " · " + strings.Join(rules.UseTexts(g.Rules), ", ")
}

// A book may hold units and sections of both formats: each is read in its own.
func TestFormatsSideBySide(t *testing.T) {
	const item = `{"type": "ArmyBookItem", "name": "Walker", "label": "Walker", "count": 2, "content": [{"type": "ArmyBookWeapon", "name": "Claw", "count": 4, "attacks": 1}]}`
	const stats = `"size": 5, "quality": 4, "defense": 4, "cost": 50, "upgrades": ["A"]`
	_, book := readImport(t, []byte(`{"name": "X", "versionString": "3.5.0", "units": [
		{"id": "u", "name": "U", `+stats+`, "weapons": [], "rules": [{"name": "Tough", "rating": 3, "label": "Other"}], "items": [`+item+`]},
		{"id": "v", "name": "V", `+stats+`, "equipment": [{"label": "Gun", "attacks": 2}], "specialRules": [{"name": "Tough", "label": "Tough(6)"}]}],
		"upgradePackages": [{"uid": "A", "sections": [
			{"label": "Upgrade with", "variant": "upgrade", "options": [{"id": "o", "cost": 5, "gains": [`+item+`]}]},
			{"label": "Upgrade with", "type": "upgrade", "options": [{"id": "p", "cost": 5, "gains": [`+item+`]}]}]}]}`))
	sections := book.Packages[0].Sections
	for _, c := range []struct {
		gear *catalog.Gear
		want string
	}{
		{&book.Units[0].Gear, " · Walker [Claw 2] · Tough(3)"},
		{&book.Units[1].Gear, "Gun 5  ·  · Tough(6)"},
		{&sections[0].Options[0].Gear, " · Walker [Claw 2] · "},
		{&sections[1].Options[0].Gear, " · Walker [Claw 4] · "},
	} {
		if got := gearText(c.gear); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
}

// Keys of a gain that nobody knows are reported, however the gain is read.
func TestUnknownKeysOfGains(t *testing.T) {
	for _, gain := range []string{
		`{"type": "ArmyBookItem", "name": "Horse", "label": "Horse (Hooves (A3, Fast))", "content": [{"name": "Hooves (A3"}, {"name": "Fast)"}]%s}`,
		`{"type": "ArmyBookRelic", "name": "Horn", "label": "Horn"%s}`,
		`{"type": "ArmyBookWeapon", "name": "Gun", "label": "Gun (A1)", "attacks": 1%s}`,
	} {
		of := func(more string) string {
			imported, _ := readImport(t, []byte(`{"name": "Old", "versionString": "v2.13", "units": [
				{"id": "u", "name": "Crew", "size": 5, "quality": 4, "defense": 4, "cost": 50, "equipment": [], "specialRules": [], "upgrades": ["A"]}],
				"upgradePackages": [{"uid": "A", "sections": [{"label": "Upgrade with", "type": "upgrade", "options": [
					{"id": "o", "cost": 5, "label": "x", "gains": [`+fmt.Sprintf(gain, more)+`]}]}]}]}`))
			return string(notesText(imported.Notes))
		}
		const note = "$.upgradePackages[0].sections[0].options[0].gains[0].speed: unknown key, not imported (its value is the number 7)\n"
		if with, without := of(`, "speed": 7`), of(""); strings.Replace(with, note, "", 1) != without || with == without {
			t.Errorf("%s: the notes are\n%s", gain, with)
		}
	}
}

// readImport imports the text of an army book, and reads what comes of it.
func readImport(t testing.TB, source []byte) (*Book, *catalog.Book) {
	t.Helper()
	f, err := Open("x.json", source)
	if err != nil {
		t.Fatal(err)
	}
	imported, err := f.ImportBook("", nil)
	if err != nil {
		t.Fatal(err)
	}
	book, err := catalog.Read("x.yaml", imported.YAML)
	if err != nil {
		t.Fatal(err)
	}
	return imported, book
}

// A heading that says nothing leaves the word to the section's type.
func TestOldSectionsByTheirType(t *testing.T) {
	for kind, want := range map[string]catalog.SectionKind{"replace": catalog.Replace, "upgrade": catalog.Upgrade} {
		_, book := readImport(t, []byte(`{"name": "Old", "versionString": "v2.13", "units": [
			{"id": "u", "name": "Crew", "size": 5, "quality": 4, "defense": 4, "cost": 50, "equipment": [{"label": "Gun", "attacks": 2, "specialRules": []}], "specialRules": [], "upgrades": ["A"]}],
			"upgradePackages": [{"uid": "A", "sections": [{"label": "Swap some", "type": "`+kind+`", "replaceWhat": ["Gun"], "options": [
				{"id": "o", "cost": 5, "label": "x", "gains": [{"type": "ArmyBookItem", "name": "Kit", "content": [{"name": "Scout"}]}]},
				{"id": "p", "cost": 5, "label": "y", "gains": [{"type": "ArmyBookItem", "name": "Kit", "content": [{"name": "Strider"}]}]}]}]}]}`))
		s := book.Packages[0].Sections[0]
		if s.Kind != want {
			t.Errorf("a section of the type %s is read as %s", kind, s.Kind)
		}
		if s.Options[0].Name != "Kit (Scout)" || s.Options[1].Name != "Kit (Strider)" {
			t.Errorf("options of one name are called %q and %q", s.Options[0].Name, s.Options[1].Name)
		}
	}
}

// A name that an option gets from all that it gives is cut at the most that a
// name may have.
func TestLongNamesOfOptions(t *testing.T) {
	long := strings.Repeat("x", 99)
	var g catalog.Gear
	for i := range 3 {
		g.Items = append(g.Items, catalog.Item{Name: fmt.Sprint(i, long), Count: 1})
	}
	if name := []rune(gearSummary(&g)); len(name) != maxNameLength || name[maxNameLength-1] != '…' || name[maxNameLength-2] != 'x' {
		t.Errorf("%q has %d characters", string(name), len(name))
	}
}

// Slips of old books: ranges without their comma or quotes, counts in labels,
// weapons of which one profile is fired.
func TestOldSlips(t *testing.T) {
	for _, c := range []struct{ gain, want, note string }{
		{`{"type": "ArmyBookWeapon", "label": "Gun (24” A4, Rending)", "name": "Gun", "attacks": 4, "specialRules": [{"name": "Rending"}]}`, "24\" A4 Rending", "the range is missing"},
		{`{"type": "ArmyBookItem", "label": "Gun (24” A4, Rending)", "name": "Gun", "content": [{"name": "24” A4"}, {"name": "Rending"}]}`, "24\" A4 Rending", "is read as a weapon"},
		{`{"type": "ArmyBookWeapon", "label": "Gun (48” ,A4,Rending)", "name": "Gun", "attacks": 4, "specialRules": ["Rending"]}`, "48\" A4 Rending", "the range is missing"},
		{`{"type": "ArmyBookWeapon", "label": "Gun (36“, A4)", "name": "Gun", "attacks": 4, "specialRules": []}`, "36\" A4 ", "the range is missing"},
		{`{"type": "ArmyBookItem", "label": "2x Gun (36”, A4)", "name": "Gun", "content": [{"name": "36”"}, {"name": "A4"}]}`, "2x 36\" A4 ", "is read as a weapon"},
		{`{"type": "ArmyBookItem", "name": "Bike", "content": [{"type": "ArmyBookWeapon", "label": "2x Gun (12”, A1)", "name": "Gun", "attacks": 1, "range": 12, "specialRules": []}]}`, "Bike with 2x 12\" A1 ", ""},
		{`{"type": "ArmyBookWeapon", "label": "Club (A2)", "name": "Club", "attacks": 2, "specialRules": []}`, "0\" A2 ", ""},
		{`{"type": "ArmyBookMultiWeapon", "name": "Gun-pick one to fire", "profiles": [{"name": "HE", "range": 48, "attacks": 1, "specialRules": ["Blast(3)"]}, {"name": "AT", "range": 36, "attacks": 2, "specialRules": []}]}`, "Gun: HE 48\" A1 Blast(3), AT 36\" A2 ", ""},
	} {
		gear, notes := importGain(t, c.gain)
		var texts []string
		weapons, before := gear.Weapons, ""
		for _, item := range gear.Items {
			weapons, before = item.Weapons, item.Name+" with "
		}
		for _, w := range weapons {
			texts = append(texts, fmt.Sprintf(`%d" A%d %s`, w.Range, w.Attacks, strings.Join(rules.UseTexts(w.Rules), " ")))
			if w.Count > 1 {
				texts[len(texts)-1] = withCount(w.Count, texts[len(texts)-1])
			}
			if len(w.Profiles) > 0 {
				texts, before = nil, w.Name+": "
				for _, p := range w.Profiles {
					texts = append(texts, fmt.Sprintf(`%s %d" A%d %s`, p.Name, p.Range, p.Attacks, strings.Join(rules.UseTexts(p.Rules), " ")))
				}
			}
		}
		if got := before + strings.Join(texts, ", "); got != c.want {
			t.Errorf("%s is read as %q, not %q", c.gain, got, c.want)
		}
		if c.note == "" && strings.Contains(notes, "gains") || !strings.Contains(notes, c.note) {
			t.Errorf("%s: the notes are\n%s", c.gain, notes)
		}
	}
}

// Effects that a person wrote into an imported book stay when it is imported
// again; those that were read are read again.
func TestImportKeepsEffectsOfPeople(t *testing.T) {
	first := importBook(t, "old-salts.json")
	read := "effects: [{outside: healing}]\n    read: true\n"
	for name, c := range map[string]struct{ now, want string }{
		"a person's":   {"effects: [{to-hit: 2}]\n", "effects: [{to-hit: 2}]\n"},
		"read earlier": {"effects: [{outside: movement}]\n    read: true\n", read},
	} {
		edited := bytes.Replace(first.YAML, []byte(read), []byte(c.now), 1)
		if bytes.Equal(edited, first.YAML) {
			t.Fatal("the book has no such rule")
		}
		again, err := open(t, "old-salts.json").ImportBook(first.ID, edited)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(again.YAML, []byte(c.want)) {
			t.Errorf("%s: the effects are not %q", name, c.want)
		}
	}
}

// Of two spells of one name the one with effects gives them, in either order.
func TestImportKeepsEffectsOfEither(t *testing.T) {
	const spell, effects = "  - {name: Fog, value: 4, effect: Gone., source: sp}\n", "  - {name: Fog, value: 4, effect: Gone., source: sp, effects: [{to-hit: 2}]}\n"
	first := importBook(t, "old-salts.json")
	for _, spells := range []string{spell + effects, effects + spell} {
		edited := bytes.Replace(first.YAML, []byte("\nspells:\n"), []byte("\nspells:\n"+spells), 1)
		again, err := open(t, "old-salts.json").ImportBook(first.ID, edited)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(again.YAML, []byte("effects: [{to-hit: 2}]")) {
			t.Errorf("the effects are lost from\n%s", spells)
		}
	}
}

// What Army Forge says of a unit's place in the game is kept.
func TestFlags(t *testing.T) {
	for marks, want := range map[string][]catalog.UnitFlag{
		``: nil,
		`, "valid": true, "isNarrative": null, "hasBalanceInvalid": false`: nil,
		`, "isNarrative": true`:                       {catalog.FlagNarrative},
		`, "hasBalanceInvalid": true, "valid": false`: {catalog.FlagOverTuned, catalog.FlagInvalid},
	} {
		f, err := Open("x.json", []byte(`{"uid": "u1", "name": "Marks", "versionString": "3.5.3", "gameSystemSlug": "grimdark-future", "specialRules": [], "upgradePackages": [],
			"units": [{"id": "u", "name": "Snail", "cost": 45, "size": 1, "quality": 4, "defense": 3, "rules": [], "weapons": [], "items": [], "upgrades": []`+marks+`}]}`))
		if err != nil {
			t.Fatal(err)
		}
		imported, err := f.ImportBook("", nil)
		if err != nil {
			t.Fatal(err)
		}
		book, err := catalog.Read("x.yaml", imported.YAML)
		if err != nil {
			t.Fatal(err)
		}
		if got := book.Units[0].Flags; !slices.Equal(got, want) || len(imported.Notes) > 0 {
			t.Errorf("%s: %v, %v", marks, got, imported.Notes)
		}
	}
}
